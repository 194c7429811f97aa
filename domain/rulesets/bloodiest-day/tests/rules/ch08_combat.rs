//! §8.1-§8.5: who may attack what and how, and the sums.

use crate::cornfield::north_woods;
use crate::table::{RULES, Table};
use bloodiest_day::{Arm, Place};
use domain_core::referee::Side;

/// §8.1 (1): a unit that is not activated joins no attack, wherever it stands.
#[test]
fn s8_1_1_only_activated_units_attack() {
    let mut t = north_woods(&["place Crawford a 19", "place Seymour 25", "place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Crawford a volley 27"), "6.1");
    assert_eq!(t.refused(Side::Union, "Seymour 25-27"), "6.1");
    t.union("Gibbon volley 27", &[]);
    // Nor does it lead.
    assert_eq!(t.refused(Side::Union, "volley 27 lead Crawford a"), "8.1");
}

/// §8.1 (2), §3.0, ruling 44: an area suffers one volley, one bombardment and one assault in an impulse, no second of a kind.
#[test]
fn r44_one_attack_of_each_kind() {
    let mut t = north_woods(&["place Art (2/I) 19", "place Lawton 27", "place Starke 27"]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[]);
    t.confederate("lead Lawton", &[1, 2, 6, 5]).keep(&[]);
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.1");
    t.union("Art (1/I) bombard 27", &[]);
    t.union("bombard 27 lead Art (1/I) target Lawton", &[1, 2, 6, 5]).keep(&[]);
    assert_eq!(t.refused(Side::Union, "Art (2/I) bombard 27"), "8.1");
    t.union("Hoffman 19-27", &[]).union("assault 27 lead Hoffman", &[]);
    // 3 against 4 + 1: even.
    t.confederate("lead Lawton", &[4, 5, 3, 4]).keep(&[]);
    assert_eq!(t.unit("Hoffman").place, Place::At(27));
    // §8.1 (3): nobody may follow after the assault.
    assert_eq!(t.refused(Side::Union, "Phelps 19-27"), "8.1");
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.1");
}

/// §8.1 (2): no second assault either, by those who stood there all the time.
#[test]
fn s8_1_2_no_second_assault() {
    let mut t = Table::study(&[
        "place Gibbon 27",
        "place Phelps 19",
        "place Lawton 27",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 and 27 with Hooker", &[]).confederate("keep", &[]);
    t.union("Phelps 19-27", &[]);
    // Those who stood there fight by themselves (§8.3.1).
    assert_eq!(t.refused(Side::Union, "Gibbon assault 27"), "8.3.1");
    // 2 against 4 + 1: even.
    t.union("assault 27 lead Phelps", &[5, 5, 3, 4]).keep(&[]);
    t.confederate("keep", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon assault 27"), "8.1");
}

/// §8.1 (2): an area that was overrun by fire, and into which the enemy has fallen back since, may be fired at again.
#[test]
fn s8_1_2_after_an_overrun_an_area_may_be_attacked_again() {
    let mut t = Table::study(&[
        "place Duryea 25",
        "place Christian 25",
        "place Hartsuff 25",
        "place Seymour 25",
        "leader Hooker 25 active",
        "place Winder 27",
        "place Starke 44 spent",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 25 with Hooker", &[]);
    t.union("Duryea volley 27", &[]).union("Christian volley 27", &[]);
    t.union("volley 27 lead Duryea", &[5, 5, 1, 2]).keep(&[]);
    assert!(t.told("Overrun"), "{:?}", t.story());
    t.union("Hartsuff 25-44", &[]);
    // 4 against 2 + 2, one better.
    t.union("assault 44 lead Hartsuff", &[4, 4, 3, 4]).keep(&[]);
    t.confederate("Starke fall-back", &[]).confederate("retreat 27", &[]);
    t.union("Seymour volley 27", &[]).union("volley 27 lead Seymour", &[5, 5, 1, 2]).keep(&[]);
    assert_eq!(t.unit("Starke").place, Place::Lost);
}

/// §8.3.1: who moves in must assault before the impulse ends, once all others have had their chance to come.
#[test]
fn s8_3_1_moving_in_means_to_assault() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Gibbon 19-27", &[]);
    assert_eq!(t.refused(Side::Union, "done"), "8.3.1");
    t.union("Phelps 19-27", &[]).union("assault 27 lead Gibbon", &[3, 3, 3, 4]).keep(&[]);
    t.union("done", &[]);
    assert_eq!(t.position.side, Side::Confederate);
}

/// §8.3.1, §4.2: reinforcements that enter among the enemy are movers too, all of them together.
#[test]
fn s8_3_1_reinforcements_assault_together() {
    let mut t = Table::study(&[
        "reserve Torbert",
        "reserve Hancock",
        "place Starke 72",
        "due VI",
        "turn 4 union impulse 0",
        "advantage union",
    ]);
    t.union("bring VI at 72", &[]).union("Torbert enter 72", &[]).union("Hancock enter 72", &[]);
    assert_eq!(t.unit("Torbert").used, 3);
    // 5 + 2 against 3 + 1: overrun.
    t.union("assault 72 lead Torbert", &[5, 5, 2, 3]).keep(&[]);
    assert!(t.told("+2 for one more unit") && t.told("Overrun"), "{:?}", t.story());
    // They moved: an overrun does not keep them Fresh beyond the impulse (§9.1).
    t.union("done", &[]);
    assert!(t.unit("Torbert").spent && t.unit("Hancock").spent);
}

/// §8.3.2, ruling 35: an assault in place costs 1 against Spent enemies alone, 2 when any is Fresh.
#[test]
fn r35_an_assault_in_place_costs_one_or_two() {
    for (state, cost) in [("place Lawton 27 spent", 1), ("place Lawton 27", 2)] {
        let mut t = Table::study(&[
            "place Gibbon 27",
            "place Starke 27 spent",
            "leader Hooker 19 active",
            "turn 2 union impulse 3",
            "advantage union",
            state,
        ]);
        t.union("activate 27 with Hooker", &[]).union("Gibbon assault 27", &[]);
        assert_eq!(t.unit("Gibbon").used, cost);
    }
}

/// §8.3.2: only units that have not moved assault in place; movers and those in place do not mix.
#[test]
fn s8_3_2_in_place_or_moving() {
    let mut t = Table::study(&[
        "place Gibbon 27",
        "place Phelps 19",
        "place Lawton 27",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 and 27 with Hooker", &[]).confederate("keep", &[]);
    assert_eq!(t.refused(Side::Union, "Phelps assault 27"), "8.3.1");
    t.union("Gibbon assault 27", &[]);
    assert_eq!(t.refused(Side::Union, "Phelps 19-27"), "8.3.1");
}

/// §8.3.3: a volley is all a unit does: no move before it, none after, no second attack.
#[test]
fn s8_3_3_volley_or_movement() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Phelps 19-25", &[]);
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.5.5");
    t.union("Gibbon volley 27", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-26"), "8.3.3");
    t.union("volley 27 lead Gibbon", &[3, 3, 4, 4]).keep(&[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-26"), "7.6");
    assert_eq!(t.refused(Side::Union, "Gibbon volley 27"), "7.6");
}

/// §8.3.4: guns move or fire.
#[test]
fn s8_3_4_bombardment_or_movement() {
    let mut t = north_woods(&["place Art (2/I) 19", "place Lawton 27"]);
    t.union("Art (2/I) 19-25", &[]);
    assert_eq!(t.refused(Side::Union, "Art (2/I) bombard 27"), "8.3.4");
    t.union("Art (1/I) bombard 27", &[]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) 19-26"), "8.3.4");
}

/// §8.4.1: guns alone, at an adjacent area, and not where friends are: into a contested area only assaults go.
#[test]
fn s8_4_1_what_may_be_bombarded() {
    let mut t = north_woods(&["place Lawton 27", "place Starke 42"]);
    assert_eq!(t.refused(Side::Union, "Gibbon bombard 27"), "8.4.1");
    assert_eq!(t.refused(Side::Union, "Art (1/I) bombard 42"), "8.5.5");
    assert_eq!(t.refused(Side::Union, "Art (1/I) bombard 26"), "8.1");
    t.union("Hoffman 19-27", &[]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) bombard 27"), "8.4.1");
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "8.5.5");
}

/// §8.4.1: guns committed before friends moved in do not fire any more.
#[test]
fn s8_4_1_friends_who_move_in_silence_the_guns() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Art (1/I) bombard 27", &[]).union("Hoffman 19-27", &[]);
    assert_eq!(t.refused(Side::Union, "bombard 27 lead Art (1/I) target Lawton"), "8.4.1");
}

/// §8.4.2, rulings 24 and 30: a battery's value, 2 for each more, the leader with the guns; twice the terrain and 1 for any other Fresh
/// battery, whatever the target is worth.
#[test]
fn r30_the_sum_of_a_bombardment() {
    let mut t = north_woods(&[
        "place Art (2/I) 19",
        "place Lawton 27",
        "place Art (Ewell) 27",
        "place Art a (ANV) 27",
        "place Starke 27 spent",
    ]);
    t.union("Art (1/I) bombard 27", &[]).union("Art (2/I) bombard 27", &[]);
    // The target is Fresh while any is.
    assert_eq!(t.refused(Side::Union, "bombard 27 lead Art (1/I) target Starke"), "8.4.2");
    assert_eq!(t.refused(Side::Union, "bombard 27 lead Art (1/I)"), "8.4.2");
    t.union("bombard 27 lead Art (1/I) target Lawton", &[3, 3, 4, 4]).keep(&[]);
    assert!(t.told("4 Art (1/I) +2 for one more unit +1 Hooker +6 rolled = 13"), "{:?}", t.story());
    assert!(t.told("2 for the terrain, doubled +1 for Fresh guns +8 rolled = 11"), "{:?}", t.story());
    // §8.6: beginning with the target.
    assert!(t.menu(Side::Confederate).iter().all(|l| l.starts_with("Lawton") || l == "more"));
}

/// §8.4.2, ruling 30: the battery aimed at does not help itself; a Spent unit is the target where all are Spent.
#[test]
fn r30_no_other_guns_no_bonus() {
    let mut t = north_woods(&["place Art (Ewell) 27", "place Starke 28 spent"]);
    t.union("Art (1/I) bombard 27", &[]);
    t.union("bombard 27 lead Art (1/I) target Art (Ewell)", &[1, 2, 4, 4]).keep(&[]);
    assert!(t.told("2 for the terrain, doubled +8 rolled = 10"), "{:?}", t.story());
    let mut t = north_woods(&["place Art (Ewell) 27 spent", "place Starke 27 spent"]);
    t.union("Art (1/I) bombard 27", &[]);
    t.union("bombard 27 lead Art (1/I) target Starke", &[1, 2, 4, 4]).keep(&[]);
    assert!(t.told("2 for the terrain, doubled +8 rolled = 10"), "{:?}", t.story());
}

/// §8.5 Special Terrain: bombardment over a creek or the Sunken Road meets twice the normal terrain, never the special.
#[test]
fn r55_bombardment_uses_the_normal_terrain() {
    let mut t = Table::study(&[
        "place Art (3/II) 53",
        "place Rodes 41",
        "leader Sumner 53 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 53 with Sumner", &[]).union("Art (3/II) bombard 41", &[]);
    t.union("bombard 41 lead Art (3/II) target Rodes", &[1, 2, 3, 3]).keep(&[]);
    assert!(t.told("4 for the terrain, doubled +6 rolled"), "{:?}", t.story());
}

fn long_range(more: &[&str]) -> Table {
    let mut lines = vec![
        "place Res Art a (V) 74",
        "place Res Art b (V) 75",
        "leader Porter 74 active",
        "place Rodes 41",
        "place Art a (D.H. Hill) 41",
        "turn 1 long-range",
        "advantage union",
    ];
    lines.extend(more);
    Table::study(&lines)
}

/// §8.4.2, rulings 31 and 32: +2 for the one battery in support, no leader; twice the terrain and no guns; in turn 1 too.
#[test]
fn r31_the_sum_at_long_range() {
    let mut t = long_range(&["leader Porter 74 active"]);
    t.union("long-range 41 lead Res Art a (V) with Res Art b (V) target Rodes", &[3, 3, 4, 4]).keep(&[5, 5]);
    assert!(
        t.story().iter().any(|l| l.contains("4 Res Art a (V) +2 for one more unit +6 rolled = 12")),
        "{:?}",
        t.story()
    );
    assert!(t.told("4 for the terrain, doubled +8 rolled = 12"), "{:?}", t.story());
    assert!(t.unit("Res Art a (V)").spent && t.unit("Res Art b (V)").spent);
}

/// Ruling 32: inside the line, no Union units there, from east of the creek, each gun and each area once.
#[test]
fn r32_what_may_be_bombarded_at_long_range() {
    let mut t = long_range(&["place Starke 28", "place Ripley 42", "place Gibbon 42", "place Art b (ANV) 30"]);
    assert_eq!(t.refused(Side::Union, "long-range 28 lead Res Art a (V) target Starke"), "3.0");
    assert_eq!(t.refused(Side::Union, "long-range 42 lead Res Art a (V) target Ripley"), "3.0");
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Res Art a (V) with Res Art a (V) target Rodes"), "3.0");
    t.union("long-range 41 lead Res Art a (V) target Rodes", &[1, 2, 4, 4]).keep(&[]);
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Res Art b (V) target Rodes"), "3.0");
    assert_eq!(t.refused(Side::Union, "long-range 42 lead Res Art a (V) target Ripley"), "3.0");
    let mut t = long_range(&["place Res Art a (V) 53"]);
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Res Art a (V) target Rodes"), "3.0");
    assert_eq!(t.refused(Side::Union, "long-range 41 lead Res Art b (V) with Res Art a (V) target Rodes"), "3.0");
}

/// §8.5.4, §8.5.6 (1), ruling 29: guns never volley; in an assault they add 2 and never lead.
#[test]
fn r29_guns_add_two_and_never_lead() {
    let mut t = north_woods(&["place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) volley 27"), "8.5.4");
    t.union("Phelps 19-27", &[]).union("Art (1/I) 19-27", &[]);
    assert_eq!(t.refused(Side::Union, "assault 27 lead Art (1/I)"), "8.5.6");
    t.union("assault 27 lead Phelps", &[4, 4, 3, 4]).keep(&[]);
    assert!(t.told("2 Phelps +2 for one more unit +8 rolled = 12"), "{:?}", t.story());
}

/// §8.5.5A (1)-(3): Fresh, unmoved, of a leader's command, led by infantry or cavalry, at an adjacent clear area.
#[test]
fn s8_5_5a_volleys() {
    let mut t = north_woods(&["place Patrick 19 spent", "place Lawton 27", "place Starke 18", "place Rodes 43"]);
    assert_eq!(t.refused(Side::Union, "Patrick volley 27"), "6.1");
    assert_eq!(t.refused(Side::Union, "Gibbon volley 18"), "8.5.5");
    assert_eq!(t.refused(Side::Union, "Gibbon volley 43"), "8.5.5");
    t.union("Gibbon volley 27", &[]).union("Hoffman volley 27", &[]);
    // 4 + 2 + 1 for Hooker with them; 4 + 2 of twice the clear ground (ruling 56).
    t.union("volley 27 lead Gibbon", &[3, 3, 4, 4]).keep(&[]);
    assert!(t.told("4 Gibbon +2 for one more unit +1 Hooker +6 rolled = 13"), "{:?}", t.story());
    assert!(t.told("4 Lawton +2 for clear terrain, doubled +8 rolled = 14"), "{:?}", t.story());
    assert!(t.unit("Gibbon").spent && t.unit("Hoffman").spent && !t.unit("Lawton").spent);
}

/// §8.5.5A (4): no volley at a contested area.
#[test]
fn s8_5_5a_4_no_volley_among_friends() {
    let mut t = north_woods(&["place Duryea 27", "place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Gibbon volley 27"), "8.5.5");
    assert_eq!(t.refused(Side::Union, "Art (1/I) bombard 27"), "8.4.1");
}

/// §8.5.5B (1), ruling 24: one leader counts, Fresh, where the fight is, of the lead's corps; active or not; any Confederate.
#[test]
fn r24_the_leaders_bonus() {
    let fought = |leaders: &[&str]| {
        let mut t = north_woods(&["place Crawford a 27", "place Lawton 27"]);
        t.umpire("gone Crawford a");
        t.union("Gibbon 19-27", &[]);
        for line in leaders {
            t.umpire(line);
        }
        t.union("assault 27 lead Gibbon", &[3, 3, 3, 4]).keep(&[]);
        t.story().join(" ")
    };
    let bare = fought(&[]);
    assert!(bare.contains("4 Gibbon +6 rolled = 10") && bare.contains("4 Lawton +1 terrain +7 rolled = 12"), "{bare}");
    assert!(fought(&["leader Hooker 27 inactive"]).contains("4 Gibbon +1 Hooker +6 rolled"));
    assert!(fought(&["leader Hooker 27 wounded"]).contains("4 Gibbon +6 rolled"));
    assert!(fought(&["leader Mansfield 27 active"]).contains("4 Gibbon +6 rolled"));
    // Ruling 21: McClellan commands no combat units.
    assert!(fought(&["leader McClellan 27 active"]).contains("4 Gibbon +6 rolled"));
    assert!(fought(&["leader Longstreet 27"]).contains("4 Lawton +1 terrain +1 Longstreet +7 rolled"));
    let two = fought(&["leader Longstreet 27", "leader Jackson 27"]);
    assert!(two.contains("= 13 (dice 3+4)"), "{two}");
}

/// §8.5.5B (2): cavalry counts 1 against Fresh infantry, half against Spent, in full against the rest; in defence always in full.
#[test]
fn s8_5_5b_2_cavalry() {
    let attack = |defender: &str| {
        let mut t = Table::study(&[
            "place Rush 19",
            "place Farnsworth 19",
            "leader Pleasonton 20 active",
            defender,
            "turn 2 union impulse 3",
            "advantage union",
        ]);
        t.union("activate 19 with Pleasonton", &[]).union("Rush volley 27", &[]);
        t.union("volley 27 lead Rush", &[3, 3, 5, 6]).keep(&[]);
        t.story().join(" ")
    };
    // Ruling 56: in volleys as in assaults.
    assert!(attack("place Lawton 27").contains("1 Rush +6 rolled"));
    assert!(attack("place Lawton 27 spent").contains("1 Rush +6 rolled"));
    assert!(attack("place F. Lee a 27").contains("3 Rush +6 rolled"));
    assert!(attack("place F. Lee a 27").contains("3 F. Lee a +2"));
    let mut t = Table::study(&[
        "place Farnsworth 19",
        "leader Pleasonton 20 active",
        "place Lawton 27 spent",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 with Pleasonton", &[]).union("Farnsworth 19-27", &[]);
    t.union("assault 27 lead Farnsworth", &[3, 3, 3, 3]).keep(&[]);
    assert!(t.told("2 Farnsworth +6 rolled"), "{:?}", t.story());
}

/// §8.5.6 (2): a lead battery counts in full with infantry or cavalry beside it, 1 where there are guns alone; it does not
/// support itself.
#[test]
fn s8_5_6_guns_in_defence() {
    let assaulted = |defenders: &[&str], lead: &str| {
        let mut t = north_woods(defenders);
        t.union("Gibbon 19-27", &[]).union("Hoffman 19-27", &[]).union("assault 27 lead Gibbon", &[]);
        t.confederate(&format!("lead {lead}"), &[1, 2, 3, 4]).keep(&[]);
        t.story().join(" ")
    };
    let with = assaulted(&["place Art (Ewell) 27", "place Lawton 27"], "Art (Ewell)");
    assert!(with.contains("4 Art (Ewell) +1 terrain +7 rolled = 12"), "{with}");
    let alone = assaulted(&["place Art (Ewell) 27", "place Art a (ANV) 27"], "Art (Ewell)");
    assert!(alone.contains("1 Art (Ewell) +1 terrain +1 for Fresh guns +7 rolled = 10"), "{alone}");
    let none = assaulted(&["place Art (Jones) 27 spent", "place Art (Ewell) 27 spent"], "Art (Jones)");
    assert!(none.contains("0 Art (Jones) +1 terrain +7 rolled = 8"), "{none}");
    let three = assaulted(&["place Lawton 27", "place Art (Ewell) 27", "place Art a (ANV) 27"], "Lawton");
    assert!(three.contains("4 Lawton +1 terrain +2 for 2 Fresh batteries +7 rolled"), "{three}");
}

/// §8.5.7: attacker's and defender's lead, everything of the charts, two dice each, and the difference.
#[test]
fn s8_5_7_the_sum_of_an_assault() {
    let mut t = north_woods(&["place Lawton 27", "place Starke 27"]);
    t.union("Gibbon 19-27", &[]).union("Phelps 19-27", &[]).union("Hoffman 19-27", &[]).union("Hooker ride 19-27", &[]);
    assert_eq!(t.refused(Side::Union, "assault 27 lead Gibbon target Lawton"), "8.5.7");
    t.union("assault 27 lead Gibbon", &[]);
    assert_eq!(t.refused(Side::Confederate, "lead Winder"), "8.5.7");
    t.confederate("lead Starke", &[3, 4, 3, 4]).keep(&[]);
    assert!(
        t.told("4 Gibbon +4 for 2 more units +1 for each three of a division +1 Hooker +7 rolled = 17"),
        "{:?}",
        t.story()
    );
    assert!(t.told("3 Starke +1 terrain +7 rolled = 11"), "{:?}", t.story());
    assert!(t.told("6 casualty points"), "{:?}", t.story());
}

/// Ruling 54: one for each full three infantry or cavalry of a division, the lead among them; guns do not count.
#[test]
fn r54_whole_divisions() {
    let assault = |units: &[&str]| {
        let lines: Vec<String> = units.iter().map(|u| format!("place {u} 25")).collect();
        let mut all: Vec<&str> = lines.iter().map(String::as_str).collect();
        all.extend(["leader Hooker 26 active", "place Lawton 27", "turn 2 union impulse 3", "advantage union"]);
        let mut t = Table::study(&all);
        t.union("activate 25 with Hooker", &[]);
        for unit in units {
            t.union(&format!("{unit} 25-27"), &[]);
        }
        t.union(&format!("assault 27 lead {}", units[0]), &[3, 4, 3, 4]).keep(&[]);
        t.story().join(" ")
    };
    assert!(assault(&["Duryea", "Christian", "Hartsuff"]).contains("+1 for each three of a division"));
    assert!(!assault(&["Duryea", "Christian", "Art (2/I)"]).contains("three of a division"));
    assert!(!assault(&["Duryea", "Christian", "Gibbon", "Hoffman"]).contains("three of a division"));
    let six = assault(&["Duryea", "Christian", "Hartsuff", "Gibbon", "Hoffman", "Phelps"]);
    assert!(six.contains("+2 for each three of a division"), "{six}");
}

/// Ruling 54: all cavalry of a side is one division; horse artillery does not count.
#[test]
fn r54_cavalry_is_one_division() {
    for (third, bonus) in [("Davis", true), ("Art a (CAV)", false)] {
        let mut t = Table::study(&[
            "place Rush 19",
            "place Whiting 19",
            &format!("place {third} 19"),
            "leader Pleasonton 20 active",
            "place F. Lee a 27",
            "turn 2 union impulse 3",
            "advantage union",
        ]);
        t.union("activate 19 with Pleasonton", &[]);
        for unit in ["Rush", "Whiting", third] {
            t.union(&format!("{unit} 19-27"), &[]);
        }
        t.union("assault 27 lead Rush", &[3, 4, 3, 4]).keep(&[]);
        assert_eq!(t.told("for each three of a division"), bonus, "{:?}", t.story());
    }
}

/// §8.5 Special Terrain, ruling 55: over the Sunken Road or the creek the special terrain; one attacker over it is enough.
#[test]
fn r55_one_attacker_over_the_road_is_enough() {
    let assault = |from: &[(&str, u8)]| {
        let lines: Vec<String> = from.iter().map(|(u, a)| format!("place {u} {a}")).collect();
        let mut all: Vec<&str> = lines.iter().map(String::as_str).collect();
        all.extend(["leader Sumner 53 active", "place Rodes 41", "place Toombs 8"]);
        all.extend(["turn 2 union impulse 3", "advantage union"]);
        let mut t = Table::study(&all);
        let mut areas: Vec<u8> = from.iter().map(|f| f.1).collect();
        areas.sort_unstable();
        areas.dedup();
        let names: Vec<String> = areas.iter().map(u8::to_string).collect();
        t.union(&format!("activate {} with Sumner", names.join(" and ")), &[]);
        if names.len() == 2 {
            t.confederate("keep", &[]);
        }
        for (unit, area) in from {
            t.union(&format!("{unit} {area}-41"), &[]);
        }
        t.union("assault 41 lead Weber", &[1, 2, 3, 3]).keep(&[]);
        t.story().join(" ")
    };
    assert!(assault(&[("Weber", 53)]).contains("+4 terrain at the border"));
    assert!(assault(&[("Weber", 40)]).contains("+2 terrain +6"));
    assert!(assault(&[("Weber", 40), ("Morris", 53)]).contains("+4 terrain at the border"));
    // The last border counts, not one crossed before.
    let mut t = Table::study(&[
        "place Weber 53",
        "place Rodes 41",
        "leader Sumner 53 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 53 with Sumner", &[]).union("Weber 53-40-41", &[]);
    t.union("assault 41 lead Weber", &[1, 2, 3, 3]).keep(&[]);
    assert!(t.told("+2 terrain +6 rolled"), "{:?}", t.story());
}

/// Ruling 56: a volley meets +2 whatever border it crosses.
#[test]
fn r56_the_volleys_terrain() {
    let mut t = Table::study(&[
        "place Toombs 31",
        "place Weber 55",
        "place Rodes 40",
        "leader Jackson 40 active",
        "turn 2 confederate impulse 3",
        "advantage union",
    ]);
    t.confederate("activate 40 with Jackson", &[]).confederate("Rodes volley 55", &[]);
    t.confederate("volley 55 lead Rodes", &[3, 3, 4, 4]).keep(&[]);
    assert!(t.told("5 Weber +2 for clear terrain, doubled +8 rolled"), "{:?}", t.story());
}

/// §5.3.1, ruling 63: a bombardment by I Corps guns in the first Union impulse keeps Hooker active.
#[test]
fn r63_a_bombardment_keeps_hooker_active() {
    let first = |order: &[&str]| {
        let mut t = Table::study(&[
            "place Gibbon 19",
            "place Art (1/I) 19",
            "place Crawford a 25",
            "place Lawton 27",
            "leader Hooker 19 active",
            "leader Mansfield 25 active",
            "turn 1 union impulse 0",
            "advantage union",
        ]);
        for line in order {
            let dice: &[u8] =
                if line.starts_with("bombard") || line.starts_with("volley") { &[1, 2, 5, 6] } else { &[] };
            t.union(line, dice);
            if !dice.is_empty() {
                t.keep(&[]);
            }
        }
        t.union("done", &[]);
        t.leader("Hooker").active
    };
    let guns = ["activate 19 with Hooker", "Art (1/I) bombard 27", "bombard 27 lead Art (1/I) target Lawton"];
    assert!(first(&guns));
    assert!(!first(&["activate 25 with Mansfield", "Crawford a volley 27", "volley 27 lead Crawford a"]));
}

/// Ruling 64: left-over words of the text mean nothing: there is no leader of guns, and horse artillery is guns like others.
#[test]
fn r64_left_over_words() {
    let pack = RULES.pack();
    for leader in &pack.leaders {
        let commands = pack.units.iter().filter(|u| leader.commands(u));
        assert!(leader.army() || commands.clone().any(|u| !u.arm.guns()), "{} leads guns alone", leader.name);
    }
    assert!(pack.units.iter().any(|u| u.arm == Arm::HorseArtillery));
    assert!(Arm::HorseArtillery.guns() && Arm::HorseArtillery.mounted() && !Arm::Cavalry.guns());
}
