//! Sets of places as bits: what a side influences, what can be seen, where nobody may go.

/// A set of places of one board, one bit each. Iterated from the lowest number up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    bits: Vec<u64>,
}

impl Mask {
    /// The empty set over a board of so many places.
    pub fn over(places: usize) -> Self {
        Mask { bits: vec![0; places.div_ceil(64)] }
    }

    /// These places of a board of so many.
    ///
    /// # Panics
    /// When a place lies beyond the board, as all that writes in a set.
    pub fn of(places: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut mask = Mask::over(places);
        for place in members {
            mask.insert(place);
        }
        mask
    }

    /// Takes a place in; whether it was not there.
    #[inline]
    pub fn insert(&mut self, place: usize) -> bool {
        let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a place out; whether it was there.
    #[inline]
    pub fn remove(&mut self, place: usize) -> bool {
        let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
        let was = *word & bit != 0;
        *word &= !bit;
        was
    }

    /// Whether a place is in it; none beyond the board is.
    #[inline]
    pub fn contains(&self, place: usize) -> bool {
        self.bits.get(place / 64).is_some_and(|word| word & (1 << (place % 64)) != 0)
    }

    /// Takes everything out and keeps the room.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Takes in all that the other holds. Both are of one board.
    pub fn add(&mut self, other: &Mask) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a |= b);
    }

    /// Takes out all that the other holds.
    pub fn subtract(&mut self, other: &Mask) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a &= !b);
    }

    /// Keeps only what the other holds too.
    pub fn keep(&mut self, other: &Mask) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(a, b)| *a &= b);
    }

    /// Whether they have a place in common.
    pub fn meets(&self, other: &Mask) -> bool {
        self.bits.iter().zip(&other.bits).any(|(a, b)| a & b != 0)
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    /// How many places are in it.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The places in it, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(n, word)| Ones(*word).map(move |bit| n * 64 + bit))
    }
}

/// The bits of a word that are set, the lowest first.
struct Ones(u64);

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (bit < 64).then_some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Against sets of numbers.
        #[test]
        fn masks_are_sets(a in proptest::collection::btree_set(0usize..200, 0..60), b in proptest::collection::btree_set(0usize..200, 0..60)) {
            let of = |set: &BTreeSet<usize>| Mask::of(200, set.iter().copied());
            let same = |mask: &Mask, set: BTreeSet<usize>| {
                mask.iter().eq(set.iter().copied()) && mask.len() == set.len() && mask.is_empty() == set.is_empty()
                    && (0..300).all(|place| mask.contains(place) == set.contains(&place))
            };
            let (mut union, mut less, mut both) = (of(&a), of(&a), of(&a));
            union.add(&of(&b));
            less.subtract(&of(&b));
            both.keep(&of(&b));
            prop_assert!(same(&union, &a | &b) && same(&less, &a - &b) && same(&both, &a & &b));
            prop_assert_eq!(of(&a).meets(&of(&b)), !a.is_disjoint(&b));
            let mut one = of(&a);
            for place in &b {
                prop_assert_eq!(one.insert(*place), !a.contains(place));
                prop_assert!(one.remove(*place) && !one.remove(*place));
            }
            prop_assert!(same(&one, &a - &b));
            one.clear();
            prop_assert!(one.is_empty());
        }
    }
}
