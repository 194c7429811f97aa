//! Optional rules 0.3, 0.5, 0.7 and 0.13.

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{EntryChoice, OptionStage, Segment, UnitId};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Refusal, Ruleset, SeatId, Side, Terms, Viewer};
use domain_core::words::{Audience, Hearers};

/// All three days with these options on.
fn whole(options: &[&str]) -> Table {
    let options = options.iter().map(|k| ((*k).to_owned(), "yes".to_owned())).collect();
    let terms = Terms { options, scenario: "three-days".into() };
    Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() }
}

fn id(id: &str) -> UnitId {
    RULES.pack().ids().find(|u| RULES.pack().unit(*u).id == id).unwrap_or_else(|| panic!("no {id}"))
}

fn comes(table: &Table, unit: UnitId) -> Option<(u8, String)> {
    board(table).arrival(unit).map(|(turn, entry)| (turn, entry.name.clone()))
}

fn seen_by(table: &Table, side: Side) -> advanced_gettysburg::Position {
    RULES.known(&table.position, Viewer::Seat(SeatId::of_side(side)))
}

#[test]
fn s0_7_the_number_is_written_before_the_first_player_turn_and_its_own_sides_alone() {
    let mut table = Table::with(&["delayed-attack"]);
    assert_eq!(table.refused(Confederate, "done"), "0.7");
    assert_eq!(table.refused(Confederate, "pass"), "0.7");
    assert!(table.unreadable(Confederate, "number 3"));
    assert_eq!(Table::start().refused(Confederate, "number 1"), "0.7", "no option of that game");
    table.confederate("number 1", &[]);
    assert!(table.facts.iter().all(|f| RULES.hearers(f) == Hearers::Only(Audience::Side(Confederate))));
    assert_eq!(table.refused(Confederate, "number 2"), "0.7", "once");
    assert_eq!((seen_by(&table, Confederate).delay.number, seen_by(&table, Union).delay.number), (Some(1), None));
    table.confederate("done", &[]).confederate("done", &[4]);
    assert_eq!(table.position.delay.die, Some(4), "the Union rolls");
}

/// Archer beside the enemy in turn 5, the number written and the die rolled.
fn delayed(number: u8, die: u8) -> Table {
    let mut table = Table::with(&["delayed-attack"]);
    table.umpire("clear");
    for line in ["place Archer line F22=8 F21=4", "place Meredith line I21=8 I22=8", "turn 5 confederate opening"] {
        table.umpire(line);
    }
    (table.position.delay.number, table.position.delay.die) = (Some(number), Some(die));
    table
}

#[test]
fn s0_7_3_with_an_odd_sum_the_confederates_wait_for_their_second_division() {
    delayed(1, 3).confederate("attack Archer", &[]);
    let mut table = delayed(2, 3);
    assert_eq!(table.refused(Confederate, "attack Archer"), "0.7");
    assert!(!table.menu(Confederate).contains(&"attack Archer".to_owned()));
    table.umpire("place Perrin column NE C30=8 B30=7");
    table.confederate("attack Archer", &[]);
    // The Union is not bound by it.
    let mut union = delayed(2, 3);
    union.umpire("turn 5 union opening").union("attack Meredith", &[]);
}

#[test]
fn s0_7_1_the_number_is_told_when_the_game_is_over() {
    let mut table = delayed(2, 3);
    table.umpire("turn 15 union assault").union("done", &[]);
    assert!(table.told("The number of the delayed attack is 2"));
}

#[test]
fn s0_5_1_options_are_written_before_play_in_secret_the_confederates_first() {
    let mut table = whole(&["entry-options"]);
    assert_eq!(table.position.segment, Segment::SetUp);
    assert_eq!(table.refused(Union, "option 5"), "5.0");
    table.confederate("option 1", &[]);
    assert!(table.facts.iter().all(|f| RULES.hearers(f) == Hearers::Only(Audience::Side(Confederate))));
    assert_eq!((seen_by(&table, Confederate).entry_options.len(), seen_by(&table, Union).entry_options.len()), (1, 0));
    assert_eq!(table.refused(Confederate, "option 1"), "0.5", "§0.5.2");
    assert_eq!(table.refused(Confederate, "option 4"), "0.5", "it needs the second");
    assert_eq!(table.refused(Confederate, "option 6"), "0.5");
    table.confederate("done", &[]).union("option 5", &[]).union("done", &[]);
    assert_eq!((table.position.segment, table.position.side, table.position.turn), (Segment::Opening, Confederate, 1));
    assert_eq!(table.refused(Confederate, "option 2"), "5.0", "play has begun");
    // A day's game takes no option of the next one.
    let mut day = Table::with(&["entry-options"]);
    assert_eq!(day.refused(Confederate, "option 5"), "0.5");
}

#[test]
fn s0_5_how_far_an_option_has_come_is_noted_by_what_has_happened_to_it() {
    let stages = [
        (OptionStage::Written, r#"{"n":3,"side":"union"}"#),
        (OptionStage::Unseen, r#"{"came":true,"n":3,"side":"union"}"#),
        (OptionStage::Covered, r#"{"n":3,"scored":true,"side":"union"}"#),
        (OptionStage::Shown, r#"{"n":3,"shown":true,"side":"union"}"#),
        (OptionStage::Uncovered, r#"{"n":3,"scored":true,"shown":true,"side":"union"}"#),
    ];
    for (stage, noted) in stages {
        let read: EntryChoice = serde_json::from_str(noted).expect(noted);
        assert_eq!((read.stage, serde_json::to_string(&read).expect("words")), (stage, noted.to_owned()));
    }
    assert!(serde_json::from_str::<EntryChoice>(r#"{"gone":true,"n":3,"side":"union"}"#).is_err());
}

#[test]
fn s0_5_options_bring_counters_strength_and_points() {
    let mut table = whole(&["entry-options"]);
    table.confederate("option 1", &[]).confederate("option 2", &[]).confederate("option 3", &[]);
    table.confederate("option 4", &[]).confederate("option 5", &[]).confederate("done", &[]).union("done", &[]);
    let at = |id_: &str| comes(&table, id(id_)).map(|(turn, _)| turn);
    assert_eq!(at("cs-ransom-m-w-inf"), Some(94));
    assert_eq!((at("cs-corse-inf"), at("cs-garnett-inf"), at("cs-pickett-cmd")), (Some(67), Some(67), Some(67)));
    assert_eq!(at("cs-jones-w-e-cav"), Some(160));
    assert_eq!(board(&table).option_points(Confederate), 0, "none has come to light");
    table.umpire("turn 19 union assault").union("done", &[]);
    let smith = |table: &Table| table.position.brigade(id("cs-smith-inf")).map(|b| b.sp);
    assert_eq!(
        (smith(&table), board(&table).option_points(Confederate)),
        (Some(9), 0),
        "§0.5.3: due, and not there yet"
    );
    table.umpire("turn 22 confederate primary").confederate("cs-smith-inf march AA45", &[]);
    assert_eq!((smith(&table), lies(&table, "cs-smith-inf")), (Some(15), "AA45=8 harrisburg-rd=7".into()), "9 and 6");
    assert!(table.told("entry option 1"));
    assert_eq!(RULES.whole(&table.position), Ok(()));
    assert_eq!(board(&table).option_points(Confederate), 10);
    table.umpire("turn 25 union assault").union("done", &[]);
    assert_eq!(smith(&table), Some(15), "once");
    assert_eq!(seen_by(&table, Union).entry_options.len(), 1, "the others are secret yet");
}

#[test]
fn s0_5_3_options_that_never_came_count_at_the_end() {
    let mut table = whole(&["entry-options"]);
    table.confederate("option 2", &[]).confederate("done", &[]).union("done", &[]);
    table.umpire("turn 186 union assault").union("done", &[]);
    assert!(table.position.over);
    assert_eq!(board(&table).option_points(Confederate), 40);
}

#[test]
fn s0_5_union_1_brings_three_into_the_town_and_two_corps_forward() {
    let mut table = whole(&["entry-options"]);
    table.confederate("done", &[]);
    assert_eq!(table.refused(Union, "option 1"), "0.5");
    assert_eq!(table.refused(Union, "option 1 M34 M33 M34"), "0.5", "no hexes of the town");
    let line = table.menu(Union).into_iter().find(|l| l.starts_with("option 1 ")).expect("a place for them");
    table.union(&line, &[]).union("done", &[]);
    assert!(!lies(&table, "Meredith").is_empty() && !lies(&table, "Cutler").is_empty());
    assert_eq!(RULES.whole(&table.position), Ok(()));
    assert_eq!(comes(&table, id("us-stone-inf")).map(|c| c.0), Some(5), "9 a.m. less forty minutes");
    assert_eq!(board(&table).option_points(Union), 20, "it shows at once");
}

#[test]
fn s0_5_4_two_union_corps_exchange_their_arrival() {
    let mut table = whole(&["entry-options"]);
    table.confederate("done", &[]);
    assert_eq!(table.refused(Union, "option 3"), "0.5");
    assert_eq!(table.refused(Union, "option 3 II I"), "0.5");
    table.union("option 3 VI XII", &[]).union("done", &[]);
    assert_eq!(comes(&table, id("us-shaler-inf")), Some((29, "Baltimore Pike".into())));
    assert_eq!(comes(&table, id("us-candy-inf")), Some((95, "Baltimore Pike".into())));
    assert!(board(&table).keeps_gap(id("us-candy-inf")) && !board(&table).keeps_gap(id("us-shaler-inf")));
    table.umpire("turn 28 union assault").umpire("turn 29 confederate assault").confederate("done", &[]);
    let dp = |table: &Table, unit: &str| table.position.brigade(id(unit)).map(|b| b.dp);
    assert_eq!(
        (dp(&table, "us-shaler-inf"), board(&table).option_points(Union)),
        (Some(50), 0),
        "§0.5.3: it is not there yet"
    );
    table.umpire("turn 29 union primary").union("us-shaler-inf march OO11", &[]);
    assert_eq!((dp(&table, "us-shaler-inf"), dp(&table, "us-candy-inf")), (Some(0), Some(50)), "levels go along");
    assert_eq!(board(&table).option_points(Union), 10);
}

/// A night with Pender incapacitated.
fn night(options: &[&str]) -> Table {
    let mut table = whole(options);
    table.umpire("clear");
    for line in ["place cs-pender-cmd F22", "place Perrin line F24=8 F23=7", "turn 50 confederate opening"] {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_3_trimble_takes_the_division_of_a_commander_who_is_lost_at_night() {
    let mut table = night(&["trimble"]);
    assert_eq!(table.refused(Confederate, "substitute Pender"), "0.3", "he is whole");
    table.umpire("mark cs-pender-cmd hit");
    assert!(table.menu(Confederate).contains(&"substitute Pender".to_owned()));
    let day = table.position.clone();
    table.confederate("substitute Pender", &[]);
    let trimble = id("cs-trimble-cmd");
    assert_eq!(table.position.place(trimble), Some(hex("F22")));
    assert!(board(&table).has_authority(trimble, unit("Perrin")));
    assert!(!board(&table).has_authority(id("cs-pender-cmd"), unit("Perrin")));
    assert_eq!(table.refused(Confederate, "substitute Pender"), "0.3", "he stays where he is");
    table.position = day;
    table.umpire("turn 5 confederate opening");
    assert_eq!(table.refused(Confederate, "substitute Pender"), "0.3", "by day");
    let mut without = night(&[]);
    without.umpire("mark cs-pender-cmd hit");
    assert_eq!(without.refused(Confederate, "substitute Pender"), "0.3");
}

/// A night with Hunt and two batteries of other corps beside no brigade of theirs.
fn gunners() -> Table {
    let mut table = whole(&["night-orders", "artillery-commanders"]);
    table.umpire("clear");
    for line in
        ["place Hunt U22", "place Wiedrich U23 unlimbered W", "place Archer line P22=8 P21=4", "turn 60 union opening"]
    {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_13_batteries_under_an_artillery_commander_fire_near_him_without_a_brigade() {
    let mut table = gunners();
    assert!(!board(&table).is_supported(unit("Wiedrich")), "no brigade of its corps is near");
    assert_eq!(table.refused(Union, "guns Hunt: Hunt"), "2.1");
    table.union("guns Hunt: Wiedrich", &[]);
    assert!(board(&table).is_supported(unit("Wiedrich")));
    assert_eq!(table.refused(Union, "guns Hunt: Wiedrich"), "0.13", "not again this night");
    table.umpire("place Hunt U34");
    assert!(!board(&table).is_supported(unit("Wiedrich")), "eleven hexes off");
    table.umpire("place Hunt U22").umpire("turn 5 union opening");
    assert_eq!(table.refused(Union, "guns Hunt: Wiedrich"), "0.2", "by day");
}

#[test]
fn s0_13_is_refused_without_its_option_and_the_option_without_night_orders() {
    let mut table = whole(&["night-orders"]);
    table.umpire("clear").umpire("place Hunt U22").umpire("place Wiedrich U23 unlimbered W");
    table.umpire("turn 60 union opening");
    assert_eq!(table.refused(Union, "guns Hunt: Wiedrich"), "0.13");
    let terms = Terms {
        options: [("artillery-commanders".to_owned(), "yes".to_owned())].into(),
        scenario: "three-days".into(),
    };
    assert!(matches!(RULES.open(&terms), Err(Refusal::Unreadable { .. })));
}

#[test]
fn s0_13_3_under_him_a_battery_shares_hexes_with_any_brigade_and_battalion() {
    let mut table = gunners();
    table.umpire("place us-ward-inf line U24=8 U25=8");
    let room = |table: &Table, hex_: &str| {
        let mut moved = Table { position: table.position.clone(), facts: Vec::new() };
        moved.umpire("place Wiedrich T24 limbered SE").umpire("turn 67 union primary");
        moved.attempt(Union, &format!("Wiedrich march {hex_}"), &[]).is_ok()
    };
    assert!(!room(&table, "U24"), "Ward's corps is the III");
    table.union("guns Hunt: Wiedrich", &[]);
    assert!(room(&table, "U24"));
}
