//! A piece on several places drawn as one body: a bar along its chain, its front thick and ticked, its flank ends dark, a chevron at the head of
//! a column.

use crate::counter::{self, SIZE};
use crate::frame::Frame;
use crate::geo::distance;
use crate::index::Index;
use crate::pieces::{Overlay, can, closed, opened, said};
use crate::style::{self, INK, PAPER};
use crate::svg::{Esc, Num, Pt, put};
use domain::board::Facing;
use domain::referee::{Body, BodyShape, Piece, Place, View};
use std::collections::BTreeMap;

/// Half the width of a line's bar and of a column's, and how far a bar runs on beyond the middle of its last place.
const LINE: f64 = 21.0;
const COLUMN: f64 = 14.0;
const END: f64 = 40.0;
/// How large the counter that rides on a body is, in sizes of one.
const RIDES: f64 = 0.56;
/// How large counters are that lie beside a body in its place.
pub(crate) const BESIDE: f64 = 0.7;

/// Whether a piece is drawn as a body.
pub(crate) fn is_body(piece: &Piece) -> bool {
    piece.body.as_ref().is_some_and(|b| !b.stands.is_empty())
}

/// A direction as a vector: degrees clockwise from the top of the map.
pub(crate) fn towards(facing: Facing, frame: &Frame) -> Pt {
    let (sin, cos) = f64::from(facing.degrees(frame.axis)).to_radians().sin_cos();
    (sin, -cos)
}

/// The places of a body in their order: parts that follow each other in one place, as in a column that has closed up, stand there together, `8+4`.
fn places(body: &Body) -> Vec<(&str, String)> {
    let mut places: Vec<(&str, String)> = Vec::new();
    for stand in &body.stands {
        match places.last_mut() {
            Some((place, strength)) if *place == stand.place => {
                if !strength.is_empty() && !stand.strength.is_empty() {
                    strength.push('+');
                }
                strength.push_str(&stand.strength);
            }
            _ => places.push((&stand.place, stand.strength.clone())),
        }
    }
    places
}

/// The chain of a body with its ends run on; and which way its front looks at each of the points.
fn chain(body: &Body, points: &[Pt], frame: &Frame) -> Option<(Vec<Pt>, Vec<Pt>)> {
    let fronts = || body.stands.iter().find_map(|s| s.front).map(|f| towards(f, frame));
    let line = body.shape == BodyShape::Line;
    let unit = |a: Pt, b: Pt| {
        let l = distance(a, b).max(1e-6);
        ((b.0 - a.0) / l, (b.1 - a.1) / l)
    };
    let (first, last) = match points {
        [] => return None,
        [_] => {
            let (x, y) = fronts().unwrap_or((0.0, -1.0));
            // A line lies across its front, from left to right as its men look; a column along it, its head first.
            let way = if line { (-y, x) } else { (-x, -y) };
            (way, way)
        }
        [a, .., y, z] => (unit(*a, points[1]), unit(*y, *z)),
        [a, b] => (unit(*a, *b), unit(*a, *b)),
    };
    let mut run = vec![(points[0].0 - first.0 * END, points[0].1 - first.1 * END)];
    run.extend_from_slice(points);
    let end = points[points.len() - 1];
    run.push((end.0 + last.0 * END, end.1 + last.1 * END));
    // From left to right the front lies on the left hand of the way along the chain.
    let looks = run
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let (before, after) = (run[i.saturating_sub(1)], run[(i + 1).min(run.len() - 1)]);
            let (x, y) = if distance(before, after) < 1e-6 { unit(*p, end) } else { unit(before, after) };
            (y, -x)
        })
        .collect();
    Some((run, looks))
}

fn path(svg: &mut String, points: &[Pt]) {
    for (i, (x, y)) in points.iter().enumerate() {
        put!(svg, "{}{} {}", if i > 0 { "L" } else { "M" }, Num(*x), Num(*y));
    }
}

/// The places that bodies stand in, each with the way from its middle to where counters lie there: off the bar and off what rides on it, so that
/// who is under nobody is seen.
pub(crate) fn clear<'a>(view: &'a View, frame: &Frame, scale: f64, index: &Index<'_>) -> BTreeMap<&'a str, Pt> {
    let mut clear = BTreeMap::new();
    let size = SIZE * scale;
    for (piece, body) in view.pieces.iter().filter_map(|p| Some((p, p.body.as_ref()?))) {
        let known = places(body).into_iter().filter_map(|(at, _)| Some((at, frame.at(index.get(at)?.centre))));
        let (stands, points): (Vec<&str>, Vec<Pt>) = known.unzip();
        let Some((_, looks)) = chain(body, &points, frame) else { continue };
        for (stand, look) in stands.into_iter().zip(looks.iter().skip(1)) {
            let rides = matches!(&piece.place, Place::Map(at) if at == stand);
            let by = match body.shape {
                // Behind the front, and beside the counter that rides there.
                BodyShape::Line => {
                    let (back, along) = (LINE + size * BESIDE * 0.5 - 4.0, size * (RIDES + BESIDE) * 0.5);
                    let along = if rides { along } else { 0.0 };
                    (-look.0 * back - look.1 * along, -look.1 * back + look.0 * along)
                }
                // On the other side than the counter that rides there.
                BodyShape::Column => {
                    let off = COLUMN + size * BESIDE * 0.5 - 4.0;
                    (-look.0 * off, -look.1 * off)
                }
            };
            clear.insert(stand, by);
        }
    }
    clear
}

/// Draws a body with its counter riding on it, all of it one piece to point at.
pub(crate) fn draw(
    svg: &mut String,
    frame: &Frame,
    scale: f64,
    index: &Index<'_>,
    piece: &Piece,
    overlay: &Overlay,
    with_counter: bool,
) {
    let (Some(body), Place::Map(at)) = (&piece.body, &piece.place) else { return };
    let known = places(body).into_iter();
    let stands: Vec<(Pt, String)> =
        known.filter_map(|(at, strength)| Some((frame.at(index.get(at)?.centre), strength))).collect();
    let points: Vec<Pt> = stands.iter().map(|s| s.0).collect();
    let Some((run, looks)) = chain(body, &points, frame) else { return };
    let colours = style::side(piece.side);
    let line = body.shape == BodyShape::Line;
    let half = if line { LINE } else { COLUMN };
    opened(svg, piece, at, overlay, "body");
    let (ready, target) = (overlay.ready.contains(&piece.id), overlay.targets.contains(&piece.id));
    let words = body_said(piece, frame) + can(ready, target);
    put!(svg, "<title>{}</title><g stroke-linejoin=\"round\" stroke-linecap=\"butt\">", Esc(&words));
    let selected = overlay.selected.contains(&piece.id);
    if selected {
        bar(svg, &run, half + 7.0, "#ffd84a", "ring");
    } else if target {
        // Broken, so that it is told from a ring by its form.
        svg.push_str("<g stroke-dasharray=\"16 12\">");
        bar(svg, &run, half + 8.0, "#b3261e", "sight");
        svg.push_str("</g>");
    } else if ready {
        bar(svg, &run, half + 7.0, "#fff3b0", "ring");
    }
    bar(svg, &run, half + 1.6, INK, "rim");
    bar(svg, &run, half, if piece.reduced { colours.pale } else { colours.face }, "bar");
    if line {
        front(svg, &run, &looks, half, colours.deep);
        // The flanks, where it is weakest, are dark.
        for (end, next) in [(run[0], run[1]), (run[run.len() - 1], run[run.len() - 2])] {
            let l = distance(end, next).max(1e-6);
            let inner = (end.0 + (next.0 - end.0) / l * 11.0, end.1 + (next.1 - end.1) / l * 11.0);
            bar(svg, &[end, inner], half, colours.deep, "flank");
        }
    } else {
        chevron(svg, run[0], run[1], half, colours.deep);
    }
    svg.push_str("</g>");
    for ((x, y), strength) in &stands {
        if !strength.is_empty() {
            put!(
                svg,
                "<text class=\"strength\" x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{INK}\" \
                 stroke=\"{PAPER}\" stroke-width=\"4\" stroke-opacity=\".7\" paint-order=\"stroke\">{}</text>",
                Num(*x),
                Num(y + half * 0.42),
                Num(half * 1.25),
                Esc(strength)
            );
        }
    }
    if let Some(rides) = index.get(at.as_str()).map(|p| frame.at(p.centre)).filter(|_| with_counter) {
        // Behind the front, so that neither it nor the strength is covered.
        let nth = points.iter().position(|p| distance(*p, rides) < 1.0).map_or(1, |i| i + 1);
        let look = looks.get(nth).copied().unwrap_or((0.0, -1.0));
        let back = if line { (-look.0, -look.1) } else { look };
        let off = half + SIZE * RIDES * scale * 0.5 - 4.0;
        put!(
            svg,
            "<g transform=\"translate({} {})scale({})\">",
            Num(rides.0 + back.0 * off),
            Num(rides.1 + back.1 * off),
            Num(RIDES * scale)
        );
        counter::face(svg, piece);
        svg.push_str("</g>");
    }
    closed(svg, overlay);
}

/// A body in words: its parts in order, with their strengths and fronts.
fn body_said(piece: &Piece, frame: &Frame) -> String {
    let mut words = said(piece, frame.axis);
    let Some(body) = &piece.body else { return words };
    words.push_str(match body.shape {
        BodyShape::Line => ", in line from left to right:",
        BodyShape::Column => ", in column from head to tail:",
    });
    for (i, stand) in body.stands.iter().enumerate() {
        put!(words, "{} {}", if i > 0 { "," } else { "" }, stand.place);
        if !stand.strength.is_empty() {
            put!(words, " ({})", stand.strength);
        }
        if let Some(front) = stand.front {
            put!(words, " front {}", front.name(frame.axis));
        }
    }
    words
}

fn bar(svg: &mut String, run: &[Pt], half: f64, colour: &str, class: &str) {
    put!(svg, "<path class=\"{class}\" stroke=\"{colour}\" stroke-width=\"{}\" d=\"", Num(half * 2.0));
    path(svg, run);
    svg.push_str("\"/>");
}

/// The front: a thick line along that side, with ticks towards the enemy.
fn front(svg: &mut String, run: &[Pt], looks: &[Pt], half: f64, colour: &str) {
    let at = |i: usize, by: f64| (run[i].0 + looks[i].0 * by, run[i].1 + looks[i].1 * by);
    let edge: Vec<Pt> = (0..run.len()).map(|i| at(i, half - 1.0)).collect();
    put!(svg, "<path class=\"front\" stroke=\"{colour}\" stroke-width=\"6.5\" d=\"");
    path(svg, &edge);
    svg.push_str("\"/>");
    let mut ticks = String::new();
    for i in 0..run.len() - 1 {
        let (a, b) = (edge[i], edge[i + 1]);
        let count = (distance(a, b) / 15.0).floor().max(1.0) as usize;
        for k in 0..count {
            let t = (k as f64 + 0.5) / count as f64;
            let mix = |p: Pt, q: Pt| (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t);
            let (p, look) = (mix(a, b), mix(looks[i], looks[i + 1]));
            put!(ticks, "M{} {}l{} {}", Num(p.0), Num(p.1), Num(look.0 * 11.0), Num(look.1 * 11.0));
        }
    }
    put!(svg, "<path class=\"ticks\" stroke=\"{colour}\" stroke-width=\"3.2\" d=\"{ticks}\"/>");
}

/// The head of a column.
fn chevron(svg: &mut String, head: Pt, next: Pt, half: f64, colour: &str) {
    let l = distance(head, next).max(1e-6);
    let (x, y) = ((head.0 - next.0) / l, (head.1 - next.1) / l);
    let at = |along: f64, across: f64| (head.0 + x * along - y * across, head.1 + y * along + x * across);
    let wide = half + 8.0;
    let points = [at(-6.0, -wide), at(15.0, 0.0), at(-6.0, wide), at(-16.0, wide), at(3.0, 0.0), at(-16.0, -wide)];
    put!(svg, "<path class=\"head\" fill=\"{colour}\" stroke=\"{PAPER}\" stroke-width=\"1.5\" d=\"");
    path(svg, &points);
    svg.push_str("Z\"/>");
}
