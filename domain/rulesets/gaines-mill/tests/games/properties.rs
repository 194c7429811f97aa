//! The menu and the rules agree, and every order is read back as it was written.

use crate::shared::games::positions;
use crate::shared::menus::{
    accepted, choices_are_dressed, compositions_are_orders, menu_is_what_the_rules_accept, orders_are_read_back,
};
use crate::shared::overlays::{overlays_are_drawn, reach_is_where_the_menu_goes};
use crate::shared::table::seat;
use crate::table::RULES;
use domain_core::board::HexId;
use domain_core::referee::{BotRng, Closes, Orders, Ruleset, Situation, Viewer};
use gaines_mill::{Charge, Enter, GainesMill, Move, Order, Phase, UnitId, Way};

#[test]
fn the_menu_holds_what_the_rules_accept_and_nothing_else() {
    let interrupted = menu_is_what_the_rules_accept::<GainesMill>(6, 120);
    assert_eq!(interrupted, 0);
}

/// A walk from a hex: mostly to neighbours, now and then a leap.
fn walk(from: HexId, rng: &mut BotRng) -> Way {
    let grid = RULES.pack().ground.grid;
    let mut hexes = vec![from];
    for _ in 0..rng.below(7) + 1 {
        let last = hexes[hexes.len() - 1];
        let near: Vec<HexId> = grid.neighbours(last).into_iter().flatten().collect();
        let leap = rng.below(40) == 0;
        hexes.push(if leap {
            grid.at(rng.below(grid.len()))
        } else {
            *rng.pick(&near).expect("every hex has a neighbour")
        });
    }
    Way::of(&hexes).expect("short enough")
}

/// Ways given explicitly: what is accepted ends where the menu says, and costs no less than the menu's way.
#[test]
fn a_way_given_in_full_is_accepted_only_where_the_menu_reaches() {
    let mut rng = BotRng::seeded(5);
    let (mut taken, mut refused, mut charges) = (0, 0, 0);
    for position in
        positions::<GainesMill>(6, 60).into_iter().filter(|p| matches!(p.phase, Phase::Move | Phase::Special))
    {
        let side = position.side;
        let menu = RULES.board(&position).orders(seat(side));
        let ends = |unit: UnitId, end: HexId| {
            menu.iter().any(|o| match o {
                Order::Move(Move { unit: u, way }) | Order::Enter(Enter { unit: u, way }) => {
                    *u == unit && way.end() == end
                }
                _ => false,
            })
        };
        for unit in RULES.pack().ids() {
            let state = position.unit(unit);
            let starts = match state.hex() {
                Some(hex) => vec![hex],
                None => RULES.pack().ground.arrows(side).map(|c| c.hex).collect(),
            };
            for start in starts {
                for _ in 0..12 {
                    let way = walk(start, &mut rng);
                    let order = if state.hex().is_some() {
                        Move { unit, way }.into()
                    } else {
                        Order::from(Enter { unit, way })
                    };
                    if accepted::<GainesMill>(&position, seat(side), &order, &mut rng) {
                        taken += 1;
                        assert!(ends(unit, way.end()), "{} is not in the menu", RULES.board(&position).format(&order));
                    } else {
                        refused += 1;
                    }
                    let near = RULES.pack().ground.grid.neighbours(way.end());
                    let targets =
                        RULES.pack().ids().filter(|t| position.unit(*t).hex().is_some_and(|h| near.contains(&Some(h))));
                    for target in targets {
                        let charge = Order::from(Charge { unit, target, way });
                        if accepted::<GainesMill>(&position, seat(side), &charge, &mut rng) {
                            charges += 1;
                            let held = menu.iter().any(|o| {
                                matches!(o, Order::Charge(Charge { unit: u, target: t, way: w })
                                    if *u == unit && *t == target && w.end() == way.end())
                            });
                            assert!(held, "{} is not in the menu", RULES.board(&position).format(&charge));
                        }
                    }
                }
            }
        }
        // Every way of the menu, cut short or sent on by a leap, is judged by its own steps.
        for order in &menu {
            let (Order::Move(Move { way, .. }) | Order::Enter(Enter { way, .. })) = order else { continue };
            let mut leap = way.hexes().to_vec();
            leap.push(if way.end().row() > 12 { HexId::new(9, 1) } else { HexId::new(9, 24) });
            if let Some(way) = Way::of(&leap) {
                let order = match *order {
                    Order::Move(Move { unit, .. }) => Move { unit, way }.into(),
                    Order::Enter(Enter { unit, .. }) => Enter { unit, way }.into(),
                    other => other,
                };
                assert!(
                    !accepted::<GainesMill>(&position, seat(side), &order, &mut rng),
                    "{}",
                    RULES.board(&position).format(&order)
                );
            }
        }
    }
    assert!(taken > 200 && refused > 2_000 && charges > 0, "{taken} taken, {refused} refused, {charges} charges");
}

#[test]
fn every_order_is_read_back_as_written() {
    orders_are_read_back::<GainesMill>(4, 60);
}

/// Each line of the menu says what it says of its order.
#[test]
fn choices_carry_their_order_piece_and_arithmetic() {
    choices_are_dressed::<GainesMill>(3, 60, |order, choice| {
        assert_eq!(choice.piece, order.unit().map(|u| RULES.pack().unit(u).id.clone()));
        assert_eq!(choice.closes, matches!(order, Order::Done(_)).then_some(Closes::Done), "{}", choice.order);
        match order {
            Order::Move(Move { way, .. }) | Order::Enter(Enter { way, .. }) => {
                assert_eq!(choice.path.len(), way.hexes().len());
                assert!(choice.cost.is_some() && choice.finality.is_none(), "{}", choice.order);
            }
            Order::Fire(_) | Order::CloseCombat(_) => {
                assert!(choice.finality.is_some() && choice.sum.is_some(), "{}", choice.order);
                let ways: u32 = choice.odds.iter().map(|o| o.ways).sum();
                assert!([6, 36].contains(&ways), "{}", choice.order);
            }
            _ => {}
        }
    });
}

/// A phase never waits for a seat whose only order is `done`, unless there is something to take back.
#[test]
fn nobody_is_asked_for_the_only_answer() {
    for position in positions::<GainesMill>(6, 20) {
        for decision in RULES.board(&position).waiting() {
            let orders = RULES.board(&position).orders(decision.seat);
            let may_take_back = matches!(position.phase, Phase::Move | Phase::Special);
            assert!(orders.len() > 1 || (may_take_back && orders.len() == 1), "{:?}: {orders:?}", position.phase);
        }
    }
}

#[test]
fn what_is_composed_in_steps_is_accepted_and_the_menu_can_be_composed() {
    let (composed, compound) = compositions_are_orders::<GainesMill>(4, 20);
    assert!(composed > 500 && compound > 10, "{composed} composed, {compound} of several parts");
}

#[test]
fn every_overlay_can_be_drawn_of_every_piece() {
    let shaded = overlays_are_drawn::<GainesMill>(2, 120);
    assert!(shaded > 5_000, "{shaded}");
}

#[test]
fn the_reach_that_is_drawn_is_where_the_menu_goes() {
    let compared = reach_is_where_the_menu_goes::<GainesMill>(3, 60, |c| c.verb == "move" && c.target.is_none());
    assert!(compared > 500, "{compared}");
}

/// Of a unit that may fire, the enemies its field of fire shows in sight are those the menu lets it fire at from afar.
#[test]
fn the_field_of_fire_that_is_drawn_holds_every_target_of_the_menu() {
    let mut targets = 0;
    for position in positions::<GainesMill>(4, 40).into_iter().filter(|p| p.phase == Phase::Fire) {
        let board = RULES.board(&position);
        for unit in RULES.pack().ids() {
            let drawn = board.overlay(Viewer::Everyone, "fire", Some(&board.spec(unit).id)).expect("a field of fire");
            let shown: Vec<&str> = drawn.places.iter().filter(|p| p.tone == "warn").map(|p| p.place.as_str()).collect();
            for attack in board.fire_attacks(unit).iter().filter(|a| RULES.pack().ground.distance(a.from, a.to) > 1) {
                targets += 1;
                assert!(shown.contains(&attack.to.to_string().as_str()), "{}: {} is missing", drawn.title, attack.to);
            }
        }
    }
    assert!(targets > 10, "{targets}");
}
