//! The ruleset's card.

use super::pack::Pack;
use domain_core::referee::{About, Chapter, Scenario, SeatSpec, Section, Side, StepOfPlay};

/// The card of a pack.
pub fn about(pack: &Pack) -> About {
    let turn = |side: Side, title| StepOfPlay::new(side.word(), title, Some(side), "2.0");
    About {
        id: "picket-line",
        title: "Picket Line",
        subtitle: "An example",
        // Counts up whenever a decision changes.
        revision: 1,
        blurb: "Two patrols on a row of five posts push one another back.",
        reconstructed: "Everything: it was made up as an example.",
        scenarios: vec![Scenario {
            id: "line",
            title: "The line",
            length: "8 turns",
            seats: SeatSpec::one_a_side(),
            options: Vec::new(),
        }],
        files: pack.files.clone(),
        rules: vec![Chapter {
            section: Section("3.0"),
            title: "Going",
            text: vec!["A patrol goes to a neighbouring post, dashes over a free post to a free one, or holds (§3.0)."],
        }],
        charts: Vec::new(),
        sequence: vec![turn(Side::Union, "Union turn"), turn(Side::Confederate, "Confederate turn")],
    }
}
