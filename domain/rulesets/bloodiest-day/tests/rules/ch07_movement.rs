//! §7.1 to §7.4: moving, its costs, leaders, stacking; rulings 33 and 40.

use crate::table::Table;
use bloodiest_day::Place;
use domain_core::referee::Side;

/// Hooker's men about 19, active; lines may add to them.
fn corps(lines: &[&str]) -> Table {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    for line in lines {
        t.umpire(line);
    }
    t.union("activate 19 with Hooker", &[]);
    t
}

/// From area to adjacent area, one unit after another; what is left of the allowance may be used later in the impulse.
#[test]
fn s7_1_from_area_to_area() {
    let mut t = corps(&[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-42"), "7.1");
    assert_eq!(t.refused(Side::Union, "Gibbon 20-21"), "7.1");
    assert_eq!(t.refused(Side::Union, "Gibbon 19-20-19-42"), "7.1");
    t.union("Gibbon 19-20", &[]).union("Phelps 19-26", &[]).union("Gibbon 20-21-22", &[]);
    assert_eq!((t.unit("Gibbon").used, t.unit("Gibbon").place), (3, Place::At(22)));
    // One area is a whole way by the shortest.
    t.union("Gibbon 24", &[]);
    assert_eq!(t.unit("Gibbon").place, Place::At(24));
}

/// The chart: 1, 2 for clear ground under Fresh guns, 2 for Spent enemies alone, 1 for those with friends among them,
/// 3 for Fresh enemies; never added up; nobody goes where he cannot pay.
#[test]
fn s7_11_costs() {
    let cost = |lines: &[&str]| {
        let mut t = corps(lines);
        t.union("Gibbon 19-27", &[]);
        t.unit("Gibbon").used
    };
    assert_eq!(cost(&[]), 1);
    assert_eq!(cost(&["place Art (Ewell) 28"]), 2);
    assert_eq!(cost(&["place Art (Ewell) 28 spent"]), 1);
    assert_eq!(cost(&["place Starke 28"]), 1);
    assert_eq!(cost(&["place Lawton 27 spent"]), 2);
    assert_eq!(cost(&["place Lawton 27 spent", "place Art (Ewell) 28"]), 2);
    assert_eq!(cost(&["place Lawton 27 spent", "place Patrick 27 spent"]), 1);
    assert_eq!(cost(&["place Lawton 27", "place Patrick 27"]), 3);
    assert_eq!(cost(&["place Lawton 27", "place Trimble 27 spent"]), 3);
    assert_eq!(cost(&["place Lawton 27", "place Art (Ewell) 28"]), 3);
    // Guns tell on clear ground only: 18 is a farm.
    let mut t = corps(&["place Art (Ewell) 28"]);
    t.union("Gibbon 19-18", &[]);
    assert_eq!(t.unit("Gibbon").used, 1);
    // Five points do not reach a sixth.
    let mut t = corps(&[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-20-21-22-24-46-45"), "7.11");
    t.union("Gibbon 19-20-21-22-24-46", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 46-45"), "7.11");
    // Nor three, where two are left, even as its first step into that area.
    let mut t = corps(&["place Lawton 27"]);
    t.union("Gibbon 19-20-19-20", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 20-19-27"), "7.11");
}

/// Leaders are treated differently in some respects only: they too go from area to area, over crossings that are open.
#[test]
fn s7_2_leaders_move_too() {
    let mut t = corps(&[]);
    assert_eq!(t.refused(Side::Union, "Hooker ride 19-42"), "7.1");
    assert_eq!(t.refused(Side::Union, "Hooker ride 20-21"), "7.2");
    t.umpire("leader Hooker 62 active");
    assert_eq!(t.refused(Side::Union, "Hooker ride 62-38"), "11.2");
}

/// Ten points for an active leader; none for an inactive one.
#[test]
fn s7_2_1_ten_movement_points() {
    let mut t = corps(&[]);
    assert!(t.unreadable(Side::Union, "Hooker ride 19-20-19-20-19-20-19-20-19-20-19-20"));
    t.union("Hooker ride 19-20-19-20-19-20", &[]).union("Hooker ride 20-19-20-19-20-19", &[]);
    assert_eq!(t.leader("Hooker").used, 10);
    assert_eq!(t.refused(Side::Union, "Hooker ride 19-20"), "7.2.1");
    let mut t = corps(&["leader Mansfield 26 inactive"]);
    assert_eq!(t.refused(Side::Union, "Mansfield ride 26-25"), "7.2.1");
}

/// One point an area for a leader, among enemies and under guns too; out of enemies he goes where he likes.
#[test]
fn s7_2_2_leaders_pay_one_everywhere() {
    let mut t = corps(&["place Lawton 27", "place Patrick 27", "place Art (Ewell) 28"]);
    t.union("Hooker ride 19-27", &[]);
    assert_eq!(t.leader("Hooker").used, 1);
    // He stops there for this impulse (§7.5.1).
    assert_eq!(t.refused(Side::Union, "Hooker ride 27-44"), "7.5.1");
    t.umpire("turn 2 union impulse 3").umpire("leader Hooker 27 active");
    // 44 holds no friend: a unit could not leave there, he can.
    t.union("activate 27 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Patrick 27-44"), "7.5.4");
    t.union("Hooker ride 27-44-45", &[]);
    assert_eq!(t.leader("Hooker").used, 2);
}

/// Stacking binds while moving: an area that is full cannot even be passed.
#[test]
fn s7_4_stacking() {
    let mut t = full(&[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 20-26"), "7.4");
    assert_eq!(t.refused(Side::Union, "Gibbon 20-26-25"), "7.4");
    t.union("Gibbon 20-19-25", &[]);
}

/// Ten units of three divisions in 26, and Gibbon with Hooker in 20.
fn full(lines: &[&str]) -> Table {
    let mut t =
        Table::study(&["place Gibbon 20", "leader Hooker 20 active", "turn 2 union impulse 0", "advantage union"]);
    for unit in [
        "Phelps",
        "Hoffman",
        "Patrick",
        "Art (1/I)",
        "Magilton",
        "Art (3/I)",
        "Anderson (3/I)",
        "Seymour",
        "Duryea",
        "Christian",
    ] {
        t.umpire(&format!("place {unit} 26"));
    }
    for line in lines {
        t.umpire(line);
    }
    t.union("activate 20 with Hooker", &[]);
    t
}

/// §7.4.1: ten units, or any number of two divisions; above ten all must be of those two; leaders never count.
#[test]
fn s7_4_1_ten_units_or_two_divisions() {
    // Nine and a tenth of any division.
    let mut t = full(&["gone Duryea"]);
    t.union("Gibbon 20-26", &[]);
    // Eleven, all of Anderson's and McLaws's divisions.
    let stack = |tenth: &str, eleventh: &str| {
        let mut t = Table::study(&["leader Longstreet 7 active", "turn 2 confederate impulse 0", "advantage union"]);
        for unit in [
            "Wilcox",
            "Featherston",
            "Armistead",
            "Pryor",
            "Wright",
            "Mahone",
            "Art (Anderson)",
            "Kershaw",
            "Semmes",
            tenth,
        ] {
            t.umpire(&format!("place {unit} 8"));
        }
        t.umpire(&format!("place {eleventh} 7"));
        t.confederate("activate 7 with Longstreet", &[]);
        t.attempt(Side::Confederate, &format!("{eleventh} 7-8"), &[]).is_ok()
    };
    assert!(stack("Barksdale", "Cobb"));
    assert!(!stack("Barksdale", "Toombs"));
    assert!(!stack("Toombs", "Barksdale"));
    // Leaders count for nothing.
    let mut t = full(&["gone Duryea", "leader Mansfield 26 active", "leader McClellan 26 active", "leader Sumner 26"]);
    t.union("Gibbon 20-26", &[]).union("Hooker ride 20-26", &[]);
}

/// §7.4.2: who would be too many cannot enter at all.
#[test]
fn s7_4_2_the_limit_binds_on_the_way() {
    let mut t = full(&[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 20-26-24-46"), "7.4");
    assert!(!t.menu(Side::Union).contains(&"Gibbon 20-26".to_owned()));
    assert!(t.menu(Side::Union).contains(&"Gibbon 20-19-25".to_owned()));
}

/// §7.4.3: each side has its own limit in an area.
#[test]
fn s7_4_3_each_side_for_itself() {
    let mut t = full(&["gone Duryea", "place Starke 26", "place Toombs 26", "place Lawton 26"]);
    t.union("Gibbon 20-26", &[]);
    assert_eq!(t.unit("Gibbon").place, Place::At(26));
}

/// Ruling 33: leaving enemies costs no more than entering where one goes.
#[test]
fn r33_leaving_enemies_costs_nothing_extra() {
    let mut t = corps(&["place Lawton 19", "place Hoffman 20"]);
    t.union("Gibbon 19-20", &[]);
    assert_eq!(t.unit("Gibbon").used, 1);
}

/// Ruling 40: units of no division count as a designation of their own, all cavalry of a side as one; every step counts.
#[test]
fn r40_designations() {
    // Six of the cavalry division, four of the 2nd of the V Corps: ten; the reserve battery is a third designation.
    let horse = |eleventh: &str, leader: &str| {
        let mut t = Table::study(&[&format!("leader {leader} 74 active"), "turn 2 union impulse 0", "advantage union"]);
        for unit in [
            "Whiting",
            "Farnsworth",
            "Rush",
            "Davis",
            "Art a (CAV)",
            "Art b (CAV)",
            "Buchanan",
            "Lovell",
            "Warren",
            "Art (2/V)",
        ] {
            t.umpire(&format!("place {unit} 71"));
        }
        t.umpire(&format!("place {eleventh} 74"));
        t.union(&format!("activate 74 with {leader}"), &[]);
        t.attempt(Side::Union, &format!("{eleventh} 74-71"), &[]).is_ok()
    };
    assert!(!horse("Res Art a (V)", "Porter") && !horse("Barnes", "Porter"));
    // Anderson's seven, three of the cavalry, and a fourth of it: two designations.
    let mut t = Table::study(&["leader Stuart 7 active", "turn 2 confederate impulse 0", "advantage union"]);
    for unit in [
        "Wilcox",
        "Featherston",
        "Armistead",
        "Pryor",
        "Wright",
        "Mahone",
        "Art (Anderson)",
        "Hampton a",
        "Hampton b",
        "Robertson",
    ] {
        t.umpire(&format!("place {unit} 8"));
    }
    t.umpire("place F. Lee a 7").umpire("place Evans 7");
    t.confederate("activate 7 with Stuart", &[]);
    assert_eq!(t.refused(Side::Confederate, "Evans 7-8"), "7.4");
    t.confederate("F. Lee a 7-8", &[]);
}
