//! What an eighteenth reading of §14.0 to §18.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::shared::table::terms;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, hex, hidden, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Place, Position, Segment};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// Stuart between Hampton, of his division, and Archer, whose division was transferred to his corps.
fn transferred() -> Table {
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(&["night-orders"]) };
    let mut table = Table { position: RULES.open(&terms).expect("the options"), facts: Vec::new() };
    table.umpire("clear").umpire("turn 50 confederate opening").confederate("transfer Heth to Stuart", &[]);
    for line in ["place Stuart H22", "place Hampton rest H23", "place Archer rest H21", "turn 70 confederate alone"] {
        table.umpire(line);
    }
    table
}

#[test]
fn s15_3_r49_brigades_of_another_division_of_his_corps_stuart_leads_as_the_corps_commander() {
    let mut table = transferred();
    for name in ["place cs-anderson-cmd D22", "place Wilcox rest D23"] {
        table.umpire(name);
    }
    let archer = "lead Stuart: Archer";
    let then = after(&BEFORE, &table, Confederate, archer, &[4]).expect("he leads");
    assert_eq!(then.segment, Segment::Divisions, "by revision 7 they came before those under corps commanders");
    let menu = table.menu(Confederate);
    let leads: Vec<&String> = menu.iter().filter(|line| line.starts_with("lead Stuart")).collect();
    assert_eq!(leads, ["lead Stuart: Hampton"], "his own division first");
    let mut first = transferred();
    table.confederate(archer, &[4]);
    assert_eq!(table.position.segment, Segment::Corps);
    assert_eq!(table.refused(Confederate, "lead Anderson: Wilcox"), "15.0", "it is too late for divisions");
    // He leads his division, and then the others of his corps.
    first.confederate("lead Stuart", &[4]);
    assert_eq!((first.position.segment, first.brigade("Hampton").level), (Segment::Divisions, Some(5)));
    assert_eq!(first.brigade("Archer").level, None);
    first.confederate(archer, &[4]);
    assert_eq!((first.position.segment, first.brigade("Archer").level), (Segment::Corps, Some(4)));
    // Both together he leads as the corps' commander.
    let mut both = transferred();
    both.confederate("lead Stuart: Hampton, Archer", &[4]);
    assert_eq!(both.position.segment, Segment::Corps);
    sound(&both);
}

#[test]
fn s16_1_1_s0_1_who_comes_upon_somebody_hidden_in_his_range_is_no_reinforcement_any_more() {
    let meets = |front: &str| {
        let mut table = hidden(&[
            "place Archer column N HH36",
            &format!("place Stone line HH41=8 {front}"),
            "turn 1 confederate divisions",
            "mark Archer level 8",
            "unseen Archer",
            "unseen Stone",
        ]);
        let archer = table.position.brigade_mut(unit("Archer")).expect("a brigade");
        (archer.exempt, archer.came, archer.lined) = (Some(2), Some(0), false);
        table
    };
    let (line, exempt) =
        ("Archer march HH37-HH38-HH39-HH40", |at: &Position| at.brigade(unit("Archer")).and_then(|b| b.exempt));
    let mut table = meets("SSE");
    let then = after(&BEFORE, &table, Confederate, line, &[6]).expect("an ambush");
    let then = Table { position: then, facts: Vec::new() };
    assert_eq!(
        exempt(&after(&BEFORE, &then, Confederate, "done", &[]).expect("done")),
        Some(2),
        "it was one in revision 7"
    );
    table.confederate(line, &[6]);
    assert!(table.facts.iter().any(|f| matches!(f, advanced_gettysburg::Fact::FellBack { .. })));
    assert_eq!(exempt(&table.position), None);
    // Out of his range it stays one.
    let mut other = meets("NNE");
    other.confederate(line, &[6]);
    assert_eq!(exempt(&other.position), Some(2));
}

#[test]
fn s16_2_1_r17_the_level_of_a_primary_commander_whose_men_all_attack_is_six_so_that_he_rides_eight_hexes() {
    let far = |rules: &AdvancedGettysburg, more: &[&str]| {
        let mut table = Table::study(&[
            "turn 9 union opening",
            "place us-ward-inf line M29=5 M28=8 M27=8",
            "place us-birney-cmd L28",
            "place Archer line T27=6 T28=6",
        ]);
        for line in more {
            table.umpire(line);
        }
        for line in ["attack Ward", "primary us-birney-cmd"] {
            table.position = after(rules, &table, Union, line, &[]).expect(line);
        }
        let board = rules.board(&table.position);
        let field = board.ride_field(unit("us-birney-cmd")).expect("he may ride");
        (0..board.pack.ground.cells.len()).filter_map(|hex| field.at(hex)).max()
    };
    assert_eq!(far(&BEFORE, &[]), Some(10), "in revision 7 as far as men who do not attack");
    assert_eq!(far(&RULES, &[]), Some(8));
    assert_eq!(far(&RULES, &["place Graham rest L29"]), Some(10), "his men who do not attack have ten");
}

#[test]
fn s17_1_8_s21_8_who_leaves_the_map_captures_commanders_on_the_way_of_its_markers() {
    let mut table = Table::study(&[
        "place Archer line A22=8 B21=4",
        "place us-reynolds-cmd A21",
        "turn 3 confederate alone",
        "mark Archer retreat voluntary level 6",
    ]);
    let lost = |at: &Position| at.unit(unit("us-reynolds-cmd")).place == Place::Lost;
    let then = after(&BEFORE, &table, Confederate, "Archer leave", &[]).expect("it leaves");
    assert!(!lost(&then), "revision 7 let its right marker go by him");
    table.confederate("Archer leave", &[]);
    assert_eq!(table.position.unit(unit("Archer")).place, Place::Fled(hex("A22") as u16));
    assert!(lost(&table.position), "{:?}", table.story());
    sound(&table);
}

/// Hampton in an attack column, with eight points.
fn mounted(hexes: &str) -> Table {
    let mut table = Table::study(&[&format!("place Hampton charge N {hexes}"), "turn 1 confederate alone"]);
    table.position.options.charge = true;
    table.umpire("mark Hampton level 8");
    table
}

#[test]
fn s17_1_3_s18_5_s0_6_1_an_attack_column_closes_up_neither_to_rest_nor_to_form_line() {
    for (line, section) in [("Hampton rest", "0.6"), ("Hampton line HH37=12 NNE", "0.6")] {
        let mut table = mounted("HH37=3 HH37=3 HH36=3 HH36=3");
        assert!(after(&BEFORE, &table, Confederate, line, &[]).is_ok(), "{line} by revision 7");
        assert_eq!(table.refused(Confederate, line), section, "{line}");
        assert!(!table.menu(Confederate).contains(&line.to_owned()));
    }
    // In the hexes where it lies it forms line, and in one of them goes to rest.
    mounted("HH37=3 HH37=3 HH36=3 HH36=3").confederate("Hampton line HH37=6 HH36=6", &[]);
    mounted("HH37=3 HH37=3").confederate("Hampton rest", &[]);
}
