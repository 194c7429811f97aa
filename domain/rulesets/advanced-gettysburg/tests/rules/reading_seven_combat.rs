//! What a seventh reading of §20.0 to §31.0 found, mended in revision 6, and that revision 5 ruled it otherwise where it could.

use crate::fire_kit::brigade;
use crate::table::{REVISION_FIVE as BEFORE, Table, after, board, fired, hex, lies, sound, unit};
use advanced_gettysburg::{Place, Position};
use domain_core::referee::Side::{self, Confederate, Union};

fn was_legal(table: &Table, side: Side, line: &str) -> bool {
    after(&BEFORE, table, side, line, &[]).is_ok()
}

/// Who comes from II41 to Archer's right flank hex shows its own right flank in II40 to Crenshaw's guns in FF41, if nobody stands in HH40 between; from HH40 four
/// points can step into Archer's left flank hex.
fn about_to_step(union: &[&str]) -> Table {
    let mut table = Table::study(&[
        "turn 3 confederate flank-moves",
        "place Archer line HH39=8 NNE",
        "place Crenshaw FF41 unlimbered E",
        "mark Archer attack launched",
    ]);
    union.iter().for_each(|line| {
        table.umpire(line);
    });
    table
}

const STEP: &str = "II41 flank II39 4";

#[test]
fn s20_3_5_s24_4_3e_points_that_have_stepped_before_cover_no_flank_from_where_they_were() {
    let stone = ["place Stone line II41=8 HH40=4 ends NE NW"];
    let two = ["place Stone line II41=8 SSE", "place Cutler line HH40=4 SSW"];
    for (union, left) in [(&stone[..], "HH40 flank GG40 4"), (&two[..], "HH40 flank GG40 4")] {
        // Who goes first is covered by who has not moved yet.
        let mut covered = about_to_step(union);
        assert!(covered.menu(Union).contains(&STEP.to_owned()), "{:?}", covered.menu(Union));
        covered.union(STEP, &[]).union(left, &[]);
        sound(&covered);
        // Behind four points that all have left HH40 nobody is.
        let mut bare = about_to_step(union);
        bare.union(left, &[]);
        assert!(was_legal(&bare, Union, STEP));
        assert_eq!(bare.refused(Union, STEP), "24.4");
        assert!(!bare.menu(Union).contains(&STEP.to_owned()));
        // Where one point of them has stayed it covers as before.
        let mut held = about_to_step(union);
        held.union("HH40 flank GG40 3", &[]).union(STEP, &[]);
        sound(&held);
    }
}

/// Cutler's four points fill Archer's right flank hex II39, and can step out of it into JJ39, the flank hex of Davis.
fn filling(more: &[&str]) -> Table {
    let mut table = Table::study(&[
        "turn 3 confederate flank-moves",
        "place Archer line HH39=8 NNE",
        "place Crenshaw GG40 limbered N",
        "place Davis line KK39=8 NNE",
        "place Stone line HH40=8 SSE",
        "place Cutler line II39=4 E",
        "mark Archer attack launched",
        "mark Davis attack launched",
    ]);
    more.iter().for_each(|line| {
        table.umpire(line);
    });
    table
}

#[test]
fn s24_4_2_a_flank_hex_that_all_have_stepped_out_of_is_in_the_air() {
    // As long as one point of Cutler stays, Archer's flanks are both covered.
    for (step, times, cp) in [("II39 flank JJ39 3", "", 5), ("II39 flank JJ39 4", " × 2", 10)] {
        let mut table = filling(&[]);
        table.union(step, &[]).union("done", &[]).union("HH40: 5 at HH39", &[]);
        // Three points three times are one die at Davis, four are two.
        let dice: &[u8] = if times.is_empty() { &[6, 6] } else { &[6, 6, 6] };
        let then = after(&BEFORE, &table, Union, "done", dice).expect("fire");
        assert_eq!(then.brigade(unit("Archer")).map(|b| b.cp), Some(5), "Cutler's chain was taken for him");
        table.union("done", dice);
        assert!(table.told(&format!("Stone 5{times} from HH40")), "{:?}", table.story());
        assert_eq!(brigade(&table, "Archer").cp, cp);
        sound(&table);
    }
}

#[test]
fn s24_4_3a_a_flank_hex_that_all_have_stepped_out_of_is_unoccupied() {
    let mut table = filling(&["place Coster line II40=4 SSW"]);
    assert_eq!(table.refused(Union, "II40 flank II39 4"), "24.4");
    table.union("II39 flank JJ39 4", &[]);
    assert!(!was_legal(&table, Union, "II40 flank II39 4"));
    assert!(table.menu(Union).contains(&"II40 flank II39 4".to_owned()), "{:?}", table.menu(Union));
    table.union("II40 flank II39 4", &[]);
    assert_eq!((lies(&table, "Cutler"), lies(&table, "Coster")), ("II39=4".into(), "II40=4".into()));
    sound(&table);
}

#[test]
fn s0_6_2_s20_3_5_s22_3_an_attack_column_goes_back_into_no_range_that_it_hid_itself() {
    // GG40 is Stone's flank hex and out of its range; GG39 lies within it, past the hexside between GG40 and HH39.
    let column = |more: &[&str]| {
        let mut table = Table::with(&["cavalry-charge"]);
        table.umpire("clear");
        for line in [
            "place Stone line HH40=8 SSE",
            "place Hampton charge N GG40=3 GG40=3",
            "turn 3 confederate alone",
            "mark Hampton level 8",
        ] {
            table.umpire(line);
        }
        more.iter().for_each(|line| {
            table.umpire(line);
        });
        table
    };
    let mut table = column(&[]);
    assert!(["GG40", "GG39"].iter().all(|id| !board(&table).in_enemy_range(Confederate, hex(id))));
    assert!(was_legal(&table, Confederate, "Hampton back S"));
    assert_eq!(table.refused(Confederate, "Hampton back S"), "22.0");
    assert!(!table.menu(Confederate).iter().any(|l| l.starts_with("Hampton back")), "{:?}", table.menu(Confederate));
    // Whom somebody else hides as well is out of sight behind him.
    let mut hidden = column(&["place Davis line HH39=8 NNE"]);
    hidden.confederate("Hampton back S", &[]);
    assert_eq!(lies(&hidden, "Hampton"), "GG39=3 GG39=3");
    sound(&hidden);
}

/// Meredith before Archer, who attacks; Heth stands in H20, behind her left marker.
fn before_archer(segment: &str, heth: &str) -> Table {
    let mut table = Table::study(&[
        "place Archer line F22=8 F21=4",
        "place Meredith line G21=8 G22=8",
        &format!("place cs-heth-cmd {heth}"),
        &format!("turn 3 confederate {segment}"),
        "mark Archer attack launched level 6",
    ]);
    fired(&mut table, "Archer", "F22", "G22");
    fired(&mut table, "Meredith", "G22", "F22");
    table
}

fn is_captured(at: &Position) -> bool {
    at.unit(unit("cs-heth-cmd")).place == Place::Lost
}

#[test]
fn s17_1_8_s21_3_s30_1_of_two_ways_back_to_one_place_that_over_a_commander_is_open_too() {
    // To the south-east first the left marker passes through H20, to the north-east first nobody does.
    let line = "Meredith back SE NE";
    let mut table = before_archer("withdrawal", "H20");
    assert!(!was_legal(&table, Union, line));
    let menu = table.menu(Union);
    assert!(menu.contains(&line.to_owned()) && menu.contains(&"Meredith back NE SE".to_owned()), "{menu:?}");
    table.union(line, &[]);
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    assert!(is_captured(&table.position));
    sound(&table);
    let mut other = before_archer("withdrawal", "H20");
    other.union("Meredith back NE SE", &[]);
    assert!(!is_captured(&other.position));
    // Where neither comes upon anything they are one.
    assert_eq!(before_archer("withdrawal", "A20").refused(Union, line), "30.0");
    let mut beaten = before_archer("assault", "H20");
    beaten.confederate("Archer.1 assault G22", &[3, 1]);
    assert!(!was_legal(&beaten, Union, line));
    beaten.union(line, &[]);
    assert!(is_captured(&beaten.position));
}

#[test]
fn s17_1_8_s21_3_s30_0_who_goes_back_its_own_way_captures_whom_it_passes() {
    let line = "Meredith back to I21 I22";
    let mut table = before_archer("withdrawal", "H20");
    assert!(!is_captured(&after(&BEFORE, &table, Union, line, &[]).expect("a way back")));
    table.union(line, &[]);
    assert_eq!(lies(&table, "Meredith"), "I21=8 I22=8");
    assert!(is_captured(&table.position));
    sound(&table);
    // Whom no way of hers leads over stays free.
    let mut aside = before_archer("withdrawal", "H24");
    aside.union(line, &[]);
    assert!(!is_captured(&aside.position));
}
