//! The queue of what is done after a transaction and not in it: letters, notices over channels, house players' turns, looks at clocks.
//!
//! A job is written in the transaction of the records that call for it, so there is one exactly when there are records. A worker takes
//! jobs under its [`Lease`]; taking counts the attempt and sets the next one before anything is done, so whatever happens then, the next
//! attempt comes at its time. The lease ends by itself: a job whose worker died, or could not note how it went because the disk was full, is
//! taken up again by whoever looks next, be it another worker or another process. So a worker
//!
//! 1. waits for a ring, or until [`Queue::letters_due`], [`Queue::pushes_due`] or [`Errands::due`] names a moment; a ring is a hint,
//!    and what was missed is found with the next look;
//! 2. takes: [`Outbox::take`], [`Queue::take_pushes`], [`Errands::take`];
//! 3. says every [`Lease::renewal`] which jobs it still has: [`Queue::extend_leases`], and before it takes when the clock has gone back;
//! 4. ends each job: [`Queue::finish`] or [`Queue::put_back`] for what is sent, [`Errands::finish`] or [`Errands::put_off`]
//!    for what is done for a game.
//!
//! No moment that was set in what is the future now holds anything back: when the clock has gone back, what waited is due.

use crate::outbox::{NewLetter, Outcome};
use crate::rows::{maybe_bytes, maybe_number, number, time, unreadable};
use crate::{AccountId, GameId, GrantId, Queue, StoreError, Time, Way};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};
use std::time::Duration;

/// Whether a job may be tried at the moment `$1`: its time has come, or was set by a clock that has gone back since.
pub(crate) const DUE: &str = "(due <= $1 OR set_at > $1)";
/// Whether nobody has a job at the moment `$1`: nobody took it, or the lease has ended, or began by a clock that has gone back since.
pub(crate) const FREE: &str = "(owner IS NULL OR until <= $1 OR taken > $1)";

/// A worker's name on the jobs that it takes, and how long they are its own then without another word of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    owner: GrantId,
    holds: Duration,
}

impl Lease {
    /// Long enough for a worker to say that it is still at it; short enough that what a dead one had does not wait for long.
    pub const HOLDS: Duration = Duration::from_secs(60);

    /// A lease of a new worker. One a worker: clones are the same worker.
    pub fn new(holds: Duration) -> Self {
        Lease { owner: GrantId::fresh(), holds }
    }

    /// How often a worker says what it still has: [`Queue::extend_leases`].
    pub fn renewal(&self) -> Duration {
        self.holds / 3
    }

    pub(crate) fn owner(&self) -> Vec<u8> {
        self.owner.0.to_vec()
    }

    pub(crate) fn until(&self, now: Time) -> Time {
        now.after(self.holds)
    }
}

impl Default for Lease {
    fn default() -> Self {
        Lease::new(Self::HOLDS)
    }
}

/// A letter or notice that a worker has taken. The attempt is counted already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its number; never given out twice.
    pub id: i64,
    /// As it was queued.
    pub letter: NewLetter,
    /// The signed message of an earlier attempt; a repeat sends the same bytes.
    pub message: Option<Vec<u8>>,
    /// How many attempts there were, this one included.
    pub attempts: u32,
    /// When it was queued.
    pub created: Time,
}

impl Taken {
    /// Whether it goes before all others: somebody signs in with it.
    pub fn urgent(&self) -> bool {
        self.letter.urgent()
    }
}

impl Queue<'_> {
    /// Takes up to `limit` notices that are due, at most one for each channel and none for a channel that one is on its way over. Each attempt
    /// is counted, and the next one set to `now` plus `pause(attempts)`, before this answers.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn take_pushes(
        self,
        lease: &Lease,
        now: Time,
        limit: u32,
        pause: impl Fn(u32) -> Duration + Send + 'static,
    ) -> Result<Vec<Taken>, StoreError> {
        let lease = lease.clone();
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    let sql = format!(
                        "SELECT * FROM jobs WHERE id IN ( \
                             SELECT min(id) FROM jobs p WHERE lane IN ('webhook', 'push') AND {DUE} AND {FREE} AND NOT EXISTS ( \
                                 SELECT 1 FROM (SELECT * FROM jobs b WHERE b.account = p.account AND b.lane = p.lane) WHERE NOT {FREE}) \
                             GROUP BY account, lane) \
                         ORDER BY due, id LIMIT $2"
                    );
                    let rows = sqlx::query(AssertSqlSafe(sql))
                        .bind(now.0)
                        .bind(i64::from(limit))
                        .fetch_all(&mut *c)
                        .await?;
                    begin(c, rows.iter().map(taken).collect::<Result<_, _>>()?, &lease, now, pause).await
                })
            })
            .await
    }

    /// Whether a notice is due that nobody has. A look that writes nothing.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn push_due(self, now: Time) -> Result<bool, StoreError> {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM jobs WHERE lane IN ('webhook', 'push') AND {DUE} AND {FREE})");
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(now.0).fetch_one(&self.0.readers).await?)
    }

    /// When the next letter can be taken, if any waits: its time has come then and nobody has it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn letters_due(self, now: Time) -> Result<Option<Time>, StoreError> {
        self.next_due(now, "lane = 'mail'").await
    }

    /// When the next notice can be taken, if any waits.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn pushes_due(self, now: Time) -> Result<Option<Time>, StoreError> {
        self.next_due(now, "lane IN ('webhook', 'push')").await
    }

    pub(crate) async fn next_due(self, now: Time, lane: &'static str) -> Result<Option<Time>, StoreError> {
        let sql = format!(
            "SELECT min(max(CASE WHEN set_at > $1 THEN $1 ELSE due END, \
                            CASE WHEN owner IS NULL OR taken > $1 THEN $1 ELSE until END)) FROM jobs WHERE {lane}"
        );
        let due: Option<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(now.0).fetch_one(&self.0.readers).await?;
        Ok(due.map(Time))
    }

    /// Says that these jobs are still at work: nobody else takes them up before the lease's length is over again.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn extend_leases(self, lease: &Lease, ids: Vec<i64>, now: Time) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let lease = lease.clone();
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE jobs SET taken = $1, until = $2 \
                         WHERE owner = $3 AND id IN (SELECT value FROM json_each($4))",
                    )
                    .bind(now.0)
                    .bind(lease.until(now).0)
                    .bind(lease.owner())
                    .bind(list(&ids))
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Keeps what is sent, for repeats.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn keep_message(self, id: i64, message: Vec<u8>) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE jobs SET message = $2 WHERE id = $1").bind(id).bind(message).execute(c).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Puts a letter or notice back after a failure that may pass. It is tried again at the time set when it was taken. Nothing happens when
    /// somebody else has taken it up by now.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn put_back(self, lease: &Lease, id: i64, why: String) -> Result<(), StoreError> {
        let owner = lease.owner();
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "UPDATE jobs SET owner = NULL, taken = NULL, until = NULL, last_error = $3 WHERE id = $1 AND owner = $2",
                    )
                    .bind(id)
                    .bind(owner)
                    .bind(why)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Retires a letter or notice: its text is forgotten, how it ended is kept for a week. A letter that was sent counts as told to the
    /// seat.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn finish(self, id: i64, outcome: Outcome, detail: String, now: Time) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    if outcome == Outcome::Sent {
                        note_told(c, id).await?;
                    }
                    retire(c, &[id], outcome, &detail, now).await
                })
            })
            .await
    }

    /// Forgets letters and notices that ended before `before`. Answers how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn forget_finished(self, before: Time) -> Result<u64, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    let done =
                        sqlx::query("DELETE FROM jobs_done WHERE finished < $1").bind(before.0).execute(c).await?;
                    Ok(done.rows_affected())
                })
            })
            .await
    }
}

/// Counts an attempt at each, and sets the next one.
pub(crate) async fn begin(
    c: &mut SqliteConnection,
    mut all: Vec<Taken>,
    lease: &Lease,
    now: Time,
    pause: impl Fn(u32) -> Duration + Send,
) -> Result<Vec<Taken>, StoreError> {
    for job in &mut all {
        job.attempts += 1;
        begin_one(c, job.id, job.attempts, lease, now, now.after(pause(job.attempts))).await?;
    }
    Ok(all)
}

pub(crate) async fn begin_one(
    c: &mut SqliteConnection,
    id: i64,
    attempts: u32,
    lease: &Lease,
    now: Time,
    next: Time,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE jobs SET attempts = $3, set_at = $1, due = $4, owner = $5, taken = $1, until = $6 WHERE id = $2",
    )
    .bind(now.0)
    .bind(id)
    .bind(i64::from(attempts))
    .bind(next.0)
    .bind(lease.owner())
    .bind(lease.until(now).0)
    .execute(c)
    .await?;
    Ok(())
}

async fn note_told(c: &mut SqliteConnection, id: i64) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE seats SET told = max(told, j.record) FROM jobs j \
         WHERE j.id = $1 AND j.lane = 'mail' AND j.record IS NOT NULL AND seats.game = j.game AND seats.account = j.account",
    )
    .bind(id)
    .execute(c)
    .await?;
    Ok(())
}

/// Moves letters and notices to those that have ended.
pub(crate) async fn retire(
    c: &mut SqliteConnection,
    ids: &[i64],
    outcome: Outcome,
    detail: &str,
    now: Time,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO jobs_done (lane, key, recipient, account, game, record, kind, outcome, attempts, created, finished, detail) \
         SELECT lane, key, recipient, account, game, record, kind, $2, attempts, created, $3, $4 FROM jobs \
         WHERE id IN (SELECT value FROM json_each($1)) ORDER BY id ON CONFLICT (lane, key) DO NOTHING",
    )
    .bind(list(ids))
    .bind(outcome.word())
    .bind(now.0)
    .bind(detail.to_owned())
    .execute(&mut *c)
    .await?;
    sqlx::query("DELETE FROM jobs WHERE id IN (SELECT value FROM json_each($1))").bind(list(ids)).execute(c).await?;
    Ok(())
}

/// Numbers as JSON.
pub(crate) fn list(ids: &[i64]) -> String {
    format!("[{}]", ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

pub(crate) fn taken(row: &SqliteRow) -> Result<Taken, StoreError> {
    let lane: &str = row.try_get("lane")?;
    Ok(Taken {
        id: row.try_get("id")?,
        letter: NewLetter {
            message_id: row.try_get("key")?,
            to: row.try_get::<&str, _>("recipient")?.parse().map_err(|e| unreadable("recipient", e))?,
            account: maybe_bytes(row, "account")?.map(AccountId),
            game: maybe_bytes(row, "game")?.map(GameId),
            record: maybe_number(row, "record")?,
            kind: row.try_get("kind")?,
            essential: row.try_get("essential")?,
            payload: row.try_get("payload")?,
            hold: None,
            by: Way::of(lane).ok_or_else(|| unreadable("lane", lane))?,
        },
        message: row.try_get("message")?,
        attempts: number(row, "attempts")?,
        created: time(row, "created")?,
    })
}
