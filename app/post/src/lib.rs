//! The post office of Fieldpost: what a letter is made of, how it is signed and sent, and who wants none.
//!
//! * A [`Letter`] becomes a MIME message with the same bytes every time: its Message-ID ([`message_id`]), its date and its
//!   boundaries are derived from the game, the record and the recipient.
//! * Letters are queued by the storage, in the transaction of the records they tell of. The [`Worker`] takes those that are
//!   due, has the caller's [`Renderer`] write them, signs them ([`Dkim`]) and hands them to a [`Transport`]: an SMTP server, or
//!   the mailbox embedded in the service.
//! * [`Unsubscribe`] makes and reads the links that stop letters, [`Replies`] the addresses that letters are answered at,
//!   [`Returns`] those that they come back to.

mod dkim;
mod flowed;
mod ids;
mod letter;
mod message;
mod office;
mod render;
mod reply;
mod returns;
mod schedule;
mod smtp;
mod transport;
mod unsubscribe;
mod worker;
mod written;

pub use dkim::{BadKey, Dkim};
pub use ids::{message_id, thread_id};
pub use letter::{File, Image, Letter};
pub use message::{Sender, Unwritable, write};
pub use office::{Delivered, Office};
pub use render::{Prepared, RenderError, Rendered, Renderer, Rendering};
pub use reply::{Answerable, Replies, is_token, token_hash};
pub use returns::{Returns, speaks_of_address};
pub use schedule::Schedule;
pub use smtp::{BadSettings, Credentials, Security, Smtp, SmtpSettings};
pub use transport::{SendError, Transport};
pub use unsubscribe::{BadToken, Scope, Unsubscribe};
pub use worker::Worker;
pub use written::answer_to;
