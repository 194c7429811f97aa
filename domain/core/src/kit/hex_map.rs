//! A map of hexes by dense number: what each holds, and what a step out of each costs.

use crate::board::{Grid, HexId};
use crate::referee::PackError;
use std::collections::BTreeMap;

/// A step from one hex into the next.
pub trait Edge {
    /// The dense number of the hex entered.
    fn to(&self) -> usize;
}

/// Cells and the steps between them, in the grid's dense order. A step that is never allowed has no edge.
#[derive(Clone, Debug)]
pub struct HexMap<C, E> {
    /// The grid.
    pub grid: Grid,
    cells: Vec<C>,
    edges: Vec<[Option<E>; 6]>,
}

impl<C, E: Edge> HexMap<C, E> {
    /// A map of cells by hex, without steps yet.
    ///
    /// # Errors
    /// [`PackError`] for the first hex of the grid that is missing.
    pub fn of(grid: Grid, file: &'static str, mut found: BTreeMap<HexId, C>) -> Result<Self, PackError> {
        let cell = |hex| found.remove(&hex).ok_or_else(|| PackError::new(file, format!("{hex} is missing")));
        let cells = grid.hexes().map(cell).collect::<Result<_, _>>()?;
        Ok(HexMap { grid, cells, edges: Vec::new() })
    }

    /// Works out the steps out of every hex; `edge` says what a step between two neighbours is.
    pub fn join(&mut self, edge: impl Fn(&C, &C, usize) -> Option<E>) {
        let out = |i: usize, hex| {
            self.grid.neighbours(hex).map(|to| {
                let to = self.grid.index(to?);
                edge(&self.cells[i], &self.cells[to], to)
            })
        };
        self.edges = self.grid.hexes().enumerate().map(|(i, hex)| out(i, hex)).collect();
    }

    /// The dense number of a hex.
    pub fn index(&self, hex: HexId) -> usize {
        self.grid.index(hex)
    }

    /// A cell by dense number.
    pub fn cell(&self, index: usize) -> &C {
        &self.cells[index]
    }

    /// The same to write in.
    pub fn cell_mut(&mut self, index: usize) -> &mut C {
        &mut self.cells[index]
    }

    /// A cell by hex.
    pub fn hex(&self, hex: HexId) -> &C {
        &self.cells[self.grid.index(hex)]
    }

    /// Every cell in dense order.
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// The steps out of a hex.
    pub fn edges(&self, index: usize) -> impl Iterator<Item = &E> + '_ {
        self.edges[index].iter().flatten()
    }

    /// The step from one hex into an adjacent one, if there is any.
    pub fn edge(&self, from: HexId, to: HexId) -> Option<&E> {
        let to = self.grid.index(to);
        self.edges(self.grid.index(from)).find(|e| e.to() == to)
    }

    /// Whether there is a step between two hexes.
    pub fn joined(&self, a: HexId, b: HexId) -> bool {
        self.edge(a, b).is_some()
    }

    /// Distance in hexes.
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        self.grid.distance(a, b)
    }
}
