//! Reading the underlay, and the little plane geometry that drawing it needs.

use crate::frame::Frame;
use crate::svg::Pt;
use serde_json::{Map, Value};

/// The shape of a feature, in units of the drawing.
pub(crate) enum Shape {
    /// Points.
    Points(Vec<Pt>),
    /// Lines, each of two points or more.
    Lines(Vec<Vec<Pt>>),
    /// Areas: each a ring with its holes, without the closing point.
    Areas(Vec<Vec<Vec<Pt>>>),
}

/// One feature of the underlay.
pub(crate) struct Feature {
    /// What it is: `woods`, `stream`.
    pub(crate) class: String,
    /// Everything said of it.
    pub(crate) properties: Map<String, Value>,
    /// Where it is.
    pub(crate) shape: Shape,
}

impl Feature {
    /// A property as text; empty when it is missing.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.properties.get(key).and_then(Value::as_str).unwrap_or("")
    }

    /// A property as a finite number.
    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        self.properties.get(key).and_then(Value::as_f64).filter(|n| n.is_finite())
    }

    /// The first of several properties that is a number.
    pub(crate) fn any_number(&self, keys: &[&str]) -> Option<f64> {
        keys.iter().find_map(|k| self.number(k))
    }

    /// Its lines; an area's rings count as closed lines.
    pub(crate) fn lines(&self) -> Vec<Vec<Pt>> {
        match &self.shape {
            Shape::Points(_) => Vec::new(),
            Shape::Lines(lines) => lines.clone(),
            Shape::Areas(areas) => {
                areas.iter().flatten().map(|ring| ring.iter().chain(ring.first()).copied().collect()).collect()
            }
        }
    }

    /// Its areas.
    pub(crate) fn areas(&self) -> &[Vec<Vec<Pt>>] {
        match &self.shape {
            Shape::Areas(areas) => areas,
            _ => &[],
        }
    }

    /// Its points.
    pub(crate) fn points(&self) -> &[Pt] {
        match &self.shape {
            Shape::Points(points) => points,
            _ => &[],
        }
    }

    /// Leaves out corners nearer than `least` to the one before, which nobody would see.
    pub(crate) fn thin(&mut self, least: f64) {
        let thin = |line: &mut Vec<Pt>, fewest: usize| {
            let Some(&end) = line.last() else { return };
            let mut kept: Vec<Pt> = Vec::with_capacity(line.len() / 2);
            for p in line.iter() {
                if kept.last().is_none_or(|k| distance(*k, *p) >= least) {
                    kept.push(*p);
                }
            }
            if kept.last() != Some(&end) {
                kept.push(end);
            }
            if kept.len() >= fewest {
                *line = kept;
            }
        };
        match &mut self.shape {
            Shape::Points(_) => {}
            Shape::Lines(lines) => lines.iter_mut().for_each(|l| thin(l, 2)),
            Shape::Areas(areas) => areas.iter_mut().flatten().for_each(|r| thin(r, 3)),
        }
    }

    /// A point that stands for it, and seeds its jitter.
    pub(crate) fn anchor(&self) -> Pt {
        let first = match &self.shape {
            Shape::Points(points) => points.first(),
            Shape::Lines(lines) => lines.first().and_then(|l| l.first()),
            Shape::Areas(areas) => areas.first().and_then(|a| a.first()).and_then(|r| r.first()),
        };
        first.copied().unwrap_or((0.0, 0.0))
    }
}

/// Reads GeoJSON. What is not a feature with a class and a shape is left out: an underlay is ornament, and a strange one
/// must not keep a game from being shown.
pub(crate) fn read(text: &str, frame: &Frame) -> Vec<Feature> {
    let Ok(Value::Object(mut root)) = serde_json::from_str::<Value>(text) else { return Vec::new() };
    let Some(Value::Array(features)) = root.remove("features") else { return Vec::new() };
    features.into_iter().filter_map(|f| feature(f, frame)).collect()
}

fn feature(value: Value, frame: &Frame) -> Option<Feature> {
    let Value::Object(mut object) = value else { return None };
    let Some(Value::Object(properties)) = object.remove("properties") else { return None };
    let class = properties.get("class")?.as_str()?.to_owned();
    let geometry = object.get("geometry")?;
    let coordinates = geometry.get("coordinates")?;
    let shape = match geometry.get("type")?.as_str()? {
        "Point" => Shape::Points(vec![point(coordinates, frame)?]),
        "MultiPoint" => Shape::Points(points(coordinates, frame)),
        "LineString" => Shape::Lines(some_lines([points(coordinates, frame)])),
        "MultiLineString" => Shape::Lines(some_lines(coordinates.as_array()?.iter().map(|l| points(l, frame)))),
        "Polygon" => Shape::Areas(vec![area(coordinates, frame)?]),
        "MultiPolygon" => Shape::Areas(coordinates.as_array()?.iter().filter_map(|a| area(a, frame)).collect()),
        _ => return None,
    };
    Some(Feature { class, properties, shape })
}

fn point(value: &Value, frame: &Frame) -> Option<Pt> {
    let x = value.get(0)?.as_f64()?;
    let y = value.get(1)?.as_f64()?;
    (x.is_finite() && y.is_finite()).then(|| frame.at((x, y)))
}

fn points(value: &Value, frame: &Frame) -> Vec<Pt> {
    value.as_array().into_iter().flatten().filter_map(|p| point(p, frame)).collect()
}

fn some_lines(lines: impl IntoIterator<Item = Vec<Pt>>) -> Vec<Vec<Pt>> {
    lines.into_iter().filter(|l| l.len() > 1).collect()
}

fn area(value: &Value, frame: &Frame) -> Option<Vec<Vec<Pt>>> {
    let rings = value.as_array()?.iter().map(|r| {
        let mut ring = points(r, frame);
        if ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        ring
    });
    let rings: Vec<_> = rings.filter(|r| r.len() > 2).collect();
    (!rings.is_empty()).then_some(rings)
}

/// Whether a point is inside an area, holes left out.
pub(crate) fn inside(area: &[Vec<Pt>], (x, y): Pt) -> bool {
    let mut within = false;
    for ring in area {
        let mut a = match ring.last() {
            Some(p) => *p,
            None => continue,
        };
        for &b in ring {
            if (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0 {
                within = !within;
            }
            a = b;
        }
    }
    within
}

/// The box around some points: west, north, east, south.
pub(crate) fn bounds<'a>(points: impl IntoIterator<Item = &'a Pt>) -> Option<(f64, f64, f64, f64)> {
    points.into_iter().fold(None, |b, &(x, y)| match b {
        None => Some((x, y, x, y)),
        Some((w, n, e, s)) => Some((w.min(x), n.min(y), e.max(x), s.max(y))),
    })
}

/// The length of a line.
pub(crate) fn length(line: &[Pt]) -> f64 {
    line.windows(2).map(|w| distance(w[0], w[1])).sum()
}

/// The distance of two points.
pub(crate) fn distance(a: Pt, b: Pt) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Points along a line at even steps, with the direction there as a unit vector: the first at `from`.
pub(crate) fn walk(line: &[Pt], from: f64, step: f64) -> Vec<(Pt, Pt)> {
    let (mut out, mut next, mut done) = (Vec::new(), from, 0.0);
    // A step too small to see, or a line beyond all measure, would never end.
    if step < 0.5 || !length(line).is_finite() {
        return out;
    }
    for w in line.windows(2) {
        let l = distance(w[0], w[1]);
        if l <= 0.0 {
            continue;
        }
        let u = ((w[1].0 - w[0].0) / l, (w[1].1 - w[0].1) / l);
        while next <= done + l {
            let t = next - done;
            out.push(((w[0].0 + u.0 * t, w[0].1 + u.1 * t), u));
            next += step;
        }
        done += l;
    }
    out
}

/// A line cut after each of the given lengths, ascending.
pub(crate) fn cut(line: &[Pt], at: &[f64]) -> Vec<Vec<Pt>> {
    let (mut pieces, mut now, mut done, mut at) = (Vec::new(), Vec::new(), 0.0, at.iter().peekable());
    now.extend(line.first().copied());
    for w in line.windows(2) {
        let l = distance(w[0], w[1]);
        while let Some(&&next) = at.peek() {
            if next > done + l || l <= 0.0 {
                break;
            }
            let t = (next - done) / l;
            let p = (w[0].0 + (w[1].0 - w[0].0) * t, w[0].1 + (w[1].1 - w[0].1) * t);
            now.push(p);
            pieces.push(std::mem::replace(&mut now, vec![p]));
            at.next();
        }
        now.push(w[1]);
        done += l;
    }
    pieces.push(now);
    pieces.retain(|p| p.len() > 1);
    pieces
}

/// Parallel lines across an area at an angle (degrees, clockwise from east), `gap` apart, clipped to it.
pub(crate) fn rule(area: &[Vec<Pt>], angle: f64, gap: f64) -> Vec<(Pt, Pt)> {
    let (sin, cos) = angle.to_radians().sin_cos();
    let turned: Vec<Vec<Pt>> =
        area.iter().map(|r| r.iter().map(|&(x, y)| (x * cos + y * sin, y * cos - x * sin)).collect()).collect();
    let back = |(x, y): Pt| (x * cos - y * sin, x * sin + y * cos);
    let Some((_, north, _, south)) = bounds(turned.iter().flatten()) else { return Vec::new() };
    let mut out = Vec::new();
    let mut y = north + gap * 0.6;
    while y < south {
        let mut xs: Vec<f64> = Vec::new();
        for ring in &turned {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                if (a.1 > y) != (b.1 > y) {
                    xs.push((b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0);
                }
            }
        }
        xs.sort_by(f64::total_cmp);
        for pair in xs.chunks_exact(2) {
            if pair[1] - pair[0] > 3.0 {
                out.push((back((pair[0] + 1.5, y)), back((pair[1] - 1.5, y))));
            }
        }
        y += gap;
    }
    out
}

/// Ground that is taken, on a grid of small cells.
pub(crate) struct Taken {
    cell: f64,
    columns: usize,
    rows: usize,
    cells: Vec<bool>,
}

impl Taken {
    /// Nothing taken yet.
    pub(crate) fn none(frame: &Frame) -> Self {
        // Sheets of any size get at most about four million cells.
        let cell = (frame.width * frame.height / 4e6).sqrt().max(4.0);
        let (columns, rows) = ((frame.width / cell) as usize + 1, (frame.height / cell) as usize + 1);
        Taken { cell, columns, rows, cells: vec![false; columns * rows] }
    }

    /// Takes a disc.
    pub(crate) fn disc(&mut self, (x, y): Pt, radius: f64) {
        let cell = |v: f64, top: usize| ((v / self.cell).floor().max(0.0) as usize).min(top);
        let (c0, c1) = (cell(x - radius, self.columns - 1), cell(x + radius, self.columns - 1));
        let (r0, r1) = (cell(y - radius, self.rows - 1), cell(y + radius, self.rows - 1));
        for r in r0..=r1 {
            for c in c0..=c1 {
                let middle = ((c as f64 + 0.5) * self.cell, (r as f64 + 0.5) * self.cell);
                if distance(middle, (x, y)) <= radius {
                    self.cells[r * self.columns + c] = true;
                }
            }
        }
    }

    /// Takes a band along a line.
    pub(crate) fn band(&mut self, line: &[Pt], radius: f64) {
        for (p, _) in walk(line, 0.0, 3.0) {
            self.disc(p, radius);
        }
    }

    /// Takes an area.
    pub(crate) fn area(&mut self, area: &[Vec<Pt>]) {
        let Some((w, n, e, s)) = bounds(area.iter().flatten()) else { return };
        let cell = |v: f64, top: usize| ((v / self.cell).floor().max(0.0) as usize).min(top);
        for r in cell(n, self.rows - 1)..=cell(s, self.rows - 1) {
            for c in cell(w, self.columns - 1)..=cell(e, self.columns - 1) {
                if inside(area, ((c as f64 + 0.5) * self.cell, (r as f64 + 0.5) * self.cell)) {
                    self.cells[r * self.columns + c] = true;
                }
            }
        }
    }

    /// Whether a point is taken. Off the sheet nothing is.
    pub(crate) fn at(&self, (x, y): Pt) -> bool {
        if x < 0.0 || y < 0.0 {
            return false;
        }
        let (c, r) = ((x / self.cell) as usize, (y / self.cell) as usize);
        c < self.columns && r < self.rows && self.cells[r * self.columns + c]
    }
}
