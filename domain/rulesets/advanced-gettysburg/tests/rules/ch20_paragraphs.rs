//! Sight, advance and naming, paragraph by paragraph (§20.0 to §22.0).

use crate::table::{RULES, Table, board, hex, unit};
use advanced_gettysburg::{Gun, Terrain};
use domain_core::board::Facing;
use domain_core::referee::Side::Union;

/// Three hexes in a row to the north: who fires, what lies between, the target; targets in woods are left out (§20.4.2).
fn rows() -> Vec<[usize; 3]> {
    let ground = &RULES.pack().ground;
    let north = |at: usize| ground.atlas.ahead(at, Facing::side(0)).filter(|p| ground.is_hex(*p));
    let row = |a: usize| north(a).and_then(|b| north(b).map(|c| [a, b, c]));
    (0..ground.cells.len()).filter_map(row).filter(|[.., c]| ground.terrain(*c) != Terrain::Woods).collect()
}

/// How many rows of a kind there are, all of them seen or all of them not.
fn all(seen: bool, kind: impl Fn(u8, u8, u8, Terrain, bool) -> bool) -> usize {
    let ground = &RULES.pack().ground;
    let of = |[a, b, c]: &[usize; 3]| {
        let cell = &ground.cells[*b];
        kind(ground.level(*a), cell.level, ground.level(*c), cell.terrain, cell.crest)
    };
    let found: Vec<[usize; 3]> = rows().into_iter().filter(of).collect();
    for [a, b, c] in &found {
        assert_eq!(ground.sees(*a, *c), seen, "{} over {} to {}", ground.id(*a), ground.id(*b), ground.id(*c));
    }
    found.len()
}

fn open(terrain: Terrain) -> bool {
    !matches!(terrain, Terrain::Woods | Terrain::Town)
}

#[test]
fn s20_1_1_a_battery_has_the_fields_of_all_its_cannon() {
    let kinds =
        |guns: [u8; 3]| Gun::ALL.iter().zip([8, 6, 5]).zip(guns).filter(|(_, n)| *n > 0).map(|((_, far), _)| far).max();
    let mut reaches = Vec::new();
    for id in RULES.pack().ids() {
        let Some(spec) = RULES.pack().unit(id).battery() else { continue };
        if reaches.contains(&kinds(spec.guns)) {
            continue;
        }
        let table = Table::study(&[&format!("place {} M28 unlimbered E", RULES.pack().unit(id).id)]);
        assert_eq!(board(&table).fields(id).first().map(|f| f.reach), kinds(spec.guns), "{}", RULES.pack().name(id));
        reaches.push(kinds(spec.guns));
    }
    assert!(reaches.len() > 1, "{reaches:?}");
}

#[test]
fn s20_2_1_s20_2_2_what_lies_in_the_field_and_out_of_sight_is_in_no_range() {
    let table = Table::study(&["place Calef M34 unlimbered W"]);
    let ground = &RULES.pack().ground;
    let field = |p: &usize| {
        let far = ground.atlas.distance(hex("M34"), *p);
        far.is_some_and(|far| far <= 8)
            && ground.lies_within(hex("M34"), Facing::corner(4), advanced_gettysburg::Half::Sixty, *p)
    };
    let (mut seen, mut hidden) = (0, 0);
    for p in (0..ground.cells.len()).filter(field) {
        assert_eq!(board(&table).influences(unit("Calef"), p), ground.sees(hex("M34"), p), "{}", ground.id(p));
        *(if ground.sees(hex("M34"), p) { &mut seen } else { &mut hidden }) += 1;
    }
    assert!(seen > 5 && hidden > 5, "{seen} and {hidden}");
}

#[test]
fn s20_3_1_higher_ground_between_hides() {
    assert!(all(false, |a, b, c, terrain, _| open(terrain) && b > a.max(c)) > 20);
    assert!(all(true, |a, b, c, terrain, _| open(terrain) && b < a.max(c)) > 20, "and lower does not");
}

#[test]
fn s20_3_2_ground_as_high_as_the_higher_end_hides_where_the_ends_differ() {
    assert!(all(false, |a, b, c, terrain, _| open(terrain) && b == a.max(c) && a != c) > 20);
    assert!(all(true, |a, b, c, terrain, crest| open(terrain) && a == b && b == c && !crest) > 20);
}

#[test]
fn s20_3_3_r3_a_crest_hides_where_all_is_on_one_level() {
    assert!(all(false, |a, b, c, terrain, crest| open(terrain) && a == b && b == c && crest) > 5);
}

#[test]
fn s20_3_4_the_town_hides() {
    assert!(all(false, |_, _, _, terrain, _| terrain == Terrain::Town) > 5);
}

#[test]
fn s20_4_1_woods_between_are_two_levels_higher() {
    assert!(all(false, |a, b, c, terrain, _| terrain == Terrain::Woods && b + 2 > a.max(c)) > 20);
    assert!(all(true, |a, b, c, terrain, _| terrain == Terrain::Woods && b + 2 < a.max(c)) > 0);
}

#[test]
fn s20_4_3_r75_town_and_brigades_hide_from_either_side_of_a_hexside() {
    let ground = &RULES.pack().ground;
    let mut towns = 0;
    for a in 0..ground.cells.len() {
        let step = |at: usize, n: usize| ground.atlas.ahead(at, Facing::side(n)).filter(|p| ground.is_hex(*p));
        let (Some(upper), Some(lower)) = (step(a, 1), step(a, 2)) else { continue };
        let Some(to) = step(upper, 2).filter(|to| ground.terrain(*to) != Terrain::Woods) else { continue };
        if [upper, lower].iter().any(|p| ground.terrain(*p) == Terrain::Town) {
            assert!(!ground.sees(a, to), "{} to {}", ground.id(a), ground.id(to));
            towns += 1;
        }
    }
    assert!(towns > 5, "{towns}");
    let seen = |line: &str| {
        let table = Table::study(&[line]);
        [false, true].map(|guns| board(&table).clear_of_bodies(hex("M28"), hex("O28"), Union, guns))
    };
    assert_eq!(seen("place Reynolds N28"), [true, true]);
    for between in ["N28", "N27"] {
        assert_eq!(seen(&format!("place Archer rest {between}")), [false, true], "{between}");
        assert_eq!(seen(&format!("place Gamble rest {between}")), [false, false], "{between}");
    }
}

#[test]
fn s21_2_an_advance_turns_by_one_hexside_for_each_hex() {
    let goes = |ends: &str| {
        let mut table = Table::study(&[
            "turn 9 union alone",
            "place Kelly line M28=6 E",
            "place Archer line S27=6 S28=6",
            "mark Kelly attack launched level 2",
        ]);
        table.attempt(Union, &format!("Kelly to N28=6 ends {ends}"), &[]).is_ok()
    };
    assert!(goes("N S") && goes("NW SE") && goes("NE SW"), "straight on, and a hexside to either hand");
    assert!(!goes("S N") && !goes("SE NW") && !goes("SW NE"), "no further");
}

#[test]
fn r57_who_is_in_range_of_a_defender_may_be_named_and_rolls() {
    let mut table = Table::study(&[
        "turn 9 union opening",
        "place us-ward-inf line M29=5 M28=8 M27=8",
        "place Archer line O27=6 O28=6",
    ]);
    assert!(board(&table).in_brigade_range(Union, hex("M28")));
    table.union("attack Ward", &[]).union("done", &[]);
    assert!(!board(&table).advances_unrolled(unit("us-ward-inf")));
    assert_eq!(table.refused(Union, "Ward ahead left 1"), "15.0");
}
