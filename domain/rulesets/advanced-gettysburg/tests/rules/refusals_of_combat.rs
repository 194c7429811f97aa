//! What is said to who orders what the chapters of fire, assault, retreat, entry and the optional rules do not allow: section and sentence.

use crate::fire_kit::{face_to_face, reason, to_defence};
use crate::table::{RULES, Table, fired};
use advanced_gettysburg::Scenario;
use domain_core::referee::Side::{self, Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// Asks a table line after line: each is refused by that section in these words, and nothing has changed.
fn refused(table: &mut Table, side: Side, lines: &[(&str, &str, &str)]) {
    for (line, section, words) in lines {
        let before = table.position.clone();
        let (found, said) = reason(table, side, line);
        assert_eq!((found, said.as_str()), (*section, *words), "{line}");
        assert_eq!(table.position, before, "{line}");
    }
}

#[test]
fn s24_refusals_of_targets_and_of_defensive_fire() {
    let mut table = face_to_face();
    table.umpire("place Cutler line HH41=8 SSE").umpire("place Davis column N HH37=8 HH36=8 HH35=2");
    table
        .umpire("place Zimmerman GG40 limbered N")
        .umpire("place Marye GG39 unlimbered NNE")
        .umpire("mark Marye factors 0");
    refused(
        &mut table,
        Confederate,
        &[
            ("Archer at HH41", "24.2", "Archer has no enemy in that hex beside it."),
            ("Archer.2 at HH40", "24.0", "Archer has no battleline marker there."),
            ("Davis at HH40", "24.0", "Davis is not attacking."),
            ("Zimmerman at HH40", "9.0", "Zimmerman is limbered."),
            ("Marye at HH40", "29.4", "Marye has not the ammunition for that."),
            ("HH40: 4 at HH39", "5.0", "That is not done in this segment."),
            ("Archer return", "27.0", "Archer has no fire to return."),
            ("single Stone HH40", "24.3", "There is no such choice between two brigades."),
        ],
    );
    table.confederate("Archer at HH40", &[]);
    refused(&mut table, Confederate, &[("Archer at HH40", "24.2", "Archer has that target already.")]);
    to_defence(&mut table);
    refused(
        &mut table,
        Union,
        &[
            ("HH40: 9 at HH39", "24.1", "That marker of HH40 cannot fire into that hex, or not with so many points."),
            ("HH40: 3 at HH38", "24.2", "HH40 has no enemy in that hex beside it."),
            ("HH39: 3 at HH40", "5.0", "HH39 belongs to the other side."),
            ("Stone return", "5.0", "That is not done in this segment."),
        ],
    );
    assert!(table.unreadable(Union, "HH40: many at HH39") && table.unreadable(Union, "HH40: 3 at"));
}

#[test]
fn s25_s28_refusals_of_assaults() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "place Davis column N E25=8 E24=8 E23=2",
        "place Heth E22",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    refused(
        &mut table,
        Confederate,
        &[
            ("Archer.3 assault G22", "25.0", "Archer has no such marker in line."),
            ("Archer.2 assault G21", "25.0", "That marker of Archer did not fire into the hex."),
            ("Archer.1 assault F23", "25.0", "No enemy stands there beside that marker."),
            ("Archer.1 assault G22 with Heth", "26.0", "That commander is not with Archer."),
            ("Davis.1 assault G22", "25.0", "Davis has no such marker in line."),
            ("Archer advance G22", "31.0", "Archer cannot advance there."),
            ("stay", "5.0", "That is not asked now."),
        ],
    );
    table.umpire("turn 3 union assault").umpire("mark Archer attack none");
    refused(
        &mut table,
        Union,
        &[("Meredith.2 assault F22", "28.0", "No attacking brigade stands before that marker of Meredith.")],
    );
    table.umpire("mark Archer attack launched").umpire("mark Meredith retreat voluntary");
    refused(&mut table, Union, &[("Meredith.2 assault F22", "25.0", "Meredith is retreating.")]);
}

#[test]
fn s29_refusals_of_artillery_fire() {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Stewart II43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "place Davis line HH42=8 NNE",
        "place Lane rest HH34",
        "turn 1 union artillery",
    ]);
    refused(
        &mut table,
        Union,
        &[
            ("Calef 7R at HH38", "29.1", "Calef has not so many cannon of that kind that have not fired."),
            ("Calef 2N at HH38", "29.1", "Calef has not so many cannon of that kind that have not fired."),
            ("Calef at HH42", "29.1", "Calef stands beside that hex."),
            ("Calef 6R at HH34", "29.1", "That target in woods has not fired from there."),
            ("Stewart at HH38", "17.2", "Stewart has no brigade of its division or corps near."),
        ],
    );
    table.union("Calef 2R at HH38", &[]);
    refused(&mut table, Union, &[("Calef 2R heavy at HH38", "29.3", "Calef has fired otherwise in this phase.")]);
    table.union("Calef 2R at GG39", &[]);
    refused(
        &mut table,
        Union,
        &[("Calef 2R at HH38", "29.1", "Fire at that target is over: another has been fired at since.")],
    );
    assert!(table.unreadable(Union, "Calef 2X at HH38") && table.unreadable(Union, "Calef at HH37"), "nobody is there");
    table.umpire("turn 1 union artillery").umpire("mark Calef factors 1");
    refused(&mut table, Union, &[("Calef heavy at HH38", "29.4", "Calef has not the ammunition for that.")]);
    table.umpire("place Calef HH43 unlimbered NNE").umpire("mark Calef factors 9");
    refused(
        &mut table,
        Union,
        &[("Calef at HH38", "29.0", "The target is not within range of influence of those cannon of Calef.")],
    );
}

#[test]
fn s30_s31_refusals_of_retreat_and_advance() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "place Cutler line M22=8 M21=8",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched level 6",
    ]);
    refused(
        &mut table,
        Union,
        &[
            ("Meredith back SW", "30.0", "Meredith cannot retreat that way."),
            ("Meredith back NE NE NE", "30.0", "Meredith cannot retreat that way."),
            ("Cutler back NE", "30.1", "Cutler may not retreat now."),
            ("Meredith yield", "5.0", "That is not asked now."),
        ],
    );
    table.union("Meredith back NE", &[]);
    refused(&mut table, Union, &[("Meredith back NE", "30.1", "Meredith may not retreat now.")]);
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line I21=8 I22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 1",
    ]);
    table.position.vacated = vec![crate::table::hex("G22") as u16];
    fired(&mut table, "Archer", "F22", "G22");
    refused(
        &mut table,
        Confederate,
        &[
            ("Archer advance G22", "31.0", "Archer has not enough activity points to advance."),
            ("Archer advance E22", "31.0", "Archer cannot advance there."),
        ],
    );
}

fn late(turn: u8, side: &str) -> Table {
    let mut table = Table::start();
    table.umpire("clear");
    table.position.scenario = Scenario::ThreeDays;
    table.position.first_fire = Some(5);
    table.umpire(&format!("turn {turn} {side} opening"));
    table
}

#[test]
fn s34_refusals_of_changed_entries() {
    let mut table = late(28, "union");
    refused(
        &mut table,
        Union,
        &[
            ("hasten Candy 16:00", "34.2", "Candy cannot come at that hour any more."),
            ("road Candy Taneytown", "34.2", "It is too late to send Candy by another road."),
            ("road us-carr-inf Baltimore", "34.2", "Carr cannot come by that road."),
            ("hasten us-meredith-inf 7:00", "34.2", "Meredith is not to come any more, or not in this game."),
        ],
    );
    table.union("road us-carr-inf Taneytown", &[]);
    refused(&mut table, Union, &[("road us-carr-inf Taneytown", "34.2", "The road of Carr is changed already.")]);
    let mut early = late(20, "union");
    early.position.first_fire = None;
    refused(
        &mut early,
        Union,
        &[("hasten Candy 16:00", "34.2", "Nobody has fired yet, or not before this game turn.")],
    );
    let mut guns = late(25, "union");
    refused(
        &mut guns,
        Union,
        &[(
            "hasten us-muhlenberg-atwell-bty 15:40",
            "34.2",
            "Atwell would come earlier without a brigade of its hour and road.",
        )],
    );
    assert!(guns.unreadable(Union, "hasten Candy noonish") && guns.unreadable(Union, "road Candy Appian"));
    let mut line = late(35, "union");
    line.umpire("turn 35 union primary");
    refused(
        &mut line,
        Union,
        &[(
            "us-ward-inf enter G1=8 H1=8 I1=5 ends S NE",
            "34.3",
            "Ward has not delayed its entry long enough to come on in line.",
        )],
    );
}

fn whole(options: &[&str], lines: &[&str]) -> Table {
    let options = options.iter().map(|k| ((*k).to_owned(), "yes".to_owned())).collect();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("known"), facts: Vec::new() };
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s35_refusals_of_the_night() {
    let mut table =
        whole(&[], &["place Archer line HH39=8 NNE", "place Stone line HH40=8 SSE", "turn 50 confederate opening"]);
    refused(&mut table, Confederate, &[("attack Archer", "35.0", "It is night.")]);
    let mut table =
        whole(&[], &["place Archer column SE F25=8 F26=4", "place Buford J22", "turn 50 confederate primary"]);
    table.umpire("mark Archer level 6");
    refused(
        &mut table,
        Confederate,
        &[("Archer march G25-G24-H23", "35.0", "Archer would come within three hexes of an enemy at night.")],
    );
}

#[test]
fn s0_2_s0_3_s0_13_refusals_of_what_is_written_at_night() {
    let lines = [
        "place cs-heth-cmd A39",
        "place Archer line A38=8 B38=4",
        "place cs-pender-cmd F22",
        "place Marye A40 limbered N",
    ];
    let mut table = whole(&["night-orders", "trimble", "artillery-commanders"], &lines);
    table.umpire("place cs-alexander-cmd A41").umpire("turn 50 confederate opening");
    refused(
        &mut table,
        Confederate,
        &[
            ("order cs-heth-cmd D38 21 with Archer", "0.2", "That is no hour of the coming day."),
            ("transfer Archer to Heth", "0.2", "Archer cannot be transferred so."),
            ("rescind cs-heth-cmd", "0.2", "Heth has no order that could be rescinded."),
            ("substitute Pender", "0.3", "Pender is no Confederate division commander who is lost."),
            ("guns Alexander: Archer", "2.1", "Archer is no battery."),
        ],
    );
    table.confederate("order cs-heth-cmd D38 07 with Archer", &[]);
    refused(&mut table, Confederate, &[("order cs-heth-cmd D38 08", "0.2", "One of them has an order already.")]);
    table.confederate("guns Alexander: Marye", &[]);
    refused(
        &mut table,
        Confederate,
        &[(
            "guns Alexander: Marye",
            "0.13",
            "Alexander has his batteries for this night already, or one of them is under another artillery commander.",
        )],
    );
    table.umpire("mark cs-pender-cmd hit").umpire("turn 80 confederate opening");
    refused(
        &mut table,
        Confederate,
        &[
            ("substitute Pender", "0.3", "It is day."),
            ("order cs-pender-cmd D38 07", "0.2", "Night orders are not written now."),
        ],
    );
    let mut without = whole(&[], &lines);
    without.umpire("turn 50 confederate opening");
    refused(
        &mut without,
        Confederate,
        &[
            ("order cs-heth-cmd D38 07 with Archer", "0.2", "There are no night orders in this game."),
            ("substitute Pender", "0.3", "Nobody waits to take over a division, or he has one already."),
        ],
    );
}

#[test]
fn s0_6_s0_7_s0_12_refusals_of_charges_delays_and_works() {
    let mut table =
        whole(&["cavalry-charge"], &["place Hampton column N HH37=3 HH36=3", "place Archer column N GG37=8 GG36=4"]);
    table.umpire("turn 3 confederate alone").umpire("mark Hampton level 8").umpire("mark Archer level 8");
    refused(
        &mut table,
        Confederate,
        &[
            ("Archer charge", "0.6", "Archer cannot form an attack column."),
            ("Hampton charge HH38", "0.6", "Hampton is not charging."),
        ],
    );
    table.umpire("place Hampton charge N HH37=3 HH37=3").umpire("mark Hampton attack launched level 12");
    refused(&mut table, Confederate, &[("Hampton charge HH36", "0.6", "Hampton cannot charge that way.")]);
    let mut table = whole(&["delayed-attack"], &["place Archer line F22=8 F21=4", "place Meredith line I21=8 I22=8"]);
    table.umpire("turn 5 confederate opening");
    refused(&mut table, Confederate, &[("done", "0.7", "The number of the delayed attack is not written yet.")]);
    (table.position.delay.number, table.position.delay.die) = (Some(1), Some(2));
    refused(
        &mut table,
        Confederate,
        &[
            ("attack Archer", "0.7", "The Confederates must not attack yet."),
            ("number 2", "0.7", "No number is written in this game, or it is written already."),
        ],
    );
    let mut table = whole(&["breastworks"], &["place Stone line HH40=8 SSE", "place Archer line HH38=8 NNE"]);
    table.umpire("turn 3 union alone").umpire("mark Stone level 6");
    refused(&mut table, Union, &[("Stone build", "0.12", "Stone is within enemy range of influence.")]);
    table.umpire("wait Archer");
    refused(
        &mut table,
        Union,
        &[
            ("Stone build 7", "0.12", "Stone has not so many activity points for that."),
            ("Stone forgo", "5.0", "That is not done in this segment."),
        ],
    );
    table.umpire("works HH40 NE SW");
    refused(&mut table, Union, &[("Stone build 6", "0.12", "Stone has no hex where it could dig.")]);
    let mut without = whole(&[], &["place Stone line HH40=8 SSE", "turn 3 union alone", "mark Stone level 6"]);
    refused(&mut without, Union, &[("Stone build", "0.12", "There are no breastworks in this game.")]);
}
