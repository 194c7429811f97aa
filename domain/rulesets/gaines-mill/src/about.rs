//! The ruleset's card.

use super::early_reinforcements;
use super::pack::Pack;
use domain_core::referee::{About, Scenario, SeatSpec, Side, StepOfPlay};

/// The card of a pack.
pub fn about(pack: &Pack) -> About {
    About {
        id: "gaines-mill",
        title: "Blood Before Richmond: Gaines's Mill",
        subtitle: "The Seven Days, 27 June 1862",
        revision: pack.revision,
        blurb: "Lee attacks Porter's corps behind Boatswain's Swamp. The Confederate must make divisions act together that \
                rarely do, and carry a wooded stream, a steep slope and a line of guns before dark; the Union has two divisions \
                to move at a time, a strong position, and too few men to hold it everywhere. Six turns, brigades and batteries, \
                an evening each.",
        reconstructed: "The map, the counters' values and the combat tables are reconstructed from history and from every \
                        statement of the rulebook: the printed sheet and player-aid card were not at hand. Each value carries \
                        its provenance in the data pack; an owner of the boxed game can put the printed values in.",
        scenarios: vec![Scenario {
            id: "battle",
            title: "The battle of Gaines's Mill",
            length: "6 turns",
            seats: SeatSpec::one_a_side(),
            options: early_reinforcements::offers(),
        }],
        files: pack.files.clone(),
        rules: super::rules_text::chapters(),
        charts: super::charts::charts(pack),
        sequence: sequence(),
    }
}

fn sequence() -> Vec<StepOfPlay> {
    let step = StepOfPlay::new;
    let (union, confederate) = (Some(Side::Union), Some(Side::Confederate));
    vec![
        step("setup-union", "Set-up", union, "3.0"),
        step("setup-confederate", "Set-up", confederate, "3.0"),
        step("command-confederate", "Command Phase", confederate, "5.1"),
        step("move-confederate", "Move Phase", confederate, "6.0"),
        step("fire-confederate", "Fire Phase", confederate, "8.0"),
        step("reaction-union", "Reaction Phase", union, "10.0"),
        step("close-confederate", "Close Combat Phase", confederate, "11.0"),
        step("command-union", "Command Phase", union, "5.2"),
        step("move-union", "Move Phase", union, "6.0"),
        step("fire-union", "Fire Phase", union, "8.0"),
        step("reaction-confederate", "Reaction Phase", confederate, "10.0"),
        step("close-union", "Close Combat Phase", union, "11.0"),
        step("special", "Special Sequence", union, "14.0"),
        step("second-close", "Second Close Combat", confederate, "15.0"),
        step("over", "Victory", None, "16.0"),
    ]
}
