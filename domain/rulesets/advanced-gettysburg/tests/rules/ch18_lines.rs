//! Battlelines: forming, going ahead, wheeling, extending, bending, strength (§6.2, §7.1, §11.0, §18.0).

use crate::table::{RULES, Table, lies, unit};
use advanced_gettysburg::{Formation, Link, Place};
use domain_core::board::Facing;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Orders, Ruleset, SeatId, Side};

/// Ward (21 points) in line from north to south, looking east over open ground.
fn ward(level: u8) -> Table {
    Table::study(&[
        "turn 14 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        &format!("mark us-ward-inf level {level}"),
    ])
}

fn spent(table: &Table, name: &str) -> String {
    let brigade = table.position.brigade(unit(name)).expect("a brigade");
    let half = |p: &u8| format!("{}", f32::from(*p) / 2.0);
    brigade.paid.iter().map(half).collect::<Vec<_>>().join(" ")
}

#[test]
fn s18_1_a_column_forms_line_where_it_lies_for_six_points() {
    let mut table =
        Table::study(&["turn 14 union alone", "place us-ward-inf column N M29 M28 M27", "mark us-ward-inf level 6"]);
    assert_eq!(table.refused(Union, "Ward line M29=5 M28=8 M26=8"), "18.0");
    assert_eq!(table.refused(Union, "Ward line M29=5 M28=8 M27=7"), "7.1");
    assert_eq!(table.refused(Union, "Ward line M29=8 M28=5 M27=8"), "7.1");
    table.union("Ward line M29=5 M28=8 M27=8", &[]);
    assert_eq!(
        (lies(&table, "us-ward-inf"), spent(&table, "us-ward-inf")),
        ("M29=5 M28=8 M27=8".to_owned(), "6 6 6".to_owned())
    );
    assert_eq!(table.refused(Union, "Ward ahead left 1"), "11.0");
}

#[test]
fn s13_0_a_level_below_six_forms_no_line() {
    let mut table =
        Table::study(&["turn 14 union alone", "place us-ward-inf column N M29 M28 M27", "mark us-ward-inf level 5"]);
    assert_eq!(table.refused(Union, "Ward line M29=5 M28=8 M27=8"), "13.0");
    assert!(table.menu(Union).iter().all(|l| !l.starts_with("Ward line")));
}

#[test]
fn s11_4_a_line_pays_two_points_a_hex_for_each_marker() {
    let mut table = ward(4);
    table.union("Ward ahead left 2", &[]);
    // Left of the front, looking east, is north-east: M is an odd column, so that its north-eastern neighbour has its own number.
    assert_eq!(
        (lies(&table, "us-ward-inf"), spent(&table, "us-ward-inf")),
        ("O30=5 O29=8 O28=8".to_owned(), "4 4 4".to_owned())
    );
    assert_eq!(table.refused(Union, "Ward ahead left 1"), "11.0");
}

#[test]
fn the_words_of_a_step_are_shorthand_for_where_the_left_flank_comes() {
    for (line, end) in [
        ("Ward ahead LR", "O29=5"),
        ("Ward ahead NE SE", "O29=5"),
        ("Ward ahead O29", "O29=5"),
        ("Ward back right 1", "L28=5"),
    ] {
        let mut table = ward(6);
        table.union(line, &[]);
        assert!(lies(&table, "us-ward-inf").starts_with(end), "{line}: {}", lies(&table, "us-ward-inf"));
    }
}

#[test]
fn s11_5_a_wheel_turns_the_line_about_its_flank_and_the_far_flank_pays_most() {
    let mut table = ward(4);
    table.union("Ward wheel right", &[]);
    let now = table.position.brigade(unit("us-ward-inf")).expect("a brigade");
    assert!(lies(&table, "us-ward-inf").ends_with("M27=8"));
    assert_eq!(spent(&table, "us-ward-inf"), "4 2 0");
    assert!(
        matches!(now.formation, Formation::Line { left, right } if left.index() == 2 && right.index() == 8),
        "{:?}",
        now.formation
    );
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s18_7_a_line_extends_by_a_marker_at_its_flank_for_two_points() {
    let mut table = ward(6);
    assert_eq!(table.refused(Union, "Ward extend left 8"), "7.1");
    table.union("Ward extend left 3", &[]);
    assert_eq!(
        (lies(&table, "us-ward-inf"), spent(&table, "us-ward-inf")),
        ("M30=3 M29=8 M28=8 M27=2".to_owned(), "2 2 2 2".to_owned())
    );
}

#[test]
fn s7_1_4_points_are_shared_out_for_nothing_outside_of_enemy_range() {
    let mut table = ward(2);
    assert_eq!(table.refused(Union, "Ward strength 8-5-8"), "7.1");
    table.union("Ward strength 8-8-5", &[]);
    assert_eq!(
        (lies(&table, "us-ward-inf"), spent(&table, "us-ward-inf")),
        ("M29=8 M28=8 M27=5".to_owned(), "0 0 0".to_owned())
    );
}

#[test]
fn s6_2_7_flanks_are_bent_for_nothing_but_never_folded() {
    let mut table = ward(2);
    assert_eq!(table.refused(Union, "Ward ends SE S"), "6.2");
    table.union("Ward ends NW S", &[]);
    assert_eq!(spent(&table, "us-ward-inf"), "0 0 0");
}

#[test]
fn s19_4_a_line_faces_about_outside_of_enemy_range() {
    let mut table = ward(2);
    table.union("Ward about", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "M27=8 M28=8 M29=5");
    table.umpire("place Archer line K29=6 K28=6").umpire("mark us-ward-inf level 6");
    assert_eq!(table.refused(Union, "Ward about"), "21.0");
}

#[test]
fn s11_0_markers_keep_their_order_in_any_other_line() {
    let mut table = ward(6);
    assert_eq!(table.refused(Union, "Ward to N30=5 N29=8"), "18.0");
    table.union("Ward to N30=5 O30=8 O29=8", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "N30=5 O30=8 O29=8");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s18_2_a_line_forms_column_for_two_points() {
    let mut table = ward(6);
    table.union("Ward column N", &[]);
    assert_eq!(
        (lies(&table, "us-ward-inf"), spent(&table, "us-ward-inf")),
        ("M29=8 M28=8 M27=5".to_owned(), "2 2 2".to_owned())
    );
}

#[test]
fn s22_3_an_unnamed_line_enters_no_range_of_a_brigade() {
    let mut table = ward(6);
    table.umpire("place Archer line Q27=6 Q28=6");
    assert!(["11.0", "22.0"].contains(&table.refused(Union, "Ward ahead P29")));
    assert!(table.menu(Union).iter().all(|l| !l.starts_with("Ward ahead P")));
}

#[test]
fn s24_6_s22_7_a_line_that_lies_beyond_the_map_in_part_is_written_and_read_as_it_lies() {
    let mut table = Table::study(&["turn 12 confederate alone", "place Doles rest O44"]);
    let link = |id: &str, sp| Link::new(RULES.pack().ground.atlas.read(id).expect("a place"), sp);
    table.position.units[unit("Doles").index()].place =
        Place::At(vec![link("O44", 1), link("O45", 8), link("bendersville-rd", 5)]);
    let sides: Vec<Facing> = Facing::sides().collect();
    let formation = Formation::Line { left: sides[2], right: sides[5] };
    table.position.brigade_mut(unit("Doles")).expect("a brigade").formation = formation;
    let read = |side: Side, line: &str| RULES.board(&table.position).parse(SeatId::of_side(side), line);
    let line = "Doles to O44=1 O45=8 bendersville-rd=5 ends SE NW";
    let order = read(Confederate, line).expect("as house players write it");
    assert_eq!(RULES.board(&table.position).format(&order), line);
    // Who does not lie there goes there in no line.
    assert!(read(Confederate, "Doles to O44=1 O45=8 harrisburg-rd=5 ends SE NW").is_err());
    assert!(read(Confederate, "Archer to O44=1 O45=8 bendersville-rd=5 ends SE NW").is_err());
}
