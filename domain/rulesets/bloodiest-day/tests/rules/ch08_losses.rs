//! §8.6.1-§8.6.3: casualty points, failed assaults, overruns.

use crate::cornfield::{beaten, north_woods};
use crate::table::Table;
use bloodiest_day::{Phase, Place, Stage};
use domain_core::referee::Side;

fn owed(t: &Table) -> Option<i32> {
    t.position.fight().filter(|f| f.stage == Stage::Losses).map(|f| f.owed)
}

/// §8.6.1, ruling 48: the lead unit pays first, then whoever the owner likes.
#[test]
fn s8_6_1_the_lead_pays_first() {
    let mut t = beaten(&["place Lawton 27", "place Starke 27"], Some("Lawton"), 4);
    assert_eq!(owed(&t), Some(4));
    assert_eq!(t.refused(Side::Confederate, "Starke spend"), "8.6.1");
    t.confederate("Lawton spend", &[]).confederate("Starke spend", &[]);
    assert!(t.unit("Lawton").spent && t.unit("Starke").spent);
    assert_eq!(owed(&t), None);
    assert!(t.position.pending.is_empty());
}

/// §8.6.1 (1), ruling 48: a lead battery pays the first point like any other; after it the infantry may pay.
#[test]
fn s8_6_1_1_a_lead_battery_pays_first() {
    let mut t = beaten(&["place Art (Ewell) 27", "place Starke 27"], Some("Art (Ewell)"), 4);
    assert_eq!(t.refused(Side::Confederate, "Starke spend"), "8.6.1");
    t.confederate("Art (Ewell) spend", &[]).confederate("Starke spend", &[]);
    assert!(t.unit("Art (Ewell)").spent && t.unit("Starke").spent);
}

/// §8.6.1 (2): at least what is owed; one point costs a Fresh unit two.
#[test]
fn s8_6_1_2_at_least_what_is_owed() {
    let mut t = beaten(&["place Lawton 27", "place Starke 27"], Some("Lawton"), 3);
    assert_eq!(t.refused(Side::Confederate, "done"), "8.6.1");
    t.confederate("Lawton spend", &[]);
    assert_eq!(owed(&t), Some(1));
    assert_eq!(t.refused(Side::Confederate, "done"), "8.6.1");
    t.confederate("Starke spend", &[]);
    assert!(t.unit("Starke").spent && t.unit("Starke").place == Place::At(27));
    // A lone Spent unit cannot retreat for one where two are owed: it is lost without a question.
    let t = beaten(&["place Starke 27 spent"], None, 2);
    assert_eq!(t.unit("Starke").place, Place::Lost);
}

/// §8.6.1 (3): nobody retreats while any defender is Fresh.
#[test]
fn s8_6_1_3_all_spent_before_any_retreats() {
    let mut t = beaten(&["place Lawton 27", "place Starke 27", "place Winder 28"], Some("Lawton"), 5);
    assert_eq!(t.refused(Side::Confederate, "Lawton fall-back"), "8.6.1");
    t.confederate("Lawton spend", &[]);
    assert_eq!(t.refused(Side::Confederate, "Lawton fall-back"), "8.6.1");
    t.confederate("Starke spend", &[]).confederate("Starke fall-back", &[]);
    assert_eq!((t.unit("Starke").place, t.unit("Lawton").place), (Place::At(28), Place::At(27)));
}

/// §8.6.1 (4), ruling 53: whoever finds no way to retreat is lost, and has paid one point, not two.
#[test]
fn r53_no_way_out_counts_one_point() {
    // Every area around the Cornfield is the Union's.
    let mut t = beaten(
        &[
            "place Lawton 27 spent",
            "place Starke 27 spent",
            "place Duryea 18",
            "place Christian 25",
            "place Hartsuff 28",
            "place Seymour 42",
            "place Magilton 43",
            "place Patrick 44",
        ],
        Some("Lawton"),
        2,
    );
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(owed(&t), Some(1));
    t.confederate("Starke fall-back", &[]);
    assert!(t.told("Lawton is eliminated in 27 (The Cornfield), with nowhere to go"), "{:?}", t.story());
    assert_eq!((t.unit("Lawton").place, t.unit("Starke").place), (Place::Lost, Place::Lost));
}

/// §8.6.1 (5): leaders pay nothing and retreat for no points.
#[test]
fn s8_6_1_5_leaders_pay_nothing() {
    let mut t = beaten(&["place Lawton 27", "leader Jackson 28 active"], None, 3);
    assert!(t.menu(Side::Confederate).iter().all(|l| !l.contains("Jackson")), "{:?}", t.menu(Side::Confederate));
    assert!(t.attempt(Side::Confederate, "Jackson die", &[]).is_err());
}

/// Ruling 48: a Spent lead among Fresh comrades cannot retreat, so it is eliminated.
#[test]
fn r48_a_spent_lead_among_fresh_comrades_dies() {
    let mut t = beaten(&["place Lawton 27 spent", "place Starke 27"], Some("Lawton"), 1);
    assert_eq!(t.refused(Side::Confederate, "Lawton fall-back"), "8.6.1");
    assert_eq!(t.refused(Side::Confederate, "Starke spend"), "8.6.1");
    t.confederate("Lawton die", &[]);
    assert_eq!((t.unit("Lawton").place, t.unit("Starke").spent), (Place::Lost, false));
}

/// Ruling 49: where the points can be met exactly nothing dearer is forced on the owner; where they cannot, the least excess.
#[test]
fn r49_exact_payment() {
    // Three from two Spent units: one retreats and one dies.
    let lines = ["place Lawton 27 spent", "place Starke 27 spent", "place Winder 28"];
    let mut t = beaten(&lines, Some("Lawton"), 3);
    // Starke's retreat would then leave a point unpaid: he is lost without a question.
    t.confederate("Lawton fall-back", &[]);
    assert_eq!(owed(&t), None);
    assert_eq!(t.unit("Starke").place, Place::Lost);
    assert_eq!(t.unit("Lawton").place, Place::At(28));
}

/// Ruling 49, §8.6.4: the owner may always give more: having said so he pays on until he says done.
#[test]
fn r49_more_than_owed() {
    let lines = ["place Lawton 27", "place Starke 27", "place Winder 28"];
    let mut t = beaten(&lines, Some("Lawton"), 1);
    t.confederate("more", &[]);
    assert_eq!(t.refused(Side::Confederate, "more"), "8.6.1");
    assert_eq!(t.refused(Side::Confederate, "done"), "8.6.1");
    t.confederate("Lawton spend", &[]).confederate("Starke spend", &[]).confederate("Lawton fall-back", &[]);
    assert_eq!(owed(&t), Some(-4));
    t.confederate("done", &[]);
    assert_eq!((t.unit("Lawton").place, t.unit("Starke").place), (Place::At(28), Place::At(27)));
    // Nothing more to give where everything is needed.
    let mut t = beaten(&["place Lawton 27"], None, 3);
    assert_eq!(t.refused(Side::Confederate, "more"), "8.6.1");
}

/// §8.6.1: only those who took part pay; attackers never pay points, they are Spent.
#[test]
fn s8_6_1_failed_fire_costs_nothing_but_freshness() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[1, 2, 6, 5]).keep(&[]);
    assert_eq!(t.unit("Gibbon").place, Place::At(19));
    assert!(t.unit("Gibbon").spent && !t.unit("Lawton").spent);
    t.union("Art (1/I) bombard 27", &[]);
    t.union("bombard 27 lead Art (1/I) target Lawton", &[1, 2, 6, 5]).keep(&[]);
    assert_eq!(t.unit("Art (1/I)").place, Place::At(19));
    assert!(t.unit("Art (1/I)").spent);
}

/// §8.6.2, ruling 25: the lead of a failed assault is lost, the others go back Spent, leaders there go inactive.
#[test]
fn s8_6_2_a_failed_assault() {
    let mut t = north_woods(&["place Lawton 27", "place Starke 27", "place Art (Ewell) 27"]);
    t.union("Phelps 19-27", &[]).union("Hoffman 19-27", &[]).union("Hooker ride 19-27", &[]);
    t.union("assault 27 lead Phelps", &[]);
    t.confederate("lead Lawton", &[1, 2, 6, 5]);
    t.keep(&[]);
    assert_eq!((t.unit("Phelps").place, t.unit("Hoffman").place), (Place::Lost, Place::At(19)));
    assert!(t.unit("Hoffman").spent && !t.leader("Hooker").active);
}

/// §8.6.2: at equal totals everybody stays, Spent, and nobody is lost.
#[test]
fn s8_6_2_equal_totals() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Gibbon 19-27", &[]).union("Hoffman 19-27", &[]);
    // 4 + 2 against 4 + 1.
    t.union("assault 27 lead Gibbon", &[3, 3, 3, 4]).keep(&[]);
    for unit in ["Gibbon", "Hoffman"] {
        assert_eq!((t.unit(unit).place, t.unit(unit).spent), (Place::At(27), true));
    }
    assert!(!t.unit("Lawton").spent && t.leader("Hooker").active);
}

/// §8.6.3, ruling 46: more than four for each Fresh and two for each Spent defender; the points left over are lost.
#[test]
fn r46_an_overrun_is_more_than_all_can_pay() {
    let t = beaten(&["place Starke 27 spent", "place Winder 27 spent"], Some("Starke"), 4);
    assert_eq!((t.unit("Starke").place, t.unit("Winder").place), (Place::Lost, Place::Lost));
    assert!(t.unit("Gibbon").spent, "four points are exactly what two Spent units can pay");
    let t = beaten(&["place Starke 27 spent", "place Winder 27 spent"], Some("Starke"), 5);
    assert!(t.told("Overrun"), "{:?}", t.story());
    assert_eq!((t.unit("Starke").place, t.unit("Winder").place), (Place::Lost, Place::Lost));
    assert!(!t.unit("Gibbon").spent);
}

/// §8.6.3 (2), §8.1 (4), rulings 44 and 45: those who overran go on with what movement they have left, into another assault
/// and a further overrun; others may not follow into the area.
#[test]
fn r45_an_overrun_leads_on_to_the_next() {
    let mut t = north_woods(&["place Winder 27 spent", "place Taliaferro 28 spent", "place Jones 29"]);
    t.union("Gibbon 19-27", &[]).union("Hoffman 19-27", &[]);
    assert_eq!(t.unit("Gibbon").used, 2);
    t.union("assault 27 lead Gibbon", &[4, 4, 3, 4]).keep(&[]);
    assert!(t.told("Overrun") && !t.unit("Gibbon").spent);
    assert_eq!(t.refused(Side::Union, "Phelps 19-27"), "8.1");
    t.union("Gibbon 27-28", &[]).union("Hoffman 27-28", &[]);
    assert_eq!(t.unit("Gibbon").used, 4);
    t.union("assault 28 lead Gibbon", &[4, 4, 3, 4]).keep(&[]);
    assert!(t.told("Overrun") && !t.unit("Hoffman").spent);
    // One point is left: not enough for Fresh enemies in 29, enough to go back or on.
    assert_eq!(t.refused(Side::Union, "Gibbon 28-29"), "7.11");
    t.union("Gibbon 28-18", &[]).union("done", &[]);
    assert!(t.unit("Gibbon").spent && t.unit("Hoffman").spent);
}

/// Ruling 45: clearing an area by retreats leaves nobody Fresh.
#[test]
fn r45_retreats_leave_the_attackers_spent() {
    let mut t = beaten(&["place Starke 27 spent", "place Winder 28"], None, 1);
    t.confederate("Starke fall-back", &[]);
    assert_eq!(t.unit("Starke").place, Place::At(28));
    assert_eq!(t.refused(Side::Union, "Gibbon 27-43"), "7.6");
}

/// §8.6.3 (3), §8.3.3, ruling 47: an overrun by fire sweeps the area clear and gives no further action.
#[test]
fn r47_overrun_by_fire() {
    let mut t = north_woods(&["place Winder 27 spent"]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[5, 5, 2, 2]).keep(&[]);
    assert!(t.told("Overrun") && t.unit("Winder").place == Place::Lost);
    assert!(t.unit("Gibbon").spent);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-27"), "7.6");
    let mut t = north_woods(&["place Winder 27 spent"]);
    t.union("Art (1/I) bombard 27", &[]);
    t.union("bombard 27 lead Art (1/I) target Winder", &[5, 5, 2, 2]).keep(&[]);
    assert!(t.told("Overrun") && t.unit("Art (1/I)").spent);
}

/// §9.1: an overrun is no action that makes Spent: who overran where he stood and does no more stays Fresh.
#[test]
fn s9_1_an_overrun_in_place_leaves_fresh() {
    for goes_on in [false, true] {
        let mut t = Table::study(&[
            "place Gibbon 27",
            "place Winder 27 spent",
            "place Duryea 19",
            "leader Hooker 19 active",
            "turn 2 union impulse 3",
            "advantage union",
        ]);
        t.union("activate 27 with Hooker", &[]).union("Gibbon assault 27", &[]);
        assert_eq!(t.unit("Gibbon").used, 1);
        t.union("assault 27 lead Gibbon", &[4, 4, 3, 4]).keep(&[]);
        assert!(t.told("Overrun"), "{:?}", t.story());
        if goes_on {
            t.union("Gibbon 27-28", &[]);
        }
        t.union("done", &[]);
        assert_eq!(t.unit("Gibbon").spent, goes_on);
        assert_eq!((t.position.phase, t.position.side), (Phase::Action, Side::Confederate));
    }
}
