//! The player-aid card (§2.4): combat tables and tracks, read from `tables.json` and kept as printed.

use domain_core::kit::files;
use domain_core::kit::results::{self, Cell as _, ResultsTable, TableText};
use domain_core::referee::PackError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one cell of a combat table brings (§7.4). Several codes of one cell all apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// Steps the attacker loses.
    pub ac: u8,
    /// Hexes the attacker retreats.
    pub ar: u8,
    /// Steps the defender loses.
    pub dc: u8,
    /// The defender is disordered.
    pub disorder: bool,
    /// The defender is disrupted (Disrupt, or the letter d).
    pub disrupt: bool,
    /// Hexes the defender retreats.
    pub dr: u8,
    /// Each side loses one step.
    pub ex: bool,
    /// The attacker is marked for return fire.
    pub rf: bool,
}

impl Effects {
    /// Whether the combat bonus has something to work with (§7.52, ruling 27).
    pub fn bonus_applies(&self) -> bool {
        self.dc > 0 || self.dr > 0 || self.ex
    }

    /// What they do to whom: "Griffin loses a step, retreats a hex". Each is a name and the steps it has.
    pub fn in_words(&self, attacker: (&str, u8), defender: (&str, u8)) -> String {
        let mut said = Vec::new();
        let mut says = |(name, steps): (&str, u8), loses: u8, shaken: &[(bool, &str)], back: u8| {
            if loses >= steps && loses > 0 {
                return said.push(format!("{name} is eliminated"));
            }
            let lost = match loses {
                0 => None,
                1 => Some("loses a step".to_owned()),
                n => Some(format!("loses {n} steps")),
            };
            let shaken = shaken.iter().filter(|(is, _)| *is).map(|(_, what)| (*what).to_owned());
            let back = match back {
                0 => None,
                1 => Some("retreats a hex".to_owned()),
                n => Some(format!("retreats {n} hexes")),
            };
            let does: Vec<String> = lost.into_iter().chain(shaken).chain(back).collect();
            if !does.is_empty() {
                said.push(format!("{name} {}", does.join(", ")));
            }
        };
        let each = u8::from(self.ex);
        let shaken = [(self.disrupt, "is disrupted"), (self.disorder, "is disordered")];
        says(defender, self.dc + each, &shaken, self.dr);
        says(attacker, self.ac + each, &[(self.rf, "may be fired on in return")], self.ar);
        if said.is_empty() { "nothing happens".to_owned() } else { said.join("; ") }
    }

    /// As [`Effects::in_words`], of what a cell prints: "DC1 DR1d".
    pub fn printed_in_words(text: &str, attacker: &str, defender: &str) -> Option<String> {
        let codes: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Some(Effects::read(&codes).ok()?.in_words((attacker, u8::MAX), (defender, u8::MAX)))
    }

    fn read(codes: &[String]) -> Result<Effects, PackError> {
        let mut effects = Effects::default();
        for code in codes {
            let bare = match code.strip_suffix('d') {
                Some(bare) => {
                    effects.disrupt = true;
                    bare
                }
                None => code,
            };
            let split = bare.find(|c: char| c.is_ascii_digit()).unwrap_or(bare.len());
            let (word, digits) = bare.split_at(split);
            let count = if digits.is_empty() { Ok(1) } else { digits.parse::<u8>() };
            let count = count.map_err(|e| PackError::new("tables.json", format!("{code}: {e}")))?;
            match word {
                "AC" => effects.ac += count,
                "AR" => effects.ar += count,
                "DC" => effects.dc += count,
                "DR" => effects.dr += count,
                "EX" => effects.ex = true,
                "Disrupt" => effects.disrupt = true,
                "Disorder" => effects.disorder = true,
                "RF" => effects.rf = true,
                "Nil" => {}
                _ => return Err(PackError::new("tables.json", format!("unknown result {code}"))),
            }
        }
        Ok(effects)
    }
}

/// A cell: its printed text and what it brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// As printed: "DC1 DR1d".
    pub text: String,
    /// What it brings.
    pub effects: Effects,
}

impl results::Cell for Cell {
    fn read(codes: &[String]) -> Result<Cell, PackError> {
        Ok(Cell { text: codes.join(" "), effects: Effects::read(codes)? })
    }

    fn text(&self) -> &str {
        &self.text
    }
}

/// What the columns of both tables count.
pub const DIFFERENTIAL: &str = "Column: attack strength less defense roll.";

/// A table with the defense roll differential across.
pub type Differential = ResultsTable<Cell>;

/// A space of the turn track (§2.3).
#[derive(Clone, Debug, Deserialize)]
pub struct TurnSpace {
    /// Its number, from 1.
    pub turn: u8,
    /// The clock.
    pub time: String,
    /// Dusk (§15.0).
    #[serde(default)]
    pub dusk: bool,
    /// What happens in it.
    #[serde(default)]
    pub events: Vec<String>,
    /// What happens after it.
    #[serde(default)]
    pub after: Vec<String>,
}

/// A victory level with its bounds (§16.0).
#[derive(Clone, Debug, Deserialize)]
pub struct VictoryLevel {
    /// Least points.
    pub min: Option<i32>,
    /// Most points.
    pub max: Option<i32>,
    /// Its name.
    pub result: String,
}

impl VictoryLevel {
    /// The points it stands for, as the card prints them: `11 to 15`.
    pub fn range(&self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("{min} to {max}"),
            (None, Some(max)) => format!("{max} or less"),
            (Some(min), None) => format!("{min} or more"),
            (None, None) => "any".to_owned(),
        }
    }
}

/// All tables and tracks.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Fire Combat Results Table.
    pub fire: Differential,
    /// Close Combat Results Table.
    pub close: Differential,
    /// Sharpshooter's Table, results 1 to 10.
    pub sharpshooter: Vec<Cell>,
    /// The turn track.
    pub turns: Vec<TurnSpace>,
    /// Victory levels, lowest first.
    pub levels: Vec<VictoryLevel>,
}

#[derive(Deserialize)]
struct RawSharpshooter {
    rows: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct RawTurns {
    turns: Vec<TurnSpace>,
}

#[derive(Deserialize)]
struct RawVictory {
    levels: Vec<VictoryLevel>,
}

#[derive(Deserialize)]
struct Raw {
    fire_combat: TableText,
    close_combat: TableText,
    sharpshooter: RawSharpshooter,
    turn_track: RawTurns,
    victory: RawVictory,
}

impl Tables {
    /// Reads `tables.json`.
    ///
    /// # Errors
    /// [`PackError`] for anything missing or unknown.
    pub fn read(text: &str) -> Result<Tables, PackError> {
        let raw: Raw = files::json("tables.json", text)?;
        let mut sharpshooter = Vec::new();
        for n in 1..=10 {
            let codes = raw.sharpshooter.rows.get(&n.to_string());
            let codes = codes.ok_or_else(|| PackError::new("tables.json", format!("no sharpshooter row {n}")))?;
            sharpshooter.push(Cell::read(codes)?);
        }
        let turns = raw.turn_track.turns;
        if turns.iter().map(|t| usize::from(t.turn)).ne(1..=turns.len()) || turns.len() < 5 {
            return Err(PackError::new("tables.json", "the turn track does not count from 1"));
        }
        if raw.victory.levels.last().is_none_or(|l| l.max.is_some()) {
            return Err(PackError::new("tables.json", "the last victory level has no open end"));
        }
        Ok(Tables {
            fire: Differential::read("tables.json", raw.fire_combat, &["infantry", "artillery"])?,
            close: Differential::read("tables.json", raw.close_combat, &["infantry", "cavalry", "artillery"])?,
            sharpshooter,
            turns,
            levels: raw.victory.levels,
        })
    }

    /// The last turn (§15.0).
    pub fn last_turn(&self) -> u8 {
        self.turns.len() as u8
    }
}
