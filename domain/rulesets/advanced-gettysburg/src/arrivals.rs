//! Reinforcements: when and how they come, strength that joins later (§16.1, §34.0).

use super::board::Board;
use super::book::Stop;
use super::chain::{Formation, Link, distributed};
use super::entries::GUNS_ALONE;
use super::facts::{BatteryMove, Fact, Maneuver};
use super::ground::Entry;
use super::names::{UMPIRE, read_hex};
use super::position::{Brigade, Door, EntryChange, Place};
use super::reorganisation::LEAVES_DIVISION;
use super::resolver::Resolver;
use super::tables::{Activity, Halves, Mover};
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::{RuleBreak, counted};
use domain_core::referee::{Line, Refusal, Side};

const BEHIND: RuleBreak = RuleBreak::new(&[
    "34.1",
    "{unit} waits its turn on the road.",
    "Each marker of a column that enters spends at least one activity point less than the one before it; the rest waits off the map.",
]);

pub const FULL_GAP: RuleBreak = RuleBreak::new(&[
    "34.1",
    "{unit} would come on too close behind the corps' brigade before it.",
    "There is a hex between brigades of the VI Corps that enter, or of the corps exchanged for it, and its batteries enter together (Union Order of Appearance).",
]);

const GUNS_APART: RuleBreak = RuleBreak::new(&[
    "34.1",
    "{unit} would come apart from other batteries of its corps.",
    "The artillery of the VI Corps, or of the corps exchanged for it, enters together: change the entry of all its batteries in one order (Union Order of Appearance).",
]);

/// Disorganization points that a brigade recovers for each turn that its group delays (§34.3.2).
const RESTED: u16 = 5;

impl Board<'_> {
    /// When and by which road a counter that is to come will come: as its card says, or as was written (§34.1.1, §34.2).
    pub fn arrival(&self, unit: UnitId) -> Option<(u8, &Entry)> {
        let (printed, name) = self.card_arrival(unit)?;
        let change = self.at.entries.iter().find(|e| e.unit == unit);
        let turn = change.and_then(|c| c.turn).unwrap_or(printed);
        let off = change.and_then(|c| c.off);
        let road = |e: &&Entry| off.map_or(e.name == name, |off| e.off == usize::from(off));
        Some((turn, self.pack.ground.entries.iter().find(road)?))
    }

    /// The roads by which a counter that is not on the map may come on now: the one by which it is due (§34.1.1), or, at night, those nearest to the hex
    /// where it left the map (§21.8). A road is closed while its hex is within enemy range (§34.3.3), of a brigade for who comes back.
    pub fn gates(&self, unit: UnitId) -> Vec<&Entry> {
        let (spec, side) = (self.spec(unit), self.side(unit));
        let held = |e: &Entry| self.held_by(side.other(), e.hex);
        match self.at.unit(unit).place {
            Place::Waiting => {
                let entry = self.arrival(unit).filter(|(turn, _)| *turn <= self.at.turn).map(|(_, entry)| entry);
                // §22.2: guns that come on enter no range of a brigade.
                let guns = spec.battery().is_some() && self.since(5);
                let shut = |e: &Entry| match guns {
                    true => self.in_brigade_range(side, e.hex),
                    false => self.in_enemy_range(side, e.hex),
                };
                let open = |e: &&Entry| spec.commander().is_some() || !shut(e);
                entry.filter(open).filter(|e| !held(e)).into_iter().collect()
            }
            // §11.4: not in the move in which it left, which would skip hexes.
            Place::Fled(left) if self.is_night() && !self.leaves_now(unit) => {
                let ground = &self.pack.ground;
                let far = |e: &Entry| ground.atlas.distance(usize::from(left), e.hex).unwrap_or(u32::MAX);
                let nearest = ground.entries.iter().map(far).min();
                let open = |e: &&Entry| Some(far(e)) == nearest && !self.in_brigade_range(side, e.hex) && !held(e);
                ground.entries.iter().filter(open).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The road by which it may come on now, the first of several.
    pub fn due(&self, unit: UnitId) -> Option<&Entry> {
        self.gate(unit, None)
    }

    /// The road by which it may come on now into a hex, or the first where it would come into none of theirs.
    pub fn gate(&self, unit: UnitId, by: Option<usize>) -> Option<&Entry> {
        let gates = self.gates(unit);
        let found = by.and_then(|hex| gates.iter().find(|e| e.hex == hex)).or(gates.first());
        found.copied()
    }

    /// Whether a counter may come on now, by a road or over the edge.
    pub fn comes(&self, unit: UnitId) -> bool {
        let waits = self.at.unit(unit).place == Place::Waiting;
        let behind = || waits && self.spec(unit).brigade().is_some() && self.delay(unit) > 0;
        let guns = || self.spec(unit).battery().is_some() && !self.edges(unit).is_empty();
        self.due(unit).is_some() || behind() || guns() || !self.edges_of_commander(unit).is_empty()
    }

    /// The turns that a counter is behind its turn of arrival (§34.3).
    pub fn delay(&self, unit: UnitId) -> u8 {
        self.arrival(unit).map_or(0, |(turn, _)| self.at.turn.saturating_sub(turn))
    }

    /// §34.21.2, ruling 77: the changes of an order, where by them no battery is left to come before its hour without a brigade of its hour and road: none that
    /// they change, and none that has such a brigade now.
    ///
    /// # Errors
    /// One is.
    pub(super) fn check_company(&self, changes: Vec<EntryChange>) -> Result<Vec<EntryChange>, Refusal> {
        let now = |unit: UnitId| self.change(unit);
        let then = |unit: UnitId| changes.iter().find(|c| c.unit == unit).cloned().unwrap_or_else(|| now(unit));
        let alone = |guns: UnitId, of: &dyn Fn(UnitId) -> EntryChange| {
            let comes = |unit: UnitId| (self.card_arrival(unit), of(unit).turn, of(unit).off);
            let own = comes(guns);
            let with = |unit: UnitId| self.spec(unit).brigade().is_some() && comes(unit) == own;
            own.1.is_some() && !self.pack.of(self.spec(guns).side).any(with)
        };
        let left = |guns: &UnitId| {
            let concerned = || changes.iter().any(|c| c.unit == *guns) || !alone(*guns, &now);
            self.spec(*guns).battery().is_some() && concerned() && alone(*guns, &then)
        };
        match self.pack.of(self.at.side).filter(|_| self.since(6)).find(left) {
            Some(guns) => Err(Refusal::from(GUNS_ALONE.illegal(self.name(guns)))),
            None => match (self.sent_apart(&changes), self.leaves_division(&changes)) {
                (Some(guns), _) => Err(Refusal::from(GUNS_APART.illegal(self.name(guns)))),
                (_, Some(guns)) => Err(Refusal::from(LEAVES_DIVISION.illegal(self.name(guns)))),
                _ => Ok(changes),
            },
        }
    }

    /// Union Order of Appearance, note: a battery of the VI Corps, or of the one exchanged for it, that would come at another hour or by another road than the
    /// batteries of its corps that wait with it for the hour and road of their card.
    fn sent_apart(&self, changes: &[EntryChange]) -> Option<UnitId> {
        let waits = |u: &UnitId| self.spec(*u).battery().is_some() && self.at.unit(*u).place == Place::Waiting;
        let guns: Vec<UnitId> =
            self.pack.of(self.at.side).filter(|u| self.since(7) && self.keeps_gap(*u) && waits(u)).collect();
        let comes = |unit: UnitId| {
            let change = changes.iter().find(|c| c.unit == unit).cloned().unwrap_or_else(|| self.change(unit));
            (change.turn, change.off)
        };
        let apart = |one: &UnitId| {
            let others = guns.iter().filter(|u| self.card_arrival(**u) == self.card_arrival(*one));
            others.copied().any(|u| comes(u) != comes(*one))
        };
        let changed = |u: &UnitId| changes.iter().any(|c| c.unit == *u);
        guns.iter().copied().find(|u| changed(u) && apart(u))
    }

    /// The brigades that arrive at the same hour by the same road as one, itself too.
    fn group(&self, unit: UnitId) -> Vec<UnitId> {
        let key = |u: UnitId| self.arrival(u).map(|(turn, entry)| (turn, entry.off));
        let own = key(unit);
        let all = self.pack.of(self.spec(unit).side).filter(|u| self.spec(*u).brigade().is_some());
        all.filter(|u| own.is_some() && key(*u) == own).collect()
    }

    /// §34.3.2: the disorganization points that a brigade has recovered when it comes on in column by its own road: five for each turn that it delayed, never
    /// those of a hastened entry.
    pub fn rested(&self, unit: UnitId) -> u16 {
        let Some((now, _)) = self.brigade(unit) else { return 0 };
        let change = self.at.entries.iter().find(|e| e.unit == unit);
        if change.is_some_and(|c| c.off.is_some()) || self.at.unit(unit).place != Place::Waiting {
            return 0;
        }
        (RESTED * u16::from(now.waited)).min(self.worn_entering(unit))
    }

    /// §34.1.9, §34.3.2: the brigades of a side that delayed their entry in the Movement Phase that ends: due, and not kept back by the column that they are
    /// in, which came on before them.
    fn delayed(&self, side: Side) -> Vec<UnitId> {
        // What is left is too little for a hex of road.
        let road = self.pack.tables.cost(Activity::AlongRoad).of(Mover::Column).unwrap_or(2);
        let least = if self.since(5) { road } else { 1 };
        let behind = |off: usize| self.half_on(off).is_some() || self.door(off).is_some_and(|d| d.left < least);
        // The gap that the VI Corps keeps is of the column as well, where somebody came on by that road.
        let follows = |unit: UnitId, entry: &Entry| {
            let close = || self.keeps_gap(unit) && self.check_gap(unit, &[Link::new(entry.hex, 1)]).is_err();
            self.since(6) && self.door(entry.off).is_some() && close()
        };
        // Nor has foot a level as high as horse may have used that came on by it (§34.1.7).
        let outpaced = |unit: UnitId| {
            let pace = self.pace_of_road(unit);
            self.pack.tables.worn(self.spec(unit).is_cavalry(), pace * 2).is_none()
        };
        let delays = |u: &UnitId| {
            let due = self.arrival(*u).filter(|(turn, _)| *turn <= self.at.turn);
            let waits = self.at.unit(*u).place == Place::Waiting && self.at.brigade(*u).is_some();
            waits && due.is_some_and(|(_, entry)| !behind(entry.off) && !follows(*u, entry)) && !outpaced(*u)
        };
        self.pack.of(side).filter(delays).collect()
    }

    /// The corps whose brigades keep a gap as they enter, and whose batteries enter together.
    pub fn keeps_gap(&self, unit: UnitId) -> bool {
        let spec = self.spec(unit);
        spec.side == Side::Union && spec.corps == self.gap_corps()
    }

    /// How many brigades of a group may come on in battleline, of how many have (§34.3.4, §34.3.6, ruling 38).
    pub fn may_line(&self, unit: UnitId) -> (u8, u8) {
        let each = if self.keeps_gap(unit) { 1 } else { 2 };
        let have = self.group(unit).into_iter().filter(|u| self.at.brigade(*u).is_some_and(|b| b.lined)).count();
        (each * self.delay(unit).min(30), have as u8)
    }

    /// The box that a chain begins to come on from; `None` where all of it is on the map.
    fn off(&self, chain: &[Link]) -> Option<usize> {
        chain.iter().map(|l| l.at()).find(|place| !self.pack.ground.is_hex(*place))
    }

    /// Who lies with its rear on that road beyond the map.
    fn half_on(&self, off: usize) -> Option<UnitId> {
        self.brigades_at(off).find(|u| self.waits_beside(*u).is_none())
    }

    /// The box that a brigade has yet to come on from with its rear.
    pub(super) fn comes_from(&self, unit: UnitId) -> Option<usize> {
        self.off(self.chain(unit))
    }

    /// What a road still lets in, or a hex beside one; nothing where nobody came in yet.
    pub(super) fn door(&self, off: usize) -> Option<&Door> {
        self.at.doors.iter().find(|d| usize::from(d.off) == off)
    }

    /// §34.1.7: the brigades that came on by its road in this turn, or went on coming, before one that comes on in it or goes on coming.
    fn came_before(&self, unit: UnitId) -> Vec<UnitId> {
        let goes_on = |u: UnitId| self.at.doors.iter().any(|d| d.rest == Some(u));
        let came = |u: UnitId| self.at.brigade(u).is_some_and(|b| b.came == Some(self.at.turn)) || goes_on(u);
        let off = |u: UnitId| self.arrival(u).map(|(_, entry)| entry.off);
        let half_on = || self.off(self.chain(unit)).is_some_and(|place| off(unit) == Some(place));
        // A battery too that came on by it and goes on after others have.
        let guns = || self.at.guns_on.contains(&unit) && !self.came_elsewhere(unit);
        let comes = || self.at.unit(unit).place == Place::Waiting || came(unit) || half_on() || guns();
        if !self.since(6) || self.comes_back(unit) || !comes() {
            return Vec::new();
        }
        let road = off(unit);
        let others = self.pack.of(self.spec(unit).side).filter(|u| *u != unit && came(*u));
        others.filter(|u| road.is_some() && off(*u) == road).collect()
    }

    /// §34.1.7: the level, in points, that those have used by now, beside points that were kept (ruling 88); 0 where nobody came on.
    pub fn level_of_group(&self, unit: UnitId) -> u8 {
        let used = |u: UnitId| self.at.brigade(u).map_or(0, |b| self.spent_of_level(b).div_ceil(2));
        self.came_before(unit).into_iter().map(used).max().unwrap_or(0)
    }

    /// §34.1.7: the most half points of a brigade or battery that comes on with brigades in this turn: a level that would have cost those no more, whose level is
    /// that of batteries too that came before them; `None` where nobody came on.
    pub fn most_of_group(&self, unit: UnitId) -> Option<Halves> {
        let before = self.came_before(unit);
        let level = self.pace_of_road(unit);
        let most = |u: &UnitId| {
            let mounted = self.at.brigade(*u).is_some_and(|b| self.is_mounted(b.formation));
            let horse = self.spec(*u).is_cavalry() && mounted;
            let worn = |points: u8| self.pack.tables.worn(horse, points * 2);
            let alike = (level..=self.pack.tables.highest(horse)).take_while(|points| worn(*points) == worn(level));
            alike.last().unwrap_or(level) * 2
        };
        before.iter().map(most).chain(self.most_beside_guns(unit)).min()
    }

    /// §34.1.7: the half points for whose disorganization a brigade has paid that is coming on or came on in this turn: those of the level of who came before it.
    pub fn paid_with_group(&self, unit: UnitId) -> Halves {
        let comes = |b: &&Brigade| self.since(6) && b.spent() > 0 && !self.comes_back(unit);
        let Some(now) = self.at.brigade(unit).filter(comes) else { return 0 };
        let half_on = self.off(self.chain(unit)).and_then(|off| self.door(off)).map_or(0, |d| d.pace);
        // Batteries that came before it are of them; before revision 7 those alone behind which it came by its road, and stayed in column.
        let by_road = now.came == Some(self.at.turn) && (self.since(7) || (now.exempt.is_some() && !now.lined));
        let on = if by_road { self.pace_of_road(unit) } else { self.level_of_group(unit) };
        2 * on.max(half_on)
    }

    /// §34.1.7: the level, in points, of all that came on by its road in this turn, batteries too; 0 where nobody did.
    pub fn pace_of_road(&self, unit: UnitId) -> u8 {
        let door = self.arrival(unit).and_then(|(_, entry)| self.door(entry.off)).map_or(0, |d| d.pace);
        if self.since(6) { door.max(self.level_of_group(unit)) } else { 0 }
    }

    /// §34.1.6: the road of a column or battery that was the last to come on by it in this turn, and goes on: what that lets in follows from its rear marker
    /// still.
    fn last_on(&self, unit: UnitId) -> Option<usize> {
        // Before revision 7 who has a level like others, and is no reinforcement any more, left no more room by going on.
        let in_column = |b: &Brigade| match self.since(7) {
            true => b.formation.is_column(),
            false => b.exempt.is_some() && !b.lined,
        };
        if self.at.brigade(unit).is_some_and(|b| !in_column(b)) {
            return None;
        }
        let left = self.spent_at_rear(unit).saturating_sub(2);
        let goes_on = |d: &&Door| self.since(6) && d.last == Some(unit) && (self.since(8) || d.left == left);
        // §21.8: who comes back may do so by another road than that of its card.
        if self.since(7) {
            let mut roads = self.at.doors.iter().filter(|d| !self.pack.ground.is_hex(usize::from(d.off)));
            return roads.find(goes_on).map(|d| usize::from(d.off));
        }
        let off = self.arrival(unit)?.1.off;
        self.door(off).filter(goes_on).map(|_| off)
    }

    /// §34.1.7: who has come on farther by a road in this turn, having come on in part in an earlier one: a brigade that does so now, or one before it.
    fn rest_on(&self, unit: UnitId, off: usize) -> Option<UnitId> {
        let begun = self.at.brigade(unit).and_then(|b| b.came).is_some_and(|came| came != self.at.turn);
        let road = || self.arrival(unit).is_some_and(|(_, entry)| entry.off == off);
        let now = begun && self.off(self.chain(unit)) == Some(off) && road();
        let known = || self.door(off).and_then(|d| d.rest);
        Some(unit).filter(|_| now && self.since(6)).or_else(known)
    }

    /// §34.1.6, §34.1.9: whether a column that comes on keeps its place behind those that came on before it; gives the level of all that come on by that
    /// road in this turn, in points (§34.1.7), 0 where none was set.
    ///
    /// # Errors
    /// It does not.
    pub fn check_door(&self, unit: UnitId, chain: &[Link], moved: &[Link], paid: &[Halves]) -> Result<u8, RuleBreak> {
        let Some(off) = self.off(chain) else { return Ok(0) };
        if self.half_on(off).is_some_and(|other| other != unit) {
            return Err(BEHIND);
        }
        let first = chain.iter().zip(paid).find(|(l, _)| l.at() == off).map_or(0, |(_, paid)| *paid);
        let new = self.chain(unit).is_empty();
        let door = self.door(off);
        if new && (first == 0 || door.is_some_and(|d| first > d.left)) {
            return Err(BEHIND);
        }
        // Nor is who comes back one of those that enter, between which there is a gap.
        let back = self.comes_back(unit);
        if new && self.keeps_gap(unit) && !back {
            self.check_gap(unit, moved)?;
        }
        Ok(door.filter(|_| !back).map_or(0, |d| d.pace))
    }

    /// Union Order of Appearance, note: whether a marker of a brigade of the VI Corps would lie beside another brigade of it, in column or entering.
    fn is_close(&self, unit: UnitId, moved: &[Link]) -> bool {
        let ground = &self.pack.ground;
        let close = |u: UnitId| {
            // Who came on in this turn enters in it, whatever it has formed since; before revision 7 who did so in line alone.
            let enters = |b: &Brigade| b.came == Some(self.at.turn) && (self.since(7) || (self.since(6) && b.lined));
            let column = self.at.brigade(u).is_some_and(|b| b.formation.is_column() || enters(b));
            let beside = |l: &Link| moved.iter().any(|m| ground.atlas.distance(l.at(), m.at()).is_some_and(|d| d <= 1));
            column && self.chain(u).iter().filter(|l| ground.is_hex(l.at())).any(beside)
        };
        self.pack.of(self.spec(unit).side).filter(|u| *u != unit && self.keeps_gap(*u)).any(close)
    }

    /// Union Order of Appearance, note: a hex between brigades of the VI Corps as they enter; its batteries enter together.
    ///
    /// # Errors
    /// It would come on too close, or between its batteries.
    pub(super) fn check_gap(&self, unit: UnitId, moved: &[Link]) -> Result<(), RuleBreak> {
        let corps = || self.pack.of(self.spec(unit).side).filter(|u| *u != unit && self.keeps_gap(*u));
        let guns = || corps().filter(|u| self.spec(*u).battery().is_some() && self.side(*u) == self.side(unit));
        // §21.8: who left the map comes back by itself, and is no part of that.
        let waits = |u: UnitId| !self.since(7) || self.at.unit(u).place == Place::Waiting;
        let parted = guns().any(|u| self.on_map(u)) && guns().any(|u| waits(u) && self.due(u).is_some());
        if parted || self.is_close(unit, moved) { Err(FULL_GAP) } else { Ok(()) }
    }

    /// The same note of a brigade that goes on in the turn in which it comes on, or while its rear is beyond the map: it enters no hex beside another one.
    ///
    /// # Errors
    /// It does.
    pub(super) fn check_goes_on_apart(&self, unit: UnitId, moved: &[Link]) -> Result<(), RuleBreak> {
        let chain = self.chain(unit);
        let came = || self.at.brigade(unit).is_some_and(|b| b.came == Some(self.at.turn));
        let comes = self.since(6) && !chain.is_empty() && (self.off(chain).is_some() || came());
        if !comes || !self.keeps_gap(unit) || self.comes_back(unit) {
            return Ok(());
        }
        let new: Vec<Link> = moved.iter().filter(|m| !chain.iter().any(|l| l.hex == m.hex)).copied().collect();
        if self.is_close(unit, &new) { Err(FULL_GAP) } else { Ok(()) }
    }

    /// Whether a brigade of that corps lies with its rear beyond the map: it waits there until those before it have gone on.
    pub(super) fn waits_apart(&self, unit: UnitId) -> bool {
        self.since(6) && self.keeps_gap(unit) && self.off(self.chain(unit)).is_some()
    }

    /// What the road lets in after a column has come on: a point less than its last marker spent, nothing while it is not all on.
    pub fn door_after(&self, unit: UnitId, maneuver: &Maneuver) -> Option<Door> {
        let before = self.chain(unit);
        let spent = self.marched_of_level(maneuver).div_ceil(2);
        let way: Vec<usize> = maneuver.way.iter().skip(1).map(|p| usize::from(*p)).collect();
        // Who comes on beside its road leaves that as it is; their level is one (§34.1.7).
        if self.edge_of(unit, &way).or_else(|| self.waits_beside(unit)).is_some() {
            return self.door_beside(unit, spent);
        }
        let off = match before.is_empty() {
            true => self.gate(unit, maneuver.way.get(1).map(|p| usize::from(*p)))?.off,
            false => self.off(before).or_else(|| self.last_on(unit))?,
        };
        let whole = self.off(&maneuver.chain).is_none();
        let rear = maneuver.paid.last().copied().unwrap_or(0);
        let left = if whole { self.left_behind(unit, off, rear) } else { 0 };
        let back = self.comes_back(unit);
        let own = if back { 0 } else { spent };
        let pace = own.max(self.door(off).map_or(0, |d| d.pace));
        let column = self.has_column(off) || (self.since(8) && !back);
        let last = self.since(6).then_some(unit);
        let rest = self.rest_on(unit, off);
        Some(Door { column, last, left, off: off as u16, pace, rest, ..Door::default() })
    }

    /// A road by which a counter comes on beside it, and uses so much, lets in what it did, at a level as high (§34.1.7).
    pub(super) fn door_beside(&self, unit: UnitId, spent: u8) -> Option<Door> {
        let off = self.arrival(unit)?.1.off;
        let open = Door { left: Halves::MAX, off: off as u16, ..Door::default() };
        let known = self.door(off).copied().unwrap_or(open);
        Some(Door { pace: spent.max(known.pace), rest: self.rest_on(unit, off), ..known })
    }

    /// The same for a battery, which is one marker of the column.
    ///
    /// # Errors
    /// It does not keep its place.
    pub(super) fn check_guns_door(&self, unit: UnitId, start: usize, spent: Halves) -> Result<(), RuleBreak> {
        if self.pack.ground.is_hex(start) {
            return Ok(());
        }
        let full = self.half_on(start).is_some_and(|other| other != unit);
        if full || self.door(start).is_some_and(|d| spent > d.left) { Err(BEHIND) } else { Ok(()) }
    }

    /// What the road lets in after a battery.
    pub(super) fn guns_door_after(&self, unit: UnitId, moved: &BatteryMove) -> Option<Door> {
        let off = match self.chain(unit).is_empty() {
            true => self.gate(unit, moved.way.get(1).map(|p| usize::from(*p)))?.off,
            false => self.last_on(unit)?,
        };
        let back = self.guns_come_back(unit);
        let own = if back { 0 } else { moved.spent.div_ceil(2) };
        let pace = own.max(self.door(off).map_or(0, |d| d.pace));
        let last = self.since(6).then_some(unit);
        let left = self.left_behind(unit, off, moved.spent);
        let column = self.has_column(off);
        let rest = self.rest_on(unit, off);
        Some(Door { back, column, last, left, off: off as u16, pace, rest, ..Door::default() })
    }

    /// Strength that is to join a brigade by now and where it would go; none where nothing does, or it waits for room or for the enemy beside it to go
    /// (ruling 62).
    fn joining(&self, unit: UnitId) -> Option<(i8, u8, Vec<Link>)> {
        let spec = self.spec(unit);
        let (now, _) = self.brigade(unit)?;
        let (points, count) = self.joins_now(unit)?;
        let chain = self.chain(unit);
        if chain.is_empty() {
            let waits = matches!(self.at.unit(unit).place, Place::Waiting);
            return waits.then(|| (points, count, Vec::new()));
        }
        let sp = now.sp.checked_add_signed(points).filter(|sp| *sp > 0)?;
        let strengths = match now.formation {
            Formation::Rest => vec![sp],
            Formation::Line { .. } => {
                // §7.1.4: what joins moves none of the points that lie there already, where there is room without that.
                let joined = self.thickened(unit, points).or_else(|| self.grown(unit, points));
                let line = joined.or_else(|| self.evened_out(unit, sp))?;
                line.iter().map(|l| l.sp).collect()
            }
            _ => self.column_joined(unit, points),
        };
        // A column grows at its rear, in the hex where that lies.
        let place = |n: usize| chain.get(n).or(chain.last()).map(|l| l.at());
        let chain: Option<Vec<Link>> =
            strengths.iter().enumerate().map(|(n, sp)| Some(Link::new(place(n)?, *sp))).collect();
        // §33.3.5b: what losses left too weak may be so in enemy range.
        let stays = self.since(6) && self.is_thinned(unit);
        let fits = |c: &Vec<Link>| stays || distributed(spec, now.formation, c).is_ok();
        let chain = chain.filter(|c| fits(c) && !self.beside_enemy(unit))?;
        // 0.6.1: nor has an attack column room for a third marker in its last hex.
        if !self.stacks_by_twos(now.formation, &chain) {
            return None;
        }
        Some((points, count, chain))
    }
}

impl Resolver<'_, '_> {
    /// Who delayed its entry in the Movement Phase that ends (§34.3.2).
    pub fn note_delays(&mut self) {
        let board = self.board();
        let units = board.delayed(board.at.side);
        if !units.is_empty() {
            self.write(Fact::Delayed { units });
        }
    }

    /// Strength that joins or leaves brigades of the phasing side this turn (Orders of Appearance, ruling 62).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn join_strength(&mut self) -> Result<(), Stop> {
        let joined = |board: &Board<'_>, unit: UnitId| {
            let (points, count, chain) = board.joining(unit)?;
            // 0.4: the card names whom strength joins, so it is told of nobody whose cover is still to come.
            if chain.is_empty() && board.is_covered(unit) {
                return Some(Fact::JoinedCovered { count, points, unit });
            }
            let (covered, opens) = (board.joins_unnamed(unit), board.has_opened(unit));
            Some(Fact::Joined { chain, count, covered, opens, points, unit })
        };
        let board = self.board();
        let all: Vec<(UnitId, Option<Fact>)> = board.pack.of(board.at.side).map(|u| (u, joined(&board, u))).collect();
        for (unit, fact) in all {
            // §17.1.6: of two that share a hex the second has the room that the first leaves it (`close_up_columns`).
            let fact = if self.board().since(8) { joined(&self.board(), unit) } else { fact };
            let Some(fact) = fact else { continue };
            self.show_options_joined(&fact);
            self.write(fact);
        }
        Ok(())
    }
}

/// An umpire's `hold U26 union`.
pub fn umpire_hold(board: &Board<'_>, rest: &[&str]) -> Result<Vec<Fact>, Refusal> {
    let [hex, side] = rest else { return Err(UMPIRE.unreadable("Which hex, and whose?")) };
    let (hex, side) = (read_hex(board.pack, hex)?, UMPIRE.side(side)?);
    match board.pack.ground.prizes.iter().position(|p| p.hex == hex) {
        Some(prize) => Ok(vec![Fact::PrizeTaken { prize: prize as u8, side }]),
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
