//! Who plays without being asked: queued orders that have something to say, and house players.

use super::appending::{append_of, millis};
use super::game_cache::unknown_game;
use super::{Outcome, ServiceError};
use crate::service::handles::Errands;
use domain::referee::{Game, Played, SeatId};
use fieldpost_store::{AppendError, GameId, Time};

/// The most runs of queued orders of a game in one errand, so that others are not kept waiting.
const MOST_RUNS: usize = 20;

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

/// The seat of a house player that the game waits for.
fn asked(game: &Game) -> Option<SeatId> {
    let is_bot = |seat: &SeatId| game.seat(*seat).is_some_and(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some()));
    game.waiting_seats().into_iter().find(is_bot)
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
