//! The chronicle: each fact as a player would write it, with its arithmetic, told by its chapter.

use super::facts::Fact;
use super::pack::Pack;
use super::position::ImpulseUse;
use super::teller::Teller;
use domain_core::referee::{Line, Tone};

/// A fact told, or nothing where another fact says it already.
pub fn tell(pack: &Pack, fact: &Fact) -> Option<Line> {
    let teller = Teller { pack };
    Some(match fact {
        Fact::Activated { areas, leader, units } => teller.activated(areas, *leader, units),
        Fact::Advantage { to, what } => teller.advantage(*to, what),
        Fact::Check { goes_on, space, sum } => teller.check(*goes_on, *space, sum),
        Fact::Committed { area, kind, unit, .. } => teller.committed(*unit, *kind, *area),
        Fact::Crossing { crossing, state } => teller.crossing_changed(*crossing, *state),
        Fact::Eliminated { area, unit, why, .. } => teller.eliminated(*unit, *area, *why),
        Fact::Ended { confederate, level, union, .. } => teller.ended(level, *union, *confederate),
        Fact::Force { force, state } => return teller.may_enter(*force, *state),
        Fact::Fought { .. } => return teller.fought(fact),
        Fact::Gone { unit } => teller.gone(*unit),
        Fact::Impulse { free, side, space } => teller.impulse(*side, *free, *space),
        Fact::ImpulseOver { pass, spent, .. } => return teller.impulse_over(*pass, spent),
        Fact::Leader { leader, why, .. } => teller.leader_turned(*leader, why),
        Fact::LeaderHurt { area, hurt, leader } => teller.leader_hurt(*leader, *hurt, *area),
        Fact::LeaderMoved { leader, way, .. } => teller.rode(*leader, way),
        Fact::LeaderPut { area, leader } => teller.leader_put(*leader, *area),
        Fact::Moved { .. } => return teller.moved(fact),
        Fact::Overrun { area, side } => teller.overrun(*area, *side),
        Fact::Phase { phase, side, turn } => return teller.phase(*phase, *side, *turn),
        Fact::Rallied { units, .. } => return teller.rallied(units),
        Fact::Reorganised { area, leader, unit } => teller.reorganised(*leader, *unit, *area),
        Fact::Rerolled { by, dice, purpose, which } => teller.rerolled(*by, dice, *purpose, *which),
        Fact::Result { purpose, success, sum } => teller.result(*purpose, *success, sum),
        Fact::Retreated { from, to, unit } => teller.retreated(*unit, *from, *to),
        Fact::Silenced { leader } => teller.silenced(*leader),
        Fact::Spent { area, unit, why } => return teller.spent(*unit, *area, *why),
        Fact::Tried { crossing, cost, unit } => teller.tried(*unit, *crossing, *cost),
        Fact::Use { doing: ImpulseUse::Entering, force: Some(force), .. } => teller.brings_on(*force),
        Fact::Withdrew { unit, way } => teller.withdrew(*unit, way),
        Fact::UmpireImpulse(_)
        | Fact::UmpireLeader { .. }
        | Fact::UmpireOptions(_)
        | Fact::UmpireTurn { .. }
        | Fact::UmpireUnit { .. } => Line::new(Tone::Note, "The umpire sets the board."),
        Fact::Answered
        | Fact::Asked(_)
        | Fact::Changed(_)
        | Fact::FirstCorps
        | Fact::GoOn { .. }
        | Fact::Struck { .. }
        | Fact::Use { .. } => return None,
    })
}
