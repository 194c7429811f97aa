//! A brigade as a chain of markers: formations, types of battleline, continuity, facing, distribution of strength (§6.0, §7.0, §8.0, §19.0).
//!
//! A column's chain runs from head to tail, a line's from its left flank to its right as the men look. Sides of inner markers point to their
//! neighbours in the chain, so chain and outer sides say facing and type of every marker (ruling 10).

use super::ground::Ground;
use super::units::{Arm, UnitSpec};
use domain_core::board::{Aspect, Facing};
use domain_core::kit::RuleBreak;
use serde::{Deserialize, Serialize};

/// A formation marker: where it lies and its strength. Batteries are chains too, with their cannon for strength (§17.2.11); commanders have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u16, u8)", into = "(u16, u8)")]
pub struct Link {
    /// The place.
    pub hex: u16,
    /// Strength points, or cannon.
    pub sp: u8,
}

impl From<(u16, u8)> for Link {
    fn from((hex, sp): (u16, u8)) -> Self {
        Link { hex, sp }
    }
}

impl From<Link> for (u16, u8) {
    fn from(link: Link) -> Self {
        (link.hex, link.sp)
    }
}

impl Link {
    /// A marker of so many points in a place.
    pub fn new(place: usize, sp: u8) -> Self {
        Link { hex: place as u16, sp }
    }

    /// The place.
    pub fn at(self) -> usize {
        usize::from(self.hex)
    }
}

/// How a brigade is formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    /// Attack column of horse, two markers a hex (0.6).
    Charge {
        /// The side that the head looks to.
        facing: Facing,
    },
    /// Column.
    Column {
        /// The side that the head looks to.
        facing: Facing,
    },
    /// Battleline.
    Line {
        /// The outer side of the left flank marker.
        left: Facing,
        /// The outer side of the right flank marker.
        right: Facing,
    },
    /// At rest: one hex whatever the strength, no facing (§8.0).
    Rest,
}

impl Formation {
    /// Whether it is a battleline.
    pub const fn is_line(self) -> bool {
        matches!(self, Formation::Line { .. })
    }

    /// Whether it is a column, an attack column too.
    pub const fn is_column(self) -> bool {
        matches!(self, Formation::Column { .. } | Formation::Charge { .. })
    }

    /// In a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Formation::Charge { .. } => "attack column",
            Formation::Column { .. } => "column",
            Formation::Line { .. } => "line",
            Formation::Rest => "rest",
        }
    }

    /// A line of one marker that looks to a corner.
    pub fn single(front: Facing) -> Formation {
        Formation::Line { left: front.turned(-3), right: front.turned(3) }
    }
}

/// The four types of battleline marker, by how its line leaves the hex (ruling 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Bent back at the middle of its front: one front hex.
    ReEntrant,
    /// Straight: two front hexes, two behind.
    Straight,
    /// Bent forward: three front hexes.
    Salient,
    /// Bent back all round: four front hexes, none behind.
    Refused,
}

impl Shape {
    /// The word of the tables.
    pub const fn word(self) -> &'static str {
        match self {
            Shape::ReEntrant => "re-entrant",
            Shape::Straight => "straight",
            Shape::Salient => "salient",
            Shape::Refused => "refused",
        }
    }
}

/// A battleline marker with its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMarker {
    /// The place.
    pub hex: usize,
    /// Strength points.
    pub sp: u8,
    /// The side where the line leaves its hex to the left.
    pub left: Facing,
    /// The side where it leaves to the right.
    pub right: Facing,
    /// Whether the left side is a flank of the brigade.
    pub open_left: bool,
    /// Whether the right side is.
    pub open_right: bool,
}

/// How many hexsides lie from one side clockwise to another, 0 to 5.
pub fn sides_apart(left: Facing, right: Facing) -> usize {
    (right.index() + 12 - left.index()) % 12 / 2
}

impl LineMarker {
    /// A marker in motion: straight, with both sides open (§11.7).
    pub fn moving(hex: usize, sp: u8, front: Facing) -> LineMarker {
        LineMarker { hex, sp, left: front.turned(-3), right: front.turned(3), open_left: true, open_right: true }
    }

    /// Its type.
    pub fn shape(&self) -> Shape {
        match sides_apart(self.left, self.right) {
            2 => Shape::ReEntrant,
            4 => Shape::Salient,
            5 => Shape::Refused,
            _ => Shape::Straight,
        }
    }

    /// The middle of its front: a corner for a straight or refused marker, a side for the others.
    pub fn front(&self) -> Facing {
        self.left.turned(sides_apart(self.left, self.right) as i32)
    }

    /// Whether a side is one of its front sides.
    pub fn is_front(&self, side: Facing) -> bool {
        let apart = sides_apart(self.left, side);
        side.is_side() && apart > 0 && apart < sides_apart(self.left, self.right)
    }

    /// Whether a side is one of its rear sides.
    pub fn is_rear(&self, side: Facing) -> bool {
        side.is_side() && side != self.left && side != self.right && !self.is_front(side)
    }

    /// Its front sides from left to right.
    pub fn front_sides(&self) -> impl Iterator<Item = Facing> + use<> {
        let (left, count) = (self.left, sides_apart(self.left, self.right));
        (1..count as i32).map(move |n| left.turned(2 * n))
    }
}

pub const GAP: RuleBreak = RuleBreak::new(&[
    "6.1",
    "The markers of {unit} would not lie in a chain of adjacent hexes.",
    "Each marker lies next to the one before it, and no two of a line in one hex.",
]);
pub const FOLDED: RuleBreak = RuleBreak::new(&[
    "6.2",
    "The line of {unit} would fold back on itself.",
    "A battleline marker leaves its hex straight, bent forward, bent back or refused, never by neighbouring sides before its front.",
]);
pub const FAR_COUNTER: RuleBreak = RuleBreak::new(&[
    "6.1",
    "The line of {unit} would be too long for its commander.",
    "The brigade's counter lies with a marker that is at most two hexes from every other.",
]);
pub const THIN_LINE: RuleBreak = RuleBreak::new(&[
    "7.1",
    "An inner marker of {unit} would be too weak, or the inner ones of horse unequal.",
    "Inner markers have at least 8 points, those of cavalry at least 6 and all the same; flank markers any.",
]);
pub const TOO_MANY: RuleBreak = RuleBreak::new(&[
    "11.0",
    "A marker of {unit} that moves would hold more than 8 points.",
    "Put at most 8 points in a marker that moves.",
]);
pub const UNEVEN_COLUMN: RuleBreak = RuleBreak::new(&[
    "7.2",
    "The column of {unit} is not filled from the head.",
    "Every marker of a column holds 8 points, of cavalry 3, and the rear one the rest.",
]);
pub const WRONG_SUM: RuleBreak = RuleBreak::new(&[
    "7.1",
    "The markers do not add up to the strength of {unit}.",
    "Give each marker its points so that all together are the brigade's strength.",
]);

/// The markers of a line with their sides; `None` where two neighbours of the chain do not lie side by side.
pub fn line_markers(ground: &Ground, left: Facing, right: Facing, chain: &[Link]) -> Option<Vec<LineMarker>> {
    let last = chain.len().checked_sub(1)?;
    let side = |from: usize, to: usize| ground.side_to(chain[from].at(), chain[to].at());
    let marker = |n: usize| {
        Some(LineMarker {
            hex: chain[n].at(),
            sp: chain[n].sp,
            left: if n == 0 { left } else { side(n, n - 1)? },
            right: if n == last { right } else { side(n, n + 1)? },
            open_left: n == 0,
            open_right: n == last,
        })
    };
    (0..=last).map(marker).collect()
}

/// The way each marker of a column looks, head first: the head by the formation, each other to the next hex before it (§6.2.6).
pub fn column_fronts(ground: &Ground, facing: Facing, chain: &[Link]) -> Option<Vec<Facing>> {
    let mut fronts = Vec::with_capacity(chain.len());
    for (n, link) in chain.iter().enumerate() {
        let ahead = chain[..n].iter().rev().find(|l| l.hex != link.hex);
        fronts.push(match ahead {
            None => facing,
            // Several markers in a hex look the same way.
            Some(_) if chain[n - 1].hex == link.hex => *fronts.last()?,
            Some(ahead) => ground.side_to(link.at(), ahead.at())?,
        });
    }
    Some(fronts)
}

/// §6.1.4, §6.2: whether a chain is continuous in its formation.
///
/// # Errors
/// The rule it breaks.
pub fn continuous(ground: &Ground, formation: Formation, chain: &[Link]) -> Result<(), RuleBreak> {
    if chain.is_empty() {
        return Err(GAP);
    }
    let near = |a: &Link, b: &Link| ground.side_to(a.at(), b.at()).is_some();
    match formation {
        Formation::Rest if chain.len() > 1 => Err(GAP),
        Formation::Rest => Ok(()),
        Formation::Column { .. } | Formation::Charge { .. } => {
            let whole = chain.windows(2).all(|two| two[0].hex == two[1].hex || near(&two[0], &two[1]));
            // A column does not come back to a hex that it has left.
            let hexes: Vec<u16> = chain.chunk_by(|a, b| a.hex == b.hex).map(|run| run[0].hex).collect();
            let crossed = (1..hexes.len()).any(|n| hexes[..n].contains(&hexes[n]));
            if whole && !crossed { Ok(()) } else { Err(GAP) }
        }
        Formation::Line { left, right } => {
            let apart = (1..chain.len()).all(|n| !chain[..n].iter().any(|l| l.hex == chain[n].hex));
            // Markers that formed line in haste may lie beyond the map yet, at either end (§24.6).
            let on_map = chain.iter().any(|l| ground.is_hex(l.at()));
            if !apart || !on_map || !left.is_side() || !right.is_side() {
                return Err(GAP);
            }
            let markers = line_markers(ground, left, right, chain).ok_or(GAP)?;
            let folded = markers.iter().any(|m| !(2..=5).contains(&sides_apart(m.left, m.right)));
            if folded { Err(FOLDED) } else { Ok(()) }
        }
    }
}

/// §6.1.5: the marker that the counter lies with: of a column the lead marker, of a line one at most two hexes from all others, the middlemost. `None`
/// where the line is too long.
pub fn counter(ground: &Ground, formation: Formation, chain: &[Link]) -> Option<usize> {
    if !formation.is_line() {
        return (!chain.is_empty()).then_some(0);
    }
    let reach = |n: usize| chain.iter().filter_map(|l| ground.atlas.distance(chain[n].at(), l.at())).max().unwrap_or(0);
    let middle = (chain.len().saturating_sub(1)) as i32;
    let near = (0..chain.len()).filter(|n| ground.is_hex(chain[*n].at()) && reach(*n) <= 2);
    near.min_by_key(|n| ((2 * *n as i32 - middle).abs(), *n))
}

/// §6.1.5: whether the counter of a line may lie with a marker of it: at most two hexes from all others that are on the map.
pub fn may_lie_with(ground: &Ground, chain: &[Link], n: usize) -> bool {
    let here = || chain.iter().filter(|l| ground.is_hex(l.at()));
    let near = |at: usize| here().all(|l| ground.atlas.distance(at, l.at()).is_some_and(|far| far <= 2));
    chain.get(n).is_some_and(|link| ground.is_hex(link.at()) && near(link.at()))
}

/// §7.1, §7.2: whether the points of a brigade are distributed as it may choose to distribute them.
///
/// # Errors
/// The rule it breaks.
pub fn distributed(spec: &UnitSpec, formation: Formation, chain: &[Link]) -> Result<(), RuleBreak> {
    let arm = spec.brigade().map_or(Arm::Infantry, |b| b.arm);
    if chain.is_empty() || chain.iter().any(|l| l.sp == 0) {
        return Err(WRONG_SUM);
    }
    match formation {
        Formation::Rest => Ok(()),
        Formation::Column { .. } | Formation::Charge { .. } => {
            let full = spec.column_marker();
            let (rear, others) = chain.split_last().ok_or(WRONG_SUM)?;
            let even = others.iter().all(|l| l.sp == full) && rear.sp <= full;
            if even { Ok(()) } else { Err(UNEVEN_COLUMN) }
        }
        Formation::Line { .. } => {
            let inner = chain.get(1..chain.len() - 1).unwrap_or_default();
            let enough = match arm {
                Arm::Infantry => inner.iter().all(|l| l.sp >= 8),
                Arm::Cavalry => inner.iter().all(|l| l.sp >= 6 && l.sp == inner[0].sp),
            };
            if enough { Ok(()) } else { Err(THIN_LINE) }
        }
    }
}

/// The strengths of a column of so many points, head first (§7.2).
pub fn column_strengths(spec: &UnitSpec, sp: u8) -> Vec<u8> {
    let full = spec.column_marker();
    let mut left = sp;
    let mut strengths = Vec::new();
    while left > 0 {
        let one = left.min(full);
        strengths.push(one);
        left -= one;
    }
    strengths
}

/// The strengths of a line of so many markers, 8 at most in each, inner ones filled first and the flanks as even as can be; `None` where that many
/// markers cannot hold the points, or would be too many for them (§7.1, §11.10).
pub fn line_strengths(spec: &UnitSpec, sp: u8, markers: usize) -> Option<Vec<u8>> {
    let inner = markers.saturating_sub(2);
    let least = if spec.is_cavalry() { 6 } else { 8 };
    let tried = |each: u8| {
        let rest = i32::from(sp) - inner as i32 * i32::from(each);
        let flanks = markers.min(2) as i32;
        if rest < flanks || rest > 8 * flanks {
            return None;
        }
        let mut strengths = vec![each; markers];
        let (first, last) = (rest - rest / flanks * (flanks - 1), rest / flanks);
        *strengths.last_mut()? = last as u8;
        *strengths.first_mut()? = if markers == 1 { rest as u8 } else { first as u8 };
        Some(strengths)
    };
    if markers == 0 { None } else { (least..=8).rev().find_map(tried) }
}

/// §19.1 to §19.3: which part of a brigade a neighbouring hex lies in; `None` for a hex that is not next to it, or its own.
pub fn aspect(ground: &Ground, formation: Formation, chain: &[Link], hex: usize) -> Option<Aspect> {
    if chain.iter().any(|l| l.at() == hex) || !chain.iter().any(|l| ground.adjacent(l.at(), hex)) {
        return None;
    }
    match formation {
        Formation::Rest => Some(Aspect::Flank),
        Formation::Column { facing } | Formation::Charge { facing } => {
            let (head, tail) = (chain.first()?, chain.last()?);
            let rear = column_fronts(ground, facing, chain)?.last()?.opposite();
            if ground.atlas.ahead(head.at(), facing) == Some(hex) {
                Some(Aspect::Front)
            } else if ground.is_hex(tail.at()) && ground.atlas.ahead(tail.at(), rear) == Some(hex) {
                Some(Aspect::Rear)
            } else {
                Some(Aspect::Flank)
            }
        }
        Formation::Line { left, right } => {
            let (first, last) = (chain.first()?.at(), chain.last()?.at());
            if ground.atlas.ahead(first, left) == Some(hex) || ground.atlas.ahead(last, right) == Some(hex) {
                return Some(Aspect::Flank);
            }
            let markers = line_markers(ground, left, right, chain)?;
            let before = markers.iter().any(|m| ground.side_to(m.hex, hex).is_some_and(|side| m.is_front(side)));
            Some(if before { Aspect::Front } else { Aspect::Rear })
        }
    }
}

/// The outer sides of a line along these hexes whose ends run straight on.
pub fn straight_ends(ground: &Ground, hexes: &[usize]) -> Option<Formation> {
    match hexes {
        [first, second, ..] => {
            let (last, before) = (*hexes.last()?, hexes[hexes.len() - 2]);
            let left = ground.side_to(*first, *second)?.opposite();
            Some(Formation::Line { left, right: ground.side_to(last, before)?.opposite() })
        }
        _ => None,
    }
}

/// The parts of a line that losses or retreats leave, with the outer sides that its markers had (§6.2).
pub fn remaining(formation: Formation, before: &[LineMarker], kept: &[Link]) -> Formation {
    let at = |link: Option<&Link>| link.and_then(|l| before.iter().find(|m| m.hex == l.at()));
    match (formation, at(kept.first()), at(kept.last())) {
        (Formation::Line { .. }, Some(first), Some(last)) => Formation::Line { left: first.left, right: last.right },
        _ => formation,
    }
}
