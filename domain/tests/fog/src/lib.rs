//! *Fog Line*: a rulebook for tests alone, which asks everything of the second format of the log: several seats a side, hidden units and
//! decoys, a sealed set-up, declarations made together, private draws, contact with what was not known.
//!
//! Both sides hide their counters (§3.1). Each turn both heads declare (§3.2), signal meanwhile where there are signals (§3.3), and a limit is drawn for each side that nobody sees. Then one side
//! after the other goes and fires, both its seats at once (§4.0, §5.0); who is hit retreats or holds (§6.0). A side that has lost as many steps as
//! its limit allows withdraws at the end of the turn (§7.0). Units of a brigade may be ordered about together (§8.0).

mod board;
mod bots;
mod brigades;
mod decide;
mod orders;
mod overlays;
mod pack;
mod position;
mod queue;
pub mod theatre;
mod view;

pub use board::Board;
pub use orders::Order;
pub use pack::{GRID, NAMED, Which, is_woods};
pub use position::{Cover, Fact, Phase as Where, Position};

use decide::Carrying;
use domain_core::board::Sheet;
use domain_core::dice::Dice;
use domain_core::referee::*;
use domain_core::words::{Audience, Hearers};
use pack::Pack;

/// The ruleset as a registry holds it.
pub fn any_ruleset() -> std::sync::Arc<dyn AnyRuleset> {
    domain_core::referee::any_ruleset(FogLine::new())
}

/// The same in its second revision, which decides everything alike.
pub fn revised() -> std::sync::Arc<dyn AnyRuleset> {
    let mut rules = FogLine::new();
    rules.about.revision = 2;
    domain_core::referee::any_ruleset(rules)
}

/// The ruleset.
pub struct FogLine {
    about: About,
    pack: Pack,
    sheet: Sheet,
}

impl FogLine {
    /// With its pack.
    pub fn new() -> Self {
        let pack = Pack::new();
        FogLine { about: about(&pack), sheet: pack::sheet(), pack }
    }
}

impl Default for FogLine {
    fn default() -> Self {
        Self::new()
    }
}

fn about(pack: &Pack) -> About {
    let spec = |side, name, command| SeatSpec { side, name, command };
    let seats = |which: Which| match which {
        Which::Blocks | Which::Signals | Which::Two => {
            vec![spec(Side::Union, "Union", ""), spec(Side::Confederate, "Confederate", "")]
        }
        Which::Big | Which::Four => vec![
            spec(Side::Union, "Union", "the army and every other unit"),
            spec(Side::Union, "Zo\u{eb}'s Corps", "every other unit"),
            spec(Side::Confederate, "Confederate", "the army and every other unit"),
            spec(Side::Confederate, "\u{d3} Briain's & Co.", "every other unit"),
        ],
    };
    let scenario = |which: Which| Scenario {
        id: which.id(),
        title: match which {
            Which::Big => "Four hundred",
            Which::Blocks => "One a side, with blocks of turns",
            Which::Four => "Two a side",
            Which::Signals => "One a side, with signals",
            Which::Two => "One a side",
        },
        length: "3 or 4 turns",
        seats: seats(which),
        options: vec![OptionSpec {
            key: "turns",
            title: "How long",
            values: vec![("3", "three turns"), ("4", "four turns")],
            section: Section("7.0"),
        }],
    };
    About {
        id: "fog-line",
        title: "Fog Line",
        subtitle: "For tests",
        revision: 1,
        blurb: "Two armies that do not see one another.",
        reconstructed: "Everything.",
        scenarios: Which::ALL.map(scenario).to_vec(),
        files: pack.files(),
        rules: vec![Chapter {
            section: Section("3.1"),
            title: "Hiding",
            text: vec!["Both sides hide their counters."],
        }],
        charts: Vec::new(),
        sequence: vec![
            StepOfPlay::new("set-up", "Set-up", None, "3.1"),
            StepOfPlay::new("declare", "Declarations", None, "3.2"),
            StepOfPlay::new("union", "Union phase", Some(Side::Union), "4.0"),
            StepOfPlay::new("confederate", "Confederate phase", Some(Side::Confederate), "4.0"),
            StepOfPlay::new("over", "The end", None, "7.0"),
        ],
    }
}

impl Card for FogLine {
    fn about(&self) -> &About {
        &self.about
    }

    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn standing_offers(&self) -> Vec<StandingOffer> {
        let choice = |value, title| StandingChoice { value, title };
        vec![StandingOffer {
            key: "hit",
            title: "When a unit of yours was hit",
            choices: vec![choice("ask", "Ask me."), choice("hold", "Hold."), choice("retreat", "Retreat if possible.")],
            conditions: vec![TURN, "unit"],
            default: "ask",
            never_ask: "hold",
        }]
    }

    fn standing_conditions(&self) -> Vec<StandingCondition> {
        let real = self.pack.of(Which::Four).filter(|u| !u.decoy);
        let words = real.map(|u| Word::plain(u.name.clone())).collect();
        let condition = |key, title, takes| StandingCondition { key, title, takes };
        vec![
            condition(TURN, "the game turn", Takes::Number { least: 1, most: i64::from(decide::MOST_TURNS) }),
            condition("unit", "the unit", Takes::Words { one: true, words }),
        ]
    }

    fn queue_conditions(&self) -> Vec<StandingCondition> {
        queue::conditions()
    }

    fn bots(&self) -> Vec<Bot> {
        vec![
            Bot { id: "random", title: "Does anything the rules allow" },
            Bot { id: "staff", title: "Has its brigades go forward, fire and hold" },
        ]
    }

    fn second_format(&self) -> Option<SecondFormat> {
        Some(SecondFormat { private_rolls: decide::PRIVATE_ROLLS })
    }
}

impl Ruleset for FogLine {
    type Position = Position;
    type Order = Order;
    type Fact = Fact;
    type Board<'a> = Board<'a>;

    fn open(&self, terms: &Terms) -> Result<Position, Refusal> {
        let which = Which::ALL.into_iter().find(|w| w.id() == terms.scenario);
        let which = which.ok_or_else(|| {
            Refusal::unreadable("There is no such scenario.", "Try four, two, signals, blocks or big.")
        })?;
        let turns = terms.options.get("turns").map_or("3", String::as_str);
        let turns = turns.parse().map_err(|_| Refusal::unreadable("So many turns are none.", "Try 3 or 4."))?;
        Ok(Position::open(&self.pack, which, turns))
    }

    fn board<'a>(&'a self, position: &'a Position) -> Board<'a> {
        Board { pack: &self.pack, at: position }
    }

    fn decide(&self, at: &Position, seat: SeatId, order: &Order, dice: &mut Dice<'_>) -> Result<Vec<Fact>, Refusal> {
        let mut carrying = Carrying::at(&self.pack, at, dice);
        carrying.carry(seat, order)?;
        Ok(carrying.finish())
    }

    fn decide_together(
        &self,
        at: &Position,
        choices: &[(SeatId, Order)],
        dice: &mut Dice<'_>,
    ) -> Result<Vec<Fact>, Refusal> {
        let mut carrying = Carrying::at(&self.pack, at, dice);
        carrying.declare(choices)?;
        Ok(carrying.finish())
    }

    fn hearers(&self, fact: &Fact) -> Hearers {
        match fact {
            Fact::Crept { side, .. } | Fact::Hidden { side, .. } => Hearers::Only(Audience::Side(*side)),
            Fact::Dispatched { seat, .. } | Fact::Low { seat, .. } => Hearers::Only(Audience::Seat(*seat)),
            Fact::Limit { .. } => Hearers::Only(Audience::Nobody),
            _ => Hearers::Everybody,
        }
    }

    fn hidden_pieces(&self, at: &Position) -> Vec<HiddenSet> {
        if at.phase == Where::Setup {
            return Vec::new();
        }
        let what = |c: &Cover| {
            let real = self.pack.unit(c.unit).is_some_and(|u| !u.decoy);
            serde_json::json!({ "real": real, "unit": self.pack.name(c.unit) }).to_string()
        };
        let of = |side: Side| at.covers.iter().filter(|c| c.side == side).map(what).collect();
        Side::BOTH.into_iter().map(|side| HiddenSet { audience: Audience::Side(side), pieces: of(side) }).collect()
    }

    fn shows(&self, fact: &Fact) -> Option<(Audience, u16)> {
        match fact {
            Fact::Shown { number, side, .. } => Some((Audience::Side(*side), *number)),
            _ => None,
        }
    }

    fn umpire(&self, at: &Position, line: &str) -> Result<Vec<Fact>, Refusal> {
        let unit =
            line.trim().strip_prefix("remove ").and_then(|name| at.units.iter().find(|u| self.pack.name(u.id) == name));
        let unit = unit.ok_or_else(|| Refusal::unreadable("That is no ruling.", "Write: remove D'Arcy & Sons."))?;
        Ok(vec![Fact::Removed { unit: unit.id }])
    }

    fn whole(&self, at: &Position) -> Result<(), String> {
        let seats = at.which.seats().len();
        if [at.dispatches.len(), at.done.len(), at.fires.len()] != [seats; 3] {
            return Err(format!("there are {seats} seats"));
        }
        if [at.limits.len(), at.losses.len(), at.postures.len()] != [2; 3] {
            return Err("there are two sides".to_owned());
        }
        let units = at.units.iter().map(|u| (u.id, u.hex)).chain(at.covers.iter().map(|c| (c.unit, c.hex)));
        for (unit, hex) in units {
            if self.pack.unit(unit).is_none() || hex.is_some_and(|h| !GRID.contains(h)) {
                return Err(format!("unit {unit} is nowhere"));
            }
        }
        if at.sightings.iter().any(|s| !GRID.contains(s.hex)) {
            return Err("a counter is seen beside the map".to_owned());
        }
        let asked = at.asked.is_none_or(|a| self.pack.unit(a.unit).is_some() && self.pack.unit(a.by).is_some());
        let sorted = at.units.is_sorted_by(|a, b| a.id < b.id) && at.covers.is_sorted_by_key(|c| (c.side, c.number));
        match asked && sorted && at.turn <= at.turns && at.turns <= decide::MOST_TURNS {
            true => Ok(()),
            false => Err(format!("turn {} is none, or a question is", at.turn)),
        }
    }

    /// What a reader is sent, said once more another way: the truth with all taken out that the reader was not sent.
    fn known(&self, at: &Position, viewer: Viewer) -> Position {
        let mut known = at.clone();
        let (seat, side) = match viewer {
            Viewer::Everyone => return known,
            Viewer::Spectator => (None, None),
            Viewer::Seat(seat) => (Some(seat), at.which.seats().get(usize::from(seat.0)).copied()),
        };
        known.covers.retain(|c| Some(c.side) == side);
        known.low.retain(|u| self.pack.unit(*u).is_some_and(|u| Some(at.which.seat_of(u)) == seat));
        known.limits.fill(0);
        let others =
            known.dispatches.iter_mut().enumerate().filter(|(i, _)| seat.is_none_or(|s| usize::from(s.0) != *i));
        others.for_each(|(_, dispatch)| *dispatch = 0);
        known
    }

    fn tell(&self, fact: &Fact, _viewer: Viewer) -> Option<Line> {
        view::tell(&self.pack, fact)
    }

    fn sub_turn(&self, fact: &Fact) -> Option<&'static str> {
        matches!(fact, Fact::Phase { .. }).then_some("phase")
    }
}

impl Situation for Board<'_> {
    fn waiting(&self) -> Vec<Decision> {
        self.owed()
    }

    fn view(&self, _viewer: Viewer) -> View {
        view::view(self)
    }

    fn phase(&self, _viewer: Viewer) -> Phase {
        view::phase(self)
    }

    fn overlays(&self, _viewer: Viewer) -> Vec<OverlayOffer> {
        overlays::OFFERS.to_vec()
    }

    fn overlay(&self, viewer: Viewer, id: &str, piece: Option<&str>) -> Option<OverlayView> {
        overlays::overlay(self, viewer, id, piece)
    }

    fn is_together(&self, decision: &Decision) -> bool {
        decision.kind == "declare"
    }

    fn step(&self) -> u32 {
        self.at.step
    }

    fn turn(&self) -> u32 {
        self.at.turn.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.at.phase == Where::Over).then(|| view::result(self))
    }

    fn adjudicate(&self) -> Outcome {
        view::result(self)
    }
}

impl Orders for Board<'_> {
    type Order = Order;

    fn orders(&self, seat: SeatId) -> Vec<Order> {
        self.orders_of(seat)
    }

    fn orders_of_piece(&self, seat: SeatId, piece: &str) -> Option<Vec<Order>> {
        Some(piece.parse().map_or_else(|_| Vec::new(), |unit| self.orders_of_unit(seat, unit)))
    }

    fn interrupts(&self, seat: SeatId) -> Vec<Order> {
        self.interrupts_of(seat)
    }

    fn order_hearers(&self, seat: SeatId, order: &Order) -> Hearers {
        match (order, self.side(seat)) {
            (Order::Hide(..) | Order::Creep(..), Some(side)) => Hearers::Only(Audience::Side(side)),
            (Order::Dispatch, _) => Hearers::Only(Audience::Seat(seat)),
            _ => Hearers::Everybody,
        }
    }

    fn closes(&self, order: &Order) -> bool {
        matches!(order, Order::Done | Order::Ready)
    }

    fn choice(&self, seat: SeatId, order: &Order) -> Choice {
        self.line(seat, order)
    }

    fn goals(&self, seat: SeatId) -> Vec<Candidate> {
        self.brigade_goals(seat)
    }

    fn steps(&self, seat: SeatId, said: &[String]) -> Option<Result<Step, Refusal>> {
        self.brigade_steps(seat, said)
    }

    fn is_listed(&self, seat: SeatId) -> bool {
        self.lists_all(seat)
    }

    fn endings(&self, _seat: SeatId) -> Vec<Order> {
        vec![Order::Hold, Order::Done]
    }

    fn proposals(&self, seat: SeatId) -> Vec<Choice> {
        self.brigade_proposals(seat)
    }

    fn shorthand(&self, seat: SeatId) -> Vec<Choice> {
        self.brigade_examples(seat)
    }

    fn spell_out(&self, seat: SeatId, line: &str) -> Option<Result<Vec<String>, Refusal>> {
        let orders = self.spelled(seat, line)?;
        Some(orders.map(|orders| orders.iter().map(|order| self.write(order)).collect()))
    }

    fn stage(&self, seat: SeatId, line: &str) -> Option<Result<Stage, Refusal>> {
        self.staged(seat, line)
    }

    fn parse(&self, _seat: SeatId, line: &str) -> Result<Order, Refusal> {
        self.read(line)
    }

    fn format(&self, order: &Order) -> String {
        self.write(order)
    }
}

impl Questions for Board<'_> {
    fn circumstances(&self, decision: &Decision) -> Vec<QuestionContext> {
        let Some(asked) = self.at.asked.filter(|_| decision.kind == "hit") else { return Vec::new() };
        let name = self.pack.name(asked.unit);
        let circumstances = vec![Circumstance::number(TURN, self.at.turn), Circumstance::word("unit", name)];
        vec![QuestionContext { key: "hit", circumstances }]
    }

    fn answer(&self, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<Order>> {
        if decision.kind != "hit" {
            return None;
        }
        let retreat = || self.orders_of(decision.seat).into_iter().find(|o| matches!(o, Order::Retreat(_)));
        let (order, words) = match standing.get("hit") {
            "hold" => (Order::Hold, "hold"),
            "retreat" => (retreat().unwrap_or(Order::Hold), "retreat"),
            _ => return None,
        };
        Some(Answer { seat: decision.seat, order, key: "hit", reason: standing.reason("hit", words) })
    }

    fn queue_circumstances(&self, seat: SeatId) -> Vec<Circumstance> {
        self.circumstances_of(seat)
    }

    fn may_force(&self, decision: &Decision) -> bool {
        decision.kind == "hit"
    }

    fn gone(&self, condition: &str, word: &str) -> Option<String> {
        let unit = self.pack.of(self.at.which).find(|u| condition == "unit" && u.name == word)?;
        self.at.unit(unit.id).filter(|u| u.hex.is_none()).map(|_| format!("{word} is lost"))
    }
}

impl HousePlayers for Board<'_> {
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        bots::says(self, bot, seat, rng)?.into_iter().next()
    }

    fn bot_says(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<String> {
        let orders = bots::says(self, bot, seat, rng)?;
        Some(orders.iter().map(|order| self.write(order)).collect::<Vec<_>>().join("; "))
    }
}
