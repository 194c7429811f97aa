//! Retreat and advance after combat, capture, retreats that go on (§21.6 to §21.8, §30.0, §31.0).

use super::board::Board;
use super::book::Stop;
use super::resolver::Resolver;

impl Board<'_> {
    /// Whether an attacking brigade may retreat before the assaults (§30.1.1).
    pub fn back_off_waits(&self) -> bool {
        false
    }

    /// Whether a defending brigade or battery may withdraw (§30.1.2).
    pub fn withdrawal_waits(&self) -> bool {
        false
    }
}

impl Resolver<'_, '_> {
    /// Disorganization of those whose retreat goes on, and the end of a retreat that is out of all ranges (§21.6, §21.7).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn continue_retreats(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}
