//! An attack composed in steps: who takes part, who leads, at whom; and the shorthand for it, several units in one line.
//!
//! What a choice would lead to is found by carrying it out on a copy of the position, so that sums and odds are those of the fight itself.

use super::attack::Attack;
use super::board::Board;
use super::book::AnyOrder;
use super::commitment::Commit;
use super::long_range::LongRange;
use super::movement::Move;
use super::names::{capital, read_area, read_unit, unreadable};
use super::position::{Phase, Position, Strike};
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::dice::Dice;
use domain_core::referee::{Asks, Candidate, Choice, Finality, Many, Refusal, Side, Step};

/// An attack as far as it has been said.
#[derive(Clone, Debug)]
struct Said {
    kind: Strike,
    area: u8,
    units: Vec<UnitId>,
    lead: Option<UnitId>,
    target: Option<UnitId>,
}

/// An attack as it would be given.
struct Composed {
    /// Those who take part, with the orders by which they do.
    joined: Vec<(UnitId, AnyOrder)>,
    /// The position behind those.
    after: Position,
}

const KINDS: [Strike; 4] = [Strike::Assault, Strike::Volley, Strike::Bombard, Strike::LongRange];

impl Board<'_> {
    /// The attacks that could be composed now.
    pub fn attack_goals(&self) -> Vec<Candidate> {
        let mut found = Vec::new();
        for area in self.pack.areas.iter().map(|a| a.id) {
            if self.force(self.at.side.other(), area).all == 0 {
                continue;
            }
            for kind in KINDS {
                let said = Said { kind, area, units: Vec::new(), lead: None, target: None };
                let possible = match kind {
                    Strike::LongRange => self.shots(&said).next().is_some(),
                    _ => self.committed(kind, area).len() + self.who_could_join(kind, area).len() > 0,
                };
                if possible {
                    let does = match kind {
                        Strike::LongRange => "Bombard at long range",
                        Strike::Volley => "Volley at",
                        Strike::Bombard => "Bombard",
                        Strike::Assault => "Assault",
                    };
                    let mut goal =
                        Candidate::new(format!("{} {area}", kind.word()), format!("{does} {}", self.place(area)));
                    goal.place = Some(area.to_string());
                    goal.group = Some("Put together an attack".to_owned());
                    found.push(goal);
                }
            }
        }
        found
    }

    /// What can be chosen next in composing an attack; `None` when what was said begins otherwise.
    ///
    /// # Errors
    /// What was said leads to no attack.
    pub fn attack_steps(&self, side: Side, said: &[String]) -> Option<Result<Step, Refusal>> {
        let (goal, more) = said.split_first()?;
        let (kind, area) = goal.split_once(' ')?;
        let kind = KINDS.into_iter().find(|k| k.word() == kind)?;
        Some(read_area(self.pack, area).and_then(|area| {
            let mut composed = Said { kind, area, units: Vec::new(), lead: None, target: None };
            for word in more {
                composed.take(self, side, word)?;
            }
            if kind == Strike::LongRange { self.long_range_step(&composed) } else { self.attack_step(&composed) }
        }))
    }

    /// Orders for several units in one line: `assault 27 with Gibbon, Phelps lead Gibbon`, `Gibbon, Phelps 19-27`.
    pub fn spelled_out(&self, side: Side, line: &str) -> Option<Result<Vec<String>, Refusal>> {
        let lower = line.trim().to_lowercase();
        let mut words = lower.splitn(4, ' ').filter(|w| !w.is_empty());
        let (first, second, third) = (words.next()?, words.next()?, words.next());
        let kind = KINDS.into_iter().find(|k| k.word() == first && *k != Strike::LongRange);
        if let (Some(kind), Some("with"), Some(rest)) = (kind, third, words.next()) {
            return Some(self.spelled_attack(side, (kind, second), rest));
        }
        // Several names before what they all do.
        let (names, last) = lower.rsplit_once(',')?;
        let last: Vec<&str> = last.split_whitespace().collect();
        let named = |n: &usize| read_unit(self.pack, Some(side), &last[..*n].join(" ")).is_ok();
        let (name, does) = last.split_at((1..last.len()).find(named)?);
        let names = names.split(',').map(|n| n.trim().to_owned()).chain([name.join(" ")]);
        let orders = names.map(|name| {
            read_unit(self.pack, Some(side), &name).map(|u| format!("{} {}", self.spec(u).name, does.join(" ")))
        });
        Some(orders.collect())
    }

    /// Each kind of shorthand that stands for something now, once: an attack by several, and one order to several.
    pub fn shorthand_examples(&self) -> Vec<Choice> {
        let attack = |kind: Strike| {
            let areas = self.pack.areas.iter().map(|a| a.id).filter(|a| self.force(self.at.side.other(), *a).all > 0);
            let said = |area: u8| {
                let joining = self.who_could_join(kind, area);
                let units =
                    joining.iter().take(2).map(|(u, _)| self.spec(*u).name.clone()).collect::<Vec<_>>().join(", ");
                let label = format!(
                    "{} {} with several, each of whom moves in or joins",
                    capital(kind.word()),
                    self.place(area)
                );
                let line = format!("{} {area} with {units}", kind.word());
                let stands = !joining.is_empty() && self.spelled_out(self.at.side, &line).is_some_and(|o| o.is_ok());
                stands.then(|| Choice::plain(line, label, kind.word(), "8.0"))
            };
            areas.filter_map(said).next()
        };
        let attacks = KINDS.into_iter().filter(|k| *k != Strike::LongRange).filter_map(attack);
        attacks.chain(self.moving_together()).collect()
    }

    /// Two units that can go the same way one after the other.
    fn moving_together(&self) -> Option<Choice> {
        let all: Vec<Move> = self.pack.ids().filter(|u| self.is_activated(*u)).flat_map(|u| self.moves(u)).collect();
        let behind = |first: &Move, second: &Move| {
            let after = tried(self, &AnyOrder::from(first.clone())).ok()?;
            tried(&Board::new(self.pack, &after), &AnyOrder::from(second.clone())).ok()
        };
        let pair = |(i, first): (usize, &Move)| {
            let same = |m: &&Move| m.unit != first.unit && (m.enters, &m.way) == (first.enters, &first.way);
            let second = all[i..].iter().find(same).filter(|second| behind(first, second).is_some())?;
            let line = AnyOrder::from(second.clone()).verb().write(self);
            let line = format!("{}, {line}", self.spec(first.unit).name);
            let stands = self.spelled_out(self.at.side, &line).is_some_and(|orders| orders.is_ok());
            stands.then(|| Choice::plain(line, "The same order for each of them", "move", "7.0"))
        };
        all.iter().enumerate().find_map(pair)
    }

    fn spelled_attack(&self, side: Side, (kind, area): (Strike, &str), rest: &str) -> Result<Vec<String>, Refusal> {
        let area = read_area(self.pack, area)?;
        let mut said = Said { kind, area, units: Vec::new(), lead: None, target: None };
        let (rest, target) = rest.split_once(" target ").map_or((rest, None), |(r, t)| (r, Some(t)));
        let (units, lead) = rest.split_once(" lead ").map_or((rest, None), |(r, l)| (r, Some(l)));
        for unit in units.split(',').map(str::trim).filter(|u| !u.is_empty()) {
            said.take(self, side, unit)?;
        }
        for (what, name) in [("lead", lead), ("target", target)] {
            if let Some(name) = name {
                said.take(self, side, &format!("{what} {name}"))?;
            }
        }
        let composed = self.compose(&said)?;
        let mut lines: Vec<String> = composed.joined.iter().map(|(_, order)| order.verb().write(self)).collect();
        if composed.after.pending.is_empty() {
            let board = Board::new(self.pack, &composed.after);
            let attack = board.attack_of(&said)?;
            lines.push(AnyOrder::from(attack).verb().write(&board));
        }
        Ok(lines)
    }

    /// Who could take part in an attack besides those committed, and by which order: standing there, or moving in.
    fn who_could_join(&self, kind: Strike, area: u8) -> Vec<(UnitId, AnyOrder)> {
        if !self.at.pending.is_empty() {
            return Vec::new();
        }
        let own = self.pack.ids().filter(|u| self.is_activated(*u) && self.state(*u).bid.is_none());
        let join = |unit: UnitId| {
            if self.check_commit(unit, kind, area).is_ok() {
                return Some(Commit { unit, kind, area }.into());
            }
            if kind != Strike::Assault || self.state(unit).area() == Some(area) {
                return None;
            }
            let there = self.moves(unit).into_iter().filter(|m| m.way.last() == Some(&area));
            there.min_by_key(|m| m.way.len()).map(AnyOrder::from)
        };
        own.filter_map(|unit| join(unit).map(|order| (unit, order))).collect()
    }

    /// Has those who were named take part, each as soon as the rules let them: cavalry and guns behind infantry (§7.5.3).
    fn compose(&self, said: &Said) -> Result<Composed, Refusal> {
        let mut composed = Composed { joined: Vec::new(), after: self.at.clone() };
        let committed = self.committed(said.kind, said.area);
        let mut left: Vec<UnitId> = said.units.iter().copied().filter(|u| !committed.contains(u)).collect();
        while !left.is_empty() {
            let board = Board::new(self.pack, &composed.after);
            let could = board.who_could_join(said.kind, said.area);
            let next = left.iter().find_map(|u| could.iter().find(|(unit, _)| unit == u).cloned());
            let Some((unit, order)) = next else {
                let name = &self.spec(left[0]).name;
                let wrong = match board.at.pending.is_empty() {
                    true => format!("{name} cannot take part in the {} of {}.", said.kind.noun(), said.area),
                    false => format!("The enemy is asked before {name} can take part."),
                };
                return Err(Refusal::unreadable(wrong, "Name those who can, or give them orders one by one."));
            };
            let after = tried(&board, &order)?;
            composed.joined.push((unit, order));
            composed.after = after;
            left.retain(|u| *u != unit);
        }
        Ok(composed)
    }

    /// The order that carries an attack out for which all are committed: led by whom was said, or else by the best.
    fn attack_of(&self, said: &Said) -> Result<Attack, Refusal> {
        let Said { kind, area, target, .. } = *said;
        let attack = |lead| Attack { kind, area, lead, target: target.or_else(|| self.best_target(kind, area)) };
        let legal = |a: &Attack| self.check_attack(a.kind, a.area, a.lead, a.target).is_ok();
        if let Some(lead) = said.lead {
            let attack = attack(lead);
            self.check_attack(kind, area, lead, attack.target)?;
            return Ok(attack);
        }
        let all = self.committed(kind, area).into_iter().map(attack).filter(legal);
        let worth = |a: &Attack| self.attack_value(a.lead, area);
        all.reduce(|best, a| if worth(&a) > worth(&best) { a } else { best })
            .ok_or_else(|| unreadable(format!("Nobody is there to lead the {} of {area}.", kind.noun())))
    }

    /// The first unit that a bombardment may be aimed at; an assault or volley names none.
    fn best_target(&self, kind: Strike, area: u8) -> Option<UnitId> {
        self.targets(kind, area).into_iter().next()
    }

    fn targets(&self, kind: Strike, area: u8) -> Vec<UnitId> {
        if kind != Strike::Bombard {
            return Vec::new();
        }
        let mut all = self.units_in(self.at.side.other(), area);
        all.retain(|t| self.check_target(*t, area).is_ok());
        all
    }

    fn attack_step(&self, said: &Said) -> Result<Step, Refusal> {
        let composed = self.compose(said)?;
        let after = Board::new(self.pack, &composed.after);
        let committed = self.committed(said.kind, said.area);
        let mut candidates = Vec::new();
        for unit in &committed {
            let name = &self.spec(*unit).name;
            let note = Some("committed already".to_owned());
            candidates.push(Candidate { taken: true, note, fixed: true, ..self.taking_part(*unit, name.clone()) });
        }
        for (unit, order) in &composed.joined {
            let cost = order.verb().choice(self, String::new()).cost;
            candidates.push(Candidate { taken: true, cost, ..self.taking_part(*unit, self.coming(*unit, order)) });
        }
        for (unit, order) in after.who_could_join(said.kind, said.area) {
            let cost = order.verb().choice(&after, String::new()).cost;
            let mut candidate = Candidate { cost, ..self.taking_part(unit, self.coming(unit, &order)) };
            if let Ok(position) = tried(&after, &order) {
                let with = Board::new(self.pack, &position);
                if let Some(choice) = with.attack_of(said).ok().filter(|_| position.pending.is_empty()) {
                    let shown = with.shown(choice);
                    (candidate.odds, candidate.sum) = (shown.odds, shown.sum);
                }
            }
            candidates.push(candidate);
        }
        let attack = after.attack_of(said).ok();
        let parts = composed.joined.iter().map(|(_, order)| order.verb().write(self));
        let parts: Vec<String> = parts.collect();
        let order = match attack {
            Some(attack) if composed.after.pending.is_empty() => {
                for lead in after.committed(said.kind, said.area) {
                    let other = Attack { lead, ..attack };
                    if after.check_attack(other.kind, other.area, lead, other.target).is_ok() {
                        let shown = after.shown(other);
                        let mut candidate =
                            Candidate::new(format!("lead {}", self.spec(lead).name), self.spec(lead).name.clone());
                        candidate.group = Some("Who leads".to_owned());
                        (candidate.odds, candidate.sum) = (shown.odds, shown.sum);
                        candidate.taken = lead == attack.lead;
                        candidate.instead = true;
                        candidates.push(candidate);
                    }
                }
                for target in after.targets(said.kind, said.area) {
                    let shown = after.shown(Attack { target: Some(target), ..attack });
                    candidates.push(self.aimed_at(target, shown, attack.target == Some(target)));
                }
                let mut shown = after.shown(attack);
                shown.order = parts.iter().chain([&shown.order]).map(String::as_str).collect::<Vec<_>>().join("; ");
                let count = after.committed(said.kind, said.area).len();
                let name = &self.spec(attack.lead).name;
                let units = if count == 1 { format!("{name} alone") } else { format!("{count} units, {name} leads") };
                shown.label = format!("{} {}: {units}", capital(said.kind.word()), self.place(said.area));
                Some(shown)
            }
            // The enemy may withdraw before: what is said so far is all that can be given now.
            _ if !parts.is_empty() && !composed.after.pending.is_empty() => {
                let label = format!("Go to {}; the enemy is asked first", self.place(said.area));
                let mut choice = Choice::plain(parts.join("; "), label, "move", "7.5.2");
                choice.finality = Some(Finality::Asks);
                Some(choice)
            }
            _ => None,
        };
        let does = capital(said.kind.word());
        let so_far = vec![format!("{does} {}", self.place(said.area))];
        let prompt = format!("Who takes part in the {} of {}?", said.kind.noun(), self.place(said.area));
        Ok(Step { asks: Asks::With, prompt, so_far, candidates, many: Many::Several, order })
    }

    /// A unit and whence it takes part.
    fn coming(&self, unit: UnitId, order: &AnyOrder) -> String {
        let name = &self.spec(unit).name;
        match (order, self.state(unit).area()) {
            (AnyOrder::Move(_), Some(from)) => format!("{name}, from {from}"),
            (AnyOrder::Move(_), None) => format!("{name}, as it enters"),
            _ => format!("{name}, where it stands"),
        }
    }

    fn taking_part(&self, unit: UnitId, label: String) -> Candidate {
        let spec = self.spec(unit);
        Candidate {
            piece: Some(spec.id.clone()),
            group: Some("Who takes part".to_owned()),
            ..Candidate::new(spec.name.clone(), label)
        }
    }

    fn aimed_at(&self, target: UnitId, shown: Choice, taken: bool) -> Candidate {
        let spec = self.spec(target);
        Candidate {
            piece: Some(spec.id.clone()),
            group: Some("At whom".to_owned()),
            odds: shown.odds,
            sum: shown.sum,
            taken,
            instead: true,
            ..Candidate::new(format!("target {}", spec.name), spec.name.clone())
        }
    }

    fn shown(&self, attack: Attack) -> Choice {
        let order = AnyOrder::from(attack);
        let line = order.verb().write(self);
        order.verb().choice(self, line)
    }

    /// The shots at long range that fit what was said.
    fn shots(&self, said: &Said) -> impl Iterator<Item = LongRange> + '_ {
        let Said { area, units, lead, target, .. } = said.clone();
        let guns = if self.at.phase == Phase::LongRange { self.long_guns() } else { Vec::new() };
        let targets = target.map_or_else(|| self.units_in(Side::Confederate, area), |t| vec![t]);
        let supports: Vec<Option<UnitId>> = match units.as_slice() {
            [] | [_] => vec![None],
            _ => guns.iter().copied().filter(|g| units.contains(g)).map(Some).collect(),
        };
        let leads: Vec<UnitId> = match (lead, units.as_slice()) {
            (Some(lead), _) => vec![lead],
            (None, []) => guns,
            (None, units) => units.to_vec(),
        };
        let all = targets.into_iter().flat_map(move |target| {
            let supports = supports.clone();
            leads.clone().into_iter().flat_map(move |lead| {
                supports.clone().into_iter().map(move |support| LongRange { area, lead, support, target })
            })
        });
        all.filter(|shot| shot.check(self).is_ok())
    }

    fn shown_shot(&self, shot: LongRange) -> Choice {
        let order = AnyOrder::from(shot);
        let line = order.verb().write(self);
        order.verb().choice(self, line)
    }

    /// The best shot that fits, by what the guns count.
    fn best_shot(&self, said: &Said) -> Option<LongRange> {
        let worth = |s: &LongRange| self.attack_value(s.lead, s.area);
        self.shots(said).reduce(|best, shot| if worth(&shot) > worth(&best) { shot } else { best })
    }

    fn long_range_step(&self, said: &Said) -> Result<Step, Refusal> {
        let chosen = if said.units.is_empty() { None } else { self.best_shot(said) };
        if chosen.is_none() && !said.units.is_empty() {
            return Err(unreadable(format!("Those guns cannot fire at {} so.", said.area)));
        }
        let mut candidates = Vec::new();
        for gun in self.long_guns() {
            let taken = said.units.contains(&gun);
            let mut with = said.clone();
            if !taken {
                with.units.push(gun);
            }
            // One gun and one in support of it.
            let Some(shot) = self.best_shot(&with).filter(|_| with.units.len() <= 2) else { continue };
            let shown = self.shown_shot(shot);
            let part = self.taking_part(gun, self.spec(gun).name.clone());
            candidates.push(Candidate { taken, odds: shown.odds, sum: shown.sum, ..part });
        }
        if let Some(chosen) = chosen {
            let targets = self.units_in(Side::Confederate, said.area);
            for shot in targets.into_iter().map(|target| LongRange { target, ..chosen }) {
                if shot.check(self).is_ok() {
                    candidates.push(self.aimed_at(shot.target, self.shown_shot(shot), shot.target == chosen.target));
                }
            }
        }
        let so_far = vec![format!("Bombard {} at long range", self.place(said.area))];
        let order = chosen.map(|shot| self.shown_shot(shot));
        let prompt = format!("Which guns bombard {}?", self.place(said.area));
        Ok(Step { asks: Asks::With, prompt, so_far, candidates, many: Many::Several, order })
    }
}

impl Said {
    /// Takes a word in: a unit's name, `lead` or `target` with one.
    fn take(&mut self, board: &Board<'_>, side: Side, word: &str) -> Result<(), Refusal> {
        let ours = |name: &str| read_unit(board.pack, Some(side), name);
        if let Some(name) = word.strip_prefix("lead ") {
            self.lead = Some(ours(name)?);
        } else if let Some(name) = word.strip_prefix("target ") {
            self.target = Some(read_unit(board.pack, Some(side.other()), name)?);
        } else {
            let unit = ours(word)?;
            if !self.units.contains(&unit) {
                self.units.push(unit);
            }
        }
        Ok(())
    }
}

/// The position after an order that rolls nothing.
fn tried(board: &Board<'_>, order: &AnyOrder) -> Result<Position, Refusal> {
    let mut dice = Dice::withheld();
    let mut resolver = Resolver::at(board.pack, board.at, board.at.side, &mut dice);
    resolver.carry(order)?;
    Ok(resolver.buffer.position)
}
