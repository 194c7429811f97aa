//! The player aid card as charts for reading.

use super::pack::Pack;
use domain_core::referee::Chart;

/// Every chart of the card.
pub fn charts(pack: &Pack) -> Vec<Chart> {
    let rows = |rows: &[&[&str]]| rows.iter().map(|r| Chart::cells(r)).collect::<Vec<_>>();
    vec![
        Chart::new(
            "Movement Costs",
            "7.11",
            &["Area entered", "MP"],
            rows(&[
                &["any Fresh enemy in it", "3"],
                &["only Spent enemies, no friends", "2"],
                &["no enemy, terrain +1, next to Fresh enemy guns", "2"],
                &["any other", "1"],
                &["assault in place: only Spent enemies / any Fresh", "1 / 2"],
                &["try a bridge or ford", "2"],
            ]),
            &["Only the highest counts.", "Leaders always pay 1."],
        ),
        Chart::new(
            "Offensive Value",
            "8.5.7",
            &["Assault and volley", "Bombardment", "Value"],
            rows(&[
                &["lead infantry or cavalry", "one battery", "its combat value"],
                &["each further unit", "each further battery", "+2"],
                &["each full three infantry or cavalry of a division", "", "+1"],
                &["Fresh leader (Union: of the lead unit)", "Fresh leader with the guns", "+1"],
            ]),
            &[
                "Long range: one battery may support; no leader.",
                "Cavalry: 1 against Fresh infantry, half against Spent.",
            ],
        ),
        Chart::new(
            "Defensive Value",
            "8.5.7",
            &["What", "Assault", "Volley", "Bombardment"],
            rows(&[
                &["lead unit's combat value", "+ value", "+ value", ""],
                &["terrain", "normal or special", "+2", "twice the normal"],
                &["Fresh guns besides the lead or target", "+1 each", "+1 each", "+1"],
                &["Fresh leader (Union: of the lead unit)", "+1", "+1", ""],
            ]),
            &["Guns alone: the lead counts 1.", "Long range: twice the terrain only."],
        ),
        Chart::new(
            "Casualty Points",
            "8.6.1",
            &["For", "Points"],
            rows(&[
                &["a Spent unit retreats", "1"],
                &["a Fresh unit becomes Spent", "2"],
                &["a Spent unit is eliminated", "2"],
                &["a Fresh unit is eliminated", "4"],
            ]),
            &[
                "The lead or target pays first.",
                "All must be Spent before any retreats.",
                "More than all can pay: overrun.",
            ],
        ),
        Chart::new(
            "Bridge & Ford",
            "11.2",
            &["Condition", "Modifier"],
            rows(&[
                &["Fresh enemy across", "−2"],
                &["only Spent enemies across", "−1"],
                &["friends across", "+1"],
                &["no enemies in one's own area", "+1"],
            ]),
            &["Two dice; more than 7 succeeds."],
        ),
        Chart::new(
            "Leader Casualties",
            "8.7",
            &["Two dice", "Result"],
            rows(&[
                &["2–6", "lightly wounded: inactive for the turn"],
                &["7", "killed"],
                &["8–12", "seriously wounded"],
            ]),
            &["Checked when one's own combat roll is 2 or the enemy's is 12."],
        ),
        Chart::new(
            "Game Turn Track",
            "3.0",
            &["Turn", "From", "To", ""],
            pack.turns
                .iter()
                .map(|t| vec![t.turn.to_string(), t.from.clone(), t.to.clone(), t.events.join("; ")])
                .collect(),
            &[],
        ),
        Chart::new(
            "Victory",
            "2.2",
            &["Level", "Name", "Points"],
            pack.levels
                .iter()
                .map(|l| {
                    let range = match l.to {
                        Some(to) => format!("{}–{to}", l.from),
                        None => format!("{} and more", l.from),
                    };
                    vec![l.level.to_string(), l.name.clone(), range]
                })
                .collect(),
            &["Sharpsburg, or all three double stars, in Union hands at the end: decisive Union victory."],
        ),
    ]
}
