//! The pages of a lesson, as data.

use super::board::Board;
use super::choices::Group;
use super::cites::Cites;
use super::rolls::RollView;
use super::sequence::StepMark;
use super::shell::Shell;
use super::table::{Formation, Picked, Refused};
use crate::told::Told;
use askama::Template;
use domain::referee::{Decision, Phase};

/// Where in a lesson somebody is.
#[derive(Clone, Debug)]
pub struct Where {
    /// Address of this page.
    pub href: String,
    /// The step before.
    pub back: Option<String>,
    /// The same turn as a letter.
    pub letter: String,
    /// The first step.
    pub first: String,
    /// Where a lesson is begun.
    pub begin: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The lesson's title.
    pub title: String,
    /// How many steps are done.
    pub step: usize,
    /// How many there are.
    pub steps: usize,
    /// The number under which it is counted; empty when it is not.
    pub run: String,
}

/// Something that happened, as a lesson tells it.
#[derive(Clone, Debug)]
pub struct Happened {
    /// `union` or `confederate`.
    pub side: &'static str,
    /// Whose order.
    pub seat: &'static str,
    /// It in notation.
    pub order: String,
    /// What it did.
    pub lines: Vec<Told>,
    /// Its dice.
    pub rolls: Vec<RollView>,
}

/// What stands at the end.
#[derive(Clone, Debug)]
pub struct LessonEnd {
    /// What the lesson says.
    pub said: String,
    /// Other lessons: where they begin, and their titles.
    pub others: Vec<(String, String)>,
}

/// `/rulesets/ID/lessons/LESSON/STEP`
#[derive(Template)]
#[template(path = "pages/lesson.html")]
pub struct LessonPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// Links to the rules.
    pub cites: Cites,
    /// Where in the lesson.
    pub at: Where,
    /// Where in the sequence of play.
    pub phase: &'a Phase,
    /// The bar.
    pub bar: Vec<StepMark>,
    /// The map.
    pub board: Board,
    /// The step, for the forms that are shared with the game's page.
    pub seen: String,
    /// As there.
    pub key: String,
    /// Where orders are posted to.
    pub orders_href: String,
    /// What the step says.
    pub say: String,
    /// What is asked.
    pub asks: Vec<Decision>,
    /// The piece in hand.
    pub picked: Option<Picked>,
    /// The order that is asked for, when it is no piece's.
    pub general: Vec<Group>,
    /// As on the game's page.
    pub general_all: String,
    /// The piece that is to act.
    pub ready: Vec<Formation>,
    /// What the last step brought.
    pub news: Vec<Happened>,
    /// An order that was not the one.
    pub refusal: Option<Refused>,
    /// The end.
    pub end: Option<LessonEnd>,
}

/// `/rulesets/ID/lessons/LESSON/letter/STEP`
#[derive(Template)]
#[template(path = "pages/lesson_letter.html")]
pub struct LetterPage {
    /// Frame.
    pub shell: Shell,
    /// Links to the rules.
    pub cites: Cites,
    /// Where in the lesson.
    pub at: Where,
    /// The map.
    pub board: Board,
    /// The part of it that is shown, as a view box.
    pub part: String,
    /// The phase.
    pub phase: String,
    /// What is asked.
    pub asks: Vec<Decision>,
    /// The orders that are still to be given.
    pub lines: Vec<String>,
    /// What the last answer brought.
    pub news: Vec<Happened>,
    /// What was typed and not taken.
    pub typed: String,
    /// Why not.
    pub refusal: Option<Refused>,
    /// The end.
    pub end: Option<LessonEnd>,
}
