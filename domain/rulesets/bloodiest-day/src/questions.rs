//! The list of questions, and what conditions may ask for at each of them.

use super::board::Board;
use super::book::Rules;
use super::danger::WhoIsInDanger;
use super::defence::NameLead;
use super::leaders::PlaceLeader;
use super::long_range::BOMBARD_AT_LONG_RANGE;
use super::losses::PayLosses;
use super::orders::VERBS;
use super::position::Phase;
use super::rally::{MayReorganise, Price};
use super::rerolls::{CheckStands, FateStands, FightStands, OtherStands};
use super::retreats::MustRetreat;
use super::sequence::{PLAY_IMPULSE, START_IMPULSE};
use super::silence::MaySilence;
use super::units::Piece;
use super::withdrawal::MayWithdraw;
use domain_core::kit::{self, Asks, QuestionRow, VerbRow};
use domain_core::referee::{Circumstance, Decision, QuestionContext, Side, TURN};

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

    fn verbs() -> &'static [VerbRow<Rules>] {
        VERBS
    }

    fn pieces(board: &Board<'_>, _: Side) -> Vec<Piece> {
        let units = board.pack.ids().map(Piece::Unit);
        units.chain(board.pack.leader_ids().map(Piece::Leader)).collect()
    }

    fn is_over(board: &Board<'_>) -> bool {
        board.at.phase == Phase::Over
    }
}

/// The offers that bear on a decision, with what is so.
pub fn contexts(board: &Board<'_>, decision: &Decision) -> Vec<QuestionContext> {
    let mut all = kit::contexts::<Rules>(board, decision);
    for context in &mut all {
        context.circumstances.push(Circumstance::number(TURN, board.at.turn));
        context.circumstances.push(Circumstance::number("space", board.at.space));
    }
    all
}
