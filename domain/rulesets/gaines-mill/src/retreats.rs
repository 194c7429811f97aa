//! §7.6: retreats, forced and voluntary.

use super::units::UnitId;
use super::zones::Board;
use domain_core::board::HexId;

impl Board<'_> {
    /// §7.6 with ruling 28: the hexes one farther from the enemy that a unit may retreat to: on the map, free, over no
    /// unbridged river. Enemy zones are allowed and cost a step (§7.61).
    pub fn retreat_hexes(&self, unit: UnitId, enemy: HexId) -> Vec<HexId> {
        let Some(from) = self.state(unit).hex() else { return Vec::new() };
        let ground = &self.pack.ground;
        let far = ground.distance(from, enemy);
        ground
            .edges(ground.index(from))
            .map(|e| ground.cell(e.to).hex)
            .filter(|h| ground.distance(*h, enemy) == far + 1 && self.unit_in(*h).is_none())
            .collect()
    }
}
