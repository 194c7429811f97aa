//! Records that must come next: anchors, hand-overs, openings, the result.

use crate::log::{ChainKind, Reason};
use crate::words::{SeatId, Side};

/// A record that must come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Anchor { seat: SeatId, chain: ChainKind, start: u32 },
    HandOver { side: Side, to: Vec<SeatId>, actor: Option<SeatId> },
    Opening(SeatId),
    Result { level: String, points: i32, reason: Reason, winner: Option<Side> },
}

impl std::fmt::Display for Due {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Due::Anchor { .. } => f.write_str("the anchor of the next dice chain"),
            Due::HandOver { side, .. } => write!(f, "the hand-over to the {side} side"),
            Due::Opening(_) => f.write_str("the opening of what was sealed"),
            Due::Result { level, .. } => write!(f, "the result ({level})"),
        }
    }
}
