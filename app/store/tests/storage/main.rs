//! The storage from outside: every query of the crate runs here against a real file.

mod append;
mod backup;
mod common;
mod crash;
mod guests;
mod inbox;
mod lobby;
mod notices;
mod outbox;
mod private;
mod queue;
mod refusals;
mod register;
mod seat_change;
mod serving;
mod signing_in;
mod writer;
