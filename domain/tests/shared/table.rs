//! A study position to ask rule questions at: umpire lines, orders in notation, dice given.

use super::Tested;
use domain_core::dice::Dice;
use domain_core::referee::{Apply, BotRng, Orders, Refusal, Ruleset, SeatId, Side, Terms, Viewer};
use std::collections::VecDeque;

/// The terms of a ruleset's tests with these options on.
pub fn terms<R: Tested>(on: &[&str]) -> Terms {
    let options = on.iter().map(|k| ((*k).to_owned(), "yes".to_owned())).collect();
    Terms { options, scenario: R::SCENARIO.to_owned() }
}

/// The seat of a side, where each has one.
pub fn seat(side: Side) -> SeatId {
    SeatId::of_side(side)
}

/// A position being played on. What a ruleset's tests ask of it besides stands in an `impl` of their own.
pub struct Table<R: Ruleset> {
    /// The position now.
    pub position: R::Position,
    /// The facts of the last line.
    pub facts: Vec<R::Fact>,
}

impl<R: Tested> Table<R> {
    /// The position before the first order.
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// The position before the first order with these options on.
    pub fn with(options: &[&str]) -> Self {
        let position = R::rules().open(&terms::<R>(options)).expect("scenario and options exist");
        Table { position, facts: Vec::new() }
    }

    /// An empty map on which the umpire says these lines.
    pub fn study(lines: &[&str]) -> Self {
        let mut table = Self::start();
        table.umpire("clear");
        for line in lines {
            table.umpire(line);
        }
        table
    }

    /// An umpire's line, which must be understood.
    pub fn umpire(&mut self, line: &str) -> &mut Self {
        let facts = R::rules().umpire(&self.position, line).unwrap_or_else(|e| panic!("umpire: {line}: {e}"));
        self.take(facts);
        self
    }

    fn take(&mut self, facts: Vec<R::Fact>) {
        for fact in &facts {
            self.position.apply(fact);
        }
        self.facts = facts;
    }

    /// Tries a line with these dice, which must all be used when it is legal.
    pub fn attempt(&mut self, side: Side, line: &str, dice: &[u8]) -> Result<(), Refusal> {
        let order = R::rules().board(&self.position).parse(seat(side), line)?;
        let mut queue: VecDeque<u8> = dice.iter().copied().collect();
        let facts = R::rules().decide(&self.position, seat(side), &order, &mut Dice::forced(&mut queue))?;
        assert!(queue.is_empty(), "{line}: dice left over: {queue:?}");
        self.take(facts);
        Ok(())
    }

    /// A legal line of the Union.
    pub fn union(&mut self, line: &str, dice: &[u8]) -> &mut Self {
        self.attempt(Side::Union, line, dice).unwrap_or_else(|e| panic!("union: {line}: {e}"));
        self
    }

    /// A legal line of the Confederates.
    pub fn confederate(&mut self, line: &str, dice: &[u8]) -> &mut Self {
        self.attempt(Side::Confederate, line, dice).unwrap_or_else(|e| panic!("confederate: {line}: {e}"));
        self
    }

    /// The lines that a side may give now.
    pub fn menu(&self, side: Side) -> Vec<String> {
        R::rules()
            .board(&self.position)
            .orders(seat(side))
            .iter()
            .map(|o| R::rules().board(&self.position).format(o))
            .collect()
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
        matches!(R::rules().board(&self.position).parse(seat(side), line), Err(Refusal::Unreadable { .. }))
    }

    /// What the last line is told as.
    pub fn story(&self) -> Vec<String> {
        self.facts.iter().filter_map(|f| R::rules().tell(f, Viewer::Everyone)).map(|l| l.text).collect()
    }

    /// Whether the last line told of something in these words.
    pub fn told(&self, words: &str) -> bool {
        self.story().iter().any(|l| l.contains(words))
    }
}

/// Faces for one order of a house player: any stream of dice will do.
pub fn some_dice<R: Tested>(rng: &mut BotRng) -> VecDeque<u8> {
    (0..R::FACES).map(|_| rng.below(6) as u8 + 1).collect()
}
