//! The counters that a fact names, to be told as they lie (0.4).

use super::desks::SeatFact;
use super::facts::{Fact, UnseenFact};
use super::fire::Flanker;
use super::hiding::DetachmentFact;
use super::position::{Pending, UnitState};
use super::units::UnitId;

impl Fact {
    /// Asks of each counter that the fact names. What is under covers is told as it is.
    pub(super) fn each_unit(&mut self, of: &mut dyn FnMut(&mut UnitId)) {
        match self {
            Fact::Covered { .. }
            | Fact::Uncovered { .. }
            | Fact::DelayRolled { .. }
            | Fact::NumberShown { .. }
            | Fact::NumberWritten { .. }
            | Fact::OptionScored { .. }
            | Fact::OptionWritten(_)
            | Fact::Answered
            | Fact::Door(_)
            | Fact::Ended { .. }
            | Fact::FireOver
            | Fact::PrizeTaken { .. }
            | Fact::Segment { .. }
            | Fact::Turn { .. }
            | Fact::UmpireTurn { .. }
            | Fact::Vacated { .. }
            | Fact::UmpireWorks(_) => {}
            Fact::Unseen(fact) => each_of_unseen(fact, of),
            Fact::Aimed(pair) => of(&mut pair.unit),
            Fact::SplitFire(split) => split.shares.iter_mut().filter_map(|s| s.of.as_mut()).for_each(of),
            Fact::Advanced(to) | Fact::FellBack { to, .. } => of(&mut to.unit),
            Fact::Allotted { by, closes, levels, .. } => {
                of(by);
                closes.iter_mut().flatten().for_each(&mut *of);
                levels.iter_mut().for_each(|l| of(&mut l.unit));
            }
            Fact::Asked(pending) => match pending {
                Pending::Advance { unit, .. } => of(unit),
                Pending::Aside { by, unit, .. } | Pending::Rout { by, unit, .. } => {
                    of(by);
                    of(unit);
                }
                Pending::Yield { by, .. } => of(by),
            },
            Fact::Assaulted(assault) => {
                of(&mut assault.by);
                assault.targets.iter_mut().for_each(of);
            }
            Fact::AssaultBarred { by, targets, .. } => {
                of(by);
                targets.iter_mut().for_each(of);
            }
            Fact::BatteryMoved(moved) => of(&mut moved.unit),
            Fact::CombatFire(volley) => {
                of(&mut volley.target);
                volley.firers.iter_mut().for_each(|f| of(&mut f.unit));
            }
            Fact::OptionCame { dp: units, .. }
            | Fact::OptionShown { dp: units, .. }
            | Fact::Recovered { units }
            | Fact::Refilled { units, .. } => {
                units.iter_mut().for_each(|given| of(&mut given.unit));
            }
            Fact::GunsOrdered(order) => {
                of(&mut order.by);
                order.with.iter_mut().for_each(of);
            }
            Fact::Substituted(substitute) => {
                of(&mut substitute.by);
                of(&mut substitute.of);
            }
            Fact::Forgone(forgone) => of(&mut forgone.unit),
            Fact::CommanderCaptured { by, unit } | Fact::GunsCaptured { by, unit, .. } => {
                of(by);
                of(unit);
            }
            Fact::Delayed { units } | Fact::Named { units } | Fact::Unrolled { units } => units.iter_mut().for_each(of),
            Fact::EntryShown(change) | Fact::EntryWritten(change) => of(&mut change.unit),
            Fact::Flanked(Flanker { unit, .. }) => of(unit),
            Fact::GunsBack { heir, unit, .. } => {
                of(unit);
                heir.iter_mut().for_each(of);
            }
            Fact::HastyLine(line) => of(&mut line.unit),
            Fact::InRange { over, .. } => over.iter_mut().for_each(of),
            Fact::Losses(losses) => of(&mut losses.unit),
            Fact::Maneuvered(maneuver) => of(&mut maneuver.unit),
            Fact::Primary { by, over, .. } => {
                of(by);
                over.iter_mut().for_each(of);
            }
            Fact::Settled { fell_back, units } => fell_back.iter_mut().chain(units).for_each(of),
            Fact::Shelled(shelling) => {
                of(&mut shelling.shot.battery);
                of(&mut shelling.shot.target);
                shelling.cp.iter_mut().for_each(|(unit, _)| of(unit));
            }
            Fact::Sighted { enemies, unit } => {
                of(unit);
                enemies.iter_mut().for_each(of);
            }
            Fact::NightOrdered(order) => {
                of(&mut order.by);
                order.with.iter_mut().for_each(of);
            }
            Fact::NightOrderOver { by, .. } => of(by),
            Fact::Transferred(transfer) => {
                of(&mut transfer.to);
                of(&mut transfer.unit);
            }
            Fact::Seat(SeatFact::Asks { by, .. }) => of(by),
            Fact::Seat(SeatFact::Closes { unit }) => of(unit),
            Fact::Seat(_) => {}
            Fact::SetDown { state, unit } | Fact::UmpireUnit { state, unit } => {
                of(unit);
                each_of_state(state, of);
            }
            Fact::AssaultLoss { unit, .. }
            | Fact::AttackEnded { unit, .. }
            | Fact::BeginsAt { unit, .. }
            | Fact::Built { unit, .. }
            | Fact::CameCovered { unit, .. }
            | Fact::ClosedUp { unit, .. }
            | Fact::ExemptionLost { unit }
            | Fact::InHand { unit, .. }
            | Fact::Joined { unit, .. }
            | Fact::JoinedCovered { unit, .. }
            | Fact::Keeps { unit, .. }
            | Fact::LeftMap { unit, .. }
            | Fact::Posted { unit, .. }
            | Fact::Released { unit, .. }
            | Fact::Retreating { unit, .. }
            | Fact::Returning { unit }
            | Fact::Rode { unit, .. }
            | Fact::Singled { unit, .. }
            | Fact::Struck { unit, .. }
            | Fact::Survival { unit, .. }
            | Fact::TakesLess { unit, .. }
            | Fact::TrainsLost { unit, .. } => of(unit),
        }
    }
}

/// 0.1: those named by what happens under hidden movement.
fn each_of_unseen(fact: &mut UnseenFact, of: &mut dyn FnMut(&mut UnitId)) {
    match fact {
        UnseenFact::Laid { .. } | UnseenFact::Rolled { .. } | UnseenFact::Swapped { .. } => {}
        UnseenFact::Ambushed { unit } | UnseenFact::Rallied { unit } | UnseenFact::Surprised { unit } => of(unit),
        UnseenFact::Begins { state, unit, .. } => {
            of(unit);
            each_of_state(state, of);
        }
        UnseenFact::Detachment(fact) => match fact {
            DetachmentFact::Overrun { .. } => {}
            DetachmentFact::Far { of: unit, .. }
            | DetachmentFact::Formed { of: unit, .. }
            | DetachmentFact::Points { unit, .. }
            | DetachmentFact::Rejoined { of: unit, .. }
            | DetachmentFact::Went { of: unit, .. } => of(unit),
        },
        UnseenFact::EntryTold(change) => of(&mut change.unit),
        UnseenFact::InView { units, .. } | UnseenFact::Took { units, .. } => {
            for one in units {
                of(&mut one.unit);
                each_of_state(&mut one.state, of);
            }
        }
        UnseenFact::Lot { lot, .. } => {
            of(&mut lot.by);
            lot.over.iter_mut().for_each(of);
        }
        UnseenFact::MovedAway { units } | UnseenFact::OutOfView { units } => units.iter_mut().for_each(of),
        UnseenFact::OrdersTold { guns, orders, transfers } => {
            for order in guns {
                of(&mut order.by);
                order.with.iter_mut().for_each(&mut *of);
            }
            for order in orders {
                of(&mut order.by);
                order.with.iter_mut().for_each(&mut *of);
            }
            for transfer in transfers {
                of(&mut transfer.to);
                of(&mut transfer.unit);
            }
        }
        UnseenFact::Own { fact, .. } => fact.each_unit(of),
    }
}

fn each_of_state(state: &mut UnitState, of: &mut dyn FnMut(&mut UnitId)) {
    use super::position::State;
    match &mut state.state {
        State::Battery(battery) => battery.captor.iter_mut().for_each(of),
        State::Brigade(brigade) => brigade.sighted.iter_mut().for_each(of),
        State::Commander(_) => {}
    }
}
