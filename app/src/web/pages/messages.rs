//! The messages of a game as its page shows them.

use super::shell::named;
use super::table::Talk;
use crate::service::table::Table;
use crate::when::ago;
use fieldpost_store::{Account, Message, Time};

/// Messages as the page lists them, for whoever reads it.
pub fn talk(table: &Table, messages: &[Message], me: Option<&Account>, now: Time) -> Vec<Talk> {
    let zone = me.map_or("UTC", |a| a.time_zone.as_str());
    let several = table.game.seats().len() > 2;
    let spoken = |m: &Message| m.seat.or_else(|| table.row.seat_of(m.account).map(|s| s.seat));
    let side = |m: &Message| spoken(m).and_then(|s| table.game.seat(s)).map_or("", |s| s.side.word());
    let who = |m: &Message| match spoken(m).filter(|_| several) {
        Some(seat) => format!("{} ({})", named(&m.name), table.seat_name(seat)),
        None => named(&m.name),
    };
    let said = |m: &Message| Talk {
        side: side(m),
        who: who(m),
        when: ago(m.at, now, zone),
        text: m.text.clone(),
        me: me.is_some_and(|a| a.id == m.account),
        aside: m.side.is_some(),
    };
    messages.iter().map(said).collect()
}
