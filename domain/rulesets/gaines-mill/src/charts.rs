//! The player-aid card as charts for reading.

use super::command::{activation_number, natural_only};
use super::pack::Pack;
use super::tables::Differential;
use super::units::Division;
use domain_core::referee::{Chart, Section};

fn texts(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|c| (*c).to_owned()).collect()
}

/// A minus sign that looks like one.
fn minus(text: &str) -> String {
    text.replace('-', "−")
}

fn differential(table: &Differential, section: &'static str, rows: &[&str], note: &str) -> Chart {
    let mut head = vec!["Attacker".to_owned()];
    head.extend(table.heads.iter().map(|h| minus(h)));
    let row = |name: &&str| {
        let mut cells = vec![(*name).to_owned()];
        cells.extend(table.rows.get(*name).into_iter().flatten().map(|c| c.text.clone()));
        cells
    };
    Chart {
        title: table.name.clone(),
        section: Section(section),
        head,
        rows: rows.iter().map(row).collect(),
        notes: vec!["Column: attack strength less defense roll.".to_owned(), note.to_owned()],
    }
}

/// Every chart of the card.
pub fn charts(pack: &Pack) -> Vec<Chart> {
    let tables = &pack.tables;
    let chart = |title: &str, section, head: &[&str], rows: Vec<Vec<String>>, notes: &[&str]| Chart {
        title: title.to_owned(),
        section: Section(section),
        head: texts(head),
        rows,
        notes: texts(notes),
    };
    vec![
        differential(&tables.fire, "8.0", &["infantry", "artillery"], "Also for infantry in the Reaction Phase."),
        differential(
            &tables.close,
            "11.0",
            &["infantry", "cavalry", "artillery"],
            "Also for charges, and for charged artillery in the Reaction Phase. Sharpshooters use the infantry row.",
        ),
        chart(
            "Sharpshooter's Table",
            "9.0",
            &["Highest die, modified", "Result"],
            tables
                .sharpshooter
                .iter()
                .enumerate()
                .map(|(i, c)| vec![if i == 9 { "10 or more".to_owned() } else { (i + 1).to_string() }, c.text.clone()])
                .collect(),
            &["+1 did not move", "+1 in forest", "+1 target disrupted or disordered", "+1 for any support"],
        ),
        chart(
            "Attack Strength",
            "7.2",
            &["What", "Value", "When"],
            vec![
                texts(&["Steps", "+ each", "infantry and cavalry"]),
                texts(&["Fire factor", "+ factor", "artillery"]),
                texts(&["Morale", "+ stars", "always"]),
                texts(&["Support", "+1 each", "friends whose zone covers the defender"]),
                texts(&["Greater", "+1", "more steps than the defender"]),
                texts(&["Disrupted / disordered", "+1 / +2", "the defender is"]),
                texts(&["Downhill", "+2", "attacker on a higher level"]),
                texts(&["Against cavalry", "+2", "fire"]),
                texts(&["Against RF", "+2", "fire"]),
                texts(&["Stream", "−2", "close combat and charge across it"]),
                texts(&["Charge", "+2 / +3", "charging infantry / cavalry"]),
            ],
            &[
                "Defense roll: one die and the defender's steps; two dice uphill of the attacker, in forest, or for artillery; \
               against a charge always one.",
            ],
        ),
        chart(
            "Results",
            "7.4",
            &["Code", "Effect"],
            vec![
                texts(&["AC#, DC#", "attacker, defender loses # steps"]),
                texts(&["AR, DR, DR#", "attacker, defender retreats 1 or # hexes"]),
                texts(&["Disrupt, d", "the defender is disrupted"]),
                texts(&["Disorder", "the defender is disordered"]),
                texts(&["EX", "each loses a step"]),
                texts(&["RF", "the attacker may be fired on in return"]),
                texts(&["Nil", "nothing"]),
            ],
            &["In this order: losses, markers, retreats, RF, voluntary retreat, advance."],
        ),
        chart(
            "Terrain Effects",
            "6.2",
            &["Terrain", "Movement", "Combat"],
            vec![
                texts(&["Any hex", "1 MP", "—"]),
                texts(&["Forest", "+1", "defender rolls two dice; blocks sight; +1 to sharpshooters in it"]),
                texts(&["Higher level", "+1 to climb", "defender above rolls two dice; attacker above +2"]),
                texts(&["Stream hexside", "+1", "−2 to close combat and charge across it"]),
                texts(&["Road", "½ a hex, other ground ignored", "—"]),
                texts(&["River", "only by a bridge", "no zones but along the bridge; never blocks fire"]),
                texts(&["Charge", "+1", "—"]),
            ],
            &["No road cost into an enemy zone.", "A half point left over is lost on leaving the road."],
        ),
        chart(
            "Lee Coordination Track",
            "5.1",
            &["Division", "Roll or less", ""],
            Division::CONFEDERATE
                .into_iter()
                .map(|d| {
                    let number = activation_number(d).map_or_else(String::new, |n| n.to_string());
                    let natural = if natural_only(d) { "natural roll only" } else { "" };
                    vec![d.name().to_owned(), number, natural.to_owned()]
                })
                .collect(),
            &["A failed roll is read again with −2 for each space of the CCRM marker."],
        ),
        chart(
            "Game Turn Record Track",
            "4.0",
            &["Turn", "Hour", ""],
            tables
                .turns
                .iter()
                .map(|t| {
                    let events: Vec<String> = t.events.iter().chain(&t.after).cloned().collect();
                    vec![t.turn.to_string(), t.time.clone(), events.join("; ")]
                })
                .collect(),
            &[],
        ),
        chart(
            "Victory",
            "16.0",
            &["Points", "Level"],
            tables.levels.iter().map(|l| vec![l.range(), l.result.clone()]).collect(),
            &[
                "+1 each Union step counter lost; +2 each Union infantry or cavalry unit lost; +2 each Confederate unit on a star; \
                 +5 if Lee's Personal Touch was never used",
                "−2 each Confederate unit lost; −1 for every five Confederate step counters lost or part of five",
            ],
        ),
    ]
}
