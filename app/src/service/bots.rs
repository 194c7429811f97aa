//! House players: after each change of a game, those who are asked something answer in the background.

use super::appending::append_of;
use super::desk::unknown_game;
use super::{Outcome, Service, Trouble};
use domain::referee::{Game, SeatId};
use fieldpost_store::{AppendError, GameId, Time};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Rings when a game waits for a house player.
pub(super) struct Bell {
    rope: Rope,
    ear: Mutex<Option<UnboundedReceiver<GameId>>>,
}

impl Default for Bell {
    fn default() -> Self {
        let (rope, ear) = unbounded_channel();
        Bell { rope: Rope(rope), ear: Mutex::new(Some(ear)) }
    }
}

impl Bell {
    /// What it is rung with.
    pub(super) fn rope(&self) -> Rope {
        self.rope.clone()
    }
}

/// Calls the house players of a game.
#[derive(Clone)]
pub(super) struct Rope(UnboundedSender<GameId>);

impl Rope {
    /// Calls them, if the game waits for one.
    pub(super) fn ring(&self, game: &Game) {
        if asked(game).is_some() {
            self.pull(game.id());
        }
    }

    fn pull(&self, id: GameId) {
        // Nobody listens any more only when the server is stopping; the next start looks for games that wait.
        let _stopped = self.0.send(id);
    }
}

/// The seat of a house player that the game waits for.
fn asked(game: &Game) -> Option<SeatId> {
    let is_bot = |seat: &SeatId| game.seat(*seat).is_some_and(|s| s.player.as_ref().is_some_and(|p| p.bot.is_some()));
    game.waiting_seats().into_iter().find(is_bot)
}

impl Service {
    /// Plays the house players' seats for as long as the server runs, beginning with the games that wait for one already. A
    /// second call ends at once.
    pub async fn run_bots(self: Arc<Self>) {
        let ear = self.bots.ear.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut ear) = ear else { return };
        match self.store.games_waiting_for_bots().await {
            Ok(games) => games.into_iter().for_each(|id| self.bots.rope.pull(id)),
            Err(error) => tracing::error!(%error, "the games that wait for house players cannot be listed"),
        }
        // One game at a time: a house player takes a fraction of a second, and the pages have the other cores.
        while let Some(id) = ear.recv().await {
            tokio::time::sleep(self.bot_delay).await;
            if let Err(trouble) = self.let_bots_play(id).await {
                let cause = trouble.cause.as_ref().map(|c| format!("{c:#}")).unwrap_or_default();
                tracing::error!(game = %id, %trouble, cause, "a house player could not play");
            }
        }
    }

    /// Lets the house players of a game play until it waits for none of them.
    ///
    /// # Errors
    /// When the storage fails or a ruleset breaks its contract.
    pub async fn let_bots_play(&self, id: GameId) -> Outcome<()> {
        loop {
            let row = self.store.game(id).await?.ok_or_else(unknown_game)?;
            let live = self.live(&row).await?;
            let Some(seat) = asked(&live.game).filter(|_| !live.imported) else { return Ok(()) };
            let now = Time::now();
            let (game, keys) = (live.game.clone(), live.keys.clone());
            // Thinking is done on a thread of its own, and with nobody kept waiting: looking on and resigning stay possible.
            let played =
                tokio::task::spawn_blocking(move || game.let_bot_play(seat, super::appending::millis(now), &keys))
                    .await
                    .map_err(Trouble::inside)??;
            let Some(played) = played else { return Ok(()) };
            let held = self.hold(id).await?;
            if held.live.tip() != live.tip() {
                continue;
            }
            let mut append = append_of(&held, &played, Some(seat), None, now);
            append.letters = self.notices(&held, &played, Some(seat)).await?;
            match self.append(held, append, played.game).await {
                // Somebody was quicker: the house player thinks again.
                Ok(_) | Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
