//! A copy of the whole file while the service runs, checked before it counts.

use crate::chains::{ChainError, Chains, check_chains};
use crate::open::private_file;
use crate::{Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::{Path, PathBuf};

/// Why there is no good copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is a file of that name; a backup never overwrites.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// SQLite finds the copy damaged; its words.
    #[error("the copy is damaged: {0}")]
    Damaged(String),
    /// A chain of the copy is not whole.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Copies the database into a new file, then checks the copy: SQLite's own integrity check and every chain.
    ///
    /// # Errors
    /// [`BackupError`]. A copy that fails its check stays where it is, to be looked at.
    pub async fn backup(&self, to: &Path) -> Result<Chains, BackupError> {
        match private_file(to) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(BackupError::Exists(to.to_owned()));
            }
            made => made.map_err(|source| StoreError::File { path: to.to_owned(), source })?,
        }
        copy(self.path(), to).await?;
        sync(to)?;
        check_copy(to).await
    }
}

async fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let target = to.to_str().ok_or_else(|| StoreError::File {
        path: to.to_owned(),
        source: std::io::Error::new(std::io::ErrorKind::InvalidInput, "the name of the copy is not UTF-8"),
    })?;
    let mut c = SqliteConnectOptions::new().filename(from).disable_statement_logging().connect().await?;
    sqlx::query("VACUUM INTO $1").bind(target.to_owned()).execute(&mut c).await?;
    c.close().await?;
    Ok(())
}

/// SQLite does not wait for the disk when it vacuums into a file.
fn sync(path: &Path) -> Result<(), StoreError> {
    let file = |path: &Path| {
        let synced = std::fs::File::open(path).and_then(|file| file.sync_all());
        synced.map_err(|source| StoreError::File { path: path.to_owned(), source })
    };
    file(path)?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => file(folder),
        _ => file(Path::new(".")),
    }
}

async fn check_copy(path: &Path) -> Result<Chains, BackupError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    let mut c = options.connect().await.map_err(StoreError::from)?;
    let verdict: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut c).await.map_err(StoreError::from)?;
    if verdict != "ok" {
        return Err(BackupError::Damaged(verdict));
    }
    Ok(check_chains(&mut c).await?)
}
