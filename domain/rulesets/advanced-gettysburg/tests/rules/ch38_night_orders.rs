//! Night orders (0.2).

use crate::table::{Table, board, unit};
use advanced_gettysburg::Scenario;
use domain_core::referee::Side::Confederate;

/// Heth at the Cashtown Pike with Archer in column and Davis near him, at a night turn.
fn night(turn: u8) -> Table {
    let mut table = Table::with(&["night-orders"]);
    table.umpire("clear");
    table.position.scenario = Scenario::TwoDays;
    for line in ["place cs-heth-cmd A39", "place Archer line A38=8 B38=4", "place Lane column N C35=8 C34=7"] {
        table.umpire(line);
    }
    table.umpire(&format!("turn {turn} confederate opening"));
    table
}

#[test]
fn s0_2_orders_are_written_at_night_before_its_last_turn_and_only_where_they_are_an_option() {
    let mut table = night(50);
    table.position.options.night_orders = false;
    assert_eq!(table.refused(Confederate, "order cs-heth-cmd D38 07 with Archer"), "0.2");
    for turn in [42, 66, 67] {
        assert_eq!(night(turn).refused(Confederate, "order cs-heth-cmd D38 07 with Archer"), "0.2", "{turn}");
    }
    let mut table = night(65);
    table.confederate("order cs-heth-cmd D38 07 with Archer", &[]);
    let order = &table.position.night_orders[0];
    assert_eq!((order.hour, order.with.clone()), (73, vec![unit("Archer")]), "seven o'clock of July 2");
    assert_eq!(table.refused(Confederate, "order cs-heth-cmd D38 08"), "0.2", "he has one");
    assert_eq!(table.refused(Confederate, "order cs-heth-cmd D38 21"), "0.2", "no hour of the day");
}

#[test]
fn s0_2_2_the_hex_is_out_of_enemy_range_and_roads_lead_there() {
    let mut table = night(50);
    table.umpire("place Stone line F38=8 W");
    assert!(board(&table).in_enemy_range(Confederate, crate::table::hex("D38")), "the hex is in range");
    assert_eq!(table.refused(Confederate, "order cs-heth-cmd D38 07"), "0.2");
    assert_eq!(table.refused(Confederate, "order cs-heth-cmd V20 07"), "0.2", "the pike is shut");
}

#[test]
fn s0_2_3_s0_2_4_who_is_ordered_moves_without_a_roll_and_is_not_named_until_he_is_there() {
    let mut table = night(50);
    table.confederate("order cs-heth-cmd D38 07 with Archer", &[]);
    table.umpire("turn 72 confederate opening");
    assert_eq!(table.refused(Confederate, "attack Archer"), "0.2");
    table.confederate("done", &[]);
    assert!(table.menu(Confederate).iter().any(|l| l.starts_with("Archer ahead")), "without a roll");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Lane march")));
    // He is there a turn too early, and still there when the hour begins.
    table.umpire("place cs-heth-cmd D38").umpire("turn 72 union assault");
    table.union("done", &[]);
    assert!(table.position.night_orders.is_empty(), "kept");
    table.confederate("attack Archer", &[]);
}

#[test]
fn s0_2_5_an_order_is_rescinded_only_when_its_hex_cannot_be_reached() {
    let mut table = night(50);
    table.confederate("order cs-heth-cmd D38 07 with Archer", &[]);
    assert_eq!(table.refused(Confederate, "rescind cs-heth-cmd"), "0.2");
    table.umpire("place Stone line F38=8 W");
    assert!(table.menu(Confederate).iter().any(|l| l == "rescind Heth"), "{:?}", table.menu(Confederate));
    table.confederate("rescind cs-heth-cmd", &[]);
    assert!(table.position.night_orders.is_empty());
}

#[test]
fn s0_2_an_order_whose_hour_has_passed_binds_nobody() {
    let mut table = night(50);
    table.confederate("order cs-heth-cmd D38 07 with Archer", &[]);
    table.umpire("turn 76 confederate opening");
    table.confederate("attack Archer", &[]);
}

#[test]
fn s0_2_transfers_change_who_has_authority() {
    let mut table = night(50);
    let (heth, pender, hill, ewell, lane) =
        (unit("cs-heth-cmd"), unit("cs-pender-cmd"), unit("cs-hill-cmd"), unit("cs-ewell-cmd"), unit("Lane"));
    assert!(board(&table).has_authority(pender, lane) && !board(&table).has_authority(heth, lane));
    assert_eq!(table.refused(Confederate, "transfer Lane to Pender"), "0.2", "there it is");
    assert_eq!(table.refused(Confederate, "transfer Lane to Ewell"), "0.2", "a brigade goes to a division");
    table.confederate("transfer Lane to Heth", &[]);
    assert!(!board(&table).has_authority(pender, lane) && board(&table).has_authority(heth, lane));
    assert!(board(&table).has_authority(hill, lane));
    table.confederate("transfer Heth to Ewell", &[]);
    for brigade in [lane, unit("Archer")] {
        assert!(board(&table).has_authority(heth, brigade));
        assert!(board(&table).has_authority(ewell, brigade) && !board(&table).has_authority(hill, brigade));
    }
    assert!(board(&table).has_authority(hill, unit("Scales")));
}
