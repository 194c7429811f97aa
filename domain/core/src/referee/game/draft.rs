//! Orders tried without being given.

use super::finality::Given;
use super::play::check_lines;
use super::positions::Positions;
use super::{Game, GameError, LineFault, compound};
use crate::dice::Dice;
use crate::referee::{
    AnyPosition, Candidate, Choice, Decided, Decision, Finality, Line, Menu, NoOverlay, OverlayView, Step, View,
};
use crate::words::{Refusal, SeatId, Viewer};
use serde_json::value::RawValue;

/// A game as it would stand after orders that are not given yet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The orders tried so far, as notation writes them.
    pub orders: Vec<String>,
    /// What they would do, told to the player.
    pub story: Vec<Line>,
    /// How many lines of the story there were after each of the orders.
    pub told: Vec<usize>,
    /// The first line (from 1) that cannot stay a draft, because it rolls, shows something or hands the game over. It and what follows it
    /// are not in the position.
    pub commits: Option<usize>,
    /// Why it cannot.
    pub finality: Option<Finality>,
    game: Game,
    seat: SeatId,
}

impl Draft {
    /// The orders with what each would do.
    pub fn by_order(&self) -> impl Iterator<Item = (&str, &[Line])> {
        let from = std::iter::once(0).chain(self.told.iter().copied());
        let stretch = from.zip(&self.told).map(|(from, to)| self.story.get(from..*to).unwrap_or_default());
        self.orders.iter().map(String::as_str).zip(stretch)
    }
    /// What the player sees.
    pub fn view(&self) -> View {
        self.game.view(Viewer::Seat(self.seat))
    }
    /// See [`Game::overlay`].
    ///
    /// # Errors
    /// As there.
    pub fn overlay(&self, id: &str, piece: Option<&str>) -> Result<OverlayView, NoOverlay> {
        self.game.overlay(Viewer::Seat(self.seat), id, piece)
    }
    /// What the player may do next.
    pub fn menu(&self, piece: Option<&str>) -> Menu {
        self.game.menu(self.seat, piece)
    }

    /// The choices of no piece in it. As [`Game::menu_of_none`].
    pub fn menu_of_none(&self) -> Option<Menu> {
        self.game.menu_of_none(self.seat)
    }

    /// What can be chosen next in composing an order behind it. As [`Game::compose`].
    ///
    /// # Errors
    /// As there.
    pub fn compose(&self, said: &[String]) -> Result<Step, Refusal> {
        self.game.compose(self.seat, said)
    }
    /// See [`Game::goals`].
    pub fn goals(&self) -> Vec<Candidate> {
        self.game.goals(self.seat)
    }
    /// The position.
    pub fn position(&self) -> &dyn AnyPosition {
        self.game.position()
    }

    /// Says of each choice of its menu whether it can be taken back. As [`Game::weigh`].
    pub fn weigh(&self, choices: &mut [Choice]) {
        self.game.weigh(self.seat, choices);
    }

    /// Why a line given next could not be taken back. As [`Game::finality`].
    pub fn finality(&self, line: &str) -> Option<Finality> {
        self.game.finality(self.seat, line)
    }

    /// Tries one more order.
    fn step(&mut self, line: &str) -> Result<Option<Stop>, GameError> {
        let (order, facts, after) = match self.game.dry_run(self.seat, line, None) {
            Tried::Done { order, facts, after } => (order, facts, after),
            Tried::Final(why) => return Ok(Some(Stop::Final(why))),
            Tried::Refused(refusal) => return Ok(Some(Stop::Refused(refusal))),
        };
        self.game = *after;
        self.orders.push(order);
        for fact in &facts {
            let told = self.game.ruleset.tell(fact.get(), self.game.eyes(Viewer::Seat(self.seat)));
            self.story.extend(told.map_err(|e| GameError::Broken(format!("a fact does not read back: {e}.")))?);
        }
        self.told.push(self.story.len());
        Ok(None)
    }
}

/// Why an order that was tried is not done.
enum Stop {
    /// It cannot be taken back.
    Final(Finality),
    /// The referee refuses it.
    Refused(Refusal),
}

/// What became of an order that was tried.
enum Tried {
    /// It can be taken back: what it did, and the game after it.
    Done { order: String, facts: Vec<Box<RawValue>>, after: Box<Game> },
    /// It cannot.
    Final(Finality),
    /// The referee refuses it.
    Refused(Refusal),
}

impl Game {
    /// Says of each choice of a seat's menu whether it can be taken back, and why not: each is tried on what the seat knows, with the dice
    /// withheld. So it says nothing that the seat does not know; what only a hidden thing brings about, the ruleset says beforehand by
    /// [`Choice::finality`]. Costs a decision a choice: for those that are shown.
    pub fn weigh(&self, seat: SeatId, choices: &mut [Choice]) {
        if self.playable().is_err() || self.going(seat).is_err() || !self.hears(seat) {
            return;
        }
        let known = if self.is_second() { self.as_known_to(seat) } else { self.clone() };
        for choice in choices {
            choice.finality = match known.dry_run(seat, &choice.order, Some(choice.finality)) {
                Tried::Final(why) => Some(why),
                Tried::Done { .. } => None,
                // A line of several orders, or shorthand.
                Tried::Refused(_) => self.finality(seat, &choice.order),
            };
        }
    }

    /// Why a line of a seat could not be taken back; nothing for one that could be, and for one that is refused.
    pub fn finality(&self, seat: SeatId, line: &str) -> Option<Finality> {
        self.draft(seat, &[line.to_owned()]).ok().and_then(|draft| draft.finality)
    }

    /// The questions that stand in the course of an order and whose answers go on with it ([`crate::referee::Orders::carries_on`]).
    pub fn asked_in_course(&self) -> Vec<Decision> {
        let board = self.ruleset.board(self.known_to(Viewer::Spectator));
        let answers = |d: &Decision| board.lines(d.seat).iter().any(|line| board.goes_on(d.seat, line));
        board.waiting().into_iter().filter(|d| !board.is_own(d) && answers(d)).collect()
    }

    /// Tries an order on this game, which is one to try orders on. What the ruleset says of it beforehand (`said`) is asked of the menu where it
    /// is not known.
    fn dry_run(&self, seat: SeatId, line: &str, said: Option<Option<Finality>>) -> Tried {
        let ruleset = &self.ruleset;
        let known = self.known_to(Viewer::Seat(seat));
        let Decided { order, facts, after, .. } =
            match ruleset.decide(known, self.position(), seat, line, &mut Dice::withheld()) {
                Ok(decided) => decided,
                Err(Refusal::Dice(_)) => return Tried::Final(Finality::Rolls),
                Err(refusal) => return Tried::Refused(refusal),
            };
        let after = self.at_positions(Positions::open(after.into()));
        let others = after.waiting_seats() != self.waiting_seats();
        let given = Given { seat, line, second: self.is_second() };
        let said =
            || said.unwrap_or_else(|| ruleset.board(known).choice_of(seat, &order).ok().and_then(|c| c.finality));
        let then = after.known_to(Viewer::Seat(seat));
        match given.finality(&**ruleset, known, after.position(), then, others, said) {
            Some(why) => Tried::Final(why),
            None => Tried::Done { order, facts, after: Box::new(after) },
        }
    }

    /// Tries orders without giving them: with the dice withheld, and nothing recorded.
    ///
    /// # Errors
    /// As [`Game::play`]; the line that is refused is named.
    pub fn draft(&self, seat: SeatId, lines: &[String]) -> Result<Draft, GameError> {
        self.playable()?;
        self.going(seat)?;
        if !self.hears(seat) {
            return Err(self.out_of_turn());
        }
        let mut draft = Draft {
            orders: Vec::new(),
            story: Vec::new(),
            told: Vec::new(),
            commits: None,
            finality: None,
            game: self.clone(),
            seat,
        };
        if self.is_second() {
            // Tried out on what the seat knows, and on nothing else.
            draft.game.positions = Positions::open(self.positions.of(seat).clone());
        }
        if lines.iter().all(|l| l.trim().is_empty()) {
            return Ok(draft);
        }
        let lines = check_lines(lines)?;
        for (i, line) in lines.iter().enumerate() {
            let wrong = |fault| GameError::Line { line: i + 1, of: lines.len(), fault };
            let parts = draft.game.arranged(seat, line).map_err(wrong)?;
            let before = (draft.game.clone(), draft.orders.len(), draft.story.len());
            for (part, order) in parts.iter().enumerate() {
                match draft.step(order)? {
                    None => {}
                    Some(Stop::Final(why)) => {
                        (draft.commits, draft.finality) = (Some(i + 1), Some(why));
                        break;
                    }
                    Some(Stop::Refused(refusal)) if parts.len() > 1 => {
                        let (part, of, text) = (part + 1, parts.len(), order.clone());
                        let refusal = draft.game.with_example(seat, order, refusal);
                        return Err(wrong(LineFault::Part { part, of, text, refusal }));
                    }
                    Some(Stop::Refused(refusal)) => {
                        return Err(wrong(LineFault::Refused(draft.game.with_example(seat, order, refusal))));
                    }
                }
            }
            if self.is_second() {
                // One line: given whole, or not.
                if draft.commits.is_some() {
                    draft.game = before.0;
                    draft.orders.truncate(before.1);
                    draft.story.truncate(before.2);
                    draft.told.truncate(before.1);
                } else {
                    let line = draft.orders.split_off(before.1).join(compound::BETWEEN);
                    draft.orders.push(line);
                    draft.told.truncate(before.1);
                    draft.told.push(draft.story.len());
                }
            }
            if draft.commits.is_some() {
                break;
            }
        }
        Ok(draft)
    }
}
