//! Commanders on the way of a marker (§17.1.8): of the ways that cost it least it takes one by which it meets one. Woods that it comes into (ruling 67).

use super::activity::{Press, state};
use super::attack::Moved;
use super::board::Board;
use super::chain::{LineMarker, Link};
use super::tables::Halves;
use super::units::UnitId;
use super::ways::trail;
use domain_core::board::{Facing, Reach};

impl Board<'_> {
    /// Ruling 67: of the hexes that a brigade fired from those from which it has not fired any more when its markers, in their order, lie in these: where none has
    /// stayed that lay there.
    pub fn silent_after(&self, unit: UnitId, after: &[Link]) -> Vec<u16> {
        let (Some((now, _)), before) = (self.brigade(unit).filter(|_| self.since(5)), self.chain(unit)) else {
            return Vec::new();
        };
        let same = before.len() == after.len();
        let stays = |hex: &u16| same && before.iter().zip(after).any(|(from, to)| from.hex == *hex && to.hex == *hex);
        now.fired_from.iter().copied().filter(|hex| !stays(hex)).collect()
    }

    /// The hexes that a marker enters on a way which costs no more than the cheapest and leads over an enemy commander who stands alone; `None` where there is
    /// none, or the cheapest way meets one already. `others` are those of its brigade that have moved before it.
    pub fn way_over_commander(
        &self,
        unit: UnitId,
        (from, to): (&LineMarker, &LineMarker),
        (press, others): (Press, Moved<'_>),
        reach: &Reach,
        (cost, entered): (Halves, &[usize]),
    ) -> Option<Vec<usize>> {
        let enemy = self.side(unit).other();
        let atlas = &self.pack.ground.atlas;
        let alone = |hex: &usize| self.pack.ground.is_hex(*hex) && !self.held_by(enemy, *hex);
        let met: Vec<usize> = self
            .of(enemy)
            .filter(|u| self.spec(*u).commander().is_some())
            .filter_map(|u| self.at.place(u))
            .filter(alone)
            .collect();
        if !self.since(3) || met.iter().any(|hex| entered.contains(hex)) {
            return None;
        }
        // §20.3.5, §23.4: what hides and covers the marker no more is the hex that it came from, and those that others left before it.
        let left = |met: usize| if self.since(6) { others.left.to_vec() } else { vec![met] };
        let steps = entered.len() as u32;
        let near = |hex: &usize| {
            let far = |place| atlas.distance(place, *hex).unwrap_or(u32::MAX);
            far(from.hex).saturating_add(far(to.hex)) <= steps
        };
        met.into_iter().filter(near).find_map(|hex| {
            Facing::corners().find_map(|facing| {
                let first = reach.cost(state(hex, facing))? as Halves;
                let budget = cost.checked_sub(first)?;
                let marker = LineMarker::moving(hex, from.sp, facing);
                let mut onward = Reach::over(atlas.len() * Facing::COUNT);
                let left = left(hex);
                let moved = Moved { come: others.come, left: &left, shows: false };
                self.search_line(unit, (&marker, moved), (press, false), budget, &mut onward);
                let (rest, behind) = self.arrives(unit, &onward, (to, &left))?;
                let mut way = trail(reach, state(hex, facing), |state| state / Facing::COUNT);
                way.extend(behind);
                (rest == budget).then_some(way)
            })
        })
    }
}
