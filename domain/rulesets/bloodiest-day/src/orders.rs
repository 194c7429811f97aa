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
use domain_core::kit::Book;
use domain_core::referee::Refusal;
use domain_core::verbs;

verbs! {
    /// One order. The verbs stand in the order of the menu.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Order of Rules {
        /// Lets the impulse go by.
        Pass,
        /// Ends what is being done.
        Done,
        /// Plays a free impulse.
        Free,
        /// Wakes a leader.
        Wake,
        /// Activates an area, or two.
        Activate,
        /// Brings reinforcements on.
        BringOn,
        /// Bombards at long range.
        LongRange,
        /// Moves a unit.
        Move,
        /// Commits a unit to an attack.
        Commit,
        /// Tries a bridge or ford.
        Try,
        /// Carries an attack out.
        Attack,
        /// Moves a leader.
        Ride,
        /// Finds a ford.
        Find,
        /// Brings a unit back.
        Reorganise,
        /// Silences a leader.
        Silence,
        /// Lets a roll, or a leader, be.
        Keep,
        /// Has dice rolled again.
        Reroll,
        /// Names the unit that leads the defence.
        Lead,
        /// Pays casualty points.
        TakeLoss,
        /// Gives more than is owed.
        More,
        /// Retreats.
        Retreat,
        /// Withdraws a mounted unit.
        Withdraw,
        /// Has it stay.
        Stay,
        /// Picks the leader in danger.
        Aim,
        /// Places a leader.
        Post,
        /// Gives up a unit for another.
        Pay,
    }
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
