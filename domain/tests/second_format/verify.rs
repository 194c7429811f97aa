//! What a log of the second format is worth: with everything open, and with what is open before the end.

use crate::table::Table;
use domain::dice::BotRng;
use domain::log::{Audience, Entry, Record, export_with};
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
