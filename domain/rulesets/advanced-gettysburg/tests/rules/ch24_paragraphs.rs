//! §24.0 to §24.3, paragraph by paragraph. The ground about HH40 is open and level; HH34 is woods.

use crate::fire_kit::{battery, brigade, face_to_face, to_defence, volleys};
use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s24_0_combat_fire_comes_after_all_movement_and_before_any_assault() {
    let mut table = face_to_face();
    assert_eq!(table.refused(Confederate, "Archer.1 assault HH40"), "5.0");
    assert_eq!(table.refused(Confederate, "Archer ahead NE"), "5.0");
    let order = [Segment::Corps, Segment::Hasty, Segment::Artillery, Segment::Targets, Segment::Fire, Segment::Assault];
    assert!(order.windows(2).all(|two| two[0] < two[1]));
    table.umpire("turn 1 confederate corps").umpire("mark Archer attack launched level 6");
    table.confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::Targets);
}

#[test]
fn s24_0_1_only_attacking_brigades_move_beside_an_enemy() {
    let goes = |attack: &str| {
        let mut table = Table::study(&["place Archer line HH37=8 NNE", "place Calef HH39 limbered N"]);
        table.umpire("turn 1 confederate alone").umpire(&format!("mark Archer attack {attack} level 6"));
        table.attempt(Confederate, "Archer ahead HH38", &[]).is_ok()
    };
    assert!(goes("launched") && !goes("none"));
}

#[test]
fn s24_0_2_eight_points_of_foot_fire_from_a_hex_whatever_stands_there() {
    let mut table = face_to_face();
    table.umpire("place Stone line HH40=12 SSE").umpire("place Archer line HH39=11 NNE");
    table.confederate("Archer at HH40", &[]);
    assert_eq!(table.position.fight.aims.iter().map(|p| p.sp).collect::<Vec<_>>(), [8]);
    to_defence(&mut table);
    assert_eq!(table.refused(Union, "HH40: 9 at HH39"), "24.1");
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]);
    assert!(table.told("Stone 8 from HH40") && table.told("Archer 8 from HH39"), "{:?}", table.story());
    // Flank markers of two brigades in a hex are eight together, too.
    let mut two = face_to_face();
    two.umpire("place Stone line HH40=4 GG41=8").umpire("place Cutler line II41=8 HH40=7");
    to_defence(&mut two);
    assert_eq!(two.refused(Union, "HH40: 9 at HH39"), "24.1");
    two.union("HH40: 8 at HH39", &[]);
}

#[test]
fn s24_0_3_s24_0_5_eleven_points_of_all_arms_fire_from_a_hex() {
    let mut table = face_to_face();
    table.umpire("wait Stone").umpire("place Cutler rest HH42").umpire("place Coster rest GG42");
    for name in ["Stewart", "Stevens", "Wilkeson", "Dilger"] {
        table.umpire(&format!("place {name} HH40 unlimbered SSE"));
    }
    to_defence(&mut table);
    // Twenty-four Napoleons are ten points and six.
    assert_eq!(table.refused(Union, "HH40: 12 at HH39"), "24.1");
    table.union("HH40: 11 at HH39", &[]);
    // With foot in the hex, of eleven points eight at most are muskets, and cannon may be told to fire alone.
    let mut both = face_to_face();
    both.umpire("place Stewart HH40 unlimbered SSE");
    to_defence(&mut both);
    assert_eq!(both.refused(Union, "HH40: 12 at HH39"), "24.1");
    assert_eq!(both.refused(Union, "HH40: 5G at HH39"), "24.1", "six Napoleons are four points");
    both.union("HH40: 4G at HH39", &[]).union("HH40: 11 at HH39", &[]).union("done", &[1, 1]);
    assert!(both.told("Stone 8") && both.told("Stewart (guns) 3"), "{:?}", both.story());
}

#[test]
fn s24_1_1_the_type_of_a_marker_says_how_much_it_fires_into_each_hex() {
    // Sides from the left one clockwise through the front; the points into each of the six hexes from the north on.
    for (ends, most) in [
        ("N S", [2, 8, 8, 2, 0, 0]),
        ("N SW", [2, 4, 8, 4, 2, 0]),
        ("N SE", [4, 8, 4, 0, 0, 0]),
        ("N NW", [2, 4, 4, 4, 4, 2]),
    ] {
        for (hex, most) in ["HH41", "II41", "II40", "HH39", "GG40", "GG41"].into_iter().zip(most) {
            let front = if ["HH41", "GG41"].contains(&hex) { "SSE" } else { "NNE" };
            let mut table = Table::study(&[
                &format!("place Stone line HH40=8 ends {ends}"),
                &format!("place Archer line {hex}=8 {front}"),
                "mark Archer attack launched",
                "turn 1 confederate fire",
            ]);
            let fires = |sp: &u8| table.attempt(Union, &format!("HH40: {sp} at {hex}"), &[]).is_ok();
            let found = (1..=9).rev().find(fires).unwrap_or(0);
            assert_eq!(found, most, "ends {ends} into {hex}");
        }
    }
}

#[test]
fn s24_1_2_a_marker_divides_eight_points_among_several_hexes() {
    let mut table = face_to_face();
    table.umpire("place Davis line II40=8 NNW").umpire("mark Davis attack launched");
    to_defence(&mut table);
    assert_eq!(table.refused(Union, "HH40: 5 at HH39, 4 at II40"), "24.1");
    table.union("HH40: 5 at HH39, 3 at II40", &[]);
    // Nor an attacker: one marker, one hex (§24.2, step 1).
    let mut table = face_to_face();
    table.umpire("place Cutler line II40=8 SSW");
    table.confederate("Archer at HH40", &[]).confederate("Archer at II40", &[]);
    assert_eq!(table.position.fight.aims.len(), 1);
}

/// Archer and Davis, five points each, fire at Stone in HH40.
fn two_at_one() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=5 NNE",
        "place Davis line II40=5 NNW",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    table
}

#[test]
fn s24_2_a_b_c_r63_of_several_attackers_a_hex_matches_whom_it_likes_before_it_fires_freely() {
    for split in ["HH40: 5 at HH39, 3 at II40", "HH40: 3 at HH39, 5 at II40", "HH40: 4 at HH39, 4 at II40"] {
        two_at_one().union(split, &[]);
    }
    for split in ["HH40: 8 at HH39", "HH40: 6 at HH39, 2 at II40"] {
        assert_eq!(two_at_one().refused(Union, split), "24.2", "{split}");
    }
    // It need not fire at all.
    two_at_one().union("HH40: hold", &[]).union("done", &[1]);
}

#[test]
fn s24_2_d_a_hex_that_nobody_fires_at_is_free_to_fire() {
    let mut table = face_to_face();
    table.umpire("place Cutler line II40=8 SSW");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("II40: 8 at HH39", &[]).union("done", &[1, 1, 1, 1]);
    // Archer's flanks are in the air: what is free counts twice, what matches once.
    assert!(table.told("Stone 8 from HH40") && table.told("Cutler 8 × 2 from II40"), "{:?}", table.story());
    assert_eq!(volleys(&table)[0].1, 24);
}

/// Archer's two markers of eight at GG39 and HH39, both flank hexes filled by batteries; Cutler before the one, Stone before the other.
fn two_markers() -> Table {
    let mut table = Table::study(&[
        "place Archer line GG39=8 HH39=8",
        "place Crenshaw FF38 limbered N",
        "place Brander II40 limbered N",
        "place Cutler line GG40=8 SSE",
        "place Stone line HH40=8 SSW",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    to_defence(&mut table);
    table
}

#[test]
fn s24_3_1_s24_3_2_s24_3_3_fire_at_all_markers_of_a_brigade_is_one_total() {
    let mut table = two_markers();
    table.union("GG40: 8 at GG39", &[]).union("HH40: 8 at HH39", &[]).union("done", &[4, 4]);
    // Sixteen points: eleven and five; of two groups as strong the weaker, 7-9. With fours 9 and 4.
    assert_eq!(volleys(&table), [("Archer".to_owned(), 16, 2, 13)]);
    let archer = brigade(&table, "Archer");
    // Thirteen casualty points at sixteen of strength: ten and three.
    assert_eq!((archer.cp, archer.dp, archer.sp, archer.lost), (13, 13, 15, 1));
}

#[test]
fn s24_3_4_s24_3_5_the_defender_fires_first_and_the_attacker_answers_with_what_is_left() {
    let mut table = face_to_face();
    table.umpire("mark Archer cp 9");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]);
    let order: Vec<String> = volleys(&table).into_iter().map(|v| v.0).collect();
    assert_eq!(order, ["Archer", "Stone"]);
    assert!(table.told("Archer 7 from HH39"), "his tenth point fell first: {:?}", table.story());
}

#[test]
fn s24_3_7_the_example_of_the_chart_eleven_points_at_three_and_five() {
    let mut table = face_to_face();
    table.umpire("wait Stone").umpire("place Stone line HH40=3 GG41=8").umpire("place Cutler line II41=8 HH40=5");
    table.umpire("place McGraw HH39 unlimbered NNE").umpire("place Rice HH39 unlimbered NNE");
    table.confederate("Archer at HH40", &[]).confederate("McGraw at HH40", &[]).confederate("Rice at HH40", &[]);
    to_defence(&mut table);
    // Eight of foot and three of five points of cannon.
    table.union("defend hold", &[1, 1]);
    let strengths: Vec<(String, u16)> = volleys(&table).into_iter().map(|v| (v.0, v.1)).collect();
    let of = |name: &str| strengths.iter().find(|s| s.0 == name).map(|s| s.1);
    assert_eq!((of("Stone"), of("Cutler")), (Some(4), Some(7)), "{:?}", table.story());
    // Alone, the marker of three takes four, and the rest is lost.
    let mut alone = face_to_face();
    alone.umpire("wait Stone").umpire("place Stone line HH40=3 SSE");
    alone.umpire("place McGraw HH39 unlimbered NNE").umpire("place Rice HH39 unlimbered NNE");
    alone.confederate("Archer at HH40", &[]).confederate("McGraw at HH40", &[]).confederate("Rice at HH40", &[]);
    to_defence(&mut alone);
    alone.union("defend hold", &[1]);
    assert_eq!(volleys(&alone).iter().map(|v| v.1).collect::<Vec<_>>(), [4]);
}

#[test]
fn s24_3_8_combat_fire_reaches_the_next_hex_alone() {
    let mut table = face_to_face();
    table.umpire("place Cutler line HH41=8 SSE");
    assert_eq!(table.refused(Confederate, "Archer at HH41"), "24.2");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    assert_eq!(table.refused(Union, "HH41: 8 at HH39"), "24.2");
    assert_eq!(table.refused(Union, "HH40: 8 at HH38"), "24.2");
}

#[test]
fn r24_factors_are_rounded_down_once_for_all_who_fire_at_a_hex() {
    let mut table = Table::study(&[
        "place Stone line HH34=8 NNE",
        "place Archer line HH35=3 SSE",
        "place Davis line II35=3 SSW",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH34", &[]).confederate("Davis at HH34", &[]);
    to_defence(&mut table);
    table.union("defend hold", &[1]);
    assert_eq!(volleys(&table)[0].1, 3, "half of six into the woods, not one and one");
}

#[test]
fn r66_combat_fire_costs_no_ammunition_and_s24_4_6_cannon_are_read_with_seven_to_nine() {
    let mut table = Table::study(&[
        "place Cutler rest HH42",
        "place Stewart HH40 unlimbered SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    to_defence(&mut table);
    table.union("HH40: 4 at HH39", &[]).union("done", &[6]);
    // Free, and the flank in the air: eight points. Ruling 13: the group of 7 to 9.
    assert!(table.told("8 points, experience 7-9"), "{:?}", table.story());
    assert_eq!(battery(&table, "Stewart").factors, 10);
}

#[test]
fn r89_a_battery_beside_enemies_fires_at_one_hex() {
    let mut table = face_to_face();
    table.umpire("place Cutler line II40=8 SSW").umpire("place McGraw HH39 unlimbered NNE");
    table.confederate("McGraw at HH40", &[]).confederate("McGraw at II40", &[]);
    let aims = &table.position.fight.aims;
    assert_eq!(aims.iter().map(|p| (p.unit, p.to)).collect::<Vec<_>>(), [(unit("McGraw"), hex("II40") as u16)]);
    assert_eq!(RULES.pack().unit(unit("McGraw")).battery().map(|b| b.guns), Some([0, 4, 0]));
    assert_eq!(aims[0].sp, 3, "four Napoleons");
}

#[test]
fn s24_0_6_a_hasty_line_keeps_its_hexes_and_its_flanks_point_where_head_and_rear_did() {
    let mut table = Table::study(&[
        "place Stone column N HH41=8 HH40=5",
        "place Archer line GG41=8 E",
        "mark Archer attack launched",
        "turn 1 confederate hasty",
    ]);
    table.union("Stone hasty right", &[]);
    assert_eq!(lies(&table, "Stone"), "HH41=8 HH40=5", "looking east, its left where the head was");
    let line = board(&table).line(unit("Stone"));
    let names = |f: domain_core::board::Facing| f.name(domain_core::board::Axis::FlatColumns);
    assert_eq!((names(line[0].left), names(line[1].right)), ("N", "S"));
    assert!(brigade(&table, "Stone").hasty);
    // A brigade beside no attacker is left in column.
    table.umpire("place Coster column N HH37=8 HH36=6").umpire("turn 1 confederate hasty");
    assert_eq!(table.refused(Union, "Coster hasty left"), "24.0");
}
