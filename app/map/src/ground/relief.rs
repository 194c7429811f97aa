//! Level tints, contours, level lines, hachures.

use super::Plan;
use crate::geo::{Feature, walk};
use crate::style;
use crate::svg::{Num, PathData, put};

const TINTED: [&str; 2] = ["level-area", "height"];

fn level(feature: &Feature) -> i64 {
    feature.number("level").unwrap_or(0.0) as i64
}

/// The lowest and the highest level that the sheet tints.
fn range(plan: &Plan<'_>) -> Option<(i64, i64)> {
    let levels = || plan.of(&TINTED).map(level);
    // The lowest level is the bare sheet: areas are drawn from the one above it.
    Some((levels().min()? - 1, levels().max()?))
}

/// The tint of a level of this sheet.
pub(crate) fn tint(plan: &Plan<'_>, level: i64) -> String {
    let (low, high) = range(plan).unwrap_or((0, 0));
    let count = usize::try_from(high - low + 1).unwrap_or(1);
    style::level_tint(usize::try_from(level - low).unwrap_or(0), count)
}

/// The colour of the bare sheet.
pub(crate) fn base(plan: &Plan<'_>) -> String {
    match range(plan) {
        Some((low, _)) => tint(plan, low),
        None => "#f3ead0".to_owned(),
    }
}

/// The areas of a feature as one path.
pub(crate) fn area_data(feature: &Feature) -> String {
    let mut d = PathData::coarse();
    feature.areas().iter().flatten().for_each(|ring| d.ring(ring));
    d.done()
}

/// The lines of a feature as one path.
pub(crate) fn line_data(feature: &Feature) -> String {
    let mut d = PathData::coarse();
    feature.lines().iter().for_each(|line| d.run(line));
    d.done()
}

pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>) {
    tints(svg, plan);
    lines(svg, plan);
}

/// The levels as areas.
pub(crate) fn tints(svg: &mut String, plan: &Plan<'_>) {
    let mut areas: Vec<_> = plan.of(&TINTED).collect();
    areas.sort_by_key(|f| level(f));
    for f in areas {
        put!(
            svg,
            "<path class=\"level\" fill-rule=\"evenodd\" fill=\"{}\" d=\"{}\"/>",
            tint(plan, level(f)),
            area_data(f)
        );
    }
    for f in plan.of(&["mountain_area"]) {
        put!(svg, "<path fill=\"#d9bf8c\" fill-opacity=\".55\" d=\"{}\"/>", area_data(f));
    }
    for f in plan.of(&["offmap"]) {
        put!(svg, "<path fill=\"#ddd3ba\" d=\"{}\"/>", area_data(f));
    }
}

/// Contours, level lines, hachures.
fn lines(svg: &mut String, plan: &Plan<'_>) {
    let simple = |svg: &mut String, classes: &[&str], look: &str| {
        let lines: Vec<_> = plan.of(classes).map(line_data).filter(|d| !d.is_empty()).collect();
        if !lines.is_empty() {
            put!(svg, "<path {look} d=\"{}\"/>", lines.concat());
        }
    };
    // Small pictures do without the fine lines between.
    let is_index = |f: &Feature| {
        f.class == "contour_index" || f.properties.get("index").and_then(serde_json::Value::as_bool) == Some(true)
    };
    for (index, look) in
        [(false, "stroke-width=\".8\" stroke-opacity=\".4\""), (true, "stroke-width=\"1.1\" stroke-opacity=\".46\"")]
    {
        let lines: String = plan
            .of(&["contour", "contour_index", "form_line"])
            .filter(|f| is_index(f) == index && (index || plan.full()))
            .map(line_data)
            .collect();
        if !lines.is_empty() {
            put!(svg, "<path stroke=\"#8a5a2b\" {look} d=\"{lines}\"/>");
        }
    }
    // Every second stroke, and a heavier one, in a small picture.
    let (nth, weight) = if plan.full() { (1, 1.05) } else { (2, 1.4) };
    let mut strokes = PathData::coarse();
    for f in plan.of(&["hachure"]) {
        f.lines().iter().step_by(nth).for_each(|l| strokes.run(l));
    }
    if !strokes.is_empty() {
        put!(
            svg,
            "<path stroke=\"#7d4f24\" stroke-width=\"{weight}\" stroke-opacity=\".62\" stroke-linecap=\"butt\" d=\"{}\"/>",
            strokes.done()
        );
    }
    simple(svg, &["level-line"], "stroke=\"#7d4f24\" stroke-width=\"1.3\"");
    // Crests come as bare lines: their strokes fall to the right of the way they run.
    let mut ticks = PathData::coarse();
    for line in plan.of(&["steep_crest", "crest", "railroad_cut"]).flat_map(Feature::lines) {
        for (i, ((x, y), (ux, uy))) in walk(&line, 2.0, 5.0).into_iter().enumerate() {
            let l = if i % 2 == 0 { 11.0 } else { 7.5 };
            ticks.run(&[(x, y), (x - uy * l, y + ux * l)]);
        }
    }
    if !ticks.is_empty() {
        put!(
            svg,
            "<path stroke=\"#7d4f24\" stroke-width=\"{}\" stroke-opacity=\".55\" d=\"{}\"/>",
            Num(1.05),
            ticks.done()
        );
    }
    simple(svg, &["steep_crest"], "stroke=\"#7d4f24\" stroke-width=\"1.3\" stroke-opacity=\".7\"");
    simple(
        svg,
        &["county_border"],
        "stroke=\"#7a5c86\" stroke-width=\"2.2\" stroke-opacity=\".55\" stroke-dasharray=\"2 7\"",
    );
    simple(
        svg,
        &["state_border"],
        "stroke=\"#7a3c66\" stroke-width=\"3.6\" stroke-opacity=\".6\" stroke-dasharray=\"16 6 3 6\"",
    );
}
