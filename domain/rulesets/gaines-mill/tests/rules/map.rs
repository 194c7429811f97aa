//! The map read a second time, straight from the pack's files and by other means than the ruleset's: floating-free
//! arithmetic of its own for neighbours, distances, costs and lines of sight, to check the ruleset against.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The ground of one hex.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Level; a river hex counts as 1 (ruling 8).
    pub level: u8,
    /// `clear`, `forest`, `river`.
    pub terrain: String,
}

/// The whole sheet.
pub struct Map {
    /// By hex id.
    pub hexes: BTreeMap<String, Ground>,
    /// Stream hexsides, both ways round.
    pub streams: BTreeSet<(String, String)>,
    /// Road steps, both ways round.
    pub roads: BTreeSet<(String, String)>,
    /// Bridge steps, both ways round.
    pub bridges: BTreeSet<(String, String)>,
}

fn both(set: &mut BTreeSet<(String, String)>, a: &str, b: &str) {
    set.insert((a.to_owned(), b.to_owned()));
    set.insert((b.to_owned(), a.to_owned()));
}

/// The sheet of the pack.
pub fn map() -> &'static Map {
    static MAP: OnceLock<Map> = OnceLock::new();
    MAP.get_or_init(|| {
        let rows = |text: &'static str| {
            csv::Reader::from_reader(text.as_bytes())
                .deserialize::<BTreeMap<String, String>>()
                .map(|r| r.expect("a row"))
                .collect::<Vec<_>>()
        };
        let mut map =
            Map { hexes: BTreeMap::new(), streams: BTreeSet::new(), roads: BTreeSet::new(), bridges: BTreeSet::new() };
        for row in rows(include_str!("../../data/hexes.csv")) {
            let ground = Ground { level: row["elevation"].parse().unwrap_or(1), terrain: row["terrain"].clone() };
            map.hexes.insert(row["id"].clone(), ground);
        }
        for row in rows(include_str!("../../data/edges.csv")) {
            let set = if row["kind"] == "stream" { &mut map.streams } else { &mut map.bridges };
            both(set, &row["a"], &row["b"]);
        }
        for row in rows(include_str!("../../data/roads.csv")) {
            let chain: Vec<&str> = row["chain"].split(' ').collect();
            for pair in chain.windows(2) {
                both(&mut map.roads, pair[0], pair[1]);
            }
        }
        map
    })
}

/// Column and row.
pub fn parts(hex: &str) -> (i32, i32) {
    (hex[..2].parse().expect("a column"), hex[2..].parse().expect("a row"))
}

/// Cube coordinates.
fn cube(hex: &str) -> [i32; 3] {
    let (col, row) = parts(hex);
    let q = (2 * col - i32::from(row % 2 == 0) - row).div_euclid(2);
    [q, row, -q - row]
}

impl Map {
    /// The adjacent hexes on the map.
    pub fn neighbours(&self, hex: &str) -> Vec<String> {
        self.hexes.keys().filter(|h| self.distance(h, hex) == 1).cloned().collect()
    }

    /// Hexes in a straight count.
    pub fn distance(&self, a: &str, b: &str) -> i32 {
        let (a, b) = (cube(a), cube(b));
        (0..3).map(|i| (a[i] - b[i]).abs()).max().unwrap_or(0)
    }

    /// Level, the river's being 1.
    pub fn level(&self, hex: &str) -> u8 {
        self.hexes[hex].level
    }

    /// Woods.
    pub fn forest(&self, hex: &str) -> bool {
        self.hexes[hex].terrain == "forest"
    }

    /// River, bridged or not.
    pub fn river(&self, hex: &str) -> bool {
        self.hexes[hex].terrain == "river"
    }

    /// Whether anything passes between two adjacent hexes (ruling 8).
    pub fn joined(&self, a: &str, b: &str) -> bool {
        let river = self.river(a) || self.river(b);
        !river || self.bridges.contains(&(a.to_owned(), b.to_owned()))
    }

    /// Whether the side between is a stream.
    pub fn stream(&self, a: &str, b: &str) -> bool {
        self.streams.contains(&(a.to_owned(), b.to_owned()))
    }

    /// Whether a road leads from one to the other.
    pub fn road(&self, a: &str, b: &str) -> bool {
        self.roads.contains(&(a.to_owned(), b.to_owned()))
    }

    /// Full cost in points of entering `b` from `a` (§6.2).
    pub fn cost(&self, a: &str, b: &str) -> u32 {
        1 + u32::from(self.level(b) > self.level(a)) + u32::from(self.forest(b)) + u32::from(self.stream(a, b))
    }

    /// What a line between two hexes meets: single hexes, and pairs where it runs along their common side. In order.
    pub fn crossed(&self, from: &str, to: &str) -> Vec<Vec<String>> {
        let (a, b) = (cube(from), cube(to));
        let mut met: Vec<(i64, String)> = Vec::new();
        let mut sides: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        // In 1/2520ths of the line every boundary met within five hexes is a whole number.
        const WHOLE: i64 = 2520 * 11 * 13;
        for hex in self.hexes.keys().filter(|h| *h != from && *h != to) {
            let c = cube(hex);
            let (mut low, mut high, mut along) = (0, WHOLE, false);
            for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                let start = i64::from((a[i] - c[i]) - (a[j] - c[j]));
                let slope = i64::from((b[i] - c[i]) - (b[j] - c[j])) - start;
                for sign in [1, -1] {
                    if slope == 0 {
                        if sign * start > 1 {
                            high = -1;
                        }
                        along |= sign * start == 1;
                    } else {
                        let at = (sign - start) * WHOLE / slope;
                        if sign * slope > 0 { high = high.min(at) } else { low = low.max(at) }
                    }
                }
            }
            if low < high {
                if along {
                    sides.entry(low).or_default().push(hex.clone());
                } else {
                    met.push((low, hex.clone()));
                }
            }
        }
        let mut all: Vec<(i64, Vec<String>)> = met.into_iter().map(|(at, h)| (at, vec![h])).collect();
        all.extend(sides);
        all.sort();
        all.into_iter().map(|(_, hexes)| hexes).collect()
    }

    /// Line of sight over the bare ground and past these units (§8.3, ruling 34).
    pub fn sees(&self, from: &str, to: &str, units: &[&str]) -> bool {
        let (mine, yours) = (self.level(from), self.level(to));
        let blocks = |h: &String| {
            let level = self.level(h);
            let unit = units.contains(&h.as_str());
            if mine < yours {
                level >= yours
            } else if level < yours {
                false
            } else if mine == yours {
                self.forest(h) || unit || level > mine
            } else {
                self.forest(h) || unit || level >= mine
            }
        };
        let crossed = self.crossed(from, to);
        let middle = crossed.iter().filter(|group| group.iter().all(|h| self.level(h) == 2)).count();
        let too_deep = mine == 3 && yours == 1 && middle >= 2;
        !too_deep && !crossed.iter().any(|group| group.iter().all(blocks))
    }

    /// Every hex a lone unit can end a move in with so many points, and no enemy near (§6.1, §6.2, ruling 10).
    pub fn reach(&self, from: &str, points: u32) -> BTreeSet<String> {
        let mut best: BTreeMap<(String, bool), u32> = BTreeMap::from([((from.to_owned(), false), 0)]);
        let mut open = vec![(from.to_owned(), 0_u32)];
        // Spent in half points; an odd sum is a half point left over on a road, lost on leaving it.
        while let Some((here, spent)) = open.pop() {
            for next in self.neighbours(&here).into_iter().filter(|n| self.joined(&here, n)) {
                let whole = spent.div_ceil(2) * 2 + 2 * self.cost(&here, &next);
                let mut ways = vec![whole];
                if self.road(&here, &next) {
                    ways.push(spent + 1);
                }
                for cost in ways.into_iter().filter(|c| *c <= 2 * points) {
                    let key = (next.clone(), cost % 2 == 1);
                    if best.get(&key).is_none_or(|b| cost < *b) {
                        best.insert(key, cost);
                        open.push((next.clone(), cost));
                    }
                }
            }
        }
        best.into_keys().map(|(h, _)| h).filter(|h| h != from).collect()
    }
}
