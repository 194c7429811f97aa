//! The ruleset's card.

use super::layouts::{Layout, OFFERS};
use super::options;
use super::pack::Pack;
use super::{charts, rules_text, sequence};
use domain_core::referee::{About, Scenario};

/// Of the scenarios with several seats a side those in which somebody comes for every seat by the cards, as far as they were played through; in the others
/// whole corps would have a player and no turn.
const OF_SEVERAL: [&str; 3] = ["first-day-2", "two-days-4", "three-days-4"];

/// The card of a pack.
pub fn about(pack: &Pack) -> About {
    let scenario = |(id, _, layout, title, length): &(&'static str, _, Layout, &'static str, &'static str)| Scenario {
        id: *id,
        title: *title,
        length: *length,
        seats: layout.specs(),
        options: options::offers(id, layout.is_many()),
    };
    let offered = |(id, _, layout, ..): &&(&'static str, _, Layout, &'static str, &'static str)| {
        !layout.is_many() || OF_SEVERAL.contains(id)
    };
    About {
        id: "advanced-gettysburg",
        title: "Advanced Gettysburg",
        subtitle: "1 to 3 July 1863",
        revision: pack.revision,
        blurb: "Brigades of up to six hexes march by road, form line and fight for the ridges around Gettysburg, in turns of twenty \
                minutes. A die says how far each can act, and a commander who is near makes it tell; guns reach eight hexes, muskets two; \
                who attacks must first be named, then come close, fire, and assault.",
        reconstructed: "The map, the batteries' guns, the brigades' experience, most commanders' ratings, the fields of fire, the results of the \
                        Combat Fire Table and the places that count are reconstructed from the rulebook's text, the order of battle and maps \
                        of the time: the printed sheet and counters were not at hand. Each value carries its provenance in the data pack.",
        scenarios: OFFERS.iter().filter(offered).map(scenario).collect(),
        files: pack.files.clone(),
        rules: rules_text::chapters(),
        charts: charts::charts(pack),
        sequence: sequence::steps(),
    }
}
