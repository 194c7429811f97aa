//! Whole games end soundly.

use crate::shared::games::play;
use gaines_mill::{Act, GainesMill, Phase};
use std::ops::Range;

fn random_games(seeds: Range<u64>) {
    for seed in seeds {
        let (position, _) = play::<GainesMill>(seed, ["random", "random"]);
        assert_eq!(position.phase, Phase::Over);
        assert!(position.units.iter().any(|u| u.act != Act::None || u.steps == 0));
    }
}

// In two halves, so that two cores share them.
#[test]
fn a_hundred_random_games_end_soundly() {
    random_games(0..100);
}

#[test]
fn a_hundred_more_random_games_end_soundly() {
    random_games(100..200);
}
