//! The optional rules that a game may be played with (0.1 to 0.13): those that are here.

use super::layouts::{Layout, offered};
use super::segments::Scenario;
use domain_core::referee::{OptionSpec, Refusal, Section, Terms};
use serde::{Deserialize, Serialize};

/// Which optional rules are in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// 0.9: ammunition left behind as corps headquarters enter.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ammunition_loss: bool,
    /// 0.10: each corps draws on its own reserve.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ammunition_reserve: bool,
    /// 0.11: ammunition counts for victory.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ammunition_victory: bool,
    /// 0.13: artillery commanders; only with night orders.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub artillery_commanders: bool,
    /// 0.12: breastworks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub breastworks: bool,
    /// 0.6: cavalry charges.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub charge: bool,
    /// 0.7: the Confederates may have to wait with their attacks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub delayed_attack: bool,
    /// 0.5: entry options, written before play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub entry_options: bool,
    /// 0.4: brigades' names are hidden until they fight.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden_identity: bool,
    /// 0.1: who is out of the enemy's view is known to its own side alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden_movement: bool,
    /// 0.3: Jackson, and the army in two corps.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub jackson: bool,
    /// 0.2: orders written at night.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub night_orders: bool,
    /// 0.8: no more cannon fire than factors are left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reduced_artillery: bool,
    /// 0.3: Trimble may take a lost division.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub trimble: bool,
}

/// An optional rule: key, section, what it is called, and what it says when it is in force.
struct Row {
    key: &'static str,
    section: &'static str,
    title: &'static str,
    on: &'static str,
    set: fn(&mut Options) -> &mut bool,
}

const ROWS: [Row; 14] = [
    Row {
        key: "hidden-movement",
        section: "0.1",
        title: "Hidden movement",
        on: "Behind lines of outposts, which detachments spread, counters move unseen; who comes upon them is surprised",
        set: |o| &mut o.hidden_movement,
    },
    Row {
        key: "night-orders",
        section: "0.2",
        title: "Night orders",
        on: "Transfers and movement orders are written at night, for both sides to read but where counters move hidden",
        set: |o| &mut o.night_orders,
    },
    Row {
        key: "trimble",
        section: "0.3",
        title: "General Trimble",
        on: "Trimble may take the division of a commander who is lost, or who follows a corps commander who is, at night",
        set: |o| &mut o.trimble,
    },
    Row {
        key: "jackson",
        section: "0.3",
        title: "General Jackson",
        on: "Jackson leads the II Corps, and the Army of Northern Virginia has two; twenty points for the Union",
        set: |o| &mut o.jackson,
    },
    Row {
        key: "hidden-identity",
        section: "0.4",
        title: "Hidden identity",
        on: "Brigades come on without their names, until they or brigades stacked with them fight",
        set: |o| &mut o.hidden_identity,
    },
    Row {
        key: "entry-options",
        section: "0.5",
        title: "Optional entry",
        on: "Each side writes entry options before play, and pays for them in points",
        set: |o| &mut o.entry_options,
    },
    Row {
        key: "cavalry-charge",
        section: "0.6",
        title: "Cavalry charge",
        on: "Cavalry may charge in attack columns",
        set: |o| &mut o.charge,
    },
    Row {
        key: "delayed-attack",
        section: "0.7",
        title: "Delayed attack",
        on: "By a number and a die the Confederates may have to wait with attacks for their second division",
        set: |o| &mut o.delayed_attack,
    },
    Row {
        key: "reduced-artillery",
        section: "0.8",
        title: "Reduced artillery effectiveness",
        on: "A battery fires no more cannon than it has ammunition factors",
        set: |o| &mut o.reduced_artillery,
    },
    Row {
        key: "ammunition-loss",
        section: "0.9",
        title: "Ammunition loss",
        on: "Corps may lose reserve ammunition as their headquarters enter",
        set: |o| &mut o.ammunition_loss,
    },
    Row {
        key: "ammunition-reserve",
        section: "0.10",
        title: "Ammunition reserve breakdown",
        on: "Batteries draw on the reserve of their own corps",
        set: |o| &mut o.ammunition_reserve,
    },
    Row {
        key: "ammunition-victory",
        section: "0.11",
        title: "Ammunition and victory",
        on: "Ten factors fired or lost are a point for the enemy",
        set: |o| &mut o.ammunition_victory,
    },
    Row {
        key: "breastworks",
        section: "0.12",
        title: "Breastworks",
        on: "Brigades may build breastworks",
        set: |o| &mut o.breastworks,
    },
    Row {
        key: "artillery-commanders",
        section: "0.13",
        title: "Artillery commanders",
        on: "Hunt and Alexander may be given batteries by night orders, which must be in force too",
        set: |o| &mut o.artillery_commanders,
    },
];

/// Those that have a use on an afternoon on which nobody arrives and no night falls.
const OF_AN_AFTERNOON: [&str; 3] = ["reduced-artillery", "ammunition-victory", "breastworks"];

/// Those of one seat a side: who has to be asked would tell whose the counters are that nobody sees, or knows.
const OF_ONE_SEAT: [&str; 2] = ["hidden-movement", "hidden-identity"];

/// 0.3: whether General Jackson would leave a seat without a unit: of four seats one has the III Corps, whose divisions and batteries all go to the others.
fn leaves_a_seat(scenario: &str) -> bool {
    offered(scenario).is_some_and(|(_, layout)| layout == Layout::Four)
}

/// The options on offer in a scenario, each by itself and off unless chosen; where sides have several seats, without those of one seat.
pub fn offers(scenario: &str, several: bool) -> Vec<OptionSpec> {
    let offer = |row: &Row| OptionSpec {
        key: row.key,
        title: row.title,
        values: vec![("no", "Not in force"), ("yes", row.on)],
        section: Section(row.section),
    };
    let useful = |row: &&Row| {
        let here = scenario != Scenario::Longstreet.id() || OF_AN_AFTERNOON.contains(&row.key);
        let jackson = row.key == "jackson" && leaves_a_seat(scenario);
        here && !jackson && !(several && OF_ONE_SEAT.contains(&row.key))
    };
    ROWS.iter().filter(useful).map(offer).collect()
}

/// The options that terms ask for, where sides have `several` seats or one.
///
/// # Errors
/// [`Refusal::Unreadable`] for an option or value that is not on offer.
pub fn read(terms: &Terms, several: bool) -> Result<Options, Refusal> {
    let mut options = Options::default();
    for (key, value) in &terms.options {
        let row = ROWS.iter().find(|row| row.key == key);
        match (row, value.as_str()) {
            (Some(row), "yes") => *(row.set)(&mut options) = true,
            (Some(_), "no") => {}
            _ => {
                let keys: Vec<&str> = ROWS.iter().map(|row| row.key).collect();
                return Err(Refusal::unreadable(
                    format!("There is no option {key} with the value {value}."),
                    format!("The options are {}, each yes or no.", keys.join(", ")),
                ));
            }
        }
    }
    if options.artillery_commanders && !options.night_orders {
        return Err(Refusal::unreadable(
            "Artillery commanders are there by night orders.",
            "Choose night-orders as well, or leave artillery-commanders out.",
        ));
    }
    // Nobody arrives on an afternoon that is set up, by a card that is half revised or otherwise.
    if options.jackson && terms.scenario == Scenario::Longstreet.id() {
        return Err(Refusal::unreadable("General Jackson is not played in that scenario.", "Leave out jackson."));
    }
    // There all are set up by name, in the open.
    if options.hidden_identity && terms.scenario == Scenario::Longstreet.id() {
        return Err(Refusal::unreadable("Names are not hidden in that scenario.", "Leave out hidden-identity."));
    }
    // Names of counters that nobody sees would have to be read with covers.
    let others = options.hidden_identity || terms.scenario == Scenario::Longstreet.id();
    if options.hidden_movement && others {
        return Err(Refusal::unreadable(
            "Hidden movement is not played together with hidden identity, nor in that scenario.",
            "Leave out hidden-movement, or hidden-identity.",
        ));
    }
    if several && options.jackson && leaves_a_seat(&terms.scenario) {
        return Err(Refusal::unreadable(
            "General Jackson is not played with four seats a side: nobody would be of the III Corps.",
            "Leave out jackson.",
        ));
    }
    if several && (options.hidden_identity || options.hidden_movement) {
        return Err(Refusal::unreadable(
            "Names and movement are not hidden where a side has several seats.",
            "Leave out hidden-identity and hidden-movement.",
        ));
    }
    Ok(options)
}
