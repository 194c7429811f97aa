//! Why a letter could not be read, in a sentence for its writer.

use std::fmt;

/// A letter that could not be read. Nothing of it may be carried out.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unreadable {
    /// What is wrong.
    pub why: Why,
    /// The writer's address, lower case, if there is exactly one.
    pub from: Option<String>,
    /// Of a letter with several writers: the addresses of its one `From:`, lower case, at most ten.
    pub writers: Vec<String>,
    /// The token of the reply address, as in [`Reading::token`](crate::Reading::token).
    pub token: Option<String>,
    /// The letter's Message-ID without angle brackets, for an answer to refer to.
    pub message_id: Option<String>,
    /// The letter's subject, as in [`Reading::subject`](crate::Reading::subject).
    pub subject: String,
    /// Whether the writer may be told: he is known, no machine, and no check speaks against him.
    pub answer: bool,
}

impl Unreadable {
    /// What is wrong and what would be right, for the writer.
    pub fn sentence(&self) -> String {
        self.why.to_string()
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for Unreadable {}

/// What is wrong with a letter. Displayed, it is a sentence for the writer that also says what would be right.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Why {
    /// Nothing at all, or no header.
    NoLetter,
    /// More than [`MOST_BYTES`](crate::MOST_BYTES): how many bytes.
    TooLarge(usize),
    /// The header has too many fields, or too much in one of them.
    HeaderTooLarge,
    /// More parts than [`MOST_PARTS`](crate::MOST_PARTS), or parts within parts without end.
    TooManyParts,
    /// No `From:` with an address.
    NoSender,
    /// More than one address in `From:`, or more than one such header (RFC 5322 §3.6).
    SeveralSenders,
    /// A body that is encrypted: with what.
    Encrypted(&'static str),
    /// Only an Outlook `winmail.dat`.
    Winmail,
    /// Only a calendar's entry.
    Calendar,
    /// No text among the parts, but attachments: their names.
    OnlyAttachments(Vec<String>),
    /// The letter says that it has parts, but where they begin cannot be found (RFC 2046 §5.1).
    Broken,
    /// Signed so that the text is inside the signature (RFC 8551 §3.5.2).
    Wrapped,
    /// More commands than [`MOST_COMMANDS`](crate::MOST_COMMANDS), or more lines than [`MOST_LINES`](crate::MOST_LINES).
    TooManyCommands,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = crate::MOST_BYTES / 1024;
        match self {
            Self::NoLetter => f.write_str("This is no letter: it has no header. Answer a letter of the game from your mail program."),
            Self::TooLarge(bytes) => write!(
                f,
                "Your letter has {} KiB; at most {most} KiB are read. Answer without pictures or attachments.",
                bytes.div_ceil(1024)
            ),
            Self::HeaderTooLarge => f.write_str("Your letter's header is larger than any mail program makes it. Begin a new answer."),
            Self::TooManyParts => {
                f.write_str("Your letter has more parts than can be opened. Answer in plain text, without attachments or forwarded letters.")
            }
            Self::NoSender => f.write_str("Your letter does not say who wrote it. A letter needs a From line with one address."),
            Self::SeveralSenders => {
                f.write_str("Your letter names several writers. Send it from one address, the one that your seat is registered with.")
            }
            Self::Encrypted(with) => {
                write!(f, "Your letter is encrypted ({with}) and cannot be opened here. Send it unencrypted; signing it does no harm.")
            }
            Self::Winmail => f.write_str(
                "Your letter holds only a winmail.dat, which Outlook alone can open. Set Outlook to send this letter as plain text or HTML.",
            ),
            Self::Calendar => {
                f.write_str("Your letter holds only an entry for a calendar. Write your orders as the text of the letter.")
            }
            Self::OnlyAttachments(names) => write!(
                f,
                "Your letter has no text, only attachments ({}), and those are not opened. Write your orders as the text of the letter, one a line.",
                names.join(", ")
            ),
            Self::Broken => {
                f.write_str("Your letter arrived broken: its parts cannot be told apart. Send it again, in plain text.")
            }
            Self::Wrapped => f.write_str(
                "Your letter is signed in a form that hides its text. Sign with the text in the clear, or not at all.",
            ),
            Self::TooManyCommands => write!(
                f,
                "Your letter has more than {} lines that could be orders. Send the orders alone, one a line.",
                crate::MOST_COMMANDS
            ),
        }
    }
}
