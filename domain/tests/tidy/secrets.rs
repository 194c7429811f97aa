//! The table of `docs/testing.md` that names, for each decision on private logs, the tests that try it; and who asks a game's positions.

use crate::modules::{sources, without_comments};
use crate::{none_of, root};
use std::collections::BTreeSet;

/// The decisions, in their order. Those with an attack have an exclamation mark.
const POINTS: &str = "1.1 1.2! 1.3! 1.4! 1.5 1.6 1.7 1.8! 1.9 2.1! 2.2! 2.3! 2.4 2.5 2.6 3.1 3.2 4.1! 4.2 4.3 4.4 5.1 5.2 5.3 5.4 6.1 6.2 7.1! \
                      7.2! 7.3 8.1 8.2! 8.3 9";

/// The names of all tests: functions directly below an attribute that says so.
fn tests() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for file in sources(&root(), &["app", "domain", "tests"]) {
        let text = std::fs::read_to_string(root().join(&file)).expect("a text file");
        let mut marked = false;
        for line in text.lines().map(str::trim) {
            let name = line.trim_start_matches("async ").strip_prefix("fn ").and_then(|l| l.split(['(', '<']).next());
            if let Some(name) = name.filter(|_| marked) {
                found.insert(name.to_owned());
            }
            marked = line.starts_with("#[") && (marked || line.contains("test"));
        }
    }
    found
}

#[test]
fn every_decision_on_private_logs_names_tests_that_exist() {
    let page = std::fs::read_to_string(root().join("docs/testing.md")).expect("the page");
    let (_, table) = page.split_once("## What tries the secrets").expect("the section");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .take_while(|l| !l.starts_with("## "))
        .filter(|l| l.starts_with("| ") && !l.starts_with("| |") && !l.starts_with("| ---"))
        .map(|l| l.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let points: Vec<String> = rows.iter().map(|row| row[0].replace(' ', "")).collect();
    assert_eq!(points, POINTS.split_whitespace().collect::<Vec<_>>(), "each decision has one row, in order");
    let tests = tests();
    assert!(tests.len() > 800, "{} tests are found", tests.len());
    let mut faults = BTreeSet::new();
    for row in &rows {
        let named: Vec<&str> = row[2].split('`').map(str::trim).filter(|t| !t.is_empty()).collect();
        if named.is_empty() && (row[0].contains('!') || !row[1].contains("comes with")) {
            faults.insert(format!("{}: no test", row[0]));
        }
        faults
            .extend(named.iter().filter(|t| !tests.contains(**t)).map(|t| format!("{}: there is no test {t}", row[0])));
    }
    none_of(&faults, "Name the test in docs/testing.md as the source does, or write it.");
}

/// Within a game only two functions make something to ask of a position: what a viewer knows, and the board of it for a seat.
#[test]
fn positions_are_asked_as_somebody_knows_them() {
    let folder = "domain/core/src/referee/game";
    let mut faults = BTreeSet::new();
    for file in sources(&root(), &[folder]) {
        let text = std::fs::read_to_string(root().join(&file)).expect("a text file");
        let mut within = "";
        for (line, code) in (1..).zip(without_comments(&text).lines()) {
            if let Some((_, name)) = code.split_once("fn ") {
                within = ["known_to(", "board_of("].into_iter().find(|f| name.starts_with(f)).unwrap_or_default();
            }
            if code.contains("Known::held") && (within.is_empty() || !file.ends_with("/game/mod.rs")) {
                faults.insert(format!("{file}:{line}"));
            }
        }
    }
    none_of(
        &faults,
        "Ask Game::known_to or Game::board_of, if need be of a game at other positions (Game::at_positions).",
    );
}
