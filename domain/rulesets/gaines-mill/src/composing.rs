//! Orders composed in steps: an attack, from its target to who makes it, with odds that change with each tick; and a march of several units
//! side by side; and the two divisions that the Union activates, one after the other.
//!
//! Every unit makes an attack of its own (§7.1), so that several who are ticked attack one after the other: the line goes as far as the first
//! roll, and the others wait until it is seen what came of it. One unit alone charges an enemy (§12.1).

use super::book::Rules;
use super::charge::Charge;
use super::close::CloseCombat;
use super::command::Activate;
use super::fire::Fire;
use super::movement::Move;
use super::names::{read_division, read_hex, unreadable};
use super::orders::Order;
use super::position::{CombatKind, Phase, Place, Position};
use super::resolver::Resolver;
use super::strength::Attack;
use super::units::{Division, UnitId};
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::dice::Dice;
use domain_core::kit::{Asks as _, Verb, total};
use domain_core::referee::{Asks, Candidate, Choice, Many, Refusal, Side, Step};

const MARCH: &str = "march";
/// The verb of the menu whose orders, each a pair, are composed instead of listed.
const ACTIVATE: &str = "activate";

/// An attack that a unit can make.
struct Possible {
    word: &'static str,
    at: HexId,
    unit: UnitId,
    order: Order,
}

impl Board<'_> {
    /// What could be composed now, besides the orders of the menu.
    pub fn composed_goals(&self, side: Side) -> Vec<Candidate> {
        let mut goals: Vec<Candidate> = Vec::new();
        for Possible { word, at, .. } in self.possible(side) {
            let say = format!("{word} {at}");
            if goals.iter().any(|g| g.say == say) {
                continue;
            }
            let does = match word {
                "charge" => "Charge",
                "fire" => "Fire at",
                _ => "Attack",
            };
            let mut goal = Candidate::new(say, format!("{does} {}", self.enemy_at(at)));
            goal.place = Some(at.to_string());
            goal.group = Some("Put together an attack".to_owned());
            goals.push(goal);
        }
        if side == Side::Union && self.coordinates(side).is_ok() {
            let mut goal = Candidate::new(ACTIVATE, "Choose two divisions to activate");
            goal.group = Some("Two divisions".to_owned());
            goals.push(goal);
        }
        if self.marchers(side).len() > 1 {
            let mut goal = Candidate::new(MARCH, "March several units side by side");
            goal.group = Some("Several as one".to_owned());
            goals.push(goal);
        }
        goals
    }

    /// What can be chosen next; `None` when what was said begins with none of the goals.
    ///
    /// # Errors
    /// What was said leads to no order.
    pub fn composed_steps(&self, side: Side, said: &[String]) -> Option<Result<Step, Refusal>> {
        let (goal, more) = said.split_first()?;
        if goal == MARCH {
            return Some(self.march_step(side, more));
        }
        if goal == ACTIVATE {
            return Some(self.activated_step(side, more));
        }
        let (word, at) = goal.split_once(' ')?;
        let word = ["fire", "attack", "charge"].into_iter().find(|w| *w == word)?;
        Some(read_hex(at).and_then(|at| {
            let mut all = self.possible(side);
            all.retain(|p| p.word == word && p.at == at);
            match (all.is_empty(), word) {
                (true, _) => Err(unreadable(format!("Nobody can {word} {at} now."))),
                (false, "charge") => self.charged_step(at, &all, more),
                (false, _) => self.attacked_step(at, &all, more),
            }
        }))
    }

    /// The attacks that a side can make now.
    fn possible(&self, side: Side) -> Vec<Possible> {
        let mut all = Vec::new();
        if !self.at.pending.is_empty() || self.at.acting() != side {
            return all;
        }
        for unit in Rules::pieces(self, side) {
            let mut found = |word, at: HexId, order: Order| {
                all.push(Possible { word, at, unit, order });
                false
            };
            match self.at.phase {
                Phase::Fire | Phase::Reaction => {
                    Fire::candidates(self, Some(unit), &mut |order| found("fire", order.at, order.into()));
                }
                Phase::Close | Phase::SecondClose => {
                    CloseCombat::candidates(self, Some(unit), &mut |order| found("attack", order.at, order.into()));
                }
                Phase::Move => {
                    Charge::candidates(self, Some(unit), &mut |order| {
                        self.state(order.target).hex().is_some_and(|at| found("charge", at, order.into()))
                    });
                }
                _ => {}
            }
        }
        all
    }

    fn enemy_at(&self, at: HexId) -> String {
        self.unit_in(at).map_or_else(|| at.to_string(), |u| format!("{} in {at}", self.spec(u).name))
    }

    fn unit_said(&self, all: &[UnitId], word: &str) -> Result<UnitId, Refusal> {
        let found = all.iter().copied().find(|u| self.spec(*u).name == word);
        found.ok_or_else(|| unreadable(format!("{word} is nothing that could be chosen now.")))
    }

    fn taking_part(&self, unit: UnitId, group: &str) -> Candidate {
        let spec = self.spec(unit);
        let at = self.state(unit).hex().map_or_else(|| "as it enters".to_owned(), |hex| format!("from {hex}"));
        Candidate {
            piece: Some(spec.id.clone()),
            group: Some(group.to_owned()),
            ..Candidate::new(spec.name.clone(), format!("{}, {at}", spec.name))
        }
    }

    /// Who fires at a hex, or attacks it: each by itself.
    fn attacked_step(&self, at: HexId, all: &[Possible], said: &[String]) -> Result<Step, Refusal> {
        let units: Vec<UnitId> = all.iter().map(|p| p.unit).collect();
        let taken = said.iter().map(|word| self.unit_said(&units, word)).collect::<Result<Vec<_>, _>>()?;
        let fires = all.iter().any(|p| p.word == "fire");
        let (group, does) = if fires { ("Who fires", "fire at") } else { ("Who attacks", "attack") };
        let mut candidates = Vec::new();
        for Possible { unit, order, .. } in all {
            let Choice { odds, sum, .. } = self.line(order);
            let part = self.taking_part(*unit, group);
            candidates.push(Candidate { odds, sum, taken: taken.contains(unit), ..part });
        }
        let chosen = taken.iter().filter_map(|u| all.iter().find(|p| p.unit == *u));
        let mut choices: Vec<Choice> = chosen.map(|p| self.line(&p.order)).collect();
        let order = match choices.len() {
            0 => None,
            1 => choices.pop(),
            _ => {
                let line = choices.iter().map(|c| c.order.as_str()).collect::<Vec<_>>().join("; ");
                let names: Vec<&str> = taken.iter().map(|u| self.spec(*u).name.as_str()).collect();
                let label = format!("{} {does} {}", names.join(", then "), self.enemy_at(at));
                let first = choices.swap_remove(0);
                let note = "The odds are those of the first. The others wait until you have seen what came of it.";
                Some(Choice { order: line, label, note: Some(note.to_owned()), ..first })
            }
        };
        let prompt = format!("{group} {} {}?", if fires { "at" } else { "" }, self.enemy_at(at)).replace("  ", " ");
        let so_far = vec![prompt.clone()];
        Ok(Step { asks: Asks::With, prompt, so_far, candidates, many: Many::Several, order })
    }

    /// Who charges an enemy, and from where.
    fn charged_step(&self, at: HexId, all: &[Possible], said: &[String]) -> Result<Step, Refusal> {
        let mut units: Vec<UnitId> = all.iter().map(|p| p.unit).collect();
        units.dedup();
        let (ends, names): (Vec<&String>, Vec<&String>) = said.iter().partition(|word| word.starts_with("from "));
        let taken = names.last().map(|word| self.unit_said(&units, word)).transpose()?;
        let worth = |p: &&Possible| match p.order {
            Order::Charge(c) => {
                let (from, to) = (c.way.end(), p.at);
                total(&self.strength(&Attack {
                    attacker: c.unit,
                    from,
                    defender: c.target,
                    to,
                    kind: CombatKind::Charge,
                }))
            }
            _ => i32::MIN,
        };
        // The best of a unit's charges is the one whose attack is strongest; of several the first of the menu.
        let best = |unit: UnitId| {
            let own = all.iter().filter(|p| p.unit == unit);
            own.reduce(|best, p| if worth(&p) > worth(&best) { p } else { best })
        };
        let end = |p: &Possible| if let Order::Charge(c) = p.order { Some(c.way.end()) } else { None };
        let mut candidates = Vec::new();
        for unit in &units {
            let Some(Choice { odds, sum, cost, .. }) = best(*unit).map(|p| self.line(&p.order)) else { continue };
            let part = self.taking_part(*unit, "Who charges");
            candidates.push(Candidate { odds, sum, cost, taken: taken == Some(*unit), instead: true, ..part });
        }
        let own: Vec<&Possible> = all.iter().filter(|p| Some(p.unit) == taken).collect();
        let wanted = ends.last().and_then(|word| read_hex(word.trim_start_matches("from ")).ok());
        let named = own.iter().copied().find(|p| wanted.is_some() && end(p) == wanted);
        let chosen = named.or_else(|| taken.and_then(best));
        if own.len() > 1 {
            for possible in own {
                let Choice { odds, sum, cost, .. } = self.line(&possible.order);
                let Some(hex) = end(possible) else { continue };
                let taken = chosen.is_some_and(|c| std::ptr::eq(c, possible));
                let (place, group) = (Some(hex.to_string()), Some("From where".to_owned()));
                let from = Candidate::new(format!("from {hex}"), format!("from {}", self.place_name(hex)));
                candidates.push(Candidate { odds, sum, cost, place, group, taken, instead: true, ..from });
            }
        }
        let prompt = format!("Who charges {}?", self.enemy_at(at));
        let so_far = vec![format!("Charge {}", self.enemy_at(at))];
        let order = chosen.map(|p| self.line(&p.order));
        Ok(Step { asks: Asks::With, prompt, so_far, candidates, many: Many::Several, order })
    }

    /// The first division that the Union activates, then the second (§5.2).
    fn activated_step(&self, side: Side, said: &[String]) -> Result<Step, Refusal> {
        if side != Side::Union || self.coordinates(side).is_err() {
            return Err(unreadable("No divisions are chosen now."));
        }
        let chosen = said.iter().map(|word| read_division(word)).collect::<Result<Vec<Division>, _>>()?;
        if let Some(other) = chosen.iter().find(|d| d.side() != side) {
            return Err(unreadable(format!("{} is no division of the Union.", other.name())));
        }
        let both = |one: Division, two: Division| self.line(&Activate { one: one.min(two), two: one.max(two) }.into());
        let (prompt, candidates, order) = match chosen.as_slice() {
            [] => {
                let all = Division::UNION.iter().map(|d| Candidate::new(d.name(), d.name())).collect();
                ("Which division first?".to_owned(), all, None)
            }
            [one] => {
                let others = Division::UNION.into_iter().filter(|two| two != one);
                let with = |two: Division| {
                    let note = both(*one, two).note;
                    Candidate { note, ends: true, ..Candidate::new(two.name(), two.name()) }
                };
                (format!("{}, and which other division?", one.name()), others.map(with).collect(), None)
            }
            [one, two] if one != two => {
                let order = both(*one, *two);
                (order.label.clone(), Vec::new(), Some(order))
            }
            _ => return Err(unreadable("Two divisions are activated, not the same one twice.")),
        };
        let so_far = chosen.iter().map(|d| d.name().to_owned()).collect();
        Ok(Step { asks: Asks::Who, prompt, so_far, candidates, many: Many::One, order })
    }

    /// The units that can move on the map.
    fn marchers(&self, side: Side) -> Vec<UnitId> {
        if self.at.acting_in(Phase::Move) != Some(side) {
            return Vec::new();
        }
        let mut units = Rules::pieces(self, side);
        units.retain(|unit| Move::candidates(self, Some(*unit), &mut |_| true));
        units
    }

    /// Who marches, and where to: each goes as far and in the same direction as the first.
    fn march_step(&self, side: Side, said: &[String]) -> Result<Step, Refusal> {
        let units = self.marchers(side);
        let (goes, names): (Vec<&String>, Vec<&String>) = said.iter().partition(|word| word.starts_with("to "));
        let taken = names.iter().map(|word| self.unit_said(&units, word)).collect::<Result<Vec<_>, _>>()?;
        let mut candidates = Vec::new();
        for unit in &units {
            let part = self.taking_part(*unit, "Who marches");
            candidates.push(Candidate { taken: taken.contains(unit), ..part });
        }
        let wanted = goes.last().and_then(|word| read_hex(word.trim_start_matches("to ")).ok());
        let mut order = None;
        let mut ends: Vec<HexId> = Vec::new();
        if let Some((first, others)) = taken.split_first() {
            let cleared = self.without(others);
            Move::candidates(&Board::new(self.pack, &cleared), Some(*first), &mut |found| {
                ends.push(found.way.end());
                false
            });
        }
        let mut goals = Vec::new();
        for to in &ends {
            let Some(march) = self.march(side, &taken, *to) else { continue };
            let whither: Vec<String> = (march.iter())
                .filter_map(|o| match o {
                    Order::Move(m) => Some(format!("{} to {}", self.spec(m.unit).name, m.way.end())),
                    _ => None,
                })
                .collect();
            let first = self.line(&march[0]);
            let mut goal = Candidate::new(format!("to {to}"), whither.join(", "));
            goal.place = Some(to.to_string());
            goal.group = Some("Where to".to_owned());
            goal.cost.clone_from(&first.cost);
            goal.taken = wanted == Some(*to);
            goal.instead = true;
            if goal.taken {
                let line = march.iter().map(|o| o.verb().write(self)).collect::<Vec<_>>().join("; ");
                order = Some(Choice { order: line, label: goal.label.clone(), ..first });
            }
            goals.push(goal);
        }
        // Whom a tick would lead into a dead end is said before it is ticked.
        let mut candidates = Vec::new();
        for unit in &units {
            let mut part = self.taking_part(*unit, "Who marches");
            part.taken = taken.contains(unit);
            if !part.taken && !taken.is_empty() {
                let with: Vec<UnitId> = taken.iter().copied().chain([*unit]).collect();
                let along = !goals.is_empty() && ends.iter().any(|to| self.march(side, &with, *to).is_some());
                part.note = (!along).then(|| "cannot go the same way".to_owned());
            }
            candidates.push(part);
        }
        let names: Vec<&str> = taken.iter().map(|u| self.spec(*u).name.as_str()).collect();
        let alone = candidates.iter().all(|c| c.taken || c.note.is_some());
        let prompt = match names.as_slice() {
            [one] if alone => format!("Nobody can go the same way as {one} now. Where to?"),
            [all @ .., last] if goals.is_empty() => {
                format!("{} and {last} cannot go the same way now: let one of them go.", all.join(", "))
            }
            _ => "Who marches, and where to?".to_owned(),
        };
        candidates.extend(goals);
        let so_far = vec!["March side by side".to_owned()];
        Ok(Step { asks: Asks::With, prompt, so_far, candidates, many: Many::Several, order })
    }

    /// The position with some units gone from the map: those who march along stand in nobody's way, if they go first.
    fn without(&self, units: &[UnitId]) -> Position {
        let mut position: Position = self.at.clone();
        for unit in units {
            position.units[unit.index()].place = Place::Away;
        }
        position
    }

    /// The moves by which some units all go as the first goes to a hex, in an order in which they can be given: who stands in another's way
    /// goes before it. `None` where one of them cannot.
    fn march(&self, side: Side, units: &[UnitId], to: HexId) -> Option<Vec<Order>> {
        let grid = &self.pack.ground.grid;
        let (first, others) = units.split_first()?;
        let cleared = self.without(others);
        let way = Board::new(self.pack, &cleared).way_named(*first, to)?;
        let steps: Option<Vec<usize>> = (way.hexes().windows(2))
            .map(|pair| grid.neighbours(pair[0]).iter().position(|n| *n == Some(pair[1])))
            .collect();
        let steps = steps?;
        let shifted = |unit: UnitId| {
            let from = self.state(unit).hex()?;
            steps.iter().try_fold(from, |hex, step| grid.neighbours(hex)[*step])
        };
        let mut left: Vec<(UnitId, HexId)> =
            units.iter().map(|unit| Some((*unit, shifted(*unit)?))).collect::<Option<_>>()?;
        let mut position: Position = self.at.clone();
        let mut given = Vec::new();
        while !left.is_empty() {
            let at = left.iter().position(|(unit, to)| {
                let board = Board::new(self.pack, &position);
                let Some(way) = board.way_named(*unit, *to) else { return false };
                let order = Order::from(Move { unit: *unit, way });
                let mut dice = Dice::withheld();
                let mut resolver = Resolver::at(self.pack, &position, &mut dice);
                if resolver.carry(side, &order).is_err() {
                    return false;
                }
                position = resolver.buffer.position;
                given.push(order);
                true
            })?;
            left.remove(at);
        }
        Some(given)
    }
}
