//! Two games that differ only in what a seat may not know are one game to that seat.

use crate::secrets::Changes;
use crate::table::Table;
use domain::dice::BotRng;
use domain::log::{Body, Entry, Hash32, Record};
use domain::referee::{Game, GameError, Laid, Played, SeatId, Submission, Viewer};
use domain::words::Audience;
use serde_json::Value;

/// A record as somebody sees it who may not tell two secrets apart: roots, hashes, salts and proofs blanked, their size kept.
pub fn blanked(record: &Record) -> String {
    fn blank(value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(blank),
            Value::Object(object) => {
                for (key, value) in object {
                    match (key.as_str(), &*value) {
                        ("seal" | "salt" | "root" | "seen" | "index", _) => *value = Value::Null,
                        ("path", Value::Array(path)) if path.iter().all(Value::is_string) => *value = path.len().into(),
                        _ => blank(value),
                    }
                }
            }
            _ => {}
        }
    }
    let mut body: Value = serde_json::from_str(&record.body).unwrap();
    blank(&mut body);
    format!("{} {} {body}", record.seq, record.body.len())
}

/// What a seat hears by a step: the facts of the records that everybody reads, and the entries of its own.
fn heard(game: &Game, seat: SeatId, played: &Played) -> Vec<String> {
    let facts = |r: &Record| match r.read().unwrap() {
        Body::OrderSecond(order) => order.facts,
        Body::Choices(choices) => choices.facts,
        _ => Vec::new(),
    };
    let public = played.records.iter().flat_map(facts).map(|f| f.get().to_owned());
    let own = game.readable(seat);
    let entries = played.entries.iter().filter(|e| own.contains(&e.audience)).map(|e| e.body.clone());
    public.chain(entries).collect()
}

fn own_entries(game: &Game, seat: SeatId, entries: &[Entry]) -> Vec<Entry> {
    let own = game.readable(seat);
    entries.iter().filter(|e| own.contains(&e.audience)).cloned().collect()
}

/// Everything that a seat is shown without acting.
pub fn shown(table: &Table, game: &Game, seat: SeatId) -> String {
    let viewer = Viewer::Seat(seat);
    let records = table.records();
    let contexts: Vec<_> = game
        .waiting()
        .iter()
        .filter(|d| d.seat == seat)
        .map(|d| game.ruleset().board(game.known_to(viewer)).contexts(d))
        .collect();
    // The steps of every goal, and of the last candidate of each.
    let goals = game.compose(seat, &[]).map(|step| step.candidates).unwrap_or_default();
    let mut composed = Vec::new();
    for goal in goals.into_iter().filter(|c| c.say.starts_with("brigade ")) {
        let mut said = vec![goal.say];
        while let Ok(step) = game.compose(seat, &said) {
            composed.push(format!("{step:?}"));
            let Some(last) = step.candidates.last() else { break };
            said.push(last.say.clone());
        }
    }
    composed.push(format!("{:?} {:?}", game.proposals(seat), game.shorthand(seat)));
    format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{composed:?}",
        game.menu(seat, None),
        game.view(viewer),
        game.view(Viewer::Spectator),
        game.phase(viewer),
        game.waiting(),
        game.ways_back(seat),
        game.chronicle(&records, viewer),
        contexts,
        game.lapsed(seat, &game.standing(seat, &table.keys)),
        game.draft(seat, &[]).map(|d| (d.view(), d.menu(None))),
    )
}

/// Lines of all sorts: from the menu, from the menus of others, misspelt, cut off.
fn lines(game: &Game, seat: SeatId, rng: &mut BotRng) -> Vec<String> {
    let mut lines = Vec::new();
    for of in game.seats() {
        let menu = game.menu(of.id, None).choices;
        let some = if of.id == seat { 24 } else { 3 };
        lines.extend((0..some).filter_map(|_| rng.pick(&menu)).map(|c| c.order.clone()));
    }
    let names =
        ["Nu\u{f1}ez' Scouts", "Hawkins' Zouaves", "Quaker Guns", "Straw Men", "\u{dc}bermuth Rifles", "Camp Fires"];
    for _ in 0..6 {
        let (a, b) = (names[rng.below(names.len())], names[rng.below(names.len())]);
        let hex = format!("{:02}{:02}", 1 + rng.below(12), 1 + rng.below(10));
        lines.extend([format!("{a} fire at {b}"), format!("{a} creep {hex}"), format!("{a} go {hex}")]);
    }
    for i in 0..lines.len() {
        let half = lines[i].chars().take(lines[i].chars().count() / 2).collect();
        lines.push(half);
    }
    // Shorthand, by itself and with something behind it.
    for brigade in ["Garde d'Or", "Brigade \u{c9}lite", "\u{141}\u{f3}d\u{17a} Brigade", "Brigade <new>"] {
        let hex = format!("{:02}{:02}", 1 + rng.below(12), 1 + rng.below(10));
        lines.extend([format!("march {brigade} to {hex}"), format!("fire {brigade} at {hex}")]);
        lines.push(format!("march {brigade} to {hex}; done"));
    }
    lines.extend(["retreat 0505".into(), "hold".into(), "done".into(), "declare hold".into(), "dispatch".into()]);
    lines
}

/// What came of a message, as its sender is told.
fn told(result: &Result<Played, GameError>) -> String {
    match result {
        Err(error) => format!("{error}"),
        Ok(played) => format!("{:?} {:?}", played.stopped.as_ref().map(ToString::to_string), played.handed),
    }
}

/// Compares two games for a seat. Gives how many lines were tried, and how many of them came to something else because they met a secret.
fn compare(table: &Table, other: &Game, seat: SeatId, rng: &mut BotRng) -> (usize, usize) {
    let game = &table.game;
    assert_eq!(shown(table, game, seat), shown(table, other, seat), "seat {}", seat.0);
    // What is said of each choice before it is given.
    let [a, b] = [game, other].map(|g| {
        let mut choices = g.menu(seat, None).choices;
        g.weigh(seat, &mut choices);
        format!("{choices:?}")
    });
    assert_eq!(a, b, "seat {}", seat.0);
    let all = lines(game, seat, rng);
    let (mut tried, mut met) = (0, 0);
    let heads: Vec<Hash32> = table.records().iter().rev().take(8).map(|r| r.hash).collect();
    for line in &all {
        let both = [game, other];
        let [a, b] = both.map(|g| {
            let board = g.ruleset().board(g.known_to(Viewer::Seat(seat)));
            format!("{:?}", board.choice_of(seat, line))
        });
        assert_eq!(a, b, "{line}");
        let [a, b] = both.map(|g| match g.draft(seat, std::slice::from_ref(line)) {
            Ok(d) => {
                let mut menu = d.menu(None);
                d.weigh(&mut menu.choices);
                format!("{:?} {:?} {:?} {:?} {menu:?}", d.orders, (d.commits, d.finality), d.story, d.view())
            }
            Err(e) => e.to_string(),
        });
        assert_eq!(a, b, "{line}");
        // Half of them are written on the newest head, the others on an older one.
        let seen = heads[rng.below(2) * rng.below(heads.len())];
        let mut lines = vec![line.clone()];
        lines.extend(rng.pick(&all).filter(|_| tried % 3 == 0).cloned());
        let mut given = Submission { seat, lines, key: "k".into(), seen, at: table.game_time() };
        let play = |given: &Submission| {
            let played = both.map(|g| g.play(given, &table.keys));
            let broken = played.iter().any(|r| r.as_ref().is_err_and(GameError::is_internal));
            assert!(!broken, "{:?}: {played:?}", given.lines);
            played
        };
        tried += 1;
        // What came upon something is allowed to be told, for it was done; line by line, because a line refused behind it takes it back
        // nowhere.
        let whole = std::mem::take(&mut given.lines);
        let comes_upon = (1..=whole.len()).any(|n| {
            given.lines = whole[..n].to_vec();
            match play(&given) {
                [Ok(a), Ok(b)] => heard(game, seat, &a) != heard(other, seat, &b),
                _ => false,
            }
        });
        if comes_upon {
            met += 1;
            continue;
        }
        given.lines = whole;
        let [a, b] = play(&given);
        if [&a, &b].iter().any(|r| r.as_ref().is_ok_and(|p| p.game.result().is_some())) {
            // Everything is open then.
            continue;
        }
        assert_eq!(told(&a), told(&b), "{line}");
        if let (Ok(a), Ok(b)) = (&a, &b) {
            let bodies = |p: &Played| p.records.iter().map(blanked).collect::<Vec<_>>();
            assert_eq!(bodies(a), bodies(b), "{line}");
            let own = |p: &Played| {
                let own = own_entries(&p.game, seat, &p.entries);
                own.iter().map(|e| (e.audience, e.after, e.with, e.number, e.body.clone())).collect::<Vec<_>>()
            };
            assert_eq!(own(a), own(b), "{line}");
            assert_eq!(shown(table, &a.game, seat), shown(table, &b.game, seat), "after {line}");
        }
        let [a, b] = both.map(|g| g.lay(&given, &table.keys));
        let [a, b] = [a, b].map(|laid| match laid {
            Ok(Laid::Draft(said)) => format!("draft {said:?}"),
            Ok(Laid::Played(_)) => "played".to_owned(),
            Err(e) => e.to_string(),
        });
        assert_eq!(a, b, "{line}");
    }
    (tried, met)
}

#[test]
fn secrets_of_others_change_nothing_that_a_seat_can_see_or_ask() {
    let (mut tried, mut met, mut changed) = (0, 0, 0);
    for seed in 1..=16_u8 {
        let mut table = Table::of(["four", "two"][usize::from(seed % 2)], seed);
        let mut rng = BotRng::seeded(1000 + u64::from(seed));
        while table.random_order(&mut rng) {
            if rng.below(8) > 0 || table.game.result().is_some() {
                continue;
            }
            let seats = table.game.seats().to_vec();
            let seat = rng.pick(&seats).unwrap();
            let Some(changes) = Changes::random(&table, seat.side.other(), &mut rng) else { continue };
            let own = table.game.readable(seat.id);
            let (other, _) = changes.made(&table, |audience: Audience| !own.contains(&audience));
            changed += usize::from(other.position().canonical() != table.game.position().canonical());
            let (t, m) = compare(&table, &other, seat.id, &mut rng);
            (tried, met) = (tried + t, met + m);
        }
    }
    assert!(changed > 20 && tried > 2_000, "{changed} games with other secrets, {tried} lines");
    println!("{changed} games with other secrets, {tried} lines, of which {met} met a secret");
}
