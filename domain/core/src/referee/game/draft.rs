//! Orders tried without being given.

use super::play::check_lines;
use super::positions::Positions;
use super::{Game, GameError, LineFault, compound};
use crate::dice::Dice;
use crate::referee::{AnyPosition, Candidate, Line, Menu, NoOverlay, OverlayView, Step, View};
use crate::words::{Refusal, SeatId, Viewer};

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

    /// Tries one more order.
    fn step(&mut self, line: &str) -> Result<Tried, GameError> {
        let seat = self.seat;
        let ruleset = self.game.ruleset.clone();
        let known = self.game.known_to(Viewer::Seat(seat));
        let decided = match ruleset.decide(known, self.game.position(), seat, line, &mut Dice::withheld()) {
            Ok(decided) => decided,
            Err(Refusal::Dice(_)) => return Ok(Tried::Commits),
            Err(refusal) => return Ok(Tried::Refused(refusal)),
        };
        let waited = self.game.waiting_seats();
        let after = self.game.at_positions(Positions::open(decided.after.into()));
        let board = ruleset.board(known);
        let together = self.game.is_second()
            && board.waiting().iter().any(|d| d.seat == seat && board.is_together(d))
            && board.is_answer(seat, line);
        let shows = together || board.choice_of(seat, &decided.order).is_ok_and(|c| c.commits);
        if shows || after.waiting_seats() != waited || ruleset.truth(after.position()).ended().is_some() {
            return Ok(Tried::Commits);
        }
        drop(board);
        self.game = after;
        self.orders.push(decided.order);
        for fact in &decided.facts {
            let told = ruleset.tell(fact.get(), self.game.eyes(Viewer::Seat(seat)));
            self.story.extend(told.map_err(|e| GameError::Broken(format!("a fact does not read back: {e}.")))?);
        }
        self.told.push(self.story.len());
        Ok(Tried::Done)
    }
}

/// What became of an order that was tried.
enum Tried {
    /// It is done.
    Done,
    /// It cannot be taken back, and is not done.
    Commits,
    /// The referee refuses it.
    Refused(Refusal),
}

impl Game {
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
        let mut draft =
            Draft { orders: Vec::new(), story: Vec::new(), told: Vec::new(), commits: None, game: self.clone(), seat };
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
                    Tried::Done => {}
                    Tried::Commits => {
                        draft.commits = Some(i + 1);
                        break;
                    }
                    Tried::Refused(refusal) if parts.len() > 1 => {
                        let (part, of, text) = (part + 1, parts.len(), order.clone());
                        return Err(wrong(LineFault::Part { part, of, text, refusal }));
                    }
                    Tried::Refused(refusal) => return Err(wrong(LineFault::Refused(refusal))),
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
