//! What an eighteenth reading of §19.0 to §23.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, fired, hex, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Position, Segment};
use domain_core::referee::Side::{self, Confederate, Union};

/// Stone's two markers lie in woods beside Archer, who attacks and has nobody in range there (§20.4.2): they have exchanged fire in his turn.
fn in_woods() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH34=8 II35=5",
        "place Archer line HH35=8 SSE",
        "mark Archer attack launched",
        "turn 1 confederate assault",
    ]);
    fired(&mut table, "Archer", "HH35", "HH34");
    fired(&mut table, "Stone", "HH34", "HH35");
    table.umpire("turn 1 union alone").umpire("mark Stone level 6");
    assert!(["HH34", "II35"].iter().all(|at| !board(&table).in_enemy_range(Union, hex(at))));
    table
}

/// The position as the side's player turn is over, by some rules.
fn turn_over(mut table: Table, rules: &AdvancedGettysburg, side: Side) -> Table {
    while table.position.side == side {
        let acts = board(&table).acting();
        table.position = after(rules, &table, acts, "done", &[]).expect("nobody has to do anything");
    }
    table
}

#[test]
fn s21_3_s26_1_s27_1_who_goes_back_from_beside_an_enemy_out_of_his_range_has_retreated() {
    let line = "Stone to HH34=8 II34=5 ends SW NE";
    let went = |rules: &AdvancedGettysburg| {
        let position = after(rules, &in_woods(), Union, line, &[]).expect("it goes back");
        let table = Table { position, facts: Vec::new() };
        let position = after(rules, &table, Union, "done", &[]).expect("the end of the Movement Phase");
        Table { position, facts: Vec::new() }
    };
    let (then, now) = (went(&BEFORE), went(&RULES));
    assert_eq!(now.brigade("Stone").dp, 0, "no brigade has it in range (§21.7)");
    // The chart has nothing but a retreat from beside an enemy for who does not attack: the marker that stayed returns no fire, so that nobody has a target.
    assert!(then.position.segment == Segment::Targets && after(&BEFORE, &then, Union, "Stone return", &[]).is_ok());
    assert!(now.position.segment > Segment::Targets, "{:?}", now.position.segment);
    // Whoever assaults it next finds it two weaker (Combat Assault Table, note).
    let (then, now) = (turn_over(then, &BEFORE, Union), turn_over(now, &RULES, Union));
    assert!(!then.brigade("Stone").fell_back && now.brigade("Stone").fell_back);
    sound(&now);
    // It is told to go ahead or back, which are one out of range.
    let table = in_woods();
    assert!(table.menu(Union).iter().any(|line| line.starts_with("Stone ahead")), "{:?}", table.menu(Union));
}

/// Calef's battery lies in two hexes, with two cannon in HH39, which Archer has in range.
fn half_in_range() -> Table {
    Table::study(&["place Calef HH40 limbered N HH39 2", "place Archer line HH37=8 NNE", "turn 1 union alone"])
}

#[test]
fn s17_2_11_s21_1_a_battery_of_which_some_cannon_lie_in_enemy_range_moves_by_retreat() {
    let mut table = half_in_range();
    assert!(board(&table).in_enemy_range(Union, hex("HH39")) && !board(&table).in_enemy_range(Union, hex("HH40")));
    let spent = |position: &Position| position.battery(unit("Calef")).map(|guns| guns.spent);
    let (goes, unlimbers) = ("Calef march HH41", "Calef unlimber NNE");
    assert!(after(&BEFORE, &table, Union, goes, &[]).is_ok(), "by revision 7 it went on out of range");
    assert_eq!(table.refused(Union, goes), "21.0");
    // Horse artillery unlimbers for nothing, in enemy range for a point.
    assert_eq!(after(&BEFORE, &table, Union, unlimbers, &[]).ok().and_then(|p| spent(&p)), Some(0));
    assert_eq!(after(&RULES, &table, Union, unlimbers, &[]).ok().and_then(|p| spent(&p)), Some(2));
    let menu = table.menu(Union);
    let back = |line: &&String| line.starts_with("Calef march");
    assert!(menu.iter().filter(back).all(|line| line.starts_with("Calef march HH39")), "{menu:?}");
    // It goes back to its other cannon, which were in that range before (§22.2).
    assert!(after(&BEFORE, &table, Union, "Calef back HH39", &[]).is_err());
    table.union("Calef back HH39", &[]);
    assert_eq!((lies(&table, "Calef"), spent(&table.position)), ("HH39=6".to_owned(), Some(3)));
    sound(&table);
}

#[test]
fn s17_2_11_s18_3_a_battery_of_which_some_cannon_lie_beside_an_enemy_does_not_unlimber() {
    let mut table = half_in_range();
    table.umpire("place Archer line HH38=8 SSW").umpire("turn 1 union alone");
    assert!(!board(&table).in_enemy_range(Union, hex("HH39")));
    assert!(after(&BEFORE, &table, Union, "Calef unlimber NNE", &[]).is_ok());
    assert_eq!(table.refused(Union, "Calef unlimber NNE"), "18.0");
    assert_eq!(table.refused(Union, "Calef march HH41"), "21.0");
    sound(&table);
}

#[test]
fn s11_7_s23_4_s34_3_3_markers_that_come_on_in_line_are_straight_ones_and_show_no_flank() {
    let line = "Davis enter A38=8 A37=8 A36=2 ends N S";
    let under = |guns: &[&str]| {
        let mut table = Table::study(&["turn 3 confederate primary"]);
        guns.iter().for_each(|line| {
            table.umpire(&format!("place {line}"));
        });
        table
    };
    // Whoever comes on first shows its other flank to guns at one end or at the other, which as a line it does not.
    let (north, south) = ("Calef C40 unlimbered W", "Stewart D32 unlimbered W");
    let mut table = under(&[north, south]);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok());
    assert_eq!(table.refused(Confederate, line), "22.0");
    for guns in [north, south] {
        let mut table = under(&[guns]);
        assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok());
        table.confederate(line, &[]);
        sound(&table);
    }
}

#[test]
fn s20_3_5_s24_4_3e_points_that_stand_in_a_flank_hex_hide_who_steps_after_them() {
    let mut table = Table::study(&[
        "place Stone line HH37=8 NNW",
        "place Cutler line HH39=4 E",
        "place Archer line GG39=8 NNE",
        "place Davis line II40=8 W",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("done", &[]);
    // Cutler's four points leave their hex and would show Archer a flank there.
    let line = "HH39 flank II39 4 at II40";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err());
    assert_eq!(table.refused(Union, line), "24.4");
    table.union("HH37 flank HH38 4 at GG39", &[]);
    // Stone's stand before it now, along the hexside that he looks over.
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "by revision 7 they hid nobody");
    assert!(table.menu(Union).iter().any(|line| line.starts_with("HH39 flank II39 4")), "{:?}", table.menu(Union));
    table.union(line, &[]);
    sound(&table);
}

#[test]
fn s6_2_7_s19_4_1_a_marker_that_may_not_turn_changes_its_type_about_its_front_in_one_order() {
    // Re-entrant, in Archer's range: as a straight marker it looks to the north-west or the north-east.
    let start = || {
        Table::study(&[
            "place Stone line HH38=8 ends NW NE",
            "place Archer line HH40=8 SSE",
            "turn 1 union alone",
            "mark Stone level 6",
        ])
    };
    let mut table = start();
    assert!(board(&table).in_enemy_range(Union, hex("HH38")));
    // The north-west it keeps, bent forward to the south; in two orders it did so before, straight between them.
    let line = "Stone ends S NE";
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err());
    let straight = Table {
        position: after(&BEFORE, &table, Union, "Stone ends SW NE", &[]).expect("a hexside"),
        facts: Vec::new(),
    };
    let in_two = after(&BEFORE, &straight, Union, line, &[]).expect("another one");
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union(line, &[]);
    assert_eq!(table.position, in_two);
    assert_eq!(start().refused(Union, "Stone ends SE NE"), "21.0", "it turns no farther");
    sound(&table);
}

#[test]
fn s20_3_5_s21_8_s22_3_who_leaves_the_map_comes_into_no_range_that_it_hid_itself() {
    // Archer's left marker, in a flank hex of Meredith, goes over A20, which it hides from him: guns stand beside the other hexes behind it.
    let mut table = Table::study(&[
        "place Archer line B19=4 A19=4",
        "place Meredith line C20=8 NNW",
        "place Calef A18 limbered SE",
        "turn 3 confederate alone",
    ]);
    table.umpire("mark Archer level 6");
    assert!(["A19", "A20", "B19"].iter().all(|at| !board(&table).in_enemy_range(Confederate, hex(at))));
    assert!(after(&BEFORE, &table, Confederate, "Archer leave", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Archer leave"), "21.8");
    assert!(!table.menu(Confederate).contains(&"Archer leave".to_owned()));
    // Where he does not look there it leaves.
    table.umpire("place Meredith line C20=8 E").umpire("turn 3 confederate alone").umpire("mark Archer level 6");
    table.confederate("Archer leave", &[]);
    sound(&table);
    // Nor does an attack column, whose head hides its tail from him.
    let mut table = Table::study(&["place Hampton charge SE B19=3 B19=3 A20=3 A20=3", "place Meredith line C20=8 NNW"]);
    table.position.options.charge = true;
    table.umpire("turn 3 confederate alone").umpire("mark Hampton level 6");
    assert!(after(&BEFORE, &table, Confederate, "Hampton leave", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Hampton leave"), "21.8");
}
