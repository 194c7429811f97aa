//! Artillery fire, losses, recovery, night refilling, survival and the sums of victory by a second model (§29.0, §32.0, §33.0, §37.0), computed from the text alone.

use crate::charts::{GUN_POINTS, HOWITZER, NAPOLEON, RIFLED, UNITS, broken_down, disorganization};
use crate::fire_kit::{brigade, face_to_face, to_defence};
use crate::shared::table::seat;
use crate::table::{RULES, Table, board, unit};
use advanced_gettysburg::{Fact, Scenario};
use domain_core::dice::Dice;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Apply, Orders, Ruleset};
use proptest::prelude::*;
use std::collections::VecDeque;

fn runs<S: Strategy>(cases: u32, strategy: &S, check: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 400, ..ProptestConfig::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    if let Err(failed) = runner.run(strategy, check) {
        panic!("{failed}");
    }
}

/// A number of cannon on a row of the table, by fifteens and the rest (ruling 27); 0 beyond the row.
fn on_table(kind: usize, cannon: u16, range: usize) -> u16 {
    let one = |n: u16| {
        let row: &[u8] = match kind {
            0 => &RIFLED[usize::from(n) - 1],
            1 => &NAPOLEON[usize::from(n) - 1],
            _ => &HOWITZER[usize::from(n) - 1],
        };
        row.get(range - 1).copied().map_or(0, u16::from)
    };
    cannon / 15 * one(15) + if cannon % 15 == 0 { 0 } else { one(cannon % 15) }
}

/// Batteries of the Confederates with their cannon, from units.csv.
const BATTERIES: [&str; 6] = [
    "cs-pegram-crenshaw-bty",
    "cs-pegram-marye-bty",
    "cs-lane-ross-bty",
    "cs-lane-patterson-bty",
    "cs-henry-latham-bty",
    "cs-pegram-zimmerman-bty",
];

fn cannon(id: &str) -> [u8; 3] {
    ["rifled", "napoleon", "howitzer"].map(|kind| UNITS[id][kind].parse().expect("a number"))
}

/// §29.1 to §29.3: batteries in HH35, on open level ground, at a brigade or a battery two to eight hexes north.
#[test]
fn s29_a_second_model_finds_the_same_shelling_in_three_thousand_bombardments() {
    let guns = proptest::collection::vec((0usize..6, any::<bool>(), any::<bool>()), 1..3);
    let target = (2u8..9, 1u8..12, 1u8..9, 0u16..10, any::<bool>(), any::<bool>());
    runs(3_000, &(guns, target, any::<u64>()), |(guns, (far, left, right, cp, battery, flank), seed)| {
        let mut names: Vec<usize> = guns.iter().map(|g| g.0).collect();
        names.sort_unstable();
        names.dedup();
        prop_assume!(names.len() == guns.len());
        let hex = format!("HH{}", 36 + far - 1);
        let mut table =
            Table::study(&["place Davis rest HH34", "place Lang rest HH34", "turn 1 confederate artillery"]);
        table.umpire("wait Lang").umpire("place cs-law-inf rest GG35").umpire("place Posey rest GG36");
        for (n, ..) in &guns {
            table.umpire(&format!("place {} HH35 unlimbered NNE", BATTERIES[*n]));
        }
        // A line of two markers that looks south, or stands with its flank to the guns.
        let below = 36 + far;
        match (battery, flank) {
            (true, _) => table.umpire(&format!("place Stewart {hex} unlimbered SSE")),
            (_, true) => table.umpire(&format!("place Stone line HH{below}={left} {hex}={right}")),
            _ => table.umpire(&format!("place Stone line {hex}={right} SSE")),
        };
        if !battery {
            table.umpire(&format!("mark Stone cp {cp}"));
        }
        let strength = table.position.brigade(unit("Stone")).map_or(0, |b| b.sp);
        let mut dice = seed;
        let mut marks = [0u16; 2];
        // Rifled or not and heavy or not are read apart; what fires alike counts together.
        let mut together: Vec<(bool, bool, [u16; 3])> = Vec::new();
        let mut sum = 0u16;
        for (n, heavy, rifled) in guns {
            let all = cannon(BATTERIES[n]);
            let reach = [8u8, 6, 5];
            let fires: Vec<u8> = (0..3).map(|k| if far <= reach[k] { all[k] } else { 0 }).collect();
            let words: Vec<String> =
                fires.iter().zip(["R", "N", "H"]).filter(|(n, _)| **n > 0).map(|(n, k)| format!("{n}{k}")).collect();
            let (heavy_word, rifled_word) = (if heavy { " heavy" } else { "" }, if rifled { " rifled" } else { "" });
            let line = format!("{} {}{heavy_word}{rifled_word} at {hex}", BATTERIES[n], words.join(" "));
            let before = table.position.battery(unit(BATTERIES[n])).map_or(0, |b| b.factors);
            let faces: Vec<u8> = (0..60)
                .map(|_| {
                    dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (dice >> 33) as u8 % 6 + 1
                })
                .collect();
            let mut queue: VecDeque<u8> = faces.iter().copied().collect();
            let order = RULES.board(&table.position).parse(seat(Confederate), &line);
            if words.is_empty() {
                continue;
            }
            let facts = RULES.decide(
                &table.position,
                seat(Confederate),
                &order.expect("an order"),
                &mut Dice::forced(&mut queue),
            );
            let facts = facts.map_err(|e| TestCaseError::fail(format!("{line}: {e}")))?;
            let used = 60 - queue.len();
            facts.iter().for_each(|f| table.position.apply(f));
            // The model.
            let range = usize::from(if heavy { far.saturating_sub(2).max(1) } else { far });
            let mut kinds = [0u16; 3];
            for k in 0..3 {
                kinds[if rifled { 0 } else { k }] += u16::from(fires[k]);
            }
            let known = together.iter_mut().find(|t| t.0 == heavy);
            let (was, now) = match known {
                Some(t) => {
                    let was = t.2;
                    (0..3).for_each(|k| t.2[k] += kinds[k]);
                    (was, t.2)
                }
                None => {
                    together.push((heavy, rifled, kinds));
                    ([0; 3], kinds)
                }
            };
            let comes = |kinds: [u16; 3]| -> u16 {
                (0..3)
                    .map(|k| {
                        let n = kinds[k] * if flank && !battery { 3 } else { 1 };
                        let n = if battery { n } else { broken_down(right, n) };
                        if n == 0 { 0 } else { on_table(k, n, range) }
                    })
                    .sum()
            };
            let more = comes(now).saturating_sub(comes(was));
            if battery {
                prop_assert_eq!(used, usize::from(more), "{}: attacks", line);
                marks[0] += faces[..used].iter().filter(|d| **d >= 4).count() as u16;
                let left = table.position.battery(unit("Stewart")).map_or(0, |b| b.factors);
                prop_assert_eq!(u16::from(left), 10u16.saturating_sub(marks[0]));
            } else {
                sum += more;
                prop_assert_eq!(table.position.brigade(unit("Stone")).map_or(0, |b| b.cp), cp + sum, "{}", line);
            }
            let after = table.position.battery(unit(BATTERIES[n])).map_or(0, |b| b.factors);
            prop_assert_eq!(before - after, if heavy { 2 } else { 1 });
        }
        if battery {
            return Ok(());
        }
        // §33.3.4: settled when the phase ends.
        table.confederate("done", &[]);
        let stone = brigade(&table, "Stone");
        let lost = ((cp + sum) / 10 - cp / 10).min(u16::from(strength));
        prop_assert_eq!(stone.dp, disorganization(sum, u16::from(strength)));
        prop_assert_eq!((u16::from(stone.lost), stone.sp), (lost, strength - lost as u8));
        // §33.3.5a: the strongest first.
        let mut markers = if flank { vec![left, right] } else { vec![right] };
        for _ in 0..lost {
            let most = *markers.iter().max().expect("points are left");
            let n = markers.iter().position(|m| *m == most).expect("it is there");
            markers[n] -= 1;
        }
        markers.retain(|m| *m > 0);
        markers.sort_unstable();
        let mut now: Vec<u8> = table.position.chain(unit("Stone")).iter().map(|l| l.sp).collect();
        now.sort_unstable();
        prop_assert_eq!(now, markers);
        let _ = GUN_POINTS;
        Ok(())
    });
}

/// §33.2, §35.4: what five brigades win back at the end of a turn.
#[test]
fn s33_2_a_second_model_finds_the_same_recovery_in_two_thousand_turns() {
    let one = (0u16..130, any::<bool>(), 0u8..3);
    let turn = prop_oneof![1u8..43, 43u8..67, 67u8..115, 115u8..139, 139u8..186];
    let names = ["Archer", "Davis", "Stone", "Cutler", "Gamble"];
    runs(2_000, &(proptest::collection::vec(one, 5), turn), |(all, turn)| {
        let mut table = Table::study(&[]);
        table.position.scenario = Scenario::ThreeDays;
        for (n, (dp, _, how)) in all.iter().enumerate() {
            // Thirty hexes apart: nobody is near an enemy.
            let column = ["B", "J", "R", "Z", "HH"][n];
            let sp = if names[n] == "Gamble" { 3 } else { 8 };
            let line = match how {
                0 => format!("place {} rest {column}20={sp}", names[n]),
                1 => format!("place {} line {column}20={sp} NNE", names[n]),
                _ => format!("place {} column N {column}20={sp}", names[n]),
            };
            table.umpire(&line).umpire(&format!("mark {} dp {dp}", names[n]));
        }
        table.umpire(&format!("turn {turn} union assault"));
        for (n, (_, idle, _)) in all.iter().enumerate() {
            table.position.brigade_mut(unit(names[n])).expect("a brigade").idle = *idle;
        }
        table.union("done", &[]);
        let night = (43..=66).contains(&turn) || (115..=138).contains(&turn);
        for (n, (dp, idle, how)) in all.iter().enumerate() {
            let rate = match (idle, night || *how == 0, dp / 10) {
                (false, ..) => 0,
                (_, true, _) | (_, _, 0 | 1) => 10,
                (_, _, 2) => 7,
                _ => 5,
            };
            prop_assert_eq!(brigade(&table, names[n]).dp, dp.saturating_sub(rate), "{} in turn {}", names[n], turn);
        }
        Ok(())
    });
}

/// §29.4.3: what batteries take at night.
#[test]
fn s29_4_3_a_second_model_finds_the_same_refilling_in_a_thousand_nights() {
    let names = ["Stewart", "Stevens", "Calef", "us-huntington-ricketts-bty"];
    let one = (0u8..11, any::<bool>());
    runs(1_000, &(proptest::collection::vec(one, 4), 0u16..50, 40u8..70), |(all, reserve, turn)| {
        let mut table = Table::study(&[]);
        table.position.scenario = Scenario::ThreeDays;
        for (n, (factors, _)) in all.iter().enumerate() {
            table.umpire(&format!("place {} {}20 limbered N", names[n], ["B", "J", "R", "Z"][n]));
            table.umpire(&format!("mark {} factors {factors}", names[n]));
        }
        table.umpire(&format!("turn {turn} union assault"));
        for (n, (_, moved)) in all.iter().enumerate() {
            table.position.battery_mut(unit(names[n])).expect("a battery").moved = *moved;
        }
        table.position.reserve[0] = reserve;
        table.union("done", &[]);
        let wants: u16 = all.iter().filter(|a| !a.1).map(|a| u16::from(10 - a.0)).sum();
        let given = if (43..=66).contains(&turn) { wants.min(reserve) } else { 0 };
        prop_assert_eq!(table.position.reserve[0], reserve - given);
        let held: u16 = names.iter().map(|n| u16::from(table.position.battery(unit(n)).map_or(0, |b| b.factors))).sum();
        prop_assert_eq!(held, all.iter().map(|a| u16::from(a.0)).sum::<u16>() + given);
        for (n, (factors, moved)) in all.iter().enumerate() {
            let now = table.position.battery(unit(names[n])).map_or(0, |b| b.factors);
            prop_assert!(now <= 10 && (!moved || now == *factors));
        }
        Ok(())
    });
}

/// §32: who rolls, and what becomes of him.
#[test]
fn s32_a_second_model_finds_the_same_survivors_in_a_thousand_fights() {
    // Two of each side, an army commander and generals of artillery; where, and whether hit before.
    let who = [
        "us-doubleday-cmd",
        "us-reynolds-cmd",
        "us-hunt-cmd",
        "cs-heth-cmd",
        "cs-hill-cmd",
        "cs-lee-cmd",
        "cs-alexander-cmd",
    ];
    let one = (0usize..4, proptest::bool::weighted(0.2));
    let dice = proptest::collection::vec(1u8..7, 8);
    runs(
        1_000,
        &(proptest::collection::vec(one, 7), dice, any::<bool>(), any::<bool>()),
        |(all, dice, attacks, answers)| {
            prop_assume!(attacks || answers);
            let mut table = face_to_face();
            for (n, (at, hit)) in all.iter().enumerate() {
                let union = n < 3;
                let hex = match (union, at) {
                    (true, 0 | 1) => "HH40",
                    (true, 2) => "HH41",
                    (false, 0 | 1) => "HH39",
                    (false, 2) => "HH38",
                    _ => continue,
                };
                table.umpire(&format!("place {} {hex}", who[n]));
                if *hit {
                    table.umpire(&format!("mark {} hit", who[n]));
                }
            }
            if attacks {
                table.confederate("Archer at HH40", &[]);
            }
            to_defence(&mut table);
            if answers {
                table.union("HH40: 5 at HH39", &[]);
            }
            // Fire takes a die a volley, the rest are for survival.
            let order = RULES.board(&table.position).parse(seat(Union), "done").expect("an order");
            let mut queue: VecDeque<u8> =
                [1u8; 2][..usize::from(attacks) + usize::from(answers)].iter().chain(&dice).copied().collect();
            let facts =
                RULES.decide(&table.position, seat(Union), &order, &mut Dice::forced(&mut queue)).expect("it is legal");
            let rolled: Vec<(String, u8)> = facts
                .iter()
                .filter_map(|f| {
                    if let Fact::Survival { die, unit } = f {
                        Some((RULES.pack().unit(*unit).id.clone(), *die))
                    } else {
                        None
                    }
                })
                .collect();
            facts.iter().for_each(|f| table.position.apply(f));
            let mut expected: Vec<&str> = Vec::new();
            for (n, (at, hit)) in all.iter().enumerate() {
                let under = if n < 3 { attacks } else { answers };
                if under && *at < 2 && !hit && !["us-hunt-cmd", "cs-alexander-cmd"].contains(&who[n]) {
                    expected.push(who[n]);
                }
            }
            let mut asked: Vec<&str> = rolled.iter().map(|(id, _)| id.as_str()).collect();
            asked.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(asked, expected);
            for (id, die) in &rolled {
                prop_assert_eq!(table.position.commander(unit(id)).map(|c| c.hit), Some(*die >= 5));
            }
            Ok(())
        },
    );
}

/// §37, 0.11, rulings 6 and 40: the sums of both sides from the files of the pack.
#[test]
fn s37_a_second_model_finds_the_same_sums_and_results_in_two_thousand_positions() {
    let tables: serde_json::Value = serde_json::from_str(include_str!("../../data/tables.json")).expect("tables");
    let victory = &tables["victory"];
    let ids: Vec<&String> = UNITS.keys().collect();
    let count = ids.len();
    let places = victory["places"].as_array().expect("places");
    let marks = proptest::collection::vec((0..count, 0u8..9), 0..30);
    let fates = proptest::collection::vec((0..count, any::<bool>()), 0..12);
    let held = proptest::collection::vec(0u8..3, places.len());
    let rest = (0u16..60, 0u16..60, 0u16..400, 0u16..400, any::<bool>(), 0usize..4);
    runs(
        2_000,
        &(marks, fates, held, rest),
        |(marks, fates, held, (us_guns, cs_guns, us_spent, cs_spent, counts, scenario))| {
            let mut table = Table::study(&[]);
            let (scenario, id) = [
                (Scenario::Morning, "morning"),
                (Scenario::FirstDay, "first-day"),
                (Scenario::TwoDays, "two-days"),
                (Scenario::ThreeDays, "three-days"),
            ][scenario];
            table.position.scenario = scenario;
            table.position.options.ammunition_victory = counts;
            table.position.captured = [us_guns, cs_guns];
            table.position.expended = [us_spent, cs_spent];
            let mut lost: std::collections::BTreeMap<&str, i32> = Default::default();
            for (n, points) in &marks {
                if UNITS[ids[*n]]["kind"] == "brigade" {
                    table.umpire(&format!("mark {} lost {points}", ids[*n]));
                    lost.insert(ids[*n], i32::from(*points));
                }
            }
            let mut gone: std::collections::BTreeSet<&str> = Default::default();
            for (n, taken) in &fates {
                if UNITS[ids[*n]]["kind"] == "commander" {
                    table.umpire(&format!(
                        "{} {}{}",
                        if *taken { "lose" } else { "mark" },
                        ids[*n],
                        if *taken { "" } else { " hit" }
                    ));
                    gone.insert(ids[*n]);
                }
            }
            let side = |n: u8| [None, Some(Union), Some(Confederate)][usize::from(n)];
            let row = tables["scenarios"]
                .as_array()
                .expect("scenarios")
                .iter()
                .find(|s| s["id"] == id)
                .expect("the scenario");
            let listed = |hex: &str| {
                row["places"] == "all" || row["places"].as_array().is_some_and(|all| all.iter().any(|p| p == hex))
            };
            let prizes = &RULES.pack().ground.prizes;
            let mut of_places = [0i32; 2];
            for (place, holder) in places.iter().zip(&held) {
                let hex = place["hex"].as_str().expect("a hex");
                let n = prizes.iter().position(|p| RULES.pack().ground.id(p.hex) == hex).expect("a prize");
                table.position.held[n] = side(*holder);
                if listed(hex) {
                    match side(*holder) {
                        Some(Union) => of_places[0] += place["union"].as_i64().expect("points") as i32,
                        Some(Confederate) => of_places[1] += place["confederate"].as_i64().expect("points") as i32,
                        None => {}
                    }
                }
            }
            let points = |mine: Side| -> i32 {
                let (me, enemy) = if mine == Union { (0, "Confederate") } else { (1, "Union") };
                let of = |kind: &str| -> i32 {
                    lost.iter()
                        .filter(|(id, _)| UNITS[**id]["side"] == enemy && UNITS[**id]["type"] == kind)
                        .map(|(_, n)| n)
                        .sum()
                };
                let chiefs: i32 = gone
                    .iter()
                    .filter(|id| UNITS[**id]["side"] == enemy)
                    .map(|id| {
                        let level = match UNITS[*id]["level"].as_str() {
                            "2" => 1,
                            "3" => 2,
                            "4" => 3,
                            _ => 0,
                        };
                        level * UNITS[*id]["leadership"].parse::<i32>().unwrap_or(0)
                    })
                    .sum();
                let guns = i32::from([us_guns, cs_guns][me]);
                let spent = if counts { i32::from([cs_spent, us_spent][me] / 10) } else { 0 };
                guns + of("cavalry") + of("infantry") / 2 + chiefs + of_places[me] + spent
            };
            let (union, confederate) = (points(Union), points(Confederate));
            prop_assert_eq!((board(&table).points(Union), board(&table).points(Confederate)), (union, confederate));
            let least = row["minimum_total"].as_i64().expect("a minimum") as i32 * if counts { 50 } else { 30 } / 30;
            let winner = match union - confederate {
                n if n > 0 && union >= least => Some(Union),
                n if n < 0 && confederate >= least => Some(Confederate),
                _ => None,
            };
            prop_assert_eq!(board(&table).result().winner, winner);
            Ok(())
        },
    );
}
