//! What the game page takes in hand by itself, and what it shows of drafts and of others who stand by.

use super::choices::looked_at;
use super::place::place_href;
use super::table::{NotThere, piece_href, with_query};
use crate::service::play::Drafted;
use crate::service::table::Table;
use crate::told::Told;
use domain::board::Sheet;
use domain::referee::{Choice, Entry, GameError, Line, LineFault, Mark, Menu, Piece, Place, Tone};
use domain::words::Refusal;

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

/// Why a piece in hand, of which these are all choices, can do nothing at a place that was tapped: what the referee says to a plain order to go
/// there. `None` where it can do something there, or stands there itself.
pub fn not_there(
    table: &Table,
    drafted: Option<&Drafted>,
    (piece, at): (&Piece, &str),
    own: &[Choice],
    (sheet, page): (&Sheet, &str),
    rides: bool,
) -> Option<NotThere> {
    let place = sheet.place(at)?;
    let shown = |c: &&Choice| looked_at(c, at) && (rides || c.path.len() < 2);
    if piece.stands_on(at) || own.iter().any(|c| shown(&c)) {
        return None;
    }
    let (name, title) = (&piece.name, &place.title);
    if own.iter().any(|c| looked_at(c, at)) {
        // What he leads is shown, and this is a ride. A piece of another kind has all of its choices shown.
        let rides = with_query(&with_query(&piece_href(page, &piece.id), "rides", "1"), "at", at) + "#unit";
        let leads = piece.symbol == domain::referee::Symbol::Leader;
        return leads.then(|| NotThere {
            why: format!("{name} activates nothing at {title}, but can ride there."),
            instead: (rides, format!("Ride to {title}")),
        });
    }
    let mut lines = match drafted {
        Some(Drafted { draft: Ok(draft), .. }) => draft.orders.clone(),
        _ => Vec::new(),
    };
    lines.push(format!("{name} {at}"));
    let why = match table.seat.map(|seat| table.game.draft(seat, &lines)) {
        Some(Err(GameError::Line { fault: LineFault::Refused(Refusal::Illegal(why)), .. })) => {
            format!("Not to {title}: {} {} ({})", why.wrong, why.legal, why.section)
        }
        _ => format!("{name} can do nothing at {title} now."),
    };
    Some(NotThere { why, instead: (place_href(page, at) + "#place", format!("Look at {title}")) })
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
