//! §9: who becomes Spent, who comes back.

use crate::cornfield::north_woods;
use crate::table::{RULES, Table};
use bloodiest_day::{Phase, Place};
use domain_core::referee::{Card, InForce, Level, Orders, Questions, Ruleset, Side, Situation, Standing};

/// §9.1: every move and every attack makes Spent: fire at once, movement at the end of the impulse; who did nothing stays Fresh.
#[test]
fn s9_1_moving_and_attacking_makes_spent() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[3, 3, 4, 4]).keep(&[]);
    t.union("Hoffman 19-26", &[]);
    assert!(t.unit("Gibbon").spent && !t.unit("Hoffman").spent);
    t.union("done", &[]);
    assert!(t.unit("Hoffman").spent && !t.unit("Phelps").spent && !t.unit("Art (1/I)").spent);
}

/// §9.1, §9.3: defenders become Spent by paying.
#[test]
fn s9_1_defenders_become_spent_by_paying() {
    let mut t = north_woods(&["place Lawton 27"]);
    t.union("Art (1/I) bombard 27", &[]);
    t.union("bombard 27 lead Art (1/I) target Lawton", &[2, 2, 3, 3]).keep(&[]);
    t.confederate("Lawton spend", &[]);
    assert!(t.unit("Lawton").spent && t.unit("Lawton").place == Place::At(27));
}

/// §9.2: all Spent units become Fresh, even beside the enemy; eliminated ones stay where they are.
#[test]
fn s9_2_spent_units_become_fresh() {
    let mut t = Table::study(&[
        "place Gibbon 27 spent",
        "place Lawton 27 spent",
        "place Starke 28 spent",
        "lost Winder",
        "turn 2 union impulse 8",
        "advantage confederate",
    ]);
    t.umpire("turn 2 confederate impulse 8").confederate("pass", &[3, 3]);
    t.keep(&[]);
    t.union("pass", &[]);
    assert_eq!((t.position.turn, t.position.phase), (3, Phase::Action));
    for unit in ["Gibbon", "Lawton", "Starke"] {
        assert!(!t.unit(unit).spent, "{unit}");
    }
    assert_eq!(t.unit("Winder").place, Place::Lost);
}

/// Ruling 60: each side rallies before it reorganises, the Confederates first; what is reorganised stays Spent through the next turn.
#[test]
fn r60_the_order_of_rally() {
    let mut t = Table::study(&[
        "place Early 29 spent",
        "leader Jackson 29 active",
        "lost Hood",
        "lost Law a",
        "place Gibbon 19 spent",
        "leader Hooker 19 active",
        "lost Duryea",
        "lost Christian",
        "turn 2 confederate impulse 8",
        "advantage union",
    ]);
    t.confederate("pass", &[1, 2]).keep(&[]);
    t.union("pass", &[]);
    // The Confederates have rallied and reorganise; the Union has not rallied yet.
    assert_eq!((t.position.phase, t.position.side), (Phase::Rally, Side::Confederate));
    assert!(!t.unit("Early").spent && t.unit("Gibbon").spent);
    assert_eq!(t.refused(Side::Union, "reorganise Duryea by Hooker"), "3.0");
    t.confederate("reorganise Law a by Jackson", &[]);
    assert_eq!(t.position.side, Side::Union);
    assert!(!t.unit("Gibbon").spent);
    t.union("reorganise Duryea by Hooker", &[]);
    assert_eq!((t.position.turn, t.position.phase), (3, Phase::Action));
    assert!(t.unit("Law a").spent && t.unit("Duryea").spent);
    // Through the next turn it cannot be activated.
    t.umpire("leader Jackson 29 active").umpire("place Early 28");
    assert_eq!(t.refused(Side::Confederate, "activate 29 with Jackson"), "6.1");
}

fn rally(more: &[&str]) -> Table {
    let mut lines = vec![
        "place Hays 29",
        "leader Jackson 29 active",
        "leader Lee 14 active",
        "place Early 14",
        "turn 2 rally confederate",
    ];
    lines.splice(4..4, more.iter().copied());
    Table::study(&lines)
}

/// §9.3: an active leader in an area free of enemies brings one unit back, Spent, beside him, and goes inactive.
#[test]
fn s9_3_reorganising() {
    let mut t = rally(&["lost Hood", "lost Law a", "lost Law b"]);
    t.confederate("reorganise Law a by Jackson", &[]).confederate("pay Hood", &[]);
    assert_eq!((t.unit("Law a").place, t.unit("Law a").spent), (Place::At(29), true));
    assert_eq!((t.unit("Hood").place, t.leader("Jackson").active), (Place::Gone, false));
    // Ruling 60: one unit for each leader; and Law b has nobody left to be given for it.
    assert_eq!((t.position.turn, t.position.phase), (3, Phase::Action));
    let mut t = rally(&["lost Hood", "lost Law a", "place Gibbon 29"]);
    assert_eq!(t.refused(Side::Confederate, "reorganise Law a by Jackson"), "9.3");
    let mut t = rally(&["lost Hood", "lost Law a", "leader Stuart 3"]);
    assert_eq!(t.refused(Side::Confederate, "reorganise Law a by Stuart"), "9.3");
}

/// §9.3: a Union leader brings back his own corps only; any Confederate any unit.
#[test]
fn s9_3_whose_units() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "leader Hooker 19 active",
        "leader McClellan 73 active",
        "lost Crawford a",
        "lost Crawford b",
        "lost Duryea",
        "turn 2 rally union",
    ]);
    assert_eq!(t.refused(Side::Union, "reorganise Crawford a by Hooker"), "9.3");
    // Ruling 21: McClellan brings nobody back.
    assert_eq!(t.refused(Side::Union, "reorganise Duryea by McClellan"), "9.3");
    t.union("reorganise Duryea by Hooker", &[]).union("pay Crawford a", &[]);
    assert_eq!(t.unit("Duryea").place, Place::At(19));
    let mut t = rally(&["leader Stuart 3 active", "place F. Lee a 3", "lost Toombs", "lost Jenkins"]);
    t.confederate("reorganise Toombs by Stuart", &[]);
    assert_eq!(t.unit("Toombs").place, Place::At(3));
}

/// §3.0 (3): only Lee brings the army's artillery back.
#[test]
fn s9_3_the_armys_artillery() {
    let mut t = rally(&["lost Art a (ANV)", "lost Art (Hood)"]);
    assert_eq!(t.refused(Side::Confederate, "reorganise Art a (ANV) by Jackson"), "9.3");
    t.confederate("reorganise Art a (ANV) by Lee", &[]);
    assert_eq!((t.unit("Art a (ANV)").place, t.unit("Art (Hood)").place), (Place::At(14), Place::Gone));
}

/// Ruling 61: the price is eliminated, of the same side and type, worth as much when Spent, and in the box at that moment.
#[test]
fn r61_the_price() {
    // Winder counts 1 when Spent, Law a 2; Art (Hood) is another type; Hood is gone already; Starke is on the map.
    let box_of = ["lost Law a", "lost Winder", "lost Art (Hood)", "gone Hood", "place Starke 29", "lost Gibbon"];
    let mut t = rally(&box_of);
    assert_eq!(t.refused(Side::Confederate, "reorganise Law a by Jackson"), "9.3");
    let mut more = box_of.to_vec();
    more.extend(["lost Law b", "lost Rodes"]);
    let mut t = rally(&more);
    t.confederate("reorganise Law a by Jackson", &[]);
    for price in ["Winder", "Art (Hood)", "Hood", "Starke", "Law a"] {
        assert_eq!(t.refused(Side::Confederate, &format!("pay {price}")), "9.3", "{price}");
    }
    assert_eq!(t.menu(Side::Confederate), ["pay Law b", "pay Rodes"]);
    t.confederate("pay Rodes", &[]);
    assert_eq!((t.unit("Rodes").place, t.unit("Law b").place), (Place::Gone, Place::Lost));
}

/// Ruling 61: horse artillery is artillery; cavalry goes for cavalry.
#[test]
fn r61_horse_artillery_is_artillery() {
    let mut t = rally(&["lost Art (CAV)", "lost Art (Hood)", "lost F. Lee a", "lost Hood"]);
    assert_eq!(t.refused(Side::Confederate, "reorganise F. Lee a by Jackson"), "9.3");
    t.confederate("reorganise Art (CAV) by Jackson", &[]);
    assert_eq!((t.unit("Art (CAV)").place, t.unit("Art (Hood)").place), (Place::At(29), Place::Gone));
}

/// §3.0 (3), ruling 57: Evans's units are gone at once when destroyed; they come back for nobody and are no price.
#[test]
fn r57_evans() {
    let mut t = north_woods(&["place Evans 27 spent"]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[5, 5, 2, 3]).keep(&[]);
    assert_eq!(t.unit("Evans").place, Place::Gone);
    let mut t = rally(&["lost Evans", "lost Evans Art", "lost Hood", "lost Winder"]);
    assert_eq!(t.refused(Side::Confederate, "reorganise Evans by Jackson"), "9.3");
    assert_eq!(t.refused(Side::Confederate, "reorganise Evans Art by Lee"), "9.3");
    t.confederate("reorganise Winder by Jackson", &[]);
    // Hood is the only price: it was paid without a question.
    assert_eq!((t.unit("Hood").place, t.unit("Evans").place), (Place::Gone, Place::Lost));
}

/// Ruling 62: a V Corps reserve battery comes back by any corps leader, who activates it too.
#[test]
fn r62_the_reserve_artillery() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "leader Hooker 19 active",
        "lost Res Art a (V)",
        "lost Art (1/I)",
        "turn 2 rally union",
    ]);
    t.union("reorganise Res Art a (V) by Hooker", &[]);
    assert_eq!(t.unit("Res Art a (V)").place, Place::At(19));
    let mut t = Table::study(&[
        "place Res Art b (V) 19",
        "leader Hooker 19 active",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    t.union("activate 19 with Hooker", &[]);
    assert!(t.unit("Res Art b (V)").active);
}

/// §9.3, §7.4: a unit comes back only where there is room.
#[test]
fn s9_3_room_is_needed() {
    let mut lines: Vec<String> = ["lost Hood", "lost Law a"].map(String::from).to_vec();
    let crowd = ["Kershaw", "Semmes", "Barksdale", "Cobb", "Pickett", "Jenkins", "Kemper", "Drayton", "Wilcox"];
    lines.extend(crowd.map(|u| format!("place {u} 29")));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut t = rally(&lines);
    assert_eq!(t.refused(Side::Confederate, "reorganise Law a by Jackson"), "7.4");
    t.confederate("reorganise Law a by Lee", &[]);
    assert_eq!(t.unit("Law a").place, Place::At(14));
}

/// §9.3 by a standing order: in the last turn the strongest come back, before it nobody does.
#[test]
fn s9_3_reorganising_in_the_last_turn_by_standing_order() {
    let said = |turn: &str, value: &str| {
        let mut t =
            Table::study(&["leader Jackson 29 active", "place Early 29", "lost Hays", "lost Hood", "lost Law a"]);
        t.umpire(turn);
        let mut standing = Standing::at(Level::Default, &RULES.standing_offers());
        standing.0.insert("reorganise".into(), value.into());
        let asked = RULES.board(&t.position).waiting().remove(0);
        let answer = RULES
            .board(&t.position)
            .answer(&asked, &InForce::new(&standing.into(), Vec::new()))
            .map(|a| RULES.board(&t.position).format(&a.order));
        if let Some(line) = &answer {
            t.confederate(line, &[]);
        }
        answer
    };
    let last = "turn 7 rally confederate";
    assert_eq!(said("turn 6 rally confederate", "last-turn").as_deref(), Some("done"));
    let strongest = said(last, "last-turn").unwrap_or_default();
    let fresh = |name: &str| RULES.pack().unit(RULES.unit(name).expect("a unit")).fresh;
    let back = ["Hays", "Hood", "Law a"].into_iter().find(|n| strongest == format!("reorganise {n} by Jackson"));
    let back = back.unwrap_or_else(|| panic!("{strongest}"));
    assert!(fresh(back) >= fresh("Hays") && fresh(back) >= fresh("Law a"), "{strongest}");
    assert_eq!(said(last, "never").as_deref(), Some("done"));
    assert_eq!(said(last, "ask"), None);
}
