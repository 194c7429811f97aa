//! Standing orders: answers given in advance to the questions that come up in the other side's phases (DESIGN §5).
//!
//! They speak only when the player is not at the board anyway: in the other side's player turn, and for both sides in the
//! Reaction Phase, which interrupts it.

use super::circumstances::{attack_told, known, reaction_key, speaks};
use super::fire::Fire;
use super::orders::Order;
use super::position::{Bonus, Condition, Pending, Phase, Stage};
use super::strength::Attack;
use super::units::UnitId;
use super::worth::worth;
use super::zones::Board;
use domain_core::board::HexId;
use domain_core::referee::{Answer, Decision, InForce, Side, StandingChoice, StandingOffer};

const fn choice(value: &'static str, title: &'static str) -> StandingChoice {
    StandingChoice { value, title }
}

/// The questions that may be answered in advance.
pub fn offers() -> Vec<StandingOffer> {
    let ask = choice("ask", "Ask me.");
    vec![
        StandingOffer {
            key: "receive-charge",
            conditions: known("receive-charge"),
            title: "When your units are charged and may fire at the chargers (§10.0)",
            choices: vec![ask.clone(), choice("fire", "Every unit charged fires."), choice("never", "Hold your fire.")],
            default: "fire",
            keen: "fire",
        },
        StandingOffer {
            key: "return-fire",
            conditions: known("return-fire"),
            title: "When enemies that showed themselves by firing may be fired on (§10.0)",
            choices: vec![
                ask.clone(),
                choice("best", "Fire where it does most, each unit at one enemy."),
                choice("never", "Hold your fire."),
            ],
            default: "best",
            keen: "best",
        },
        StandingOffer {
            key: "marker",
            conditions: known("marker"),
            title: "When a unit is to be disrupted or disordered, or lose a step instead (§7.7)",
            choices: vec![
                ask.clone(),
                choice("marker", "Take the marker."),
                choice(
                    "step-if-strong",
                    "Lose a step instead while three or more are left, otherwise take the marker.",
                ),
                choice("charge-on", "A charger with steps to spare loses one and goes on; others take the marker."),
            ],
            default: "marker",
            keen: "marker",
        },
        StandingOffer {
            key: "retreat",
            conditions: known("retreat"),
            title: "When a unit must retreat and has a choice of hexes (§7.6)",
            choices: vec![
                ask.clone(),
                choice("fewest-losses", "Out of enemy zones first, then into cover, then towards friends."),
                choice("own-line", "Out of enemy zones first, then next to as many friends as possible."),
            ],
            default: "fewest-losses",
            keen: "fewest-losses",
        },
        StandingOffer {
            key: "fall-back",
            conditions: known("fall-back"),
            title: "When a unit that was attacked may fall back one hex (§7.7)",
            choices: vec![
                ask.clone(),
                choice("never", "Stand."),
                choice("when-worn", "Fall back with one step left, if no enemy zone is in the way."),
            ],
            default: "never",
            keen: "never",
        },
        StandingOffer {
            key: "bonus",
            conditions: known("bonus"),
            title: "When one of your reacting units may use its combat bonus (§7.52)",
            choices: vec![
                ask.clone(),
                choice("strike", "One more enemy step."),
                choice("spare", "Spare your own, or else strike."),
            ],
            default: "strike",
            keen: "strike",
        },
        StandingOffer {
            key: "advance",
            conditions: known("advance"),
            title: "When a reacting unit may take the hex its charger left (§7.64)",
            choices: vec![ask, choice("hold", "Hold your ground."), choice("advance", "Take it.")],
            default: "hold",
            keen: "hold",
        },
    ]
}

/// Whether the referee may give the answer when only one order is legal: where something is being carried out. The Reaction
/// Phase is a phase of one's own, and ends by a word of its side.
pub fn may_force(board: &Board<'_>, side: Side) -> bool {
    speaks(board, side) && matches!(board.at.pending.last(), Some(Pending::Affair(_)))
}

/// The standing order's answer, if it has one here.
pub fn answer(board: &Board<'_>, decision: &Decision, side: Side, standing: &InForce<'_>) -> Option<Answer<Order>> {
    if !speaks(board, side) {
        return None;
    }
    let (key, order, reason) = match board.at.pending.last() {
        Some(Pending::Affair(affair)) => {
            let options = board.answers(affair).1;
            let (key, wanted, reason) = match affair.stage {
                Stage::Marker => {
                    let state = board.state(affair.defender);
                    let step = match standing.get("marker") {
                        "marker" => false,
                        "step-if-strong" => state.steps >= 3,
                        "charge-on" => state.charging.is_some() && state.steps >= 3,
                        _ => return None,
                    };
                    let unit = affair.defender;
                    let order = if step { Order::Step { unit } } else { Order::Marker { unit } };
                    ("marker", order, if step { "a step rather than the marker" } else { "take the marker" })
                }
                Stage::Repulse | Stage::Retreat => {
                    let by_friends = match standing.get("retreat") {
                        "fewest-losses" => false,
                        "own-line" => true,
                        _ => return None,
                    };
                    let best = options.iter().max_by_key(|o| retreat_worth(board, o, by_friends))?;
                    ("retreat", *best, "the hex that costs least")
                }
                Stage::Voluntary => {
                    let unit = affair.defender;
                    match standing.get("fall-back") {
                        "never" => ("fall-back", Order::Stay { unit }, "stand"),
                        "when-worn" => {
                            let free = |o: &&Order| matches!(o, Order::Retreat { to, .. } if !board.in_enemy_zone(board.side(unit), *to));
                            let worn = board.state(unit).steps == 1;
                            let back = options.iter().filter(free).max_by_key(|o| retreat_worth(board, o, false));
                            match back {
                                Some(back) if worn => ("fall-back", *back, "worn down, fall back"),
                                _ => ("fall-back", Order::Stay { unit }, "stand"),
                            }
                        }
                        _ => return None,
                    }
                }
                Stage::Bonus => {
                    let wanted = match standing.get("bonus") {
                        "strike" => [Bonus::Strike, Bonus::Spare],
                        "spare" => [Bonus::Spare, Bonus::Strike],
                        _ => return None,
                    };
                    let use_ = wanted.into_iter().map(Order::Bonus).find(|o| options.contains(o))?;
                    ("bonus", use_, "use the combat bonus")
                }
                Stage::Advance => {
                    let unit = affair.attacker;
                    match standing.get("advance") {
                        "hold" => ("advance", Order::Stay { unit }, "hold your ground"),
                        "advance" => ("advance", Order::Advance { unit }, "take the hex"),
                        _ => return None,
                    }
                }
                Stage::Away | Stage::Losses | Stage::ReturnFire => return None,
            };
            (key, wanted, reason)
        }
        Some(Pending::Coordination { .. }) => return None,
        None if board.at.phase == Phase::Reaction => {
            let (key, order, reason) = reaction(board, side, standing)?;
            return Some(Answer { seat: decision.seat, order, key, reason });
        }
        None => return None,
    };
    Some(Answer { seat: decision.seat, order, key, reason: standing.reason(key, reason) })
}

/// All reactions of a phase are one decision: when one attack of it is to be asked about, all are.
fn reaction(board: &Board<'_>, side: Side, standing: &InForce<'_>) -> Option<(&'static str, Order, String)> {
    let mut best: Option<(i64, Attack, Order)> = None;
    for order in board.orders_of(side) {
        let Order::Fire(Fire { unit, at }) = order else { continue };
        let Ok(attack) = board.check_reaction(unit, at) else { continue };
        match standing.get_for(reaction_key(board, &attack), || attack_told(board, &attack)) {
            "ask" => return None,
            "never" => continue,
            _ => {
                let value = worth(board, &attack, true);
                if best.as_ref().is_none_or(|b| value > b.0) {
                    best = Some((value, attack, order));
                }
            }
        }
    }
    Some(match best {
        Some((_, attack, order)) => {
            let key = reaction_key(board, &attack);
            (key, order, standing.reason_for(key, "fire in reaction", || attack_told(board, &attack)))
        }
        None => ("return-fire", Order::Done, "standing order: no more reactions".to_owned()),
    })
}

/// How good a hex is to retreat to, the better the higher.
pub fn retreat_worth(board: &Board<'_>, order: &Order, by_friends: bool) -> (bool, i32, i32, std::cmp::Reverse<HexId>) {
    let Order::Retreat { unit, to } = *order else { return (false, 0, 0, std::cmp::Reverse(HexId::new(0, 0))) };
    let side = board.side(unit);
    let cell = board.pack.ground.hex(to);
    let cover = i32::from(cell.forest) * 2 + i32::from(cell.level);
    let friends = friends_near(board, unit, to);
    let (first, second) = if by_friends { (friends, cover) } else { (cover, friends) };
    (!board.in_enemy_zone(side, to), first, second, std::cmp::Reverse(to))
}

fn friends_near(board: &Board<'_>, unit: UnitId, hex: HexId) -> i32 {
    let near = board.covering(board.side(unit), board.pack.ground.index(hex));
    near.filter(|u| *u != unit && board.state(*u).condition == Condition::Good).count() as i32
}
