//! What is legal and what it comes to.

use super::map::{Map, SIGHT};
use domain_core::board::{Aspect, Facing, Field, Mask, Met, Occupancy, Reach};
use domain_core::dice::Dice;
use domain_core::referee::{Apply, FactBuffer, Illegal, Refusal, Side};
use serde::{Deserialize, Serialize};

/// Units of each side, the Union's first.
pub const UNITS: [u16; 2] = [301, 240];
/// All units.
pub const ALL: u16 = UNITS[0] + UNITS[1];
/// The most that a unit spends in a turn.
pub const POINTS: u16 = 6;
/// Steps of a unit.
const STEPS: u8 = 2;

/// A position. Units are numbered through both sides, the Union's first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Which way each unit faces.
    pub facings: Vec<Facing>,
    /// The unit that acts next; none of either side when the game is over.
    pub next: u16,
    /// Where units stand: a unit on one place, a train on two, its head first.
    pub stands: Occupancy,
    /// Steps left of each unit.
    pub steps: Vec<u8>,
    /// The turn.
    pub turn: u8,
    /// The last one.
    pub turns: u8,
}

/// What a player says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A unit goes to a place and faces a side there, by the cheapest way.
    Go(u16, usize, Facing),
    /// A unit fires at another.
    Fire(u16, u16),
    /// A unit does nothing.
    Stand(u16),
    /// Nor does any behind it.
    Done,
}

/// What the referee says happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Fact {
    /// A unit fired, and its target lost a step or did not.
    Fired { by: u16, die: u8, hit: bool, target: u16 },
    /// A unit stands on these places now, from its head to its tail.
    Moved { facing: Facing, places: Vec<u16>, unit: u16 },
    /// Another unit acts, or another turn begins.
    Next { next: u16, turn: u8 },
}

impl Apply<Fact> for Position {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Fired { hit, target, .. } => {
                if let Some(steps) = self.steps.get_mut(usize::from(*target)).filter(|_| *hit) {
                    *steps = steps.saturating_sub(1);
                    if *steps == 0 {
                        self.stands.take(*target);
                    }
                }
            }
            Fact::Moved { facing, places, unit } => {
                self.stands.put(*unit, &places.iter().map(|place| usize::from(*place)).collect::<Vec<_>>());
                if let Some(of) = self.facings.get_mut(usize::from(*unit)) {
                    *of = *facing;
                }
            }
            Fact::Next { next, turn } => (self.next, self.turn) = (*next, *turn),
        }
    }
}

/// The side of a unit.
pub fn side_of(unit: u16) -> Side {
    if unit < UNITS[0] { Side::Union } else { Side::Confederate }
}

/// Whether a unit is a train, which is as long as two hexes: the four before those in the depot.
pub fn is_train(unit: u16) -> bool {
    let of_side = if unit < UNITS[0] { UNITS[0] - unit } else { ALL - unit };
    (9..=12).contains(&of_side)
}

impl Position {
    /// Before the first order.
    pub fn open(map: &Map, turns: u8) -> Position {
        let mut stands = Occupancy::new();
        let mut facings = Vec::new();
        for unit in 0..ALL {
            let side = side_of(unit);
            let (n, of) = if side == Side::Union { (unit, UNITS[0]) } else { (unit - UNITS[0], UNITS[1]) };
            let head = map.start(side, n, of);
            // To the river: north-west for the Union, south-east for the Confederacy. A train's tail is behind its head.
            let facing = Facing::side(if side == Side::Union { 5 } else { 2 });
            let tail = map.atlas.ahead(head, facing.opposite()).filter(|_| is_train(unit));
            stands.put(unit, &[Some(head), tail].into_iter().flatten().collect::<Vec<_>>());
            facings.push(facing);
        }
        Position { facings, next: 0, stands, steps: vec![STEPS; usize::from(ALL)], turn: 1, turns }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.next >= ALL
    }
}

/// Map and position together, with what is asked of them for the unit that acts.
pub struct Board<'a> {
    /// The map.
    pub map: &'a Map,
    /// The position.
    pub at: &'a Position,
}

fn illegal(section: &'static str, wrong: &str, legal: &str) -> Refusal {
    Illegal::new(section, wrong, legal).into()
}

impl Board<'_> {
    /// The places of a side's units on the map.
    pub fn places_of(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        let units = self.at.stands.pieces().filter(move |unit| side_of(*unit) == side);
        units.flat_map(|unit| self.at.stands.of(unit)).filter(|place| self.map.atlas.hex(*place).is_some())
    }

    /// Where enemies of a side stand, and the hexes next to them that they reach: not over the river.
    pub fn enemies(&self, side: Side) -> (Mask, Mask) {
        let places = self.map.atlas.len();
        let there = Mask::of(places, self.places_of(side.other()));
        let mut zone = Mask::over(places);
        for place in there.iter() {
            let near = self.map.atlas.around(place).filter(|(_, to)| !self.map.is_river(place, *to));
            near.for_each(|(_, to)| {
                zone.insert(to);
            });
        }
        (there, zone)
    }

    /// Where a unit can go and how it can face there (§2.1): states are a place and a facing. It steps through its front, stops next to an
    /// enemy, and turns by a sixth for a point; a box has no front.
    pub fn reach(&self, unit: u16) -> Reach {
        let atlas = &self.map.atlas;
        let mut reach = Reach::over(atlas.len() * Facing::COUNT);
        let (Some(start), Some(facing)) = (self.at.stands.place(unit), self.at.facings.get(usize::from(unit))) else {
            return reach;
        };
        let (enemies, zone) = self.enemies(side_of(unit));
        reach.search([(state(start, *facing), 0)], POINTS, |from, spent, out| {
            let (place, facing) = place_of(from);
            if place != start && zone.contains(place) {
                return;
            }
            let mut on = |to, facing, cost| {
                if !enemies.contains(to) && out.better(state(to, facing), spent + cost) {
                    out.at(state(to, facing), spent + cost);
                }
            };
            for turn in [-2, 2] {
                on(place, facing.turned(turn), 1);
            }
            for side in facing.neighbours_in(Aspect::Front) {
                let to = atlas.ahead(place, Facing::side(side));
                to.and_then(|to| Some((to, self.map.step(place, to)?)))
                    .into_iter()
                    .for_each(|(to, cost)| on(to, facing, cost));
            }
            for (to, cost) in self.map.ways.from(place) {
                if atlas.distance(place, to).is_none() {
                    on(to, facing, *cost);
                }
            }
        });
        reach
    }

    /// Whether a unit may fire at another (§2.2): within sight, in its front, over ground and between units.
    fn sees(&self, unit: u16, target: u16) -> bool {
        let at = self.at;
        let (Some(from), Some(to)) = (at.stands.place(unit), at.stands.place(target)) else { return false };
        let Some(facing) = at.facings.get(usize::from(unit)) else { return false };
        let ends = self.map.atlas.hex(from).zip(self.map.atlas.hex(to));
        let direction = ends.and_then(|(a, b)| self.map.atlas.grid().direction(a, b));
        direction.is_some_and(|direction| facing.aspect_of(direction) == Aspect::Front)
            && self.map.ground.sees(&self.map.atlas, from, to)
            && self.map.lines.between(&self.map.atlas, from, to).is_some_and(|mut line| {
                line.all(|passed| !matches!(passed.met, Met::Hex(between) if at.stands.occupied(between)))
            })
    }

    /// Whom a unit may fire at.
    pub fn targets(&self, unit: u16) -> Vec<u16> {
        let from = self.at.stands.place(unit).into_iter();
        let near = from.flat_map(|from| self.map.atlas.range(from, u32::from(SIGHT)));
        let there = near.flat_map(|place| self.at.stands.at(place)).filter(|target| side_of(*target) != side_of(unit));
        let mut targets: Vec<u16> = there.filter(|target| !is_train(unit) && self.sees(unit, *target)).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The orders of the unit that acts.
    pub fn orders_of(&self, side: Side) -> Vec<Order> {
        let unit = self.at.next;
        if self.at.is_over() || side_of(unit) != side {
            return Vec::new();
        }
        let reach = self.reach(unit);
        let ends = reach.found().map(place_of).filter(|(place, facing)| self.moves(unit, *place, *facing));
        let mut orders: Vec<Order> = ends.map(|(place, facing)| Order::Go(unit, place, facing)).collect();
        orders.extend(self.targets(unit).into_iter().map(|target| Order::Fire(unit, target)));
        orders.extend([Order::Stand(unit), Order::Done]);
        orders
    }

    /// Whether an end is another than the beginning.
    fn moves(&self, unit: u16, place: usize, facing: Facing) -> bool {
        self.at.stands.place(unit) != Some(place) || self.at.facings.get(usize::from(unit)) != Some(&facing)
    }

    /// How far the nearest enemy is from every hex.
    pub fn enemies_off(&self, side: Side) -> Field {
        let mut field = Field::over(self.map.atlas.len());
        self.map.atlas.straight(&mut field, self.places_of(side.other()), u16::MAX);
        field
    }

    /// What an order of the unit that acts comes to.
    ///
    /// # Errors
    /// The refusal, or that a roll is withheld.
    pub fn decide(&self, side: Side, order: &Order, dice: &mut Dice<'_>) -> Result<Vec<Fact>, Refusal> {
        let unit = self.at.next;
        if self.at.is_over() || side_of(unit) != side {
            return Err(illegal("1.0", "It is not your turn.", "Wait for it."));
        }
        if let Order::Go(named, ..) | Order::Fire(named, _) | Order::Stand(named) = order
            && *named != unit
        {
            return Err(illegal("1.0", "Another unit acts now.", &format!("Order {}.", name(unit))));
        }
        let mut buffer = FactBuffer::at(self.at);
        match order {
            Order::Go(_, place, facing) => {
                let reach = self.reach(unit);
                let end = state(*place, *facing);
                if *place >= self.map.atlas.len() || reach.cost(end).is_none() || !self.moves(unit, *place, *facing) {
                    return Err(illegal("2.1", "It does not get there.", "Name a nearer place, or another facing."));
                }
                buffer.write(Fact::Moved { facing: *facing, places: self.ends(unit, &reach, end), unit });
            }
            Order::Fire(_, target) => {
                if !self.targets(unit).contains(target) {
                    return Err(illegal("2.2", "It does not see that.", "Fire at an enemy before it."));
                }
                let die = dice.roll(format!("fire of {}", name(unit)), 1, 6)?[0];
                buffer.write(Fact::Fired { by: unit, die, hit: die >= 4, target: *target });
            }
            Order::Stand(_) | Order::Done => {}
        }
        self.go_on(&mut buffer, *order == Order::Done);
        Ok(buffer.finish())
    }

    /// The places of a unit at the end of a way: a train's tail stands where its head was before, or where it can be behind it.
    fn ends(&self, unit: u16, reach: &Reach, end: usize) -> Vec<u16> {
        let (head, _) = place_of(end);
        let mut way = std::iter::successors(Some(end), |at| reach.before(*at)).map(|at| place_of(at).0);
        let tail = way.find(|place| *place != head).or_else(|| self.at.stands.of(unit).nth(1));
        let tail = tail.filter(|_| is_train(unit));
        [Some(head), tail].into_iter().flatten().map(|place| place as u16).collect()
    }

    /// The next unit of the side that still stands; then the other side's; then the next turn.
    fn go_on(&self, buffer: &mut FactBuffer<Position, Fact>, skip_side: bool) {
        let at = &buffer.position;
        let alive = |unit: &u16| at.steps.get(usize::from(*unit)).is_some_and(|steps| *steps > 0);
        let from = match skip_side {
            true if at.next < UNITS[0] => UNITS[0],
            true => ALL,
            false => at.next + 1,
        };
        let (mut next, mut turn) = ((from..ALL).find(alive), at.turn);
        if next.is_none() && turn < at.turns {
            (next, turn) = ((0..ALL).find(alive), turn + 1);
        }
        buffer.write(Fact::Next { next: next.unwrap_or(ALL), turn });
    }
}

/// A place and a facing as one number.
fn state(place: usize, facing: Facing) -> usize {
    place * Facing::COUNT + facing.index()
}

/// Both again.
pub fn place_of(state: usize) -> (usize, Facing) {
    (state / Facing::COUNT, Facing::at(state % Facing::COUNT).unwrap_or(Facing::side(0)))
}

/// A unit's name: `U1`, `C17`, with a `T` behind it for a train.
pub fn name(unit: u16) -> String {
    let (letter, n) = if unit < UNITS[0] { ("U", unit) } else { ("C", unit - UNITS[0]) };
    format!("{letter}{}{}", n + 1, if is_train(unit) { "T" } else { "" })
}
