//! What a player can say. Each order has one line of notation (see [`super::notation`]).

use super::advance::{Advance, MayAdvance};
use super::book::{Rules, Stop};
use super::charge::Charge;
use super::close::{CHARGES_HOME, CLOSING, CloseCombat};
use super::command::{Activate, CHOOSE_DIVISIONS, Keep, KeepRoll, ROLL_FOR_COORDINATION, Roll, Touch};
use super::disorder::Recover;
use super::entering::{Enter, SPECIAL_SEQUENCE};
use super::final_turn::{DUSK_FIRE, SECOND_CLOSE};
use super::fire::{FIRING, Fire};
use super::losses::{BonusUse, UseBonus};
use super::movement::{MOVING, Move, Withdraw};
use super::position::Phase;
use super::reaction::Reacting;
use super::resolver::Resolver;
use super::results::GoesOn;
use super::retreats::{MustRetreat, Retreat};
use super::sequence::Done;
use super::setup::{Deploy, Lift, SETTING_UP, SetUp};
use super::sharpshooters::MayStepAway;
use super::units::UnitId;
use super::voluntary::{LoseStep, MayFallBack, Shaken, Stay, TakeMarker};
use super::zones::Board;
use domain_core::kit::{Asks, Book, QuestionRow, VerbRow};
use domain_core::referee::Side;
use domain_core::verbs;

verbs! {
    /// One order. The verbs stand in the order of the menu.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Order of Rules {
        /// Takes a unit set up back in hand.
        Lift,
        /// Sets a unit up.
        SetUp,
        /// Charges.
        Charge,
        /// Moves along a way.
        Move,
        /// Comes to the map.
        Enter,
        /// Withdraws from enemy zones.
        Withdraw,
        /// Recovers.
        Recover,
        /// Fires.
        Fire,
        /// Attacks an adjacent hex.
        CloseCombat,
        /// Sets up every unit still in hand.
        Deploy,
        /// Rolls for coordination.
        Roll,
        /// Chooses two divisions.
        Activate,
        /// Keeps a coordination roll.
        Keep,
        /// Rolls again.
        Touch,
        /// Uses a combat bonus.
        UseBonus,
        /// Takes a marker.
        TakeMarker,
        /// Loses a step instead.
        LoseStep,
        /// Retreats.
        Retreat,
        /// Stays.
        Stay,
        /// Advances.
        Advance,
        /// Ends the phase.
        Done,
    }
}

impl Book for Rules {
    type Board<'b> = Board<'b>;
    type Resolver<'r, 'd>
        = Resolver<'r, 'd>
    where
        'd: 'r;
    type Piece = UnitId;
    type Order = Order;
    type Stop = Stop;
}

impl Asks for Rules {
    fn questions() -> &'static [QuestionRow<Rules>] {
        &QUESTIONS
    }

    fn verbs() -> &'static [VerbRow<Rules>] {
        VERBS
    }

    fn pieces(board: &Board<'_>, side: Side) -> Vec<UnitId> {
        board.pack.ids().filter(|unit| board.side(*unit) == side).collect()
    }

    /// Only when the player is not at the board anyway: in the other side's player turn, and for both sides in the Reaction Phase, which
    /// interrupts it.
    fn speaks_in_advance(board: &Board<'_>, side: Side) -> bool {
        board.at.phase != Phase::Setup && (side != board.at.side || board.at.phase == Phase::Reaction)
    }
}

/// The questions; offers of standing orders stand in this order.
pub const QUESTIONS: [QuestionRow<Rules>; 19] = [
    QuestionRow::of::<Reacting>(),
    QuestionRow::of::<Shaken>(),
    QuestionRow::of::<MustRetreat>(),
    QuestionRow::of::<MayFallBack>(),
    QuestionRow::of::<BonusUse>(),
    QuestionRow::of::<MayAdvance>(),
    QuestionRow::of::<MayStepAway>(),
    QuestionRow::of::<GoesOn>(),
    QuestionRow::of::<KeepRoll>(),
    QuestionRow::phase(&SETTING_UP),
    QuestionRow::phase(&ROLL_FOR_COORDINATION),
    QuestionRow::phase(&CHOOSE_DIVISIONS),
    QuestionRow::phase(&MOVING),
    QuestionRow::phase(&FIRING),
    QuestionRow::phase(&DUSK_FIRE),
    QuestionRow::phase(&CHARGES_HOME),
    QuestionRow::phase(&CLOSING),
    QuestionRow::phase(&SECOND_CLOSE),
    QuestionRow::phase(&SPECIAL_SEQUENCE),
];

impl Order {
    /// The unit that acts, if one does.
    pub fn unit(&self) -> Option<UnitId> {
        self.verb().piece()
    }
}
