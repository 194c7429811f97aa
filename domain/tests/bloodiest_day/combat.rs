//! §8: combat.

use crate::table::Table;
use domain::referee::Side;
use domain::rulesets::bloodiest_day::Place;

/// Hooker's men about to fall on the Cornfield; the Union holds the Advantage, so it is the Union that lets rolls stand.
fn cornfield(more: &[&str]) -> Table {
    let mut lines = vec![
        "place Gibbon 19",
        "place Phelps 19",
        "place Hoffman 19",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "place Lawton 27",
        "turn 2 union impulse 3",
        "advantage union",
    ];
    lines.extend(more);
    let mut t = Table::study(&lines);
    t.union("activate 19 with Hooker", &[]);
    t
}

/// §8.5.7, PAC: lead, +2 each further unit, +1 for three of a division, the leader only where he is; terrain and lead against.
#[test]
fn s8_5_7_the_sum_of_an_assault() {
    let mut t = cornfield(&[]);
    t.union("Gibbon 19-27", &[]).union("Phelps 19-27", &[]).union("Hoffman 19-27", &[]).union("Hooker ride 19-27", &[]);
    t.union("assault 27 lead Gibbon", &[3, 4, 3, 4]).union("keep", &[]);
    let gibbon = i32::from(domain_unit("Gibbon"));
    let lawton = i32::from(domain_unit("Lawton"));
    let attack = gibbon + 4 + 1 + 1 + 7;
    let defence = lawton + 1 + 7;
    assert!(t.told(&format!("= {attack} (dice 3+4)")), "{:?}", t.story());
    assert!(t.told(&format!("= {defence} (dice 3+4)")), "{:?}", t.story());
}

fn domain_unit(name: &str) -> u8 {
    use crate::table::RULES;
    RULES.pack().unit(RULES.unit(name).expect("a unit")).fresh
}

/// §8.5.5A: volleys only at clear areas, without friends there, by units that have not moved; one an area an impulse.
#[test]
fn s8_5_5_volley() {
    let mut t = cornfield(&["place Starke 18"]);
    assert_eq!(t.refused(Side::Union, "Gibbon volley 18"), "8.5.5");
    assert_eq!(t.refused(Side::Union, "Art (1/I) volley 27"), "8.5.4");
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[3, 3, 4, 4]).union("keep", &[]);
    assert!(t.unit("Gibbon").spent);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-26"), "7.6");
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.1");
    // One of each kind may strike: the guns still may, and an assault.
    t.union("Art (1/I) bombard 27", &[])
        .union("bombard 27 lead Art (1/I) target Lawton", &[1, 2, 6, 5])
        .union("keep", &[]);
    t.union("Hoffman 19-27", &[]);
    // §8.4.1: no bombardment into a contested area.
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.1");
}

/// §8.4.1: no fire into an area with friends.
#[test]
fn s8_4_1_no_bombardment_among_friends() {
    let mut t = cornfield(&[]);
    t.union("Hoffman 19-27", &[]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) bombard 27"), "8.4.1");
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.5.5");
}

/// §8.4.2: the target is Fresh while any is; twice the terrain and +1 for other guns (ruling 30).
#[test]
fn s8_4_2_bombardment() {
    let mut t = cornfield(&["place Starke 27 spent", "place Art (Ewell) 27"]);
    t.union("Art (1/I) bombard 27", &[]);
    assert_eq!(t.refused(Side::Union, "bombard 27 lead Art (1/I) target Starke"), "8.4.2");
    t.union("bombard 27 lead Art (1/I) target Lawton", &[3, 3, 4, 4]).union("keep", &[]);
    assert!(t.told("2 twice the terrain +1 Fresh guns +8 rolled = 11"), "{:?}", t.story());
    // The leader with the guns counts.
    assert!(t.told("+1 Hooker"), "{:?}", t.story());
}

/// §3.0 (1), rulings 31 and 32: long-range fire, one gun in support, no leader.
#[test]
fn s3_0_long_range() {
    let mut t = Table::study(&[
        "place Res Art a (V) 74",
        "place Res Art b (V) 75",
        "place Rodes 41",
        "place Starke 28",
        "turn 2 long-range",
        "advantage union",
    ]);
    assert_eq!(t.refused(Side::Union, "long-range 28 lead Res Art a (V) target Starke"), "3.0");
    t.union("long-range 41 lead Res Art a (V) with Res Art b (V) target Rodes", &[3, 3, 4, 4]).union("keep", &[]);
    assert!(t.told("+2 unit more") && t.told("4 twice the terrain +8 rolled"), "{:?}", t.story());
    assert!(t.unit("Res Art a (V)").spent && t.unit("Res Art b (V)").spent);
}

/// §8.7.2, rulings 27 and 28: a natural 12 puts the enemy's leader in danger; 7 kills.
#[test]
fn s8_7_leader_casualties() {
    let mut t = cornfield(&["leader Jackson 27 active"]);
    t.union("Hoffman 19-27", &[]);
    t.union("assault 27 lead Hoffman", &[6, 6, 5, 4]).union("keep", &[3, 4]).union("keep", &[]);
    assert!(t.told("Jackson is killed"), "{:?}", t.story());
    assert_eq!(t.leader("Jackson").place, Place::Off);
}

/// §8.3.1, §8.3.2: those who stood there fight apart from those who come; an assault in place costs 1 or 2.
#[test]
fn s8_3_assault_in_place() {
    let mut t = Table::study(&[
        "place Gibbon 27",
        "place Phelps 19",
        "place Lawton 27",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 and 27 with Hooker", &[]);
    t.confederate("keep", &[]);
    t.union("Gibbon assault 27", &[]);
    assert_eq!(t.unit("Gibbon").used, 2);
    assert_eq!(t.refused(Side::Union, "Phelps 19-27"), "8.3.1");
}

/// §8.5 Special Terrain, ruling 55: one attacker over the Sunken Road is enough.
#[test]
fn s8_5_special_terrain() {
    let mut t = Table::study(&[
        "place Weber 53",
        "place Rodes 41",
        "leader Sumner 53 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 53 with Sumner", &[]).union("Weber 53-41", &[]);
    t.union("assault 41 lead Weber", &[1, 2, 3, 3]).union("keep", &[]);
    assert!(t.told("+4 terrain at the border"), "{:?}", t.story());
}

/// §8.5.5B (2): cavalry against Fresh infantry counts 1.
#[test]
fn s8_5_5_cavalry() {
    let mut t = cornfield(&["place Rush 19", "leader Pleasonton 19 active"]);
    t.umpire("turn 2 union impulse 3").union("activate 19 with Pleasonton", &[]);
    assert_eq!(t.refused(Side::Union, "Rush 19-27"), "7.5.3");
    t.union("Rush volley 27", &[]).union("volley 27 lead Rush", &[1, 3, 5, 5]).union("keep", &[]);
    assert!(t.told("1 Rush"), "{:?}", t.story());
}
