//! What goes into one append beside the records: what the lobby says, who is asked, whose drafts are done with.

use super::desk::Held;
use domain::log::{Body, HandsWhy, Millis, Record};
use domain::referee::{Game, Played, SeatId, Viewer};
use fieldpost_store::{Append, GameState, Hands, Once, Summary, Time, Tip};

/// What is stored together with these records, but for the letters.
pub(super) fn append_of(held: &Held, played: &Played, actor: Option<SeatId>, once: Option<Once>, at: Time) -> Append {
    let before = &held.live.game;
    Append {
        game: before.id(),
        expect: Tip { length: before.len(), head: before.head() },
        records: played.records.clone(),
        summary: summary(&played.game),
        waiting: waiting(&played.game),
        joins: Vec::new(),
        seen: actor.into_iter().collect(),
        hands: changed_hands(&played.records),
        undraft: undraft(&played.records, actor),
        standing: Vec::new(),
        invitation: None,
        letters: Vec::new(),
        once,
        at,
    }
}

/// A draft is done with as soon as its seat has given orders.
fn undraft(records: &[Record], actor: Option<SeatId>) -> Vec<SeatId> {
    let ordered = records.iter().any(|r| r.is_kind("order/"));
    actor.filter(|_| ordered).into_iter().collect()
}

/// The seats that these records put into other hands, but for replacements, of which the records do not say whose account it is.
fn changed_hands(records: &[Record]) -> Vec<(SeatId, Hands)> {
    let changed = records.iter().filter(|r| r.is_kind("hands/")).filter_map(|r| r.read().ok());
    let hands = changed.filter_map(|body| match body {
        Body::HandsChange(h) => match (h.why, h.bot) {
            (HandsWhy::StandIn, Some(bot)) => Some((h.seat, Hands::StandIn(bot))),
            (HandsWhy::Return, _) => Some((h.seat, Hands::Return)),
            _ => None,
        },
        _ => None,
    });
    hands.collect()
}

/// What the lobby says of a game.
pub(super) fn summary(game: &Game) -> Summary {
    let state = match (game.result().is_some(), game.begun()) {
        (true, _) => GameState::Ended,
        (false, true) => GameState::Running,
        (false, false) => GameState::Lobby,
    };
    let phase = game.phase(Viewer::Spectator);
    Summary { state, turn: game.turn(), phase: phase.title, result: game.result().map(|r| r.level.clone()) }
}

/// Every seat that owes an answer, with its questions in one sentence each.
pub(super) fn waiting(game: &Game) -> Vec<(SeatId, String)> {
    let asks = |seat| {
        let asks: Vec<&str> = game.waiting().iter().filter(|d| d.seat == seat).map(|d| d.asks.as_str()).collect();
        (seat, asks.join(" "))
    };
    game.waiting_seats().into_iter().map(asks).collect()
}

/// The log's time of a moment: milliseconds.
pub(super) fn millis(time: Time) -> Millis {
    time.into()
}
