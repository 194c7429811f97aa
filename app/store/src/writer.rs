//! The one writer: a task that drains a queue of writes into one transaction and answers after COMMIT.
//!
//! Each write but the first runs inside a savepoint, so that one that fails takes nothing of its neighbours with it. While a
//! commit waits for the disk, the next writes gather in the queue; so the slower the disk, the more of them share a sync.

use crate::StoreError;
use sqlx::{Connection, Executor, SqliteConnection};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

/// A boxed future, as a write hands to the writer.
pub(crate) type Boxed<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;

/// Writes that may wait in the queue. Beyond it a writer waits, which is what a page should do under such a load.
const QUEUE: usize = 1024;

/// Writes that share a transaction at most, so that the first of them does not wait for ever.
const BATCH: usize = 128;

/// The queue's end that callers hold.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Message>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

enum Message {
    Write(Box<dyn Job>),
    Stop,
}

impl Writer {
    pub(crate) fn start(connection: SqliteConnection) -> Self {
        let (queue, messages) = mpsc::channel(QUEUE);
        let task = tokio::spawn(run(connection, messages));
        Writer { queue, task: Arc::new(Mutex::new(Some(task))) }
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
        self.queue.send(Message::Write(job)).await.map_err(|_| E::from(StoreError::Closed))?;
        answered.await.unwrap_or_else(|_| Err(E::from(StoreError::Closed)))
    }

    pub(crate) async fn stop(&self) {
        // The task is gone already when this fails.
        let _ = self.queue.send(Message::Stop).await;
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writer broke down");
        }
    }
}

async fn run(mut connection: SqliteConnection, mut messages: mpsc::Receiver<Message>) {
    let mut stop = false;
    while !stop {
        let mut batch = Vec::new();
        match messages.recv().await {
            Some(Message::Write(first)) => {
                let outcome = transaction(&mut connection, first, &mut batch, &mut messages, &mut stop).await;
                for job in batch {
                    job.answer(&outcome);
                }
            }
            Some(Message::Stop) | None => stop = true,
        }
    }
    messages.close();
    fold_and_close(connection).await;
}

/// Runs the first write and those that have gathered behind it; `Err` says that none of them is kept.
async fn transaction(
    connection: &mut SqliteConnection,
    first: Box<dyn Job>,
    batch: &mut Vec<Box<dyn Job>>,
    messages: &mut mpsc::Receiver<Message>,
    stop: &mut bool,
) -> Result<(), Lost> {
    batch.push(first);
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // The first needs no savepoint: when it fails, there is nothing else in the transaction to keep.
    if !batch[0].run(&mut transaction).await {
        return Ok(transaction.rollback().await?);
    }
    for next in 1..BATCH {
        match messages.try_recv() {
            Ok(Message::Write(job)) => batch.push(job),
            Ok(Message::Stop) => {
                *stop = true;
                break;
            }
            Err(_) => break,
        }
        let mut savepoint = transaction.begin().await?;
        if batch[next].run(&mut savepoint).await {
            savepoint.commit().await?;
        } else {
            savepoint.rollback().await?;
        }
    }
    Ok(transaction.commit().await?)
}

/// Why a whole transaction was lost. Told to each of its writes.
struct Lost(String);

impl From<sqlx::Error> for Lost {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "a transaction was lost");
        Lost(error.to_string())
    }
}

/// A write without its types.
trait Job: Send {
    /// Runs it; false when it failed and must be rolled back.
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> Boxed<'c, bool>;
    /// Tells the caller, once the transaction is committed or lost.
    fn answer(self: Box<Self>, outcome: &Result<(), Lost>);
}

struct Write<T, E, F> {
    work: Option<F>,
    done: Option<Result<T, E>>,
    answer: Option<oneshot::Sender<Result<T, E>>>,
}

impl<T, E, F> Job for Write<T, E, F>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> Boxed<'c, Result<T, E>> + Send + 'static,
{
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> Boxed<'c, bool> {
        Box::pin(async move {
            let Some(work) = self.work.take() else { return false };
            let done = work(connection).await;
            let kept = done.is_ok();
            self.done = Some(done);
            kept
        })
    }

    fn answer(mut self: Box<Self>, outcome: &Result<(), Lost>) {
        let Some(answer) = self.answer.take() else { return };
        let result = match (outcome, self.done.take()) {
            // A refusal stands whatever became of the transaction.
            (_, Some(Err(refusal))) => Err(refusal),
            (Ok(()), Some(Ok(value))) => Ok(value),
            (Err(lost), _) => Err(E::from(StoreError::Sql(sqlx::Error::Protocol(lost.0.clone())))),
            (Ok(()), None) => Err(E::from(StoreError::Closed)),
        };
        // The caller may have gone away; what it wrote stays written.
        let _ = answer.send(result);
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
