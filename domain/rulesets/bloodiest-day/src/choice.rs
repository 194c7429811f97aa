//! The questions, and each order as a line of the menu.

use super::board::Board;
use super::names::capital;
use super::notation;
use super::orders::Order;
use super::position::{Doing, Fight, Pending, Phase, Purpose, Rolled, Stage, Strike};
use super::sums::{spoken, spread, total};
use domain_core::referee::{Choice, Decision, Odds, SeatId, Section, Side};

/// What a roll is for, in words.
pub fn purpose(board: &Board<'_>, rolled: &Rolled) -> String {
    let unit = |u| board.spec(u).name.as_str();
    match rolled.purpose {
        Purpose::Check => "the Union's impulse check".into(),
        Purpose::Combat => match board.at.fight() {
            Some(f) => format!("the {} of {}", f.kind.word(), board.place(f.area)),
            None => "the fight".into(),
        },
        Purpose::Contested { area, unit: u } => format!("the retreat of {} to {area}", unit(u)),
        Purpose::Crossing { crossing, unit: u } => {
            let name = board.pack.crossings.get(usize::from(crossing)).map_or("the crossing", |c| c.name.as_str());
            format!("{} at {name}", unit(u))
        }
        Purpose::Hill => "the arrival of A.P. Hill".into(),
        Purpose::Leader { leader } => format!("the fate of {}", board.who(leader).name),
        Purpose::Withdrawal { unit: u } => format!("the withdrawal of {}", unit(u)),
    }
}

fn dice_words(rolled: &Rolled) -> String {
    let one = |dice: &Vec<u8>| dice.iter().map(u8::to_string).collect::<Vec<_>>().join("+");
    match rolled.dice.as_slice() {
        [attack, defence] => format!("attack {}, defence {}", one(attack), one(defence)),
        all => all.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

/// Who owes what.
pub fn waiting(board: &Board<'_>) -> Vec<Decision> {
    let Some(side) = board.owing() else { return Vec::new() };
    let (kind, asks, section) = match board.at.pending.last() {
        Some(Pending::Roll(rolled)) => {
            let asks =
                format!("{}: {}. Let it stand, or use the Advantage.", purpose(board, rolled), dice_words(rolled));
            ("advantage", capital(&asks), "10.2")
        }
        Some(Pending::Silence) => ("silence", "Use the Advantage to silence a Union leader, or not.".into(), "10.2"),
        Some(Pending::Pick { .. }) => ("aim", "Choose the enemy leader in danger.".into(), "8.7.2"),
        Some(Pending::Station { leader, with }) if with.is_empty() => {
            ("post", format!("Place {} with his command.", board.who(*leader).name), "8.7.3")
        }
        Some(Pending::Station { leader, .. }) => {
            let name = &board.who(*leader).name;
            ("post", format!("{name} goes with those who retreat, or is placed with his command, inactive."), "5.4")
        }
        Some(Pending::Price { unit, .. }) => {
            ("price", format!("Choose what is given up for {}.", board.spec(*unit).name), "9.3")
        }
        Some(Pending::Withdrawal { units, .. }) => {
            let name = units.first().map_or("the mounted unit", |u| board.spec(*u).name.as_str());
            ("withdraw", format!("{name} may withdraw before the enemy."), "7.3.3")
        }
        Some(Pending::Fight(fight)) => fight_question(board, fight),
        None => match board.at.phase {
            Phase::LongRange => ("long-range", "Bombard at long range, or say done.".into(), "3.0"),
            Phase::Rally => ("rally", "Reorganise eliminated units, or say done.".into(), "9.3"),
            Phase::Action if board.at.impulse.doing == Doing::Nothing => {
                let one = if board.at.impulse.free { "a free" } else { "an" };
                ("impulse", format!("Play {one} impulse: wake a leader, activate an area, or pass."), "3.0")
            }
            Phase::Action => ("act", "Move and attack, then say done.".into(), "6.1"),
            Phase::Over => return Vec::new(),
        },
    };
    let seat = SeatId(if side == Side::Union { 0 } else { 1 });
    vec![Decision { seat, kind, asks, section: Section(section) }]
}

fn fight_question(board: &Board<'_>, fight: &Fight) -> (&'static str, String, &'static str) {
    let place = board.place(fight.area);
    match fight.stage {
        Stage::Losses if fight.owed <= 0 => {
            ("losses", format!("The points are paid in {place}: give more, or say done."), "8.6.1")
        }
        Stage::Losses => {
            let points =
                if fight.owed == 1 { "a casualty point".into() } else { format!("{} casualty points", fight.owed) };
            ("losses", format!("Pay {points} in {place}."), "8.6.1")
        }
        Stage::Falling => {
            let names: Vec<&str> = board.way_out(fight).group.iter().map(|u| board.spec(*u).name.as_str()).collect();
            ("retreat", format!("{} must retreat from {place}: choose the area.", names.join(", ")), "8.6.4")
        }
        _ => ("lead", format!("{place} is attacked: name the lead unit."), "8.5.7"),
    }
}

/// The chance of each difference of two rolls of two dice, by result.
fn odds(board: &Board<'_>, fight: &Fight) -> Vec<Odds> {
    let Some(target) = fight.target.or_else(|| board.best_lead(fight)) else { return Vec::new() };
    let attack = board.attack_sum(fight.kind, fight.area, fight.from, fight.lead, &fight.attackers);
    let defence = board.defence_sum(fight.kind, fight.area, target, &fight.attackers);
    let edge = total(&attack) - total(&defence);
    let capacity = board.capacity(&board.defenders(fight));
    let mut ways = [0u32; 4];
    for d in -10..=10i32 {
        let count = spread(d);
        let at = match edge + d {
            n if n > capacity => 0,
            n if n > 0 => 1,
            0 => 2,
            _ => 3,
        };
        ways[at] += count;
    }
    let failed = if fight.kind == Strike::Assault { "repulsed" } else { "no effect" };
    ["overrun", "casualties", "even", failed]
        .into_iter()
        .zip(ways)
        .filter(|(_, n)| *n > 0)
        .map(|(outcome, ways)| Odds { outcome: outcome.to_owned(), ways, of: 1296 })
        .collect()
}

/// An order as a line of the menu.
pub fn choice(board: &Board<'_>, order: &Order) -> Choice {
    let text = notation::format(board.pack, order);
    let unit = |u: &super::units::UnitId| board.spec(*u).name.clone();
    let leader = |l: &super::units::LeaderId| board.who(*l).name.clone();
    let crossing = |c: &u8| board.pack.crossings.get(usize::from(*c)).map_or("?", |x| x.name.as_str()).to_owned();
    let (label, section): (String, &'static str) = match order {
        Order::Pass => ("Pass".into(), "3.0"),
        Order::Done => {
            let what = match board.at.phase {
                _ if board.fight_at(Stage::Losses).is_some() => "Give no more",
                Phase::LongRange => "End the bombardment",
                Phase::Rally => "End the reorganising",
                _ => "End the impulse",
            };
            (what.into(), "3.0")
        }
        Order::Free => ("End the impulse and play a free one by the Advantage".into(), "10.2"),
        Order::Keep => ("Keep the Advantage: let it be".into(), "10.2"),
        Order::Wake { leader: l } => (format!("Wake {}", leader(l)), "5.0"),
        Order::Activate { leader: l, area, second: None } => {
            (format!("{} activates {}", leader(l), board.place(*area)), "6.1")
        }
        Order::Activate { leader: l, area, second: Some(b) } => {
            (format!("{} activates {} and {} by the Advantage", leader(l), board.place(*area), board.place(*b)), "10.2")
        }
        Order::BringOn { force, area } => (format!("Bring on {} at {}", force.title(), board.place(*area)), "4.1"),
        Order::Move { unit: u, enters, way } => {
            let end = way.last().map_or_else(String::new, |a| board.place(*a));
            let verb = if *enters { "enters and goes to" } else { "moves to" };
            (format!("{} {verb} {end}", unit(u)), if *enters { "4.3" } else { "7.1" })
        }
        Order::Ride { leader: l, way } => {
            (format!("{} rides to {}", leader(l), way.last().map_or_else(String::new, |a| board.place(*a))), "7.2")
        }
        Order::Commit { unit: u, kind, area } => {
            let doing = match kind {
                Strike::Assault => "joins an assault where it stands,",
                Strike::Bombard => "joins a bombardment of",
                _ => "joins a volley at",
            };
            (format!("{} {doing} {}", unit(u), board.place(*area)), "8.2")
        }
        Order::Strike { kind, area, lead, target } => {
            let at = target.as_ref().map_or_else(String::new, |t| format!(" at {}", unit(t)));
            (format!("{} {}, {} leads{at}", capital(kind.word()), board.place(*area), unit(lead)), "8.5.7")
        }
        Order::LongRange { area, lead, support, target } => {
            let with = support.as_ref().map_or_else(String::new, |s| format!(" with {}", unit(s)));
            (format!("{}{with} bombards {} in {}", unit(lead), unit(target), board.place(*area)), "3.0")
        }
        Order::Try { unit: u, crossing: c } => (format!("{} tries {}", unit(u), crossing(c)), "11.2"),
        Order::Find { crossing: c } => (format!("Find {} by the Advantage", crossing(c)), "10.2"),
        Order::Silence { leader: l } => (format!("Silence {} by the Advantage", leader(l)), "10.2"),
        Order::Reroll { second } => {
            let what = match (board.rolled().map(|r| r.dice.len()), second) {
                (Some(2), false) => "Have the attack rolled again",
                (Some(2), true) => "Have the defence rolled again",
                _ => "Have it rolled again",
            };
            (what.into(), "10.2")
        }
        Order::Lead { unit: u } => (format!("{} leads the defence", unit(u)), "8.5.7"),
        Order::Spend { unit: u } => (format!("{} becomes Spent", unit(u)), "8.6.1"),
        Order::Die { unit: u } => (format!("{} is eliminated", unit(u)), "8.6.1"),
        Order::FallBack { unit: u } => (format!("{} retreats", unit(u)), "8.6.1"),
        Order::More => ("Give more than is owed".into(), "8.6.1"),
        Order::Retreat { area } => (format!("Retreat to {}", board.place(*area)), "8.6.4"),
        Order::Withdraw { unit: u, way } => {
            (format!("{} withdraws to {}", unit(u), way.last().map_or_else(String::new, |a| board.place(*a))), "7.3.3")
        }
        Order::Stay { unit: u } => (format!("{} stays", unit(u)), "7.3.3"),
        Order::Pick { leader: l } => (format!("Roll for {}", leader(l)), "8.7.2"),
        Order::Station { leader: l, area } if board.goes_along(*l, *area) => {
            (format!("{} goes with them to {}", leader(l), board.place(*area)), "5.4")
        }
        Order::Station { leader: l, area } => (format!("Place {} at {}", leader(l), board.place(*area)), "8.7.3"),
        Order::Reorganise { leader: l, unit: u } => (format!("{} reorganises {}", leader(l), unit(u)), "9.3"),
        Order::Pay { unit: u } => (format!("{} leaves for good", unit(u)), "9.3"),
    };
    let mut c = Choice::plain(text, label, order.verb(), section);
    c.piece =
        order.unit().map(|u| board.spec(u).id.clone()).or_else(|| order.leader().map(|l| board.who(l).id.clone()));
    if let Order::Silence { .. } = order {
        // It is the Advantage that acts, on the enemy's leader.
        c.target = c.piece.take();
    }
    details(board, order, &mut c);
    c
}

fn details(board: &Board<'_>, order: &Order, c: &mut Choice) {
    match order {
        Order::Activate { leader, area, second } => {
            c.place = Some(area.to_string());
            let areas = [Some(*area), *second].into_iter().flatten();
            let count: usize = areas.map(|a| board.would_activate(*leader, a).len()).sum();
            c.note = Some(if count == 1 { "One Fresh unit.".into() } else { format!("{count} Fresh units.") });
        }
        Order::BringOn { area, .. } | Order::Retreat { area } | Order::Station { area, .. } => {
            c.place = Some(area.to_string());
        }
        Order::Move { unit, enters, way } => {
            c.place = way.last().map(u8::to_string);
            c.path = way.iter().map(u8::to_string).collect();
            if let Ok(walk) = board.check_move(*unit, *enters, way) {
                let state = board.state(*unit);
                c.cost = Some(format!("{} of {} MP", state.used + walk.cost, board.spec(*unit).movement));
                if walk.attacks {
                    c.note = Some("Among enemies: it must stop, and assaults.".into());
                } else if walk.stopped {
                    c.note = Some("Must stop there.".into());
                }
            }
        }
        Order::Ride { leader, way } => {
            c.place = way.last().map(u8::to_string);
            c.path = way.iter().map(u8::to_string).collect();
            let used = usize::from(board.leader(*leader).used) + way.len().saturating_sub(1);
            c.cost = Some(format!("{used} of {} MP", board.who(*leader).movement));
            c.commits = false;
        }
        Order::Withdraw { way, .. } => {
            c.place = way.last().map(u8::to_string);
            c.path = way.iter().map(u8::to_string).collect();
            c.commits = true;
        }
        Order::Commit { unit, kind, area } => {
            c.place = Some(area.to_string());
            if let Ok(cost) = board.check_commit(*unit, *kind, *area) {
                c.cost = Some(format!("{cost} of {} MP", board.spec(*unit).movement));
            }
        }
        Order::Strike { kind, area, lead, target } => {
            c.place = Some(area.to_string());
            c.target = target.map(|t| board.spec(t).id.clone());
            let fight = board.new_fight(*kind, *area, *lead, board.committed(*kind, *area), *target);
            arithmetic(board, &fight, c);
        }
        Order::LongRange { area, lead, support, target } => {
            c.place = Some(area.to_string());
            c.target = Some(board.spec(*target).id.clone());
            let attackers = [Some(*lead), *support].into_iter().flatten().collect();
            let fight = board.new_fight(Strike::LongRange, *area, *lead, attackers, Some(*target));
            arithmetic(board, &fight, c);
        }
        Order::Lead { .. } | Order::Reroll { .. } | Order::Keep | Order::Try { .. } | Order::Pick { .. } => {
            c.commits = true;
        }
        Order::Spend { .. } => c.cost = Some("pays 2".into()),
        Order::Die { unit } => c.cost = Some(format!("pays {}", if board.state(*unit).spent { 2 } else { 4 })),
        Order::FallBack { .. } => c.cost = Some("pays 1".into()),
        _ => {}
    }
}

fn arithmetic(board: &Board<'_>, fight: &Fight, c: &mut Choice) {
    let attack = board.attack_sum(fight.kind, fight.area, fight.from, fight.lead, &fight.attackers);
    c.sum = Some(spoken("offensive value", &attack));
    c.odds = odds(board, fight);
    c.commits = true;
    if let Some(target) = fight.target.or_else(|| board.best_lead(fight)) {
        let defence = spoken("defence value", &board.defence_sum(fight.kind, fight.area, target, &fight.attackers));
        c.note = Some(format!("Against {defence} at best; each rolls two dice."));
    }
}
