//! House players.

use super::board::Board;
use super::orders::Order;
use super::sequence::Done;
use domain_core::kit::HousePlayer;
use domain_core::referee::{BotRng, Side};

type Play = fn(&Board<'_>, Side, &mut BotRng) -> Option<Order>;

/// Who is on offer.
pub static PLAYERS: [HousePlayer<Play>; 1] =
    [HousePlayer { id: "random", title: "Does anything the rules allow", play: random }];

/// Ends its segment one time in four, or never would: a menu holds some thousand marches.
fn random(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    let done = Order::from(Done);
    if rng.below(4) == 0 && board.check_done().is_ok() {
        return Some(done);
    }
    rng.pick(&board.orders_of(side)).cloned()
}
