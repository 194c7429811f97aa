//! §8.6: casualty points and retreats.

use super::board::Board;
use super::position::{Fight, Pending, Stage, Strike};
use super::units::UnitId;
use crate::referee::{Illegal, Side};

/// Ways to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// Fresh to Spent: 2.
    Spend,
    /// Eliminated: 4 Fresh, 2 Spent.
    Die,
    /// A Spent unit retreats: 1.
    FallBack,
}

/// Where a group may retreat to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOut {
    /// Those who go.
    pub group: Vec<UnitId>,
    /// Where to; equal in the eyes of the priorities.
    pub areas: Vec<u8>,
    /// They would go among enemies and roll.
    pub contested: bool,
}

impl Board<'_> {
    /// The fight on top of the stack at a stage.
    pub fn fight_at(&self, stage: Stage) -> Option<&Fight> {
        match self.at.pending.last() {
            Some(Pending::Fight(fight)) if fight.stage == stage => Some(fight),
            _ => None,
        }
    }

    /// Judges a payment; gives its points.
    ///
    /// # Errors
    /// [`Illegal`] for the first thing that forbids it.
    pub fn check_payment(&self, unit: UnitId, how: Payment) -> Result<i32, Illegal> {
        let no = |wrong: String, legal: &str| Err(Illegal::new("8.6.1", wrong, legal));
        let Some(fight) = self.fight_at(Stage::Losses) else {
            return no("No casualty points are owed.".into(), "They are paid after a lost fight.");
        };
        let name = &self.spec(unit).name;
        let defenders = self.defenders(fight);
        let able: Vec<UnitId> = defenders.iter().copied().filter(|u| !fight.falling.contains(u)).collect();
        if !able.contains(&unit) {
            return no(format!("{name} has no part in this, or is retreating."), "The defenders pay.");
        }
        if !fight.paid && fight.target != Some(unit) {
            return no(format!("{name} did not lead."), "The lead or target unit pays first.");
        }
        let spent = self.state(unit).spent;
        match how {
            Payment::Spend if spent => no(format!("{name} is Spent already."), "A Spent unit retreats or dies."),
            Payment::Spend => Ok(2),
            Payment::Die => Ok(if spent { 2 } else { 4 }),
            Payment::FallBack if defenders.iter().any(|u| !self.state(*u).spent) => {
                no("Some defenders are Fresh.".into(), "All must be Spent before any retreats.")
            }
            Payment::FallBack => {
                let others: Vec<UnitId> = able.into_iter().filter(|u| *u != unit).collect();
                if fight.owed - 1 > self.capacity(&others) {
                    return no(format!("{name}'s retreat would not pay enough."), "At least the points owed are paid.");
                }
                Ok(1)
            }
        }
    }

    /// The part of those retreating that goes next: defenders together, attackers by the area they came from (§8.6.2,
    /// §8.6.4).
    pub fn next_group(&self, fight: &Fight) -> Vec<UnitId> {
        let Some(first) = fight.falling.first() else { return Vec::new() };
        if !fight.home {
            return fight.falling.clone();
        }
        let came = self.state(*first).came;
        fight.falling.iter().copied().filter(|u| self.state(*u).came == came).collect()
    }

    /// The way back of failed attackers to the area they left, if it is open (ruling 50).
    pub fn way_home(&self, fight: &Fight, group: &[UnitId]) -> Option<u8> {
        let first = group.first()?;
        let side = self.spec(*first).side;
        let home = self.state(*first).came.filter(|_| fight.home && fight.kind == Strike::Assault)?;
        let link = self.pack.link(fight.area, home)?;
        let enemies = self.force(side.other(), home).all > 0 && self.force(side, home).all == 0;
        (self.open(side, link.kind) && !enemies && self.fits(group, home)).then_some(home)
    }

    /// Where a group may retreat to by the priorities (§8.6.5, rulings 51 and 52): together if one area takes all, otherwise
    /// its first unit alone. No areas: that unit is lost.
    pub fn way_out(&self, fight: &Fight) -> WayOut {
        let group = self.next_group(fight);
        let Some(first) = group.first().copied() else {
            return WayOut { group, areas: Vec::new(), contested: false };
        };
        let side = self.spec(first).side;
        for group in [group, vec![first]] {
            for class in 0..4 {
                let areas = self.retreat_class(side, fight.area, &group, class);
                if !areas.is_empty() {
                    return WayOut { group, areas, contested: class == 3 };
                }
            }
        }
        WayOut { group: vec![first], areas: Vec::new(), contested: false }
    }

    fn retreat_class(&self, side: Side, from: u8, group: &[UnitId], class: u8) -> Vec<u8> {
        let enemy_held = |a: u8| self.pack.area(a).links.iter().filter(|l| self.controls(side.other(), l.to)).count();
        let rear = |a: u8| self.pack.area(a).rear[if side == Side::Union { 0 } else { 1 }];
        let links = self.pack.area(from).links.iter().filter(|l| self.open(side, l.kind));
        let areas = links.map(|l| l.to);
        let friendly: Vec<u8> = areas.clone().filter(|a| self.controls(side, *a)).collect();
        let least = friendly.iter().map(|a| enemy_held(*a)).min();
        let wanted: Vec<u8> = match class {
            0 => friendly.into_iter().filter(|a| Some(enemy_held(*a)) == least).collect(),
            1 => friendly,
            2 => areas
                .filter(|a| self.force(side, *a).all == 0 && self.force(side.other(), *a).all == 0)
                .filter(|a| rear(*a) < rear(from))
                .collect(),
            _ => areas.filter(|a| self.force(side, *a).all > 0 && self.force(side.other(), *a).all > 0).collect(),
        };
        let mut wanted: Vec<u8> = wanted.into_iter().filter(|a| self.fits(group, *a)).collect();
        wanted.sort_unstable();
        wanted
    }

    /// Judges a retreat to an area.
    ///
    /// # Errors
    /// [`Illegal`] when the priorities forbid it.
    pub fn check_retreat(&self, area: u8) -> Result<WayOut, Illegal> {
        let Some(fight) = self.fight_at(Stage::Falling) else {
            return Err(Illegal::new("8.6.4", "Nobody must retreat.", "Retreats follow a lost fight."));
        };
        let way = self.way_out(fight);
        if !way.areas.contains(&area) {
            let areas: Vec<String> = way.areas.iter().map(u8::to_string).collect();
            let legal = format!("The priorities leave {}.", areas.join(" or "));
            return Err(Illegal::new("8.6.5", format!("The retreat does not go to {area}."), legal));
        }
        Ok(way)
    }

    /// Mounted withdrawals of a unit: one or two areas, each nearer the rear and free of enemies, not where the enemy came from
    /// (§7.3.3).
    pub fn withdrawals(&self, unit: UnitId, came: Option<u8>) -> Vec<Vec<u8>> {
        let spec = self.spec(unit);
        let side = spec.side;
        let Some(here) = self.state(unit).area() else { return Vec::new() };
        let rear = |a: u8| self.pack.area(a).rear[if side == Side::Union { 0 } else { 1 }];
        let steps = |from: u8| {
            let links = self.pack.area(from).links.iter();
            links
                .filter(|l| self.open(side, l.kind) && rear(l.to) < rear(from) && Some(l.to) != came)
                .filter(|l| self.force(side.other(), l.to).all == 0 && self.fits(&[unit], l.to))
                .map(|l| l.to)
                .collect::<Vec<u8>>()
        };
        let mut ways = Vec::new();
        for first in steps(here) {
            ways.push(vec![here, first]);
            ways.extend(steps(first).into_iter().map(|second| vec![here, first, second]));
        }
        ways.sort();
        ways
    }
}
