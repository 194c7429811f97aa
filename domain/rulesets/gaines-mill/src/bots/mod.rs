//! House players: `random`, uniform over the legal orders, and `staff`, a beginner who plays to win.

mod random;
mod staff;

use super::orders::Order;
use super::zones::Board;
use domain_core::kit::HousePlayer;
use domain_core::referee::{BotRng, Side};

type Play = fn(&Board<'_>, Side, &mut BotRng) -> Option<Order>;

/// Who is on offer.
pub static PLAYERS: [HousePlayer<Play>; 2] = [
    HousePlayer { id: "random", title: "Does anything the rules allow", play: random::order },
    HousePlayer {
        id: "staff",
        title: "A staff officer: weighs every attack by the tables, keeps a line, plays to win",
        play: staff::order,
    },
];
