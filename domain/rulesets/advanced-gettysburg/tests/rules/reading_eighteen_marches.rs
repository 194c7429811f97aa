//! What an eighteenth reading of §6.0 to §13.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, hex, lies, sound, unit};
use advanced_gettysburg::{Kept, KeptStep, Link, Place, Position};
use domain_core::referee::Side::{Confederate, Union};

/// Zimmerman's four cannon on the march north in HH40, two of them in HH39 behind, and Stone in line south of them, looking so.
fn two_hexes(stone: &str, front: &str) -> Table {
    Table::study(&[
        "place Zimmerman HH40 limbered N HH39 2",
        &format!("place Stone line {stone}=8 {front}"),
        "turn 3 confederate alone",
    ])
}

#[test]
fn s17_2_11_s21_1_a_battery_whose_cannon_behind_are_in_enemy_range_moves_by_retreat_alone() {
    // HH39 lies two hexes before Stone, HH40 three.
    let mut table = two_hexes("HH37", "NNE");
    let on = "Zimmerman march HH41";
    assert!(after(&BEFORE, &table, Confederate, on, &[]).is_ok(), "revision 7 asked it of the counter alone");
    assert_eq!(table.refused(Confederate, on), "21.0");
    let back = "Zimmerman march HH39";
    assert!(after(&BEFORE, &table, Confederate, back, &[]).is_err(), "and held that it would come into his range");
    assert!(table.menu(Confederate).contains(&back.to_owned()));
    table.confederate(back, &[]);
    assert_eq!(lies(&table, "Zimmerman"), "HH39=4");
    let now = table.position.battery(unit("Zimmerman")).map(|b| (b.spent, b.facing));
    assert_eq!(
        now.map(|(spent, facing)| (spent, facing.index())),
        Some((3, 0)),
        "a point and a half, looking north yet"
    );
    sound(&table);
}

#[test]
fn s17_2_11_r59_a_battery_whose_cannon_behind_are_in_enemy_range_unlimbers_for_a_point_more_and_not_beside_him() {
    let unlimber = "Zimmerman unlimber NNE";
    let spent = |at: &Position| at.battery(unit("Zimmerman")).map(|b| b.spent);
    let mut table = two_hexes("HH37", "NNE");
    assert_eq!(after(&BEFORE, &table, Confederate, unlimber, &[]).ok().as_ref().and_then(spent), Some(2));
    table.confederate(unlimber, &[]);
    assert_eq!(spent(&table.position), Some(4), "one point and one in his range");
    assert_eq!(lies(&table, "Zimmerman"), "HH40=4");
    // Stone stands beside HH39 and looks away.
    let mut table = two_hexes("HH38", "SSW");
    for line in [unlimber, "Zimmerman march HH41"] {
        assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "{line}: revision 7 asked it of HH40 alone");
        assert!(table.attempt(Confederate, line, &[]).is_err(), "{line}");
    }
}

/// Davis's column beyond H36, who has spent so many half points, and Marye with seven hexes of road before him.
fn in_column(spent: u8) -> Table {
    let mut table = Table::study(&[
        "place Davis column SE K35 J35 I36",
        "place Marye A39 limbered SE",
        "turn 3 confederate alone",
        "mark Davis level 8",
    ]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").paid = vec![spent; 3];
    table
}

/// Seven points, to I36, his rear.
const MARCH: &str = "Marye march B38-C38-D37-E38-F37-G37-H36";

#[test]
fn s13_4_s33_0_2_a_battery_uses_the_level_of_the_column_that_it_is_in_which_is_in_whole_points() {
    // Six and a half points are a level of seven, whose disorganization Davis has.
    let mut table = in_column(13);
    assert!(after(&BEFORE, &table, Confederate, MARCH, &[]).is_err(), "revision 7 asked for as many half points");
    assert!(table.menu(Confederate).contains(&MARCH.to_owned()));
    table.confederate(MARCH, &[]);
    assert_eq!(table.position.battery(unit("Marye")).map(|b| b.spent), Some(14));
    sound(&table);
    assert_eq!(in_column(12).refused(Confederate, MARCH), "13.0");
}

#[test]
fn s30_1_2_s33_0_2_what_a_battery_owes_is_deducted_from_the_level_of_its_column_too() {
    for (spent, stands) in [(17, true), (16, false)] {
        let mut table = in_column(spent);
        table.position.battery_mut(unit("Marye")).expect("a battery").owed = 3;
        assert!(after(&BEFORE, &table, Confederate, MARCH, &[]).is_ok(), "revision 7 deducted it from its own alone");
        assert_eq!(table.menu(Confederate).contains(&MARCH.to_owned()), stands);
        assert_eq!(table.attempt(Confederate, MARCH, &[]).is_ok(), stands, "seven points and one and a half");
    }
}

#[test]
fn s13_8_s33_0_2_r88_points_that_were_kept_are_no_part_of_the_level_of_a_column() {
    let kept = |to: &str| Kept { ap: 1, beyond: 0, step: KeptStep::Hex(hex(to) as u16), turn: 2, used: to == "K35" };
    // Davis has six points and one that he kept.
    let mut table = in_column(14);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").kept = Some(kept("K35"));
    assert!(after(&BEFORE, &table, Confederate, MARCH, &[]).is_ok(), "revision 7 took it for a level of seven");
    assert_eq!(table.refused(Confederate, MARCH), "13.0");
    // Marye goes an eighth hex behind a level of seven, by the point that he kept for the first.
    let mut table = in_column(14);
    table.umpire("place Davis column SE L34 K35 J35");
    table.position.brigade_mut(unit("Davis")).expect("a brigade").paid = vec![14; 3];
    table.position.battery_mut(unit("Marye")).expect("a battery").kept = Some(kept("B38"));
    let on = format!("{MARCH}-I36");
    assert!(after(&BEFORE, &table, Confederate, &on, &[]).is_err(), "revision 7 asked for eight");
    table.confederate(&on, &[]);
    assert_eq!(table.position.battery(unit("Marye")).map(|b| b.spent), Some(16));
    sound(&table);
}

#[test]
fn s13_8_s13_9_horse_in_column_keeps_points_for_a_line_that_would_cost_it_disorganization() {
    let mut table =
        Table::study(&["place Buford HH38", "place Merritt column N HH40=3 HH39=2", "turn 3 union opening"]);
    table.union("primary Buford", &[]).union("Merritt march HH41", &[]);
    // Seven and a half points are none too many for horse in column, and ten points of disorganization for a line.
    let line = "Merritt line HH41=3 HH40=2";
    let formed = after(&RULES, &table, Union, line, &[]).expect("a line");
    assert_eq!(formed.brigade(unit("Merritt")).map(|b| b.dp), Some(10));
    let keeps = "Merritt keep line";
    assert!(after(&BEFORE, &table, Union, keeps, &[]).is_err(), "revision 7 held that eight points pay for it");
    assert!(table.menu(Union).contains(&keeps.to_owned()));
    table.union(keeps, &[]);
    let kept = table.brigade("Merritt").kept.map(|kept| (kept.ap, kept.step));
    assert_eq!(kept, Some((4, KeptStep::Line)), "of the six that cost a line none");
    sound(&table);
    table.umpire("turn 4 union alone").umpire("mark Merritt level 2").union(line, &[]);
    assert_eq!((table.spent("Merritt").as_str(), table.brigade("Merritt").dp), ("6 6", 0));
    sound(&table);
}

#[test]
fn s13_7_s17_1_3_the_menu_has_the_ways_of_a_column_about_its_own_markers_and_those_that_its_head_alone_can_go() {
    let mut table =
        Table::study(&["place Heth E39", "place Davis column SE D37 C38 B38", "turn 3 confederate opening"]);
    table.confederate("primary Heth", &[]);
    // The shortest way to A39 leads over C38 and B38, where its own markers lie.
    assert!(table.menu(Confederate).contains(&"Davis march D38-C39-B39-A39".to_owned()));
    table.confederate("Davis march A39", &[]);
    assert_eq!(lies(&table, "Davis"), "A39=8 B39=8 C39=2");
    // Of markers that lie in one hex yet the head alone goes on, which has spent less than they.
    let mut table =
        Table::study(&["place Davis column SE D37 D37 C38", "turn 3 confederate alone", "mark Davis level 6"]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").paid = vec![4, 12, 12];
    assert!(table.menu(Confederate).contains(&"Davis march E38".to_owned()));
    assert!(!table.menu(Confederate).iter().any(|line| line.ends_with("march E38-F37")), "the next one would follow");
    table.confederate("Davis march E38", &[]);
    assert_eq!((lies(&table, "Davis").as_str(), table.spent("Davis").as_str()), ("E38=8 D37=8 C38=2", "3 6 6"));
    sound(&table);
}

#[test]
fn s7_1_3_the_menu_shares_out_the_points_of_horse_with_six_to_eight_in_inner_markers() {
    let mut table = Table::study(&[
        "place McIntosh line HH40=1 HH39=6 HH38=6 HH37=1",
        "turn 3 union alone",
        "mark McIntosh level 2",
    ]);
    assert!(
        !table.menu(Union).iter().any(|line| line.starts_with("McIntosh strength")),
        "fourteen points, no other way"
    );
    table.umpire("place McIntosh line HH40=3 HH39=8 HH38=3");
    let menu = table.menu(Union);
    for strengths in ["1-8-5", "4-7-3", "4-6-4"] {
        assert!(menu.contains(&format!("McIntosh strength {strengths}")), "{strengths}");
    }
    table.union("McIntosh strength 4-6-4", &[]);
    assert_eq!(lies(&table, "McIntosh"), "HH40=4 HH39=6 HH38=4");
}

#[test]
fn s17_1_3_a_column_of_which_losses_left_one_marker_where_it_closed_up_marches() {
    let mut table =
        Table::study(&["place Davis column SE D37=8 C38=1", "turn 3 confederate alone", "mark Davis level 6"]);
    table.confederate("Davis close 1", &[]);
    assert_eq!(lies(&table, "Davis"), "D37=8 D37=1");
    assert_eq!(table.refused(Confederate, "Davis march E38"), "17.1");
    // A point is lost to cannon before its next turn.
    table.position.units[unit("Davis").index()].place = Place::At(vec![Link::new(hex("D37"), 8)]);
    table.position.brigade_mut(unit("Davis")).expect("a brigade").sp = 8;
    table.umpire("turn 4 confederate alone").umpire("mark Davis level 6");
    let on = "Davis march E38";
    assert!(after(&BEFORE, &table, Confederate, on, &[]).is_err(), "by revision 7 it stayed until it formed otherwise");
    table.confederate(on, &[]);
    assert_eq!(lies(&table, "Davis"), "E38=8");
    sound(&table);
}

#[test]
fn s12_0_s17_1_5_s17_2_11_the_menu_has_hexes_whose_cheapest_way_is_barred_by_who_stands_behind_its_end() {
    let mut table = Table::study(&[
        "place Davis column SE D37 C38 B38",
        "place Archer rest E38",
        "turn 3 confederate alone",
        "mark Davis level 4",
    ]);
    // On the road his second marker would lie in E38 with Archer.
    assert_eq!(table.refused(Confederate, "Davis march E38-F37"), "17.1");
    assert!(table.menu(Confederate).contains(&"Davis march E37-F37".to_owned()));
    table.confederate("Davis march F37", &[]);
    assert_eq!(lies(&table, "Davis"), "F37=8 E37=8 D37=2");
    // Eight cannon look north in HH40: one more has room there, and three behind it in HH39.
    let mut table = Table::study(&[
        "place Brander HH40 limbered N",
        "place McGraw HH40 limbered N",
        "place Marye II40 limbered N",
        "turn 3 confederate alone",
    ]);
    assert!(table.menu(Confederate).contains(&"Marye march HH39-HH40".to_owned()));
    assert_eq!(table.refused(Confederate, "Marye march HH40"), "17.2", "the step itself is meant");
    table.confederate("Marye march HH39-HH40", &[]);
    assert_eq!(lies(&table, "Marye"), "HH40=1 HH39=3");
    sound(&table);
}

#[test]
fn s17_1_6_s18_1_who_shares_a_hex_forms_no_column_out_of_which_its_rear_would_close_up() {
    let mut table = Table::study(&[
        "place Ward line HH40=4 HH39=8 HH38=4",
        "place Stone line HH38=4 HH37=8",
        "turn 3 union alone",
        "mark Ward level 6",
    ]);
    sound(&table);
    // Sixteen points are two markers of a column, in HH40 and HH39: the flank marker beside Stone's closes up.
    let column = "Ward column N";
    let then = after(&BEFORE, &table, Union, column, &[]).expect("revision 7 asked who lies where it ends");
    assert_eq!(then.chain(unit("Ward")).len(), 2);
    assert_eq!(table.refused(Union, column), "17.1");
    assert!(!table.menu(Union).iter().any(|line| line.starts_with("Ward column")));
    table.union("Ward ahead HH41", &[]).union(column, &[]);
    assert_eq!(lies(&table, "Ward"), "HH41=8 HH40=8");
    sound(&table);
}
