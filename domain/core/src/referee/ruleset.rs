//! The contract itself, in parts: the ruleset, and what is asked of its board.
//!
//! | part | implemented by | for whom |
//! | --- | --- | --- |
//! | [`Card`] | the ruleset | lobby, rules page, map |
//! | [`Ruleset`] | the ruleset | the referee: open, decide, tell |
//! | [`Situation`] | its board | pages and letters |
//! | [`Orders`] | its board | menus, notation |
//! | [`Questions`] | its board | standing orders |
//! | [`HousePlayers`] | its board | house players |

use super::standing::{Answer, Circumstance, InForce, QuestionContext, TURN};
use super::{
    Apply, Candidate, Card, Choice, Decision, Line, Measure, OverlayOffer, OverlayView, Phase, Score, Step, View,
};
use crate::dice::{BotRng, Dice};
use crate::words::{Audience, Hearers, Refusal, SeatId, Side, Terms, Viewer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// One rulebook made playable.
///
/// # What an implementation owes
/// * [`Ruleset::decide`] holds all the rules; [`Apply::apply`] on the position holds none.
/// * [`Orders::orders`] lists exactly the orders that `decide` accepts, up to the way a move takes where the rules do not
///   care about the way. A property test for each ruleset.
/// * `parse(format(x)) == x` for every order.
/// * Facts and positions serialise to canonical JSON: struct fields declared in alphabetical order, integers only, maps
///   with sorted keys ([`crate::log`] hashes these bytes).
/// * Procedures that span several decisions are explicit state in the position.
pub trait Ruleset: Card {
    /// The state after a record. Serialises, compares, clones cheaply.
    type Position: Apply<Self::Fact> + Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a player says.
    type Order: Clone + Debug + PartialEq + Send;
    /// What the referee says happened.
    type Fact: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// Ruleset and position together, with the look-ups that questions need.
    type Board<'a>: Situation + Orders<Order = Self::Order> + Questions + HousePlayers
    where
        Self: 'a;

    /// These rules as an earlier revision had them, where they still know how it decided: what it decided is then judged by it.
    fn earlier(&self, revision: u32) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = revision;
        None
    }

    /// The position before the first order.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] for a scenario or option that the ruleset does not have.
    fn open(&self, terms: &Terms) -> Result<Self::Position, Refusal>;

    /// The board of a position, for as many questions as somebody has.
    fn board<'a>(&'a self, position: &'a Self::Position) -> Self::Board<'a>;

    /// All the rules. Pure but for the dice.
    ///
    /// # Errors
    /// [`Refusal::Illegal`] with the section that forbids the order; [`Refusal::Dice`] when a needed roll is withheld.
    fn decide(
        &self,
        position: &Self::Position,
        seat: SeatId,
        order: &Self::Order,
        dice: &mut Dice<'_>,
    ) -> Result<Vec<Self::Fact>, Refusal>;

    /// What everybody's choices come to that were made at the same time, none knowing of the others ([`Situation::is_together`]), in seat order.
    /// Each was accepted by [`Ruleset::decide`] with the dice withheld before it was sealed.
    ///
    /// # Errors
    /// None is left to the players: a refusal is a fault of the ruleset.
    fn decide_together(
        &self,
        position: &Self::Position,
        choices: &[(SeatId, Self::Order)],
        dice: &mut Dice<'_>,
    ) -> Result<Vec<Self::Fact>, Refusal> {
        let mut facts = Vec::new();
        for (seat, order) in choices {
            facts.extend(self.decide(position, *seat, order, dice)?);
        }
        Ok(facts)
    }

    /// Who learns a fact. What nobody but its owner may know is a fact of its own, for the owner's ears; a fact that shows something holds
    /// all that the others need.
    fn hearers(&self, _fact: &Self::Fact) -> Hearers {
        Hearers::Everybody
    }

    /// The hidden pieces that are to be under seal in this position, whole sets of a fixed number, with what each is and stays as
    /// canonical JSON. A set is sealed once, when it first stands here.
    fn hidden_pieces(&self, _position: &Self::Position) -> Vec<HiddenSet> {
        Vec::new()
    }

    /// The hidden piece that a fact shows to everybody, by the audience of its set and its number.
    fn shows(&self, _fact: &Self::Fact) -> Option<(Audience, u16)> {
        None
    }

    /// An umpire's word, in study positions only: places, removes and marks whatever the ruleset has
    /// (`place Archer 0714 steps 3 disrupted`, `turn 3 union fire`).
    ///
    /// # Errors
    /// [`Refusal::Unreadable`] for a line it does not know, with what it could say instead.
    fn umpire(&self, position: &Self::Position, line: &str) -> Result<Vec<Self::Fact>, Refusal>;

    /// Whether a position that was not made by these rules could be one of theirs: every index within the pack, every place on the
    /// map. What this accepts, no other method may fall over. Positions that the rules make are whole by themselves.
    ///
    /// # Errors
    /// A sentence about the first thing that is out of range.
    fn whole(&self, position: &Self::Position) -> Result<(), String>;

    /// The position as one viewer may know it, to be played on in a sandbox: whatever is hidden from that viewer is taken out or
    /// replaced by what the viewer may suppose. A ruleset without secrets has nothing to take out.
    fn known(&self, position: &Self::Position, viewer: Viewer) -> Self::Position {
        let _all_of_it = viewer;
        position.clone()
    }

    /// A fact told in prose, or nothing where there is nothing to tell this viewer.
    fn tell(&self, fact: &Self::Fact, viewer: Viewer) -> Option<Line>;

    /// The step that begins with a fact, where the rulebook divides its game turns into such steps: `impulse`, `player
    /// turn`. For statistics alone; the position need not count them.
    fn sub_turn(&self, _fact: &Self::Fact) -> Option<&'static str> {
        None
    }
}

/// Hidden pieces that are sealed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenSet {
    /// Whose they are: a side or a seat.
    pub audience: Audience,
    /// What each is, by its number from 0.
    pub pieces: Vec<String>,
}

/// What pages and letters ask of a position.
pub trait Situation {
    /// Who owes what. Empty when the game is over. Never empty before.
    fn waiting(&self) -> Vec<Decision>;

    /// What one viewer may see.
    fn view(&self, viewer: Viewer) -> View;

    /// Where in the sequence of play the position stands: the view's phase, without the work of the rest. Asked after every
    /// order, so a ruleset whose view is not cheap says it by itself.
    fn phase(&self, viewer: Viewer) -> Phase {
        self.view(viewer).phase
    }

    /// The score as it would stand if the game ended now: the view's, without the work of the rest. Asked of every position of a log.
    fn score(&self, viewer: Viewer) -> Score {
        self.view(viewer).score
    }

    /// What is counted of the position for the lines in which a game is told: the strength of both sides, the ground they hold, always the same
    /// counts in the same order. Asked once for each turn of a log. Losses, points and dice are known without.
    fn measures(&self, _viewer: Viewer) -> Vec<Measure> {
        Vec::new()
    }

    /// What can be drawn over the map for a viewer who asks for it. Cheap: asked whenever a page is drawn.
    fn overlays(&self, _viewer: Viewer) -> Vec<OverlayOffer> {
        Vec::new()
    }

    /// One of the overlays offered, from the same functions as the rules. `piece` is a piece of the viewer's view, by its id, or nothing for an
    /// overlay that is of none. `None` where there is nothing of that piece to draw.
    fn overlay(&self, _viewer: Viewer, _id: &str, _piece: Option<&str>) -> Option<OverlayView> {
        None
    }

    /// Whether a question is put to several seats at the same time, to be answered by each without knowing of the others: their answers stay
    /// sealed until all have been given.
    fn is_together(&self, _decision: &Decision) -> bool {
        false
    }

    /// The step of the game, from 1, as everybody can see it: it counts up whenever the rules go on to another phase or another seat's
    /// turn to act. With it the enemy's link in each roll changes.
    fn step(&self) -> u32 {
        self.turn().max(1)
    }

    /// The game turn, from 1; 0 during set-up. For statistics and the index of a replay.
    fn turn(&self) -> u32;

    /// The result, once the game is over by its own rules.
    fn outcome(&self) -> Option<Outcome>;

    /// The result if the game ended now: what a claim on time is judged by where the players agreed to that. Any position has one,
    /// also in the middle of a procedure.
    fn adjudicate(&self) -> Outcome;
}

/// The orders of a position, in the ruleset's own type.
pub trait Orders {
    /// What a player says.
    type Order: Clone + Debug + PartialEq + Send;

    /// Every legal order of a seat, grouped by piece and verb, cheap enough to call after every order.
    fn orders(&self, seat: SeatId) -> Vec<Self::Order>;

    /// The orders of one piece among them, in the same order, where a ruleset can list them without the rest: what pages and programs ask for when
    /// a piece is in hand. `None` has them picked out of the whole menu.
    fn orders_of_piece(&self, _seat: SeatId, _piece: &str) -> Option<Vec<Self::Order>> {
        None
    }

    /// The orders of no piece among them, in the same order, where a ruleset can list them without the rest: what a page needs while no piece is in hand.
    /// `None` where all are listed then.
    fn orders_of_none(&self, _seat: SeatId) -> Option<Vec<Self::Order>> {
        None
    }

    /// The orders that a seat may give although the game does not wait for it: what the rules allow it at any time. A seat that
    /// the game waits for has them among its [`Orders::orders`]; for any other seat they are all of its orders. Most rulebooks
    /// have none. While a question stands that is put to several seats at once they are no answers to it, and go under no seal: none of
    /// them may make an answer illegal that was given already.
    fn interrupts(&self, seat: SeatId) -> Vec<Self::Order> {
        let _nobody_interrupts = seat;
        Vec::new()
    }

    /// Who may read an order: one that only its owner's side or seat may read is no public record, and neither is what comes of it. Where
    /// others learn anything by it all the same (it meets somebody unseen), it is a public record like any other.
    fn order_hearers(&self, _seat: SeatId, _order: &Self::Order) -> Hearers {
        Hearers::Everybody
    }

    /// Whether an order goes on with what an earlier one began, whoever gives it: an answer to a question that came up while something was
    /// carried out. It is told under the order that began it. Asked of orders given long ago, so it goes by the order alone.
    fn carries_on(&self, _order: &Self::Order) -> bool {
        false
    }

    /// Whether an order does none of the things to do, but closes what is asked: what [`Choice::closes`] says of it in a menu. Asked of orders given
    /// long ago, so it goes by the order alone.
    fn closes(&self, _order: &Self::Order) -> bool {
        false
    }

    /// A legal order as a line of the menu, with costs, arithmetic and odds.
    fn choice(&self, seat: SeatId, order: &Self::Order) -> Choice;

    /// What can be composed besides the orders of the menu, each the first thing said of it: an attack with all who take part, a brigade's
    /// march. One that says nothing but a verb of the menu composes the orders of that verb, which pages then do not list. Cheap enough to ask
    /// whenever a page is drawn.
    fn goals(&self, _seat: SeatId) -> Vec<Candidate> {
        Vec::new()
    }

    /// What can be chosen next in composing an order, given what was said so far, at least one thing
    /// (`docs/decisions/0062-steps-of-choice.md`). `None` where it began with none of its goals: then pieces, verbs, places and targets of the
    /// menu are the steps.
    ///
    /// # Errors
    /// What was said leads to no order.
    fn steps(&self, _seat: SeatId, _said: &[String]) -> Option<Result<Step, Refusal>> {
        None
    }

    /// Whether the menu is small enough to be listed, in a letter and by number. Where it is not, pages compose and letters propose.
    fn is_listed(&self, _seat: SeatId) -> bool {
        true
    }

    /// What does nothing more than to wait or to go on, of a seat whose menu is not listed: said behind what is proposed to it, where it is legal.
    /// Of a listed menu those are its choices that close what is asked ([`Choice::closes`]).
    fn endings(&self, seat: SeatId) -> Vec<Self::Order> {
        let listed = if self.is_listed(seat) { self.orders(seat) } else { Vec::new() };
        listed.into_iter().filter(|order| self.closes(order)).collect()
    }

    /// Lines worth proposing to a seat whose menu is not listed, the best first: orders, several as one, shorthand. One for each brigade
    /// rather than one for each unit. Without any, what a house player would do is proposed.
    fn proposals(&self, _seat: SeatId) -> Vec<Choice> {
        Vec::new()
    }

    /// An example of each kind of shorthand that stands for something here.
    fn shorthand(&self, _seat: SeatId) -> Vec<Choice> {
        Vec::new()
    }

    /// The orders that a line of shorthand stands for, in the order to be given; `None` for a line that is no shorthand. Deterministic in the
    /// position; the shorthand itself stands in no log.
    ///
    /// # Errors
    /// [`Refusal`] for shorthand that stands for nothing here.
    fn spell_out(&self, _seat: SeatId, _line: &str) -> Option<Result<Vec<String>, Refusal>> {
        None
    }

    /// What a line of queued orders comes to in this position, where it is one that goes on over several turns: a march. `None` for a line that is
    /// given once, as it is written.
    ///
    /// # Errors
    /// [`Refusal`] where it cannot go on: the way is blocked, the piece is gone.
    fn stage(&self, _seat: SeatId, _line: &str) -> Option<Result<Stage, Refusal>> {
        None
    }

    /// Reads an order from its line of notation. The position serves to resolve names and ways left out, not to judge.
    ///
    /// # Errors
    /// [`Refusal::Unreadable`], saying what a readable order looks like.
    fn parse(&self, seat: SeatId, line: &str) -> Result<Self::Order, Refusal>;

    /// The one line of notation of an order.
    fn format(&self, order: &Self::Order) -> String;
}

/// What a line that goes on over several turns comes to in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The orders to be given now; none where its time has not come, or it has had its share.
    pub now: Vec<String>,
    /// Whether it stays queued behind them.
    pub goes_on: bool,
}

/// The questions that standing orders answer.
pub trait Questions: Orders {
    /// The offers that bear on a decision, each with everything that its conditions may ask for. Empty for a decision that is
    /// never answered in advance. Where answers differ in their circumstances (which unit fires), those of the likeliest.
    fn circumstances(&self, decision: &Decision) -> Vec<QuestionContext>;

    /// What these standing orders say to a decision; `None` when the player wants to be asked. An answer given is legal. Conditions
    /// are settled before: `standing` gives one value for each offer.
    fn answer(&self, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<Self::Order>>;

    /// Why a name that a condition asks for can come up no more: "Archer is eliminated". Nothing while it can.
    fn gone(&self, _condition: &str, _word: &str) -> Option<String> {
        None
    }

    /// Whether queued orders speak to a decision: one of one's own turn, and no question that somebody else's act has put. Those that are
    /// answered in advance by standing orders are none.
    fn is_own_turn(&self, decision: &Decision) -> bool {
        self.circumstances(decision).is_empty()
    }

    /// What guards of queued orders may ask for: every key of [`Card::queue_conditions`].
    fn queue_circumstances(&self, _seat: SeatId) -> Vec<Circumstance>
    where
        Self: Situation,
    {
        vec![Circumstance::number(TURN, self.turn())]
    }

    /// Whether the referee may answer a decision itself when only one order is legal. Only for questions out of turn: never for one
    /// whose answer ends a phase of one's own or shows something.
    fn may_force(&self, _decision: &Decision) -> bool {
        false
    }
}

/// Players of the house.
pub trait HousePlayers: Orders {
    /// A house player's order for a seat that owes one.
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Self::Order>;

    /// The same as the line that the house player gives in a game: where it orders many about at once, several orders as one. The first of
    /// them is the order of [`HousePlayers::bot_order`].
    fn bot_says(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<String> {
        self.bot_order(bot, seat, rng).map(|order| self.format(&order))
    }

    /// What a house player queues for its coming turns when it has had one, in the notation of queued orders; empty where it wants to be asked in
    /// each. For [`super::simulate`], which counts how often somebody would be asked who queues what can be queued; at a table a house player is
    /// asked whenever it is its turn.
    fn bot_queues(&self, _bot: &str, _seat: SeatId) -> String {
        String::new()
    }
}

/// How a game ended by its own rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The victory level as the rulebook names it.
    pub level: String,
    /// Victory points, in the rulebook's own count.
    pub points: i32,
    /// Who won, if anybody.
    pub winner: Option<Side>,
}
