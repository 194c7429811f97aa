//! An overlay that somebody asked for: shaded places and lines, to lie between the ground and the counters.

use crate::frame::{Frame, MODULE};
use crate::index::indexed;
use crate::lettering::fit;
use crate::levels::{Level, Part};
use crate::style;
use crate::svg::{Esc, Num, PathData, Pt, put};
use domain::board::{PlaceShape, Sheet};
use domain::referee::{OverlayView, Shade};
use std::collections::BTreeMap;

/// The overlay as an inline `<svg class="shades">` in the frame of the sheet. Each place is a `<g class="shade good" data-place="0714">` with
/// its words as `<title>`. Tones differ in their hatching as well as in colour. What lies on no place of the sheet is left out.
///
/// Of a large map only a part is drawn; from far off without words and figures, places of one look together.
pub fn shades_layer(sheet: &Sheet, overlay: &OverlayView, part: Option<Part>) -> String {
    let frame = Frame::of(sheet);
    let shown = part.unwrap_or_else(|| Part::whole(&frame));
    let mut svg = String::with_capacity(256 + overlay.places.len() * 320);
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"shades\" viewBox=\"{}\" width=\"{}\" height=\"{}\" font-family=\"'{}', serif\" \
         fill=\"none\">",
        shown.view_box(),
        frame.width,
        frame.height,
        crate::FONT_FAMILY
    );
    shades(&mut svg, sheet, &frame, overlay, part);
    svg.push_str("</svg>");
    svg
}

/// What stands inside the layer's `<svg>`.
fn shades(svg: &mut String, sheet: &Sheet, frame: &Frame, overlay: &OverlayView, part: Option<Part>) {
    let index = indexed(sheet);
    patterns(svg, overlay);
    let seen = |place: &PlaceShape| part.is_none_or(|part| part.meets(frame.at(place.centre), MODULE));
    let shaded = overlay.places.iter().filter_map(|s| Some((index.get(s.place.as_str()).copied()?, s)));
    let shaded = shaded.filter(|(place, _)| seen(place));
    match part.map(|part| Level::of_width(part.wide)) {
        Some(Level::Far) => together(svg, frame, shaded),
        _ => shaded.for_each(|(place, shade)| one(svg, frame, place, shade)),
    }
    for line in &overlay.lines {
        let points: Vec<Pt> =
            line.path.iter().filter_map(|id| Some(frame.at(index.get(id.as_str())?.centre))).collect();
        if points.len() < 2 {
            continue;
        }
        let colour = ink(line.tone);
        let dashes = if line.broken { " stroke-dasharray=\"14 9\"" } else { "" };
        put!(svg, "<g class=\"shade-line {}\"><title>{}</title>", Esc(line.tone), Esc(&line.title));
        for (stroke, width, dashes) in [(style::PAPER, 11.0, ""), (colour, 5.5, dashes)] {
            put!(
                svg,
                "<polyline stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"round\"{dashes} points=\""
            );
            points_of(svg, &points);
            svg.push_str("\"/>");
        }
        if let Some((x, y)) = points.last() {
            put!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"11\" fill=\"{colour}\" stroke=\"{}\" stroke-width=\"3\"/>",
                Num(*x),
                Num(*y),
                style::PAPER
            );
        }
        svg.push_str("</g>");
    }
}

/// The hatching of the tones that are used: strokes one way for what is bad, the other way for what wants care, upright for the
/// Confederates; what is good and what is the Union's stays plain, each with a rim of its own.
fn patterns(svg: &mut String, overlay: &OverlayView) {
    let used = |tone: &str| overlay.places.iter().any(|p| p.tone == tone);
    svg.push_str("<defs>");
    for (tone, angle, gap) in [("bad", 45, 13), ("warn", -45, 19), ("confederate", 90, 15)] {
        if used(tone) {
            put!(
                svg,
                "<pattern id=\"shade-{tone}\" width=\"{gap}\" height=\"{gap}\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate({angle})\">\
                 <path d=\"M0 0H{gap}\" stroke=\"{}\" stroke-width=\"6\" stroke-opacity=\".5\"/></pattern>",
                ink(tone)
            );
        }
    }
    svg.push_str("</defs>");
}

fn one(svg: &mut String, frame: &Frame, place: &PlaceShape, shade: &Shade) {
    let colour = ink(shade.tone);
    // From a third down to hardly anything.
    let opacity = 0.42 - 0.055 * f64::from(shade.band.min(5));
    let ring: Vec<Pt> = place.outline.iter().map(|p| frame.at(*p)).collect();
    put!(
        svg,
        "<g class=\"shade {}\" data-place=\"{}\"><title>{}</title>",
        Esc(shade.tone),
        Esc(&place.id),
        Esc(&if shade.title.is_empty() { place.title.clone() } else { format!("{}: {}", place.id, shade.title) })
    );
    put!(
        svg,
        "<polygon fill=\"{colour}\" fill-opacity=\"{}\" stroke=\"{colour}\" stroke-opacity=\".75\" stroke-width=\"2.4\" points=\"",
        Num(opacity)
    );
    points_of(svg, &ring);
    svg.push_str("\"/>");
    if matches!(shade.tone, "bad" | "warn" | "confederate") {
        put!(svg, "<polygon fill=\"url(#shade-{})\" points=\"", shade.tone);
        points_of(svg, &ring);
        svg.push_str("\"/>");
    }
    if !shade.text.is_empty() {
        let (x, y) = text_spot(frame, place, &ring);
        put!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{colour}\" stroke=\"{}\" \
             stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
            Num(x),
            Num(y),
            Num(fit(&shade.text, 27.0, 92.0)),
            style::PAPER,
            Esc(&shade.text)
        );
    }
    svg.push_str("</g>");
}

/// Places of one tone and band as one path.
fn together<'v>(svg: &mut String, frame: &Frame, shaded: impl Iterator<Item = (&'v PlaceShape, &'v Shade)>) {
    let mut paths: BTreeMap<(&str, u8), PathData> = BTreeMap::new();
    for (place, shade) in shaded {
        let ring: Vec<Pt> = place.outline.iter().map(|p| frame.at(*p)).collect();
        paths.entry((shade.tone, shade.band)).or_insert_with(PathData::coarse).ring(&ring);
    }
    for ((tone, band), d) in paths {
        let (colour, d) = (ink(tone), d.done());
        let opacity = 0.5 - 0.06 * f64::from(band.min(5));
        put!(
            svg,
            "<path class=\"shade {}\" fill=\"{colour}\" fill-opacity=\"{}\" d=\"{d}\"/>",
            Esc(tone),
            Num(opacity)
        );
        if matches!(tone, "bad" | "warn" | "confederate") {
            put!(svg, "<path fill=\"url(#shade-{tone})\" d=\"{d}\"/>");
        }
    }
}

/// In the foot of a hex, where no counter covers it; in an area above its box.
fn text_spot(frame: &Frame, place: &PlaceShape, ring: &[Pt]) -> Pt {
    match &place.label {
        Some(label) => {
            let (x, y) = frame.at(label.at);
            (x, y - 38.0)
        }
        None => {
            let (x, y) = frame.at(place.centre);
            let foot = crate::geo::bounds(ring).map_or(y + 52.0, |(_, _, _, south)| south - 13.0);
            (x, foot.min(y + 58.0))
        }
    }
}

fn points_of(svg: &mut String, points: &[Pt]) {
    for (i, (x, y)) in points.iter().enumerate() {
        let tenth = |v: f64| Num((v * 10.0).round() / 10.0);
        put!(svg, "{}{} {}", if i > 0 { " " } else { "" }, tenth(*x), tenth(*y));
    }
}

/// The colour of a tone, dark enough to be read on paper.
fn ink(tone: &str) -> &'static str {
    match tone {
        "good" => "#22652f",
        "warn" => "#8a5a00",
        "bad" => "#a3170f",
        "union" => "#1f4480",
        "confederate" => "#4b463e",
        _ => "#5b4a8a",
    }
}

/// A sample of a tone for a key, as a small SVG 30 by 20.
pub fn shade_sample(tone: &str) -> String {
    let colour = ink(tone);
    let hatch = match tone {
        "bad" => "M0 20L20 0M10 20L30 0",
        "warn" => "M0 0L20 20M10 0L30 20",
        "confederate" => "M8 0V20M15 0V20M22 0V20",
        _ => "",
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"swatch\" viewBox=\"0 0 30 20\" width=\"30\" height=\"20\" aria-hidden=\"true\"><path \
         d=\"M1 1H29V19H1Z\" fill=\"{colour}\" fill-opacity=\".3\" stroke=\"{colour}\" stroke-width=\"1.5\"/><path d=\"{hatch}\" \
         stroke=\"{colour}\" stroke-width=\"2.4\" stroke-opacity=\".6\"/></svg>"
    )
}
