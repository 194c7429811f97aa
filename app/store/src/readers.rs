//! Connections that only read: a few, each with a thread of its own that SQLite works on.
//!
//! They are kept here and not in the pool of sqlx, which asks a connection for a sign of life each time it comes back: two more crossings of
//! threads, as many as the question itself took. Nothing of a question that is given up on the way is left on its connection: what it would
//! still have answered is thrown away before the next one is looked at.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

/// How long somebody waits for a connection at most.
const PATIENCE: Duration = Duration::from_secs(30);

/// After how long a connection is asked for a sign of life before it is used again: one whose thread has broken down is found out soon.
const TRUSTED: Duration = Duration::from_secs(10);

/// The connections of one sort. A copy is the same ones.
#[derive(Clone)]
pub(crate) struct Readers(Arc<Shared>);

struct Shared {
    options: SqliteConnectOptions,
    /// What each begins with.
    first: &'static str,
    most: u32,
    places: Arc<Semaphore>,
    idle: Mutex<Vec<Open>>,
}

struct Open {
    connection: SqliteConnection,
    /// When it was last known to be alive.
    alive: Instant,
}

impl Readers {
    /// At most so many connections, of which the first is opened now and the others when all are at work.
    pub(crate) async fn open(
        options: SqliteConnectOptions,
        most: u32,
        first: &'static str,
    ) -> Result<Self, sqlx::Error> {
        let places = Arc::new(Semaphore::new(most as usize));
        let readers = Readers(Arc::new(Shared { options, first, most, places, idle: Mutex::default() }));
        drop(readers.acquire().await?);
        Ok(readers)
    }

    /// A connection, for as long as it is held.
    pub(crate) async fn acquire(&self) -> Result<Reader, sqlx::Error> {
        let shared = &self.0;
        let place = match shared.places.clone().try_acquire_owned() {
            Ok(place) => place,
            Err(TryAcquireError::Closed) => return Err(sqlx::Error::PoolClosed),
            Err(TryAcquireError::NoPermits) => {
                let waiting = shared.places.clone().acquire_owned();
                let place = tokio::time::timeout(PATIENCE, waiting).await.map_err(|_| sqlx::Error::PoolTimedOut)?;
                place.map_err(|_| sqlx::Error::PoolClosed)?
            }
        };
        let kept = shared.idle().pop();
        let open = match kept {
            Some(open) if open.alive.elapsed() < TRUSTED => open,
            Some(Open { mut connection, .. }) => match connection.ping().await {
                Ok(()) => Open { connection, alive: Instant::now() },
                Err(error) => {
                    tracing::error!(%error, "a connection that reads is replaced");
                    shared.connect().await?
                }
            },
            None => shared.connect().await?,
        };
        Ok(Reader { open: Some(open), shared: shared.clone(), _place: place })
    }

    /// Waits for those that are at work, and closes all. Whoever asks from now on is refused.
    pub(crate) async fn close(&self) {
        let shared = &self.0;
        // Who waits in this line already comes first.
        let all = shared.places.acquire_many(shared.most).await;
        shared.places.close();
        drop(all);
        let idle = std::mem::take(&mut *shared.idle());
        for open in idle {
            if let Err(error) = open.connection.close().await {
                tracing::warn!(%error, "a connection that reads did not close cleanly");
            }
        }
    }
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Open>> {
        // It stays sound whatever a panic interrupts: each change is one push or pop.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn connect(&self) -> Result<Open, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        connection.execute(self.first).await?;
        connection.execute("PRAGMA query_only = ON").await?;
        Ok(Open { connection, alive: Instant::now() })
    }
}

/// A connection that cannot write. It goes back when it is dropped.
pub struct Reader {
    /// There until it is dropped.
    open: Option<Open>,
    shared: Arc<Shared>,
    _place: OwnedSemaphorePermit,
}

const HELD: &str = "a reader has its connection until it is dropped";

impl Deref for Reader {
    type Target = SqliteConnection;
    fn deref(&self) -> &SqliteConnection {
        &self.open.as_ref().expect(HELD).connection
    }
}

impl DerefMut for Reader {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.open.as_mut().expect(HELD).connection
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // The place is free after this.
        self.shared.idle().extend(self.open.take());
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader")
    }
}
