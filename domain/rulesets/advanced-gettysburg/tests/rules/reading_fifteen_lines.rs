//! What a fifteenth reading of §1.0 to §19.1 found, mended in revision 7.

use crate::table::{REVISION_SIX as BEFORE, Table, after, lies, sound, unit};
use advanced_gettysburg::{Formation, Scenario};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::{Confederate, Union};

/// Turn 166 of three days: Merritt, who is due by the Emmitsburg Road, and Graham's horse artillery with him.
fn july_third() -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire("turn 166 union primary");
    table
}

#[test]
fn s13_9_s34_1_7_horse_that_comes_on_in_column_pays_for_a_line_whatever_came_before_it() {
    let line = "Merritt line G2=3 G1=2";
    let mut alone = july_third();
    alone.union("Merritt march G1-G2", &[]);
    assert_eq!((lies(&alone, "Merritt").as_str(), alone.spent("Merritt").as_str()), ("G2=3 G1=2", "2 1"));
    alone.union(line, &[]);
    assert_eq!((alone.spent("Merritt").as_str(), alone.brigade("Merritt").dp), ("8 7", 10));
    // Behind horse artillery that has used eight points: these cost horse in column nothing, and a line ten.
    let mut table = july_third();
    table.union("us-tidball-graham-bty march I7", &[]);
    assert_eq!(table.position.battery(unit("us-tidball-graham-bty")).map(|b| b.spent), Some(16));
    table.union("Merritt march G1-G2", &[]);
    assert_eq!((table.spent("Merritt").as_str(), table.brigade("Merritt").dp), ("2 1", 0));
    let then = after(&BEFORE, &table, Union, line, &[]).expect("eight points");
    assert_eq!(then.brigade(unit("Merritt")).map(|b| b.dp), Some(0), "revision 6 took them for paid in line");
    table.union(line, &[]);
    assert_eq!((table.spent("Merritt").as_str(), table.brigade("Merritt").dp), ("8 7", 10));
    sound(&table);
}

#[test]
fn s0_12_7_s13_8_s34_1_7_a_point_that_was_kept_is_dug_with_beyond_the_level_of_those_who_came_on_before() {
    // Davis, whose rear is beyond the map, has a point kept for B37; Archer comes on beside the road for seven points.
    let mut table = Table::start();
    table.position.options.breastworks = true;
    table.confederate("done", &[]).confederate("Davis march A39", &[]);
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    let davis = table.position.brigade_mut(unit("Davis")).expect("a brigade");
    (davis.exempt, davis.level) = (None, Some(2));
    table.confederate("Davis march B38", &[]).confederate("Davis keep B37", &[]);
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("primary Davis", &[]);
    table.confederate("Archer march A41-B41-C41", &[]);
    table.position.brigade_mut(unit("Archer")).expect("a brigade").paid = vec![14, 11];
    table.confederate("Davis march B37", &[]).confederate("Davis line B37=8 B38=8 A39=2", &[]);
    assert_eq!((table.spent("Davis").as_str(), table.brigade("Davis").dp), ("7.5 7 7", 10));
    // Seven points are the level of all, and the point that he kept is beyond it: two of his markers have one left.
    assert_eq!(table.refused(Confederate, "Davis build 2"), "0.12");
    assert!(table.menu(Confederate).contains(&"Davis build 1".to_owned()), "{:?}", table.menu(Confederate));
    table.confederate("Davis build 1", &[]);
    assert_eq!((table.spent("Davis").as_str(), table.brigade("Davis").dp), ("7.5 8 8", 10));
    sound(&table);
}

/// A line with these outer sides.
fn ends(left: &str, right: &str) -> Formation {
    let side = |name: &str| Facing::read(name, Axis::FlatColumns).expect("a side");
    Formation::Line { left: side(left), right: side(right) }
}

/// Kelly in column in M28 and M27, his head turned aside to the north-east; Archer stands so.
fn aside(archer: &str) -> Table {
    Table::study(&["turn 14 union alone", "place Kelly column NE M28=8 M27=5", archer, "mark Kelly level 8"])
}

#[test]
fn s18_1_s19_4_1_a_column_whose_head_looks_aside_in_enemy_range_flips_over_as_it_looks() {
    for (line, flipped, straight) in [
        ("Kelly line M28=8 M27=5", ends("NE", "S"), ends("N", "S")),
        ("Kelly line M27=5 M28=8", ends("S", "NE"), ends("S", "N")),
    ] {
        // Archer is two hexes away, and has both hexes in range.
        let mut table = aside("place Archer line O27=6 O28=6");
        let then = after(&BEFORE, &table, Union, line, &[]).expect("eight points");
        assert_eq!(then.brigade(unit("Kelly")).map(|b| b.formation), Some(straight), "revision 6 turned its head");
        table.union(line, &[]);
        assert_eq!((table.brigade("Kelly").formation, table.spent("Kelly").as_str()), (flipped, "8 8"), "{line}");
        // Nor does it turn by bending back.
        let Formation::Line { left, right } = straight else { panic!("a line") };
        let back = format!("Kelly ends {} {}", left.name(Axis::FlatColumns), right.name(Axis::FlatColumns));
        assert_eq!(table.refused(Union, &back), "21.0");
        sound(&table);
        // Beside an enemy it changes of itself, as it looks as well.
        let mut beside = aside("place Archer line N27=12 W");
        beside.union(line, &[]);
        assert_eq!((beside.brigade("Kelly").formation, beside.spent("Kelly").as_str()), (flipped, "0 0"), "{line}");
        // Out of range it may look elsewhere first.
        let mut free = aside("wait Archer");
        free.union(line, &[]);
        assert_eq!((free.brigade("Kelly").formation, free.spent("Kelly").as_str()), (straight, "6 6"), "{line}");
    }
}
