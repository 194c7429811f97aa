//! Intervals of time, and what is left of time outside them.

use crate::words::Millis;
use serde::{Deserialize, Serialize};

/// From an instant until just before another. Written `[from,until]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "(Millis, Millis)", into = "(Millis, Millis)")]
pub struct Span {
    /// The first instant in it.
    pub from: Millis,
    /// The first instant after it. `u64::MAX` where no end is known.
    pub until: Millis,
}

impl From<(Millis, Millis)> for Span {
    fn from((from, until): (Millis, Millis)) -> Self {
        Span { from, until }
    }
}

impl From<Span> for (Millis, Millis) {
    fn from(span: Span) -> Self {
        (span.from, span.until)
    }
}

impl Span {
    /// The instants from one to another.
    pub fn new(from: Millis, until: Millis) -> Self {
        Span { from, until }
    }

    /// Its length in milliseconds; 0 when it ends before it begins.
    pub fn len(self) -> u64 {
        self.until.0.saturating_sub(self.from.0)
    }

    /// Whether there is no instant in it.
    pub fn is_empty(self) -> bool {
        self.until <= self.from
    }

    /// Whether an instant is in it.
    pub fn holds(self, at: Millis) -> bool {
        self.from <= at && at < self.until
    }

    /// The part of it that is also in another.
    pub fn meet(self, other: Span) -> Span {
        Span { from: self.from.max(other.from), until: self.until.min(other.until) }
    }
}

/// A set of instants: spans in ascending order, none empty, none touching the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spans(Vec<Span>);

impl FromIterator<Span> for Spans {
    fn from_iter<I: IntoIterator<Item = Span>>(spans: I) -> Self {
        let mut all: Vec<Span> = spans.into_iter().filter(|s| !s.is_empty()).collect();
        all.sort_unstable();
        let mut joined: Vec<Span> = Vec::with_capacity(all.len());
        for span in all {
            match joined.last_mut() {
                Some(last) if span.from <= last.until => last.until = last.until.max(span.until),
                _ => joined.push(span),
            }
        }
        Spans(joined)
    }
}

impl Spans {
    /// The spans, in order.
    pub fn iter(&self) -> impl Iterator<Item = Span> + '_ {
        self.0.iter().copied()
    }

    /// What they cover of another span, in milliseconds.
    pub fn within(&self, span: Span) -> u64 {
        let first = self.0.partition_point(|s| s.until <= span.from);
        let met = self.0[first..].iter().take_while(|s| s.from < span.until).map(|s| s.meet(span).len());
        met.fold(0, u64::saturating_add)
    }

    /// What they leave of another span, in milliseconds: the time that counts.
    pub fn outside(&self, span: Span) -> u64 {
        span.len().saturating_sub(self.within(span))
    }

    /// The first instant at which so many milliseconds outside the spans have gone by since another. `None` when they never do.
    pub fn reach(&self, from: Millis, time: u64) -> Option<Millis> {
        let (mut at, mut left) = (from.0, time);
        let first = self.0.partition_point(|s| s.until <= from);
        for span in &self.0[first..] {
            let free = span.from.0.saturating_sub(at);
            if left <= free {
                break;
            }
            left -= free;
            at = span.until.0;
        }
        (at < u64::MAX).then(|| at.checked_add(left).map(Millis)).flatten()
    }

    /// The span that an instant is in.
    pub fn over(&self, at: Millis) -> Option<Span> {
        let first = self.0.partition_point(|s| s.until <= at);
        self.0.get(first).copied().filter(|s| s.holds(at))
    }

    /// Leaves only what comes before an instant.
    pub fn cut(&mut self, at: Millis) {
        self.0.retain(|s| s.from < at);
        if let Some(last) = self.0.last_mut() {
            last.until = last.until.min(at);
        }
    }
}
