//! Lessons: a turn that a newcomer plays step by step, with dice that are written down beforehand.
//!
//! A lesson is a file: how the position came about, line by line, then the orders that are asked for, each with one sentence, the dice that
//! fall, and what others answer. It is no game: nothing of it is hashed or stored, and its dice prove nothing
//! (`docs/decisions/0081-first-minutes.md`). The referee decides every line of it as it would in a game.

use super::{AnyPosition, AnyRuleset, Choice, Known, Line, Menu, SeatId, View, Viewer};
use crate::dice::Dice;
use crate::words::{Roll, Terms};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use thiserror::Error;

/// A lesson, as its file says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Stable id, lower case with hyphens.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is, in one sentence.
    pub about: String,
    /// The scenario's id.
    pub scenario: String,
    /// Options that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// The learner's seat, by its name.
    pub seat: String,
    /// How the position came about.
    pub before: Vec<LessonLine>,
    /// What the learner does.
    pub steps: Vec<LessonStep>,
    /// What to say at the end, in one or two sentences.
    pub end: String,
}

/// A line that somebody says: an order, or the umpire's word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonLine {
    /// The seat by its name, or `umpire`.
    pub by: String,
    /// The order in notation, or the umpire's line.
    pub line: String,
    /// The dice that fall, in the order in which the rules roll them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
}

/// One step of the learner's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// One sentence. Figures in it are those of the order, its sum or its outcome: a test holds them against these.
    pub say: String,
    /// The order that is asked for.
    pub order: String,
    /// The dice that fall.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// What follows before the learner is asked again: others' answers, or a word of the learner's own that needs no thought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<LessonLine>,
}

/// A line of a lesson that the referee does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: {why}")]
pub struct LessonError {
    /// The line.
    pub line: String,
    /// Why not.
    pub why: String,
}

/// Something that happened on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LessonEvent {
    /// Whose order; nobody's for the umpire.
    pub seat: Option<SeatId>,
    /// It in notation.
    pub order: String,
    /// Its dice.
    pub rolls: Vec<Roll>,
    /// What it did.
    pub story: Vec<Line>,
}

/// A lesson after so many steps.
pub struct LessonSpot<'r> {
    ruleset: &'r dyn AnyRuleset,
    position: Box<dyn AnyPosition>,
    /// The learner's seat.
    pub seat: SeatId,
    /// What the last step brought; nothing at the beginning.
    pub news: Vec<LessonEvent>,
}

impl Lesson {
    /// Reads a lesson's file.
    ///
    /// # Errors
    /// The JSON error, with its place.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The lesson after so many of its steps; more than there are count as all.
    ///
    /// # Errors
    /// [`LessonError`] for the first line that the referee does not take.
    pub fn after<'r>(&self, ruleset: &'r dyn AnyRuleset, steps: usize) -> Result<LessonSpot<'r>, LessonError> {
        let wrong = |line: &str, why: String| LessonError { line: line.to_owned(), why };
        let about = ruleset.about();
        let scenario = about.scenario(&self.scenario);
        let scenario = scenario.ok_or_else(|| wrong(&self.scenario, "There is no such scenario.".to_owned()))?;
        let mut options: BTreeMap<String, String> = (scenario.options.iter())
            .filter_map(|o| Some((o.key.to_owned(), o.values.first()?.0.to_owned())))
            .collect();
        options.extend(self.options.clone());
        let terms = Terms { options, scenario: self.scenario.clone() };
        let position = ruleset.open(&terms).map_err(|refusal| wrong(&self.scenario, refusal.to_string()))?;
        let seat_of = |by: &str| {
            let found = scenario.seats.iter().position(|s| s.name.eq_ignore_ascii_case(by));
            found.and_then(|n| u8::try_from(n).ok()).map(SeatId)
        };
        let seat = seat_of(&self.seat).ok_or_else(|| wrong(&self.seat, "There is no such seat.".to_owned()))?;
        let mut spot = LessonSpot { ruleset, position, seat, news: Vec::new() };
        let said = |spot: &mut LessonSpot<'r>, line: &LessonLine| match seat_of(&line.by) {
            Some(by) => spot.order(by, &line.line, &line.dice),
            None if line.by == "umpire" => spot.umpire(&line.line),
            None => Err(wrong(&line.line, format!("There is no seat {:?}.", line.by))),
        };
        for line in &self.before {
            said(&mut spot, line)?;
        }
        spot.news.clear();
        for step in self.steps.iter().take(steps) {
            spot.news.clear();
            spot.order(seat, &step.order, &step.dice)?;
            for line in &step.then {
                said(&mut spot, line)?;
            }
        }
        Ok(spot)
    }
}

impl LessonSpot<'_> {
    /// What a seat may know of the position.
    fn known_to(&self, seat: SeatId) -> Box<dyn AnyPosition> {
        self.ruleset.known(&*self.position, Viewer::Seat(seat))
    }

    fn order(&mut self, by: SeatId, line: &str, dice: &[u8]) -> Result<(), LessonError> {
        let wrong = |why: String| LessonError { line: line.to_owned(), why };
        let mut faces: VecDeque<u8> = dice.iter().copied().collect();
        let mut dice = Dice::forced(&mut faces);
        let known = self.known_to(by);
        let decided = self.ruleset.decide(Known::held(&*known), &*self.position, by, line, &mut dice);
        let decided = decided.map_err(|refusal| wrong(refusal.to_string()))?;
        let rolls = dice.into_rolls();
        if !faces.is_empty() {
            return Err(wrong(format!("{} dice are left over.", faces.len())));
        }
        let told =
            decided.facts.iter().filter_map(|f| self.ruleset.tell(f.get(), Viewer::Seat(self.seat)).ok().flatten());
        self.news.push(LessonEvent { seat: Some(by), order: decided.order, rolls, story: told.collect() });
        self.position = decided.after;
        Ok(())
    }

    fn umpire(&mut self, line: &str) -> Result<(), LessonError> {
        let decided = self.ruleset.umpire(&*self.position, line);
        let decided = decided.map_err(|refusal| LessonError { line: line.to_owned(), why: refusal.to_string() })?;
        self.news.push(LessonEvent { seat: None, order: decided.order, rolls: Vec::new(), story: Vec::new() });
        self.position = decided.after;
        Ok(())
    }

    /// What there is to see for the learner.
    pub fn view(&self) -> View {
        let known = self.known_to(self.seat);
        self.ruleset.board(Known::held(&*known)).view(Viewer::Seat(self.seat))
    }

    /// Whether a line can be read as orders of the learner's, or as shorthand: whether it is legal is another matter.
    pub fn reads(&self, line: &str) -> bool {
        let known = self.known_to(self.seat);
        let board = self.ruleset.board(Known::held(&*known));
        let Ok(orders) = board.spelled(self.seat, line) else { return true };
        !orders.is_empty() && orders.iter().all(|order| board.readers_of(self.seat, order).is_some())
    }

    /// What the learner could do; `piece` narrows it to one piece.
    pub fn menu(&self, piece: Option<&str>) -> Menu {
        let known = self.known_to(self.seat);
        self.ruleset.board(Known::held(&*known)).menu(self.seat, piece)
    }

    /// The choice that an order of the learner's is, as its menu has it.
    ///
    /// # Errors
    /// Why it is none, with what would be legal.
    pub fn choice(&self, line: &str) -> Result<Choice, String> {
        let known = self.known_to(self.seat);
        self.ruleset.board(Known::held(&*known)).choice_of(self.seat, line).map_err(|refusal| refusal.to_string())
    }
}
