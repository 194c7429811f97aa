//! What a player can say, and what is asked.

use super::advancing::{AdvanceTo, FallBackTo};
use super::ammunition::Refill;
use super::artillery::Shoot;
use super::assault::Assault;
use super::attack::{EndAttack, Name};
use super::board::Board;
use super::book::{Rules, Stop};
use super::charge::{Charge, Recoil};
use super::closing::Close;
use super::combat_orders::{Aim, Defend, Distribute, FlankStep, HastyFront, ReturnFire, Single};
use super::combat_questions::{DefensiveFire, FlankMoves, HastyLines};
use super::command::{Alone, Lead, Primary};
use super::commanders::Ride;
use super::delayed::Number;
use super::detached::{Detach, SendOut};
use super::entries::{ComeInLine, Early, OtherRoad};
use super::entry_options::EntryOption;
use super::forming::{FormColumn, Rest};
use super::going_back::Leave;
use super::gun_orders::Guns;
use super::guns::{Limber, Roll};
use super::kept::Keep;
use super::line_orders::{About, Ahead, Back, Ends, Extend, FormLine, Strength, To, Wheel};
use super::marching::{Face, March};
use super::night_orders::{Ordered, Rescind, Transferred};
use super::own_ways::MarchTo;
use super::passing::{Openings, Pass};
use super::position::Segment;
use super::posting::Post;
use super::resolver::Resolver;
use super::retreat_orders::{Advance, FallBack, Stay, Yield};
use super::retreat_questions::{Advances, Routs, Withdraws, Yields};
use super::screening::{Hide, Lots, Outposts, Screen, Show};
use super::seats::{Next, Wish};
use super::sequence::{ARTILLERY, ASSAULT, BACK_OFF, Done, MOVEMENT, TARGETS};
use super::set_up::{Deploy, SetDown};
use super::stand::Stand;
use super::trimble::Takes;
use super::units::UnitId;
use super::works::{Build, Forgo};
use domain_core::kit::{Asks, Book, QuestionRow, VerbRow};
use domain_core::referee::Side;
use domain_core::verbs;

verbs! {
    /// One order. The verbs stand in the order of the menu.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Order of Rules {
        /// Sets a counter up.
        SetDown,
        /// Sets up who is left.
        Deploy,
        /// Assaults a hex.
        Assault,
        /// Retreats after combat.
        FallBack,
        /// Retreats marker by marker.
        FallBackTo,
        /// Says which brigade of two retreats.
        Yield,
        /// Advances after combat.
        Advance,
        /// Advances marker by marker.
        AdvanceTo,
        /// Does not advance.
        Stay,
        /// Ends an attack.
        EndAttack,
        /// Names attackers.
        Name,
        /// Writes a movement order of the night.
        Ordered,
        /// Writes a transfer.
        Transferred,
        /// Rescinds a movement order.
        Rescind,
        /// Gives an artillery commander batteries.
        Guns,
        /// Lets Trimble take a division.
        Takes,
        /// Writes an entry option.
        EntryOption,
        /// Writes the number of the delayed attack.
        Number,
        /// Hastens entries.
        Early,
        /// Changes the road of entries.
        OtherRoad,
        /// Names the primary commander.
        Primary,
        /// Asks for one.
        Wish,
        /// Rolls for a brigade alone.
        Alone,
        /// Rolls for brigades under a commander.
        Lead,
        /// A column marches.
        March,
        /// The markers of a column go ways of their own.
        MarchTo,
        /// Horse charges.
        Charge,
        /// An attack column goes back.
        Recoil,
        /// A delayed brigade comes on in line.
        ComeInLine,
        /// A battery marches.
        Roll,
        /// A commander rides.
        Ride,
        /// A column closes up.
        Close,
        /// A column looks elsewhere.
        Face,
        /// Forms column.
        FormColumn,
        /// Goes to rest.
        Rest,
        /// Forms line.
        FormLine,
        /// A line goes ahead.
        Ahead,
        /// A line goes back.
        Back,
        /// Retreats off the map.
        Leave,
        /// A line wheels.
        Wheel,
        /// A line takes up another.
        To,
        /// Shares out points.
        Strength,
        /// Extends a line.
        Extend,
        /// Bends flanks.
        Ends,
        /// Faces about.
        About,
        /// Places the counter of a line.
        Post,
        /// Works at breastworks.
        Build,
        /// Limbers or unlimbers.
        Limber,
        /// Takes fewer ammunition factors than it could.
        Refill,
        /// Keeps points for a step.
        Keep,
        /// A column beside attackers forms line.
        HastyFront,
        /// Cannon fire.
        Shoot,
        /// An attacking marker's target.
        Aim,
        /// Returns fire.
        ReturnFire,
        /// Says which of two brigades is aimed at.
        Single,
        /// Steps into a flank hex.
        FlankStep,
        /// Leaves breastworks unused.
        Forgo,
        /// Divides the fire of a defending hex.
        Distribute,
        /// Divides the fire of all others.
        Defend,
        /// Lays outposts.
        Outposts,
        /// Lays outposts all around.
        Screen,
        /// Takes a counter out of view.
        Hide,
        /// Places a counter in view.
        Show,
        /// Forms detachments, or takes them back.
        Detach,
        /// Sends a detachment.
        SendOut,
        /// Rolls for somebody out of view.
        Lots,
        /// Passes a player turn.
        Pass,
        /// Ends a segment in which one answers.
        Stand,
        /// Waits for the next segment of the Movement Phase.
        Next,
        /// Ends a segment.
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
        if board.at.segment == Segment::SetUp {
            return board.to_set_up().into_iter().filter(|u| side == board.at.side && board.mine(*u)).collect();
        }
        board
            .pack
            .ids()
            .filter(|u| {
                board.side(*u) == side
                    && board.mine(*u)
                    && (board.on_map(*u)
                        || board.comes(*u)
                        || !board.at.chain(*u).is_empty()
                        || board.has_detachments(*u))
            })
            .collect()
    }

    fn is_over(board: &Board<'_>) -> bool {
        board.at.over
    }
}

/// What comes up in the course of something stands before the phases.
const QUESTIONS: [QuestionRow<Rules>; 13] = [
    QuestionRow::of::<Yields>(),
    QuestionRow::of::<Routs>(),
    QuestionRow::of::<Advances>(),
    QuestionRow::of::<Openings>(),
    QuestionRow::phase(&MOVEMENT),
    QuestionRow::of::<HastyLines>(),
    QuestionRow::phase(&ARTILLERY),
    QuestionRow::phase(&TARGETS),
    QuestionRow::of::<FlankMoves>(),
    QuestionRow::of::<DefensiveFire>(),
    QuestionRow::phase(&BACK_OFF),
    QuestionRow::of::<Withdraws>(),
    QuestionRow::phase(&ASSAULT),
];
