//! Markers that catch up with those beside an enemy (§22.7), commanders on the way of a line (§17.1.8).

use crate::shared::table::seat;
use crate::table::{RULES, Table, lies, unit};
use advanced_gettysburg::{AdvancedGettysburg, Done, Order, Position};
use domain_core::dice::Dice;
use domain_core::referee::{Orders, Ruleset, Side::Union};

/// Ward looks east; his left marker stands beside Archer and has used six points, the others four.
fn lagging() -> Table {
    let mut table = Table::study(&[
        "turn 9 union corps",
        "place us-ward-inf line N29=5 N28=8 N27=8",
        "place Archer line O30=6 W",
        "mark us-ward-inf attack launched level 6",
    ]);
    paid(&mut table, &[12, 8, 8]);
    table
}

fn paid(table: &mut Table, halves: &[u8]) {
    table.position.brigade_mut(unit("us-ward-inf")).expect("a brigade").paid = halves.to_vec();
}

fn catch_up(table: &Table) -> Vec<String> {
    table.menu(Union).into_iter().filter(|l| l.starts_with("Ward to ")).collect()
}

fn ends(rules: &AdvancedGettysburg, position: &Position) -> bool {
    rules.decide(position, seat(Union), &Done.into(), &mut Dice::withheld()).is_ok()
}

#[test]
fn s22_7_markers_that_lag_behind_use_as_many_points_as_the_first_that_came_beside_an_enemy() {
    let mut table = lagging();
    assert_eq!(table.refused(Union, "done"), "22.6");
    let menu = catch_up(&table);
    assert!(menu.iter().any(|l| l.contains("N29=5 O29=8 O28=8")), "{menu:?}");
    for line in menu {
        let mut table = lagging();
        table.union(&line, &[]);
        assert_eq!(RULES.whole(&table.position), Ok(()), "{line}");
        assert!(lies(&table, "us-ward-inf").starts_with("N29=5 "), "who stands beside an enemy stays (§22.8)");
    }
    let line = catch_up(&table).into_iter().find(|l| l.contains("N29=5 O29=8 O28=8")).expect("both go");
    table.union(&line, &[]);
    assert!(catch_up(&table).is_empty(), "they have used six points too");
    table.union("done", &[]);
}

#[test]
fn s22_7_who_used_as_many_points_or_has_no_room_has_done_enough() {
    let mut table = lagging();
    paid(&mut table, &[8, 8, 8]);
    assert!(catch_up(&table).is_empty() && ends(&RULES, &table.position));
    let mut table = lagging();
    // Friends stand wherever the two could go and stay in one line with the third.
    for line in ["place us-graham-inf line O29=8 O28=8 O27=1", "place us-carr-inf line N26=8 N25=8 N24=4"] {
        table.umpire(line);
    }
    assert!(catch_up(&table).is_empty() && ends(&RULES, &table.position), "{:?}", catch_up(&table));
}

#[test]
fn s22_7_a_game_that_ended_before_the_mend_is_judged_as_it_was_played() {
    let table = lagging();
    let before = RULES.earlier(2).expect("the revision before");
    assert!(!ends(&RULES, &table.position) && ends(&before, &table.position));
    assert!(before.board(&table.position).orders(seat(Union)).iter().all(|o| !matches!(o, Order::To(_))));
    assert!(RULES.earlier(0).is_none());
}

#[test]
fn s17_1_8_of_two_ways_as_short_a_line_takes_the_one_that_meets_a_commander() {
    for (heth, way) in [("N28", "north"), ("N27", "south")] {
        let mut table = Table::study(&[
            "turn 9 union corps",
            "place Kelly line M28=6 E",
            &format!("place Heth {heth}"),
            "mark Kelly level 6",
        ]);
        table.union("Kelly ahead O28", &[]);
        assert_eq!(lies(&table, "Heth"), "", "by the {way}");
        assert!(table.told("captures Heth"));
    }
    // One who stands aside is not gone to.
    let mut table =
        Table::study(&["turn 9 union corps", "place Kelly line M28=6 E", "place Heth N29", "mark Kelly level 6"]);
    table.union("Kelly ahead O28", &[]);
    assert_eq!(lies(&table, "Heth"), "N29=0");
}
