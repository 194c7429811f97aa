//! Where counters lie: side by side where a place has room for them, else one on another; two sides in one place apart.

use crate::counter::SIZE;
use crate::frame::Frame;
use crate::svg::Pt;
use domain::board::{PlaceShape, Sheet};
use domain::referee::{Piece, Side, Symbol};

/// Between two counters that lie side by side, and between two sides' stacks, in sides of a counter.
const GAP: f64 = 0.06;
const APART: f64 = 0.26;
/// How far a counter leans out over the one below it, at most, and how far a whole pile does.
const STEP: f64 = 0.13;
const LEAN: f64 = 0.32;

/// The counters of one side in one place.
pub(crate) struct Stack<'a> {
    /// Whose they are.
    pub(crate) side: Side,
    /// Each with the middle of its counter, those below first.
    pub(crate) pieces: Vec<(&'a Piece, Pt)>,
    /// How many lie one on another at most.
    pub(crate) deep: usize,
    /// The lower right corner of the whole.
    pub(crate) foot: Pt,
}

/// The side of a counter in units of the drawing, as a part of the size it is designed in.
pub(crate) fn scale(sheet: &Sheet, frame: &Frame) -> f64 {
    let scale = sheet.counter * frame.scale / SIZE;
    if scale.is_finite() && scale > 0.0 { scale.clamp(0.1, 4.0) } else { 1.0 }
}

/// The stacks of a place: one, or in a contested place one of either side, west and east of its centre.
pub(crate) fn stacks<'a>(sheet: &Sheet, frame: &Frame, place: &PlaceShape, pieces: &[&'a Piece]) -> Vec<Stack<'a>> {
    let size = scale(sheet, frame) * SIZE;
    let (columns, rows) = (usize::from(place.room.0.max(1)), usize::from(place.room.1.max(1)));
    let of = |side: Side| -> Vec<&'a Piece> { pieces.iter().copied().filter(|p| p.side == side).collect() };
    let sides: Vec<(Side, Vec<&Piece>)> =
        Side::BOTH.into_iter().map(|s| (s, of(s))).filter(|(_, p)| !p.is_empty()).collect();
    // The columns are shared out by numbers; a place of one column gets a second for the other side.
    let shares: Vec<usize> = match sides.as_slice() {
        [(_, a), (_, b)] => {
            let columns = columns.max(2);
            let first = (columns * a.len() + (a.len() + b.len()) / 2) / (a.len() + b.len());
            let first = first.clamp(1, columns - 1);
            vec![first, columns - first]
        }
        _ => vec![columns],
    };
    let blocks: Vec<Block> = sides.iter().zip(&shares).map(|((_, p), c)| Block::of(p.len(), *c, rows)).collect();
    let wide = |b: &Block| (b.columns as f64 * (1.0 + GAP) - GAP) * size;
    let whole: f64 = blocks.iter().map(wide).sum::<f64>() + APART * size * (blocks.len().saturating_sub(1)) as f64;
    let (cx, cy) = frame.at(place.centre);
    let mut west = cx - whole / 2.0;
    let mut out = Vec::new();
    for ((side, mut held), block) in sides.into_iter().zip(blocks) {
        let middle = west + wide(&block) / 2.0;
        west += wide(&block) + APART * size;
        // Leaders lie above the rest. What is activated, in hand or aimed at changes nothing: a stack stays as it is, and so does one that
        // the rules keep in order.
        if held.iter().any(|p| p.depth.is_some()) {
            held.sort_by_key(|p| std::cmp::Reverse(p.depth));
        } else {
            held.sort_by_key(|p| p.symbol == Symbol::Leader);
        }
        let spots = block.spots(held.len()).into_iter().map(|(x, y)| (middle + x * size, cy + y * size));
        let foot = (middle + wide(&block) / 2.0, cy + (block.rows as f64 * (1.0 + GAP) - GAP) * size / 2.0);
        out.push(Stack { side, deep: block.deep, foot, pieces: held.into_iter().zip(spots).collect() });
    }
    out
}

/// Counters laid out: so many columns and rows of piles so deep.
#[derive(Debug, PartialEq)]
struct Block {
    columns: usize,
    rows: usize,
    deep: usize,
}

impl Block {
    fn of(count: usize, columns: usize, rows: usize) -> Block {
        let piles = count.clamp(1, columns * rows);
        let rows = piles.div_ceil(columns);
        // Four in a place for three by two lie two by two.
        let columns = piles.div_ceil(rows);
        Block { columns, rows, deep: count.div_ceil(columns * rows).max(1) }
    }

    /// The middle of each counter about the middle of the block, in sides of a counter: the lowest layer first.
    fn spots(&self, count: usize) -> Vec<Pt> {
        let piles = self.columns * self.rows;
        let step = if self.deep > 1 { (LEAN / (self.deep - 1) as f64).min(STEP) } else { 0.0 };
        let pitch = 1.0 + GAP;
        (0..count)
            .map(|i| {
                let (level, pile) = (i / piles, i % piles);
                let (column, row) = (pile % self.columns, pile / self.columns);
                // A last row that is not full stands in the middle.
                let last = count.min(piles) - (self.rows - 1) * self.columns;
                let held = if row + 1 == self.rows { last } else { self.columns };
                let lean = step * (level as f64 - (self.deep - 1) as f64 / 2.0);
                (
                    (column as f64 - (held - 1) as f64 / 2.0) * pitch + lean,
                    (row as f64 - (self.rows - 1) as f64 / 2.0) * pitch - lean,
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_fill_the_room_before_they_pile_up() {
        assert_eq!(Block::of(1, 3, 2), Block { columns: 1, rows: 1, deep: 1 });
        assert_eq!(Block::of(4, 3, 2), Block { columns: 2, rows: 2, deep: 1 });
        assert_eq!(Block::of(5, 3, 2), Block { columns: 3, rows: 2, deep: 1 });
        assert_eq!(Block::of(13, 3, 2), Block { columns: 3, rows: 2, deep: 3 });
        assert_eq!(Block::of(4, 1, 1), Block { columns: 1, rows: 1, deep: 4 });
        // Nobody leans out further than a third of a counter, however tall the pile.
        let tall = Block::of(9, 1, 1).spots(9);
        assert!(tall[8].0 - tall[0].0 <= LEAN + 1e-9);
        // The fifth of five stands below the gap of the row above it.
        assert!(Block::of(5, 3, 2).spots(5)[3].0.abs() - 0.53 < 1e-9);
    }
}
