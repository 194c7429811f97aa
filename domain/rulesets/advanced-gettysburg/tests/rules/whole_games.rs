//! Whole games of house players through the referee's own `Game`: they end, and no menu promises what the rules refuse.

use advanced_gettysburg::any_ruleset;
use domain_core::referee::{Registry, SimulationPlan, SimulationTotals, Terms, simulate};

/// What so many games of a scenario came to, every so many menus held against the rules.
fn played(scenario: &str, bots: [&str; 2], games: u64, menu_every: u64) -> SimulationTotals {
    let registry = Registry::new(vec![any_ruleset()]);
    let terms = Terms { options: Default::default(), scenario: scenario.into() };
    let bots = bots.map(str::to_owned).to_vec();
    let plan = SimulationPlan { bots, menu_every, ..SimulationPlan::new("advanced-gettysburg", terms) };
    let mut totals = SimulationTotals::default();
    for number in 0..games {
        let game = simulate(&registry, &plan, number).unwrap_or_else(|e| panic!("{scenario} {number}: {e}"));
        totals.add(&game);
    }
    println!("{}", serde_json::to_string_pretty(&totals).expect("totals are plain"));
    totals
}

/// As many as the environment asks for; a few where it asks for none.
fn many(few: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

#[test]
fn random_mornings_end_through_the_referee() {
    let totals = played("morning", ["random", "random"], many(3), 40);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}

#[test]
fn random_first_days_end_through_the_referee() {
    let totals = played("first-day", ["random", "random"], many(2), 150);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}

#[test]
fn staff_mornings_end_through_the_referee() {
    let totals = played("morning", ["staff", "staff"], many(2), 150);
    assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]));
}
