//! What the writer carries out together, in one transaction: the writes that wait, how they are carried out, what their callers are told.

use crate::append::{self, Append, Appended, Ends, Verdict};
use crate::{AppendError, StoreError};
use domain_register::tree::Frontier;
use sqlx::SqliteConnection;
use std::collections::{HashSet, VecDeque};
use std::future::Future;
use std::pin::Pin;
use tokio::sync::oneshot;

/// A boxed future, as a write hands to the writer.
pub(crate) type Boxed<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;

/// Writes that wait, each kind in the order in which they came.
#[derive(Default)]
pub(crate) struct Writes {
    pub(crate) appends: VecDeque<Ask>,
    pub(crate) jobs: VecDeque<Box<dyn Job>>,
}

impl Writes {
    pub(crate) fn len(&self) -> usize {
        self.appends.len() + self.jobs.len()
    }

    /// Takes the first of them, appends before others, at most so many.
    pub(crate) fn take(&mut self, most: usize) -> Writes {
        let appends = self.appends.len().min(most);
        let jobs = self.jobs.len().min(most - appends);
        Writes { appends: self.appends.drain(..appends).collect(), jobs: self.jobs.drain(..jobs).collect() }
    }
}

/// What shares a transaction.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) appended: Vec<Ask>,
    done: Vec<Box<dyn Job>>,
}

impl Batch {
    /// Takes from both queues what can share a transaction, and carries it out. `edge` is that of the register where it is known, before and after.
    /// `Err` says that nothing of it is kept.
    pub(crate) async fn run(
        &mut self,
        connection: &mut SqliteConnection,
        edge: &mut Option<Frontier>,
        writes: &mut Writes,
    ) -> Result<(), Lost> {
        let Writes { appends, jobs } = writes;
        self.appended = round(appends);
        if let (true, false, Some(known)) = (jobs.is_empty(), self.appended.is_empty(), edge.take())
            && let Some(grown) = self.at_once(connection, known).await?
        {
            *edge = Some(grown);
            return Ok(());
        }
        let mut open = false;
        if !self.appended.is_empty() {
            let (found, now) = append::look(connection, self.appended.iter().map(|ask| &ask.append), true).await?;
            let mut accepted = Vec::new();
            for (ask, found) in self.appended.iter_mut().zip(found) {
                match append::decide(&ask.append, found) {
                    Ok(Verdict::Repeated(saved)) => ask.done = Some(Ok(Appended::Repeated(saved))),
                    Ok(Verdict::Store(tip)) => {
                        ask.done = Some(Ok(Appended::Stored(tip)));
                        accepted.push((&ask.append, tip));
                    }
                    Err(refusal) => ask.done = Some(Err(refusal)),
                }
            }
            open = !jobs.is_empty();
            if !accepted.is_empty() {
                *edge = Some(append::store(connection, &accepted, now, Ends { begin: false, commit: !open }).await?);
            } else if !open {
                say(connection, "COMMIT").await?;
            }
        }
        if jobs.is_empty() {
            return Ok(());
        }
        // Some of them append as well.
        *edge = None;
        say(connection, if open { "SAVEPOINT write" } else { "BEGIN IMMEDIATE; SAVEPOINT write" }).await?;
        while let Some(mut job) = jobs.pop_front() {
            let kept = job.run(connection).await;
            self.done.push(job);
            match (kept, jobs.is_empty()) {
                (true, true) => {}
                (true, false) => say(connection, "RELEASE write; SAVEPOINT write").await?,
                // Where SQLite has rolled everything back there is no such savepoint any more, and all is lost.
                (false, _) => say(connection, "ROLLBACK TO write").await?,
            }
        }
        say(connection, "COMMIT").await?;
        Ok(())
    }

    /// Carries the appends out in one text, hoping that all is as their callers saw it. `None` when it is not, and nothing was done.
    async fn at_once(&mut self, connection: &mut SqliteConnection, edge: Frontier) -> Result<Option<Frontier>, Lost> {
        let tips: Option<Vec<_>> = self.appended.iter().map(|ask| append::hoped(&ask.append)).collect();
        let Some(tips) = tips else { return Ok(None) };
        let accepted: Vec<_> = self.appended.iter().map(|ask| &ask.append).zip(tips.iter().copied()).collect();
        match append::store(connection, &accepted, edge, Ends { begin: true, commit: true }).await {
            Ok(grown) => {
                for (ask, tip) in self.appended.iter_mut().zip(tips) {
                    ask.done = Some(Ok(Appended::Stored(tip)));
                }
                Ok(Some(grown))
            }
            Err(error) if append::is_otherwise(&error) => {
                say(connection, "ROLLBACK").await?;
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn take_all(&mut self, writes: &mut Writes) {
        self.appended.extend(writes.appends.drain(..));
        self.done.extend(writes.jobs.drain(..));
    }

    pub(crate) fn answer(self, outcome: &Result<(), Lost>) {
        self.appended.into_iter().for_each(|ask| ask.answer(outcome));
        self.done.into_iter().for_each(|job| job.answer(outcome));
    }
}

/// Sends a text that answers nothing.
async fn say(connection: &mut SqliteConnection, text: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(text).execute(connection).await.map(|_| ())
}

/// The appends that neither touch one game nor bear one key: each is decided on as if it were alone. The others stay for the next round.
fn round(appends: &mut VecDeque<Ask>) -> Vec<Ask> {
    let (mut games, mut keys) = (HashSet::new(), HashSet::new());
    let (mut now, mut later) = (Vec::new(), VecDeque::new());
    for ask in appends.drain(..) {
        let key = ask.append.once.as_ref().map(|once| (once.account, once.key.clone()));
        let free = !games.contains(&ask.append.game) && key.as_ref().is_none_or(|key| !keys.contains(key));
        games.insert(ask.append.game);
        keys.extend(key);
        if free {
            now.push(ask);
        } else {
            later.push_back(ask);
        }
    }
    *appends = later;
    now
}

/// Why a whole transaction was lost. Told to each of its writes.
pub(crate) struct Lost {
    why: String,
    /// Whether it was lost over what one of them wrote, so that the others may fare better without it.
    pub(crate) again: bool,
}

/// The primary result codes that say nothing about what was written: busy, locked, no memory, read-only, interrupted, I/O error, corrupt,
/// full, cannot open, not a database.
const OF_THE_FILE: [i32; 10] = [5, 6, 7, 8, 9, 10, 11, 13, 14, 26];

impl From<sqlx::Error> for Lost {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "a transaction was lost");
        let code = error.as_database_error().and_then(|e| e.code()?.parse::<i32>().ok());
        Lost { why: error.to_string(), again: code.is_some_and(|code| !OF_THE_FILE.contains(&(code & 0xff))) }
    }
}

impl From<StoreError> for Lost {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Sql(error) => error.into(),
            error => Lost { why: error.to_string(), again: true },
        }
    }
}

/// What the caller of a write is told.
fn outcome_of<T, E: From<StoreError>>(done: Option<Result<T, E>>, outcome: &Result<(), Lost>) -> Result<T, E> {
    match (outcome, done) {
        // A refusal stands whatever became of the transaction.
        (_, Some(Err(refusal))) => Err(refusal),
        (Ok(()), Some(Ok(value))) => Ok(value),
        (Err(lost), _) => Err(E::from(StoreError::Sql(sqlx::Error::Protocol(lost.why.clone())))),
        (Ok(()), None) => Err(E::from(StoreError::Closed)),
    }
}

/// An append that waits for its answer.
pub(crate) struct Ask {
    pub(crate) append: Append,
    pub(crate) done: Option<Result<Appended, AppendError>>,
    pub(crate) answer: oneshot::Sender<Result<Appended, AppendError>>,
}

impl Ask {
    fn answer(self, outcome: &Result<(), Lost>) {
        // The caller may have gone away; what it wrote stays written.
        let _ = self.answer.send(outcome_of(self.done, outcome));
    }
}

/// A write without its types.
pub(crate) trait Job: Send {
    /// Runs it; false when it failed and must be rolled back.
    fn run<'c>(&'c mut self, connection: &'c mut SqliteConnection) -> Boxed<'c, bool>;
    /// Tells the caller, once the transaction is committed or lost.
    fn answer(self: Box<Self>, outcome: &Result<(), Lost>);
}

pub(crate) struct Write<T, E, F> {
    pub(crate) work: Option<F>,
    pub(crate) done: Option<Result<T, E>>,
    pub(crate) answer: Option<oneshot::Sender<Result<T, E>>>,
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
        // The caller may have gone away; what it wrote stays written.
        let _ = answer.send(outcome_of(self.done.take(), outcome));
    }
}
