//! §7.3, §7.5, §7.6: mounted units and moving among enemies; rulings 35, 38, 39, 43 and 45.

use crate::table::Table;
use bloodiest_day::Place;
use domain_core::referee::Side;

/// Hooker's men and Pleasonton's about 19.
fn field(leader: &str, lines: &[&str]) -> Table {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Art (1/I) 19",
        "place Rush 19",
        "place Art a (CAV) 19",
        "leader Hooker 19 active",
        "leader Pleasonton 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    for line in lines {
        t.umpire(line);
    }
    t.union(&format!("activate 19 with {leader}"), &[]);
    t
}

/// Confederate infantry comes on at 25, where these Union units stand.
fn ridden_at(lines: &[&str]) -> Table {
    let mut t = Table::study(&[
        "place Lawton 27",
        "leader Jackson 27 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    for line in lines {
        t.umpire(line);
    }
    t.confederate("activate 27 with Jackson", &[]);
    t
}

/// Mounted units may withdraw and their guns with them; foot may not.
#[test]
fn s7_3_1_cavalry_and_horse_artillery_are_mounted() {
    let mut t = ridden_at(&["place Rush 25", "place Art a (CAV) 25", "place Duryea 25"]);
    t.confederate("Lawton 27-25", &[]);
    assert!(t.menu(Side::Union).iter().any(|l| l.starts_with("Rush withdraw")));
    t.union("Rush stay", &[]);
    assert!(t.menu(Side::Union).iter().any(|l| l.starts_with("Art a (CAV) withdraw")));
    t.union("Art a (CAV) stay", &[]);
    // Duryea is not asked.
    assert_eq!(t.refused(Side::Union, "Duryea withdraw 25-24"), "3.0");
}

/// Mounted units do not enter among Fresh enemy infantry by themselves; Spent infantry does not keep cavalry out.
#[test]
fn s7_3_2_no_riding_at_fresh_infantry() {
    let mut t = field("Pleasonton", &["place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Rush 19-27"), "7.5.3");
    assert_eq!(t.refused(Side::Union, "Art a (CAV) 19-27"), "7.5.3");
    let mut t = field("Pleasonton", &["place Lawton 27 spent"]);
    t.union("Rush 19-27", &[]).union("Art a (CAV) 19-27", &[]);
    assert_eq!(t.unit("Rush").used, 2);
}

/// Mounted withdrawal: one or two areas nearer the rear without enemies, never where the enemy came from; then a die.
#[test]
fn s7_3_3_mounted_withdrawal() {
    let mut t = ridden_at(&["place Rush 25", "place Whiting 25 spent", "place Toombs 24"]);
    t.confederate("Lawton 27-25", &[]);
    // 24 holds an enemy, 27 is where he came from, 44 is no nearer the rear.
    for way in ["25-24", "25-27", "25-44", "25-26-25", "25-26-21-22", "25"] {
        assert_eq!(t.refused(Side::Union, &format!("Whiting withdraw {way}")), "7.3.3", "{way}");
    }
    // A Spent one that fails is lost.
    t.union("Whiting withdraw 25-26", &[2]).union("keep", &[]);
    assert_eq!(t.unit("Whiting").place, Place::Lost);
    t.union("Rush withdraw 25-26-21", &[5]).union("keep", &[]);
    assert!(t.unit("Rush").place == Place::At(21) && !t.unit("Rush").spent);
    // Nobody is left: no assault is owed, and he who came has stopped.
    assert_eq!(t.refused(Side::Confederate, "Lawton 25-24"), "8.1");
    t.confederate("done", &[3, 3]);
    assert!(t.unit("Lawton").spent);
    // Mounted enemies there: no withdrawal.
    let mut t = ridden_at(&["place Rush 25", "place F. Lee a 25"]);
    t.confederate("Lawton 27-25", &[]);
    assert!(t.position.pending.is_empty());
    let mut t = Table::study(&[
        "place F. Lee a 27",
        "place Rush 25",
        "leader Stuart 27 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    t.confederate("activate 27 with Stuart", &[]).confederate("F. Lee a 27-25", &[]);
    assert!(t.position.pending.is_empty());
}

/// Ruling 39: the roll fails on 1, Union cavalry subtracts one; a Fresh unit that fails is Spent.
#[test]
fn r39_the_roll_of_a_withdrawal() {
    let union = |unit: &str, die: u8| {
        let mut t = ridden_at(&[&format!("place {unit} 25")]);
        t.confederate("Lawton 27-25", &[]);
        t.union(&format!("{unit} withdraw 25-24"), &[die]).union("keep", &[]);
        t.unit(unit).spent
    };
    assert!(union("Rush", 1) && union("Rush", 2) && !union("Rush", 3));
    assert!(union("Art a (CAV)", 1) && !union("Art a (CAV)", 2));
    let confederate = |die: u8| {
        let mut t = field("Hooker", &["place F. Lee a 18", "gone Rush", "gone Art a (CAV)"]);
        t.union("Gibbon 19-18", &[]).confederate("F. Lee a withdraw 18-17", &[die]).union("keep", &[]);
        t.unit("F. Lee a").spent
    };
    assert!(confederate(1) && !confederate(2));
}

/// A unit stops at once where enemies are.
#[test]
fn s7_5_1_stop_among_enemies() {
    let mut t = field("Hooker", &["place Lawton 27 spent"]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-27-43"), "7.5.1");
    t.union("Gibbon 19-27", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 27-43"), "8.1");
    // And he must assault.
    assert_eq!(t.refused(Side::Union, "done"), "8.3.1");
}

/// Ruling 38 on §7.5.2: an entry that is forbidden is refused, and costs the unit nothing.
#[test]
fn s7_5_2_a_forbidden_entry_costs_nothing() {
    let mut t = field("Pleasonton", &["place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Rush 19-27"), "7.5.3");
    assert!(!t.unit("Rush").spent && t.unit("Rush").used == 0);
    t.union("Rush 19-20", &[]);
}

/// Guns and leaders go among enemy infantry or cavalry with others or to others; cavalry at Fresh infantry with infantry.
#[test]
fn s7_5_3_company() {
    let mut t = field("Hooker", &["place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) 19-27"), "7.5.3");
    assert_eq!(t.refused(Side::Union, "Hooker ride 19-27"), "7.5.3");
    t.union("Gibbon 19-27", &[]).union("Art (1/I) 19-27", &[]).union("Hooker ride 19-27", &[]);
    let mut t = field("Pleasonton", &["place Lawton 27", "place Patrick 27 spent"]);
    t.union("Rush 19-27", &[]).union("Art a (CAV) 19-27", &[]);
}

/// Ruling 38: the exceptions stand against the flat ban; among guns alone anybody may go.
#[test]
fn r38_exceptions_for_company() {
    // Friendly guns are no company for cavalry, nor for guns.
    let mut t = field("Pleasonton", &["place Lawton 27", "place Art (2/I) 27"]);
    assert_eq!(t.refused(Side::Union, "Rush 19-27"), "7.5.3");
    assert_eq!(t.refused(Side::Union, "Art a (CAV) 19-27"), "7.5.3");
    // Enemy cavalry keeps guns out, and not cavalry.
    let mut t = field("Pleasonton", &["place F. Lee a 27"]);
    assert_eq!(t.refused(Side::Union, "Art a (CAV) 19-27"), "7.5.3");
    t.union("Rush 19-27", &[]).union("Art a (CAV) 19-27", &[]);
    // Enemy guns alone keep nobody out.
    let mut t = field("Hooker", &["place Art (Ewell) 27"]);
    t.union("Art (1/I) 19-27", &[]);
    let mut t = field("Hooker", &["place Art (Ewell) 27"]);
    t.union("Hooker ride 19-27", &[]);
    let mut t = field("Pleasonton", &["place Art (Ewell) 27"]);
    t.union("Rush 19-27", &[]);
}

/// Out of an area with enemies only next door, to friends without enemies; infantry and guns stop there, others go on.
#[test]
fn s7_5_4_leaving_enemies() {
    let mut t = field("Hooker", &["place Winder 19"]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-27"), "7.5.4");
    t.umpire("place Patrick 20").umpire("place Hoffman 25").umpire("place Starke 25 spent");
    assert_eq!(t.refused(Side::Union, "Gibbon 19-25"), "7.5.4");
    assert_eq!(t.refused(Side::Union, "Gibbon 19-20-21"), "7.5.1");
    t.union("Gibbon 19-20", &[]).union("Art (1/I) 19-20", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 20-21"), "7.5.1");
    assert_eq!(t.refused(Side::Union, "Art (1/I) 20-21"), "7.5.1");
    // Horses go on.
    let mut t = field("Pleasonton", &["place Winder 19", "place Patrick 20"]);
    t.union("Rush 19-20-21-22", &[]).union("Art a (CAV) 19-20", &[]).union("Art a (CAV) 20-1", &[]);
}

/// Ruling 43: it is the same for a unit that came in this impulse; nowhere to go, nobody goes.
#[test]
fn r43_nowhere_to_go() {
    let mut t = field("Hooker", &["place Winder 19"]);
    let menu = t.menu(Side::Union);
    for name in ["Gibbon", "Phelps", "Art (1/I)"] {
        assert!(!menu.iter().any(|l| l.starts_with(&format!("{name} 19-"))), "{name}");
    }
    assert!(menu.iter().any(|l| l == "Gibbon assault 19"));
    // A leader alone next door is no friend to go to.
    t.umpire("leader Mansfield 20 active");
    assert_eq!(t.refused(Side::Union, "Gibbon 19-20"), "7.5.4");
}

/// Units that assault before moving and clear the area by an overrun go on with what they have left.
#[test]
fn s7_5_5_assault_before_moving() {
    let mut t = field("Hooker", &["place Winder 19 spent"]);
    t.union("Gibbon assault 19", &[]).union("Phelps assault 19", &[]);
    t.union("assault 19 lead Gibbon", &[4, 5, 1, 2]).union("keep", &[]);
    assert_eq!((t.unit("Winder").place, t.unit("Gibbon").used), (Place::Lost, 1));
    t.union("Gibbon 19-27-44-45-50", &[]);
    assert_eq!((t.unit("Gibbon").used, t.unit("Gibbon").place), (5, Place::At(50)));
}

/// No rule moves a leader who stands alone when enemies come, or whom his friends leave: he stays as he is and may go
/// where he likes (§5.4 and ruling 26 speak of losses and retreats alone).
#[test]
fn s7_2_2_a_leader_alone_among_enemies_stays() {
    let mut t = field("Hooker", &["leader Jackson 27 active", "place Starke 29"]);
    t.union("Gibbon 19-27", &[]).union("done", &[]);
    assert_eq!((t.leader("Jackson").place, t.leader("Jackson").active), (Place::At(27), true));
    t.confederate("Jackson ride 27-42-29", &[6, 6]);
    assert_eq!(t.leader("Jackson").place, Place::At(29));
    // Hooker stays behind while his men leave, and rides after them.
    let mut t =
        field("Hooker", &["gone Art (1/I)", "gone Rush", "gone Art a (CAV)", "place Winder 19", "place Patrick 20"]);
    t.union("Gibbon 19-20", &[]).union("Phelps 19-20", &[]);
    assert_eq!((t.leader("Hooker").place, t.leader("Hooker").active), (Place::At(19), true));
    t.union("Hooker ride 19-20-21", &[]);
}

/// Enemies that retreat into the area have entered it too.
#[test]
fn s7_3_3_retreating_enemies_enter_too() {
    let mut t = Table::study(&[
        "place Gibbon 27 spent",
        "place Phelps 19",
        "place F. Lee a 19",
        "place Starke 25",
        "place Lawton 28",
        "leader Jackson 28 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    t.confederate("activate 28 with Jackson", &[]).confederate("Lawton 28-27", &[]);
    // 4 +6 against 2 +1 +6; of all areas only the contested one is open.
    t.confederate("assault 27 lead Lawton", &[3, 3, 3, 3]).union("keep", &[]);
    t.union("Gibbon fall-back", &[3, 3]).union("keep", &[]);
    assert_eq!(t.unit("Gibbon").place, Place::At(19));
    t.confederate("F. Lee a withdraw 19-3", &[5]).union("keep", &[]);
    assert_eq!(t.unit("F. Lee a").place, Place::At(3));
    assert!(t.position.pending.is_empty());
}

/// A leader whom mounted units leave behind goes with them, or is placed with his command (ruling 26).
#[test]
fn s7_3_3_the_leader_of_those_who_withdraw() {
    let stage = || {
        let mut t = field("Hooker", &["place F. Lee a 18", "leader Stuart 18 active", "place Hampton a 8"]);
        t.umpire("gone Rush").umpire("gone Art a (CAV)");
        t.union("Gibbon 19-18", &[]).confederate("F. Lee a withdraw 18-17", &[5]).union("keep", &[]);
        t
    };
    let mut t = stage();
    t.confederate("post Stuart at 17", &[]);
    assert_eq!((t.leader("Stuart").place, t.leader("Stuart").active), (Place::At(17), true));
    let mut t = stage();
    t.confederate("post Stuart at 8", &[]);
    assert_eq!((t.leader("Stuart").place, t.leader("Stuart").active), (Place::At(8), false));
}

/// Ruling 45: only an overrun leaves attackers Fresh; an area cleared by retreats ends their move.
#[test]
fn r45_only_an_overrun_leaves_them_fresh() {
    let mut t = field("Hooker", &["place Winder 19 spent", "place Starke 28"]);
    t.union("Gibbon assault 19", &[]);
    // Gibbon 4, Hooker 1 and 6 against Winder 1, 2 of ground and 7: one point, which the Spent unit pays by retreating.
    t.union("assault 19 lead Gibbon", &[3, 3, 3, 4]).union("keep", &[]).confederate("Winder fall-back", &[]);
    t.confederate("retreat 3", &[]);
    assert_eq!(t.unit("Winder").place, Place::At(3));
    assert!(t.unit("Gibbon").spent);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-27"), "7.6");
}

/// Ruling 35: an assault in place costs 1 against Spent enemies, 2 if any is Fresh.
#[test]
fn r35_an_assault_in_place_costs_one_or_two() {
    for (lines, cost) in [
        (&["place Winder 19 spent"][..], 1),
        (&["place Winder 19"], 2),
        (&["place Winder 19", "place Jones 19 spent"], 2),
    ] {
        let mut t = field("Hooker", lines);
        t.union("Gibbon assault 19", &[]);
        assert_eq!(t.unit("Gibbon").used, cost, "{lines:?}");
    }
}

/// Spent units neither move nor attack.
#[test]
fn s7_6_spent_units_stand_still() {
    let mut t = field("Hooker", &["place Lawton 27", "place Hoffman 19 spent"]);
    assert_eq!(t.refused(Side::Union, "Hoffman 19-20"), "6.1");
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[3, 3, 5, 4]).union("keep", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-20"), "7.6");
    assert_eq!(t.refused(Side::Union, "Gibbon volley 27"), "7.6");
}
