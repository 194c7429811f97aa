//! What the end-to-end tests share: a real server on a free port, and people who use it.

pub mod desk;

pub use desk::{Browser, Desk, Player, key};
