//! What people built: houses, mills, churches, towns, bridges, fords, forts.

use super::Plan;
use super::relief::{area_data, line_data};
use crate::geo::Feature;
use crate::style::{INK, PAPER};
use crate::svg::{Num, Pt, put};

/// Every building that is a point, with its feature.
pub(crate) fn buildings<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = (Pt, &'p Feature)> {
    plan.of(&["building", "farm", "mill", "place"])
        // Theatre maps mark places by size; those are dots, not houses.
        .filter(|f| f.number("size_class").is_none())
        .flat_map(|f| f.points().iter().map(move |p| (*p, f)))
}

pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>) {
    svg.push_str("<g class=\"works\">");
    for f in plan.of(&["town"]).filter(|f| !f.areas().is_empty()) {
        put!(svg, "<path fill=\"#dcc9a4\" fill-opacity=\".7\" d=\"{}\"/>", area_data(f));
    }
    let blocks: String = plan.of(&["town_block", "building"]).map(area_data).collect();
    if !blocks.is_empty() {
        put!(svg, "<path fill=\"#6a5642\" stroke=\"#3a2c1f\" stroke-width=\".8\" d=\"{blocks}\"/>");
    }
    theatre_crossings(svg, plan);
    for (p, f) in buildings(plan) {
        building(svg, p, f);
    }
    for f in plan.of(&["place"]).filter(|f| f.number("size_class").is_some()) {
        for (x, y) in f.points() {
            let r = 3.0 + 2.0 * (4.0 - f.number("size_class").unwrap_or(4.0)).clamp(0.0, 3.0);
            put!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"2\"/>",
                Num(*x),
                Num(*y),
                Num(r)
            );
        }
    }
    for f in plan.of(&["fort"]) {
        for (x, y) in f.points() {
            put!(svg, "<path fill=\"{INK}\" d=\"M{} {}l7 4v8l-7 4l-7-4v-8z\"/>", Num(*x), Num(*y - 8.0));
        }
    }
    for f in plan.of(&["gap"]) {
        for (x, y) in f.points() {
            put!(
                svg,
                "<path stroke=\"{INK}\" stroke-width=\"2.2\" d=\"M{} {}q6 7 0 14m12-14q-6 7 0 14\"/>",
                Num(*x - 6.0),
                Num(*y - 7.0)
            );
        }
    }
    svg.push_str("</g>");
}

/// Bridges and fords, over whatever border runs along the water.
pub(crate) fn crossings(svg: &mut String, plan: &Plan<'_>) {
    svg.push_str("<g class=\"crossings\">");
    for f in plan.of(&["bridge"]) {
        bridge(svg, f);
    }
    for f in plan.of(&["ford", "potomac_ford", "ford_site"]) {
        for (x, y) in f.points() {
            let angle = f.any_number(&["angle", "rotation_deg"]).unwrap_or(0.0);
            put!(
                svg,
                "<g class=\"ford\" transform=\"translate({} {})rotate({})\" stroke-linecap=\"butt\"><path stroke=\"{PAPER}\" \
                 stroke-opacity=\".7\" stroke-width=\"5\" d=\"M-19-5H19M-19 5H19\"/><path stroke=\"{INK}\" stroke-width=\"2.4\" \
                 stroke-dasharray=\"5 3\" d=\"M-19-5H19M-19 5H19\"/></g>",
                Num(*x),
                Num(*y),
                Num(angle)
            );
        }
    }
    svg.push_str("</g>");
}

/// A planked deck: side rails, and boards across.
fn deck(svg: &mut String, d: &str) {
    for (colour, width, dashes) in
        [(INK, 15.5, ""), ("#d9b27c", 12.0, ""), ("#5a4126", 12.0, " stroke-dasharray=\"1.1 3.6\"")]
    {
        put!(svg, "<path stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"butt\"{dashes} d=\"{d}\"/>");
    }
}

fn bridge(svg: &mut String, f: &Feature) {
    let d = line_data(f);
    if !d.is_empty() {
        deck(svg, &d);
    }
    for (x, y) in f.points() {
        let angle = f.any_number(&["angle", "rotation_deg"]).unwrap_or(0.0);
        put!(svg, "<g class=\"bridge\" transform=\"translate({} {})rotate({})\">", Num(*x), Num(*y), Num(angle));
        deck(svg, "M-19 0H19");
        // Wing walls, splayed towards both banks.
        put!(
            svg,
            "<path stroke=\"{INK}\" stroke-width=\"3.4\" stroke-linejoin=\"round\" d=\"M-29-15L-19-8.5H19L29-15M-29 15L-19 8.5H19L29 15\"/></g>"
        );
    }
}

fn theatre_crossings(svg: &mut String, plan: &Plan<'_>) {
    for f in plan.of(&["crossing"]) {
        for (x, y) in f.points() {
            let (x, y) = (Num(*x), Num(*y));
            match f.text("kind") {
                "bridge" => put!(
                    svg,
                    "<path stroke=\"{INK}\" stroke-width=\"2.6\" d=\"M{x} {y}m-9-7l4 4h10l4-4m-18 14l4-4h10l4 4\"/>"
                ),
                "ferry" => put!(
                    svg,
                    "<path stroke=\"{INK}\" stroke-width=\"2\" fill=\"{PAPER}\" d=\"M{x} {y}m-10-2h20l-4 7h-12zm10 0v-9\"/>"
                ),
                "dam" => put!(svg, "<path stroke=\"{INK}\" stroke-width=\"4\" d=\"M{x} {y}m-10 0h20\"/>"),
                _ => put!(
                    svg,
                    "<path stroke=\"{INK}\" stroke-width=\"2\" stroke-dasharray=\"3 3\" d=\"M{x} {y}m-10-3h20m-20 6h20\"/>"
                ),
            }
        }
    }
}

fn building(svg: &mut String, (x, y): Pt, f: &Feature) {
    let kind = if f.class == "mill" { "mill" } else { f.text("kind") };
    put!(
        svg,
        "<g transform=\"translate({} {})rotate({})\" fill=\"{INK}\" stroke=\"#f4ecd8\" stroke-opacity=\".8\" \
         stroke-width=\"1.6\" paint-order=\"stroke\">",
        Num(x),
        Num(y),
        Num(f.any_number(&["angle", "rotation_deg"]).unwrap_or(0.0))
    );
    match kind {
        "outbuilding" => svg.push_str("<path d=\"M-4.5-3.4h9v6.8h-9z\"/>"),
        "mill" => svg.push_str(
            "<path d=\"M-12-6H4V6H-12z\"/><circle cx=\"9\" cy=\"1\" r=\"7\" fill=\"#f4ecd8\" stroke=\"none\"/>\
             <path fill=\"none\" stroke=\"#2b2118\" stroke-opacity=\"1\" stroke-width=\"1.5\" \
             d=\"M15.5 1A6.5 6.5 0 1 1 2.5 1A6.5 6.5 0 1 1 15.5 1M9-5.5v13M2.5 1h13M4.4-3.6l9.2 9.2M4.4 5.6l9.2-9.2\"/>",
        ),
        "church" => svg.push_str("<path d=\"M-8-5H8V5H-8zM-1.3-15h2.6v3h3v2.6h-3V-5h-2.6v-4.4h-3V-12h3z\"/>"),
        "tavern" => svg.push_str("<path d=\"M-10-6H10V1H1V7H-10z\"/>"),
        "hamlet" => svg.push_str("<path d=\"M-8-5H6V5H-8zM9-8h8v6H9z\"/>"),
        "cemetery" => svg.push_str("<path d=\"M-1.5-8h3v4h4v3h-4v8h-3v-8h-4v-3h4z\"/>"),
        "hq" => svg.push_str("<path d=\"M-7 9V-9H9L5-4.5L9 0H-5V9z\"/>"),
        _ => svg.push_str("<path d=\"M-7.5-5h15v10h-15z\"/>"),
    }
    svg.push_str("</g>");
}
