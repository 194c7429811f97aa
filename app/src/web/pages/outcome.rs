//! What came of it: a card for each fight or roll since the reader's last order, shown where it happened until the next order is given.

use super::rolls::{RollView, roll};
use crate::service::table::Table;
use crate::strokes::{Stroke, has_sum, latest, strokes};
use crate::told::Told;
use domain::referee::{Decision, Entry, Line, Mark, Story, Tone};
use std::cmp::Reverse;

/// Cards shown; of more, the rest is told further down.
const CARDS: usize = 2;

/// The cards of a page.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// They: what is asked about first, then what the reader's own order did, then the latest.
    pub cards: Vec<OutcomeCard>,
    /// Others that rolled.
    pub more: usize,
    /// Whether they are those since the reader's own last order; a watcher gives none.
    pub since_own: bool,
}

/// A fight or roll: what it came to.
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
    /// The place where it happened.
    pub at: Option<String>,
    /// The position after it.
    pub href: String,
}

/// The cards of what happened since somebody's last order, it among them. `recent` are the last records, `own` is that order's place there.
/// What is asked about stands first, whether it rolled or not; with `drafted` orders nothing else is shown.
pub fn outcomes(table: &Table, recent: &Story, own: Option<usize>, drafted: bool) -> Outcomes {
    let own = own.and_then(|own| recent.get(own)).map(|e| e.seq);
    let asked = table.game.asked_in_course();
    let mut all: Vec<(Rank, OutcomeCard)> = Vec::new();
    // What was taken back came to nothing.
    let stands = |affair: Vec<_>| affair.into_iter().filter(|e: &&Entry| table.game.stands(e)).collect::<Vec<_>>();
    let told: Vec<Vec<&Entry>> = recent.affairs().into_iter().map(stands).filter(|affair| !affair.is_empty()).collect();
    let last = latest(&told);
    for (i, affair) in told.iter().enumerate() {
        let mine = affair.iter().any(|e| Some(e.seq) == own);
        let strokes = strokes(affair);
        let count = strokes.len();
        for (n, stroke) in strokes.iter().enumerate() {
            let asked: &[Decision] = if Some(i) == last && n + 1 == count { &asked } else { &[] };
            let news = mine || stroke.last >= own.unwrap_or(0);
            if (stroke.rolls.is_empty() || !news || drafted) && asked.is_empty() {
                continue;
            }
            let rank = (asked.is_empty(), !mine, Reverse(stroke.last));
            all.extend(card(table, affair, stroke, asked).map(|card| (rank, card)));
        }
    }
    all.sort_by_key(|(rank, _)| *rank);
    let more = all.len().saturating_sub(CARDS);
    Outcomes { cards: all.into_iter().take(CARDS).map(|(_, card)| card).collect(), more, since_own: own.is_some() }
}

/// What goes first: what is asked about, then the reader's own, then the latest.
type Rank = (bool, bool, Reverse<u64>);

fn card(table: &Table, affair: &[&Entry], stroke: &Stroke<'_>, asked: &[Decision]) -> Option<OutcomeCard> {
    let first = affair.first()?;
    let main = stroke.main();
    let tells = |l: &&&Line| {
        matches!(l.tone, Tone::Combat | Tone::Roll | Tone::Loss | Tone::Move | Tone::Result)
            && main.is_none_or(|main| !std::ptr::eq::<Line>(**l, main))
    };
    let short = |l: &&Line| Told { text: l.in_short(), section: None, ..Told::of(l) };
    let seat = first.seat.and_then(|s| table.game.seat(s));
    let side = seat.filter(|_| !stroke.of_phase).map_or("", |s| s.side.word());
    let in_advance = |e: &&Entry| {
        let why = e.standing.as_ref()?;
        let who = e.seat.map_or("", |s| table.seat_name(s));
        Some(format!("{who}: {} ({why})", e.order.as_deref().unwrap_or_default()))
    };
    let order = first.order.clone().unwrap_or_default();
    Some(OutcomeCard {
        seq: first.seq,
        side,
        seat: seat.map_or_else(String::new, |s| s.name.clone()),
        headline: headline(table, stroke, asked),
        order,
        lines: stroke.lines.iter().filter(tells).map(short).collect(),
        answered: affair.iter().filter_map(in_advance).collect(),
        rolls: stroke.rolls.iter().map(roll).collect(),
        sums: stroke.lines.iter().filter(|l| has_sum(l)).map(|l| Told::of(l)).collect(),
        at: place(&stroke.lines).map(str::to_owned),
        href: format!("{}/replay/{}", table.href(), stroke.last),
    })
}

/// What a stroke came to, and what is still to be answered before it goes on.
fn headline(table: &Table, stroke: &Stroke<'_>, asked: &[Decision]) -> String {
    let mut said: Vec<String> = stroke.headline(!asked.is_empty()).into_iter().collect();
    for decision in asked {
        said.push(match table.seat == Some(decision.seat) {
            true => decision.asks.clone(),
            false => format!("The {} player is to answer.", table.seat_name(decision.seat)),
        });
    }
    if said.is_empty() {
        said.push("Rolled.".to_owned());
    }
    said.join(" ")
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
