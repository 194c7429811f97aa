//! What losses, results and attacks are worth, in hundredths of a victory point: for house players and standing orders.

use super::losses::limited;
use super::position::{CombatKind, Condition};
use super::strength::Attack;
use super::tables::Effects;
use super::units::UnitId;
use super::zones::Board;
use domain_core::referee::Side;

/// What losing so many steps costs a unit's side, in hundredths of a victory point: what §16.0 counts, and while there is time
/// to use it the strength gone.
pub fn step_worth(board: &Board<'_>, unit: UnitId, lost: u8) -> i64 {
    let (spec, state) = (board.spec(unit), board.state(unit));
    let guns = spec.arm.is_artillery();
    let strength = if board.is_dusk() { 0 } else { 30 };
    (0..lost.min(state.steps))
        .map(|step| match (spec.side, state.steps - step) {
            (Side::Union, 1) if guns => 2 * strength,
            (_, 1) => 200 + strength,
            (Side::Union, 2) => strength,
            (Side::Union, _) => 100 + strength,
            (Side::Confederate, _) => 20 + strength,
        })
        .sum()
}

/// What a result is worth to the attacker, in hundredths of a victory point: steps, shock and ground.
pub fn effects_worth(board: &Board<'_>, attack: &Attack, effects: &Effects, reactive: bool) -> i64 {
    let (own, target) = (board.state(attack.attacker), board.state(attack.defender));
    let ex = u8::from(effects.ex);
    let bonus =
        u8::from(board.spec(attack.attacker).bonus && attack.kind != CombatKind::Sharp && effects.bonus_applies());
    let dc = limited(target.steps, effects.dc + ex + bonus);
    let ac = limited(own.steps, effects.ac + ex);
    let mut worth = step_worth(board, attack.defender, dc) - step_worth(board, attack.attacker, ac);
    let charger = reactive && target.charging.is_some();
    let late = board.is_dusk() && !charger;
    worth += match (effects.disorder, effects.disrupt || (charger && effects.dc > 0), target.condition) {
        _ if late => 0,
        (true, _, Condition::Good) => 70,
        (true, ..) => 50,
        (false, true, Condition::Good) if charger => 120,
        (false, true, Condition::Good) => 45,
        (false, true, Condition::Disrupted) => 25,
        _ => 0,
    };
    let star = board.pack.ground.hex(attack.to).star;
    let confederate = board.side(attack.attacker) == Side::Confederate;
    let empties = (effects.dr > 0 && !board.spec(attack.defender).steadfast) || dc >= target.steps;
    if empties {
        // The ground is the Confederates' to win: a star, or a hole in the line while there is time to use it.
        worth += match (confederate, star, late) {
            (true, true, _) => 200,
            (true, false, false) => 60,
            (false, true, _) => 200,
            (false, false, false) => 15,
            (_, false, true) => 0,
        };
    }
    if effects.ar > 0 && !late {
        worth -= 15;
    }
    if effects.rf && !reactive && !board.spec(attack.attacker).arm.is_artillery() {
        // Return fire hurts in the open.
        worth -= if board.pack.ground.hex(attack.from).forest { 8 } else { 22 };
    }
    worth
}

/// The expected worth of an attack in hundredths of a victory point, by the exact odds of the tables.
pub fn worth(board: &Board<'_>, attack: &Attack, reactive: bool) -> i64 {
    let outcomes = board.outcomes(attack);
    let of: i64 = outcomes.iter().map(|o| i64::from(o.1)).sum();
    let sum: i64 = outcomes
        .iter()
        .map(|(cell, ways)| i64::from(*ways) * effects_worth(board, attack, &cell.effects, reactive))
        .sum();
    sum / of.max(1)
}
