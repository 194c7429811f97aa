//! What a sixth reading of §19.0 to §28.0 found, mended in revision 6, and that revision 5 ruled it otherwise where it could.

use crate::fire_kit::brigade;
use crate::table::{REVISION_FIVE as BEFORE, Table, after, board, fired, hex, lies, sound, unit};
use advanced_gettysburg::Fact;
use domain_core::board::{Axis, Facing};
use domain_core::log::canonical;
use domain_core::referee::Side::{self, Confederate, Union};

fn was_legal(table: &Table, side: Side, line: &str) -> bool {
    after(&BEFORE, table, side, line, &[]).is_ok()
}

/// Whether a fact can be written into a record: canonical JSON, its keys in their order.
fn is_recorded(fact: &Fact) -> bool {
    let text = serde_json::to_string(fact).expect("a fact is written as JSON");
    canonical::check(&text).is_ok()
}

#[test]
fn s19_4_1_s31_0_an_advance_beside_which_a_bent_marker_stays_can_be_recorded() {
    let mut table = Table::study(&[
        "place Archer line F23=8 F22=8 F21=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.position.vacated = vec![hex("G22") as u16];
    table.confederate("Archer advance to G23 G22 F21", &[]);
    assert_eq!(brigade(&table, "Archer").stands.len(), 1);
    assert!(!table.facts.is_empty() && table.facts.iter().all(is_recorded), "{:?}", table.facts);
}

/// Archer, who does not attack, beside Stone at HH40, who looks to the south-south-east: HH38 and GG39 lie in Stone's field behind HH39.
fn beside_stone(archer: &str, stone: &str) -> Table {
    Table::study(&[
        "turn 1 confederate alone",
        "place Stone line HH40=8 SSE",
        &format!("place Archer line {archer}"),
        &format!("mark Stone attack {stone}"),
        "mark Archer level 6",
    ])
}

#[test]
fn s20_3_5_s21_1_s21_3_the_hex_that_a_marker_leaves_hides_it_from_nobody_and_it_turns_by_one_hexside_behind_it() {
    let table = || beside_stone("HH39=8 NNE", "none");
    assert!(!board(&table()).in_brigade_range(Confederate, hex("HH38")), "as long as Archer stands between");
    // Facing about, and by sixty degrees: then its left flank would look past HH39 at Stone (§23.4).
    for line in ["Archer to HH38=8 ends SE NW", "Archer to HH38=8 ends N S"] {
        assert!(was_legal(&table(), Confederate, line), "{line}");
        assert_eq!(table().refused(Confederate, line), "11.0", "{line}");
    }
    // As it looked, and turned the other way.
    for line in ["Archer to HH38=8 ends NW SE", "Archer to HH38=8 ends SW NE"] {
        let mut back = table();
        back.confederate(line, &[]);
        assert_eq!((lies(&back, "Archer"), back.spent("Archer")), ("HH38=8".into(), "2".into()), "{line}");
        sound(&back);
    }
    // Out of Stone's reach it may face about.
    table().confederate("Archer to HH37=8 ends SE NW", &[]);
    // Whom another brigade hides where it stood is out of sight behind it.
    let mut hidden = beside_stone("HH39=4 NNE", "none");
    hidden.umpire("place Davis line HH39=4 NNE").confederate("Archer to HH38=4 ends SE NW", &[]);
}

#[test]
fn s20_3_5_s22_3_nobody_who_does_not_attack_enters_a_range_that_he_hid_himself() {
    // GG40 is Stone's flank hex and out of its range; GG39 lies within it, past the hexside between GG40 and HH39.
    let table = || beside_stone("GG40=8 NNW", "none");
    assert!(!board(&table()).in_enemy_range(Confederate, hex("GG40")));
    let line = "Archer to GG39=8 ends SW NE";
    assert!(was_legal(&table(), Confederate, line));
    assert_eq!(table().refused(Confederate, line), "11.0");
    assert!(!table().menu(Confederate).contains(&"Archer ahead GG39".to_owned()));
    table().confederate("Archer to FF39=8 ends SW NE", &[]);
}

#[test]
fn s20_3_5_s23_4_s27_4_a_defender_who_goes_back_exposes_no_flank_past_the_hex_that_it_leaves() {
    let table = || beside_stone("HH39=8 NNE", "launched");
    let line = "Archer to HH38=8 ends N S";
    assert!(was_legal(&table(), Confederate, line));
    assert_eq!(table().refused(Confederate, line), "11.0");
    table().confederate("Archer to HH38=8 ends SW NE", &[]);
}

#[test]
fn s20_3_5_s23_4_s30_1_who_withdraws_after_combat_exposes_no_flank_past_the_hex_that_it_leaves() {
    let table = || {
        Table::study(&[
            "turn 3 confederate withdrawal",
            "place Stone line HH40=8 SSE",
            "place Archer line HH39=8 NNE",
            "mark Archer attack launched level 6",
        ])
    };
    let line = "Stone back to HH41 ends N S";
    assert!(was_legal(&table(), Union, line));
    assert_eq!(table().refused(Union, line), "30.0");
    let mut back = table();
    back.union("Stone back to HH41 ends NE SW", &[]);
    assert_eq!(lies(&back, "Stone"), "HH41=8");
    sound(&back);
}

#[test]
fn s25_0_s23_3c_s28_1_a_marker_struck_in_the_flank_makes_no_assault_from_where_it_has_advanced_either() {
    // Meredith's left marker, struck in the flank, comes beside Davis by the assault that the right one carries.
    let mut table = Table::study(&[
        "place Archer line HH40=8 HH39=4",
        "place Davis line GG39=8 E",
        "place Meredith line II39=8 II40=8",
        "place Cutler line GG38=8 NNE",
        "turn 3 union assault",
        "mark Archer attack launched",
        "mark Davis attack launched",
    ]);
    fired(&mut table, "Archer", "HH40", "II40");
    table.position.brigade_mut(unit("Meredith")).expect("a brigade").taken_in_flank = vec![hex("II39") as u16];
    table.union("Meredith.2 assault HH40", &[1, 1]).confederate("Archer back NW NW", &[]);
    let line = "Meredith.1 assault GG39";
    let then = after(&BEFORE, &table, Union, "Meredith advance HH40", &[]).expect("§28.2");
    let then = Table { position: then, facts: Vec::new() };
    assert!(after(&BEFORE, &then, Union, line, &[1, 1]).is_ok(), "it was looked for where it had been");
    table.union("Meredith advance HH40", &[]);
    assert_eq!(lies(&table, "Meredith"), "HH39=8 HH40=8");
    assert!(table.facts.iter().all(is_recorded), "{:?}", table.facts);
    let menu = table.menu(Union);
    assert!(menu.contains(&"Cutler.1 assault GG39".to_owned()) && !menu.contains(&line.to_owned()), "{menu:?}");
    assert_eq!(table.refused(Union, line), "25.0");
    sound(&table);
}

/// Archer, who does not attack, in range of Calef's guns, to whom his left marker would show its flank in GG40 if it went back there first.
fn abreast(calef: &str) -> Table {
    Table::study(&[
        "turn 1 confederate alone",
        &format!("place Calef {calef} unlimbered NNW"),
        "place Archer line HH40=8 HH39=4",
        "mark Archer level 6",
    ])
}

#[test]
fn s11_4_s23_4_r61_markers_that_go_back_from_one_flank_on_cover_those_who_follow() {
    let line = "Archer back SW";
    let mut table = abreast("II37");
    assert!(["GG40", "GG39"].iter().all(|id| board(&table).in_battery_range(Confederate, hex(id))));
    assert!(!was_legal(&table, Confederate, line), "each was looked at as if it went first");
    assert!(table.menu(Confederate).contains(&"Archer back GG40".to_owned()));
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Archer"), table.spent("Archer")), ("GG40=8 GG39=4".into(), "2 2".into()));
    sound(&table);
    // Where the right marker shows its own flank, it goes in no order.
    assert_eq!(abreast("II36").refused(Confederate, line), "11.0");
    // Nobody covers one marker alone.
    let mut alone = abreast("II37");
    alone.umpire("place Archer line HH40=8 E").umpire("mark Archer level 6");
    assert_eq!(alone.refused(Confederate, line), "11.0");
}

#[test]
fn s11_7_s21_2_s31_0_a_bent_marker_advances_after_combat_by_the_front_that_it_has_kept() {
    // It is bent to the south-east; F21, to the south, lies before it if it looks to the south-south-east, and at its flank if to the east.
    let kept = |front: &str| {
        let mut table = Table::study(&[
            "place Archer line F22=8 ends N SW",
            "turn 3 confederate assault",
            "mark Archer attack launched level 6",
        ]);
        fired(&mut table, "Archer", "F22", "F21");
        table.position.vacated = vec![hex("F21") as u16];
        let front = Facing::read(front, Axis::FlatColumns).expect("a corner");
        table.position.brigade_mut(unit("Archer")).expect("a brigade").stands = vec![(hex("F22") as u16, front)];
        table
    };
    for line in ["Archer advance F21", "Archer advance to F21"] {
        let mut table = kept("E");
        assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "{line}");
        assert_eq!(table.refused(Confederate, line), "31.0", "{line}");
        assert!(!table.menu(Confederate).contains(&line.to_owned()));
        let mut ahead = kept("SSE");
        ahead.confederate(line, &[]);
        assert_eq!(lies(&ahead, "Archer"), "F21=8");
        sound(&ahead);
    }
}

#[test]
fn s11_7_s21_3_s30_0_a_bent_marker_goes_back_after_combat_by_the_front_that_it_has_kept() {
    // F23, to the north, lies behind it if it looks to the south-south-east, and at its flank if to the east; E22 the other way round.
    let kept = |front: &str| {
        let mut table = Table::study(&[
            "place Archer line F22=8 ends N SW",
            "place Meredith line G22=8 W",
            "turn 3 confederate back-off",
            "mark Archer attack launched level 6",
        ]);
        let front = Facing::read(front, Axis::FlatColumns).expect("a corner");
        table.position.brigade_mut(unit("Archer")).expect("a brigade").stands = vec![(hex("F22") as u16, front)];
        table
    };
    for (front, behind, beside) in [("E", "SW", "N"), ("SSE", "N", "SW")] {
        let line = format!("Archer back {beside}");
        assert!(was_legal(&kept(front), Confederate, &line), "{front}: {line}");
        assert_eq!(kept(front).refused(Confederate, &line), "30.0", "{front}: {line}");
        assert!(!kept(front).menu(Confederate).contains(&line));
        kept(front).confederate(&format!("Archer back {behind}"), &[]);
    }
}
