//! What the game page takes in hand by itself, and what it shows of drafts and of others who stand by.

use super::place::place_href;
use crate::service::play::Drafted;
use domain::referee::{Choice, Mark, Menu, Piece, Place};

/// The piece that a question is about: where all answers are one piece's, it is in hand by itself.
pub fn questioned(menu: &Menu) -> Option<String> {
    let mut pieces = menu.choices.iter().filter_map(|c| c.piece.as_ref());
    let first = pieces.next()?;
    pieces.all(|p| p == first).then(|| first.clone())
}

/// What the drafts would do, to be drawn.
pub fn drafted_marks(drafted: Option<&Drafted>) -> Vec<Mark> {
    match drafted {
        Some(Drafted { draft: Ok(draft), .. }) => draft.story.iter().flat_map(|l| l.marks.iter().cloned()).collect(),
        _ => Vec::new(),
    }
}

/// What others can do where a piece stands, and the page with that place in hand.
pub fn around(piece: &Piece, every: &[Choice], page: &str) -> (Vec<Choice>, String) {
    let (Place::Map(at) | Place::Box(at)) = &piece.place;
    let others = |c: &&Choice| {
        c.place.as_ref() == Some(at) && c.path.len() < 2 && c.piece.as_ref().is_some_and(|by| *by != piece.id)
    };
    (every.iter().filter(others).cloned().collect(), place_href(page, at) + "#place")
}
