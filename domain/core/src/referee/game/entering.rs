//! Entering lines of a game that was played elsewhere: each tried whole, taken or left with a reason, and the log brought to what they say.

use super::play::{Work, check_lines, plain_text};
use super::testimony::{MOST_WORDS, Said, ToldEnd, ToldLine, ToldOrder};
use super::{Game, GameError, LineFault, Played};
use crate::dice::{Dice, GameKeys, Wanted};
use crate::log::{Body, Correction, DrawAnswer, DrawOffer, OrderTold, Reason, Record, Resign};
use crate::referee::AnyPosition;
use crate::words::{Hash32, Millis, NoDice, Refusal, Roll, SeatId, Side, Viewer, thrown};
use std::collections::VecDeque;
use std::sync::Arc;

/// Forced answers before one line; no rulebook has so many.
const MOST_FORCED: usize = 200;

/// A line that the referee did not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its number.
    pub number: usize,
    /// The line, as it would be written.
    pub text: String,
    /// Why, in sentences.
    pub why: String,
    /// The section that forbids it, where a rule does.
    pub section: Option<String>,
    /// Whether it was in force before.
    pub was: bool,
}

/// What became of a line that the referee took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fate {
    /// The line's number.
    pub number: usize,
    /// The line, as it would be written.
    pub text: String,
    /// Whether it was in force before.
    pub was: bool,
    /// Whether it was, and comes to something else now.
    pub otherwise: bool,
}

/// What lines come to.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The game after them, with what is to be recorded; nothing where the log says all of it already.
    pub played: Played,
    /// The record that the game goes back to, and how many orders are in force no more, where something is corrected.
    pub back: Option<(u64, u32)>,
    /// How many of the lines stood in the log as they are.
    pub kept: usize,
    /// The lines behind those which the referee takes.
    pub taken: Vec<Fate>,
    /// Those it does not take.
    pub left: Vec<Left>,
    /// How many were not looked at, behind the first that it did not take.
    pub untried: usize,
}

/// Why a line is not taken.
struct No {
    why: String,
    section: Option<String>,
}

impl No {
    fn says(why: impl Into<String>) -> Self {
        No { why: why.into(), section: None }
    }
}

impl From<Refusal> for No {
    fn from(refusal: Refusal) -> Self {
        let section = match &refusal {
            Refusal::Illegal(illegal) => Some(illegal.section.to_string()),
            _ => None,
        };
        No { why: refusal.to_string(), section }
    }
}

impl From<LineFault> for No {
    fn from(fault: LineFault) -> Self {
        match fault {
            LineFault::Refused(refusal) => refusal.into(),
            LineFault::Part { refusal: Refusal::Illegal(ref illegal), .. } => {
                No { section: Some(illegal.section.to_string()), why: fault.to_string() }
            }
            fault => No::says(fault.to_string()),
        }
    }
}

impl Game {
    /// Brings the game to what these lines say from record `base` on, which is the genesis or an order in force: as many of them as stand in the
    /// log already are kept; where it says otherwise, or more, it is corrected. `records` is the whole log. With `leave_out` the lines that the
    /// referee does not take are passed over, and those behind them tried; otherwise the first of them ends it.
    ///
    /// # Errors
    /// [`GameError::NotTestimony`]; [`GameError::Finished`]; [`GameError::NoWayBack`]; [`GameError::Text`] for the reason.
    pub fn bring_to(
        &self,
        records: &[Record],
        base: u64,
        lines: &[ToldLine],
        (reason, at, leave_out): (&str, Millis, bool),
    ) -> Result<Trial, GameError> {
        if self.testimony.is_none() {
            return Err(GameError::NotTestimony);
        }
        self.playable()?;
        self.going(SeatId(0))?;
        let reason = plain_text("reason", reason, MOST_WORDS)?;
        let unknown =
            || GameError::NoWayBack { to: base, why: "it is neither the beginning nor an order in force.".into() };
        let undone = self.undone_by(base).ok_or_else(unknown)?;
        let old = self.told_orders(records, self.in_force().len() - undone as usize)?;
        let begin = match undone {
            0 => self.clone(),
            _ => self.at_positions(self.positions_at(base).ok_or_else(unknown)?),
        };
        let keys = GameKeys::derive([0; 32], self.id());
        let mut entering = Entering { work: Work::new(&begin, at, &keys), made: Vec::new(), end: None };
        let (mut left, mut untried) = (Vec::new(), 0);
        for (i, line) in lines.iter().enumerate() {
            if let Err(no) = entering.line(line) {
                let text = self.written(&line.said);
                let was = old.iter().any(|(_, o)| !o.forced && self.same_words(o, &line.said));
                left.push(Left { number: line.number, text, why: no.why, section: no.section, was });
                if !leave_out {
                    untried = lines.len() - i - 1;
                    break;
                }
            }
        }
        let Entering { made, end, .. } = entering;

        let kept = made.iter().zip(&old).take_while(|((_, new, _), (_, old))| same(new, old)).count();
        let mut work = Work::new(self, at, &keys);
        let mut back = None;
        if let Some((first, _)) = old.get(kept) {
            let back_to = kept.checked_sub(1).and_then(|i| old.get(i)).map_or(base, |(seq, _)| *seq);
            let orders = u32::try_from(old.len() - kept).unwrap_or(u32::MAX);
            debug_assert!(*first > back_to, "orders in force stand in the order of their records");
            let positions = self.positions_at(back_to).ok_or_else(unknown)?;
            let state = Hash32(positions.truth().digest());
            let by = self.umpire_of_testimony().map_or(String::new(), |(umpire, _)| umpire.to_owned());
            work.push(&Body::Correction(Correction { at, back_to, by, orders, reason, state }), None)?;
            back = Some((back_to, orders));
        }
        let mut before = old.iter().skip(kept);
        let mut taken: Vec<Fate> = Vec::new();
        for (number, order, after) in made.into_iter().skip(kept) {
            // What was in force stands again in its order, some of it left out.
            let mut ahead = before.clone();
            let known = ahead.find(|(_, old)| same(&order, old)).map(|(_, old)| old);
            if known.is_some() {
                before = ahead;
            }
            let otherwise = known.is_some_and(|old| facts(old) != facts(&order));
            let text = self.order_written(&order);
            let is_written = !order.forced;
            work.push(&Body::OrderTold(order), Some(after))?;
            if is_written {
                taken.push(Fate { number, text, was: known.is_some(), otherwise });
            }
        }
        if let Some(end) = end {
            work.told_end(end)?;
        }
        Ok(Trial { played: work.played(self, None), back, kept, taken, left, untried })
    }

    /// The orders in force behind the first so many, with their records.
    pub(super) fn told_orders(&self, records: &[Record], behind: usize) -> Result<Vec<(u64, OrderTold)>, GameError> {
        let broken = |seq: u64| GameError::Broken(format!("record {seq} is not at hand."));
        let order = |seq: &u64| {
            let record = usize::try_from(*seq).ok().and_then(|n| records.get(n.checked_sub(1)?));
            match record.map(Record::read) {
                Some(Ok(Body::OrderTold(order))) => Ok((*seq, order)),
                _ => Err(broken(*seq)),
            }
        };
        self.in_force().iter().skip(behind).map(order).collect()
    }

    fn same_words(&self, old: &OrderTold, said: &Said) -> bool {
        match said {
            Said::Order(order) => {
                order.order.trim() == old.order
                    && order.faces == thrown(&old.rolls)
                    && order.seat.is_none_or(|s| s == old.seat)
            }
            Said::End(_) => false,
        }
    }
}

/// Whether two records say the same order with the same dice.
fn same(one: &OrderTold, other: &OrderTold) -> bool {
    (one.seat, &one.order, one.forced, thrown(&one.rolls))
        == (other.seat, &other.order, other.forced, thrown(&other.rolls))
}

fn facts(order: &OrderTold) -> Vec<&str> {
    order.facts.iter().map(|f| f.get()).collect()
}

/// An order that the referee takes: the number of its line, the record, the position after it.
type Made = (usize, OrderTold, Arc<dyn AnyPosition>);

/// Lines being tried on a game that nobody keeps.
struct Entering<'a> {
    work: Work<'a>,
    made: Vec<Made>,
    end: Option<ToldEnd>,
}

impl Entering<'_> {
    /// One line, whole or not at all.
    fn line(&mut self, line: &ToldLine) -> Result<(), No> {
        if self.end.is_some() {
            return Err(No::says("The game has ended before it: nothing follows."));
        }
        let (before, made) = (self.work.game.clone(), self.made.len());
        let done = match &line.said {
            Said::Order(order) => self.order(line.number, order),
            Said::End(end) => self.ends(line.number, *end),
        };
        if done.is_err() {
            self.work.game = before;
            self.made.truncate(made);
        }
        done
    }

    fn order(&mut self, number: usize, told: &ToldOrder) -> Result<(), No> {
        let mut forced = 0;
        loop {
            if let Some(level) = self.work.game.ended_by_rules() {
                return Err(No::says(format!(
                    "The game is over by the rules before it: {level}. Nothing follows but “final”."
                )));
            }
            let (before, made) = (self.work.game.clone(), self.made.len());
            let mut first: Option<No> = None;
            for seat in self.candidates(told.seat) {
                match self.by(number, seat, told) {
                    Ok(()) => return Ok(()),
                    Err(no) => {
                        self.work.game = before.clone();
                        self.made.truncate(made);
                        first.get_or_insert(no);
                    }
                }
            }
            forced += 1;
            if forced > MOST_FORCED || !self.forced(number)? {
                return Err(first.unwrap_or_else(|| No::says("Nobody is asked for an order here.")));
            }
        }
    }

    /// The seats whose order it may be: those asked first, then those that may speak unasked.
    fn candidates(&self, named: Option<SeatId>) -> Vec<SeatId> {
        if let Some(seat) = named {
            return vec![seat];
        }
        let game = &self.work.game;
        let asked = game.waiting_seats();
        let others = game.seats.iter().map(|s| s.id).filter(|s| !asked.contains(s) && game.hears(*s));
        asked.iter().copied().chain(others).collect()
    }

    /// Gives what nothing else is legal for and nothing rolls for, if there is any.
    fn forced(&mut self, number: usize) -> Result<bool, No> {
        let asked = self.work.game.waiting().to_vec();
        for decision in &asked {
            let Some((order, _)) = self.work.game.forced(decision) else { continue };
            let seat = decision.seat;
            if self.decide(number, seat, &order, (&mut VecDeque::new(), true)).is_ok() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn by(&mut self, number: usize, seat: SeatId, told: &ToldOrder) -> Result<(), No> {
        let game = &self.work.game;
        if game.seat(seat).is_none() {
            return Err(No::says("There is no such seat."));
        }
        if !game.hears(seat) {
            let asked: Vec<&str> = game.waiting_seats().iter().map(|s| game.name(*s)).collect();
            let name = game.name(seat);
            let why = format!("{name} is out of turn: the game waits for {}.", asked.join(" and "));
            return Err(No::says(why));
        }
        let of_line = check_lines(std::slice::from_ref(&told.order)).map_err(|e| No::says(e.to_string()))?;
        let line = of_line.first().map_or("", String::as_str);
        let parts = game.arranged(seat, line)?;
        let mut faces: VecDeque<u8> = told.faces.iter().copied().collect();
        let from = self.made.len();
        for part in &parts {
            if !self.work.game.hears(seat) {
                return Err(No::says(format!("After the parts before {part:?} it is somebody else's turn.")));
            }
            self.decide(number, seat, part, (&mut faces, false))?;
        }
        if faces.is_empty() {
            return Ok(());
        }
        let rolls: Vec<&Roll> = self.made.iter().skip(from).flat_map(|(_, o, _)| &o.rolls).collect();
        let over: Vec<String> = faces.iter().map(u8::to_string).collect();
        Err(No::says(match rolls.is_empty() {
            true => format!(
                "This order rolls nothing, and dice are given: {}. Leave out “! {}”.",
                over.join(" "),
                over.join(" ")
            ),
            false => format!(
                "This order rolls {}: {}. {} given: {} left over ({}).",
                dice(rolls.iter().map(|r| r.faces.len()).sum()),
                purposes(rolls.iter().map(|r| (r.faces.len(), r.purpose.as_str()))),
                match told.faces.len() {
                    1 => "One is".to_owned(),
                    n => format!("{n} are"),
                },
                if over.len() == 1 { "one is" } else { "some are" },
                over.join(" "),
            ),
        }))
    }

    fn decide(
        &mut self,
        number: usize,
        seat: SeatId,
        line: &str,
        (faces, forced): (&mut VecDeque<u8>, bool),
    ) -> Result<(), No> {
        let game = &self.work.game;
        let mut dice = Dice::forced(faces);
        let known = game.known_to(Viewer::Seat(seat));
        let decided = match game.ruleset.decide(known, game.position(), seat, line, &mut dice) {
            Ok(decided) => decided,
            Err(Refusal::Dice(why)) => {
                let before: Vec<Roll> =
                    self.made.iter().filter(|(n, ..)| *n == number).flat_map(|(_, o, _)| o.rolls.clone()).collect();
                return Err(No::says(short(why, dice.wanted(), &before, dice.rolls())));
            }
            Err(refusal) => return Err(game.with_example(seat, line, refusal).into()),
        };
        let rolls = dice.into_rolls();
        let after: Arc<dyn AnyPosition> = decided.after.into();
        let order = OrderTold {
            at: self.work.at,
            by: game.umpire_of_testimony().map_or(String::new(), |(umpire, _)| umpire.to_owned()),
            facts: decided.facts,
            forced,
            order: decided.order,
            rolls,
            seat,
            state: Hash32(after.digest()),
        };
        let body = Body::OrderTold(order.clone());
        self.work.push(&body, Some(after.clone())).map_err(|e| No::says(e.to_string()))?;
        self.made.push((number, order, after));
        Ok(())
    }

    fn ends(&mut self, number: usize, end: ToldEnd) -> Result<(), No> {
        if end == ToldEnd::Rules {
            let mut forced = 0;
            while self.work.game.ended_by_rules().is_none() {
                forced += 1;
                if forced > MOST_FORCED || !self.forced(number)? {
                    return Err(No::says(
                        "The game is not over by the rules here. Enter what is missing, or say how it ended: “SEAT resigns” or “draw agreed”.",
                    ));
                }
            }
        } else if self.work.game.ended_by_rules().is_some() {
            return Err(No::says("The game is over by the rules here: say “final”."));
        }
        if let ToldEnd::Resigned(seat) = end
            && self.work.game.seat(seat).is_none()
        {
            return Err(No::says("There is no such seat."));
        }
        self.end = Some(end);
        Ok(())
    }
}

impl Work<'_> {
    /// Records how the game ended.
    fn told_end(&mut self, end: ToldEnd) -> Result<(), GameError> {
        let points = self.game.points();
        match end {
            ToldEnd::Rules => {
                let over = self.game.ruleset.truth(self.game.position()).ended();
                let over = over.ok_or_else(|| GameError::Broken("the game is not over by the rules.".into()))?;
                self.finish(over.level, over.points, Reason::Rules, over.winner)
            }
            ToldEnd::Resigned(seat) => {
                let winner = self.game.side_of(seat).map(Side::other).ok_or(GameError::NotSeated)?;
                self.push(&Body::Resign(Resign { at: self.at, seat }), None)?;
                self.finish(format!("{winner} victory by resignation"), points, Reason::Resigned, Some(winner))
            }
            ToldEnd::Drawn => {
                let first = SeatId(0);
                let other = self.game.opposing(first).ok_or(GameError::NotSeated)?;
                self.push(&Body::DrawOffer(DrawOffer { at: self.at, seat: first }), None)?;
                self.push(&Body::DrawAnswer(DrawAnswer { accept: true, at: self.at, seat: other }), None)?;
                self.finish("Draw by agreement".into(), points, Reason::Agreed, None)
            }
        }
    }
}

impl Game {
    fn opposing(&self, seat: SeatId) -> Option<SeatId> {
        let side = self.side_of(seat);
        self.seats.iter().find(|s| Some(s.side) != side).map(|s| s.id)
    }
}

fn dice(n: usize) -> String {
    if n == 1 { "1 die".to_owned() } else { format!("{n} dice") }
}

/// What dice are rolled for: `Warren's defense`, or with several rolls `2 for Warren's defense, 1 for the leader`.
fn purposes<'r>(rolls: impl Iterator<Item = (usize, &'r str)>) -> String {
    let rolls: Vec<(usize, &str)> = rolls.collect();
    match rolls.as_slice() {
        [(_, purpose)] => (*purpose).to_owned(),
        rolls => rolls.iter().map(|(n, purpose)| format!("{n} for {purpose}")).collect::<Vec<_>>().join(", "),
    }
}

/// Why the dice that were given are not those that the rules roll.
fn short(why: NoDice, wanted: Option<&Wanted>, before: &[Roll], rolls: &[Roll]) -> String {
    let Some(wanted) = wanted else { return why.to_string() };
    if let NoDice::NoSuchFace { face, sides } = why {
        return format!("No die of {sides} shows {face}: {} rolls {}.", wanted.purpose, of_sides(wanted));
    }
    let done = || before.iter().chain(rolls).map(|r| (r.faces.len(), r.purpose.as_str()));
    let all = done().chain([(usize::from(wanted.count), wanted.purpose.as_str())]);
    let count: usize = all.clone().map(|(n, _)| n).sum();
    let given: usize = done().map(|(n, _)| n).sum::<usize>() + wanted.given.len();
    let given = match given {
        0 => "none is given".to_owned(),
        1 => "one is given".to_owned(),
        n => format!("{n} are given"),
    };
    let example: Vec<String> =
        [4, 2, 5, 3, 6, 1].iter().cycle().take(count).map(|f| wanted.sides.min(*f).to_string()).collect();
    format!(
        "This order rolls {}: {}; {given}. Write what fell behind it, such as `! {}`.",
        dice(count),
        purposes(all),
        example.join(" ")
    )
}

fn of_sides(wanted: &Wanted) -> String {
    format!("{} of {} sides", dice(usize::from(wanted.count)), wanted.sides)
}
