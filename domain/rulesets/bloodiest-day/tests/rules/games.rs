//! Whole games end soundly.

use crate::shared::games::play;
use bloodiest_day::{BloodiestDay, Phase, Place};

#[test]
fn random_games_end_soundly() {
    for seed in 0..60 {
        let (position, orders) = play::<BloodiestDay>(seed, ["random", "random"]);
        assert_eq!(position.phase, Phase::Over);
        assert!(orders > 30 && position.turn == 7);
    }
}

#[test]
fn staff_games_end_soundly() {
    for seed in 0..6 {
        let (position, _) = play::<BloodiestDay>(seed, ["staff", "staff"]);
        assert!(position.units.iter().any(|u| u.place == Place::Lost));
    }
}
