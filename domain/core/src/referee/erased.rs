//! Rulesets without their types: what the rest of the service holds.

use super::standing::lapsed;
use super::{
    About, Answer, Apply, Bearing, Bot, BotRng, Choice, Decision, InForce, Lapsed, Line, Menu, Notation, Outcome,
    Phase, Ruleset, Standing, StandingOffer, View,
};
use crate::board::Sheet;
use crate::dice::Dice;
use crate::words::{Refusal, SeatId, Terms, Viewer};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A position of some ruleset.
pub trait AnyPosition: Any + Debug + Send + Sync {
    /// A copy.
    fn copy(&self) -> Box<dyn AnyPosition>;
    /// The canonical JSON of it.
    fn canonical(&self) -> String;
    /// SHA-256 of the canonical JSON (TRUST §1, `state`).
    fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.canonical().as_bytes()).into()
    }
    /// Whether two positions of one ruleset are equal in every part that plays a role.
    fn same(&self, other: &dyn AnyPosition) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        (**self).copy()
    }
}

#[derive(Clone, Debug)]
struct Held<P>(P);

impl<P: Clone + Debug + serde::Serialize + Send + Sync + 'static> AnyPosition for Held<P> {
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

struct Facts<F>(Vec<F>);

impl<F: Send + 'static> AnyFacts for Facts<F> {
    fn len(&self) -> usize {
        self.0.len()
    }
}

/// An order carried out.
#[derive(Debug)]
pub struct Decided {
    /// The order as notation writes it, whatever spelling came in.
    pub order: String,
    /// The facts as canonical JSON.
    pub facts: Vec<Box<RawValue>>,
    /// The position after them.
    pub after: Box<dyn AnyPosition>,
}

/// A ruleset without its types. Positions handed in must come from the same ruleset; any other is a mistake of the caller
/// and panics.
pub trait AnyRuleset: Send + Sync {
    /// See [`Ruleset::about`].
    fn about(&self) -> &About;
    /// See [`Ruleset::sheet`].
    fn sheet(&self) -> &Sheet;
    /// See [`Ruleset::open`].
    ///
    /// # Errors
    /// As there.
    fn open(&self, terms: &Terms) -> Result<Box<dyn AnyPosition>, Refusal>;
    /// Reads and decides a line of notation.
    ///
    /// # Errors
    /// As [`Ruleset::parse`] and [`Ruleset::decide`].
    fn decide(
        &self,
        position: &dyn AnyPosition,
        seat: SeatId,
        line: &str,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal>;
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
    /// The JSON error, when the text is not a position of this ruleset.
    fn restore(&self, canonical: &str) -> Result<Box<dyn AnyPosition>, serde_json::Error>;
    /// See [`Ruleset::waiting`].
    fn waiting(&self, position: &dyn AnyPosition) -> Vec<Decision>;
    /// The notation of every legal order of a seat.
    fn orders(&self, position: &dyn AnyPosition, seat: SeatId) -> Vec<String>;
    /// Whether a seat may act though the game does not wait for it: see [`Ruleset::interrupts`].
    fn may_interrupt(&self, position: &dyn AnyPosition, seat: SeatId) -> bool;
    /// The menu of a seat; `piece` narrows it to the choices of one piece.
    fn menu(&self, position: &dyn AnyPosition, seat: SeatId, piece: Option<&str>) -> Menu;
    /// A legal order as a line of the menu, read from its notation.
    ///
    /// # Errors
    /// As [`Ruleset::parse`].
    fn choice(&self, position: &dyn AnyPosition, seat: SeatId, line: &str) -> Result<Choice, Refusal>;
    /// See [`Ruleset::view`].
    fn view(&self, position: &dyn AnyPosition, viewer: Viewer) -> View;
    /// See [`Ruleset::known`].
    fn known(&self, position: &dyn AnyPosition, viewer: Viewer) -> Box<dyn AnyPosition>;
    /// See [`Ruleset::phase`].
    fn phase(&self, position: &dyn AnyPosition, viewer: Viewer) -> Phase;
    /// See [`Ruleset::tell`].
    ///
    /// # Errors
    /// The JSON error, when the text is not a fact of this ruleset.
    fn tell(&self, fact: &str, viewer: Viewer) -> Result<Option<Line>, serde_json::Error>;
    /// See [`Ruleset::turn`].
    fn turn(&self, position: &dyn AnyPosition) -> u32;
    /// See [`Ruleset::beat`].
    ///
    /// # Errors
    /// The JSON error, when the text is not a fact of this ruleset.
    fn beat(&self, fact: &str) -> Result<Option<&'static str>, serde_json::Error>;
    /// See [`Ruleset::outcome`].
    fn outcome(&self, position: &dyn AnyPosition) -> Option<Outcome>;
    /// See [`Ruleset::adjudicate`].
    fn adjudicate(&self, position: &dyn AnyPosition) -> Outcome;
    /// See [`Ruleset::standing_offers`].
    fn standing_offers(&self) -> Vec<StandingOffer>;
    /// Everything that may be written in standing orders: [`Ruleset::standing_offers`] and
    /// [`Ruleset::standing_conditions`].
    fn standing_notation(&self) -> Notation;
    /// See [`Ruleset::circumstances`].
    fn circumstances(&self, position: &dyn AnyPosition, decision: &Decision) -> Vec<Bearing>;
    /// What standing orders say to a decision: conditions are settled in its circumstances, then [`Ruleset::answer`] is asked.
    fn answer(&self, position: &dyn AnyPosition, decision: &Decision, standing: &Standing) -> Option<Answer<String>>;
    /// The parts of standing orders that have switched themselves off.
    fn lapsed(&self, position: &dyn AnyPosition, standing: &Standing) -> Vec<Lapsed>;
    /// The one legal order, where the referee may give it itself. See [`Ruleset::may_force`].
    fn forced(&self, position: &dyn AnyPosition, decision: &Decision) -> Option<String>;
    /// See [`Ruleset::bots`].
    fn bots(&self) -> Vec<Bot>;
    /// See [`Ruleset::bot_order`].
    fn bot_order(&self, bot: &str, position: &dyn AnyPosition, seat: SeatId, rng: &mut BotRng) -> Option<String>;
}

/// Takes the types off a ruleset.
pub fn erase<R: Ruleset>(ruleset: R) -> Arc<dyn AnyRuleset> {
    Arc::new(Erased(ruleset))
}

struct Erased<R>(R);

impl<R: Ruleset> Erased<R> {
    fn typed<'p>(&self, position: &'p dyn AnyPosition) -> &'p R::Position {
        let any: &dyn Any = position;
        match any.downcast_ref::<Held<R::Position>>() {
            Some(held) => &held.0,
            None => panic!("a position of another ruleset was handed to {}", self.0.about().id),
        }
    }

    fn typed_mut<'p>(&self, position: &'p mut dyn AnyPosition) -> &'p mut R::Position {
        let any: &mut dyn Any = position;
        match any.downcast_mut::<Held<R::Position>>() {
            Some(held) => &mut held.0,
            None => panic!("a position of another ruleset was handed to {}", self.0.about().id),
        }
    }

    fn written(&self, position: &R::Position, order: String, facts: Vec<R::Fact>) -> Decided {
        let mut after = position.clone();
        let facts = facts
            .iter()
            .map(|fact| {
                after.apply(fact);
                serde_json::value::to_raw_value(fact).expect("a fact of plain structs and enums serialises")
            })
            .collect();
        Decided { order, facts, after: Box::new(Held(after)) }
    }
}

impl<R: Ruleset> AnyRuleset for Erased<R> {
    fn about(&self) -> &About {
        self.0.about()
    }
    fn sheet(&self) -> &Sheet {
        self.0.sheet()
    }
    fn open(&self, terms: &Terms) -> Result<Box<dyn AnyPosition>, Refusal> {
        Ok(Box::new(Held(self.0.open(terms)?)))
    }
    fn decide(
        &self,
        position: &dyn AnyPosition,
        seat: SeatId,
        line: &str,
        dice: &mut Dice<'_>,
    ) -> Result<Decided, Refusal> {
        let position = self.typed(position);
        let order = self.0.parse(position, seat, line)?;
        let facts = self.0.decide(position, seat, &order, dice)?;
        Ok(self.written(position, self.0.format(&order), facts))
    }
    fn umpire(&self, position: &dyn AnyPosition, line: &str) -> Result<Decided, Refusal> {
        let position = self.typed(position);
        let facts = self.0.umpire(position, line)?;
        Ok(self.written(position, line.trim().to_owned(), facts))
    }
    fn apply(&self, position: &mut dyn AnyPosition, fact: &str) -> Result<(), serde_json::Error> {
        let fact: R::Fact = serde_json::from_str(fact)?;
        self.typed_mut(position).apply(&fact);
        Ok(())
    }
    fn read_facts(&self, facts: &[&str]) -> Result<Box<dyn AnyFacts>, serde_json::Error> {
        let facts: Vec<R::Fact> = facts.iter().map(|f| serde_json::from_str(f)).collect::<Result<_, _>>()?;
        Ok(Box::new(Facts(facts)))
    }
    fn apply_all(&self, position: &mut dyn AnyPosition, facts: &dyn AnyFacts) {
        let position = self.typed_mut(position);
        let any: &dyn Any = facts;
        match any.downcast_ref::<Facts<R::Fact>>() {
            Some(facts) => facts.0.iter().for_each(|fact| position.apply(fact)),
            None => panic!("facts of another ruleset were handed to {}", self.0.about().id),
        }
    }
    fn restore(&self, canonical: &str) -> Result<Box<dyn AnyPosition>, serde_json::Error> {
        Ok(Box::new(Held(serde_json::from_str::<R::Position>(canonical)?)))
    }
    fn waiting(&self, position: &dyn AnyPosition) -> Vec<Decision> {
        self.0.waiting(self.typed(position))
    }
    fn orders(&self, position: &dyn AnyPosition, seat: SeatId) -> Vec<String> {
        self.0.orders(self.typed(position), seat).iter().map(|o| self.0.format(o)).collect()
    }
    fn may_interrupt(&self, position: &dyn AnyPosition, seat: SeatId) -> bool {
        !self.0.interrupts(self.typed(position), seat).is_empty()
    }
    fn menu(&self, position: &dyn AnyPosition, seat: SeatId, piece: Option<&str>) -> Menu {
        let position = self.typed(position);
        let asks = self.0.waiting(position).into_iter().filter(|d| d.seat == seat).collect();
        let orders = self.0.orders(position, seat);
        let choices = orders.iter().map(|o| self.0.choice(position, seat, o));
        let choices: Vec<Choice> = match piece {
            Some(id) => choices.filter(|c| c.piece.as_deref() == Some(id)).collect(),
            None => choices.collect(),
        };
        Menu { seat, asks, choices }
    }
    fn choice(&self, position: &dyn AnyPosition, seat: SeatId, line: &str) -> Result<Choice, Refusal> {
        let position = self.typed(position);
        let order = self.0.parse(position, seat, line)?;
        Ok(self.0.choice(position, seat, &order))
    }
    fn view(&self, position: &dyn AnyPosition, viewer: Viewer) -> View {
        self.0.view(self.typed(position), viewer)
    }
    fn known(&self, position: &dyn AnyPosition, viewer: Viewer) -> Box<dyn AnyPosition> {
        Box::new(Held(self.0.known(self.typed(position), viewer)))
    }
    fn phase(&self, position: &dyn AnyPosition, viewer: Viewer) -> Phase {
        self.0.phase(self.typed(position), viewer)
    }
    fn tell(&self, fact: &str, viewer: Viewer) -> Result<Option<Line>, serde_json::Error> {
        let fact: R::Fact = serde_json::from_str(fact)?;
        Ok(self.0.tell(&fact, viewer))
    }
    fn turn(&self, position: &dyn AnyPosition) -> u32 {
        self.0.turn(self.typed(position))
    }
    fn beat(&self, fact: &str) -> Result<Option<&'static str>, serde_json::Error> {
        Ok(self.0.beat(&serde_json::from_str(fact)?))
    }
    fn outcome(&self, position: &dyn AnyPosition) -> Option<Outcome> {
        self.0.outcome(self.typed(position))
    }
    fn adjudicate(&self, position: &dyn AnyPosition) -> Outcome {
        self.0.adjudicate(self.typed(position))
    }
    fn standing_offers(&self) -> Vec<StandingOffer> {
        self.0.standing_offers()
    }
    fn standing_notation(&self) -> Notation {
        Notation { offers: self.0.standing_offers(), conditions: self.0.standing_conditions() }
    }
    fn circumstances(&self, position: &dyn AnyPosition, decision: &Decision) -> Vec<Bearing> {
        self.0.circumstances(self.typed(position), decision)
    }
    fn lapsed(&self, position: &dyn AnyPosition, standing: &Standing) -> Vec<Lapsed> {
        let position = self.typed(position);
        lapsed(standing, i64::from(self.0.turn(position)), |key, word| self.0.gone(position, key, word))
    }
    fn forced(&self, position: &dyn AnyPosition, decision: &Decision) -> Option<String> {
        let position = self.typed(position);
        if !self.0.may_force(position, decision) {
            return None;
        }
        match self.0.orders(position, decision.seat).as_slice() {
            [only] => Some(self.0.format(only)),
            _ => None,
        }
    }
    fn answer(&self, position: &dyn AnyPosition, decision: &Decision, standing: &Standing) -> Option<Answer<String>> {
        let position = self.typed(position);
        let bearings = if standing.is_plain() { Vec::new() } else { self.0.circumstances(position, decision) };
        let answer = self.0.answer(position, decision, &InForce::new(standing, bearings))?;
        Some(Answer { seat: answer.seat, order: self.0.format(&answer.order), key: answer.key, reason: answer.reason })
    }
    fn bots(&self) -> Vec<Bot> {
        self.0.bots()
    }
    fn bot_order(&self, bot: &str, position: &dyn AnyPosition, seat: SeatId, rng: &mut BotRng) -> Option<String> {
        self.0.bot_order(bot, self.typed(position), seat, rng).map(|o| self.0.format(&o))
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
