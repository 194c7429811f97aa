//! §33, paragraph by paragraph.

use crate::fire_kit::{battery, brigade, face_to_face, to_defence};
use crate::table::{Table, board, fired, lies};
use advanced_gettysburg::{Attack, Formation};
use domain_core::referee::Side::Confederate;

#[test]
fn s33_0_1_d_e_disorganization_is_won_back_and_casualties_are_not() {
    let mut table = Table::study(&["place Archer line F22=8 F21=4", "mark Archer dp 15 cp 27 lost 2 idle"]);
    table.umpire("turn 3 union assault");
    table.union("done", &[]);
    let archer = brigade(&table, "Archer");
    assert_eq!((archer.dp, archer.cp, archer.lost, archer.sp), (5, 27, 2, 12));
}

#[test]
fn s33_0_2_artillery_receives_neither_disorganization_nor_casualties() {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Zimmerman HH38 unlimbered NNE",
        "turn 1 union artillery",
    ]);
    let before = battery(&table, "Zimmerman");
    table.union("Calef at HH38", &[6, 6]).union("done", &[]);
    let after = battery(&table, "Zimmerman");
    assert_eq!((after.factors, lies(&table, "Zimmerman")), (8, "HH38=4".to_owned()));
    assert_eq!(advanced_gettysburg::Battery { factors: 10, ..after }, before, "nothing else");
    // Six points are its level: a seventh, which would cost a brigade five, is refused.
    let mut guns = Table::study(&["place Zimmerman HH38 limbered N", "turn 1 confederate alone"]);
    assert_eq!(guns.refused(Confederate, "Zimmerman march HH39-HH40-HH41-HH42-HH43"), "13.0");
    guns.confederate("Zimmerman march HH39-HH40-HH41-HH42", &[]);
}

#[test]
fn s33_1_1_disorganization_comes_of_artillery_fire_combat_fire_assaults_and_exertion() {
    // By artillery.
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 union artillery",
    ]);
    table.union("Calef at HH38", &[]).union("done", &[]);
    assert_eq!(brigade(&table, "Archer").dp, 3, "two casualty points at twelve");
    // By combat fire.
    let mut table = face_to_face();
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]);
    assert_eq!(brigade(&table, "Archer").dp, 2 * brigade(&table, "Archer").cp, "at eight");
    // By an assault: four casualty points of sixteen, and the retreat.
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table.confederate("Archer.1 assault G22", &[3, 6]);
    assert_eq!(brigade(&table, "Meredith").dp, 4);
    table.union("Meredith back NE SE", &[]);
    assert_eq!(brigade(&table, "Meredith").dp, 14);
    // By exertion.
    let mut table = Table::study(&["place Archer column N HH38=8 HH37=4", "turn 1 confederate alone"]);
    table.umpire("mark Archer level 8").confederate("Archer march HH39-HH40-HH41-HH42-HH43", &[]);
    assert_eq!((brigade(&table, "Archer").spent(), brigade(&table, "Archer").dp), (15, 10), "eight points");
}

#[test]
fn s33_1_3_s33_1_4_the_last_digit_is_no_level() {
    let mut table = Table::study(&["place Archer line F22=8 F21=4"]);
    for (dp, level) in [(9, 0), (10, 1), (19, 1), (20, 2), (21, 2), (40, 4)] {
        table.umpire(&format!("mark Archer dp {dp}"));
        assert_eq!(brigade(&table, "Archer").disorganization(), level, "{dp}");
    }
}

#[test]
fn s33_1_5_a_b_worn_brigades_fire_and_assault_by_their_current_experience() {
    let group = |dp: u16| {
        let mut table = face_to_face();
        table.umpire(&format!("mark Stone dp {dp}"));
        to_defence(&mut table);
        table.union("HH40: 5 at HH39", &[]).union("done", &[1]);
        let group = ["0-3", "4-6", "7-9", "10-12"];
        group.into_iter().find(|g| table.told(&format!("experience {g}"))).expect("a group")
    };
    // Stone, experienced: 9, at level 3 seven, at 4 six, at 6 four, at 7 three.
    assert_eq!([0, 30, 40, 60, 70].map(group), ["7-9", "7-9", "4-6", "4-6", "0-3"]);
}

#[test]
fn s33_1_5_c_r12_level_four_bars_naming_and_experience_nought_ends_an_attack() {
    let named = |dp: u16| {
        let mut table = Table::study(&["place Archer line F22=8 F21=4", "place Meredith line I21=8 I22=8"]);
        table.umpire(&format!("mark Archer dp {dp}")).umpire("turn 3 confederate opening");
        table.attempt(Confederate, "attack Archer", &[]).is_ok()
    };
    assert!(named(39) && !named(40));
    // Who attacks already goes on at level four.
    let mut table = Table::study(&["place Archer line F22=8 F21=4", "place Meredith line I21=8 I22=8"]);
    table.umpire("mark Archer dp 45 attack launched").umpire("turn 2 union assault");
    table.union("done", &[]);
    assert_eq!(brigade(&table, "Archer").attack, Attack::Launched);
    table.umpire("mark Archer dp 120 attack launched").umpire("turn 3 union assault");
    table.union("done", &[]);
    assert_eq!(brigade(&table, "Archer").attack, Attack::None, "veteran, level eleven");
}

#[test]
fn r12_a_charge_that_spends_its_experience_is_over_with_its_move() {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate opening",
        "mark Hampton attack launched dp 98",
    ] {
        table.umpire(line);
    }
    table.confederate("done", &[]);
    // Veteran, level nine: four. Twelve points more are level eleven: nothing.
    table.confederate("Hampton charge HH38", &[]).confederate("done", &[]);
    assert_eq!((brigade(&table, "Hampton").dp, brigade(&table, "Hampton").attack), (110, Attack::None));
}

#[test]
fn s33_2_1_who_does_anything_or_is_fought_with_in_the_turn_recovers_nothing() {
    let recovers = |lines: &[&str], order: &str| {
        let mut table = Table::study(&["place Archer column N HH38=8 HH37=4", "mark Archer dp 25 idle level 6"]);
        lines.iter().for_each(|line| {
            table.umpire(line);
        });
        table.umpire("turn 1 confederate alone").umpire("mark Archer level 6 idle");
        if !order.is_empty() {
            table.confederate(order, &[]);
        }
        let before = brigade(&table, "Archer").dp;
        table.umpire("turn 1 union assault").union("done", &[]);
        before - brigade(&table, "Archer").dp
    };
    assert_eq!(recovers(&[], ""), 7, "level two");
    assert_eq!(recovers(&[], "Archer march HH39"), 0);
    // It stands where it stood, and the chart of all activities (§13.1) has no row for it.
    assert_eq!(recovers(&[], "Archer face NE"), 7);
    assert_eq!(recovers(&["place Archer line HH38=8 HH37=4"], "Archer strength 7-5"), 0);
}

#[test]
fn s33_2_1_the_rate_is_that_of_the_level_at_the_end_of_the_turn() {
    for (dp, rate) in [(10, 10), (19, 10), (20, 7), (29, 7), (30, 5), (99, 5), (5, 5)] {
        let mut table = Table::study(&["place Archer column N HH38=8 HH37=4"]);
        table.umpire(&format!("mark Archer dp {dp} idle")).umpire("turn 1 union assault");
        table.union("done", &[]);
        assert_eq!(dp - brigade(&table, "Archer").dp, rate, "{dp}");
    }
}

#[test]
fn s33_2_2_at_rest_ten_points_are_won_back_at_any_level() {
    for dp in [12, 27, 80] {
        let mut table = Table::study(&["place Archer rest HH38"]);
        table.umpire(&format!("mark Archer dp {dp} idle")).umpire("turn 1 union assault");
        table.union("done", &[]);
        assert_eq!((dp - brigade(&table, "Archer").dp, brigade(&table, "Archer").formation), (10, Formation::Rest));
    }
}

#[test]
fn s33_3_1_s33_3_2_s33_3_3_points_of_all_kinds_of_fire_add_up_to_tens() {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "mark Archer cp 8",
        "turn 1 union artillery",
    ]);
    table.union("Calef at HH38", &[]).union("done", &[]);
    assert_eq!(
        (brigade(&table, "Archer").cp, brigade(&table, "Archer").sp, brigade(&table, "Archer").lost),
        (10, 11, 1)
    );
    // Nine more cost nothing yet, the tenth does.
    table.umpire("mark Archer cp 17").umpire("turn 2 union artillery");
    table.union("Calef at HH38", &[]).union("done", &[]);
    assert_eq!((brigade(&table, "Archer").cp, brigade(&table, "Archer").lost), (19, 1));
}

#[test]
fn s33_3_5_a_losses_are_spread_evenly_over_the_markers_of_a_column_too() {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer column N HH38=8 HH37=4",
        "mark Archer cp 9",
        "turn 1 union artillery",
    ]);
    table.union("Calef at HH38", &[]).union("done", &[]);
    assert_eq!(lies(&table, "Archer"), "HH38=7 HH37=4", "ruling 72");
}

#[test]
fn s33_3_5_b_what_losses_left_uneven_may_stand_in_enemy_range() {
    // Inner markers of foot have eight points by §7.1.2; losses take one off.
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Davis line HH38=2 HH37=8 HH36=2",
        "mark Davis cp 9",
        "turn 1 union artillery",
    ]);
    table.union("Calef at HH38", &[]).union("done", &[]);
    assert_eq!(lies(&table, "Davis"), "HH38=2 HH37=7 HH36=2");
    assert!(board(&table).in_enemy_range(Confederate, crate::table::hex("HH38")));
    table.umpire("turn 2 confederate alone").umpire("mark Davis level 6 cp 0");
    let back =
        table.menu(Confederate).into_iter().find(|l| l.starts_with("Davis back")).expect("it goes back as it is");
    table.confederate(&back, &[]);
    assert!(lies(&table, "Davis").contains("=7"));
}
