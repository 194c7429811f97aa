//! Takebacks over what somebody saw alone.

use crate::forged::Forged;
use crate::played::drawn_again;
use crate::python;
use crate::table::{Table, replay};
use crate::tamper::{ours, with_record};
use domain::dice::BotRng;
use domain::log::{Entry, PrivateBody, PrivateRoll};
use domain::referee::{GameError, SeatId, Viewer, written_as};
use domain::words::Audience;
use serde_json::json;
use std::collections::BTreeMap;

const UNION: SeatId = SeatId(0);
const ENEMY: SeatId = SeatId(1);

/// A game of one a side in which the Confederacy goes first.
fn confederates_first() -> Table {
    for seed in 1..20 {
        let mut table = Table::set_up(seed);
        table.order(UNION, &["declare attack"]);
        table.order(ENEMY, &["declare hold"]);
        if table.game.waits_for(ENEMY) {
            return table;
        }
    }
    panic!("the Union went first nineteen times");
}

/// The faces and numbers of the private rolls of a seat.
fn drawn(entries: &[Entry], seat: SeatId) -> Vec<(u32, Vec<u8>)> {
    let of = entries.iter().filter(|e| e.audience == Audience::Seat(seat));
    of.flat_map(|e| match e.read().unwrap() {
        PrivateBody::Act(act) => act.rolls,
        PrivateBody::Part(part) => part.rolls,
        _ => Vec::new(),
    })
    .map(|r| (r.index, r.faces))
    .collect()
}

#[test]
fn a_private_roll_called_for_again_after_a_takeback_has_the_faces_it_had() {
    let mut table = confederates_first();
    table.order(ENEMY, &["Beauregard's Own go 0908"]);
    let back_to = table.game.len();
    table.order(ENEMY, &["done"]);
    table.order(UNION, &["dispatch"]);
    table.order(UNION, &["\u{dc}bermuth Rifles creep 0303"]);
    let first = drawn(&table.entries(), UNION);
    assert_eq!(first.len(), 1);
    let at = table.now();
    let offered = table.game.offer_takeback(ENEMY, back_to, "", at, &table.keys).unwrap();
    table.take(offered);
    let agreed = table.game.answer_takeback(UNION, true, at, &table.keys).unwrap();
    table.take(agreed);
    assert_eq!(table.game.waiting_seats(), [ENEMY]);
    assert!(table.game.private_logs_fit(&table.keys));
    table.order(ENEMY, &["done"]);
    table.order(UNION, &["dispatch"]);
    let all = drawn(&table.entries(), UNION);
    assert_eq!(all, [first.clone(), first].concat());
    // The march was taken back with it, and can be made again.
    table.order(UNION, &["\u{dc}bermuth Rifles creep 0303"]);
    let again = replay(&table.registry, &table.records(), &table.entries());
    for viewer in [Viewer::Seat(UNION), Viewer::Seat(ENEMY), Viewer::Spectator] {
        assert_eq!(again.known_to(viewer).position().canonical(), table.known(viewer), "{viewer:?}");
    }
}

#[test]
fn who_has_seen_a_roll_alone_cannot_ask_to_go_back_over_it() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let back_to = table.game.len();
    table.order(UNION, &["dispatch", "O'Gorman's Foot go 0505"]);
    let at = table.now();
    let refused = table.game.offer_takeback(UNION, back_to, "a misclick", at, &table.keys).unwrap_err();
    assert!(matches!(refused, GameError::NoWayBack { .. }), "{refused}");
    // Without the dispatch the same is allowed.
    let mut table = Table::set_up(9).until_the_union_moves();
    table.order(UNION, &["O'Gorman's Foot go 0505"]);
    assert!(table.game.offer_takeback(UNION, back_to, "a misclick", at, &table.keys).is_ok());
}

#[test]
fn what_was_done_unseen_after_the_record_gone_back_to_is_taken_back_with_the_rest() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let back_to = table.game.len();
    let before = table.known(Viewer::Seat(UNION));
    let creep = table.lines(UNION).into_iter().find(|l| l.contains(" creep ")).unwrap();
    table.order(UNION, &[&creep]);
    assert_eq!(table.game.len(), back_to, "it has no record");
    table.order(UNION, &["O'Gorman's Foot go 0505"]);
    let at = table.now();
    let offered = table.game.offer_takeback(UNION, back_to, "", at, &table.keys).unwrap();
    table.take(offered);
    let agreed = table.game.answer_takeback(ENEMY, true, at, &table.keys).unwrap();
    table.take(agreed);
    assert_eq!(table.known(Viewer::Seat(UNION)), before);
    let told = |table: &Table| {
        let (records, entries) = (table.records(), table.entries());
        let told = table.game.chronicle_with(&records, &entries, Viewer::Seat(UNION)).unwrap();
        let stand = told.iter().filter(|e| e.order.as_deref() == Some(&*creep) && table.game.stands(e)).count();
        (stand, written_as(&table.game, "", &records, &told).matches(&*creep).count())
    };
    assert_eq!(told(&table), (0, 0));
    table.order(UNION, &[&creep]);
    assert_eq!(told(&table), (1, 1));
}

#[test]
fn nobody_goes_back_over_choices_that_were_opened() {
    let mut table = Table::set_up(9);
    let back_to = table.game.len();
    table.order(UNION, &["declare attack"]);
    let at = table.now();
    let sealed = table.game.offer_takeback(UNION, back_to, "", at, &table.keys).unwrap_err();
    assert!(matches!(sealed, GameError::NoWayBack { .. }), "{sealed}");
    table.order(ENEMY, &["declare hold"]);
    let opened = table.game.offer_takeback(UNION, back_to, "", at, &table.keys).unwrap_err();
    assert!(matches!(opened, GameError::NoWayBack { .. }), "{opened}");
}

#[test]
fn the_ways_back_that_are_offered_are_exactly_those_that_can_be_asked_for() {
    let (mut ways, mut none) = (0, 0);
    for seed in 1..=6_u8 {
        let mut table = Table::of(["two", "four"][usize::from(seed % 2)], seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        while table.random_order(&mut rng) {
            if rng.below(12) > 0 {
                continue;
            }
            for seat in table.game.seats().to_vec() {
                let offered = table.game.ways_back(seat.id);
                let at = table.game_time();
                let ask = |to: &u64| table.game.offer_takeback(seat.id, *to, "", at, &table.keys).is_ok();
                let mut taken: Vec<u64> = (0..=table.game.len() + 1).filter(ask).collect();
                taken.reverse();
                assert_eq!(offered, taken, "seed {seed}, seat {}", seat.id.0);
                ways += taken.len();
                none += usize::from(taken.is_empty());
            }
            let seat = SeatId(rng.below(table.game.seats().len()) as u8);
            if let Some(to) = rng.pick(&table.game.ways_back(seat)).copied() {
                let at = table.now();
                let asked = table.game.offer_takeback(seat, to, "", at, &table.keys).unwrap();
                assert!(asked.game.ways_back(seat).is_empty());
                table.take(asked);
            }
        }
    }
    assert!(ways > 50 && none > 20, "{ways} ways back, {none} seats without any");
}

#[test]
fn a_private_roll_bars_the_way_to_before_it_and_not_the_one_to_after_it() {
    let mut found = 0;
    for seed in 1..=40_u8 {
        let mut table = Table::of("two", seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        while table.random_order(&mut rng) {
            let fired = table.game.len();
            let shot = |e: &Entry| e.with && e.after == fired && e.audience == Audience::Seat(UNION);
            let told = table
                .entries()
                .iter()
                .rev()
                .take_while(|e| e.after >= fired)
                .any(|e| shot(e) && e.body.contains("shot"));
            let march = table.lines(UNION).into_iter().find(|l| l.contains(" go "));
            let (true, Some(march)) = (told, march) else { continue };
            table.order(UNION, &[&march]);
            let at = table.now();
            let ask = |to: u64| table.game.offer_takeback(UNION, to, "", at, &table.keys);
            assert!(ask(fired).is_ok(), "{}", ask(fired).unwrap_err());
            let GameError::NoWayBack { why, .. } = ask(fired - 1).unwrap_err() else { panic!("refused otherwise") };
            assert!(why.contains("a roll since"), "{why}");
            found += 1;
            break;
        }
    }
    assert!(found > 3, "{found} shots followed by a march");
}

#[test]
fn both_verifiers_find_that_somebody_goes_back_over_a_private_roll_of_its_own() {
    let mut table = drawn_again(7);
    let march = table.lines(SeatId(0)).into_iter().find(|l| l.contains(" go ")).unwrap();
    table.order(SeatId(0), &[&march]);
    // The corps has drawn since; it does not speak for the army, and its head does not read its log.
    let mut log = Forged::of_seat(&table, 1);
    let drawn = log.entries.iter().rfind(|e| e.body.contains("dispatch")).unwrap().clone();
    let end = table.game.len();
    let offer = |seat: u8, to: u64| {
        let what = json!({"at": 9_000_000, "back_to": to, "dice": 0, "orders": 1, "reason": "", "seat": seat});
        json!({"kind": "takeback-offer/2", "what": what}).to_string()
    };
    // The same roll in the log of the head: it was told.
    let at = log.entries.partition_point(|e| e.audience <= Audience::Seat(SeatId(0)));
    let body = drawn.body.replace("\"seat\":1", "\"seat\":0");
    let told = drawn.after;
    log.entries.insert(at, Entry { audience: Audience::Seat(SeatId(0)), body, after: told, ..drawn });
    let log = with_record(&table, &log, end, &offer(0, told));
    let bad = ours(&table, &log).bad.unwrap();
    assert!(bad.seq == end + 1 && bad.why.contains("a roll since"), "{}", bad.why);
    let (sound, said) = python::run(&["-"], &log.text());
    assert!(
        !sound && said.starts_with(&format!("record {}: nobody can go back over a private roll", end + 1)),
        "{said}"
    );
}

/// Every private roll by the chain and number that made it: name, sides and faces.
fn by_number(entries: &[Entry]) -> BTreeMap<(Option<SeatId>, u32), Vec<(String, u8, Vec<u8>)>> {
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for entry in entries {
        let rolls = match entry.read().unwrap() {
            PrivateBody::Act(act) => act.rolls,
            PrivateBody::Part(part) => part.rolls,
            _ => Vec::new(),
        };
        for PrivateRoll { faces, index, purpose, seat, sides } in rolls {
            found.entry((seat, index)).or_default().push((purpose, sides, faces));
        }
    }
    found
}

#[test]
fn a_number_of_a_private_chain_is_one_name_and_shows_the_same_faces_whatever_was_taken_back() {
    let mut again = 0;
    for seed in 1..=16_u8 {
        let mut table = Table::of(["two", "four"][usize::from(seed % 2)], seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        let mut takebacks = 0;
        while table.random_order(&mut rng) {
            let seat = SeatId(rng.below(table.game.seats().len()) as u8);
            let other =
                table.game.seats().iter().find(|s| Some(s.side) != table.game.seat(seat).map(|s| s.side)).unwrap().id;
            let at = table.now();
            if takebacks < 12
                && rng.below(5) == 0
                && let Some(to) = rng.pick(&table.game.ways_back(seat))
                && let Ok(asked) = table.game.offer_takeback(seat, *to, "", at, &table.keys)
            {
                table.take(asked);
                let agreed = table.game.answer_takeback(other, true, at, &table.keys).unwrap();
                table.take(agreed);
                takebacks += 1;
            }
        }
        let mut names: BTreeMap<_, u32> = BTreeMap::new();
        for ((seat, index), rolls) in by_number(&table.entries()) {
            again += rolls.len() - 1;
            assert!(rolls.iter().all(|roll| *roll == rolls[0]), "{seat:?} {index}: {rolls:?}");
            assert_eq!(*names.entry((seat, rolls[0].0.clone())).or_insert(index), index);
        }
    }
    assert!(again > 10, "{again} rolls were made again");
}

#[test]
fn an_arbiter_says_what_stands_and_goes_back_over_nothing() {
    let mut table = confederates_first();
    table.order(ENEMY, &["Beauregard's Own go 0908"]);
    let (record, position, at) = (table.game.len(), table.known(Viewer::Spectator), table.now());
    let judge = |table: &Table, back_to| {
        table.game.judge(record, back_to, ("Quincy Adams", "The order was legal."), at, &table.keys)
    };
    assert!(
        matches!(judge(&table, Some(record - 1)), Err(GameError::NoWayBack { why, .. }) if why.contains("cannot be forgotten"))
    );
    assert!(table.game.arbiters_ways_back(record).is_empty());
    let judged = judge(&table, None).unwrap();
    table.take(judged);
    assert_eq!((table.known(Viewer::Spectator), table.game.private_logs_fit(&table.keys)), (position, true));
    table.order(ENEMY, &["done"]);
    let (records, entries) = (table.records(), table.entries());
    assert_eq!(replay(&table.registry, &records, &entries).head(), table.game.head());
    let text = domain::log::export_with(&records, &entries);
    assert_eq!(domain::referee::verify(&table.registry, &text, &Default::default()).bad, None);
    let (content, said) = python::run(&["-"], &text);
    assert!(content, "{said}");
}
