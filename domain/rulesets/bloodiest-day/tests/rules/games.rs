//! Whole games end soundly.

use crate::shared::games::play;
use bloodiest_day::{BloodiestDay, Phase, Place};
use std::ops::Range;

fn random_games(seeds: Range<u64>) {
    for seed in seeds {
        let (position, orders) = play::<BloodiestDay>(seed, ["random", "random"]);
        assert_eq!(position.phase, Phase::Over);
        assert!(orders > 30 && position.turn == 7);
    }
}

// In two halves, so that two cores share them.
#[test]
fn random_games_end_soundly() {
    random_games(0..30);
}

#[test]
fn thirty_more_random_games_end_soundly() {
    random_games(30..60);
}

#[test]
fn staff_games_end_soundly() {
    for seed in 0..6 {
        let (position, _) = play::<BloodiestDay>(seed, ["staff", "staff"]);
        assert!(position.units.iter().any(|u| u.place == Place::Lost));
    }
}
