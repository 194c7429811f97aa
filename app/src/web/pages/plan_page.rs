//! The page for planning ahead, as data.

use super::board::Board;
use super::choices::Group;
use super::cites::Cites;
use super::off_map::{Garrison, Tray};
use super::rolls::RollView;
use super::sequence::StepMark;
use super::shell::Shell;
use super::table::{Formation, GameCard, Picked, Refused};
use crate::told::Told;
use askama::Template;
use domain::referee::{Bot, Comparison, MarkerView, Phase, Score, StandingOf};

/// A question at the spot looked at.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Whom it is put to.
    pub seat: String,
    /// `union` or `confederate`.
    pub side: &'static str,
    /// The question.
    pub text: String,
    /// Where the rulebook grants it.
    pub section: String,
}

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
    /// Why it could not be taken back in the game: "rolls"; empty where it could be.
    pub remark: &'static str,
    /// Its dice.
    pub rolls: Vec<RollView>,
    /// What it did.
    pub lines: Vec<Told>,
    /// Orders tried at the same place, this one among them.
    pub branches: usize,
    /// Whether the line goes on after it.
    pub more: bool,
}

/// A branch, by its end.
#[derive(Clone, Debug)]
pub struct Branch {
    /// `A`, `B`, …
    pub letter: String,
    /// Its last spot.
    pub spot: usize,
    /// In words: how many orders, and which of them are its own.
    pub title: String,
    /// Whether its end is looked at.
    pub here: bool,
    /// Whether what is looked at lies on it.
    pub along: bool,
}

/// An order tried before at the spot looked at.
#[derive(Clone, Debug)]
pub struct Onward {
    /// The spot after it.
    pub spot: usize,
    /// Whose order.
    pub seat: String,
    /// `union` or `confederate`.
    pub side: &'static str,
    /// In notation.
    pub order: String,
    /// Whether it rolled dice.
    pub rolled: bool,
}

/// Two branches side by side.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What each is called.
    pub names: [String; 2],
    /// The orders of each that the other has not, as `Union: done`.
    pub orders: [Vec<String>; 2],
    /// What is different.
    pub found: Comparison,
}

/// A seat that owes a decision, and its orders of no single piece.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Its number.
    pub id: u8,
    /// Its name.
    pub name: String,
    /// `union` or `confederate`.
    pub side: &'static str,
    /// Whether something is asked of it; otherwise it may interrupt.
    pub asked: bool,
    /// Orders of no single piece.
    pub general: Vec<Group>,
}

/// `/games/ID/plan`
#[derive(Template)]
#[template(path = "pages/plan.html")]
pub struct PlanPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// Links to the rules.
    pub cites: Cites,
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
    /// Whether it was written by hand.
    pub by_hand: bool,
    /// What was typed and refused.
    pub typed: String,
    /// What is asked of all seats.
    pub asks: Vec<Ask>,
    /// Whether nobody is asked anything any more.
    pub over: bool,
    /// The piece in hand.
    pub picked: Option<Picked>,
    /// The page with every order of no single piece listed.
    pub general_all: String,
    /// Pieces ready to act.
    pub ready: Vec<Formation>,
    /// The seats that may act.
    pub seats: Vec<Seat>,
    /// House players that can decide for them.
    pub bots: Vec<Bot>,
    /// Whether standing orders answer.
    pub answers: bool,
    /// The spot before.
    pub back: Option<usize>,
    /// The orders that led here: those that are folded away, and the latest.
    pub line: [Vec<PlanStep>; 2],
    /// How many of the latest came of what was done last; none when that is not known.
    pub fresh: usize,
    /// Whether only the last of them are shown.
    pub fresh_cut: bool,
    /// Orders tried before at this spot.
    pub onward: Vec<Onward>,
    /// All branches.
    pub branches: Vec<Branch>,
    /// The branch compared with, and what is different.
    pub compared: Option<Compared>,
    /// The part of the line that can be a draft.
    pub draft: Vec<String>,
    /// Where that ends: whose order, and which.
    pub draft_ends: Option<(String, String)>,
    /// Orders that wait as a draft in the game, and would go.
    pub drafted: usize,
    /// Answers of the line, as standing orders.
    pub advance: Vec<StandingOf>,
    /// How many orders were tried.
    pub tried: usize,
    /// How many can be.
    pub most: usize,
    /// How many a house player gives at one go.
    pub at_once: usize,
    /// The score there.
    pub score: &'a Score,
    /// Boxes beside the map.
    pub trays: Vec<Tray>,
    /// Who stands where.
    pub garrisons: Vec<Garrison>,
    /// The same by formations, as HTML; empty where the rules know none.
    pub tree: String,
    /// Markers on the map.
    pub markers: &'a [MarkerView],
}
