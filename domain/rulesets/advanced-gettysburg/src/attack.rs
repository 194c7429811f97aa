//! Naming, advance, exposure of flanks (§21.0, §22.0, §23.0).

use super::board::Board;
use super::chain::LineMarker;
use super::facts::AttackEnd;
use super::ground::Half;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::referee::Line;

impl Board<'_> {
    /// §23.2, ruling 61: whether a firer in a hex stands in the flank field of a marker: within thirty degrees of an open side, and no brigade or battery of the
    /// marker's own army in that flank hex.
    pub fn in_flank_field(&self, unit: UnitId, marker: &LineMarker, from: usize) -> bool {
        let side = self.side(unit);
        let open = [(marker.left, marker.open_left), (marker.right, marker.open_right)];
        let covered =
            |out: Facing| self.pack.ground.atlas.ahead(marker.hex, out).is_some_and(|hex| self.held_by(side, hex));
        let lies = |out: Facing| self.pack.ground.lies_within(marker.hex, out, Half::Thirty, from);
        open.into_iter().any(|(out, open)| open && lies(out) && !covered(out))
    }

    /// §23.4: whether a marker there would expose a flank to any enemy that has the hex in range.
    pub fn exposes(&self, unit: UnitId, marker: &LineMarker) -> bool {
        let side = self.side(unit);
        if !self.in_enemy_range(side, marker.hex) {
            return false;
        }
        self.of(side.other()).any(|enemy| {
            let fields = self.fields(enemy);
            let fires = |f: &super::ranges::Fires| {
                self.in_flank_field(unit, marker, f.from) && self.covers(f, side.other(), marker.hex)
            };
            fields.iter().any(fires)
        })
    }
}

impl Teller<'_> {
    /// Brigades named to attack.
    pub fn named(&self, units: &[UnitId]) -> Option<Line> {
        self.note(format!("Named to attack: {}.", self.names(units)), "22.0")
    }

    /// The end of an attack.
    pub fn attack_ended(&self, unit: UnitId, why: AttackEnd) -> Option<Line> {
        let why = match why {
            AttackEnd::Lapsed => "it has come no nearer",
            AttackEnd::Night => "night begins",
            AttackEnd::Ordered => "by order",
            AttackEnd::Spent => "its experience is spent",
        };
        self.note(format!("The attack of {} is over: {why}.", self.name(unit)), "22.0")
    }
}
