//! Delayed columns that come on beside their road, over the edge of the map (§34.3.5 to §34.3.8).

use super::activity::{Barred, TOO_DEAR, fronts};
use super::attack::Moved;
use super::board::Board;
use super::chain::{LineMarker, Link, column_strengths};
use super::facts::Maneuver;
use super::position::{Door, Place};
use super::tables::{Activity, Halves, Mover};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::RuleBreak;

const NOT_WHOLE: RuleBreak = RuleBreak::new(&[
    "34.3",
    "{unit} would lie on both sides of the edge of the map.",
    "A column that comes on beside its road comes on whole: march it so far that its last marker is on the map.",
]);

const BEHIND_THERE: RuleBreak = RuleBreak::new(&[
    "34.1",
    "{unit} would come on too close behind a column that came on there.",
    "Each marker of those that enter by a hex in one turn spends at least one activity point less than the one before it: march less far, or come on by another hex.",
]);

/// The farthest from its entry hex that a brigade comes on (§34.3.8).
const FARTHEST: u32 = 6;

impl Board<'_> {
    /// §34.3.5, §34.3.8: the hexes at the edge of the map beside the road of a delayed counter: within two of its entry hex for each turn of delay, six at most;
    /// none where the enemy stands.
    fn beside(&self, unit: UnitId) -> Vec<usize> {
        let (side, ground) = (self.side(unit), &self.pack.ground);
        let waits = self.at.unit(unit).place == Place::Waiting;
        let far = (2 * u32::from(self.delay(unit))).min(FARTHEST);
        let Some((_, entry)) = self.arrival(unit).filter(|_| waits && far > 0) else { return Vec::new() };
        let edge = |hex: &usize| Facing::sides().any(|side| ground.atlas.ahead(*hex, side).is_none());
        let beside = ground.atlas.range(entry.hex, far).filter(|hex| ground.is_hex(*hex) && *hex != entry.hex);
        beside.filter(edge).filter(|hex| !self.held_by(side.other(), *hex)).collect()
    }

    /// The hexes at the edge of the map by which a delayed column may come on beside its road, out of enemy range. Its commander, who is with the lead marker, comes
    /// on there (§34.3.7).
    pub fn edges(&self, unit: UnitId) -> Vec<usize> {
        let column = self.since(4) && self.spec(unit).brigade().is_some();
        let mut edges = if column { self.beside(unit) } else { Vec::new() };
        edges.retain(|hex| !self.in_enemy_range(self.side(unit), *hex));
        edges
    }

    /// §34.1.10, §34.3.1, §34.3.5: the same of a delayed commander, whatever has them in range: his entrance is as wide as that of others.
    pub(super) fn edges_of_commander(&self, unit: UnitId) -> Vec<usize> {
        let commander = self.since(7) && self.spec(unit).commander().is_some();
        if commander { self.beside(unit) } else { Vec::new() }
    }

    /// §34.3.3, §34.3.5: whether a delayed brigade has an entrance, be its road closed: the hex of that, or one beside it, which no enemy brigade has in range or stands
    /// beside. It comes on there in line, by one that no battery has in range either in column too.
    pub(super) fn has_entrance(&self, unit: UnitId) -> bool {
        let side = self.side(unit);
        if !self.since(7) || self.delay(unit) == 0 {
            return false;
        }
        let road = self.arrival(unit).map(|(_, entry)| entry.hex).filter(|hex| !self.held_by(side.other(), *hex));
        let mut hexes = self.beside(unit).into_iter().chain(road);
        hexes.any(|hex| !self.in_brigade_range(side, hex) && !self.beside_enemy_of(side, hex))
    }

    /// The hex at the edge by which a way leads onto the map beside the road.
    pub fn edge_of(&self, unit: UnitId, way: &[usize]) -> Option<usize> {
        let first = way.first().copied().filter(|_| self.chain(unit).is_empty())?;
        self.edges(unit).contains(&first).then_some(first)
    }

    /// The hex by which a way leads onto the map, where that is not the one of its road: for words, and cheaper than whether it may.
    pub fn beside_road(&self, unit: UnitId, way: &[usize]) -> Option<usize> {
        let first = way.first().copied().filter(|_| self.at.unit(unit).place == Place::Waiting)?;
        self.arrival(unit).filter(|(_, entry)| entry.hex != first).map(|_| first)
    }

    /// A column that is about to come on over the edge: its markers on the road beyond the map, and inwards.
    pub fn column_beyond(&self, unit: UnitId, edge: usize) -> Option<(Vec<Link>, Facing)> {
        let (_, entry) = self.arrival(unit)?;
        let strengths = column_strengths(self.spec(unit), self.strength_entering(unit));
        let chain = strengths.into_iter().map(|sp| Link::new(entry.off, sp)).collect();
        let atlas = &self.pack.ground.atlas;
        let inwards =
            |side: &Facing| atlas.ahead(edge, side.opposite()).is_none() && atlas.ahead(edge, *side).is_some();
        Some((chain, Facing::sides().find(inwards)?))
    }

    /// What its road lets in after a column has marched, and the hex beside it by which that came on in this turn (§34.1.6).
    pub fn doors_after(&self, unit: UnitId, maneuver: &Maneuver) -> Vec<Door> {
        self.door_after(unit, maneuver).into_iter().chain(self.edge_after(unit, maneuver)).collect()
    }

    /// §34.1.6: a hex beside the road is an entrance like it: it lets in a point less than the last marker spent that came on there, in one order or in several.
    fn edge_after(&self, unit: UnitId, maneuver: &Maneuver) -> Option<Door> {
        let way: Vec<usize> = maneuver.way.iter().skip(1).map(|p| usize::from(*p)).collect();
        let goes_on = || {
            let now = self.spent_at_rear(unit).saturating_sub(2);
            let last = |d: &&Door| d.last == Some(unit) && (self.since(8) || d.left == now);
            let mut doors = self.at.doors.iter().filter(last).map(|d| usize::from(d.off));
            doors.find(|off| self.pack.ground.is_hex(*off))
        };
        let edge = self.edge_of(unit, &way).or_else(goes_on).filter(|_| self.since(7))?;
        let left = self.left_behind(unit, edge, maneuver.paid.last().copied().unwrap_or(0));
        Some(Door { last: Some(unit), left, off: edge as u16, ..Door::default() })
    }

    /// §34.1.6: whether a column that comes on beside its road, by a hex at the edge, does so whole (§34.3.5), behind those that came on there in this
    /// turn; gives the level
    /// of all that come on by that road (§34.1.7).
    ///
    /// # Errors
    /// It does not.
    pub fn check_beside_door(
        &self,
        unit: UnitId,
        edge: usize,
        moved: &[Link],
        paid: &[Halves],
    ) -> Result<u8, RuleBreak> {
        if moved.iter().any(|l| !self.pack.ground.is_hex(l.at())) {
            return Err(NOT_WHOLE);
        }
        let first = paid.first().copied().unwrap_or(0);
        if self.since(7) && self.door(edge).is_some_and(|d| first > d.left) {
            return Err(BEHIND_THERE);
        }
        if self.keeps_gap(unit) {
            self.check_gap(unit, moved)?;
        }
        let spent = paid.iter().copied().max().unwrap_or(0);
        if self.level_of_guns(unit).is_some_and(|most| spent > most) {
            return Err(TOO_DEAR);
        }
        let door = self.arrival(unit).and_then(|(_, entry)| self.door(entry.off));
        Ok(door.map_or(0, |d| d.pace))
    }

    /// §11.4, §11.7, §23.4: whether a line comes on over the edge with no flank to be seen: its markers go by themselves, as straight ones, from one flank
    /// on, so that who has come covers who follows. Before revision 8 it was looked at as it lies then.
    pub(super) fn comes_unexposed(&self, unit: UnitId, line: &[LineMarker]) -> bool {
        if !self.since(8) {
            return !line.iter().any(|m| self.exposes(unit, m));
        }
        let hexes: Vec<usize> = line.iter().map(|m| m.hex).collect();
        let hidden = |n: usize, right: bool| {
            let come = if right { &hexes[n + 1..] } else { &hexes[..n] };
            let others = Moved { come, ..Moved::default() };
            let straight = |front| LineMarker::moving(line[n].hex, line[n].sp, front);
            fronts(&line[n]).any(|front| !self.exposes_among(unit, &straight(front), others))
        };
        [true, false].into_iter().any(|right| (0..line.len()).all(|n| hidden(n, right)))
    }

    /// What the first hex costs there, which no road leads into.
    pub fn edge_cost(&self) -> Halves {
        self.pack.tables.cost(Activity::OffRoad).of(Mover::Column).unwrap_or(3)
    }

    /// The ways of a delayed column that the menu lists beside its road: by each hex at the edge the cheapest one on which its last marker is on the map. Others
    /// are written.
    pub fn edge_ways(&self, unit: UnitId) -> Vec<Vec<usize>> {
        let edges = if self.chain(unit).is_empty() { self.edges(unit) } else { Vec::new() };
        let side = self.side(unit);
        let rim = |hex: usize| Facing::sides().any(|side| self.pack.ground.atlas.ahead(hex, side).is_none());
        let mut found = Vec::new();
        for edge in edges {
            let Some((chain, _)) = self.column_beyond(unit, edge) else { continue };
            let mut ways: Vec<(Halves, Vec<usize>)> = vec![(self.edge_cost(), vec![edge])];
            for _ in 1..chain.len() {
                let longer = |(spent, way): &(Halves, Vec<usize>)| {
                    let at = *way.last()?;
                    let around = self.pack.ground.atlas.around(at).map(|(_, to)| to);
                    let open =
                        around.filter(|to| !way.contains(to) && self.check_enter(side, at, *to, Barred::Any).is_ok());
                    let longer = open.map(|to| {
                        let cost = spent.saturating_add(self.step_cost(unit, Mover::Column, at, to));
                        (cost, way.iter().copied().chain([to]).collect::<Vec<usize>>())
                    });
                    // Straight in: away from the edge of the map and from where it came on.
                    let far = |way: &[usize]| way.last().and_then(|to| self.pack.ground.atlas.distance(edge, *to));
                    longer.min_by_key(|(cost, way)| {
                        (way.last().is_some_and(|to| rim(*to)), std::cmp::Reverse(far(way)), *cost)
                    })
                };
                ways = ways.iter().filter_map(longer).collect();
            }
            found.extend(ways.into_iter().map(|(_, way)| way));
        }
        found
    }
}
