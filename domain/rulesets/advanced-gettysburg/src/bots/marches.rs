//! The staff officer's Movement Phase: columns by road to four hexes from the enemy, lines in front of him, guns and commanders with their brigades.

use super::officer::{FAR, NEAR, Officer};
use crate::book::Rules;
use crate::chain::{Formation, line_markers};
use crate::commanders::Ride;
use crate::facts::Maneuver;
use crate::forming::FormColumn;
use crate::guns::{Limber, Roll};
use crate::line_orders::{About, Ahead, Back, Extend, FormLine, To, Wheel};
use crate::marching::March;
use crate::orders::Order;
use crate::position::Retreat;
use crate::units::{Level, UnitId};
use domain_core::board::Facing;
use domain_core::kit::Verb;

/// So far behind its brigades a battery follows them.
pub const BEHIND: u32 = 4;

/// From how many hexes an enemy makes a line's commander come.
const FIGHTS: u32 = 9;

/// The most disorganization points that forming line may bring.
const TIRED: u16 = 10;

/// From how many hexes an enemy drives guns away that stand alone.
const FLEES: u32 = 3;

/// Where columns halt before the enemy.
const HALT: u32 = 5;

impl Officer<'_, '_> {
    /// The next order of a Movement Phase; none when there is nothing more to do without a roll.
    pub fn marches(&self) -> Option<Order> {
        let board = self.board;
        let own = || board.pack.of(self.side).filter(|u| board.mine(*u));
        let mut brigades: Vec<UnitId> = own().filter(|u| board.check_may_act(*u).is_ok()).collect();
        // Who attacks goes first, then those nearest to the enemy, who clear the way for the others.
        let named = |u: &UnitId| board.at.brigade(*u).is_some_and(|b| b.is_named());
        brigades.sort_by_key(|u| (!named(u), self.enemy_of(*u), u.index()));
        let of = |u: &UnitId| self.brigade(*u);
        let batteries = || own().filter(|u| board.battery(*u).is_some());
        let chiefs = || own().filter(|u| board.commander(*u).is_some());
        let guns = || batteries().find_map(|u| self.battery(u));
        brigades.iter().find_map(of).or_else(guns).or_else(|| chiefs().find_map(|u| self.ride(u)))
    }

    /// What a brigade would do if it had the points: worth a roll.
    pub fn wants(&self, unit: UnitId) -> bool {
        let Some(now) = self.board.at.brigade(unit) else { return false };
        let Some(here) = self.board.at.counter(unit) else { return false };
        let enemy = self.enemy_of(unit);
        // §21.6: who has begun to retreat goes on.
        if now.is_named() || now.retreat != Retreat::None {
            return true;
        }
        match now.formation {
            Formation::Line { .. } if now.disorganization() >= 5 && enemy <= 3 => true,
            Formation::Line { .. } if self.is_thick(unit) && (3..=12).contains(&enemy) => true,
            Formation::Line { .. } if enemy >= 3 && now.disorganization() < 3 && self.prize(unit).is_some() => true,
            Formation::Line { .. } if (4..=12).contains(&enemy) => self.odds(unit, 15),
            Formation::Line { .. } => self.moves_off(unit, here, enemy),
            _ if enemy <= NEAR => true,
            _ => self.is_far(unit, here),
        }
    }

    /// Whether its place is more than two hexes off.
    pub fn is_far(&self, unit: UnitId, here: usize) -> bool {
        let far = |goal| self.board.pack.ground.atlas.distance(here, goal).unwrap_or(0);
        self.goal(unit).is_some_and(|goal| far(goal) > 2)
    }

    /// Whether a line breaks up for a march: nobody is near, and its place is elsewhere.
    pub fn moves_off(&self, unit: UnitId, here: usize, enemy: u32) -> bool {
        enemy >= 11 && self.is_far(unit, here)
    }

    /// The legal orders of one kind for a counter: all kinds would be searched for every other brigade's move.
    fn all<V: Verb<Rules>>(&self, unit: UnitId) -> Vec<V> {
        let mut all = Vec::new();
        V::candidates(self.board, Some(unit), &mut |verb| {
            all.push(verb);
            false
        });
        all
    }

    fn brigade(&self, unit: UnitId) -> Option<Order> {
        let now = self.board.at.brigade(unit)?;
        if now.is_named() {
            return self.advance(unit);
        }
        let enemy = self.enemy_of(unit);
        let here = self.board.at.counter(unit);
        match now.formation {
            Formation::Column { .. } | Formation::Charge { .. } if enemy <= NEAR => self.deploy(unit),
            Formation::Column { .. } | Formation::Charge { .. } => {
                let barred = || here.is_some_and(|here| self.is_barred(here));
                self.march(unit).or_else(|| if barred() { self.deploy(unit) } else { None })
            }
            Formation::Rest if enemy <= NEAR => self.deploy(unit),
            Formation::Rest => self.fall_in(unit, here?),
            Formation::Line { .. } if now.retreat != Retreat::None || (now.disorganization() >= 5 && enemy <= 3) => {
                self.away(unit)
            }
            Formation::Line { .. } if self.moves_off(unit, here?, enemy) => self.fall_in(unit, here?),
            Formation::Line { .. } => {
                self.widen(unit, enemy).or_else(|| self.take(unit, enemy)).or_else(|| self.dress(unit, enemy))
            }
        }
    }

    /// Whether more points stand in a hex of a line than can fire from it.
    fn is_thick(&self, unit: UnitId) -> bool {
        let markers = self.board.chain(unit).len() as u32;
        self.board.at.brigade(unit).is_some_and(|b| u32::from(b.sp) > 8 * markers)
    }

    /// A thick line gets one more marker.
    fn widen(&self, unit: UnitId, enemy: u32) -> Option<Order> {
        if !self.is_thick(unit) || !(3..=12).contains(&enemy) {
            return None;
        }
        let wider = self.all::<Extend>(unit).into_iter().filter_map(|extend| {
            let maneuver = extend.comes_to(self.board)?;
            let least = maneuver.chain.iter().map(|l| l.sp).min()?;
            let near = maneuver.chain.iter().map(|l| self.enemy(l.at())).min()?;
            (maneuver.dp == 0 && near >= 3).then_some((least, extend))
        });
        wider.max_by_key(|(least, _)| *least).map(|(_, extend)| extend.into())
    }

    /// A line goes to a place near it that is to be had.
    fn take(&self, unit: UnitId, enemy: u32) -> Option<Order> {
        let board = self.board;
        let fresh = board.at.brigade(unit).is_some_and(|b| b.disorganization() < 3);
        let prize = if enemy >= 3 && fresh { self.prize(unit)? } else { return None };
        let atlas = &board.pack.ground.atlas;
        let far = |chain: &[crate::chain::Link]| {
            chain.iter().filter_map(|l| atlas.distance(l.at(), prize)).min().unwrap_or(FAR)
        };
        let before = far(board.chain(unit));
        let nearer = self.all::<Ahead>(unit).into_iter().filter_map(|ahead| {
            let maneuver = ahead.comes_to(board)?;
            let left = far(&maneuver.chain);
            let near = maneuver.chain.iter().map(|l| self.enemy(l.at())).min()?;
            (maneuver.dp == 0 && left < before && near >= 3).then_some((left, ahead))
        });
        nearer.min_by_key(|(left, _)| *left).map(|(_, ahead)| ahead.into())
    }

    /// A column towards its goal, by the cheapest way that costs no disorganization.
    fn march(&self, unit: UnitId) -> Option<Order> {
        let board = self.board;
        let field = self.field(self.goal(unit)?);
        let far = |place: usize| field.cost(place).unwrap_or(u16::MAX);
        let head = board.at.place(unit).map_or(u16::MAX, far);
        let mut best: Option<(u16, March)> = None;
        for march in self.all::<March>(unit) {
            let Some(end) = march.way.last().copied() else { continue };
            let left = far(end);
            let better = left < head && best.as_ref().is_none_or(|(least, _)| left < *least);
            if better && self.enemy(end) >= HALT && board.check_march(unit, &march.way).is_ok_and(|m| m.dp == 0) {
                best = Some((left, march));
            }
        }
        best.map(|(_, march)| march.into())
    }

    /// From rest or a line into column, looking along the way.
    fn fall_in(&self, unit: UnitId, here: usize) -> Option<Order> {
        if !self.is_far(unit, here) {
            return None;
        }
        let field = self.field(self.goal(unit)?);
        let atlas = &self.board.pack.ground.atlas;
        let next = atlas.around(here).min_by_key(|(_, to)| field.cost(*to).unwrap_or(u16::MAX));
        let along = Facing::side(next?.0);
        let columns = self.all::<FormColumn>(unit).into_iter();
        columns.min_by_key(|form| form.facing.apart(along)).map(Into::into)
    }

    /// How far the fronts of a line are off the nearest enemy, summed over its markers in twelfths of a turn, and how many markers it has.
    fn looks_off(&self, maneuver: &Maneuver) -> Option<(u32, usize)> {
        let Formation::Line { left, right } = maneuver.formation else { return None };
        let markers = line_markers(&self.board.pack.ground, left, right, &maneuver.chain)?;
        let off = |m: &crate::chain::LineMarker| {
            let towards = self.nearest_enemy(m.hex).and_then(|enemy| self.towards(m.hex, enemy));
            towards.map_or(0, |to| m.front().apart(to))
        };
        Some((markers.iter().map(off).sum(), markers.len()))
    }

    /// Forms line with the front to the enemy, in as many hexes as it takes for all to fire. Unless the enemy is at hand it waits for the points of its next turn
    /// rather than spend those that tire.
    fn deploy(&self, unit: UnitId) -> Option<Order> {
        let now = self.board.at.brigade(unit)?;
        let most = if self.enemy_of(unit) <= 2 || now.spent() == 0 { TIRED } else { 0 };
        let lines = self.all::<FormLine>(unit).into_iter().filter_map(|line| {
            let maneuver = line.comes_to(self.board).filter(|m| m.dp <= most)?;
            let (off, markers) = self.looks_off(&maneuver)?;
            let idle = u32::from(now.sp).saturating_sub(8 * markers as u32);
            Some((off * 4 / markers.max(1) as u32 + 2 * u32::from(maneuver.dp) + 2 * idle, line))
        });
        lines.min_by_key(|(bad, _)| *bad).map(|(_, line)| line.into())
    }

    /// An attack goes as near as it can.
    fn advance(&self, unit: UnitId) -> Option<Order> {
        let board = self.board;
        let near = |chain: &[crate::chain::Link]| -> u32 { chain.iter().map(|l| self.enemy(l.at())).sum() };
        let now = near(board.chain(unit));
        let ways = self.all::<Ahead>(unit).into_iter().map(|ahead| (ahead.comes_to(board), ahead.into()));
        let wheels = self.all::<Wheel>(unit).into_iter().map(|wheel| (wheel.comes_to(board), wheel.into()));
        let catching = self.all::<To>(unit).into_iter().map(|to| (to.comes_to(board), to.into()));
        let ahead = ways.chain(wheels).chain(catching).filter_map(|(maneuver, order): (Option<Maneuver>, Order)| {
            let maneuver = maneuver?;
            let far = near(&maneuver.chain);
            (far < now).then_some((far, maneuver.dp, order))
        });
        let nearer = ahead.min_by_key(|(far, dp, _)| (*far, *dp)).map(|(.., order)| order);
        nearer.or_else(|| self.goes_on(unit))
    }

    /// §22.6: who attacks and has points to use goes ahead though the enemy nearest to it comes no nearer by that.
    fn goes_on(&self, unit: UnitId) -> Option<Order> {
        let board = self.board;
        if board.check_advanced(unit).is_ok() {
            return None;
        }
        let near = |chain: &[crate::chain::Link]| -> u32 { chain.iter().map(|l| self.enemy(l.at())).sum() };
        let ways = self.all::<Ahead>(unit).into_iter();
        let ways = ways.filter_map(|ahead| Some((near(&ahead.comes_to(board)?.chain), ahead)));
        let ahead: Option<Order> = ways.min_by_key(|(far, _)| *far).map(|(_, ahead)| ahead.into());
        // §22.15: of a line that cannot go as a whole the markers that can.
        ahead.or_else(|| self.all::<To>(unit).into_iter().next().map(Into::into))
    }

    /// A worn line goes back as far as it costs nothing more.
    fn away(&self, unit: UnitId) -> Option<Order> {
        let board = self.board;
        let near = |chain: &[crate::chain::Link]| chain.iter().map(|l| self.enemy(l.at())).min().unwrap_or(FAR);
        let now = near(board.chain(unit));
        let ways = self.all::<Ahead>(unit).into_iter().map(|ahead| (ahead.comes_to(board), ahead.into()));
        let backs = self.all::<Back>(unit).into_iter().map(|back| (back.comes_to(board), back.into()));
        let back = ways.chain(backs).filter_map(|(maneuver, order): (Option<Maneuver>, Order)| {
            let maneuver = maneuver?;
            let far = near(&maneuver.chain);
            (far > now).then_some((far, maneuver.dp, order))
        });
        back.max_by_key(|(far, dp, _)| (*far, u16::MAX - *dp)).map(|(.., order)| order)
    }

    /// A line turns to the enemy, and comes nearer while it is the stronger, up to three hexes from him.
    fn dress(&self, unit: UnitId, enemy: u32) -> Option<Order> {
        if enemy > 12 || enemy <= 3 {
            return None;
        }
        let board = self.board;
        let strong = self.odds(unit, 15);
        let near = |chain: &[crate::chain::Link]| -> u32 { chain.iter().map(|l| self.enemy(l.at())).sum() };
        let now = near(board.chain(unit));
        let ways = if strong { self.all::<Ahead>(unit) } else { Vec::new() };
        let ways = ways.into_iter().map(|ahead| (ahead.comes_to(board), false, ahead.into()));
        let wheels = self.all::<Wheel>(unit).into_iter().map(|wheel| (wheel.comes_to(board), true, wheel.into()));
        let abouts = self.all::<About>(unit).into_iter().map(|about| (about.comes_to(board), true, about.into()));
        let moves = ways.chain(wheels).chain(abouts).filter_map(|(maneuver, turn, order)| {
            let maneuver: Maneuver = maneuver.filter(|m: &Maneuver| m.dp == 0)?;
            let (off, markers) = self.looks_off(&maneuver)?;
            let off = off / markers.max(1) as u32;
            let near_now = near(&maneuver.chain);
            let least = maneuver.chain.iter().map(|l| self.enemy(l.at())).min()?;
            let line = board.line(unit);
            let looked = line.iter().map(|m| {
                let to = self.nearest_enemy(m.hex).and_then(|e| self.towards(m.hex, e));
                to.map_or(0, |to| m.front().apart(to))
            });
            let before = looked.sum::<u32>() / line.len().max(1) as u32;
            let worth = match turn {
                true => before >= off + 2 && before >= 3,
                false => near_now < now && off <= 2,
            };
            (worth && least >= 3).then_some((if turn { 0 } else { near_now + 1 }, off, order))
        });
        moves.min_by_key(|(near, off, _)| (*near, *off)).map(|(.., order)| order)
    }

    /// A battery follows its brigades, and unlimbers where it sees the enemy.
    fn battery(&self, unit: UnitId) -> Option<Order> {
        let board = self.board;
        let (now, _) = board.battery(unit)?;
        let here = match board.at.place(unit) {
            Some(here) => here,
            None => board.due(unit)?.off,
        };
        let on = board.pack.ground.is_hex(here);
        let enemy = if on { self.enemy(here) } else { FAR };
        if on && enemy <= FLEES && self.is_left_alone(here) {
            let away = |facing: Facing| {
                self.nearest_enemy(here).and_then(|e| self.towards(e, here)).map_or(0, |to| to.apart(facing))
            };
            return if now.limbered { self.flees(unit, enemy) } else { self.limbers(unit, true, away) };
        }
        if !now.limbered {
            return if enemy > 11 && self.company(unit, here).is_some_and(|(far, _)| far > BEHIND) {
                self.limbers(unit, true, |facing| facing.index() as u32)
            } else {
                None
            };
        }
        if on && enemy <= 8 && !now.moved {
            let seen = |facing: Facing| 99 - self.sees(here, facing);
            if let Some(order) = self.limbers(unit, false, seen).filter(|o| match o {
                Order::Limber(limber) => self.sees(here, limber.facing) > 0,
                _ => false,
            }) {
                return Some(order);
            }
        }
        let (far, with) = match self.company(unit, here) {
            Some(company) => company,
            None => (FAR, board.pack.ground.prizes.first()?.hex),
        };
        if on && far <= 1 {
            return None;
        }
        let field = self.field(with);
        let cost = |place: usize| field.cost(place).unwrap_or(u16::MAX);
        let before = if on { cost(here) } else { u16::MAX };
        let marches = self.all::<Roll>(unit).into_iter().filter_map(|roll| {
            let end = *roll.way.last()?;
            (cost(end) < before && self.enemy(end) >= 4).then_some((cost(end), roll))
        });
        marches.min_by_key(|(cost, _)| *cost).map(|(_, roll)| roll.into())
    }

    /// Whether no line of its side that is fit to fight stands in a hex or beside it.
    fn is_left_alone(&self, here: usize) -> bool {
        let (board, atlas) = (self.board, &self.board.pack.ground.atlas);
        let fit = |u: &UnitId| {
            board
                .at
                .brigade(*u)
                .is_some_and(|b| b.formation.is_line() && b.disorganization() < 4 && b.retreat == Retreat::None)
        };
        let beside =
            |u: UnitId| board.chain(u).iter().any(|l| atlas.distance(here, l.at()).is_some_and(|far| far <= 1));
        !board.of(self.side).filter(fit).any(beside)
    }

    /// A limbered battery goes away from the enemy, as far as it can.
    fn flees(&self, unit: UnitId, enemy: u32) -> Option<Order> {
        let ways = self.all::<Roll>(unit).into_iter().filter_map(|roll| {
            let far = self.enemy(*roll.way.last()?);
            (far > enemy).then_some((far, roll))
        });
        ways.max_by_key(|(far, roll)| (*far, usize::MAX - roll.way.len())).map(|(_, roll)| roll.into())
    }

    /// The nearest brigade of a battery's command on the map: how far, and where.
    pub fn company(&self, unit: UnitId, here: usize) -> Option<(u32, usize)> {
        let (board, atlas) = (self.board, &self.board.pack.ground.atlas);
        let ours = board.of(self.side).filter(|u| board.at.brigade(*u).is_some() && board.keeps_company(unit, *u));
        let places = ours.filter_map(|u| board.at.counter(u)).filter(|p| board.pack.ground.is_hex(*p));
        places.map(|place| (atlas.distance(here, place).unwrap_or(FAR), place)).min()
    }

    /// How many hexes with enemies guns in a hex would have in their field.
    fn sees(&self, here: usize, facing: Facing) -> u32 {
        let (board, ground) = (self.board, &self.board.pack.ground);
        let seen = |hex: usize| {
            ground.atlas.distance(here, hex).is_some_and(|far| far <= 8)
                && ground.lies_within(here, facing, crate::ground::Half::Sixty, hex)
                && ground.sees(here, hex)
        };
        let enemies = board.of(self.side.other()).filter(|u| board.spec(*u).commander().is_none());
        enemies.flat_map(|u| board.chain(u).iter().map(|l| l.at())).filter(|hex| seen(*hex)).count() as u32
    }

    fn limbers(&self, unit: UnitId, limber: bool, off: impl Fn(Facing) -> u32) -> Option<Order> {
        let ways = self.all::<Limber>(unit).into_iter().filter(|way| way.limber == limber);
        ways.min_by_key(|way| off(way.facing)).map(Into::into)
    }

    /// A commander rides to where most of his brigades are near.
    fn ride(&self, unit: UnitId) -> Option<Order> {
        let board = self.board;
        let (now, spec) = board.commander(unit)?;
        if now.moved || matches!(spec.level, Level::Army | Level::Artillery) {
            return None;
        }
        let atlas = &board.pack.ground.atlas;
        // Those before the enemy count twice: they have most need of him.
        let weight = |u: UnitId| {
            let fights = board.at.brigade(u).is_some_and(|b| b.formation.is_line()) && self.enemy_of(u) <= FIGHTS;
            if fights { 2 } else { 1 }
        };
        let his: Vec<(usize, u32)> = board
            .of(self.side)
            .filter(|u| board.has_authority(unit, *u))
            .filter_map(|u| Some((board.at.counter(u)?, weight(u))))
            .filter(|(p, _)| board.pack.ground.is_hex(*p))
            .collect();
        let near = |place: usize| {
            let within = |p: usize| atlas.distance(place, p).is_some_and(|far| far <= u32::from(spec.range));
            his.iter().filter(|(p, _)| within(*p)).map(|(_, weight)| weight).sum::<u32>()
        };
        let here = board.at.place(unit);
        let best = his.iter().map(|(p, _)| *p).max_by_key(|p| near(*p))?;
        if here.is_some_and(|here| near(here) >= near(best)) {
            return None;
        }
        let far = |place: usize| atlas.distance(place, best).unwrap_or(FAR);
        let rides = self.all::<Ride>(unit).into_iter().filter(|ride| ride.unit == unit && self.enemy(ride.to) >= 3);
        let ride = rides.min_by_key(|ride| far(ride.to))?;
        (far(ride.to) < here.map_or(FAR, far)).then(|| ride.into())
    }
}
