//! §8.7: leader casualties; §5.4 as far as fights go.

use crate::cornfield::north_woods;
use crate::table::Table;
use bloodiest_day::{LeaderCasualty, Pending, Place};
use domain_core::referee::Side;

/// Hoffman alone assaults the Cornfield, with these leaders about.
fn assault(leaders: &[&str], dice: &[u8]) -> Table {
    let mut t = north_woods(&["place Lawton 27", "place Winder 28"]);
    t.union("Hoffman 19-27", &[]);
    for line in leaders {
        t.umpire(line);
    }
    t.union("assault 27 lead Hoffman", dice);
    t
}

/// §8.7.1, §8.7.2, ruling 27: the enemy's natural 12 puts a leader in the area in danger, whether he takes part or not.
#[test]
fn s8_7_1_the_enemys_twelve() {
    let mut t = assault(&["leader Longstreet 27 active"], &[6, 6, 5, 4]);
    t.keep(&[3, 4]).keep(&[]);
    assert!(t.told("Longstreet is killed"), "{:?}", t.story());
    // One elsewhere is in no danger.
    let mut t = assault(&["leader Longstreet 28 active"], &[6, 6, 5, 4]);
    t.keep(&[]);
    assert!(t.leader("Longstreet").active);
}

/// §8.7.2, ruling 27: one's own natural 2 as well; 2 and 12 together make one check for the side.
#[test]
fn r27_ones_own_two_and_one_check_for_both() {
    let mut t = assault(&["leader Hooker 27 active"], &[1, 1, 5, 4]);
    t.keep(&[1, 1]).keep(&[]);
    assert!(t.told("Hooker is lightly wounded"), "{:?}", t.story());
    let mut t = assault(&["leader Hooker 27 active", "leader Mansfield 27 active"], &[1, 1, 6, 6]);
    t.keep(&[]);
    assert!(matches!(t.position.pending.last(), Some(Pending::Pick { leaders }) if leaders.len() == 2));
    // §8.7.2: the opponent selects.
    assert_eq!(t.refused(Side::Union, "aim Hooker"), "3.0");
    assert_eq!(t.refused(Side::Confederate, "aim Sumner"), "8.7.2");
    t.confederate("aim Mansfield", &[5, 5]).keep(&[]);
    assert!(t.told("Mansfield is seriously wounded"), "{:?}", t.story());
    assert!(t.leader("Hooker").hurt.is_none());
}

/// Ruling 27: each side may have a check of its own in one fight.
#[test]
fn r27_both_sides_checked() {
    let mut t = assault(&["leader Hooker 27 active", "leader Jackson 27 active"], &[6, 6, 6, 6]);
    t.keep(&[1, 2]).keep(&[1, 2]).keep(&[]);
    assert!(t.leader("Hooker").wounded && t.leader("Jackson").wounded);
}

/// Ruling 27: the dice as they stand after a reroll count.
#[test]
fn r27_after_rerolls() {
    let mut t = assault(&["leader Longstreet 27 active"], &[3, 3, 4, 4]);
    t.union("reroll first", &[6, 6]);
    t.keep(&[2, 2]).keep(&[]);
    assert!(t.leader("Longstreet").wounded);
    let mut t = assault(&["leader Longstreet 27 active", "advantage confederate"], &[6, 6, 4, 4]);
    t.confederate("reroll first", &[3, 3]);
    t.keep(&[]);
    assert!(!t.leader("Longstreet").wounded);
}

/// Ruling 27: for fire the firing and the target area both count.
#[test]
fn r27_fire_endangers_both_areas() {
    let mut t = north_woods(&["place Lawton 27", "leader Jackson 27 active"]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[1, 1, 2, 3]);
    t.keep(&[3, 3]).keep(&[]);
    assert!(t.leader("Hooker").wounded && !t.leader("Jackson").wounded);
}

/// §8.7.2: below 7 lightly wounded, out for the turn; 7 killed; above 7 seriously wounded.
#[test]
fn s8_7_2_the_three_results() {
    let fate = |dice: &[u8]| {
        let mut t = assault(&["leader Jackson 27 active"], &[6, 6, 5, 4]);
        t.keep(dice).keep(&[]);
        t
    };
    let t = fate(&[1, 5]);
    assert_eq!((t.leader("Jackson").hurt, t.leader("Jackson").place), (None, Place::At(27)));
    assert!(t.leader("Jackson").wounded && !t.leader("Jackson").active);
    let t = fate(&[3, 4]);
    assert_eq!((t.leader("Jackson").hurt, t.leader("Jackson").place), (Some(LeaderCasualty::Killed), Place::Off));
    let t = fate(&[4, 4]);
    assert_eq!((t.leader("Jackson").hurt, t.leader("Jackson").place), (Some(LeaderCasualty::Seriously), Place::Off));
}

/// §8.7.2: a lightly wounded leader is not woken again in that turn; in the next he is.
#[test]
fn s8_7_2_wounded_for_the_turn() {
    let mut t = Table::study(&[
        "leader Jackson 28 wounded",
        "place Winder 28",
        "place Gibbon 19",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    assert_eq!(t.refused(Side::Confederate, "wake Jackson"), "8.7.2");
    t.confederate("pass", &[5, 5]).keep(&[]).union("pass", &[]);
    assert_eq!(t.position.turn, 3);
    t.confederate("wake Jackson", &[5, 5]);
    assert!(t.leader("Jackson").active);
}

/// §8.7.3: the replacement comes in the Rally Phase, inactive, where units of his command are.
#[test]
fn s8_7_3_the_replacement() {
    let mut t = assault(&["leader Jackson 27 active", "place Toombs 29"], &[6, 6, 5, 3]);
    t.keep(&[3, 4]).keep(&[]);
    // 3 + 12 against 4 + 1 + 1 for Jackson + 8: one point.
    t.confederate("Lawton spend", &[]);
    t.umpire("turn 2 rally union").union("done", &[]);
    assert!(matches!(t.position.pending.last(), Some(Pending::Station { .. })), "{:?}", t.position.pending);
    // Toombs is of Longstreet's command.
    assert_eq!(t.refused(Side::Confederate, "post Jackson at 29"), "8.7.3");
    t.confederate("post Jackson at 28", &[]);
    assert_eq!((t.leader("Jackson").place, t.leader("Jackson").active), (Place::At(28), false));
    assert_eq!(t.leader("Jackson").hurt, Some(LeaderCasualty::Killed));
}

/// §8.7.4: Hooker's and Mansfield's replacements wake by themselves like them.
#[test]
fn s8_7_4_their_replacements_wake_alone() {
    let mut t = Table::study(&[
        "leader Hooker 26 replacement",
        "leader Mansfield 25 replacement",
        "place Gibbon 26",
        "turn 2 union impulse 0",
        "advantage confederate",
    ]);
    t.union("wake Hooker", &[]);
    assert!(t.leader("Hooker").active);
    t.umpire("turn 2 union impulse 0").union("wake Mansfield", &[]);
    assert!(t.leader("Mansfield").active);
}

/// Ruling 28: a replacement is immune for good.
#[test]
fn r28_replacements_are_immune() {
    let mut t = assault(&["leader Longstreet 27 replacement"], &[6, 6, 5, 4]);
    t.keep(&[]);
    assert!(!matches!(t.position.pending.last(), Some(Pending::Roll(_) | Pending::Pick { .. })));
    assert_eq!(t.leader("Longstreet").place, Place::At(27));
}

/// §5.4 (2), ruling 25: a failed assault makes the attacker's leaders in that area inactive, and no others.
#[test]
fn r25_only_the_attackers_leaders_there() {
    let mut t = assault(
        &["leader Mansfield 27 active", "leader Jackson 27 active", "leader Burnside 19 active"],
        &[1, 2, 5, 4],
    );
    t.keep(&[]);
    t.umpire("place Crawford a 25");
    assert!(!t.leader("Mansfield").active);
    assert!(t.leader("Hooker").active && t.leader("Jackson").active && t.leader("Burnside").active);
    // OT = DT makes nobody inactive.
    let mut t = assault(&["leader Hooker 27 active"], &[4, 4, 3, 4]);
    t.keep(&[]);
    assert!(t.leader("Hooker").active && t.unit("Hoffman").spent);
}

/// Ruling 26: a leader left among enemies may go with the units that retreat, as he is.
#[test]
fn r26_he_goes_with_those_who_retreat() {
    let mut t = north_woods(&["place Lawton 27", "leader Jackson 27 active", "place Winder 28", "place Early 29"]);
    t.union("Gibbon 19-27", &[]);
    // 4 + 8 against 4 + 1 + 1 for Jackson + 3: three points.
    t.union("assault 27 lead Gibbon", &[4, 4, 1, 2]).keep(&[]);
    t.confederate("Lawton spend", &[]).confederate("Lawton fall-back", &[]);
    assert_eq!(t.unit("Lawton").place, Place::At(28));
    assert_eq!(t.refused(Side::Confederate, "post Jackson at 42"), "8.7.3");
    let mut other = Table { position: t.position.clone(), facts: Vec::new() };
    t.confederate("post Jackson at 28", &[]);
    assert_eq!((t.leader("Jackson").place, t.leader("Jackson").active), (Place::At(28), true));
    // Or he is placed with his command elsewhere, inactive.
    other.confederate("post Jackson at 29", &[]);
    assert_eq!((other.leader("Jackson").place, other.leader("Jackson").active), (Place::At(29), false));
}

/// Ruling 26, §5.4 (3): if nobody retreats he is placed with any unit of his command, however far, and is inactive.
#[test]
fn r26_placed_when_nobody_retreats() {
    let mut t = north_woods(&["place Winder 27 spent", "leader Jackson 27 active", "place Early 8", "place Toombs 28"]);
    t.union("Gibbon 19-27", &[]).union("assault 27 lead Gibbon", &[5, 4, 2, 3]).keep(&[]);
    assert!(t.told("Overrun"), "{:?}", t.story());
    assert_eq!((t.leader("Jackson").place, t.leader("Jackson").active), (Place::At(8), false));
}

/// Ruling 26: Union leaders too, after a failed assault.
#[test]
fn r26_after_a_failed_assault() {
    let mut t = north_woods(&["place Lawton 27", "place Starke 27", "place Duryea 25"]);
    t.union("Phelps 19-27", &[]).union("Hoffman 19-27", &[]).union("Hooker ride 19-27", &[]);
    t.union("assault 27 lead Phelps", &[]).confederate("lead Lawton", &[1, 2, 6, 5]).keep(&[]);
    assert_eq!(t.unit("Hoffman").place, Place::At(19));
    assert_eq!(t.menu(Side::Union), ["post Hooker at 19", "post Hooker at 25"]);
    t.union("post Hooker at 19", &[]);
    assert_eq!(t.leader("Hooker").place, Place::At(19));
}

/// §5.4 (3): under fire as well: when all his units are eliminated he is placed with others, inactive.
#[test]
fn s5_4_3_all_his_units_eliminated_by_fire() {
    let mut t = north_woods(&["place Winder 27 spent", "leader Jackson 27 active", "place Early 8"]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[5, 5, 2, 3]).keep(&[]);
    assert!(t.told("Overrun"), "{:?}", t.story());
    assert_eq!((t.leader("Jackson").place, t.leader("Jackson").active), (Place::At(8), false));
    // Where they only retreat and no enemy comes, he stays (ruling 26).
    let mut t = north_woods(&["place Lawton 27 spent", "leader Jackson 27 active", "place Early 28"]);
    t.union("Gibbon volley 27", &[]);
    // 4 + 1 + 8 against 2 + 2 + 1 + 7.
    t.union("volley 27 lead Gibbon", &[4, 4, 3, 4]).keep(&[]);
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.unit("Lawton").place, Place::At(28));
    assert_eq!((t.leader("Jackson").place, t.leader("Jackson").active), (Place::At(27), true));
}
