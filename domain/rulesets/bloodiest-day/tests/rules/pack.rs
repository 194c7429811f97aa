//! The pack as read, held against its README.

use crate::table::{RULES, Table};
use bloodiest_day::{Border, Mark};
use domain_core::referee::{Card, Ruleset, Side, Situation, Viewer};
use std::collections::BTreeSet;

#[test]
fn seventy_five_areas_share_their_borders() {
    let pack = RULES.pack();
    assert_eq!(pack.areas.len(), 75);
    let borders: usize = pack.areas.iter().map(|a| a.links.len()).sum();
    assert_eq!(borders, 2 * 201);
    for area in &pack.areas {
        for link in &area.links {
            let back = pack.link(link.to, area.id).expect("borders have two sides");
            assert_eq!(back.kind, link.kind);
            // Every border over the creek is of a creek kind, and no other is.
            let over = area.east != pack.area(link.to).east;
            assert_eq!(over, matches!(link.kind, Border::Creek | Border::Crossing(_)), "{}-{}", area.id, link.to);
        }
    }
}

#[test]
fn marks_are_those_of_2_2() {
    let marked =
        |mark| -> Vec<u8> { RULES.pack().areas.iter().filter(|a| a.mark == Some(mark)).map(|a| a.id).collect() };
    assert_eq!(marked(Mark::Star), [29, 41, 42]);
    assert_eq!(marked(Mark::BoxedStar), [1, 21]);
    assert_eq!(marked(Mark::DoubleStar), [8, 10, 34]);
    assert_eq!(marked(Mark::Sharpsburg), [14]);
}

#[test]
fn counters_are_141_units_and_12_leaders_in_one_place_each() {
    let pack = RULES.pack();
    assert_eq!((pack.units.len(), pack.leaders.len()), (141, 12));
    let strength = |side| -> u32 {
        let infantry = pack.units.iter().filter(|u| u.side == side && u.arm == bloodiest_day::Arm::Infantry);
        infantry.map(|u| u32::from(u.fresh)).sum()
    };
    assert_eq!((strength(Side::Confederate), strength(Side::Union)), (118, 216));
    let view = RULES.board(&Table::start().position).view(Viewer::Spectator);
    let ids: BTreeSet<&str> = view.pieces.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(ids.len(), 153);
}

#[test]
fn the_sheet_has_every_area_with_number_and_terrain() {
    let sheet = RULES.sheet();
    assert_eq!(sheet.places.len(), 75);
    let sunken = sheet.place("41").expect("the Sunken Road");
    assert!(sunken.title.contains("terrain +4/+2") && sunken.outline.len() > 10, "{}", sunken.title);
}
