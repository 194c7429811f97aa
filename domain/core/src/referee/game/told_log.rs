//! What the log of a game says whose dice an umpire tells.

use crate::log::{DiceMode, Genesis, GenesisTold, HouseDice, PlayerAnchors, SeatTerms, ToldSeat};
use crate::words::Hash32;

/// What a log of testimony has besides.
#[derive(Clone, Debug)]
pub(super) struct Testimony {
    pub umpire: String,
    pub played: String,
    /// The records of the orders in force.
    pub in_force: Vec<u64>,
}

impl Testimony {
    /// What the genesis has that a game between players has too.
    pub fn first(told: &GenesisTold) -> Genesis {
        let none = PlayerAnchors { handover: Hash32::ZERO, player: Hash32::ZERO };
        let dice = HouseDice {
            anchors: vec![Hash32::ZERO; told.seats.len()],
            links: 0,
            mode: DiceMode::House,
            players: vec![none; told.seats.len()],
        };
        let seat = |s: &ToldSeat| SeatTerms { name: s.name.clone(), side: s.side };
        Genesis {
            at: told.at,
            dice,
            files: told.files.clone(),
            game: told.game,
            pace: 0,
            revision: told.release.revision,
            ruleset: told.ruleset.clone(),
            seats: told.seats.iter().map(seat).collect(),
            study: false,
            terms: told.terms.clone(),
        }
    }
}
