//! *Picket Line* as its tests know it.

use crate::shared::{self, Tested};
use domain_core::referee::{BotRng, Ruleset, Side};
use picket_line::{Dash, Go, Hold, Order, PicketLine, Position, Stand, Yield};
use std::sync::LazyLock;

static RULES: LazyLock<PicketLine> = LazyLock::new(PicketLine::new);

/// A position being played on.
pub type Table = shared::table::Table<PicketLine>;

impl Tested for PicketLine {
    const SCENARIO: &'static str = "line";
    const FACES: usize = 4;
    const MOST_ORDERS: usize = 100;

    fn rules() -> &'static Self {
        &RULES
    }

    fn sound(position: &Position) {
        assert_eq!(RULES.whole(position), Ok(()));
    }

    fn rare(position: &Position) -> bool {
        position.pending.is_some()
    }

    fn orders_without_a_way(_rng: &mut BotRng) -> Vec<Order> {
        let mut orders: Vec<Order> = vec![Hold.into(), Stand.into(), Yield.into()];
        for side in Side::BOTH {
            orders.extend((0..=6).flat_map(|to| [Order::from(Go { side, to }), Dash { side, to }.into()]));
        }
        orders
    }
}
