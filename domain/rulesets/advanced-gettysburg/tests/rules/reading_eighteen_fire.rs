//! What an eighteenth reading of §24.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::fire_kit::to_defence;
use crate::table::{REVISION_SEVEN as BEFORE, Table, after, fired_with, hex, hidden, sound, strength, unit};
use advanced_gettysburg::{Fact, Place, Position, Segment};
use domain_core::referee::Side::Union;

/// Flank markers of Stone and Cutler in HH40, five and three points; Archer attacks them from below.
fn two_defenders() -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=5 GG41=8",
        "place Cutler line II41=8 HH40=3",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table
}

/// Who fired in the last line's fire at a brigade, with how much.
fn firers(table: &Table, at: &str) -> Vec<(usize, u8)> {
    let volley = table.facts.iter().find_map(|fact| match fact {
        Fact::CombatFire(volley) if volley.target == unit(at) => Some(volley),
        _ => None,
    });
    volley.map_or_else(Vec::new, |v| v.firers.iter().map(|f| (f.unit.index(), f.sp)).collect())
}

#[test]
fn s24_8_of_two_brigades_in_a_hex_either_fires_alone() {
    for (name, sp) in [("Cutler", 3), ("Stone", 5)] {
        let line = format!("HH40: {sp} at HH39 of {name}");
        let mut table = two_defenders();
        assert!(
            after(&BEFORE, &table, Union, &line, &[]).is_err(),
            "by revision 7 the first of them fired, whoever was meant"
        );
        assert!(table.menu(Union).contains(&line), "{:?}", table.menu(Union));
        assert_eq!(table.refused(Union, &format!("HH40: {} at HH39 of {name}", sp + 1)), "24.1");
        table.union(&line, &[]).union("done", &[1, 1, 1]);
        assert_eq!(firers(&table, "Archer"), [(unit(name).index(), sp)]);
        sound(&table);
    }
    // Both, each as it is told, and who is in no line there not at all.
    let mut table = two_defenders();
    assert_eq!(table.refused(Union, "HH40: 3 at HH39 of Meredith"), "24.1");
    table.union("HH40: 3 at HH39 of Cutler, 4 at HH39 of Stone", &[]).union("done", &[1, 1, 1]);
    assert_eq!(firers(&table, "Archer").iter().map(|f| f.1).sum::<u8>(), 7);
}

/// Archer and Davis attack with flank markers in HH39, three and five points, their front to the north; Cutler steps into the one's flank hex from afar.
fn stepped() -> Table {
    let mut table = Table::study(&[
        "place Archer line GG39=8 HH39=3",
        "place Davis line HH39=5 II39=8",
        "place Stewart HH38 limbered S",
        "place Cutler line II42=8 SSE",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::FlankMoves);
    table.union("II42 flank II40 4", &[]);
    table
}

#[test]
fn s24_3_7_s24_4_3_points_that_stepped_into_a_flank_hex_are_aimed_at_either_of_two_brigades() {
    let line = "single Davis HH39";
    let mut table = stepped();
    // Revision 7 asked nobody, and fired at the weaker marker.
    assert_ne!(after(&BEFORE, &table, Union, "done", &[1, 1]).expect("the fire").segment, Segment::Fire);
    table.union("done", &[]);
    assert_eq!(table.position.segment, Segment::Fire);
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    table.union(line, &[]).union("done", &[1, 1]);
    // Four points tripled: twelve at five points come to eight by the chart, seven and one, and four are left for the other.
    assert_eq!((strength(&table, "Davis"), strength(&table, "Archer")), (Some(8), Some(4)), "{:?}", table.story());
    sound(&table);
}

#[test]
fn s24_3_die_of_fire_that_goes_on_the_cannon_of_a_hex_fire_on_whichever_battery_stands_for_them() {
    let mut table = Table::study(&[
        "place Stewart HH40 unlimbered SSE",
        "place Wainwright-Hall HH40 unlimbered SSE",
        "place Cutler rest HH42",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    fired_with(&mut table, both[0], "HH40", "HH39", 7);
    fired_with(&mut table, "Archer", "HH39", "HH40", 8);
    table.umpire("turn 1 union targets").umpire("turn 2 confederate targets");
    // The battery that stood for the hex has fired away its ammunition in its own Artillery Fire Phase.
    table.umpire(&format!("mark {} factors 0", both[0]));
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 3 at HH39", &[]);
    let cp = |position: &Position| position.brigade(unit("Archer")).map(|b| b.cp);
    let then = after(&BEFORE, &table, Union, "done", &[4]).expect("the fire");
    table.union("done", &[4]);
    assert!(table.told("4 rolled (−1)"), "{:?}", table.story());
    assert!(cp(&then) > cp(&table.position), "revision 7 took nothing off the die");
    sound(&table);
}

#[test]
fn s24_4_3_die_of_fire_that_goes_on_points_step_into_the_same_flank_hex_again() {
    let mut table = Table::study(&[
        "place Stone line II41=4 HH40=8",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    let step = |table: &mut Table| {
        table.confederate("Archer at HH40", &[]).confederate("done", &[]);
        table.union("II41 flank II39 4", &[]).union("done", &[]).union("HH40: hold", &[]);
    };
    step(&mut table);
    // Twelve points, eleven and one; then Archer's eight.
    let then = after(&BEFORE, &table, Union, "done", &[1, 1, 1]).expect("the fire");
    let mut then = Table { position: then, facts: Vec::new() };
    table.union("done", &[1, 1, 1]);
    for table in [&mut then, &mut table] {
        table.umpire("turn 1 union targets").umpire("turn 2 confederate targets");
        step(table);
    }
    let cp = |position: &Position| position.brigade(unit("Archer")).map(|b| b.cp);
    let by_seven = after(&BEFORE, &then, Union, "done", &[4, 4, 1]).expect("the fire");
    table.union("done", &[4, 4, 1]);
    assert!(cp(&by_seven) > cp(&table.position), "revision 7 took nothing off the die: {:?}", table.story());
    // They are no marker's in its place, and return nothing.
    table.umpire("turn 2 union targets");
    assert_eq!(table.refused(Union, "Stone return"), "27.0");
    sound(&table);
}

/// Archer attacks Stone, whose other marker may step into Archer's flank hex II39.
fn before_a_step(more: &[&str]) -> Table {
    let mut table = hidden(&["place Stone line II41=4 HH40=8", "place Archer line HH39=8 NNE"]);
    for line in more.iter().chain(&["mark Archer attack launched", "turn 1 confederate targets"]) {
        table.umpire(line);
    }
    table.confederate("Archer at HH40", &[]).confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::FlankMoves);
    table
}

#[test]
fn s24_4_3a_s0_1_nobody_steps_into_a_flank_hex_where_somebody_stands_out_of_view() {
    let line = "II41 flank II39 4";
    let mut table = before_a_step(&["place Davis rest II39", "unseen Davis"]);
    let then = after(&BEFORE, &table, Union, line, &[]).expect("a step");
    assert_eq!((then.fight.flankers.len(), then.hidden.unseen.len()), (1, 1), "revision 7 knew of nobody there");
    table.union(line, &[]);
    assert!(table.position.fight.flankers.is_empty() && table.position.hidden.unseen.is_empty());
    assert_eq!(table.refused(Union, line), "24.4", "the hex is not free");
    sound(&table);
    // Beside somebody it is, who comes into view.
    let mut table = before_a_step(&["place Davis rest JJ38", "unseen Davis"]);
    table.union(line, &[]);
    assert_eq!((table.position.fight.flankers.len(), table.position.hidden.unseen.len()), (1, 0));
}

#[test]
fn s17_1_8_s24_4_3a_s0_1_a_commander_out_of_view_in_a_flank_hex_is_captured() {
    let line = "II41 flank II39 4";
    let mut table = before_a_step(&["place cs-heth-cmd II39", "unseen cs-heth-cmd"]);
    let lost = |position: &Position| position.units[unit("cs-heth-cmd").index()].place == Place::Lost;
    assert!(!lost(&after(&BEFORE, &table, Union, line, &[]).expect("a step")), "revision 7 left him");
    table.union(line, &[]);
    assert!(lost(&table.position), "{:?}", table.story());
    assert!(table.position.fight.flankers.iter().any(|f| usize::from(f.to) == hex("II39")));
    sound(&table);
}
