//! Four hundred units, with numbers above 255.

use crate::forged::Forged;
use crate::table::{Table, replay};
use crate::tamper::sound;
use domain::dice::BotRng;
use domain::referee::{SeatId, Viewer};

/// The numbers of units in the facts of a record.
fn numbers(body: &str) -> Vec<u64> {
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let facts = body["what"]["facts"].as_array().unwrap().clone();
    let of = |fact: serde_json::Value| {
        fact.as_object().unwrap().values().flat_map(|f| ["unit", "by"].map(|k| f[k].as_u64())).collect::<Vec<_>>()
    };
    facts.into_iter().flat_map(of).flatten().collect()
}

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
    // Those above 255 are offered, ordered about, written down and shown under their numbers.
    let above = |text: Option<&String>| text.is_some_and(|id| id.parse::<u16>().is_ok_and(|n| n > 255));
    let seats = [2, 3].map(SeatId);
    let view = table.game.view(Viewer::Spectator);
    assert!(view.pieces.iter().any(|p| above(Some(&p.id))));
    for seat in seats.into_iter().filter(|s| table.game.waits_for(*s)) {
        assert!(table.game.menu(seat, None).choices.iter().any(|c| above(c.piece.as_ref())));
        let menu = table.game.menu(seat, Some("300"));
        assert!(menu.choices.iter().all(|c| c.piece.as_deref() == Some("300")));
    }
    let ordered = table
        .records()
        .iter()
        .filter(|r| r.is_kind("order/2"))
        .flat_map(|r| numbers(&r.body))
        .filter(|n| *n > 255)
        .count();
    assert!(ordered > 10, "{ordered} units above 255 in orders");
    sound(&table, &Forged::public(&table), "sound as far as open");
    sound(&table, &Forged::of_seat(&table, 3), "sound as far as open");
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

#[test]
fn the_orders_of_a_piece_are_those_of_the_menu_that_are_its() {
    let (mut pieces, mut steps) = (0, 0);
    for (scenario, seed) in [("big", 8), ("four", 3), ("blocks", 5)] {
        let mut table = Table::of(scenario, seed);
        let mut rng = BotRng::seeded(u64::from(seed));
        for _ in 0..12 {
            let Some(seat) = table.game.waiting_seats().first().copied() else { break };
            let menu = table.game.menu(seat, None);
            let mut ids: Vec<String> = menu.choices.iter().filter_map(|c| c.piece.clone()).collect();
            ids.dedup();
            for id in ids.iter().take(12) {
                let own: Vec<_> = menu.choices.iter().filter(|c| c.piece.as_ref() == Some(id)).cloned().collect();
                assert_eq!(table.game.menu(seat, Some(id)).choices, own, "{id}");
                pieces += 1;
                // And the steps that begin with it lead to them.
                let step = table.game.compose(seat, std::slice::from_ref(id)).unwrap();
                assert!(step.order.is_some() || !step.candidates.is_empty(), "{id}: {step:?}");
                steps += step.candidates.len();
            }
            assert_eq!(table.game.menu(seat, Some("nobody")).choices, []);
            table.random_order(&mut rng);
        }
    }
    assert!(pieces > 100 && steps > 300, "{pieces} pieces, {steps} steps");
}
