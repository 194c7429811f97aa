//! Plan, then order: a position played on by one person alone, both sides, with dice of its own.
//!
//! A sandbox is forked from what one seat may see ([`AnyRuleset::known`]) and never touches the log: it holds no key of the game, its
//! dice come from a seed of its own, and nothing in it is known to the other seats. It is a tree of orders; a position
//! is worked out by deciding the orders on the way to it.

mod compare;
mod use_of;

pub use compare::{Change, Comparison};
pub use use_of::{DraftOf, StandingOf};

use super::{
    AnyPosition, AnyRuleset, BotRng, Choice, Finality, Game, Level, Line, Menu, ReadStanding, Refusal, SeatId,
    Standing, View, Viewer,
};
use crate::dice::Dice;
use crate::referee::Known;
use crate::referee::game::Given;
use crate::words::{Hash32, Roll};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use thiserror::Error;

/// The most orders a sandbox holds.
pub const MOST_NODES: usize = 1_000;

/// The most orders that a house player or standing orders give at one go.
pub const MOST_AT_ONCE: usize = 200;

/// The orders of a sandbox, as they are kept. Spot 0 is the position it was forked from; order `n` (from 1) leads to spot `n`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    /// From which its dice follow.
    pub seed: Hash32,
    /// The orders, in the order in which they were tried.
    pub nodes: Vec<Node>,
    /// The spot looked at.
    pub here: usize,
    /// Whether standing orders answer what they can.
    pub answers: bool,
}

/// An order of a sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The spot it was given at.
    pub parent: usize,
    /// Whose order.
    pub seat: SeatId,
    /// In notation.
    pub order: String,
    /// Why, when a standing order gave it.
    pub standing: Option<String>,
    /// Whether it rolled dice.
    pub rolled: bool,
    /// Whether it was thrown away, with everything after it.
    pub dropped: bool,
}

impl Tree {
    /// A sandbox in which nothing has been tried.
    pub fn new(seed: Hash32) -> Self {
        Tree { seed, nodes: Vec::new(), here: 0, answers: true }
    }

    /// The spots from the first to one, both included.
    pub fn way_to(&self, spot: usize) -> Vec<usize> {
        let mut way = vec![spot];
        let mut at = spot;
        // A parent is always earlier than its child; what was stored otherwise would have no way.
        while let Some(node) = at.checked_sub(1).and_then(|i| self.nodes.get(i)).filter(|n| n.parent < at) {
            at = node.parent;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// Whether a spot can be looked at.
    pub fn has(&self, spot: usize) -> bool {
        spot <= self.nodes.len()
            && self.way_to(spot).iter().all(|s| *s == 0 || self.nodes.get(s - 1).is_some_and(|n| !n.dropped))
    }

    /// The spots one order after a spot.
    pub fn after(&self, spot: usize) -> Vec<usize> {
        (1..).zip(&self.nodes).filter(|(_, n)| n.parent == spot && !n.dropped).map(|(i, _)| i).collect()
    }

    /// The ends of all branches, in an order that does not change when one of them goes on: by where they part, the one tried first
    /// before the others.
    pub fn ends(&self) -> Vec<usize> {
        let ends = (0..=self.nodes.len()).filter(|s| self.has(*s) && self.after(*s).is_empty());
        let mut ways: Vec<Vec<usize>> = ends.map(|s| self.way_to(s)).collect();
        ways.sort();
        ways.into_iter().filter_map(|way| way.last().copied()).collect()
    }

    /// The first spot that the branch with this end shares with no other; the first order of all when there is no other branch.
    pub fn parts_at(&self, end: usize) -> usize {
        let way = self.way_to(end);
        let fork = way.iter().rposition(|spot| self.after(*spot).len() > 1).unwrap_or(0);
        way.get(fork + 1).copied().unwrap_or(end)
    }
}

/// Why a sandbox did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SandboxError {
    /// The rules refuse the order.
    #[error("{0}")]
    Refused(Refusal),
    /// Nobody is asked anything there: the game would be over.
    #[error("Nobody has anything to decide here: the game would be over.")]
    Over,
    /// The seat named has nothing to decide there.
    #[error("It is not for that seat to decide here.")]
    OutOfTurn,
    /// There is no such spot.
    #[error("There is no such spot in this plan, or it was thrown away.")]
    NoSpot,
    /// It is full.
    #[error(
        "This plan is full: {MOST_NODES} orders have been tried in it, those thrown away among them. Throw the plan away and begin anew."
    )]
    Full,
    /// No such house player.
    #[error("No house player of that name plays here.")]
    NoBot,
    /// An order that was possible once is not any more: rules or data have changed since.
    #[error("Order {at} of this plan is no longer possible, because the rules were mended since: {why}")]
    Stale {
        /// The order's number.
        at: usize,
        /// What the rules say.
        why: String,
    },
}

/// A position with its tree: what is played on.
#[derive(Clone)]
pub struct Sandbox {
    ruleset: Arc<dyn AnyRuleset>,
    base: Arc<dyn AnyPosition>,
    owner: SeatId,
    standing: Standing,
    /// Whether the game's log is of the second format.
    second: bool,
    /// The orders.
    pub tree: Tree,
}

/// One spot of a sandbox.
pub struct Spot {
    ruleset: Arc<dyn AnyRuleset>,
    position: Arc<dyn AnyPosition>,
    second: bool,
    /// Its number.
    pub spot: usize,
    /// The orders that led here, the first one first.
    pub steps: Vec<SpotStep>,
}

/// An order on the way to a spot, and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpotStep {
    /// The spot after it.
    pub spot: usize,
    /// Whose order.
    pub seat: SeatId,
    /// In notation.
    pub order: String,
    /// Why, when a standing order gave it.
    pub standing: Option<String>,
    /// Dice of the sandbox.
    pub rolls: Vec<Roll>,
    /// What it did.
    pub story: Vec<Line>,
    /// Why it could not be taken back in the game, as far as its dice and what it did tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finality: Option<Finality>,
}

impl Spot {
    /// The position.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// What there is to see: everything, for what the owner may not know is not in it.
    pub fn view(&self) -> View {
        self.ruleset.board(Known::held(&*self.position)).view(Viewer::Everyone)
    }

    /// The seats that owe a decision, each once.
    pub fn waiting(&self) -> Vec<SeatId> {
        self.waiting_at(&*self.position)
    }

    fn waiting_at(&self, position: &dyn AnyPosition) -> Vec<SeatId> {
        let mut seats: Vec<SeatId> =
            self.ruleset.board(Known::held(position)).waiting().iter().map(|d| d.seat).collect();
        seats.sort();
        seats.dedup();
        seats
    }

    /// Whether a seat could act though nothing is asked of it.
    pub fn may_interrupt(&self, seat: SeatId) -> bool {
        self.ruleset.board(Known::held(&*self.position)).may_interrupt(seat)
    }

    /// What a seat could do; `piece` narrows it to one piece.
    pub fn menu(&self, seat: SeatId, piece: Option<&str>) -> Menu {
        self.ruleset.board(Known::held(&*self.position)).menu(seat, piece)
    }

    /// Says of each choice of a seat whether it could be taken back in the game, and why not. As [`Game::weigh`]; in a sandbox anything can be.
    pub fn weigh(&self, seat: SeatId, choices: &mut [Choice]) {
        let known = Known::held(&*self.position);
        let waiting = self.waiting();
        for choice in choices {
            let (line, said) = (&choice.order, choice.finality);
            choice.finality = match self.ruleset.decide(known, known.position(), seat, line, &mut Dice::withheld()) {
                Err(Refusal::Dice(_)) => Some(Finality::Rolls),
                // A line of several orders, or shorthand.
                Err(_) => None,
                Ok(decided) => {
                    let others = self.waiting_at(&*decided.after) != waiting;
                    let given = Given { seat, line, second: self.second };
                    given
                        .finality(&*self.ruleset, known, &*decided.after, Known::held(&*decided.after), others, || said)
                }
            };
        }
    }
}

impl Sandbox {
    /// Forks a game as one seat may see it. `own` are that seat's standing orders; the other seats answer by the ruleset's
    /// defaults.
    pub fn fork(game: &Game, owner: SeatId, own: Standing, tree: Tree) -> Self {
        let ruleset = game.ruleset().clone();
        let eyes = Viewer::Seat(owner);
        let base = ruleset.known(game.known_to(eyes).position(), game.eyes(eyes)).into();
        Sandbox { ruleset, base, owner, standing: own, second: game.is_second(), tree }
    }

    /// Whose sandbox it is.
    pub fn owner(&self) -> SeatId {
        self.owner
    }

    /// A spot, worked out from the orders that lead to it.
    ///
    /// # Errors
    /// [`SandboxError::NoSpot`], [`SandboxError::Stale`].
    pub fn at(&self, spot: usize) -> Result<Spot, SandboxError> {
        self.walk(spot, |_, _| {})
    }

    fn beginning(&self) -> Spot {
        let (ruleset, position) = (self.ruleset.clone(), self.base.clone());
        Spot { ruleset, position, second: self.second, spot: 0, steps: Vec::new() }
    }

    /// The same; each order on the way is shown beforehand, with the spot at which it is given.
    fn walk(&self, spot: usize, mut before: impl FnMut(&Spot, &Node)) -> Result<Spot, SandboxError> {
        if !self.tree.has(spot) {
            return Err(SandboxError::NoSpot);
        }
        let mut found = self.beginning();
        for at in self.tree.way_to(spot).into_iter().skip(1) {
            let node = at.checked_sub(1).and_then(|i| self.tree.nodes.get(i)).ok_or(SandboxError::NoSpot)?;
            before(&found, node);
            let step = self.step(&mut found, at, node.seat, &node.order, node.standing.clone());
            step.map_err(|refusal| SandboxError::Stale { at, why: refusal.to_string() })?;
        }
        Ok(found)
    }

    /// The spot looked at.
    ///
    /// # Errors
    /// As [`Sandbox::at`].
    pub fn here(&self) -> Result<Spot, SandboxError> {
        self.at(self.tree.here)
    }

    /// If the spot looked at cannot be reached any more, looks at the last one on the way to it that can be. Gives why.
    pub fn step_back(&mut self) -> Option<SandboxError> {
        let error = self.here().err()?;
        self.tree.here = match &error {
            SandboxError::Stale { at, .. } => {
                at.checked_sub(1).and_then(|i| self.tree.nodes.get(i)).map_or(0, |n| n.parent)
            }
            _ => 0,
        };
        Some(error)
    }

    /// Gives orders for a seat at the spot looked at, and looks at the spot after them. All of them or none. Standing orders answer what
    /// they can if the tree says so.
    ///
    /// # Errors
    /// [`SandboxError::Refused`] and the like; the tree is then as it was.
    pub fn play(&mut self, seat: SeatId, lines: &[String]) -> Result<Spot, SandboxError> {
        let mut next = self.clone();
        let mut spot = next.here()?;
        for line in lines.iter().map(|l| l.trim()).filter(|l| !l.is_empty()) {
            next.give(&mut spot, seat, line, None)?;
            if next.tree.answers {
                next.answer(&mut spot)?;
            }
        }
        *self = next;
        Ok(spot)
    }

    /// Lets a house player decide for a seat until the seat has nothing more to decide.
    ///
    /// # Errors
    /// [`SandboxError::NoBot`], [`SandboxError::OutOfTurn`] and the like.
    pub fn let_bot_play(&mut self, seat: SeatId, bot: &str) -> Result<Spot, SandboxError> {
        let mut next = self.clone();
        let mut spot = next.here()?;
        if !spot.waiting().contains(&seat) {
            return Err(if spot.waiting().is_empty() { SandboxError::Over } else { SandboxError::OutOfTurn });
        }
        for _ in 0..MOST_AT_ONCE {
            if !spot.waiting().contains(&seat) {
                break;
            }
            let seed = next.dice_seed(next.tree.nodes.len() + 1, b"bot");
            let mut rng = BotRng::seeded(seed.iter().take(8).fold(0, |n, b| n << 8 | u64::from(*b)));
            let order = next
                .ruleset
                .board(Known::held(spot.position()))
                .bot_line(bot, seat, &mut rng)
                .ok_or(SandboxError::NoBot)?;
            next.give(&mut spot, seat, &order, None)?;
            if next.tree.answers {
                next.answer(&mut spot)?;
            }
        }
        *self = next;
        Ok(spot)
    }

    /// Looks at another spot.
    ///
    /// # Errors
    /// [`SandboxError::NoSpot`].
    pub fn go(&mut self, spot: usize) -> Result<(), SandboxError> {
        if !self.tree.has(spot) {
            return Err(SandboxError::NoSpot);
        }
        self.tree.here = spot;
        Ok(())
    }

    /// Throws an order away with everything after it, and looks at the spot before it if what was looked at is gone.
    ///
    /// # Errors
    /// [`SandboxError::NoSpot`] for no such order; the beginning cannot be thrown away.
    pub fn drop_from(&mut self, spot: usize) -> Result<(), SandboxError> {
        if !self.tree.has(spot) {
            return Err(SandboxError::NoSpot);
        }
        let node = spot.checked_sub(1).and_then(|i| self.tree.nodes.get_mut(i)).ok_or(SandboxError::NoSpot)?;
        node.dropped = true;
        let parent = node.parent;
        if !self.tree.has(self.tree.here) {
            self.tree.here = parent;
        }
        Ok(())
    }

    /// Throws a branch away: everything on the way to its end that no other branch shares.
    ///
    /// # Errors
    /// [`SandboxError::NoSpot`] for no such branch; the beginning cannot be thrown away.
    pub fn drop_branch(&mut self, end: usize) -> Result<(), SandboxError> {
        if !self.tree.has(end) {
            return Err(SandboxError::NoSpot);
        }
        self.drop_from(self.tree.parts_at(end))
    }

    /// Decides one order at a spot and moves the spot on.
    fn step(
        &self,
        spot: &mut Spot,
        number: usize,
        seat: SeatId,
        line: &str,
        standing: Option<String>,
    ) -> Result<(), Refusal> {
        let mut dice = Dice::seeded(|| self.dice_seed(number, b"dice"));
        let known = Known::held(&*spot.position);
        let decided = self.ruleset.decide(known, &*spot.position, seat, line, &mut dice)?;
        let rolls = dice.into_rolls();
        let others = spot.waiting_at(&*decided.after) != spot.waiting();
        let given = Given { seat, line, second: self.second };
        let finality = match rolls.is_empty() {
            true => {
                given.finality(&*self.ruleset, known, &*decided.after, Known::held(&*decided.after), others, || None)
            }
            false => Some(Finality::Rolls),
        };
        let told = decided.facts.iter().filter_map(|f| self.ruleset.tell(f.get(), Viewer::Everyone).ok().flatten());
        spot.steps.push(SpotStep {
            spot: number,
            seat,
            order: decided.order,
            standing,
            rolls,
            story: told.collect(),
            finality,
        });
        spot.position = decided.after.into();
        spot.spot = number;
        Ok(())
    }

    /// Adds an order behind a spot, or walks on along the same order tried before, if it rolled nothing then. One that rolled is rolled
    /// anew: another branch.
    fn give(
        &mut self,
        spot: &mut Spot,
        seat: SeatId,
        line: &str,
        standing: Option<String>,
    ) -> Result<(), SandboxError> {
        if self.tree.nodes.len() >= MOST_NODES {
            return Err(SandboxError::Full);
        }
        if spot.waiting().is_empty() {
            return Err(SandboxError::Over);
        }
        if !spot.waiting().contains(&seat) && !self.ruleset.board(Known::held(spot.position())).may_interrupt(seat) {
            return Err(SandboxError::OutOfTurn);
        }
        let parent = spot.spot;
        let number = self.tree.nodes.len() + 1;
        self.step(spot, number, seat, line, standing.clone()).map_err(SandboxError::Refused)?;
        let Some(step) = spot.steps.last_mut() else { return Err(SandboxError::NoSpot) };
        let rolled = !step.rolls.is_empty();
        let same = |n: &Node| n.seat == seat && n.order == step.order && !n.rolled && !rolled;
        let known = self.tree.after(parent).into_iter().find(|s| self.tree.nodes.get(s - 1).is_some_and(same));
        match known {
            Some(known) => {
                step.spot = known;
                spot.spot = known;
            }
            None => {
                let order = step.order.clone();
                self.tree.nodes.push(Node { parent, seat, order, standing, rolled, dropped: false });
            }
        }
        self.tree.here = spot.spot;
        Ok(())
    }

    /// Lets standing orders answer at a spot: the owner's own, and the ruleset's defaults for everybody else.
    fn answer(&mut self, spot: &mut Spot) -> Result<(), SandboxError> {
        let defaults: ReadStanding = Standing::at(Level::Default, &self.ruleset.standing_offers()).into();
        let own: ReadStanding = self.standing.clone().into();
        for _ in 0..MOST_AT_ONCE {
            let said = self.ruleset.board(Known::held(spot.position())).waiting().into_iter().find_map(|decision| {
                let standing = if decision.seat == self.owner { &own } else { &defaults };
                self.ruleset.board(Known::held(spot.position())).answer_of(&decision, standing)
            });
            let Some(said) = said else { return Ok(()) };
            match self.give(spot, said.seat, &said.order, Some(said.reason)) {
                Ok(()) => {}
                // An answer that the rules refuse is no answer.
                Err(SandboxError::Refused(_)) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The seed of an order's dice: of this sandbox alone, and another for every order that was ever tried in it.
    fn dice_seed(&self, number: usize, what: &[u8]) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"fieldpost/sandbox/1\0");
        hash.update(what);
        hash.update(self.tree.seed.0);
        hash.update((number as u64).to_be_bytes());
        hash.finalize().into()
    }
}
