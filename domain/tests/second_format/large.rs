//! Four hundred units, with numbers above 255.

use crate::table::{Table, replay};
use domain::dice::BotRng;
use domain::referee::{SeatId, Viewer};

#[test]
fn a_game_of_four_hundred_units_is_played_and_read_again() {
    let mut table = Table::empty("big", 8);
    for seat in 0..4 {
        table.join(SeatId(seat), Some("staff"));
    }
    while table.game.turn() == 0 {
        let seat = table.game.waiting_seats()[0];
        let at = table.now();
        let played = table.game.let_bot_play(seat, at, &table.keys).unwrap().unwrap();
        table.take(played);
    }
    let mut rng = BotRng::seeded(8);
    for _ in 0..60 {
        assert!(table.random_order(&mut rng));
    }
    let position: serde_json::Value = serde_json::from_str(&table.known(Viewer::Everyone)).unwrap();
    let known: serde_json::Value = serde_json::from_str(&table.game.position().canonical()).unwrap();
    let count = |v: &serde_json::Value, key: &str| v[key].as_array().unwrap().len();
    let face_down = known["covers"].as_array().unwrap().iter().filter(|c| !c["hex"].is_null()).count();
    // Decoys that were turned are gone.
    assert!((388..=400).contains(&(count(&known, "units") + face_down)));
    assert!(count(&position, "covers") == 0 && count(&known, "covers") == 24);
    assert!(known["units"].as_array().unwrap().iter().any(|u| u["id"].as_u64() > Some(255)));
    let again = replay(&table.registry, &table.records(), &table.entries());
    assert_eq!((again.head(), again.position().canonical()), (table.game.head(), table.game.position().canonical()));
}
