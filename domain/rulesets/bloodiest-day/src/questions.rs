//! The list of questions, and what is asked of whichever stands open: who answers, with what, what standing orders say.

use super::board::Board;
use super::book::Rules;
use super::danger::WhoIsInDanger;
use super::defence::NameLead;
use super::leaders::PlaceLeader;
use super::long_range::BOMBARD_AT_LONG_RANGE;
use super::losses::PayLosses;
use super::position::Phase;
use super::rally::{MayReorganise, Price};
use super::rerolls::{CheckStands, FateStands, FightStands, OtherStands};
use super::retreats::MustRetreat;
use super::sequence::{PLAY_IMPULSE, START_IMPULSE};
use super::silence::MaySilence;
use super::withdrawal::MayWithdraw;
use domain_core::kit::{self, Asks, Question, QuestionRow};
use domain_core::referee::{Circumstance, QuestionContext, Side, TURN};

/// The questions; offers of standing orders stand in this order.
pub const QUESTIONS: [QuestionRow<Rules>; 16] = [
    QuestionRow::of::<FightStands>(),
    QuestionRow::of::<CheckStands>(),
    QuestionRow::of::<FateStands>(),
    QuestionRow::of::<OtherStands>(),
    QuestionRow::of::<MaySilence>(),
    QuestionRow::of::<MayWithdraw>(),
    QuestionRow::of::<NameLead>(),
    QuestionRow::of::<PayLosses>(),
    QuestionRow::of::<MustRetreat>(),
    QuestionRow::of::<WhoIsInDanger>(),
    QuestionRow::of::<PlaceLeader>(),
    QuestionRow::of::<MayReorganise>(),
    QuestionRow::of::<Price>(),
    QuestionRow::phase(&BOMBARD_AT_LONG_RANGE),
    QuestionRow::phase(&START_IMPULSE),
    QuestionRow::phase(&PLAY_IMPULSE),
];

impl Asks for Rules {
    fn questions() -> &'static [QuestionRow<Rules>] {
        &QUESTIONS
    }
}

impl Board<'_> {
    /// The question that stands open; none when the game is over.
    pub fn asked(&self) -> Option<Box<dyn Question<Rules>>> {
        if self.at.phase == Phase::Over { None } else { kit::asked::<Rules>(self) }
    }

    /// The same, if it is a side's to answer.
    pub fn asked_of(&self, side: Side) -> Option<Box<dyn Question<Rules>>> {
        self.asked().filter(|asked| asked.side(self) == side)
    }

    /// The side that owes an answer.
    pub fn owing(&self) -> Option<Side> {
        self.asked().map(|asked| asked.side(self))
    }

    /// The offers that bear on the question, with what is so.
    pub fn contexts(&self, side: Side) -> Vec<QuestionContext> {
        let mut all = self.asked_of(side).map_or_else(Vec::new, |asked| asked.contexts(self));
        for context in &mut all {
            context.circumstances.push(Circumstance::number(TURN, self.at.turn));
            context.circumstances.push(Circumstance::number("space", self.at.space));
        }
        all
    }
}
