//! Compound lines: several orders that are given as one (`docs/decisions/0074-orders-of-many.md`).

use super::positions::Positions;
use super::{Game, LineFault};
use crate::dice::Dice;
use crate::referee::{Decided, parts};
use crate::words::{Hearers, Refusal, SeatId, Viewer};
use serde_json::value::RawValue;

/// What stands between the parts of a compound line.
pub(super) const BETWEEN: &str = "; ";

/// A line carried out as far as it goes.
#[derive(Debug)]
pub(super) struct Carried {
    /// The parts done, together.
    pub decided: Decided,
    /// The parts that are not done: a part before them rolled, showed something, or had somebody else asked.
    pub rest: Vec<String>,
}

/// What can be given next of some parts.
#[expect(clippy::large_enum_variant, reason = "made once a part and taken apart at once")]
enum Next {
    /// This one, without dice.
    Goes(usize, Decided),
    /// This one, which rolls.
    Rolls(usize),
    /// None of them, for what the first is refused for.
    Refused(Refusal),
}

impl Game {
    /// This game as a seat knows it: what it is tried out on.
    pub(super) fn as_known_to(&self, seat: SeatId) -> Game {
        self.at_positions(Positions::open(self.positions.of(seat).clone()))
    }

    /// The orders that a line stands for: its shorthand spelled out, its parts in the order in which each is legal (as written, where that
    /// goes; otherwise each as soon as it is), each as notation writes it as far as it could be tried. What needs dice can not be tried, nor
    /// what follows it. A line of one order is given back as it is.
    ///
    /// # Errors
    /// What refuses the line, with the part that it refuses.
    pub(super) fn arranged(&self, seat: SeatId, line: &str) -> Result<Vec<String>, LineFault> {
        let spelled = self.board_of(seat).spelled(seat, line).map_err(LineFault::Refused)?;
        if spelled.len() < 2 {
            // Semicolons alone are a line, and no order.
            return if spelled.is_empty() { Err(LineFault::Refused(empty())) } else { Ok(spelled) };
        }
        let of = spelled.len();
        let mut left: Vec<(usize, String)> = spelled.into_iter().enumerate().collect();
        let mut game = self.as_known_to(seat);
        let mut done = Vec::with_capacity(of);
        while !left.is_empty() {
            match game.next_part(seat, &left) {
                Next::Goes(i, decided) => {
                    left.remove(i);
                    done.push(decided.order);
                    game = game.at_positions(Positions::open(decided.after.into()));
                }
                Next::Rolls(i) => {
                    let roll = left.remove(i);
                    done.extend(std::iter::once(roll).chain(left).map(|(_, part)| part));
                    return Ok(done);
                }
                Next::Refused(refusal) => {
                    let (number, text) = left.swap_remove(0);
                    return Err(LineFault::Part { part: number + 1, of, text, refusal });
                }
            }
        }
        Ok(done)
    }

    fn next_part(&self, seat: SeatId, left: &[(usize, String)]) -> Next {
        let mut first_refusal = None;
        let mut rolls = None;
        for (i, (_, part)) in left.iter().enumerate() {
            let known = self.known_to(Viewer::Seat(seat));
            match self.ruleset.decide(known, self.position(), seat, part, &mut Dice::withheld()) {
                Ok(decided) => return Next::Goes(i, decided),
                Err(Refusal::Dice(_)) if i == 0 => return Next::Rolls(0),
                Err(Refusal::Dice(_)) => rolls = rolls.or(Some(i)),
                Err(refusal) => first_refusal = first_refusal.or(Some(refusal)),
            }
        }
        match (rolls, first_refusal) {
            (Some(i), _) => Next::Rolls(i),
            (None, refusal) => Next::Refused(refusal.unwrap_or_else(empty)),
        }
    }

    /// Decides a line of a seat part by part, up to the first that rolls, shows something or has somebody else asked: what the seat learns by
    /// that it did not know when it wrote the rest.
    ///
    /// # Errors
    /// As [`AnyRuleset::decide`](crate::referee::AnyRuleset::decide), for the first part that is refused.
    pub(super) fn carried(&self, seat: SeatId, line: &str, dice: &mut Dice<'_>) -> Result<Carried, Refusal> {
        let all: Vec<&str> = parts(line).collect();
        let own = Viewer::Seat(seat);
        let (Some(side), [_, _, ..]) = (self.side_of(seat), all.as_slice()) else {
            let decided = self.ruleset.decide(self.known_to(own), self.position(), seat, line, dice)?;
            return Ok(Carried { decided, rest: Vec::new() });
        };
        if all.iter().any(|part| self.board_of(seat).readers_of(seat, part) != Some(Hearers::Everybody)) {
            // What is to stand in another log is an order of its own, tried as such.
            return Err(Refusal::unreadable("A part of that line is not for everybody to read.", "Give it by itself."));
        }
        let mut game = self.at_positions(self.positions.clone());
        let mut done: Option<Decided> = None;
        let mut rest: &[&str] = &[];
        for (i, part) in all.iter().enumerate() {
            let decided = match game.ruleset.decide(game.known_to(own), game.position(), seat, part, dice) {
                // Tried without dice: it goes as far as it does without.
                Err(Refusal::Dice(_)) if done.is_some() => None,
                decided => Some(decided?),
            };
            let Some(decided) = decided else {
                rest = &all[i..];
                break;
            };
            // Where nobody hides anything, what rolls nothing comes to what was foreseen.
            let surprised = !game.positions.is_open() && {
                let alone = game.as_known_to(seat);
                let foreseen =
                    alone.ruleset.decide(alone.known_to(own), alone.position(), seat, part, &mut Dice::withheld());
                foreseen.map_or(true, |f| !f.heard_by(seat, side).eq(decided.heard_by(seat, side)))
            };
            let asked = game.waiting_seats();
            let mut positions = game.positions.clone();
            for (hearers, fact) in decided.told() {
                let told = positions.tell(&*game.ruleset, hearers, fact.get());
                told.map_err(|e| Refusal::unreadable(format!("A fact does not read back: {e}."), "Tell the host."))?;
            }
            game = game.at_positions(positions);
            let stop = surprised || dice.rolled() || !decided.shows.is_empty() || game.waiting_seats() != asked;
            done = Some(match done {
                None => decided,
                Some(done) => joined(done, decided),
            });
            if stop {
                rest = &all[i + 1..];
                break;
            }
        }
        let mut decided = done.ok_or_else(empty)?;
        in_log_order(&mut decided);
        Ok(Carried { decided, rest: rest.iter().map(|part| (*part).to_owned()).collect() })
    }

    /// Whether an order came to what its seat could not foresee: other facts than it comes to on what the seat knows. What rolls is not foreseen
    /// either way.
    pub(super) fn surprises(&self, seat: SeatId, line: &str, decided: &Decided) -> bool {
        let Some(side) = self.side_of(seat) else { return false };
        let foreseen = self.as_known_to(seat).carried(seat, line, &mut Dice::withheld());
        foreseen.is_ok_and(|f| !f.decided.heard_by(seat, side).eq(decided.heard_by(seat, side)))
    }

    /// Whether a seat is to act on in the same step behind an order.
    pub(super) fn goes_on(&self, seat: SeatId, decided: &Decided) -> bool {
        let mut positions = self.positions.clone();
        let told = decided.told().try_for_each(|(hearers, fact)| positions.tell(&*self.ruleset, hearers, fact.get()));
        let after = self.at_positions(positions);
        told.is_ok() && after.waits_for(seat) && after.step() == self.step()
    }

    /// The orders that the parts of a line are carried out as: in the first format each by itself; in the second those for everybody to read
    /// together, as far as no other stands between them, and each that is not by itself, since what is done unseen is no record anyhow.
    pub(super) fn together(&self, seat: SeatId, parts: Vec<String>) -> Vec<String> {
        if !self.is_second() {
            return parts;
        }
        let board = self.board_of(seat);
        let public = |part: &String| board.readers_of(seat, part) == Some(Hearers::Everybody);
        parts.chunk_by(|one, next| public(one) && public(next)).map(|parts| parts.join(BETWEEN)).collect()
    }
}

fn empty() -> Refusal {
    Refusal::unreadable("That line is empty.", "Write an order.")
}

fn joined(mut one: Decided, mut next: Decided) -> Decided {
    one.order = format!("{}{BETWEEN}{}", one.order, next.order);
    one.facts.append(&mut next.facts);
    one.hearers.append(&mut next.hearers);
    one.shows.append(&mut next.shows);
    Decided { after: next.after, ..one }
}

/// Facts of different audiences between two public ones stand in the order of the audiences, as the log will tell them.
fn in_log_order(decided: &mut Decided) {
    if decided.hearers.is_empty() {
        return;
    }
    let facts = std::mem::take(&mut decided.facts);
    let mut told: Vec<(Hearers, Box<RawValue>)> = std::mem::take(&mut decided.hearers).into_iter().zip(facts).collect();
    let everybody = |fact: &(Hearers, Box<RawValue>)| fact.0 == Hearers::Everybody;
    for run in told.chunk_by_mut(|a, b| everybody(a) == everybody(b)) {
        run.sort_by_key(|fact| fact.0);
    }
    (decided.hearers, decided.facts) = told.into_iter().unzip();
}
