//! What revision 4 rules otherwise than revision 3, which still judges the games that were played by it.

use crate::cornfield::{beaten, north_woods};
use crate::table::{RULES, Table, seat};
use bloodiest_day::{BloodiestDay, Phase, Place};
use domain_core::dice::Dice;
use domain_core::referee::{Orders, Ruleset, Side};
use std::collections::VecDeque;
use std::sync::LazyLock;

static BEFORE: LazyLock<BloodiestDay> = LazyLock::new(|| RULES.earlier(3).expect("revision 3 is known"));

/// Whether revision 3 allowed a line.
fn once(t: &Table, side: Side, line: &str, dice: &[u8]) -> bool {
    let order = BEFORE.board(&t.position).parse(seat(side), line).unwrap();
    let mut dice: VecDeque<u8> = dice.iter().copied().collect();
    BEFORE.decide(&t.position, seat(side), &order, &mut Dice::forced(&mut dice)).is_ok()
}

/// Hooker hit by the enemy's fire: his guns have bombarded and rolled two ones, and he rolled these.
fn hooker_is_hit(fate: &[u8]) -> Table {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Gibbon volley 27", &[]).union("Art (1/I) bombard 27", &[]);
    t.union("bombard 27 lead Art (1/I) target Lawton", &[1, 1, 3, 4]).keep(fate).keep(&[]);
    t
}

/// §8.1 (3), ruling 44: a leader is a unit like others, and rides into no area that has been assaulted.
#[test]
fn s8_1_3_a_leader_rides_into_no_area_that_has_been_assaulted() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Gibbon 19-27", &[]);
    assert!(t.menu(Side::Union).contains(&"Hooker ride 19-27".to_owned()));
    t.union("assault 27 lead Gibbon", &[3, 4, 3, 3]).keep(&[]);
    assert_eq!((t.unit("Gibbon").place, t.refused(Side::Union, "Hooker ride 19-27")), (Place::At(27), "8.1"));
    // Nor through it.
    assert_eq!(t.refused(Side::Union, "Hooker ride 19-27-28"), "8.1");
    assert!(!t.menu(Side::Union).iter().any(|line| line.starts_with("Hooker ride 19-27")));
    assert!(once(&t, Side::Union, "Hooker ride 19-27", &[]));
    t.union("Hooker ride 19-18", &[]);
}

/// §8.5.5A (1): units volley under a Fresh leader. One who was hit since he activated them is none, whether they are committed or not.
#[test]
fn s8_5_5a_1_no_volley_after_the_leader_was_hit() {
    for fate in [[2, 3], [3, 4], [5, 5]] {
        let mut t = hooker_is_hit(&fate);
        assert_eq!(t.refused(Side::Union, "volley 27 lead Gibbon"), "8.5.5", "{fate:?}");
        assert!(once(&t, Side::Union, "volley 27 lead Gibbon", &[3, 3, 4, 4]), "{fate:?}");
        assert!(!t.menu(Side::Union).iter().any(|line| line.contains("volley")), "{:?}", t.menu(Side::Union));
        // Muskets that were levelled and never fired are not Spent.
        t.union("done", &[]);
        assert!(!t.unit("Gibbon").spent && t.unit("Art (1/I)").spent);
    }
}

/// Ruling 65: when their leader fails in an assault, units that have moved go on, and those that have not begun stay.
#[test]
fn r65_units_that_have_not_begun_stay_when_their_leader_fails() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Hoffman 19-20", &[]).union("Gibbon 19-27", &[]).union("Hooker ride 19-27", &[]);
    t.union("assault 27 lead Gibbon", &[1, 2, 5, 4]).keep(&[]);
    // Gibbon is lost, and Hooker, left alone, is placed with his men again.
    t.union("post Hooker at 19", &[]);
    assert!(!t.leader("Hooker").active && t.position.pending.is_empty(), "{:?}", t.story());
    assert_eq!(t.refused(Side::Union, "Phelps 19-20"), "5.1");
    assert!(once(&t, Side::Union, "Phelps 19-20", &[]));
    t.union("Hoffman 20-21", &[]).union("done", &[]);
    assert_eq!((t.unit("Hoffman").place, t.unit("Phelps").spent), (Place::At(21), false));
}

/// Ruling 65: so too when he falls; the fight that was begun is finished.
#[test]
fn r65_units_that_have_not_begun_stay_when_their_leader_falls() {
    let mut t = hooker_is_hit(&[3, 4]);
    assert_eq!(t.leader("Hooker").place, Place::Off);
    assert_eq!(t.refused(Side::Union, "Phelps 19-20"), "5.1");
    assert_eq!(t.refused(Side::Union, "Phelps volley 27"), "5.1");
    assert!(once(&t, Side::Union, "Phelps 19-20", &[]));
    assert!(!t.menu(Side::Union).iter().any(|line| line.contains("Phelps") || line.contains("Hoffman")));
}

/// §8.7.3: a replacement waits on the track as long as no unit of his command is on the map, and comes in a later Rally Phase.
#[test]
fn s8_7_3_a_replacement_waits_for_a_unit_of_his_command() {
    let fallen = || {
        let mut t = hooker_is_hit(&[3, 4]);
        for unit in ["Gibbon", "Phelps", "Hoffman", "Art (1/I)", "Patrick"] {
            t.umpire(&format!("turn 2 rally union")).umpire(&format!("gone {unit}"));
        }
        t.umpire("place Crawford a 19")
            .umpire("lost Duryea")
            .umpire("lost Christian")
            .umpire("leader Mansfield 19 active");
        t.umpire("lost Crawford b").umpire("lost Goodrich").umpire("turn 2 rally union");
        t
    };
    let mut t = fallen();
    assert!(once(&t, Side::Union, "done", &[]));
    t.union("done", &[]);
    assert_eq!((t.leader("Hooker").place, t.position.turn), (Place::Off, 3));
    // A brigade of his is back: so is he.
    t.umpire("place Duryea 19 spent").umpire("turn 3 rally union").union("done", &[]);
    assert_eq!((t.leader("Hooker").place, t.leader("Hooker").active), (Place::At(19), false));
}

/// §1.4, PAC, ruling 62: a reserve battery is of any corps in its own side's impulse; attacked, it is of the V Corps.
#[test]
fn s1_4_a_reserve_battery_is_of_the_v_corps_when_it_is_attacked() {
    let defended = |leader: &str, rules: &dyn Fn(&Table, &str, &[u8]) -> String| {
        let mut t = Table::study(&[
            "place Res Art a (V) 19",
            "place Gibbon 19",
            &format!("leader {leader} 19"),
            "place Starke 18",
            "leader Jackson 18 active",
            "turn 2 confederate impulse 0",
            "advantage union",
        ]);
        t.confederate("activate 18 with Jackson", &[]).confederate("Starke 18-19", &[]);
        t.confederate("assault 19 lead Starke", &[]).union("lead Res Art a (V)", &[3, 3, 3, 4]);
        rules(&t, "keep", &[])
    };
    let told = |rules: &BloodiestDay, t: &Table, line: &str| {
        let order = rules.board(&t.position).parse(seat(Side::Union), line).unwrap();
        let facts =
            rules.decide(&t.position, seat(Side::Union), &order, &mut Dice::forced(&mut VecDeque::new())).unwrap();
        let lines = facts.iter().filter_map(|f| rules.tell(f, domain_core::referee::Viewer::Everyone));
        lines.map(|l| l.text).collect::<Vec<_>>().join(" ")
    };
    let now = |t: &Table, line: &str, _: &[u8]| told(&RULES, t, line);
    let before = |t: &Table, line: &str, _: &[u8]| told(&BEFORE, t, line);
    assert!(defended("Porter", &now).contains("+1 Porter"), "{}", defended("Porter", &now));
    assert!(!defended("Hooker", &now).contains("Hooker"), "{}", defended("Hooker", &now));
    assert!(defended("Hooker", &before).contains("+1 Hooker"), "{}", defended("Hooker", &before));
}

/// §3.0, rulings 14 and 15: the second pass running ends the phase, by whatever name it is made; no free impulse follows it.
#[test]
fn s3_0_no_free_impulse_follows_the_second_pass_running() {
    let mut t = north_woods(&["place Lawton 27", "place Starke 28", "leader Jackson 28 active"]);
    t.umpire("turn 2 confederate impulse 0").umpire("advantage union");
    t.confederate("pass", &[6, 6]).union("keep", &[]).union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "free"), "3.0");
    assert!(!t.menu(Side::Union).contains(&"free".to_owned()) && once(&t, Side::Union, "free", &[]));
    // Something done is no pass.
    t.union("Gibbon 19-20", &[]).union("free", &[]);
    assert!(t.position.impulse.free && t.position.phase == Phase::Action && t.position.turn == 2);
}

/// Ruling 66: which friendly area is the safest is asked of all next door, full or not; is there no room in it, any with room will do.
#[test]
fn r66_when_the_safest_area_is_full_any_friendly_one_will_do() {
    let mut lines: Vec<String> =
        ["place Lawton 27 spent", "place Winder 18", "place Ripley 42", "place Duryea 43"].map(String::from).to_vec();
    lines.extend(
        ["Kershaw", "Semmes", "Barksdale", "Cobb", "Pickett", "Jenkins", "Kemper", "Drayton", "Wilcox", "Pryor"]
            .map(|u| format!("place {u} 28")),
    );
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut t = beaten(&lines, Some("Lawton"), 1);
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(t.menu(Side::Confederate), ["retreat 18", "retreat 42"]);
}
