//! What a staff officer queues when nobody is in contact: marches to the places where his brigades are to be, with the rolls that they need.

use super::officer::Officer;
use crate::board::is_night;
use crate::chain::Formation;
use crate::passing::{ASKED_AT_NIGHT, QUIET};
use crate::position::{Place, Retreat};
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
        let next = board.at.turn + u8::from(self.side == Side::Confederate && board.at.side != self.side);
        let night = is_night(next);
        if ASKED_AT_NIGHT.contains(&next) || (!night && board.nearest_enemy_of_all(self.side) <= QUIET) {
            return String::new();
        }
        let asked = ASKED_AT_NIGHT.into_iter().find(|turn| *turn > next && night);
        // The night's last turn is behind 4:20 a.m.; by day the evening comes first.
        let dusk = ASKED_AT_NIGHT.into_iter().find(|turn| *turn > next && !is_night(turn - 1));
        let until = match night {
            true => asked.filter(|turn| (next..*turn).all(is_night)).unwrap_or(next + 1),
            false => dusk.unwrap_or(u8::MAX).min(next.saturating_add(AHEAD)),
        };
        let mut movers: Vec<UnitId> = board.pack.of(self.side).filter(|u| self.is_to_move(*u, until)).collect();
        let waits = |u: &UnitId| board.chain(*u).is_empty();
        movers.sort_by_key(|u| (waits(u), board.spec(*u).battery().is_some(), self.enemy_of(*u), u.index()));
        movers.truncate(MOST);
        if movers.is_empty() {
            return String::new();
        }
        let near = if night { NEAR_AT_NIGHT } else { QUIET };
        let name = |u: UnitId| board.name(u);
        let march = |u: &UnitId| {
            let to = self.destination(*u)?;
            Some(format!("try march {} to {} near {near}", name(*u), board.pack.ground.id(to)))
        };
        let willing = |by: UnitId| -> Vec<UnitId> {
            movers.iter().copied().filter(|u| board.has_authority(by, *u) && board.in_command_range(by, *u)).collect()
        };
        let chiefs = |level: Level| -> Vec<UnitId> {
            let all = board.of(self.side).filter(|u| board.spec(*u).commander().is_some_and(|c| c.level == level));
            all.filter(|u| !willing(*u).is_empty()).collect()
        };
        let (divisions, corps) = (chiefs(Level::Division), chiefs(Level::Corps));
        let most = |by: &UnitId| (willing(*by).len().min(usize::from(board.ratings(*by).0)), usize::MAX - by.index());
        let primary = divisions.iter().chain(&corps).copied().max_by_key(most);

        let mut lines = vec![format!("stop if turn >= {until}")];
        if !night {
            lines.push(format!("stop if near <= {QUIET}"));
        }
        let each_turn = |order: String| format!("until turn >= {until}: try {order}");
        lines.extend(primary.map(|by| each_turn(format!("primary {}", name(by)))));
        // Those of the primary commander, arrivals and guns need no roll; the others wait here, and march behind theirs.
        lines.extend(movers.iter().filter_map(march));
        let led = |u: &UnitId| {
            divisions.iter().chain(&corps).any(|by| board.has_authority(*by, *u) && board.in_command_range(*by, *u))
        };
        let brigade = |u: &&UnitId| board.spec(**u).brigade().is_some();
        for unit in movers.iter().filter(brigade).filter(|u| !waits(u) && !led(u)) {
            lines.push(each_turn(format!("alone {}", name(*unit))));
            lines.extend(march(unit));
        }
        for by in divisions.iter().chain(&corps).filter(|by| Some(**by) != primary) {
            lines.push(each_turn(format!("lead {}", name(*by))));
            lines.extend(willing(*by).iter().filter_map(march));
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
