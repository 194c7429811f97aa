//! What an eleventh reading of §20.0 and §23.0 to §31.0 found, mended in revision 7, and how revision 6 ruled it.

use crate::table::{REVISION_SIX as BEFORE, Table, after, board, fired, fired_with, hex, lies, sound, unit};
use advanced_gettysburg::{Place, Position, Segment};
use domain_core::referee::Side::{Confederate, Union};

/// Archer with its head in A39 and its rear marker on the road beyond the map, an attacker beside it to the north.
fn coming_on() -> Table {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march A39", &[]);
    assert_eq!(lies(&table, "Archer"), "A39=8 cashtown-pike=4");
    for line in ["place Meredith line A40=8 SSE", "mark Meredith attack launched", "turn 1 union hasty"] {
        table.umpire(line);
    }
    table
}

#[test]
fn s24_6_r46_a_column_that_is_coming_on_forms_line_to_either_side() {
    let (left, right) = ("Archer hasty left", "Archer hasty right");
    let mut table = coming_on();
    // Revision 6 had no line whose left flank marker lies beyond the map.
    assert!(after(&BEFORE, &table, Confederate, left, &[]).is_err());
    for line in [left, right] {
        assert!(table.menu(Confederate).contains(&line.to_owned()), "{line}: {:?}", table.menu(Confederate));
    }
    table.confederate(left, &[]);
    assert_eq!(lies(&table, "Archer"), "cashtown-pike=4 A39=8");
    assert_eq!(table.position.counter(unit("Archer")), Some(hex("A39")));
    assert!(board(&table).on_map(unit("Archer")));
    assert!(board(&table).influences(unit("Archer"), hex("A40")), "its front is to the attacker");
    sound(&table);
    let mut table = coming_on();
    table.confederate(right, &[]);
    assert_eq!(lies(&table, "Archer"), "A39=8 cashtown-pike=4");
    assert!(!board(&table).influences(unit("Archer"), hex("A40")), "its back is to him");
    sound(&table);
}

#[test]
fn s24_6_s21_8_a_line_that_formed_as_it_came_on_leaves_the_map_where_it_lies_on_it() {
    let mut table = coming_on();
    table.confederate("Archer hasty right", &[]);
    table.umpire("turn 2 confederate alone").umpire("mark Archer level 6");
    table.confederate("Archer leave", &[]);
    let place = &table.position.units[unit("Archer").index()].place;
    assert!(matches!(place, Place::Fled(left) if usize::from(*left) == hex("A39")), "{place:?}");
    sound(&table);
}

/// Calef's six rifles in HH43, Zimmerman's four cannon in two hexes before them, at four and at five hexes.
fn split_battery() -> Table {
    Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Zimmerman HH38 limbered S HH39 2",
        "turn 1 union artillery",
    ])
}

#[test]
fn s29_1_s17_2_11_cannon_that_fire_at_both_hexes_of_a_battery_count_together() {
    let (first, second) = ("Calef 2R at HH38", "Calef 4R at HH39");
    let mut table = split_battery();
    table.union(first, &[1]);
    // By themselves four rifles have two ammunition attacks at four hexes; all six have two.
    assert!(after(&BEFORE, &table, Union, second, &[1, 1]).is_ok(), "revision 6 counted each hex for itself");
    table.union(second, &[1]);
}

/// Meredith in three hexes before Archer, with these ends and so many points in the middle.
fn in_line(middle: u8, ends: &str) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        &format!("place Meredith line G20=3 G21={middle} G22=8 {ends}"),
        "turn 3 confederate back-off",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table
}

#[test]
fn s30_1_2_s21_3_a_line_whose_markers_have_no_way_back_together_is_asked_as_well() {
    // Both flanks are refused: the left one has north and north-east behind it, the right one south-east and south.
    let mut table = in_line(8, "ends NE SE");
    let then = after(&BEFORE, &table, Confederate, "done", &[]).expect("the segment ends");
    assert_eq!(then.segment, Segment::Assault, "revision 6 passed it over");
    table.confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::Withdrawal);
    let offered = table.menu(Union).into_iter().find(|line| line.starts_with("Meredith back to "));
    let offered = offered.unwrap_or_else(|| panic!("{:?}", table.menu(Union)));
    let mut other = in_line(8, "ends NE SE");
    other.confederate("done", &[]).union(&offered, &[]);
    assert_ne!(lies(&other, "Meredith"), "G20=3 G21=8 G22=8", "{offered}");
    sound(&other);
    table.union("Meredith back to H20 H21 I22 ends S NE", &[]);
    assert_eq!(lies(&table, "Meredith"), "H20=3 H21=8 I22=8");
    sound(&table);
    // With nine points in the middle that marker stays where it is (§11.10), and those at its flanks may go.
    let mut thick = in_line(9, "ends S N");
    thick.confederate("done", &[]);
    assert_eq!(thick.position.segment, Segment::Withdrawal);
    assert_eq!(thick.refused(Union, "Meredith back NE"), "30.0");
    assert!(thick.menu(Union).iter().any(|line| line.starts_with("Meredith back to ")), "{:?}", thick.menu(Union));
    thick.union("Meredith back to H20 G21 G22 ends SE N", &[]);
    assert_eq!(lies(&thick, "Meredith"), "H20=3 G21=9 G22=8");
    sound(&thick);
    // Straight it is asked in either revision, by the ways that it has together.
    let mut straight = in_line(8, "ends S N");
    assert_eq!(after(&BEFORE, &straight, Confederate, "done", &[]).map(|then| then.segment), Ok(Segment::Withdrawal));
    straight.confederate("done", &[]);
    let menu = straight.menu(Union);
    assert!(menu.contains(&"Meredith back NE".to_owned()) && !menu.iter().any(|l| l.starts_with("Meredith back to ")));
}

#[test]
fn s24_0_5_s27_1_cannon_that_fire_beside_muskets_which_return_fire_have_what_is_left_of_eleven() {
    // In the Confederates' turn Stone fired all that he has, and the six Napoleons of his hex, four points, nothing.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Stewart HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]).umpire("turn 1 union targets");
    table.union("Stone return", &[]).union("Stewart at HH39", &[]);
    let guns = |position: &Position| position.pairs.iter().find(|p| p.unit == unit("Stewart")).map(|p| p.sp);
    // Revision 6 fired twelve points, by two dice.
    assert_eq!(guns(&after(&BEFORE, &table, Union, "done", &[1, 1, 1]).expect("the fire")), Some(4));
    table.union("done", &[1, 1]);
    assert_eq!(guns(&table.position), Some(3));
}

#[test]
fn s24_0_5_s27_1_cannon_that_return_fire_beside_muskets_which_attack_have_what_is_left_of_eleven() {
    // Stewart's six Napoleons alone fired before; now they return it, and Stone attacks.
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Stewart HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "turn 1 confederate targets",
    ]);
    fired_with(&mut table, "Stewart", "HH40", "HH39", 4);
    table.umpire("turn 1 union targets").umpire("mark Stone attack launched");
    table.union("Stewart return", &[]).union("Stone at HH39", &[]).union("done", &[]);
    table.confederate("HH39: hold", &[]);
    let guns = |position: &Position| position.pairs.iter().find(|p| p.unit == unit("Stewart")).map(|p| p.sp);
    assert_eq!(guns(&after(&BEFORE, &table, Confederate, "done", &[1, 1]).expect("the fire")), Some(4));
    table.confederate("done", &[1]);
    assert_eq!(guns(&table.position), Some(3));
}
