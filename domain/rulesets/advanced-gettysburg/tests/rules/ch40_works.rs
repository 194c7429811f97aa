//! Breastworks (0.12), paragraph by paragraph.

use crate::charts::HEXES;
use crate::fire_kit::{brigade, to_defence};
use crate::table::{RULES, Table, board, fired, hex, unit};
use advanced_gettysburg::{Fact, Options};
use domain_core::referee::Side::Union;

const WORKS: &str = "breastworks";

fn with(lines: &[&str]) -> Table {
    let mut table = Table::with(&[WORKS]);
    assert_eq!(table.position.options, Options { breastworks: true, ..Options::default() });
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// Stone digs for so many points, a turn of six points each time.
fn dig(table: &mut Table, points: u8) {
    for _ in 0..points / 6 {
        table.umpire("turn 2 union alone").umpire("mark Stone level 6");
        table.union("Stone build 6", &[]);
    }
}

#[test]
fn s0_12_1_nobody_digs_in_column_at_rest_or_within_enemy_range() {
    for (place, section) in [("column S HH40=8 HH41=5", "11.0"), ("rest HH40", "11.0")] {
        let mut table = with(&[&format!("place Stone {place}"), "turn 1 union alone", "mark Stone level 6"]);
        assert_eq!(table.refused(Union, "Stone build"), section, "{place}");
    }
    let mut table = with(&["place Stone line HH40=8 SSE", "turn 1 union alone", "mark Stone level 6"]);
    table.umpire("place Zimmerman HH36 unlimbered NNE");
    assert!(board(&table).in_enemy_range(Union, hex("HH40")));
    assert_eq!(table.refused(Union, "Stone build"), "0.12", "of a battery too");
}

#[test]
fn s0_12_2_s0_12_3_eighteen_points_make_works_in_each_hex_of_the_line() {
    let mut table = with(&["place Stone line HH41=8 HH40=5"]);
    dig(&mut table, 12);
    assert_eq!((brigade(&table, "Stone").build, table.position.works.len()), (24, 0), "twelve of eighteen");
    dig(&mut table, 6);
    let mut hexes: Vec<u16> = table.position.works.iter().map(|w| w.hex).collect();
    hexes.sort_unstable();
    let mut both = [hex("HH41") as u16, hex("HH40") as u16];
    both.sort_unstable();
    assert_eq!(hexes, both);
}

#[test]
fn s0_12_4_s0_12_5_works_have_the_type_and_the_facing_of_their_builder() {
    for ends in ["N S", "N SW", "N SE", "N NW", "NE SW"] {
        let mut table = with(&[&format!("place Stone line HH40=8 ends {ends}")]);
        let before = board(&table).line(unit("Stone"))[0];
        dig(&mut table, 18);
        let works = table.position.works[0].marker();
        assert_eq!((works.left, works.right, works.shape()), (before.left, before.right, before.shape()), "{ends}");
    }
}

#[test]
fn s0_12_6_work_goes_on_when_the_enemy_range_is_gone_and_begins_anew_when_all_hexes_were_left() {
    let mut table = with(&["place Stone line HH40=8 SSE"]);
    dig(&mut table, 12);
    table.umpire("place Archer line HH38=8 NNE").umpire("turn 2 union alone").umpire("mark Stone level 6");
    assert_eq!(table.refused(Union, "Stone build 6"), "0.12");
    assert_eq!(brigade(&table, "Stone").build, 24, "halted");
    table.umpire("wait Archer");
    dig(&mut table, 6);
    assert_eq!(table.position.works.len(), 1);
    let mut moved = with(&["place Stone line HH40=8 SSE"]);
    dig(&mut moved, 12);
    moved.umpire("turn 2 union alone").umpire("mark Stone level 6").union("Stone ahead SE", &[]);
    assert_eq!(brigade(&moved, "Stone").build, 0);
}

#[test]
fn s0_12_7_markers_that_moved_have_no_part_in_the_work() {
    let mut table = with(&["place Stone line HH41=8 HH40=5"]);
    dig(&mut table, 12);
    // The left marker stays, the right one comes round.
    table.umpire("turn 2 union alone").umpire("mark Stone level 6");
    table.union("Stone to HH41=8 II41=5 ends NW SE", &[]);
    assert_eq!(brigade(&table, "Stone").build, 24, "one of its hexes is held");
    dig(&mut table, 6);
    assert_eq!(table.position.works.iter().map(|w| w.hex).collect::<Vec<_>>(), [hex("HH41") as u16]);
}

#[test]
fn s0_12_8_no_works_on_rivers_streams_that_go_on_and_swamps() {
    let mut seen = [0; 2];
    for (id, row) in HEXES.iter().filter(|(_, row)| row["edge"] == "0") {
        let features: Vec<&str> = row["features"].split([' ', ';', '|', ',']).collect();
        let wet = features.iter().any(|f| ["river", "stream_through", "swamp"].contains(f));
        let dry = features.iter().all(|f| f.is_empty() || *f == "railroad" || *f == "stream");
        assert!(wet || dry, "{id}: {features:?}");
        if seen[usize::from(wet)] > 25 {
            continue;
        }
        seen[usize::from(wet)] += 1;
        let mut table = with(&[&format!("place Stone line {id}=8 SSE"), "turn 1 union alone", "mark Stone level 6"]);
        assert_eq!(table.attempt(Union, "Stone build", &[]).is_ok(), !wet, "{id}: {features:?}");
    }
    assert!(seen.iter().all(|n| *n > 10), "{seen:?}");
}

#[test]
fn s0_12_effect_1_works_do_nothing_in_an_assault() {
    let sum = |works: bool| {
        let mut table = with(&[
            "place Archer line F22=8 F21=4",
            "place Meredith line G21=8 G22=8",
            "turn 3 confederate assault",
            "mark Archer attack launched level 6",
        ]);
        if works {
            table.umpire("works G22 S N").umpire("works G21 S N");
        }
        fired(&mut table, "Archer", "F22", "G22");
        fired(&mut table, "Meredith", "G22", "F22");
        table.confederate("Archer.1 assault G22", &[6]);
        table.facts.iter().find_map(|f| {
            if let Fact::Assaulted(a) = f { Some(a.sum.iter().map(|t| t.value).collect::<Vec<_>>()) } else { None }
        })
    };
    assert_eq!(sum(true), sum(false));
}

/// Stone in works at HH40, their front to the south; Archer fires from HH39.
fn stormed(stone: u8) -> Table {
    let mut table = with(&[
        &format!("place Stone line HH40={stone} SSE"),
        "works HH40 NE SW",
        "place Archer line HH39=8 NNE",
        "place Crenshaw GG40 limbered N",
        "place Brander II39 limbered N",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table
}

#[test]
fn s0_12_effect_2_the_example_ten_points_come_to_fifteen_and_seven_to_ten() {
    let strength = |stone: u8, guns: &str| {
        let mut table = stormed(stone);
        if !guns.is_empty() {
            table.umpire(guns);
        }
        let most = (1..=11).rev().find(|sp| table.attempt(Union, &format!("HH40: {sp} at HH39"), &[]).is_ok());
        table.union("done", &[1, 1, 1][..if guns.is_empty() { 2 } else { 3 }]);
        let found = table.facts.iter().find_map(|f| match f {
            Fact::CombatFire(v) if v.target == unit("Archer") => Some(v.strength),
            _ => None,
        });
        (most, found)
    };
    assert_eq!(strength(7, ""), (Some(7), Some(10)));
    assert_eq!(
        strength(6, "place Stewart HH40 unlimbered SSE"),
        (Some(10), Some(15)),
        "six of foot and four of Napoleons"
    );
}

#[test]
fn r52_fire_at_works_in_woods_is_halved_twice_and_rounded_once() {
    let strength = |sp: u8| {
        let mut table = with(&[
            "place Stone line HH34=8 NNE",
            "works HH34 NW SE",
            &format!("place Archer line HH35={sp} SSE"),
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ]);
        table.confederate("Archer at HH34", &[]);
        to_defence(&mut table);
        table.union("defend hold", if sp < 4 { &[][..] } else { &[1][..] });
        table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some(v.strength) } else { None })
    };
    assert_eq!([8, 7, 4, 3].map(strength), [Some(2), Some(1), Some(1), Some(0)]);
}

#[test]
fn s0_12_effect_4_twelve_cannon_fire_all_round_and_thirteen_in_the_narrow_field() {
    let fires = |names: &[&str]| {
        let mut table = with(&["place Gamble rest HH44", "place Archer line HH38=8 NNE", "works HH43 NW SE"]);
        for name in names {
            table.umpire(&format!("place {name} HH43 unlimbered NNE"));
        }
        table.umpire("turn 1 union artillery");
        table.attempt(Union, "Calef 6R at HH38", &[]).is_ok()
    };
    assert!(fires(&["Calef"]) && fires(&["Calef", "us-robertson-heaton-bty"]), "six, and twelve");
    assert!(!fires(&["Calef", "us-robertson-heaton-bty", "us-mcintosh-rank-bty"]), "fourteen");
}

#[test]
fn s0_12_effect_6_r81_attackers_have_no_use_of_works_and_reach_one_hex_from_them() {
    let mut table = with(&["place Archer line HH39=8 NNE", "works HH39 NW SE", "place Stone line HH40=8 SSE"]);
    table.umpire("mark Archer attack launched").umpire("turn 1 confederate targets");
    assert!(
        !board(&table).influences(unit("Archer"), hex("II41")) && board(&table).influences(unit("Archer"), hex("HH40"))
    );
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1]);
    assert!(table.told("Stone 8 from HH40") && table.told("Archer 8 from HH39"), "{:?}", table.story());
    assert_eq!(RULES.pack().ground.atlas.distance(hex("HH39"), hex("II41")), Some(2));
}

#[test]
fn r91_without_an_activity_level_nothing_is_built() {
    let mut table = with(&["place Stone line HH40=8 SSE", "turn 1 union alone"]);
    assert_eq!(table.refused(Union, "Stone build"), "15.0");
    table.umpire("mark Stone level 4");
    assert_eq!(table.refused(Union, "Stone build 5"), "0.12");
    table.union("Stone build 4", &[]);
    assert_eq!((brigade(&table, "Stone").build, brigade(&table, "Stone").spent()), (8, 8));
}
