//! §8.2, §8.4.2, §8.5.4, §8.5 Special Terrain, §8.6.3, ruling 51: the kinds of combat told apart, and what they come to.

use crate::table::Table;
use bloodiest_day::Place;
use domain_core::referee::Side;

/// Hooker's first division in 19, activated, before the Cornfield.
fn division(more: &[&str]) -> Table {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Hoffman 19",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    for line in more {
        t.umpire(line);
    }
    t.union("activate 19 with Hooker", &[]);
    t
}

/// Assault where one stands or moves to, volley next door by infantry and cavalry, bombardment next door by guns.
#[test]
fn s8_2_three_kinds_of_combat() {
    let t = division(&["place Lawton 27", "place Winder 19", "place Jones 25"]);
    let menu = t.menu(Side::Union);
    let offers = |line: &str| menu.contains(&line.to_owned());
    assert!(offers("Gibbon assault 19") && !offers("Gibbon assault 27"));
    assert!(offers("Gibbon volley 27") && !offers("Gibbon volley 19") && !offers("Gibbon bombard 27"));
    assert!(offers("Art (1/I) bombard 27") && offers("Art (1/I) bombard 25") && !offers("Art (1/I) volley 27"));
    // 25 is woods: no volley there.
    assert!(!offers("Gibbon volley 25"));
}

/// Bombardment: lead battery and target; the target is a Fresh unit while there is one, and pays first.
#[test]
fn s8_4_2_target_values_and_points() {
    let mut t = division(&["place Lawton 27", "place Starke 27 spent", "place Art (2/I) 19"]);
    t.union("Art (1/I) bombard 27", &[]).union("Art (2/I) bombard 27", &[]);
    assert_eq!(t.refused(Side::Union, "bombard 27 lead Art (1/I)"), "8.4.2");
    assert_eq!(t.refused(Side::Union, "bombard 27 lead Art (1/I) target Starke"), "8.4.2");
    assert_eq!(t.refused(Side::Union, "bombard 27 lead Art (1/I) target Gibbon"), "8.4.2");
    // 4 +2 for the other battery +1 Hooker +3 against twice 1 +6: two points.
    t.union("bombard 27 lead Art (1/I) target Lawton", &[1, 2, 3, 3]).union("keep", &[]);
    assert!(t.told("= 10") && t.told("2 for the terrain, doubled +6 rolled = 8"), "{:?}", t.story());
    assert_eq!(t.refused(Side::Confederate, "Starke die"), "8.6.1");
    t.confederate("Lawton spend", &[]);
    assert!(t.unit("Lawton").spent && t.unit("Art (1/I)").spent && t.unit("Art (2/I)").spent);
}

/// Units of every kind take part in an assault, all from the area assaulted; guns neither lead it nor volley.
#[test]
fn s8_5_4_who_takes_part() {
    let mut t = division(&["place Lawton 27"]);
    assert_eq!(t.refused(Side::Union, "Art (1/I) volley 27"), "8.5.4");
    t.union("Gibbon 19-27", &[]).union("Art (1/I) 19-27", &[]).union("Hooker ride 19-27", &[]);
    // Who stayed in 19 is not in it.
    assert_eq!(t.refused(Side::Union, "assault 27 lead Phelps"), "8.1");
    assert_eq!(t.refused(Side::Union, "assault 27 lead Art (1/I)"), "8.5.6");
    t.union("assault 27 lead Gibbon", &[3, 3, 3, 3]).union("keep", &[]);
    assert!(t.told("4 Gibbon +2 for one more unit +1 Hooker +6 rolled = 13"), "{:?}", t.story());
}

/// The value before the slash meets those who came over the creek or the Sunken Road, the other one everybody else.
#[test]
fn s8_5_special_terrain() {
    let assault = |from: u8| {
        let mut t = Table::study(&["place Rodes 41", "turn 2 union impulse 3", "advantage union"]);
        t.umpire(&format!("place Weber {from}")).umpire(&format!("leader Sumner {from} active"));
        t.union(&format!("activate {from} with Sumner"), &[]).union(&format!("Weber {from}-41"), &[]);
        t.union("assault 41 lead Weber", &[3, 3, 3, 3]).union("keep", &[]);
        (t.told("+4 terrain at the border"), t.told("+2 terrain"))
    };
    // From the Roulette farm over the road; from the Reel farm behind it.
    assert_eq!((assault(53), assault(16)), ((true, false), (false, true)));
    // Over a bridge.
    let mut t = Table::study(&[
        "place Crook a 62",
        "place Toombs 38",
        "leader Burnside 62 active",
        "bridge Lower Bridge union",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 62 with Burnside", &[]).union("Crook a 62-38", &[]);
    t.union("assault 38 lead Crook a", &[3, 3, 3, 3]).union("keep", &[]);
    assert!(t.told("+4 terrain at the border"), "{:?}", t.story());
}

/// Overrun: more points than the defenders can pay eliminates all; assaulting units stay Fresh, move on, and overrun again.
#[test]
fn s8_6_3_overrun_after_overrun() {
    let mut t = division(&["place Winder 27 spent", "place Jones 43 spent"]);
    t.union("Gibbon 19-27", &[]).union("Phelps 19-27", &[]);
    t.union("assault 27 lead Gibbon", &[4, 5, 1, 2]).union("keep", &[]);
    assert_eq!((t.unit("Winder").place, t.unit("Gibbon").spent, t.unit("Phelps").spent), (Place::Lost, false, false));
    // Gibbon paid two points for 27, Phelps one more cheaply beside him; both go on.
    t.union("Gibbon 27-43", &[]).union("Phelps 27-43", &[]);
    t.union("assault 43 lead Gibbon", &[4, 5, 1, 2]).union("keep", &[]);
    assert_eq!((t.unit("Jones").place, t.unit("Gibbon").used), (Place::Lost, 4));
    t.union("Gibbon 43-44", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 44-45"), "7.11");
    // Nobody else moves in where an assault has been, though it was an overrun (§8.1 (3)).
    assert_eq!(t.refused(Side::Union, "Hoffman 19-27"), "8.1");
}

/// §8.6.3 (2): a leader who rode in with them goes on too, as long as his points last; one whose men did not overrun stays where he
/// stopped.
#[test]
fn s8_6_3_2_a_leader_goes_on_after_an_overrun() {
    let mut t = division(&["place Winder 27 spent", "place Jones 43 spent"]);
    t.union("Gibbon 19-27", &[]).union("Phelps 19-27", &[]).union("Hooker ride 19-27", &[]);
    assert!(t.leader("Hooker").stopped);
    t.union("assault 27 lead Gibbon", &[4, 5, 1, 2]).union("keep", &[]);
    assert!(t.told("Overrun") && !t.leader("Hooker").stopped);
    // Into the next fight with them, where he stops again.
    t.union("Gibbon 27-43", &[]).union("Hooker ride 27-43", &[]);
    assert_eq!((t.leader("Hooker").place, t.leader("Hooker").stopped), (Place::At(43), true));
    // Even: nobody is overrun.
    let mut t = division(&["place Winder 27"]);
    t.union("Gibbon 19-27", &[]).union("Hooker ride 19-27", &[]);
    t.union("assault 27 lead Gibbon", &[3, 3, 3, 3]).union("keep", &[]);
    assert!(!t.told("Overrun") && t.leader("Hooker").stopped);
}

/// Ruling 51: a group that one area can take goes there together; it splits only for want of room.
#[test]
fn r51_together_or_split() {
    let beaten = |more: &[&str]| {
        let mut t = division(&["place Lawton 27 spent", "place Starke 27 spent", "place Winder 28"]);
        for line in more {
            t.umpire(line);
        }
        // Nowhere else to go: friends stand in 28 alone, the rest is the Union's.
        for line in
            ["place Duryea 18", "place Christian 25", "place Hartsuff 42", "place Seymour 43", "place Magilton 44"]
        {
            t.umpire(line);
        }
        t.union("Gibbon 19-27", &[]);
        // 4 +7 against 2 +1 +6: two points.
        t.union("assault 27 lead Gibbon", &[]);
        t.confederate("lead Lawton", &[3, 4, 3, 3]).union("keep", &[]);
        t.confederate("Lawton fall-back", &[]).confederate("Starke fall-back", &[]);
        (t.unit("Lawton").place, t.unit("Starke").place)
    };
    assert_eq!(beaten(&[]), (Place::At(28), Place::At(28)));
    // Room for one in 28: the other goes on behind it.
    let crowd = ["Kershaw", "Wilcox", "Toombs", "Evans", "Rodes", "Hood", "Ripley", "Jenkins"];
    let crowd: Vec<String> = crowd.iter().map(|u| format!("place {u} 28")).collect();
    let crowd: Vec<&str> = crowd.iter().map(String::as_str).collect();
    let (lawton, starke) = beaten(&crowd);
    assert_eq!(lawton, Place::At(28));
    assert!(starke != Place::At(28) && starke != Place::At(27), "{starke:?}");
}
