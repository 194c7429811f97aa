//! The ruleset's card.

use super::options;
use super::pack::Pack;
use super::sequence;
use domain_core::referee::{About, Chapter, Scenario, SeatSpec, Section};

/// The card of a pack.
pub fn about(pack: &Pack) -> About {
    let scenario =
        |id, title, length| Scenario { id, title, length, seats: SeatSpec::one_a_side(), options: options::offers() };
    About {
        id: "advanced-gettysburg",
        title: "Advanced Gettysburg",
        subtitle: "1 to 3 July 1863",
        revision: 1,
        blurb: "Brigades of several hexes march, form line and fight for the ridges around Gettysburg, each turn twenty minutes.",
        reconstructed: "The map, most commanders' ratings, guns, experience, fields of fire and the results of the Combat Fire Table.",
        scenarios: vec![
            scenario("morning", "McPherson's Ridge", "15 turns, July 1 to noon"),
            scenario("first-day", "The First Day", "42 turns, July 1 to nightfall"),
        ],
        files: pack.files.clone(),
        rules: vec![Chapter {
            section: Section("11.0"),
            title: "Movement",
            text: vec![
                "Markers move hex by hex for activity points, and lie in a chain when the brigade has moved (§11.0).",
            ],
        }],
        charts: Vec::new(),
        sequence: sequence::steps(),
    }
}
