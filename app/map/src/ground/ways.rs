//! Roads of every rank, and railroads.

use super::Plan;
use super::relief::line_data;
use crate::geo::Feature;
use crate::style::INK;
use crate::svg::put;

/// The rank of a road, lowest first: the higher one is drawn over the lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// A ford's path, a track.
    Path,
    /// A lane between fields.
    Lane,
    /// A road cut by an army through wood and swamp.
    Military,
    /// A country road or a street.
    Secondary,
    /// A turnpike.
    Main,
}

impl Way {
    fn of(feature: &Feature) -> Option<Way> {
        let said = [feature.text("subclass"), feature.text("rank"), feature.class.as_str()];
        let is = |word: &str| said.contains(&word);
        Some(if is("main") || is("pike") || is("turnpike") {
            Way::Main
        } else if is("military") {
            Way::Military
        } else if is("lane") {
            Way::Lane
        } else if is("ford_path") || is("track") || is("path") {
            Way::Path
        } else if is("road") || is("street") || is("sunken_road") {
            Way::Secondary
        } else {
            return None;
        })
    }

    /// The full width.
    pub(crate) fn casing(self) -> f64 {
        match self {
            Way::Main => 9.5,
            Way::Secondary => 7.0,
            Way::Military => 6.4,
            Way::Lane => 5.6,
            Way::Path => 3.0,
        }
    }

    /// The width of the fill, its colour, and the dashes of the casing.
    fn look(self) -> (f64, &'static str, &'static str) {
        match self {
            Way::Main => (6.6, "#f3d9a4", ""),
            Way::Secondary => (4.6, "#fdf6e3", ""),
            Way::Military => (4.0, "#fdf6e3", " stroke-dasharray=\"6 2.8\""),
            Way::Lane => (3.6, "#fdf6e3", " stroke-dasharray=\"10 3.4\""),
            Way::Path => (0.0, "#fdf6e3", " stroke-dasharray=\"4 4\""),
        }
    }
}

/// Every road with its rank.
pub(crate) fn all<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = (&'p Feature, Way)> {
    plan.features.iter().filter_map(|f| Some((f, Way::of(f)?)))
}

pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>) {
    let mut roads: Vec<(&Feature, Way)> = all(plan).collect();
    roads.sort_by_key(|r| r.1);
    svg.push_str("<g class=\"roads\" stroke-linecap=\"butt\">");
    // A sunken road lies between banks.
    for (f, _) in roads.iter().filter(|(f, _)| f.class == "sunken_road") {
        put!(svg, "<path stroke=\"#7d4f24\" stroke-width=\"20\" stroke-dasharray=\"1.2 3.6\" d=\"{}\"/>", line_data(f));
    }
    // All casings, then all fills, so that crossings are open; within each, rank by rank.
    for (f, way) in &roads {
        let (_, _, dashes) = way.look();
        put!(svg, "<path stroke=\"{INK}\" stroke-width=\"{}\"{dashes} d=\"{}\"/>", way.casing(), line_data(f));
    }
    for (f, way) in &roads {
        let (width, fill, _) = way.look();
        if width > 0.0 {
            put!(
                svg,
                "<path stroke=\"{fill}\" stroke-width=\"{width}\" stroke-linecap=\"round\" d=\"{}\"/>",
                line_data(f)
            );
        }
    }
    for f in plan.of(&["railroad", "railroad_grade"]) {
        let d = line_data(f);
        if f.class == "railroad" {
            put!(svg, "<path stroke=\"{INK}\" stroke-width=\"3\" d=\"{d}\"/>");
        } else {
            put!(svg, "<path stroke=\"{INK}\" stroke-width=\"1.8\" stroke-dasharray=\"14 6\" d=\"{d}\"/>");
        }
        put!(svg, "<path stroke=\"{INK}\" stroke-width=\"10\" stroke-dasharray=\"1.7 7.5\" d=\"{d}\"/>");
    }
    svg.push_str("</g>");
}
