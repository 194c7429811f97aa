//! §7: movement of units and leaders.

use super::board::Board;
use super::ground::Border;
use super::names::LONGEST_WAY;
use super::orders::Order;
use super::position::{Doing, Phase, Strike};
use super::units::{Arm, LeaderId, UnitId};
use domain_core::board::Reach;
use domain_core::referee::{Illegal, Side};

/// A move judged.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Points used.
    pub cost: u8,
    /// Crossings used.
    pub crossed: Vec<u8>,
    /// Must stop at its end.
    pub stopped: bool,
    /// Its end holds enemies.
    pub attacks: bool,
    /// Its last border bears a special TEM.
    pub special: bool,
}

impl Board<'_> {
    /// Whether a unit may act in this impulse at all: activated, Fresh, not committed.
    pub fn check_acts(&self, unit: UnitId) -> Result<(), Illegal> {
        let (spec, state) = (self.spec(unit), self.state(unit));
        let name = &spec.name;
        if self.at.phase != Phase::Action
            || !self.at.pending.is_empty()
            || !matches!(self.at.impulse.doing, Doing::Fighting | Doing::Entering)
        {
            return Err(Illegal::new("6.1", format!("{name} is not activated."), "A leader activates an area first."));
        }
        if spec.side != self.at.side || !state.active {
            let legal = "Units of the designated area that the leader commands may act.";
            return Err(Illegal::new("6.1", format!("{name} is not activated."), legal));
        }
        if state.spent {
            return Err(Illegal::new("7.6", format!("{name} is Spent."), "Only Fresh units move and attack."));
        }
        if self.at.impulse.silenced && !state.acted() {
            let legal = "Units that had moved or were committed may go on.";
            return Err(Illegal::new("5.4", format!("The leader of {name} has been silenced."), legal));
        }
        if let Some((kind, area)) = state.bid {
            let wrong = format!("{name} is committed to the {} of {area}.", kind.word());
            let section = match kind {
                Strike::Volley => "8.3.3",
                Strike::Bombard | Strike::LongRange => "8.3.4",
                Strike::Assault => "8.1",
            };
            return Err(Illegal::new(section, wrong, "A committed unit waits for its attack."));
        }
        Ok(())
    }

    /// Whether units may go on into an area: no assault there before (ruling 44), none being prepared in place, the right
    /// company (§7.5.3, ruling 38), room (§7.4).
    fn check_enter(&self, unit: UnitId, area: u8) -> Result<(), Illegal> {
        let spec = self.spec(unit);
        let (name, side) = (&spec.name, spec.side);
        if self.at.impulse.attacked.contains(&(area, Strike::Assault)) {
            let wrong = format!("{area} has been assaulted in this impulse.");
            return Err(Illegal::new("8.1", wrong, "No friends may move in afterwards."));
        }
        let enemy = self.force(side.other(), area);
        if enemy.all > 0 {
            // Reinforcements that enter there have left no area, but they move all the same (§4.2).
            let in_place = self.at.impulse.doing != Doing::Entering
                && self.units_in(side, area).into_iter().any(|u| {
                    let s = self.state(u);
                    s.bid == Some((Strike::Assault, area)) && s.came.is_none()
                });
            if in_place {
                let wrong = format!("Units that stand in {area} are about to assault there.");
                return Err(Illegal::new("8.3.1", wrong, "Units that move in fight by themselves, before or instead."));
            }
            let friends = self.force(side, area);
            match spec.arm {
                Arm::Cavalry if enemy.fresh_infantry > 0 && friends.infantry == 0 => {
                    let wrong = format!("{name} may not ride at Fresh infantry in {area}.");
                    return Err(Illegal::new("7.5.3", wrong, "Cavalry follows friendly infantry there."));
                }
                Arm::Artillery | Arm::HorseArtillery
                    if enemy.infantry + enemy.cavalry > 0 && friends.infantry + friends.cavalry == 0 =>
                {
                    let wrong = format!("{name} may not go alone where the enemy's infantry or cavalry is.");
                    return Err(Illegal::new("7.5.3", wrong, "Guns follow friends of another kind there."));
                }
                _ => {}
            }
        }
        if !self.fits(&[unit], area) {
            let wrong = format!("There is no room for {name} in {area}.");
            return Err(Illegal::new("7.4", wrong, "Ten units may stand together, or any number of two divisions."));
        }
        Ok(())
    }

    /// Five units over a crossing in an impulse, or one whole division (§7.11, ruling 37).
    fn check_crossing(&self, unit: UnitId, crossing: u8) -> Result<(), Illegal> {
        let mut over: Vec<UnitId> =
            self.at.impulse.crossed.iter().filter(|c| c.0 == crossing && c.1 != unit).map(|c| c.1).collect();
        over.sort_unstable();
        over.dedup();
        let division = &self.spec(unit).division;
        if over.len() < 5 || over.iter().all(|u| self.spec(*u).division == *division) {
            return Ok(());
        }
        let name = self.pack.crossings.get(usize::from(crossing)).map_or("it", |c| c.name.as_str());
        let wrong = format!("{} units have gone over {name} in this impulse.", over.len());
        Err(Illegal::new("7.11", wrong, "Five units may, or one whole division."))
    }

    /// One step of a unit.
    fn check_step(&self, unit: UnitId, from: u8, to: u8) -> Result<(u8, Border), Illegal> {
        let spec = self.spec(unit);
        let side = spec.side;
        let Some(link) = self.pack.link(from, to) else {
            return Err(Illegal::new(
                "7.1",
                format!("{from} and {to} share no border."),
                "Units move to adjacent areas.",
            ));
        };
        if !self.open(side, link.kind) {
            let wrong = format!("The creek cannot be crossed from {from} to {to}.");
            return Err(Illegal::new("11.2", wrong, "A bridge must be held, a ford found."));
        }
        if let Border::Crossing(c) = link.kind {
            self.check_crossing(unit, c)?;
        }
        if self.force(side.other(), from).all > 0
            && (self.force(side, to).all == 0 || self.force(side.other(), to).all > 0)
        {
            let wrong = format!("{} leaves an area with enemies.", spec.name);
            return Err(Illegal::new("7.5.4", wrong, "It may only go where friends are and no enemy is."));
        }
        self.check_enter(unit, to)?;
        Ok((self.cost(side, to), link.kind))
    }

    /// Whether a unit that has come from one area to another must stop there (§7.5.1, §7.5.4).
    fn stops(&self, unit: UnitId, from: Option<u8>, to: u8) -> bool {
        let spec = self.spec(unit);
        let enemy = spec.side.other();
        let left_enemies = from.is_some_and(|f| self.force(enemy, f).all > 0);
        self.force(enemy, to).all > 0 || left_enemies && matches!(spec.arm, Arm::Infantry | Arm::Artillery)
    }

    /// Judges a move along a way.
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
    pub fn check_move(&self, unit: UnitId, enters: bool, way: &[u8]) -> Result<Walk, Illegal> {
        self.check_acts(unit)?;
        let (spec, state) = (self.spec(unit), self.state(unit));
        let name = &spec.name;
        let mut walk = Walk { cost: 0, crossed: Vec::new(), stopped: false, attacks: false, special: false };
        let Some(start) = way.first().copied() else {
            return Err(Illegal::new("7.1", "The way is empty.", "A way names areas, as 19-27."));
        };
        if state.stopped {
            return Err(Illegal::new("7.5.1", format!("{name} has stopped."), "It may not move on in this impulse."));
        }
        let left = spec.movement.saturating_sub(state.used);
        let too_far = |cost: u8| {
            let wrong = format!("{name} would need {cost} movement points and has {left}.");
            Illegal::new("7.11", wrong, "A unit goes as far as its allowance.")
        };
        match (enters, state.area()) {
            (false, Some(here)) if here == start && way.len() > 1 => {}
            (true, None) => {
                let area = self.at.impulse.force.and_then(|f| self.at.forces[f as usize].area);
                if area != Some(start) {
                    return Err(Illegal::new("4.1", format!("{name} does not enter there."), "All enter in one area."));
                }
                self.check_enter(unit, start)?;
                walk.cost = self.cost(spec.side, start);
                walk.stopped = self.stops(unit, None, start);
            }
            _ => {
                let legal = "A way begins where the unit stands, and leads on from there.";
                return Err(Illegal::new("7.1", format!("{name} cannot go that way."), legal));
            }
        }
        if way.len() > LONGEST_WAY {
            return Err(too_far(u8::MAX));
        }
        if walk.cost > left {
            return Err(too_far(walk.cost));
        }
        for step in way.windows(2) {
            let &[from, to] = step else { continue };
            if walk.stopped {
                return Err(Illegal::new("7.5.1", format!("{name} must stop in {from}."), "Its way ends there."));
            }
            let (cost, border) = self.check_step(unit, from, to)?;
            walk.cost += cost;
            if walk.cost > left {
                return Err(too_far(walk.cost));
            }
            walk.stopped = self.stops(unit, Some(from), to);
            walk.special = border != Border::Open;
            if let Border::Crossing(c) = border {
                walk.crossed.push(c);
            }
        }
        walk.attacks = way.last().is_some_and(|end| self.force(spec.side.other(), *end).all > 0);
        Ok(walk)
    }

    /// Every move of a unit: the cheapest way to each area without enemies, and to each area with enemies one way over each
    /// border.
    pub fn moves(&self, unit: UnitId) -> Vec<Order> {
        if self.check_acts(unit).is_err() || self.state(unit).stopped {
            return Vec::new();
        }
        let (spec, state) = (self.spec(unit), self.state(unit));
        let left = spec.movement.saturating_sub(state.used);
        let enters = state.area().is_none();
        let entry = self.at.impulse.force.and_then(|f| self.at.forces[f as usize].area);
        let Some(start) = state.area().or(entry) else { return Vec::new() };
        let first = if enters { self.cost(spec.side, start) } else { 0 };
        let mut orders = Vec::new();
        if enters {
            if self.check_move(unit, true, &[start]).is_err() {
                return orders;
            }
            orders.push(Order::Move { unit, enters, way: vec![start] });
            if self.stops(unit, None, start) {
                return orders;
            }
        }
        let mut reach = Reach::over(self.pack.areas.len() + 1);
        reach.search([(usize::from(start), u16::from(first))], u16::from(left), |at, spent, out| {
            let from = at as u8;
            // A way ends where it must stop; only its start may hold enemies.
            if from != start && self.stopped_on_the_way(unit, start, from) {
                return;
            }
            for link in &self.pack.area(from).links {
                if self.force(spec.side.other(), link.to).all > 0 {
                    continue;
                }
                if let Ok((cost, _)) = self.check_step(unit, from, link.to) {
                    out.at(usize::from(link.to), spent + u16::from(cost));
                }
            }
        });
        let way_to = |end: usize| {
            let mut way = vec![end as u8];
            let mut at = end;
            while let Some(before) = reach.before(at) {
                way.insert(0, before as u8);
                at = before;
            }
            way
        };
        let mut ends: Vec<usize> = reach.found().collect();
        ends.sort_unstable();
        for end in &ends {
            let from = *end as u8;
            if from != start {
                orders.push(Order::Move { unit, enters, way: way_to(*end) });
            }
            if from != start && self.stopped_on_the_way(unit, start, from) {
                continue;
            }
            let spent = reach.cost(*end).unwrap_or(u16::MAX);
            for link in &self.pack.area(from).links {
                if self.force(spec.side.other(), link.to).all == 0 {
                    continue;
                }
                if let Ok((cost, _)) = self.check_step(unit, from, link.to)
                    && spent + u16::from(cost) <= u16::from(left)
                {
                    let mut way = way_to(*end);
                    way.push(link.to);
                    orders.push(Order::Move { unit, enters, way });
                }
            }
        }
        orders
    }

    /// Infantry and guns that left enemies stop in the next area; that is only so right after the start.
    fn stopped_on_the_way(&self, unit: UnitId, start: u8, at: u8) -> bool {
        let spec = self.spec(unit);
        at != start
            && self.force(spec.side.other(), start).all > 0
            && self.state(unit).area() == Some(start)
            && matches!(spec.arm, Arm::Infantry | Arm::Artillery)
    }

    /// Whether a leader may ride in this impulse: the one that acts, McClellan after waking another, or any active leader as
    /// the whole of the impulse (§6.1, §5.3.3, ruling 23).
    pub fn check_rides(&self, leader: LeaderId) -> Result<(), Illegal> {
        let (spec, state) = (self.who(leader), self.leader(leader));
        let name = &spec.name;
        let not = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        if self.at.phase != Phase::Action || !self.at.pending.is_empty() || spec.side != self.at.side {
            return not("7.2", format!("{name} may not move now."), "Leaders move in their own side's impulse.");
        }
        if !state.active {
            return not("7.2.1", format!("{name} is inactive."), "Only active leaders move.");
        }
        let impulse = &self.at.impulse;
        let may = match impulse.doing {
            Doing::Nothing => true,
            Doing::Fighting => impulse.leader == Some(leader) && !impulse.silenced,
            Doing::Woke => spec.army() && impulse.leader != Some(leader) && self.woken_by(leader),
            Doing::Rode | Doing::Closing => false,
            Doing::Entering => spec.formation == "VI" && impulse.force == Some(super::position::Force::Sixth),
        };
        if !may {
            return not("6.1", format!("{name} may not move in this impulse."), "The leader that acts may.");
        }
        Ok(())
    }

    /// Whether the leader woken in this impulse stands with McClellan.
    fn woken_by(&self, army: LeaderId) -> bool {
        let with = self.at.impulse.leader.and_then(|l| self.leader(l).area());
        with.is_some() && with == self.leader(army).area()
    }

    fn check_ride_step(&self, side: Side, from: u8, to: u8) -> Result<(), Illegal> {
        let Some(link) = self.pack.link(from, to) else {
            let wrong = format!("{from} and {to} share no border.");
            return Err(Illegal::new("7.1", wrong, "Leaders move to adjacent areas."));
        };
        if !self.open(side, link.kind) {
            let wrong = format!("The creek cannot be crossed from {from} to {to}.");
            return Err(Illegal::new("11.2", wrong, "A bridge must be held, a ford found."));
        }
        let enemy = self.force(side.other(), to);
        if enemy.infantry + enemy.cavalry > 0 && self.force(side, to).all == 0 {
            let wrong = format!("There are enemies and no friends in {to}.");
            return Err(Illegal::new("7.5.3", wrong, "A leader goes among infantry or cavalry only to friends."));
        }
        Ok(())
    }

    /// Judges a leader's move; gives its cost and whether he must stop.
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
    pub fn check_ride(&self, leader: LeaderId, way: &[u8]) -> Result<(u8, bool), Illegal> {
        self.check_rides(leader)?;
        let (spec, state) = (self.who(leader), self.leader(leader));
        if state.area().is_none() || way.first().copied() != state.area() || way.len() < 2 || way.len() > LONGEST_WAY {
            let legal = "A way begins where he is, and leads on from there.";
            return Err(Illegal::new("7.2", format!("{} cannot go that way.", spec.name), legal));
        }
        let cost = (way.len() - 1) as u8;
        if state.stopped || u16::from(state.used) + u16::from(cost) > u16::from(spec.movement) {
            let wrong = format!("{} cannot go so far.", spec.name);
            return Err(Illegal::new("7.2.1", wrong, "A leader has ten movement points, and stops among enemies."));
        }
        for (i, step) in way.windows(2).enumerate() {
            let &[from, to] = step else { continue };
            if i > 0 && self.force(spec.side.other(), from).all > 0 {
                let wrong = format!("{} stops among the enemies in {from}.", spec.name);
                return Err(Illegal::new("7.5.1", wrong, "His way ends there."));
            }
            self.check_ride_step(spec.side, from, to)?;
        }
        let end = way.last().copied().unwrap_or(0);
        Ok((cost, self.force(spec.side.other(), end).all > 0))
    }

    /// Every move of a leader, the shortest way to each area.
    pub fn rides(&self, leader: LeaderId) -> Vec<Order> {
        if self.check_rides(leader).is_err() || self.leader(leader).stopped {
            return Vec::new();
        }
        let (spec, state) = (self.who(leader), self.leader(leader));
        let Some(start) = state.area() else { return Vec::new() };
        let left = u16::from(spec.movement.saturating_sub(state.used));
        let mut reach = Reach::over(self.pack.areas.len() + 1);
        reach.search([(usize::from(start), 0)], left, |at, spent, out| {
            let from = at as u8;
            if from != start && self.force(spec.side.other(), from).all > 0 {
                return;
            }
            for link in &self.pack.area(from).links {
                if self.check_ride_step(spec.side, from, link.to).is_ok() {
                    out.at(usize::from(link.to), spent + 1);
                }
            }
        });
        let mut ends: Vec<usize> = reach.found().filter(|e| *e != usize::from(start)).collect();
        ends.sort_unstable();
        let order = |end: usize| {
            let mut way = vec![end as u8];
            let mut at = end;
            while let Some(before) = reach.before(at) {
                way.insert(0, before as u8);
                at = before;
            }
            Order::Ride { leader, way }
        };
        ends.into_iter().map(order).collect()
    }
}
