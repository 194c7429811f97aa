//! Who may be hidden, who comes into view, and whom somebody meets that was hidden (0.1).

use super::board::Board;
use super::outposts::Perimeter;
use super::units::UnitId;
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// How far an enemy in view sees who is within a perimeter (0.1, outposts 6B).
pub const SEEN_WITHIN: u32 = 9;

/// How near a column or a battery comes to somebody hidden before it is fired at (0.1, detachments 10).
const AMBUSH: u32 = 2;

/// Points that a line which comes upon somebody hidden uses at least (0.1, detachments 10).
pub const SURPRISED_LEVEL: u8 = 6;

/// Why a marker, battery or counter is placed in view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InView {
    /// It does what cannot be done unseen.
    Acts,
    /// It is beside an enemy outpost (0.1, outposts 6A, 12).
    BesideOutpost,
    /// Its side wants it so (0.1, outposts 2).
    Chosen,
    /// A part of it was in view, and it is beside the enemy as the Movement Phase ends, or in combat fire.
    Fights,
    /// It is in the sight of an enemy brigade or battery that is in view (0.1, outposts 6B, 12).
    InSight,
    /// It came upon an enemy, or an enemy upon it (0.1, detachments 10).
    Met,
    /// The turn is over and no line encompasses it (0.1, outposts 12).
    OutsideLine,
    /// The game is over.
    Over,
    /// Markers of a brigade are in view, or are as they are, while others are not (outposts 9).
    Partly,
}

impl InView {
    /// In a sentence.
    pub(super) const fn word(self) -> &'static str {
        match self {
            InView::Acts => "for what it does",
            InView::BesideOutpost => "beside an enemy outpost",
            InView::Chosen => "by its own side's will",
            InView::Fights => "beside the enemy",
            InView::InSight => "in an enemy's sight",
            InView::Met => "come upon by surprise",
            InView::OutsideLine => "outside of its outposts",
            InView::Over => "as the game is over",
            InView::Partly => "as far as it is seen",
        }
    }
}

/// What a mover meets that was hidden from it (0.1, detachments 10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// A column or battery came within two hexes: these fire at it without answer, and it retreats.
    Ambush(Vec<UnitId>),
    /// Nobody.
    Nobody,
    /// A line came beside these: it sees them alone, and attacks from now on.
    Surprise(Vec<UnitId>),
}

impl Board<'_> {
    /// 0.1, outposts 6 and 12: whether a hex of a side's has to come into view, and why. `seers` are the enemy's brigades and batteries in view; within and along its
    /// own line it is seen as far as nine hexes, outside as far as sight goes. When the `turn` is over, who is outside comes into view in any case.
    pub fn comes_into_view(
        &self,
        (side, place): (Side, usize),
        ours: &Perimeter,
        theirs: &Perimeter,
        seers: &[UnitId],
        turn_over: bool,
    ) -> Option<InView> {
        let atlas = &self.pack.ground.atlas;
        let near = |at: usize, most: u32| atlas.distance(at, place).is_some_and(|far| far <= most);
        if theirs.outposts.iter().any(|at| near(*at, 1)) {
            return Some(InView::BesideOutpost);
        }
        let covered = ours.holds(place);
        let sees = |unit: &UnitId| {
            let guns = self.at.battery(*unit).is_some();
            let mut from = self.control_chain(*unit).iter().map(|l| l.at()).filter(|at| self.pack.ground.is_hex(*at));
            from.any(|at| self.comes_in_sight((at, guns), (side, place), ours))
        };
        if seers.iter().any(sees) {
            return Some(InView::InSight);
        }
        (turn_over && !covered).then_some(InView::OutsideLine)
    }

    /// 0.1, outposts 6B and 12: whether a hex of a side's is in the sight of an enemy's brigade, or guns, in another.
    pub(super) fn comes_in_sight(
        &self,
        (from, guns): (usize, bool),
        (side, place): (Side, usize),
        ours: &Perimeter,
    ) -> bool {
        let far = self.pack.ground.atlas.distance(from, place);
        (!ours.holds(place) || far.is_some_and(|far| far <= SEEN_WITHIN))
            && self.sees_past_bodies(from, place, side.other(), guns)
    }

    /// 0.1, detachments 10: what a counter meets in the hexes that its markers are in now, of the enemy's that are hidden.
    pub fn meets(&self, mover: UnitId, places: &[usize], hidden: &[UnitId]) -> Meeting {
        let atlas = &self.pack.ground.atlas;
        let line = self.at.brigade(mover).is_some_and(|b| b.formation.is_line());
        if self.at.commander(mover).is_some() {
            return Meeting::Nobody;
        }
        let most = if line { 1 } else { AMBUSH };
        let near = |unit: &UnitId| {
            let mut hexes = self.chain(*unit).iter().map(|l| l.at());
            hexes.any(|hex| places.iter().any(|at| atlas.distance(*at, hex).is_some_and(|far| far <= most)))
        };
        let fights = |unit: &UnitId| self.at.commander(*unit).is_none();
        let met: Vec<UnitId> = hidden.iter().copied().filter(fights).filter(near).collect();
        match (met.is_empty(), line) {
            (true, _) => Meeting::Nobody,
            (false, true) => Meeting::Surprise(met),
            (false, false) => Meeting::Ambush(met),
        }
    }
}

/// 0.1, detachments 10: what combat fire does to who was surprised, in the turn of surprise alone: twice the casualty points, and twice the disorganization that they
/// would have brought single, not that of twice as many.
pub const fn surprised(cp: u16, dp: u16) -> (u16, u16) {
    (cp.saturating_mul(2), dp.saturating_mul(2))
}
