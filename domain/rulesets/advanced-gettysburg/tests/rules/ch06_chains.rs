//! Chains: continuity, types, strength, facing (§6.0, §7.0, §8.0, §19.0).

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{
    Formation, Link, Shape, aspect, column_strengths, continuous, counter, distributed, line_strengths,
};
use domain_core::board::{Aspect, Axis, Facing};
use domain_core::referee::{Refusal, Ruleset};

fn facing(name: &str) -> Facing {
    Facing::read(name, Axis::FlatColumns).expect(name)
}

fn chain(hexes: &str) -> Vec<Link> {
    let link = |word: &str| {
        let (id, sp) = word.split_once('=').unwrap_or((word, "8"));
        Link::new(hex(id), sp.parse().expect("points"))
    };
    hexes.split(' ').map(link).collect()
}

fn line(left: &str, right: &str) -> Formation {
    Formation::Line { left: facing(left), right: facing(right) }
}

fn column(front: &str) -> Formation {
    Formation::Column { facing: facing(front) }
}

/// The section that a chain breaks, if any.
fn gap(formation: Formation, hexes: &str) -> Option<&'static str> {
    continuous(&RULES.pack().ground, formation, &chain(hexes)).err().map(|rule| rule.illegal("x").section.0)
}

fn uneven(name: &str, formation: Formation, hexes: &str) -> Option<&'static str> {
    let spec = RULES.pack().unit(unit(name));
    distributed(spec, formation, &chain(hexes)).err().map(|rule| rule.illegal("x").section.0)
}

#[test]
fn s6_1_4_markers_lie_in_adjacent_hexes_without_a_gap() {
    assert_eq!(gap(line("N", "S"), "V21 V20 V19"), None);
    assert_eq!(gap(line("N", "S"), "V21 V19"), Some("6.1"));
    assert_eq!(gap(line("N", "S"), "V21 V21"), Some("6.1"), "no two of a line in one hex");
    assert_eq!(gap(column("N"), "V21 V20 V19"), None);
    assert_eq!(gap(column("N"), "V21 V21 V20"), None, "markers of one column may share a hex (§17.1.3)");
    assert_eq!(gap(column("N"), "V21 V20 V18"), Some("6.1"));
    assert_eq!(gap(column("N"), "V21 V20 V21"), Some("6.1"));
    assert_eq!(gap(Formation::Rest, "V21 V20"), Some("6.1"));
}

#[test]
fn s6_2_the_sides_of_a_line_make_the_type_of_each_marker() {
    let shapes = |left: &str, right: &str, hexes: &str| {
        let (left, right) = (facing(left), facing(right));
        let markers = advanced_gettysburg::line_markers(&RULES.pack().ground, left, right, &chain(hexes));
        markers.expect("a line").iter().map(|m| (m.shape(), m.front().name(Axis::FlatColumns))).collect::<Vec<_>>()
    };
    // North to south, looking east.
    assert_eq!(shapes("N", "S", "V21 V20"), [(Shape::Straight, "E"), (Shape::Straight, "E")]);
    // The left flank bent back to the north-west, bent forward to the north-east, refused.
    assert_eq!(shapes("NW", "S", "V21 V20")[0], (Shape::Salient, "NE"));
    assert_eq!(shapes("NE", "S", "V21 V20")[0], (Shape::ReEntrant, "SE"));
    assert_eq!(shapes("SW", "S", "V21 V20")[0], (Shape::Refused, "NNE"));
    assert_eq!(gap(line("SE", "S"), "V21 V20"), Some("6.2"), "one side before the front would be no front at all");
    // An inner marker bends with its neighbours.
    let bent = shapes("N", "SE", "V21 V20 W20");
    assert_eq!(bent[1], (Shape::ReEntrant, "NE"));
}

#[test]
fn s6_1_5_the_counter_lies_at_most_two_hexes_from_every_marker() {
    let ground = &RULES.pack().ground;
    let at = |hexes: &str| counter(ground, line("N", "S"), &chain(hexes));
    assert_eq!((at("V21"), at("V21 V20 V19"), at("V23 V22 V21 V20 V19")), (Some(0), Some(1), Some(2)));
    assert_eq!(at("V24 V23 V22 V21 V20 V19"), None, "six in a row are too many");
    assert_eq!(
        counter(ground, column("N"), &chain("V24 V23 V22 V21 V20 V19")),
        Some(0),
        "with the lead marker of a column"
    );
}

#[test]
fn s7_1_2_inner_markers_of_foot_hold_eight_points_and_flanks_any() {
    assert_eq!(uneven("Archer", line("N", "S"), "V21=2 V20=8 V19=1"), None);
    assert_eq!(uneven("Archer", line("N", "S"), "V21=2 V20=7 V19=3"), Some("7.1"));
    assert_eq!(uneven("Archer", line("N", "S"), "V21=2 V20=10"), None, "a marker may hold more than 8 (§7.1.1)");
    assert_eq!(uneven("Archer", line("N", "S"), "V21=12 V20=0"), Some("7.1"));
}

#[test]
fn s7_1_3_inner_markers_of_horse_hold_six_or_more_and_all_the_same() {
    assert_eq!(uneven("Gamble", line("N", "S"), "V21=2 V20=6 V19=6 V18=2"), None);
    assert_eq!(uneven("Gamble", line("N", "S"), "V21=2 V20=5 V19=5 V18=4"), Some("7.1"));
    assert_eq!(uneven("Gamble", line("N", "S"), "V21=1 V20=6 V19=7 V18=2"), Some("7.1"));
}

#[test]
fn s7_2_columns_are_filled_from_the_head() {
    let pack = RULES.pack();
    let spec = |name: &str| pack.unit(unit(name));
    assert_eq!(column_strengths(spec("Davis"), 18), [8, 8, 2]);
    assert_eq!(column_strengths(spec("Gamble"), 16), [3, 3, 3, 3, 3, 1]);
    assert_eq!(uneven("Davis", column("N"), "V21=8 V20=8 V19=2"), None);
    assert_eq!(uneven("Davis", column("N"), "V21=8 V20=2 V19=8"), Some("7.2"));
    assert_eq!(uneven("Gamble", column("N"), "V21=8 V20=8"), Some("7.2"));
}

#[test]
fn s7_1_4_points_are_shared_out_over_a_line_within_the_limits() {
    let pack = RULES.pack();
    let spec = |name: &str| pack.unit(unit(name));
    assert_eq!(line_strengths(spec("Davis"), 18, 3), Some(vec![5, 8, 5]));
    assert_eq!(line_strengths(spec("Davis"), 18, 2), None, "18 points are too many for two markers of 8");
    assert_eq!(line_strengths(spec("Davis"), 18, 4), Some(vec![1, 8, 8, 1]));
    assert_eq!(line_strengths(spec("Kelly"), 6, 1), Some(vec![6]));
    assert_eq!(line_strengths(spec("Kelly"), 6, 3), None);
    assert_eq!(line_strengths(spec("Gamble"), 16, 4), Some(vec![1, 7, 7, 1]));
}

#[test]
fn s8_0_a_brigade_at_rest_lies_in_one_hex_whatever_its_strength() {
    let table = Table::study(&["place Pettigrew rest V20"]);
    assert_eq!(lies(&table, "Pettigrew"), "V20=29");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s19_1_a_line_has_two_flank_hexes_and_front_and_rear_between_them() {
    let ground = &RULES.pack().ground;
    let of = |id: &str| aspect(ground, line("N", "S"), &chain("V21 V20"), hex(id));
    assert_eq!((of("V22"), of("V19")), (Some(Aspect::Flank), Some(Aspect::Flank)));
    assert_eq!((of("W22"), of("W21"), of("W20")), (Some(Aspect::Front), Some(Aspect::Front), Some(Aspect::Front)));
    assert_eq!((of("U22"), of("U21"), of("U20")), (Some(Aspect::Rear), Some(Aspect::Rear), Some(Aspect::Rear)));
    assert_eq!((of("X20"), of("V20")), (None, None));
}

#[test]
fn s19_2_a_column_has_its_front_before_the_head_and_its_rear_behind_the_tail() {
    let ground = &RULES.pack().ground;
    let of = |id: &str| aspect(ground, column("N"), &chain("V21 V20 W20"), hex(id));
    assert_eq!((of("V22"), of("X19")), (Some(Aspect::Front), Some(Aspect::Rear)));
    for flank in ["V19", "W21", "U21", "W19", "X20"] {
        assert_eq!(of(flank), Some(Aspect::Flank), "{flank}");
    }
}

#[test]
fn s19_3_all_hexes_around_a_brigade_at_rest_are_flanks() {
    let ground = &RULES.pack().ground;
    assert!(
        ["V21", "W21", "W20", "V19", "U20", "U21"]
            .iter()
            .all(|id| { aspect(ground, Formation::Rest, &chain("V20=20"), hex(id)) == Some(Aspect::Flank) })
    );
}

#[test]
fn an_umpire_sets_every_formation_and_the_position_stays_whole() {
    let mut table = Table::study(&["place Davis column N V21 V20 V19", "place Gamble line V30=8 V29=8 ends NW S"]);
    assert_eq!(
        (lies(&table, "Davis"), lies(&table, "Gamble")),
        ("V21=8 V20=8 V19=2".to_owned(), "V30=8 V29=8".to_owned())
    );
    table.umpire("place Kelly line L10=6 E").umpire("place Calef M10 unlimbered W").umpire("place Reynolds M12");
    table.umpire("mark Davis dp 25 cp 4 attack named").umpire("turn 9 union opening").umpire("hold U26 confederate");
    assert_eq!(RULES.whole(&table.position), Ok(()));
    assert_eq!(
        board(&table).experience(unit("Davis")),
        RULES.pack().tables.current(RULES.pack().unit(unit("Davis")).brigade().unwrap().experience, 2)
    );
    for wrong in [
        "place Davis column N V21 V19",
        "place Davis line V21",
        "place Calef M10 limbered W",
        "place Davis",
        "turn 99 union opening",
        "mark Davis dp x",
        "dance",
    ] {
        assert!(
            matches!(RULES.umpire(&table.position, wrong), Err(Refusal::Unreadable { .. } | Refusal::Illegal(_))),
            "{wrong}"
        );
    }
}

#[test]
fn a_position_with_both_sides_in_a_hex_or_a_torn_chain_is_none() {
    let table = Table::study(&["place Davis column N V21 V20 V19", "place Gamble rest V20"]);
    assert!(RULES.whole(&table.position).is_err_and(|e| e.contains("V20")));
    let mut text = serde_json::to_value(&table.position).expect("plain");
    let davis = unit("Davis").index();
    text["units"][davis]["place"]["at"][1][0] = serde_json::json!(3);
    text["units"][unit("Gamble").index()]["place"] = serde_json::json!("waiting");
    let torn = serde_json::from_value(text).expect("a position");
    assert!(RULES.whole(&torn).is_err_and(|e| e.contains("adjacent")));
}
