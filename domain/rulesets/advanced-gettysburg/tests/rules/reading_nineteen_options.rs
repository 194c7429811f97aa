//! What a nineteenth reading of the optional rules found, each with a test that revision 7 ruled it otherwise.

use crate::shared::table::terms;
use crate::table::{
    REVISION_SEVEN as BEFORE, RULES, Table, after, board, empty_map_with, hex, hidden, lies, sound, strength, unit,
};
use advanced_gettysburg::{AdvancedGettysburg, Pending, Place, Position};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// Stewart's cannon at HH40, in works of which they had no use as they fired at Archer in HH39; now they may return that, and look so.
fn returning(looks: &str) -> Table {
    let mut table = empty_map_with(
        "breastworks",
        &[
            "place Cutler rest HH42",
            &format!("place Stewart HH40 unlimbered {looks}"),
            "place Archer line HH39=8 NNE",
            "works HH40 NE SW",
            "turn 1 confederate targets",
        ],
    );
    let pair = serde_json::json!({
        "from": hex("HH40"), "ignores": true, "sp": 4, "to": hex("HH39"), "unit": unit("Stewart")
    });
    table.position.pairs.push(serde_json::from_value(pair).expect("a pair"));
    table.umpire("turn 1 union targets");
    table
}

#[test]
fn s0_12_effect_5_s27_1_cannon_that_return_fire_have_no_field_all_round_by_works() {
    let line = "Stewart return";
    returning("SSE").union(line, &[]);
    let mut turned = returning("NNE");
    assert!(after(&BEFORE, &turned, Union, line, &[]).is_ok(), "revision 7 let them fire behind them");
    assert_eq!(turned.refused(Union, line), "27.0");
    assert!(!turned.menu(Union).contains(&line.to_owned()), "{:?}", turned.menu(Union));
    // Fire that is new has the help of works.
    turned.position.fight.before.clear();
    turned.union("Stewart at HH39", &[]);
    sound(&turned);
}

#[test]
fn s0_6_1_s17_1_3_s31_2_a_charge_that_could_advance_only_into_a_hex_of_its_own_is_not_waited_for() {
    // Friends lie ahead of its head and to the left of that, its own markers to the right.
    let mut table = empty_map_with(
        "cavalry-charge",
        &[
            "place Hampton charge NE HH38=3 HH38=3 HH37=3 HH37=3 II38=3 II38=3 II37=3 II37=3",
            "place Davis rest HH39",
            "place Archer rest II39",
            "place Meredith line GG39=8 SSE",
            "turn 3 confederate assault",
            "mark Hampton attack launched level 12 dp 0",
        ],
    );
    table.position.advanced.push(unit("Hampton"));
    table.position.brigade_mut(unit("Hampton")).expect("Hampton").sighted = vec![unit("Meredith")];
    table.confederate("Hampton.1 assault GG39", &[2, 1]);
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Meredith back")).expect("a way");
    let asked = |position: &Position| matches!(position.pending, Some(Pending::Advance { .. }));
    let then = after(&BEFORE, &table, Union, &way, &[]).expect("back");
    assert!(asked(&then), "revision 7 waited for an advance that it refused");
    table.union(&way, &[]);
    assert!(!asked(&table.position));
    sound(&table);
}

/// Turn 4 with General Jackson; Anderson's division and Garnett's battalion, which is its now, are due at 9:40, in turn 9.
fn anderson() -> Table {
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(&["jackson"]) };
    let mut table = Table { position: RULES.open(&terms).expect("the option"), facts: Vec::new() };
    table.umpire("turn 4 confederate opening");
    table.position.first_fire = Some(1);
    table
}

#[test]
fn s0_3_s34_2_a_battalion_that_has_switched_to_a_new_division_enters_with_that() {
    let guns = "cs-garnett-maurin-bty, cs-garnett-moore-bty, cs-garnett-lewis-bty, cs-garnett-grandy-bty";
    let division = "Wilcox, Mahone, Wright, Posey, Lang";
    let mut table = anderson();
    let line = format!("hasten {division} 9:00");
    assert!(after(&BEFORE, &table, Confederate, &line, &[]).is_ok(), "revision 7 left its cannon behind");
    assert_eq!(table.refused(Confederate, &line), "0.3");
    // All of them together, or a brigade alone, with or without batteries of its division.
    anderson().confederate(&format!("hasten {division}, {guns} 9:00"), &[]);
    table.confederate("hasten Wilcox, cs-garnett-moore-bty 9:00", &[]);
    table.confederate("hasten Mahone 9:00", &[]);
    // The last brigade of 9:40 stays with those that wait for it.
    assert_eq!(table.refused(Confederate, "hasten Wright, Posey, Lang 9:00"), "0.3");
    sound(&table);
}

#[test]
fn s0_1_10_s17_1_5_who_comes_within_two_hexes_as_it_passes_through_friends_is_fired_at() {
    // In HH38, where Davis rests, Archer is two hexes from Stone; he halts in HH37, three hexes off.
    let mut table = hidden(&[
        "place Archer column N HH36=8",
        "place Davis rest HH38",
        "place Stone line HH40=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Archer",
        "unseen Stone",
    ]);
    let line = "Archer march HH37-HH38-GG39";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("a march");
    let cp = |position: &Position| position.brigade(unit("Archer")).expect("Archer").cp;
    assert_eq!(cp(&then), 0, "revision 7 drove him back without fire");
    table.confederate(line, &[6]);
    assert_eq!(strength(&table, "Archer"), Some(8));
    assert!(cp(&table.position) > 0 && lies(&table, "Archer") != "HH37=8");
    sound(&table);
}

#[test]
fn s0_6_1_s17_1_5_s21_7_an_attack_column_that_was_routed_goes_back_through_friends() {
    // Friends rest in the hex behind it and in all that lie behind that.
    let mut table = empty_map_with(
        "cavalry-charge",
        &[
            "place Hampton charge N HH37=3 HH37=3",
            "place Davis rest HH36",
            "place Archer rest HH35",
            "place Brockenbrough rest GG36",
            "place Pettigrew rest II36",
            "turn 1 confederate alone",
            "mark Hampton retreat involuntary",
        ],
    );
    assert!(
        after(&BEFORE, &table, Confederate, "done", &[]).is_ok(),
        "revision 7 let it stay for want of room in two hexes"
    );
    assert_eq!(table.refused(Confederate, "done"), "21.7");
    let line = "Hampton back S S S";
    assert!(table.menu(Confederate).contains(&line.to_owned()), "{:?}", table.menu(Confederate));
    table.confederate(line, &[]);
    assert_eq!(lies(&table, "Hampton"), "HH34=3 HH34=3");
    sound(&table);
}

#[test]
fn s0_1_10_s21_8_no_line_leaves_the_map_by_a_way_beside_somebody_hidden() {
    // The hexes behind Davis, by which his left and middle markers would go, lie beside Stone in A24.
    let leaving = |stone: &str| {
        hidden(&[
            "place Davis line C23=8 B22=8 A22=2",
            "place Meredith line B20=8 NNW",
            &format!("place Stone rest {stone}"),
            "turn 5 confederate alone",
            "mark Davis level 6",
            "unseen Stone",
        ])
    };
    let line = "Davis leave";
    let gone = |position: &Position| matches!(position.unit(unit("Davis")).place, Place::Fled(_));
    let mut table = leaving("A24");
    assert!(gone(&after(&BEFORE, &table, Confederate, line, &[]).expect("it leaves")), "revision 7 led it by him");
    table.confederate(line, &[]);
    assert!(!board(&table).is_unseen(unit("Stone")));
    assert_eq!(lies(&table, "Davis"), "C23=8 B22=8 A22=2");
    sound(&table);
    let mut far = leaving("A30");
    far.confederate(line, &[]);
    assert!(gone(&far.position));
}
