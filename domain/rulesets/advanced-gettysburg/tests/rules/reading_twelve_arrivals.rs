//! What a twelfth reading found of arrivals and charges, each with a test that revision 6 ruled it otherwise.

use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, hex, lies, unit};
use advanced_gettysburg::{Place, Scenario};
use domain_core::referee::Side::{Confederate, Union};

#[test]
fn s0_6_1_s22_8_a_charge_that_stood_beside_an_enemy_as_its_turn_began_may_gallop_on() {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N HH39=3 HH39=3",
        "place Stone line HH40=8 SSE",
        "turn 1 confederate alone",
        "mark Hampton attack launched level 12",
    ] {
        table.umpire(line);
    }
    let line = "Hampton charge II40";
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err(), "by revision 6 it stood there for good");
    assert!(table.menu(Confederate).contains(&line.to_owned()));
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Hampton").as_str(), table.spent("Hampton").as_str()), ("II40=3 II40=3", "2 2"));
    // It has come beside Stone anew: its move is over.
    assert_eq!(table.refused(Confederate, "Hampton charge JJ40"), "0.6");
    assert!(!table.menu(Confederate).contains(&"Hampton charge JJ40".to_owned()));
}

/// The Union's opening of turn 80 of all three days, fifteen turns before the VI Corps is due.
fn before_the_sixth_corps() -> Table {
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    table.umpire("turn 80 union opening");
    table
}

/// The batteries of the VI Corps.
fn batteries() -> Vec<&'static str> {
    let ids = RULES.pack().ids().map(|u| RULES.pack().unit(u).id.as_str());
    ids.filter(|id| id.starts_with("us-tompkins-")).collect()
}

#[test]
fn order_of_appearance_s34_21_2_no_battery_of_the_vi_corps_is_hastened_without_the_others() {
    let mut table = before_the_sixth_corps();
    table.union("hasten us-shaler-inf 13:40", &[]);
    let one = "hasten us-tompkins-cowan-bty 13:40";
    let then = after(&BEFORE, &table, Union, one, &[]).expect("revision 6 let it come forty minutes before the others");
    assert!(then.entries.iter().any(|e| e.unit == unit("us-tompkins-cowan-bty") && e.turn == Some(93)));
    assert_eq!(table.refused(Union, one), "34.1");
    table.union(&format!("hasten {} 13:40", batteries().join(", ")), &[]);
    assert_eq!(table.position.entries.iter().filter(|e| e.turn == Some(93)).count(), 9, "Shaler and eight batteries");
}

#[test]
fn order_of_appearance_s34_21_8_no_battery_of_the_vi_corps_is_sent_by_another_road_than_the_others() {
    let mut table = before_the_sixth_corps();
    let one = "road us-tompkins-cowan-bty Hanover";
    assert!(after(&BEFORE, &table, Union, one, &[]).is_ok(), "revision 6 let it");
    assert_eq!(table.refused(Union, one), "34.1");
    table.union(&format!("road {} Hanover", batteries().join(", ")), &[]);
    assert_eq!(table.position.entries.len(), 8);
}

#[test]
fn s21_8_order_of_appearance_a_battery_that_left_the_map_keeps_no_brigade_of_the_vi_corps_waiting() {
    let (there, left) = ("us-tompkins-cowan-bty", "us-tompkins-mccartney-bty");
    let mut table = Table::study(&[]);
    table.position.scenario = Scenario::ThreeDays;
    table.umpire(&format!("place {there} KK14 limbered N"));
    for id in batteries().into_iter().filter(|id| ![there, left].contains(id)) {
        table.umpire(&format!("lose {id}"));
    }
    // All came on together; at night this one may come back where it went.
    table.position.units[unit(left).index()].place = Place::Fled(hex("OO11") as u16);
    table.umpire("turn 116 union primary");
    let line = "us-shaler-inf march OO11";
    // One that is still to enter keeps it behind all of them.
    let mut waits = Table { position: table.position.clone(), facts: Vec::new() };
    waits.umpire(&format!("wait {left}"));
    assert_eq!(waits.refused(Union, line), "34.1");
    assert!(after(&BEFORE, &table, Union, line, &[]).is_err(), "revision 6 took who had left for one of those");
    table.union(line, &[]);
    assert_eq!(table.position.place(unit("us-shaler-inf")), Some(hex("OO11")));
}
