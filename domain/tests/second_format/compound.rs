//! Several orders as one line: one record, as far as it can be foreseen.

use crate::table::{HIDDEN, Table, replay};
use domain::dice::BotRng;
use domain::log::{Body, export_with};
use domain::referee::{Against, GameError, Laid, LineFault, Played, SeatId, Viewer, parts, verify};

const UNION: SeatId = SeatId(0);

fn same_as_replayed(table: &Table) {
    let again = replay(&table.registry, &table.records(), &table.entries());
    assert_eq!(again.position().canonical(), table.game.position().canonical());
}

/// Two orders of the menu with that verb, of different units, that show nothing.
fn of_different_units(table: &Table, verb: &str) -> [String; 2] {
    let menu = table.game.menu(UNION, None).choices.into_iter().filter(|c| c.finality.is_none() && c.note.is_none());
    let menu: Vec<String> = menu.map(|c| c.order).collect();
    let unit = |line: &str| line.split_once(verb).map(|(unit, _)| unit.to_owned());
    let first = menu.iter().find(|l| unit(l).is_some()).expect("an order");
    let second = menu.iter().find(|l| unit(l).is_some_and(|u| Some(u) != unit(first))).expect("another unit's");
    [first.clone(), second.clone()]
}

fn last_order(table: &Table) -> String {
    match table.bodies().into_iter().rev().find_map(|b| if let Body::OrderSecond(o) = b { Some(o) } else { None }) {
        Some(order) => order.order,
        None => panic!("there is no public order"),
    }
}

/// Two lines that anybody may see, and their parts: one record, the same position as one by one.
#[test]
fn parts_are_one_record_and_lead_where_they_lead_singly() {
    let start = Table::set_up(9).until_the_union_moves();
    let marches = of_different_units(&start, " go ");
    let marches: Vec<&str> = marches.iter().map(String::as_str).collect();
    let mut singly = start.clone();
    for line in &marches {
        singly.order(UNION, &[line]);
    }
    let mut together = start.clone();
    let records = together.game.len();
    together.order(UNION, &[&marches.join("; ")]);
    assert_eq!(together.game.len(), records + 1);
    assert_eq!(last_order(&together), marches.join("; "));
    assert_eq!(together.game.position().canonical(), singly.game.position().canonical());
    assert_eq!(together.known(Viewer::Seat(SeatId(1))), singly.known(Viewer::Seat(SeatId(1))));
    same_as_replayed(&together);
}

/// What comes upon somebody unseen ends the line; what the player wrote before seeing that is given back.
#[test]
fn a_line_ends_where_it_shows_something() {
    let mut counters = HIDDEN;
    counters[1][0] = "Nu\u{f1}ez' Scouts hide 0306";
    let mut table = Table::hidden(9, counters).until_the_union_moves();
    let line = "Zo\u{eb}'s Light Horse go 0305, 0306; done";
    let submission = table.submission(UNION, &[line]);
    let played = table.game.play(&submission, &table.keys).unwrap();
    assert_eq!(played.rest, ["done"]);
    assert_eq!(played.stopped, None);
    table.take(played);
    assert!(last_order(&table).starts_with("Zo\u{eb}'s Light Horse go 0305"));
    assert!(table.game.waits_for(UNION), "the phase is not over");
    same_as_replayed(&table);
    // Where nobody is met, the same line goes to its end.
    let mut free = Table::set_up(9).until_the_union_moves();
    let submission = free.submission(UNION, &[line]);
    let played = free.game.play(&submission, &free.keys).unwrap();
    assert_eq!((played.rest.len(), played.stopped.is_none()), (0, true));
    free.take(played);
    assert_eq!(last_order(&free), line);
    same_as_replayed(&free);
}

/// A part that is refused refuses the line, by its number, and nothing has happened.
#[test]
fn a_part_that_is_refused_is_named() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let (head, entries) = (table.game.head(), table.game.entries());
    let refused = table.refused(UNION, &["Zo\u{eb}'s Light Horse go 0305; Zo\u{eb}'s Light Horse go 0901; done"]);
    let GameError::Line { line: 1, of: 1, fault: LineFault::Part { part, of, text, .. } } = refused else {
        panic!("{refused:?}")
    };
    assert_eq!((part, of, text.as_str()), (2, 3, "Zo\u{eb}'s Light Horse go 0901"));
    assert_eq!((table.game.head(), table.game.entries()), (head, entries));
    let long = format!("Zo\u{eb}'s Light Horse go {}", "0305, ".repeat(200));
    assert!(matches!(
        table.refused(UNION, &[&long]),
        GameError::Line { fault: LineFault::TooLong { most: 500, .. }, .. }
    ));
    let many = "done; ".repeat(2_000);
    assert!(matches!(
        table.refused(UNION, &[&many]),
        GameError::Line { fault: LineFault::TooLong { most: 8_000, .. }, .. }
    ));
}

/// Parts for one side's eyes are acts in its log; a part that all may read is a record behind them.
#[test]
fn parts_for_different_eyes_stand_in_their_logs() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let (head, entries) = (table.game.head(), table.game.entries());
    let [one, other] = of_different_units(&table, " creep ");
    table.order(UNION, &[&format!("{one}; {other}")]);
    assert_eq!((table.game.head(), table.game.entries()), (head, entries + 2));

    let mut table = Table::set_up(9).until_the_union_moves();
    let (records, entries) = (table.game.len(), table.game.entries());
    let [march, _] = of_different_units(&table, " go ");
    table.order(UNION, &[&format!("{one}; {march}")]);
    assert_eq!((table.game.len(), table.game.entries()), (records + 1, entries + 1));
    assert_eq!(last_order(&table), march);
    same_as_replayed(&table);

    // Who is met unseen ends the line; what the record says is the part that met them, and nothing of what was done unseen before.
    let mut table = Table::set_up(9).until_the_union_moves();
    let unseen = [&one, &other].into_iter().find(|l| !l.starts_with("Hawkins")).expect("another unit's");
    let line = format!("{unseen}; Hawkins' Zouaves creep Ch\u{e2}teau-Rouge; done");
    let submission = table.submission(UNION, &[&line]);
    let played = table.game.play(&submission, &table.keys).unwrap();
    assert_eq!((played.rest.as_slice(), played.records.len()), (["done".to_owned()].as_slice(), 1));
    table.take(played);
    assert_eq!(last_order(&table), "Hawkins' Zouaves creep Ch\u{e2}teau-Rouge");
    same_as_replayed(&table);
}

/// How many parts of a message were carried out.
fn done_of(played: &Played, seat: SeatId, key: &str) -> usize {
    let public = played.records.iter().map(|r| match r.read().unwrap() {
        Body::OrderSecond(order) if (order.seat, order.key.as_deref()) == (seat, Some(key)) => {
            parts(&order.order).count()
        }
        Body::Choice(choice) if choice.seat == seat => 1,
        _ => 0,
    });
    let key = format!("\"key\":{key:?}");
    let acts = played.entries.iter().filter(|e| e.body.contains("\"act/1\"") && e.body.contains(&key));
    public.sum::<usize>() + acts.count()
}

/// Whole games in which everybody gives two or three orders of the menu as one line, whatever comes of it, are sound to the last record.
#[test]
fn games_of_compound_lines_are_sound() {
    let (mut lines, mut cut, mut drafts) = (0, 0, 0);
    for (scenario, seed) in (0..8).map(|i| (["two", "four"][usize::from(i % 2)], i + 60)) {
        let mut table = Table::of(scenario, seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        for _ in 0..4_000 {
            if rng.below(2) == 0 && !table.random_order(&mut rng) {
                break;
            }
            let waiting = table.game.waiting_seats();
            let Some(seat) = rng.pick(&waiting).copied() else { break };
            let menu = table.lines(seat);
            let orders: Vec<&String> = (0..2 + rng.below(2)).filter_map(|_| rng.pick(&menu)).collect();
            let line = orders.into_iter().map(String::as_str).collect::<Vec<_>>().join("; ");
            let submission = table.submission(seat, &[&line]);
            // What is kept as a draft is one.
            if let Ok(Laid::Draft(kept)) = table.game.lay(&submission, &table.keys) {
                let draft = table.game.draft(seat, &kept).unwrap_or_else(|e| panic!("{kept:?}: {e}"));
                assert_eq!((draft.commits, draft.orders), (None, kept));
                drafts += 1;
            }
            match table.game.play(&submission, &table.keys) {
                Ok(played) => {
                    // Whatever answered it in advance, each part was done or is kept.
                    let left: usize = played.rest.iter().map(|line| parts(line).count()).sum();
                    assert_eq!(done_of(&played, seat, &submission.key) + left, parts(&line).count(), "{line}");
                    lines += 1;
                    cut += usize::from(!played.rest.is_empty());
                    table.take(played);
                }
                Err(GameError::Line { fault: LineFault::Part { .. } | LineFault::Refused(_), .. }) => {
                    table.random_order(&mut rng);
                }
                Err(other) => panic!("{line}: {other}"),
            }
        }
        assert!(table.game.result().is_some(), "{scenario} {seed}");
        let against = Against { links: table.keys.links(), ..Against::default() };
        let report = verify(&table.registry, &export_with(&table.records(), &table.entries()), &against);
        assert!(report.sound && report.judged, "{scenario} {seed}: {report}");
    }
    assert!(lines > 100 && cut > 20 && drafts > 20, "{lines} lines, {cut} cut short, {drafts} drafts");
}

/// Rules that decide every part alike decide the line alike.
#[test]
fn a_line_of_several_parts_is_no_difference_to_revised_rules() {
    let start = Table::set_up(9).until_the_union_moves();
    let mut table = start.clone();
    let marches = of_different_units(&start, " go ");
    table.order(UNION, &[&marches.join("; ")]);
    table.registry = domain::referee::Registry::new(vec![fog_ruleset::revised()]);
    let (records, entries) = (table.records(), table.entries());
    let game = domain::referee::Game::replay_with(&table.registry, &records, &entries).unwrap();
    let differing = game.differing(&records, &entries, &table.keys).unwrap();
    assert!(differing.is_empty(), "{differing:?}");
}
