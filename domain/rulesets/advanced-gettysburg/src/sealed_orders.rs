//! Orders of the night (0.2, 0.13) where counters move out of view (0.1).
//!
//! They are written, and would tell where hidden counters are and go: their side alone reads them, and what has become of them. What they permit is seen as at a table,
//! by what those do who are in view. Those that stand as the game ends are opened then.

use super::board::Board;
use super::facts::{Fact, UnseenFact};
use super::pack::Pack;
use super::position::Position;
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use super::written::{GunOrder, NightOrder, Transfer};
use domain_core::referee::{Line, Side};

/// Takes what a side has written out of what others know, while the game goes on.
pub(super) fn hide_night_orders(pack: &Pack, known: &mut Position, side: Side) {
    if known.over {
        return;
    }
    known.gun_orders.retain(|o| pack.unit(o.by).side != side);
    known.night_orders.retain(|o| pack.unit(o.by).side != side);
    known.transfers.retain(|t| pack.unit(t.unit).side != side);
}

impl Board<'_> {
    /// Whether orders of the night are their own side's alone.
    pub(super) fn seals_orders(&self) -> bool {
        self.at.options.hidden_movement && self.at.options.night_orders
    }

    /// Whether a battery of the phasing side has an enemy so near, where orders of the night are sealed: whether it could fire at him tells of orders by which it
    /// may, and how near an artillery commander is whom nobody sees, so that its side is asked in any case.
    pub(super) fn guns_near(&self, most: u32) -> Option<bool> {
        let near = |at: usize| self.enemy_distance(self.at.side, at).is_some_and(|far| far <= most);
        let ready = |u: &UnitId| self.at.battery(*u).is_some_and(|b| !b.limbered && !b.moved && b.factors > 0);
        let any = || self.of(self.at.side).filter(ready).filter_map(|u| self.at.place(u)).any(near);
        self.seals_orders().then(any)
    }

    /// Whether cannon fire that their side has told, which was asked for what lets them (§17.2.9, 0.13): who answers that fire reckons with it, and knows of no orders
    /// by which it has that.
    pub(super) fn has_told_fire(&self, unit: UnitId) -> bool {
        let place = |u: &UnitId| (self.side(*u), self.at.place(*u));
        let told = || self.at.fight.aims.iter().any(|p| p.unit == unit);
        // Who fired together with it returns that fire together (§24.0.3).
        let returns = || self.at.fight.returns.iter().any(|u| place(u) == place(&unit));
        self.seals_orders() && (told() || returns())
    }
}

impl Resolver<'_, '_> {
    /// The game is over: what was written at night is open to all.
    pub(super) fn tell_night_orders(&mut self) {
        let at = &self.buffer.position;
        let (guns, orders, transfers) = (at.gun_orders.clone(), at.night_orders.clone(), at.transfers.clone());
        if !(guns.is_empty() && orders.is_empty() && transfers.is_empty()) {
            self.record(Fact::Unseen(UnseenFact::OrdersTold { guns, orders, transfers }));
        }
    }
}

impl Teller<'_> {
    /// The orders of the night as they are opened.
    pub fn orders_told(&self, guns: &[GunOrder], orders: &[NightOrder], transfers: &[Transfer]) -> Option<Line> {
        let orders = orders.iter().filter_map(|order| self.night_ordered(order));
        let guns = guns.iter().filter_map(|order| self.guns_ordered(order));
        let transfers = transfers.iter().filter_map(|transfer| self.transferred(transfer));
        let all: Vec<String> = orders.chain(guns).chain(transfers).map(|line| line.text).collect();
        self.note(format!("The orders of the night are opened. {}", all.join(" ")), "0.2")
    }
}
