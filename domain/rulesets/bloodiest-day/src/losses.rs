//! §8.6: casualty points and retreats.

use super::board::Board;
use super::position::{Fight, Pending, Stage};
use super::units::UnitId;
use domain_core::referee::{Illegal, Side};

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

    /// Every legal payment.
    pub fn payments(&self, fight: &Fight) -> Vec<(UnitId, Payment)> {
        let ways = [Payment::Spend, Payment::FallBack, Payment::Die];
        let each = self.defenders(fight).into_iter().flat_map(|u| ways.map(|how| (u, how)));
        each.filter(|(unit, how)| self.check_payment(*unit, *how).is_ok()).collect()
    }

    /// Whether the owner may ask to give more than is owed (ruling 49): somebody must be left to give it.
    ///
    /// # Errors
    /// [`Illegal`] when nothing is owed, or nothing can be left.
    pub fn check_more(&self) -> Result<(), Illegal> {
        let no = |wrong: &str, legal: &str| Err(Illegal::new("8.6.1", wrong, legal));
        let Some(fight) = self.fight_at(Stage::Losses).filter(|f| f.owed > 0 && !f.more) else {
            return no("More is not asked for now.", "It is said while casualty points are owed, once.");
        };
        let able: Vec<UnitId> = self.defenders(fight).into_iter().filter(|u| !fight.falling.contains(u)).collect();
        // The last Spent unit's two points must not be needed.
        if fight.owed > self.capacity(&able) - 2 {
            return no("Nothing is left beyond the points owed.", "All that is there pays what is owed.");
        }
        Ok(())
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

    /// The way back of failed attackers to the area they last left, if it is open (ruling 50): all that came from there, or for want
    /// of room the first of them.
    pub fn way_home(&self, fight: &Fight) -> Option<(Vec<UnitId>, u8)> {
        let group = self.next_group(fight);
        let first = *group.first()?;
        let side = self.spec(first).side;
        let home = self.state(first).came.filter(|_| fight.home)?;
        let link = self.pack.link(fight.area, home)?;
        if !self.open(side, link.kind) || self.force(side.other(), home).all > 0 {
            return None;
        }
        [group, vec![first]].into_iter().find(|g| self.fits(g, home)).map(|g| (g, home))
    }

    /// Where a group may retreat to by the priorities (§8.6.5, rulings 51 and 52): together if one area takes all; for want of room
    /// its first unit alone, next door or, where every open area is full, through friends to one beyond. No areas: that unit is
    /// lost.
    pub fn way_out(&self, fight: &Fight) -> WayOut {
        let group = self.next_group(fight);
        let Some(first) = group.first().copied() else {
            return WayOut { group, areas: Vec::new(), contested: false };
        };
        let near = [fight.area];
        for group in [group, vec![first]] {
            if let Some(way) = self.retreat_from(&near, &near, &group) {
                return way;
            }
        }
        let side = self.spec(first).side;
        let mut passed = vec![fight.area];
        let mut edge = vec![fight.area];
        loop {
            // What is friendly and open, but had no room.
            let full = edge.iter().flat_map(|from| self.retreat_links(side, *from));
            let mut next: Vec<u8> = full.filter(|a| self.controls(side, *a) && !passed.contains(a)).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                return WayOut { group: vec![first], areas: Vec::new(), contested: false };
            }
            passed.extend(&next);
            if let Some(way) = self.retreat_from(&next, &passed, &[first]) {
                return way;
            }
            edge = next;
        }
    }

    /// The best areas next to any of some, not among those passed, that take a group.
    fn retreat_from(&self, edge: &[u8], passed: &[u8], group: &[UnitId]) -> Option<WayOut> {
        let side = group.first().map(|u| self.spec(*u).side)?;
        for class in 0..4 {
            let mut areas: Vec<u8> =
                edge.iter().flat_map(|from| self.retreat_class(side, *from, group, class)).collect();
            areas.retain(|a| !passed.contains(a));
            areas.sort_unstable();
            areas.dedup();
            if !areas.is_empty() {
                return Some(WayOut { group: group.to_vec(), areas, contested: class == 3 });
            }
        }
        None
    }

    /// The areas next door that a side may go to at all.
    fn retreat_links(&self, side: Side, from: u8) -> impl Iterator<Item = u8> + Clone {
        self.pack.area(from).links.iter().filter(move |l| self.open(side, l.kind)).map(|l| l.to)
    }

    fn retreat_class(&self, side: Side, from: u8, group: &[UnitId], class: u8) -> Vec<u8> {
        let enemy_held = |a: u8| self.pack.area(a).links.iter().filter(|l| self.controls(side.other(), l.to)).count();
        let rear = |a: u8| self.pack.area(a).rear[if side == Side::Union { 0 } else { 1 }];
        let areas = self.retreat_links(side, from);
        let friendly: Vec<u8> = areas.clone().filter(|a| self.controls(side, *a)).collect();
        let least = friendly.iter().map(|a| enemy_held(*a)).min();
        let mut wanted: Vec<u8> = match class {
            0 => friendly.into_iter().filter(|a| Some(enemy_held(*a)) == least).collect(),
            1 => friendly,
            2 => areas
                .filter(|a| self.force(side, *a).all == 0 && self.force(side.other(), *a).all == 0)
                .filter(|a| rear(*a) < rear(from))
                .collect(),
            _ => areas.filter(|a| self.force(side, *a).all > 0 && self.force(side.other(), *a).all > 0).collect(),
        };
        wanted.retain(|a| self.fits(group, *a));
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
