//! Points kept for a step, compulsory retreats, columns that close up (§13.8, §17.1.3, §21.6, §21.7).

use crate::table::{RULES, Table, lies, unit};
use advanced_gettysburg::{Brigade, KeptStep, Retreat};
use domain_core::referee::{Ruleset, Side::Confederate, Side::Union};

fn brigade(table: &Table, name: &str) -> Brigade {
    table.position.brigade(unit(name)).expect("a brigade").clone()
}

fn spent(table: &Table, name: &str) -> f32 {
    f32::from(brigade(table, name).spent()) / 2.0
}

/// To the same side's opening of the next turn.
fn next_turn(table: &mut Table) {
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
}

#[test]
fn s13_8_and_r14_and_r88_points_are_kept_for_the_step_they_do_not_pay_for() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 5"]);
    assert_eq!(table.refused(Confederate, "Davis keep E38"), "13.8", "that it can pay for");
    table.confederate("Davis keep line", &[]);
    let kept = brigade(&table, "Davis").kept.expect("points kept");
    assert_eq!((kept.ap, kept.step), (5, KeptStep::Line));
    assert_eq!(table.refused(Confederate, "Davis march E38"), "11.0", "its move is over");
    next_turn(&mut table);
    table.umpire("mark Davis level 2");
    table.confederate("Davis line D37=8 C38=8 B38=2", &[]);
    assert_eq!((spent(&table, "Davis"), brigade(&table, "Davis").formation.is_line()), (6.0, true));
    assert!(brigade(&table, "Davis").kept.is_some_and(|k| k.used), "seven in all, of which six are spent (ruling 88)");
}

#[test]
fn s13_10_kept_points_serve_for_that_step_alone_and_for_one_turn() {
    let start = ["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 5"];
    let mut table = Table::study(&start);
    table.confederate("Davis keep line", &[]);
    next_turn(&mut table);
    table.umpire("mark Davis level 1");
    assert_eq!(table.refused(Confederate, "Davis march E38-F37"), "13.0");
    table.confederate("Davis march E38", &[]);
    assert_eq!(table.refused(Confederate, "Davis line E38=8 D37=8 C38=2"), "13.0", "it did something else first");
    let mut table = Table::study(&start);
    table.confederate("Davis keep line", &[]);
    next_turn(&mut table);
    next_turn(&mut table);
    assert_eq!(brigade(&table, "Davis").kept, None);
}

#[test]
fn s13_8_a_column_keeps_a_point_for_its_next_hex_and_fractions_never() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column N E38 E37 E36", "mark Davis level 4"]);
    table.confederate("Davis march E39-E40", &[]);
    assert_eq!(spent(&table, "Davis"), 3.0);
    table.confederate("Davis keep E41", &[]);
    assert_eq!(brigade(&table, "Davis").kept.map(|k| k.ap), Some(1));
    next_turn(&mut table);
    table.umpire("mark Davis level 3");
    assert!(table.menu(Confederate).iter().any(|l| l.starts_with("Davis march E41")));
    table.confederate("Davis march E41-E42", &[]);
    assert_eq!(spent(&table, "Davis"), 3.0);
    table.umpire("mark Davis level 3");
    // Of half a point nothing is kept.
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column N E38 E37 E36", "mark Davis level 2"]);
    table.confederate("Davis march E39", &[]);
    assert_eq!(table.refused(Confederate, "Davis keep E40"), "13.8");
}

#[test]
fn s13_8_a_battery_keeps_points_too() {
    let mut table = Table::study(&["turn 3 confederate alone", "place Marye E33 limbered N"]);
    table.position.units[unit("Marye").index()].state = {
        let mut state = table.position.units[unit("Marye").index()].state.clone();
        if let advanced_gettysburg::State::Battery(b) = &mut state {
            b.spent = 10;
        }
        state
    };
    table.confederate("Marye keep E34", &[]);
    next_turn(&mut table);
    assert_eq!(table.position.battery(unit("Marye")).and_then(|b| b.kept).map(|k| k.ap), Some(1));
}

#[test]
fn s22_6_attackers_keep_nothing() {
    let mut table = Table::study(&[
        "turn 9 union opening",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place Archer line S27=6 S28=6",
    ]);
    table.union("attack Ward", &[]).union("done", &[]).union("alone Ward", &[4]);
    assert_eq!(table.refused(Union, "Ward keep N28"), "22.6");
}

#[test]
fn s17_1_3_a_column_closes_up_to_form_line_next_and_marches_no_further() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 6"]);
    table.confederate("Davis close", &[]);
    assert_eq!((lies(&table, "Davis"), spent(&table, "Davis")), ("D37=8 D37=8 D37=2".to_owned(), 2.0));
    assert_eq!(table.refused(Confederate, "Davis march E38"), "17.1");
    next_turn(&mut table);
    table.umpire("mark Davis level 6");
    assert_eq!(table.refused(Confederate, "Davis march E38"), "17.1");
    table.confederate("Davis line D37=18 E", &[]);
    assert_eq!(spent(&table, "Davis"), 6.0);
}

#[test]
fn r72_a_column_that_losses_left_uneven_closes_up_free_out_of_enemy_range() {
    let mut table = Table::study(&["place Davis column SE D37=6 C38=6 B38=2", "turn 2 union assault"]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").sp = 14;
    table.union("done", &[]);
    assert_eq!(lies(&table, "Davis"), "D37=8 C38=6");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    let mut table = Table::study(&[
        "place Davis column SE D37=6 C38=6 B38=2",
        "place Gamble line D39=8 E40=8 ends NW SE",
        "turn 2 union assault",
    ]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").sp = 14;
    let ranged = crate::table::board(&table).in_enemy_range(Confederate, crate::table::hex("D37"));
    table.union("done", &[]);
    assert_eq!(lies(&table, "Davis") == "D37=6 C38=6 B38=2", ranged);
}

/// Ward in line looking east, Archer two hexes before it.
fn routed() -> Table {
    Table::study(&[
        "turn 9 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place Archer line O27=6 O28=6",
        "mark us-ward-inf retreat involuntary",
    ])
}

#[test]
fn s21_7_an_involuntary_retreat_expends_eight_points_without_their_disorganization() {
    let mut table = routed();
    assert_eq!(table.refused(Union, "done"), "21.7");
    assert_eq!(table.refused(Union, "alone Ward"), "15.0", "it has its points without a roll");
    table.union("Ward back left 1", &[]);
    assert_eq!(table.refused(Union, "done"), "21.7");
    let dp = brigade(&table, "us-ward-inf").dp;
    while brigade(&table, "us-ward-inf").spent() < 16 {
        let line = table.menu(Union).into_iter().find(|l| l.starts_with("Ward back") || l.starts_with("Ward ahead"));
        table.union(&line.expect("a way back"), &[]);
    }
    assert_eq!((brigade(&table, "us-ward-inf").dp, spent(&table, "us-ward-inf")), (dp, 8.0));
    table.union("done", &[]);
}

#[test]
fn s21_6_who_retreats_does_nothing_else_and_comes_no_nearer() {
    let mut table = routed();
    table.umpire("mark us-ward-inf retreat voluntary level 6");
    assert_eq!(table.refused(Union, "Ward strength 8-8-5"), "21.6");
    assert_eq!(table.refused(Union, "Ward extend left 4"), "21.6");
    table.union("Ward back left 1", &[]);
    assert_eq!(brigade(&table, "us-ward-inf").retreat, Retreat::Voluntary);
    assert!(table.menu(Union).iter().all(|l| !l.starts_with("Ward column") && !l.starts_with("Ward strength")));
}

#[test]
fn s22_8_a_marker_that_stood_beside_an_enemy_may_move_on_in_its_next_turn() {
    let beside = |spent: u8| {
        let mut table = Table::study(&[
            "turn 9 union alone",
            "place Kelly line M28=6 E",
            "place Archer line N27=12 W",
            "mark Kelly attack launched level 6",
        ]);
        table.position.brigade_mut(unit("Kelly")).expect("a brigade").paid = vec![spent];
        assert!(crate::table::board(&table).beside_enemy(unit("Kelly")));
        table.menu(Union).iter().filter(|l| l.starts_with("Kelly ahead")).count()
    };
    assert_eq!(beside(4), 0, "who came beside an enemy has ended its move");
    assert!(beside(0) > 0, "who stood there moves on");
}
