//! Batteries in the Movement Phase: limbering, unlimbering, marches (§9.0, §16.3, §17.2).

use super::activity::{BESIDE_NOW, Barred, IN_RANGE, NO_WAY, TOO_DEAR};
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BATTERY, NOT_YOURS, OFF_MAP, Rules, Stop, WRONG_SEGMENT};
use super::chain::Link;
use super::facts::{BatteryMove, Fact};
use super::ground::Terrain;
use super::names::{facing_name, points, read_facing, read_way, write_way};
use super::resolver::Resolver;
use super::tables::{Activity, Halves, Mover};
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::{Facing, Reach};
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Tone};

const UNLIMBERED: RuleBreak =
    RuleBreak::new(&["9.0", "{unit} is unlimbered.", "Limber it first: only limbered batteries move."]);
const LIMBERED: RuleBreak = RuleBreak::new(&["9.0", "{unit} is limbered already.", "March it, or unlimber it."]);
const ROW: RuleBreak = RuleBreak::new(&[
    "17.2",
    "There is no room for the cannon of {unit}.",
    "A hex holds 9 cannon limbered and 15 unlimbered, a hex of woods one battery.",
]);
const COMPANY: RuleBreak = RuleBreak::new(&[
    "17.2",
    "{unit} would end its move with a brigade of another command.",
    "A battery shares a hex with brigades of its own division or corps only; the Union reserve with any of its army.",
]);
const OTHER_FACING: RuleBreak = RuleBreak::new(&[
    "19.2",
    "Another battery there faces elsewhere.",
    "Unlimbered batteries in one hex all have the same facing.",
]);
const WRONG_FACING: RuleBreak = RuleBreak::new(&[
    "19.2",
    "{unit} cannot face there.",
    "A limbered battery looks to a side, N NE SE S SW NW; an unlimbered one to a corner, NNE E SSE SSW W NNW.",
]);

/// The most activity points of a battery (Activity Capability Chart): artillery, horse artillery.
const LEVELS: [u8; 2] = [6, 8];

impl Board<'_> {
    /// Whether a battery may be told something in the Movement Phase, and the most half points it may spend.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_gunners(&self, unit: UnitId) -> Result<Halves, RuleBreak> {
        let (now, spec) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if !self.at.segment.is_movement() {
            return Err(WRONG_SEGMENT);
        }
        if self.chain(unit).is_empty() && self.due(unit).is_none() {
            return Err(OFF_MAP);
        }
        Ok((2 * LEVELS[usize::from(spec.horse)]).saturating_sub(now.owed))
    }

    /// §17.2.7, §17.2.8, §31.7: whether a battery may keep a brigade company: of its division or corps, a captured one of its captor's; those of the Union
    /// reserve any of their army.
    pub fn keeps_company(&self, battery: UnitId, brigade: UnitId) -> bool {
        let (captor, with) = (self.at.battery(battery).and_then(|b| b.captor), self.spec(brigade));
        let guns = self.spec(captor.unwrap_or(battery));
        if self.side(battery) != with.side {
            return false;
        }
        let reserve = guns.corps == "Artillery Reserve";
        let union_corps = guns.side == domain_core::referee::Side::Union && guns.corps == with.corps;
        // A Confederate battalion belongs to a division; those of a corps reserve to the corps.
        let division =
            guns.corps == with.corps && (guns.division == with.division || guns.division.ends_with("reserve"));
        reserve || union_corps || division || (guns.division.is_empty() && guns.corps == with.corps)
    }

    /// §17.2: whether a battery may end its move in a hex, limbered or not.
    pub(super) fn check_battery_room(
        &self,
        unit: UnitId,
        place: usize,
        limbered: bool,
        facing: Facing,
    ) -> Result<(), RuleBreak> {
        if !self.pack.ground.is_hex(place) {
            return Ok(());
        }
        let others: Vec<UnitId> = self.batteries_at(place).filter(|u| *u != unit).collect();
        if self.pack.ground.terrain(place) == Terrain::Woods && !others.is_empty() {
            return Err(ROW);
        }
        let alike = |u: &&UnitId| self.at.battery(**u).is_some_and(|b| b.limbered == limbered);
        let cannon = |u: &UnitId| {
            let here = self.chain(*u).iter().filter(|l| l.at() == place);
            here.map(|l| u32::from(l.sp)).sum::<u32>()
        };
        let own = u32::from(self.spec(unit).battery().map_or(0, |b| b.cannon()));
        let all: u32 = others.iter().filter(alike).map(cannon).sum::<u32>() + own;
        if all > if limbered { 9 } else { 15 } {
            return Err(ROW);
        }
        let elsewhere = |u: &UnitId| self.at.battery(*u).is_some_and(|b| !b.limbered && b.facing != facing);
        if !limbered && others.iter().any(elsewhere) {
            return Err(OTHER_FACING);
        }
        if self.brigades_at(place).any(|u| !self.keeps_company(unit, u)) {
            return Err(COMPANY);
        }
        Ok(())
    }

    /// Where a battery is, or would come on, and where it looks.
    fn guns_now(&self, unit: UnitId) -> Option<(usize, Facing)> {
        match self.at.place(unit) {
            Some(place) => Some((place, self.at.battery(unit)?.facing)),
            None => self.due(unit).map(|entry| (entry.off, self.pack.ground.onto(entry))),
        }
    }

    /// §9.0, §11.2, §22.2: a limbered battery goes a way.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_guns_march(&self, unit: UnitId, way: &[usize]) -> Result<BatteryMove, RuleBreak> {
        let most = self.check_gunners(unit)?;
        let (now, spec) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        if !now.limbered {
            return Err(UNLIMBERED);
        }
        let (start, _) = self.guns_now(unit).ok_or(OFF_MAP)?;
        let side = self.side(unit);
        let (mut at, mut spent) = (start, now.spent);
        for to in way {
            if !self.pack.ground.next_to(at).any(|next| next == *to) {
                return Err(NO_WAY);
            }
            if self.in_enemy_range(side, at) || self.beside_enemy_of(side, at) {
                return Err(IN_RANGE);
            }
            self.check_enter(side, at, *to, Barred::Brigades)?;
            spent = spent.saturating_add(self.step_cost(unit, Mover::Limbered, at, *to));
            at = *to;
        }
        let Some(before) = way.len().checked_sub(2).map_or(Some(start), |n| way.get(n).copied()) else {
            return Err(NO_WAY);
        };
        let facing = self.pack.ground.side_to(before, at).ok_or(NO_WAY)?;
        if spent > most {
            return Err(TOO_DEAR);
        }
        self.check_guns_door(unit, start, spent)?;
        self.check_battery_room(unit, at, true, facing)?;
        let way = [start].iter().chain(way).map(|p| *p as u16).collect();
        let chain = vec![Link::new(at, spec.cannon())];
        Ok(BatteryMove { chain, facing, limbered: true, spent, unit, way })
    }

    /// §9.0, §18.3: limbers or unlimbers where it stands.
    ///
    /// # Errors
    /// The rule that bars it.
    fn check_limbers(&self, unit: UnitId, limber: bool, facing: Facing) -> Result<BatteryMove, RuleBreak> {
        let most = self.check_gunners(unit)?;
        let (now, spec) = self.battery(unit).ok_or(NOT_A_BATTERY)?;
        let place = self.at.place(unit).filter(|p| self.pack.ground.is_hex(*p)).ok_or(OFF_MAP)?;
        if now.limbered == limber && limber {
            return Err(LIMBERED);
        }
        if facing.is_side() != limber {
            return Err(WRONG_FACING);
        }
        let turns = !limber && !now.limbered;
        if turns && now.facing == facing {
            return Err(WRONG_FACING);
        }
        let side = self.side(unit);
        if turns && self.in_enemy_range(side, place) {
            return Err(IN_RANGE);
        }
        if self.beside_enemy_of(side, place) {
            return Err(BESIDE_NOW);
        }
        let (activity, mover) = match limber {
            true => (Activity::Limber, Mover::Unlimbered),
            false => (Activity::Unlimber, Mover::Limbered),
        };
        // Horse artillery unlimbers for nothing; who turns its guns where they stand pays nothing either (§19.4.1).
        let free = (spec.horse && !limber) || turns;
        let cost = if free { 0 } else { self.pack.tables.cost(activity).of(mover).unwrap_or(2) };
        let more = if turns { 0 } else { self.check_additions(unit, activity, &[place])? };
        let spent = now.spent.saturating_add(cost).saturating_add(more);
        if spent > most {
            return Err(TOO_DEAR);
        }
        self.check_battery_room(unit, place, limber, facing)?;
        let chain = vec![Link::new(place, spec.cannon())];
        Ok(BatteryMove { chain, facing, limbered: limber, spent, unit, way: vec![place as u16] })
    }

    /// How far a limbered battery may come.
    fn guns_reach(&self, unit: UnitId) -> Option<Reach> {
        let most = self.check_gunners(unit).ok()?;
        let (now, _) = self.battery(unit).filter(|(b, _)| b.limbered)?;
        let (start, _) = self.guns_now(unit)?;
        let side = self.side(unit);
        if self.in_enemy_range(side, start) || self.beside_enemy_of(side, start) {
            return None;
        }
        let mut reach = Reach::over(self.pack.ground.atlas.len());
        reach.search([(start, 0)], u16::from(most.saturating_sub(now.spent)), |at, spent, out| {
            if at != start && self.in_enemy_range(side, at) {
                return;
            }
            for to in self.pack.ground.next_to(at) {
                if self.check_enter(side, at, to, Barred::Brigades).is_ok() {
                    out.at(to, spent + u16::from(self.step_cost(unit, Mover::Limbered, at, to)));
                }
            }
        });
        Some(reach)
    }

    fn guns_priced(&self, unit: UnitId, choice: Choice, checked: Result<BatteryMove, RuleBreak>) -> Choice {
        let most = self.check_gunners(unit).unwrap_or(0);
        let cost = checked.map(|m| format!("{} of {} activity points", points(m.spent), points(most))).ok();
        Choice { cost, ..choice }
    }
}

/// The hexes entered on the way to a place.
fn way_to(reach: &Reach, to: usize) -> Vec<usize> {
    let mut way: Vec<usize> = std::iter::successors(Some(to), |at| reach.before(*at)).collect();
    way.pop();
    way.reverse();
    way
}

/// `Hall march M33`: a limbered battery (§11.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Who.
    pub unit: UnitId,
    /// The hexes entered, in order.
    pub way: Vec<usize>,
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
        Said::OfPiece(&["march"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, board) = (words.piece?, words.board);
        board.spec(unit).battery()?;
        let [way] = words.rest else { return None };
        Some(read_way(board.pack, way).map(|way| {
            let found = match way.as_slice() {
                [to] => board.guns_reach(unit).map(|reach| way_to(&reach, *to)).filter(|found| !found.is_empty()),
                _ => None,
            };
            Roll { unit, way: found.unwrap_or(way) }.into()
        }))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let Some(reach) = board.guns_reach(unit) else { return false };
        let mut ends: Vec<usize> = reach.found().filter(|p| board.pack.ground.is_hex(*p)).collect();
        ends.sort_unstable();
        ends.into_iter().any(|to| {
            let way = way_to(&reach, to);
            !way.is_empty() && board.check_guns_march(unit, &way).is_ok() && found(Roll { unit, way })
        })
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} march {}", board.name(self.unit), write_way(board.pack, &self.way))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let to = self.way.last().copied().unwrap_or(0);
        let label = format!("{} marches to {}", board.name(self.unit), board.pack.ground.place_name(to));
        let choice = Choice { place: Some(board.pack.ground.id(to)), ..Choice::plain(line, label, "march", "16.3") };
        board.guns_priced(self.unit, choice, board.check_guns_march(self.unit, &self.way))
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let moved = resolver.board().check_guns_march(self.unit, &self.way)?;
        let door = resolver.board().guns_door_after(self.unit, &moved);
        resolver.capture_on(self.unit, &moved.chain);
        resolver.write(Fact::BatteryMoved(moved));
        if let Some(door) = door {
            resolver.write(Fact::Door(door));
        }
        Ok(())
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
            [] if limber => Ok(words.board.at.battery(unit)?.facing.turned(-1)),
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
        let moved = resolver.board().check_limbers(self.unit, self.limber, self.facing)?;
        resolver.write(Fact::BatteryMoved(moved));
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
