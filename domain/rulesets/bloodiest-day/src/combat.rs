//! §8.1-§8.5: who may attack what, and the arithmetic.

use super::board::Board;
use super::facts::Arithmetic;
use super::position::{Doing, Fight, Phase, Strike};
use super::units::{Arm, LeaderId, UnitId};
use domain_core::referee::{Illegal, Side};

impl Board<'_> {
    /// Whether a unit may commit itself to an attack (§8.2).
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
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
            return no("8.1", format!("{area} has suffered its {} in this impulse.", kind.word()), legal);
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
        match kind {
            Strike::Volley if spec.arm.guns() => no("8.5.4", format!("{name} has guns."), "Guns bombard."),
            Strike::Volley if !self.pack.area(area).clear() => {
                no("8.5.5", format!("{area} is not clear."), "Volleys need a TEM of +1.")
            }
            Strike::Bombard if !spec.arm.guns() => no("8.4.1", format!("{name} has no guns."), "Infantry volleys."),
            _ => Ok(spec.movement),
        }
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

    /// Whether a unit may lead an attack: never guns in an assault or volley (§8.5.6).
    fn may_lead(&self, unit: UnitId, kind: Strike) -> bool {
        self.spec(unit).arm.guns() == (kind == Strike::Bombard)
    }

    /// Judges an attack to be carried out; gives its attackers.
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
    pub fn check_strike(
        &self,
        kind: Strike,
        area: u8,
        lead: UnitId,
        target: Option<UnitId>,
    ) -> Result<Vec<UnitId>, Illegal> {
        let no = |section, wrong: String, legal: &str| Err(Illegal::new(section, wrong, legal));
        let doing = matches!(self.at.impulse.doing, Doing::Fighting | Doing::Entering);
        if self.at.phase != Phase::Action || !self.at.pending.is_empty() || !doing || kind == Strike::LongRange {
            return no("8.1", "No attack is being prepared.".into(), "Units are committed to it first.");
        }
        let side = self.at.side;
        let attackers = self.committed(kind, area);
        if !attackers.contains(&lead) {
            let wrong = format!("{} is not committed to the {} of {area}.", self.spec(lead).name, kind.word());
            return no("8.1", wrong, "A committed unit leads.");
        }
        if !self.may_lead(lead, kind) {
            let wrong = format!("{} may not lead that.", self.spec(lead).name);
            return no("8.5.6", wrong, "Infantry or cavalry leads an assault or volley, guns a bombardment.");
        }
        if self.force(side.other(), area).all == 0 {
            return no("8.1", format!("There is no enemy left in {area}."), "An attack needs one.");
        }
        if self.at.impulse.attacked.contains(&(area, kind)) {
            let wrong = format!("{area} has suffered its {} in this impulse.", kind.word());
            return no("8.1", wrong, "One of each kind may strike an area in an impulse.");
        }
        if kind != Strike::Assault && self.force(side, area).all > 0 {
            return no("8.4.1", format!("There are friends in {area}."), "Only an assault is possible there.");
        }
        match (kind, target) {
            (Strike::Bombard, Some(target)) => self.check_target(target, area)?,
            (Strike::Bombard, None) => {
                return no("8.4.2", "A bombardment needs a target.".into(), "Name an enemy unit in the area.");
            }
            (_, Some(_)) => {
                return no("8.5.7", "The defender names his lead unit.".into(), "Leave the target out.");
            }
            _ => {}
        }
        Ok(attackers)
    }

    /// The target of a bombardment: Fresh while any is (§8.4.2).
    fn check_target(&self, target: UnitId, area: u8) -> Result<(), Illegal> {
        let (spec, state) = (self.spec(target), self.state(target));
        if spec.side == self.at.side || state.area() != Some(area) {
            let wrong = format!("{} is not an enemy in {area}.", spec.name);
            return Err(Illegal::new("8.4.2", wrong, "The target is a unit in the area."));
        }
        if state.spent && self.force(spec.side, area).fresh > 0 {
            let wrong = format!("{} is Spent.", spec.name);
            return Err(Illegal::new("8.4.2", wrong, "While any unit there is Fresh, the target is a Fresh one."));
        }
        Ok(())
    }

    /// The guns that may still fire at long range.
    pub fn long_guns(&self) -> Vec<UnitId> {
        let fires = |u: &UnitId| {
            let s = self.state(*u);
            self.spec(*u).long_range && !s.spent && s.area().is_some_and(|a| self.pack.area(a).east)
        };
        self.pack.ids().filter(fires).collect()
    }

    /// Judges a long-range bombardment (§3.0, ruling 32).
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
    pub fn check_long_range(
        &self,
        area: u8,
        lead: UnitId,
        support: Option<UnitId>,
        target: UnitId,
    ) -> Result<(), Illegal> {
        let no = |wrong: String, legal: &str| Err(Illegal::new("3.0", wrong, legal));
        if self.at.phase != Phase::LongRange || !self.at.pending.is_empty() {
            return no("This is not the long-range phase.".into(), "It comes first in a turn.");
        }
        let guns = self.long_guns();
        for gun in [Some(lead), support].into_iter().flatten() {
            if !guns.contains(&gun) {
                let wrong = format!("{} cannot fire at long range.", self.spec(gun).name);
                return no(wrong, "Fresh reserve batteries of the V Corps east of the creek may.");
            }
        }
        if support == Some(lead) {
            return no("A battery cannot support itself.".into(), "Another battery may.");
        }
        if !self.pack.area(area).zone || self.at.bombarded.contains(&area) {
            return no(format!("{area} cannot be bombarded."), "Areas inside the red line may be, once a turn.");
        }
        if self.force(Side::Union, area).all > 0 {
            return no(format!("There are Union units in {area}."), "Bombardment spares an area with friends.");
        }
        self.check_target(target, area)
    }

    /// The leader whose presence counts for a lead unit (PAC, rulings 21 and 24).
    fn helped(&self, side: Side, area: u8, lead: Option<UnitId>) -> Option<LeaderId> {
        self.leaders_in(side, area).into_iter().find(|l| {
            let who = self.who(*l);
            !self.leader(*l).wounded
                && match lead {
                    Some(lead) => who.activates(self.spec(lead)),
                    None => !who.army(),
                }
        })
    }

    /// Combat value of an attacking unit: cavalry shies at infantry (§8.5.5B).
    pub fn attack_value(&self, unit: UnitId, area: u8) -> i32 {
        let spec = self.spec(unit);
        let enemy = self.force(spec.side.other(), area);
        let printed = i32::from(spec.fresh);
        match spec.arm {
            Arm::Cavalry if enemy.fresh_infantry > 0 => printed.min(1),
            Arm::Cavalry if enemy.infantry > 0 => printed / 2,
            _ => printed,
        }
    }

    /// Combat value of a defending lead unit (§8.5.6).
    pub fn defence_value(&self, unit: UnitId) -> i32 {
        let (spec, state) = (self.spec(unit), self.state(unit));
        let value = i32::from(if state.spent { spec.spent } else { spec.fresh });
        let here = state.area().map_or_else(Default::default, |a| self.force(spec.side, a));
        if spec.arm.guns() && here.infantry + here.cavalry == 0 { value.min(1) } else { value }
    }

    /// The attacker's sum before the dice.
    pub fn attack_sum(
        &self,
        kind: Strike,
        area: u8,
        from: Option<u8>,
        lead: UnitId,
        attackers: &[UnitId],
    ) -> Arithmetic {
        let side = self.spec(lead).side;
        let mut sum = vec![(self.spec(lead).name.clone(), self.attack_value(lead, area))];
        let more = attackers.len() as i32 - 1;
        if more > 0 {
            sum.push((if more == 1 { "unit more".into() } else { format!("for {more} more units") }, 2 * more));
        }
        if matches!(kind, Strike::Assault | Strike::Volley) {
            let mut divisions: Vec<(&str, i32)> = Vec::new();
            for unit in attackers.iter().filter(|u| !self.spec(**u).arm.guns()) {
                let division = self.spec(*unit).division.as_str();
                match divisions.iter_mut().find(|d| d.0 == division) {
                    Some(d) => d.1 += 1,
                    None => divisions.push((division, 1)),
                }
            }
            let bonus: i32 = divisions.iter().map(|d| d.1 / 3).sum();
            if bonus > 0 {
                sum.push(("for whole divisions".into(), bonus));
            }
        }
        let helped = match kind {
            Strike::LongRange => None,
            Strike::Bombard => from.and_then(|f| self.helped(side, f, None)),
            Strike::Volley => from.and_then(|f| self.helped(side, f, Some(lead))),
            Strike::Assault => self.helped(side, area, Some(lead)),
        };
        if let Some(leader) = helped {
            sum.push((self.who(leader).name.clone(), 1));
        }
        sum
    }

    /// The defender's sum before the dice.
    pub fn defence_sum(&self, kind: Strike, area: u8, target: UnitId, attackers: &[UnitId]) -> Arithmetic {
        let side = self.spec(target).side;
        let ground = self.pack.area(area);
        let guns = self.pack.ids().filter(|u| {
            *u != target && self.spec(*u).side == side && self.spec(*u).arm.guns() && {
                let s = self.state(*u);
                !s.spent && s.area() == Some(area)
            }
        });
        let guns = guns.count() as i32;
        match kind {
            Strike::LongRange => vec![("twice the terrain".into(), 2 * ground.tem)],
            Strike::Bombard => {
                let mut sum = vec![("twice the terrain".into(), 2 * ground.tem)];
                if guns > 0 {
                    sum.push(("Fresh guns".into(), 1));
                }
                sum
            }
            _ => {
                let mut sum = vec![(self.spec(target).name.clone(), self.defence_value(target))];
                sum.push(match kind {
                    Strike::Volley => ("twice the clear terrain".into(), 2),
                    // One attacker over the border is enough (ruling 55).
                    _ if attackers.iter().any(|u| self.state(*u).special) => {
                        ("terrain at the border".into(), ground.special)
                    }
                    _ => ("terrain".into(), ground.tem),
                });
                if guns > 0 {
                    sum.push((
                        if guns == 1 { "Fresh guns".into() } else { format!("for {guns} Fresh batteries") },
                        guns,
                    ));
                }
                if let Some(leader) = self.helped(side, area, Some(target)) {
                    sum.push((self.who(leader).name.clone(), 1));
                }
                sum
            }
        }
    }

    /// The defenders of a fight: every enemy combat unit in the area.
    pub fn defenders(&self, fight: &Fight) -> Vec<UnitId> {
        self.units_in(self.spec(fight.lead).side.other(), fight.area)
    }

    /// What a group can pay in casualty points: 4 for each Fresh, 2 for each Spent unit (ruling 46).
    pub fn capacity(&self, units: &[UnitId]) -> i32 {
        units.iter().map(|u| if self.state(*u).spent { 2 } else { 4 }).sum()
    }

    /// The unit that a sensible defender would lead with.
    pub fn best_lead(&self, fight: &Fight) -> Option<UnitId> {
        // Guns that lead do not support, so they must be worth one more.
        let worth = |u: &UnitId| {
            let guns = self.spec(*u).arm.guns() && !self.state(*u).spent;
            (self.defence_value(*u) - i32::from(guns), !self.state(*u).spent, std::cmp::Reverse(*u))
        };
        self.defenders(fight).into_iter().max_by_key(worth)
    }
}
