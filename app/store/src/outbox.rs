//! Letters to send, and those that were sent in the last week.
//!
//! A letter is queued in the transaction of the records it tells of, as a job of the [queue](crate::queue). Letters are written down once by
//! their Message-ID, go out one at a time to each recipient, and wait for nobody when somebody signs in.

use crate::queue::{DUE, FREE, Lease, Taken, begin, retire, taken};
use crate::rows::{int, maybe_bytes, maybe_number, number, time, unreadable};
use crate::{AccountId, Email, GameId, Outbox, StoreError, Time, Way};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row, SqliteConnection};
use std::time::Duration;

/// Letters that go before all others, and beside another one to the same recipient: somebody sits there and waits.
const URGENT: [&str; 2] = ["sign-in", "confirm"];

/// Letters that tell how a game stands: of several that wait, the latest says what the others would.
const TOLD_BY_THE_LATEST: [&str; 9] = [
    "dispatch",
    "receipt",
    "begun",
    "over",
    "draw-offered",
    "draw-declined",
    "takeback-asked",
    "takeback-agreed",
    "takeback-declined",
];

/// Letters that one letter stands for at most; the rest goes into the next.
const MOST_GATHERED: u32 = 200;

/// A letter to queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLetter {
    /// Its Message-ID, derived from game, record and recipient: a letter queued twice is one letter.
    pub message_id: String,
    /// Whom it is for.
    pub to: Email,
    /// The recipient's account, if there is one.
    pub account: Option<AccountId>,
    /// The game it is about.
    pub game: Option<GameId>,
    /// The last record it tells of.
    pub record: Option<u64>,
    /// What sort of letter, for the renderer: `dispatch`, `receipt`, `sign-in`, `invitation`; of the sort `digest` only one waits for
    /// an account at a time.
    pub kind: String,
    /// Whether it goes out even to those who unsubscribed: a sign-in link that they asked for.
    pub essential: bool,
    /// What the renderer needs, as JSON.
    pub payload: String,
    /// Not to be sent before this, if its recipient wishes so.
    pub hold: Option<Time>,
    /// How it travels. What is no letter goes to the channel of that name, and to nobody without one.
    pub by: Way,
}

impl NewLetter {
    /// Whether it goes before all others: somebody signs in with it.
    pub(crate) fn urgent(&self) -> bool {
        self.essential && self.by == Way::Mail && URGENT.contains(&self.kind.as_str())
    }
}

/// What became of a letter to queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enqueued {
    /// It waits to be sent.
    Queued,
    /// It was queued or sent before, or is a digest and another one waits.
    Known,
    /// Its recipient wants no such letters.
    Suppressed,
}

/// How a letter ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The receiving server took it.
    Sent,
    /// It can not be delivered.
    Failed,
    /// The recipient unsubscribed in the meantime.
    Suppressed,
}

impl Outcome {
    /// The word in the database and in lists.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Sent => "sent",
            Outcome::Failed => "failed",
            Outcome::Suppressed => "suppressed",
        }
    }

    pub(crate) fn of(word: &str) -> Option<Self> {
        [Outcome::Sent, Outcome::Failed, Outcome::Suppressed].into_iter().find(|outcome| outcome.word() == word)
    }
}

/// A finished letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its Message-ID.
    pub message_id: String,
    /// Whom it was for.
    pub to: Email,
    /// The recipient's account.
    pub account: Option<AccountId>,
    /// The game it was about.
    pub game: Option<GameId>,
    /// The last record it told of.
    pub record: Option<u64>,
    /// What sort of letter.
    pub kind: String,
    /// How it ended.
    pub outcome: Outcome,
    /// How many attempts it took.
    pub attempts: u32,
    /// When it ended.
    pub finished: Time,
    /// The reply of the receiving server, or why it was not sent.
    pub detail: String,
}

/// A letter about a game, waiting or ended, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// Its Message-ID.
    pub message_id: String,
    /// Whom it is for.
    pub to: Email,
    /// The recipient's account.
    pub account: Option<AccountId>,
    /// The last record it tells of.
    pub record: u64,
    /// When it was queued.
    pub queued: Time,
    /// How it ended; nothing while it waits.
    pub outcome: Option<Outcome>,
    /// When it ended.
    pub ended: Option<Time>,
    /// The reply of the receiving server, or why it was not sent.
    pub detail: String,
}

/// How many letters a worker can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Of any sort.
    pub all: u32,
    /// Of those that are not urgent.
    pub ordinary: u32,
}

impl From<u32> for Places {
    fn from(all: u32) -> Self {
        Places { all, ordinary: all }
    }
}

impl Outbox<'_> {
    /// Queues a letter by itself. With records, use [`crate::Append::letters`].
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn enqueue(self, letter: NewLetter, now: Time) -> Result<Enqueued, StoreError> {
        let done = self.0.writer.write(move |c| Box::pin(async move { enqueue_in(c, &letter, now).await })).await;
        self.0.post.notify_one();
        done
    }

    /// Takes letters that are due: the urgent ones first, then at most one for each recipient and none for a recipient to whom one is on
    /// its way. Each attempt is counted, and the letter's next one set to `now` plus `pause(attempts)`, before this answers.
    ///
    /// Several of one kind that wait for a recipient and tell of one game become one letter here, and so do those that were held back
    /// together; all in the transaction that takes it, so that none is lost and none told twice.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn take(
        self,
        lease: &Lease,
        now: Time,
        places: impl Into<Places>,
        pause: impl Fn(u32) -> Duration + Send + 'static,
    ) -> Result<Vec<Taken>, StoreError> {
        let (lease, places) = (lease.clone(), places.into());
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    gather_held(c, now).await?;
                    gather_alike(c, now).await?;
                    let (mut all, unwanted) = choose(c, now, places).await?;
                    if unwanted {
                        suppress_waiting(c, now).await?;
                        all = choose(c, now, places).await?.0;
                    }
                    begin(c, all, &lease, now, pause).await
                })
            })
            .await
    }

    /// How many letters wait or are on their way.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn waiting(self) -> Result<u64, StoreError> {
        let row = sqlx::query("SELECT count(*) AS n FROM jobs WHERE lane = 'mail'").fetch_one(&self.0.readers).await?;
        number(&row, "n")
    }

    /// The letters of a game that could not be delivered in the last week, latest first: for its players and its host.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn failed(self, game: GameId) -> Result<Vec<Finished>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM jobs_done WHERE lane = 'mail' AND game = $1 AND outcome = 'failed' ORDER BY finished DESC, id DESC",
        )
        .bind(game.0.to_vec())
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(finished).collect()
    }

    /// The letters of a game that tell of this record or a later one, those that tell least far first: what waits, and what ended in the last week.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn told_of(self, game: GameId, record: u64) -> Result<Vec<Traced>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM (SELECT key, recipient, account, record, created, outcome, finished, detail FROM jobs_done \
                 WHERE lane = 'mail' AND game = $1 AND record >= $2 \
             UNION ALL SELECT key, recipient, account, record, created, NULL, NULL, last_error FROM jobs \
                 WHERE lane = 'mail' AND game = $1 AND record >= $2) ORDER BY record, created, key LIMIT 500",
        )
        .bind(game.0.to_vec())
        .bind(int(record))
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(traced).collect()
    }

    /// The letters to an account that could not be delivered in the last week, latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn failed_to(self, account: AccountId) -> Result<Vec<Finished>, StoreError> {
        let rows = sqlx::query(
            "SELECT * FROM jobs_done WHERE lane = 'mail' AND account = $1 AND outcome = 'failed' ORDER BY finished DESC, id DESC",
        )
        .bind(account.0.to_vec())
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(finished).collect()
    }

    /// What became of a letter: nothing while it waits, or when it is unknown or older than a week.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn finished(self, message_id: &str) -> Result<Option<Finished>, StoreError> {
        let row = sqlx::query("SELECT * FROM jobs_done WHERE lane = 'mail' AND key = $1")
            .bind(message_id.to_owned())
            .fetch_optional(&self.0.readers)
            .await?;
        row.as_ref().map(finished).transpose()
    }

    /// Waits until a letter may have been queued by this process since the last call. One caller at a time: the outbox worker.
    pub async fn queued(self) {
        self.0.post.notified().await;
    }
}

/// A letter as one row of JSON: ids in hexadecimal digits.
#[derive(serde::Serialize)]
struct Queued<'a> {
    id: &'a str,
    lane: &'static str,
    priority: u8,
    to: &'a str,
    account: Option<String>,
    game: Option<String>,
    record: Option<u64>,
    kind: &'a str,
    essential: bool,
    payload: &'a str,
    hold: Option<i64>,
    at: i64,
}

impl<'a> Queued<'a> {
    fn of((letter, at): (&'a NewLetter, Time)) -> Self {
        Queued {
            id: &letter.message_id,
            lane: letter.by.word(),
            priority: if letter.urgent() { 0 } else { 2 - u8::from(letter.essential) },
            to: letter.to.as_str(),
            account: letter.account.map(|a| a.to_string()),
            game: letter.game.map(|g| g.to_string()),
            record: letter.record,
            kind: &letter.kind,
            essential: letter.essential,
            payload: &letter.payload,
            hold: letter.hold.map(|t| t.0),
            at: at.0,
        }
    }
}

/// Letters, each with the moment it is queued at, as `$1` of [`ENQUEUE`].
pub(crate) fn rows_of<'a>(letters: impl IntoIterator<Item = (&'a NewLetter, Time)>) -> Result<String, StoreError> {
    let rows: Vec<Queued<'_>> = letters.into_iter().map(Queued::of).collect();
    serde_json::to_string(&rows).map_err(|e| unreadable("letters", e))
}

/// Queues the letters `$1`, but those that were queued before and those that nobody wants. What is no letter goes to
/// the channel of that name, if the account has one and it is not switched off; of digests one waits for an account at a time.
pub(crate) const ENQUEUE: &str = "\
    INSERT INTO jobs (lane, key, priority, recipient, account, game, record, kind, essential, payload, held, created, set_at, due) \
    SELECT lane, id, priority, address, account, game, record, kind, essential, payload, hold IS NOT NULL, at, at, \
           max(at, coalesce(hold, at)) \
    FROM (SELECT key AS n, value ->> 'lane' AS lane, value ->> 'id' AS id, value ->> 'priority' AS priority, value ->> 'to' AS address, \
                 unhex(value ->> 'account') AS account, unhex(value ->> 'game') AS game, value ->> 'record' AS record, \
                 value ->> 'kind' AS kind, value ->> 'essential' AS essential, value ->> 'payload' AS payload, value ->> 'hold' AS hold, \
                 value ->> 'at' AS at \
          FROM json_each($1)) l \
    WHERE NOT EXISTS (SELECT 1 FROM jobs_done d WHERE d.lane = l.lane AND d.key = l.id) \
        AND CASE l.lane WHEN 'mail' THEN \
                (l.essential OR (NOT EXISTS (SELECT 1 FROM suppressions s WHERE s.address = l.address) \
                                 AND NOT EXISTS (SELECT 1 FROM silences s WHERE s.game = l.game AND s.account = l.account))) \
                AND (l.kind <> 'digest' OR NOT EXISTS ( \
                         SELECT 1 FROM jobs w WHERE w.account = l.account AND w.lane = 'mail' AND w.kind = 'digest' AND w.attempts = 0) \
                     AND NOT EXISTS ( \
                         SELECT 1 FROM json_each($1) e WHERE e.key < l.n AND e.value ->> 'kind' = 'digest' \
                             AND unhex(e.value ->> 'account') = l.account)) \
            ELSE EXISTS (SELECT 1 FROM channels c WHERE c.account = l.account AND c.way = l.lane AND c.off_at IS NULL) END \
    ON CONFLICT (lane, key) DO NOTHING";

/// Queues letters with what else is written.
pub(crate) async fn enqueue_all(c: &mut SqliteConnection, letters: &[NewLetter], now: Time) -> Result<u64, StoreError> {
    if letters.is_empty() {
        return Ok(0);
    }
    let rows = rows_of(letters.iter().map(|letter| (letter, now)))?;
    let done = sqlx::query(ENQUEUE).bind(rows).execute(c).await?;
    Ok(done.rows_affected())
}

pub(crate) async fn enqueue_in(
    c: &mut SqliteConnection,
    letter: &NewLetter,
    now: Time,
) -> Result<Enqueued, StoreError> {
    if enqueue_all(c, std::slice::from_ref(letter), now).await? == 1 {
        return Ok(Enqueued::Queued);
    }
    Ok(if letter.by != Way::Mail || known(c, letter).await? { Enqueued::Known } else { Enqueued::Suppressed })
}

async fn known(c: &mut SqliteConnection, letter: &NewLetter) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM jobs WHERE lane = 'mail' AND key = $1) \
             OR EXISTS (SELECT 1 FROM jobs_done WHERE lane = 'mail' AND key = $1) \
             OR $2 = 'digest' AND EXISTS ( \
                 SELECT 1 FROM jobs WHERE account = $3 AND lane = 'mail' AND kind = 'digest' AND attempts = 0)",
    )
    .bind(letter.message_id.clone())
    .bind(letter.kind.clone())
    .bind(letter.account.map(|a| a.0.to_vec()))
    .fetch_one(c)
    .await?)
}

/// Whether a letter `j` was queued for somebody who has unsubscribed since.
const UNWANTED: &str = "(j.essential = 0 AND (EXISTS (SELECT 1 FROM suppressions WHERE address = j.recipient) \
    OR EXISTS (SELECT 1 FROM silences s WHERE s.game = j.game AND s.account = j.account)))";

/// The letters to send next, and whether one of them is not wanted any more.
async fn choose(c: &mut SqliteConnection, now: Time, places: Places) -> Result<(Vec<Taken>, bool), StoreError> {
    let urgent = format!(
        "SELECT j.*, 0 AS unwanted FROM jobs j WHERE lane = 'mail' AND priority = 0 AND {DUE} AND {FREE} ORDER BY due, id LIMIT $2"
    );
    let mut rows =
        sqlx::query(AssertSqlSafe(urgent)).bind(now.0).bind(i64::from(places.all)).fetch_all(&mut *c).await?;
    let left = places.all.saturating_sub(u32::try_from(rows.len()).unwrap_or(u32::MAX)).min(places.ordinary);
    if left > 0 {
        // Of each recipient's letters the first by priority and age; the second column of the innermost query only makes it the first.
        let ordinary = format!(
            "SELECT j.*, {UNWANTED} AS unwanted FROM jobs j WHERE id IN ( \
                 SELECT id FROM ( \
                     SELECT id, min(priority * 1000000000000 + id) FROM jobs o \
                     WHERE lane = 'mail' AND priority > 0 AND {DUE} AND {FREE} AND recipient NOT IN ( \
                         SELECT recipient FROM jobs WHERE lane = 'mail' AND owner IS NOT NULL AND priority > 0 AND NOT {FREE}) \
                     GROUP BY recipient)) \
             ORDER BY priority, due, id LIMIT $2"
        );
        rows.extend(sqlx::query(AssertSqlSafe(ordinary)).bind(now.0).bind(i64::from(left)).fetch_all(&mut *c).await?);
    }
    let unwanted = rows.iter().map(|row| row.try_get::<bool, _>("unwanted")).collect::<Result<Vec<_>, _>>()?;
    Ok((rows.iter().map(taken).collect::<Result<_, _>>()?, unwanted.contains(&true)))
}

/// Retires the letters whose recipients have unsubscribed since they were queued.
async fn suppress_waiting(c: &mut SqliteConnection, now: Time) -> Result<(), StoreError> {
    let sql = format!("SELECT id FROM jobs j WHERE lane = 'mail' AND {DUE} AND {FREE} AND {UNWANTED}");
    let ids: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(now.0).fetch_all(&mut *c).await?;
    retire(c, &ids, Outcome::Suppressed, "the recipient wants no such letters", now).await
}

/// What waits for its first attempt and may be told of in one letter with others.
fn waiting() -> String {
    format!("lane = 'mail' AND attempts = 0 AND essential = 0 AND account IS NOT NULL AND owner IS NULL AND {DUE}")
}

/// Makes one letter of those that were held back for an account and are due by now.
async fn gather_held(c: &mut SqliteConnection, now: Time) -> Result<(), StoreError> {
    let waiting = format!("{} AND held = 1", waiting());
    let accounts: Vec<Vec<u8>> = sqlx::query_scalar(AssertSqlSafe(format!(
        "SELECT account FROM jobs WHERE {waiting} GROUP BY account HAVING count(*) > 1"
    )))
    .bind(now.0)
    .fetch_all(&mut *c)
    .await?;
    for account in accounts {
        let sql = format!("SELECT * FROM jobs WHERE {waiting} AND account = $2 ORDER BY id LIMIT {MOST_GATHERED}");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(now.0).bind(account).fetch_all(&mut *c).await?;
        one_of(c, &rows.iter().map(taken).collect::<Result<Vec<_>, _>>()?, now).await?;
    }
    Ok(())
}

/// What a notice of a clock or of a change of hands tells, by its word: a grant and a proposal to stop the clocks are not of one kind.
const NEWS: &str = "CASE json_type(payload, '$.news') \
    WHEN 'object' THEN (SELECT key FROM json_each(payload, '$.news') LIMIT 1) ELSE json_extract(payload, '$.news') END";

/// News with a question that a letter answers: a letter about several things could not be answered with those words.
const ASKED_BY_THE_LATEST: [&str; 3] = ["pause-offered", "would-go", "sought"];

/// Makes one letter of several of one kind that tell an account of one game.
async fn gather_alike(c: &mut SqliteConnection, now: Time) -> Result<(), StoreError> {
    let waiting = format!("{} AND game IS NOT NULL AND kind <> 'digest'", waiting());
    let groups = sqlx::query(AssertSqlSafe(format!(
        "SELECT account, recipient, game, kind, {NEWS} AS news FROM jobs WHERE {waiting} \
         GROUP BY account, recipient, game, kind, news HAVING count(*) > 1"
    )))
    .bind(now.0)
    .fetch_all(&mut *c)
    .await?;
    for group in groups {
        let kind: String = group.try_get("kind")?;
        let news: Option<String> = group.try_get("news")?;
        let rows = sqlx::query(AssertSqlSafe(format!(
            "SELECT * FROM jobs WHERE {waiting} AND account = $2 AND recipient = $3 AND game = $4 AND kind = $5 AND {NEWS} IS $6 \
             ORDER BY id LIMIT {MOST_GATHERED}"
        )))
        .bind(now.0)
        .bind(group.try_get::<Vec<u8>, _>("account")?)
        .bind(group.try_get::<String, _>("recipient")?)
        .bind(group.try_get::<Vec<u8>, _>("game")?)
        .bind(kind.clone())
        .bind(news.clone())
        .fetch_all(&mut *c)
        .await?;
        let letters = rows.iter().map(taken).collect::<Result<Vec<_>, _>>()?;
        let asks = news.is_some_and(|news| ASKED_BY_THE_LATEST.contains(&news.as_str()));
        match asks || TOLD_BY_THE_LATEST.contains(&kind.as_str()) {
            true => the_latest_of(c, &letters, now).await?,
            false => one_of(c, &letters, now).await?,
        }
    }
    Ok(())
}

/// What the queue itself says of a letter that others stand for.
const TOLD_WITH_OTHERS: &str = "told of in one letter with others";

/// Makes the oldest a digest that has the others in its parts, each as `{"game", "notice", "record"}`.
async fn one_of(c: &mut SqliteConnection, letters: &[Taken], now: Time) -> Result<(), StoreError> {
    let Some((first, others)) = letters.split_first() else { return Ok(()) };
    let mut parts = Vec::new();
    for letter in letters {
        let notice = notice(letter)?;
        match (letter.letter.game, notice.get("parts").and_then(|p| p.as_array())) {
            (Some(game), _) => parts.push(serde_json::json!({
                "game": game.to_string(), "notice": notice, "record": letter.letter.record.unwrap_or(0),
            })),
            (None, Some(earlier)) => parts.extend(earlier.iter().cloned()),
            (None, None) => {}
        }
    }
    retire(c, &ids(others), Outcome::Suppressed, TOLD_WITH_OTHERS, now).await?;
    let payload = serde_json::json!({"kind": "digest", "parts": parts, "seat": null, "since": 0});
    sqlx::query("UPDATE jobs SET kind = 'digest', game = NULL, record = NULL, payload = $2 WHERE id = $1")
        .bind(first.id)
        .bind(payload.to_string())
        .execute(c)
        .await?;
    Ok(())
}

/// Leaves the latest, which tells from where the one began that goes back the furthest.
async fn the_latest_of(c: &mut SqliteConnection, letters: &[Taken], now: Time) -> Result<(), StoreError> {
    let Some((last, others)) = letters.split_last() else { return Ok(()) };
    let mut payload = notice(last)?;
    let since = |letter: &Taken| Ok::<_, StoreError>(notice(letter)?.get("since").and_then(serde_json::Value::as_u64));
    let earliest = letters.iter().map(since).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().min();
    if let (Some(earliest), Some(object)) = (earliest, payload.as_object_mut()) {
        object.insert("since".to_owned(), earliest.into());
    }
    retire(c, &ids(others), Outcome::Suppressed, TOLD_WITH_OTHERS, now).await?;
    sqlx::query("UPDATE jobs SET payload = $2 WHERE id = $1")
        .bind(last.id)
        .bind(payload.to_string())
        .execute(c)
        .await?;
    Ok(())
}

fn ids(letters: &[Taken]) -> Vec<i64> {
    letters.iter().map(|letter| letter.id).collect()
}

fn notice(letter: &Taken) -> Result<serde_json::Value, StoreError> {
    serde_json::from_str(&letter.letter.payload).map_err(|e| unreadable("payload", e))
}

fn traced(row: &SqliteRow) -> Result<Traced, StoreError> {
    let outcome: Option<&str> = row.try_get("outcome")?;
    Ok(Traced {
        message_id: row.try_get("key")?,
        to: row.try_get::<&str, _>("recipient")?.parse().map_err(|e| unreadable("recipient", e))?,
        account: maybe_bytes(row, "account")?.map(AccountId),
        record: number(row, "record")?,
        queued: time(row, "created")?,
        outcome: outcome.map(|word| Outcome::of(word).ok_or_else(|| unreadable("outcome", word))).transpose()?,
        ended: row.try_get::<Option<i64>, _>("finished")?.map(Time),
        detail: row.try_get("detail")?,
    })
}

fn finished(row: &SqliteRow) -> Result<Finished, StoreError> {
    Ok(Finished {
        message_id: row.try_get("key")?,
        to: row.try_get::<&str, _>("recipient")?.parse().map_err(|e| unreadable("recipient", e))?,
        account: maybe_bytes(row, "account")?.map(AccountId),
        game: maybe_bytes(row, "game")?.map(GameId),
        record: maybe_number(row, "record")?,
        kind: row.try_get("kind")?,
        outcome: {
            let word: &str = row.try_get("outcome")?;
            Outcome::of(word).ok_or_else(|| unreadable("outcome", word))?
        },
        attempts: number(row, "attempts")?,
        finished: time(row, "finished")?,
        detail: row.try_get("detail")?,
    })
}
