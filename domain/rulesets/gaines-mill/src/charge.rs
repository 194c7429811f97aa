//! Chapter 12: declaring and moving a charge, its priorities, and the brigade that must.

use super::book::{AnyOrder, Rules, Stop};
use super::facts::{ChargeEnd, Fact};
use super::ground::{Edge, MP};
use super::movement::FAR;
use super::mover::{ENEMY_THERE, FRIEND_AT_END, Mover, TOO_DEAR, WAY_GAP, WAY_START, Walked, whole};
use super::names::{read_unit, read_way, way_of};
use super::position::{CombatKind, Phase, Place};
use super::received::Received;
use super::resolver::Resolver;
use super::strength::{Attack, spoken};
use super::teller::Teller;
use super::units::{GUNS_ZONE, SHARPSHOOTER_ZONE, UnitId};
use super::way::Way;
use super::zones::Board;
use domain_core::board::{HexId, Reach};
use domain_core::kit::{RuleBreak, Said, Verb, Words, total};
use domain_core::referee::{Choice, Line, Refusal, Side, Thread, Tone};
use domain_core::words::possessive;
use std::cmp::Reverse;

pub const MUST_CHARGE: RuleBreak =
    RuleBreak::new(&["12.4", "{unit} must charge.", "Charge one of the enemies within its reach."]);
const CHARGE_ARM: RuleBreak =
    RuleBreak::new(&["12.1", "Artillery does not charge.", "Charge with infantry or cavalry."]);
const CHARGE_DISTURBED: RuleBreak =
    RuleBreak::new(&["13.0", "{unit} is disrupted or disordered.", "It must recover first."]);
const CHARGE_FROM_ZONE: RuleBreak =
    RuleBreak::new(&["12.1", "{unit} begins in an enemy zone.", "Charge with units that are free of enemy zones."]);
const CHARGE_CAVALRY: RuleBreak = RuleBreak::new(&["12.1", "Cavalry is never charged.", "Charge another unit."]);
const CHARGE_FRIEND: RuleBreak = RuleBreak::new(&["12.1", "That is a friend.", "Charge an enemy."]);
const CHARGE_GONE: RuleBreak = RuleBreak::new(&["12.1", "That enemy is not on the map.", "Charge one that is."]);
const CHARGE_TAKEN: RuleBreak =
    RuleBreak::new(&["12.1", "Another unit charges that target.", "Each enemy is charged by one unit only."]);
const CHARGE_NOT_ADJACENT: RuleBreak =
    RuleBreak::new(&["12.1", "That way does not end in the target's zone.", "End it next to the target."]);
const CHARGE_WAY_ZONE: RuleBreak = RuleBreak::new(&[
    "12.1",
    "A charge may touch enemy zones only in its last hex.",
    "Choose another way, or another hex.",
]);
const CHARGE_PRIORITY: RuleBreak = RuleBreak::new(&[
    "12.2",
    "Guns, then sharpshooters, must be charged first there.",
    "Name that target, or end elsewhere.",
]);
const CHARGE_INACTIVE: RuleBreak =
    RuleBreak::new(&["12.1", "{unit} is not activated.", "Charge with activated units."]);
const SPECIAL_CHARGE: RuleBreak = RuleBreak::new(&[
    "14.0",
    "There is no charge in the Special Sequence.",
    "Bring the reinforcements on, or say done.",
]);

/// `Hood charge 1009-1010-1110 Griffin`: charges along a way (§12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The unit that charges.
    pub unit: UnitId,
    /// The enemy that it charges.
    pub target: UnitId,
    /// The way; the present hex first, or the arrow hex for a unit that enters.
    pub way: Way,
}

impl Verb<Rules> for Charge {
    fn said() -> Said {
        Said::OfPiece(&["charge"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(read(words.board, words.side, words.piece?, words.rest).map(Into::into))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let Ok(mover) = board.charger(unit) else { return false };
        let mut stopped = false;
        board.searching(|reach| {
            board.each_charge(&mover, reach, |target, way| {
                stopped = found(Charge { unit, target, way });
                stopped
            });
        });
        stopped
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} charge {} {}", board.spec(self.unit).name, self.way, board.spec(self.target).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let Charge { unit, target, way } = *self;
        let (name, at) = (&board.spec(unit).name, board.place_name(way.end()));
        let label = format!("{name} charges {} from {at}", board.spec(target).name);
        let to = board.state(target).hex().unwrap_or(way.end());
        let attack = Attack { attacker: unit, from: way.end(), defender: target, to, kind: CombatKind::Charge };
        Choice {
            place: Some(way.end().to_string()),
            target: Some(board.spec(target).id.clone()),
            path: way.hexes().iter().map(HexId::to_string).collect(),
            cost: board.check_charge(unit, target, &way).ok().map(|walked| board.cost(unit, walked.spent)),
            sum: Some(spoken("attack strength", &board.strength(&attack))),
            odds: board.odds(&attack),
            note: Some(match board.received(unit, target, way.end()) {
                Some(fire) => before(&board.spec(target).name, name, &fire),
                None => format!("{name} must attack if it can."),
            }),
            ..Choice::plain(line, label, "charge", "12.1")
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let Charge { unit, target, way } = *self;
        let board = resolver.board();
        let walked = board.check_charge(unit, target, &way)?;
        let entered = board.state(unit).place == Place::Away;
        resolver.write(Fact::Charged { cost: walked.spent, entered, target, unit, way });
        Ok(())
    }
}

/// What comes before a charge is carried home, and what it may cost.
fn before(target: &str, charger: &str, fire: &Received) -> String {
    let part = |ways| fire.percent(ways);
    let outcomes = match (fire.stopped, fire.shaken) {
        (0, 0) => "it cannot stop the charge".to_owned(),
        (stopped, 0) => format!("{} % to stop the charge", part(stopped)),
        (0, shaken) => format!("{} % to shake {charger}, which then stops or loses a step", part(shaken)),
        (stopped, shaken) => format!(
            "{} % to stop the charge, {} % to shake {charger}, which then stops or loses a step",
            part(stopped),
            part(shaken)
        ),
    };
    format!("{target} may fire first: {outcomes}. {charger} must attack if it is not stopped.")
}

/// Reads `charge 1009-1010-1110 Griffin`, `charge 1110 Griffin`, `charge Griffin`.
fn read(board: &Board<'_>, side: Side, unit: UnitId, words: &[&str]) -> Result<Charge, Refusal> {
    let shape = || Refusal::unreadable("A charge names its target.", "Write for example: Hood charge 1110 Griffin.");
    let hexes = words.first().filter(|w| w.split('-').all(|h| h.parse::<HexId>().is_ok())).map(|w| read_way(w));
    let hexes = hexes.transpose()?.unwrap_or_default();
    let target_words = if hexes.is_empty() { words } else { &words[1..] };
    if target_words.is_empty() {
        return Err(shape());
    }
    let (count, target) = read_unit(board.pack, Some(side.other()), target_words)?;
    if count != target_words.len() {
        return Err(shape());
    }
    let from = board.state(unit).hex();
    let way = match hexes.as_slice() {
        [] => board.charge_named(unit, target, None),
        [to] if from.is_some() || board.index_of(*to).is_ok() && board.pack.ground.hex(*to).entry != Some(side) => {
            board.charge_named(unit, target, Some(*to))
        }
        hexes => return Ok(Charge { unit, target, way: way_of(hexes)? }),
    };
    if let Some(way) = way {
        return Ok(Charge { unit, target, way });
    }
    if let Ok(mover) = board.charger(unit) {
        let why = board.why_no_charge(&mover, target, hexes.first().copied());
        return Err(Refusal::Illegal(why.illegal(&board.spec(unit).name)));
    }
    // It may not charge at all: written out for the rules to say why.
    let to = hexes.first().copied().or(board.state(target).hex()).ok_or_else(shape)?;
    let hexes: Vec<HexId> = from.into_iter().chain([to]).collect();
    Ok(Charge { unit, target, way: way_of(&hexes)? })
}

impl Board<'_> {
    /// §12.1: whether a unit may charge at all, from where it stands or by entering (ruling 40).
    pub fn charger(&self, unit: UnitId) -> Result<Mover, RuleBreak> {
        self.may_act(unit)?;
        if self.at.phase != Phase::Move {
            return Err(SPECIAL_CHARGE);
        }
        let (spec, state) = (self.spec(unit), self.state(unit));
        if spec.arm.is_artillery() {
            return Err(CHARGE_ARM);
        }
        if !state.activated {
            return Err(CHARGE_INACTIVE);
        }
        if state.disturbed() {
            return Err(CHARGE_DISTURBED);
        }
        match state.place {
            // Free of every zone, cavalry too (ruling 15). So it is never pinned either (§6.42).
            Place::At(hex) if self.in_enemy_zone(spec.side, hex) => Err(CHARGE_FROM_ZONE),
            Place::At(hex) => Ok(self.mover_from(unit, Some(self.pack.ground.index(hex)))),
            _ => self.may_enter(unit),
        }
    }

    /// A step of a charge before the last: it may touch no enemy zone, not even one that cavalry would ignore.
    fn charge_step(&self, mover: &Mover, from: usize, spent: u16, edge: &Edge) -> Result<u16, RuleBreak> {
        if self.enemy_zones(mover.side, edge.to) != 0 {
            return Err(CHARGE_WAY_ZONE);
        }
        self.step(mover, from, spent, edge)
    }

    /// The last step, into the target's zone: at full cost (§6.41), and one point for the charge (§12.1).
    fn last_step(&self, mover: &Mover, spent: u16, edge: &Edge) -> Result<u16, RuleBreak> {
        self.ends_charge(mover, edge.to)?;
        let after = whole(spent) + edge.full + MP;
        if after > mover.budget { Err(TOO_DEAR) } else { Ok(after) }
    }

    /// A charge that comes onto the map straight into the target's zone, by an arrow hex.
    fn straight_in(&self, mover: &Mover, index: usize) -> Result<u16, RuleBreak> {
        let spent = whole(self.arrow_cost(mover, index, true)?) + MP;
        self.ends_charge(mover, index)?;
        if spent > mover.budget { Err(TOO_DEAR) } else { Ok(spent) }
    }

    fn ends_charge(&self, mover: &Mover, index: usize) -> Result<(), RuleBreak> {
        match self.unit_at(index) {
            Some(other) if self.side(other) != mover.side => Err(ENEMY_THERE),
            Some(_) => Err(FRIEND_AT_END),
            None if self.enemy_zones(mover.side, index) == 0 => Err(CHARGE_NOT_ADJACENT),
            None => Ok(()),
        }
    }

    /// §12.1, §12.2: whether a charge that ends here may be aimed at this enemy. Among the enemies whose zones cover the
    /// hex guns come first, then sharpshooters; cavalry is passed over (ruling 41).
    pub fn check_charge_target(&self, mover: &Mover, end: usize, target: UnitId) -> Result<(), RuleBreak> {
        let arm = self.spec(target).arm;
        if self.side(target) == mover.side {
            return Err(CHARGE_FRIEND);
        }
        if arm.is_cavalry() {
            return Err(CHARGE_CAVALRY);
        }
        if !self.covering(mover.side.other(), end).any(|e| e == target) {
            return Err(CHARGE_NOT_ADJACENT);
        }
        let zones = self.enemy_zones(mover.side, end);
        let guns = zones & GUNS_ZONE != 0;
        let rifles = zones & SHARPSHOOTER_ZONE != 0;
        if (guns && !arm.is_artillery()) || (!guns && rifles && !arm.is_sharpshooter()) {
            return Err(CHARGE_PRIORITY);
        }
        if self.at.charger_of(target).is_some() { Err(CHARGE_TAKEN) } else { Ok(()) }
    }

    /// A charge along a way.
    pub fn check_charge(&self, unit: UnitId, target: UnitId, way: &Way) -> Result<Walked, RuleBreak> {
        let mover = self.charger(unit)?;
        let hexes = way.hexes();
        let start = self.index_of(way.start())?;
        if mover.start.is_some_and(|s| s != start) {
            return Err(WAY_START);
        }
        let end = self.index_of(way.end())?;
        let Some((last, firsts)) = hexes.split_last() else { return Err(WAY_GAP) };
        let spent = match (firsts, mover.start) {
            ([], None) => self.straight_in(&mover, start)?,
            ([], Some(_)) => return Err(CHARGE_NOT_ADJACENT),
            (firsts, _) => {
                let mut spent = match mover.start {
                    Some(_) => 0,
                    None if self.enemy_zones(mover.side, start) != 0 => return Err(CHARGE_WAY_ZONE),
                    None => self.arrow_cost(&mover, start, false)?,
                };
                for pair in firsts.windows(2) {
                    let edge = self.way_edge(pair[0], pair[1])?;
                    spent = self.charge_step(&mover, self.pack.ground.index(pair[0]), spent, edge)?;
                }
                let edge = self.way_edge(firsts[firsts.len() - 1], *last)?;
                self.last_step(&mover, spent, edge)?
            }
        };
        self.check_charge_target(&mover, end, target)?;
        Ok(Walked { spent, end })
    }

    /// Calls `found(target, way)` for every charge a unit can make, each target from each hex by the cheapest way, until it
    /// says to stop by returning true.
    pub fn each_charge(&self, mover: &Mover, reach: &mut Reach, mut found: impl FnMut(UnitId, Way) -> bool) {
        let ground = &self.pack.ground;
        // Too far from every enemy, even all the way by road but the last step: not worth a search.
        let farthest = u32::from(mover.budget.saturating_sub(2 * MP)) + 2;
        let near = |from: HexId| self.on_map(mover.side.other()).any(|(_, hex)| ground.distance(from, hex) <= farthest);
        if mover.start.is_some_and(|s| !near(ground.cell(s).hex)) {
            return;
        }
        let free = |index: usize| self.enemy_zones(mover.side, index) == 0;
        let starts: Vec<(usize, u16)> = match mover.start {
            Some(start) => vec![(start, 0)],
            None => self.arrow_starts(mover).filter(|(i, _)| free(*i)).collect(),
        };
        // The last step costs a point at least, and the charge another.
        reach.search(starts, mover.budget.saturating_sub(2 * MP), |from, spent, out| {
            for edge in ground.edges(from) {
                if out.better(edge.to, spent + 1)
                    && let Ok(after) = self.charge_step(mover, from, spent, edge)
                {
                    out.at(edge.to, after);
                }
            }
        });
        // The cheapest last step into each hex of a zone: from the map's edge, or from a hex that was reached.
        let mut ends: Vec<(usize, Option<usize>, u16)> = Vec::new();
        if mover.start.is_none() {
            let arrows = ground.arrows(mover.side).map(|cell| ground.index(cell.hex));
            ends.extend(arrows.filter_map(|index| Some((index, None, self.straight_in(mover, index).ok()?))));
        }
        for from in reach.found() {
            let Some(spent) = reach.cost(from) else { continue };
            for edge in ground.edges(from) {
                if let Ok(after) = self.last_step(mover, spent, edge) {
                    match ends.iter_mut().find(|e| e.0 == edge.to) {
                        Some(end) if end.2 > after => *end = (edge.to, Some(from), after),
                        Some(_) => {}
                        None => ends.push((edge.to, Some(from), after)),
                    }
                }
            }
        }
        for (end, from, _) in ends {
            for target in self.covering(mover.side.other(), end) {
                if self.check_charge_target(mover, end, target).is_ok() {
                    let before = from.map(|from| self.way_to(reach, from).ok_or(WAY_GAP)).transpose();
                    let Ok(before) = before else { continue };
                    let mut hexes = before.map_or_else(Vec::new, |way| way.hexes().to_vec());
                    hexes.push(ground.cell(end).hex);
                    let Some(way) = Way::of(&hexes) else { continue };
                    if found(target, way) {
                        return;
                    }
                }
            }
        }
    }

    /// The way a charge takes when only its last hex is named, or nothing but the target: then from the hex where the attack is
    /// strongest, and of those that are alike by the shortest way.
    pub fn charge_named(&self, unit: UnitId, target: UnitId, to: Option<HexId>) -> Option<Way> {
        let mover = self.charger(unit).ok()?;
        let at = self.state(target).hex()?;
        let mut best: Option<(i32, Way)> = None;
        self.searching(|reach| {
            self.each_charge(&mover, reach, |enemy, way| {
                if enemy != target || to.is_some_and(|to| way.end() != to) {
                    return false;
                }
                let attack =
                    Attack { attacker: unit, from: way.end(), defender: target, to: at, kind: CombatKind::Charge };
                let strength = total(&self.strength(&attack));
                let better = |(most, kept): &(i32, Way)| {
                    (strength, Reverse(way.hexes().len())) > (*most, Reverse(kept.hexes().len()))
                };
                if best.as_ref().is_none_or(better) {
                    best = Some((strength, way));
                }
                to.is_some()
            });
        });
        best.map(|(_, way)| way)
    }

    /// Why a unit that may charge reaches no hex, or not that one, from which it could charge an enemy.
    fn why_no_charge(&self, mover: &Mover, target: UnitId, to: Option<HexId>) -> RuleBreak {
        let Some(at) = self.state(target).hex() else { return CHARGE_GONE };
        let around = self.pack.ground.edges(self.pack.ground.index(at)).map(|e| e.to);
        let ends: Vec<usize> = match to.map(|to| self.index_of(to)) {
            None => around.collect(),
            Some(Ok(end)) => vec![end],
            Some(Err(off_the_map)) => return off_the_map,
        };
        let unfit =
            |end: &usize| self.ends_charge(mover, *end).and_then(|()| self.check_charge_target(mover, *end, target));
        if let Some(why) = ends.iter().map(unfit).reduce(|one, other| if one.is_ok() { one } else { other }) {
            match why {
                Ok(()) => {}
                Err(why) => return why,
            }
        }
        let tireless = Mover { budget: FAR, ..*mover };
        let mut too_dear = false;
        self.searching(|reach| {
            self.each_charge(&tireless, reach, |enemy, way| {
                too_dear |= enemy == target && to.is_none_or(|to| way.end() == to);
                too_dear
            });
        });
        if too_dear { TOO_DEAR } else { CHARGE_WAY_ZONE }
    }

    /// §12.4: whether this unit is bound to charge and able to.
    pub fn bound_to_charge(&self, unit: UnitId) -> bool {
        if !self.spec(unit).must_charge {
            return false;
        }
        let Ok(mover) = self.charger(unit) else { return false };
        let mut able = false;
        self.searching(|reach| {
            self.each_charge(&mover, reach, |_, _| {
                able = true;
                true
            });
        });
        able
    }

    /// §12.4: a unit bound to charge does nothing else.
    pub fn not_bound_to_charge(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if self.bound_to_charge(unit) { Err(MUST_CHARGE) } else { Ok(()) }
    }
}

impl Teller<'_> {
    /// A charge with its way.
    pub fn charged(&self, unit: UnitId, target: UnitId, way: &Way, cost: u16, entered: bool) -> Option<Line> {
        let text = format!("{} and charges {}.", self.journey(unit, way, cost, entered), self.name(target));
        let line = self.line(Tone::Move, text, "12.1", vec![self.moved(unit, way.hexes())])?;
        Some(line.thread(Thread::Begins(self.thread(unit))))
    }

    /// A charge that ended without combat; one that was fought has been told by then.
    pub fn charge_over(&self, unit: UnitId, hex: HexId, why: Option<ChargeEnd>) -> Option<Line> {
        let name = self.name(unit);
        let text = match why? {
            ChargeEnd::Stopped => format!("{} charge is stopped.", possessive(name)),
            ChargeEnd::Retreated => format!("{name} falls back and charges no more."),
            ChargeEnd::Lapsed => format!("{} charge lapses: its target is gone.", possessive(name)),
        };
        let line = self.changed(text, "12.3", hex)?;
        Some(line.thread(Thread::GoesOn(self.thread(unit))))
    }
}
