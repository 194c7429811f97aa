//! What verification is asked and what it answers.

use crate::dice::LINKS;
use crate::log::{BadRecord, GameResult};
use crate::referee::game::{Fault, FaultKind};
use crate::words::{GameId, Hash32};
use serde::Serialize;

/// What a log is held against besides itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Against {
    /// A head that the log must have, taken from a letter or a checkpoint.
    pub head: Option<Hash32>,
    /// A number of records that it must have at least.
    pub length: Option<u64>,
    /// What letters and others bear witness to; each must agree.
    pub witnesses: Vec<Witness>,
    /// Links that each dice chain must have. Not left to the log: whoever writes an anchor for every roll can choose every roll.
    pub links: u32,
}

impl Default for Against {
    fn default() -> Self {
        Against { head: None, length: None, witnesses: Vec::new(), links: LINKS }
    }
}

/// A head of the log that somebody wrote down elsewhere, with the number of its record: what every letter about a game carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The number of the record.
    pub seq: u64,
    /// Its hash.
    pub head: Hash32,
    /// Who says so, within a sentence: `your letter of 3 May`.
    pub who: String,
}

/// What verification found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Nothing wrong was found.
    pub sound: bool,
    /// The first record that is wrong, and why.
    pub bad: Option<Bad>,
    /// The game, once its genesis was read.
    pub game: Option<GameId>,
    /// Its ruleset.
    pub ruleset: Option<String>,
    /// Records found sound.
    pub records: u64,
    /// The hash of the last of them.
    pub head: Hash32,
    /// Orders decided again.
    pub orders: u64,
    /// Dice made again.
    pub dice: u64,
    /// Whether the legality of all orders was checked too: not of those that were decided by a release of the rules that is not here, and
    /// led to none that is.
    pub judged: bool,
    /// Whether all private logs were open. Otherwise legality could not be checked: the log is sound as far as it is open.
    pub open: bool,
    /// Where it was not: the first and the last record of each stretch.
    pub unjudged: Vec<(u64, u64)>,
    /// The orders that a revision lists: a later release decides them otherwise than the one that they were given under.
    pub listed: Vec<Listed>,
    /// Whether the game was closed without a result.
    pub closed: bool,
    /// The umpire who told the dice, where they are testimony: then none was made again, and nothing proves them.
    pub testimony: Option<String>,
    /// The result, when the game is over.
    pub result: Option<GameResult>,
    /// Who the log agrees with about one of its heads. Without any, nothing shows where the log comes from.
    pub agrees_with: Vec<String>,
}

/// An order that a revision of the rules lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its record.
    pub seq: u64,
    /// The revision that it was decided by.
    pub revision: u32,
    /// Whether those rules were at hand to judge it by.
    pub judged: bool,
}

impl Report {
    /// What was decided by other rules than those that the game ends with, in sentences.
    fn of_other_rules(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.judged {
            f.write_str(" The ruleset has changed since: legality was not checked")?;
            let spans: Vec<String> = self.unjudged.iter().map(|(a, b)| format!("{a} to {b}")).collect();
            match spans.as_slice() {
                _ if self.listed.is_empty() => f.write_str(".")?,
                [] => f.write_str(".")?,
                spans => write!(f, " of records {}.", spans.join(", "))?,
            }
        }
        for of in self.listed.chunk_by(|a, b| (a.revision, a.judged) == (b.revision, b.judged)) {
            let Some(Listed { revision, judged, .. }) = of.first() else { continue };
            let numbers: Vec<String> = of.iter().map(|l| l.seq.to_string()).collect();
            let how = if *judged { "was judged by it" } else { "which is not here, and was not judged" };
            write!(
                f,
                " {} by revision {revision} of the rules, {how}: a later revision decides {} otherwise (record {}).",
                if of.len() == 1 {
                    "One order was decided".to_owned()
                } else {
                    format!("{} orders were decided", of.len())
                },
                if of.len() == 1 { "it" } else { "them" },
                numbers.join(", "),
            )?;
        }
        Ok(())
    }

    /// What the verdict means, and what it does not.
    pub fn meaning(&self) -> String {
        if !self.sound {
            return "A log with a bad record shows nothing about the game.".to_owned();
        }
        if self.testimony.is_some() && self.agrees_with.is_empty() {
            return "Internally sound: every order is legal with the dice that are told. That these dice fell is the umpire's word, and nothing \
                    here proves it; nor does it prove where the log comes from. Anybody can write such a log: hold it against the heads in letters."
                .to_owned();
        }
        if self.agrees_with.is_empty() {
            return "Internally sound; its origin is not shown. Anybody who makes the dice themselves can write such a log, also by \
                    cutting and rewriting a real one: hold it against the heads in your letters."
                .to_owned();
        }
        let who = self.agrees_with.join(", and with ");
        format!(
            "It agrees with {who}. What comes after the latest of these heads is internally sound; its origin is not shown."
        )
    }
}

/// A record that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bad {
    /// Its number. For a missing record, the number it would have.
    pub seq: u64,
    /// What kind of wrong.
    pub what: Wrong,
    /// A sentence.
    pub why: String,
}

/// Kinds of wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrong {
    /// A line of the file, or a body, cannot be read.
    Unreadable,
    /// Hash, number or order of records.
    Chain,
    /// The bytes of a body are not canonical.
    Bytes,
    /// Ruleset, seats, or other things agreed at the start.
    Terms,
    /// A dice link does not belong to its chain, or is not the next one.
    Link,
    /// Faces are not those that the links give.
    Dice,
    /// The rules forbid the order, or decide it otherwise.
    Rules,
    /// Out of turn, stale, or by nobody of this game.
    Turn,
    /// A standing order that was not in force, or one passed over.
    Standing,
    /// A sealed value that does not open.
    Seal,
    /// A hand-over that the rules do not call for, or with another position.
    HandOver,
    /// Something about the time that the clock does not allow, such as a claim before the time was out.
    Clock,
    /// Not the result that the rules give.
    Result,
    /// Records are missing at the end.
    Tail,
    /// Somebody bears witness to another record here.
    Witness,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.bad {
            Some(bad) => write!(f, "Record {} is bad: {}", bad.seq, bad.why),
            None => {
                let sound = if self.open { "Sound" } else { "Sound as far as open" };
                write!(
                    f,
                    "{sound}: {} records, {} orders, {} dice; head {}.",
                    self.records, self.orders, self.dice, self.head
                )?;
                if !self.open && (self.closed || self.result.is_some()) {
                    f.write_str(" The private logs are not in it: legality was not checked.")?;
                } else if !self.open {
                    f.write_str(" What is private will be opened at the end: legality was not checked.")?;
                } else {
                    self.of_other_rules(f)?;
                }
                if let Some(umpire) = &self.testimony {
                    write!(f, " Its dice are testimony, told by {umpire}: not provable.")?;
                }
                match &self.result {
                    Some(result) => write!(f, " Over: {}, {} points.", result.level, result.points),
                    None if self.closed => f.write_str(" Closed without a result."),
                    None => f.write_str(" The game is still running, as far as this log goes."),
                }
            }
        }
    }
}

pub(super) type Check<T = ()> = Result<T, Bad>;

pub(super) fn bad<T>(seq: u64, what: Wrong, why: impl Into<String>) -> Check<T> {
    Err(Bad { seq, what, why: why.into() })
}

impl From<Fault> for Bad {
    fn from(fault: Fault) -> Self {
        // A record out of place is named by the place.
        let seq = match fault.why {
            FaultKind::Chain(BadRecord::Number { expected, .. }) => expected,
            _ => fault.seq,
        };
        let what = match fault.why {
            FaultKind::Chain(_) => Wrong::Chain,
            FaultKind::Unreadable(_) | FaultKind::Empty | FaultKind::Format => Wrong::Unreadable,
            FaultKind::AfterEnd => Wrong::Result,
            FaultKind::NoWayBack | FaultKind::Umpire => Wrong::Turn,
            FaultKind::Dice(_) => Wrong::Dice,
            FaultKind::Private(_) => Wrong::Seal,
            FaultKind::NoClock => Wrong::Clock,
            FaultKind::Revision(_) => Wrong::Terms,
            FaultKind::Genesis | FaultKind::NoRuleset(_) | FaultKind::Terms(_) | FaultKind::NoSeat => Wrong::Terms,
        };
        Bad { seq, what, why: format!("{}.", fault.why) }
    }
}
