//! Two spots side by side.

use super::{Sandbox, SandboxError, Spot};
use crate::board::Sheet;
use crate::referee::{Piece, Place, View};
use crate::words::SeatId;
use serde::Serialize;

/// What is different at two spots. Of every pair the first belongs to the one spot, the second to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// How many orders both have in common.
    pub shared: usize,
    /// The orders of each after those: whose, and in notation.
    pub orders: [Vec<(SeatId, String)>; 2],
    /// Where in the sequence of play each of them is.
    pub phases: [String; 2],
    /// Pieces that are not as they are at the other spot, in the view's order.
    pub pieces: Vec<Change>,
    /// What the markers on the map say at one spot and not at the other: who holds a place, for one.
    pub places: [Vec<String>; 2],
    /// Lines of the score that differ: what, and the points at each spot.
    pub score: Vec<(String, [i32; 2])>,
    /// The score in words.
    pub totals: [String; 2],
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
    /// The place where it is at both spots; empty when it is elsewhere.
    pub at: String,
    /// How it stands at each spot: the place, where that differs, and the condition.
    pub stands: [String; 2],
}

impl Comparison {
    /// Whether anything on the map or in the score is different.
    pub fn differs(&self) -> bool {
        !(self.pieces.is_empty() && self.score.is_empty() && self.places.iter().all(Vec::is_empty))
    }
}

impl Sandbox {
    /// Compares two spots.
    ///
    /// # Errors
    /// As [`Sandbox::at`].
    pub fn compare(&self, one: usize, other: usize) -> Result<Comparison, SandboxError> {
        let spots = [self.at(one)?, self.at(other)?];
        let sheet = self.ruleset.sheet();
        let [a, b] = [spots[0].view(), spots[1].view()];
        let pieces = a.pieces.iter().filter_map(|p| changed(sheet, Some(p), find(&b, &p.id)));
        let new = b.pieces.iter().filter(|p| find(&a, &p.id).is_none());
        let pieces = pieces.chain(new.filter_map(|p| changed(sheet, None, Some(p)))).collect();
        let ways = [one, other].map(|spot| self.tree.way_to(spot));
        // The beginning is on both ways.
        let shared = ways[0].iter().zip(&ways[1]).take_while(|(x, y)| x == y).count().saturating_sub(1);
        let after = |spot: &Spot| spot.steps.iter().skip(shared).map(|s| (s.seat, s.order.clone())).collect();
        Ok(Comparison {
            shared,
            orders: [after(&spots[0]), after(&spots[1])],
            pieces,
            places: [said_only(&a, &b), said_only(&b, &a)],
            score: score(&a, &b),
            totals: [a.score.said(), b.score.said()],
            levels: [a.score.level, b.score.level],
            phases: [a.phase.title, b.phase.title],
        })
    }
}

fn score(a: &View, b: &View) -> Vec<(String, [i32; 2])> {
    let mut lines: Vec<(String, [i32; 2])> = Vec::new();
    for (i, view) in [a, b].into_iter().enumerate() {
        for (what, points) in view.score.lines.iter().map(|(what, points)| (bare(what), points)) {
            match lines.iter_mut().find(|(w, _)| w == what) {
                Some((_, both)) => both[i] = *points,
                None => {
                    let mut both = [0; 2];
                    both[i] = *points;
                    lines.push((what.to_owned(), both));
                }
            }
        }
    }
    lines.retain(|(_, [x, y])| x != y);
    lines
}

/// A line of the score without the count that some of them end with: "Batteries lost: 3".
fn bare(what: &str) -> &str {
    what.rsplit_once(": ").filter(|(_, n)| n.chars().all(|c| c.is_ascii_digit())).map_or(what, |(bare, _)| bare)
}

/// The markers of one view that the other has not, in words.
fn said_only(view: &View, other: &View) -> Vec<String> {
    view.markers.iter().filter(|m| !other.markers.contains(m)).map(|m| m.title.clone()).collect()
}

fn find<'v>(view: &'v View, id: &str) -> Option<&'v Piece> {
    view.pieces.iter().find(|p| p.id == id)
}

fn changed(sheet: &Sheet, one: Option<&Piece>, other: Option<&Piece>) -> Option<Change> {
    let either = one.or(other)?;
    let different = match (one, other) {
        (Some(a), Some(b)) => a.place != b.place || a.reduced != b.reduced || extras(a) != extras(b),
        _ => true,
    };
    let there = |p: &Piece| match &p.place {
        Place::Map(id) => sheet.place(id).map_or_else(|| id.clone(), |p| p.title.clone()),
        Place::Box(name) => name.clone(),
    };
    let at = match (one, other) {
        (Some(a), Some(b)) if a.place == b.place => there(a),
        _ => String::new(),
    };
    let stands = [(one, other), (other, one)].map(|(piece, than)| {
        let Some(piece) = piece else { return "not there".to_owned() };
        let place = at.is_empty().then(|| there(piece));
        let words: Vec<String> = place.into_iter().chain(condition(piece, than)).collect();
        if words.is_empty() { "no marker".to_owned() } else { words.join(", ") }
    });
    let name = either.full_name.clone();
    different.then(|| Change { piece: either.id.clone(), name, at, stands })
}

/// The figures and markers on a piece, in words.
fn extras(piece: &Piece) -> Vec<String> {
    let figures = piece.figures.iter().map(|f| format!("{} {}", f.text, f.what));
    figures.chain(piece.tabs.iter().map(|t| t.title.clone())).collect()
}

/// In what condition a piece is, as far as it is another than that of the other piece.
fn condition(piece: &Piece, than: Option<&Piece>) -> Vec<String> {
    let known = than.map(extras).unwrap_or_default();
    let extras = extras(piece).into_iter().filter(|e| !known.contains(e));
    let reduced = match (piece.reduced, than.is_some_and(|t| t.reduced)) {
        (true, _) => Some("reduced".to_owned()),
        (false, true) => Some("not reduced".to_owned()),
        (false, false) => None,
    };
    reduced.into_iter().chain(extras).collect()
}
