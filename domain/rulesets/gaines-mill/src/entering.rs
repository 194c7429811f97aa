//! §6.6 and ruling 18: coming to the map by the arrow hexes; §17.1: Slocum early.

use super::book::{AnyOrder, Rules, Stop};
use super::facts::Fact;
use super::ground::MP;
use super::mover::{ENEMY_THERE, Mover, THROUGH_ZONE, TOO_DEAR, Walked};
use super::names::{read_way, way_of};
use super::position::{Phase, Place};
use super::resolver::Resolver;
use super::units::{Arrival, UnitId};
use super::way::Way;
use super::zones::Board;
use domain_core::kit::{PhaseQuestion, RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

const NOT_ENTERING: RuleBreak =
    RuleBreak::new(&["6.6", "{unit} may not enter now.", "See its division's time of arrival."]);
const ALREADY_ON: RuleBreak = RuleBreak::new(&["6.6", "{unit} is on the map already.", "Move it instead."]);
const NOT_ARROW: RuleBreak =
    RuleBreak::new(&["6.6", "{unit} does not enter there.", "Enter by an arrow hex of its side."]);

/// `Rodes enter 1401-1402`: comes to the map (§6.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enter {
    /// The unit that enters.
    pub unit: UnitId,
    /// The way, the arrow hex first.
    pub way: Way,
}

impl Verb<Rules> for Enter {
    fn said() -> Said {
        Said::OfPiece(&["enter"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [way]) = (words.piece?, words.rest) else { return None };
        let board = words.board;
        let read = read_way(way).and_then(|hexes| {
            // A single hex that is no arrow names the end of the way.
            if let [to] = hexes.as_slice()
                && board.index_of(*to).is_ok()
                && board.pack.ground.hex(*to).entry != Some(board.side(unit))
                && let Some(way) = board.way_named(unit, *to)
            {
                return Ok(Enter { unit, way }.into());
            }
            Ok(Enter { unit, way: way_of(&hexes)? }.into())
        });
        Some(read)
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let Ok(mover) = board.may_enter(unit) else { return false };
        if board.bound_to_charge(unit) {
            return false;
        }
        board.each_way(&mover, |way| found(Enter { unit, way }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} enter {}", board.spec(self.unit).name, self.way)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} enters and goes to {}", board.spec(self.unit).name, board.place_name(self.way.end()));
        let choice = Choice::plain(line, label, "enter", "6.6");
        board.with_way(choice, self.unit, &self.way, board.check_enter(self.unit, &self.way), self.way.hexes().len())
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let Enter { unit, way } = *self;
        let board = resolver.board();
        let walked = board.check_enter(unit, &way)?;
        let shifted = board.guns_may_fight(unit, way.hexes().len(), walked.spent, way.end());
        resolver.write(Fact::Moved { cost: walked.spent, entered: true, shifted, unit, way });
        Ok(())
    }
}

/// The Union's Special Sequence (§14.0).
pub const SPECIAL_SEQUENCE: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "special",
    section: "14.0",
    open: |board| board.at.acting_in(Phase::Special),
    asks: |_| "Bring on French, Meagher and the cavalry.".to_owned(),
};

impl Board<'_> {
    /// Whether a unit off the map may enter now.
    pub fn may_enter(&self, unit: UnitId) -> Result<Mover, RuleBreak> {
        self.may_act(unit)?;
        let (spec, state, at) = (self.spec(unit), self.state(unit), self.at);
        if state.place != Place::Away {
            return Err(ALREADY_ON);
        }
        let special = at.phase == Phase::Special;
        let due = match spec.arrival {
            Arrival::Setup => false,
            // With its division, in this turn or any later one (ruling 18).
            Arrival::Activation => state.activated && !special,
            // Whether or not the division was chosen (ruling 19); early by agreement (§17.1).
            Arrival::Slocum => !special && (at.turn >= 3 || at.options.early_slocum),
            // In the Special Sequence, or held back until later (ruling 20). The cavalry comes early with Slocum (§17.1).
            Arrival::Special => {
                special || at.turn > at.options.special_after || (at.options.early_slocum && spec.arm.is_cavalry())
            }
        };
        if due { Ok(self.mover_from(unit, None)) } else { Err(NOT_ENTERING) }
    }

    /// What it costs to enter by an arrow hex: half a point where a road comes in, else the ground; in an enemy zone the
    /// full cost, and not at all where guns or sharpshooters cover it. A charge may enter any zone as its end (ruling 40).
    pub fn arrow_cost(&self, mover: &Mover, index: usize, charging: bool) -> Result<u16, RuleBreak> {
        let cell = self.pack.ground.cell(index);
        if cell.entry != Some(mover.side) {
            return Err(NOT_ARROW);
        }
        let zones = self.stopping_zones(mover, index);
        if let Some(other) = self.unit_at(index) {
            if self.side(other) != mover.side {
                return Err(ENEMY_THERE);
            }
            if zones != 0 {
                return Err(THROUGH_ZONE);
            }
        }
        if !charging {
            self.barred_zones(mover, index)?;
        }
        let full = MP * (1 + u16::from(cell.forest));
        // A charge pays its last step in full, also where cavalry would ignore the zone (ruling 40).
        let cost = if cell.road_off && zones == 0 && !charging { 1 } else { full };
        if cost > mover.budget { Err(TOO_DEAR) } else { Ok(cost) }
    }

    /// The arrow hexes a unit may enter by, with what entering costs.
    pub fn arrow_starts(&self, mover: &Mover) -> impl Iterator<Item = (usize, u16)> + '_ {
        let mover = *mover;
        self.pack.ground.arrows(mover.side).filter_map(move |cell| {
            let index = self.pack.ground.index(cell.hex);
            Some((index, self.arrow_cost(&mover, index, false).ok()?))
        })
    }

    /// A move onto the map along a way that begins with an arrow hex.
    pub fn check_enter(&self, unit: UnitId, way: &Way) -> Result<Walked, RuleBreak> {
        let mover = self.may_enter(unit)?;
        self.not_bound_to_charge(unit)?;
        let spent = self.arrow_cost(&mover, self.index_of(way.start())?, false)?;
        let walked = self.walk(&mover, way.hexes(), spent)?;
        self.may_end(walked.end)?;
        Ok(walked)
    }
}
