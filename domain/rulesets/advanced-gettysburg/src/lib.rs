//! *Advanced Gettysburg*, 1 to 3 July 1863 (`docs/rulesets/advanced-gettysburg.md`). Sections are cited as `§22.3`, the rulings of the pack's README as `ruling 25`.

mod about;
mod activity;
mod advancing;
mod ammunition;
mod apart;
mod arrivals;
mod artillery;
mod assault;
mod attack;
mod board;
mod book;
mod bots;
mod carry;
mod casualties;
mod catching_up;
mod chain;
mod charge;
mod charge_contact;
mod charts;
mod circumstances;
mod closing;
mod combat;
mod combat_course;
mod combat_orders;
mod combat_questions;
mod command;
mod commanders;
mod composing;
mod contact;
mod cover_marks;
mod covers;
mod delayed;
mod desks;
mod detached;
mod detachments;
mod entries;
mod entry_options;
mod facts;
mod fire;
mod formations;
mod forming;
mod going_back;
mod ground;
mod gun_orders;
mod guns;
mod hidden;
mod hiding;
mod identity;
mod in_view;
mod kept;
mod layouts;
mod line_orders;
mod lines;
mod marching;
mod marker_order;
mod menu;
mod movement;
mod names;
mod night;
mod night_orders;
mod notation;
mod on_the_way;
mod options;
mod options_unseen;
mod orders;
mod organisation;
mod outposts;
mod over_the_edge;
mod overlays;
mod owed;
mod own_ways;
mod pack;
mod parts;
mod passing;
mod plain;
mod position;
mod posting;
mod queued;
mod ranges;
mod readers;
mod recovery;
mod reorganisation;
mod resolver;
mod retreat;
mod retreat_columns;
mod retreat_course;
mod retreat_free;
mod retreat_orders;
mod retreat_questions;
mod returned;
mod revisions;
mod rules_text;
mod screening;
mod sealed_orders;
mod seats;
mod segments;
mod sequence;
mod set_up;
mod shared;
mod sheet;
mod stand;
mod tables;
mod taken;
mod taken_moves;
mod taken_options;
mod teller;
mod telling;
mod tracks;
mod trimble;
mod umpire;
mod units;
mod unseen;
mod victory;
mod view;
mod volleys;
mod walk;
mod ways;
mod whole;
mod works;
mod written;
mod zones;
mod zoning;

pub use advancing::{AdvanceTo, FallBackTo};
pub use ammunition::Refill;
pub use artillery::{GunsAt, Shoot, gun_points};
pub use assault::Assault;
pub use attack::{EndAttack, Name};
pub use board::Board;
pub use casualties::even_losses;
pub use chain::{
    Formation, LineMarker, Link, Shape, aspect, column_fronts, column_strengths, continuous, counter, distributed,
    line_markers, line_strengths, straight_ends,
};
pub use charge::{Charge, Recoil};
pub use closing::Close;
pub use combat_orders::{Aim, Defend, Distribute, FlankStep, HastyFront, ReturnFire, Single};
pub use command::{Alone, Lead, Primary};
pub use commanders::Ride;
pub use delayed::Number;
pub use desks::{Desks, Hand, Reached, SeatFact};
pub use detached::{Detach, SendOut};
pub use entries::{ComeInLine, Early, OtherRoad};
pub use entry_options::EntryOption;
pub use facts::{Fact, Revealed, UnseenFact};
pub use fire::{Flanker, Share, Shot, Split};
pub use forming::{FormColumn, Rest};
pub use going_back::Leave;
pub use ground::{Ground, Half, Terrain};
pub use gun_orders::Guns;
pub use guns::{Limber, Roll};
pub use hidden::{InView, Meeting, SURPRISED_LEVEL, surprised};
pub use hiding::{Detachment, DetachmentFact, Hidden, Lot, ShownAt, Unseen};
pub use identity::{Cover, Covers, UnderCover};
pub use kept::Keep;
pub use layouts::Layout;
pub use marching::{Face, March};
pub use night_orders::{Ordered, Rescind, Transferred};
pub use options::Options;
pub use orders::Order;
pub use outposts::Perimeter;
pub use own_ways::MarchTo;
pub use pack::Pack;
pub use passing::Pass;
pub use position::{
    Attack, Battery, Brigade, Commander, EntryChange, Fight, Kept, KeptStep, Pair, Pending, Place, Position, Retreat,
    Scenario, Segment, State, UnitState, Works,
};
pub use posting::Post;
pub use retreat_orders::{Advance, FallBack, Stay, Yield};
pub use screening::{Hide, Lots, Outposts, Screen, Show};
pub use seats::{Next, Wish};
pub use sequence::Done;
pub use set_up::{Deploy, SetDown};
pub use stand::Stand;
pub use tables::{Activity, Mover, Tables};
pub use trimble::Takes;
pub use units::{Arm, Experience, Gun, Kind, Level, ToldAs, UnitId, UnitSpec};
pub use works::{Build, Forgo};
pub use written::{Delay, EntryChoice, GunOrder, NightOrder, OptionStage, Substitute, Transfer};
pub use zones::Stance;

use book::Rules;
use domain_core::board::Sheet;
use domain_core::dice::Dice;
use domain_core::kit;
use domain_core::referee::{
    About, Answer, Bot, BotRng, Candidate, Card, Choice, Circumstance, Decision, HousePlayers, InForce, Line, Orders,
    Outcome, OverlayOffer, OverlayView, Phase, QuestionContext, Questions, Refusal, Ruleset, SeatId, SecondFormat,
    Side, Situation, Spoken, Stage, StandingCondition, StandingOffer, Step, Terms, View, Viewer,
};
use domain_core::words::{Audience, Hash32, Hearers};
use resolver::Resolver;

/// The ruleset as the registry holds it. What the contract makes of it is compiled here, with this crate's optimisation.
pub fn any_ruleset() -> std::sync::Arc<dyn domain_core::referee::AnyRuleset> {
    domain_core::referee::any_ruleset(AdvancedGettysburg::new())
}

/// The ruleset.
pub struct AdvancedGettysburg {
    about: About,
    owed: owed::Owed,
    pack: Pack,
    reorganised: Pack,
    sheet: Sheet,
}

impl AdvancedGettysburg {
    /// With the built-in pack.
    pub fn new() -> Self {
        Self::of_revision(revisions::REVISION)
    }

    /// The same rulebook as a revision ruled.
    fn of_revision(revision: u32) -> Self {
        let pack = Pack::built_in(revision);
        let (about, reorganised, sheet) = (about::about(&pack), reorganisation::pack(&pack), sheet::sheet(&pack));
        AdvancedGettysburg { about, owed: owed::Owed::default(), pack, reorganised, sheet }
    }

    /// The counters as a game has them: of two Confederate corps with General Jackson (0.3).
    fn pack_of(&self, options: &Options) -> &Pack {
        if options.jackson { &self.reorganised } else { &self.pack }
    }

    /// Map, counters and tables.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The counter of that name or id.
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        names::read_printed(&self.pack, None, name).ok()
    }

    /// The place of that hex.
    pub fn hex(&self, id: &str) -> Option<usize> {
        self.pack.ground.atlas.read(id)
    }
}

impl Default for AdvancedGettysburg {
    fn default() -> Self {
        Self::new()
    }
}

impl Card for AdvancedGettysburg {
    fn about(&self) -> &About {
        &self.about
    }

    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn standing_offers(&self) -> Vec<StandingOffer> {
        let since = |offer: &StandingOffer| self.pack.revision >= 3 || offer.key != passing::FAVOUR;
        kit::offers::<Rules>().into_iter().filter(since).collect()
    }

    fn standing_conditions(&self) -> Vec<StandingCondition> {
        circumstances::conditions(&self.pack)
    }

    fn queue_conditions(&self) -> Vec<StandingCondition> {
        queued::conditions(self.pack.tables.scenarios.iter().map(|s| s.turns[1]).max().unwrap_or(1))
    }

    fn bots(&self) -> Vec<Bot> {
        bots::bots()
    }

    fn lessons(&self) -> Vec<&'static str> {
        vec![include_str!("../lessons/first-attack.json")]
    }

    fn spoken(&self) -> Spoken {
        Spoken {
            verbs: &[
                "advance",
                "assault",
                "attack",
                "defend",
                "deploy",
                "done",
                "fire",
                "hasten",
                "lead",
                "next",
                "limber",
                "primary",
                "rescind",
                "retreat",
                "ride",
                "split",
                "stand",
                "set",
                "stay",
                "substitute",
                "unlimber",
                "wish",
                "withdraw",
            ],
            ordinary: &[
                "archer", "barns", "brook", "brooks", "early", "hill", "hood", "keeper", "law", "poster", "right",
                "stone", "stones", "wright",
            ],
        }
    }

    /// Entries are written in secret (§34.21.1).
    fn second_format(&self) -> Option<SecondFormat> {
        Some(SecondFormat { private_rolls: 0 })
    }

    fn release_digest(&self) -> Hash32 {
        kit::files::release(env!("RELEASE_DIGEST"))
    }

    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}

impl Ruleset for AdvancedGettysburg {
    type Position = Position;
    type Order = Order;
    type Fact = Fact;
    type Board<'a> = Board<'a>;

    fn open(&self, terms: &Terms) -> Result<Position, Refusal> {
        let (scenario, layout) = layouts::offered(&terms.scenario).ok_or_else(|| {
            let known: Vec<&str> = self.about.scenarios.iter().map(|s| s.id).collect();
            let right = format!("There are {}.", domain_core::kit::names::listed(&known));
            Refusal::unreadable(format!("There is no scenario {}.", terms.scenario), right)
        })?;
        let options = options::read(terms, layout.is_many() && self.pack.revision >= 8)?;
        let pack = self.pack_of(&options);
        let stores = if options.ammunition_reserve { pack.tables.full_stores() } else { Vec::new() };
        let set_up = options.entry_options || options.hidden_identity || options.hidden_movement;
        let segment = if set_up { Segment::SetUp } else { Segment::Opening };
        let position = Position { layout, options, segment, stores, ..board::opening(pack, scenario) };
        Ok(zones::opening(pack, position))
    }

    fn board<'a>(&'a self, position: &'a Position) -> Board<'a> {
        let mut board = Board::new(self.pack_of(&position.options), position);
        board.owed = Some(&self.owed);
        board
    }

    fn earlier(&self, revision: u32) -> Option<Self> {
        (1..revisions::REVISION).contains(&revision).then(|| Self::of_revision(revision))
    }

    fn decide(
        &self,
        position: &Position,
        seat: SeatId,
        order: &Order,
        dice: &mut Dice<'_>,
    ) -> Result<Vec<Fact>, Refusal> {
        let mut resolver = Resolver::at(self.pack_of(&position.options), position, dice);
        resolver.carry(seat, order)?;
        Ok(resolver.buffer.finish())
    }

    fn hearers(&self, fact: &Fact) -> Hearers {
        readers::hearers(&self.pack, fact)
    }

    fn umpire(&self, position: &Position, line: &str) -> Result<Vec<Fact>, Refusal> {
        umpire::umpire(&self.board(position), line)
    }

    fn whole(&self, position: &Position) -> Result<(), String> {
        whole::whole(self.pack_of(&position.options), position)
    }

    fn known(&self, position: &Position, viewer: Viewer) -> Position {
        readers::known(self.pack_of(&position.options), position, viewer)
    }

    fn tell(&self, fact: &Fact, _viewer: Viewer) -> Option<Line> {
        let line = fact.tell(&self.pack)?;
        // Whom its sentence is about.
        Some(match fact {
            Fact::GunsBack { unit, .. }
            | Fact::Joined { unit, .. }
            | Fact::Released { unit, .. }
            | Fact::Retreating { unit, .. }
            | Fact::Keeps { unit, .. }
            | Fact::Returning { unit }
            | Fact::Rode { unit, .. }
            | Fact::Survival { unit, .. } => line.about(self.pack.name(*unit)),
            _ => line,
        })
    }

    fn sub_turn(&self, fact: &Fact) -> Option<&'static str> {
        matches!(fact, Fact::Turn { .. }).then_some("player turn")
    }
}

impl Situation for Board<'_> {
    fn waiting(&self) -> Vec<Decision> {
        self.decisions()
    }

    fn view(&self, viewer: Viewer) -> View {
        view::seen_by(self, viewer)
    }

    fn phase(&self, _viewer: Viewer) -> Phase {
        view::phase(self)
    }

    fn score(&self, _viewer: Viewer) -> domain_core::referee::Score {
        view::score(self)
    }

    fn overlays(&self, _viewer: Viewer) -> Vec<OverlayOffer> {
        overlays::OFFERS.to_vec()
    }

    fn overlay(&self, _viewer: Viewer, id: &str, piece: Option<&str>) -> Option<OverlayView> {
        overlays::seen(self, id, piece)
    }

    /// Ten to a player turn: the opening, the Movement Phase, and each segment after it in which somebody may have a choice.
    fn step(&self) -> u32 {
        let half = u32::from(self.at.turn.max(1) - 1) * 2 + u32::from(self.at.side == Side::Union);
        match self.at.segment {
            // The Union sets up first, then the Confederates.
            Segment::SetUp if self.zoning().is_some() => 1 + u32::from(self.at.side == Side::Confederate),
            // Before play each side writes once.
            Segment::SetUp => half + 1,
            segment => half * 10 + segment.step() + 3,
        }
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
        self.side_of_seat(seat).map_or_else(|_| Vec::new(), |side| self.on_behalf(seat, |board| board.orders_of(side)))
    }

    fn orders_of_piece(&self, seat: SeatId, piece: &str) -> Option<Vec<Order>> {
        let side = self.side_of_seat(seat).ok()?;
        let unit = self.pack.ids().find(|u| self.piece_id(*u) == piece)?;
        Some(self.on_behalf(seat, |board| board.orders_of_unit(side, unit)))
    }

    fn orders_of_none(&self, seat: SeatId) -> Option<Vec<Order>> {
        self.side_of_seat(seat).ok().map(|side| self.on_behalf(seat, |board| board.orders_of_no_unit(side)))
    }

    /// What answers a question in the course of something; the defender's word on columns, flanks and fire goes on with the attack.
    fn carries_on(&self, order: &Order) -> bool {
        use Order::{Defend, Distribute, FlankStep, HastyFront, Stand};
        order.verb().procedure().is_some()
            || matches!(order, Defend(_) | Distribute(_) | FlankStep(_) | HastyFront(_) | Stand(_))
    }

    fn closes(&self, order: &Order) -> bool {
        matches!(order, Order::Done(_) | Order::Next(_) | Order::Stand(_))
    }

    fn order_hearers(&self, seat: SeatId, order: &Order) -> Hearers {
        match (order, self.side_of_seat(seat)) {
            (
                Order::Wish(_) | Order::Early(_) | Order::OtherRoad(_) | Order::EntryOption(_) | Order::Number(_),
                Ok(side),
            ) => Hearers::Only(Audience::Side(side)),
            (order, Ok(side)) if self.is_secret(order) => Hearers::Only(Audience::Side(side)),
            _ => Hearers::Everybody,
        }
    }

    fn spell_out(&self, seat: SeatId, line: &str) -> Option<Result<Vec<String>, Refusal>> {
        let side = self.side_of_seat(seat).ok()?;
        self.on_behalf(seat, |board| notation::spell_out(board, side, line)).map(Ok)
    }

    fn stage(&self, seat: SeatId, line: &str) -> Option<Result<Stage, Refusal>> {
        self.on_behalf(seat, |board| board.favour_stage(line).or_else(|| board.march_stage(seat, line)))
    }

    fn choice(&self, seat: SeatId, order: &Order) -> Choice {
        self.on_behalf(seat, |board| board.line_of(order))
    }

    fn goals(&self, seat: SeatId) -> Vec<Candidate> {
        let side = self.side_of_seat(seat);
        side.map_or_else(|_| Vec::new(), |side| self.on_behalf(seat, |board| board.composed_goals(side)))
    }

    fn steps(&self, seat: SeatId, said: &[String]) -> Option<Result<Step, Refusal>> {
        let side = self.side_of_seat(seat).ok()?;
        self.on_behalf(seat, |board| board.composed_steps(side, said))
    }

    fn parse(&self, seat: SeatId, line: &str) -> Result<Order, Refusal> {
        let side = self.side_of_seat(seat)?;
        self.on_behalf(seat, |board| notation::parse(board, side, line))
    }

    fn format(&self, order: &Order) -> String {
        notation::format(self, order)
    }
}

impl Questions for Board<'_> {
    fn circumstances(&self, decision: &Decision) -> Vec<QuestionContext> {
        self.contexts_of(decision)
    }

    fn answer(&self, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<Order>> {
        self.answer_to(decision, standing)
    }

    fn gone(&self, condition: &str, word: &str) -> Option<String> {
        circumstances::gone(self, condition, word)
    }

    fn queue_circumstances(&self, seat: SeatId) -> Vec<Circumstance> {
        self.side_of_seat(seat)
            .map_or_else(|_| Vec::new(), |side| self.on_behalf(seat, |board| board.queue_facts(side)))
    }

    /// The opening is one's own, although it can be passed in advance.
    fn is_own_turn(&self, decision: &Decision) -> bool {
        decision.kind == "opening" || self.circumstances(decision).is_empty()
    }

    /// Whether the referee answers by itself where one order is legal: out of turn only.
    fn may_force(&self, decision: &Decision) -> bool {
        self.forces(decision)
    }
}

impl HousePlayers for Board<'_> {
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        let side = self.side_of_seat(seat).ok()?;
        self.on_behalf(seat, |board| bots::order(bot, board, side, rng))
    }

    fn bot_queues(&self, bot: &str, seat: SeatId) -> String {
        let queue = |side| self.on_behalf(seat, |board| bots::queue(bot, board, side));
        self.side_of_seat(seat).map_or_else(|_| String::new(), queue)
    }
}
