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

use super::early_reinforcements;
use super::facts::Fact;
use super::names::{read_division, read_hex, read_unit};
use super::pack::Pack;
use super::position::{Act, Condition, Phase, Place, Position, UnitState};
use super::teller::Teller;
use super::units::{Division, UnitId};
use super::zones::Board;
use domain_core::referee::{Line, Refusal, Side};

const SHAPE: &str = "Write for example: clear; place Archer 0714 steps 3 disrupted; remove Archer; turn 3 union fire; activate Morell; ccrm 2.";

fn unreadable(wrong: impl Into<String>) -> Refusal {
    Refusal::unreadable(wrong, SHAPE)
}

fn number(word: &str) -> Result<u8, Refusal> {
    word.parse().map_err(|_| unreadable(format!("{word} is not a number from 0 to 255.")))
}

fn side(word: &str) -> Result<Side, Refusal> {
    Side::BOTH.into_iter().find(|s| s.word() == word).ok_or_else(|| unreadable(format!("{word} is not a side.")))
}

/// The facts of an umpire's line.
///
/// # Errors
/// [`Refusal::Unreadable`] for a line that does not fit.
pub fn umpire(pack: &Pack, at: &Position, line: &str) -> Result<Vec<Fact>, Refusal> {
    let lower = line.trim().to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let Some((verb, rest)) = words.split_first() else { return Err(unreadable("That line is empty.")) };
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
                return Err(unreadable("Which hex?"));
            };
            let hex = read_hex(hex)?;
            let ground = &pack.ground;
            if !ground.grid.contains(hex) || (ground.hex(hex).river && ground.hex(hex).bridge.is_none()) {
                return Err(unreadable(format!("No unit can stand in {hex}.")));
            }
            if let Some(other) = Board::new(pack, at).unit_in(hex).filter(|other| *other != unit) {
                return Err(unreadable(format!("{} is in {hex} already.", pack.unit(other).name)));
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
                return Err(unreadable("One unit at a time."));
            }
            let state = match *verb {
                "remove" => UnitState::fresh(pack.unit(unit).steps),
                _ => UnitState { place: Place::Lost, ..UnitState::fresh(0) },
            };
            Ok(vec![Fact::UmpireUnit { state, unit }])
        }
        ("turn", [turn, who, phase]) => {
            let turn = number(turn)?;
            if turn > pack.tables.last_turn() {
                return Err(unreadable(format!("There is no turn {turn}.")));
            }
            let phase = Phase::ALL.into_iter().find(|p| p.word() == *phase && *p != Phase::Over);
            let phase = phase.ok_or_else(|| {
                unreadable("The phases are setup, command, move, fire, reaction, close, second-close and special.")
            })?;
            Ok(vec![Fact::UmpireTurn { phase, side: side(who)?, turn }])
        }
        ("setup", [who]) => Ok(vec![Fact::UmpireTurn { phase: Phase::Setup, side: side(who)?, turn: 0 }]),
        ("activate", names) => {
            let mut divisions = read_divisions(names)?;
            divisions.sort_unstable();
            divisions.dedup();
            let Some(first) = divisions.first() else { return Err(unreadable("Which division?")) };
            let units = Board::new(pack, at).activated_by(first.side(), &divisions);
            Ok(vec![Fact::Activated { divisions, units }])
        }
        ("ccrm", [space]) => match number(space)? {
            space @ 0..=6 => Ok(vec![Fact::Ccrm { space }]),
            _ => Err(unreadable("The CCRM marker lies on 0 to 6.")),
        },
        ("touch", ["used"]) => Ok(vec![Fact::UmpireTouch { used: true }]),
        ("touch", ["unused"]) => Ok(vec![Fact::UmpireTouch { used: false }]),
        ("option", [key, value]) => {
            let options = early_reinforcements::with(at.options, key, value)?;
            Ok(vec![Fact::UmpireOptions(options)])
        }
        _ => Err(unreadable(format!("The umpire does not know: {}.", words.join(" ")))),
    }
}

/// Divisions by name, of one word or two ("D.H. Hill").
fn read_divisions(words: &[&str]) -> Result<Vec<Division>, Refusal> {
    let words: Vec<&str> = words.iter().copied().filter(|w| *w != "and").collect();
    let mut divisions = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let two = words.get(at..at + 2).and_then(|pair| read_division(&pair.concat()).ok());
        at += if two.is_some() { 2 } else { 1 };
        divisions.push(match two {
            Some(division) => division,
            None => read_division(words[at - 1])?,
        });
    }
    Ok(divisions)
}

/// A state with marks put on or taken off.
fn marked(pack: &Pack, unit: UnitId, mut state: UnitState, mut words: &[&str]) -> Result<UnitState, Refusal> {
    while let Some((word, rest)) = words.split_first() {
        words = rest;
        match *word {
            "steps" => {
                let Some((count, rest)) = words.split_first() else { return Err(unreadable("How many steps?")) };
                words = rest;
                state.steps = number(count)?;
                if !(1..=5).contains(&state.steps) {
                    return Err(unreadable("A unit has from 1 to 5 steps."));
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
            other => return Err(unreadable(format!("{other} is not a marker or counter of this game."))),
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
