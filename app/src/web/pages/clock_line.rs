//! The clocks that run, in a sentence each.

use crate::service::clocks::{in_words, resting};
use crate::service::lobby::pace_title;
use crate::service::table::{Row, Table};
use crate::when::day;
use fieldpost_store::{Account, ClockHand, Time};

/// A running clock in a sentence.
#[derive(Clone, Debug)]
pub struct ClockLine {
    /// "Your clock: 2 days 3 hours left, until Tue 24 Nov, 09:00."
    pub text: String,
    /// Whether the time is out.
    pub out: bool,
}

/// The clocks that run, the reader's own first.
pub fn clock_lines(table: &Table, me: Option<&Account>, now: Time) -> Vec<ClockLine> {
    let Some(clocks) = table.game.clocks().filter(|_| !table.over()) else { return Vec::new() };
    let zone = me.map_or("UTC", |a| a.time_zone.as_str());
    let mut lines = Vec::new();
    for seat in table.game.seats() {
        let reading = clocks.reading(seat.id, now.into());
        if !reading.running {
            continue;
        }
        let own = table.seat == Some(seat.id);
        let whose = if own { "Your clock".to_owned() } else { format!("The {} player's clock", seat.name) };
        let rest = resting(&reading, zone).map_or(String::new(), |rest| format!(" {rest}"));
        let text = format!("{whose}: {}.{rest}", in_words(&reading, zone));
        let line = ClockLine { text, out: reading.left == 0 };
        if own { lines.insert(0, line) } else { lines.push(line) }
    }
    let side = table.seat.and_then(|s| table.game.seat(s)).map(|s| s.side);
    let offer = clocks.pause_offered().filter(|o| table.game.seat(o.seat).map(|s| s.side) != side);
    if let (Some(_), Some(offer)) = (side, offer) {
        let text = format!("The {} proposes a pause: agree or decline.", table.seat_name(offer.seat));
        lines.push(ClockLine { text, out: false });
    }
    lines
}

/// The clocks that run in a game as they were last looked at: when each is out. How much is left until then hangs on nights and holidays.
pub fn at_a_glance(row: &Row, hands: &[ClockHand], me: Option<&Account>, now: Time) -> Option<String> {
    let zone = me.map_or("UTC", |a| a.time_zone.as_str());
    let own = me.and_then(|a| row.seat_of(a.id)).map(|s| s.seat);
    let said = |hand: &ClockHand| {
        let seat = row.seats.iter().find(|s| s.seat == hand.seat)?;
        let whose =
            if own == Some(hand.seat) { "Your clock".to_owned() } else { format!("The {} player's clock", seat.name) };
        Some(match hand.out {
            Some(out) if out <= now => format!("{whose}: time is out since {}.", day(out, zone)),
            Some(out) => format!("{whose}: until {}.", day(out, zone)),
            None => format!("{whose} stands still."),
        })
    };
    let said: Vec<String> = hands.iter().filter_map(said).collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// How long players may think; empty where they may as long as they like.
pub fn terms_of_time(row: &Row) -> String {
    match &row.clock {
        Some(clock) => format!("Clock: {}.", clock.control.in_words()),
        None if row.pace > 0 => format!("{}.", pace_title(row.pace)),
        None => String::new(),
    }
}

/// When a clock that runs is out. How much is left hangs on nights and holidays, and is on the game's page.
pub fn clock_in_words(hand: ClockHand, now: Time, zone: &str) -> String {
    match hand.out {
        Some(out) if out <= now => "Your time is out.".to_owned(),
        Some(out) => format!("Your time: until {}.", day(out, zone)),
        None => "The clocks stand still.".to_owned(),
    }
}
