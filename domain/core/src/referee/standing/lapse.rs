//! Rules whose premise is gone: the unit they speak of eliminated, their turn past. Such a part of a rule is off by itself, since
//! its conditions cannot hold any more; what is done here is to say so.

use super::Standing;
use super::rule::{Condition, Test};

/// The circumstance of the game turn, which only ever rises.
pub const TURN: &str = "turn";

/// A part of a rule that has switched itself off.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Lapsed {
    /// The offer.
    pub key: String,
    /// The case in notation: `if unit Archer: ask`.
    pub case: String,
    /// Why: "Archer is eliminated".
    pub why: String,
}

impl std::fmt::Display for Lapsed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Standing order {}, {}: off, because {}.", self.key, self.case, self.why)
    }
}

/// The cases that can hold no more on game turn `turn`; `gone` says why a name of a circumstance is out of the game.
pub fn lapsed(standing: &Standing, turn: i64, gone: impl Fn(&str, &str) -> Option<String>) -> Vec<Lapsed> {
    let mut found = Vec::new();
    for (key, text) in standing.0.iter().filter(|(_, text)| super::set::is_conditional(text)) {
        let Ok(rule) = super::read::read(text) else { continue };
        for case in &rule.cases {
            if let Some(why) = case.conditions.iter().find_map(|c| off(c, turn, &gone)) {
                found.push(Lapsed { key: key.clone(), case: case.to_string(), why });
            }
        }
    }
    found
}

fn off(condition: &Condition, turn: i64, gone: impl Fn(&str, &str) -> Option<String>) -> Option<String> {
    use super::rule::Compare::{AtMost, Equal, Less};
    match &condition.test {
        Test::Number(compare @ (AtMost | Equal | Less), bound) if condition.key == TURN => {
            let last = if *compare == Less { bound - 1 } else { *bound };
            (turn > last).then(|| format!("turn {last} is past"))
        }
        Test::Is(names) => {
            let why: Option<Vec<String>> = names.iter().map(|n| gone(&condition.key, n)).collect();
            why.filter(|w| !w.is_empty()).map(|w| w.join(" and "))
        }
        _ => None,
    }
}
