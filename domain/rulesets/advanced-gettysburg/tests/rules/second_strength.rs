//! Points shared out among the markers of a line by a second model, written from the text alone: how many each may hold, when, and at what price (§7.1, §11.10, §17.1.6,
//! §18.6, cost chart), against the rules in random positions.

use crate::table::{RULES, Table, after, lies, sound, unit};
use advanced_gettysburg::{Position, Terrain, UnitId};
use domain_core::board::Facing;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{BotRng, Ruleset};
use std::collections::BTreeSet;

const CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];

/// What the markers of a line have spent once they hold so many points, in half points; nothing where they may not.
fn shared_out(position: &Position, who: UnitId, points: &[u8]) -> Option<Vec<u8>> {
    let (board, ground) = (RULES.board(position), &RULES.pack().ground);
    let chain = board.chain(who);
    let foot = who != unit("Gamble");
    let now: Vec<u8> = chain.iter().map(|l| l.sp).collect();
    let total = |points: &[u8]| points.iter().map(|p| u32::from(*p)).sum::<u32>();
    if points.len() != now.len() || points.contains(&0) || total(points) != total(&now) || points == now {
        return None;
    }
    // §7.1.2, §7.1.3: inner markers.
    let inner = if points.len() > 2 { &points[1..points.len() - 1] } else { &[][..] };
    let enough = if foot { inner.iter().all(|p| *p >= 8) } else { inner.iter().all(|p| *p >= 6 && *p == inner[0]) };
    // §17.1.6: flank markers of two brigades hold eight together.
    let room = chain.iter().zip(points).all(|(link, p)| {
        let others: u8 = board
            .brigades_at(link.at())
            .filter(|u| *u != who)
            .flat_map(|u| board.chain(u))
            .filter(|l| l.hex == link.hex)
            .map(|l| l.sp)
            .sum();
        others == 0 || others + p <= 8
    });
    // §7.1.4, §18.6.
    let beside = chain.iter().any(|l| ground.next_to(l.at()).any(|hex| board.held_by(Confederate, hex)));
    let ranged = chain.iter().any(|l| board.in_enemy_range(Union, l.at()));
    let woods = chain.iter().any(|l| ground.terrain(l.at()) == Terrain::Woods);
    let price = 2 * (u8::from(ranged) + u8::from(woods));
    let before = position.brigade(who)?;
    (enough && room && !beside && price <= 2 * before.level.unwrap_or(0)).then(|| vec![price; points.len()])
}

/// A line of foot or horse with enemies near it, and a friend whose flank lies in its hex.
fn scene(base: &Position, rng: &mut BotRng) -> Option<(Table, UnitId, usize)> {
    let ground = &RULES.pack().ground;
    let mut table = Table { position: base.clone(), facts: Vec::new() };
    let name = ["Stone", "Gamble"][rng.below(2)];
    let corner = rng.below(6);
    let along = Facing::at(2 * corner + 1)?.turned(3);
    let mut hexes = vec![rng.below(ground.cells.len())];
    for _ in 0..rng.below(4) {
        hexes.push(ground.atlas.ahead(*hexes.last()?, along)?);
    }
    let mut points = vec![8_u8; hexes.len()];
    if name == "Gamble" {
        points = vec![6 + u8::try_from(rng.below(3)).ok()?; hexes.len()];
    }
    for end in [0, hexes.len() - 1] {
        points[end] = 1 + u8::try_from(rng.below(9)).ok()?;
    }
    let words: Vec<String> = hexes.iter().zip(&points).map(|(hex, p)| format!("{}={p}", ground.id(*hex))).collect();
    let looks = if hexes.len() == 1 { format!(" {}", CORNERS[corner]) } else { String::new() };
    table.umpire(&format!("place {name} line {}{looks}", words.join(" ")));
    let mut held: BTreeSet<usize> = hexes.iter().copied().collect();
    // A friend's flank in its last hex.
    if hexes.len() > 1 && rng.below(2) == 0 && points[hexes.len() - 1] < 8 {
        let last = *hexes.last()?;
        let next = ground.atlas.ahead(last, along)?;
        let its = 1 + u8::try_from(rng.below(usize::from(8 - points[hexes.len() - 1]))).ok()?;
        table.umpire(&format!("place Cutler line {}={its} {}=8", ground.id(last), ground.id(next)));
        held.insert(next);
    }
    for name in &["Archer", "Davis"][..rng.below(3)] {
        let all: Vec<usize> = ground.atlas.range(hexes[0], 3).filter(|hex| ground.is_hex(*hex)).collect();
        let hex = all[rng.below(all.len())];
        if !held.insert(hex) {
            return None;
        }
        table.umpire(&format!("place {name} line {}=8 {}", ground.id(hex), CORNERS[rng.below(6)]));
    }
    table.umpire(&format!("mark {name} level {}", rng.below(3)));
    Some((table, unit(name), hexes.len()))
}

#[test]
fn s7_1_s18_6_a_second_model_shares_out_the_same_points() {
    let base = Table::study(&["turn 1 union alone"]).position;
    let (mut found, mut refused, mut paid, mut wrong) = (0, 0, 0, Vec::new());
    for seed in 0..600 {
        let mut rng = BotRng::seeded(seed);
        let Some((table, who, markers)) = scene(&base, &mut rng) else { continue };
        sound(&table);
        let total: u8 = table.position.chain(who).iter().map(|l| l.sp).sum();
        for _ in 0..16 {
            // Inner markers about what they must hold, the rest at the flanks.
            let least: u8 = if who != unit("Gamble") { 8 } else { 6 };
            let mut points = vec![least; markers];
            for inner in points.iter_mut().skip(1) {
                *inner = least
                    .saturating_add(u8::try_from(rng.below(4)).unwrap_or(0))
                    .saturating_sub(u8::from(rng.below(6) == 0));
            }
            if rng.below(2) == 0 && markers > 3 {
                points[2] = points[1];
            }
            let rest = total.saturating_sub(points.iter().skip(1).take(markers.saturating_sub(2)).sum());
            if markers > 1 {
                points[0] = u8::try_from(rng.below(usize::from(rest) + 1)).unwrap_or(0);
                points[markers - 1] = rest - points[0];
            }
            let words: Vec<String> = points.iter().map(u8::to_string).collect();
            let name = &RULES.pack().unit(who).name;
            let then = after(&RULES, &table, Union, &format!("{name} strength {}", words.join("-")), &[]);
            let rules = then.as_ref().ok().and_then(|then| then.brigade(who)).map(|b| b.paid.clone());
            let model = shared_out(&table.position, who, &points);
            // Nothing is noted where nothing is paid.
            let same = match (&rules, &model) {
                (Some(rules), Some(model)) => {
                    rules == model || (rules.iter().all(|p| *p == 0) && model.iter().all(|p| *p == 0))
                }
                (None, None) => true,
                _ => false,
            };
            found += usize::from(model.is_some());
            paid += usize::from(model.iter().flatten().any(|p| *p > 0));
            refused += usize::from(model.is_none());
            if !same {
                let all = ["Stone", "Gamble", "Cutler", "Archer", "Davis"].map(|name| (name, lies(&table, name)));
                wrong.push(format!("{seed}: {points:?}: rules {rules:?} {:?}, model {model:?}: {all:?}", then.err()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {found}: {}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
    assert!(found > 300 && paid > 50 && refused > 300, "{found} shared out, {paid} at a price, {refused} refused");
}
