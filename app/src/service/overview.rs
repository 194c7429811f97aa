//! A game in numbers: the index of its turns and phases, and what each turn brought. It grows with the log.

use super::Outcome;
use super::table::Table;
use crate::service::handles::Games;
use domain::referee::{Entry, Game, Mark, Moment, Score, Side, Viewer};
use fieldpost_store::GameId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// One place of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The record.
    pub seq: u64,
    /// The game turn; 0 during set-up.
    pub turn: u32,
    /// The phase after the record, in words.
    pub phase: String,
}

/// A game in numbers, as somebody may know them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overview {
    /// The records with which a new phase or turn began, in order.
    pub stops: Vec<Stop>,
    /// The score as it last stood in each turn, as far as that is in force.
    pub points: BTreeMap<u32, Score>,
    /// Steps lost, by turn and side; what was taken back left out.
    pub losses: BTreeMap<(u32, Side), u32>,
    /// What the dice fell above or below their mean, by turn and whose order rolled them.
    pub luck: BTreeMap<(u32, Side), f64>,
}

/// How far the numbers have come that will not change any more.
struct Behind {
    viewer: Viewer,
    /// The game right under the record before its last.
    game: Game,
    /// What was told up to that record, and how the game stood after those before it.
    numbers: Overview,
}

/// The numbers of the games looked at last; those used last stand at the end.
#[derive(Default)]
pub(super) struct Overviews(Mutex<Vec<Arc<Behind>>>);

/// Of how many games and readers numbers are kept.
const MOST: usize = 32;

impl Overviews {
    fn find(&self, game: GameId, viewer: Viewer) -> Option<Arc<Behind>> {
        // A thread that panicked while it held the lock left at worst one out.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|kept| kept.game.id() == game && kept.viewer == viewer)?;
        let kept = all.remove(at);
        all.push(kept.clone());
        Some(kept)
    }

    fn keep(&self, new: Behind) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|kept| kept.game.id() != new.game.id() || kept.viewer != new.viewer);
        if all.len() >= MOST {
            all.remove(0);
        }
        all.push(Arc::new(new));
    }
}

impl Overview {
    /// How the game stands after a record; the score, where that record is in force.
    fn rest(&mut self, game: &Game, viewer: Viewer, in_force: bool) {
        let (turn, phase) = (game.turn(), game.phase(viewer).title);
        if self.stops.last().is_none_or(|last| last.turn != turn || last.phase != phase) {
            self.stops.push(Stop { seq: game.len(), turn, phase });
        }
        if in_force {
            self.points.insert(turn, game.score(viewer));
        }
    }

    /// What records tell. What was taken back has cost nothing; its dice fell all the same.
    fn told(&mut self, game: &Game, entries: &[Entry]) {
        for entry in entries {
            for mark in entry.lines.iter().filter(|_| game.stands(entry)).flat_map(|line| &line.marks) {
                if let Mark::Lost { side, steps, .. } = mark {
                    *self.losses.entry((entry.turn, *side)).or_default() += steps;
                }
            }
            let Some(seat) = entry.seat.and_then(|seat| game.seat(seat)) else { continue };
            for roll in &entry.rolls {
                let fair = f64::from(u16::from(roll.sides) + 1) / 2.0;
                let got: f64 = roll.faces.iter().map(|face| f64::from(*face) - fair).sum();
                *self.luck.entry((entry.turn, seat.side)).or_default() += got;
            }
        }
    }
}

impl Games<'_> {
    /// The game in numbers, as the table's person may know them.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn overview(self, table: &Table) -> Outcome<Overview> {
        let (last, viewer) = (table.game.len(), table.viewer);
        let behind = self.0.overviews.find(table.row.id, viewer);
        let behind = behind.filter(|behind| !table.stopped && table.game.has_come_from(&behind.game));
        // What the game has gone back over since is counted no more.
        let line = table.game.line_of_play();
        let behind = behind.filter(|behind| behind.game.line_of_play().left() == line.left());
        let (game, told, mut numbers) = match behind {
            Some(behind) => (behind.game.clone(), behind.game.len(), behind.numbers.clone()),
            None => (self.under(table, 1).await?, 0, Overview::default()),
        };
        let before = last.saturating_sub(1).max(told);
        numbers.told(&table.game, &self.told(table, told, before).await?);
        let mut next = None;
        self.walk(table, game, (last, true), |game, moment| match moment {
            Moment::Rest => numbers.rest(game, viewer, line.holds(game.len())),
            Moment::Record(_) if game.len() == before => next = Some((game.clone(), numbers.clone())),
            Moment::Record(_) => (),
        })
        .await?;
        if let Some((game, numbers)) = next.filter(|_| !table.stopped) {
            self.0.overviews.keep(Behind { viewer, game, numbers });
        }
        // Of a table that is as old as what is kept, all has been told, and what was done behind it too.
        if before < last {
            numbers.told(&table.game, &self.told(table, before, last).await?);
        }
        Ok(numbers)
    }
}
