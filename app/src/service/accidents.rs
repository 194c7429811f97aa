//! What the host of the service does about games with secrets: closing one without a result, letting all of them go on after the database was
//! restored from a copy, putting back what one has lost.

use super::appending::millis;
use super::game_cache::unknown_game;
use super::{Outcome, Service, ServiceError};
use domain::dice::GameKeys;
use domain::log::{ClosedBy, Entry, Made, PrivateChains, Record, import, in_order};
use domain::referee::Game;
use fieldpost_store::{GameId, Hash32, Time};
use std::collections::BTreeSet;

impl Service {
    /// Closes a game without a result, and opens everything that was private in it. False when it is over already.
    ///
    /// # Errors
    /// 404 for no such game; 409 for one without private logs, which its players end themselves.
    pub async fn close_game(&self, game: &str, reason: &str) -> Outcome<bool> {
        let id: GameId = game.parse().map_err(|_| unknown_game())?;
        let now = Time::now();
        let close = |game: &Game, keys: &GameKeys| game.close(ClosedBy::Host, reason, millis(now), keys);
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
            let restored = |game: &Game, keys: &GameKeys| game.restored(head, millis(now), keys);
            games += usize::from(self.clocks().append_for_nobody(id, now, restored).await?);
        }
        Ok(games)
    }

    /// Puts back the private entries that a game here has lost, out of a download of somebody who may read them. They are accepted by their hashes:
    /// with them, all private logs must be those under the roots. Answers how many were put back.
    ///
    /// # Errors
    /// 400 for a file that is no log, 404 for a game that is not here, 409 when the file does not hold all that is missing.
    pub async fn heal(&self, text: &str) -> Outcome<usize> {
        let export = import(text).map_err(|e| ServiceError::malformed(e.to_string()))?;
        let id = export.records.first().ok_or_else(unknown_game)?.game;
        let row = self.store.games().get(id).await?.ok_or_else(unknown_game)?;
        let secret = self.store.logs().game_secret(id).await?;
        let records = self.store.logs().records(id, 0).await?;
        let mut entries = self.store.logs().entries(id, 0).await?;
        let here: BTreeSet<_> = entries.iter().map(|e| (e.audience, e.number)).collect();
        let mut lost = export.entries;
        lost.retain(|e| !here.contains(&(e.audience, e.number)));
        lost.sort_by_key(|e| (e.audience, e.number));
        entries.extend(lost.iter().cloned());
        let fits = entries.len() as u64 == row.tip.entries
            && secret.is_some_and(|secret| all_fit(&records, &entries, &GameKeys::derive(secret, id)));
        if !fits {
            return Err(ServiceError::conflict(
                "This file does not hold all that is missing, or something else is wrong.",
            )
            .legal("Try the download of another player, or a backup."));
        }
        let count = lost.len();
        self.store.logs().put_back(lost).await?;
        Ok(count)
    }
}

/// Whether private entries are those that these records have their roots over.
fn all_fit(records: &[Record], entries: &[Entry], keys: &GameKeys) -> bool {
    let Some(mut chains) = records.first().and_then(PrivateChains::begin) else { return false };
    in_order(records, entries).into_iter().all(|made| match made {
        Made::Entry(entry) => chains.entry(entry).is_ok(),
        Made::Record(record) => chains.record(record, Some(|audience| keys.audience(audience))),
    })
}
