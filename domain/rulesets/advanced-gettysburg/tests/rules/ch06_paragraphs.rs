//! Formations, strengths and facings, paragraph by paragraph (§6.0 to §8.0, §19.0).

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Formation, Link, Shape, aspect, column_fronts, continuous, distributed, line_markers};
use domain_core::board::{Aspect, Axis, Facing};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

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

/// What is next to a brigade in a hex.
fn side_of(formation: Formation, hexes: &str, to: &str) -> Option<Aspect> {
    aspect(&RULES.pack().ground, formation, &chain(hexes), hex(to))
}

/// Ward (21 points) in line from north to south, looking east.
fn ward(level: u8) -> Table {
    Table::study(&[
        "turn 14 union alone",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        &format!("mark us-ward-inf level {level}"),
    ])
}

#[test]
fn s6_1_2_a_brigade_has_the_strength_of_its_card_and_not_the_printed_one() {
    // Cutler comes with 16 points, and six join him at five in the afternoon.
    let table = Table::start();
    assert_eq!((table.brigade("Cutler").sp, table.brigade("Perrin").sp), (16, 15));
    let joins = &RULES.pack().unit(unit("Cutler")).joins;
    assert_eq!(joins.iter().map(|j| (j.turn, j.points)).collect::<Vec<_>>(), [(31, 6)]);
    assert!(RULES.pack().unit(unit("Archer")).joins.is_empty());
}

#[test]
fn s6_1_3_a_column_has_a_marker_for_each_eight_points_of_foot_and_three_of_horse() {
    let markers = |name: &str, points: u8| {
        let table = Table::study(&[&format!("place {name} rest M28={points}"), "turn 3 union alone"]);
        let mut table = table;
        let side = RULES.pack().unit(unit(name)).side;
        table.umpire(&format!("turn 3 {} alone", side.name())).umpire(&format!("mark {name} level 2"));
        table.attempt(side, &format!("{name} column N"), &[]).expect("a column");
        table.position.chain(unit(name)).iter().map(|l| l.sp).collect::<Vec<u8>>()
    };
    assert_eq!(markers("Davis", 24), [8, 8, 8], "the example of the text");
    assert_eq!(markers("Davis", 18), [8, 8, 2]);
    assert_eq!(markers("Gamble", 16), [3, 3, 3, 3, 3, 1]);
}

#[test]
fn s6_2_1_a_formation_is_continuous_at_the_end_of_each_order() {
    let mut table = ward(6);
    assert_eq!(table.why(Union, "Ward to N29=5 M28=8 N27=8 ends N S").split(' ').next(), Some("6.1"));
    assert_eq!(lies(&table, "us-ward-inf"), "M29=5 M28=8 M27=8");
    table.union("Ward to N28=5 M28=8 M27=8", &[]);
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s6_2_3_r10_a_line_leaves_its_hex_in_four_ways_and_no_others() {
    let ground = &RULES.pack().ground;
    let (mut lines, mut folded) = (Vec::new(), 0);
    for right in ["N", "NE", "SE", "S", "SW", "NW"] {
        match continuous(ground, line("N", right), &chain("M28")) {
            Ok(()) => {
                lines.push(line_markers(ground, facing("N"), facing(right), &chain("M28")).expect("a line")[0].shape())
            }
            Err(_) => folded += 1,
        }
    }
    assert_eq!(
        lines,
        [Shape::ReEntrant, Shape::Straight, Shape::Salient, Shape::Refused],
        "by its right side, clockwise"
    );
    assert_eq!(folded, 2, "both sides the same, or neighbours before the front");
    let fronts = |left: &str, right: &str| {
        let markers = line_markers(ground, facing(left), facing(right), &chain("M28")).expect("a line");
        markers[0].front_sides().count()
    };
    assert_eq!(["SE", "S", "SW", "NW"].map(|right| fronts("N", right)), [1, 2, 3, 4], "front hexes");
}

#[test]
fn s6_2_4_each_marker_has_a_facing() {
    let ground = &RULES.pack().ground;
    let fronts = column_fronts(ground, facing("N"), &chain("M28 M27 N26")).expect("a column");
    assert_eq!(fronts.iter().map(|f| f.name(Axis::FlatColumns)).collect::<Vec<_>>(), ["N", "N", "NW"]);
    let markers = line_markers(ground, facing("N"), facing("S"), &chain("M28 M27")).expect("a line");
    assert!(markers.iter().all(|m| m.front().name(Axis::FlatColumns) == "E"));
}

#[test]
fn s6_2_5_two_flank_markers_end_a_line_and_all_others_have_two_neighbours() {
    let ground = &RULES.pack().ground;
    let section =
        |hexes: &str| continuous(ground, line("N", "S"), &chain(hexes)).err().map(|r| r.illegal("x").section.0);
    assert_eq!(section("M29 M28 M27"), None);
    assert_eq!(section("M29 M27 M28"), Some("6.1"), "the order of the markers is that of the line");
    assert_eq!(section("M29 M28 N27 M28"), Some("6.1"), "no marker twice");
    let markers = line_markers(ground, facing("N"), facing("S"), &chain("M29 M28 M27")).expect("a line");
    assert_eq!(
        markers.iter().map(|m| (m.open_left, m.open_right)).collect::<Vec<_>>(),
        [(true, false), (false, false), (false, true)]
    );
}

#[test]
fn s6_2_6_each_marker_of_a_column_points_at_the_rear_of_the_one_before_and_the_counter_leads() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 6"]);
    table.confederate("Davis march E38-F37", &[]);
    let ground = &RULES.pack().ground;
    let links = table.position.chain(unit("Davis")).to_vec();
    for (n, front) in board(&table).column(unit("Davis")).into_iter().enumerate().skip(1) {
        assert_eq!(ground.atlas.ahead(links[n].at(), front), Some(links[n - 1].at()), "marker {n}");
    }
    assert_eq!(table.position.counter(unit("Davis")), Some(hex("F37")), "with the lead marker");
}

#[test]
fn s7_1_1_a_marker_that_stays_where_it_is_may_hold_more_than_eight_points() {
    let mut table = ward(6);
    table.umpire("place us-ward-inf line M29=8 M28=8").umpire("mark us-ward-inf level 6");
    table.umpire("place us-ward-inf line M29=13 M28=8").umpire("mark us-ward-inf level 6");
    table.union("Ward strength 11-10", &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "M29=11 M28=10");
}

#[test]
fn s7_1_2_s7_1_3_orders_share_out_no_thin_line() {
    let mut table = ward(6);
    assert_eq!(
        table.why(Union, "Ward strength 8-5-8"),
        "7.1 An inner marker of us-ward-inf would be too weak, or the inner ones of horse unequal."
            .replace("us-ward-inf", RULES.pack().name(unit("us-ward-inf")))
    );
    table.union("Ward strength 12-8-1", &[]);
    let mut horse =
        Table::study(&["turn 3 union alone", "place Gamble line M30=2 M29=6 M28=6 M27=2", "mark Gamble level 6"]);
    assert_eq!(horse.refused(Union, "Gamble strength 4-5-5-2"), "7.1");
    assert_eq!(horse.refused(Union, "Gamble strength 1-6-7-2"), "7.1");
    horse.union("Gamble strength 1-7-7-1", &[]);
}

#[test]
fn s7_1_4_points_are_shared_out_for_a_point_in_enemy_range_and_not_at_all_beside_an_enemy() {
    let mut table = ward(6);
    table.umpire("place Archer line O27=6 O28=6");
    assert!(board(&table).in_enemy_range(Union, hex("M28")));
    table.union("Ward strength 8-8-5", &[]);
    assert_eq!(table.spent("us-ward-inf"), "1 1 1");
    table.umpire("place Archer line N27=6 N28=6").umpire("mark us-ward-inf level 6");
    assert_eq!(table.refused(Union, "Ward strength 5-8-8"), "18.0");
}

#[test]
fn s7_2_1_s7_2_2_all_markers_of_a_column_are_full_but_for_the_rear_one() {
    let pack = RULES.pack();
    let bad = |name: &str, hexes: &str| {
        let column = Formation::Column { facing: facing("N") };
        distributed(pack.unit(unit(name)), column, &chain(hexes)).err().map(|r| r.illegal("x").section.0)
    };
    for even in ["M29=8 M28=8 M27=2", "M29=8 M28=8 M27=8"] {
        assert_eq!(bad("Davis", even), None, "{even}");
    }
    for uneven in ["M29=8 M28=7 M27=3", "M29=8 M28=10", "M29=7 M28=8", "M29=8 M28=9"] {
        assert_eq!(bad("Davis", uneven), Some("7.2"), "{uneven}");
    }
    assert_eq!(bad("Gamble", "M29=3 M28=3 M27=1"), None);
    for uneven in ["M29=3 M28=2 M27=3", "M29=3 M28=4", "M29=6 M28=3"] {
        assert_eq!(bad("Gamble", uneven), Some("7.2"), "{uneven}");
    }
}

#[test]
fn s19_0_2_every_brigade_but_one_at_rest_has_front_flank_and_rear() {
    let kinds = |formation: Formation, hexes: &str| {
        let around: Vec<usize> = (0..RULES.pack().ground.cells.len()).collect();
        let of = |to: &usize| aspect(&RULES.pack().ground, formation, &chain(hexes), *to);
        let found: Vec<Aspect> = around.iter().filter_map(of).collect();
        [Aspect::Front, Aspect::Flank, Aspect::Rear].map(|a| found.iter().filter(|f| **f == a).count())
    };
    assert_eq!(kinds(line("N", "S"), "M28"), [2, 2, 2]);
    assert_eq!(kinds(line("N", "S"), "M29 M28 M27"), [4, 2, 4]);
    assert_eq!(kinds(Formation::Column { facing: facing("N") }, "M28 M27"), [1, 6, 1]);
    assert_eq!(kinds(Formation::Rest, "M28=20"), [0, 6, 0]);
}

#[test]
fn s19_1_1_s19_1_2_flanks_are_where_the_flank_markers_point_front_and_rear_between_them() {
    // The left flank bent back, the right one forward.
    let bent = line("NW", "SE");
    assert_eq!(side_of(bent, "M28 M27", "L28"), Some(Aspect::Flank), "north-west of M28");
    assert_eq!(side_of(bent, "M28 M27", "N26"), Some(Aspect::Flank), "south-east of M27");
    for front in ["M29", "N28", "N27"] {
        assert_eq!(side_of(bent, "M28 M27", front), Some(Aspect::Front), "{front}");
    }
    for rear in ["L27", "L26", "M26"] {
        assert_eq!(side_of(bent, "M28 M27", rear), Some(Aspect::Rear), "{rear}");
    }
}

#[test]
fn s19_1_3_flanks_point_to_hexsides() {
    let ground = &RULES.pack().ground;
    let corner = Formation::Line { left: facing("NNE"), right: facing("S") };
    assert_eq!(continuous(ground, corner, &chain("M28 M27")).err().map(|r| r.illegal("x").section.0), Some("6.1"));
    assert!(ward(6).unreadable(Union, "Ward ends N Q"));
    assert!(ward(6).attempt(Union, "Ward ends NNE S", &[]).is_err());
}

#[test]
fn s19_2_1_s19_2_2_a_column_has_one_front_hex_one_rear_hex_and_flanks_elsewhere() {
    let column = Formation::Column { facing: facing("NE") };
    assert_eq!(side_of(column, "M28 M27 M26", "N28"), Some(Aspect::Front));
    assert_eq!(side_of(column, "M28 M27 M26", "M25"), Some(Aspect::Rear));
    assert_eq!(side_of(column, "M28 M27 M26", "M29"), Some(Aspect::Flank));
    assert_eq!(side_of(column, "M28 M27 M26", "L26"), Some(Aspect::Flank));
}

#[test]
fn s19_2_3_front_and_rear_of_a_column_point_to_hexsides() {
    let mut table =
        Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 6"]);
    assert!(table.attempt(Confederate, "Davis face E", &[]).is_err(), "a corner");
    // Limbered guns look to a side as a column does, unlimbered ones to a corner, their flanks to sides.
    table.umpire("place Marye E36 limbered N");
    assert_eq!(table.refused(Confederate, "Marye limber E"), "19.2");
    assert_eq!(table.refused(Confederate, "Marye unlimber NE"), "19.2");
    table.confederate("Marye unlimber E", &[]);
}

#[test]
fn s19_2_1_an_unlimbered_battery_has_two_front_hexes() {
    let table = Table::study(&["place Marye M28 unlimbered E"]);
    let front = ["M29", "N28", "N27", "M27", "L27", "L28"].map(|to| board(&table).influences(unit("Marye"), hex(to)));
    assert_eq!(front, [false, true, true, false, false, false], "north-east and south-east of it");
}

#[test]
fn s19_3_1_at_rest_all_hexes_are_flanks_and_s19_3_2_commanders_have_no_facing() {
    for to in ["M29", "N28", "N27", "M27", "L27", "L28"] {
        assert_eq!(side_of(Formation::Rest, "M28=20", to), Some(Aspect::Flank), "{to}");
    }
    // A commander rides whither he likes, whatever is before or behind him.
    let mut table = Table::study(&["place Reynolds M28", "turn 3 union alone"]);
    table.union("Reynolds ride M29", &[]).umpire("place Reynolds M28").umpire("turn 4 union alone");
    table.union("Reynolds ride M27", &[]);
    assert!(table.unreadable(Union, "Reynolds face N"));
}

#[test]
fn s19_4_1_who_is_in_enemy_range_turns_by_advance_or_retreat_alone() {
    let mut table = ward(6);
    table.umpire("place Archer line O27=6 O28=6");
    assert_eq!(
        table.why(Union, "Ward about"),
        format!(
            "21.0 {} is within enemy range of influence and may not do that there.",
            RULES.pack().name(unit("us-ward-inf"))
        )
    );
    table.umpire("place Davis column S N29 N30 N31").umpire("turn 14 confederate alone").umpire("mark Davis level 6");
    assert!(board(&table).in_enemy_range(Confederate, hex("N29")), "Ward looks there");
    assert_eq!(table.refused(Confederate, "Davis face NE"), "21.0");
    table.umpire("place Marye N27 unlimbered W");
    assert_eq!(table.refused(Confederate, "Marye unlimber E"), "21.0");
}

#[test]
fn s19_4_2_a_marker_goes_into_the_hexes_its_front_points_to() {
    // Two points, one hex: a lone marker that attacks turns with the hex it enters and not before.
    let mut table = Table::study(&[
        "turn 9 union alone",
        "place Kelly line M28=6 E",
        "place Archer line S27=6 S28=6",
        "mark Kelly attack launched level 6",
    ]);
    for (hex, may) in [("N28", true), ("N27", true), ("M29", false), ("M27", false), ("L27", false), ("L28", false)] {
        let mut one = Table { position: table.position.clone(), facts: Vec::new() };
        assert_eq!(one.attempt(Union, &format!("Kelly ahead {hex}"), &[]).is_ok(), may, "{hex}");
    }
    // Who does not attack and is out of range turns first.
    table.umpire("mark Kelly attack none");
    table.union("Kelly ahead L28", &[]);
}
