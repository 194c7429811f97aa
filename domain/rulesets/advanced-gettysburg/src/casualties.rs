//! Casualties, disorganization, even losses, commanders' survival (§32.0, §33.1, §33.3).

use super::book::Stop;
use super::resolver::Resolver;

impl Resolver<'_, '_> {
    /// Rolls for commanders in hexes that came under combat fire (§32.1).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn roll_survival(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}
