//! Chapter 7: movement of units, among enemies and away from them.

use super::board::{Board, way_to};
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::ground::Border;
use super::names::{LONGEST_WAY, read_way, way_text};
use super::position::{ImpulseUse, Strike};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Arm, Piece, UnitId};
use domain_core::board::Reach;
use domain_core::kit::{Said, Verb, Words, counted};
use domain_core::referee::{Choice, Illegal, Line, Refusal, Side};

/// `Gibbon 19-27`, `Torbert enter 72-73` (§7.1, §4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub unit: UnitId,
    /// Comes to the map.
    pub enters: bool,
    /// The way: its area first, or the entry area when it enters.
    pub way: Vec<u8>,
}

impl Verb<Rules> for Move {
    fn said() -> Said {
        Said::OfPiece(&["to", "enter"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (board, unit, [way]) = (words.board, words.piece?.unit()?, words.rest) else { return None };
        let way = read_way(board.pack, way);
        Some(way.map(|way| match words.verb {
            "enter" => Move { unit, enters: true, way }.into(),
            _ => Move::along(board, unit, way).into(),
        }))
    }

    fn candidates(board: &Board<'_>, piece: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.and_then(Piece::unit) else { return false };
        board.is_activated(unit) && board.moves(unit).into_iter().any(found)
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        let enter = if self.enters { "enter " } else { "" };
        format!("{} {enter}{}", board.spec(self.unit).name, way_text(&self.way))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let Move { unit, enters, ref way } = *self;
        let spec = board.spec(unit);
        let (verb, does, section) =
            if enters { ("enter", "enters and goes to", "4.3") } else { ("move", "moves to", "7.1") };
        let label = format!("{} {does} {}", spec.name, board.end_of(way));
        let walk = board.check_move(unit, enters, way).ok();
        let note = walk.as_ref().and_then(|walk| match (walk.attacks, walk.stopped) {
            (true, _) => Some("Among enemies: it must stop, and assaults."),
            (false, true) => Some("Must stop there."),
            (false, false) => None,
        });
        Choice {
            place: way.last().map(u8::to_string),
            path: way.iter().map(u8::to_string).collect(),
            cost: walk.map(|walk| format!("{} of {} MP", board.state(unit).used + walk.cost, spec.movement)),
            note: note.map(str::to_owned),
            ..Choice::plain(line, label, verb, section)
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let Move { unit, enters, ref way } = *self;
        let walk = resolver.board().check_move(unit, enters, way)?;
        let side = resolver.pack.unit(unit).side;
        let (end, before) = (way.last().copied(), way.len().checked_sub(2).and_then(|i| way.get(i)).copied());
        resolver.first_corps(unit);
        resolver.write(Fact::Moved {
            attacks: walk.attacks,
            cost: walk.cost,
            crossed: walk.crossed,
            entered: enters,
            special: walk.special,
            stopped: walk.stopped,
            unit,
            way: way.clone(),
        });
        if enters && let Some(entry) = way.first() {
            resolver.bring_leader(unit, *entry);
        }
        resolver.passed_over(side, way);
        if let Some(end) = end {
            resolver.ask_withdrawal(unit, before, end);
        }
        Ok(())
    }
}

impl Move {
    /// A move of a unit on the map; a way of one area is the best way there, if there is one.
    pub fn along(board: &Board<'_>, unit: UnitId, way: Vec<u8>) -> Move {
        if let [end] = way.as_slice() {
            let there = board.moves(unit).into_iter().filter(|m| m.way.last() == Some(end));
            if let Some(best) = there.min_by_key(|m| m.way.len()) {
                return Move { enters: false, ..best };
            }
            // Not to be reached: written out for the rules to say why.
            if let Some(here) = board.state(unit).area().filter(|here| here != end) {
                return Move { unit, enters: false, way: board.way_barred(unit, here, *end) };
            }
        }
        Move { unit, enters: false, way }
    }
}

impl Board<'_> {
    /// The way by which a unit would come to an area it cannot come to now: the cheapest that is legal but for its cost, or else the
    /// one over the fewest areas.
    fn way_barred(&self, unit: UnitId, here: u8, end: u8) -> Vec<u8> {
        let cheapest = self.ways(unit, here, 0, u8::MAX).into_iter().filter(|(way, _)| way.last() == Some(&end));
        let cheapest = cheapest.min_by_key(|(_, cost)| *cost).map(|(way, _)| way);
        cheapest.unwrap_or_else(|| self.straight(self.spec(unit).side, here, end))
    }

    /// The way over the fewest areas by borders that a side may cross, whoever stands there; the two areas where there is none.
    pub fn straight(&self, side: Side, here: u8, end: u8) -> Vec<u8> {
        let mut reach = Reach::over(self.pack.areas.len() + 1);
        reach.search([(usize::from(here), 0)], u16::MAX - 1, |at, spent, out| {
            for link in self.pack.area(at as u8).links.iter().filter(|l| self.open(side, l.kind)) {
                out.at(usize::from(link.to), spent + 1);
            }
        });
        if reach.cost(usize::from(end)).is_some() { way_to(&reach, usize::from(end)) } else { vec![here, end] }
    }
}

/// A move judged.
struct Walk {
    /// Points used.
    cost: u8,
    /// Crossings used.
    crossed: Vec<u8>,
    /// Must stop at its end.
    stopped: bool,
    /// Its end holds enemies.
    attacks: bool,
    /// Its last border bears a special TEM.
    special: bool,
}

impl Board<'_> {
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
            let in_place = self.at.impulse.doing != ImpulseUse::Entering
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
    fn check_move(&self, unit: UnitId, enters: bool, way: &[u8]) -> Result<Walk, Illegal> {
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
            let wrong = format!(
                "It is too far: {name} would need {} and has {left}.",
                counted(i32::from(cost), "movement point")
            );
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
            (_, here) => {
                let legal = "A way begins where the unit stands, and leads on from there.";
                let wrong = match (here, enters) {
                    (None, _) => format!("{name} is not on the map."),
                    (Some(here), true) => format!("{name} is on the map already, in {here}."),
                    (Some(here), false) if here == start => format!("{name} is in {here} already."),
                    (Some(here), false) => format!("{name} is in {here}."),
                };
                return Err(Illegal::new("7.1", wrong, legal));
            }
        }
        if way.len() > LONGEST_WAY {
            let wrong = format!("It is too far for {name}.");
            return Err(Illegal::new("7.11", wrong, "A unit goes as far as its allowance."));
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
    pub fn moves(&self, unit: UnitId) -> Vec<Move> {
        if self.check_acts(unit).is_err() || self.state(unit).stopped {
            return Vec::new();
        }
        let (spec, state) = (self.spec(unit), self.state(unit));
        let left = spec.movement.saturating_sub(state.used);
        let enters = state.area().is_none();
        let entry = self.at.impulse.force.and_then(|f| self.at.forces[f as usize].area);
        let Some(start) = state.area().or(entry) else { return Vec::new() };
        let first = if enters { self.cost(spec.side, start) } else { 0 };
        let order = |way: Vec<u8>| Move { unit, enters, way };
        let mut orders = Vec::new();
        if enters {
            if self.check_move(unit, true, &[start]).is_err() {
                return orders;
            }
            orders.push(order(vec![start]));
            if self.stops(unit, None, start) {
                return orders;
            }
        }
        orders.extend(self.ways(unit, start, first, left).into_iter().map(|(way, _)| order(way)));
        orders
    }

    /// The cheapest way from an area where a unit stands, `spent` behind it and `most` in all, to each area without enemies, and to each area
    /// with enemies one way over each border; each with what it costs.
    pub fn ways(&self, unit: UnitId, start: u8, spent: u8, most: u8) -> Vec<(Vec<u8>, u16)> {
        let enemy = self.spec(unit).side.other();
        let mut ways = Vec::new();
        let mut reach = Reach::over(self.pack.areas.len() + 1);
        reach.search([(usize::from(start), u16::from(spent))], u16::from(most), |at, spent, out| {
            let from = at as u8;
            // A way ends where it must stop; only its start may hold enemies.
            if from != start && self.stopped_on_the_way(unit, start, from) {
                return;
            }
            for link in &self.pack.area(from).links {
                if self.force(enemy, link.to).all > 0 {
                    continue;
                }
                if let Ok((cost, _)) = self.check_step(unit, from, link.to) {
                    out.at(usize::from(link.to), spent + u16::from(cost));
                }
            }
        });
        let mut ends: Vec<usize> = reach.found().collect();
        ends.sort_unstable();
        for end in &ends {
            let from = *end as u8;
            let spent = reach.cost(*end).unwrap_or(u16::MAX);
            if from != start {
                ways.push((way_to(&reach, *end), spent));
            }
            if from != start && self.stopped_on_the_way(unit, start, from) {
                continue;
            }
            for link in &self.pack.area(from).links {
                if self.force(enemy, link.to).all == 0 {
                    continue;
                }
                if let Ok((cost, _)) = self.check_step(unit, from, link.to)
                    && spent + u16::from(cost) <= u16::from(most)
                {
                    let mut way = way_to(&reach, *end);
                    way.push(link.to);
                    ways.push((way, spent + u16::from(cost)));
                }
            }
        }
        ways
    }

    /// Infantry and guns that left enemies stop in the next area; that is only so right after the start.
    fn stopped_on_the_way(&self, unit: UnitId, start: u8, at: u8) -> bool {
        let spec = self.spec(unit);
        at != start
            && self.force(spec.side.other(), start).all > 0
            && self.state(unit).area() == Some(start)
            && matches!(spec.arm, Arm::Infantry | Arm::Artillery)
    }
}

impl Teller<'_> {
    /// A unit moved.
    pub fn moved(&self, fact: &Fact) -> Option<Line> {
        let Fact::Moved { attacks, cost, entered, unit, way, .. } = fact else { return None };
        let does = if *entered { "enters and goes to" } else { "moves to" };
        let stop = if *attacks { ", among the enemy" } else { "" };
        let text = format!("{} {does} {} for {cost} MP{stop}.", self.unit(*unit), self.end_of(way));
        Some(self.went(*unit, text, "7.1", way))
    }
}
