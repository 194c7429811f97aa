//! The lie of the land worked out from form lines: soft tints from the low ground to the heights, and a shade on the slopes that fall
//! away from the light. Ornament, as the form lines themselves are.

use super::Plan;
use crate::geo::{Feature, distance, walk};
use crate::svg::{PathData, Pt, put};

/// The side of a cell of the grid on which heights are worked out.
const CELL: f64 = 64.0;
/// A sample is taken of a form line every so often.
const SAMPLE: f64 = 70.0;
/// Tints from low to high.
const TINTS: [(u8, u8, u8); 4] = [(0xe3, 0xea, 0xd0), (0xf4, 0xea, 0xcf), (0xea, 0xd2, 0xa4), (0xc9, 0xa2, 0x76)];

/// Values at the corners of square cells.
struct Grid {
    columns: usize,
    rows: usize,
    values: Vec<f64>,
}

impl Grid {
    fn at(&self, column: usize, row: usize) -> f64 {
        self.values[row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)]
    }

    fn map(&self, f: impl Fn(usize, usize) -> f64) -> Grid {
        let values = (0..self.rows * self.columns).map(|i| f(i % self.columns, i / self.columns)).collect();
        Grid { values, ..*self }
    }

    /// Each value drawn towards its neighbours.
    fn smoothed(&self) -> Grid {
        self.map(|c, r| {
            let near = [(0, 0), (0, 2), (2, 0), (2, 2), (1, 0), (0, 1), (2, 1), (1, 2)];
            let sum: f64 =
                near.iter().map(|(x, y)| self.at((c + x).saturating_sub(1), (r + y).saturating_sub(1))).sum();
            (sum + 2.0 * self.at(c, r)) / 10.0
        })
    }

    /// All ground of at least some value, as path data. Runs of whole cells are one rectangle; cells on the edge are cut.
    fn above(&self, least: f64) -> String {
        let mut d = PathData::coarse();
        let corner = |c: usize, r: usize| (c as f64 * CELL, r as f64 * CELL);
        for r in 0..self.rows - 1 {
            let mut run = None;
            for c in 0..self.columns - 1 {
                let corners = [(c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)];
                let over = corners.map(|(c, r)| self.at(c, r) >= least);
                if over == [true; 4] {
                    run.get_or_insert(c);
                    continue;
                }
                if let Some(from) = run.take() {
                    d.ring(&[corner(from, r), corner(c, r), corner(c, r + 1), corner(from, r + 1)]);
                }
                let mut cut: Vec<Pt> = Vec::new();
                for i in 0..4 {
                    let (a, b) = (corners[i], corners[(i + 1) % 4]);
                    if over[i] {
                        cut.push(corner(a.0, a.1));
                    }
                    if over[i] != over[(i + 1) % 4] {
                        // Reckoned the same way round by both cells of an edge, so that they meet.
                        let (low, high) = (a.min(b), a.max(b));
                        let (v, w) = (self.at(low.0, low.1), self.at(high.0, high.1));
                        let t = (least - v) / (w - v);
                        let (p, q) = (corner(low.0, low.1), corner(high.0, high.1));
                        cut.push((p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t));
                    }
                }
                d.ring(&cut);
            }
            if let Some(from) = run {
                let c = self.columns - 1;
                d.ring(&[corner(from, r), corner(c, r), corner(c, r + 1), corner(from, r + 1)]);
            }
        }
        d.done()
    }
}

fn height(f: &Feature) -> Option<f64> {
    f.any_number(&["height_ft", "height_m", "height"])
}

/// The heights of a sheet whose form lines say how high they run.
fn heights(plan: &Plan<'_>) -> Option<Grid> {
    let samples: Vec<(Pt, f64)> = plan
        .of(&["form_line"])
        .filter_map(|f| Some((f, height(f)?)))
        .flat_map(|(f, h)| f.lines().into_iter().flat_map(|l| walk(&l, 0.0, SAMPLE)).map(move |(p, _)| (p, h)))
        .collect();
    let (columns, rows) = ((plan.frame.width / CELL) as usize + 2, (plan.frame.height / CELL) as usize + 2);
    if samples.is_empty() || columns * rows > 20_000 {
        return None;
    }
    let value = |c: usize, r: usize| {
        let at = (c as f64 * CELL, r as f64 * CELL);
        // Near lines weigh most: the fourth power of the distance, and a little that keeps it finite.
        let weighed = samples.iter().fold((0.0, 0.0), |(sum, weight), (p, h)| {
            let w = 1.0 / (distance(*p, at).powi(2) + 900.0).powi(2);
            (sum + w * h, weight + w)
        });
        weighed.0 / weighed.1
    };
    let bare = Grid { columns, rows, values: vec![0.0; columns * rows] };
    Some(bare.map(value).smoothed().smoothed())
}

fn tint(t: f64) -> String {
    let t = (t * 3.0).clamp(0.0, 2.999);
    let (a, b, f) = (TINTS[t as usize], TINTS[t as usize + 1], t.fract());
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * f).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Tints and shades, if there is anything to work them out from.
pub(crate) fn draw(svg: &mut String, plan: &Plan<'_>) {
    let Some(grid) = heights(plan) else { return };
    let (low, high) = grid.values.iter().fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(*v), h.max(*v)));
    if high - low < 1.0 {
        return;
    }
    // Small pictures have few colours to spend.
    let bands = if plan.full() { 10 } else { 6 };
    svg.push_str("<g class=\"relief\">");
    for i in 0..bands {
        let t = f64::from(i) / f64::from(bands - 1);
        // Most fields lie low, and a mountain at the edge must not take all the tints.
        let least = low + (high - low) * (f64::from(i) / f64::from(bands)).powf(1.6);
        put!(svg, "<path fill=\"{}\" d=\"{}\"/>", tint(t), grid.above(least));
    }
    if plan.full() {
        // Light comes from the north-west: ground that falls to the south-east is shaded, by the steepness of its fall.
        let fall = grid.map(|c, r| grid.at(c.saturating_sub(1), r.saturating_sub(1)) - grid.at(c + 1, r + 1));
        for least in [13.0, 19.0, 27.0, 38.0, 52.0] {
            put!(svg, "<path fill=\"#4a3216\" fill-opacity=\".045\" d=\"{}\"/>", fall.above(least));
        }
        let rise = fall.map(|c, r| -fall.at(c, r));
        for least in [16.0, 26.0, 40.0] {
            put!(svg, "<path fill=\"#fffdf2\" fill-opacity=\".13\" d=\"{}\"/>", rise.above(least));
        }
    }
    svg.push_str("</g>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_cells_run_together_and_cells_on_the_edge_are_cut() {
        let grid = Grid { columns: 4, rows: 2, values: vec![0.0, 2.0, 2.0, 2.0, 0.0, 2.0, 2.0, 2.0] };
        // Half of the first cell, and the two others as one rectangle.
        assert_eq!(grid.above(1.0), "M32 0l32 0l0 64l-32 0zm32 0l128 0l0 64l-128 0z");
        assert_eq!(grid.above(3.0), "");
    }
}
