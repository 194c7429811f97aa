//! §35 to §37, paragraph by paragraph, and the rulings on night, passing and victory.

use crate::charts::UNITS;
use crate::fire_kit::brigade;
use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Attack, Retreat, Scenario, Segment};
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::Situation as _;

fn night(turn: u8, lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire(&format!("turn {turn} confederate opening"));
    table
}

#[test]
fn s35_1_who_is_within_three_hexes_may_go_where_it_comes_nearer_only_to_get_out() {
    let mut table = night(50, &["place Meredith rest F24"]);
    table.umpire("turn 50 confederate primary");
    let step = |from: &str, to: &str| board(&table).check_night(Confederate, hex(from), hex(to)).is_ok();
    assert!(step("F20", "F19") && step("F20", "E20") && !step("F20", "F21"), "four off: not to three");
    assert!(step("F22", "F21") && !step("F22", "F23"), "two off: away and not nearer");
    // Enemies all round: the only way out leads nearer to one of them.
    let mut shut = night(50, &["place Meredith rest F24", "place Cutler rest F20"]);
    shut.umpire("place Stone rest D22").umpire("place Coster rest H22").umpire("turn 50 confederate primary");
    let out = |to: &str| board(&shut).check_night(Confederate, hex("F22"), hex(to)).is_ok();
    assert!(!out("F23") && !out("F21"), "no nearer to the nearest");
}

#[test]
fn s35_2_s35_3_no_fire_of_any_kind_no_assault_and_nobody_named_at_night() {
    let mut table = night(50, &["place Archer line HH39=8 NNE", "place Stone line HH40=8 SSE"]);
    table.umpire("place Zimmerman HH37 unlimbered NNE").umpire("place Calef HH43 unlimbered SSE");
    assert_eq!(table.refused(Confederate, "attack Archer"), "35.0");
    table.umpire("turn 50 confederate targets").umpire("mark Archer attack launched");
    assert_eq!(table.refused(Confederate, "Archer at HH40"), "5.0");
    table.umpire("turn 50 confederate artillery");
    assert_eq!(table.refused(Confederate, "Zimmerman at HH43"), "5.0");
    table.umpire("turn 50 confederate back-off");
    assert_eq!(table.refused(Confederate, "Archer back SW"), "5.0");
    // A whole player turn beside the enemy passes without a question.
    let mut quiet = night(50, &["place Archer line HH39=8 NNE", "place Stone line HH40=8 SSE"]);
    quiet.confederate("done", &[]).confederate("done", &[]);
    assert_eq!((quiet.position.side, quiet.position.segment), (Union, Segment::Opening));
}

#[test]
fn s35_4_r43_standing_at_night_is_rest_for_recovery_and_the_formation_stays() {
    for (turn, points) in [(43, 10), (66, 10), (67, 5), (42, 5), (115, 10), (138, 10), (139, 5)] {
        let mut table = night(turn, &["place Archer line F22=8 F21=4"]);
        table.umpire(&format!("turn {turn} union assault")).umpire("mark Archer dp 60 idle");
        table.union("done", &[]);
        assert_eq!(
            (60 - brigade(&table, "Archer").dp, lies(&table, "Archer")),
            (points, "F22=8 F21=4".into()),
            "{turn}"
        );
        assert!(brigade(&table, "Archer").formation.is_line());
    }
}

#[test]
fn s36_r82_turns_that_both_sides_pass_count_one_by_one() {
    let mut table = night(50, &["place Archer rest F22", "place Stewart O34 unlimbered W"]);
    table.umpire("mark Archer dp 60 idle").umpire("mark Stewart factors 2");
    for turn in 0..3 {
        assert_eq!(table.position.turn, 50 + turn);
        table.confederate("pass", &[]).union("pass", &[]);
        assert_eq!(brigade(&table, "Archer").dp, 60 - 10 * (u16::from(turn) + 1));
    }
    assert_eq!(table.position.battery(unit("Stewart")).map(|b| b.factors), Some(10), "refilled in the first");
}

#[test]
fn s36_nobody_who_attacks_or_is_routed_passes_a_turn() {
    let mut table = Table::study(&["place Archer line F22=8 F21=4", "place Meredith line I21=8 I22=8"]);
    table.umpire("turn 3 confederate opening").umpire("mark Archer attack launched");
    assert_eq!(table.refused(Confederate, "pass"), "22.6");
    table.umpire("mark Archer attack none retreat involuntary");
    assert_eq!(table.refused(Confederate, "pass"), "21.7");
    table.umpire("mark Archer retreat none").confederate("pass", &[]);
    assert_eq!((brigade(&table, "Archer").attack, brigade(&table, "Archer").retreat), (Attack::None, Retreat::None));
}

fn tally(table: &Table, side: Side) -> Vec<i32> {
    board(table).tally(side).iter().map(|(_, points)| *points).collect()
}

#[test]
fn s37_1_each_cannon_is_a_point_and_each_capture_scores() {
    let mut table = Table::study(&["place Stewart G22 unlimbered W"]);
    let capture = |table: &mut Table, by: &str, side: Side| {
        let (by, unit) = (unit(by), unit("Stewart"));
        let fact = advanced_gettysburg::Fact::GunsCaptured { by, cannon: 6, chain: Vec::new(), side, unit };
        domain_core::referee::Apply::apply(&mut table.position, &fact);
    };
    capture(&mut table, "Archer", Confederate);
    assert_eq!((tally(&table, Confederate)[0], tally(&table, Union)[0]), (6, 0));
    capture(&mut table, "Meredith", Union);
    assert_eq!((tally(&table, Confederate)[0], tally(&table, Union)[0]), (6, 6));
    assert_eq!(board(&table).side(unit("Stewart")), Union);
}

#[test]
fn s37_2_s37_3_horse_counts_a_point_each_and_foot_a_point_for_two_of_the_whole_army() {
    let mut table = Table::study(&["mark Archer lost 1", "mark Davis lost 2", "mark Hampton lost 3"]);
    assert_eq!(tally(&table, Union)[1..3], [3, 1]);
    table.umpire("mark Archer lost 2");
    assert_eq!(tally(&table, Union)[2], 2, "four points together");
}

#[test]
fn s37_4_r5_a_commander_counts_his_leadership_times_his_level() {
    for (id, row) in UNITS.iter().filter(|(_, row)| row["kind"] == "commander" && row["status"] == "play") {
        let mut table = Table::study(&[]);
        table.umpire(&format!("mark {id} hit"));
        let leads: i32 = row["leadership"].parse().expect("a rating");
        // The levels of §37: division 1, corps 2, headquarters 3 (ruling 6).
        let level = match row["level"].as_str() {
            "2" => 1,
            "3" => 2,
            "4" => 3,
            _ => 0,
        };
        let side = if id.starts_with("us") { Confederate } else { Union };
        assert_eq!(tally(&table, side)[3], leads * level, "{id}");
    }
}

#[test]
fn r39_r84_scenarios_end_with_their_last_turn() {
    for (scenario, last, least, clock) in [
        (Scenario::Morning, 15, 12, "July 1, 11:40 a.m."),
        (Scenario::FirstDay, 42, 30, "July 1, 8:40 p.m."),
        (Scenario::TwoDays, 114, 30, "July 2, 8:40 p.m."),
        (Scenario::ThreeDays, 186, 30, "July 3, 8:40 p.m."),
    ] {
        let mut table = Table::study(&[]);
        table.position.scenario = scenario;
        table.umpire(&format!("turn {last} union assault"));
        assert_eq!((board(&table).turns(), board(&table).minimum()), ([1, last], least), "{scenario:?}");
        table.union("done", &[]);
        assert!(table.position.over, "{scenario:?}");
        let mut told = Table::study(&[]);
        told.position.scenario = scenario;
        told.umpire(&format!("turn {} union assault", last - 1)).union("done", &[]);
        assert!(told.told(clock), "{:?}", told.story());
    }
}

#[test]
fn r40_a_tie_and_too_few_points_are_drawn() {
    let mut table = Table::study(&["hold H35 union", "hold U26 confederate"]);
    // Ten for Cemetery Hill against two for Herr Ridge: below twelve.
    assert_eq!(board(&table).adjudicate().winner, None);
    table.umpire("hold O40 confederate");
    let (union, confederate) = (board(&table).points(Union), board(&table).points(Confederate));
    assert_eq!((union, confederate), (2, 13));
    assert_eq!(board(&table).adjudicate().winner, Some(Confederate));
    table.position.captured = [11, 0];
    assert_eq!((board(&table).adjudicate().winner, board(&table).adjudicate().points), (None, 0), "thirteen each");
}

#[test]
fn r40_a_place_that_never_was_entered_is_nobodys_but_for_seven() {
    let table = Table::start();
    let held: Vec<(&str, Option<Side>)> =
        RULES.pack().ground.prizes.iter().zip(&table.position.held).map(|(p, h)| (p.name.as_str(), *h)).collect();
    let of = |side| held.iter().filter(|(_, h)| *h == side).count();
    assert_eq!((of(Some(Union)), of(Some(Confederate)), of(None)), (6, 1, 10), "{held:?}");
}

#[test]
fn r40_who_passes_through_a_place_has_entered_it() {
    let herr = RULES.pack().ground.prizes.iter().position(|p| p.hex == hex("H35")).expect("Herr Ridge");
    let mut table = Table::study(&["place Stone column N H34=8 H33=5", "turn 3 union alone", "mark Stone level 8"]);
    assert_eq!(table.position.held[herr], Some(Confederate));
    table.union("Stone march H35-H36-H37", &[]);
    assert_eq!((lies(&table, "Stone"), table.position.held[herr]), ("H37=8 H36=5".to_owned(), Some(Union)));
    // A commander enters nothing.
    let mut rider = Table::study(&["place Buford H34", "turn 3 union primary"]);
    rider.union("Buford ride H35", &[]).union("done", &[]);
    assert_eq!(rider.position.held[herr], Some(Confederate));
}
