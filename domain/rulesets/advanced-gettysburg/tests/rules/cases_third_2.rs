//! Rule cases of §17.2 to §23.0, §33.0, §35.0 and options, a third set, written from the rulebook, the charts and the map before any
//! source was read: guns, facing, sight, attacks, nights, whole turns.

use crate::cases_first::{go, may, no, phase, primary, until};
use crate::cases_third::{dp, rolls};
use crate::table::{RULES, Table, board, days, lies, unit};
use advanced_gettysburg::{Attack, Options, Scenario};
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// All three days with these options on, an empty map, and what the umpire says.
fn three_days(options: &[&str], lines: &[&str]) -> Table {
    let options = options.iter().map(|k| ((*k).to_owned(), "yes".to_owned())).collect();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() };
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// A side's opening of turn 3.
fn opening(side: Side, lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.umpire(&format!("turn 3 {} opening", if side == Union { "union" } else { "confederate" }));
    table
}

/// A side's artillery phase of turn 3.
fn guns(side: Side, lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.umpire(&format!("turn 3 {} artillery", if side == Union { "union" } else { "confederate" }));
    table
}

const STEVENS: &str = "place Stevens MM43 unlimbered W";
const BROOKE: &str = "place us-brooke-inf line MM43=8 W";

#[test]
fn s17_2_5_s17_2_11_s19_2_4_cannon_spill_over_where_they_may_look_as_others_do() {
    for (hall, legal) in [("S", true), ("NE", false)] {
        let lines = [
            "place Stevens JJ41 unlimbered SSE",
            "place us-wainwright-reynolds-bty JJ41 unlimbered SSE",
            &format!("place us-wainwright-hall-bty JJ41 limbered {hall}"),
            "place Cooper JJ44 limbered S",
        ];
        let mut t = phase(Union, &lines);
        assert_eq!(may(&t, Union, "Cooper march JJ43-JJ42-JJ41 S"), legal, "{hall}");
        if legal {
            go(&mut t, Union, "Cooper march JJ43-JJ42-JJ41");
            assert_eq!(lies(&t, "Cooper"), "JJ41=3 JJ42=1");
        }
    }
}

#[test]
fn s17_2_7_guns_of_a_division_and_of_a_corps_reserve() {
    let halts = |guns: &str, brigade: &str| {
        let t = phase(Confederate, &[&format!("place {guns} KK44 limbered S"), &format!("place {brigade} rest KK42")]);
        may(&t, Confederate, &format!("{guns} march KK43-KK42"))
    };
    let maurin = "cs-garnett-maurin-bty";
    assert!(halts(maurin, "Archer") && !halts(maurin, "Lane"));
    assert!(halts("Zimmerman", "Lane") && halts("Zimmerman", "Archer") && !halts("Zimmerman", "Doles"));
}

#[test]
fn s17_1_8_commanders_meet_and_nobody_is_captured_but_by_men_and_guns() {
    let mut t = phase(Confederate, &["place Heth KK44", "place us-reynolds-cmd KK40"]);
    let before = board(&t).points(Confederate);
    go(&mut t, Confederate, "Heth ride KK40");
    assert!(t.position.place(unit("us-reynolds-cmd")).is_some());
    let lines = ["place Archer column S II43=8 II44=4", "place us-reynolds-cmd II42", "place us-wadsworth-cmd KK43"];
    let mut t = primary(Confederate, "Archer", &lines);
    t.umpire("place Zimmerman KK44 limbered S");
    go(&mut t, Confederate, "Archer march II42-II41");
    assert_eq!(board(&t).points(Confederate), before + 12, "leadership 6, a corps");
    go(&mut t, Confederate, "Zimmerman march KK43-KK42");
    assert_eq!(board(&t).points(Confederate), before + 17, "leadership 5, a division");
}

#[test]
fn s21_1_a_commander_rides_by_the_enemy() {
    let t = phase(Confederate, &["place Heth KK43", BROOKE, "place Stevens MM41 unlimbered W"]);
    assert!(may(&t, Confederate, "Heth ride LL42") && may(&t, Confederate, "Heth ride MM44"));
    assert!(!may(&t, Confederate, "Heth ride MM43"));
}

/// A turn from its first player turn on, in which somebody does something; the next begins.
fn a_turn(lines: &[&str], marks: &[&str], orders: &[(&str, &[u8])], turn: u8) -> Table {
    let mut t = Table::study(&[]);
    t.position.scenario = Scenario::ThreeDays;
    for line in lines {
        t.umpire(line);
    }
    t.umpire(&format!("turn {} union assault", turn - 1)).union("done", &[]);
    for line in marks {
        t.umpire(line);
    }
    for (order, dice) in orders {
        t.confederate(order, dice);
    }
    until(&mut t, Union);
    until(&mut t, Confederate);
    t
}

#[test]
fn s33_2_rest_and_dice_and_turns_in_a_row() {
    let lang = ["place Lang line KK43=8 E"];
    let mut t = a_turn(&lang, &["mark Lang dp 25"], &[("primary Lang", &[]), ("Lang rest", &[])], 4);
    assert_eq!(dp(&t, "Lang"), 25, "going to rest is a row of the chart");
    until(&mut t, Union);
    until(&mut t, Confederate);
    assert_eq!(dp(&t, "Lang"), 15, "ten at rest, and not seven");
    let column = ["place Archer column S KK43=8 KK44=4"];
    let t = a_turn(&column, &["mark Archer dp 15"], &[("done", &[]), ("alone Archer", &[6])], 4);
    assert_eq!(dp(&t, "Archer"), 5, "a die is no activity");
    for (before, after) in [(30, [25, 18, 8]), (21, [14, 4, 0])] {
        let mut t = a_turn(&column, &[&format!("mark Archer dp {before}")], &[], 4);
        for points in after {
            assert_eq!(dp(&t, "Archer"), points);
            until(&mut t, Union);
            until(&mut t, Confederate);
        }
    }
}

#[test]
fn s13_7_a_wheel_of_two_markers_costs_two_and_in_the_range_of_guns_is_none() {
    let mut t = phase(Confederate, &["place Heth KK44", "place Archer line KK43=8 KK42=4"]);
    assert!(rolls(&mut t, "lead Heth: Archer", 1));
    go(&mut t, Confederate, "Archer wheel right");
    assert_eq!((lies(&t, "Archer"), t.spent("Archer")), ("LL42=8 KK42=4".into(), "2 0".into()));
    let t = primary(Confederate, "Archer", &["place Archer line JJ43=8 JJ42=4", STEVENS]);
    assert!(!may(&t, Confederate, "Archer wheel right") && !may(&t, Confederate, "Archer wheel left"));
}

#[test]
fn s6_2_3_s6_2_5_a_flank_is_bent_four_ways_and_in_range_by_a_hexside() {
    let bent = |at: &str, more: &[&str]| {
        let mut lines = vec![at];
        lines.extend(more);
        let t = primary(Confederate, "Archer", &lines);
        ["NW", "NE", "SW", "SE"].map(|left| may(&t, Confederate, &format!("Archer ends {left} S")))
    };
    assert_eq!(bent("place Archer line KK43=8 KK42=4", &[]), [true, true, true, false]);
    assert_eq!(bent("place Archer line JJ43=8 JJ42=4", &[STEVENS]), [true, true, false, false]);
}

#[test]
fn s17_1_5_a_line_passes_through_another_and_halts_in_none() {
    let lines = ["place Heth JJ44", "place Archer line II43=8 II42=4", "place Davis line JJ43=5 JJ42=8 JJ41=5"];
    let mut t = phase(Confederate, &lines);
    assert!(rolls(&mut t, "lead Heth: Archer", 3));
    assert!(!may(&t, Confederate, "Archer ahead SE"));
    go(&mut t, Confederate, "Archer ahead SE NE");
    assert_eq!((lies(&t, "Archer"), t.spent("Archer")), ("KK43=8 KK42=4".into(), "4 4".into()));
}

#[test]
fn s17_1_2_s11_10_markers_join_in_a_hex_and_move_no_more() {
    for at in ["KK43", "KK42"] {
        // Neighbours for whom one hex is named join in it.
        let mut t = primary(Confederate, "Archer", &["place Archer line KK43=8 KK42=4"]);
        go(&mut t, Confederate, &format!("Archer to {at}=8 {at}=4 ends N S"));
        assert_eq!((t.brigade("Archer").spent(), lies(&t, "Archer")), (4, format!("{at}=12")));
        no(&mut t, Confederate, "Archer ahead NE", "1");
    }
}

#[test]
fn s20_3_before_mcpherson_ridge_the_valley_is_out_of_sight_and_herr_ridge_is_not() {
    let lines = ["place Archer column S E37=8 E38=4", "place Calef M34 unlimbered W"];
    let t = primary(Confederate, "Archer", &lines);
    assert!(may(&t, Confederate, "Archer march F37-F36-G37-G36"), "behind the crest");
    assert!(!may(&t, Confederate, "Archer march F37-F36-G37-G36-H36"), "on it");
    let limbered = primary(Confederate, "Archer", &[lines[0], "place Calef M34 limbered NW"]);
    assert!(may(&limbered, Confederate, "Archer march F37-F36-G37-G36-H36"));
    let below = ["place Archer column S I36=8 I37=4", lines[1], "place Gamble line M33=8 M34=8"];
    let t = primary(Confederate, "Archer", &below);
    assert!(may(&t, Confederate, "Archer march J35-K35"), "L34 hides them");
    assert!(!may(&t, Confederate, "Archer march J35-K35-L34"), "beside the enemy");
}

#[test]
fn s20_4_1_an_orchard_hides_nothing_and_woods_do() {
    let comes = |brooke: &str, from: &str, to: &str| {
        let brooke = format!("place us-brooke-inf line {brooke} NNE");
        let t = primary(Confederate, "Archer", &[&format!("place Archer column S {from}"), &brooke]);
        may(&t, Confederate, &format!("Archer march {to}"))
    };
    assert!(comes("W29=8", "W33=8 W34=4", "W32") && !comes("W29=8", "W32=8 W33=4", "W31"));
    assert!(comes("U21=8", "U24=8 U25=4", "U23"));
    assert!(!comes("II35=8", "II38=8 II39=4", "II37"), "out of woods one sees (§20.3)");
}

#[test]
fn s20_3_5_s20_3_6_who_hides_a_column_and_who_does_not() {
    let comes = |more: &[&str], from: &str, to: &str| {
        let brigade = format!("place Brockenbrough column SE {from}");
        let lines: Vec<&str> = more.iter().copied().chain([brigade.as_str()]).collect();
        may(&primary(Confederate, "Brockenbrough", &lines), Confederate, &format!("Brockenbrough march {to}"))
    };
    let column = "II43=8 HH43=3";
    assert!(!comes(&[BROOKE, "place Marye LL43 limbered SE"], column, "JJ43-KK43"), "a battery hides nothing");
    assert!(!comes(&[BROOKE, "place Heth LL43"], column, "JJ43-KK43"), "a commander neither");
    assert!(comes(&[BROOKE, "place Lang line LL43=8 E"], column, "JJ43-KK43"));
    // Behind one's own line guns see a column, as a brigade of the enemy hides from muskets alone.
    let guns = "place Stevens MM43 unlimbered W";
    let line = "place Archer line KK43=8 KK42=4";
    assert!(!comes(&[guns, line], "FF43=8 EE43=3", "GG43"));
    // Their own men before them hide it, from either side of the straight edge.
    let own = "place us-brooke-inf line LL42=4 LL43=4";
    assert!(comes(&[guns, own], "HH43=8 GG43=3", "II43"));
    assert!(!comes(&[guns, own], "HH43=8 GG43=3", "II43-JJ43"), "two hexes before these men");
}

#[test]
fn s24_1_a_column_halts_two_hexes_from_whoever_has_no_range() {
    for enemy in ["place us-brooke-inf rest MM43", "place us-wainwright-hall-bty MM43 limbered NW"] {
        let t = primary(Confederate, "Archer", &["place Archer column SE II43=8 HH43=4", enemy]);
        assert!(may(&t, Confederate, "Archer march JJ43-KK43"), "{enemy}");
        assert!(!may(&t, Confederate, "Archer march JJ43-KK43-LL43"), "{enemy}");
    }
}

#[test]
fn s21_5_r55_into_the_range_of_guns_goes_one_step_and_no_more() {
    let mut t = primary(Confederate, "Archer", &["place Archer line FF43=8 FF42=4", STEVENS]);
    assert!(!may(&t, Confederate, "Archer ahead SE NE"));
    go(&mut t, Confederate, "Archer ahead SE");
    assert!(!may(&t, Confederate, "Archer ahead NE") && may(&t, Confederate, "Archer back NW"));
    let mut t = phase(Confederate, &["place Marye FF43 limbered SE", STEVENS]);
    assert!(!may(&t, Confederate, "Marye march GG43-HH43"));
    go(&mut t, Confederate, "Marye march GG43");
    assert!(!may(&t, Confederate, "Marye march HH43"));
}

#[test]
fn s23_4_r61_a_friend_in_the_flank_hex_covers_it_on_the_way() {
    for (friend, legal) in [
        ("place Heth HH43", false),
        ("place Archer line HH43=8 HH42=4", true),
        ("place Marye HH43 limbered NW", true),
        ("place Archer line HH42=8 HH41=4", false),
    ] {
        let lines = ["place Lang line FF43=8 NNE", "place Stevens MM42 unlimbered W", friend];
        assert_eq!(may(&primary(Confederate, "Lang", &lines), Confederate, "Lang ahead NE"), legal, "{friend}");
    }
}

#[test]
fn s20_1_sixty_degrees_are_within_the_field_and_ninety_not_nor_forty_of_two_batteries() {
    let comes = |enemy: &[&str], from: &str, to: &str| {
        let archer = format!("place Archer column S {from}");
        let lines: Vec<&str> = enemy.iter().copied().chain([archer.as_str()]).collect();
        may(&primary(Confederate, "Archer", &lines), Confederate, &format!("Archer march {to}"))
    };
    let brooke = "place us-brooke-inf line MM41=8 W";
    assert!(!comes(&[brooke], "LL43=8 LL44=4", "LL42"), "sixty degrees, two hexes");
    assert!(comes(&[brooke], "MM44=8 MM45=4", "MM43"), "ninety");
    let (one, other) = ("place Stevens MM41 unlimbered W", "place us-wainwright-reynolds-bty MM41 unlimbered W");
    assert!(comes(&[one, other], "II45=8 HH44=4", "II44"), "forty-one degrees");
    assert!(!comes(&[one, other], "II45=8 HH44=4", "II44-II43"), "thirty");
    assert!(!comes(&[one], "II45=8 HH44=4", "II44"));
}

#[test]
fn s18_5_in_the_range_of_guns_nobody_goes_to_rest_or_into_column_and_out_of_rest_one_may() {
    let t = primary(Confederate, "Lang", &["place Lang line JJ43=8 E", STEVENS]);
    assert!(!may(&t, Confederate, "Lang rest") && !may(&t, Confederate, "Lang column W"));
    assert!(!may(&t, Confederate, "Lang column NW"));
    let mut t = phase(Confederate, &["place Lang rest JJ43", STEVENS]);
    assert!(rolls(&mut t, "alone Lang", 2));
    assert!(may(&t, Confederate, "Lang line JJ43=8 E"), "two points");
    go(&mut t, Confederate, "Lang column NW");
    assert!(!may(&t, Confederate, "Lang march II44"));
}

#[test]
fn s17_1_6_s18_7_a_new_flank_marker_shares_the_hex_of_anothers() {
    for (davis, legal) in [("KK41=5 KK40=8 KK39=5", true), ("KK41=8 KK40=8 KK39=2", false)] {
        let lines = ["place Archer line KK43=8 KK42=4", &format!("place Davis line {davis}")];
        let t = primary(Confederate, "Archer", &lines);
        assert_eq!(may(&t, Confederate, "Archer extend right 2-8-2"), legal, "{davis}");
    }
}

#[test]
fn s22_14_three_hexes_from_a_battery_alone_or_from_men_at_rest_no_die_is_rolled() {
    for enemy in ["place us-wainwright-hall-bty MM43 limbered NW", "place us-brooke-inf rest MM43"] {
        let mut t = opening(Confederate, &["place Archer line JJ43=8 JJ42=4", enemy]);
        go(&mut t, Confederate, "attack Archer");
        go(&mut t, Confederate, "done");
        go(&mut t, Confederate, "Archer ahead SE");
        no(&mut t, Confederate, "done", "22.");
        go(&mut t, Confederate, "Archer ahead NE");
        assert!(may(&t, Confederate, "done") && !may(&t, Confederate, "Archer ahead NE"), "{enemy}");
    }
}

#[test]
fn r57_named_from_within_range_one_rolls_less_three_alone() {
    let mut t = opening(Confederate, &["place Archer line KK43=8 KK42=4", BROOKE]);
    go(&mut t, Confederate, "attack Archer");
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "Archer ahead NE"));
    assert!(rolls(&mut t, "alone Archer", 6));
    assert_eq!(t.brigade("Archer").level, Some(4));
    go(&mut t, Confederate, "Archer ahead NE");
    assert!(!may(&t, Confederate, "Archer ahead NE") && may(&t, Confederate, "done"));
}

#[test]
fn s22_3_s22_5_who_is_named_stays_in_line_and_turns_with_the_hexes_that_it_enters() {
    let mut t = opening(Confederate, &["place Archer line JJ43=8 JJ42=4", "place us-brooke-inf line NN43=8 E"]);
    go(&mut t, Confederate, "attack Archer");
    go(&mut t, Confederate, "primary Archer");
    for bad in ["Archer column N", "Archer about", "Archer back NW", "Archer back SW", "Archer ahead N"] {
        assert!(!may(&t, Confederate, bad), "{bad}");
    }
    assert!(may(&t, Confederate, "Archer ahead NE N"));
}

#[test]
fn s22_10_s22_11_an_attack_of_three_turns() {
    let lines = [
        "place Perrin line FF43=8 FF42=7",
        "place cs-pender-cmd FF44",
        "place Cutler line MM42=8 MM43=8",
        "mark Cutler dp 0",
    ];
    let mut t = opening(Confederate, &lines);
    go(&mut t, Confederate, "attack Perrin");
    go(&mut t, Confederate, "done");
    assert!(rolls(&mut t, "lead cs-pender-cmd: Perrin", 6));
    go(&mut t, Confederate, "Perrin ahead SE");
    assert!(!may(&t, Confederate, "done"));
    go(&mut t, Confederate, "Perrin ahead NE");
    assert!(!may(&t, Confederate, "Perrin ahead SE") && !may(&t, Confederate, "Perrin keep HH44"));
    until(&mut t, Confederate);
    assert_ne!(t.brigade("Perrin").attack, Attack::None);
    assert!(!may(&t, Confederate, "attack Perrin"), "he is an attacker");
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "done"));
    go(&mut t, Confederate, "Perrin ahead SE NE SE");
    assert_eq!((lies(&t, "Perrin"), dp(&t, "Perrin")), ("KK43=8 KK42=7".into(), 0));
    // Cutler's men might step into a flank hex of his.
    go(&mut t, Confederate, "done");
    go(&mut t, Union, "done");
    until(&mut t, Confederate);
    go(&mut t, Confederate, "done");
    go(&mut t, Confederate, "Perrin ahead NE");
    assert!(!may(&t, Confederate, "Perrin ahead NE") && may(&t, Confederate, "done"));
}

#[test]
fn s22_11_r58_an_attack_that_goes_away_lapses_and_s22_12_one_ended_and_named_anew_rolls() {
    let lines = ["place Perrin line LL43=8 LL42=7", "place Cutler line GG42=8 GG43=8"];
    let mut t = opening(Confederate, &lines);
    go(&mut t, Confederate, "attack Perrin");
    go(&mut t, Confederate, "primary Perrin");
    go(&mut t, Confederate, "Perrin ahead NE");
    go(&mut t, Confederate, "done");
    assert_eq!(t.brigade("Perrin").attack, Attack::None);
    let mut t = opening(Confederate, &["place Perrin line FF43=8 FF42=7", "place Cutler line MM42=8 MM43=8"]);
    t.umpire("mark Perrin attack launched");
    let mut on = Table { position: t.position.clone(), facts: Vec::new() };
    go(&mut on, Confederate, "done");
    go(&mut on, Confederate, "Perrin ahead SE");
    go(&mut t, Confederate, "end Perrin");
    go(&mut t, Confederate, "attack Perrin");
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "Perrin ahead SE"));
    assert!(rolls(&mut t, "alone Perrin", 6));
    go(&mut t, Confederate, "Perrin ahead SE");
}

#[test]
fn s22_7_s22_8_two_of_four_markers_come_beside_the_enemy() {
    let lines = ["place Pettigrew line HH44=8 HH43=8 HH42=8 HH41=5", "place us-brooke-inf line KK44=8 W"];
    let mut t = opening(Confederate, &lines);
    go(&mut t, Confederate, "attack Pettigrew");
    go(&mut t, Confederate, "done");
    go(&mut t, Confederate, "Pettigrew ahead SE");
    assert!(!may(&t, Confederate, "done"));
    go(&mut t, Confederate, "Pettigrew ahead NE");
    assert_eq!(lies(&t, "Pettigrew"), "JJ44=8 JJ43=8 JJ42=8 JJ41=5");
    assert!(!may(&t, Confederate, "Pettigrew ahead SE") && may(&t, Confederate, "done"));
}

#[test]
fn s18_7_s7_1_1_twenty_nine_points_lie_in_five_hexes_and_not_in_six() {
    let mut t = primary(Confederate, "Pettigrew", &["place Pettigrew line JJ44=8 JJ43=8 JJ42=8 JJ41=5"]);
    go(&mut t, Confederate, "Pettigrew extend right 2-8-8-8-3");
    assert!(!may(&t, Confederate, "Pettigrew extend right 1-7-7-7-6-1"));
    assert_eq!(t.brigade("Pettigrew").spent(), 4);
}

#[test]
fn s18_1_s6_2_3_a_bent_column_is_a_re_entrant_or_salient_line() {
    for line in ["JJ43=8 JJ42=8 KK42=2", "KK42=2 JJ42=8 JJ43=8"] {
        let mut t = primary(Confederate, "Davis", &["place Davis column N JJ43=8 JJ42=8 KK42=2"]);
        go(&mut t, Confederate, &format!("Davis line {line}"));
        assert_eq!((t.brigade("Davis").spent(), dp(&t, "Davis")), (12, 0), "{line}");
    }
    let mut t = primary(Confederate, "Davis", &["place Davis column S KK42=8 KK43=8 KK44=2"]);
    go(&mut t, Confederate, "Davis line KK43=10 KK42=8");
    assert_eq!((t.brigade("Davis").spent(), dp(&t, "Davis")), (15, 10), "the tail closes up first");
}

#[test]
fn s18_7_r59_horse_in_woods_adds_a_marker_for_three() {
    for (die, legal) in [(2, true), (1, false)] {
        let mut t = phase(Union, &["place Buford II36", "place Gamble line II34=8 II33=8"]);
        assert!(rolls(&mut t, "lead Buford: Gamble", die));
        assert_eq!(may(&t, Union, "Gamble extend left 5-6-5"), legal, "{die}");
    }
}

#[test]
fn s7_2_a_column_of_full_markers_faces_about() {
    let mut t = primary(Union, "Cutler", &["place Cutler column S KK43=8 KK44=8"]);
    go(&mut t, Union, "Cutler about");
    assert_eq!((lies(&t, "Cutler"), t.brigade("Cutler").spent()), ("KK44=8 KK43=8".into(), 0));
}

fn night(lines: &[&str]) -> Table {
    let mut t = days(lines);
    t.umpire("turn 50 confederate opening");
    t
}

#[test]
fn s35_1_at_night_one_keeps_away_from_commanders_too_and_they_do() {
    let lines = ["place Archer column SE II43=8 HH43=4", "place us-reynolds-cmd MM43"];
    let mut t = night(&lines);
    go(&mut t, Confederate, "primary Archer");
    assert!(!may(&t, Confederate, "Archer march JJ43"));
    assert!(may(&primary(Confederate, "Archer", &lines), Confederate, "Archer march JJ43-KK43-LL43"), "by day");
    let mut t = night(&["place Heth II43", BROOKE]);
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "Heth ride JJ43") && may(&t, Confederate, "Heth ride HH43"));
    let mut t = night(&["place Archer column N JJ43=8 JJ42=4", BROOKE]);
    go(&mut t, Confederate, "primary Archer");
    assert!(may(&t, Confederate, "Archer march JJ44"), "three hexes off as before");
    assert!(!may(&t, Confederate, "Archer march KK44"), "two");
}

#[test]
fn s35_4_r43_r86_nights_rest_whoever_stands_and_end_attacks() {
    let column = ["place Archer column S KK43=8 KK44=4"];
    assert_eq!(dp(&a_turn(&column, &["mark Archer dp 25"], &[], 50), "Archer"), 15);
    assert_eq!(dp(&a_turn(&column, &["mark Archer dp 25"], &[], 5), "Archer"), 18);
    let orders: [(&str, &[u8]); 2] = [("primary Archer", &[]), ("Archer march KK42", &[])];
    assert_eq!(dp(&a_turn(&column, &["mark Archer dp 25"], &orders, 50), "Archer"), 25);
    let mut t = days(&["place Archer line LL43=8 LL42=4", BROOKE, "mark Archer attack launched"]);
    t.umpire("turn 42 union assault").union("done", &[]);
    assert_eq!(t.brigade("Archer").attack, Attack::None);
}

#[test]
fn s29_4_3_r15_who_only_unlimbers_at_night_refills() {
    let mut t = days(&["place Stevens KK44 limbered SE", "mark Stevens factors 4", "turn 50 union primary"]);
    go(&mut t, Union, "Stevens unlimber E");
    until(&mut t, Confederate);
    assert_eq!(t.position.battery(unit("Stevens")).map(|b| b.factors), Some(10));
}

#[test]
fn s0_8_s29_3_howitzers_fire_last_and_heavy_fire_wants_two_factors() {
    let ross = "cs-lane-ross-bty";
    for (factors, legal, not) in [(1, "1H", "1N"), (2, "1N 1H", "1R"), (3, "1R 1N 1H", "2R")] {
        let lines = ["place cs-lane-ross-bty JJ44 unlimbered SSE", "place Lang rest II44"];
        let mut t = guns(Confederate, &lines);
        t.position.options = Options { reduced_artillery: true, ..Options::default() };
        t.umpire(&format!("mark {ross} factors {factors}")).umpire("place Meredith line JJ41=8 JJ40=11");
        t.umpire("turn 3 confederate artillery");
        assert!(may(&t, Confederate, &format!("{ross} {legal} at JJ41")), "{factors}");
        assert!(!may(&t, Confederate, &format!("{ross} {not} at JJ41")), "{factors}");
        assert_eq!(may(&t, Confederate, &format!("{ross} 1H heavy at JJ41")), factors > 1, "{factors}");
    }
}

#[test]
fn s0_3_trimble_frees_pender_for_the_corps() {
    let lines = [
        "place cs-hill-cmd KK44",
        "place cs-pender-cmd KK43",
        "place Archer rest KK41",
        "place Lane rest LL42",
        "mark cs-hill-cmd hit",
        "turn 50 confederate opening",
    ];
    let mut t = three_days(&["trimble"], &lines);
    go(&mut t, Confederate, "substitute Hill by Pender");
    go(&mut t, Confederate, "done");
    t.umpire("place cs-trimble-cmd LL43");
    let led = |by: &str, who: &str| {
        let mut copy = Table { position: t.position.clone(), facts: Vec::new() };
        rolls(&mut copy, &format!("lead {by}: {who}"), 3)
    };
    assert!(led("cs-trimble-cmd", "Lane") && !led("cs-trimble-cmd", "Archer"));
    assert!(led("cs-pender-cmd", "Archer, Lane") && !led("cs-hill-cmd", "Archer"));
}

#[test]
fn s0_2_orders_of_the_night_and_transfers() {
    let lines = [
        "place Heth II39",
        "place cs-hill-cmd KK44",
        "place cs-pender-cmd JJ44",
        "place Archer column S II42=8 II43=4",
        "place Lane column S JJ41=8 JJ42=7",
        "place cs-garnett-maurin-bty II44 limbered SE",
        "turn 65 confederate opening",
    ];
    let mut t = three_days(&["night-orders"], &lines);
    assert!(!may(&t, Confederate, "order cs-heth-cmd KK42 07 with Archer"), "no road leads there");
    go(&mut t, Confederate, "order cs-heth-cmd KK40 07 with Archer");
    go(&mut t, Confederate, "transfer Lane to Heth");
    t.umpire("turn 68 confederate opening");
    assert!(!may(&t, Confederate, "attack Archer"));
    go(&mut t, Confederate, "done");
    assert!(may(&t, Confederate, "Archer march II41-II40-II39-II38"), "without a roll");
    assert!(!may(&t, Confederate, "Lane march JJ40"));
    let led = |by: &str, who: &str| {
        let mut copy = Table { position: t.position.clone(), facts: Vec::new() };
        rolls(&mut copy, &format!("lead {by}: {who}"), 3)
    };
    assert!(!led("cs-hill-cmd", "Archer") && !led("cs-pender-cmd", "Lane") && led("Heth", "Lane"));
    assert!(may(&t, Confederate, "cs-garnett-maurin-bty march JJ43-JJ42"), "Heth's guns with Lane now");
}

#[test]
fn s0_7_an_odd_sum_bars_naming_until_the_second_division() {
    let named = |number: u8, die: u8, turn: u8| {
        let mut t = Table::with(&["delayed-attack"]);
        t.umpire("clear").umpire("place Archer line KK43=8 KK42=4").umpire("place us-brooke-inf rest NN43");
        t.umpire(&format!("turn {turn} confederate opening"));
        (t.position.delay.number, t.position.delay.die) = (Some(number), Some(die));
        may(&t, Confederate, "attack Archer")
    };
    assert!(!named(2, 1, 8) && named(2, 1, 9) && named(2, 2, 2) && !named(1, 6, 8) && named(1, 5, 2));
}

#[test]
fn s0_10_horse_guns_draw_on_their_brigades_share_before_the_reserve() {
    let mut t = three_days(&["ammunition-reserve"], &["place Calef KK44 unlimbered E", "mark Calef factors 4"]);
    let at = |name: &str| RULES.pack().tables.stores.iter().position(|s| s.side == Union && s.name == name);
    let (tidball, reserve) = (at("Tidball").expect("a share"), at("Reserve").expect("a share"));
    t.umpire("turn 50 union assault").union("done", &[]);
    assert_eq!((t.position.stores[tidball], t.position.stores[reserve]), (63 - 6, 130));
    assert_eq!(t.position.battery(unit("Calef")).map(|b| b.factors), Some(10));
}

#[test]
fn s0_3_general_jackson_brings_ewell_in_the_morning() {
    let mut t = Table::with(&["jackson"]);
    go(&mut t, Confederate, "done");
    assert!(!may(&t, Confederate, "Archer march A39") && may(&t, Confederate, "Davis march A39"));
    assert!(may(&t, Confederate, "cs-poague-wyatt-bty march A39") && !may(&t, Confederate, "Marye march A39"));
    assert!(board(&t).has_authority(unit("cs-ewell-cmd"), unit("Davis")));
    assert!(!board(&t).has_authority(unit("cs-ewell-cmd"), unit("Archer")));
}

#[test]
fn s5_0_the_unions_first_turn() {
    let mut t = Table::start();
    until(&mut t, Union);
    go(&mut t, Union, "primary Buford");
    assert!(!may(&t, Confederate, "Heth ride M30") && t.attempt(Confederate, "done", &[]).is_err());
    go(&mut t, Union, "Gamble line M34=16 W");
    go(&mut t, Union, "Gamble extend left 8-8");
    go(&mut t, Union, "Gamble extend left 5-6-5");
    assert_eq!((lies(&t, "Gamble"), t.brigade("Gamble").spent()), ("M32=5 M33=6 M34=5".into(), 12));
    assert_eq!(dp(&t, "Gamble"), 0);
    go(&mut t, Union, "Calef unlimber W");
    assert!(!may(&t, Union, "Devin line L40=12 W"), "seven hexes from Buford");
    assert!(rolls(&mut t, "alone Devin", 5));
    assert_eq!(t.brigade("Devin").level, Some(5), "at rest as in column");
    go(&mut t, Union, "Devin line L40=12 W");
    go(&mut t, Union, "Devin extend left 6-6");
    assert!(!may(&t, Union, "Devin extend left 3-6-3"));
}
