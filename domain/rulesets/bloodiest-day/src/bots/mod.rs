//! House players.

mod random;
mod staff;

use super::board::Board;
use super::orders::Order;
use domain_core::referee::{Bot, BotRng, Side};

/// Those on offer.
pub fn bots() -> Vec<Bot> {
    vec![
        Bot { id: "random", title: "Any legal order: for tests, and for a laugh." },
        Bot {
            id: "staff",
            title: "A staff officer: wakes his leaders, masses before he attacks, and keeps the roads.",
        },
    ]
}

/// A bot's order.
pub fn order(bot: &str, board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    match bot {
        "random" => random::order(board, side, rng),
        "staff" => staff::order(board, side, rng),
        _ => None,
    }
}
