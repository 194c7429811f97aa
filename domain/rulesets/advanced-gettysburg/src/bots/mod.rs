//! House players.

mod marches;
mod officer;
mod queue;
mod random;
mod staff;

use super::board::Board;
use super::orders::Order;
use super::screening::Lots;
use domain_core::kit::{self, HousePlayer};
use domain_core::referee::{Bot, BotRng, Side};

type Play = fn(&Board<'_>, Side, &mut BotRng) -> Option<Order>;

static PLAYERS: [HousePlayer<Play>; 2] = [
    HousePlayer { id: "random", title: "Any legal order: for tests, and for a laugh.", play: random::order },
    HousePlayer {
        id: "staff",
        title: "A staff officer: marches by road, forms line before the enemy, attacks two against one.",
        play: staff::order,
    },
];

/// Those on offer.
pub fn bots() -> Vec<Bot> {
    kit::bots(&PLAYERS)
}

/// A bot's order.
pub fn order(bot: &str, board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    // 0.1: what was said for somebody out of view is rolled for next.
    if board.at.hidden.lot.is_some() {
        return Some(Lots.into());
    }
    kit::player(&PLAYERS, bot)?(board, side, rng)
}

/// What a bot queues for its side's coming turns: the staff officer his marches.
pub fn queue(bot: &str, board: &Board<'_>, side: Side) -> String {
    // Where dice of whom nobody is to know are rolled between them, marches are not queued (0.1).
    if bot == "staff" && !board.at.options.hidden_movement {
        officer::Officer { board, side }.queues()
    } else {
        String::new()
    }
}
