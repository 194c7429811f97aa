//! How long a player may think: clocks as a pure function of the log.
//!
//! Nothing here asks what time it is. Every instant comes out of a record, or is the one that the caller asks about, so a log
//! gives everybody the same remaining times, for as long as the log exists. That is also why nothing here knows a time zone: the
//! rules of zones change from year to year, and with them the past would change. A player's nights, weekends and holidays are
//! worked out when the calendar is set, and stand in its record as plain intervals of UTC.
//!
//! * [`ClockTerms`]: what the players agreed on.
//! * [`Spans`]: intervals in which time does not count, and the arithmetic over them.
//! * [`Calendar`]: a player's nights, weekends and holidays.
//! * [`Clocks`]: the clocks of one game, folded from its records.
//! * [`alarm_due`]: when a letter says that time is running short.
//!
//! All arithmetic is in whole milliseconds and saturates: absurd instants give absurd answers, never a panic.

mod alarm;
mod calendar;
mod clocks;
mod error;
mod judge;
mod leave;
mod spans;
mod terms;
mod words;

pub use alarm::{Alarm, alarm_due};
pub use calendar::{Calendar, CalendarRules, MOST_COVER, MOST_HOLIDAYS, MOST_MASKED, Night, WINDOW};
pub use clocks::{Clocks, PauseOffered, Reading, Rest};
pub use error::{Class, ClockError};
pub use leave::PAUSE_NOTICE;
pub use spans::{Span, Spans};
pub use terms::{Bank, Claim, ClockTerms, Control};
pub use words::{date, lasting};

/// Milliseconds of an hour.
pub const HOUR: u64 = 3_600_000;
/// Milliseconds of a day.
pub const DAY: u64 = 24 * HOUR;
/// How much time must count in every [`WINDOW`]. Nights, weekends and a fortnight of holidays leave about five days.
const LEAST_COUNTED: u64 = 4 * DAY;
