//! Line of sight and ranges of influence (§20.0), against a second reading.

use crate::table::{RULES, Table, board, hex, unit};
use advanced_gettysburg::{Half, Terrain};
use domain_core::board::Facing;
use domain_core::referee::Side;

/// A hex as the second reading has it: on a lattice where a column is 3 wide and a hex 2 high, so that corners have whole coordinates.
struct Hex {
    x: i64,
    y: i64,
    level: i64,
    crest: bool,
    woods: bool,
    town: bool,
}

/// The map read again, plainly, from its rows.
fn hexes() -> Vec<(String, Hex)> {
    let text = include_str!("../../data/hexes.csv");
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let column = |name: &str| head.iter().position(|h| *h == name).expect(name);
    let [id, col, row, level, crest, terrain] = ["id", "col", "row", "level", "crest", "terrain"].map(column);
    let read = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells[at].parse::<i64>().expect("a number");
        let c = number(col) - 1;
        let hex = Hex {
            x: 3 * c,
            y: 2 * number(row) + c % 2,
            level: number(level),
            crest: cells[crest] == "1",
            woods: cells[terrain] == "woods",
            town: cells[terrain] == "town",
        };
        (cells[id].to_owned(), hex)
    };
    lines.map(read).collect()
}

/// §20.2 to §20.4 by lines and corners.
fn sees(all: &[(String, Hex)], a: usize, b: usize) -> bool {
    let (from, to) = (&all[a].1, &all[b].1);
    if to.woods {
        return false;
    }
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let hides = |h: &Hex| {
        let top = h.level + if h.woods { 2 } else { 0 };
        let (low, high) = (from.level.min(to.level), from.level.max(to.level));
        top > high || (top == high && low != high) || (h.crest && h.level == low && low == high)
    };
    let mut along: Vec<&Hex> = Vec::new();
    for (n, (_, h)) in all.iter().enumerate() {
        let (hx, hy) = (h.x - from.x, h.y - from.y);
        let ahead = hx * dx + 3 * hy * dy;
        if n == a || n == b || ahead <= 0 || ahead >= dx * dx + 3 * dy * dy {
            continue;
        }
        let corners = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
        let sides = corners.map(|(cx, cy)| (dx * (hy + cy) - dy * (hx + cx)).signum());
        if sides.contains(&1) && sides.contains(&-1) {
            if hides(h) || h.town {
                return false;
            }
        } else if sides.iter().filter(|s| **s == 0).count() == 2 {
            if h.town {
                return false;
            }
            along.push(h);
        }
    }
    // Hexes on either side of a hexside that the line runs along lie at the same distance.
    let key = |h: &Hex| (h.x - from.x) * dx + 3 * (h.y - from.y) * dy;
    !along.iter().any(|h| hides(h) && along.iter().any(|o| key(o) == key(h) && (o.x, o.y) != (h.x, h.y) && hides(o)))
}

#[test]
fn s20_2_r76_sight_over_the_ground_is_what_a_second_reading_says() {
    let all = hexes();
    let ground = &RULES.pack().ground;
    let place = |n: usize| ground.atlas.read(&all[n].0).expect("a hex");
    let (mut seen, mut hidden) = (0, 0);
    for a in (0..all.len()).step_by(23) {
        for b in 0..all.len() {
            let (from, to) = (place(a), place(b));
            let far = ground.atlas.distance(from, to).expect("hexes");
            if (1..=9).contains(&far) {
                let expected = sees(&all, a, b);
                assert_eq!(ground.sees(from, to), expected, "{} to {}", all[a].0, all[b].0);
                seen += usize::from(expected);
                hidden += usize::from(!expected);
            }
        }
    }
    assert!(seen > 3_000 && hidden > 3_000, "{seen} seen, {hidden} hidden");
}

#[test]
fn s20_4_2_a_target_in_woods_is_never_seen() {
    let ground = &RULES.pack().ground;
    let woods = (0..ground.cells.len()).filter(|p| ground.terrain(*p) == Terrain::Woods);
    for at in woods {
        assert!(ground.atlas.around(at).all(|(_, from)| !ground.sees(from, at)));
    }
}

#[test]
fn s20_1_r9_a_field_of_fire_opens_sixty_or_thirty_degrees_to_each_side() {
    let ground = &RULES.pack().ground;
    let from = hex("V20");
    let count = |facing: Facing, half: Half, reach: u32| {
        ground.atlas.range(from, reach).filter(|to| ground.lies_within(from, facing, half, *to)).count()
    };
    // A side: three neighbours within 60 degrees, one within 30; a corner: the two beside it within 60 and within 30.
    assert_eq!((count(Facing::side(0), Half::Sixty, 1), count(Facing::side(0), Half::Thirty, 1)), (3, 1));
    assert_eq!((count(Facing::corner(0), Half::Sixty, 1), count(Facing::corner(0), Half::Thirty, 1)), (2, 2));
    // A third of the disk and the edges of the angle, where they run along rows of hexes.
    assert_eq!((count(Facing::side(2), Half::Sixty, 8), count(Facing::corner(2), Half::Sixty, 8)), (80, 76));
}

#[test]
fn s20_0_a_line_influences_what_lies_before_it_within_two_hexes() {
    let table = Table::study(&["place Gamble line V21=8 V20=8"]);
    let board = board(&table);
    let gamble = unit("Gamble");
    // From left to right V21 is the northern marker: the line looks east.
    for near in ["W20", "W19", "X21", "X20"] {
        let (at, seen) = (
            hex(near),
            RULES.pack().ground.sees(hex("V20"), hex(near)) || RULES.pack().ground.sees(hex("V21"), hex(near)),
        );
        assert_eq!(board.influences(gamble, at), seen, "{near}");
    }
    for far in ["V22", "U20", "U21", "V19", "T20", "Y20", "V20"] {
        assert!(!board.influences(gamble, hex(far)), "{far}");
    }
    assert!(
        board.in_brigade_range(Side::Confederate, hex("W20")) && !board.in_battery_range(Side::Confederate, hex("W20"))
    );
    assert!(!board.in_brigade_range(Side::Union, hex("W20")));
}

#[test]
fn s20_1_3_columns_brigades_at_rest_and_limbered_batteries_influence_nothing() {
    for line in
        ["place Gamble column E V20", "place Gamble rest V20", "place Calef V20 limbered N", "place Reynolds V20"]
    {
        let line = line.replace("column E", "column NE");
        let table = Table::study(&[&line]);
        assert!(
            RULES
                .pack()
                .ground
                .cells
                .iter()
                .enumerate()
                .all(|(p, _)| !board(&table).in_enemy_range(Side::Confederate, p)),
            "{line}"
        );
    }
}

#[test]
fn s20_1_2_several_batteries_in_a_hex_have_a_narrower_field() {
    let open = |lines: &[&str]| {
        let table = Table::study(lines);
        let ground = &RULES.pack().ground;
        (0..ground.cells.len()).filter(|p| board(&table).influences(unit("Calef"), *p)).count()
    };
    let (alone, both) = (
        open(&["place Calef M34 unlimbered W"]),
        open(&["place Calef M34 unlimbered W", "place Stewart M34 unlimbered W"]),
    );
    assert!(alone > both && both > 0, "{alone} and {both}");
    assert_eq!(open(&["place Calef M34 unlimbered W", "mark Calef factors 0"]), 0, "§29.4.4");
}

#[test]
fn s20_3_5_an_enemy_brigade_stops_muskets_and_ones_own_stop_all() {
    let seen = |lines: &[&str]| {
        let table = Table::study(lines);
        let board = board(&table);
        [false, true].map(|guns| board.sees_past_bodies(hex("M36"), hex("M38"), Side::Union, guns))
    };
    assert_eq!(seen(&[]), [true, true]);
    assert_eq!(seen(&["place Archer rest M37"]), [false, true]);
    assert_eq!(seen(&["place Gamble rest M37"]), [false, false]);
    assert_eq!(seen(&["place Calef M37 limbered N"]), [false, false]);
    assert_eq!(seen(&["place Marye M37 limbered N"]), [true, true], "an enemy battery stops nothing");
    assert_eq!(seen(&["place cs-hill-cmd M37"]), [true, true]);
}
