//! §1.3: the armies at dawn. Everything starts where the lists say, so nobody sets anything up.

use super::pack::Pack;
use super::position::{CrossingState, ForceState, Impulse, LeaderState, Options, Phase, Place, Position, UnitState};
use domain_core::referee::{About, OptionSpec, Refusal, Section, Side, Terms};

/// The options (§12.0, rulings 1 and 10).
pub fn offers() -> Vec<OptionSpec> {
    let offer = |key, title, yes, section| OptionSpec {
        key,
        title,
        values: vec![("no", "as usual"), ("yes", yes)],
        section: Section(section),
    };
    vec![
        offer("mcclellan-has-a-plan", "McClellan has a plan", "Burnside begins active", "12.0"),
        offer("area-18-as-printed", "Area 18 as printed", "Gibbon's men begin in 18, among Winder's", "1.3"),
        offer("six-turns", "A shorter day", "The game ends after turn 6, at 1730", "3.0"),
    ]
}

/// The first position.
///
/// # Errors
/// [`Refusal::Unreadable`] for an unknown scenario, option or value.
pub fn open(pack: &Pack, about: &About, terms: &Terms) -> Result<Position, Refusal> {
    if about.scenario(&terms.scenario).is_none() {
        let wrong = format!("There is no scenario {}.", terms.scenario);
        return Err(Refusal::unreadable(wrong, "The scenario is called battle."));
    }
    let mut options = Options::default();
    for (key, value) in &terms.options {
        let on = match value.as_str() {
            "yes" => true,
            "no" => false,
            other => {
                return Err(Refusal::unreadable(format!("{key} cannot be {other}."), "An option is yes or no."));
            }
        };
        match key.as_str() {
            "mcclellan-has-a-plan" => options.plan = on,
            "area-18-as-printed" => options.as_printed = on,
            "six-turns" => options.six_turns = on,
            _ => {
                let legal = "There are mcclellan-has-a-plan, area-18-as-printed and six-turns.";
                return Err(Refusal::unreadable(format!("There is no option {key}."), legal));
            }
        }
    }
    let place = |area: Option<u8>| area.map_or(Place::Off, Place::At);
    Ok(Position {
        advantage: Side::Confederate,
        bombarded: Vec::new(),
        crossings: pack.crossings.iter().map(|c| CrossingState { found: c.found, holder: c.holder }).collect(),
        first_over: false,
        forces: [ForceState { area: None, due: false }; 2],
        impulse: Impulse::new(false),
        leaders: pack
            .leaders
            .iter()
            .map(|l| LeaderState {
                active: l.active || options.plan && l.formation == "IX",
                hurt: None,
                place: place(l.start),
                stopped: false,
                used: 0,
                wounded: false,
            })
            .collect(),
        options,
        passes: 0,
        pending: Vec::new(),
        phase: Phase::LongRange,
        side: Side::Union,
        space: 0,
        turn: 1,
        units: pack
            .units
            .iter()
            .map(|u| UnitState::fresh(place(if options.as_printed { u.listed } else { u.start })))
            .collect(),
    })
}
