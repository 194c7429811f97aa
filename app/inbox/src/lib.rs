//! What a letter that came in says.
//!
//! A mail server pipes a raw message; [`read`] says who wrote it, which reply address it came to, whether a machine sent it, what the
//! mail server found out about its sender, and which orders and commands the writer meant. The crate is pure: bytes in, values out. It
//! knows nothing of rulesets, storage or the network, so an order stays a line of text that the referee reads later.
//!
//! Two rules run through it. **Nothing is guessed**: a line that is neither a command nor plainly a greeting, a closing or a quotation is
//! handed on as an order, and the referee says that it cannot be read. **Nothing is lost in silence**: what was taken for talk stands in
//! [`Reading::left_out`], so that the answer can show it.
//!
//! ```
//! use fieldpost_inbox::{Command, Envelope, Trust, Vocabulary, read};
//!
//! let raw = b"From: Tom <tom@example.org>\r\nTo: g-k7q2m9x4@in.example.net\r\n\r\nHi Anna,\r\n\r\nArcher 0714-0715\r\n3.\r\n\r\n> 3. Griffin\r\n";
//! let reading = read(raw, &Envelope::default(), &Trust::default(), &Vocabulary::default()).unwrap();
//! assert_eq!(reading.from, "tom@example.org");
//! assert_eq!(reading.token.as_deref(), Some("k7q2m9x4"));
//! let said: Vec<&Command> = reading.parts[0].commands.iter().map(|s| &s.command).collect();
//! assert_eq!(said, [&Command::Order("Archer 0714-0715".into()), &Command::Choice(3)]);
//! ```
//!
//! The way through: [`read`] splits the header block (`headers`), finds the one writer (`address`), the reasons to stay silent
//! (`automatic`) and the verdict (`verdict`); then picks the text among the MIME parts (`body`), turns HTML into lines (`html`), leaves out what is
//! quoted (`quotes`), struck out (`struck`) and plainly talk (`talk`), and reads the rest line by line (`commands`). Whoever knows the game then
//! tells orders from any other talk with [`hear()`].

mod address;
mod automatic;
mod body;
mod characters;
mod commands;
mod headers;
mod hear;
mod html;
mod plain;
mod quotes;
mod read;
mod reading;
mod struck;
mod talk;
mod unreadable;
mod verdict;
mod witness;

pub use hear::{Doubt, Listed, Sense, alike, hear, names};
pub use read::{MOST_BYTES, MOST_COMMANDS, MOST_HOPS, MOST_LINES, MOST_PARTS, read};
pub use reading::{
    Automatic, Bounce, Command, DrawWord, Envelope, Kind, LeftOut, Note, Part, Reading, Said, Trust, Verdict,
};
pub use talk::Vocabulary;
pub use unreadable::{Unreadable, Why};
pub use witness::{Named, Witnessed, witness};
