//! Lines and batteries that move in the Movement Phase by a second model: marker after marker on positions in which those before have moved (§11.4, §19.4, §20.0 to
//! §23.4), against the rules in random positions.

use crate::shared::table::seat;
use crate::table::{RULES, Table, after, sound, unit};
use advanced_gettysburg::{
    Fact, Formation, LineMarker, Link, Place, Position, Roll, Terrain, UnitId, continuous, line_markers,
};
use domain_core::board::Facing;
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{BotRng, Ruleset};
use std::collections::{BTreeSet, VecDeque};

/// As many hexes as four activity points lead a line.
const HEXES: u32 = 2;

const SIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
const CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];

fn ahead(hex: usize, side: Facing) -> Option<usize> {
    RULES.pack().ground.atlas.ahead(hex, side)
}

/// The position with the markers of a brigade in these hexes alone.
fn lying(position: &Position, who: UnitId, hexes: &[usize]) -> Position {
    let mut then = position.clone();
    let links: Vec<Link> = hexes.iter().map(|hex| Link::new(*hex, 4)).collect();
    then.units[who.index()].place = if links.is_empty() { Place::Waiting } else { Place::At(links) };
    then
}

/// Where a marker is to come, and the fronts as a straight one that it may have there (§11.7).
type Goal = (usize, Vec<Facing>);

fn goal(marker: &LineMarker) -> Goal {
    let front = marker.front();
    (marker.hex, if front.is_side() { vec![front.turned(-1), front.turned(1)] } else { vec![front] })
}

/// §27.4: whether a brigade stands beside an attacker and a marker of it in range of a brigade, so that all of them go back or stay.
fn only_goes_back(position: &Position, who: UnitId) -> bool {
    let board = RULES.board(position);
    let hexes = || board.chain(who).iter().map(|l| l.at());
    let attacks = |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.is_named());
    let attackers: Vec<usize> =
        board.of(Confederate).filter(attacks).flat_map(|u| board.chain(u)).map(|l| l.at()).collect();
    let beside = |hex: usize| attackers.iter().any(|at| RULES.pack().ground.adjacent(*at, hex));
    !attacks(&who) && hexes().any(|hex| board.in_brigade_range(Union, hex)) && hexes().any(beside)
}

/// Whether a marker that is not in the position comes from a hex to another, looking so there where it may not turn, or goes back over the edge of the map (§21.8).
fn comes(without: &Position, who: UnitId, (from, starts): Goal, to: Option<&Goal>, defends: bool) -> bool {
    let board = RULES.board(without);
    let ranged = |hex: usize| board.in_enemy_range(Union, hex);
    let musketry = |hex: usize| board.in_brigade_range(Union, hex);
    let exposed = |hex: usize, front: Facing| {
        let marker = LineMarker::moving(hex, 4, front);
        ranged(hex)
            && board.of(Confederate).any(|enemy| {
                let fields = board.fields(enemy);
                fields.iter().any(|f| board.covers(f, Confederate, hex) && board.in_flank_field(who, &marker, f.from))
            })
    };
    // §22.3, §22.8: who attacks advances, out of range too, until it stands beside an enemy.
    let attacks = board.at.brigade(who).is_some_and(|b| b.is_named());
    let mut states: Vec<(usize, Facing)> = starts.into_iter().map(|front| (from, front)).collect();
    for step in 0..HEXES {
        let mut next = Vec::new();
        for (here, front) in states {
            for way in Facing::sides() {
                let Some(at) = ahead(here, way) else {
                    if to.is_none() && (!(ranged(here) || defends) || front.apart(way) == 5) {
                        return true;
                    }
                    continue;
                };
                let held = board.held_by(Confederate, at) || (!attacks && board.beside_enemy_of(Union, at));
                let (goes, fronts): (bool, Vec<Facing>) = match ranged(here) || defends {
                    _ if attacks => {
                        let halts = step > 0 && board.beside_enemy_of(Union, here);
                        (front.apart(way) == 1 && !halts, [-2, 0, 2].map(|t| front.turned(t)).to_vec())
                    }
                    false => {
                        // §21.3, cost chart: from beside an enemy it goes back, its rear first.
                        let ahead = if board.beside_enemy_of(Union, here) { way.opposite() } else { way };
                        (!musketry(at), [-3, -1, 1, 3].map(|t| ahead.turned(t)).to_vec())
                    }
                    true => {
                        let enters = musketry(at) && !musketry(here);
                        (front.apart(way) == 5 && !enters, [-2, 0, 2].map(|t| front.turned(t)).to_vec())
                    }
                };
                if goes && !held {
                    next.extend(
                        fronts.into_iter().filter(|front| attacks || !exposed(at, *front)).map(|front| (at, front)),
                    );
                }
            }
        }
        next.sort_unstable_by_key(|(hex, front)| (*hex, front.index()));
        next.dedup();
        let there = |(hex, front): &(usize, Facing), (to, looks): &Goal| {
            hex == to && ((!attacks && !defends && !ranged(*to)) || looks.contains(front))
        };
        if to.is_some_and(|to| next.iter().any(|state| there(state, to))) {
            return true;
        }
        states = next;
    }
    false
}

/// Whether all markers of a line come to where they shall lie, in some order.
fn all_come(position: &Position, who: UnitId, from: &[Goal], to: &[Goal]) -> bool {
    let board = RULES.board(position);
    let attacks = board.at.brigade(who).is_some_and(|b| b.is_named());
    // §6.2.7, §19.4.1: who stays and may not turn keeps its front.
    let kept = |n: usize| from[n].1.iter().any(|front| to[n].1.contains(front));
    let defends = only_goes_back(position, who);
    let keeps = |n: usize| (!attacks && !defends && !board.in_enemy_range(Union, from[n].0)) || kept(n);
    let orders: [Option<bool>; 3] = [None, Some(true), Some(false)];
    orders.into_iter().any(|right| {
        (0..from.len()).all(|n| {
            let before = |m: usize| right.is_some_and(|right| if right { m > n } else { m < n });
            let others = (0..from.len()).filter(|m| *m != n).map(|m| if before(m) { to[m].0 } else { from[m].0 });
            let others: Vec<usize> = others.collect();
            match from[n].0 == to[n].0 {
                true => keeps(n),
                false => comes(&lying(position, who, &others), who, from[n].clone(), Some(&to[n]), defends),
            }
        })
    })
}

/// §21.8: whether a line leaves the map by retreat: a rear hex of a marker would lie beyond the edge, and each of them goes so far.
fn all_leave(position: &Position, who: UnitId, from: &[Goal]) -> bool {
    let board = RULES.board(position);
    let pressed = |hex: usize| board.in_enemy_range(Union, hex) || board.beside_enemy_of(Union, hex);
    let behind = |(hex, fronts): &Goal| {
        let rear = |side: &Facing| fronts.iter().any(|front| front.apart(*side) == 5);
        Facing::sides().filter(rear).any(|side| ahead(*hex, side).is_none())
    };
    let defends = only_goes_back(position, who);
    let leaves = |n: usize| {
        let others: Vec<usize> = (0..from.len()).filter(|m| *m != n).map(|m| from[m].0).collect();
        comes(&lying(position, who, &others), who, from[n].clone(), None, defends)
    };
    let named = board.at.brigade(who).is_some_and(|b| b.is_named());
    !named && from.iter().any(|m| pressed(m.0)) && from.iter().any(behind) && (0..from.len()).all(leaves)
}

/// A line of Stone's with enemies about it, and a battery of its own.
fn scene(base: &Position, rng: &mut BotRng) -> Option<(Table, Vec<usize>)> {
    let ground = &RULES.pack().ground;
    let mut table = Table { position: base.clone(), facts: Vec::new() };
    // At the edge of the map, in one of three.
    let edge = |hex: &usize| Facing::sides().any(|side| ahead(*hex, side).is_none());
    let edges: Vec<usize> = (0..ground.cells.len()).filter(edge).collect();
    let start = if rng.below(3) == 0 { edges[rng.below(edges.len())] } else { rng.below(ground.cells.len()) };
    let corner = rng.below(6);
    let front = Facing::at(2 * corner + 1)?;
    let mut hexes = vec![start];
    for _ in 0..rng.below(3) {
        hexes.push(ahead(*hexes.last()?, front.turned(3))?);
    }
    let mut held: BTreeSet<usize> = hexes.iter().copied().collect();
    let links: Vec<String> = hexes.iter().map(|hex| format!("{}=8", ground.id(*hex))).collect();
    let looks = if hexes.len() == 1 { format!(" {}", CORNERS[corner]) } else { String::new() };
    table.umpire(&format!("place Stone line {}{looks}", links.join(" ")));
    // Bent, in one of three.
    let [l, r] = [(); 2].map(|()| rng.below(6));
    let chain: Vec<Link> = hexes.iter().map(|hex| Link::new(*hex, 8)).collect();
    let bent = Formation::Line { left: Facing::side(l), right: Facing::side(r) };
    if rng.below(3) == 0 && continuous(ground, bent, &chain).is_ok() {
        table.umpire(&format!("place Stone line {} ends {} {}", links.join(" "), SIDES[l], SIDES[r]));
    }
    let mut near = |rng: &mut BotRng, least: u32, most: u32| {
        let of = hexes[rng.below(hexes.len())];
        let all: Vec<usize> = ground.atlas.range(of, most).filter(|hex| ground.is_hex(*hex)).collect();
        let hex = all[rng.below(all.len())];
        let far = hexes.iter().filter_map(|h| ground.atlas.distance(*h, hex)).min().unwrap_or(0);
        (far >= least && held.insert(hex)).then(|| ground.id(hex))
    };
    for name in &["Archer", "Davis"][..rng.below(3)] {
        let hex = near(&mut *rng, 1, 3)?;
        table.umpire(&format!("place {name} line {hex}=8 {}", CORNERS[rng.below(6)]));
        if rng.below(3) == 0 {
            table.umpire(&format!("mark {name} attack launched"));
        }
    }
    for name in &["Marye", "Brander", "Zimmerman"][..rng.below(4)] {
        let hex = near(&mut *rng, 2, 6)?;
        table.umpire(&format!("place {name} {hex} unlimbered {}", CORNERS[rng.below(6)]));
    }
    if rng.below(3) == 0 {
        let hex = near(&mut *rng, 1, 2)?;
        table.umpire(&format!("place Calef {hex} unlimbered {}", CORNERS[rng.below(6)]));
    }
    table.umpire("mark Stone level 4");
    if rng.below(5) == 0 {
        table.umpire("mark Stone attack launched");
    }
    Some((table, hexes))
}

#[test]
fn s21_s22_3_s23_4_a_second_model_finds_the_same_ways_of_lines() {
    let base = Table::study(&["turn 1 union alone"]).position;
    let who = unit("Stone");
    let ground = &RULES.pack().ground;
    let (mut found, mut ranged, mut gone, mut wrong) = (0, 0, 0, Vec::new());
    for seed in 0..400 {
        let mut rng = BotRng::seeded(seed);
        let Some((table, from)) = scene(&base, &mut rng) else { continue };
        sound(&table);
        let board = RULES.board(&table.position);
        let in_range = from.iter().any(|hex| board.in_enemy_range(Union, *hex));
        let ends = board.line(who);
        let starts: Vec<Goal> = ends.iter().map(goal).collect();
        let at = |unit: &str| crate::table::lies(&table, unit);
        let names = ["Stone", "Archer", "Davis", "Marye", "Brander", "Zimmerman", "Calef"];
        let all = || names.map(|name| (name, at(name)));
        let leaves = after(&RULES, &table, Union, "Stone leave", &[]).is_ok();
        gone += usize::from(leaves);
        if leaves != all_leave(&table.position, who, &starts) {
            wrong.push(format!("{seed}: leaves {leaves}: {ends:?} {:?}", all()));
        }
        let own = [ends[0].left, ends[ends.len() - 1].right];
        let mut lines: Vec<(Vec<Link>, [Facing; 2])> = Vec::new();
        for to in ground.atlas.range(from[0], HEXES).filter(|to| *to != from[0]) {
            lines.extend(board.shifted(who, to).map(|chain| (chain, own)));
        }
        // Lines of other shapes too.
        for _ in 0..30 {
            let all: Vec<usize> = ground.atlas.range(from[0], HEXES).collect();
            let mut hexes = vec![all[rng.below(all.len())]];
            for n in 1..from.len() {
                let next = hexes.get(n - 1).and_then(|hex| ahead(*hex, Facing::side(rng.below(6))));
                hexes.extend(next.filter(|hex| ground.atlas.distance(from[n], *hex).is_some_and(|far| far <= HEXES)));
            }
            if hexes.len() == from.len() {
                let ends = [(); 2].map(|()| Facing::side(rng.below(6)));
                lines.push((hexes.iter().map(|hex| Link::new(*hex, 8)).collect(), ends));
            }
        }
        for (chain, [left, right]) in lines {
            let whole = continuous(ground, Formation::Line { left, right }, &chain).is_ok();
            let Some(markers) = line_markers(ground, left, right, &chain).filter(|_| whole) else { continue };
            if markers == ends {
                continue;
            }
            let goals: Vec<Goal> = markers.iter().map(goal).collect();
            let hexes: Vec<String> = chain.iter().map(|l| format!("{}=8", ground.id(l.at()))).collect();
            let [l, r] = [left, right].map(|side| SIDES[side.index() / 2]);
            let line = format!("Stone to {} ends {l} {r}", hexes.join(" "));
            let legal = after(&RULES, &table, Union, &line, &[]).is_ok();
            let comes = all_come(&table.position, who, &starts, &goals);
            found += usize::from(legal);
            ranged += usize::from(legal && in_range);
            if legal != comes {
                wrong.push(format!("{seed}: {line}: rules {legal}, model {comes}: {own:?} {:?}", all()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {found}: {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(
        found > 1_500 && ranged > 100 && gone > 5,
        "{found} ways, {ranged} of them from enemy range, {gone} left the map"
    );
}

/// Cannon of Calef's battery.
const CANNON: u8 = 6;

/// Of the batteries in a hex but one: how many there are, the cannon there of those that are limbered, and where these look.
fn batteries(position: &Position, but: UnitId, hex: usize) -> (usize, u8, Option<Facing>) {
    let board = RULES.board(position);
    let others: Vec<UnitId> = board.batteries_at(hex).filter(|u| *u != but).collect();
    let limbered = |u: &&UnitId| position.battery(**u).is_some_and(|b| b.limbered);
    let here = |u: &UnitId| board.chain(*u).iter().filter(|l| l.at() == hex).map(|l| l.sp).sum::<u8>();
    let cannon = others.iter().filter(limbered).map(here).sum();
    let looks = others.iter().find(limbered).and_then(|u| position.battery(*u)).map(|b| b.facing);
    (others.len(), cannon, looks)
}

/// §17.2, §19.2.4, §19.4.1, §21.3, §22.2: whether a limbered battery of six cannon goes such a way and looks so at its end, or as it may without a word.
fn rolls(position: &Position, who: UnitId, way: &[usize], ends: Option<Facing>) -> bool {
    let (board, ground) = (RULES.board(position), &RULES.pack().ground);
    let lain: Vec<usize> = board.chain(who).iter().map(|l| l.at()).collect();
    let pressed = |hex: usize| board.in_enemy_range(Union, hex) || board.beside_enemy_of(Union, hex);
    let musketry = |hex: &usize| board.in_brigade_range(Union, *hex);
    let Some(now) = position.battery(who) else { return false };
    // Where it may look; anywhere, out of range.
    let mut looks = Some(vec![now.facing]);
    let (mut at, mut before, mut back, mut natural) = (lain[0], lain[0], false, now.facing);
    for (n, to) in way.iter().enumerate() {
        let lies = if n == 0 { lain.clone() } else { vec![at] };
        let Some(side) = ground.side_to(at, *to) else { return false };
        if board.held_by(Confederate, *to) || board.beside_enemy_of(Union, *to) {
            return false;
        }
        back = lies.iter().any(|hex| pressed(*hex));
        natural = if back { side.opposite() } else { side };
        let behind = looks.as_ref().is_some_and(|looks| looks.contains(&natural));
        if musketry(to) && !(back && lies.iter().any(musketry)) || (back && !behind) {
            return false;
        }
        looks = pressed(*to).then(|| [0, -2, 2].map(|turn| natural.turned(turn)).to_vec());
        (before, at) = (at, *to);
    }
    let may = |side: &Facing| looks.as_ref().is_none_or(|looks| looks.contains(side));
    let (others, cannon, shared) = batteries(position, who, at);
    let facing = ends.unwrap_or(shared.filter(may).unwrap_or(natural));
    let woods = |hex: usize| ground.terrain(hex) == Terrain::Woods;
    let room = 9u8.saturating_sub(cannon).min(CANNON);
    if !may(&facing) || shared.is_some_and(|shared| shared != facing) || (woods(at) && others > 0) || room == 0 {
        return false;
    }
    // §17.2.11: the excess lies behind it, on the way that it came; who went back has turned about then.
    let (others, cannon, shared) = batteries(position, who, before);
    let fits = !(woods(before) && others > 0) && 9u8.saturating_sub(cannon) >= CANNON - room;
    let behind = ahead(at, facing.opposite()) == Some(before) && !back && shared.is_none_or(|shared| shared == facing);
    room == CANNON || (fits && behind)
}

/// Calef's battery, in one hex or two, with enemies and other batteries about it.
fn battery_scene(base: &Position, rng: &mut BotRng) -> Option<Table> {
    let ground = &RULES.pack().ground;
    let mut table = Table { position: base.clone(), facts: Vec::new() };
    let (lead, side) = (rng.below(ground.cells.len()), rng.below(6));
    let hind = ahead(lead, Facing::side(side).opposite())?;
    let split = if rng.below(2) == 0 { format!(" {} {}", ground.id(hind), 1 + rng.below(5)) } else { String::new() };
    table.umpire(&format!("place Calef {} limbered {}{split}", ground.id(lead), SIDES[side]));
    let mut held: BTreeSet<usize> = [lead, hind].into();
    let mut near = |rng: &mut BotRng, least: u32, most: u32| {
        let all: Vec<usize> = ground.atlas.range(lead, most).filter(|hex| ground.is_hex(*hex)).collect();
        let hex = all[rng.below(all.len())];
        let far = ground.atlas.distance(lead, hex).unwrap_or(0);
        (far >= least && held.insert(hex)).then(|| ground.id(hex))
    };
    for name in &["Archer", "Davis"][..rng.below(3)] {
        let hex = near(&mut *rng, 1, 3)?;
        table.umpire(&format!("place {name} line {hex}=8 {}", CORNERS[rng.below(6)]));
    }
    for name in &["Marye", "Brander"][..rng.below(3)] {
        let hex = near(&mut *rng, 2, 6)?;
        table.umpire(&format!("place {name} {hex} unlimbered {}", CORNERS[rng.below(6)]));
    }
    for name in &["us-wainwright-hall-bty", "Stevens"][..rng.below(3)] {
        let hex = near(&mut *rng, 1, 2)?;
        let how = match rng.below(4) {
            0 => format!("unlimbered {}", CORNERS[rng.below(6)]),
            _ => format!("limbered {}", SIDES[rng.below(6)]),
        };
        table.umpire(&format!("place {name} {hex} {how}"));
    }
    Some(table)
}

#[test]
fn s19_2_4_s21_3_s22_2_a_second_model_finds_the_same_ways_of_batteries() {
    let base = Table::study(&["turn 1 union alone"]).position;
    let (who, ground) = (unit("Calef"), &RULES.pack().ground);
    let (mut found, mut split, mut wrong) = (0, 0, Vec::new());
    for seed in 0..500 {
        let mut rng = BotRng::seeded(seed);
        let Some(table) = battery_scene(&base, &mut rng) else { continue };
        let chain = table.position.chain(who).to_vec();
        for _ in 0..24 {
            let steps = [(); 2].map(|()| Facing::side(rng.below(6)));
            let way = steps[..1 + rng.below(2)].iter().try_fold(Vec::new(), |mut way: Vec<usize>, side| {
                way.push(ahead(way.last().copied().unwrap_or(chain[0].at()), *side)?);
                Some(way)
            });
            let Some(way) = way.filter(|way| way.last() != Some(&chain[0].at())) else { continue };
            let ends = [None, Some(rng.below(6))][rng.below(2)];
            let hexes: Vec<String> = way.iter().map(|hex| ground.id(*hex)).collect();
            let looks = ends.map_or_else(String::new, |side| format!(" {}", SIDES[side]));
            // A hex by itself might be reached by another way.
            let order = Roll { ends: ends.map(Facing::side), unit: who, way: way.clone() };
            let decided =
                RULES.decide(&table.position, seat(Union), &order.into(), &mut Dice::forced(&mut VecDeque::new()));
            let goes = rolls(&table.position, who, &way, ends.map(Facing::side));
            found += usize::from(goes);
            if let Ok(facts) = &decided {
                let lies = |fact: &Fact| matches!(fact, Fact::BatteryMoved(moved) if moved.chain.len() > 1);
                split += usize::from(facts.iter().any(lies));
            }
            if decided.is_ok() != goes {
                let at = |unit: &str| {
                    (crate::table::lies(&table, unit), table.position.battery(self::unit(unit)).map(|b| b.facing))
                };
                let all = ["Calef", "Archer", "Davis", "Marye", "Brander", "us-wainwright-hall-bty", "Stevens"]
                    .map(|u| (u, at(u)));
                wrong.push(format!(
                    "{seed}: {}{looks}: rules {:?}, model {goes}: {all:?}",
                    hexes.join("-"),
                    decided.err()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {found}: {}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(found > 1_000 && split > 5, "{found} ways, {split} with cannon behind");
}
