//! Chapter 8, §8.5.5 to §8.5.7: the arithmetic of a fight.

use super::board::Board;
use super::facts::Arithmetic;
use super::position::{Fight, Strike};
use super::units::{Arm, LeaderId, LeaderSpec, UnitId};
use domain_core::kit::total;
use domain_core::referee::Side;

impl Board<'_> {
    /// The leader whose presence counts for a lead unit (PAC, rulings 21 and 24).
    fn helped(&self, side: Side, area: u8, counts: impl Fn(&LeaderSpec) -> bool) -> Option<LeaderId> {
        let ours = self.leaders_in(side, area).into_iter();
        ours.filter(|l| !self.leader(*l).wounded).find(|l| counts(self.who(*l)))
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
            Strike::Bombard => from.and_then(|f| self.helped(side, f, |who| !who.army())),
            Strike::Volley => from.and_then(|f| self.helped(side, f, |who| who.activates(self.spec(lead)))),
            Strike::Assault => self.helped(side, area, |who| who.activates(self.spec(lead))),
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
                // A reserve battery is of any corps in its own side's impulse only, so not when it is attacked (§1.4, ruling 62).
                let defended = |who: &LeaderSpec| match self.since(4) {
                    true => who.defends(self.spec(target)),
                    false => who.activates(self.spec(target)),
                };
                if let Some(leader) = self.helped(side, area, defended) {
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

    /// Attack total less defence total with these rolls: the casualty points, when it is above nought (§8.6.1).
    pub fn margin(&self, fight: &Fight, rolled: [i32; 2]) -> i32 {
        let Some(target) = fight.target else { return 0 };
        let attack = self.attack_sum(fight.kind, fight.area, fight.from, fight.lead, &fight.attackers);
        let defence = self.defence_sum(fight.kind, fight.area, target, &fight.attackers);
        total(&attack) + rolled[0] - total(&defence) - rolled[1]
    }
}
