//! Two seats of a side that act at once do not make each other stale, and nobody learns anything by an old head.

use crate::table::Table;
use domain::dice::BotRng;
use domain::log::Record;
use domain::referee::{GameError, LineFault, Played, SeatId};

const HEAD: SeatId = SeatId(0);
const CORPS: SeatId = SeatId(1);

/// A game of two a side in which the Union moves, with nothing but counters that stand far apart.
fn moving() -> Table {
    let hides = [
        ["\u{dc}bermuth Rifles hide 0202", "Straw Men hide 0402"],
        ["Hawkins' Zouaves hide 0602", "Empty Wagons hide 0802"],
        ["Nu\u{f1}ez' Scouts hide 0209", "Quaker Guns hide 0409"],
        ["\u{d3} Briain's Guards hide 0609", "Camp Fires hide 0809"],
    ];
    let mut table = Table::of("four", 5);
    for (seat, lines) in (0..).map(SeatId).zip(hides) {
        table.order(seat, &lines);
        table.order(seat, &["ready"]);
    }
    table.order(HEAD, &["declare attack"]);
    table.order(SeatId(2), &["declare attack"]);
    for seat in [SeatId(2), SeatId(3)] {
        if table.game.waits_for(seat) {
            table.order(seat, &["done"]);
        }
    }
    assert_eq!(table.game.waiting_seats(), [HEAD, CORPS]);
    table
}

#[test]
fn an_order_against_an_older_head_is_carried_out_where_it_comes_to_the_same() {
    let mut table = moving();
    let late = table.submission(CORPS, &["O'Gorman's Foot go 0505"]);
    table.order(HEAD, &["Zo\u{eb}'s Light Horse go 0305"]);
    assert_ne!(late.seen, table.game.head());
    let played = table.game.play(&late, &table.keys).unwrap();
    table.take(played);
    // The same order once more is another one: what it was written on allowed it, what is known now does not.
    let again = table.game.play(&late, &table.keys).unwrap_err();
    assert!(matches!(&again, GameError::Stale { since, .. } if since.len() == 2), "{again}");
}

#[test]
fn an_older_head_covers_what_its_seat_did_unseen_after_it() {
    let mut table = Table::of("four", 5);
    table.order(HEAD, &["\u{dc}bermuth Rifles hide 0202", "Straw Men hide 0402"]);
    table.order(CORPS, &["Hawkins' Zouaves hide 0602", "Empty Wagons hide 0802"]);
    // No record shows that anybody hid, so this is written on the head that there was before it.
    let late = table.submission(CORPS, &["ready"]);
    table.order(HEAD, &["ready"]);
    assert_ne!(late.seen, table.game.head());
    let played = table.game.play(&late, &table.keys).unwrap();
    assert_eq!(played.records.len(), 1);
}

#[test]
fn any_record_may_be_the_head_that_an_order_was_written_on() {
    let mut table = moving();
    let at = table.now();
    let offered = table.game.offer_draw(HEAD, at, &table.keys).unwrap();
    table.take(offered);
    let late = table.submission(CORPS, &["O'Gorman's Foot go 0505"]);
    table.order(HEAD, &["Zo\u{eb}'s Light Horse go 0305"]);
    assert!(table.game.play(&late, &table.keys).is_ok());
}

#[test]
fn what_was_said_in_one_phase_is_not_said_in_the_next() {
    let mut table = moving();
    let late = table.submission(CORPS, &["done"]);
    let turn = table.game.turn();
    for _ in 0..40 {
        let waiting = table.game.waiting_seats();
        if table.game.turn() > turn && waiting == [HEAD, CORPS] {
            break;
        }
        let line =
            if waiting.iter().any(|s| table.lines(*s).contains(&"done".to_owned())) { "done" } else { "declare hold" };
        table.order(waiting[0], &[line]);
    }
    assert_eq!(table.game.waiting_seats(), [HEAD, CORPS]);
    let stale = table.game.play(&late, &table.keys).unwrap_err();
    assert!(matches!(stale, GameError::Stale { .. }), "{stale}");
}

/// What came of a message but for the head it was written on.
fn came(result: &Result<Played, GameError>) -> String {
    match result {
        Ok(played) => {
            let body = |r: &Record| {
                let mut body: serde_json::Value = serde_json::from_str(&r.body).unwrap();
                body["what"]["seen"] = serde_json::Value::Null;
                body.to_string()
            };
            let position = played.game.position().canonical();
            format!("{:?} {:?} {position}", played.records.iter().map(body).collect::<Vec<_>>(), played.stopped)
        }
        Err(GameError::Line { fault: LineFault::Refused(refusal), .. }) => format!("refused: {refusal}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn an_order_against_an_older_head_is_the_order_itself_or_stale_and_nothing_else() {
    let (mut same, mut stale) = (0, 0);
    for seed in 1..=12_u8 {
        let mut table = Table::of("four", seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        let mut heads = Vec::new();
        while table.random_order(&mut rng) {
            heads.push(table.game.head());
            let waiting = table.game.waiting_seats();
            let Some(seat) = rng.pick(&waiting).copied() else { break };
            let lines = table.lines(seat);
            let Some(line) = rng.pick(&lines).cloned() else { continue };
            let now = table.submission(seat, &[&line]);
            let mut late = now.clone();
            late.seen = heads[heads.len() - 1 - rng.below(heads.len().min(6))];
            let [now, late] = [now, late].map(|s| table.game.play(&s, &table.keys));
            match &late {
                Err(GameError::Stale { .. }) => stale += 1,
                late => {
                    same += 1;
                    assert_eq!(came(&now), came(late), "{line}");
                }
            }
        }
    }
    assert!(same > 200 && stale > 50, "{same} as if they were new, {stale} stale");
}
