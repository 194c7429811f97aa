//! What a staff officer queues when nobody is in contact: marches to the places where his brigades are to be, with the rolls that they need.

use super::officer::Officer;
use crate::board::is_night;
use crate::chain::Formation;
use crate::orders::Order;
use crate::passing::{ASKED_AT_NIGHT, QUIET};
use crate::position::{Place, Retreat, Segment};
use crate::seats::Next;
use crate::units::{Level, UnitId};
use domain_core::referee::Side;

/// How many turns by day he queues for: two hours.
const AHEAD: u8 = 6;

/// How near an enemy in sight may be to a march at night, when nobody may come within three hexes of him.
const NEAR_AT_NIGHT: u32 = 6;

/// A queue has a hundred lines at most; each who moves has two.
const MOST: usize = 40;

impl Officer<'_, '_> {
    /// His queue; empty where he is to be asked in his next player turn, or has nothing to move.
    pub fn queues(&self) -> String {
        let board = self.board;
        // Of several seats one that has done with a segment has moved in no later one yet: its queue goes on with that turn.
        let (next, goes_on) = match board.at.side == self.side {
            true if board.moves_yet() => (board.at.turn, true),
            own => (board.at.turn.saturating_add(u8::from(own || self.side == Side::Confederate)), false),
        };
        let night = is_night(next);
        let asked_then = ASKED_AT_NIGHT.contains(&next) && !goes_on;
        if asked_then || (!night && board.nearest_enemy_of_all(self.side) <= QUIET) {
            return String::new();
        }
        let asked = ASKED_AT_NIGHT.into_iter().find(|turn| *turn > next && night);
        // The night's last turn is behind 4:20 a.m.; by day the evening comes first.
        let dusk = ASKED_AT_NIGHT.into_iter().find(|turn| *turn > next && !is_night(turn - 1));
        let until = match night {
            true => asked
                .filter(|turn| (next..*turn).all(is_night))
                .unwrap_or_else(|| (next..u8::MAX).find(|turn| !is_night(*turn)).unwrap_or(u8::MAX)),
            false => dusk.unwrap_or(u8::MAX).min(next.saturating_add(AHEAD)),
        };
        let mut all: Vec<UnitId> = board.pack.of(self.side).filter(|u| self.is_to_move(*u, until)).collect();
        let waits = |u: &UnitId| board.chain(*u).is_empty();
        all.sort_by_key(|u| (waits(u), board.spec(*u).battery().is_some(), self.enemy_of(*u), u.index()));
        let movers: Vec<UnitId> = all.iter().copied().filter(|u| board.mine(*u)).take(MOST).collect();
        if movers.is_empty() {
            return String::new();
        }
        let near = if night { NEAR_AT_NIGHT } else { QUIET };
        let name = |u: UnitId| board.name(u);
        let march = |u: &UnitId| {
            let to = self.destination(*u)?;
            Some(format!("try march {} to {} near {near}", name(*u), board.pack.ground.id(to)))
        };
        let of = |by: UnitId, movers: &[UnitId]| -> Vec<UnitId> {
            movers.iter().copied().filter(|u| board.has_authority(by, *u) && board.in_command_range(by, *u)).collect()
        };
        let willing = |by: UnitId| of(by, &movers);
        let chiefs = |level: Level, movers: &[UnitId]| -> Vec<UnitId> {
            let chiefs = board.of(self.side).filter(|u| board.spec(*u).commander().is_some_and(|c| c.level == level));
            chiefs.filter(|u| !of(*u, movers).is_empty()).collect()
        };
        let (divisions, corps) = (chiefs(Level::Division, &movers), chiefs(Level::Corps, &movers));
        // The army's seat names a primary commander for all of its side, and the others ask it for one of their own.
        let names = board.commands_army();
        let led = if names { &all } else { &movers };
        let most = |by: &UnitId| (of(*by, led).len().min(usize::from(board.ratings(*by).0)), usize::MAX - by.index());
        let named = [Level::Division, Level::Corps].into_iter().flat_map(|level| chiefs(level, led));
        let primary = named.max_by_key(most);

        let mut lines = vec![format!("stop if turn >= {until}")];
        if !night {
            lines.push(format!("stop if near <= {QUIET}"));
        }
        let each_turn = |order: String| format!("until turn >= {until}: try {order}");
        let verb = if names { "primary" } else { "wish" };
        lines.extend(primary.map(|by| each_turn(format!("{verb} {}", name(by)))));
        // Those of the primary commander, arrivals and guns need no roll; the others wait here, and march behind theirs.
        lines.extend(movers.iter().filter_map(march));
        let led = |u: &UnitId| {
            divisions.iter().chain(&corps).any(|by| board.has_authority(*by, *u) && board.in_command_range(*by, *u))
        };
        let brigade = |u: &&UnitId| board.spec(**u).brigade().is_some();
        // Of several seats each waits for the others of its side between the segments (§15.8).
        let waits_for = |segment: Segment| {
            board.eye.map(|_| each_turn(Order::from(Next { to: Some(segment) }).verb().write(board)))
        };
        let alone: Vec<UnitId> = movers.iter().filter(brigade).filter(|u| !waits(u) && !led(u)).copied().collect();
        lines.extend(waits_for(Segment::Alone).filter(|_| !alone.is_empty()));
        for unit in &alone {
            lines.push(each_turn(format!("alone {}", name(*unit))));
            lines.extend(march(unit));
        }
        for (chiefs, segment) in [(&divisions, Segment::Divisions), (&corps, Segment::Corps)] {
            lines.extend(waits_for(segment).filter(|_| !chiefs.is_empty()));
            for by in chiefs.iter().filter(|by| !names || Some(**by) != primary) {
                lines.push(each_turn(format!("lead {}", name(*by))));
                lines.extend(willing(*by).iter().filter_map(march));
            }
        }
        lines.push(each_turn("done".to_owned()));
        lines.join("\n")
    }

    /// Whether a brigade or battery is to move in the turns before one: to its place, or onto the map.
    fn is_to_move(&self, unit: UnitId, until: u8) -> bool {
        let board = self.board;
        if board.spec(unit).commander().is_some() {
            return false;
        }
        if board.at.unit(unit).place == Place::Waiting {
            return board.arrival(unit).is_some_and(|(turn, _)| turn < until);
        }
        let Some(here) = board.at.counter(unit).or_else(|| board.at.place(unit)).filter(|_| board.on_map(unit)) else {
            return false;
        };
        if let Some((guns, _)) = board.battery(unit) {
            return guns.limbered && self.company(unit, here).is_some_and(|(far, _)| far > super::marches::BEHIND);
        }
        let Some(now) = board.at.brigade(unit) else { return false };
        match now.formation {
            _ if now.is_named() || now.retreat != Retreat::None => false,
            Formation::Line { .. } => self.moves_off(unit, here, self.enemy_of(unit)),
            _ => self.is_far(unit, here),
        }
    }

    /// Where a march of his goes: a brigade to its place, guns to a brigade of their command.
    fn destination(&self, unit: UnitId) -> Option<usize> {
        let board = self.board;
        let own = |u: UnitId| {
            let comes = || board.arrival(u).filter(|_| board.at.unit(u).place == Place::Waiting).map(|(_, e)| e.hex);
            self.goal_from(u, board.at.counter(u).filter(|p| board.pack.ground.is_hex(*p)).or_else(comes)?)
        };
        if board.spec(unit).battery().is_none() {
            return own(unit);
        }
        let here = board.at.place(unit).filter(|p| board.pack.ground.is_hex(*p));
        let company = here.and_then(|here| self.company(unit, here)).map(|(_, place)| place);
        let ours = board.pack.of(self.side).filter(|u| board.at.brigade(*u).is_some());
        let mut kin = ours.filter(|u| board.keeps_company(unit, *u));
        company.or_else(|| kin.find_map(own)).or_else(|| {
            let entry = board.arrival(unit).map(|(_, entry)| entry.hex)?;
            let prizes = board.pack.ground.prizes.iter();
            prizes.map(|p| p.hex).min_by_key(|hex| board.pack.ground.atlas.distance(entry, *hex).unwrap_or(u32::MAX))
        })
    }
}
