//! The umpire's word in study positions.
//!
//! ```text
//! clear                              every unit and leader off the map
//! place Gibbon 27 spent              a unit; also `active`
//! lost Starke      gone Starke       into the eliminated box, or out of the game
//! leader Hooker 26 active            a leader; also `inactive`, `wounded`, `replacement` (he was killed), `seriously` (wounded)
//! turn 3 union impulse 4             an impulse of the Action Phase, at a space
//! turn 3 rally confederate           the Rally Phase
//! turn 3 long-range
//! advantage union
//! bridge Lower Bridge union          ford Snavely's Ford found
//! reserve Torbert                    a unit or leader waiting to enter
//! due Hill                           due VI
//! ```

use super::facts::Fact;
use super::names::{read_area, read_leader, read_unit};
use super::pack::Pack;
use super::position::{
    CrossingState, Force, ForceState, LeaderCasualty, LeaderState, Phase, Place, Position, UnitState,
};
use domain_core::kit::UmpireLines;
use domain_core::kit::names::fold;
use domain_core::referee::{Refusal, Side};

const LINES: UmpireLines = UmpireLines {
    shape: "Write for example: clear; place Gibbon 27 spent; leader Hooker 26 active; turn 3 union impulse 4; advantage union.",
};

/// A leader off the map, on his inactive side.
const AWAY: LeaderState =
    LeaderState { active: false, hurt: None, place: Place::Gone, stopped: false, used: 0, wounded: false };

/// A name up to the first number, and what follows.
fn name_and_rest<'w>(words: &'w [&'w str]) -> (String, &'w [&'w str]) {
    let at = words.iter().position(|w| w.parse::<u8>().is_ok()).unwrap_or(words.len());
    (words[..at].join(" "), &words[at..])
}

/// The facts of an umpire's line.
///
/// # Errors
/// [`Refusal::Unreadable`] for a line that does not fit.
pub fn umpire(pack: &Pack, at: &Position, line: &str) -> Result<Vec<Fact>, Refusal> {
    let lower = line.trim().to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let Some((verb, rest)) = words.split_first() else { return Err(LINES.unreadable("That line is empty.")) };
    let turn = |phase, side, space, turn: u8| {
        if turn == 0 || usize::from(turn) > pack.turns.len() || space > pack.last_space {
            return Err(LINES.unreadable("There is no such turn or space."));
        }
        Ok(vec![Fact::UmpireTurn { phase, side, space, turn }])
    };
    // Half carried out, a fight or a question is about the pieces that would be moved from under it. Who holds the Advantage is about none.
    if !at.pending.is_empty() && !["turn", "advantage"].contains(verb) {
        return Err(
            LINES.unreadable("A question is open: have it answered first, or set the turn anew, which drops it.")
        );
    }
    match (*verb, rest) {
        ("clear", []) => {
            let away = UnitState::fresh(Place::Gone);
            let mut facts: Vec<Fact> = pack.ids().map(|unit| Fact::UmpireUnit { state: away, unit }).collect();
            facts.extend(pack.leader_ids().map(|leader| Fact::UmpireLeader { leader, state: AWAY }));
            Ok(facts)
        }
        ("place", words) => {
            let (name, rest) = name_and_rest(words);
            let unit = read_unit(pack, None, &name)?;
            let Some((area, marks)) = rest.split_first() else { return Err(LINES.unreadable("In which area?")) };
            let mut state = UnitState::fresh(Place::At(read_area(pack, area)?));
            for mark in marks {
                match *mark {
                    "spent" => state.spent = true,
                    "fresh" => state.spent = false,
                    "active" => state.active = true,
                    other => return Err(LINES.unreadable(format!("{other} is nothing a unit can be."))),
                }
            }
            Ok(vec![Fact::UmpireUnit { state, unit }])
        }
        ("lost" | "gone", words) => {
            let unit = read_unit(pack, None, &words.join(" "))?;
            let place = if *verb == "lost" { Place::Lost } else { Place::Gone };
            Ok(vec![Fact::UmpireUnit { state: UnitState::fresh(place), unit }])
        }
        ("reserve", words) => {
            let name = words.join(" ");
            if let Ok(leader) = read_leader(pack, &name) {
                let state = LeaderState { place: Place::Off, ..AWAY };
                return Ok(vec![Fact::UmpireLeader { leader, state }]);
            }
            let unit = read_unit(pack, None, &name)?;
            Ok(vec![Fact::UmpireUnit { state: UnitState::fresh(Place::Off), unit }])
        }
        ("leader", words) => {
            let (name, rest) = name_and_rest(words);
            let leader = read_leader(pack, &name)?;
            let Some((area, marks)) = rest.split_first() else { return Err(LINES.unreadable("In which area?")) };
            let place = Place::At(read_area(pack, area)?);
            let mut state = LeaderState { place, ..AWAY };
            for mark in marks {
                match *mark {
                    "active" => state.active = true,
                    "inactive" => state.active = false,
                    "wounded" => state.wounded = true,
                    "replacement" => state.hurt = Some(LeaderCasualty::Killed),
                    "seriously" => state.hurt = Some(LeaderCasualty::Seriously),
                    other => return Err(LINES.unreadable(format!("{other} is nothing a leader can be."))),
                }
            }
            Ok(vec![Fact::UmpireLeader { leader, state }])
        }
        ("turn", [n, "long-range"]) => turn(Phase::LongRange, Side::Union, 0, LINES.number(n)?),
        ("turn", [n, "rally", who]) => turn(Phase::Rally, LINES.side(who)?, at.space, LINES.number(n)?),
        ("turn", [n, who, "impulse", space]) => {
            turn(Phase::Action, LINES.side(who)?, LINES.number(space)?, LINES.number(n)?)
        }
        ("advantage", [who]) => Ok(vec![Fact::Advantage { to: LINES.side(who)?, what: "the umpire says so".into() }]),
        ("bridge" | "ford", [name @ .., how]) => {
            let wanted = fold(&name.join(" "));
            let index = pack.crossings.iter().position(|c| fold(&c.name).starts_with(&wanted) && !wanted.is_empty());
            let Some(index) = index else { return Err(LINES.unreadable("There is no such crossing.")) };
            let state = if *verb == "bridge" {
                CrossingState { found: false, holder: Some(LINES.side(how)?) }
            } else {
                CrossingState { found: *how == "found", holder: None }
            };
            Ok(vec![Fact::Crossing { crossing: index as u8, state }])
        }
        ("due", [force]) => {
            let force = Force::ALL.into_iter().find(|f| fold(f.word()) == fold(force));
            let Some(force) = force else { return Err(LINES.unreadable("Hill, or VI?")) };
            Ok(vec![Fact::Force { force, state: ForceState { due: true, ..at.forces[force as usize] } }])
        }
        _ => Err(LINES.unreadable(format!("{line} is not an umpire's line."))),
    }
}
