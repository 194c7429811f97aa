//! The chronicle: each fact as a player would write it, told by its chapter.

use super::facts::Fact;
use super::pack::Pack;
use super::teller::Teller;
use domain_core::referee::Line;

/// Tells a fact. There are no secrets in this game, so it is told to everybody alike.
pub fn tell(pack: &Pack, fact: &Fact) -> Option<Line> {
    let teller = Teller { pack };
    match fact {
        Fact::Activated { divisions, units } => teller.activated(divisions, units),
        Fact::Advanced { from, to, unit } => teller.advanced(*unit, *from, *to),
        Fact::Attacked { .. } => teller.attacked(fact),
        Fact::BonusUsed { attacker, bonus } => teller.bonus_used(*attacker, *bonus),
        Fact::Ccrm { space } => teller.ccrm(*space),
        Fact::Charged { cost, entered, target, unit, way } => teller.charged(*unit, *target, way, *cost, *entered),
        Fact::ChargeOver { hex, unit, why } => teller.charge_over(*unit, *hex, *why),
        Fact::Coordination { ccrm, dice, divisions, touch } => teller.coordination(*dice, *ccrm, divisions, *touch),
        Fact::Ended { level, lines, points, .. } => teller.ended(level, lines, *points),
        Fact::Lifted { hex, unit } => teller.lifted(*unit, *hex),
        Fact::Lost { cause, hex, left, steps, unit } => teller.lost(*unit, *hex, *steps, *left, *cause),
        Fact::Marked { condition, hex, unit } => teller.marked(*unit, *hex, *condition),
        Fact::Moved { cost, entered, unit, way, .. } => teller.moves(*unit, way, *cost, *entered),
        Fact::Phase { phase, side, turn } => teller.phase(*phase, *side, *turn),
        Fact::Placed { hex, unit } => teller.placed(*unit, *hex),
        Fact::Recovered { condition, hex, unit } => teller.recovers(*unit, *hex, *condition),
        Fact::Retreated { from, to, unit, voluntary } => teller.retreated(*unit, *from, *to, *voluntary),
        Fact::ReturnFire { hex, unit } => teller.return_fire(*unit, *hex),
        Fact::RollKept { dice, second } => teller.roll_kept(*dice, *second),
        Fact::StoodFast { hex, retreat, unit } => teller.stood_fast(*unit, *hex, *retreat),
        Fact::SteppedAway { from, to, unit } => teller.stepped_away(*unit, *from, *to),
        Fact::Touch => teller.touch(),
        Fact::Withdrew { from, to, unit, .. } => teller.withdrew(*unit, *from, *to),
        Fact::UmpireUnit { state, unit } => teller.umpire_unit(*unit, state),
        Fact::UmpireTurn { phase, side, turn } => {
            teller.note(format!("The umpire goes to turn {turn}, {side} {}.", phase.title()), "4.0")
        }
        Fact::UmpireOptions(_) => teller.note("The umpire sets the optional rules.".to_owned(), "17.0"),
        Fact::UmpireTouch { used } => {
            let word = if *used { "used" } else { "unused" };
            teller.note(format!("The umpire sets Lee's Personal Touch {word}."), "5.13")
        }
        Fact::Asked(_) | Fact::Answered | Fact::ReturnFireOver => None,
    }
}
