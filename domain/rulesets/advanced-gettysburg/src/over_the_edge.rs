//! Delayed columns and batteries that come on beside their road, over the edge of the map (§34.3.5 to §34.3.8).

use super::activity::{Barred, TOO_DEAR, fronts};
use super::attack::Moved;
use super::board::Board;
use super::chain::{LineMarker, Link, column_strengths};
use super::facts::{BatteryMove, Maneuver};
use super::ground::BESIDE_ENTRY;
use super::position::{Door, Place};
use super::tables::{Halves, Mover};
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

impl Board<'_> {
    /// §34.3.5, §34.3.8: the hexes at the edge of the map beside the road of a delayed counter: within two of its entry hex for each turn of delay, six at most;
    /// none where the enemy stands.
    fn beside(&self, unit: UnitId) -> Vec<usize> {
        let (side, ground) = (self.side(unit), &self.pack.ground);
        let waits = self.at.unit(unit).place == Place::Waiting;
        let far = (2 * u32::from(self.delay(unit))).min(BESIDE_ENTRY);
        let Some((_, entry)) = self.arrival(unit).filter(|_| waits && far > 0) else { return Vec::new() };
        let edge = |hex: &usize| Facing::sides().any(|side| ground.atlas.ahead(*hex, side).is_none());
        let beside = ground.atlas.range(entry.hex, far).filter(|hex| ground.is_hex(*hex) && *hex != entry.hex);
        beside.filter(edge).filter(|hex| !self.held_by(side.other(), *hex)).collect()
    }

    /// The hexes at the edge of the map by which a delayed column may come on beside its road, out of enemy range, or a battery, out of that of brigades (§22.2).
    /// The commander of a brigade, who is with the lead marker, comes on there (§34.3.7).
    pub fn edges(&self, unit: UnitId) -> Vec<usize> {
        let (side, guns) = (self.side(unit), self.spec(unit).battery().is_some());
        let column = self.since(4) && self.spec(unit).brigade().is_some();
        let mut edges = if column || (guns && self.since(8)) { self.beside(unit) } else { Vec::new() };
        let shut = |hex: usize| if guns { self.in_brigade_range(side, hex) } else { self.in_enemy_range(side, hex) };
        edges.retain(|hex| !shut(*hex));
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

    /// The hex by which a brigade of which a part lies beyond the map has come on: that of a road, or one beside it.
    pub(super) fn entrance_of(&self, chain: &[Link]) -> Option<usize> {
        let is_on = |l: &&Link| self.pack.ground.is_hex(l.at());
        let beyond = chain.iter().position(|l| !is_on(&l))?;
        let on = chain[..beyond].last().or_else(|| chain.iter().find(is_on));
        on.map(|l| l.at())
    }

    /// §34.3.5: the hex at the edge beside its road behind which a brigade waits with its rear.
    pub(super) fn waits_beside(&self, unit: UnitId) -> Option<usize> {
        let off = self.comes_from(unit)?;
        let road = self.pack.ground.entries.iter().find(|e| e.off == off).map(|e| e.hex);
        self.entrance_of(self.chain(unit)).filter(|hex| Some(*hex) != road)
    }

    /// Whether another brigade waits behind a hex beside a road.
    fn is_waited_behind(&self, edge: usize, unit: UnitId) -> bool {
        let mut wait = self.pack.ground.entries.iter().flat_map(|e| self.brigades_at(e.off));
        wait.any(|u| u != unit && self.waits_beside(u) == Some(edge))
    }

    /// A column that is about to come on over the edge: its markers on the road beyond the map, and inwards.
    pub fn column_beyond(&self, unit: UnitId, edge: usize) -> Option<(Vec<Link>, Facing)> {
        let (_, entry) = self.arrival(unit)?;
        let strengths = column_strengths(self.spec(unit), self.strength_entering(unit));
        let chain = strengths.into_iter().map(|sp| Link::new(entry.off, sp)).collect();
        Some((chain, self.pack.ground.inwards(edge)?))
    }

    /// Where a battery is, or would come on by a hex, and where it looks.
    pub(super) fn guns_now(&self, unit: UnitId, by: Option<usize>) -> Option<(usize, Facing)> {
        if let Some(place) = self.at.place(unit) {
            return Some((place, self.at.battery(unit)?.facing));
        }
        // §34.3.5: over the edge beside its road.
        if let Some(edge) = by.and_then(|hex| self.edge_of(unit, &[hex])) {
            return Some((self.arrival(unit)?.1.off, self.pack.ground.inwards(edge)?));
        }
        // §21.8: of several roads by which it may come back its side chooses.
        self.gate(unit, by.filter(|_| self.since(7))).map(|e| (e.off, self.pack.ground.onto(e)))
    }

    /// The same by each road by which it may come on.
    pub(super) fn guns_starts(&self, unit: UnitId) -> Vec<(usize, Facing)> {
        let beyond = self.at.place(unit).is_none() && self.since(7);
        let gates = if beyond { self.gates(unit) } else { Vec::new() };
        let others = gates.iter().skip(1).filter_map(|e| self.guns_now(unit, Some(e.hex)));
        self.guns_now(unit, None).into_iter().chain(others).collect()
    }

    /// The side over which a battery goes into a hex; from beyond the map by its road, or by a hex beside it that is open to it.
    pub(super) fn side_entered(&self, unit: UnitId, from: usize, to: usize) -> Option<Facing> {
        let ground = &self.pack.ground;
        let open = ground.is_hex(from) || ground.next_to(from).any(|n| n == to) || self.edge_of(unit, &[to]).is_some();
        ground.side_to(from, to).filter(|_| open)
    }

    /// What its road lets in after a column has marched, and the hex beside it by which that came on in this turn (§34.1.6).
    pub fn doors_after(&self, unit: UnitId, maneuver: &Maneuver) -> Vec<Door> {
        self.door_after(unit, maneuver).into_iter().chain(self.edge_after(unit, maneuver)).collect()
    }

    /// The hex beside its road by which a counter was the last to come on in this turn, so that what it lets in follows from its rear marker still.
    fn last_by(&self, unit: UnitId) -> Option<usize> {
        let now = self.spent_at_rear(unit).saturating_sub(2);
        let last = |d: &&Door| d.last == Some(unit) && (self.since(8) || d.left == now);
        let mut doors = self.at.doors.iter().filter(last).map(|d| usize::from(d.off));
        doors.find(|off| self.pack.ground.is_hex(*off))
    }

    /// §34.1.6: a hex beside the road is an entrance like it: it lets in a point less than the last marker spent that came on there, in one order or in several;
    /// nothing while that column is not all on.
    fn edge_after(&self, unit: UnitId, maneuver: &Maneuver) -> Option<Door> {
        let way: Vec<usize> = maneuver.way.iter().skip(1).map(|p| usize::from(*p)).collect();
        let entrance = self.edge_of(unit, &way).or_else(|| self.waits_beside(unit));
        let edge = entrance.or_else(|| self.last_by(unit)).filter(|_| self.since(7))?;
        let whole = maneuver.chain.iter().all(|l| self.pack.ground.is_hex(l.at()));
        let rear = maneuver.paid.last().copied().unwrap_or(0);
        let left = if whole { self.left_behind(unit, edge, rear) } else { 0 };
        let (beside, column, last) = (self.since(8), self.since(8), Some(unit));
        Some(Door { beside, column, last, left, off: edge as u16, ..Door::default() })
    }

    /// The same after a battery, which is one marker of the column (§34.1.6).
    pub(super) fn guns_doors_after(&self, unit: UnitId, moved: &BatteryMove) -> Vec<Door> {
        let way: Vec<usize> = moved.way.iter().skip(1).map(|p| usize::from(*p)).collect();
        let Some(edge) = self.edge_of(unit, &way).or_else(|| self.last_by(unit)) else {
            return self.guns_door_after(unit, moved).into_iter().collect();
        };
        let (column, left) = (self.has_column(edge), self.left_behind(unit, edge, moved.spent));
        let own = Door { beside: true, column, last: Some(unit), left, off: edge as u16, ..Door::default() };
        self.door_beside(unit, moved.spent.div_ceil(2)).into_iter().chain([own]).collect()
    }

    /// §34.1.6, §34.1.7: whether a battery that comes on from a place keeps its place behind those that came on there before it, and their level.
    ///
    /// # Errors
    /// It does not.
    pub(super) fn check_guns_come(
        &self,
        unit: UnitId,
        (start, to): (usize, Option<usize>),
        spent: Halves,
    ) -> Result<Option<usize>, RuleBreak> {
        let Some(edge) = to.and_then(|hex| self.edge_of(unit, &[hex])) else {
            return self.check_guns_door(unit, start, spent).map(|()| None);
        };
        let behind = self.is_waited_behind(edge, unit) || self.door(edge).is_some_and(|d| spent > d.left);
        if behind { Err(BEHIND_THERE) } else { Ok(Some(edge)) }
    }

    /// §34.1.6: whether a column that comes on beside its road, by a hex at the edge, does so behind those that came on there in this turn, in one order or in
    /// several; gives the level of all that come on by that road (§34.1.7). Before revision 8 it did so whole.
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
        let new = self.chain(unit).is_empty();
        if !self.since(8) && moved.iter().any(|l| !self.pack.ground.is_hex(l.at())) {
            return Err(NOT_WHOLE);
        }
        let first = paid.first().copied().unwrap_or(0);
        let late = new && self.since(7) && self.door(edge).is_some_and(|d| first > d.left);
        if late || self.is_waited_behind(edge, unit) {
            return Err(BEHIND_THERE);
        }
        if new && self.keeps_gap(unit) {
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

    /// The ways of a delayed column that the menu lists beside its road: by each hex at the edge that alone, and the cheapest one on which its last marker is on
    /// the map. Others are written.
    pub fn edge_ways(&self, unit: UnitId) -> Vec<Vec<usize>> {
        let edges = if self.chain(unit).is_empty() { self.edges(unit) } else { Vec::new() };
        let side = self.side(unit);
        let rim = |hex: usize| Facing::sides().any(|side| self.pack.ground.atlas.ahead(hex, side).is_none());
        let mut found = Vec::new();
        for edge in edges {
            let Some((chain, _)) = self.column_beyond(unit, edge) else { continue };
            let over = chain.first().map_or(0, |l| self.step_cost(unit, Mover::Column, l.at(), edge));
            let mut ways: Vec<(Halves, Vec<usize>)> = vec![(over, vec![edge])];
            found.extend((self.since(8) && chain.len() > 1).then(|| vec![edge]));
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
