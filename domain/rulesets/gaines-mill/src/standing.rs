//! Standing orders: answers given in advance to the questions that come up in the other side's phases (DESIGN §5).
//!
//! They speak only when the player is not at the board anyway: in the other side's player turn, and for both sides in the
//! Reaction Phase, which interrupts it.

use super::advance::MayAdvance;
use super::circumstances::{attack_told, known, reaction_key, speaks};
use super::fire::Fire;
use super::losses::BonusUse;
use super::orders::Order;
use super::position::{Pending, Phase};
use super::results::asked;
use super::retreats::MustRetreat;
use super::sequence::Done;
use super::strength::Attack;
use super::told::choice;
use super::voluntary::{MayFallBack, Shaken};
use super::worth::worth;
use super::zones::Board;
use domain_core::kit::Question;
use domain_core::referee::{Answer, Decision, InForce, Side, StandingOffer};

/// The questions that may be answered in advance.
pub fn offers() -> Vec<StandingOffer> {
    let ask = choice("ask", "Ask me.");
    let mut offers = vec![
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
    ];
    let asked = [Shaken::offer(), MustRetreat::offer(), MayFallBack::offer(), BonusUse::offer(), MayAdvance::offer()];
    offers.extend(asked.into_iter().flatten());
    offers
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
            let question = asked(affair)?;
            let (key, answer) = (question.bears_on()?, question.standing(board, standing)?);
            (key, answer.order, standing.reason(key, answer.why))
        }
        None if board.at.phase == Phase::Reaction => reaction(board, side, standing)?,
        _ => return None,
    };
    Some(Answer { seat: decision.seat, order, key, reason })
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
        None => ("return-fire", Order::Done(Done), "standing order: no more reactions".to_owned()),
    })
}
