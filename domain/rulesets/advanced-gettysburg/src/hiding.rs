//! What hidden movement leaves in a position, as far as a reader knows (0.1); `S` is the state of a counter.

use super::chain::Link;
use super::fire::Drawn;
use super::segments::Segment;
use super::units::UnitId;
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

fn plain<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What hidden movement leaves in a position, as far as a reader knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hidden<S> {
    /// The detachments of each side, the Union's first; each side knows of its own alone.
    #[serde(skip_serializing_if = "plain")]
    pub detachments: [Vec<Detachment>; 2],
    /// What batteries out of view have taken of the reserve of each side, the Union's first (§29.4.3): others suppose it there yet.
    #[serde(skip_serializing_if = "plain")]
    pub drawn: [Taken; 2],
    /// For whom the next die is; his side alone knows.
    #[serde(skip_serializing_if = "plain")]
    pub lot: Option<Lot>,
    /// The side whose counters out of view have taken their places among the others: the one that moves.
    #[serde(skip_serializing_if = "plain")]
    pub out: Option<Side>,
    /// The outposts of each side, the Union's first.
    #[serde(skip_serializing_if = "plain")]
    pub outposts: [Vec<u16>; 2],
    /// How many detachments of each side the enemy has eliminated, of foot and of horse (detachments 5).
    #[serde(skip_serializing_if = "plain")]
    pub overrun: [[u16; 2]; 2],
    /// Where counters were placed in view.
    #[serde(skip_serializing_if = "plain")]
    pub shown: Vec<ShownAt>,
    /// Lines that came upon somebody hidden in this player turn (detachments 10).
    #[serde(skip_serializing_if = "plain")]
    pub surprised: Vec<UnitId>,
    /// Counters out of view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<Unseen<S>>,
}

impl<S> Default for Hidden<S> {
    fn default() -> Self {
        Hidden {
            detachments: Default::default(),
            drawn: Default::default(),
            lot: None,
            out: None,
            outposts: Default::default(),
            overrun: Default::default(),
            shown: Vec::new(),
            surprised: Vec::new(),
            unseen: Vec::new(),
        }
    }
}

/// A counter in one of its hexes.
pub type Marker = (UnitId, usize);

/// Ammunition factors taken out of view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Taken {
    /// How many.
    #[serde(skip_serializing_if = "plain")]
    pub points: u16,
    /// Of which shares, where each corps has its own (0.10).
    #[serde(skip_serializing_if = "plain")]
    pub shares: Vec<Drawn>,
}

/// A counter out of view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unseen<S> {
    /// Whose it is.
    pub side: Side,
    /// How it is; while its side moves, as the enemy supposes it to be.
    pub state: S,
    /// Who.
    pub unit: UnitId,
}

/// Where a counter was placed in view: it stays so until it has moved away (outposts 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShownAt {
    /// The hexes.
    pub hexes: Vec<u16>,
    /// Who.
    pub unit: UnitId,
}

/// For whom a die is to be rolled whose number all will see, and nobody but his side what it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    /// Who leads: a commander, or a brigade itself.
    pub by: UnitId,
    /// The brigades.
    pub over: Vec<UnitId>,
    /// The segment that it belongs to.
    pub segment: Segment,
}

/// A detachment: a third of a strength point, by which a line of outposts is spread (detachments 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detachment {
    /// Whether it was ever further than two hexes from its brigade (detachments 7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub far: bool,
    /// Whether it has moved in this Movement Phase (detachments 3).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    /// The brigade that formed it (detachments 8).
    pub of: UnitId,
    /// Its hex.
    pub place: u16,
}

/// What happens to detachments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "each says what happened; its fields are named for what they are")]
pub enum DetachmentFact {
    /// Those of a brigade in some hexes are too far from it to come back by day (detachments 7).
    Far { of: UnitId, places: Vec<u16>, side: Side },
    /// Three of a brigade stand in a hex of it (detachments 2).
    Formed { of: UnitId, place: u16, side: Side },
    /// All in these hexes are eliminated, so many of foot and of horse (detachments 5).
    Overrun { foot: u16, hexes: Vec<u16>, horse: u16, side: Side },
    /// The markers of a brigade with a point less or more (detachments 2 and 9).
    Points { chain: Vec<Link>, more: bool, unit: UnitId },
    /// Three are with their brigade again, so many of them that had gone too far (detachments 4, 7 and 9).
    Rejoined {
        #[serde(default, skip_serializing_if = "plain")]
        far: u8,
        of: UnitId,
        place: u16,
        side: Side,
    },
    /// One has moved (detachments 3).
    Went {
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        far: bool,
        from: u16,
        of: UnitId,
        side: Side,
        to: u16,
    },
}

impl DetachmentFact {
    /// The side that alone hears it: where detachments are is its own to know, how strong a brigade in view is and what the enemy has eliminated everybody's.
    pub const fn side(&self) -> Option<Side> {
        match self {
            DetachmentFact::Far { side, .. }
            | DetachmentFact::Formed { side, .. }
            | DetachmentFact::Rejoined { side, .. }
            | DetachmentFact::Went { side, .. } => Some(*side),
            DetachmentFact::Overrun { .. } | DetachmentFact::Points { .. } => None,
        }
    }
}
