//! Why a game did not take what it was given, in sentences for the player.

use crate::clock::ClockError;
use crate::log::{BadRecord, canonical::NotCanonical};
use crate::words::{Hash32, Refusal};
use thiserror::Error;

/// Why nothing was recorded. Each variant is one kind of mistake, so that every way in (page, letter, API, command line)
/// can answer in its own manner; the text is a sentence for the player as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// There is no such ruleset.
    #[error("There is no ruleset called {0}.")]
    NoRuleset(String),
    /// The ruleset does not offer these terms.
    #[error("{0}")]
    Terms(String),
    /// The game is played by another revision of the ruleset or with another data pack, and has not moved up yet or cannot; it can be
    /// read, not played on.
    #[error(
        "This game is played by revision {begun} of its rules or with other data files; here is revision {here}. It can be read, but not played on."
    )]
    Revision {
        /// The revision that it is played by.
        begun: u32,
        /// The revision this program has.
        here: u32,
    },
    /// There is no such seat in the game.
    #[error("You have no seat in this game: you can watch it, but not give orders.")]
    NotSeated,
    /// Only a game of the second format can be closed or go on with other chains.
    #[error("The log of this game is of the first format, which has no such record.")]
    FirstFormat,
    /// What concerns the whole army is said by the seat that commands it.
    #[error("This is for {0} to say, who commands the army. You can give up your own seat, or ask them by message.")]
    NotHead(String),
    /// The seat is taken.
    #[error("The {0} seat is taken.")]
    Taken(String),
    /// A name, phrase, key or value that cannot be accepted.
    #[error("{0}")]
    Text(String),
    /// Players are still missing.
    #[error("The game has not begun: a seat is still empty.")]
    NotBegun,
    /// The game is over.
    #[error("The game is over: {0}.")]
    Finished(String),
    /// The seat owes no decision.
    #[error("It is not your turn: the game waits for {waiting}.")]
    OutOfTurn {
        /// The names of the seats that owe one, in words.
        waiting: String,
    },
    /// The head that the player was looking at never was a head of this game.
    #[error(
        "The position you were looking at does not belong to this game: open the game again and repeat your order."
    )]
    UnknownHead,
    /// The position has changed since the player looked.
    #[error("The position has changed since you looked at it: {} been recorded. Look again, then repeat your order if you still mean it.", counted(.since))]
    Stale {
        /// The records that changed the position since, by number.
        since: Vec<u64>,
        /// The head of the log now.
        head: Hash32,
    },
    /// No order at all.
    #[error("There is no order in what you sent: write one order a line.")]
    NoOrder,
    /// Too many orders at once.
    #[error("That is {sent} lines; at most {most} orders can be sent at once.")]
    TooManyLines {
        /// Lines sent.
        sent: usize,
        /// The limit.
        most: usize,
    },
    /// One line of the orders was not accepted.
    #[error("{}{fault}", in_line(*.line, *.of))]
    Line {
        /// The line, from 1.
        line: usize,
        /// How many lines were sent.
        of: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// Something that players do, in a game that an umpire enters.
    #[error("This game was played elsewhere, and its umpire enters it: nobody plays it here.")]
    Testimony,
    /// Something that the umpire of a game entered from elsewhere does, in another game.
    #[error("This game is played here: nobody enters it.")]
    NotTestimony,
    /// There is no offer of a draw to answer.
    #[error("No draw has been offered to you.")]
    NoOffer,
    /// A draw is on offer already.
    #[error("A draw has been offered already, and waits for an answer.")]
    OfferStands,
    /// The seat has offered a draw since the position last changed.
    #[error("You have offered a draw in this position already. You can offer it again when the position has changed.")]
    OfferedBefore,
    /// A takeback is on offer already.
    #[error("A takeback has been asked for already, and waits for an answer.")]
    TakebackStands,
    /// The seat has asked for a takeback since the position last changed.
    #[error("You have asked for a takeback in this position already. You can ask again when the position has changed.")]
    TakebackBefore,
    /// A game of the first format has no private logs, and so nothing to queue orders in.
    #[error(
        "Orders cannot be queued in games of this rulebook, where nothing is secret. Give them when it is your turn, or plan ahead on the page."
    )]
    NoQueue,
    /// There is no takeback to answer.
    #[error("No takeback has been asked of you.")]
    NoTakeback,
    /// The record named cannot be gone back to.
    #[error("The game cannot go back to record {to}: {why}")]
    NoWayBack {
        /// The record named.
        to: u64,
        /// Why not, and which could be.
        why: String,
    },
    /// A change of hands that cannot be.
    #[error("{0}")]
    Hands(String),
    /// Something about the time that cannot be.
    #[error("{0}")]
    Clock(#[from] ClockError),
    /// The seat's dice are sealed, and the links that the orders take are not there.
    #[error("Your dice are sealed, and this takes {}. {GIVE_THEM}", wanted(*.roll, *.handover))]
    LinksWanted {
        /// The number of the link that the roll takes, where it rolls and the link is missing.
        roll: Option<u32>,
        /// The number of the link for the next hand-over, where it is missing.
        handover: Option<u32>,
    },
    /// A link, or an anchor, that does not fit.
    #[error("{0}")]
    BadLink(String),
    /// Something about sealed dice that cannot be now.
    #[error("{0}")]
    SealedDice(&'static str),
    /// An arbiter's judgement that cannot be recorded.
    #[error("{0}")]
    Judgement(String),
    /// A record is said to stand that was taken back.
    #[error("Record {0} was taken back, so it does not stand. Judge the record by which it was taken back.")]
    TakenBack(u64),
    /// No other release of the rules is offered to the seat.
    #[error("{0}")]
    Offered(&'static str),
    /// An umpire's word in a game between players.
    #[error("This is a game, not a study: an umpire cannot change its position.")]
    NotStudy,
    /// The seat is not played by a house player, or its ruleset knows no such one.
    #[error("No house player of that name plays here.")]
    NoBot,
    /// The keys of another game were handed in: a mistake of the program.
    #[error("The keys of another game were used. Nothing was recorded; please tell the host.")]
    OtherKeys,
    /// A ruleset broke its contract: a mistake of the program.
    #[error("The referee made a mistake: {0} Nothing was recorded; please tell the host.")]
    Broken(String),
}

impl GameError {
    /// Whether the fault is the program's rather than the sender's.
    pub fn is_internal(&self) -> bool {
        matches!(self, GameError::OtherKeys | GameError::Broken(_))
    }
}

impl From<NotCanonical> for GameError {
    fn from(e: NotCanonical) -> Self {
        GameError::Broken(format!("a record would have been {e}."))
    }
}

/// What somebody with sealed dice does whose links are missing.
const GIVE_THEM: &str = "Give the order on the page of the game, in the browser that has your dice key, or give links ahead there. Nothing was rolled.";

fn wanted(roll: Option<u32>, handover: Option<u32>) -> String {
    let roll = roll.map(|n| format!("roll link {n}"));
    let handover = handover.map(|n| format!("hand-over link {n}"));
    [roll, handover].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

fn in_line(line: usize, of: usize) -> String {
    if of > 1 { format!("Line {line}: ") } else { String::new() }
}

fn counted(since: &[u64]) -> String {
    match since {
        [one] => format!("record {one} has"),
        [first, .., last] => format!("records {first} to {last} have"),
        [] => "something has".into(),
    }
}

/// What is wrong with one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineFault {
    /// Longer than any order.
    #[error("An order is at most {most} bytes long; this one has {sent}.")]
    TooLong {
        /// Its bytes.
        sent: usize,
        /// The limit.
        most: usize,
    },
    /// It holds a control character.
    #[error("An order is one line of plain text; this one holds a control character.")]
    Control,
    /// The lines before it have handed the game over.
    #[error("It is no longer your turn after the orders before it.")]
    OutOfTurn,
    /// The lines before it have ended the game.
    #[error("The orders before it have ended the game.")]
    Finished,
    /// The referee refuses it.
    #[error("{0}")]
    Refused(Refusal),
    /// The referee refuses a part of it.
    #[error("Part {part} of {of}, {text:?}: {refusal}")]
    Part {
        /// Which, from 1, as the line was written or its shorthand is spelled out.
        part: usize,
        /// How many parts it has.
        of: usize,
        /// The part.
        text: String,
        /// What is wrong with it.
        refusal: Refusal,
    },
}

/// Why a log could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct Fault {
    /// The first record that is wrong; 0 when there is none at all.
    pub seq: u64,
    /// What is wrong with it.
    pub why: FaultKind,
}

/// What is wrong with a record that could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// The chain is broken.
    #[error("{0}")]
    Chain(#[from] BadRecord),
    /// The log is empty.
    #[error("the log holds no record")]
    Empty,
    /// It does not begin with a genesis, or has a second one.
    #[error("a log begins with one genesis record, and has no other")]
    Genesis,
    /// A record that belongs into a log of the other format.
    #[error("the record is of another format than the log")]
    Format,
    /// A record of a game played here in one that an umpire enters, or the other way.
    #[error("the record is of a game whose dice are {0}, and in this log they are not")]
    Dice(&'static str),
    /// A record by somebody else than the umpire that the genesis names.
    #[error("the record is not by the umpire of the game")]
    Umpire,
    /// An entry of a private log that does not fit.
    #[error("the private logs do not fit the game: {0}")]
    Private(String),
    /// Its ruleset is not here.
    #[error("the ruleset {0} is not known here")]
    NoRuleset(String),
    /// The ruleset no longer opens these terms.
    #[error("the ruleset does not offer these terms: {0}")]
    Terms(String),
    /// The body cannot be read.
    #[error("the record cannot be read: {0}")]
    Unreadable(String),
    /// A seat that the game does not have.
    #[error("the record names a seat that the game does not have")]
    NoSeat,
    /// A takeback to a record that cannot be gone back to, or that nobody asked for.
    #[error("the record takes back what cannot be taken back")]
    NoWayBack,
    /// A revision of the rules that cannot stand there.
    #[error("the revision of the rules cannot be: {0}")]
    Revision(&'static str),
    /// A record about time in a game without a clock, or a clock that comes too late.
    #[error("the record is about a clock that the game does not have, or sets one after the beginning")]
    NoClock,
    /// A record after the result.
    #[error("the record stands after the result")]
    AfterEnd,
}
