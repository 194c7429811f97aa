//! What every ruleset of the registry owes the log, whatever its rules: games between house players come to an end, replay to the same
//! position, and verify.

use crate::python;
use domain::log::export_with;
use domain::referee::*;
use domain::rulesets::standard;

/// Longer games are played by the tests of their rulebook.
const MOST_TURNS: u32 = 20;

fn plans() -> Vec<SimulationPlan> {
    let registry = standard();
    let mut plans = Vec::new();
    for ruleset in registry.all() {
        let about = ruleset.about();
        for (scenario, level) in
            about.scenarios.iter().flat_map(|s| [Level::Ask, Level::Default, Level::NeverAsk].map(|level| (s, level)))
        {
            let terms = Terms { options: Default::default(), scenario: scenario.id.into() };
            let opened = ruleset.open(&terms).unwrap();
            if ruleset.board(Known::held(&*opened)).phase(Viewer::Everyone).turns > MOST_TURNS {
                continue;
            }
            let bots = ruleset.bots().iter().map(|b| b.id.to_owned()).collect();
            // On a large map menus are long.
            let menu_every = if ruleset.sheet().places.len() > 1_000 { 60 } else { 7 };
            plans.push(SimulationPlan { level, bots, menu_every, ..SimulationPlan::new(about.id, terms) });
        }
    }
    plans
}

#[test]
fn games_of_every_ruleset_verify_and_replay() {
    let registry = standard();
    for plan in plans() {
        let played = simulate(&registry, &plan, 1).unwrap_or_else(|e| panic!("{plan:?}: {e}"));
        assert_eq!(played.disagreements, Vec::<String>::new(), "{plan:?}");
        let file = export_with(&played.log, &played.entries);
        let report = verify(&registry, &file, &Against::default());
        assert_eq!(report.bad, None, "{plan:?}");
        assert_eq!((report.orders, report.judged), (played.orders, true));
        assert_eq!(
            python::run(&["-"], &file).1.split(',').next(),
            Some(format!("sound: {} records", report.records).as_str())
        );

        // Replay equals live, and a position written down is the position.
        let replayed = Game::replay_with(&registry, &played.log, &played.entries).unwrap();
        assert_eq!(replayed.head(), played.game.head());
        let live = played.game.position();
        assert!(replayed.position().same(live));
        assert!(played.game.ruleset().restore(&live.canonical()).unwrap().same(live));
        // Every record can be told to everybody.
        for viewer in [Viewer::Seat(SeatId(0)), Viewer::Seat(SeatId(1)), Viewer::Spectator, Viewer::Everyone] {
            assert_eq!(played.game.chronicle(&played.log, viewer).unwrap().len(), played.log.len());
        }
    }
}
