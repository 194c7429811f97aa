//! A game from its records and the entries of its private logs.

use super::{Fault, FaultKind, Game};
use crate::log::{Entry as PrivateEntry, Made, Record, in_order};
use crate::referee::Registry;

/// When a game that goes on is looked at.
#[derive(Clone, Copy, Debug)]
pub enum Moment<'r> {
    /// Right after a record.
    Record(&'r Record),
    /// When all that was done before the next record is in.
    Rest,
}

impl Game {
    /// The game that a log has come to, with the entries of its private logs that are at hand, in any order. As [`Game::replay`] otherwise.
    ///
    /// # Errors
    /// [`Fault`], for the first record or entry that does not belong or cannot be read.
    pub fn replay_with(registry: &Registry, records: &[Record], entries: &[PrivateEntry]) -> Result<Game, Fault> {
        let mut game: Option<Game> = None;
        for made in in_order(records, entries) {
            match (made, &mut game) {
                (Made::Record(record), None) => game = Some(Game::first(registry, record)?),
                (made, Some(game)) => game.take_in(made)?,
                (Made::Entry(entry), None) => return Err(Fault { seq: entry.after, why: FaultKind::Genesis }),
            }
        }
        game.ok_or(Fault { seq: 0, why: FaultKind::Empty })
    }

    /// Calls `look` with the game after each record of a log and all that was done before the next, and with that record.
    ///
    /// # Errors
    /// As [`Game::replay_with`].
    pub fn each_with(
        registry: &Registry,
        records: &[Record],
        entries: &[PrivateEntry],
        mut look: impl FnMut(&Game, &Record),
    ) -> Result<(), Fault> {
        let first = records.first().ok_or(Fault { seq: 0, why: FaultKind::Empty })?;
        if let Some(entry) = entries.iter().find(|e| e.is_under(first.seq)) {
            return Err(Fault { seq: entry.after, why: FaultKind::Genesis });
        }
        let mut game = Game::first(registry, first)?;
        let mut last = first;
        game.go_on(&records[1..], entries, |game, moment| match moment {
            Moment::Record(record) => last = record,
            Moment::Rest => look(game, last),
        })
    }

    /// Goes on from how a game stood under its last record: first what was done behind that one, then further records with the entries of
    /// private logs, in any order. Calls `look` at each record taken in and at each rest, when all that was done before the next one is in, the
    /// last record it had before included.
    ///
    /// # Errors
    /// [`Fault`], for the first record or entry that does not belong or cannot be read; the game is then not to be used any more.
    pub fn go_on<'r>(
        &mut self,
        records: &'r [Record],
        entries: &'r [PrivateEntry],
        mut look: impl FnMut(&Game, Moment<'r>),
    ) -> Result<(), Fault> {
        let mut at_rest = false;
        for made in in_order(records, entries) {
            // What is done with the next record is no part of the rest behind the one before.
            let next = matches!(made, Made::Record(_)) || matches!(made, Made::Entry(entry) if entry.with);
            if next && !at_rest {
                look(self, Moment::Rest);
            }
            at_rest = matches!(made, Made::Entry(entry) if entry.with);
            self.take_in(made)?;
            if let Made::Record(record) = made {
                look(self, Moment::Record(record));
            }
        }
        look(self, Moment::Rest);
        Ok(())
    }

    /// Whether this game stood as `earlier` does, as far as its records go.
    pub fn has_come_from(&self, earlier: &Game) -> bool {
        let at = earlier.heads.len().checked_sub(1).and_then(|last| self.heads.get(last));
        at.is_some_and(|head| head.hash == earlier.head())
    }

    /// Takes in the next record or entry.
    ///
    /// # Errors
    /// [`Fault`]; the game is then not to be used any more.
    pub fn take_in(&mut self, made: Made<'_>) -> Result<(), Fault> {
        match made {
            Made::Record(record) => self.apply_record(record),
            Made::Entry(entry) => self.apply_entry(entry),
        }
    }
}
