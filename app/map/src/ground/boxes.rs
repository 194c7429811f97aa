//! Number boxes: a place's number with its value below it, and the stars that stand beside.

use super::Plan;
use crate::counter::star;
use crate::lettering::{Outline, Word, outlines};
use crate::style::{INK, RED};
use crate::svg::{Num, Pt, put};
use domain::board::{PlaceShape, SheetMarkKind};
use std::collections::BTreeMap;

/// Half the width of a box.
pub(crate) const HALF: f64 = 27.0;
/// Half the height of a box with a value.
pub(crate) const TALL: f64 = 31.0;
/// Half the height of a box without.
const LOW: f64 = 16.0;
const VALUE_INK: &str = "#8c1d14";

/// The rectangle of a place's box: west, north, east, south.
pub(crate) fn rectangle(plan: &Plan<'_>, place: &PlaceShape) -> Option<(f64, f64, f64, f64)> {
    let label = place.label.as_ref()?;
    let (x, y) = plan.frame.at(label.at);
    let half = if label.value.is_empty() { LOW } else { TALL };
    Some((x - HALF, y - half, x + HALF, y + half))
}

/// Draws the boxes.
pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>) {
    let boxed = || plan.sheet.places.iter().filter_map(|p| Some((p, p.label.as_ref()?, rectangle(plan, p)?)));
    // Each text is drawn once and used where it stands.
    let mut texts: BTreeMap<(&str, bool), (usize, Outline)> = BTreeMap::new();
    for (place, label, _) in boxed() {
        texts.entry((&place.id, true)).or_default();
        if !label.value.is_empty() {
            texts.entry((&label.value, false)).or_default();
        }
    }
    if texts.is_empty() {
        return;
    }
    let words: Vec<Word> = texts
        .keys()
        .map(|(text, id)| Word {
            text: (*text).to_owned(),
            size: if *id { 29.0 } else { 25.0 },
            spacing: 0.4,
            italic: false,
            bold: true,
            along: None,
        })
        .collect();
    svg.push_str("<defs>");
    for (i, (entry, outline)) in texts.values_mut().zip(outlines(&words)).enumerate() {
        put!(svg, "<path id=\"v{i}\" d=\"{}\"/>", outline.data());
        *entry = (i, outline);
    }
    svg.push_str("</defs><g class=\"boxes\">");
    let text = |svg: &mut String, key: (&str, bool), (x, y): Pt, ink: &str| {
        if let Some((i, outline)) = texts.get(&key)
            && let Some((w, n, e, s)) = outline.extent()
        {
            let at = (x - (w + e) / 2.0, y - (n + s) / 2.0);
            put!(svg, "<use href=\"#v{i}\" x=\"{}\" y=\"{}\" fill=\"{ink}\"/>", Num(at.0), Num(at.1));
        }
    };
    for (place, label, (w, n, e, s)) in boxed() {
        let (x, y) = ((w + e) / 2.0, (n + s) / 2.0);
        put!(
            svg,
            "<path fill=\"#2b2118\" fill-opacity=\".3\" d=\"M{} {}h54v{}h-54z\"/>\
             <path class=\"box\" fill=\"#fffaf0\" stroke=\"{INK}\" stroke-width=\"2.2\" stroke-linejoin=\"miter\" d=\"M{} {}h54v{}h-54z{}\"/>",
            Num(w + 3.0),
            Num(n + 3.5),
            Num(s - n),
            Num(w),
            Num(n),
            Num(s - n),
            if label.value.is_empty() { "" } else { "m0 31h54" }
        );
        if label.value.is_empty() {
            text(svg, (&place.id, true), (x, y), INK);
        } else {
            text(svg, (&place.id, true), (x, n + 15.5), INK);
            text(svg, (&label.value, false), (x, n + 46.5), VALUE_INK);
        }
    }
    svg.push_str("</g>");
}

/// A printed star of some kind about a point.
pub(crate) fn printed_star(svg: &mut String, kind: SheetMarkKind, (x, y): Pt) {
    let one = |svg: &mut String, y: f64, r: f64| {
        put!(svg, "<path fill=\"{RED}\" stroke=\"#5b1a0e\" stroke-width=\"1.3\" d=\"{}\"/>", star(x, y, r));
    };
    put!(svg, "<g class=\"{}\">", class(kind));
    match kind {
        SheetMarkKind::BoxedStar => {
            put!(
                svg,
                "<path fill=\"#fffaf0\" stroke=\"{INK}\" stroke-width=\"2\" stroke-linejoin=\"miter\" d=\"M{} {}h36v36h-36z\"/>",
                Num(x - 18.0),
                Num(y - 18.0)
            );
            one(svg, y + 1.0, 14.0);
        }
        SheetMarkKind::DoubleStar => {
            one(svg, y - 16.0, 16.0);
            one(svg, y + 17.0, 16.0);
        }
        SheetMarkKind::RingedStar => put!(
            svg,
            "<circle cx=\"{0}\" cy=\"{1}\" r=\"21\" fill=\"{RED}\" stroke=\"#5b1a0e\" stroke-width=\"1.8\"/>\
             <path fill=\"#fffaf0\" d=\"{2}\"/>",
            Num(x),
            Num(y),
            star(x, y, 16.0)
        ),
        _ => one(svg, y, 18.0),
    }
    svg.push_str("</g>");
}

fn class(kind: SheetMarkKind) -> &'static str {
    match kind {
        SheetMarkKind::BoxedStar => "star boxed",
        SheetMarkKind::DoubleStar => "star double",
        SheetMarkKind::RingedStar => "star ringed",
        _ => "star",
    }
}
