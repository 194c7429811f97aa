//! The one way into a log: what goes into one append beside the records (what the lobby says, who is asked, whose drafts are done
//! with), and the append with everything that follows from it.

use super::errands::called_for;
use super::game_cache::{CachedGame, LockedGame};
use crate::service::handles::Play;
use domain::log::{Body, Entry, HandsWhy, Millis, Record};
use domain::referee::{Game, Played, SeatId, Viewer};
use fieldpost_store::{
    Append, AppendError, Appended, Draft, GameState, NewGame, Once, SeatChange, StoreError, Summary, Time, Tip,
};
use std::future::Future;

/// How often an addition is decided anew on the game as it stands then, when another process has added to the log meanwhile.
pub(super) const RACES: u32 = 3;

impl Play<'_> {
    /// Appends to a held game; `after` is the game as it stands then.
    ///
    /// The game is handed over to a task of its own, which writes, and puts `after` in the place of the game before. House players and
    /// clocks are called for in the same transaction. Whoever asked for it only waits: should they go away, all of it is done all the
    /// same, and should they go away before, none of it is.
    ///
    /// # Errors
    /// [`AppendError`]; nothing is stored then.
    pub(super) async fn append(self, held: LockedGame, append: Append, after: Game) -> Result<Appended, AppendError> {
        self.append_in_part(held, append, after, None).await
    }

    /// The same, and lays out what remains of a line that was carried out in part.
    ///
    /// # Errors
    /// As [`Play::append`].
    pub(super) async fn append_in_part(
        self,
        held: LockedGame,
        mut append: Append,
        after: Game,
        rest: Option<(SeatId, Vec<String>)>,
    ) -> Result<Appended, AppendError> {
        append.errands = called_for(&after, append.at, self.0.bot_delay);
        let store = self.0.store.clone();
        let reseated = !append.joins.is_empty() || !append.hands.is_empty();
        let (game, updated, base) = (append.game, append.at, after.len());
        apart(async move {
            let appended = store.logs().append(append).await?;
            if matches!(appended, Appended::Stored(_)) {
                if let Some((seat, lines)) = rest {
                    store.drafts().set(game, seat, Draft { base, lines, updated }).await?;
                }
                held.replace(after, reseated);
            }
            Ok(appended)
        })
        .await
    }

    /// Keeps what a seat of a held game has laid out.
    ///
    /// # Errors
    /// When the storage fails.
    pub(super) async fn keep_draft(
        self,
        held: LockedGame,
        seat: SeatId,
        lines: Vec<String>,
        at: Time,
    ) -> Result<(), StoreError> {
        let (store, game) = (self.0.store.clone(), held.row.id);
        let draft = Draft { base: held.live.game.len(), lines, updated: at };
        apart(async move {
            let kept = store.drafts().set(game, seat, draft).await;
            drop(held);
            kept
        })
        .await
    }

    /// Sets a game up; `live` is the game after its first records. As [`Play::append`] otherwise.
    ///
    /// # Errors
    /// [`AppendError`]; nothing is stored then.
    pub(super) async fn create(self, mut new: NewGame, live: CachedGame) -> Result<Appended, AppendError> {
        new.opening.errands = called_for(&live.game, new.opening.at, self.0.bot_delay);
        let store = self.0.store.clone();
        let slot = self.0.cached_games().slot(live.game.id());
        apart(async move {
            let appended = store.games().create(new).await?;
            if matches!(appended, Appended::Stored(_)) {
                slot.put(live);
            }
            Ok(appended)
        })
        .await
    }
}

/// Runs a write in a task of its own: it comes to its end also when nobody waits for it any more.
pub(super) async fn apart<T, E>(write: impl Future<Output = Result<T, E>> + Send + 'static) -> Result<T, E>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
{
    tokio::spawn(write).await.unwrap_or_else(|broken| {
        tracing::error!(error = %broken, "a write broke off");
        Err(StoreError::Closed.into())
    })
}

/// What is stored at the beginning of a game: its first records, and what they make of it.
pub(super) fn opening_of(game: &Game, records: Vec<Record>, entries: Vec<Entry>, at: Time) -> Append {
    Append {
        game: game.id(),
        expect: Tip::EMPTY,
        records,
        entries,
        summary: summary(game),
        waiting: waiting(game),
        joins: Vec::new(),
        seen: Vec::new(),
        hands: Vec::new(),
        undraft: Vec::new(),
        standing: Vec::new(),
        invitation: None,
        letters: Vec::new(),
        errands: Vec::new(),
        once: None,
        at,
    }
}

/// What is stored together with these records, but for the letters.
pub(super) fn append_of(
    held: &LockedGame,
    played: &Played,
    actor: Option<SeatId>,
    once: Option<Once>,
    at: Time,
) -> Append {
    Append {
        expect: held.live.tip(),
        seen: actor.into_iter().collect(),
        hands: changed_hands(&played.records),
        undraft: undraft(played, actor),
        once,
        ..opening_of(&played.game, played.records.clone(), played.entries.clone(), at)
    }
}

/// A draft is done with as soon as its seat has given orders.
fn undraft(played: &Played, actor: Option<SeatId>) -> Vec<SeatId> {
    let ordered = played.records.iter().any(|r| r.is_kind("order/") || r.is_kind("choice/"))
        || played.entries.iter().any(|e| e.is_kind("act/"));
    actor.filter(|_| ordered).into_iter().collect()
}

/// The seats that these records put into other hands, but for replacements, of which the records do not say whose account it is.
fn changed_hands(records: &[Record]) -> Vec<(SeatId, SeatChange)> {
    let changed = records.iter().filter(|r| r.is_kind("hands/")).filter_map(|r| r.read().ok());
    let hands = changed.filter_map(|body| match body {
        Body::HandsChange(h) => match (h.why, h.bot) {
            (HandsWhy::StandIn, Some(bot)) => Some((h.seat, SeatChange::StandIn(bot))),
            (HandsWhy::Return, _) => Some((h.seat, SeatChange::Return)),
            _ => None,
        },
        _ => None,
    });
    hands.collect()
}

/// What the lobby says of a game.
fn summary(game: &Game) -> Summary {
    let closed = game.is_closed().then(|| "Closed without a result".to_owned());
    let result = game.result().map(|r| r.level.clone()).or(closed);
    let state = match (result.is_some(), game.begun()) {
        (true, _) => GameState::Ended,
        (false, true) => GameState::Running,
        (false, false) => GameState::Lobby,
    };
    let phase = game.phase(Viewer::Spectator);
    Summary { state, turn: game.turn(), phase: phase.title, result }
}

/// Every seat that owes an answer, with its questions in one sentence each.
fn waiting(game: &Game) -> Vec<(SeatId, String)> {
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
