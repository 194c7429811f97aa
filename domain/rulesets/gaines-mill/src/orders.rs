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
use domain_core::kit::{Asks, Book, QuestionRow, Verb, VerbRow};

/// One order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Sets a unit up.
    SetUp(SetUp),
    /// Takes a unit set up back in hand.
    Lift(Lift),
    /// Sets up every unit still in hand.
    Deploy(Deploy),
    /// Ends the phase.
    Done(Done),
    /// Rolls for coordination.
    Roll(Roll),
    /// Keeps a coordination roll.
    Keep(Keep),
    /// Rolls again.
    Touch(Touch),
    /// Chooses two divisions.
    Activate(Activate),
    /// Moves along a way.
    Move(Move),
    /// Comes to the map.
    Enter(Enter),
    /// Charges.
    Charge(Charge),
    /// Withdraws from enemy zones.
    Withdraw(Withdraw),
    /// Recovers.
    Recover(Recover),
    /// Fires.
    Fire(Fire),
    /// Attacks an adjacent hex.
    CloseCombat(CloseCombat),
    /// Uses a combat bonus.
    UseBonus(UseBonus),
    /// Takes a marker.
    TakeMarker(TakeMarker),
    /// Loses a step instead.
    LoseStep(LoseStep),
    /// Retreats.
    Retreat(Retreat),
    /// Stays.
    Stay(Stay),
    /// Advances.
    Advance(Advance),
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

/// The verbs, in the order of the menu.
pub const VERBS: [VerbRow<Rules>; 21] = [
    VerbRow::of::<Lift>(),
    VerbRow::of::<SetUp>(),
    VerbRow::of::<Charge>(),
    VerbRow::of::<Move>(),
    VerbRow::of::<Enter>(),
    VerbRow::of::<Withdraw>(),
    VerbRow::of::<Recover>(),
    VerbRow::of::<Fire>(),
    VerbRow::of::<CloseCombat>(),
    VerbRow::of::<Deploy>(),
    VerbRow::of::<Roll>(),
    VerbRow::of::<Activate>(),
    VerbRow::of::<Keep>(),
    VerbRow::of::<Touch>(),
    VerbRow::of::<UseBonus>(),
    VerbRow::of::<TakeMarker>(),
    VerbRow::of::<LoseStep>(),
    VerbRow::of::<Retreat>(),
    VerbRow::of::<Stay>(),
    VerbRow::of::<Advance>(),
    VerbRow::of::<Done>(),
];

macro_rules! verbs {
    ($($verb:ident),*) => {
        $(impl From<$verb> for Order {
            fn from(verb: $verb) -> Order {
                Order::$verb(verb)
            }
        })*

        impl Order {
            /// The verb that says and does it.
            pub fn verb(&self) -> &dyn Verb<Rules> {
                match self {
                    $(Order::$verb(verb) => verb,)*
                }
            }
        }
    };
}

verbs!(
    SetUp,
    Lift,
    Deploy,
    Roll,
    Keep,
    Touch,
    Activate,
    Move,
    Enter,
    Charge,
    Withdraw,
    Recover,
    Fire,
    CloseCombat,
    UseBonus,
    TakeMarker,
    LoseStep,
    Retreat,
    Stay,
    Advance,
    Done
);

impl Order {
    /// The unit that acts, if one does.
    pub fn unit(&self) -> Option<UnitId> {
        self.verb().piece()
    }
}
