//! What revision 6 mended of §29.0 to §37.0 and the optional rules, and that revision 5 ruled it otherwise and is judged so.

use crate::fire_kit::brigade;
use crate::shared::table::terms;
use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, fired, fired_with, hex, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Formation, Pending, Position};
use domain_core::board::{Axis, Facing};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// Whether a brigade is asked to advance, and must.
fn must_advance(at: &Position, name: &str) -> bool {
    matches!(&at.pending, Some(Pending::Advance { unit: by, must: true, .. }) if *by == unit(name))
}

/// Archer has carried his assault on Meredith and stands before Cutler's line; Davis has carried his on Cutler, who goes back.
fn both_carried() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Davis line F24=8 F23=8",
        "place Meredith line G21=8 G22=8",
        "place Cutler line G23=8 G24=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
        "mark Davis attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    fired(&mut table, "Davis", "F24", "G24");
    fired(&mut table, "Cutler", "G24", "F24");
    table.confederate("Archer.1 assault G22", &[2, 1]).union("Meredith back NE SE", &[]);
    assert!(table.position.pending.is_none(), "Cutler's line stands before Archer's front (§31.1a)");
    assert_eq!(table.refused(Confederate, "Archer advance G22"), "31.0");
    table.confederate("Davis.1 assault G24", &[1, 1]).union("Cutler back NE SE", &[]);
    table
}

#[test]
fn s31_2_s31_3_who_carried_an_assault_has_its_free_hex_when_another_one_clears_its_front() {
    let mut table = both_carried();
    assert!(must_advance(&table.position, "Davis"));
    // Revision 5 had Archer pay for what he could not enter at once.
    let then = after(&BEFORE, &table, Confederate, "Davis advance G24", &[]).expect("his free hex");
    assert!(then.pending.is_none());
    let paid = Table { position: then, facts: Vec::new() };
    let paid = after(&BEFORE, &paid, Confederate, "Archer advance G22", &[]).expect("an advance for points");
    assert_eq!(paid.brigade(unit("Archer")).map(|b| b.spent()), Some(4));
    table.confederate("Davis advance G24", &[]);
    assert!(must_advance(&table.position, "Archer"));
    assert_eq!(table.refused(Confederate, "done"), "5.0");
    table.confederate("Archer advance G22", &[]);
    assert_eq!((lies(&table, "Archer").as_str(), brigade(&table, "Archer").spent()), ("G22=8 G21=4", 0));
    assert!(table.position.following.is_empty() && table.position.pending.is_none());
    sound(&table);
}

#[test]
fn s31_3_who_carried_an_assault_and_has_no_points_left_follows_all_the_same() {
    let mut table = both_carried();
    table.umpire("mark Archer level 0");
    table.confederate("Davis advance G24", &[]).confederate("Archer advance G22", &[]);
    assert_eq!(lies(&table, "Archer"), "G22=8 G21=4");
    // Who did not carry one pays, and cannot (§31.4).
    let mut other = both_carried();
    other.position.following.clear();
    other.umpire("mark Archer level 0").confederate("Davis advance G24", &[]);
    assert!(other.position.pending.is_none());
    assert_eq!(other.refused(Confederate, "Archer advance G22"), "31.0");
}

/// Hampton charging in F24, at whom Meredith fired before he left F25.
fn charged() -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N F24=3 F24=3",
        "place Meredith line F25=8 SSE",
        "turn 3 confederate assault",
        "mark Hampton attack launched level 12",
    ] {
        table.umpire(line);
    }
    fired_with(&mut table, "Meredith", "F25", "F24", 8);
    table.umpire("wait Meredith");
    table.position.vacated = vec![hex("F25") as u16];
    table
}

#[test]
fn s17_1_5_s31_0_an_attack_column_advances_into_no_hex_where_a_friend_stands() {
    let mut table = charged();
    table.umpire("place Archer line F25=2 NNE");
    let then = after(&BEFORE, &table, Confederate, "Hampton advance F25", &[]).expect("revision 5 let him");
    assert_eq!(then.place(unit("Hampton")), then.place(unit("Archer")));
    assert_eq!(table.refused(Confederate, "Hampton advance F25"), "31.0");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Hampton advance")), "{:?}", table.menu(Confederate));
    table.umpire("wait Archer").confederate("Hampton advance F25", &[]);
    assert_eq!(lies(&table, "Hampton"), "F25=3 F25=3");
    sound(&table);
}

#[test]
fn s19_4_2_s31_0_an_attack_column_looks_whither_its_head_advanced() {
    let mut table = charged();
    table.umpire("place Hampton charge N F24=3 F24=3 F23=3");
    table.position.vacated = vec![hex("G25") as u16];
    let looks = |at: &Position| match at.brigade(unit("Hampton")).map(|b| b.formation) {
        Some(Formation::Charge { facing }) => facing.name(Axis::FlatColumns),
        _ => "nowhere",
    };
    let then = after(&BEFORE, &table, Confederate, "Hampton advance G25", &[]).expect("an advance");
    assert_eq!(looks(&then), "N", "past the marker behind it");
    table.confederate("Hampton advance G25", &[]);
    assert_eq!((lies(&table, "Hampton").as_str(), looks(&table.position)), ("G25=3 G25=3 F24=3", "NE"));
    sound(&table);
}

/// The opening of a turn of the Union on the first afternoon, with fire before it.
fn writing(turn: u8) -> Table {
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(&[]) };
    let mut table = Table { position: RULES.open(&terms).expect("all days"), facts: Vec::new() };
    table.umpire("clear").umpire(&format!("turn {turn} union opening"));
    table.position.first_fire = Some(5);
    table
}

const GUNS: &str = "us-muhlenberg-atwell-bty";

#[test]
fn s34_21_2_r77_a_battery_is_hastened_with_a_brigade_that_comes_by_its_road() {
    let mut table = writing(21);
    table.union("road Candy Taneytown", &[]);
    let line = format!("hasten Candy, {GUNS} 15:00");
    assert!(after(&BEFORE, &table, Union, &line, &[]).is_ok(), "by the Baltimore Pike the guns came alone");
    assert_eq!(table.refused(Union, &line), "34.2");
    table.union(&format!("hasten Candy, Cobham, {GUNS} 15:00"), &[]);
}

#[test]
fn s34_21_2_r77_no_other_road_leaves_a_hastened_battery_alone() {
    let mut table = writing(21);
    table.union(&format!("hasten Candy, {GUNS} 15:00"), &[]);
    for name in ["Candy", GUNS] {
        let line = format!("road {name} Taneytown");
        assert!(after(&BEFORE, &table, Union, &line, &[]).is_ok(), "{line}");
        assert_eq!(table.refused(Union, &line), "34.2", "{line}");
    }
    table.union(&format!("road Candy, {GUNS} Taneytown"), &[]);
    // Whose hour is that of the card comes by what road it likes.
    let mut late = writing(21);
    late.union(&format!("road {GUNS} Taneytown"), &[]);
    // Another brigade of its hour and road stays with it.
    let mut more = writing(21);
    more.union(&format!("hasten Candy, Cobham, {GUNS} 15:00"), &[]).union("road Candy Taneytown", &[]);
    assert_eq!(more.refused(Union, "road Cobham Taneytown"), "34.2");
}

#[test]
fn s0_12_effect_4_s17_2_11_of_a_battery_in_two_hexes_the_cannon_in_the_works_count() {
    // Eight unlimbered cannon in works that look to the north, and three of six limbered ones whose others lie behind.
    let with = |guns: &str| {
        let mut table = Table::with(&["breastworks"]);
        table.umpire("clear");
        for line in [
            "place Gamble rest HH44",
            "place Archer line HH38=8 NNE",
            "works HH43 NW SE",
            "place Calef HH43 unlimbered NNE",
            "place us-mcintosh-rank-bty HH43 unlimbered NNE",
            guns,
            "turn 1 union artillery",
        ] {
            table.umpire(line);
        }
        table
    };
    let mut table = with("place Stewart HH44 limbered N HH43 3");
    assert!(after(&BEFORE, &table, Union, "Calef 6R at HH38", &[]).is_err(), "fourteen were counted");
    table.union("Calef 6R at HH38", &[]);
    assert_eq!(with("place Stewart HH43 limbered N HH44 1").refused(Union, "Calef 6R at HH38"), "29.0", "thirteen");
}

#[test]
fn s19_4_1_s21_2_s31_0_a_marker_that_stays_as_others_advance_does_not_turn_by_bending_twice() {
    let mut table = Table::study(&[
        "place Archer line F23=8 F22=8 F21=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.position.vacated = vec![hex("G22") as u16];
    // The right flank marker stays and looks to the south-east by its bend, as a straight one to the east as before.
    table.confederate("Archer advance to G23 G22 F21", &[]);
    let east = Facing::read("E", Axis::FlatColumns).expect("a corner");
    assert_eq!(brigade(&table, "Archer").stands, [(hex("F21") as u16, east)]);
    let turned = "Archer advance to H22 G22 F21 ends N SW";
    assert!(after(&BEFORE, &table, Confederate, turned, &[]).is_ok(), "it looked to the south-south-east then");
    assert_eq!(table.refused(Confederate, turned), "31.0");
    table.confederate("Archer advance to H22 G22 F21", &[]);
    assert_eq!(brigade(&table, "Archer").stands, [(hex("F21") as u16, east)], "and is still known");
    sound(&table);
}

#[test]
fn s21_2_s31_5_a_line_turns_as_it_advances_into_hexes_that_who_is_routed_leaves() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[2, 1]).union("Meredith back NE SE", &[]);
    table.confederate("Archer advance G22", &[]);
    table.umpire("mark Meredith dp 0").umpire("place Meredith line H21=8 H22=8");
    let line = "Archer advance to H22 H21 ends NE SW";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "it could go there without a turn alone");
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Archer"), "G22=8 G21=4", "its owner says whither Meredith goes first");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Meredith back")).expect("a way");
    table.union(&way, &[]);
    assert_eq!((lies(&table, "Archer").as_str(), brigade(&table, "Meredith").dp), ("H22=8 H21=4", 10));
    let ends = brigade(&table, "Archer").formation;
    assert!(matches!(ends, Formation::Line { left, right } if (left.index(), right.index()) == (2, 8)), "{ends:?}");
    sound(&table);
}
