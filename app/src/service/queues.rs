//! Queued orders: setting and trying them, and running those that have something to say.

use super::appending::{append_of, millis};
use super::bots::asked;
use super::game_cache::unknown_game;
use super::play::Receipt;
use super::table::Table;
use super::{Outcome, ServiceError};
use crate::service::handles::{Errands, Queues};
use domain::referee::{Game, Played, QueueTried, SeatId};
use fieldpost_store::{Account, AppendError, GameId, Time};

/// Who is to play next without being asked: whoever has orders queued that speak now, or a house player.
pub(super) enum Next {
    Queue(SeatId),
    House(SeatId),
}

impl Next {
    /// Of a game as it stands. What its own player has queued goes before what a house player would do in their stead.
    pub(super) fn of(game: &Game) -> Option<Next> {
        if game.result().is_some() {
            return None;
        }
        game.queue_due_of_any().map(Next::Queue).or_else(|| asked(game).map(Next::House))
    }
}

/// The most runs of queued orders of a game in one errand, so that others are not kept waiting.
const MOST_RUNS: usize = 20;

impl Queues<'_> {
    /// Queues orders for this person's coming turns, in place of those that were; an empty text takes all back. What speaks at once is run at once.
    ///
    /// # Errors
    /// 400 for a line that is wrong; 403, 404, 409 as for orders; 409 in a game whose log has no place for them.
    pub async fn set(self, game: &str, account: &Account, text: &str) -> Outcome<Receipt> {
        self.0
            .play()
            .act(game, account, None, |live, seat, at| Ok(live.game.set_queue(seat, text, millis(at), &live.keys)?))
            .await
    }

    /// What queued orders would do now. Records nothing.
    ///
    /// # Errors
    /// 400 for a line that is wrong; 403 for somebody without a seat.
    pub async fn try_out(self, table: &Table, text: &str) -> Outcome<QueueTried> {
        let seat = table.seat.ok_or_else(|| ServiceError::forbidden("You have no seat in this game."))?;
        let (game, text) = (table.game.clone(), text.to_owned());
        // Each order is tried by the referee: off the threads that answer.
        let tried = tokio::task::spawn_blocking(move || game.try_queue(seat, &text)).await;
        Ok(tried.map_err(ServiceError::inside)??)
    }
}

impl Errands<'_> {
    /// Lets queued orders speak and house players play until a game waits for a person. Each step is an append of its own.
    ///
    /// # Errors
    /// When the storage fails or a ruleset breaks its contract.
    pub async fn let_others_play(self, id: GameId) -> Outcome<()> {
        let mut queued = 0;
        loop {
            let row = self.0.store.games().get(id).await?.ok_or_else(unknown_game)?;
            let live = self.0.cached_games().live(&row).await?;
            let (game, keys) = (live.game.clone(), live.keys.clone());
            let now = Time::now();
            if live.stopped.is_some() {
                // It waits until the game is whole again.
                return Err(ServiceError::conflict("The game is stopped."));
            }
            let Some(next) = Next::of(&game).filter(|_| live.playable().is_ok()) else { return Ok(()) };
            if queued > 0 && (queued >= MOST_RUNS || matches!(next, Next::House(_))) {
                // Called for with the run before, at its own time: a house player's delay does not tell of a queue.
                return Ok(());
            }
            // Thinking is done on a thread of its own, and with nobody kept waiting: looking on and resigning stay possible.
            let thinking = tokio::task::spawn_blocking(move || match next {
                Next::House(seat) => Ok((Some(seat), None, game.let_bot_play(seat, millis(now), &keys)?)),
                // Its owner has done nothing, and is told all of it when they are asked next.
                Next::Queue(seat) => Ok((None, Some(seat), game.run_queue(seat, millis(now), &keys)?)),
            });
            let thought: Result<_, domain::referee::GameError> = thinking.await.map_err(ServiceError::inside)?;
            let (actor, owner, played): (Option<SeatId>, Option<SeatId>, Option<Played>) = thought?;
            let Some(played) = played else { return Ok(()) };
            queued += usize::from(owner.is_some());
            let held = self.0.cached_games().hold(id).await?;
            if held.live.tip() != live.tip() {
                continue;
            }
            let mut append = append_of(&held, &played, actor, None, now);
            if !played.records.is_empty() {
                // What was laid out is of the step that is over.
                append.undraft.extend(owner);
            }
            append.letters = self.0.play().notices(&held, &played, actor).await?;
            match self.0.play().append(held, append, played.game).await {
                // Somebody was quicker: it is thought about again.
                Ok(_) | Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
