//! Naming, advance and retreat in enemy range, exposed flanks (§21.0 to §23.0).

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Attack, LineMarker, Retreat};
use domain_core::board::{Axis, Facing};
use domain_core::referee::{Orders, Ruleset, Side::Union};

fn attack(table: &Table, name: &str) -> Attack {
    table.position.brigade(unit(name)).expect("a brigade").attack
}

fn spent(table: &Table, name: &str) -> String {
    let brigade = table.position.brigade(unit(name)).expect("a brigade");
    brigade.paid.iter().map(|p| format!("{}", f32::from(*p) / 2.0)).collect::<Vec<_>>().join(" ")
}

/// Ward in line at M27 to M29 looking east, Archer over open ground in a line looking west, so many columns off.
fn facing(archer: &str) -> Table {
    Table::study(&[
        "turn 9 union opening",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        &format!("place Archer line {archer}"),
    ])
}

#[test]
fn s22_5_only_a_line_is_named_and_s22_3_before_anything_moves() {
    let mut table = facing("P27=6 P28=6");
    table.umpire("place us-graham-inf column N K20 K19 K18");
    assert_eq!(table.refused(Union, "attack Ward, us-graham-inf"), "22.5");
    table.union("attack Ward", &[]);
    assert_eq!(attack(&table, "us-ward-inf"), Attack::Launched, "three hexes off it needs no roll (§22.14)");
    assert_eq!(table.refused(Union, "attack Ward"), "22.3");
    table.union("done", &[]);
    assert_eq!(table.refused(Union, "attack Ward"), "5.0");
}

#[test]
fn s22_13_and_r12_who_is_too_disorganized_is_not_named() {
    for (dp, section) in [("dp 40", "22.13"), ("dp 65", "22.13")] {
        let mut table = facing("P27=6 P28=6");
        table.umpire(&format!("mark us-ward-inf {dp}"));
        assert_eq!(table.refused(Union, "attack Ward"), section);
    }
}

#[test]
fn s22_14_r19_within_three_hexes_and_out_of_range_an_attack_needs_no_roll() {
    let mut table = facing("P27=6 P28=6");
    table.union("attack Ward", &[]).union("done", &[]);
    assert!(board(&table).advances_unrolled(unit("us-ward-inf")));
    table.union("Ward ahead right 1", &[]);
    assert_eq!((attack(&table, "us-ward-inf"), spent(&table, "us-ward-inf")), (Attack::Launched, "2 2 2".to_owned()));
}

#[test]
fn s22_9_farther_off_two_are_taken_off_the_die() {
    let mut table = facing("S27=6 S28=6");
    table.union("attack Ward", &[]).union("done", &[]);
    assert_eq!(table.refused(Union, "Ward ahead right 1"), "15.0");
    table.union("alone Ward", &[6]);
    assert_eq!(table.position.brigade(unit("us-ward-inf")).and_then(|b| b.level), Some(4), "6 less 2 less 1 is 3");
    assert_eq!(attack(&table, "us-ward-inf"), Attack::Launched);
}

#[test]
fn s22_10_a_roll_of_nothing_is_rolled_again_next_turn() {
    let mut table = facing("S27=6 S28=6");
    table.union("attack Ward", &[]).union("done", &[]).union("alone Ward", &[2]);
    assert_eq!(attack(&table, "us-ward-inf"), Attack::Named);
    table.union("done", &[]);
    assert_eq!(attack(&table, "us-ward-inf"), Attack::Named, "it keeps its status (ruling 58)");
}

#[test]
fn s22_11_r58_an_attack_that_comes_no_nearer_lapses() {
    let mut table = facing("S27=6 S28=6");
    table.union("attack Ward", &[]).union("done", &[]).union("done", &[]);
    assert_eq!(attack(&table, "us-ward-inf"), Attack::None);
    assert!(table.told("is over: it has come no nearer"));
}

#[test]
fn s22_11_who_ends_the_movement_phase_is_told_whose_attack_lapses() {
    let note = |table: &Table| {
        let board = RULES.board(&table.position);
        let seat = crate::shared::table::seat(Union);
        // Who has still to advance may not end it at all.
        let done = board.orders(seat).into_iter().find(|order| board.format(order) == "done");
        done.and_then(|done| board.choice(seat, &done).note)
    };
    let mut table = facing("S27=6 S28=6");
    table.union("attack Ward", &[]);
    assert_eq!(note(&table), None, "the Movement Phase is still to come");
    table.union("done", &[]);
    assert_eq!(note(&table).as_deref(), Some("The attack of Ward lapses: it has come no nearer to an enemy (§22.11)."));
    table.union("alone Ward", &[6]).union("Ward ahead right 1", &[]);
    assert_eq!(note(&table), None, "it has come nearer");
    // Within three hexes it is kept.
    let mut table = facing("P27=6 P28=6");
    table.union("attack Ward", &[]).union("done", &[]);
    assert_eq!(note(&table), None);
}

#[test]
fn s22_3_an_attacker_only_advances_within_range_and_out_of_it() {
    let mut table = facing("S27=6 S28=6");
    table.union("attack Ward", &[]).union("done", &[]).union("alone Ward", &[6]);
    assert_eq!(table.refused(Union, "Ward back left 1"), "22.3");
    assert_eq!(table.refused(Union, "Ward about"), "22.3");
    // North of its left flank is no front hex of a line that looks east.
    assert_eq!(table.refused(Union, "Ward ahead M30"), "11.0");
    table.union("Ward ahead left 1", &[]);
}

#[test]
fn s22_8_a_marker_that_comes_beside_an_enemy_has_ended_its_move() {
    let mut table = facing("P27=6 P28=6");
    table.union("attack Ward", &[]).union("done", &[]);
    let ahead: Vec<String> = table.menu(Union).into_iter().filter(|l| l.starts_with("Ward ahead")).collect();
    assert!(!ahead.is_empty());
    let before = table.position.clone();
    for line in ahead {
        table.position = before.clone();
        table.union(&line, &[]);
        assert_eq!(RULES.whole(&table.position), Ok(()), "{line}");
        let b = board(&table);
        for link in table.position.chain(unit("us-ward-inf")) {
            let far = b.enemy_distance(Union, link.at()).expect("an enemy");
            assert!(far >= 1, "{line}");
        }
    }
}

#[test]
fn s22_6_who_attacks_uses_its_points_before_another_brigade_moves() {
    let mut table = facing("R27=6 R28=6");
    table.umpire("place us-graham-inf column N K20 K19 K18");
    table.union("attack Ward", &[]).union("done", &[]).union("alone Ward", &[6]);
    table.umpire("mark us-graham-inf level 6");
    table.union("Ward ahead right 1", &[]);
    assert_eq!(table.refused(Union, "us-graham-inf march K21"), "22.6");
    assert_eq!(table.refused(Union, "done"), "22.6");
    table.union("Ward ahead left 1", &[]);
    table.union("us-graham-inf march K21", &[]);
}

#[test]
fn s22_4_r18_who_is_within_range_of_an_attacker_is_not_named() {
    let mut table = facing("O27=6 O28=6");
    table.umpire("mark Archer attack launched");
    let inside =
        table.position.chain(unit("us-ward-inf")).iter().any(|l| board(&table).influences(unit("Archer"), l.at()));
    assert!(inside, "Archer sees Ward");
    assert_eq!(table.refused(Union, "attack Ward"), "22.4");
}

#[test]
fn s22_12_an_attack_ended_by_word_leaves_six_points() {
    let mut table = facing("S27=6 S28=6");
    table.umpire("mark us-ward-inf attack launched");
    table.union("end Ward", &[]);
    assert_eq!(attack(&table, "us-ward-inf"), Attack::None);
    table.umpire("mark us-ward-inf level 10").union("done", &[]);
    assert_eq!(table.refused(Union, "Ward ahead LRLR"), "11.0");
    table.union("Ward ahead LRL", &[]);
}

#[test]
fn s21_5_an_unnamed_line_in_range_retreats_and_does_not_advance() {
    let mut table = facing("O27=6 O28=6");
    table.umpire("turn 9 union alone").umpire("mark us-ward-inf level 6 dp 0");
    assert_eq!(table.refused(Union, "Ward ahead L28"), "21.5", "that is no way ahead");
    table.union("Ward back left 1", &[]);
    let ward = table.position.brigade(unit("us-ward-inf")).expect("a brigade");
    assert_eq!((ward.retreat, ward.dp), (Retreat::Voluntary, 5), "§21.7");
    assert!(lies(&table, "us-ward-inf").starts_with("L2"));
}

#[test]
fn s21_6_who_retreats_is_not_named() {
    let mut table = facing("P27=6 P28=6");
    table.umpire("mark us-ward-inf retreat voluntary");
    assert_eq!(table.refused(Union, "attack Ward"), "21.6");
}

#[test]
fn s23_2_r61_the_flank_field_opens_thirty_degrees_about_an_open_side() {
    let table = Table::study(&["place us-ward-inf line M29=5 M28=8 M27=8"]);
    let b = board(&table);
    let east = Facing::read("E", Axis::FlatColumns).expect("a corner");
    let moving = LineMarker::moving(hex("M28"), 8, east);
    let open = LineMarker { left: Facing::side(0), right: Facing::side(3), ..moving };
    // Its own markers stand to its left and right.
    assert!(!b.in_flank_field(unit("us-ward-inf"), &open, hex("M32")));
    let flank = LineMarker { hex: hex("M29"), ..open };
    assert!(b.in_flank_field(unit("us-ward-inf"), &flank, hex("M32")));
    assert!(!b.in_flank_field(unit("us-ward-inf"), &flank, hex("P29")));
}

#[test]
fn s23_4_an_unnamed_line_enters_no_hex_of_a_batterys_range_flank_first() {
    let table = Table::study(&[
        "turn 9 union alone",
        "place us-ward-inf line L28=8 L27=8 L26=5",
        "place Marye M36 unlimbered SSW",
    ]);
    let b = board(&table);
    let south = (0..RULES.pack().ground.cells.len()).find(|p| b.in_battery_range(Union, *p)).expect("a hex in range");
    let exposed = |f: Facing| b.exposes(unit("us-ward-inf"), &LineMarker::moving(south, 8, f));
    assert!(Facing::corners().any(exposed), "from some side its flank is open");
    assert!(
        Facing::corners().any(|f| !b.exposes(unit("us-ward-inf"), &LineMarker::moving(south, 8, f))),
        "and from some it is not"
    );
}
