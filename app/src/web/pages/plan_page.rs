//! The page for planning ahead, as data.

use super::beside::Tray;
use super::board::Board;
use super::shell::Shell;
use super::table::{Formation, GameCard, Group, Picked, Refused, RollView, StepMark};
use super::told::Told;
use askama::Template;
use domain::referee::{Bot, Comparison, Decision, Phase, Score, StandingOf};

/// An order of the line looked at.
#[derive(Clone, Debug)]
pub struct PlanStep {
    /// The spot after it.
    pub spot: usize,
    /// `union` or `confederate`.
    pub side: &'static str,
    /// Whose order.
    pub seat: String,
    /// In notation.
    pub order: String,
    /// Why, when a standing order gave it.
    pub why: String,
    /// Its dice.
    pub rolls: Vec<RollView>,
    /// What it did.
    pub lines: Vec<Told>,
    /// Orders tried at the same place, this one among them.
    pub branches: usize,
}

/// The end of a branch.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its last spot.
    pub spot: usize,
    /// In words.
    pub title: String,
    /// Whether it is the one looked at.
    pub here: bool,
}

/// A seat that owes a decision.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Its number.
    pub id: u8,
    /// Its name.
    pub name: String,
    /// `union` or `confederate`.
    pub side: &'static str,
}

/// `/games/ID/plan`
#[derive(Template)]
#[template(path = "pages/plan.html")]
pub struct PlanPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// The game.
    pub game: GameCard,
    /// Address of this page.
    pub href: String,
    /// Where in the sequence of play.
    pub phase: &'a Phase,
    /// The bar.
    pub steps: Vec<StepMark>,
    /// The map.
    pub board: Board,
    /// The record it was forked at.
    pub base: u64,
    /// Whether the game has moved on since.
    pub behind: bool,
    /// The spot looked at: goes into every form.
    pub seen: String,
    /// A key for the forms shared with the game page.
    pub key: String,
    /// Where orders are posted to.
    pub orders_href: String,
    /// An order that was refused.
    pub refusal: Option<Refused>,
    /// What was typed and refused.
    pub typed: String,
    /// What is asked of all seats.
    pub asks: Vec<Decision>,
    /// Whether nobody is asked anything any more.
    pub over: bool,
    /// The piece in hand.
    pub picked: Option<Picked>,
    /// Orders of no single piece.
    pub general: Vec<Group>,
    /// The page with every one of them listed.
    pub general_all: String,
    /// Pieces ready to act.
    pub ready: Vec<Formation>,
    /// The seats that owe a decision.
    pub waiting: Vec<Seat>,
    /// House players that can decide for them.
    pub bots: Vec<Bot>,
    /// Whether standing orders answer.
    pub answers: bool,
    /// The spot before.
    pub back: Option<usize>,
    /// The orders that led here.
    pub line: Vec<PlanStep>,
    /// The ends of all branches.
    pub branches: Vec<Branch>,
    /// The branch compared with, and what is different.
    pub compared: Option<(String, Comparison)>,
    /// The part of the line that can be a draft.
    pub draft: Vec<String>,
    /// Where that ends: whose order, and which.
    pub draft_ends: Option<(String, String)>,
    /// Answers of the line, as standing orders.
    pub advance: Vec<StandingOf>,
    /// The score there.
    pub score: &'a Score,
    /// Boxes beside the map.
    pub trays: Vec<Tray>,
}
