//! Pack and position together: what is legal, by what the reader of the position knows.

use crate::orders::{MOST_BLOCK, MOST_FIRES, Order};
use crate::pack::{Pack, Which, in_zone, is_woods, next_to, nth};
use crate::position::{Phase, Position, Posture, side_of};
use domain_core::board::HexId;
use domain_core::referee::{Decision, Illegal, Refusal, SeatId, Section, Side};

/// A position to ask.
pub struct Board<'a> {
    /// Everything printed.
    pub pack: &'a Pack,
    /// The position.
    pub at: &'a Position,
}

fn illegal(section: &'static str, wrong: &str, legal: &str) -> Refusal {
    Illegal::new(section, wrong, legal).into()
}

impl Board<'_> {
    /// The side of a seat.
    pub fn side(&self, seat: SeatId) -> Option<Side> {
        self.at.which.seats().get(usize::from(seat.0)).copied()
    }

    /// The first seat of a side.
    pub fn head(&self, side: Side) -> SeatId {
        SeatId(if side == Side::Union { 0 } else { self.at.which.a_side() })
    }

    /// The seat that commands a unit.
    pub fn seat_of(&self, unit: u16) -> Option<SeatId> {
        let printed = self.pack.unit(unit).filter(|u| self.at.which.has(u.id))?;
        Some(self.at.which.seat_of(printed))
    }

    /// Who owes what. It depends on nothing that anybody hides.
    pub fn owed(&self) -> Vec<Decision> {
        let ask = |seat, kind, asks: String, section| Decision { seat, kind, asks, section: Section(section) };
        let seats = (0..).map(SeatId).zip(self.at.which.seats());
        let idle = |seat: &SeatId| !self.at.done.get(usize::from(seat.0)).copied().unwrap_or(true);
        match (self.at.phase, self.at.asked) {
            (Phase::Over, _) => Vec::new(),
            (_, Some(asked)) => {
                let (name, by) = (self.pack.name(asked.unit), self.pack.name(asked.by));
                let seat = self.seat_of(asked.unit).unwrap_or(SeatId(0));
                vec![ask(seat, "hit", format!("{name} was hit by {by}: does it hold, or retreat?"), "6.0")]
            }
            (Phase::Setup, None) => seats
                .filter(|(s, _)| idle(s))
                .map(|(s, _)| ask(s, "set-up", "Hide your counters, then say ready.".into(), "3.1"))
                .collect(),
            (Phase::Declare, None) => Side::BOTH
                .into_iter()
                .map(|side| ask(self.head(side), "declare", "Declare attack or hold.".into(), "3.2"))
                .collect(),
            (Phase::Move(side), None) => seats
                .filter(|(s, of)| *of == side && idle(s))
                .map(|(s, _)| ask(s, "move", "Go, creep, fire, or say done.".into(), "4.0"))
                .collect(),
        }
    }

    /// Whether a seat is asked anything.
    pub fn asks(&self, seat: SeatId) -> bool {
        self.owed().iter().any(|d| d.seat == seat)
    }

    /// Where a unit stands, as far as the reader knows.
    pub fn place_of(&self, unit: u16) -> Option<HexId> {
        let known = self.at.unit(unit).map(|u| u.hex);
        known.unwrap_or_else(|| self.at.cover_of(unit).and_then(|c| c.hex))
    }

    /// Whether a unit that everybody knows stands there for a side.
    pub fn is_held(&self, side: Side, hex: HexId) -> bool {
        self.at.units.iter().any(|u| u.hex == Some(hex) && side_of(u.id) == side)
    }

    /// The known units of the enemy of a side next to a hex.
    pub fn enemies_next_to(&self, side: Side, hex: HexId) -> Vec<u16> {
        let near = |h: HexId| next_to(hex).any(|n| n == h);
        let enemies = self.at.units.iter().filter(|u| side_of(u.id) != side && u.hex.is_some_and(near));
        enemies.map(|u| u.id).collect()
    }

    /// What a posture adds to the rolls of a unit.
    pub fn bonus(&self, unit: u16, posture: Posture) -> u8 {
        u8::from(self.at.postures.get(nth(side_of(unit))) == Some(&posture))
    }

    /// How far a unit goes: a counter one hex, two with a good dispatch (§4.3).
    pub fn speed(&self, seat: SeatId, unit: u16) -> usize {
        if self.at.unit(unit).is_some() {
            return self.pack.unit(unit).map_or(1, |u| u.speed);
        }
        let dispatch = self.at.dispatches.get(usize::from(seat.0)).copied().unwrap_or(0);
        if dispatch >= 4 { 2 } else { 1 }
    }

    /// Whether somebody might be found on the way: in woods, or in the clear next to it where no unit of one's own stood near before.
    pub fn may_reveal(&self, unit: u16, path: &[HexId]) -> bool {
        let side = side_of(unit);
        let seen = |hex: HexId| self.is_held(side, hex) || next_to(hex).any(|n| self.is_held(side, n));
        let dark = |hex: HexId| (is_woods(hex) && !self.is_held(side, hex)) || !seen(hex);
        let shows_itself = |hex: &HexId| !is_woods(*hex) && !self.enemies_next_to(side, *hex).is_empty();
        if self.at.unit(unit).is_none() {
            return path.iter().any(|h| dark(*h) || shows_itself(h));
        }
        path.iter().any(|h| dark(*h) || next_to(*h).any(|n| !is_woods(n) && !seen(n)))
    }

    /// Whether an order is legal, by what its seat knows. On the true position it says the same.
    ///
    /// # Errors
    /// The refusal.
    pub fn check(&self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        let side = self.side(seat).ok_or_else(|| illegal("2.0", "There is no such seat.", "Name another."))?;
        if *order == Order::Signal {
            return match (self.at.which, self.at.phase) {
                (Which::Signals, Phase::Declare) => Ok(()),
                _ => Err(illegal(
                    "3.3",
                    "Nobody signals now.",
                    "Signal while both sides declare, where there are signals.",
                )),
            };
        }
        if !self.asks(seat) {
            return Err(illegal("2.0", "You are not asked anything now.", "Wait for your turn."));
        }
        let not_now = || Err(illegal("2.0", "That is not for now.", "Look at the menu."));
        let own = |unit: u16| match self.seat_of(unit) == Some(seat) {
            true => Ok(()),
            false => Err(illegal("2.1", "It is not under your command.", "Order your own units.")),
        };
        let moving = self.at.phase == Phase::Move(side) && self.at.asked.is_none();
        match order {
            Order::Hide(unit, hex) => {
                if self.at.phase != Phase::Setup {
                    return not_now();
                }
                own(*unit)?;
                let counter = self.pack.unit(*unit).is_some_and(|u| u.hidden);
                if !counter || self.at.cover_of(*unit).is_some() {
                    return Err(illegal("3.1", "It cannot be hidden, or is already.", "Hide another counter."));
                }
                match in_zone(side, *hex) {
                    true => Ok(()),
                    false => Err(illegal("3.1", "That is not in your zone.", "Hide it in the four rows before you.")),
                }
            }
            Order::Ready => {
                let left = |u: &&crate::pack::Printed| {
                    u.hidden && self.at.which.seat_of(u) == seat && self.at.cover_of(u.id).is_none()
                };
                match (self.at.phase, self.pack.of(self.at.which).any(|u| left(&u))) {
                    (Phase::Setup, false) => Ok(()),
                    (Phase::Setup, true) => Err(illegal("3.1", "Not all are hidden.", "Hide all your counters.")),
                    _ => not_now(),
                }
            }
            Order::Declare(_) if self.at.phase == Phase::Declare => Ok(()),
            Order::Block(turns) if self.at.phase == Phase::Declare => {
                match self.at.which == Which::Blocks && (1..=MOST_BLOCK).contains(turns) {
                    true => Ok(()),
                    false => {
                        Err(illegal("3.4", "No such block is played.", "Offer 1 to 3 turns, where there are blocks."))
                    }
                }
            }
            Order::Hold if self.at.asked.is_some() => Ok(()),
            Order::Retreat(hex) => {
                let Some(asked) = self.at.asked else { return not_now() };
                if self.bonus(asked.unit, Posture::Attack) > 0 {
                    return Err(illegal("6.0", "Its orders are to attack.", "It can only hold."));
                }
                // Towards its own edge.
                let behind = |from: HexId| match side {
                    Side::Union => hex.row() < from.row(),
                    Side::Confederate => hex.row() > from.row(),
                };
                let from = self.place_of(asked.unit);
                let near = from.is_some_and(|from| behind(from) && next_to(from).any(|n| n == *hex));
                match near && !self.is_held(side.other(), *hex) {
                    true => Ok(()),
                    false => Err(illegal("6.0", "It cannot retreat there.", "Name a free hex behind it, or hold.")),
                }
            }
            Order::Dispatch if moving => match self.at.dispatches.get(usize::from(seat.0)) {
                Some(0) => Ok(()),
                _ => Err(illegal("4.3", "There is one dispatch a turn.", "Wait for the next turn.")),
            },
            Order::Done if moving => Ok(()),
            Order::Go(unit, path) | Order::Creep(unit, path) if moving => {
                own(*unit)?;
                self.check_way(seat, order, *unit, path)
            }
            Order::Fire(unit, target) if moving => {
                own(*unit)?;
                self.check_fire(seat, *unit, *target)
            }
            _ => not_now(),
        }
    }

    pub(crate) fn check_way(&self, seat: SeatId, order: &Order, unit: u16, path: &[HexId]) -> Result<(), Refusal> {
        let known = self.at.unit(unit);
        let cover = self.at.cover_of(unit).filter(|c| c.hex.is_some());
        let moved = match (order, known, cover) {
            (Order::Go(..), Some(known), _) if known.hex.is_some() => known.moved,
            (Order::Creep(..), None, Some(cover)) => cover.moved,
            _ => return Err(illegal("4.0", "Units go, counters creep.", "Use the other verb.")),
        };
        if moved {
            return Err(illegal("4.0", "It has gone this turn.", "Order another."));
        }
        if path.is_empty() || path.len() > self.speed(seat, unit) {
            return Err(illegal("4.0", "It does not go so far.", "Name a nearer hex."));
        }
        let mut from = self.place_of(unit);
        for hex in path {
            if !from.is_some_and(|from| next_to(from).any(|n| n == *hex)) {
                return Err(illegal("4.0", "That is no way.", "Name each hex on the way."));
            }
            if self.is_held(side_of(unit).other(), *hex) {
                return Err(illegal("4.0", "The enemy is there.", "Go around."));
            }
            from = Some(*hex);
        }
        Ok(())
    }

    pub(crate) fn check_fire(&self, seat: SeatId, unit: u16, target: u16) -> Result<(), Refusal> {
        let Some(from) = self.place_of(unit) else {
            return Err(illegal("5.0", "It is not on the map.", "Fire with another."));
        };
        if self.at.block > 0 {
            return Err(illegal("3.4", "Nobody fires in a block of turns.", "Wait until it is over."));
        }
        let decoy = self.pack.unit(unit).is_none_or(|u| u.decoy);
        if decoy || self.at.low.contains(&unit) || self.at.unit(unit).is_some_and(|u| u.fired) {
            return Err(illegal("5.0", "It cannot fire, or not any more.", "Fire with another."));
        }
        if self.at.fires.get(usize::from(seat.0)).is_none_or(|fires| *fires >= MOST_FIRES) {
            return Err(illegal("5.0", "That was enough for one turn.", "Fire in the next."));
        }
        match self.enemies_next_to(side_of(unit), from).contains(&target) {
            true => Ok(()),
            false => Err(illegal("5.0", "The target is not next to it.", "Fire at an enemy next to it.")),
        }
    }
}
