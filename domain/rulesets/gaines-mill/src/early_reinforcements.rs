//! Chapter 17: reinforcements that come early by agreement, as options of the scenario (ruling 47).

use super::facts::Fact;
use super::position::Options;
use super::zones::Board;
use domain_core::referee::{OptionSpec, Refusal, Section, Terms};

/// The options on offer. 17.2 and 17.3 exclude each other, so they are two values of one option.
pub fn offers() -> Vec<OptionSpec> {
    vec![
        OptionSpec {
            key: "early-slocum",
            title: "Slocum and the 5th US Cavalry may enter on turn 1 (3 points to the Confederates)",
            values: vec![("no", "Slocum enters on turn 3"), ("yes", "They may enter from turn 1")],
            section: Section("17.1"),
        },
        OptionSpec {
            key: "early-richardson",
            title: "The Union Special Sequence comes early",
            values: vec![
                ("no", "After turn 4"),
                ("turn3", "After turn 3 (2 points to the Confederates)"),
                ("turn2", "After turn 2 (4 points to the Confederates, §17.3)"),
            ],
            section: Section("17.2"),
        },
    ]
}

/// The options as printed: none taken.
pub const NONE: Options = Options { early_slocum: false, special_after: 4 };

/// Options with one of them set.
///
/// # Errors
/// [`Refusal::Unreadable`] for an option or value that is not on offer.
pub fn with(options: Options, key: &str, value: &str) -> Result<Options, Refusal> {
    Ok(match (key, value) {
        ("early-slocum", "no") => Options { early_slocum: false, ..options },
        ("early-slocum", "yes") => Options { early_slocum: true, ..options },
        ("early-richardson", "no") => Options { special_after: 4, ..options },
        ("early-richardson", "turn3") => Options { special_after: 3, ..options },
        ("early-richardson", "turn2") => Options { special_after: 2, ..options },
        _ => {
            return Err(Refusal::unreadable(
                format!("There is no option {key} with the value {value}."),
                "The options are early-slocum (no, yes) and early-richardson (no, turn3, turn2).",
            ));
        }
    })
}

/// The options that terms ask for; those not named are not taken.
///
/// # Errors
/// As [`with`].
pub fn read(terms: &Terms) -> Result<Options, Refusal> {
    terms.options.iter().try_fold(NONE, |options, (key, value)| with(options, key, value))
}

/// An umpire's `option early-slocum yes`.
pub fn umpire(board: &Board<'_>, verb: &str, rest: &[&str]) -> Option<Result<Vec<Fact>, Refusal>> {
    let ("option", [key, value]) = (verb, rest) else { return None };
    Some(with(board.at.options, key, value).map(|options| vec![Fact::UmpireOptions(options)]))
}
