//! What can go wrong between the service and its file.

use crate::games::Tip;
use domain::referee::SeatId;

/// The storage failed. A caller can do nothing but report it; refusals that a person should read have their own types.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused a statement or could not be reached.
    #[error("the database failed")]
    Sql(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("the schema could not be brought up to date")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// The linked SQLite has the WAL corruption race that 3.51.3 mended.
    #[error("SQLite {0} is too old: 3.51.3 or later is needed")]
    OldSqlite(String),
    /// The storage is closing and takes no more writes.
    #[error("the storage is closed")]
    Closed,
    /// A stored value is not what the schema promises.
    #[error("stored value of {column} is not readable: {why}")]
    Unreadable {
        /// The column.
        column: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// Which file.
        path: std::path::PathBuf,
        /// The operating system's answer.
        source: std::io::Error,
    },
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody was quicker.
    #[error("the game has moved on to record {}", now.length)]
    Conflict {
        /// Where the log ends.
        now: Tip,
    },
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// A seat that was to be taken is taken.
    #[error("that seat is taken")]
    SeatTaken(SeatId),
    /// The invitation was used up by somebody else in the meantime.
    #[error("this invitation was used already")]
    InvitationUsed,
    /// The key was used for another request.
    #[error("this request's key was used for a different request")]
    KeyReused,
    /// The records do not follow one another or their hashes are wrong: a mistake of the caller.
    #[error("record {seq} does not belong at the end of the log")]
    Broken {
        /// The first that does not.
        seq: u64,
    },
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for AppendError {
    fn from(error: sqlx::Error) -> Self {
        AppendError::Store(error.into())
    }
}
