//! Set-up, the sequence of play, experience (§3.0 to §5.0, §10.0).

use crate::table::{RULES, Table, board, fired, lies, unit};
use advanced_gettysburg::{Experience, Formation, Segment};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::{Confederate, Union};

fn at(table: &Table) -> (u8, domain_core::referee::Side, Segment) {
    (table.position.turn, table.position.side, table.position.segment)
}

#[test]
fn s3_0_at_seven_two_brigades_of_horse_a_battery_and_buford_are_on_the_map() {
    let table = Table::start();
    let on_map = RULES.pack().ids().filter(|u| !table.position.chain(*u).is_empty());
    let mut names: Vec<&str> = on_map.map(|u| RULES.pack().name(u)).collect();
    names.sort_unstable();
    assert_eq!(names, ["Buford", "Calef", "Devin", "Gamble"]);
    let where_they_are = ["Gamble", "Devin", "Calef", "Buford"].map(|name| lies(&table, name));
    assert_eq!(where_they_are, ["M34=16", "L40=12", "M34=6", "M34=0"].map(str::to_owned));
    for name in ["Gamble", "Devin"] {
        assert_eq!(table.brigade(name).formation, Formation::Rest, "{name}");
    }
    assert_eq!(at(&table), (1, Confederate, Segment::Opening));
}

/// Heth with two brigades and Hill with one, in column on the road.
fn corps() -> Table {
    Table::study(&[
        "place Heth E38",
        "place cs-hill-cmd D37",
        "place Archer column SE F37 E38",
        "place Davis rest G38",
        "place Brockenbrough rest D38",
        "turn 3 confederate opening",
    ])
}

#[test]
fn s5_1_the_segments_of_the_movement_phase_come_in_their_order() {
    let mut table = corps();
    assert_eq!(table.why(Confederate, "alone Archer"), "5.0 That is not done in this segment.");
    table.confederate("primary Heth", &[]);
    assert_eq!(table.position.segment, Segment::Primary);
    assert_eq!(table.refused(Confederate, "primary Archer"), "5.0");
    table.confederate("alone Archer", &[3]);
    assert_eq!(table.position.segment, Segment::Alone);
    assert_eq!(table.refused(Confederate, "Davis column N"), "15.0", "the primary commander's segment is over");
    table.umpire("place Pender D38").umpire("place Perrin rest D39").umpire("turn 3 confederate alone");
    table.confederate("lead Pender: Perrin", &[3]);
    assert_eq!(table.position.segment, Segment::Divisions);
    assert_eq!(table.refused(Confederate, "alone Davis"), "15.0");
    table.confederate("lead Hill: Davis", &[3]);
    assert_eq!(table.position.segment, Segment::Corps);
    assert_eq!(table.refused(Confederate, "lead Heth: Brockenbrough"), "15.0");
}

#[test]
fn s5_2_batteries_of_the_phasing_side_fire_that_have_not_moved() {
    let lines = ["place Gamble rest HH44", "place Calef HH43 unlimbered SSE", "place Archer line GG39=4 HH38=8"];
    let mut table = Table::study(&lines);
    table.umpire("place Crenshaw HH37 unlimbered NNW").umpire("turn 1 union artillery");
    assert_eq!(table.refused(Confederate, "Crenshaw at HH43"), "5.0");
    table.union("Calef at HH38", &[]);
    let mut table = Table::study(&lines);
    table.umpire("turn 1 union artillery").umpire("mark Calef moved");
    assert!(table.attempt(Union, "Calef at HH38", &[]).is_err());
}

#[test]
fn s5_3_both_sides_fire_in_the_combat_fire_phase_and_the_defender_steps_to_flanks() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Cutler line FF40=4 NNE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer.1 at HH40", &[]).confederate("done", &[]);
    // Cutler has come within two hexes of Archer's flank: the only movement of the side that is not on turn.
    let steps = table.position.segment == Segment::FlankMoves;
    if steps {
        assert!(table.menu(Union).iter().any(|l| l.contains("flank")), "{:?}", table.menu(Union));
        table.union("done", &[]);
    }
    table.union("defend best-casualties", &[4, 4]);
    assert!(table.brigade("Archer").cp > 0 && table.brigade("Stone").cp > 0, "both have fired");
}

#[test]
fn s5_4_the_phasing_side_assaults_whom_it_is_beside() {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    assert_eq!(table.refused(Union, "Meredith.2 assault F22"), "5.0");
    table.confederate("Archer.1 assault G22", &[6]);
}

#[test]
fn s5_5_s5_6_the_other_side_has_its_turn_and_then_twenty_minutes_are_over() {
    let mut table = Table::start();
    table.confederate("done", &[]).confederate("done", &[]);
    assert!(table.told("Turn 1, July 1, 7:00 a.m.: Union player turn."), "{:?}", table.story());
    assert_eq!(at(&table), (1, Union, Segment::Opening));
    table.union("done", &[]).union("done", &[]);
    assert!(table.told("Turn 2, July 1, 7:20 a.m.: Confederate player turn."), "{:?}", table.story());
    assert_eq!(at(&table), (2, Confederate, Segment::Opening));
}

#[test]
fn s10_1_every_brigade_has_the_experience_of_its_counter() {
    let of = |what: Experience| {
        let brigades = RULES.pack().units.iter().filter_map(|u| u.brigade());
        brigades.filter(|b| b.experience == what).count()
    };
    let all = [Experience::Veteran, Experience::Seasoned, Experience::Experienced, Experience::Green].map(of);
    assert_eq!(all, [25, 53, 22, 7], "units.csv, colours by the record of the regiments");
}

#[test]
fn s10_2_experience_falls_with_the_level_as_the_chart_says() {
    let chart = |name: &str| {
        let mut table = Table::study(&[&format!("place {name} rest M28")]);
        (0..=11)
            .map(|level| {
                table.umpire(&format!("mark {name} dp {}", level * 10));
                board(&table).experience(unit(name))
            })
            .collect::<Vec<u8>>()
    };
    let a = |what: Experience| {
        let found = RULES.pack().units.iter().find(|u| u.brigade().is_some_and(|b| b.experience == what));
        found.expect("a brigade").id.clone()
    };
    assert_eq!(chart(&a(Experience::Veteran)), [12, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2, 0]);
    assert_eq!(chart(&a(Experience::Seasoned)), [10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0]);
    assert_eq!(chart(&a(Experience::Experienced)), [9, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0, 0]);
    assert_eq!(chart(&a(Experience::Green)), [7, 7, 6, 5, 4, 3, 2, 0, 0, 0, 0, 0]);
}

#[test]
fn s10_3_r13_guns_are_seasoned() {
    // A battery alone is assaulted with its points and an experience of ten; Archer is a veteran of eight points, twelve, and a commander of three.
    let mut table = Table::study(&[
        "place us-huntington-ricketts-bty G22 unlimbered W",
        "place Archer line F22=8 F21=4",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    table.confederate("Archer.1 assault G22", &[1]);
    let sum = table.facts.iter().find_map(|f| match f {
        advanced_gettysburg::Fact::Assaulted(assault) => {
            Some(assault.sum.iter().map(|t| t.value).collect::<Vec<i32>>())
        }
        _ => None,
    });
    let sum = sum.expect("an assault");
    assert!(sum.contains(&12) && sum.contains(&-10), "{sum:?}");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

/// §2.3: the hour stands on its track with whoever is due in it, and what is left of the reserves beside it; boxes of those who come stand in their order.
#[test]
fn the_tracks_of_the_cards_are_shown() {
    use domain_core::referee::{Place as Shown, Situation, Viewer};
    let table = Table::start();
    let board = RULES.board(&table.position);
    let view = board.view(Viewer::Everyone);
    let hours = view.tracks.iter().find(|t| t.title == "Time Record Track").expect("a track");
    let labels: Vec<&str> = hours.spaces.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(labels, ["7", "8", "9", "10", "11"]);
    let here: Vec<&str> = hours.spaces.iter().filter(|s| s.here).map(|s| s.label.as_str()).collect();
    assert_eq!(here, ["7"]);
    let markers = &hours.spaces[0].markers;
    assert_eq!(markers[0], "Turn 1, July 1, 7:00 a.m.");
    assert!(markers.contains(&"7:00 a.m., Cashtown Pike: 10 due".to_owned()), "{markers:?}");
    let reserve = view.tracks.iter().find(|t| t.title == "Ammunition in reserve").expect("a track");
    let [union, confederate] = table.position.reserve;
    let shown: Vec<&str> = reserve.spaces.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(shown, [format!("Union {union}"), format!("Confederate {confederate}")]);
    // As clocks of one morning: 8:00 before 9:40 before 11:00.
    let boxes = view.pieces.iter().filter_map(|p| match &p.place {
        Shown::Box(title) => title.strip_prefix("July 1, ").and_then(|rest| rest.split(" a.m.").next()),
        Shown::Map(_) => None,
    });
    let times: Vec<u32> = boxes
        .filter_map(|time| time.split_once(':'))
        .filter_map(|(hour, minutes)| Some(hour.parse::<u32>().ok()? * 60 + minutes.parse::<u32>().ok()?))
        .collect();
    assert!(times.len() > 20 && times.is_sorted(), "{times:?}");
}
