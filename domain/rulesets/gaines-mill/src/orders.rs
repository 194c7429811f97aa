//! What a player can say. Each order has one line of notation (see [`super::notation`]).

use super::advance::Advance;
use super::book::{Rules, Stop};
use super::charge::Charge;
use super::close::CloseCombat;
use super::command::{Activate, Keep, Roll, Touch};
use super::disorder::Recover;
use super::entering::Enter;
use super::fire::Fire;
use super::losses::UseBonus;
use super::movement::{Move, Withdraw};
use super::resolver::Resolver;
use super::retreats::Retreat;
use super::sequence::Done;
use super::setup::{Deploy, Lift, SetUp};
use super::units::UnitId;
use super::voluntary::{LoseStep, Stay, TakeMarker};
use super::zones::Board;
use domain_core::kit::{Book, Verb, VerbRow};

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
