//! General Trimble takes the division of a commander who is lost (0.3).

use super::board::Board;
use super::book::{AnyOrder, NOT_YOURS, Rules, Stop, WRONG_SEGMENT};
use super::facts::Fact;
use super::names::{read_unit, unreadable};
use super::position::{Place, Segment};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Level, UnitId};
use super::written::Substitute;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Side};

const NO_TRIMBLE: RuleBreak = RuleBreak::new(&[
    "0.3",
    "General Trimble is not there, or has a division already.",
    "He is an option of the scenario, and once in command he stays in it.",
]);
const NOT_LOST: RuleBreak = RuleBreak::new(&[
    "0.3",
    "{unit} is no Confederate division commander who is lost.",
    "Trimble takes the division of a commander who was incapacitated or captured.",
]);
const BY_DAY: RuleBreak =
    RuleBreak::new(&["0.3", "It is day.", "Trimble takes a division at the opening of a night turn."]);

/// The counter.
const TRIMBLE: &str = "cs-trimble-cmd";

impl Board<'_> {
    fn trimble(&self) -> Option<UnitId> {
        self.pack.ids().find(|u| self.spec(*u).id == TRIMBLE)
    }

    /// 0.3, General Trimble 1, 4: whether he may take over from a commander; where he does: with him, or with the division.
    fn check_substitute(&self, of: UnitId) -> Result<Substitute, RuleBreak> {
        let by =
            self.trimble().filter(|_| self.at.options.trimble && self.at.substitutes.is_empty()).ok_or(NO_TRIMBLE)?;
        if self.at.side != Side::Confederate {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        if !self.is_night() {
            return Err(BY_DAY);
        }
        let (now, spec) = self.commander(of).ok_or(NOT_LOST)?;
        // Ruling 87: removed is incapacitated or captured.
        let lost = now.hit || self.state(of).place == Place::Lost;
        if self.spec(of).side != Side::Confederate || spec.level != Level::Division || !lost || of == by {
            return Err(NOT_LOST);
        }
        let on = |place: Option<usize>| place.filter(|p| self.pack.ground.is_hex(*p));
        let division = || self.of(Side::Confederate).filter(|u| self.command_of(*u) == self.command_of(of));
        let with = on(self.at.place(of)).or_else(|| division().find_map(|u| on(self.at.counter(u))));
        Ok(Substitute { by, hex: with.ok_or(NOT_LOST)? as u16, of })
    }
}

/// `substitute Pender`: Trimble takes his division (0.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// Whose command.
    pub of: UnitId,
}

impl Verb<Rules> for Takes {
    fn said() -> Said {
        Said::Alone(&["substitute"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let name = words.rest.join(" ");
        let board = words.board;
        // A commander's name may be a brigade's too.
        let chief =
            |u: &UnitId| board.spec(*u).commander().is_some() && board.spec(*u).name.eq_ignore_ascii_case(&name);
        let read = || {
            let of = board.pack.of(words.side).find(chief);
            let of = of.map_or_else(|| read_unit(board, Some(words.side), &name), Ok)?;
            Ok(Takes { of }.into())
        };
        if name.is_empty() { Some(Err(unreadable("Whose division does Trimble take?"))) } else { Some(read()) }
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if !board.at.options.trimble || board.at.segment != Segment::Opening {
            return false;
        }
        board.pack.of(Side::Confederate).any(|of| board.check_substitute(of).is_ok() && found(Takes { of }))
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("substitute {}", board.spec(self.of).name)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, format!("Trimble takes the division of {}", board.name(self.of)), "substitute", "0.3")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let checked = board.check_substitute(self.of);
        let substitute = checked.map_err(|rule| Refusal::from(rule.illegal(board.name(self.of))))?;
        resolver.write(Fact::Substituted(substitute));
        Ok(())
    }
}

impl Teller<'_> {
    /// Who commands now.
    pub fn substituted(&self, substitute: &Substitute) -> Option<Line> {
        let text = format!("{} takes the division of {}.", self.name(substitute.by), self.name(substitute.of));
        self.note(text, "0.3")
    }
}
