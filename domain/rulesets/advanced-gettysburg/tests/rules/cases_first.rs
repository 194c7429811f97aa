//! Rule cases of §6.0 to §20.0, written from the rulebook, the charts and the map before any source was read.
//!
//! The flats east of the town are clear, on level 5 and without crests, but for level 6 at KK39, KK40, LL39, LL40 and MM40 and for
//! woods at HH33, HH34, II33 to II35 and KK33. The York road runs FF37 GG38 HH38 II39 JJ39 KK40 LL40 MM41 NN40 OO41.

use crate::table::{Table, lies, unit};
use advanced_gettysburg::Attack;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Refusal, SeatId};

/// A Movement Phase of turn 3 in which no commander was primary.
pub fn phase(side: Side, lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.umpire(&format!("turn 3 {} primary", if side == Union { "union" } else { "confederate" }));
    table
}

/// The same with a primary commander.
pub fn primary(side: Side, by: &str, lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.umpire(&format!("turn 3 {} opening", if side == Union { "union" } else { "confederate" }));
    go(&mut table, side, &format!("primary {by}"));
    table
}

/// A legal line without dice.
pub fn go(table: &mut Table, side: Side, line: &str) {
    table.attempt(side, line, &[]).unwrap_or_else(|e| panic!("{line}: {e}"));
}

/// A line that must be illegal, and by what.
pub fn no(table: &mut Table, side: Side, line: &str, section: &str) {
    let told = table.why(side, line);
    assert!(told.starts_with(section), "{line}: {told}");
}

/// Whether a line is legal, on a copy.
pub fn may(table: &Table, side: Side, line: &str) -> bool {
    let mut copy = Table { position: table.position.clone(), facts: Vec::new() };
    match copy.attempt(side, line, &[]) {
        Ok(()) => true,
        Err(Refusal::Illegal(_)) => false,
        Err(other) => panic!("{line}: {other}"),
    }
}

/// Ends segments until that side's opening.
pub fn until(table: &mut Table, side: Side) {
    for _ in 0..20 {
        let now = table.position.side;
        table.attempt(now, "done", &[]).unwrap_or_else(|e| panic!("done: {e}"));
        if table.position.side == side && table.position.segment == advanced_gettysburg::Segment::Opening {
            return;
        }
    }
    panic!("no opening");
}

fn dp(table: &Table, name: &str) -> u16 {
    table.brigade(name).dp
}

#[test]
fn s12_2_s13_9_foot_on_the_road_pays_one_a_hex_whatever_the_hills() {
    let mut t = primary(Confederate, "Heth", &["place Heth GG37", "place Archer column NE GG38=8 FF37=4"]);
    go(&mut t, Confederate, "Archer march HH38-II39-JJ39-KK40-LL40-MM41");
    assert_eq!((t.spent("Archer"), dp(&t, "Archer")), ("6 6".into(), 0));
    go(&mut t, Confederate, "Archer march NN40");
    assert_eq!(dp(&t, "Archer"), 5);
    go(&mut t, Confederate, "Archer march OO41");
    assert_eq!(dp(&t, "Archer"), 10);
}

#[test]
fn s13_4_a_road_hex_entered_off_the_road_costs_one_and_a_half_and_levels_are_whole() {
    let mut t = primary(Confederate, "Heth", &["place Heth II44", "place Archer column S II43=8 II44=4"]);
    go(&mut t, Confederate, "Archer march II42-II41-II40-II39");
    assert_eq!((t.spent("Archer"), dp(&t, "Archer")), ("6 6".into(), 0));
    go(&mut t, Confederate, "Archer march II38");
    assert_eq!(dp(&t, "Archer"), 10, "seven and a half are a level of eight");
}

#[test]
fn s13_9_horse_in_column_has_its_own_column_of_the_chart() {
    let mut t = primary(Union, "Buford", &["place Buford JJ42", "place Devin column S JJ41=3 JJ42=3 JJ43=3 JJ44=3"]);
    go(&mut t, Union, "Devin march JJ40-JJ39-JJ38-JJ37-JJ36");
    assert_eq!((t.spent("Devin"), dp(&t, "Devin")), ("7.5 7.5 7.5 7.5".into(), 0));
    go(&mut t, Union, "Devin march JJ35");
    assert_eq!(dp(&t, "Devin"), 5);
    go(&mut t, Union, "Devin march JJ34");
    assert_eq!(dp(&t, "Devin"), 9, "ten and a half are a level of eleven");
}

#[test]
fn s11_4_a_line_pays_two_a_hex_and_on_the_road_too() {
    let mut t = primary(Union, "us-brooke-inf", &["place us-brooke-inf line KK43=8 SSE", "mark us-brooke-inf dp 0"]);
    go(&mut t, Union, "us-brooke-inf ahead S S S");
    assert_eq!((t.spent("us-brooke-inf"), dp(&t, "us-brooke-inf")), ("6".into(), 0));
    go(&mut t, Union, "us-brooke-inf ahead S");
    assert_eq!(dp(&t, "us-brooke-inf"), 10);
    go(&mut t, Union, "us-brooke-inf ahead S");
    assert_eq!(dp(&t, "us-brooke-inf"), 30);
    no(&mut t, Union, "us-brooke-inf ahead S", "1");
}

#[test]
fn s16_3_foot_guns_have_six_points_and_horse_guns_eight() {
    let mut t = phase(Union, &["place Stevens JJ44 limbered S"]);
    assert!(may(&t, Union, "Stevens march JJ43-JJ42-JJ41-JJ40"));
    no(&mut t, Union, "Stevens march JJ43-JJ42-JJ41-JJ40-JJ39", "");
    let mut t = phase(Union, &["place Calef JJ44 limbered S"]);
    assert!(may(&t, Union, "Calef march JJ43-JJ42-JJ41-JJ40-JJ39"));
    no(&mut t, Union, "Calef march JJ43-JJ42-JJ41-JJ40-JJ39-JJ38", "");
}

#[test]
fn s17_1_7_limbered_guns_on_the_road_are_no_road_and_s17_2_6_unlimbered_ones_are() {
    let way = "Stevens march HH38-II39-JJ39-KK40-LL40";
    let mut t = phase(Union, &["place Stevens GG38 limbered NE", "place Cooper II39 limbered NE"]);
    assert!(may(&t, Union, way));
    no(&mut t, Union, &format!("{way}-MM41"), "");
    let t = phase(Union, &["place Stevens GG38 limbered NE", "place Cooper II39 unlimbered E"]);
    assert!(may(&t, Union, &format!("{way}-MM41")));
}

#[test]
fn s17_1_5_a_column_passes_through_a_line_by_road_and_halts_in_none_of_its_hexes() {
    let lines = ["place Heth HH37", "place Archer line II39=8 II38=4", "place Brockenbrough column NE GG38=8 FF37=3"];
    let mut t = primary(Confederate, "Heth", &lines);
    assert!(!may(&t, Confederate, "Brockenbrough march HH38-II39"));
    assert!(!may(&t, Confederate, "Brockenbrough march HH38-II39-JJ39"), "its tail would lie there");
    go(&mut t, Confederate, "Brockenbrough march HH38-II39-JJ39-KK40");
    assert_eq!(t.spent("Brockenbrough"), "4 4", "a line is no column, and does not negate the road");
}

#[test]
fn s11_1_s9_0_who_rests_or_is_unlimbered_does_not_march() {
    let mut t = primary(Confederate, "Heth", &["place Heth KK42", "place Archer rest KK43"]);
    no(&mut t, Confederate, "Archer march KK44", "11.0");
    let mut t = phase(Union, &["place Stevens JJ44 unlimbered E"]);
    no(&mut t, Union, "Stevens march JJ43", "");
}

#[test]
fn s11_6_a_brigade_has_done_when_another_moves() {
    let lines = ["place Heth KK42", "place Archer column S KK43=8 KK44=4", "place Davis rest LL42"];
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march KK42");
    go(&mut t, Confederate, "Davis column N");
    no(&mut t, Confederate, "Archer march KK41", "11.0");
}

#[test]
fn s6_2_7_a_bend_of_a_line_costs_nothing_behind_its_move() {
    let mut t = phase(Confederate, &["place Heth KK44", "place Archer line KK43=8 KK42=4"]);
    t.confederate("lead Heth: Archer", &[1]);
    go(&mut t, Confederate, "Archer ahead NE");
    go(&mut t, Confederate, "Archer ends NW S");
    assert_eq!(t.spent("Archer"), "2 2");
    no(&mut t, Confederate, "Archer ahead NE", "1");
}

#[test]
fn s18_1_r20_a_column_forms_line_for_six_and_goes_on_for_what_the_chart_says() {
    let mut t = primary(Confederate, "Heth", &["place Heth KK42", "place Archer column S KK43=8 KK44=4"]);
    go(&mut t, Confederate, "Archer line KK44=4 KK43=8");
    assert_eq!((t.spent("Archer"), dp(&t, "Archer")), ("6 6".into(), 0));
    go(&mut t, Confederate, "Archer ahead NE");
    assert_eq!(dp(&t, "Archer"), 10);
    let mut woods = primary(Confederate, "Heth", &["place Heth II36", "place Archer column S II33=8 II34=4"]);
    go(&mut woods, Confederate, "Archer line II34=4 II33=8");
    assert_eq!((woods.spent("Archer"), dp(&woods, "Archer")), ("8 8".into(), 10), "two more in woods");
    let mut alone = phase(Confederate, &["place Archer column S KK43=8 KK44=4"]);
    alone.confederate("alone Archer", &[6]);
    no(&mut alone, Confederate, "Archer line KK44=4 KK43=8", "13.0");
}

#[test]
fn s18_1_a_line_forms_column_for_two_and_in_woods_for_four() {
    let formed = |line: &str| {
        let mut t = phase(Confederate, &["place Heth II37", "place cs-hill-cmd KK44", line]);
        t.umpire("place Heth KK44");
        if line.contains("II34") {
            t.umpire("place Heth II36");
        }
        t.confederate("lead Heth: Archer", &[2]);
        may(&t, Confederate, "Archer column S")
    };
    assert!(formed("place Archer line KK43=8 KK42=4"), "three points by a die of two");
    assert!(!formed("place Archer line II34=8 II33=4"));
}

#[test]
fn s18_7_one_more_marker_costs_two_and_in_woods_three() {
    let longer = |at: &str, chief: &str| {
        let mut t = phase(Confederate, &["place cs-pender-cmd A1", at]);
        t.umpire(&format!("place cs-pender-cmd {chief}"));
        t.confederate("lead Pender: Perrin", &[1]);
        may(&t, Confederate, "Perrin extend left 4-8-3")
    };
    assert!(longer("place Perrin line KK43=8 KK42=7", "KK43"));
    assert!(!longer("place Perrin line II34=8 II33=7", "II34"));
}

#[test]
fn s18_5_all_markers_of_a_brigade_that_goes_to_rest_lie_in_one_hex() {
    let mut t = primary(Confederate, "Heth", &["place Heth GG38", "place Archer column NE HH38=8 GG38=4"]);
    let mut whole = Table { position: t.position.clone(), facts: Vec::new() };
    go(&mut whole, Confederate, "Archer rest");
    assert_eq!(
        (lies(&whole, "Archer"), whole.brigade("Archer").spent()),
        ("HH38=12".into(), 2),
        "its rear closes up by the road, for a point"
    );
    go(&mut t, Confederate, "Archer close");
    assert_eq!(t.spent("Archer"), "0 1", "up the road");
    assert!(!may(&t, Confederate, "Archer march II39"), "§17.1.3: next it changes formation");
    go(&mut t, Confederate, "Archer rest");
    assert_eq!(t.brigade("Archer").spent(), 2, "for nothing more");
    let mut t = phase(Confederate, &["place Archer column NE HH38=8 GG38=4"]);
    t.confederate("alone Archer", &[1]);
    assert!(!may(&t, Confederate, "Archer rest"), "no points to close up by");
}

#[test]
fn s18_0_out_of_rest_for_two_points() {
    let mut t = phase(Confederate, &["place Archer rest KK43"]);
    t.confederate("alone Archer", &[2]);
    go(&mut t, Confederate, "Archer column N");
    no(&mut t, Confederate, "Archer march KK44", "13.0");
    // Horse at rest reads the column of horse in column: 6 of a die of 5.
    let mut t = phase(Union, &["place Gamble rest KK40"]);
    t.union("alone Gamble", &[6]);
    go(&mut t, Union, "Gamble column N");
    go(&mut t, Union, "Gamble march KK41-KK42");
    no(&mut t, Union, "Gamble march KK43", "13.0");
}

#[test]
fn s18_3_guns_unlimber_for_one_in_woods_for_two_and_horse_guns_for_nothing() {
    let can = |at: &str, way: &str| {
        let mut t = phase(Union, &[&format!("place Stevens {at}")]);
        go(&mut t, Union, way);
        may(&t, Union, "Stevens unlimber SSE")
    };
    assert!(can("JJ44 limbered S", "Stevens march JJ43-JJ42-JJ41"));
    assert!(!can("JJ44 limbered S", "Stevens march JJ43-JJ42-JJ41-JJ40"));
    assert!(can("II37 limbered S", "Stevens march II36-II35"));
    assert!(!can("II38 limbered S", "Stevens march II37-II36-II35"), "six and a half");
    let mut horse = phase(Union, &["place Calef JJ44 limbered S"]);
    go(&mut horse, Union, "Calef march JJ43-JJ42-JJ41-JJ40-JJ39");
    go(&mut horse, Union, "Calef unlimber SSE");
    let mut horse = phase(Union, &["place Calef JJ44 unlimbered SSE"]);
    go(&mut horse, Union, "Calef limber S");
    assert!(may(&horse, Union, "Calef march JJ43-JJ42-JJ41-JJ40"));
    assert!(!may(&horse, Union, "Calef march JJ43-JJ42-JJ41-JJ40-JJ39"), "it limbers for a point");
}

#[test]
fn s7_1_2_inner_markers_of_foot_have_eight_points_and_s11_10_no_more_when_they_move() {
    let mut t = primary(Confederate, "Heth", &["place Heth KK44", "place Davis line KK44=8 KK43=8 KK42=2"]);
    for bad in ["6-6-6", "8-2-8"] {
        no(&mut t, Confederate, &format!("Davis strength {bad}"), "7.1");
    }
    go(&mut t, Confederate, "Davis strength 5-8-5");
    go(&mut t, Confederate, "Davis strength 1-16-1");
    assert_eq!((t.spent("Davis"), lies(&t, "Davis")), ("0 0 0".into(), "KK44=1 KK43=16 KK42=1".into()));
    no(&mut t, Confederate, "Davis ahead NE", "11.0");
}

#[test]
fn s7_1_3_inner_markers_of_horse_are_alike_and_have_six_points() {
    let mut t = primary(Union, "Buford", &["place Buford KK44", "place Gamble line KK45=2 KK44=6 KK43=6 KK42=2"]);
    for bad in ["1-6-8-1", "4-4-4-4", "3-7-3-3"] {
        no(&mut t, Union, &format!("Gamble strength {bad}"), "7.1");
    }
    go(&mut t, Union, "Gamble strength 3-6-6-1");
}

#[test]
fn s7_2_a_column_has_eight_points_a_marker_of_horse_three_and_the_rest_behind() {
    let mut t = primary(Confederate, "Heth", &["place Heth KK44", "place Davis line KK44=5 KK43=8 KK42=5"]);
    go(&mut t, Confederate, "Davis column N");
    assert_eq!(lies(&t, "Davis"), "KK44=8 KK43=8 KK42=2");
    let mut t = primary(Union, "Buford", &["place Buford KK44", "place Gamble line KK44=5 KK43=6 KK42=5"]);
    go(&mut t, Union, "Gamble column N");
    let points: Vec<u8> = t.position.chain(unit("Gamble")).iter().map(|l| l.sp).collect();
    assert_eq!(points, [3, 3, 3, 3, 3, 1]);
}

#[test]
fn s17_1_6_flank_markers_of_two_brigades_share_a_hex_with_eight_points_together() {
    let joined = |few: &str, many: &str| {
        let line = format!("place Brockenbrough line JJ40={few} JJ39={many}");
        let t = primary(
            Confederate,
            "Heth",
            &["place Heth KK44", "place Archer line KK42=8 KK41=4", &line, "place Heth JJ41"],
        );
        may(&t, Confederate, "Brockenbrough ahead NE")
    };
    assert!(joined("3", "8"), "seven in KK41");
    assert!(!joined("5", "6"), "nine");
    let inner = ["place Davis line LL44=5 LL43=8 LL42=5", "place Lang line KK43=8 E"];
    let t = primary(Confederate, "Lang", &inner);
    assert!(!may(&t, Confederate, "Lang ahead NE"), "where an inner marker lies");
}

#[test]
fn s13_7_a_wheel_costs_what_its_outer_marker_spends() {
    for (die, legal) in [(3, true), (2, false)] {
        let mut t = phase(Confederate, &["place Heth JJ44", "place Davis line JJ44=5 JJ43=8 JJ42=5"]);
        t.confederate("lead Heth: Davis", &[die]);
        assert_eq!(may(&t, Confederate, "Davis wheel right"), legal, "{die}");
        if legal {
            go(&mut t, Confederate, "Davis wheel right");
            assert_eq!(lies(&t, "Davis"), "LL43=5 KK43=8 JJ42=5");
        }
    }
}

#[test]
fn s6_2_5_a_line_has_no_gap() {
    let mut t = primary(Confederate, "Heth", &["place Heth KK44", "place Archer line KK43=8 KK42=4"]);
    assert!(t.unreadable(Confederate, "Archer to KK43=8 KK41=4"));
    no(&mut t, Confederate, "Archer to KK43=8 KK42=4 ends N NE", "");
}

#[test]
fn s15_2_alone_one_is_taken_off_the_die() {
    let column = ["place Archer column S II43=8 II44=4"];
    let mut t = phase(Confederate, &column);
    t.confederate("alone Archer", &[4]);
    go(&mut t, Confederate, "Archer march II42-II41");
    no(&mut t, Confederate, "Archer march II40", "13.0");
    let mut t = phase(Confederate, &column);
    t.confederate("alone Archer", &[1]);
    no(&mut t, Confederate, "Archer march II42", "13.0");
    let mut t = phase(Union, &["place Devin column S JJ41=3 JJ42=3 JJ43=3 JJ44=3"]);
    t.union("alone Devin", &[6]);
    go(&mut t, Union, "Devin march JJ40-JJ39-JJ38-JJ37");
    no(&mut t, Union, "Devin march JJ36", "13.0");
}

#[test]
fn s22_9_two_are_taken_off_for_who_is_named_and_each_reads_the_same_die() {
    for (die, level) in [(3, 0), (4, 2), (6, 4), (1, 0)] {
        let mut t = phase(Confederate, &["place Archer line KK43=8 KK42=4", "mark Archer attack named"]);
        t.confederate("alone Archer", &[die]);
        assert_eq!(t.brigade("Archer").level, Some(level), "{die}");
    }
    let lines = ["place Heth KK44", "place Archer line KK43=8 KK42=4", "place Davis line II43=8 II42=8 II41=2"];
    let mut t = phase(Confederate, &lines);
    t.umpire("mark Archer attack named");
    t.confederate("lead Heth: Archer, Davis", &[4]);
    assert_eq!((t.brigade("Archer").level, t.brigade("Davis").level), (Some(3), Some(4)));
}

#[test]
fn s14_4_s15_5_lines_are_counted_as_the_die_is_rolled() {
    let two = |smith: &str| {
        let mut t = phase(Union, &["place us-von-steinwehr-cmd KK43", "place us-coster-inf line KK42=8 KK41=6"]);
        t.umpire(&format!("place us-smith-inf {smith}"));
        t
    };
    let lead = "lead us-von-steinwehr-cmd: us-coster-inf, us-smith-inf";
    let mut lines = two("line LL43=8 LL42=8 LL41=1");
    no(&mut lines, Union, lead, "14.");
    let mut t = two("column S LL42=8 LL43=8 LL44=1");
    t.union(lead, &[6]);
    go(&mut t, Union, "us-smith-inf line LL44=1 LL43=8 LL42=8");
}

#[test]
fn s14_5_2_range_is_that_of_the_counter_which_is_with_the_head_of_a_column() {
    let led = |heth: &str, archer: &str| {
        let mut t = phase(Confederate, &[&format!("place Heth {heth}"), &format!("place Archer {archer}")]);
        t.attempt(Confederate, "lead Heth: Archer", &[3]).is_ok()
    };
    assert!(led("KK44", "rest KK41") && !led("KK45", "rest KK41"));
    assert!(!led("KK44", "column S KK40=8 KK41=4"), "its rear is three hexes off");
}

#[test]
fn s14_5_3_a_corps_reaches_through_a_division_commander_and_s14_5_6_not_with_a_chain() {
    let led = |heth: &str, more: &str, who: &str| {
        let lines = ["place cs-hill-cmd KK44", "place Archer column S KK38=8 KK39=4"];
        let mut t = phase(Confederate, &lines);
        t.umpire(&format!("place Heth {heth}"));
        if !more.is_empty() {
            t.umpire(more);
        }
        t.attempt(Confederate, &format!("lead cs-hill-cmd: {who}"), &[3]).is_ok()
    };
    assert!(led("KK41", "", "Archer") && !led("KK40", "", "Archer"));
    // Archer's rear is at LL38, his counter in Heth's range alone; Davis is behind him, and out of Heth's.
    let chained = |who: &str| {
        let mut t = phase(Confederate, &["place cs-hill-cmd GG45", "place Heth JJ43"]);
        t.umpire("place Archer column NW KK41=8 LL40=4").umpire("place Davis column NW NN39=8 OO39=8 OO38=2");
        t.attempt(Confederate, &format!("lead cs-hill-cmd: {who}"), &[3]).is_ok()
    };
    assert!(chained("Archer") && !chained("Davis"));
}

#[test]
fn s14_5_5_the_chain_is_of_columns_and_of_the_commanders_own() {
    let led = |archer: &str, davis: &str, by: &str, who: &str| {
        let mut t = phase(Confederate, &["place Heth HH44", "place cs-hill-cmd HH44"]);
        t.umpire(&format!("place {archer}")).umpire(&format!("place {davis}"));
        t.attempt(Confederate, &format!("lead {by}: {who}"), &[3]).is_ok()
    };
    let (archer, davis) = ("Archer column NW KK43=8 LL42=4", "Davis column NW NN41=8 OO41=8 OO40=2");
    assert!(led(archer, davis, "Heth", "Davis"));
    assert!(!led("Archer line KK43=8 LL42=4", davis, "Heth", "Davis"), "behind a line");
    assert!(!led(archer, "Davis line NN41=8 NN40=8 NN39=2", "Heth", "Davis"), "a line behind");
    assert!(!led(archer, "Davis rest NN41", "Heth", "Davis"));
    // Lane's brigade is Pender's: Hill leads it behind Archer, and Heth nobody of his behind it.
    assert!(led(archer, "Lane column NW NN41=8 OO41=7", "cs-hill-cmd", "Lane"));
    assert!(!led("Lane column NW KK43=8 LL42=7", davis, "Heth", "Davis"));
}

#[test]
fn s15_8_divisions_before_corps_and_behind_brigades_alone() {
    let lines = [
        "place Heth KK44",
        "place cs-hill-cmd KK44",
        "place cs-pender-cmd KK44",
        "place Archer column S KK42=8 KK43=4",
        "place Davis column S LL42=8 LL43=8 LL44=2",
        "place Lane column S JJ42=8 JJ43=7",
    ];
    let mut t = phase(Confederate, &lines);
    t.confederate("lead Heth: Archer", &[3]).confederate("lead Pender: Lane", &[3]);
    no(&mut t, Confederate, "alone Davis", "15.0");
    no(&mut t, Confederate, "Archer march KK41", "1");
    t.confederate("lead cs-hill-cmd: Davis", &[3]);
    no(&mut t, Confederate, "Lane march JJ41", "1");
    // Who is under the primary commander moves before anybody rolls.
    let mut t = primary(Confederate, "Heth", &lines);
    t.confederate("alone Lane", &[3]);
    no(&mut t, Confederate, "Archer march KK41", "1");
}

#[test]
fn s14_2_2_the_army_leads_nobody_and_a_brigade_may_be_primary_for_itself() {
    let mut t = Table::study(&["place cs-lee-cmd KK44", "place Archer column S KK42=8 KK43=4"]);
    t.umpire("turn 3 confederate opening");
    no(&mut t, Confederate, "primary cs-lee-cmd", "14.2");
    go(&mut t, Confederate, "primary Archer");
    go(&mut t, Confederate, "Archer march KK41-KK40-KK39-KK38");
    assert_eq!(t.spent("Archer"), "6 6");
    no(&mut t, Confederate, "lead cs-lee-cmd: Archer", "1");
}

#[test]
fn s16_2_a_commander_rides_eight_hexes_or_as_far_as_his_men() {
    let mut t = phase(Confederate, &["place Heth JJ44", "place Archer column S KK42=8 KK43=4"]);
    assert!(may(&t, Confederate, "Heth ride JJ34"), "men of his are to come yet, at ten points (§16.1.1)");
    for gone in ["Davis", "Brockenbrough", "Pettigrew"] {
        t.umpire(&format!("lose {gone}"));
    }
    assert!(may(&t, Confederate, "Heth ride JJ36") && !may(&t, Confederate, "Heth ride JJ35"));
    let mut t = primary(Confederate, "Heth", &["place Heth JJ44", "place Archer column S KK42=8 KK43=4"]);
    assert!(may(&t, Confederate, "Heth ride JJ34") && !may(&t, Confederate, "Heth ride JJ33"));
    go(&mut t, Confederate, "Heth ride JJ43");
    assert!(!may(&t, Confederate, "Heth ride JJ42"), "once");
}

#[test]
fn s17_1_8_a_brigade_captures_commanders_who_never_enter_its_hex() {
    let lines = ["place Heth II44", "place Archer column S II43=8 II44=4", "place us-reynolds-cmd II41"];
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march II42-II41");
    assert!(t.position.place(unit("us-reynolds-cmd")).is_none(), "captured");
    let t = phase(Union, &lines);
    assert!(!may(&t, Union, "us-reynolds-cmd ride II43") && may(&t, Union, "us-reynolds-cmd ride II42"));
}

#[test]
fn s17_2_cannon_of_a_hex() {
    let march = "Stewart march JJ43-JJ42-JJ41";
    let mut t = phase(Union, &["place Cooper JJ41 limbered S", "place Stewart JJ44 limbered S"]);
    go(&mut t, Union, march);
    assert_eq!(lies(&t, "Stewart"), "JJ41=5 JJ42=1", "nine limbered cannon, the rest behind");
    let lines =
        ["place Stevens JJ41 unlimbered SSE", "place Stewart JJ41 unlimbered SSE", "place Cooper JJ43 limbered S"];
    let mut t = phase(Union, &lines);
    go(&mut t, Union, "Cooper march JJ42-JJ41");
    no(&mut t, Union, "Cooper unlimber SSE", "17.2");
    let t = phase(Union, &["place Stevens II34 unlimbered SSE", "place Cooper II36 limbered S"]);
    assert!(!may(&t, Union, "Cooper march II35-II34"), "one battery in woods");
}

#[test]
fn s17_2_7_a_battery_halts_with_brigades_of_its_corps_and_the_reserve_with_any() {
    let halts = |guns: &str, brigade: &str| {
        let t = phase(Union, &[&format!("place {guns} KK44 limbered S"), &format!("place {brigade} rest KK42")]);
        may(&t, Union, &format!("{guns} march KK43-KK42"))
    };
    assert!(halts("Stevens", "Meredith") && !halts("Stevens", "us-candy-inf") && halts("Weir", "us-candy-inf"));
    let t = phase(Union, &["place Stevens KK44 limbered S", "place us-candy-inf rest KK42"]);
    assert!(may(&t, Union, "Stevens march KK43-KK42-KK41"), "through it");
}

#[test]
fn s33_0_2_guns_in_column_with_a_brigade_go_as_far_as_it() {
    let lines = ["place Heth KK44", "place Archer column S JJ42=8 JJ43=4", "place Zimmerman JJ44 limbered S"];
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march JJ41-JJ40-JJ39-JJ38-JJ37");
    assert_eq!(dp(&t, "Archer"), 10);
    go(&mut t, Confederate, "Zimmerman march JJ43-JJ42-JJ41-JJ40-JJ39");
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march JJ41-JJ40-JJ39-JJ38");
    assert!(!may(&t, Confederate, "Zimmerman march JJ43-JJ42-JJ41-JJ40-KK40"));
}

#[test]
fn s13_8_r14_points_are_kept_for_the_step_they_do_not_pay_and_no_halves() {
    let lines = ["place Heth II42", "place Archer column S II43=8 II44=4"];
    let mut t = phase(Confederate, &lines);
    t.confederate("lead Heth: Archer", &[3]);
    go(&mut t, Confederate, "Archer march II42-II41");
    go(&mut t, Confederate, "Archer keep II40");
    until(&mut t, Confederate);
    go(&mut t, Confederate, "done");
    t.confederate("lead Heth: Archer", &[1]);
    go(&mut t, Confederate, "Archer march II40-II39");
    no(&mut t, Confederate, "Archer march II38", "13.0");
    let mut t = phase(Confederate, &lines);
    t.confederate("lead Heth: Archer", &[5]);
    go(&mut t, Confederate, "Archer march II42-II41-II40");
    no(&mut t, Confederate, "Archer keep II39", "13.8");
}

#[test]
fn s13_9_horse_that_forms_column_is_judged_as_a_column_and_one_that_forms_line_as_a_line() {
    let mut t = primary(Union, "Buford", &["place Buford GG38", "place Devin line GG38=6 GG37=6"]);
    go(&mut t, Union, "Devin column NE");
    go(&mut t, Union, "Devin march HH38-II39-JJ39-KK40-LL40-MM41");
    assert_eq!((t.brigade("Devin").spent(), dp(&t, "Devin")), (16, 0), "eight points");
    go(&mut t, Union, "Devin march NN40-OO41");
    assert_eq!(dp(&t, "Devin"), 7, "ten");
    let mut t = primary(Union, "Buford", &["place Buford GG38", "place Devin column NE II39=3 HH38=3 GG38=3 FF37=3"]);
    go(&mut t, Union, "Devin march JJ39-KK40");
    go(&mut t, Union, "Devin line JJ39=6 KK40=6");
    assert_eq!((t.brigade("Devin").spent(), dp(&t, "Devin")), (20, 30), "two, two for closing up, and six");
}

#[test]
fn s22_13_r12_naming_is_barred_at_level_four_or_experience_five_and_an_attack_goes_on() {
    for (who, line, points, legal) in [
        ("Devin", "line KK43=6 KK42=6", 40, false),
        ("Devin", "line KK43=6 KK42=6", 39, true),
        ("us-von-gilsa-inf", "line KK43=8 KK42=3", 30, false),
        ("us-von-gilsa-inf", "line KK43=8 KK42=3", 29, true),
        ("us-von-gilsa-inf", "column S KK42=8 KK43=3", 0, false),
    ] {
        let mut t = Table::study(&[&format!("place {who} {line}"), &format!("mark {who} dp {points}")]);
        t.umpire("place Archer rest GG43").umpire("turn 3 union opening");
        assert_eq!(may(&t, Union, &format!("attack {who}")), legal, "{who} {line} {points}");
    }
    let mut t = Table::study(&["place Devin line KK43=6 KK42=6", "mark Devin dp 45 attack launched"]);
    t.umpire("place Archer rest JJ42").umpire("turn 3 union opening");
    go(&mut t, Union, "done");
    assert_eq!(t.brigade("Devin").attack, Attack::Launched);
}

#[test]
fn s19_2_4_batteries_of_a_hex_look_the_same_way() {
    let mut t = phase(Union, &["place Stevens JJ41 unlimbered E", "place Cooper JJ41 limbered S"]);
    no(&mut t, Union, "Cooper unlimber SSW", "19.2");
    go(&mut t, Union, "Cooper unlimber E");
    assert_eq!(SeatId::of_side(Union), SeatId::of_side(t.position.side));
}
