//! §30 to §32, paragraph by paragraph.

use crate::fire_kit::{battery, brigade, face_to_face as fire, to_defence};
use crate::table::{RULES, Table, board, fired, hex, lies, unit};
use advanced_gettysburg::{Fact, Place, Segment};
use domain_core::referee::Side::{Confederate, Union};

fn face_to_face(segment: &str) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        &format!("turn 3 confederate {segment}"),
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table
}

#[test]
fn s30_1_1_an_attacker_goes_as_many_hexes_as_its_points_pay_for() {
    for (level, spent, most) in [(6, 0, 3), (6, 4, 2), (5, 0, 2), (3, 0, 1)] {
        let mut table = face_to_face("back-off");
        table.umpire(&format!("mark Archer level {level}"));
        table.position.brigade_mut(unit("Archer")).expect("Archer").paid = vec![spent; 2];
        let ways = |table: &Table| {
            let all = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Archer back "));
            all.map(|l| l.split(' ').count() - 2).max()
        };
        assert_eq!(ways(&table), Some(most), "level {level}, {spent} halves spent");
    }
}

#[test]
fn s30_1_2_what_a_withdrawal_cost_is_taken_off_the_next_level() {
    let mut table = face_to_face("withdrawal");
    table.umpire("place Stewart G23 unlimbered W");
    table.union("Meredith back NE", &[]).union("Stewart back NE", &[]);
    assert_eq!((brigade(&table, "Meredith").owed, battery(&table, "Stewart").owed), (4, 3));
    table.umpire("wait Archer").umpire("turn 3 union alone").umpire("mark Meredith level 4 retreat none");
    // Two of its four points are owed: one hex, and no more.
    table.union("Meredith ahead NW", &[]);
    let menu = table.menu(Union);
    assert!(menu.iter().all(|l| !l.starts_with("Meredith ahead")), "{menu:?}");
}

#[test]
fn s30_2_1_the_two_hexes_of_a_beaten_brigade_are_two_from_where_it_stood() {
    let mut table = face_to_face("assault");
    table.confederate("Archer.1 assault G22", &[3, 1]);
    let far = |a: &str, b: usize| RULES.pack().ground.atlas.distance(hex(a), b);
    for line in table.menu(Union) {
        let mut after = Table { position: table.position.clone(), facts: Vec::new() };
        after.union(&line, &[]);
        let chain = after.position.chain(unit("Meredith"));
        assert_eq!((far("G21", chain[0].at()), far("G22", chain[1].at())), (Some(2), Some(2)), "{line}");
    }
}

#[test]
fn s30_2_3_guns_never_retreat_by_the_result_of_an_assault() {
    let mut table = face_to_face("assault");
    table.umpire("place Stewart G22 unlimbered W").umpire("mark Meredith dp 60");
    table.confederate("Archer.1 assault G22", &[3, 1]).union("Meredith back NE SE", &[]);
    assert_eq!(lies(&table, "Stewart"), "G22=6");
    assert_eq!(board(&table).side(unit("Stewart")), Union, "until somebody enters their hex (§31.6)");
}

#[test]
fn s30_2_4_a_beaten_brigade_owes_no_points() {
    let mut table = face_to_face("assault");
    table.confederate("Archer.1 assault G22", &[3, 1]).union("Meredith back NE SE", &[]);
    assert_eq!(brigade(&table, "Meredith").owed, 0);
}

#[test]
fn s17_1_8_who_goes_back_into_the_hex_of_an_enemy_commander_captures_him() {
    // By his own will, a marker at a time, against his will, and with guns.
    let mut table = face_to_face("withdrawal");
    table.umpire("place cs-heth-cmd H22").umpire("place cs-pender-cmd I21");
    table.union("Meredith back NE SE", &[]);
    for name in ["cs-heth-cmd", "cs-pender-cmd"] {
        assert_eq!(table.position.unit(unit(name)).place, Place::Lost, "{name}, also where it passed through");
    }
    let mut table = face_to_face("withdrawal");
    table.umpire("place cs-heth-cmd H21").union("Meredith back to H20 H21", &[]);
    assert_eq!(table.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
    let mut table = face_to_face("assault");
    table.umpire("place cs-heth-cmd I22");
    table.confederate("Archer.1 assault G22", &[3, 1]).union("Meredith back NE SE", &[]);
    assert_eq!(table.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
    let mut table = face_to_face("withdrawal");
    table.umpire("place Stewart G23 unlimbered W").umpire("place cs-heth-cmd H23");
    table.union("Stewart back NE", &[]);
    assert_eq!(table.position.unit(unit("cs-heth-cmd")).place, Place::Lost);
}

#[test]
fn s31_1_a_of_several_front_hexes_none_may_hold_an_enemy_line() {
    let carried = |more: &str| {
        let mut table = face_to_face("assault");
        table.umpire(more);
        table.confederate("Archer.1 assault G22", &[2, 1]).union("Meredith back NE SE", &[]);
        table.position.pending.is_some()
    };
    assert!(!carried("place Cutler line G23=8 SSE"), "before its left marker");
    assert!(carried("place Cutler rest G24"), "not before it");
    assert!(carried("place Stewart G23 unlimbered W"), "guns are no battleline");
}

#[test]
fn s31_4_who_made_no_assault_pays_for_its_advance() {
    let mut table = face_to_face("assault");
    table.umpire("place Meredith line I21=8 I22=8");
    table.position.vacated = vec![hex("G22") as u16];
    table.confederate("Archer advance G22", &[]);
    assert_eq!((brigade(&table, "Archer").spent(), lies(&table, "Archer")), (4, "G23=8 G22=4".to_owned()));
    table.confederate("Archer advance H21", &[]);
    assert_eq!(brigade(&table, "Archer").spent(), 8, "any number of hexes");
    let mut poor = face_to_face("assault");
    poor.umpire("place Meredith line I21=8 I22=8").umpire("mark Archer level 1");
    poor.position.vacated = vec![hex("G22") as u16];
    assert_eq!(poor.refused(Confederate, "Archer advance G22"), "31.0");
}

#[test]
fn s31_6_s31_7_captured_guns_keep_their_ammunition_and_draw_on_the_captors_reserve() {
    let mut table = face_to_face("assault");
    table.umpire("place Stewart G22 unlimbered W").umpire("mark Stewart factors 4").umpire("mark Meredith dp 60");
    table.confederate("Archer.1 assault G22", &[2, 1]).union("Meredith back NE SE", &[]);
    table.confederate("Archer advance G22", &[]);
    assert_eq!((battery(&table, "Stewart").factors, battery(&table, "Stewart").captor), (4, Some(unit("Archer"))));
    table.position.scenario = advanced_gettysburg::Scenario::TwoDays;
    table.umpire("turn 50 confederate assault");
    let before = table.position.reserve;
    table.confederate("done", &[]);
    assert_eq!(battery(&table, "Stewart").factors, 10);
    assert_eq!(table.position.reserve, [before[0], before[1] - 6]);
}

#[test]
fn s32_2_survival_is_rolled_after_all_fire_and_before_anybody_retreats_or_assaults() {
    let mut table = fire();
    table.umpire("place Heth HH39").umpire("place us-doubleday-cmd HH40");
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 2, 3]);
    let at = |what: &dyn Fn(&Fact) -> bool| table.facts.iter().rposition(what).expect("it happened");
    let (fire, roll) = (at(&|f| matches!(f, Fact::CombatFire(_))), at(&|f| matches!(f, Fact::Survival { .. })));
    assert!(fire < roll);
    assert!(table.position.segment > Segment::Survival && table.position.segment < Segment::Assault);
}

#[test]
fn s32_3_r73_a_five_or_six_incapacitates_and_generals_of_artillery_are_not_asked() {
    for (die, hit) in [(4, false), (5, true), (6, true)] {
        let mut table = fire();
        table.umpire("place Heth HH39").umpire("place cs-alexander-cmd HH39").umpire("place Hunt HH40");
        table.confederate("Archer at HH40", &[]);
        to_defence(&mut table);
        table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, die]);
        assert_eq!(table.position.commander(unit("cs-heth-cmd")).map(|c| c.hit), Some(hit), "{die}");
        assert_eq!(lies(&table, "cs-heth-cmd"), "HH39=0", "§32.4: his counter stays");
    }
}

#[test]
fn s32_1_a_commander_is_asked_where_he_lies_under_fire_and_nowhere_else() {
    let mut table = fire();
    // Behind the line, in the other marker's hex, and where fire comes from but none goes to.
    table.umpire("place Archer line GG39=4 HH39=8").umpire("place Heth GG39").umpire("place cs-hill-cmd HH38");
    table.umpire("place us-doubleday-cmd HH40").umpire("mark Archer attack launched");
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]);
    assert!(!table.facts.iter().any(|f| matches!(f, Fact::Survival { .. })), "{:?}", table.story());
}

#[test]
fn r48_brigades_of_a_wounded_corps_commander_stay_under_his_counter() {
    let mut table =
        Table::study(&["place cs-hill-cmd G22", "place Archer column N G24=8 G23=4", "mark cs-hill-cmd hit"]);
    table.umpire("place Davis column N H24=8 H23=8 H22=2").umpire("place Lane column N F24=8 F23=7");
    assert_eq!(board(&table).ratings(unit("cs-hill-cmd")), (2, 2, 2));
    assert!(board(&table).has_authority(unit("cs-hill-cmd"), unit("Archer")));
    table.umpire("turn 3 confederate corps");
    assert_eq!(table.refused(Confederate, "lead Hill: Archer, Davis, Lane"), "14.3", "two, and not three");
    table.confederate("lead Hill: Archer, Davis", &[4]);
}

#[test]
fn s37_a_hex_that_counts_is_entered_by_who_goes_back_into_it() {
    let mut table = Table::study(&[
        "place Archer line F36=8 F35=4",
        "place Meredith line G35=8 G36=8",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F36", "G36");
    let herr = RULES.pack().ground.prizes.iter().position(|p| p.hex == hex("H35")).expect("Herr Ridge");
    assert_eq!(table.position.held[herr], Some(Confederate));
    table.union("Meredith back NE", &[]);
    assert_eq!(lies(&table, "Meredith"), "H35=8 H36=8");
    assert_eq!(table.position.held[herr], Some(Union));
}
