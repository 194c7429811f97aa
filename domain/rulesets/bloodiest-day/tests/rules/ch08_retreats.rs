//! §8.6.2, §8.6.4-§8.6.6: retreats.

use crate::cornfield::{beaten, north_woods};
use crate::table::Table;
use bloodiest_day::Place;
use domain_core::referee::Side;

/// §8.6.4, ruling 51: all that retreat go together where one area takes them all.
#[test]
fn s8_6_4_together() {
    let mut t = beaten(
        &["place Lawton 27 spent", "place Starke 27 spent", "place Winder 28", "place Ripley 42"],
        Some("Lawton"),
        2,
    );
    t.confederate("Lawton fall-back", &[]).confederate("Starke fall-back", &[]);
    // 28 and 42 are both beside the contested Cornfield and no Union area: the owner chooses, once for both.
    t.confederate("retreat 42", &[]);
    assert_eq!((t.unit("Lawton").place, t.unit("Starke").place), (Place::At(42), Place::At(42)));
}

const FULL: [&str; 10] =
    ["Kershaw", "Semmes", "Barksdale", "Cobb", "Pickett", "Jenkins", "Kemper", "Drayton", "Wilcox", "Pryor"];

/// Ten units of several divisions less so many, in an area.
fn crowd(area: u8, less: usize) -> Vec<String> {
    FULL[less..].iter().map(|u| format!("place {u} {area}")).collect()
}

/// §8.6.5, ruling 51: for want of room a stack splits, and each goes to the best area that takes it.
#[test]
fn s8_6_4_together_or_split() {
    let mut lines: Vec<String> = ["place Lawton 27 spent", "place Starke 27 spent"].map(String::from).to_vec();
    // Room for one in 28; nothing else is friendly, vacant and nearer, or contested.
    lines.extend(crowd(28, 1));
    lines.extend(
        ["Duryea 18", "Christian 25", "Hartsuff 42", "Seymour 43", "Magilton 44"].map(|l| format!("place {l}")),
    );
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut t = beaten(&lines, Some("Lawton"), 2);
    t.confederate("Lawton fall-back", &[]).confederate("Starke fall-back", &[]);
    // Lawton has taken the room; Starke goes on through 28 to what lies behind it and nearer the rear.
    assert_eq!(t.unit("Lawton").place, Place::At(28));
    assert_eq!(t.unit("Starke").place, Place::At(17));
}

/// §8.6.5: where the only open area is full, the retreat goes on through it until there is room.
#[test]
fn s8_6_5_on_through_a_full_area() {
    let mut lines: Vec<String> = ["place Lawton 27 spent", "place Hood 29"].map(String::from).to_vec();
    lines.extend(crowd(28, 0));
    lines.extend(
        ["Duryea 18", "Christian 25", "Hartsuff 42", "Seymour 43", "Magilton 44"].map(|l| format!("place {l}")),
    );
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut t = beaten(&lines, Some("Lawton"), 1);
    // 29 is friendly, 17 only vacant: no choice (§8.6.5).
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.unit("Lawton").place, Place::At(29));
}

/// §8.6.5, PAC: first friendly areas with the fewest enemy areas around them.
#[test]
fn s8_6_5_first_the_safest_friends() {
    let mut t = beaten(
        // 18 touches the Union's 19; 28 does not.
        &["place Lawton 27 spent", "place Winder 18", "place Jones 28", "place Duryea 19"],
        Some("Lawton"),
        1,
    );
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.unit("Lawton").place, Place::At(28));
}

/// §8.6.5, ruling 51: areas equal in the eyes of the priorities are the owner's choice, and no others.
#[test]
fn s8_6_5_the_owner_chooses_among_equals_only() {
    let mut t =
        beaten(&["place Lawton 27 spent", "place Winder 18", "place Jones 28", "place Ripley 42"], Some("Lawton"), 1);
    t.confederate("Lawton fall-back", &[]);
    // The Union still has 19, next to 18.
    assert_eq!(t.refused(Side::Confederate, "retreat 18"), "8.6.5");
    assert_eq!(t.refused(Side::Confederate, "retreat 43"), "8.6.5");
    assert_eq!(t.refused(Side::Confederate, "retreat 19"), "8.6.5");
    assert_eq!(t.menu(Side::Confederate), ["retreat 28", "retreat 42"]);
    t.confederate("retreat 28", &[]);
    assert_eq!(t.unit("Lawton").place, Place::At(28));
}

/// §8.6.5, PAC: second any friendly area that has room, when the safest has none.
#[test]
fn s8_6_5_second_any_friends() {
    let mut lines: Vec<String> = ["place Lawton 27 spent", "place Winder 18"].map(String::from).to_vec();
    lines.extend(crowd(28, 0));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut t = beaten(&lines, Some("Lawton"), 1);
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.unit("Lawton").place, Place::At(18));
}

/// §8.6.5, PAC: third a vacant area nearer the retreat edge than the one left.
#[test]
fn s8_6_5_third_vacant_and_nearer_the_rear() {
    // Around 27 (three steps from the rear): 18, 28 and 42 are two steps, 43 is three, 25 and 44 are farther.
    let mut t = beaten(&["place Lawton 27 spent"], Some("Lawton"), 1);
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.menu(Side::Confederate), ["retreat 18", "retreat 28", "retreat 42"]);
    assert_eq!(t.refused(Side::Confederate, "retreat 43"), "8.6.5");
    t.confederate("retreat 18", &[]);
}

/// Everything around the Cornfield is closed but 28, where both sides stand with this many Union units.
fn only_28(union: &[&str]) -> Table {
    let mut lines: Vec<String> =
        ["place Lawton 27 spent", "place Starke 27 spent", "place Winder 28"].map(String::from).to_vec();
    lines.extend(union.iter().map(|u| format!("place {u} 28")));
    lines.extend(
        ["Duryea 18", "Christian 25", "Hartsuff 42", "Seymour 43", "Magilton 44"].map(|l| format!("place {l}")),
    );
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    beaten(&lines, Some("Lawton"), 2)
}

/// §8.6.5, ruling 52: last a contested area; each unit rolls two dice, and is lost below the number of enemy units there.
#[test]
fn r52_retreat_among_enemies() {
    let mut t = only_28(&["Tyndale", "Stainrook", "Goodrich", "Art (2/XII)", "Caldwell"]);
    t.confederate("Lawton fall-back", &[]).confederate("Starke fall-back", &[2, 3]);
    // Five against five: Lawton comes through; then Starke with four does not.
    t.keep(&[2, 2]);
    assert!(t.told("The retreat of Lawton to 28 (Rock Ledge Field): 5 rolled: it succeeds"), "{:?}", t.story());
    assert_eq!(t.unit("Lawton").place, Place::At(28));
    t.keep(&[]);
    assert!(t.told("4 rolled: it fails"), "{:?}", t.story());
    assert_eq!(t.unit("Starke").place, Place::Lost);
}

/// Ruling 52, §10.2B (1): that roll may be made again like any other.
#[test]
fn r52_the_roll_may_be_made_again() {
    let mut t = only_28(&["Tyndale", "Stainrook", "Goodrich"]);
    t.confederate("Lawton fall-back", &[]).confederate("Starke fall-back", &[6, 6]);
    t.union("reroll", &[1, 1]);
    t.confederate("keep", &[4, 4]).confederate("keep", &[]);
    assert_eq!((t.unit("Lawton").place, t.unit("Starke").place), (Place::Lost, Place::At(28)));
}

/// §8.6.4, ruling 52: never where enemies stand without friends.
#[test]
fn r52_never_into_an_enemy_area() {
    let mut t = beaten(
        &[
            "place Lawton 27 spent",
            "place Duryea 18",
            "place Christian 25",
            "place Hartsuff 28",
            "place Seymour 42",
            "place Magilton 44",
        ],
        Some("Lawton"),
        1,
    );
    // 43 is vacant, but no nearer the rear: there is no way out (ruling 53).
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.unit("Lawton").place, Place::Lost);
}

/// §8.6.6, §8.6.5: from the edge of the map there is nowhere farther to go: who must is destroyed.
#[test]
fn s8_6_6_off_the_map() {
    let mut t = Table::study(&[
        "place Gibbon 2",
        "place Phelps 5",
        "place Duryea 3",
        "place Patrick 17",
        "place Lawton 4 spent",
        "leader Hooker 2 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 2 with Hooker", &[]).union("Gibbon 2-4", &[]);
    // 4 against 2 + 1.
    t.union("assault 4 lead Gibbon", &[3, 4, 3, 4]).keep(&[]);
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.unit("Lawton").place, Place::Lost);
}

/// §8.6.2, ruling 50: each survivor of a failed assault goes back to the area he last left.
#[test]
fn r50_back_to_where_each_came_from() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Duryea 25",
        "leader Hooker 26 active",
        "place Ripley 27",
        "place Art (Ewell) 27",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 and 25 with Hooker", &[]).confederate("keep", &[]);
    t.union("Gibbon 19-27", &[]).union("Phelps 19-25-27", &[]).union("Duryea 25-27", &[]);
    t.union("assault 27 lead Gibbon", &[]).confederate("lead Ripley", &[1, 2, 5, 6]).keep(&[]);
    assert_eq!(t.unit("Gibbon").place, Place::Lost);
    assert_eq!((t.unit("Phelps").place, t.unit("Duryea").place), (Place::At(25), Place::At(25)));
    assert!(t.unit("Phelps").spent && t.unit("Duryea").spent);
}

/// Ruling 50: who began in the area follows the list.
#[test]
fn r50_in_place_by_the_list() {
    let mut t = Table::study(&[
        "place Gibbon 27",
        "place Phelps 27",
        "place Duryea 25",
        "place Ripley 27",
        "leader Hooker 26 active",
        "leader Hooker 25 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 27 with Hooker", &[]).union("Gibbon assault 27", &[]).union("Phelps assault 27", &[]);
    t.union("assault 27 lead Gibbon", &[1, 2, 5, 6]).keep(&[]);
    // Only Duryea's 25 is friendly.
    assert_eq!((t.unit("Gibbon").place, t.unit("Phelps").place), (Place::Lost, Place::At(25)));
}

/// Ruling 50: where the way back is full, those who find room go back, the others follow the list.
#[test]
fn r50_the_way_back_is_full() {
    let mut t = Table::study(&[
        "place Gibbon 26",
        "place Phelps 26",
        "place Hoffman 26",
        "place Duryea 25",
        "leader Hooker 26 active",
        "place Ripley 27",
        "place Art (Ewell) 27",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 26 with Hooker", &[]);
    for unit in ["Gibbon", "Phelps", "Hoffman"] {
        t.union(&format!("{unit} 26-19-27"), &[]);
    }
    // Meanwhile nine others have filled 19.
    for unit in ["Caldwell", "Meagher", "Brooke", "Gorman", "Howard", "Dana", "Kimball", "Morris", "Weber"] {
        t.umpire(&format!("place {unit} 19"));
    }
    t.union("assault 27 lead Gibbon", &[]).confederate("lead Ripley", &[1, 2, 5, 6]).keep(&[]);
    assert_eq!(t.unit("Gibbon").place, Place::Lost);
    let mut places = [t.unit("Phelps").place, t.unit("Hoffman").place].map(|p| format!("{p:?}"));
    places.sort();
    assert_eq!(places, ["At(19)", "At(25)"]);
}

/// Retreats take place after losses, in any order the owner likes, and Spent units that stay are still there.
#[test]
fn s8_6_4_some_stay() {
    let mut t = beaten(&["place Lawton 27 spent", "place Starke 27 spent", "place Winder 28"], Some("Lawton"), 1);
    t.confederate("Lawton fall-back", &[]);
    assert_eq!((t.unit("Lawton").place, t.unit("Starke").place), (Place::At(28), Place::At(27)));
    assert!(t.unit("Gibbon").spent && t.unit("Gibbon").place == Place::At(27));
}

/// §8.6.4: a retreat of one's own will is a payment beyond what is owed (ruling 49); under fire too.
#[test]
fn s8_6_4_a_voluntary_retreat() {
    let mut t = north_woods(&["place Lawton 27", "place Winder 28"]);
    t.union("Art (1/I) bombard 27", &[]);
    // 4 + 1 for Hooker against 2: one better.
    t.union("bombard 27 lead Art (1/I) target Lawton", &[2, 2, 3, 3]).keep(&[]);
    t.confederate("more", &[]).confederate("Lawton spend", &[]).confederate("Lawton fall-back", &[]);
    assert_eq!((t.unit("Lawton").place, t.unit("Lawton").spent), (Place::At(28), true));
}
