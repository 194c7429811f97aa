//! Artillery fire: guns, targets, heavy fire, counter-battery, ammunition (§29.0).

use super::board::Board;
use super::book::Stop;
use super::resolver::Resolver;

impl Board<'_> {
    /// Whether a battery of the phasing side has a target.
    pub fn artillery_waits(&self) -> bool {
        false
    }
}

impl Resolver<'_, '_> {
    /// What the Artillery Fire Phase leaves behind when it ends: losses taken after the phase (§33.3.4).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn artillery_over(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}
