//! What a thirteenth reading of §20.0 to §22.0 and §29.0 to §33.0 found, mended in revision 7, and that revision 6 ruled it otherwise.

use crate::table::{RULES, Table, after, board, hex, lies, sound, unit};
use domain_core::referee::Ruleset;
use domain_core::referee::Side::Union;

/// Gamble's column of six hexes, forced into a line that is too long for its commander by Archer, who attacks somebody to the west and has none of it in range.
fn behind_archer() -> Table {
    let mut table = Table::study(&[
        "place Gamble column N HH41 HH40 HH39 HH38 HH37 HH36",
        "place Archer line GG40=8 W",
        "mark Archer attack launched",
        "turn 3 confederate hasty",
    ]);
    table.union("Gamble hasty left", &[]);
    assert_eq!(lies(&table, "Gamble"), "HH36=1 HH37=3 HH38=3 HH39=3 HH40=3 HH41=3");
    table.umpire("turn 3 union alone").umpire("mark Gamble level 6");
    let ranged = |id: &&str| board(&table).in_enemy_range(Union, hex(id));
    assert!(!["HH36", "HH37", "HH38", "HH39", "HH40", "HH41"].iter().any(ranged));
    assert!(board(&table).beside_enemy(unit("Gamble")));
    table
}

#[test]
fn s6_1_5_s19_4_1_s21_3_a_line_too_long_for_its_commander_goes_back_from_beside_an_enemy_out_of_his_range() {
    // Out of enemy range the menu has going back as going ahead: its markers turn there as they like.
    let line = "Gamble ahead II36";
    let mut table = behind_archer();
    // By revision 6 it stayed beside Archer, though it would have gone back in his range.
    let earlier = RULES.earlier(6).expect("revision 6 is known");
    assert!(after(&earlier, &table, Union, line, &[]).is_err());
    assert!(table.menu(Union).contains(&line.to_owned()), "{:?}", table.menu(Union));
    assert!(after(&RULES, &table, Union, "Gamble back II36", &[]).is_ok());
    table.union(line, &[]);
    assert_eq!(lies(&table, "Gamble"), "II36=1 II37=3 II38=3 II39=3 II40=3 II41=3");
    assert_eq!(table.position.counter(unit("Gamble")), Some(hex("II39")));
    assert_eq!(table.brigade("Gamble").dp, 0, "out of range no retreat begins (§21.7)");
    sound(&table);
    // Beside nobody it takes up a line that is not too long for him, or forms column.
    assert_eq!(table.refused(Union, "Gamble ahead JJ35"), "6.1");
}
