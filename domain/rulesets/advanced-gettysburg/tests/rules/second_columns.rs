//! Columns that march in the Movement Phase by a second model: each marker along the hexes of those before it, and what that costs it (§11.4, §12.0, §17.1, §22.1,
//! §24.1, cost chart), against the rules in random positions.

use crate::shared::table::seat;
use crate::table::{RULES, Table, lies, sound, unit};
use advanced_gettysburg::{Formation, March, MarchTo, Position, UnitId};
use domain_core::board::Facing;
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, BotRng, Ruleset};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const SIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
const CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];
const OTHERS: [&str; 10] =
    ["Archer", "Davis", "Marye", "Brander", "Paul", "Cutler", "Baxter", "Calef", "us-wainwright-hall-bty", "Stevens"];

fn ahead(hex: usize, side: Facing) -> Option<usize> {
    RULES.pack().ground.atlas.ahead(hex, side)
}

/// What the markers of a column have spent, in half points from its head, when that has gone such a way; nothing where it may not.
fn marches(position: &Position, who: UnitId, way: &[usize]) -> Option<Vec<u8>> {
    let (board, ground) = (RULES.board(position), &RULES.pack().ground);
    let lain: Vec<usize> = board.chain(who).iter().map(|l| l.at()).collect();
    // §22.1, §24.1, cost chart: no column moves in a range or beside an enemy, or comes there.
    let pressed = |hex: &usize| board.in_enemy_range(Union, *hex) || board.beside_enemy_of(Union, *hex);
    if lain.iter().chain(way).any(pressed) || way.iter().any(|hex| board.held_by(Confederate, *hex)) {
        return None;
    }
    // From the last marker to where the head will lie.
    let trail: Vec<usize> = lain.iter().rev().chain(way).copied().collect();
    // §17.1.1, §17.1.5: through others, to no hex in which a brigade lies.
    let ends = &trail[way.len()..];
    if ends.iter().any(|hex| board.brigades_at(*hex).any(|other| other != who)) {
        return None;
    }
    // §12.2, §17.1.7: from one road hex to another, where no other column or limbered battery is.
    let columns = |hex: usize| {
        board.brigades_at(hex).any(|u| u != who && position.brigade(u).is_some_and(|b| b.formation.is_column()))
    };
    let limbered = |hex: usize| board.batteries_at(hex).any(|u| position.battery(u).is_some_and(|b| b.limbered));
    let road = |hex: usize| ground.has_road(hex) && !columns(hex) && !limbered(hex);
    let price = |from: usize, to: usize| if road(from) && road(to) { 2 } else { 3 };
    let before = position.brigade(who)?;
    let spent = |marker: usize| {
        let first = lain.len() - 1 - marker;
        let steps = trail[first..=first + way.len()].windows(2).map(|step| price(step[0], step[1])).sum::<u8>();
        before.paid.get(marker).copied().unwrap_or(0) + steps
    };
    let paid: Vec<u8> = (0..lain.len()).map(spent).collect();
    // §11.11, §13.7: what counts is the marker that spends the most.
    (paid.iter().all(|p| *p <= 2 * before.level.unwrap_or(0))).then_some(paid)
}

/// A column of foot or horse among enemies and friends.
fn scene(base: &Position, rng: &mut BotRng, columns: &[(&str, usize)]) -> Option<(Table, UnitId)> {
    let ground = &RULES.pack().ground;
    let mut table = Table { position: base.clone(), facts: Vec::new() };
    let (name, markers) = columns[rng.below(columns.len())];
    // On a road, in two of three.
    let roads: Vec<usize> = (0..ground.cells.len()).filter(|hex| ground.has_road(*hex)).collect();
    let head = if rng.below(3) == 0 { rng.below(ground.cells.len()) } else { roads[rng.below(roads.len())] };
    let mut hexes = vec![head];
    let looks = rng.below(6);
    let mut back = Facing::side(looks).opposite();
    for _ in 1..markers {
        let last = *hexes.last()?;
        let along: Vec<Facing> = Facing::sides()
            .filter(|side| ahead(last, *side).is_some_and(|h| ground.has_road(h) && !hexes.contains(&h)))
            .collect();
        back = if along.is_empty() || hexes.len() == 1 || rng.below(3) == 0 {
            back
        } else {
            along[rng.below(along.len())]
        };
        hexes.push(ahead(last, back).filter(|hex| !hexes.contains(hex))?);
    }
    let words: Vec<String> = hexes.iter().map(|hex| ground.id(*hex)).collect();
    let mut held: BTreeSet<usize> = hexes.iter().copied().collect();
    table.umpire(&format!("place {name} column {} {}", SIDES[looks], words.join(" ")));
    let mut near = |rng: &mut BotRng, least: u32, most: u32| {
        let all: Vec<usize> = ground.atlas.range(head, most).filter(|hex| ground.is_hex(*hex)).collect();
        let hex = all[rng.below(all.len())];
        let far = ground.atlas.distance(head, hex).unwrap_or(0);
        (far >= least && held.insert(hex)).then_some(hex)
    };
    for name in &["Archer", "Davis"][..rng.below(3)] {
        let hex = near(&mut *rng, 2, 7)?;
        table.umpire(&format!("place {name} line {}=8 {}", ground.id(hex), CORNERS[rng.below(6)]));
    }
    for name in &["Marye", "Brander"][..rng.below(2)] {
        let hex = near(&mut *rng, 4, 9)?;
        table.umpire(&format!("place {name} {} unlimbered {}", ground.id(hex), CORNERS[rng.below(6)]));
    }
    for name in &["Paul", "Cutler", "Baxter"][..rng.below(4)] {
        let hex = near(&mut *rng, 1, 4)?;
        let how = match rng.below(3) {
            0 => format!("line {}=8 {}", ground.id(hex), CORNERS[rng.below(6)]),
            1 => format!("rest {}", ground.id(hex)),
            _ => {
                let side = rng.below(6);
                let hind = near_free(&table, hex, side)?;
                format!("column {} {} {}", SIDES[side], ground.id(hex), ground.id(hind))
            }
        };
        table.umpire(&format!("place {name} {how}"));
    }
    for name in &["Calef", "us-wainwright-hall-bty", "Stevens"][..rng.below(4)] {
        let hex = near(&mut *rng, 1, 4)?;
        let how = if rng.below(2) == 0 {
            format!("unlimbered {}", CORNERS[rng.below(6)])
        } else {
            format!("limbered {}", SIDES[rng.below(6)])
        };
        table.umpire(&format!("place {name} {} {how}", ground.id(hex)));
    }
    table.umpire(&format!("mark {name} level {}", 1 + rng.below(10)));
    Some((table, unit(name)))
}

/// The hex behind another, where nobody lies.
fn near_free(table: &Table, hex: usize, side: usize) -> Option<usize> {
    let hind = ahead(hex, Facing::side(side).opposite())?;
    RULES.board(&table.position).units_at(hind).is_empty().then_some(hind)
}

#[test]
fn s11_4_s12_s17_1_s22_1_a_second_model_finds_the_same_marches_of_columns() {
    let base = Table::study(&["turn 1 union alone"]).position;
    let ground = &RULES.pack().ground;
    let (mut found, mut refused, mut wrong) = (0, 0, Vec::new());
    let cases = std::env::var("CASES").ok().and_then(|c| c.parse().ok()).unwrap_or(400);
    for seed in 0..cases {
        let mut rng = BotRng::seeded(seed);
        let Some((mut table, who)) = scene(&base, &mut rng, &[("Stone", 2), ("Meredith", 3), ("Gamble", 6)]) else {
            continue;
        };
        sound(&table);
        for _ in 0..24 {
            let lain: Vec<usize> = table.position.chain(who).iter().map(|l| l.at()).collect();
            let mut way: Vec<usize> = Vec::new();
            for _ in 0..=rng.below(5) {
                let here = way.last().copied().unwrap_or(lain[0]);
                let goes: Vec<usize> = Facing::sides()
                    .filter_map(|side| ahead(here, side))
                    .filter(|hex| !way.contains(hex) && !lain.contains(hex))
                    .collect();
                let along: Vec<usize> = goes.iter().copied().filter(|hex| ground.has_road(*hex)).collect();
                let of = if along.is_empty() || rng.below(3) == 0 { &goes } else { &along };
                if of.is_empty() {
                    break;
                }
                way.push(of[rng.below(of.len())]);
            }
            let Some(to) = way.last() else { continue };
            // §6.2.6: where its head would point at a marker of its own it is to look elsewhere.
            let trail: Vec<usize> = lain.iter().rev().chain(&way).copied().collect();
            let ends = &trail[way.len()..];
            let before = trail[trail.len() - 2];
            let points = ground.side_to(before, *to).and_then(|side| ahead(*to, side));
            if points.is_some_and(|hex| ends.contains(&hex)) {
                continue;
            }
            let order = March { unit: who, way: way.clone() };
            let decided =
                RULES.decide(&table.position, seat(Union), &order.into(), &mut Dice::forced(&mut VecDeque::new()));
            let model = marches(&table.position, who, &way);
            let then = decided.as_ref().ok().map(|facts| {
                let mut then = table.position.clone();
                facts.iter().for_each(|fact| then.apply(fact));
                then
            });
            let rules = then.as_ref().and_then(|then| then.brigade(who)).map(|b| b.paid.clone());
            if rules != model {
                let hexes: Vec<String> = way.iter().map(|hex| ground.id(*hex)).collect();
                let all: Vec<(&str, String)> =
                    OTHERS.iter().map(|name| (*name, lies(&table, name))).filter(|(_, at)| !at.is_empty()).collect();
                let own: Vec<String> = lain.iter().map(|hex| ground.id(*hex)).collect();
                wrong.push(format!(
                    "{seed}: {} at {own:?}, {hexes:?}: rules {rules:?} {:?}, model {model:?}: {all:?}",
                    RULES.board(&table.position).name(who),
                    decided.err()
                ));
            }
            // §11.4: where they come by their head they come each by itself, and for no more.
            if let Some(then) = &then {
                let ways: Vec<Vec<usize>> = then.chain(who).iter().map(|l| vec![l.at()]).collect();
                let apart = MarchTo { unit: who, ways }.into();
                let facts = RULES.decide(&table.position, seat(Union), &apart, &mut Dice::forced(&mut VecDeque::new()));
                let mut there = table.position.clone();
                facts.unwrap_or_else(|why| panic!("{seed}: {why}")).iter().for_each(|fact| there.apply(fact));
                let spent = |at: &Position| at.brigade(who).map(|b| b.spent());
                assert!(there.chain(who) == then.chain(who) && spent(&there) <= spent(then), "{seed}");
            }
            match then {
                Some(then) => {
                    found += 1;
                    // Every other march is made, and goes on from there.
                    if rng.below(2) == 0 && wrong.is_empty() {
                        table.position = then;
                    }
                }
                None => refused += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {found}: {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(found > 500 && refused > 500, "{found} marches, {refused} refused");
}

/// All orders of so many things.
fn orders(many: usize) -> Vec<Vec<usize>> {
    match many {
        0 => vec![Vec::new()],
        _ => orders(many - 1)
            .into_iter()
            .flat_map(|of| (0..many).map(move |at| [&of[..at], &[many - 1], &of[at..]].concat()))
            .collect(),
    }
}

/// The least that the dearest marker of a column has spent, in half points, when they lie in these hexes, from the head on, whichever of them goes first and, off
/// the road, whichever of as many points comes to which place; nothing where they may not. Each goes over hexes in which no other of them lies then.
fn lies_so(position: &Position, who: UnitId, ends: &[usize]) -> Option<u8> {
    let (board, ground) = (RULES.board(position), &RULES.pack().ground);
    let before = position.brigade(who)?;
    let (chain, many, most) = (board.chain(who), ends.len(), 2 * before.level.unwrap_or(0));
    let lain: Vec<usize> = chain.iter().map(|l| l.at()).collect();
    // §6.2.6: each lies behind the one before it, and none where another brigade lies (§17.1.1).
    let beside = |a: usize, b: usize| Facing::sides().any(|side| ahead(a, side) == Some(b));
    let apart = (1..many).all(|n| beside(ends[n], ends[n - 1]) && !ends[..n].contains(&ends[n]));
    if !apart || ends == lain || ends.iter().any(|hex| board.brigades_at(*hex).any(|other| other != who)) {
        return None;
    }
    let ranged = |hex: usize| board.in_enemy_range(Union, hex);
    let pressed = |hex: usize| ranged(hex) || board.beside_enemy_of(Union, hex);
    let column = |hex: usize| {
        let others = board.brigades_at(hex).filter(|u| *u != who);
        others.filter_map(|u| position.brigade(u)).any(|b| b.formation.is_column())
            || board.batteries_at(hex).any(|u| position.battery(u).is_some_and(|b| b.limbered))
    };
    let road = |hex: usize| ground.has_road(hex) && !column(hex);
    let mut known: BTreeMap<(usize, usize, Vec<usize>, bool), Option<u8>> = BTreeMap::new();
    let mut goes = |from: usize, to: usize, others: Vec<usize>, roads: bool| -> Option<u8> {
        *known.entry((from, to, others.clone(), roads)).or_insert_with(|| {
            let mut cheapest: BTreeMap<usize, u8> = BTreeMap::from([(from, 0)]);
            let mut open = if from != to && pressed(from) { Vec::new() } else { vec![from] };
            while let Some(at) = open.pop() {
                let spent = cheapest[&at];
                for next in Facing::sides().filter_map(|side| ahead(at, side)) {
                    let cost = spent + if roads && road(at) && road(next) { 2 } else { 3 };
                    let barred = pressed(next) || others.contains(&next) || board.held_by(Confederate, next);
                    if !barred && cost <= most && cheapest.get(&next).is_none_or(|known| cost < *known) {
                        cheapest.insert(next, cost);
                        open.push(next);
                    }
                }
            }
            cheapest.get(&to).copied()
        })
    };
    let looks = |marker: usize| match before.formation {
        Formation::Column { facing } if marker == 0 => Some(facing),
        _ => ground.side_to(lain[marker], lain[marker - 1]),
    };
    let mut least = None;
    for of in orders(many) {
        let same = (0..many).all(|n| of[n] == n);
        // §7.2: markers of other strengths keep their places.
        if (0..many).any(|n| chain[of[n]].sp != chain[n].sp) {
            continue;
        }
        // §19.4.1: nobody turns in a range.
        let turns = |n: usize| match n {
            0 => looks(of[0]).and_then(|side| ahead(ends[0], side)).is_some_and(|hex| ends.contains(&hex)),
            _ => ground.side_to(ends[n], ends[n - 1]) != looks(of[n]),
        };
        if (0..many).any(|n| lain[of[n]] == ends[n] && ranged(ends[n]) && turns(n)) {
            continue;
        }
        'order: for first in orders(many) {
            let (mut lies, mut dearest) = (lain.clone(), 0);
            for place in first {
                let marker = of[place];
                let others = (0..many).filter(|n| *n != marker).map(|n| lies[n]).collect();
                let paid = before.paid.get(marker).copied().unwrap_or(0);
                if lies[marker] == ends[place] {
                    dearest = dearest.max(paid);
                    continue;
                }
                let Some(cost) = goes(lies[marker], ends[place], others, same) else { continue 'order };
                dearest = dearest.max(paid + cost);
                lies[marker] = ends[place];
            }
            if dearest <= most && least.is_none_or(|known| dearest < known) {
                least = Some(dearest);
            }
        }
    }
    least
}

#[test]
fn s11_4_s11_5_s12_1_a_second_model_finds_the_same_columns_whose_markers_go_ways_of_their_own() {
    let base = Table::study(&["turn 1 union alone"]).position;
    let ground = &RULES.pack().ground;
    let (mut found, mut refused, mut wrong) = (0, 0, Vec::new());
    let cases = std::env::var("CASES").ok().and_then(|c| c.parse().ok()).unwrap_or(150);
    for seed in 0..cases {
        let mut rng = BotRng::seeded(10_000 + seed);
        let columns = [("Ruger", 2), ("Meredith", 3), ("Stannard", 3), ("Devin", 4)];
        let Some((mut table, who)) = scene(&base, &mut rng, &columns) else { continue };
        sound(&table);
        for _ in 0..16 {
            let lain: Vec<usize> = table.position.chain(who).iter().map(|l| l.at()).collect();
            let near =
                |hex: usize| ground.atlas.range(hex, 1).filter(|hex| ground.is_hex(*hex)).collect::<Vec<usize>>();
            let mut ends: Vec<usize> = Vec::new();
            let mut head = lain[rng.below(lain.len())];
            for _ in 0..rng.below(4) {
                let around = near(head);
                head = around[rng.below(around.len())];
            }
            ends.push(head);
            for n in 1..lain.len() {
                let mut open: Vec<usize> = near(ends[n - 1]).into_iter().filter(|hex| !ends.contains(hex)).collect();
                open.sort_by_key(|hex| ground.atlas.distance(*hex, lain[n]));
                if open.is_empty() {
                    break;
                }
                ends.push(open[if rng.below(3) == 0 { rng.below(open.len()) } else { 0 }]);
            }
            // §6.2.6: its head may not point at a marker of its own, be there a way to look aside or not.
            if ends.len() < lain.len() || Facing::sides().all(|s| ahead(head, s).is_none_or(|h| ends.contains(&h))) {
                continue;
            }
            let order = MarchTo { unit: who, ways: ends.iter().map(|hex| vec![*hex]).collect() };
            let decided =
                RULES.decide(&table.position, seat(Union), &order.into(), &mut Dice::forced(&mut VecDeque::new()));
            let model = lies_so(&table.position, who, &ends);
            let then = decided.as_ref().ok().map(|facts| {
                let mut then = table.position.clone();
                facts.iter().for_each(|fact| then.apply(fact));
                then
            });
            let rules = then.as_ref().and_then(|then| then.brigade(who)).map(|b| b.spent());
            if rules != model {
                let named =
                    |hexes: &[usize]| hexes.iter().map(|hex| ground.id(*hex)).collect::<Vec<String>>().join(" ");
                let all: Vec<(&str, String)> =
                    OTHERS.iter().map(|name| (*name, lies(&table, name))).filter(|(_, at)| !at.is_empty()).collect();
                wrong.push(format!(
                    "{seed}: {} at {}, to {}, {:?}: rules {rules:?} {:?}, model {model:?}: {all:?}",
                    RULES.board(&table.position).name(who),
                    named(&lain),
                    named(&ends),
                    table.position.brigade(who).map(|b| (b.paid.clone(), b.level)),
                    decided.err()
                ));
            }
            match then {
                Some(then) => {
                    found += 1;
                    if rng.below(2) == 0 && wrong.is_empty() {
                        table.position = then;
                        sound(&table);
                    }
                }
                None => refused += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {found}: {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(found > 200 && refused > 200, "{found} columns, {refused} refused");
}
