//! The simulator: games to the end, the same for the same seed, hand-overs that standing orders bring down.

use crate::toy;
use domain::log::export;
use domain::referee::*;

fn plan(level: Level) -> SimulationPlan {
    let terms = Terms { options: Default::default(), scenario: "four".into() };
    SimulationPlan { level, bots: vec!["random".into(), "staff".into()], ..SimulationPlan::new("tug", terms) }
}

fn tally(level: Level) -> SimulationTotals {
    let mut tally = SimulationTotals::default();
    for number in 0..20 {
        tally.add(&simulate(&toy::registry(), &plan(level), number).unwrap());
    }
    tally
}

#[test]
fn standing_orders_bring_hand_overs_down() {
    let [ask, default, keen] = [Level::Ask, Level::Default, Level::NeverAsk].map(tally);
    assert_eq!((ask.games, ask.answered, ask.menu_disagreements), (20, 0, 0));
    assert!(default.handovers < ask.handovers && keen.handovers < ask.handovers);
    // Three rounds of four pulls, each with an answer.
    assert_eq!((default.answered, default.turns), (20 * 12, 20 * 3));
    assert_eq!(default.sub_turns, [("pull".to_owned(), 20 * 12)].into());
    for tally in [&ask, &default, &keen] {
        assert_eq!(tally.asked.values().sum::<u64>(), tally.handovers, "each hand-over by its question");
        assert_eq!(tally.winners.values().sum::<u64>(), 20);
    }
    assert_eq!(default.victory_levels.values().sum::<u64>(), 20);
    assert_eq!(default.points.values().sum::<u64>(), 20);
    assert!(default.shortest <= default.longest);
}

#[test]
fn a_simulated_log_verifies_and_can_be_played_again() {
    let registry = toy::registry();
    let first = simulate(&registry, &plan(Level::NeverAsk), 3).unwrap();
    let again = simulate(&registry, &plan(Level::NeverAsk), 3).unwrap();
    assert_eq!(first.log, again.log);
    assert_ne!(first.log, simulate(&registry, &plan(Level::NeverAsk), 4).unwrap().log);
    let report = verify(&registry, &export(&first.log), &Against::default());
    assert_eq!(report.bad, None);
    assert_eq!(report.orders, first.orders);
}

#[test]
fn a_game_that_does_not_end_is_given_up() {
    let stalled = simulate(&toy::registry(), &SimulationPlan { most_orders: 5, ..plan(Level::Ask) }, 1);
    assert!(matches!(stalled, Err(GameError::Broken(_))));
}
