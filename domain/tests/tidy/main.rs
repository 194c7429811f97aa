//! What keeps the house in order: arrows between floors point down, no files import one another in a circle, no file is too long to
//! read, and words that say nothing do not come back. Each test reads the sources and names all faults at once, with what to do.

mod modules;
mod secrets;

use modules::{Crate, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The floors of `domain/core`, the lowest first. A floor imports from those before it.
const FLOORS: [&str; 7] = ["words", "clock", "log", "dice", "board", "referee", "kit"];

/// No file is longer than that: whoever mends it has to read it.
const MOST_LINES: usize = 600;

/// Words that said nothing, and what is said instead.
const WORDS: [(&str, &str); 13] = [
    ("Affair", "CombatResolution"),
    ("Bar", "RuleBreak"),
    ("Bearing", "QuestionContext"),
    ("Clerk", "Resolver"),
    ("Erased", "AnyRuleset"),
    ("erase", "any_ruleset"),
    ("Held", "PositionOf"),
    ("Keen", "NeverAsk"),
    ("LastSpots", "Latest"),
    ("Scribe", "FactBuffer"),
    ("Told", "CircumstanceValue"),
    ("bearings", "contexts"),
    ("beats", "sub_turns"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn crates() -> Vec<Crate> {
    let mut crates = vec![Crate::read(&root(), "domain/core/src")];
    let rulesets = std::fs::read_dir(root().join("domain/rulesets")).expect("the rulebooks");
    let mut names: Vec<String> =
        rulesets.flatten().map(|e| e.file_name().into_string().expect("a plain name")).collect();
    names.sort();
    crates.extend(names.iter().map(|name| Crate::read(&root(), &format!("domain/rulesets/{name}/src"))));
    crates.push(Crate::read(&root(), "domain/example/src"));
    assert!(crates.len() > 3 && crates.iter().all(|c| !c.files.is_empty()), "the sources are found");
    crates
}

fn none_of(faults: &BTreeSet<String>, what_to_do: &str) {
    let mut text = String::new();
    for fault in faults {
        writeln!(text, "  {fault}").expect("text grows");
    }
    assert!(faults.is_empty(), "{} to mend. {what_to_do}\n{text}", faults.len());
}

#[test]
fn arrows_between_floors_point_down() {
    let core = &crates()[0];
    let mut faults = BTreeSet::new();
    let floor = |file: &str| FLOORS.iter().position(|f| file.split('/').next() == Some(*f));
    for (from, to) in core.edges() {
        match (floor(&from), floor(&to)) {
            (Some(above), Some(below)) if below <= above => {}
            (Some(_), Some(_)) => drop(faults.insert(format!("{from} imports from {to}"))),
            _ if from == "lib.rs" => {}
            _ => drop(faults.insert(format!("{from} or {to} is on no floor"))),
        }
    }
    none_of(&faults, "Move what both need down to the lower floor, or ask for it as an argument.");
}

#[test]
fn no_files_import_one_another_in_a_circle() {
    let mut faults = BTreeSet::new();
    for krate in crates() {
        faults.extend(krate.circles().iter().map(|circle| format!("{}: {}", krate.folder, circle.join(" "))));
    }
    none_of(&faults, "Move what both need into a file of its own below them.");
}

#[test]
fn no_source_file_is_too_long_to_read() {
    let mut faults = BTreeSet::new();
    for file in sources(&root(), &["app", "domain", "tests"]) {
        let lines = std::fs::read_to_string(root().join(&file)).expect("a text file").lines().count();
        if lines > MOST_LINES {
            faults.insert(format!("{file}: {lines} lines"));
        }
    }
    none_of(&faults, "Part it where its subjects part; no file is longer than 600 lines.");
}

#[test]
fn words_that_say_nothing_do_not_come_back() {
    let mut faults = BTreeSet::new();
    let instead: BTreeMap<&str, &str> = WORDS.into_iter().collect();
    for file in sources(&root(), &["domain"]) {
        let text = std::fs::read_to_string(root().join(&file)).expect("a text file");
        // What logs, pages and players write keeps its name.
        let lines = (1..).zip(modules::without_comments(&text).lines().map(str::to_owned).collect::<Vec<_>>());
        for (line, text) in lines.filter(|(_, text)| !text.contains("serde(rename")) {
            for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                if let Some(instead) = instead.get(word).filter(|_| !file.ends_with("tidy/main.rs")) {
                    faults.insert(format!("{file}:{line}: {word} is called {instead}"));
                }
            }
        }
    }
    none_of(&faults, "Say what it is.");
}
