//! What a ruleset says before there is a position: its card, its map, the questions that may be answered in advance.

use super::standing::{Notation, StandingCondition, StandingOffer};
use super::{About, Bot};
use crate::board::Sheet;

/// The part of the contract that needs no position and no types of the ruleset's own.
pub trait Card: Send + Sync + 'static {
    /// The ruleset's card.
    fn about(&self) -> &About;

    /// The map as something to draw.
    fn sheet(&self) -> &Sheet;

    /// The questions that may be answered in advance.
    fn standing_offers(&self) -> Vec<StandingOffer>;

    /// The circumstances that conditions of standing orders may ask for. Each offer names those that it knows.
    fn standing_conditions(&self) -> Vec<StandingCondition> {
        Vec::new()
    }

    /// The house players on offer; `random` and `staff` at least.
    fn bots(&self) -> Vec<Bot>;

    /// Everything that may be written in standing orders.
    fn standing_notation(&self) -> Notation {
        Notation { offers: self.standing_offers(), conditions: self.standing_conditions() }
    }
}
