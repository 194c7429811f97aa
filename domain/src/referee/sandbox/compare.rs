//! Two spots side by side.

use super::{Sandbox, SandboxError};
use crate::referee::{Piece, Place, View};
use serde::Serialize;

/// What is different at two spots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Where in the sequence of play each of them is.
    pub phases: [String; 2],
    /// Pieces that are not as they are at the other spot, in the view's order.
    pub pieces: Vec<Change>,
    /// Lines of the score that differ: what, and the points at each spot.
    pub score: Vec<(String, [i32; 2])>,
    /// The victory level if the game ended there.
    pub levels: [String; 2],
}

/// A piece at two spots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its id.
    pub piece: String,
    /// Its name.
    pub name: String,
    /// How it stands at each spot: place and condition; that it is gone, where it is.
    pub stands: [String; 2],
}

impl Sandbox {
    /// Compares two spots.
    ///
    /// # Errors
    /// As [`Sandbox::at`].
    pub fn compare(&self, one: usize, other: usize) -> Result<Comparison, SandboxError> {
        let [a, b] = [self.at(one)?.view(), self.at(other)?.view()];
        let mut pieces: Vec<Change> = a.pieces.iter().filter_map(|p| changed(p, find(&b, &p.id))).collect();
        let new = b.pieces.iter().filter(|p| find(&a, &p.id).is_none());
        pieces.extend(new.map(|p| Change {
            piece: p.id.clone(),
            name: p.full_name.clone(),
            stands: ["not there".into(), stands(p)],
        }));
        let mut score: Vec<(String, [i32; 2])> = Vec::new();
        for (i, view) in [&a, &b].into_iter().enumerate() {
            for (what, points) in &view.score.lines {
                match score.iter_mut().find(|(w, _)| w == what) {
                    Some((_, both)) => both[i] = *points,
                    None => {
                        let mut both = [0; 2];
                        both[i] = *points;
                        score.push((what.clone(), both));
                    }
                }
            }
        }
        score.retain(|(_, [x, y])| x != y);
        Ok(Comparison { phases: [a.phase.title, b.phase.title], pieces, score, levels: [a.score.level, b.score.level] })
    }
}

fn find<'v>(view: &'v View, id: &str) -> Option<&'v Piece> {
    view.pieces.iter().find(|p| p.id == id)
}

fn changed(piece: &Piece, other: Option<&Piece>) -> Option<Change> {
    let stands = [stands(piece), other.map_or_else(|| "not there".to_owned(), stands)];
    (stands[0] != stands[1]).then(|| Change { piece: piece.id.clone(), name: piece.full_name.clone(), stands })
}

/// Place, condition and markers of a piece, in words.
fn stands(piece: &Piece) -> String {
    let mut words = match &piece.place {
        Place::Map(id) => id.clone(),
        Place::Box(name) => name.clone(),
    };
    if piece.reduced {
        words += ", reduced";
    }
    for figure in &piece.figures {
        words += &format!(", {} {}", figure.text, figure.what);
    }
    for tab in &piece.tabs {
        words += &format!(", {}", tab.title);
    }
    words
}
