//! §6.6 and ruling 18: coming to the map by the arrow hexes; §17.1: Slocum early.

use super::bars::Bar;
use super::ground::MP;
use super::movement::{Mover, Walked};
use super::position::{Phase, Place};
use super::units::{Arrival, UnitId};
use super::way::Way;
use super::zones::Board;

impl Board<'_> {
    /// Whether a unit off the map may enter now.
    pub fn may_enter(&self, unit: UnitId) -> Result<Mover, Bar> {
        self.may_act(unit)?;
        let (spec, state, at) = (self.spec(unit), self.state(unit), self.at);
        if state.place != Place::Away {
            return Err(Bar::AlreadyOn);
        }
        let special = at.phase == Phase::Special;
        let due = match spec.arrival {
            Arrival::Setup => false,
            // With its division, in this turn or any later one (ruling 18).
            Arrival::Activation => state.activated && !special,
            // Whether or not the division was chosen (ruling 19); early by agreement (§17.1).
            Arrival::Slocum => !special && (at.turn >= 3 || at.options.early_slocum),
            // In the Special Sequence, or held back until later (ruling 20). The cavalry comes early with Slocum (§17.1).
            Arrival::Special => {
                special || at.turn > at.options.special_after || (at.options.early_slocum && spec.arm.is_cavalry())
            }
        };
        if due { Ok(self.mover_from(unit, None)) } else { Err(Bar::NotEntering) }
    }

    /// What it costs to enter by an arrow hex: half a point where a road comes in, else the ground; in an enemy zone the
    /// full cost, and not at all where guns or sharpshooters cover it. A charge may enter any zone as its end (ruling 40).
    pub fn arrow_cost(&self, mover: &Mover, index: usize, charging: bool) -> Result<u16, Bar> {
        let cell = self.pack.ground.cell(index);
        if cell.entry != Some(mover.side) {
            return Err(Bar::NotArrow);
        }
        let zones = self.stopping_zones(mover, index);
        if let Some(other) = self.unit_at(index) {
            if self.side(other) != mover.side {
                return Err(Bar::EnemyThere);
            }
            if zones != 0 {
                return Err(Bar::ThroughZone);
            }
        }
        if !charging {
            self.barred_zones(mover, index)?;
        }
        let full = MP * (1 + u16::from(cell.forest));
        // A charge pays its last step in full, also where cavalry would ignore the zone (ruling 40).
        let cost = if cell.road_off && zones == 0 && !charging { 1 } else { full };
        if cost > mover.budget { Err(Bar::TooDear) } else { Ok(cost) }
    }

    /// The arrow hexes a unit may enter by, with what entering costs.
    pub fn arrow_starts(&self, mover: &Mover) -> impl Iterator<Item = (usize, u16)> + '_ {
        let mover = *mover;
        self.pack.ground.arrows(mover.side).filter_map(move |cell| {
            let index = self.pack.ground.index(cell.hex);
            Some((index, self.arrow_cost(&mover, index, false).ok()?))
        })
    }

    /// A move onto the map along a way that begins with an arrow hex.
    pub fn check_enter(&self, unit: UnitId, way: &Way) -> Result<Walked, Bar> {
        let mover = self.may_enter(unit)?;
        self.not_bound_to_charge(unit)?;
        let spent = self.arrow_cost(&mover, self.index_of(way.start())?, false)?;
        let walked = self.walk(&mover, way.hexes(), spent)?;
        self.may_end(walked.end)?;
        Ok(walked)
    }
}
