//! Properties over whole games.

use crate::shared::games::play;
use crate::shared::menus::{choices_are_dressed, menu_is_what_the_rules_accept, orders_are_read_back};
use crate::shared::overlays::{overlays_are_drawn, reach_is_where_the_menu_goes};
use crate::shared::table::{seat, some_dice};
use crate::table::{RULES, Table};
use advanced_gettysburg::{AdvancedGettysburg, Order};
use domain_core::dice::Dice;
use domain_core::referee::{Apply, BotRng, HousePlayers, Orders, Ruleset, Situation};

/// Plays some orders of a morning, each line of the menu as likely as `done` is not. Gives the positions passed.
pub fn stroll(seed: u64, orders: usize) -> Vec<advanced_gettysburg::Position> {
    let mut rng = BotRng::seeded(seed);
    let mut position = Table::start().position;
    let mut passed = vec![position.clone()];
    for _ in 0..orders {
        let Some(decision) = RULES.board(&position).waiting().first().cloned() else { break };
        let menu: Vec<Order> = RULES.board(&position).orders(decision.seat);
        // By turns any line of the menu, and what the random player does, which gets on.
        let board = RULES.board(&position);
        let own = board.bot_order("random", decision.seat, &mut rng).filter(|_| rng.below(4) > 0);
        let order = own.or_else(|| rng.pick(&menu).cloned()).expect("an order");
        let mut dice = some_dice::<AdvancedGettysburg>(&mut rng);
        let line = RULES.board(&position).format(&order);
        let facts = RULES
            .decide(&position, decision.seat, &order, &mut Dice::forced(&mut dice))
            .unwrap_or_else(|e| panic!("{line}: {e}"));
        for fact in &facts {
            // Records want keys in order.
            let (text, sorted) =
                (serde_json::to_string(fact), serde_json::to_value(fact).map(|value| value.to_string()));
            assert_eq!(text.ok(), sorted.ok(), "{line}");
            position.apply(fact);
        }
        assert_eq!(RULES.whole(&position), Ok(()), "{line}");
        passed.push(position.clone());
    }
    passed
}

#[test]
fn every_order_of_a_menu_is_read_back_and_accepted() {
    let mut rng = BotRng::seeded(5);
    for seed in 0..2 {
        for position in stroll(seed, 30).into_iter().step_by(10) {
            for side in domain_core::referee::Side::BOTH {
                let menu = RULES.board(&position).orders(seat(side));
                for order in menu.iter().step_by(1 + menu.len() / 150) {
                    let line = RULES.board(&position).format(order);
                    for line in [line.to_uppercase(), line.to_lowercase(), line.clone()] {
                        assert_eq!(RULES.board(&position).parse(seat(side), &line).as_ref(), Ok(order), "{line}");
                    }
                    let mut dice = some_dice::<AdvancedGettysburg>(&mut rng);
                    let decided = RULES.decide(&position, seat(side), order, &mut Dice::forced(&mut dice));
                    assert!(decided.is_ok_and(|facts| !facts.is_empty()), "{line}");
                    assert_eq!(RULES.board(&position).choice(seat(side), order).order, line);
                }
            }
        }
    }
}

#[test]
fn facts_of_long_strolls_are_written_as_records_want_them() {
    for seed in 10..18 {
        assert!(stroll(seed, 600).len() > 100);
    }
}

#[test]
fn random_mornings_march_to_their_end() {
    for seed in 0..20 {
        let (position, orders) = play::<AdvancedGettysburg>(seed, ["random", "random"]);
        assert!(position.over && orders >= 30, "{seed}: {orders}");
    }
}

/// The properties that all rulebooks owe. Ways of columns and lines are not among the orders that are tried the other way round.
#[test]
fn menus_of_a_whole_game_are_what_the_rules_accept() {
    assert_eq!(menu_is_what_the_rules_accept::<AdvancedGettysburg>(1, 60), 0);
    orders_are_read_back::<AdvancedGettysburg>(1, 90);
    choices_are_dressed::<AdvancedGettysburg>(1, 90, |_, _| {});
}

#[test]
fn every_overlay_can_be_drawn_of_every_piece() {
    let shaded = overlays_are_drawn::<AdvancedGettysburg>(1, 150);
    assert!(shaded > 500, "{shaded}");
}

#[test]
fn the_reach_that_is_drawn_is_where_the_menu_goes() {
    let compared = reach_is_where_the_menu_goes::<AdvancedGettysburg>(1, 60, |c| ["march", "ahead"].contains(&c.verb));
    assert!(compared > 50, "{compared}");
}
