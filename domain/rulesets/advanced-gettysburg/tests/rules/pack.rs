//! The pack against plain readings of its files.

use crate::table::RULES;
use advanced_gettysburg::{Activity, Arm, Experience, Kind, Level, Mover, Terrain};
use domain_core::referee::{Card, Side};

fn rows(text: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|r| r.expect("a row")).collect()
}

const HEXES: &str = include_str!("../../data/hexes.csv");
const UNITS: &str = include_str!("../../data/units.csv");

#[test]
fn every_hex_is_read_as_its_row_says() {
    let ground = &RULES.pack().ground;
    let rows = rows(HEXES);
    assert_eq!((rows.len(), ground.cells.len()), (1825, 1825));
    for row in rows {
        let place = ground.atlas.read(&row["id"]).expect("a hex");
        let cell = &ground.cells[place];
        assert_eq!(cell.level.to_string(), row["level"]);
        assert_eq!(cell.crest, row["crest"] == "1");
        assert_eq!(cell.road, !row["roads"].is_empty());
        assert_eq!(cell.terrain == Terrain::Woods, row["terrain"] == "woods");
        assert_eq!(ground.atlas.hex(place).map(|h| h.col().to_string()), Some(row["col"].clone()));
    }
}

#[test]
fn counters_are_read_with_names_that_no_other_of_their_side_has() {
    let pack = RULES.pack();
    let rows = rows(UNITS);
    assert_eq!((rows.len(), pack.units.len()), (294, 294));
    let kinds = |kind: &str| rows.iter().filter(|r| r["kind"] == kind).count();
    let count = |f: fn(&Kind) -> bool| pack.units.iter().filter(|u| f(&u.kind)).count();
    assert_eq!(count(|k| matches!(k, Kind::Brigade(_))), kinds("brigade"));
    assert_eq!(count(|k| matches!(k, Kind::Battery(_))), kinds("battery"));
    for (row, unit) in rows.iter().zip(&pack.units) {
        assert_eq!(row["id"], unit.id);
        if let Some(b) = unit.brigade() {
            assert_eq!(b.strength.to_string(), row["strength_entry"]);
            let base = match b.experience {
                Experience::Veteran => "12",
                Experience::Seasoned => "10",
                Experience::Experienced => "9",
                Experience::Green => "7",
            };
            assert_eq!(base, row["base_experience"]);
            assert_eq!(pack.tables.current(b.experience, 0).to_string(), base);
        }
        if let Some(b) = unit.battery() {
            assert_eq!(b.cannon().to_string(), row["cannon"]);
            assert_eq!(b.horse, row["horse_artillery"] == "1");
        }
        if let Some(arrival) = &unit.arrival {
            assert_eq!((arrival.turn.to_string(), &arrival.road), (row["arrival_turn"].clone(), &row["entry"]));
        }
    }
    let spec = |name: &str| pack.unit(RULES.unit(name).expect(name));
    assert_eq!(spec("Wainwright-Hall").id, "us-wainwright-hall-bty");
    assert_eq!(spec("J.I. Gregg").brigade().map(|b| b.arm), Some(Arm::Cavalry));
    assert_eq!(
        spec("Reynolds").commander().map(|c| (c.level, c.control, c.coordination, c.leadership)),
        Some((Level::Corps, 12, 7, 6))
    );
    assert_eq!(spec("us-cutler-inf").joins.iter().map(|j| (j.turn, j.points)).collect::<Vec<_>>(), [(31, 6)]);
}

#[test]
fn roads_lead_onto_the_map_where_the_cards_say() {
    let ground = &RULES.pack().ground;
    let entry = |name: &str| ground.entries.iter().find(|e| e.name == name).expect(name);
    assert_eq!(ground.id(entry("Cashtown Pike").hex), "A39");
    assert_eq!(entry("Cashtown Pike").side, Some(Side::Confederate));
    assert_eq!(entry("York Pike").side, None);
    for entry in &ground.entries {
        assert!(ground.has_road(entry.hex) && ground.has_road(entry.off) && !ground.is_hex(entry.off));
        assert_eq!(ground.next_to(entry.off).collect::<Vec<_>>(), [entry.hex]);
        assert_eq!(ground.side_to(entry.off, entry.hex), Some(ground.onto(entry)));
    }
    assert!(
        ground.roads.between(ground.atlas.read("A39").unwrap(), ground.atlas.read("B38").unwrap()).next().is_some()
    );
    assert_eq!(ground.road_names.len(), 26);
}

#[test]
fn tables_say_what_the_charts_say() {
    let tables = &RULES.pack().tables;
    assert_eq!(tables.allotment[2], [3, 4]);
    assert_eq!(tables.cost(Activity::OffRoad).of(Mover::Column), Some(3), "one and a half");
    assert_eq!(tables.cost(Activity::ToLine).of(Mover::Column), Some(12));
    assert_eq!(tables.cost(Activity::ToLine).in_range, Some(4));
    assert_eq!(tables.cost(Activity::ToColumn).in_range, None, "not allowed");
    assert_eq!(tables.cost(Activity::AlongRoad).of(Mover::Unlimbered), None);
    assert_eq!((tables.worn(false, 16), tables.worn(false, 13), tables.worn(false, 21)), (Some(10), Some(5), None));
    assert_eq!((tables.worn(true, 24), tables.worn(true, 40), tables.worn(true, 0)), (Some(12), Some(45), Some(0)));
    assert_eq!((tables.current(Experience::Veteran, 1), tables.current(Experience::Veteran, 2)), (12, 11));
    assert_eq!((tables.current(Experience::Green, 7), tables.current(Experience::Seasoned, 30)), (0, 0));
    assert_eq!((tables.disorganized(5, 9), tables.disorganized(13, 1), tables.disorganized(1, 60)), (8, 208, 1));
    assert_eq!((tables.combat_fire.points(3, false, 8, 4), tables.combat_fire.points(0, true, 1, 6)), (8, 0));
    assert_eq!(
        tables.combat_fire.points(1, true, 6, 4),
        4,
        "cavalry of 4 to 6 fire 5 to 7 points in the fourth column"
    );
    assert_eq!((tables.assault[0], tables.assault[7], tables.assault_modifier[0]), (2, 6, -3));
    assert_eq!((tables.assault_share[0], tables.assault_share[7]), (5, 35));
    assert_eq!((tables.artillery_fire[1][11][0], tables.artillery_strength[0][5]), (10, 3));
    assert_eq!(tables.breakdown[2][10], 4, "11 at 3 gives 4, as printed");
    assert_eq!((tables.entry_penalty[&1][&2], tables.entry_penalty[&9][&18]), (10, 50));
    assert_eq!((tables.reserve, tables.victory.minimum), ([1140, 944], 30));
}

#[test]
fn each_file_of_the_pack_has_its_digest() {
    let files = &RULES.about().files;
    assert_eq!(files.len(), 7);
    assert_eq!(files.iter().map(|f| f.name.as_str()).next(), Some("edges.csv"));
}
