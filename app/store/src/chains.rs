//! Checking every chain in the file.

use crate::entries::entries;
use crate::records::record;
use crate::register_check::RegisterFault;
use crate::rows::{bytes, int, maybe_bytes};
use crate::{Entry, GameId, Logs, Record, StoreError, Tip};
use domain::dice::GameKeys;
use domain::log::{BadRecord, PrivateChains};
use sqlx::SqliteConnection;
use std::collections::VecDeque;

/// How many records are held in memory at a time.
const PAGE: u32 = 2000;

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    /// How many games.
    pub games: u64,
    /// How many records in all.
    pub records: u64,
    /// How many private entries in all.
    pub entries: u64,
    /// How many leaves the register has: one for each of the records, and for each that was swept away with a guest.
    pub leaves: u64,
}

/// A chain that is not whole.
#[derive(Debug, thiserror::Error)]
pub enum ChainError {
    /// A record is wrong.
    #[error("game {game}: {bad}")]
    Bad {
        /// The game.
        game: GameId,
        /// What is wrong.
        bad: BadRecord,
    },
    /// The log ends elsewhere than the game's row says.
    #[error("game {game}: the log ends at record {found}, and should end at record {expected}")]
    Ends {
        /// The game.
        game: GameId,
        /// The number of the last record there is.
        found: u64,
        /// The number of the last record there should be.
        expected: u64,
    },
    /// There are other private entries than the game's row says.
    #[error("game {game}: there are {found} private entries in their places, and there should be {expected}")]
    Entries {
        /// The game.
        game: GameId,
        /// How many there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// An entry of a private log is wrong.
    #[error("game {game}: a private entry of record {seq} is wrong: {why}")]
    BadEntry {
        /// The game.
        game: GameId,
        /// The record that it was made with or after.
        seq: u64,
        /// What is wrong.
        why: &'static str,
    },
    /// The private logs are not those that a record has its root over.
    #[error(
        "game {game}: the private logs do not fit the root of record {seq}: an entry is missing, was changed, or was added later"
    )]
    Root {
        /// The game.
        game: GameId,
        /// The first record whose root does not fit.
        seq: u64,
    },
    /// The register is wrong.
    #[error(transparent)]
    Register(#[from] RegisterFault),
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Logs<'_> {
    /// Recomputes the hash of every record and private entry of every game, every root over private logs, and the register.
    ///
    /// # Errors
    /// [`ChainError`] names the first that is wrong.
    pub async fn check_chains(self) -> Result<Chains, ChainError> {
        let mut c = self.0.secrets.acquire().await.map_err(StoreError::from)?;
        check_chains(&mut c).await
    }
}

pub(crate) async fn check_chains(c: &mut SqliteConnection) -> Result<Chains, ChainError> {
    let mut chains = Chains::default();
    let games = sqlx::query(
        "SELECT id, length, head, entries, secret FROM games LEFT JOIN game_secrets ON game = id ORDER BY id",
    )
    .fetch_all(&mut *c)
    .await
    .map_err(StoreError::from)?;
    for row in games {
        let game = GameId(bytes(&row, "id")?);
        let said = Tip::of(&row)?;
        // Without the secret of its game (a log brought in from elsewhere) no root can be computed, and the chains are all there is to check.
        let keys = maybe_bytes(&row, "secret")?.map(|secret| GameKeys::derive(secret, game));
        let found = check_chain(c, game, said, keys).await?;
        chains.games += 1;
        chains.records += found.length;
        chains.entries += found.entries;
    }
    chains.leaves = crate::register_check::check(c).await?;
    Ok(chains)
}

async fn check_chain(
    c: &mut SqliteConnection,
    game: GameId,
    said: Tip,
    keys: Option<GameKeys>,
) -> Result<Tip, ChainError> {
    let mut tip = Tip::EMPTY;
    let mut private: Option<Private> = None;
    loop {
        let rows = sqlx::query(
            "SELECT seq, prev, root, hash, body FROM records WHERE game = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4",
        )
        .bind(game.0.to_vec())
        .bind(int(tip.length))
        // A record that was appended since the game's row was read is not missing from it.
        .bind(int(said.length))
        .bind(i64::from(PAGE))
        .fetch_all(&mut *c)
        .await
        .map_err(StoreError::from)?;
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            let record = record(game, row)?;
            record.check_after(game, tip.length, tip.head).map_err(|bad| ChainError::Bad { game, bad })?;
            if record.seq == 1
                && let Some(chains) = PrivateChains::begin(&record)
            {
                // Those that were appended since the game's row was read stand behind the others.
                let most = usize::try_from(said.entries).unwrap_or(usize::MAX);
                let entries = entries(&mut *c, game, 0).await?.into_iter().take(most);
                private = Some(Private { chains, entries: entries.collect(), keys: keys.clone() });
            }
            if let Some(private) = &mut private {
                tip.entries += private.follow(&record)?;
            }
            tip = Tip { length: record.seq, head: record.hash, ..tip };
        }
    }
    if let Some(private) = &mut private {
        tip.entries += private.enter(|entry| entry.after == tip.length)?;
    }
    match tip {
        _ if tip == said => Ok(tip),
        Tip { length, head, entries } if (length, head) == (said.length, said.head) => {
            Err(ChainError::Entries { game, found: entries, expected: said.entries })
        }
        _ => Err(ChainError::Ends { game, found: tip.length, expected: said.length }),
    }
}

/// The private logs of a game beside its records.
struct Private {
    chains: PrivateChains,
    /// Those that are still to come, in order.
    entries: VecDeque<Entry>,
    keys: Option<GameKeys>,
}

impl Private {
    /// Takes in the next entries for as long as they are of some place, and counts them.
    fn enter(&mut self, now: impl Fn(&Entry) -> bool) -> Result<u64, ChainError> {
        let mut taken = 0;
        while let Some(entry) = self.entries.pop_front_if(|entry| now(entry)) {
            let wrong = |why| ChainError::BadEntry { game: entry.game, seq: entry.after, why };
            self.chains.entry(&entry).map_err(wrong)?;
            taken += 1;
        }
        Ok(taken)
    }

    /// Takes in a record after the entries that lie under its root.
    fn follow(&mut self, record: &Record) -> Result<u64, ChainError> {
        let taken = self.enter(|entry| entry.is_under(record.seq))?;
        let key = self.keys.as_ref().map(|keys| |audience| keys.audience(audience));
        if self.chains.record(record, key) {
            return Ok(taken);
        }
        Err(ChainError::Root { game: record.game, seq: record.seq })
    }
}
