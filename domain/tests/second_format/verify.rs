//! What a log of the second format is worth: with everything open, and with what is open before the end.

use crate::table::Table;
use domain::dice::BotRng;
use domain::log::{Audience, ClosedBy, Entry, Record, export_with};
use domain::referee::{Against, Report, SeatId, Standing, Viewer, verify};

fn played(scenario: &str, seed: u8, orders: usize) -> Table {
    let mut table = Table::of(scenario, seed);
    let mut rng = BotRng::seeded(u64::from(seed));
    for _ in 0..orders {
        if !table.random_order(&mut rng) {
            break;
        }
    }
    table
}

fn report(table: &Table, records: &[Record], entries: &[Entry]) -> Report {
    let against = Against { links: table.keys.links(), ..Against::default() };
    verify(&table.registry, &export_with(records, entries), &against)
}

#[test]
fn a_finished_game_is_sound_with_all_private_logs_and_as_far_as_open_without() {
    for (scenario, seed) in (0..12).map(|i| (["two", "four"][usize::from(i % 2)], i + 101)) {
        let table = played(scenario, seed, 5_000);
        assert!(table.game.result().is_some());
        let (records, entries) = (table.records(), table.entries());
        let whole = report(&table, &records, &entries);
        assert!(whole.sound && whole.open && whole.judged, "{scenario} {seed}: {whole}");
        let public = report(&table, &records, &[]);
        assert!(public.sound && !public.open && !public.judged, "{scenario} {seed}: {public}");
        assert!(public.to_string().starts_with("Sound as far as open"), "{public}");
        assert!(public.to_string().contains("The private logs are not in it"), "{public}");
    }
}

#[test]
fn a_running_game_is_sound_as_far_as_open_for_everybody_who_may_see_it() {
    for seed in 0..12 {
        let table = played("four", seed + 60, 20 + 7 * usize::from(seed));
        let (records, entries) = (table.records(), table.entries());
        for seat in 0..4 {
            let readable = table.game.readable(SeatId(seat));
            let own: Vec<Entry> = entries.iter().filter(|e| readable.contains(&e.audience)).cloned().collect();
            assert!(!own.iter().any(|e| e.audience == Audience::Nobody));
            let seen = report(&table, &records, &own);
            assert!(seen.sound, "{seed}: {seen}");
        }
        let public = report(&table, &records, &[]);
        assert!(public.sound && !public.judged, "{seed}: {public}");
    }
}

#[test]
fn standing_orders_and_private_acts_are_told_to_those_alone_who_may_know() {
    let mut table = played("four", 9, 40);
    let at = table.now();
    let set = table.game.set_standing(SeatId(1), &Standing::default(), at, &table.keys).unwrap();
    assert_eq!(set.records.len(), 0, "nobody can tell that anything was changed");
    assert_eq!(set.entries.len(), 1);
    table.take(set);
    let told = |viewer| {
        let chronicle = table.game.chronicle_with(&table.records(), &table.entries(), viewer).unwrap();
        chronicle.iter().map(|e| format!("{e:?}")).collect::<Vec<_>>().join("\n")
    };
    assert!(told(Viewer::Seat(SeatId(1))).contains("set standing orders"));
    for other in [Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(2)), Viewer::Spectator] {
        assert!(!told(other).contains("set standing orders"), "{other:?}");
    }
}

#[test]
fn a_game_that_was_closed_is_open_to_all_and_sound() {
    let mut table = played("four", 21, 60);
    let at = table.now();
    let closed = table.game.close(ClosedBy::Host, "the club was dissolved", at, &table.keys).unwrap();
    table.take(closed);
    assert!(table.game.waiting().is_empty() && table.game.is_closed());
    assert!(table.game.resign(SeatId(0), at, &table.keys).is_err(), "nothing follows");
    let (records, entries) = (table.records(), table.entries());
    let whole = report(&table, &records, &entries);
    assert!(whole.sound && whole.open && whole.judged, "{whole}");
    let told = table.game.chronicle_with(&records, &entries, Viewer::Everyone).unwrap();
    assert!(told.iter().any(|e| e.order.is_some()), "private acts are told to everybody now");
}

#[test]
fn after_a_restore_the_chains_go_on_elsewhere_and_nowhere_else() {
    let mut table = played("two", 22, 40);
    let at = table.now();
    let head = table.game.head();
    let restored = table.game.restored(Some(head), at, &table.keys).unwrap();
    table.take(restored);
    let mut rng = BotRng::seeded(5);
    while table.random_order(&mut rng) {}
    let (mut records, entries) = (table.records(), table.entries());
    let whole = report(&table, &records, &entries);
    assert!(whole.sound && whole.judged, "{whole}");
    // Without the record that says so, the jump is found.
    let jump = records.iter().position(|r| r.is_kind("restored/")).unwrap();
    records.remove(jump);
    let game = records[0].game;
    let mut prev = records[jump - 1].hash;
    for record in &mut records[jump..] {
        record.seq -= 1;
        record.prev = prev;
        record.hash = Record::rooted_digest(game, record.seq, prev, record.root, &record.body);
        prev = record.hash;
    }
    let forged = report(&table, &records, &[]);
    assert!(!forged.sound, "{forged}");
}
