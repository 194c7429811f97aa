//! Verbs: one type for each kind of order, and the loops over a ruleset's list of them.

use crate::referee::Choice;
use crate::words::{Refusal, Side};
use std::fmt::Debug;

/// The types that a rulebook's verbs and questions speak of.
pub trait Book: Sized + 'static {
    /// Pack and position together.
    type Board<'b>;
    /// An order being decided: board, facts so far, dice.
    type Resolver<'r, 'd>
    where
        'd: 'r;
    /// A piece that orders are given to.
    type Piece: Copy;
    /// Any order.
    type Order;
    /// Why an order is not carried out.
    type Stop;
}

/// How a verb is said in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// In front of everything: `keep first`. All words for it, the one that is written first.
    Alone(&'static [&'static str]),
    /// After the name of a piece: `Archer fire 0815`. All words for it, the one that is written first.
    OfPiece(&'static [&'static str]),
}

/// One kind of order. A value of the type is one order.
pub trait Verb<B: Book>: Debug {
    /// The words that say it.
    fn said() -> Said
    where
        Self: Sized;

    /// Reads what follows the verb; `None` when it has not the shape of this verb at all. It may come to an order of another
    /// verb: a unit off the map that is told to go somewhere enters.
    fn read(words: &Words<'_, '_, B>) -> Option<Result<B::Order, Refusal>>
    where
        Self: Sized;

    /// Calls `found` with each legal order of the verb, of one piece where it is said of a piece, until it returns true. A verb that only
    /// ever answers a question has none: they are the question's options.
    fn candidates(_board: &B::Board<'_>, _piece: Option<B::Piece>, _found: &mut dyn FnMut(Self) -> bool) -> bool
    where
        Self: Sized,
    {
        false
    }

    /// The procedure in whose course it answers ([`super::Question::procedure`]); none for an order of a phase.
    fn procedure(&self) -> Option<&'static str> {
        None
    }

    /// Whether carrying it out can lead on to a roll that it does not make itself. Then the menu tries whether it does.
    fn leads_on(&self) -> bool {
        self.procedure().is_some()
    }

    /// The piece that acts.
    fn piece(&self) -> Option<B::Piece> {
        None
    }

    /// The line of notation.
    fn write(&self, board: &B::Board<'_>) -> String;

    /// A legal order of it as a line of the menu; `line` is its notation.
    fn choice(&self, board: &B::Board<'_>, line: String) -> Choice;

    /// Carries it out, or says which rule forbids it.
    ///
    /// # Errors
    /// The rule, or dice that cannot be had.
    fn execute(&self, resolver: &mut B::Resolver<'_, '_>) -> Result<(), B::Stop>;
}

/// A verb that is one word and nothing else: `done`. Reading and writing it follow from that.
pub trait OneWord<B: Book>: Debug + Default + Into<B::Order> {
    /// All words for it, the one that is written first.
    const WORDS: &'static [&'static str];

    /// Whether it is legal; never for one that only ever answers a question.
    fn legal(_board: &B::Board<'_>) -> bool {
        false
    }

    /// As [`Verb::procedure`].
    fn procedure(&self) -> Option<&'static str> {
        None
    }

    /// As [`Verb::leads_on`].
    fn leads_on(&self) -> bool {
        OneWord::procedure(self).is_some()
    }

    /// As [`Verb::choice`].
    fn choice(&self, board: &B::Board<'_>, line: String) -> Choice;

    /// As [`Verb::execute`].
    ///
    /// # Errors
    /// The rule, or dice that cannot be had.
    fn execute(&self, resolver: &mut B::Resolver<'_, '_>) -> Result<(), B::Stop>;
}

impl<B: Book, V: OneWord<B>> Verb<B> for V {
    fn said() -> Said {
        Said::Alone(V::WORDS)
    }

    fn read(words: &Words<'_, '_, B>) -> Option<Result<B::Order, Refusal>> {
        words.rest.is_empty().then(|| Ok(V::default().into()))
    }

    fn candidates(board: &B::Board<'_>, _: Option<B::Piece>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        V::legal(board) && found(V::default())
    }

    fn procedure(&self) -> Option<&'static str> {
        OneWord::procedure(self)
    }

    fn leads_on(&self) -> bool {
        OneWord::leads_on(self)
    }

    fn write(&self, _: &B::Board<'_>) -> String {
        V::WORDS[0].to_owned()
    }

    fn choice(&self, board: &B::Board<'_>, line: String) -> Choice {
        OneWord::choice(self, board, line)
    }

    fn execute(&self, resolver: &mut B::Resolver<'_, '_>) -> Result<(), B::Stop> {
        OneWord::execute(self, resolver)
    }
}

/// What was said after a verb.
pub struct Words<'l, 'b, B: Book> {
    /// The position it is said in.
    pub board: &'l B::Board<'b>,
    /// Who says it.
    pub side: Side,
    /// To which piece.
    pub piece: Option<B::Piece>,
    /// Which of its words says the verb, as the verb has it.
    pub verb: &'l str,
    /// The words after the verb, as they were written.
    pub rest: &'l [&'l str],
}

impl<B: Book> Words<'_, '_, B> {
    /// The piece, where nothing more was said: `Archer recover`.
    pub fn piece_alone(&self) -> Option<B::Piece> {
        self.piece.filter(|_| self.rest.is_empty())
    }
}

type Read<B> = fn(&Words<'_, '_, B>) -> Option<Result<<B as Book>::Order, Refusal>>;
type Candidates<B> =
    fn(&<B as Book>::Board<'_>, Option<<B as Book>::Piece>, &mut dyn FnMut(<B as Book>::Order) -> bool) -> bool;

/// A verb in a ruleset's list.
pub struct VerbRow<B: Book> {
    said: fn() -> Said,
    read: Read<B>,
    candidates: Candidates<B>,
}

fn found<B: Book, V: Verb<B> + Into<B::Order>>(
    board: &B::Board<'_>,
    piece: Option<B::Piece>,
    found: &mut dyn FnMut(B::Order) -> bool,
) -> bool {
    V::candidates(board, piece, &mut |verb| found(verb.into()))
}

impl<B: Book> VerbRow<B> {
    /// The row of a verb.
    pub const fn of<V: Verb<B> + Into<B::Order>>() -> Self {
        VerbRow { said: V::said, read: V::read, candidates: found::<B, V> }
    }
}

/// A rulebook's list of verbs, in the order of the menu. It makes the type of any order, with a variant for each verb, and `VERBS`, the
/// rows of the loops.
#[macro_export]
macro_rules! verbs {
    ($(#[$meta:meta])* pub enum $order:ident of $rules:ty { $($(#[$doc:meta])* $verb:ident),* $(,)? }) => {
        $(#[$meta])*
        pub enum $order {
            $($(#[$doc])* $verb($verb),)*
        }

        /// The rows of the verbs.
        pub const VERBS: &[$crate::kit::VerbRow<$rules>] = &[$($crate::kit::VerbRow::of::<$verb>()),*];

        $(impl From<$verb> for $order {
            fn from(verb: $verb) -> $order {
                $order::$verb(verb)
            }
        })*

        impl $order {
            /// The verb that says and does it.
            pub fn verb(&self) -> &dyn $crate::kit::Verb<$rules> {
                match self {
                    $($order::$verb(verb) => verb,)*
                }
            }
        }
    };
}

/// The word of a verb that is said here, as its list has it: the word itself, or its third person, `retreats` and `tries`.
fn form(all: &'static [&'static str], word: &str) -> Option<&'static str> {
    let says = |verb: &&str| {
        let third = match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ if verb.ends_with(['s', 'h', 'x']) => format!("{verb}es"),
            _ => format!("{verb}s"),
        };
        word.eq_ignore_ascii_case(verb) || word.eq_ignore_ascii_case(&third)
    };
    all.iter().copied().find(says)
}

/// Reads a line that begins with a verb; `None` when no verb begins so, or none has that shape.
pub fn alone<B: Book>(
    verbs: &[VerbRow<B>],
    board: &B::Board<'_>,
    side: Side,
    words: &[&str],
) -> Option<Result<B::Order, Refusal>> {
    let (word, rest) = words.split_first()?;
    verbs.iter().find_map(|row| match (row.said)() {
        Said::Alone(all) => (row.read)(&Words { board, side, piece: None, verb: form(all, word)?, rest }),
        Said::OfPiece(_) => None,
    })
}

/// Reads what a piece is told; `None` when no verb is said so.
pub fn of_piece<B: Book>(
    verbs: &[VerbRow<B>],
    board: &B::Board<'_>,
    side: Side,
    piece: B::Piece,
    words: &[&str],
) -> Option<Result<B::Order, Refusal>> {
    let (word, rest) = words.split_first()?;
    verbs.iter().find_map(|row| match (row.said)() {
        Said::OfPiece(all) => (row.read)(&Words { board, side, piece: Some(piece), verb: form(all, word)?, rest }),
        Said::Alone(_) => None,
    })
}

/// Where the first word stands that is a verb said of pieces: what is before it names the piece.
pub fn verb_of_piece<B: Book>(verbs: &[VerbRow<B>], words: &[&str]) -> Option<usize> {
    let says = |row: &VerbRow<B>, word: &str| matches!((row.said)(), Said::OfPiece(all) if form(all, word).is_some());
    words.iter().position(|word| verbs.iter().any(|row| says(row, word)))
}

/// Calls `found` with every legal order until it returns true, in the order of the list; verbs said of pieces that stand side by side in
/// it together, piece by piece.
pub(super) fn candidates<B: Book>(
    verbs: &[VerbRow<B>],
    board: &B::Board<'_>,
    pieces: &[B::Piece],
    found: &mut dyn FnMut(B::Order) -> bool,
) -> bool {
    let of_piece = |row: &VerbRow<B>| matches!((row.said)(), Said::OfPiece(_));
    verbs.chunk_by(|one, next| of_piece(one) && of_piece(next)).any(|rows| match rows {
        [row] if !of_piece(row) => (row.candidates)(board, None, found),
        rows => pieces.iter().any(|piece| rows.iter().any(|row| (row.candidates)(board, Some(*piece), found))),
    })
}
