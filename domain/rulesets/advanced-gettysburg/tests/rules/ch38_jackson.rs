//! General Jackson, and commanders who follow one another (0.3).

use crate::shared::table::terms;
use crate::table::{RULES, Table, board, hex, unit};
use advanced_gettysburg::{AdvancedGettysburg, Level};
use domain_core::referee::{Ruleset, Side::Confederate, Side::Union, Situation, Terms};

fn of(scenario: &str, options: &[&str]) -> Table {
    let terms = Terms { scenario: scenario.into(), ..terms::<AdvancedGettysburg>(options) };
    Table { position: RULES.open(&terms).expect("the options"), facts: Vec::new() }
}

fn command(table: &Table, name: &str) -> (String, String) {
    let spec = board(table).spec(unit(name));
    (spec.corps.clone(), spec.division.clone())
}

fn arrives(table: &Table, name: &str) -> Option<(u8, String)> {
    board(table).card_arrival(unit(name)).map(|(turn, road)| (turn, road.to_owned()))
}

#[test]
fn s0_3_r80_with_general_jackson_the_army_has_two_corps_and_other_arrivals_and_r45_he_takes_ewells_hour() {
    let with = of("three-days", &["jackson"]);
    let without = of("three-days", &[]);
    for (name, corps, division, turn, road) in [
        ("Archer", "II", "Hill", 24, "Bendersville Rd."),
        ("Brockenbrough", "II", "Hill", 24, "Bendersville Rd."),
        ("Scales", "II", "Hill", 24, "Bendersville Rd."),
        ("cs-hill-cmd", "II", "Hill", 24, "Bendersville Rd."),
        ("Pettigrew", "I", "Ewell", 1, "Cashtown Pike"),
        ("cs-ewell-cmd", "I", "Ewell", 1, "Cashtown Pike"),
        ("Wilcox", "I", "Anderson", 9, "Cashtown Pike"),
        ("Steuart", "II", "Johnson", 26, "Cashtown Pike"),
        ("cs-lane-ross-bty", "Artillery Reserve", "", 16, "Cashtown Pike"),
        ("cs-jackson-cmd", "II", "", 18, "Bendersville Rd."),
        // Unchanged.
        ("Doles", "II", "Rodes", 18, "Bendersville Rd."),
    ] {
        assert_eq!(command(&with, name), (corps.to_owned(), division.to_owned()), "{name}");
        assert_eq!(arrives(&with, name), Some((turn, road.to_owned())), "{name}");
    }
    assert_eq!(command(&without, "Archer"), ("III".to_owned(), "Heth".to_owned()));
    assert_eq!((arrives(&without, "cs-jackson-cmd"), arrives(&with, "cs-heth-cmd")), (None, None));
    let level = |table: &Table, name: &str| board(table).spec(unit(name)).commander().map(|c| c.level);
    assert_eq!(
        (level(&with, "cs-hill-cmd"), level(&without, "cs-hill-cmd")),
        (Some(Level::Division), Some(Level::Corps))
    );
    assert!(board(&with).has_authority(unit("cs-jackson-cmd"), unit("Archer")));
    assert!(board(&with).has_authority(unit("cs-hill-cmd"), unit("Scales")));
    assert!(!board(&with).has_authority(unit("cs-hill-cmd"), unit("Pettigrew")));
    assert!(board(&with).keeps_company(unit("cs-lane-ross-bty"), unit("Doles")), "treated like the Union reserve");
}

#[test]
fn s0_3_the_union_gains_twenty_points_for_general_jackson() {
    let points = |options: &[&str]| board(&of("morning", options)).points(Union);
    assert_eq!(points(&["jackson"]), points(&[]) + 20);
    let shares = |options: &[&str]| of("three-days", options).position.stores;
    let (with, without) = (shares(&["jackson", "ammunition-reserve"]), shares(&["ammunition-reserve"]));
    let changed: Vec<i32> =
        with.iter().zip(&without).map(|(a, b)| i32::from(*a) - i32::from(*b)).filter(|change| *change != 0).collect();
    assert_eq!(changed.iter().sum::<i32>(), 0, "{changed:?}");
    assert_eq!(changed.len(), 3, "I, II and what was the III Corps'");
    assert!(changed.contains(&111) && changed.contains(&56) && changed.contains(&-167));
}

/// A night with Ewell's corps on the map, and Pender's division.
fn night(options: &[&str]) -> Table {
    let mut table = of("three-days", options);
    for line in [
        "clear",
        "place cs-ewell-cmd K40",
        "place cs-rodes-cmd K39",
        "place Doles rest K38",
        "place cs-johnson-cmd N41",
        "place Steuart rest N40",
        "turn 60 confederate opening",
    ] {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_3_a_division_commander_follows_the_commander_of_his_corps_and_trimble_takes_the_division() {
    let mut table = night(&["trimble"]);
    assert_eq!(table.refused(Confederate, "substitute Ewell by Rodes"), "0.3", "he is whole");
    table.umpire("mark cs-ewell-cmd hit");
    assert_eq!(table.refused(Confederate, "substitute Ewell"), "0.3", "by whom?");
    assert_eq!(table.refused(Confederate, "substitute Ewell by Early"), "0.3", "he is not on the map");
    let menu = table.menu(Confederate);
    assert!(menu.contains(&"substitute Ewell by Rodes".to_owned()), "{menu:?}");
    table.confederate("substitute Ewell by Rodes", &[]);
    let (rodes, trimble, ewell) = (unit("cs-rodes-cmd"), unit("cs-trimble-cmd"), unit("cs-ewell-cmd"));
    let board = board(&table);
    assert_eq!((board.level_of(rodes), board.level_of(trimble)), (Some(Level::Corps), Some(Level::Division)));
    for brigade in ["Doles", "Steuart"] {
        assert!(board.has_authority(rodes, unit(brigade)), "{brigade}");
        assert!(!board.has_authority(ewell, unit(brigade)));
    }
    assert!(board.has_authority(trimble, unit("Doles")) && !board.has_authority(trimble, unit("Steuart")));
    assert_eq!(table.position.place(trimble), Some(hex("K39")));
    table.umpire("mark cs-johnson-cmd hit");
    assert_eq!(table.refused(Confederate, "substitute Johnson"), "0.3", "nobody else waits");
}

#[test]
fn r80_with_general_jackson_heth_and_pender_wait_like_trimble() {
    let mut table = night(&["jackson"]);
    table.umpire("mark cs-rodes-cmd hit").umpire("mark cs-johnson-cmd hit");
    table.confederate("substitute Rodes", &[]).confederate("substitute Johnson", &[]);
    let taken = table.position.substitutes.iter().map(|s| (s.by, s.of)).collect::<Vec<_>>();
    let ids = |a: &str, b: &str| (unit(a), unit(b));
    assert_eq!(taken, [ids("cs-heth-cmd", "cs-rodes-cmd"), ids("cs-pender-cmd", "cs-johnson-cmd")]);
    assert!(board(&table).has_authority(unit("cs-heth-cmd"), unit("Doles")));
    assert_eq!(board(&table).outcome(), None);
}
