//! House players: they play the seats that a game waits for, until it waits for none of theirs.

use super::appending::{append_of, millis};
use super::game_cache::unknown_game;
use super::{Outcome, ServiceError};
use crate::service::handles::Errands;
use domain::referee::{Game, SeatId};
use fieldpost_store::{AppendError, GameId, Time};

/// The seat of a house player that the game waits for.
pub(super) fn asked(game: &Game) -> Option<SeatId> {
    let is_bot = |seat: &SeatId| game.seat(*seat).is_some_and(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some()));
    game.waiting_seats().into_iter().find(is_bot)
}

impl Errands<'_> {
    /// Lets the house players of a game play until it waits for none of them.
    ///
    /// # Errors
    /// When the storage fails or a ruleset breaks its contract.
    pub async fn let_bots_play(self, id: GameId) -> Outcome<()> {
        loop {
            let row = self.0.store.games().get(id).await?.ok_or_else(unknown_game)?;
            let live = self.0.cached_games().live(&row).await?;
            let Some(seat) = asked(&live.game).filter(|_| live.playable().is_ok()) else { return Ok(()) };
            let now = Time::now();
            let (game, keys) = (live.game.clone(), live.keys.clone());
            // Thinking is done on a thread of its own, and with nobody kept waiting: looking on and resigning stay possible.
            let played = tokio::task::spawn_blocking(move || game.let_bot_play(seat, millis(now), &keys))
                .await
                .map_err(ServiceError::inside)??;
            let Some(played) = played else { return Ok(()) };
            let held = self.0.cached_games().hold(id).await?;
            if held.live.tip() != live.tip() {
                continue;
            }
            let mut append = append_of(&held, &played, Some(seat), None, now);
            append.letters = self.0.play().notices(&held, &played, Some(seat)).await?;
            match self.0.play().append(held, append, played.game).await {
                // Somebody was quicker: the house player thinks again.
                Ok(_) | Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
