//! Chapter 10: the Advantage, and dice that lie on the table until its holder lets them stand.

use super::board::Board;
use super::book::{AnyOrder, Rules};
use super::facts::Fact;
use super::names::capital;
use super::position::{Pending, Phase, Purpose, Rolled};
use super::resolver::Resolver;
use super::sums::{dice_text, rolled_terms, spoken};
use super::teller::Teller;
use domain_core::dice::NoDice;
use domain_core::kit::{OneWord, Said, Verb, Words};
use domain_core::referee::{Choice, Finality, Illegal, Line, Refusal, Side, Tone};

/// `free`: ends the impulse and plays a free one by the Advantage (§10.2B).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Free;

impl OneWord<Rules> for Free {
    const WORDS: &[&str] = &["free"];

    fn legal(board: &Board<'_>) -> bool {
        Free.check(board).is_ok()
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, "End the impulse and play a free one by the Advantage", "free", "10.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        self.check(&resolver.board())?;
        Ok(resolver.end_impulse(false, true)?)
    }
}

impl Free {
    fn check(self, board: &Board<'_>) -> Result<(), Illegal> {
        if board.at.phase != Phase::Action {
            let legal = "Free impulses belong to the Action Phase.";
            return Err(Illegal::new("10.2", "There is no impulse to follow.", legal));
        }
        board.check_impulse()?;
        board.check_done()?;
        board.check_advantage(board.at.side)?;
        if board.at.impulse.free || board.at.impulse.last {
            let wrong = "No free impulse follows a free one, or the last of the phase.";
            return Err(Illegal::new("10.2", wrong, "It follows one's own regular impulse."));
        }
        if board.second_pass() && board.since(4) {
            let wrong = "Nothing has been done: this is the second pass running, and the phase ends with it.";
            return Err(Illegal::new("3.0", wrong, "Do something first, or say done."));
        }
        Ok(())
    }
}

/// `keep`: lets the roll, or the leader, be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep;

impl OneWord<Rules> for Keep {
    const WORDS: &[&str] = &["keep"];

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let now = board.rolled().and_then(|rolled| board.stands_for(rolled));
        let label = format!("Keep the Advantage: {}", now.as_deref().unwrap_or("let it be"));
        Choice { finality: Some(Finality::HandsOver), ..Choice::plain(line, label, "keep", "10.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        match resolver.now().pending.last().cloned() {
            Some(Pending::Roll(rolled)) => resolver.read_dice(&rolled),
            Some(Pending::Silence) => resolver.write(Fact::Answered),
            _ => return Err(resolver.board().not_now("“keep” answers a question about the Advantage.").into()),
        }
        Ok(())
    }
}

/// `reroll`, `reroll attack`, `reroll defence`: by the Advantage (§10.2B).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reroll {
    /// The second roll of a fight.
    pub second: bool,
}

impl Verb<Rules> for Reroll {
    fn said() -> Said {
        Said::Alone(&["reroll"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        match words.rest {
            [] | ["first" | "attack"] => Some(Ok(Reroll { second: false }.into())),
            ["second" | "defence"] => Some(Ok(Reroll { second: true }.into())),
            _ => None,
        }
    }

    fn write(&self, _: &Board<'_>) -> String {
        if self.second { "reroll second" } else { "reroll first" }.to_owned()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let (label, button) = match (board.rolled().map(|r| r.dice.len()), self.second) {
            (Some(2), false) => ("Have the attack rolled again", "Attack · rolls again"),
            (Some(2), true) => ("Have the defence rolled again", "Defence · rolls again"),
            _ => ("Have it rolled again", "Rolls again"),
        };
        let odds = board.rolled().map_or_else(Vec::new, |rolled| board.odds_again(rolled, usize::from(self.second)));
        Choice { button: Some(button), odds, ..Choice::plain(line, label, "reroll", "10.2").rolling() }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Refusal> {
        let which = usize::from(self.second);
        let board = resolver.board();
        let Some(mut rolled) = board.rolled().cloned() else {
            let legal = "A roll may be made again right after it.";
            return Err(Illegal::new("10.2", "There is no roll on the table.", legal).into());
        };
        if !board.may_reroll(&rolled, which) {
            let legal = "Each side may do it once for each roll.";
            return Err(Illegal::new("10.2", "That roll may not be made again.", legal).into());
        }
        let count = rolled.dice.get(which).map_or(0, Vec::len) as u8;
        let by = resolver.side;
        let dice = resolver.dice.roll("again by the Advantage", count, 6)?;
        if let (Some(old), Some(used)) = (rolled.dice.get_mut(which), rolled.used.get_mut(which)) {
            old.clone_from(&dice);
            used.push(by);
        }
        resolver.write(Fact::Rerolled { by, dice, purpose: rolled.purpose, which: which as u8 });
        resolver.write(Fact::Changed(Pending::Roll(rolled)));
        resolver.use_advantage("a roll is made again");
        Ok(())
    }
}

impl Board<'_> {
    /// Whether a side holds the Advantage.
    ///
    /// # Errors
    /// [`Illegal`] when it does not.
    pub fn check_advantage(&self, side: Side) -> Result<(), Illegal> {
        if self.at.advantage != side {
            let wrong = format!("The {} side does not hold the Advantage.", side.name());
            return Err(Illegal::new("10.1", wrong, "It passes to the other side with each use."));
        }
        Ok(())
    }

    /// The dice on the table.
    pub fn rolled(&self) -> Option<&Rolled> {
        match self.at.pending.last() {
            Some(Pending::Roll(rolled)) => Some(rolled),
            _ => None,
        }
    }

    /// Whether the holder of the Advantage may have a roll made again (ruling 16).
    pub fn may_reroll(&self, rolled: &Rolled, which: usize) -> bool {
        which < rolled.dice.len() && rolled.used.get(which).is_some_and(|u| !u.contains(&self.at.advantage))
    }
}

impl Resolver<'_, '_> {
    /// Passes the Advantage on after a use (§10.1).
    pub fn use_advantage(&mut self, what: impl Into<String>) {
        let to = self.now().advantage.other();
        self.write(Fact::Advantage { to, what: what.into() });
    }

    /// Rolls so many dice for each roll of a purpose and leaves them on the table (§10.2B).
    pub fn roll(&mut self, purpose: Purpose, counts: &[u8]) -> Result<(), NoDice> {
        let mut dice = Vec::new();
        for (what, count) in purpose.rolls().into_iter().zip(counts) {
            dice.push(self.dice.roll(what, *count, 6)?);
        }
        let used = vec![Vec::new(); dice.len()];
        self.write(Fact::Asked(Pending::Roll(Rolled { dice, purpose, used })));
        Ok(())
    }

    /// Lets dice stand that may not be rolled again; `false` when the holder of the Advantage must be asked.
    pub fn let_stand(&mut self, rolled: &Rolled) -> bool {
        let board = self.board();
        if (0..rolled.dice.len()).any(|which| board.may_reroll(rolled, which)) {
            return false;
        }
        self.read_dice(rolled);
        true
    }

    /// Dice that stand are read.
    fn read_dice(&mut self, rolled: &Rolled) {
        self.write(Fact::Answered);
        let sum = rolled_terms(rolled.dice.first().map_or(&[], Vec::as_slice));
        match rolled.purpose {
            Purpose::Check => self.impulse_checked(sum),
            Purpose::Combat => {
                if let [attack, defence] = rolled.dice.as_slice() {
                    self.fought(attack, defence);
                }
            }
            Purpose::Contested { area, unit } => self.contested(area, unit, sum),
            Purpose::Crossing { crossing, unit } => self.crossing_rolled(crossing, unit, sum),
            Purpose::Hill => self.hill_rolled(sum),
            Purpose::Leader { leader } => self.fate_rolled(leader, &sum),
            Purpose::Withdrawal { unit } => self.withdrawal_rolled(unit, sum),
        }
    }
}

impl Teller<'_> {
    /// The Advantage changed hands.
    pub fn advantage(&self, to: Side, what: &str) -> Line {
        Line::new(Tone::Note, format!("The Advantage passes to the {to} side: {what}.")).cite("10.1")
    }

    /// A roll was made again.
    pub fn rerolled(&self, by: Side, dice: &[u8], purpose: Purpose, which: u8) -> Line {
        let what = match (purpose, which) {
            (Purpose::Combat, 0) => "the attack".to_owned(),
            (Purpose::Combat, _) => "the defence".to_owned(),
            _ => self.purpose(purpose),
        };
        let dice = dice_text(dice);
        let text = format!("The {by} side has the dice for {what} rolled again: {dice}.");
        // No result: that is told of the fight or the check, with these dice.
        let line = Line::new(Tone::Note, text).cite("10.2");
        match purpose.rolls().get(usize::from(which)) {
            Some(of) => line.again(of),
            None => line,
        }
    }

    /// What a roll came to.
    pub fn result(&self, purpose: Purpose, success: bool, sum: &[(String, i32)]) -> Line {
        let end = if success { "it succeeds" } else { "it fails" };
        let text = capital(&format!("{}: {}: {end}.", self.purpose(purpose), spoken("", sum)));
        let section = match purpose {
            Purpose::Crossing { .. } => "11.2",
            Purpose::Hill => "4.5",
            Purpose::Withdrawal { .. } => "7.3.3",
            _ => "8.6.5",
        };
        Line::new(Tone::Roll, text).cite(section).of_dice(&purpose.rolls())
    }

    fn purpose(&self, purpose: Purpose) -> String {
        match purpose {
            Purpose::Check => "the impulse check".into(),
            Purpose::Combat => "the fight".into(),
            Purpose::Contested { area, unit } => format!("the retreat of {} to {}", self.unit(unit), self.area(area)),
            Purpose::Crossing { crossing, unit } => {
                format!("the try of {} at {}", self.unit(unit), self.crossing_name(crossing))
            }
            Purpose::Hill => "A.P. Hill's march".into(),
            Purpose::Leader { leader } => format!("the fate of {}", self.leader(leader)),
            Purpose::Withdrawal { unit } => format!("the withdrawal of {}", self.unit(unit)),
        }
    }
}
