//! What the game page takes in hand by itself, and what it shows of drafts and of others who stand by.

use super::place::place_href;
use crate::service::play::Drafted;
use crate::told::Told;
use domain::referee::{Choice, Entry, Line, Mark, Menu, Piece, Place, Tone};

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

/// What was lost in some affairs, line by line.
pub fn losses(affairs: &[Vec<&Entry>]) -> Vec<Told> {
    affairs.iter().flatten().flat_map(|e| &e.lines).filter(|l| l.tone == Tone::Loss).map(Told::of).collect()
}

/// The places of the map that lines touch, each once, with bars between.
pub fn touched(lines: &[Line]) -> String {
    let mut places: Vec<&str> = Vec::new();
    for mark in lines.iter().flat_map(|l| &l.marks) {
        let of: Vec<&String> = match mark {
            Mark::Moved { path, .. } => path.first().into_iter().chain(path.last()).collect(),
            Mark::Lost { place, .. } | Mark::Changed { place } => vec![place],
            Mark::Fought { from, to, .. } => vec![from, to],
        };
        for place in of {
            if !places.contains(&place.as_str()) {
                places.push(place);
            }
        }
    }
    places.join("|")
}
