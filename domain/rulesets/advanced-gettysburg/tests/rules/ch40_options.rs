//! The optional rules 0.2 to 0.11, paragraph by paragraph.

use crate::charts::UNITS;
use crate::fire_kit::{battery, brigade, to_defence};
use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Fact, Options, Segment, UnitId};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

/// All three days with these options on, everything off the map.
fn whole(options: &[&str], lines: &[&str]) -> Table {
    let options = options.iter().map(|k| ((*k).to_owned(), "yes".to_owned())).collect();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("scenario and options exist"), facts: Vec::new() };
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

fn id(id: &str) -> UnitId {
    RULES.pack().ids().find(|u| RULES.pack().unit(*u).id == id).unwrap_or_else(|| panic!("no {id}"))
}

#[test]
fn s0_2_transfers_1_2_3_of_brigades_and_divisions_hold_until_another_transfer() {
    let mut table = whole(&["night-orders"], &["turn 50 confederate opening"]);
    let leads = |table: &Table, chief: &str, brigade: &str| board(table).has_authority(id(chief), unit(brigade));
    assert_eq!(table.refused(Confederate, "transfer cs-heth-cmd to Heth"), "0.2", "a division goes to a corps");
    table.confederate("transfer Lane to Heth", &[]);
    table.umpire("turn 100 confederate primary");
    assert!(leads(&table, "cs-heth-cmd", "Lane") && !leads(&table, "cs-pender-cmd", "Lane"), "the next evening");
    assert_eq!(table.refused(Confederate, "transfer Lane to Pender"), "5.0");
    table.umpire("turn 120 confederate opening").confederate("transfer Lane to Pender", &[]);
    assert!(leads(&table, "cs-pender-cmd", "Lane") && !leads(&table, "cs-heth-cmd", "Lane"));
}

#[test]
fn s0_2_1_one_commander_of_a_division_or_corps_is_ordered_with_brigades_and_batteries() {
    let lines = [
        "place cs-heth-cmd A39",
        "place cs-lee-cmd A39",
        "place Archer line A38=8 B38=4",
        "place Marye A40 limbered N",
    ];
    let mut table = whole(&["night-orders"], &lines);
    table.umpire("turn 50 confederate opening");
    assert_eq!(table.refused(Confederate, "order cs-lee-cmd D38 07 with Archer"), "2.1");
    assert_eq!(table.refused(Confederate, "order cs-heth-cmd D38 07 with Archer, Archer"), "0.2", "named twice");
    table.confederate("order cs-heth-cmd D38 07 with Archer, Marye", &[]);
    assert_eq!(table.position.night_orders[0].with, [unit("Archer"), unit("Marye")]);
}

#[test]
fn s0_3_1_s0_3_3_r87_a_captured_commander_is_removed_from_play_and_trimble_stays() {
    let lines = [
        "place cs-pender-cmd F22",
        "place Perrin line F24=8 F23=7",
        "turn 50 confederate opening",
        "lose cs-pender-cmd",
    ];
    let mut table = whole(&["trimble"], &lines);
    table.confederate("substitute Pender", &[]);
    assert_eq!(table.position.place(id("cs-trimble-cmd")), table.position.counter(unit("Perrin")));
    table.umpire("mark cs-heth-cmd hit").umpire("place cs-heth-cmd H22");
    assert_eq!(table.refused(Confederate, "substitute Heth"), "0.3", "he is in command already");
    assert_eq!(table.refused(Confederate, "substitute Hill"), "0.3", "no division commander");
}

#[test]
fn s0_5_2_an_option_once_written_is_not_written_again_nor_later() {
    let options = [("entry-options".to_owned(), "yes".to_owned())].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("known"), facts: Vec::new() };
    table.confederate("option 3", &[]);
    assert_eq!(table.refused(Confederate, "option 3"), "0.5");
    table.confederate("done", &[]).union("done", &[]);
    assert_eq!(table.refused(Confederate, "option 1"), "5.0");
}

/// Options written by the Union, the exchange among them.
fn exchanged(line: &str) -> Table {
    let options = [("entry-options".to_owned(), "yes".to_owned())].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("known"), facts: Vec::new() };
    table.confederate("done", &[]).union(line, &[]).union("done", &[]);
    table
}

fn comes(table: &Table, name: &str) -> (u8, String) {
    board(table).arrival(id(name)).map(|(turn, e)| (turn, e.name.clone())).unwrap_or_else(|| panic!("{name} comes"))
}

#[test]
fn s0_5_4_r42_r78_a_corps_is_exchanged_in_toto_and_its_later_groups_come_no_earlier_than_its_body() {
    let table = exchanged("option 3 V VI");
    for (name, turn, road) in [
        ("us-tilton-inf", 95, "Baltimore Pike"),
        ("us-sykes-cmd", 95, "Baltimore Pike"),
        ("us-martin-hazlett-bty", 95, "Baltimore Pike"),
        ("us-shaler-inf", 40, "Hanover Rd."),
        ("us-sedgwick-cmd", 40, "Hanover Rd."),
        ("us-tompkins-cowan-bty", 40, "Hanover Rd."),
        // Crawford, due in turn 86 by the Hanover Road, comes with the body that is later.
        ("us-mccandless-inf", 95, "Baltimore Pike"),
        ("us-crawford-cmd", 95, "Baltimore Pike"),
    ] {
        assert_eq!(comes(&table, name), (turn, road.to_owned()), "{name}");
    }
    let table = exchanged("option 3 II XII");
    // Slocum keeps his forty minutes after the body, Hancock his hours before it; Lockwood keeps his own entry, which is later.
    assert_eq!(comes(&table, "us-candy-inf"), (47, "Taneytown Rd.".to_owned()));
    assert_eq!(comes(&table, "us-slocum-cmd"), (49, "Taneytown Rd.".to_owned()));
    assert_eq!(comes(&table, "us-hancock-cmd"), (7, "Baltimore Pike".to_owned()));
    assert_eq!(comes(&table, "us-lockwood-inf"), (72, "Emmitsburg Rd.".to_owned()));
    assert_eq!(comes(&table, "us-tilton-inf"), (40, "Hanover Rd.".to_owned()), "no part of it");
}

#[test]
fn r79_option_4_moves_pickett_his_brigades_and_his_artillery() {
    let options = [("entry-options".to_owned(), "yes".to_owned())].into();
    let terms = Terms { options, scenario: "three-days".into() };
    let mut table = Table { position: RULES.open(&terms).expect("known"), facts: Vec::new() };
    table.confederate("option 2", &[]).confederate("option 4", &[]).confederate("done", &[]).union("done", &[]);
    for (id, row) in UNITS.iter().filter(|(_, row)| row["division"] == "Pickett" && row["status"] == "play") {
        assert_eq!(comes(&table, id), (67, "Cashtown Pike".to_owned()), "{id}");
        assert_eq!(row["arrival_turn"], "95", "{id}");
    }
}

#[test]
fn r41_option_points_count_when_they_are_owed() {
    let mut table = exchanged("option 5");
    assert_eq!(board(&table).tally(Confederate)[6].1, 0);
    table.umpire("turn 46 union assault").union("done", &[]).confederate("done", &[]).confederate("done", &[]);
    assert_eq!((board(&table).tally(Confederate)[6].1, brigade(&table, "us-carr-inf").sp), (0, 20), "Carr is due");
    table.umpire("turn 49 union primary").union("us-carr-inf march A26", &[]);
    assert_eq!(board(&table).tally(Confederate)[6], ("entry options of the enemy", 2), "and came, delayed");
    assert_eq!(brigade(&table, "us-carr-inf").sp, 22);
}

/// An attack column of Hampton's looking north, and what else is said.
fn column(lines: &[&str]) -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear").umpire("place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3");
    for line in lines {
        table.umpire(line);
    }
    table
}

#[test]
fn s0_6_1_two_markers_in_a_hex_at_most_and_no_ordinary_march_in_that_formation() {
    let mut table = column(&["turn 1 confederate alone", "mark Hampton level 8"]);
    for line in ["Hampton march HH38", "Hampton ahead HH38"] {
        assert!(table.attempt(Confederate, line, &[]).is_err(), "{line}");
    }
    // Five markers take up three hexes.
    let mut long = Table::with(&["cavalry-charge"]);
    long.umpire("clear").umpire("place Hampton column N HH39=3 HH38=3 HH37=3 HH36=3 HH35=3");
    long.umpire("turn 1 confederate alone").umpire("mark Hampton level 12").confederate("Hampton charge", &[]);
    assert_eq!(lies(&long, "Hampton"), "HH39=3 HH39=3 HH38=3 HH38=3 HH37=3");
}

#[test]
fn s0_6_2_only_a_named_column_gallops_and_only_it_comes_into_range() {
    let mut table = column(&["place Stone line HH40=8 SSE", "turn 1 confederate alone", "mark Hampton level 12"]);
    assert_eq!(table.refused(Confederate, "Hampton charge HH38"), "0.6");
    table.umpire("mark Hampton attack launched");
    assert!(board(&table).in_enemy_range(Confederate, hex("HH38")));
    table.confederate("Hampton charge HH38", &[]);
}

#[test]
fn s0_6_4_who_was_out_of_sight_when_it_was_named_is_not_charged() {
    let mut table =
        column(&["place Cutler line HH39=8 SSE", "place Stone line HH41=8 SSE", "turn 1 confederate opening"]);
    table.confederate("attack Hampton", &[]);
    assert_eq!(brigade(&table, "Hampton").sighted, [unit("Cutler")], "Cutler hides Stone");
    table.umpire("wait Cutler").umpire("place Hampton charge N HH40=3 HH40=3").umpire("turn 1 confederate assault");
    table.umpire("mark Hampton attack launched level 12");
    assert_eq!(table.refused(Confederate, "Hampton.1 assault HH41"), "0.6");
}

/// Hampton beside Meredith, who was in his sight, with so many half points spent.
fn charging(spent: u8, segment: &str) -> Table {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N F24=3 F24=3",
        "place Meredith line F25=8 SSE",
        &format!("turn 3 confederate {segment}"),
        "mark Hampton attack launched level 12 dp 12",
    ] {
        table.umpire(line);
    }
    let hampton = table.position.brigade_mut(unit("Hampton")).expect("Hampton");
    hampton.paid = vec![spent; 2];
    hampton.sighted = vec![unit("Meredith")];
    table
}

#[test]
fn s0_6_3_s30_1_1_a_charge_has_twelve_points_for_its_retreat_too() {
    // Beside the enemy from the first: six hexes; after two hexes four are left, after six none but the free one.
    for (spent, hexes) in [(0, 6), (8, 4), (12, 3), (24, 1)] {
        let table = charging(spent, "back-off");
        let all = table.menu(Confederate).into_iter().filter(|l| l.starts_with("Hampton back "));
        assert_eq!(all.map(|l| l.split(' ').count() - 2).max(), Some(hexes), "{spent} halves spent");
    }
    let mut table = charging(8, "back-off");
    table.confederate("Hampton back S S S S", &[]);
    let hampton = brigade(&table, "Hampton");
    // Five for a retreat begun in a brigade's range; the twelve points of its level are in its disorganization already.
    assert_eq!((hampton.spent(), hampton.dp), (24, 17));
}

#[test]
fn s0_6_3_s31_3_a_charge_that_carried_its_assault_goes_on_for_what_is_left_of_twelve() {
    let mut table = charging(12, "assault");
    table.confederate("Hampton.1 assault F25", &[2, 1]);
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Meredith back")).expect("a way");
    table.union(&way, &[]).confederate("Hampton advance F25", &[]);
    assert_eq!((brigade(&table, "Hampton").spent(), lies(&table, "Hampton")), (12, "F25=3 F25=3".to_owned()), "free");
    let further =
        table.menu(Confederate).into_iter().find(|l| l.starts_with("Hampton advance")).expect("points are left");
    table.confederate(&further, &[]);
    assert_eq!((brigade(&table, "Hampton").spent(), brigade(&table, "Hampton").dp), (16, 12));
    let mut spent = charging(24, "assault");
    spent.confederate("Hampton.1 assault F25", &[2, 1]);
    let way = spent.menu(Union).into_iter().find(|l| l.starts_with("Meredith back")).expect("a way");
    spent.union(&way, &[]).confederate("Hampton advance F25", &[]);
    assert!(
        spent.position.segment != Segment::Assault
            || !spent.menu(Confederate).iter().any(|l| l.starts_with("Hampton advance"))
    );
}

#[test]
fn r11_r68_a_charge_assaults_without_fire_with_two_more_on_the_die_and_an_ordinary_casualties_roll() {
    for (die, carried) in [(2, true), (3, false)] {
        let mut table = charging(8, "assault");
        // 6, veteran 12 and 3 against half of eight silent points, 12 and 3: a difference of two carries with four, two more than the die.
        let dice: &[u8] = if carried { &[die, 4] } else { &[die] };
        table.confederate("Hampton.1 assault F25", dice);
        assert_eq!(table.told("carried"), carried, "{:?}", table.story());
        let share =
            table.facts.iter().find_map(|f| if let Fact::AssaultLoss { share, .. } = f { Some(*share) } else { None });
        // At a difference of two the casualties die is read as it fell.
        assert_eq!(share, carried.then_some(20));
    }
}

#[test]
fn s0_6_7_nobody_steps_into_the_flank_of_a_charge() {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge N HH39=3 HH39=3",
        "place Stone line II41=4 HH40=8",
        "turn 1 confederate targets",
        "mark Hampton attack launched",
    ] {
        table.umpire(line);
    }
    table.confederate("done", &[]);
    assert_eq!(table.position.segment, Segment::Fire, "no targets, no steps");
}

#[test]
fn s0_7_2_the_sum_of_number_and_die_says_whether_they_wait() {
    for (number, die) in (1..=2).flat_map(|n| (1..=6).map(move |d| (n, d))) {
        let mut table = Table::with(&["delayed-attack"]);
        table.umpire("clear");
        for line in ["place Archer line F22=8 F21=4", "place Meredith line I21=8 I22=8", "turn 5 confederate opening"] {
            table.umpire(line);
        }
        (table.position.delay.number, table.position.delay.die) = (Some(number), Some(die));
        assert_eq!(table.attempt(Confederate, "attack Archer", &[]).is_ok(), (number + die) % 2 == 0, "{number} {die}");
    }
}

#[test]
fn s0_8_cannon_without_factors_are_silent_in_combat_fire_and_fire_again_when_they_are_filled() {
    let most = |factors: u8| {
        let mut table = Table::study(&[
            "place Cutler rest HH42",
            "place Stewart HH40 unlimbered SSE",
            "place Archer line HH39=8 NNE",
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ]);
        table.position.options = Options { reduced_artillery: true, ..Options::default() };
        table.umpire(&format!("mark Stewart factors {factors}"));
        to_defence(&mut table);
        (1..=11).rev().find(|sp| table.attempt(Union, &format!("HH40: {sp} at HH39"), &[]).is_ok())
    };
    // Six Napoleons are four points, four three, three two, two one.
    assert_eq!([6, 10, 4, 3, 2].map(most), [Some(4), Some(4), Some(3), Some(2), Some(1)]);
}

#[test]
fn s0_9_headquarters_of_cavalry_leave_nothing_behind() {
    for (name, side, turn) in [("cs-stuart-cmd", Confederate, 94), ("us-pleasonton-cmd", Union, 89)] {
        let mut table = whole(&["ammunition-loss", "ammunition-reserve"], &[]);
        table.umpire(&format!("turn {turn} {} primary", if side == Union { "union" } else { "confederate" }));
        let called = RULES.pack().name(id(name)).to_owned();
        let line = table.menu(side).into_iter().find(|l| l.starts_with(&format!("{called} ride"))).expect("he enters");
        table.attempt(side, &line, &[]).expect("no die");
        assert!(!table.facts.iter().any(|f| matches!(f, Fact::TrainsLost { .. })));
    }
    // Nobody rolls again who rides on.
    let mut table = whole(&["ammunition-loss"], &["place Reynolds G5", "turn 3 union primary"]);
    table.union("Reynolds ride G6", &[]);
}

#[test]
fn s0_10_a_captured_battery_draws_on_its_captors_corps() {
    let mut table =
        whole(&["ammunition-reserve"], &["place Stewart G22 unlimbered W", "mark Stewart factors 4 captor Archer"]);
    table.umpire("turn 50 confederate assault");
    let before = table.position.stores.clone();
    table.confederate("done", &[]);
    let store =
        RULES.pack().tables.stores.iter().position(|s| s.side == Confederate && s.name == "III").expect("a share");
    assert_eq!((battery(&table, "Stewart").factors, before[store] - table.position.stores[store]), (10, 6));
}

#[test]
fn s0_11_the_least_total_of_the_battle_is_fifty() {
    let table = whole(&["ammunition-victory"], &[]);
    assert_eq!(board(&table).minimum(), 50);
    let mut counted = whole(&["ammunition-victory"], &[]);
    for (expended, points) in [(9, 0), (10, 1), (129, 12)] {
        counted.position.expended = [expended, 0];
        assert_eq!(board(&counted).tally(Confederate)[5].1, points);
    }
}

/// A night with Hunt, three batteries near him and a fourth far off.
fn gunners() -> Table {
    whole(
        &["night-orders", "artillery-commanders"],
        &[
            "place Hunt U22",
            "place Wiedrich U23 unlimbered W",
            "place Dilger U24 unlimbered W",
            "place Stewart U21 unlimbered W",
            "turn 60 union opening",
        ],
    )
}

#[test]
fn s0_13_1_s0_13_2_any_batteries_as_many_as_his_counter_says_are_named_in_a_night_order() {
    let control = |name: &str| board(&gunners()).ratings(unit(name)).0;
    assert_eq!((control("us-hunt-cmd"), control("cs-alexander-cmd"), control("cs-pendleton-cmd")), (20, 15, 8));
    let mut table = gunners();
    table.umpire("mark us-hunt-cmd hit");
    assert_eq!(table.refused(Union, "guns Hunt: Wiedrich, Dilger, Stewart"), "0.13", "two");
    table.union("guns Hunt: Wiedrich, Stewart", &[]);
    assert_eq!(board(&table).gunner_of(unit("Stewart")), Some(unit("us-hunt-cmd")), "of two corps");
    assert_eq!(board(&table).gunner_of(unit("Dilger")), None);
    let mut table = gunners();
    assert_eq!(table.refused(Union, "guns Hunt: Wiedrich, Wiedrich"), "0.13");
}

#[test]
fn s0_13_4_within_ten_hexes_of_him_they_fire_and_beyond_not() {
    let mut table = gunners();
    table.union("guns Hunt: Wiedrich", &[]).umpire("turn 70 union artillery");
    for (at, near) in [("U33", true), ("U34", false)] {
        table.umpire(&format!("place Hunt {at}"));
        let far = board(&table).pack.ground.atlas.distance(hex(at), hex("U23"));
        assert_eq!((far, board(&table).is_supported(unit("Wiedrich"))), (Some(if near { 10 } else { 11 }), near));
    }
}

#[test]
fn s0_13_5_an_order_stands_until_the_next_night() {
    let mut table = gunners();
    table.union("guns Hunt: Wiedrich", &[]);
    for turn in [62, 66] {
        table.umpire(&format!("turn {turn} union opening"));
        assert!(table.attempt(Union, "guns Hunt: Dilger", &[]).is_err(), "{turn}");
    }
    table.umpire("turn 100 union primary");
    assert!(board(&table).is_supported(unit("Wiedrich")), "all day");
    table.umpire("turn 116 union opening").union("guns Hunt: Dilger", &[]);
    assert_eq!(board(&table).gunner_of(unit("Wiedrich")), None);
}
