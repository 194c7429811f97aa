//! The board laid lightly over the land: outlines and numbers of places, printed marks.

use super::boxes::{self, HALF};
use super::{Plan, ways, works};
use crate::geo::{Feature, bounds, distance, inside, walk};
use crate::lettering::{Word, outlines};
use crate::style::{self, INK};
use crate::svg::{Num, PathData, Pt, put};
use domain::board::{Axis, BorderKind, PlaceShape, SheetMark, SheetMarkKind};
use domain::referee::Side;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a place is a hex of the grid: six corners, one module across.
fn is_hex(plan: &Plan<'_>, place: &PlaceShape) -> bool {
    let wide = bounds(&place.outline).map_or(0.0, |(w, _, e, _)| e - w);
    place.outline.len() == 6 && wide < plan.sheet.module * 1.3
}

/// Where the number of a place without a box stands: in its head.
pub(crate) fn number_spot(plan: &Plan<'_>, place: &PlaceShape) -> Pt {
    let (x, y) = plan.frame.at(place.centre);
    let head = bounds(&place.outline).map_or(y, |b| plan.frame.at((0.0, b.1)).1);
    if is_hex(plan, place) { (x, head + 19.0) } else { (x, (y - 56.0).max(head + 20.0)) }
}

/// What a stretch of border is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    /// A side of a hex.
    Hex,
    /// A plain border of an area.
    Area,
    /// One of a kind of its own.
    Of(BorderKind),
}

/// A corner on a fine grid, so that neighbours' corners compare equal.
type Corner = (i64, i64);

/// Every stretch of border once, by what it is. Stretches along the sheet's edge are left to the frame.
fn stretches(plan: &Plan<'_>) -> BTreeMap<Line, Vec<Vec<Pt>>> {
    let kinds: BTreeMap<[&str; 2], BorderKind> = plan
        .sheet
        .borders
        .iter()
        .flat_map(|b| {
            let [p, q] = [b.between[0].as_str(), b.between[1].as_str()];
            [([p, q], b.kind), ([q, p], b.kind)]
        })
        .collect();
    let key = |p: Pt| ((p.0 / 2.0).round() as i64, (p.1 / 2.0).round() as i64);
    let edge = |a: Pt, b: Pt| -> (Corner, Corner) { (key(a).min(key(b)), key(a).max(key(b))) };
    let rings: Vec<(&PlaceShape, Vec<Pt>)> =
        plan.sheet.places.iter().map(|p| (p, p.outline.iter().map(|c| plan.frame.at(*c)).collect())).collect();
    let mut owners: BTreeMap<(Corner, Corner), [Option<&str>; 2]> = BTreeMap::new();
    for (place, ring) in &rings {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let both = owners.entry(edge(*a, *b)).or_default();
            let at = usize::from(both[0].is_some());
            both[at] = Some(&place.id);
        }
    }
    let (w, h) = (plan.frame.width, plan.frame.height);
    let on_frame = |a: Pt, b: Pt| {
        let on = |v: fn(Pt) -> f64, at: f64| (v(a) - at).abs() < 1.5 && (v(b) - at).abs() < 1.5;
        on(|p| p.0, 0.0) || on(|p| p.0, w) || on(|p| p.1, 0.0) || on(|p| p.1, h)
    };
    let mut drawn: BTreeSet<(Corner, Corner)> = BTreeSet::new();
    let mut found: BTreeMap<Line, Vec<Vec<Pt>>> = BTreeMap::new();
    for (place, ring) in &rings {
        let hex = is_hex(plan, place);
        let mut pen: Option<(Line, Corner)> = None;
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let both = edge(*a, *b);
            if both.0 == both.1 || !drawn.insert(both) || (!hex && on_frame(*a, *b)) {
                pen = None;
                continue;
            }
            let line = match owners.get(&both) {
                _ if hex => Line::Hex,
                Some([Some(p), Some(q)]) => kinds.get(&[*p, *q]).map_or(Line::Area, |k| Line::Of(*k)),
                _ => Line::Area,
            };
            let runs = found.entry(line).or_default();
            match runs.last_mut() {
                Some(run) if pen == Some((line, key(*a))) => run.push(*b),
                _ => runs.push(vec![*a, *b]),
            }
            pen = Some((line, key(*b)));
        }
    }
    found
}

/// The hexes of a sheet with very many, as a pattern: two of a row and one between, over the ground that places cover.
pub(crate) fn lattice(svg: &mut String, plan: &Plan<'_>) {
    let Some(first) = plan.sheet.places.iter().find(|p| is_hex(plan, p)) else { return };
    let (cx, cy) = plan.frame.at(first.centre);
    let ring: Vec<Pt> = first.outline.iter().map(|p| plan.frame.at(*p)).map(|(x, y)| (x - cx, y - cy)).collect();
    let Some((w, n, e, s)) = bounds(&ring) else { return };
    // From side to side one hex, from corner to corner one and a half twice over.
    let (wide, high) = match plan.frame.axis {
        Axis::PointyRows => (e - w, (s - n) * 1.5),
        Axis::FlatColumns => ((e - w) * 1.5, s - n),
    };
    let corners = plan.sheet.places.iter().flat_map(|p| &p.outline).map(|p| plan.frame.at(*p)).collect::<Vec<_>>();
    let Some((west, north, east, south)) = bounds(&corners) else { return };
    // Three sides of each hex are enough: its neighbours have the others.
    let mut d = String::new();
    for (x, y) in [(0.0, 0.0), (wide, 0.0), (0.0, high), (wide, high), (wide / 2.0, high / 2.0)] {
        for (i, p) in ring.iter().take(4).enumerate() {
            put!(d, "{}{} {}", if i > 0 { "L" } else { "M" }, Num(x + p.0), Num(y + p.1));
        }
    }
    let (stroke, opacity) = if plan.far() { (0.3 * plan.px(), 0.22) } else { (1.1, 0.38) };
    put!(
        svg,
        "<defs><pattern id=\"hexes\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\" patternTransform=\"translate({} {})\"><path \
         stroke=\"#3a2f22\" stroke-width=\"{}\" stroke-opacity=\"{opacity}\" d=\"{d}\"/></pattern></defs><rect class=\"grid\" x=\"{}\" y=\"{}\" \
         width=\"{}\" height=\"{}\" fill=\"url(#hexes)\"/>",
        Num(wide),
        Num(high),
        Num(cx),
        Num(cy),
        Num(stroke),
        Num(west),
        Num(north),
        Num(east - west),
        Num(south - north)
    );
}

pub(crate) fn grid(svg: &mut String, plan: &Plan<'_>) {
    if plan.many() {
        // Their numbers are drawn with what is looked at.
        lattice(svg, plan);
        limits(svg, plan);
        return;
    }
    for (line, runs) in stretches(plan) {
        let mut d = PathData::coarse();
        runs.iter().for_each(|run| d.run(run));
        let d = d.done();
        match line {
            Line::Hex => put!(
                svg,
                "<path class=\"grid\" stroke=\"#3a2f22\" stroke-width=\"1.1\" stroke-opacity=\".38\" d=\"{d}\"/>"
            ),
            Line::Area => put!(
                svg,
                "<path class=\"grid halo\" stroke=\"{}\" stroke-width=\"6.4\" stroke-opacity=\".5\" d=\"{d}\"/>\
                 <path class=\"grid\" stroke=\"{BORDER}\" stroke-width=\"3\" stroke-opacity=\".92\" d=\"{d}\"/>",
                style::PAPER
            ),
            Line::Of(BorderKind::Lane) => put!(
                svg,
                "<path class=\"grid lane\" stroke=\"{BORDER}\" stroke-width=\"4.6\" stroke-dasharray=\"13 8\" \
                 stroke-linecap=\"butt\" d=\"{d}\"/>"
            ),
            // The water was drawn already.
            Line::Of(BorderKind::Water) => {}
        }
    }
    limits(svg, plan);
    numbers(svg, plan);
}

/// The colour of areas' borders.
pub(crate) const BORDER: &str = "#6e1d1a";
/// The colour of limits.
pub(crate) const LIMIT: &str = "#d3122b";

/// Lines that bound what a rule reaches: red, on white.
fn limits(svg: &mut String, plan: &Plan<'_>) {
    let d: String = plan.features.iter().filter(|f| is_limit(f)).map(super::relief::line_data).collect();
    if !d.is_empty() {
        put!(
            svg,
            "<path class=\"limit halo\" stroke=\"#fffaf0\" stroke-width=\"8\" stroke-opacity=\".85\" d=\"{d}\"/>\
             <path class=\"limit\" stroke=\"{LIMIT}\" stroke-width=\"4.2\" stroke-dasharray=\"26 6\" stroke-linecap=\"butt\" d=\"{d}\"/>"
        );
    }
}

fn is_limit(f: &Feature) -> bool {
    f.class.ends_with("_limit")
}

/// The numbers of the places that have no box. Their halves repeat, so each half is drawn once and used.
fn numbers(svg: &mut String, plan: &Plan<'_>) {
    let halves = |id: &str| {
        let at = id.char_indices().rev().nth(1).map_or(0, |(i, _)| i);
        let (a, b) = id.split_at(at);
        (a.to_owned(), b.to_owned())
    };
    let plain = || plan.sheet.places.iter().filter(|p| p.label.is_none());
    let size = if plan.full() { 12.5 } else { 18.0 };
    let wanted: BTreeSet<String> =
        plain().flat_map(|p| <[String; 2]>::from(halves(&p.id))).filter(|s| !s.is_empty()).collect();
    if wanted.is_empty() {
        return;
    }
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
    for place in plain() {
        let (x, y) = number_spot(plan, place);
        let (a, b) = halves(&place.id);
        let wide = |s: &str| width.get(s).map_or(0.0, |w| w.1);
        let mut pen = x - (wide(&a) + wide(&b)) / 2.0;
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

/// Where each star stands: beside the box of its place, or, in a place without one, off the centre, so that it shows beside
/// a counter, in the corner with the fewest roads and houses.
pub(crate) fn star_spots<'p>(plan: &Plan<'p>) -> Vec<(&'p SheetMark, Pt)> {
    let mut busy: Vec<Pt> = works::buildings(plan).map(|b| b.0).collect();
    for (f, _) in ways::all(plan) {
        busy.extend(f.lines().iter().flat_map(|l| walk(l, 0.0, 9.0)).map(|w| w.0));
    }
    let stars = plan.sheet.marks.iter().filter(|m| m.kind.is_star());
    stars
        .filter_map(|m| {
            let place = plan.sheet.place(&m.place)?;
            if let Some((_, north, east, south)) = boxes::rectangle(plan, place) {
                return Some((m, (east + HALF, (north + south) / 2.0)));
            }
            let (x, y) = plan.frame.at(place.centre);
            let corners = [(-40.0, 20.0), (40.0, 20.0), (-40.0, -14.0), (40.0, -14.0)].map(|(a, b)| (x + a, y + b));
            let crowd = |p: Pt| busy.iter().filter(|b| distance(**b, p) < 25.0).count();
            let best = corners.into_iter().min_by_key(|p| crowd(*p))?;
            Some((m, best))
        })
        .collect()
}

/// Victory stars and entry arrows.
pub(crate) fn marks(svg: &mut String, plan: &Plan<'_>, stars: &[(&SheetMark, Pt)]) {
    svg.push_str("<g class=\"marks\">");
    for (mark, at) in stars {
        boxes::printed_star(svg, mark.kind, *at);
    }
    for mark in &plan.sheet.marks {
        match mark.kind {
            SheetMarkKind::EntryUnion => arrow(svg, plan, mark, Side::Union),
            SheetMarkKind::EntryConfederate => arrow(svg, plan, mark, Side::Confederate),
            _ => {}
        }
    }
    svg.push_str("</g>");
}

/// Where an arrow stands: in the middle of a hex; in an area where those who come that way enter it.
fn arrow_spot(plan: &Plan<'_>, mark: &SheetMark, place: &PlaceShape) -> Pt {
    let (x, y) = plan.frame.at(place.centre);
    if place.label.is_none() {
        return (x, y);
    }
    let ring: Vec<Pt> = place.outline.iter().map(|p| plan.frame.at(*p)).collect();
    let (sin, cos) = f64::from(mark.angle).to_radians().sin_cos();
    let back = |t: f64| (x - sin * t, y + cos * t);
    let far = (1..500).map(|i| f64::from(i) * 8.0).take_while(|t| inside(std::slice::from_ref(&ring), back(*t))).last();
    back((far.unwrap_or(0.0) - 24.0).max(0.0))
}

fn arrow(svg: &mut String, plan: &Plan<'_>, mark: &SheetMark, side: Side) {
    let Some(place) = plan.sheet.place(&mark.place) else { return };
    let (x, y) = arrow_spot(plan, mark, place);
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
