//! Assaults and defender's assaults (§25.0, §26.0, §28.0).

use super::board::Board;
use super::book::Stop;
use super::resolver::Resolver;

impl Board<'_> {
    /// Whether a brigade of the phasing side may assault.
    pub fn assault_waits(&self) -> bool {
        false
    }
}

impl Resolver<'_, '_> {
    /// What the Assault Phase leaves behind when it ends.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn assaults_over(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}
