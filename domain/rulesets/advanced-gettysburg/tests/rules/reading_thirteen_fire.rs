//! What a thirteenth reading of §23.0 to §28.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, Table, after, fired_with, hex, sound, unit};
use advanced_gettysburg::Fact;
use domain_core::referee::Side::Confederate;

/// Flank markers of Stone and Cutler in HH40, three and five points, have attacked Archer below them, who fired at Stone's, the weaker; now it is his turn.
fn two_attackers(davis: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Stone line HH40=3 GG41=8",
        "place Cutler line II41=8 HH40=5",
        "place Archer line HH39=7 NNE",
        "turn 1 union targets",
    ]);
    fired_with(&mut table, "Archer", "HH39", "HH40", 7);
    let umpire = ["turn 2 confederate targets", "mark Stone attack launched", "mark Cutler attack launched"];
    for line in umpire.iter().chain(davis) {
        table.umpire(line);
    }
    table
}

/// The strength of the last line's fire at Stone and at Cutler.
fn strengths(table: &Table) -> [Option<u16>; 2] {
    ["Stone", "Cutler"].map(|name| {
        table.facts.iter().find_map(|fact| match fact {
            Fact::CombatFire(volley) if volley.target == unit(name) => Some(volley.strength),
            _ => None,
        })
    })
}

#[test]
fn s27_1_r65_of_two_brigades_in_a_hex_fire_is_returned_at_the_one_that_was_aimed_at() {
    let line = "single Cutler HH40";
    let mut table = two_attackers(&[]);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "revision 6 let him aim at the other");
    assert_eq!(table.refused(Confederate, line), "27.0");
    assert!(!table.menu(Confederate).contains(&line.to_owned()));
    table.confederate("Archer return", &[]);
    assert_eq!(table.refused(Confederate, line), "27.0");
    table.confederate("done", &[1, 1]);
    assert_eq!(
        strengths(&table),
        [Some(2), Some(5)],
        "7 at 3 points come to 2 by the chart; all the rest at the other"
    );
    sound(&table);
}

#[test]
fn s27_1_r65_who_attacks_the_hex_anew_may_aim_at_the_other_and_then_no_fire_is_returned_there() {
    let line = "single Cutler HH40";
    let davis = ["place Davis line II40=8 NNW", "mark Davis attack launched"];
    let mut table = two_attackers(&davis);
    table.confederate("Davis at HH40", &[]).confederate(line, &[]);
    assert!(
        after(&BEFORE, &table, Confederate, "Archer return", &[]).is_ok(),
        "revision 6 had him fire at the other as well"
    );
    assert_eq!(table.refused(Confederate, "Archer return"), "27.0");
    assert!(!table.menu(Confederate).contains(&"Archer return".to_owned()));
    // Where fire is returned first, it stays with the one.
    let mut table = two_attackers(&davis);
    table.confederate("Archer return", &[]).confederate("Davis at HH40", &[]);
    assert_eq!(table.refused(Confederate, line), "27.0");
}

#[test]
fn s27_1_r65_who_was_struck_alone_before_another_came_into_its_hex_may_be_named() {
    let mut table = two_attackers(&[]);
    // Cutler stood there alone.
    for pair in &mut table.position.fight.before {
        pair.struck = [Some(unit("Cutler")), None];
    }
    assert!(table.position.fight.before.iter().any(|pair| usize::from(pair.to) == hex("HH40")));
    table.confederate("single Cutler HH40", &[]).confederate("Archer return", &[]);
    table.confederate("done", &[1, 1]);
    assert_eq!(strengths(&table), [Some(3), Some(4)], "7 at 5 points come to 4");
}
