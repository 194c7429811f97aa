//! Ways between places that are no mere neighbourhood: roads, rails, sea lanes, links to boxes beside the map.

/// Edges between places, each of a kind (a class of road, a railway line, a fatigue to pay). They run both ways; several may join the same two.
#[derive(Clone, Debug)]
pub struct Network<K> {
    /// Where the edges of each place begin, and one more for the end.
    first: Vec<u32>,
    edges: Vec<(u16, K)>,
}

impl<K: Clone> Network<K> {
    /// The network of these edges `(a, b, kind)` over a board of so many places. Those of a place stay in the order given, which is the order in
    /// which a search takes them.
    ///
    /// # Panics
    /// When an edge leads beyond the board.
    pub fn of(places: usize, edges: impl IntoIterator<Item = (usize, usize, K)>) -> Self {
        let mut out: Vec<Vec<(u16, K)>> = vec![Vec::new(); places];
        for (a, b, kind) in edges {
            out[a].push((b as u16, kind.clone()));
            out[b].push((a as u16, kind));
        }
        let mut first = Vec::with_capacity(places + 1);
        first.push(0);
        first.extend(out.iter().scan(0, |sum, edges| {
            *sum += edges.len() as u32;
            Some(*sum)
        }));
        Network { first, edges: out.into_iter().flatten().collect() }
    }

    /// The edges along a way, place by place, all of one kind; for [`Network::of`].
    pub fn along(way: &[usize], kind: K) -> impl Iterator<Item = (usize, usize, K)> {
        way.windows(2).map(move |two| (two[0], two[1], kind.clone()))
    }

    /// The edges out of a place: where each leads and of what kind it is.
    #[inline]
    pub fn from(&self, place: usize) -> impl Iterator<Item = (usize, &K)> {
        let edges = &self.edges[self.first[place] as usize..self.first[place + 1] as usize];
        edges.iter().map(|(to, kind)| (usize::from(*to), kind))
    }

    /// The kinds of the edges that join two places.
    pub fn between(&self, a: usize, b: usize) -> impl Iterator<Item = &K> {
        self.from(a).filter(move |(to, _)| *to == b).map(|(_, kind)| kind)
    }

    /// Whether any edge leads to the place.
    pub fn touches(&self, place: usize) -> bool {
        self.first[place] != self.first[place + 1]
    }
}
