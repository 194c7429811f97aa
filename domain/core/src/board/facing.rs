//! Facings: the twelve directions out of a hex, six through the middle of a side and six through a corner.

use super::hex::{Axis, Grid, HexId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the twelve directions of a hex, counted clockwise from the grid's first neighbour ([`Grid::neighbours`]) in twelfths of a turn:
/// even numbers are sides, odd ones the corners between them.
///
/// A facing does not know how its hexes stand: only its name does, and how it is drawn. Serialised as its number, 0 to 11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(u8);

/// Names clockwise from north, a twelfth of a turn apart: where hexes have flat tops, the first is a side.
const FLAT: [&str; 12] = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW"];

/// The same where they are pointed: the first side is the north-eastern one.
const POINTED: [&str; 12] = ["NE", "ENE", "E", "ESE", "SE", "S", "SW", "WSW", "W", "WNW", "NW", "N"];

/// Which part of what surrounds a piece a direction lies in, seen from the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// Before it: at most a sixth of a turn off its facing. Three sides for who faces a side, two for who faces a corner.
    Front,
    /// Beside it: more than a sixth off and less than five twelfths. Two sides.
    Flank,
    /// Behind it: one side for who faces a side, two for who faces a corner.
    Rear,
}

/// A word that names no facing on a board whose hexes stand so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are twelve facings: {}", names(*.0).join(" "))]
pub struct NotAFacing(pub Axis);

const fn names(axis: Axis) -> &'static [&'static str; 12] {
    match axis {
        Axis::FlatColumns => &FLAT,
        Axis::PointyRows => &POINTED,
    }
}

impl Facing {
    /// How many there are, for arrays and for states of a search that are wider than a place.
    pub const COUNT: usize = 12;

    /// All, clockwise from the first side.
    pub fn all() -> impl Iterator<Item = Facing> {
        (0..12).map(Facing)
    }

    /// The six sides, in the order of [`Grid::neighbours`].
    pub fn sides() -> impl Iterator<Item = Facing> {
        Self::all().step_by(2)
    }

    /// The six corners; each stands clockwise of the side with its number.
    pub fn corners() -> impl Iterator<Item = Facing> {
        Self::all().skip(1).step_by(2)
    }

    /// Through the side to that neighbour, counted as in [`Grid::neighbours`] and round again above 5.
    pub const fn side(neighbour: usize) -> Facing {
        Facing((neighbour % 6 * 2) as u8)
    }

    /// Through the corner between that neighbour and the next one clockwise.
    pub const fn corner(neighbour: usize) -> Facing {
        Facing((neighbour % 6 * 2 + 1) as u8)
    }

    /// The number, 0 to 11.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The facing with this number.
    pub fn at(index: usize) -> Option<Facing> {
        u8::try_from(index).ok().filter(|n| *n < 12).map(Facing)
    }

    /// The neighbour faced, for who faces a side; `None` for a corner.
    pub const fn neighbour(self) -> Option<usize> {
        if self.0.is_multiple_of(2) { Some(self.0 as usize / 2) } else { None }
    }

    /// Whether this is the middle of a side.
    pub const fn is_side(self) -> bool {
        self.neighbour().is_some()
    }

    /// Turned clockwise by so many twelfths, anticlockwise by negative ones: 1 from a side to the corner on its right, 2 from side to side.
    pub const fn turned(self, twelfths: i32) -> Facing {
        Facing((self.0 as i32 + twelfths.rem_euclid(12)).rem_euclid(12) as u8)
    }

    /// The other way.
    pub const fn opposite(self) -> Facing {
        self.turned(6)
    }

    /// By how many twelfths to turn to face like the other, the short way: -5 to 6, positive clockwise.
    pub const fn turn_to(self, other: Facing) -> i32 {
        (other.0 as i32 - self.0 as i32 + 5).rem_euclid(12) - 5
    }

    /// How far apart two facings are, in twelfths of a turn: 0 to 6.
    pub const fn apart(self, other: Facing) -> u32 {
        self.turn_to(other).unsigned_abs()
    }

    /// The part of the surroundings of a piece facing so that a direction lies in.
    pub const fn aspect_of(self, direction: Facing) -> Aspect {
        match self.apart(direction) {
            0..=2 => Aspect::Front,
            3 | 4 => Aspect::Flank,
            _ => Aspect::Rear,
        }
    }

    /// The neighbours in one part of the surroundings of a piece facing so, clockwise; to be looked up in [`Grid::neighbours`].
    ///
    /// Facing a side: three before it, two beside it (right, left), one behind. Facing a corner: two each.
    pub fn neighbours_in(self, aspect: Aspect) -> impl Iterator<Item = usize> {
        // From the rearmost on the left, so that the front comes in one piece from left to right.
        let first = if self.is_side() { -4 } else { -5 };
        (0..6)
            .map(move |n| self.turned(first + 2 * n))
            .filter(move |d| self.aspect_of(*d) == aspect)
            .filter_map(Facing::neighbour)
    }

    /// Its name on a board whose hexes stand so: `N NNE NE E SE SSE S SSW SW W NW NNW` with flat tops (sides and corners by turns),
    /// `NE ENE E ESE SE S SW WSW W WNW NW N` with pointed ones.
    pub const fn name(self, axis: Axis) -> &'static str {
        names(axis)[self.0 as usize]
    }

    /// The facing of that name, in capitals or not.
    ///
    /// # Errors
    /// [`NotAFacing`] for any other word; `NNE` is none where hexes are pointed, `ENE` none where they have flat tops.
    pub fn read(word: &str, axis: Axis) -> Result<Facing, NotAFacing> {
        let found = names(axis).iter().position(|name| name.eq_ignore_ascii_case(word));
        found.and_then(Facing::at).ok_or(NotAFacing(axis))
    }

    /// Degrees clockwise from the top of the map, to draw it.
    pub const fn degrees(self, axis: Axis) -> u16 {
        let turned = match axis {
            Axis::FlatColumns => 0,
            Axis::PointyRows => 1,
        };
        (self.0 as u16 + turned) % 12 * 30
    }
}

impl Serialize for Facing {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Facing {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Facing::at(usize::deserialize(d)?).ok_or_else(|| serde::de::Error::custom("a facing is a number from 0 to 11"))
    }
}

impl Grid {
    /// The direction in which one hex lies from another: a side when the straight line from centre to centre leaves the first hex through
    /// that side, a corner when it leaves exactly through that corner; `None` for the hex itself.
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Facing> {
        let [first, second] = self.steps_towards(from, to)?;
        Some(match first.1.cmp(&second.1) {
            std::cmp::Ordering::Greater => Facing::side(first.0),
            std::cmp::Ordering::Equal => Facing::corner(first.0),
            std::cmp::Ordering::Less => Facing::side(second.0),
        })
    }

    /// The hex next to this one in the direction of a side; `None` off the map, and for a corner, where there is none.
    pub fn ahead(&self, hex: HexId, facing: Facing) -> Option<HexId> {
        self.neighbours(hex)[facing.neighbour()?]
    }

    /// The neighbours in one part of the surroundings of a piece in a hex, clockwise, those off the map left out.
    pub fn around(&self, hex: HexId, facing: Facing, aspect: Aspect) -> impl Iterator<Item = HexId> {
        let neighbours = self.neighbours(hex);
        facing.neighbours_in(aspect).filter_map(move |n| neighbours[n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Crossed, Parity, RowsRun};
    use proptest::prelude::*;

    const AXES: [Axis; 2] = [Axis::FlatColumns, Axis::PointyRows];

    fn grids() -> Vec<Grid> {
        let mut grids = Vec::new();
        for axis in AXES {
            for shifted in [Parity::Odd, Parity::Even] {
                for rows_run in [RowsRun::South, RowsRun::North] {
                    grids.push(Grid { axis, cols: 14, rows: 12, shifted, rows_run });
                }
            }
        }
        grids
    }

    fn name_all(facings: impl Iterator<Item = Facing>, axis: Axis) -> String {
        facings.map(|f| f.name(axis)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn flat_tops_have_a_side_and_pointed_ones_a_corner_in_the_north() {
        assert_eq!(name_all(Facing::sides(), Axis::FlatColumns), "N NE SE S SW NW");
        assert_eq!(name_all(Facing::corners(), Axis::FlatColumns), "NNE E SSE SSW W NNW");
        assert_eq!(name_all(Facing::sides(), Axis::PointyRows), "NE E SE SW W NW");
        assert_eq!(name_all(Facing::corners(), Axis::PointyRows), "ENE ESE S WSW WNW N");
        let north = |axis| Facing::read("n", axis).expect("north").degrees(axis);
        assert_eq!(AXES.map(north), [0, 0]);
        assert_eq!(Facing::read("E", Axis::PointyRows).map(|f| f.degrees(Axis::PointyRows)), Ok(90));
        assert_eq!(Facing::read("E", Axis::FlatColumns).map(|f| f.degrees(Axis::FlatColumns)), Ok(90));
        let wrong = Facing::read("NNE", Axis::PointyRows).expect_err("no such corner");
        assert_eq!(wrong.to_string(), "there are twelve facings: NE ENE E ESE SE S SW WSW W WNW NW N");
    }

    #[test]
    fn a_facing_is_a_number_in_json_and_no_other_number_is_one() {
        assert_eq!(serde_json::to_string(&Facing::corner(5)).expect("a number"), "11");
        assert_eq!(serde_json::from_str::<Facing>("3").expect("a facing"), Facing::corner(1));
        assert!(serde_json::from_str::<Facing>("12").is_err() && serde_json::from_str::<Facing>("-1").is_err());
    }

    #[test]
    fn who_faces_a_side_has_three_hexes_before_two_beside_and_one_behind_who_faces_a_corner_two_each() {
        let side = Facing::side(0);
        let all = |f: Facing, aspect| f.neighbours_in(aspect).collect::<Vec<_>>();
        assert_eq!(
            (all(side, Aspect::Front), all(side, Aspect::Flank), all(side, Aspect::Rear)),
            (vec![5, 0, 1], vec![4, 2], vec![3])
        );
        let corner = Facing::corner(0);
        let parts = (all(corner, Aspect::Front), all(corner, Aspect::Flank), all(corner, Aspect::Rear));
        assert_eq!(parts, (vec![0, 1], vec![5, 2], vec![4, 3]));
    }

    #[test]
    fn a_line_of_one_hex_that_fronts_east_sees_the_two_eastern_hexes() {
        // Gettysburg: flat tops, every second column half a hex north, rows count northwards.
        let grid =
            Grid { axis: Axis::FlatColumns, cols: 41, rows: 45, shifted: Parity::Even, rows_run: RowsRun::North };
        let east = Facing::read("E", grid.axis).expect("a corner");
        let front: Vec<_> = grid.around(HexId::new(7, 10), east, Aspect::Front).map(|h| h.to_string()).collect();
        assert_eq!(front, ["0810", "0809"]);
        assert_eq!(grid.ahead(HexId::new(7, 10), east), None, "no hex lies beyond a corner");
    }

    /// Every pair of hexes, against the line itself: who leaves by a side crosses that neighbour next or arrives there; who leaves by a
    /// corner runs between the two neighbours beside it.
    #[test]
    fn a_line_leaves_a_hex_as_its_direction_says() {
        for grid in grids() {
            for from in [HexId::new(1, 1), HexId::new(7, 6), HexId::new(8, 6), HexId::new(14, 12)] {
                for to in grid.hexes().filter(|to| *to != from) {
                    let direction = grid.direction(from, to).expect("somewhere else");
                    let neighbours = grid.neighbours(from);
                    match (grid.line(from, to).first(), direction.neighbour()) {
                        (None, Some(side)) => assert_eq!(neighbours[side], Some(to)),
                        (Some(Crossed::Through(hex)), Some(side)) => {
                            assert_eq!(neighbours[side], Some(*hex), "{from} {to}")
                        }
                        (Some(Crossed::Between(two)), None) => {
                            let [a, b] = [direction.turned(-1), direction.turned(1)].map(|d| grid.ahead(from, d));
                            assert!(*two == [a, b] || *two == [b, a], "{from} {to}");
                        }
                        met => panic!("{from} to {to}: {met:?}"),
                    }
                    assert_eq!(grid.direction(to, from), Some(direction.opposite()), "{from} {to}");
                }
                assert_eq!(grid.direction(from, from), None);
            }
        }
    }

    proptest! {
        #[test]
        fn turning_adds_up_and_the_short_way_leads_there(a in 0usize..12, b in 0usize..12, twelfths in -40i32..40) {
            let (a, b) = (Facing::at(a).unwrap(), Facing::at(b).unwrap());
            prop_assert_eq!(a.turned(a.turn_to(b)), b);
            prop_assert!((-5..=6).contains(&a.turn_to(b)) && a.apart(b) == b.apart(a));
            prop_assert_eq!(a.turned(twelfths).turned(-twelfths), a);
            prop_assert_eq!(a.opposite().opposite(), a);
            prop_assert_eq!(a.opposite().apart(b), 6 - a.apart(b));
            let clock = (a.turned(twelfths).degrees(Axis::FlatColumns) as i32 - a.degrees(Axis::FlatColumns) as i32).rem_euclid(360);
            prop_assert_eq!(clock, (twelfths * 30).rem_euclid(360));
        }

        #[test]
        fn each_neighbour_lies_in_one_aspect_and_names_read_back(n in 0usize..12) {
            let facing = Facing::at(n).unwrap();
            let mut all: Vec<usize> = [Aspect::Front, Aspect::Flank, Aspect::Rear].into_iter().flat_map(|a| facing.neighbours_in(a)).collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..6).collect::<Vec<_>>());
            for axis in AXES {
                prop_assert_eq!(Facing::read(facing.name(axis), axis), Ok(facing));
            }
        }
    }
}
