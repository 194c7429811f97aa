//! The field most fights of these tests are fought on: Hooker's men in the North Woods (19), the Cornfield (27, clear) before
//! them.

use crate::table::Table;

/// Gibbon 4, Hoffman 3, Phelps 2 and guns 4 of the first division with Hooker in 19, activated; `more` on the board before that.
/// The Union holds the Advantage, so it is the Union that lets rolls stand, and nobody is asked about Hooker.
pub fn north_woods(more: &[&str]) -> Table {
    let mut lines = vec![
        "place Gibbon 19",
        "place Phelps 19",
        "place Hoffman 19",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ];
    lines.extend(more);
    let mut t = Table::study(&lines);
    t.union("activate 19 with Hooker", &[]);
    t
}

/// A fight that the Confederates lose by `margin` points: Gibbon, 4, assaults the Cornfield alone; his dice and theirs are
/// worked out from the values.
pub fn beaten(defenders: &[&str], lead: Option<&str>, margin: i32) -> Table {
    use crate::table::RULES;
    let mut t = north_woods(defenders);
    t.union("Gibbon 19-27", &[]);
    let named = lead.or_else(|| defenders.iter().find_map(|l| l.strip_prefix("place ")?.split(" 27").next()));
    let name = named.expect("somebody defends");
    let unit = RULES.unit(name).expect("a unit");
    let spec = RULES.pack().unit(unit);
    let guns = defenders.iter().filter(|l| l.contains("Art") && !l.contains("spent") && l.contains(" 27")).count();
    let support = guns as i32 - i32::from(spec.arm.guns() && !t.position.unit(unit).spent);
    let value = i32::from(if t.position.unit(unit).spent { spec.spent } else { spec.fresh });
    // 4 + attack = value + 1 + support + defence + margin.
    let gap = value + 1 + support + margin - 4;
    let (attack, defence) = [(7, 7 - gap), (7 + gap, 7), (11, 11 - gap), (3 + gap, 3), (9, 9 - gap)]
        .into_iter()
        .find(|(a, d)| (3..=11).contains(a) && (3..=11).contains(d))
        .expect("dice that do it");
    let pair = |n: i32| {
        let first = (n - 1).min(6) as u8;
        [first, n as u8 - first]
    };
    let dice = [pair(attack), pair(defence)].concat();
    let alone = defenders.iter().filter(|l| l.starts_with("place ") && l.contains(" 27")).count() == 1;
    if let Some(lead) = lead.filter(|_| !alone) {
        t.union("assault 27 lead Gibbon", &[]);
        t.confederate(&format!("lead {lead}"), &dice);
    } else {
        t.union("assault 27 lead Gibbon", &dice);
    }
    t.keep(&[]);
    t
}
