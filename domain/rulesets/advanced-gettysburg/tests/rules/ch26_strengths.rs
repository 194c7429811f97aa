//! §25, §26 and §28, paragraph by paragraph; §27.2 and §27.4.

use crate::fire_kit::{brigade, face_to_face as fire, to_defence};
use crate::table::{Table, board, fired, unit};
use advanced_gettysburg::{Fact, Segment};
use domain_core::referee::Side::{Confederate, Union};

/// Archer (veteran) in F22 and F21 looking east, Meredith (veteran) in G21 and G22 looking west; each left marker fired.
fn face_to_face() -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table
}

fn sum(table: &Table) -> Vec<i32> {
    let found = table.facts.iter().find_map(|f| match f {
        Fact::Assaulted(assault) => Some(assault.sum.iter().map(|t| t.value).collect()),
        _ => None,
    });
    found.expect("an assault")
}

fn assaults(table: &Table) -> Vec<String> {
    table.menu(Confederate).into_iter().filter(|l| l.contains(" assault ")).collect()
}

#[test]
fn s25_1_the_phasing_player_chooses_the_hex_and_s25_2_which_marker_assaults() {
    let mut table = face_to_face();
    fired(&mut table, "Archer", "F21", "G21");
    assert_eq!(assaults(&table), ["Archer.1 assault G22", "Archer.2 assault G21"]);
    // Two markers that fired into one hex: either.
    let mut table = face_to_face();
    table.umpire("place Davis line F23=8 E").umpire("mark Davis attack launched level 6");
    fired(&mut table, "Davis", "F23", "G22");
    assert_eq!(table.refused(Confederate, "Davis.1 assault G22"), "25.0", "F23 is not beside it");
    let mut table = face_to_face();
    fired(&mut table, "Archer", "F21", "G21");
    table.umpire("place Meredith line G21=8 W");
    table.umpire("place Davis line F20=8 E").umpire("mark Davis attack launched level 6");
    fired(&mut table, "Davis", "F20", "G21");
    let mut both = assaults(&table);
    both.sort();
    assert_eq!(both, ["Archer.2 assault G21", "Davis.1 assault G21"]);
}

#[test]
fn s25_4_the_difference_and_one_die_say_whether_it_is_carried() {
    for (die, carried) in [(3, true), (4, false)] {
        let mut table = face_to_face();
        // 8, 12 and 3 against as much: a difference of nought needs three or less.
        let dice: &[u8] = if carried { &[die, 1] } else { &[die] };
        table.confederate("Archer.1 assault G22", dice);
        assert_eq!(sum(&table).iter().sum::<i32>(), 0);
        assert_eq!(table.told("carried"), carried);
    }
}

#[test]
fn s26_1_a_an_assaulting_marker_counts_eight_points_at_most() {
    let mut table = face_to_face();
    table.umpire("place Archer line F22=12 F21=4");
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!(sum(&table)[0], 8);
    // The defender's have no such limit.
    let mut table = face_to_face();
    table.umpire("place Meredith line G21=4 G22=12").umpire("mark Meredith dp 50");
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!(sum(&table), [8, 12, 3, -8, -2, -8, -3], "eight that fired, half of the other four");
}

#[test]
fn s26_1_c_s26_2_the_current_experience_is_added_to_the_base() {
    for (dp, experience) in [(0, 12), (19, 12), (20, 11), (35, 10), (49, 9)] {
        let mut table = face_to_face();
        table.umpire(&format!("mark Archer dp {dp}")).umpire("mark Meredith dp 40");
        table.confederate("Archer.1 assault G22", &[6]);
        assert_eq!(sum(&table)[1], experience, "{dp}");
    }
}

#[test]
fn s26_3_a_brigade_commander_leads_with_three_and_a_wounded_general_is_no_better() {
    let mut table = face_to_face();
    table.umpire("place Heth F22").umpire("mark Heth hit");
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!((sum(&table)[2], *sum(&table).last().expect("a term")), (3, -3));
}

#[test]
fn s26_3_b_a_commander_counts_from_any_hex_of_the_brigade_and_from_no_other() {
    for (hex, leads) in [("F22", 5), ("F21", 5), ("E22", 3), ("F20", 3)] {
        let mut table = face_to_face();
        table.umpire(&format!("place cs-pender-cmd {hex}"));
        table.confederate("Archer.1 assault G22", &[6]);
        assert_eq!(sum(&table)[2], leads, "{hex}: of another division, but with it");
    }
}

#[test]
fn s26_3_c_of_several_commanders_their_player_says_which() {
    let mut table = face_to_face();
    table.umpire("place Heth F21").umpire("place cs-lee-cmd F21").umpire("place cs-hill-cmd E22");
    assert_eq!(table.refused(Confederate, "Archer.1 assault G22 with Hill"), "26.0");
    let before = table.position.clone();
    table.confederate("Archer.1 assault G22 with Heth", &[6]);
    assert_eq!(sum(&table)[2], 4);
    table.position = before;
    table.confederate("Archer.1 assault G22", &[6]);
    assert_eq!(sum(&table)[2], 6, "without a word the best");
}

#[test]
fn s26_5_r13_batteries_by_themselves_are_seasoned_and_have_no_leader() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Stewart G22 unlimbered W",
        "place Wadsworth G22",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.confederate("Archer.1 assault G22", &[6]);
    // Six Napoleons are four points, halved; ten of experience.
    assert_eq!(sum(&table), [8, 12, 3, -2, -10]);
}

#[test]
fn r8_casualties_of_an_assault_are_the_literal_product() {
    let mut table = face_to_face();
    table.umpire("place Meredith line G21=7 G22=8");
    // Fifteen points; at a difference of nought a five is a four: a fifth.
    table.confederate("Archer.1 assault G22", &[3, 5]);
    assert_eq!(brigade(&table, "Meredith").cp, 3);
}

#[test]
fn s27_2_the_attackers_fire_first_and_s27_1_in_the_same_hexes_alone() {
    let mut table = fire();
    table.umpire("place Davis line II40=8 NNW").umpire("mark Davis attack launched");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]).umpire("turn 1 union targets");
    table.union("Stone return", &[]).union("done", &[6, 1]);
    let told: Vec<_> = table
        .facts
        .iter()
        .filter_map(|f| if let Fact::CombatFire(v) = f { Some((v.by, v.target, v.firers.len())) } else { None })
        .collect();
    // Davis, who did not fire, does not now either.
    assert_eq!(told, [(Confederate, unit("Stone"), 1), (Union, unit("Archer"), 1)]);
}

#[test]
fn s27_4_a_defending_brigade_in_range_goes_back_or_stays_and_never_ahead() {
    let mut table = fire();
    table.umpire("turn 1 union alone").umpire("mark Stone level 6");
    let menu = table.menu(Union);
    assert!(menu.iter().any(|l| l.starts_with("Stone back")), "{menu:?}");
    assert!(!menu.iter().any(|l| l.starts_with("Stone ahead")), "{menu:?}");
    assert_eq!(table.refused(Union, "attack Stone"), "5.0");
    table.umpire("turn 1 union opening");
    assert_eq!(table.refused(Union, "attack Stone"), "22.4");
}

#[test]
fn s28_1_the_procedure_is_that_of_any_assault() {
    let mut table = face_to_face();
    table.umpire("turn 3 union assault").umpire("mark Archer attack launched").umpire("mark Meredith dp 40");
    fired(&mut table, "Archer", "F22", "G22");
    // 8, 9 and 3 against 8, 12 and 3: too weak, and nobody else may try.
    table.union("Meredith.2 assault F22", &[]);
    assert!(table.told("too weak"), "{:?}", table.story());
    assert_eq!(table.refused(Union, "Meredith.1 assault F21"), "25.0");
    // Cutler, beside no attacker, has nobody to assault.
    let mut table = face_to_face();
    table.umpire("turn 3 union assault").umpire("mark Archer attack launched");
    table.umpire("place Cutler line G23=8 NNW").umpire("place Davis line F23=8 SSE");
    assert_eq!(table.refused(Union, "Cutler.1 assault F23"), "28.0", "Davis attacks nobody");
    table.umpire("mark Davis attack launched").union("Cutler.1 assault F23", &[6, 1]);
}

#[test]
fn s28_2_every_defender_may_assault_each_attacker_once() {
    let mut table = face_to_face();
    table.umpire("turn 3 union assault").umpire("mark Archer attack launched");
    table.umpire("place Davis line F23=8 SSE").umpire("mark Davis attack launched");
    fired(&mut table, "Archer", "F22", "G22");
    table.union("Meredith.2 assault F22", &[6]);
    let menu: Vec<String> = table.menu(Union).into_iter().filter(|l| l.contains(" assault ")).collect();
    assert!(menu.is_empty() || menu.iter().all(|l| !l.ends_with("F22") && !l.ends_with("F21")), "{menu:?}");
    assert_eq!(table.refused(Union, "Meredith.1 assault F21"), "25.0");
    assert_eq!((table.position.segment, board(&table).acting()), (Segment::Assault, Union));
}
