//! Standing orders: answers given in advance to the questions that come up in the other side's phases (DESIGN §5), and what their
//! conditions may ask for: who, where, when, at what odds, and what is at stake.

use super::pack::Pack;
use super::position::Place;
use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::referee::{Circumstance, StandingChoice, StandingCondition, TURN, Takes, Word};

/// The circumstances that conditions may ask for.
pub fn conditions(pack: &Pack) -> Vec<StandingCondition> {
    let units: Vec<Word> =
        pack.units.iter().map(|u| Word { word: u.name.clone(), title: u.full_name.clone() }).collect();
    let hexes = pack.ground.cells().iter().map(|c| Word::plain(c.hex.to_string())).collect();
    let most = pack.units.iter().map(|u| i64::from(u.steps)).max().unwrap_or(5);
    let condition = |key, title, takes| StandingCondition { key, title, takes };
    vec![
        condition(TURN, "the game turn", Takes::Number { least: 1, most: i64::from(pack.tables.last_turn()) }),
        condition("unit", "the unit asked about", Takes::Words { one: true, words: units.clone() }),
        condition("enemy", "the enemy unit", Takes::Words { one: true, words: units }),
        condition("place", "the hex: where it stands, or may advance to", Takes::Words { one: true, words: hexes }),
        condition("steps", "the steps it has left", Takes::Number { least: 0, most }),
        condition("odds", "the chance in percent that the enemy loses a step", Takes::Number { least: 0, most: 100 }),
        condition("losses", "the steps at stake", Takes::Number { least: 0, most: 4 }),
        condition("charging", "whether it is charging", Takes::yes_or_no()),
        condition("star", "whether the hex is a victory hex", Takes::yes_or_no()),
    ]
}

/// Why a unit can be asked about no more.
pub fn gone(board: &Board<'_>, condition: &str, word: &str) -> Option<String> {
    if !matches!(condition, "unit" | "enemy") {
        return None;
    }
    let lost = board.pack.ids().find(|u| board.spec(*u).name == word).map(|u| board.state(u).place == Place::Lost)?;
    lost.then(|| format!("{word} is eliminated"))
}

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
pub fn unit_and_enemy(board: &Board<'_>, unit: UnitId, enemy: UnitId) -> Vec<Circumstance> {
    vec![
        Circumstance::number(TURN, board.at.turn),
        Circumstance::word("unit", board.spec(unit).name.as_str()),
        Circumstance::word("enemy", board.spec(enemy).name.as_str()),
        Circumstance::number("steps", board.state(unit).steps),
    ]
}
