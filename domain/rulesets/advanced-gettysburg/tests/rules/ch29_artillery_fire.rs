//! Artillery fire (§29.0, §23.3a, §17.2.9). The ground between HH35 and HH44 is open and level; HH34 is woods.

use crate::shared::table::seat;
use crate::table::{RULES, Table, board, hex, unit};
use advanced_gettysburg::{Link, Place};
use domain_core::dice::Dice;
use domain_core::referee::{Orders, Ruleset, Side};

/// Calef's six rifles at HH43 and friends near by, Archer's line at HH38 and GG39.
fn facing_archer() -> Table {
    Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 union artillery",
    ])
}

fn cp(table: &Table, name: &str) -> u16 {
    table.position.brigade(unit(name)).expect("a brigade").cp
}

fn dp(table: &Table, name: &str) -> u16 {
    table.position.brigade(unit(name)).expect("a brigade").dp
}

fn factors(table: &Table, name: &str) -> u8 {
    table.position.battery(unit(name)).expect("a battery").factors
}

#[test]
fn s29_1_cannon_are_read_by_kind_number_and_range() {
    let mut table = facing_archer();
    // Six rifles at five hexes: 2 casualty points; no die is rolled at brigades.
    table.union("Calef at HH38", &[]);
    assert_eq!((cp(&table, "Archer"), factors(&table, "Calef")), (2, 9));
    assert!(table.told("Calef fires 6 guns at Archer in HH38, range 5: Archer 2 casualty points"));
    assert_eq!(table.refused(Side::Union, "Calef 2R at HH38"), "29.1", "each cannon fires once");
}

#[test]
fn s29_1_the_same_battery_may_divide_its_cannon() {
    let mut table = facing_archer();
    table.union("Calef 4R at HH38, 2R at GG39", &[]);
    // 4 rifles at five hexes: 2; 2 at a marker of 4 points come to 1 by the Breakdown Chart, which do nothing.
    assert_eq!(cp(&table, "Archer"), 2);
    assert_eq!(factors(&table, "Calef"), 9, "one factor for the battery");
}

#[test]
fn s29_1_cannon_of_one_hex_count_together_in_whatever_order_they_fire() {
    let mut table = facing_archer();
    table.umpire("place Cooper HH43 unlimbered SSE").umpire("place Cutler rest HH42");
    table.umpire("place Cutler rest II44");
    // 6 rifles alone 2, 10 together 4.
    table.union("Calef at HH38", &[]).union("Cooper at HH38", &[]);
    assert_eq!(cp(&table, "Archer"), 4);
}

#[test]
fn s29_1_fire_at_one_target_is_over_when_another_is_fired_at() {
    let mut table = facing_archer();
    table.umpire("place Davis line II39=8 NNW");
    table.union("Calef 2R at HH38", &[]).union("Calef 2R at II39", &[]);
    assert_eq!(table.refused(Side::Union, "Calef 2R at HH38"), "29.1");
}

/// Found in a game of the staff: a battery on the march lies in two hexes, and the nearer one was meant where the farther was written.
#[test]
fn s29_1_a_battery_in_two_hexes_is_aimed_at_in_the_one_that_is_written() {
    let mut table = facing_archer();
    table
        .umpire("place Davis rest HH34")
        .umpire("place McGraw JJ39 limbered N")
        .umpire("place Zimmerman HH37 limbered N");
    let (far, near) = (hex("GG38"), hex("GG39"));
    let state = &mut table.position.units[unit("Zimmerman").index()];
    state.place = Place::At(vec![Link::new(far, 2), Link::new(near, 2)]);
    let lines: Vec<String> = table.menu(Side::Union).into_iter().filter(|l| l.contains("Zimmerman")).collect();
    assert!(lines.iter().any(|l| l.ends_with("at Zimmerman.2")), "{lines:?}");
    for line in lines {
        let read = board(&table).parse(seat(Side::Union), &line).expect("a line of the menu");
        assert_eq!(board(&table).format(&read), line);
        let decided = RULES.decide(&table.position, seat(Side::Union), &read, &mut Dice::forced(&mut [1; 9].into()));
        assert!(decided.is_ok_and(|facts| !facts.is_empty()), "{line}");
    }
}

#[test]
fn s29_1_7_cannon_do_not_fire_into_the_next_hex() {
    let mut table = facing_archer();
    table.umpire("place Archer line HH42=8 NNE");
    assert_eq!(table.refused(Side::Union, "Calef at HH42"), "29.1");
}

#[test]
fn s29_1_6_r67_into_woods_only_at_who_fired_from_there_and_a_hex_farther() {
    let mut table = facing_archer();
    table.umpire("lose Archer").umpire("place Davis line HH34=8 NNE").umpire("place Calef HH39 unlimbered SSE");
    table.umpire("place Gamble rest HH41");
    assert_eq!(table.refused(Side::Union, "Calef at HH34"), "29.1");
    table.umpire("mark Davis fired-from HH34");
    table.union("Calef at HH34", &[]);
    assert!(table.told("range 6"));
}

#[test]
fn s29_2_ammunition_attacks_take_a_factor_on_four_to_six() {
    let mut table = facing_archer();
    table.umpire("lose Archer").umpire("place Zimmerman HH38 limbered N");
    // Six rifles at five hexes: two attacks.
    table.union("Calef at HH38", &[4, 3]);
    assert_eq!((factors(&table, "Calef"), factors(&table, "Zimmerman")), (9, 9));
}

#[test]
fn s29_3_heavy_fire_is_two_hexes_nearer_and_costs_two_factors() {
    let mut table = facing_archer();
    table.union("Calef 6R heavy at HH38", &[]);
    assert_eq!((cp(&table, "Archer"), factors(&table, "Calef")), (3, 8));
}

#[test]
fn s29_4_4_without_ammunition_nothing_is_fired() {
    let mut table = facing_archer();
    table.umpire("mark Calef factors 1");
    assert_eq!(table.refused(Side::Union, "Calef 6R heavy at HH38"), "29.4");
    table.umpire("mark Calef factors 0");
    assert_eq!(table.refused(Side::Union, "Calef at HH38"), "29.4");
}

#[test]
fn s29_0_targets_lie_in_the_field_of_fire_and_in_reach() {
    let mut table = facing_archer();
    table.umpire("place Calef HH43 unlimbered NNE");
    assert_eq!(table.refused(Side::Union, "Calef at HH38"), "29.0");
    table.umpire("place Calef HH43 unlimbered SSE").umpire("place Archer line HH35=8 NNE");
    table.umpire("place Stevens II43 unlimbered SSE").umpire("place Cutler rest II44");
    // Napoleons reach six hexes, counted as rifles too (ruling 51).
    assert_eq!(table.refused(Side::Union, "Stevens 6N rifled at HH35"), "29.0");
    table.union("Calef at HH35", &[]);
}

#[test]
fn r15_a_battery_that_entered_a_hex_does_not_fire() {
    let mut table = facing_archer();
    table.umpire("mark Calef moved");
    assert_eq!(table.refused(Side::Union, "Calef at HH38"), "29.1");
    table.umpire("place Calef HH43 limbered S");
    assert_eq!(table.refused(Side::Union, "Calef at HH38"), "9.0");
}

#[test]
fn s17_2_9_a_battery_fires_only_near_a_brigade_of_its_own() {
    let mut table = facing_archer();
    table.umpire("lose Gamble").umpire("place Cutler rest HH44");
    assert_eq!(table.refused(Side::Union, "Calef at HH38"), "17.2");
    table.umpire("place Devin rest II41");
    table.union("Calef at HH38", &[]);
}

#[test]
fn s23_3a_cannon_in_the_flank_field_count_three_times() {
    let mut table = facing_archer();
    // From north to south, looking east: its left flank points at the guns.
    table.umpire("place Archer line HH38=6 HH37=6");
    table.union("Calef at HH38", &[]);
    // 18 cannon at 6 points are 12 by the Breakdown Chart: 5 at five hexes.
    assert_eq!(cp(&table, "Archer"), 5);
    assert!(table.told("in the flank"));
}

#[test]
fn s33_3_4_what_the_phase_did_is_settled_when_it_ends() {
    let mut table = facing_archer();
    table.umpire("mark Archer cp 9");
    table.union("Calef at HH38", &[]);
    assert_eq!(table.position.brigade(unit("Archer")).expect("Archer").sp, 12);
    table.union("done", &[]);
    let archer = table.position.brigade(unit("Archer")).expect("Archer");
    // 2 points on a strength of 12: 3 disorganization points; the eleventh point costs one of strength.
    assert_eq!((archer.sp, archer.lost, dp(&table, "Archer")), (11, 1, 3));
}

#[test]
fn what_the_menu_lists_is_legal() {
    let table = facing_archer();
    let menu = table.menu(Side::Union);
    for line in ["Calef 6R at HH38", "Calef 6R heavy at GG39", "done"] {
        assert!(menu.iter().any(|l| l == line), "{line} in {menu:?}");
    }
    for line in menu {
        let mut again = facing_archer();
        again.union(&line, &[]);
    }
}

#[test]
fn s29_1_4_two_levels_of_height_are_a_hex_of_range() {
    let ground = &crate::table::RULES.pack().ground;
    let open = |hex: usize| ground.terrain(hex) == advanced_gettysburg::Terrain::Clear;
    // Somewhere a hex looks down on another four hexes off.
    let hexes = || (0..ground.cells.len()).filter(|hex| open(*hex));
    let pairs = || hexes().flat_map(|a| ground.atlas.range(a, 4).map(move |b| (a, b)));
    let far = |(a, b): &(usize, usize)| {
        let apart = ground.atlas.distance(*a, *b) == Some(4) && open(*b) && ground.sees(*a, *b);
        apart && ground.level(*a) >= ground.level(*b) + 2
    };
    let (high, low) = pairs().find(far).expect("a hill");
    for (from, to, range) in [(high, low, 3), (low, high, 5)] {
        let facing = domain_core::board::Facing::corners()
            .find(|f| ground.lies_within(from, *f, advanced_gettysburg::Half::Thirty, to))
            .expect("a facing");
        let mut table = Table::study(&["turn 1 union artillery"]);
        let beside = ground.atlas.around(from).map(|(_, hex)| hex).find(|hex| *hex != to).expect("a hex beside it");
        let name = facing.name(domain_core::board::Axis::FlatColumns);
        table.umpire(&format!("place Calef {} unlimbered {name}", ground.id(from)));
        table.umpire(&format!("place Archer rest {}", ground.id(to)));
        table.umpire(&format!("place Devin rest {}", ground.id(beside)));
        if ground.lies_within(from, facing, advanced_gettysburg::Half::Sixty, beside) {
            table.umpire("lose Devin").umpire(&format!("place Devin rest {}", ground.id(from)));
        }
        table.union(&format!("Calef at {}", ground.id(to)), &[]);
        assert!(table.told(&format!("range {range}")), "{:?}", table.story());
    }
}

#[test]
fn s20_3_5_s20_3_6_cannon_fire_past_enemies_and_not_past_friends() {
    let mut table = facing_archer();
    table.umpire("place Davis line HH40=8 NNE");
    table.union("Calef 2R at HH38", &[]);
    let mut table = facing_archer();
    table.umpire("place Cutler line HH40=8 SSE");
    assert_eq!(table.refused(Side::Union, "Calef at HH38"), "29.0");
}

#[test]
fn s29_3_a_battery_fires_heavily_or_not_in_a_phase() {
    let mut table = facing_archer();
    table.union("Calef 2R at HH38", &[]);
    assert_eq!(table.refused(Side::Union, "Calef 2R heavy at HH38"), "29.3");
}
