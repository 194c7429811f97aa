//! What a nineteenth reading of §19.0 to §23.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, hex, lies, sound, unit};
use advanced_gettysburg::{Position, Retreat};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s17_2_11_s21_3_a_battery_that_goes_back_leaves_no_cannon_behind_it_in_enemy_range() {
    // HH40, behind Calef, has room for three of his six cannon, which would lie there with the counter turned about.
    let mut table = Table::study(&[
        "place Calef HH39 limbered S",
        "place us-wainwright-hall-bty HH40 limbered N",
        "place Archer line HH37=8 NNE",
        "turn 1 union alone",
    ]);
    assert!(board(&table).in_enemy_range(Union, hex("HH39")) && !board(&table).in_enemy_range(Union, hex("HH40")));
    let line = "Calef march HH40 N";
    let split = Table {
        position: after(&BEFORE, &table, Union, line, &[]).expect("half of it stayed in range"),
        facts: Vec::new(),
    };
    assert_eq!(lies(&split, "Calef"), "HH40=3 HH39=3");
    assert_eq!(table.refused(Union, line), "17.2");
    assert!(!table.menu(Union).contains(&"Calef march HH40".to_owned()), "{:?}", table.menu(Union));
    // Where there is room for all of them it turns as it likes, out of range.
    table.umpire("wait us-wainwright-hall-bty").umpire("turn 1 union alone");
    table.union(line, &[]);
    assert_eq!(lies(&table, "Calef"), "HH40=6");
    sound(&table);
}

#[test]
fn s11_4_s23_4_who_has_come_covers_a_flank_that_is_seen_on_the_way_alone() {
    // Stone swings his left back into woods: on its way his left marker would show its right flank to Marye, and turned away from him its left one to Moore.
    let mut table = Table::study(&[
        "place Stone line HH36=8 II36=5",
        "place Marye LL35 unlimbered W",
        "place Moore EE33 unlimbered NNE",
        "turn 1 union alone",
        "mark Stone level 4",
    ]);
    let ranged = |at: &str| board(&table).in_enemy_range(Union, hex(at));
    assert!(["HH36", "HH35"].into_iter().all(ranged) && !["HH34", "II35"].into_iter().any(ranged));
    // His right marker, once it has gone a hex, stands beside that flank.
    let line = "Stone to HH34=8 II35=5";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 7 each was looked at as if it went first");
    table.union(line, &[]);
    assert_eq!((lies(&table, "Stone"), table.brigade("Stone").dp), ("HH34=8 II35=5".to_owned(), 0));
    sound(&table);
}

#[test]
fn s0_12_effect_4_s21_7_guns_that_left_their_works_unused_have_their_use_again_when_that_is_over() {
    // Marye left them unused in the Union's last turn: as the next one begins he has Stone, routed behind him, in range again.
    let mut table = Table::study(&[
        "place Stone line E38=8 SSE",
        "place Kelly column N Q35=6",
        "place Marye E41 unlimbered NNE",
        "works E41 NW SE",
        "turn 2 confederate opening",
        "mark Stone retreat involuntary",
    ]);
    table.position.options.breastworks = true;
    let forgone = serde_json::json!({ "age": 1, "unit": unit("Marye") });
    table.position.fight.forgone.push(serde_json::from_value(forgone).expect("works left unused"));
    // A reinforcement, of whom it is asked before that turn begins whether any range has it.
    table.position.brigade_mut(unit("Kelly")).expect("a brigade").exempt = Some(6);
    assert!(!board(&table).in_enemy_range(Union, hex("E38")));
    let then = after(&BEFORE, &table, Confederate, "pass", &[]).expect("nobody has to do anything");
    let stone = |position: &Position| position.brigade(unit("Stone")).map(|b| (b.retreat, b.dp));
    assert_eq!(stone(&then), Some((Retreat::None, 0)), "by revision 7 as if he left them unused yet");
    table.confederate("pass", &[]);
    assert!(board(&table).in_enemy_range(Union, hex("E38")));
    assert_eq!(stone(&table.position), Some((Retreat::Involuntary, 10)));
    sound(&table);
}
