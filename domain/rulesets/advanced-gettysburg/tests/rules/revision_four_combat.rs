//! What revision 4 mended of §23.0 to §37.0 and the optional rules, and that revision 3 ruled it otherwise and is judged so.

use crate::fire_kit::{brigade, to_defence};
use crate::shared::table::terms;
use crate::table::{REVISION_THREE as BEFORE, RULES, Table, after, board, fired_with, hex, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Formation, Level, Position, Retreat, Scenario, Segment};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Orders, Ruleset, SeatId, Terms};

/// A game of all days with options, the map empty but for what is said.
fn days(options: &[&str], lines: &[&str]) -> Table {
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(options) };
    let mut table = Table { position: RULES.open(&terms).expect("the options"), facts: Vec::new() };
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

fn of_position(position: Position) -> Table {
    Table { position, facts: Vec::new() }
}

/// A pair of the last player turn: who fired from where to where, with eight points.
fn fired_before(table: &mut Table, name: &str, from: &str, to: &str) {
    let pair = serde_json::json!({ "age": 1, "from": hex(from), "sp": 8, "to": hex(to), "unit": unit(name) });
    table.position.fight.before.push(serde_json::from_value(pair).expect("a pair"));
}

#[test]
fn s23_1_s23_2_b_fire_at_an_attack_column_is_tripled_and_no_flank_fire() {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N F24=3 F24=3",
        "place Meredith line G25=8 W",
        "turn 3 confederate fire",
        "mark Hampton attack launched level 12",
    ] {
        table.umpire(line);
    }
    table.union("G25: 8 at F24", &[]);
    let dice = [1, 1];
    let flanked = |at: &Position| at.brigade(unit("Hampton")).map(|b| b.taken_in_flank.len());
    assert_eq!(flanked(&after(&BEFORE, &table, Union, "done", &dice).expect("fire")), Some(1));
    table.union("done", &dice);
    assert!(table.told("× 3"), "{:?}", table.story());
    assert_eq!(flanked(&table.position), Some(0));
}

#[test]
fn s23_4_s30_1_2_a_defender_goes_back_by_no_way_on_which_it_exposes_a_flank() {
    // Meredith looks to the north-north-east; Archer stands in his left front, Davis beyond his right flank and looks along it.
    let mut table = Table::study(&[
        "place Meredith line HH41=8 NNE",
        "place Archer line HH42=8 SSW",
        "place Davis line JJ40=8 W",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched",
    ]);
    let ways = |rules: &AdvancedGettysburg| {
        let lines = rules.board(&table.position).orders(SeatId::of_side(Union));
        let board = rules.board(&table.position);
        lines.iter().map(|o| board.format(o)).filter(|l| l.starts_with("Meredith back")).collect::<Vec<String>>()
    };
    let (now, then) = (ways(&RULES), ways(&BEFORE));
    assert!(now.len() < then.len() && now.iter().all(|l| then.contains(l)), "{now:?} of {then:?}");
    let barred = then.iter().find(|l| !now.contains(l)).expect("a way").clone();
    assert_eq!(table.refused(Union, &barred), "30.0");
    // An attacker may (§23.4), and who is routed must.
    table.umpire("mark Meredith attack launched");
    assert!(table.menu(Union).contains(&barred));
}

#[test]
fn s24_2_d_guns_that_fire_alone_bind_no_strength_of_a_defending_hex() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=4 NNE",
        "place Crenshaw GG40 unlimbered NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer at HH40", &[]).confederate("Crenshaw at HH40", &[]);
    to_defence(&mut table);
    assert!(after(&BEFORE, &table, Union, "HH40: 8 at HH39", &[]).is_err());
    assert_eq!(table.refused(Union, "HH40: 2 at GG40"), "24.2", "no attacking marker stands there");
    table.union("HH40: 8 at HH39", &[]);
    // Guns beside an attacking marker are matched with it.
    let mut with = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=4 NNE",
        "place Davis line II40=4 NNE",
        "place Crenshaw II40 unlimbered NNW",
        "mark Archer attack launched",
        "mark Davis attack launched",
        "turn 1 confederate targets",
    ]);
    with.confederate("Archer at HH40", &[]).confederate("Crenshaw at HH40", &[]);
    to_defence(&mut with);
    assert_eq!(with.refused(Union, "HH40: 8 at HH39"), "24.2");
}

#[test]
fn s24_4_3_f_a_marker_that_return_fire_falls_on_stays_too() {
    let mut table = Table::study(&[
        "place Archer line HH39=8 NNE",
        "place Davis line JJ39=8 NNE",
        "place Stone line HH40=8 SSE",
        "turn 3 confederate flank-moves",
        "mark Davis attack launched",
        "mark Stone attack launched",
    ]);
    fired_before(&mut table, "Archer", "HH39", "HH40");
    fired_before(&mut table, "Stone", "HH40", "HH39");
    assert!(
        table.menu(Union).contains(&"HH40 flank II40 4".to_owned()),
        "nobody returns fire: {:?}",
        table.menu(Union)
    );
    table.position.fight.returns = vec![unit("Archer")];
    assert!(after(&BEFORE, &table, Union, "HH40 flank II40 4", &[]).is_ok());
    assert_eq!(table.refused(Union, "HH40 flank II40 4"), "24.4");
}

#[test]
fn s24_4_3_a_in_the_flank_hex_of_two_markers_either_is_fired_at() {
    let mut table = Table::study(&[
        "place Stone line II41=8 SSE",
        "place Davis line JJ39=8 NNE",
        "place Archer line HH39=8 NNW",
        "turn 3 confederate flank-moves",
        "mark Davis attack launched",
        "mark Archer attack launched",
    ]);
    let menu = table.menu(Union);
    assert!(menu.contains(&"II41 flank II40 4".to_owned()), "{menu:?}");
    let other = menu.iter().find(|l| l.starts_with("II41 flank II40 4 at ")).expect("the other").clone();
    assert!(after(&BEFORE, &table, Union, &other, &[]).is_err());
    let one = after(&BEFORE, &table, Union, "II41 flank II40 4", &[]).expect("the first").fight.flankers[0];
    table.union(&other, &[]);
    let targets = [usize::from(one.target), usize::from(table.position.fight.flankers[0].target)];
    assert!(targets.contains(&hex("JJ39")) && targets.contains(&hex("HH39")), "{targets:?}");
}

#[test]
fn s29_4_3_a_battery_takes_fewer_factors_where_its_player_says_so() {
    let night = || {
        let mut table = Table::study(&["place Stewart G22 unlimbered W", "mark Stewart factors 2"]);
        table.position.scenario = Scenario::TwoDays;
        table.umpire("turn 50 union alone");
        table
    };
    let factors = |table: &Table| table.position.battery(unit("Stewart")).map(|b| b.factors);
    let mut table = night();
    assert!(after(&BEFORE, &table, Union, "Stewart refill 3", &[]).is_err());
    assert_eq!(table.refused(Union, "Stewart refill 8"), "29.4", "it lacks no more");
    assert_eq!(table.menu(Union).iter().filter(|line| line.starts_with("Stewart refill")).count(), 8);
    table.union("Stewart refill 3", &[]);
    assert_eq!(table.refused(Union, "Stewart refill 2"), "29.4", "once in a turn");
    // Without a word it takes all.
    let mut table = night();
    table.umpire("turn 50 union assault").union("done", &[]);
    assert_eq!(factors(&table), Some(10));
    let mut table = night();
    table.union("Stewart refill 3", &[]).union("done", &[]);
    for _ in 0..8 {
        if table.position.side == Confederate {
            break;
        }
        let side = table.position.side;
        table.attempt(side, "done", &[]).expect("done");
    }
    assert_eq!(factors(&table), Some(5), "and so much the less of the reserve");
    let mut day = Table::study(&["place Stewart G22 unlimbered W", "mark Stewart factors 2", "turn 3 union alone"]);
    assert_eq!(day.refused(Union, "Stewart refill 3"), "29.4");
}

#[test]
fn s21_3_s30_1_2_a_battery_that_goes_back_two_hexes_turns_with_the_first() {
    let mut table = Table::study(&[
        "place Stewart G22 unlimbered W",
        "place Archer line F22=8 E",
        "turn 3 confederate withdrawal",
        "mark Archer attack launched",
    ]);
    assert!(after(&BEFORE, &table, Union, "Stewart back NE SE", &[]).is_err());
    assert!(table.menu(Union).contains(&"Stewart back NE SE".to_owned()), "{:?}", table.menu(Union));
    assert_eq!(table.refused(Union, "Stewart back NE S"), "30.0", "two hexsides");
    table.union("Stewart back NE SE", &[]);
    assert_eq!(lies(&table, "Stewart"), "I22=6");
    sound(&table);
}

/// Hampton charging in F24, Meredith in F25 before him, who fired at him.
fn fired_at_charge() -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N F24=3 F24=3",
        "place Meredith line F25=8 SSE",
        "turn 3 confederate assault",
        "mark Hampton attack launched level 12",
    ] {
        table.umpire(line);
    }
    fired_with(&mut table, "Meredith", "F25", "F24", 8);
    table
}

#[test]
fn s31_1_who_was_fired_at_was_in_the_fire_combat_and_may_advance() {
    let mut table = fired_at_charge();
    table.umpire("wait Meredith");
    table.position.vacated = vec![hex("F25") as u16];
    assert!(after(&BEFORE, &table, Confederate, "Hampton advance F25", &[]).is_err());
    table.confederate("Hampton advance F25", &[]);
    assert_eq!((lies(&table, "Hampton"), brigade(&table, "Hampton").spent()), ("F25=3 F25=3".into(), 4));
    // Who had no part in it does not.
    let mut other = fired_at_charge();
    other.umpire("wait Meredith");
    other.position.pairs.clear();
    other.position.vacated = vec![hex("F25") as u16];
    assert_eq!(other.refused(Confederate, "Hampton advance F25"), "31.0");
}

#[test]
fn s31_1_a_r70_a_line_before_the_head_of_an_attack_column_stops_its_advance() {
    let mut table = fired_at_charge();
    table.position.vacated = vec![hex("G25") as u16];
    fired_with(&mut table, "Hampton", "F24", "F25", 3);
    assert!(after(&BEFORE, &table, Confederate, "Hampton advance G25", &[]).is_ok());
    assert_eq!(table.refused(Confederate, "Hampton advance G25"), "31.0");
    table.umpire("wait Meredith");
    table.confederate("Hampton advance G25", &[]);
}

#[test]
fn s21_2_s31_4_each_marker_that_advances_turns_by_one_hexside() {
    let ready = || {
        let mut table = Table::study(&[
            "place Archer line F22=8 E",
            "turn 3 confederate assault",
            "mark Archer attack launched level 6",
        ]);
        fired_with(&mut table, "Archer", "F22", "G22", 8);
        table.position.vacated = vec![hex("G22") as u16];
        table
    };
    let mut table = ready();
    assert!(after(&BEFORE, &table, Confederate, "Archer advance to G22 ends NE SW", &[]).is_err());
    assert_eq!(table.refused(Confederate, "Archer advance to G22 ends SE NW"), "31.0", "two hexsides");
    assert_eq!(table.refused(Confederate, "Archer advance to F22 ends NE SW"), "31.0", "it enters no hex");
    assert_eq!(table.refused(Confederate, "Archer advance to G23 ends NE SW"), "31.0", "nobody left that hex");
    table.confederate("Archer advance to G22 ends NE SW", &[]);
    assert_eq!((lies(&table, "Archer"), brigade(&table, "Archer").spent()), ("G22=8".into(), 4));
    assert!(matches!(brigade(&table, "Archer").formation, Formation::Line { left, .. } if left.index() == 2));
    sound(&table);
    // A line in the way keeps it where it is (ruling 70).
    let mut barred = ready();
    barred.umpire("place Meredith line G23=8 SSW");
    assert_eq!(barred.refused(Confederate, "Archer advance to G22 ends NE SW"), "31.0");
}

#[test]
fn s33_3_5_b_a_line_that_losses_left_uneven_is_even_out_of_enemy_range() {
    let worn = |lines: &[&str]| {
        let mut table = Table::study(&["place Meredith line HH42=5 HH41=5 HH40=5", "turn 3 confederate assault"]);
        for line in lines {
            table.umpire(line);
        }
        let then = after(&BEFORE, &table, Confederate, "done", &[]).expect("the end of the turn");
        table.confederate("done", &[]);
        sound(&table);
        (lies(&of_position(then), "Meredith"), lies(&table, "Meredith"))
    };
    let (then, now) = worn(&[]);
    assert_eq!((then.as_str(), now.as_str()), ("HH42=5 HH41=5 HH40=5", "HH42=4 HH41=8 HH40=3"));
    let (_, ranged) = worn(&["place Archer line JJ41=8 W"]);
    assert_eq!(ranged, "HH42=5 HH41=5 HH40=5", "in enemy range it may stand so");
    // Nine points are too few for three markers, and stay as they are.
    let (_, few) = worn(&["place Meredith line HH42=3 HH41=3 HH40=3"]);
    assert_eq!(few, "HH42=3 HH41=3 HH40=3");
}

#[test]
fn s34_3_5_s34_3_7_a_delayed_column_comes_on_beside_its_road() {
    // Heth's brigades are due in turn 1 at A39.
    let turn = |turn: u8| {
        let mut table = Table::start();
        table.umpire("clear").umpire(&format!("turn {turn} confederate primary"));
        table
    };
    let line = "Archer march A37-B36-C36";
    assert_eq!(turn(1).refused(Confederate, line), "11.0", "it is not delayed");
    let mut table = turn(2);
    assert!(after(&BEFORE, &table, Confederate, line, &[]).is_err());
    assert_eq!(table.refused(Confederate, "Archer march A36-B35-C35"), "11.0", "three hexes after one turn");
    assert!(turn(3).attempt(Confederate, "Archer march A36-B35-C35", &[]).is_ok());
    assert!(turn(2).attempt(Confederate, "Pettigrew march A37-B36", &[]).is_ok(), "since revision 8 in parts too");
    // The menu has two ways by each hex at the edge, that alone and one for all markers, and no more.
    let beside = |table: &mut Table| {
        let lines = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Archer march A"));
        lines.filter(|l| !l.starts_with("Archer march A39")).collect::<Vec<String>>()
    };
    let listed = beside(&mut table);
    assert!((1..=8).contains(&listed.len()) && listed.iter().any(|l| l.starts_with("Archer march A37-")), "{listed:?}");
    assert!(beside(&mut turn(9)).len() <= 24);
    table.confederate(line, &[]);
    assert_eq!((lies(&table, "Archer"), table.spent("Archer")), ("C36=8 B36=4".into(), "4.5 3".into()));
    sound(&table);
    // §16.1.1: it came on beside the hex of its card.
    assert_eq!(brigade(&table, "Archer").exempt, None);
    // The road is as open as before, and the level of all is one (§34.1.7).
    table.confederate("Davis march D37", &[]);
    assert!(brigade(&table, "Davis").exempt.is_some());
    // A road that the enemy has in range is closed to columns, the edge beside it is not.
    let mut table = turn(4);
    table.umpire("place us-ward-inf line C39=8 W");
    assert!(board(&table).in_enemy_range(Confederate, hex("A39")));
    assert!(table.attempt(Confederate, "Archer march A39", &[]).is_err());
    assert!(!beside(&mut table).is_empty(), "{:?}", table.menu(Confederate));
}

#[test]
fn s34_3_5_a_single_marker_comes_on_by_the_hex_that_is_written_though_its_road_leads_there_too() {
    // Lang is due in turn 26; the road is taken by a column of which the rest waits behind it.
    let mut table = days(&[], &["clear", "turn 28 confederate primary"]);
    table.confederate("Davis march A39", &[]);
    let lines = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Lang march ")).collect::<Vec<_>>();
    assert!(lines.iter().any(|l| l == "Lang march A37"), "{lines:?}");
    for line in lines {
        let mut table = of_position(table.position.clone());
        assert!(table.attempt(Confederate, &line, &[]).is_ok(), "{line}");
        assert_eq!(Some(lies(&table, "Lang")), line.split(' ').next_back().map(|to| format!("{to}=8")), "{line}");
    }
}

#[test]
fn s16_1_1_s34_3_7_a_line_that_comes_on_beside_its_road_is_no_reinforcement_after_that() {
    let mut table = Table::start();
    table.umpire("clear").umpire("turn 3 confederate primary");
    let line = table.menu(Confederate).into_iter().find(|l| l.starts_with("Archer enter") && !l.contains("A39"));
    assert_eq!(line, None, "the menu has lines from the entry hex");
    let far = "Archer enter A36=6 A35=6 ends N S";
    let then = after(&BEFORE, &table, Confederate, far, &[])
        .or_else(|_| after(&BEFORE, &table, Confederate, "Archer enter A35=6 A36=6 ends S N", &[]));
    assert!(then.expect("a line").brigade(unit("Archer")).is_some_and(|b| b.exempt.is_some()));
    if table.attempt(Confederate, far, &[]).is_err() {
        table.confederate("Archer enter A35=6 A36=6 ends S N", &[]);
    }
    assert_eq!(brigade(&table, "Archer").exempt, None);
}

#[test]
fn s37_4_a_commander_counts_what_he_commanded_last() {
    let mut table = days(
        &["trimble"],
        &[
            "place cs-ewell-cmd K40",
            "place cs-rodes-cmd K39",
            "place Doles rest K38",
            "mark cs-ewell-cmd hit",
            "turn 60 confederate opening",
        ],
    );
    table.confederate("substitute Ewell by Rodes", &[]).umpire("mark cs-rodes-cmd hit");
    let points = |rules: &AdvancedGettysburg| rules.board(&table.position).tally(Union)[3].1;
    let leads = |name: &str| RULES.pack().unit(unit(name)).commander().map_or(0, |c| i32::from(c.leadership));
    assert_eq!(points(&BEFORE), 2 * leads("cs-ewell-cmd") + leads("cs-rodes-cmd"));
    assert_eq!(points(&RULES), 2 * leads("cs-ewell-cmd") + 2 * leads("cs-rodes-cmd"));
    assert_eq!(board(&table).level_held(unit("cs-ewell-cmd")), Some(Level::Corps));
}

#[test]
fn s0_2_s17_2_7_a_brigade_that_was_transferred_keeps_the_company_of_its_new_division() {
    let mut table = days(&["night-orders"], &["turn 50 confederate opening"]);
    let company = |rules: &AdvancedGettysburg, table: &Table, guns: &str, foot: &str| {
        rules.board(&table.position).keeps_company(unit(guns), unit(foot))
    };
    let (pender, heth) = ("cs-poague-wyatt-bty", "cs-garnett-maurin-bty");
    assert!(company(&RULES, &table, pender, "Lane") && !company(&RULES, &table, heth, "Lane"));
    table.confederate("transfer Lane to Heth", &[]);
    assert!(!company(&RULES, &table, pender, "Lane") && company(&RULES, &table, heth, "Lane"));
    assert!(company(&BEFORE, &table, pender, "Lane") && !company(&BEFORE, &table, heth, "Lane"));
    // A division takes its battalion along to another corps; the reserve of the corps stays.
    table.confederate("transfer cs-pender-cmd to Ewell", &[]);
    assert!(company(&RULES, &table, pender, "Perrin") && company(&RULES, &table, "cs-dance-smith-bty", "Perrin"));
    assert!(!company(&RULES, &table, "cs-pegram-marye-bty", "Perrin"));
    assert!(company(&RULES, &table, "cs-pegram-marye-bty", "Archer"));
}

#[test]
fn s0_2_s0_3_who_is_transferred_to_trimble_is_of_the_division_that_he_took() {
    let mut table = days(
        &["night-orders", "trimble"],
        &[
            "place cs-pender-cmd F22",
            "place Perrin line F24=8 F23=7",
            "mark cs-pender-cmd hit",
            "turn 50 confederate opening",
        ],
    );
    table.confederate("substitute Pender", &[]);
    let trimble = unit("cs-trimble-cmd");
    let then = after(&BEFORE, &table, Confederate, "transfer Archer to Trimble", &[]).expect("a transfer");
    assert!(!BEFORE.board(&then).has_authority(trimble, unit("Archer")));
    table.confederate("transfer Archer to Trimble", &[]);
    assert!(
        board(&table).has_authority(trimble, unit("Archer")) && board(&table).has_authority(trimble, unit("Perrin"))
    );
    assert!(!board(&table).has_authority(unit("cs-heth-cmd"), unit("Archer")));
}

#[test]
fn s0_2_3_who_is_ordered_stays_under_that_commander() {
    let mut table = days(
        &["night-orders"],
        &[
            "place cs-heth-cmd A39",
            "place Archer line A38=8 B38=4",
            "place Davis column N C35=8 C34=8 C33=2",
            "turn 50 confederate opening",
        ],
    );
    table.confederate("order cs-heth-cmd D38 07 with Archer", &[]).umpire("turn 72 confederate primary");
    assert!(after(&BEFORE, &table, Confederate, "alone Archer", &[6]).is_ok());
    assert_eq!(table.refused(Confederate, "alone Archer"), "0.2");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("lead") && l.contains("Archer")));
    table.confederate("alone Davis", &[6]);
    table.umpire("turn 80 confederate primary").confederate("alone Archer", &[6]);
}

#[test]
fn s0_3_s0_10_jacksons_artillery_reserve_supplies_every_battery_like_the_unions() {
    let mut table = days(
        &["jackson", "ammunition-reserve"],
        &[
            "place cs-carter-reese-bty G22 unlimbered W",
            "mark cs-carter-reese-bty factors 2",
            "turn 50 confederate assault",
        ],
    );
    let whole = table.position.stores.clone();
    let printed = days(&["ammunition-reserve"], &[]).position.stores;
    let reserve = (0..whole.len()).find(|n| whole[*n] < printed[*n]).expect("what was the III Corps'");
    table.position.stores.fill(0);
    table.position.stores[reserve] = 20;
    let factors = |at: &Position| at.battery(unit("cs-carter-reese-bty")).map(|b| b.factors);
    assert_eq!(factors(&after(&BEFORE, &table, Confederate, "done", &[]).expect("the end of the turn")), Some(2));
    table.confederate("done", &[]);
    assert_eq!((factors(&table.position), table.position.stores[reserve]), (Some(10), 12));
}

#[test]
fn s0_6_1_an_attack_column_goes_back_in_its_movement_phase_tail_first() {
    let column = |lines: &[&str]| {
        let mut table = Table::with(&["cavalry-charge"]);
        table.umpire("clear").umpire("place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3");
        table.umpire("turn 1 confederate alone").umpire("mark Hampton level 8");
        for line in lines {
            table.umpire(line);
        }
        table
    };
    let mut table = column(&[]);
    assert!(after(&BEFORE, &table, Confederate, "Hampton back S", &[]).is_err());
    assert_eq!(table.refused(Confederate, "Hampton back SW"), "0.6", "first by the hex behind its rear");
    assert_eq!(table.menu(Confederate).iter().filter(|l| l.starts_with("Hampton back")).count(), 4);
    table.confederate("Hampton back S SW", &[]);
    assert_eq!(
        (lies(&table, "Hampton"), table.spent("Hampton")),
        ("HH35=3 HH35=3 GG35=3 GG35=3".into(), "4 4 4 4".into())
    );
    sound(&table);
    // Who was routed has eight points without a roll, and uses them (§21.7).
    let mut routed = column(&["mark Hampton retreat involuntary", "place Stone line HH39=8 SSE"]);
    routed.position.brigade_mut(unit("Hampton")).expect("Hampton").level = None;
    assert_eq!(routed.refused(Confederate, "done"), "21.7");
    assert_eq!(routed.refused(Confederate, "Hampton line HH37=6 HH36=6"), "21.6");
    routed.confederate("Hampton back S S S S", &[]);
    assert_eq!(
        (brigade(&routed, "Hampton").dp, brigade(&routed, "Hampton").retreat),
        (30, Retreat::Involuntary),
        "it came with thirty"
    );
    // Who attacks only advances.
    let mut named = column(&["mark Hampton attack launched"]);
    assert_eq!(named.refused(Confederate, "Hampton back S"), "22.3");
}

#[test]
fn s0_7_s0_3_with_general_jackson_the_first_division_is_ewells() {
    let mut table = days(&["jackson", "delayed-attack"], &["place Davis line F22=8 E"]);
    (table.position.delay.die, table.position.delay.number) = (Some(2), Some(1));
    table.umpire("turn 3 confederate opening");
    let delayed = |rules: &AdvancedGettysburg, at: &Position| rules.board(at).is_delayed(unit("Davis"));
    assert!(!delayed(&BEFORE, &table.position) && delayed(&RULES, &table.position));
    assert_eq!(table.refused(Confederate, "attack Davis"), "0.7");
    // Anderson's is the second.
    table.umpire("turn 9 confederate opening").confederate("attack Davis", &[]);
}

#[test]
fn s0_12_6_work_that_a_brigade_left_by_a_retreat_is_begun_anew() {
    let mut table = Table::with(&["breastworks"]);
    table.umpire("clear");
    for line in ["place us-ward-inf line M29=8 M28=8", "turn 14 union alone", "mark us-ward-inf level 6"] {
        table.umpire(line);
    }
    let ward = table.position.brigade_mut(unit("us-ward-inf")).expect("Ward");
    (ward.build, ward.build_at) = (20, vec![hex("M31") as u16]);
    assert!(after(&BEFORE, &table, Union, "Ward build 6", &[]).is_err());
    table.union("Ward build 6", &[]);
    assert_eq!((brigade(&table, "us-ward-inf").build, table.position.works.len()), (12, 0));
}

#[test]
fn s0_13_5_an_artillery_commanders_order_is_revoked_in_a_later_night() {
    let mut table = days(
        &["night-orders", "artillery-commanders"],
        &["place us-hunt-cmd G24", "place us-wainwright-hall-bty G22 unlimbered W", "turn 50 union opening"],
    );
    assert_eq!(table.refused(Union, "guns Hunt:"), "0.13", "he has none");
    table.union("guns Hunt: us-wainwright-hall-bty", &[]);
    assert_eq!(table.refused(Union, "guns Hunt:"), "0.13", "not in the same night");
    table.umpire("turn 120 union opening");
    assert!(after(&BEFORE, &table, Union, "guns Hunt:", &[]).is_err());
    table.union("guns Hunt:", &[]);
    assert_eq!(board(&table).gunner_of(unit("us-wainwright-hall-bty")), None);
    assert_eq!(table.position.segment, Segment::Opening);
}
