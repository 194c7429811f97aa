//! Columns whose markers go ways of their own (§11.4, §11.5, §12.1, §17.1.3, §19.4), and attack columns that form column (0.6.1, §17.1.4).

use crate::shared::table::some_dice;
use crate::table::{REVISION_SEVEN, RULES, Table, after, board, days, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, KeptStep, Options};
use domain_core::dice::Dice;
use domain_core::referee::{Apply, BotRng, HousePlayers, Orders, Ruleset, SeatId, Side::Confederate, Situation};

/// Davis (18 points, three markers) in column on the Cashtown Pike.
fn davis(level: u8) -> Table {
    Table::study(&[
        "turn 3 confederate alone",
        "place Davis column SE D37 C38 B38",
        &format!("mark Davis level {level}"),
    ])
}

/// Whither the head of a column looks.
fn facing(table: &Table, name: &str) -> Option<domain_core::board::Facing> {
    board(table).column(unit(name)).first().copied()
}

#[test]
fn s11_4_s11_5_the_markers_behind_a_head_that_stays_come_to_lie_otherwise() {
    let mut table = davis(6);
    let looked = facing(&table, "Davis");
    table.confederate("Davis march to D37 C37 B37", &[]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("D37=8 C37=8 B37=2".to_owned(), "0 1.5 1.5".to_owned()));
    assert_eq!(facing(&table, "Davis"), looked);
    assert!(table.told("Davis takes up another column"), "{:?}", table.story());
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s12_1_who_keeps_his_place_in_the_column_goes_by_road() {
    let mut table = davis(6);
    table.confederate("Davis march to F37 E38 D37", &[]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("F37=8 E38=8 D37=2".to_owned(), "2 2 2".to_owned()));
    let mut by_its_head = davis(6);
    by_its_head.confederate("Davis march E38-F37", &[]);
    assert_eq!(by_its_head.position.unit(unit("Davis")).place, table.position.unit(unit("Davis")).place);
}

#[test]
fn s11_4_a_way_is_gone_as_it_is_told() {
    let mut table = davis(6);
    table.confederate("Davis march to D36-E37 D37 C38", &[]);
    assert_eq!(table.spent("Davis"), "3 1 1");
    let mut table = davis(6);
    table.confederate("Davis march to E37 D37 C38", &[]);
    assert_eq!(table.spent("Davis"), "1 1 1", "a road leads there");
    // No hex is left out, nor is one entered in which another marker lies.
    let mut table = davis(6);
    assert_eq!(table.refused(Confederate, "Davis march to F37-E38 D37 C38"), "11.0");
    assert_eq!(table.refused(Confederate, "Davis march to C38-C37 C38 B38"), "11.0");
}

#[test]
fn s12_1_s7_2_full_markers_change_places_off_the_road_and_the_rear_one_that_is_not_full_does_not() {
    // The two full ones about one corner: the second leads, and nobody has moved.
    let mut table = davis(6);
    table.umpire("place Davis column SE D37 C38 C37");
    table.confederate("Davis march to C38 D37 C37", &[]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("C38=8 D37=8 C37=2".to_owned(), "0 0 0".to_owned()));
    table.confederate("Davis march to C38 D37 D36", &[]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("C38=8 D37=8 D36=2".to_owned(), "0 0 1.5".to_owned()));
    // The rear one of two points keeps its place, and not all three can go about one corner one after the other.
    let mut table = davis(6);
    table.umpire("place Davis column SE D37 C38 C37");
    assert_eq!(table.refused(Confederate, "Davis march to C37 C38 D37"), "11.0");
}

#[test]
fn s13_7_s11_11_the_dearest_marker_counts_and_none_spends_more_than_the_level() {
    let mut table = davis(2);
    assert_eq!(table.refused(Confederate, "Davis march to D37 D36 D35"), "11.0");
    assert_eq!(table.refused(Confederate, "Davis march to G37 F37 E38"), "11.0");
    table.confederate("Davis march to D37 C37 B37", &[]);
    assert_eq!(table.refused(Confederate, "Davis march to D37 C38 B38"), "11.0");
}

#[test]
fn s11_5_a_column_lies_in_a_chain_again_and_each_marker_is_named() {
    let mut table = davis(6);
    assert_eq!(table.refused(Confederate, "Davis march to D37 C37 A38"), "6.1");
    assert_eq!(table.refused(Confederate, "Davis march to D37 C37"), "11.0");
    assert_eq!(table.refused(Confederate, "Davis march to D37 C38 B38"), "11.0");
}

#[test]
fn s17_1_5_a_marker_passes_through_friends_and_ends_in_no_hex_of_theirs() {
    let mut table = davis(6);
    table.umpire("place Archer rest C37");
    assert_eq!(table.refused(Confederate, "Davis march to D37 C37 B37"), "17.1");
    table.confederate("Davis march to D37 D36 B37-C37-C36", &[]);
    assert_eq!(lies(&table, "Davis"), "D37=8 D36=8 C36=2");
}

#[test]
fn s17_1_3_markers_that_come_into_one_hex_change_formation_next() {
    let mut table = davis(8);
    table.confederate("Davis march to C38 C38 C38", &[]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("C38=8 C38=8 C38=2".to_owned(), "1 0 1".to_owned()));
    assert_eq!(table.refused(Confederate, "Davis march D37"), "17.1");
    assert_eq!(table.refused(Confederate, "Davis march to D37 C38 B38"), "17.1");
    table.confederate("Davis rest", &[]);
    assert_eq!(lies(&table, "Davis"), "C38=18");
}

#[test]
fn s17_1_4_out_of_rest_the_markers_spread_behind_their_head_or_before_it() {
    let mut table = davis(8);
    table.umpire("place Davis rest D37").confederate("Davis column SE", &[]);
    table.confederate("Davis march to D37 C38 B38", &[]);
    assert_eq!((lies(&table, "Davis"), table.spent("Davis")), ("D37=8 C38=8 B38=2".to_owned(), "2 3 4".to_owned()));
}

#[test]
fn s22_1_s21_1_nobody_leaves_or_enters_a_range_and_who_stays_in_one_does_not_turn() {
    let lines = [
        "turn 3 confederate alone",
        "place Davis column N HH37 HH36 HH35",
        "place Stone line HH39=8 SSE",
        "mark Davis level 8",
    ];
    let mut table = Table::study(&lines);
    assert!(
        board(&table).in_enemy_range(Confederate, hex("HH37"))
            && !board(&table).in_enemy_range(Confederate, hex("HH36"))
    );
    // Its head lies in range: the others go, but those alone behind whom nobody in range turns.
    table.confederate("Davis march to HH37 HH36 GG36", &[]);
    assert_eq!(table.spent("Davis"), "0 0 1.5");
    let mut table = Table::study(&lines);
    assert_eq!(table.refused(Confederate, "Davis march to HH38 HH37 HH36"), "11.0");
    assert_eq!(table.refused(Confederate, "Davis march to HH36 HH35 HH34"), "11.0");
    // A rear marker in range may not turn after a head that is free to go.
    let wheels = |enemy: &str| {
        let mut table = Table::study(&[
            "turn 3 confederate alone",
            "place Archer column SW GG37 HH37",
            &format!("place Stone line {enemy}=8 SSE"),
            "mark Archer level 8",
        ]);
        assert!(!board(&table).in_enemy_range(Confederate, hex("GG37")));
        table.attempt(Confederate, "Archer march to HH36 HH37", &[]).is_ok()
    };
    assert!(wheels("HH44") && !wheels("HH39"));
}

#[test]
fn s13_8_points_kept_for_the_next_hex_of_its_head_serve_for_it_so_too() {
    let mut table = davis(2);
    table.confederate("Davis march E38", &[]);
    table.umpire("mark Davis level 2").confederate("Davis keep E39", &[]);
    let kept = table.brigade("Davis").kept.expect("kept");
    assert_eq!((kept.ap, kept.step), (1, KeptStep::Hex(hex("E39") as u16)));
    table.confederate("done", &[]).union("done", &[]).union("done", &[]).confederate("done", &[]);
    table.umpire("mark Davis level 1");
    table.confederate("Davis march to E39 E38 D37", &[]);
    assert_eq!(table.spent("Davis"), "1.5 1 1");
}

#[test]
fn s34_1_6_markers_that_change_places_leave_no_more_room_behind_them() {
    // Wright has two full markers, of which the rear one spends four points as it comes on.
    let wright = "cs-wright-inf";
    let mut table = days(&["turn 26 confederate primary"]);
    table.confederate(&format!("{wright} march A39-B38-C38-D37-E38"), &[]);
    assert_eq!((lies(&table, wright).as_str(), table.spent(wright).as_str()), ("E38=8 D37=8", "5 4"));
    let lets_in = |table: &Table| -> Vec<(u16, u8)> { table.position.doors.iter().map(|d| (d.off, d.left)).collect() };
    let before = lets_in(&table);
    assert_eq!(before.first().map(|(_, left)| *left), Some(6), "in halves");
    table.confederate(&format!("{wright} march to D37 E38"), &[]);
    assert_eq!((lies(&table, wright).as_str(), table.spent(wright).as_str()), ("D37=8 E38=8", "4 5"));
    assert_eq!(lets_in(&table), before);
    assert_eq!(table.refused(Confederate, "Posey march A39-B38-C39"), "34.1", "three and a half");
    sound(&table);
}

#[test]
fn s17_1_8_a_marker_takes_an_enemy_commander_whose_hex_it_enters() {
    let mut table = davis(6);
    table.umpire("place Reynolds C37");
    table.confederate("Davis march to D37 C37 B37", &[]);
    assert!(table.told("Reynolds"), "{:?}", table.story());
}

/// Archer in column near Stone, who is hidden.
fn before_stone(more: &[&str]) -> Table {
    let mut table = hidden(&[
        "place Archer column N HH36 HH35",
        "place Stone line HH41=8 SSE",
        "turn 1 confederate divisions",
        "mark Archer level 8",
        "unseen Stone",
    ]);
    for line in more {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_1_10_markers_go_as_far_as_none_of_them_sees_who_was_hidden() {
    let mut table = before_stone(&[]);
    table.confederate("Archer march to HH38 GG38", &[]);
    let first = table.position.chain(unit("Archer")).first().map(|l| l.at());
    assert_eq!(first, Some(hex("HH37")), "{}", lies(&table, "Archer"));
    assert!(!board(&table).is_unseen(unit("Stone")));
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s0_1_10_who_comes_upon_somebody_hidden_so_is_ambushed_as_by_its_head() {
    let fight = |line: &str| {
        let mut table = before_stone(&["unseen Archer"]);
        table.confederate(line, &[5]);
        assert!(table.brigade("Archer").done && table.brigade("Archer").cp > 0, "{line}");
        table.position
    };
    assert_eq!(fight("Archer march to HH40 HH39"), fight("Archer march HH37-HH38-HH39-HH40"));
}

#[test]
fn s11_4_before_revision_8_a_column_goes_by_its_head_alone() {
    let table = davis(6);
    assert!(after(&REVISION_SEVEN, &table, Confederate, "Davis march to D37 C37 B37", &[]).is_err());
    assert!(after(&RULES, &table, Confederate, "Davis march to D37 C37 B37", &[]).is_ok());
}

#[test]
fn s11_4_a_column_is_composed_marker_by_marker() {
    let table = davis(4);
    let seat = SeatId::of_side(Confederate);
    let step = |said: &[&str]| {
        let said: Vec<String> = said.iter().map(|s| (*s).to_owned()).collect();
        board(&table).steps(seat, &said).expect("a goal").unwrap_or_else(|why| panic!("{said:?}: {why}"))
    };
    assert!(board(&table).goals(seat).iter().any(|goal| goal.say == "markers Davis"));
    let heads = step(&["markers Davis"]);
    assert!(heads.candidates.iter().any(|c| c.say == "D37" && c.label.contains("where it is")));
    let rears = step(&["markers Davis", "D37", "C37"]);
    assert!(rears.candidates.iter().any(|c| c.say == "B37" && c.ends && c.cost.is_some()));
    let whole = step(&["markers Davis", "D37", "C37", "B37"]);
    assert_eq!(whole.order.map(|order| order.order), Some("Davis march to D37 C37 B37".to_owned()));
    // Whatever is offered leads on, and to nothing that the rules do not take.
    for head in heads.candidates.iter().step_by(3) {
        let seconds = step(&["markers Davis", &head.say]);
        for second in seconds.candidates.iter().step_by(2) {
            for rear in step(&["markers Davis", &head.say, &second.say]).candidates {
                let whole = step(&["markers Davis", &head.say, &second.say, &rear.say]);
                // The price of the last one is what the order takes of it.
                let spent = rear.cost.as_deref().and_then(|cost| cost.strip_suffix(" of 4 activity points"));
                let says = spent.is_some_and(|spent| whole.so_far.last().unwrap().ends_with(&format!("({spent})")));
                assert!(says, "{:?}: {:?}", rear.cost, whole.so_far);
                let order = whole.order.expect("whole").order;
                assert!(after(&RULES, &table, Confederate, &order, &[]).is_ok(), "{order}");
            }
        }
    }
}

#[test]
fn s11_4_any_list_of_markers_is_answered() {
    let table = davis(6);
    let goals = ["markers Davis", "line Davis", "onward Davis", "rearward Davis", "lead Davis", "markers Archer"];
    let many = ["D37"; 4_000];
    let lists: [&[&str]; 7] = [
        &many,
        &["D37", "D37", "D37"],
        &["D37", "C38", "D37"],
        &["ZZ99"],
        &["", "", ""],
        &["Lee", "markers Davis"],
        &["A1", "A2", "off the map"],
    ];
    for goal in goals {
        for list in lists {
            let said: Vec<String> = std::iter::once(&goal).chain(list).map(|word| (*word).to_owned()).collect();
            let answer = board(&table).steps(SeatId::of_side(Confederate), &said);
            let order = answer.and_then(Result::ok).map(|step| step.order.expect("whole").order);
            let legal = |order: String| after(&RULES, &table, Confederate, &order, &[]).is_ok();
            assert!(order.is_none_or(legal), "{goal} {:?}", list.first());
        }
    }
}

/// Hampton in an attack column where charges are an option, and not named.
fn hampton(more: &[&str]) -> Table {
    let mut table = Table::study(&["place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3", "turn 3 confederate alone"]);
    table.position.options = Options { charge: true, ..Options::default() };
    table.umpire("mark Hampton level 8");
    for line in more {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_6_1_s17_1_4_an_attack_column_forms_column_where_it_lies_and_comes_out_of_its_hexes_as_it_marches() {
    let mut table = hampton(&[]);
    assert!(table.menu(Confederate).contains(&"Hampton column N".to_owned()));
    assert!(!table.menu(Confederate).contains(&"Hampton column S".to_owned()), "it would look at its own rear");
    table.confederate("Hampton column N", &[]);
    assert_eq!(
        (lies(&table, "Hampton").as_str(), table.spent("Hampton").as_str()),
        ("HH37=3 HH37=3 HH36=3 HH36=3", "0 0 0 0")
    );
    table.confederate("Hampton march HH38-HH39", &[]);
    assert_eq!(lies(&table, "Hampton"), "HH39=3 HH38=3 HH37=3 HH36=3");
    assert_eq!(RULES.whole(&table.position), Ok(()));
}

#[test]
fn s0_6_1_it_forms_none_in_range_beside_an_enemy_named_or_before_revision_8() {
    let mut table = hampton(&["place Stone line HH39=8 SSE"]);
    assert_eq!(table.refused(Confederate, "Hampton column N"), "21.0");
    let mut table = hampton(&["place Stone line HH38=8 NNW"]);
    assert_eq!(table.refused(Confederate, "Hampton column N"), "18.0");
    let mut table = hampton(&["place Stone line HH42=8 NNW", "mark Hampton attack launched"]);
    assert!(!table.menu(Confederate).iter().any(|line| line.starts_with("Hampton column")));
    assert!(table.attempt(Confederate, "Hampton column N", &[]).is_err());
    let table = hampton(&[]);
    assert!(after(&REVISION_SEVEN, &table, Confederate, "Hampton column N", &[]).is_err());
}

/// Half a morning, in which columns are composed marker by marker where they can be.
#[test]
fn s11_4_games_in_which_columns_go_ways_of_their_own_stay_whole() {
    let mut gone = 0;
    for seed in 0..3 {
        let mut rng = BotRng::seeded(seed);
        let mut table = Table::with(&["cavalry-charge"]);
        for _ in 0..500 {
            let Some(seat) = board(&table).waiting().first().map(|decision| decision.seat) else { break };
            let goals = if rng.below(3) == 0 { board(&table).goals(seat) } else { Vec::new() };
            let columns: Vec<String> =
                goals.into_iter().map(|goal| goal.say).filter(|say| say.starts_with("markers ")).collect();
            let line = match rng.pick(&columns) {
                Some(goal) => {
                    let mut said = vec![goal.clone()];
                    let mut step = board(&table).steps(seat, &said).expect("a goal").expect("a step");
                    while let Some(next) = rng.pick(&step.candidates) {
                        said.push(next.say.clone());
                        step = board(&table).steps(seat, &said).expect("a goal").expect("a step");
                    }
                    gone += 1;
                    step.order.expect("whole").order
                }
                None => {
                    let order = board(&table).bot_order("random", seat, &mut rng).expect("an order");
                    board(&table).format(&order)
                }
            };
            let order = board(&table).parse(seat, &line).unwrap_or_else(|why| panic!("{line}: {why}"));
            let mut dice = some_dice::<AdvancedGettysburg>(&mut rng);
            let facts = RULES.decide(&table.position, seat, &order, &mut Dice::forced(&mut dice));
            for fact in facts.unwrap_or_else(|why| panic!("{line}: {why}")) {
                table.position.apply(&fact);
            }
            sound(&table);
        }
    }
    assert!(gone > 20, "{gone} columns");
}
