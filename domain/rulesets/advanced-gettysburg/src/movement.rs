//! What command, kept points and roads onto the map leave in the position (§13.8, §15.0, §34.0).

use super::plain::plain;
use super::tables::Halves;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// The activity level of a mounted advance (0.6.3).
pub(super) const GALLOP: u8 = 12;

/// The least disorganization points of a voluntary retreat within range (§21.7).
pub(super) const VOLUNTARY_DP: u16 = 5;
/// And of an involuntary one.
pub(super) const INVOLUNTARY_DP: u16 = 10;

/// For how many player turns an assault carried as defender counts: the one it is made in, the other side's, its own next (§28.3).
pub(super) const CARRIED: u8 = 3;

/// Activity points kept for one step (§13.8, ruling 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Whole points.
    pub ap: u8,
    /// Points that had been kept before and were spent in the turn that keeps these: beyond its level (ruling 88). Not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub beyond: u8,
    /// For what.
    pub step: KeptStep,
    /// The turn in which they were kept: they serve in the next one alone.
    pub turn: u8,
    /// Whether the step was made.
    #[serde(default, skip_serializing_if = "plain")]
    pub used: bool,
}

/// What kept points are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeptStep {
    /// Forming column.
    Column,
    /// One more battleline marker, at either flank.
    Extend,
    /// One more at the left flank; since revision 6.
    ExtendLeft,
    /// One more at the right flank; since revision 6.
    ExtendRight,
    /// The hex that the lead marker, or the left flank marker of a line, wanted to enter.
    Hex(u16),
    /// Limbering; before revision 8 unlimbering as well.
    Limber,
    /// Forming line.
    Line,
    /// Unlimbering; since revision 8.
    Unlimber,
}

/// Whether something advanced or retreated in this move (§21.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pressed {
    /// It advanced.
    Advanced,
    /// Neither.
    #[default]
    No,
    /// It retreated.
    Retreated,
}

/// A changed entry (§34.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryChange {
    /// Disorganization points for hastening (Entry Penalty Table).
    #[serde(default, skip_serializing_if = "plain")]
    pub dp: u8,
    /// The box beyond the other road, where that was changed.
    #[serde(default, skip_serializing_if = "plain")]
    pub off: Option<u16>,
    /// The turn in which that was written: the counter comes four turns after it at the earliest (§34.21.7).
    #[serde(default, skip_serializing_if = "plain")]
    pub since: Option<u8>,
    /// The earlier turn of arrival, where that was changed.
    #[serde(default, skip_serializing_if = "plain")]
    pub turn: Option<u8>,
    /// Who.
    pub unit: UnitId,
}

/// Where the markers of a line are told to go that advances after combat (§21.2, §31.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvanceGoal {
    /// The outer sides of its flanks then.
    pub ends: [Facing; 2],
    /// Their hexes, from the left flank on.
    pub hexes: Vec<u16>,
}

/// Under whom brigades act now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// The commander: a commander's counter, or a brigade under its own brigade commander.
    pub by: UnitId,
    /// How many of those that have acted under the primary commander were in battleline then (§14.4).
    #[serde(default, skip_serializing_if = "plain")]
    pub lines: u8,
    /// The brigades: those named for a roll; of the primary commander all that were in range when he was named.
    pub over: Vec<UnitId>,
    /// Whether he is the primary commander.
    pub primary: bool,
    /// Those that have acted under the primary commander, against his limits.
    #[serde(default, skip_serializing_if = "plain")]
    pub used: Vec<UnitId>,
}

/// What a road onto the map still lets in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Door {
    /// Whether the last one is a battery that has come back, which is no reinforcement (§21.8). Not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub back: bool,
    /// Whether it is a hex at the edge beside a road (§34.3.5). Not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub beside: bool,
    /// Whether a brigade has come on by it in column in this turn, with which batteries there are in column (§33.0.2). Not noted before revision 8.
    #[serde(default, skip_serializing_if = "plain")]
    pub column: bool,
    /// The brigade or battery that came on last by it: it may go on (§34.1.6). Not noted before revision 6.
    #[serde(default, skip_serializing_if = "plain")]
    pub last: Option<UnitId>,
    /// The most half points that the next marker may spend.
    pub left: Halves,
    /// The place of its box, or the hex at the edge.
    pub off: u16,
    /// The activity level of all that come on by it in this player turn, in points (§34.1.7).
    pub pace: u8,
    /// The brigade that came on by it in part in an earlier turn, and has come on farther in this one (§34.1.7). Not noted before revision 6.
    #[serde(default, skip_serializing_if = "plain")]
    pub rest: Option<UnitId>,
}

/// Breastworks (0.12): they face like the battleline marker that built them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Works {
    /// The place.
    pub hex: u16,
    /// The side to the left.
    pub left: Facing,
    /// The side to the right.
    pub right: Facing,
    /// Whose brigade built them; not noted before revision 5.
    #[serde(default, skip_serializing_if = "plain")]
    pub side: Option<Side>,
}
