//! Opening the file: pragmas, version, migrations, one writer and a pool of readers.

use crate::StoreError;
use crate::writer::Writer;
use sqlx::migrate::Migrator;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Executor, Sqlite, SqliteConnection};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// The oldest SQLite without the WAL corruption race (TRUST §5).
const OLDEST: (u32, u32, u32) = (3, 51, 3);

/// How many connections read at the same time. Pages hold one for well under a millisecond.
const READERS: u32 = 8;

/// The storage of one service. Cheap to clone; every clone is the same storage.
#[derive(Clone)]
pub struct Store {
    pub(crate) readers: SqlitePool,
    /// Two connections that see the secrets; for `secrets.rs`, `entries.rs` and `chains.rs` alone.
    pub(crate) secrets: SqlitePool,
    pub(crate) writer: Writer,
    pub(crate) post: Arc<Notify>,
    /// One for each sort of errand.
    pub(crate) bells: Arc<[Notify; 5]>,
    pub(crate) arrivals: Arc<Notify>,
    path: PathBuf,
    _folder: Option<Arc<Folder>>,
}

impl Store {
    /// Opens the database file, makes it when it is missing, and brings its schema up to date.
    ///
    /// # Errors
    /// [`StoreError::OldSqlite`] when the linked SQLite is older than 3.51.3; otherwise what the file or a migration says.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_in(path.as_ref().to_owned(), None).await
    }

    /// A storage in a new folder among the system's temporary files, removed with the last clone: for the demo and tests.
    ///
    /// # Errors
    /// As [`Store::open`], and when the folder cannot be made.
    pub async fn temporary() -> Result<Self, StoreError> {
        let folder = std::env::temp_dir().join(format!("fieldpost-{}", uuid::Uuid::now_v7().simple()));
        std::fs::create_dir_all(&folder).map_err(|source| StoreError::File { path: folder.clone(), source })?;
        let path = folder.join("fieldpost.db");
        Self::open_in(path, Some(Arc::new(Folder(folder)))).await
    }

    async fn open_in(path: PathBuf, folder: Option<Arc<Folder>>) -> Result<Self, StoreError> {
        if !path.exists() {
            private_file(&path).map_err(|source| StoreError::File { path: path.clone(), source })?;
        }
        let mut connection = connect(&path).await?;
        check_version(&mut connection).await?;
        MIGRATIONS.run(&mut connection).await?;
        crate::register::catch_up(&mut connection).await?;
        crate::idempotency::catch_up(&mut connection).await?;
        let readers = readers(&path, READERS, HIDE_SECRETS).await?;
        let secrets = self::readers(&path, 2, "").await?;
        tracing::info!(path = %path.display(), "storage open");
        Ok(Store {
            readers,
            secrets,
            writer: Writer::start(connection, path.clone()),
            post: Arc::new(Notify::new()),
            bells: Arc::default(),
            arrivals: Arc::new(Notify::new()),
            path,
            _folder: folder,
        })
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A reading connection, for questions that no function here asks. Writing on it fails, and the secrets are hidden from it.
    ///
    /// # Errors
    /// When no connection comes free in time.
    pub async fn reader(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        Ok(self.readers.acquire().await?)
    }

    /// Finishes the writes that are queued, folds the write-ahead log into the file and closes it. Later writes answer
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        self.readers.close().await;
        self.secrets.close().await;
        self.writer.stop().await;
    }
}

/// Hides the tables of secrets from a connection: a temporary view of the same name comes first, and has no such column.
/// Reading a secret by mistake is then an error and not a leak.
const HIDE_SECRETS: &str = "CREATE TEMP VIEW game_secrets AS SELECT 1 AS withheld; \
                            CREATE TEMP VIEW service_secrets AS SELECT 1 AS withheld; \
                            CREATE TEMP VIEW private_entries AS SELECT 1 AS withheld;";

/// TRUST §5. Foreign keys, triggers inside triggers and the rest are settings of a connection, not of the file.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("recursive_triggers", "ON")
        .pragma("trusted_schema", "OFF")
        .busy_timeout(Duration::from_secs(5))
        .row_buffer_size(8192)
        .disable_statement_logging()
}

/// A connection that writes.
pub(crate) async fn connect(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    options(path).create_if_missing(false).connect().await
}

/// A pool of connections that can not write. Each begins with `first`.
async fn readers(path: &Path, size: u32, first: &'static str) -> Result<SqlitePool, StoreError> {
    let pool = SqlitePoolOptions::new()
        .max_connections(size)
        .min_connections(1)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                connection.execute(first).await?;
                connection.execute("PRAGMA query_only = ON").await?;
                Ok(())
            })
        })
        .connect_with(options(path))
        .await?;
    Ok(pool)
}

async fn check_version(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(connection).await?;
    if old(&version) { Err(StoreError::OldSqlite(version)) } else { Ok(()) }
}

fn old(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next(), next()) < OLDEST
}

/// Makes an empty file that only its owner may read: it will hold addresses and secrets. SQLite gives its other files the same
/// permissions. Fails when there is a file of that name.
pub(crate) fn private_file(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            tracing::debug!(%error, "temporary folder left behind");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::old;

    #[test]
    fn an_sqlite_with_the_race_is_refused() {
        assert!(old("3.40.1") && old("3.51.2") && old("nonsense"));
        assert!(!old("3.51.3") && !old("3.51.10") && !old("4.0.0"));
    }
}
