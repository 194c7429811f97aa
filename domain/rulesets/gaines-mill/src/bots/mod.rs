//! House players: `random`, uniform over the legal orders, and `staff`, a beginner who plays to win.

mod random;
mod staff;

use super::book::Rules;
use domain_core::kit::HousePlayer;

/// Who is on offer.
pub const PLAYERS: [HousePlayer<Rules>; 2] = [
    HousePlayer { id: "random", title: "Does anything the rules allow", order: random::order },
    HousePlayer {
        id: "staff",
        title: "A staff officer: weighs every attack by the tables, keeps a line, plays to win",
        order: staff::order,
    },
];
