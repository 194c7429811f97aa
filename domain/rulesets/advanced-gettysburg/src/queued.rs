//! March orders that go on over several turns, and what guards of queued orders may ask for (brief 2; 0075).
//!
//! `march Archer to M34`, `march Heth to M34 pace 8 near 6`: a brigade, a battery or a commander, or all of a division or corps with its batteries and its
//! commander. A march says what it comes to in a Movement Phase through the same rules as any order; it waits where no activity level is known yet, and stops
//! where an enemy is in sight within twelve hexes, or as near as is said.

use super::board::Board;
use super::chain::Formation;
use super::circumstances::{FARTHEST, OF_SIDE, conditions_of_a_side};
use super::guns::Limber;
use super::names::{leading_unit, read_hex, unreadable};
use super::orders::Order;
use super::position::{Place, Position};
use super::resolver::Resolver;
use super::units::{Level, UnitId};
use super::ways::road_field;
use domain_core::board::{Facing, Reach};
use domain_core::dice::Dice;
use domain_core::referee::{Circumstance, Refusal, SeatId, Side, Stage, StandingCondition, TURN, Takes};

/// The pace of a march that names none: the most points that cost no disorganization.
const PACE: u8 = 6;

/// From how many hexes an enemy in sight stops a march that says nothing of it.
const NEAR: u32 = 12;

/// A march ends so near to its goal: there is not room for all in one hex.
const THERE: u32 = 3;

/// The conditions that guards may ask for.
pub fn conditions(last: u8) -> Vec<StandingCondition> {
    let turn = Takes::Number { least: 1, most: i64::from(last) };
    let turn = StandingCondition { key: TURN, title: "the game turn", takes: turn };
    [turn].into_iter().chain(conditions_of_a_side()).collect()
}

/// A march as it is written.
struct Marching {
    goal: usize,
    near: u32,
    pace: u8,
    unit: UnitId,
}

/// What a counter does of a march now.
enum Leg {
    /// This.
    Goes(Order),
    /// Nothing more: it is there.
    Over,
    /// It stops, and its owner is asked.
    Stops(String),
    /// Nothing in this position.
    Waits,
}

/// A march as it is read: `march Heth to M34 pace 8 near 6`; `None` where a line is none.
fn read(board: &Board<'_>, side: Side, line: &str) -> Option<Result<Marching, Refusal>> {
    let words = domain_core::kit::names::words(line);
    let (verb, rest) = words.split_first()?;
    if !verb.eq_ignore_ascii_case("march") {
        return None;
    }
    let read = || {
        let (unit, rest) = leading_unit(board, Some(side), rest)?;
        let wrong = || unreadable("Write for example: march Archer to M34, march Heth to M34 pace 8 near 6.");
        let [to, hex, rest @ ..] = rest else { return Err(wrong()) };
        if !to.eq_ignore_ascii_case("to") {
            return Err(wrong());
        }
        let mut march = Marching { goal: read_hex(board.pack, hex)?, near: NEAR, pace: PACE, unit };
        let mut rest = rest;
        while let [word, number, left @ ..] = rest {
            let number: u8 = number.parse().map_err(|_| wrong())?;
            match word.to_lowercase().as_str() {
                "pace" if (1..=20).contains(&number) => march.pace = number,
                "near" => march.near = u32::from(number),
                _ => return Err(wrong()),
            }
            rest = left;
        }
        if rest.is_empty() { Ok(march) } else { Err(wrong()) }
    };
    Some(read())
}

impl Board<'_> {
    /// What guards may ask for now (§36.0 leaves it to the players; here by what lies on the board).
    pub fn queue_facts(&self, side: Side) -> Vec<Circumstance> {
        let ours = || self.of(side).filter(|u| self.spec(*u).commander().is_none() && self.judged(*u));
        let near = self.nearest_enemy_of_all(side);
        let seen = ours().filter_map(|u| self.enemy_in_sight(u)).min();
        let comes = |u: &UnitId| self.spec(*u).commander().is_none() && self.comes(*u) && !self.on_map(*u);
        let due = self.pack.of(side).filter(|u| comes(u) && self.judged(*u));
        let [of_near, of_seen, of_arrivals] = OF_SIDE;
        vec![
            Circumstance::number(TURN, self.at.turn),
            Circumstance::number(of_near, near),
            Circumstance::number(of_seen, seen.unwrap_or(FARTHEST).min(FARTHEST)),
            Circumstance::number(of_arrivals, due.count().min(FARTHEST as usize) as u32),
        ]
    }

    /// Whether a counter is one of those by which the turn of the seat that acts is judged: of several seats its own, before revision 8 all of its side.
    fn judged(&self, unit: UnitId) -> bool {
        !self.since(8) || self.mine(unit)
    }

    /// How far the nearest enemy brigade or battery is from the nearest of a side, of several seats of the one that acts.
    pub fn nearest_enemy_of_all(&self, side: Side) -> u32 {
        let ours = self.of(side).filter(|u| self.spec(*u).commander().is_none() && self.judged(*u));
        let links = ours.flat_map(|u| self.chain(u).iter().map(|l| l.at())).filter(|p| self.pack.ground.is_hex(*p));
        links.filter_map(|hex| self.enemy_distance(side, hex)).min().unwrap_or(FARTHEST).min(FARTHEST)
    }

    /// How far the nearest enemy brigade or battery is that a counter sees over the ground (§20.2); none for who is not on the map.
    pub fn enemy_in_sight(&self, unit: UnitId) -> Option<u32> {
        let ground = &self.pack.ground;
        let from: Vec<usize> = self.chain(unit).iter().map(|l| l.at()).filter(|p| ground.is_hex(*p)).collect();
        let enemies = self.of(self.side(unit).other()).filter(|u| self.spec(*u).commander().is_none());
        let links = enemies.flat_map(|u| self.chain(u).iter().map(|l| l.at()));
        let sees = |at: usize| {
            from.iter().filter(|f| ground.clear_between(**f, at)).filter_map(|f| ground.atlas.distance(*f, at)).min()
        };
        links.filter(|at| ground.is_hex(*at)).filter_map(sees).min()
    }

    /// The counters of a march: one, or all of a commander's with their batteries, himself last.
    fn marchers(&self, march: &Marching, field: &Reach) -> Vec<UnitId> {
        let chief = self.posted(march.unit);
        let Some(level) = chief.commander().map(|c| c.level) else { return vec![march.unit] };
        let side = chief.side;
        let whole = level == Level::Corps;
        let guns = |u: UnitId| {
            let spec = self.spec(u);
            spec.battery().is_some() && spec.corps == chief.corps && (whole || spec.division == chief.division)
        };
        let his = self
            .pack
            .of(side)
            .filter(|u| self.side(*u) == side && self.mine(*u) && (self.has_authority(march.unit, *u) || guns(*u)));
        let far = |u: &UnitId| {
            let place = self.at.place(*u).filter(|p| self.pack.ground.is_hex(*p));
            (place.map_or(u16::MAX, |p| field.cost(p).unwrap_or(u16::MAX)), self.spec(*u).battery().is_some(), *u)
        };
        let mut all: Vec<UnitId> = his.collect();
        all.sort_by_key(far);
        all.push(march.unit);
        all
    }

    /// What a line of queued orders comes to now, where it is a march.
    pub fn march_stage(&self, seat: SeatId, line: &str) -> Option<Result<Stage, Refusal>> {
        let side = self.side_of_seat(seat).ok()?;
        let march = match read(self, side, line)? {
            Ok(march) => march,
            Err(refusal) => return Some(Err(refusal)),
        };
        if !self.at.segment.is_movement() || self.at.side != side || self.at.pending.is_some() {
            return Some(Ok(Stage { now: Vec::new(), goes_on: true }));
        }
        let field = road_field(&self.pack.ground, march.goal);
        let (mut at, mut now, mut goes_on): (Position, Vec<String>, bool) = (self.at.clone(), Vec::new(), false);
        for unit in self.marchers(&march, &field) {
            // Column, then way: two orders at most.
            for _ in 0..2 {
                let board = Board::new(self.pack, &at).with_eye(self.eye);
                match board.leg(unit, &march, &field) {
                    Leg::Over => break,
                    Leg::Waits => {
                        goes_on = true;
                        break;
                    }
                    Leg::Stops(wrong) => {
                        return Some(Err(unreadable(format!("{} halts: {wrong}.", self.name(unit)))));
                    }
                    Leg::Goes(order) => {
                        let line = board.written(&order);
                        let mut dice = Dice::withheld();
                        let mut resolver = Resolver::at(self.pack, &at, &mut dice);
                        goes_on = true;
                        if resolver.carry(seat, &order).is_err() {
                            break;
                        }
                        at = resolver.buffer.position;
                        now.push(line);
                    }
                }
            }
        }
        Some(Ok(Stage { now, goes_on }))
    }

    fn written(&self, order: &Order) -> String {
        super::notation::format(self, order)
    }

    fn leg(&self, unit: UnitId, march: &Marching, field: &Reach) -> Leg {
        match self.state(unit).place {
            Place::Lost => return Leg::Over,
            Place::Waiting | Place::Fled(_) if self.due(unit).is_none() => {
                return if self.in_play(unit) { Leg::Waits } else { Leg::Over };
            }
            _ => {}
        }
        if self.spec(unit).commander().is_some() {
            return self.leg_of_commander(unit, march, field);
        }
        if let Some(far) = self.enemy_in_sight(unit).filter(|far| *far <= march.near) {
            return Leg::Stops(format!("an enemy is in sight, {far} hexes off"));
        }
        if self.at.battery(unit).is_some() {
            self.leg_of_guns(unit, march, field)
        } else {
            self.leg_of_brigade(unit, march, field)
        }
    }

    /// Whether a counter is at its goal, or as near as there is room.
    fn is_there(&self, unit: UnitId, march: &Marching) -> bool {
        let near = |l: &super::chain::Link| self.pack.ground.atlas.distance(l.at(), march.goal);
        self.chain(unit).first().and_then(near).is_some_and(|far| far <= THERE)
    }

    fn leg_of_brigade(&self, unit: UnitId, march: &Marching, field: &Reach) -> Leg {
        let (Some(now), here) = (self.at.brigade(unit), self.at.place(unit)) else { return Leg::Over };
        if here == Some(march.goal) {
            return Leg::Over;
        }
        if self.check_may_act(unit).is_err() {
            return if self.is_there(unit, march) { Leg::Over } else { Leg::Waits };
        }
        let on = here.filter(|p| self.pack.ground.is_hex(*p));
        match now.formation {
            Formation::Column { .. } => {}
            // §21.8: who comes back does so in column, however it left the map.
            _ if self.since(7) && self.has_left(unit) => {}
            _ if self.is_there(unit, march) => return Leg::Over,
            _ => return self.falls_in(unit, here, field),
        }
        let cost = |hex: usize| field.cost(hex).unwrap_or(u16::MAX);
        let before = on.map_or(u16::MAX, cost);
        let most = march.pace.saturating_mul(2);
        let fits = |way: &Vec<usize>| {
            let end = way.last().copied()?;
            let clear = self.pack.ground.atlas.range(end, 1).all(|hex| !self.in_enemy_range(self.side(unit), hex));
            let maneuver = self.check_march(unit, way).ok()?;
            let paid = maneuver.paid.iter().copied().max().unwrap_or(0);
            (clear && paid <= most && cost(end) < before).then(|| (cost(end), way.clone()))
        };
        match self.column_ways(unit).iter().filter_map(fits).min() {
            Some((_, way)) => Leg::Goes(super::marching::March { unit, way }.into()),
            None if self.is_there(unit, march) => Leg::Over,
            None if on.is_none() || now.spent() > 0 || self.friends_ahead(unit) || self.waits_apart(unit) => Leg::Waits,
            None => Leg::Stops("it comes no nearer to its goal".to_owned()),
        }
    }

    /// Whether another column or battery of its side stands beside the head of a column: then it waits behind it.
    fn friends_ahead(&self, unit: UnitId) -> bool {
        let (side, ground) = (self.side(unit), &self.pack.ground);
        let head = self.at.place(unit);
        let near = |u: UnitId| {
            self.chain(u).iter().any(|l| head.and_then(|h| ground.atlas.distance(h, l.at())).is_some_and(|d| d <= 1))
        };
        self.of(side).any(|u| u != unit && self.spec(u).commander().is_none() && near(u))
    }

    /// A line or a brigade at rest forms column for the way.
    fn falls_in(&self, unit: UnitId, here: Option<usize>, field: &Reach) -> Leg {
        let Some(here) = here else { return Leg::Waits };
        let next = self.pack.ground.atlas.around(here).min_by_key(|(_, to)| field.cost(*to).unwrap_or(u16::MAX));
        let along = Facing::side(next.map_or(0, |(n, _)| n));
        let mut ways: Vec<Facing> = Facing::sides().filter(|f| self.check_form_column(unit, *f).is_ok()).collect();
        ways.sort_by_key(|f| f.apart(along));
        match ways.first() {
            Some(facing) => Leg::Goes(super::forming::FormColumn { unit, facing: *facing }.into()),
            None => Leg::Waits,
        }
    }

    fn leg_of_guns(&self, unit: UnitId, march: &Marching, field: &Reach) -> Leg {
        let (Some(now), here) = (self.at.battery(unit), self.at.place(unit)) else { return Leg::Over };
        let on = here.filter(|p| self.pack.ground.is_hex(*p));
        if on.is_some() && self.is_there(unit, march) {
            return Leg::Over;
        }
        if !now.limbered {
            let limbers = |facing: Facing| Limber { unit, limber: true, facing };
            let legal = Facing::sides().map(limbers).find(|l| self.check_limbers(unit, true, l.facing).is_ok());
            return legal.map_or(Leg::Waits, |limber| Leg::Goes(limber.into()));
        }
        let cost = |hex: usize| field.cost(hex).unwrap_or(u16::MAX);
        let before = on.map_or(u16::MAX, cost);
        let fits = |way: &Vec<usize>| {
            let end = way.last().copied()?;
            let safe = self.pack.ground.atlas.range(end, 1).all(|hex| !self.in_enemy_range(self.side(unit), hex));
            let moved = self.check_guns_march(unit, way).ok()?;
            (safe && moved.spent <= march.pace.saturating_mul(2) && cost(end) < before)
                .then(|| (cost(end), way.clone()))
        };
        match self.guns_ways(unit).iter().filter_map(fits).min() {
            Some((_, way)) => Leg::Goes(super::guns::Roll { unit, way, ends: None }.into()),
            None => Leg::Waits,
        }
    }

    /// A commander stays with the foremost of his brigades that march, or rides to the goal by himself.
    fn leg_of_commander(&self, unit: UnitId, march: &Marching, field: &Reach) -> Leg {
        let cost = |hex: usize| field.cost(hex).unwrap_or(u16::MAX);
        let his = self.of(self.side(unit)).filter(|u| self.has_authority(unit, *u)).filter_map(|u| self.at.counter(u));
        let goal = his.filter(|p| self.pack.ground.is_hex(*p)).min_by_key(|p| cost(*p)).unwrap_or(march.goal);
        let far = |from: usize| self.pack.ground.atlas.distance(from, goal).unwrap_or(u32::MAX);
        let here = self.at.place(unit).filter(|p| self.pack.ground.is_hex(*p)).map_or(u32::MAX, far);
        if here <= 1 {
            return Leg::Over;
        }
        let Ok(reached) = self.ride_field(unit) else { return Leg::Over };
        let clear = |hex: &usize| !self.in_enemy_range(self.side(unit), *hex);
        let hexes =
            (0..self.pack.ground.cells.len()).filter(|hex| reached.at(*hex).is_some_and(|d| d > 0)).filter(clear);
        match hexes.map(|hex| (far(hex), hex)).filter(|(far, _)| *far < here).min() {
            Some((_, to)) => Leg::Goes(super::commanders::Ride { unit, to }.into()),
            None => Leg::Over,
        }
    }
}
