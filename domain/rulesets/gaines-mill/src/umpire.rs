//! The umpire's word in study positions: puts units and markers where a question needs them.
//!
//! ```text
//! clear                                        everything off the map, no markers
//! place Archer 0714 steps 3 disrupted rf       a unit with any of: steps N, good, disrupted, disordered, rf, activated,
//!                                              inactive, moved, shifted, recovered, fired, closed, reacted, shot,
//!                                              charging NAME
//! mark Archer disordered rf                    the same without placing it
//! remove Archer        eliminate Archer        off the map, or out of the game
//! turn 3 union fire    setup confederate       turn, side and phase
//! activate Morell Sykes                        divisions (either side's) with their independents
//! ccrm 2      touch used      touch unused
//! option early-slocum yes     option early-richardson turn3
//! ```

use super::facts::Fact;
use super::names::{UMPIRE, read_hex, read_unit};
use super::pack::Pack;
use super::position::{Act, Condition, Place, UnitState};
use super::teller::Teller;
use super::units::UnitId;
use super::zones::Board;
use super::{command, early_reinforcements, sequence};
use domain_core::referee::{Line, Refusal};

type Read = fn(&Board<'_>, &str, &[&str]) -> Option<Result<Vec<Fact>, Refusal>>;

/// What chapters let an umpire say; units as such are set here.
const CHAPTERS: [Read; 3] = [sequence::umpire, command::umpire, early_reinforcements::umpire];

/// The facts of an umpire's line.
///
/// # Errors
/// [`Refusal::Unreadable`] for a line that does not fit.
pub fn umpire(board: &Board<'_>, line: &str) -> Result<Vec<Fact>, Refusal> {
    let (pack, at) = (board.pack, board.at);
    let lower = line.trim().to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let Some((verb, rest)) = words.split_first() else { return Err(UMPIRE.unreadable("That line is empty.")) };
    match (*verb, rest) {
        ("clear", []) => {
            let mut facts: Vec<Fact> = pack
                .ids()
                .map(|unit| Fact::UmpireUnit { state: UnitState::fresh(pack.unit(unit).steps), unit })
                .collect();
            facts.push(Fact::UmpireTurn { phase: at.phase, side: at.side, turn: at.turn });
            Ok(facts)
        }
        ("place", words) => {
            let (count, unit) = read_unit(pack, None, words)?;
            let Some((hex, marks)) = words[count..].split_first() else {
                return Err(UMPIRE.unreadable("Which hex?"));
            };
            let hex = read_hex(hex)?;
            let ground = &pack.ground;
            if !ground.grid.contains(hex) || (ground.hex(hex).river && ground.hex(hex).bridge.is_none()) {
                return Err(UMPIRE.unreadable(format!("No unit can stand in {hex}.")));
            }
            if let Some(other) = board.unit_in(hex).filter(|other| *other != unit) {
                return Err(UMPIRE.unreadable(format!("{} is in {hex} already.", pack.unit(other).name)));
            }
            let fresh = UnitState { place: Place::At(hex), ..UnitState::fresh(pack.unit(unit).steps) };
            Ok(vec![Fact::UmpireUnit { state: marked(pack, unit, fresh, marks)?, unit }])
        }
        ("mark", words) => {
            let (count, unit) = read_unit(pack, None, words)?;
            let state = marked(pack, unit, *at.unit(unit), &words[count..])?;
            Ok(vec![Fact::UmpireUnit { state, unit }])
        }
        ("remove" | "eliminate", words) => {
            let (count, unit) = read_unit(pack, None, words)?;
            if count != words.len() {
                return Err(UMPIRE.unreadable("One unit at a time."));
            }
            let state = match *verb {
                "remove" => UnitState::fresh(pack.unit(unit).steps),
                _ => UnitState { place: Place::Lost, ..UnitState::fresh(0) },
            };
            Ok(vec![Fact::UmpireUnit { state, unit }])
        }
        _ => {
            let known = CHAPTERS.iter().find_map(|read| read(board, verb, rest));
            known.unwrap_or_else(|| Err(UMPIRE.unreadable(format!("The umpire does not know: {}.", words.join(" ")))))
        }
    }
}

/// A state with marks put on or taken off.
fn marked(pack: &Pack, unit: UnitId, mut state: UnitState, mut words: &[&str]) -> Result<UnitState, Refusal> {
    while let Some((word, rest)) = words.split_first() {
        words = rest;
        match *word {
            "steps" => {
                let Some((count, rest)) = words.split_first() else { return Err(UMPIRE.unreadable("How many steps?")) };
                words = rest;
                state.steps = UMPIRE.number(count)?;
                if !(1..=5).contains(&state.steps) {
                    return Err(UMPIRE.unreadable("A unit has from 1 to 5 steps."));
                }
            }
            "good" => state.condition = Condition::Good,
            "disrupted" => state.condition = Condition::Disrupted,
            "disordered" => state.condition = Condition::Disordered,
            "rf" => state.rf = true,
            "activated" | "active" => state.activated = true,
            "inactive" => state.activated = false,
            "moved" => state.act = Act::Moved,
            "shifted" => state.act = Act::Shifted,
            "recovered" => state.act = Act::Recovered,
            "fired" => state.fired = true,
            "closed" => state.closed = true,
            "reacted" => state.reacted = true,
            "shot" => state.shot = true,
            "charging" => {
                let (count, target) = read_unit(pack, Some(pack.unit(unit).side.other()), words)?;
                words = &words[count..];
                state.charging = Some(target);
                state.act = Act::Moved;
            }
            other => return Err(UMPIRE.unreadable(format!("{other} is not a marker or counter of this game."))),
        }
    }
    Ok(state)
}

impl Teller<'_> {
    /// A unit set by an umpire.
    pub fn umpire_unit(&self, unit: UnitId, state: &UnitState) -> Option<Line> {
        let name = self.name(unit);
        match state.hex() {
            Some(hex) => {
                let text = format!("The umpire sets {name} at {} with {} steps.", self.place(hex), state.steps);
                self.changed(text, "3.0", hex)
            }
            None => self.note(format!("The umpire takes {name} off the map."), "3.0"),
        }
    }
}
