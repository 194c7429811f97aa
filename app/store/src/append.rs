//! The write path of a log: records, the game's summary and the letters to send, in one transaction.
//!
//! The appends of a batch are one array of JSON, and each statement is carried out for all of them at once: so a batch, be it of one or of
//! a thousand, is one text of SQL that looks at the games and one that writes. Where all is as the callers saw it, which the writer can hope
//! for as long as it knows the edge of the register, the one that writes is enough: it looks whether it is so, and breaks off otherwise.

use crate::errands::{self, Errand};
use crate::games::{Summary, Tip};
use crate::idempotency::{self, Once, Saved, SavedRequest};
use crate::outbox::{self, NewLetter};
use crate::register::{self, Grown};
use crate::rows::unreadable;
use crate::seat_change::SeatChange;
use crate::standing::NewStanding;
use crate::{AccountId, AppendError, Entry, GameId, Hash32, Logs, Record, StoreError, Time};
use domain::log::PrivateHead;
use domain::referee::SeatId;
use domain_register::tree::Frontier;
use serde::Serialize;
use sqlx::{AssertSqlSafe, Row as _, SqlSafeStr, SqliteConnection};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// What one request adds to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// Where the caller saw the log end. When it has grown since, nothing is written.
    pub expect: Tip,
    /// The records, in order; the first follows `expect`. Without any, nothing that others see of the game changes.
    pub records: Vec<Record>,
    /// The entries of its private logs, in order.
    pub entries: Vec<Entry>,
    /// What the lobby says from now on.
    pub summary: Summary,
    /// Every seat that owes an answer now, with the question in one sentence. Other seats owe none.
    pub waiting: Vec<(SeatId, String)>,
    /// Seats taken by these records.
    pub joins: Vec<(SeatId, Taken)>,
    /// Seats that change hands with these records.
    pub hands: Vec<(SeatId, SeatChange)>,
    /// Seats whose players have seen the log up to its new end: the one that ordered.
    pub seen: Vec<SeatId>,
    /// Seats whose drafts are done with.
    pub undraft: Vec<SeatId>,
    /// Standing orders that these records seal.
    pub standing: Vec<NewStanding>,
    /// The invitation that a join uses up.
    pub invitation: Option<Hash32>,
    /// The letters to send.
    pub letters: Vec<NewLetter>,
    /// What is to be done for the game then, and when: a house player's turn, a look at its clocks.
    pub errands: Vec<(Errand, Time)>,
    /// The request's key with the answer to save.
    pub once: Option<Once>,
    /// When.
    pub at: Time,
}

/// Who takes a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A player.
    Player(AccountId),
    /// A bot of the ruleset, by its id.
    Bot(String),
}

/// What became of an [`Append`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is durably stored; the log ends here now.
    Stored(Tip),
    /// The same request was carried out before: this was the answer.
    Repeated(Saved),
}

impl Logs<'_> {
    /// Appends to a log. When this answers, everything in it is on the disk; when it refuses, nothing is.
    ///
    /// # Errors
    /// [`AppendError`]. The key of the request is looked at first, so a repeat gets its answer whatever happened since.
    pub async fn append(self, append: Append) -> Result<Appended, AppendError> {
        let (letters, errands) = (!append.letters.is_empty(), append.errands.clone());
        let done = match plain(&append) {
            true => self.0.writer.append(append).await,
            false => self.0.writer.write(move |c| Box::pin(append_in(c, append))).await,
        };
        if letters {
            self.0.post.notify_one();
        }
        errands.into_iter().for_each(|(errand, _)| self.0.errands().ring(errand));
        done
    }
}

/// Whether it can share its statements with others: it changes nobody's seat.
pub(crate) fn plain(append: &Append) -> bool {
    append.joins.is_empty() && append.hands.is_empty() && append.standing.is_empty() && append.invitation.is_none()
}

/// An append inside a transaction that the caller has begun.
pub(crate) async fn append_in(c: &mut SqliteConnection, append: Append) -> Result<Appended, AppendError> {
    let (mut found, edge) = look(c, [&append].into_iter(), false).await?;
    let found = found.pop().ok_or(AppendError::NoGame)?;
    let tip = match decide(&append, found)? {
        Verdict::Repeated(saved) => return Ok(Appended::Repeated(saved)),
        Verdict::Store(tip) => tip,
    };
    store(c, &[(&append, tip)], edge, Ends::default()).await?;
    let game = append.game;
    for (seat, taken) in &append.joins {
        take_seat(c, game, *seat, taken).await?;
    }
    for (seat, hands) in &append.hands {
        crate::seat_change::change(c, game, *seat, hands, tip, append.at).await?;
    }
    for standing in &append.standing {
        crate::standing::insert(c, game, standing, append.at).await?;
    }
    if let Some(invitation) = append.invitation {
        let joined = append.joins.iter().find_map(|(_, taken)| match taken {
            Taken::Player(account) => Some(*account),
            Taken::Bot(_) => None,
        });
        let account = joined.or(append.hands.iter().find_map(|(_, hands)| match hands {
            SeatChange::Replaced(account) => Some(*account),
            SeatChange::StandIn(_) | SeatChange::Return => None,
        }));
        crate::invitations::consume(c, game, invitation, account, append.at).await?;
    }
    Ok(Appended::Stored(tip))
}

/// What stands in the tables before an append: where the log ends, and what the request's key was used for.
pub(crate) struct Found {
    tip: Option<Tip>,
    saved: Option<(SavedRequest, Saved)>,
}

/// What is to become of an append.
pub(crate) enum Verdict {
    /// It was carried out before.
    Repeated(Saved),
    /// The log ends here when it is stored.
    Store(Tip),
}

const LOOK: &str = "SELECT a.key AS n, g.length, g.head, g.entries, i.request, i.status, i.body, e.size AS leaves, e.roots FROM json_each($1) a \
    LEFT JOIN register_edge e \
    LEFT JOIN games g ON g.id = unhex(a.value ->> 'game') \
    LEFT JOIN answers i ON i.account = unhex(a.value ->> 'account') AND i.key = a.value ->> 'key'";

static BEGIN_AND_LOOK: LazyLock<Arc<str>> = LazyLock::new(|| format!("BEGIN IMMEDIATE; {LOOK}").into());

/// Looks at the games and keys of these appends, in their order, and at the edge of the register. With `begin`, the transaction begins with it.
pub(crate) async fn look<'a>(
    c: &mut SqliteConnection,
    appends: impl Iterator<Item = &'a Append>,
    begin: bool,
) -> Result<(Vec<Found>, Frontier), StoreError> {
    #[derive(Serialize)]
    struct Key {
        game: String,
        account: Option<String>,
        key: Option<i64>,
    }
    let keys = appends.map(|append| Key {
        game: append.game.to_string(),
        account: append.once.as_ref().map(|once| once.account.to_string()),
        key: append.once.as_ref().map(|once| idempotency::number_of(&once.key)),
    });
    let keys = json(&keys.collect::<Vec<_>>())?;
    let sql = if begin { AssertSqlSafe(BEGIN_AND_LOOK.clone()).into_sql_str() } else { LOOK.into_sql_str() };
    let rows = sqlx::query(sql).bind(keys).fetch_all(c).await?;
    let mut found = BTreeMap::new();
    for row in &rows {
        let tip = match row.try_get::<Option<i64>, _>("length")? {
            Some(_) => Some(Tip::of(row)?),
            None => None,
        };
        let saved = idempotency::saved(row, "request", "status", "body")?;
        found.insert(row.try_get::<i64, _>("n")?, Found { tip, saved });
    }
    let edge = rows.first().map(register::edge_of).transpose()?.unwrap_or_default();
    Ok((found.into_values().collect(), edge))
}

/// What is to become of an append that has found this.
pub(crate) fn decide(append: &Append, found: Found) -> Result<Verdict, AppendError> {
    if let (Some(once), Some((request, saved))) = (&append.once, found.saved) {
        return if request.is(once.request) { Ok(Verdict::Repeated(saved)) } else { Err(AppendError::KeyReused) };
    }
    let now = found.tip.ok_or(AppendError::NoGame)?;
    if now != append.expect {
        return Err(AppendError::Conflict { now });
    }
    follow(append, now).map(Verdict::Store)
}

/// Where the log ends when the append is stored, if it ends now where the caller saw it end.
pub(crate) fn hoped(append: &Append) -> Option<Tip> {
    follow(append, append.expect).ok()
}

/// Breaks off with an error of its own unless the register, the games and the keys are as the appends take them to be.
const LOOK_AND_GO_ON: &str = "SELECT CASE WHEN \
         EXISTS (SELECT 1 FROM register_edge WHERE size <> $3 ->> 'from' OR roots <> unhex($3 ->> 'edge')) \
         OR EXISTS (SELECT 1 FROM json_each($1) a LEFT JOIN games g ON g.id = unhex(a.value ->> 'game') \
             WHERE g.length IS NOT a.value ->> 'from' OR g.head IS NOT unhex(a.value ->> 'prev') OR g.entries IS NOT a.value ->> 'before') \
         OR EXISTS (SELECT 1 FROM json_each($1) a JOIN answers i ON i.account = unhex(a.value ->> 'account') AND i.key = a.value ->> 'key') \
     THEN json('otherwise') END";

/// Whether a write broke off because something is not as it was taken to be.
pub(crate) fn is_otherwise(error: &StoreError) -> bool {
    matches!(error, StoreError::Sql(sqlx::Error::Database(error)) if error.message().contains("malformed JSON"))
}

/// `$1` is the appends, `$2` their records, `$3` what the register grows by, `$4` their letters, `$5` their private entries.
const STORE: [&str; 7] = [
    register::GROW[0],
    register::GROW[1],
    "INSERT INTO records (game, seq, prev, root, hash, body, leaf) \
     SELECT unhex(value ->> 'game'), value ->> 'seq', unhex(value ->> 'prev'), unhex(value ->> 'root'), unhex(value ->> 'hash'), \
            value ->> 'body', value ->> 'leaf' \
     FROM json_each($2) ORDER BY key",
    // What was done without a record has changed nothing that anybody else could see, not even a time.
    "UPDATE games SET length = value ->> 'length', head = unhex(value ->> 'head'), entries = value ->> 'entries', \
         state = value ->> 'state', turn = value ->> 'turn', phase = value ->> 'phase', result = value ->> 'result', \
         updated = CASE WHEN games.length = value ->> 'length' THEN games.updated ELSE value ->> 'at' END \
     FROM json_each($1) WHERE games.id = unhex(value ->> 'game')",
    // A seat that was asked something before keeps the moment since when the game has waited for it.
    "UPDATE seats SET \
         asks = (SELECT value FROM json_each(a.asks) WHERE key = CAST(seats.seat AS TEXT)), \
         since = CASE WHEN EXISTS (SELECT 1 FROM json_each(a.asks) WHERE key = CAST(seats.seat AS TEXT)) THEN coalesce(since, a.at) END, \
         seen = CASE WHEN seat IN (SELECT value FROM json_each(a.seen)) THEN max(seats.seen, a.length) ELSE seats.seen END \
     FROM (SELECT unhex(value ->> 'game') AS game, value ->> 'asks' AS asks, value ->> 'seen' AS seen, value ->> 'at' AS at, \
                  value ->> 'length' AS length FROM json_each($1)) a \
     WHERE seats.game = a.game",
    "DELETE FROM drafts WHERE (game, seat) IN ( \
         SELECT unhex(a.value ->> 'game'), s.value FROM json_each($1) a, json_each(a.value, '$.undraft') s)",
    "INSERT INTO answers (account, key, request, status, body, at) \
     SELECT unhex(value ->> 'account'), value ->> 'key', unhex(value ->> 'request'), value ->> 'status', value ->> 'answer', value ->> 'at' \
     FROM json_each($1) WHERE value ->> 'key' IS NOT NULL",
];

/// Of the games of one batch, all entries in order.
const ENTER: &str = "INSERT INTO private_entries (game, audience, number, after, \"with\", prev, hash, body) \
     SELECT unhex(value ->> 'game'), unhex(value ->> 'audience'), value ->> 'number', value ->> 'after', value ->> 'with', \
            unhex(value ->> 'prev'), unhex(value ->> 'hash'), value ->> 'body' \
     FROM json_each($5) ORDER BY key";

/// The texts that write: with letters or without, with errands or without, with the commit or without, with private entries or without, with the
/// beginning or without.
static TEXTS: LazyLock<[Arc<str>; 32]> = LazyLock::new(|| {
    std::array::from_fn(|which| {
        let begin = if which & 16 != 0 { format!("BEGIN IMMEDIATE;\n{LOOK_AND_GO_ON};\n") } else { String::new() };
        let mut text = begin + &STORE.map(|statement| format!("{statement};\n")).concat();
        if which & 8 != 0 {
            text += &format!("{ENTER};\n");
        }
        if which & 1 != 0 {
            text += &format!("{};\n", outbox::ENQUEUE.replace("$1", "$4"));
        }
        if which & 2 != 0 {
            text += &format!("{};\n", errands::CALL);
        }
        if which & 4 != 0 {
            text += "COMMIT";
        }
        text.into()
    })
});

/// An append but for its records and letters, as a row of JSON: ids and hashes in hexadecimal digits.
#[derive(Serialize)]
struct Row<'a> {
    game: String,
    from: u64,
    prev: String,
    before: u64,
    length: u64,
    head: String,
    entries: u64,
    state: &'static str,
    turn: u32,
    phase: &'a str,
    result: Option<&'a str>,
    at: i64,
    asks: BTreeMap<u8, &'a str>,
    seen: &'a [SeatId],
    undraft: &'a [SeatId],
    account: Option<String>,
    key: Option<i64>,
    request: Option<String>,
    status: Option<u16>,
    answer: Option<&'a str>,
    errands: Vec<errands::Row>,
}

impl<'a> Row<'a> {
    fn of(append: &'a Append, tip: Tip) -> Self {
        let once = append.once.as_ref();
        Row {
            game: append.game.to_string(),
            from: append.expect.length,
            prev: append.expect.head.to_string(),
            before: append.expect.entries,
            length: tip.length,
            head: tip.head.to_string(),
            entries: tip.entries,
            state: append.summary.state.word(),
            turn: append.summary.turn,
            phase: &append.summary.phase,
            result: append.summary.result.as_deref(),
            at: append.at.0,
            asks: append.waiting.iter().map(|(seat, asks)| (seat.0, asks.as_str())).collect(),
            seen: &append.seen,
            undraft: &append.undraft,
            account: once.map(|once| once.account.to_string()),
            key: once.map(|once| idempotency::number_of(&once.key)),
            request: once.map(|once| SavedRequest::of(once.request).hex()),
            status: once.map(|once| once.answer.status),
            answer: once.map(|once| once.answer.body.as_str()),
            errands: append.errands.iter().map(|(errand, due)| errands::Row::of(*errand, *due)).collect(),
        }
    }
}

/// Whether a transaction begins with a write, with a look whether all is as it was taken to be, and whether it ends with it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ends {
    pub(crate) begin: bool,
    pub(crate) commit: bool,
}

/// Writes appends that were [decided](decide) on, each with where its log ends then, and makes their records leaves of the register. Answers the edge
/// of the register after them.
pub(crate) async fn store(
    c: &mut SqliteConnection,
    accepted: &[(&Append, Tip)],
    edge: Frontier,
    ends: Ends,
) -> Result<Frontier, StoreError> {
    #[derive(Serialize)]
    struct Line<'a> {
        game: String,
        seq: u64,
        prev: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        root: Option<String>,
        hash: String,
        body: &'a str,
        leaf: u64,
    }
    #[derive(Serialize)]
    struct EntryLine<'a> {
        game: String,
        audience: String,
        number: u64,
        after: u64,
        with: u8,
        prev: String,
        hash: String,
        body: &'a str,
    }
    let rows = json(&accepted.iter().map(|(append, tip)| Row::of(append, *tip)).collect::<Vec<_>>())?;
    let mut grown = Grown::from(edge);
    let records = accepted.iter().flat_map(|(append, _)| &append.records).map(|record| Line {
        leaf: grown.add(record.hash),
        game: record.game.to_string(),
        seq: record.seq,
        prev: record.prev.to_string(),
        root: record.root.map(|root| root.to_string()),
        hash: record.hash.to_string(),
        body: &record.body,
    });
    let records = json(&records.collect::<Vec<_>>())?;
    let entries = accepted.iter().flat_map(|(append, _)| &append.entries).map(|entry| EntryLine {
        game: entry.game.to_string(),
        audience: entry.audience.bytes().map(|byte| format!("{byte:02x}")).concat(),
        number: entry.number,
        after: entry.after,
        with: u8::from(entry.with),
        prev: entry.prev.to_string(),
        hash: entry.hash.to_string(),
        body: &entry.body,
    });
    let entries = entries.collect::<Vec<_>>();
    let letters = accepted.iter().any(|(append, _)| !append.letters.is_empty());
    let errands = accepted.iter().any(|(append, _)| !append.errands.is_empty());
    let bits = [letters, errands, ends.commit, !entries.is_empty(), ends.begin];
    let which = (0..).zip(bits).map(|(n, bit)| usize::from(bit) << n).sum::<usize>();
    let mut script =
        sqlx::query(AssertSqlSafe(TEXTS[which].clone())).bind(rows).bind(records).bind(json(&grown.row())?);
    if letters {
        let letters =
            accepted.iter().flat_map(|(append, _)| append.letters.iter().map(move |letter| (letter, append.at)));
        script = script.bind(outbox::rows_of(letters)?);
    }
    if !entries.is_empty() {
        // The places of parameters are kept where there are no letters.
        script = if letters { script } else { script.bind(None::<String>) };
        script = script.bind(json(&entries)?);
    }
    script.execute(c).await?;
    Ok(grown.edge)
}

fn json(rows: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(rows).map_err(|e| unreadable("append", e))
}

pub(crate) async fn tip(c: &mut SqliteConnection, game: GameId) -> Result<Option<Tip>, StoreError> {
    let row = sqlx::query("SELECT length, head, entries FROM games WHERE id = $1")
        .bind(game.0.to_vec())
        .fetch_optional(c)
        .await?;
    row.map(|row| Tip::of(&row)).transpose()
}

/// Checks that the records continue the chain and the entries have a place in it, and answers where it ends then. That an entry continues
/// the chain of its own log, the table checks.
fn follow(append: &Append, now: Tip) -> Result<Tip, AppendError> {
    let mut tip = now;
    for record in &append.records {
        if record.check_after(append.game, tip.length, tip.head).is_err() {
            return Err(AppendError::Broken { seq: record.seq });
        }
        tip = Tip { length: record.seq, head: record.hash, ..tip };
    }
    for entry in &append.entries {
        let first = now.length + u64::from(entry.with);
        let before = PrivateHead { number: entry.number.saturating_sub(1), hash: entry.prev };
        if !(first..=tip.length).contains(&entry.after) || entry.check_after(append.game, &before).is_err() {
            return Err(AppendError::Broken { seq: entry.after });
        }
        tip.entries += 1;
    }
    Ok(tip)
}

async fn take_seat(c: &mut SqliteConnection, game: GameId, seat: SeatId, taken: &Taken) -> Result<(), AppendError> {
    let (account, bot) = match taken {
        Taken::Player(account) => (Some(account.0.to_vec()), None),
        Taken::Bot(bot) => (None, Some(bot.clone())),
    };
    let done = sqlx::query(
        "UPDATE seats SET account = $3, bot = $4 WHERE game = $1 AND seat = $2 AND account IS NULL AND bot IS NULL",
    )
    .bind(game.0.to_vec())
    .bind(i64::from(seat.0))
    .bind(account)
    .bind(bot)
    .execute(c)
    .await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(AppendError::SeatTaken(seat)) }
}
