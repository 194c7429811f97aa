//! What hidden movement leaves in a position, as far as a reader knows (0.1); `S` is the state of a counter.

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
    /// For whom the next die is; his side alone knows.
    #[serde(skip_serializing_if = "plain")]
    pub lot: Option<Lot>,
    /// The side whose counters out of view have taken their places among the others: the one that moves.
    #[serde(skip_serializing_if = "plain")]
    pub out: Option<Side>,
    /// The outposts of each side, the Union's first.
    #[serde(skip_serializing_if = "plain")]
    pub outposts: [Vec<u16>; 2],
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
            lot: None,
            out: None,
            outposts: Default::default(),
            shown: Vec::new(),
            surprised: Vec::new(),
            unseen: Vec::new(),
        }
    }
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
