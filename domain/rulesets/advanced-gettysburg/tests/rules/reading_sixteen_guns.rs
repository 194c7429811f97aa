//! What a sixteenth reading of §29.0 to §33.0 found, mended in revision 7, and that revision 6 ruled it otherwise and is judged so.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, fired_with, hex, lies, sound, unit};
use advanced_gettysburg::{Attack, Position, Segment};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// A game with charges and these lines of the umpire.
fn horse(lines: &[&str]) -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// Hampton, with so much disorganization, beside F25 since the turn before; who stood there and fired at him is gone.
fn before_an_empty_hex(dp: u8) -> Table {
    let mut table = horse(&[
        "place Hampton charge N F24=3 F24=3",
        "place Meredith line F25=8 SSE",
        "turn 3 confederate assault",
        &format!("mark Hampton attack launched level 12 dp {dp}"),
    ]);
    fired_with(&mut table, "Meredith", "F25", "F24", 8);
    table.umpire("wait Meredith");
    table.position.vacated = vec![hex("F25") as u16];
    table
}

#[test]
fn s13_9_s31_3_0_6_3_a_charge_that_did_not_gallop_wears_itself_out_in_its_advance() {
    let mut table = before_an_empty_hex(0);
    for to in ["F25", "F26", "F27", "F28"] {
        table.confederate(&format!("Hampton advance {to}"), &[]);
    }
    // Eight points cost horse in column nothing; ten and twelve do.
    assert_eq!((table.brigade("Hampton").spent(), table.brigade("Hampton").dp), (16, 0));
    let line = "Hampton advance F29";
    let then = after(&BEFORE, &table, Confederate, line, &[]).expect("an advance");
    assert_eq!(then.brigade(unit("Hampton")).map(|b| b.dp), Some(0), "revision 6 let it go on for nothing");
    table.confederate(line, &[]);
    assert_eq!((table.brigade("Hampton").spent(), table.brigade("Hampton").dp), (20, 7));
    table.confederate("Hampton advance F30", &[]);
    assert_eq!((lies(&table, "Hampton").as_str(), table.brigade("Hampton").dp), ("F30=3 F30=3", 12));
}

#[test]
fn s33_1_5c_0_6_3_a_charge_that_spends_its_experience_in_its_advance_attacks_no_more() {
    // Veteran, level ten: two. Seven points more are level eleven: nothing.
    let mut table = before_an_empty_hex(103);
    for to in ["F25", "F26", "F27", "F28", "F29"] {
        table.confederate(&format!("Hampton advance {to}"), &[]);
    }
    assert_eq!(table.brigade("Hampton").dp, 110);
    table.confederate("done", &[]);
    assert_eq!((table.position.side, table.brigade("Hampton").attack), (Union, Attack::None));
}

#[test]
fn s31_3_0_6_3_a_charge_that_galloped_has_paid_for_its_advance() {
    let mut table = horse(&[
        "place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3",
        "place Stone line HH40=8 SSE",
        "turn 1 confederate opening",
        "mark Hampton dp 0",
    ]);
    table.confederate("attack Hampton", &[]).confederate("done", &[]);
    table.confederate("Hampton charge HH38-HH39", &[]).confederate("done", &[]);
    table.umpire("mark Stone dp 40").union("defend hold", &[]);
    for _ in 0..3 {
        if table.position.segment != Segment::Assault {
            let side = board(&table).acting();
            table.attempt(side, "done", &[]).expect("on");
        }
    }
    table.confederate("Hampton.1 assault HH40", &[4, 1]);
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Stone back")).expect("a way");
    table.union(&way, &[]).confederate("Hampton advance HH40", &[]).umpire("lose Stone");
    for to in ["HH41", "HH42", "HH43"] {
        table.confederate(&format!("Hampton advance {to}"), &[]);
    }
    assert_eq!((table.brigade("Hampton").spent(), table.brigade("Hampton").dp), (20, 12), "once");
}

/// The battle with artillery commanders, an empty map and these lines of the umpire.
fn gunners(lines: &[&str]) -> Table {
    let on = |key: &str| (key.to_owned(), "yes".to_owned());
    let options = [on("night-orders"), on("artillery-commanders")].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() };
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s31_7_s0_13_1_a_captured_battery_is_given_to_an_artillery_commander_of_its_captors() {
    let mut table = gunners(&["place Hunt U22", "place Wiedrich U23 unlimbered W", "turn 60 union opening"]);
    table.union("guns Hunt: Wiedrich", &[]);
    for line in ["mark Wiedrich captor Archer", "place cs-alexander-cmd U24", "turn 116 confederate opening"] {
        table.umpire(line);
    }
    let under = |table: &Table| board(table).gunner_of(unit("Wiedrich"));
    assert_eq!(under(&table), None);
    let line = "guns Alexander: us-osborn-wiedrich-bty";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "revision 6 held that it was under Hunt");
    table.confederate(line, &[]);
    assert_eq!(under(&table), Some(unit("cs-alexander-cmd")));
    sound(&table);
    // Hunt's order stands, so that it is under him again where the Union takes it back.
    table.umpire("mark Wiedrich captor us-meredith-inf");
    assert_eq!(under(&table), Some(unit("us-hunt-cmd")));
}

#[test]
fn s31_7_s0_13_3_r90_a_captured_battery_is_of_the_battalion_of_its_captors_division() {
    let beside = |guns: &str| {
        let guns = format!("place {guns} U24 unlimbered W");
        gunners(&[
            "place Wiedrich T24 limbered SE",
            "mark Wiedrich captor Archer",
            &guns,
            "turn 67 confederate primary",
        ])
    };
    let line = "us-osborn-wiedrich-bty march U24";
    // Garnett's battalion is of Heth's division, as Archer is; Carter's of Rodes's.
    let mut heth = beside("cs-garnett-maurin-bty");
    assert!(after(&BEFORE, &heth, Confederate, line, &[]).is_err(), "revision 6 counted it for Osborn's brigade");
    heth.confederate(line, &[]);
    assert_eq!(lies(&heth, "Wiedrich"), "U24=6");
    sound(&heth);
    let mut rodes = beside("cs-carter-reese-bty");
    assert_eq!(rodes.refused(Confederate, line), "17.2");
}

#[test]
fn s30_1_2_s31_7_guns_that_withdrew_and_were_captured_pay_for_it_in_the_next_turn_of_their_captors() {
    let mut table = Table::study(&[
        "place Archer line F22=8 E",
        "place Stewart G22 unlimbered W",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    fired_with(&mut table, "Archer", "F22", "G22", 8);
    table.union("Stewart back NE", &[]).union("done", &[]);
    table.confederate("Archer advance G22", &[]).confederate("Archer advance H22", &[]);
    let (archer, stewart) = (unit("Archer"), unit("Stewart"));
    let owed = |position: &Position| position.battery(stewart).map(|b| (b.captor, b.owed));
    let then = after(&BEFORE, &table, Confederate, "done", &[]).expect("the end of the turn");
    assert_eq!(owed(&then), Some((Some(archer), 0)), "revision 6 held that it had paid");
    table.confederate("done", &[]);
    assert_eq!(owed(&table.position), Some((Some(archer), 3)));
    table.umpire("turn 4 confederate primary");
    assert_eq!(board(&table).points_of_guns(stewart), Ok(9), "four and a half of its six");
    table.umpire("turn 4 confederate assault").confederate("done", &[]);
    assert_eq!(owed(&table.position), Some((Some(archer), 0)));
}
