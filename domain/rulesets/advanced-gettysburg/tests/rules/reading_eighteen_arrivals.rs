//! What an eighteenth reading of §34.0 to §37.0 found, mended in revision 8, and that revision 7 ruled it otherwise and is judged so.

use crate::table::{REVISION_SEVEN as BEFORE, Table, after, board, days, hex, lies, sound, unit};
use advanced_gettysburg::{Place, Position};
use domain_core::referee::Refusal;
use domain_core::referee::Side::{self, Confederate, Union};

const HART: &str = "cs-beckham-hart-bty";
const MILLER: &str = "cs-eshleman-miller-bty";

/// The position after a line by revision 7.
fn before(table: &Table, side: Side, line: &str) -> Result<Position, Refusal> {
    after(&BEFORE, table, side, line, &[])
}

/// The same to be played on, after several lines.
fn went(table: &Table, side: Side, lines: &[&str]) -> Table {
    let mut then = Table { position: table.position.clone(), facts: Vec::new() };
    for line in lines {
        then.position = before(&then, side, line).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
    }
    then
}

fn worn(table: &Table, name: &str) -> u16 {
    table.brigade(name).dp
}

#[test]
fn s35_1_s35_2_a_hex_beside_the_enemy_is_no_way_out_at_night() {
    // Meredith at rest stands beside Lang: in E23 and G23 it would stand beside him yet. All other steps lead nearer to a commander three hexes off.
    let table = |commanders: &[&str]| {
        let mut table = days(&["place Lang line F22=8 E", "place Meredith rest F23"]);
        for line in commanders {
            table.umpire(line);
        }
        table.umpire("turn 50 confederate alone").umpire("mark Lang level 6");
        table
    };
    let mut shut = table(&["place Reynolds I21", "place Buford C21", "place Howard F19"]);
    let step = |table: &Table, to: &str| board(table).check_night(Confederate, hex("F22"), hex(to)).is_ok();
    let line = "Lang ahead F21";
    assert!(before(&shut, Confederate, line).is_err(), "by revision 7 it stood there till morning");
    assert!(step(&shut, "F21") && step(&shut, "G22") && step(&shut, "E22"));
    assert!(!step(&shut, "F23"));
    assert!(shut.menu(Confederate).contains(&line.to_owned()), "{:?}", shut.menu(Confederate));
    shut.confederate(line, &[]);
    assert_eq!(lies(&shut, "Lang"), "F21=8");
    sound(&shut);
    // Where another way is open nobody goes nearer to anybody.
    let open = table(&["place Buford C21", "place Howard F19"]);
    assert!(step(&open, "G22") && !step(&open, "F21") && !step(&open, "E22"));
}

