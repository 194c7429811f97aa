//! What conditions of standing orders may ask for: who, where, when, how the dice fell, and what is at stake. And how questions say what
//! is so, and what may be answered in advance.

use super::board::Board;
use super::pack::Pack;
use super::position::{Fight, Place};
use super::units::{LeaderId, UnitId};
use domain_core::referee::{Circumstance, StandingChoice, StandingCondition, StandingOffer, TURN, Takes, Word};

/// A possible answer.
pub const fn choice(value: &'static str, title: &'static str) -> StandingChoice {
    StandingChoice { value, title }
}

/// A question that may be answered in advance. To be asked is always one of the answers.
pub fn offer(
    key: &'static str,
    title: &'static str,
    conditions: &[&'static str],
    more: Vec<StandingChoice>,
    default: &'static str,
) -> StandingOffer {
    let choices = std::iter::once(choice("ask", "Ask me.")).chain(more).collect();
    StandingOffer { key, title, choices, conditions: conditions.to_vec(), default, never_ask: default }
}

/// All that conditions may ask for.
pub fn conditions(pack: &Pack) -> Vec<StandingCondition> {
    let units = pack.units.iter().map(|u| Word::plain(u.name.as_str())).collect();
    let leaders = pack.leaders.iter().map(|l| Word::plain(l.name.as_str())).collect();
    let areas = pack.areas.iter().map(|a| Word { word: a.id.to_string(), title: a.name.clone() }).collect();
    let points = pack.leaders.iter().map(|l| i64::from(l.points)).max().unwrap_or(0);
    let all = pack.units.len() as i64;
    let condition = |key, title, takes| StandingCondition { key, title, takes };
    let purposes = ["crossing", "hill", "retreat", "withdrawal"].map(Word::plain).to_vec();
    let fights = ["attack", "defence"].map(Word::plain).to_vec();
    vec![
        condition(TURN, "the game turn", Takes::Number { least: 1, most: i64::from(pack.last_turn) }),
        condition(
            "space",
            "the space of the impulse marker",
            Takes::Number { least: 0, most: i64::from(pack.last_space) },
        ),
        condition("unit", "a unit of yours concerned", Takes::Words { one: false, words: units }),
        condition("leader", "the leader", Takes::Words { one: true, words: leaders }),
        condition("place", "the area", Takes::Words { one: true, words: areas }),
        condition("units", "how many units of yours are concerned", Takes::Number { least: 0, most: all }),
        condition("fighting", "whether you attack or defend", Takes::Words { one: true, words: fights }),
        condition(
            "short",
            "how many points your worst roll fell short of the mean",
            Takes::Number { least: -5, most: 5 },
        ),
        condition(
            "odds",
            "the chance in percent that another roll is better for you",
            Takes::Number { least: 0, most: 100 },
        ),
        condition("losses", "the casualty points at stake", Takes::Number { least: 0, most: 40 }),
        condition("own", "whether the roll is your own", Takes::yes_or_no()),
        condition("points", "the victory points he is worth", Takes::Number { least: 0, most: points }),
        condition("purpose", "what was rolled for", Takes::Words { one: true, words: purposes }),
        condition("star", "whether the area bears a star", Takes::yes_or_no()),
    ]
}

/// Why a unit or a leader can be asked about no more. A unit in the eliminated box may come back (§9.3), and its rule with it.
pub fn gone(board: &Board<'_>, condition: &str, word: &str) -> Option<String> {
    let out = |place: Place| matches!(place, Place::Lost | Place::Gone);
    match condition {
        "unit" => {
            let unit = board.pack.ids().find(|u| board.spec(*u).name == word)?;
            out(board.state(unit).place).then(|| format!("{word} is eliminated"))
        }
        "leader" => {
            let leader = board.pack.leader_ids().find(|l| board.who(*l).name == word)?;
            out(board.leader(leader).place).then(|| format!("{word} is out of the game"))
        }
        _ => None,
    }
}

/// So many.
pub fn count(key: &'static str, count: usize) -> Circumstance {
    Circumstance::number(key, i64::try_from(count).unwrap_or(i64::MAX))
}

/// Where it happens.
pub fn place(area: u8) -> Circumstance {
    Circumstance::word("place", area.to_string())
}

/// The units concerned.
pub fn names(board: &Board<'_>, units: &[UnitId]) -> Circumstance {
    Circumstance::words("unit", units.iter().map(|u| board.spec(*u).name.clone()))
}

/// The leader concerned.
pub fn leader_name(board: &Board<'_>, leader: LeaderId) -> Circumstance {
    Circumstance::word("leader", board.who(leader).name.as_str())
}

/// The leader concerned, and what he is worth.
pub fn leader_and_points(board: &Board<'_>, leader: LeaderId) -> Vec<Circumstance> {
    vec![leader_name(board, leader), Circumstance::number("points", board.who(leader).points)]
}

/// A fight: units concerned and where; when casualty points hang on it, how many, and on a star or not.
pub fn fight_about(board: &Board<'_>, fight: &Fight, units: &[UnitId], losses: bool) -> Vec<Circumstance> {
    let mut all = vec![names(board, units), count("units", units.len()), place(fight.area)];
    if losses {
        all.push(Circumstance::number("losses", fight.owed.max(0)));
        all.push(Circumstance::flag("star", board.pack.area(fight.area).mark.is_some()));
    }
    all
}
