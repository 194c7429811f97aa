//! Time: what players do about it, their calendars, and the task that watches running clocks.
//!
//! The task writes letters at 50, 80 and 95 % of a seat's time (at most one a day), tells both sides when it is out, and records the
//! next calendar before the last is used up. It decides nothing: time that is out stays so until somebody acts on it.

use super::appending::{RACES, apart, append_of, millis};
use super::game_cache::{CachedGame, unknown_game};
use super::notices::{ClockNews, Notice, NoticeKind};
use super::play::{Receipt, checked_key};
use super::table::{Row, Table};
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Clocks;
use domain::clock::{
    Alarm, CalendarRules, ClockError, DAY, HOUR, Night, Reading, Rest, Span, WINDOW, alarm_due, lasting,
};
use domain::dice::GameKeys;
use domain::log::{Hash32, Millis};
use domain::referee::{Game, GameError, Played, SeatId};
use fieldpost_calendar::{EARLY, NoCalendar, check, is_due, work_out, zone, zones};
use fieldpost_store::{Account, AppendError, ClockHand, ClockLetter, Errand, GameId, Holder, Time};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// No calendar is looked at again sooner than that.
const LOOK: Duration = Duration::from_secs(30);
/// Told that the time is out, among the hundredths that letters tell of.
const OUT: u8 = 100;

/// What a player does about the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockAct {
    /// Claims that the time of a seat of the other side is out. That ends the game as its terms say.
    Claim {
        /// The seat.
        seat: u8,
    },
    /// Gives a seat of the other side more time.
    Grant {
        /// The seat.
        seat: u8,
        /// Hours; 1 to 2160.
        hours: u64,
    },
    /// Proposes that all clocks stop.
    OfferPause {
        /// Until when, as milliseconds since 1970; until somebody ends it without this.
        until: Option<u64>,
    },
    /// Answers the proposal. Whoever proposed withdraws it by declining.
    AnswerPause {
        /// Yes or no.
        accept: bool,
    },
    /// Ends the pause: the clocks run again a day later.
    EndPause,
    /// Takes leave.
    TakeLeave {
        /// From when, as milliseconds since 1970; at once without this.
        from: Option<u64>,
        /// Until when.
        until: u64,
    },
    /// Ends leave, or takes back leave that was announced.
    EndLeave,
}

impl ClockAct {
    /// The records of it.
    pub(super) fn play(&self, game: &Game, seat: SeatId, at: Millis, keys: &GameKeys) -> Result<Played, GameError> {
        match *self {
            ClockAct::Claim { seat: other } => game.claim_time(seat, SeatId(other), at, keys),
            ClockAct::Grant { seat: other, hours } => {
                game.grant_time(seat, SeatId(other), hours.saturating_mul(HOUR), at, keys)
            }
            ClockAct::OfferPause { until } => game.offer_pause(seat, until.map(Millis), at, keys),
            ClockAct::AnswerPause { accept } => game.answer_pause(seat, accept, at, keys),
            ClockAct::EndPause => game.end_pause(seat, at, keys),
            ClockAct::TakeLeave { from, until } => game.take_leave(seat, from.map(Millis), Millis(until), at, keys),
            ClockAct::EndLeave => game.end_leave(seat, at, keys),
        }
    }
}

impl Clocks<'_> {
    /// Does something about the time of a game. The same `key` a second time does nothing more, and gets the first answer.
    ///
    /// # Errors
    /// 400 for what makes no sense, 403 for a spectator or the wrong side, 409 when it cannot be now.
    pub async fn act(self, game: &str, account: &Account, act: ClockAct, key: Option<String>) -> Outcome<Receipt> {
        let request = Hash32::of(format!("clock\n{game}\n{act:?}").as_bytes());
        self.0
            .play()
            .act(game, account, checked_key(key)?.map(|key| (key, request)), |live, seat, at| {
                Ok(act.play(&live.game, seat, millis(at), &live.keys)?)
            })
            .await
    }

    /// The calendar that somebody has set, in their own time zone.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn calendar(self, account: &Account) -> Outcome<CalendarRules> {
        let rules = self.0.store.clocks().calendar(account.id).await?.unwrap_or_default();
        // The zone is that of the account, wherever the calendar was set.
        let written = zone(zones(), &account.time_zone).map_or_else(|_| "UTC".to_owned(), |(_, name)| name);
        Ok(CalendarRules { zone: written, ..rules })
    }

    /// Which part of a calendar makes no sense by itself: `nights`, `days`, `holidays`; empty when it is none of them alone.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn calendar_fault(self, account: &Account, rules: &CalendarRules) -> Outcome<&'static str> {
        let none = CalendarRules { zone: self.calendar(account).await?.zone, ..CalendarRules::default() };
        let parts = [
            ("nights", CalendarRules { nights: rules.nights, ..none.clone() }),
            ("days", CalendarRules { weekend: rules.weekend.clone(), ..none.clone() }),
            ("holidays", CalendarRules { holidays: rules.holidays.clone(), ..none }),
        ];
        let now = millis(Time::now());
        Ok(parts.iter().find(|(_, part)| check(part, zones(), now).is_err()).map_or("", |(name, _)| name))
    }

    /// Excuses a delay in every running game with a clock. For the host of the service. Answers in how many.
    ///
    /// # Errors
    /// 400 for a delay that cannot be excused.
    pub async fn excuse(self, from: Time, until: Time, reason: &str) -> Outcome<usize> {
        let mut excused = 0;
        for id in self.0.store.clocks().games().await? {
            let now = Time::now();
            let span = Span::new(millis(from), millis(until));
            let done =
                self.append_for_nobody(id, now, |game, keys| game.excuse(span, reason, millis(now), keys)).await?;
            excused += usize::from(done);
        }
        Ok(excused)
    }

    /// Looks at the clocks of a game: letters, and calendars that are nearly used up. Answers when to look again, if its clocks go on.
    pub(super) async fn tend(self, id: GameId, now: Time) -> Outcome<Option<Time>> {
        let mut due = now.after(Duration::from_millis(DAY));
        if self.at_hand(id).await?.1.playable().is_ok() {
            due = due.min(self.renew_calendars(id, now).await?);
        }
        let (row, live) = self.at_hand(id).await?;
        let game = live.game;
        let Some(clocks) = game.clocks().filter(|_| game.result().is_none() && !game.is_closed()) else {
            return Ok(None);
        };
        let at = millis(now);
        let mut hands = Vec::new();
        for seat in game.seats() {
            let reading = clocks.reading(seat.id, at);
            let (Some(asked), true) = (reading.asked, reading.running) else { continue };
            hands.push(ClockHand { seat: seat.id, out: reading.out.map(Time::from) });
            let last = self.0.store.clocks().letter(id, seat.id).await?;
            // What was told of an earlier stretch of time says nothing about this one, but it was a letter all the same.
            let told = last.filter(|l| (l.asked, l.of) == (Time::from(asked), reading.of)).map(|l| l.told);
            let rested = last.map(|l| millis(l.at));
            let alarmed = told.and_then(|t| Alarm::ALL.into_iter().rev().find(|a| a.percent() <= u64::from(t)));
            let mut letter = None;
            if reading.left == 0 {
                if told != Some(OUT) {
                    self.letters(&row, &game, &Notice::clock(&game, seat.id, ClockNews::Out), asked).await?;
                    letter = Some((OUT, last.map_or(Time(0), |l| l.at)));
                }
            } else if let Some(alarm) = alarm_due(reading.left, reading.of, rested, alarmed, at) {
                let percent = u8::try_from(alarm.percent()).unwrap_or(OUT);
                let notice =
                    Notice::new(NoticeKind::Clock { news: ClockNews::Alarm { percent }, about: seat.id }, seat.id);
                self.letters(&row, &game, &[notice], asked).await?;
                letter = Some((percent, now));
            }
            if let Some((told, at)) = letter {
                let letter = ClockLetter { asked: asked.into(), of: reading.of, told, at };
                self.0.store.clocks().note_letter(id, seat.id, letter).await?;
            }
            // Look again when the next share is used up, and when a letter that waits for its day may go.
            let next = Alarm::ALL.into_iter().filter_map(|a| clocks.when_left(seat.id, a.left_of(reading.of)));
            let next = next.chain(reading.out).map(Time::from).filter(|t| *t > now);
            let rested = last.map(|l| l.at.after(Duration::from_millis(DAY))).filter(|t| *t > now);
            due = next.chain(rested).fold(due, Time::min);
        }
        self.0.store.clocks().watch(id, game.len(), due, &hands).await?;
        Ok(Some(due))
    }

    /// Records the calendars that are due in a game. Answers when to look again.
    async fn renew_calendars(self, id: GameId, now: Time) -> Outcome<Time> {
        let (row, _) = self.at_hand(id).await?;
        let mut again = now.after(Duration::from_millis(DAY));
        for seat in &row.seats {
            let Holder::Player { account, .. } = &seat.holder else { continue };
            let Some(account) = self.0.store.accounts().get(*account).await? else { continue };
            let wanted = self.calendar(&account).await?;
            let game = self.at_hand(id).await?.1.game;
            let Some(clocks) = game.clocks().filter(|_| game.begun() && game.result().is_none() && !game.is_closed())
            else {
                break;
            };
            let known = clocks.calendar(seat.seat).map(|(rules, _, until)| (rules, until));
            if let Some((_, until)) = known {
                again = again.min(Time::from(Millis(until.0.saturating_sub(EARLY)))).max(now.after(LOOK));
            }
            if !is_due(known, Some(&wanted), millis(now)) {
                continue;
            }
            let from = clocks.moment(millis(now));
            let calendar = match work_out(&wanted, zones(), from) {
                Ok(calendar) => calendar,
                Err(error) => {
                    tracing::warn!(game = %id, seat = seat.seat.0, %error, "a calendar cannot be worked out any more");
                    continue;
                }
            };
            let set = |game: &Game, keys: &GameKeys| game.set_calendar(seat.seat, calendar.clone(), from, keys);
            let set = self.append_for_nobody(id, now, set).await;
            match set {
                Ok(_) => {}
                // A calendar set twice on one day waits for the next; one that would leave too little with what went before, too.
                Err(trouble) if trouble.cause.is_none() => {
                    tracing::info!(game = %id, seat = seat.seat.0, %trouble, "a calendar has to wait");
                }
                Err(trouble) => return Err(trouble),
            }
        }
        Ok(again)
    }

    /// A game's row and the game itself.
    pub(super) async fn at_hand(self, id: GameId) -> Outcome<(Row, CachedGame)> {
        let row = self.0.store.games().get(id).await?.ok_or_else(unknown_game)?;
        let live = self.0.cached_games().live(&row).await?;
        Ok((row, live))
    }

    /// Adds to a game on nobody's behalf. False when the game is over, or cannot be played on.
    pub(super) async fn append_for_nobody(
        self,
        id: GameId,
        now: Time,
        play: impl Fn(&Game, &GameKeys) -> Result<Played, GameError>,
    ) -> Outcome<bool> {
        let mut races = 0;
        loop {
            let held = self.0.cached_games().hold(id).await?;
            if held.live.playable().is_err() || held.live.game.result().is_some() || held.live.game.is_closed() {
                return Ok(false);
            }
            let played = play(&held.live.game, &held.live.keys)?;
            let append = append_of(&held, &played, None, None, now);
            match self.0.play().append(held, append, played.game).await {
                Ok(_) => return Ok(true),
                Err(AppendError::Conflict { .. }) if races < RACES => races += 1,
                Err(error) => return Err(error.into()),
            }
        }
    }

    pub(super) async fn letters(self, row: &Row, game: &Game, notices: &[Notice], asked: Millis) -> Outcome<()> {
        for mut letter in self.0.posting().letters(row, game, notices).await? {
            // One log may see several such letters of the same kind: what they are about tells them apart.
            letter.message_id = letter.message_id.replacen('<', &format!("<{}-", asked.0), 1);
            self.0.store.outbox().enqueue(letter, Time::now()).await?;
        }
        Ok(())
    }

    /// When the running clocks of somebody's own seats are out, by game, as far as they have been looked at.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of_account(self, account: &Account) -> Outcome<HashMap<GameId, Vec<ClockHand>>> {
        Ok(self.0.store.clocks().hands(account.id).await?.into_iter().collect())
    }

    /// The running clocks of games of a list, without bringing any of them into memory. Of one whose clocks were not looked at since its last record
    /// there is nothing.
    ///
    /// # Errors
    /// Only for failures of ours.
    pub async fn of_games(self, games: &[GameId]) -> Outcome<HashMap<GameId, Vec<ClockHand>>> {
        Ok(self.0.store.clocks().hands_of(games).await?.into_iter().collect())
    }
}

impl Service {
    /// Sets somebody's calendar. It holds in each of their games as soon as its clocks are looked at, which is at once. Answers
    /// the milliseconds that count in the next four weeks.
    ///
    /// # Errors
    /// 400 for a calendar that makes no sense or leaves too little time.
    pub async fn set_calendar(self: &Arc<Self>, account: &Account, rules: CalendarRules) -> Outcome<u64> {
        let rules = CalendarRules { zone: self.clocks().calendar(account).await?.zone, ..rules };
        let now = Time::now();
        check(&rules, zones(), millis(now))?;
        let counted = counted(&rules, now)?;
        let (service, account) = (self.clone(), account.id);
        apart(async move {
            service.store.clocks().set_calendar(account, &rules, now).await?;
            for row in service.store.games().of_account(account).await? {
                if row.clock.is_some()
                    && row.summary.state == fieldpost_store::GameState::Running
                    && let Some(due) = service.clocks().tend(row.id, now).await?
                {
                    service.store.errands().call(Errand::Clock, row.id, due, now).await?;
                }
            }
            Ok(counted)
        })
        .await
    }
}

/// What counts of the four weeks after a moment, in milliseconds.
fn counted(rules: &CalendarRules, now: Time) -> Outcome<u64> {
    let from = millis(now);
    let calendar = work_out(rules, zones(), from)?;
    let masked: domain::clock::Spans = calendar.masked.into_iter().collect();
    Ok(masked.outside(Span::new(from, Millis(from.0.saturating_add(WINDOW)))))
}

/// A calendar as somebody types it: hours, days of the week, and one holiday a line.
///
/// # Errors
/// 400, saying what cannot be read.
pub fn read_calendar(
    nights: bool,
    from: &str,
    until: &str,
    weekend: Vec<u8>,
    holidays: &str,
) -> Outcome<CalendarRules> {
    let minutes = |text: &str| {
        let wrong = || {
            ServiceError::malformed(format!("{:?} is no time of day.", text.chars().take(20).collect::<String>()))
                .legal("Write it like 22:30.")
        };
        let (hours, minutes) = text.trim().split_once(':').ok_or_else(wrong)?;
        let two = |part: &str| part.parse::<u16>().ok().filter(|_| part.len() == 2);
        match (two(hours), two(minutes)) {
            (Some(h @ 0..24), Some(m @ 0..60)) => Ok(h * 60 + m),
            _ => Err(wrong()),
        }
    };
    let nights = match nights {
        true => Some(Night { from: minutes(from)?, until: minutes(until)? }),
        false => None,
    };
    let mut weekend = weekend;
    weekend.sort_unstable();
    let mut holidays: Vec<String> =
        holidays.split([',', ';', '\n']).map(|d| d.trim().to_owned()).filter(|d| !d.is_empty()).collect();
    holidays.sort();
    holidays.dedup();
    Ok(CalendarRules { holidays, nights, weekend, zone: String::new() })
}

/// A running clock in words, with the instant at which it is out where the reader is: "2 days 3 hours left, until Tue 24 Nov, 09:00".
pub fn in_words(reading: &Reading, zone: &str) -> String {
    let when = |at: Millis| crate::when::day(at.into(), zone);
    match (reading.left, reading.out) {
        (0, Some(out)) => format!("time is out since {}", when(out)),
        (0, None) => "time is out".to_owned(),
        (left, Some(out)) => format!("{} left, until {}", lasting(left), when(out)),
        (left, None) => format!("{} left", lasting(left)),
    }
}

/// Why a clock stands still just now, in words.
pub fn resting(reading: &Reading, zone: &str) -> Option<String> {
    let (rest, until) = reading.rest?;
    let why = match rest {
        Rest::Pause => "the players agreed on a pause",
        Rest::Leave => "the player is on leave",
        Rest::Calendar => "it is night, weekend or a holiday there",
    };
    let until = match until {
        Millis(u64::MAX) => String::new(),
        until => format!(", until {}", crate::when::day(until.into(), zone)),
    };
    Some(format!("The clock stands still: {why}{until}."))
}

impl Table {
    /// The reader's own running clock.
    pub fn my_clock(&self, now: Time) -> Option<Reading> {
        let reading = self.game.clocks()?.reading(self.seat?, millis(now));
        reading.running.then_some(reading)
    }
}

impl From<NoCalendar> for ServiceError {
    fn from(error: NoCalendar) -> Self {
        ServiceError::malformed(error.to_string())
    }
}

impl From<ClockError> for ServiceError {
    fn from(error: ClockError) -> Self {
        GameError::Clock(error).into()
    }
}
