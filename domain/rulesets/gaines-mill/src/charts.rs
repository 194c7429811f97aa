//! The player-aid card as charts for reading, each from its chapter.

use super::pack::Pack;
use super::{close, command, fire, movement, results, sequence, sharpshooters, strength, victory};
use domain_core::referee::Chart;

/// Every chart of the card.
pub fn charts(pack: &Pack) -> Vec<Chart> {
    vec![
        fire::chart(pack),
        close::chart(pack),
        sharpshooters::chart(pack),
        strength::chart(),
        results::chart(),
        movement::chart(),
        command::chart(),
        sequence::chart(pack),
        victory::chart(pack),
    ]
}
