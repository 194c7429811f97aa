//! *Picket Line*: an example of a rulebook. A file for each chapter; sections are cited as `§3.0`.

mod about;
mod board;
mod book;
mod bots;
mod carry;
mod challenge;
mod facts;
mod march;
mod menu;
mod names;
mod notation;
mod orders;
mod pack;
mod position;
mod resolver;
mod sheet;
mod turns;
mod umpire;
mod victory;
mod view;

pub use challenge::{Stand, Yield};
pub use march::{Dash, Go, Hold};
pub use orders::Order;
pub use position::{Patrol, Pending, Position};

use board::Board;
use book::Rules;
use domain_core::board::Sheet;
use domain_core::dice::Dice;
use domain_core::kit;
use domain_core::referee::{
    About, Answer, Bot, BotRng, Card, Choice, Decision, HousePlayers, InForce, Line, Orders, Outcome, Phase,
    QuestionContext, Questions, Refusal, Ruleset, SeatId, Side, Situation, StandingCondition, StandingOffer, Terms,
    View, Viewer,
};
use facts::Fact;
use pack::Pack;
use resolver::Resolver;

/// The ruleset as the registry holds it.
pub fn any_ruleset() -> std::sync::Arc<dyn domain_core::referee::AnyRuleset> {
    domain_core::referee::any_ruleset(PicketLine::new())
}

/// The ruleset.
pub struct PicketLine {
    about: About,
    pack: Pack,
    sheet: Sheet,
}

impl PicketLine {
    /// With the built-in pack.
    pub fn new() -> Self {
        let pack = Pack::read().expect("the built-in pack is read by every test");
        PicketLine { about: about::about(&pack), sheet: sheet::sheet(&pack), pack }
    }
}

impl Default for PicketLine {
    fn default() -> Self {
        Self::new()
    }
}

impl Card for PicketLine {
    fn about(&self) -> &About {
        &self.about
    }

    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn standing_offers(&self) -> Vec<StandingOffer> {
        kit::offers::<Rules>()
    }

    fn standing_conditions(&self) -> Vec<StandingCondition> {
        challenge::conditions(&self.pack)
    }

    fn bots(&self) -> Vec<Bot> {
        kit::bots(&bots::PLAYERS)
    }
}

impl Ruleset for PicketLine {
    type Position = Position;
    type Order = Order;
    type Fact = Fact;
    type Board<'a> = Board<'a>;

    fn open(&self, terms: &Terms) -> Result<Position, Refusal> {
        if self.about.scenario(&terms.scenario).is_none() {
            let wrong = format!("There is no scenario {}.", terms.scenario);
            return Err(Refusal::unreadable(wrong, "The scenario is called line."));
        }
        let units = vec![Patrol { place: 2 }, Patrol { place: 4 }];
        Ok(Position { over: false, pending: None, side: Side::Union, turn: 1, units })
    }

    fn board<'a>(&'a self, position: &'a Position) -> Board<'a> {
        Board { pack: &self.pack, at: position }
    }

    fn decide(
        &self,
        position: &Position,
        seat: SeatId,
        order: &Order,
        dice: &mut Dice<'_>,
    ) -> Result<Vec<Fact>, Refusal> {
        let side = seat.side()?;
        let mut resolver = Resolver::at(&self.pack, position, dice);
        resolver.carry(side, order)?;
        Ok(resolver.buffer.finish())
    }

    fn umpire(&self, position: &Position, line: &str) -> Result<Vec<Fact>, Refusal> {
        umpire::umpire(&self.board(position), line)
    }

    /// Whether a position from outside could be one of this game. What it accepts, nothing else may fall over.
    fn whole(&self, position: &Position) -> Result<(), String> {
        let [union, confederate] = position.units.as_slice() else {
            return Err(format!("there are {} patrols, not 2", position.units.len()));
        };
        if !self.pack.in_order(union.place, confederate.place) {
            return Err(format!("patrols at {} and {}", union.place, confederate.place));
        }
        let turns = 1..=turns::TURNS;
        match turns.contains(&position.turn) && !(position.over && position.pending.is_some()) {
            true => Ok(()),
            false => Err(format!("turn {} is none", position.turn)),
        }
    }

    fn tell(&self, fact: &Fact, _viewer: Viewer) -> Option<Line> {
        Some(fact.tell(&self.pack))
    }
}

impl Situation for Board<'_> {
    fn waiting(&self) -> Vec<Decision> {
        kit::waiting::<Rules>(self)
    }

    fn view(&self, _viewer: Viewer) -> View {
        view::view(self)
    }

    fn phase(&self, _viewer: Viewer) -> Phase {
        view::phase(self)
    }

    fn turn(&self) -> u32 {
        u32::from(self.at.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.at.over.then(|| self.result())
    }

    fn adjudicate(&self) -> Outcome {
        self.result()
    }
}

impl Orders for Board<'_> {
    type Order = Order;

    fn orders(&self, seat: SeatId) -> Vec<Order> {
        seat.side().map_or_else(|_| Vec::new(), |side| self.orders_of(side))
    }

    fn choice(&self, _seat: SeatId, order: &Order) -> Choice {
        self.line(order)
    }

    fn parse(&self, seat: SeatId, line: &str) -> Result<Order, Refusal> {
        notation::parse(self, seat.side()?, line)
    }

    fn format(&self, order: &Order) -> String {
        notation::format(self, order)
    }
}

impl Questions for Board<'_> {
    fn circumstances(&self, decision: &Decision) -> Vec<QuestionContext> {
        kit::contexts::<Rules>(self, decision)
    }

    fn answer(&self, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<Order>> {
        kit::answer::<Rules>(self, decision, standing)
    }

    /// Whether the referee answers by itself where one order is legal: out of turn only.
    fn may_force(&self, decision: &Decision) -> bool {
        kit::may_force::<Rules>(self, decision)
    }
}

impl HousePlayers for Board<'_> {
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        kit::player(&bots::PLAYERS, bot)?(self, seat.side().ok()?, rng)
    }
}
