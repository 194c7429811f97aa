//! The ruleset's card.

use super::pack::Pack;
use domain_core::referee::{About, Scenario, SeatSpec, Side, StepOfPlay};

/// The card of a pack.
pub fn about(pack: &Pack) -> About {
    let step = StepOfPlay::new;
    let (union, confederate) = (Some(Side::Union), Some(Side::Confederate));
    About {
        id: "bloodiest-day",
        title: "Bloodiest Day: Antietam",
        subtitle: "Sharpsburg, Maryland, 17 September 1862",
        revision: pack.revision,
        blurb: "McClellan's army comes on corps by corps against Lee's thin line between the Potomac and Antietam Creek. The \
                sides alternate in impulses that may end at any roll; a leader must be awake before his corps can act, and \
                whoever holds the Advantage may have any die rolled again. Seventy-five areas, seven turns of two hours.",
        reconstructed: "The map, the counters' values and the last turn are reconstructed from history and from every statement \
                        of the rulebook's second edition: the printed sheet and counters were not at hand. Each value carries its \
                        provenance in the data pack; an owner of the boxed game can put the printed values in.",
        scenarios: vec![Scenario {
            id: "battle",
            title: "The battle of Antietam",
            length: "7 turns of about eight impulses",
            seats: SeatSpec::one_a_side(),
            options: super::setup::offers(),
        }],
        files: pack.files.clone(),
        rules: super::rules_text::chapters(),
        charts: super::charts::charts(pack),
        sequence: vec![
            step("long-range", "Long-Range Bombardment", union, "3.0"),
            step("impulse-union", "Union impulse", union, "3.0"),
            step("impulse-confederate", "Confederate impulse", confederate, "3.0"),
            step("rally-confederate", "Rally", confederate, "9.0"),
            step("rally-union", "Rally", union, "9.0"),
            step("over", "Victory", None, "2.0"),
        ],
    }
}
