//! *Blood Before Richmond: Gaines's Mill*, 27 June 1862. A file for each chapter of the rulebook; sections are cited as
//! `§7.51`, the rulings of the data pack's README as `ruling 25`.

mod about;
mod advance;
mod book;
mod bots;
mod carry;
mod charge;
mod charts;
mod close;
mod command;
mod composing;
mod defense;
mod disorder;
mod early_reinforcements;
mod entering;
mod facts;
mod final_turn;
mod fire;
mod ground;
mod losses;
mod menu;
mod movement;
mod mover;
mod names;
mod notation;
mod orders;
mod overlays;
mod pack;
mod pack_text;
mod position;
mod reaction;
mod received;
mod resolver;
mod results;
mod retreats;
mod revisions;
mod rules_text;
mod sequence;
mod setup;
mod sharpshooters;
mod sheet;
mod standing;
mod strength;
mod tables;
mod teller;
mod umpire;
mod units;
mod victory;
mod view;
mod voluntary;
mod way;
mod whole;
mod worth;
mod zones;

pub use advance::Advance;
pub use charge::Charge;
pub use close::CloseCombat;
pub use command::{Activate, Keep, Roll, Touch};
pub use disorder::Recover;
pub use entering::Enter;
pub use facts::{Cause, ChargeEnd, Fact, Modifier, ScoreLine};
pub use fire::Fire;
pub use ground::Ground;
pub use losses::UseBonus;
pub use movement::{Move, Withdraw};
pub use orders::Order;
pub use pack::Pack;
pub use pack_text::{PackText, RECONSTRUCTED};
pub use position::{
    Act, Bonus, CombatKind, CombatResolution, Condition, Options, Pending, Phase, Place, Position, Stage, UnitState,
};
pub use retreats::Retreat;
pub use sequence::Done;
pub use setup::{Deploy, Lift, SetUp};
pub use tables::Effects;
pub use units::{Arm, Arrival, Division, UnitId, UnitSpec};
pub use voluntary::{LoseStep, Stay, TakeMarker};
pub use way::Way;

use book::Rules;
use domain_core::board::Sheet;
use domain_core::dice::Dice;
use domain_core::kit;
use domain_core::referee::{
    About, Answer, Bot, BotRng, Candidate, Card, Choice, Decision, HousePlayers, InForce, Line, Measure, Orders,
    Outcome, OverlayOffer, OverlayView, PackError, QuestionContext, Questions, Refusal, RolledBy, Ruleset, SeatId,
    Side, Situation, Spoken, StandingCondition, StandingOffer, Step, Terms, View, Viewer,
};
use domain_core::words::Hash32;
use resolver::Resolver;
use zones::Board;

/// The ruleset as the registry holds it. What the contract makes of it is compiled here, with this crate's optimisation.
pub fn any_ruleset() -> std::sync::Arc<dyn domain_core::referee::AnyRuleset> {
    domain_core::referee::any_ruleset(GainesMill::new())
}

/// The ruleset.
pub struct GainesMill {
    about: About,
    pack: Pack,
    sheet: Sheet,
}

impl GainesMill {
    /// With the built-in pack.
    pub fn new() -> Self {
        Self::of(Pack::built_in(revisions::REVISION), &RECONSTRUCTED)
    }

    /// With a pack of the same form.
    ///
    /// # Errors
    /// [`PackError`] when it cannot be read.
    pub fn with_pack(text: &PackText) -> Result<Self, PackError> {
        Ok(Self::of(Pack { revision: revisions::REVISION, ..Pack::read(text)? }, text))
    }

    fn of(pack: Pack, text: &PackText) -> Self {
        GainesMill { about: about::about(&pack), sheet: sheet::sheet(&pack, text), pack }
    }

    /// Map, counters and tables.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The unit of that name or id, as the umpire would read it.
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        names::read_unit(&self.pack, None, &name.split(' ').collect::<Vec<_>>()).ok().map(|found| found.1)
    }
}

impl Default for GainesMill {
    fn default() -> Self {
        Self::new()
    }
}

impl Card for GainesMill {
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
        standing::conditions(&self.pack)
    }

    fn bots(&self) -> Vec<Bot> {
        kit::bots(&bots::PLAYERS)
    }

    fn lessons(&self) -> Vec<&'static str> {
        vec![include_str!("../lessons/first-turn.json")]
    }

    fn rolled_by(&self, purpose: &str) -> RolledBy {
        results::rolled_by(&self.pack, purpose)
    }

    fn spoken(&self) -> Spoken {
        Spoken {
            verbs: &[
                "activate", "advance", "attack", "charge", "deploy", "done", "end", "enter", "fire", "hold", "keep",
                "move", "pass", "retreat", "roll", "stay", "touch",
            ],
            ordinary: &["archer", "branch", "field", "fields", "hood", "keeper", "law", "warren", "winter", "wonder"],
        }
    }

    fn release_digest(&self) -> Hash32 {
        kit::files::release(env!("RELEASE_DIGEST"))
    }

    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}

impl Ruleset for GainesMill {
    type Position = Position;
    type Order = Order;
    type Fact = Fact;
    type Board<'a> = Board<'a>;

    fn open(&self, terms: &Terms) -> Result<Position, Refusal> {
        if self.about.scenario(&terms.scenario).is_none() {
            return Err(Refusal::unreadable(
                format!("There is no scenario {}.", terms.scenario),
                "The scenario is called battle.",
            ));
        }
        Ok(Position {
            activated: Vec::new(),
            ccrm: 0,
            options: early_reinforcements::read(terms)?,
            pending: Vec::new(),
            phase: Phase::Setup,
            side: Side::Union,
            touch_used: false,
            turn: 0,
            units: self.pack.units.iter().map(|u| UnitState::fresh(u.steps)).collect(),
        })
    }

    fn board<'a>(&'a self, position: &'a Position) -> Board<'a> {
        Board::new(&self.pack, position)
    }

    fn earlier(&self, revision: u32) -> Option<Self> {
        // With the built-in pack; of a game with another the digests of the files do not fit, and it judges nothing.
        let known = (1..revisions::REVISION).contains(&revision);
        known.then(|| Self::of(Pack::built_in(revision), &RECONSTRUCTED))
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

    fn whole(&self, position: &Position) -> Result<(), String> {
        whole::whole(&self.pack, position)
    }

    fn tell(&self, fact: &Fact, _viewer: Viewer) -> Option<Line> {
        fact.tell(&self.pack)
    }

    fn sub_turn(&self, fact: &Fact) -> Option<&'static str> {
        matches!(fact, Fact::Phase { phase: Phase::Command, .. }).then_some("player turn")
    }
}

impl Situation for Board<'_> {
    fn waiting(&self) -> Vec<Decision> {
        kit::waiting::<Rules>(self)
    }

    fn view(&self, _viewer: Viewer) -> View {
        view::view(self)
    }

    fn phase(&self, _viewer: Viewer) -> domain_core::referee::Phase {
        view::phase(self.pack, self.at)
    }

    fn score(&self, _viewer: Viewer) -> domain_core::referee::Score {
        view::score(self)
    }

    fn measures(&self, _viewer: Viewer) -> Vec<Measure> {
        Board::measures(self)
    }

    fn overlays(&self, _viewer: Viewer) -> Vec<OverlayOffer> {
        overlays::OFFERS.to_vec()
    }

    fn overlay(&self, viewer: Viewer, id: &str, piece: Option<&str>) -> Option<OverlayView> {
        overlays::overlay(self, viewer, id, piece)
    }

    fn turn(&self) -> u32 {
        u32::from(self.at.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.at.phase == Phase::Over).then(|| self.adjudicate())
    }

    fn adjudicate(&self) -> Outcome {
        let tally = self.tally();
        Outcome { level: tally.level, points: tally.points, winner: Some(tally.winner) }
    }
}

impl Orders for Board<'_> {
    type Order = Order;

    fn orders(&self, seat: SeatId) -> Vec<Order> {
        seat.side().map_or_else(|_| Vec::new(), |side| self.orders_of(side))
    }

    /// Coordination opens a player turn, and answers no order.
    fn carries_on(&self, order: &Order) -> bool {
        order.verb().procedure().is_some_and(|procedure| procedure != position::COORDINATION)
    }

    fn closes(&self, order: &Order) -> bool {
        matches!(order, Order::Done(_))
    }

    fn choice(&self, _seat: SeatId, order: &Order) -> Choice {
        self.line(order)
    }

    fn goals(&self, seat: SeatId) -> Vec<Candidate> {
        seat.side().map_or_else(|_| Vec::new(), |side| self.composed_goals(side))
    }

    fn steps(&self, seat: SeatId, said: &[String]) -> Option<Result<Step, Refusal>> {
        self.composed_steps(seat.side().ok()?, said)
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

    fn gone(&self, condition: &str, word: &str) -> Option<String> {
        standing::gone(self, condition, word)
    }

    /// Where something is being carried out. The Reaction Phase is a phase of one's own, and ends by a word of its side.
    fn may_force(&self, decision: &Decision) -> bool {
        kit::may_force::<Rules>(self, decision)
    }
}

impl HousePlayers for Board<'_> {
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        kit::player(&bots::PLAYERS, bot)?(self, seat.side().ok()?, rng)
    }
}
