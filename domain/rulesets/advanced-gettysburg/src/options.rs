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

/// What an option does not go with.
#[derive(Clone, Copy)]
enum With {
    /// A layout in which a side has several seats.
    Seats,
    /// That layout.
    Layout(Layout),
    /// A scenario.
    Scenario(Scenario),
    /// A game without that other option.
    Without(&'static str),
}

/// An option and what it does not go with; section, and what is said of it.
struct Unfit {
    key: &'static str,
    with: With,
    section: &'static str,
    wrong: &'static str,
}

/// All that does not go together. Of options that are in force together there is no such pair.
const UNFIT: [Unfit; 7] = [
    Unfit {
        key: "artillery-commanders",
        with: With::Without("night-orders"),
        section: "0.13",
        wrong: "Artillery commanders are there by night orders.",
    },
    // Nobody arrives on an afternoon that is set up, by a card that is half revised or otherwise.
    Unfit {
        key: "jackson",
        with: With::Scenario(Scenario::Longstreet),
        section: "0.3",
        wrong: "General Jackson is not played in that scenario.",
    },
    // There all are set up by name, in the open.
    Unfit {
        key: "hidden-identity",
        with: With::Scenario(Scenario::Longstreet),
        section: "0.4",
        wrong: "Names are not hidden in that scenario.",
    },
    Unfit {
        key: "hidden-movement",
        with: With::Scenario(Scenario::Longstreet),
        section: "0.1",
        wrong: "Movement is not hidden in that scenario.",
    },
    // Of four seats one has the III Corps, whose divisions and batteries all go to the others.
    Unfit {
        key: "jackson",
        with: With::Layout(Layout::Four),
        section: "0.3",
        wrong: "General Jackson is not played with four seats a side: nobody would be of the III Corps.",
    },
    // Who has to be asked would tell whose the counters are that nobody sees, or knows.
    Unfit {
        key: "hidden-identity",
        with: With::Seats,
        section: "0.4",
        wrong: "Names are not hidden where a side has several seats.",
    },
    Unfit {
        key: "hidden-movement",
        with: With::Seats,
        section: "0.1",
        wrong: "Movement is not hidden where a side has several seats.",
    },
];

impl Unfit {
    /// Whether it bars its option in such a game, where sides have `several` seats or one.
    fn holds(&self, scenario: &str, several: bool, has: impl Fn(&str) -> bool) -> bool {
        let here = offered(scenario);
        match self.with {
            With::Seats => several,
            With::Layout(layout) => several && here.is_some_and(|here| here.1 == layout),
            With::Scenario(scenario) => here.is_some_and(|here| here.0 == scenario),
            With::Without(other) => !has(other),
        }
    }

    /// What to do about it.
    fn right(&self) -> String {
        let or = match self.with {
            With::Without(other) => format!("Choose {other} as well, or leave"),
            _ => "Leave".to_owned(),
        };
        format!("{or} {} out ({}).", self.key, self.section)
    }
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
        here && !UNFIT.iter().any(|unfit| unfit.key == row.key && unfit.holds(scenario, several, |_| true))
    };
    ROWS.iter().filter(useful).map(offer).collect()
}

/// The options that terms ask for, where sides have `several` seats or one.
///
/// # Errors
/// [`Refusal::Unreadable`] for an option or value that is not on offer, or options that do not go together.
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
    let has = |key: &str| terms.options.get(key).is_some_and(|value| value == "yes");
    match UNFIT.iter().find(|unfit| has(unfit.key) && unfit.holds(&terms.scenario, several, has)) {
        Some(unfit) => Err(Refusal::unreadable(unfit.wrong, unfit.right())),
        None => Ok(options),
    }
}
