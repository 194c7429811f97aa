//! A study position to ask rule questions at: umpire lines, orders in notation, dice given.

use domain::dice::Dice;
use domain::referee::{Apply, Refusal, Ruleset, SeatId, Side, Terms, Viewer};
use domain::rulesets::gaines_mill::{Fact, GainesMill, Order, Position, UnitState};
use std::collections::VecDeque;
use std::sync::LazyLock;

/// The ruleset, read once for all tests.
pub static RULES: LazyLock<GainesMill> = LazyLock::new(GainesMill::new);

/// The terms without optional rules.
pub fn terms() -> Terms {
    Terms { options: Default::default(), scenario: "battle".to_owned() }
}

/// The seat of a side.
pub fn seat(side: Side) -> SeatId {
    SeatId(match side {
        Side::Union => 0,
        Side::Confederate => 1,
    })
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
        Table { position: RULES.open(&terms()).expect("the scenario exists"), facts: Vec::new() }
    }

    /// An empty board on which the umpire says these lines.
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

    /// A legal line of the Confederates.
    pub fn confederate(&mut self, line: &str, dice: &[u8]) -> &mut Table {
        self.attempt(Side::Confederate, line, dice).unwrap_or_else(|e| panic!("confederate: {line}: {e}"));
        self
    }

    /// A unit's state by name.
    pub fn unit(&self, name: &str) -> UnitState {
        *self.position.unit(RULES.unit(name).unwrap_or_else(|| panic!("no unit {name}")))
    }

    /// What the last line is told as.
    pub fn story(&self) -> Vec<String> {
        self.facts.iter().filter_map(|f| RULES.tell(f, Viewer::Everyone)).map(|l| l.text).collect()
    }
}

/// The faces that a bot game rolls: any stream of dice will do.
pub fn some_dice(rng: &mut domain::referee::BotRng) -> VecDeque<u8> {
    (0..24).map(|_| rng.below(6) as u8 + 1).collect()
}

/// Lets a bot give one order for the side that owes one.
pub fn bot_step(
    position: &Position,
    bots: [&str; 2],
    rng: &mut domain::referee::BotRng,
) -> Option<(SeatId, Order, Vec<Fact>)> {
    let owes = RULES.waiting(position);
    let decision = owes.first()?;
    let order = RULES.bot_order(bots[usize::from(decision.seat.0)], position, decision.seat, rng)?;
    let mut dice = some_dice(rng);
    let facts = RULES
        .decide(position, decision.seat, &order, &mut Dice::forced(&mut dice))
        .unwrap_or_else(|e| panic!("a bot's order {} was refused: {e}", RULES.format(&order)));
    Some((decision.seat, order, facts))
}
