//! Standing orders. The Advantage may interrupt any roll: these say which rolls to ask about, by kind, by who gains, by how
//! much hangs on it (DESIGN §5). The others answer the questions of the other side's impulses.

use super::board::Board;
use super::circumstances::known;
use super::orders::Order;
use super::position::{Fight, Pending, Purpose, Rolled, Stage};
use domain_core::referee::{Answer, Decision, InForce, Side, StandingChoice, StandingOffer};

const fn choice(value: &'static str, title: &'static str) -> StandingChoice {
    StandingChoice { value, title }
}

/// The questions that may be answered in advance.
pub fn offers() -> Vec<StandingOffer> {
    let ask = choice("ask", "Ask me.");
    let offer = |key, title, more: Vec<StandingChoice>, default| StandingOffer {
        key,
        title,
        choices: std::iter::once(ask.clone()).chain(more).collect(),
        conditions: known(key),
        default,
        keen: default,
    };
    let never = choice("never", "Let every roll stand.");
    vec![
        offer(
            "reroll-fight",
            "When you hold the Advantage and a fight is rolled (§10.2)",
            vec![
                choice(
                    "ask-when-it-matters",
                    "Ask me when a die went badly for you in a fight of three units or more.",
                ),
                choice("when-bad", "Roll again when a die went very badly for you, otherwise let it stand."),
                never.clone(),
            ],
            "when-bad",
        ),
        offer(
            "reroll-check",
            "When you hold the Advantage and the Union checks its impulse (§10.2)",
            vec![
                choice("to-go-on", "Roll again a check that ends the phase."),
                choice("to-end", "Roll again a check that goes on from space 4 or later."),
                never.clone(),
            ],
            "never",
        ),
        offer(
            "reroll-leader",
            "When you hold the Advantage and a leader's fate is rolled (§10.2)",
            vec![choice("save-own", "Roll again when your own leader is killed or badly wounded."), never.clone()],
            "save-own",
        ),
        offer(
            "reroll-other",
            "When you hold the Advantage and anything else is rolled: crossings, withdrawals, retreats, A.P. Hill (§10.2)",
            vec![
                choice("own-failures", "Roll again your own failures at bridges, fords and in A.P. Hill's march."),
                never,
            ],
            "never",
        ),
        offer(
            "silence",
            "When you hold the Advantage and a Union leader has activated an area (§10.2)",
            vec![
                choice("never", "Let him act."),
                choice("big-attack", "Silence him when eight units or more would act."),
            ],
            "never",
        ),
        offer(
            "withdraw",
            "When infantry enters an area with your mounted units (§7.3.3)",
            vec![
                choice("alone", "Withdraw unless friendly infantry stands with them."),
                choice("always", "Withdraw."),
                choice("never", "Stay."),
            ],
            "alone",
        ),
        offer(
            "lead",
            "When one of your areas is attacked (§8.5.7)",
            vec![choice("strongest", "The strongest leads.")],
            "strongest",
        ),
        offer(
            "losses",
            "When you must pay casualty points (§8.6.1)",
            vec![
                choice(
                    "hold",
                    "Turn Fresh units Spent first, then give up the weakest; retreat only as a last resort.",
                ),
                choice("save", "Turn Fresh units Spent first, then retreat; lose units only when nothing else pays."),
            ],
            "save",
        ),
        offer(
            "retreat",
            "When the priorities leave several areas to retreat to (§8.6.5)",
            vec![choice("rear", "The one nearest your rear."), choice("strength", "The one with most friends.")],
            "rear",
        ),
        offer(
            "aim",
            "When an enemy leader is in danger (§8.7.2)",
            vec![choice("highest", "The one worth most.")],
            "highest",
        ),
        offer(
            "post",
            "When one of your leaders must be placed (§8.7.3)",
            vec![choice("strength", "With most units of his command, away from enemies.")],
            "strength",
        ),
        StandingOffer {
            keen: "last-turn",
            ..offer(
                "reorganise",
                "When you may reorganise units (§9.3)",
                vec![
                    choice(
                        "last-turn",
                        "In the last turn, when leaders are needed no more, bring back the strongest; before that leave them.",
                    ),
                    choice("never", "Leave them."),
                ],
                "ask",
            )
        },
    ]
}

/// How badly each roll of a fight went for a side: points below the mean of its own, above it of the enemy's.
fn regret(side: Side, attacker: Side, rolled: &Rolled, which: usize) -> i32 {
    let sum: i32 = rolled.dice.get(which).into_iter().flatten().map(|d| i32::from(*d)).sum();
    let own = (which == 0) == (side == attacker);
    if own { 7 - sum } else { sum - 7 }
}

/// The worst roll that may be made again, and how bad it was.
fn worst(board: &Board<'_>, side: Side, fight: &Fight, rolled: &Rolled) -> Option<(usize, i32)> {
    let attacker = board.spec(fight.lead).side;
    (0..rolled.dice.len())
        .filter(|i| board.may_reroll(rolled, *i))
        .map(|i| (i, regret(side, attacker, rolled, i)))
        .max_by_key(|r| r.1)
}

fn reroll(
    board: &Board<'_>,
    side: Side,
    rolled: &Rolled,
    standing: &InForce<'_>,
) -> Option<(&'static str, Order, &'static str)> {
    const AGAIN: &str = "have it rolled again";
    const STANDS: &str = "let the roll stand";
    let sum: i32 = rolled.dice.iter().flatten().map(|d| i32::from(*d)).sum();
    let again = Order::Reroll { second: false };
    let (key, order) = match rolled.purpose {
        Purpose::Combat => {
            let fight = board.at.fight()?;
            let worst = worst(board, side, fight, rolled);
            let big = fight.attackers.len() >= 3 || board.defenders(fight).len() >= 3;
            let order = match (standing.get("reroll-fight"), worst) {
                ("never", _) => Order::Keep,
                ("when-bad", Some((which, bad))) if bad >= 4 && big => Order::Reroll { second: which == 1 },
                ("when-bad", _) => Order::Keep,
                ("ask-when-it-matters", Some((_, bad))) if bad >= 2 && big => return None,
                ("ask-when-it-matters", _) => Order::Keep,
                _ => return None,
            };
            ("reroll-fight", order)
        }
        Purpose::Check => {
            let stars: i32 = board
                .pack
                .areas
                .iter()
                .map(|a| match a.mark {
                    Some(super::ground::Mark::Star) => i32::from(board.controls(Side::Union, a.id)),
                    Some(super::ground::Mark::BoxedStar) => -i32::from(board.controls(Side::Confederate, a.id)),
                    _ => 0,
                })
                .sum();
            let goes_on = sum + stars > i32::from(board.at.space);
            let order = match standing.get("reroll-check") {
                "never" => Order::Keep,
                "to-go-on" if !goes_on => again,
                "to-end" if goes_on && board.at.space >= 4 => again,
                "to-go-on" | "to-end" => Order::Keep,
                _ => return None,
            };
            ("reroll-check", order)
        }
        Purpose::Leader { leader } => {
            let order = match standing.get("reroll-leader") {
                "never" => Order::Keep,
                "save-own" if board.who(leader).side == side && sum >= 7 => again,
                "save-own" => Order::Keep,
                _ => return None,
            };
            ("reroll-leader", order)
        }
        Purpose::Crossing { unit, .. } => {
            let order = match standing.get("reroll-other") {
                "never" => Order::Keep,
                "own-failures" if board.spec(unit).side == side && sum < 7 => again,
                "own-failures" => Order::Keep,
                _ => return None,
            };
            ("reroll-other", order)
        }
        Purpose::Hill => {
            let order = match standing.get("reroll-other") {
                "never" => Order::Keep,
                "own-failures" if side == Side::Confederate && sum > 2 => again,
                "own-failures" => Order::Keep,
                _ => return None,
            };
            ("reroll-other", order)
        }
        Purpose::Contested { .. } | Purpose::Withdrawal { .. } => match standing.get("reroll-other") {
            "never" | "own-failures" => ("reroll-other", Order::Keep),
            _ => return None,
        },
    };
    let reason = if order == Order::Keep { STANDS } else { AGAIN };
    let legal = board.check(side, &order).is_ok();
    Some(if legal { (key, order, reason) } else { (key, Order::Keep, STANDS) })
}

/// Whether the referee may give the answer when only one order is legal: in the other side's impulse, where something is being
/// carried out.
pub fn may_force(board: &Board<'_>, side: Side) -> bool {
    board.at.side != side && board.owing() == Some(side) && !board.at.pending.is_empty()
}

/// The standing order's answer, if it has one here.
pub fn answer(board: &Board<'_>, decision: &Decision, side: Side, standing: &InForce<'_>) -> Option<Answer<Order>> {
    if board.owing() != Some(side) {
        return None;
    }
    let (key, order, reason) = match board.at.pending.last() {
        Some(Pending::Roll(rolled)) => reroll(board, side, rolled, standing)?,
        Some(Pending::Silence) => {
            let acting = board.at.units.iter().filter(|u| u.active && !u.spent && !u.acted()).count();
            let order = match standing.get("silence") {
                "never" => Order::Keep,
                "big-attack" => match board.at.impulse.leader.filter(|l| board.silenceable().contains(l)) {
                    Some(leader) if acting >= 8 => Order::Silence { leader },
                    _ => Order::Keep,
                },
                _ => return None,
            };
            ("silence", order, "the Advantage against a Union leader")
        }
        Some(Pending::Withdrawal { from, units }) => {
            let unit = *units.first()?;
            let area = board.state(unit).area()?;
            let alone = board.force(side, area).infantry == 0;
            let away = match standing.get("withdraw") {
                "never" => false,
                "always" => true,
                "alone" => alone,
                _ => return None,
            };
            let way = board.withdrawals(unit, *from).into_iter().max_by_key(|w| std::cmp::Reverse(w.len()));
            match way.filter(|_| away) {
                Some(way) => ("withdraw", Order::Withdraw { unit, way }, "withdraw before infantry"),
                None => ("withdraw", Order::Stay { unit }, "stay"),
            }
        }
        Some(Pending::Fight(fight)) => match fight.stage {
            Stage::Lead if standing.get("lead") == "strongest" => {
                ("lead", Order::Lead { unit: board.best_lead(fight)? }, "the strongest leads")
            }
            Stage::Losses => {
                let hold = match standing.get("losses") {
                    "hold" => true,
                    "save" => false,
                    _ => return None,
                };
                ("losses", best_payment(board, side, hold)?, "pay what costs least")
            }
            Stage::Falling => {
                let areas = board.way_out(fight).areas;
                let rear = |a: &u8| board.pack.area(*a).rear[if side == Side::Union { 0 } else { 1 }];
                let area = match standing.get("retreat") {
                    "rear" => areas.into_iter().min_by_key(rear)?,
                    "strength" => areas.into_iter().max_by_key(|a| board.force(side, *a).all)?,
                    _ => return None,
                };
                ("retreat", Order::Retreat { area }, "the area preferred")
            }
            _ => return None,
        },
        Some(Pending::Pick { leaders }) if standing.get("aim") == "highest" => {
            let leader = *leaders.iter().max_by_key(|l| board.who(**l).points)?;
            ("aim", Order::Pick { leader }, "the leader worth most")
        }
        Some(Pending::Station { leader, .. }) if standing.get("post") == "strength" => {
            ("post", best_station(board, *leader)?, "with most of his command")
        }
        None if decision.kind == "rally" => match standing.get("reorganise") {
            "never" => ("reorganise", Order::Done, "no reorganising"),
            "last-turn" if board.last_turn() => {
                ("reorganise", best_reorganisation(board, side)?, "the strongest, at the end")
            }
            "last-turn" => ("reorganise", Order::Done, "no reorganising before the end"),
            _ => return None,
        },
        Some(Pending::Price { .. }) if standing.get("reorganise") == "last-turn" => {
            ("reorganise", best_reorganisation(board, side)?, "for the weakest")
        }
        _ => return None,
    };
    Some(Answer { seat: decision.seat, order, key, reason: standing.reason(key, reason) })
}

/// The payment that costs least: Spent first, then as preferred, the weakest unit each time.
pub fn best_payment(board: &Board<'_>, side: Side, hold: bool) -> Option<Order> {
    let worth = |o: &Order| match o {
        // More is given only by those who ask for it.
        Order::Done => (-1, 0),
        Order::Spend { unit } => (0, board.spec(*unit).fresh),
        Order::FallBack { unit } => (if hold { 2 } else { 1 }, board.spec(*unit).spent),
        Order::Die { unit } if board.state(*unit).spent => (if hold { 1 } else { 2 }, board.spec(*unit).fresh),
        Order::Die { unit } => (3, board.spec(*unit).fresh),
        _ => (4, 0),
    };
    board.orders_of(side).into_iter().min_by_key(worth)
}

/// The strongest unit that can be brought back, the weakest that can be given for it, or nothing more to bring back.
pub fn best_reorganisation(board: &Board<'_>, side: Side) -> Option<Order> {
    let worth = |o: &Order| match o {
        Order::Reorganise { unit, .. } => i32::from(board.spec(*unit).fresh),
        Order::Pay { unit } => -i32::from(board.spec(*unit).fresh),
        _ => i32::MIN,
    };
    board.orders_of(side).into_iter().max_by_key(worth)
}

/// The best post for a leader.
pub fn best_station(board: &Board<'_>, leader: super::units::LeaderId) -> Option<Order> {
    let who = board.who(leader);
    // With units that retreated he stays active.
    if let Some(Pending::Station { with, .. }) = board.at.pending.last()
        && let Some(area) = with.last()
    {
        return Some(Order::Station { leader, area: *area });
    }
    let strength = |area: &u8| {
        let own = board.units_in(who.side, *area).into_iter().filter(|u| who.commands(board.spec(*u))).count();
        (board.force(who.side.other(), *area).all == 0, own)
    };
    board.stations(leader).into_iter().max_by_key(strength).map(|area| Order::Station { leader, area })
}
