//! The menu and the rules agree, and every order is read back as it was written.

use crate::table::{RULES, Table, bot_step, seat, some_dice};
use domain::dice::Dice;
use domain::referee::{Apply, BotRng, Refusal, Ruleset, SeatId, Side};
use domain::rulesets::bloodiest_day::{Force, LeaderId, Order, Phase, Position, Strike, UnitId};

/// Positions out of bot games: one order in so many is kept, more of the questions.
fn positions(games: u64, every: usize) -> Vec<Position> {
    let mut kept = Vec::new();
    for seed in 0..games {
        let bots = if seed % 2 == 0 { ["random", "random"] } else { ["staff", "staff"] };
        let mut rng = BotRng::seeded(seed);
        let mut position = Table::start().position;
        loop {
            let rare = !position.pending.is_empty() || position.phase != Phase::Action;
            if rng.below(if rare { every / 4 + 1 } else { every }) == 0 {
                kept.push(position.clone());
            }
            let Some((_, _, facts)) = bot_step(&position, bots, &mut rng) else { break };
            for fact in &facts {
                position.apply(fact);
            }
        }
        kept.push(position);
    }
    kept
}

fn accepted(position: &Position, seat: SeatId, order: &Order, rng: &mut BotRng) -> bool {
    let mut dice = some_dice(rng);
    match RULES.decide(position, seat, order, &mut Dice::forced(&mut dice)) {
        Ok(facts) => {
            assert!(!facts.is_empty());
            true
        }
        Err(Refusal::Illegal(illegal)) => {
            assert!(illegal.wrong.ends_with('.') && illegal.legal.ends_with('.'), "{illegal}");
            false
        }
        Err(other) => panic!("{}: {other}", RULES.format(order)),
    }
}

/// Orders without a way: these are in the menu if and only if they are accepted.
fn any_orders(rng: &mut BotRng) -> Vec<Order> {
    let pack = RULES.pack();
    let mut orders = vec![
        Order::Pass,
        Order::Done,
        Order::Free,
        Order::Keep,
        Order::More,
        Order::Reroll { second: false },
        Order::Reroll { second: true },
    ];
    for crossing in 0..=pack.crossings.len() as u8 {
        orders.push(Order::Find { crossing });
    }
    for area in pack.area_ids() {
        orders.push(Order::Retreat { area });
        orders.extend(Force::ALL.map(|force| Order::BringOn { force, area }));
    }
    for leader in pack.leader_ids() {
        orders.extend([Order::Wake { leader }, Order::Silence { leader }, Order::Pick { leader }]);
        for area in pack.area_ids() {
            orders.push(Order::Station { leader, area });
            orders.push(Order::Activate { leader, area, second: None });
            let other = rng.below(75) as u8 + 1;
            orders.push(Order::Activate { leader, area: area.min(other), second: Some(area.max(other)) });
        }
        for unit in pack.ids() {
            orders.push(Order::Reorganise { leader, unit });
        }
    }
    for unit in pack.ids() {
        orders.extend([
            Order::Lead { unit },
            Order::Spend { unit },
            Order::Die { unit },
            Order::FallBack { unit },
            Order::Stay { unit },
            Order::Pay { unit },
        ]);
        for area in pack.area_ids() {
            for kind in [Strike::Assault, Strike::Bombard, Strike::Volley] {
                orders.push(Order::Commit { unit, kind, area });
                orders.push(Order::Strike { kind, area, lead: unit, target: None });
            }
            let target = UnitId(rng.below(141) as u8);
            orders.push(Order::Strike { kind: Strike::Bombard, area, lead: unit, target: Some(target) });
        }
        for crossing in 0..pack.crossings.len() as u8 {
            orders.push(Order::Try { unit, crossing });
        }
    }
    orders
}

#[test]
fn the_menu_holds_what_the_rules_accept_and_nothing_else() {
    let mut rng = BotRng::seeded(77);
    let mut interrupted = 0;
    for position in positions(4, 60) {
        for side in Side::BOTH {
            let menu = RULES.orders(&position, seat(side));
            let waits = RULES.waiting(&position).iter().any(|d| d.seat == seat(side));
            let interrupts = RULES.interrupts(&position, seat(side));
            assert!(interrupts.iter().all(|o| menu.contains(o)));
            // A seat that is not waited for has its interrupts and nothing else.
            assert_eq!(menu.len() > interrupts.len(), waits, "{:?}", position.pending.last());
            interrupted += usize::from(!waits && !menu.is_empty());
            for order in &menu {
                assert!(accepted(&position, seat(side), order, &mut rng), "{}", RULES.format(order));
            }
            for order in any_orders(&mut rng) {
                let held = menu.contains(&order);
                assert_eq!(accepted(&position, seat(side), &order, &mut rng), held, "{side}: {}", RULES.format(&order));
            }
        }
    }
    assert!(interrupted >= 3, "{interrupted} interrupts");
}

/// Ways walked at random: what is accepted ends where the menu reaches, and at no less cost.
#[test]
fn a_way_given_in_full_is_accepted_only_where_the_menu_reaches() {
    let mut rng = BotRng::seeded(5);
    let pack = RULES.pack();
    let (mut taken, mut refused) = (0, 0);
    for position in positions(6, 8).into_iter().filter(|p| p.phase == Phase::Action) {
        let side = position.side;
        let menu = RULES.orders(&position, seat(side));
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
                let order = Order::Move { unit, enters, way };
                if accepted(&position, seat(side), &order, &mut rng) {
                    taken += 1;
                    let held = menu.iter().any(
                        |o| matches!(o, Order::Move { unit: u, way, .. } if *u == unit && way.last().copied() == end),
                    );
                    // A walk may come back to where it began.
                    assert!(held || end == Some(start), "{} is not in the menu", RULES.format(&order));
                } else {
                    refused += 1;
                }
            }
        }
        for leader in pack.leader_ids() {
            let Some(start) = position.leader(leader).area() else { continue };
            let way = walk(start, &mut rng);
            let end = way.last().copied();
            let order = Order::Ride { leader, way };
            if accepted(&position, seat(side), &order, &mut rng) {
                let held = menu
                    .iter()
                    .any(|o| matches!(o, Order::Ride { leader: l, way } if *l == leader && way.last().copied() == end));
                assert!(held || end == Some(start), "{} is not in the menu", RULES.format(&order));
            }
        }
    }
    assert!(taken > 100 && refused > 200, "{taken} taken, {refused} refused");
}

#[test]
fn every_order_is_read_back_as_written() {
    for position in positions(4, 20) {
        for side in Side::BOTH {
            for order in RULES.orders(&position, seat(side)) {
                let line = RULES.format(&order);
                let read = RULES.parse(&position, seat(side), &line);
                assert_eq!(read.as_ref().ok(), Some(&order), "{line}: {read:?}");
                assert_eq!(RULES.parse(&position, seat(side), &line.to_uppercase()).ok(), Some(order), "{line}");
            }
        }
    }
}

/// Each line of the menu says what it says of its order; odds add up to all rolls.
#[test]
fn choices_carry_their_order_and_arithmetic() {
    let mut fights = 0;
    for position in positions(4, 30) {
        for side in Side::BOTH {
            for order in RULES.orders(&position, seat(side)) {
                let choice = RULES.choice(&position, seat(side), &order);
                assert_eq!(choice.order, RULES.format(&order));
                assert!(!choice.label.is_empty());
                if let Order::Strike { .. } | Order::LongRange { .. } = order {
                    fights += 1;
                    assert!(choice.commits && choice.sum.is_some());
                    assert_eq!(choice.odds.iter().map(|o| o.ways).sum::<u32>(), 1296, "{}", choice.order);
                }
                if let Order::Move { .. } = order {
                    assert!(choice.cost.is_some() && !choice.commits);
                }
            }
        }
    }
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
        assert!(matches!(RULES.parse(&position, seat(Side::Union), line), Err(Refusal::Unreadable { .. })), "{line}");
    }
    let leader = LeaderId(200);
    let order = Order::Wake { leader };
    let _ = RULES.decide(&position, seat(Side::Union), &order, &mut Dice::withheld());
}
