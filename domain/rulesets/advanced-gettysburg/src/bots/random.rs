//! A kind of order first, then any of the kind: otherwise columns would march all day, having the most places to go. Ending a segment is picked seldom.
//! In the Movement Phase a counter comes before that, so that not every reach on the map is searched for one order.

use crate::board::Board;
use crate::book::Rules;
use crate::orders::Order;
use crate::seats::Next;
use crate::sequence::Done;
use domain_core::kit::{self, Asks};
use domain_core::referee::{BotRng, Side};
use std::mem::discriminant;

/// Of so many picks one ends the segment, where anything else could be done.
const SELDOM: usize = 12;
/// How many counters are looked at before the whole menu is.
const TRIES: usize = 12;

/// Any legal order. Where counters move hidden, one that costs them something: what costs nothing and leaves no record would be done and undone for ever, as chance goes by
/// the records (0.1).
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    for _ in 0..TRIES {
        let picked = any(board, side, rng)?;
        if !board.is_secret(&picked) || board.gets_on(&picked) {
            return Some(picked);
        }
    }
    if board.check_done().is_ok() {
        Some(Done.into())
    } else {
        board.orders_of(side).into_iter().find(|o| !board.is_secret(o) || board.gets_on(o))
    }
}

fn any(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    if board.at.segment.is_movement() && board.at.pending.is_none() {
        if rng.below(SELDOM) == 0 && board.check_done().is_ok() {
            // Of several seats it may as well wait for the next segment.
            return Some(if Next::default().is_legal(board) { Next::default().into() } else { Done.into() });
        }
        let pieces = Rules::pieces(board, side);
        for _ in 0..TRIES {
            let picked: Vec<_> =
                if rng.below(4) == 0 { Vec::new() } else { rng.pick(&pieces).copied().into_iter().collect() };
            if let Some(order) = of_a_kind(&board.says(kit::orders_of_pieces::<Rules>(board, side, &picked)), rng) {
                return Some(order);
            }
        }
    }
    let menu = board.orders_of(side);
    let passes = rng.below(SELDOM * SELDOM) == 0;
    let done = menu.iter().find(|o| is_done(o) && (passes || !matches!(o, Order::Pass(_)))).cloned();
    match of_a_kind(&menu, rng) {
        Some(order) if done.is_none() || rng.below(SELDOM) > 0 => Some(order),
        other => done.or(other),
    }
}

fn is_done(order: &Order) -> bool {
    matches!(order, Order::Done(_) | Order::Next(_) | Order::Stand(_) | Order::Pass(_))
}

/// Any kind of order but ending the segment, and any order of it.
fn of_a_kind(orders: &[Order], rng: &mut BotRng) -> Option<Order> {
    let mut kinds: Vec<&Order> = Vec::new();
    for order in orders.iter().filter(|o| !is_done(o)) {
        if !kinds.iter().any(|k| discriminant(*k) == discriminant(order)) {
            kinds.push(order);
        }
    }
    let picked = discriminant(*rng.pick(&kinds)?);
    let of: Vec<&Order> = orders.iter().filter(|o| discriminant(*o) == picked).collect();
    rng.pick(&of).map(|o| (*o).clone())
}
