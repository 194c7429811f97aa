//! Distance fields: how many steps every place of a board is from the nearest of many sources, in one pass.

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
    whole: Option<Box<Field>>,
}

impl Field {
    /// A field over a board of so many places, none of them reached.
    pub fn over(places: usize) -> Self {
        Field { far: vec![UNREACHED; places], queue: Vec::new(), whole: None }
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

    pub(super) fn resize(&mut self, places: usize) {
        self.far.resize(places, UNREACHED);
    }

    pub(super) fn set(&mut self, place: usize, far: u16) {
        self.far[place] = far;
    }

    /// Its room for a full grid of so many hexes, to be put back.
    pub(super) fn take_whole(&mut self, hexes: usize) -> Box<Field> {
        let mut whole = self.whole.take().unwrap_or_default();
        whole.resize(hexes);
        whole
    }

    pub(super) fn put_whole(&mut self, whole: Box<Field>) {
        self.whole = Some(whole);
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
