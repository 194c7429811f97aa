//! What an eighteenth reading of the optional rules found, each with a test that revision 7 ruled it otherwise.

use crate::fire_kit::{brigade, to_defence};
use crate::table::{
    REVISION_SEVEN as BEFORE, Table, after, board, empty_map_with, hex, hidden, lies, sound, strength, unit,
};
use advanced_gettysburg::{Attack, Fact, Position, Retreat, Segment};
use domain_core::referee::Side::{Confederate, Union};

/// Stone in works at HH40, attacked by Archer from HH39 and by Davis from II40; he has fired at Archer, and Archer has gone.
fn fired_at_who_is_gone() -> Table {
    let mut table = empty_map_with(
        "breastworks",
        &[
            "place Stone line HH40=8 SSE",
            "works HH40 NE SW",
            "place Archer line HH39=8 NNE",
            "place Davis line II40=8 NNW",
            "turn 1 confederate targets",
            "mark Archer attack launched level 6",
            "mark Davis attack launched level 6",
        ],
    );
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 1]);
    assert_eq!(strength(&table, "Archer"), Some(12), "out of works");
    table.umpire("wait Archer").umpire("turn 1 union assault");
    table
}

#[test]
fn s0_12_effect_5_s28_1_who_fired_from_works_at_somebody_who_is_gone_makes_no_assault_as_a_defender() {
    let mut table = fired_at_who_is_gone();
    let line = "Stone.1 assault II40";
    let then = after(&BEFORE, &table, Union, line, &[6, 1]);
    assert!(then.is_ok(), "revision 7 forgot the fire with its target");
    assert_eq!(table.refused(Union, line), "0.12");
    assert!(!table.menu(Union).iter().any(|l| l.starts_with("Stone.1 assault")), "{:?}", table.menu(Union));
}

/// Hampton's attack column, which comes back to its head.
fn curled(hexes: &str) -> Table {
    empty_map_with(
        "cavalry-charge",
        &[&format!("place Hampton charge NE {hexes}"), "turn 1 confederate alone", "mark Hampton attack launched"],
    )
}

#[test]
fn s0_6_1_s17_1_3_the_head_of_a_charge_gallops_into_no_hex_in_which_markers_of_its_own_lie() {
    let mut table = curled("HH38=3 HH38=3 HH37=3 HH37=3 II38=3 II38=3 II37=3 II37=3");
    let then = after(&BEFORE, &table, Confederate, "Hampton charge II38", &[]).expect("revision 7 let it");
    assert_eq!(then.chain(unit("Hampton")).iter().filter(|l| l.at() == hex("II38")).count(), 4);
    assert_eq!(table.refused(Confederate, "Hampton charge II38"), "0.6");
    assert!(!table.menu(Confederate).contains(&"Hampton charge II38".to_owned()), "{:?}", table.menu(Confederate));
    table.confederate("Hampton charge II39", &[]);
    sound(&table);
}

#[test]
fn s0_6_1_the_markers_of_an_attack_column_close_up_neither_to_rest_nor_to_form_line() {
    let ready = || {
        empty_map_with(
            "cavalry-charge",
            &["place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3", "turn 1 confederate alone", "mark Hampton level 8"],
        )
    };
    for line in ["Hampton rest", "Hampton line HH37=12 NNE"] {
        let mut table = ready();
        assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "{line}: revision 7 let its rear walk up");
        table.refused(Confederate, line);
        assert!(!table.menu(Confederate).contains(&line.to_owned()), "{line}");
    }
    let mut table = ready();
    table.confederate("Hampton line HH37=6 HH36=6", &[]);
    sound(&table);
}

#[test]
fn s0_6_7_fire_at_an_attack_column_that_is_not_charging_has_nothing_added_to_its_die() {
    // So bent it forms no line, and nobody named it.
    let mut table = empty_map_with(
        "cavalry-charge",
        &[
            "place Hampton charge N HH38=3 HH38=3 HH37=3 HH37=3 II38=3 II38=3 II37=3 II37=3",
            "place Stone line HH39=8 SSE",
            "turn 1 union targets",
            "mark Stone attack launched level 6",
        ],
    );
    table.union("Stone at HH38", &[]);
    let cp = |position: &Position| position.brigade(unit("Hampton")).expect("Hampton").cp;
    let then = after(&BEFORE, &table, Union, "done", &[3]).expect("fire");
    table.union("done", &[3]);
    assert!(cp(&then) > cp(&table.position), "{} {}", cp(&then), cp(&table.position));
    let plain = |f: &Fact| matches!(f, Fact::CombatFire(volley) if !volley.charge);
    assert!(table.facts.iter().any(plain));
    sound(&table);
}

#[test]
fn s0_6_2_an_attack_column_whose_attack_is_over_assaults_nobody() {
    // Its experience was spent as it galloped to Meredith, who attacks as well.
    let mut table = empty_map_with(
        "cavalry-charge",
        &[
            "place Hampton charge N F24=3 F24=3",
            "place Meredith line F25=8 SSE",
            "turn 3 confederate assault",
            "mark Meredith attack launched",
        ],
    );
    table.position.brigade_mut(unit("Hampton")).expect("Hampton").sighted = vec![unit("Meredith")];
    let line = "Hampton.1 assault F25";
    assert!(after(&BEFORE, &table, Confederate, line, &[6]).is_ok(), "revision 7 held it for a defender");
    assert_eq!(table.refused(Confederate, line), "0.6");
    table.umpire("mark Hampton attack launched").confederate(line, &[6]);
}

#[test]
fn s0_1_10_s21_6_a_line_that_comes_beside_somebody_hidden_as_it_goes_back_attacks_and_retreats_no_more() {
    let mut table = hidden(&[
        "place Archer line HH38=8 SSW",
        "place Stone line HH40=8 SSE",
        "place Cutler rest HH33",
        "turn 1 confederate alone",
        "mark Archer retreat voluntary level 6",
        "unseen Stone",
    ]);
    let line = "Archer back N";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("back");
    let archer = then.brigade(unit("Archer")).expect("Archer");
    assert_eq!((archer.attack, archer.retreat), (Attack::Launched, Retreat::Voluntary));
    table.confederate(line, &[]);
    let archer = brigade(&table, "Archer");
    assert_eq!(
        (archer.attack, archer.retreat, lies(&table, "Archer")),
        (Attack::Launched, Retreat::None, "HH39=8".into())
    );
    sound(&table);
}

#[test]
fn s0_12_effect_5_commanders_have_no_works_to_leave_unused() {
    let mut table = empty_map_with(
        "breastworks",
        &[
            "place Stone line HH40=8 SSE",
            "place us-doubleday-cmd HH40",
            "works HH40 NE SW",
            "place Archer line HH39=8 NNE",
            "turn 1 confederate targets",
            "mark Archer attack launched level 6",
        ],
    );
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    assert_eq!(table.position.segment, Segment::Fire);
    assert!(after(&BEFORE, &table, Union, "Doubleday forgo", &[]).is_ok());
    assert_eq!(table.refused(Union, "Doubleday forgo"), "0.12");
}

#[test]
fn s0_12_effect_5_s24_3_of_the_cannon_of_a_hex_the_battery_that_stands_for_them_leaves_works_unused() {
    let mut table = empty_map_with(
        "breastworks",
        &[
            "place Cutler rest HH42",
            "place Stewart HH40 unlimbered SSE",
            "place Wainwright-Hall HH40 unlimbered SSE",
            "works HH40 NE SW",
            "place Archer line HH39=8 NNE",
            "turn 1 confederate targets",
            "mark Archer attack launched level 6",
        ],
    );
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    let mut both = ["Stewart", "Wainwright-Hall"];
    both.sort_by_key(|name| unit(name).index());
    let [first, second] = both.map(|name| format!("{} forgo", board(&table).name(unit(name))));
    assert!(after(&BEFORE, &table, Union, &second, &[]).is_ok(), "revision 7 heard the other one too, to no use");
    assert_eq!(table.refused(Union, &second), "0.12");
    assert!(!table.menu(Union).contains(&second) && table.menu(Union).contains(&first), "{:?}", table.menu(Union));
    table.union(&first, &[]).union("HH40: 3 at HH39", &[]).union("done", &[1]);
    assert_eq!(strength(&table, "Archer"), Some(3), "out of no works");
    sound(&table);
}
