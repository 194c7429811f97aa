//! Chapter 8, §8.1 to §8.4: units are committed to an attack before it is carried out.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::read_area;
use super::position::Strike;
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Piece, UnitId};
use domain_core::kit::{Said, Verb, Words};
use domain_core::referee::{Choice, Illegal, Line, Refusal, Tone};

/// `Gibbon assault 27`, `Gibbon volley 27`, `Art (1/I) bombard 27`: commits a unit to an attack (§8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub kind: Strike,
    /// Area attacked; its own for an assault.
    pub area: u8,
}

impl Verb<Rules> for Commit {
    fn said() -> Said {
        Said::OfPiece(&["assault", "volley", "bombard"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (board, unit) = (words.board, words.piece?.unit()?);
        let kind = Strike::of_word(words.verb);
        match words.rest {
            [] if kind == Strike::Assault => {
                let area = board.state(unit).area().unwrap_or(1);
                Some(Ok(Commit { unit, kind, area }.into()))
            }
            [area] => Some(read_area(board.pack, area).map(|area| Commit { unit, kind, area }.into())),
            _ => None,
        }
    }

    fn candidates(board: &Board<'_>, piece: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.and_then(Piece::unit).filter(|u| board.is_activated(*u)) else { return false };
        let Some(here) = board.state(unit).area() else { return false };
        let near = board.pack.area(here).links.iter().map(|l| l.to);
        let fire = near.flat_map(|area| [Strike::Volley, Strike::Bombard].map(|kind| (kind, area)));
        let all = std::iter::once((Strike::Assault, here)).chain(fire);
        all.filter(|(kind, area)| board.check_commit(unit, *kind, *area).is_ok())
            .map(|(kind, area)| Commit { unit, kind, area })
            .any(found)
    }

    fn piece(&self) -> Option<Piece> {
        Some(self.unit.into())
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} {} {}", board.spec(self.unit).name, self.kind.word(), self.area)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let Commit { unit, kind, area } = *self;
        let spec = board.spec(unit);
        let joins = match kind {
            Strike::Assault => "joins an assault where it stands,",
            Strike::Bombard => "joins a bombardment of",
            _ => "joins a volley at",
        };
        let cost = board.check_commit(unit, kind, area).ok();
        Choice {
            place: Some(area.to_string()),
            cost: cost.map(|cost| format!("{cost} of {} MP", spec.movement)),
            ..Choice::plain(line, format!("{} {joins} {}", spec.name, board.place(area)), "commit", "8.2")
        }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let Commit { unit, kind, area } = *self;
        let cost = resolver.board().check_commit(unit, kind, area)?;
        let from = resolver.now().unit(unit).area().unwrap_or(area);
        resolver.write(Fact::Committed { area, cost, from, kind, unit });
        Ok(())
    }
}

impl Board<'_> {
    /// Whether a unit may commit itself to an attack (§8.2); what it costs.
    pub fn check_commit(&self, unit: UnitId, kind: Strike, area: u8) -> Result<u8, Illegal> {
        self.check_acts(unit)?;
        let (spec, state) = (self.spec(unit), self.state(unit));
        let name = &spec.name;
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        let Some(here) = state.area() else {
            return no("4.3", format!("{name} is not on the map."), "It enters first.");
        };
        if self.force(spec.side.other(), area).all == 0 {
            return no("8.1", format!("There is no enemy in {area}."), "An attack is aimed at an area with enemies.");
        }
        if kind == Strike::LongRange {
            return no("3.0", "That belongs to the long-range phase.".into(), "In an impulse guns bombard.");
        }
        if self.at.impulse.attacked.contains(&(area, kind)) {
            let legal = "One assault, one volley and one bombardment may strike an area in an impulse.";
            return no("8.1", format!("{area} has suffered its {} in this impulse.", kind.noun()), legal);
        }
        if kind == Strike::Assault {
            if here != area {
                return no("8.3.1", format!("{name} is not in {area}."), "It moves there to assault.");
            }
            if state.came.is_some() || state.used > 0 || state.stopped {
                return no("8.3.2", format!("{name} has moved."), "Only units that have not moved assault in place.");
            }
            let movers = self
                .units_in(spec.side, area)
                .into_iter()
                .any(|u| self.state(u).bid == Some((Strike::Assault, area)) && self.state(u).came.is_some());
            if movers {
                let wrong = format!("Units that moved into {area} fight there by themselves.");
                return no("8.3.1", wrong, "Those that stood there may not join.");
            }
            let cost = if self.force(spec.side.other(), area).fresh > 0 { 2 } else { 1 };
            if cost > spec.movement {
                return no("8.3.2", format!("{name} lacks the movement."), "An assault in place costs 1 or 2.");
            }
            return Ok(cost);
        }
        if self.pack.link(here, area).is_none() {
            return no("8.5.5", format!("{area} is not next to {here}."), "Fire reaches adjacent areas.");
        }
        if state.used > 0 || state.stopped {
            let section = if kind == Strike::Volley { "8.5.5" } else { "8.3.4" };
            return no(section, format!("{name} has moved."), "Units that moved do not fire.");
        }
        if self.force(spec.side, area).all > 0 {
            let section = if kind == Strike::Volley { "8.5.5" } else { "8.4.1" };
            return no(section, format!("There are friends in {area}."), "Only an assault is possible there.");
        }
        let elsewhere = self.pack.ids().any(|u| {
            self.spec(u).side == spec.side
                && self.state(u).bid == Some((kind, area))
                && self.state(u).area() != Some(here)
        });
        if elsewhere {
            return no("8.4.2", format!("Others fire at {area} from another area."), "All fire from one area.");
        }
        if kind == Strike::Volley {
            self.check_volley_leader()?;
        }
        match kind {
            Strike::Volley if spec.arm.guns() => no("8.5.4", format!("{name} has guns."), "Guns bombard."),
            Strike::Volley if !self.pack.area(area).clear() => {
                no("8.5.5", format!("{area} is not clear."), "Volleys need a TEM of +1.")
            }
            Strike::Bombard if !spec.arm.guns() => no("8.4.1", format!("{name} has no guns."), "Infantry volleys."),
            _ => Ok(spec.movement),
        }
    }

    /// §8.5.5A (1): those who volley are under a leader who is Fresh, that is on the map and not wounded in this turn (ruling 24).
    ///
    /// # Errors
    /// [`Illegal`] when he was hit since he activated them.
    pub fn check_volley_leader(&self) -> Result<(), Illegal> {
        let Some(leader) = self.at.impulse.leader.filter(|_| self.since(4)) else { return Ok(()) };
        let state = self.leader(leader);
        if state.area().is_some() && !state.wounded {
            return Ok(());
        }
        let wrong = format!("{} has been hit, and nobody leads the volley.", self.who(leader).name);
        Err(Illegal::new("8.5.5", wrong, "Units volley under a Fresh leader."))
    }

    /// The units committed to an attack.
    pub fn committed(&self, kind: Strike, area: u8) -> Vec<UnitId> {
        let side = self.at.side;
        let takes_part = |u: &UnitId| {
            let s = self.state(*u);
            self.spec(*u).side == side && s.bid == Some((kind, area)) && s.area().is_some() && !s.spent
        };
        self.pack.ids().filter(takes_part).collect()
    }

    /// An area where units that moved in must still assault.
    pub fn owed_assault(&self) -> Option<u8> {
        let side = self.at.side;
        self.pack.ids().find_map(|u| {
            let s = self.state(u);
            let (kind, area) = s.bid?;
            let owed =
                self.spec(u).side == side && kind == Strike::Assault && self.check_attack(kind, area, u, None).is_ok();
            owed.then_some(area)
        })
    }
}

impl Teller<'_> {
    /// A unit committed itself to an attack.
    pub fn committed(&self, unit: UnitId, kind: Strike, area: u8) -> Line {
        let (unit, area) = (self.unit(unit), self.area(area));
        let text = match kind {
            Strike::Assault => format!("{unit} makes ready to assault {area}."),
            Strike::Volley => format!("{unit} makes ready to volley at {area}."),
            _ => format!("{unit} trains its guns on {area}."),
        };
        Line::new(Tone::Note, text).cite("8.2")
    }
}
