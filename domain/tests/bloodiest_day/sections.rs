//! The sections of the rulebook by number, and the table of `docs/rulesets/bloodiest-day.md` against code and tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every numbered section; of those that the text numbers twice, A is the first and B the second.
const SECTIONS: [&str; 108] = [
    "1.0",
    "1.1",
    "1.2",
    "1.2.1",
    "1.2.2",
    "1.2.3",
    "1.2.4",
    "1.3",
    "1.4",
    "2.0",
    "2.1",
    "2.2A",
    "2.2.1A",
    "2.2.2A",
    "2.2.3A",
    "2.2.4A",
    "2.2B",
    "2.2.1B",
    "2.2.2B",
    "2.2.3B",
    "3.0",
    "4.0",
    "4.1",
    "4.2",
    "4.3",
    "4.4",
    "4.5",
    "5.0",
    "5.1",
    "5.2",
    "5.3A",
    "5.3B",
    "5.3.1",
    "5.3.2",
    "5.3.3",
    "5.4",
    "6.0",
    "6.1",
    "6.2",
    "6.3",
    "7.0",
    "7.1",
    "7.11",
    "7.2",
    "7.2.1",
    "7.2.2",
    "7.3",
    "7.3.1",
    "7.3.2",
    "7.3.3",
    "7.4",
    "7.4.1",
    "7.4.2",
    "7.4.3",
    "7.5",
    "7.5.1",
    "7.5.2",
    "7.5.3",
    "7.5.4",
    "7.5.5",
    "7.6",
    "7.7",
    "7.7.1",
    "7.7.2",
    "8.0",
    "8.1",
    "8.2",
    "8.3",
    "8.3.1",
    "8.3.2",
    "8.3.3",
    "8.3.4",
    "8.4",
    "8.4.1",
    "8.4.2",
    "8.5",
    "8.5.4",
    "8.5.5A",
    "8.5.5B",
    "8.5.6",
    "8.5.7",
    "8.5 Special Terrain",
    "8.6",
    "8.6.1",
    "8.6.2",
    "8.6.3",
    "8.6.4",
    "8.6.5",
    "8.6.6",
    "8.7",
    "8.7.1",
    "8.7.2",
    "8.7.3",
    "8.7.4",
    "9.0",
    "9.1",
    "9.2",
    "9.3",
    "10.0",
    "10.1",
    "10.2A",
    "10.2B",
    "11.0",
    "11.1",
    "11.2",
    "11.2.1",
    "11.2.2",
    "12.0",
];

/// Rulings of the pack's README, numbered from 1.
const RULINGS: usize = 64;

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
    for file in rust_files(&root().join("domain/tests/bloodiest_day")) {
        let text = read(&file);
        for after in text.split("#[test]\nfn ").skip(1) {
            names.insert(after.split('(').next().unwrap_or_default().to_owned());
        }
    }
    names
}

/// A row of the tables: what it is about, code files, test names.
struct Row {
    head: String,
    code: Vec<String>,
    tests: Vec<String>,
}

fn ticked(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rows() -> Vec<Row> {
    let text = read(&root().join("docs/rulesets/bloodiest-day.md"));
    let numbered = |l: &&str| l.starts_with("| §") || l.strip_prefix("| ruling ").is_some_and(|n| !n.starts_with('|'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [head, _, code, tests] = cells.as_slice() else { panic!("four cells expected: {line}") };
        Row { head: (*head).to_owned(), code: ticked(code), tests: ticked(tests) }
    };
    text.lines().filter(numbered).map(row).collect()
}

/// `s7_4_*` stands for every test that begins so.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == pattern,
    }
}

/// How the tests of a section begin: `s7_4_1_` for §7.4.1, `s8_5_5a_` for §8.5.5A, `s4_` for the head of a chapter.
fn beginning(section: &str) -> String {
    let words = section.to_lowercase().replace(['.', ' '], "_");
    match words.strip_suffix("_0") {
        // The head of a chapter that has no section of its own is asked about wherever its sections are.
        Some(chapter) if SECTIONS.contains(&format!("{chapter}.1").as_str()) => format!("s{chapter}_"),
        _ => format!("s{words}"),
    }
}

/// Sections that head others and say nothing themselves.
const HEADS: [&str; 3] = ["2.2A", "2.2B", "5.3B"];

fn is_section(number: &str) -> bool {
    let plain = |s: &str| s.trim_end_matches(['A', 'B']).to_owned();
    SECTIONS.iter().any(|s| *s == number || plain(s) == plain(number))
}

#[test]
fn the_table_has_a_row_for_every_section_and_ruling() {
    let heads: Vec<String> = rows().into_iter().map(|r| r.head).collect();
    let sections = SECTIONS.iter().map(|s| format!("§{s}"));
    let rulings = (1..=RULINGS).map(|n| format!("ruling {n}"));
    for expected in sections.chain(rulings) {
        assert_eq!(heads.iter().filter(|h| **h == expected).count(), 1, "rows for {expected}");
    }
    assert_eq!(heads.len(), SECTIONS.len() + RULINGS, "rows for sections or rulings that do not exist");
}

#[test]
fn every_section_and_ruling_has_a_test_named_after_it() {
    let tests = tests();
    let sections = SECTIONS.iter().filter(|s| !HEADS.contains(s)).map(|s| beginning(s));
    let missing: Vec<String> = sections
        .chain((1..=RULINGS).map(|n| format!("r{n}_")))
        .filter(|begins| {
            let whole = |rest: &str| rest.is_empty() || rest.starts_with('_') || begins.ends_with('_');
            let next = |t: &String| t.strip_prefix(begins.as_str()).is_some_and(whole);
            !tests.iter().any(next)
        })
        .collect();
    assert!(missing.is_empty(), "no test begins with {missing:?}");
}

#[test]
fn the_files_and_tests_it_names_exist() {
    let tests = tests();
    for row in rows() {
        assert!(!row.tests.is_empty() && !row.code.is_empty(), "{}: no test or no code", row.head);
        for file in &row.code {
            let path = root().join("domain/src/rulesets/bloodiest_day").join(file);
            assert!(path.is_file(), "{}: no file {file}", row.head);
        }
        for pattern in &row.tests {
            assert!(tests.iter().any(|t| fits(pattern, t)), "{}: no test {pattern}", row.head);
        }
    }
}

#[test]
fn every_test_of_a_section_or_ruling_stands_in_the_table() {
    let patterns: Vec<String> = rows().into_iter().flat_map(|r| r.tests).collect();
    for test in tests() {
        let numbered =
            |kind: char| test.strip_prefix(kind).is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit()));
        if numbered('s') || numbered('r') {
            assert!(patterns.iter().any(|p| fits(p, &test)), "{test} is in no row");
        }
    }
}

#[test]
fn the_code_cites_sections_that_exist() {
    for file in rust_files(&root().join("domain/src/rulesets/bloodiest_day")) {
        let text = read(&file);
        // `§7.5.1` in comments and prose; `§7` stands for `§7.0`.
        for (at, _) in text.match_indices('§') {
            let cited = |c: &char| c.is_ascii_digit() || *c == '.' || *c == 'A' || *c == 'B';
            let number: String = text[at + '§'.len_utf8()..].chars().take_while(cited).collect();
            let number = number.trim_end_matches('.');
            let whole = if number.contains('.') { number.to_owned() } else { format!("{number}.0") };
            assert!(is_section(&whole), "{}: §{number}", file.display());
        }
        // "7.5.1" as a text of its own: refusals, choices, lines of the chronicle.
        for text in text.split('"').skip(1).step_by(2) {
            let number = text.contains('.')
                && text.split('.').all(|part| (1..3).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_digit()));
            assert!(!number || is_section(text), "{}: \"{text}\"", file.display());
        }
    }
}
