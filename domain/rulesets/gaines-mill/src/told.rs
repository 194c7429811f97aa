//! What circumstances of standing orders say alike at every question.

use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::referee::{Circumstance, StandingChoice, TURN};

/// A possible answer.
pub const fn choice(value: &'static str, title: &'static str) -> StandingChoice {
    StandingChoice { value, title }
}

/// Where it happens.
pub fn place(hex: HexId) -> Circumstance {
    Circumstance::word("place", hex.to_string())
}

/// Whether that is a victory hex.
pub fn star(board: &Board<'_>, hex: HexId) -> Circumstance {
    Circumstance::flag("star", board.pack.ground.hex(hex).star)
}

/// Who is asked about whom, and when.
pub fn unit_told(board: &Board<'_>, unit: UnitId, enemy: UnitId) -> Vec<Circumstance> {
    vec![
        Circumstance::number(TURN, board.at.turn),
        Circumstance::word("unit", board.spec(unit).name.as_str()),
        Circumstance::word("enemy", board.spec(enemy).name.as_str()),
        Circumstance::number("steps", board.state(unit).steps),
    ]
}
