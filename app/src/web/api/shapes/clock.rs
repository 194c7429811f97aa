//! Clocks and calendars as the API takes and gives them.

use crate::service::clocks::{ClockAct, read_calendar};
use crate::service::{Outcome, ServiceError};
use domain::clock::{Bank, CalendarRules, Claim, Control, HOUR, Rest};
use domain::log::Millis;
use domain::referee::{Game, SeatId};
use fieldpost_store::Time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The terms of a clock. Either `days`, or `bank_hours` with `increment_hours` and `cap_hours`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockTerms {
    /// Days for each hand-over; 1 to 90.
    pub days: Option<u32>,
    /// Hours that each player has in all.
    pub bank_hours: Option<u64>,
    /// Hours added with each hand-over.
    #[serde(default)]
    pub increment_hours: u64,
    /// Hours above which nothing is added; `bank_hours` without it.
    pub cap_hours: Option<u64>,
    /// What a claim on time means: `forfeit` (it wins) or `adjudication` (the position is judged as it stands).
    pub claim: String,
    /// Days of leave a year.
    #[serde(default)]
    pub leave: u32,
    /// Whether a house player may stand in for somebody whose time is out.
    #[serde(default)]
    pub stand_in: bool,
}

impl ClockTerms {
    /// The same as the log has them.
    pub fn read(&self) -> Outcome<domain::clock::ClockTerms> {
        let hours = |h: u64| h.saturating_mul(HOUR);
        let control = match (self.days, self.bank_hours) {
            (Some(days), None) => Control::Days(days),
            (None, Some(bank)) => Control::Bank(Bank {
                bank: hours(bank),
                cap: hours(self.cap_hours.unwrap_or(bank)),
                increment: hours(self.increment_hours),
            }),
            _ => {
                return Err(
                    ServiceError::malformed("A clock has either days or bank_hours.").legal("Give one of the two.")
                );
            }
        };
        let claim = match self.claim.as_str() {
            "forfeit" => Claim::Forfeit,
            "adjudication" => Claim::Adjudication,
            other => {
                return Err(ServiceError::malformed(format!("A claim cannot be {other:?}."))
                    .legal("Say forfeit or adjudication."));
            }
        };
        Ok(domain::clock::ClockTerms { claim, control, leave: self.leave, stand_in: self.stand_in })
    }
}

/// The clocks of a game.
#[derive(Serialize, ToSchema)]
pub struct ClockState {
    /// The terms as the log has them: `claim`, `control`, `leave`, `stand_in`. Null without a clock.
    #[schema(value_type = Option<Object>)]
    pub terms: Option<domain::clock::ClockTerms>,
    /// The terms in words.
    pub terms_text: Option<String>,
    /// When this was said: milliseconds since 1970, as all times here.
    pub now: u64,
    /// Whether the clocks are stopped by agreement, and until when, if that is known.
    pub pause: Option<PauseState>,
    /// The seat that proposes a pause.
    pub pause_offered: Option<u8>,
    /// The clocks in seat order.
    pub clocks: Vec<SeatClock>,
}

/// Something to do about the time of a game.
#[derive(Deserialize, ToSchema)]
pub struct ClockRequest {
    /// What.
    #[serde(flatten)]
    pub act: ClockAct,
    /// A key of the caller's own, 1 to 64 printable ASCII characters. A repeat with it does nothing more and gets the first answer.
    pub key: Option<String>,
}

/// An agreed pause.
#[derive(Serialize, ToSchema)]
pub struct PauseState {
    /// Until when; null until somebody ends it.
    pub until: Option<u64>,
}

/// A seat's clock.
#[derive(Serialize, ToSchema)]
pub struct SeatClock {
    /// The seat.
    pub seat: u8,
    /// Whether the game waits for it.
    pub running: bool,
    /// Milliseconds left.
    pub left: u64,
    /// Milliseconds it had when it was asked or last granted some.
    pub of: u64,
    /// When the time will be out, or ran out, as far as is known.
    pub out: Option<u64>,
    /// Why the time does not count just now: `pause`, `leave` or `calendar`.
    pub rest: Option<&'static str>,
    /// Milliseconds of leave left in this year of the game.
    pub leave_left: u64,
}

impl ClockState {
    pub fn of(game: &Game, now: Time) -> Self {
        let at: Millis = now.into();
        let clocks = game.clocks();
        let seat = |clocks: &domain::clock::Clocks, seat: SeatId| {
            let reading = clocks.reading(seat, at);
            SeatClock {
                seat: seat.0,
                running: reading.running,
                left: reading.left,
                of: reading.of,
                out: reading.out.map(|o| o.0),
                rest: reading.rest.map(|(rest, _)| match rest {
                    Rest::Pause => "pause",
                    Rest::Leave => "leave",
                    Rest::Calendar => "calendar",
                }),
                leave_left: clocks.leave_left(seat, at),
            }
        };
        ClockState {
            terms: clocks.map(|c| *c.terms()),
            terms_text: clocks.map(|c| c.terms().in_words()),
            now: at.0,
            pause: clocks
                .and_then(|c| c.pause(at))
                .map(|p| PauseState { until: Some(p.until.0).filter(|u| *u != u64::MAX) }),
            pause_offered: clocks.and_then(|c| c.pause_offered()).map(|p| p.seat.0),
            clocks: clocks.map_or_else(Vec::new, |c| game.seats().iter().map(|s| seat(c, s.id)).collect()),
        }
    }
}

/// Nights, weekends and holidays.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarState {
    /// Every night, from and until, as `["22:00", "07:00"]`.
    pub nights: Option<[String; 2]>,
    /// Days off in every week: Monday is 1, Sunday 7; at most three.
    #[serde(default)]
    pub weekend: Vec<u8>,
    /// Days off, as `2026-12-25`; at most 60.
    #[serde(default)]
    pub holidays: Vec<String>,
    /// The time zone; that of the account, whatever is sent.
    #[serde(default)]
    pub zone: String,
}

impl CalendarState {
    pub fn of(rules: CalendarRules) -> Self {
        let time = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
        CalendarState {
            nights: rules.nights.map(|n| [time(n.from), time(n.until)]),
            weekend: rules.weekend,
            holidays: rules.holidays,
            zone: rules.zone,
        }
    }

    pub fn rules(self) -> Outcome<CalendarRules> {
        let [from, until] = self.nights.clone().unwrap_or_default();
        read_calendar(self.nights.is_some(), &from, &until, self.weekend, &self.holidays.join("\n"))
    }
}
