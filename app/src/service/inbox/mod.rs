//! Letters that come in: who wrote them, what they say, what is done about it, and the answer.
//!
//! ```text
//! fieldpost ingest ─┐                                   ┌─ silence, and a line for the host
//! mailbox page ─────┴─► inbox (table) ─► read ─► door ──┤
//!                                                       └─► plan ─► acts, asks ─► answer ─► outbox
//! ```
//!
//! * `door`: whose letter it is, and whether it may be acted on and answered.
//! * `plan`: what a part of a letter comes to, before anything is done.
//! * `acts`: orders, draws, resigning, standing orders, the clock and messages, in one append.
//! * `seats`: what words about who plays a seat mean.
//! * `times`: what words about the time mean.
//! * `asks`: what is only to be read: preview, menu, map, rules, help.
//! * `returned`: a letter of ours that came back; counted, and nothing else.
//! * `part`: one game's part of a letter, from the plan to the section of the answer.
//!
//! A message is taken from the table, carried out, and done with in the transaction that queues its answer. Should the process end in
//! between, it is taken again: every addition to a game goes under a key made from the letter, so that it happens once.

mod acts;
mod asks;
mod door;
mod games;
mod part;
mod plan;
mod returned;
mod seats;
mod times;
mod worker;

pub(super) use games::short;
pub use worker::InboxSettings;
