//! Chapter 8: who may fire at whom; range and line of sight.

use super::book::{AnyOrder, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_PHASE};
use super::ground::Blocker;
use super::names::read_target;
use super::pack::Pack;
use super::position::{Act, CombatKind, Phase, UnitState};
use super::resolver::Resolver;
use super::strength::Attack;
use super::tables::DIFFERENTIAL;
use super::units::{Arm, UnitId};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::kit::{PhaseQuestion, RuleBreak, Said, Verb, Words};
use domain_core::referee::{Chart, Choice, Refusal, Side};

pub const DISTURBED: RuleBreak =
    RuleBreak::new(&["13.0", "{unit} is disrupted or disordered.", "It may fight only its own chargers."]);
const NO_TARGET: RuleBreak = RuleBreak::new(&["7.0", "No enemy is in that hex.", "Name the hex of an enemy unit."]);
const OWN_TARGET: RuleBreak = RuleBreak::new(&["7.0", "A friend is in that hex.", "Name the hex of an enemy unit."]);
pub const CAVALRY_FIRE: RuleBreak =
    RuleBreak::new(&["8.0", "Cavalry does not fire.", "It fights in the Close Combat Phase."]);
pub const ALREADY_ATTACKED: RuleBreak =
    RuleBreak::new(&["7.1", "{unit} has made its attack.", "Each unit attacks once in a player turn."]);
const GUNS_MOVED: RuleBreak = RuleBreak::new(&[
    "6.5",
    "{unit} has moved.",
    "Guns that moved fight only if it was one hex, at one point, clear of commanding enemies.",
]);
pub const FIRER_IN_ZONE: RuleBreak =
    RuleBreak::new(&["8.1", "{unit} is in an enemy zone.", "Fire only from hexes free of them."]);
pub const ADJACENT: RuleBreak =
    RuleBreak::new(&["8.0", "That enemy is adjacent.", "Attack it in the Close Combat Phase."]);
const OUT_OF_RANGE: RuleBreak =
    RuleBreak::new(&["8.2", "That is out of range.", "Infantry fires 2 hexes, sharpshooters 3, guns 5."]);
const NO_SIGHT: RuleBreak =
    RuleBreak::new(&["8.3", "{unit} cannot see that hex.", "Choose a target in line of sight."]);
const CHARGED_NO_GUNS: RuleBreak =
    RuleBreak::new(&["8.1", "Guns do not fire on a unit that is being charged.", "Choose another target."]);
const RIVER_BETWEEN: RuleBreak =
    RuleBreak::new(&["11.0", "The river lies between.", "Guns fight closely where a unit could step across."]);
const CHARGER_FIRES: RuleBreak = RuleBreak::new(&[
    "12.3",
    "{unit} is charging.",
    "Its one attack is made in the Close Combat Phase, whatever becomes of its target.",
]);
const FIRE_INACTIVE: RuleBreak =
    RuleBreak::new(&["8.0", "{unit} is not activated.", "Activated units fire, and of the Union every battery."]);

/// `Griffin fire 1012`: Fire, Sharpshooter's or reactive combat; a battery at an adjacent hex fights closely (§8.0, §9.0, §10.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// The unit that fires.
    pub unit: UnitId,
    /// At which hex.
    pub at: HexId,
}

impl Verb<Rules> for Fire {
    fn said() -> Said {
        Said::OfPiece(&["fire", "fires"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let at = read_target(words.board, words.side, unit, words.rest);
        Some(at.map(|at| Fire { unit, at }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let attacks = match board.at.phase {
            Phase::Fire => board.fire_attacks(unit),
            Phase::Reaction => board.reactions(unit),
            _ => return false,
        };
        attacks.into_iter().any(|attack| found(Fire { unit, at: attack.to }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} fire {}", board.spec(self.unit).name, self.at)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        board.attack_choice(line, self.unit, self.at, self.check(board))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let attack = self.check(&board)?;
        let reactive = board.at.phase == Phase::Reaction;
        Ok(resolver.fight(&attack, reactive)?)
    }
}

impl Fire {
    /// The attack that it is.
    pub fn check(&self, board: &Board<'_>) -> Result<Attack, RuleBreak> {
        match board.at.phase {
            Phase::Reaction => board.check_reaction(self.unit, self.at),
            _ => board.check_fire(self.unit, self.at),
        }
    }
}

/// The Fire Phase (§8.0), dusk apart.
pub const FIRING: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "fire",
    section: "8.0",
    open: |board| board.at.acting_in(Phase::Fire).filter(|_| !board.is_dusk()),
    asks: |_| "Fire with infantry, guns and sharpshooters.".to_owned(),
};

impl Board<'_> {
    /// §8.2: the range of a unit's fire in hexes.
    pub fn range(&self, unit: UnitId) -> u8 {
        match self.spec(unit).arm {
            Arm::Infantry => 2,
            Arm::Sharpshooter { .. } => 3,
            Arm::Artillery { .. } => 5,
            Arm::Cavalry => 0,
        }
    }

    /// §8.3: whether nothing hides one hex from the other; the ground is judged beforehand, units here.
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        let ground = &self.pack.ground;
        let to = ground.index(to);
        ground.sights(ground.index(from)).iter().find(|s| s.to == to).is_some_and(|s| self.unhidden(&s.blockers))
    }

    fn unhidden(&self, blockers: &[Blocker]) -> bool {
        let taken = |i: usize| self.unit_at(i).is_some();
        !blockers.iter().any(|b| match *b {
            Blocker::One(i) => taken(i),
            Blocker::Both(i, k) => taken(i) && taken(k),
        })
    }

    /// The enemies that a unit sees within so many hexes, adjacent ones left out.
    pub fn seen_within(&self, from: HexId, range: u8, side: Side) -> Vec<(UnitId, HexId)> {
        let ground = &self.pack.ground;
        let mut seen = Vec::new();
        for sight in ground.sights(ground.index(from)) {
            if sight.range <= range
                && let Some(enemy) = self.unit_at(sight.to)
                && self.side(enemy) != side
                && self.unhidden(&sight.blockers)
            {
                seen.push((enemy, ground.cell(sight.to).hex));
            }
        }
        seen
    }

    /// The enemy in a hex.
    pub fn target_in(&self, unit: UnitId, at: HexId) -> Result<UnitId, RuleBreak> {
        match self.unit_in(at) {
            None => Err(NO_TARGET),
            Some(other) if self.side(other) == self.side(unit) => Err(OWN_TARGET),
            Some(enemy) => Ok(enemy),
        }
    }

    /// A unit of the side on the map, in good order (§13.0).
    pub fn fit(&self, unit: UnitId, side: Side) -> Result<(HexId, &UnitState), RuleBreak> {
        if self.side(unit) != side {
            return Err(NOT_YOURS);
        }
        let state = self.state(unit);
        let hex = state.hex().ok_or(OFF_MAP)?;
        if state.disturbed() { Err(DISTURBED) } else { Ok((hex, state)) }
    }

    /// §6.5: a battery that moved too far, too dearly or under the enemy's eyes does not fight in this player turn.
    pub fn guns_ready(&self, unit: UnitId) -> Result<(), RuleBreak> {
        let moved = self.state(unit).act == Act::Moved;
        if moved && self.spec(unit).arm.is_artillery() { Err(GUNS_MOVED) } else { Ok(()) }
    }

    /// Who may attack at all in the Fire Phase: activated units, and all Union guns (§4.0, §8.0); once (§7.1).
    pub fn may_fire(&self, unit: UnitId) -> Result<HexId, RuleBreak> {
        if self.at.phase != Phase::Fire {
            return Err(WRONG_PHASE);
        }
        let (hex, state) = self.fit(unit, self.at.side)?;
        let spec = self.spec(unit);
        if spec.arm.is_cavalry() {
            return Err(CAVALRY_FIRE);
        }
        let union_guns = spec.arm.is_artillery() && spec.side == Side::Union;
        if !state.activated && !union_guns {
            return Err(FIRE_INACTIVE);
        }
        if state.fired {
            return Err(ALREADY_ATTACKED);
        }
        // Ruling 51.
        if state.charging.is_some() && self.since(2) {
            return Err(CHARGER_FIRES);
        }
        self.guns_ready(unit)?;
        Ok(hex)
    }

    /// §8.0 to §8.3, §9.0; guns also fight closely in this phase (§4.0).
    pub fn check_fire(&self, unit: UnitId, at: HexId) -> Result<Attack, RuleBreak> {
        let from = self.may_fire(unit)?;
        let defender = self.target_in(unit, at)?;
        let spec = self.spec(unit);
        let attack = |kind| Attack { attacker: unit, from, defender, to: at, kind };
        if self.pack.ground.distance(from, at) == 1 {
            if !spec.arm.is_artillery() {
                return Err(ADJACENT);
            }
            return if self.pack.ground.joined(from, at) { Ok(attack(CombatKind::Close)) } else { Err(RIVER_BETWEEN) };
        }
        self.not_dusk()?;
        // §8.1, of any unit whatever its condition (ruling 32).
        if self.in_enemy_zone(spec.side, from) {
            return Err(FIRER_IN_ZONE);
        }
        if spec.arm.is_artillery() && self.at.charger_of(defender).is_some() {
            return Err(CHARGED_NO_GUNS);
        }
        self.check_sight(unit, from, at)?;
        Ok(attack(if spec.arm.is_sharpshooter() { CombatKind::Sharp } else { CombatKind::Fire }))
    }

    /// Range and sight.
    pub fn check_sight(&self, unit: UnitId, from: HexId, at: HexId) -> Result<(), RuleBreak> {
        if self.pack.ground.distance(from, at) > u32::from(self.range(unit)) {
            return Err(OUT_OF_RANGE);
        }
        if self.sees(from, at) { Ok(()) } else { Err(NO_SIGHT) }
    }

    /// Every attack of the Fire Phase that a unit may make.
    pub fn fire_attacks(&self, unit: UnitId) -> Vec<Attack> {
        let Ok(from) = self.may_fire(unit) else { return Vec::new() };
        let side = self.side(unit);
        let near = self.covering(side.other(), self.pack.ground.index(from)).filter_map(|e| self.state(e).hex());
        let far = self.seen_within(from, self.range(unit), side).into_iter().map(|s| s.1);
        near.chain(far).filter_map(|at| self.check_fire(unit, at).ok()).collect()
    }
}

/// The Fire Combat Results Table.
pub fn chart(pack: &Pack) -> Chart {
    pack.tables.fire.chart(
        "8.0",
        &["infantry", "artillery"],
        &[DIFFERENTIAL, "Also for infantry in the Reaction Phase."],
    )
}
