//! The storage of Fieldpost: logs, accounts, games and letters in one SQLite file.
//!
//! * One writer, a pool of readers: [`Store::open`]. Every write goes through one queue and is answered after COMMIT.
//! * A log grows by [`Logs::append`] alone: records, the game's summary, letters and the answer to save, in one
//!   transaction. The tables themselves refuse to change or remove a record (`migrations/sqlite/0007_records.sql`).
//! * A file a table: [`accounts`](Account), [`links`](Link), [`sessions`](Session), [`tokens`](ApiToken), [`games`](Game),
//!   [`invitations`](Invitation), [`drafts`](Draft), [`standing`](StandingRow), [`messages`](Message), the
//!   [`queue`] of letters ([`NewLetter`]), notices and [errands](Errand), the embedded mailbox ([`Mail`]), addresses to answer
//!   at ([`ReplyAddress`]), the inbox ([`Incoming`]), when letters may come ([`NoticeSettings`]), addresses beside mail
//!   ([`Channel`]).
//! * Times come from the caller, as [`Time`]; random tokens are [`Token`], of which the tables keep hashes.

mod accounts;
mod append;
mod archive;
mod at_hand;
mod backup;
mod batch;
mod bounces;
mod chains;
mod channels;
mod clocks;
mod consents;
mod create;
mod deliveries;
mod drafts;
mod entries;
mod errands;
mod error;
mod feeds;
mod games;
mod grants;
mod guests;
mod handles;
mod idempotency;
mod ids;
mod inbox;
mod invitations;
mod links;
mod lobby;
mod mailbox;
mod messages;
mod notes;
mod notice_settings;
mod open;
mod outbox;
pub mod queue;
mod records;
mod register;
mod register_check;
mod replies;
mod rows;
mod sandboxes;
mod seat_change;
mod secrets;
mod serving;
mod sessions;
mod silence;
mod standing;
mod talk;
mod time;
mod tokens;
mod tries;
mod writer;

pub use accounts::{Account, Email, NoEmail};
pub use append::{Append, Appended, Taken};
pub use archive::{Annotation, Found, Shelved, Wanted, matching};
pub use at_hand::AtHand;
pub use backup::BackupError;
pub use bounces::{BOUNCES_COUNT, Bounced, MOST_BOUNCES};
pub use chains::{ChainError, Chains};
pub use channels::{Channel, Way};
pub use clocks::{ClockHand, ClockLetter};
pub use consents::{AskLimits, Consent, MayWrite};
pub use create::NewGame;
pub use deliveries::Delivery;
pub use domain::log::{Entry, GameId, Hash32, Record};
pub use drafts::Draft;
pub use errands::{Errand, TakenErrand};
pub use error::{AppendError, StoreError};
pub use games::{Asked, Game, GameState, Holder, Seat, Summary, Tip};
pub use grants::TOUCH_EVERY;
pub use guests::GUEST_LIFE;
pub use handles::{
    Accounts, Archive, Bounces, Clocks, Drafts, Errands, Games, Inbox, Invitations, Logs, Mailbox, Messages, Notices,
    Outbox, Queue, Register, SignIn, Tokens,
};
pub use idempotency::{Once, Saved, SavedRequest};
pub use ids::{AccountId, GrantId, Malformed, Token, fresh_game_id};
pub use inbox::{Arrived, Ended, Fate, Incoming, NewMessage, leave_message};
pub use invitations::{Invitation, NewInvitation};
pub use links::{Link, LinkError, NewLink, SIGN_IN_LIFE};
pub use mailbox::{Mail, MailHead, NewMail};
pub use messages::{Message, NewSaying};
pub use notes::Remark;
pub use notice_settings::{HeldLetter, NoticeMode, NoticeSettings, Quiet};
pub use open::Store;
pub use outbox::{Enqueued, Finished, NewLetter, Outcome, Places, Traced};
pub use queue::{Lease, Taken as TakenJob};
pub use register::{KeptHead, RegisterError, RegisterName};
pub use register_check::RegisterFault;
pub use replies::ReplyAddress;
pub use sandboxes::Kept as KeptSandbox;
pub use seat_change::{Former, Replacement, ReplacementChange, SeatChange};
pub use serving::{SERVING_ENDS, ServeError, Serving};
pub use sessions::{Session, SessionStart};
pub use silence::Suppression;
pub use standing::{NewStanding, StandingRow};
pub use talk::{Talk, TalkLimit, TalkSaid};
pub use time::Time;
pub use tokens::ApiToken;
pub use tries::{Tried, Tries};
