//! §4.0 Sequence of play.

use crate::study::{Study, game, rules, seat, study};
use domain_core::dice::Dice;
use domain_core::referee::Known;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{AnyPosition, BotRng, SeatId};
use std::collections::VecDeque;

/// The phases of a whole game between random players, in the order in which they began.
fn phases_of_a_game(seed: u64) -> Vec<String> {
    let mut rng = BotRng::seeded(seed);
    let mut position: Box<dyn AnyPosition> = game(&[]).position().copy();
    let mut phases = Vec::new();
    for _ in 0..20_000 {
        let waiting = rules().board(Known::held(&*position)).waiting();
        let Some(decision) = waiting.first() else { return phases };
        let order = rules()
            .board(Known::held(&*position))
            .bot_line("random", decision.seat, &mut rng)
            .expect("a seat that owes has an order");
        let mut faces: VecDeque<u8> = (0..64).map(|_| rng.below(6) as u8 + 1).collect();
        let decided = rules()
            .decide(Known::held(&*position), &*position, decision.seat, &order, &mut Dice::forced(&mut faces))
            .expect("bots are legal");
        for fact in &decided.facts {
            let fact: serde_json::Value = serde_json::from_str(fact.get()).expect("facts are JSON");
            if fact["fact"] == "phase" {
                let of = &fact["of"];
                let word = |k: &str| of[k].as_str().expect("a word").to_owned();
                phases.push(format!("{} {} {}", of["turn"], word("side"), word("phase")));
            }
        }
        position = decided.after;
    }
    panic!("the game did not end");
}

#[test]
fn s4_0_six_turns_of_two_player_turns_in_the_order_of_phases() {
    let mut expected = vec!["0 confederate setup".to_owned()];
    for turn in 1..=6 {
        for side in ["confederate", "union"] {
            if turn == 6 && side == "union" {
                continue;
            }
            for phase in ["command", "move", "fire", "reaction", "close"] {
                expected.push(format!("{turn} {side} {phase}"));
            }
        }
        if turn == 4 {
            expected.push("4 union special".to_owned());
        }
    }
    expected.push("6 confederate second-close".to_owned());
    for seed in 0..5 {
        assert_eq!(phases_of_a_game(seed), expected, "seed {seed}");
    }
}

#[test]
fn s4_0_the_confederate_has_the_first_player_turn() {
    game(&[])
        .union("deploy")
        .union("done")
        .confederate("deploy")
        .dice([3, 4])
        .confederate("done")
        .phase("1 confederate command")
        .waits_on(Confederate);
}

#[test]
fn s4_0_orders_out_of_their_phase_are_refused() {
    let scene = "place Field 0706 active; place Pegram 0605 active; place Meade 0806; place Archer 0405 active";
    let at = |phase: &str| study(&format!("{scene}; turn 2 confederate {phase}"));
    at("move").confederate_may_not("Field attack 0806", "4.0").confederate_may_not("Pegram fire 0806", "4.0");
    at("fire")
        .confederate_may_not("Field attack 0806", "4.0")
        .confederate_may_not("Archer 0405-0505", "4.0")
        .confederate_may_not("Field recover", "4.0");
    at("close").confederate_may_not("Archer 0405-0406", "4.0").confederate_may_not("Pegram fire 0806", "4.0");
    at("move")
        .confederate_may_not("roll", "4.0")
        .confederate_may_not("touch", "4.0|5.13")
        .confederate_may_not("keep first", "4.0");
    at("move").confederate_may_not("Field at 0509", "4.0|3.0").confederate_may_not("deploy", "4.0|3.0");
    at("move")
        .confederate_may_not("bonus strike", "4.0|7.52")
        .confederate_may_not("Field marker", "4.0|7.7|7.4")
        .confederate_may_not("Field advance", "4.0|7.64|7.4")
        .confederate_may_not("Field retreat 0606", "4.0|7.6|7.4");
}

#[test]
fn s4_0_nothing_else_is_done_while_a_result_is_carried_out() {
    study("place Field 0706 active; place Archer 0705 active; place Meade 0806; turn 2 confederate close")
        .dice([3])
        .confederate("Field attack 0806")
        .waits_on(Union)
        .confederate_may_not("Archer attack 0806", "7.4|4.0")
        .union("Meade stay")
        .confederate_may("Archer attack 0806");
}

#[test]
fn s4_0_lines_that_are_no_orders() {
    let start = || study("place Field 0706 active; turn 2 confederate move");
    for line in [
        "",
        "   ",
        "Field",
        "Nobody 0606-0706",
        "Field dance",
        "Field 06",
        "Field 0706-",
        "fire at will",
        "\u{0}",
        "Field charge",
        "activate",
    ] {
        start().unreadable(Confederate, line);
    }
    start().unreadable(Confederate, &"Field 0706-".repeat(100_000));
    start().unreadable(Confederate, &format!("Field {}", vec!["0706"; 40].join("-")));
}

#[test]
fn s4_0_notation_is_read_back_as_it_is_written() {
    let scenes = [
        "place Field 0506 active; place G.B. Anderson 0507 active disrupted; place Seymour/Wheat 0508 active; place Meade 0806; turn 2 confederate move",
        "place 5 US Cav 0506 active; place NY Bn 0507 active; place Field 0806; turn 5 union move",
        "place Field 0706 active; place Meade 0806; turn 2 confederate close",
        "place Weeden 0606; place Berdan 0607 active; place Field 0806; turn 2 union fire",
        "turn 2 union command",
    ];
    for scene in scenes {
        let study = study(scene);
        for side in Side::BOTH {
            for order in study.menu(side) {
                let mut faces = VecDeque::from([1; 8]);
                let decided = rules().decide(
                    Known::held(study.position()),
                    study.position(),
                    seat(side),
                    &order,
                    &mut Dice::forced(&mut faces),
                );
                assert_eq!(decided.expect("the menu is legal").order, order);
            }
        }
    }
}

#[test]
fn s4_0_the_end_after_turn_six() {
    let end: Study =
        study("place Field 0706 active; place Meade 0806; turn 6 confederate second-close").confederate("done");
    assert!(rules().board(Known::held(end.position())).waiting().is_empty());
    assert!(end.menu(Union).is_empty() && end.menu(Confederate).is_empty());
    assert_eq!(SeatId(0), seat(rules().about().scenarios[0].seats[0].side));
}
