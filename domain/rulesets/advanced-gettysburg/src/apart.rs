//! What was found of the ways of one column's markers, each by itself past the others (`own_ways.rs`): the same ones are asked about for column after column
//! that it could take up.

use super::units::UnitId;
use domain_core::board::Reach;
use std::cell::{RefCell, RefMut};
use std::collections::HashMap;

/// What a way costs, and the hexes that it enters.
pub(super) type Passing = (u16, Vec<usize>);

/// A marker, whether it goes by road, its goal, and the hexes in which others lie.
type Way = (usize, bool, usize, Vec<usize>);

/// So many ways are kept: few columns come to as many.
const KEPT: usize = 20_000;

/// What is known of a column, as long as the same one is asked about.
#[derive(Default)]
pub(super) struct Apart(RefCell<OfColumn>);

#[derive(Default)]
pub(super) struct OfColumn {
    unit: Option<UnitId>,
    /// Out of a hex, by road or off it, those that can be entered, with what each costs.
    pub(super) steps: HashMap<(bool, usize), Vec<(usize, u16)>>,
    /// The cheapest ways, where there are any.
    pub(super) ways: HashMap<Way, Option<Passing>>,
    /// Room for a search.
    pub(super) reach: Option<Reach>,
}

impl Apart {
    pub(super) fn of(&self, unit: UnitId) -> RefMut<'_, OfColumn> {
        let mut known = self.0.borrow_mut();
        if known.unit != Some(unit) {
            *known = OfColumn { unit: Some(unit), ..OfColumn::default() };
        }
        known
    }
}

impl OfColumn {
    /// What a search came to.
    pub(super) fn keep(&mut self, room: Option<Reach>, way: Way, found: Option<Passing>) {
        self.reach = room;
        if self.ways.len() < KEPT {
            self.ways.insert(way, found);
        }
    }
}
