//! §34, paragraph by paragraph, and the rulings on who comes when.

use crate::charts::UNITS;
use crate::fire_kit::brigade;
use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Fact, Scenario};
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Ruleset, SeatId, Viewer};

/// A study position of all three days, the first fire in turn 5.
fn late(lines: &[&str]) -> Table {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    for line in lines {
        table.umpire(line);
    }
    table
}

/// The hour of a turn as entries are written.
fn hour(turn: u8) -> String {
    let minutes = (420 + (u32::from(turn) - 1) * 20) % 1440;
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

fn comes(name: &str) -> (u8, String) {
    let table = late(&[]);
    let rules = board(&table);
    let (turn, entry) = rules.arrival(unit(name)).unwrap_or_else(|| panic!("{name} comes"));
    (turn, entry.name.clone())
}

#[test]
fn s34_0_one_commander_two_brigades_and_a_battery_begin_on_the_map() {
    let table = Table::start();
    let there: Vec<&str> =
        RULES.pack().ids().filter(|u| board(&table).on_map(*u)).map(|u| RULES.pack().name(u)).collect();
    assert_eq!(there.len(), 4, "{there:?}");
    for (name, at) in [("Gamble", "M34=16"), ("Devin", "L40=12"), ("Calef", "M34=6"), ("Buford", "M34=0")] {
        assert_eq!(lies(&table, name), at);
    }
}

#[test]
fn s34_1_1_s34_1_2_s34_1_5_every_counter_comes_at_the_hour_and_by_the_road_of_its_card() {
    let table = late(&[]);
    let rules = board(&table);
    for (id, row) in UNITS.iter().filter(|(_, row)| row["status"] == "play" && !row["arrival_turn"].is_empty()) {
        let came = RULES.pack().ids().find(|u| RULES.pack().unit(*u).id == *id).expect("in the pack");
        if !row["start_hex"].is_empty() {
            continue;
        }
        let (turn, entry) = rules.arrival(came).unwrap_or_else(|| panic!("{id} comes"));
        assert_eq!(
            (turn.to_string(), &entry.name, RULES.pack().ground.id(entry.hex)),
            (row["arrival_turn"].clone(), &row["entry"], row["entry_hex"].clone()),
            "{id}"
        );
        assert!(RULES.pack().ground.has_road(entry.hex), "{id}: the entrance of a road");
    }
}

#[test]
fn s34_1_6_a_column_that_comes_on_keeps_a_point_between_its_markers() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("Archer march F37", &[]).confederate("Davis march D37", &[]);
    let paid = |name: &str| brigade(&table, name).paid;
    let all: Vec<u8> = paid("Archer").into_iter().chain(paid("Davis")).collect();
    assert!(all.windows(2).all(|two| two[0] >= two[1] + 2), "in halves: {all:?}");
    // Only in column: a line wants a delay (§34.3.3).
    let mut table = Table::start();
    table.confederate("done", &[]);
    assert_eq!(table.refused(Confederate, "Archer enter A40=8 A39=4 ends N S"), "34.3");
}

#[test]
fn r29_r30_r31_r32_r33_r34_r35_who_is_missing_from_the_cards_or_printed_oddly() {
    assert_eq!(late(&[]).position.brigade(unit("cs-jenkins-a-g-cav")).map(|b| b.dp), Some(60), "ruling 29");
    for (name, turn, road) in [
        ("cs-mclaws-cmd", 52, "Cashtown Pike"),
        ("Kershaw", 52, "Cashtown Pike"),
        ("us-wainwright-stewart-bty", 6, "Emmitsburg Rd."),
        ("us-wainwright-cooper-bty", 9, "Nunemaker Mill Rd."),
        ("cs-alexander-parker-bty", 72, "Cashtown Pike"),
        ("us-mcintosh-rank-bty", 89, "Hanover Rd."),
        ("us-wadsworth-cmd", 4, "Emmitsburg Rd."),
        ("us-lockwood-inf", 72, "Emmitsburg Rd."),
    ] {
        assert_eq!(comes(name), (turn, road.to_owned()), "{name}");
    }
}

#[test]
fn s34_21_3_s34_21_6_the_entry_penalty_is_read_by_notice_and_turns_gained() {
    // The XII Corps is due in turn 29. Corners and middles of the printed table.
    for (notice, gain, dp) in [
        (2, 1, 10),
        (18, 1, 2),
        (4, 2, 15),
        (18, 2, 6),
        (6, 3, 20),
        (10, 5, 30),
        (12, 6, 35),
        (13, 4, 21),
        (17, 8, 44),
        (18, 9, 50),
    ] {
        let mut table = late(&[&format!("turn {} union opening", 29 - notice)]);
        table.union(&format!("hasten Candy {}", hour(29 - gain)), &[]);
        let change = table.position.entries.iter().find(|e| e.unit == unit("Candy")).expect("written");
        assert_eq!((change.turn, change.dp), (Some(29 - gain), dp), "{notice} of notice, {gain} gained");
        let mut more = late(&[&format!("turn {} union opening", 29 - notice)]);
        if gain == notice / 2 {
            assert_eq!(
                more.refused(Union, &format!("hasten Candy {}", hour(28 - gain))),
                "34.2",
                "more than half of {notice}"
            );
        }
    }
}

#[test]
fn s34_21_7_a_changed_road_wants_four_turns_before_the_actual_arrival_whatever_is_written_after_it() {
    let mut table = late(&["turn 25 union opening"]);
    table.union("road Candy Taneytown", &[]);
    assert_eq!(table.refused(Union, "hasten Candy 15:40"), "34.2", "two turns after its road was changed");
    let mut table = late(&["turn 25 union opening"]);
    table.union("hasten Candy 15:40", &[]);
    assert_eq!(table.refused(Union, "road Candy Taneytown"), "34.2");
    // Four turns are enough, and so is what was written long ago.
    let mut table = late(&["turn 21 union opening"]);
    table.union("road Candy Taneytown", &[]).union("hasten Candy 15:00", &[]);
    let mut table = late(&["turn 19 union opening"]);
    table.union("road Candy Taneytown", &[]).umpire("turn 23 union opening").union("hasten Candy 15:40", &[]);
}

#[test]
fn s34_21_8_r28_a_counter_comes_by_a_road_of_its_card_beside_its_own() {
    let mut table = late(&["turn 20 union opening"]);
    // The examples of the paragraph.
    for (name, may, may_not) in [
        ("us-hancock-cmd", &["Baltimore", "Emmitsburg"][..], &["Hanover", "Nunemaker", "Hagerstown"][..]),
        ("us-carr-inf", &["Taneytown"], &["Nunemaker", "Emmitsburg", "Baltimore"]),
        ("us-candy-inf", &["Hanover", "Taneytown"], &["Emmitsburg"]),
    ] {
        let before = table.position.clone();
        for road in may {
            table.union(&format!("road {name} {road}"), &[]);
            table.position = before.clone();
        }
        for road in may_not {
            assert_eq!(table.refused(Union, &format!("road {name} {road}")), "34.2", "{name} {road}");
        }
    }
    let mut south = late(&["turn 20 confederate opening"]);
    assert_eq!(south.refused(Confederate, "road cs-anderson-cmd Hagerstown"), "34.2");
    south.confederate("road cs-anderson-cmd Bendersville", &[]);
}

#[test]
fn s34_21_9_r37_a_road_is_changed_once_and_costs_no_disorganization() {
    let mut table = late(&["turn 20 union opening"]);
    table.union("road Candy Taneytown", &[]);
    let change = table.position.entries[0].clone();
    assert_eq!((change.dp, change.turn, change.off.is_some()), (0, None, true));
    for road in ["Hanover", "Taneytown", "Baltimore"] {
        table.umpire("turn 21 union opening");
        assert_eq!(table.refused(Union, &format!("road Candy {road}")), "34.2", "{road}");
    }
}

#[test]
fn s34_21_10_what_was_written_is_shown_when_the_counter_appears() {
    let mut table = late(&["turn 25 union opening"]);
    table.union("hasten Candy 15:40", &[]);
    let seen =
        |table: &Table, side: Side| RULES.known(&table.position, Viewer::Seat(SeatId::of_side(side))).entries.len();
    assert_eq!((seen(&table, Union), seen(&table, Confederate)), (1, 0));
    table.umpire("turn 27 union primary").union("Candy march OO11", &[]);
    assert!(table.facts.iter().any(|f| matches!(f, Fact::EntryShown(_))));
}

#[test]
fn s34_3_1_s34_3_9_who_delays_pays_nothing_and_keeps_what_its_haste_cost() {
    let mut table = late(&["turn 80 union primary"]);
    table.union("us-ward-inf march G1", &[]);
    assert_eq!(brigade(&table, "us-ward-inf").dp, 30, "its card's level three, and nothing for being late");
    let mut table = late(&["turn 25 union opening"]);
    table.union("hasten Candy 15:40", &[]).umpire("turn 40 union primary").union("Candy march OO11", &[]);
    assert_eq!(brigade(&table, "Candy").dp, 15);
}

#[test]
fn s34_3_3_no_column_comes_by_an_entrance_in_enemy_range_and_a_delayed_line_does() {
    let mut table = late(&["place Archer line G2=8 SSE", "turn 36 union primary"]);
    assert!(board(&table).in_enemy_range(Union, hex("G1")), "Archer looks at the entrance");
    assert_eq!(table.refused(Union, "us-ward-inf march G1"), "11.0");
    let menu = table.menu(Union);
    assert!(menu.iter().all(|l| !l.starts_with("Ward march G1")), "the edge beside it may be open (§34.3.5): {menu:?}");
    table.umpire("wait Archer");
    table.union("us-ward-inf march G1", &[]);
}

#[test]
fn s34_3_4_s34_3_5_s34_3_6_r38_two_brigades_and_two_hexes_for_each_turn_of_delay() {
    // Heth's four brigades are due in turn 1 at A39.
    let lines = [
        "Archer enter A40=8 A39=4 ends N S",
        "Davis enter A38=8 A37=8 A36=2 ends N S",
        "Brockenbrough enter A42=8 A41=3 ends N S",
    ];
    let mut table = late(&["turn 1 confederate primary"]);
    assert_eq!(table.refused(Confederate, lines[0]), "34.3");
    let mut table = late(&["turn 2 confederate primary"]);
    table.confederate(lines[0], &[]).confederate(lines[1], &[]);
    assert_eq!(table.refused(Confederate, lines[2]), "34.3", "two after a turn");
    let mut table = late(&["turn 3 confederate primary"]);
    for line in lines {
        table.confederate(line, &[]);
    }
    // The counter of a line of three lies in its middle: two hexes from A39, and three.
    let mut near = late(&["turn 2 confederate primary"]);
    assert_eq!(near.refused(Confederate, "Davis enter A37=8 A36=8 A35=2 ends N S"), "34.3");
    let mut wide = late(&["turn 3 confederate primary"]);
    wide.confederate("Davis enter A37=8 A36=8 A35=2 ends N S", &[]);
}

#[test]
fn r62_a_brigade_not_yet_in_play_enters_with_its_change_and_points_taken_off_are_no_loss() {
    // Two points leave Jenkins at midnight of July 3, turn 124.
    let mut table = late(&["place cs-jenkins-a-g-cav rest HH38", "turn 123 union assault"]);
    table.union("done", &[]);
    let jenkins = brigade(&table, "cs-jenkins-a-g-cav");
    assert_eq!((jenkins.sp, jenkins.lost), (15, 0));
    assert_eq!(board(&table).tally(Union)[1].1, 0);
    let mut table = late(&["turn 35 union assault"]);
    table.union("done", &[]).confederate("done", &[]).confederate("done", &[]);
    assert_eq!(brigade(&table, "us-cutler-inf").sp, 22, "six joined at 5 p.m.");
}
