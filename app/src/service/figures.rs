//! What a game comes to in figures, for its page in the archive: strength and ground by turn, dice against expectation, time taken.

use super::Outcome;
use super::table::Table;
use crate::chance::{ByKind, Thrown};
use crate::service::handles::Games;
use domain::referee::{Entry, Game, Measure, Moment, SeatId};
use std::collections::BTreeMap;
use std::time::Duration;

/// A game in figures, as somebody may know them.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// What the ruleset counts, as it last stood in each turn.
    pub measures: BTreeMap<u32, Vec<Measure>>,
    /// Dice by seat, sort of roll and sides.
    pub dice: ByKind,
    /// The time each seat took.
    pub time: BTreeMap<SeatId, Taken>,
    /// Orders given.
    pub orders: u32,
}

/// The time that a seat took for its orders, nights and all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// In all.
    pub all: Duration,
    /// The longest wait for one order.
    pub longest: Duration,
    /// Orders given by hand.
    pub orders: u32,
}

/// Dice by seat, sort of roll and sides, of what was told.
pub fn dice(game: &Game, entries: &[Entry]) -> ByKind {
    let mut all = ByKind::new();
    for entry in entries {
        let Some(seat) = entry.seat else { continue };
        for roll in &entry.rolls {
            let sort = game.ruleset().sort_of_roll(&roll.purpose).to_owned();
            let thrown = all.entry((seat.0, sort, roll.sides)).or_insert_with(|| Thrown::of(roll.sides));
            roll.faces.iter().for_each(|face| thrown.add(*face));
        }
    }
    all
}

/// All dice of each seat by sides, whatever they were thrown for.
pub fn by_seat(dice: &ByKind) -> BTreeMap<(u8, u8), Thrown> {
    let mut all: BTreeMap<(u8, u8), Thrown> = BTreeMap::new();
    for ((seat, _, sides), thrown) in dice {
        all.entry((*seat, *sides)).or_insert_with(|| Thrown::of(*sides)).join(thrown);
    }
    all
}

impl Games<'_> {
    /// The dice of a game so far, as the table's person may know them.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn dice(self, table: &Table) -> Outcome<ByKind> {
        Ok(dice(&table.game, &self.told(table, 0, table.game.len()).await?))
    }

    /// The game in figures, as the table's person may know them.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn figures(self, table: &Table) -> Outcome<Figures> {
        let entries = self.told(table, 0, table.game.len()).await?;
        let mut figures = Figures { dice: dice(&table.game, &entries), ..Figures::default() };
        // Since when each seat has been asked, by the time of the record that asked it.
        let mut asked: BTreeMap<SeatId, u64> = BTreeMap::new();
        let mut now = entries.iter().peekable();
        let mut measures = BTreeMap::new();
        let first = self.under(table, 1).await?;
        self.walk(table, first, (table.game.len(), true), |game, moment| {
            let Moment::Rest = moment else { return };
            measures.insert(game.turn(), (game.len(), game.clone()));
            let mut at = 0;
            while let Some(entry) = now.next_if(|entry| entry.seq <= game.len()) {
                at = entry.at.0;
                let by_hand = entry.order.is_some() && entry.standing.is_none();
                let Some(seat) = entry.seat.filter(|_| by_hand) else { continue };
                figures.orders += 1;
                let since = asked.insert(seat, at).unwrap_or(at);
                let took = Duration::from_millis(at.saturating_sub(since));
                let taken = figures.time.entry(seat).or_default();
                taken.all += took;
                taken.longest = taken.longest.max(took);
                taken.orders += 1;
            }
            let waiting = game.waiting_seats();
            asked.retain(|seat, _| waiting.contains(seat));
            for seat in waiting {
                asked.entry(seat).or_insert(at);
            }
        })
        .await?;
        figures.measures = measures.into_iter().map(|(turn, (_, game))| (turn, game.measures(table.viewer))).collect();
        Ok(figures)
    }
}
