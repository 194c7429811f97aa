//! Games of the second format: private logs, what each seat knows, orders of several seats at once.

mod at_once;
mod attacks;
mod brigades;
mod classes;
mod clocks;
mod compound;
mod contact;
mod ends;
mod forged;
#[path = "../shared/forger.rs"]
#[allow(dead_code, reason = "only what changes a body is needed of the mutations of the first format")]
mod forger;
mod golden;
#[path = "../verifiers/grammar.rs"]
#[allow(dead_code, reason = "only bodies are made of it here")]
mod grammar;
mod in_step;
mod large;
mod mutants;
#[path = "../verifiers/mutate.rs"]
#[allow(dead_code, reason = "as before")]
mod mutate;
mod played;
#[path = "../referee/python.rs"]
mod python;
mod queued;
mod restored;
mod secrets;
mod signals;
mod standing;
mod table;
mod takebacks;
mod tamper;
mod unseen;
#[path = "../shared/verdicts.rs"]
mod verdicts;
mod verify;
mod whole_games;
