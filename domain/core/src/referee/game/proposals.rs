//! What is proposed to a seat whose menu is too long to be listed, and shorthand by example.

use super::Game;
use crate::dice::Dice;
use crate::referee::Choice;
use crate::words::{Refusal, SeatId, Viewer};

/// The most lines that are proposed at once.
pub const MOST_PROPOSALS: usize = 12;

impl Game {
    /// Whether the menu of a seat is small enough to be listed.
    pub fn lists_menu(&self, seat: SeatId) -> bool {
        !self.hears(seat) || self.board_of(seat).lists_menu(seat)
    }

    /// What is proposed to a seat: the ruleset's lines, and what ends its turn. At most [`MOST_PROPOSALS`].
    pub fn proposals(&self, seat: SeatId) -> Vec<Choice> {
        if !self.hears(seat) {
            return Vec::new();
        }
        let endings = self.endings(seat);
        let mut all = self.board_of(seat).proposed(seat);
        all.retain(|choice| endings.iter().all(|ending| ending.order != choice.order));
        all.truncate(MOST_PROPOSALS - endings.len());
        all.extend(endings);
        all
    }

    /// What a seat may say now that does nothing more than to wait or to go on.
    pub fn endings(&self, seat: SeatId) -> Vec<Choice> {
        if !self.hears(seat) {
            return Vec::new();
        }
        let (alone, board) = (self.as_known_to(seat), self.board_of(seat));
        let goes = |line: &str| {
            let known = alone.known_to(Viewer::Seat(seat));
            let tried = alone.ruleset.decide(known, alone.position(), seat, line, &mut Dice::withheld());
            tried.is_ok() || matches!(tried, Err(Refusal::Dice(_)))
        };
        let said = board.endings_of(seat).into_iter().filter(|line| goes(line));
        said.filter_map(|line| board.choice_of(seat, &line).ok()).collect()
    }

    /// An example of each kind of shorthand that a seat may say now.
    pub fn shorthand(&self, seat: SeatId) -> Vec<Choice> {
        if self.hears(seat) { self.board_of(seat).shorthand_of(seat) } else { Vec::new() }
    }

    /// A refusal of what could not be read, with a line that its seat could give now: of its menu, or of what is proposed to it, the first that
    /// has most words in common with what was written.
    pub(super) fn with_example(&self, seat: SeatId, line: &str, refusal: Refusal) -> Refusal {
        let Refusal::Unreadable { wrong, legal } = refusal else { return refusal };
        let orders: Vec<String> = match self.hears(seat) && self.lists_menu(seat) {
            true => self.board_of(seat).lines(seat),
            false => self.proposals(seat).into_iter().map(|choice| choice.order).collect(),
        };
        let words = |text: &str| text.to_lowercase().split([' ', '-', ';', ',']).map(str::to_owned).collect::<Vec<_>>();
        let written = words(line);
        let like = |order: &String| words(order).iter().filter(|word| written.contains(word)).count();
        let best = orders.into_iter().reduce(|best, order| if like(&order) > like(&best) { order } else { best });
        let legal = best.map_or_else(|| legal.clone(), |order| format!("{legal} Here, for example: {order}."));
        Refusal::Unreadable { wrong, legal }
    }

    /// Whether a line can be read as orders of a seat, or as shorthand: whether it is legal is another matter.
    pub fn reads(&self, seat: SeatId, line: &str) -> bool {
        let board = self.board_of(seat);
        // Shorthand that stands for nothing here was read as shorthand.
        let Ok(orders) = board.spelled(seat, line) else { return true };
        !orders.is_empty() && orders.iter().all(|order| board.readers_of(seat, order).is_some())
    }

    /// The orders that a line of a seat stands for, by what it knows.
    ///
    /// # Errors
    /// Shorthand that stands for nothing here.
    pub fn spelled(&self, seat: SeatId, line: &str) -> Result<Vec<String>, Refusal> {
        self.board_of(seat).spelled(seat, line)
    }
}
