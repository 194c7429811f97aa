//! Records that must come next: anchors, hand-overs, openings, the result.

use super::judge::Judge;
use super::report::{Check, Wrong, bad};
use crate::log::{Body, ChainKind, HandOver, NextAnchor, Reason, canonical};
use crate::words::{Hash32, SeatId, Side};

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

impl Judge {
    pub(super) fn due_anchor(&mut self, seat: SeatId, chain: ChainKind, index: u32) {
        if index.is_multiple_of(self.game.genesis.dice.links) {
            self.due.push_back(Due::Anchor { seat, chain, start: index });
        }
    }

    pub(super) fn due_end(&mut self, level: String, points: i32, reason: Reason, winner: Option<Side>) {
        let sealed = self.game.seats.iter().zip(&self.game.cursors).filter(|(_, c)| c.slots > 0);
        self.due.extend(sealed.map(|(s, _)| Due::Opening(s.id)));
        self.due.push_back(Due::Result { level: canonical::nfc(&level), points, reason, winner });
    }

    /// Checks a record against the one that had to come.
    pub(super) fn pay(&self, seq: u64, due: &Due, body: &Body) -> Check {
        match (due, body) {
            (Due::Anchor { seat, chain, start }, Body::NextAnchor(NextAnchor { seat: s, chain: c, start: n, .. }))
                if (seat, chain, start) == (s, c, n) =>
            {
                Ok(())
            }
            (Due::HandOver { side, to, actor }, Body::HandOver(hand)) => self.hand_over(seq, hand, *side, to, *actor),
            (Due::Opening(seat), Body::Opening(opening)) if opening.seat == *seat => Ok(()),
            (Due::Result { level, points, reason, winner }, Body::Result(r) | Body::ResultOnTime(r)) => {
                if (level, points, reason, winner) != (&r.level, &r.points, &r.reason, &r.winner) {
                    return bad(seq, Wrong::Result, format!("the result should be {level} with {points} points."));
                }
                self.state(seq, &r.state)
            }
            _ => {
                let what = match due {
                    Due::Anchor { .. } => Wrong::Link,
                    Due::HandOver { .. } => Wrong::HandOver,
                    Due::Opening(_) => Wrong::Seal,
                    Due::Result { .. } => Wrong::Result,
                };
                bad(seq, what, format!("{due} should stand here."))
            }
        }
    }

    pub(super) fn state(&self, seq: u64, state: &Hash32) -> Check {
        if self.game.position().digest() == state.0 {
            return Ok(());
        }
        bad(seq, Wrong::HandOver, "the position that was recorded here is not the one that the log leads to.")
    }

    pub(super) fn hand_over(
        &self,
        seq: u64,
        hand: &HandOver,
        side: Side,
        to: &[SeatId],
        actor: Option<SeatId>,
    ) -> Check {
        if hand.side != side || hand.to != to || hand.from != self.game.opposite(side, actor) {
            return bad(seq, Wrong::HandOver, "the game is handed to others than the rules say.");
        }
        let cursor = self.cursor(seq, hand.from)?;
        self.link(seq, hand.from, ChainKind::Handover, (hand.index, &hand.link), (cursor.handovers, &cursor.handover))?;
        self.state(seq, &hand.state)
    }
}
