//! The referee from outside: games on the log, verification, dice, canonical bytes; all with a ruleset made for the tests, so that
//! nothing here depends on a rulebook.

mod affairs;
mod bytes;
mod dice;
mod finality;
#[path = "../shared/forger.rs"]
mod forger;
mod game;
mod hands;
mod judged;
mod lessons;
mod lines;
mod python;
mod revision;
mod sandbox;
mod sealed;
mod second;
mod simulate;
mod standard;
mod standing;
mod tamper;
mod time;
mod told;
mod toy;
mod worked;
