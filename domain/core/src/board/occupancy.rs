//! Who stands where: pieces by number on places by number, stacks in order, pieces on several places with ordered ends.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Which pieces stand on which places.
///
/// Two short sorted lists, however large the board, so that a copy is two copies of memory and a change moves what lies behind it. Iterated
/// by number. Written as `{"pieces":[[piece,place,…],…],"stacks":[[place,piece,piece,…],…]}`: pieces by number, each with its
/// places from the first end to the last; then those places on which several stand, by number, each with its pieces from the top. What is
/// written otherwise is not read, so that one state has one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    /// Piece and place, by piece, then from its first end to its last.
    chains: Vec<(u16, u16)>,
    /// Place and piece, by place, then from the top.
    stacks: Vec<(u16, u16)>,
}

/// The entries of one number.
fn run(list: &[(u16, u16)], of: u16) -> &[(u16, u16)] {
    let begin = list.partition_point(|(key, _)| *key < of);
    let rest = &list[begin..];
    &rest[..rest.partition_point(|(key, _)| *key == of)]
}

/// The numbers that have entries, each once.
fn keys(list: &[(u16, u16)]) -> impl Iterator<Item = u16> + '_ {
    list.chunk_by(|a, b| a.0 == b.0).map(|run| run[0].0)
}

/// Takes out the entries of a number and puts others in their place.
fn replace(list: &mut Vec<(u16, u16)>, of: u16, with: impl IntoIterator<Item = u16>) {
    let begin = list.partition_point(|(key, _)| *key < of);
    let end = begin + run(list, of).len();
    list.splice(begin..end, with.into_iter().map(|value| (of, value)));
}

/// A place as it is kept.
fn small(place: usize) -> u16 {
    u16::try_from(place).expect("a board has at most 65,535 places")
}

impl Occupancy {
    /// Nobody anywhere.
    pub fn new() -> Self {
        Self::default()
    }

    /// The pieces on a place, from the top.
    pub fn at(&self, place: usize) -> impl DoubleEndedIterator<Item = u16> + ExactSizeIterator + '_ {
        let stack = u16::try_from(place).map_or(&[][..], |place| run(&self.stacks, place));
        stack.iter().map(|(_, piece)| *piece)
    }

    /// Whether anybody stands on a place.
    pub fn occupied(&self, place: usize) -> bool {
        self.at(place).len() > 0
    }

    /// The places of a piece, from its first end (the head of a column, the left flank of a line) to its last; none while it is nowhere.
    pub fn of(&self, piece: u16) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        run(&self.chains, piece).iter().map(|(_, place)| usize::from(*place))
    }

    /// The first end of a piece: where it stands, for one that stands on one place.
    pub fn place(&self, piece: u16) -> Option<usize> {
        self.of(piece).next()
    }

    /// The places with somebody on them, the lowest first.
    pub fn places(&self) -> impl Iterator<Item = usize> + '_ {
        keys(&self.stacks).map(usize::from)
    }

    /// The pieces that stand somewhere, the lowest first.
    pub fn pieces(&self) -> impl Iterator<Item = u16> + '_ {
        keys(&self.chains)
    }

    /// A piece stands on these places from now on, in this order, and nowhere else. Where it stood before it keeps its place in the stack, elsewhere it
    /// comes on top. A place named twice counts once, where it is named first; no place at all takes the piece off the board.
    ///
    /// # Panics
    /// For a place above 65,535, which no board has.
    pub fn put(&mut self, piece: u16, places: &[usize]) {
        let mut chain: Vec<u16> = Vec::with_capacity(places.len());
        for place in places.iter().map(|place| small(*place)) {
            if !chain.contains(&place) {
                chain.push(place);
            }
        }
        for &(_, place) in run(&self.chains, piece) {
            if !chain.contains(&place) {
                let begin = self.stacks.partition_point(|(key, _)| *key < place);
                let at = begin + self.stacks[begin..].iter().take_while(|(_, on)| *on != piece).count();
                self.stacks.remove(at);
            }
        }
        for &place in &chain {
            if !run(&self.chains, piece).contains(&(piece, place)) {
                let top = self.stacks.partition_point(|(key, _)| *key < place);
                self.stacks.insert(top, (place, piece));
            }
        }
        replace(&mut self.chains, piece, chain);
    }

    /// Takes a piece off the board.
    pub fn take(&mut self, piece: u16) {
        self.put(piece, &[]);
    }

    /// The stack of a place gets this order, from the top. Whether it could be done: the order must name all who stand there, each once.
    pub fn restack(&mut self, place: usize, order: &[u16]) -> bool {
        let (mut now, mut wanted): (Vec<u16>, Vec<u16>) = (self.at(place).collect(), order.to_vec());
        now.sort_unstable();
        wanted.sort_unstable();
        if now == wanted && !now.is_empty() {
            replace(&mut self.stacks, small(place), order.iter().copied());
        }
        now == wanted
    }
}

/// The text's form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    pieces: Vec<Vec<u16>>,
    stacks: Vec<Vec<u16>>,
}

/// Runs as lists, their number first.
fn lists(list: &[(u16, u16)], least: usize) -> Vec<Vec<u16>> {
    let runs = list.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() >= least);
    runs.map(|run| std::iter::once(run[0].0).chain(run.iter().map(|(_, value)| *value)).collect()).collect()
}

impl Serialize for Occupancy {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        Written { pieces: lists(&self.chains, 1), stacks: lists(&self.stacks, 2) }.serialize(s)
    }
}

impl<'de> Deserialize<'de> for Occupancy {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(d)?;
        let mut read = Occupancy::new();
        for list in &written.pieces {
            if let Some((piece, places)) = list.split_first() {
                read.put(*piece, &places.iter().map(|place| usize::from(*place)).collect::<Vec<_>>());
            }
        }
        for list in &written.stacks {
            if let Some((place, order)) = list.split_first() {
                read.restack(usize::from(*place), order);
            }
        }
        let same = lists(&read.chains, 1) == written.pieces && lists(&read.stacks, 2) == written.stacks;
        same.then_some(read).ok_or_else(|| serde::de::Error::custom("pieces and stacks do not agree"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// The same in maps, written plainly.
    #[derive(Default)]
    struct Plain {
        chains: BTreeMap<u16, Vec<usize>>,
        stacks: BTreeMap<usize, Vec<u16>>,
    }

    impl Plain {
        fn put(&mut self, piece: u16, places: &[usize]) {
            let mut chain = Vec::new();
            places.iter().for_each(|place| {
                if !chain.contains(place) {
                    chain.push(*place)
                }
            });
            for (place, stack) in &mut self.stacks {
                stack.retain(|on| *on != piece || chain.contains(place));
            }
            for place in &chain {
                let stack = self.stacks.entry(*place).or_default();
                if !stack.contains(&piece) {
                    stack.insert(0, piece);
                }
            }
            self.stacks.retain(|_, stack| !stack.is_empty());
            self.chains.insert(piece, chain);
            self.chains.retain(|_, chain| !chain.is_empty());
        }
    }

    proptest! {
        #[test]
        fn it_says_what_plain_maps_say_and_reads_back_from_its_text(
            puts in proptest::collection::vec((0u16..12, proptest::collection::vec(0usize..20, 0..5), any::<bool>()), 0..40),
        ) {
            let (mut plain, mut there) = (Plain::default(), Occupancy::new());
            for (piece, places, turn) in puts {
                plain.put(piece, &places);
                there.put(piece, &places);
                if let Some((place, stack)) = plain.stacks.iter_mut().next().filter(|_| turn) {
                    stack.reverse();
                    prop_assert!(there.restack(*place, stack));
                }
            }
            prop_assert!(there.pieces().eq(plain.chains.keys().copied()));
            prop_assert!(there.places().eq(plain.stacks.keys().copied()));
            for (piece, chain) in &plain.chains {
                prop_assert!(there.of(*piece).eq(chain.iter().copied()));
            }
            for (place, stack) in &plain.stacks {
                prop_assert!(there.at(*place).eq(stack.iter().copied()));
            }
            let text = serde_json::to_string(&there).unwrap();
            prop_assert_eq!(serde_json::from_str::<Occupancy>(&text).unwrap(), there);
        }
    }

    #[test]
    fn a_chain_that_moves_keeps_its_order_and_its_place_in_the_stacks_it_stays_in() {
        let mut there = Occupancy::new();
        there.put(3, &[40, 41, 42]);
        there.put(7, &[41]);
        there.put(3, &[42, 41]);
        assert_eq!(there.of(3).collect::<Vec<_>>(), [42, 41]);
        assert_eq!((there.place(3), there.of(3).next_back()), (Some(42), Some(41)));
        assert_eq!(there.at(41).collect::<Vec<_>>(), [7, 3], "who came later lies on top");
        assert!(!there.occupied(40) && there.restack(41, &[3, 7]) && !there.restack(41, &[3]));
        assert_eq!(serde_json::to_string(&there).unwrap(), r#"{"pieces":[[3,42,41],[7,41]],"stacks":[[41,3,7]]}"#);
        there.take(3);
        assert_eq!(serde_json::to_string(&there).unwrap(), r#"{"pieces":[[7,41]],"stacks":[]}"#);
    }

    #[test]
    fn one_state_has_one_text() {
        for text in [
            r#"{"pieces":[[7,41],[3,42]],"stacks":[]}"#,
            r#"{"pieces":[[3,42,42]],"stacks":[]}"#,
            r#"{"pieces":[[3]],"stacks":[]}"#,
            r#"{"pieces":[[]],"stacks":[]}"#,
            r#"{"pieces":[[3,41],[7,41]],"stacks":[]}"#,
            r#"{"pieces":[[3,41],[7,41]],"stacks":[[41,3]]}"#,
            r#"{"pieces":[[3,41]],"stacks":[[41,3]]}"#,
            r#"{"pieces":[[3,41]],"stacks":[[]]}"#,
        ] {
            assert!(serde_json::from_str::<Occupancy>(text).is_err(), "{text}");
        }
    }
}
