//! What an eleventh reading of §14.0 to §17.0, §21.0, §22.0 and §32.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, Table, after, board, fired, hex, lies, sound, unit};
use advanced_gettysburg::{Place, Retreat, Scenario};
use domain_core::referee::Side::{Confederate, Union};

/// Meredith beside Archer, who attacks, in the segment of withdrawals.
fn attacked() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table
}

#[test]
fn s21_6_s21_7_s30_1_2_who_was_routed_and_withdraws_is_in_involuntary_retreat_still() {
    let (meredith, line) = (unit("Meredith"), "Meredith back NE");
    let mut table = attacked();
    table.umpire("mark Meredith retreat involuntary");
    // By revision 6 it owed eight points of retreat and ten of disorganization no more.
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a retreat");
    assert_eq!(then.brigade(meredith).map(|b| b.retreat), Some(Retreat::Voluntary));
    table.union(line, &[]);
    let now = table.brigade("Meredith");
    assert_eq!((now.retreat, now.owed, now.dp), (Retreat::Involuntary, 4, 5));
    // Who was not routed begins a retreat by its own will.
    let mut other = attacked();
    other.union(line, &[]);
    assert_eq!(other.brigade("Meredith").retreat, Retreat::Voluntary);
    sound(&table);
}

#[test]
fn s22_6_s22_15_of_a_line_that_cannot_go_as_a_whole_markers_go_though_the_nearest_enemy_comes_no_nearer() {
    // Graham rests before the middle of Ward; Brander's guns are four hexes from Ward's right flank marker, in N27 as in M27, Archer six.
    let mut table = Table::study(&[
        "turn 9 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place us-graham-inf rest N28",
        "place Archer line S27=6 S28=6",
        "place Brander K30 limbered N",
        "mark us-ward-inf attack launched level 2",
    ]);
    assert!(after(&BEFORE, &table, Union, "done", &[]).is_ok(), "revision 6 let it stand");
    assert_eq!(table.refused(Union, "done"), "22.6");
    let menu: Vec<String> = table.menu(Union).into_iter().filter(|line| line.starts_with("Ward to ")).collect();
    assert_eq!(menu, ["Ward to M29=5 M28=8 N27=8 ends N S"]);
    table.union(&menu[0], &[]);
    sound(&table);
    table.union("done", &[]);
    // Nobody is made to go away from all of them.
    let mut alone = Table::study(&[
        "turn 9 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place us-graham-inf rest N28",
        "place Brander K30 limbered N",
        "mark us-ward-inf attack launched level 2",
    ]);
    assert!(!alone.menu(Union).iter().any(|line| line.starts_with("Ward to ")));
    alone.union("done", &[]);
}

#[test]
fn s21_8_of_two_roads_as_near_a_battery_comes_back_by_the_one_that_its_side_chooses() {
    // The roads to Emmitsburg, at G1, and to Taneytown, at W1, are eight hexes from O1 each, and no other is as near.
    let start = || {
        let mut table = Table::start();
        table.umpire("clear");
        table.position.scenario = Scenario::ThreeDays;
        table.umpire("turn 43 confederate primary");
        table.position.units[unit("Crenshaw").index()].place = Place::Fled(hex("O1") as u16);
        table
    };
    let back = |road: &str| format!("Crenshaw march {road}");
    assert!(after(&BEFORE, &start(), Confederate, &back("G1"), &[]).is_ok());
    assert!(after(&BEFORE, &start(), Confederate, &back("W1"), &[]).is_err(), "revision 6 had the first of them alone");
    for road in ["G1", "W1"] {
        let mut table = start();
        assert!(table.menu(Confederate).contains(&back(road)), "{road}");
        table.confederate(&back(road), &[]);
        assert!(lies(&table, "Crenshaw").starts_with(&format!("{road}=")), "{road}");
    }
}

#[test]
fn s21_8_s19_4_1_who_stands_beside_an_enemy_out_of_range_moves_by_retreat_and_so_leaves_the_map_too() {
    // Each lies in a flank hex of Meredith, with its rear to the western edge.
    for (line, front, name) in
        [("Crenshaw A23 limbered SE", "NNE", "Crenshaw"), ("Archer line A22=8 E", "SSE", "Archer")]
    {
        let mut table = Table::study(&[
            &format!("place {line}"),
            &format!("place Meredith line B22=8 {front}"),
            "turn 3 confederate alone",
        ]);
        let at = table.position.place(unit(name)).expect("on the map");
        assert!(board(&table).beside_enemy(unit(name)) && !board(&table).in_enemy_range(Confederate, at), "{name}");
        if name == "Archer" {
            table.umpire("mark Archer level 6");
        }
        let leave = format!("{name} leave");
        assert!(after(&BEFORE, &table, Confederate, &leave, &[]).is_err(), "{name} stayed by revision 6");
        assert!(table.menu(Confederate).contains(&leave), "{name}");
        table.confederate(&leave, &[]);
        assert_eq!(table.position.unit(unit(name)).place, Place::Fled(at as u16), "{name}");
    }
    // Beside nobody and out of range there is no retreat.
    let mut far =
        Table::study(&["place Crenshaw A23 limbered SE", "place Meredith line C21=8 NNE", "turn 3 confederate alone"]);
    assert_eq!(far.refused(Confederate, "Crenshaw leave"), "21.8");
}

/// Cutler's line lies right behind Meredith's, beside Archer and retreating so.
fn before_friends(retreat: &str, turn: &str) -> Table {
    Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "place Cutler line H21=8 H22=8",
        turn,
        &format!("mark Meredith retreat {retreat}"),
    ])
}

#[test]
fn s17_1_5_s21_6_s21_7_who_must_go_on_retreating_does_so_through_friends() {
    let line = "Meredith back I21";
    for (retreat, section) in [("involuntary", "21.7"), ("voluntary level 4", "21.6")] {
        let mut table = before_friends(retreat, "turn 3 union alone");
        assert!(after(&BEFORE, &table, Union, "done", &[]).is_ok(), "revision 6 asked for one hex alone: {retreat}");
        assert_eq!(table.refused(Union, "done"), section, "{retreat}");
        assert!(table.menu(Union).contains(&line.to_owned()), "{retreat}");
        table.union(line, &[]);
        assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
        while retreat == "involuntary" && table.brigade("Meredith").spent() < 16 {
            let goes = |l: &String| l.starts_with("Meredith back") || l.starts_with("Meredith ahead");
            let next = table.menu(Union).into_iter().find(goes);
            table.union(&next.expect("a way back"), &[]);
        }
        table.union("done", &[]);
        sound(&table);
    }
    // Without a level it rolls first.
    let mut unled = before_friends("voluntary", "turn 3 union primary");
    assert!(after(&BEFORE, &unled, Union, "done", &[]).is_ok());
    assert_eq!(unled.refused(Union, "done"), "21.6");
    unled.union("alone Meredith", &[6]).union(line, &[]).union("done", &[]);
}
