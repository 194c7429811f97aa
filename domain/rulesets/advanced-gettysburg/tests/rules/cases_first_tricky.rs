//! More rule cases of §6.0 to §23.0 and §33.0, written from the rulebook before any source of theirs was read: what is rarer.

use crate::cases_first::{go, may, no, phase, primary};
use crate::table::{REVISION_SEVEN, Table, after, lies, unit};
use domain_core::referee::Side::{self, Confederate, Union};

#[test]
fn s17_2_7_s17_2_9_guns_of_a_division_are_of_that_division_alone() {
    let fires = |with: &str| {
        let mut t = Table::study(&["place Latham JJ44 unlimbered SSE", "place Meredith line JJ41=8 NNE"]);
        t.umpire(&format!("place {with} rest II44")).umpire("turn 3 confederate artillery");
        may(&t, Confederate, "Latham 3N at JJ41")
    };
    assert!(fires("Benning") && !fires("Kershaw"));
    let halts = |with: &str| {
        let t = phase(Confederate, &["place Latham KK44 limbered S", &format!("place {with} rest KK42")]);
        may(&t, Confederate, "Latham march KK43-KK42")
    };
    assert!(halts("Benning") && !halts("Kershaw"));
}

#[test]
fn s14_5_5_a_chain_has_as_many_columns_as_there_are() {
    let led = |davis: &str| {
        let mut t = phase(Confederate, &["place Heth KK45", "place Archer column N KK42=8 KK41=4"]);
        t.umpire(&format!("place Davis {davis}")).umpire("place Brockenbrough column N KK35=8 KK34=3");
        t.attempt(Confederate, "lead Heth: Brockenbrough", &[3]).is_ok()
    };
    assert!(led("column N KK39=8 KK38=8 KK37=2"));
    assert!(!led("line KK39=8 KK38=8 KK37=2") && !led("rest KK37"));
    assert!(!led("column N KK38=8 KK37=8 KK36=2"), "three hexes behind Archer's rear");
}

#[test]
fn s20_3_5_a_brigade_hides_what_is_behind_it_from_muskets_and_a_battery_does_not() {
    let enters = |between: &str| {
        let lines = ["place Heth JJ38", "place Archer column N JJ41=8 JJ40=4", "place us-brooke-inf line JJ44=8 SSE"];
        let mut t = primary(Confederate, "Heth", &lines);
        if !between.is_empty() {
            t.umpire(between);
        }
        may(&t, Confederate, "Archer march JJ42")
    };
    assert!(!enters("") && !enters("place Zimmerman JJ43 limbered N") && enters("place Lang line JJ43=8 NNE"));
    assert!(!enters("place cs-hill-cmd JJ43"));
}

#[test]
fn s23_4_s29_4_4_guns_without_ammunition_look_at_no_flank() {
    let lines = ["place Lang line FF43=8 NNE", "place Stevens MM42 unlimbered W", "mark Stevens factors 0"];
    assert!(may(&primary(Confederate, "Lang", &lines), Confederate, "Lang ahead NE"));
}

#[test]
fn s6_1_5_s16_2_3_a_brigadier_stays_within_two_hexes_of_his_markers() {
    let lines = ["place Heth LL43", "place Pettigrew line KK44=8 KK43=8 KK42=8 KK41=5"];
    let t = primary(Confederate, "Heth", &lines);
    let here = usize::from(t.brigade("Pettigrew").counter);
    let hexes = ["KK44", "KK43", "KK42", "KK41"];
    let open: Vec<&str> = (0..4)
        .filter(|n| *n == here || may(&t, Confederate, &format!("Pettigrew post {}", hexes[*n])))
        .map(|n| hexes[n])
        .collect();
    assert_eq!(open, ["KK43", "KK42"], "three hexes from the other end otherwise");
}

#[test]
fn s13_4_what_costs_nothing_is_open_at_a_level_of_nothing() {
    let mut t = phase(Confederate, &["place Davis line KK44=8 KK43=8 KK42=2"]);
    assert!(!may(&t, Confederate, "Davis strength 5-8-5"), "under nobody yet (§14.2.1)");
    t.confederate("alone Davis", &[1]);
    assert_eq!(t.brigade("Davis").level, Some(0));
    go(&mut t, Confederate, "Davis strength 5-8-5");
    no(&mut t, Confederate, "Davis ahead NE", "1");
}

#[test]
fn s17_1_8_guns_capture_commanders_too() {
    let mut t = phase(Confederate, &["place Zimmerman II43 limbered S", "place us-reynolds-cmd II41"]);
    go(&mut t, Confederate, "Zimmerman march II42-II41");
    assert!(t.position.place(unit("us-reynolds-cmd")).is_none());
}

#[test]
fn s14_5_r60_the_primary_commanders_range_is_that_of_the_moment_he_is_chosen() {
    let lines =
        ["place Heth KK44", "place Archer column S KK40=8 KK41=4", "place Brockenbrough column S LL41=8 LL42=3"];
    let mut t = primary(Confederate, "Heth", &lines);
    assert!(!may(&t, Confederate, "Archer march KK39"), "his counter is four hexes off");
    go(&mut t, Confederate, "Heth ride GG44");
    go(&mut t, Confederate, "Brockenbrough march LL40");
}

#[test]
fn s13_8_a_battery_keeps_a_point_for_its_next_hex() {
    let mut t = phase(Union, &["place Stevens GG38 limbered NE"]);
    go(&mut t, Union, "Stevens march HH38-II39-II40-II41");
    assert!(!may(&t, Union, "Stevens march II42"), "five of six are spent");
    go(&mut t, Union, "Stevens keep II42");
    assert_eq!(t.position.battery(unit("Stevens")).and_then(|b| b.kept).map(|k| k.ap), Some(1));
}

#[test]
fn s11_0_woods_cost_no_more_to_move_through() {
    let lines = ["place Heth II37", "place Archer column S II36=8 II37=4"];
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march II35-II34-II33");
    assert_eq!(t.spent("Archer"), "4.5 4.5");
}

#[test]
fn s19_4_1_guns_turn_where_they_stand_for_nothing_out_of_range_and_not_in_it() {
    let lines = ["place Stevens JJ44 unlimbered E", "place Meredith rest II44"];
    let mut t = phase(Union, &lines);
    assert!(may(&t, Union, "Stevens unlimber W"));
    t.umpire("place Lang line JJ42=8 NNE");
    assert!(!may(&t, Union, "Stevens unlimber W"));
}

#[test]
fn s33_2_s13_1_who_faces_elsewhere_recovers_since_revision_8() {
    let mut t = Table::study(&["place Heth II42", "place Archer column S II43=8 II44=4"]);
    t.umpire("turn 2 union assault").union("done", &[]);
    t.umpire("mark Archer dp 35");
    go(&mut t, Confederate, "primary Heth");
    let idle = |side: Side, line: &str, old: bool| {
        let then = match old {
            true => after(&REVISION_SEVEN, &t, side, line, &[]).expect("legal"),
            false => after(&crate::table::RULES, &t, side, line, &[]).expect("legal"),
        };
        then.brigade(unit("Archer")).map(|b| b.idle)
    };
    assert_eq!(
        (idle(Confederate, "Archer face SE", true), idle(Confederate, "Archer face SE", false)),
        (Some(false), Some(true))
    );
    assert_eq!(idle(Confederate, "Archer march II42", false), Some(false));
    assert_eq!(lies(&t, "Archer"), "II43=8 II44=4");
}
