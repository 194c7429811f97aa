//! Chapter 13: disruption, disorder, the steadiness of morale 3, and recovery.

use super::book::{AnyOrder, Rules, Stop};
use super::facts::Fact;
use super::position::Condition;
use super::resolver::Resolver;
use super::tables::Effects;
use super::teller::Teller;
use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal};

const NOTHING_TO_RECOVER: RuleBreak =
    RuleBreak::new(&["13.2", "{unit} is in good order.", "Only disrupted or disordered units recover."]);

/// What a Disrupt or Disorder result does to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shock {
    /// Nothing: there is no such result, or it is ignored.
    None,
    /// Morale 3 shrugs it off (§13.1).
    Shrugged,
    /// The unit gets this marker, or loses a step instead (§7.7).
    Marker(Condition),
    /// The unit loses a step: disordered once more (§13.0).
    Step,
}

/// `Archer recover`: recovers (§13.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recover {
    /// The unit that recovers.
    pub unit: UnitId,
}

impl Verb<Rules> for Recover {
    fn said() -> Said {
        Said::OfPiece(&["recover"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece_alone()?;
        Some(Ok(Recover { unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        board.check_recover(unit).is_ok() && found(Recover { unit })
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} recover", board.spec(self.unit).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let hex = board.state(self.unit).hex();
        let after = match hex.map(|h| board.recovered(self.unit, h)) {
            Some(Condition::Disrupted) => "to Disrupted: it stands in an enemy zone",
            _ => "to good order",
        };
        let label = format!("{} recovers {after}", board.spec(self.unit).name);
        Choice { place: hex.map(|h| h.to_string()), ..Choice::plain(line, label, "recover", "13.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let hex = board.check_recover(self.unit)?;
        let condition = board.recovered(self.unit, hex);
        resolver.write(Fact::Recovered { condition, hex, unit: self.unit });
        Ok(())
    }
}

impl Board<'_> {
    /// §13.0, §13.1: the shock of a result. On a charger any DC is a disruption as well (§10.0, ruling 37).
    pub fn shock(&self, unit: UnitId, effects: &Effects, charger: bool) -> Shock {
        let now = self.state(unit).condition;
        let steady = self.spec(unit).morale >= 3 && now == Condition::Good;
        let disrupt = effects.disrupt || (charger && effects.dc > 0);
        match (effects.disorder, disrupt, now) {
            (true, ..) if steady => Shock::Marker(Condition::Disrupted),
            // A disordered unit loses a step; a disrupted one becomes disordered (ruling 44).
            (true, _, Condition::Disordered) => Shock::Step,
            (true, ..) => Shock::Marker(Condition::Disordered),
            (false, true, _) if steady => Shock::Shrugged,
            (false, true, Condition::Good) => Shock::Marker(Condition::Disrupted),
            (false, true, Condition::Disrupted) => Shock::Marker(Condition::Disordered),
            (false, true, Condition::Disordered) | (false, false, _) => Shock::None,
        }
    }

    /// §13.2: the condition after recovery: good order, but a disordered unit in an enemy zone stays disrupted.
    pub fn recovered(&self, unit: UnitId, hex: HexId) -> Condition {
        let disordered = self.state(unit).condition == Condition::Disordered;
        if disordered && self.in_enemy_zone(self.side(unit), hex) { Condition::Disrupted } else { Condition::Good }
    }

    /// §13.2: a disrupted or disordered unit on the map may recover, active or not.
    pub fn check_recover(&self, unit: UnitId) -> Result<HexId, RuleBreak> {
        let hex = self.may_act_on_map(unit)?;
        if self.state(unit).disturbed() { Ok(hex) } else { Err(NOTHING_TO_RECOVER) }
    }
}

impl Teller<'_> {
    /// A unit that is shaken.
    pub fn marked(&self, unit: UnitId, hex: HexId, condition: Condition) -> Option<Line> {
        self.changed(format!("{} is {}.", self.name(unit), condition.word()), "13.0", hex)
    }

    /// A unit that recovers.
    pub fn recovers(&self, unit: UnitId, hex: HexId, condition: Condition) -> Option<Line> {
        let text = match condition {
            Condition::Good => format!("{} recovers.", self.name(unit)),
            other => format!("{} recovers in part: now {}.", self.name(unit), other.word()),
        };
        self.changed(text, "13.2", hex)
    }
}
