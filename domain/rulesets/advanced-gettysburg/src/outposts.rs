//! Outposts (0.1): where a line of them may stand, and the perimeter that it makes. The orders about them are in `screening.rs`.

use super::board::Board;
use domain_core::board::Mask;
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

/// How far an outpost may be from the next one, and from the edge of the map (0.1, outposts 3).
const APART: u32 = 2;

/// How far it may be from a friendly brigade, battery or detachment (0.1, outposts 4).
const FROM_FRIENDS: u32 = 4;

pub const APART_TOO_FAR: RuleBreak = RuleBreak::new(&[
    "0.1",
    "An outpost has no two others within two hexes.",
    "Each stands within two hexes of two others, or of one other and of the edge of the map.",
]);
pub const TOO_FAR_OUT: RuleBreak = RuleBreak::new(&[
    "0.1",
    "An outpost is too far from everybody of its side.",
    "Each stands within four hexes of a brigade, a battery or a detachment.",
]);
pub const ENEMY_LINE: RuleBreak = RuleBreak::new(&[
    "0.1",
    "An outpost would stand within or along the enemy's line.",
    "No line is formed within or along a perimeter of the enemy's outposts.",
]);
pub const NOT_CLOSED: RuleBreak = RuleBreak::new(&[
    "0.1",
    "Those outposts do not surround that hex.",
    "A perimeter has no enemy in view in it, no outpost of his and no road by which he comes; each outpost stands along it.",
]);

/// A side's outposts, and what they surround.
#[derive(Clone, Debug)]
pub struct Perimeter {
    /// The hexes within the line.
    pub area: Mask,
    /// The hexes along the line: of the outposts and between them.
    pub line: Mask,
    /// The outposts.
    pub outposts: Vec<usize>,
}

impl Perimeter {
    /// No outposts.
    pub fn none(places: usize) -> Perimeter {
        Perimeter { area: Mask::over(places), line: Mask::over(places), outposts: Vec::new() }
    }

    /// Whether a hex lies within or along the line (0.1, outposts 6).
    pub fn holds(&self, place: usize) -> bool {
        self.area.contains(place) || self.line.contains(place)
    }
}

impl Board<'_> {
    /// Whether a hex lies at the edge of the map.
    fn is_edge(&self, place: usize) -> bool {
        self.pack.ground.is_hex(place) && self.pack.ground.atlas.around(place).count() < 6
    }

    /// Whether a hex is within two hexes of the edge of the board (0.1, outposts 3).
    fn is_near_edge(&self, place: usize) -> bool {
        self.is_edge(place) || self.pack.ground.atlas.around(place).any(|(_, next)| self.is_edge(next))
    }

    /// The hexes along a line of outposts: theirs, those between two that stand two hexes apart, and those between one and the edge.
    pub(super) fn along(&self, outposts: &[usize]) -> Mask {
        let atlas = &self.pack.ground.atlas;
        let mut line = Mask::of(atlas.len(), outposts.iter().copied());
        for (n, one) in outposts.iter().enumerate() {
            for two in &outposts[n + 1..] {
                if atlas.distance(*one, *two) == Some(APART) {
                    let between =
                        atlas.around(*one).map(|(_, at)| at).filter(|at| atlas.distance(*at, *two) == Some(1));
                    between.for_each(|at| {
                        line.insert(at);
                    });
                }
            }
            if self.is_edge(*one) || !self.is_near_edge(*one) {
                continue;
            }
            let others = outposts.iter().copied().filter(|two| *two != *one);
            let near = |two: &usize| atlas.distance(*one, *two).is_some_and(|far| far <= APART);
            let linked: Vec<usize> = others.filter(near).collect();
            // The last one has another within two hexes, or several of which none reaches the edge as it does; before revision 8 one alone.
            if linked.len() == 1 || (self.since(8) && !linked.iter().any(|two| self.is_near_edge(*two))) {
                let edge = atlas.around(*one).map(|(_, at)| at).filter(|at| self.is_edge(*at));
                edge.for_each(|at| {
                    line.insert(at);
                });
            }
        }
        line
    }

    /// The hexes that are reached from some without crossing a line.
    pub(super) fn within(&self, line: &Mask, from: &[usize]) -> Mask {
        let atlas = &self.pack.ground.atlas;
        let mut area = Mask::over(atlas.len());
        let mut open: Vec<usize> = from.iter().copied().filter(|at| !line.contains(*at)).collect();
        while let Some(at) = open.pop() {
            if self.pack.ground.is_hex(at) && area.insert(at) {
                open.extend(atlas.around(at).map(|(_, next)| next).filter(|next| !line.contains(*next)));
            }
        }
        area
    }

    /// 0.1, outposts 3 to 5: the perimeter of a side whose outposts stand so and surround these hexes. `friends` are the hexes of its brigades, batteries and
    /// detachments; `enemies` those of the enemy's that are in view.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_outposts(
        &self,
        (side, outposts, within): (Side, &[usize], &[usize]),
        friends: &[usize],
        enemies: &[usize],
        theirs: &Perimeter,
    ) -> Result<Perimeter, RuleBreak> {
        let (ground, atlas) = (&self.pack.ground, &self.pack.ground.atlas);
        let near = |a: usize, b: usize, most: u32| atlas.distance(a, b).is_some_and(|far| far <= most);
        for one in outposts {
            let others = outposts.iter().filter(|two| *two != one && near(*one, **two, APART)).count();
            if !ground.is_hex(*one) || !(others >= 2 || (others == 1 && self.is_near_edge(*one))) {
                return Err(APART_TOO_FAR);
            }
            if !friends.iter().any(|at| near(*one, *at, FROM_FRIENDS)) {
                return Err(TOO_FAR_OUT);
            }
            if theirs.holds(*one) {
                return Err(ENEMY_LINE);
            }
        }
        let line = self.along(outposts);
        let area = self.within(&line, within);
        let holds = |at: usize| area.contains(at) || line.contains(at);
        let comes = ground.entries.iter().filter(|e| e.side == Some(side.other())).map(|e| e.hex);
        let enemy = enemies.iter().chain(&theirs.outposts).copied().chain(comes).any(holds);
        let beside = |one: &usize| atlas.range(*one, APART).any(|at| area.contains(at));
        if outposts.is_empty() || area.is_empty() || enemy || !outposts.iter().all(beside) {
            return Err(NOT_CLOSED);
        }
        Ok(Perimeter { area, line, outposts: outposts.to_vec() })
    }
}
