//! What the files of the later chapters ask of a table: points, levels, the way to a segment, reasons in words.

use crate::table::{Table, unit};
use advanced_gettysburg::{Battery, Brigade, Fact, Segment};
use domain_core::referee::{Refusal, Side};

/// A brigade as it is.
pub fn brigade(table: &Table, name: &str) -> Brigade {
    table.position.brigade(unit(name)).unwrap_or_else(|| panic!("{name} is no brigade")).clone()
}

/// A battery as it is.
pub fn battery(table: &Table, name: &str) -> Battery {
    table.position.battery(unit(name)).unwrap_or_else(|| panic!("{name} is no battery")).clone()
}

/// The attackers are done with their targets, and nobody steps into a flank hex.
pub fn to_defence(table: &mut Table) {
    let side = table.position.side;
    said(table, side, "done");
    if table.position.segment == Segment::FlankMoves {
        said(table, side.other(), "done");
    }
    assert_eq!(table.position.segment, Segment::Fire);
}

fn said(table: &mut Table, side: Side, line: &str) {
    table.attempt(side, line, &[]).unwrap_or_else(|e| panic!("{side}: {line}: {e}"));
}

/// Archer, attacking, at HH39 below Stone at HH40, eight points each, face to face on open level ground.
pub fn face_to_face() -> Table {
    Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ])
}

/// Each volley of the last line: who was fired at, its strength on the table, how many dice, casualty points.
pub fn volleys(table: &Table) -> Vec<(String, u16, usize, u16)> {
    let of = |f: &Fact| match f {
        Fact::CombatFire(v) => {
            let name = crate::table::RULES.pack().name(v.target).to_owned();
            Some((name, v.strength, v.dice.len(), v.cp))
        }
        _ => None,
    };
    table.facts.iter().filter_map(of).collect()
}

/// Why a line is refused: section and sentence.
pub fn reason(table: &mut Table, side: Side, line: &str) -> (&'static str, String) {
    match table.attempt(side, line, &[]) {
        Err(Refusal::Illegal(illegal)) => (illegal.section.0, illegal.wrong),
        other => panic!("{line} should be illegal, but: {other:?}"),
    }
}
