//! Sight lines: what a straight line between two hexes meets, and tables of who sees whom over ground.
//!
//! What hides is a rulebook's: for each hex or hexside that a line meets it says whether that stands in the way, by level, by height over the
//! line, by woods or by who stands there. Lines are the same wherever they begin, so that they are worked out once for each distance
//! and direction ([`Lines`]). What never changes is kept as bits ([`Sight`]); pieces on the line are looked up when it is asked.

use super::atlas::Atlas;
use super::hex::{Cube, Grid};
use super::line::Pass;
use super::mask::Mask;

/// What a line meets between the hexes at its ends. Places are those of the [`Atlas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Met {
    /// It runs through the inside of a hex.
    Hex(usize),
    /// It crosses the side between two hexes, from the first into the second. Either may be a hex at an end of the line.
    Side(usize, usize),
    /// It runs along the side between two hexes; `None` for one that is off the board.
    Along([Option<usize>; 2]),
}

/// What a line meets, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// What.
    pub met: Met,
    /// How far from the beginning, in half hexes: twice the distance of a hex, the sum of both hexes' distances for a side between them. It
    /// never falls along a line, and stays the same where the line runs on to a hex no farther off.
    pub halves: u16,
}

/// One step of a line, from where it begins.
#[derive(Clone, Copy, Debug)]
struct Leg {
    met: Leads,
    halves: u16,
}

#[derive(Clone, Copy, Debug)]
enum Leads {
    Through(Cube),
    Over(Cube, Cube),
    Along(Cube, Cube),
}

/// The straight lines of a grid up to a length.
#[derive(Clone, Debug)]
pub struct Lines {
    window: Window,
    /// The legs of each line, by its number in the window.
    legs: Vec<Vec<Leg>>,
}

/// All ways from a hex to those at most a radius off, numbered.
#[derive(Clone, Copy, Debug)]
struct Window {
    radius: i32,
}

impl Window {
    fn side(self) -> i32 {
        2 * self.radius + 1
    }

    fn len(self) -> usize {
        (self.side() * self.side()) as usize
    }

    /// The number of a way; `None` for one that is too long.
    #[inline]
    fn number(self, way: Cube) -> Option<usize> {
        let near = way.length() <= self.radius as u32;
        near.then(|| ((way.q + self.radius) * self.side() + way.r + self.radius) as usize)
    }

    /// The way of a number; some are longer than the radius.
    fn way(self, number: usize) -> Cube {
        let number = number as i32;
        Cube { q: number / self.side() - self.radius, r: number % self.side() - self.radius }
    }
}

/// The line from one place to another: what it meets, in order.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    atlas: &'a Atlas,
    from: Cube,
    legs: std::slice::Iter<'a, Leg>,
}

impl Iterator for Line<'_> {
    type Item = Passed;

    fn next(&mut self) -> Option<Passed> {
        let place = |cube| self.atlas.at_cube(self.from.plus(cube));
        // What lies off the board is nothing to say anything about.
        self.legs.find_map(|leg| {
            let met = match leg.met {
                Leads::Through(cube) => Met::Hex(place(cube)?),
                Leads::Over(a, b) => Met::Side(place(a)?, place(b)?),
                Leads::Along(a, b) => Met::Along([place(a), place(b)]),
            };
            Some(Passed { met, halves: leg.halves })
        })
    }
}

impl Lines {
    /// All lines at most `radius` hexes long.
    pub fn of(grid: &Grid, radius: u8) -> Lines {
        let window = Window { radius: i32::from(radius) };
        let ways = (0..window.len()).map(|number| window.way(number));
        let legs = ways.map(|way| if window.number(way).is_some() { legs(grid, way) } else { Vec::new() });
        Lines { window, legs: legs.collect() }
    }

    /// What the line between two places meets; `None` for one that is too long or ends at a box.
    ///
    /// Blocked and by what is `line.find_map(|passed| …)`.
    pub fn between<'a>(&'a self, atlas: &'a Atlas, from: usize, to: usize) -> Option<Line<'a>> {
        let (from, to) = (atlas.cube(from)?, atlas.cube(to)?);
        let legs = self.legs[self.window.number(to.minus(from))?].iter();
        Some(Line { atlas, from, legs })
    }
}

/// The legs of the line along a way: hexes and sides by turns, sides that it runs along between the corners where it meets them.
fn legs(grid: &Grid, way: Cube) -> Vec<Leg> {
    let far = |cube: Cube| cube.length() as u16;
    let (mut legs, mut before) = (Vec::new(), Some(Cube { q: 0, r: 0 }));
    let mut enter = |legs: &mut Vec<Leg>, cube: Cube| {
        if let Some(before) = before.replace(cube).filter(|before| *before != cube) {
            let next_to_it = cube.minus(before).length() == 1;
            next_to_it.then(|| legs.push(Leg { met: Leads::Over(before, cube), halves: far(before) + far(cube) }));
        }
    };
    for pass in grid.passes(way) {
        match pass {
            Pass::Through(cube) => {
                enter(&mut legs, cube);
                legs.push(Leg { met: Leads::Through(cube), halves: 2 * far(cube) });
            }
            Pass::Between(a, b) => legs.push(Leg { met: Leads::Along(a, b), halves: far(a) + far(b) }),
        }
    }
    enter(&mut legs, way);
    legs
}

/// Which hexes see which, as one bit for each way up to a radius.
#[derive(Clone, Debug)]
pub struct Sight {
    window: Window,
    words: usize,
    bits: Vec<u64>,
}

impl Sight {
    /// Asks of each two hexes of the board that are at most the lines' radius apart, both ways and of a hex and itself, whether the first sees the
    /// second: `sees(from, to, line)`.
    pub fn of(atlas: &Atlas, lines: &Lines, mut sees: impl FnMut(usize, usize, Line<'_>) -> bool) -> Sight {
        let window = lines.window;
        let words = window.len().div_ceil(64);
        let mut bits = vec![0; atlas.len() * words];
        for (from, bits) in bits.chunks_mut(words).enumerate() {
            let Some(here) = atlas.cube(from) else { continue };
            for (number, legs) in lines.legs.iter().enumerate() {
                let way = window.way(number);
                let to = window.number(way).and_then(|_| atlas.at_cube(here.plus(way)));
                if to.is_some_and(|to| sees(from, to, Line { atlas, from: here, legs: legs.iter() })) {
                    bits[number / 64] |= 1 << (number % 64);
                }
            }
        }
        Sight { window, words, bits }
    }

    /// Whether the one sees the other; nobody sees farther than the radius, nor to or from a box.
    #[inline]
    pub fn sees(&self, atlas: &Atlas, from: usize, to: usize) -> bool {
        let way = || Some(atlas.cube(to)?.minus(atlas.cube(from)?));
        let number = way().and_then(|way| self.window.number(way));
        number.is_some_and(|number| self.bits[from * self.words + number / 64] & (1 << (number % 64)) != 0)
    }

    /// Adds all hexes that this one sees to a set.
    pub fn add_seen(&self, atlas: &Atlas, from: usize, mask: &mut Mask) {
        let Some(here) = atlas.cube(from) else { return };
        for (n, &word) in self.bits[from * self.words..(from + 1) * self.words].iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let number = n * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(to) = atlas.at_cube(here.plus(self.window.way(number))) {
                    mask.insert(to);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::three_boards::{gettysburg, gleam, long_roads};
    use crate::board::{Crossed, Facing};
    use proptest::prelude::*;

    fn met(atlas: &Atlas, lines: &Lines, from: &str, to: &str) -> Vec<Passed> {
        let place = |name| atlas.read(name).expect("a hex");
        lines.between(atlas, place(from), place(to)).expect("a short line").collect()
    }

    #[test]
    fn a_line_crosses_hexes_and_the_sides_between_them_by_turns() {
        let atlas = gettysburg();
        let lines = Lines::of(atlas.grid(), 9);
        let place = |name| atlas.read(name).expect("a hex");
        let (a, b, c) = (place("G34"), place("G35"), place("G36"));
        let passed = |met, halves| Passed { met, halves };
        let north = vec![passed(Met::Side(a, b), 1), passed(Met::Hex(b), 2), passed(Met::Side(b, c), 3)];
        assert_eq!(met(&atlas, &lines, "G34", "G36"), north);
        assert_eq!(met(&atlas, &lines, "G34", "G35"), [passed(Met::Side(a, b), 1)]);
        assert_eq!(met(&atlas, &lines, "G34", "G34"), []);
        // Due east of G34, through the corner, lies I34: the line runs between H33 and H34.
        let east = [place("H34"), place("H33")].map(Some);
        let along = met(&atlas, &lines, "G34", "I34");
        assert!(
            matches!(along[..], [Passed { met: Met::Along(two), halves: 2 }] if two == east || two == [east[1], east[0]])
        );
        assert!(lines.between(&atlas, a, place("G44")).is_none(), "ten hexes are too far");
    }

    #[test]
    fn nobody_sees_to_or_from_a_box() {
        let (atlas, lines) = (long_roads(), Lines::of(long_roads().grid(), 3));
        let sight = Sight::of(&atlas, &lines, |_, _, _| true);
        let sea = atlas.read("potomac").expect("a box");
        assert!(lines.between(&atlas, sea, 0).is_none() && lines.between(&atlas, 0, sea).is_none());
        assert!(!sight.sees(&atlas, sea, 0) && !sight.sees(&atlas, 0, sea) && !sight.sees(&atlas, sea, sea));
        assert!(sight.sees(&atlas, 0, 0) && !sight.sees(&atlas, 0, 9_999_999));
    }

    /// How one rulebook sees: over levels, and over crests where all stand on one.
    fn over_levels(level: &[u8], crest: &[bool], from: usize, to: usize, mut line: Line<'_>) -> bool {
        let (a, b) = (level[from], level[to]);
        let hides = |at: usize| match level[at] {
            here if here > a.max(b) => true,
            here if here == a.max(b) => a != b || crest[at],
            _ => false,
        };
        line.all(|passed| match passed.met {
            Met::Hex(at) => !hides(at),
            Met::Side(..) => true,
            Met::Along(two) => two.into_iter().flatten().any(|at| !hides(at)),
        })
    }

    /// How another sees: the line falls evenly from the higher end to the lower, and blocks what stands higher; a ridge is a hexside. Gives the first
    /// thing that blocks.
    fn over_heights(
        height: &[i32],
        ridge: impl Fn(usize, usize) -> bool,
        from: usize,
        to: usize,
        mut line: Line<'_>,
        far: u32,
    ) -> Option<Met> {
        let (a, b, far) = (height[from], height[to], far as i32);
        line.find_map(|Passed { met, halves }| {
            let top = match met {
                Met::Hex(at) => height[at],
                Met::Side(x, y) if ridge(x, y) && ![x, y].iter().any(|end| [from, to].contains(end)) => {
                    height[x].max(height[y]) + 10
                }
                Met::Side(..) => return None,
                Met::Along(two) => two.into_iter().flatten().map(|at| height[at]).min()?,
            };
            // The height of the line there is a + (b - a) * halves / (2 * far): compared without dividing.
            let halves = i32::from(halves);
            (2 * far * (top - 5) > a * (2 * far - halves) + b * halves).then_some(met)
        })
    }

    #[test]
    fn a_hill_between_hides_and_a_ridge_on_a_hexside_is_named_as_what_blocks() {
        let atlas = gleam();
        let lines = Lines::of(atlas.grid(), 12);
        let row: Vec<usize> =
            ["B1020", "B1021", "B1022", "B1023", "B1024"].map(|n| atlas.read(n).expect("a hex")).to_vec();
        let mut height = vec![40; atlas.len()];
        let blocks = |height: &[i32], ridges: &[(usize, usize)]| {
            let ridge = |a, b| ridges.contains(&(a, b)) || ridges.contains(&(b, a));
            over_heights(height, ridge, row[0], row[4], lines.between(&atlas, row[0], row[4]).expect("a line"), 4)
        };
        assert_eq!(blocks(&height, &[]), None);
        assert_eq!(blocks(&height, &[(row[1], row[2])]), Some(Met::Side(row[1], row[2])));
        assert_eq!(
            blocks(&height, &[(row[0], row[1]), (row[3], row[4])]),
            None,
            "the hexsides of the ends never block"
        );
        height[row[0]] = 120;
        assert_eq!(blocks(&height, &[(row[1], row[2])]), None, "from the height one looks over the ridge");
        height[row[3]] = 80;
        assert_eq!(blocks(&height, &[]), Some(Met::Hex(row[3])));
        height[row[3]] = 65;
        assert_eq!(blocks(&height, &[]), None, "what the line touches does not block");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Against the grid's own lines, on boards with holes and edges.
        #[test]
        fn lines_meet_what_the_grid_says_and_each_side_lies_between_its_hexes(from in 0usize..1825, to in 0usize..1825) {
            for atlas in [gettysburg(), gleam(), long_roads()] {
                let lines = Lines::of(atlas.grid(), 12);
                let Some(line) = lines.between(&atlas, from, to) else {
                    prop_assert!(atlas.distance(from, to).is_none_or(|far| far > 12));
                    continue;
                };
                let line: Vec<Passed> = line.collect();
                let [a, b] = [from, to].map(|place| atlas.hex(place).expect("a hex"));
                let hexes = line.iter().filter_map(|passed| match passed.met {
                    Met::Hex(at) => Some(Crossed::Through(atlas.hex(at)?)),
                    Met::Side(..) => None,
                    Met::Along(two) => Some(Crossed::Between(two.map(|at| atlas.hex(at?)))),
                });
                let on_board = |hex: &crate::board::HexId| atlas.place(*hex).is_some();
                let crossed = atlas.grid().line(a, b).into_iter().filter_map(|met| match met {
                    Crossed::Through(hex) => on_board(&hex).then_some(met),
                    Crossed::Between(two) => Some(Crossed::Between(two.map(|hex| hex.filter(on_board)))),
                });
                prop_assert_eq!(hexes.collect::<Vec<_>>(), crossed.collect::<Vec<_>>());
                for two in line.windows(2) {
                    prop_assert!(two[0].halves <= two[1].halves, "{:?}", two);
                }
                for passed in &line {
                    let far = |at| atlas.distance(from, at).expect("hexes") as u16;
                    match passed.met {
                        Met::Hex(at) => prop_assert_eq!(passed.halves, 2 * far(at)),
                        Met::Side(x, y) => {
                            prop_assert!(passed.halves == far(x) + far(y) && atlas.distance(x, y) == Some(1));
                            prop_assert!(Facing::sides().any(|side| atlas.ahead(x, side) == Some(y)));
                        }
                        Met::Along([x, y]) => prop_assert!(x.into_iter().chain(y).all(|at| 2 * far(at) == passed.halves)),
                    }
                }
            }
        }

        /// A table says what is found when it is asked line by line, and what is seen from a hex is what the table says.
        #[test]
        fn a_table_says_what_its_lines_say(seed in 0u32..10_000, from in 0usize..1825) {
            let atlas = gettysburg();
            let noise = |place: usize| (place as u32 ^ seed).wrapping_mul(2_654_435_761) >> 24;
            let level: Vec<u8> = (0..atlas.len()).map(|place| (noise(place) % 5) as u8).collect();
            let crest: Vec<bool> = (0..atlas.len()).map(|place| noise(place) > 200).collect();
            let lines = Lines::of(atlas.grid(), 4);
            let sight = Sight::of(&atlas, &lines, |from, to, line| over_levels(&level, &crest, from, to, line));
            let mut seen = Mask::over(atlas.len());
            sight.add_seen(&atlas, from, &mut seen);
            for to in 0..atlas.len() {
                let line = lines.between(&atlas, from, to);
                let sees = line.is_some_and(|line| over_levels(&level, &crest, from, to, line));
                prop_assert!(sight.sees(&atlas, from, to) == sees && seen.contains(to) == sees);
                prop_assert_eq!(sight.sees(&atlas, to, from), sees, "these levels look the same from both ends");
            }
        }
    }
}
