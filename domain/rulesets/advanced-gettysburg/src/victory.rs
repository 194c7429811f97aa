//! Victory (§37.0).

use super::board::Board;
use super::position::{Place, row};
use super::reorganisation;
use super::units::{Level, UnitId};
use domain_core::referee::{Outcome, Side};

/// What each step of command is worth for a commander who is lost, times his leadership (§37.4, ruling 6).
const fn worth(level: Level) -> i32 {
    match level {
        Level::Division => 1,
        Level::Corps => 2,
        Level::Army => 3,
        Level::Artillery => 0,
    }
}

impl Board<'_> {
    /// The hexes that count in which a side's brigades or batteries stand, held by the other side or by nobody so far (§37, places rule).
    pub fn prizes_taken(&self, side: domain_core::referee::Side) -> Vec<u8> {
        let prizes = self.pack.ground.prizes.iter().enumerate();
        let taken = prizes.filter(|(n, p)| self.held_in_view(side, p.hex) && self.at.held[*n] != Some(side));
        taken.map(|(n, _)| n as u8).collect()
    }

    /// The points of a side, item by item: guns, horse, foot and commanders of the enemy, places held, and ammunition where it counts (§37.0, 0.11).
    pub fn tally(&self, side: Side) -> [(&'static str, i32); 7] {
        let enemies = || self.pack.ids().filter(move |u| self.spec(*u).side != side);
        let lost = |horse: bool| -> i32 {
            let of = |u: &UnitId| self.spec(*u).is_cavalry() == horse;
            let in_brigades: i32 =
                enemies().filter(of).filter_map(|u| self.at.brigade(u)).map(|b| i32::from(b.lost)).sum();
            in_brigades + self.points_overrun(side.other(), horse)
        };
        [
            ("cannon captured", i32::from(self.at.captured[row(side)])),
            ("cavalry lost by the enemy", lost(true)),
            ("infantry lost by the enemy", lost(false) / 2),
            ("enemy commanders", enemies().map(|u| self.commander_points(u)).sum()),
            ("places held", self.places(side)),
            ("ammunition of the enemy", self.ammunition_points(side)),
            self.options_against(side),
        ]
    }

    /// What options of the other side are worth (0.5.3); with General Jackson twenty for the Union (0.3).
    fn options_against(&self, side: Side) -> (&'static str, i32) {
        let chosen = self.option_points(side.other());
        match side {
            Side::Union if self.at.options.jackson => {
                let both = self.at.options.entry_options;
                let what = if both { "General Jackson and entry options of the enemy" } else { "General Jackson" };
                (what, chosen + reorganisation::POINTS)
            }
            _ => ("entry options of the enemy", chosen),
        }
    }

    /// What a commander counts for the enemy: once, whether he was hit or captured (ruling 6).
    fn commander_points(&self, unit: UnitId) -> i32 {
        match self.commander(unit) {
            Some((now, spec)) if now.hit || self.state(unit).place == Place::Lost => {
                // §37.4: of whom took another's command what he commanded then (0.3).
                let level = if self.since(4) { self.level_held(unit).unwrap_or(spec.level) } else { spec.level };
                i32::from(spec.leadership) * worth(level)
            }
            _ => 0,
        }
    }

    /// Whether a hex that is worth something counts in the scenario.
    pub fn counts(&self, hex: usize) -> bool {
        let scenario = self.pack.tables.scenarios.iter().find(|s| s.id == self.at.scenario.id());
        let listed = scenario.and_then(|s| s.places.as_ref());
        listed.is_none_or(|places| places.iter().any(|p| self.pack.ground.atlas.read(p) == Some(hex)))
    }

    /// The places that a side entered last, those that the scenario counts.
    fn places(&self, side: Side) -> i32 {
        let prizes = self.pack.ground.prizes.iter().zip(&self.at.held);
        let held = prizes.filter(|(prize, held)| **held == Some(side) && self.counts(prize.hex));
        held.map(|(prize, _)| i32::from(prize.points[row(side)])).sum()
    }

    /// All points of a side.
    pub fn points(&self, side: Side) -> i32 {
        self.tally(side).iter().map(|(_, points)| points).sum()
    }

    /// The least total that wins the scenario (ruling 40, 0.11).
    pub fn minimum(&self) -> i32 {
        let row = self.pack.tables.scenarios.iter().find(|s| s.id == self.at.scenario.id());
        let (victory, counts) = (&self.pack.tables.victory, self.at.options.ammunition_victory);
        let least = row.map_or(victory.minimum, |s| s.minimum);
        // 0.11 asks 50 for 30; of a shorter scenario as much more in proportion.
        if counts { least * victory.minimum_with_ammunition / victory.minimum } else { least }
    }

    /// The result if the game ended now: more points win where they reach the least total; anything else is a draw (rulings 40 and 83).
    pub fn result(&self) -> Outcome {
        let [union, confederate] = Side::BOTH.map(|side| self.points(side));
        let (ahead, most) = match union > confederate {
            true => (Side::Union, union),
            false => (Side::Confederate, confederate),
        };
        let points = (union - confederate).abs();
        if points == 0 || most < self.minimum() {
            return Outcome { level: "Draw".to_owned(), points, winner: None };
        }
        Outcome { level: format!("{ahead} victory"), points, winner: Some(ahead) }
    }
}
