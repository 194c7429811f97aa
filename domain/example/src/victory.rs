//! Chapter 5: the score.

use super::board::Board;
use domain_core::referee::{Outcome, Side};

impl Board<'_> {
    /// The result if the game ended now (§5.0).
    pub fn result(&self) -> Outcome {
        let points = Side::BOTH.into_iter().map(|side| i32::from(self.at.post(side))).sum::<i32>() - 6;
        let winner = match points.signum() {
            1 => Some(Side::Union),
            -1 => Some(Side::Confederate),
            _ => None,
        };
        let level = winner.map_or_else(|| "Draw".to_owned(), |side| format!("{side} victory"));
        Outcome { level, points, winner }
    }
}
