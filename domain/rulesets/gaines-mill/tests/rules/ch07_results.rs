//! §7.4 to §7.52: the results of the tables, step losses, the casualty limit, the combat bonus.

use crate::study::{Study, busy as study};
use crate::table::{CLOSE_ARTILLERY, CLOSE_CAVALRY, CLOSE_INFANTRY, FIRE_ARTILLERY, FIRE_INFANTRY, Row, codes, column};
use domain_core::referee::Side::{self, Confederate, Union};
use std::collections::BTreeSet;

fn fire(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate fire"))
}

fn close(umpire: &str) -> Study {
    study(&format!("{umpire}; turn 2 confederate close"))
}

/// A way of fighting to walk the whole of a table with.
struct Walk {
    row: &'static Row,
    side: Side,
    /// Umpire's words, with `{a}` for the attacker's steps, `{d}` for the defender's and `{c}` for his condition.
    scene: &'static str,
    order: &'static str,
    /// Strength before steps (`per_step` times), the bonus for more steps and the defender's condition.
    base: i32,
    per_step: i32,
    dice: usize,
}

/// Tries every strength of both and every roll, and says which columns were met.
fn walk(walk: &Walk) -> BTreeSet<usize> {
    let mut met = BTreeSet::new();
    for (attacker, defender) in [(1, 5), (1, 4), (2, 4), (2, 2), (3, 2), (4, 2), (5, 2), (5, 1), (1, 1)] {
        for (condition, plus) in [("", 0), ("disrupted", 1), ("disordered", 2)] {
            let scene = walk.scene.replace("{a}", &attacker.to_string());
            let scene = scene.replace("{d}", &defender.to_string()).replace("{c}", condition);
            for face in 1..=6 {
                let faces = vec![face; walk.dice];
                let roll: i32 = faces.iter().map(|f| i32::from(*f)).sum();
                let strength = walk.base + walk.per_step * attacker + i32::from(attacker > defender) + plus;
                let differential = strength - roll - defender;
                let study = study(&scene).dice(faces).order(walk.side, walk.order);
                let expected = walk.row[column(differential)];
                assert_eq!(codes(&study.last_result()), codes(expected), "{scene}; {roll}: {differential}");
                met.insert(column(differential));
            }
        }
    }
    met
}

#[test]
fn s7_4_fcrt_infantry_row() {
    let met = walk(&Walk {
        row: &FIRE_INFANTRY,
        side: Confederate,
        scene: "place Field 0606 active steps {a}; place Archer 0805; place Branch 0905; place Kemper 0907; place Pryor 0807; \
                place Meade 0806 steps {d} {c}; turn 2 confederate fire",
        order: "Field fire 0806",
        base: 2 + 2,
        per_step: 1,
        dice: 1,
    });
    assert!(met.is_superset(&BTreeSet::from([2, 3, 4, 5, 6, 7, 8])), "{met:?}");
    let met = walk(&Walk {
        row: &FIRE_INFANTRY,
        side: Confederate,
        scene: "place Cunningham 0606 active steps {a}; place Meade 0806 steps {d} {c}; turn 2 confederate fire",
        order: "Cunningham fire 0806",
        base: 1,
        per_step: 1,
        dice: 1,
    });
    assert!(met.is_superset(&BTreeSet::from([0, 1])), "{met:?}");
    let met = walk(&Walk {
        row: &FIRE_INFANTRY,
        side: Confederate,
        scene: "place G.B. Anderson 0606 active steps {a}; place Archer 0805; place Branch 0906; place Kemper 0707; \
                place Meade 0806 steps {d} {c}; turn 2 confederate fire",
        order: "G.B. Anderson fire 0806",
        base: 3 + 3,
        per_step: 1,
        dice: 1,
    });
    assert!(met.contains(&9), "{met:?}");
}

#[test]
fn s7_4_fcrt_artillery_row() {
    let scene = |gun: &str, friends: &str| {
        let scene =
            format!("place {gun} 0606 active steps 1; {friends} place Field 0806 steps {{d}} {{c}}; turn 2 union fire");
        &*Box::leak(scene.into_boxed_str())
    };
    let mut met = BTreeSet::new();
    for (gun, friends, base) in
        [("NY Bn", "", 4), ("Heavy", "", 9), ("Heavy", "place Meade 0805; place Griffin 0906;", 11)]
    {
        let order = &*Box::leak(format!("{gun} fire 0806").into_boxed_str());
        met.extend(guns(&FIRE_ARTILLERY, scene(gun, friends), order, base));
    }
    // Four below the defender's five steps and a six is the worst a battery can do in the open.
    assert!(met.is_superset(&BTreeSet::from([1, 2, 3, 4, 5, 6, 7, 8, 9])), "{met:?}");
    let wood = "place NY Bn 0606 active; place Field 0704 steps 5; turn 2 union fire";
    study(wood).dice([6, 6]).union("NY Bn fire 0704").result("RF");
}

/// As [`walk`] for a battery of one step, whose strength does not hang on its steps; one die.
fn guns(row: &'static Row, scene: &'static str, order: &'static str, base: i32) -> BTreeSet<usize> {
    let mut met = BTreeSet::new();
    for steps in 1..=5 {
        for (condition, plus) in [("", 0), ("disrupted", 1), ("disordered", 2)] {
            for face in 1..=6_u8 {
                let scene = scene.replace("{d}", &steps.to_string()).replace("{c}", condition);
                let differential = base + plus - i32::from(face) - steps;
                let study = study(&scene).dice([face]).order(Union, order);
                let expected = row[column(differential)];
                assert_eq!(codes(&study.last_result()), codes(expected), "{scene}; {face}: {differential}");
                met.insert(column(differential));
            }
        }
    }
    met
}

#[test]
fn s7_4_ccrt_infantry_row() {
    let mut met = walk(&Walk {
        row: &CLOSE_INFANTRY,
        side: Confederate,
        scene: "place Field 0706 active steps {a}; place Meade 0806 steps {d} {c}; turn 2 confederate close",
        order: "Field attack 0806",
        base: 2,
        per_step: 1,
        dice: 1,
    });
    met.extend(walk(&Walk {
        row: &CLOSE_INFANTRY,
        side: Confederate,
        scene: "place G.B. Anderson 0706 active steps {a}; place Archer 0805; place Branch 0906; place Kemper 0707; \
                place Meade 0806 steps {d} {c}; turn 2 confederate close",
        order: "G.B. Anderson attack 0806",
        base: 3 + 3,
        per_step: 1,
        dice: 1,
    }));
    met.extend(walk(&Walk {
        row: &CLOSE_INFANTRY,
        side: Confederate,
        scene: "place Cunningham 0305 active steps {a}; place Meade 0306 steps {d} {c}; turn 2 confederate close",
        order: "Cunningham attack 0306",
        base: 1 - 2,
        per_step: 1,
        dice: 1,
    }));
    assert_eq!(met, (0..10).collect());
}

#[test]
fn s7_4_ccrt_sharpshooters_use_the_infantry_row() {
    walk(&Walk {
        row: &CLOSE_INFANTRY,
        side: Union,
        scene: "place Berdan 0706 active steps {a}; place Field 0806 steps {d} {c}; turn 2 union close",
        order: "Berdan attack 0806",
        base: 2,
        per_step: 1,
        dice: 1,
    });
}

#[test]
fn s7_4_ccrt_cavalry_row() {
    let mut met = BTreeSet::new();
    for (friends, base) in [("", 1), ("place Meade 0805; place Griffin 0906; place Sykes 0707;", 4)] {
        let friends = friends.replace("Sykes", "Warren");
        let scene = format!(
            "place 5 US Cav 0706 active steps {{a}}; {friends} place Field 0806 steps {{d}} {{c}}; turn 2 union close"
        );
        met.extend(walk(&Walk {
            row: &CLOSE_CAVALRY,
            side: Union,
            scene: Box::leak(scene.into_boxed_str()),
            order: "5 US Cav attack 0806",
            base,
            per_step: 1,
            dice: 1,
        }));
    }
    assert_eq!(met, (0..10).collect());
}

#[test]
fn s7_4_ccrt_artillery_row() {
    let mut met = BTreeSet::new();
    for (gun, base) in [("NY Bn", 4), ("Heavy", 9)] {
        for (friends, more) in [("", 0), ("place Meade 0805; place Griffin 0906;", 2)] {
            let scene = format!(
                "place {gun} 0706 active steps 1; {friends} place Field 0806 steps {{d}} {{c}}; turn 2 union close"
            );
            let order = format!("{gun} attack 0806");
            let (scene, order) = (Box::leak(scene.into_boxed_str()), Box::leak(order.into_boxed_str()));
            met.extend(guns(&CLOSE_ARTILLERY, scene, order, base + more));
        }
    }
    assert!(met.is_superset(&(1..10).collect()), "{met:?}");
}

#[test]
fn s7_4_ac_the_attacker_loses_steps() {
    close("place Field 0706 active; place Meade 0806")
        .dice([3])
        .confederate("Field attack 0806")
        .result("AC1")
        .settle()
        .steps("Field", 2)
        .steps("Meade", 4);
}

#[test]
fn s7_4_dc_the_defender_loses_steps() {
    // 4 steps +3 morale +1 greater = 8; 8 − (2 + 2) = 4.
    fire("place G.B. Anderson 0606 active; place Meade 0806 steps 2")
        .dice([2])
        .confederate("G.B. Anderson fire 0806")
        .result("DC1")
        .settle()
        .steps("Meade", 1)
        .steps("G.B. Anderson", 4);
}

#[test]
fn s7_4_ex_costs_both_a_step() {
    close("place Field 0706 active; place Meade 0806")
        .dice([1])
        .confederate("Field attack 0806")
        .result("EX")
        .settle()
        .steps("Field", 2)
        .steps("Meade", 3);
}

#[test]
fn s7_4_nil_changes_nothing() {
    fire("place Field 0606 active; place Meade 0806")
        .dice([3])
        .confederate("Field fire 0806")
        .result("Nil")
        .rf("Field", false)
        .steps("Meade", 4)
        .condition("Meade", "good");
}

#[test]
fn s7_4_rf_marks_the_attacker() {
    fire("place Field 0606 active; place Meade 0806")
        .dice([5])
        .confederate("Field fire 0806")
        .result("RF")
        .rf("Field", true)
        .rf("Meade", false);
}

#[test]
fn s7_4_disrupt_with_rf() {
    fire("place Field 0606 active; place Meade 0806")
        .dice([1])
        .confederate("Field fire 0806")
        .result("Disrupt RF")
        .union("Meade marker")
        .condition("Meade", "disrupted")
        .rf("Field", true);
}

#[test]
fn s7_4_disorder() {
    study("place Weed 0606 active; place Field 0806; turn 2 union fire")
        .dice([3])
        .union("Weed fire 0806")
        .result("Disorder")
        .confederate("Field marker")
        .condition("Field", "disordered");
}

#[test]
fn s7_4_the_letter_d_disrupts_as_well() {
    // 4 +3 +1 greater +1 disrupted = 9; 9 − (2 + 2) = 5: the marker turns to Disordered.
    fire("place G.B. Anderson 0606 active; place Meade 0806 steps 2")
        .umpire("place Archer 0805")
        .dice([2])
        .confederate("G.B. Anderson fire 0806")
        .result("DC1d")
        .settle()
        .steps("Meade", 1)
        .condition("Meade", "disrupted");
}

#[test]
fn s7_4_ar_the_attacker_retreats() {
    // 2 +1 = 3; 3 − (6 + 4) = −7.
    close("place Cunningham 0706 active; place Meade 0806")
        .dice([6])
        .confederate("Cunningham attack 0806")
        .result("AC1 AR")
        .steps("Cunningham", 1)
        .offers(Confederate, "Cunningham retreat", &["0605", "0606", "0607"])
        .confederate("Cunningham retreat 0606")
        .at("Cunningham", "0606");
}

#[test]
fn s7_4_dr_the_defender_retreats_as_often_as_the_number_says() {
    // 4 +3 +1 +2 = 10; 10 − (1 + 2) = 7: DC1 DR2d.
    close("place G.B. Anderson 0706 active; place Meade 0806 steps 2 disordered")
        .dice([1])
        .confederate("G.B. Anderson attack 0806")
        .result("DC1 DR2d")
        .steps("Meade", 1)
        .offers(Union, "Meade retreat", &["0805", "0807", "0906"])
        .union("Meade retreat 0906")
        .offers(Union, "Meade retreat", &["0905", "0907", "1006"])
        .union("Meade retreat 1006")
        .settle()
        .at("Meade", "1006");
}

#[test]
fn s7_4_ruling_26_the_order_of_effects() {
    // 4 +3 +1 = 8, 8 − (1 + 2) = 5: DC1 DR1d: loss, then marker, then retreat, then advance.
    close("place G.B. Anderson 0706 active; place Meade 0806 steps 2")
        .dice([1])
        .confederate("G.B. Anderson attack 0806")
        .result("DC1 DR1d")
        .steps("Meade", 1)
        .at("Meade", "0806")
        .union("Meade marker")
        .condition("Meade", "disrupted")
        .at("Meade", "0806")
        .union("Meade retreat 0906")
        .at("Meade", "0906")
        .offers(Union, "Meade retreat", &["0905", "0907", "1006"])
        .union("Meade stay")
        .at("G.B. Anderson", "0706")
        .confederate("G.B. Anderson advance")
        .at("G.B. Anderson", "0806");
}

#[test]
fn s7_5_step_counters_first_then_the_flip_then_removal() {
    close("place Field 0706 active; place Meade 0806 steps 3")
        .dice([1])
        .confederate("Field attack 0806")
        .settle()
        .steps("Meade", 2);
    let flipped = close("place Field 0706 active steps 2; place Meade 0806 steps 2")
        .dice([1])
        .confederate("Field attack 0806")
        .result("EX");
    let view = flipped.view();
    let meade = view.pieces.iter().find(|p| p.name == "Meade").expect("Meade");
    assert!(meade.reduced, "one step left is the reverse");
    close("place Field 0706 active steps 1; place Meade 0806 steps 1")
        .dice([1])
        .confederate("Field attack 0806")
        .result("EX")
        .lost("Meade")
        .lost("Field");
}

#[test]
fn s7_51_casualty_limit_stops_at_the_flip() {
    // Lawton charging: 5 +2 +1 support +1 greater +2 disordered +2 charge = 13: nine or more with a one.
    let attack = |steps: u8| {
        study(&format!(
            "place Lawton 0606 active; place Branch 0705; place Meade 0806 steps {steps} disordered; turn 2 confederate move"
        ))
        .confederate("Lawton charge 0606-0706 Meade")
        .umpire("turn 2 confederate close")
        .dice([1])
        .confederate("Lawton attack 0806")
    };
    attack(2).result("DC3 DR2d").steps("Meade", 1);
    attack(3).result("DC3 DR2d").steps("Meade", 1);
}

#[test]
fn s7_51_ruling_25_no_protection_for_a_unit_already_on_its_last_step() {
    close("place G.B. Anderson 0706 active; place Meade 0806 steps 1")
        .dice([3])
        .confederate("G.B. Anderson attack 0806")
        .result("DC1 DR1")
        .lost("Meade");
    close("place G.B. Anderson 0706 active; place Weeden 0806 steps 1")
        .dice([1, 1])
        .confederate("G.B. Anderson attack 0806")
        .lost("Weeden");
}

#[test]
fn s7_51_the_attacker_is_protected_too() {
    // 2 +1 = 3; 3 − (6 + 5) = −8: AC2 AR on two steps flips it only.
    close("place Cunningham 0706 active; place Griffin 0806")
        .dice([6])
        .confederate("Cunningham attack 0806")
        .result("AC2 AR")
        .steps("Cunningham", 1)
        .confederate("Cunningham retreat 0606")
        .steps("Cunningham", 1);
}

#[test]
fn s7_51_ruling_25_each_result_is_judged_by_itself() {
    // The step taken instead of a marker comes outside the limit.
    close("place G.B. Anderson 0706 active; place Meade 0806 steps 2")
        .dice([1])
        .confederate("G.B. Anderson attack 0806")
        .result("DC1 DR1d")
        .steps("Meade", 1)
        .union("Meade step")
        .lost("Meade");
}

#[test]
fn s7_52_the_bonus_inflicts_one_more_step() {
    // Hood 4 +3 = 7; 7 − (2 + 4) = 1: EX.
    let start =
        || close("place Hood 0706 active; place Meade 0806").dice([2]).confederate("Hood attack 0806").result("EX");
    start().asks(Confederate, "bonus").offers(Confederate, "bonus", &["none", "spare", "strike"]);
    start().confederate("bonus strike").settle().steps("Meade", 2).steps("Hood", 3);
    start().confederate("bonus spare").settle().steps("Meade", 3).steps("Hood", 4);
    start().confederate("bonus none").settle().steps("Meade", 3).steps("Hood", 3);
}

#[test]
fn s7_52_only_an_ex_can_be_spared() {
    // 4 +3 +1 = 8; 8 − (3 + 2) = 3: DC1 DR1.
    close("place Hood 0706 active; place Meade 0806 steps 3")
        .dice([2])
        .confederate("Hood attack 0806")
        .result("DC1 DR1")
        .offers(Confederate, "bonus", &["none", "strike"])
        .confederate_may_not("bonus spare", "7.52")
        .confederate("bonus strike")
        .steps("Meade", 1);
}

#[test]
fn s7_52_the_extra_loss_is_under_the_casualty_limit() {
    // The flip has come already: there is nothing left for the bonus to do, and it is not asked for.
    close("place Hood 0706 active; place Meade 0806 steps 2")
        .dice([3])
        .confederate("Hood attack 0806")
        .result("DC1 DR1")
        .steps("Meade", 1)
        .no_order_with(Confederate, "bonus");
}

#[test]
fn s7_52_ruling_27_not_on_a_disrupt_or_the_attackers_loss_alone() {
    fire("place Hood 0606 active; place Meade 0806")
        .dice([1])
        .confederate("Hood fire 0806")
        .result("Disrupt")
        .no_order_with(Confederate, "bonus");
    close("place Hood 0706 active; place Meade 0806")
        .dice([6])
        .confederate("Hood attack 0806")
        .result("AC1")
        .no_order_with(Confederate, "bonus");
}

#[test]
fn s7_52_only_for_the_attacker() {
    // Warren is red, and attacked.
    close("place Field 0706 active; place Warren 0806")
        .dice([1])
        .confederate("Field attack 0806")
        .result("EX")
        .no_order_with(Union, "bonus")
        .settle()
        .steps("Field", 2);
}

#[test]
fn s7_52_ruling_27_in_fire_reaction_and_charge_as_well() {
    fire("place Hood 0606 active; place Meade 0806 steps 3")
        .dice([2])
        .confederate("Hood fire 0806")
        .result("DC1")
        .asks(Confederate, "bonus");
    study("place Warren 0806 steps 5; place Field 0606 active; turn 2 confederate move")
        .confederate("Field charge 0606-0706 Warren")
        .umpire("turn 2 confederate reaction")
        .dice([2])
        .union("Warren fire 0706")
        .result("DC1")
        .asks(Union, "bonus");
    study("place Meade 0806; place Hood 0606 active; turn 2 confederate move")
        .confederate("Hood charge 0606-0706 Meade")
        .umpire("turn 2 confederate close")
        .dice([4])
        .confederate("Hood attack 0806")
        .result("EX")
        .asks(Confederate, "bonus");
}
