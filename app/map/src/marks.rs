//! What happened since the reader last looked, drawn on the map.

use crate::counter::star;
use crate::geo::{distance, length, walk};
use crate::style;
use crate::svg::{Num, PathData, Pt, put};
use domain::referee::{Mark, Side};
use std::collections::BTreeMap;

type Centre<'a> = &'a dyn Fn(&str) -> Option<Pt>;

/// Marks that lie under the counters: the ways they went, places worth a look.
/// They are as large as the counters, which `scale` tells.
pub(crate) fn under(svg: &mut String, marks: &[Mark], centre: Centre<'_>, scale: f64) {
    for mark in marks {
        match mark {
            Mark::Moved { side, path, .. } => {
                let points: Vec<Pt> = path.iter().filter_map(|id| centre(id)).collect();
                trail(svg, &points, style::side(*side).deep, side.word(), scale);
            }
            Mark::Changed { place } => {
                if let Some((x, y)) = centre(place) {
                    put!(
                        svg,
                        "<circle class=\"changed\" cx=\"{}\" cy=\"{}\" r=\"52\" stroke=\"{}\" stroke-width=\"3.5\" \
                         stroke-dasharray=\"9 6\"/>",
                        Num(x),
                        Num(y),
                        style::RED
                    );
                }
            }
            Mark::Lost { .. } | Mark::Fought { .. } => {}
        }
    }
}

/// Marks that lie over the counters: attacks and losses.
pub(crate) fn over(svg: &mut String, marks: &[Mark], centre: Centre<'_>, scale: f64) {
    let mut losses: BTreeMap<(&str, &str), (Side, u32)> = BTreeMap::new();
    for mark in marks {
        match mark {
            Mark::Fought { from, to, side } => {
                if let (Some(from), Some(to)) = (centre(from), centre(to)) {
                    burst(svg, from, to, style::side(*side).deep);
                }
            }
            // Both sides may have lost in one place, and those who did may have left it.
            Mark::Lost { place, steps, side } => losses.entry((place, side.word())).or_insert((*side, 0)).1 += steps,
            Mark::Moved { .. } | Mark::Changed { .. } => {}
        }
    }
    let mut before = "";
    for ((place, word), (side, steps)) in losses {
        let second = if before == place { 32.0 } else { 0.0 };
        before = place;
        if let Some((x, y)) = centre(place) {
            let colour = style::side(side).deep;
            put!(
                svg,
                "<g class=\"loss {word}\" transform=\"translate({} {})\"><title>{side}: {steps} lost</title><circle r=\"15\" \
                 fill=\"{colour}\" stroke=\"#fffaf0\" stroke-width=\"2.4\"/><text y=\"7\" font-size=\"21\" font-weight=\"600\" \
                 text-anchor=\"middle\" fill=\"#fffaf0\">−{steps}</text></g>",
                Num(x - 37.0 * scale + second),
                Num(y + 36.0 * scale)
            );
        }
    }
}

/// What orders would do that are not sent yet: hollow arrows with a broken rim, so that they are not taken for what has happened.
pub(crate) fn drafted(svg: &mut String, marks: &[Mark], centre: Centre<'_>, scale: f64) {
    for mark in marks {
        let (points, side): (Vec<Pt>, _) = match mark {
            Mark::Moved { side, path, .. } => (path.iter().filter_map(|id| centre(id)).collect(), *side),
            Mark::Fought { from, to, side } => (centre(from).into_iter().chain(centre(to)).collect(), *side),
            Mark::Lost { .. } | Mark::Changed { .. } => continue,
        };
        let d = arrow(&points, scale * 1.15);
        if !d.is_empty() {
            put!(
                svg,
                "<path class=\"draft-way\" d=\"{d}\" fill=\"#fffaf0\" fill-opacity=\".82\" stroke=\"{}\" stroke-width=\"3\" \
                 stroke-dasharray=\"9 4\" stroke-linejoin=\"round\"/>",
                style::side(side).deep
            );
        }
    }
}

/// A line that begins as a point and swells to an arrow head, edged in paper so that it reads on any ground.
fn trail(svg: &mut String, points: &[Pt], colour: &str, class: &str, scale: f64) {
    let d = arrow(points, scale);
    if !d.is_empty() {
        put!(
            svg,
            "<path class=\"trail {class}\" d=\"{d}\" fill=\"{colour}\" fill-opacity=\".88\" stroke=\"{}\" stroke-width=\"3\" \
             stroke-linejoin=\"round\" paint-order=\"stroke\"/>",
            style::PAPER
        );
    }
}

/// The outline of such an arrow as path data; empty where it leads nowhere.
fn arrow(points: &[Pt], scale: f64) -> String {
    let line = rounded(points);
    let total = length(&line);
    if total < 1.0 {
        return String::new();
    }
    // The head ends at the rim of the counter that stands there.
    let (head, stop) = ((26.0 * scale).min(total * 0.45), (total - 30.0 * scale).max(total * 0.5));
    let neck = (stop - head).max(total * 0.1);
    let mut left = Vec::new();
    let mut right = Vec::new();
    for (i, (p, u)) in walk(&line, 0.0, 6.0).into_iter().enumerate() {
        let s = i as f64 * 6.0;
        if s > neck {
            break;
        }
        let half = (2.0 + 5.5 * s / neck) * scale;
        left.push((p.0 + u.1 * half, p.1 - u.0 * half));
        right.push((p.0 - u.1 * half, p.1 + u.0 * half));
    }
    let at = |s: f64| walk(&line, s.min(total - 0.01), total * 2.0).into_iter().next();
    if let (Some((p, u)), Some((tip, _))) = (at(neck), at(stop)) {
        for half in [7.5 * scale, 15.0 * scale] {
            left.push((p.0 + u.1 * half, p.1 - u.0 * half));
            right.push((p.0 - u.1 * half, p.1 + u.0 * half));
        }
        left.push(tip);
    }
    right.reverse();
    left.append(&mut right);
    let mut d = PathData::coarse();
    d.ring(&left);
    d.done()
}

/// A path with its corners cut, twice over.
fn rounded(points: &[Pt]) -> Vec<Pt> {
    let mut line = points.to_vec();
    for _ in 0..2 {
        if line.len() < 3 {
            break;
        }
        let mut next = vec![line[0]];
        for w in line.windows(2) {
            for t in [0.25, 0.75] {
                next.push((w[0].0 + (w[1].0 - w[0].0) * t, w[0].1 + (w[1].1 - w[0].1) * t));
            }
        }
        next.extend(line.last().copied());
        line = next;
    }
    line
}

/// An attack: a dart from the attacker, and a burst where it strikes.
fn burst(svg: &mut String, from: Pt, to: Pt, colour: &str) {
    let l = distance(from, to);
    if l < 1.0 {
        return;
    }
    let u = ((to.0 - from.0) / l, (to.1 - from.1) / l);
    // Between two neighbours; near the target when fired from afar.
    let strike = (l / 2.0).max(l - 59.0);
    let at = (from.0 + u.0 * strike, from.1 + u.1 * strike);
    let begin = (l * 0.3).min(40.0);
    put!(
        svg,
        "<path class=\"fire\" d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"9\" stroke-linecap=\"round\"/>\
         <path class=\"fire\" d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"4.5\" stroke-dasharray=\"11 6\"/>",
        Num(from.0 + u.0 * begin),
        Num(from.1 + u.1 * begin),
        Num(at.0),
        Num(at.1),
        style::PAPER,
        Num(from.0 + u.0 * begin),
        Num(from.1 + u.1 * begin),
        Num(at.0),
        Num(at.1)
    );
    let mut d = PathData::coarse();
    let rays: Vec<Pt> = (0..20)
        .map(|i| {
            let a = f64::from(i) * std::f64::consts::PI / 10.0;
            let r = [19.0, 9.5, 15.0, 9.0][(i % 4) as usize];
            (at.0 + r * a.sin(), at.1 - r * a.cos())
        })
        .collect();
    d.ring(&rays);
    put!(
        svg,
        "<path class=\"burst\" d=\"{}\" fill=\"#ffcf3f\" stroke=\"#a3170f\" stroke-width=\"2.4\" stroke-linejoin=\"round\"/>\
         <path d=\"{}\" fill=\"#a3170f\"/>",
        d.done(),
        star(at.0, at.1, 6.0)
    );
}
