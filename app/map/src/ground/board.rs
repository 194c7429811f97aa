//! The board laid lightly over the land: outlines and numbers of places, printed marks.

use super::{Plan, ways, works};
use crate::counter::star;
use crate::geo::{bounds, distance, walk};
use crate::lettering::{Word, outlines};
use crate::style::{self, INK, RED};
use crate::svg::{Num, PathData, Pt, put};
use domain::board::{PlaceShape, SheetMark, SheetMarkKind};
use domain::referee::Side;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a place is a hex of the grid: six corners, one module across.
fn is_hex(plan: &Plan<'_>, place: &PlaceShape) -> bool {
    let wide = bounds(&place.outline).map_or(0.0, |(w, _, e, _)| e - w);
    place.outline.len() == 6 && wide < plan.sheet.module * 1.3
}

/// Where a place's number stands: its middle, in the head of the place.
pub(crate) fn number_spot(plan: &Plan<'_>, place: &PlaceShape) -> Pt {
    let (x, y) = plan.frame.at(place.centre);
    let head = bounds(&place.outline).map_or(y, |b| plan.frame.at((0.0, b.1)).1);
    if is_hex(plan, place) { (x, head + 19.0) } else { (x, (y - 56.0).max(head + 20.0)) }
}

pub(crate) fn grid(svg: &mut String, plan: &Plan<'_>) {
    let (mut hexes, mut areas) = (PathData::coarse(), PathData::coarse());
    // A side that two hexes share is drawn once.
    let mut drawn: BTreeSet<((i64, i64), (i64, i64))> = BTreeSet::new();
    for place in &plan.sheet.places {
        let outline: Vec<Pt> = place.outline.iter().map(|p| plan.frame.at(*p)).collect();
        if !is_hex(plan, place) {
            areas.ring(&outline);
            continue;
        }
        let key = |p: Pt| ((p.0 / 2.0).round() as i64, (p.1 / 2.0).round() as i64);
        let mut pen = None;
        for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            let (ka, kb) = (key(*a), key(*b));
            if drawn.insert((ka.min(kb), ka.max(kb))) {
                if pen != Some(ka) {
                    hexes.start(*a);
                }
                hexes.line(*b);
                pen = Some(kb);
            } else {
                pen = None;
            }
        }
    }
    if !hexes.is_empty() {
        put!(
            svg,
            "<path class=\"grid\" stroke=\"#3a2f22\" stroke-width=\"1.1\" stroke-opacity=\".38\" d=\"{}\"/>",
            hexes.done()
        );
    }
    if !areas.is_empty() {
        put!(
            svg,
            "<path class=\"grid\" stroke=\"#7a1f14\" stroke-width=\"2.6\" stroke-opacity=\".62\" d=\"{}\"/>",
            areas.done()
        );
    }
    numbers(svg, plan);
}

/// The numbers of the places. Their halves repeat, so each half is drawn once and used.
fn numbers(svg: &mut String, plan: &Plan<'_>) {
    let halves = |id: &str| {
        let at = id.char_indices().rev().nth(1).map_or(0, |(i, _)| i);
        let (a, b) = id.split_at(at);
        (a.to_owned(), b.to_owned())
    };
    let areas = plan.sheet.places.iter().any(|p| !is_hex(plan, p));
    let size = if areas || !plan.full() { 18.0 } else { 12.5 };
    let wanted: BTreeSet<String> =
        plan.sheet.places.iter().flat_map(|p| <[String; 2]>::from(halves(&p.id))).filter(|s| !s.is_empty()).collect();
    let words: Vec<Word> = wanted
        .iter()
        .map(|text| Word { text: text.clone(), size, spacing: 0.3, italic: false, bold: false, along: None })
        .collect();
    svg.push_str("<defs>");
    let mut width: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for (i, (text, outline)) in wanted.into_iter().zip(outlines(&words)).enumerate() {
        let (west, _, east, _) = outline.extent().unwrap_or_default();
        // From the pen's start: what stands left of it is the letter's own bearing.
        put!(svg, "<path id=\"n{i}\" d=\"{}\"/>", outline.data());
        width.insert(text, (i, east + west.max(0.0) + 0.3));
    }
    put!(svg, "</defs><g class=\"numbers\" fill=\"#3a2f22\" fill-opacity=\".75\">");
    for place in &plan.sheet.places {
        let (x, y) = number_spot(plan, place);
        let (a, b) = halves(&place.id);
        let wide = |s: &str| width.get(s).map_or(0.0, |w| w.1);
        let mut pen = x - (wide(&a) + wide(&b)) / 2.0;
        if !is_hex(plan, place) {
            let half = (wide(&a) + wide(&b)) / 2.0 + 5.0;
            put!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"22\" fill=\"#fffaf0\" stroke=\"{INK}\" stroke-width=\"1.2\" fill-opacity=\"1\"/>",
                Num(x - half),
                Num(y - 11.0),
                Num(half * 2.0)
            );
        }
        for half in [a, b] {
            if let Some((i, w)) = width.get(&half) {
                put!(
                    svg,
                    "<use href=\"#n{i}\" x=\"{}\" y=\"{}\"/>",
                    Num((pen * 10.0).round() / 10.0),
                    Num((y + size * 0.32).round())
                );
                pen += w;
            }
        }
    }
    svg.push_str("</g>");
}

/// Where each victory star stands in its place: off the centre, so that it shows beside a counter, in the corner with the
/// fewest roads and houses.
pub(crate) fn star_spots(plan: &Plan<'_>) -> Vec<(String, Pt)> {
    let mut busy: Vec<Pt> = works::buildings(plan).map(|b| b.0).collect();
    for (f, _) in ways::all(plan) {
        busy.extend(f.lines().iter().flat_map(|l| walk(l, 0.0, 9.0)).map(|w| w.0));
    }
    let stars = plan.sheet.marks.iter().filter(|m| m.kind == SheetMarkKind::Star);
    stars
        .filter_map(|m| {
            let (x, y) = plan.frame.at(plan.sheet.place(&m.place)?.centre);
            let corners = [(-40.0, 20.0), (40.0, 20.0), (-40.0, -14.0), (40.0, -14.0)].map(|(a, b)| (x + a, y + b));
            let crowd = |p: Pt| busy.iter().filter(|b| distance(**b, p) < 25.0).count();
            let best = corners.into_iter().min_by_key(|p| crowd(*p))?;
            Some((m.place.clone(), best))
        })
        .collect()
}

/// Victory stars and entry arrows.
pub(crate) fn marks(svg: &mut String, plan: &Plan<'_>, stars: &[(String, Pt)]) {
    svg.push_str("<g class=\"marks\">");
    for (_, (x, y)) in stars {
        put!(svg, "<path fill=\"{RED}\" stroke=\"#5b1a0e\" stroke-width=\"1.3\" d=\"{}\"/>", star(*x, *y, 17.0));
    }
    for mark in &plan.sheet.marks {
        match mark.kind {
            SheetMarkKind::EntryUnion => arrow(svg, plan, mark, Side::Union),
            SheetMarkKind::EntryConfederate => arrow(svg, plan, mark, Side::Confederate),
            SheetMarkKind::Star | SheetMarkKind::Setup => {}
        }
    }
    svg.push_str("</g>");
}

fn arrow(svg: &mut String, plan: &Plan<'_>, mark: &SheetMark, side: Side) {
    let Some(place) = plan.sheet.place(&mark.place) else { return };
    let (x, y) = plan.frame.at(place.centre);
    // An outline that a letter can be read in: U or C, since arrows are not told by colour alone.
    put!(
        svg,
        "<path fill=\"{}\" fill-opacity=\".9\" stroke=\"{INK}\" stroke-width=\"1.4\" d=\"M0-24L17-3H8V20H-8V-3H-17Z\" \
         transform=\"translate({} {})rotate({})\"/>",
        style::side(side).deep,
        Num(x),
        Num(y),
        mark.angle
    );
    let letter = match side {
        Side::Union => "M-3.6-5v6a3.6 3.6 0 0 0 7.2 0v-6",
        Side::Confederate => "M3.4-2.6a4 4.6 0 1 0 0 5.2",
    };
    put!(
        svg,
        "<path stroke=\"#fffaf0\" stroke-width=\"2\" transform=\"translate({} {})\" d=\"{letter}\"/>",
        Num(x),
        Num(y)
    );
}
