//! §2.0: points, levels and who wins.

use super::board::Board;
use super::ground::Mark;
use super::position::{LeaderCasualty, Place};
use super::teller::Teller;
use domain_core::referee::{Line, Measure, Side, Tone};

/// The score as it stands.
#[derive(Clone, Debug)]
pub struct Tally {
    /// What, for whom, how much.
    pub lines: Vec<(String, Side, i32)>,
    /// The Union's points.
    pub points_union: i32,
    /// Who would win.
    pub winner: Option<Side>,
    /// In words.
    pub result: String,
}

impl Tally {
    /// A side's points.
    pub fn points(&self, side: Side) -> i32 {
        self.lines.iter().filter(|l| l.1 == side).map(|l| l.2).sum()
    }
}

impl Board<'_> {
    /// Strength on the map, and who controls how many areas.
    pub fn measures(&self) -> Vec<Measure> {
        let strength = |side| {
            let there = self.pack.ids().filter(|u| self.spec(*u).side == side && self.state(*u).area().is_some());
            let value = |u| if self.state(u).spent { self.spec(u).spent } else { self.spec(u).fresh };
            there.map(|u| i32::from(value(u))).sum()
        };
        let held = |side| self.pack.areas.iter().filter(|a| self.controls(side, a.id)).count() as i32;
        vec![Measure::of("Strength on the map, in combat value", strength), Measure::of("Areas controlled", held)]
    }

    /// The score if the game ended now.
    pub fn tally(&self) -> Tally {
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let enemy = side.other();
            let lost = self
                .pack
                .ids()
                .filter(|u| self.spec(*u).side == enemy && matches!(self.state(*u).place, Place::Lost | Place::Gone));
            let points: i32 = lost.map(|u| i32::from(self.spec(u).fresh)).sum();
            lines.push((format!("{enemy} units eliminated"), side, points));
            for leader in self.pack.leader_ids().filter(|l| self.who(*l).side == enemy) {
                let who = self.who(leader);
                match self.leader(leader).hurt {
                    Some(LeaderCasualty::Killed) => lines.push((format!("{} killed", who.name), side, who.points)),
                    Some(LeaderCasualty::Seriously) => {
                        lines.push((format!("{} seriously wounded", who.name), side, who.wounded_points()));
                    }
                    _ => {}
                }
            }
        }
        let doubles: Vec<u8> =
            self.pack.areas.iter().filter(|a| a.mark == Some(Mark::DoubleStar)).map(|a| a.id).collect();
        for area in doubles.iter().filter(|a| self.controls(Side::Union, **a)) {
            lines.push((format!("{} held", self.place(*area)), Side::Union, 5));
        }
        let mut tally = Tally { lines, points_union: 0, winner: None, result: String::new() };
        let (union, confederate) = (tally.points(Side::Union), tally.points(Side::Confederate));
        tally.points_union = union;
        let town = self.pack.areas.iter().find(|a| a.mark == Some(Mark::Sharpsburg)).map(|a| a.id);
        let automatic = if town.is_some_and(|t| self.controls(Side::Union, t)) {
            Some("the Union holds Sharpsburg")
        } else if !doubles.is_empty() && doubles.iter().all(|a| self.controls(Side::Union, *a)) {
            Some("the Union holds all three roads of retreat")
        } else {
            None
        };
        if let Some(why) = automatic {
            tally.winner = Some(Side::Union);
            tally.result = format!("Union decisive victory: {why}");
            return tally;
        }
        let level =
            |points: i32| self.pack.levels.iter().find(|l| points >= l.from && l.to.is_none_or(|to| points <= to));
        let number = |points: i32| level(points).map_or(0, |l| l.level);
        // The margin of victory has the name of the level of that number (§2.2.2B: 2 less 1 is a marginal victory).
        let margin = |n: u8| match n {
            0 | 1 => "marginal".to_owned(),
            n => self.pack.levels.iter().find(|l| l.level == n).map_or_else(String::new, |l| l.name.to_lowercase()),
        };
        let (ours, theirs) = (number(union), number(confederate));
        let (winner, by) = match (ours, theirs) {
            (0, 0) => (None, 0),
            (a, b) if a != b => (Some(if a > b { Side::Union } else { Side::Confederate }), a.abs_diff(b)),
            _ if union != confederate => (Some(if union > confederate { Side::Union } else { Side::Confederate }), 1),
            _ => (None, 0),
        };
        tally.winner = winner;
        tally.result = match winner {
            Some(side) => format!("{side} {} victory", margin(by)),
            None if ours == 0 => "Nobody wins".to_owned(),
            None => "A draw".to_owned(),
        };
        tally
    }
}

impl Teller<'_> {
    /// The game ended.
    pub fn ended(&self, level: &str, union: i32, confederate: i32) -> Line {
        let text = format!("{level}. Points: Union {union}, Confederates {confederate}.");
        Line::new(Tone::Result, text).cite("2.2")
    }
}
