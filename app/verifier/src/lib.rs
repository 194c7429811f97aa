//! What files from a game show, judged by themselves: logs, letters about games, proofs of the register. Pure: no I/O, no clock, nothing asked of any server.
//!
//! The same code answers on the page `/verify`, where it runs inside the browser (`static/verifier.wasm`, built of this crate by `tests/verifier`), and in the program
//! `fieldpost-verifier`, which reads files framed by [`frames`] from its standard input and writes [`Examined`] as JSON.

mod examine;
pub mod frames;
pub mod proofs;

pub use examine::{Examined, Finding, Given, Kind, Verdict, examine};
