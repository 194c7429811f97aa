//! A log as a text file.
//!
//! JSON lines: each record a line, as [`Record`] serialises, in order from record 1; in a log of the second format a line
//! `{"entry":…}` for each private [`Entry`] that whoever gets the file may read; then one closing line
//! `{"end":{"game":…,"head":…,"length":…}}`. The closing line is not evidence, anybody can write one; it makes a file that
//! was cut short by accident or laziness show itself. Evidence of the length is a head that somebody wrote down elsewhere: every
//! letter carries one.

use super::{Entry, Record};
use crate::words::{GameId, Hash32};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A log read back from its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The records, as they stand in the file; nothing is checked yet.
    pub records: Vec<Record>,
    /// The entries of private logs, in a log of the second format.
    pub entries: Vec<Entry>,
    /// The closing line, when there is one.
    pub end: Option<End>,
}

/// The closing line of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The game.
    pub game: GameId,
    /// The hash of the last record.
    pub head: Hash32,
    /// How many records there are.
    pub length: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closing {
    end: End,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    entry: Entry,
}

/// A line of a file that is neither a record nor the closing line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} is not a record of a log: {why}")]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What the JSON reader says.
    pub why: String,
}

/// Writes a log.
pub fn export(records: &[Record]) -> String {
    export_with(records, &[])
}

/// Writes a log with the private entries that whoever gets it may read, in the order of their audiences and numbers.
pub fn export_with(records: &[Record], entries: &[Entry]) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        entry: &'a Entry,
    }
    let mut text = String::new();
    for record in records {
        push_line(&mut text, record);
    }
    for entry in entries {
        push_line(&mut text, &Line { entry });
    }
    if let Some(last) = records.last() {
        push_line(&mut text, &Closing { end: End { game: last.game, head: last.hash, length: last.seq } });
    }
    text
}

fn push_line<T: Serialize>(text: &mut String, value: &T) {
    // Plain structs of text and numbers always serialise.
    text.push_str(&serde_json::to_string(value).unwrap_or_default());
    text.push('\n');
}

/// Reads a log. Only the form is checked: what the records say is for [`crate::referee::verify`] to judge.
///
/// # Errors
/// [`Unreadable`], for the first line that is neither a record nor a closing line at the end, or is not written as [`export`] writes it.
pub fn import(text: &str) -> Result<Export, Unreadable> {
    match import_as_far(text) {
        (export, None) => Ok(export),
        (_, Some(unreadable)) => Err(unreadable),
    }
}

/// Reads a log up to the first line that cannot be read, and says what is wrong with that one.
pub fn import_as_far(text: &str) -> (Export, Option<Unreadable>) {
    let mut export = Export { records: Vec::new(), entries: Vec::new(), end: None };
    // Only line feeds end lines: other separators may stand inside texts.
    for (number, line) in text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate() {
        if text.is_empty() {
            break;
        }
        if let Err(why) = take_line(&mut export, line) {
            return (export, Some(Unreadable { line: number + 1, why }));
        }
    }
    (export, None)
}

fn take_line(export: &mut Export, line: &str) -> Result<(), String> {
    if export.end.is_some() {
        return Err("something follows the closing line".into());
    }
    let exactly = |written: String| match written == line {
        true => Ok(()),
        false => Err("it is not written as an export writes it".to_owned()),
    };
    if line.starts_with("{\"end\":") {
        let closing: Closing = serde_json::from_str(line).map_err(|e| e.to_string())?;
        exactly(serde_json::to_string(&closing).map_err(|e| e.to_string())?)?;
        export.end = Some(closing.end);
    } else if line.starts_with("{\"entry\":") {
        let read: EntryLine = serde_json::from_str(line).map_err(|e| e.to_string())?;
        exactly(serde_json::to_string(&read).map_err(|e| e.to_string())?)?;
        export.entries.push(read.entry);
    } else if !export.entries.is_empty() {
        return Err("a record stands behind the private entries".into());
    } else {
        let record: Record = serde_json::from_str(line).map_err(|e| e.to_string())?;
        exactly(serde_json::to_string(&record).map_err(|e| e.to_string())?)?;
        export.records.push(record);
    }
    Ok(())
}
