//! Whole games end, and their logs lead to what they led to.

use crate::table::{Table, replay};
use domain::dice::BotRng;
use domain::log::Body;
use domain::referee::{Game, Moment, SeatId, Viewer};

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

#[test]
fn a_game_goes_on_from_any_record_as_it_did() {
    for seed in [11, 12] {
        let table = random_game("four", seed);
        let (records, entries) = (table.records(), table.entries());
        let mut rests: Vec<Game> = Vec::new();
        Game::each_with(&table.registry, &records, &entries, |game, _| rests.push(game.clone())).unwrap();
        for from in (1..=records.len() as u64).step_by(9) {
            let (under, behind): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(|e| e.is_under(from));
            let (before, after) = records.split_at(from as usize);
            let mut game = Game::replay_with(&table.registry, before, &under).unwrap();
            let mut seen = 0;
            game.go_on(after, &behind, |game, moment| {
                if matches!(moment, Moment::Rest) {
                    if seen == 0 || game.len().is_multiple_of(16) {
                        assert_same(game, &rests[from as usize - 1 + seen]);
                    }
                    seen += 1;
                }
            })
            .unwrap();
            assert_eq!(seen, rests.len() + 1 - from as usize);
            assert_same(&game, &table.game);
            assert!(table.game.has_come_from(&game) && !rests[0].has_come_from(&game));
        }
    }
}
