//! The archive: finished public games, with what lists and searches ask of them. It follows from the logs: what is missing is found and taken in,
//! what an older edition of the program took in is taken in anew.

use crate::games::with_seats;
use crate::rows::{bytes, int, number, time, unreadable};
use crate::{AccountId, Archive, Game, GameId, StoreError, Time};
use domain::referee::{SeatId, Side};
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};

/// The edition of what is taken in of a game: counts up when the program takes in something else.
pub const EDITION: u32 = 2;

/// The games that are missing in it.
pub(crate) const MISSING: &str = "SELECT g.id FROM games g LEFT JOIN archive a ON a.game = g.id \
     WHERE g.state = 'ended' AND g.public = 1 AND (a.game IS NULL OR a.length <> g.length OR a.edition <> 2)";

/// What is taken in of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelved {
    /// The game.
    pub game: GameId,
    /// Records of its log.
    pub length: u64,
    /// Orders among them.
    pub orders: u32,
    /// Game turns played.
    pub turns: u32,
    /// When its log begins.
    pub begun: Time,
    /// When it ended.
    pub ended: Time,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
    /// What was rolled, as JSON.
    pub dice: String,
}

/// What somebody looks for. What is not named is all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The ruleset.
    pub ruleset: Option<String>,
    /// The scenario.
    pub scenario: Option<String>,
    /// Part of the name of a player.
    pub player: Option<String>,
    /// Somebody who holds a seat.
    pub account: Option<AccountId>,
    /// Who won: `union`, `confederate` or `nobody`.
    pub winner: Option<String>,
    /// Orders at least.
    pub orders_from: Option<u32>,
    /// Orders at most.
    pub orders_to: Option<u32>,
    /// Ended at this moment or later.
    pub from: Option<Time>,
    /// Ended before this moment.
    pub before: Option<Time>,
    /// Words that stand in one record of the chronicle, as FTS5 takes them ([`matching`]).
    pub text: Option<String>,
}

/// A game that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game.
    pub game: Game,
    /// What was taken in of it.
    pub shelved: Shelved,
    /// Where the words that were looked for stand, at most three places: the record (0 for title and players), and the text around them, each word
    /// between the characters 2 and 3.
    pub places: Vec<(u64, String)>,
}

/// Words that somebody looks for, as FTS5 takes them: all of them in one place, in double quotes as they follow one another, the last as a beginning. Nothing where there is no word.
pub fn matching(text: &str) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for (n, part) in text.split('"').enumerate() {
        let words = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        match n % 2 {
            0 => all.extend(words.map(|word| format!("\"{word}\""))),
            _ => {
                let phrase = words.collect::<Vec<_>>().join(" ");
                all.extend((!phrase.is_empty()).then(|| format!("\"{phrase}\"")));
            }
        }
    }
    all.truncate(12);
    let open = !text.trim_end().ends_with(['"', ' ']);
    if let Some(last) = all.last_mut().filter(|_| open) {
        last.push('*');
    }
    (!all.is_empty()).then(|| all.join(" "))
}

const COLUMNS: &str =
    "g.*, a.number AS shelf, a.length AS shelved, a.orders, a.turns, a.begun, a.ended, a.winner, a.dice";

const WHERE: &str = "FROM archive a JOIN games g ON g.id = a.game WHERE g.public = 1 AND g.state = 'ended' \
     AND ($1 IS NULL OR g.ruleset = $1) AND ($2 IS NULL OR g.scenario = $2) AND ($3 IS NULL OR a.winner = $3) \
     AND ($4 IS NULL OR a.orders >= $4) AND ($5 IS NULL OR a.orders <= $5) AND ($6 IS NULL OR a.ended >= $6) AND ($7 IS NULL OR a.ended < $7) \
     AND ($8 IS NULL OR EXISTS (SELECT 1 FROM seats s LEFT JOIN accounts x ON x.id = s.account \
          WHERE s.game = g.id AND instr(lower(coalesce(x.name, 'house player ' || s.bot)), lower($8)) > 0) \
          OR EXISTS (SELECT 1 FROM seats s JOIN archive_text t ON t.rowid = a.number << 32 \
              WHERE s.game = g.id AND s.account IS NULL AND s.bot IS NULL AND instr(lower(t.text), lower($8)) > 0)) \
     AND ($9 IS NULL OR EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.account = $9))";

const WORDS: &str = " AND a.number IN (SELECT rowid >> 32 FROM archive_text WHERE archive_text MATCH $10)";

impl Archive<'_> {
    /// Takes a finished game in, in the place of what was taken in of it before: `told` is what each record tells, 0 for title and players.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn put(self, shelved: Shelved, told: Vec<(u64, String)>) -> Result<(), StoreError> {
        self.0.writer.write(move |c| Box::pin(put(c, shelved, told))).await
    }

    /// Games that are like what is wanted, those that ended last first, and how many there are.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn find(self, wanted: &Wanted, limit: u32, offset: u32) -> Result<(Vec<Found>, u32), StoreError> {
        let mut c = self.0.readers.acquire().await?;
        let words = if wanted.text.is_some() { WORDS } else { "" };
        let count = format!("SELECT count(*) AS n {WHERE}{words}");
        let list =
            format!("SELECT {COLUMNS} {WHERE}{words} ORDER BY a.ended DESC, a.number LIMIT {limit} OFFSET {offset}");
        let bound = |sql: String| {
            let query = sqlx::query(AssertSqlSafe(sql))
                .bind(wanted.ruleset.clone())
                .bind(wanted.scenario.clone())
                .bind(wanted.winner.clone())
                .bind(wanted.orders_from.map(i64::from))
                .bind(wanted.orders_to.map(i64::from))
                .bind(wanted.from.map(|at| at.0))
                .bind(wanted.before.map(|at| at.0))
                .bind(wanted.player.clone())
                .bind(wanted.account.map(|a| a.0.to_vec()));
            if wanted.text.is_some() { query.bind(wanted.text.clone()) } else { query }
        };
        let n = number(&bound(count).fetch_one(&mut *c).await?, "n")?;
        let rows = bound(list).fetch_all(&mut *c).await?;
        let games = with_seats(&mut c, &rows).await?;
        let mut found = Vec::new();
        for (row, game) in rows.iter().zip(games) {
            let places = match &wanted.text {
                Some(text) => places(&mut c, row.try_get("shelf")?, text).await?,
                None => Vec::new(),
            };
            found.push(Found { shelved: shelved(row, game.id)?, game, places });
        }
        Ok((found, n))
    }

    /// The rulesets and scenarios of which games are here, with how many.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn kinds(self) -> Result<Vec<(String, String, u32)>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.ruleset, g.scenario, count(*) AS n FROM archive a JOIN games g ON g.id = a.game \
             WHERE g.public = 1 AND g.state = 'ended' GROUP BY g.ruleset, g.scenario ORDER BY g.ruleset, g.scenario",
        )
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter().map(|row| Ok((row.try_get("ruleset")?, row.try_get("scenario")?, number(row, "n")?))).collect()
    }

    /// What was rolled in the games in which an account has held a seat from beginning to end: the ruleset, the seat, the
    /// game's dice as JSON, and when it ended.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn dice_of(self, account: AccountId) -> Result<Vec<(String, SeatId, String, Time)>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.ruleset, s.seat, a.dice, a.ended FROM seats s JOIN archive a ON a.game = s.game JOIN games g ON g.id = s.game \
             WHERE s.account = $1 AND s.held_from = 0 AND s.stand_in IS NULL AND g.public = 1 AND g.state = 'ended' ORDER BY a.number",
        )
        .bind(account.0.to_vec())
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter()
            .map(|row| {
                let (ruleset, seat) = (row.try_get("ruleset")?, SeatId(number(row, "seat")?));
                Ok((ruleset, seat, row.try_get("dice")?, time(row, "ended")?))
            })
            .collect()
    }
}

async fn put(c: &mut SqliteConnection, shelved: Shelved, told: Vec<(u64, String)>) -> Result<(), StoreError> {
    let row = sqlx::query(
        "INSERT INTO archive (game, length, edition, orders, turns, begun, ended, winner, dice) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (game) DO UPDATE SET length = excluded.length, edition = excluded.edition, orders = excluded.orders, turns = excluded.turns, \
             begun = excluded.begun, ended = excluded.ended, winner = excluded.winner, dice = excluded.dice RETURNING number",
    )
    .bind(shelved.game.0.to_vec())
    .bind(int(shelved.length))
    .bind(i64::from(EDITION))
    .bind(i64::from(shelved.orders))
    .bind(i64::from(shelved.turns))
    .bind(shelved.begun.0)
    .bind(shelved.ended.0)
    .bind(shelved.winner.map_or("nobody", Side::word))
    .bind(shelved.dice)
    .fetch_one(&mut *c)
    .await?;
    let (from, to) = rows_of(row.try_get("number")?);
    sqlx::query("DELETE FROM archive_text WHERE rowid BETWEEN $1 AND $2").bind(from).bind(to).execute(&mut *c).await?;
    let told: Vec<(i64, String)> = told.into_iter().map(|(seq, text)| (from + int(seq), text)).collect();
    let told = serde_json::to_string(&told).map_err(|e| unreadable("told", e))?;
    sqlx::query("INSERT INTO archive_text (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each($1)")
        .bind(told)
        .execute(c)
        .await?;
    Ok(())
}

/// The rows of the text of a game, first and last.
fn rows_of(shelf: i64) -> (i64, i64) {
    (shelf << 32, (shelf << 32) | i64::from(u32::MAX))
}

async fn places(c: &mut SqliteConnection, shelf: i64, text: &str) -> Result<Vec<(u64, String)>, StoreError> {
    let (from, to) = rows_of(shelf);
    let rows = sqlx::query(
        "SELECT rowid - $2 AS record, snippet(archive_text, 0, char(2), char(3), '…', 24) AS around FROM archive_text \
         WHERE archive_text MATCH $1 AND rowid BETWEEN $2 AND $3 ORDER BY rowid LIMIT 3",
    )
    .bind(text.to_owned())
    .bind(from)
    .bind(to)
    .fetch_all(c)
    .await?;
    rows.iter().map(|row| Ok((number(row, "record")?, row.try_get("around")?))).collect()
}

fn shelved(row: &SqliteRow, game: GameId) -> Result<Shelved, StoreError> {
    Ok(Shelved {
        game,
        length: number(row, "shelved")?,
        orders: number(row, "orders")?,
        turns: number(row, "turns")?,
        begun: time(row, "begun")?,
        ended: time(row, "ended")?,
        winner: match row.try_get("winner")? {
            "nobody" => None,
            side => Some(crate::games::side_of(side)?),
        },
        dice: row.try_get("dice")?,
    })
}

/// What a player says of a finished game, for all to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// Who.
    pub account: AccountId,
    /// Their display name.
    pub name: String,
    /// The record it is of; 0 for the whole game.
    pub record: u64,
    /// What it says, as plain text.
    pub text: String,
    /// When it was first written.
    pub written: Time,
    /// When it was last changed.
    pub updated: Time,
}

impl Archive<'_> {
    /// What the players say of a game, by record.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn annotations(self, game: GameId) -> Result<Vec<Annotation>, StoreError> {
        let rows = sqlx::query(
            "SELECT n.*, a.name FROM annotations n JOIN accounts a ON a.id = n.account WHERE n.game = $1 ORDER BY n.record, n.written, n.account",
        )
        .bind(game.0.to_vec())
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Annotation {
                    account: AccountId(bytes(row, "account")?),
                    name: row.try_get("name")?,
                    record: number(row, "record")?,
                    text: row.try_get("text")?,
                    written: time(row, "written")?,
                    updated: time(row, "updated")?,
                })
            })
            .collect()
    }

    /// Writes what a player says of a record, in the place of what they said of it before; an empty text takes it away. False when they have said
    /// `most` things of that game already, and this would be another: nothing is written then.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn annotate(
        self,
        (game, account, record): (GameId, AccountId, u64),
        text: String,
        at: Time,
        most: u32,
    ) -> Result<bool, StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    if text.is_empty() {
                        sqlx::query("DELETE FROM annotations WHERE game = $1 AND account = $2 AND record = $3")
                            .bind(game.0.to_vec())
                            .bind(account.0.to_vec())
                            .bind(int(record))
                            .execute(c)
                            .await?;
                        return Ok(true);
                    }
                    let done = sqlx::query(
                        "INSERT INTO annotations (game, account, record, text, written, updated) SELECT $1, $2, $3, $4, $5, $5 \
                         WHERE EXISTS (SELECT 1 FROM annotations WHERE game = $1 AND account = $2 AND record = $3) \
                             OR (SELECT count(*) FROM annotations WHERE game = $1 AND account = $2) < $6 \
                         ON CONFLICT (game, account, record) DO UPDATE SET text = excluded.text, updated = excluded.updated",
                    )
                    .bind(game.0.to_vec())
                    .bind(account.0.to_vec())
                    .bind(int(record))
                    .bind(text)
                    .bind(at.0)
                    .bind(i64::from(most))
                    .execute(c)
                    .await?;
                    Ok(done.rows_affected() > 0)
                })
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_asked_for_as_words_whatever_is_typed() {
        for (typed, want) in [
            ("Hill attacks", Some("\"Hill\" \"attacks\"*")),
            ("\"Malvern Hill\" ", Some("\"Malvern Hill\"")),
            ("NEAR(a b) OR c*", Some("\"NEAR\" \"a\" \"b\" \"OR\" \"c\"*")),
            ("A.P. Hill's", Some("\"A\" \"P\" \"Hill\" \"s\"*")),
            ("\"unclosed phrase", Some("\"unclosed phrase\"*")),
            (" \"\" -*() ", None),
        ] {
            assert_eq!(matching(typed).as_deref(), want, "{typed}");
        }
        assert_eq!(matching(&"w ".repeat(500)).unwrap().split(' ').count(), 12);
    }

    #[test]
    fn the_games_that_are_missing_are_those_of_another_edition() {
        assert!(MISSING.contains(&format!("a.edition <> {EDITION}")));
    }
}
