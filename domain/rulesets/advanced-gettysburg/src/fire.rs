//! What is told in fire and what comes of it: the data of artillery fire, combat fire, assaults and losses (§24.0, §25.0, §29.0, §33.0).

use super::chain::{Formation, Link};
use super::movement::KeptStep;
use super::plain::plain;
use super::tables::Halves;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::referee::{SeatId, Side};
use serde::{Deserialize, Serialize};

/// Who fired at what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// How many player turns ago.
    #[serde(default, skip_serializing_if = "plain")]
    pub age: u8,
    /// The batteries whose cannon fired together, that which stands for them among them; none of muskets, and not noted before revision 8 (§27.1).
    #[serde(default, skip_serializing_if = "plain")]
    pub batteries: Vec<UnitId>,
    /// The place fired from.
    pub from: u16,
    /// Where there are works, whether it had no use of any there (0.12, effects 5 and 6); not noted before revision 7.
    #[serde(default, skip_serializing_if = "plain")]
    pub ignores: bool,
    /// Points before any factor.
    #[serde(default, skip_serializing_if = "plain")]
    pub sp: u8,
    /// Whether they stood in a flank hex for it (§24.4.3); not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub stepped: bool,
    /// Who was struck there, two where brigades share the hex; nobody in pairs of revisions that did not note it (§27.1).
    #[serde(default, skip_serializing_if = "plain")]
    pub struck: [Option<UnitId>; 2],
    /// The place fired at.
    pub to: u16,
    /// Who fired.
    pub unit: UnitId,
}

impl Pair {
    /// A pair of this player turn.
    pub fn new(unit: UnitId, from: usize, to: usize, sp: u8) -> Pair {
        let (batteries, stepped, struck) = (Vec::new(), false, [None, None]);
        Pair { age: 0, batteries, from: from as u16, ignores: false, sp, stepped, struck, to: to as u16, unit }
    }

    /// Whether a marker fired it in the player turn before, from where it had its place: not points that had stepped into a flank hex, and are back (§24.4.3c).
    pub fn is_last(&self) -> bool {
        self.age == 1 && !self.stepped
    }

    /// Whether the same counter fires between the same hexes.
    pub fn same(&self, other: &Pair) -> bool {
        (self.unit, self.from, self.to) == (other.unit, other.from, other.to)
    }

    /// The same fire in another volley of a player turn: at the other brigade of its hex.
    pub fn join(&mut self, other: &Pair) {
        self.sp = self.sp.max(other.sp);
        if other.struck[0].is_some() && self.struck[0] != other.struck[0] {
            self.struck[1] = other.struck[0];
        }
    }
}

/// Cannon of one battery that fired at one target in this Artillery Fire Phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    /// Who.
    pub battery: UnitId,
    /// How many cannon, by kind.
    pub guns: [u8; 3],
    /// Whether by heavy fire (§29.3).
    pub heavy: bool,
    /// The hex fired at.
    pub hex: u16,
    /// Whether smooth bores count as rifles (Artillery Fire Table, note).
    pub rifled: bool,
    /// The brigade or battery fired at.
    pub target: UnitId,
}

/// What cannon did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shelling {
    /// Ammunition factors marked off for it (§29.2.3, §29.3.3).
    pub cost: u8,
    /// Casualty points, by brigade.
    pub cp: Vec<(UnitId, u8)>,
    /// Dice of the ammunition attacks (§29.2).
    pub dice: Vec<u8>,
    /// Whether it was flank fire (§23.3a).
    pub flank: bool,
    /// The place fired from.
    pub from: u16,
    /// The range on the table.
    pub range: u8,
    /// The cannon and their target.
    pub shot: Shot,
    /// The side that fires.
    pub side: Side,
}

impl Shelling {
    /// Factors that the target lost: a die of 4, 5 or 6 takes one (§29.2.2).
    pub fn hits(&self) -> u8 {
        self.dice.iter().filter(|die| **die >= 4).count() as u8
    }
}

/// Points of a defending hex at one hex beside it (§24.2, step 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// Whether these are points of cannon alone; else muskets first, then cannon.
    pub guns: bool,
    /// Of two brigades in the hex the one whose points alone these are, where that is said; not before revision 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<UnitId>,
    /// Strength points.
    pub sp: u8,
    /// The hex.
    pub to: u16,
}

impl Share {
    /// So many points into a hex, muskets first.
    pub fn into(to: usize, sp: u8) -> Share {
        Share { guns: false, of: None, sp, to: to as u16 }
    }

    /// Whether muskets of a brigade are among them.
    pub fn is_of(&self, unit: UnitId) -> bool {
        !self.guns && self.of.is_none_or(|of| of == unit)
    }
}

/// How a defending hex fires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// Of several seats the one whose points they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SeatId>,
    /// The hex.
    pub from: u16,
    /// Its points; none when it holds its fire.
    pub shares: Vec<Share>,
}

/// Points of a defender that stand in a flank hex until the Combat Fire Phase is over (§24.4.3). Its brigade's chain keeps them (ruling 64).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flanker {
    /// Whether they look aside there, and fire through a flank of their own (§24.1); not before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub aside: bool,
    /// The hex of the marker they come from.
    pub from: u16,
    /// At most 4.
    pub sp: u8,
    /// The hex of the flank marker they fire at.
    pub target: u16,
    /// The flank hex.
    pub to: u16,
    /// The brigade.
    pub unit: UnitId,
}

/// Who leaves its breastworks unused (0.12, effect 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forgone {
    /// How many player turns ago.
    pub age: u8,
    /// Who.
    pub unit: UnitId,
}

/// Of two brigades in a hex the one that the other side aims at (§24.3.7, ruling 65).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Singled {
    /// How many player turns ago it was said.
    pub age: u8,
    /// The hex.
    pub hex: u16,
    /// The brigade.
    pub unit: UnitId,
}

/// A term of an assault's sum, its fields in the order of records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Addend {
    /// Its value.
    pub value: i32,
    /// What it counts.
    pub what: String,
}

/// An assault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assaulted {
    /// Whose marker.
    pub by: UnitId,
    /// Whether who carries it as defender may go on in its next turn, and attacks no sooner (§28.3); not before revision 5.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub carries: bool,
    /// Whether it was a charge (0.6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// The die.
    pub die: u8,
    /// Whether who carries it has its free hex until it advances (§31.2, §31.3); not before revision 6.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub follows: bool,
    /// The hex of the marker.
    pub from: u16,
    /// The hex assaulted.
    pub hex: u16,
    /// Whether guns that stood alone are left to who has carried it (ruling 69); not before revision 8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub storms: bool,
    /// Whether it succeeded.
    pub success: bool,
    /// Both strengths, the defender's negative.
    pub sum: Vec<Addend>,
    /// Who stood there.
    pub targets: Vec<UnitId>,
}

/// What a brigade received in this phase (§24.3.3, Disorganization Chart).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Struck {
    /// Casualty points in this phase.
    pub cp: u16,
    /// Its strength at the start of the phase.
    pub sp: u8,
    /// Who.
    pub unit: UnitId,
}

/// What a phase cost a brigade, once it is settled (§33.1, §33.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// Its markers now; none when it is gone.
    pub chain: Vec<Link>,
    /// The marker that the counter lies with.
    pub counter: u8,
    /// Disorganization points.
    pub dp: u16,
    /// Its formation now.
    pub formation: Formation,
    /// What points that were kept are for now, where a line has lost its left flank marker; not before revision 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeps: Option<KeptStep>,
    /// Strength points lost.
    pub lost: u8,
    /// Half points that each marker has spent, where the dearest of them is not lost (§13.7); not before revision 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paid: Vec<Halves>,
    /// Who.
    pub unit: UnitId,
}

/// A column that formed line before fire (§24.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HastyLine {
    /// Its markers, from the left flank.
    pub chain: Vec<Link>,
    /// The marker that the counter lies with.
    pub counter: u8,
    /// Its formation now.
    pub formation: Formation,
    /// Where the marker that led is bent, its hex and the front that it keeps as a straight one (§11.7, §19.4.1); not noted before revision 7.
    #[serde(default, skip_serializing_if = "plain")]
    pub stands: Vec<(u16, Facing)>,
    /// Who.
    pub unit: UnitId,
}

/// Who fired from where, in one volley.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Firer {
    /// The batteries whose cannon these are; not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub batteries: Vec<UnitId>,
    /// Whether they were multiplied by an eighth more than `times` says: out of works at works in woods (0.12).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub eighth: bool,
    /// The place.
    pub from: u16,
    /// Whether these are cannon.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guns: bool,
    /// Where there are works, whether they had no use of any (0.12, effects 5 and 6); not noted before revision 7.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignores: bool,
    /// Points before any factor.
    pub sp: u8,
    /// Whether they stood in a flank hex for it (§24.4.3); not noted before revision 8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stepped: bool,
    /// What they were multiplied by, in quarters: 4 plain, 12 tripled, 2 into woods.
    pub times: u8,
    /// The place fired at.
    pub to: u16,
    /// Who.
    pub unit: UnitId,
    /// Whether it fired out of woods (ruling 67).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub woods: bool,
    /// Whether it had the use of works there (0.12, effect 5); not noted before revision 8.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub works: bool,
}

impl Firer {
    /// As a pair of this player turn.
    pub fn pair(&self) -> Pair {
        let pair = Pair::new(self.unit, usize::from(self.from), usize::from(self.to), self.sp);
        Pair { batteries: self.batteries.clone(), ignores: self.ignores, stepped: self.stepped, ..pair }
    }
}

/// All combat fire of one round at one brigade (§24.3.1), or at batteries that stand alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    /// The side that fires.
    pub by: Side,
    /// Whether it is fire at a charge: 1 is added to each die (0.6.7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// Casualty points.
    pub cp: u16,
    /// One for each eleven points and the rest.
    pub dice: Vec<u8>,
    /// Who fired.
    pub firers: Vec<Firer>,
    /// The hexes of its markers that were struck in the flank (§23.3c).
    pub flanked: Vec<u16>,
    /// The experience group on the table, 0 to 3.
    pub group: u8,
    /// Whether it is read on the line for horse.
    pub horse: bool,
    /// Whether it is noted with its pairs who was struck (§27.1); not before revision 5.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marks: bool,
    /// Whether 1 is taken off each die.
    pub minus: bool,
    /// Strength on the table, after factors and breakdown.
    pub strength: u16,
    /// The brigade, or a battery.
    pub target: UnitId,
}

/// Factors taken from a share of the reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// How many.
    pub points: u16,
    /// The share, by its place among all.
    pub store: u8,
}
