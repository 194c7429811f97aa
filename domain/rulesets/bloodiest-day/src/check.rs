//! Every order judged without being carried out. What is judged legal is carried out without a further question.

use super::board::Board;
use super::losses::Payment;
use super::orders::Order;
use super::position::{Doing, Fight, Force, Pending, Phase, Place, Rolled, Stage, Strike};
use super::units::{LeaderId, UnitId};
use domain_core::referee::{Illegal, Side};

impl Board<'_> {
    /// Judges an order of a side.
    ///
    /// # Errors
    /// [`Illegal`] with the section that forbids it.
    pub fn check(&self, side: Side, order: &Order) -> Result<(), Illegal> {
        let no = |section, wrong: &str, legal: &str| Err(Illegal::new(section, wrong, legal));
        match (self.owing(), order) {
            (None, _) => return no("2.0", "The game is over.", "Nothing more can be ordered."),
            // At any time (ruling 18).
            (_, Order::Silence { leader }) => return self.check_silence(side, *leader),
            (Some(owes), _) if owes != side => {
                if matches!(order, Order::Reroll { .. }) {
                    self.check_advantage(side)?;
                }
                return no("3.0", "The other side is to answer.", "Wait for it.");
            }
            _ => {}
        }
        match order {
            Order::Pass => {
                self.check_impulse()?;
                if self.at.impulse.doing != Doing::Nothing {
                    return no("3.0", "Something has been done.", "Say done.");
                }
                Ok(())
            }
            Order::Done => self.check_done(),
            Order::Free => {
                if self.at.phase != Phase::Action {
                    return no("10.2", "There is no impulse to follow.", "Free impulses belong to the Action Phase.");
                }
                self.check_impulse()?;
                self.check_done()?;
                self.check_advantage(side)?;
                if self.at.impulse.free || self.at.impulse.last {
                    let wrong = "No free impulse follows a free one, or the last of the phase.";
                    return no("10.2", wrong, "It follows one's own regular impulse.");
                }
                Ok(())
            }
            Order::Wake { leader } => self.check_wake(*leader),
            Order::Activate { leader, area, second } => self.check_activate(*leader, *area, *second),
            Order::BringOn { force, area } => self.check_bring_on(*force, *area),
            Order::Move { unit, enters, way } => self.check_move(*unit, *enters, way).map(drop),
            Order::Ride { leader, way } => self.check_ride(*leader, way).map(drop),
            Order::Commit { unit, kind, area } => self.check_commit(*unit, *kind, *area).map(drop),
            Order::Strike { kind, area, lead, target } => self.check_strike(*kind, *area, *lead, *target).map(drop),
            Order::LongRange { area, lead, support, target } => self.check_long_range(*area, *lead, *support, *target),
            Order::Try { unit, crossing } => self.check_try(*unit, *crossing),
            Order::Find { crossing } => self.check_find(*crossing),
            Order::Silence { leader } => self.check_silence(side, *leader),
            Order::Keep => match self.at.pending.last() {
                Some(Pending::Roll(_) | Pending::Silence) => Ok(()),
                _ => Err(self.not_now("Keep answers a question about the Advantage.")),
            },
            Order::Reroll { second } => {
                let Some(rolled) = self.rolled() else {
                    return no("10.2", "There is no roll on the table.", "A roll may be made again right after it.");
                };
                if !self.may_reroll(rolled, usize::from(*second)) {
                    return no("10.2", "That roll may not be made again.", "Each side may do it once for each roll.");
                }
                Ok(())
            }
            Order::Lead { unit } => match self.fight_at(Stage::Lead) {
                Some(fight) if self.defenders(fight).contains(unit) => Ok(()),
                Some(_) => no("8.5.7", "That unit is not attacked.", "A unit in the area leads the defence."),
                None => Err(self.not_now("A lead unit is named when an area is attacked.")),
            },
            Order::Spend { unit } => self.check_payment(*unit, Payment::Spend).map(drop),
            Order::Die { unit } => self.check_payment(*unit, Payment::Die).map(drop),
            Order::FallBack { unit } => self.check_payment(*unit, Payment::FallBack).map(drop),
            Order::More => self.check_more(),
            Order::Retreat { area } => self.check_retreat(*area).map(drop),
            Order::Withdraw { unit, way } => {
                let Some((from, units)) = self.withdrawing() else {
                    return no("7.3.3", "Nobody may withdraw now.", "Mounted units may when unmounted enemies enter.");
                };
                if units.first() != Some(unit) || !self.withdrawals(*unit, from).contains(way) {
                    let legal = "One or two areas, each nearer the rear, without enemies, not where they came from.";
                    return no("7.3.3", "It cannot withdraw that way.", legal);
                }
                Ok(())
            }
            Order::Stay { unit } => match self.withdrawing() {
                Some((_, units)) if units.first() == Some(unit) => Ok(()),
                _ => Err(self.not_now("Staying answers the question of a mounted withdrawal.")),
            },
            Order::Pick { leader } => match self.at.pending.last() {
                Some(Pending::Pick { leaders }) if leaders.contains(leader) => Ok(()),
                _ => no("8.7.2", "That leader is not in danger.", "A leader where the fight took place is picked."),
            },
            Order::Station { leader, area } => match self.at.pending.last() {
                Some(Pending::Station { leader: who, with })
                    if who == leader && self.posts(*leader, with).contains(area) =>
                {
                    Ok(())
                }
                _ => no("8.7.3", "He is not placed there.", "A leader is placed with units of his command."),
            },
            Order::Reorganise { leader, unit } => self.check_reorganise(*leader, *unit),
            Order::Pay { unit } => match self.at.pending.last() {
                Some(Pending::Price { unit: back, .. }) if self.prices(*back).contains(unit) => Ok(()),
                Some(Pending::Price { .. }) => {
                    no("9.3", "That unit is no price for it.", "Same type, Spent value at least as high, eliminated.")
                }
                _ => Err(self.not_now("A price is paid for a reorganised unit.")),
            },
        }
    }

    /// The impulse's player may act: nothing is pending.
    fn check_impulse(&self) -> Result<(), Illegal> {
        if self.at.phase != Phase::Action || !self.at.pending.is_empty() {
            return Err(self.not_now("That belongs to an impulse of the Action Phase."));
        }
        Ok(())
    }

    fn check_fresh_impulse(&self) -> Result<(), Illegal> {
        self.check_impulse()?;
        if self.at.impulse.doing != Doing::Nothing {
            let wrong = "This impulse is being used already.";
            return Err(Illegal::new("3.0", wrong, "One leader is woken, or one area activated, in an impulse."));
        }
        Ok(())
    }

    fn check_advantage(&self, side: Side) -> Result<(), Illegal> {
        if self.at.advantage != side {
            let wrong = format!("The {} side does not hold the Advantage.", side.name());
            return Err(Illegal::new("10.1", wrong, "It passes to the other side with each use."));
        }
        Ok(())
    }

    fn check_done(&self) -> Result<(), Illegal> {
        if let Some(fight) = self.fight_at(Stage::Losses) {
            if fight.owed > 0 {
                let wrong = format!("{} casualty points are still owed.", fight.owed);
                return Err(Illegal::new("8.6.1", wrong, "At least the points owed are paid."));
            }
            return Ok(());
        }
        if !self.at.pending.is_empty() {
            return Err(self.not_now("Answer the question first."));
        }
        match self.at.phase {
            Phase::LongRange | Phase::Rally => Ok(()),
            Phase::Action if self.at.impulse.doing == Doing::Nothing => {
                Err(Illegal::new("3.0", "Nothing has been done.", "Say pass to pass."))
            }
            Phase::Action => match self.owed_assault() {
                Some(area) => {
                    let wrong = format!("Units that entered {area} have not assaulted.");
                    Err(Illegal::new("8.3.1", wrong, "Moving in among enemies means to assault them."))
                }
                None => Ok(()),
            },
            Phase::Over => Err(self.not_now("The game is over.")),
        }
    }

    /// An area where units that moved in must still assault.
    pub fn owed_assault(&self) -> Option<u8> {
        let side = self.at.side;
        self.pack.ids().find_map(|u| {
            let s = self.state(u);
            let (kind, area) = s.bid?;
            let owed =
                self.spec(u).side == side && kind == Strike::Assault && self.check_strike(kind, area, u, None).is_ok();
            owed.then_some(area)
        })
    }

    fn check_wake(&self, leader: LeaderId) -> Result<(), Illegal> {
        self.check_fresh_impulse()?;
        let (who, state) = (self.who(leader), self.leader(leader));
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        if who.side != self.at.side || state.area().is_none() {
            return no(
                "5.1",
                format!("{} is not yours to wake.", who.name),
                "A leader of one's own on the map may be.",
            );
        }
        if state.active {
            return no("5.1", format!("{} is active.", who.name), "Inactive leaders are woken.");
        }
        if state.wounded {
            return no("8.7.2", format!("{} is wounded.", who.name), "He is back in the next turn.");
        }
        let by_chief = self.pack.leader_ids().any(|l| {
            let chief = self.leader(l);
            self.who(l).army() && self.who(l).side == who.side && chief.active && chief.area() == state.area()
        });
        if !who.wakes_alone() && !by_chief {
            let wrong = format!("{} needs McClellan, active and with him.", who.name);
            return no("5.3.2", wrong, "McClellan, Hooker and Mansfield wake alone.");
        }
        Ok(())
    }

    /// The units that a leader would activate in an area.
    pub fn would_activate(&self, leader: LeaderId, area: u8) -> Vec<UnitId> {
        let who = self.who(leader);
        let may = |u: &UnitId| !self.state(*u).spent && who.activates(self.spec(*u));
        self.units_in(who.side, area).into_iter().filter(may).collect()
    }

    fn check_activate(&self, leader: LeaderId, area: u8, second: Option<u8>) -> Result<(), Illegal> {
        self.check_fresh_impulse()?;
        let (who, state) = (self.who(leader), self.leader(leader));
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        let Some(here) = state.area().filter(|_| who.side == self.at.side) else {
            return no("6.1", format!("{} is not there to activate.", who.name), "A leader on the map does.");
        };
        if !state.active {
            return no("5.2", format!("{} is inactive.", who.name), "Wake him first.");
        }
        for area in [Some(area), second].into_iter().flatten() {
            if !self.pack.has_area(area) || !self.near(here, area) {
                let wrong = format!("{area} is not next to {}.", who.name);
                return no("3.0", wrong, "He activates his own or an adjacent area.");
            }
            if self.would_activate(leader, area).is_empty() {
                let wrong = format!("{} commands no Fresh unit in {area}.", who.name);
                return no("6.1", wrong, "An area with Fresh units of his command is activated.");
            }
        }
        if let Some(second) = second {
            self.check_advantage(who.side)?;
            if second <= area {
                return no("10.2", "Two different areas, the lower number first.".into(), "Write 25 and 26.");
            }
        }
        Ok(())
    }

    fn check_bring_on(&self, force: Force, area: u8) -> Result<(), Illegal> {
        self.check_fresh_impulse()?;
        let state = self.at.forces[force as usize];
        let no = |wrong: String, legal: &str| Err(Illegal::new("4.1", wrong, legal));
        if force.side() != self.at.side || !state.due {
            return no(format!("Now is not the time for {}.", force.title()), "They come on their turn or later.");
        }
        let waiting = self.reserves(force);
        let Some(first) = waiting.first() else {
            return no(format!("Of {} all are here.", force.title()), "Nobody is left to enter.");
        };
        if !self.spec(*first).entry.contains(&area) || state.area.is_some_and(|a| a != area) {
            return no(format!("They do not enter at {area}."), "All enter at one of the areas of their card.");
        }
        Ok(())
    }

    /// The units of a force that are still to come.
    pub fn reserves(&self, force: Force) -> Vec<UnitId> {
        let of = |u: &UnitId| {
            let spec = self.spec(*u);
            spec.side == force.side() && !spec.entry.is_empty() && self.state(*u).place == Place::Off
        };
        self.pack.ids().filter(of).collect()
    }

    fn check_try(&self, unit: UnitId, crossing: u8) -> Result<(), Illegal> {
        self.check_acts(unit)?;
        let (spec, state) = (self.spec(unit), self.state(unit));
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        let (Some(card), Some(now)) =
            (self.pack.crossings.get(usize::from(crossing)), self.at.crossings.get(usize::from(crossing)))
        else {
            return no("11.0", "There is no such crossing.".into(), "Name a bridge or ford.");
        };
        let name = &card.name;
        let Some(across) = state.area().and_then(|a| card.across(a)) else {
            return no("7.7.1", format!("{} is not at {name}.", spec.name), "A unit next to it tries.");
        };
        if spec.arm.guns() {
            return no("7.7.1", format!("{} has guns.", spec.name), "Infantry or cavalry tries.");
        }
        if state.area().is_some_and(|a| self.force(spec.side.other(), a).all > 0) {
            return no("7.7.1", format!("There are enemies with {}.", spec.name), "Its own area must be free of them.");
        }
        if card.bridge && now.holder == Some(spec.side) || !card.bridge && (now.found || spec.side == Side::Confederate)
        {
            return no("11.2", format!("{name} is open already, to {across}."), "It can be used.");
        }
        if self.at.impulse.tried.contains(&crossing) {
            return no("11.2", format!("{name} was tried in this impulse."), "One try an impulse.");
        }
        // A try is no move: a unit that had to stop may still pay for one.
        if spec.movement.saturating_sub(state.used) < 2 {
            return no("7.7.1", format!("{} lacks two movement points.", spec.name), "A try costs two.");
        }
        Ok(())
    }

    fn check_find(&self, crossing: u8) -> Result<(), Illegal> {
        self.check_impulse()?;
        self.check_advantage(Side::Union)?;
        let hidden = self.at.side == Side::Union
            && self.pack.crossings.get(usize::from(crossing)).is_some_and(|c| !c.bridge)
            && self.at.crossings.get(usize::from(crossing)).is_some_and(|c| !c.found);
        if hidden {
            Ok(())
        } else {
            Err(Illegal::new("10.2", "That is not a hidden ford.", "The Union may find a hidden ford in its impulse."))
        }
    }

    /// Whether the Confederates may silence anybody now: at any time but between a roll and its result (ruling 18).
    pub fn check_silencing(&self) -> Result<(), Illegal> {
        self.check_advantage(Side::Confederate)?;
        if self.at.phase == Phase::Over || self.rolled().is_some() {
            let wrong = "Dice are on the table.";
            return Err(Illegal::new(
                "10.2",
                wrong,
                "A leader is silenced at any time but between a roll and its result.",
            ));
        }
        Ok(())
    }

    fn check_silence(&self, side: Side, leader: LeaderId) -> Result<(), Illegal> {
        if side != Side::Confederate {
            return Err(Illegal::new("10.2", "Only the Confederates do that.", "They may do it at any time."));
        }
        self.check_silencing()?;
        if !self.silenceable().contains(&leader) {
            let wrong = format!("{} is not an active Union leader.", self.who(leader).name);
            return Err(Illegal::new("10.2", wrong, "An active Union leader on the map is silenced."));
        }
        Ok(())
    }

    /// Active Union leaders on the map.
    pub fn silenceable(&self) -> Vec<LeaderId> {
        let may = |l: &LeaderId| {
            let s = self.leader(*l);
            self.who(*l).side == Side::Union && s.active && s.area().is_some()
        };
        self.pack.leader_ids().filter(may).collect()
    }

    /// The dice on the table.
    pub fn rolled(&self) -> Option<&Rolled> {
        match self.at.pending.last() {
            Some(Pending::Roll(rolled)) => Some(rolled),
            _ => None,
        }
    }

    /// Whether the holder of the Advantage may have a roll made again (ruling 16).
    pub fn may_reroll(&self, rolled: &Rolled, which: usize) -> bool {
        which < rolled.dice.len() && rolled.used.get(which).is_some_and(|u| !u.contains(&self.at.advantage))
    }

    fn withdrawing(&self) -> Option<(Option<u8>, &[UnitId])> {
        match self.at.pending.last() {
            Some(Pending::Withdrawal { from, units }) => Some((*from, units)),
            _ => None,
        }
    }

    /// Where a leader may be placed: with units of his command; with any friends when there are none.
    pub fn stations(&self, leader: LeaderId) -> Vec<u8> {
        let who = self.who(leader);
        let areas = |of_command: bool| {
            let with = |u: &UnitId| {
                let spec = self.spec(*u);
                spec.side == who.side && (!of_command || who.commands(spec))
            };
            let mut areas: Vec<u8> = self.pack.ids().filter(with).filter_map(|u| self.state(u).area()).collect();
            areas.sort_unstable();
            areas.dedup();
            areas
        };
        let own = areas(true);
        if own.is_empty() { areas(false) } else { own }
    }

    /// Where a leader may go who is to be placed: with his command, or to where units that retreated went (ruling 26).
    pub fn posts(&self, leader: LeaderId, with: &[u8]) -> Vec<u8> {
        let mut areas = self.stations(leader);
        areas.extend(with);
        areas.sort_unstable();
        areas.dedup();
        areas
    }

    /// Whether the leader who is being placed would go there with units that retreated, as he is.
    pub fn goes_along(&self, leader: LeaderId, area: u8) -> bool {
        matches!(self.at.pending.last(), Some(Pending::Station { leader: l, with }) if *l == leader && with.contains(&area))
    }

    fn check_reorganise(&self, leader: LeaderId, unit: UnitId) -> Result<(), Illegal> {
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        if self.at.phase != Phase::Rally || !self.at.pending.is_empty() || self.at.impulse.doing == Doing::Closing {
            return no("9.3", "Units are not reorganised now.".into(), "That belongs to the Rally Phase.");
        }
        let (who, spec) = (self.who(leader), self.spec(unit));
        if who.side != self.at.side || spec.side != self.at.side {
            return no("9.3", "That is not yours.".into(), "Each side reorganises its own units.");
        }
        let Some(here) = self.leader(leader).area().filter(|_| self.leader(leader).active) else {
            return no("9.3", format!("{} is not active.", who.name), "An active leader reorganises.");
        };
        if self.force(who.side.other(), here).all > 0 {
            return no("9.3", format!("There are enemies with {}.", who.name), "His area must be free of them.");
        }
        if spec.independent() {
            return no("9.3", format!("{} is never reorganised.", spec.name), "Evans's units are lost for good.");
        }
        if self.state(unit).place != Place::Lost {
            return no("9.3", format!("{} is not in the eliminated box.", spec.name), "Units in the box come back.");
        }
        let may = match who.side {
            Side::Union => who.activates(spec),
            Side::Confederate => spec.corps != "ANV" || who.formation == "ANV",
        };
        if !may {
            let legal = "A Union leader brings back his own corps; only Lee the army's artillery.";
            return no("9.3", format!("{} may not reorganise {}.", who.name, spec.name), legal);
        }
        if self.prices(unit).is_empty() {
            let wrong = format!("Nothing can be given for {}.", spec.name);
            return no("9.3", wrong, "Another eliminated unit of its type, with as high a Spent value, must leave.");
        }
        if !self.fits_back(unit, here) {
            return no("7.4", format!("There is no room in {here}."), "Stacking limits hold.");
        }
        Ok(())
    }

    fn fits_back(&self, unit: UnitId, area: u8) -> bool {
        self.fits(&[unit], area)
    }

    /// What may be given for a unit (§9.3, ruling 61).
    pub fn prices(&self, back: UnitId) -> Vec<UnitId> {
        let spec = self.spec(back);
        let may = |u: &UnitId| {
            let other = self.spec(*u);
            *u != back
                && other.side == spec.side
                && !other.independent()
                && (other.arm == spec.arm || other.arm.guns() && spec.arm.guns())
                && other.spent >= spec.spent
                && self.state(*u).place == Place::Lost
        };
        self.pack.ids().filter(may).collect()
    }

    /// A new fight.
    pub fn new_fight(
        &self,
        kind: Strike,
        area: u8,
        lead: UnitId,
        attackers: Vec<UnitId>,
        target: Option<UnitId>,
    ) -> Fight {
        Fight {
            area,
            attackers,
            band: Vec::new(),
            checks: Vec::new(),
            falling: Vec::new(),
            fled: Vec::new(),
            from: if kind == Strike::Assault { None } else { self.state(lead).area() },
            home: false,
            kind,
            lead,
            margin: 0,
            more: false,
            owed: 0,
            paid: false,
            stage: if target.is_some() { Stage::Rolling } else { Stage::Lead },
            target,
        }
    }
}
