//! House players.

use super::board::Board;
use super::orders::Order;
use domain_core::kit::HousePlayer;
use domain_core::referee::{BotRng, Side};

type Play = fn(&Board<'_>, Side, &mut BotRng) -> Option<Order>;

/// Who is on offer.
pub static PLAYERS: [HousePlayer<Play>; 1] =
    [HousePlayer { id: "random", title: "Does anything the rules allow", play: random }];

fn random(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    rng.pick(&board.orders_of(side)).cloned()
}
