//! A game between house players, written down as players at a table do.
//!
//! `cargo run -p domain --example written -- RULESET SEED` prints it; its headers are for a hand to fill in.

use domain::referee::{SimulationPlan, Terms, simulate, written_down};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (ruleset, seed) = (arguments.next(), arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1));
    let registry = domain::rulesets::standard();
    let Some(rules) = ruleset.and_then(|id| registry.get(&id)) else {
        eprintln!("which ruleset?");
        return;
    };
    let about = rules.about();
    let scenario = about.scenarios.first().map_or("", |s| s.id).to_owned();
    let plan = SimulationPlan {
        bots: vec!["staff".into()],
        seed,
        menu_every: 0,
        ..SimulationPlan::new(about.id, Terms { options: Default::default(), scenario })
    };
    match simulate(&registry, &plan, 0) {
        Ok(played) => print!("{}", written_down(&played.game, &played.log)),
        Err(error) => eprintln!("{error}"),
    }
}
