//! Batteries that come on beside their road, and columns that do so in parts (§34.3.5 to §34.3.7, §34.1.6, §34.1.7).

use crate::shared::table::some_dice;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, after, board, days, hex, hidden, lies, sound, unit};
use advanced_gettysburg::{AdvancedGettysburg, Formation, Order, Place, UnitId};
use domain_core::dice::Dice;
use domain_core::referee::Side::Confederate;
use domain_core::referee::{Apply, BotRng, Orders, Ruleset, Situation};

const ANDERSON: &str = "cs-anderson-g-t-inf";
const HART: &str = "cs-beckham-hart-bty";
const MILLER: &str = "cs-eshleman-miller-bty";
const NORCOM: &str = "cs-eshleman-norcom-bty";
const ROBERTSON: &str = "cs-robertson-j-b-inf";

/// Eshleman's batteries are due in turn 72 at A39, Hood's brigades in turn 64.
fn late(turn: u8) -> Table {
    days(&[&format!("turn {turn} confederate primary")])
}

/// The lines of a counter's menu that bring it on by a hex.
fn by(table: &Table, name: &str, hex: &str) -> Vec<String> {
    let name = board(table).name(unit(name)).to_owned();
    let begins = |line: &String| line.starts_with(&format!("{name} march {hex}"));
    table.menu(Confederate).into_iter().filter(begins).collect()
}

#[test]
fn s34_3_5_a_delayed_battery_comes_on_beside_its_road() {
    let line = format!("{MILLER} march A37");
    let mut table = late(72);
    assert!(by(&table, MILLER, "A37").is_empty());
    table.confederate(&line, &[]);
    assert_eq!(
        table.position.battery(unit(MILLER)).map(|b| b.spent),
        Some(8),
        "it is not delayed, and comes by the road"
    );
    // Within two hexes of the entry hex for a turn of delay.
    let mut table = late(73);
    let then = after(&BEFORE, &table, Confederate, &line, &[]).expect("by the road, by which there is a way to A37");
    assert_eq!(then.battery(unit(MILLER)).map(|b| b.spent), Some(8), "a point and two hexes off the road");
    assert!(by(&table, MILLER, "A36").is_empty());
    assert_eq!(by(&table, MILLER, "A37").len(), 1, "{:?}", by(&table, MILLER, "A37"));
    table.confederate(&line, &[]);
    assert_eq!(lies(&table, MILLER), "A37=3");
    let guns = table.position.battery(unit(MILLER)).expect("a battery").clone();
    assert!(guns.limbered && guns.spent == 3, "no road leads in there: {guns:?}");
    // It goes on in another order, as by the road.
    table.confederate(&format!("{MILLER} march B36"), &[]);
    sound(&table);
    // From the hex beside the road on farther, in one order.
    let mut far = late(73);
    far.confederate(&format!("{MILLER} march A37-B36-C36 N"), &[]);
    assert_eq!(far.position.battery(unit(MILLER)).map(|b| b.spent), Some(9));
    // No farther off than six hexes, and nowhere else over the edge.
    let mut longest = late(80);
    assert!(longest.attempt(Confederate, &format!("{MILLER} march A32"), &[]).is_err());
    longest.confederate(&format!("{MILLER} march A33"), &[]);
}

#[test]
fn s34_1_6_s34_3_5_batteries_come_on_behind_one_another_by_a_hex_and_leave_the_road_open() {
    let mut table = late(73);
    table.confederate(&format!("{MILLER} march A37-B36"), &[]);
    // Two points are left there for the next one, and nothing behind that.
    table.confederate(&format!("{NORCOM} march A37"), &[]);
    let third = "cs-eshleman-squires-bty march A37";
    assert_eq!(table.refused(Confederate, third), "34.1");
    assert!(by(&table, "cs-eshleman-squires-bty", "A37").is_empty());
    // The road lets in whom it did, and another hex too.
    table.confederate("cs-eshleman-squires-bty march A39", &[]);
    table.confederate("cs-eshleman-richardson-bty march A41", &[]);
    sound(&table);
    // Next turn nobody is behind anybody.
    table.umpire("turn 74 confederate primary").confederate("cs-alexander-moody-bty march A37", &[]);
    sound(&table);
}

#[test]
fn s22_2_s34_3_5_a_battery_comes_on_by_no_hex_in_the_range_of_a_brigade_or_beside_an_enemy() {
    let table = |line: &str| days(&[line, "turn 73 confederate primary"]);
    // Meredith looks at A37 from C36.
    let mut ranged = table("place Meredith line C36=8 W");
    let near: Vec<bool> = ["A37", "A38", "A40"].map(|at| board(&ranged).in_enemy_range(Confederate, hex(at))).into();
    assert_eq!(near, [true, false, false]);
    assert!(ranged.attempt(Confederate, &format!("{MILLER} march A37"), &[]).is_err());
    assert!(by(&ranged, MILLER, "A37").is_empty());
    ranged.confederate(&format!("{MILLER} march A40"), &[]);
    // The range of guns alone keeps no battery out, and does a column.
    let mut guns = table("place Calef C36 unlimbered W");
    assert!(board(&guns).in_battery_range(Confederate, hex("A37")));
    assert!(by(&guns, "Benning", "A37").is_empty());
    guns.confederate(&format!("{MILLER} march A37"), &[]);
    assert_eq!(guns.position.battery(unit(MILLER)).map(|b| b.spent), Some(3));
    sound(&guns);
}

#[test]
fn s33_0_2_s34_1_7_a_battery_beside_the_road_is_in_column_with_nobody_on_it() {
    // Anderson's march by the road is of a level of eight.
    let eight = format!("{ANDERSON} march H36");
    let mut column = late(73);
    column.confederate(&eight, &[]);
    assert!(column.brigade(ANDERSON).spent() > 12);
    assert_eq!(column.refused(Confederate, &format!("{MILLER} march A37")), "34.1");
    assert!(by(&column, MILLER, "A37").is_empty());
    column.confederate(&format!("{HART} march A37"), &[]);
    column.confederate(&format!("{MILLER} march A39"), &[]);
    sound(&column);
    // The other way round the brigade uses no more than six.
    let mut guns = late(73);
    guns.confederate(&format!("{MILLER} march A37"), &[]);
    assert_eq!(guns.refused(Confederate, &eight), "13.0");
    guns.confederate(&format!("{ANDERSON} march F37"), &[]);
    sound(&guns);
    let mut horse = late(73);
    horse.confederate(&format!("{HART} march A37"), &[]).confederate(&eight, &[]);
    // Behind a brigade by the same hex it is in column with that.
    let mut behind = late(73);
    behind.confederate("Benning march A37-B36-C36-D35-E36", &[]).confederate(&format!("{MILLER} march A37"), &[]);
    assert!(behind.brigade("Benning").spent() > 12);
    sound(&behind);
}

#[test]
fn s34_1_9_s34_3_5_s34_3_7_a_column_comes_on_beside_its_road_in_parts_and_the_rest_waits_behind_it() {
    let mut table = late(72);
    assert!(
        after(&BEFORE, &table, Confederate, "Benning march A37-B36", &[]).is_err(),
        "revision 7 brought it on whole"
    );
    assert!(by(&table, "Benning", "A37").contains(&"Benning march A37".to_owned()));
    table.confederate("Benning march A37", &[]);
    assert!(lies(&table, "Benning").starts_with("A37=8 "));
    assert_eq!((table.spent("Benning").as_str(), table.brigade("Benning").exempt), ("1.5 0 0", None));
    sound(&table);
    // Nobody comes on through those who wait, by the road they do.
    assert_eq!(table.refused(Confederate, &format!("{ANDERSON} march A37-A36")), "34.1");
    assert!(by(&table, ANDERSON, "A37").is_empty());
    assert_eq!(table.refused(Confederate, "cs-henry-latham-bty march A37-A36"), "34.1");
    let mut road = Table { position: table.position.clone(), facts: Vec::new() };
    road.confederate("cs-henry-latham-bty march A39", &[]);
    sound(&road);
    // It goes on in the same turn, each marker over the edge off the road.
    table.confederate("Benning march B36-C36", &[]);
    assert_eq!((lies(&table, "Benning").as_str(), table.spent("Benning").as_str()), ("C36=8 B36=8 A37=1", "4.5 3 1.5"));
    assert!(table.position.brigade(unit("Benning")).is_some_and(|b| b.exempt.is_none()));
    assert_eq!(
        table.refused(Confederate, &format!("{ANDERSON} march A37-A36-A35")),
        "34.1",
        "half a point is left there"
    );
    sound(&table);
}

#[test]
fn s16_1_s34_1_7_s34_3_5_the_rest_of_a_column_comes_on_in_a_later_turn_by_its_own_level() {
    let mut table = late(72);
    table.confederate("Benning march A37", &[]).umpire("turn 73 confederate primary");
    // It did not come on by the hex of its card, so that it rolls now.
    assert_eq!(table.refused(Confederate, "Benning march B36"), "15.0");
    table.umpire("turn 73 confederate alone").confederate("alone Benning", &[5]);
    table.confederate("Benning march B36-C36", &[]);
    assert_eq!(lies(&table, "Benning"), "C36=8 B36=8 A37=1");
    sound(&table);
}

#[test]
fn s21_8_s24_6_s34_3_5_a_column_on_both_sides_of_the_edge_flips_over_as_it_lies() {
    let coming_on = || {
        let mut table = late(72);
        table.confederate(&format!("{ROBERTSON} march A37"), &[]);
        for line in ["place Meredith line A38=8 SSE", "mark Meredith attack launched", "turn 72 union hasty"] {
            table.umpire(line);
        }
        table
    };
    for (line, there) in [("left", "cashtown-pike=5 A37=8"), ("right", "A37=8 cashtown-pike=5")] {
        let mut table = coming_on();
        table.confederate(&format!("{ROBERTSON} hasty {line}"), &[]);
        assert_eq!(lies(&table, ROBERTSON), there);
        assert!(matches!(table.brigade(ROBERTSON).formation, Formation::Line { .. }));
        sound(&table);
    }
    // It leaves the map where it lies on it.
    let mut table = coming_on();
    table
        .confederate(&format!("{ROBERTSON} hasty right"), &[])
        .umpire("turn 73 confederate alone")
        .umpire(&format!("mark {ROBERTSON} level 6"));
    table.confederate(&format!("{ROBERTSON} leave"), &[]);
    assert_eq!(table.position.unit(unit(ROBERTSON)).place, Place::Fled(hex("A37") as u16));
    sound(&table);
}

#[test]
fn s0_1_s21_8_s34_3_5_who_is_driven_off_as_it_comes_on_leaves_the_map_there_and_its_entrance_shut() {
    // Heth's brigades are due in turn 1; Meredith lies hidden two hexes from A37, or from A39.
    let table =
        |at: &str| hidden(&[&format!("place Meredith line {at}=8 E"), "turn 2 confederate primary", "unseen Meredith"]);
    let mut beside = table("C36");
    beside.confederate("Archer march A37", &[1]);
    assert_eq!(beside.position.unit(unit("Archer")).place, Place::Fled(hex("A37") as u16), "{:?}", beside.facts);
    // §34.1.6: the markers of it that were still to come were before whoever follows, and have spent nothing.
    assert_eq!(beside.refused(Confederate, "Davis march A37-A36"), "34.1");
    sound(&beside);
    let mut road = table("C38");
    road.confederate("Archer march A39", &[1]);
    assert_eq!(road.position.unit(unit("Archer")).place, Place::Fled(hex("A39") as u16), "{:?}", road.facts);
    assert_eq!(road.refused(Confederate, "Davis march A39"), "34.1");
    sound(&road);
}

#[test]
fn s34_3_5_who_comes_on_beside_the_road_by_chance_lies_well_and_the_menu_is_what_the_rules_take() {
    let (mut guns, mut parts) = (0, 0);
    for seed in 0..2 {
        let mut rng = BotRng::seeded(seed);
        let mut table = late(74 + seed as u8);
        for n in 0..70 {
            let board = RULES.board(&table.position);
            let Some(decision) = board.waiting().first().cloned() else { break };
            let orders = board.orders(decision.seat);
            let beside = |order: &&Order| board.format(order).contains(" march A") && n % 3 > 0;
            let some: Vec<&Order> = orders.iter().filter(beside).collect();
            let all: Vec<&Order> = orders.iter().collect();
            let Some(order) = rng.pick(if some.is_empty() { &all } else { &some }) else { break };
            let mut dice = some_dice::<AdvancedGettysburg>(&mut rng);
            let facts = RULES.decide(&table.position, decision.seat, order, &mut Dice::forced(&mut dice));
            let facts = facts.unwrap_or_else(|why| panic!("{}: {why}", board.format(order)));
            facts.iter().for_each(|fact| table.position.apply(fact));
            sound(&table);
            guns = guns.max(table.position.guns_beside.len());
            let boxed = |u: UnitId| table.position.chain(u).iter().any(|l| !RULES.pack().ground.is_hex(l.at()));
            parts = parts.max(RULES.pack().ids().filter(|u| boxed(*u)).count());
        }
    }
    assert!(guns > 1 && parts > 1, "{guns} batteries beside a road in a turn, {parts} columns in parts");
}
