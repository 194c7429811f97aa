//! What several seats of a side leave in the position: who has done with what, whom each has in hand, whom it asked for (the brief's §5).

use super::plain::plain;
use super::segments::Segment;
use super::units::UnitId;
use domain_core::referee::SeatId;
use serde::{Deserialize, Serialize};

/// What the seats of the side that acts have said in this player turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Desks {
    /// Who has done with the segment, or with all of the Movement Phase.
    #[serde(skip_serializing_if = "plain")]
    pub done: Vec<SeatId>,
    /// The brigades that are being moved.
    #[serde(skip_serializing_if = "plain")]
    pub hands: Vec<Hand>,
    /// Who passes this player turn's movement.
    #[serde(skip_serializing_if = "plain")]
    pub passed: Vec<SeatId>,
    /// Who waits for a later segment of the Movement Phase.
    #[serde(skip_serializing_if = "plain")]
    pub reached: Vec<Reached>,
    /// Who was asked for as primary commander.
    #[serde(skip_serializing_if = "plain")]
    pub wishes: Vec<Wish>,
}

/// The brigade that a seat is moving (§11.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// Whose.
    pub seat: SeatId,
    /// The brigade.
    pub unit: UnitId,
}

/// How far a seat is in the Movement Phase (§15.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// Who.
    pub seat: SeatId,
    /// The segment that it waits for.
    pub segment: Segment,
}

/// A primary commander that a seat asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The commander.
    pub by: UnitId,
    /// Who asks.
    pub seat: SeatId,
}

/// What a seat said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "who says it, and of whom or what")]
pub enum SeatFact {
    /// It asks for a primary commander; its own side alone knows.
    Asks { by: UnitId, seat: SeatId },
    /// A brigade of a seat that goes on to a later segment has done with its move (§15.2, §15.8).
    Closes { unit: UnitId },
    /// It has done with the segment, or with the Movement Phase.
    Done { seat: SeatId },
    /// It passes this player turn's movement.
    Passes { seat: SeatId },
    /// It has done with the segments of the Movement Phase before that one.
    Reaches { seat: SeatId, segment: Segment },
}

impl Desks {
    /// Takes in what a seat said.
    pub fn take(&mut self, fact: &SeatFact) {
        match *fact {
            SeatFact::Asks { by, seat } => {
                self.wishes.retain(|w| w.seat != seat);
                self.wishes.push(Wish { by, seat });
            }
            // The position takes that in.
            SeatFact::Closes { .. } => {}
            SeatFact::Done { seat } => self.done.push(seat),
            SeatFact::Passes { seat } => {
                self.done.push(seat);
                self.passed.push(seat);
            }
            SeatFact::Reaches { seat, segment } => {
                self.reached.retain(|r| r.seat != seat);
                self.reached.push(Reached { seat, segment });
            }
        }
    }

    /// The brigade that a seat has in hand is another now; gives the one before.
    pub fn take_in_hand(&mut self, seat: SeatId, unit: UnitId) -> Option<UnitId> {
        let before = self.hands.iter().find(|h| h.seat == seat).map(|h| h.unit);
        self.hands.retain(|h| h.seat != seat);
        self.hands.push(Hand { seat, unit });
        before.filter(|before| *before != unit)
    }

    /// Another segment begins: what was said in the one before is over; of the Movement Phase it stands until all of that is over.
    pub fn enter(&mut self, before: Segment, segment: Segment) {
        if segment.is_movement() && before.is_movement() {
            return;
        }
        self.done.clear();
        self.hands.clear();
        self.reached.clear();
        if !segment.is_movement() {
            self.passed.clear();
        }
    }
}
