//! *Bloodiest Day: Antietam*, second edition, 17 September 1862. Sections are cited as `§7.11`, those that the text numbers
//! twice as `§5.3A` and `§5.3B`; the rulings of the data pack's README as `ruling 25`.

mod about;
mod activation;
mod advantage;
mod attack;
mod board;
mod book;
mod bots;
mod carry;
mod charts;
mod circumstances;
mod combat;
mod commitment;
mod composing;
mod crossings;
mod danger;
mod defence;
mod facts;
mod fights;
mod ground;
mod leaders;
mod long_range;
mod losses;
mod menu;
mod movement;
mod names;
mod notation;
mod orders;
mod overlays;
mod pack;
mod position;
mod questions;
mod rally;
mod reinforcements;
mod rerolls;
mod resolver;
mod retreats;
mod revisions;
mod riding;
mod rules_text;
mod sequence;
mod setup;
mod sheet;
mod silence;
mod stakes;
mod sums;
mod teller;
mod umpire;
mod units;
mod victory;
mod view;
mod whole;
mod withdrawal;

pub use activation::Activate;
pub use advantage::{Free, Keep, Reroll};
pub use attack::Attack;
pub use commitment::Commit;
pub use crossings::{Find, Try};
pub use danger::Aim;
pub use defence::Lead;
pub use facts::{Arithmetic, Fact};
pub use ground::{Area, Border, Crossing, Link, Mark};
pub use leaders::{Post, Wake};
pub use long_range::LongRange;
pub use losses::{More, Payment, TakeLoss};
pub use movement::Move;
pub use orders::Order;
pub use pack::{Level, Pack, PackText, RECONSTRUCTED, TurnSpec};
pub use position::{
    CrossingState, Fight, Force, ForceState, Impulse, ImpulseUse, LeaderCasualty, LeaderState, Options, Pending, Phase,
    Place, Position, Purpose, Rolled, Stage, Strike, UnitState,
};
pub use rally::{Pay, Reorganise};
pub use reinforcements::BringOn;
pub use retreats::Retreat;
pub use riding::Ride;
pub use sequence::{Done, Pass};
pub use silence::Silence;
pub use units::{Arm, Cause, LeaderId, LeaderSpec, UnitId, UnitSpec};
pub use withdrawal::{Stay, Withdraw};

use board::Board;
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
use teller::Teller;

/// The ruleset as the registry holds it. What the contract makes of it is compiled here, with this crate's optimisation.
pub fn any_ruleset() -> std::sync::Arc<dyn domain_core::referee::AnyRuleset> {
    domain_core::referee::any_ruleset(BloodiestDay::new())
}

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
        Self::of_revision(revisions::REVISION, text)
    }

    fn of_revision(revision: u32, text: &PackText) -> Result<Self, PackError> {
        let pack = Pack { revision, ..Pack::read(text)? };
        let (about, sheet) = (about::about(&pack), sheet::sheet(&pack, text));
        Ok(BloodiestDay { about, sheet, pack })
    }

    /// Map, counters and tables.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The unit of that name or id.
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        names::read_unit(&self.pack, None, name).ok()
    }

    /// The leader of that name.
    pub fn leader(&self, name: &str) -> Option<LeaderId> {
        names::read_leader(&self.pack, name).ok()
    }
}

impl Default for BloodiestDay {
    fn default() -> Self {
        Self::new()
    }
}

impl Card for BloodiestDay {
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
        circumstances::conditions(&self.pack)
    }

    fn bots(&self) -> Vec<Bot> {
        bots::bots()
    }

    fn lessons(&self) -> Vec<&'static str> {
        vec![include_str!("../lessons/first-impulse.json")]
    }

    /// Both sides roll in a fight (§8.5); the Union checks its impulse as that begins (§3.0), and the Confederates roll for Hill's march (§4.5): both
    /// in the record that ends what was before.
    fn rolled_by(&self, purpose: &str) -> RolledBy {
        match purpose {
            "attack" => RolledBy::Beginner,
            "defence" => RolledBy::Opponent,
            "impulse check" => RolledBy::Side(Side::Union),
            "A.P. Hill" => RolledBy::Side(Side::Confederate),
            _ => RolledBy::Orderer,
        }
    }

    fn spoken(&self) -> Spoken {
        Spoken {
            verbs: &[
                "activate",
                "aim",
                "assault",
                "bombard",
                "bring",
                "done",
                "end",
                "enter",
                "free",
                "keep",
                "lead",
                "pass",
                "pay",
                "post",
                "reorganise",
                "reroll",
                "retreat",
                "silence",
                "stay",
                "wake",
            ],
            ordinary: &[
                "archer",
                "barns",
                "branch",
                "brook",
                "brooks",
                "christian",
                "early",
                "field",
                "fields",
                "hill",
                "hood",
                "keeper",
                "law",
                "porter",
                "poster",
                "right",
                "rush",
                "stark",
                "summer",
                "warren",
                "winter",
                "wonder",
                "wright",
            ],
        }
    }

    fn release_digest(&self) -> Hash32 {
        kit::files::release(env!("RELEASE_DIGEST"))
    }

    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}

impl Ruleset for BloodiestDay {
    type Position = Position;
    type Order = Order;
    type Fact = Fact;
    type Board<'a> = Board<'a>;

    fn open(&self, terms: &Terms) -> Result<Position, Refusal> {
        setup::open(&self.pack, &self.about, terms)
    }

    fn board<'a>(&'a self, position: &'a Position) -> Board<'a> {
        Board::new(&self.pack, position)
    }

    fn earlier(&self, revision: u32) -> Option<Self> {
        // With the built-in pack; of a game with another the digests of the files do not fit, and it judges nothing.
        let known = (revisions::EARLIEST..revisions::REVISION).contains(&revision);
        known.then(|| Self::of_revision(revision, &RECONSTRUCTED))?.ok()
    }

    fn decide(
        &self,
        position: &Position,
        seat: SeatId,
        order: &Order,
        dice: &mut Dice<'_>,
    ) -> Result<Vec<Fact>, Refusal> {
        let side = seat.side()?;
        let mut resolver = Resolver::at(&self.pack, position, side, dice);
        resolver.carry(order)?;
        Ok(resolver.buffer.finish())
    }

    fn umpire(&self, position: &Position, line: &str) -> Result<Vec<Fact>, Refusal> {
        umpire::umpire(&self.pack, position, line)
    }

    fn whole(&self, position: &Position) -> Result<(), String> {
        whole::whole(&self.pack, position)
    }

    fn tell(&self, fact: &Fact, _viewer: Viewer) -> Option<Line> {
        let line = fact.tell(&self.pack)?;
        let teller = Teller { pack: &self.pack };
        // Whom its sentence is about.
        Some(match fact {
            Fact::Eliminated { unit, .. }
            | Fact::Gone { unit }
            | Fact::Retreated { unit, .. }
            | Fact::Spent { unit, .. }
            | Fact::Tried { unit, .. }
            | Fact::Withdrew { unit, .. } => line.about(teller.unit(*unit)),
            Fact::Leader { leader, .. }
            | Fact::LeaderHurt { leader, .. }
            | Fact::LeaderMoved { leader, .. }
            | Fact::LeaderPut { leader, .. } => line.about(teller.leader(*leader)),
            _ => line,
        })
    }

    fn sub_turn(&self, fact: &Fact) -> Option<&'static str> {
        matches!(fact, Fact::Impulse { .. }).then_some("impulse")
    }
}

impl Situation for Board<'_> {
    fn waiting(&self) -> Vec<Decision> {
        kit::waiting::<Rules>(self)
    }

    fn view(&self, _viewer: Viewer) -> View {
        view::view(self.pack, self.at)
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

    fn overlay(&self, _viewer: Viewer, id: &str, piece: Option<&str>) -> Option<OverlayView> {
        overlays::overlay(self, id, piece)
    }

    fn turn(&self) -> u32 {
        u32::from(self.at.turn)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.at.phase == Phase::Over).then(|| self.adjudicate())
    }

    fn adjudicate(&self) -> Outcome {
        let tally = self.tally();
        Outcome { level: tally.result, points: tally.points_union, winner: tally.winner }
    }
}

impl Orders for Board<'_> {
    type Order = Order;

    fn orders(&self, seat: SeatId) -> Vec<Order> {
        seat.side().map_or_else(|_| Vec::new(), |side| self.orders_of(side))
    }

    fn interrupts(&self, seat: SeatId) -> Vec<Order> {
        seat.side().map_or_else(|_| Vec::new(), |side| self.interrupts_of(side))
    }

    /// What is paid at the end of a turn answers no order.
    fn carries_on(&self, order: &Order) -> bool {
        use Order::{Aim, Keep, Lead, More, Post, Reroll, Retreat, Silence, Stay, TakeLoss, Withdraw};
        matches!(
            order,
            Aim(_)
                | Keep(_)
                | Lead(_)
                | More(_)
                | Post(_)
                | Reroll(_)
                | Retreat(_)
                | Silence(_)
                | Stay(_)
                | TakeLoss(_)
                | Withdraw(_)
        )
    }

    fn closes(&self, order: &Order) -> bool {
        matches!(order, Order::Done(_) | Order::Pass(_))
    }

    fn choice(&self, _seat: SeatId, order: &Order) -> Choice {
        self.line(order)
    }

    fn steps(&self, seat: SeatId, said: &[String]) -> Option<Result<Step, Refusal>> {
        self.attack_steps(seat.side().ok()?, said)
    }

    fn goals(&self, seat: SeatId) -> Vec<Candidate> {
        if seat == SeatId::of_side(self.at.side) { self.attack_goals() } else { Vec::new() }
    }

    fn shorthand(&self, seat: SeatId) -> Vec<Choice> {
        if seat == SeatId::of_side(self.at.side) { self.shorthand_examples() } else { Vec::new() }
    }

    fn spell_out(&self, seat: SeatId, line: &str) -> Option<Result<Vec<String>, Refusal>> {
        self.spelled_out(seat.side().ok()?, line)
    }

    fn parse(&self, seat: SeatId, line: &str) -> Result<Order, Refusal> {
        notation::parse(self, seat.side()?, line)
    }

    fn format(&self, order: &Order) -> String {
        order.verb().write(self)
    }
}

impl Questions for Board<'_> {
    fn circumstances(&self, decision: &Decision) -> Vec<QuestionContext> {
        questions::contexts(self, decision)
    }

    fn answer(&self, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<Order>> {
        kit::answer::<Rules>(self, decision, standing)
    }

    fn gone(&self, condition: &str, word: &str) -> Option<String> {
        circumstances::gone(self, condition, word)
    }

    fn may_force(&self, decision: &Decision) -> bool {
        // In the other side's impulse, where something is being carried out.
        decision.seat != SeatId::of_side(self.at.side) && kit::may_force::<Rules>(self, decision)
    }
}

impl HousePlayers for Board<'_> {
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        bots::order(bot, self, seat.side().ok()?, rng)
    }
}
