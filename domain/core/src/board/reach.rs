//! Reachable places with their costs and best ways: Dijkstra's search on a board of numbered places, with one bucket for
//! each whole cost. Small movement allowances make this much quicker than a heap.

/// The result of a search, kept for reuse so that a search allocates nothing after the first.
///
/// What is searched is numbered as the caller likes: the places of a board, or states that are wider than a place, as a place and a facing
/// (`place * Facing::COUNT + facing.index()`).
#[derive(Clone, Debug, Default)]
pub struct Reach {
    buckets: Vec<Vec<u32>>,
    /// For each state what it costs and the state before it, side by side since they are asked together.
    known: Vec<(u16, u32)>,
    found: Vec<u32>,
}

const FAR: u16 = u16::MAX;
const NONE: u32 = u32::MAX;

impl Reach {
    /// An empty result for a board of so many places, or a search of so many states.
    pub fn over(places: usize) -> Self {
        Reach { buckets: Vec::new(), known: vec![(FAR, NONE); places], found: Vec::new() }
    }

    /// Searches from the starts `(place, cost already spent)` as far as `budget` goes.
    ///
    /// `next(place, spent, out)` tells `out` of every step allowed from `place` ([`Arrivals::at`]). Arriving costs must not
    /// fall, and having spent less must never be worse. Of equally cheap ways the first found is kept, so results are the same
    /// each time. From many starts and with `u16::MAX` to spend it is a field of distances over the whole board.
    pub fn search(
        &mut self,
        starts: impl IntoIterator<Item = (usize, u16)>,
        budget: u16,
        mut next: impl FnMut(usize, u16, &mut Arrivals<'_>),
    ) {
        for place in self.found.drain(..) {
            self.known[place as usize] = (FAR, NONE);
        }
        let mut out = Arrivals { reach: self, budget, from: NONE, dearest: 0 };
        for (place, spent) in starts {
            out.at(place, spent);
        }
        // Buckets are made when something is put in them, so that a large budget costs nothing by itself.
        let mut spent = 0;
        while spent <= out.dearest && spent < out.reach.buckets.len() {
            let mut i = 0;
            // The bucket may grow while it is read, by steps that cost nothing.
            while let Some(&place) = out.reach.buckets[spent].get(i) {
                i += 1;
                if out.reach.known[place as usize].0 == spent as u16 {
                    out.from = place;
                    next(place as usize, spent as u16, &mut out);
                }
            }
            out.reach.buckets[spent].clear();
            spent += 1;
        }
    }

    /// The places reached, the starts too, in the order in which they were first seen.
    pub fn found(&self) -> impl Iterator<Item = usize> + '_ {
        self.found.iter().map(|p| *p as usize)
    }

    /// What the cheapest way to a place costs; `None` if it was not reached.
    pub fn cost(&self, place: usize) -> Option<u16> {
        self.known.get(place).map(|known| known.0).filter(|c| *c != FAR)
    }

    /// The place before this one on the cheapest way.
    pub fn before(&self, place: usize) -> Option<usize> {
        self.known.get(place).map(|known| known.1).filter(|p| *p != NONE).map(|p| p as usize)
    }
}

/// Where a step of a search arrives.
pub struct Arrivals<'a> {
    reach: &'a mut Reach,
    budget: u16,
    from: u32,
    /// The dearest arrival so far.
    dearest: usize,
}

impl Arrivals<'_> {
    /// A step to a place, with what has been spent on arrival. Too dear or no better than before: nothing happens.
    #[inline]
    pub fn at(&mut self, place: usize, spent: u16) {
        let known = &mut self.reach.known[place];
        if spent > self.budget || spent >= known.0 {
            return;
        }
        if known.0 == FAR {
            self.reach.found.push(place as u32);
        }
        *known = (spent, self.from);
        let bucket = usize::from(spent);
        if self.reach.buckets.len() <= bucket {
            self.reach.buckets.resize(bucket + 1, Vec::new());
        }
        self.dearest = self.dearest.max(bucket);
        self.reach.buckets[bucket].push(place as u32);
    }

    /// Whether arriving at a place having spent this much would be any better than what is known.
    #[inline]
    pub fn better(&self, place: usize, spent: u16) -> bool {
        spent <= self.budget && spent < self.reach.known[place].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Facing;
    use crate::board::three_boards::gettysburg;
    use proptest::prelude::*;

    /// A facing is part of a place: a step goes ahead, a turn of a sixth costs as much, and the search is over twelve states a hex, more than
    /// a small number holds on a theatre.
    #[test]
    fn a_search_may_go_over_places_with_facings() {
        let atlas = gettysburg();
        let state = |place: usize, facing: Facing| place * Facing::COUNT + facing.index();
        let start = atlas.read("M34").expect("a hex");
        let mut reach = Reach::over(atlas.len() * Facing::COUNT);
        let north = Facing::side(0);
        reach.search([(state(start, north), 0)], 5, |at, spent, out| {
            let (place, facing) = (at / Facing::COUNT, Facing::at(at % Facing::COUNT).expect("a facing"));
            atlas.ahead(place, facing).into_iter().for_each(|to| out.at(state(to, facing), spent + 1));
            [-2, 2].into_iter().for_each(|turn| out.at(state(place, facing.turned(turn)), spent + 1));
        });
        let cost = |name, facing| reach.cost(state(atlas.read(name).expect("a hex"), facing));
        assert_eq!((cost("M39", north), cost("M40", north)), (Some(5), None));
        assert_eq!((cost("M33", north.opposite()), cost("M34", north.opposite())), (Some(4), Some(3)));
        assert_eq!(
            (cost("M33", north), cost("M34", Facing::corner(0))),
            (None, None),
            "nobody goes backwards or half a turn"
        );
    }

    #[test]
    fn a_large_budget_searches_the_whole_board_and_a_small_one_afterwards_starts_afresh() {
        let atlas = gettysburg();
        let mut reach = Reach::over(atlas.len());
        let mut search = |budget| {
            reach.search([(0, 0), (1824, 3)], budget, |at, spent, out| {
                atlas.around(at).for_each(|(side, to)| out.at(to, spent + 100 + side as u16));
            });
            let dearest = reach.found().filter_map(|place| reach.cost(place)).max();
            (reach.found().count(), dearest)
        };
        let (all, dearest) = search(u16::MAX);
        assert_eq!(all, 1825);
        assert!(dearest > Some(1000));
        assert_eq!(search(0), (1, Some(0)));
        assert_eq!(search(u16::MAX), (all, dearest));
    }

    proptest! {
        /// A general Dijkstra agrees on every cost.
        #[test]
        fn costs_agree_with_a_general_search(
            edges in proptest::collection::vec((0usize..20, 0usize..20, 0u16..6), 0..80),
            budget in 0u16..16,
        ) {
            let mut reach = Reach::over(20);
            reach.search([(0, 0)], budget, |at, spent, out| {
                for edge in edges.iter().filter(|e| e.0 == at) {
                    out.at(edge.1, spent + edge.2);
                }
            });
            let oracle: std::collections::BTreeMap<usize, u16> = pathfinding::directed::dijkstra::dijkstra_all(&0usize, |at| {
                edges.iter().filter(|e| e.0 == *at).map(|e| (e.1, e.2)).collect::<Vec<_>>()
            }).into_iter().map(|(n, (_, c))| (n, c)).collect();
            for place in 1..20 {
                prop_assert_eq!(reach.cost(place), oracle.get(&place).copied().filter(|c| *c <= budget));
            }
            // Each place's way back to the start is no dearer than its cost.
            for place in reach.found() {
                if let Some(before) = reach.before(place) {
                    prop_assert!(reach.cost(before) <= reach.cost(place));
                }
            }
        }
    }
}
