//! Rule cases of §6.0 to §18.0, a third set, written from the rulebook, the charts and the map before any source was read: prices by
//! marker and road, points kept, command.
//!
//! The York Pike runs CC36 DD36 EE37 FF37 GG38 HH38 II39 JJ39 KK40 LL40 MM40 MM41 NN40 OO41 OO42; other hexes east of the town are
//! clear, on level 5 and without crests unless a case says so.

use crate::cases_first::{go, may, no, phase, primary, until};
use crate::table::{Table, board, lies, unit};
use advanced_gettysburg::Attack;
use domain_core::referee::Side::{Confederate, Union};

pub fn dp(table: &Table, name: &str) -> u16 {
    table.brigade(name).dp
}

/// Whether a line that rolls this die is legal; nothing is rolled where it is not.
pub fn rolls(table: &mut Table, line: &str, die: u8) -> bool {
    let side = table.position.side;
    table.attempt(side, line, &[die]).is_ok()
}

/// That side's next Movement Phase, without naming and without a primary commander.
fn next_phase(table: &mut Table) {
    let side = table.position.side;
    until(table, side);
    go(table, side, "done");
}

#[test]
fn s13_7_s12_2_the_marker_that_comes_onto_the_road_sets_the_level() {
    let mut t = primary(Confederate, "Archer", &["place Archer column S KK40=8 KK41=4"]);
    go(&mut t, Confederate, "Archer march LL40-MM40-MM41-NN40-OO41");
    assert_eq!((t.spent("Archer"), dp(&t, "Archer")), ("5 5.5".into(), 0));
    go(&mut t, Confederate, "Archer march OO42");
    assert_eq!((t.spent("Archer"), dp(&t, "Archer")), ("6 6.5".into(), 5));
}

#[test]
fn s12_2_r53_town_hexes_of_roads_that_do_not_meet_are_a_road() {
    let mut t = phase(Confederate, &["place Brockenbrough column S S33=8 S34=3"]);
    assert!(rolls(&mut t, "alone Brockenbrough", 4));
    go(&mut t, Confederate, "Brockenbrough march T33-U33-V32-W32");
    no(&mut t, Confederate, "Brockenbrough march W33", "13.0");
}

#[test]
fn s17_1_7_a_battery_leaves_the_hex_of_a_column_as_off_the_road() {
    let goes = |archer: bool, way: &str| {
        let mut t = phase(Confederate, &["place Zimmerman II39 limbered SW"]);
        if archer {
            t.umpire("place Archer column NE JJ39=8 II39=4");
        }
        may(&t, Confederate, &format!("Zimmerman march {way}"))
    };
    let way = "HH38-GG38-FF37-EE37-DD36";
    assert!(goes(true, way) && !goes(true, &format!("{way}-CC36")) && goes(false, &format!("{way}-CC36")));
}

#[test]
fn s17_1_7_s17_2_6_a_column_pays_for_a_limbered_battery_on_its_road_twice() {
    for (guns, mm40, mm41) in [("limbered SW", 0, 5), ("unlimbered W", 0, 0)] {
        let lines = ["place Archer column NE HH38=8 GG38=4", &format!("place Zimmerman JJ39 {guns}")];
        let mut t = primary(Confederate, "Archer", &lines);
        go(&mut t, Confederate, "Archer march II39-JJ39-KK40-LL40-MM40");
        assert_eq!(dp(&t, "Archer"), mm40, "{guns}");
        go(&mut t, Confederate, "Archer march MM41");
        assert_eq!(dp(&t, "Archer"), mm41, "{guns}");
    }
}

#[test]
fn s17_1_7_s17_1_5_who_rests_on_a_road_is_no_column_and_is_passed() {
    let lines = ["place Davis rest II39", "place Brockenbrough column NE HH38=8 GG38=3"];
    let mut t = phase(Confederate, &lines);
    assert!(rolls(&mut t, "alone Brockenbrough", 3));
    assert!(!may(&t, Confederate, "Brockenbrough march II39-JJ39"), "its tail would lie there");
    go(&mut t, Confederate, "Brockenbrough march II39-JJ39-KK40");
    assert_eq!(t.spent("Brockenbrough"), "3 3");
}

#[test]
fn s8_0_s17_1_4_twenty_nine_points_come_out_of_one_hex_as_their_head_goes() {
    let mut t = primary(Confederate, "Pettigrew", &["place Pettigrew rest JJ39"]);
    go(&mut t, Confederate, "Pettigrew column NE");
    go(&mut t, Confederate, "Pettigrew march KK40");
    assert_eq!(lies(&t, "Pettigrew"), "KK40=8 JJ39=8 JJ39=8 JJ39=5");
    go(&mut t, Confederate, "Pettigrew march LL40-MM40-MM41");
    assert_eq!(lies(&t, "Pettigrew"), "MM41=8 MM40=8 LL40=8 KK40=5");
    assert_eq!((t.brigade("Pettigrew").spent(), dp(&t, "Pettigrew")), (12, 0));
}

#[test]
fn s11_10_s18_7_out_of_rest_a_line_of_twelve_in_a_hex_grows_by_a_marker() {
    let led = |die: u8| {
        let mut t = phase(Confederate, &["place Heth KK44", "place Archer rest KK43"]);
        assert!(rolls(&mut t, "lead Heth: Archer", die));
        go(&mut t, Confederate, "Archer line KK43=12 E");
        t
    };
    let mut t = led(4);
    assert!(!may(&t, Confederate, "Archer ahead NE"));
    go(&mut t, Confederate, "Archer extend left 4");
    assert_eq!(lies(&t, "Archer"), "KK44=4 KK43=8");
    assert!(!may(&t, Confederate, "Archer ahead NE"));
    assert!(!may(&led(2), Confederate, "Archer extend left 4"), "three points, of which one is left");
}

#[test]
fn s7_1_1_s18_7_a_flank_marker_of_five_becomes_no_inner_one() {
    let mut t = phase(Confederate, &["place Heth JJ44", "place Davis line JJ43=5 JJ42=8 JJ41=5"]);
    assert!(rolls(&mut t, "lead Heth: Davis", 1));
    for bad in ["4-5-5-4", "2-6-8-2", "5-5-5-3"] {
        assert!(!may(&t, Confederate, &format!("Davis extend left {bad}")), "{bad}");
    }
    go(&mut t, Confederate, "Davis extend left 1-8-8-1");
    assert_eq!((t.brigade("Davis").spent(), lies(&t, "Davis")), (4, "JJ44=1 JJ43=8 JJ42=8 JJ41=1".into()));
}

#[test]
fn s7_1_3_horse_in_three_hexes_has_six_in_the_middle() {
    let lines = ["place Buford KK44", "place Devin line KK44=2 KK43=8 KK42=2"];
    let mut t = primary(Union, "Buford", &lines);
    assert!(!may(&t, Union, "Devin strength 4-4-4") && !may(&t, Union, "Devin strength 5-5-2"));
    go(&mut t, Union, "Devin strength 3-6-3");
    let mut t = primary(Union, "Buford", &["place Buford KK44", "place Devin line KK43=6 KK42=6"]);
    assert!(!may(&t, Union, "Devin extend left 4-4-4"));
    go(&mut t, Union, "Devin extend left 3-6-3");
    assert_eq!(t.brigade("Devin").spent(), 4);
    // A column of four cannot flip over where it lies: four markers would need two inner ones of six.
    let column = ["place Buford KK44", "place Devin column S JJ41=3 JJ42=3 JJ43=3 JJ44=3"];
    let mut t = primary(Union, "Buford", &column);
    assert!(!may(&t, Union, "Devin line JJ44=3 JJ43=3 JJ42=3 JJ41=3"));
    go(&mut t, Union, "Devin line JJ43=3 JJ42=6 JJ41=3");
    assert_eq!(dp(&t, "Devin"), 10, "its rear closes up for one and a half: level 8 of the line's chart (§13.9)");
}

#[test]
fn s7_1_4_sharing_out_costs_nothing_in_the_clear_and_a_point_in_woods() {
    for (at, legal) in [("KK43=8 KK42=7", true), ("II34=8 II33=7", false)] {
        let mut t = phase(Confederate, &[&format!("place Perrin line {at}")]);
        assert!(rolls(&mut t, "alone Perrin", 1));
        assert_eq!(may(&t, Confederate, "Perrin strength 7-8"), legal, "{at}");
    }
}

#[test]
fn s18_7_in_enemy_range_one_more_marker_costs_four() {
    for (die, legal) in [(3, true), (2, false)] {
        let lines = ["place Heth HH43", "place Archer line JJ43=8 JJ42=4", "place Stevens MM43 unlimbered W"];
        let mut t = phase(Confederate, &lines);
        assert!(rolls(&mut t, "lead Heth: Archer", die));
        assert_eq!(may(&t, Confederate, "Archer extend right 2-8-2"), legal, "{die}");
    }
}

#[test]
fn s22_1_s18_1_a_column_in_the_range_of_guns_goes_nowhere_and_deploys_for_eight() {
    let lines = ["place Archer column NW HH43=8 II43=4", "place Stevens MM43 unlimbered W"];
    let mut t = primary(Confederate, "Archer", &lines);
    assert!(!may(&t, Confederate, "Archer march GG44"), "away from them either");
    assert!(!may(&t, Confederate, "Archer rest"));
    go(&mut t, Confederate, "Archer line HH43=8 II43=4");
    assert_eq!((t.spent("Archer"), dp(&t, "Archer")), ("8 8".into(), 10));
    let mut t = phase(Confederate, &lines);
    assert!(rolls(&mut t, "alone Archer", 6));
    assert!(!may(&t, Confederate, "Archer line HH43=8 II43=4"), "five points");
}

#[test]
fn s21_3_a_battery_in_the_range_of_guns_limbers_for_two_and_goes_back() {
    let lines = ["place Marye JJ43 unlimbered E", "place Stevens MM43 unlimbered W"];
    let mut t = phase(Confederate, &lines);
    go(&mut t, Confederate, "Marye limber NE");
    assert!(!may(&t, Confederate, "Marye march KK44") && !may(&t, Confederate, "Marye march KK43"));
    go(&mut t, Confederate, "Marye back II43");
    go(&mut t, Confederate, "Marye back HH42");
    assert!(!may(&t, Confederate, "Marye back GG42"), "six and a half");
}

#[test]
fn s17_1_3_who_closes_up_forms_line_next() {
    let mut t = primary(Confederate, "Archer", &["place Archer column S KK43=8 KK44=4"]);
    go(&mut t, Confederate, "Archer close");
    assert!(!may(&t, Confederate, "Archer march KK42"));
    go(&mut t, Confederate, "Archer line KK43=12 E");
    assert_eq!((t.brigade("Archer").spent(), dp(&t, "Archer")), (15, 10), "seven and a half are a level of eight");
}

/// Archer's column has kept four points for forming line, and rolls alone next turn.
fn kept_for_a_line(die: u8) -> Table {
    let mut t = phase(Confederate, &["place Archer column S KK43=8 KK44=4"]);
    assert!(rolls(&mut t, "alone Archer", 4));
    assert!(!may(&t, Confederate, "Archer line KK44=4 KK43=8"));
    go(&mut t, Confederate, "Archer keep line");
    next_phase(&mut t);
    assert!(rolls(&mut t, "alone Archer", die));
    t
}

#[test]
fn s13_8_r14_r88_a_line_is_formed_by_points_of_two_turns() {
    let mut t = kept_for_a_line(2);
    go(&mut t, Confederate, "Archer line KK44=4 KK43=8");
    assert_eq!(dp(&t, "Archer"), 0);
    assert!(!may(&t, Confederate, "Archer ahead NE"));
}

#[test]
fn s13_8_r88_points_kept_count_for_disorganization_as_points_spent() {
    let mut t = kept_for_a_line(5);
    go(&mut t, Confederate, "Archer line KK44=4 KK43=8");
    assert_eq!(dp(&t, "Archer"), 0);
    go(&mut t, Confederate, "Archer ahead NE");
    assert_eq!(dp(&t, "Archer"), 10, "eight of four and four");
    assert!(!may(&t, Confederate, "Archer ahead SE"));
}

#[test]
fn s13_10_points_kept_for_a_line_take_nobody_farther() {
    let mut t = kept_for_a_line(2);
    assert!(!may(&t, Confederate, "Archer march KK42-KK41"));
    go(&mut t, Confederate, "Archer march KK42");
    assert!(!may(&t, Confederate, "Archer line KK43=4 KK42=8"));
}

#[test]
fn s13_10_nothing_is_kept_for_what_can_be_paid_nor_of_a_half() {
    let mut t = phase(Confederate, &["place Archer column S KK43=8 KK44=4"]);
    assert!(rolls(&mut t, "alone Archer", 6));
    assert!(!may(&t, Confederate, "Archer keep KK42"), "it can be entered");
    let mut t = phase(Confederate, &["place Archer column S KK43=8 KK44=4"]);
    assert!(rolls(&mut t, "alone Archer", 2));
    go(&mut t, Confederate, "Archer march KK42");
    assert!(!may(&t, Confederate, "Archer keep KK41"), "half a point");
}

#[test]
fn s13_8_a_battery_keeps_a_point_for_unlimbering_in_woods_or_for_a_hex() {
    let mut t = phase(Union, &["place Stevens II38 limbered S"]);
    go(&mut t, Union, "Stevens march II37-II36-II35");
    assert!(!may(&t, Union, "Stevens unlimber SSE"), "a point and a half are left, and it costs two in woods");
    go(&mut t, Union, "Stevens keep unlimber");
    next_phase(&mut t);
    go(&mut t, Union, "Stevens unlimber SSE");
    let mut t = phase(Union, &["place Stevens II39 limbered NE"]);
    go(&mut t, Union, "Stevens march JJ39-KK40-LL40-MM40-MM41");
    go(&mut t, Union, "Stevens keep MM42");
    next_phase(&mut t);
    assert!(!may(&t, Union, "Stevens march MM42-MM43-MM44-MM45-LL44"));
    go(&mut t, Union, "Stevens march MM42-MM43-MM44-MM45");
}

#[test]
fn s5_1_d_the_primary_commander_leads_nobody_by_a_die() {
    let lines = [
        "place Heth KK44",
        "place cs-hill-cmd KK44",
        "place Archer column S KK42=8 KK43=4",
        "place Davis column S LL42=8 LL43=8 LL44=2",
    ];
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march KK41");
    assert!(!rolls(&mut t, "lead Heth: Davis", 3));
    assert!(rolls(&mut t, "lead cs-hill-cmd: Davis", 3));
    // One die a commander (§15.3b, §15.4).
    let mut t = phase(Confederate, &lines);
    assert!(rolls(&mut t, "lead Heth: Archer", 3));
    assert!(!rolls(&mut t, "lead Heth: Davis", 3));
}

#[test]
fn s14_5_r60_a_commander_rides_up_before_his_die_and_the_primary_in_vain() {
    let lines = ["place Heth KK45", "place Archer column S KK39=8 KK40=4"];
    let mut t = phase(Confederate, &lines);
    assert!(!rolls(&mut t, "lead Heth: Archer", 3));
    go(&mut t, Confederate, "Heth ride KK42");
    assert!(rolls(&mut t, "lead Heth: Archer", 3));
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Heth ride KK41");
    assert!(!may(&t, Confederate, "Archer march KK38"));
    assert!(rolls(&mut t, "alone Archer", 3));
}

#[test]
fn s14_4_s15_2_who_is_beyond_the_primarys_coordination_moves_alone() {
    let lines = ["place us-von-steinwehr-cmd KK43", "place us-coster-inf line KK42=8 KK41=6"];
    let (name, smith) = ("us-von-steinwehr-cmd", "place us-smith-inf line II43=8 II42=8 II41=1");
    let mut t = primary(Union, name, &[lines[0], lines[1], smith]);
    go(&mut t, Union, "us-coster-inf ahead NE");
    assert!(!may(&t, Union, "us-smith-inf ahead NE"));
    assert!(rolls(&mut t, "alone us-smith-inf", 4));
    go(&mut t, Union, "us-smith-inf ahead NE SE");
    // A column first, which forms line; it was none when its level was determined (§15.5).
    let mut t = primary(Union, name, &[lines[0], lines[1], "place us-smith-inf column S LL42=8 LL43=8 LL44=1"]);
    go(&mut t, Union, "us-smith-inf line LL44=1 LL43=8 LL42=8");
    go(&mut t, Union, "us-coster-inf ahead SE");
    // At rest it is no line either, though it forms one.
    let mut t =
        phase(Union, &[lines[0], "place us-coster-inf rest KK42", "place us-smith-inf line LL43=8 LL42=8 LL41=1"]);
    assert!(rolls(&mut t, "lead us-von-steinwehr-cmd: us-coster-inf, us-smith-inf", 4));
    go(&mut t, Union, "us-coster-inf line KK42=14 E");
    go(&mut t, Union, "us-smith-inf ahead NE SE");
}

#[test]
fn s14_3_s32_4_a_wounded_primary_commander_has_two_brigades() {
    let lines = [
        "place Heth KK44",
        "place Archer column S KK42=8 KK43=4",
        "place Davis column S LL42=8 LL43=8 LL44=2",
        "place Brockenbrough column S JJ42=8 JJ43=3",
    ];
    let mut t = Table::study(&lines);
    t.umpire("mark Heth hit").umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "primary Heth");
    go(&mut t, Confederate, "Archer march KK41");
    go(&mut t, Confederate, "Davis march LL41");
    assert!(!may(&t, Confederate, "Brockenbrough march JJ41"));
    assert!(rolls(&mut t, "alone Brockenbrough", 3));
}

#[test]
fn s15_5_s15_7_once_led_nobody_stays_and_who_goes_alone_leaves_others_their_commander() {
    let lines = ["place Heth KK44", "place Archer column S KK42=8 KK43=4", "place Davis column S LL42=8 LL43=8 LL44=2"];
    let mut t = phase(Confederate, &lines);
    assert!(rolls(&mut t, "lead Heth: Archer, Davis", 6));
    go(&mut t, Confederate, "Heth ride CC40");
    go(&mut t, Confederate, "Davis march LL41-LL40-MM40");
    go(&mut t, Confederate, "Archer march KK41-KK40-KK39-KK38");
    let mut t = phase(Confederate, &lines);
    assert!(rolls(&mut t, "alone Archer", 6));
    assert_eq!(t.brigade("Archer").level, Some(5));
    assert!(rolls(&mut t, "lead Heth: Davis", 6));
}

#[test]
fn s14_1_authority_goes_by_division_and_corps() {
    let lines = ["place Heth KK44", "place cs-pender-cmd KK44", "place cs-hill-cmd KK44"];
    let men = ["place Archer rest KK42", "place Lane rest LL42", "place Daniel rest JJ42"];
    let t = phase(Confederate, &[&lines[..], &men[..]].concat());
    let led = |by: &str, who: &str| {
        let mut copy = Table { position: t.position.clone(), facts: Vec::new() };
        rolls(&mut copy, &format!("lead {by}: {who}"), 3)
    };
    assert!(led("Heth", "Archer") && !led("Heth", "Lane") && !led("cs-pender-cmd", "Archer"));
    assert!(led("cs-hill-cmd", "Archer, Lane") && !led("cs-hill-cmd", "Daniel"));
}

#[test]
fn s14_5_2_s16_2_3_range_goes_to_the_counter_where_it_was_posted() {
    let mut t = primary(Confederate, "Davis", &["place Heth JJ39", "place Davis line JJ44=5 JJ43=8 JJ42=5"]);
    let mut before = phase(Confederate, &["place Heth JJ39", "place Davis line JJ44=5 JJ43=8 JJ42=5"]);
    assert!(!rolls(&mut before, "lead Heth: Davis", 3), "four hexes from JJ43");
    go(&mut t, Confederate, "Davis post JJ42");
    next_phase(&mut t);
    assert!(rolls(&mut t, "lead Heth: Davis", 3));
}

#[test]
fn s14_5_3_without_its_commander_a_division_is_under_the_corps_within_three_hexes_alone() {
    for (hill, legal) in [("KK44", false), ("KK41", true)] {
        let mut t = phase(Confederate, &["place Archer column S KK38=8 KK39=4", &format!("place cs-hill-cmd {hill}")]);
        t.umpire("place Heth KK41").umpire("lose Heth");
        assert_eq!(rolls(&mut t, "lead cs-hill-cmd: Archer", 3), legal, "{hill}");
    }
    let lines = [
        "place cs-hill-cmd KK44",
        "place Heth KK41",
        "place Archer column S KK38=8 KK39=4",
        "place cs-pender-cmd HH42",
        "place Lane column S FF40=8 FF41=7",
    ];
    let mut t = primary(Confederate, "cs-hill-cmd", &lines);
    go(&mut t, Confederate, "Archer march KK37-KK36");
    go(&mut t, Confederate, "Lane march FF39-FF38");
}

/// The first Confederate Movement Phase, nobody of the Union near the Cashtown Pike.
fn cashtown() -> Table {
    let mut t = Table::start();
    for line in ["place Gamble rest U5", "place Devin rest U7", "place Buford U5", "place Calef U5 limbered S"] {
        t.umpire(line);
    }
    go(&mut t, Confederate, "done");
    t
}

#[test]
fn s16_1_1_a_reinforcement_deploys_without_a_roll_and_is_none_from_then_on() {
    let mut t = cashtown();
    go(&mut t, Confederate, "Archer march A39-B38-C38-D37-E38-E37");
    next_phase(&mut t);
    go(&mut t, Confederate, "Archer line E38=4 E37=8");
    assert_eq!(dp(&t, "Archer"), 0);
    next_phase(&mut t);
    assert!(!may(&t, Confederate, "Archer ahead NE"));
    assert!(rolls(&mut t, "alone Archer", 3));
    go(&mut t, Confederate, "Archer ahead NE");
}

#[test]
fn s16_1_1_a_reinforcement_stays_one_as_long_as_it_spends_what_it_spent_at_first() {
    let mut t = cashtown();
    for way in ["A39-B38-C38-D37", "E38-E37-F37-F36-G37-G36", "H36-I36-J35-K35", "L34-M34-N33"] {
        go(&mut t, Confederate, &format!("Archer march {way}"));
        next_phase(&mut t);
    }
    assert!(!may(&t, Confederate, "Archer march O33"), "it spent three");
    assert!(rolls(&mut t, "alone Archer", 5));
}

#[test]
fn s15_8_r60_a_whole_movement_phase_in_its_segments() {
    let lines = [
        "place Heth KK44",
        "place cs-hill-cmd KK45",
        "place Archer column S KK42=8 KK43=4",
        "place Davis column S LL42=8 LL43=8 LL44=2",
        "place Brockenbrough column S II42=8 II43=3",
        "place Pettigrew column S MM42=8 MM43=8 MM44=8 MM45=5",
        "place Lane column S FF42=8 FF43=7",
        "place Zimmerman JJ44 limbered S",
    ];
    let mut t = phase(Confederate, &lines);
    assert!(rolls(&mut t, "alone Brockenbrough", 5));
    go(&mut t, Confederate, "Brockenbrough march II41-II40");
    assert!(rolls(&mut t, "lead Heth: Archer, Davis", 2));
    go(&mut t, Confederate, "Archer march KK41-KK40");
    assert!(!may(&t, Confederate, "Brockenbrough march II39"));
    go(&mut t, Confederate, "Davis march LL41-LL40");
    assert!(!may(&t, Confederate, "Davis march LL39"));
    assert!(rolls(&mut t, "lead cs-hill-cmd: Pettigrew", 6));
    go(&mut t, Confederate, "Pettigrew march MM41-NN40-OO41-OO42");
    assert_eq!((t.spent("Pettigrew").split(' ').next(), dp(&t, "Pettigrew")), (Some("4.5"), 0));
    assert!(!rolls(&mut t, "alone Lane", 5));
    go(&mut t, Confederate, "Zimmerman march JJ43-JJ42-JJ41-JJ40");
    go(&mut t, Confederate, "Heth ride KK37");
}

#[test]
fn s15_3_each_kind_reads_its_own_column_of_one_die() {
    let lines =
        ["place Buford KK44", "place Gamble line KK43=8 KK42=8", "place Devin column S LL41=3 LL42=3 LL43=3 LL44=3"];
    let mut t = phase(Union, &lines);
    assert!(rolls(&mut t, "lead Buford: Gamble, Devin", 2));
    assert_eq!((t.brigade("Gamble").level, t.brigade("Devin").level), (Some(3), Some(4)));
}

#[test]
fn s14_5_5_r60_under_the_primary_the_chain_is_that_of_the_moment_he_is_chosen() {
    let lines =
        ["place Heth HH44", "place Archer column NW KK43=8 LL42=4", "place Davis column NW NN41=8 OO41=8 OO40=2"];
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march JJ43-II44-II45");
    go(&mut t, Confederate, "Davis march MM42-LL42");
}

#[test]
fn s16_2_1_a_primary_commander_of_horse_in_column_rides_twenty_hexes() {
    let buford = |devin: bool| {
        let mut t = Table::study(&["place Buford JJ44", "place Gamble line II44=8 II43=8"]);
        t.umpire(if devin { "place Devin column S JJ41=3 JJ42=3 JJ43=3 JJ44=3" } else { "lose Devin" });
        t.umpire("turn 3 union opening");
        go(&mut t, Union, "primary Buford");
        [34, 33, 29, 24, 23].map(|row| may(&t, Union, &format!("Buford ride JJ{row}")))
    };
    assert_eq!(buford(true), [true, true, true, true, false]);
    assert_eq!(buford(false), [true, false, false, false, false]);
}

#[test]
fn s11_6_guns_and_commanders_move_between_the_orders_of_a_brigade() {
    let lines = ["place Heth KK44", "place Archer column S KK42=8 KK43=4", "place Zimmerman JJ44 limbered S"];
    let mut t = primary(Confederate, "Heth", &lines);
    go(&mut t, Confederate, "Archer march KK41");
    go(&mut t, Confederate, "Zimmerman march JJ43");
    go(&mut t, Confederate, "Heth ride KK43");
    go(&mut t, Confederate, "Archer march KK40");
    go(&mut t, Confederate, "Zimmerman march JJ42");
}

#[test]
fn s13_9_s33_1_5_marching_too_fast_bars_an_attack_of_green_men() {
    let lines = ["place us-von-gilsa-inf line KK43=8 KK42=3", "mark us-von-gilsa-inf dp 20"];
    let mut t = primary(Union, "us-von-gilsa-inf", &lines);
    go(&mut t, Union, "us-von-gilsa-inf ahead NE SE NE SE");
    assert_eq!(dp(&t, "us-von-gilsa-inf"), 30);
    until(&mut t, Union);
    assert!(!may(&t, Union, "attack us-von-gilsa-inf"));
    assert_eq!(t.brigade("us-von-gilsa-inf").attack, Attack::None);
    assert_eq!(board(&t).experience(unit("us-von-gilsa-inf")), 5);
}
