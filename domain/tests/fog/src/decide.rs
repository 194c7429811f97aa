//! What orders come to.

use crate::board::Board;
use crate::orders::{MOST_FIRES, Order};
use crate::pack::{GRID, Pack, Which, is_woods, nth};
use crate::position::{Asked, Cover, Fact, Phase, Position, Posture, side_of};
use domain_core::board::HexId;
use domain_core::dice::Dice;
use domain_core::referee::{FactBuffer, Refusal, SeatId, Side};
use domain_core::words::Audience;

/// The most turns of a game.
pub const MOST_TURNS: u8 = 4;

/// The greatest index of a private roll.
pub const PRIVATE_ROLLS: u32 = MOST_TURNS as u32 * (1 + MOST_FIRES as u32);

/// An order being carried out.
pub struct Carrying<'p, 'd, 's> {
    pack: &'p Pack,
    buffer: FactBuffer<Position, Fact>,
    dice: &'d mut Dice<'s>,
}

impl<'p, 'd, 's> Carrying<'p, 'd, 's> {
    /// Begins.
    pub fn at(pack: &'p Pack, position: &Position, dice: &'d mut Dice<'s>) -> Self {
        Carrying { pack, buffer: FactBuffer::at(position), dice }
    }

    /// The facts.
    pub fn finish(self) -> Vec<Fact> {
        self.buffer.finish()
    }

    fn now(&self) -> &Position {
        &self.buffer.position
    }

    fn board(&self) -> Board<'_> {
        Board { pack: self.pack, at: &self.buffer.position }
    }

    /// Carries out an order that is legal by what its seat knows.
    ///
    /// # Errors
    /// The refusal, or that a roll is withheld.
    pub fn carry(&mut self, seat: SeatId, order: &Order) -> Result<(), Refusal> {
        self.board().check(seat, order)?;
        match order {
            Order::Hide(unit, hex) => {
                let side = side_of(*unit);
                let number = self.now().covers.iter().filter(|c| c.side == side).count();
                let number = u16::try_from(number).unwrap_or(u16::MAX);
                self.buffer.write(Fact::Hidden { hex: *hex, number, side, unit: *unit });
            }
            // What was declared is decided when all have.
            Order::Block(_) | Order::Declare(_) => {}
            Order::Dispatch => self.dispatch(seat)?,
            Order::Go(unit, path) => self.go(*unit, path),
            Order::Creep(unit, path) => self.creep(*unit, path),
            Order::Fire(unit, target) => self.fire(seat, *unit, *target)?,
            Order::Hold => {
                let Some(Asked { unit, .. }) = self.now().asked else { return Ok(()) };
                let die = self.dice.roll(format!("{} holds", self.pack.name(unit)), 1, 6)?[0];
                let lost = die + self.board().bonus(unit, Posture::Hold) <= 3;
                self.buffer.write(Fact::Stood { die, lost, unit });
            }
            Order::Retreat(hex) => {
                let Some(Asked { unit, .. }) = self.now().asked else { return Ok(()) };
                let path = if self.contact(side_of(unit), *hex) { Vec::new() } else { vec![*hex] };
                self.buffer.write(Fact::Retreated { path, unit });
                self.expose();
            }
            Order::Signal => {
                let die = self.dice.roll("a signal", 1, 4)?[0];
                self.buffer.write(Fact::Signalled { die, seat });
            }
            Order::Done | Order::Ready => {
                self.buffer.write(Fact::Done { seat });
                self.go_on();
            }
        }
        Ok(())
    }

    /// Opens what both heads declared.
    ///
    /// # Errors
    /// That a roll is withheld.
    pub fn declare(&mut self, choices: &[(SeatId, Order)]) -> Result<(), Refusal> {
        let mut postures = self.now().postures.clone();
        for (seat, order) in choices {
            let side = self.board().side(*seat);
            if let (Order::Declare(posture), Some(side)) = (order, side)
                && let Some(of) = postures.get_mut(nth(side))
            {
                *of = *posture;
            }
        }
        // Both offer a block: the smaller runs. An offer that is not met is a declaration to hold (§3.4).
        let offered = choices.iter().map(|(_, order)| if let Order::Block(turns) = order { *turns } else { 0 });
        let block = offered.min().unwrap_or(0);
        let die = self.dice.roll("who goes first", 1, 6)?[0];
        let first = if die >= 4 { Side::Union } else { Side::Confederate };
        self.buffer.write(Fact::Declared { die, first, postures });
        if block > 0 {
            self.buffer.write(Fact::Block { turns: block });
        }
        let turn = self.now().turn;
        for (i, side) in (1..).zip(Side::BOTH) {
            let index = (u32::from(turn) - 1) * 2 + i;
            let purpose = format!("withdrawal limit of the {side} in turn {turn}");
            let die = self.dice.private(Audience::Nobody, index, purpose, (1, 6))?[0];
            self.buffer.write(Fact::Limit { limit: die + 1, side });
        }
        if self.now().which == Which::Signals {
            // Each declaration brings its head the dispatch of the turn with it.
            choices.iter().try_for_each(|(seat, _)| self.dispatch(*seat))?;
        }
        self.buffer.write(Fact::Phase { phase: Phase::Move(first), turn });
        Ok(())
    }

    fn dispatch(&mut self, seat: SeatId) -> Result<(), Refusal> {
        let turn = u32::from(self.now().turn.max(1));
        let die = self.dice.private(Audience::Seat(seat), turn, format!("dispatch of turn {turn}"), (1, 6))?[0];
        self.buffer.write(Fact::Dispatched { die, seat });
        Ok(())
    }

    fn go(&mut self, unit: u16, path: &[HexId]) {
        let side = side_of(unit);
        let mut gone = Vec::new();
        for hex in path {
            if self.contact(side, *hex) {
                break;
            }
            gone.push(*hex);
            if !self.facing(side, *hex).is_empty() {
                break;
            }
        }
        self.buffer.write(Fact::Moved { path: gone, unit });
        self.expose();
    }

    fn creep(&mut self, unit: u16, path: &[HexId]) {
        let Some(cover) = self.now().cover_of(unit).copied() else { return };
        let mut gone = Vec::new();
        let mut met = None;
        for hex in path {
            if !self.covers_at(cover.side.other(), *hex).is_empty() {
                met = Some(*hex);
                break;
            }
            gone.push(*hex);
            if !is_woods(*hex) && !self.board().enemies_next_to(cover.side, *hex).is_empty() {
                break;
            }
        }
        self.buffer.write(Fact::Crept { number: cover.number, path: gone, side: cover.side });
        if let Some(hex) = met {
            if let Some(cover) = self.now().cover_of(unit).copied() {
                self.show(&cover);
            }
            self.contact(cover.side, hex);
        }
        self.expose();
    }

    fn fire(&mut self, seat: SeatId, unit: u16, target: u16) -> Result<(), Refusal> {
        let name = self.pack.name(unit).to_owned();
        // Nothing is written before it is sure that there are dice.
        let die = self.dice.roll(format!("fire of {name}"), 1, 6)?[0];
        let turn = self.now().turn.max(1);
        let before = self.now().fires.get(usize::from(seat.0)).copied().unwrap_or(0);
        let index = u32::from(MOST_TURNS) + u32::from(turn - 1) * u32::from(MOST_FIRES) + u32::from(before) + 1;
        // Its name says what fixes its index, and nothing else: who fires first may be another after a takeback.
        let purpose = format!("ammunition of shot {} in turn {turn}", before + 1);
        let low = self.dice.private(Audience::Seat(seat), index, purpose, (1, 6))?[0] <= 2;
        if let Some(cover) = self.now().cover_of(unit).filter(|c| c.hex.is_some()).copied() {
            self.show(&cover);
        }
        let hit = die + self.board().bonus(unit, Posture::Attack) >= 5;
        self.buffer.write(Fact::Fired { by: unit, die, hit, seat, target });
        self.buffer.write(Fact::Low { low, seat, unit });
        self.expose();
        if hit {
            self.buffer.write(Fact::Asked { by: unit, unit: target });
        }
        Ok(())
    }

    /// The counters of a side in a hex, as far as the reader of this position knows.
    fn covers_at(&self, side: Side, hex: HexId) -> Vec<Cover> {
        self.now().covers.iter().filter(|c| c.side == side && c.hex == Some(hex)).copied().collect()
    }

    /// Whether counters of the enemy lie in a hex; they are turned.
    fn contact(&mut self, side: Side, hex: HexId) -> bool {
        let met = self.covers_at(side.other(), hex);
        if met.is_empty() {
            return false;
        }
        self.buffer.write(Fact::Contact { hex });
        if self.now().block > 0 {
            self.buffer.write(Fact::Block { turns: 0 });
        }
        met.iter().for_each(|cover| self.show(cover));
        true
    }

    /// The counters of the enemy that a unit of a side would see from a hex.
    fn facing(&self, side: Side, hex: HexId) -> Vec<Cover> {
        let near = |c: &&Cover| c.hex.is_some_and(|h| !is_woods(h) && GRID.distance(h, hex) == 1);
        self.now().covers.iter().filter(|c| c.side != side).filter(near).copied().collect()
    }

    /// Turns every counter in the clear that an enemy stands next to, and those that these stand next to.
    fn expose(&mut self) {
        let seen = |board: &Board<'_>, cover: &&Cover| {
            cover.hex.is_some_and(|hex| !is_woods(hex) && !board.enemies_next_to(cover.side, hex).is_empty())
        };
        loop {
            let board = self.board();
            let Some(cover) = self.now().covers.iter().find(|c| seen(&board, c)).copied() else { return };
            self.show(&cover);
        }
    }

    fn show(&mut self, cover: &Cover) {
        let Some(hex) = cover.hex else { return };
        let real = self.pack.unit(cover.unit).is_some_and(|u| !u.decoy);
        self.buffer.write(Fact::Shown { hex, number: cover.number, real, side: cover.side, unit: cover.unit });
    }

    /// The next phase, when everybody has ended this one.
    fn go_on(&mut self) {
        if !self.board().owed().is_empty() {
            return;
        }
        let (phase, turn) = (self.now().phase, self.now().turn);
        let next = match phase {
            Phase::Setup => (Phase::Declare, 1),
            Phase::Move(side) => {
                self.sight(side);
                match side == self.now().first {
                    true => (Phase::Move(side.other()), turn),
                    false => self.end_of_turn(turn),
                }
            }
            Phase::Declare | Phase::Over => return,
        };
        self.buffer.write(Fact::Phase { phase: next.0, turn: next.1 });
    }

    fn end_of_turn(&mut self, turn: u8) -> (Phase, u8) {
        let limits = self.now().limits.clone();
        for side in Side::BOTH {
            let (limit, lost) = (limits[nth(side)], self.now().losses[nth(side)]);
            if limit > 0 && lost >= limit {
                self.buffer.write(Fact::Withdrew { limit, side });
                return (Phase::Over, turn);
            }
        }
        let left = self.now().block;
        if left > 0 {
            self.buffer.write(Fact::Block { turns: left - 1 });
        }
        match turn >= self.now().turns {
            true => (Phase::Over, turn),
            // Who went first goes first, and nobody declares anything else.
            false if left > 1 => (Phase::Move(self.now().first), turn + 1),
            false => (Phase::Declare, turn + 1),
        }
    }

    /// A side sees the counters of the enemy two hexes from its units, face down.
    fn sight(&mut self, side: Side) {
        let position = self.now();
        let near = |hex: HexId| {
            let own = position.units.iter().filter(|u| side_of(u.id) == side).filter_map(|u| u.hex);
            own.into_iter().any(|h| GRID.distance(h, hex) <= 2)
        };
        let enemies = position.covers.iter().filter(|c| c.side != side);
        let seen: Vec<(HexId, u16, Side)> =
            enemies.filter_map(|c| c.hex.filter(|h| near(*h)).map(|h| (h, c.number, c.side))).collect();
        for (hex, number, side) in seen {
            self.buffer.write(Fact::Sighted { hex, number, side });
        }
    }
}
