//! Chapter 4: the VI Corps and A.P. Hill's division come to the field.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::{Arithmetic, Fact};
use super::names::{capital, read_area};
use super::position::{Force, ForceState, Impulse, ImpulseUse, Place, Purpose};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Piece, UnitId};
use domain_core::dice::NoDice;
use domain_core::kit::names::fold;
use domain_core::kit::{Said, Verb, Words, total};
use domain_core::referee::{Choice, Illegal, Line, Refusal, Tone};

/// `bring VI at 72` (§4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BringOn {
    /// Whom.
    pub force: Force,
    /// Where.
    pub area: u8,
}

impl Verb<Rules> for BringOn {
    fn said() -> Said {
        Said::Alone(&["bring"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [force, "at", area] = words.rest else { return None };
        let Some(force) = Force::ALL.into_iter().find(|f| fold(f.word()) == fold(force)) else {
            return Some(Err(Refusal::unreadable("Who shall come?", "Write bring VI at 72, or bring Hill at 9.")));
        };
        Some(read_area(words.board.pack, area).map(|area| BringOn { force, area }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.check_fresh_impulse().is_err() {
            return false;
        }
        let entries = |force| board.reserves(force).first().map_or(&[][..], |u| &board.spec(*u).entry);
        let each = Force::ALL.into_iter().flat_map(|force| entries(force).iter().map(move |area| (force, *area)));
        let mut orders = each.map(|(force, area)| BringOn { force, area }).filter(|order| order.check(board).is_ok());
        orders.any(found)
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("bring {} at {}", self.force.word(), self.area)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("Bring on {} at {}", self.force.title(), board.place(self.area));
        Choice { place: Some(self.area.to_string()), ..Choice::plain(line, label, "bring-on", "4.1") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board())?;
        let BringOn { force, area } = *self;
        resolver.write(Fact::Force { force, state: ForceState { area: Some(area), due: true } });
        let units = resolver.board().reserves(force);
        resolver.write(Fact::Activated { areas: vec![area], leader: None, units });
        resolver.write(Fact::Use { doing: ImpulseUse::Entering, force: Some(force), leader: None });
        Ok(())
    }
}

impl BringOn {
    fn check(&self, board: &Board<'_>) -> Result<(), Illegal> {
        board.check_fresh_impulse()?;
        let BringOn { force, area } = *self;
        let state = board.at.forces[force as usize];
        let no = |wrong: String, legal: &str| Err(Illegal::new("4.1", wrong, legal));
        if force.side() != board.at.side || !state.due {
            return no(format!("Now is not the time for {}.", force.title()), "They come on their turn or later.");
        }
        let waiting = board.reserves(force);
        let Some(first) = waiting.first() else {
            return no(format!("Nobody of {} is left to enter.", force.title()), "All are on the map, or lost.");
        };
        if !board.spec(*first).entry.contains(&area) || state.area.is_some_and(|a| a != area) {
            return no(format!("They do not enter at {area}."), "All enter at one of the areas of their card.");
        }
        Ok(())
    }
}

impl Board<'_> {
    /// The units of a force that are still to come.
    fn reserves(&self, force: Force) -> Vec<UnitId> {
        let of = |u: &UnitId| {
            let spec = self.spec(*u);
            spec.side == force.side() && !spec.entry.is_empty() && self.state(*u).place == Place::Off
        };
        self.pack.ids().filter(of).collect()
    }
}

impl Resolver<'_, '_> {
    /// Who may come from a turn on: the VI Corps from turn 4 (§4.4), A.P. Hill by a die in turn 5, otherwise from turn 6 (§4.5).
    pub fn reinforcements_due(&mut self, turn: u8) -> Result<(), NoDice> {
        match turn {
            4 => self.due(Force::Sixth),
            5 => self.roll(Purpose::Hill, &[1])?,
            n if n >= 6 && !self.now().forces[Force::Hill as usize].due => self.due(Force::Hill),
            _ => {}
        }
        Ok(())
    }

    /// A.P. Hill's die is read (§4.5).
    pub fn hill_rolled(&mut self, sum: Arithmetic) {
        let success = total(&sum) <= 2;
        self.write(Fact::Result { purpose: Purpose::Hill, success, sum });
        if success {
            self.due(Force::Hill);
        }
    }

    fn due(&mut self, force: Force) {
        let state = ForceState { due: true, ..self.now().forces[force as usize] };
        self.write(Fact::Force { force, state });
    }

    /// Reinforcements that were called and did not come may still choose their area (ruling 58).
    pub fn nobody_came(&mut self, impulse: &Impulse) {
        let Some(force) = impulse.force.filter(|_| impulse.doing == ImpulseUse::Entering) else { return };
        let none = self.pack.ids().all(|u| {
            let spec = self.pack.unit(u);
            spec.side != force.side() || spec.entry.is_empty() || self.now().unit(u).place == Place::Off
        });
        if none {
            let state = ForceState { area: None, ..self.now().forces[force as usize] };
            self.write(Fact::Force { force, state });
        }
    }

    /// Franklin comes with the first of his corps, active (§4.4).
    pub fn bring_leader(&mut self, unit: UnitId, entry: u8) {
        let leader = self.pack.leader_ids().find(|l| {
            let state = self.now().leader(*l);
            self.pack.leader(*l).name == self.pack.unit(unit).leader
                && state.place == Place::Off
                && state.hurt.is_none()
        });
        if let Some(leader) = leader {
            self.write(Fact::LeaderPut { area: entry, leader });
            self.write(Fact::Leader { active: true, leader, why: "comes with his corps".into() });
        }
    }
}

impl Teller<'_> {
    /// Reinforcements may come, or have chosen their area, which is not told.
    pub fn may_enter(&self, force: Force, state: ForceState) -> Option<Line> {
        let text = format!("{} may enter.", capital(force.title()));
        state.area.is_none().then(|| Line::new(Tone::Note, text).cite("4.1"))
    }

    /// An impulse is used to bring them on.
    pub fn brings_on(&self, force: Force) -> Line {
        Line::new(Tone::Note, format!("The impulse belongs to {}.", force.title())).cite("4.1")
    }
}
