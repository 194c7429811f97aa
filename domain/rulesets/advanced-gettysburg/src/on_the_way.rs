//! Commanders on the way of a marker (§17.1.8): of the ways that cost it least it takes one by which it meets one. Woods that it comes into (ruling 67). How far a
//! battery keeps up with a column (§33.0.2), and with other batteries that come on (§34.1.7). What a brigade has paid for its level by now (§13.9). Who is no
//! reinforcement any more, by what it met (§16.1.1).

use super::activity::{Press, state};
use super::attack::Moved;
use super::board::Board;
use super::chain::{LineMarker, Link};
use super::facts::Fact;
use super::position::{Brigade, Door, Place};
use super::resolver::Resolver;
use super::tables::Halves;
use super::units::UnitId;
use super::ways::trail;
use domain_core::board::{Facing, Reach};
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

const TWO_LEVELS: RuleBreak = RuleBreak::new(&[
    "34.1",
    "{unit} would not have the activity level of the batteries that come on by its road in this turn.",
    "All that come on by a road in a turn have one level, and artillery has none above six but in column with a brigade: horse artillery uses no more, or the others wait.",
]);

/// The most half points of artillery (Activity Capability Chart).
const ARTILLERY: Halves = 12;
/// And of horse artillery.
const HORSE_ARTILLERY: Halves = 16;

/// Whether a marker that lay in a hex lies there still, all markers in their order.
fn stays(before: &[Link], after: &[Link], hex: u16) -> bool {
    before.len() == after.len() && before.iter().zip(after).any(|(from, to)| from.hex == hex && to.hex == hex)
}

impl Board<'_> {
    /// Ruling 67: of the hexes that a brigade fired from those from which it has not fired any more when its markers, in their order, lie in these: where none has
    /// stayed that lay there.
    pub fn silent_after(&self, unit: UnitId, after: &[Link]) -> Vec<u16> {
        let (Some((now, _)), before) = (self.brigade(unit).filter(|_| self.since(5)), self.chain(unit)) else {
            return Vec::new();
        };
        now.fired_from.iter().copied().filter(|hex| !stays(before, after, *hex)).collect()
    }

    /// 0.12.7: of the hexes in which a brigade digs those in which it does not any more when its markers, in their order, lie in these: who digs stays in place.
    pub(super) fn undug_after(&self, unit: UnitId, after: &[Link]) -> Vec<u16> {
        let (Some((now, _)), before) = (self.brigade(unit).filter(|_| self.since(7)), self.chain(unit)) else {
            return Vec::new();
        };
        now.build_at.iter().copied().filter(|hex| !stays(before, after, *hex)).collect()
    }

    /// §26.1b: of the markers of a defender that go back after combat, or stay as others go, those that have fired in this phase: the hex where they were, and where
    /// they come.
    pub(super) fn fired_back(&self, unit: UnitId, chain: &[Link]) -> Vec<(u16, u16)> {
        let before = self.chain(unit);
        if !self.since(7) || self.side(unit) == self.at.side || before.len() != chain.len() {
            return Vec::new();
        }
        let again = self.at.back.contains(&unit);
        let stayed = |hex: u16| !again && self.at.pairs.iter().any(|p| p.unit == unit && p.from == hex);
        let fired = |hex: u16| stayed(hex) || self.at.fight.stepped.iter().any(|f| f.unit == unit && f.from == hex);
        before.iter().zip(chain).filter(|(from, _)| fired(from.hex)).map(|(from, to)| (from.hex, to.hex)).collect()
    }

    /// §25.0, §27.1: of the hexes out of which a brigade fired in this player turn those in which another of its markers lies when these, in their order, lie so
    /// after a retreat: that has fired nothing there. Who is beaten has retreated, also with a marker that found no other hex in the end than that from which
    /// it fired. What stepped into a flank hex fired from no marker's place (§24.4.3c).
    pub(super) fn unfired_after(&self, unit: UnitId, after: &[Link]) -> Vec<u16> {
        let before = self.chain(unit);
        let beaten = self.routed().is_some_and(|(routed, _)| routed == unit);
        let gone = |hex: &u16| after.iter().any(|l| l.hex == *hex) && (beaten || !stays(before, after, *hex));
        let fired = self.at.pairs.iter().filter(|p| self.since(8) && p.unit == unit && !p.stepped);
        let mut hexes: Vec<u16> = fired.map(|p| p.from).filter(gone).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
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
                let moved = Moved { come: others.come, left: &left, ..Moved::default() };
                self.search_line(unit, (&marker, moved), (press, false), budget, &mut onward);
                let (rest, behind) = self.arrives(unit, &onward, (to, &left))?;
                let mut way = trail(reach, state(hex, facing), |state| state / Facing::COUNT);
                way.extend(behind);
                (rest == budget).then_some(way)
            })
        })
    }
}

impl Board<'_> {
    /// §13.9, §34.1.7: what a brigade has paid for by now of the disorganization points of an order that is judged by a column of the chart: what it has spent,
    /// and the level of those it came on with, for which horse that came in column paid by its own column. Before revision 7 it formed line then as if it had
    /// paid for that level in line, and before revision 8 as if all that it had spent itself had been judged by the column of the order.
    pub(super) fn worn_by_now(&self, unit: UnitId, horse: bool, beyond: Halves) -> u16 {
        let Some(now) = self.at.brigade(unit) else { return 0 };
        let worn = |column: bool, halves: Halves| self.pack.tables.worn(column, self.on_chart(column, halves, beyond));
        let (spent, group) = (now.spent(), self.paid_with_group(unit));
        let cavalry = self.spec(unit).is_cavalry();
        let known = if self.since(8) && cavalry && self.is_mounted(now.formation) {
            worn(false, now.as_line).max(worn(true, spent.max(group)))
        } else if self.since(7) && !horse && cavalry && !now.lined {
            worn(false, spent).max(worn(true, group))
        } else {
            worn(horse, spent.max(group))
        };
        known.unwrap_or(0)
    }

    /// The half points that the rear marker of a column has spent, or a battery.
    pub(super) fn spent_at_rear(&self, unit: UnitId) -> Halves {
        let rear = |b: &Brigade| b.paid.last().copied().unwrap_or(0);
        let guns = || self.at.battery(unit).map_or(0, |b| b.spent);
        self.at.brigade(unit).map_or_else(guns, rear)
    }

    /// §34.1.6: what an entrance lets in behind a rear marker that has spent so much by its march: a point less; of one that has come on by it and goes
    /// on as much more as it marches then. Before revision 8 one that had changed formation in between left no more room by going on.
    pub(super) fn left_behind(&self, unit: UnitId, off: usize, spent: Halves) -> Halves {
        let is_on = |at: usize| self.pack.ground.is_hex(at);
        let on = self.since(8) && self.on_map(unit) && self.chain(unit).iter().all(|l| is_on(l.at()));
        let known = self.door(off).filter(|d| on && d.last == Some(unit));
        let marched = spent.saturating_sub(self.spent_at_rear(unit));
        known.map_or(spent.saturating_sub(2), |d| d.left.saturating_add(marched))
    }

    /// §33.0.2: whether a brigade has come on by a road in column in this turn.
    pub(super) fn has_column(&self, off: usize) -> bool {
        self.door(off).is_some_and(|d| d.column)
    }

    /// The hex beside its road by which a battery came on in this turn (§34.3.5).
    fn came_beside(&self, guns: UnitId) -> Option<usize> {
        self.at.guns_beside.iter().find(|(unit, _)| *unit == guns).map(|(_, hex)| usize::from(*hex))
    }

    /// §33.0.2: whether a battery that came on in this turn, or does by a hex beside its road, is in column with a brigade that did so there.
    fn comes_by_column(&self, guns: UnitId, edge: Option<usize>) -> bool {
        let road = || self.arrival(guns).map(|(_, entry)| entry.off);
        edge.or_else(|| self.came_beside(guns)).or_else(road).is_some_and(|by| self.has_column(by))
    }

    /// §33.0.2: the batteries that came on in this turn by the road of a counter, or beside it, and in column with no brigade.
    fn lone_guns(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let road = |u: UnitId| self.arrival(u).map(|(_, entry)| entry.off);
        let own = road(unit);
        let alone = move |u: &UnitId| !self.came_elsewhere(*u) && road(*u) == own && !self.comes_by_column(*u, None);
        self.at.guns_on.iter().copied().filter(alone)
    }

    /// §33.0.2, §34.1.7: the most half points of a brigade that comes on in line or beside its road where batteries did so by that in this turn and no
    /// brigade: these are in column with none, and have a level of six, horse artillery of eight.
    pub(super) fn level_of_guns(&self, unit: UnitId) -> Option<Halves> {
        let guns = self.lone_guns(unit).filter(|_| self.since(8));
        guns.map(|u| self.fixed_level(u)).min()
    }

    /// The same of one that has come on so and goes on; of one that comes on in column by its road where batteries did so beside that, with whom it is in no
    /// column.
    pub(super) fn most_beside_guns(&self, unit: UnitId) -> Option<Halves> {
        let now = self.at.brigade(unit).filter(|_| !self.comes_back(unit))?;
        if now.came == Some(self.at.turn) {
            return self.level_of_guns(unit);
        }
        let waits = self.at.unit(unit).place == Place::Waiting;
        let comes = waits || self.comes_from(unit).is_some() || self.at.doors.iter().any(|d| d.rest == Some(unit));
        let beside = self.lone_guns(unit).filter(|u| comes && self.came_beside(*u).is_some());
        beside.map(|u| self.fixed_level(u)).min()
    }

    /// §34.1.7: the batteries that come on in this turn by the road of one that does so as well, where no brigade does by that before it in column.
    fn guns_of_road(&self, unit: UnitId, edge: Option<usize>) -> Vec<UnitId> {
        let by_road = self.at.guns_on.contains(&unit) && !self.came_elsewhere(unit);
        let comes = self.at.unit(unit).place == Place::Waiting || by_road;
        let in_column = match self.since(8) {
            true => self.comes_by_column(unit, edge),
            false => self.most_of_group(unit).is_some(),
        };
        if !self.since(7) || !comes || in_column {
            return Vec::new();
        }
        self.lone_guns(unit).filter(|u| *u != unit).collect()
    }

    /// The most half points of a battery (Activity Capability Chart).
    fn fixed_level(&self, guns: UnitId) -> Halves {
        if self.spec(guns).battery().is_some_and(|b| b.horse) { HORSE_ARTILLERY } else { ARTILLERY }
    }

    /// §33.0.2, §34.1.7: the most half points of horse artillery that comes on with other artillery and with no brigade: those that this has.
    pub(super) fn most_of_guns(&self, unit: UnitId, edge: Option<usize>) -> Option<Halves> {
        let horse = |u: UnitId| self.spec(u).battery().is_some_and(|b| b.horse);
        (horse(unit) && !self.guns_of_road(unit, edge).into_iter().all(horse)).then_some(ARTILLERY)
    }

    /// §33.0.2, §34.1.7: whether a battery that comes on in this turn, and no brigade by its road before it in column, has a level with the batteries that
    /// do so as well:
    /// horse artillery uses no more than artillery has, or comes on with horse artillery alone; and with the brigades that come on in line or beside that road.
    ///
    /// # Errors
    /// It has not.
    pub(super) fn check_guns_alike(&self, unit: UnitId, edge: Option<usize>, spent: Halves) -> Result<(), RuleBreak> {
        let horse = |u: UnitId| self.spec(u).battery().is_some_and(|b| b.horse);
        let fast = |u: UnitId| horse(u) && self.at.battery(u).is_some_and(|b| b.spent > ARTILLERY);
        let dear = self.most_of_guns(unit, edge).is_some_and(|most| spent > most);
        let behind = !horse(unit) && self.guns_of_road(unit, edge).into_iter().any(fast);
        let lines = || 2 * self.level_of_group(unit) > self.fixed_level(unit);
        let apart = self.since(8) && !self.comes_by_column(unit, edge) && lines();
        if dear || behind || apart { Err(TWO_LEVELS) } else { Ok(()) }
    }

    /// §21.8, §34.1.7: whether a battery that came on in this turn came back by another road than that of its card, so that it is none of those who come on by that:
    /// another road knows it as the last one, or nobody came by that of its card.
    pub(super) fn came_elsewhere(&self, guns: UnitId) -> bool {
        let road = self.arrival(guns).map(|(_, entry)| entry.off);
        let of_card = |d: &Door| Some(usize::from(d.off)) == road;
        let other = self.at.doors.iter().any(|d| d.last == Some(guns) && !of_card(d) && !d.beside);
        self.since(7) && (other || !self.at.doors.iter().any(of_card))
    }

    /// §17.2.11, §21.1, ruling 59: the hexes that a battery lies in as it begins to move from one, or changes formation there: the cannon in the one behind
    /// go the same way, or come up to it. Before revision 8 that of its counter alone was asked.
    pub(super) fn guns_from(&self, unit: UnitId, at: usize) -> Vec<usize> {
        let chain = self.chain(unit);
        let begins = self.since(8) && chain.first().is_some_and(|l| l.at() == at);
        if begins { chain.iter().map(|l| l.at()).collect() } else { vec![at] }
    }

    /// §13.4, §33.0.2: whether a battery that has spent so much when it comes to a hex uses no higher level than the column that it is in there. Levels are
    /// whole points, less what it owes for a retreat after combat (§30.1.2); points that were kept, by itself too, are beyond them (ruling 88).
    pub(super) fn keeps_pace(&self, unit: UnitId, place: usize, spent: Halves, kept: Halves) -> bool {
        let pace = self.column_pace(unit, place);
        let Some(now) = self.at.battery(unit).filter(|_| self.since(8)) else { return pace >= spent };
        let beyond = kept.saturating_add(self.kept_spent(now.kept));
        pace.next_multiple_of(2) >= spent.saturating_add(now.owed).saturating_sub(beyond)
    }

    /// §21.8, §34.1.7: whether a battery comes back that left the map, or goes on in the turn in which it did: of those that came on by a road it alone is
    /// not noted.
    pub(super) fn guns_come_back(&self, unit: UnitId) -> bool {
        let goes_on = !self.chain(unit).is_empty() && !self.at.guns_on.contains(&unit);
        self.since(8) && (self.has_left(unit) || goes_on)
    }

    /// §33.0.2: the half points spent by the columns that a battery would be part of in a hex: brigades whose head or tail lies there or beside it, or beside
    /// batteries that came with them. Batteries alone, horse artillery too, make no such column.
    pub(super) fn column_pace(&self, unit: UnitId, place: usize) -> Halves {
        let (side, atlas) = (self.side(unit), &self.pack.ground.atlas);
        let ends = |u: UnitId| -> Vec<usize> {
            let chain = self.chain(u);
            chain.first().into_iter().chain(chain.last()).map(|l| l.at()).collect()
        };
        let touches = |u: UnitId, places: &[usize]| {
            ends(u).iter().any(|at| places.iter().any(|p| atlas.distance(*p, *at).is_some_and(|far| far <= 1)))
        };
        let brigades = |places: &[usize]| -> Halves {
            let there = self.of(side).filter(|u| touches(*u, places)).filter_map(|u| self.at.brigade(u));
            let spent = |b: &Brigade| if self.since(8) { self.spent_of_level(b) } else { b.spent() };
            there.filter(|b| b.formation.is_column()).map(spent).max().unwrap_or(0)
        };
        let rolled = |u: UnitId| self.at.battery(u).filter(|b| b.limbered && b.moved).map(|b| b.spent);
        if !self.since(7) {
            let guns = self.of(side).filter(|u| *u != unit && touches(*u, &[place])).filter_map(rolled);
            return guns.max().unwrap_or(0).max(brigades(&[place]));
        }
        let mut most = brigades(&[place]);
        // From battery to battery, those first that spent most.
        let mut known = vec![unit];
        let mut open = vec![(vec![place], Halves::MAX)];
        while let Some((places, pace)) = open.pop() {
            let found: Vec<UnitId> = self.of(side).filter(|u| !known.contains(u) && touches(*u, &places)).collect();
            for (u, spent) in found.into_iter().filter_map(|u| Some((u, rolled(u)?))) {
                let pace = pace.min(spent);
                most = most.max(pace.min(brigades(&ends(u))));
                known.push(u);
                open.push((ends(u), pace));
            }
            open.sort_by_key(|(_, pace)| *pace);
        }
        most
    }
}

impl Resolver<'_, '_> {
    /// §16.1.1: who stands in enemy range is no reinforcement any more, in whosever turn. Nor is who has left the map, as who comes back does not enter by its
    /// card (§21.8): before revision 8 who was driven off it unseen by any range was one again as it came back.
    pub fn end_exemptions_in_range(&mut self) {
        let board = self.board();
        let exempt = |u: &UnitId| board.since(3) && board.at.brigade(*u).is_some_and(|b| b.exempt.is_some());
        if !board.pack.ids().any(|u| exempt(&u)) {
            return;
        }
        // 0.1: of the side that does not move by what it sees; before revision 8 the range of somebody out of its view told of him.
        let seen = board.at.control_board().filter(|_| board.since(8));
        let seen = seen.as_ref().map(|at| Board::new(self.pack, at));
        let gone = |u: UnitId| board.since(8) && board.has_left(u);
        let mut lost = Vec::new();
        for side in Side::BOTH {
            let of: Vec<UnitId> = board.pack.of(side).filter(|u| exempt(u)).collect();
            let seen = seen.as_ref().filter(|_| side != board.at.side).unwrap_or(&board);
            // As this is asked behind each order, of their hexes alone, and not of the ranges of a side; before revision 8 by these, as they were known then.
            let covered = |hex: usize| match seen.since(8) {
                true => seen.fires_of(side.other()).iter().any(|f| seen.covers(f, side.other(), hex)),
                false => seen.in_enemy_range(side, hex),
            };
            let ranged = |u: UnitId| seen.chain(u).iter().any(|l| covered(l.at()));
            lost.extend(of.into_iter().filter(|u| gone(*u) || ranged(*u)));
        }
        lost.sort_unstable();
        for unit in lost {
            self.write(Fact::ExemptionLost { unit });
        }
    }

    /// §16.1.1: who is formed otherwise than it came, or was in enemy range on its way, is no reinforcement any more.
    pub fn end_exemption(&mut self, unit: UnitId) {
        let board = self.board();
        if board.since(3) && board.at.brigade(unit).is_some_and(|b| b.exempt.is_some()) {
            self.write(Fact::ExemptionLost { unit });
        }
    }

    /// §16.1.1: the same of who steps into a flank hex, goes back or advances after combat by hexes in enemy range, be it out of it again.
    pub(super) fn end_exemption_on_way(&mut self, unit: UnitId, entered: &[u16]) {
        let board = self.board();
        let side = board.side(unit);
        if board.since(8) && entered.iter().any(|hex| board.in_enemy_range(side, usize::from(*hex))) {
            self.end_exemption(unit);
        }
    }
}
