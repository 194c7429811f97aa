//! Which server serves a file: one at a time. Commands go on beside it.

use crate::rows::time;
use crate::{GrantId, Store, StoreError, Time};
use sqlx::Row;
use std::time::Duration;

/// How long after its last word a server counts as one that has died.
pub const SERVING_ENDS: Duration = Duration::from_secs(30);

/// Why a file is not served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another server serves it.
    #[error(
        "{by} serves this database already. Stop it first, or give this server a database of its own. If it is not running any more, \
         start again in {} seconds: its claim ends by itself", .left.as_secs() + 1
    )]
    Served {
        /// Who: its own words.
        by: String,
        /// When its claim ends unless it says another word.
        left: Duration,
    },
    /// The storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A server's claim to be the one that serves a file. To be renewed more often than [`SERVING_ENDS`], and given up at the end.
pub struct Serving {
    store: Store,
    server: GrantId,
}

impl Store {
    /// Claims to be the one server of this file; `by` is what another one is told who it is.
    ///
    /// # Errors
    /// [`ServeError::Served`] while another one is.
    pub async fn serve(&self, by: String, now: Time) -> Result<Serving, ServeError> {
        let server = GrantId::fresh();
        let other = self
            .writer
            .write(move |c| {
                Box::pin(async move {
                    // A claim that began in what is the future now was made by a clock that has gone back.
                    sqlx::query("DELETE FROM serving WHERE until <= $1 OR taken > $1").bind(now.0).execute(&mut *c).await?;
                    let done = sqlx::query(
                        "INSERT INTO serving (one, server, by, taken, until) VALUES (1, $1, $2, $3, $4) ON CONFLICT (one) DO NOTHING",
                    )
                    .bind(server.0.to_vec())
                    .bind(by)
                    .bind(now.0)
                    .bind(now.after(SERVING_ENDS).0)
                    .execute(&mut *c)
                    .await?;
                    if done.rows_affected() == 1 {
                        return Ok::<_, StoreError>(None);
                    }
                    let row = sqlx::query("SELECT by, until FROM serving").fetch_one(c).await?;
                    Ok(Some((row.try_get("by")?, time(&row, "until")?.since(now))))
                })
            })
            .await?;
        match other {
            None => Ok(Serving { store: self.clone(), server }),
            Some((by, left)) => Err(ServeError::Served { by, left }),
        }
    }
}

impl Serving {
    /// Says that the server is alive. False when another one serves the file by now: then this one must stop.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn renew(&self, now: Time) -> Result<bool, StoreError> {
        let server = self.server.0.to_vec();
        self.store
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done = sqlx::query("UPDATE serving SET taken = $2, until = $3 WHERE server = $1")
                        .bind(server)
                        .bind(now.0)
                        .bind(now.after(SERVING_ENDS).0)
                        .execute(c)
                        .await?;
                    Ok(done.rows_affected() == 1)
                })
            })
            .await
    }

    /// Gives the claim up, so that the next server need not wait.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn release(&self) -> Result<(), StoreError> {
        let server = self.server.0.to_vec();
        self.store
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("DELETE FROM serving WHERE server = $1").bind(server).execute(c).await?;
                    Ok(())
                })
            })
            .await
    }
}
