//! Queued orders through the service: a player who is absent, by pages and by letters alone, and what is refused.

mod letters;
mod pages;

use domain::referee::Registry;

/// What takes messages in: the program of these tests' own build.
const PROGRAM: &str = env!("CARGO_BIN_EXE_service");

/// What somebody queues who is away to the end of the game.
const AWAY: &str = "until turn >= 9: try declare hold\nuntil turn >= 9: try done";

/// The rulebook of the tests, whose games are logged in the second format.
fn registry() -> Registry {
    Registry::new(vec![fog_ruleset::any_ruleset()])
}
