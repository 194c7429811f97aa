//! What a tenth reading of §18.0 to §24.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{Place, Position};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s24_6_r46_a_column_whose_head_and_rear_point_the_same_way_has_its_front_where_its_player_says() {
    // The head looks north in E23; the rear marker, in G23, comes from the north and looks south.
    let lee = "cs-f-lee-cav";
    let start = || {
        Table::study(&[
            "place cs-f-lee-cav column N E23=3 E22=3 F21=3 G22=3 G23=2",
            "place Meredith line H23=8 W",
            "mark Meredith attack launched",
            "turn 1 union hasty",
        ])
    };
    let (outside, inside) = ("G23=2 G22=3 F21=3 E22=3 E23=3", "E23=3 E22=3 F21=3 G22=3 G23=2");
    let left = "cs-f-lee-cav hasty left";
    let right = "cs-f-lee-cav hasty right";
    // Revision 6 turned the same front outwards for either word.
    let chain = |position: &Position| position.chain(unit(lee)).to_vec();
    let then = |line: &str| chain(&after(&BEFORE, &start(), Confederate, line, &[]).expect("a line"));
    assert_eq!(then(left), then(right));
    for (line, lies_so) in [(left, outside), (right, inside)] {
        let mut table = start();
        table.confederate(line, &[]);
        assert_eq!(lies(&table, lee), lies_so, "{line}");
        sound(&table);
    }
}

#[test]
fn s22_6_s22_15_an_attacker_uses_its_points_though_it_comes_no_nearer_to_the_enemy_that_is_nearest() {
    // Brander's guns stand two hexes behind Ward's left flank, Archer six hexes before it.
    let mut table = Table::study(&[
        "turn 9 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place Archer line S27=6 S28=6",
        "place Brander K30 limbered N",
        "mark us-ward-inf attack launched level 6",
    ]);
    assert!(after(&BEFORE, &table, Union, "done", &[]).is_ok(), "revision 6 let it stand");
    assert_eq!(table.refused(Union, "done"), "22.6");
    assert!(table.menu(Union).iter().any(|line| line.starts_with("Ward ahead ")));
    table.union("Ward ahead right 1", &[]).union("Ward ahead right 1", &[]);
    assert_eq!(table.refused(Union, "done"), "22.6");
    table.union("Ward ahead right 1", &[]).union("done", &[]);
}

/// Davis in line away from the western edge, one marker in its last column, within range of Meredith, with so many activity points.
fn from_the_edge(level: u8) -> Table {
    Table::study(&[
        "place Davis line C23=8 B22=8 A22=2",
        "place Meredith line B20=8 NNW",
        "turn 3 confederate alone",
        &format!("mark Davis level {level}"),
    ])
}

#[test]
fn s21_8_s11_4_s13_7_a_line_leaves_the_map_when_all_of_its_markers_can_go_so_far() {
    let line = "Davis leave";
    // The marker in A22 goes one hex, that in B22 two, that in C23 three. Revision 6 asked for the first alone.
    assert!(after(&BEFORE, &from_the_edge(2), Confederate, line, &[]).is_ok());
    for level in [2, 5] {
        let mut table = from_the_edge(level);
        assert_eq!(table.refused(Confederate, line), "13.0", "{level}");
        assert!(!table.menu(Confederate).contains(&line.to_owned()));
    }
    let mut table = from_the_edge(6);
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    table.confederate(line, &[]);
    assert_eq!(table.position.unit(unit("Davis")).place, Place::Fled(hex("A22") as u16));
    assert_eq!(table.brigade("Davis").dp, 5, "§21.7: its retreat begins");
    sound(&table);
}

#[test]
fn s21_8_s17_2_11_a_battery_in_two_hexes_leaves_the_map_by_both() {
    let start = |spent: u8| {
        let mut table = Table::study(&[
            "place Crenshaw B21 limbered SE A22 1",
            "place Meredith line B20=8 NNW",
            "turn 3 confederate alone",
        ]);
        table.position.battery_mut(unit("Crenshaw")).expect("a battery").spent = spent;
        table
    };
    let line = "Crenshaw leave";
    // Two points are left, and a hex costs one and a half.
    assert!(after(&BEFORE, &start(8), Confederate, line, &[]).is_ok());
    assert_eq!(start(8).refused(Confederate, line), "13.0");
    let mut table = start(6);
    table.confederate(line, &[]);
    assert_eq!(table.position.unit(unit("Crenshaw")).place, Place::Fled(hex("A22") as u16));
}
