//! Batteries in the Movement Phase: limbering, unlimbering, marches (§9.0, §16.3, §17.2).

use super::activity::{BESIDE_NOW, Barred, IN_RANGE, NO_WAY, TOO_DEAR};
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BATTERY, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::Link;
use super::facts::{BatteryMove, Fact};
use super::ground::Terrain;
use super::kept::untaken;
use super::names::{facing_name, points, read_facing, read_way, write_way};
use super::position::{Brigade, KeptStep};
use super::resolver::Resolver;
use super::tables::{Activity, Halves, Mover};
use super::teller::Teller;
use super::units::UnitId;
use super::ways::{leading, listed, ways};
use domain_core::board::{Facing, Reach};
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Side, Tone};

const UNLIMBERED: RuleBreak =
    RuleBreak::new(&["9.0", "{unit} is unlimbered.", "Limber it first: only limbered batteries move."]);
const LIMBERED: RuleBreak = RuleBreak::new(&["9.0", "{unit} is limbered already.", "March it, or unlimber it."]);
pub const ROW: RuleBreak = RuleBreak::new(&[
    "17.2",
    "There is no room for the cannon of {unit}.",
    "A hex holds 9 cannon limbered and 15 unlimbered, a hex of woods one battery.",
]);
pub const COMPANY: RuleBreak = RuleBreak::new(&[
    "17.2",
    "{unit} would end its move with a brigade of another command.",
    "A battery shares a hex with brigades of its own division or corps only; the Union reserve with any of its army.",
]);
pub const OTHER_FACING: RuleBreak = RuleBreak::new(&[
    "19.2",
    "Another battery there faces elsewhere.",
    "Unlimbered batteries in one hex all have the same facing.",
]);
pub const WRONG_FACING: RuleBreak = RuleBreak::new(&[
    "19.2",
    "{unit} cannot face there.",
    "A limbered battery looks to a side, N NE SE S SW NW; an unlimbered one to a corner, NNE E SSE SSW W NNW.",
]);

const KEEPS: RuleBreak = RuleBreak::new(&[
    "13.8",
    "{unit} keeps its points for its next turn.",
    "Its move is over: points that are kept are not spent in the turn that leaves them.",
]);

/// The most activity points of a battery (Activity Capability Chart): artillery, horse artillery.
const LEVELS: [u8; 2] = [6, 8];

impl Board<'_> {
    /// Whether a battery may be told something in the Movement Phase, and the most half points it may spend.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_gunners(&self, unit: UnitId) -> Result<Halves, RuleBreak> {
        let (now, spec) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if self.chain(unit).is_empty() && self.due(unit).is_none() && self.edges(unit).is_empty() {
            return Err(OFF_MAP);
        }
        if self.since(4) && now.kept.is_some_and(|kept| kept.turn == self.at.turn) {
            return Err(KEEPS);
        }
        Ok((2 * LEVELS[usize::from(spec.horse)] + self.kept_spent(now.kept)).saturating_sub(now.owed))
    }

    /// The half points that a battery has left.
    ///
    /// # Errors
    /// It may not be told anything now.
    pub fn points_of_guns(&self, unit: UnitId) -> Result<Halves, RuleBreak> {
        let most = self.check_gunners(unit)?;
        Ok(most.saturating_sub(self.at.battery(unit).map_or(0, |b| b.spent)))
    }

    /// The most half points that a column of a battery's side has spent.
    fn best_pace(&self, unit: UnitId) -> Halves {
        let columns = self.of(self.side(unit)).filter_map(|u| self.at.brigade(u)).filter(|b| b.formation.is_column());
        columns.map(Brigade::spent).max().unwrap_or(0).next_multiple_of(2)
    }

    /// §17.2.7, §17.2.8, §31.7: whether a battery may keep a brigade company: of its division or corps, a captured one of its captor's; those of the Union
    /// reserve any of their army. A brigade that was transferred is of its new division and corps (0.2).
    pub fn keeps_company(&self, battery: UnitId, brigade: UnitId) -> bool {
        let captor = self.at.battery(battery).and_then(|b| b.captor);
        if self.side(battery) != self.spec(brigade).side {
            return false;
        }
        // The division as printed, which keeps its battalion wherever it goes, and the corps that it is in now.
        let place = |unit: UnitId| match self.since(4) {
            true => (self.home_of(unit), self.command_of(unit).0),
            false => (self.spec(unit), self.spec(unit).corps.as_str()),
        };
        let (home, corps) = place(brigade);
        let (guns, of_corps) = match captor {
            Some(captor) => place(captor),
            None => (self.spec(battery), self.spec(battery).corps.as_str()),
        };
        let reserve = guns.corps == "Artillery Reserve";
        let union_corps = guns.side == Side::Union && of_corps == corps;
        // A Confederate battalion belongs to a division; those of a corps reserve to the corps.
        let division = guns.corps == home.corps && guns.division == home.division;
        let of_reserve = guns.division.is_empty() || guns.division.ends_with("reserve");
        // §31.7: nor does the horse artillery, under which those come that horse has taken, belong to a division.
        let of_reserve = of_reserve || (self.since(8) && guns.corps == "Cavalry");
        reserve || union_corps || division || (of_reserve && of_corps == corps)
    }

    /// §17.2.2 to §17.2.10: how many of its cannon a battery may have in a hex when it ends its move, limbered or not; of its own those that there is room for.
    ///
    /// # Errors
    /// None, or a brigade that it keeps no company with.
    pub(super) fn check_battery_room(&self, unit: UnitId, place: usize, limbered: bool) -> Result<u8, RuleBreak> {
        let room = self.check_cannon_room(unit, place, limbered)?;
        if !self.pack.ground.is_hex(place) {
            return Ok(room);
        }
        let ordered = self.gunner_of(unit).is_some();
        if !ordered && self.brigades_at(place).any(|u| !self.keeps_company(unit, u)) {
            return Err(COMPANY);
        }
        // Ruling 90: where 0.13 is in force, battalions share a hex under an artillery commander alone (0.13.3).
        let strange = |u: UnitId| !self.of_one_battalion(unit, u) && self.gunner_of(u).is_none();
        let mut others = self.batteries_at(place).filter(|u| *u != unit);
        if self.at.options.artillery_commanders && !ordered && others.any(strange) {
            return Err(COMPANY);
        }
        Ok(room)
    }

    /// §17.2.2 to §17.2.5, §17.2.10: the same for the number of cannon and batteries alone.
    fn check_cannon_room(&self, unit: UnitId, place: usize, limbered: bool) -> Result<u8, RuleBreak> {
        let own = self.spec(unit).battery().map_or(0, |b| b.cannon());
        if !self.pack.ground.is_hex(place) {
            return Ok(own);
        }
        let others: Vec<UnitId> = self.batteries_at(place).filter(|u| *u != unit).collect();
        if self.pack.ground.terrain(place) == Terrain::Woods && !others.is_empty() {
            return Err(ROW);
        }
        let alike = |u: &&UnitId| self.at.battery(**u).is_some_and(|b| b.limbered == limbered);
        let cannon = |u: &UnitId| {
            let here = self.chain(*u).iter().filter(|l| l.at() == place);
            here.map(|l| l.sp).sum::<u8>()
        };
        let all: u8 = others.iter().filter(alike).map(cannon).sum();
        let room = if limbered { 9u8 } else { 15 }.saturating_sub(all).min(own);
        if room == 0 { Err(ROW) } else { Ok(room) }
    }

    /// §19.2.4, §19.4.1: the other batteries of the same formation in its hex with which a battery turns where it stands, since all look the same way; none
    /// where one of them could not.
    fn turning_with(&self, unit: UnitId, place: usize, limbered: bool) -> Vec<UnitId> {
        let alike = |u: &UnitId| *u != unit && self.at.battery(*u).is_some_and(|b| b.limbered == limbered);
        let others: Vec<UnitId> = self.batteries_at(place).filter(alike).collect();
        let turns = |u: &UnitId| self.mine(*u) && self.chain(*u).len() == 1 && self.check_gunners(*u).is_ok();
        if self.since(4) && others.iter().all(turns) { others } else { Vec::new() }
    }

    /// §19.2.4: how batteries of the same formation look that share a hex with one.
    pub fn facing_there(&self, unit: UnitId, place: usize, limbered: bool) -> Option<Facing> {
        let others = self.batteries_at(place).filter(|u| *u != unit && self.pack.ground.is_hex(place));
        others.filter_map(|u| self.at.battery(u)).find(|b| b.limbered == limbered).map(|b| b.facing)
    }

    /// §17.2.11: where the cannon of a limbered battery lie that came over a hex: all in its own, or the excess behind it.
    fn check_spread(
        &self,
        unit: UnitId,
        (place, facing): (usize, Facing),
        rear: Option<usize>,
    ) -> Result<Vec<Link>, RuleBreak> {
        let own = self.spec(unit).battery().map_or(0, |b| b.cannon());
        let room = self.check_battery_room(unit, place, true)?;
        if room == own {
            return Ok(vec![Link::new(place, own)]);
        }
        let rear = rear.filter(|rear| self.pack.ground.is_hex(*rear)).ok_or(ROW)?;
        let woods = |p: usize| self.pack.ground.terrain(p) == Terrain::Woods;
        if self.check_battery_room(unit, rear, true)? < own - room || woods(place) {
            return Err(ROW);
        }
        // §19.2.4: the cannon behind look as the batteries do that stand there.
        if self.since(6) && self.facing_there(unit, rear, true).is_some_and(|f| f != facing) {
            return Err(OTHER_FACING);
        }
        Ok(vec![Link::new(place, room), Link::new(rear, own - room)])
    }

    /// Whether a battery in a hex moves by retreat alone: within enemy range or beside an enemy (§21.1, cost chart).
    fn guns_pressed(&self, side: Side, place: usize) -> bool {
        self.in_enemy_range(side, place) || self.beside_enemy_of(side, place)
    }

    /// A step of a limbered battery that looks so: what it costs and how it may look then. In enemy range it goes back by its rear hex and turns by one hexside
    /// (§21.3, §19.2.3); out of it, it turns as it likes and enters no range of a brigade (§22.2).
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_guns_step(
        &self,
        unit: UnitId,
        (at, facing): (usize, Facing),
        to: usize,
    ) -> Result<(Halves, Vec<Facing>), RuleBreak> {
        let side = self.side(unit);
        let way = self.side_entered(unit, at, to).ok_or(NO_WAY)?;
        let turns = |front: Facing| match self.guns_pressed(side, to) {
            true => vec![front, front.turned(-2), front.turned(2)],
            false => vec![Facing::side(0)],
        };
        let lies = self.guns_from(unit, at);
        if !lies.iter().any(|p| self.guns_pressed(side, *p)) {
            self.check_enter_back(unit, (at, None), to, Barred::Brigades)?;
            return Ok((self.step_cost(unit, Mover::Limbered, at, to), turns(way)));
        }
        // §22.2: from the range of guns alone it goes back into none of a brigade.
        let bound = self.since(4) && !lies.iter().any(|p| self.in_brigade_range(side, *p));
        if way != facing.opposite() {
            return Err(IN_RANGE);
        }
        self.check_enter_back(unit, (at, Some(facing)), to, if bound { Barred::Brigades } else { Barred::None })?;
        let cost = self.pack.tables.cost(Activity::Retreat).of(Mover::Limbered).unwrap_or(3);
        Ok((cost, turns(facing)))
    }

    /// §9.0, §11.2, §21.3, §22.2: a limbered battery goes a way.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_guns_march(&self, unit: UnitId, way: &[usize]) -> Result<BatteryMove, RuleBreak> {
        self.check_guns_way(unit, way, None)
    }

    /// The same, looking so at its end: in enemy range it turns by a hexside with the last hex too (§21.3).
    fn check_guns_way(&self, unit: UnitId, way: &[usize], ends: Option<Facing>) -> Result<BatteryMove, RuleBreak> {
        let most = self.check_gunners(unit)?;
        let (now, _) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        if !now.limbered {
            return Err(UNLIMBERED);
        }
        let (start, looks) = self.guns_now(unit, way.first().copied()).ok_or(OFF_MAP)?;
        let side = self.side(unit);
        let (mut at, mut spent, mut facings) = (start, now.spent, vec![looks]);
        for to in way {
            let steps = facings.iter().map(|facing| self.check_guns_step(unit, (at, *facing), *to));
            let (legal, barred): (Vec<_>, Vec<_>) = steps.partition(Result::is_ok);
            let mut legal = legal.into_iter().flatten();
            let Some((cost, mut next)) = legal.next() else {
                return Err(barred.into_iter().find_map(Result::err).unwrap_or(NO_WAY));
            };
            next.extend(legal.flat_map(|(_, more)| more));
            (at, spent, facings) = (*to, spent.saturating_add(cost), next);
        }
        let Some(before) = way.len().checked_sub(2).map_or(Some(start), |n| way.get(n).copied()) else {
            return Err(NO_WAY);
        };
        let came = self.pack.ground.side_to(before, at).ok_or(NO_WAY)?;
        // Who goes back keeps its front; the others look where they go, or as the batteries do that they join (§19.2.4).
        let back = self.guns_from(unit, before).iter().any(|p| self.guns_pressed(side, *p));
        let front = if back { came.opposite() } else { came };
        let shared = self.facing_there(unit, at, true);
        let free = !self.guns_pressed(side, at);
        let may = |f: &Facing| free || facings.contains(f);
        let facing = match ends {
            Some(ends) if self.since(4) && ends.is_side() && may(&ends) => ends,
            Some(_) => return Err(WRONG_FACING),
            None => shared.filter(may).unwrap_or(front),
        };
        if shared.is_some_and(|f| f != facing) {
            return Err(OTHER_FACING);
        }
        let kept = way.first().and_then(|hex| self.kept_for(unit, KeptStep::Hex(*hex as u16)));
        let column = || self.keeps_pace(unit, at, spent, kept.unwrap_or(0));
        if spent > most + kept.unwrap_or(0) && !self.supposed && !column() {
            return Err(TOO_DEAR);
        }
        let edge = self.check_guns_come(unit, (start, way.first().copied()), spent)?;
        self.check_guns_level(unit, edge, spent)?;
        // §17.2.11, §21.3: who has gone back has turned about where cannon of it would lie behind it, which in range yet may not turn.
        let behind = |rear: &usize| *rear == before && !(back && self.since(8));
        let rear = self.pack.ground.atlas.ahead(at, facing.opposite()).filter(behind);
        let chain = self.check_spread(unit, (at, facing), rear)?;
        let way = [start].iter().chain(way).map(|p| *p as u16).collect();
        Ok(BatteryMove { chain, facing, kept: kept.is_some(), limbered: true, spent, unit, unused: 0, way })
    }

    /// §34.1.7: a battery that comes on with brigades in this turn uses no level that would have cost those more, in whatever order they come and go on.
    fn check_guns_level(&self, unit: UnitId, edge: Option<usize>, spent: Halves) -> Result<(), RuleBreak> {
        let dear = || self.most_of_group(unit).is_some_and(|most| spent > most);
        match self.supposed {
            true => Ok(()),
            false if dear() => Err(TOO_DEAR),
            false => self.check_guns_alike(unit, edge, spent),
        }
    }

    /// §9.0, §18.3, §19.4.1: limbers or unlimbers where it stands, or turns as it is.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_limbers(&self, unit: UnitId, limber: bool, facing: Facing) -> Result<BatteryMove, RuleBreak> {
        let most = self.check_gunners(unit)?;
        let (now, spec) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        let place = self.at.place(unit).filter(|p| self.pack.ground.is_hex(*p)).ok_or(OFF_MAP)?;
        if facing.is_side() != limber {
            return Err(WRONG_FACING);
        }
        let turns = limber == now.limbered;
        if turns && now.facing == facing {
            return Err(if limber { LIMBERED } else { WRONG_FACING });
        }
        let (side, lies) = (self.side(unit), self.guns_from(unit, place));
        let ranged = lies.iter().any(|p| self.in_enemy_range(side, *p));
        if turns && ranged {
            return Err(IN_RANGE);
        }
        // The chart bars a change of formation beside an enemy; who only turns is barred by his range alone (§19.4.1).
        if lies.iter().any(|p| self.beside_enemy_of(side, *p)) && !(turns && self.since(6)) {
            return Err(BESIDE_NOW);
        }
        // §18.3, §19.4.1: it flips over and turns no farther in enemy range.
        if self.since(4) && facing.apart(now.facing) > 1 && ranged {
            return Err(IN_RANGE);
        }
        let (activity, mover) = match limber {
            true => (Activity::Limber, Mover::Unlimbered),
            false => (Activity::Unlimber, Mover::Limbered),
        };
        // Horse artillery unlimbers for nothing; who turns where it stands pays nothing either (§19.4.1).
        let free = (spec.horse && !limber) || turns;
        let cost = if free { 0 } else { self.pack.tables.cost(activity).of(mover).unwrap_or(2) };
        let more = if turns { 0 } else { self.check_additions(unit, activity, &lies)? };
        let kept = self.kept_for(unit, self.flip(limber)).filter(|_| !turns);
        let spent = now.spent.saturating_add(cost).saturating_add(more);
        if spent > most + kept.unwrap_or(0) && !self.supposed {
            return Err(TOO_DEAR);
        }
        self.check_guns_level(unit, None, spent)?;
        let together = turns && !self.turning_with(unit, place, limber).is_empty();
        if !together && self.facing_there(unit, place, limber).is_some_and(|f| f != facing) {
            return Err(OTHER_FACING);
        }
        let all = spec.cannon();
        // §17.2.7 asks who a battery ends its movement with, not who is beside it where it stands.
        let room = match self.since(4) {
            true => self.check_cannon_room(unit, place, limber)?,
            false => self.check_battery_room(unit, place, limber)?,
        };
        let chain = match (turns, self.chain(unit)) {
            // A split battery that turns has its rear elsewhere.
            (true, [_, _]) => return Err(ROW),
            _ if room < all => return Err(ROW),
            _ => vec![Link::new(place, all)],
        };
        let (way, unused) = (vec![place as u16], untaken(kept.filter(|_| self.since(8)), spent));
        Ok(BatteryMove { chain, facing, kept: kept.is_some(), limbered: limber, spent, unit, unused, way })
    }

    /// Whether a step that points are kept for is legal (§13.8).
    pub fn is_guns_step(&self, unit: UnitId, step: KeptStep) -> bool {
        let limber = self.at.battery(unit).is_some_and(|b| !b.limbered);
        match step {
            KeptStep::Hex(hex) => self.check_guns_march(unit, &[usize::from(hex)]).is_ok(),
            step if step == self.flip(limber) => {
                Facing::all().any(|f| f.is_side() == limber && self.check_limbers(unit, limber, f).is_ok())
            }
            _ => false,
        }
    }

    /// The ways of a limbered battery, the cheapest to each hex.
    pub fn guns_ways(&self, unit: UnitId) -> Vec<Vec<usize>> {
        let found = || {
            let most = self.check_gunners(unit).ok()?;
            let (now, _) = self.battery(unit).filter(|(b, _)| b.limbered)?;
            let starts = self.guns_starts(unit);
            let looks = starts.first()?.1;
            let column = self.best_pace(unit).saturating_add(self.kept_spent(now.kept));
            Some((most.max(column).saturating_sub(now.spent), starts, looks))
        };
        let edges = if self.chain(unit).is_empty() { self.edges(unit) } else { Vec::new() };
        let Some((left, starts, looks)) = found() else { return edges.into_iter().map(|hex| vec![hex]).collect() };
        let state = |place: usize, facing: Facing| place * Facing::COUNT + facing.index();
        let mut reach = Reach::over(self.pack.ground.atlas.len() * Facing::COUNT);
        let starts = starts.into_iter().map(|(start, looks)| (state(start, looks), 0));
        reach.search(starts, u16::from(left), |from, spent, out| {
            let at = (from / Facing::COUNT, Facing::at(from % Facing::COUNT).unwrap_or(looks));
            for to in self.pack.ground.next_to(at.0) {
                if let Ok((cost, facings)) = self.check_guns_step(unit, at, to) {
                    facings.into_iter().for_each(|facing| out.at(state(to, facing), spent + u16::from(cost)));
                }
            }
        });
        let mut found = ways(&self.pack.ground, &reach, |state| state / Facing::COUNT);
        let kept = self.kept_hex(unit).map(|hex| vec![hex]);
        found.extend(kept.filter(|way| !found.contains(way)));
        found.extend(edges.into_iter().map(|hex| vec![hex]));
        found
    }

    fn guns_priced(&self, unit: UnitId, choice: Choice, checked: Result<BatteryMove, RuleBreak>) -> Choice {
        let most = self.check_gunners(unit).unwrap_or(0);
        let cost = checked.map(|m| format!("{} of {} activity points", points(m.spent), points(most))).ok();
        Choice { cost, ..choice }
    }
}

/// `Hall march M33`, `Hall march M33 NE`: a limbered battery, looking so at its end (§11.8, §21.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered, in order.
    pub way: Vec<usize>,
    /// Where it looks then; without a word where it goes, or as those do whom it joins.
    pub ends: Option<Facing>,
}

/// `Hall unlimber E` and `Hall limber N`: changes formation where it stands; unlimbered guns are turned by `unlimber` too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limber {
    /// Who.
    pub unit: UnitId,
    /// Whether it limbers.
    pub limber: bool,
    /// Whither it looks then.
    pub facing: Facing,
}

impl Verb<Rules> for Roll {
    fn said() -> Said {
        Said::OfPiece(&["march", "back"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        board.spec(unit).battery()?;
        let (way, ends) = match words.rest {
            [way] => (way, None),
            [way, ends] => (way, Some(read_facing(ends).ok()?)),
            _ => return None,
        };
        Some(read_way(board.pack, way).map(|way| {
            let found = match way.as_slice() {
                [_] if board.edge_of(unit, &way).is_some() => None,
                [to] => leading(&board.pack.ground, &board.guns_ways(unit), *to, |way| {
                    board.check_guns_way(unit, way, ends).is_ok()
                }),
                _ => None,
            };
            Roll { unit, way: found.unwrap_or(way), ends }.into()
        }))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let legal = |way: &[usize]| board.check_guns_march(unit, way).is_ok();
        listed((board, unit), board.guns_ways(unit), legal, &mut |way| found(Roll { unit, way, ends: None }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let ends = self.ends.map_or_else(String::new, |ends| format!(" {}", facing_name(ends)));
        format!("{} march {}{ends}", board.name(self.unit), write_way(board.pack, &self.way))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let to = self.way.last().copied().unwrap_or(0);
        let by = board.beside_road(self.unit, &self.way).map(|hex| board.pack.ground.id(hex));
        let by = by.map_or_else(String::new, |hex| format!(" by {hex}, beside its road"));
        let label = format!("{} marches to {}{by}", board.name(self.unit), board.pack.ground.place_name(to));
        let choice = Choice { place: Some(board.pack.ground.id(to)), ..Choice::plain(line, label, "march", "16.3") };
        board.guns_priced(self.unit, choice, board.check_guns_way(self.unit, &self.way, self.ends))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let moved = resolver.board().check_guns_way(self.unit, &self.way, self.ends)?;
        let Some(moved) = resolver.guns_to_contact(moved) else { return resolver.meet(self.unit) };
        let doors = resolver.board().guns_doors_after(self.unit, &moved);
        resolver.show_entry(self.unit);
        resolver.capture_on(self.unit, &moved.way);
        resolver.write(Fact::BatteryMoved(moved));
        doors.into_iter().for_each(|door| resolver.write(Fact::Door(door)));
        resolver.meet(self.unit)
    }
}

impl Verb<Rules> for Limber {
    fn said() -> Said {
        Said::OfPiece(&["limber", "unlimber"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        words.board.spec(unit).battery()?;
        let limber = words.verb == "limber";
        let facing = match words.rest {
            [facing] => read_facing(facing),
            // Without a word the horses stand behind the guns.
            [] if limber => {
                let now = words.board.at.battery(unit)?;
                Ok(if now.limbered { now.facing } else { now.facing.turned(-1) })
            }
            _ => return None,
        };
        Some(facing.map(|facing| Limber { unit, limber, facing }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|u| board.spec(*u).battery().is_some()) else { return false };
        Facing::all().any(|facing| {
            let limber = facing.is_side();
            board.check_limbers(unit, limber, facing).is_ok() && found(Limber { unit, limber, facing })
        })
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let verb = if self.limber { "limber" } else { "unlimber" };
        format!("{} {verb} {}", board.name(self.unit), facing_name(self.facing))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (name, facing) = (board.name(self.unit), facing_name(self.facing));
        let (label, verb) = match self.limber {
            true => (format!("{name} limbers towards {facing}"), "limber"),
            false => (format!("{name} unlimbers towards {facing}"), "unlimber"),
        };
        let checked = board.check_limbers(self.unit, self.limber, self.facing);
        board.guns_priced(self.unit, Choice::plain(line, label, verb, "18.0"), checked)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let moved = board.check_limbers(self.unit, self.limber, self.facing)?;
        let turns = board.at.battery(self.unit).is_some_and(|b| b.limbered == self.limber);
        let place = moved.chain.first().map_or(0, |l| l.at());
        let with = if turns { board.turning_with(self.unit, place, self.limber) } else { Vec::new() };
        let along = |unit: UnitId| {
            let now = board.at.battery(unit)?;
            let chain = board.chain(unit).to_vec();
            let (kept, spent, unused, way) = (false, now.spent, 0, moved.way.clone());
            Some(BatteryMove { chain, facing: self.facing, kept, limbered: self.limber, spent, unit, unused, way })
        };
        let others: Vec<BatteryMove> = with.into_iter().filter_map(along).collect();
        resolver.write(Fact::BatteryMoved(moved));
        others.into_iter().for_each(|other| resolver.write(Fact::BatteryMoved(other)));
        Ok(())
    }
}

impl Teller<'_> {
    /// A battery's order.
    pub fn battery_moved(&self, moved: &BatteryMove) -> Option<Line> {
        let name = self.name(moved.unit);
        let to = moved.chain.first().map_or_else(String::new, |l| self.place(l.hex));
        let stands = match moved.limbered {
            true => format!("limbered towards {}", facing_name(moved.facing)),
            false => format!("unlimbered towards {}", facing_name(moved.facing)),
        };
        let text = match moved.way.len() {
            0 | 1 => format!("{name} stands {stands} in {to} ({} activity points).", points(moved.spent)),
            _ => format!("{name} goes to {to}, {stands} ({} activity points).", points(moved.spent)),
        };
        let marks = if moved.way.len() > 1 { vec![self.moved(moved.unit, &moved.way)] } else { Vec::new() };
        self.line(Tone::Move, text, "16.3", marks)
    }
}
