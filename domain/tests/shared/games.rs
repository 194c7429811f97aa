//! Whole games between house players: they end, their positions are sound, and replaying their facts gives the same.

use super::Tested;
use super::table::{Table, some_dice};
use domain_core::dice::Dice;
use domain_core::referee::{Apply, BotRng, HousePlayers, Orders, SeatId, Situation};

/// What a house player did: its seat, its order, the facts.
pub type Step<R> =
    (SeatId, <R as domain_core::referee::Ruleset>::Order, Vec<<R as domain_core::referee::Ruleset>::Fact>);

/// Lets a house player give one order for the side that owes one; nothing once the game is over.
pub fn bot_step<R: Tested>(position: &R::Position, bots: [&str; 2], rng: &mut BotRng) -> Option<Step<R>> {
    let rules = R::rules();
    let owes = rules.board(position).waiting();
    let decision = owes.first()?;
    let order = rules
        .board(position)
        .bot_order(bots[usize::from(decision.seat.0)], decision.seat, rng)
        .unwrap_or_else(|| panic!("no order for {decision:?}"));
    let mut dice = some_dice::<R>(rng);
    let facts = rules
        .decide(position, decision.seat, &order, &mut Dice::forced(&mut dice))
        .unwrap_or_else(|e| panic!("a house player's order {} was refused: {e}", rules.board(position).format(&order)));
    Some((decision.seat, order, facts))
}

/// Plays a game to its end, each position sound and the same when its facts are read back from text. Gives the last position and the
/// number of orders.
pub fn play<R: Tested>(seed: u64, bots: [&str; 2]) -> (R::Position, usize) {
    let mut rng = BotRng::seeded(seed);
    let mut position = Table::<R>::start().position;
    let mut replay = position.clone();
    let mut orders = 0;
    while let Some((_, _, facts)) = bot_step::<R>(&position, bots, &mut rng) {
        assert!(!facts.is_empty());
        for fact in &facts {
            position.apply(fact);
        }
        // What is stored is what is replayed: through text and back.
        let text = serde_json::to_string(&facts).expect("facts are plain");
        let read: Vec<R::Fact> = serde_json::from_str(&text).expect("facts read back");
        assert_eq!(read, facts);
        for fact in &read {
            replay.apply(fact);
        }
        assert_eq!(position, replay);
        R::sound(&position);
        orders += 1;
        assert!(orders < R::MOST_ORDERS, "game {seed} does not end");
    }
    assert!(R::rules().board(&position).outcome().is_some());
    for seat in [SeatId(0), SeatId(1)] {
        assert!(R::rules().board(&position).orders(seat).is_empty());
    }
    (position, orders)
}

/// Positions out of games of both house players, the last ones too: one in so many is kept, four times as many of the rare ones.
pub fn positions<R: Tested>(games: u64, every: usize) -> Vec<R::Position> {
    let mut kept = Vec::new();
    for seed in 0..games {
        let bots = if seed % 2 == 0 { ["random", "random"] } else { ["staff", "staff"] };
        let mut rng = BotRng::seeded(seed);
        let mut position = Table::<R>::start().position;
        loop {
            if rng.below(if R::rare(&position) { every / 4 + 1 } else { every }) == 0 {
                kept.push(position.clone());
            }
            let Some((_, _, facts)) = bot_step::<R>(&position, bots, &mut rng) else { break };
            for fact in &facts {
                position.apply(fact);
            }
        }
        kept.push(position);
    }
    kept
}
