//! The clocks of one game, folded from its records.
//!
//! A seat's clock runs from the hand-over that asked the seat until the first exchange after which the game no longer waits for
//! it. What a standing order answers within an exchange is never handed over, so it costs nothing. Several seats may be asked at
//! once; each has a clock of its own.
//!
//! What is kept is not the time left but what happened: asked, answered, granted. The time left is worked out from it over the
//! spans that do not count, all of them, whenever each was recorded: so an excuse given afterwards gives back exactly what the
//! excused hours had cost, and the order in which spans were recorded does not matter.

use super::leave::{self, PAUSE_NOTICE};
use super::{Calendar, CalendarRules, ClockTerms, Span, Spans};
use crate::words::{Millis, SeatId};

/// The clocks of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    terms: ClockTerms,
    /// The latest time that any record named: records that follow count as not earlier, should the service's clock be set back.
    pub(super) now: Millis,
    pub(super) begun: Option<Millis>,
    pub(super) hands: Vec<Hand>,
    pub(super) pauses: Vec<Span>,
    pub(super) proposal: Option<PauseOffered>,
    excuses: Vec<Span>,
}

/// The proposal of a pause, as long as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseOffered {
    /// Who proposes.
    pub seat: SeatId,
    /// Until when; `None` until somebody ends it.
    pub until: Option<Millis>,
}

/// One seat's clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand {
    /// What happened to it, in the order of the log.
    events: Vec<(Millis, Event)>,
    running: bool,
    /// When the game ceased to wait for the seat, until the exchange is over: a standing order may still bring the turn back.
    ceased: Option<Millis>,
    /// What the calendars mask, each until the next took its place.
    pub(super) calendar: Spans,
    pub(super) set: Option<Set>,
    /// Leave taken, past and to come.
    pub(super) leave: Vec<Span>,
    /// When the seat last proposed a pause.
    pub(super) proposed: Option<Millis>,
}

/// The calendar in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub at: Millis,
    pub rules: CalendarRules,
    pub until: Millis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Asked,
    Answered,
    Granted(u64),
}

/// How a seat's clock stands at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Whether the game waits for the seat. The clock may all the same stand still just now: see `rest`.
    pub running: bool,
    /// Milliseconds left; 0 when the time is out.
    pub left: u64,
    /// Milliseconds that the seat had when it was asked, or was last granted some.
    pub of: u64,
    /// When it was asked, while the game waits for it.
    pub asked: Option<Millis>,
    /// When the time will be out, or ran out, as far as calendars, leave and pauses are known; `None` when the clock is not running, or
    /// stopped without an end in sight.
    pub out: Option<Millis>,
    /// Why the time does not count at that instant, and until when.
    pub rest: Option<(Rest, Millis)>,
}

/// Why time does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The players agreed on a pause.
    Pause,
    /// The player is on leave.
    Leave,
    /// Night, weekend or holiday.
    Calendar,
}

/// What a seat's events come to.
struct Account {
    left: u64,
    of: u64,
    /// From when the running clock counts: since it was asked, or since the last grant.
    from: Option<Millis>,
    asked: Option<Millis>,
}

impl Clocks {
    /// The clocks of a game with so many seats, none of them running.
    pub fn new(terms: ClockTerms, seats: usize, at: Millis) -> Self {
        Clocks {
            terms,
            now: at,
            begun: None,
            hands: vec![Hand::default(); seats],
            pauses: Vec::new(),
            proposal: None,
            excuses: Vec::new(),
        }
    }

    /// What the players agreed on.
    pub fn terms(&self) -> &ClockTerms {
        &self.terms
    }

    /// The instant of a record made at a time by the service's clock: never before the record before it.
    pub fn moment(&self, at: Millis) -> Millis {
        self.now.max(at)
    }

    /// How a seat's clock stands at an instant. Asked about an instant before the last record, it answers for that record.
    pub fn reading(&self, seat: SeatId, at: Millis) -> Reading {
        let at = self.moment(at);
        let Some(hand) = self.hand(seat) else {
            return Reading { running: false, left: 0, of: 0, asked: None, out: None, rest: None };
        };
        let masks = self.masks(hand);
        let account = self.account(hand, &masks);
        let left =
            account.from.map_or(account.left, |from| account.left.saturating_sub(masks.outside(Span::new(from, at))));
        Reading {
            running: account.from.is_some(),
            left,
            of: account.of,
            asked: account.asked,
            out: account.from.and_then(|from| masks.reach(from, account.left)),
            rest: self.rest(hand, at),
        }
    }

    /// Milliseconds that a seat has left at an instant.
    pub fn left(&self, seat: SeatId, at: Millis) -> u64 {
        self.reading(seat, at).left
    }

    /// Whether a seat's time is out at an instant, while the game waits for it.
    pub fn out(&self, seat: SeatId, at: Millis) -> bool {
        let reading = self.reading(seat, at);
        reading.running && reading.left == 0
    }

    /// When a running clock will have so much left. `None` when it is not running, or never comes to it as things stand.
    pub fn when_left(&self, seat: SeatId, left: u64) -> Option<Millis> {
        let hand = self.hand(seat)?;
        let masks = self.masks(hand);
        let account = self.account(hand, &masks);
        masks.reach(account.from?, account.left.checked_sub(left)?)
    }

    /// The calendar of a seat: its rules, when it was set, and until when it was worked out.
    pub fn calendar(&self, seat: SeatId) -> Option<(&CalendarRules, Millis, Millis)> {
        self.hand(seat)?.set.as_ref().map(|s| (&s.rules, s.at, s.until))
    }

    /// The leave that a seat is on, or has announced, at an instant.
    pub fn leave(&self, seat: SeatId, at: Millis) -> Option<Span> {
        let at = self.moment(at);
        self.hand(seat)?.leave.iter().rev().find(|l| l.until > at && !l.is_empty()).copied()
    }

    /// Milliseconds of leave that a seat may still take in the year of the game that an instant is in.
    pub fn leave_left(&self, seat: SeatId, at: Millis) -> u64 {
        let taken = self.hand(seat).map_or(&[][..], |h| &h.leave);
        leave::left_at(self.terms.leave, self.begun.unwrap_or(at), taken, self.moment(at))
    }

    /// The pause that an instant is in.
    pub fn pause(&self, at: Millis) -> Option<Span> {
        let at = self.moment(at);
        self.pauses.iter().rev().find(|p| p.holds(at)).copied()
    }

    /// The proposal of a pause that waits for an answer.
    pub fn pause_offered(&self) -> Option<PauseOffered> {
        self.proposal
    }

    /// Everything that does not count for a seat.
    fn masks(&self, hand: &Hand) -> Spans {
        hand.calendar.iter().chain([&hand.leave, &self.pauses, &self.excuses].into_iter().flatten().copied()).collect()
    }

    fn rest(&self, hand: &Hand, at: Millis) -> Option<(Rest, Millis)> {
        let of = |spans: &[Span]| spans.iter().filter(|s| s.holds(at)).map(|s| s.until).max();
        (of(&self.pauses).map(|until| (Rest::Pause, until)))
            .or_else(|| of(&hand.leave).map(|until| (Rest::Leave, until)))
            .or_else(|| hand.calendar.over(at).map(|span| (Rest::Calendar, span.until)))
    }

    fn account(&self, hand: &Hand, masks: &Spans) -> Account {
        let control = self.terms.control;
        let mut account = Account { left: control.start(), of: control.start(), from: None, asked: None };
        let ceased = hand.ceased.map(|at| (at, Event::Answered));
        for (at, event) in hand.events.iter().copied().chain(ceased) {
            if let Some(from) = account.from {
                account.left = account.left.saturating_sub(masks.outside(Span::new(from, at)));
            }
            match event {
                Event::Asked => {
                    account.left = control.asked(account.left);
                    account.asked = Some(at);
                }
                Event::Answered => {
                    account.left = control.answered(account.left);
                    account.asked = None;
                }
                Event::Granted(time) => account.left = account.left.saturating_add(time),
            }
            account.of = account.left;
            account.from = account.asked.map(|_| at);
        }
        account
    }

    fn hand(&self, seat: SeatId) -> Option<&Hand> {
        self.hands.get(usize::from(seat.0))
    }

    fn hand_mut(&mut self, seat: SeatId) -> Option<&mut Hand> {
        self.hands.get_mut(usize::from(seat.0))
    }
}

/// Records taken in. None of these judges: that is done before a record is written, and again by whoever verifies the log.
impl Clocks {
    /// A record of this time follows.
    pub fn pass(&mut self, at: Millis) {
        self.now = self.moment(at);
    }

    /// The last seat was taken.
    pub fn begin(&mut self) {
        self.begun = Some(self.now);
    }

    /// The position changed. `waits` tells for which seats the game waits now; `answer`, whether a standing order did it, as part
    /// of the exchange that goes on.
    pub fn moved(&mut self, waits: impl Fn(SeatId) -> bool, answer: bool) {
        if !answer {
            self.settle();
        }
        let now = self.now;
        for (seat, hand) in (0..=u8::MAX).map(SeatId).zip(&mut self.hands).filter(|(_, h)| h.running) {
            hand.ceased = (!waits(seat)).then(|| hand.ceased.unwrap_or(now));
        }
    }

    /// An exchange is over: the seats that the game ceased to wait for have answered.
    pub fn settle(&mut self) {
        for hand in &mut self.hands {
            if let Some(at) = hand.ceased.take() {
                hand.events.push((at, Event::Answered));
                hand.running = false;
            }
        }
    }

    /// The game was handed to a seat, and waits for a person there.
    pub fn asked(&mut self, seat: SeatId) {
        let now = self.now;
        if let Some(hand) = self.hand_mut(seat).filter(|h| !h.running) {
            hand.events.push((now, Event::Asked));
            hand.running = true;
        }
    }

    /// The game waits for a seat no longer: it is over, or somebody else sits there.
    pub fn stop(&mut self, seat: SeatId) {
        let now = self.now;
        if let Some(hand) = self.hand_mut(seat).filter(|h| h.running) {
            hand.ceased = hand.ceased.or(Some(now));
        }
        self.settle();
    }

    /// The game is over.
    pub fn end(&mut self) {
        for seat in (0..=u8::MAX).map(SeatId).take(self.hands.len()) {
            self.stop(seat);
        }
        self.proposal = None;
    }

    /// A seat was granted time.
    pub fn grant(&mut self, seat: SeatId, time: u64) {
        let now = self.now;
        if let Some(hand) = self.hand_mut(seat) {
            hand.events.push((now, Event::Granted(time)));
        }
    }

    /// A seat's calendar took the place of the one before.
    pub fn set_calendar(&mut self, seat: SeatId, calendar: &Calendar) {
        let now = self.now;
        if let Some(hand) = self.hand_mut(seat) {
            hand.calendar = hand.with(calendar, now);
            hand.set = Some(Set { at: now, rules: calendar.rules.clone(), until: calendar.until });
        }
    }

    /// A seat took leave.
    pub fn take_leave(&mut self, seat: SeatId, span: Span) {
        if let Some(hand) = self.hand_mut(seat) {
            hand.leave.push(span);
        }
    }

    /// A seat is back from leave, or does not take it after all.
    pub fn end_leave(&mut self, seat: SeatId) {
        let now = self.now;
        if let Some(hand) = self.hand_mut(seat) {
            for span in &mut hand.leave {
                span.until = span.until.min(now.max(span.from));
            }
        }
    }

    /// A seat proposed a pause.
    pub fn offer_pause(&mut self, seat: SeatId, until: Option<Millis>) {
        let now = self.now;
        self.proposal = Some(PauseOffered { seat, until });
        if let Some(hand) = self.hand_mut(seat) {
            hand.proposed = Some(now);
        }
    }

    /// The proposal was answered.
    pub fn answer_pause(&mut self, accept: bool) {
        if let Some(proposal) = self.proposal.take().filter(|_| accept) {
            self.pauses.push(Span::new(self.now, proposal.until.unwrap_or(Millis(u64::MAX))));
        }
    }

    /// Somebody ended the pause: the clocks run again from an instant on.
    pub fn end_pause(&mut self, resumes: Millis) {
        if let Some(pause) = self.pauses.last_mut() {
            pause.until = pause.until.min(resumes);
        }
    }

    /// Time was excused, for everybody.
    pub fn excuse(&mut self, span: Span) {
        self.excuses.push(span);
    }

    /// When the clocks run again, should somebody end the pause now.
    pub(super) fn resumption(&self) -> Millis {
        Millis(self.now.0.saturating_add(PAUSE_NOTICE))
    }
}

impl Hand {
    /// What calendars mask when another takes the place of the last at an instant.
    pub(super) fn with(&self, calendar: &Calendar, at: Millis) -> Spans {
        let mut kept = self.calendar.clone();
        kept.cut(at);
        kept.iter().chain(calendar.masked.iter().copied()).collect()
    }
}
