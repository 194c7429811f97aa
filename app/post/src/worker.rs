//! The outbox worker: delivers letters when they are due, and forgets old ones.
//!
//! It sleeps until the moment that the database names as the next one due, or until a letter is queued, or until one that is
//! on its way has arrived. A few letters travel at the same time, but never two to the same recipient; only those that somebody
//! waits for in front of a page go beside and before all others, and have places that no other letter takes.

use crate::Office;
use crate::office::End;
use fieldpost_store::{Outcome, Places, StoreError, Time};
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinHandle, JoinSet};

/// Letters that travel at the same time.
const AT_ONCE: usize = 8;

/// Of those, places that are kept for letters with which somebody signs in.
const KEPT_FREE: usize = 2;

/// How long finished letters are kept.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

/// How long answers to repeated requests are kept.
const ANSWERS_KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long a letter can be answered by mail, whatever the pace of its game.
const ANSWERABLE: Duration = Duration::from_secs(400 * 24 * 3600);

/// How long after it was sent a letter may come back; a server that cannot deliver one tries for five days or so.
const RETURNING: Duration = Duration::from_secs(30 * 24 * 3600);

/// How often old rows are looked for, and the longest sleep.
const SWEEP: Duration = Duration::from_secs(3600);
/// How often letters are looked for that another process has queued. A look costs some twenty microseconds.
const LOOK: Duration = Duration::from_secs(1);

/// The pause after the storage failed, and before a letter that is due but can not be taken is looked at again.
const BREATH: Duration = Duration::from_secs(1);

/// How long the letters under way may take when the service stops.
const GRACE: Duration = Duration::from_secs(20);

/// A running worker. [`Worker::stop`] ends it and waits; dropped, it ends by itself.
#[derive(Debug)]
pub struct Worker {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Worker {
    /// Starts a worker. There may be others: each letter is taken by one of them.
    pub fn start(office: Office) -> Self {
        let (stop, stopped) = watch::channel(false);
        Worker { stop, task: tokio::spawn(run(office, stopped)) }
    }

    /// Takes no more letters, waits a little for those under way and ends. A letter that is cut off is sent again at the next
    /// start, with the same Message-ID.
    pub async fn stop(self) {
        // The task is gone already when this fails.
        let _ = self.stop.send(true);
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the outbox worker broke down");
        }
    }
}

async fn run(office: Office, mut stopped: watch::Receiver<bool>) {
    let mut round = Round { office, tasks: JoinSet::new(), letters: HashMap::new(), swept: Time(0), extended: Time(0) };
    loop {
        let sleep = match round.start_due().await {
            Ok(sleep) => sleep,
            Err(error) => {
                tracing::error!(%error, "the outbox could not be read");
                BREATH
            }
        };
        tokio::select! {
            () = told(&mut stopped) => break,
            () = round.office.store.outbox().queued() => {}
            () = tokio::time::sleep(sleep) => {}
            Some(done) = round.tasks.join_next_with_id(), if !round.tasks.is_empty() => round.note(done).await,
        }
    }
    round.finish().await;
}

/// Waits for the word to stop, or for the worker's owner to go away.
async fn told(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stop| *stop).await;
}

struct Round {
    office: Office,
    tasks: JoinSet<Result<End, StoreError>>,
    letters: HashMap<Id, Carried>,
    swept: Time,
    /// When the letters on their way were last said to be so.
    extended: Time,
}

/// The letter that a task carries.
#[derive(Clone, Copy)]
struct Carried {
    id: i64,
    /// How many attempts that makes.
    attempts: u32,
    /// Whether it goes before all others.
    urgent: bool,
}

impl Round {
    /// Sends what is due on its way. Answers how long nothing is due then.
    async fn start_due(&mut self) -> Result<Duration, StoreError> {
        let now = Time::now();
        self.sweep(now).await?;
        self.extend(now).await?;
        let free = AT_ONCE.saturating_sub(self.tasks.len());
        if free > 0 {
            let ordinary = self.letters.values().filter(|letter| !letter.urgent).count();
            let places = Places {
                all: u32::try_from(free).unwrap_or(1),
                ordinary: u32::try_from((AT_ONCE - KEPT_FREE).saturating_sub(ordinary)).unwrap_or(0),
            };
            for letter in self.office.take(now, places).await? {
                let office = self.office.clone();
                let carried = Carried { id: letter.id, attempts: letter.attempts, urgent: letter.urgent() };
                let task = self.tasks.spawn(async move { office.deliver(letter, Time::now()).await });
                self.letters.insert(task.id(), carried);
            }
        }
        let due = self.office.store.queue().letters_due(now).await?;
        let sleep = due.map_or(LOOK, |due| due.since(now).clamp(BREATH, LOOK));
        Ok(if self.tasks.is_empty() { sleep } else { sleep.min(self.office.lease.renewal()) })
    }

    /// Says that the letters on their way are still so, now and then, and at once when the clock has gone back.
    async fn extend(&mut self, now: Time) -> Result<(), StoreError> {
        if now >= self.extended && now.since(self.extended) < self.office.lease.renewal() {
            return Ok(());
        }
        let carried = self.letters.values().map(|letter| letter.id).collect();
        self.office.store.queue().extend_leases(&self.office.lease, carried, now).await?;
        self.extended = now;
        Ok(())
    }

    /// Takes notice of a letter that arrived or broke down.
    async fn note(&mut self, done: Result<(Id, Result<End, StoreError>), JoinError>) {
        let (task, error) = match done {
            Ok((task, Ok(_))) => (task, None),
            Ok((task, Err(error))) => (task, Some(error.to_string())),
            Err(error) => (error.id(), Some(error.to_string())),
        };
        let letter = self.letters.remove(&task);
        if let (Some(Carried { id, attempts, .. }), Some(error)) = (letter, error) {
            tracing::error!(id, error, "a delivery broke down");
            if let Err(error) = self.after_breakdown(id, attempts, error).await {
                tracing::error!(id, %error, "the letter could not be put back; it is taken up when its lease is over");
            }
        }
    }

    async fn after_breakdown(&self, id: i64, attempts: u32, error: String) -> Result<(), StoreError> {
        let store = &self.office.store;
        if attempts < self.office.schedule.attempts() {
            return store.queue().put_back(&self.office.lease, id, error).await;
        }
        let detail = format!("given up after {attempts} attempts: {error}");
        store.queue().finish(id, Outcome::Failed, detail, Time::now()).await
    }

    async fn sweep(&mut self, now: Time) -> Result<(), StoreError> {
        if now.since(self.swept) < SWEEP {
            return Ok(());
        }
        self.swept = now;
        self.office.store.queue().forget_finished(now.before(KEPT)).await?;
        self.office.store.sign_in().forget_links(now.before(KEPT)).await?;
        self.office.store.logs().forget_answers(now.before(ANSWERS_KEPT)).await?;
        self.office.store.inbox().forget_reply_addresses(now.before(ANSWERABLE)).await?;
        self.office.store.bounces().forget_return_paths(now.before(RETURNING)).await?;
        Ok(())
    }

    async fn finish(mut self) {
        let all = async {
            while let Some(done) = self.tasks.join_next_with_id().await {
                self.note(done).await;
            }
        };
        if tokio::time::timeout(GRACE, all).await.is_err() {
            tracing::warn!("letters under way were cut off; they are sent again when their lease is over");
        }
    }
}
