//! What a ruleset says of itself: what it offers to play, its data files, its rules and charts for reading.

use crate::words::{DataFile, Section, Side};
use serde::Serialize;
use thiserror::Error;

/// A ruleset's card.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The stable id: `gaines-mill`. Lower case with hyphens.
    pub id: &'static str,
    /// The title as printed.
    pub title: &'static str,
    /// One line below the title: date, place, series.
    pub subtitle: &'static str,
    /// Counts up whenever `decide` changes its mind about any order. A running game moves up by a `revision/1`.
    pub revision: u32,
    /// A paragraph that tells a newcomer what the game is.
    pub blurb: &'static str,
    /// Said plainly on the ruleset's page: which components are reconstructed.
    pub reconstructed: &'static str,
    /// What can be played.
    pub scenarios: Vec<Scenario>,
    /// Every data file with its digest; pinned in the genesis record of each game.
    pub files: Vec<DataFile>,
    /// The rules in our own words, for the rules page.
    pub rules: Vec<Chapter>,
    /// Charts and the terrain key, for the charts page.
    pub charts: Vec<Chart>,
    /// The sequence of play of one turn, in order, for the bar that shows where we are.
    pub sequence: Vec<StepOfPlay>,
}

impl About {
    /// The scenario of that id.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id == id)
    }
}

/// One scenario.
#[derive(Clone, Debug, Serialize)]
pub struct Scenario {
    /// Stable id, lower case with hyphens.
    pub id: &'static str,
    /// Title in prose.
    pub title: &'static str,
    /// Length in words: "6 turns, about 40 letters".
    pub length: &'static str,
    /// The seats, in seat order.
    pub seats: Vec<SeatSpec>,
    /// Options that the players may agree on.
    pub options: Vec<OptionSpec>,
}

/// A seat of a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct SeatSpec {
    /// The side it commands for.
    pub side: Side,
    /// Its name in notation and prose: `Union`, `Confederate`, or a command where a side has several.
    pub name: &'static str,
    /// What it commands, in words; empty where it commands all of its side. Of a side's seats the first commands the army.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub command: &'static str,
}

impl SeatSpec {
    /// One seat a side, each named for it.
    pub fn one_a_side() -> Vec<SeatSpec> {
        let seat = |side: Side| SeatSpec { side, name: side.name(), command: "" };
        Side::BOTH.into_iter().map(seat).collect()
    }
}

/// An option of a scenario: a key with a closed list of values.
#[derive(Clone, Debug, Serialize)]
pub struct OptionSpec {
    /// Stable key, lower case with hyphens.
    pub key: &'static str,
    /// The question in words.
    pub title: &'static str,
    /// `(value, what it means)`; the first is the default.
    pub values: Vec<(&'static str, &'static str)>,
    /// Where the rulebook has it.
    pub section: Section,
}

/// A pack that cannot be read.
#[derive(Debug, Error)]
#[error("{file}: {wrong}")]
pub struct PackError {
    /// Which file.
    pub file: &'static str,
    /// What is wrong, with the row where there is one.
    pub wrong: String,
}

impl PackError {
    /// Something wrong in a file.
    pub fn new(file: &'static str, wrong: impl std::fmt::Display) -> Self {
        PackError { file, wrong: wrong.to_string() }
    }
}

/// A chapter of the rules page, in our own words.
#[derive(Clone, Debug, Serialize)]
pub struct Chapter {
    /// Section number of the rulebook.
    pub section: Section,
    /// Heading.
    pub title: &'static str,
    /// Paragraphs; each may cite subsections as `§7.51`.
    pub text: Vec<&'static str>,
}

/// A table, looking like the printed one.
#[derive(Clone, Debug, Serialize)]
pub struct Chart {
    /// Heading.
    pub title: String,
    /// Where the rulebook has it.
    pub section: Section,
    /// Column heads, the first over the row names.
    pub head: Vec<String>,
    /// Rows, the first cell its name.
    pub rows: Vec<Vec<String>>,
    /// Footnotes.
    pub notes: Vec<String>,
}

impl Chart {
    /// A chart of these rows.
    pub fn new(title: &str, section: &'static str, head: &[&str], rows: Vec<Vec<String>>, notes: &[&str]) -> Self {
        let (head, notes) = (Chart::cells(head), Chart::cells(notes));
        Chart { title: title.to_owned(), section: Section(section), head, rows, notes }
    }

    /// Cells side by side: a row, or a head.
    pub fn cells(cells: &[&str]) -> Vec<String> {
        cells.iter().map(|c| (*c).to_owned()).collect()
    }
}

/// One step of the sequence of play.
#[derive(Clone, Debug, Serialize)]
pub struct StepOfPlay {
    /// The key that [`super::Phase::step`] points to.
    pub key: &'static str,
    /// Its name: "Move Phase".
    pub title: &'static str,
    /// Whose step it is, if one side's.
    pub side: Option<Side>,
    /// Where the rulebook has it.
    pub section: Section,
}

impl StepOfPlay {
    /// A step, of one side where there is one.
    pub const fn new(key: &'static str, title: &'static str, side: Option<Side>, section: &'static str) -> Self {
        StepOfPlay { key, title, side, section: Section(section) }
    }
}

/// A house player that a ruleset offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bot {
    /// Stable id: `random`, `staff`.
    pub id: &'static str,
    /// What to expect of it.
    pub title: &'static str,
}
