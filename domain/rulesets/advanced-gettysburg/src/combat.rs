//! Combat fire: hasty lines, targets, flank moves, matching, resolution, return fire (§23.0, §24.0, §27.0).

use super::board::Board;
use super::book::Stop;
use super::resolver::Resolver;

impl Board<'_> {
    /// Whether the defender has a choice in forming his hasty lines (§24.6, ruling 46).
    pub fn hasty_waits(&self) -> bool {
        false
    }

    /// Whether a marker or battery of the phasing side may fire at a hex beside it, return fire too.
    pub fn targets_wait(&self) -> bool {
        false
    }

    /// Whether a marker of the defender may step into a flank hex (§24.4.3).
    pub fn flank_moves_wait(&self) -> bool {
        false
    }

    /// Whether the defender has a choice in his fire (§24.2).
    pub fn fire_waits(&self) -> bool {
        false
    }
}

impl Resolver<'_, '_> {
    /// Brigades at rest beside attackers are gone, columns form line (§24.6, rulings 46 and 54).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn form_hasty_lines(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    /// All fire once it is distributed (§24.2, steps 3 and 4), and what the phase leaves behind.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn combat_fire_over(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}
