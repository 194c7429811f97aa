//! Brigades: units that are ordered together, the shorthand for it (§8.0), and its steps of choice.

use crate::board::Board;
use crate::orders::{MOST_FIRES, Order, place, unreadable, ways};
use crate::pack::{GRID, Printed, Which, in_zone, next_to, place_name};
use crate::position::{Phase, Posture, side_of};
use domain_core::board::{HexId, Reach};
use domain_core::referee::{Asks, Candidate, Choice, Many, Odds, Refusal, SeatId, Side, Step};

/// What a brigade can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    /// `fire Tar Heels at No. 3 Ford`: who stands next to it fires.
    Fire,
    /// `hide Tar Heels at 0708`: counters go to the hexes next to it, one each.
    Hide,
    /// `march Tar Heels to No. 3 Ford`: everybody goes as near as they come this turn.
    March,
}

impl Verb {
    const ALL: [Verb; 3] = [Verb::Fire, Verb::Hide, Verb::March];

    fn word(self) -> &'static str {
        match self {
            Verb::Fire => "fire",
            Verb::Hide => "hide",
            Verb::March => "march",
        }
    }

    /// What stands between brigade and place.
    fn towards(self) -> &'static str {
        if self == Verb::March { "to" } else { "at" }
    }
}

/// What a goal begins with.
const BRIGADE: &str = "brigade ";

/// A unit and where it may go this turn, the nearest first.
pub(crate) type Ways = (u16, HexId, Vec<Vec<HexId>>);

impl Board<'_> {
    /// The brigades of a seat.
    pub fn brigades_of(&self, seat: SeatId) -> Vec<usize> {
        let own = self.pack.of(self.at.which).filter(|u| self.at.which.seat_of(u) == seat);
        let mut all: Vec<usize> = own.map(Printed::brigade).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn units_of(&self, brigade: usize) -> impl Iterator<Item = &Printed> {
        self.pack.of(self.at.which).filter(move |u| u.brigade() == brigade)
    }

    /// What a line of shorthand stands for; `None` for any other line.
    pub fn spelled(&self, seat: SeatId, line: &str) -> Option<Result<Vec<Order>, Refusal>> {
        let line = line.trim().replace('\u{2019}', "'");
        let verb = Verb::ALL.into_iter().find(|v| after_word(&line, v.word()).is_some())?;
        let rest = after_word(&line, verb.word())?;
        let brigade =
            self.brigades_of(seat).into_iter().find_map(|b| Some((b, after_word(rest, self.pack.brigade(b))?)));
        Some(match brigade.and_then(|(b, rest)| Some((b, after_word(rest, verb.towards())?))) {
            Some((brigade, at)) => place(at).and_then(|at| self.told(seat, verb, brigade, at)),
            None => Err(Refusal::unreadable(
                "No brigade of yours is told anything by that line.",
                "Write: march Tar Heels to No. 3 Ford, fire Tar Heels at 0605, or hide Tar Heels at 0708.",
            )),
        })
    }

    /// The orders of a brigade's units.
    fn told(&self, seat: SeatId, verb: Verb, brigade: usize, at: HexId) -> Result<Vec<Order>, Refusal> {
        let orders = match verb {
            Verb::Fire => self.volley(seat, brigade, at),
            Verb::Hide => self.cover(seat, brigade, at),
            Verb::March => self.march(&self.ways_of(seat, brigade), side_of_brigade(brigade), at),
        };
        if orders.is_empty() {
            let (name, word, place) = (self.pack.brigade(brigade), verb.word(), place_name(at));
            let wrong = format!("Nobody of {name} can {word} {} {place} now.", verb.towards());
            return Err(Refusal::unreadable(wrong, "Name another place, or give orders to its units one by one."));
        }
        Ok(orders)
    }

    /// Every unit of a brigade that may go this turn, with its ways.
    fn ways_of(&self, seat: SeatId, brigade: usize) -> Vec<Ways> {
        if !self.asks(seat) || self.at.asked.is_some() || !matches!(self.at.phase, Phase::Move(_)) {
            return Vec::new();
        }
        self.units_of(brigade).filter_map(|unit| self.ways_of_unit(seat, unit.id)).collect()
    }

    /// A unit that may go this turn, with its ways.
    pub(crate) fn ways_of_unit(&self, seat: SeatId, unit: u16) -> Option<Ways> {
        let from = self.place_of(unit)?;
        let mut all = ways(from, self.speed(seat, unit));
        all.retain(|path| self.check_way(seat, &self.going(unit, path.clone()), unit, path).is_ok());
        (!all.is_empty()).then_some((unit, from, all))
    }

    /// Units go, counters creep.
    fn going(&self, unit: u16, path: Vec<HexId>) -> Order {
        let covered = self.at.cover_of(unit).is_some_and(|c| c.hex.is_some());
        if covered { Order::Creep(unit, path) } else { Order::Go(unit, path) }
    }

    /// How far each hex is from a place, around the enemies of a side that its reader knows.
    fn far_from(&self, side: Side, to: HexId) -> Reach {
        let mut far = Reach::over(GRID.len());
        far.search([(GRID.index(to), 0)], GRID.len() as u16, |at, spent, out| {
            for hex in next_to(GRID.at(at)).filter(|hex| !self.is_held(side.other(), *hex)) {
                out.at(GRID.index(hex), spent + 1);
            }
        });
        far
    }

    /// Each by the shortest of the ways that bring it nearest, if any brings it nearer. Nobody is in anybody's way, so any order will do.
    pub(crate) fn march(&self, units: &[Ways], side: Side, to: HexId) -> Vec<Order> {
        let far = self.far_from(side, to);
        let far = |hex: &HexId| far.cost(GRID.index(*hex)).unwrap_or(u16::MAX);
        let nearest = |(unit, from, ways): &Ways| {
            let way = ways.iter().min_by_key(|way| (way.last().map_or(u16::MAX, &far), way.len()))?;
            way.last().filter(|end| far(end) < far(from)).map(|_| self.going(*unit, way.clone()))
        };
        units.iter().filter_map(nearest).collect()
    }

    fn volley(&self, seat: SeatId, brigade: usize, at: HexId) -> Vec<Order> {
        let side = side_of_brigade(brigade);
        let enemy = self.at.units.iter().find(|u| u.hex == Some(at) && side_of(u.id) != side);
        let (Some(enemy), true) = (enemy, self.moves(seat)) else { return Vec::new() };
        let left = MOST_FIRES.saturating_sub(self.at.fires.get(usize::from(seat.0)).copied().unwrap_or(MOST_FIRES));
        let may = self.units_of(brigade).filter(|u| self.check_fire(seat, u.id, enemy.id).is_ok());
        may.map(|u| Order::Fire(u.id, enemy.id)).take(usize::from(left)).collect()
    }

    fn cover(&self, seat: SeatId, brigade: usize, at: HexId) -> Vec<Order> {
        let side = side_of_brigade(brigade);
        if self.at.phase != Phase::Setup || !self.asks(seat) || !in_zone(side, at) {
            return Vec::new();
        }
        let mut zone: Vec<HexId> = GRID.hexes().filter(|hex| in_zone(side, *hex)).collect();
        zone.sort_by_key(|hex| GRID.distance(at, *hex));
        let left = self.units_of(brigade).filter(|u| u.hidden && self.at.cover_of(u.id).is_none());
        left.zip(zone).map(|(u, hex)| Order::Hide(u.id, hex)).collect()
    }

    fn moves(&self, seat: SeatId) -> bool {
        self.asks(seat) && self.at.asked.is_none() && matches!(self.at.phase, Phase::Move(_))
    }

    /// What brigades can be told to do now, each brigade once.
    pub fn brigade_goals(&self, seat: SeatId) -> Vec<Candidate> {
        let can = |brigade: &usize| !self.verbs(seat, *brigade).is_empty();
        let goal = |brigade: usize| {
            let name = self.pack.brigade(brigade);
            let units = self.units_of(brigade).filter(|u| self.place_of(u.id).is_some()).count();
            Candidate {
                group: Some("A brigade".to_owned()),
                note: Some(format!("{units} units on the map")),
                ..Candidate::new(format!("{BRIGADE}{name}"), name)
            }
        };
        self.brigades_of(seat).into_iter().filter(can).map(goal).collect()
    }

    /// What a brigade can be told, with where.
    fn verbs(&self, seat: SeatId, brigade: usize) -> Vec<(Verb, Vec<Candidate>)> {
        let all = Verb::ALL.into_iter().map(|verb| (verb, self.places(seat, verb, brigade)));
        all.filter(|(_, places)| !places.is_empty()).collect()
    }

    /// The places that a brigade can be told to do something at or to, with how many of its units would.
    fn places(&self, seat: SeatId, verb: Verb, brigade: usize) -> Vec<Candidate> {
        let side = side_of_brigade(brigade);
        let units = if verb == Verb::March { self.ways_of(seat, brigade) } else { Vec::new() };
        let held = |hex: &HexId| verb != Verb::Fire || self.is_held(side.other(), *hex);
        let count = |hex: HexId| match verb {
            Verb::Fire => self.volley(seat, brigade, hex).len(),
            Verb::Hide => self.cover(seat, brigade, hex).len(),
            Verb::March if units.is_empty() => 0,
            Verb::March => self.march(&units, side, hex).len(),
        };
        let candidate = |hex: HexId| {
            let units = count(hex);
            let words = if units == 1 { "one unit".to_owned() } else { format!("{units} units") };
            (units > 0).then(|| Candidate {
                place: Some(hex.to_string()),
                cost: Some(words),
                ends: true,
                ..Candidate::new(hex.to_string(), place_name(hex))
            })
        };
        GRID.hexes().filter(held).filter_map(candidate).collect()
    }

    /// The steps of telling a brigade something: which, what, where. What can only be one thing is not asked.
    pub fn brigade_steps(&self, seat: SeatId, said: &[String]) -> Option<Result<Step, Refusal>> {
        let (goal, more) = said.split_first()?;
        let name = goal.strip_prefix(BRIGADE)?;
        let brigade = self.brigades_of(seat).into_iter().find(|b| self.pack.brigade(*b) == name);
        Some(match brigade {
            Some(brigade) => self.brigade_step(seat, brigade, more),
            None => Err(unreadable(format!("{name} is no brigade of yours."))),
        })
    }

    fn brigade_step(&self, seat: SeatId, brigade: usize, more: &[String]) -> Result<Step, Refusal> {
        let name = self.pack.brigade(brigade).to_owned();
        let mut verbs = self.verbs(seat, brigade);
        let mut more = more.iter();
        let mut so_far = vec![name.clone()];
        if verbs.len() > 1 {
            let Some(word) = more.next() else {
                let candidates = verbs.iter().map(|(verb, _)| Candidate::new(verb.word(), verb.word())).collect();
                let prompt = format!("What does {name} do?");
                return Ok(Step { asks: Asks::How, prompt, so_far, candidates, many: Many::One, order: None });
            };
            verbs.retain(|(verb, _)| verb.word() == word);
        }
        let Some((verb, candidates)) = verbs.pop() else {
            return Err(unreadable(format!("{name} can do nothing of the kind now.")));
        };
        so_far.push(verb.word().to_owned());
        let Some(word) = more.next() else {
            let prompt = format!("{name}: {} {} which place?", verb.word(), verb.towards());
            return Ok(Step { asks: Asks::Where, prompt, so_far, candidates, many: Many::One, order: None });
        };
        if more.next().is_some() {
            return Err(unreadable("That is more than a brigade is told.".to_owned()));
        }
        let at = place(word)?;
        let order = self.brigade_choice(seat, verb, brigade, at)?;
        so_far.push(place_name(at));
        let prompt = order.label.clone();
        Ok(Step { asks: Asks::How, prompt, so_far, candidates: Vec::new(), many: Many::One, order: Some(order) })
    }

    fn brigade_choice(&self, seat: SeatId, verb: Verb, brigade: usize, at: HexId) -> Result<Choice, Refusal> {
        let orders = self.told(seat, verb, brigade, at)?;
        let lines: Vec<Choice> = orders.iter().map(|order| self.line(seat, order)).collect();
        let of = if verb == Verb::Fire { MOST_FIRES.into() } else { self.units_of(brigade).count() };
        let label = format!(
            "{} {} {} {}: {} of {of}",
            self.pack.brigade(brigade),
            verb.word(),
            verb.towards(),
            place_name(at),
            orders.len()
        );
        let (word, section) = lines.first().map_or(("go", "4.1"), |line| (line.verb, line.section.0));
        let line = lines.iter().map(|line| line.order.as_str()).collect::<Vec<_>>().join("; ");
        let hits = 2 + u32::from(orders.first().is_some_and(|_| self.attacks(side_of_brigade(brigade))));
        let odds = |outcome: &str, ways| Odds::new(outcome, ways, 6);
        Ok(Choice {
            place: Some(at.to_string()),
            finality: lines.iter().find_map(|line| line.finality),
            note: lines.iter().find_map(|line| line.note.clone()),
            odds: if verb == Verb::Fire { vec![odds("hit", hits), odds("miss", 6 - hits)] } else { Vec::new() },
            ..Choice::plain(line, label, word, section)
        })
    }

    /// Whether a seat's orders can be listed: a hundred units have too many.
    pub fn lists_all(&self, _seat: SeatId) -> bool {
        self.at.which != Which::Big
            || self.at.asked.is_some()
            || !matches!(self.at.phase, Phase::Setup | Phase::Move(_))
    }

    /// One thing for each brigade, as shorthand: what a house player would have it do.
    pub fn brigade_proposals(&self, seat: SeatId) -> Vec<Choice> {
        let Some(side) = self.side(seat) else { return Vec::new() };
        let brigades = self.brigades_of(seat).into_iter().filter_map(|b| self.advised(seat, side, b));
        let lines = brigades.filter_map(|(verb, brigade, at)| self.as_shorthand(seat, verb, brigade, at));
        let single = [Order::Dispatch, Order::Ready].into_iter().filter(|order| self.check(seat, order).is_ok());
        lines.chain(single.map(|order| self.line(seat, &order))).collect()
    }

    /// Each verb that some brigade can be told, once.
    pub fn brigade_examples(&self, seat: SeatId) -> Vec<Choice> {
        let brigades = self.brigades_of(seat);
        let example = |verb: Verb| {
            let told = |brigade: &usize| {
                let at = self.places(seat, verb, *brigade).into_iter().next()?.place?;
                self.as_shorthand(seat, verb, *brigade, place(&at).ok()?)
            };
            brigades.iter().find_map(told)
        };
        Verb::ALL.into_iter().filter_map(example).collect()
    }

    fn as_shorthand(&self, seat: SeatId, verb: Verb, brigade: usize, at: HexId) -> Option<Choice> {
        let name = self.pack.brigade(brigade);
        let order = format!("{} {name} {} {}", verb.word(), verb.towards(), place_name(at));
        self.brigade_choice(seat, verb, brigade, at).ok().map(|choice| Choice { order, ..choice })
    }

    /// What a brigade had best do: fire at whom it sees, hide behind its line, march at the nearest enemy, or, where nobody is seen, to the far edge.
    fn advised(&self, seat: SeatId, side: Side, brigade: usize) -> Option<(Verb, usize, HexId)> {
        let enemies = || self.at.units.iter().filter(|u| side_of(u.id) != side).filter_map(|u| u.hex);
        if let Some(at) = enemies().find(|hex| !self.volley(seat, brigade, *hex).is_empty()) {
            return Some((Verb::Fire, brigade, at));
        }
        let home = HexId::new(6, if side == Side::Union { 4 } else { 7 });
        if !self.cover(seat, brigade, home).is_empty() {
            return Some((Verb::Hide, brigade, home));
        }
        let units = self.ways_of(seat, brigade);
        let (_, first, _) = units.first()?;
        let edge = HexId::new(first.col(), if side == Side::Union { 10 } else { 1 });
        let at = enemies().min_by_key(|hex| GRID.distance(*hex, *first)).unwrap_or(edge);
        (!self.march(&units, side, at).is_empty()).then_some((Verb::March, brigade, at))
    }

    fn attacks(&self, side: Side) -> bool {
        self.at.postures.get(crate::pack::nth(side)) == Some(&Posture::Attack)
    }

    /// What a house player tells its brigades, those first that can fire; nothing when nobody can do anything.
    pub fn brigade_order(&self, seat: SeatId) -> Option<Vec<Order>> {
        let side = self.side(seat)?;
        let advised: Vec<_> = self.brigades_of(seat).into_iter().filter_map(|b| self.advised(seat, side, b)).collect();
        let (verb, brigade, at) = advised.iter().min_by_key(|(verb, ..)| *verb != Verb::Fire)?;
        self.told(seat, *verb, *brigade, *at).ok()
    }
}

fn side_of_brigade(brigade: usize) -> Side {
    if brigade < crate::pack::BRIGADES_A_SIDE { Side::Union } else { Side::Confederate }
}

/// What follows on a word, or words, whatever their case.
pub(crate) fn after_word<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let mut rest = line.chars();
    for c in word.chars() {
        let next = rest.next()?;
        if !next.to_lowercase().eq(c.to_lowercase()) {
            return None;
        }
    }
    rest.as_str().strip_prefix(' ').map(str::trim_start)
}
