//! Games as they stood earlier: what a replay seeks from. Of the games looked at last, how they stood every [`STRIDE`] records, kept as a
//! walk through them passes. They hold the whole truth, and are good for every reader.

use super::Outcome;
use super::replay::unreadable;
use super::table::Table;
use crate::service::handles::Games;
use domain::referee::{Game, Moment};
use fieldpost_store::GameId;
use std::sync::{Mutex, PoisonError};

/// Records from one kept game to the next: what has to be replayed to reach any of those between.
const STRIDE: u64 = 64;

/// Games of which anything is kept.
const MOST: usize = 16;

/// See the module's head. The games used last stand at the end.
#[derive(Default)]
pub(super) struct EarlierGames(Mutex<Vec<(GameId, Vec<Game>)>>);

impl EarlierGames {
    /// How a game stood under the last record that is kept of it, at `seq` or before.
    fn nearest(&self, now: &Game, seq: u64) -> Option<Game> {
        // A thread that panicked while it held the lock left at worst a game out.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(id, _)| *id == now.id())?;
        let mut of_game = all.remove(at);
        // After the storage was put back to an earlier state the log may have gone on in another way.
        of_game.1.retain(|earlier| now.has_come_from(earlier));
        let found = of_game.1.iter().rfind(|earlier| earlier.len() <= seq).cloned();
        all.push(of_game);
        found
    }

    /// Keeps how a game stands right under its last record, if it is one of those to keep.
    fn pass(&self, game: &Game) {
        if !game.len().is_multiple_of(STRIDE) {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|(id, _)| *id == game.id());
        let (_, kept) = match at {
            Some(at) => &mut all[at],
            None => {
                if all.len() >= MOST {
                    all.remove(0);
                }
                all.push((game.id(), Vec::new()));
                let last = all.len() - 1;
                &mut all[last]
            }
        };
        let place = kept.partition_point(|earlier| earlier.len() < game.len());
        if kept.get(place).is_none_or(|earlier| earlier.len() != game.len()) {
            kept.insert(place, game.clone());
        }
    }
}

impl Games<'_> {
    /// The game right under record `seq`, which is one of the table's log: nothing done behind that record is in it.
    pub(super) async fn under(self, table: &Table, seq: u64) -> Outcome<Game> {
        let kept = if table.stopped { None } else { self.0.earlier.nearest(&table.game, seq) };
        match kept {
            Some(kept) => self.walk(table, kept, (seq, false), |_, _| ()).await,
            None => {
                let first = self.0.store.logs().records_between(table.row.id, 0, 1).await?;
                let game = Game::replay(&self.0.registry, &first).map_err(unreadable)?;
                self.walk(table, game, (seq, false), |_, _| ()).await
            }
        }
    }

    /// Goes on from how a game stood under one of the table's records up to record `upto`, and if wanted what was done behind it. `look` sees each
    /// step of the way.
    pub(super) async fn walk(
        self,
        table: &Table,
        mut game: Game,
        (upto, behind): (u64, bool),
        mut look: impl FnMut(&Game, Moment<'_>),
    ) -> Outcome<Game> {
        let from = game.len();
        let records = self.0.store.logs().records_between(table.row.id, from, upto).await?;
        let mut entries = self.private(table, from).await?;
        entries.retain(|e| !e.is_under(from) && (e.is_under(upto) || (behind && e.after == upto)));
        let passed = game.go_on(&records, &entries, |game, moment| {
            if matches!(moment, Moment::Record(_)) && !table.stopped {
                self.0.earlier.pass(game);
            }
            look(game, moment);
        });
        passed.map_err(unreadable)?;
        Ok(game)
    }

    /// What `look` makes of each moment of a game, from its first record to its last.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn each<T>(self, table: &Table, look: impl Fn(&Game, Moment<'_>) -> Option<T>) -> Outcome<Vec<T>> {
        let first = self.under(table, 1).await?;
        let mut all = Vec::new();
        self.walk(table, first, (table.game.len(), true), |game, moment| all.extend(look(game, moment))).await?;
        Ok(all)
    }
}
