//! What an eighteenth reading of §34.0 to §37.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, days, hex, lies, sound, unit};
use advanced_gettysburg::Place;
use domain_core::referee::Side::{self, Confederate, Union};

const HART: &str = "cs-beckham-hart-bty";
const MILLER: &str = "cs-eshleman-miller-bty";

/// The same to be played on, after several lines.
fn went(table: &Table, side: Side, lines: &[&str]) -> Table {
    let mut then = Table { position: table.position.clone(), facts: Vec::new() };
    for line in lines {
        then.position = after(&BEFORE, &then, side, line, &[]).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    then
}

fn worn(table: &Table, name: &str) -> u16 {
    table.brigade(name).dp
}

/// A night of all three days, in which a counter may come back where it left the map.
fn fled(name: &str, at: &str, turn: &str) -> Table {
    let mut table = days(&[turn]);
    table.position.units[unit(name).index()].place = Place::Fled(hex(at) as u16);
    table
}

#[test]
fn s21_8_s34_1_7_who_comes_back_has_no_level_with_reinforcements_of_its_road() {
    // McLaws's brigades are due at midnight by the Cashtown Pike.
    let (back, behind) = ("Archer march H36", "Kershaw march C38");
    let mut table = fled("Archer", "A39", "turn 52 confederate primary");
    assert_eq!(worn(&went(&table, Confederate, &[back, behind]), "Kershaw"), 10, "the price of Archer's eight points");
    let mut other = Table { position: table.position.clone(), facts: Vec::new() };
    table.confederate(back, &[]);
    assert_eq!((table.spent("Archer").as_str(), worn(&table, "Archer")), ("8 7", 10));
    table.confederate(behind, &[]);
    assert_eq!((lies(&table, "Kershaw").as_str(), worn(&table, "Kershaw")), ("C38=8 B38=8 A39=4", 0));
    sound(&table);
    // Nor has it the level of those before it.
    let lines = ["Kershaw march H36", "Archer march B38"];
    assert_eq!(worn(&went(&other, Confederate, &lines), "Archer"), 10);
    for line in lines {
        other.confederate(line, &[]);
    }
    assert_eq!((lies(&other, "Archer").as_str(), worn(&other, "Archer")), ("B38=8 A39=4", 0));
    assert_eq!(worn(&other, "Kershaw"), 10);
    sound(&other);
}

#[test]
fn s21_8_s34_1_7_who_came_before_and_completes_its_return_has_no_level_with_reinforcements() {
    let mut table = fled("Archer", "A39", "turn 51 confederate primary");
    table.position.brigade_mut(unit("Archer")).expect("a brigade").came = Some(1);
    let (on, behind) = ("Archer march H36", "Kershaw march C38");
    let midnight = |table: &mut Table| {
        table.umpire("turn 52 confederate opening").confederate("primary Archer", &[]);
    };
    let mut old = went(&table, Confederate, &["Archer march A39"]);
    midnight(&mut old);
    assert_eq!(worn(&went(&old, Confederate, &[on, behind]), "Kershaw"), 5, "revision 7 took it for an entry");
    table.confederate("Archer march A39", &[]);
    midnight(&mut table);
    table.confederate(on, &[]).confederate(behind, &[]);
    assert_eq!((table.spent("Archer").as_str(), worn(&table, "Archer"), worn(&table, "Kershaw")), ("7 7", 5, 0));
    sound(&table);
}

#[test]
fn s21_8_s34_1_7_artillery_minds_no_horse_artillery_that_came_back_by_their_road() {
    let (back, on, behind) =
        (format!("{HART} march F37"), format!("{HART} march G37-H36"), format!("{MILLER} march A39"));
    let mut table = fled(HART, "A39", "turn 116 confederate primary");
    let old = went(&table, Confederate, &[&back, &on]);
    assert!(after(&BEFORE, &old, Confederate, &behind, &[]).is_err(), "revision 7 gave it the level of Hart");
    table.confederate(&back, &[]).confederate(&on, &[]).confederate(&behind, &[]);
    assert_eq!((lies(&table, HART).as_str(), lies(&table, MILLER).as_str()), ("H36=3", "A39=3"));
    sound(&table);
    // Behind it there is as much room as behind any battery.
    let mut close = fled(HART, "A39", "turn 116 confederate primary");
    close.confederate(&format!("{HART} march B38"), &[]);
    assert_eq!(close.refused(Confederate, &format!("{MILLER} march A39-B38")), "34.1");
}

#[test]
fn s21_8_order_of_appearance_a_brigade_of_the_vi_corps_that_comes_back_keeps_no_gap() {
    let line = "us-shaler-inf march OO11";
    let mut table = fled("us-shaler-inf", "OO11", "place us-grant-inf column SW LL10 MM11 NN11");
    table.umpire("turn 116 union primary");
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "revision 7 took it for one of those that enter");
    table.union(line, &[]);
    assert!(lies(&table, "us-shaler-inf").starts_with("OO11=8"));
    sound(&table);
}

#[test]
fn s35_1_s35_2_a_hex_beside_the_enemy_is_no_way_out_at_night() {
    // Meredith at rest stands beside Lang: in E23 and G23 it would stand beside him yet. All other steps lead nearer to a commander three hexes off.
    let table = |commanders: &[&str]| {
        let mut table = days(&["place Lang line F22=8 E", "place Meredith rest F23"]);
        for line in commanders {
            table.umpire(line);
        }
        table.umpire("turn 50 confederate alone").umpire("mark Lang level 6");
        table
    };
    let mut shut = table(&["place Reynolds I21", "place Buford C21", "place Howard F19"]);
    let step = |table: &Table, to: &str| board(table).check_night(Confederate, hex("F22"), hex(to)).is_ok();
    let line = "Lang ahead F21";
    assert!(after(&BEFORE, &shut, Confederate, line, &[]).is_err(), "by revision 7 it stood there till morning");
    assert!(step(&shut, "F21") && step(&shut, "G22") && step(&shut, "E22"));
    assert!(!step(&shut, "F23"));
    assert!(shut.menu(Confederate).contains(&line.to_owned()), "{:?}", shut.menu(Confederate));
    shut.confederate(line, &[]);
    assert_eq!(lies(&shut, "Lang"), "F21=8");
    sound(&shut);
    // Where another way is open nobody goes nearer to anybody.
    let open = table(&["place Buford C21", "place Howard F19"]);
    assert!(step(&open, "G22") && !step(&open, "F21") && !step(&open, "E22"));
}

#[test]
fn s21_6_s35_1_nobody_rolls_for_a_retreat_that_the_night_forbids() {
    // Lang's rear hexes, F21 and E22, are nearer to a commander each, as near as F22 is to Meredith: they lead away from nobody.
    let table = |turn: u8| {
        let mut table = days(&["place Lang line F22=8 NNE", "place Meredith line F23=8 SSE"]);
        table.umpire("place Howard F20").umpire("place Buford D22").umpire("mark Lang retreat voluntary");
        table.umpire(&format!("turn {turn} confederate primary"));
        table
    };
    let mut night = table(50);
    assert!(board(&night).in_brigade_range(Confederate, hex("F22")));
    assert!(
        after(&BEFORE, &night, Confederate, "done", &[]).is_err(),
        "by revision 7 he rolled first, and stayed then"
    );
    assert!(night.menu(Confederate).contains(&"done".to_owned()));
    night.confederate("done", &[]);
    assert_eq!((night.position.side, lies(&night, "Lang").as_str()), (Union, "F22=8"));
    // By day he goes back.
    let mut day = table(5);
    assert_eq!(day.refused(Confederate, "done"), "21.6");
    day.confederate("alone Lang", &[6]).confederate("Lang back F21", &[]);
    assert_eq!(lies(&day, "Lang"), "F21=8");
    // Nor does he pass the night turn otherwise than by that.
    let mut opening = table(50);
    opening.umpire("turn 50 confederate opening").confederate("pass", &[]);
    sound(&opening);
}

#[test]
fn s17_2_11_s21_8_s35_1_the_counter_of_a_battery_in_two_hexes_leaves_the_map_by_no_hex_that_it_may_not_enter() {
    // Its counter lies in B21, its rear to the western edge in A22.
    let line = "Crenshaw leave";
    let table = |turn: u8, more: &[&str]| {
        let mut table = days(&["place Crenshaw B21 limbered SE A22 1", "place Meredith line B20=8 NNW"]);
        for line in more {
            table.umpire(line);
        }
        table.umpire(&format!("turn {turn} confederate alone"));
        table
    };
    // A22 lies beside A23, as near as B21 lies to Meredith, and B21 does not.
    for (turn, enemy, section) in [(50, "place Reynolds A23", "35.0"), (5, "place Cutler rest A23", "22.0")] {
        let mut near = table(turn, &[enemy]);
        assert!(after(&BEFORE, &near, Confederate, line, &[]).is_ok(), "{enemy}: revision 7 did not ask it");
        assert_eq!(near.refused(Confederate, line), section, "{enemy}");
        assert!(!near.menu(Confederate).contains(&line.to_owned()), "{enemy}");
    }
    for mut free in [table(50, &[]), table(5, &["place Reynolds A25"])] {
        free.confederate(line, &[]);
        assert_eq!(free.position.unit(unit("Crenshaw")).place, Place::Fled(hex("A22") as u16));
        sound(&free);
    }
}

#[test]
fn s11_4_s21_8_a_battery_comes_back_in_no_move_in_which_it_left_the_map() {
    // Beside Meredith, with its rear to the western edge, three hexes off the Hagerstown Road.
    let mut table =
        days(&["place Crenshaw A23 limbered SE", "place Meredith line B22=8 NNE", "turn 50 confederate alone"]);
    let line = "Crenshaw march A26";
    table.confederate("Crenshaw leave", &[]);
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("by revision 7 it skipped A24 and A25");
    assert_eq!(then.place(unit("Crenshaw")), Some(hex("A26")));
    assert!(table.attempt(Confederate, line, &[]).is_err());
    assert!(!table.menu(Confederate).iter().any(|line| line.starts_with("Crenshaw march")));
    table.umpire("turn 51 confederate alone").confederate(line, &[]);
    assert_eq!(table.position.place(unit("Crenshaw")), Some(hex("A26")));
    sound(&table);
}

/// Turn 72 of three days, in which Benning, due in turn 64, may come on in line or beside his road, and a battery has come on by that.
fn behind_guns(battery: &str) -> Table {
    let mut table = days(&["turn 72 confederate primary"]);
    table.confederate(&format!("{battery} march A39"), &[]);
    table
}

#[test]
fn s33_0_2_s34_1_7_a_line_that_comes_on_with_artillery_has_its_level() {
    let (enter, six, eight) =
        ("Benning enter A38=8 A37=8 A36=1 ends N S", "Benning ahead NE NE", "Benning ahead NE NE NE");
    let mut table = behind_guns(MILLER);
    table.confederate(enter, &[]);
    assert!(
        after(&BEFORE, &table, Confederate, eight, &[]).is_ok(),
        "artillery has no level of eight but in column with a brigade"
    );
    assert_eq!(table.refused(Confederate, eight), "13.0");
    table.confederate(six, &[]);
    assert_eq!((table.spent("Benning").as_str(), worn(&table, "Benning")), ("6 6 6", 0));
    sound(&table);
    // Horse artillery has it.
    let mut horse = behind_guns(HART);
    horse.confederate(enter, &[]).confederate(eight, &[]);
    assert_eq!(worn(&horse, "Benning"), 10);
    // The other way round the battery waits.
    let mut late = days(&["turn 72 confederate primary"]);
    late.confederate(enter, &[]).confederate(eight, &[]);
    let behind = format!("{MILLER} march A39");
    assert!(after(&BEFORE, &late, Confederate, &behind, &[]).is_ok());
    assert_eq!(late.refused(Confederate, &behind), "34.1");
    assert!(!late.menu(Confederate).iter().any(|line| line.contains("Miller march")));
    late.confederate(&format!("{HART} march A39"), &[]);
    sound(&late);
}

#[test]
fn s33_0_2_s34_1_7_s34_3_5_a_column_that_comes_on_beside_the_road_of_artillery_has_its_level() {
    let (six, eight) = ("Benning march A37-B36-C36-D35", "Benning march A37-B36-C36-D35-E36");
    let mut table = behind_guns(MILLER);
    assert!(after(&BEFORE, &table, Confederate, eight, &[]).is_ok(), "seven points and a half");
    assert_eq!(table.refused(Confederate, eight), "13.0");
    table.confederate(six, &[]);
    assert_eq!(table.spent("Benning"), "6 4.5 3");
    assert_eq!(table.refused(Confederate, "Benning march E36"), "13.0");
    sound(&table);
    behind_guns(HART).confederate(eight, &[]);
    // With a brigade in column on that road they are in column, whatever its level.
    let mut column = days(&["turn 72 confederate primary"]);
    column.confederate("cs-anderson-g-t-inf march H36", &[]).confederate(&format!("{MILLER} march A39"), &[]);
    column.confederate(eight, &[]);
    sound(&column);
}
