//! Orders tried without being given.

use super::play::check_lines;
use super::positions::Positions;
use super::{Game, GameError, LineFault};
use crate::dice::Dice;
use crate::referee::{AnyPosition, Line, Menu, View};
use crate::words::{Refusal, SeatId, Viewer};

/// A game as it would stand after orders that are not given yet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The orders tried so far, as notation writes them.
    pub orders: Vec<String>,
    /// What they would do, told to the player.
    pub story: Vec<Line>,
    /// The first line (from 1) that cannot stay a draft, because it rolls, shows something or hands the game over. It and what follows it
    /// are not in the position.
    pub commits: Option<usize>,
    game: Game,
    seat: SeatId,
}

impl Draft {
    /// What the player sees.
    pub fn view(&self) -> View {
        self.game.view(Viewer::Seat(self.seat))
    }
    /// What the player may do next.
    pub fn menu(&self, piece: Option<&str>) -> Menu {
        self.game.menu(self.seat, piece)
    }
    /// The position.
    pub fn position(&self) -> &dyn AnyPosition {
        self.game.position()
    }
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
        let mut draft = Draft { orders: Vec::new(), story: Vec::new(), commits: None, game: self.clone(), seat };
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
            let known = draft.game.known_to(Viewer::Seat(seat));
            let decided = match self.ruleset.decide(known, draft.game.position(), seat, line, &mut Dice::withheld()) {
                Ok(decided) => decided,
                Err(Refusal::Dice(_)) => {
                    draft.commits = Some(i + 1);
                    break;
                }
                Err(refusal) => return Err(wrong(LineFault::Refused(refusal))),
            };
            let waited = draft.game.waiting_seats();
            let after = draft.game.at_positions(Positions::open(decided.after.into()));
            let board = self.ruleset.board(known);
            let together = self.is_second()
                && board.waiting().iter().any(|d| d.seat == seat && board.is_together(d))
                && board.is_answer(seat, line);
            let shows = together || board.choice_of(seat, &decided.order).is_ok_and(|c| c.commits);
            if shows || after.waiting_seats() != waited || self.ruleset.truth(after.position()).ended().is_some() {
                draft.commits = Some(i + 1);
                break;
            }
            drop(board);
            draft.game = after;
            draft.orders.push(decided.order);
            for fact in &decided.facts {
                let told = self.ruleset.tell(fact.get(), self.eyes(Viewer::Seat(seat)));
                draft.story.extend(told.map_err(|e| GameError::Broken(format!("a fact does not read back: {e}.")))?);
            }
        }
        Ok(draft)
    }
}
