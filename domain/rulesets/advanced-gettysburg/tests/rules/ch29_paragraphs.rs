//! §29, paragraph by paragraph. The ground between HH35 and HH44 is open and level.

use crate::fire_kit::{battery, brigade};
use crate::table::{Table, board, hex, lies, unit};
use advanced_gettysburg::Segment;
use domain_core::referee::Side::{Confederate, Union};

/// Calef's six rifles at HH43 and friends near by, Archer's line at HH38 and GG39.
fn facing_archer() -> Table {
    Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 union artillery",
    ])
}

#[test]
fn s29_0_1_artillery_fire_comes_before_combat_fire() {
    let mut table = facing_archer();
    table.umpire("place Davis line HH36=8 NNE").umpire("place Cutler line HH37=8 SSE");
    table.umpire("mark Cutler attack launched level 6").umpire("turn 1 union corps");
    table.umpire("mark Cutler attack launched level 6").union("done", &[]);
    assert_eq!(table.position.segment, Segment::Artillery);
    table.union("done", &[]);
    assert_eq!(table.position.segment, Segment::Targets);
    assert_eq!(table.refused(Union, "Calef at GG39"), "24.2", "there is no artillery fire any more");
}

#[test]
fn s29_0_2_only_phasing_batteries_fire() {
    let mut table = facing_archer();
    table.umpire("place Zimmerman HH39 unlimbered NNE");
    let order = table.menu(Union).into_iter().find(|l| l.starts_with("Calef ")).expect("Calef fires");
    assert!(table.menu(Union).iter().all(|l| !l.starts_with("Zimmerman")));
    table.umpire("turn 1 confederate artillery");
    assert!(table.menu(Confederate).iter().any(|l| l.starts_with("Zimmerman")));
    assert!(table.attempt(Union, &order, &[]).is_err() && battery(&table, "Calef").factors == 10);
}

#[test]
fn s29_1_1_cannon_of_one_hex_are_combined_and_those_of_two_hexes_are_not() {
    let fired = |hex: &str| {
        let mut table = facing_archer();
        table.umpire("place Cutler rest II44").umpire(&format!("place Cooper {hex} unlimbered SSE"));
        table.union("Calef at HH38", &[]).union("Cooper 3R at HH38", &[]);
        assert!(table.told("range 5"), "{:?}", table.story());
        brigade(&table, "Archer").cp
    };
    // Nine rifles 4; six 2 and three 1.
    assert_eq!((fired("HH43"), fired("II43")), (4, 3));
}

#[test]
fn s29_1_2_batteries_that_moved_do_not_fire_and_s29_1_3_not_all_cannon_have_to() {
    let mut table = facing_archer();
    table.union("Calef 2R at HH38", &[]);
    assert_eq!(table.refused(Union, "Calef 5R at HH38"), "29.1");
    table.union("Calef 4R at GG39", &[]);
    assert_eq!(table.refused(Union, "Calef 1R at GG39"), "29.1", "each fires once");
    table.umpire("place Calef HH43 unlimbered SSE").umpire("turn 1 union artillery").umpire("mark Calef moved");
    assert_eq!(table.refused(Union, "Calef at HH38"), "29.1");
}

#[test]
fn s29_1_2_a_target_is_one_marker_or_one_battery() {
    let mut table = facing_archer();
    table.umpire("place Zimmerman HH38 unlimbered NNE");
    // The hex means the brigade; its battery is named.
    table.union("Calef 3R at HH38", &[]).union("Calef 3R at Zimmerman", &[4]);
    assert_eq!((brigade(&table, "Archer").cp, battery(&table, "Zimmerman").factors), (1, 9));
}

#[test]
fn s29_1_4_disorganization_comes_with_the_casualties_of_the_phase_by_the_chart() {
    let mut table = facing_archer();
    table.umpire("place Cooper HH43 unlimbered SSE").umpire("place Cutler rest II44");
    table.union("Calef at HH38", &[]).union("Cooper at HH38", &[]).union("done", &[]);
    // Four points at a strength of twelve: five.
    assert_eq!((brigade(&table, "Archer").cp, brigade(&table, "Archer").dp), (4, 5));
}

#[test]
fn s29_2_1_s29_2_2_each_ammunition_attack_of_four_or_more_takes_a_factor() {
    for (dice, left) in [([4, 6], 8), ([5, 3], 9), ([1, 2], 10)] {
        let mut table = facing_archer();
        table.umpire("wait Archer").umpire("place Zimmerman HH38 limbered N");
        // Six rifles at five hexes: two attacks.
        table.union("Calef at HH38", &dice);
        assert_eq!(battery(&table, "Zimmerman").factors, left);
    }
    // By heavy fire they are at three hexes: three attacks; nobody has fewer factors than none.
    let mut table = facing_archer();
    table.umpire("wait Archer").umpire("place Zimmerman HH38 limbered N").umpire("mark Zimmerman factors 1");
    table.union("Calef 6R heavy at HH38", &[4, 5, 6]);
    assert_eq!(battery(&table, "Zimmerman").factors, 0);
}

#[test]
fn s29_2_3_a_battery_marks_off_one_factor_however_many_of_its_cannon_fire_at_however_many_targets() {
    let mut table = facing_archer();
    table.union("Calef 1R at HH38", &[]);
    assert_eq!(battery(&table, "Calef").factors, 9);
    table.union("Calef 5R at GG39", &[]);
    assert_eq!(battery(&table, "Calef").factors, 9);
}

#[test]
fn s29_3_1_each_battery_fires_heavily_or_not() {
    let mut table = facing_archer();
    table.umpire("place Cooper HH43 unlimbered SSE").umpire("place Cutler rest II44");
    table.union("Calef 6R heavy at HH38", &[]).union("Cooper at HH38", &[]);
    assert_eq!((battery(&table, "Calef").factors, battery(&table, "Cooper").factors), (8, 9), "§29.3.3");
    // Six at three hexes 3, four at five hexes 2: they are read apart.
    assert_eq!(brigade(&table, "Archer").cp, 5);
}

#[test]
fn s29_3_2_heavy_fire_is_never_nearer_than_one_hex_and_reaches_no_farther() {
    let mut table = facing_archer();
    table.umpire("place Calef HH40 unlimbered SSE").umpire("place Devin rest HH42");
    table.union("Calef 6R heavy at HH38", &[]);
    assert!(table.told("range 1"), "two hexes less two: {:?}", table.story());
    let mut far = facing_archer();
    far.umpire("place Calef HH44 unlimbered SSE")
        .umpire("place Gamble rest GG45")
        .umpire("place Archer line HH35=8 NNE");
    assert_eq!(board(&far).pack.ground.atlas.distance(hex("HH44"), hex("HH35")), Some(9));
    assert_eq!(far.refused(Union, "Calef 6R heavy at HH35"), "29.0");
}

#[test]
fn s29_4_2_the_reserve_is_fixed_and_gives_what_it_has() {
    let mut table = Table::study(&["place Stewart G22 unlimbered W", "place Stevens G24 unlimbered W"]);
    table.position.scenario = advanced_gettysburg::Scenario::TwoDays;
    table.umpire("mark Stewart factors 2").umpire("mark Stevens factors 6").umpire("turn 50 union assault");
    table.position.reserve[0] = 5;
    table.union("done", &[]);
    let given = battery(&table, "Stewart").factors + battery(&table, "Stevens").factors;
    assert_eq!((given, table.position.reserve[0]), (13, 0));
}

#[test]
fn s29_4_4_who_has_no_ammunition_has_no_range_of_influence() {
    let mut table = facing_archer();
    assert!(board(&table).influences(unit("Calef"), hex("HH38")));
    table.umpire("mark Calef factors 0");
    assert!(!board(&table).influences(unit("Calef"), hex("HH38")));
    assert!(!board(&table).in_enemy_range(Confederate, hex("HH38")));
}

#[test]
fn r47_r51_each_kind_of_cannon_has_its_own_reach_and_its_own_line_of_the_table() {
    let mut table = Table::study(&[
        "place Davis rest HH35",
        "place Marye HH36 unlimbered NNE",
        "place Stone line HH43=8 SSE",
        "turn 1 confederate artillery",
    ]);
    assert_eq!(board(&table).pack.ground.atlas.distance(hex("HH36"), hex("HH43")), Some(7));
    assert!(board(&table).influences(unit("Marye"), hex("HH43")), "two rifles, two Napoleons: the field of both");
    assert_eq!(table.refused(Confederate, "Marye 2N at HH43"), "29.0");
    assert_eq!(
        table.refused(Confederate, "Marye 2R 2N rifled at HH43"),
        "29.0",
        "counted as rifles they reach no farther"
    );
    table.confederate("Marye at HH43", &[]);
    assert!(table.told("fires 2 guns"), "{:?}", table.story());
    // At two hexes 1 of two rifles and 1 of two Napoleons; as four rifles 2.
    for (line, cp) in [("Marye 2R 2N at HH38", 2), ("Marye 2R 2N rifled at HH38", 2), ("Marye 2R at HH38", 1)] {
        let mut near = Table::study(&["place Davis rest HH35", "place Marye HH36 unlimbered NNE"]);
        near.umpire("place Stone line HH38=8 SSE").umpire("turn 1 confederate artillery");
        near.confederate(line, &[]);
        assert_eq!(brigade(&near, "Stone").cp, cp, "{line}");
    }
}

#[test]
fn r50_batteries_of_the_union_reserve_are_in_company_with_every_union_brigade() {
    let supported = |battery: &str, brigade: &str| {
        let table =
            Table::study(&[&format!("place {battery} HH43 unlimbered SSE"), &format!("place {brigade} rest HH44")]);
        board(&table).is_supported(unit(battery))
    };
    assert!(supported("us-huntington-ricketts-bty", "Coster") && supported("us-huntington-ricketts-bty", "Cutler"));
    assert!(supported("Stewart", "us-stannard-inf"), "Stannard is of the I Corps");
    assert!(!supported("Stewart", "us-lockwood-inf") && supported("us-muhlenberg-atwell-bty", "us-lockwood-inf"));
}

#[test]
fn s17_2_11_s29_1_a_split_battery_is_limbered_and_fires_no_cannon() {
    let mut table = facing_archer();
    table.umpire("place Calef HH43 limbered S HH44 2");
    assert_eq!(table.refused(Union, "Calef at HH38"), "9.0");
    assert_eq!(lies(&table, "Calef"), "HH43=4 HH44=2");
}
