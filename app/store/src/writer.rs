//! The one writer: a queue of writes that are carried out together, in one transaction, and answered after COMMIT.
//!
//! Nobody waits for a thread of the writer's: who finds nobody at work carries out what is in the queue, in a task beside its own. While
//! a commit waits for the disk, the next writes gather; so the slower the disk, the more of them share a sync.
//!
//! SQLite works on a thread of its own, and each text of SQL that is sent there costs two crossings of threads: more than most statements.
//! So appends, which are nearly all that a busy service writes, are carried out as a whole batch in one text, or where something is not as it
//! was in two, one that looks and one that writes and commits ([`crate::append`]). Every other write is a function on the connection, inside a savepoint, so that one that fails
//! takes nothing of its neighbours with it.
//!
//! After a failure the transaction is ended, whatever SQLite has made of it by then; a connection that does not come clean is replaced.
//! Nothing remains of a full disk but the refusals that were answered.

use crate::append::{Append, Appended};
use crate::batch::{Ask, Batch, Boxed, Write, Writes};
use crate::{AppendError, StoreError};
use domain_register::tree::Frontier;
use sqlx::{Connection, Executor, SqliteConnection};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, Notify, Semaphore, oneshot};

/// Writes that share a transaction at most, so that the first of them does not wait for ever.
const BATCH: usize = 1024;

/// Writes that may wait in the queue. Beyond it a writer waits, which is what a page should do under such a load.
const QUEUE: usize = BATCH;

/// The queue with what carries it out. A copy is the same queue.
#[derive(Clone)]
pub(crate) struct Writer(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    room: Semaphore,
    /// Whoever carried out is gone on the way.
    left: Notify,
    /// Held by whoever carries out.
    connection: AsyncMutex<WriteConnection>,
}

#[derive(Default)]
struct Queue {
    writes: Writes,
    /// Whether somebody carries out what is in it.
    carried: bool,
    stopped: bool,
}

impl Writer {
    /// Writes on a connection to the file at `path`, where another one is made when this one fails.
    pub(crate) fn start(connection: SqliteConnection, path: PathBuf) -> Self {
        Writer(Arc::new(Shared {
            queue: Mutex::default(),
            room: Semaphore::new(QUEUE),
            left: Notify::new(),
            connection: AsyncMutex::new(WriteConnection {
                connection: Some(connection),
                edge: None,
                path,
                busy: false,
            }),
        }))
    }

    /// Carries out a write and answers once it is durable. On `Err` nothing of it is kept.
    pub(crate) async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> Boxed<'c, Result<T, E>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Write { work: Some(work), done: None, answer: Some(answer) });
        self.queue(|writes| writes.jobs.push_back(job)).await?;
        self.carried_out(answered).await.unwrap_or_else(|| Err(E::from(StoreError::Closed)))
    }

    /// The same for an append that [goes with others](append::plain).
    pub(crate) async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let (answer, answered) = oneshot::channel();
        self.queue(|writes| writes.appends.push_back(Ask { append, done: None, answer })).await?;
        self.carried_out(answered).await.unwrap_or_else(|| Err(StoreError::Closed.into()))
    }

    /// Waits for the answer to a write in the queue. Where whoever carried it out is gone, with a thread of the server that stops before others,
    /// one of those who still wait goes on with it: nobody else might ever write again.
    async fn carried_out<T>(&self, mut answered: oneshot::Receiver<T>) -> Option<T> {
        loop {
            let left = self.0.left.notified();
            tokio::pin!(left);
            // From here on a notice is not missed.
            left.as_mut().enable();
            self.see_to_it();
            tokio::select! {
                answer = &mut answered => return answer.ok(),
                () = left => {}
            }
        }
    }

    /// Puts a write into the queue, and sees to it that somebody carries it out.
    async fn queue(&self, put: impl FnOnce(&mut Writes)) -> Result<(), StoreError> {
        self.0.room.acquire().await.map_err(|_| StoreError::Closed)?.forget();
        let mut queue = self.0.queue();
        if queue.stopped {
            return Err(StoreError::Closed);
        }
        put(&mut queue.writes);
        drop(queue);
        self.see_to_it();
        Ok(())
    }

    /// Sees to it that somebody carries out what is in the queue.
    fn see_to_it(&self) {
        let mut queue = self.0.queue();
        if queue.writes.len() > 0 && !queue.stopped && !std::mem::replace(&mut queue.carried, true) {
            // In a task of its own, because the caller may go away, and others may be in the queue by then.
            let carrier = Carrier { shared: self.0.clone(), through: false };
            drop(queue);
            tokio::spawn(carrier.carry());
        }
    }

    /// Carries out what is in the queue, takes nothing more, and closes the connection.
    pub(crate) async fn stop(&self) {
        self.0.queue().stopped = true;
        self.0.room.close();
        let mut connection = self.0.connection.lock().await;
        while let Some(writes) = self.0.next() {
            connection.carry_out(writes).await;
        }
        if let Some(connection) = connection.connection.take() {
            fold_and_close(connection).await;
        }
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // The queue stays sound whatever a panic interrupts: each change is one insertion or removal.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next writes to carry out together; when there are none, nobody carries out any more.
    fn next(&self) -> Option<Writes> {
        let mut queue = self.queue();
        let writes = queue.writes.take(BATCH);
        queue.carried = writes.len() > 0;
        self.room.add_permits(writes.len());
        queue.carried.then_some(writes)
    }
}

/// Who carries out what is in the queue. Dropped on the way, with the runtime it runs on, it leaves that to the next one.
struct Carrier {
    shared: Arc<Shared>,
    through: bool,
}

impl Carrier {
    async fn carry(mut self) {
        let mut connection = self.shared.connection.lock().await;
        while let Some(writes) = self.shared.next() {
            connection.carry_out(writes).await;
        }
        self.through = true;
    }
}

impl Drop for Carrier {
    fn drop(&mut self) {
        if !self.through {
            self.shared.queue().carried = false;
            self.shared.left.notify_waiters();
        }
    }
}

/// The connection, and how to get another one.
struct WriteConnection {
    connection: Option<SqliteConnection>,
    /// The edge of the register after the last write, where that is known.
    edge: Option<Frontier>,
    path: PathBuf,
    /// Whether something is carried out on it. Found so, it was left in the middle.
    busy: bool,
}

impl WriteConnection {
    /// Carries out all of these writes and answers them.
    async fn carry_out(&mut self, mut writes: Writes) {
        if std::mem::replace(&mut self.busy, true) {
            self.connection = None;
        }
        while writes.len() > 0 {
            let mut batch = Batch::default();
            let mut edge = self.edge.take();
            let outcome = match self.connection().await {
                Ok(connection) => batch.run(connection, &mut edge, &mut writes).await,
                Err(error) => {
                    batch.take_all(&mut writes);
                    Err(error.into())
                }
            };
            if outcome.is_err() {
                self.mend().await;
            }
            match outcome {
                Ok(()) => {
                    self.edge = edge;
                    batch.answer(&Ok(()));
                }
                Err(lost) => {
                    if lost.again && batch.appended.len() > 1 {
                        // One of them does not fit the schema. Alone, each shows whether it was that one.
                        for ask in std::mem::take(&mut batch.appended) {
                            self.alone(ask).await;
                        }
                    }
                    batch.answer(&Err(lost));
                }
            }
        }
        self.busy = false;
    }

    async fn alone(&mut self, mut ask: Ask) {
        ask.done = None;
        let mut batch = Batch::default();
        let mut writes = Writes { appends: VecDeque::from([ask]), ..Writes::default() };
        let outcome = match self.connection().await {
            Ok(connection) => batch.run(connection, &mut None, &mut writes).await,
            Err(error) => Err(error.into()),
        };
        if outcome.is_err() {
            self.mend().await;
        }
        batch.take_all(&mut writes);
        batch.answer(&outcome);
    }

    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        if self.connection.is_none() {
            self.connection = Some(crate::open::connect(&self.path).await?);
            tracing::info!("the storage has a new connection to write on");
        }
        self.connection.as_mut().ok_or(sqlx::Error::WorkerCrashed)
    }

    /// Ends the transaction that failed. SQLite has rolled some failures back by itself (a full disk, an unreadable one, no memory), and then
    /// there is none; a connection of which neither is certain is thrown away.
    async fn mend(&mut self) {
        let Some(connection) = &mut self.connection else { return };
        match connection.execute("ROLLBACK").await {
            Ok(_) => {}
            Err(sqlx::Error::Database(error)) if error.message().contains("no transaction is active") => {}
            Err(error) => {
                tracing::error!(%error, "the connection to write on is replaced");
                self.connection = None;
            }
        }
    }
}

/// Closes a connection of its own, folding the write-ahead log into the file.
async fn fold_and_close(mut connection: SqliteConnection) {
    if let Err(error) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await {
        tracing::warn!(%error, "the write-ahead log could not be folded in; it will be at the next start");
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "the database did not close cleanly");
    }
}

#[cfg(test)]
mod tests {
    use crate::{Store, StoreError, Time};
    use sqlx::Executor;

    /// Sets how many pages the file may have: beyond, the disk is full for SQLite.
    async fn room(store: &Store, pages: &'static str) {
        let set = store.writer.write(move |c| {
            Box::pin(async move {
                c.execute(pages).await?;
                Ok::<_, StoreError>(())
            })
        });
        set.await.unwrap();
    }

    async fn account(store: &Store, n: u32) -> Result<(), StoreError> {
        let email = format!("{}{n}@example.org", "x".repeat(60)).parse().expect("an address");
        store.accounts().get_or_new(email, Time(1)).await.map(|_| ())
    }

    #[tokio::test]
    async fn after_a_full_disk_writing_goes_on_by_itself_as_soon_as_there_is_space() {
        let store = Store::temporary().await.unwrap();
        room(&store, "PRAGMA max_page_count = 1").await; // As many as there are.
        let (mut refused, mut n) = (0, 0);
        while refused < 50 {
            n += 1;
            assert!(n < 5000, "the disk does not fill up");
            refused += u32::from(account(&store, n).await.is_err());
        }
        room(&store, "PRAGMA max_page_count = 100000").await;
        for more in 1..200 {
            account(&store, n + more).await.unwrap();
        }
        store.close().await;
    }

    #[tokio::test]
    async fn a_write_that_ends_the_transaction_it_runs_in_spoils_nothing_for_the_next() {
        let store = Store::temporary().await.unwrap();
        account(&store, 1).await.unwrap();
        let rogue = store.writer.write(|c| {
            Box::pin(async move {
                c.execute("ROLLBACK; ATTACH 'file:nowhere/at/all?mode=ro' AS gone").await?;
                Ok::<_, StoreError>(())
            })
        });
        assert!(rogue.await.is_err());
        account(&store, 2).await.unwrap();
        account(&store, 2).await.unwrap();
    }

    #[test]
    fn a_runtime_that_ends_in_the_middle_of_a_write_stops_nobody_else() {
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let server = runtime();
        let store = server.block_on(Store::temporary()).unwrap();
        server.block_on(account(&store, 1)).unwrap();
        let writer = store.writer.clone();
        let worker = runtime();
        worker.block_on(async {
            let (begun, at_work) = tokio::sync::oneshot::channel();
            tokio::spawn(async move {
                let endless = writer.write(|c| {
                    Box::pin(async move {
                        c.execute("DELETE FROM accounts").await?;
                        begun.send(()).expect("somebody waits");
                        std::future::pending::<Result<(), StoreError>>().await
                    })
                });
                endless.await
            });
            at_work.await.unwrap();
        });
        drop(worker);
        let there = server.block_on(async {
            account(&store, 2).await.unwrap();
            let there: i64 =
                sqlx::query_scalar("SELECT count(*) FROM accounts").fetch_one(&store.readers).await.unwrap();
            store.close().await;
            there
        });
        assert_eq!(there, 2, "what was not committed is undone, and writing goes on");
    }

    #[test]
    fn what_waits_behind_a_write_whose_runtime_ends_is_carried_out_though_nobody_writes_again() {
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (server, worker) = (runtime(), runtime());
        let store = server.block_on(Store::temporary()).unwrap();
        let writer = store.writer.clone();
        worker.block_on(async {
            let (begun, at_work) = tokio::sync::oneshot::channel();
            tokio::spawn(async move {
                let endless = writer.write(|_| {
                    Box::pin(async move {
                        begun.send(()).expect("somebody waits");
                        std::future::pending::<Result<(), StoreError>>().await
                    })
                });
                endless.await
            });
            at_work.await.unwrap();
        });
        server.block_on(async {
            let behind = account(&store, 1);
            tokio::pin!(behind);
            let waits = tokio::time::timeout(std::time::Duration::from_millis(50), behind.as_mut()).await;
            assert!(waits.is_err(), "it waits for the other write");
            // A runtime is not dropped within another one.
            std::thread::spawn(move || drop(worker)).join().unwrap();
            tokio::time::timeout(std::time::Duration::from_secs(10), behind).await.expect("an answer").unwrap();
            store.close().await;
        });
    }
}
