//! Rule cases of the third set that are rarer, written from the rulebook, the charts and the map before any source was read.

use crate::cases_first::{go, may, phase, primary, until};
use crate::cases_third::{dp, rolls};
use crate::table::{Table, days, lies};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s16_1_1_a_reinforcement_in_the_range_of_guns_is_none_any_more() {
    let mut t = Table::start();
    for line in ["place Gamble rest U5", "place Devin rest U7", "place Buford U5", "place Calef U5 limbered S"] {
        t.umpire(line);
    }
    go(&mut t, Confederate, "done");
    go(&mut t, Confederate, "Archer march A39-B38-C38-D37-E38-E37");
    until(&mut t, Union);
    t.umpire("place Stevens E41 unlimbered SSW");
    until(&mut t, Confederate);
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "Archer line E38=4 E37=8"));
    until(&mut t, Union);
    t.umpire("lose Stevens");
    until(&mut t, Confederate);
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "Archer march F37"));
    assert!(rolls(&mut t, "alone Archer", 6));
    go(&mut t, Confederate, "Archer march F37");
}

#[test]
fn s22_2_s20_3_5_a_battery_comes_up_behind_a_line_of_its_own() {
    for (lang, legal) in [("LL43=8 E", true), ("LL44=8 E", false)] {
        let lines = ["place Marye II43 limbered SE", "place us-brooke-inf line MM43=8 W"];
        let mut t = phase(Confederate, &lines);
        t.umpire(&format!("place Lang line {lang}"));
        assert_eq!(may(&t, Confederate, "Marye march JJ43-KK43"), legal, "{lang}");
    }
}

#[test]
fn s14_4_a_corps_commander_coordinates_three_lines_and_leads_a_column_besides() {
    for (smith, legal) in [("line LL45=8 LL44=8 LL43=1", false), ("column S LL43=8 LL44=8 MM45=1", true)] {
        let lines = [
            "place us-howard-cmd KK43",
            "place us-von-gilsa-inf line KK45=8 KK44=3",
            "place us-ames-inf line KK42=8 KK41=5",
            "place us-coster-inf line JJ44=8 JJ43=6",
            &format!("place us-smith-inf {}", smith.replace("LL45", "MM45")),
        ];
        let mut t = phase(Union, &lines);
        let all = "lead us-howard-cmd: us-von-gilsa-inf, us-ames-inf, us-coster-inf, us-smith-inf";
        assert_eq!(rolls(&mut t, all, 3), legal, "{smith}");
    }
}

#[test]
fn s32_4_a_wounded_commander_of_one_coordinates_two() {
    for (hit, legal) in [(false, false), (true, true)] {
        let lines = [
            "place us-von-steinwehr-cmd KK43",
            "place us-coster-inf line KK42=8 KK41=6",
            "place us-smith-inf line LL43=8 LL42=8 LL41=1",
        ];
        let mut t = phase(Union, &lines);
        if hit {
            t.umpire("mark us-von-steinwehr-cmd hit");
        }
        assert_eq!(rolls(&mut t, "lead us-von-steinwehr-cmd: us-coster-inf, us-smith-inf", 3), legal, "{hit}");
    }
}

#[test]
fn s5_1_d_under_a_primary_corps_commander_a_division_is_led_by_a_die() {
    let lines = [
        "place Heth KK44",
        "place cs-hill-cmd KK44",
        "place Archer column S KK42=8 KK43=4",
        "place Davis column S LL42=8 LL43=8 LL44=2",
    ];
    let mut t = primary(Confederate, "cs-hill-cmd", &lines);
    go(&mut t, Confederate, "Archer march KK41");
    assert!(rolls(&mut t, "lead Heth: Davis", 3));
    assert!(!rolls(&mut t, "lead cs-hill-cmd: Archer", 3));
}

#[test]
fn s33_2_a_brigadier_who_is_posted_elsewhere_tires_nobody_and_points_kept_do() {
    let after = |order: &[(&str, &[u8])]| {
        let mut t = days(&["place Davis line JJ44=5 JJ43=8 JJ42=5", "place Archer column S NN43=8 NN44=4"]);
        t.umpire("turn 3 union assault").union("done", &[]);
        t.umpire("mark Davis dp 35").umpire("mark Archer dp 35");
        for (line, dice) in order {
            t.confederate(line, dice);
        }
        until(&mut t, Union);
        until(&mut t, Confederate);
        (dp(&t, "Davis"), dp(&t, "Archer"))
    };
    assert_eq!(after(&[("done", &[])]), (30, 30));
    assert_eq!(after(&[("primary Davis", &[]), ("Davis post JJ42", &[])]), (30, 30));
    assert_eq!(after(&[("done", &[]), ("alone Archer", &[4]), ("Archer keep line", &[])]), (30, 35));
}

#[test]
fn s13_8_in_woods_points_are_kept_for_a_column_and_for_one_more_marker() {
    let mut t = phase(Confederate, &["place Archer line II34=8 II33=4"]);
    assert!(rolls(&mut t, "alone Archer", 3));
    assert!(!may(&t, Confederate, "Archer column S"), "four");
    go(&mut t, Confederate, "Archer keep column");
    until(&mut t, Confederate);
    go(&mut t, Confederate, "done");
    assert!(rolls(&mut t, "alone Archer", 2));
    go(&mut t, Confederate, "Archer column S");
    assert!(!may(&t, Confederate, "Archer march II32"));
    assert_eq!(dp(&t, "Archer"), 0);
    for (die, legal) in [(1, false), (2, true)] {
        let mut t = phase(Confederate, &["place Perrin line II34=8 II33=7"]);
        assert!(rolls(&mut t, "alone Perrin", 2));
        assert!(!may(&t, Confederate, "Perrin extend left 4-8-3"));
        go(&mut t, Confederate, "Perrin keep extend left");
        until(&mut t, Confederate);
        go(&mut t, Confederate, "done");
        assert!(rolls(&mut t, "alone Perrin", die));
        assert_eq!(may(&t, Confederate, "Perrin extend left 4-8-3"), legal, "{die}");
    }
}

#[test]
fn s18_5_a_line_joins_in_a_hex_and_rests() {
    let mut t = phase(Confederate, &["place Heth KK44", "place Archer line KK43=8 KK42=4"]);
    assert!(rolls(&mut t, "lead Heth: Archer", 1));
    go(&mut t, Confederate, "Archer to KK43=8 KK43=4 ends N S");
    go(&mut t, Confederate, "Archer rest");
    assert_eq!(lies(&t, "Archer"), "KK43=12");
}

#[test]
fn s20_3_4_the_town_hides_what_is_behind_it_and_not_who_is_in_it() {
    for (at, legal) in [("T33", true), ("T32", false)] {
        let mut t = Table::study(&["place Stevens T36 unlimbered SSE", "place Meredith rest T37"]);
        t.umpire(&format!("place Lang line {at}=8 NNE")).umpire("turn 3 union artillery");
        assert_eq!(may(&t, Union, &format!("Stevens at {at}")), legal, "{at}");
    }
}

#[test]
fn s20_4_2_s23_4_in_woods_no_flank_is_shown_and_beside_them_it_is() {
    let lines = ["place Archer line HH34=8 HH33=4", "place Stevens II40 unlimbered SSE"];
    let mut t = primary(Confederate, "Archer", &lines);
    go(&mut t, Confederate, "Archer ahead SE");
    assert_eq!(lies(&t, "Archer"), "II34=8 II33=4");
    assert!(!may(&t, Confederate, "Archer ahead NE"), "out of the woods, its left flank to the guns");
    let mut named = Table::study(&lines);
    named.umpire("mark Archer attack launched").umpire("turn 3 confederate opening");
    go(&mut named, Confederate, "primary Archer");
    go(&mut named, Confederate, "Archer ahead SE");
    go(&mut named, Confederate, "Archer ahead NE");
}

#[test]
fn s22_12_whose_attack_is_ended_forms_column_and_marches_for_six_points() {
    let mut t = Table::study(&["place Archer line II43=8 II42=4", "mark Archer attack launched"]);
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "end Archer");
    go(&mut t, Confederate, "primary Archer");
    go(&mut t, Confederate, "Archer column N");
    go(&mut t, Confederate, "Archer march II44-II45");
    assert!(!may(&t, Confederate, "Archer march HH44"), "six and a half");
}

#[test]
fn s20_1_2_a_battery_without_ammunition_narrows_the_field_of_another() {
    let mut t =
        Table::study(&["place Stevens MM41 unlimbered W", "place us-wainwright-reynolds-bty MM41 unlimbered W"]);
    t.umpire("mark us-wainwright-reynolds-bty factors 0").umpire("place Archer column S II45=8 HH44=4");
    t.umpire("turn 3 confederate opening");
    go(&mut t, Confederate, "primary Archer");
    assert!(may(&t, Confederate, "Archer march II44") && !may(&t, Confederate, "Archer march II44-II43"));
}

#[test]
fn s35_1_three_hexes_off_at_night_one_goes_along_and_no_nearer() {
    let column = |place: &str| {
        let mut t = days(&[&format!("place Archer column {place}"), "place us-brooke-inf rest JJ44"]);
        t.umpire("turn 50 confederate opening");
        go(&mut t, Confederate, "primary Archer");
        t
    };
    let t = column("NW II42=8 JJ41=4");
    assert!(may(&t, Confederate, "Archer march HH42") && !may(&t, Confederate, "Archer march II43"));
    // Each marker by itself: a rear that is four hexes off does not come to three.
    let t = column("N JJ41=8 JJ40=4");
    assert!(!may(&t, Confederate, "Archer march II42"));
}

#[test]
fn s17_1_8_nobody_enters_the_hex_of_a_battery() {
    let lines = ["place Heth KK44", "place Archer column S KK43=8 KK44=4", "place Stevens KK41 limbered S"];
    let t = primary(Confederate, "Heth", &lines);
    assert!(!may(&t, Confederate, "Heth ride KK41") && may(&t, Confederate, "Heth ride KK42"));
    assert!(!may(&t, Confederate, "Archer march KK42"), "beside it (§24.1)");
}

#[test]
fn s16_3_horse_guns_go_eight_hexes_by_road() {
    let t = phase(Union, &["place Calef GG38 limbered NE"]);
    let way = "HH38-II39-JJ39-KK40-LL40-MM40-MM41-NN40";
    assert!(may(&t, Union, &format!("Calef march {way}")) && !may(&t, Union, &format!("Calef march {way}-OO41")));
}
