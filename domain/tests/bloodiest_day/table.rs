//! A study position to ask rule questions at: umpire lines, orders in notation, dice given.

use domain::dice::Dice;
use domain::referee::{Apply, BotRng, Refusal, Ruleset, SeatId, Side, Terms, Viewer};
use domain::rulesets::bloodiest_day::{BloodiestDay, Fact, LeaderState, Order, Position, UnitState};
use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;

/// The ruleset, read once for all tests.
pub static RULES: LazyLock<BloodiestDay> = LazyLock::new(BloodiestDay::new);

/// The terms with these options on.
pub fn terms(on: &[&str]) -> Terms {
    let options: BTreeMap<String, String> = on.iter().map(|k| ((*k).to_owned(), "yes".to_owned())).collect();
    Terms { options, scenario: "battle".to_owned() }
}

/// The seat of a side.
pub fn seat(side: Side) -> SeatId {
    SeatId(if side == Side::Union { 0 } else { 1 })
}

/// A position being played on.
pub struct Table {
    /// The position now.
    pub position: Position,
    /// The facts of the last line.
    pub facts: Vec<Fact>,
}

impl Table {
    /// The position before the first order.
    pub fn start() -> Table {
        Table { position: RULES.open(&terms(&[])).expect("the scenario exists"), facts: Vec::new() }
    }

    /// The position before the first order with these options on.
    pub fn with(options: &[&str]) -> Table {
        Table { position: RULES.open(&terms(options)).expect("the options exist"), facts: Vec::new() }
    }

    /// An empty map on which the umpire says these lines.
    pub fn study(lines: &[&str]) -> Table {
        let mut table = Table::start();
        table.umpire("clear");
        for line in lines {
            table.umpire(line);
        }
        table
    }

    /// An umpire's line, which must be understood.
    pub fn umpire(&mut self, line: &str) -> &mut Table {
        let facts = RULES.umpire(&self.position, line).unwrap_or_else(|e| panic!("umpire: {line}: {e}"));
        self.take(facts);
        self
    }

    fn take(&mut self, facts: Vec<Fact>) {
        for fact in &facts {
            self.position.apply(fact);
        }
        self.facts = facts;
    }

    /// Tries a line with these dice, which must all be used when it is legal.
    pub fn attempt(&mut self, side: Side, line: &str, dice: &[u8]) -> Result<(), Refusal> {
        let order = RULES.parse(&self.position, seat(side), line)?;
        let mut queue: VecDeque<u8> = dice.iter().copied().collect();
        let facts = RULES.decide(&self.position, seat(side), &order, &mut Dice::forced(&mut queue))?;
        assert!(queue.is_empty(), "{line}: dice left over: {queue:?}");
        self.take(facts);
        Ok(())
    }

    /// A legal line of the Union.
    pub fn union(&mut self, line: &str, dice: &[u8]) -> &mut Table {
        self.attempt(Side::Union, line, dice).unwrap_or_else(|e| panic!("union: {line}: {e}"));
        self
    }

    /// A legal line of the Confederates.
    pub fn confederate(&mut self, line: &str, dice: &[u8]) -> &mut Table {
        self.attempt(Side::Confederate, line, dice).unwrap_or_else(|e| panic!("confederate: {line}: {e}"));
        self
    }

    /// Whoever holds the Advantage lets the roll on the table stand; `dice` for what is rolled next.
    pub fn keep(&mut self, dice: &[u8]) -> &mut Table {
        let side = self.position.advantage;
        self.attempt(side, "keep", dice).unwrap_or_else(|e| panic!("keep: {e}"));
        self
    }

    /// The lines that a side may give now.
    pub fn menu(&self, side: Side) -> Vec<String> {
        RULES.orders(&self.position, seat(side)).iter().map(|o| RULES.format(o)).collect()
    }

    /// The section that forbids a line.
    pub fn refused(&mut self, side: Side, line: &str) -> &'static str {
        match self.attempt(side, line, &[]) {
            Err(Refusal::Illegal(illegal)) => illegal.section.0,
            other => panic!("{line} should be illegal, but: {other:?}"),
        }
    }

    /// Whether a line says nothing that could be an order.
    pub fn unreadable(&self, side: Side, line: &str) -> bool {
        matches!(RULES.parse(&self.position, seat(side), line), Err(Refusal::Unreadable { .. }))
    }

    /// A unit's state by name.
    pub fn unit(&self, name: &str) -> UnitState {
        *self.position.unit(RULES.unit(name).unwrap_or_else(|| panic!("no unit {name}")))
    }

    /// A leader's state by name.
    pub fn leader(&self, name: &str) -> LeaderState {
        *self.position.leader(RULES.leader(name).unwrap_or_else(|| panic!("no leader {name}")))
    }

    /// What the last line is told as.
    pub fn story(&self) -> Vec<String> {
        self.facts.iter().filter_map(|f| RULES.tell(f, Viewer::Everyone)).map(|l| l.text).collect()
    }

    /// Whether the last line told of something in these words.
    pub fn told(&self, words: &str) -> bool {
        self.story().iter().any(|l| l.contains(words))
    }
}

/// Faces for one order of a bot game: any stream of dice will do.
pub fn some_dice(rng: &mut BotRng) -> VecDeque<u8> {
    (0..120).map(|_| rng.below(6) as u8 + 1).collect()
}

/// Lets a bot give one order for the side that owes one.
pub fn bot_step(position: &Position, bots: [&str; 2], rng: &mut BotRng) -> Option<(SeatId, Order, Vec<Fact>)> {
    let owes = RULES.waiting(position);
    let decision = owes.first()?;
    let order = RULES
        .bot_order(bots[usize::from(decision.seat.0)], position, decision.seat, rng)
        .unwrap_or_else(|| panic!("no order for {decision:?}"));
    let mut dice = some_dice(rng);
    let facts = RULES
        .decide(position, decision.seat, &order, &mut Dice::forced(&mut dice))
        .unwrap_or_else(|e| panic!("a bot's order {} was refused: {e}", RULES.format(&order)));
    Some((decision.seat, order, facts))
}
