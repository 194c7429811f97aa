//! What a game comes to in figures, for its page in the archive: strength and ground by turn, dice against expectation, time taken.

use super::Outcome;
use super::table::Table;
use crate::chance::{ByKind, Thrown};
use crate::service::handles::Games;
use crate::throws::rolls_of;
use domain::referee::{Entry, Game, Measure, Moment, RolledBy, SeatId, Side, Story};
use std::collections::BTreeMap;
use std::time::Duration;

/// A game in figures, as somebody may know them.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// What the ruleset counts, as it last stood in each turn, as far as that is in force.
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

/// Dice by seat, sort of roll and sides, of what was told: each counts for whoever the rules have roll it.
pub fn dice(game: &Game, story: &Story) -> ByKind {
    let mut all = ByKind::new();
    let mut before: Option<&Entry> = None;
    for affair in story.affairs() {
        let mut begun = None;
        for entry in affair {
            // What a record told behind the beginning of a phase is nobody's order; the record is somebody's.
            let of_record = before.filter(|b| entry.begins && b.seq == entry.seq).and_then(|b| b.seat);
            before = Some(entry);
            let Some(orderer) = entry.seat.or(of_record) else { continue };
            let begun = *begun.get_or_insert(orderer);
            for (roll, again) in rolls_of(entry) {
                let by = game.ruleset().rolled_by(again.unwrap_or(&roll.purpose));
                let seat = thrower(game, by, orderer, begun);
                let sort = game.ruleset().sort_of_roll(&roll.purpose).to_owned();
                let thrown = all.entry((seat.0, sort, roll.sides)).or_insert_with(|| Thrown::of(roll.sides));
                roll.faces.iter().for_each(|face| thrown.add(*face));
            }
        }
    }
    all
}

/// The seat whose dice a roll is, `orderer` having given the order that it stands with, and `begun` that which began the affair. Of a side of several
/// that gave neither order, its first.
fn thrower(game: &Game, by: RolledBy, orderer: SeatId, begun: SeatId) -> SeatId {
    let side_of = |seat: SeatId| game.seat(seat).map(|s| s.side);
    let side = match by {
        RolledBy::Orderer => return orderer,
        RolledBy::Beginner => return begun,
        RolledBy::Side(side) => Some(side),
        RolledBy::Opponent => side_of(begun).map(Side::other),
    };
    let own = [orderer, begun].into_iter().find(|seat| side_of(*seat) == side);
    let first = || (0..).map(SeatId).take(game.seats().len()).find(|seat| side_of(*seat) == side);
    own.or_else(first).unwrap_or(orderer)
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
        Ok(dice(&table.game, &Story::of(self.told(table, 0, table.game.len()).await?)))
    }

    /// The game in figures, as the table's person may know them.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn figures(self, table: &Table) -> Outcome<Figures> {
        let entries = Story::of(self.told(table, 0, table.game.len()).await?);
        let mut figures = Figures { dice: dice(&table.game, &entries), ..Figures::default() };
        // Since when each seat has been asked, by the time of the record that asked it.
        let mut asked: BTreeMap<SeatId, u64> = BTreeMap::new();
        let mut now = entries.iter().peekable();
        let mut measures = BTreeMap::new();
        let first = self.under(table, 1).await?;
        self.walk(table, first, (table.game.len(), true), |game, moment| {
            let Moment::Rest = moment else { return };
            if table.game.line_of_play().holds(game.len()) {
                measures.insert(game.turn(), (game.len(), game.clone()));
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use domain::log::import;
    use domain::referee::Viewer;

    /// The dice of a game of the golden logs by sort, each with how many the Union and the Confederate threw.
    fn counted(name: &str) -> BTreeMap<String, [u32; 2]> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../domain/tests/golden/logs");
        let log =
            import(&std::fs::read_to_string(format!("{folder}/{name}.log")).expect("a log")).expect("sound").records;
        let game = Game::replay(&domain::rulesets::standard(), &log).expect("sound");
        let entries = game.chronicle(&log, Viewer::Everyone).expect("told");
        let thrown: usize = entries.iter().flat_map(|e| &e.rolls).map(|r| r.faces.len()).sum();
        let mut all: BTreeMap<String, [u32; 2]> = BTreeMap::new();
        for ((seat, sort, _), dice) in dice(&game, &Story::of(entries)) {
            let confederate = game.seat(SeatId(seat)).map(|s| s.side) == Some(Side::Confederate);
            all.entry(sort).or_default()[usize::from(confederate)] += dice.dice();
        }
        assert_eq!(all.values().flatten().sum::<u32>() as usize, thrown, "no die is lost, and none counted twice");
        all
    }

    #[test]
    fn dice_count_for_whoever_the_rules_have_roll_them() {
        // The roll that begins the Confederate's turn stands in the record that ends the Union's.
        let mill = counted("gaines-mill-house");
        assert!(mill["Coordination Roll"][0] == 0 && mill["Coordination Roll"][1] >= 10, "{mill:?}");
        assert!(mill["defense"].iter().all(|n| *n > 0), "{mill:?}");
        // As often as one side attacks, with two dice, the other defends with two; the Union alone checks impulses.
        let day = counted("bloodiest-day-house");
        let again = day.get("again by the Advantage").copied().unwrap_or_default();
        assert!(day["attack"][0] == day["defence"][1] && day["attack"][1] == day["defence"][0], "{day:?}");
        assert!(
            day["impulse check"][0] > 0 && day["impulse check"][1] == 0 && again.iter().sum::<u32>() > 0,
            "{day:?}"
        );
    }
}
