//! General Jackson (0.3): the Army of Northern Virginia in two corps, as the pack lists it (`jackson_option`, rulings 45 and 80).

use super::board::Board;
use super::pack::Pack;
use super::position::{EntryChange, Place};
use super::tables::Store;
use super::units::{Arrival, CommanderSpec, Kind, Level, UnitId, UnitSpec};
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

pub(super) const LEAVES_DIVISION: RuleBreak = RuleBreak::new(&[
    "0.3",
    "{unit} would not enter with its new division.",
    "With General Jackson the batteries of Garnett, Pegram and Poague come at the hour and by the road of a brigade of their divisions.",
]);

/// The points that the Union gains for it at the end of the game.
pub const POINTS: i32 = 20;

/// Where a command is now: corps, division, and its turn and road of arrival where they change.
pub(super) type Command = (&'static str, &'static str, Option<(u8, &'static str)>);

const CASHTOWN: &str = "Cashtown Pike";
const HILL: Command = ("II", "Hill", Some((24, "Bendersville Rd.")));
const EWELL: Command = ("I", "Ewell", Some((1, CASHTOWN)));
const ANDERSON: Command = ("I", "Anderson", Some((9, CASHTOWN)));
const JOHNSON: Command = ("II", "Johnson", Some((26, CASHTOWN)));
pub(super) const RESERVE: Command = ("Artillery Reserve", "", Some((16, CASHTOWN)));
const CORPS_GUNS: Command = ("II", "II Corps reserve", None);

/// The brigades of Heth's division that go with Ewell; its others go with Hill.
const WITH_EWELL: [&str; 2] = ["Pettigrew", "Davis"];

/// The battalions that have gone to another division.
const SWITCHED: [&str; 3] = ["Garnett", "Pegram", "Poague"];

/// Who leads a division where he led a corps.
const DEMOTED: [&str; 2] = ["cs-hill-cmd", "cs-ewell-cmd"];

/// Who waits to take the division of a commander who is lost, as Trimble does (ruling 80).
pub const WAITING: [&str; 2] = ["cs-heth-cmd", "cs-pender-cmd"];

/// Who comes into play.
const ADDED: [&str; 2] = ["cs-jackson-cmd", "cs-pendleton-cmd"];

/// The command that a counter is under now, if another one.
fn command(unit: &UnitSpec) -> Option<Command> {
    if let Some(battery) = unit.battery() {
        return match battery.battalion.as_str() {
            "Pegram" => Some(HILL),
            "Poague" => Some(EWELL),
            "Garnett" => Some(ANDERSON),
            "Latimer" => Some(JOHNSON),
            "Lane" | "Nelson" => Some(RESERVE),
            "McIntosh" => Some(CORPS_GUNS),
            _ => None,
        };
    }
    match (unit.id.as_str(), unit.division.as_str()) {
        ("cs-hill-cmd", _) => Some(HILL),
        ("cs-ewell-cmd", _) => Some(EWELL),
        (_, "Heth") if WITH_EWELL.contains(&unit.name.as_str()) => Some(EWELL),
        (_, "Heth" | "Pender") => Some(HILL),
        (_, "Anderson") => Some(ANDERSON),
        (_, "Johnson") => Some(JOHNSON),
        _ => None,
    }
}

/// The counters with Jackson in command of the II Corps.
fn reorganised(units: &[UnitSpec]) -> Vec<UnitSpec> {
    units.iter().map(|unit| if unit.side == Side::Confederate { changed(unit) } else { unit.clone() }).collect()
}

fn changed(unit: &UnitSpec) -> UnitSpec {
    let mut new = unit.clone();
    let id = unit.id.as_str();
    if WAITING.contains(&id) {
        (new.arrival, new.in_play) = (None, false);
        new.corps.clear();
        new.division.clear();
        return new;
    }
    if ADDED.contains(&id) {
        new.in_play = true;
    }
    if let (true, Kind::Commander(spec)) = (DEMOTED.contains(&id), &new.kind) {
        new.kind = Kind::Commander(CommanderSpec { level: Level::Division, ..*spec });
    }
    if let Some((corps, division, arrival)) = command(unit) {
        (new.corps, new.division) = (corps.to_owned(), division.to_owned());
        if let Some((turn, road)) = arrival {
            new.arrival = Some(Arrival { road: road.to_owned(), turn });
        }
    }
    new
}

/// The pack with Jackson in command of the II Corps: his counters, and of the shares of the reserve the III Corps' divided, two fifths to the I Corps, one to the II,
/// the rest to the artillery reserve (0.10).
pub fn pack(printed: &Pack) -> Pack {
    let mut pack = Pack { units: reorganised(&printed.units), ..printed.clone() };
    let stores = &mut pack.tables.stores;
    let of = |stores: &[Store], name: &str| stores.iter().position(|s| s.side == Side::Confederate && s.name == name);
    if let (Some(first), Some(second), Some(third)) = (of(stores, "I"), of(stores, "II"), of(stores, "III")) {
        let whole = stores[third].factors;
        // 278 in five equal parts: 111, 56 and 111 (the pack's figures).
        let two = whole * 2 / 5;
        stores[first].factors += two;
        stores[second].factors += whole - 2 * two;
        stores[third].factors = two;
        RESERVE.0.clone_into(&mut stores[third].name);
    }
    pack
}

impl Board<'_> {
    /// 0.3: "all artillery which have switched to a new division must enter with that division": by these changes of entries a battery that would come at an
    /// hour or by a road by which no brigade of its division comes that is still to come.
    pub(super) fn leaves_division(&self, changes: &[EntryChange]) -> Option<UnitId> {
        if !self.at.options.jackson || !self.since(8) {
            return None;
        }
        let comes = |unit: UnitId| {
            let written = changes.iter().find(|c| c.unit == unit).cloned();
            let change = written.unwrap_or_else(|| self.change(unit));
            (self.card_arrival(unit), change.turn, change.off)
        };
        let waits = |u: &UnitId| self.at.unit(*u).place == Place::Waiting;
        let switched = |u: &UnitId| self.spec(*u).battery().is_some_and(|b| SWITCHED.contains(&b.battalion.as_str()));
        let of_one = |a: UnitId, b: UnitId| self.spec(a).division == self.spec(b).division;
        let apart = |guns: &UnitId| {
            let concerned = changes.iter().any(|c| of_one(c.unit, *guns));
            let brigades = || self.pack.of(Side::Confederate).filter(|u| self.spec(*u).brigade().is_some());
            let mut division = brigades().filter(waits).filter(|u| of_one(*u, *guns)).map(comes).peekable();
            concerned && division.peek().is_some() && !division.any(|entry| entry == comes(*guns))
        };
        self.pack.of(Side::Confederate).filter(switched).filter(waits).find(apart)
    }
}
