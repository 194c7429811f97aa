//! What a letter says, as values.

/// What the mail server told about the delivery, from its environment or arguments.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Envelope {
    /// The address of `MAIL FROM` (RFC 5321 §4.1.1.2), without angle brackets; empty for a bounce; none if it was not told.
    pub sender: Option<String>,
    /// The address of `RCPT TO` (RFC 5321 §4.1.1.3) that this delivery is for, without angle brackets.
    pub recipient: Option<String>,
}

/// What this service may believe of a letter.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Trust {
    /// The name under which the own mail server signs its `Authentication-Results` (RFC 8601 §2.5). Name one only if that server
    /// takes such headers of its own name off the letters that come in (RFC 8601 §5). Without it the verdict is always
    /// [`Verdict::Absent`].
    pub authserv_id: Option<String>,
    /// The domain of the reply addresses `g-<token>@domain`. Without it any domain will do.
    pub reply_domain: Option<String>,
}

/// One letter, read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reading {
    /// The one address of `From:`, lower case. Who that is, and whether he may speak for the seat, the caller decides.
    pub from: String,
    /// The token of the reply address `g-<token>@domain`, as written: of the envelope's recipient, else of `Delivered-To`, `X-Original-To`,
    /// `To` or `Cc`, whichever has one first.
    pub token: Option<String>,
    /// The letter's own Message-ID without angle brackets.
    pub message_id: Option<String>,
    /// The Message-IDs that it answers: `In-Reply-To`, then `References` from the newest, each once, at most 20.
    pub in_reply_to: Vec<String>,
    /// The subject in one line, without control characters, at most 200 characters.
    pub subject: String,
    /// What the mail server found out about the sender.
    pub verdict: Verdict,
    /// Why nothing of this letter may be carried out or answered. `parts` is then empty.
    pub automatic: Option<Automatic>,
    /// What was said, by game, in the order of the letter. Never empty for a person's letter: one that says nothing has one part with
    /// [`Command::Nothing`].
    pub parts: Vec<Part>,
    /// Lines of the writer's own that were taken for talk.
    pub left_out: Vec<LeftOut>,
    /// What else the answer should mention.
    pub notes: Vec<Note>,
}

impl Reading {
    /// Whether an answer may go to [`Reading::from`]: never to a machine, never to an address that the verdict speaks against.
    pub fn may_be_answered(&self) -> bool {
        self.automatic.is_none() && !matches!(self.verdict, Verdict::Fail(_))
    }

    /// Whether the letter holds nothing that could be carried out.
    pub fn says_nothing(&self) -> bool {
        self.parts.iter().all(|p| p.commands.iter().all(|s| s.command == Command::Nothing))
    }
}

/// What the mail server's `Authentication-Results` say about the sender (RFC 8601).
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// DMARC passed, or DKIM or SPF passed for the domain of `From:`.
    Pass,
    /// DKIM or SPF failed, and the domain says by no DMARC what that means: a forwarder does as much to an honest letter. Why, in words
    /// for the writer.
    Doubt(String),
    /// DMARC failed, or a check passed for another domain only: why, in words for the host.
    Fail(String),
    /// The mail server said nothing, or nothing that counts.
    Absent,
}

/// Why a letter must not be acted on or answered (RFC 3834 §2).
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Automatic {
    /// `Auto-Submitted` with anything but `no` (RFC 3834 §5): its value.
    AutoSubmitted(String),
    /// `Precedence: bulk`, `junk`, `list` or `auto_reply`: its value.
    Precedence(String),
    /// From a mailing list: its `List-Id` (RFC 2919).
    List(String),
    /// Sent with an empty envelope sender, or by a mailer daemon.
    EmptySender,
    /// `X-Auto-Response-Suppress` or one of the older marks of an automatic answer: the header's name.
    Suppressed(String),
    /// A report on a letter that could not be delivered (RFC 3464).
    Bounce(Bounce),
    /// A receipt: somebody opened a letter (RFC 8098).
    Receipt,
    /// An answer to an invitation in a calendar, sent by the calendar.
    Calendar,
    /// A letter of this service came back to it: it carries the service's own `X-Fieldpost-Loop`.
    Loop,
    /// It went through more servers than any honest letter does: how many.
    TooManyHops(usize),
}

/// What a report on an undelivered letter says (RFC 3464).
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Bounce {
    /// What happened to the letter (§2.3.3): `failed`, `delayed`, `delivered`, … in lower case; empty if it cannot be read.
    pub action: String,
    /// The other server's answer (§2.3.6), in one line, at most 300 characters.
    pub diagnostic: String,
    /// The Message-ID of the letter that was not delivered, without angle brackets, if the report holds it.
    pub original: Option<String>,
    /// The address that could not be reached, lower case: `Original-Recipient`, else `Final-Recipient` (§2.3.1, §2.3.2).
    pub recipient: Option<String>,
    /// The status code (RFC 3463) such as `5.1.1`.
    pub status: Option<String>,
}

impl Bounce {
    /// Whether the address can be given up: it failed, and with a permanent status (RFC 3463 §2).
    pub fn permanent(&self) -> bool {
        self.action == "failed" && self.status.as_ref().is_none_or(|s| s.starts_with('5'))
    }
}

/// What was said about one game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Part {
    /// What the writer called the game: the word after `game` or `for game`, or the token of a reply address that he pasted. None is
    /// the game of [`Reading::token`].
    pub game: Option<String>,
    /// What was said, in the order of the letter.
    pub commands: Vec<Said>,
    /// The writer wants each line carried out for itself. Said once, it holds for the whole letter.
    pub one_by_one: bool,
}

/// One command and where it stands.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Said {
    /// The line of the letter's text, from 1; 0 for [`Command::Nothing`].
    pub line: usize,
    /// The line as the writer sees it, without bullets.
    pub text: String,
    /// What it means.
    pub command: Command,
    /// The number that it begins with, as a line copied out of a list does: `4. Hooker activates …`.
    pub numbered: Option<u32>,
    /// Whether a good-bye or the writer's name stands above it.
    pub below_closing: bool,
}

/// What a line of a letter asks for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Command {
    /// An order in the ruleset's notation, or anything else that is not one of the words below.
    Order(String),
    /// The choice of this number among those that the letter listed: `3`, `3.`, `3)`, `#3`, `choice 3`.
    Choice(u32),
    /// `preview`: show what the letter would do, do nothing.
    Preview,
    /// `undo`: take back the last order that can be taken back.
    Undo,
    /// `map`: send the map.
    Map,
    /// `menu`: send everything that is legal now.
    Menu,
    /// `rules`, `rules 7.5`, `§7.5`: what the rules say, on a section if one is named.
    Rules(Option<String>),
    /// `draw`, `draw accept`, `draw decline`, `draw withdraw`.
    Draw(DrawWord),
    /// `resign`; `sure` with `resign yes`, `resign sure`.
    Resign {
        /// The writer said that he means it.
        sure: bool,
    },
    /// `message …`: words for the other players, line breaks kept.
    Message(String),
    /// `standing …`: a standing order in its own language, without the word `standing`.
    Standing(String),
    /// `queue …`: a line of orders for the writer's own coming turns, without the word `queue`; empty to be told what is queued.
    Queue(String),
    /// `rules agree`: to go on under mended rules.
    RulesAgreed,
    /// `takeback …`: what follows the word.
    Takeback(String),
    /// `pause …`: what follows the word.
    Pause(String),
    /// `resume`: the clock runs on.
    Resume,
    /// `claim …`: the opponent's time is up; what follows the word.
    Claim(String),
    /// `grant 3 days`, `grant 12 hours`: time given to the opponent; what follows the word.
    Grant(String),
    /// `vacation …`: what follows the word.
    Vacation(String),
    /// `stand-in`: a house player for the opponent whose time is out.
    StandIn,
    /// `back`: the writer plays on in place of the house player.
    Back,
    /// `replacement …`: somebody else for a seat; what follows the word.
    Replacement(String),
    /// `help`.
    Help,
    /// The letter says nothing: empty, or quoted text only.
    Nothing,
}

/// What is said about a draw.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DrawWord {
    /// Offered.
    Offer,
    /// Accepted.
    Accept,
    /// Declined.
    Decline,
    /// An offer taken back.
    Withdraw,
}

/// A line of the writer's own that is no command.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LeftOut {
    /// The line of the letter's text, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// What it was taken for.
    pub kind: Kind,
}

/// What a left out line was taken for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// "Hi Anna,"
    Greeting,
    /// "Best regards, Tom", and the name below it.
    Closing,
    /// Below `-- `, or "Sent from my iPhone".
    Signature,
    /// "This e-mail is confidential …"
    Disclaimer,
    /// Begins with `#` or `//`.
    Remark,
    /// Struck out: `~~so~~`, or as HTML does it.
    Struck,
    /// Anything else that stands before or behind the orders and is none: see [`hear`](crate::hear).
    Talk,
    /// Dashes or stars that part the text.
    Rule,
}

/// Something about a letter that the answer should mention.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Note {
    /// An attachment that was not opened: its name, or its type.
    Attachment(String),
    /// What stands below a quotation that has no marks on its lines was taken for quoted: from this line on.
    BelowQuotation(usize),
    /// The letter's bytes do not fit the charset that it names; some letters are lost.
    BrokenCharset,
}
