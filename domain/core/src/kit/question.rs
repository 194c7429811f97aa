//! Questions: one type for each decision that the referee puts to a side; and the loops over a ruleset's lists of questions and verbs: what
//! is waited for, the menu, the answers of standing orders.

use super::verb::candidates;
use super::{Book, Verb, VerbRow};
use crate::referee::{Answer, Choice, Circumstance, Decision, InForce, QuestionContext, StandingOffer};
use crate::words::{SeatId, Section, Side};

/// What standing orders say to a question: the order, and why in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingAnswer<O> {
    /// The order given.
    pub order: O,
    /// Why, to follow "standing order:".
    pub why: &'static str,
}

/// A decision that stands open in a position. A value of the type is one such decision, with all it is about.
pub trait Question<B: Book> {
    /// The question, where it is what a position waits for.
    fn open(board: &B::Board<'_>) -> Option<Self>
    where
        Self: Sized;

    /// The stable word for it in decisions and statistics.
    fn kind(&self) -> &'static str;

    /// Where the rulebook grants it.
    fn section(&self) -> &'static str;

    /// The question in one sentence.
    fn asks(&self, board: &B::Board<'_>) -> String;

    /// Who answers.
    fn side(&self, board: &B::Board<'_>) -> Side;

    /// The procedure in whose course it comes up, where one is being carried out: only verbs that answer it are heard then
    /// ([`super::Verb::procedure`]). None for a phase, in which a side gives whatever orders the rules allow.
    fn procedure(&self) -> Option<&'static str> {
        None
    }

    /// The legal answers in the course of a procedure, in the order of the menu. A phase has none of its own: the menu is what its verbs
    /// list.
    fn options(&self, _board: &B::Board<'_>) -> Vec<B::Order> {
        Vec::new()
    }

    /// The key of the offer by which it may be answered in advance.
    fn offer_key(&self) -> Option<&'static str> {
        None
    }

    /// That offer, with its default.
    fn offer() -> Option<StandingOffer>
    where
        Self: Sized,
    {
        None
    }

    /// The offers of a question whose answers do not all fall under one.
    fn offers() -> Vec<StandingOffer>
    where
        Self: Sized,
    {
        Self::offer().into_iter().collect()
    }

    /// What conditions on its offer may ask for.
    fn circumstances(&self, _board: &B::Board<'_>) -> Vec<Circumstance> {
        Vec::new()
    }

    /// What standing orders answer; `None` when the player wants to be asked.
    fn standing(&self, _board: &B::Board<'_>, _standing: &InForce<'_>) -> Option<StandingAnswer<B::Order>> {
        None
    }

    /// The offers that bear on it, each with its circumstances.
    fn contexts(&self, board: &B::Board<'_>) -> Vec<QuestionContext> {
        let context = |key| QuestionContext { key, circumstances: self.circumstances(board) };
        self.offer_key().map(context).into_iter().collect()
    }

    /// The answer of standing orders, with its reason.
    fn answer(&self, board: &B::Board<'_>, standing: &InForce<'_>) -> Option<Answer<B::Order>> {
        let (key, answer) = (self.offer_key()?, self.standing(board, standing)?);
        let seat = SeatId::of_side(self.side(board));
        Some(Answer { seat, order: answer.order, key, reason: standing.reason(key, answer.why) })
    }

    /// The decision as pages and letters put it.
    fn decision(&self, board: &B::Board<'_>) -> Decision {
        Decision {
            seat: SeatId::of_side(self.side(board)),
            kind: self.kind(),
            asks: self.asks(board),
            section: Section(self.section()),
        }
    }
}

/// A phase in which one side gives orders until it says that it is done: a question without more to it than that.
pub struct PhaseQuestion<B: Book> {
    /// As [`Question::kind`].
    pub kind: &'static str,
    /// As [`Question::section`].
    pub section: &'static str,
    /// The side that gives orders, where it is that phase.
    pub open: fn(&B::Board<'_>) -> Option<Side>,
    /// As [`Question::asks`].
    pub asks: fn(&B::Board<'_>) -> String,
}

/// A phase that has come.
struct OpenPhase<B: Book>(&'static PhaseQuestion<B>, Side);

impl<B: Book> Question<B> for OpenPhase<B> {
    fn open(_: &B::Board<'_>) -> Option<Self> {
        None
    }

    fn kind(&self) -> &'static str {
        self.0.kind
    }

    fn section(&self) -> &'static str {
        self.0.section
    }

    fn asks(&self, board: &B::Board<'_>) -> String {
        (self.0.asks)(board)
    }

    fn side(&self, _: &B::Board<'_>) -> Side {
        self.1
    }
}

type Open<B> = fn(&<B as Book>::Board<'_>) -> Option<Box<dyn Question<B>>>;

/// A question in a ruleset's list.
pub struct QuestionRow<B: Book>(Row<B>);

enum Row<B: Book> {
    Type { open: Open<B>, offers: fn() -> Vec<StandingOffer> },
    Phase(&'static PhaseQuestion<B>),
}

fn open<B: Book, Q: Question<B> + 'static>(board: &B::Board<'_>) -> Option<Box<dyn Question<B>>> {
    Some(Box::new(Q::open(board)?))
}

impl<B: Book> QuestionRow<B> {
    /// The row of a question.
    pub const fn of<Q: Question<B> + 'static>() -> Self {
        QuestionRow(Row::Type { open: open::<B, Q>, offers: Q::offers })
    }

    /// The row of a phase.
    pub const fn phase(phase: &'static PhaseQuestion<B>) -> Self {
        QuestionRow(Row::Phase(phase))
    }

    fn open(&self, board: &B::Board<'_>) -> Option<Box<dyn Question<B>>> {
        match &self.0 {
            Row::Type { open, .. } => open(board),
            Row::Phase(phase) => Some(Box::new(OpenPhase(phase, (phase.open)(board)?))),
        }
    }
}

/// A rulebook with its lists.
pub trait Asks: Book {
    /// All questions: what comes up in the course of something, and the phases.
    fn questions() -> &'static [QuestionRow<Self>];

    /// All verbs, in the order of the menu.
    fn verbs() -> &'static [VerbRow<Self>];

    /// The pieces that a side may order about in a phase, in the order of the menu.
    fn pieces(board: &Self::Board<'_>, side: Side) -> Vec<Self::Piece>;

    /// Whether nothing is waited for any more, whatever seems to stand open.
    fn is_over(_board: &Self::Board<'_>) -> bool {
        false
    }

    /// Whether a side's standing orders speak now, if it is asked something.
    fn speaks_in_advance(_board: &Self::Board<'_>, _side: Side) -> bool {
        true
    }
}

/// What a position waits for: the first question of the ruleset's list that stands open. None when the game is over.
pub fn asked<B: Asks>(board: &B::Board<'_>) -> Option<Box<dyn Question<B>>> {
    if B::is_over(board) { None } else { B::questions().iter().find_map(|row| row.open(board)) }
}

/// The same, if it is a side's to answer.
pub fn asked_of<B: Asks>(board: &B::Board<'_>, side: Side) -> Option<Box<dyn Question<B>>> {
    asked::<B>(board).filter(|asked| asked.side(board) == side)
}

/// The piece that a side is asked about, where every answer is that piece's, so that it need not be named: `retreat 1013`, `stay`.
/// `piece` says whose an order is.
pub fn piece_asked<B: Asks>(
    board: &B::Board<'_>,
    side: Side,
    piece: impl Fn(&B::Order) -> Option<B::Piece>,
) -> Option<B::Piece>
where
    B::Piece: PartialEq,
{
    let options = asked_of::<B>(board, side)?.options(board);
    let first = piece(options.first()?)?;
    options.iter().all(|order| piece(order) == Some(first)).then_some(first)
}

/// What a side is told that gives an order while the other is asked.
pub fn other_side_is_asked<B: Asks>(board: &B::Board<'_>, asked: &dyn Question<B>) -> String {
    format!("The {} side is to act first: {}", asked.side(board), asked.asks(board))
}

/// The side that owes an answer; none when the game is over.
pub fn owing<B: Asks>(board: &B::Board<'_>) -> Option<Side> {
    asked::<B>(board).map(|asked| asked.side(board))
}

/// What a position waits for, as pages and letters put it.
pub fn waiting<B: Asks>(board: &B::Board<'_>) -> Vec<Decision> {
    asked::<B>(board).map(|asked| asked.decision(board)).into_iter().collect()
}

/// The question behind a decision, where standing orders speak.
fn in_advance<B: Asks>(board: &B::Board<'_>, decision: &Decision) -> Option<Box<dyn Question<B>>> {
    let side = decision.seat.side().ok().filter(|side| B::speaks_in_advance(board, *side))?;
    asked_of::<B>(board, side)
}

/// The offers that bear on a decision, each with its circumstances.
pub fn contexts<B: Asks>(board: &B::Board<'_>, decision: &Decision) -> Vec<QuestionContext> {
    in_advance::<B>(board, decision).map_or_else(Vec::new, |asked| asked.contexts(board))
}

/// What standing orders answer to a decision.
pub fn answer<B: Asks>(board: &B::Board<'_>, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<B::Order>> {
    in_advance::<B>(board, decision)?.answer(board, standing)
}

/// Whether a decision comes up where something is being carried out, so that the referee may answer where one order is legal.
pub fn may_force<B: Asks>(board: &B::Board<'_>, decision: &Decision) -> bool {
    in_advance::<B>(board, decision).is_some_and(|asked| asked.procedure().is_some())
}

/// Calls `found` with each legal order of a side until it returns true: the answers to what it is asked in the course of a procedure, and
/// in a phase what the verbs list.
pub fn each_order<B: Asks>(board: &B::Board<'_>, side: Side, found: &mut dyn FnMut(B::Order) -> bool) -> bool {
    match asked_of::<B>(board, side) {
        None => false,
        Some(asked) if asked.procedure().is_some() => asked.options(board).into_iter().any(found),
        Some(_) => candidates(B::verbs(), board, &B::pieces(board, side), found),
    }
}

/// The legal orders of a side, of its pieces those of these alone: the menu without the work for the others.
pub fn orders_of_pieces<B: Asks>(board: &B::Board<'_>, side: Side, pieces: &[B::Piece]) -> Vec<B::Order> {
    let mut orders = Vec::new();
    match asked_of::<B>(board, side) {
        None => {}
        Some(asked) if asked.procedure().is_some() => orders = asked.options(board),
        Some(_) => {
            candidates(B::verbs(), board, pieces, &mut |order| {
                orders.push(order);
                false
            });
        }
    }
    orders
}

/// Every legal order of a side.
pub fn orders<B: Asks>(board: &B::Board<'_>, side: Side) -> Vec<B::Order> {
    let mut orders = Vec::new();
    each_order::<B>(board, side, &mut |order| {
        orders.push(order);
        false
    });
    orders
}

/// A legal order as a line of the menu; `id` is what views call a piece.
pub fn line<B: Book>(board: &B::Board<'_>, verb: &dyn Verb<B>, id: impl FnOnce(B::Piece) -> String) -> Choice {
    Choice { piece: verb.piece().map(id), ..verb.choice(board, verb.write(board)) }
}

/// The offers of all questions, in the order of the list.
pub fn offers<B: Asks>() -> Vec<StandingOffer> {
    let of = |row: &QuestionRow<B>| match &row.0 {
        Row::Type { offers, .. } => offers(),
        Row::Phase(_) => Vec::new(),
    };
    B::questions().iter().flat_map(of).collect()
}
