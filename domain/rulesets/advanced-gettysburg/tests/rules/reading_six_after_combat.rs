//! What a sixth reading of §29.0 to §37.0 and of the optional rules mended in revision 6, and that revision 5 ruled it otherwise and is judged so.

use crate::fire_kit::brigade;
use crate::shared::table::terms;
use crate::table::{REVISION_FIVE as BEFORE, RULES, Table, after, fired, hex, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Place};
use domain_core::board::{Axis, Facing};
use domain_core::log::canonical;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

#[test]
fn s19_4_1_s31_0_an_advance_after_which_a_bent_marker_keeps_its_front_can_be_recorded() {
    let mut table = Table::study(&[
        "place Archer line F23=8 F22=8 F21=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.position.vacated = vec![hex("G22") as u16];
    table.confederate("Archer advance to G23 G22 F21", &[]);
    assert!(!brigade(&table, "Archer").stands.is_empty());
    for fact in &table.facts {
        let text = serde_json::to_string(fact).expect("a fact");
        assert_eq!(canonical::check(&text), Ok(()), "{text}");
    }
}

#[test]
fn s31_0_an_advance_by_which_a_marker_takes_the_hex_of_another_is_known_by_the_other_hex() {
    let mut table = bent();
    // Both go to the north-east, the right flank marker into the hex that was vacated and is Archer's now.
    let menu = table.menu(Confederate);
    assert!(menu.iter().any(|l| l == "Archer advance H22"), "{menu:?}");
    assert!(!menu.iter().any(|l| l == "Archer advance G22"), "{menu:?}");
    table.confederate("Archer advance H22", &[]);
    assert_eq!(lies(&table, "Archer"), "H22=8 G22=4");
    sound(&table);
}

/// Archer has gone ahead with his left flank marker alone; the other has stayed and looks to the east, as it did before it was bent.
fn bent() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.position.vacated = vec![hex("G22") as u16];
    table.confederate("Archer advance to G22 F21", &[]);
    assert_eq!(brigade(&table, "Archer").stands.len(), 1);
    table
}

#[test]
fn s19_4_1_s21_2_a_marker_advances_by_the_front_that_it_has_kept() {
    let mut table = bent();
    let then = Table {
        position: after(&BEFORE, &table, Confederate, "Archer advance G21", &[]).expect("it"),
        facts: Vec::new(),
    };
    assert_eq!(lies(&then, "Archer"), "G21=8 F20=4", "the right one by its flank");
    assert_eq!(table.refused(Confederate, "Archer advance F20"), "31.0");
    assert_eq!(table.refused(Confederate, "Archer advance to G21 F20"), "31.0");
    table.confederate("Archer advance G21", &[]);
    assert_eq!(lies(&table, "Archer"), "G22=8 G21=4");
    sound(&table);
}

#[test]
fn s19_4_1_s21_2_a_marker_that_bends_as_it_advances_has_turned_by_one_hexside() {
    let mut table = Table::study(&[
        "place Archer line F22=8 E",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.position.vacated = vec![hex("G22") as u16];
    // Bent towards the south: as a straight one it can look to the south-south-east, and not beyond.
    table.confederate("Archer advance to G22 ends SE SW", &[]);
    let turned = Facing::read("SSE", Axis::FlatColumns).expect("a corner");
    assert_eq!(brigade(&table, "Archer").stands, [(hex("G22") as u16, turned)]);
    assert!(after(&BEFORE, &table, Confederate, "Archer advance F21", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Archer advance F21"), "31.0");
    table.confederate("Archer advance G21", &[]);
    sound(&table);
}

#[test]
fn s19_4_1_s21_3_a_marker_goes_back_by_the_rear_that_it_has_kept() {
    let mut table = bent();
    table.umpire("place Meredith line H22=8 W").umpire("turn 3 confederate back-off");
    assert!(after(&BEFORE, &table, Confederate, "Archer back N", &[]).is_ok(), "the right one by its flank");
    assert_eq!(table.refused(Confederate, "Archer back N"), "30.0");
    table.confederate("Archer back NW", &[]);
    assert_eq!(lies(&table, "Archer"), "F22=8 E22=4");
    sound(&table);
}

/// Davis before Meredith, who was routed by Archer and lies in the way: of her two markers that in M23, which somebody has left to Davis.
fn in_the_way(meredith: &str) -> Table {
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
    for line in ["mark Meredith dp 0", meredith, "place Davis line N23=8 M24=8", "mark Davis attack launched level 6"] {
        table.umpire(line);
    }
    fired(&mut table, "Davis", "M24", "M23");
    table.position.vacated = vec![hex("M23") as u16];
    table
}

#[test]
fn s31_5_r71_who_is_in_the_way_goes_to_other_hexes_where_the_advance_takes_those_behind_it() {
    // Of her rear hexes N23 is Davis's own, and he advances into N22.
    let mut table = in_the_way("place Meredith line M22=8 M23=8");
    let then = after(&BEFORE, &table, Confederate, "Davis advance M23", &[]).expect("an advance");
    assert_eq!(then.unit(unit("Meredith")).place, Place::Lost, "all of her was lost, with free hexes beside her");
    table.confederate("Davis advance M23", &[]);
    assert_eq!(lies(&table, "Davis"), "N23=8 M24=8", "her owner says whither she goes first");
    let menu = table.menu(Union);
    assert!(menu.iter().all(|l| !l.ends_with(" NE") && !l.ends_with(" SE")), "{menu:?}");
    table.union("Meredith back S", &[]);
    assert_eq!((lies(&table, "Meredith").as_str(), brigade(&table, "Meredith").dp), ("M21=8 M22=8", 10));
    assert_eq!(lies(&table, "Davis"), "N22=8 M23=8");
    sound(&table);
}

#[test]
fn s31_5_who_advances_goes_where_he_was_told_whatever_hexes_are_left_meanwhile() {
    // To the south into N22 and M23, or to the south-west into M23 and L23: Meredith leaves both of those.
    let mut table = in_the_way("place Meredith line L23=8 M23=8");
    let then = after(&BEFORE, &table, Confederate, "Davis advance M23", &[]).expect("an advance");
    let asked = Table { position: then, facts: Vec::new() };
    let then = after(&BEFORE, &asked, Union, "Meredith back S", &[]).expect("she goes aside");
    assert_eq!(
        lies(&Table { position: then, facts: Vec::new() }, "Davis"),
        "M23=8 L23=8",
        "more hexes were left there"
    );
    table.confederate("Davis advance M23", &[]).union("Meredith back S", &[]);
    assert_eq!(lies(&table, "Davis"), "N22=8 M23=8");
    assert_eq!(lies(&table, "Meredith"), "L22=8 M22=8");
    sound(&table);
}

#[test]
fn s34_1_9_s34_3_2_who_is_kept_back_by_the_gap_of_the_vi_corps_delays_nothing() {
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(&[]) };
    let mut table = Table { position: RULES.open(&terms).expect("all days"), facts: Vec::new() };
    table.umpire("clear").umpire("turn 95 union primary");
    // The last of Torbert's three markers lies in the second hex of the road, and no other brigade of the corps may lie in the first.
    let march = "us-torbert-inf march OO11-OO12-NN11-NN12";
    let then = Table { position: after(&BEFORE, &table, Union, march, &[]).expect("a march"), facts: Vec::new() };
    let then = after(&BEFORE, &then, Union, "done", &[]).expect("the end of the phase");
    assert_eq!(then.brigade(unit("us-bartlett-inf")).map(|b| b.waited), Some(1), "five points less for the next turn");
    table.union(march, &[]);
    assert_eq!(table.refused(Union, "us-bartlett-inf march OO11"), "34.1");
    table.union("done", &[]);
    assert_eq!(brigade(&table, "us-bartlett-inf").waited, 0);
    assert_eq!(brigade(&table, "us-candy-inf").waited, 1, "of another corps: it could have come behind Torbert");
}

#[test]
fn s0_1_s31_6_who_comes_upon_a_hidden_enemy_as_he_advances_takes_nothing_and_holds_nothing() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]);
    table.umpire("clear");
    for line in [
        "place Archer line M18=8 E",
        "place Meredith line N18=8 W",
        "turn 3 confederate assault",
        "unseen Meredith",
        "mark Archer attack launched level 6",
    ] {
        table.umpire(line);
    }
    fired(&mut table, "Archer", "M18", "N18");
    table.position.vacated = vec![hex("N18") as u16];
    let orchard = RULES.pack().ground.prizes.iter().position(|p| p.hex == hex("N18")).expect("the Peach Orchard");
    assert_eq!(table.position.held[orchard], None);
    let then =
        after(&BEFORE, &table, Confederate, "Archer advance N18", &[]).expect("an advance that comes to nothing");
    assert_eq!((then.place(unit("Archer")), then.held[orchard]), (Some(hex("M18")), Some(Confederate)));
    table.confederate("Archer advance N18", &[]);
    assert_eq!((lies(&table, "Archer").as_str(), table.position.held[orchard]), ("M18=8", None));
    assert_eq!(lies(&table, "Meredith"), "N18=8", "and is in view");
    assert!(table.position.pending.is_none());
}

#[test]
fn s0_1_s17_1_8_who_goes_back_from_an_ambush_captures_whom_it_comes_upon() {
    let mut table = Table::with(&["hidden-movement"]);
    table.confederate("done", &[]).union("done", &[]);
    table.umpire("clear");
    for line in [
        "place Archer column N HH38",
        "place Stone line HH41=8 SSE",
        "place Wadsworth HH37",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Stone",
    ] {
        table.umpire(line);
    }
    let then = after(&BEFORE, &table, Confederate, "Archer march HH39", &[6]).expect("a march");
    assert_eq!(then.place(unit("Wadsworth")), then.place(unit("Archer")), "Archer's head went back into his hex");
    table.confederate("Archer march HH39", &[6]);
    assert_eq!(table.position.place(unit("Archer")), Some(hex("HH37")));
    assert_eq!(table.position.unit(unit("Wadsworth")).place, Place::Lost);
}
