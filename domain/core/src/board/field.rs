//! Distance fields: how many steps every place of a board is from the nearest of many sources, in one pass.

use super::hex::{Axis, Grid, Parity};
use super::mask::Mask;

/// What stands for no distance.
pub(super) const UNREACHED: u16 = u16::MAX;

/// The distance of each place to the nearest source, kept for reuse so that filling it again allocates nothing.
///
/// Each step counts one. Where steps cost more or less than that, [`Reach`](super::Reach) gives the same from many starts.
#[derive(Clone, Debug, Default)]
pub struct Field {
    far: Vec<u16>,
    queue: Vec<u32>,
    /// Room for the full grid of a board with holes.
    whole: Vec<u16>,
}

impl Field {
    /// A field over a board of so many places, none of them reached.
    pub fn over(places: usize) -> Self {
        Field { far: vec![UNREACHED; places], queue: Vec::new(), whole: Vec::new() }
    }

    /// Fills it from the sources (distance 0) as far as `limit` steps.
    ///
    /// `next(place, on)` tells `on` of every place one step further ([`Onward::to`]): to spread along roads, not across a river, or
    /// out of places that the enemy does not hold, tell of those only. Places are taken up nearest first, among equals in the order told.
    pub fn spread(
        &mut self,
        sources: impl IntoIterator<Item = usize>,
        limit: u16,
        mut next: impl FnMut(usize, &mut Onward<'_>),
    ) {
        self.far.fill(UNREACHED);
        self.queue.clear();
        let mut on = Onward { far: &mut self.far, queue: &mut self.queue, at: 0 };
        sources.into_iter().for_each(|place| on.to(place));
        let limit = limit.min(UNREACHED - 1);
        let mut taken = 0;
        while let Some(&place) = on.queue.get(taken) {
            taken += 1;
            let far = on.far[place as usize];
            if far == limit {
                break;
            }
            on.at = far + 1;
            next(place as usize, &mut on);
        }
    }

    /// How far a place is; `None` if it was not reached, or lies beyond the board.
    #[inline]
    pub fn at(&self, place: usize) -> Option<u16> {
        self.far.get(place).copied().filter(|far| *far != UNREACHED)
    }

    /// The places at most so far from a source, the sources too.
    pub fn within(&self, radius: u16) -> Mask {
        let near = self.far.iter().enumerate().filter(|(_, far)| **far <= radius && **far != UNREACHED);
        Mask::of(self.far.len(), near.map(|(place, _)| place))
    }

    /// Room for so many places and so many hexes of a full grid, nothing reached yet.
    pub(super) fn room(&mut self, places: usize, hexes: usize) -> (&mut [u16], &mut [u16]) {
        for (room, len) in [(&mut self.far, places), (&mut self.whole, hexes)] {
            room.clear();
            room.resize(len, UNREACHED);
        }
        (&mut self.far, &mut self.whole)
    }
}

impl Grid {
    /// From distances at some hexes of the full grid, in its dense order, those of all: to the nearest of them, straight.
    ///
    /// Every hex lies from every other in at most two directions that are next to each other. A sweep down all lines carries distances along the three
    /// directions that lead forwards, a sweep back up along the other three; where one of the two directions leads forwards and one back, the way that goes
    /// forwards first stays on the grid.
    pub(super) fn sweep(&self, far: &mut [u16]) {
        // `lines` are the straight lines of hexes, `most` how many each has; both with their strides in the dense order.
        let (cols, rows) = (usize::from(self.cols), usize::from(self.rows));
        let (lines, most, line_stride, stride) = match self.axis {
            Axis::PointyRows => (rows, cols, cols, 1),
            Axis::FlatColumns => (cols, rows, 1, cols),
        };
        // A shifted line stands half a hex towards higher numbers: its neighbours in other lines have its number and the next one.
        let first_is_shifted = self.shifted == Parity::Odd;
        let mut carry = |line: usize, along: usize, other: Option<usize>, beside: Option<usize>| {
            let here = line * line_stride + along * stride;
            let shift = usize::from(line.is_multiple_of(2) == first_is_shifted);
            let mut least = far[here];
            let mut near = |line: usize, along: usize| {
                if along < most {
                    least = least.min(far[line * line_stride + along * stride].saturating_add(1));
                }
            };
            if let Some(other) = other {
                near(other, along + shift);
                near(other, (along + shift).wrapping_sub(1));
            }
            if let Some(beside) = beside {
                near(line, beside);
            }
            far[here] = least;
        };
        for line in 0..lines {
            for along in 0..most {
                carry(line, along, line.checked_sub(1), along.checked_sub(1));
            }
        }
        for line in (0..lines).rev() {
            for along in (0..most).rev() {
                carry(line, along, Some(line + 1).filter(|line| *line < lines), Some(along + 1));
            }
        }
    }
}

/// Where a step from a place of a field leads.
pub struct Onward<'a> {
    far: &'a mut [u16],
    queue: &'a mut Vec<u32>,
    at: u16,
}

impl Onward<'_> {
    /// A step to a place. One that is reached already stays as it is.
    #[inline]
    pub fn to(&mut self, place: usize) {
        if self.far[place] == UNREACHED {
            self.far[place] = self.at;
            self.queue.push(place as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::RowsRun;
    use proptest::prelude::*;

    proptest! {
        /// On every kind of grid, down to single columns and rows, against counting to every source.
        #[test]
        fn two_sweeps_find_the_nearest_source(
            cols in 1u8..14, rows in 1u8..14, kind in 0usize..8, sources in proptest::collection::vec(0usize..196, 0..4),
        ) {
            let axis = [Axis::PointyRows, Axis::FlatColumns][kind % 2];
            let shifted = [Parity::Odd, Parity::Even][kind / 2 % 2];
            let rows_run = [RowsRun::South, RowsRun::North][kind / 4];
            let grid = Grid { axis, cols, rows, shifted, rows_run };
            let sources: Vec<usize> = sources.into_iter().map(|source| source % grid.len()).collect();
            let mut far = vec![UNREACHED; grid.len()];
            sources.iter().for_each(|source| far[*source] = 0);
            grid.sweep(&mut far);
            for (at, far) in far.into_iter().enumerate() {
                let nearest = sources.iter().map(|source| grid.distance(grid.at(at), grid.at(*source)) as u16).min();
                prop_assert_eq!(far, nearest.unwrap_or(UNREACHED));
            }
        }
    }
}
