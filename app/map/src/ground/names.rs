//! Lettering: names along rivers and ridges, of houses and hills, each kept clear of the others.

use super::glyphs::Glyphs;
use super::{Plan, board, boxes, works};
use crate::geo::{Feature, length};
use crate::lettering::{Outline, Word, outlines};
use crate::style::{PAPER, WATER_INK};
use crate::svg::{Pt, put};
use domain::board::{SheetMark, SheetMarkKind};

/// Names that are set on a sheet seen from far off.
const MOST_FAR: usize = 60;

type Box4 = (f64, f64, f64, f64);

/// A name to be placed.
struct Name {
    word: Word,
    colour: &'static str,
    /// Where it wants to be: the anchor point on its base line.
    at: Pt,
    angle: f64,
    /// Which part of it stands on the anchor: 0 start, 0.5 middle, 1 end.
    anchor: f64,
    /// The more important, the earlier it is placed.
    weight: f64,
}

fn name(f: &Feature) -> Option<Name> {
    let text = [f.text("text"), f.text("name")].into_iter().find(|t| !t.is_empty())?.to_owned();
    let kind = match f.class.as_str() {
        "relief_label" | "hill" => "relief",
        "bridge" | "ford" => "crossing",
        _ => f.text("kind"),
    };
    // Two ways of sizing are in use: `size` with 4 the largest, `label_size` with 1 the largest.
    let said = f.number("size").or_else(|| f.number("label_size").map(|s| 5.0 - s));
    let rank = said.unwrap_or(match kind {
        "town" | "water" | "region" => 3.0,
        "hill" | "creek" => 2.0,
        _ if f.class == "town" => 4.0,
        _ => 1.0,
    });
    let rank = rank.clamp(1.0, 4.0);
    let step = rank - 1.0;
    let (size, spacing, italic, colour) = match kind {
        "water" | "creek" | "river" => (19.0 + 5.5 * step, 1.0 + 1.1 * step, true, WATER_INK),
        "relief" | "hill" | "ridge" | "region" => (19.5 + 5.0 * step, 1.2 + 1.6 * step, true, "#5a3617"),
        "crossing" => (19.5, 0.2, true, WATER_INK),
        "bridge" | "ford" | "exit" | "road" | "lane" => (17.0 + 1.0 * step, 0.2, true, "#3a2c1d"),
        _ => (19.0 + 3.6 * step, if rank > 2.5 { 0.8 } else { 0.1 }, false, "#221a12"),
    };
    let along = match &f.shape {
        crate::geo::Shape::Lines(lines) => lines.iter().max_by(|a, b| length(a).total_cmp(&length(b))).cloned(),
        _ => None,
    };
    // Never upside down.
    let angle = (f.any_number(&["angle", "rotation_deg"]).unwrap_or(0.0) + 90.0).rem_euclid(180.0) - 90.0;
    let anchor = match f.text("anchor") {
        "start" => 0.0,
        "end" => 1.0,
        _ => 0.5,
    };
    let at = f.points().first().copied();
    if at.is_none() && along.is_none() {
        return None;
    }
    Some(Name {
        weight: if along.is_some() { 100.0 + rank } else { rank },
        word: Word { text, size, spacing, italic, bold: false, along: along.map(upright) },
        colour,
        at: at.unwrap_or_default(),
        angle,
        anchor,
    })
}

/// A line that reads from west to east, or, when it is steep, from north to south as it stands.
fn upright(mut line: Vec<Pt>) -> Vec<Pt> {
    if let (Some(a), Some(b)) = (line.first(), line.last())
        && b.0 < a.0 - (b.1 - a.1).abs() * 0.2
    {
        line.reverse();
    }
    line
}

/// The names that the underlay and the sheet's marks ask for.
fn wanted(plan: &Plan<'_>) -> Vec<Name> {
    let mut names: Vec<Name> =
        plan.of(&["label", "label-path", "relief_label", "county_name"]).filter_map(name).collect();
    // Packs that name points rather than setting labels.
    let mut labelled: Vec<String> = names.iter().map(|n| n.word.text.to_lowercase()).collect();
    for place in &plan.sheet.places {
        let Some((label, (w, _, e, south))) = place.label.as_ref().zip(boxes::rectangle(plan, place)) else { continue };
        // A place called after a town or a wood that is lettered already needs no second name.
        if label.name.is_empty() || !plan.full() || labelled.contains(&label.name.to_lowercase()) {
            continue;
        }
        labelled.push(label.name.to_lowercase());
        names.push(Name {
            word: Word { text: label.name.clone(), size: 17.5, spacing: 0.1, italic: false, bold: false, along: None },
            colour: "#221a12",
            at: ((w + e) / 2.0, south + 17.0),
            angle: 0.0,
            anchor: 0.5,
            weight: 2.2,
        });
    }
    for f in plan.of(&["town", "place", "farm", "mill", "hill", "field", "building", "bridge", "ford", "gap", "fort"]) {
        let small = f.class == "place" && f.number("size_class").is_some_and(|s| s > 3.0);
        if f.points().is_empty() || small || f.class == "building" && f.number("label_size").is_none() {
            continue;
        }
        if let Some(mut n) = name(f).filter(|n| !labelled.contains(&n.word.text.to_lowercase())) {
            // Crossings are named beside the water, houses above their roof.
            if matches!(f.class.as_str(), "bridge" | "ford") {
                n.at = (n.at.0 + 35.0, n.at.1 + 6.0);
                n.anchor = 0.0;
                n.angle = 0.0;
                n.weight = 2.4;
            } else {
                n.at.1 -= 12.0;
                n.weight -= 0.5;
            }
            if let Some(class) = f.number("size_class") {
                n.word.size = 18.0 + (4.0 - class).max(0.0) * 4.0;
                n.weight = 4.0 - class;
            } else if n.word.size < 18.0 || f.class != "town" {
                n.word.size *= 0.86;
            }
            names.push(n);
        }
    }
    for mark in plan.sheet.marks.iter().filter(|m| m.kind == SheetMarkKind::Setup && !m.text.is_empty()) {
        let Some(place) = plan.sheet.place(&mark.place) else { continue };
        let (x, y) = plan.frame.at(place.centre);
        names.push(Name {
            word: Word { text: mark.text.clone(), size: 20.0, spacing: 0.4, italic: false, bold: true, along: None },
            colour: "#6a2f16",
            at: (x, y + 52.0),
            angle: 0.0,
            anchor: 0.5,
            weight: 2.5,
        });
    }
    names
}

pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>, stars: &[(&SheetMark, Pt)]) {
    let mut names = wanted(plan);
    names.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    if plan.far() {
        // The foremost, at a size that can be read.
        names.truncate(MOST_FAR);
        for name in &mut names {
            name.word.size *= plan.px() * 0.55;
            name.word.spacing *= plan.px() * 0.55;
        }
    }
    // Set level first, to learn how long each is; a name along a line is then spaced to suit the line.
    let level: Vec<Word> = names.iter().map(|n| Word { along: None, ..n.word.clone() }).collect();
    let set = outlines(&level);
    let bent: Vec<Word> = names
        .iter()
        .zip(&set)
        .map(|(n, o)| match (&n.word.along, o.extent()) {
            (Some(line), Some((w, _, e, _))) => suited(&n.word, length(line), e - w),
            _ => n.word.clone(),
        })
        .collect();
    let bent = outlines(&bent);

    let boxes = || plan.sheet.places.iter().filter_map(|p| boxes::rectangle(plan, p));
    let mut hard: Vec<Box4> = boxes().collect();
    let firm: Vec<Box4> = stars
        .iter()
        .map(|(_, (x, y))| (x - 17.0, y - 17.0, x + 17.0, y + 15.0))
        .chain(rooms(plan))
        .chain(works::buildings(plan).map(|((x, y), _)| (x - 9.0, y - 8.0, x + 9.0, y + 8.0)))
        .chain(plan.of(&["bridge"]).flat_map(|f| {
            let points: Vec<Pt> = f.lines().into_iter().flatten().chain(f.points().iter().copied()).collect();
            points.into_iter().map(|(x, y)| (x - 8.0, y - 8.0, x + 8.0, y + 8.0))
        }))
        .collect();
    let soft: Vec<Box4> = plan
        .sheet
        .places
        .iter()
        .filter(|p| p.label.is_none() && !plan.many())
        .map(|p| board::number_spot(plan, p))
        .map(|(x, y)| (x - 15.0, y - 6.0, x + 15.0, y + 6.0))
        .collect();
    // All halos first, then all letters: a halo must not cut into the letter before it.
    let mut glyphs = Glyphs::of(names.iter().filter(|n| n.word.along.is_none()).map(|n| &n.word));
    let (mut defs, mut halos, mut letters) = (String::new(), String::new(), String::new());
    glyphs.define(&mut defs);
    for ((n, level), bent) in names.iter().zip(&set).zip(bent) {
        let id = if n.word.along.is_some() {
            hard.extend(merged(&bent));
            glyphs.whole(&mut defs, &bent)
        } else if let Some((at, outline)) = place(plan, n, level, &hard, &firm, &soft) {
            hard.extend(merged(&outline));
            glyphs.word(&mut defs, &n.word, level, n.angle, at)
        } else {
            continue;
        };
        put!(halos, "<use href=\"#{id}\"/>");
        put!(letters, "<use href=\"#{id}\" fill=\"{}\"/>", n.colour);
    }
    put!(
        svg,
        "<defs>{defs}</defs><g class=\"names\"><g stroke=\"{PAPER}\" stroke-width=\"{}\" stroke-opacity=\".82\" \
         stroke-linejoin=\"round\">{halos}</g>{letters}</g>",
        crate::svg::Num(if plan.far() { 2.5 * plan.px() } else { 4.5 })
    );
}

/// Where counters lie in the places that say so: a name there would be hidden in play.
fn rooms<'p>(plan: &'p Plan<'_>) -> impl Iterator<Item = Box4> + 'p {
    let step = plan.sheet.counter * plan.frame.scale;
    plan.sheet.places.iter().filter(|p| p.label.is_some()).map(move |p| {
        let ((x, y), (columns, rows)) = (plan.frame.at(p.centre), p.room);
        let (w, h) = (f64::from(columns) * step / 2.0, f64::from(rows) * step / 2.0);
        (x - w, y - h, x + w, y + h)
    })
}

/// A word spaced out to fill most of its line, or set smaller where the line is too short for it.
fn suited(word: &Word, room: f64, wide: f64) -> Word {
    let gaps = word.text.chars().count().saturating_sub(1).max(1) as f64;
    let mut word = word.clone();
    let free = room * 0.97 - wide;
    if free < 0.0 {
        // First the added space goes, then the size.
        let squeeze = (-free / gaps).min(word.spacing);
        word.spacing -= squeeze;
        let left = wide - squeeze * gaps;
        if left > room * 0.97 {
            word.size *= room * 0.97 / left;
        }
    } else {
        word.spacing += (free * 0.45 / gaps).min(word.size * 0.16);
    }
    word
}

/// The boxes of a word's letters, those of level words run together so that nothing slips between two letters.
fn merged(outline: &Outline) -> Vec<Box4> {
    match outline.extent() {
        Some(whole) if whole.3 - whole.1 < 45.0 => vec![whole],
        _ => outline.boxes.clone(),
    }
}

fn overlaps(a: &Box4, b: &Box4, pad: f64) -> bool {
    a.0 - pad < b.2 && b.0 < a.2 + pad && a.1 - pad < b.3 && b.1 < a.3 + pad
}

/// Finds the nearest clear spot for a name: where its origin comes to lie, and its letters there. One that would run into
/// another name wherever it went is left out.
fn place(
    plan: &Plan<'_>,
    n: &Name,
    level: &Outline,
    hard: &[Box4],
    firm: &[Box4],
    soft: &[Box4],
) -> Option<(Pt, Outline)> {
    let (w, _, e, _) = level.extent()?;
    let (sin, cos) = n.angle.to_radians().sin_cos();
    // The anchored part of the word comes to lie on the point it is anchored to.
    let back = -(w + (e - w) * n.anchor);
    let origin = (n.at.0 + back * cos, n.at.1 + back * sin);
    let start = level.placed(n.angle, origin);
    let mut best: Option<(f64, Pt, Outline)> = None;
    for ring in 0..6 {
        let reach = f64::from(ring) * if plan.far() { 11.0 * plan.px() } else { 11.0 };
        for k in 0..if ring == 0 { 1 } else { 12 } {
            let a = f64::from(k) * std::f64::consts::TAU / 12.0;
            let (dx, dy) = (reach * 1.3 * a.cos(), reach * a.sin());
            let tried = start.placed(0.0, (dx, dy));
            let boxes = merged(&tried);
            let hits = |others: &[Box4], pad: f64| {
                others.iter().filter(|o| boxes.iter().any(|b| overlaps(b, o, pad))).count() as f64
            };
            let off = boxes
                .iter()
                .any(|b| b.0 < 4.0 || b.1 < 4.0 || b.2 > plan.frame.width - 4.0 || b.3 > plan.frame.height - 4.0);
            if hits(hard, 4.0) > 0.0 {
                continue;
            }
            let cost = reach * 0.5 + hits(firm, 1.0) * 30.0 + hits(soft, 0.0) * 14.0 + if off { 200.0 } else { 0.0 };
            if best.as_ref().is_none_or(|(c, ..)| cost < *c) {
                best = Some((cost, (origin.0 + dx, origin.1 + dy), tried));
            }
        }
    }
    best.map(|(_, at, outline)| (at, outline))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_too_long_for_its_line_shrinks_and_one_too_short_spreads() {
        let word = Word { text: "CREEK".into(), size: 20.0, spacing: 2.0, italic: true, bold: false, along: None };
        let tight = suited(&word, 50.0, 80.0);
        assert!(tight.size < 20.0 && tight.spacing == 0.0);
        let loose = suited(&word, 300.0, 80.0);
        assert!(loose.size == 20.0 && loose.spacing > 2.0);
    }
}
