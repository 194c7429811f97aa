//! Whether a position could be one of this game at all: every index within the pack, every hex on the map. For positions that come from
//! outside; those of the rules are whole by themselves.

use super::pack::Pack;
use super::position::{Pending, Place, Position};
use super::units::UnitId;
use domain_core::board::HexId;

/// More procedures than ever wait on one another.
const MOST_PENDING: usize = 100;

/// Says what is out of range.
///
/// # Errors
/// A sentence about the first thing that is.
pub fn whole(pack: &Pack, at: &Position) -> Result<(), String> {
    if at.units.len() != pack.units.len() {
        return Err(format!("there are {} units, not {}", at.units.len(), pack.units.len()));
    }
    let hex = |hex: HexId| match pack.ground.grid.contains(hex) {
        true => Ok(()),
        false => Err(format!("hex {hex} is off the map")),
    };
    let unit = |unit: UnitId| match unit.index() < pack.units.len() {
        true => Ok(()),
        false => Err(format!("there is no unit {}", unit.0)),
    };
    let range = |what: &str, n: u8, most: u8| match n <= most {
        true => Ok(()),
        false => Err(format!("{what} is {n}, and at most {most}")),
    };
    for (state, spec) in at.units.iter().zip(&pack.units) {
        range(&format!("the steps of {}", spec.name), state.steps, 5)?;
        if let Place::At(place) = state.place {
            hex(place)?;
            if at.units.iter().filter(|u| u.place == state.place).count() > 1 {
                return Err(format!("two units are in {place}"));
            }
            if state.steps == 0 {
                return Err(format!("{} is on the map without a step", spec.name));
            }
        }
        state.charging.map_or(Ok(()), unit)?;
    }
    range("the turn", at.turn, pack.tables.last_turn())?;
    range("the space of the CCRM marker", at.ccrm, 6)?;
    if !(2..=4).contains(&at.options.special_after) {
        return Err("the Special Sequence comes after turn 2, 3 or 4".into());
    }
    if at.pending.len() > MOST_PENDING {
        return Err(format!("{} procedures wait", at.pending.len()));
    }
    for pending in &at.pending {
        match pending {
            Pending::Combat(combat) => {
                hex(combat.base)?;
                hex(combat.ground)?;
                unit(combat.attacker)?;
                unit(combat.defender)?;
                if pack.unit(combat.attacker).side == pack.unit(combat.defender).side {
                    return Err("a unit attacks its own side".into());
                }
                let effects = &combat.effects;
                for n in [effects.ac, effects.ar, effects.dc, effects.dr, combat.retreats] {
                    range("the result of an attack", n, 9)?;
                }
            }
            Pending::Coordination { first, second } => {
                for die in first.iter().chain(second.iter().flatten()) {
                    if !(1..=6).contains(die) {
                        return Err(format!("no die shows {die}"));
                    }
                }
            }
        }
    }
    Ok(())
}
