//! Where the piece in hand may go, and whom it may attack: outline and tint under the counters, and the price on a tag in a corner.
//!
//! Moves and attacks differ in form as well as in colour: a move has a plain thin outline and a round tag; an attack a broken thick one,
//! hatching, and a notched tag with crossed swords.

use crate::frame::Frame;
use crate::index::Index;
use crate::lettering;
use crate::style::{self, PAPER};
use crate::svg::{Esc, Num, Pt, put};
use domain::board::PlaceShape;

/// A place that something can be done at, drawn as a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// The place.
    pub place: String,
    /// Whether something is attacked there, rather than gone to.
    pub aimed: bool,
    /// Whether it is the one looked at.
    pub on: bool,
    /// Where it leads.
    pub href: String,
    /// The order that a tap means, where it is the only one there and can be taken back.
    pub order: Option<String>,
    /// The piece to take in hand after it.
    pub then: Option<String>,
    /// The way there, by places, the start first; may be empty.
    pub way: Vec<String>,
    /// In words.
    pub title: String,
    /// What stands on its tag: a price, a sum; may be empty.
    pub label: String,
}

/// How far a hex's outline stays inside the hex, so that neighbours do not touch.
const INSET: f64 = 0.955;
const MOVE: &str = "#5a3a06";
const ATTACK: &str = "#a3170f";

/// Outlines and tints, to lie under everything but the ground: `<a class="goal" data-place="0714">`, `aimed` for an attack, `on` for the
/// one looked at.
pub(crate) fn under(svg: &mut String, frame: &Frame, index: &Index<'_>, goals: &[Goal]) {
    if goals.is_empty() {
        return;
    }
    svg.push_str("<g class=\"goals\">");
    if goals.iter().any(|g| g.aimed) {
        put!(
            svg,
            "<defs><pattern id=\"goal-aimed\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
             <path d=\"M0 0H12\" stroke=\"{ATTACK}\" stroke-width=\"5\" stroke-opacity=\".34\"/></pattern></defs>"
        );
    }
    for goal in goals {
        let Some(place) = index.get(goal.place.as_str()) else { continue };
        opened(svg, frame, index, goal, "goal");
        put!(svg, "><title>{}</title>", Esc(&goal.title));
        let (x, y) = frame.at(place.centre);
        let inset = if place.outline.len() == 6 { INSET } else { 1.0 };
        let mut ring = String::new();
        for p in &place.outline {
            let (px, py) = frame.at(*p);
            let tenth = |v: f64| Num((v * 10.0).round() / 10.0);
            put!(ring, "{},{} ", tenth(x + (px - x) * inset), tenth(y + (py - y) * inset));
        }
        let ring = ring.trim_end();
        let (fill, opacity, stroke, width, dashes) = match goal.aimed {
            true => ("url(#goal-aimed)", "1", ATTACK, 5.0, " stroke-dasharray=\"16 7\""),
            false => ("#ffd64a", ".2", MOVE, 3.0, ""),
        };
        put!(
            svg,
            "<polygon class=\"goal-rim\" stroke=\"{PAPER}\" stroke-opacity=\".85\" stroke-width=\"{}\" points=\"{ring}\"/>\
             <polygon class=\"goal-shape\" fill=\"{fill}\" fill-opacity=\"{opacity}\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\"{dashes} points=\"{ring}\"/></a>",
            Num(width + 3.5)
        );
    }
    svg.push_str("</g>");
}

/// The tags, to lie over the counters. Each leads where its place leads; the keyboard needs only one of the two.
pub(crate) fn over(svg: &mut String, frame: &Frame, index: &Index<'_>, goals: &[Goal]) {
    if goals.is_empty() {
        return;
    }
    svg.push_str("<g class=\"goal-tags\">");
    for goal in goals {
        let Some(place) = index.get(goal.place.as_str()) else { continue };
        if goal.on && goal.way.len() > 1 {
            put!(svg, "<polyline class=\"way\" points=\"{}\"/>", way(frame, index, &goal.way));
        }
        if goal.label.is_empty() && !goal.aimed {
            continue;
        }
        let (x, y) = corner(frame, place);
        opened(svg, frame, index, goal, "goal-tag");
        put!(svg, " tabindex=\"-1\" aria-hidden=\"true\" transform=\"translate({} {})\">", Num(x), Num(y));
        tag(svg, &goal.label, goal.aimed);
        svg.push_str("</a>");
    }
    svg.push_str("</g>");
}

fn opened(svg: &mut String, frame: &Frame, index: &Index<'_>, goal: &Goal, class: &str) {
    put!(
        svg,
        "<a class=\"{class}{}{}\" href=\"{}\" data-place=\"{}\"",
        if goal.aimed { " aimed" } else { "" },
        if goal.on { " on" } else { "" },
        Esc(&goal.href),
        Esc(&goal.place)
    );
    for (key, value) in [("order", &goal.order), ("then", &goal.then)] {
        if let Some(value) = value {
            put!(svg, " data-{key}=\"{}\"", Esc(value));
        }
    }
    if goal.way.len() > 1 {
        put!(svg, " data-way=\"{}\"", way(frame, index, &goal.way));
    }
}

fn way(frame: &Frame, index: &Index<'_>, way: &[String]) -> String {
    let points = way.iter().filter_map(|id| Some(frame.at(index.get(id.as_str())?.centre)));
    points.map(|(x, y)| format!("{x:.0},{y:.0}")).collect::<Vec<_>>().join(" ")
}

/// Where a tag lies: in a hex below and to the right of its counter, in an area beside its number.
fn corner(frame: &Frame, place: &PlaceShape) -> Pt {
    match &place.label {
        Some(label) => {
            let (x, y) = frame.at(label.at);
            (x + 44.0, y)
        }
        None => {
            let (x, y) = frame.at(place.centre);
            (x + 33.0, y + 45.0)
        }
    }
}

/// A tag about the origin.
fn tag(svg: &mut String, label: &str, aimed: bool) {
    let wide = lettering::width(label) * 22.0;
    if aimed {
        let half = (wide + 32.0) / 2.0;
        // Notched at both ends.
        put!(
            svg,
            "<path d=\"M{0}-15H{1}L{2} 0L{1} 15H{0}L{3} 0Z\" fill=\"{ATTACK}\" stroke=\"{PAPER}\" stroke-width=\"2\"/>\
             <path d=\"M{4}-7l13 14m0-14l-13 14m-1-5l5 5m5 0l5-5\" stroke=\"#fff\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>\
             <text x=\"{5}\" y=\"7.2\" font-size=\"22\" font-weight=\"600\" text-anchor=\"middle\" fill=\"#fff\">{6}</text>",
            Num(-half),
            Num(half),
            Num(half + 7.0),
            Num(-half + 7.0),
            Num(-half + 12.0),
            Num(13.0),
            Esc(label)
        );
    } else {
        let half = ((wide + 16.0) / 2.0).max(16.0);
        put!(
            svg,
            "<rect x=\"{}\" y=\"-15\" width=\"{}\" height=\"30\" rx=\"15\" fill=\"#fffaf0\" stroke=\"{MOVE}\" stroke-width=\"2\"/>\
             <text y=\"7.2\" font-size=\"22\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            Num(-half),
            Num(2.0 * half),
            style::INK,
            Esc(label)
        );
    }
}
