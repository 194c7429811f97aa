//! Two games that differ only in what somebody may not know are one to them, over the whole service: two real ones with the same accounts,
//! keys and game, in which the other side does something else unseen.

mod blank;
mod in_step;
mod shown;
mod times;
mod worlds;

/// What takes messages in: the program of these tests' own build.
const PROGRAM: &str = env!("CARGO_BIN_EXE_service");
