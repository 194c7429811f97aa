//! Night turns (§35.0).

use super::book::Stop;
use super::resolver::Resolver;

impl Resolver<'_, '_> {
    /// Attacks end when night begins (ruling 86).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn night_begins(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}
