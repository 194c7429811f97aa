//! House players: `random`, uniform over the legal orders, and `staff`, a beginner who plays to win.

mod random;
mod staff;

use super::orders::Order;
use super::zones::Board;
use domain_core::referee::{Bot, BotRng, Side};

/// Who is on offer.
pub fn bots() -> Vec<Bot> {
    vec![
        Bot { id: "random", title: "Does anything the rules allow" },
        Bot { id: "staff", title: "A staff officer: weighs every attack by the tables, keeps a line, plays to win" },
    ]
}

/// A bot's order for the side that owes one.
pub fn order(bot: &str, board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    match bot {
        "random" => random::order(board, side, rng),
        "staff" => staff::order(board, side, rng),
        _ => None,
    }
}
