//! How a position takes in what the optional rules 0.3, 0.5, 0.7, 0.9 and 0.13 leave in it.

use super::chain::{Formation, Link};
use super::facts::Given;
use super::position::{Place, Position, row};
use super::units::UnitId;
use super::written::{EntryChoice, GunOrder, Substitute};
use domain_core::referee::Side;

impl Position {
    /// An entry option as it is known now (0.5).
    pub(super) fn take_option(&mut self, choice: &EntryChoice, dp: &[Given]) {
        self.entry_options.retain(|c| (c.side, c.n) != (choice.side, choice.n));
        self.entry_options.push(choice.clone());
        for given in dp {
            if let Some(brigade) = self.brigade_mut(given.unit) {
                brigade.dp = given.points;
            }
        }
    }

    /// A counter that begins at rest, a battery limbered (0.5, the Union's first option).
    pub(super) fn begins_at(&mut self, unit: UnitId, hex: u16, sp: u8) {
        if let Some(brigade) = self.brigade_mut(unit) {
            brigade.formation = Formation::Rest;
        }
        let Some(unit) = self.units.get_mut(unit.index()) else { return };
        unit.place = Place::At(vec![Link { hex, sp }]);
    }

    /// 0.9: factors of a share of the reserve are gone, of the whole as well.
    pub(super) fn draw(&mut self, side: Side, store: u8, lost: u16) {
        if let Some(store) = self.stores.get_mut(usize::from(store)) {
            *store = store.saturating_sub(lost);
        }
        self.reserve[row(side)] = self.reserve[row(side)].saturating_sub(lost);
    }

    /// Batteries that an artillery commander is given (0.13).
    pub(super) fn guns_ordered(&mut self, order: &GunOrder) {
        self.gun_orders.retain(|o| o.by != order.by);
        self.gun_orders.push(order.clone());
    }

    /// A commander in another's place (0.3).
    pub(super) fn substituted(&mut self, substitute: &Substitute) {
        self.substitutes.push(*substitute);
        if let Some(unit) = self.units.get_mut(substitute.by.index()) {
            unit.place = Place::At(vec![Link { hex: substitute.hex, sp: 0 }]);
        }
    }
}
