//! Orders that the rules forbid, each refused with its section and without a trace in the position.

use crate::table::{RULES, Table, seat};
use domain_core::dice::Dice;
use domain_core::referee::{Orders, Refusal, Ruleset, Side};

/// Refused with this section; nothing changed.
fn refused(t: &mut Table, side: Side, line: &str, section: &str) {
    let before = t.position.clone();
    let order = RULES.board(&t.position).parse(seat(side), line).unwrap_or_else(|e| panic!("{line}: {e}"));
    match RULES.decide(&t.position, seat(side), &order, &mut Dice::withheld()) {
        Err(Refusal::Illegal(illegal)) => {
            assert_eq!(illegal.section.0, section, "{line}: {illegal}");
            assert!(illegal.wrong.ends_with('.') && illegal.legal.ends_with('.'), "{line}: {illegal}");
        }
        other => panic!("{line} should be refused: {other:?}"),
    }
    assert_eq!(t.position, before);
    assert!(!t.menu(side).contains(&RULES.board(&t.position).format(&order)), "{line} is in the menu");
}

fn corps(lines: &[&str]) -> Table {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Art (1/I) 19",
        "leader Hooker 19 active",
        "place Lawton 27",
        "leader Jackson 27 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    for line in lines {
        t.umpire(line);
    }
    t
}

#[test]
fn units_of_another_corps_are_not_activated() {
    let mut t = corps(&["place Crawford a 20", "place Tyndale 19", "leader Mansfield 47 active"]);
    refused(&mut t, Side::Union, "activate 20 with Hooker", "6.1");
    refused(&mut t, Side::Union, "activate 19 with Mansfield", "3.0");
    refused(&mut t, Side::Union, "activate 27 with Hooker", "6.1");
    t.union("activate 19 with Hooker", &[]);
    for line in ["Tyndale 19-20", "Tyndale volley 27", "Crawford a 20-21"] {
        refused(&mut t, Side::Union, line, "6.1");
    }
}

#[test]
fn nobody_is_overstacked_on_the_way_or_at_the_end() {
    let mut t = corps(&[]);
    for unit in [
        "Hoffman",
        "Patrick",
        "Magilton",
        "Art (3/I)",
        "Anderson (3/I)",
        "Seymour",
        "Duryea",
        "Christian",
        "Hartsuff",
        "Art (2/I)",
    ] {
        t.umpire(&format!("place {unit} 26"));
    }
    t.union("activate 19 with Hooker", &[]);
    refused(&mut t, Side::Union, "Gibbon 19-26", "7.4");
    refused(&mut t, Side::Union, "Gibbon 19-26-24", "7.4");
    refused(&mut t, Side::Union, "Gibbon 19-20-26", "7.4");
}

#[test]
fn nobody_moves_after_a_volley_or_an_assault() {
    let mut t = corps(&[]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon volley 27", &[]);
    t.union("volley 27 lead Gibbon", &[3, 3, 5, 4]).union("keep", &[]);
    refused(&mut t, Side::Union, "Gibbon 19-20", "7.6");
    refused(&mut t, Side::Union, "Gibbon 19-27", "7.6");
    t.union("Phelps 19-27", &[]).union("assault 27 lead Phelps", &[5, 5, 3, 2]).union("keep", &[]);
    t.confederate("Lawton spend", &[]);
    refused(&mut t, Side::Union, "Phelps 27-19", "7.6");
    refused(&mut t, Side::Union, "Art (1/I) 19-27", "8.1");
    refused(&mut t, Side::Union, "Phelps assault 27", "7.6");
}

#[test]
fn nobody_fires_after_moving() {
    let mut t = corps(&[]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-20-19", &[]).union("Art (1/I) 19-20-19", &[]);
    refused(&mut t, Side::Union, "Gibbon volley 27", "8.5.5");
    refused(&mut t, Side::Union, "Art (1/I) bombard 27", "8.3.4");
}

#[test]
fn enemy_areas_are_left_to_friends_only() {
    let mut t = corps(&["place Winder 19", "place Hoffman 25", "place Jones 25", "place Patrick 20"]);
    t.union("activate 19 with Hooker", &[]);
    refused(&mut t, Side::Union, "Gibbon 19-26", "7.5.4");
    refused(&mut t, Side::Union, "Gibbon 19-27", "7.5.4");
    refused(&mut t, Side::Union, "Gibbon 19-25", "7.5.4");
    refused(&mut t, Side::Union, "Gibbon 19-20-21", "7.5.1");
}

#[test]
fn crossings_have_their_limit_and_their_lock() {
    let mut t = corps(&["leader Sumner 72 active"]);
    for unit in ["Gorman", "Howard", "Dana", "Kimball", "Morris", "Weber"] {
        t.umpire(&format!("place {unit} 72"));
    }
    t.umpire("place Christ a 72");
    t.union("activate 72 with Sumner", &[]);
    for unit in ["Gorman", "Howard", "Dana", "Kimball", "Morris"] {
        t.union(&format!("{unit} 72-49"), &[]);
    }
    refused(&mut t, Side::Union, "Weber 72-49", "7.11");
    refused(&mut t, Side::Union, "Weber 72-48", "11.2");
    t.union("Weber 72-51", &[]);
    let mut t = corps(&["place Crook a 62", "leader Burnside 62 active"]);
    t.union("activate 62 with Burnside", &[]);
    refused(&mut t, Side::Union, "Crook a 62-38", "11.2");
    refused(&mut t, Side::Union, "Crook a try Upper Bridge", "7.7.1");
}

#[test]
fn horses_and_guns_do_not_ride_at_infantry() {
    let mut t = corps(&["place Rush 19", "place Art a (CAV) 19", "leader Pleasonton 19 active"]);
    t.union("activate 19 with Pleasonton", &[]);
    for line in ["Rush 19-27", "Art a (CAV) 19-27", "Pleasonton ride 19-27"] {
        refused(&mut t, Side::Union, line, "7.5.3");
    }
}

#[test]
fn passing_has_its_moment() {
    let mut t = corps(&[]);
    t.union("activate 19 with Hooker", &[]);
    refused(&mut t, Side::Union, "pass", "3.0");
    t.umpire("turn 2 rally union");
    refused(&mut t, Side::Union, "pass", "3.0");
    t.umpire("turn 2 long-range");
    refused(&mut t, Side::Union, "pass", "3.0");
    // While dice lie on the table, too.
    t.umpire("turn 2 confederate impulse 3").confederate("pass", &[4, 4]);
    refused(&mut t, Side::Union, "pass", "3.0");
}

#[test]
fn the_side_that_is_not_on_turn_gives_no_orders() {
    let mut t = corps(&[]);
    for line in ["pass", "done", "activate 27 with Jackson", "Jackson ride 27-28", "Lawton 27-28", "wake Jackson"] {
        refused(&mut t, Side::Confederate, line, "3.0");
    }
    t.umpire("turn 2 confederate impulse 3");
    for line in ["pass", "activate 19 with Hooker", "Gibbon 19-20", "find Snavely's Ford"] {
        refused(&mut t, Side::Union, line, "3.0");
    }
    // Nor orders for the enemy's units.
    t.confederate("activate 27 with Jackson", &[]);
    refused(&mut t, Side::Confederate, "Gibbon 19-20", "6.1");
    refused(&mut t, Side::Confederate, "activate 19 with Hooker", "3.0");
}

#[test]
fn nonsense_is_not_an_order() {
    let t = corps(&[]);
    for line in [
        "",
        "   ",
        "advance!",
        "activate",
        "activate 19",
        "activate 19 with",
        "activate 76 with Hooker",
        "activate 0 with Hooker",
        "activate nineteen with Hooker",
        "activate 19 and with Hooker",
        "activate 19 with Napoleon",
        "Gibbon",
        "Gibbon 19-",
        "Gibbon 19--27",
        "Gibbon 19-99",
        "Gibbon 19-27-",
        "Nobody 19-27",
        "Art 19-27",
        "Gibbon charge 27",
        "Gibbon try",
        "Gibbon try Stone Bridge of Arta",
        "assault 27",
        "assault 27 lead",
        "volley lead Gibbon",
        "wake",
        "wake Gibbon",
        "find",
        "find the ford",
        "silence Lincoln",
        "bring XX at 72",
        "bring VI",
        "post Hooker",
        "retreat there",
        "reroll everything",
        "pass pass",
        "\u{1F525} 27",
        "Gibbon 19-27; done",
        "Gibbon 4294967296",
    ] {
        for side in Side::BOTH {
            assert!(t.unreadable(side, line), "{line:?} was read");
        }
    }
    assert!(t.unreadable(Side::Union, &"Gibbon 19-27-".repeat(4000)));
}
