//! The state of a game, whole or as somebody knows it, and what facts do to it.

use crate::pack::{Pack, Printed, Which, nth};
use domain_core::board::HexId;
use domain_core::referee::{Apply, SeatId, Side};
use serde::{Deserialize, Serialize};

/// A position. Of what its reader does not know it holds nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The question out of turn (§6.0).
    pub asked: Option<Asked>,
    /// Turns of a block that are still to run, the present one included (§3.4).
    #[serde(default, skip_serializing_if = "none")]
    pub block: u8,
    /// Counters face down, by side and number: the reader's own ones, or all.
    pub covers: Vec<Cover>,
    /// What each seat's dispatch said this turn, 0 where there was none or the reader does not know.
    pub dispatches: Vec<u8>,
    /// Which seats have ended their part of the phase.
    pub done: Vec<bool>,
    /// How often each seat has fired this turn.
    pub fires: Vec<u8>,
    /// The side that goes first this turn.
    pub first: Side,
    /// The withdrawal limit of each side, 0 where the reader does not know.
    pub limits: Vec<u8>,
    /// Steps that each side has lost.
    pub losses: Vec<u8>,
    /// Units short of ammunition, as far as the reader knows.
    pub low: Vec<u16>,
    /// Where in the turn.
    pub phase: Phase,
    /// What each side has declared for this turn.
    pub postures: Vec<Posture>,
    /// Counters seen face down, where they were seen last.
    pub sightings: Vec<Sighting>,
    /// Steps of play so far.
    pub step: u32,
    /// The game turn, 0 while counters are hidden.
    pub turn: u8,
    /// The last one.
    pub turns: u8,
    /// Units that everybody knows, by number.
    pub units: Vec<Unit>,
    /// The scenario.
    pub which: Which,
    /// The side that had to withdraw.
    pub withdrawn: Option<Side>,
}

/// A field that is left out where there is nothing to say.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "asked by serde")]
fn none(block: &u8) -> bool {
    *block == 0
}

/// Where in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Both sides hide their counters.
    Setup,
    /// Both heads declare.
    Declare,
    /// A side goes and fires.
    Move(Side),
    /// The end.
    Over,
}

/// What a head declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Posture {
    /// One is added to its fire.
    Attack,
    /// One is added to the rolls of its units that hold.
    Hold,
}

/// A unit that was hit: it retreats or holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Who hit it.
    pub by: u16,
    /// The unit.
    pub unit: u16,
}

/// A counter face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// Where; nowhere once it was turned.
    pub hex: Option<HexId>,
    /// Whether it has crept this turn.
    pub moved: bool,
    /// Its number on its back.
    pub number: u16,
    /// Whose.
    pub side: Side,
    /// What it is.
    pub unit: u16,
}

/// A counter seen face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sighting {
    /// Where.
    pub hex: HexId,
    /// Its number.
    pub number: u16,
    /// Whose.
    pub side: Side,
}

/// A unit that everybody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Whether it has fired this turn.
    pub fired: bool,
    /// Where; nowhere once it is lost.
    pub hex: Option<HexId>,
    /// Its number in the roster.
    pub id: u16,
    /// Whether it has gone this turn.
    pub moved: bool,
    /// Steps left.
    pub steps: u8,
}

/// What the referee says happened.
#[expect(missing_docs, reason = "the fields say what they are")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fact {
    /// A unit was hit and is asked.
    Asked { by: u16, unit: u16 },
    /// So many turns of a block are still to run.
    Block { turns: u8 },
    /// Somebody met somebody unseen there.
    Contact { hex: HexId },
    /// A counter crept along.
    Crept { number: u16, path: Vec<HexId>, side: Side },
    /// Both sides declared, and a die said who goes first.
    Declared { die: u8, first: Side, postures: Vec<Posture> },
    /// A dispatch came.
    Dispatched { die: u8, seat: SeatId },
    /// A seat has ended its part of the phase.
    Done { seat: SeatId },
    /// A unit fired.
    Fired { by: u16, die: u8, hit: bool, seat: SeatId, target: u16 },
    /// A signal was given; it changes nothing.
    Signalled { die: u8, seat: SeatId },
    /// A unit held.
    Stood { die: u8, lost: bool, unit: u16 },
    /// A counter was hidden.
    Hidden { hex: HexId, number: u16, side: Side, unit: u16 },
    /// A limit was drawn.
    Limit { limit: u8, side: Side },
    /// A unit is short of ammunition, or not.
    Low { low: bool, seat: SeatId, unit: u16 },
    /// A unit went along.
    Moved { path: Vec<HexId>, unit: u16 },
    /// The next phase.
    Phase { phase: Phase, turn: u8 },
    /// An umpire took a unit off the map.
    Removed { unit: u16 },
    /// A unit retreated, or met somebody when it tried.
    Retreated { path: Vec<HexId>, unit: u16 },
    /// A counter was turned: a unit stands there, or nobody.
    Shown { hex: HexId, number: u16, real: bool, side: Side, unit: u16 },
    /// A counter was seen face down.
    Sighted { hex: HexId, number: u16, side: Side },
    /// A side has lost what its orders allow.
    Withdrew { limit: u8, side: Side },
}

impl Position {
    /// Before the first order.
    pub fn open(pack: &Pack, which: Which, turns: u8) -> Self {
        let seats = which.seats().len();
        let placed =
            |u: &Printed| u.start.map(|hex| Unit { fired: false, hex: Some(hex), id: u.id, moved: false, steps: 2 });
        Position {
            asked: None,
            block: 0,
            covers: Vec::new(),
            dispatches: vec![0; seats],
            done: vec![false; seats],
            fires: vec![0; seats],
            first: Side::Union,
            limits: vec![0; 2],
            losses: vec![0; 2],
            low: Vec::new(),
            phase: Phase::Setup,
            postures: vec![Posture::Hold; 2],
            sightings: Vec::new(),
            step: 1,
            turn: 0,
            turns,
            units: pack.of(which).filter_map(placed).collect(),
            which,
            withdrawn: None,
        }
    }

    /// A unit that is known.
    pub fn unit(&self, id: u16) -> Option<&Unit> {
        self.units.binary_search_by_key(&id, |u| u.id).ok().and_then(|i| self.units.get(i))
    }

    /// A counter, by side and number.
    pub fn cover(&self, side: Side, number: u16) -> Option<&Cover> {
        self.covers.iter().find(|c| (c.side, c.number) == (side, number))
    }

    /// The counter that a hidden unit of this reader's is.
    pub fn cover_of(&self, unit: u16) -> Option<&Cover> {
        self.covers.iter().find(|c| c.unit == unit)
    }

    fn change(&mut self, id: u16, change: impl FnOnce(&mut Unit)) {
        if let Ok(i) = self.units.binary_search_by_key(&id, |u| u.id)
            && let Some(unit) = self.units.get_mut(i)
        {
            change(unit);
        }
    }

    fn lose(&mut self, unit: u16, pack_side: Side) {
        let mut lost = false;
        self.change(unit, |u| {
            lost = u.steps > 0;
            u.steps = u.steps.saturating_sub(1);
            if u.steps == 0 {
                u.hex = None;
            }
        });
        if let Some(losses) = self.losses.get_mut(nth(pack_side)).filter(|_| lost) {
            *losses = losses.saturating_add(1);
        }
    }

    fn begin(&mut self, phase: Phase, turn: u8) {
        self.phase = phase;
        self.step += 1;
        self.done.fill(false);
        if turn != self.turn {
            self.turn = turn;
            self.fires.fill(0);
            self.dispatches.fill(0);
            self.units.iter_mut().for_each(|u| (u.moved, u.fired) = (false, false));
            self.covers.iter_mut().for_each(|c| c.moved = false);
        }
    }
}

/// The side of a unit, by its number in the roster.
pub fn side_of(unit: u16) -> Side {
    if unit < crate::pack::A_SIDE { Side::Union } else { Side::Confederate }
}

impl Apply<Fact> for Position {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Asked { by, unit } => {
                self.asked = Some(Asked { by: *by, unit: *unit });
                self.step += 1;
            }
            Fact::Block { turns } => self.block = *turns,
            Fact::Contact { .. } | Fact::Signalled { .. } => {}
            Fact::Crept { number, path, side } => {
                let cover = self.covers.iter_mut().find(|c| (c.side, c.number) == (*side, *number));
                if let Some(cover) = cover {
                    cover.moved = true;
                    cover.hex = path.last().copied().or(cover.hex);
                }
            }
            Fact::Declared { first, postures, .. } => {
                self.first = *first;
                self.postures.clone_from(postures);
            }
            Fact::Dispatched { die, seat } => {
                if let Some(dispatch) = self.dispatches.get_mut(usize::from(seat.0)) {
                    *dispatch = *die;
                }
            }
            Fact::Done { seat } => {
                if let Some(done) = self.done.get_mut(usize::from(seat.0)) {
                    *done = true;
                }
            }
            Fact::Fired { by, seat, .. } => {
                self.change(*by, |u| u.fired = true);
                if let Some(fires) = self.fires.get_mut(usize::from(seat.0)) {
                    *fires += 1;
                }
            }
            Fact::Stood { lost, unit, .. } => {
                if *lost {
                    self.lose(*unit, side_of(*unit));
                }
                self.asked = None;
                self.step += 1;
            }
            Fact::Hidden { hex, number, side, unit } => {
                self.covers.push(Cover { hex: Some(*hex), moved: false, number: *number, side: *side, unit: *unit });
                self.covers.sort_by_key(|c| (c.side, c.number));
            }
            Fact::Limit { limit, side } => {
                if let Some(of) = self.limits.get_mut(nth(*side)) {
                    *of = *limit;
                }
            }
            Fact::Low { low, unit, .. } => {
                if *low && !self.low.contains(unit) {
                    self.low.push(*unit);
                    self.low.sort_unstable();
                }
            }
            Fact::Moved { path, unit } => self.change(*unit, |u| {
                u.moved = true;
                u.hex = path.last().copied().or(u.hex);
            }),
            Fact::Phase { phase, turn } => self.begin(*phase, *turn),
            Fact::Removed { unit } => self.change(*unit, |u| (u.hex, u.steps) = (None, 0)),
            Fact::Retreated { path, unit } => {
                self.change(*unit, |u| u.hex = path.last().copied().or(u.hex));
                self.asked = None;
                self.step += 1;
            }
            Fact::Shown { hex, number, real, side, unit } => {
                if let Some(cover) = self.covers.iter_mut().find(|c| (c.side, c.number) == (*side, *number)) {
                    (cover.hex, cover.moved) = (None, false);
                }
                self.sightings.retain(|s| (s.side, s.number) != (*side, *number));
                // Whether it crept this turn is nothing that the enemy knows: who is shown goes no further.
                if *real {
                    self.units.push(Unit { fired: false, hex: Some(*hex), id: *unit, moved: true, steps: 2 });
                    self.units.sort_by_key(|u| u.id);
                }
            }
            Fact::Sighted { hex, number, side } => {
                self.sightings.retain(|s| (s.side, s.number) != (*side, *number));
                self.sightings.push(Sighting { hex: *hex, number: *number, side: *side });
                self.sightings.sort_by_key(|s| (s.side, s.number));
            }
            Fact::Withdrew { side, .. } => self.withdrawn = Some(*side),
        }
    }
}
