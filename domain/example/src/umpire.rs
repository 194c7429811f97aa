//! The umpire's word in study positions: `clear`, `place Farnsworth 3`, `turn 2 confederate`.

use super::board::Board;
use super::facts::Fact;
use super::names::read_patrol;
use super::turns::TURNS;
use domain_core::kit::{UmpireLines, names::words};
use domain_core::referee::{Refusal, Side};

const UMPIRE: UmpireLines = UmpireLines { shape: "Write for example: clear; place Farnsworth 3; turn 2 confederate." };

/// The facts of an umpire's line.
///
/// # Errors
/// [`Refusal::Unreadable`] for a line that does not fit.
pub fn umpire(board: &Board<'_>, line: &str) -> Result<Vec<Fact>, Refusal> {
    match words(line).as_slice() {
        ["clear"] => Ok(vec![
            Fact::Placed { post: 2, side: Side::Union },
            Fact::Placed { post: 4, side: Side::Confederate },
            Fact::Turn { side: Side::Union, turn: 1 },
        ]),
        ["place", name, post] => {
            let (side, post) = (read_patrol(name)?, UMPIRE.number::<u8>(post)?);
            let fits = match side {
                Side::Union => board.pack.in_order(post, board.at.post(Side::Confederate)),
                Side::Confederate => board.pack.in_order(board.at.post(Side::Union), post),
            };
            match fits {
                true => Ok(vec![Fact::Placed { post, side }]),
                false => Err(UMPIRE.unreadable("The Union's patrol stands at a lower post than the other.")),
            }
        }
        ["turn", turn, side] => {
            let (turn, side) = (UMPIRE.number::<u8>(turn)?, UMPIRE.side(side)?);
            match (1..=TURNS).contains(&turn) {
                true => Ok(vec![Fact::Turn { side, turn }]),
                false => Err(UMPIRE.unreadable(format!("There is no turn {turn}."))),
            }
        }
        _ => Err(UMPIRE.unreadable("The umpire does not know that.")),
    }
}
