//! What a player can say: the list of verbs. Each stands in the file of its chapter.

use super::activation::Activate;
use super::advantage::{Free, Keep, Reroll};
use super::attack::Attack;
use super::board::Board;
use super::book::Rules;
use super::commitment::Commit;
use super::crossings::{Find, Try};
use super::danger::Aim;
use super::defence::Lead;
use super::leaders::{Post, Wake};
use super::long_range::LongRange;
use super::losses::{More, TakeLoss};
use super::movement::Move;
use super::rally::{Pay, Reorganise};
use super::reinforcements::BringOn;
use super::resolver::Resolver;
use super::retreats::Retreat;
use super::riding::Ride;
use super::sequence::{Done, Pass};
use super::silence::Silence;
use super::units::Piece;
use super::withdrawal::{Stay, Withdraw};
use domain_core::kit::{Book, Verb, VerbRow};
use domain_core::referee::Refusal;

/// One order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Lets the impulse go by.
    Pass(Pass),
    /// Ends what is being done.
    Done(Done),
    /// Plays a free impulse.
    Free(Free),
    /// Wakes a leader.
    Wake(Wake),
    /// Activates an area, or two.
    Activate(Activate),
    /// Brings reinforcements on.
    BringOn(BringOn),
    /// Bombards at long range.
    LongRange(LongRange),
    /// Moves a unit.
    Move(Move),
    /// Commits a unit to an attack.
    Commit(Commit),
    /// Tries a bridge or ford.
    Try(Try),
    /// Carries an attack out.
    Attack(Attack),
    /// Moves a leader.
    Ride(Ride),
    /// Finds a ford.
    Find(Find),
    /// Brings a unit back.
    Reorganise(Reorganise),
    /// Silences a leader.
    Silence(Silence),
    /// Lets a roll, or a leader, be.
    Keep(Keep),
    /// Has dice rolled again.
    Reroll(Reroll),
    /// Names the unit that leads the defence.
    Lead(Lead),
    /// Pays casualty points.
    TakeLoss(TakeLoss),
    /// Gives more than is owed.
    More(More),
    /// Retreats.
    Retreat(Retreat),
    /// Withdraws a mounted unit.
    Withdraw(Withdraw),
    /// Has it stay.
    Stay(Stay),
    /// Picks the leader in danger.
    Aim(Aim),
    /// Places a leader.
    Post(Post),
    /// Gives up a unit for another.
    Pay(Pay),
}

impl Book for Rules {
    type Board<'b> = Board<'b>;
    type Resolver<'r, 'd>
        = Resolver<'r, 'd>
    where
        'd: 'r;
    type Piece = Piece;
    type Order = Order;
    type Stop = Refusal;
}

/// The verbs, in the order of the menu.
pub const VERBS: [VerbRow<Rules>; 26] = [
    VerbRow::of::<Pass>(),
    VerbRow::of::<Done>(),
    VerbRow::of::<Free>(),
    VerbRow::of::<Wake>(),
    VerbRow::of::<Activate>(),
    VerbRow::of::<BringOn>(),
    VerbRow::of::<LongRange>(),
    VerbRow::of::<Move>(),
    VerbRow::of::<Commit>(),
    VerbRow::of::<Try>(),
    VerbRow::of::<Attack>(),
    VerbRow::of::<Ride>(),
    VerbRow::of::<Find>(),
    VerbRow::of::<Reorganise>(),
    VerbRow::of::<Silence>(),
    VerbRow::of::<Keep>(),
    VerbRow::of::<Reroll>(),
    VerbRow::of::<Lead>(),
    VerbRow::of::<TakeLoss>(),
    VerbRow::of::<More>(),
    VerbRow::of::<Retreat>(),
    VerbRow::of::<Withdraw>(),
    VerbRow::of::<Stay>(),
    VerbRow::of::<Aim>(),
    VerbRow::of::<Post>(),
    VerbRow::of::<Pay>(),
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
    Pass, Done, Free, Wake, Activate, BringOn, LongRange, Move, Commit, Try, Attack, Ride, Find, Reorganise, Silence,
    Keep, Reroll, Lead, TakeLoss, More, Retreat, Withdraw, Stay, Aim, Post, Pay
);
