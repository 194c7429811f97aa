//! Games as the lobby and the page's head need them: their terms, their seats, and a summary of their log.

use crate::rows::{bytes, json, maybe_bytes, maybe_time, number, time, unreadable};
use crate::{AccountId, GameId, Games, Hash32, StoreError, Time};
use domain::clock::ClockTerms;
use domain::referee::{SeatId, Side, Terms};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use std::collections::BTreeMap;

/// One play of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// The ruleset's id.
    pub ruleset: String,
    /// The revision of the ruleset that it began with.
    pub revision: u32,
    /// Scenario and options.
    pub terms: Terms,
    /// What the host called it.
    pub title: String,
    /// Days that each hand-over allows; 0 for no clock.
    pub pace: u32,
    /// The terms of its clock, if it is played with one.
    pub clock: Option<ClockTerms>,
    /// Whether anybody may watch and, while seats are open, join.
    pub public: bool,
    /// Whether anybody may take a seat from the lobby.
    pub open: bool,
    /// Whether it is played against a bot.
    pub practice: bool,
    /// Who set it up.
    pub host: AccountId,
    /// When it was set up.
    pub created: Time,
    /// Where the log stands.
    pub tip: Tip,
    /// What the last record made of it.
    pub summary: Summary,
    /// When it last grew.
    pub updated: Time,
    /// Its seats in seat order.
    pub seats: Vec<Seat>,
}

impl Game {
    /// The seats that an account holds.
    pub fn seats_of(&self, account: AccountId) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(move |s| s.holder.account() == Some(account))
    }

    /// The seat through which an account looks that has named none: of several one that is asked something, else the first.
    pub fn seat_of(&self, account: AccountId) -> Option<&Seat> {
        let asked = |s: &&Seat| s.asks.is_some() && s.stand_in.is_none();
        self.seats_of(account).find(asked).or_else(|| self.seats_of(account).next())
    }

    /// The seat that an account has named, if it holds it; without a name [`Game::seat_of`].
    pub fn seat_for(&self, account: AccountId, named: Option<SeatId>) -> Option<&Seat> {
        match named {
            Some(named) => self.seats_of(account).find(|s| s.seat == named),
            None => self.seat_of(account),
        }
    }

    /// Whether it waits for this account.
    pub fn waits_for(&self, account: AccountId) -> bool {
        self.seats_of(account).any(|s| s.asks.is_some() && s.stand_in.is_none())
    }
}

/// The end of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tip {
    /// How many records there are; the number of the last one.
    pub length: u64,
    /// The hash of the last one.
    pub head: Hash32,
    /// How many private entries there are beside them. Whoever shows a game shows this to nobody: it tells that something was done unseen.
    pub entries: u64,
}

impl Tip {
    /// The end of a log without records.
    pub const EMPTY: Tip = Tip { length: 0, head: Hash32::ZERO, entries: 0 };

    /// Where the log of a game's row ends.
    pub(crate) fn of(row: &SqliteRow) -> Result<Self, StoreError> {
        Ok(Tip { length: number(row, "length")?, head: Hash32(bytes(row, "head")?), entries: number(row, "entries")? })
    }
}

/// What the lobby says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Waiting for players, running or ended.
    pub state: GameState,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The phase in words.
    pub phase: String,
    /// How it ended, in words: "Confederate decisive victory".
    pub result: Option<String>,
}

/// The three ages of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// Seats are open.
    Lobby,
    /// It is played.
    Running,
    /// It is over.
    Ended,
}

impl GameState {
    /// The word in the database, in addresses and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            GameState::Lobby => "lobby",
            GameState::Running => "running",
            GameState::Ended => "ended",
        }
    }

    fn read(word: &str) -> Result<Self, StoreError> {
        match word {
            "lobby" => Ok(GameState::Lobby),
            "running" => Ok(GameState::Running),
            "ended" => Ok(GameState::Ended),
            other => Err(unreadable("state", other)),
        }
    }
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its index.
    pub seat: SeatId,
    /// The side it commands for.
    pub side: Side,
    /// Its name, as the scenario has it.
    pub name: String,
    /// Who sits there.
    pub holder: Holder,
    /// What the referee asks of it, in one sentence, and since when; nothing when the game does not wait for it.
    pub asks: Option<Asked>,
    /// The last record its player has looked at on a page.
    pub seen: u64,
    /// The last record that a letter has told its player of.
    pub told: u64,
    /// The last message its player has read; see [`crate::Message::id`].
    pub read: i64,
    /// The house player that stands in for its player, by its id.
    pub stand_in: Option<String>,
    /// The record with which its player came to it; 0 for whoever joined at the beginning.
    pub held_from: u64,
}

/// A question that a seat owes an answer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The question in one sentence.
    pub asks: String,
    /// Since when the game has waited for this seat.
    pub since: Time,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody yet.
    Open,
    /// A player.
    Player {
        /// The account.
        account: AccountId,
        /// Its display name.
        name: String,
    },
    /// A bot of the ruleset, by its id.
    Bot(String),
}

impl Holder {
    /// The account, if a player sits there.
    pub fn account(&self) -> Option<AccountId> {
        match self {
            Holder::Player { account, .. } => Some(*account),
            Holder::Open | Holder::Bot(_) => None,
        }
    }
}

impl Games<'_> {
    /// The game of that id.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn get(self, id: GameId) -> Result<Option<Game>, StoreError> {
        let mut connection = self.0.readers.acquire().await?;
        game(&mut connection, id).await
    }

    /// Notes which release of its rules a game was held against, as [`crate::Errands::find`] asks for it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_held_against(self, game: GameId, release: String) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE games SET held_against = $2 WHERE id = $1")
                        .bind(game.0.to_vec())
                        .bind(release)
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// The games that are not over and whose dice are made here, the oldest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn going(self) -> Result<Vec<GameId>, StoreError> {
        let mut connection = self.0.readers.acquire().await?;
        let rows = sqlx::query("SELECT id FROM games WHERE state <> 'ended' ORDER BY created, id")
            .fetch_all(&mut *connection)
            .await?;
        rows.iter().map(|row| Ok(GameId(crate::rows::bytes(row, "id")?))).collect()
    }

    /// Notes how far a seat's player has looked. Never goes back.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_seen(self, game: GameId, seat: SeatId, seq: u64) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query("UPDATE seats SET seen = max(seen, $3) WHERE game = $1 AND seat = $2")
                        .bind(game.0.to_vec())
                        .bind(i64::from(seat.0))
                        .bind(crate::rows::int(seq))
                        .execute(c)
                        .await?;
                    Ok(())
                })
            })
            .await
    }
}

/// The game `$1` and its seats. `part` tells the rows apart, so that one text asks for both.
pub(crate) const GAME: &str = "SELECT 'game' AS part, * FROM games WHERE id = $1; \
    SELECT 'seat' AS part, s.*, a.name AS account_name FROM seats s LEFT JOIN accounts a ON a.id = s.account \
    WHERE s.game = $1 ORDER BY s.seat";

async fn game(c: &mut SqliteConnection, id: GameId) -> Result<Option<Game>, StoreError> {
    let rows = sqlx::query(GAME).bind(id.0.to_vec()).fetch_all(c).await?;
    game_of(&rows)
}

/// The game in the rows of [`GAME`]; rows of other parts are left out.
pub(crate) fn game_of(rows: &[SqliteRow]) -> Result<Option<Game>, StoreError> {
    let mut game = None;
    for row in rows {
        match (row.try_get("part")?, &mut game) {
            ("game", game) => *game = Some(head(row)?),
            ("seat", Some(game)) => game.seats.push(seat(row)?),
            _ => {}
        }
    }
    Ok(game)
}

/// The games of these rows, in their order, with all their seats: two queries however many games.
pub(crate) async fn with_seats(c: &mut SqliteConnection, rows: &[SqliteRow]) -> Result<Vec<Game>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut games = rows.iter().map(head).collect::<Result<Vec<_>, _>>()?;
    let ids: Vec<String> = games.iter().map(|game| game.id.to_string()).collect();
    let rows = sqlx::query(
        "SELECT s.*, a.name AS account_name FROM json_each($1) g JOIN seats s ON s.game = unhex(g.value) \
         LEFT JOIN accounts a ON a.id = s.account ORDER BY g.key, s.seat",
    )
    .bind(serde_json::to_string(&ids).map_err(|e| unreadable("games", e))?)
    .fetch_all(c)
    .await?;
    let mut seats: BTreeMap<GameId, Vec<Seat>> = BTreeMap::new();
    for row in rows {
        seats.entry(GameId(bytes(&row, "game")?)).or_default().push(seat(&row)?);
    }
    for game in &mut games {
        game.seats = seats.remove(&game.id).unwrap_or_default();
    }
    Ok(games)
}

/// A game from a row of `games`, without its seats.
pub(crate) fn head(row: &SqliteRow) -> Result<Game, StoreError> {
    Ok(Game {
        id: GameId(bytes(row, "id")?),
        ruleset: row.try_get("ruleset")?,
        revision: number(row, "revision")?,
        terms: Terms { options: json(row, "options")?, scenario: row.try_get("scenario")? },
        title: row.try_get("title")?,
        pace: number(row, "pace")?,
        clock: match row.try_get::<Option<&str>, _>("clock")? {
            Some(_) => Some(json(row, "clock")?),
            None => None,
        },
        public: row.try_get("public")?,
        open: row.try_get("open")?,
        practice: row.try_get("practice")?,
        host: AccountId(bytes(row, "host")?),
        created: time(row, "created")?,
        tip: Tip::of(row)?,
        summary: Summary {
            state: GameState::read(row.try_get("state")?)?,
            turn: number(row, "turn")?,
            phase: row.try_get("phase")?,
            result: row.try_get("result")?,
        },
        updated: time(row, "updated")?,
        seats: Vec::new(),
    })
}

/// A side by its word.
pub(crate) fn side_of(word: &str) -> Result<Side, StoreError> {
    match word {
        "union" => Ok(Side::Union),
        "confederate" => Ok(Side::Confederate),
        other => Err(unreadable("side", other)),
    }
}

/// A seat from a row of `seats` with `account_name` beside it.
pub(crate) fn seat(row: &SqliteRow) -> Result<Seat, StoreError> {
    let account = maybe_bytes(row, "account")?.map(AccountId);
    let holder = match (account, row.try_get::<Option<String>, _>("bot")?) {
        (Some(account), _) => Holder::Player { account, name: row.try_get("account_name")? },
        (None, Some(bot)) => Holder::Bot(bot),
        (None, None) => Holder::Open,
    };
    let asks = match (row.try_get::<Option<String>, _>("asks")?, maybe_time(row, "since")?) {
        (Some(asks), Some(since)) => Some(Asked { asks, since }),
        _ => None,
    };
    Ok(Seat {
        seat: SeatId(number(row, "seat")?),
        side: side_of(row.try_get("side")?)?,
        name: row.try_get("name")?,
        holder,
        asks,
        seen: number(row, "seen")?,
        told: number(row, "told")?,
        read: row.try_get("read")?,
        stand_in: row.try_get("stand_in")?,
        held_from: number(row, "held_from")?,
    })
}
