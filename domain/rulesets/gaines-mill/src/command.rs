//! Chapter 5: the coordination roll and its modifier, the Union's choice, independents and reserves.

use super::bars::Bar;
use super::units::{Division, UnitId};
use super::zones::Board;
use domain_core::referee::Side;

/// The activation number of a division on the Lee Coordination Track (§5.1).
pub const fn activation_number(division: Division) -> Option<u8> {
    match division {
        Division::ApHill => Some(12),
        Division::Longstreet => Some(7),
        Division::DhHill => Some(6),
        Division::Ewell => Some(5),
        Division::Whiting => Some(4),
        Division::Jackson => Some(3),
        _ => None,
    }
}

/// §5.12: divisions that only a natural roll brings.
pub const fn natural_only(division: Division) -> bool {
    matches!(division, Division::Ewell | Division::Whiting | Division::Jackson)
}

/// How far an activated unit wakes independents of its corps, and reserves (§5.3).
pub const INDEPENDENT_RANGE: u32 = 4;

/// What a coordination roll brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinated {
    /// Divisions activated, in track order.
    pub divisions: Vec<Division>,
    /// Where the CCRM marker goes; 0 is off the track.
    pub ccrm: u8,
}

fn brought(natural: i32, modified: i32) -> Vec<Division> {
    let counts = |d: &Division| {
        let total = if natural_only(*d) { natural } else { modified };
        activation_number(*d).is_some_and(|n| total <= i32::from(n))
    };
    Division::CONFEDERATE.into_iter().filter(counts).collect()
}

/// §5.1, §5.11: reads a roll with the CCRM marker where it lies (rulings 2 and 3). A roll that activates one division only
/// has failed: with the marker on the track it is read again, two less for each space; if it still fails the marker goes
/// one space on, otherwise it comes off.
pub fn coordinate(dice: [u8; 2], ccrm: u8) -> Coordinated {
    let natural = i32::from(dice[0]) + i32::from(dice[1]);
    let mut divisions = brought(natural, natural);
    if divisions.len() < 2 {
        divisions = brought(natural, natural - 2 * i32::from(ccrm));
    }
    let ccrm = if divisions.len() < 2 { ccrm.saturating_add(1) } else { 0 };
    Coordinated { divisions, ccrm }
}

/// A roll and what it brings, for the question whether to keep it: "9 brings A.P. Hill".
pub fn roll_in_words(dice: [u8; 2], ccrm: u8) -> String {
    let names: Vec<&str> = coordinate(dice, ccrm).divisions.iter().map(|d| d.name()).collect();
    let names = match names.as_slice() {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    };
    format!("{} brings {names}", dice[0] + dice[1])
}

impl Board<'_> {
    /// §5.2: two different divisions of the Union.
    pub fn check_activate(one: Division, two: Division) -> Result<(), Bar> {
        if one.side() != Side::Union || two.side() != Side::Union {
            return Err(Bar::NotUnionDivision);
        }
        if one == two { Err(Bar::SameDivision) } else { Ok(()) }
    }

    /// The units that these divisions activate: their own wherever they are, independents of the same corps and reserves
    /// within four hexes of one of them (§5.3), measured once and without chains (ruling 6), and the great battery always.
    pub fn activated_by(&self, side: Side, divisions: &[Division]) -> Vec<UnitId> {
        let own = |u: &UnitId| self.spec(*u).division.is_some_and(|d| divisions.contains(&d));
        let wakes = |u: UnitId| {
            let (spec, Some(hex)) = (self.spec(u), self.state(u).hex()) else { return false };
            let near = |(other, at): (UnitId, _)| {
                own(&other)
                    && self.pack.ground.distance(hex, at) <= INDEPENDENT_RANGE
                    && (spec.reserve || (spec.independent && self.spec(other).corps == spec.corps))
            };
            spec.always_active || self.on_map(side).any(near)
        };
        let ours = self.pack.ids().filter(|u| self.side(*u) == side && self.state(*u).steps > 0);
        ours.filter(|u| own(u) || (self.spec(*u).division.is_none() && wakes(*u))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_track_is_read_by_natural_and_modified_rolls() {
        // A natural 7 brings two divisions; a natural 2 everything (ruling 2).
        assert_eq!(coordinate([3, 4], 3).divisions, [Division::ApHill, Division::Longstreet]);
        assert_eq!(coordinate([1, 1], 0).divisions, Division::CONFEDERATE);
        // The first failure is not modified, it only starts the marker (ruling 3).
        assert_eq!(coordinate([4, 4], 0), Coordinated { divisions: vec![Division::ApHill], ccrm: 1 });
        // Marker on 1: 9 - 2 = 7 succeeds, 10 - 2 = 8 fails and moves it on.
        assert_eq!(
            coordinate([4, 5], 1),
            Coordinated { divisions: vec![Division::ApHill, Division::Longstreet], ccrm: 0 }
        );
        assert_eq!(coordinate([5, 5], 1), Coordinated { divisions: vec![Division::ApHill], ccrm: 2 });
        // A modified 2 never brings Jackson's divisions (§5.12).
        assert_eq!(coordinate([4, 4], 3).divisions, [Division::ApHill, Division::Longstreet, Division::DhHill]);
    }
}
