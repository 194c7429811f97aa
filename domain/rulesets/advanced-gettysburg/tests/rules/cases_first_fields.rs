//! Rule cases of §20.0 to §23.0, §33.0, §35.0 and options, written from the rulebook, the charts and the map before any source was read.

use crate::cases_first::{go, may, no, phase, primary, until};
use crate::table::{Table, board, hex, lies, unit};
use advanced_gettysburg::{Attack, Options, Scenario};
use domain_core::referee::Side::{self, Confederate, Union};

/// The Artillery Fire Phase of turn 3.
fn guns(side: Side, lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.umpire(&format!("turn 3 {} artillery", if side == Union { "union" } else { "confederate" }));
    table
}

/// Whether Stevens' six Napoleons, with friends near, fire at a hex.
fn fires(at: &str, more: &[&str], target: &str) -> bool {
    let mut t = guns(Union, &[&format!("place Stevens {at}")]);
    for line in more {
        t.umpire(line);
    }
    // The phase passes where nobody has a target.
    t.umpire("turn 3 union artillery");
    may(&t, Union, &format!("Stevens at {target}"))
}

#[test]
fn s17_2_9_a_battery_fires_within_three_hexes_of_a_brigade_of_its_corps() {
    let archer = "place Archer line JJ40=8 JJ39=4";
    assert!(fires("JJ44 unlimbered SSE", &[archer, "place Meredith rest GG45"], "JJ40"));
    assert!(!fires("JJ44 unlimbered SSE", &[archer, "place Meredith rest FF44"], "JJ40"), "four off");
    assert!(!fires("JJ44 unlimbered SSE", &[archer, "place us-coster-inf rest KK45"], "JJ40"), "another corps");
    let mut t = guns(Union, &["place Weir JJ44 unlimbered SSE", archer, "place us-coster-inf rest KK45"]);
    t.umpire("turn 3 union artillery");
    assert!(may(&t, Union, "Weir at JJ40"), "the reserve is of any");
}

#[test]
fn s20_1_2_two_batteries_of_a_hex_narrow_their_field() {
    let lines = ["place Archer line MM44=8 MM43=4", "place Meredith rest KK44"];
    let with = |more: &str| {
        let mut all = lines.to_vec();
        if !more.is_empty() {
            all.push(more);
        }
        fires("KK42 unlimbered E", &all, "MM44")
    };
    assert!(with("") && !with("place Cooper KK42 unlimbered E") && !with("place Cooper KK42 limbered N"));
}

#[test]
fn s20_1_napoleons_reach_six_hexes_and_rifles_eight() {
    let lines = ["place Meredith rest GG44", "place Lang line MM43=8 W", "place Archer line NN43=8 W"];
    assert!(fires("GG43 unlimbered E", &lines, "MM43"));
    assert!(!fires("GG43 unlimbered E", &["place Meredith rest GG44", "place Archer line NN43=8 W"], "NN43"));
    let mut t =
        guns(Union, &["place Cooper GG43 unlimbered E", "place Meredith rest GG44", "place Archer line NN43=8 W"]);
    t.umpire("turn 3 union artillery");
    assert!(may(&t, Union, "Cooper at NN43"));
}

#[test]
fn s20_3_higher_ground_and_ground_as_high_as_the_higher_end_hide() {
    let seen = |from: &str, front: &str, to: &str| {
        let near =
            [("KK42", "KK43"), ("LL43", "LL44")].iter().find(|(at, _)| *at == from).map_or("II41", |(_, near)| near);
        let friend = format!("place Meredith rest {near}");
        fires(&format!("{from} unlimbered {front}"), &[&format!("place Lang line {to}=8 E"), &friend], to)
    };
    assert!(!seen("KK42", "SSE", "KK38"), "over level 6 from 5 to 5");
    assert!(!seen("KK40", "SSE", "KK37"), "from 6 to 5 over 6");
    assert!(seen("KK39", "SSE", "KK36"), "from 6 to 5 over 5");
    assert!(seen("LL43", "SSE", "LL40"), "from 5 to 6 over 5");
    assert!(!seen("LL43", "SSE", "LL39"), "from 5 to 6 over 6");
    assert!(seen("LL40", "NNE", "LL44"), "from 6 to 5 over 5");
}

#[test]
fn s20_3_3_crests_of_one_level_and_s20_3_4_the_town_hide() {
    let seen = |from: &str, to: &str, friend: &str| {
        let near = format!("place Meredith rest {friend}");
        fires(&format!("{from} unlimbered SSE"), &[&format!("place Lang line {to}=8 E"), &near], to)
    };
    assert!(!seen("J33", "J30", "J34"), "J32 and J31 are crests of level 5 as all of it is");
    assert!(seen("JJ44", "JJ41", "II44"), "the flats have none");
    assert!(!seen("T35", "T32", "T36"), "over T33");
}

#[test]
fn s20_3_5_s20_3_6_enemies_hide_nobody_from_guns_and_friends_do() {
    let seen = |between: &str| {
        fires("JJ44 unlimbered SSE", &["place Archer line JJ41=8 JJ40=4", "place Meredith rest II44", between], "JJ41")
    };
    assert!(seen("place Lang line JJ42=8 NNE"));
    assert!(!seen("place us-brooke-inf line JJ42=8 SSE") && !seen("place Cooper JJ42 limbered S"));
    assert!(seen("place us-reynolds-cmd JJ42"), "a commander is neither");
}

#[test]
fn s20_4_2_who_stands_in_woods_is_seen_by_nobody_and_in_no_range() {
    assert!(!fires("II38 unlimbered SSE", &["place Lang line II35=8 NNE", "place Meredith rest II39"], "II35"));
    let lines = ["place Heth HH32", "place Archer column N II34=8 II33=4", "place us-brooke-inf line II37=8 SSE"];
    let t = primary(Confederate, "Heth", &lines);
    assert!(may(&t, Confederate, "Archer march II35"), "two hexes before a line, in woods");
}

#[test]
fn s22_1_a_column_enters_no_range_of_lines_and_s20_1_3_who_has_none() {
    let may_march = |enemy: &[&str], to: &str| {
        let mut lines = vec!["place Heth HH44", "place Archer column SE II43=8 HH43=4"];
        lines.extend(enemy);
        may(&primary(Confederate, "Heth", &lines), Confederate, &format!("Archer march {to}"))
    };
    let line = "place us-brooke-inf line MM43=8 W";
    assert!(may_march(&[line], "JJ43") && !may_march(&[line], "JJ43-KK43"));
    // One hex of Lang's beside the straight edge hides what lies behind from muskets (§20.3.5, §20.4.3).
    assert!(may_march(&[line, "place Lang line LL43=8 E"], "JJ43-KK43"));
    assert!(may_march(&["place Stevens MM43 limbered NW"], "JJ43-KK43"), "limbered");
    assert!(
        may_march(&["place Stevens MM43 unlimbered W", "mark Stevens factors 0"], "JJ43-KK43"),
        "without ammunition"
    );
    assert!(may_march(&["place us-brooke-inf rest MM43"], "JJ43-KK43"));
    let behind = ["place Heth OO45", "place Archer column S OO44=8 OO45=4", line];
    assert!(may(&primary(Confederate, "Heth", &behind), Confederate, "Archer march OO43"), "behind it");
}

#[test]
fn s22_2_r55_guns_enter_no_range_of_a_brigade_and_that_of_guns() {
    let t = phase(Confederate, &["place Zimmerman II43 limbered SE", "place us-brooke-inf line MM43=8 W"]);
    assert!(may(&t, Confederate, "Zimmerman march JJ43") && !may(&t, Confederate, "Zimmerman march JJ43-KK43"));
    let lines = ["place Heth EE44", "place Zimmerman FF43 limbered SE", "place Archer column SE FF42=8 EE43=4"];
    let mut t = primary(Confederate, "Heth", &lines);
    t.umpire("place Stevens MM43 unlimbered W");
    assert!(may(&t, Confederate, "Zimmerman march GG43"));
    assert!(
        !may(&t, Confederate, "Archer march GG43")
            && may(&t, Confederate, "Archer march GG42-GG41") == may(&t, Confederate, "Archer march GG42")
    );
}

#[test]
fn s21_5_r56_a_line_in_the_range_of_guns_stands_or_goes_back_and_shares_out_for_a_point() {
    let lines = ["place Heth HH43", "place Archer line JJ43=8 JJ42=4", "place Stevens MM43 unlimbered W"];
    let mut t = primary(Confederate, "Heth", &lines);
    assert!(!may(&t, Confederate, "Archer ahead NE") && !may(&t, Confederate, "Archer about"));
    assert!(!may(&t, Confederate, "Archer column NE"), "the chart allows none in enemy range");
    let mut shared = Table { position: t.position.clone(), facts: Vec::new() };
    go(&mut shared, Confederate, "Archer strength 7-5");
    assert_eq!(shared.spent("Archer"), "1 1");
    go(&mut t, Confederate, "Archer back SW");
    assert_eq!((t.spent("Archer"), t.brigade("Archer").dp), ("2 2".into(), 0));
}

#[test]
fn s22_14_within_three_hexes_and_out_of_range_no_die_and_s22_8_beside_the_enemy_it_halts() {
    let lines = ["place Archer line JJ43=8 JJ42=4", "place us-brooke-inf line MM43=8 E"];
    let mut t = Table::study(&lines);
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "attack Archer");
    go(&mut t, Confederate, "done");
    go(&mut t, Confederate, "Archer ahead SE NE");
    assert_eq!((lies(&t, "Archer"), t.spent("Archer")), ("LL43=8 LL42=4".into(), "4 4".into()));
    no(&mut t, Confederate, "Archer ahead NE", "");
    let mut far = Table::study(&["place Archer line II43=8 II42=4", "place us-brooke-inf line MM43=8 E"]);
    far.umpire("turn 3 confederate opening");
    go(&mut far, Confederate, "attack Archer");
    go(&mut far, Confederate, "done");
    no(&mut far, Confederate, "Archer ahead NE", "");
}

#[test]
fn s22_3_who_is_not_named_comes_beside_nobody() {
    let lines = ["place Heth HH43", "place Archer line KK43=8 KK42=4", "place us-brooke-inf line MM43=8 E"];
    let t = primary(Confederate, "Heth", &lines);
    assert!(!may(&t, Confederate, "Archer ahead NE"));
    let t = primary(Confederate, "Heth", &["place Heth HH43", "place Archer line JJ43=8 JJ42=4", lines[2]]);
    assert!(may(&t, Confederate, "Archer ahead SE"));
}

#[test]
fn s22_4_who_stands_in_the_range_of_an_attacker_is_not_named() {
    let mut t = Table::study(&["place Archer line JJ43=8 JJ42=4", "place us-brooke-inf line LL43=8 W"]);
    t.umpire("mark us-brooke-inf dp 0").umpire("mark Archer attack launched").umpire("turn 3 union opening");
    assert!(!may(&t, Union, "attack us-brooke-inf"));
    t.umpire("mark Archer attack none");
    assert!(may(&t, Union, "attack us-brooke-inf"), "ruling 57");
}

#[test]
fn s22_12_whose_attack_is_ended_has_six_points() {
    let mut t = Table::study(&["place Heth HH43", "place Archer line II43=8 II42=4", "mark Archer attack launched"]);
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "end Archer");
    go(&mut t, Confederate, "primary Heth");
    go(&mut t, Confederate, "Archer ahead NE SE NE");
    no(&mut t, Confederate, "Archer ahead NE", "");
}

#[test]
fn s22_6_s22_10_an_attack_rolls_until_it_has_two_points_and_uses_all_of_them() {
    let mut t = Table::study(&["place Archer line FF43=8 FF42=4", "place us-brooke-inf line NN43=8 E"]);
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "attack Archer");
    go(&mut t, Confederate, "done");
    t.confederate("alone Archer", &[3]);
    until(&mut t, Confederate);
    assert_eq!(t.brigade("Archer").attack, Attack::Named, "nothing was rolled, and it is kept");
    go(&mut t, Confederate, "done");
    no(&mut t, Confederate, "Archer ahead NE", "");
    t.confederate("alone Archer", &[5]);
    go(&mut t, Confederate, "Archer ahead NE");
    go(&mut t, Confederate, "done");
    until(&mut t, Confederate);
    assert_eq!(t.brigade("Archer").attack, Attack::Launched);
    go(&mut t, Confederate, "done");
    go(&mut t, Confederate, "Archer ahead SE");
    no(&mut t, Confederate, "done", "22.6");
    go(&mut t, Confederate, "Archer ahead NE SE");
    go(&mut t, Confederate, "done");
}

#[test]
fn s23_4_who_is_not_named_shows_no_flank_on_its_way() {
    let way = |front: &str, named: bool| {
        let mut t = primary(Confederate, "Lang", &[&format!("place Lang line FF43=8 {front}")]);
        t.umpire("place Stevens MM42 unlimbered W");
        if named {
            t.umpire("mark Lang attack launched");
        }
        may(&t, Confederate, "Lang ahead NE")
    };
    assert!(!way("NNE", false), "GG44 lies in range, the guns before its flank");
    assert!(way("E", false) && way("NNE", true));
}

#[test]
fn s23_3_r27_cannon_in_the_flank_count_three_times() {
    for (front, cp, dp) in [("NNE", 8, 16), ("E", 3, 6)] {
        let lines = ["place Stevens MM42 unlimbered W", "place Meredith rest NN43"];
        let mut t = guns(Union, &lines);
        t.umpire(&format!("place Lang line JJ43=8 {front}")).umpire("turn 3 union artillery");
        t.union("Stevens at JJ43", &[]);
        assert_eq!(t.brigade("Lang").cp, cp, "{front}");
        t.union("done", &[]);
        assert_eq!(t.brigade("Lang").dp, dp, "{front}");
    }
    // A friend in the flank hex covers it: Davis in KK43, out of the way of the shot.
    let mut t = guns(Union, &["place Stevens MM41 unlimbered W", "place Meredith rest NN43"]);
    t.umpire("place Lang line JJ43=8 NNE")
        .umpire("place Davis line KK43=2 LL43=8 LL44=8")
        .umpire("turn 3 union artillery");
    assert!(!board(&t).in_enemy_range(Union, hex("MM41")));
}

#[test]
fn s33_3_losses_are_even_and_s33_1_4_levels_are_tens() {
    let mut t = guns(Union, &["place Cooper JJ44 unlimbered SSE", "place Meredith rest II44"]);
    t.umpire("place Archer line JJ38=8 KK38=4").umpire("mark Archer cp 9 dp 19").umpire("turn 3 union artillery");
    t.union("Cooper at JJ38", &[]).union("done", &[]);
    assert_eq!(lies(&t, "Archer"), "JJ38=7 KK38=4", "four rifles at six hexes: the tenth point");
    assert_eq!((t.brigade("Archer").dp, board(&t).experience(unit("Archer"))), (20, 11));
}

/// A turn later, in which the counters did these lines.
fn a_turn(lines: &[&str], orders: &[&str], turn: u8) -> Table {
    let mut t = Table::study(&["turn 2 union assault"]);
    t.position.scenario = Scenario::ThreeDays;
    for line in lines.iter().filter(|l| l.starts_with("place")) {
        t.umpire(line);
    }
    t.umpire(&format!("turn {} union assault", turn - 1)).union("done", &[]);
    for line in lines.iter().filter(|l| l.starts_with("mark")) {
        t.umpire(line);
    }
    go(&mut t, Confederate, if orders.is_empty() { "done" } else { "primary Heth" });
    for line in orders {
        go(&mut t, Confederate, line);
    }
    until(&mut t, Union);
    until(&mut t, Confederate);
    t
}

#[test]
fn s33_2_r85_recovery_by_level_at_rest_and_of_who_marched() {
    for (before, after) in [(15, 5), (25, 18), (35, 30), (5, 0), (19, 9)] {
        let mark = format!("mark Archer dp {before}");
        let t = a_turn(&["place Archer column S II43=8 II44=4", &mark], &[], 4);
        assert_eq!(t.brigade("Archer").dp, after);
    }
    let t = a_turn(&["place Archer rest II43", "mark Archer dp 35"], &[], 4);
    assert_eq!(t.brigade("Archer").dp, 25);
    let lines = ["place Heth II42", "place Archer column S II43=8 II44=4", "mark Archer dp 35"];
    let t = a_turn(&lines, &["Archer march II42"], 4);
    assert_eq!(t.brigade("Archer").dp, 35);
    let t = a_turn(&lines, &["Archer face SE"], 4);
    assert_eq!(t.brigade("Archer").dp, 30, "stationary, and no activity of the chart");
    let line = ["place Heth II42", "place Archer line II43=8 II42=4", "mark Archer dp 35"];
    for (order, dp) in
        [("Archer ends NW S", 30), ("Archer about", 30), ("Archer strength 7-5", 35), ("Archer ahead NE", 35)]
    {
        assert_eq!(a_turn(&line, &[order], 4).brigade("Archer").dp, dp, "{order}");
    }
    // By night who stands is at rest.
    let t = a_turn(&["place Archer line II43=8 II42=4", "mark Archer dp 35"], &[], 50);
    assert_eq!(t.brigade("Archer").dp, 25);
}

#[test]
fn s33_2_1_who_was_fired_at_recovers_nothing() {
    let mut t = Table::study(&["place Archer column S JJ38=8 JJ39=4", "place Meredith rest II44"]);
    t.umpire("place Cooper JJ44 unlimbered SSE").umpire("turn 2 union assault").union("done", &[]);
    t.umpire("mark Archer dp 35").umpire("mark Archer idle").umpire("turn 3 union artillery");
    t.union("Cooper 1R at JJ39", &[]);
    until(&mut t, Confederate);
    assert_eq!((t.brigade("Archer").cp, t.brigade("Archer").dp), (0, 35), "one rifle at five hexes does nothing");
}

fn night(lines: &[&str]) -> Table {
    let mut t = Table::study(lines);
    t.position.scenario = Scenario::ThreeDays;
    t.umpire("turn 50 confederate opening");
    t
}

#[test]
fn s35_1_nobody_comes_within_three_hexes_at_night_and_s35_2_beside_nobody() {
    let column = |at: &str, to: &str| {
        let mut t = night(&["place Heth GG45", at, "place us-brooke-inf rest MM43"]);
        go(&mut t, Confederate, "primary Archer");
        may(&t, Confederate, &format!("Archer march {to}"))
    };
    assert!(!column("place Archer column SE II43=8 HH43=4", "JJ43"), "from four to three");
    assert!(column("place Archer column NW JJ43=8 KK43=4", "II44"), "away");
    assert!(!column("place Archer column NE JJ42=8 II42=4", "KK43"), "from three to two");
}

#[test]
fn s29_4_3_a_battery_that_stands_at_night_refills_and_s0_10_from_its_corps() {
    let mut t = night(&["place Stevens KK44 unlimbered E", "mark Stevens factors 4"]);
    let before = t.position.reserve;
    t.umpire("turn 50 union assault").union("done", &[]);
    assert_eq!(t.position.battery(unit("Stevens")).map(|b| b.factors), Some(10));
    assert_eq!(t.position.reserve, [before[0] - 6, before[1]]);
    let mut t = night(&["place cs-jenkins-jackson-bty KK44 unlimbered E", "mark cs-jenkins-jackson-bty factors 4"]);
    t.position.options = Options { ammunition_reserve: true, ..Options::default() };
    t.umpire("turn 50 union assault").union("done", &[]);
    assert_eq!(t.position.battery(unit("cs-jenkins-jackson-bty")).map(|b| b.factors), Some(4), "attached to nobody");
}

#[test]
fn s0_8_no_more_cannon_than_factors_and_rifles_first() {
    let mut t =
        guns(Union, &["place Stevens JJ44 unlimbered SSE", "place Meredith rest II44", "mark Stevens factors 3"]);
    t.position.options = Options { reduced_artillery: true, ..Options::default() };
    t.umpire("place Archer line JJ41=8 JJ40=4").umpire("turn 3 union artillery");
    assert!(may(&t, Union, "Stevens 3N at JJ41") && !may(&t, Union, "Stevens 4N at JJ41"));
    assert!(!may(&t, Union, "Stevens 2N heavy at JJ41, 2N at JJ40"), "four in all");
}

#[test]
fn r15_a_battery_that_marched_does_not_fire_and_one_that_unlimbered_does() {
    for (at, order, legal) in [
        ("JJ44 limbered S", "Stevens unlimber SSE", true),
        ("KK45 limbered SW", "Stevens march JJ44; Stevens unlimber SSE", false),
    ] {
        let mut t = phase(Union, &[&format!("place Stevens {at}"), "place Meredith rest II44"]);
        t.umpire("place Archer line JJ41=8 JJ40=4").umpire("turn 3 union primary");
        order.split("; ").for_each(|line| go(&mut t, Union, line));
        go(&mut t, Union, "done");
        let can = t.position.side == Union
            && t.position.segment == advanced_gettysburg::Segment::Artillery
            && may(&t, Union, "Stevens at JJ41");
        assert_eq!(can, legal, "{order}");
    }
}

#[test]
fn s3_0_s4_0_the_field_at_seven_and_who_begins() {
    let t = Table::start();
    assert_eq!((lies(&t, "Gamble"), lies(&t, "Devin")), ("M34=16".into(), "L40=12".into()));
    assert_eq!((t.position.side, t.position.turn), (Confederate, 1));
    let rests = |name: &str| t.brigade(name).formation == advanced_gettysburg::Formation::Rest;
    assert!(rests("Gamble") && rests("Devin"));
}

#[test]
fn s20_1_r47_each_kind_of_cannon_reaches_as_far_as_it_does() {
    let lines = ["place Archer rest GG44", "place Marye GG43 unlimbered E", "place Brockenbrough rest FF43"];
    let mut t = guns(Confederate, &lines);
    t.umpire("place Meredith line NN43=8 W").umpire("turn 3 confederate artillery");
    assert!(may(&t, Confederate, "Marye 2R at NN43") && !may(&t, Confederate, "Marye 2R 2N at NN43"), "seven hexes");
    assert!(!may(&t, Confederate, "Marye 2N at NN43"));
}

#[test]
fn s20_3_0_what_stands_in_the_end_hexes_hides_nothing_and_s20_4_3_a_brigade_beside_the_edge_does() {
    // Guns among their own fire over nobody.
    assert!(fires(
        "JJ44 unlimbered SSE",
        &["place Archer line JJ41=8 JJ40=4", "place Meredith line JJ44=8 SSE"],
        "JJ41"
    ));
    // From KK43 to MM43 the straight edge runs between LL43 and LL42.
    let beside = |what: &str| {
        fires("KK43 unlimbered E", &["place Lang line MM43=8 W", "place Meredith rest KK44", what], "MM43")
    };
    assert!(beside("place us-reynolds-cmd LL43") && !beside("place Meredith line LL43=8 E"));
    assert!(!beside("place Meredith line LL42=8 E") && beside("place Cooper LL42 limbered NE"));
    assert!(beside("place Cooper LL43 limbered NE"), "a battery is no brigade marker");
}

#[test]
fn s20_4_1_woods_stand_two_levels_higher_and_a_high_hill_sees_over_them() {
    let seen = |from: &str, to: &str, near: &str| {
        fires(
            &format!("{from} unlimbered SSE"),
            &[&format!("place Lang line {to}=8 E"), &format!("place Meredith rest {near}")],
            to,
        )
    };
    assert!(!seen("B14", "B9", "B15") && !seen("A18", "A15", "A19") && seen("U26", "U21", "U27"));
    assert!(seen("GG22", "GG18", "GG23") && !seen("B13", "B9", "B14"));
}

#[test]
fn s22_14_within_three_hexes_of_guns_and_in_their_range_a_die_is_rolled() {
    let mut t = Table::study(&["place Archer line JJ43=8 JJ42=4", "place Stevens MM43 unlimbered W"]);
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "attack Archer");
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "Archer ahead SE"));
    let mut t = Table::study(&["place Archer line JJ43=8 JJ42=4", "place Stevens MM43 limbered NW"]);
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "attack Archer");
    go(&mut t, Confederate, "done");
    go(&mut t, Confederate, "Archer ahead SE NE");
}

#[test]
fn s22_7_s22_15_others_use_as_many_points_as_the_first_to_come_beside_the_enemy() {
    // Brooke's back is before the left marker alone: at its second hex that stands beside him; the right one has its two hexes too.
    let mut t = Table::study(&["place Archer line JJ44=4 JJ43=8", "place us-brooke-inf line MM45=8 E"]);
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "attack Archer");
    go(&mut t, Confederate, "done");
    go(&mut t, Confederate, "Archer ahead SE");
    no(&mut t, Confederate, "done", "22.6");
    go(&mut t, Confederate, "Archer ahead NE");
    assert_eq!(lies(&t, "Archer"), "LL44=4 LL43=8");
    assert!(may(&t, Confederate, "done"), "four points each, as the first");
}

#[test]
fn s22_1_a_column_that_lies_in_range_stays_or_forms_line_for_eight() {
    let lines = ["place Heth II42", "place Archer column S II43=8 II44=4", "place Stevens MM43 unlimbered W"];
    let mut t = primary(Confederate, "Heth", &lines);
    assert!(!may(&t, Confederate, "Archer march II42") && !may(&t, Confederate, "Archer march HH42"));
    go(&mut t, Confederate, "Archer line II44=4 II43=8");
    assert_eq!((t.spent("Archer"), t.brigade("Archer").dp), ("8 8".into(), 10));
}

#[test]
fn s12_2_road_hexes_need_not_be_of_one_road_and_the_town_costs_nothing_more() {
    let lines = ["place Heth S36", "place Archer column NE S34=8 S35=4"];
    let mut t = Table::study(&lines[..1]);
    t.umpire("place Archer column S S34=8 S35=4").umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "primary Heth");
    go(&mut t, Confederate, "Archer march T34-T33-T32-T31");
    assert_eq!(
        t.spent("Archer").split(' ').next(),
        Some("4"),
        "S34 lies on the Mummasburg Road and T34 on the Carlisle Road"
    );
}

#[test]
fn s17_2_5_twenty_four_cannon_of_both_formations() {
    let lines = [
        "place Stevens JJ41 unlimbered SSE",
        "place Stewart JJ41 unlimbered SSE",
        "place us-osborn-wheeler-bty JJ43 limbered S",
    ];
    let mut t = phase(Union, &lines);
    t.umpire("place Cooper JJ41 limbered S");
    go(&mut t, Union, "us-osborn-wheeler-bty march JJ42-JJ41");
    assert_eq!(lies(&t, "us-osborn-wheeler-bty"), "JJ41=4", "eight limbered beside twelve");
}

#[test]
fn s15_5_r60_once_rolled_nobody_needs_his_commander_and_guns_move_at_any_time() {
    let lines = [
        "place cs-hill-cmd KK44",
        "place Heth KK44",
        "place Archer column S KK42=8 KK43=4",
        "place Zimmerman II43 limbered S",
    ];
    let mut t = phase(Confederate, &lines);
    t.confederate("lead cs-hill-cmd: Archer", &[3]);
    go(&mut t, Confederate, "cs-hill-cmd ride GG42");
    go(&mut t, Confederate, "Zimmerman march II42");
    go(&mut t, Confederate, "Heth ride GG43");
    go(&mut t, Confederate, "Archer march KK41-KK40");
}

#[test]
fn s15_2_horse_in_line_reads_the_column_of_foot_and_s14_4_binds_the_primary() {
    let mut t = phase(Union, &["place Devin line KK43=6 KK42=6"]);
    t.union("alone Devin", &[6]);
    assert_eq!(t.brigade("Devin").level, Some(5));
    let lines = [
        "place us-von-steinwehr-cmd KK43",
        "place us-coster-inf line KK42=8 KK41=6",
        "place us-smith-inf line II43=8 II42=8 II41=1",
    ];
    let mut t = primary(Union, "us-von-steinwehr-cmd", &lines);
    go(&mut t, Union, "us-coster-inf ahead NE");
    no(&mut t, Union, "us-smith-inf ahead NE", "14.4");
}

#[test]
fn s18_6_s7_1_4_beside_an_enemy_no_change_of_formation_and_no_sharing_out() {
    let lines = ["place Heth HH43", "place Archer line KK43=8 KK42=4", "place us-brooke-inf line LL43=8 E"];
    let t = primary(Confederate, "Heth", &lines);
    for line in ["Archer strength 7-5", "Archer column NE", "Archer extend right 3-8-1"] {
        assert!(!may(&t, Confederate, line), "{line}");
    }
    // A commander alone bars nobody.
    let t = primary(Confederate, "Heth", &["place Heth HH43", lines[1], "place us-reynolds-cmd LL43"]);
    assert!(may(&t, Confederate, "Archer strength 7-5"));
}

#[test]
fn s23_2_inner_markers_have_no_flank_and_a_friend_covers_one() {
    let cp = |more: &[&str], target: &str| {
        let mut t = guns(Union, &["place Stevens NN42 unlimbered W", "place Meredith rest OO43"]);
        t.umpire("place Davis line HH44=5 II44=8 JJ43=5");
        for line in more {
            t.umpire(line);
        }
        t.umpire("turn 3 union artillery");
        t.union(&format!("Stevens at {target}"), &[]);
        t.brigade("Davis").cp
    };
    // 18 Napoleons at a marker of five points: 7 and 4 by the Breakdown Chart, which four hexes off come to 4; six come to 4 guns and to 2.
    assert_eq!(cp(&[], "JJ43"), 4);
    assert_eq!(cp(&["place Archer rest KK43"], "JJ43"), 2, "somebody stands in its flank hex");
    assert_eq!(cp(&[], "II44"), 2, "an inner marker, six Napoleons at five hexes");
}
