//! Queued orders: marches that go on turn by turn, and what guards may ask for.

use crate::board::Board;
use crate::brigades::after_word;
use crate::orders::{Order, place};
use crate::pack::GRID;
use crate::position::{Phase, side_of};
use domain_core::referee::{Circumstance, Refusal, SeatId, Stage, StandingCondition, TURN, Takes};

/// How near the nearest enemy is that one knows of.
const NEAR: &str = "near";

/// Farther than anybody can be.
const FAR: i64 = 99;

/// What guards may ask for.
pub fn conditions() -> Vec<StandingCondition> {
    let number = |key, title, most| StandingCondition { key, title, takes: Takes::Number { least: 0, most } };
    vec![number(TURN, "the game turn", 10), number(NEAR, "hexes to the nearest enemy that you know of", FAR)]
}

impl Board<'_> {
    /// What is so for a seat now.
    pub fn circumstances_of(&self, seat: SeatId) -> Vec<Circumstance> {
        let side = self.side(seat);
        let places = |own: bool| {
            let known = self.at.units.iter().filter(move |u| (Some(side_of(u.id)) == side) == own);
            known.filter_map(|u| u.hex)
        };
        let seen = || self.at.sightings.iter().filter(|s| Some(s.side) != side).map(|s| s.hex);
        let to = |from| places(false).chain(seen()).map(move |enemy| i64::from(GRID.distance(from, enemy)));
        let near = places(true).flat_map(to).min().unwrap_or(FAR);
        vec![Circumstance::number(TURN, self.at.turn), Circumstance::number(NEAR, near)]
    }

    /// What a march comes to now: `Straw Men march 0708` of a unit, `march Tar Heels to 0708` of a brigade (§8.0). It goes on until its unit is
    /// there, or (of a brigade) until nobody comes nearer any more.
    pub fn staged(&self, seat: SeatId, line: &str) -> Option<Result<Stage, Refusal>> {
        let line = line.trim().replace('\u{2019}', "'");
        let waits = Stage { now: Vec::new(), goes_on: true };
        let moving = self.side(seat).is_some_and(|side| self.at.phase == Phase::Move(side)) && self.at.asked.is_none();
        if after_word(&line, "march").is_some() {
            let orders = match self.spelled(seat, &line)? {
                _ if !moving => return Some(Ok(waits)),
                Ok(orders) => orders,
                // Nobody comes nearer: it is over.
                Err(_) => Vec::new(),
            };
            return Some(Ok(Stage { goes_on: !orders.is_empty(), now: self.written(&orders) }));
        }
        let (name, to) = line.split_once(" march ")?;
        let unit = self.pack.of(self.at.which).find(|u| u.name == name)?;
        let to = match place(to) {
            Ok(to) => to,
            Err(refusal) => return Some(Err(refusal)),
        };
        if !moving {
            return Some(Ok(waits));
        }
        Some(self.stage_of_unit(seat, unit.id, to))
    }

    fn stage_of_unit(&self, seat: SeatId, unit: u16, to: domain_core::board::HexId) -> Result<Stage, Refusal> {
        let wrong = |wrong: String| Refusal::unreadable(wrong, "Queue another march.");
        let name = self.pack.name(unit);
        let from = self.place_of(unit).ok_or_else(|| wrong(format!("{name} is not on the map.")))?;
        if self.seat_of(unit) != Some(seat) {
            return Err(wrong(format!("{name} is not under your command.")));
        }
        if from == to {
            return Ok(Stage { now: Vec::new(), goes_on: false });
        }
        let ways = self.ways_of_unit(seat, unit);
        let Some(ways) = ways else { return Ok(Stage { now: Vec::new(), goes_on: true }) };
        let orders = self.march(&[ways], side_of(unit), to);
        let there =
            |order: &Order| matches!(order, Order::Go(_, path) | Order::Creep(_, path) if path.last() == Some(&to));
        match orders.as_slice() {
            [] => Err(wrong(format!("{name} comes no nearer."))),
            [order] => Ok(Stage { now: self.written(&orders), goes_on: !there(order) }),
            _ => Ok(Stage { now: self.written(&orders), goes_on: true }),
        }
    }

    fn written(&self, orders: &[Order]) -> Vec<String> {
        orders.iter().map(|order| self.write(order)).collect()
    }
}
