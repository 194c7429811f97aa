//! Chapter 15: the last turn is played at dusk, by the Confederates only.

use super::book::Rules;
use super::position::Phase;
use super::zones::Board;
use domain_core::kit::{PhaseQuestion, RuleBreak};

const NO_FIRE_AT_DUSK: RuleBreak =
    RuleBreak::new(&["15.0", "It is dusk: no fire at a distance.", "Only guns act now, against adjacent enemies."]);

/// The Fire Phase at dusk (§15.0).
pub const DUSK_FIRE: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "fire",
    section: "15.0",
    open: |board| board.at.acting_in(Phase::Fire).filter(|_| board.is_dusk()),
    asks: |_| "Fight with guns next to the enemy.".to_owned(),
};

/// The second Close Combat Phase of the last turn (§15.0).
pub const SECOND_CLOSE: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "close",
    section: "15.0",
    open: |board| board.at.acting_in(Phase::SecondClose),
    asks: |_| "Attack once more before dark, or say done.".to_owned(),
};

impl Board<'_> {
    /// Whether this is a dusk turn (§15.0).
    pub fn is_dusk(&self) -> bool {
        self.at.turn > 0 && self.pack.tables.turns.get(usize::from(self.at.turn) - 1).is_some_and(|t| t.dusk)
    }

    /// §15.0: no fire at a distance at dusk, sharpshooters included (ruling 45).
    pub fn not_dusk(&self) -> Result<(), RuleBreak> {
        if self.is_dusk() { Err(NO_FIRE_AT_DUSK) } else { Ok(()) }
    }
}
