//! The state of a game. Fields stand in alphabetical order: positions are hashed.

use super::units::{LeaderId, UnitId};
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// Where a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Not on the map yet; for a leader: his replacement waits on the turn track.
    Off,
    /// In an area.
    At(u8),
    /// In the eliminated box.
    Lost,
    /// Out of the game for good.
    Gone,
}

/// The three ways to attack in an impulse, and long-range bombardment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strike {
    /// §8.3
    Assault,
    /// §8.4
    Bombard,
    /// §3.0 (1)
    LongRange,
    /// §8.5
    Volley,
}

impl Strike {
    /// The verb of notation.
    pub const fn word(self) -> &'static str {
        match self {
            Strike::Assault => "assault",
            Strike::Bombard => "bombard",
            Strike::LongRange => "long-range",
            Strike::Volley => "volley",
        }
    }

    /// What it is called in prose.
    pub const fn noun(self) -> &'static str {
        match self {
            Strike::Assault => "assault",
            Strike::Bombard => "bombardment",
            Strike::LongRange => "long-range bombardment",
            Strike::Volley => "volley",
        }
    }

    /// The way of attacking that a verb says; an assault for any other word.
    pub fn of_word(word: &str) -> Strike {
        match word {
            "volley" => Strike::Volley,
            "bombard" => Strike::Bombard,
            _ => Strike::Assault,
        }
    }
}

/// A combat unit's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Designated in this impulse.
    pub active: bool,
    /// Committed to an attack on an area.
    pub bid: Option<(Strike, u8)>,
    /// The area it last left in this impulse.
    pub came: Option<u8>,
    /// Where it is.
    pub place: Place,
    /// Entered its area over a creek or Sunken Road border.
    pub special: bool,
    /// On its Spent side.
    pub spent: bool,
    /// May not move on in this impulse.
    pub stopped: bool,
    /// Movement points used in this impulse.
    pub used: u8,
}

impl UnitState {
    /// Fresh at a place.
    pub const fn fresh(place: Place) -> Self {
        UnitState { active: false, bid: None, came: None, place, special: false, spent: false, stopped: false, used: 0 }
    }

    /// Its area, if it is on the map.
    pub const fn area(&self) -> Option<u8> {
        match self.place {
            Place::At(area) => Some(area),
            _ => None,
        }
    }

    /// Has moved or committed itself in this impulse.
    pub const fn acted(&self) -> bool {
        self.used > 0 || self.bid.is_some()
    }
}

/// What became of the historical leader (§8.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderCasualty {
    /// Killed: full points.
    Killed,
    /// Lightly wounded: out of action for the turn.
    Lightly,
    /// Seriously wounded: half points.
    Seriously,
}

/// A leader's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderState {
    /// On his active side.
    pub active: bool,
    /// Killed or seriously wounded: the counter is his replacement, immune for good (ruling 28).
    pub hurt: Option<LeaderCasualty>,
    /// Where he is.
    pub place: Place,
    /// May not move on in this impulse.
    pub stopped: bool,
    /// Movement points used in this impulse.
    pub used: u8,
    /// Lightly wounded in this turn.
    pub wounded: bool,
}

impl LeaderState {
    /// His area, if he is on the map.
    pub const fn area(&self) -> Option<u8> {
        match self.place {
            Place::At(area) => Some(area),
            _ => None,
        }
    }
}

/// A bridge or ford now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrossingState {
    /// A ford that is found.
    pub found: bool,
    /// Who holds the bridge.
    pub holder: Option<Side>,
}

/// The two groups of reinforcements (§4.4, §4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Force {
    /// A. P. Hill's division.
    Hill,
    /// The VI Corps.
    Sixth,
}

impl Force {
    /// Both.
    pub const ALL: [Force; 2] = [Force::Hill, Force::Sixth];

    /// Whose.
    pub const fn side(self) -> Side {
        match self {
            Force::Hill => Side::Confederate,
            Force::Sixth => Side::Union,
        }
    }

    /// The word of notation.
    pub const fn word(self) -> &'static str {
        match self {
            Force::Hill => "Hill",
            Force::Sixth => "VI",
        }
    }

    /// In prose.
    pub const fn title(self) -> &'static str {
        match self {
            Force::Hill => "A.P. Hill's division",
            Force::Sixth => "the VI Corps",
        }
    }
}

/// A group of reinforcements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForceState {
    /// The area chosen, once some have entered (ruling 58).
    pub area: Option<u8>,
    /// May enter.
    pub due: bool,
}

/// What an impulse is being used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImpulseUse {
    /// Nothing yet.
    Nothing,
    /// A leader was woken; McClellan may still move.
    Woke,
    /// A leader moved alone.
    Rode,
    /// Units were activated.
    Fighting,
    /// Reinforcements enter.
    Entering,
    /// In the Rally Phase: reorganising is over, replacements are placed.
    Closing,
}

/// The impulse being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impulse {
    /// Areas attacked, and how.
    pub attacked: Vec<(u8, Strike)>,
    /// Units that went over a crossing.
    pub crossed: Vec<(u8, UnitId)>,
    /// What it is used for.
    pub doing: ImpulseUse,
    /// A unit of the I Corps moved or attacked (§5.3.1).
    pub first_corps: bool,
    /// Reinforcements entering.
    pub force: Option<Force>,
    /// A free impulse by the Advantage (§10.2B).
    pub free: bool,
    /// The check failed: the phase ends after it.
    pub last: bool,
    /// The leader that acts.
    pub leader: Option<LeaderId>,
    /// Units that have done nothing but overrun the area they stood in: they stay Fresh (§9.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overran: Vec<UnitId>,
    /// The leader was silenced (ruling 18).
    pub silenced: bool,
    /// Crossings tried.
    pub tried: Vec<u8>,
}

impl Impulse {
    /// A new one.
    pub const fn new(free: bool) -> Self {
        Impulse {
            attacked: Vec::new(),
            crossed: Vec::new(),
            doing: ImpulseUse::Nothing,
            first_corps: false,
            force: None,
            free,
            last: false,
            leader: None,
            overran: Vec::new(),
            silenced: false,
            tried: Vec::new(),
        }
    }
}

/// What a roll is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The Union's impulse check (§3.0).
    Check,
    /// The two rolls of the fight below.
    Combat,
    /// A retreat among enemies.
    Contested {
        /// Where to.
        area: u8,
        /// Who.
        unit: UnitId,
    },
    /// A bridge or ford (§11.2.2).
    Crossing {
        /// Which.
        crossing: u8,
        /// Who tries.
        unit: UnitId,
    },
    /// A. P. Hill's die (§4.5).
    Hill,
    /// A leader's fate (§8.7.2).
    Leader {
        /// Who.
        leader: LeaderId,
    },
    /// A mounted withdrawal (§7.3.3).
    Withdrawal {
        /// Who.
        unit: UnitId,
    },
}

impl Purpose {
    /// What its rolls are called, in the order in which they are thrown.
    pub fn rolls(self) -> Vec<&'static str> {
        match self {
            Purpose::Check => vec!["impulse check"],
            Purpose::Combat => vec!["attack", "defence"],
            Purpose::Contested { .. } => vec!["retreat among enemies"],
            Purpose::Crossing { .. } => vec!["bridge or ford"],
            Purpose::Hill => vec!["A.P. Hill"],
            Purpose::Leader { .. } => vec!["a leader's fate"],
            Purpose::Withdrawal { .. } => vec!["mounted withdrawal"],
        }
    }
}

/// Dice on the table that the holder of the Advantage may have rolled again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// The dice of each roll: one roll, or for a fight the attacker's and the defender's.
    pub dice: Vec<Vec<u8>>,
    /// What for.
    pub purpose: Purpose,
    /// Who had each rolled again (ruling 16).
    pub used: Vec<Vec<Side>>,
}

/// How far a fight has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The defender names his lead unit.
    Lead,
    /// The dice.
    Rolling,
    /// Leaders are looked after.
    Leaders,
    /// The result is carried out.
    Result,
    /// Casualty points are paid.
    Losses,
    /// Units retreat.
    Falling,
    /// Units retreat among enemies in this area.
    Contested(u8),
    /// Over.
    Over,
}

/// A fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The area attacked.
    pub area: u8,
    /// The attackers, the lead among them.
    pub attackers: Vec<UnitId>,
    /// Those on their way among enemies.
    pub band: Vec<UnitId>,
    /// Sides whose leaders are still to be checked.
    pub checks: Vec<Side>,
    /// Units that must retreat.
    pub falling: Vec<UnitId>,
    /// Areas that units have retreated to: a leader left among enemies may go there with them (ruling 26).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fled: Vec<u8>,
    /// The firing area; nothing for an assault.
    pub from: Option<u8>,
    /// Those that retreat are the attackers.
    pub home: bool,
    /// Way of fighting.
    pub kind: Strike,
    /// The attacking lead unit.
    pub lead: UnitId,
    /// Attack total less defence total.
    pub margin: i32,
    /// The owner gives more than is owed, until he says done (ruling 49).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// Casualty points still owed; below zero when more has been paid.
    pub owed: i32,
    /// The lead has paid.
    pub paid: bool,
    /// How far it is.
    pub stage: Stage,
    /// The defending lead unit, or the target.
    pub target: Option<UnitId>,
}

impl Fight {
    /// Notes an area that units have retreated to.
    pub fn flee(&mut self, to: u8) {
        if !self.fled.contains(&to) {
            self.fled.push(to);
        }
    }
}

/// A procedure that waits, the topmost of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    /// A fight.
    Fight(Fight),
    /// The enemy picks which leader is checked.
    Pick {
        /// Of these.
        leaders: Vec<LeaderId>,
    },
    /// The price of a reorganised unit.
    Price {
        /// By whom.
        leader: LeaderId,
        /// Whom.
        unit: UnitId,
    },
    /// Dice on the table.
    Roll(Rolled),
    /// The Confederates may silence a Union leader.
    Silence,
    /// A leader is placed with a unit of his command, inactive.
    Station {
        /// Who.
        leader: LeaderId,
        /// Areas that he may go to with retreating units, as he is (ruling 26).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<u8>,
    },
    /// Mounted units may withdraw.
    Withdrawal {
        /// Where the enemy came from.
        from: Option<u8>,
        /// Still to be asked.
        units: Vec<UnitId>,
    },
}

/// The phases (§3.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Union Long-Range Bombardment.
    LongRange,
    /// Action.
    Action,
    /// Rally and reorganisation.
    Rally,
    /// The game is over.
    Over,
}

/// The options agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Ruling 1: both in area 18.
    pub as_printed: bool,
    /// §12.0
    pub plan: bool,
    /// Ruling 10: six turns.
    pub six_turns: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Who holds the Advantage.
    pub advantage: Side,
    /// Areas bombarded at long range in this turn.
    pub bombarded: Vec<u8>,
    /// Bridges and fords, in the pack's order.
    pub crossings: Vec<CrossingState>,
    /// The first Union impulse has been played.
    pub first_over: bool,
    /// Reinforcements: Hill, then the VI Corps.
    pub forces: [ForceState; 2],
    /// The impulse.
    pub impulse: Impulse,
    /// Leaders, in the pack's order.
    pub leaders: Vec<LeaderState>,
    /// Options.
    pub options: Options,
    /// Passes in a row.
    pub passes: u8,
    /// Procedures that wait.
    pub pending: Vec<Pending>,
    /// The phase.
    pub phase: Phase,
    /// Whose impulse, or whose part of the phase.
    pub side: Side,
    /// Space of the impulse marker.
    pub space: u8,
    /// The turn, from 1.
    pub turn: u8,
    /// Units, in the pack's order.
    pub units: Vec<UnitState>,
}

impl Position {
    /// A unit's state.
    pub fn unit(&self, id: UnitId) -> &UnitState {
        &self.units[usize::from(id.0).min(self.units.len() - 1)]
    }

    /// A leader's state.
    pub fn leader(&self, id: LeaderId) -> &LeaderState {
        &self.leaders[usize::from(id.0).min(self.leaders.len() - 1)]
    }

    /// The side that acts, where it is that phase and nothing waits.
    pub fn acting_in(&self, phase: Phase) -> Option<Side> {
        (self.phase == phase && self.pending.is_empty()).then_some(self.side)
    }

    /// The fight that is being fought, wherever it lies in the stack.
    pub fn fight(&self) -> Option<&Fight> {
        self.pending.iter().rev().find_map(|p| match p {
            Pending::Fight(fight) => Some(fight),
            _ => None,
        })
    }
}
