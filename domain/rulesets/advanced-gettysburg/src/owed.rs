//! Whom a position waits for where a side has several seats, kept for the positions that were asked about last: pages, letters and the referee ask it of one
//! position many times.

use super::position::Position;
use domain_core::referee::SeatId;
use std::sync::{Mutex, PoisonError};

/// How many positions are kept.
const MOST: usize = 8;

/// The seats that positions wait for, the latest last.
#[derive(Debug, Default)]
pub struct Owed(Mutex<Vec<(Position, Vec<SeatId>)>>);

impl Owed {
    /// The seats that a position waits for, worked out if it is not known.
    pub fn of(&self, at: &Position, work_out: impl FnOnce() -> Vec<SeatId>) -> Vec<SeatId> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, seats)) = known.iter().rev().find(|(position, _)| position == at) {
            return seats.clone();
        }
        drop(known);
        let seats = work_out();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((at.clone(), seats.clone()));
        seats
    }
}
