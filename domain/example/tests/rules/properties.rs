//! Properties over whole games.

use crate::shared::games::play;
use crate::shared::menus::{
    choices_are_dressed, compositions_are_orders, menu_is_what_the_rules_accept, orders_are_read_back,
};
use picket_line::PicketLine;

#[test]
fn the_menu_holds_what_the_rules_accept_and_nothing_else() {
    assert_eq!(menu_is_what_the_rules_accept::<PicketLine>(20, 3), 0, "nobody interrupts");
}

#[test]
fn every_order_is_read_back_as_written() {
    orders_are_read_back::<PicketLine>(20, 3);
}

#[test]
fn choices_say_what_they_order() {
    choices_are_dressed::<PicketLine>(20, 3, |order, choice| {
        assert_eq!(choice.piece.is_some(), order.verb().piece().is_some(), "{}", choice.order);
    });
}

#[test]
fn what_is_composed_in_steps_is_accepted_and_the_menu_can_be_composed() {
    let (composed, compound) = compositions_are_orders::<PicketLine>(20, 3);
    assert!(composed > 100 && compound == 0, "{composed} composed, {compound} of several parts");
}

#[test]
fn two_hundred_random_games_end_soundly() {
    for seed in 0..200 {
        let (position, orders) = play::<PicketLine>(seed, ["random", "random"]);
        assert!(position.over && orders >= 16, "{seed}: {orders}");
    }
}

#[test]
fn games_of_the_staff_officer_end_soundly() {
    for seed in 0..20 {
        for bots in [["staff", "random"], ["random", "staff"], ["staff", "staff"]] {
            assert!(play::<PicketLine>(seed, bots).0.over, "{seed}, {bots:?}");
        }
    }
}
