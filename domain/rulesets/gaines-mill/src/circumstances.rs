//! What conditions of standing orders may ask for: who, where, when, at what odds, and what is at stake.

use super::book::Rules;
use super::orders::Order;
use super::pack::Pack;
use super::position::{Pending, Phase, Place};
use super::results::asked;
use super::strength::Attack;
use super::told::{place, unit_told};
use super::zones::Board;
use domain_core::kit::Question;
use domain_core::referee::{Bearing, Circumstance, Side, StandingCondition, TURN, Takes, Word};

/// Whether standing orders of a side speak at all: something is asked of it, and it is not at the board anyway.
pub fn speaks(board: &Board<'_>, side: Side) -> bool {
    let own_turn = side == board.at.side && board.at.phase != Phase::Reaction;
    !own_turn && board.at.owing(board.pack) == Some(side) && board.at.phase != Phase::Setup
}

/// The circumstances known to an offer.
pub fn known(offer: &str) -> Vec<&'static str> {
    match offer {
        "receive-charge" | "return-fire" => vec![TURN, "unit", "place", "steps", "enemy", "odds"],
        _ => Vec::new(),
    }
}

/// All of them.
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

/// The offers that bear on the question, with what is so.
pub fn told(board: &Board<'_>, side: Side) -> Vec<Bearing> {
    if !speaks(board, side) {
        return Vec::new();
    }
    match board.at.pending.last() {
        Some(Pending::Affair(affair)) => {
            let told = |q: Box<dyn Question<Rules>>| {
                Some(Bearing { key: q.bears_on()?, circumstances: q.circumstances(board) })
            };
            asked(affair).and_then(told).into_iter().collect()
        }
        Some(Pending::Coordination { .. }) => Vec::new(),
        None if board.at.phase == Phase::Reaction => {
            let attacks = board.orders_of(side).into_iter().filter_map(|order| match order {
                Order::Fire(fire) => fire.check(board).ok(),
                _ => None,
            });
            let mut bearings: Vec<Bearing> = Vec::new();
            for attack in attacks {
                let key = reaction_key(board, &attack);
                if !bearings.iter().any(|b| b.key == key) {
                    bearings.push(Bearing { key, circumstances: attack_told(board, &attack) });
                }
            }
            bearings
        }
        None => Vec::new(),
    }
}

/// The offer that an attack of the Reaction Phase belongs to.
pub fn reaction_key(board: &Board<'_>, attack: &Attack) -> &'static str {
    if board.state(attack.defender).charging.is_some() { "receive-charge" } else { "return-fire" }
}

/// What is so of one attack of the Reaction Phase.
pub fn attack_told(board: &Board<'_>, attack: &Attack) -> Vec<Circumstance> {
    let outcomes = board.outcomes(attack);
    let of: u32 = outcomes.iter().map(|o| o.1).sum();
    let hits: u32 = outcomes.iter().filter(|(cell, _)| cell.effects.dc > 0 || cell.effects.ex).map(|o| o.1).sum();
    let mut all = unit_told(board, attack.attacker, attack.defender);
    all.push(place(attack.from));
    all.push(Circumstance::number("odds", hits * 100 / of.max(1)));
    all
}
