//! The sections of the rulebook, its numbered paragraphs and the pack's rulings against the table of `docs/rulesets/advanced-gettysburg.md` and the names of
//! the tests.
//!
//! A test is named after what it asks about: `s14_5_6_...` after §14.5.6, `r72_...` after ruling 72, and after two where it asks about two
//! (`s22_13_and_r12_...`). Every section has a row of the page's table, every paragraph and ruling a test, but for what [`DEFINITIONS`] lists with the
//! reason.

use crate::book::Book;

/// Sections, with the first and last of their numbered paragraphs behind what is written before these. Where paragraphs of a chapter would be called like its
/// sections they are `24.0.1`; §24.0 goes on after §24.4 with the numbers that the text cites, 5 to 8.
const SECTIONS: [(&str, &str, u8, u8); 98] = [
    ("1.0", "", 1, 0),
    ("2.0", "", 1, 0),
    ("2.1", "", 1, 0),
    ("2.11", "", 1, 0),
    ("2.12", "", 1, 0),
    ("2.2", "", 1, 0),
    ("2.3", "", 1, 0),
    ("2.4", "", 1, 0),
    ("3.0", "", 1, 0),
    ("4.0", "", 1, 0),
    ("5.0", "5.", 1, 6),
    ("6.0", "", 1, 0),
    ("6.1", "6.1.", 1, 6),
    ("6.2", "6.2.", 1, 7),
    ("7.0", "", 1, 0),
    ("7.1", "7.1.", 1, 4),
    ("7.2", "7.2.", 1, 2),
    ("8.0", "", 1, 0),
    ("9.0", "", 1, 0),
    ("10.0", "10.", 1, 3),
    ("11.0", "11.", 1, 11),
    ("12.0", "12.", 1, 2),
    ("13.0", "13.", 1, 10),
    ("14.0", "", 1, 0),
    ("14.1", "14.1.", 1, 4),
    ("14.2", "14.2.", 1, 5),
    ("14.3", "", 1, 0),
    ("14.4", "", 1, 0),
    ("14.5", "14.5.", 1, 6),
    ("15.0", "15.", 1, 8),
    ("16.0", "", 1, 0),
    ("16.1", "16.1.", 1, 2),
    ("16.2", "16.2.", 1, 3),
    ("16.3", "", 1, 0),
    ("17.0", "", 1, 0),
    ("17.1", "17.1.", 1, 8),
    ("17.2", "17.2.", 1, 11),
    ("17.3", "", 1, 0),
    ("18.0", "18.", 1, 7),
    ("19.0", "19.0.", 1, 2),
    ("19.1", "19.1.", 1, 3),
    ("19.2", "19.2.", 1, 4),
    ("19.3", "19.3.", 1, 2),
    ("19.4", "19.4.", 1, 2),
    ("20.0", "", 1, 0),
    ("20.1", "20.1.", 1, 3),
    ("20.2", "20.2.", 1, 2),
    ("20.3", "20.3.", 1, 6),
    ("20.4", "20.4.", 1, 3),
    ("21.0", "21.", 1, 8),
    ("22.0", "22.", 1, 15),
    ("23.0", "23.", 1, 4),
    ("24.0", "24.0.", 1, 4),
    ("24.0", "24.", 5, 8),
    ("24.1", "24.1.", 1, 2),
    ("24.2", "24.2.", 1, 4),
    ("24.3", "24.3.", 1, 8),
    ("24.4", "24.4.", 1, 6),
    ("25.0", "25.", 1, 4),
    ("26.0", "26.", 1, 5),
    ("27.0", "27.", 1, 4),
    ("28.0", "28.", 1, 3),
    ("29.0", "29.0.", 1, 3),
    ("29.1", "29.1.", 1, 7),
    ("29.2", "29.2.", 1, 3),
    ("29.3", "29.3.", 1, 3),
    ("29.4", "29.4.", 1, 5),
    ("30.0", "", 1, 0),
    ("30.1", "30.1.", 1, 2),
    ("30.2", "30.2.", 1, 4),
    ("31.0", "31.", 1, 7),
    ("32.0", "32.", 1, 4),
    ("33.0", "33.0.", 1, 2),
    ("33.1", "33.1.", 1, 5),
    ("33.2", "33.2.", 1, 2),
    ("33.3", "33.3.", 1, 5),
    ("34.0", "", 1, 0),
    ("34.1", "34.1.", 1, 10),
    ("34.2", "", 1, 0),
    ("34.21", "34.21.", 1, 10),
    ("34.3", "34.3.", 1, 9),
    ("35.0", "35.", 1, 4),
    ("36.0", "", 1, 0),
    ("37.0", "37.", 1, 4),
    ("0.0", "", 1, 0),
    ("0.1", "", 1, 0),
    ("0.2", "0.2.", 1, 5),
    ("0.3", "", 1, 0),
    ("0.4", "0.4.", 1, 2),
    ("0.5", "0.5.", 1, 4),
    ("0.6", "0.6.", 1, 7),
    ("0.7", "0.7.", 1, 3),
    ("0.8", "", 1, 0),
    ("0.9", "", 1, 0),
    ("0.10", "", 1, 0),
    ("0.11", "", 1, 0),
    ("0.12", "0.12.", 1, 8),
    ("0.13", "0.13.", 1, 5),
];

/// Sections and paragraphs that only define, and why no test is named after them.
const DEFINITIONS: &[(&str, &str)] = &[
    ("1.0", "an introduction"),
    ("2.0", "what is in the box"),
    ("2.1", "which counters are used: those of `units.csv`"),
    ("2.11", "what the counters stand for: `units.csv`"),
    ("2.12", "markers of the box; here the chain of a brigade is drawn"),
    ("2.2", "the map: that of the pack, which has tests of its own"),
    ("2.3", "the cards: those of the pack, likewise"),
    ("2.4", "the charts: those of the pack, likewise"),
    ("6.1.1", "the choice of a formation; what each asks for stands in §6.2 to §8.0"),
    ("6.1.6", "the shade of the end markers: ends are drawn darker"),
    ("6.2.2", "says that what follows is about each marker"),
    ("19.0.1", "refers to §6.2.4"),
];

/// Sections that say nothing beside their paragraphs, or are not there yet: they have no row.
const WITHOUT_ROW: &[&str] = &[
    "1.0", "2.0", "2.1", "2.11", "2.12", "2.2", "2.3", "2.4", "6.0", "7.0", "14.0", "16.0", "17.0", "30.0", "34.0",
    "34.2", "0.0",
];

/// All that can be cited: sections and paragraphs.
fn all() -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for (section, before, first, last) in SECTIONS {
        if !all.contains(&section) {
            all.push(section);
        }
        all.extend((first..=last).map(|n| &*format!("{before}{n}").leak()));
    }
    all
}

/// The rulebook with its page and tests.
fn book(all: &[&'static str]) -> Book {
    let paragraphs = all.iter().filter(|s| !SECTIONS.iter().any(|(section, ..)| section == *s));
    let heads = DEFINITIONS.iter().map(|(number, _)| *number).collect::<Vec<_>>();
    let without_row = paragraphs.copied().chain(WITHOUT_ROW.iter().copied()).collect::<Vec<_>>();
    Book {
        page: "docs/rulesets/advanced-gettysburg.md",
        tests: "rules",
        sections: all.to_vec().leak(),
        heads: heads.leak(),
        without_row: without_row.leak(),
        rulings: 91,
        rulings_left: &[],
        named: true,
    }
}

#[test]
fn the_table_of_sections_and_rulings_is_right() {
    let book = book(&all());
    book.check();
    let page = book.page_text();
    for (number, why) in DEFINITIONS {
        assert!(page.contains(&format!("| {number} | {why} |")), "{number} stands in no table");
    }
}
