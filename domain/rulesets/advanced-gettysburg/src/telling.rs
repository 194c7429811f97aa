//! Which chapter tells a fact.

use super::facts::Fact;
use super::pack::Pack;
use super::teller::Teller;
use domain_core::referee::Line;

impl Fact {
    /// The fact as a player would write it; each chapter tells its own.
    pub fn tell(&self, pack: &Pack) -> Option<Line> {
        let teller = Teller { pack };
        match self {
            Fact::Aimed(pair) => teller.aimed(pair),
            Fact::BeginsAt { hex, unit, .. } => teller.begins_at(*unit, *hex),
            Fact::OptionCame { choice, .. } if choice.stage.is_scored() => teller.entry_option(choice),
            Fact::CameCovered { .. } | Fact::InRange { .. } | Fact::OptionCame { .. } => None,
            Fact::OptionScored { points, side } => teller.option_scored(*points, *side),
            Fact::Covered { counters, .. } => teller.covered(counters),
            Fact::Uncovered { counter, unit, .. } => teller.uncovered(*counter, *unit),
            Fact::JoinedCovered { points, unit, .. } => teller.joined(*unit, *points, &[]),
            Fact::DelayRolled { die } => teller.delay_rolled(*die),
            Fact::NumberShown { number } | Fact::NumberWritten { number } => teller.number_written(*number),
            Fact::OptionShown { choice, .. } | Fact::OptionWritten(choice) => teller.entry_option(choice),
            Fact::GunsOrdered(order) => teller.guns_ordered(order),
            Fact::Substituted(substitute) => teller.substituted(substitute),
            Fact::Advanced(to) => teller.advanced(to),
            Fact::Asked(_) | Fact::Answered | Fact::Settled { .. } | Fact::Vacated { .. } => None,
            Fact::Assaulted(assault) => teller.assaulted(assault),
            Fact::AssaultBarred { by, hex, sum, .. } => teller.assault_barred(*by, *hex, sum),
            Fact::AssaultLoss { cp, die, share, unit } => teller.assault_loss(*cp, *die, *share, *unit),
            Fact::FellBack { how, to } => teller.fell_back(*how, to),
            Fact::GunsBack { unit, way, .. } => teller.guns_back(*unit, way),
            Fact::GunsCaptured { by, cannon, unit, .. } => teller.guns_captured(*by, *cannon, *unit),
            Fact::Recovered { units } => teller.recovered(units),
            Fact::Refilled { units, .. } => teller.refilled(units),
            Fact::Retreating { dp, over, unit } => teller.retreating(*dp, *over, *unit),
            Fact::ClosedUp { chain, unit } => teller.closed_up(*unit, chain),
            Fact::EntryShown(change) => teller.entry_shown(change),
            Fact::EntryWritten(change) => teller.entry_written(change),
            Fact::Keeps { kept, unit } => teller.keeps(*unit, kept),
            Fact::Allotted { by, die, levels, .. } => teller.allotted(*by, *die, levels),
            Fact::AttackEnded { unit, why } => teller.attack_ended(*unit, *why),
            Fact::BatteryMoved(moved) => teller.battery_moved(moved),
            Fact::Built { spent, unit, works, .. } => teller.built(*spent, *unit, works),
            Fact::Forgone(forgone) => teller.forgone(forgone.unit),
            Fact::CombatFire(volley) => teller.combat_fire(volley),
            Fact::CommanderCaptured { by, unit } => teller.commander_captured(*by, *unit),
            Fact::Delayed { .. } | Fact::Door(_) | Fact::ExemptionLost { .. } | Fact::InHand { .. } => None,
            Fact::FireOver | Fact::Sighted { .. } | Fact::Unrolled { .. } => None,
            Fact::Struck { cp, unit } => teller.struck(*unit, *cp),
            Fact::Flanked(flanker) => teller.flanked(flanker),
            Fact::HastyLine(line) => teller.hasty_line(line),
            Fact::LeftMap { dp, hex, unit, .. } => teller.left_map(*unit, *hex, *dp),
            Fact::Losses(losses) => teller.losses(losses),
            Fact::Returning { unit } => teller.returning(*unit),
            Fact::Shelled(shelling) => teller.shelled(shelling),
            Fact::Singled { hex, unit } => teller.singled(*hex, *unit),
            Fact::SplitFire(split) => teller.split_fire(split),
            Fact::Survival { die, unit } => teller.survival(*unit, *die),
            Fact::Ended { level, points, winner } => teller.ended(level, *points, *winner),
            Fact::PrizeTaken { prize, side } => teller.held(*prize, *side),
            Fact::Joined { chain, points, unit, .. } => teller.joined(*unit, *points, chain),
            Fact::Maneuvered(maneuver) => teller.maneuvered(maneuver),
            Fact::Named { units } => teller.named(units),
            Fact::Posted { hex, unit } => teller.posted(*unit, *hex),
            Fact::Primary { by, over, .. } => teller.primary(*by, over),
            Fact::TakesLess { factors, unit } => teller.takes_less(*unit, *factors),
            Fact::Released { level, unit, .. } => teller.released(*unit, *level),
            Fact::Rode { unit, way } => teller.rode(*unit, way),
            Fact::Segment { segment } => teller.segment(*segment),
            Fact::Seat(said) => teller.seat(said),
            Fact::SetDown { state, unit } => teller.set_down(*unit, state),
            Fact::TrainsLost { dice, lost, unit, .. } => teller.trains_lost(dice, *lost, *unit),
            Fact::NightOrdered(order) => teller.night_ordered(order),
            Fact::NightOrderOver { by, kept } => teller.night_order_over(*by, *kept),
            Fact::Transferred(transfer) => teller.transferred(transfer),
            Fact::Turn { side, turn } => teller.turn(*side, *turn),
            Fact::Unseen(fact) => teller.unseen(fact),
            Fact::UmpireTurn { segment, side, turn } => teller.umpire_turn(*segment, *side, *turn),
            Fact::UmpireWorks(works) => {
                teller.changed(format!("The umpire sets breastworks in {}.", teller.id(works.hex)), "3.0", works.hex)
            }
            Fact::UmpireUnit { state, unit } => teller.umpire_unit(*unit, state),
        }
    }
}
