//! The delayed attack (0.7): a number of the Confederates and a die of the Union decide whether they must wait for their second division.

use super::board::Board;
use super::book::{AnyOrder, NOT_YOURS, Rules, Stop, WRONG_SEGMENT};
use super::facts::Fact;
use super::position::{Place, Segment};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::UnitId;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Side, Tone};

const NO_DELAY: RuleBreak = RuleBreak::new(&[
    "0.7",
    "No number is written in this game, or it is written already.",
    "The Confederates write 1 or 2 before their first player turn, where the option is in force.",
]);
pub const WRITE_FIRST: RuleBreak = RuleBreak::new(&[
    "0.7",
    "The number of the delayed attack is not written yet.",
    "Write number 1 or number 2 first; the Union learns it when the game is over.",
]);
pub const DELAYED: RuleBreak = RuleBreak::new(&[
    "0.7",
    "The Confederates must not attack yet.",
    "Number and die are odd together: they wait until their second division enters.",
]);

/// The division that comes first, and who does with General Jackson (0.3).
const FIRST: [&str; 2] = ["Heth", "Ewell"];

impl Board<'_> {
    /// 0.7.3: whether the attacks of a brigade are barred: the sum is odd, and no brigade of a second Confederate division has entered or enters now.
    pub fn is_delayed(&self, unit: UnitId) -> bool {
        let Some((die, number)) = self.at.delay.die.zip(self.at.delay.number) else { return false };
        if self.side(unit) != Side::Confederate || (die + number).is_multiple_of(2) {
            return false;
        }
        let first = FIRST[usize::from(self.at.options.jackson && self.since(4))];
        let second = |u: &UnitId| {
            let spec = self.spec(*u);
            spec.brigade().is_some() && !spec.is_cavalry() && spec.division != first
        };
        // §34.3.3, §34.3.5: one that was kept back enters in line too, and beside its road.
        let enters = |u: UnitId| self.due(u).is_some() || self.has_entrance(u);
        let entered = |u: UnitId| self.at.unit(u).place != Place::Waiting || enters(u);
        !self.pack.of(Side::Confederate).filter(second).any(entered)
    }

    fn check_number(&self) -> Result<(), RuleBreak> {
        if !self.at.options.delayed_attack || self.at.delay.number.is_some() {
            return Err(NO_DELAY);
        }
        if self.at.side != Side::Confederate {
            return Err(NOT_YOURS);
        }
        if self.at.segment == Segment::Opening { Ok(()) } else { Err(WRONG_SEGMENT) }
    }

    /// 0.7.1: whether the first player turn may begin.
    ///
    /// # Errors
    /// The number is not written.
    pub fn check_number_written(&self) -> Result<(), RuleBreak> {
        if self.commands_army() && self.check_number().is_ok() { Err(WRITE_FIRST) } else { Ok(()) }
    }
}

/// `number 2`: the Confederates' secret number (0.7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// 1 or 2.
    pub number: u8,
}

impl Verb<Rules> for Number {
    fn said() -> Said {
        Said::Alone(&["number"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [number] = words.rest else { return None };
        let wrong = || super::names::unreadable("The number is 1 or 2.");
        let read = number.parse::<u8>().ok().filter(|n| (1..=2).contains(n));
        Some(read.map(|number| Number { number }.into()).ok_or_else(wrong))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.check_number().is_ok() && (1..=2).any(|number| found(Number { number }))
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("number {}", self.number)
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        let note = Some("With an even sum of it and the Union's die you may attack from the first.".to_owned());
        Choice { note, ..Choice::plain(line, format!("Write the number {}", self.number), "number", "0.7") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_number().map_err(|rule| Refusal::from(rule.illegal("The number")))?;
        resolver.write(Fact::NumberWritten { number: self.number });
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// 0.7.2: the Union rolls as its first player turn begins.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn roll_delay(&mut self) -> Result<(), Stop> {
        let at = &self.buffer.position;
        if at.options.delayed_attack && at.delay.die.is_none() && at.side == Side::Union {
            let die = self.dice.roll("the delayed attack".to_owned(), 1, 6)?[0];
            self.write(Fact::DelayRolled { die });
        }
        Ok(())
    }

    /// 0.7.1: the number is told when the game is over.
    pub fn show_number(&mut self) {
        if let Some(number) = self.buffer.position.delay.number {
            self.write(Fact::NumberShown { number });
        }
    }
}

impl Teller<'_> {
    /// The die.
    pub fn delay_rolled(&self, die: u8) -> Option<Line> {
        self.line(Tone::Roll, format!("The Union rolls {die} for the delayed attack."), "0.7", vec![])
    }

    /// The number, as it is written.
    pub fn number_written(&self, number: u8) -> Option<Line> {
        self.note(format!("The number of the delayed attack is {number}."), "0.7")
    }
}
