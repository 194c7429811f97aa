//! Chapter 6: a leader activates an area, and who may act then.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::{read_area, read_leader};
use super::position::{ImpulseUse, Phase, Strike};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{LeaderId, Piece, UnitId};
use domain_core::kit::{Said, Verb, Words};
use domain_core::referee::{Choice, Illegal, Line, Refusal, Side, Tone};

/// `activate 25 with Hooker`, `activate 25 and 26 with Hooker` (§6.0, §10.2B).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activate {
    /// By whom.
    pub leader: LeaderId,
    /// The area.
    pub area: u8,
    /// A second one, by the Advantage.
    pub second: Option<u8>,
}

impl Verb<Rules> for Activate {
    fn said() -> Said {
        Said::Alone(&["activate"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(read(words).map(Into::into))
    }

    fn candidates(board: &Board<'_>, _: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.check_fresh_impulse().is_err() {
            return false;
        }
        let side = board.at.side;
        let leaders = board.pack.leader_ids().filter(|l| board.who(*l).side == side && board.leader(*l).active);
        let each = leaders.filter_map(|l| board.leader(l).area().map(|here| (l, here))).flat_map(|(leader, here)| {
            let mut near: Vec<u8> = board.pack.area(here).links.iter().map(|l| l.to).chain([here]).collect();
            near.sort_unstable();
            let mut orders: Vec<Activate> =
                near.iter().map(|area| Activate { leader, area: *area, second: None }).collect();
            if board.at.advantage == side {
                for (i, area) in near.iter().enumerate() {
                    let second = near[i + 1..].iter();
                    orders.extend(second.map(|second| Activate { leader, area: *area, second: Some(*second) }));
                }
            }
            orders
        });
        each.into_iter().filter(|order| order.check(board).is_ok()).any(found)
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.leader.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        let name = &board.who(self.leader).name;
        match self.second {
            None => format!("activate {} with {name}", self.area),
            Some(second) => format!("activate {} and {second} with {name}", self.area),
        }
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (name, place) = (&board.who(self.leader).name, board.place(self.area));
        let plain = match self.second {
            None => Choice::plain(line, format!("{name} activates {place}"), "activate", "6.1"),
            Some(second) => {
                let label = format!("{name} activates {place} and {} by the Advantage", board.place(second));
                Choice::plain(line, label, "activate-two", "10.2")
            }
        };
        let count: usize = self.areas().map(|a| board.would_activate(self.leader, a).len()).sum();
        let units = if count == 1 { "1 Fresh unit".to_owned() } else { format!("{count} Fresh units") };
        Choice { place: Some(self.area.to_string()), cost: Some(units), ..plain }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let board = resolver.board();
        self.check(&board)?;
        let leader = self.leader;
        let units = self.areas().flat_map(|a| board.would_activate(leader, a)).collect();
        let union = board.who(leader).side == Side::Union;
        resolver.write(Fact::Activated { areas: self.areas().collect(), leader: Some(leader), units });
        if self.second.is_some() {
            resolver.use_advantage("two areas are activated");
        }
        if union {
            resolver.ask_silence();
        }
        Ok(())
    }
}

fn read(words: &Words<'_, '_, Rules>) -> Result<Activate, Refusal> {
    let pack = words.board.pack;
    match words.rest {
        [area, "with", who @ ..] => {
            let leader = read_leader(pack, &who.join(" "))?;
            Ok(Activate { leader, area: read_area(pack, area)?, second: None })
        }
        [area, "and", second, "with", who @ ..] => {
            let (a, b) = (read_area(pack, area)?, read_area(pack, second)?);
            Ok(Activate { leader: read_leader(pack, &who.join(" "))?, area: a.min(b), second: Some(a.max(b)) })
        }
        _ => {
            let legal = "Write activate 25 with Hooker, or activate 25 and 26 with Hooker.";
            Err(Refusal::unreadable("Which area, and with whom?", legal))
        }
    }
}

impl Activate {
    fn areas(self) -> impl Iterator<Item = u8> {
        [Some(self.area), self.second].into_iter().flatten()
    }

    fn check(self, board: &Board<'_>) -> Result<(), Illegal> {
        board.check_fresh_impulse()?;
        let (who, state) = (board.who(self.leader), board.leader(self.leader));
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        let Some(here) = state.area().filter(|_| who.side == board.at.side) else {
            return no("6.1", format!("{} is not on the map.", who.name), "A leader on the map activates.");
        };
        if !state.active {
            return no("5.2", format!("{} is inactive.", who.name), "Wake him first.");
        }
        for area in self.areas() {
            if !board.pack.has_area(area) || !board.near(here, area) {
                let wrong = format!("{area} is not next to {}.", who.name);
                return no("3.0", wrong, "He activates his own or an adjacent area.");
            }
            if board.would_activate(self.leader, area).is_empty() {
                let wrong = format!("{} commands no Fresh unit in {area}.", who.name);
                return no("6.1", wrong, "An area with Fresh units of his command is activated.");
            }
        }
        if let Some(second) = self.second {
            board.check_advantage(who.side)?;
            if second <= self.area {
                return no("10.2", "Two different areas, the lower number first.".into(), "Write 25 and 26.");
            }
        }
        Ok(())
    }
}

impl Board<'_> {
    /// The units that a leader would activate in an area.
    pub fn would_activate(&self, leader: LeaderId, area: u8) -> Vec<UnitId> {
        let who = self.who(leader);
        let may = |u: &UnitId| !self.state(*u).spent && who.activates(self.spec(*u));
        self.units_in(who.side, area).into_iter().filter(may).collect()
    }

    /// Whether units act in this impulse at all.
    pub fn units_act(&self) -> bool {
        self.at.phase == Phase::Action
            && self.at.pending.is_empty()
            && matches!(self.at.impulse.doing, ImpulseUse::Fighting | ImpulseUse::Entering)
    }

    /// Whether a unit is one of those activated in this impulse: what it is told is worth a closer look.
    pub fn is_activated(&self, unit: UnitId) -> bool {
        self.state(unit).active && self.spec(unit).side == self.at.side && self.units_act()
    }

    /// Whether a unit may act in this impulse at all: activated, Fresh, not committed.
    pub fn check_acts(&self, unit: UnitId) -> Result<(), Illegal> {
        let (spec, state) = (self.spec(unit), self.state(unit));
        let name = &spec.name;
        if !self.units_act() {
            return Err(Illegal::new("6.1", format!("{name} is not activated."), "A leader activates an area first."));
        }
        if spec.side != self.at.side || !state.active {
            let legal = "Units of the designated area that the leader commands may act.";
            return Err(Illegal::new("6.1", format!("{name} is not activated."), legal));
        }
        if state.spent {
            return Err(Illegal::new("7.6", format!("{name} is Spent."), "Only Fresh units move and attack."));
        }
        if !state.acted() {
            self.check_leader_acts()?;
        }
        if let Some((kind, area)) = state.bid {
            let wrong = format!("{name} is committed to the {} of {area}.", kind.noun());
            let section = match kind {
                Strike::Volley => "8.3.3",
                Strike::Bombard | Strike::LongRange => "8.3.4",
                Strike::Assault => "8.1",
            };
            return Err(Illegal::new(section, wrong, "A committed unit waits for its attack."));
        }
        Ok(())
    }
}

impl Board<'_> {
    /// Whether the leader who activated units still stands over those that have not begun: silenced (ruling 18), failed or fallen
    /// (ruling 65), he sets nobody in motion any more.
    fn check_leader_acts(&self) -> Result<(), Illegal> {
        let impulse = &self.at.impulse;
        let Some(leader) = impulse.leader.filter(|_| impulse.doing == ImpulseUse::Fighting) else { return Ok(()) };
        let name = &self.who(leader).name;
        let legal = "Units that had moved or were committed may go on.";
        if impulse.silenced {
            return Err(Illegal::new("5.4", format!("{name} has been silenced."), legal));
        }
        if !self.leader(leader).active && self.since(4) {
            return Err(Illegal::new("5.1", format!("{name}, who activated it, is not active any more."), legal));
        }
        Ok(())
    }
}

impl Teller<'_> {
    /// Areas were designated and their units activated.
    pub fn activated(&self, areas: &[u8], leader: Option<LeaderId>, units: &[UnitId]) -> Line {
        let places: Vec<String> = areas.iter().map(|a| self.area(*a)).collect();
        let who = match leader {
            Some(leader) => format!("{} activates {}", self.leader(leader), places.join(" and ")),
            None => format!("Reinforcements are at {}", places.join(" and ")),
        };
        Line::new(Tone::Note, format!("{who}: {}.", self.names(units))).cite("6.1")
    }
}
