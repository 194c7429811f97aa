//! Whether a position from outside could be one of this game. What it accepts, nothing else may fall over.

use super::board::{Board, scenario_turns};
use super::chain::{Formation, continuous};
use super::pack::Pack;
use super::position::{Pending, Place, Position, Segment, State};
use super::units::{Kind, UnitId};

/// Checks a position.
///
/// # Errors
/// The first thing that is out of range.
pub fn whole(pack: &Pack, at: &Position) -> Result<(), String> {
    let [first, last] = scenario_turns(pack, at.scenario);
    if !(first..=last).contains(&at.turn) {
        return Err(format!("turn {} is none", at.turn));
    }
    let zoned = pack.tables.scenarios.iter().any(|s| s.id == at.scenario.id() && s.zoning.is_some());
    if at.segment == Segment::SetUp && !zoned {
        return Err("nobody sets up in this game".to_owned());
    }
    if at.units.len() != pack.units.len() || at.held.len() != pack.ground.prizes.len() {
        return Err(format!("{} counters and {} places", at.units.len(), at.held.len()));
    }
    let known = |unit: &UnitId| unit.index() < pack.units.len();
    if !at.unseen_is_whole(pack) {
        return Err("counters out of view, or outposts, that are none".to_owned());
    }
    if !at.covers_are_whole() {
        return Err("covers that lie on nobody".to_owned());
    }
    let pending = match &at.pending {
        Some(Pending::Advance { unit, .. }) => vec![*unit],
        Some(Pending::Aside { by, unit, .. } | Pending::Rout { by, unit, .. }) => vec![*by, *unit],
        Some(Pending::Yield { by, .. }) => vec![*by],
        None => Vec::new(),
    };
    let command = at.command.iter().flat_map(|c| c.over.iter().chain(&c.used).chain([&c.by]));
    let desks = at.seats.hands.iter().map(|h| &h.unit).chain(at.seats.wishes.iter().map(|w| &w.by));
    let named = command
        .chain(&at.hand)
        .chain(desks)
        .chain(&pending)
        .chain(at.pairs.iter().flat_map(|p| p.batteries.iter().chain([&p.unit])));
    let (fought, struck) = fight(at);
    let written = at.night_orders.iter().flat_map(|o| o.with.iter().chain([&o.by]));
    let written =
        written.chain(at.transfers.iter().flat_map(|t| [&t.to, &t.unit])).chain(&at.charged).chain(&at.following);
    let written = written.chain(at.stormed.iter().map(|(unit, _)| unit));
    if let Some(unit) = named.chain(written).copied().chain(fought).find(|u| !known(u)) {
        return Err(format!("counter {} is none", unit.0));
    }
    let places = at.pairs.iter().flat_map(|p| [p.from, p.to]).chain(at.works.iter().map(|w| w.hex));
    let places = places.chain(at.stormed.iter().map(|(_, hex)| *hex));
    let yields =
        if let Some(Pending::Aside { hex, .. } | Pending::Yield { hex, .. }) = &at.pending { Some(*hex) } else { None };
    let told = if let Some(Pending::Aside { told, .. }) = &at.pending { told.as_ref() } else { None };
    let ordered = at.night_orders.iter().map(|o| o.hex).chain(told.into_iter().flat_map(|t| t.hexes.iter().copied()));
    if let Some(place) =
        places.chain(yields).chain(struck).chain(ordered).find(|p| !pack.ground.is_hex(usize::from(*p)))
    {
        return Err(format!("place {place} is none"));
    }
    let came = at.doors.iter().flat_map(|d| d.last.iter().chain(&d.rest)).chain(&at.guns_on);
    let came = came.chain(at.guns_beside.iter().map(|(unit, _)| unit));
    if let Some(unit) = came.copied().find(|u| !known(u)) {
        return Err(format!("counter {} is none", unit.0));
    }
    if at.doors.iter().any(|d| usize::from(d.off) >= pack.ground.atlas.len()) {
        return Err("a road onto the map that is none".to_owned());
    }
    if at.night_orders.iter().any(|o| o.hour > 190) {
        return Err("an order for an hour that is none".to_owned());
    }
    let boxed = |off: u16| pack.ground.entries.iter().any(|e| e.off == usize::from(off));
    if at.entries.iter().any(|e| !known(&e.unit) || e.off.is_some_and(|off| !boxed(off))) {
        return Err("an entry by no road, or of nobody".to_owned());
    }
    if at.works.iter().any(|w| !w.left.is_side() || !w.right.is_side()) {
        return Err("works face by sides".to_owned());
    }
    let desks = &at.seats;
    let said = desks.done.iter().chain(&desks.passed).chain(desks.reached.iter().map(|r| &r.seat));
    let said = said.chain(desks.hands.iter().map(|h| &h.seat)).chain(desks.wishes.iter().map(|w| &w.seat));
    let said = said.chain(at.fight.splits.iter().filter_map(|s| s.by.as_ref()));
    if said.copied().any(|seat| at.layout.side(seat).is_none()) {
        return Err("a seat that is none".to_owned());
    }
    pack.ids().try_for_each(|unit| whole_unit(pack, at, unit))?;
    let board = Board::new(pack, at);
    for place in 0..pack.ground.cells.len() {
        let both = domain_core::referee::Side::BOTH.iter().all(|side| board.held_by(*side, place));
        if both {
            return Err(format!("both sides stand in {}", pack.ground.id(place)));
        }
    }
    Ok(())
}

/// The counters and the hexes that fire and what follows it speak of.
fn fight(at: &Position) -> (Vec<UnitId>, Vec<u16>) {
    let fight = &at.fight;
    let pairs = || fight.aims.iter().chain(&fight.before);
    let steps = || fight.flankers.iter().chain(&fight.stepped);
    let fired = pairs().flat_map(|p| p.batteries.iter().copied().chain([p.unit]));
    let units = fired.chain(steps().map(|f| f.unit)).chain(fight.forgone.iter().map(|f| f.unit));
    let units =
        units.chain(fight.returns.iter().copied()).chain(fight.shots.iter().flat_map(|s| [s.battery, s.target]));
    let units = units.chain(fight.singled.iter().map(|s| s.unit)).chain(fight.struck.iter().map(|s| s.unit));
    let units = units.chain(fight.from_works.iter().flatten().copied());
    let units = units.chain(fight.splits.iter().flat_map(|s| s.shares.iter().filter_map(|one| one.of)));
    let hexes = pairs().flat_map(|p| [p.from, p.to]).chain(steps().flat_map(|f| [f.from, f.target, f.to]));
    let hexes = hexes.chain(fight.shots.iter().map(|s| s.hex)).chain(fight.singled.iter().map(|s| s.hex));
    let hexes = hexes.chain(fight.splits.iter().flat_map(|s| s.shares.iter().map(|one| one.to).chain([s.from])));
    (units.collect(), hexes.collect())
}

fn whole_unit(pack: &Pack, at: &Position, unit: UnitId) -> Result<(), String> {
    let (spec, now) = (pack.unit(unit), at.unit(unit));
    let name = &spec.name;
    let chain = now.place.chain();
    if let Some(link) = chain.iter().find(|l| l.at() >= pack.ground.atlas.len()) {
        return Err(format!("{name} at place {}", link.hex));
    }
    if matches!(now.place, Place::Fled(hex) if !pack.ground.is_hex(usize::from(hex))) {
        return Err(format!("{name} left the map nowhere"));
    }
    if matches!(now.place, Place::At(ref chain) if chain.is_empty()) {
        return Err(format!("{name} is on the map and nowhere"));
    }
    match (&now.state, &spec.kind) {
        (State::Brigade(b), Kind::Brigade(_)) => {
            if matches!(b.formation, Formation::Column { facing } | Formation::Charge { facing } if !facing.is_side()) {
                return Err(format!("{name} looks to a corner in column"));
            }
            if b.dp > 5_000 || b.cp > 5_000 || b.sp > 60 || b.owed > 40 || b.level.is_some_and(|l| l > 20) {
                return Err(format!("{name} has numbers beyond all charts"));
            }
            if chain.is_empty() {
                return Ok(());
            }
            let all: u32 = chain.iter().map(|l| u32::from(l.sp)).sum();
            if all != u32::from(b.sp) || chain.iter().any(|l| l.sp == 0) {
                return Err(format!("{name} has {} points and markers of {all}", b.sp));
            }
            if usize::from(b.counter) >= chain.len() || !(b.paid.is_empty() || b.paid.len() == chain.len()) {
                return Err(format!("{name} has no marker {}", b.counter));
            }
            if b.paid.iter().any(|p| *p > 60) {
                return Err(format!("{name} spent more than there is"));
            }
            continuous(&pack.ground, b.formation, chain).map_err(|rule| rule.illegal(name).wrong)
        }
        (State::Battery(b), Kind::Battery(battery)) => {
            let all: u32 = chain.iter().map(|l| u32::from(l.sp)).sum();
            if !chain.is_empty() && (all != u32::from(battery.cannon()) || chain.len() > 2) {
                return Err(format!("{name} has {all} cannon"));
            }
            if b.facing.is_side() != b.limbered || b.factors > 10 || b.takes > Some(10) || b.spent > 60 {
                return Err(format!("{name} faces wrongly, or has too much"));
            }
            match b.captor.filter(|c| pack.units.get(c.index()).is_none_or(|u| u.brigade().is_none())) {
                Some(_) => Err(format!("{name} was captured by nobody")),
                None => Ok(()),
            }
        }
        (State::Commander(_), Kind::Commander(_)) => {
            let one = chain.is_empty() || (chain.len() == 1 && chain[0].sp == 0);
            if one { Ok(()) } else { Err(format!("{name} is in several places")) }
        }
        _ => Err(format!("{name} is of another kind")),
    }
}
