//! The menu and the rules agree, and every order is read back as it was written.

use crate::shared::games::positions;
use crate::shared::menus::{
    accepted, choices_are_dressed, compositions_are_orders, menu_is_what_the_rules_accept, orders_are_read_back,
};
use crate::shared::overlays::{overlays_are_drawn, reach_is_where_the_menu_goes};
use crate::table::{RULES, Table, seat};
use bloodiest_day::{BloodiestDay, LeaderId, Move, Order, Phase, Ride, Wake};
use domain_core::dice::Dice;
use domain_core::referee::{BotRng, Closes, Orders, Refusal, Ruleset, Side};

#[test]
fn the_menu_holds_what_the_rules_accept_and_nothing_else() {
    let interrupted = menu_is_what_the_rules_accept::<BloodiestDay>(4, 60);
    assert!(interrupted >= 3, "{interrupted} interrupts");
}

/// Ways walked at random: what is accepted ends where the menu reaches, and at no less cost.
#[test]
fn a_way_given_in_full_is_accepted_only_where_the_menu_reaches() {
    let mut rng = BotRng::seeded(5);
    let pack = RULES.pack();
    let (mut taken, mut refused) = (0, 0);
    for position in positions::<BloodiestDay>(6, 8).into_iter().filter(|p| p.phase == Phase::Action) {
        let side = position.side;
        let menu = RULES.board(&position).orders(seat(side));
        let walk = |from: u8, rng: &mut BotRng| {
            let mut way = vec![from];
            for _ in 0..rng.below(4) + 1 {
                let last = way[way.len() - 1];
                let next = rng.pick(&pack.area(last).links).expect("every area has neighbours").to;
                way.push(if rng.below(40) == 0 { rng.below(75) as u8 + 1 } else { next });
            }
            way
        };
        for unit in pack.ids().filter(|u| position.unit(*u).active) {
            let enters = position.unit(unit).area().is_none();
            let Some(start) = position.unit(unit).area().or(pack.unit(unit).entry.first().copied()) else { continue };
            for _ in 0..6 {
                let way = walk(start, &mut rng);
                let end = way.last().copied();
                let order = Move { unit, enters, way }.into();
                if accepted::<BloodiestDay>(&position, seat(side), &order, &mut rng) {
                    taken += 1;
                    let held = menu.iter().any(
                        |o| matches!(o, Order::Move(Move { unit: u, way, .. }) if *u == unit && way.last().copied() == end),
                    );
                    // A walk may come back to where it began.
                    assert!(held || end == Some(start), "{} is not in the menu", RULES.board(&position).format(&order));
                } else {
                    refused += 1;
                }
            }
        }
        for leader in pack.leader_ids() {
            let Some(start) = position.leader(leader).area() else { continue };
            let way = walk(start, &mut rng);
            let end = way.last().copied();
            let order = Ride { leader, way }.into();
            if accepted::<BloodiestDay>(&position, seat(side), &order, &mut rng) {
                let held = menu.iter().any(
                    |o| matches!(o, Order::Ride(Ride { leader: l, way }) if *l == leader && way.last().copied() == end),
                );
                assert!(held || end == Some(start), "{} is not in the menu", RULES.board(&position).format(&order));
            }
        }
    }
    assert!(taken > 100 && refused > 200, "{taken} taken, {refused} refused");
}

#[test]
fn every_order_is_read_back_as_written() {
    orders_are_read_back::<BloodiestDay>(4, 20);
}

/// Each line of the menu says what it says of its order.
#[test]
fn choices_carry_their_order_and_arithmetic() {
    let mut fights = 0;
    choices_are_dressed::<BloodiestDay>(4, 30, |order, choice| match order {
        Order::Pass(_) => assert_eq!(choice.closes, Some(Closes::Idle)),
        Order::Done(_) => assert_eq!(choice.closes, Some(Closes::Done)),
        _ if choice.closes.is_some() => panic!("{} closes nothing", choice.order),
        Order::Attack(_) | Order::LongRange(_) => {
            fights += 1;
            assert!(choice.finality.is_some() && choice.sum.is_some());
            assert_eq!(choice.odds.iter().map(|o| o.ways).sum::<u32>(), 1296, "{}", choice.order);
        }
        Order::Move(_) => assert!(choice.cost.is_some() && choice.finality.is_none()),
        _ => {}
    });
    assert!(fights > 20);
}

#[test]
fn bad_lines_are_refused_in_words() {
    let position = Table::start().position;
    for line in [
        "",
        "pass now",
        "Gibbon",
        "Gibbon 99",
        "activate Hooker",
        "wake Grant",
        "retreat 0",
        "bombard 27",
        "Gibbon 19-x",
    ] {
        assert!(
            matches!(RULES.board(&position).parse(seat(Side::Union), line), Err(Refusal::Unreadable { .. })),
            "{line}"
        );
    }
    let leader = LeaderId(200);
    let order = Wake { leader }.into();
    let _ = RULES.decide(&position, seat(Side::Union), &order, &mut Dice::withheld());
}

#[test]
fn what_is_composed_in_steps_is_accepted_and_the_menu_can_be_composed() {
    let (composed, compound) = compositions_are_orders::<BloodiestDay>(4, 20);
    assert!(composed > 500 && compound > 50, "{composed} composed, {compound} of several parts");
}

#[test]
fn every_overlay_can_be_drawn_of_every_piece() {
    let shaded = overlays_are_drawn::<BloodiestDay>(2, 60);
    assert!(shaded > 2_000, "{shaded}");
}

#[test]
fn the_reach_that_is_drawn_is_where_the_menu_goes() {
    let compared = reach_is_where_the_menu_goes::<BloodiestDay>(3, 20, |c| c.verb == "move");
    assert!(compared > 200, "{compared}");
}
