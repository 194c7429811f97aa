//! The sections of a rulebook by number, and the table of its page against code and tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A rulebook and where its code and tests are. Sections that the text numbers twice are `2.2A` and `2.2B`.
pub struct Book {
    /// Its page from the top of the repository: `docs/rulesets/ID.md`.
    pub page: &'static str,
    /// The folder of its rule tests in the package of its tests, which lies in the rulebook's.
    pub tests: &'static str,
    /// Every numbered section.
    pub sections: &'static [&'static str],
    /// Those that say nothing by themselves, introductions and heads of others: no test is named after them.
    pub heads: &'static [&'static str],
    /// Those of them that need no row in the table either.
    pub without_row: &'static [&'static str],
    /// How many rulings the pack's README has.
    pub rulings: usize,
    /// Those of them that have neither row nor test of their own yet.
    pub rulings_left: &'static [usize],
    /// Whether each section and each ruling has a test that is named after it, not only one that its row names.
    pub named: bool,
}

/// A row of the table: what it is about, code files, test names.
struct Row {
    head: String,
    code: Vec<String>,
    tests: Vec<String>,
}

impl Book {
    /// Panics unless the table says what there is: a row for each section and ruling, files and tests that exist, no test left out,
    /// and in the code no section that is not in the rulebook.
    pub fn check(&self) {
        self.rows_are_complete();
        self.files_and_tests_exist();
        self.tests_stand_in_the_table();
        if self.named {
            self.tests_are_named_after_sections();
        }
        self.code_cites_sections();
    }

    /// The text of its page.
    pub fn page_text(&self) -> String {
        read(&root().join(self.page))
    }

    fn code() -> PathBuf {
        package().join("../src")
    }

    /// The names of the tests of its folder.
    fn tests(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for file in rust_files(&package().join(self.tests)) {
            for after in read(&file).split("#[test]\nfn ").skip(1) {
                names.insert(after.split('(').next().unwrap_or_default().to_owned());
            }
        }
        names
    }

    fn rows(&self) -> Vec<Row> {
        let text = self.page_text();
        let numbered =
            |l: &&str| l.starts_with("| §") || l.strip_prefix("| ruling ").is_some_and(|n| !n.starts_with('|'));
        let row = |line: &str| {
            let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
            let [head, _, code, tests] = cells.as_slice() else { panic!("four cells expected: {line}") };
            Row { head: (*head).to_owned(), code: ticked(code), tests: ticked(tests) }
        };
        text.lines().filter(numbered).map(row).collect()
    }

    /// The rulings that have rows and tests.
    fn settled(&self) -> impl Iterator<Item = usize> {
        (1..=self.rulings).filter(|n| !self.rulings_left.contains(n))
    }

    fn rows_are_complete(&self) {
        let heads: Vec<String> = self.rows().into_iter().map(|r| r.head).collect();
        let sections = self.sections.iter().filter(|s| !self.without_row.contains(s)).map(|s| format!("§{s}"));
        let expected: Vec<String> = sections.chain(self.settled().map(|n| format!("ruling {n}"))).collect();
        for head in &expected {
            assert_eq!(heads.iter().filter(|h| *h == head).count(), 1, "{}: rows for {head}", self.page);
        }
        assert_eq!(heads.len(), expected.len(), "{}: rows for sections or rulings that do not exist", self.page);
    }

    fn files_and_tests_exist(&self) {
        let tests = self.tests();
        for row in self.rows() {
            assert!(!row.tests.is_empty(), "{}: no test", row.head);
            for file in &row.code {
                let path = if file.contains('/') { root().join(file) } else { Self::code().join(file) };
                assert!(path.is_file(), "{}: no file {file}", row.head);
            }
            for pattern in &row.tests {
                assert!(tests.iter().any(|t| fits(pattern, t)), "{}: no test {pattern}", row.head);
            }
        }
    }

    /// A test named after a section or ruling (`s7_51_…`, `r12_…`) stands in a row, and names one that there is.
    fn tests_stand_in_the_table(&self) {
        let patterns: Vec<String> = self.rows().into_iter().flat_map(|r| r.tests).collect();
        let known: Vec<String> = self.beginnings(self.sections).collect();
        for test in self.tests() {
            let numbered =
                |kind: char| test.strip_prefix(kind).is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit()));
            let left = self.rulings_left.iter().any(|n| is_named(&test, &format!("r{n}")));
            if numbered('s') || (numbered('r') && !left) {
                assert!(patterns.iter().any(|p| fits(p, &test)), "{test} is in no row");
            }
            if numbered('s') {
                assert!(known.iter().any(|b| is_named(&test, b)), "{test} names no section");
            }
        }
    }

    fn tests_are_named_after_sections(&self) {
        let tests = self.tests();
        let sections: Vec<&str> = self.sections.iter().filter(|s| !self.heads.contains(s)).copied().collect();
        let rulings = self.settled().map(|n| format!("r{n}"));
        let missing: Vec<String> = self
            .beginnings(&sections)
            .chain(rulings)
            .filter(|beginning| !tests.iter().any(|t| is_named(t, beginning)))
            .collect();
        assert!(missing.is_empty(), "{}: no test begins with {missing:?}", self.page);
    }

    /// How the tests of these sections begin: `s7_4_1` for §7.4.1, `s8_5_5a` for §8.5.5A, `s4_` for a chapter, §4.0, wherever in it.
    fn beginnings(&self, sections: &[&str]) -> impl Iterator<Item = String> + use<> {
        let whole = |section: &&str| {
            let words = section.to_lowercase().replace(['.', ' '], "_");
            match words.strip_suffix("_0") {
                Some(chapter) => format!("s{chapter}_"),
                None => format!("s{words}"),
            }
        };
        sections.iter().map(whole).collect::<Vec<_>>().into_iter()
    }

    fn is_section(&self, number: &str) -> bool {
        let plain = |s: &str| s.trim_end_matches(['A', 'B']).to_owned();
        self.sections.iter().any(|s| *s == number || plain(s) == plain(number))
    }

    fn code_cites_sections(&self) {
        for file in rust_files(&Self::code()) {
            let text = read(&file);
            // `§7.51` in comments and prose; `§7` stands for `§7.0`.
            for (at, _) in text.match_indices('§') {
                if text[..at].ends_with("TRUST ") || text[..at].ends_with("DESIGN ") {
                    continue;
                }
                let cited = |c: &char| c.is_ascii_digit() || matches!(c, '.' | 'A' | 'B');
                let number: String = text[at + '§'.len_utf8()..].chars().take_while(cited).collect();
                let number = number.trim_end_matches('.');
                let whole = if number.contains('.') { number.to_owned() } else { format!("{number}.0") };
                assert!(self.is_section(&whole), "{}: §{number}", file.display());
            }
            // "7.51" as a text of its own: refusals, choices, lines of the chronicle.
            for text in text.split('"').skip(1).step_by(2) {
                let digits = |part: &str| (1..3).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_digit());
                let number = text.contains('.') && text.split('.').all(digits);
                assert!(!number || self.is_section(text), "{}: \"{text}\"", file.display());
            }
        }
    }
}

/// The folder of the package of the rulebook's tests.
fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The top of the repository.
fn root() -> &'static Path {
    package().ancestors().find(|folder| folder.join("Cargo.lock").is_file()).expect("the workspace")
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

fn ticked(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// `s7_4_*` stands for every test that begins so.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == pattern,
    }
}

/// Whether a test is named after a section, and not after one with a longer number: `s22_13_and_r12_...` is after §22.13 and ruling 12.
fn is_named(test: &str, number: &str) -> bool {
    test.match_indices(number).any(|(at, _)| {
        let rest = &test[at + number.len()..];
        let begins = at == 0 || test[..at].ends_with('_');
        begins && (rest.is_empty() || rest.starts_with('_') || number.ends_with('_'))
    })
}
