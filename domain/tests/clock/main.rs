//! Clocks: the arithmetic of time that counts, and what may be done about it. Games with a clock are in `tests/referee/time.rs`; a
//! year with real time zones is in the calendar's own tests.

mod clocks;
mod nonsense;
mod spans;
