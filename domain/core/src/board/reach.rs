//! Reachable places with their costs and best ways: Dijkstra's search on a board of numbered places, with one bucket for
//! each whole cost. Small movement allowances make this much quicker than a heap.

/// The result of a search, kept for reuse so that a search allocates nothing after the first.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    buckets: Vec<Vec<u16>>,
    came: Vec<u16>,
    cost: Vec<u16>,
    found: Vec<u16>,
}

const FAR: u16 = u16::MAX;

impl Reach {
    /// An empty result for a board of so many places.
    pub fn over(places: usize) -> Self {
        Reach { buckets: Vec::new(), came: vec![FAR; places], cost: vec![FAR; places], found: Vec::new() }
    }

    /// Searches from the starts `(place, cost already spent)` as far as `budget` goes.
    ///
    /// `next(place, spent, out)` tells `out` of every step allowed from `place` ([`Arrivals::at`]). Arriving costs must not
    /// fall, and having spent less must never be worse. Of equally cheap ways the first found is kept, so results are the same
    /// each time.
    pub fn search(
        &mut self,
        starts: impl IntoIterator<Item = (usize, u16)>,
        budget: u16,
        mut next: impl FnMut(usize, u16, &mut Arrivals<'_>),
    ) {
        for place in self.found.drain(..) {
            self.cost[usize::from(place)] = FAR;
            self.came[usize::from(place)] = FAR;
        }
        if self.buckets.len() <= usize::from(budget) {
            self.buckets.resize(usize::from(budget) + 1, Vec::new());
        }
        let mut out = Arrivals { reach: self, budget, from: FAR };
        for (place, spent) in starts {
            out.at(place, spent);
        }
        for spent in 0..=budget {
            let mut i = 0;
            // The bucket may grow while it is read, by steps that cost nothing.
            while let Some(&place) = out.reach.buckets[usize::from(spent)].get(i) {
                i += 1;
                if out.reach.cost[usize::from(place)] == spent {
                    out.from = place;
                    next(usize::from(place), spent, &mut out);
                }
            }
            out.reach.buckets[usize::from(spent)].clear();
        }
    }

    /// The places reached, the starts too, in the order in which they were first seen.
    pub fn found(&self) -> impl Iterator<Item = usize> + '_ {
        self.found.iter().map(|p| usize::from(*p))
    }

    /// What the cheapest way to a place costs; `None` if it was not reached.
    pub fn cost(&self, place: usize) -> Option<u16> {
        self.cost.get(place).copied().filter(|c| *c != FAR)
    }

    /// The place before this one on the cheapest way.
    pub fn before(&self, place: usize) -> Option<usize> {
        self.came.get(place).copied().filter(|p| *p != FAR).map(usize::from)
    }
}

/// Where a step of a search arrives.
pub struct Arrivals<'a> {
    reach: &'a mut Reach,
    budget: u16,
    from: u16,
}

impl Arrivals<'_> {
    /// A step to a place, with what has been spent on arrival. Too dear or no better than before: nothing happens.
    #[inline]
    pub fn at(&mut self, place: usize, spent: u16) {
        let known = self.reach.cost[place];
        if spent > self.budget || spent >= known {
            return;
        }
        if known == FAR {
            self.reach.found.push(place as u16);
        }
        self.reach.cost[place] = spent;
        self.reach.came[place] = self.from;
        self.reach.buckets[usize::from(spent)].push(place as u16);
    }

    /// Whether arriving at a place having spent this much would be any better than what is known.
    #[inline]
    pub fn better(&self, place: usize, spent: u16) -> bool {
        spent <= self.budget && spent < self.reach.cost[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
