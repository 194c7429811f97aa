//! The ground from far off: what is left of a large sheet on a screen. No trees, fields, houses or numbers; lines as wide as a screen can show.

use super::board::lattice;
use super::relief::{self, area_data, line_data};
use super::{Plan, boxes, names, water, ways};
use crate::svg::{Num, put};

/// Everything below the frame line.
pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>) {
    let px = plan.px();
    relief::tints(svg, plan);
    let areas = |classes: &[&str]| plan.of(classes).map(area_data).collect::<String>();
    for (classes, fill) in [(&["swamp", "marsh"][..], "#c9ddd2"), (&["woods", "rough_woods"][..], "#b9c79a")] {
        let d = areas(classes);
        if !d.is_empty() {
            put!(
                svg,
                "<path class=\"{}\" fill=\"{fill}\" fill-opacity=\".8\" fill-rule=\"evenodd\" d=\"{d}\"/>",
                classes[0]
            );
        }
    }
    water::far(svg, plan, px);
    svg.push_str("<g class=\"roads\" stroke-linecap=\"butt\">");
    for (rank, stroke, width) in
        [(ways::Way::Secondary, "#8d7448", 1.1), (ways::Way::Main, "#2b2118", 2.6), (ways::Way::Main, "#f3d9a4", 1.5)]
    {
        let d: String = ways::all(plan).filter(|(_, way)| *way == rank).map(|(f, _)| line_data(f)).collect();
        if !d.is_empty() {
            put!(svg, "<path stroke=\"{stroke}\" stroke-width=\"{}\" d=\"{d}\"/>", Num(width * px));
        }
    }
    let d: String = plan.of(&["railroad"]).map(line_data).collect();
    if !d.is_empty() {
        put!(
            svg,
            "<path stroke=\"#2b2118\" stroke-width=\"{}\" d=\"{d}\"/><path stroke=\"#2b2118\" stroke-width=\"{}\" stroke-dasharray=\"{} {}\" d=\"{d}\"/>",
            Num(0.9 * px),
            Num(3.6 * px),
            Num(0.7 * px),
            Num(3.6 * px)
        );
    }
    svg.push_str("</g>");
    lattice(svg, plan);
    for mark in plan.sheet.marks.iter().filter(|m| m.kind.is_star()) {
        if let Some(place) = plan.sheet.place(&mark.place) {
            let (x, y) = plan.frame.at(place.centre);
            put!(svg, "<g transform=\"translate({} {})scale({})\">", Num(x), Num(y), Num(px * 0.45));
            boxes::printed_star(svg, mark.kind, (0.0, 0.0));
            svg.push_str("</g>");
        }
    }
    names::draw(svg, plan, &[]);
}
