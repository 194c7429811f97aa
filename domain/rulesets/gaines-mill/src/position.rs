//! The state after a record: where every unit is and in what condition, the phase, and procedures waiting for an answer.

use super::tables::Effects;
use super::units::{Division, UnitId};
use domain_core::board::HexId;
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// A phase of play (§4.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Deployment (§3.0), the Union first (ruling 1).
    Setup,
    /// Command Phase (§5.0).
    Command,
    /// Move Phase (§6.0).
    Move,
    /// Fire Phase (§8.0).
    Fire,
    /// Reaction Phase (§10.0).
    Reaction,
    /// Close Combat Phase (§11.0).
    Close,
    /// The second Close Combat Phase of the last turn (§15.0).
    SecondClose,
    /// The Union's Special Sequence (§14.0).
    Special,
    /// The game has ended (§16.0).
    Over,
}

impl Phase {
    /// The phases, in the order of play.
    pub const ALL: [Phase; 9] = [
        Phase::Setup,
        Phase::Command,
        Phase::Move,
        Phase::Fire,
        Phase::Reaction,
        Phase::Close,
        Phase::SecondClose,
        Phase::Special,
        Phase::Over,
    ];

    /// The word for it in notation and keys.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Setup => "setup",
            Phase::Command => "command",
            Phase::Move => "move",
            Phase::Fire => "fire",
            Phase::Reaction => "reaction",
            Phase::Close => "close",
            Phase::SecondClose => "second-close",
            Phase::Special => "special",
            Phase::Over => "over",
        }
    }

    /// Its name as the rulebook writes it.
    pub const fn title(self) -> &'static str {
        match self {
            Phase::Setup => "Set-up",
            Phase::Command => "Command Phase",
            Phase::Move => "Move Phase",
            Phase::Fire => "Fire Phase",
            Phase::Reaction => "Reaction Phase",
            Phase::Close => "Close Combat Phase",
            Phase::SecondClose => "Second Close Combat Phase",
            Phase::Special => "Special Sequence",
            Phase::Over => "End of the game",
        }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Not on the map yet.
    Away,
    /// On the map.
    At(HexId),
    /// Eliminated.
    Lost,
}

/// A unit's order, as in "in good order" (§13.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// No marker.
    Good,
    /// Disrupted.
    Disrupted,
    /// Disordered.
    Disordered,
}

impl Condition {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Condition::Good => "good",
            Condition::Disrupted => "disrupted",
            Condition::Disordered => "disordered",
        }
    }
}

/// What a unit has done in the Move Phase: one thing at most (§6.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Nothing.
    None,
    /// It moved, withdrew or charged; a battery may not fight (§6.5).
    Moved,
    /// It moved or withdrew one hex at one point at most, so that a battery may still fight (§6.5).
    Shifted,
    /// It recovered (§13.2), which is not movement (ruling 7).
    Recovered,
}

/// One unit's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// What it did in this Move Phase.
    pub act: Act,
    /// Activated this player turn (§5.0).
    pub activated: bool,
    /// The unit it is charging (§12.1).
    pub charging: Option<UnitId>,
    /// It has attacked in a Close Combat Phase of this player turn (§7.1).
    pub closed: bool,
    /// Its condition.
    pub condition: Condition,
    /// It has attacked in the Fire Phase of this player turn (§7.1).
    pub fired: bool,
    /// Where it is.
    pub place: Place,
    /// It has made its attack of this Reaction Phase (ruling 36).
    pub reacted: bool,
    /// It bears a Return Fire marker (§7.4).
    pub rf: bool,
    /// It has been attacked in this Reaction Phase (§10.0).
    pub shot: bool,
    /// Steps left (§2.22).
    pub steps: u8,
}

impl UnitState {
    /// A unit with so many steps, off the map.
    pub fn fresh(steps: u8) -> Self {
        UnitState {
            act: Act::None,
            activated: false,
            charging: None,
            closed: false,
            condition: Condition::Good,
            fired: false,
            place: Place::Away,
            reacted: false,
            rf: false,
            shot: false,
            steps,
        }
    }

    /// Its hex, if it is on the map.
    pub fn hex(&self) -> Option<HexId> {
        match self.place {
            Place::At(hex) => Some(hex),
            _ => None,
        }
    }

    /// Disrupted or disordered (§13.0).
    pub fn disturbed(&self) -> bool {
        self.condition != Condition::Good
    }
}

/// Which way of fighting an attack uses (§7.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatKind {
    /// Fire Combat (§8.0), on the FCRT.
    Fire,
    /// Sharpshooter's Combat (§9.0).
    Sharp,
    /// Close Combat (§11.0), on the CCRT.
    Close,
    /// Charge Combat (§12.0), on the CCRT.
    Charge,
}

/// How a combat bonus is used (§7.52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bonus {
    /// Not at all.
    None,
    /// The target loses one more step.
    Strike,
    /// The attacker ignores its own loss of an EX.
    Spare,
}

impl Bonus {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Bonus::None => "none",
            Bonus::Strike => "strike",
            Bonus::Spare => "spare",
        }
    }
}

/// What is done next with the result of an attack, in the order of ruling 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The attacker chooses the use of its combat bonus (§7.52).
    Bonus,
    /// Step losses of both sides (§7.5).
    Losses,
    /// Disrupt or Disorder, or the step taken instead (§7.7, §13).
    Marker,
    /// The attacker's retreats (§7.6).
    Repulse,
    /// The defender's retreats (§7.6).
    Retreat,
    /// The Return Fire marker (§7.4).
    ReturnFire,
    /// The voluntary retreat of the unit attacked (§7.7).
    Voluntary,
    /// The attacker's advance (§7.64).
    Advance,
    /// The sharpshooters' step away (§9.0).
    Away,
}

/// An attack whose result is being carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatResolution {
    /// Who attacks.
    pub attacker: UnitId,
    /// Where the attacker stood.
    pub base: HexId,
    /// How the combat bonus is used.
    pub bonus: Bonus,
    /// Who is attacked.
    pub defender: UnitId,
    /// What the table brought.
    pub effects: Effects,
    /// Where the defender stood.
    pub ground: HexId,
    /// On which table the attack was rolled.
    pub kind: CombatKind,
    /// Whether it is an attack of the Reaction Phase.
    pub reactive: bool,
    /// Retreats still to be made in [`Stage::Repulse`] and [`Stage::Retreat`].
    pub retreats: u8,
    /// What is next.
    pub stage: Stage,
}

/// The procedure of carrying out a result, as verbs and questions of it name it.
pub const RESULT: &str = "result";

/// The same of a coordination roll.
pub const COORDINATION: &str = "coordination";

/// A procedure that waits for somebody's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "asks", content = "of", rename_all = "kebab-case")]
pub enum Pending {
    /// The result of an attack.
    #[serde(rename = "affair")]
    Combat(CombatResolution),
    /// The coordination roll: keep it or roll once more (§5.13).
    Coordination {
        /// The first roll.
        first: [u8; 2],
        /// The second, once Lee's Personal Touch is used.
        second: Option<[u8; 2]>,
    },
}

impl Pending {
    /// The result of an attack, if it is one.
    pub fn combat(&self) -> Option<&CombatResolution> {
        match self {
            Pending::Combat(combat) => Some(combat),
            Pending::Coordination { .. } => None,
        }
    }
}

/// The optional rules in force (§17.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Slocum's units and the cavalry from turn 1 (§17.1).
    pub early_slocum: bool,
    /// The turn after which the Special Sequence is played: 4, or 3 (§17.2) or 2 (§17.3).
    pub special_after: u8,
}

/// The whole state of a game.
///
/// Two positions are equal when every field is: nothing in here is a cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Divisions activated this player turn, in track order.
    pub activated: Vec<Division>,
    /// Where the CCRM marker lies on the turn track; 0 beside it (§5.11).
    pub ccrm: u8,
    /// Optional rules.
    pub options: Options,
    /// Procedures waiting for an answer, the topmost last.
    pub pending: Vec<Pending>,
    /// What is being played.
    pub phase: Phase,
    /// The side whose player turn it is.
    pub side: Side,
    /// Lee's Personal Touch has been used (§5.13).
    pub touch_used: bool,
    /// Game turn; 0 during set-up.
    pub turn: u8,
    /// Every unit, by [`UnitId`].
    pub units: Vec<UnitState>,
}

impl Position {
    /// A unit's state. Total: an id from nowhere reads as the first unit, which only a corrupted log could ask for.
    pub fn unit(&self, id: UnitId) -> &UnitState {
        self.units.get(id.index()).unwrap_or(&self.units[0])
    }

    /// The unit that is charging this one, if any (§12.1: one at most).
    pub fn charger_of(&self, target: UnitId) -> Option<UnitId> {
        self.units.iter().position(|u| u.charging == Some(target)).map(UnitId::at)
    }

    /// The side that gives orders in this phase when nothing is pending.
    pub fn acting(&self) -> Side {
        if self.phase == Phase::Reaction { self.side.other() } else { self.side }
    }

    /// That side, if it is this phase and nothing is pending.
    pub fn acting_in(&self, phase: Phase) -> Option<Side> {
        (self.phase == phase && self.pending.is_empty()).then(|| self.acting())
    }

    /// The result that waits for an answer, if it has come to one of these stages.
    pub fn resolving(&self, stages: &[Stage]) -> Option<CombatResolution> {
        self.pending.last().and_then(Pending::combat).filter(|a| stages.contains(&a.stage)).copied()
    }
}
