//! Whole games: they end, their positions are sound, and replaying their facts gives the same.

use crate::table::{RULES, Table, bot_step};
use domain::referee::{Apply, BotRng, Ruleset, SeatId, Side};
use domain::rulesets::bloodiest_day::{Phase, Place, Position};

/// What holds at every moment of every game.
fn sound(position: &Position) {
    let pack = RULES.pack();
    assert_eq!(position.units.len(), 141);
    assert_eq!(position.leaders.len(), 12);
    for area in pack.area_ids() {
        for side in Side::BOTH {
            let here: Vec<_> = pack
                .ids()
                .filter(|u| pack.unit(*u).side == side && position.unit(*u).place == Place::At(area))
                .collect();
            let mut divisions: Vec<&str> = here.iter().map(|u| pack.unit(*u).division.as_str()).collect();
            divisions.sort_unstable();
            divisions.dedup();
            assert!(here.len() <= 10 || divisions.len() <= 2, "{area} is overstacked");
        }
    }
    for (spec, state) in pack.units.iter().zip(&position.units) {
        assert!(state.used <= spec.movement, "{} used {} MP", spec.name, state.used);
        assert!(!(spec.independent() && state.place == Place::Lost), "{} is in the box", spec.name);
        assert!(
            state.bid.is_none() || state.area().is_some() && !state.spent,
            "{} is committed off the map",
            spec.name
        );
    }
    // §7.11
    for crossing in 0..pack.crossings.len() as u8 {
        let mut over: Vec<_> = position.impulse.crossed.iter().filter(|c| c.0 == crossing).map(|c| c.1).collect();
        over.sort_unstable();
        over.dedup();
        let mut divisions: Vec<&str> = over.iter().map(|u| pack.unit(*u).division.as_str()).collect();
        divisions.dedup();
        assert!(over.len() <= 5 || divisions.len() == 1, "too many over {crossing}");
    }
}

fn play(seed: u64, bots: [&str; 2]) -> (Position, usize) {
    let mut rng = BotRng::seeded(seed);
    let mut position = Table::start().position;
    let mut replay = position.clone();
    let mut orders = 0;
    while let Some((_, _, facts)) = bot_step(&position, bots, &mut rng) {
        assert!(!facts.is_empty());
        for fact in &facts {
            position.apply(fact);
        }
        // What is stored is what is replayed: through text and back.
        let text = serde_json::to_string(&facts).expect("facts are plain");
        let read: Vec<domain::rulesets::bloodiest_day::Fact> = serde_json::from_str(&text).expect("facts read back");
        assert_eq!(read, facts);
        for fact in &read {
            replay.apply(fact);
        }
        assert_eq!(position, replay);
        sound(&position);
        orders += 1;
        assert!(orders < 20_000, "game {seed} does not end");
    }
    assert_eq!(position.phase, Phase::Over);
    assert!(RULES.outcome(&position).is_some());
    for seat in [SeatId(0), SeatId(1)] {
        assert!(RULES.orders(&position, seat).is_empty());
    }
    (position, orders)
}

#[test]
fn random_games_end_soundly() {
    for seed in 0..60 {
        let (position, orders) = play(seed, ["random", "random"]);
        assert!(orders > 30 && position.turn == 7);
    }
}

#[test]
fn staff_games_end_soundly() {
    for seed in 0..6 {
        let (position, _) = play(seed, ["staff", "staff"]);
        assert!(position.units.iter().any(|u| u.place == Place::Lost));
    }
}
