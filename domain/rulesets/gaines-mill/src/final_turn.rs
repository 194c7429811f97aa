//! Chapter 15: the last turn is played at dusk, by the Confederates only.

use super::bars::Bar;
use super::zones::Board;

impl Board<'_> {
    /// Whether this is a dusk turn (§15.0).
    pub fn is_dusk(&self) -> bool {
        self.at.turn > 0 && self.pack.tables.turns.get(usize::from(self.at.turn) - 1).is_some_and(|t| t.dusk)
    }

    /// §15.0: no fire at a distance at dusk, sharpshooters included (ruling 45).
    pub fn not_dusk(&self) -> Result<(), Bar> {
        if self.is_dusk() { Err(Bar::DuskFire) } else { Ok(()) }
    }
}
