//! The optional rules of fire: 0.8 to 0.12.

use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{Fact, Options, Scenario};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Ruleset, Terms};

const NONE: Options = Options {
    ammunition_loss: false,
    ammunition_reserve: false,
    ammunition_victory: false,
    breastworks: false,
    charge: false,
    night_orders: false,
    reduced_artillery: false,
    artillery_commanders: false,
    delayed_attack: false,
    entry_options: false,
    hidden_identity: false,
    hidden_movement: false,
    jackson: false,
    trimble: false,
};

fn with(lines: &[&str], options: Options) -> Table {
    let mut table = Table::study(lines);
    table.position.options = options;
    table
}

#[test]
fn options_are_read_from_the_terms_each_by_itself() {
    let on = |key: &str, value: &str| {
        let options = [(key.to_owned(), value.to_owned())].into();
        RULES.open(&Terms { options, scenario: "morning".to_owned() })
    };
    assert!(on("breastworks", "yes").expect("known").options.breastworks);
    assert_eq!(on("breastworks", "no").expect("known").options, Options::default());
    assert_eq!(on("ammunition-reserve", "yes").expect("known").stores.iter().sum::<u16>(), 1140 + 944);
    assert!(on("elephants", "yes").is_err() && on("breastworks", "perhaps").is_err());
}

fn firing(options: Options) -> Table {
    with(
        &[
            "place Gamble rest HH44",
            "place Calef HH43 unlimbered SSE",
            "place Archer line GG39=4 HH38=8",
            "turn 1 union artillery",
        ],
        options,
    )
}

#[test]
fn s0_8_no_more_cannon_fire_than_factors_are_left() {
    let mut table = firing(Options { reduced_artillery: true, ..Options::default() });
    table.umpire("mark Calef factors 4");
    assert_eq!(table.refused(Union, "Calef 5R at HH38"), "29.1");
    table.union("Calef 2R at HH38", &[]).union("Calef 2R at HH38", &[]);
    assert_eq!(table.refused(Union, "Calef 1R at HH38"), "29.1", "the factor that was paid does not come back");
    let mut table = firing(Options::default());
    table.umpire("mark Calef factors 4");
    table.union("Calef 6R at HH38", &[]);
}

#[test]
fn s0_8_rifles_fall_silent_before_napoleons_and_howitzers() {
    let mut table = with(
        &["place Archer line HH38=8 SSE", "place Marye HH38 unlimbered SSE", "place Stone line HH34=8 NNE"],
        Options { reduced_artillery: true, ..Options::default() },
    );
    table.umpire("place Stone line HH36=8 NNE").umpire("mark Marye factors 3").umpire("turn 1 confederate artillery");
    assert_eq!(table.refused(Confederate, "Marye 2R at HH36"), "29.1");
    table.confederate("Marye 1R 2N at HH36", &[]);
}

#[test]
fn s0_9_a_corps_headquarters_that_enters_rolls_for_its_trains() {
    let options = Options { ammunition_loss: true, ammunition_reserve: true, ..Options::default() };
    for (name, side, dice, lost) in [
        ("Reynolds", Union, &[6u8][..], 78),
        ("Reynolds", Union, &[5][..], 0),
        ("Hill", Confederate, &[6, 4][..], 40),
        ("Hill", Confederate, &[3][..], 0),
    ] {
        let mut table = Table::with(&["ammunition-loss", "ammunition-reserve"]);
        assert_eq!(table.position.options, options);
        table.umpire("clear");
        let (side_word, turn) = if side == Union { ("union", 2) } else { ("confederate", 9) };
        table.umpire(&format!("turn {turn} {side_word} primary"));
        let before = table.position.reserve;
        let line = table.menu(side).into_iter().find(|l| l.starts_with(&format!("{name} ride"))).expect("he may enter");
        match side {
            Union => table.union(&line, dice),
            Confederate => table.confederate(&line, dice),
        };
        let row = usize::from(side == Confederate);
        assert_eq!(before[row] - table.position.reserve[row], lost, "{name} {dice:?}");
        assert!(table.facts.iter().any(|f| matches!(f, Fact::TrainsLost { .. })));
    }
}

fn refilled(lines: &[&str], name: &str, stores: impl Fn(&mut Vec<u16>)) -> (u8, Table) {
    let mut table = Table::with(&["ammunition-reserve"]);
    table.umpire("clear");
    table.position.scenario = Scenario::TwoDays;
    for line in lines {
        table.umpire(line);
    }
    stores(&mut table.position.stores);
    table.umpire("turn 50 union assault");
    table.union("done", &[]);
    if table.position.side == Confederate {
        table.umpire("turn 50 confederate assault");
        table.confederate("done", &[]);
    }
    (table.position.battery(unit(name)).expect("a battery").factors, table)
}

#[test]
fn s0_10_a_battery_draws_on_its_own_corps_then_on_the_union_reserve() {
    let lines = ["place Stewart G22 unlimbered W", "mark Stewart factors 0"];
    assert_eq!(refilled(&lines, "Stewart", |_| {}).0, 10);
    let at = |side, name: &str| {
        let all = &RULES.pack().tables.stores;
        all.iter().position(|s| s.side == side && s.name == name).expect("a share")
    };
    let (factors, table) = refilled(&lines, "Stewart", |s| s[at(Union, "I")] = 4);
    assert_eq!(
        (factors, table.position.stores[at(Union, "I")], table.position.stores[at(Union, "Reserve")]),
        (10, 0, 124)
    );
    assert_eq!(refilled(&lines, "Stewart", |s| (s[at(Union, "I")], s[at(Union, "Reserve")]) = (1, 2)).0, 3);
    // Rank's battery has the general reserve alone, McClanahan's nothing at all.
    let rank = ["place us-mcintosh-rank-bty G22 unlimbered W", "mark us-mcintosh-rank-bty factors 9"];
    assert_eq!(refilled(&rank, "us-mcintosh-rank-bty", |s| s[at(Union, "Reserve")] = 0).0, 9);
    let without = ["place cs-imboden-mcclanahan-bty G22 unlimbered W", "mark cs-imboden-mcclanahan-bty factors 9"];
    assert_eq!(refilled(&without, "cs-imboden-mcclanahan-bty", |_| {}).0, 9);
    let horse = ["place cs-beckham-hart-bty G22 unlimbered W", "mark cs-beckham-hart-bty factors 9"];
    let (factors, table) = refilled(&horse, "cs-beckham-hart-bty", |_| {});
    assert_eq!((factors, table.position.stores[at(Confederate, "Horse")]), (10, 82));
}

#[test]
fn s0_11_ten_factors_fired_or_lost_are_a_point_for_the_enemy() {
    let mut table = firing(Options { ammunition_victory: true, ..Options::default() });
    table.position.expended = [18, 0];
    table.union("Calef heavy at HH38", &[]);
    assert_eq!(table.position.expended, [20, 0]);
    assert_eq!(board(&table).tally(Confederate)[5], ("ammunition of the enemy", 2));
    assert_eq!(board(&table).minimum(), 20, "12 of the morning, as 50 to 30");
    let mut table = firing(Options { ammunition_victory: true, ..Options::default() });
    table.umpire("lose Archer").umpire("place Zimmerman HH38 limbered N").umpire("mark Zimmerman factors 1");
    table.union("Calef at HH38", &[4, 5]);
    assert_eq!(table.position.expended, [1, 1], "what is not there is not lost");
    table.position.options = Options::default();
    table.position.expended = [100, 100];
    assert_eq!(board(&table).tally(Union)[5].1, 0);
    assert_eq!(board(&table).minimum(), 12);
}

const WORKS: Options = Options { breastworks: true, ..NONE };

#[test]
fn s0_12_works_cost_eighteen_points_over_several_turns_and_lie_as_the_line_did() {
    let mut table = with(&["place Stone line HH40=8 SSE", "turn 1 union alone", "mark Stone level 8"], WORKS);
    table.umpire("mark Stone level 8");
    table.union("Stone build", &[]);
    let stone = |table: &Table| table.position.brigade(unit("Stone")).expect("Stone").clone();
    assert_eq!((stone(&table).build, stone(&table).spent(), stone(&table).dp), (12, 12, 0));
    table.union("Stone build 2", &[]);
    assert_eq!((stone(&table).build, stone(&table).dp), (16, 10), "§13.9: eight points of activity");
    assert_eq!(table.refused(Union, "Stone build 1"), "0.12", "no points left");
    for _ in 0..2 {
        table.umpire("turn 2 union alone").umpire("mark Stone level 6");
        table.union("Stone build", &[]);
    }
    assert_eq!((stone(&table).build, table.position.works.len()), (0, 1), "eighteen");
    let works = table.position.works[0].marker();
    let line = board(&table).line(unit("Stone"))[0];
    assert_eq!((works.hex, works.left, works.right), (line.hex, line.left, line.right));
    table.umpire("turn 3 union alone").umpire("mark Stone level 6");
    assert_eq!(table.refused(Union, "Stone build"), "0.12", "works are there");
}

#[test]
fn s0_12_nobody_digs_without_the_option_in_range_in_column_or_on_a_stream() {
    let lines = ["place Stone line HH40=8 SSE", "turn 1 union alone", "mark Stone level 6"];
    let mut table = with(&lines, Options::default());
    assert_eq!(table.refused(Union, "Stone build"), "0.12");
    let mut table = with(&lines, WORKS);
    table.umpire("place Archer line HH38=8 NNE");
    assert_eq!(table.refused(Union, "Stone build"), "0.12");
    table.umpire("lose Archer").umpire("place Stone column S HH40").umpire("mark Stone level 6");
    assert_eq!(table.refused(Union, "Stone build"), "11.0");
    table.umpire("place Stone line G21=8 E").umpire("mark Stone level 6");
    assert_eq!(table.refused(Union, "Stone build"), "0.12", "a stream goes on through G21");
}

#[test]
fn s0_12_6_who_leaves_all_its_hexes_begins_anew() {
    let mut table = with(&["place Stone line HH40=8 SSE", "turn 1 union alone", "mark Stone level 8"], WORKS);
    table.umpire("mark Stone level 10");
    table.union("Stone build 4", &[]).union("Stone ahead SE", &[]);
    assert_eq!(lies(&table, "Stone"), "II40=8");
    assert_eq!(table.position.brigade(unit("Stone")).expect("Stone").build, 0);
}

/// Stone in works at HH40, their front to the south; Archer fires from HH39.
fn stormed() -> Table {
    with(
        &[
            "place Stone line HH40=8 SSE",
            "works HH40 NE SW",
            "place Archer line HH39=8 NNE",
            "mark Archer attack launched",
            "turn 1 confederate targets",
        ],
        WORKS,
    )
}

fn to_defence(table: &mut Table) {
    table.confederate("done", &[]);
    if table.position.segment == advanced_gettysburg::Segment::FlankMoves {
        table.union("done", &[]);
    }
}

#[test]
fn s0_12_fire_out_of_works_is_half_as_much_again_and_at_them_half() {
    let mut table = stormed();
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 7 at HH39", &[]).union("done", &[1, 1]);
    assert!(table.told("Stone 7 × 1½ from HH40"), "{:?}", table.story());
    assert!(table.told("10 points"), "seven come to ten: {:?}", table.story());
    assert!(table.told("Archer 8 × ½ from HH39"), "{:?}", table.story());
}

#[test]
fn s0_12_fire_from_elsewhere_takes_the_help_of_works_and_is_not_halved() {
    let mut table = stormed();
    table.umpire("place Davis line HH41=8 SSE").umpire("mark Davis attack launched");
    table.confederate("Archer at HH40", &[]).confederate("Davis at HH40", &[]);
    to_defence(&mut table);
    table.union("HH40: 8 at HH39", &[]).union("done", &[1, 1, 1]);
    assert!(table.told("Stone 8 from HH40"), "{:?}", table.story());
    assert!(table.told("Davis 8 from HH41"), "{:?}", table.story());
}

#[test]
fn s0_12_artillery_fire_at_works_from_before_them_is_halved() {
    let mut table = firing(WORKS);
    table.umpire("place Archer line HH38=8 NNE").umpire("works HH38 NW SE");
    table.union("Calef at HH38", &[]);
    // Three of six rifles count at five hexes: 1.
    assert_eq!(table.position.brigade(unit("Archer")).expect("Archer").cp, 1);
    let mut table = firing(WORKS);
    table.umpire("place Archer line HH38=8 NNE").umpire("works HH38 SE NW");
    table.union("Calef at HH38", &[]);
    assert_eq!(table.position.brigade(unit("Archer")).expect("Archer").cp, 2, "works that look away");
}

#[test]
fn s0_12_up_to_twelve_cannon_in_works_fire_all_round_more_are_narrowed() {
    let mut table = firing(WORKS);
    table.umpire("place Calef HH43 unlimbered NNE");
    assert_eq!(table.refused(Union, "Calef at HH38"), "29.0");
    table.umpire("works HH43 NW SE");
    table.union("Calef at HH38", &[]);
    let mut table = firing(WORKS);
    table.umpire("works HH43 NW SE").umpire("place Calef HH43 unlimbered NNE");
    table.umpire("place us-robertson-elder-bty HH43 unlimbered NNE").umpire("place Stevens HH43 unlimbered NNE");
    assert_eq!(table.refused(Union, "Calef at HH38"), "29.0");
}

#[test]
fn s0_12_attackers_in_works_have_a_range_of_one_hex_and_no_use_of_them() {
    let mut table = stormed();
    table.umpire("works HH39 NW SE");
    assert!(!board(&table).influences(unit("Archer"), hex("JJ40")));
    assert!(board(&table).influences(unit("Archer"), hex("HH40")));
    table.umpire("mark Archer attack none");
    assert!(board(&table).influences(unit("Archer"), hex("JJ40")));
}

#[test]
fn s0_12_who_fired_from_works_returns_no_fire_and_makes_no_assault_unless_it_left_them_unused() {
    let mut table = stormed();
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("defend best", &[1, 1, 1]);
    table.umpire("turn 1 union targets").umpire("mark Archer attack launched");
    assert_eq!(table.refused(Union, "Stone return"), "0.12");
    let mut table = stormed();
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("Stone forgo", &[]);
    assert_eq!(table.refused(Union, "Stone forgo"), "0.12");
    table.union("defend best", &[1, 1]);
    assert!(table.told("Archer 8 from HH39"), "not halved: {:?}", table.story());
    table.umpire("turn 1 union targets");
    table.union("Stone return", &[]);
}

#[test]
fn s0_12_who_fired_from_works_makes_no_defenders_assault() {
    let mut table = stormed();
    table.confederate("Archer at HH40", &[]);
    to_defence(&mut table);
    table.union("defend best", &[1, 1, 1]);
    table.umpire("turn 1 union assault");
    assert_eq!(table.refused(Union, "Stone.1 assault HH39"), "0.12");
}

const CHARGES: Options = Options { charge: true, ..NONE };

/// Hampton in an attack column at HH37, named to attack with Stone at HH40 in sight.
fn galloping() -> Table {
    let mut table = with(
        &[
            "place Hampton charge N HH37=3 HH37=3 HH36=3 HH36=3",
            "place Stone line HH40=8 SSE",
            "turn 1 confederate opening",
        ],
        CHARGES,
    );
    table.umpire("mark Hampton dp 0");
    table.confederate("attack Hampton", &[]).confederate("done", &[]);
    table
}

fn hampton(table: &Table) -> advanced_gettysburg::Brigade {
    table.position.brigade(unit("Hampton")).expect("Hampton").clone()
}

#[test]
fn s0_6_1_horse_in_column_closes_up_into_an_attack_column() {
    let lines =
        ["place Hampton column N HH37=3 HH36=3 HH35=3 HH34=3", "turn 1 confederate alone", "mark Hampton level 8"];
    let mut table = with(&lines, Options::default());
    assert_eq!(table.refused(Confederate, "Hampton charge"), "0.6", "no option");
    let mut table = with(&lines, CHARGES);
    table.umpire("place Archer column N GG37=8 GG36=4").umpire("mark Archer level 8");
    assert_eq!(table.refused(Confederate, "Archer charge"), "0.6", "foot");
    table.confederate("Hampton charge", &[]);
    assert_eq!(lies(&table, "Hampton"), "HH37=3 HH37=3 HH36=3 HH36=3");
    // The rear marker rides two hexes off the road, at one and a half.
    assert_eq!(hampton(&table).spent(), 6);
}

#[test]
fn s0_6_2_only_where_it_is_an_option_is_an_attack_column_named() {
    let mut table = galloping();
    assert_eq!(hampton(&table).sighted, [unit("Stone")]);
    table.umpire("turn 1 confederate opening").umpire("mark Hampton attack none");
    table.position.options = Options::default();
    assert_eq!(table.refused(Confederate, "attack Hampton"), "22.5");
}

#[test]
fn s0_6_3_a_charge_advances_twelve_points_with_their_disorganization_until_it_is_beside_an_enemy() {
    let mut table = galloping();
    assert_eq!(table.refused(Confederate, "Hampton charge HH36"), "0.6", "backwards");
    table.confederate("Hampton charge HH38", &[]);
    assert_eq!((hampton(&table).dp, hampton(&table).spent()), (12, 4));
    table.confederate("Hampton charge HH39", &[]);
    assert_eq!((hampton(&table).dp, hampton(&table).spent()), (12, 8), "once");
    assert_eq!(lies(&table, "Hampton"), "HH39=3 HH39=3 HH38=3 HH38=3");
    assert_eq!(table.refused(Confederate, "Hampton charge II40"), "0.6", "it stands beside an enemy");
    let mut table = galloping();
    table.umpire("lose Stone").umpire("place Stone line V20=8 SSE");
    assert_eq!(table.refused(Confederate, "Hampton charge HH38-HH39-HH40-HH41-HH42-HH43-HH44"), "13.0");
}

/// Beside Stone, its fire still to come.
fn beside() -> Table {
    let mut table = galloping();
    table.confederate("Hampton charge HH38-HH39", &[]).confederate("done", &[]);
    table
}

#[test]
fn s0_6_5_s0_6_7_a_charge_does_not_fire_and_fire_at_it_has_one_more_on_the_die() {
    let mut table = beside();
    assert_eq!(table.position.segment, advanced_gettysburg::Segment::Fire, "no targets, no steps into flanks");
    table.union("HH40: 8 at HH39", &[]).union("done", &[3]);
    // 8 points at 6 come to 6 by the chart, the fifth column of 7-9; the three is read as a four.
    assert!(table.told("3 rolled (+1): 5 casualty points"), "{:?}", table.story());
}

#[test]
fn s0_6_6_a_charge_assaults_one_hex_it_saw_with_two_more_on_the_die() {
    let mut table = beside();
    table.umpire("mark Stone dp 40").umpire("place Cutler line II40=8 W");
    table.union("defend hold", &[]);
    for _ in 0..3 {
        if table.position.segment != advanced_gettysburg::Segment::Assault {
            table.attempt(board(&table).acting(), "done", &[]).expect("on");
        }
    }
    assert_eq!(table.refused(Confederate, "Hampton.1 assault II40"), "0.6", "it did not see Cutler");
    // 6, veteran 12 and 3 against 4 (silent, halved), 6 and 3: at +5 all dice carry but those above six.
    table.confederate("Hampton.1 assault HH40", &[5]);
    assert!(table.told("(+2), no result"), "{:?}", table.story());
    table.position.assaulted.clear();
    assert_eq!(table.refused(Confederate, "Hampton.1 assault HH40"), "0.6", "once");
    table.position.charged.clear();
    table.confederate("Hampton.1 assault HH40", &[4, 1]);
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Stone back")).expect("a way");
    table.union(&way, &[]).umpire("lose Cutler");
    table.confederate("Hampton advance HH40", &[]);
    assert_eq!(lies(&table, "Hampton"), "HH40=3 HH40=3 HH39=3 HH39=3");
}

#[test]
fn s0_6_1_an_attack_column_goes_back_of_its_own_will_by_the_hex_behind_it() {
    let mut table = Table::with(&["cavalry-charge"]);
    table.umpire("clear");
    for line in [
        "place Hampton charge NE F22=3 F22=3",
        "place Meredith line G22=8 G23=8",
        "turn 3 confederate back-off",
        "mark Hampton attack launched level 12",
    ] {
        table.umpire(line);
    }
    assert_eq!(table.refused(Confederate, "Hampton back S"), "30.0");
    table.confederate("Hampton back SW", &[]);
    assert_eq!(lies(&table, "Hampton"), "E22=3 E22=3");
}
