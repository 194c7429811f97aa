//! The bar of the sequence of play: the steps of a turn, and where we are.

use domain::referee::{About, Phase, Side, StepOfPlay};

/// A step of the bar that shows where we are.
#[derive(Clone, Debug)]
pub struct StepMark {
    /// Its name.
    pub title: &'static str,
    /// Whose it is.
    pub side: Option<Side>,
    /// Whether it says whose it is: the step beside it has the same name.
    pub twice: bool,
    /// `past`, `here` or `next`.
    pub state: &'static str,
}

/// The bar of the sequence of play.
pub fn steps(about: &About, phase: &Phase) -> Vec<StepMark> {
    // A step that belongs to both sides in turn is listed once a side: the one of the side that has it now is meant.
    let here = about
        .sequence
        .iter()
        .position(|s| s.key == phase.step && (s.side == phase.side || phase.side.is_none()))
        .or_else(|| about.sequence.iter().position(|s| s.key == phase.step));
    let state = |i: usize| match here {
        Some(h) if i < h => "past",
        Some(h) if i == h => "here",
        _ => "next",
    };
    let same = |i: usize, other: Option<usize>| {
        other
            .and_then(|o| about.sequence.get(o))
            .is_some_and(|s| about.sequence.get(i).is_some_and(|t| t.title == s.title))
    };
    let twice = |i: usize| same(i, i.checked_sub(1)) || same(i, i.checked_add(1));
    let mark =
        |(i, s): (usize, &StepOfPlay)| StepMark { title: s.title, side: s.side, twice: twice(i), state: state(i) };
    about.sequence.iter().enumerate().map(mark).collect()
}
