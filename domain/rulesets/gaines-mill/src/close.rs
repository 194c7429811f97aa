//! Chapter 11: Close Combat, and §12.3: the combat of a charge, which comes first.

use super::book::{AnyOrder, NOT_YOURS, Rules, Stop, WRONG_PHASE};
use super::fire::ALREADY_ATTACKED;
use super::names::read_target;
use super::pack::Pack;
use super::position::{CombatKind, Phase};
use super::resolver::Resolver;
use super::strength::Attack;
use super::tables::DIFFERENTIAL;
use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{PhaseQuestion, RuleBreak, Said, Verb, Words};
use domain_core::referee::{Chart, Choice, Refusal, Side};

pub const NOT_ADJACENT: RuleBreak =
    RuleBreak::new(&["11.0", "That enemy is not adjacent.", "Close Combat is between adjacent units."]);
const CLOSE_INACTIVE: RuleBreak = RuleBreak::new(&["11.0", "{unit} is not activated.", "Attack with activated units."]);
pub const CHARGES_FIRST: RuleBreak = RuleBreak::new(&["12.3", "Charges are fought first.", "Carry out a charge."]);
const FIRED_ALREADY: RuleBreak = RuleBreak::new(&["7.1", "{unit} has fired.", "Only guns attack in both phases."]);
const NOT_CHARGING: RuleBreak =
    RuleBreak::new(&["12.3", "{unit} does not charge that enemy.", "Attack the target declared."]);

/// `Archer attack 0815`: Close Combat (§11.0), and the combat of a charge (§12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CloseCombat {
    /// The unit that attacks.
    pub unit: UnitId,
    /// The hex of the enemy.
    pub at: HexId,
}

impl Verb<Rules> for CloseCombat {
    fn said() -> Said {
        Said::OfPiece(&["attack", "attacks"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let at = read_target(words.board, words.side, unit, words.rest);
        Some(at.map(|at| CloseCombat { unit, at }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let attacks = match board.at.phase {
            Phase::Close | Phase::SecondClose => board.close_attacks(unit),
            _ => return false,
        };
        attacks.into_iter().any(|attack| found(CloseCombat { unit, at: attack.to }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} attack {}", board.spec(self.unit).name, self.at)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        board.attack_choice(line, self.unit, self.at, board.check_attack(self.unit, self.at))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let attack = resolver.board().check_attack(self.unit, self.at)?;
        Ok(resolver.fight(&attack, false)?)
    }
}

/// The charges of a Close Combat Phase, which come first (§12.3).
pub const CHARGES_HOME: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "charge",
    section: "12.3",
    open: |board| board.at.acting_in(Phase::Close).filter(|side| board.charges(*side).next().is_some()),
    asks: |board| {
        let charges = board.charges(board.at.side);
        let all: Vec<String> =
            charges.map(|a| format!("{} at {}", board.spec(a.attacker).name, board.spec(a.defender).name)).collect();
        format!("Carry the charges home, in the order you like: {}.", all.join(", "))
    },
};

/// The rest of it (§11.0).
pub const CLOSING: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "close",
    section: "11.0",
    open: |board| board.at.acting_in(Phase::Close),
    asks: |_| "Attack adjacent enemies, or say done.".to_owned(),
};

impl Board<'_> {
    /// Units that bear a Charge marker, in unit order.
    pub fn charging(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.on_map(side).map(|(u, _)| u).filter(|u| self.state(*u).charging.is_some())
    }

    /// The combats of charges still to be fought, in unit order.
    pub fn charges(&self, side: Side) -> impl Iterator<Item = Attack> + '_ {
        self.charging(side).filter_map(|u| self.charge_combat(u))
    }

    /// §12.3 with ruling 42: the combat of a charge, if its target is still there and still adjacent.
    pub fn charge_combat(&self, unit: UnitId) -> Option<Attack> {
        let attack = self.attack(unit, self.state(unit).charging?, CombatKind::Charge)?;
        self.pack.ground.joined(attack.from, attack.to).then_some(attack)
    }

    /// Who may attack in a Close Combat Phase: activated units in good order, once in a player turn but for guns (§7.1), and
    /// everybody again in the second one (§15.0).
    pub fn may_close(&self, unit: UnitId) -> Result<HexId, RuleBreak> {
        if !matches!(self.at.phase, Phase::Close | Phase::SecondClose) {
            return Err(WRONG_PHASE);
        }
        let (hex, state) = self.fit(unit, self.at.side)?;
        if !state.activated {
            return Err(CLOSE_INACTIVE);
        }
        if state.closed {
            return Err(ALREADY_ATTACKED);
        }
        if state.fired && !self.spec(unit).arm.is_artillery() {
            return Err(FIRED_ALREADY);
        }
        self.guns_ready(unit)?;
        Ok(hex)
    }

    /// An attack of a Close Combat Phase on a hex.
    pub fn check_attack(&self, unit: UnitId, at: HexId) -> Result<Attack, RuleBreak> {
        if !matches!(self.at.phase, Phase::Close | Phase::SecondClose) {
            return Err(WRONG_PHASE);
        }
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.charges(self.at.side).next().is_some() {
            if self.state(unit).charging.is_none() {
                return Err(CHARGES_FIRST);
            }
            let attack = self.charge_combat(unit).ok_or(NOT_CHARGING)?;
            return if attack.to == at { Ok(attack) } else { Err(NOT_CHARGING) };
        }
        let from = self.may_close(unit)?;
        let defender = self.target_in(unit, at)?;
        if !self.pack.ground.joined(from, at) {
            return Err(NOT_ADJACENT);
        }
        Ok(Attack { attacker: unit, from, defender, to: at, kind: CombatKind::Close })
    }

    /// Every attack open to a unit.
    pub fn close_attacks(&self, unit: UnitId) -> Vec<Attack> {
        let Some(from) = self.state(unit).hex() else { return Vec::new() };
        self.covering(self.side(unit).other(), self.pack.ground.index(from))
            .filter_map(|e| self.state(e).hex())
            .filter_map(|at| self.check_attack(unit, at).ok())
            .collect()
    }
}

/// The Close Combat Results Table.
pub fn chart(pack: &Pack) -> Chart {
    let also = "Also for charges, and for charged artillery in the Reaction Phase. Sharpshooters use the infantry row.";
    pack.tables.close.chart("11.0", &["infantry", "cavalry", "artillery"], &[DIFFERENTIAL, also])
}
