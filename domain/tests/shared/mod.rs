//! What the tests of every rulebook share: a study position to ask rule questions at, whole games of house players, the menu held
//! against the rules, and the page that maps sections to code and tests.
//!
//! A ruleset says in an `impl Tested` what is its own, and each of the properties is then a test of a line or two. How to:
//! `docs/adding-a-ruleset.md`.
#![allow(dead_code, reason = "each ruleset's tests use what they need of it")]

pub mod games;
pub mod menus;
pub mod overlays;
pub mod sections;
pub mod table;

use domain_core::referee::{BotRng, Ruleset};

/// A ruleset with what its tests have to know of it.
pub trait Tested: Ruleset + Sized {
    /// The scenario that tests begin with.
    const SCENARIO: &'static str;
    /// More dice than one order rolls.
    const FACES: usize;
    /// More orders than any game comes to.
    const MOST_ORDERS: usize;

    /// The ruleset, read once for all tests.
    fn rules() -> &'static Self;

    /// Panics unless what holds at every moment of every game holds in this position.
    fn sound(position: &Self::Position);

    /// Whether more positions like this one should be looked at than of the common kind: questions, short phases.
    fn rare(position: &Self::Position) -> bool;

    /// Well-formed orders of every kind that names no way, legal or not, as many as there is time for: those of the menu are exactly
    /// those of them that the rules accept.
    fn orders_without_a_way(rng: &mut BotRng) -> Vec<Self::Order>;
}
