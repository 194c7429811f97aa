//! Leave and pauses.

use super::{DAY, Span, Spans};
use crate::words::Millis;

/// How long after somebody ends a pause the clocks run again, so that nobody is caught out.
pub const PAUSE_NOTICE: u64 = DAY;

/// A year of a game: 365 days from its beginning, and so on.
const YEAR: u64 = 365 * DAY;

/// What is left of the leave that a seat may take, in the year of the game that is shortest of it among those a span touches.
/// `None` when the span would overrun.
pub(super) fn budget(days: u32, begun: Millis, taken: &[Span], wanted: Span) -> Result<(), u64> {
    let most = u64::from(days).saturating_mul(DAY);
    if wanted.len() > 2 * YEAR {
        return Err(left_in(most, begun, taken, year_of(begun, wanted.from)));
    }
    let mut year = year_of(begun, wanted.from);
    // A span within two years of length touches three years of the game at most.
    loop {
        let whole = year_span(begun, year);
        let left = left_in(most, begun, taken, year);
        if wanted.meet(whole).len() > left {
            return Err(left);
        }
        if wanted.until <= whole.until {
            return Ok(());
        }
        year += 1;
    }
}

/// What is left of the leave in the year of the game that an instant is in.
pub(super) fn left_at(days: u32, begun: Millis, taken: &[Span], at: Millis) -> u64 {
    left_in(u64::from(days).saturating_mul(DAY), begun, taken, year_of(begun, at))
}

fn left_in(most: u64, begun: Millis, taken: &[Span], year: u64) -> u64 {
    let taken: Spans = taken.iter().copied().collect();
    most.saturating_sub(taken.within(year_span(begun, year)))
}

fn year_of(begun: Millis, at: Millis) -> u64 {
    at.0.saturating_sub(begun.0) / YEAR
}

fn year_span(begun: Millis, year: u64) -> Span {
    let from = begun.0.saturating_add(YEAR.saturating_mul(year));
    Span::new(Millis(from), Millis(from.saturating_add(YEAR)))
}
