//! Reinforcements: when and how they come, strength that joins later (§16.1, §34.0).

use super::board::Board;
use super::book::Stop;
use super::chain::Link;
use super::facts::Fact;
use super::names::{UMPIRE, read_hex};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::counted;
use domain_core::referee::{Line, Refusal, Side};

impl Resolver<'_, '_> {
    /// Strength that joins or leaves brigades of the phasing side this turn (Orders of Appearance, ruling 62).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn join_strength(&mut self) -> Result<(), Stop> {
        Ok(())
    }
}

/// An umpire's `hold U26 union`.
pub fn umpire_hold(board: &Board<'_>, rest: &[&str]) -> Result<Vec<Fact>, Refusal> {
    let [hex, side] = rest else { return Err(UMPIRE.unreadable("Which hex, and whose?")) };
    let (hex, side) = (read_hex(board.pack, hex)?, UMPIRE.side(side)?);
    match board.pack.ground.prizes.iter().position(|p| p.hex == hex) {
        Some(prize) => Ok(vec![Fact::Held { prize: prize as u8, side }]),
        None => Err(UMPIRE.unreadable("That hex does not count for victory.")),
    }
}

impl Teller<'_> {
    /// A hex that counts, and who holds it now.
    pub fn held(&self, prize: u8, side: Side) -> Option<Line> {
        let prize = self.pack.ground.prizes.get(usize::from(prize))?;
        self.changed(format!("The {side} side holds {}.", prize.name), "37.0", prize.hex as u16)
    }

    /// Strength that joins or leaves.
    pub fn joined(&self, unit: UnitId, joined: i8, chain: &[Link]) -> Option<Line> {
        let name = self.name(unit);
        let strength = counted(i32::from(joined).abs(), "strength point");
        let text = match joined < 0 {
            true => format!("{strength} leave {name}."),
            false => format!("{strength} join {name}."),
        };
        match chain.first() {
            Some(first) => self.changed(text, "34.1", first.hex),
            None => self.note(text, "34.1"),
        }
    }
}
