//! The sections of the rulebook, and the table of `domain/example/README.md`.

use crate::shared::sections::Book;

#[test]
fn the_table_of_sections_is_right() {
    Book {
        page: "domain/example/README.md",
        tests: "rules",
        sections: &["1.0", "2.0", "3.0", "4.0", "5.0"],
        heads: &[],
        without_row: &[],
        rulings: 0,
        rulings_left: &[],
        named: true,
    }
    .check();
}
