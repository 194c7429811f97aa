//! Properties over the positions of whole games: the menu holds what `decide` accepts and nothing else; notation is read
//! back as written; standing orders answer legally; refusals cite a rule.

use crate::map::map;
use crate::study::{counters, game, rules, seat};
use domain_core::dice::Dice;
use domain_core::referee::Known;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{AnyPosition, BotRng, Level, Refusal, Standing, Viewer};
use std::collections::{BTreeSet, VecDeque};

/// Plays a game between random players and looks at the position before every `every`th order.
fn along_a_game(seed: u64, every: usize, mut look: impl FnMut(&dyn AnyPosition)) {
    let mut rng = BotRng::seeded(seed);
    let mut position: Box<dyn AnyPosition> = game(&[]).position().copy();
    for count in 0.. {
        let waiting = rules().board(Known::held(&*position)).waiting();
        let Some(decision) = waiting.first() else { return };
        if count % every == 0 {
            look(&*position);
        }
        let order = rules()
            .board(Known::held(&*position))
            .bot_line("random", decision.seat, &mut rng)
            .expect("an order is owed");
        let mut faces: VecDeque<u8> = (0..64).map(|_| rng.below(6) as u8 + 1).collect();
        let decided =
            rules().decide(Known::held(&*position), &*position, decision.seat, &order, &mut Dice::forced(&mut faces));
        position = decided.expect("the bots keep the rules").after;
    }
}

/// An order as it is compared with the menu: the way to a hex does not matter, its ends do.
fn ends(order: &str) -> String {
    let word = |w: &str| match w.split_once('-') {
        Some((from, _)) if from.len() == 4 => format!("{from}>{}", &w[w.len() - 4..]),
        _ => w.to_owned(),
    };
    order.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Hex by unit name.
fn standing(position: &dyn AnyPosition) -> Vec<(String, String, Side)> {
    let json: serde_json::Value = serde_json::from_str(&position.canonical()).expect("JSON");
    let units = json["units"].as_array().expect("units");
    let at = |(counter, unit): (&crate::study::Counter, &serde_json::Value)| {
        let number = unit["place"]["at"].as_u64()?;
        let side = if counter.columns["side"] == "Union" { Union } else { Confederate };
        Some((counter.name.clone(), format!("{:02}{:02}", number / 1000, number % 1000), side))
    };
    counters().iter().zip(units).filter_map(at).collect()
}

/// Every order of a few simple shapes that a side might think of here, legal or not.
fn thinkable(position: &dyn AnyPosition, side: Side) -> Vec<String> {
    let all = standing(position);
    let mut lines: Vec<String> =
        ["done", "deploy", "roll", "touch", "keep first", "keep second", "bonus strike", "bonus spare", "bonus none"]
            .map(str::to_owned)
            .to_vec();
    for pair in ["McCall Morell", "McCall Sykes", "McCall Slocum", "Morell Sykes", "Morell Slocum", "Sykes Slocum"] {
        lines.push(format!("activate {pair}"));
    }
    for (name, hex, _) in all.iter().filter(|u| u.2 == side) {
        for verb in ["recover", "marker", "step", "stay", "advance", "lift"] {
            lines.push(format!("{name} {verb}"));
        }
        for next in map().neighbours(hex) {
            for verb in ["withdraw", "retreat", "attack", "fire"] {
                lines.push(format!("{name} {verb} {next}"));
            }
            lines.push(format!("{name} {hex}-{next}"));
            for (enemy, at, _) in all.iter().filter(|u| u.2 != side) {
                if map().distance(at, &next) == 1 {
                    lines.push(format!("{name} charge {hex}-{next} {enemy}"));
                }
            }
        }
        for (_, at, _) in all.iter().filter(|u| u.2 != side && map().distance(&u.1, hex) <= 5) {
            lines.push(format!("{name} fire {at}"));
        }
    }
    let here: BTreeSet<&str> = all.iter().map(|u| u.0.as_str()).collect();
    for counter in counters().iter().filter(|c| !here.contains(c.name.as_str())) {
        for arrow in ["0901", "1401", "1601", "1702", "1324"] {
            lines.push(format!("{} enter {arrow}", counter.name));
        }
    }
    lines
}

#[test]
fn the_menu_holds_what_decide_accepts_and_nothing_else() {
    let (mut legal, mut refused) = (0, 0);
    for seed in 0..12 {
        along_a_game(1_000 + seed, 23, |position| {
            for side in Side::BOTH {
                let offered = rules().board(Known::held(position)).lines(seat(side));
                let exact: BTreeSet<String> = offered.iter().cloned().collect();
                let menu: BTreeSet<String> = offered.iter().map(|o| ends(o)).collect();
                for line in offered.into_iter().chain(thinkable(position, side)) {
                    let mut faces = VecDeque::from([3; 64]);
                    match rules().decide(
                        Known::held(position),
                        position,
                        seat(side),
                        &line,
                        &mut Dice::forced(&mut faces),
                    ) {
                        Ok(decided) => {
                            assert!(menu.contains(&ends(&decided.order)), "{side}: {line} is legal but not offered");
                            legal += 1;
                        }
                        Err(Refusal::Illegal(why)) => {
                            assert!(!exact.contains(&line), "{side}: {line} is offered but illegal: {why}");
                            assert!(crate::sections::is_section(why.section.0), "{line}: no section {}", why.section);
                            refused += 1;
                        }
                        Err(other) => assert!(!exact.contains(&line), "{side}: {line}: {other}"),
                    }
                }
            }
        });
    }
    assert!(legal > 1_000 && refused > 10_000, "{legal} {refused}");
}

#[test]
fn every_choice_is_read_back_and_names_its_rule() {
    for seed in 0..4 {
        along_a_game(2_000 + seed, 31, |position| {
            for side in Side::BOTH {
                let menu = rules().board(Known::held(position)).menu(seat(side), None);
                assert_eq!(menu.asks.is_empty(), menu.choices.is_empty(), "{:?}", menu.asks);
                for choice in menu.choices {
                    assert!(crate::sections::is_section(choice.section.0), "{}: §{}", choice.order, choice.section.0);
                    let total: u32 = choice.odds.iter().map(|o| o.ways).sum();
                    assert!(choice.odds.iter().all(|o| o.of == total), "{}: {:?}", choice.order, choice.odds);
                    let mut faces = VecDeque::from([4; 64]);
                    let decided = rules().decide(
                        Known::held(position),
                        position,
                        seat(side),
                        &choice.order,
                        &mut Dice::forced(&mut faces),
                    );
                    let decided = decided.unwrap_or_else(|why| panic!("{}: {why}", choice.order));
                    assert_eq!(decided.order, choice.order);
                }
            }
        });
    }
}

#[test]
fn everybody_sees_the_same_for_nothing_is_secret() {
    along_a_game(4_000, 17, |position| {
        let all = rules().board(Known::held(position)).view(Viewer::Everyone);
        for viewer in [Viewer::Seat(seat(Union)), Viewer::Seat(seat(Confederate)), Viewer::Spectator] {
            assert_eq!(rules().board(Known::held(position)).view(viewer), all);
        }
    });
}

#[test]
fn a_position_is_restored_from_its_canonical_text() {
    along_a_game(5_000, 29, |position| {
        let restored = rules().restore(&position.canonical()).expect("a position");
        assert!(restored.same(position) && restored.digest() == position.digest());
    });
}

#[test]
fn standing_orders_answer_legally() {
    let offers = rules().standing_offers();
    let mut answers = 0;
    for seed in 0..8 {
        along_a_game(3_000 + seed, 1, |position| {
            for level in [Level::Ask, Level::Default, Level::NeverAsk] {
                let standing = Standing::at(level, &offers);
                for decision in rules().board(Known::held(position)).waiting() {
                    let Some(answer) =
                        rules().board(Known::held(position)).answer_of(&decision, &standing.clone().into())
                    else {
                        continue;
                    };
                    assert_eq!(answer.seat, decision.seat);
                    assert!(level != Level::Ask || offers.iter().all(|o| o.key != answer.key), "asked, yet answered");
                    let mut faces = VecDeque::from([3; 64]);
                    let decided = rules().decide(
                        Known::held(position),
                        position,
                        answer.seat,
                        &answer.order,
                        &mut Dice::forced(&mut faces),
                    );
                    assert!(decided.is_ok(), "standing order {}: {:?}", answer.order, decided);
                    answers += 1;
                }
            }
        });
    }
    assert!(answers > 100, "{answers}");
}
