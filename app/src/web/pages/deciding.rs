//! What the game page takes in hand by itself, and what it shows of drafts and of others who stand by.

use super::choices::looked_at;
use super::place::place_href;
use super::table::{NotThere, piece_href, with_query};
use crate::service::play::Drafted;
use crate::service::table::Table;
use crate::told::Told;
use domain::board::Sheet;
use domain::referee::{Choice, Entry, GameError, Line, LineFault, Mark, Menu, Piece, Place, Side, Tone};
use domain::words::Refusal;

/// The piece that a question is about: where all answers are one piece's, it is in hand by itself.
pub fn questioned(menu: &Menu) -> Option<String> {
    let mut pieces = menu.choices.iter().filter_map(|c| c.piece.as_ref());
    let first = pieces.next()?;
    pieces.all(|p| p == first).then(|| first.clone())
}

/// What the drafts would do, to be drawn: ways, and at whom they lead where an order ends with the name of an enemy.
pub fn drafted_marks(drafted: Option<&Drafted>) -> Vec<Mark> {
    let Some(Drafted { draft: Ok(draft), .. }) = drafted else { return Vec::new() };
    let pieces = draft.view().pieces;
    let mut marks = Vec::new();
    for (order, lines) in draft.by_order() {
        let own = || lines.iter().flat_map(|l| &l.marks);
        marks.extend(own().cloned());
        let moved = own().find_map(|m| match m {
            Mark::Moved { path, side, .. } => Some((path.last()?, *side)),
            _ => None,
        });
        marks.extend(moved.and_then(|(from, side)| aimed_at(order, (from, side), &pieces)));
    }
    marks
}

/// What an order is aimed at that leads to a place and ends with the name of an enemy.
fn aimed_at(order: &str, (from, side): (&str, Side), pieces: &[Piece]) -> Option<Mark> {
    let named =
        |p: &&Piece| p.side != side && order.strip_suffix(p.name.as_str()).is_some_and(|before| before.ends_with(' '));
    match &pieces.iter().find(named)?.place {
        Place::Map(to) => Some(Mark::Fought { from: from.to_owned(), to: to.clone(), side }),
        Place::Box(_) => None,
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

/// What was lost in some affairs and not taken back, line by line.
pub fn losses(table: &Table, affairs: &[Vec<&Entry>]) -> Vec<Told> {
    affairs
        .iter()
        .flatten()
        .filter(|e| table.game.stands(e))
        .flat_map(|e| &e.lines)
        .filter(|l| l.tone == Tone::Loss)
        .map(Told::of)
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use domain::referee::{Known, Terms, Viewer};

    #[test]
    fn a_drafted_charge_leads_to_whom_it_is_aimed_at() {
        let registry = domain::rulesets::standard();
        let ruleset = registry.all().first().expect("a rulebook is on the list");
        let scenario = ruleset.about().scenarios.first().expect("there is one");
        let options = scenario.options.iter().filter_map(|o| Some((o.key.to_owned(), o.values.first()?.0.to_owned())));
        let terms = Terms { scenario: scenario.id.to_owned(), options: options.collect() };
        let begun = ruleset.open(&terms).expect("its own terms");
        let mut pieces = ruleset.board(Known::held(&*begun)).view(Viewer::Everyone).pieces;
        let griffin = pieces.iter_mut().find(|p| p.name == "Griffin").expect("a unit of the Union");
        griffin.place = Place::Map("0815".to_owned());
        let (from, side) = ("0714", Side::Confederate);
        let aimed = |order: &str, side| aimed_at(order, (from, side), &pieces);
        let fought = Mark::Fought { from: from.to_owned(), to: "0815".to_owned(), side };
        assert_eq!(aimed("Archer charge 0613-0714 Griffin", side), Some(fought));
        // A move names nobody, a friend is no target, and who is off the map is nowhere.
        assert_eq!(aimed("Archer 0613-0714", side), None);
        assert_eq!(aimed("Martindale charge 0613-0714 Griffin", Side::Union), None);
        assert_eq!(aimed("Archer charge 0613-0714 Meade", side), None);
    }
}
