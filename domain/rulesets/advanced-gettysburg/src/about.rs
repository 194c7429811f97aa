//! The ruleset's card.

use super::layouts::{Layout, OFFERS};
use super::options;
use super::pack::Pack;
use super::{charts, rules_text, sequence};
use domain_core::referee::{About, Scenario};

/// The card of a pack.
pub fn about(pack: &Pack) -> About {
    let scenario = |(id, _, layout, title, length): &(&'static str, _, Layout, &'static str, &'static str)| Scenario {
        id: *id,
        title: *title,
        length: *length,
        seats: layout.specs(),
        options: options::offers(id),
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
        scenarios: OFFERS.iter().filter(|row| !row.2.is_many()).map(scenario).collect(),
        files: pack.files.clone(),
        rules: rules_text::chapters(),
        charts: charts::charts(pack),
        sequence: sequence::steps(),
    }
}
