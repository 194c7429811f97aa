//! A beginner who plays to win: weighs every attack by its exact expected result, brings brigades to within charging
//! distance, charges where it pays, fires whatever does more good than harm, and keeps the Union line behind the swamp.

use crate::advance::Advance;
use crate::book::Rules;
use crate::charge::Charge;
use crate::close::CloseCombat;
use crate::command::{Activate, Keep, Roll};
use crate::entering::Enter;
use crate::losses::UseBonus;
use crate::movement::{Move, Withdraw};
use crate::orders::Order;
use crate::position::{Bonus, CombatKind, CombatResolution, Condition, Pending, Phase, Place, Stage};
use crate::retreats::Retreat;
use crate::sequence::Done;
use crate::setup::Deploy;
use crate::strength::Attack;
use crate::units::{Arm, Division, UnitId};
use crate::voluntary::{LoseStep, Stay, TakeMarker};
use crate::way::Way;
use crate::worth::{effects_worth, step_worth, worth};
use crate::zones::Board;
use domain_core::board::HexId;
use domain_core::kit;
use domain_core::referee::{BotRng, Side};

/// What a move must gain before the staff gives the order, in hundredths of a victory point.
const STIR: i64 = 12;

/// The same for a Union unit in the line, which does harm by leaving it.
const LEAVE_THE_LINE: i64 = 30;

/// The order of the staff officer.
pub fn order(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Option<Order> {
    if let Some(pending) = board.at.pending.last() {
        return match pending {
            // Five points for never using the Touch are more than it brings on the average.
            Pending::Coordination { .. } => Some(Keep { second: false }.into()),
            Pending::Combat(combat) => answer(board, combat),
        };
    }
    match board.at.phase {
        Phase::Setup if board.all_set_up(side) => Some(Order::Done(Done)),
        Phase::Setup => Some(Deploy.into()),
        Phase::Command if side == Side::Confederate => Some(Roll.into()),
        Phase::Command => Some(choose_divisions(board)),
        Phase::Move | Phase::Special => Some(movement(board, side, rng)),
        Phase::Fire | Phase::Reaction | Phase::Close | Phase::SecondClose => Some(combat(board, side)),
        Phase::Over => None,
    }
}

/// Which result to take, which way to go, whether to follow up.
fn answer(board: &Board<'_>, combat: &CombatResolution) -> Option<Order> {
    let options = kit::asked::<Rules>(board)?.options(board);
    let (attacker, defender) = (combat.attacker, combat.defender);
    Some(match combat.stage {
        Stage::Bonus => {
            let spare = step_worth(board, attacker, 1);
            let strike = step_worth(board, defender, 1 + u8::from(combat.effects.ex));
            let first = if spare > strike { Bonus::Spare } else { Bonus::Strike };
            let wanted = [first, Bonus::Strike, Bonus::Spare].map(|bonus| UseBonus { bonus }.into());
            *wanted.iter().find(|o| options.contains(o))?
        }
        Stage::Marker => {
            // A charge that is worth a step goes on.
            let state = board.state(defender);
            let home = state.charging.and_then(|target| board.attack(defender, target, CombatKind::Charge));
            let goes_on = combat.reactive && state.steps > 2 && home.is_some_and(|a| worth(board, &a, false) > 60);
            if goes_on { LoseStep { unit: defender }.into() } else { TakeMarker { unit: defender }.into() }
        }
        Stage::Repulse | Stage::Retreat => *options.iter().max_by_key(|o| worth_of(board, o))?,
        Stage::Voluntary => {
            let side = board.side(defender);
            let back = options
                .iter()
                .filter(|o| matches!(o, Order::Retreat(Retreat { to, .. }) if !board.in_enemy_zone(side, *to)))
                .max_by_key(|o| worth_of(board, o));
            match back {
                Some(back) if board.state(defender).steps == 1 && !board.pack.ground.hex(combat.ground).star => *back,
                _ => Stay { unit: defender }.into(),
            }
        }
        Stage::Advance => {
            let star = board.pack.ground.hex(combat.ground).star;
            let bold = board.side(attacker) == Side::Confederate && board.state(attacker).steps > 1;
            if star || bold { Advance { unit: attacker }.into() } else { Stay { unit: attacker }.into() }
        }
        Stage::Away | Stage::Losses | Stage::ReturnFire => *options.first()?,
    })
}

/// The two divisions with most to do: enemies near, or a long way to the fighting.
fn choose_divisions(board: &Board<'_>) -> Order {
    let score = |division: Division| -> i64 {
        let units = board.pack.ids().filter(|u| board.spec(*u).division == Some(division));
        units
            .map(|u| match board.state(u).hex() {
                None => 0,
                Some(hex) => match nearest(board, Side::Confederate, hex) {
                    Some(2..=3) => 4 + i64::from(board.state(u).steps),
                    Some(1) => 3,
                    Some(4..=5) => 2,
                    // In the rear: worth bringing up.
                    _ => 3,
                },
            })
            .sum()
    };
    let mut divisions = Division::UNION;
    divisions.sort_by_key(|d| std::cmp::Reverse(score(*d)));
    let (one, two) = (divisions[0].min(divisions[1]), divisions[0].max(divisions[1]));
    Activate { one, two }.into()
}

/// Distance to the nearest infantry or cavalry of a side, sharpshooters too.
fn nearest(board: &Board<'_>, side: Side, hex: HexId) -> Option<u32> {
    let units = board.on_map(side).filter(|(u, _)| !board.spec(*u).arm.is_artillery());
    units.map(|(_, at)| board.pack.ground.distance(hex, at)).min()
}

/// The attack worth most, or the end of the phase.
fn combat(board: &Board<'_>, side: Side) -> Order {
    let reactive = board.at.phase == Phase::Reaction;
    let mut best: Option<(i64, Order)> = None;
    let mut must = false;
    for order in board.orders_of(side) {
        let attack = match order {
            Order::Fire(fire) => fire.check(board),
            Order::CloseCombat(CloseCombat { unit, at }) => board.check_attack(unit, at),
            _ => continue,
        };
        let Ok(attack) = attack else { continue };
        must |= attack.kind == CombatKind::Charge;
        let value = worth(board, &attack, reactive);
        if best.is_none_or(|b| value > b.0) {
            best = Some((value, order));
        }
    }
    match best {
        Some((value, order)) if must || value > 0 => order,
        _ => Order::Done(Done),
    }
}

/// The best charge on the board; else the first unit that has something better to do than stand; else the end of the phase.
fn movement(board: &Board<'_>, side: Side, rng: &mut BotRng) -> Order {
    let orders = board.orders_of(side);
    let mut best_charge: Option<(i64, Order)> = None;
    let mut forced = None;
    for order in &orders {
        if let Order::Charge(Charge { unit, target, way }) = order {
            let mut value = charge_worth(board, *unit, *target, way) + rng.below(7) as i64;
            if side == Side::Union {
                value -= LEAVE_THE_LINE;
            }
            if board.spec(*unit).must_charge {
                forced = Some(*order);
            }
            if best_charge.is_none_or(|b| value > b.0) {
                best_charge = Some((value, *order));
            }
        }
    }
    if let Some((value, charge)) = best_charge
        && value > 15
    {
        return charge;
    }
    let mut i = 0;
    while i < orders.len() {
        let Some(unit) = orders[i].unit() else {
            i += 1;
            continue;
        };
        let stand = match board.state(unit).hex() {
            Some(hex) => hex_worth(board, unit, hex),
            // Off the map is nowhere.
            None => -1_000,
        };
        let mut best: Option<(i64, Order)> = None;
        while i < orders.len() && orders[i].unit() == Some(unit) {
            let value = match orders[i] {
                Order::Move(Move { way, .. }) => {
                    let mut value = hex_worth(board, unit, way.end());
                    // A battery in action loses its fire by moving.
                    if board.spec(unit).arm.is_artillery() && !guns_keep_fire(board, unit, &way) {
                        value -= best_fire(board, unit, way.start()).max(0);
                    }
                    value
                }
                Order::Enter(Enter { way, .. }) => hex_worth(board, unit, way.end()),
                Order::Withdraw(Withdraw { to, .. }) => hex_worth(board, unit, to),
                Order::Recover(_) => stand + recovery_worth(board, unit),
                _ => i64::MIN,
            };
            if best.is_none_or(|b| value > b.0) {
                best = Some((value, orders[i]));
            }
            i += 1;
        }
        let in_line = side == Side::Union
            && board.state(unit).hex().and_then(|h| nearest(board, Side::Confederate, h)).is_some_and(|d| d <= 3);
        let stir = match best {
            Some((_, Order::Recover(_))) | None => STIR,
            Some(_) if in_line && board.state(unit).steps > 1 => LEAVE_THE_LINE,
            Some(_) => STIR,
        };
        if let Some((value, order)) = best
            && value >= stand + stir
        {
            return order;
        }
    }
    forced.unwrap_or(Order::Done(Done))
}

fn guns_keep_fire(board: &Board<'_>, unit: UnitId, way: &Way) -> bool {
    let walked = board.check_move(unit, way);
    walked.is_ok_and(|w| board.guns_may_fight(unit, way.hexes().len() - 1, w.spent, way.end()))
}

fn recovery_worth(board: &Board<'_>, unit: UnitId) -> i64 {
    match board.state(unit).condition {
        Condition::Good => 0,
        Condition::Disrupted => 60,
        Condition::Disordered => 90,
    }
}

/// What a charge is worth: the fire it meets first, then its combat if it arrives.
fn charge_worth(board: &Board<'_>, unit: UnitId, target: UnitId, way: &Way) -> i64 {
    let Some(to) = board.state(target).hex() else { return i64::MIN };
    let charge = Attack { attacker: unit, from: way.end(), defender: target, to, kind: CombatKind::Charge };
    let kind = match board.spec(target).arm {
        Arm::Artillery { .. } => CombatKind::Close,
        Arm::Sharpshooter { .. } => CombatKind::Sharp,
        _ => CombatKind::Fire,
    };
    let reaction = Attack { attacker: target, from: to, defender: unit, to: way.end(), kind };
    let steady = board.spec(unit).morale >= 3;
    let (mut arrives, mut of, mut harm) = (0, 0, 0);
    for (cell, ways) in board.outcomes(&reaction) {
        let ways = i64::from(ways);
        let shaken = (cell.effects.disrupt || cell.effects.dc > 0) && !steady;
        of += ways;
        if !(shaken || cell.effects.disorder || cell.effects.dr > 0) {
            arrives += ways;
        }
        harm += ways * effects_worth(board, &reaction, &cell.effects, true);
    }
    (arrives * worth(board, &charge, false) - harm) / i64::max(of, 1)
}

/// The best attack by fire from a hex, as if the unit stood there.
fn best_fire(board: &Board<'_>, unit: UnitId, from: HexId) -> i64 {
    let spec = board.spec(unit);
    if board.is_dusk() || spec.arm.is_cavalry() || board.in_enemy_zone(spec.side, from) {
        return 0;
    }
    let kind = if spec.arm.is_sharpshooter() { CombatKind::Sharp } else { CombatKind::Fire };
    let seen = board.seen_within(from, board.range(unit), spec.side);
    seen.into_iter()
        .map(|(defender, to)| worth(board, &Attack { attacker: unit, from, defender, to, kind }, false))
        .max()
        .unwrap_or(0)
        .max(0)
}

/// The best close attack from a hex, and how many enemies are next to it.
fn best_close(board: &Board<'_>, unit: UnitId, from: HexId) -> (i64, i64) {
    let side = board.side(unit);
    let near = board.covering(side.other(), board.pack.ground.index(from));
    let worths = near.filter_map(|e| {
        let attack = Attack { attacker: unit, from, defender: e, to: board.state(e).hex()?, kind: CombatKind::Close };
        Some(worth(board, &attack, false))
    });
    worths.fold((0, 0), |(best, count), value| (i64::max(best, value), count + 1))
}

/// What it is worth to a unit to stand in a hex.
fn hex_worth(board: &Board<'_>, unit: UnitId, hex: HexId) -> i64 {
    match board.side(unit) {
        Side::Confederate => attackers_worth(board, unit, hex),
        Side::Union => defenders_worth(board, unit, hex),
    }
}

fn cover(board: &Board<'_>, hex: HexId) -> i64 {
    let cell = board.pack.ground.hex(hex);
    14 * i64::from(cell.forest) + 5 * i64::from(cell.level)
}

/// What standing under the enemy's muskets and guns costs.
fn exposure(board: &Board<'_>, side: Side, hex: HexId) -> i64 {
    let ground = &board.pack.ground;
    let each = if ground.hex(hex).forest { 2 } else { 6 };
    let bears = |(enemy, at): &(UnitId, HexId)| ground.distance(*at, hex) <= u32::from(board.range(*enemy));
    board.seen_within(hex, 5, side).iter().filter(|e| bears(e)).count() as i64 * each
}

/// The Confederate wants to be near the enemy and the stars, in cover, and next to him only for a good attack.
fn attackers_worth(board: &Board<'_>, unit: UnitId, hex: HexId) -> i64 {
    let (spec, state, ground) = (board.spec(unit), board.state(unit), &board.pack.ground);
    let turn = i64::from(board.at.turn);
    let star = ground.stars.iter().map(|s| i64::from(ground.distance(*s, hex))).min().unwrap_or(0);
    let enemy = nearest(board, Side::Union, hex).map_or(0, i64::from);
    let (close, touching) = best_close(board, unit, hex);
    if spec.arm.is_artillery() {
        // A place to fire from, two hexes or more from danger.
        let danger = if enemy <= 1 { 120 } else { 0 };
        return best_fire(board, unit, hex) * 2 - 4 * (enemy - 3).max(0) - danger
            + 5 * i64::from(ground.hex(hex).level);
    }
    let mut worth = -9 * (enemy - 2).max(0) - 3 * star;
    if ground.hex(hex).star {
        worth += 40 + 30 * turn;
    }
    if enemy <= 3 {
        worth += cover(board, hex);
    }
    let last = board.is_dusk();
    if !last && touching == 0 {
        worth -= exposure(board, Side::Confederate, hex);
    }
    if state.steps <= 1 && !ground.hex(hex).star {
        // Two points for the enemy if it is caught: out of his reach and sight, near enough to come back.
        return worth - 45 * (4 - enemy).max(0);
    }
    if touching > 0 {
        // It charges no more from here; in the last turn there is nothing to save up for.
        let ready = !state.disturbed() && state.steps > 1;
        worth += if ready { close } else { -60 };
        worth += 10 * (touching - 1);
        worth -= if last || close > 20 { 0 } else { 25 };
        worth -= if state.steps <= 1 { 80 } else { 0 };
    } else if !last {
        worth += best_fire(board, unit, hex) / 2;
    }
    worth
}

/// The Union wants cover between the enemy and the stars, keeps worn units out of reach, and lets its guns fire.
fn defenders_worth(board: &Board<'_>, unit: UnitId, hex: HexId) -> i64 {
    let (spec, state, ground) = (board.spec(unit), board.state(unit), &board.pack.ground);
    let enemy = nearest(board, Side::Confederate, hex).map_or(12, i64::from);
    let (_, touching) = best_close(board, unit, hex);
    if spec.arm.is_artillery() {
        let danger = if enemy <= 1 { 60 } else { 0 };
        return best_fire(board, unit, hex) * 2 + 5 * i64::from(ground.hex(hex).level)
            - danger
            - 3 * (enemy - 4).max(0);
    }
    let mut worth = cover(board, hex);
    // Streams that an attacker would have to cross.
    let streams = ground.edges(ground.index(hex)).filter(|e| e.stream).count() as i64;
    worth += 9 * streams.min(3);
    // Near the enemy, but for worn units not next to him.
    worth -= 7 * (enemy - 2).max(0);
    worth -= match state.steps {
        1 => 70 * touching,
        2 => 12 * touching,
        _ => 6 * touching,
    };
    // On or before the stars that are threatened.
    for star in &ground.stars {
        let threat = nearest(board, Side::Confederate, *star).map_or(12, i64::from);
        let away = i64::from(ground.distance(*star, hex));
        if threat <= 5 {
            let others = board.on_map(Side::Union).filter(|(u, at)| *u != unit && ground.distance(*at, *star) <= 1);
            worth += (6 - threat) * (3 - away).max(0) * 3 / (1 + others.count() as i64);
        }
        if away == 0 && threat <= 4 {
            worth += 20;
        }
    }
    // Not crowded together: a line, not a heap.
    let friends = board.covering(Side::Union, ground.index(hex)).filter(|u| *u != unit).count() as i64;
    worth -= 6 * (friends - 2).max(0);
    if state.place == Place::Away {
        worth += 20;
    }
    worth + best_fire(board, unit, hex) / 2
}

/// How good an answer is that may be a retreat, the better the higher.
fn worth_of(board: &Board<'_>, order: &Order) -> (bool, i32, i32, std::cmp::Reverse<HexId>) {
    match order {
        Order::Retreat(Retreat { unit, to }) => board.retreat_worth(*unit, *to, false),
        _ => (false, 0, 0, std::cmp::Reverse(HexId::new(0, 0))),
    }
}
