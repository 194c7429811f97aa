//! Queued orders: what they give in their owner's turn, where they stop, that nobody sees them before they speak, and that both verifiers
//! follow them.

use crate::forged::Forged;
use crate::table::{Table, replay};
use crate::tamper;
use domain::clock::{Claim, ClockTerms, Control};
use domain::dice::BotRng;
use domain::log::{Body, HandsWhy, Millis, PrivateBody};
use domain::referee::{GameError, NewHands, Place, SeatId, Side, Symbol, Viewer};
use domain::words::Audience;
use serde_json::json;

const UNION: SeatId = SeatId(0);
const SOUTH: SeatId = SeatId(1);

fn queue(table: &mut Table, seat: SeatId, text: &str) {
    let at = table.now();
    let played = table.game.set_queue(seat, text, at, &table.keys).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert!(played.records.is_empty() && played.entries.len() == 1, "a record shows queued orders");
    table.take(played);
}

/// Runs what is due until nothing is. Gives how many runs there were.
fn run(table: &mut Table) -> usize {
    let mut runs = 0;
    while let Some(seat) = table.game.queue_due_of_any() {
        let at = table.now();
        let played = table.game.run_queue(seat, at, &table.keys).unwrap().expect("what is due says something");
        assert!(!played.entries.is_empty() && played.rest.is_empty(), "a run that its owner is not told of");
        table.take(played);
        runs += 1;
        assert!(runs < 200, "queued orders run without end: {}", table.game.queue(seat));
    }
    runs
}

/// What queued orders noted for a seat.
fn notes(table: &Table) -> Vec<(Audience, String)> {
    let read = |e: &domain::log::Entry| match e.read().unwrap() {
        PrivateBody::Planned(planned) => Some((e.audience, planned.note)),
        _ => None,
    };
    table.entries().iter().filter_map(read).collect()
}

/// A game in its first declarations.
fn declaring(seed: u8) -> Table {
    let mut table = Table::of("two", seed);
    set_up(&mut table);
    table
}

fn set_up(table: &mut Table) {
    while table.game.phase(Viewer::Spectator).step == "set-up" {
        let seat = table.game.waiting_seats()[0];
        let lines = table.lines(seat);
        let line = lines.iter().find(|l| *l == "ready").unwrap_or(&lines[lines.len() / 2]).clone();
        table.order(seat, &[&line]);
    }
}

/// The Union declares and is done, while the South has its orders queued, until that turn begins.
fn until_turn(table: &mut Table, turn: u32) {
    for _ in 0..100 {
        run(table);
        if table.game.turn() >= turn {
            return;
        }
        assert_eq!(table.game.waiting_seats(), [UNION], "the South is waited for: {:?}", notes(table));
        let line = if table.lines(UNION).iter().any(|l| l == "done") { "done" } else { "declare hold" };
        table.order(UNION, &[line]);
    }
}

fn sound(table: &Table) {
    let report = tamper::ours(table, &Forged::whole(table));
    assert_eq!(report.bad, None, "{:?}", notes(table));
    let again = replay(&table.registry, &table.records(), &table.entries());
    for seat in table.game.seats() {
        assert_eq!(again.queue(seat.id), table.game.queue(seat.id));
    }
}

#[test]
fn queued_orders_answer_in_their_owners_turns_and_nobody_waits() {
    let mut table = declaring(3);
    queue(&mut table, SOUTH, "declare hold\nuntil turn >= 3: try done\ndeclare hold");
    assert_eq!(run(&mut table), 1, "it declares at once");
    until_turn(&mut table, 2);
    // Its second declaration is made too, where it was asked for.
    run(&mut table);
    assert_eq!(table.game.queue(SOUTH), "until turn >= 3: try done\n");
    sound(&table);
}

#[test]
fn what_is_refused_ends_the_queue_or_is_left_out_as_written() {
    let mut table = declaring(4);
    queue(&mut table, SOUTH, "declare hold\ntry declare hold\ndone\ndone");
    until_turn(&mut table, 2);
    let said: Vec<String> = notes(&table).into_iter().map(|(_, note)| note).collect();
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!([said[0].as_str(), said[2].as_str()], ["declare hold", "done"]);
    assert!(said[1].starts_with("try declare hold: left out. \u{a7}2.0: That is not for now."), "{said:?}");
    // The next question is another one, for which nothing is queued: “done” is refused, and its owner is asked.
    assert!(said[3].starts_with("done: \u{a7}2.0:") && said[3].ends_with("The queue ends there."), "{said:?}");
    assert_eq!(table.game.queue(SOUTH), "");
    assert!(table.game.waits_for(SOUTH) && !table.game.queue_due(SOUTH));
    sound(&table);
}

#[test]
fn a_guard_ends_the_queue_before_anything_is_given_and_leaves_no_trace_for_others() {
    let mut table = declaring(5);
    queue(&mut table, SOUTH, "stop if turn >= 2\ndeclare hold\nuntil turn 9: try done");
    until_turn(&mut table, 2);
    assert_eq!(table.game.queue(SOUTH), "");
    let (holder, last) = notes(&table).pop().unwrap();
    assert_eq!((holder, last.as_str()), (Audience::Holder(1), "stop if turn >= 2: so it is."));
    for record in table.records() {
        assert!(!record.body.contains("until turn") && !record.body.contains("stop if"), "{}", record.body);
    }
    let entries = table.entries();
    let heard = |viewer| {
        let told = table.game.chronicle_with(&table.records(), &entries, viewer).unwrap();
        let lines = told.iter().flat_map(|e| e.lines.iter().map(|l| l.text.clone()).chain(e.standing.clone()));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert!(heard(Viewer::Seat(SOUTH)).contains("Queued orders: stop if turn >= 2"));
    assert!(heard(Viewer::Seat(SOUTH)).contains("queued: until turn = 9: try done"), "{}", heard(Viewer::Seat(SOUTH)));
    for other in [Viewer::Seat(UNION), Viewer::Spectator] {
        let heard = heard(other);
        assert!(!heard.contains("stop if") && !heard.contains("queued"), "{heard}");
        assert!(heard.lines().any(|l| l == "given in advance"), "{heard}");
    }
    sound(&table);
}

#[test]
fn whoever_has_queued_orders_is_handed_the_game_only_when_they_have_nothing_more_to_say() {
    // One where the Union goes first.
    let mut games = (6..40).map(|seed| {
        let mut table = declaring(seed);
        table.order(UNION, &["declare hold"]);
        table.order(SOUTH, &["declare hold"]);
        table
    });
    let mut table = games.find(|table| table.game.waits_for(UNION)).unwrap();
    queue(&mut table, SOUTH, "done");
    let submission = table.submission(UNION, &["done"]);
    let played = table.game.play(&submission, &table.keys).unwrap();
    assert_eq!(played.handed, [], "somebody is written to who has it queued");
    assert!(
        matches!(played.records.last().map(|r| r.read().unwrap()), Some(Body::HandOverSecond(h)) if h.to == [SOUTH])
    );
    table.take(played);
    let at = table.now();
    let ran = table.game.run_queue(SOUTH, at, &table.keys).unwrap().unwrap();
    assert_eq!(ran.handed, [UNION, SOUTH], "both declare again");
    table.take(ran);
    // What says nothing is no run.
    assert!(table.game.run_queue(SOUTH, at, &table.keys).unwrap().is_none());
    sound(&table);
}

#[test]
fn queued_orders_are_refused_with_the_line_that_is_wrong() {
    let table = declaring(7);
    let tried = |text: &str| table.game.whole_queue(SOUTH, text).map(|q| q.to_string()).map_err(|e| e.to_string());
    assert_eq!(tried("# mine\n\nIF turn at least 3 : TRY  done").unwrap(), "if turn >= 3: try done\n");
    let wrong = |text: &str| tried(text).unwrap_err();
    assert!(wrong("done\nif turn >= 3 done").starts_with("Line 2: “if turn >= 3 done” has no “:”"));
    assert!(
        wrong("stop if moon full").starts_with("Line 1: “moon” is not known there."),
        "{}",
        wrong("stop if moon full")
    );
    assert!(wrong("until turn >= 3: ").contains("has no order"));
    assert!(
        wrong("done\nwaltz to 0304").starts_with("Line 2 (waltz to 0304)")
            || wrong("done\nwaltz").starts_with("Line 2")
    );
    assert!(wrong(&"done\n".repeat(101)).contains("There are 101 lines."));
    assert!(wrong(&"# a comment\n".repeat(2_000)).contains("bytes long"));
    assert!(wrong("done\u{7}").contains("control"));
    let text = table.game.set_queue(UNION, "stop if turn >= 2", table.game_time(), &table.keys).unwrap();
    assert!(text.entries[0].body.contains("\"text\":\"\""), "guards alone guard nothing: {}", text.entries[0].body);
    assert!(matches!(
        table.game.set_queue(SeatId(7), "done", table.game_time(), &table.keys),
        Err(GameError::NotSeated)
    ));
}

#[test]
fn trying_a_queue_tells_what_it_would_do_and_records_nothing() {
    let table = declaring(8);
    let tried = table.game.try_queue(SOUTH, "if turn >= 2: declare attack\ndeclare hold\ndone").unwrap();
    assert_eq!(tried.steps.len(), 2, "{tried:?}");
    assert_eq!(tried.steps[0].order, None);
    assert_eq!(tried.steps[1].order.as_deref(), Some("declare hold"));
    assert!(tried.until.starts_with("Then it is another's turn"), "{}", tried.until);
}

#[test]
fn a_takeback_ends_what_was_queued() {
    let mut games = (9..40).map(|seed| {
        let mut table = declaring(seed);
        table.order(UNION, &["declare hold"]);
        table.order(SOUTH, &["declare hold"]);
        table
    });
    let mut table = games.find(|table| table.game.waits_for(UNION)).unwrap();
    let before = table.game.len();
    queue(&mut table, SOUTH, "until turn >= 4: try done");
    table.order(UNION, &["done"]);
    run(&mut table);
    let at = table.now();
    if let Ok(offered) = table.game.offer_takeback(UNION, before, "", at, &table.keys) {
        table.take(offered);
        let agreed = table.game.answer_takeback(SOUTH, true, at, &table.keys).unwrap();
        table.take(agreed);
        assert_eq!(table.game.queue(SOUTH), "");
        sound(&table);
    } else {
        panic!("nothing to go back to");
    }
}

/// A queue drawn at random from what might be said.
fn drawn(table: &Table, seat: SeatId, rng: &mut BotRng) -> String {
    let menu = table.lines(seat);
    let mut lines = Vec::new();
    for _ in 0..=rng.below(5) {
        let order = match rng.below(6) {
            0 | 1 if !menu.is_empty() => rng.pick(&menu).unwrap().clone(),
            2 => "declare hold".to_owned(),
            3 => "dispatch".to_owned(),
            4 if menu.len() > 2 => format!("{}; {}", rng.pick(&menu).unwrap(), rng.pick(&menu).unwrap()),
            _ => "done".to_owned(),
        };
        lines.push(match rng.below(6) {
            0 => format!("until turn >= {}: try {order}", 2 + rng.below(3)),
            1 => format!("if turn >= {}: {order}", 1 + rng.below(3)),
            2 => format!("stop if turn >= {}", 2 + rng.below(3)),
            3 => order,
            _ => format!("try {order}"),
        });
    }
    lines.join("\n")
}

#[test]
fn random_games_with_queued_orders_end_and_both_verifiers_follow_them() {
    let (mut ran, mut spoken, mut acts) = (0, 0, 0);
    for seed in 1..=30_u8 {
        let mut rng = BotRng::seeded(u64::from(seed) + 900);
        let mut table = Table::of(["two", "four", "signals"][usize::from(seed % 3)], seed);
        loop {
            if table.game.result().is_none() && rng.below(3) == 0 {
                let seats: Vec<SeatId> = table.game.seats().iter().map(|s| s.id).collect();
                let seat = *rng.pick(&seats).unwrap();
                let text = drawn(&table, seat, &mut rng);
                queue(&mut table, seat, &text);
            }
            ran += run(&mut table);
            assert!(
                table.game.result().is_some() || !table.game.waiting_seats().is_empty(),
                "the game waits for nobody"
            );
            if !table.random_order(&mut rng) {
                break;
            }
        }
        sound(&table);
        spoken += notes(&table).len();
        let private = |e: &domain::log::Entry| matches!(e.read().unwrap(), PrivateBody::Act(act) if act.key.is_none());
        acts += table.entries().iter().filter(|e| private(e)).count();
        if seed % 6 == 0 {
            tamper::sound(&table, &Forged::whole(&table), "sound");
            tamper::sound(&table, &Forged::public(&table), "sound as far as open");
        }
    }
    assert!(ran > 100 && spoken > 200 && acts > 10, "{ran} runs, {spoken} notes, {acts} private acts");
}

/// A game in which the South does all by its queue, to the end, with a guard that holds, a line left out, and an unseen act.
pub fn queued_to_the_end() -> Table {
    let mut table = declaring(10);
    queue(
        &mut table,
        SOUTH,
        "if turn >= 7: done\ntry dispatch\nuntil turn >= 9: try declare hold\nuntil turn >= 9: try dispatch\nuntil turn >= 9: try done",
    );
    for _ in 0..200 {
        run(&mut table);
        let Some(seat) = table.game.waiting_seats().first().copied() else { return table };
        let line = if table.lines(seat).iter().any(|l| l == "done") { "done" } else { "declare hold" };
        table.order(seat, &[line]);
    }
    panic!("it has no end");
}

#[test]
fn a_queue_of_which_the_log_says_otherwise_is_found() {
    let table = queued_to_the_end();
    sound(&table);
    let whole = Forged::whole(&table);
    let planned = |given: bool, with: bool| {
        whole.entry(0, move |e, body| body["kind"] == "planned/1" && body["what"]["given"] == given && e.with == with)
    };
    let keys = Some(&table.keys);
    // What was queued, another order than was queued, a line left out that was not, a line that is left and was given.
    let set = whole.entry(0, |_, body| body["kind"] == "plan/1");
    let with = planned(true, true);
    let seq = whole.entries[with].after;
    let other = whole.clone().change_entry(set, |w| w["text"] = json!("declare attack\n")).resealed(keys);
    assert!(tamper::ours(&table, &other).bad.is_some_and(|bad| bad.seq <= seq));
    for (field, value) in
        [("note", json!("because")), ("left", json!("done\n")), ("cursor", json!(3)), ("step", json!(77))]
    {
        for at in [with, planned(true, false), planned(false, false)] {
            let entry = &whole.entries[at];
            let log = whole.clone().change_entry(at, |w| w[field] = value.clone()).resealed(keys);
            let bad =
                tamper::ours(&table, &log).bad.unwrap_or_else(|| panic!("{field} of entry {at} is not looked at"));
            assert!(bad.seq <= entry.after + 1, "{field}: {bad:?}");
        }
    }
    // Without its entry an order in advance has no reason, and an act by queue is one that nobody gave.
    let mut log = whole.clone();
    log.entries.remove(with);
    tamper::only_ours(&table, &log.resealed(keys), seq);
    // The act that was announced is missing.
    let announced = planned(true, false);
    let missing = whole.entries[announced].after;
    let act = whole.entry(0, |e, body| body["kind"] == "act/1" && body["what"]["key"].is_null() && e.after == missing);
    let mut log = whole.clone();
    log.entries.remove(act);
    let bad = tamper::ours(&table, &log.resealed(keys)).bad.expect("an act is missing");
    assert!(bad.seq <= missing + 1 && bad.why.contains("missing"), "{bad:?}");
    // With a record, but no order given; and both reasons for one order.
    let log = whole.clone().change_entry(with, |w| w["given"] = json!(false)).resealed(keys);
    tamper::both(&table, &log, seq);
    let mut log = whole.clone();
    let used = "{\"kind\":\"used/1\",\"what\":{\"key\":\"hit\",\"reason\":\"x\"}}".to_owned();
    log.entries.insert(with + 1, domain::log::Entry { body: used, ..whole.entries[with].clone() });
    tamper::both(&table, &log.resealed(keys), seq);
    // Words that no queue was ever written in.
    let log = whole.clone().change_entry(set, |w| w["text"] = json!("if turn >= 3 done")).resealed(keys);
    assert!(tamper::ours(&table, &log).bad.is_some());
}

#[test]
fn a_march_goes_on_turn_by_turn_until_its_unit_is_there() {
    let mut table = declaring(12);
    let (unit, from) = {
        let view = table.game.view(Viewer::Seat(SOUTH));
        let piece = view
            .pieces
            .iter()
            .find(|p| p.side == Side::Confederate && p.symbol == Symbol::Infantry && matches!(&p.place, Place::Map(_)));
        let piece = piece.expect("a unit on the map");
        let Place::Map(from) = &piece.place else { unreachable!() };
        (piece.name.clone(), from.clone())
    };
    // Along its own edge, three hexes or more away.
    let to = format!("{}{}", if &from[..2] > "06" { "02" } else { "11" }, &from[2..]);
    let text = format!("until turn >= 9: try declare hold\n{unit} march {to}\nuntil turn >= 9: try done");
    queue(&mut table, SOUTH, &text);
    let at = |table: &Table| {
        let view = table.game.view(Viewer::Seat(SOUTH));
        view.pieces.iter().find(|p| p.name == unit).map(|p| p.place.clone())
    };
    let mut places = vec![at(&table)];
    for _ in 0..40 {
        run(&mut table);
        let Some(seat) = table.game.waiting_seats().first().copied() else { break };
        assert_eq!(seat, UNION, "{:?}", notes(&table));
        let line = if table.lines(UNION).iter().any(|l| l == "done") { "done" } else { "declare hold" };
        table.order(UNION, &[line]);
        if places.last() != Some(&at(&table)) {
            places.push(at(&table));
        }
    }
    assert!(places.len() > 2, "it went {places:?} towards {to}: {:?}", notes(&table));
    sound(&table);
}

#[test]
fn the_smaller_of_two_blocks_runs_and_nobody_is_asked_who_has_queued_what_they_do() {
    for (north, south, turns) in [(3, 2, 2), (1, 3, 1)] {
        let mut table = Table::of("blocks", 3);
        set_up(&mut table);
        let away = "until turn >= 9: try done\nuntil turn >= 9: try declare hold";
        for (seat, block) in [(UNION, north), (SOUTH, south)] {
            queue(&mut table, seat, &format!("block {block}\n{away}"));
        }
        let runs = run(&mut table);
        assert!(table.game.result().is_some(), "{runs} runs, {:?}", notes(&table));
        let opened = table.bodies().iter().filter(|b| matches!(b, Body::Choices(_))).count();
        // Turns of a block begin without declarations: three turns, and one for each turn of the block but its first.
        assert_eq!(opened, 3 - (turns - 1), "a block of {turns}");
        let blocks =
            table.records().iter().filter(|r| r.body.contains(&format!("{{\"block\":{{\"turns\":{turns}}}}}"))).count();
        assert_eq!(blocks, 1);
        sound(&table);
    }
    // One offer alone is none.
    let mut table = Table::of("blocks", 4);
    set_up(&mut table);
    table.order(UNION, &["block 3"]);
    table.order(SOUTH, &["declare attack"]);
    assert!(table.records().iter().all(|r| !r.body.contains("{\"block\"")));
}

/// After every record either somebody is asked with the clock running, or a run is due.
#[test]
fn after_every_record_of_games_with_queues_clocks_leave_and_stand_ins_somebody_is_asked_or_a_run_is_due() {
    let (mut looked, mut due, mut stood_in, mut away) = (0, 0, 0, 0);
    for seed in 1..=12_u8 {
        let mut rng = BotRng::seeded(u64::from(seed) + 77);
        let mut table = Table::empty(["two", "blocks", "four"][usize::from(seed % 3)], seed);
        let terms = ClockTerms { claim: Claim::Adjudication, control: Control::Days(2), leave: 30, stand_in: true };
        let set = table.game.set_clock(terms, Millis(1_000), &table.keys).unwrap();
        table.take(set);
        for seat in table.game.seats().to_vec() {
            table.join(seat.id, None);
        }
        for _ in 0..600 {
            if table.game.result().is_some() {
                break;
            }
            looked += 1;
            let now = Millis(table.clock);
            let waiting = table.game.waiting_seats();
            assert!(!waiting.is_empty(), "the game waits for nobody");
            let clocks = table.game.clocks().unwrap();
            for seat in &waiting {
                let later = Millis(now.0 + 40 * 24 * 3_600_000);
                let runs = clocks.left(*seat, later) < clocks.left(*seat, now) || clocks.left(*seat, now) == 0;
                // For a house player an errand is due, and its clock stands.
                let house = table.game.seat(*seat).is_some_and(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some()));
                let last = || {
                    table
                        .records()
                        .iter()
                        .rev()
                        .take(9)
                        .map(|r| r.body.chars().take(300).collect::<String>())
                        .collect::<Vec<_>>()
                };
                assert!(
                    runs || house,
                    "seat {} is asked and its clock stands for ever: {:#?} {:#?}",
                    seat.0,
                    last(),
                    clocks.reading(*seat, now)
                );
            }
            if let Some(seat) = table.game.queue_due_of_any() {
                assert!(waiting.contains(&seat));
                due += 1;
                let at = table.now();
                let ran = table.game.run_queue(seat, at, &table.keys).unwrap().expect("what is due says something");
                table.take(ran);
                continue;
            }
            let seat = *rng.pick(&waiting).unwrap();
            let bot = table.game.seat(seat).is_some_and(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some()));
            let at = table.now();
            match rng.below(12) {
                _ if bot => {
                    let played = table.game.let_bot_play(seat, at, &table.keys).unwrap().unwrap();
                    table.take(played);
                }
                0 | 1 => {
                    let text = drawn(&table, seat, &mut rng);
                    queue(&mut table, seat, &text);
                }
                2 => {
                    let days = 24 * 3_600_000;
                    if let Ok(left) = table.game.take_leave(seat, None, Millis(at.0 + 3 * days), at, &table.keys) {
                        table.take(left);
                        away += 1;
                    }
                }
                3 if stood_in < 6 => {
                    // The time of whoever is asked runs out, and the other side has a house player sit in.
                    let side = table.game.seat(seat).map(|s| s.side);
                    let other = table.game.seats().iter().find(|s| Some(s.side) != side).map(|s| s.id).unwrap();
                    table.clock += 100 * 24 * 3_600_000;
                    let new = NewHands {
                        seat,
                        name: "House".into(),
                        bot: Some("staff".into()),
                        agreed: vec![other],
                        own: false,
                        why: HandsWhy::StandIn,
                    };
                    let at = table.now();
                    if let Ok(stands) = table.game.change_hands(new, at, &table.keys) {
                        table.take(stands);
                        stood_in += 1;
                    }
                }
                _ => {
                    table.random_order(&mut rng);
                }
            }
        }
        assert!(table.game.result().is_some(), "game {seed} does not end");
        sound(&table);
    }
    println!("{looked} times looked, {due} runs, {away} times away, {stood_in} stand-ins");
    assert!(due > 40 && stood_in > 0 && away > 0, "{due} runs, {stood_in} stand-ins, {away} leaves");
}

#[test]
fn whoever_has_left_queues_nothing_any_more() {
    let mut table = declaring(14);
    queue(&mut table, SOUTH, "if turn >= 9: done");
    let new = NewHands {
        seat: SOUTH,
        name: "Ann".into(),
        bot: None,
        agreed: vec![UNION],
        own: true,
        why: HandsWhy::Replacement,
    };
    let at = table.now();
    let replaced = table.game.change_hands(new, at, &table.keys).unwrap();
    table.take(replaced);
    assert_eq!(table.game.queue(SOUTH), "", "what somebody queued nobody else has queued");
    table.order(UNION, &["declare hold"]);
    table.order(SOUTH, &["declare hold"]);
    let whole = Forged::whole(&table);
    tamper::sound(&table, &whole, "sound as far as open");
    let place = whole.entry(0, |_, body| body["kind"] == "plan/1");
    let last = table.game.len();
    let mut log = whole.clone();
    log.entries.insert(place + 1, domain::log::Entry { after: last - 1, ..whole.entries[place].clone() });
    tamper::both(&table, &log.resealed(Some(&table.keys)), last - 1);
}

#[test]
fn whoever_gives_an_order_by_hand_has_that_step_in_hand() {
    for seed in 6..40 {
        let mut table = declaring(seed);
        table.order(UNION, &["declare hold"]);
        table.order(SOUTH, &["declare hold"]);
        if !table.game.waits_for(SOUTH) {
            continue;
        }
        table.order(SOUTH, &["dispatch"]);
        queue(&mut table, SOUTH, "if turn >= 1: done");
        assert!(table.game.queue_due(SOUTH), "what is queued now speaks now");
        let going = table.lines(SOUTH).into_iter().find(|l| l.contains(" creep ")).expect("a counter");
        table.order(SOUTH, &[&going]);
        assert!(!table.game.queue_due(SOUTH), "its owner is at work");
        table.order(SOUTH, &["done"]);
        assert_eq!(table.game.queue(SOUTH), "if turn >= 1: done\n");
        sound(&table);
        return;
    }
    panic!("the South never goes first");
}

#[test]
fn what_is_cut_off_from_a_line_that_may_be_left_out_may_be_left_out_too() {
    let mut found = 0;
    for seed in 1..60_u8 {
        let mut table = Table::of("two", seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        while table.game.result().is_none() {
            let seat = table.game.waiting_seats()[0];
            let lines = table.lines(seat);
            let fire: Vec<&String> = lines.iter().filter(|l| l.contains(" fire at ")).collect();
            if let [shot, ..] = fire[..] {
                let text = format!("try {shot}; {shot}\nif turn >= 1: done");
                queue(&mut table, seat, &text);
                let at = table.now();
                let ran = table.game.run_queue(seat, at, &table.keys).unwrap().unwrap();
                table.take(ran);
                let left = table.game.queue(seat).to_owned();
                let notes = notes(&table);
                let kept = left.starts_with("try ")
                    || notes.iter().any(|(_, n)| n.starts_with("try ") && n.contains("left out"));
                found += usize::from(kept);
                sound(&table);
                break;
            }
            table.random_order(&mut rng);
        }
        if found > 0 {
            return;
        }
    }
    panic!("nobody comes to fire");
}
