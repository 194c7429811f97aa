//! A ruleset small enough to read at a glance, that still asks everything of the contract: several seats, simultaneous
//! decisions, a secret, a decision out of turn, standing orders, orders that can be taken back.
//!
//! *Tug of War*, three rounds. Each round every seat secretly picks 1, 2 or 3 (§1); the picks are shown when all have
//! picked. Then each seat in order may `add` from its reserve (§2) and must `roll` as many dice as it picked, which pulls the
//! rope its way (§3). After each roll the first seat of the other side may `brace`, rolling a ten-sided die that takes back up to
//! half, or `hold` (§4). A seat whose side is forty behind may `jeer` whoever is to roll, at one from its reserve (§5); nobody waits for
//! that. A rope pulled further than 90, as only an umpire pulls it, can only be held.

use domain::board::Sheet;
use domain::clock::ClockTerms;
use domain::dice::{Dice, GameKeys};
use domain::log::{GameId, Millis, Record};
use domain::referee::*;
use serde::{Deserialize, Serialize};

pub struct Tug {
    about: About,
    sheet: Sheet,
    /// Whether its second revision still knows how the first decided.
    remembers: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rope {
    picks: Vec<Option<u8>>,
    pull: i32,
    reserve: Vec<u8>,
    round: u32,
    sides: Vec<Side>,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    Pick,
    Roll { seat: SeatId },
    Brace { gain: i32, puller: SeatId, seat: SeatId },
    Over,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    Pick(u8),
    Add(u8),
    Roll,
    Brace,
    Hold,
    Jeer,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fact {
    Added { by: u8, seat: SeatId },
    Picked { pick: u8, seat: SeatId },
    Pulled { by: i32, seat: SeatId },
    Round { round: u32 },
    Score { pull: i32 },
    Shown { picks: Vec<u8> },
    Step { step: Step },
}

/// From here on nobody can brace.
const SLACK: i32 = 90;

fn way(side: Side) -> i32 {
    if side == Side::Union { 1 } else { -1 }
}

impl Apply<Fact> for Rope {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Added { by, seat } => {
                self.reserve[seat.0 as usize] -= by;
                self.pull += way(self.sides[seat.0 as usize]) * i32::from(*by);
            }
            Fact::Picked { pick, seat } => self.picks[seat.0 as usize] = Some(*pick),
            Fact::Pulled { by, seat } => self.pull += way(self.sides[seat.0 as usize]) * by,
            Fact::Round { round } => {
                self.round = *round;
                self.picks.fill(None);
            }
            Fact::Score { pull } => self.pull = *pull,
            Fact::Shown { .. } => {}
            Fact::Step { step } => self.step = *step,
        }
    }
}

impl Rope {
    fn after_roll(&self, puller: SeatId) -> Vec<Fact> {
        let next = SeatId(puller.0 + 1);
        if usize::from(next.0) < self.sides.len() {
            vec![Fact::Step { step: Step::Roll { seat: next } }]
        } else if self.round < 3 {
            vec![Fact::Round { round: self.round + 1 }, Fact::Step { step: Step::Pick }]
        } else {
            vec![Fact::Step { step: Step::Over }]
        }
    }
}

impl Tug {
    pub fn new() -> Self {
        Tug::of_revision(1, false)
    }

    /// In the second revision bracing takes back up to all of the pull, and nobody adds more than one at once.
    pub fn of_revision(revision: u32, remembers: bool) -> Self {
        let seats = |n: usize| -> Vec<SeatSpec> {
            ["North", "South", "North reserve", "South reserve"][..n]
                .iter()
                .enumerate()
                .map(|(i, name)| SeatSpec { side: Side::BOTH[i % 2], name, command: "" })
                .collect()
        };
        let scenario = |id, n| Scenario {
            id,
            title: "A pull at the rope",
            length: "3 rounds",
            seats: seats(n),
            options: vec![OptionSpec {
                key: "reserve",
                title: "How much each seat may add",
                values: vec![("2", "two"), ("5", "five")],
                section: Section("2"),
            }],
        };
        Tug {
            remembers,
            about: About {
                id: "tug",
                title: "Tug of War",
                subtitle: "",
                revision,
                blurb: "",
                reconstructed: "",
                scenarios: vec![scenario("pair", 2), scenario("four", 4)],
                files: vec![DataFile { name: "rope.csv".into(), sha256: "00".repeat(32) }],
                rules: vec![],
                charts: vec![],
                sequence: vec![],
            },
            sheet: Sheet {
                digest: String::new(),
                title: "",
                subtitle: "",
                size: (1.0, 1.0),
                module: 1.0,
                counter: 0.6,
                places: vec![],
                borders: vec![],
                crossings: vec![],
                marks: vec![],
                underlay: "",
                key: vec![],
            },
        }
    }
}

impl Card for Tug {
    fn about(&self) -> &About {
        &self.about
    }
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }
    fn standing_offers(&self) -> Vec<StandingOffer> {
        let choice = |value, title| StandingChoice { value, title };
        vec![StandingOffer {
            key: "brace",
            title: "When the other side has pulled",
            choices: vec![choice("ask", "Ask me."), choice("hold", "Hold."), choice("brace", "Brace.")],
            conditions: vec!["turn", "gain", "puller"],
            default: "hold",
            never_ask: "brace",
        }]
    }
    fn standing_conditions(&self) -> Vec<StandingCondition> {
        let words = ["North", "South", "North reserve", "South reserve"].map(Word::plain).to_vec();
        let condition = |key, title, takes| StandingCondition { key, title, takes };
        vec![
            condition("turn", "the round", Takes::Number { least: 1, most: 3 }),
            condition("gain", "the pull", Takes::Number { least: 1, most: 18 }),
            condition("puller", "who pulls", Takes::Words { one: true, words }),
        ]
    }
    fn bots(&self) -> Vec<Bot> {
        vec![Bot { id: "random", title: "" }, Bot { id: "staff", title: "" }]
    }
}

impl Ruleset for Tug {
    type Position = Rope;
    type Order = Order;
    type Fact = Fact;
    type Board<'a> = Board<'a>;

    fn earlier(&self, revision: u32) -> Option<Self> {
        (self.remembers && revision == 1).then(Tug::new)
    }

    fn open(&self, terms: &Terms) -> Result<Rope, Refusal> {
        let scenario = self
            .about
            .scenario(&terms.scenario)
            .ok_or_else(|| Refusal::unreadable("No such scenario.", "Try pair."))?;
        let reserve = terms.options.get("reserve").and_then(|v| v.parse().ok()).unwrap_or(2);
        let sides: Vec<Side> = scenario.seats.iter().map(|s| s.side).collect();
        let n = sides.len();
        Ok(Rope { picks: vec![None; n], pull: 0, reserve: vec![reserve; n], round: 1, sides, step: Step::Pick })
    }

    fn board<'a>(&'a self, rope: &'a Rope) -> Board<'a> {
        Board { rope }
    }

    fn decide(&self, p: &Rope, seat: SeatId, order: &Order, dice: &mut Dice<'_>) -> Result<Vec<Fact>, Refusal> {
        let mut buffer = FactBuffer::at(p);
        match (order, p.step) {
            (Order::Pick(pick), Step::Pick) if (1..=3).contains(pick) && p.picks[seat.0 as usize].is_none() => {
                buffer.write(Fact::Picked { pick: *pick, seat });
                if let Some(picks) = buffer.position.picks.iter().copied().collect::<Option<Vec<u8>>>() {
                    buffer.write(Fact::Shown { picks });
                    buffer.write(Fact::Step { step: Step::Roll { seat: SeatId(0) } });
                }
            }
            (Order::Add(by), Step::Roll { seat: s }) if s == seat && *by > 0 => {
                if self.about.revision > 1 && *by > 1 {
                    return Err(Illegal::new("2", "Too much at once.", "Add one at a time.").into());
                }
                if *by > p.reserve[seat.0 as usize] {
                    let legal = format!("Add up to {}.", p.reserve[seat.0 as usize]);
                    return Err(Illegal::new("2", "There is not so much in reserve.", legal).into());
                }
                buffer.write(Fact::Added { by: *by, seat });
            }
            (Order::Roll, Step::Roll { seat: s }) if s == seat => {
                let count = p.picks[seat.0 as usize].unwrap_or(1);
                let gain = dice.roll("the pull", count, 6)?.iter().map(|f| i32::from(*f)).sum();
                buffer.write(Fact::Pulled { by: gain, seat });
                let side = p.sides[seat.0 as usize];
                let other = p.sides.iter().position(|s| *s != side).unwrap_or(0);
                let step = Step::Brace { gain, puller: seat, seat: SeatId(u8::try_from(other).unwrap_or(0)) };
                buffer.write(Fact::Step { step });
            }
            (Order::Brace, Step::Brace { gain, puller, seat: s }) if s == seat && p.pull < SLACK => {
                let most = if self.about.revision > 1 { gain } else { gain / 2 };
                let back = i32::from(dice.roll("the bracing", 1, 10)?[0]).min(most);
                buffer.write(Fact::Pulled { by: -back, seat: puller });
                buffer.position.after_roll(puller).into_iter().for_each(|f| buffer.write(f));
            }
            (Order::Hold, Step::Brace { puller, seat: s, .. }) if s == seat => {
                buffer.position.after_roll(puller).into_iter().for_each(|f| buffer.write(f));
            }
            (Order::Jeer, _) if Ruleset::board(self, p).interrupts(seat).contains(order) => {
                buffer.write(Fact::Added { by: 1, seat });
            }
            _ => return Err(Illegal::new("1", "That cannot be done now.", "Look at the menu.").into()),
        }
        Ok(buffer.finish())
    }

    fn umpire(&self, _: &Rope, line: &str) -> Result<Vec<Fact>, Refusal> {
        match line.split_once(' ') {
            Some(("pull", n)) if n.parse::<i32>().is_ok() => Ok(vec![Fact::Score { pull: n.parse().unwrap_or(0) }]),
            _ => Err(Refusal::unreadable("That is no ruling.", "Write: pull 3.")),
        }
    }

    fn whole(&self, position: &Rope) -> Result<(), String> {
        let seats = position.sides.len();
        match position.picks.len() == seats && position.reserve.len() == seats {
            true => Ok(()),
            false => Err(format!("there are {seats} seats")),
        }
    }

    fn known(&self, p: &Rope, viewer: Viewer) -> Rope {
        let mut known = p.clone();
        if let (Step::Pick, Viewer::Seat(own)) = (p.step, viewer) {
            let others = known.picks.iter_mut().enumerate().filter(|(i, _)| *i != usize::from(own.0));
            others.for_each(|(_, pick)| *pick = None);
        }
        known
    }

    fn tell(&self, fact: &Fact, viewer: Viewer) -> Option<Line> {
        let text = match fact {
            Fact::Picked { pick, seat } if viewer == Viewer::Seat(*seat) || viewer == Viewer::Everyone => {
                format!("Seat {} picked {pick}.", seat.0)
            }
            Fact::Picked { .. } | Fact::Step { .. } => return None,
            Fact::Shown { picks } => format!("The picks are {picks:?}."),
            other => format!("{other:?}"),
        };
        Some(Line::new(Tone::Move, text))
    }

    fn sub_turn(&self, fact: &Fact) -> Option<&'static str> {
        matches!(fact, Fact::Pulled { .. }).then_some("pull")
    }
}

/// The rope as questions see it.
pub struct Board<'a> {
    rope: &'a Rope,
}

impl Situation for Board<'_> {
    fn waiting(&self) -> Vec<Decision> {
        let ask =
            |seat, kind, asks: &str, section| Decision { seat, kind, asks: asks.into(), section: Section(section) };
        match self.rope.step {
            Step::Pick => (0..self.rope.picks.len())
                .filter(|i| self.rope.picks[*i].is_none())
                .map(|i| ask(SeatId(i as u8), "pick", "Pick 1, 2 or 3.", "1"))
                .collect(),
            Step::Roll { seat } => vec![ask(seat, "roll", "Add, or roll.", "3")],
            Step::Brace { seat, .. } => vec![ask(seat, "brace", "Brace or hold.", "4")],
            Step::Over => vec![],
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let shown = |i: usize| match viewer {
            Viewer::Everyone => true,
            Viewer::Seat(s) if usize::from(s.0) == i => true,
            _ => self.rope.step != Step::Pick,
        };
        let markers = (0..self.rope.picks.len()).map(|i| MarkerView {
            spot: MarkerSpot::Place(format!("seat {i}")),
            text: self.rope.picks[i].filter(|_| shown(i)).map_or("?".into(), |n| n.to_string()),
            title: String::new(),
            tone: "plain",
        });
        View {
            phase: Phase {
                turn: self.rope.round,
                turns: 3,
                clock: String::new(),
                step: "pull",
                side: None,
                title: format!("Round {}", self.rope.round),
                goals_first: false,
            },
            pieces: vec![],
            markers: markers.collect(),
            tracks: vec![],
            score: Score { lines: vec![], total: self.rope.pull, sides: vec![], level: level(self.rope.pull) },
            formations: vec![],
            commands: vec![],
        }
    }

    fn turn(&self) -> u32 {
        self.rope.round
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.rope.step == Step::Over).then(|| self.adjudicate())
    }

    fn adjudicate(&self) -> Outcome {
        let winner = match self.rope.pull.signum() {
            1 => Some(Side::Union),
            -1 => Some(Side::Confederate),
            _ => None,
        };
        Outcome { level: level(self.rope.pull), points: self.rope.pull, winner }
    }
}

impl Orders for Board<'_> {
    type Order = Order;

    fn orders(&self, seat: SeatId) -> Vec<Order> {
        match self.rope.step {
            Step::Pick if self.rope.picks[seat.0 as usize].is_none() => (1..=3).map(Order::Pick).collect(),
            Step::Roll { seat: s } if s == seat => {
                (1..=self.rope.reserve[seat.0 as usize]).map(Order::Add).chain([Order::Roll]).collect()
            }
            Step::Brace { seat: s, .. } if s == seat && self.rope.pull >= SLACK => vec![Order::Hold],
            Step::Brace { seat: s, .. } if s == seat => vec![Order::Brace, Order::Hold],
            _ => self.interrupts(seat),
        }
    }

    fn interrupts(&self, seat: SeatId) -> Vec<Order> {
        let nth = usize::from(seat.0);
        let behind = self.rope.pull * way(self.rope.sides[nth]) <= -40 && self.rope.reserve[nth] > 0;
        match self.rope.step {
            Step::Roll { seat: s } if s != seat && behind => vec![Order::Jeer],
            _ => vec![],
        }
    }

    fn choice(&self, _: SeatId, order: &Order) -> Choice {
        let choice = Choice::plain(self.format(order), "", "act", "1");
        if matches!(order, Order::Roll | Order::Brace) { choice.rolling() } else { choice }
    }

    fn parse(&self, _: SeatId, line: &str) -> Result<Order, Refusal> {
        let unreadable = || Refusal::unreadable("That is no order.", "Write: pick 2, add 1, roll, brace or hold.");
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |w: &str| w.parse().map_err(|_| unreadable());
        match words.as_slice() {
            ["pick", n] => Ok(Order::Pick(number(n)?)),
            ["add", n] => Ok(Order::Add(number(n)?)),
            ["roll"] => Ok(Order::Roll),
            ["brace"] => Ok(Order::Brace),
            ["hold"] => Ok(Order::Hold),
            ["jeer"] => Ok(Order::Jeer),
            _ => Err(unreadable()),
        }
    }

    fn format(&self, order: &Order) -> String {
        match order {
            Order::Pick(n) => format!("pick {n}"),
            Order::Add(n) => format!("add {n}"),
            Order::Jeer => "jeer".into(),
            Order::Roll => "roll".into(),
            Order::Brace => "brace".into(),
            Order::Hold => "hold".into(),
        }
    }
}

impl Questions for Board<'_> {
    fn circumstances(&self, decision: &Decision) -> Vec<QuestionContext> {
        let Step::Brace { gain, puller, seat } = self.rope.step else { return vec![] };
        if seat != decision.seat {
            return vec![];
        }
        let puller = ["North", "South", "North reserve", "South reserve"][usize::from(puller.0)];
        let circumstances = vec![
            Circumstance::number("turn", self.rope.round),
            Circumstance::number("gain", gain),
            Circumstance::word("puller", puller),
        ];
        vec![QuestionContext { key: "brace", circumstances }]
    }

    fn answer(&self, decision: &Decision, standing: &InForce<'_>) -> Option<Answer<Order>> {
        let order = match (decision.kind, standing.get("brace")) {
            ("brace", "hold") => Order::Hold,
            ("brace", "brace") => Order::Brace,
            _ => return None,
        };
        // Logs written before there were conditions say only so much.
        let reason = standing.reason("brace", "").trim_end_matches(": ").to_owned();
        Some(Answer { seat: decision.seat, order, key: "brace", reason })
    }

    fn may_force(&self, decision: &Decision) -> bool {
        decision.kind == "brace"
    }

    fn gone(&self, condition: &str, word: &str) -> Option<String> {
        // A seat that has spent its reserve pulls no more, for the purposes of this game.
        let seat = ["North", "South", "North reserve", "South reserve"].iter().position(|n| *n == word)?;
        (condition == "puller" && self.rope.reserve.get(seat) == Some(&0)).then(|| format!("{word} is spent"))
    }
}

impl HousePlayers for Board<'_> {
    fn bot_order(&self, bot: &str, seat: SeatId, rng: &mut BotRng) -> Option<Order> {
        let orders = self.orders(seat);
        match bot {
            "random" => rng.pick(&orders).cloned(),
            _ => orders.last().cloned(),
        }
    }
}

fn level(pull: i32) -> String {
    match pull {
        0 => "Draw".into(),
        1..=4 => "Narrow Northern victory".into(),
        5.. => "Northern victory".into(),
        -4..=-1 => "Narrow Southern victory".into(),
        _ => "Southern victory".into(),
    }
}

pub fn registry() -> Registry {
    Registry::new(vec![any_ruleset(Tug::new())])
}

pub const NORTH: SeatId = SeatId(0);
pub const SOUTH: SeatId = SeatId(1);

/// A game with its log, to be played in tests.
pub struct Table {
    pub registry: Registry,
    pub keys: GameKeys,
    pub game: Game,
    pub log: Vec<Record>,
    pub clock: u64,
}

impl Table {
    /// A game of the scenario with everybody seated.
    pub fn of(scenario: &str) -> Self {
        Table::with(scenario, GameKeys::derive([7; 32], GameId([1; 16])), false)
    }

    pub fn with(scenario: &str, keys: GameKeys, study: bool) -> Self {
        Table::seated(scenario, keys, study, None)
    }

    /// The same with a clock.
    pub fn timed(scenario: &str, terms: ClockTerms) -> Self {
        Table::seated(scenario, GameKeys::derive([7; 32], GameId([1; 16])), false, Some(terms))
    }

    fn seated(scenario: &str, keys: GameKeys, study: bool, terms: Option<ClockTerms>) -> Self {
        let registry = registry();
        let new = NewGame {
            id: keys.game(),
            at: Millis(1_000),
            ruleset: "tug".into(),
            terms: Terms { options: Default::default(), scenario: scenario.into() },
            pace: 3,
            study,
        };
        let created = Game::create(&registry, new, &keys).unwrap();
        let mut table = Table { registry, keys, game: created.game, log: created.records, clock: 1_000 };
        if let Some(terms) = terms {
            let set = table.game.set_clock(terms, Millis(1_000), &table.keys).unwrap();
            table.take(set);
        }
        for seat in table.game.seats().to_vec() {
            let joining = Joining {
                seat: seat.id,
                name: format!("Zo\u{eb} {}", seat.id.0),
                phrase: format!("les sanglots longs {}", seat.id.0),
                bot: None,
                at: Millis(1_000),
            };
            let played = table.game.join(joining, &table.keys).unwrap();
            table.take(played);
        }
        table
    }

    pub fn take(&mut self, played: Played) {
        self.game = played.game;
        self.log.extend(played.records);
    }

    pub fn submission(&mut self, seat: SeatId, lines: &[&str]) -> Submission {
        self.clock += 1_000;
        Submission {
            seat,
            lines: lines.iter().map(|l| l.to_string()).collect(),
            key: format!("key-{}", self.clock),
            seen: self.game.head(),
            at: Millis(self.clock),
        }
    }

    /// Gives orders, all of which must be carried out.
    pub fn order(&mut self, seat: SeatId, lines: &[&str]) {
        let submission = self.submission(seat, lines);
        let played = self.game.play(&submission, &self.keys).unwrap();
        assert_eq!(played.stopped, None);
        self.take(played);
    }

    pub fn refused(&mut self, seat: SeatId, lines: &[&str]) -> GameError {
        let submission = self.submission(seat, lines);
        self.game.play(&submission, &self.keys).unwrap_err()
    }

    /// Plays on to the end, each seat doing the last thing on its menu.
    pub fn play_out(&mut self) {
        while let Some(seat) = self.game.waiting_seats().first().copied() {
            let menu = self.game.menu(seat, None);
            let order = menu.choices.last().unwrap().order.clone();
            self.order(seat, &[&order]);
        }
    }

    pub fn set(&mut self, seat: SeatId, value: &str) {
        let standing = Standing([("brace".to_owned(), value.to_owned())].into());
        let played = self.game.set_standing(seat, &standing, Millis(self.clock), &self.keys).unwrap();
        self.take(played);
    }
}
