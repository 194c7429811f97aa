//! Whole games: they end, their positions are sound, and replaying their facts gives the same.

use crate::table::{RULES, Table, bot_step};
use domain::referee::{Apply, BotRng, Ruleset, SeatId};
use domain::rulesets::gaines_mill::{Act, Condition, Phase, Place, Position};

/// What holds at every moment of every game.
fn sound(position: &Position) {
    let pack = RULES.pack();
    assert_eq!(position.units.len(), 55);
    let mut taken = std::collections::BTreeSet::new();
    for (spec, state) in pack.units.iter().zip(&position.units) {
        match state.place {
            Place::At(hex) => {
                assert!(taken.insert(hex), "two units in {hex}");
                let cell = pack.ground.hex(hex);
                assert!(!cell.river || cell.bridge.is_some(), "{} stands in the river at {hex}", spec.name);
                assert!((1..=spec.steps).contains(&state.steps), "{} has {} steps", spec.name, state.steps);
            }
            Place::Lost => assert_eq!(state.steps, 0, "{} is lost with steps", spec.name),
            Place::Away => assert!(!state.rf && state.charging.is_none() && state.condition == Condition::Good),
        }
        if let Some(target) = state.charging {
            assert!(state.hex().is_some() && state.condition == Condition::Good && !spec.arm.is_artillery());
            assert_ne!(pack.unit(target).side, spec.side);
            assert_eq!(position.units.iter().filter(|u| u.charging == Some(target)).count(), 1);
        }
        assert!(!state.rf || matches!(position.phase, Phase::Fire | Phase::Reaction), "RF out of season");
    }
}

fn play(seed: u64, bots: [&str; 2]) -> (Position, usize) {
    let mut rng = BotRng::seeded(seed);
    let mut position = Table::start().position;
    let mut replay = position.clone();
    let mut orders = 0;
    while let Some((_, _, facts)) = bot_step(&position, bots, &mut rng) {
        for fact in &facts {
            position.apply(fact);
        }
        // What is stored is what is replayed: through text and back.
        let text = serde_json::to_string(&facts).expect("facts are plain");
        let read: Vec<domain::rulesets::gaines_mill::Fact> = serde_json::from_str(&text).expect("facts read back");
        assert_eq!(read, facts);
        for fact in &read {
            replay.apply(fact);
        }
        assert_eq!(position, replay);
        sound(&position);
        orders += 1;
        assert!(orders < 5_000, "game {seed} does not end");
    }
    assert_eq!(position.phase, Phase::Over);
    assert!(RULES.outcome(&position).is_some());
    for seat in [SeatId(0), SeatId(1)] {
        assert!(RULES.orders(&position, seat).is_empty());
    }
    (position, orders)
}

#[test]
fn two_hundred_random_games_end_soundly() {
    for seed in 0..200 {
        let (position, _) = play(seed, ["random", "random"]);
        assert!(position.units.iter().any(|u| u.act != Act::None || u.steps == 0));
    }
}
