//! Orders composed in steps (`docs/decisions/0062-steps-of-choice.md`): several attackers named at once, whom a commander leads, a line marker by marker, who fires
//! at a target, the fire of a defending hex divided, retreats and advances after combat marker by marker.

use super::artillery::{GunsAt, Shoot};
use super::attack::Name;
use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::chain::{Formation, Link, straight_ends};
use super::combat::{ALL_ARMS, MATCH_FIRST};
use super::combat_orders::Distribute;
use super::command::Lead;
use super::facts::Manner;
use super::fire::{Share, Split};
use super::line_orders::To;
use super::names::{command_of, facing_name, points, read_hex, read_unit, unreadable};
use super::position::Segment;
use super::tables::Halves;
use super::units::UnitId;
use super::walk::walk;
use domain_core::board::Facing;
use domain_core::kit::{self, RuleBreak, counted};
use domain_core::referee::{Asks, Candidate, Choice, Many, Refusal, Side, Step};

/// What the goals begin with. None is a verb of the menu by itself, whose orders pages would then not list.
const ATTACKERS: &str = "attackers";
const FIRE: &str = "fire";
const LEAD: &str = "lead";
const LINE: &str = "line";
const MARKERS: &str = "markers";
const ONWARD: &str = "onward";
const REARWARD: &str = "rearward";
const SPLIT: &str = "split";

/// The outer sides of the flanks of a line, where an order names them.
type Ends = Option<[Facing; 2]>;

/// An order that says where all markers go, how its flanks look if it says so, and what each marker has spent then, if it has points at all.
type Whole = (Ends, AnyOrder, Vec<Halves>);

/// How far a marker goes at most by a retreat or an advance after combat.
const AFTER_COMBAT: u32 = 4;

/// As many lines are tried for a hex that the next marker of a line may go to before it is not offered.
const TRIES: u32 = 400;

/// The same of a column, whose markers are looked for together.
const COLUMNS: u32 = 40;

impl Board<'_> {
    /// What could be composed now, besides the orders of the menu.
    pub fn composed_goals(&self, side: Side) -> Vec<Candidate> {
        if self.at.over || kit::owing::<Rules>(self) != Some(side) {
            return Vec::new();
        }
        if self.eye.is_some_and(|eye| !self.is_owed(eye)) {
            return Vec::new();
        }
        if self.at.pending.is_some() {
            return self.apart_goals(side);
        }
        match self.at.segment {
            Segment::BackOff | Segment::Withdrawal | Segment::Assault => self.apart_goals(side),
            Segment::Opening if self.nameable(side).len() > 1 => {
                vec![grouped(Candidate::new(ATTACKERS, "Name several brigades to attack"), "Several as one")]
            }
            segment if segment.is_movement() => {
                self.lead_goals(side).into_iter().chain(self.line_goals(side)).collect()
            }
            Segment::Artillery => self.fire_goals(side),
            Segment::Fire => self.split_goals(),
            _ => Vec::new(),
        }
    }

    /// What can be chosen next; `None` when what was said begins with none of the goals.
    ///
    /// # Errors
    /// What was said leads to no order.
    pub fn composed_steps(&self, side: Side, said: &[String]) -> Option<Result<Step, Refusal>> {
        let (goal, more) = said.split_first()?;
        if goal == ATTACKERS {
            return Some(self.attackers_step(side, more));
        }
        let (goal, of) = goal.split_once(' ')?;
        Some(match goal {
            LEAD => read_unit(self, Some(side), of).and_then(|by| self.lead_step(side, by, more)),
            LINE | MARKERS => read_unit(self, Some(side), of).and_then(|unit| self.line_step(side, unit, more)),
            FIRE => self.fire_step(side, of, more),
            ONWARD | REARWARD => {
                read_unit(self, Some(side), of).and_then(|unit| self.apart_step((side, unit), goal == ONWARD, more))
            }
            SPLIT => read_hex(self.pack, of).and_then(|hex| self.split_step(hex, more)),
            _ => return None,
        })
    }

    /// A goal that is of one counter.
    fn of_piece(&self, goal: Candidate, unit: UnitId) -> Candidate {
        Candidate { piece: Some(self.piece_id(unit).to_owned()), ..goal }
    }

    /// A counter as something to tick: where it is and how strong.
    fn part(&self, unit: UnitId, group: &str) -> Candidate {
        let name = self.name(unit);
        let place = self.at.counter(unit).map(|hex| format!(" in {}", self.pack.ground.id(hex))).unwrap_or_default();
        let points = self.at.brigade(unit).map(|b| format!(", {}", counted(i32::from(b.sp), "point")));
        let label = format!("{name}{place}{}", points.unwrap_or_default());
        let candidate = Candidate { piece: Some(self.piece_id(unit).to_owned()), ..Candidate::new(name, label) };
        grouped(candidate, group)
    }

    /// The counters that were ticked, each one of those that may be.
    fn ticked(&self, side: Side, open: &[UnitId], said: &[String]) -> Result<Vec<UnitId>, Refusal> {
        let mut taken = Vec::new();
        for word in said {
            let unit = read_unit(self, Some(side), word)?;
            if !open.contains(&unit) {
                return Err(unreadable(format!("{word} is nobody who could be chosen now.")));
            }
            if !taken.contains(&unit) {
                taken.push(unit);
            }
        }
        Ok(taken)
    }

    /// The brigades that may be named to attack (§22.3).
    fn nameable(&self, side: Side) -> Vec<UnitId> {
        self.of(side).filter(|u| self.mine(*u) && self.check_name(*u).is_ok()).collect()
    }

    fn attackers_step(&self, side: Side, said: &[String]) -> Result<Step, Refusal> {
        let open = self.nameable(side);
        let taken = self.ticked(side, &open, said)?;
        let mut candidates: Vec<Candidate> = Vec::new();
        for unit in &open {
            let spec = self.spec(*unit);
            let under =
                if spec.division.is_empty() { "Independent".to_owned() } else { format!("{}'s", spec.division) };
            let note = self.line_of(&Name { units: vec![*unit] }.into()).note;
            candidates.push(Candidate { taken: taken.contains(unit), note, ..self.part(*unit, &under) });
        }
        // Divisions stay together, each where its first brigade stands.
        let groups: Vec<Option<String>> = candidates.iter().map(|c| c.group.clone()).collect();
        candidates.sort_by_key(|c| groups.iter().position(|g| *g == c.group));
        let order = (!taken.is_empty()).then(|| self.line_of(&Name { units: taken }.into()));
        Ok(several("Who attacks?".to_owned(), "Name attackers", candidates, order))
    }

    /// Those whom a commander could lead, each by itself (§14.2, §14.5).
    fn led_by(&self, by: UnitId) -> Vec<UnitId> {
        // Whom he must take back besides is ticked as well (§21.6).
        let together = || self.check_lead(by, &self.leadable(by)).is_ok();
        let with_others = |u: UnitId| self.leaves_behind(by, &[u]).is_some() && together();
        let open = |u: &UnitId| self.check_lead(by, &[*u]).is_ok() || with_others(*u);
        self.commanded(by).into_iter().filter(|u| self.mine(*u)).filter(open).collect()
    }

    fn lead_goals(&self, side: Side) -> Vec<Candidate> {
        let chiefs = self.of(side).filter(|u| self.spec(*u).commander().is_some() && self.mine(*u));
        let goal = |by: UnitId| {
            let name = self.name(by);
            let goal = Candidate::new(format!("{LEAD} {name}"), format!("{name} leads: choose whom"));
            grouped(self.of_piece(goal, by), "Roll for several brigades")
        };
        chiefs.filter(|by| self.led_by(*by).len() > 1).map(goal).collect()
    }

    fn lead_step(&self, side: Side, by: UnitId, said: &[String]) -> Result<Step, Refusal> {
        let (name, open) = (self.name(by), self.led_by(by));
        if open.is_empty() {
            return Err(unreadable(format!("{name} has nobody to lead now.")));
        }
        let taken = self.ticked(side, &open, said)?;
        let mut candidates = Vec::new();
        for unit in &open {
            let mut part = self.part(*unit, "Whom");
            part.taken = taken.contains(unit);
            if !part.taken {
                let with: Vec<UnitId> = taken.iter().copied().chain([*unit]).collect();
                let rule = self.check_lead(by, &with).err().filter(|_| self.leaves_behind(by, &with).is_none());
                part.note = rule.map(|rule| barred(rule, name));
            }
            candidates.push(part);
        }
        let fits = !taken.is_empty() && self.check_lead(by, &taken).is_ok();
        let left = self.leaves_behind(by, &taken).map(|rule| format!(" {}", barred(rule, name)));
        let order = fits.then(|| self.line_of(&Lead { by, over: taken }.into()));
        let (control, coordination, _) = self.ratings(by);
        let prompt = format!(
            "Whom does {name} lead? {} at most, of them {coordination} in battleline.{}",
            counted(control.into(), "brigade"),
            left.unwrap_or_default()
        );
        Ok(several(prompt, &format!("One die for brigades of {}", command_of(self.pack, by)), candidates, order))
    }

    /// The lines and columns that can be moved marker by marker.
    fn line_goals(&self, side: Side) -> impl Iterator<Item = Candidate> + '_ {
        let moves = |u: &UnitId| {
            let formed = self.is_formed_in_markers(*u);
            let may = formed && self.chain(*u).len() > 1 && self.check_may_act(*u).is_ok() && self.left(*u) >= 4;
            may && self.completed(*u, &[]).is_some()
        };
        self.of(side).filter(|u| self.mine(*u)).filter(move |u| moves(u)).map(|unit| {
            let (name, column) = (self.name(unit), self.is_in_column(unit));
            let (goal, group) = match column {
                true => (MARKERS, "Move a column marker by marker"),
                false => (LINE, "Move a line marker by marker"),
            };
            let goal = Candidate::new(format!("{goal} {name}"), format!("{name}, marker by marker"));
            grouped(self.of_piece(goal, unit), group)
        })
    }

    /// Whether a brigade is in line, or in column, whose markers may each go a way of its own (§11.4).
    fn is_formed_in_markers(&self, unit: UnitId) -> bool {
        self.at.brigade(unit).is_some_and(|b| b.formation.is_line() || matches!(b.formation, Formation::Column { .. }))
    }

    fn is_in_column(&self, unit: UnitId) -> bool {
        self.at.brigade(unit).is_some_and(|b| b.formation.is_column())
    }

    /// The hexes of the markers, from the left flank to the right or from the head on: after the last one the line or column is whole.
    fn line_step(&self, side: Side, unit: UnitId, said: &[String]) -> Result<Step, Refusal> {
        let (name, column) = (self.name(unit), self.is_in_column(unit));
        if self.side(unit) != side || !self.mine(unit) || !self.is_formed_in_markers(unit) {
            return Err(unreadable(format!("{name} is no battleline or column of yours.")));
        }
        let shape = if column { "column" } else { "line" };
        let hexes = said.iter().map(|word| read_hex(self.pack, word)).collect::<Result<Vec<usize>, _>>()?;
        let all = self.chain(unit).len();
        if hexes.len() > all {
            return Err(unreadable(format!("{name} has {}.", counted(all as i32, "marker"))));
        }
        let wrong = match hexes.len() == all {
            true => format!("{name} cannot take up that {shape} now."),
            false => format!("{name} can take up no other {shape} from there."),
        };
        let prompt = match column {
            true => "So? Other ways are written hex by hex: H35-H36.",
            false => "So? Bent flanks are written: ends NW S.",
        };
        let does = format!("{name} takes up another {shape}");
        let open = if column { self.hexes_apart(unit, &hexes) } else { self.next_hexes(unit, &hexes) };
        let way = Way { does, ends: None, hexes, open, prompt, wrong: unreadable(wrong) };
        self.marker_step(unit, way, |hexes| {
            self.completed(unit, hexes).map(|(to, paid)| (None, to, paid)).into_iter().collect()
        })
    }

    /// The next step of a brigade that is put together marker by marker, of which these are the orders that begin with some hexes: where its next marker goes, or,
    /// where the hexes of all are told, the order, with those that differ from it by where its flanks look.
    fn marker_step(
        &self,
        unit: UnitId,
        Way { does, ends, hexes, open, prompt, wrong }: Way<'_>,
        orders: impl Fn(&[usize]) -> Vec<Whole>,
    ) -> Result<Step, Refusal> {
        let (ground, chain, column) = (&self.pack.ground, self.chain(unit), self.is_in_column(unit));
        let lies = |n: usize| format!("{} in {}", which_marker(n, chain.len(), column), ground.id(hexes[n]));
        if hexes.len() == chain.len() {
            let orders = orders(&hexes);
            let say =
                |ends: &Ends| ends.map(|[left, right]| format!("ends {} {}", facing_name(left), facing_name(right)));
            let told = |(known, ..): &&Whole| ends.is_none_or(|ends| say(known).as_deref() == Some(ends));
            let (_, order, paid) = orders.iter().find(told).ok_or(wrong)?;
            let others = orders.iter().skip(1).filter(|_| ends.is_none()).filter_map(|(ends, ..)| {
                let label = ends.map(|[left, right]| {
                    format!("left flank {}, right flank {}", facing_name(left), facing_name(right))
                })?;
                Some(Candidate { ends: true, ..Candidate::new(say(ends)?, label) })
            });
            let spent =
                |n: usize| paid.get(n).map_or_else(|| lies(n), |paid| format!("{} ({})", lies(n), points(*paid)));
            let so_far = [does].into_iter().chain((0..hexes.len()).map(spent)).collect();
            let (asks, many, prompt, order) = (Asks::How, Many::One, prompt.to_owned(), Some(self.line_of(order)));
            return Ok(Step { asks, prompt, so_far, candidates: others.collect(), many, order });
        }
        let level = self.check_may_act(unit).unwrap_or(0);
        let mut candidates = Vec::new();
        for hex in open {
            let with: Vec<usize> = hexes.iter().copied().chain([hex]).collect();
            let orders = orders(&with);
            let Some((_, order, paid)) = orders.first() else { continue };
            let (id, last) = (ground.id(hex), with.len() == chain.len());
            let label = match (hexes.last() == Some(&hex), chain[hexes.len()].at() == hex) {
                (true, _) => format!("{id}, one with the marker before it"),
                (false, true) => format!("{id}, where it is"),
                (false, false) => id.clone(),
            };
            // Of this marker alone: each has as many points as its brigade (§11.4). It may have to go round those who are still to be told.
            let found = paid.get(hexes.len()).copied();
            let own = if column && !last { self.price_apart(unit, hexes.len(), hex) } else { None };
            let least = own.filter(|own| found.is_none_or(|found| *own <= found)).or(found);
            let more = if least == found { "" } else { ", or more" };
            let spent = least.map(|spent| format!("{} of {level} activity points{more}", points(spent)));
            let cost = spent.or_else(|| self.line_of(order).cost.filter(|_| last));
            let ends = last && orders.len() == 1;
            candidates.push(Candidate { cost, ends, place: Some(id.clone()), ..Candidate::new(id, label) });
        }
        if candidates.is_empty() {
            return Err(wrong);
        }
        let prompt = format!("Where does {} go?", which_marker(hexes.len(), chain.len(), column));
        let so_far = [does].into_iter().chain((0..hexes.len()).map(lies)).collect();
        Ok(Step { asks: Asks::Where, prompt, so_far, candidates, many: Many::One, order: None })
    }

    /// Hexes for the next marker of a line: to which it could come by itself, beside the one before, the nearest first.
    fn next_hexes(&self, unit: UnitId, before: &[usize]) -> Vec<usize> {
        let atlas = &self.pack.ground.atlas;
        let Some(link) = self.chain(unit).get(before.len()) else { return Vec::new() };
        let far = u32::from(self.left(unit) / 4);
        // §17.1.2: it may join the marker before it.
        let joins = |hex: &usize| self.since(3) && before.last() == Some(hex);
        let mut all: Vec<usize> =
            atlas.range(link.at(), far).filter(|hex| joins(hex) || !before.contains(hex)).collect();
        if let Some(last) = before.last() {
            all.retain(|hex| atlas.distance(*last, *hex).is_some_and(|far| far <= 1));
        }
        if let Some(comes) = self.alone_to(unit, before.len()) {
            all.retain(|hex| comes(*hex));
        }
        all.sort_by_key(|hex| (atlas.distance(link.at(), *hex), *hex));
        all
    }

    /// A line or column that begins with these hexes and is legal, with what each of its markers has spent then; so many are tried, or fewer.
    fn completed(&self, unit: UnitId, hexes: &[usize]) -> Option<(AnyOrder, Vec<Halves>)> {
        if !self.at.brigade(unit)?.formation.is_line() {
            return self.completed_apart(unit, hexes, COLUMNS).map(|(order, paid)| (order.into(), paid));
        }
        let bound = (self.chain(unit).len(), TRIES);
        walk(hexes, bound, |before| self.next_hexes(unit, before), |all| self.line_to(unit, all))
            .map(|(order, paid)| (order.into(), paid))
    }

    /// A line in these hexes, if it is legal, with what each of its markers has spent then: its points as they are, its flanks straight on or as they were.
    fn line_to(&self, unit: UnitId, hexes: &[usize]) -> Option<(To, Vec<Halves>)> {
        let links: Vec<Link> =
            self.chain(unit).iter().zip(hexes).map(|(l, hex)| Link { hex: *hex as u16, ..*l }).collect();
        let as_it_was: Option<Formation> = self.at.brigade(unit).map(|b| b.formation);
        let mut places = hexes.to_vec();
        places.dedup();
        let ends = [straight_ends(&self.pack.ground, &places), as_it_was];
        ends.into_iter().flatten().find_map(|formation| {
            let legal = self.check_line_move(unit, links.clone(), formation, Manner::Moved).ok()?;
            Some((To::of(unit, links.clone(), formation), legal.paid))
        })
    }

    /// Whether a line may go back or advance after combat now (§30.0, §31.0).
    fn may_go_apart(&self, side: Side, unit: UnitId, onward: bool) -> bool {
        let own = self.side(unit) == side && self.mine(unit) && !self.line(unit).is_empty();
        let routed = self.routed().map(|(unit, _)| unit);
        own && match onward {
            true => self.check_may_advance(unit).is_ok(),
            false if routed.is_some() => routed == Some(unit),
            false => self.at.pending.is_none() && self.check_may_go_back(unit).is_ok(),
        }
    }

    /// The retreats or advances of a line that begin with these hexes, from its left flank on: one of them, all where these are the hexes of all markers, each
    /// with the outer sides of the flanks that it names.
    fn apart_by(&self, unit: UnitId, onward: bool, hexes: &[usize]) -> Vec<(Ends, AnyOrder)> {
        match onward {
            true => self.advances_by(unit, hexes).into_iter().map(|order| (order.ends, order.into())).collect(),
            false => self.ways_back_by(unit, hexes).into_iter().map(|order| (order.ends, order.into())).collect(),
        }
    }

    /// The lines that go back or advance after combat, each marker its own way.
    fn apart_goals(&self, side: Side) -> Vec<Candidate> {
        let mut goals = Vec::new();
        for unit in self.of(side) {
            for (goal, onward, how) in [(REARWARD, false, "goes back"), (ONWARD, true, "advances")] {
                if self.may_go_apart(side, unit, onward) && !self.apart_by(unit, onward, &[]).is_empty() {
                    let name = self.name(unit);
                    let goal = Candidate::new(format!("{goal} {name}"), format!("{name} {how}, marker by marker"));
                    goals.push(grouped(self.of_piece(goal, unit), "Each marker its own way"));
                }
            }
        }
        goals
    }

    /// The hexes of the markers of such a line, from the left flank to the right, and then where its flanks look.
    fn apart_step(&self, (side, unit): (Side, UnitId), onward: bool, said: &[String]) -> Result<Step, Refusal> {
        let (name, ground, chain) = (self.name(unit), &self.pack.ground, self.chain(unit));
        let wrong = unreadable(format!("{name} has no such way now."));
        let (hexes, ends) = match said.split_last() {
            Some((word, hexes)) if word.starts_with("ends ") => (hexes, Some(word.as_str())),
            _ => (said, None),
        };
        let hexes = hexes.iter().map(|word| read_hex(self.pack, word)).collect::<Result<Vec<usize>, _>>()?;
        let fits = hexes.len() == chain.len() || (hexes.len() < chain.len() && ends.is_none());
        if !self.may_go_apart(side, unit, onward) || !fits {
            return Err(wrong);
        }
        let does = format!("{name} {}", if onward { "advances" } else { "goes back" });
        let beside = |hex: &usize| hexes.last().is_none_or(|last| ground.adjacent(*last, *hex));
        let near = chain.get(hexes.len()).into_iter().flat_map(|l| ground.atlas.range(l.at(), AFTER_COMBAT));
        let open = near.filter(beside).collect();
        let way = Way { does, ends, hexes, open, prompt: "So, or with its flanks bent otherwise?", wrong };
        let whole = |(ends, order)| (ends, order, Vec::new());
        self.marker_step(unit, way, |hexes| self.apart_by(unit, onward, hexes).into_iter().map(whole).collect())
    }

    /// What each battery of a side can fire at, all its guns together.
    fn shots(&self, side: Side) -> Vec<(UnitId, GunsAt)> {
        let batteries = self.of(side).filter(|u| self.battery(*u).is_some() && self.mine(*u));
        batteries.flat_map(|unit| self.gun_targets(unit, false).into_iter().map(move |at| (unit, at))).collect()
    }

    fn fire_goals(&self, side: Side) -> Vec<Candidate> {
        let mut goals: Vec<Candidate> = Vec::new();
        for (_, at) in self.shots(side) {
            let (id, name) = (self.pack.ground.id(usize::from(at.hex)), self.name(at.target));
            let say = format!("{FIRE} {id} {name}");
            if goals.iter().all(|g| g.say != say) {
                let goal =
                    Candidate { place: Some(id.clone()), ..Candidate::new(say, format!("Fire at {name} in {id}")) };
                goals.push(grouped(goal, "Put together a fire"));
            }
        }
        goals
    }

    /// Which batteries fire at a target, one after the other.
    fn fire_step(&self, side: Side, of: &str, said: &[String]) -> Result<Step, Refusal> {
        let (id, name) = of.split_once(' ').ok_or_else(|| unreadable("At whom?"))?;
        let (hex, target) = (read_hex(self.pack, id)?, read_unit(self, Some(side.other()), name)?);
        let mut shots = if self.at.segment == Segment::Artillery { self.shots(side) } else { Vec::new() };
        shots.retain(|(_, at)| usize::from(at.hex) == hex && at.target == target);
        let open: Vec<UnitId> = shots.iter().map(|(unit, _)| *unit).collect();
        if open.is_empty() {
            return Err(unreadable(format!("No battery can fire at {name} in {id} now.")));
        }
        let taken = self.ticked(side, &open, said)?;
        let shot = |unit: UnitId, at: GunsAt| self.line_of(&Shoot { heavy: false, shares: vec![at], unit }.into());
        let mut candidates = Vec::new();
        for (unit, at) in &shots {
            let Choice { note, odds, sum, .. } = shot(*unit, *at);
            let part = self.part(*unit, "Which batteries");
            candidates.push(Candidate { taken: taken.contains(unit), note, odds, sum, ..part });
        }
        let fired = taken.iter().filter_map(|u| shots.iter().find(|(unit, _)| unit == u));
        let mut choices: Vec<Choice> = fired.map(|(unit, at)| shot(*unit, *at)).collect();
        let order = if choices.len() < 2 {
            choices.pop()
        } else {
            let line = choices.iter().map(|c| c.order.as_str()).collect::<Vec<_>>().join("; ");
            let names: Vec<&str> = taken.iter().map(|u| self.name(*u)).collect();
            let label = format!("{}, one after the other, at {name} in {id}", kit::names::listed(&names));
            let first = choices.swap_remove(0);
            let note = "What is said of it is of the first. Where one rolls, the others wait until you have seen what came of it.";
            Some(Choice { order: line, label, note: Some(note.to_owned()), ..first })
        };
        Ok(several(format!("Which batteries fire at {name} in {id}?"), &format!("Fire at {name}"), candidates, order))
    }

    fn split_goals(&self) -> Vec<Candidate> {
        let goal = |hex: usize| {
            let id = self.pack.ground.id(hex);
            let goal = Candidate {
                place: Some(id.clone()),
                ..Candidate::new(format!("{SPLIT} {id}"), format!("The fire of {id}"))
            };
            grouped(goal, "Divide the fire of a hex")
        };
        self.silent_posts().into_iter().map(goal).collect()
    }

    /// How many points of a defending hex fire at each of the attackers beside it (§24.2, step 2).
    fn split_step(&self, from: usize, said: &[String]) -> Result<Step, Refusal> {
        let id = self.pack.ground.id(from);
        if self.at.segment != Segment::Fire || !self.silent_posts().contains(&from) {
            return Err(unreadable(format!("The fire of {id} is not divided now.")));
        }
        let split = |shares: Vec<Share>| Split { by: self.eye, from: from as u16, shares };
        let word = |to: usize, sp: u8| format!("{sp} at {}", self.pack.ground.id(to));
        let mut candidates = Vec::new();
        let mut shares: Vec<Share> = Vec::new();
        for to in self.attackers_beside(from) {
            let who: Vec<&str> = self.brigades_at(to).map(|u| self.name(u)).collect();
            let group = format!("At {} in {}", kit::names::listed(&who), self.pack.ground.id(to));
            let mut open = Vec::new();
            for sp in 1..=ALL_ARMS {
                let barred = self.check_told(&split(vec![Share::into(to, sp)])).err();
                if barred.is_none_or(|rule| rule == MATCH_FIRST) {
                    open.push(sp);
                }
            }
            let last = said.iter().rev().find_map(|w| open.iter().copied().find(|sp| *w == word(to, *sp)));
            shares.extend(last.map(|sp| Share::into(to, sp)));
            for sp in open {
                let candidate = Candidate::new(word(to, sp), counted(sp.into(), "point"));
                candidates.push(grouped(Candidate { taken: last == Some(sp), instead: true, ..candidate }, &group));
            }
        }
        let mut prompt = format!("How many points of {id} fire at whom?");
        let checked = if shares.is_empty() { None } else { Some(self.check_told(&split(shares.clone()))) };
        if let Some(Err(rule)) = &checked {
            prompt = format!("{prompt} {}", barred(*rule, &id));
        }
        let fits = checked.is_some_and(|c| c.is_ok());
        let order = fits.then(|| self.line_of(&Distribute { split: split(shares) }.into()));
        Ok(several(prompt, &format!("The fire of {id}"), candidates, order))
    }
}

/// A brigade that is put together marker by marker, as far as it is told.
struct Way<'a> {
    /// What it does, in words.
    does: String,
    /// How the outer sides of its flanks are told, if they are.
    ends: Option<&'a str>,
    /// Where its first markers go.
    hexes: Vec<usize>,
    /// Where the next one may go, the nearest first.
    open: Vec<usize>,
    /// What is said when all are told.
    prompt: &'a str,
    /// What is said where nothing fits.
    wrong: Refusal,
}

/// A marker of a line, from the left flank on, or of a column, from its head on, of so many.
fn which_marker(n: usize, all: usize, column: bool) -> String {
    let which = match (n, column) {
        (0, true) => "head",
        (0, false) => "left flank marker",
        (n, true) if n + 1 == all => "rear marker",
        (n, false) if n + 1 == all => "right flank marker",
        (1, _) => "second marker",
        (2, _) => "third marker",
        (3, _) => "fourth marker",
        (4, _) => "fifth marker",
        (n, _) => return format!("marker {}", n + 1),
    };
    format!("the {which}")
}

fn grouped(candidate: Candidate, group: &str) -> Candidate {
    Candidate { group: Some(group.to_owned()), ..candidate }
}

fn several(prompt: String, so_far: &str, candidates: Vec<Candidate>, order: Option<Choice>) -> Step {
    Step { asks: Asks::With, prompt, so_far: vec![so_far.to_owned()], candidates, many: Many::Several, order }
}

/// Why something cannot be chosen as well, in the words of the rule.
fn barred(rule: RuleBreak, name: &str) -> String {
    Refusal::from(rule.illegal(name)).to_string()
}
