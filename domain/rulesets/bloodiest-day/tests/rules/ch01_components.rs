//! §1: map, counters, preparation, words; rulings 1 to 4 on the set-up, 34 and 36 on the map.

use crate::table::{RULES, Table};
use bloodiest_day::{Arm, Border, Phase, Place, UnitSpec};
use domain_core::referee::{Card, Ruleset, Side, Situation, Viewer};

fn spec(name: &str) -> &'static UnitSpec {
    RULES.pack().unit(RULES.unit(name).unwrap_or_else(|| panic!("no unit {name}")))
}

/// The battle has one seat a side, and 192 counters of which 153 are people.
#[test]
fn s1_0_two_sides_and_192_counters() {
    let about = RULES.about();
    let sides: Vec<Side> = about.scenarios[0].seats.iter().map(|s| s.side).collect();
    assert_eq!(sides, [Side::Union, Side::Confederate]);
    let counters = include_str!("../../data/units.csv");
    let rows = counters.lines().skip(1).filter(|l| !l.is_empty()).count();
    assert_eq!((rows, RULES.pack().units.len() + RULES.pack().leaders.len()), (192, 153));
}

/// Areas have a number and a TEM from +1 to +4; two values are kept apart, the first of them the better one.
#[test]
fn s1_1_areas_have_a_number_and_a_terrain_modifier() {
    let pack = RULES.pack();
    for (i, area) in pack.areas.iter().enumerate() {
        assert_eq!(usize::from(area.id), i + 1);
        assert!((1..=4).contains(&area.tem) && (area.tem..=4).contains(&area.special), "{}", area.id);
        // A value before the slash is there for those who come over the creek or the Sunken Road.
        let by_border = area.links.iter().any(|l| l.kind != Border::Open);
        assert!(area.special == area.tem || by_border, "{} has a special value and no border for it", area.id);
    }
    assert_eq!((pack.area(41).tem_text(), pack.area(27).tem_text()), ("+4/+2".into(), "+1".into()));
}

/// Sides are told apart, divisions have one designation each, halves of a brigade or battalion bear the same.
#[test]
fn s1_2_1_units_bear_their_division() {
    assert_eq!((spec("Gibbon").division.as_str(), spec("Gibbon").side), ("1/I", Side::Union));
    for half in RULES.pack().units.iter().filter(|u| u.name.ends_with(" a")) {
        let other = format!("{} b", half.name.trim_end_matches(" a"));
        let fellow = RULES.pack().units.iter().find(|u| u.name == other && u.side == half.side).expect("two halves");
        assert_eq!((&half.division, half.arm), (&fellow.division, fellow.arm));
        assert!(half.size.starts_with("demi-"), "{} is a {}", half.name, half.size);
    }
}

/// The Fresh side has the higher value; a Spent unit neither attacks nor moves.
#[test]
fn s1_2_2_fresh_and_spent_sides() {
    assert!(RULES.pack().units.iter().all(|u| u.spent < u.fresh || (u.spent, u.fresh) == (1, 1)));
    let mut t = Table::study(&[
        "place Gibbon 19 spent",
        "place Phelps 19",
        "place Lawton 27",
        "leader Hooker 19 active",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    t.union("activate 19 with Hooker", &[]);
    assert!(!t.unit("Gibbon").active && t.unit("Phelps").active);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-27"), "6.1");
    assert_eq!(t.refused(Side::Union, "Gibbon volley 27"), "6.1");
}

/// A healthy leader activates all of his formation; a wounded one does nothing in this turn; a replacement has it all.
#[test]
fn s1_2_3_leaders_healthy_wounded_and_replaced() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Art (1/I) 19",
        "place Anderson (3/I) 19",
        "leader Hooker 19 wounded",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    assert_eq!(t.refused(Side::Union, "wake Hooker"), "8.7.2");
    assert_eq!(t.refused(Side::Union, "activate 19 with Hooker"), "5.2");
    assert_eq!(t.refused(Side::Union, "Hooker ride 19-20"), "7.2.1");
    t.umpire("leader Hooker 19 active replacement").union("activate 19 with Hooker", &[]);
    for unit in ["Gibbon", "Art (1/I)", "Anderson (3/I)"] {
        assert!(t.unit(unit).active, "{unit}");
    }
}

/// Turn, impulse and Advantage stand on their tracks; bridges, fords, objectives and wounds are marked.
#[test]
fn s1_2_4_markers_show() {
    let t = Table::study(&[
        "place Gibbon 42",
        "leader Hooker 42 wounded",
        "bridge Lower Bridge union",
        "ford Snavely's Ford found",
        "turn 3 union impulse 4",
        "advantage union",
    ]);
    let view = RULES.board(&t.position).view(Viewer::Spectator);
    let space = view.tracks.iter().find(|t| t.title == "Impulse Track").expect("a track").spaces[4].clone();
    assert!(space.here && space.markers.contains(&"Advantage: Union".to_owned()), "{:?}", space.markers);
    let turn = view.tracks.iter().find(|t| t.title == "Game Turn Track").expect("a track");
    assert!(turn.spaces[2].here && !turn.spaces[3].here);
    let says = |words: &str| view.markers.iter().any(|m| m.title.contains(words));
    assert!(says("Lower Bridge: held by the Union") && says("Snavely's Ford: found") && !says("Myers' Ford"));
    assert!(says("Dunker Church: held by the Union"));
    let hooker = view.pieces.iter().find(|p| p.name == "Hooker").expect("a leader");
    assert!(hooker.tabs.iter().any(|t| t.title == "Wounded for this turn"));
}

/// Turn 1, space 0; everybody stands where the lists say, reinforcements wait.
#[test]
fn s1_3_everybody_stands_where_the_lists_say() {
    let t = Table::start();
    assert_eq!((t.position.turn, t.position.space, t.position.phase), (1, 0, Phase::LongRange));
    for (name, area) in [("Starke", 28), ("Lawton", 27), ("Early", 29), ("Ripley", 42), ("Toombs", 38), ("Kershaw", 7)]
    {
        assert_eq!(t.unit(name).place, Place::At(area), "{name}");
    }
    for (name, area) in [("Phelps", 20), ("Duryea", 25), ("Gorman", 72), ("Caldwell", 73), ("Barnes", 75)] {
        assert_eq!(t.unit(name).place, Place::At(area), "{name}");
    }
    for (name, area) in [("Lee", 14), ("Jackson", 29), ("Longstreet", 30), ("McClellan", 73), ("Burnside", 63)] {
        assert_eq!(t.leader(name).place, Place::At(area), "{name}");
    }
    for name in ["Torbert", "Art (2/VI)", "Branch", "Art (A.P. Hill)"] {
        assert_eq!(t.unit(name).place, Place::Off, "{name}");
    }
    assert!(t.position.units.iter().all(|u| !u.spent));
}

/// Adjacent areas share a border of some length, never a mere point; a vacant, controlled or contested area is what its
/// combat units make it.
#[test]
fn s1_4_the_words() {
    for row in include_str!("../../data/adjacency.csv").lines().skip(1) {
        let length: f64 = row.split(',').nth(3).expect("a length").parse().expect("inches");
        assert!(length > 0.3, "{row}");
    }
    assert!(RULES.pack().link(19, 27).is_some() && RULES.pack().link(19, 42).is_none());
    // Mounted: cavalry and horse artillery. Open ground: +1.
    assert!(spec("Rush").arm == Arm::Cavalry && spec("Art a (CAV)").arm == Arm::HorseArtillery);
    assert!(RULES.pack().area(27).clear() && !RULES.pack().area(19).clear());
}

/// Ruling 1: the Union's part of area 18 stands in 19, or in 18 by option; nothing else of either army shares an area.
#[test]
fn r1_area_18() {
    let (usual, printed) = (Table::start(), Table::with(&["area-18-as-printed"]));
    for name in ["Gibbon", "Art (1/I)", "Anderson (3/I)"] {
        assert_eq!((usual.unit(name).place, printed.unit(name).place), (Place::At(19), Place::At(18)), "{name}");
    }
    for name in ["Winder", "Taliaferro", "Art a (Jackson)"] {
        assert_eq!((usual.unit(name).place, printed.unit(name).place), (Place::At(18), Place::At(18)), "{name}");
    }
    // As printed they fight where they stand, for two points.
    let mut t = printed;
    t.union("done", &[5, 5]).confederate("keep", &[]);
    t.umpire("leader Hooker 19 active").umpire("advantage union");
    t.union("activate 18 with Hooker", &[]).union("Gibbon assault 18", &[]);
    assert_eq!(t.unit("Gibbon").used, 2);
}

/// Ruling 2: D. H. Hill has a second half of his guns, in 40.
#[test]
fn r2_the_second_half_of_hills_guns() {
    let t = Table::start();
    assert_eq!(t.unit("Art b (D.H. Hill)").place, Place::At(40));
    assert_eq!(spec("Art b (D.H. Hill)").division, spec("Art a (D.H. Hill)").division);
}

/// Ruling 3: Early and Hays are Ewell's; with the rest of that division and Jackson's they stack beyond ten.
#[test]
fn r3_early_and_hays_are_of_ewells_division() {
    for name in ["Early", "Hays", "Lawton", "Trimble", "Art (Ewell)"] {
        assert_eq!(spec(name).division, "Ewell/II", "{name}");
    }
}

/// Ruling 4: the third division of the II Corps is that.
#[test]
fn r4_the_third_division_of_the_second_corps() {
    for name in ["Kimball", "Morris", "Weber", "Art (3/II)"] {
        assert_eq!(spec(name).division, "3/II", "{name}");
    }
    assert_eq!(spec("Gorman").division, "2/II");
}

/// Ruling 34: an area with +1 after the slash is clear too: open to a volley, and dear under guns.
#[test]
fn r34_clear_is_the_normal_value() {
    let mut t = Table::study(&[
        "place Starke 50",
        "place Gibbon 49",
        "leader Jackson 50 active",
        "turn 2 confederate impulse 0",
        "advantage confederate",
    ]);
    assert_eq!(RULES.pack().area(49).tem_text(), "+2/+1");
    t.confederate("activate 50 with Jackson", &[]).confederate("Starke volley 49", &[]);
}

/// Ruling 36: over the creek without a crossing one fires and commands, but neither moves nor retreats.
#[test]
fn r36_the_creek_without_a_crossing() {
    let mut t = Table::study(&[
        "place Art (4/IX) 64",
        "place Crook a 64",
        "place Drayton 56",
        "leader Burnside 65 active",
        "place Nagle a 56 spent",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    t.umpire("gone Nagle a").union("activate 64 with Burnside", &[]);
    assert_eq!(t.refused(Side::Union, "Crook a 64-56"), "11.2");
    t.union("Art (4/IX) bombard 56", &[]);
    // Commanded over: Longstreet east of the creek reaches 56.
    let mut t = Table::study(&[
        "place Drayton 56",
        "leader Longstreet 64 active",
        "turn 2 confederate impulse 0",
        "advantage confederate",
    ]);
    assert_eq!(t.refused(Side::Confederate, "Longstreet ride 64-56"), "11.2");
    t.confederate("activate 56 with Longstreet", &[]);
    assert!(t.unit("Drayton").active);
}
