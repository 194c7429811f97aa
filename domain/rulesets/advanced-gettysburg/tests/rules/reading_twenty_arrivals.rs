//! What a twentieth reading of §34.0 to §37.0 and the Orders of Appearance found, mended in revision 8, and that revision 7 ruled it otherwise.

use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, days, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{Fact, Place, Position, Scenario};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::words::Hearers;

fn exempt(at: &Position, name: &str) -> Option<u8> {
    at.brigade(unit(name)).and_then(|b| b.exempt)
}

#[test]
fn s16_1_1_s24_4_3_points_that_step_into_enemy_range_end_an_exemption() {
    // Cutler, who came on in line, stands in nobody's range; Davis has Archer's flank hex in his where he looks east.
    let table = |davis: &str| {
        let mut table = Table::study(&[
            "place Stone line HH40=8 SSE",
            "place Archer line HH39=8 NNE",
            &format!("place Davis line GG38=8 {davis}"),
            "place Cutler line JJ38=8 W",
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ]);
        let cutler = table.position.brigade_mut(unit("Cutler")).expect("a brigade");
        (cutler.exempt, cutler.came, cutler.lined) = (Some(2), Some(1), true);
        table.confederate("Archer at HH40", &[]).confederate("done", &[]);
        table
    };
    let line = "JJ38 flank II39 4";
    let mut ranged = table("E");
    let in_range = ["JJ38", "II39"].map(|at| board(&ranged).in_enemy_range(Union, hex(at)));
    assert_eq!(in_range, [false, true]);
    assert_eq!(exempt(&after(&BEFORE, &ranged, Union, line, &[]).expect("a step"), "Cutler"), Some(2), "by revision 7");
    ranged.union(line, &[]);
    assert_eq!((ranged.position.fight.flankers.len(), exempt(&ranged.position, "Cutler")), (1, None));
    sound(&ranged);
    // Out of all ranges it stays one.
    let mut free = table("W");
    free.union(line, &[]);
    assert_eq!(exempt(&free.position, "Cutler"), Some(2));
}

#[test]
fn s21_8_s35_1_a_range_that_bars_who_leaves_the_map_is_no_way_out_at_night() {
    // Of the steps of the marker in B24 those to A25, A24, B23 and C24 lead nearer to a commander, that to B25 to Meredith; C25 is in Meredith's range.
    let line = "Davis leave";
    let table = |front: &str| {
        let mut table = days(&["place Davis line B24=8 A24=8", &format!("place Meredith line B26=8 {front}")]);
        for line in ["place Buford A28", "place Howard A21", "place Reynolds F22", "turn 50 confederate alone"] {
            table.umpire(line);
        }
        table.umpire("mark Davis level 6").umpire("mark Davis retreat voluntary");
        table
    };
    let mut shut = table("E");
    let in_range = ["B24", "A24", "C25"].map(|at| board(&shut).in_brigade_range(Confederate, hex(at)));
    assert_eq!(in_range, [false, false, true]);
    assert!(after(&BEFORE, &shut, Confederate, line, &[]).is_err(), "by revision 7 it stood there till morning");
    assert!(shut.menu(Confederate).contains(&line.to_owned()), "{:?}", shut.menu(Confederate));
    shut.confederate(line, &[]);
    assert_eq!(shut.position.unit(unit("Davis")).place, Place::Fled(hex("A24") as u16));
    sound(&shut);
    // Where C25 is open nobody goes nearer to anybody.
    assert_eq!(table("W").refused(Confederate, line), "21.8");
}

#[test]
fn s34_21_3_of_a_corps_those_are_hastened_that_are_due_next() {
    // The example: at 3 p.m. "all of the XII Corps due to enter at 4:20" is brought in at 3:40. Slocum is due at 5, Lockwood next morning.
    let mut table = days(&["turn 25 union opening"]);
    table.position.first_fire = Some(5);
    let line = "hasten XII 15:40";
    assert!(
        after(&BEFORE, &table, Union, line, &[]).is_err(),
        "by revision 7 Slocum and Lockwood were to come at that hour too"
    );
    table.union(line, &[]);
    let turn = |name: &str| board(&table).arrival(unit(name)).map(|(turn, _)| turn);
    for name in ["us-williams-cmd", "us-geary-cmd", "McDougall", "Ruger", "Candy", "Cobham", "Greene", "Winegar"] {
        assert_eq!(turn(name), Some(27), "{name}");
    }
    assert_eq!((turn("us-slocum-cmd"), turn("us-lockwood-inf")), (Some(31), Some(72)));
    sound(&table);
}

#[test]
fn r44_r62_a_brigade_whose_last_points_its_card_takes_off_is_removed() {
    // Two points leave Jenkins at midnight of July 3, turn 124.
    let jenkins = "cs-jenkins-a-g-cav";
    let table = |sp: u8, more: &[&str]| {
        let mut table = days(&[&format!("place {jenkins} rest HH38={sp}")]);
        for line in more {
            table.umpire(line);
        }
        table.umpire("turn 123 union assault");
        table
    };
    for sp in [1, 2] {
        let mut last = table(sp, &[]);
        let then = after(&BEFORE, &last, Union, "done", &[]).expect("the next turn");
        assert_eq!(then.brigade(unit(jenkins)).map(|b| b.sp), Some(sp), "by revision 7 they stayed");
        last.union("done", &[]);
        assert_eq!(last.position.unit(unit(jenkins)).place, Place::Lost);
        assert_eq!((last.brigade(jenkins).sp, last.brigade(jenkins).lost), (0, 0));
        assert_eq!(board(&last).tally(Union)[1].1, 0, "no loss");
        assert!(last.told("has no strength points left"), "{:?}", last.story());
        sound(&last);
    }
    // Out of view its side alone hears of it (0.1).
    let mut out = hidden(&[]);
    out.position.scenario = Scenario::ThreeDays;
    for line in [&format!("place {jenkins} rest HH38=2"), "turn 123 union assault", &format!("unseen {jenkins}")] {
        out.umpire(line);
    }
    out.facts.clear();
    out.union("done", &[]);
    assert_eq!(out.brigade(jenkins).sp, 0);
    let heard = |f: &Fact| !matches!(RULES.hearers(f), Hearers::Only(_));
    let names = |f: &&Fact| format!("{f:?}").contains(&format!("{:?}", unit(jenkins)));
    assert!(!out.facts.iter().filter(|f| heard(f)).any(|f| names(&f)), "{:?}", out.facts);
    // Beside an enemy it waits; and of three points one is left.
    let mut beside = table(2, &["place Meredith rest HH39"]);
    beside.union("done", &[]);
    assert_eq!(lies(&beside, jenkins), "HH38=2");
    let mut more = table(3, &[]);
    more.union("done", &[]);
    assert_eq!(lies(&more, jenkins), "HH38=1");
}

#[test]
fn s35_1_s0_1_outposts_are_no_way_out_for_a_commander_at_night() {
    // All steps of Heth from F22 but E23 and G23 lead nearer to a commander, as E23 does; beside G23 there may be an outpost.
    let line = "cs-heth-cmd ride F21";
    let table = |outposts: &[&str]| {
        let mut table = hidden(&["place cs-heth-cmd F22", "place Meredith line F24=8 E"]);
        table.position.scenario = Scenario::ThreeDays;
        for line in ["place Buford B22", "place Howard F18", "place Reynolds J20", "turn 50 confederate alone"] {
            table.umpire(line);
        }
        table.position.hidden.outposts[0] = outposts.iter().map(|at| hex(at) as u16).collect();
        table
    };
    let mut shut = table(&["H23"]);
    assert!(after(&BEFORE, &shut, Confederate, line, &[]).is_err(), "by revision 7 he stood there till morning");
    assert!(shut.menu(Confederate).iter().any(|l| l.ends_with("ride F21")), "{:?}", shut.menu(Confederate));
    shut.confederate(line, &[]);
    assert_eq!(lies(&shut, "cs-heth-cmd"), "F21=0");
    sound(&shut);
    // Where there is none he rides by G23, and nearer to nobody.
    assert!(table(&[]).attempt(Confederate, line, &[]).is_err());
}

#[test]
fn s35_1_s17_1_3_a_range_is_no_way_out_for_markers_that_close_up_at_night() {
    // All steps of the marker in F22 but E23 and G23 lead nearer to a commander, as E23 does; G23 is in Meredith's range where he looks east.
    let line = "Lane rest";
    let table = |front: &str| {
        let mut table = days(&["place Lane column S F21=8 F22=7", &format!("place Meredith line F24=8 {front}")]);
        for line in ["place Buford B22", "place Howard F18", "place Reynolds J20", "turn 50 confederate alone"] {
            table.umpire(line);
        }
        table.umpire("mark Lane level 6");
        table
    };
    let mut shut = table("E");
    assert!(after(&BEFORE, &shut, Confederate, line, &[]).is_err(), "by revision 7 it could not");
    assert!(shut.menu(Confederate).contains(&line.to_owned()), "{:?}", shut.menu(Confederate));
    shut.confederate(line, &[]);
    assert_eq!(lies(&shut, "Lane"), "F21=15");
    sound(&shut);
    assert_eq!(table("W").refused(Confederate, line), "35.0", "where G23 is open nobody goes nearer to anybody");
}
