//! What came of it: a card for each affair that rolled since the reader's last order, shown where it happened until the next order is given.

use super::story::rolls;
use super::table::RollView;
use crate::service::table::Table;
use crate::told::Told;
use domain::board::Sheet;
use domain::referee::{Entry, Line, Mark, Tone, affairs};
use fieldpost_map::Frame;
use std::cmp::Reverse;

/// Cards shown; of more, the rest is told further down.
const CARDS: usize = 2;

/// The cards of a page.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// They: what the reader's own order did first, then the latest.
    pub cards: Vec<OutcomeCard>,
    /// Other affairs that rolled.
    pub more: usize,
}

/// An affair that rolled: what it came to.
#[derive(Clone, Debug)]
pub struct OutcomeCard {
    /// The record that began it.
    pub seq: u64,
    /// The side that began it, as a class.
    pub side: &'static str,
    /// Whose order; empty for the referee.
    pub seat: String,
    /// It, in notation.
    pub order: String,
    /// What it came to, in a sentence.
    pub headline: String,
    /// What else it did, in plain sentences: losses, retreats.
    pub lines: Vec<Told>,
    /// Answers that were given in advance, and why.
    pub answered: Vec<String>,
    /// The dice.
    pub rolls: Vec<RollView>,
    /// The same with its arithmetic.
    pub sums: Vec<Told>,
    /// Where it happened: place, and its middle in thousandths of the map's width and height.
    pub at: Option<(String, u32, u32)>,
    /// The position after it.
    pub href: String,
}

/// The cards of what happened since somebody's last order, it among them. `recent` are the last records, `own` is that order's place there.
pub fn outcomes(table: &Table, sheet: &Sheet, recent: &[Entry], own: Option<usize>) -> Outcomes {
    let own = own.and_then(|own| recent.get(own)).map(|e| e.seq);
    let mine = |affair: &[&Entry]| affair.iter().any(|e| Some(e.seq) == own);
    let rolled = |affair: &[&Entry]| affair.iter().rfind(|e| !e.rolls.is_empty()).map(|e| e.seq);
    let mut all = affairs(recent);
    all.retain(|affair| rolled(affair).is_some_and(|seq| mine(affair) || seq >= own.unwrap_or(0)));
    all.sort_by_key(|affair| (!mine(affair), Reverse(rolled(affair))));
    let more = all.len().saturating_sub(CARDS);
    Outcomes { cards: all.iter().take(CARDS).filter_map(|affair| card(table, sheet, affair)).collect(), more }
}

fn card(table: &Table, sheet: &Sheet, affair: &[&Entry]) -> Option<OutcomeCard> {
    let (first, last) = (affair.first()?, affair.last()?);
    let lines: Vec<&Line> = affair.iter().flat_map(|e| &e.lines).collect();
    let main = told_most(&lines);
    let tells = |l: &&&Line| {
        matches!(l.tone, Tone::Combat | Tone::Roll | Tone::Loss | Tone::Move | Tone::Result)
            && main.is_none_or(|main| !std::ptr::eq::<Line>(**l, main))
    };
    let short = |l: &&Line| Told { text: l.in_short(), section: None, ..Told::of(l) };
    let seat = first.seat.and_then(|s| table.game.seat(s));
    let in_advance = |e: &&Entry| {
        let why = e.standing.as_ref()?;
        let who = e.seat.map_or("", |s| table.seat_name(s));
        Some(format!("{who}: {} ({why})", e.order.as_deref().unwrap_or_default()))
    };
    Some(OutcomeCard {
        seq: first.seq,
        side: seat.map_or("", |s| s.side.word()),
        seat: seat.map_or_else(String::new, |s| s.name.clone()),
        order: first.order.clone().unwrap_or_default(),
        headline: main.map_or_else(|| "Rolled; what comes of it waits for an answer.".to_owned(), |l| l.in_short()),
        lines: lines.iter().filter(tells).map(short).collect(),
        answered: affair.iter().filter_map(in_advance).collect(),
        rolls: affair.iter().copied().flat_map(rolls).collect(),
        sums: lines.iter().filter(|l| has_sum(l)).map(|l| Told::of(l)).collect(),
        at: place(&lines).and_then(|id| middle(sheet, id)),
        href: format!("{}/replay/{}", table.href(), last.seq),
    })
}

fn has_sum(line: &Line) -> bool {
    matches!(line.tone, Tone::Combat | Tone::Roll)
}

/// The line of an affair that says what it came to: what was attacked is the affair, other rolls in its course are not.
pub fn told_most<'l>(lines: &[&'l Line]) -> Option<&'l Line> {
    let combat = lines.iter().rfind(|l| l.tone == Tone::Combat);
    combat.or_else(|| lines.iter().rfind(|l| has_sum(l))).copied()
}

/// Where it happened: where was attacked, or lost, or changed.
fn place<'l>(lines: &[&'l Line]) -> Option<&'l str> {
    let marks = || lines.iter().flat_map(|l| &l.marks);
    let fought = |m: &'l Mark| if let Mark::Fought { to, .. } = m { Some(to.as_str()) } else { None };
    let other = |m: &'l Mark| match m {
        Mark::Lost { place, .. } | Mark::Changed { place } => Some(place.as_str()),
        Mark::Moved { path, .. } => path.last().map(String::as_str),
        Mark::Fought { .. } => None,
    };
    marks().find_map(fought).or_else(|| marks().find_map(other))
}

fn middle(sheet: &Sheet, id: &str) -> Option<(String, u32, u32)> {
    let frame = Frame::of(sheet);
    let (x, y) = frame.at(sheet.place(id)?.centre);
    let part = |at: f64, of: f64| (at / of.max(1.0) * 1000.0).clamp(0.0, 1000.0) as u32;
    Some((id.to_owned(), part(x, frame.width), part(y, frame.height)))
}
