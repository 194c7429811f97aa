//! What conditions of standing orders may ask for: who, where, when, how the dice fell, and what is at stake.

use super::board::Board;
use super::pack::Pack;
use super::position::{Fight, Pending, Place, Purpose, Rolled, Stage};
use super::sums::{chance, total};
use super::units::{LeaderId, UnitId};
use domain_core::referee::{Bearing, Circumstance, Decision, Side, StandingCondition, TURN, Takes, Word};

/// The circumstances known to an offer.
pub fn known(offer: &str) -> Vec<&'static str> {
    match offer {
        "reroll-fight" => vec![TURN, "space", "place", "unit", "units", "fighting", "short", "odds", "losses"],
        "reroll-check" => vec![TURN, "space", "odds"],
        "reroll-leader" => vec![TURN, "space", "leader", "own", "points"],
        "reroll-other" => vec![TURN, "space", "unit", "own", "purpose", "odds"],
        "silence" => vec![TURN, "space", "leader", "units"],
        "withdraw" => vec![TURN, "space", "unit", "place", "units"],
        "lead" | "losses" => vec![TURN, "space", "unit", "place", "units", "losses", "star"],
        "retreat" => vec![TURN, "space", "unit", "place", "units"],
        "aim" | "post" => vec![TURN, "space", "leader", "points"],
        "reorganise" => vec![TURN, "space"],
        _ => Vec::new(),
    }
}

/// All of them.
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

/// The offers that bear on the question, with what is so.
pub fn told(board: &Board<'_>, decision: &Decision, side: Side) -> Vec<Bearing> {
    if board.owing() != Some(side) {
        return Vec::new();
    }
    let found = match board.at.pending.last() {
        Some(Pending::Roll(rolled)) => rolled_told(board, side, rolled),
        Some(Pending::Silence) => {
            let acting = board.at.units.iter().filter(|u| u.active && !u.spent && !u.acted()).count();
            let mut told = vec![count("units", acting)];
            told.extend(board.at.impulse.leader.map(|l| leader_told(board, l)));
            Some(("silence", told))
        }
        Some(Pending::Withdrawal { units, .. }) => units.first().map(|unit| {
            let area = board.state(*unit).area();
            let mut told = vec![names(board, &[*unit])];
            told.extend(area.map(place));
            // Friends beside it: what "alone" goes by.
            told.push(count("units", area.map_or(0, |a| usize::from(board.force(side, a).all))));
            ("withdraw", told)
        }),
        Some(Pending::Fight(fight)) => fight_told(board, side, fight),
        Some(Pending::Pick { leaders }) => {
            leaders.iter().max_by_key(|l| board.who(**l).points).map(|l| ("aim", leader_and_points(board, *l)))
        }
        Some(Pending::Station { leader, .. }) => Some(("post", leader_and_points(board, *leader))),
        // What is given up for a unit goes by the rule that brought it back.
        Some(Pending::Price { .. }) => Some(("reorganise", Vec::new())),
        None if decision.kind == "rally" => Some(("reorganise", Vec::new())),
        None => None,
    };
    let Some((key, mut circumstances)) = found else { return Vec::new() };
    circumstances.push(Circumstance::number(TURN, board.at.turn));
    circumstances.push(Circumstance::number("space", board.at.space));
    vec![Bearing { key, circumstances }]
}

type Told = Option<(&'static str, Vec<Circumstance>)>;

fn count(key: &'static str, count: usize) -> Circumstance {
    Circumstance::number(key, i64::try_from(count).unwrap_or(i64::MAX))
}

fn place(area: u8) -> Circumstance {
    Circumstance::word("place", area.to_string())
}

fn names(board: &Board<'_>, units: &[UnitId]) -> Circumstance {
    Circumstance::words("unit", units.iter().map(|u| board.spec(*u).name.clone()))
}

fn leader_told(board: &Board<'_>, leader: LeaderId) -> Circumstance {
    Circumstance::word("leader", board.who(leader).name.as_str())
}

fn leader_and_points(board: &Board<'_>, leader: LeaderId) -> Vec<Circumstance> {
    vec![leader_told(board, leader), Circumstance::number("points", board.who(leader).points)]
}

/// Units of a side in a fight.
fn engaged(board: &Board<'_>, side: Side, fight: &Fight) -> Vec<UnitId> {
    if board.spec(fight.lead).side == side { fight.attackers.clone() } else { board.defenders(fight) }
}

fn fight_told(board: &Board<'_>, side: Side, fight: &Fight) -> Told {
    let key = match fight.stage {
        Stage::Lead => "lead",
        Stage::Losses => "losses",
        Stage::Falling => "retreat",
        _ => return None,
    };
    let units = if key == "retreat" { board.way_out(fight).group } else { engaged(board, side, fight) };
    let mut told = vec![names(board, &units), count("units", units.len()), place(fight.area)];
    if key != "retreat" {
        told.push(Circumstance::number("losses", fight.owed.max(0)));
        told.push(Circumstance::flag("star", board.pack.area(fight.area).mark.is_some()));
    }
    Some((key, told))
}

fn rolled_told(board: &Board<'_>, side: Side, rolled: &Rolled) -> Told {
    let sum = |which: usize| rolled.dice.get(which).into_iter().flatten().map(|d| i32::from(*d)).sum::<i32>();
    let own = |unit: UnitId| board.spec(unit).side == side;
    let unit = |unit: UnitId, purpose: &str| {
        vec![
            names(board, &[unit]),
            Circumstance::flag("own", own(unit)),
            Circumstance::word("purpose", purpose),
            // High is good for whoever tries or flees.
            Circumstance::number("odds", chance(sum(0), own(unit))),
        ]
    };
    Some(match rolled.purpose {
        Purpose::Combat => {
            let fight = board.at.fight()?;
            let attacks = board.spec(fight.lead).side == side;
            let units = engaged(board, side, fight);
            // The roll that went worst for this side among those that may be made again: its own low, or the enemy's high.
            let worst = (0..rolled.dice.len())
                .filter(|i| board.may_reroll(rolled, *i))
                .map(|i| (if (i == 0) == attacks { 7 - sum(i) } else { sum(i) - 7 }, i))
                .max();
            let (short, odds) = worst.map_or((-5, 0), |(short, i)| (short, chance(sum(i), (i == 0) == attacks)));
            let margin = margin(board, fight, [sum(0), sum(1)]);
            let told = vec![
                names(board, &units),
                count("units", units.len()),
                place(fight.area),
                Circumstance::word("fighting", if attacks { "attack" } else { "defence" }),
                Circumstance::number("short", short),
                Circumstance::number("odds", odds),
                Circumstance::number("losses", margin.max(0)),
            ];
            ("reroll-fight", told)
        }
        // The Union wants to go on; a low roll ends the phase.
        Purpose::Check => ("reroll-check", vec![Circumstance::number("odds", chance(sum(0), side == Side::Union))]),
        Purpose::Leader { leader } => {
            let mut told = leader_and_points(board, leader);
            told.push(Circumstance::flag("own", board.who(leader).side == side));
            ("reroll-leader", told)
        }
        Purpose::Crossing { unit: u, .. } => ("reroll-other", unit(u, "crossing")),
        Purpose::Contested { unit: u, .. } => ("reroll-other", unit(u, "retreat")),
        Purpose::Withdrawal { unit: u } => ("reroll-other", unit(u, "withdrawal")),
        Purpose::Hill => {
            let told = vec![
                Circumstance::flag("own", side == Side::Confederate),
                Circumstance::word("purpose", "hill"),
                // One die, and low is early (§4.5).
                Circumstance::number("odds", {
                    let better = if side == Side::Confederate { sum(0) - 1 } else { 6 - sum(0) };
                    better * 100 / 6
                }),
            ];
            ("reroll-other", told)
        }
    })
}

/// Attack total less defence total with these rolls: the casualty points, when it is above nought (§8.6.1).
fn margin(board: &Board<'_>, fight: &Fight, rolled: [i32; 2]) -> i32 {
    let Some(target) = fight.target else { return 0 };
    let attack = board.attack_sum(fight.kind, fight.area, fight.from, fight.lead, &fight.attackers);
    let defence = board.defence_sum(fight.kind, fight.area, target, &fight.attackers);
    total(&attack) + rolled[0] - total(&defence) - rolled[1]
}
