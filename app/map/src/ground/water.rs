//! Streams, rivers, ponds: banks, and water lines parallel to them.

use super::Plan;
use super::relief::area_data;
use crate::geo::{Feature, Taken, cut, distance, length};
use crate::style::{BANK, WATER};
use crate::svg::{Num, PathData, Pt, put};

const BROAD: [&str; 4] = ["river", "pond", "water", "lake"];
const NARROW: [&str; 5] = ["stream", "creek", "run", "brook", "branch"];

/// The full width of a line of water; its source is narrower.
fn breadth(plan: &Plan<'_>, f: &Feature) -> f64 {
    let said = f.any_number(&["width", "width_in", "width_m"]).map(|w| w * plan.frame.scale);
    let by_class = match (f.class.as_str(), f.text("rank")) {
        ("river", "major") => 20.0,
        ("river", "minor") => 11.0,
        ("river", "creek") => 6.0,
        ("river", _) => 22.0,
        ("creek", _) => 13.0,
        ("run", _) => 8.0,
        ("canal", _) => 7.0,
        _ => 5.6,
    };
    said.unwrap_or(by_class).clamp(4.0, 60.0)
}

/// Ground under water.
pub(crate) fn taken(plan: &Plan<'_>) -> Taken {
    let mut taken = Taken::none(&plan.frame);
    for f in plan.of(&BROAD) {
        f.areas().iter().for_each(|a| taken.area(a));
        // The bank itself is kept clear too.
        f.lines().iter().for_each(|l| taken.band(l, 9.0));
    }
    for f in plan.of(&NARROW) {
        f.lines().iter().for_each(|l| taken.band(l, breadth(plan, f) / 2.0 + 7.5));
    }
    for f in plan.of(&["slough"]) {
        f.lines().iter().for_each(|l| taken.band(l, 7.0));
    }
    taken
}

pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>) {
    let broad: Vec<_> = plan.of(&BROAD).filter(|f| !f.areas().is_empty()).collect();
    let mut narrow: Vec<(Vec<Pt>, f64)> = plan
        .of(&NARROW)
        .chain(plan.of(&BROAD).filter(|f| f.areas().is_empty()))
        .flat_map(|f| f.lines().into_iter().map(|l| (l, breadth(plan, f))).collect::<Vec<_>>())
        .collect();
    for (line, _) in &mut narrow {
        join(line, &broad);
    }
    svg.push_str("<g class=\"water\">");
    // Dark banks first, then the rivers, then the light of the streams: so a mouth opens into its river.
    let runs: Vec<(Vec<Pt>, f64)> = narrow.iter().flat_map(|(l, w)| tapered(plan, l, *w)).collect();
    strokes(svg, &runs, BANK, |w| w);
    for (i, f) in broad.iter().enumerate() {
        lined(svg, i, f, plan.full());
    }
    strokes(svg, &runs, WATER, |w| (w - 2.8).max(w * 0.45));
    sloughs(svg, plan);
    for f in plan.of(&["canal"]) {
        let d = super::relief::line_data(f);
        put!(
            svg,
            "<path stroke=\"{BANK}\" stroke-width=\"7\" stroke-linecap=\"butt\" d=\"{d}\"/>\
             <path stroke=\"#c5dbe4\" stroke-width=\"4\" stroke-linecap=\"butt\" d=\"{d}\"/>"
        );
    }
    svg.push_str("</g>");
}

/// Water from far off: rivers and lakes, and the larger streams as lines.
pub(crate) fn far(svg: &mut String, plan: &Plan<'_>, px: f64) {
    let areas: String = plan.of(&BROAD).map(area_data).collect();
    if !areas.is_empty() {
        put!(
            svg,
            "<path class=\"water\" fill=\"{WATER}\" fill-rule=\"evenodd\" stroke=\"{BANK}\" stroke-width=\"{}\" d=\"{areas}\"/>",
            Num(0.6 * px)
        );
    }
    let lines = plan.of(&BROAD).filter(|f| f.areas().is_empty()).chain(plan.of(&NARROW));
    for f in lines {
        let wide = breadth(plan, f).max(0.7 * px);
        put!(svg, "<path stroke=\"#7fa6bd\" stroke-width=\"{}\" d=\"{}\"/>", Num(wide), super::relief::line_data(f));
    }
}

/// Carries the mouth of a stream on into the river that it all but reaches.
fn join(line: &mut Vec<Pt>, rivers: &[&Feature]) {
    let Some(&end) = line.last() else { return };
    let nearest = rivers
        .iter()
        .flat_map(|f| f.areas())
        .filter(|a| !crate::geo::inside(a, end))
        .flatten()
        .flatten()
        .map(|&p| (distance(p, end), p))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((gap, p)) = nearest
        && gap < 75.0
        && gap > 0.0
    {
        let beyond = 1.0 + 6.0 / gap;
        line.push((end.0 + (p.0 - end.0) * beyond, end.1 + (p.1 - end.1) * beyond));
    }
}

/// A stream in a few stretches that widen from its source. One that comes in over the sheet's edge is wide at once.
fn tapered(plan: &Plan<'_>, line: &[Pt], full: f64) -> Vec<(Vec<Pt>, f64)> {
    let Some(&(x, y)) = line.first() else { return Vec::new() };
    let from_off = x < 2.0 || y < 2.0 || x > plan.frame.width - 2.0 || y > plan.frame.height - 2.0;
    if from_off {
        return vec![(line.to_vec(), full)];
    }
    const STRETCHES: usize = 7;
    let grows = (length(line) * 0.6).min(900.0);
    let at: Vec<f64> = (1..STRETCHES).map(|i| grows * i as f64 / (STRETCHES - 1) as f64).collect();
    let pieces = cut(line, &at);
    let last = STRETCHES - 1;
    pieces.into_iter().enumerate().map(|(i, p)| (p, full * (0.5 + 0.5 * i.min(last) as f64 / last as f64))).collect()
}

fn strokes(svg: &mut String, runs: &[(Vec<Pt>, f64)], colour: &str, width: impl Fn(f64) -> f64) {
    for (line, w) in runs {
        let mut d = PathData::coarse();
        d.run(line);
        put!(svg, "<path stroke=\"{colour}\" stroke-width=\"{}\" d=\"{}\"/>", Num(width(*w)), d.done());
    }
}

/// Broad water: its bank, and inside it lines that follow the bank. A line at some distance from the bank is what is left
/// of a broad stroke when a slightly narrower one in the water's colour lies on it, both clipped to the water.
fn lined(svg: &mut String, i: usize, f: &Feature, lines: bool) {
    put!(
        svg,
        "<clipPath id=\"w{i}\"><path id=\"b{i}\" d=\"{}\" clip-rule=\"evenodd\"/></clipPath>\
         <use href=\"#b{i}\" fill=\"{WATER}\" fill-rule=\"evenodd\"/><g clip-path=\"url(#w{i})\" stroke-linejoin=\"round\">",
        area_data(f)
    );
    let offs: &[(f64, &str)] = if lines { &[(12.5, "#95b7ca"), (6.0, "#84aac3")] } else { &[] };
    for (off, colour) in offs {
        put!(
            svg,
            "<use href=\"#b{i}\" stroke=\"{colour}\" stroke-width=\"{}\"/><use href=\"#b{i}\" stroke=\"{WATER}\" \
             stroke-width=\"{}\"/>",
            Num(2.0 * off + 0.9),
            Num(2.0 * off - 0.9)
        );
    }
    put!(svg, "</g><use href=\"#b{i}\" stroke=\"{BANK}\" stroke-width=\"1.6\"/>");
}

fn sloughs(svg: &mut String, plan: &Plan<'_>) {
    let d: String = plan.of(&["slough"]).map(super::relief::line_data).collect();
    if !d.is_empty() {
        put!(
            svg,
            "<path stroke=\"#5c8aa8\" stroke-width=\"3.4\" d=\"{d}\"/><path stroke=\"#b9d3de\" stroke-width=\"1.6\" d=\"{d}\"/>"
        );
    }
}
