//! Two games in step: the same is done in them for all to see, and unseen something else, and not as often.

use crate::table::Table;
use crate::unseen::{blanked, shown};
use domain::dice::BotRng;
use domain::referee::SeatId;

/// The observer, and the house player beside it.
const OWN: [SeatId; 2] = [SeatId(0), SeatId(1)];

/// What is queued unseen, of which nothing shows.
const QUEUES: [&str; 4] = [
    "try dispatch",
    "stop if turn >= 1\ndone",
    "if turn >= 9: done\ntry dispatch",
    "until turn >= 9: try dispatch\nstop if turn >= 9",
];

/// Whether a line is one that others do not read.
fn is_private(line: &str) -> bool {
    line == "dispatch" || line.contains(" creep ") || line.contains(" hide ")
}

/// Compares all that the observer sees. Gives whether both games have come to the same for all to see.
fn in_step(a: &Table, b: &Table) -> bool {
    let [x, y] = [a, b].map(|t| t.records().iter().map(blanked).collect::<Vec<_>>());
    if x != y {
        let at = x.iter().zip(&y).take_while(|(x, y)| x == y).count();
        let differ = [x.get(at), y.get(at)];
        let met = |body: &&&String| {
            ["contact", "shown", "sighted"].iter().any(|fact| body.contains(&format!("{{\"{fact}\"")))
        };
        assert!(differ.iter().flatten().any(|b| met(&b)), "nobody was met: {differ:#?}");
        return false;
    }
    for seat in OWN {
        assert_eq!(shown(a, &a.game, seat), shown(b, &b.game, seat), "seat {}", seat.0);
    }
    true
}

fn pair(seed: u8) -> usize {
    let mut a = Table::empty("four", seed);
    a.join(SeatId(0), None);
    a.join(SeatId(1), Some(["staff", "random"][usize::from(seed % 2)]));
    a.join(SeatId(2), None);
    a.join(SeatId(3), None);
    let mut b = a.clone();
    let mut rng = BotRng::seeded(u64::from(seed));
    let mut acts = [0, 0];
    for step in 0..400 {
        let waiting = a.game.waiting_seats();
        assert_eq!(waiting, b.game.waiting_seats());
        let Some(seat) = rng.pick(&waiting).copied() else { return step };
        if seat == OWN[1] {
            let (at, also) = (a.now(), b.now());
            assert_eq!(at, also);
            let played = [&a, &b].map(|t| t.game.let_bot_play(seat, at, &t.keys).unwrap().unwrap());
            let [x, y] = played;
            a.take(x);
            b.take(y);
        } else if OWN.contains(&seat) {
            let lines = a.lines(seat);
            assert_eq!(lines, b.lines(seat));
            let line = rng.pick(&lines).unwrap().clone();
            a.order(seat, &[&line]);
            b.order(seat, &[&line]);
        } else {
            for (table, acts) in [&mut a, &mut b].into_iter().zip(&mut acts) {
                let private: Vec<String> = table.lines(seat).into_iter().filter(|l| is_private(l)).collect();
                // All that has to be hidden is hidden before anybody says ready, but not in the same order.
                let setting_up = private.iter().any(|l| l.contains(" hide "));
                for _ in 0..if setting_up { 8 } else { rng.below(3) } {
                    let private: Vec<String> = table.lines(seat).into_iter().filter(|l| is_private(l)).collect();
                    let Some(line) = rng.pick(&private).cloned() else { break };
                    table.order(seat, &[&line]);
                    *acts += 1;
                }
                for _ in 0..rng.below(3) {
                    let text = QUEUES[rng.below(QUEUES.len())];
                    let at = table.now();
                    let set = table.game.set_queue(seat, text, at, &table.keys).unwrap();
                    table.take(set);
                    while let Some(ran) = table.game.run_queue(seat, at, &table.keys).unwrap() {
                        assert!(ran.records.is_empty(), "{text} shows");
                        table.take(ran);
                    }
                    *acts += 1;
                }
                // What speaks shows: that one has something queued, and the other has not.
                let at = table.now();
                let none = table.game.set_queue(seat, "", at, &table.keys).unwrap();
                table.take(none);
                table.clock = 0;
            }
            (a.clock, b.clock) = (1_000_000 + step as u64 * 10_000, 1_000_000 + step as u64 * 10_000);
            if !in_step(&a, &b) {
                return step;
            }
            if !a.game.waits_for(seat) {
                continue;
            }
            let lines = b.lines(seat);
            let both: Vec<String> = a.lines(seat).into_iter().filter(|l| lines.contains(l) && !is_private(l)).collect();
            let Some(line) = rng.pick(&both).cloned() else { continue };
            a.order(seat, &[&line]);
            b.order(seat, &[&line]);
        }
        if a.game.result().is_some() || !in_step(&a, &b) {
            return step;
        }
    }
    panic!("the games do not end");
}

#[test]
fn games_in_step_are_one_to_those_who_do_not_know_what_is_done_unseen() {
    let steps: Vec<usize> = (1..=16).map(pair).collect();
    assert!(steps.iter().sum::<usize>() > 200, "the games fell out of step at once: {steps:?}");
    println!("steps taken together: {steps:?}");
}
