//! The sections of the rulebook by number, and the table of `docs/rulesets/gaines-mill.md` against code and tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every numbered section.
const SECTIONS: [&str; 72] = [
    "1.0", "2.0", "2.1", "2.2", "2.21", "2.22", "2.23", "2.3", "2.4", "3.0", "4.0", "5.0", "5.1", "5.11", "5.12",
    "5.13", "5.2", "5.3", "6.0", "6.1", "6.2", "6.3", "6.4", "6.41", "6.42", "6.43", "6.44", "6.45", "6.5", "6.6",
    "6.7", "6.8", "7.0", "7.1", "7.2", "7.21", "7.22", "7.23", "7.24", "7.3", "7.4", "7.5", "7.51", "7.52", "7.6",
    "7.61", "7.62", "7.63", "7.64", "7.7", "8.0", "8.1", "8.2", "8.3", "9.0", "10.0", "11.0", "12.0", "12.1", "12.2",
    "12.3", "12.4", "13.0", "13.1", "13.2", "14.0", "15.0", "16.0", "17.0", "17.1", "17.2", "17.3",
];

/// Rulings of the pack's README, numbered from 1.
const RULINGS: usize = 50;

/// Whether the rulebook has a section of this number.
pub fn is_section(number: &str) -> bool {
    SECTIONS.contains(&number)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The names of the tests of this folder.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in rust_files(&root().join("domain/tests/gaines_mill_rules")) {
        let text = read(&file);
        for after in text.split("#[test]\nfn ").skip(1) {
            names.insert(after.split('(').next().unwrap_or_default().to_owned());
        }
    }
    names
}

/// A row of the table: what it is about, code files, test names.
struct Row {
    head: String,
    code: Vec<String>,
    tests: Vec<String>,
}

fn ticked(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rows() -> Vec<Row> {
    let text = read(&root().join("docs/rulesets/gaines-mill.md"));
    let mut rows = Vec::new();
    let numbered = |l: &&str| l.starts_with("| §") || l.strip_prefix("| ruling ").is_some_and(|n| !n.starts_with('|'));
    for line in text.lines().filter(numbered) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [head, _, code, tests] = cells.as_slice() else { panic!("four cells expected: {line}") };
        rows.push(Row { head: (*head).to_owned(), code: ticked(code), tests: ticked(tests) });
    }
    rows
}

/// `s6_41_*` stands for every test that begins so.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == pattern,
    }
}

#[test]
fn the_table_has_a_row_for_every_section_and_ruling() {
    let heads: Vec<String> = rows().into_iter().map(|r| r.head).collect();
    let sections = SECTIONS.iter().filter(|s| !s.starts_with("1.0")).map(|s| format!("§{s}"));
    let rulings = (1..=RULINGS).map(|n| format!("ruling {n}"));
    for expected in sections.chain(rulings) {
        assert_eq!(heads.iter().filter(|h| **h == expected).count(), 1, "rows for {expected}");
    }
    assert_eq!(heads.len(), SECTIONS.len() - 1 + RULINGS, "rows for sections or rulings that do not exist");
}

#[test]
fn the_files_and_tests_it_names_exist() {
    let tests = tests();
    for row in rows() {
        assert!(!row.tests.is_empty(), "{}: no test", row.head);
        for file in &row.code {
            let path = match file.contains('/') {
                true => root().join(file),
                false => root().join("domain/src/rulesets/gaines_mill").join(file),
            };
            assert!(path.is_file(), "{}: no file {file}", row.head);
        }
        for pattern in &row.tests {
            assert!(tests.iter().any(|t| fits(pattern, t)), "{}: no test {pattern}", row.head);
        }
    }
}

#[test]
fn every_test_of_a_section_stands_in_the_table() {
    let patterns: Vec<String> = rows().into_iter().flat_map(|r| r.tests).collect();
    for test in tests().iter().filter(|t| t.starts_with('s') && t[1..].starts_with(|c: char| c.is_ascii_digit())) {
        assert!(patterns.iter().any(|p| fits(p, test)), "{test} is in no row");
        // Its name begins with a section: s7_51_…
        let digits: Vec<&str> = test[1..].split('_').take_while(|w| w.bytes().all(|b| b.is_ascii_digit())).collect();
        assert!(digits.len() >= 2 && is_section(&format!("{}.{}", digits[0], digits[1])), "{test} names no section");
    }
}

#[test]
fn the_code_cites_sections_that_exist() {
    let mut cited = BTreeSet::new();
    for file in rust_files(&root().join("domain/src/rulesets/gaines_mill")) {
        let text = read(&file);
        // `§7.51` in comments and prose; `§13` stands for `§13.0`.
        for (at, _) in text.match_indices('§') {
            if text[..at].ends_with("TRUST ") || text[..at].ends_with("DESIGN ") {
                continue;
            }
            let number: String =
                text[at + '§'.len_utf8()..].chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
            let number = number.trim_end_matches('.');
            let whole = if number.contains('.') { number.to_owned() } else { format!("{number}.0") };
            assert!(is_section(&whole), "{}: §{number}", file.display());
            cited.insert(whole);
        }
        // "7.51" as a text of its own: refusals, choices, lines of the chronicle.
        for text in text.split('"').skip(1).step_by(2) {
            let number = text.split_once('.').is_some_and(|(a, b)| {
                !a.is_empty()
                    && !b.is_empty()
                    && a.len() < 3
                    && b.len() < 3
                    && (a.to_owned() + b).bytes().all(|c| c.is_ascii_digit())
            });
            assert!(!number || is_section(text), "{}: \"{text}\"", file.display());
        }
    }
    let missing: Vec<&str> = SECTIONS.into_iter().filter(|s| !cited.contains(*s)).collect();
    println!("sections that no comment cites: {missing:?}");
}
