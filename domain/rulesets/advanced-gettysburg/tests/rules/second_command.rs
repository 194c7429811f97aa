//! Whom a commander leads by a second model, written from the text alone: range by the counter, through division commanders and along columns (§14.5), control and
//! coordination (§14.3, §14.4), and the level that his die gives (§15.3, Activity Allotment Table), against the rules in random positions.

use crate::shared::table::seat;
use crate::table::{RULES, Table, lies, sound, unit};
use advanced_gettysburg::{Lead, Position, Primary, UnitId};
use domain_core::board::Facing;
use domain_core::dice::Dice;
use domain_core::referee::Side::Confederate;
use domain_core::referee::{Apply, BotRng, Ruleset};
use std::collections::{BTreeSet, VecDeque};

const CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];
const SIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// Divisions of Hill's corps, their commander first.
const DIVISIONS: [[&str; 5]; 2] = [
    ["cs-heth-cmd", "Archer", "Davis", "cs-pettigrew-inf", "Brockenbrough"],
    ["cs-pender-cmd", "Lane", "Scales", "Thomas", "Perrin"],
];
const HILL: &str = "cs-hill-cmd";

/// The range of every commander of a division or corps, and that along a column, in hexes.
const RANGE: u32 = 3;
const ALONG: u32 = 2;

/// Where the counter of a unit lies.
fn counter(position: &Position, who: UnitId) -> Option<usize> {
    let chain = position.chain(who);
    let at = position.brigade(who).map_or(0, |b| usize::from(b.counter));
    chain.get(at).map(|l| l.at())
}

/// Those of a commander's men that are in his range (§14.5).
fn in_range(position: &Position, by: &str) -> BTreeSet<UnitId> {
    let ground = &RULES.pack().ground;
    let far = |a: Option<usize>, b: Option<usize>| {
        a.zip(b).and_then(|(a, b)| ground.atlas.distance(a, b)).unwrap_or(u32::MAX)
    };
    let own = counter(position, unit(by));
    let divisions: Vec<&[&str; 5]> = DIVISIONS.iter().filter(|d| by == HILL || d[0] == by).collect();
    let men: Vec<UnitId> = divisions.iter().flat_map(|d| &d[1..]).map(|name| unit(name)).collect();
    let men: Vec<UnitId> = men.into_iter().filter(|u| counter(position, *u).is_some()).collect();
    let direct = |u: &UnitId| far(own, counter(position, *u)) <= RANGE;
    let mut all: BTreeSet<UnitId> = men.iter().copied().filter(direct).collect();
    // §14.5.5, §14.5.6: columns, each with its head near the rear of one before it; the first near the commander himself.
    let column = |u: &UnitId| position.brigade(*u).is_some_and(|b| b.formation.is_column());
    let mut chained: BTreeSet<UnitId> = all.iter().copied().filter(column).collect();
    loop {
        let rears: Vec<Option<usize>> = chained.iter().map(|u| position.chain(*u).last().map(|l| l.at())).collect();
        let near = |u: &&UnitId| column(u) && rears.iter().any(|rear| far(*rear, counter(position, **u)) <= ALONG);
        let more: Vec<UnitId> = men.iter().filter(near).copied().filter(|u| !chained.contains(u)).collect();
        if more.is_empty() {
            break;
        }
        chained.extend(more);
    }
    all.extend(chained);
    // §14.5.3: a corps commander through those of divisions.
    for division in divisions.iter().filter(|_| by == HILL) {
        let him = counter(position, unit(division[0]));
        if far(own, him) <= RANGE {
            all.extend(
                division[1..].iter().map(|name| unit(name)).filter(|u| far(him, counter(position, *u)) <= RANGE),
            );
        }
    }
    all
}

/// The corps about a hex.
fn scene(base: &Position, rng: &mut BotRng) -> Option<Table> {
    let ground = &RULES.pack().ground;
    let mut table = Table { position: base.clone(), facts: Vec::new() };
    let middle = rng.below(ground.cells.len());
    let mut held: BTreeSet<usize> = BTreeSet::new();
    for (d, division) in DIVISIONS.iter().enumerate() {
        for (n, name) in division.iter().enumerate() {
            let all: Vec<usize> = ground
                .atlas
                .range(middle, 3 + 2 * u32::try_from(d).ok()?)
                .filter(|hex| ground.is_hex(*hex) && !held.contains(hex))
                .collect();
            let hex = all[rng.below(all.len())];
            if n == 0 {
                table.umpire(&format!("place {name} {}", ground.id(hex)));
                continue;
            }
            let side = rng.below(6);
            let points = RULES.pack().unit(unit(name)).brigade()?.strength;
            let mut hexes = vec![hex];
            let chance = rng.below(4);
            let markers = match chance {
                0 => 1,
                _ => usize::from(points.div_ceil(8)),
            };
            let back = if chance == 1 { Facing::at(2 * side + 1)?.turned(3) } else { Facing::side(side).opposite() };
            for _ in 1..markers {
                hexes.push(RULES.pack().ground.atlas.ahead(*hexes.last()?, back)?);
            }
            if !hexes.iter().all(|hex| held.insert(*hex)) {
                return None;
            }
            let words: Vec<String> = hexes.iter().map(|hex| ground.id(*hex)).collect();
            let how = match chance {
                0 => format!("rest {}", words[0]),
                1 if markers == 1 => format!("line {} {}", words[0], CORNERS[side]),
                1 => format!("line {}", words.join(" ")),
                _ => format!("column {} {}", SIDES[side], words.join(" ")),
            };
            table.umpire(&format!("place {name} {how}"));
        }
    }
    let hex = ground.atlas.range(middle, 3).filter(|hex| ground.is_hex(*hex)).nth(rng.below(12))?;
    table.umpire(&format!("place {HILL} {}", ground.id(hex)));
    Some(table)
}

fn all(table: &Table) -> String {
    let names = DIVISIONS.iter().flatten().chain([&HILL]);
    names
        .map(|name| {
            format!("{name} {:?} {}", table.position.brigade(unit(name)).map(|b| b.formation), lies(table, name))
        })
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn s14_5_s15_1_a_second_model_finds_the_same_brigades_in_range_of_a_primary_commander() {
    let base = Table::study(&["turn 1 confederate opening"]).position;
    let (mut tried, mut ranged, mut wrong) = (0, 0, Vec::new());
    for seed in 0..600 {
        let mut rng = BotRng::seeded(seed);
        let Some(table) = scene(&base, &mut rng) else { continue };
        sound(&table);
        for by in [HILL, DIVISIONS[0][0], DIVISIONS[1][0]] {
            let order = Primary { by: unit(by) };
            let decided = RULES.decide(
                &table.position,
                seat(Confederate),
                &order.into(),
                &mut Dice::forced(&mut VecDeque::new()),
            );
            let mut then = table.position.clone();
            decided.iter().flatten().for_each(|fact| then.apply(fact));
            let rules: BTreeSet<UnitId> = then.command.iter().flat_map(|c| c.over.clone()).collect();
            let model = in_range(&table.position, by);
            tried += 1;
            ranged += model.len();
            if rules != model {
                let names = |units: &BTreeSet<UnitId>| {
                    units.iter().map(|u| RULES.pack().unit(*u).name.clone()).collect::<Vec<_>>()
                };
                wrong.push(format!(
                    "{seed} {by}: rules {:?} {:?}, model {:?}: {}",
                    names(&rules),
                    decided.err(),
                    names(&model),
                    all(&table)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}: {}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(tried > 150 && ranged > 300, "{tried} commanders, {ranged} brigades");
}

#[test]
fn s14_3_s14_4_s15_3_a_second_model_finds_the_same_brigades_that_a_commander_leads() {
    // §15.3c, Activity Allotment Table: foot by the face of the die.
    const LEVELS: [u8; 7] = [0, 2, 3, 4, 4, 5, 6];
    let (mut legal, mut refused, mut wrong) = (0, 0, Vec::new());
    for (segment, commanders) in [("divisions", &[DIVISIONS[0][0], DIVISIONS[1][0]][..]), ("corps", &[HILL][..])] {
        let base = Table::study(&[&format!("turn 1 confederate {segment}")]).position;
        for seed in 0..400 {
            let mut rng = BotRng::seeded(seed);
            let Some(table) = scene(&base, &mut rng) else { continue };
            for by in commanders {
                let men: Vec<UnitId> = DIVISIONS
                    .iter()
                    .filter(|d| *by == HILL || d[0] == *by)
                    .flat_map(|d| &d[1..])
                    .map(|name| unit(name))
                    .collect();
                let ranged = in_range(&table.position, by);
                for _ in 0..6 {
                    let over: Vec<UnitId> = men
                        .iter()
                        .copied()
                        .filter(|u| rng.below(4) > 0 && (ranged.contains(u) || rng.below(6) == 0))
                        .collect();
                    if over.is_empty() {
                        continue;
                    }
                    let (control, coordination, _) = RULES.board(&table.position).ratings(unit(by));
                    let line = |u: &&UnitId| table.position.brigade(**u).is_some_and(|b| b.formation.is_line());
                    let model = over.iter().all(|u| ranged.contains(u))
                        && over.len() <= usize::from(control)
                        && over.iter().filter(line).count() <= usize::from(coordination);
                    let die = 1 + u8::try_from(rng.below(6)).unwrap_or(0);
                    let order = Lead { by: unit(by), over: over.clone() };
                    let decided = RULES.decide(
                        &table.position,
                        seat(Confederate),
                        &order.into(),
                        &mut Dice::forced(&mut VecDeque::from([die])),
                    );
                    let mut then = table.position.clone();
                    decided.iter().flatten().for_each(|fact| then.apply(fact));
                    let given =
                        over.iter().all(|u| then.brigade(*u).and_then(|b| b.level) == Some(LEVELS[usize::from(die)]));
                    legal += usize::from(decided.is_ok());
                    refused += usize::from(decided.is_err());
                    if decided.is_ok() != model || (model && !given) {
                        let names: Vec<String> = over.iter().map(|u| RULES.pack().unit(*u).name.clone()).collect();
                        wrong.push(format!(
                            "{segment} {seed} {by}: {names:?} by {die}: rules {:?}, model {model}, given {given}: {}",
                            decided.err(),
                            all(&table)
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {legal}: {}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(legal > 200 && refused > 200, "{legal} led, {refused} refused");
}
