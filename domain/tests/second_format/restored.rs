//! What jumps when a service goes on from a copy: the numbers of links, hand-overs too, and every salt.

use crate::forged::Forged;
use crate::played::{SEATS, on, played_on};
use crate::python;
use crate::table::{HIDDEN, Table, replay};
use crate::tamper::{TO_THE_END, sound, with_record};
use domain::dice::{BotRng, ChainName, Faces, GameKeys, Ingredients, phrases};
use domain::log::{Body, GameId, Hash32, Millis, SecondChain};
use domain::referee::{Against, SeatId, verify};
use serde_json::{Value, json};

const UNION: SeatId = SeatId(0);
const ENEMY: SeatId = SeatId(1);

fn restore(table: &mut Table) -> u32 {
    let at = table.now();
    let restored = table.game.restored(None, at, &table.keys).unwrap();
    table.take(restored);
    let start = table.bodies().iter().rev().find_map(|b| match b {
        Body::Restored(restored) => Some(restored.start),
        _ => None,
    });
    start.unwrap()
}

/// The hand-over links shown in records from number `from` on: step and link.
fn handed(table: &Table, from: u64) -> Vec<(SeatId, u32, Hash32)> {
    let links = |body: Body| match body {
        Body::OrderSecond(order) => order.dice.map(|d| (order.seat, d.step, d.handed)),
        Body::Choices(choices) => choices.dice.map(|d| (choices.seat, d.step, d.handed)),
        _ => None,
    };
    table.bodies().into_iter().skip(from as usize).filter_map(links).collect()
}

#[test]
fn the_links_of_steps_jump_with_all_others() {
    let mut table = played_on(25, 8);
    let before = table.game.len();
    let mut lost = table.clone();
    on(&mut lost, 25, 40);
    let start = restore(&mut table);
    on(&mut table, 25, TO_THE_END);
    let (lost, kept) = (handed(&lost, before), handed(&table, before));
    assert!(!lost.is_empty() && !kept.is_empty());
    for (seat, step, link) in &kept {
        let enemy = table.game.seats()[if seat.0 < 2 { 2 } else { 0 }].chair;
        assert_eq!(*link, table.keys.link(enemy, ChainName::Handover, start + step));
        assert!(lost.iter().all(|(.., shown)| shown != link));
    }
    sound(&table, &Forged::whole(&table), "sound");
    sound(&table, &Forged::public(&table), "sound as far as open");
}

#[test]
fn a_copy_that_is_gone_back_to_twice_is_left_on_other_chains_each_time() {
    let table = played_on(25, 8);
    let starts = [0, 60_000, 120_000].map(|later| {
        let mut again = table.clone();
        again.clock += later;
        restore(&mut again)
    });
    assert!(starts[0] != starts[1] && starts[1] != starts[2] && starts[0] != starts[2], "{starts:?}");
}

#[test]
fn no_salt_of_what_was_lost_is_used_again() {
    let mut table = Table::set_up(7);
    let mut lost = table.clone();
    let at = Millis(table.clock);
    let drawn = lost.game.offer_draw(UNION, at, &lost.keys).unwrap();
    lost.take(drawn);
    lost.order(ENEMY, &["declare hold"]);
    restore(&mut table);
    table.order(ENEMY, &["declare hold"]);
    let seals = [&lost, &table].map(|t| {
        let Some(Body::Choice(choice)) = t.bodies().pop() else { panic!("no choice") };
        (t.game.len(), choice.seal)
    });
    assert_eq!(seals[0].0, seals[1].0);
    assert_ne!(seals[0].1, seals[1].1, "the same seal shows the same choice");
    // Nothing private was done before either record.
    let roots = [&lost, &table].map(|t| t.records()[t.game.len() as usize - 2].root);
    assert_ne!(roots[0], roots[1], "the same root shows that nothing private was done");
}

/// A game whose chains have eight links.
fn short(seed: u8) -> Table {
    let mut table = Table::with_keys("two", GameKeys::with_links([seed; 32], GameId([seed; 16]), 8));
    for seat in [UNION, ENEMY] {
        table.join(seat, None);
    }
    table.hide(HIDDEN)
}

#[test]
fn steps_beyond_the_end_of_a_chain_have_links_after_a_restore_and_after_a_takeback_too() {
    let (mut beyond, mut back) = (0, 0);
    for seed in 1..=24_u8 {
        let mut table = short(seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        let (mut restores, mut takebacks, mut last) = (0, 0, 0);
        while table.random_order(&mut rng) {
            let step = handed(&table, 0).last().map_or(0, |(_, step, _)| *step);
            back += usize::from(step < last && step % 8 > last % 8);
            last = step;
            if step > 9 && restores < 2 && table.game.result().is_none() && rng.below(6) == 0 {
                restore(&mut table);
                restores += 1;
                beyond += 1;
            }
            let at = table.now();
            let mut ways = table.game.ways_back(UNION);
            ways.truncate(12);
            if step > 8
                && takebacks < 12
                && rng.below(3) == 0
                && let Some(to) = rng.pick(&ways)
                && let Ok(asked) = table.game.offer_takeback(UNION, *to, "", at, &table.keys)
            {
                table.take(asked);
                let agreed = table.game.answer_takeback(ENEMY, true, at, &table.keys).unwrap();
                table.take(agreed);
                takebacks += 1;
            }
            assert!(table.log.len() < 3_000);
        }
        let against = Against { links: table.keys.links(), ..Against::default() };
        let report = verify(&table.registry, &Forged::whole(&table).text(), &against);
        assert!(report.sound, "{report}");
        replay(&table.registry, &table.records(), &table.entries());
    }
    assert!(
        beyond > 3 && back > 0,
        "{beyond} restores beyond the end of a chain, {back} rolls at a step of an earlier one"
    );
}

/// A public log in which the last roll is that of another step, with the dice that this gives.
fn at_step(table: &Table, log: &Forged, start: u32, step: u32) -> Forged {
    let rolls = |b: &Value| b["what"]["dice"].is_object() && b["kind"] == "order/2";
    let count = log.records.iter().filter(|r| rolls(&serde_json::from_str(&r.body).unwrap())).count();
    let seq = log.record(count - 1, rolls);
    let body: Value = serde_json::from_str(&log.records[seq as usize - 1].body).unwrap();
    let seat = body["what"]["seat"].as_u64().unwrap() as usize;
    let enemy = table.game.seats()[if seat < 2 { 2 } else { 0 }].chair;
    let handed = table.keys.link(enemy, ChainName::Handover, start + step);
    let hash = |what: &str| body["what"]["dice"][what].as_str().unwrap().parse::<Hash32>().unwrap();
    let said: Vec<&str> = table.game.seats().iter().map(|s| s.player.as_ref().unwrap().phrase.as_str()).collect();
    let seed = Ingredients {
        genesis: log.records[0].hash,
        chair: table.game.seats()[seat].chair,
        index: body["what"]["dice"]["index"].as_u64().unwrap() as u32,
        server: hash("server"),
        player: hash("player"),
        handed,
        phrases: phrases(said),
    }
    .seed();
    let mut faces = Faces::new(seed);
    let log = log.clone().change(seq, |w| {
        w["dice"]["handed"] = json!(handed.to_string());
        w["dice"]["step"] = json!(step);
    });
    let made: Vec<u8> =
        (0..body["what"]["rolls"][0]["faces"].as_array().unwrap().len()).map(|_| faces.next(6)).collect();
    let body = &log.records[seq as usize - 1].body;
    let same = serde_json::from_str::<Value>(body).unwrap()["what"]["rolls"][0]["faces"] == json!(made);
    let log = if same { log } else { log.clone().change(seq, |w| w["rolls"][0]["faces"] = json!(made)) };
    log.resealed(None)
}

#[test]
fn steps_above_the_length_of_a_chain_hang_on_anchors_after_a_restore_to_the_independent_verifier() {
    let mut table = played_on(25, 8);
    let start = restore(&mut table);
    let restored = table.game.len();
    on(&mut table, 25, 60);
    let log = Forged::public(&table);
    let anchor = |seat: SeatId, of: u32| {
        let anchor = table.keys.anchor(table.game.seats()[usize::from(seat.0)].chair, SecondChain::Handover, of);
        let what = json!({"anchor": anchor.to_string(), "at": 9_000_000, "chain": "handover", "seat": seat.0, "start": of, "why": "used-up"});
        json!({"kind": "anchor/2", "what": what}).to_string()
    };
    let mut anchored = log.clone();
    for (i, seat) in (0..).zip([SEATS[0], SEATS[2]]) {
        anchored = with_record(&table, &anchored, restored + i, &anchor(seat, start + 4096));
    }
    for step in [4_097, 5_000, 8_192] {
        let (sound, said) = python::run(&["-"], &at_step(&table, &anchored, start, step).text());
        assert!(sound, "{step}: {said}");
        let (sound, said) = python::run(&["-"], &at_step(&table, &log, start, step).text());
        assert!(!sound && said.contains("does not belong to its chain"), "{step}: {said}");
    }
    let (sound, said) = python::run(&["-"], &at_step(&table, &anchored, start, 8_193).text());
    assert!(!sound, "{said}");
    // The link of the step as it was counted before the restore.
    let (sound, said) = python::run(&["-"], &at_step(&table, &anchored, 0, 4_000).text());
    assert!(!sound && said.contains("does not belong to its chain"), "{said}");
}
