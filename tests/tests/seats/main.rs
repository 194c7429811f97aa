//! Games with several seats a side through the service: by pages, and by letters alone.

mod brigades;
mod corps;
mod letters;
mod pages;

use domain::dice::BotRng;
use domain::log::import;
use domain::referee::Registry;

/// What takes messages in: the program of these tests' own build.
const PROGRAM: &str = env!("CARGO_BIN_EXE_service");

/// The rulebook of several seats a side, which nobody plays outside of tests.
fn registry() -> Registry {
    Registry::new(vec![fog_ruleset::any_ruleset()])
}

/// An order of a menu: the last step of the phase now and then, so that the game comes to its end.
fn pick(rng: &mut BotRng, menu: &[String]) -> String {
    let ends = |line: &&String| matches!(line.as_str(), "done" | "ready");
    let end = menu.iter().find(ends).filter(|_| rng.pick(&[true, false, false]) == Some(&true));
    end.or_else(|| rng.pick(menu)).expect("whoever is asked has an order").clone()
}

/// The private entries of a download: audience, record after which they were made, and body.
fn entries(log: &str) -> Vec<([u8; 2], u64, String)> {
    let export = import(log).expect("a download is a log");
    export.entries.iter().map(|e| (e.audience.bytes(), e.after, e.body.to_string())).collect()
}
