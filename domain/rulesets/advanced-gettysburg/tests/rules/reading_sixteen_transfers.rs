//! What a sixteenth reading of §14.0 to §18.0 found, mended in revision 7.

use crate::shared::table::terms;
use crate::table::{REVISION_SIX as BEFORE, RULES, Table, after, board, unit};
use advanced_gettysburg::AdvancedGettysburg;
use domain_core::referee::Side::Confederate;
use domain_core::referee::{Ruleset, Terms};

#[test]
fn s0_2_r49_a_brigade_is_transferred_to_the_division_of_stuart() {
    let terms = Terms { scenario: "three-days".into(), ..terms::<AdvancedGettysburg>(&["night-orders"]) };
    let mut table = Table { position: RULES.open(&terms).expect("the options"), facts: Vec::new() };
    table.umpire("clear").umpire("turn 50 confederate opening");
    let leads = |table: &Table, chief: &str, brigade: &str| board(table).has_authority(unit(chief), unit(brigade));
    assert_eq!(table.refused(Confederate, "transfer Hampton to Stuart"), "0.2", "there it is");
    table.confederate("transfer Chambliss to Heth", &[]);
    assert!(leads(&table, "cs-heth-cmd", "Chambliss") && !leads(&table, "Stuart", "Chambliss"));
    // Revision 6 let nobody come to his division, not even back to it.
    assert!(after(&BEFORE, &table, Confederate, "transfer Lane to Stuart", &[]).is_err());
    table.confederate("transfer Lane to Stuart", &[]);
    assert!(leads(&table, "Stuart", "Lane") && !leads(&table, "cs-pender-cmd", "Lane"));
    let company = |guns: &str| board(&table).keeps_company(unit(guns), unit("Lane"));
    assert!(company("cs-beckham-hart-bty") && !company("cs-poague-wyatt-bty"));
    table.umpire("turn 120 confederate opening");
    assert_eq!(table.refused(Confederate, "transfer Lane to Stuart"), "0.2", "there it is by now");
    assert!(after(&BEFORE, &table, Confederate, "transfer Chambliss to Stuart", &[]).is_err());
    table.confederate("transfer Chambliss to Stuart", &[]);
    assert!(leads(&table, "Stuart", "Chambliss") && !leads(&table, "cs-heth-cmd", "Chambliss"));
}
