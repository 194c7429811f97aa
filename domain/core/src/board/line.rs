//! Straight lines from centre to centre, exactly: which hexes they run through and which sides they run along.

use super::hex::{Cube, Grid, HexId};

/// What a straight line from centre to centre meets between its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossed {
    /// It runs through the inside of this hex.
    Through(HexId),
    /// It runs along the side between these two; `None` for one that is off the map.
    Between([Option<HexId>; 2]),
}

/// The same counted from the hex that the line leaves, wherever the map ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    Through(Cube),
    Between(Cube, Cube),
}

/// A fraction with positive denominator.
#[derive(Clone, Copy)]
struct Fraction(i32, i32);

impl Fraction {
    fn of(n: i32, d: i32) -> Self {
        if d < 0 { Fraction(-n, -d) } else { Fraction(n, d) }
    }
    fn cmp(self, o: Fraction) -> std::cmp::Ordering {
        (self.0 * o.1).cmp(&(o.0 * self.1))
    }
    fn max(self, o: Fraction) -> Fraction {
        if self.cmp(o).is_lt() { o } else { self }
    }
    fn min(self, o: Fraction) -> Fraction {
        if self.cmp(o).is_gt() { o } else { self }
    }
}

impl Grid {
    /// What a straight line from centre to centre meets between its ends, in order. Exact: a hex counts when the line
    /// runs through its inside for some length; a corner only touched does not count.
    pub fn line(&self, from: HexId, to: HexId) -> Vec<Crossed> {
        let origin = self.cube(from);
        let name = |c: Cube| self.uncube(origin.plus(c));
        let passes = self.passes(self.cube(to).minus(origin)).into_iter();
        let crossed = passes.filter_map(|pass| match pass {
            Pass::Through(cube) => name(cube).map(Crossed::Through),
            Pass::Between(a, b) => Some(Crossed::Between([name(a), name(b)])),
        });
        crossed.collect()
    }

    /// What the line along `d` passes between its ends, in order, as steps from where it begins.
    pub(super) fn passes(&self, d: Cube) -> Vec<Pass> {
        let steps = self.steps();
        let mut seen = vec![Cube { q: 0, r: 0 }];
        let mut met: Vec<(Fraction, bool, Cube)> = Vec::new();
        let mut next = 0;
        while next < seen.len() {
            let here = seen[next];
            next += 1;
            for step in steps {
                let cube = here.plus(step);
                if seen.contains(&cube) {
                    continue;
                }
                if let Some((enters, along)) = meets(d, cube) {
                    seen.push(cube);
                    if cube != d {
                        met.push((enters, along, cube));
                    }
                }
            }
        }
        met.sort_by(|a, b| a.0.cmp(b.0).then((a.2.q, a.2.r).cmp(&(b.2.q, b.2.r))));
        let mut passes = Vec::with_capacity(met.len());
        let mut met = met.into_iter();
        while let Some((_, along, cube)) = met.next() {
            // Who runs along a side meets both its hexes at once, and both are neighbours of the hex before.
            match met.as_slice().first().filter(|_| along).map(|m| m.2) {
                Some(mate) => {
                    passes.push(Pass::Between(cube, mate));
                    met.next();
                }
                None => passes.push(Pass::Through(cube)),
            }
        }
        passes
    }
}

/// Where the line from the origin along `d` enters `hex`, and whether it only runs along its side; `None` when it misses it
/// or touches a corner.
///
/// A point is nearest to a hex centre when the differences of its cube offsets are within one; each difference changes
/// evenly along the line, so each gives an interval, and the three are cut together.
fn meets(d: Cube, hex: Cube) -> Option<(Fraction, bool)> {
    let ds = [d.q - d.r, d.r - d.s(), d.s() - d.q];
    let hs = [hex.q - hex.r, hex.r - hex.s(), hex.s() - hex.q];
    let (mut low, mut high, mut along) = (Fraction(0, 1), Fraction(1, 1), false);
    for (a, b) in ds.into_iter().zip(hs) {
        if a == 0 {
            match b.abs() {
                0 => {}
                1 => along = true,
                _ => return None,
            }
        } else {
            let (x, y) = (Fraction::of(b - 1, a), Fraction::of(b + 1, a));
            low = low.max(x.min(y));
            high = high.min(x.max(y));
        }
    }
    low.cmp(high).is_lt().then_some((low, along))
}
