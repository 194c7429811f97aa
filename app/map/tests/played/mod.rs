//! A game played between house players, to draw positions from.

use domain::log::Record;

use domain::referee::{AnyRuleset, Game, Mark, Registry, SimulationPlan, Terms, View, Viewer, simulate};

/// What the map is drawn from at one moment of a game.
pub struct Moment {
    /// The position, as everybody may see it.
    pub view: View,
    /// What the last records before it left on the map.
    pub marks: Vec<Mark>,
}

/// Plays a game of a ruleset with its last house player and stops at some points of it, given in hundredths of its length.
pub fn moments(registry: &Registry, ruleset: &dyn AnyRuleset, at: &[usize]) -> Vec<Moment> {
    let about = ruleset.about();
    let scenario = about.scenarios.first().expect("every ruleset has a scenario");
    let options = scenario.options.iter().filter_map(|o| Some((o.key.to_owned(), o.values.first()?.0.to_owned())));
    let terms = Terms { scenario: scenario.id.to_owned(), options: options.collect() };
    let mut plan = SimulationPlan::new(about.id, terms);
    plan.bots = ruleset.bots().last().map(|b| b.id.to_owned()).into_iter().collect();
    plan.menu_every = 0;
    let played = simulate(registry, &plan, 1).expect("house players play to the end");
    let moment = |hundredths: usize| {
        let end = (played.log.len() * hundredths / 100).clamp(1, played.log.len());
        let log: &[Record] = &played.log[..end];
        let entries: Vec<_> = played.entries.iter().filter(|e| e.is_under(end as u64)).cloned().collect();
        let game = Game::replay_with(registry, log, &entries).expect("the log replays");
        let told = game.chronicle(&log[end.saturating_sub(14)..], Viewer::Everyone).expect("the log can be told");
        let marks = told.into_iter().flat_map(|e| e.lines).flat_map(|l| l.marks).collect();
        Moment { view: game.view(Viewer::Everyone), marks }
    };
    at.iter().map(|h| moment(*h)).collect()
}
