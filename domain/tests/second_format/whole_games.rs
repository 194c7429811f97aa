//! Whole games end, and their logs lead to what they led to.

use crate::table::{Table, replay};
use domain::dice::BotRng;
use domain::log::Body;
use domain::referee::{Game, SeatId, Viewer};

/// All that can be compared of two games.
pub fn assert_same(a: &Game, b: &Game) {
    assert_eq!(a.head(), b.head());
    assert_eq!(a.entries(), b.entries());
    assert_eq!(a.position().canonical(), b.position().canonical());
    assert_eq!(
        a.known_to(Viewer::Spectator).position().canonical(),
        b.known_to(Viewer::Spectator).position().canonical()
    );
    for seat in a.seats() {
        let known = |g: &Game| g.known_to(Viewer::Seat(seat.id)).position().canonical();
        assert_eq!(known(a), known(b), "seat {}", seat.id.0);
        for audience in a.readable(seat.id) {
            assert_eq!(a.private_head(audience), b.private_head(audience), "{audience}");
        }
    }
    assert_eq!(a.waiting(), b.waiting());
}

/// What was sent comes to the same as what the rules say may be known.
fn assert_sent_is_known(game: &Game) {
    let viewers = game.seats().iter().map(|s| Viewer::Seat(s.id)).chain([Viewer::Spectator]);
    for viewer in viewers.filter(|_| game.result().is_none()) {
        let may = game.ruleset().known(game.position(), viewer).canonical();
        assert_eq!(game.known_to(viewer).position().canonical(), may, "{viewer:?}");
    }
}

fn random_game(scenario: &str, seed: u8) -> Table {
    let mut table = Table::of(scenario, seed);
    let mut rng = BotRng::seeded(u64::from(seed));
    while table.random_order(&mut rng) {
        assert!(table.game.private_logs_fit(&table.keys), "record {}", table.game.len());
        assert_sent_is_known(&table.game);
        assert!(table.log.len() < 2_000, "the game does not end");
    }
    table
}

#[test]
fn random_games_end_and_their_logs_lead_to_the_same_position() {
    let mut kinds: Vec<&str> = Vec::new();
    for (scenario, seed) in (0..24).map(|i| (["two", "four"][usize::from(i % 2)], i + 1)) {
        let table = random_game(scenario, seed);
        assert!(table.game.result().is_some());
        let (records, entries) = (table.records(), table.entries());
        assert_same(&replay(&table.registry, &records, &entries), &table.game);
        kinds.extend(table.bodies().iter().map(Body::kind));
        kinds.extend(entries.iter().map(|e| if e.body.contains("\"act/1\"") { "act" } else { "entry" }));
    }
    for kind in ["order/2", "choice/1", "choices/1", "pieces/1", "hand-over/2", "opening/2", "result/1", "act"] {
        assert!(kinds.contains(&kind), "{kind} never came");
    }
}

#[test]
fn the_players_of_the_house_play_to_the_end() {
    for (bots, seed) in [(["staff", "random"], 3), (["staff", "staff"], 4), (["random", "random"], 5)] {
        let mut table = Table::empty("four", seed);
        for seat in 0..4 {
            table.join(SeatId(seat), Some(bots[usize::from(seat / 2)]));
        }
        while let Some(seat) = table.game.waiting_seats().first().copied() {
            let at = table.now();
            let played = table.game.let_bot_play(seat, at, &table.keys).unwrap().unwrap();
            table.take(played);
            assert!(table.game.private_logs_fit(&table.keys));
        }
        assert!(table.game.result().is_some());
        assert_same(&replay(&table.registry, &table.records(), &table.entries()), &table.game);
    }
}
