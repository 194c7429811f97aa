//! Fields, orchards, marshes, walls.

use super::Plan;
use super::relief::area_data;
use crate::geo::{Feature, Taken, bounds, inside, rule};
use crate::seed::Seed;
use crate::svg::{Num, PathData, Pt, put};

/// Tufts of reed, in three forms.
pub(crate) fn symbols(svg: &mut String) {
    for (i, d) in [
        "M-6 2H6M-3 1.5L-4.4-3M0 1.5V-5M3 1.5L4.4-3",
        "M-4.5 2H5M-2 1.5L-3.2-3.4M1.4 1.5L2-4.6",
        "M-7 2H4.5M-4.5 1.5L-6-2.2M-1.6 1.5L-1.8-4.4M1.6 1.5L3-3",
    ]
    .iter()
    .enumerate()
    {
        put!(svg, "<path id=\"r{i}\" d=\"{d}\"/>");
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Crop {
    Grain,
    Corn,
    Plough,
    Pasture,
    Orchard,
    Graves,
}

fn crop(feature: &Feature) -> Crop {
    let said = [feature.text("kind"), feature.text("crop"), feature.class.as_str()];
    let is = |word: &str| said.iter().any(|s| s.contains(word));
    if is("orchard") {
        Crop::Orchard
    } else if is("corn") {
        Crop::Corn
    } else if is("plow") || is("plough") {
        Crop::Plough
    } else if is("pasture") {
        Crop::Pasture
    } else if is("cemetery") {
        Crop::Graves
    } else {
        Crop::Grain
    }
}

pub(crate) fn fields(svg: &mut String, plan: &Plan<'_>) {
    let fields =
        || plan.of(&["field", "cornfield", "pasture", "orchard", "cemetery"]).filter(|f| !f.areas().is_empty());
    if fields().next().is_none() {
        return;
    }
    svg.push_str("<g class=\"fields\" stroke=\"#8d7a50\" stroke-linecap=\"butt\">");
    for f in fields() {
        let fill = match crop(f) {
            Crop::Grain => "#e8cd74",
            Crop::Corn => "#cdca6e",
            Crop::Plough => "#b98f5a",
            Crop::Pasture => "#c3d08c",
            Crop::Orchard => "#a9c26f",
            Crop::Graves => "#b9b9a4",
        };
        put!(
            svg,
            "<path stroke-width=\".9\" stroke-dasharray=\"5 3\" fill=\"{fill}\" fill-opacity=\".28\" d=\"{}\"/>",
            area_data(f)
        );
    }
    if plan.full() {
        fields().for_each(|f| crop_lines(svg, f));
    }
    svg.push_str("</g>");
}

fn crop_lines(svg: &mut String, f: &Feature) {
    let mut seed = Seed::from(&[f.anchor().0, f.anchor().1]);
    let angle = f.any_number(&["angle", "rows_deg"]).unwrap_or_else(|| seed.jitter(30.0));
    let kind = crop(f);
    let (gap, look) = match kind {
        Crop::Grain => (5.5, "stroke-width=\".8\" stroke-opacity=\".5\" stroke-dasharray=\"9 3 4 4 13 3\""),
        Crop::Corn => {
            (7.0, "stroke-width=\"3.4\" stroke-opacity=\".6\" stroke-dasharray=\"1.1 4.4\" stroke=\"#7c7a2f\"")
        }
        Crop::Plough => (5.0, "stroke-width=\"1\" stroke-opacity=\".55\""),
        Crop::Pasture => {
            (13.0, "stroke-width=\".8\" stroke-opacity=\".5\" stroke-dasharray=\"3 15 5 22\" stroke=\"#6f7f45\"")
        }
        Crop::Graves => (9.0, "stroke-width=\"3.4\" stroke-opacity=\".6\" stroke-dasharray=\"1.6 6\""),
        Crop::Orchard => (12.5, ""),
    };
    let mut d = PathData::coarse();
    for area in f.areas() {
        for (a, b) in rule(area, angle, gap) {
            let l = crate::geo::distance(a, b);
            let along = |t: f64| (a.0 + (b.0 - a.0) * t / l, a.1 + (b.1 - a.1) * t / l);
            if kind == Crop::Orchard {
                // A row of trees is one line, whose dashes of almost no length have round ends.
                if l > 5.0 {
                    d.run(&[along(5.0), b]);
                }
            } else {
                // Dashes of one line do not begin where those of the next do.
                let start = seed.unit() * 6.0;
                d.run(&[if l > 30.0 { along(start) } else { a }, b]);
            }
        }
    }
    if d.is_empty() {
        return;
    }
    let d = d.done();
    if kind == Crop::Orchard {
        put!(
            svg,
            "<g stroke-linecap=\"round\" stroke-dasharray=\".1 12.4\"><path stroke=\"#4f6136\" stroke-width=\"7.4\" transform=\"translate(.9 1.1)\" d=\"{d}\"/>\
             <path stroke=\"#8fa765\" stroke-width=\"6\" d=\"{d}\"/></g>"
        );
    } else {
        put!(svg, "<path {look} d=\"{d}\"/>");
    }
}

pub(crate) fn marshes(svg: &mut String, plan: &Plan<'_>, wet: &Taken) {
    for (class, fill) in [("marsh", "#cfe0d6"), ("swamp", "#c3d9cf")] {
        for f in plan.of(&[class]) {
            put!(
                svg,
                "<path class=\"{class}\" fill=\"{fill}\" stroke=\"#7fa3a3\" stroke-width=\"1\" stroke-dasharray=\"5 3.5\" \
                 fill-rule=\"evenodd\" d=\"{}\"/>",
                area_data(f)
            );
            svg.push_str("<g stroke=\"#3f6f86\" stroke-width=\".9\">");
            for area in f.areas() {
                tufts(svg, area, wet, if plan.full() { 1.0 } else { 2.0 });
            }
            svg.push_str("</g>");
        }
    }
}

/// Reeds on a jittered grid, wider by `apart`.
fn tufts(svg: &mut String, area: &[Vec<Pt>], wet: &Taken, apart: f64) {
    let Some((w, n, e, s)) = bounds(area.iter().flatten()) else { return };
    let mut seed = Seed::from(&[w, n, e, s]);
    let (mut y, mut odd) = (n + 6.0, false);
    while y < s {
        let mut x = w + if odd { 14.0 } else { 2.0 };
        while x < e {
            let p = (x + seed.jitter(7.0), y + seed.jitter(4.5));
            let which = seed.below(3);
            let clear = |dx: f64, dy: f64| {
                let q = (p.0 + dx, p.1 + dy);
                inside(area, q) && !wet.at(q)
            };
            if clear(-8.0, 3.0) && clear(7.0, 3.0) && clear(0.0, -6.0) {
                put!(svg, "<use href=\"#r{which}\" x=\"{}\" y=\"{}\"/>", Num(p.0.round()), Num(p.1.round()));
            }
            x += 25.0 * apart;
        }
        y += 13.5 * apart;
        odd = !odd;
    }
}

/// Stone walls and fences.
pub(crate) fn walls(svg: &mut String, plan: &Plan<'_>) {
    for (class, colour, line, ticks, wide) in
        [("fence", "#6b5636", 0.8, "1 7", 4.0), ("stone_wall", "#4d4438", 1.5, "1.5 4.5", 5.0)]
    {
        let d: String = plan.of(&[class]).map(super::relief::line_data).collect();
        if !d.is_empty() {
            put!(
                svg,
                "<g class=\"{class}\" stroke=\"{colour}\" stroke-linecap=\"butt\"><path stroke-width=\"{line}\" d=\"{d}\"/>\
                 <path stroke-width=\"{wide}\" stroke-dasharray=\"{ticks}\" d=\"{d}\"/></g>"
            );
        }
    }
}
