//! A board of any size as numbered places: the hexes of one or more panels that lie on one grid, and boxes beside the map.
//!
//! Places are numbered without gaps, hexes first, row by row of the grid, then boxes in their order. [`Reach`](super::Reach),
//! [`Field`], [`Mask`](super::Mask), [`Network`](super::Network) and [`Occupancy`](super::Occupancy) work on these numbers.

use super::facing::Facing;
use super::field::{Field, UNREACHED};
use super::hex::{Cube, Grid, HexId};
use super::panel::Panel;
use std::collections::BTreeMap;

/// No place.
const NOWHERE: u16 = u16::MAX;

/// A box beside the map: an area at sea, a road or a town off the board, a card that pieces wait on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffMap {
    /// Its name in orders.
    pub id: String,
    /// Its name in prose.
    pub title: String,
}

/// Panels or boxes that make no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board: {0}")]
pub struct NotAnAtlas(String);

/// The places of a board, their names and who lies next to whom.
#[derive(Clone, Debug)]
pub struct Atlas {
    grid: Grid,
    panels: Vec<Panel>,
    boxes: Vec<OffMap>,
    box_numbers: BTreeMap<String, usize>,
    hexes: Vec<HexId>,
    cubes: Vec<Cube>,
    /// The place of each hex of the full grid, in the grid's dense order.
    numbers: Vec<u16>,
    around: Vec<[u16; 6]>,
}

impl Atlas {
    /// The board of the hexes that lie on any of the panels and that `keep` leaves standing, and of boxes.
    ///
    /// The first panel that holds a hex gives it the name that is written; the names of the others are read too.
    ///
    /// # Errors
    /// [`NotAnAtlas`] for a panel that does not fit the grid, a box whose id is taken or reads as a hex, and for more than 65,535 places.
    pub fn new(
        grid: Grid,
        panels: Vec<Panel>,
        boxes: Vec<OffMap>,
        keep: impl Fn(HexId) -> bool,
    ) -> Result<Atlas, NotAnAtlas> {
        let mut numbers = vec![NOWHERE; grid.len()];
        for panel in &panels {
            if let Some(fault) = panel.fault(&grid) {
                return Err(NotAnAtlas(fault));
            }
            let on_board = panel.hexes().filter_map(|hex| panel.on_board(&grid, hex));
            on_board.filter(|hex| keep(*hex)).for_each(|hex| numbers[grid.index(hex)] = 0);
        }
        let hexes: Vec<HexId> = grid.hexes().filter(|hex| numbers[grid.index(*hex)] == 0).collect();
        if hexes.len() + boxes.len() > usize::from(NOWHERE) {
            return Err(NotAnAtlas(format!("{} places are too many", hexes.len() + boxes.len())));
        }
        for (place, hex) in hexes.iter().enumerate() {
            numbers[grid.index(*hex)] = place as u16;
        }
        let cubes = hexes.iter().map(|hex| grid.cube(*hex)).collect();
        let around = |hex: &HexId| grid.neighbours(*hex).map(|to| to.map_or(NOWHERE, |to| numbers[grid.index(to)]));
        let around = hexes.iter().map(around).chain(boxes.iter().map(|_| [NOWHERE; 6])).collect();
        let mut atlas = Atlas { grid, panels, boxes, box_numbers: BTreeMap::new(), hexes, cubes, numbers, around };
        for (n, one) in atlas.boxes.iter().enumerate() {
            let taken = atlas.read(&one.id).is_some() || atlas.box_numbers.contains_key(&one.id);
            if taken || one.id.is_empty() {
                return Err(NotAnAtlas(format!("the id {:?} of a box is taken", one.id)));
            }
            atlas.box_numbers.insert(one.id.clone(), atlas.hexes.len() + n);
        }
        Ok(atlas)
    }

    /// How many places there are, boxes too.
    pub fn len(&self) -> usize {
        self.around.len()
    }

    /// Whether there is no place at all.
    pub fn is_empty(&self) -> bool {
        self.around.is_empty()
    }

    /// The grid that the hexes lie on, for questions about columns, rows and angles.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The hexes in the order of their numbers.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes
    }

    /// The boxes; the first has the number that follows the last hex.
    pub fn boxes(&self) -> &[OffMap] {
        &self.boxes
    }

    /// The hex of a place; `None` for a box.
    pub fn hex(&self, place: usize) -> Option<HexId> {
        self.hexes.get(place).copied()
    }

    /// The box of a place; `None` for a hex.
    pub fn off_map(&self, place: usize) -> Option<&OffMap> {
        self.boxes.get(place.checked_sub(self.hexes.len())?)
    }

    /// The place of a hex of the grid; `None` where the board has none.
    pub fn place(&self, hex: HexId) -> Option<usize> {
        self.grid.contains(hex).then(|| some(self.numbers[self.grid.index(hex)])).flatten()
    }

    /// The place of that name: of a box by its id, of a hex by any name that a panel has for it.
    pub fn read(&self, name: &str) -> Option<usize> {
        let hex = || self.panels.iter().find_map(|panel| self.place(panel.read(&self.grid, name)?));
        self.box_numbers.get(name).copied().or_else(hex)
    }

    /// The name of a place as it is written: the first of its names. Empty for a number that is none.
    pub fn name(&self, place: usize) -> String {
        self.names(place).next().unwrap_or_default()
    }

    /// All names of a place, in the order of the panels.
    pub fn names(&self, place: usize) -> impl Iterator<Item = String> + '_ {
        let hex = self.hex(place);
        let on_panels = self.panels.iter().filter_map(move |panel| panel.name_of(&self.grid, hex?));
        on_panels.chain(self.off_map(place).map(|one| one.id.clone()))
    }

    /// The six neighbours of a hex in the order of [`Grid::neighbours`]; `None` off the board. A box has none: its ways are a network's.
    pub fn neighbours(&self, place: usize) -> [Option<usize>; 6] {
        self.around[place].map(some)
    }

    /// The neighbours that there are, each with the side that leads to it, clockwise.
    #[inline]
    pub fn around(&self, place: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.around[place].iter().enumerate().filter_map(|(side, to)| Some((side, some(*to)?)))
    }

    /// The hex before a piece that faces a side; `None` off the board, for a corner and from a box.
    pub fn ahead(&self, place: usize, facing: Facing) -> Option<usize> {
        some(self.around[place][facing.neighbour()?])
    }

    /// Hexes from one to the other in a straight count, whether or not there are hexes all the way; `None` to or from a box.
    #[inline]
    pub fn distance(&self, a: usize, b: usize) -> Option<u32> {
        Some(self.cubes.get(a)?.minus(*self.cubes.get(b)?).length())
    }

    /// Every hex of the board at this straight distance or less, itself too, row by row; nothing around a box.
    pub fn range(&self, place: usize, radius: u32) -> impl Iterator<Item = usize> + '_ {
        let hexes = self.hex(place).map(|hex| self.grid.range(hex, radius));
        hexes.into_iter().flatten().filter_map(|hex| self.place(hex))
    }

    /// Fills a field with the straight distance of every hex to the nearest source, as far as `limit`. Boxes are no sources and stay
    /// unreached.
    pub fn straight(&self, field: &mut Field, sources: impl IntoIterator<Item = usize>, limit: u16) {
        // Counted over the full grid, holes too: straight distance looks across them.
        let (places, whole) = field.room(self.len(), self.grid.len());
        for hex in sources.into_iter().filter_map(|place| self.hex(place)) {
            whole[self.grid.index(hex)] = 0;
        }
        self.grid.sweep(whole);
        for (far, hex) in places.iter_mut().zip(&self.hexes) {
            *far = Some(whole[self.grid.index(*hex)]).filter(|far| *far <= limit).unwrap_or(UNREACHED);
        }
    }

    /// Where a hex lies, for lines.
    pub(super) fn cube(&self, place: usize) -> Option<Cube> {
        self.cubes.get(place).copied()
    }

    /// The place at a point, for lines.
    pub(super) fn at_cube(&self, cube: Cube) -> Option<usize> {
        self.place(self.grid.uncube(cube)?)
    }
}

#[inline]
fn some(place: u16) -> Option<usize> {
    (place != NOWHERE).then_some(usize::from(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::three_boards::{gettysburg, gleam, long_roads};
    use crate::board::{Axis, Naming, Network, Parity, Reach, RowsRun};
    use proptest::prelude::*;

    /// Who lies next to a hex, by name, clockwise from the first side.
    fn next_to(atlas: &Atlas, name: &str) -> String {
        let names =
            atlas.neighbours(atlas.read(name).expect("a hex")).map(|to| to.map_or("-".to_owned(), |to| atlas.name(to)));
        names.join(" ")
    }

    #[test]
    fn the_boards_of_three_rulebooks_have_as_many_hexes_as_their_map_files() {
        assert_eq!([gettysburg(), gleam(), long_roads()].map(|atlas| atlas.hexes().len()), [1825, 3831, 9795]);
        assert_eq!(long_roads().len(), 9798, "boxes are places");
    }

    #[test]
    fn hexes_lie_next_to_one_another_as_the_map_files_say() {
        assert_eq!(next_to(&gettysburg(), "A12"), "A13 B12 B11 A11 - -");
        assert_eq!(next_to(&gettysburg(), "G36"), "G37 H36 H35 G35 F35 F36");
        assert_eq!(next_to(&gettysburg(), "B44"), "- C45 C44 B43 A44 A45");
        // Across the join of the two panels, and at the corner that is cut.
        assert_eq!(next_to(&gleam(), "B0131"), "B0231 B0132 A3831 A3830 B0130 B0230");
        assert_eq!(next_to(&gleam(), "A0941"), "A1041 - A0841 A0840 A0940 A1040");
        // From the eastern panel over the western and the southern ones.
        assert_eq!(next_to(&long_roads(), "HE0101"), "HW5606 HW5707 HE0201 HE0102 HW5508 HW5507");
        assert_eq!(next_to(&long_roads(), "JS0134"), "JS0133 JS0233 - - - -");
    }

    #[test]
    fn a_hex_on_several_panels_has_several_names_and_is_written_by_the_first() {
        let atlas = long_roads();
        let names = |name| atlas.names(atlas.read(name).expect("a hex")).collect::<Vec<_>>().join(" ");
        assert_eq!(names("GS3719"), "HE0101 HW5607 GS3719");
        assert_eq!(names("GS0632"), "HW2521 GS0632");
        assert_eq!(names("GS2428"), "HW4317 GS2428");
        assert_eq!(names("potomac"), "potomac");
        assert_eq!(atlas.read("GN4909").map(|place| atlas.name(place)), Some("GN4909".to_owned()));
        assert_eq!(gleam().read("A3922"), gleam().read("B0122"));
        for none in ["HE0252", "HE4001", "he0101", "XX0101", "0101", "HE101", "", "HE0000", "sea"] {
            assert_eq!(atlas.read(none), None, "{none}");
        }
        assert_eq!((gettysburg().read("B45"), gettysburg().read("PP1"), gleam().read("A0942")), (None, None, None));
    }

    #[test]
    fn every_place_is_read_back_from_each_of_its_names() {
        for atlas in [gettysburg(), gleam(), long_roads()] {
            for place in 0..atlas.len() {
                assert!(atlas.names(place).next().is_some());
                assert!(atlas.names(place).all(|name| atlas.read(&name) == Some(place)), "{}", atlas.name(place));
                assert_eq!(atlas.hex(place).and_then(|hex| atlas.place(hex)).or(Some(place)), Some(place));
                for (side, to) in atlas.around(place) {
                    assert_eq!(atlas.ahead(to, Facing::side(side).opposite()), Some(place));
                    assert_eq!(atlas.distance(place, to), Some(1));
                }
            }
            assert_eq!(atlas.name(atlas.len()), "");
        }
    }

    #[test]
    fn panels_and_boxes_that_make_no_board_are_refused_in_words() {
        let grid = Grid { axis: Axis::FlatColumns, cols: 9, rows: 9, shifted: Parity::Even, rows_run: RowsRun::South };
        let panel = |grid, first| Panel { letters: "A", naming: Naming::ColumnRow, grid, ragged: false, first };
        let one = |id: &str| OffMap { id: id.to_owned(), title: String::new() };
        let wrong = |panels, boxes| Atlas::new(grid, panels, boxes, |_| true).expect_err("no board").to_string();
        let whole = || vec![panel(grid, HexId::new(1, 1))];
        assert_eq!(
            wrong(vec![panel(grid, HexId::new(2, 1))], vec![]),
            "the board: panel \"A\" hangs over the edge of the board"
        );
        let other = Grid { rows_run: RowsRun::North, ..grid };
        let said = "the board: panel \"A\" stands or counts otherwise than the board";
        assert_eq!(wrong(vec![panel(other, HexId::new(1, 1))], vec![]), said);
        assert_eq!(wrong(whole(), vec![one("A0101")]), "the board: the id \"A0101\" of a box is taken");
        assert_eq!(wrong(whole(), vec![one("sea"), one("sea")]), "the board: the id \"sea\" of a box is taken");
    }

    /// A march by road to the edge of the map, over a link into a box, and by sea from there: one search, each network with its own costs.
    #[test]
    fn roads_and_sea_lanes_join_hexes_and_boxes_for_one_search() {
        let atlas = long_roads();
        let place = |name| atlas.read(name).expect("a place");
        let road = ["HE0744", "HE0843", "HE0944"].map(place);
        let roads = Network::of(atlas.len(), Network::along(&road, 1u16));
        let lanes = [("HE0944", "dock_alexandria", 0), ("dock_alexandria", "potomac", 2), ("potomac", "ches1", 2)];
        let sea = Network::of(atlas.len(), lanes.map(|(a, b, cost)| (place(a), place(b), cost)));
        let mut reach = Reach::over(atlas.len());
        reach.search([(road[0], 0)], 5, |at, spent, out| {
            let ways = roads.from(at).chain(sea.from(at));
            ways.for_each(|(to, cost)| out.at(to, spent + cost));
        });
        assert_eq!(["HE0944", "potomac", "ches1"].map(|name| reach.cost(place(name))), [Some(2), Some(4), None]);
        assert_eq!(reach.before(place("potomac")), Some(place("dock_alexandria")));
        assert!(roads.touches(road[1]) && !roads.touches(place("HE0101")) && roads.between(road[0], road[1]).eq([&1]));
        assert!(roads.between(road[0], road[2]).next().is_none());
        assert_eq!(atlas.off_map(place("ches1")).map(|one| one.title.as_str()), Some("Chesapeake Bay 1"));
        assert_eq!(atlas.distance(road[0], place("ches1")), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Distance to the nearest source, and what lies within a radius, against counting to every source.
        #[test]
        fn straight_fields_hold_the_distance_to_the_nearest_source(
            sources in proptest::collection::vec(0usize..9798, 0..6), limit in 0u16..150, radius in 0u16..20,
        ) {
            let mut field = Field::over(0);
            for atlas in [gettysburg(), gleam(), long_roads()] {
                let sources = || sources.iter().map(|place| place % atlas.len());
                atlas.straight(&mut field, sources(), limit);
                let within = field.within(radius);
                for place in 0..atlas.len() {
                    let far = sources().filter_map(|source| atlas.distance(place, source)).min().map(|far| far as u16);
                    let far = far.filter(|far| *far <= limit);
                    prop_assert_eq!(field.at(place), far, "{}", atlas.name(place));
                    prop_assert_eq!(within.contains(place), far.is_some_and(|far| far <= radius));
                }
                if let Some(source) = sources().next() {
                    let near = atlas.range(source, u32::from(radius));
                    prop_assert!(near.eq((0..atlas.len()).filter(|p| atlas.distance(source, *p).is_some_and(|far| far <= u32::from(radius)))));
                }
            }
        }

        /// With hexsides that nobody steps over, against a search that counts each step one.
        #[test]
        fn fields_go_round_what_is_barred(sources in proptest::collection::vec(0usize..3831, 1..4), limit in 0u16..90, seed in any::<u32>()) {
            let atlas = gleam();
            let open = |a: usize, b: usize| ((a.min(b) * 4096 + a.max(b)) as u32 ^ seed).wrapping_mul(2_654_435_761) >> 30 != 0;
            let (mut field, mut reach) = (Field::over(atlas.len()), Reach::over(atlas.len()));
            field.spread(sources.iter().copied(), limit, |at, on| {
                atlas.around(at).filter(|(_, to)| open(at, *to)).for_each(|(_, to)| on.to(to));
            });
            reach.search(sources.iter().map(|source| (*source, 0)), limit, |at, spent, out| {
                atlas.around(at).filter(|(_, to)| open(at, *to)).for_each(|(_, to)| out.at(to, spent + 1));
            });
            for place in 0..atlas.len() {
                prop_assert_eq!(field.at(place), reach.cost(place));
            }
        }
    }
}
