//! §36 and the brief: turns without contact, passed and marched through; what standing and queued orders may ask for.

use crate::shared::table::seat;
use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Fact, Place, Scenario};
use domain_core::referee::Side::Confederate;
use domain_core::referee::{
    Card, Circumstance, CircumstanceValue, HousePlayers, Orders, Questions, Ruleset, Side, Situation, Stage, Viewer,
};
use domain_core::words::{Audience, Hearers};

/// What a line of queued orders comes to for a side now.
fn stage(table: &Table, side: Side, line: &str) -> Option<Result<Stage, String>> {
    Some(board(table).stage(seat(side), line)?.map_err(|refusal| refusal.to_string()))
}

/// The orders of a stage, given.
fn marched(table: &mut Table, line: &str) -> bool {
    let stage = stage(table, Confederate, line).expect("a march").expect("it goes on");
    for order in &stage.now {
        table.confederate(order, &[]);
    }
    stage.goes_on
}

#[test]
fn a_march_waits_for_its_movement_phase_and_its_level() {
    let mut table = Table::study(&["place Archer column NE D30=8 C30=4", "turn 3 confederate opening"]);
    let waits = |table: &Table| matches!(stage(table, Confederate, "march Archer to M34"), Some(Ok(s)) if s.now.is_empty() && s.goes_on);
    assert!(waits(&table), "the opening");
    table.confederate("done", &[]);
    assert!(waits(&table), "no level yet");
    table.confederate("alone Archer", &[6]);
    assert!(!waits(&table));
    assert!(marched(&mut table, "march Archer to M34"));
    let paid = table.position.brigade(unit("Archer")).map(|b| b.spent());
    assert!(paid.is_some_and(|paid| (1..=12).contains(&paid)), "pace 6: {paid:?}");
}

#[test]
fn s36_0_a_march_goes_on_turn_by_turn_until_it_is_there() {
    let mut table = Table::study(&["place Archer column NE D30=8 C30=4", "turn 3 confederate opening"]);
    for turn in 3..20 {
        table.umpire(&format!("turn {turn} confederate primary")).confederate("alone Archer", &[6]);
        if !marched(&mut table, "march Archer to K31") {
            break;
        }
    }
    let far = RULES.pack().ground.atlas.distance(table.position.place(unit("Archer")).expect("on the map"), hex("K31"));
    assert!(far.is_some_and(|far| far <= 3), "{}", lies(&table, "Archer"));
    let over = stage(&table, Confederate, "march Archer to K31");
    assert!(matches!(over, Some(Ok(s)) if !s.goes_on && s.now.is_empty()));
}

#[test]
fn a_march_stops_where_an_enemy_is_in_sight() {
    let ground = &RULES.pack().ground;
    let open = |p: &usize| ground.atlas.distance(hex("D30"), *p) == Some(4) && ground.clear_between(hex("D30"), *p);
    let there = ground.id((0..ground.cells.len()).find(open).expect("a hex in sight"));
    let table = Table::study(&[
        "place Archer column NE D30=8 C30=4",
        &format!("place Gamble rest {there}"),
        "turn 3 confederate primary",
        "mark Archer level 6",
    ]);
    let stopped = stage(&table, Confederate, "march Archer to M34").expect("a march");
    assert!(stopped.is_err_and(|why| why.contains("in sight")));
    let near = stage(&table, Confederate, "march Archer to D36 near 1").expect("a march");
    assert!(near.is_ok(), "as near as its owner says");
}

#[test]
fn arrivals_march_as_one_column_with_their_batteries_and_their_commander() {
    let mut table = Table::start();
    table.confederate("done", &[]);
    let stage = stage(&table, Confederate, "march Heth to H36 near 3").expect("a march").expect("it goes");
    assert!(stage.goes_on && stage.now.len() >= 3, "{:?}", stage.now);
    for order in &stage.now {
        table.confederate(order, &[]);
    }
    assert_eq!(RULES.whole(&table.position), Ok(()));
    assert!(stage.now.iter().any(|l| l.starts_with("Heth ride")), "{:?}", stage.now);
}

#[test]
fn marches_that_cannot_be_read_are_refused() {
    let table = Table::start();
    for line in [
        "march Archer",
        "march Archer to",
        "march Archer to ZZ99",
        "march Archer to M34 pace 0",
        "march Archer to M34 far 3",
        "march Nobody to M34",
    ] {
        assert!(stage(&table, Confederate, line).is_some_and(|s| s.is_err()), "{line}");
    }
    assert!(stage(&table, Confederate, "Archer march M34").is_none(), "an order");
}

#[test]
fn guards_of_queues_are_told_all_that_they_may_ask_for() {
    let table = Table::study(&[
        "place Archer line D30=8 D29=4",
        "place Meredith line H29=8 H30=8",
        "turn 3 confederate opening",
    ]);
    let told: Vec<Circumstance> = board(&table).queue_circumstances(seat(Confederate));
    let keys: Vec<&str> = told.iter().map(|c| c.key).collect();
    let may: Vec<&str> = RULES.queue_conditions().iter().map(|c| c.key).collect();
    assert_eq!(keys, may);
    let near = told.iter().find(|c| c.key == "near").map(|c| c.value.clone());
    assert_eq!(near, Some(CircumstanceValue::Number(4)));
}

#[test]
fn steps_count_up_through_every_player_turn() {
    let mut table = Table::start();
    let mut last = board(&table).step();
    for _ in 0..3 {
        for _ in 0..2 {
            let side = table.position.side;
            table.attempt(side, "done", &[]).expect("the segment ends");
            let step = board(&table).step();
            assert!(step > last, "{side}: {step} after {last}");
            last = step;
        }
    }
}

/// A study position in which nobody is to come any more.
fn nobody_waits(lines: &[&str]) -> Table {
    let mut table = Table::study(lines);
    for id in RULES.pack().ids() {
        if matches!(table.position.unit(id).place, Place::Waiting) {
            table.position.units[id.index()].place = Place::Lost;
        }
    }
    table
}

#[test]
fn a_quiet_turn_is_one_without_marches_arrivals_and_enemies_within_twelve_hexes() {
    let quiet = |lines: &[&str]| {
        let mut table = nobody_waits(&[&["place Archer column NE D30=8 C30=4"], lines].concat());
        table.umpire("turn 4 confederate opening");
        board(&table).is_quiet()
    };
    assert!(quiet(&[]) && quiet(&["place Meredith line Q29=8 Q30=8"]));
    assert!(!quiet(&["place Meredith line P29=8 P30=8"]), "twelve hexes");
    let mut table = nobody_waits(&["place Archer column NE D30=8 C30=4", "turn 3 confederate primary"]);
    table.confederate("alone Archer", &[6]).confederate("Archer march E30", &[]).umpire("turn 4 confederate opening");
    assert!(!board(&table).is_quiet(), "on the march");
    table.umpire("turn 5 confederate opening");
    assert!(board(&table).is_quiet(), "it has halted");
}

#[test]
fn who_is_kept_waiting_off_the_map_asks_in_its_turn_and_at_each_full_hour() {
    let mut table = nobody_waits(&["place Archer column NE D30=8 C30=4"]);
    table.umpire("wait Perrin");
    // Perrin is due at 9:40, turn 9; 10 a.m. is turn 10.
    for (turn, quiet) in
        [(7, true), (8, true), (9, false), (10, false), (11, true), (12, true), (13, false), (14, true)]
    {
        table.umpire(&format!("turn {turn} confederate opening"));
        assert_eq!(board(&table).is_quiet(), quiet, "turn {turn}");
    }
    // By day an enemy near his road asks in each turn, whether it is closed by that or not.
    table.umpire("place Meredith line H36=8 H37=8").umpire("lose Archer").umpire("turn 14 confederate opening");
    assert!(!board(&table).is_quiet(), "he could be shut out, or come on in line");
}

#[test]
fn commanders_and_batteries_that_are_due_ask_too() {
    for (name, turn) in [("cs-hill-cmd", 9), ("us-howard-cmd", 9)] {
        let side = RULES.pack().unit(unit(name)).side;
        let mut table = nobody_waits(&[]);
        table
            .umpire(&format!("wait {name}"))
            .umpire(&format!("turn {turn} {} opening", side.to_string().to_lowercase()));
        assert!(!board(&table).is_quiet(), "{name}");
        table.umpire(&format!("turn {} {} opening", turn + 2, side.to_string().to_lowercase()));
        assert!(board(&table).is_quiet(), "{name}");
    }
}

#[test]
fn conditions_of_passing_are_the_turn_enemies_near_and_in_sight_and_who_waits() {
    let mut table = nobody_waits(&["place Archer column NE D30=8 C30=4", "place Meredith line Q29=8 Q30=8"]);
    table.umpire("wait Perrin").umpire("turn 11 confederate opening");
    let decision = board(&table).waiting().first().cloned().expect("somebody is asked");
    let contexts = board(&table).circumstances(&decision);
    let told = &contexts.first().expect("pass answers").circumstances;
    let keys: Vec<&str> = told.iter().map(|c| c.key).collect();
    let offers = RULES.standing_offers();
    let offer = offers.iter().find(|o| o.key == "pass").expect("an offer");
    assert_eq!(keys, offer.conditions);
    let arrivals = told.iter().find(|c| c.key == "arrivals").map(|c| c.value.clone());
    assert_eq!(arrivals, Some(CircumstanceValue::Number(1)));
}

#[test]
fn how_long_a_brigade_has_waited_off_the_map_is_its_own_sides_alone() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("done", &[]);
    let waited = |side: Side| {
        let known = RULES.known(&table.position, Viewer::Seat(seat(side)));
        known.brigade(unit("Archer")).map(|b| b.waited)
    };
    assert_eq!((waited(Confederate), waited(Side::Union)), (Some(1), Some(0)));
    let heard = table.facts.iter().filter(|f| matches!(f, Fact::Delayed { .. }));
    let heard: Vec<Hearers> = heard.map(|f| RULES.hearers(f)).collect();
    assert_eq!(heard, [Hearers::Only(Audience::Side(Confederate))]);
}

#[test]
fn the_staff_queues_marches_out_of_contact_and_every_line_is_read() {
    let mut table = nobody_waits(&[
        "place Heth E38",
        "place Archer column SE F37 E38",
        "place Davis column SE D37 C38 B38",
        "place Meredith line Q9=8 Q10=8",
    ]);
    table.position.scenario = Scenario::TwoDays;
    table.umpire("wait Perrin").umpire("turn 44 union opening");
    let text = board(&table).bot_queues("staff", seat(Confederate));
    assert!(text.starts_with("stop if turn >= 54"), "{text}");
    table.umpire("turn 45 confederate opening");
    let has = |wanted: &str| text.lines().any(|l| l.contains(wanted));
    assert!(has("try primary Heth") && has("march Archer to") && has("march Davis to") && has("try done"), "{text}");
    for line in text.lines().skip(1) {
        let order = line.split_once(": ").map_or(line, |(_, order)| order).trim_start_matches("try ");
        let read = board(&table).stage(seat(Confederate), order).map(|staged| staged.is_ok());
        let read = read.unwrap_or_else(|| board(&table).parse(seat(Confederate), order).is_ok());
        assert!(read, "{line}");
    }
    // In contact by day, before a turn in which it is asked in any case, and for those who queue nothing: none.
    table.umpire("turn 42 union opening");
    assert_eq!(board(&table).bot_queues("staff", seat(Confederate)), "");
    assert_eq!(board(&table).bot_queues("random", seat(Confederate)), "");
    table.umpire("turn 20 union opening").umpire("place Meredith line I37=8 I38=8");
    assert_eq!(board(&table).bot_queues("staff", seat(Confederate)), "");
}

#[test]
fn at_night_enemies_near_are_no_reason_to_be_asked_but_three_turns_of_it_are() {
    for (turn, quiet) in [(43, false), (44, true), (54, false), (55, true), (65, false), (66, true)] {
        let mut table = nobody_waits(&["place Archer line D30=8 D29=4", "place Meredith line H29=8 H30=8"]);
        table.position.scenario = Scenario::TwoDays;
        table.umpire(&format!("turn {turn} confederate opening"));
        assert_eq!(board(&table).is_quiet(), quiet, "turn {turn}");
    }
}

#[test]
fn conditions_of_standing_orders_tell_place_enemy_odds_and_losses() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
        "mark Meredith lost 3",
    ]);
    crate::table::fired(&mut table, "Archer", "F22", "G22");
    let decision = board(&table).waiting().first().cloned().expect("somebody is asked");
    assert_eq!(decision.kind, "withdraw");
    let contexts = board(&table).circumstances(&decision);
    let told = &contexts.first().expect("a standing order answers").circumstances;
    let of = |key: &str| told.iter().find(|c| c.key == key).map(|c| c.value.clone()).expect("told");
    assert_eq!(of("enemy"), CircumstanceValue::Number(1));
    assert_eq!(of("losses"), CircumstanceValue::Number(3));
    assert_eq!(of("place"), CircumstanceValue::Words(vec!["elsewhere".into()]));
    let CircumstanceValue::Number(odds) = of("odds") else { panic!("a number") };
    assert!((0..=100).contains(&odds));
    let may: Vec<&str> = RULES.standing_conditions().iter().map(|c| c.key).collect();
    assert!(["place", "enemy", "odds", "losses"].iter().all(|key| may.contains(key)));
}
