//! Orders: from lines of notation to records.

use super::queued::Said;
use super::rolling::Rolling;
use super::{Game, GameError, LineFault, Played, Seat};
use crate::dice::{ChainName, Dice, GameKeys};
use crate::log::Entry as PrivateEntry;
use crate::log::canonical::nfc;
use crate::log::{
    Body, ChainKind, GameResult, HandOver, NextAnchor, Opening, Order, Reason, Record, Ruling, StandingUse,
};
use crate::referee::{AnyPosition, parts};
use crate::words::{Hash32, Millis, Refusal, SeatId, Side, Viewer};
use std::cell::Cell;
use std::sync::Arc;

/// The longest order, in bytes; so long is each part of a compound line at most.
pub const MOST_LINE_BYTES: usize = 500;

/// The longest line, in bytes: a brigade with all its ways.
pub const MOST_COMPOUND_BYTES: usize = 8_000;

/// The most orders in one message.
pub const MOST_LINES: usize = 200;

/// Standing orders that answer one another without end would be a ruleset's mistake; no honest chain comes near this.
const MOST_ANSWERS: usize = 2000;

/// Orders, as they come in from a page, a letter or the API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Whose they are. That the sender may speak for the seat is the caller's to check.
    pub seat: SeatId,
    /// The orders, one a line. Empty lines are skipped.
    pub lines: Vec<String>,
    /// The key the client chose for this message: 1 to 64 printable ASCII characters.
    pub key: String,
    /// The head the player was looking at.
    pub seen: Hash32,
    /// When they came in.
    pub at: Millis,
}

/// What orders come to that are given as they are laid out.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "made once an order and taken apart at once")]
pub enum Laid {
    /// All of them can be taken back: they stay a draft, as notation writes them.
    Draft(Vec<String>),
    /// They are carried out.
    Played(Played),
}

impl Game {
    /// Carries out a player's orders, line by line; after each, standing orders answer what they can, and hand-overs are
    /// recorded. When the rules say so, the game ends.
    ///
    /// All lines or none, as long as nothing has been rolled, shown or handed over; from then on what is done is done, and a line
    /// that fails only ends the message ([`Played::stopped`]).
    ///
    /// # Errors
    /// [`GameError`]; nothing is to be recorded then.
    pub fn play(&self, submission: &Submission, keys: &GameKeys) -> Result<Played, GameError> {
        Ok(self.give(submission, keys, false)?.0)
    }

    /// The same, as long as one of the orders cannot be taken back; otherwise they stay a draft. Each is decided once.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn lay(&self, submission: &Submission, keys: &GameKeys) -> Result<Laid, GameError> {
        let seat = submission.seat;
        if self.own(seat).is_some() {
            // What is only laid out takes no link.
            self.open_to(seat, keys)?;
            self.check_fresh(seat, &check_lines(&submission.lines)?, &submission.seen)?;
            let draft = self.draft(seat, &submission.lines)?;
            if draft.commits.is_none() {
                return Ok(Laid::Draft(draft.orders));
            }
        }
        let (played, committed, said) = self.give(submission, keys, true)?;
        if committed {
            return Ok(Laid::Played(played));
        }
        Ok(Laid::Draft(said))
    }

    /// Carries orders out, and says whether any of it can no longer be taken back. Of the last line that is only asked when
    /// `ask_last`.
    fn give(
        &self,
        submission: &Submission,
        keys: &GameKeys,
        ask_last: bool,
    ) -> Result<(Played, bool, Vec<String>), GameError> {
        let seat = submission.seat;
        self.open_to(seat, keys)?;
        check_key(&submission.key)?;
        let lines = check_lines(&submission.lines)?;
        if !self.hears(seat) {
            self.check_seen(&submission.seen)?;
            return Err(self.out_of_turn());
        }
        self.check_fresh(seat, &lines, &submission.seen)?;
        self.has_links(seat, &lines)?;

        let mut work = Work::new(self, submission.at, keys);
        // From the first line that cannot be taken back.
        let mut committed = false;
        let of = lines.len();
        let given = |work: &mut Work<'_>, committed: &mut bool, i: usize, line: &str| {
            let wrong = |fault| GameError::Line { line: i + 1, of, fault };
            let orders = work.game.arranged(seat, line).map_err(wrong)?;
            let orders = work.game.together(seat, orders);
            for (part, order) in orders.iter().enumerate() {
                if work.game.result.is_some() {
                    return Err(wrong(LineFault::Finished));
                }
                if !work.game.hears(seat) {
                    return Err(wrong(LineFault::OutOfTurn));
                }
                let last = i + 1 == of && part + 1 == orders.len();
                let in_part = work.game.is_second() && part + 1 < orders.len();
                let ask_shows = in_part || !*committed && (ask_last || !last);
                let done = work.exchange(seat, order, Some(&submission.key), submission.seen, (ask_shows, None));
                let done = done.map_err(|e| match e {
                    Stop::Refused(refusal) if orders.len() > 1 => {
                        let refusal = work.game.with_example(seat, order, refusal);
                        wrong(LineFault::Part { part: part + 1, of: orders.len(), text: order.clone(), refusal })
                    }
                    Stop::Refused(refusal) => wrong(LineFault::Refused(work.game.with_example(seat, order, refusal))),
                    Stop::Broken(error) => error,
                })?;
                *committed |= done;
                if done && work.game.is_second() {
                    // What came of it is to be seen before the rest is given.
                    work.rest.extend_from_slice(&orders[part + 1..]);
                }
                if !work.rest.is_empty() {
                    return Ok(());
                }
            }
            Ok(())
        };
        for (i, line) in lines.iter().enumerate() {
            match given(&mut work, &mut committed, i, line) {
                Ok(()) if work.rest.is_empty() => {}
                Ok(()) => {
                    // A line that was cut short has shown something: it is given, and no draft.
                    committed = true;
                    work.rest.extend_from_slice(&lines[i + 1..]);
                    break;
                }
                Err(error) if committed && !error.is_internal() => {
                    let said = std::mem::take(&mut work.said);
                    return Ok((work.played(self, Some(error)), committed, said));
                }
                Err(error) => return Err(error),
            }
        }
        let said = std::mem::take(&mut work.said);
        Ok((work.played(self, None), committed, said))
    }

    /// Lets the house player of a seat play until the game no longer waits for it. `None` when it does not wait for it now.
    ///
    /// # Errors
    /// [`GameError::NoBot`] when the seat has none; others as [`Game::play`].
    pub fn let_bot_play(&self, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Option<Played>, GameError> {
        let player = self.seat(seat).ok_or(GameError::NotSeated)?.player.as_ref();
        let bot = player.and_then(|p| p.bot.as_deref()).ok_or(GameError::NoBot)?;
        let mut all: Option<Played> = None;
        loop {
            let game = all.as_ref().map_or(self, |p| &p.game);
            // The number of orders is the ruleset's affair; a bot that never ends its turn would be caught by this.
            let given = all.as_ref().map_or(0, |p| p.records.len() + p.entries.len());
            if !game.waits_for(seat) || given > MOST_ANSWERS {
                return Ok(all);
            }
            // Nothing of it may hang on how much others have done unseen.
            let mut rng = keys.bot_rng(game.len() + game.entries_of(seat));
            let order = game.board_of(seat).bot_lines(bot, seat, &mut rng).ok_or(GameError::NoBot)?;
            let key = format!("bot-{}", game.len());
            let next = game.play(&Submission { seat, lines: vec![order], key, seen: game.head(), at }, keys)?;
            all = Some(match all {
                None => next,
                Some(mut so_far) => {
                    so_far.records.extend(next.records);
                    so_far.entries.extend(next.entries);
                    // Only those are to be written to whom the game still waits for, and did not before the bot began.
                    so_far.handed = next.game.newly_asked(self);
                    Played { game: next.game, stopped: None, ..so_far }
                }
            });
        }
    }

    /// Whether a seat may add to the game at all.
    pub(super) fn open_to(&self, seat: SeatId, keys: &GameKeys) -> Result<(), GameError> {
        self.changeable(keys)?;
        self.going(seat)
    }

    /// Whether the game is played here and by these rules, and these are its keys.
    pub(super) fn changeable(&self, keys: &GameKeys) -> Result<(), GameError> {
        self.own_keys(keys)?;
        self.played_here()?;
        self.playable()
    }

    /// Refuses the keys of another game.
    pub(super) fn own_keys(&self, keys: &GameKeys) -> Result<(), GameError> {
        if keys.game() == self.id() { Ok(()) } else { Err(GameError::OtherKeys) }
    }

    /// The same for what concerns the whole army: in the second format the first seat of a side says it (SECRETS 6.1).
    pub(super) fn open_to_head(&self, seat: SeatId, keys: &GameKeys) -> Result<(), GameError> {
        self.open_to(seat, keys)?;
        self.heads_army(seat)
    }

    pub(super) fn heads_army(&self, seat: SeatId) -> Result<(), GameError> {
        let head = self.side_of(seat).and_then(|side| self.head_of(side));
        match head.and_then(|head| self.seat(head)) {
            Some(head) if self.is_second() && head.id != seat => Err(GameError::NotHead(head.name.clone())),
            _ => Ok(()),
        }
    }

    pub(super) fn going(&self, seat: SeatId) -> Result<(), GameError> {
        if self.seat(seat).is_none() {
            return Err(GameError::NotSeated);
        }
        self.under_way()
    }

    /// Whether the game has begun and is not over, for what is of no seat.
    pub(super) fn under_way(&self) -> Result<(), GameError> {
        if let Some(result) = &self.result {
            return Err(GameError::Finished(result.level.clone()));
        }
        if self.is_closed() {
            return Err(GameError::Finished("closed without a result".into()));
        }
        if !self.begun() {
            return Err(GameError::NotBegun);
        }
        Ok(())
    }

    pub(super) fn out_of_turn(&self) -> GameError {
        let names: Vec<&str> =
            self.waiting_seats().iter().filter_map(|s| self.seat(*s)).map(|s| s.name.as_str()).collect();
        GameError::OutOfTurn { waiting: names.join(" and ") }
    }

    pub(super) fn check_seen(&self, seen: &Hash32) -> Result<(), GameError> {
        let seq = self.seq_of(seen).ok_or(GameError::UnknownHead)?;
        let since = self.changes_after(seq);
        if since.is_empty() { Ok(()) } else { Err(GameError::Stale { since, head: self.head() }) }
    }

    /// The records behind number `seq` that changed the position or ended the game, by number: when there are any, orders drawn up
    /// on that record are stale.
    pub fn changes_after(&self, seq: u64) -> Vec<u64> {
        let known = usize::try_from(seq).unwrap_or(usize::MAX);
        (seq + 1..).zip(self.heads.iter().skip(known)).filter(|(_, h)| h.moved).map(|(n, _)| n).collect()
    }
}

fn check_key(key: &str) -> Result<(), GameError> {
    if key.is_empty() || key.len() > 64 || !key.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(GameError::Text(
            "The key of a message is 1 to 64 printable ASCII characters without spaces.".into(),
        ));
    }
    Ok(())
}

pub(super) fn check_lines(lines: &[String]) -> Result<Vec<String>, GameError> {
    // Counted before anything is copied: what comes in may be a megabyte.
    let sent = lines.iter().filter(|l| !l.trim().is_empty()).count();
    if sent == 0 {
        return Err(GameError::NoOrder);
    }
    if sent > MOST_LINES {
        return Err(GameError::TooManyLines { sent, most: MOST_LINES });
    }
    let mut clean = Vec::with_capacity(sent);
    for line in lines.iter().map(|l| l.trim()).filter(|l| !l.is_empty()) {
        let wrong = |fault| GameError::Line { line: clean.len() + 1, of: sent, fault };
        if line.len() > MOST_COMPOUND_BYTES {
            return Err(wrong(LineFault::TooLong { sent: line.len(), most: MOST_COMPOUND_BYTES }));
        }
        if let Some(long) = parts(line).find(|part| part.len() > MOST_LINE_BYTES) {
            return Err(wrong(LineFault::TooLong { sent: long.len(), most: MOST_LINE_BYTES }));
        }
        if line.chars().any(char::is_control) {
            return Err(wrong(LineFault::Control));
        }
        clean.push(nfc(line));
    }
    Ok(clean)
}

/// Why an exchange did not take place.
pub(super) enum Stop {
    /// The rules refuse the order: the player's to mend.
    Refused(Refusal),
    /// Anything else.
    Broken(GameError),
}

impl<E: Into<GameError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Broken(error.into())
    }
}

/// By what an order is given that nobody gives by hand.
#[derive(Clone, Debug)]
pub(super) enum Advance {
    /// A standing order, or the referee because nothing else is legal.
    Standing(StandingUse),
    /// Queued orders.
    Queue(Box<Said>),
}

/// A game being added to.
pub(super) struct Work<'a> {
    pub game: Game,
    pub(super) records: Vec<Record>,
    pub(super) entries: Vec<PrivateEntry>,
    /// The orders given so far, as notation writes them.
    pub(super) said: Vec<String>,
    /// What remains of a compound line.
    pub(super) rest: Vec<String>,
    pub(super) at: Millis,
    pub(super) keys: &'a GameKeys,
}

impl<'a> Work<'a> {
    pub fn new(game: &Game, at: Millis, keys: &'a GameKeys) -> Self {
        Work {
            game: game.clone(),
            records: Vec::new(),
            entries: Vec::new(),
            said: Vec::new(),
            rest: Vec::new(),
            at,
            keys,
        }
    }

    pub fn played(self, before: &Game, stopped: Option<GameError>) -> Played {
        let handed = self.game.newly_asked(before);
        Played { game: self.game, records: self.records, entries: self.entries, handed, stopped, rest: self.rest }
    }

    /// Writes the next record.
    pub fn push(&mut self, body: &Body, after: Option<Arc<dyn AnyPosition>>) -> Result<(), GameError> {
        let root = self.next_root(body);
        let record = Record::rooted(self.game.id(), self.game.len() + 1, self.game.head(), root, body)?;
        self.game.take(body, record.hash, after).map_err(|e| GameError::Broken(format!("{e}.")))?;
        self.game.rooted(root);
        self.records.push(record);
        Ok(())
    }

    /// An order, the answers to it, and the hand-overs. Gives whether any of it can no longer be taken back; whether the order
    /// shows something is only asked when `ask_shows`, because it costs a look at the menu.
    pub(super) fn exchange(
        &mut self,
        seat: SeatId,
        line: &str,
        key: Option<&str>,
        seen: Hash32,
        (ask_shows, advance): (bool, Option<Advance>),
    ) -> Result<bool, Stop> {
        let waited = self.game.waiting_seats();
        let before = ask_shows.then(|| self.game.clone());
        let (records, entries) = (self.records.len(), self.entries.len());
        let rolled = self.order(seat, line, key, seen, advance)?;
        let shows = before.is_some_and(|game| match parts(line).nth(1) {
            None => game.board_of(seat).choice_of(seat, line).is_ok_and(|choice| choice.finality.is_some()),
            Some(_) => game.draft(seat, &[line.to_owned()]).is_ok_and(|draft| draft.commits.is_some()),
        });
        if self.records.len() == records && self.entries.len() > entries {
            // A private act: nobody else can tell that anything happened.
            return Ok(rolled || shows);
        }
        self.settle(&waited, Some(seat))?;
        let handed = self.game.waiting_seats() != waited;
        Ok(rolled || shows || handed || self.records.len() > records + 1)
    }

    /// What follows a change of the position: answers, hand-overs, and the end if the rules say so.
    pub fn settle(&mut self, waited: &[SeatId], actor: Option<SeatId>) -> Result<(), GameError> {
        if self.game.is_second() {
            self.seal_pieces()?;
        }
        self.answers()?;
        let newly: Vec<SeatId> = self.game.waiting_seats().into_iter().filter(|s| !waited.contains(s)).collect();
        if self.game.is_second() {
            if !newly.is_empty() {
                self.hand_over_second(newly)?;
            }
        } else {
            for side in Side::BOTH {
                let to: Vec<SeatId> = newly.iter().copied().filter(|s| self.game.side_of(*s) == Some(side)).collect();
                if !to.is_empty() {
                    self.hand_over(side, to, actor)?;
                }
            }
        }
        let outcome = self.game.ruleset.truth(self.game.position()).ended();
        if let Some(outcome) = outcome {
            self.finish(outcome.level, outcome.points, Reason::Rules, outcome.winner)?;
        }
        Ok(())
    }

    /// Decides and records one order. Gives whether it rolled.
    fn order(
        &mut self,
        seat: SeatId,
        line: &str,
        key: Option<&str>,
        seen: Hash32,
        advance: Option<Advance>,
    ) -> Result<bool, Stop> {
        if self.game.is_second() {
            return self.order_second(seat, line, key, seen, advance);
        }
        let standing = match advance {
            Some(Advance::Standing(used)) => Some(used),
            Some(Advance::Queue(_)) => return Err(Stop::Broken(GameError::NoQueue)),
            None => None,
        };
        let rolling = Rolling::of(&self.game, seat)?;
        let (game, keys) = (&self.game, self.keys);
        let links = Cell::new(None);
        // Nobody learns what an order leads to before all the links are there that it may take.
        let (roll, handover) = self.game.missing_links(seat);
        let handover = handover.filter(|_| key.is_some());
        let withheld = roll.is_some() || handover.is_some();
        let mut dice = match withheld {
            true => Dice::withheld(),
            false => Dice::seeded(|| {
                let made = rolling.links(keys, game.given_link(seat, ChainName::Player, rolling.index));
                links.set(Some(made));
                rolling.ingredients(&made).seed()
            }),
        };
        let known = self.game.known_to(Viewer::Seat(seat));
        let decided = self.game.ruleset.decide(known, self.game.position(), seat, line, &mut dice);
        let rolls = dice.into_rolls();
        let decided = match decided {
            Ok(_) if handover.is_some() => {
                return Err(Stop::Broken(GameError::LinksWanted { roll: None, handover }));
            }
            Ok(decided) => decided,
            Err(Refusal::Dice(_)) if withheld && key.is_some() => {
                return Err(Stop::Broken(GameError::LinksWanted { roll, handover }));
            }
            // What a refusal says may tell the roll, and the player would then choose another order knowing it.
            Err(_) if !rolls.is_empty() => {
                return Err(Stop::Broken(GameError::Broken("an order was refused only after it had rolled.".into())));
            }
            Err(refusal) => return Err(Stop::Refused(refusal)),
        };
        let dice = links.get();
        let rolled = !rolls.is_empty();
        self.said.push(decided.order.clone());
        let body = Body::Order(Order {
            at: self.at,
            dice,
            facts: decided.facts,
            key: key.map(str::to_owned),
            order: decided.order,
            rolls,
            seat,
            seen,
            standing,
        });
        self.push(&body, Some(decided.after.into()))?;
        if let Some(links) = dice {
            self.next_anchor(seat, ChainKind::Server, links.index)?;
            self.next_anchor(seat, ChainKind::Player, links.index)?;
        }
        Ok(rolled)
    }

    /// When a chain is used up, records the anchor of the next.
    fn next_anchor(&mut self, seat: SeatId, chain: ChainKind, index: u32) -> Result<(), GameError> {
        if !index.is_multiple_of(self.keys.links()) {
            return Ok(());
        }
        let chair = self.game.seat(seat).ok_or(GameError::NotSeated)?.chair;
        let anchor = self.keys.anchor(chair, chain, index);
        self.push(&Body::NextAnchor(NextAnchor { anchor, at: self.at, chain, seat, start: index }), None)
    }

    /// Lets standing orders answer, and the referee where only one order is legal, until nobody is answered any more.
    fn answers(&mut self) -> Result<(), GameError> {
        // A seat's standing orders do not change while others act: open them once, and only when somebody is asked.
        let mut known = vec![None; self.game.seats.len()];
        for _ in 0..MOST_ANSWERS {
            if !self.answer_one(&mut known)? {
                return Ok(());
            }
        }
        Err(GameError::Broken("standing orders do not come to an end.".into()))
    }

    fn answer_one(&mut self, known: &mut [Option<crate::referee::ReadStanding>]) -> Result<bool, GameError> {
        let asked: Vec<_> = self.game.waiting().to_vec();
        for decision in &asked {
            let Some(slot) = known.get_mut(usize::from(decision.seat.0)) else { continue };
            let standing = slot.get_or_insert_with(|| self.game.standing(decision.seat, self.keys).into());
            let Some((order, used)) = self.game.answered(decision, standing) else { continue };
            let head = self.game.head();
            match self.order(decision.seat, &order, None, head, Some(Advance::Standing(used))) {
                Ok(_) => return Ok(true),
                // An answer that the rules refuse is no answer: the player is asked.
                Err(Stop::Refused(_)) => {}
                Err(Stop::Broken(error)) => return Err(error),
            }
        }
        Ok(false)
    }

    pub fn hand_over(&mut self, side: Side, to: Vec<SeatId>, actor: Option<SeatId>) -> Result<(), GameError> {
        let from = self.game.opposite(side, actor);
        let giver: &Seat = self.game.seat(from).ok_or(GameError::NotSeated)?;
        let index = self.game.cursors.get(usize::from(from.0)).map_or(0, |c| c.handovers) + 1;
        let own = self.game.given_link(from, ChainName::Handover, index);
        let link = own.unwrap_or_else(|| self.keys.link(giver.chair, ChainKind::Handover, index));
        let state = Hash32(self.game.position().digest());
        self.push(&Body::HandOver(HandOver { at: self.at, from, index, link, side, state, to }), None)?;
        self.next_anchor(from, ChainKind::Handover, index)
    }

    /// Opens what was sealed, and records the result.
    pub fn finish(
        &mut self,
        level: String,
        points: i32,
        reason: Reason,
        winner: Option<Side>,
    ) -> Result<(), GameError> {
        self.open_private()?;
        let first = !self.game.is_second();
        for seat in self.game.seats.clone().iter().filter(|_| first) {
            if self.game.cursors.get(usize::from(seat.id.0)).is_some_and(|c| c.slots > 0) {
                let key = self.keys.seal(seat.chair).publish();
                self.push(&Body::Opening(Opening { at: self.at, key, seat: seat.id }), None)?;
            }
        }
        let state = Hash32(self.game.position().digest());
        let level = nfc(&level);
        self.push(&Body::of_result(GameResult { at: self.at, level, points, reason, state, winner }), None)
    }

    /// An umpire's word.
    pub fn ruling(&mut self, line: &str) -> Result<(), GameError> {
        let wrong = |fault| GameError::Line { line: 1, of: 1, fault };
        let decided = self
            .game
            .ruleset
            .umpire(self.game.position(), line)
            .map_err(|refusal| wrong(LineFault::Refused(refusal)))?;
        let waited = self.game.waiting_seats();
        let body = Body::Ruling(Ruling { at: self.at, facts: decided.facts, line: decided.order });
        self.push(&body, Some(decided.after.into()))?;
        self.settle(&waited, None)
    }
}

/// A short text of a player's as the log keeps it: trimmed, one line, in normal form C, at most so many characters.
pub(super) fn plain_text(what: &str, text: &str, most: usize) -> Result<String, GameError> {
    // Measured before it is normalised: what comes in may be a megabyte, and normalising may lengthen it.
    if text.len() > 4 * most + 64 || text.trim().chars().count() > most {
        return Err(GameError::Text(format!("The {what} is longer than {most} characters.")));
    }
    let clean = nfc(text.trim());
    if clean.chars().any(char::is_control) {
        return Err(GameError::Text(format!("The {what} is one line of plain text, without control characters.")));
    }
    Ok(clean)
}
