//! Correspondence by real mail: letters out and answers in over SMTP.

mod answers;
mod bad_input;
mod clocks;
mod compound;
#[path = "../../../domain/tests/shared/forger.rs"]
mod forger;
mod register;
mod returned;
mod sealed;
mod seat_change;
mod whole_game;

/// What takes messages in: the program of these tests' own build.
const PROGRAM: &str = env!("CARGO_BIN_EXE_service");
