//! What hangs on dice that the holder of the Advantage may have made again (§10.2B): what they come to as they lie, and the chances of a new roll.

use super::board::Board;
use super::position::{Purpose, Rolled, Strike};
use super::sums::{dice_sum, spread_of_roll};
use domain_core::kit::total;
use domain_core::referee::{Luck, Odds, Side};
use std::cmp::Ordering;

/// What a roll would come to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Comes {
    /// In order: for the attack, for whoever tries, for the enemy of a leader; nought where neither side gains.
    grade: i32,
    /// Casualty points that the defenders pay.
    points: Option<i32>,
    /// In words, of no points.
    words: String,
}

impl Comes {
    fn to(grade: i32, words: impl Into<String>) -> Option<Self> {
        Some(Comes { grade, points: None, words: words.into() })
    }

    fn tried(success: bool, who: &str, does: &str, fails: &str) -> Option<Self> {
        Comes::to(i32::from(success), format!("{who} {}", if success { does } else { fails }))
    }
}

/// Points as a row of odds tells them: "the defenders pay 2 to 4 casualty points".
fn paid(least: i32, most: i32) -> String {
    match (least, most) {
        (1, 1) => "the defenders pay 1 casualty point".to_owned(),
        (n, most) if n == most => format!("the defenders pay {n} casualty points"),
        (n, most) => format!("the defenders pay {n} to {most} casualty points"),
    }
}

impl Board<'_> {
    /// What the dice on the table come to as they lie, as the end of a sentence; nothing of a try at a crossing, whose terms the try itself tells.
    pub fn stands_for(&self, rolled: &Rolled) -> Option<String> {
        let comes = self.comes_to(rolled, sums(rolled))?;
        Some(comes.points.map_or(comes.words, |n| paid(n, n)))
    }

    /// The chances of one of the rolls, made again, by what it would come to, best first for the holder of the Advantage.
    pub fn odds_again(&self, rolled: &Rolled, which: usize) -> Vec<Odds> {
        let lie = sums(rolled);
        let Some(now) = self.comes_to(rolled, lie) else { return Vec::new() };
        let one = rolled.dice.get(which).is_some_and(|dice| dice.len() == 1);
        let (faces, all) = if one { (1..=6, 6) } else { (2..=12, 36) };
        let gain = self.gain(rolled);
        // What it comes to, the least and the most points, and the ways.
        let mut rows: Vec<(Comes, i32, i32, u32)> = Vec::new();
        for sum in faces {
            let ways = if one { 1 } else { spread_of_roll(sum) as u32 };
            let mut sums = lie;
            sums[which.min(1)] = sum;
            let Some(comes) = self.comes_to(rolled, sums) else { continue };
            let n = comes.points.unwrap_or(0);
            let alike = |other: &Comes| match (other.points, comes.points) {
                (Some(a), Some(b)) => a.cmp(&now.points.unwrap_or(0)) == b.cmp(&now.points.unwrap_or(0)),
                (None, None) => other.words == comes.words,
                _ => false,
            };
            match rows.iter_mut().find(|row| alike(&row.0)) {
                Some(row) => *row = (row.0.clone(), row.1.min(n), row.2.max(n), row.3 + ways),
                None => rows.push((comes, n, n, ways)),
            }
        }
        rows.sort_by_key(|(comes, ..)| -gain * comes.grade);
        let odds = |(comes, least, most, ways): (Comes, i32, i32, u32)| {
            let plain = if comes.points.is_some() { paid(least, most) } else { comes.words };
            let luck = match (gain * comes.grade).cmp(&(gain * now.grade)) {
                Ordering::Greater => Luck::Good,
                Ordering::Equal => Luck::Fair,
                Ordering::Less => Luck::Bad,
            };
            Odds { luck: Some(luck), plain: plain.clone(), ..Odds::new(plain, ways, all) }
        };
        rows.into_iter().map(odds).collect()
    }

    /// Whether a greater grade is good for the holder of the Advantage (1), bad (-1), or neither.
    fn gain(&self, rolled: &Rolled) -> i32 {
        let holder = self.at.advantage;
        let of = |own: bool| if own { 1 } else { -1 };
        match rolled.purpose {
            Purpose::Check => 0,
            Purpose::Combat => self.at.fight().map_or(0, |f| of(self.spec(f.lead).side == holder)),
            Purpose::Contested { unit, .. } | Purpose::Crossing { unit, .. } | Purpose::Withdrawal { unit } => {
                of(self.spec(unit).side == holder)
            }
            Purpose::Hill => of(holder == Side::Confederate),
            Purpose::Leader { leader } => of(self.who(leader).side != holder),
        }
    }

    fn comes_to(&self, rolled: &Rolled, sums: [i32; 2]) -> Option<Comes> {
        let sum = sums[0];
        match rolled.purpose {
            // §3.0: above the space, with the stars, it goes on.
            Purpose::Check => match sum + total(&self.stars()) > i32::from(self.at.space) {
                true => Comes::to(0, "the Action Phase goes on"),
                false => Comes::to(0, "this impulse is the last of the phase"),
            },
            Purpose::Combat => {
                let fight = self.at.fight()?;
                let margin = self.margin(fight, sums);
                let lead = &self.spec(fight.lead).name;
                match margin {
                    n if n > self.capacity(&self.defenders(fight)) => Comes::to(n, "the defenders are eliminated"),
                    n if n > 0 => Some(Comes { grade: n, points: Some(n), words: String::new() }),
                    n if n < 0 && fight.kind == Strike::Assault => {
                        let others = if fight.attackers.len() > 1 { ", and the others go back Spent" } else { "" };
                        Comes::to(-1, format!("the assault is repulsed: {lead} is eliminated{others}"))
                    }
                    _ => Comes::to(0, "nobody loses anything"),
                }
            }
            // §8.7.2.
            Purpose::Leader { leader } => {
                let name = &self.who(leader).name;
                match sum {
                    ..=6 => Comes::to(0, format!("{name} is lightly wounded and out of action for the turn")),
                    7 => Comes::to(2, format!("{name} is killed")),
                    _ => Comes::to(1, format!("{name} is seriously wounded")),
                }
            }
            // §4.5.
            Purpose::Hill => Comes::tried(sum <= 2, "A. P. Hill", "arrives", "does not come yet"),
            Purpose::Contested { area, unit } => {
                let spec = self.spec(unit);
                let enemies = i32::from(self.force(spec.side.other(), area).all);
                Comes::tried(sum >= enemies, &spec.name, "gets away", "is eliminated")
            }
            // §7.3.3.
            Purpose::Withdrawal { unit } => {
                let (spec, spent) = (self.spec(unit), self.at.unit(unit).spent);
                let less = i32::from(spec.side == Side::Union && !spec.arm.guns());
                let fails = if spent { "is eliminated" } else { "withdraws Spent" };
                Comes::tried(sum - less > 1, &spec.name, "withdraws as it is", fails)
            }
            Purpose::Crossing { .. } => None,
        }
    }
}

/// What each roll on the table comes to.
fn sums(rolled: &Rolled) -> [i32; 2] {
    let of = |which: usize| rolled.dice.get(which).map_or(0, |dice| dice_sum(dice));
    [of(0), of(1)]
}
