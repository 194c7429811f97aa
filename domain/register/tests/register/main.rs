//! The register against a tree written down straight from the RFC, against the examples of C2SP, and against broken bytes.

mod formats;
mod naive;
mod trees;
mod vectors;
mod witnesses;
