//! Rules that no test held: each of these fails where the line that it names a section of is taken out.

use crate::fire_kit::to_defence;
use crate::table::{
    REVISION_FOUR, REVISION_SEVEN, RULES, Table, after, board, days, fired, hex, hidden, lies, sound, unit,
};
use advanced_gettysburg::{Detachment, Fact, MarchTo, Place, Position, Scenario, UnitId, Works};
use domain_core::board::{Axis, Facing};
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Orders, Refusal, Ruleset, SeatId, Viewer};
use std::collections::VecDeque;

/// Detachments of a brigade, put where they are.
fn detached(table: &mut Table, of: &str, places: &str) {
    let side = RULES.pack().unit(unit(of)).side;
    for place in places.split_whitespace() {
        let one = Detachment { far: false, moved: false, of: unit(of), place: hex(place) as u16 };
        table.position.hidden.detachments[usize::from(side == Confederate)].push(one);
    }
}

/// Davis (18 points, three markers) in column on the Cashtown Pike, with so many points.
fn davis(level: u8) -> Table {
    Table::study(&[
        "turn 3 confederate alone",
        "place Davis column SE D37 C38 B38",
        &format!("mark Davis level {level}"),
    ])
}

#[test]
fn s11_11_a_way_that_a_marker_is_told_costs_no_more_than_its_level() {
    let line = "Davis march to D36-E37 D37 C38";
    davis(3).confederate(line, &[]);
    assert!(davis(2).why(Confederate, line).starts_with("11.0"));
}

#[test]
fn s11_5_a_marker_that_is_told_no_hex_or_none_of_the_map_goes_nowhere() {
    let table = davis(6);
    let [head, second, rear, beyond] = ["D37", "C38", "B38", "cashtown-pike"].map(hex);
    for ways in [
        vec![vec![], vec![], vec![]],
        vec![vec![head], vec![second], vec![]],
        vec![vec![beyond], vec![beyond], vec![beyond]],
        vec![vec![head], vec![second], vec![rear, beyond]],
    ] {
        let order = MarchTo { unit: unit("Davis"), ways }.into();
        let mut none = VecDeque::new();
        let said = RULES.decide(&table.position, SeatId::of_side(Confederate), &order, &mut Dice::forced(&mut none));
        let Err(Refusal::Illegal(said)) = said else { panic!("{said:?}") };
        assert_eq!(said.wrong, "A marker of Davis cannot come there.");
    }
}

#[test]
fn s0_12_works_shelter_nobody_in_a_game_without_them() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "works HH40 NE SW",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 7 at HH39", &[]).union("done", &[1, 1]);
    assert!(table.told("Stone 7 from HH40") && table.told("Archer 8 from HH39"), "{:?}", table.story());
}

#[test]
fn s0_1_10_markers_farther_than_two_hexes_fired_at_nobody_by_surprise_in_revision_four() {
    let up = |stone: &str| {
        let mut table = hidden(&["place Archer column N HH36", &format!("place Stone line {stone}")]);
        for line in ["turn 1 confederate divisions", "mark Archer level 8", "unseen Archer", "unseen Stone"] {
            table.umpire(line);
        }
        let then = after(&REVISION_FOUR, &table, Confederate, "Archer march HH37-HH38-HH39-HH40", &[6]);
        then.expect("one die").brigade(unit("Archer")).map_or(0, |b| b.cp)
    };
    assert_eq!(up("HH40=5 HH41=8"), up("HH40=5 SSE"));
}

#[test]
fn s35_2_s0_1_10_at_night_no_line_is_taken_up_beside_somebody_hidden() {
    let mut table = hidden(&["place Stone line HH40=8 SSE", "place Archer line HH38=8 NNE"]);
    table.position.scenario = Scenario::ThreeDays;
    for line in ["turn 50 confederate divisions", "mark Archer level 8", "unseen Archer", "unseen Stone"] {
        table.umpire(line);
    }
    table.confederate("Archer to HH39=8 ends NW SE", &[]);
    assert_eq!(lies(&table, "Archer"), "HH38=8", "it stays where it is");
    assert!(table.position.hidden.unseen.iter().all(|e| e.unit != unit("Stone")), "his side says that he is there");
    sound(&table);
}

#[test]
fn s17_1_6_three_detachments_find_no_room_in_a_hex_of_two_brigades_with_eight_points() {
    let mut table =
        hidden(&["place Archer line HH39=5 NNE", "place Davis line HH39=2 NNE", "turn 1 confederate primary"]);
    detached(&mut table, "Archer", "HH39 HH39 HH39 HH39 HH39 HH39");
    table.confederate("Archer reform HH39", &[]);
    assert_eq!(lies(&table, "Archer"), "HH39=6");
    assert_eq!(table.why(Confederate, "Archer reform HH39"), "0.1 Archer has no room for a point.");
}

#[test]
fn s0_1_detachments_7_those_within_two_hexes_come_back_by_day_though_others_do_not() {
    let mut table =
        hidden(&["place Archer column N HH37=8 HH36=4", "turn 1 confederate divisions", "mark Archer level 8"]);
    detached(&mut table, "Archer", "HH36 HH38");
    table.confederate("Archer march HH38-HH39-HH40", &[]);
    let far = |at: &Position| at.hidden.detachments[1].iter().map(|d| d.far).collect::<Vec<bool>>();
    assert_eq!(far(&table.position), [true, false]);
}

#[test]
fn s29_1_6_r67_a_battery_in_woods_is_fired_at_where_it_has_fired_out_of_them() {
    let start = || {
        let mut table = Table::study(&[
            "place Calef HH39 unlimbered SSE",
            "place Gamble rest HH41",
            "place Zimmerman HH34 unlimbered NNE",
            "turn 1 union artillery",
        ]);
        table.position.scenario = Scenario::ThreeDays;
        table
    };
    assert_eq!(start().refused(Union, "Calef at HH34"), "29.1");
    let mut table = start();
    table.umpire("place Archer rest HH33").umpire("turn 1 confederate artillery");
    table.confederate("Zimmerman at HH41", &[]);
    table.umpire("turn 1 union artillery");
    table.union("Calef at HH34", &[4, 4]);
    sound(&table);
}

#[test]
fn s21_8_s34_1_7_a_battery_that_came_back_by_another_road_had_no_level_with_brigades_in_revision_seven() {
    let hart = "cs-beckham-hart-bty";
    let mut table = days(&[]);
    table.position.units[unit(hart).index()].place = Place::Fled(hex("A26") as u16);
    table.umpire("turn 115 confederate primary");
    for line in [&format!("{hart} march A26-B26-C26-D26-E27"), "Benning march C38", &format!("{hart} march F27-F28")] {
        table.position = after(&REVISION_SEVEN, &table, Confederate, line, &[]).expect("it goes on");
    }
    assert_eq!(table.position.place(unit(hart)), Some(hex("F28")));
}

#[test]
fn s23_2_s24_4_3a_who_stepped_aside_of_an_enemy_takes_nothing_from_the_flank_fire_of_another() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Cutler line II40=8 SSE",
        "place Meredith line FF42=8 SSE",
        "place Archer line GG40=8 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("done", &[]).union("HH40 flank HH39 2", &[]).union("FF42 flank FF40 4", &[]);
    assert_eq!(table.position.fight.flankers.iter().map(|f| f.aside).collect::<Vec<bool>>(), [true, false]);
    table.union("done", &[]).union("HH40: hold", &[]).union("done", &[1, 1]);
    assert_eq!(table.brigade("Archer").taken_in_flank, [hex("GG40") as u16]);
    sound(&table);
}

#[test]
fn s34_1_7_horse_artillery_on_the_map_minds_no_artillery_that_comes_on_by_the_road_of_its_card() {
    let hart = "cs-beckham-hart-bty";
    let mut table = days(&["place cs-beckham-hart-bty A26 limbered SE", "turn 115 confederate primary"]);
    table.confederate("cs-eshleman-miller-bty march A39", &[]);
    let way = ["B26", "C26", "D26", "E27", "F27", "F28", "G28", "H28"];
    let goes = |n: usize| after(&RULES, &table, Confederate, &format!("{hart} march {}", way[..n].join("-")), &[]).ok();
    let farthest = (1..=way.len()).rev().find_map(goes).expect("a way");
    let spent = farthest.battery(unit(hart)).map_or(0, |b| b.spent);
    assert!(spent > 12, "more than the six points of artillery: {spent}");
}

#[test]
fn s21_1_s16_1_1_of_two_ways_as_dear_a_line_takes_the_one_that_does_not_cross_the_range_of_guns() {
    let (alone, guns) = ("turn 14 union alone", "place Zimmerman S31 unlimbered W");
    let empty = Table::study(&[alone, guns]);
    let (atlas, ward) = (&RULES.pack().ground.atlas, unit("us-ward-inf"));
    let ranged = |hex: usize| board(&empty).in_enemy_range(Union, hex);
    // Two hexes lead from one to another, both out of range, and one of the two is in it.
    let about = |from: usize, side: Facing, other: Facing| {
        let (mid, by) = (atlas.ahead(from, side)?, atlas.ahead(from, other)?);
        let to = atlas.ahead(mid, other)?;
        let on_map = [from, mid, by, to].iter().all(|hex| RULES.pack().ground.is_hex(*hex));
        (on_map && ranged(mid) && ![from, by, to].into_iter().any(ranged)).then_some((from, to))
    };
    let mut round = 0;
    for from in 0..RULES.pack().ground.cells.len() {
        for (side, turn) in Facing::sides().flat_map(|side| [(side, 1), (side, -1)]) {
            let Some((from, to)) = about(from, side, side.turned(2 * turn)) else { continue };
            let (id, front) = (RULES.pack().ground.id(from), side.turned(turn).name(Axis::FlatColumns));
            let line = format!("place us-ward-inf line {id}=8 {front}");
            let table = Table::study(&[alone, guns, &line, "mark us-ward-inf level 6"]);
            let crosses = |passed: &[u16]| passed.iter().any(|hex| ranged(usize::from(*hex)));
            let shift = REVISION_SEVEN.board(&table.position).check_shift(ward, to);
            let Some(then) = shift.ok().filter(|shift| crosses(&shift.passed)) else { continue };
            let now = board(&table).check_shift(ward, to).expect("as before");
            assert_eq!(then.paid, now.paid);
            round += usize::from(!crosses(&now.passed) && format!("{:?}", now.pressed) == "No");
        }
    }
    assert!(round > 0, "nobody goes round it");
}

#[test]
fn s21_1_a_marker_out_of_range_goes_as_it_likes_though_another_stays_in_the_range_of_guns() {
    let (alone, guns) = ("turn 14 union alone", "place Zimmerman S31 unlimbered W");
    let empty = Table::study(&[alone, guns]);
    let ground = &RULES.pack().ground;
    let ranged = |hex: usize| board(&empty).in_enemy_range(Union, hex);
    let far = |at: usize| ground.atlas.distance(at, hex("S31")).is_some_and(|far| far > 1);
    let free = |hex: Option<usize>| hex.filter(|hex| ground.is_hex(*hex) && !ranged(*hex) && far(*hex));
    let ends = || Facing::sides().flat_map(|left| Facing::sides().map(move |right| (left, right)));
    let name = |side: Facing| side.name(Axis::FlatColumns);
    let mut went = 0;
    for stays in (0..ground.cells.len()).filter(|hex| ground.is_hex(*hex) && ranged(*hex)) {
        for (side, turn) in Facing::sides().flat_map(|side| [(side, 2), (side, -2)]) {
            let (from, to) = (ground.atlas.ahead(stays, side), ground.atlas.ahead(stays, side.turned(turn)));
            let (Some(from), Some(to)) = (free(from), free(to)) else { continue };
            let [stays, from, to] = [stays, from, to].map(|hex| ground.id(hex));
            let line = format!("place us-ward-inf line {stays}=8 {from}=8");
            let table = Table::study(&[alone, guns, &line, "mark us-ward-inf level 6"]);
            for (left, right) in ends() {
                let line = format!("us-ward-inf to {stays}=8 {to}=8 ends {} {}", name(left), name(right));
                let Ok(then) = after(&RULES, &table, Union, &line, &[]) else { continue };
                let ward = then.brigade(unit("us-ward-inf")).expect("a brigade");
                went += usize::from(format!("{:?} {:?}", ward.pressed, ward.retreat) == "No None");
            }
        }
    }
    assert!(went > 0, "nobody goes");
}

#[test]
fn s0_12_effect_6_attackers_in_works_of_the_enemy_have_a_range_of_one_hex_whatever_works_of_their_own_stand_elsewhere()
{
    let mut table = Table::with(&["breastworks"]);
    for line in ["clear", "place Archer line HH39=8 NNE", "works HH39 NW SE", "mark Archer attack launched"] {
        table.umpire(line);
    }
    let own = |at: &str| Works { hex: hex(at) as u16, side: Some(Confederate), ..table.position.works[0] };
    let ranges = [own("HH30"), own("HH39")].map(|works| {
        let mut position = table.position.clone();
        position.works.insert(0, works);
        RULES.board(&position).influences(unit("Archer"), hex("JJ40"))
    });
    assert_eq!(ranges, [false, true]);
}

#[test]
fn s0_4_s15_3_the_level_of_men_whom_a_die_decided_is_seen_under_their_covers() {
    let mut table = Table::with(&["hidden-identity"]);
    for side in [Confederate, Union] {
        let covered = |u: &UnitId| !RULES.pack().label(*u).is_empty() && RULES.pack().unit(*u).in_play;
        let dice = vec![3; RULES.pack().of(side).filter(covered).count() * 3];
        table.attempt(side, "done", &dice).expect("covers are laid");
    }
    for line in ["clear", "place Archer line HH40=8 HH39=4", "place Heth GG39", "turn 1 confederate divisions"] {
        table.umpire(line);
    }
    table.confederate("lead Heth: Archer", &[4]);
    let level = |side| {
        let known = RULES.known(&table.position, Viewer::Seat(SeatId::of_side(side)));
        known.commander(unit("Heth")).and_then(|heth| heth.level)
    };
    assert!(level(Confederate).is_some_and(|level| level > 0));
    assert_eq!(level(Union), level(Confederate));
}

#[test]
fn s0_5_3_strength_that_an_option_adds_joins_nobody_where_it_was_not_chosen() {
    let mut table = days(&["place cs-smith-inf rest HH30", "turn 19 union assault"]);
    let before = table.brigade("cs-smith-inf").sp;
    table.union("done", &[]);
    assert_eq!((table.position.turn, table.brigade("cs-smith-inf").sp), (20, before));
    let mut late = days(&["place us-mcdougall-inf rest HH30"]);
    late.umpire("turn 52 union opening");
    assert_eq!(board(&late).joins_now(unit("us-mcdougall-inf")), None);
}

#[test]
fn r62_strength_that_joins_a_line_opens_no_column_that_closed_up() {
    let mut table = days(&["place Krzyzanowski line M29=7 M28=7", "turn 30 confederate assault"]);
    table.confederate("done", &[]);
    let opens = table.facts.iter().find_map(|fact| match fact {
        Fact::Joined { opens, .. } => Some(*opens),
        _ => None,
    });
    assert_eq!((lies(&table, "Krzyzanowski").as_str(), opens), ("M29=8 M28=8", Some(false)));
}

#[test]
fn s17_1_5_s17_1_6_an_inner_marker_that_withdraws_shares_no_hex_on_its_way() {
    let devin = |more: &[&str]| {
        let mut table = Table::study(&[
            "place Archer line F22=8 F21=4",
            "place us-devin-cav line G20=3 G21=6 G22=3",
            "turn 3 confederate withdrawal",
            "mark Archer attack launched level 6",
        ]);
        for line in more {
            table.umpire(line);
        }
        fired(&mut table, "Archer", "F22", "G22");
        table
    };
    let line = "us-devin-cav back to I21 I22 I23";
    let free: [&[&str]; 3] = [&[], &["place Stone line H20=2 W"], &["place Stone line H22=2 W"]];
    for more in free {
        let mut table = devin(more);
        table.union(line, &[]);
        sound(&table);
    }
    assert_eq!(devin(&["place Stone line H21=2 W"]).refused(Union, line), "30.0");
}

/// Archer's five markers look to the east, the left one at a hex that was left to him; others stand about them.
fn five(lines: &[&str]) -> Table {
    let mut table = Table::study(&[
        "place Archer line F24=2 F23=2 F22=2 F21=2 F20=2",
        "turn 3 confederate assault",
        "mark Archer attack launched level 6",
    ]);
    for line in lines {
        table.umpire(line);
    }
    table.position.vacated = vec![hex("G24") as u16];
    fired(&mut table, "Archer", "F24", "G24");
    table
}

fn goes_on(table: &Table) -> bool {
    let goals = board(table).goals(SeatId::of_side(Confederate));
    goals.iter().any(|goal| goal.say == "onward Archer")
}

// Only so many lines are tried, and none to a hex that lies before no front of its marker.
#[test]
fn s21_2_s31_4_an_advance_of_the_left_flank_alone_is_found_among_those_that_lead_behind_friends() {
    let table = five(&[
        "place Davis line G23=8 G22=8 G21=8",
        "place Pettigrew line G20=8 G19=8",
        "place Lane line H25=8 H24=8 H23=8 H22=8",
        "place Scales line H21=8 H20=8 H19=8 H18=8",
        "place Meredith column N I25=1 I24=1 I23=1 I22=1",
        "place Cutler column N I21=1 I20=1 I19=1 I18=1",
    ]);
    assert!(goes_on(&table));
}
