//! The write path of a log: records, the game's summary and the letters to send, in one transaction.

use crate::errands::{self, Errand};
use crate::games::{Summary, Tip};
use crate::hands::Hands;
use crate::idempotency::{self, Once, Saved};
use crate::outbox::{self, NewLetter};
use crate::rows::{bytes, int, number, unreadable};
use crate::standing::NewStanding;
use crate::{AccountId, AppendError, GameId, Hash32, Record, Store, StoreError, Time};
use domain::referee::SeatId;
use sqlx::sqlite::Sqlite;
use sqlx::{QueryBuilder, SqliteConnection};
use std::collections::BTreeMap;

/// What one request adds to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// Where the caller saw the log end. When it has grown since, nothing is written.
    pub expect: Tip,
    /// The records, in order; the first follows `expect`.
    pub records: Vec<Record>,
    /// What the lobby says from now on.
    pub summary: Summary,
    /// Every seat that owes an answer now, with the question in one sentence. Other seats owe none.
    pub waiting: Vec<(SeatId, String)>,
    /// Seats taken by these records.
    pub joins: Vec<(SeatId, Taken)>,
    /// Seats that change hands with these records.
    pub hands: Vec<(SeatId, Hands)>,
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

impl Store {
    /// Appends to a log. When this answers, everything in it is on the disk; when it refuses, nothing is.
    ///
    /// # Errors
    /// [`AppendError`]. The key of the request is looked at first, so a repeat gets its answer whatever happened since.
    pub async fn append(&self, append: Append) -> Result<Appended, AppendError> {
        let (letters, errands) = (!append.letters.is_empty(), append.errands.clone());
        let done = self.writer.write(move |c| Box::pin(append_in(c, append))).await;
        if letters {
            self.post.notify_one();
        }
        errands.into_iter().for_each(|(errand, _)| self.ring(errand));
        done
    }
}

pub(crate) async fn append_in(c: &mut SqliteConnection, append: Append) -> Result<Appended, AppendError> {
    if let Some(once) = &append.once
        && let Some(saved) = idempotency::find(c, once).await?
    {
        return Ok(Appended::Repeated(saved));
    }
    let game = append.game;
    let now = tip(c, game).await?.ok_or(AppendError::NoGame)?;
    if now != append.expect {
        return Err(AppendError::Conflict { now });
    }
    let tip = follow(game, now, &append.records)?;
    if !append.records.is_empty() {
        insert_records(c, &append.records).await?;
    }
    update_game(c, &append, tip).await?;
    for (seat, taken) in &append.joins {
        take_seat(c, game, *seat, taken).await?;
    }
    for (seat, hands) in &append.hands {
        crate::hands::change(c, game, *seat, hands, tip, append.at).await?;
    }
    update_seats(c, &append, tip).await?;
    for seat in &append.undraft {
        crate::drafts::clear(c, game, *seat).await?;
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
            Hands::Replaced(account) => Some(*account),
            Hands::StandIn(_) | Hands::Return => None,
        }));
        crate::invitations::consume(c, game, invitation, account, append.at).await?;
    }
    outbox::enqueue_all(c, &append.letters, append.at).await?;
    for (errand, due) in &append.errands {
        errands::call_in(c, *errand, game, *due, append.at).await?;
    }
    if let Some(once) = &append.once {
        idempotency::save(c, once, append.at).await?;
    }
    Ok(Appended::Stored(tip))
}

pub(crate) async fn tip(c: &mut SqliteConnection, game: GameId) -> Result<Option<Tip>, StoreError> {
    let row =
        sqlx::query("SELECT length, head FROM games WHERE id = $1").bind(game.0.to_vec()).fetch_optional(c).await?;
    row.map(|row| Ok(Tip { length: number(&row, "length")?, head: Hash32(bytes(&row, "head")?) })).transpose()
}

/// Checks that the records continue the chain, and answers where it ends then.
fn follow(game: GameId, mut tip: Tip, records: &[Record]) -> Result<Tip, AppendError> {
    for record in records {
        if record.check_after(game, tip.length, tip.head).is_err() {
            return Err(AppendError::Broken { seq: record.seq });
        }
        tip = Tip { length: record.seq, head: record.hash };
    }
    Ok(tip)
}

pub(crate) async fn insert_records(c: &mut SqliteConnection, records: &[Record]) -> Result<(), StoreError> {
    // Five values a row; SQLite takes 32,766 in one statement.
    for rows in records.chunks(1000) {
        let mut query = QueryBuilder::<Sqlite>::new("INSERT INTO records (game, seq, prev, hash, body) ");
        query.push_values(rows, |mut row, record| {
            row.push_bind(record.game.0.to_vec())
                .push_bind(int(record.seq))
                .push_bind(record.prev.0.to_vec())
                .push_bind(record.hash.0.to_vec())
                .push_bind(record.body.clone());
        });
        query.build().execute(&mut *c).await?;
    }
    Ok(())
}

async fn update_game(c: &mut SqliteConnection, append: &Append, tip: Tip) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE games SET length = $2, head = $3, state = $4, turn = $5, phase = $6, result = $7, updated = $8 WHERE id = $1",
    )
    .bind(append.game.0.to_vec())
    .bind(int(tip.length))
    .bind(tip.head.0.to_vec())
    .bind(append.summary.state.word())
    .bind(i64::from(append.summary.turn))
    .bind(append.summary.phase.clone())
    .bind(append.summary.result.clone())
    .bind(append.at.0)
    .execute(c)
    .await?;
    Ok(())
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

/// Sets what each seat is asked, and how far the ones named in `seen` have looked. A seat that was asked something before keeps
/// the moment since when the game has waited for it.
async fn update_seats(c: &mut SqliteConnection, append: &Append, tip: Tip) -> Result<(), StoreError> {
    let asks: BTreeMap<u8, &str> = append.waiting.iter().map(|(seat, asks)| (seat.0, asks.as_str())).collect();
    let asks = serde_json::to_string(&asks).map_err(|e| unreadable("asks", e))?;
    let seen = serde_json::to_string(&append.seen).map_err(|e| unreadable("seen", e))?;
    sqlx::query(
        "UPDATE seats SET \
             asks = (SELECT value FROM json_each($2) WHERE key = CAST(seats.seat AS TEXT)), \
             since = CASE WHEN EXISTS (SELECT 1 FROM json_each($2) WHERE key = CAST(seats.seat AS TEXT)) \
                     THEN coalesce(since, $3) END, \
             seen = CASE WHEN seat IN (SELECT value FROM json_each($4)) THEN max(seen, $5) ELSE seen END \
         WHERE game = $1",
    )
    .bind(append.game.0.to_vec())
    .bind(asks)
    .bind(append.at.0)
    .bind(seen)
    .bind(int(tip.length))
    .execute(c)
    .await?;
    Ok(())
}
