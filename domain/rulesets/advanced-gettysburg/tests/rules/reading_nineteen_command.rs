//! What a nineteenth reading of §14.0 to §18.0 and of §34.0 to §37.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::shared::table::terms;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, days, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Position};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

const MILLER: &str = "cs-eshleman-miller-bty";
const SQUIRES: &str = "cs-eshleman-squires-bty";

/// A brigade is a reinforcement that came in the first turn for two points.
fn arrived(table: &mut Table, name: &str, lined: bool) {
    let brigade = table.position.brigade_mut(unit(name)).expect("a brigade");
    (brigade.exempt, brigade.came, brigade.lined) = (Some(2), Some(1), lined);
}

fn exempt(at: &Position, name: &str) -> Option<u8> {
    at.brigade(unit(name)).and_then(|b| b.exempt)
}

#[test]
fn s16_1_1_s0_1_the_range_of_somebody_out_of_view_ends_no_exemption_of_the_enemy() {
    // Archer in woods has Stone in range, two hexes off, who does not see him there.
    let table = |more: &[&str]| {
        let mut table = hidden(&["place Archer line E21=8 NNE", "place Stone column N G22 G21"]);
        table.umpire("turn 3 confederate divisions");
        for line in more {
            table.umpire(line);
        }
        arrived(&mut table, "Stone", false);
        table
    };
    let mut unseen = table(&["unseen Archer"]);
    assert!(board(&unseen).is_unseen(unit("Archer")) && board(&unseen).in_brigade_range(Union, hex("G22")));
    let then = after(&BEFORE, &unseen, Confederate, "done", &[]).expect("done");
    assert_eq!(exempt(&then, "Stone"), None, "by revision 7 that told of Archer");
    unseen.confederate("done", &[]);
    assert!(board(&unseen).is_unseen(unit("Archer")));
    assert_eq!(exempt(&unseen.position, "Stone"), Some(2));
    sound(&unseen);
    // Whoever is in view ends it.
    let mut seen = table(&[]);
    seen.confederate("done", &[]);
    assert_eq!(exempt(&seen.position, "Stone"), None);
}

#[test]
fn s16_1_1_s30_1_2_who_goes_back_through_enemy_range_is_no_reinforcement_any_more() {
    // Meredith looks away from Archer; Cutler has C20 in range, and neither B20 nor the woods in D19.
    let table = |cutler: &str| {
        let mut table = Table::study(&[
            "place Archer line B20=8 NNW",
            "place Meredith line B21=8 NNE",
            &format!("place Cutler line C18=8 {cutler}"),
            "turn 3 union withdrawal",
            "mark Meredith attack launched",
        ]);
        arrived(&mut table, "Archer", true);
        table
    };
    let line = "Archer back SE SE";
    let mut ranged = table("NNE");
    let in_range = ["B20", "C20", "D19"].map(|at| board(&ranged).in_enemy_range(Confederate, hex(at)));
    assert_eq!(in_range, [false, true, false]);
    let then = after(&BEFORE, &ranged, Confederate, line, &[]).expect("it goes back");
    assert_eq!(exempt(&then, "Archer"), Some(2), "revision 7 asked where it stood in the end");
    ranged.confederate(line, &[]);
    assert_eq!((lies(&ranged, "Archer").as_str(), exempt(&ranged.position, "Archer")), ("D19=8", None));
    sound(&ranged);
    // Out of all ranges it stays one.
    let mut free = table("SSW");
    free.confederate(line, &[]);
    assert_eq!(exempt(&free.position, "Archer"), Some(2));
}

#[test]
fn s17_2_7_s31_7_guns_that_horse_has_taken_are_of_its_corps_as_the_horse_artillery_is() {
    // Heth's division was transferred to Stuart's corps.
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(&["night-orders"]) };
    let mut table = Table { position: RULES.open(&terms).expect("the options"), facts: Vec::new() };
    table.umpire("clear").umpire("turn 50 confederate opening").confederate("transfer Heth to Stuart", &[]);
    for line in ["place Hampton rest H24", "place Archer rest H21", "place Calef H22 limbered S"] {
        table.umpire(line);
    }
    table.umpire("mark Calef captor Hampton").umpire("turn 70 confederate alone");
    let line = "us-tidball-calef-bty march H21";
    assert!(board(&table).keeps_company(unit("cs-beckham-hart-bty"), unit("Archer")), "as horse artillery has it");
    assert!(
        after(&BEFORE, &table, Confederate, line, &[]).is_err(),
        "revision 7 took it for guns of Stuart's division alone"
    );
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Calef"), "H21=6");
    // With a division of another corps it ends no move.
    table.umpire("place Doles rest H20");
    assert_eq!(table.refused(Confederate, "us-tidball-calef-bty march H20"), "17.2");
    sound(&table);
}

/// The lines said one after the other, by revision 7.
fn went(table: &Table, lines: &[String]) -> Table {
    let mut then = Table { position: table.position.clone(), facts: Vec::new() };
    for line in lines {
        then.position =
            after(&BEFORE, &then, Confederate, line, &[]).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    then
}

#[test]
fn s34_1_6_a_battery_that_unlimbers_between_two_orders_leaves_room_by_both_marches() {
    let lines = ["march A39", "unlimber E", "limber SE", "march C38"].map(|line| format!("{MILLER} {line}"));
    let behind = format!("{SQUIRES} march B38");
    let mut table = days(&["turn 72 confederate primary"]);
    assert!(
        after(&BEFORE, &went(&table, &lines), Confederate, &behind, &[]).is_err(),
        "by revision 7 by the first alone"
    );
    for line in lines {
        table.confederate(&line, &[]);
    }
    // Three points of march let in two; what it spent on its cannon lets in nobody.
    assert_eq!(table.position.battery(unit(MILLER)).map(|b| b.spent), Some(10));
    assert_eq!(table.refused(Confederate, &format!("{SQUIRES} march A39-B38-B37")), "34.1");
    table.confederate(&behind, &[]);
    assert_eq!((lies(&table, MILLER).as_str(), lies(&table, SQUIRES).as_str()), ("C38=3", "B38=1"));
    sound(&table);
}

#[test]
fn s34_1_6_a_brigade_that_rested_between_two_orders_leaves_room_by_both_marches() {
    let lines = ["march B38", "rest", "column SE", "march C38-D37"].map(|line| format!("Archer {line}"));
    let behind = "Davis march A39";
    let mut table = days(&["turn 1 confederate primary"]);
    assert!(after(&BEFORE, &went(&table, &lines), Confederate, behind, &[]).is_err());
    for line in lines {
        table.confederate(&line, &[]);
    }
    assert_eq!(table.spent("Archer"), "6 5");
    assert_eq!(table.refused(Confederate, "Davis march A39-B38"), "34.1");
    table.confederate(behind, &[]);
    assert!(lies(&table, "Davis").starts_with("A39=8"), "{}", lies(&table, "Davis"));
    sound(&table);
}

#[test]
fn s35_1_a_range_that_bars_who_goes_is_no_way_out_at_night() {
    // Two hexes from Meredith. All steps from F22 but E23 and G23 lead nearer to a commander, as E23 does; G23 is in Meredith's range.
    let table = |lang: &str, front: &str| {
        let mut table = days(&[&format!("place Lang {lang}"), &format!("place Meredith line F24=8 {front}")]);
        for line in ["place Buford B22", "place Howard F18", "place Reynolds J20", "turn 50 confederate alone"] {
            table.umpire(line);
        }
        table.umpire("mark Lang level 6");
        table
    };
    for (lang, line) in [("column S F22", "Lang march F21"), ("line F22=8 E", "Lang ahead F21")] {
        let mut shut = table(lang, "E");
        let ranged = ["F22", "G23"].map(|at| board(&shut).in_brigade_range(Confederate, hex(at)));
        assert_eq!(ranged, [false, true]);
        assert!(
            after(&BEFORE, &shut, Confederate, line, &[]).is_err(),
            "{line}: by revision 7 it stood there till morning"
        );
        assert!(shut.menu(Confederate).contains(&line.to_owned()), "{:?}", shut.menu(Confederate));
        // Commanders, whom no range bars, go by G23.
        assert!(board(&shut).check_night(Confederate, hex("F22"), hex("F21")).is_err());
        shut.confederate(line, &[]);
        assert_eq!(lies(&shut, "Lang"), "F21=8");
        sound(&shut);
        // Where G23 is open nobody goes nearer to anybody.
        let mut open = table(lang, "W");
        assert!(open.attempt(Confederate, line, &[]).is_err(), "{line}");
    }
}
