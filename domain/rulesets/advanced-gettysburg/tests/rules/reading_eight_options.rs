//! What an eighth reading found of arrivals, of hidden movement, and of what earlier mends of revision 6 left open.

use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, fired, hex, lies, unit};
use advanced_gettysburg::{Fact, Place, Position, Retreat, Scenario};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{self, Confederate, Union};

/// The same to be played on.
fn went(table: &Table, side: Side, line: &str) -> Table {
    Table { position: after(&BEFORE, table, side, line, &[]).expect("revision 5 let it"), facts: Vec::new() }
}

fn worn(position: &Position, name: &str) -> u16 {
    position.brigade(unit(name)).expect("a brigade").dp
}

/// A position of three days.
fn days(lines: &[&str]) -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    for line in lines {
        table.umpire(line);
    }
    table
}

/// The Confederates' second Movement Phase, with the head of Pettigrew's column on the map.
fn half_on() -> Table {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Pettigrew march A39", &[]);
    table.umpire("turn 2 confederate primary");
    table
}

#[test]
fn s34_1_6_s34_1_7_who_completes_its_entry_has_one_level_with_those_behind_it() {
    let mut table = half_on();
    table.confederate("Pettigrew march F37", &[]);
    assert_eq!(table.spent("Pettigrew"), "5 5 4 3");
    let on = "Pettigrew march F36-G36-H36";
    let old = went(&went(&table, Confederate, on), Confederate, "Archer march A39-B38");
    assert_eq!((worn(&old.position, "Pettigrew"), worn(&old.position, "Archer")), (10, 0), "two levels");
    table.confederate(on, &[]).confederate("Archer march A39-B38", &[]);
    assert_eq!((worn(&table.position, "Pettigrew"), worn(&table.position, "Archer")), (10, 10), "eight points");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_7_nobody_uses_a_dearer_level_than_who_completes_its_entry() {
    let mut table = half_on();
    table.confederate("Pettigrew march F37", &[]).confederate("Archer march A39-B38", &[]);
    let dear = "Archer march B37-B36-B35";
    assert_eq!(worn(&after(&BEFORE, &table, Confederate, dear, &[]).expect("six points and a half"), "Archer"), 5);
    assert_eq!(table.refused(Confederate, dear), "13.0");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Archer march") && l.ends_with("B35")));
    // Six points cost nothing, behind five as behind six.
    table.confederate("Archer march B37-B36", &[]);
    assert_eq!((worn(&table.position, "Pettigrew"), worn(&table.position, "Archer")), (0, 0));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_6_behind_a_battery_that_goes_on_in_a_second_order_there_is_as_much_room_as_behind_one() {
    let mut table = Table::start();
    table.confederate("done", &[]);
    let (first, on, behind) = ("Crenshaw march A39-B38", "Crenshaw march C38-D37-E38-F37", "Marye march A39-B38-C38");
    let old = went(&went(&table, Confederate, first), Confederate, on);
    assert!(after(&BEFORE, &old, Confederate, behind, &[]).is_err(), "a point, behind six");
    table.confederate(first, &[]).confederate(on, &[]).confederate(behind, &[]);
    assert_eq!((lies(&table, "Crenshaw"), lies(&table, "Marye")), ("F37=4".to_owned(), "C38=4".to_owned()));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s34_1_7_no_foot_come_on_behind_horse_at_a_level_that_foot_have_not() {
    // Jenkins is due in turn 24; Early's division waits on the same road since turn 20.
    let (road, foot) = ("cs-jenkins-a-g-cav march AA45-AA44-AA43-Z42-Z41-Y41-Y40-X39-X38-W38", "cs-hays-inf");
    let march = "cs-hays-inf march AA45-AA44";
    let mut table = days(&["turn 24 confederate primary"]);
    table.confederate(&format!("{road}-W37"), &[]);
    let then = after(&BEFORE, &table, Confederate, march, &[]).expect("revision 5 let it, for nothing");
    assert_eq!(worn(&then, foot), 0, "beside eleven points");
    assert_eq!(table.refused(Confederate, march), "34.1");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Hays march")));
    // Ten are the most of both.
    let mut ten = days(&["turn 24 confederate primary"]);
    ten.confederate(road, &[]).confederate(march, &[]);
    assert_eq!(worn(&ten.position, foot), 30);
}

#[test]
fn order_of_appearance_the_vi_corps_keeps_its_hex_while_a_brigade_goes_on_coming() {
    let mut table = days(&["clear", "turn 95 union primary"]);
    table.union("us-torbert-inf march OO11-NN11-NN12-MM13-LL13", &[]).union("us-bartlett-inf march OO11", &[]);
    let close = "us-bartlett-inf march NN11";
    assert!(after(&BEFORE, &table, Union, close, &[]).is_ok());
    assert_eq!(table.refused(Union, close), "34.1");
    assert!(!table.menu(Union).iter().any(|l| l.starts_with("Bartlett march") && l.ends_with("NN11")));
    // In the next turn as well, until there is room.
    table.umpire("turn 96 union primary");
    assert_eq!(table.refused(Union, close), "34.1");
    table.union("us-torbert-inf march KK14", &[]).union(close, &[]);
    assert_eq!(table.position.place(unit("us-bartlett-inf")), Some(hex("NN11")));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s0_1_10_who_has_gone_away_from_a_hidden_enemy_comes_upon_him_as_he_comes_back() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]).umpire("clear");
    // HH36 and HH35 lie two hexes from Meredith, GG36 between them three.
    for line in [
        "place Archer column N HH36",
        "place Meredith line JJ36=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
        "unseen Meredith",
    ] {
        table.umpire(line);
    }
    let way = "Archer march GG36-HH35";
    let then = after(&BEFORE, &table, Confederate, way, &[]).expect("revision 5 looked at where it set out");
    assert_eq!(then.place(unit("Archer")), Some(hex("HH35")));
    table.confederate(way, &[6]);
    let fire = table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some(v) } else { None }).expect("fire");
    assert_eq!((fire.by, fire.target), (Union, unit("Archer")));
    assert!(table.facts.iter().any(|f| matches!(f, Fact::FellBack { how: Retreat::Involuntary, .. })));
}

#[test]
fn s23_4_s17_1_8_no_way_back_over_a_commander_that_exposes_a_flank_is_open_for_another_that_does_not() {
    // To the south-east first Meredith's left marker comes to H20, where Heth is: its flanks lie open there to Davis, or turned to Archer.
    let way = "Meredith back SE NE";
    let place = |davis: &str| {
        let mut table = Table::study(&[
            "place Archer line F22=8 F21=4",
            "place Meredith line G21=8 G22=8",
            "place cs-heth-cmd H20",
            davis,
            "turn 3 confederate withdrawal",
            "mark Archer attack launched level 6",
        ]);
        fired(&mut table, "Archer", "F22", "G22");
        fired(&mut table, "Meredith", "G22", "F22");
        table
    };
    let mut table = place("place Davis line H18=8 NNE");
    assert_eq!(table.refused(Union, way), "30.0");
    let menu = table.menu(Union);
    assert!(!menu.contains(&way.to_owned()) && menu.contains(&"Meredith back NE SE".to_owned()), "{menu:?}");
    table.union("Meredith back NE SE", &[]);
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // Looking elsewhere he sees nobody there.
    let mut aside = place("place Davis line H18=8 SSE");
    aside.union(way, &[]);
    assert_eq!(aside.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
}
