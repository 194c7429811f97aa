//! House players.

use super::board::Board;
use super::orders::Order;
use domain_core::kit::HousePlayer;
use domain_core::referee::{BotRng, Side};

type Play = fn(&Board<'_>, Side, &mut BotRng) -> Option<Order>;

/// Who is on offer.
pub static PLAYERS: [HousePlayer<Play>; 2] = [
    HousePlayer { id: "random", title: "Does anything the rules allow", play: random },
    HousePlayer { id: "staff", title: "A staff officer: goes forward and stands", play: staff },
];

fn random(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    rng.pick(&board.orders_of(side)).copied()
}

fn staff(board: &Board<'_>, side: Side, _: &mut BotRng) -> Option<Order> {
    let orders = board.orders_of(side);
    let forward = |order: &&Order| matches!(order, Order::Go(go) if go.to != board.behind(side, 1));
    orders.iter().find(forward).or(orders.first()).copied()
}
