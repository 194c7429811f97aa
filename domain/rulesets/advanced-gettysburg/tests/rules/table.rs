//! *Advanced Gettysburg* as its tests know it.

use crate::shared::{self, Tested};
use advanced_gettysburg::{AdvancedGettysburg, Board, Done, Order, Position, UnitId};
use domain_core::referee::{BotRng, Ruleset};
use std::sync::LazyLock;

/// The ruleset.
pub static RULES: LazyLock<AdvancedGettysburg> = LazyLock::new(AdvancedGettysburg::new);

/// A position being played on.
pub type Table = shared::table::Table<AdvancedGettysburg>;

impl Tested for AdvancedGettysburg {
    const SCENARIO: &'static str = "morning";
    const FACES: usize = 40;
    const MOST_ORDERS: usize = 20_000;

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
        vec![Done.into()]
    }
}

/// The counter of that name or id.
pub fn unit(name: &str) -> UnitId {
    RULES.unit(name).unwrap_or_else(|| panic!("nobody is called {name}"))
}

/// The place of a hex.
pub fn hex(id: &str) -> usize {
    RULES.hex(id).unwrap_or_else(|| panic!("no hex {id}"))
}

/// The board of a table.
pub fn board(table: &Table) -> Board<'_> {
    RULES.board(&table.position)
}

/// Where the markers of a counter lie, with their points: `H36=5 H35=8`.
pub fn lies(table: &Table, name: &str) -> String {
    let chain = table.position.chain(unit(name));
    chain.iter().map(|l| format!("{}={}", RULES.pack().ground.id(l.at()), l.sp)).collect::<Vec<_>>().join(" ")
}
