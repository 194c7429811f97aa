//! Chapter 10, §10.2B: which rolls the holder of the Advantage has made again. The Advantage may interrupt any roll; standing orders say
//! which to ask about, by kind, by who gains, by how much hangs on it.

use super::advantage::{Keep, Reroll};
use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::circumstances::{choice, count, leader_and_points, names, offer, place};
use super::names::capital;
use super::position::{Purpose, Rolled};
use super::sums::{chance, dice_sum, dice_text};
use super::units::UnitId;
use domain_core::kit::{Question, StandingAnswer, total};
use domain_core::referee::{Circumstance, InForce, Side, StandingChoice, StandingOffer, TURN};

/// What all these questions have in common. Each takes the dice on the table of its own purposes.
macro_rules! the_advantage_asks {
    ($purpose:pat) => {
        fn open(board: &Board<'_>) -> Option<Self> {
            board.rolled().filter(|rolled| matches!(rolled.purpose, $purpose)).cloned().map(Self)
        }

        fn kind(&self) -> &'static str {
            "advantage"
        }

        fn section(&self) -> &'static str {
            "10.2"
        }

        fn asks(&self, board: &Board<'_>) -> String {
            let (what, dice) = (purpose(board, &self.0), dice_words(&self.0));
            match board.stands_for(&self.0) {
                Some(now) => capital(&format!(
                    "{what}: {dice}. As it stands, {now}. Let it stand, or give the Advantage up for a new roll."
                )),
                None => capital(&format!("{what}: {dice}. Let it stand, or give the Advantage up for a new roll.")),
            }
        }

        fn side(&self, board: &Board<'_>) -> Side {
            board.at.advantage
        }

        fn procedure(&self) -> Option<&'static str> {
            Some("roll")
        }

        fn options(&self, board: &Board<'_>) -> Vec<AnyOrder> {
            let again = [false, true].into_iter().filter(|second| board.may_reroll(&self.0, usize::from(*second)));
            std::iter::once(Keep.into()).chain(again.map(|second| Reroll { second }.into())).collect()
        }
    };
}

/// Whether the rolls of a fight stand.
pub struct FightStands(Rolled);

impl Question<Rules> for FightStands {
    the_advantage_asks!(Purpose::Combat);

    fn offer_key(&self) -> Option<&'static str> {
        Some("reroll-fight")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "reroll-fight",
            "When you hold the Advantage and a fight is rolled (§10.2)",
            &[TURN, "space", "place", "unit", "units", "fighting", "short", "odds", "losses"],
            vec![
                choice(
                    "ask-when-it-matters",
                    "Ask me when a die went badly for you in a fight of three units or more.",
                ),
                choice("when-bad", "Roll again when a die went very badly for you, otherwise let it stand."),
                never(),
            ],
            "when-bad",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let Some(fight) = board.at.fight() else { return Vec::new() };
        let side = self.side(board);
        let attacks = board.spec(fight.lead).side == side;
        let units = board.engaged(side, fight);
        let (short, odds) = match self.worst(board, attacks) {
            Some((which, short)) => (short, chance(sum(&self.0, which), (which == 0) == attacks)),
            None => (-5, 0),
        };
        let margin = board.margin(fight, [sum(&self.0, 0), sum(&self.0, 1)]);
        vec![
            names(board, &units),
            count("units", units.len()),
            place(fight.area),
            Circumstance::word("fighting", if attacks { "attack" } else { "defence" }),
            Circumstance::number("short", short),
            Circumstance::number("odds", odds),
            Circumstance::number("losses", margin.max(0)),
        ]
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let fight = board.at.fight()?;
        let worst = self.worst(board, board.spec(fight.lead).side == self.side(board));
        let big = fight.attackers.len() >= 3 || board.defenders(fight).len() >= 3;
        match (standing.get("reroll-fight"), worst) {
            ("when-bad", Some((which, bad))) if bad >= 4 && big => Some(again(board, &self.0, which)),
            ("ask-when-it-matters", Some((_, bad))) if bad >= 2 && big => None,
            ("never" | "when-bad" | "ask-when-it-matters", _) => Some(stands()),
            _ => None,
        }
    }
}

impl FightStands {
    /// The roll that went worst for a side among those that may be made again, and by how much: its own below the mean, or the enemy's
    /// above it.
    fn worst(&self, board: &Board<'_>, attacks: bool) -> Option<(usize, i32)> {
        let short = |which: usize| {
            let over = sum(&self.0, which) - 7;
            (which, if (which == 0) == attacks { -over } else { over })
        };
        let open = (0..self.0.dice.len()).filter(|which| board.may_reroll(&self.0, *which));
        open.map(short).max_by_key(|worst| worst.1)
    }
}

/// Whether the Union's impulse check stands.
pub struct CheckStands(Rolled);

impl Question<Rules> for CheckStands {
    the_advantage_asks!(Purpose::Check);

    fn offer_key(&self) -> Option<&'static str> {
        Some("reroll-check")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "reroll-check",
            "When you hold the Advantage and the Union checks its impulse (§10.2)",
            &[TURN, "space", "odds"],
            vec![
                choice("to-go-on", "Roll again a check that ends the phase."),
                choice("to-end", "Roll again a check that goes on from space 4 or later."),
                never(),
            ],
            "never",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        // The Union wants to go on; a low roll ends the phase.
        vec![Circumstance::number("odds", chance(sum(&self.0, 0), self.side(board) == Side::Union))]
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let goes_on = all(&self.0) + total(&board.stars()) > i32::from(board.at.space);
        match standing.get("reroll-check") {
            "to-go-on" if !goes_on => Some(again(board, &self.0, 0)),
            "to-end" if goes_on && board.at.space >= 4 => Some(again(board, &self.0, 0)),
            "never" | "to-go-on" | "to-end" => Some(stands()),
            _ => None,
        }
    }
}

/// Whether the roll for a leader's fate stands.
pub struct FateStands(Rolled);

impl Question<Rules> for FateStands {
    the_advantage_asks!(Purpose::Leader { .. });

    fn offer_key(&self) -> Option<&'static str> {
        Some("reroll-leader")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "reroll-leader",
            "When you hold the Advantage and a leader's fate is rolled (§10.2)",
            &[TURN, "space", "leader", "own", "points"],
            vec![choice("save-own", "Roll again when your own leader is killed or badly wounded."), never()],
            "save-own",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let Purpose::Leader { leader } = self.0.purpose else { return Vec::new() };
        let mut all = leader_and_points(board, leader);
        all.push(Circumstance::flag("own", board.who(leader).side == self.side(board)));
        all
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let Purpose::Leader { leader } = self.0.purpose else { return None };
        let own = board.who(leader).side == self.side(board);
        match standing.get("reroll-leader") {
            "save-own" if own && all(&self.0) >= 7 => Some(again(board, &self.0, 0)),
            "never" | "save-own" => Some(stands()),
            _ => None,
        }
    }
}

/// Whether another roll stands: at a crossing, of a withdrawal, of a retreat, for A.P. Hill.
pub struct OtherStands(Rolled);

impl Question<Rules> for OtherStands {
    the_advantage_asks!(
        Purpose::Contested { .. } | Purpose::Crossing { .. } | Purpose::Hill | Purpose::Withdrawal { .. }
    );

    fn offer_key(&self) -> Option<&'static str> {
        Some("reroll-other")
    }

    fn offer() -> Option<StandingOffer> {
        Some(offer(
            "reroll-other",
            "When you hold the Advantage and anything else is rolled: crossings, withdrawals, retreats, A.P. Hill (§10.2)",
            &[TURN, "space", "unit", "own", "purpose", "odds"],
            vec![
                choice("own-failures", "Roll again your own failures at bridges, fords and in A.P. Hill's march."),
                never(),
            ],
            "never",
        ))
    }

    fn circumstances(&self, board: &Board<'_>) -> Vec<Circumstance> {
        let (side, sum) = (self.side(board), sum(&self.0, 0));
        let unit = |unit: UnitId, purpose: &str| {
            let own = board.spec(unit).side == side;
            vec![
                names(board, &[unit]),
                Circumstance::flag("own", own),
                Circumstance::word("purpose", purpose),
                // High is good for whoever tries or flees.
                Circumstance::number("odds", chance(sum, own)),
            ]
        };
        match self.0.purpose {
            Purpose::Crossing { unit: u, .. } => unit(u, "crossing"),
            Purpose::Contested { unit: u, .. } => unit(u, "retreat"),
            Purpose::Withdrawal { unit: u } => unit(u, "withdrawal"),
            _ => {
                let own = side == Side::Confederate;
                // One die, and low is early (§4.5).
                let better = if own { sum - 1 } else { 6 - sum };
                vec![
                    Circumstance::flag("own", own),
                    Circumstance::word("purpose", "hill"),
                    Circumstance::number("odds", better * 100 / 6),
                ]
            }
        }
    }

    fn standing(&self, board: &Board<'_>, standing: &InForce<'_>) -> Option<StandingAnswer<AnyOrder>> {
        let failed = match self.0.purpose {
            Purpose::Crossing { unit, .. } => board.spec(unit).side == self.side(board) && all(&self.0) < 7,
            Purpose::Hill => self.side(board) == Side::Confederate && all(&self.0) > 2,
            _ => false,
        };
        match standing.get("reroll-other") {
            "own-failures" if failed => Some(again(board, &self.0, 0)),
            "never" | "own-failures" => Some(stands()),
            _ => None,
        }
    }
}

const fn never() -> StandingChoice {
    choice("never", "Let every roll stand.")
}

fn stands() -> StandingAnswer<AnyOrder> {
    StandingAnswer { order: Keep.into(), why: "let the roll stand" }
}

/// Has a roll made again, if it may be.
fn again(board: &Board<'_>, rolled: &Rolled, which: usize) -> StandingAnswer<AnyOrder> {
    if !board.may_reroll(rolled, which) {
        return stands();
    }
    StandingAnswer { order: Reroll { second: which == 1 }.into(), why: "have it rolled again" }
}

/// What one roll comes to.
fn sum(rolled: &Rolled, which: usize) -> i32 {
    rolled.dice.get(which).map_or(0, |dice| dice_sum(dice))
}

/// What all dice on the table come to.
fn all(rolled: &Rolled) -> i32 {
    rolled.dice.iter().map(|dice| dice_sum(dice)).sum()
}

/// What a roll is for, in words.
fn purpose(board: &Board<'_>, rolled: &Rolled) -> String {
    let unit = |u| board.spec(u).name.as_str();
    match rolled.purpose {
        Purpose::Check => "the Union's impulse check".into(),
        Purpose::Combat => match board.at.fight() {
            Some(f) => format!("the {} of {}", f.kind.noun(), board.place(f.area)),
            None => "the fight".into(),
        },
        Purpose::Contested { area, unit: u } => format!("the retreat of {} to {area}", unit(u)),
        Purpose::Crossing { crossing, unit: u } => {
            let name = board.pack.crossings.get(usize::from(crossing)).map_or("the crossing", |c| c.name.as_str());
            format!("the try of {} at {name}", unit(u))
        }
        Purpose::Hill => "the arrival of A.P. Hill".into(),
        Purpose::Leader { leader } => format!("the fate of {}", board.who(leader).name),
        Purpose::Withdrawal { unit: u } => format!("the withdrawal of {}", unit(u)),
    }
}

fn dice_words(rolled: &Rolled) -> String {
    match rolled.dice.as_slice() {
        [attack, defence] => format!("attack {}, defence {}", dice_text(attack), dice_text(defence)),
        all => all.iter().map(|dice| dice_text(dice)).collect::<Vec<_>>().join(", "),
    }
}
