//! Rulesets without their types: what the rest of the service holds. Positions become [`AnyPosition`], orders lines of notation,
//! facts JSON; what has no such types passes through as it is ([`Card`], [`Situation`]) and is not said again here.

use super::compose::{Candidate, Step, parts};
use super::known::Known;
use super::menu::Menu;
use super::position::AnyPosition;
use super::ruleset::{HousePlayers, Orders, Questions, Ruleset, Situation, Stage};
use super::standing::{Answer, Circumstance, InForce, Lapsed, QuestionContext, ReadStanding, Standing, lapsed};
use super::{Apply, Card, Choice, Decision, HiddenSet, Line, Outcome};
use crate::dice::{BotRng, Dice};
use crate::words::{Audience, Hearers, Refusal, SeatId, Side, Terms, Viewer};
use serde_json::value::RawValue;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct PositionOf<P>(P);

impl<P: Clone + Debug + serde::Serialize + Send + Sync + 'static> AnyPosition for PositionOf<P> {
    fn copy(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
    fn canonical(&self) -> String {
        serde_json::to_string(&self.0).expect("a position of plain structs and enums serialises")
    }
}

/// Facts of some ruleset, read from their JSON.
pub trait AnyFacts: Any + Send {
    /// How many.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

struct FactsOf<F>(Vec<F>);

impl<F: Send + 'static> AnyFacts for FactsOf<F> {
    fn len(&self) -> usize {
        self.0.len()
    }
}

/// An order carried out.
#[derive(Debug)]
pub struct Decided {
    /// The order as notation writes it, whatever spelling came in.
    pub order: String,
    /// The facts as canonical JSON. Between two of everybody's, those of each audience in the order of the audiences.
    pub facts: Vec<Box<RawValue>>,
    /// Who learns each of them; empty where everybody learns all.
    pub hearers: Vec<Hearers>,
    /// Who may read the order: everybody, once anybody but its readers learns something by it.
    pub readers: Hearers,
    /// The hidden pieces that they show.
    pub shows: Vec<(Audience, u16)>,
    /// The position after them.
    pub after: Box<dyn AnyPosition>,
}

impl Decided {
    /// The facts with who learns each.
    pub fn told(&self) -> impl Iterator<Item = (Hearers, &RawValue)> {
        let hearers = self.hearers.iter().copied().chain(std::iter::repeat(Hearers::Everybody));
        hearers.zip(self.facts.iter().map(|f| &**f))
    }

    /// The facts that a seat of a side learns, as canonical JSON.
    pub fn heard_by(&self, seat: SeatId, side: Side) -> impl Iterator<Item = &str> {
        self.told().filter(move |(hearers, _)| hearers.hold(seat, side)).map(|(_, fact)| fact.get())
    }
}

/// What may be asked of the true position.
pub trait Truth {
    /// See [`Situation::outcome`].
    fn ended(&self) -> Option<Outcome>;
    /// See [`Situation::adjudicate`].
    fn judged(&self) -> Outcome;
    /// The score, in the rulebook's own count.
    fn points(&self) -> i32;
}

impl<B: Situation> Truth for B {
    fn ended(&self) -> Option<Outcome> {
        Situation::outcome(self)
    }
    fn judged(&self) -> Outcome {
        Situation::adjudicate(self)
    }
    fn points(&self) -> i32 {
        self.score(Viewer::Everyone).total
    }
}

/// The board of some ruleset's position: ask it as much as you like.
pub trait AnyBoard: Situation + Lines {}

impl<B: Situation + Lines> AnyBoard for B {}

/// The orders of a position as lines of notation, and what standing orders and house players answer in them.
pub trait Lines {
    /// The notation of every legal order of a seat.
    fn lines(&self, seat: SeatId) -> Vec<String>;
    /// Whether a seat may act though the game does not wait for it: see [`Orders::interrupts`].
    fn may_interrupt(&self, seat: SeatId) -> bool;
    /// Whether a line answers what its seat is asked: it is not what the seat may say at any time, nor what only its own side reads.
    fn is_answer(&self, seat: SeatId, line: &str) -> bool;
    /// Who may read an order, by what it says; nothing where it cannot be read. See [`Orders::order_hearers`].
    fn readers_of(&self, seat: SeatId, line: &str) -> Option<Hearers>;
    /// See [`Orders::carries_on`]; false for a line that cannot be read.
    fn goes_on(&self, seat: SeatId, line: &str) -> bool;
    /// See [`Orders::closes`]; false for a line that cannot be read.
    fn closes_what_is_asked(&self, seat: SeatId, line: &str) -> bool;
    /// The menu of a seat; `piece` narrows it to the choices of one piece.
    fn menu(&self, seat: SeatId, piece: Option<&str>) -> Menu;
    /// The choices of no piece in the menu of a seat, where the ruleset lists them without the rest. See [`Orders::orders_of_none`].
    fn menu_of_none(&self, seat: SeatId) -> Option<Menu>;
    /// A legal order as a line of the menu, read from its notation.
    ///
    /// # Errors
    /// As [`Orders::parse`].
    fn choice_of(&self, seat: SeatId, line: &str) -> Result<Choice, Refusal>;
    /// What can be chosen next in composing an order: what the ruleset says, or else what its menu gives.
    ///
    /// # Errors
    /// As [`Orders::steps`].
    fn compose(&self, seat: SeatId, said: &[String]) -> Result<Step, Refusal>;
    /// See [`Orders::goals`].
    fn goals_of(&self, seat: SeatId) -> Vec<Candidate>;
    /// See [`Orders::is_listed`].
    fn lists_menu(&self, seat: SeatId) -> bool;
    /// See [`Orders::endings`].
    fn endings_of(&self, seat: SeatId) -> Vec<String>;
    /// See [`Orders::proposals`]; what a house player would do, where the ruleset proposes nothing.
    fn proposed(&self, seat: SeatId) -> Vec<Choice>;
    /// See [`Orders::shorthand`].
    fn shorthand_of(&self, seat: SeatId) -> Vec<Choice>;
    /// The orders that a line stands for: its parts, and shorthand spelled out. Of an order, itself.
    ///
    /// # Errors
    /// As [`Orders::spell_out`].
    fn spelled(&self, seat: SeatId, line: &str) -> Result<Vec<String>, Refusal>;
    /// See [`Orders::stage`].
    fn stage_of(&self, seat: SeatId, line: &str) -> Option<Result<Stage, Refusal>>;
    /// See [`Questions::is_own_turn`].
    fn is_own(&self, decision: &Decision) -> bool;
    /// See [`Questions::queue_circumstances`].
    fn guarded(&self, seat: SeatId) -> Vec<Circumstance>;
    /// See [`Questions::circumstances`].
    fn contexts(&self, decision: &Decision) -> Vec<QuestionContext>;
    /// What standing orders say to a decision: conditions are settled in its circumstances, then [`Questions::answer`] is asked.
    fn answer_of(&self, decision: &Decision, standing: &ReadStanding) -> Option<Answer<String>>;
    /// The parts of standing orders that have switched themselves off.
    fn lapsed(&self, standing: &Standing) -> Vec<Lapsed>;
    /// The one legal order, where the referee may give it itself. See [`Questions::may_force`].
    fn forced(&self, decision: &Decision) -> Option<String>;
    /// See [`HousePlayers::bot_order`].
    fn bot_line(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<String>;
    /// See [`HousePlayers::bot_says`].
    fn bot_lines(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<String>;
    /// See [`HousePlayers::bot_queues`].
    fn bot_queue(&self, bot: &str, seat: SeatId) -> String;
}

impl<B: Situation + Questions + HousePlayers> Lines for B {
    fn lines(&self, seat: SeatId) -> Vec<String> {
        self.orders(seat).iter().map(|o| self.format(o)).collect()
    }
    fn may_interrupt(&self, seat: SeatId) -> bool {
        !self.interrupts(seat).is_empty()
    }
    fn is_answer(&self, seat: SeatId, line: &str) -> bool {
        self.parse(seat, line).is_ok_and(|order| {
            self.order_hearers(seat, &order) == Hearers::Everybody && !self.interrupts(seat).contains(&order)
        })
    }
    fn readers_of(&self, seat: SeatId, line: &str) -> Option<Hearers> {
        self.parse(seat, line).ok().map(|order| self.order_hearers(seat, &order))
    }
    fn goes_on(&self, seat: SeatId, line: &str) -> bool {
        self.parse(seat, line).is_ok_and(|order| self.carries_on(&order))
    }
    fn closes_what_is_asked(&self, seat: SeatId, line: &str) -> bool {
        self.parse(seat, line).is_ok_and(|order| self.closes(&order))
    }
    fn menu(&self, seat: SeatId, piece: Option<&str>) -> Menu {
        let asks = self.waiting().into_iter().filter(|d| d.seat == seat).collect();
        let of_piece = piece.and_then(|id| self.orders_of_piece(seat, id));
        let orders = of_piece.unwrap_or_else(|| self.orders(seat));
        let mut choices: Vec<Choice> = orders.iter().map(|o| self.choice(seat, o)).collect();
        if let Some(id) = piece {
            choices.retain(|c| c.piece.as_deref() == Some(id));
        }
        Menu { seat, asks, choices }
    }
    fn menu_of_none(&self, seat: SeatId) -> Option<Menu> {
        let orders = self.orders_of_none(seat)?;
        let asks = self.waiting().into_iter().filter(|d| d.seat == seat).collect();
        Some(Menu { seat, asks, choices: orders.iter().map(|o| self.choice(seat, o)).collect() })
    }
    fn choice_of(&self, seat: SeatId, line: &str) -> Result<Choice, Refusal> {
        let order = self.parse(seat, line)?;
        Ok(self.choice(seat, &order))
    }
    fn compose(&self, seat: SeatId, said: &[String]) -> Result<Step, Refusal> {
        if !said.is_empty()
            && let Some(step) = self.steps(seat, said)
        {
            return step;
        }
        let names: BTreeMap<String, String> =
            self.view(Viewer::Seat(seat)).pieces.into_iter().map(|p| (p.id, p.name)).collect();
        if let [piece, rest @ ..] = said
            && let Some(orders) = self.orders_of_piece(seat, piece).filter(|orders| !orders.is_empty())
        {
            // Of one piece in hand: the others need not be looked at.
            let choices = orders.iter().map(|o| self.choice(seat, o)).collect();
            let mut step = Step::by_menu(choices, &names, rest)?;
            step.so_far.insert(0, names.get(piece).unwrap_or(piece).clone());
            return Ok(step);
        }
        let mut step = Step::by_menu(self.orders(seat).iter().map(|o| self.choice(seat, o)).collect(), &names, said)?;
        if said.is_empty() {
            let goals = Orders::goals(self, seat);
            // A goal that says a verb alone composes the orders of that verb.
            step.candidates.retain(|c| goals.iter().all(|goal| goal.say != c.say));
            step.candidates.splice(0..0, goals);
        }
        Ok(step)
    }
    fn goals_of(&self, seat: SeatId) -> Vec<Candidate> {
        self.goals(seat)
    }
    fn lists_menu(&self, seat: SeatId) -> bool {
        self.is_listed(seat)
    }
    fn endings_of(&self, seat: SeatId) -> Vec<String> {
        self.endings(seat).iter().map(|order| self.format(order)).collect()
    }
    fn proposed(&self, seat: SeatId) -> Vec<Choice> {
        let own = self.proposals(seat);
        if !own.is_empty() {
            return own;
        }
        let line = self.bot_says("staff", seat, &mut BotRng::seeded(0));
        line.map(|line| Choice::plain(line, "What a house player would do", "order", "")).into_iter().collect()
    }
    fn shorthand_of(&self, seat: SeatId) -> Vec<Choice> {
        self.shorthand(seat)
    }
    fn spelled(&self, seat: SeatId, line: &str) -> Result<Vec<String>, Refusal> {
        let mut spelled = Vec::new();
        for part in parts(line) {
            match self.spell_out(seat, part) {
                Some(lines) => spelled.extend(lines?),
                None => spelled.push(part.to_owned()),
            }
        }
        Ok(spelled)
    }
    fn stage_of(&self, seat: SeatId, line: &str) -> Option<Result<Stage, Refusal>> {
        self.stage(seat, line)
    }
    fn is_own(&self, decision: &Decision) -> bool {
        self.is_own_turn(decision)
    }
    fn guarded(&self, seat: SeatId) -> Vec<Circumstance> {
        self.queue_circumstances(seat)
    }
    fn contexts(&self, decision: &Decision) -> Vec<QuestionContext> {
        self.circumstances(decision)
    }
    fn answer_of(&self, decision: &Decision, standing: &ReadStanding) -> Option<Answer<String>> {
        let contexts = if standing.is_plain() { Vec::new() } else { self.circumstances(decision) };
        let answer = self.answer(decision, &InForce::new(standing, contexts))?;
        Some(Answer { seat: answer.seat, order: self.format(&answer.order), key: answer.key, reason: answer.reason })
    }
    fn lapsed(&self, standing: &Standing) -> Vec<Lapsed> {
        lapsed(standing, i64::from(self.turn()), |key, word| self.gone(key, word))
    }
    fn forced(&self, decision: &Decision) -> Option<String> {
        if !self.may_force(decision) {
            return None;
        }
        match self.orders(decision.seat).as_slice() {
            [only] => Some(self.format(only)),
            _ => None,
        }
    }
    fn bot_line(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<String> {
        self.bot_order(bot, seat, rng).map(|o| self.format(&o))
    }
    fn bot_lines(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<String> {
        self.bot_says(bot, seat, rng)
    }
    fn bot_queue(&self, bot: &str, seat: SeatId) -> String {
        self.bot_queues(bot, seat)
    }
}

/// A ruleset without its types. Positions handed in must come from the same ruleset; any other is a mistake of the caller
/// and panics.
pub trait AnyRuleset: Card {
    /// See [`Ruleset::open`].
    ///
    /// # Errors
    /// As there.
    fn open(&self, terms: &Terms) -> Result<Box<dyn AnyPosition>, Refusal>;
    /// The board of a position, for as many questions as somebody has.
    fn board<'a>(&'a self, known: Known<'a>) -> Box<dyn AnyBoard + 'a>;
    /// What the true position may be asked.
    fn truth<'a>(&'a self, position: &'a dyn AnyPosition) -> Box<dyn Truth + 'a>;
    /// See [`Ruleset::earlier`].
    fn earlier(&self, revision: u32) -> Option<Arc<dyn AnyRuleset>>;
    /// Reads a line of notation by what its seat knows, and decides it on the true position.
    ///
    /// # Errors
    /// As [`Orders::parse`] and [`Ruleset::decide`].
    fn decide(
        &self,
        known: Known<'_>,
        truth: &dyn AnyPosition,
        seat: SeatId,
        line: &str,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal>;
    /// Reads choices made at the same time, each by what its seat knows, and decides them on the true position.
    ///
    /// # Errors
    /// As [`Orders::parse`] and [`Ruleset::decide_together`].
    fn decide_together(
        &self,
        choices: &[(SeatId, Known<'_>, &str)],
        truth: &dyn AnyPosition,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal>;
    /// See [`Ruleset::hidden_pieces`].
    fn hidden_pieces(&self, position: &dyn AnyPosition) -> Vec<HiddenSet>;
    /// See [`Ruleset::umpire`].
    ///
    /// # Errors
    /// As there.
    fn umpire(&self, position: &dyn AnyPosition, line: &str) -> Result<Decided, Refusal>;
    /// Applies a recorded fact.
    ///
    /// # Errors
    /// The JSON error, when the text is not a fact of this ruleset.
    fn apply(&self, position: &mut dyn AnyPosition, fact: &str) -> Result<(), serde_json::Error>;
    /// Reads recorded facts once, to apply them as often as wanted.
    ///
    /// # Errors
    /// The JSON error, when a text is not a fact of this ruleset.
    fn read_facts(&self, facts: &[&str]) -> Result<Box<dyn AnyFacts>, serde_json::Error>;
    /// Applies facts read before, in order.
    fn apply_all(&self, position: &mut dyn AnyPosition, facts: &dyn AnyFacts);
    /// A position from its canonical JSON.
    ///
    /// # Errors
    /// The JSON error, when the text is not a position of this ruleset: also when anything in it is out of range, see
    /// [`Ruleset::whole`].
    fn restore(&self, canonical: &str) -> Result<Box<dyn AnyPosition>, serde_json::Error>;
    /// See [`Ruleset::known`].
    fn known(&self, position: &dyn AnyPosition, viewer: Viewer) -> Box<dyn AnyPosition>;
    /// See [`Ruleset::tell`].
    ///
    /// # Errors
    /// The JSON error, when the text is not a fact of this ruleset.
    fn tell(&self, fact: &str, viewer: Viewer) -> Result<Option<Line>, serde_json::Error>;
    /// See [`Ruleset::sub_turn`].
    ///
    /// # Errors
    /// The JSON error, when the text is not a fact of this ruleset.
    fn sub_turn(&self, fact: &str) -> Result<Option<&'static str>, serde_json::Error>;
}

/// Takes the types off a ruleset.
pub fn any_ruleset<R: Ruleset>(ruleset: R) -> Arc<dyn AnyRuleset> {
    Arc::new(ruleset)
}

fn typed<'p, R: Ruleset>(ruleset: &R, position: &'p dyn AnyPosition) -> &'p R::Position {
    let any: &dyn Any = position;
    match any.downcast_ref::<PositionOf<R::Position>>() {
        Some(position) => &position.0,
        None => panic!("a position of another ruleset was handed to {}", ruleset.about().id),
    }
}

fn typed_mut<'p, R: Ruleset>(ruleset: &R, position: &'p mut dyn AnyPosition) -> &'p mut R::Position {
    let any: &mut dyn Any = position;
    match any.downcast_mut::<PositionOf<R::Position>>() {
        Some(position) => &mut position.0,
        None => panic!("a position of another ruleset was handed to {}", ruleset.about().id),
    }
}

fn decided<R: Ruleset>(
    ruleset: &R,
    position: &R::Position,
    order: String,
    mut readers: Hearers,
    mut facts: Vec<R::Fact>,
) -> Decided {
    let mut hearers: Vec<Hearers> = Vec::new();
    let mut shows = Vec::new();
    if ruleset.second_format().is_some() {
        // Those between two public ones in the order of their audiences: so no log has to say how they were interleaved.
        let everybody = |fact: &R::Fact| ruleset.hearers(fact) == Hearers::Everybody;
        for run in facts.chunk_by_mut(|a, b| everybody(a) == everybody(b)) {
            run.sort_by_key(|fact| ruleset.hearers(fact));
        }
        hearers = facts.iter().map(|f| ruleset.hearers(f)).collect();
        shows = facts.iter().filter_map(|f| ruleset.shows(f)).collect();
        // What touches another audience is a public record: a march unseen that ends at somebody else who was unseen.
        if hearers.iter().any(|h| *h != readers && *h != Hearers::Only(Audience::Nobody)) {
            readers = Hearers::Everybody;
        }
    }
    let mut after = position.clone();
    let facts = facts.iter().map(|fact| {
        after.apply(fact);
        serde_json::value::to_raw_value(fact).expect("a fact of plain structs and enums serialises")
    });
    let facts = facts.collect();
    Decided { order, facts, hearers, readers, shows, after: Box::new(PositionOf(after)) }
}

impl<R: Ruleset> AnyRuleset for R {
    fn open(&self, terms: &Terms) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(Box::new(PositionOf(Ruleset::open(self, terms)?)))
    }
    fn board<'a>(&'a self, known: Known<'a>) -> Box<dyn AnyBoard + 'a> {
        Box::new(Ruleset::board(self, typed(self, known.position())))
    }
    fn truth<'a>(&'a self, position: &'a dyn AnyPosition) -> Box<dyn Truth + 'a> {
        Box::new(Ruleset::board(self, typed(self, position)))
    }
    fn earlier(&self, revision: u32) -> Option<Arc<dyn AnyRuleset>> {
        Ruleset::earlier(self, revision).map(any_ruleset)
    }
    fn decide(
        &self,
        known: Known<'_>,
        truth: &dyn AnyPosition,
        seat: SeatId,
        line: &str,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal> {
        let position = typed(self, truth);
        let board = Ruleset::board(self, typed(self, known.position()));
        let order = board.parse(seat, line)?;
        let readers = board.order_hearers(seat, &order);
        let facts = Ruleset::decide(self, position, seat, &order, dice)?;
        Ok(decided(self, position, board.format(&order), readers, facts))
    }
    fn decide_together(
        &self,
        choices: &[(SeatId, Known<'_>, &str)],
        truth: &dyn AnyPosition,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal> {
        let position = typed(self, truth);
        let orders = choices.iter().map(|(seat, known, line)| {
            Ok((*seat, Ruleset::board(self, typed(self, known.position())).parse(*seat, line)?))
        });
        let orders = orders.collect::<Result<Vec<_>, Refusal>>()?;
        let facts = Ruleset::decide_together(self, position, &orders, dice)?;
        Ok(decided(self, position, String::new(), Hearers::Everybody, facts))
    }
    fn hidden_pieces(&self, position: &dyn AnyPosition) -> Vec<HiddenSet> {
        Ruleset::hidden_pieces(self, typed(self, position))
    }
    fn umpire(&self, position: &dyn AnyPosition, line: &str) -> Result<Decided, Refusal> {
        let position = typed(self, position);
        let facts = Ruleset::umpire(self, position, line)?;
        Ok(decided(self, position, line.trim().to_owned(), Hearers::Everybody, facts))
    }
    fn apply(&self, position: &mut dyn AnyPosition, fact: &str) -> Result<(), serde_json::Error> {
        let fact: R::Fact = serde_json::from_str(fact)?;
        typed_mut(self, position).apply(&fact);
        Ok(())
    }
    fn read_facts(&self, facts: &[&str]) -> Result<Box<dyn AnyFacts>, serde_json::Error> {
        let facts: Vec<R::Fact> = facts.iter().map(|f| serde_json::from_str(f)).collect::<Result<_, _>>()?;
        Ok(Box::new(FactsOf(facts)))
    }
    fn apply_all(&self, position: &mut dyn AnyPosition, facts: &dyn AnyFacts) {
        let position = typed_mut(self, position);
        let any: &dyn Any = facts;
        match any.downcast_ref::<FactsOf<R::Fact>>() {
            Some(facts) => facts.0.iter().for_each(|fact| position.apply(fact)),
            None => panic!("facts of another ruleset were handed to {}", self.about().id),
        }
    }
    fn restore(&self, canonical: &str) -> Result<Box<dyn AnyPosition>, serde_json::Error> {
        let position = serde_json::from_str::<R::Position>(canonical)?;
        self.whole(&position).map_err(serde::de::Error::custom)?;
        Ok(Box::new(PositionOf(position)))
    }
    fn known(&self, position: &dyn AnyPosition, viewer: Viewer) -> Box<dyn AnyPosition> {
        Box::new(PositionOf(Ruleset::known(self, typed(self, position), viewer)))
    }
    fn tell(&self, fact: &str, viewer: Viewer) -> Result<Option<Line>, serde_json::Error> {
        let fact: R::Fact = serde_json::from_str(fact)?;
        Ok(Ruleset::tell(self, &fact, viewer))
    }
    fn sub_turn(&self, fact: &str) -> Result<Option<&'static str>, serde_json::Error> {
        Ok(Ruleset::sub_turn(self, &serde_json::from_str(fact)?))
    }
}

/// The rulesets that a service offers, by id. Built once, handed around.
#[derive(Clone)]
pub struct Registry(Vec<Arc<dyn AnyRuleset>>);

impl Registry {
    /// A registry of these rulesets, in the order given.
    pub fn new(rulesets: Vec<Arc<dyn AnyRuleset>>) -> Self {
        Registry(rulesets)
    }

    /// All of them.
    pub fn all(&self) -> &[Arc<dyn AnyRuleset>] {
        &self.0
    }

    /// The ruleset of that id.
    pub fn get(&self, id: &str) -> Option<&Arc<dyn AnyRuleset>> {
        self.0.iter().find(|r| r.about().id == id)
    }
}
