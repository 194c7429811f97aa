//! Return fire (§27.0), what a marker's one target is (§24.2), steps that expose a flank (§24.4.3e), captured guns (§31.7), ratings of the wounded (§32.4).

use crate::table::{RULES, Table, board, hex, unit};
use advanced_gettysburg::{Fact, Segment, gun_points};
use domain_core::referee::Side::{Confederate, Union};

fn face_to_face() -> Table {
    Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ])
}

/// Both have fired, and the Union's own turn has come.
fn exchanged() -> Table {
    let mut table = face_to_face();
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("defend best", &[1, 1]).umpire("turn 1 union targets");
    table
}

fn volleys(table: &Table) -> usize {
    table.facts.iter().filter(|f| matches!(f, Fact::CombatFire(_))).count()
}

#[test]
fn s24_2_a_marker_fires_at_one_hex_the_last_that_is_said() {
    let mut table = face_to_face();
    table.umpire("place Cutler line II40=8 SSW");
    table.confederate("Archer at HH40", &[]);
    assert_eq!(table.refused(Confederate, "Archer at HH40"), "24.2", "it has that target");
    table.confederate("Archer at II40", &[]);
    let aims: Vec<u16> = table.position.fight.aims.iter().map(|p| p.to).collect();
    assert_eq!(aims, [hex("II40") as u16]);
}

#[test]
fn s24_4_3e_nobody_steps_into_a_flank_hex_where_his_own_flank_is_open() {
    let step = |more: &[&str]| {
        let mut table = Table::study(&[
            "place Stone line II41=4 HH40=8",
            "place Archer line HH39=8 NNE",
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ]);
        more.iter().for_each(|line| {
            table.umpire(line);
        });
        table.confederate("Archer at HH40", &[]).confederate("done", &[]);
        if table.position.segment == Segment::FlankMoves { table.menu(Union) } else { Vec::new() }
    };
    assert!(step(&[]).iter().any(|l| l.contains("flank II39")));
    // Who stands in II39 and faces Archer has one flank to the south, where Davis looks at it, or to the south-west, where Lane does.
    let barred = step(&["place Davis line II37=8 NNE", "place Lane line HH38=8 E"]);
    let four = |menu: &[String]| menu.iter().any(|l| l.ends_with("flank II39 4"));
    assert!(four(&step(&[])) && !four(&barred), "{barred:?}");
}

#[test]
fn s27_1_fire_is_not_returned_when_an_end_has_moved() {
    let mut table = exchanged();
    assert!(table.menu(Union).contains(&"Stone return".to_owned()));
    table.umpire("place Archer line HH38=8 NNE");
    assert_eq!(table.refused(Union, "Stone return"), "27.0");
    let mut table = exchanged();
    table.umpire("place Stone line HH41=8 SSE");
    assert_eq!(table.refused(Union, "Stone return"), "27.0");
}

#[test]
fn s27_3_where_the_defender_stays_silent_the_attackers_do_too() {
    let mut table = exchanged();
    table.union("done", &[]);
    assert_eq!(volleys(&table), 0);
    let mut table = exchanged();
    table.union("Stone return", &[]);
    assert_eq!(table.refused(Union, "Stone return"), "27.0", "once");
    table.union("done", &[1, 1]);
    assert_eq!(volleys(&table), 2);
    let first = table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some((v.by, v.minus)) } else { None });
    assert_eq!(first, Some((Confederate, true)), "§27.2, and both take one off");
}

#[test]
fn s27_1_fire_of_two_turns_ago_is_not_returned() {
    let mut table = exchanged();
    table.umpire("turn 1 confederate targets").umpire("turn 2 union targets");
    assert_eq!(table.refused(Union, "Stone return"), "27.0");
}

#[test]
fn table_note_defenders_who_fire_on_in_the_same_places_take_one_off_too() {
    let mut table = exchanged();
    table.umpire("turn 2 confederate targets");
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("defend best", &[4, 4]);
    let minus: Vec<bool> =
        table.facts.iter().filter_map(|f| if let Fact::CombatFire(v) = f { Some(v.minus) } else { None }).collect();
    assert_eq!(minus, [true, true]);
}

#[test]
fn s24_3_s24_4_cannon_are_points_kind_by_kind_and_smooth_bores_may_count_as_rifles() {
    let tables = &RULES.pack().tables;
    // The chart's example has 3, 3 and 0 of 6 rifles, 5 Napoleons and a howitzer; a Napoleon and the howitzer counted as rifles make 4 and 3 of it.
    assert_eq!(gun_points(tables, [6, 5, 1]), 7);
    assert_eq!((gun_points(tables, [6, 0, 0]), gun_points(tables, [0, 0, 1])), (3, 0));
    // A single Napoleon is nothing, and makes five rifles six.
    assert_eq!(gun_points(tables, [5, 1, 0]), 3);
}

#[test]
fn s31_7_a_captured_battery_is_of_its_captors_command() {
    let mut table = Table::study(&["place Archer line HH39=8 NNE", "place Stewart HH38 unlimbered SSE"]);
    table.umpire("mark Stewart captor Archer").umpire("place Davis line GG39=8 NNE");
    assert_eq!(board(&table).side(unit("Stewart")), Confederate);
    assert!(board(&table).is_supported(unit("Stewart")), "Archer and Davis are of Heth's division");
    table.umpire("wait Archer").umpire("wait Davis").umpire("place cs-hays-inf line HH39=8 NNE");
    assert!(!board(&table).is_supported(unit("Stewart")), "Hays is of Early's");
}

#[test]
fn s32_4_a_wounded_commander_keeps_his_range_and_has_two_of_all_else() {
    let mut table = Table::study(&["place cs-heth-cmd HH39"]);
    let range = RULES.pack().unit(unit("cs-heth-cmd")).commander().expect("a commander").range;
    table.umpire("mark cs-heth-cmd hit");
    assert_eq!((board(&table).ratings(unit("cs-heth-cmd")), range), ((2, 2, 2), 3));
}

#[test]
fn s32_1_only_commanders_of_armies_corps_and_divisions_under_fire_roll_and_once_hit_no_more() {
    let mut table = face_to_face();
    table.umpire("place cs-heth-cmd HH39").umpire("place cs-alexander-cmd HH39").umpire("mark cs-heth-cmd hit");
    table.umpire("place cs-lee-cmd HH39").umpire("place cs-hill-cmd HH38");
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    // Two volleys, and Lee's die: Heth is out already, Hill not under fire, Alexander of the artillery (ruling 73).
    table.union("defend best", &[1, 1, 4]);
    assert!(table.told("Lee is under fire: 4 rolled"), "{:?}", table.story());
}

#[test]
fn s33_1_5c_an_attack_ends_when_nothing_is_left_of_the_experience() {
    let mut table = face_to_face();
    // Archer, veteran: two at level 10, nothing from level 11 on.
    table.umpire("mark Archer dp 105");
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("defend best", &[4, 4]);
    assert!(table.told("its experience is spent"), "{:?}", table.story());
}

#[test]
fn s27_s24_2_attackers_who_fire_in_their_defence_do_not_fire_at_who_returns_fire_as_well() {
    let mut table = exchanged();
    table.umpire("place Cutler line II40=8 SSW").umpire("mark Cutler attack launched");
    table.union("Stone return", &[]).union("Cutler at HH39", &[]).union("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.confederate("done", &[]);
    }
    table.confederate("HH39: 8 at II40", &[]).confederate("done", &[1, 1, 1]);
    let by_archer = |f: &&Fact| matches!(f, Fact::CombatFire(v) if v.by == Confederate);
    let at: Vec<_> = table.facts.iter().filter(by_archer).collect();
    assert!(matches!(at[..], [Fact::CombatFire(v)] if v.target == unit("Cutler")), "{:?}", table.story());
}

#[test]
fn s29_4_4_cannon_without_ammunition_are_silent_in_combat_fire() {
    let silent = |factors: u8| {
        let mut table = Table::study(&[
            "place Archer line HH39=8 NNE",
            "place Stewart HH40 unlimbered SSE",
            "place Cutler rest HH42",
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ]);
        table.umpire(&format!("mark Stewart factors {factors}"));
        table.confederate("done", &[]);
        table.position.segment != Segment::Fire
    };
    assert!(silent(0) && !silent(1));
}

#[test]
fn s24_4_3d_four_points_step_out_and_no_more() {
    let mut table = Table::study(&[
        "place Stone line II41=8 HH40=5",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    assert_eq!(table.refused(Union, "II41 flank II39 5"), "24.4");
    table.union("II41 flank II39 4", &[]);
    assert_eq!(table.refused(Union, "II41 flank II39 1"), "24.4", "one marker in a flank hex");
}
