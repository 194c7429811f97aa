//! What a reader may do, and which of it could not be taken back.

use crate::service::play::Drafted;
use crate::service::table::Table;
use domain::referee::{Choice, Menu};

/// All that the reader may do, with the drafts already done.
pub fn whole_menu(table: &Table, drafted: Option<&Drafted>) -> Vec<Choice> {
    let menu = match drafted {
        Some(Drafted { draft: Ok(draft), .. }) => Some(draft.menu(None)),
        _ => table.menu(None),
    };
    menu.map(|m| m.choices).unwrap_or_default()
}

/// What the reader may do with no piece, with the drafts already done; all that the reader may do, where the ruleset does not list the one without the
/// other.
pub fn menu_of_none(table: &Table, drafted: Option<&Drafted>) -> Option<Menu> {
    match drafted {
        Some(Drafted { draft: Ok(draft), .. }) => Some(draft.menu_of_none().unwrap_or_else(|| draft.menu(None))),
        _ => table.menu_of_none().or_else(|| table.menu(None)),
    }
}

/// Says of each choice whether it hands over, rolls or shows something, so that it cannot be taken back: its button says so, and a tap on the
/// map does not give it unread.
pub fn weigh(table: &Table, drafted: Option<&Drafted>, choices: &mut [Choice]) {
    match (table.seat.filter(|_| !table.stood_in()), drafted) {
        (Some(_), Some(Drafted { draft: Ok(draft), .. })) => draft.weigh(choices),
        (Some(seat), None) => table.game.weigh(seat, choices),
        _ => {}
    }
}
