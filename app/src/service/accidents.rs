//! What the host of the service does about games with secrets: closing one without a result, and letting all of them go on after the database was
//! restored from a copy.

use super::appending::millis;
use super::game_cache::unknown_game;
use super::{Outcome, Service};
use domain::log::ClosedBy;
use fieldpost_store::{GameId, Hash32, Time};

impl Service {
    /// Closes a game without a result, and opens everything that was private in it. False when it is over already.
    ///
    /// # Errors
    /// 404 for no such game; 409 for one without private logs, which its players end themselves.
    pub async fn close_game(&self, game: &str, reason: &str) -> Outcome<bool> {
        let id: GameId = game.parse().map_err(|_| unknown_game())?;
        let now = Time::now();
        let close = |game: &domain::referee::Game, keys: &domain::dice::GameKeys| {
            game.close(ClosedBy::Host, reason, millis(now), keys)
        };
        self.clocks().append_for_nobody(id, now, close).await
    }

    /// Lets all running games with private logs go on with new links of their dice, after the database was restored from a copy. `heads` are
    /// those that letters name: the end of a game's id, the number of a record, its hash. Answers how many games go on.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn restored(&self, heads: &[(String, u64, Hash32)]) -> Outcome<usize> {
        let mut games = 0;
        for id in self.store.games().running_with_secrets().await? {
            let name = id.to_string();
            let known =
                heads.iter().filter(|(end, ..)| !end.is_empty() && name.ends_with(end)).max_by_key(|(_, seq, _)| *seq);
            let (head, now) = (known.map(|(.., head)| *head), Time::now());
            let restored =
                |game: &domain::referee::Game, keys: &domain::dice::GameKeys| game.restored(head, millis(now), keys);
            games += usize::from(self.clocks().append_for_nobody(id, now, restored).await?);
        }
        Ok(games)
    }
}
