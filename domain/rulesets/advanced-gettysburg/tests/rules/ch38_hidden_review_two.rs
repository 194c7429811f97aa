//! Brigades of which a part is in view, and covers out of view, by what the other side is told of them (0.1, 0.4). The ground between HH35 and HH44 is open and level;
//! HH34 and II34 are woods.

use crate::ch38_hidden_combinations::{known, study};
use crate::table::{RULES, Table, board, lies, unit};
use advanced_gettysburg::Fact;
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::words::{Audience, Hearers};

/// What the Union is sent of the last facts.
fn heard(table: &Table) -> Vec<String> {
    let hears = |f: &&Fact| !matches!(RULES.hearers(f), Hearers::Only(Audience::Side(Confederate)));
    table.facts.iter().filter(hears).map(|f| serde_json::to_string(f).expect("plain")).collect()
}

#[test]
fn s33_1_s0_1_9_a_brigade_that_comes_into_view_by_what_it_loses_is_worn_by_all_of_its_strength() {
    let lines = ["place Archer line HH35=1 HH34=1", "place Gamble rest HH43", "place Calef HH42 unlimbered SSE"];
    let mut table = study("morning", &[], &[&lines[..], &["mark Archer cp 10"]].concat());
    // The marker in the woods is that of its commander, so that the other one falls first (ruling 72).
    table.position.brigade_mut(unit("Archer")).expect("a brigade").counter = 1;
    table.umpire("turn 1 confederate outposts").umpire("unseen Archer");
    table.confederate("screen", &[]).confederate("done", &[]);
    let seen = |table: &Table| known(table, Union).chain(unit("Archer")).iter().map(|l| l.sp).collect::<Vec<u8>>();
    assert!(board(&table).is_partly(unit("Archer")) && seen(&table) == [1], "{:?}", table.story());
    table.umpire("turn 1 union artillery");
    // The tenth casualty point is that of a battery.
    let struck = serde_json::json!({ "cp": 1, "sp": 1, "unit": unit("Archer") });
    table.position.fight.struck.push(serde_json::from_value(struck).expect("plain"));
    table.union("done", &[]);
    let losses = |f: &Fact| if let Fact::Losses(l) = f { Some((l.lost, l.dp)) } else { None };
    let told = table.facts.iter().find_map(losses).expect("told");
    assert_eq!(lies(&table, "Archer"), "HH34=1", "{:?}", table.story());
    assert_eq!(told, (1, RULES.pack().tables.disorganized(1, 2)));
}

#[test]
fn s0_4_s0_1_9_how_often_strength_joined_is_told_with_the_name_of_whom_a_part_is_in_view() {
    let lines = [
        "place Archer column S HH38=8",
        "place Stone line HH34=8 II34=4",
        "turn 1 confederate divisions",
        "mark Archer level 8",
    ];
    let mut table = crate::ch38_hidden_both::study(&lines);
    let of = board(&table).cover_of(unit("Stone")).expect("known to the referee");
    table.position.brigade_mut(of).expect("a brigade").joined = 1;
    table.umpire("unseen Stone");
    let archer = RULES.pack().label(board(&table).cover_of(unit("Archer")).expect("known to the referee"));
    table.confederate(&format!("{archer} march HH37-HH36-HH35"), &[6]);
    assert!(board(&table).is_partly(of) && !board(&table).is_covered(of), "{:?}", table.story());
    assert!(table.facts.iter().any(|f| matches!(f, Fact::Uncovered { counter, joined: 1, .. } if *counter == of)));
    for side in [Union, Confederate] {
        assert_eq!(known(&table, side).brigade(of).map(|b| b.joined), Some(1));
    }
}

#[test]
fn s0_1_s16_2_1_a_primary_commander_who_comes_into_view_does_not_tell_how_far_he_rides() {
    let shown = |heth: &str| {
        let lines = [
            "place cs-hill-cmd HH34",
            heth,
            "place Archer line HH39=8 NNW",
            "turn 1 confederate opening",
            "unseen cs-hill-cmd",
            "unseen cs-heth-cmd",
        ];
        let mut table = study("morning", &[], &lines);
        let hill = unit("cs-hill-cmd");
        table.confederate("primary cs-hill-cmd", &[]);
        let level = table.position.commander(hill).expect("he is one").level;
        table.confederate("cs-hill-cmd show", &[]);
        for at in [&table.position, &known(&table, Confederate)] {
            assert_eq!(at.commander(hill).expect("he is one").level, level, "his side knows");
        }
        (level, heard(&table))
    };
    let (between, away) = (shown("place cs-heth-cmd HH36"), shown("place cs-heth-cmd T31"));
    assert_ne!(between.0, away.0);
    assert_eq!(between.1, away.1);
}

#[test]
fn what_an_umpire_says_of_a_brigade_of_whom_a_part_is_in_view_leaves_it_all_of_its_markers() {
    let lines = [
        "place Archer line HH38=5 HH37=8 HH36=4",
        "place Gamble line HH43=8 SSE",
        "turn 1 confederate outposts",
        "unseen Archer",
    ];
    let mut table = study("morning", &[], &lines);
    table.confederate("screen", &[]).confederate("done", &[]);
    assert_eq!(lies(&table, "Archer"), "HH38=5");
    table.umpire("unseen Archer");
    assert_eq!(known(&table, Union).chain(unit("Archer")).len(), 0);
    table.umpire("mark Archer cp 3");
    assert_eq!(lies(&table, "Archer"), "HH38=5 HH37=8 HH36=4");
    assert_eq!(known(&table, Union).brigade(unit("Archer")).map(|b| (b.cp, b.sp)), Some((3, 17)));
}
