//! Woods: an organic edge filled with little trees.

use super::Plan;
use super::relief::area_data;
use crate::geo::{Taken, bounds, inside};
use crate::seed::Seed;
use crate::svg::{Num, PathData, Pt, put};

/// Kinds of round crowns: size by colour by form; conifers follow.
const SIZES: [f64; 3] = [5.0, 6.1, 7.3];
const CROWNS: [&str; 2] = ["#a7b884", "#9fb27b"];
const FORMS: usize = 2;
const ROUND: usize = SIZES.len() * CROWNS.len() * FORMS;
const CONIFERS: usize = 2;
/// Trees stand this far apart from west to east,
const STEP: f64 = 14.6;
/// and this far from north to south.
const RISE: f64 = 11.4;
/// About as many as one sheet bears.
const MOST: f64 = 16_000.0;

/// The trees to choose from: engraved ones, or for small pictures plain ones.
pub(crate) fn symbols(svg: &mut String, full: bool) {
    if !full {
        for i in 0..ROUND {
            put!(svg, "<circle id=\"t{i}\" r=\"{}\" fill=\"#93a76a\"/>", Num(SIZES[i / 4] * 1.25));
        }
        for i in ROUND..ROUND + CONIFERS {
            put!(svg, "<path id=\"t{i}\" d=\"M0-10L7 6H-7Z\" fill=\"#7d9659\"/>");
        }
        return;
    }
    for i in 0..ROUND {
        let (r, crown, form) = (SIZES[i / 4], CROWNS[i / 2 % 2], i % FORMS);
        let mut seed = Seed::from(&[i as f64, 7.0]);
        // A crown of seven or eight bulges.
        let bulges = 7 + form;
        let mut d = PathData::coarse();
        let at = |k: usize, r: f64, turn: f64| {
            let a = (k as f64 + turn) / bulges as f64 * std::f64::consts::TAU + form as f64 * 0.4;
            (r * a.cos(), r * a.sin())
        };
        d.start(at(0, r * 0.93, 0.0));
        for k in 0..bulges {
            let out = r * (1.2 + seed.jitter(0.1));
            d.quad(at(k, out, 0.5), at((k + 1) % bulges, r * 0.93, 0.0));
        }
        d.close();
        let (d, flip) = (d.done(), if form == 0 { 1.0 } else { -1.0 });
        // Shadow to the south-east, light on the north-west, a curl of leaves between.
        put!(
            svg,
            "<g id=\"t{i}\"><path fill=\"#5d6f41\" fill-opacity=\".5\" d=\"{d}\" transform=\"translate(1.9 2.2)\"/>\
             <path fill=\"{crown}\" stroke=\"#55683a\" stroke-width=\".8\" d=\"{d}\"/>\
             <path stroke=\"#d9e2bb\" stroke-width=\"1\" d=\"M{} {}q{} {} {} {}\"/>\
             <path stroke=\"#5f7243\" stroke-width=\".8\" d=\"M{} {}q{} {} {} {}q{} {} {} {}\"/></g>",
            Num(-r * 0.62),
            Num(r * 0.05),
            Num(-r * 0.02),
            Num(-r * 0.58),
            Num(r * 0.62),
            Num(-r * 0.62),
            Num(r * 0.6),
            Num(r * 0.1 * flip),
            Num(-r * 0.05),
            Num(r * 0.5),
            Num(-r * 0.55),
            Num(r * 0.5),
            Num(-r * 0.3),
            Num(-r * 0.1),
            Num(-r * 0.15),
            Num(-r * 0.45)
        );
    }
    for i in 0..CONIFERS {
        let r = [6.2, 7.4][i];
        put!(
            svg,
            "<g id=\"t{}\"><path fill=\"#5d6f41\" fill-opacity=\".5\" d=\"M{} {}L{} {}L{} {}Z\"/>\
             <path fill=\"#86a06b\" stroke=\"#4b5f35\" stroke-width=\".8\" d=\"M0 {}L{} {}H{}Z\"/>\
             <path stroke=\"#c6d3a4\" stroke-width=\".8\" d=\"M{} {}L{} {}\"/></g>",
            ROUND + i,
            Num(1.8),
            Num(-r * 0.7),
            Num(r * 0.68 + 2.4),
            Num(r * 0.85),
            Num(-r * 0.3),
            Num(r * 0.9),
            Num(-r * 1.15),
            Num(r * 0.62),
            Num(r * 0.68),
            Num(-r * 0.62),
            Num(-r * 0.06),
            Num(-r * 0.75),
            Num(-r * 0.36),
            Num(r * 0.4)
        );
    }
}

pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>, clear: &Taken) {
    let woods = || plan.of(&["woods", "rough_woods"]);
    // A country of woods gets its trees wider apart: beyond some number they only make the file heavy.
    let dense: f64 = woods().flat_map(|f| f.areas()).map(|a| extent(a)).sum::<f64>() / (STEP * RISE);
    let apart = (dense / MOST).sqrt().max(1.0);
    for f in woods() {
        let d = area_data(f);
        if d.is_empty() {
            continue;
        }
        put!(
            svg,
            "<path class=\"woods\" fill=\"#b9c79a\" fill-opacity=\".86\" stroke=\"#6d7f4b\" stroke-width=\"1.2\" \
             fill-rule=\"evenodd\" d=\"{d}\"/>"
        );
        if plan.full() || apart < 2.0 {
            let apart = if plan.full() { apart } else { apart * 4.0 };
            let mut trees: Vec<(Pt, usize)> = f.areas().iter().flat_map(|a| planted(a, clear, apart)).collect();
            // Nearer trees overlap those behind them.
            trees.sort_by(|a, b| a.0.1.total_cmp(&b.0.1).then(a.0.0.total_cmp(&b.0.0)));
            svg.push_str("<g>");
            for ((x, y), kind) in trees {
                put!(svg, "<use href=\"#t{kind}\" x=\"{}\" y=\"{}\"/>", Num(x), Num(y));
            }
            svg.push_str("</g>");
        }
    }
}

/// The surface of an area, holes taken off.
fn extent(area: &[Vec<Pt>]) -> f64 {
    let ring = |r: &Vec<Pt>| {
        let sum: f64 = r.iter().zip(r.iter().cycle().skip(1)).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
        sum.abs() / 2.0
    };
    let mut rings = area.iter().map(ring);
    rings.next().unwrap_or(0.0) - rings.sum::<f64>()
}

/// Trees of one wood, on a jittered grid, none over its edge or on ground kept clear.
fn planted(area: &[Vec<Pt>], clear: &Taken, apart: f64) -> Vec<(Pt, usize)> {
    let Some((w, n, e, s)) = bounds(area.iter().flatten()) else { return Vec::new() };
    let (step, rise) = (STEP * apart, RISE * apart);
    let mut seed = Seed::from(&[w, n, e, s]);
    let mut out = Vec::new();
    let (mut y, mut odd) = (n + 4.0, false);
    while y < s {
        let mut x = w + if odd { step / 2.0 } else { 0.0 };
        // The stretch of this row inside the wood is tested point by point; a row far outside costs nothing but that.
        while x < e {
            let p = ((x + seed.jitter(4.2 * apart)).round(), (y + seed.jitter(3.4 * apart)).round());
            let kind = if seed.unit() < 0.13 { ROUND + seed.below(CONIFERS) } else { seed.below(ROUND) };
            let r = if kind < ROUND { SIZES[kind / 4] } else { 6.5 };
            let gone = seed.unit() < 0.04;
            let edge = [(r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r)];
            if !gone && !clear.at(p) && inside(area, p) && edge.iter().all(|d| inside(area, (p.0 + d.0, p.1 + d.1))) {
                out.push((p, kind));
            }
            x += step;
        }
        y += rise;
        odd = !odd;
    }
    out
}
