//! *Bloodiest Day: Antietam*, second edition, 17 September 1862. Sections are cited as `§7.11`, those that the text numbers
//! twice as `§5.3A` and `§5.3B`; the rulings of the data pack's README as `ruling 25`.

mod about;
mod board;
mod bots;
mod charts;
mod check;
mod choice;
mod circumstances;
mod clerk;
mod combat;
mod facts;
mod fights;
mod ground;
mod losses;
mod menu;
mod movement;
mod notation;
mod orders;
mod pack;
mod position;
mod rules_text;
mod sequence;
mod setup;
mod sheet;
mod standing;
mod tell;
mod umpire;
mod units;
mod victory;
mod view;

pub use facts::{Arithmetic, Cause, Fact};
pub use ground::{Area, Border, Crossing, Link, Mark};
pub use orders::Order;
pub use pack::{Level, Pack, PackText, RECONSTRUCTED, TurnSpec};
pub use position::{
    CrossingState, Doing, Fight, Force, ForceState, Hurt, Impulse, LeaderState, Options, Pending, Phase, Place,
    Position, Purpose, Rolled, Stage, Strike, UnitState,
};
pub use units::{Arm, LeaderId, LeaderSpec, UnitId, UnitSpec};

use board::Board;
use clerk::Clerk;
use domain_core::board::Sheet;
use domain_core::dice::Dice;
use domain_core::referee::{
    About, Answer, Bearing, Bot, BotRng, Choice, Decision, InForce, Line, Outcome, PackError, Refusal, Ruleset, SeatId,
    StandingCondition, StandingOffer, Terms, View, Viewer,
};

/// The ruleset.
pub struct BloodiestDay {
    about: About,
    pack: Pack,
    sheet: Sheet,
}

impl BloodiestDay {
    /// With the built-in pack.
    pub fn new() -> Self {
        Self::with_pack(&RECONSTRUCTED).expect("the built-in pack is read by every test")
    }

    /// With a pack of the same form.
    ///
    /// # Errors
    /// [`PackError`] when it cannot be read.
    pub fn with_pack(text: &PackText) -> Result<Self, PackError> {
        let pack = Pack::read(text)?;
        Ok(BloodiestDay { about: about::about(&pack), sheet: sheet::sheet(&pack, text), pack })
    }

    /// Map, counters and tables.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The unit of that name or id.
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        notation::read_unit(&self.pack, None, name).ok()
    }

    /// The leader of that name.
    pub fn leader(&self, name: &str) -> Option<LeaderId> {
        notation::read_leader(&self.pack, name).ok()
    }

    fn board<'a>(&'a self, position: &'a Position) -> Board<'a> {
        Board::new(&self.pack, position)
    }
}

impl Default for BloodiestDay {
    fn default() -> Self {
        Self::new()
    }
}

impl Ruleset for BloodiestDay {
    type Position = Position;
    type Order = Order;
    type Fact = Fact;

    fn about(&self) -> &About {
        &self.about
    }

    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn open(&self, terms: &Terms) -> Result<Position, Refusal> {
        setup::open(&self.pack, &self.about, terms)
    }

    fn decide(
        &self,
        position: &Position,
        seat: SeatId,
        order: &Order,
        dice: &mut Dice<'_>,
    ) -> Result<Vec<Fact>, Refusal> {
        let side = seat.side()?;
        let mut clerk = Clerk::at(&self.pack, position, dice);
        clerk.carry(side, order)?;
        Ok(clerk.scribe.finish())
    }

    fn umpire(&self, position: &Position, line: &str) -> Result<Vec<Fact>, Refusal> {
        umpire::umpire(&self.pack, position, line)
    }

    fn waiting(&self, position: &Position) -> Vec<Decision> {
        choice::waiting(&self.board(position))
    }

    fn orders(&self, position: &Position, seat: SeatId) -> Vec<Order> {
        seat.side().map_or_else(|_| Vec::new(), |side| self.board(position).orders(side))
    }

    fn interrupts(&self, position: &Position, seat: SeatId) -> Vec<Order> {
        seat.side().map_or_else(|_| Vec::new(), |side| self.board(position).interrupts(side))
    }

    fn choice(&self, position: &Position, _seat: SeatId, order: &Order) -> Choice {
        choice::choice(&self.board(position), order)
    }

    fn view(&self, position: &Position, _viewer: Viewer) -> View {
        view::view(&self.pack, position)
    }

    fn tell(&self, fact: &Fact, _viewer: Viewer) -> Option<Line> {
        tell::tell(&self.pack, fact)
    }

    fn parse(&self, position: &Position, seat: SeatId, line: &str) -> Result<Order, Refusal> {
        notation::parse(&self.pack, position, seat.side()?, line)
    }

    fn format(&self, order: &Order) -> String {
        notation::format(&self.pack, order)
    }

    fn turn(&self, position: &Position) -> u32 {
        u32::from(position.turn)
    }

    fn beat(&self, fact: &Fact) -> Option<&'static str> {
        matches!(fact, Fact::Impulse { .. }).then_some("impulse")
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.phase == Phase::Over).then(|| self.adjudicate(position))
    }

    fn adjudicate(&self, position: &Position) -> Outcome {
        let tally = self.board(position).tally();
        Outcome { level: tally.result, points: tally.points_union, winner: tally.winner }
    }

    fn standing_offers(&self) -> Vec<StandingOffer> {
        standing::offers()
    }

    fn standing_conditions(&self) -> Vec<StandingCondition> {
        circumstances::conditions(&self.pack)
    }

    fn circumstances(&self, position: &Position, decision: &Decision) -> Vec<Bearing> {
        let told = |side| circumstances::told(&self.board(position), decision, side);
        decision.seat.side().map_or_else(|_| Vec::new(), told)
    }

    fn answer(&self, position: &Position, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<Order>> {
        let side = decision.seat.side().ok()?;
        standing::answer(&self.board(position), decision, side, standing)
    }

    fn gone(&self, position: &Position, condition: &str, word: &str) -> Option<String> {
        circumstances::gone(&self.board(position), condition, word)
    }

    fn may_force(&self, position: &Position, decision: &Decision) -> bool {
        decision.seat.side().is_ok_and(|side| standing::may_force(&self.board(position), side))
    }

    fn bots(&self) -> Vec<Bot> {
        bots::bots()
    }

    fn bot_order(&self, bot: &str, position: &Position, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        bots::order(bot, &self.board(position), seat.side().ok()?, rng)
    }
}
