//! Queued orders of a game: what they say now, how they run, and what they would do (`docs/decisions/0075-queued-orders.md`).
//!
//! What they say next is a function of what their seat knows, of what is left of them, and of where they stand in this step of the game
//! ([`Game::queue_says`]). Running them is asking that until they say nothing more; a verifier asks the same.

use super::play::{Advance, MOST_COMPOUND_BYTES, Stop, Work, check_lines};
use super::positions::Positions;
use super::queued::{Queued, Said, Says, number};
use super::{Game, GameError, LineFault, Played};
use crate::dice::{Dice, GameKeys};
use crate::log::canonical::nfc;
use crate::log::{PrivateBody, PrivatePlan};
use crate::referee::queue::hold;
use crate::referee::{Line, Queue, QueueLine, When, parts};
use crate::words::{Audience, Millis, Refusal, SeatId, Viewer};
use serde::Serialize;

/// What queued orders would do, tried on what their seat knows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct QueueTried {
    /// Step by step.
    pub steps: Vec<QueueStep>,
    /// Why nothing more can be said: it rolls, hands over, or waits for its owner's turn.
    pub until: String,
}

/// One thing that queued orders would do.
#[derive(Clone, Debug, Serialize)]
pub struct QueueStep {
    /// The order as it would be given; nothing where a line is left out or the queue ends.
    pub order: Option<String>,
    /// The line that speaks, or why one does not.
    pub note: String,
    /// What the order comes to.
    pub story: Vec<Line>,
}

impl Game {
    /// What is left of the queued orders of whoever holds a seat, as notation writes them; empty without any.
    pub fn queue(&self, seat: SeatId) -> &str {
        self.queued(seat).map_or("", |q| q.left.as_str())
    }

    /// Whether queued orders of a seat have something to say now: then they are to be run, and nobody is to be written to before.
    pub fn queue_due(&self, seat: SeatId) -> bool {
        !matches!(self.queue_says(seat), Says::Nothing)
    }

    /// The first seat whose queued orders have something to say.
    pub fn queue_due_of_any(&self) -> Option<SeatId> {
        self.second.as_ref().filter(|s| !s.queues.is_empty())?;
        self.waiting_seats().into_iter().find(|seat| self.queue_due(*seat))
    }

    /// The seats that are to be written to, since the game was as it was before: those that it waits for and did not, and those whose queued
    /// orders had something to say. Whose queued orders speak first is written to when they have spoken.
    pub(super) fn newly_asked(&self, before: &Game) -> Vec<SeatId> {
        let newly = |s: &SeatId| (!before.waits_for(*s) || before.queue_due(*s)) && !self.queue_due(*s);
        self.waiting_seats().into_iter().filter(newly).collect()
    }

    fn queued(&self, seat: SeatId) -> Option<&Queued> {
        let second = self.second.as_ref()?;
        second.queues.get(&second.holder_of(seat)?)
    }

    /// Reads queued orders: guards by what the ruleset tells of, orders as far as they can be read in this position.
    ///
    /// # Errors
    /// [`GameError::Text`] for a line that is wrong; [`GameError::Line`] for an order that cannot be read.
    pub fn whole_queue(&self, seat: SeatId, text: &str) -> Result<Queue, GameError> {
        let notation = Queue::notation(self.ruleset.queue_conditions());
        let queue = Queue::read(text, &notation).map_err(|e| GameError::Text(e.to_string()))?;
        let of = queue.0.len();
        for (i, line) in queue.0.iter().enumerate().filter(|(_, l)| !l.order.is_empty()) {
            let wrong = |fault| GameError::Line { line: i + 1, of, fault };
            if line.order.len() > MOST_COMPOUND_BYTES {
                return Err(wrong(LineFault::TooLong { sent: line.order.len(), most: MOST_COMPOUND_BYTES }));
            }
            check_lines(std::slice::from_ref(&line.order)).map_err(|error| match error {
                GameError::Line { fault, .. } => wrong(fault),
                error => error,
            })?;
            let board = self.board_of(seat);
            if board.stage_of(seat, &line.order).is_some() {
                continue;
            }
            let spelled = board.spelled(seat, &line.order);
            let read =
                spelled.and_then(|parts| parts.iter().try_for_each(|part| board.choice_of(seat, part).map(drop)));
            if let Err(refusal @ Refusal::Unreadable { .. }) = read {
                return Err(wrong(LineFault::Refused(refusal)));
            }
        }
        Ok(queue)
    }

    /// Queues orders for a seat in place of those that were; an empty text takes all back. Nothing of it can be seen by others.
    ///
    /// # Errors
    /// Those of [`Game::whole_queue`]; [`GameError::NoQueue`] in a game of the first format, which has no private logs; as for any order.
    pub fn set_queue(&self, seat: SeatId, text: &str, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        self.open_to(seat, keys)?;
        let holder = self.second.as_ref().ok_or(GameError::NoQueue)?.holder_of(seat).ok_or(GameError::NotBegun)?;
        let queue = self.whole_queue(seat, text)?;
        let text = queue.kept();
        let mut work = Work::new(self, at, keys);
        work.enter(Audience::Holder(holder), PrivateBody::Plan(PrivatePlan { at, text }), false)?;
        Ok(work.played(self, None))
    }

    /// Runs the queued orders of a seat: until they have nothing more to say, or the game has gone on to another step. Each step is an append of
    /// its own; what is left is run by the next. `None` where they have nothing to say.
    ///
    /// # Errors
    /// As [`Game::play`]. What the rules refuse is no error: it is noted.
    pub fn run_queue(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Option<Played>, GameError> {
        self.open_to(seat, keys)?;
        let Some(holder) = self.second.as_ref().and_then(|s| s.holder_of(seat)) else { return Ok(None) };
        // An exchange of its own: behind what has led to it, by the clocks and in the private logs too.
        let entered = self.second.as_ref().map_or(0, |s| s.entered.0);
        let recorded = self.clocks().map_or(0, |clocks| clocks.moment(Millis(0)).0);
        let at = Millis(at.0.max(entered.max(recorded) + 1));
        let mut work = Work::new(self, at, keys);
        let step = self.step();
        let mut ran = false;
        while work.game.result.is_none() && work.game.step() == step {
            match work.game.queue_says(seat) {
                Says::Nothing => break,
                Says::Note(queued, note) => {
                    let planned = queued.planned(at, note);
                    work.enter(Audience::Holder(holder), PrivateBody::Planned(planned), false)?;
                }
                Says::Order(said) => {
                    let (head, order) = (work.game.head(), said.order.clone());
                    match work.exchange(seat, &order, None, head, (false, Some(Advance::Queue(said)))) {
                        Ok(_) => {}
                        Err(Stop::Refused(refusal)) => {
                            return Err(GameError::Broken(format!(
                                "a queued order that was tried is refused: {refusal}"
                            )));
                        }
                        Err(Stop::Broken(error)) => return Err(error),
                    }
                }
            }
            ran = true;
        }
        if !ran {
            return Ok(None);
        }
        Ok(Some(work.played(self, None)))
    }

    /// What queued orders would do now, tried on what their seat knows, as far as that can be said without dice.
    ///
    /// # Errors
    /// As [`Game::whole_queue`].
    pub fn try_queue(&self, seat: SeatId, text: &str) -> Result<QueueTried, GameError> {
        self.going(seat)?;
        let queue = self.whole_queue(seat, text)?;
        let mut tried = QueueTried::default();
        let mut game = self.as_known_to(seat);
        let second = game.second_mut().map_err(|_| GameError::NoQueue)?;
        let holder = second.holder_of(seat).ok_or(GameError::NotBegun)?;
        let put = |game: &mut Game, queued: Option<Queued>| {
            let second = game.second_mut().map_err(|_| GameError::NoQueue)?;
            second.queues.remove(&holder);
            second.queues.extend(queued.map(|q| (holder, q)));
            Ok::<_, GameError>(())
        };
        put(&mut game, Queued::set(&queue.to_string()))?;
        if !game.waits_for(seat) {
            tried.until = "It begins when you are asked next.".into();
            return Ok(tried);
        }
        loop {
            match game.queue_says(seat) {
                Says::Nothing => {
                    tried.until = if game.queue(seat).is_empty() {
                        "Then it is through, and you are asked.".into()
                    } else {
                        "Then you are asked; the rest waits.".into()
                    };
                    return Ok(tried);
                }
                Says::Note(queued, note) => {
                    let ends = queued.left.is_empty();
                    tried.steps.push(QueueStep { order: None, note, story: Vec::new() });
                    put(&mut game, Queued::after(&queued.planned(Millis(0), String::new())))?;
                    if ends {
                        tried.until = "Then you are asked.".into();
                        return Ok(tried);
                    }
                }
                Says::Order(said) => {
                    let note = said.note.clone();
                    let carried = match game.carried(seat, &said.order, &mut Dice::withheld()) {
                        Ok(carried) => carried,
                        Err(_) => {
                            let order = Some(said.order.clone());
                            tried.steps.push(QueueStep { order, note, story: Vec::new() });
                            tried.until = "It rolls; how the rest goes on depends on that.".into();
                            return Ok(tried);
                        }
                    };
                    let mut story = Vec::new();
                    for fact in &carried.decided.facts {
                        let told = self.ruleset.tell(fact.get(), self.eyes(Viewer::Seat(seat)));
                        story.extend(told.map_err(|e| GameError::Broken(format!("a fact does not read back: {e}.")))?);
                    }
                    put(&mut game, Queued::after(&said.planned(Millis(0), &carried.rest, false)))?;
                    tried.steps.push(QueueStep { order: Some(carried.decided.order), note, story });
                    let together = game.is_choice(seat, &said.order);
                    game = game.at_positions(Positions::open(carried.decided.after.into()));
                    if together || !game.waits_for(seat) {
                        tried.until = "Then it is another's turn; the rest goes on when you are asked again.".into();
                        return Ok(tried);
                    }
                }
            }
        }
    }

    /// What queued orders of a seat say now.
    pub(super) fn queue_says(&self, seat: SeatId) -> Says {
        let Some(queued) = self.queued(seat) else { return Says::Nothing };
        if self.result.is_some() || !self.waits_for(seat) {
            return Says::Nothing;
        }
        let board = self.board_of(seat);
        if !self.waiting().iter().any(|d| d.seat == seat && board.is_own(d)) {
            return Says::Nothing;
        }
        let Ok(Queue(lines)) = Queue::written(&queued.left) else { return Says::Nothing };
        let told = board.guarded(seat);
        let step = self.step();
        let cursor = if queued.step == step { queued.cursor as usize } else { 0 };
        for line in &lines {
            if let When::Stop(conditions) = &line.when
                && hold(conditions, &told)
            {
                return ends(step, &format!("{line}: so it is."));
            }
        }
        for (i, line) in lines.iter().enumerate().skip(cursor) {
            let left_out = |why: &str| without(step, &lines, i, &format!("{line}: {why}"));
            match &line.when {
                When::Stop(_) => continue,
                When::If(conditions) if !hold(conditions, &told) => {
                    return left_out("left out, since it is not so.");
                }
                When::Until(conditions) if hold(conditions, &told) => return left_out("over."),
                _ => {}
            }
            let mut stays = matches!(line.when, When::Until(_));
            // What is tried in each step is for those in which it can be given.
            let tried_again = line.lenient && stays;
            let refused = |refusal: &str| {
                if line.lenient {
                    left_out(&format!("left out. {refusal}"))
                } else {
                    ends(step, &format!("{line}: {refusal} The queue ends there."))
                }
            };
            let text = match board.stage_of(seat, &line.order) {
                None => line.order.clone(),
                Some(Err(_)) if tried_again => continue,
                Some(Err(refusal)) => return refused(&refusal.to_string()),
                Some(Ok(stage)) if stage.now.is_empty() => match stage.goes_on {
                    true => continue,
                    false => return left_out("done."),
                },
                Some(Ok(stage)) => {
                    stays |= stage.goes_on;
                    stage.now.join(super::compound::BETWEEN)
                }
            };
            let orders = match self.arranged(seat, &text) {
                Ok(orders) => self.together(seat, orders),
                Err(_) if tried_again => continue,
                Err(LineFault::Refused(refusal)) => return refused(&refusal.to_string()),
                Err(fault) => return refused(&fault.to_string()),
            };
            let Some((order, rest)) = orders.split_first() else { return left_out("it is empty.") };
            match self.as_known_to(seat).carried(seat, order, &mut Dice::withheld()) {
                Ok(_) | Err(Refusal::Dice(_)) => {}
                Err(_) if tried_again => continue,
                Err(refusal) => return refused(&refusal.to_string()),
            }
            let mut left = lines.clone();
            if !stays {
                left.remove(i);
            }
            return Says::Order(Box::new(Said {
                order: order.clone(),
                rest: rest.iter().flat_map(|r| parts(r)).map(str::to_owned).collect(),
                lines: left,
                cursor: i + usize::from(stays),
                step,
                note: nfc(&line.to_string()),
                lenient: line.lenient,
            }));
        }
        Says::Nothing
    }
}

/// Queued orders that end in a step.
fn ends(step: u32, note: &str) -> Says {
    Says::Note(Queued { left: String::new(), cursor: 0, step }, nfc(note))
}

/// Queued orders without one of their lines, from a step on.
fn without(step: u32, lines: &[QueueLine], i: usize, note: &str) -> Says {
    let mut left = lines.to_vec();
    left.remove(i);
    Says::Note(Queued { left: Queue(left).kept(), cursor: number(i), step }, nfc(note))
}
