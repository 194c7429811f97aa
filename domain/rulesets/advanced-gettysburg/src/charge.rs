//! Cavalry charges (0.6): attack columns of two markers a hex, named to attack, that gallop and assault without fire.

use super::activity::{BESIDE_NOW, Barred, DONE, Ending, IN_RANGE, INTO_RANGE, NO_WAY, RETREATING, TOO_DEAR};
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::{Formation, LineMarker, Link};
use super::facts::{Fact, Maneuver, Manner};
use super::lines::ATTACKER_BACK;
use super::marching::{CLOSED_UP, padded};
use super::movement::{GALLOP, VOLUNTARY_DP};
use super::names::{points, read_facing, read_way, write_way};
use super::position::{KeptStep, Pressed, Retreat};
use super::resolver::Resolver;
use super::retreat::WayBack;
use super::tables::{Halves, Mover};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

/// Half points for a hex of it: the chart prices an advance for lines alone (ruling 68).
const HEX: Halves = 4;
/// What is added to the die of a charge, and to that of fire at it (0.6.6, 0.6.7, ruling 11).
pub(super) const ASSAULT_DIE: u8 = 2;

const NO_CHARGES: RuleBreak = RuleBreak::new(&[
    "0.6",
    "{unit} cannot form an attack column.",
    "Where cavalry charges are an option of the scenario, cavalry in column forms one, out of enemy range.",
]);
const STACKED: RuleBreak = RuleBreak::new(&[
    "0.6",
    "{unit} would have more than two markers in a hex.",
    "An attack column has two column markers in a hex at most: march on first, so that they follow one another.",
]);
pub(super) const NOT_CHARGING: RuleBreak = RuleBreak::new(&[
    "0.6",
    "{unit} is not charging.",
    "Cavalry in an attack column that was named to attack advances so.",
]);
const NO_GALLOP: RuleBreak = RuleBreak::new(&[
    "0.6",
    "{unit} cannot charge that way.",
    "It advances through the hex before its head, with one hexside of turn for each hex, until it stands beside an enemy.",
]);
const MOVES_NO_CLOSER: RuleBreak = RuleBreak::new(&[
    "0.6",
    "Markers of {unit} would close up.",
    "An attack column moves by advance and retreat alone: it forms line in all of its hexes, and goes to rest from one.",
]);
/// The most hexes that twelve points lead an attack column back.
const RECOIL: u8 = 6;

const NO_RECOIL: RuleBreak = RuleBreak::new(&[
    "0.6",
    "{unit} does not go back that way.",
    "An attack column goes back by the hex behind its rear marker, with one hexside of turn for each hex more.",
]);
pub(super) const UNSEEN: RuleBreak = RuleBreak::new(&[
    "0.6",
    "Who stands there was not in sight of {unit} when it was named to attack.",
    "A charge assaults an enemy that was in its line of sight then.",
]);
pub(super) const ONE_CHARGE: RuleBreak =
    RuleBreak::new(&["0.6", "{unit} has charged in this turn.", "A charging brigade assaults one hex."]);

impl Board<'_> {
    /// Whether a brigade stands in an attack column.
    pub fn is_charge(&self, unit: UnitId) -> bool {
        matches!(self.at.brigade(unit).map(|b| b.formation), Some(Formation::Charge { .. }))
    }

    /// Whether a brigade may be named to attack though it is not in line: cavalry in an attack column (0.6.2).
    pub fn may_charge(&self, unit: UnitId) -> bool {
        self.at.options.charge && self.spec(unit).is_cavalry() && self.is_charge(unit)
    }

    /// The head of an attack column as a marker that assaults: two column markers.
    pub(super) fn spearhead(&self, unit: UnitId) -> Option<LineMarker> {
        let Some(Formation::Charge { facing }) = self.at.brigade(unit).map(|b| b.formation) else { return None };
        let hex = self.at.place(unit)?;
        Some(LineMarker {
            hex,
            sp: self.points_in(unit, hex),
            left: facing.turned(-4),
            right: facing.turned(4),
            open_left: true,
            open_right: true,
        })
    }

    /// 0.6.4: the enemies in line of sight of a brigade.
    pub(super) fn in_sight_of(&self, unit: UnitId) -> Vec<UnitId> {
        let side = self.side(unit);
        let sees = |enemy: &UnitId| {
            let to = || self.chain(*enemy).iter().map(|l| l.at());
            self.chain(unit).iter().any(|l| to().any(|to| self.sees_past_bodies(l.at(), to, side, false)))
        };
        let enemies = self.of(side.other()).filter(|u| self.spec(*u).commander().is_none());
        enemies.filter(sees).collect()
    }

    /// 0.6.1: whether an attack column of these markers has two in a hex at most.
    pub(super) fn stacks_by_twos(&self, formation: Formation, chain: &[Link]) -> bool {
        let full = |link: &Link| chain.iter().filter(|l| l.hex == link.hex).count() > 2;
        let charge = matches!(formation, Formation::Charge { .. }) && self.since(6);
        !charge || !chain.iter().any(full)
    }

    /// 0.6.1, §17.1.3: whether the markers of a brigade may close up to change formation: those of an attack column in several hexes move by advance and retreat
    /// alone, and the next action of those that have closed up already is the change.
    ///
    /// # Errors
    /// They may not.
    pub(super) fn check_moves_up(&self, unit: UnitId) -> Result<(), RuleBreak> {
        match self.since(8) {
            true if self.is_charge(unit) => Err(MOVES_NO_CLOSER),
            true if self.has_closed_up(unit) => Err(CLOSED_UP),
            _ => Ok(()),
        }
    }

    /// 0.6.1: a column of horse closes up into an attack column of two markers a hex.
    fn check_stack(&self, unit: UnitId) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let Formation::Column { facing } = now.formation else { return Err(NO_CHARGES) };
        if !self.at.options.charge || !self.spec(unit).is_cavalry() {
            return Err(NO_CHARGES);
        }
        let side = self.side(unit);
        let chain = self.chain(unit);
        let mut hexes: Vec<usize> = chain.iter().map(|l| l.at()).collect();
        hexes.dedup();
        if hexes.is_empty() || hexes.iter().any(|hex| !self.pack.ground.is_hex(*hex)) {
            return Err(OFF_MAP);
        }
        if hexes.iter().any(|hex| self.beside_enemy_of(side, *hex)) {
            return Err(BESIDE_NOW);
        }
        if hexes.iter().any(|hex| self.in_enemy_range(side, *hex)) {
            return Err(IN_RANGE);
        }
        let moved: Vec<Link> =
            chain.iter().enumerate().map(|(n, l)| Link::new(hexes[(n / 2).min(hexes.len() - 1)], l.sp)).collect();
        let at = |hex: usize| hexes.iter().position(|h| *h == hex).unwrap_or(0);
        // 0.6.1: a column closes up forwards alone, so that too many in its first hexes stay so.
        if self.since(6) && (0..chain.len()).any(|n| n / 2 > at(chain[n].at())) {
            return Err(STACKED);
        }
        match self.since(6) {
            // §35.1: each marker comes no nearer to the enemy, those that join the head too.
            true => {
                let steps = |n: usize| at(moved[n].at())..at(chain[n].at());
                let mut steps = (0..chain.len()).flat_map(steps);
                steps.try_for_each(|k| self.check_night_by(side, (hexes[k + 1], hexes[k]), Barred::Any))?;
            }
            false => self.check_closes_by_night(unit, &hexes, chain.len().div_ceil(2))?,
        }
        let walked = |n: usize| -> Halves {
            let (from, to) = (at(chain[n].at()), at(moved[n].at()));
            (to..from).map(|k| self.step_cost(unit, Mover::Column, hexes[k + 1], hexes[k])).sum()
        };
        let paid = (0..chain.len()).map(|n| now.paid.get(n).copied().unwrap_or(0).saturating_add(walked(n))).collect();
        self.check_ending(
            unit,
            &Ending {
                chain: moved,
                formation: Formation::Charge { facing },
                manner: Manner::Changed,
                paid,
                pressed: Pressed::No,
                way: vec![hexes[0]],
            },
        )
    }

    /// 0.6.1, 0.6.3: a charging brigade gallops a way, its markers behind its head.
    fn check_gallop(&self, unit: UnitId, way: &[usize]) -> Result<Maneuver, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if !self.may_charge(unit) || !now.is_named() {
            return Err(NOT_CHARGING);
        }
        if now.done {
            return Err(DONE);
        }
        self.check_hand_free(unit)?;
        let Formation::Charge { facing } = now.formation else { return Err(NOT_CHARGING) };
        let (side, ground) = (self.side(unit), &self.pack.ground);
        let mut hexes: Vec<usize> = self.chain(unit).iter().map(|l| l.at()).collect();
        hexes.dedup();
        let groups = hexes.len();
        let (mut at, mut front) = (hexes[0], facing);
        // §22.8: who has come beside an enemy has ended its move of this turn; who stood there as it began may advance, as a line may.
        let fresh = self.since(7) && now.spent() == 0;
        for (n, to) in way.iter().enumerate() {
            let ahead = ground.side_to(at, *to).ok_or(NO_WAY)?;
            let turned = ahead.apart(front);
            let halts = self.beside_enemy_of(side, at) && !(fresh && n == 0);
            // §17.1.3: its head comes into no hex where markers of its own lie; two lie in a hex at most.
            let own = self.since(8) && hexes.contains(to);
            if turned > 2 || own || self.held_by(side.other(), *to) || halts || !ground.is_hex(*to) {
                return Err(NO_GALLOP);
            }
            hexes.insert(0, *to);
            (at, front) = (*to, ahead);
        }
        hexes.truncate(groups);
        let mut group = 0;
        let before = self.chain(unit);
        let chain: Vec<Link> = (0..before.len())
            .map(|n| {
                group += usize::from(n > 0 && before[n].hex != before[n - 1].hex);
                Link::new(hexes[group], before[n].sp)
            })
            .collect();
        let foreign = |l: &Link| self.brigades_at(l.at()).any(|u| u != unit);
        if way.is_empty() || chain.iter().any(foreign) {
            return Err(NO_GALLOP);
        }
        let spent = now.spent().saturating_add(HEX.saturating_mul(way.len() as Halves));
        if spent > (GALLOP * 2).saturating_sub(now.owed) {
            return Err(TOO_DEAR);
        }
        // The disorganization of the level, once.
        let dp = if now.spent() == 0 { self.pack.tables.worn(true, GALLOP * 2).unwrap_or(0) } else { 0 };
        let near = |hex: usize| self.enemy_distance(side, hex).unwrap_or(u32::MAX);
        let (silent, undug) = (self.silent_after(unit, &chain), self.undug_after(unit, &chain));
        Ok(Maneuver {
            as_line: false,
            counter: 0,
            dp,
            faces: false,
            formation: Formation::Charge { facing: front },
            keeps: None,
            kept: false,
            manner: Manner::Ahead,
            nearer: near(at) < near(before[0].at()),
            paid: vec![spent; chain.len()],
            chain,
            passed: Vec::new(),
            pressed: Pressed::Advanced,
            rested: 0,
            retreats: false,
            silent,
            stands: Vec::new(),
            stood: None,
            undug,
            unit,
            unused: 0,
            way: [before[0].at()].iter().chain(way).map(|p| *p as u16).collect(),
        })
    }

    /// 0.6.1, §21.3: an attack column goes back in its Movement Phase: its rear marker by the one hex behind it, each other into the hex of the one behind (§19.2.2).
    fn check_recoil(&self, unit: UnitId, sides: &[Facing]) -> Result<Maneuver, RuleBreak> {
        let hexes = sides.len() as u8;
        let ways = if (1..=RECOIL).contains(&hexes) { self.columns_back(unit, hexes, false) } else { Vec::new() };
        self.check_recoil_by(unit, ways.into_iter().find(|way| way.sides == sides))
    }

    /// The same by a way that it has, if there is one.
    fn check_recoil_by(&self, unit: UnitId, back: Option<WayBack>) -> Result<Maneuver, RuleBreak> {
        let level = self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if !self.is_charge(unit) || !self.since(4) {
            return Err(NO_RECOIL);
        }
        if now.is_named() {
            return Err(ATTACKER_BACK);
        }
        if now.pressed == Pressed::Advanced {
            return Err(RETREATING);
        }
        let back = back.ok_or(NO_RECOIL)?;
        let side = self.side(unit);
        let before = self.chain(unit);
        // §20.3.5: the hexes that its head leaves hide nobody behind them any more.
        let gone = |hex: &usize| !back.chain.iter().any(|l| l.at() == *hex);
        let left: Vec<usize> = before.iter().map(|l| l.at()).filter(gone).collect();
        let mut trail: Vec<usize> = before.iter().map(|l| l.at()).collect();
        trail.dedup();
        // Each marker goes by itself (§11.4), into the hex of the one behind it; before revision 7 the way of the rear one alone was asked.
        let first = if self.since(7) { 0 } else { trail.len().saturating_sub(1) };
        for over in &back.sides {
            let last = trail.last().copied().ok_or(NO_WAY)?;
            trail.push(self.pack.ground.atlas.ahead(last, *over).ok_or(NO_WAY)?);
        }
        trail.windows(2).skip(first).try_for_each(|two| self.check_backs(unit, (two[0], two[1]), &left))?;
        let ranged = before.iter().any(|l| self.in_brigade_range(side, l.at()));
        let cost = HEX.saturating_mul(back.hexes);
        // §13.8: points that were kept are for the hex to which its head comes.
        let step = back.chain.first().filter(|_| self.since(7)).map(|head| KeptStep::Hex(head.hex));
        let kept = step.and_then(|step| self.kept_for(unit, step)).unwrap_or(0);
        let most = self.most(now, level).saturating_add(kept);
        if now.spent().saturating_add(cost) > most && !self.supposed {
            return Err(TOO_DEAR);
        }
        let paid = padded(&now.paid, before.len()).into_iter().map(|p| p.saturating_add(cost)).collect();
        let begins = ranged && now.retreat == Retreat::None;
        let (silent, undug) = (self.silent_after(unit, &back.chain), self.undug_after(unit, &back.chain));
        let maneuver = self.check_ending(
            unit,
            &Ending {
                chain: back.chain,
                formation: back.formation,
                manner: Manner::Back,
                paid,
                pressed: Pressed::Retreated,
                way: back.way.iter().map(|hex| usize::from(*hex)).collect(),
            },
        )?;
        let passed = back.entered;
        let dp = maneuver.dp + if begins { VOLUNTARY_DP } else { 0 };
        Ok(Maneuver { dp, passed, retreats: begins, silent, undug, ..maneuver })
    }

    /// §24.1, §22.3, §35.1: whether a marker of an attack column goes back from a hex into another, once its brigade has left some: beside no enemy, into the range of no
    /// brigade from out of it, and no nearer at night.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_backs(
        &self,
        unit: UnitId,
        (from, to): (usize, usize),
        left: &[usize],
    ) -> Result<(), RuleBreak> {
        let side = self.side(unit);
        let ranges = match (self.in_brigade_range(side, from), self.in_battery_range(side, from)) {
            (true, _) => Barred::None,
            // 0.6.2: it comes into no range at all from out of all of them.
            (_, false) if self.since(5) => Barred::Any,
            _ => Barred::Brigades,
        };
        // §19.2.2, §21.3: each marker goes by the hex behind it, as it looks in that from which it goes on too.
        let front = self.pack.ground.side_to(to, from).ok_or(NO_WAY)?;
        self.check_enter_back(unit, (from, Some(front)), to, ranges)?;
        if ranges != Barred::None && self.bared(unit, left, to) { Err(INTO_RANGE) } else { Ok(()) }
    }

    /// The ways back of an attack column in its Movement Phase that the menu lists: one hex and two, or the shortest through friends.
    fn recoils(&self, unit: UnitId) -> Vec<Vec<Facing>> {
        if !self.is_charge(unit) || !self.since(4) {
            return Vec::new();
        }
        let ways = |hexes: u8| -> Vec<Vec<Facing>> {
            let all = self.columns_back(unit, hexes, false).into_iter();
            all.filter(|way| self.check_recoil_by(unit, Some(way.clone())).is_ok()).map(|way| way.sides).collect()
        };
        let near = [ways(1), ways(2)].concat();
        // §17.1.5, §21.6, §21.7: who must go on retreating does so through friends too, as a line, where there is room behind them.
        let far = || (3..=RECOIL.min(self.left(unit) / HEX)).map(ways).find(|ways| !ways.is_empty());
        if near.is_empty() && self.since(8) { far().unwrap_or_default() } else { near }
    }

    /// §13.8: whether the head of an attack column could come into a hex as that goes back by one; before revision 7 no points were kept for it.
    pub(super) fn recoils_to(&self, unit: UnitId, hex: usize) -> bool {
        let rear = self.column(unit).last().map(|front| front.opposite()).filter(|_| self.since(7));
        let back = rear.and_then(|rear| self.check_recoil(unit, &[rear]).ok());
        back.and_then(|back| back.chain.first().copied()).is_some_and(|head| head.at() == hex)
    }

    /// Whether an attack column could go back by a hex yet (§21.6, §21.7).
    pub(super) fn could_recoil(&self, unit: UnitId) -> bool {
        !self.recoils(unit).is_empty()
    }

    /// Where a charge may gallop to, by one hex.
    fn gallops(&self, unit: UnitId) -> Vec<usize> {
        let Some(at) = self.at.place(unit).filter(|_| self.is_charge(unit)) else { return Vec::new() };
        let hexes = self.pack.ground.atlas.around(at).map(|(_, hex)| hex);
        hexes.filter(|hex| self.check_gallop(unit, &[*hex]).is_ok()).collect()
    }

    /// §6.2.6, §19.4.2: how a brigade is formed that has advanced so after combat: an attack column looks whither its head went, past which the others lie behind it.
    pub(super) fn formed_ahead(&self, unit: UnitId, formation: Formation, chain: &[Link]) -> Formation {
        let went = || self.pack.ground.side_to(self.at.place(unit)?, chain.first()?.at());
        match (formation, went()) {
            (Formation::Charge { .. }, Some(facing)) if self.since(6) => Formation::Charge { facing },
            _ => formation,
        }
    }

    /// The advances of an attack column by a hex after combat: its head ahead, the others behind it (§31.0).
    pub(super) fn charge_advances(&self, unit: UnitId) -> Vec<(usize, Vec<Link>)> {
        let Some(Formation::Charge { facing }) = self.at.brigade(unit).map(|b| b.formation) else { return Vec::new() };
        let (side, before) = (self.side(unit), self.chain(unit));
        let Some(head) = before.first() else { return Vec::new() };
        // §31.1a, ruling 70: no enemy line that stands in its one front hex (§19.2.2).
        let front = self.pack.ground.atlas.ahead(head.at(), facing);
        if self.since(4) && front.is_some_and(|hex| self.stands_in_line(side.other(), hex)) {
            return Vec::new();
        }
        // §17.1.5: it ends in no hex of another brigade of its side; who is routed goes out of its way (§31.5).
        let taken = |hex: usize| self.since(6) && self.brigades_at(hex).any(|u| u != unit && self.side(u) == side);
        // §17.1.3: nor does its head come into a hex where markers of its own lie.
        let own = |hex: usize| self.since(8) && before.iter().any(|l| l.at() == hex);
        let open = |hex: &usize| self.open_to(side, *hex) && !taken(*hex) && !own(*hex);
        let step = |ahead: Facing| {
            let hex = self.pack.ground.atlas.ahead(head.at(), ahead).filter(open)?;
            let known = self.is_left_to(unit, hex as u16) || self.at.advanced.contains(&unit);
            let moved = |n: usize| match before[..n].iter().rev().find(|l| l.hex != before[n].hex) {
                None => Link::new(hex, before[n].sp),
                Some(next) => Link::new(next.at(), before[n].sp),
            };
            known.then(|| (hex, (0..before.len()).map(moved).collect()))
        };
        [-2, 0, 2].into_iter().filter_map(|turn| step(facing.turned(turn))).collect()
    }
}

/// `Custer charge`: forms an attack column; `Custer charge II40-JJ41`: gallops, once it is named to attack (0.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// Who.
    pub unit: UnitId,
    /// The way of its head; none to form the column.
    pub way: Vec<usize>,
}

impl Charge {
    fn check(&self, board: &Board<'_>) -> Result<Maneuver, RuleBreak> {
        if self.way.is_empty() { board.check_stack(self.unit) } else { board.check_gallop(self.unit, &self.way) }
    }
}

impl Verb<Rules> for Charge {
    fn said() -> Said {
        Said::OfPiece(&["charge", "charges"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        board.at.brigade(unit)?;
        let way = match words.rest {
            [] => Ok(Vec::new()),
            [way] => read_way(board.pack, way),
            _ => return None,
        };
        Some(way.map(|way| Charge { unit, way }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let on = board.at.options.charge && board.at.segment.is_movement();
        let Some(unit) = piece.filter(|u| on && board.spec(*u).is_cavalry()) else { return false };
        (board.check_stack(unit).is_ok() && found(Charge { unit, way: Vec::new() }))
            || board.gallops(unit).into_iter().any(|hex| found(Charge { unit, way: vec![hex] }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let name = board.name(self.unit);
        if self.way.is_empty() {
            format!("{name} charge")
        } else {
            format!("{name} charge {}", write_way(board.pack, &self.way))
        }
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let name = board.name(self.unit);
        let place = self.way.last().map(|hex| board.pack.ground.id(*hex));
        let label = match &place {
            None => format!("{name} forms an attack column"),
            Some(hex) => format!("{name} charges to {hex}"),
        };
        let cost = self.check(board).ok().map(|m| {
            let spent = m.paid.iter().copied().max().unwrap_or(0);
            format!("{} activity points in all, {} disorganization points", points(spent), m.dp)
        });
        Choice { cost, place, ..Choice::plain(line, label, "charge", "0.6") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = self.check(&resolver.board())?;
        let way: Vec<usize> = maneuver.way.iter().map(|hex| usize::from(*hex)).collect();
        let gallop = |board: &Board<'_>, n: usize| board.check_gallop(self.unit, &self.way[..n]).ok();
        let came = resolver.charge_to_contact(maneuver, &way, gallop);
        let Some(maneuver) = came else { return resolver.meet(self.unit) };
        if self.way.is_empty() {
            resolver.take_in_hand(self.unit)?;
        } else {
            if resolver.board().at.brigade(self.unit).is_some_and(|b| b.level.is_none()) {
                let free = resolver.board().since(3);
                resolver.write(Fact::Released { free, level: GALLOP, unit: self.unit });
            }
            resolver.move_hand(self.unit);
        }
        resolver.capture_on(self.unit, &maneuver.way);
        resolver.write(Fact::Maneuvered(maneuver));
        resolver.end_exemption(self.unit);
        resolver.meet(self.unit)
    }
}

/// `Custer back SW S`: an attack column goes back in its Movement Phase over these hexsides, tail first (0.6.1, §21.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recoil {
    /// Who.
    pub unit: UnitId,
    /// The sides that its rear marker goes over.
    pub sides: Vec<Facing>,
}

impl Verb<Rules> for Recoil {
    fn said() -> Said {
        Said::OfPiece(&["back"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        if !board.at.segment.is_movement() || !board.is_charge(unit) || words.rest.is_empty() {
            return None;
        }
        let sides = words.rest.iter().map(|word| read_facing(word)).collect::<Result<Vec<Facing>, Refusal>>();
        Some(sides.map(|sides| Recoil { unit, sides }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.segment.is_movement()) else { return false };
        board.recoils(unit).into_iter().any(|sides| found(Recoil { unit, sides }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} back {}", board.name(self.unit), board.side_words(&self.sides))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} goes back {}", board.name(self.unit), board.side_words(&self.sides));
        board.priced(Choice::plain(line, label, "back", "21.0"), board.check_recoil(self.unit, &self.sides))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = resolver.board().check_recoil(self.unit, &self.sides)?;
        let way = resolver.board().way_of_rear(self.unit, &self.sides);
        let back = |board: &Board<'_>, n: usize| board.check_recoil(self.unit, &self.sides[..n]).ok();
        let came = resolver.charge_to_contact(maneuver, &way, back);
        let Some(maneuver) = came else { return resolver.meet(self.unit) };
        resolver.take_in_hand(self.unit)?;
        resolver.capture_on(self.unit, &maneuver.passed);
        let passed: Vec<usize> = maneuver.passed.iter().map(|hex| usize::from(*hex)).collect();
        resolver.write(Fact::Maneuvered(maneuver));
        resolver.seen_going_back(self.unit, &passed);
        resolver.meet(self.unit)
    }
}
