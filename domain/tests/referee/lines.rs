//! Going back again and again: whatever a log goes back to, the records in force are those that its position comes of, and a transcript has their
//! orders and no other.

use crate::python;
use crate::toy::{NORTH, SOUTH, Table};
use domain::log::{Body, LineOfPlay, Millis, Record, TakebackOffer, export};
use domain::referee::*;

const AT: Millis = Millis(77_000);

/// The position that the records in force come to, from the beginning.
fn folded(table: &Table) -> String {
    let (ruleset, line) = (table.game.ruleset(), table.game.line_of_play());
    let mut position = ruleset.open(&table.game.genesis().terms).unwrap();
    for record in table.log.iter().filter(|r| line.holds(r.seq)) {
        if let Ok(Body::Order(order)) = record.read() {
            order.facts.iter().for_each(|fact| ruleset.apply(&mut *position, fact.get()).unwrap());
        }
    }
    position.canonical()
}

/// The orders of the game's transcript, and those of the records in force that somebody gave.
fn transcript(table: &Table) -> [Vec<String>; 2] {
    let text = written_down(&table.game, &table.log);
    let read = Transcript::read(&table.registry, &text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    let orders = read.lines.into_iter().filter_map(|line| match line.said {
        Said::Order(order) => Some(order.order),
        Said::End(_) => None,
    });
    let in_force = table.log.iter().filter(|r| table.game.line_of_play().holds(r.seq));
    let given = in_force.filter_map(|r| match r.read() {
        Ok(Body::Order(o)) if o.standing.as_ref().is_none_or(|s| s.key != FORCED) => Some(o.order),
        _ => None,
    });
    [orders.collect(), given.collect()]
}

/// Asks for a takeback as a log may have it, whatever is done here.
fn ask(table: &mut Table, seat: SeatId, back_to: u64) {
    let (mut orders, mut dice) = (0, 0);
    for record in table.log.iter().filter(|r| r.seq > back_to) {
        if let Ok(Body::Order(order)) = record.read() {
            orders += 1;
            dice += order.rolls.iter().map(|r| r.faces.len()).sum::<usize>();
        }
    }
    let (reason, dice) = (String::new(), u32::try_from(dice).unwrap());
    let body = Body::TakebackOffer(TakebackOffer { at: AT, back_to, dice, orders, reason, seat });
    let record = Record::seal(table.game.id(), table.game.len() + 1, table.game.head(), &body).unwrap();
    table.game.apply_record(&record).unwrap();
    table.log.push(record);
}

/// The other side agrees to what a seat asks.
fn agree(table: &mut Table, asked: SeatId) {
    let side = table.game.seat(asked).unwrap().side;
    let other = table.game.seats().iter().find(|s| s.side != side).unwrap().id;
    let agreed = table.game.answer_takeback(other, true, AT, &table.keys).unwrap();
    table.take(agreed);
}

/// The records that a log could go back to, each with a seat that was asked after it.
fn anywhere(table: &Table) -> Vec<(u64, SeatId)> {
    let orders: Vec<u64> = table.log.iter().filter(|r| r.is_kind("order/")).map(|r| r.seq).collect();
    let rests = table.log.iter().filter(|r| ["order/", "hand-over/"].iter().any(|kind| r.is_kind(kind)));
    let since = rests.filter(|r| orders.last().is_some_and(|last| r.seq < *last));
    let asked = |r: &Record| {
        let then = Game::at(&table.registry, &table.log, r.seq).unwrap();
        Some((r.seq, *then.waiting_seats().first()?))
    };
    since.filter_map(asked).collect()
}

fn sound(table: &Table) {
    let text = export(&table.log);
    assert_eq!(verify(&table.registry, &text, &Against::default()).bad, None);
    let (content, said) = python::run(&["-"], &text);
    assert!(content, "{said}");
    let replayed = Game::replay(&table.registry, &table.log).unwrap();
    assert_eq!(replayed.position().canonical(), table.game.position().canonical());
    assert_eq!(replayed.line_of_play(), table.game.line_of_play());
}

/// What must hold right after the game went back to a record.
fn gone_back(table: &Table, to: u64) {
    let now = table.game.line_of_play();
    let goes = |r: &&Record| ["takeback-answer/", "judgement/"].iter().any(|kind| r.is_kind(kind));
    let back = table.log.iter().rev().find(goes).unwrap().seq;
    let then = LineOfPlay::of(&table.log[..to as usize]);
    for seq in 1..=table.game.len() {
        let stands = seq >= back || (seq <= to && then.holds(seq));
        assert_eq!(now.holds(seq), stands, "record {seq}, gone back to {to} by {back}: {:?}", now.left());
    }
    assert_eq!(*now, LineOfPlay::of(&table.log));
    let at = |seq| Game::at(&table.registry, &table.log, seq).unwrap().position().canonical();
    assert_eq!(at(back), at(to));
    // Standing orders may have answered at once.
    assert_eq!(folded(table), table.game.position().canonical());
    let [told, given] = transcript(table);
    assert_eq!(told, given);
    let ways = table.game.seats().iter().flat_map(|seat| table.game.ways_back(seat.id));
    let answered = table.log[back as usize..].iter().any(|r| r.is_kind("order/"));
    assert_eq!(answered, ways.chain(table.game.arbiters_ways_back(back)).any(|way| way == to), "{to} by {back}");
}

fn refused(table: &Table, seat: SeatId, to: u64) -> String {
    table.game.offer_takeback(seat, to, "", AT, &table.keys).map_or_else(|e| e.to_string(), |_| String::new())
}

#[test]
fn whatever_is_gone_back_to_position_line_and_transcript_agree() {
    let (mut into_what_was_left, mut judged, mut back) = (0, 0, 0);
    for seed in 1..=8_u64 {
        let mut table = Table::of(["pair", "four"][(seed % 2) as usize]);
        let mut rng = BotRng::seeded(seed);
        let mut goes = 0;
        while let Some(seat) = table.game.waiting_seats().first().copied() {
            let menu = table.game.menu(seat, None);
            let order = rng.pick(&menu.choices).unwrap().order.clone();
            table.order(seat, &[&order]);
            if table.game.result().is_some() || goes == 12 || rng.below(4) > 0 {
                continue;
            }
            goes += 1;
            let last = table.log.iter().rev().find(|r| r.is_kind("order/")).unwrap().seq;
            let ways = table.game.arbiters_ways_back(last);
            if rng.below(4) == 0
                && let Some(to) = rng.pick(&ways).copied()
            {
                let done = table.game.judge(last, Some(to), ("Quincy Adams", "It was misread."), AT, &table.keys);
                table.take(done.unwrap());
                gone_back(&table, to);
                judged += 1;
                continue;
            }
            let Some((to, seat)) = rng.pick(&anywhere(&table)).copied() else { continue };
            let stands = table.game.line_of_play().holds(to);
            let offered = table.game.offer_takeback(seat, to, "", AT, &table.keys);
            match offered {
                Ok(_) => assert!(stands && table.game.ways_back(seat).contains(&to)),
                Err(GameError::NoWayBack { why, .. }) => {
                    assert_eq!(!stands, why.contains("itself taken back"), "{to}: {why}");
                    assert!(!table.game.ways_back(seat).contains(&to));
                }
                Err(e) => panic!("{to}: {e}"),
            }
            ask(&mut table, seat, to);
            agree(&mut table, seat);
            gone_back(&table, to);
            into_what_was_left += usize::from(!stands);
            back += 1;
        }
        let [told, given] = transcript(&table);
        assert_eq!(told, given);
        assert_eq!(folded(&table), table.game.position().canonical());
        sound(&table);
    }
    assert!(
        into_what_was_left > 10 && back > 30 && judged > 5,
        "{into_what_was_left} of {back} into what was left, {judged} judged"
    );
}

/// North has rolled after record `to`, both agreed to take that back, and North has done something else.
fn taken_back() -> (Table, u64, u64) {
    let mut table = Table::of("pair");
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table.order(NORTH, &["add 1"]);
    let to = table.game.len();
    table.order(NORTH, &["roll"]);
    let rolled = table.game.len();
    ask(&mut table, NORTH, to);
    agree(&mut table, NORTH);
    (table, to, rolled)
}

#[test]
fn nothing_that_was_taken_back_is_gone_back_to_or_said_to_stand() {
    let (mut table, to, rolled) = taken_back();
    let judge = |table: &Table, record, back| {
        table.game.judge(record, back, ("Quincy Adams", "It was misread."), AT, &table.keys).map(|_| ())
    };
    // The game stands there already.
    assert!(refused(&table, NORTH, to).contains("stands there already"), "{}", refused(&table, NORTH, to));
    let there = judge(&table, rolled, Some(to)).unwrap_err();
    assert!(there.to_string().contains("stands there already"), "{there}");
    table.order(NORTH, &["add 1"]);
    let gone = refused(&table, SOUTH, rolled);
    assert!(gone.contains("itself taken back"), "{gone}");
    let last = table.game.len();
    assert!(judge(&table, last, Some(rolled)).unwrap_err().to_string().contains("itself taken back"));
    assert_eq!(judge(&table, rolled, None), Err(GameError::TakenBack(rolled)));
    assert_eq!(judge(&table, last, Some(to)), Ok(()));
    assert!(table.game.ways_back(NORTH).iter().chain(&table.game.arbiters_ways_back(last)).all(|way| *way != rolled));
    sound(&table);
}

#[test]
fn a_log_that_went_back_into_what_was_taken_back_is_sound_and_told_as_it_stands() {
    let (mut table, _, rolled) = taken_back();
    let position = Game::at(&table.registry, &table.log, rolled).unwrap().position().canonical();
    table.order(NORTH, &["add 1"]);
    // As an earlier program did it.
    ask(&mut table, SOUTH, rolled);
    agree(&mut table, SOUTH);
    assert_eq!(table.game.position().canonical(), position);
    assert_eq!(folded(&table), position);
    let [told, given] = transcript(&table);
    assert_eq!(told, given);
    assert_eq!(told.iter().filter(|order| *order == "roll").count(), 1, "{told:?}");
    assert_eq!(told.iter().filter(|order| *order == "add 1").count(), 1, "{told:?}");
    let story = table.game.chronicle(&table.log, Viewer::Spectator).unwrap();
    let standing =
        |order: &str| story.iter().filter(|e| e.order.as_deref() == Some(order) && table.game.stands(e)).count();
    assert_eq!((standing("roll"), standing("add 1")), (1, 1));
    table.play_out();
    sound(&table);
}
