//! One line for each order, written and read back.

use super::board::Board;
use super::names::{around, read_area, read_crossing, read_leader, read_unit, read_way, unreadable, way_text};
use super::orders::Order;
use super::pack::Pack;
use super::position::{Force, Strike};
use super::units::{LeaderId, UnitId};
use domain_core::kit::names::fold;
use domain_core::referee::{Refusal, Side};

/// Writes an order.
pub fn format(pack: &Pack, order: &Order) -> String {
    let unit = |u: &UnitId| pack.unit(*u).name.as_str();
    let leader = |l: &LeaderId| pack.leader(*l).name.as_str();
    let crossing = |c: &u8| pack.crossings.get(usize::from(*c)).map_or("?", |x| x.name.as_str());
    match order {
        Order::Pass => "pass".into(),
        Order::Done => "done".into(),
        Order::Free => "free".into(),
        Order::Keep => "keep".into(),
        Order::Wake { leader: l } => format!("wake {}", leader(l)),
        Order::Activate { leader: l, area, second: None } => format!("activate {area} with {}", leader(l)),
        Order::Activate { leader: l, area, second: Some(b) } => format!("activate {area} and {b} with {}", leader(l)),
        Order::BringOn { force, area } => format!("bring {} at {area}", force.word()),
        Order::Move { unit: u, enters: false, way } => format!("{} {}", unit(u), way_text(way)),
        Order::Move { unit: u, enters: true, way } => format!("{} enter {}", unit(u), way_text(way)),
        Order::Ride { leader: l, way } => format!("{} ride {}", leader(l), way_text(way)),
        Order::Commit { unit: u, kind, area } => format!("{} {} {area}", unit(u), kind.word()),
        Order::Strike { kind, area, lead, target: None } => format!("{} {area} lead {}", kind.word(), unit(lead)),
        Order::Strike { kind, area, lead, target: Some(t) } => {
            format!("{} {area} lead {} target {}", kind.word(), unit(lead), unit(t))
        }
        Order::LongRange { area, lead, support, target } => {
            let with = support.as_ref().map_or_else(String::new, |s| format!(" with {}", unit(s)));
            format!("long-range {area} lead {}{with} target {}", unit(lead), unit(target))
        }
        Order::Try { unit: u, crossing: c } => format!("{} try {}", unit(u), crossing(c)),
        Order::Find { crossing: c } => format!("find {}", crossing(c)),
        Order::Silence { leader: l } => format!("silence {}", leader(l)),
        Order::Reroll { second: false } => "reroll first".into(),
        Order::Reroll { second: true } => "reroll second".into(),
        Order::Lead { unit: u } => format!("lead {}", unit(u)),
        Order::Spend { unit: u } => format!("{} spend", unit(u)),
        Order::Die { unit: u } => format!("{} die", unit(u)),
        Order::FallBack { unit: u } => format!("{} fall-back", unit(u)),
        Order::More => "more".into(),
        Order::Retreat { area } => format!("retreat {area}"),
        Order::Withdraw { unit: u, way } => format!("{} withdraw {}", unit(u), way_text(way)),
        Order::Stay { unit: u } => format!("{} stay", unit(u)),
        Order::Pick { leader: l } => format!("aim {}", leader(l)),
        Order::Station { leader: l, area } => format!("post {} at {area}", leader(l)),
        Order::Reorganise { leader: l, unit: u } => format!("reorganise {} by {}", unit(u), leader(l)),
        Order::Pay { unit: u } => format!("pay {}", unit(u)),
    }
}

/// Reads an order.
///
/// # Errors
/// [`Refusal::Unreadable`] with what could not be read.
pub fn parse(board: &Board<'_>, side: Side, line: &str) -> Result<Order, Refusal> {
    let pack = board.pack;
    if line.len() > 400 {
        return Err(unreadable("That line is too long for an order."));
    }
    let lower = line.trim().to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let Some((verb, rest)) = words.split_first() else { return Err(unreadable("That line is empty.")) };
    let ours = |words: &[&str]| read_unit(pack, Some(side), &words.join(" "));
    let theirs = |words: &[&str]| read_unit(pack, Some(side.other()), &words.join(" "));
    let leader = |words: &[&str]| read_leader(pack, &words.join(" "));
    match (*verb, rest) {
        ("pass", []) => return Ok(Order::Pass),
        ("done" | "end", []) => return Ok(Order::Done),
        ("free", []) => return Ok(Order::Free),
        ("keep", []) => return Ok(Order::Keep),
        ("more", []) => return Ok(Order::More),
        ("reroll", [] | ["first"] | ["attack"]) => return Ok(Order::Reroll { second: false }),
        ("reroll", ["second"] | ["defence"]) => return Ok(Order::Reroll { second: true }),
        ("wake", who) => return Ok(Order::Wake { leader: leader(who)? }),
        ("silence", who) => return Ok(Order::Silence { leader: leader(who)? }),
        ("aim", who) => return Ok(Order::Pick { leader: leader(who)? }),
        ("activate", [area, "with", who @ ..]) => {
            return Ok(Order::Activate { leader: leader(who)?, area: read_area(pack, area)?, second: None });
        }
        ("activate", [area, "and", second, "with", who @ ..]) => {
            let (a, b) = (read_area(pack, area)?, read_area(pack, second)?);
            return Ok(Order::Activate { leader: leader(who)?, area: a.min(b), second: Some(a.max(b)) });
        }
        ("activate", _) => {
            let legal = "Write activate 25 with Hooker, or activate 25 and 26 with Hooker.";
            return Err(Refusal::unreadable("Which area, and with whom?", legal));
        }
        ("bring", [force, "at", area]) => {
            let force = Force::ALL
                .into_iter()
                .find(|f| fold(f.word()) == fold(force))
                .ok_or_else(|| Refusal::unreadable("Who shall come?", "Write bring VI at 72, or bring Hill at 9."))?;
            return Ok(Order::BringOn { force, area: read_area(pack, area)? });
        }
        ("find", what) => return Ok(Order::Find { crossing: read_crossing(pack, &what.join(" "))? }),
        ("lead", who) => return Ok(Order::Lead { unit: ours(who)? }),
        ("pay", who) => return Ok(Order::Pay { unit: ours(who)? }),
        ("retreat", [area]) => return Ok(Order::Retreat { area: read_area(pack, area)? }),
        ("post", words) => {
            if let Some((who, [area])) = around(words, "at") {
                return Ok(Order::Station { leader: leader(who)?, area: read_area(pack, area)? });
            }
            return Err(Refusal::unreadable("Where shall he be posted?", "Write post Hooker at 26."));
        }
        ("reorganise" | "reorganize", words) => {
            if let Some((who, by)) = around(words, "by") {
                return Ok(Order::Reorganise { leader: leader(by)?, unit: ours(who)? });
            }
            return Err(Refusal::unreadable("By whom?", "Write reorganise Starke by Jackson."));
        }
        ("assault" | "volley" | "bombard" | "long-range", [area, "lead", words @ ..]) => {
            let area = read_area(pack, area)?;
            let (guns, target) = match around(words, "target") {
                Some((guns, target)) => (guns, Some(theirs(target)?)),
                None => (words, None),
            };
            if *verb == "long-range" {
                let (lead, support) = match around(guns, "with") {
                    Some((lead, support)) => (ours(lead)?, Some(ours(support)?)),
                    None => (ours(guns)?, None),
                };
                let target = target.ok_or_else(|| unreadable("A bombardment needs a target."))?;
                return Ok(Order::LongRange { area, lead, support, target });
            }
            return Ok(Order::Strike { kind: strike(verb), area, lead: ours(guns)?, target });
        }
        _ => {}
    }
    unit_order(board, side, &words)
}

fn strike(verb: &str) -> Strike {
    match verb {
        "volley" => Strike::Volley,
        "bombard" => Strike::Bombard,
        _ => Strike::Assault,
    }
}

fn unit_order(board: &Board<'_>, side: Side, words: &[&str]) -> Result<Order, Refusal> {
    let pack = board.pack;
    const VERBS: [&str; 12] =
        ["enter", "ride", "assault", "volley", "bombard", "try", "spend", "die", "fall-back", "withdraw", "stay", "to"];
    let Some(at) = words.iter().position(|w| VERBS.contains(w)) else {
        // A name and a way.
        let Some((way, name)) = words.split_last() else { return Err(unreadable("That line is empty.")) };
        let way = read_way(pack, way)?;
        if let Ok(unit) = read_unit(pack, Some(side), &name.join(" ")) {
            return Ok(Order::Move { unit, enters: false, way: whole_way(board, unit, false, way) });
        }
        return Ok(Order::Ride { leader: read_leader(pack, &name.join(" "))?, way });
    };
    let (name, verb, rest) = (&words[..at], words[at], &words[at + 1..]);
    if verb == "ride" {
        let [way] = rest else { return Err(unreadable("Where shall he ride?")) };
        return Ok(Order::Ride { leader: read_leader(pack, &name.join(" "))?, way: read_way(pack, way)? });
    }
    let unit = read_unit(pack, Some(side), &name.join(" "))?;
    match (verb, rest) {
        ("enter", [way]) => {
            Ok(Order::Move { unit, enters: true, way: whole_way(board, unit, true, read_way(pack, way)?) })
        }
        ("to", [way]) => {
            Ok(Order::Move { unit, enters: false, way: whole_way(board, unit, false, read_way(pack, way)?) })
        }
        ("assault", []) => {
            let area = board.at.unit(unit).area().unwrap_or(1);
            Ok(Order::Commit { unit, kind: Strike::Assault, area })
        }
        ("assault" | "volley" | "bombard", [area]) => {
            Ok(Order::Commit { unit, kind: strike(verb), area: read_area(pack, area)? })
        }
        ("try", what) if !what.is_empty() => Ok(Order::Try { unit, crossing: read_crossing(pack, &what.join(" "))? }),
        ("spend", []) => Ok(Order::Spend { unit }),
        ("die", []) => Ok(Order::Die { unit }),
        ("fall-back", []) => Ok(Order::FallBack { unit }),
        ("stay", []) => Ok(Order::Stay { unit }),
        ("withdraw", [way]) => Ok(Order::Withdraw { unit, way: read_way(pack, way)? }),
        _ => Err(unreadable(format!("What shall {} do?", pack.unit(unit).name))),
    }
}

/// A way of one area is the best way there, if there is one.
fn whole_way(board: &Board<'_>, unit: UnitId, enters: bool, way: Vec<u8>) -> Vec<u8> {
    let [end] = way.as_slice() else { return way };
    if enters {
        return way;
    }
    let ways = board.moves(unit).into_iter().filter_map(|o| match o {
        Order::Move { way, .. } if way.last() == Some(end) => Some(way),
        _ => None,
    });
    ways.min_by_key(Vec::len).unwrap_or(way)
}
