//! Records that must come next: anchors, hand-overs, openings, the result.

use crate::log::{ChainKind, Reason, SecondChain};
use crate::words::{Audience, SeatId, Side};

/// A record that must come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Anchor { seat: SeatId, chain: ChainKind, start: u32 },
    Join(SeatId),
    HandOver { side: Side, to: Vec<SeatId>, actor: Option<SeatId> },
    Opening(SeatId),
    AnchorSecond { seat: SeatId, chain: SecondChain, start: u32 },
    Choices,
    Pieces(Audience),
    HandOverSecond(Vec<SeatId>),
    OpeningSecond,
    Closed,
    Result { level: String, points: i32, reason: Reason, winner: Option<Side> },
}

impl std::fmt::Display for Due {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Due::Anchor { .. } => f.write_str("the anchor of the next dice chain"),
            Due::Join(_) => f.write_str("the joining of whoever has sealed their dice"),
            Due::HandOver { side, .. } => write!(f, "the hand-over to the {side} side"),
            Due::AnchorSecond { .. } => f.write_str("the anchor of the next dice chain"),
            Due::HandOverSecond(_) => f.write_str("the hand-over to those who are asked now"),
            Due::Choices => f.write_str("the opening of what all have chosen"),
            Due::Pieces(audience) => write!(f, "the seal of the hidden pieces of {audience}"),
            Due::Closed => f.write_str("the end of the game"),
            Due::OpeningSecond => f.write_str("the opening of what was private"),
            Due::Opening(_) => f.write_str("the opening of what was sealed"),
            Due::Result { level, .. } => write!(f, "the result ({level})"),
        }
    }
}
