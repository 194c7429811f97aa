//! Whole games end soundly.

use crate::shared::games::play;
use gaines_mill::{Act, GainesMill, Phase};

#[test]
fn two_hundred_random_games_end_soundly() {
    for seed in 0..200 {
        let (position, _) = play::<GainesMill>(seed, ["random", "random"]);
        assert_eq!(position.phase, Phase::Over);
        assert!(position.units.iter().any(|u| u.act != Act::None || u.steps == 0));
    }
}
