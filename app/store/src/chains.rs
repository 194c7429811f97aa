//! Checking every chain in the file.

use crate::records::record;
use crate::rows::{bytes, int, number};
use crate::{GameId, Hash32, Logs, StoreError, Tip};
use domain::log::BadRecord;
use sqlx::SqliteConnection;

/// How many records are held in memory at a time.
const PAGE: u32 = 2000;

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    /// How many games.
    pub games: u64,
    /// How many records in all.
    pub records: u64,
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
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Logs<'_> {
    /// Recomputes the hash of every record of every game.
    ///
    /// # Errors
    /// [`ChainError`] names the first that is wrong.
    pub async fn check_chains(self) -> Result<Chains, ChainError> {
        let mut c = self.0.readers.acquire().await.map_err(StoreError::from)?;
        check_chains(&mut c).await
    }
}

pub(crate) async fn check_chains(c: &mut SqliteConnection) -> Result<Chains, ChainError> {
    let mut chains = Chains::default();
    let games = sqlx::query("SELECT id, length, head FROM games ORDER BY id")
        .fetch_all(&mut *c)
        .await
        .map_err(StoreError::from)?;
    for row in games {
        let game = GameId(bytes(&row, "id")?);
        let said = Tip { length: number(&row, "length")?, head: Hash32(bytes(&row, "head")?) };
        chains.games += 1;
        chains.records += check_chain(c, game, said).await?;
    }
    Ok(chains)
}

async fn check_chain(c: &mut SqliteConnection, game: GameId, said: Tip) -> Result<u64, ChainError> {
    let mut tip = Tip::EMPTY;
    loop {
        let rows = sqlx::query(
            "SELECT seq, prev, hash, body FROM records WHERE game = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4",
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
            tip = Tip { length: record.seq, head: record.hash };
        }
    }
    if tip == said { Ok(tip.length) } else { Err(ChainError::Ends { game, found: tip.length, expected: said.length }) }
}
