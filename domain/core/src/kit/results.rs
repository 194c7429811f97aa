//! Results tables: columns for the values of a sum, rows for who attacks, and the odds of every cell.

use crate::referee::{Chart, Odds, PackError};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a cell says.
pub trait Cell: Sized {
    /// Reads the codes printed in it.
    ///
    /// # Errors
    /// [`PackError`] for a code that is none.
    fn read(codes: &[String]) -> Result<Self, PackError>;

    /// As printed.
    fn text(&self) -> &str;
}

/// A table as its file writes it.
#[derive(Deserialize)]
pub struct TableText {
    name: String,
    columns: Vec<Column>,
    rows: BTreeMap<String, Vec<Vec<String>>>,
}

#[derive(Deserialize)]
struct Column {
    /// The highest value of the column; none for the last.
    to: Option<i32>,
    label: String,
}

/// A table with a sum across.
#[derive(Clone, Debug)]
pub struct ResultsTable<C> {
    /// Its printed name.
    pub name: String,
    /// Column heads.
    pub heads: Vec<String>,
    /// The highest value of each column but the last.
    tops: Vec<i32>,
    /// Rows by name.
    pub rows: BTreeMap<String, Vec<C>>,
}

impl<C: Cell> ResultsTable<C> {
    /// Takes a table of a file, which must have these rows.
    ///
    /// # Errors
    /// [`PackError`] for columns that do not follow one another, rows missing or not filled, and cells that cannot be read.
    pub fn read(file: &'static str, text: TableText, rows: &[&str]) -> Result<Self, PackError> {
        let wrong = |why: &str| PackError::new(file, format!("{}: {why}", text.name));
        let Some((last, firsts)) = text.columns.split_last() else { return Err(wrong("no columns")) };
        let tops: Vec<i32> = firsts.iter().filter_map(|c| c.to).collect();
        if tops.len() != firsts.len() || last.to.is_some() || !tops.is_sorted() {
            return Err(wrong("the columns do not follow one another"));
        }
        let mut read = BTreeMap::new();
        for (name, cells) in &text.rows {
            if cells.len() != text.columns.len() {
                return Err(wrong("a row does not fill its columns"));
            }
            read.insert(name.clone(), cells.iter().map(|c| C::read(c)).collect::<Result<Vec<_>, _>>()?);
        }
        if rows.iter().any(|r| !read.contains_key(*r)) {
            return Err(wrong("a row is missing"));
        }
        let heads = text.columns.iter().map(|c| c.label.clone()).collect();
        Ok(ResultsTable { name: text.name, heads, tops, rows: read })
    }

    /// The table as a chart, with these of its rows.
    pub fn chart(&self, section: &'static str, rows: &[&str], notes: &[&str]) -> Chart {
        let heads = self.heads.iter().map(|h| h.replace('-', "−"));
        let head: Vec<String> = std::iter::once("Attacker".to_owned()).chain(heads).collect();
        let row = |name: &&str| {
            let printed = self.rows.get(*name).into_iter().flatten().map(|c| c.text().to_owned());
            std::iter::once((*name).to_owned()).chain(printed).collect()
        };
        Chart { head, ..Chart::new(&self.name, section, &[], rows.iter().map(row).collect(), notes) }
    }

    /// The cell of a row at a value. The row must be one of those that [`ResultsTable::read`] was asked for.
    pub fn cell(&self, row: &str, value: i32) -> &C {
        let column = self.tops.iter().position(|top| value <= *top).unwrap_or(self.tops.len());
        &self.rows[row][column]
    }
}

/// The totals of so many six-sided dice, `N` of them, the highest first, each with the rolls that bring it.
const fn totals<const N: usize>(dice: i32) -> [(i32, u32); N] {
    let mut rolls = [(0, 0); N];
    let mut of_fewer = [0_u32; N];
    of_fewer[0] = 1;
    let mut thrown = 0;
    while thrown < dice {
        let mut next = [0_u32; N];
        let mut total = 0;
        while total < N {
            let mut face = 0;
            while face < 6 && face <= total {
                next[total] += of_fewer[total - face];
                face += 1;
            }
            total += 1;
        }
        of_fewer = next;
        thrown += 1;
    }
    let mut i = 0;
    while i < N {
        rolls[i] = (6 * dice - i as i32, of_fewer[N - 1 - i]);
        i += 1;
    }
    rolls
}

static ONE: [(i32, u32); 6] = totals(1);
static TWO: [(i32, u32); 11] = totals(2);
static THREE: [(i32, u32); 16] = totals(3);

/// The totals of one, two or three six-sided dice, the highest first, each with the rolls that bring it.
pub fn rolls(dice: u8) -> &'static [(i32, u32)] {
    match dice {
        0 | 1 => &ONE,
        2 => &TWO,
        _ => &THREE,
    }
}

/// Adds up the rolls that bring the same cell, in the order in which the cells first come.
pub fn gather<'c, C: Cell>(cells: impl Iterator<Item = (&'c C, u32)>) -> Vec<(&'c C, u32)> {
    let mut all: Vec<(&C, u32)> = Vec::new();
    for (cell, ways) in cells {
        match all.iter_mut().find(|(c, _)| c.text() == cell.text()) {
            Some(found) => found.1 += ways,
            None => all.push((cell, ways)),
        }
    }
    all
}

/// The chances of gathered cells, for the menu.
pub fn odds<C: Cell>(cells: &[(&C, u32)]) -> Vec<Odds> {
    let of = cells.iter().map(|c| c.1).sum();
    cells.iter().map(|(cell, ways)| Odds::new(cell.text(), *ways, of)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_totals_of_dice_come_with_the_rolls_that_bring_them() {
        assert_eq!(rolls(1), [(6, 1), (5, 1), (4, 1), (3, 1), (2, 1), (1, 1)]);
        let two = rolls(2);
        assert_eq!((two.first(), two.get(5), two.last()), (Some(&(12, 1)), Some(&(7, 6)), Some(&(2, 1))));
        assert_eq!(rolls(3).iter().map(|r| r.1).sum::<u32>(), 216);
    }
}
