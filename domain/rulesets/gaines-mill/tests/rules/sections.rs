//! The sections of the rulebook by number, and the table of `docs/rulesets/gaines-mill.md` against code and tests.

use crate::book::Book;

/// Every numbered section.
const SECTIONS: [&str; 72] = [
    "1.0", "2.0", "2.1", "2.2", "2.21", "2.22", "2.23", "2.3", "2.4", "3.0", "4.0", "5.0", "5.1", "5.11", "5.12",
    "5.13", "5.2", "5.3", "6.0", "6.1", "6.2", "6.3", "6.4", "6.41", "6.42", "6.43", "6.44", "6.45", "6.5", "6.6",
    "6.7", "6.8", "7.0", "7.1", "7.2", "7.21", "7.22", "7.23", "7.24", "7.3", "7.4", "7.5", "7.51", "7.52", "7.6",
    "7.61", "7.62", "7.63", "7.64", "7.7", "8.0", "8.1", "8.2", "8.3", "9.0", "10.0", "11.0", "12.0", "12.1", "12.2",
    "12.3", "12.4", "13.0", "13.1", "13.2", "14.0", "15.0", "16.0", "17.0", "17.1", "17.2", "17.3",
];

/// Whether the rulebook has a section of this number.
pub fn is_section(number: &str) -> bool {
    SECTIONS.contains(&number)
}

#[test]
fn the_table_of_sections_and_rulings_is_right() {
    let book = Book {
        page: "docs/rulesets/gaines-mill.md",
        tests: "rules",
        sections: &SECTIONS,
        heads: &["1.0"],
        without_row: &["1.0"],
        rulings: 51,
        rulings_left: &[],
        named: false,
    };
    book.check();
}
