//! General Trimble takes the division of a commander who is lost, or of one who follows the lost commander of a corps (0.3).

use super::board::Board;
use super::book::{AnyOrder, NOT_YOURS, Rules, Stop, WRONG_SEGMENT};
use super::facts::Fact;
use super::names::{read_unit, unreadable};
use super::position::{Place, Segment};
use super::reorganisation::WAITING;
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Level, UnitId, UnitSpec};
use super::written::Substitute;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Line, Refusal, Side};

const NO_TRIMBLE: RuleBreak = RuleBreak::new(&[
    "0.3",
    "Nobody waits to take over a division, or he has one already.",
    "Trimble is an option of the scenario, Heth and Pender wait with General Jackson; once in command they stay in it.",
]);
const NOT_LOST: RuleBreak = RuleBreak::new(&[
    "0.3",
    "{unit} is no Confederate division commander who is lost.",
    "Trimble takes the division of a commander who was incapacitated or captured.",
]);
const WHO_FOLLOWS: RuleBreak = RuleBreak::new(&[
    "0.3",
    "{unit} commands a corps: a division commander on the map takes it, and leaves his division to Trimble.",
    "Write for example substitute Ewell by Rodes.",
]);
const BY_DAY: RuleBreak =
    RuleBreak::new(&["0.3", "It is day.", "Trimble takes a division at the opening of a night turn."]);

/// The counter.
const TRIMBLE: &str = "cs-trimble-cmd";

impl<'b> Board<'b> {
    /// 0.3: the commander whose place a commander has: his own, or that of whom he follows; nothing of one whom somebody has followed.
    pub fn posted_as(&self, unit: UnitId) -> Option<UnitId> {
        self.post_after(unit, self.at.substitutes.len())
    }

    /// The same after so many changes.
    fn post_after(&self, unit: UnitId, changes: usize) -> Option<UnitId> {
        let bears = |s: &&(usize, &Substitute)| s.1.by == unit || s.1.of == unit;
        let changes = self.at.substitutes.iter().take(changes).enumerate().collect::<Vec<_>>();
        match changes.iter().rev().find(bears) {
            None => Some(unit),
            Some((_, change)) if change.of == unit => None,
            Some((n, change)) => self.post_after(change.of, *n),
        }
    }

    /// The counter whose place a commander has, as printed; himself of one whom somebody has followed.
    pub fn posted(&self, unit: UnitId) -> &'b UnitSpec {
        if self.at.substitutes.is_empty() { self.spec(unit) } else { self.spec(self.posted_as(unit).unwrap_or(unit)) }
    }

    /// 0.3: what a commander commands: by his counter, or by whom he follows; nothing where somebody has followed him.
    pub fn level_of(&self, unit: UnitId) -> Option<Level> {
        if self.at.substitutes.is_empty() {
            return self.spec(unit).commander().map(|c| c.level);
        }
        self.spec(self.posted_as(unit)?).commander().map(|c| c.level)
    }

    /// 0.3, §37.4: what a commander commanded last, whoever has followed him since.
    pub fn level_held(&self, unit: UnitId) -> Option<Level> {
        let taken = self.at.substitutes.iter().enumerate().rev().find(|(_, s)| s.by == unit);
        let post = taken.map_or(Some(unit), |(n, change)| self.post_after(change.of, n))?;
        self.spec(post).commander().map(|c| c.level)
    }

    /// Who waits to take over a division: Trimble, and with General Jackson Heth and Pender (ruling 80).
    fn waiting_to_command(&self) -> impl Iterator<Item = UnitId> + '_ {
        let (trimble, others) = (self.at.options.trimble, self.at.options.jackson);
        let ids = [TRIMBLE].into_iter().filter(move |_| trimble).chain(WAITING.into_iter().filter(move |_| others));
        let free = |u: &UnitId| self.at.substitutes.iter().all(|s| s.by != *u);
        ids.filter_map(|id| self.pack.ids().find(|u| self.spec(*u).id == id)).filter(free)
    }

    /// Who of those who wait takes over: the one that is named, or the first.
    fn takes_over(&self, named: Option<UnitId>) -> Option<UnitId> {
        let mut waiting = self.waiting_to_command();
        match named {
            None => waiting.next(),
            Some(named) => waiting.find(|u| *u == named).filter(|_| self.since(5)),
        }
    }

    /// 0.3, General Trimble 1, 2, 4: who takes over from a lost commander; where he does: with him, or with the division. A corps is taken by a division commander,
    /// and his division by Trimble, who comes to him.
    fn check_substitute(&self, Takes { by, of, with }: Takes) -> Result<Vec<Substitute>, RuleBreak> {
        let waiting = self.takes_over(with).ok_or(NO_TRIMBLE)?;
        if self.at.side != Side::Confederate {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Opening {
            return Err(WRONG_SEGMENT);
        }
        if !self.is_night() {
            return Err(BY_DAY);
        }
        let (now, _) = self.commander(of).ok_or(NOT_LOST)?;
        // Ruling 87: removed is incapacitated or captured.
        let lost = now.hit || self.state(of).place == Place::Lost;
        if self.spec(of).side != Side::Confederate || !lost || of == waiting {
            return Err(NOT_LOST);
        }
        let on = |place: Option<usize>| place.filter(|p| self.pack.ground.is_hex(*p));
        match (self.level_of(of), by) {
            (Some(Level::Division), None) => {
                let division = || self.of(Side::Confederate).filter(|u| self.command_of(*u) == self.command_of(of));
                let with = on(self.at.place(of)).or_else(|| division().find_map(|u| on(self.at.counter(u))));
                Ok(vec![Substitute { by: waiting, hex: with.ok_or(NOT_LOST)? as u16, of }])
            }
            (Some(Level::Corps), by) if self.since(3) => {
                let fit = |u: &UnitId| {
                    let whole = self.commander(*u).is_some_and(|(now, _)| !now.hit);
                    whole && self.side(*u) == Side::Confederate && self.level_of(*u) == Some(Level::Division)
                };
                let by = by.filter(fit).ok_or(WHO_FOLLOWS)?;
                let hex = on(self.at.place(by)).ok_or(WHO_FOLLOWS)? as u16;
                Ok(vec![Substitute { by: waiting, hex, of: by }, Substitute { by, hex, of }])
            }
            _ => Err(NOT_LOST),
        }
    }
}

/// `substitute Pender`: Trimble takes his division; `substitute Ewell by Rodes`: Rodes takes his corps, and Trimble the division of Rodes; `substitute Early with
/// Pender`: of several who wait it is Pender (0.3, ruling 80).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takes {
    /// Of a corps the division commander who takes it.
    pub by: Option<UnitId>,
    /// Whose command.
    pub of: UnitId,
    /// Of several who wait the one who takes the division, where it is not the first.
    pub with: Option<UnitId>,
}

impl Verb<Rules> for Takes {
    fn said() -> Said {
        Said::Alone(&["substitute"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let board = words.board;
        // A commander's name may be a brigade's too.
        let chief = |name: &str| {
            let named =
                |u: &UnitId| board.spec(*u).commander().is_some() && board.spec(*u).name.eq_ignore_ascii_case(name);
            board.pack.of(words.side).find(named).map_or_else(|| read_unit(board, Some(words.side), name), Ok)
        };
        let split = |words: &[&str], word: &str| match words.iter().position(|w| w.eq_ignore_ascii_case(word)) {
            Some(at) => (words[..at].join(" "), Some(words[at + 1..].join(" "))),
            None => (words.join(" "), None),
        };
        let (names, with) = split(words.rest, "with");
        let names: Vec<&str> = names.split_whitespace().collect();
        let (of, by) = split(&names, "by");
        if of.is_empty() {
            return Some(Err(unreadable("Whose division does Trimble take?")));
        }
        let read = || {
            let by = by.map(|by| chief(&by)).transpose()?;
            let with = with.map(|with| chief(&with)).transpose()?;
            // The first who waits is meant without a word.
            let with = with.filter(|with| board.takes_over(None) != Some(*with));
            Ok(Takes { by, of: chief(&of)?, with }.into())
        };
        Some(read())
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let options = &board.at.options;
        if !(options.trimble || options.jackson) || board.at.segment != Segment::Opening || !board.is_night() {
            return false;
        }
        let chiefs = || board.pack.of(Side::Confederate).filter(|u| board.commander(*u).is_some());
        let lost = chiefs()
            .filter(|u| board.commander(*u).is_some_and(|(now, _)| now.hit) || board.state(*u).place == Place::Lost);
        let others: Vec<UnitId> = board.waiting_to_command().skip(1).collect();
        let with = || std::iter::once(None).chain(others.iter().copied().map(Some));
        let pairs = lost.flat_map(|of| std::iter::once(None).chain(chiefs().map(Some)).map(move |by| (by, of)));
        pairs
            .flat_map(|(by, of)| with().map(move |with| Takes { by, of, with }))
            .any(|takes| board.check_substitute(takes).is_ok() && found(takes))
    }

    fn write(&self, board: &Board<'_>) -> String {
        let of = &board.spec(self.of).name;
        let by = self.by.map_or_else(String::new, |by| format!(" by {}", board.spec(by).name));
        let with = self.with.map_or_else(String::new, |with| format!(" with {}", board.spec(with).name));
        format!("substitute {of}{by}{with}")
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let takes = board.takes_over(self.with).map_or("Trimble", |u| board.name(u));
        let label = match self.by {
            Some(by) => {
                let (by, of) = (board.name(by), board.name(self.of));
                format!("{by} takes the corps of {of}, and {takes} the division of {by}")
            }
            None => format!("{takes} takes the division of {}", board.name(self.of)),
        };
        Choice::plain(line, label, "substitute", "0.3")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let checked = board.check_substitute(*self);
        let substitutes = checked.map_err(|rule| Refusal::from(rule.illegal(board.name(self.of))))?;
        substitutes.into_iter().for_each(|substitute| resolver.write(Fact::Substituted(substitute)));
        Ok(())
    }
}

impl Teller<'_> {
    /// Who commands now.
    pub fn substituted(&self, substitute: &Substitute) -> Option<Line> {
        let text = format!("{} takes the command of {}.", self.name(substitute.by), self.name(substitute.of));
        self.note(text, "0.3")
    }
}
