//! Who is told of a fact, and what of a position a reader knows.

use super::covers;
use super::desks::SeatFact;
use super::facts::Fact;
use super::pack::Pack;
use super::position::{Place, Position};
use super::units::UnitId;
use super::unseen;
use domain_core::referee::{Side, Viewer};
use domain_core::words::{Audience, Hearers};

/// What is written of entries is its side's alone until the counter comes (§34.21.1), and so is who waits beyond the map, which tells of hastened ones.
pub fn hearers(pack: &Pack, fact: &Fact) -> Hearers {
    let side_of = |unit: &UnitId| Hearers::Only(Audience::Side(pack.unit(*unit).side));
    match fact {
        Fact::EntryWritten(change) => side_of(&change.unit),
        Fact::Delayed { units } => units.first().map_or(Hearers::Everybody, side_of),
        Fact::NumberWritten { .. } => Hearers::Only(Audience::Side(Side::Confederate)),
        Fact::OptionWritten(choice) | Fact::OptionCame { choice, .. } => Hearers::Only(Audience::Side(choice.side)),
        Fact::Covered { side, .. } | Fact::InRange { side, .. } => Hearers::Only(Audience::Side(*side)),
        Fact::Unseen(fact) => fact.side().map_or(Hearers::Everybody, |side| Hearers::Only(Audience::Side(side))),
        Fact::JoinedCovered { unit, .. } | Fact::Seat(SeatFact::Asks { by: unit, .. }) => side_of(unit),
        _ => Hearers::Everybody,
    }
}

/// Without the entries that the other side has written and nobody has seen yet, and without how long its brigades have waited off the map.
pub fn known(pack: &Pack, position: &Position, viewer: Viewer) -> Position {
    let mut known = position.clone();
    let side = match viewer {
        Viewer::Everyone => return known,
        Viewer::Spectator => None,
        Viewer::Seat(seat) => known.layout.side(seat),
    };
    known.seats.wishes.retain(|w| Some(pack.unit(w.by).side) == side);
    let open = |unit: UnitId| Some(pack.unit(unit).side) == side || known_place(position, unit);
    known.entries.retain(|e| open(e.unit));
    known.entry_options.retain(|c| c.stage.is_shown() || Some(c.side) == side);
    if side != Some(Side::Confederate) && !known.over {
        known.delay.number = None;
    }
    for unit in pack.ids().filter(|u| Some(pack.unit(*u).side) != side) {
        if let Some(brigade) = known.brigade_mut(unit) {
            brigade.waited = 0;
        }
    }
    unseen::hide(pack, &mut known, side);
    covers::hide(pack, &mut known, side);
    known
}

/// Whether a counter has come, and its entry to light with it.
fn known_place(position: &Position, unit: UnitId) -> bool {
    position.unit(unit).place != Place::Waiting
}
