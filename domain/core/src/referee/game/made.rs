//! A game from its records and the entries of its private logs.

use super::{Fault, FaultKind, Game};
use crate::log::{Entry as PrivateEntry, Made, Record, in_order};
use crate::referee::Registry;

impl Game {
    /// The game that a log has come to, with the entries of its private logs that are at hand, in any order. As [`Game::replay`] otherwise.
    ///
    /// # Errors
    /// [`Fault`], for the first record or entry that does not belong or cannot be read.
    pub fn replay_with(registry: &Registry, records: &[Record], entries: &[PrivateEntry]) -> Result<Game, Fault> {
        let mut last = None;
        Game::each_with(registry, records, entries, |game, _| last = Some(game.clone()))?;
        last.ok_or(Fault { seq: 0, why: FaultKind::Empty })
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
        let mut game: Option<Game> = None;
        let mut made = in_order(records, entries).into_iter().peekable();
        let mut last = None;
        while let Some(next) = made.next() {
            match (next, &mut game) {
                (Made::Record(record), None) => game = Some(Game::first(registry, record)?),
                (next, Some(game)) => game.take_in(next)?,
                (Made::Entry(entry), None) => return Err(Fault { seq: entry.after, why: FaultKind::Genesis }),
            }
            if let Made::Record(record) = next {
                last = Some(record);
            }
            let behind = made.peek().is_some_and(|next| matches!(next, Made::Entry(entry) if !entry.with));
            let before = matches!(next, Made::Entry(entry) if entry.with);
            if let (Some(game), Some(record), false) = (&game, last, behind || before) {
                look(game, record);
            }
        }
        Ok(())
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
