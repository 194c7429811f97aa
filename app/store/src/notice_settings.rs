//! How players wish to be told of their games, and the letters that wait because of it.

use crate::rows::{number, unreadable};
use crate::{AccountId, GameId, Notices, StoreError, Time};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// When letters about games come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoticeMode {
    /// As soon as there is something to tell.
    #[default]
    AtOnce,
    /// Gathered, at chosen hours.
    Digest,
    /// Never.
    Nothing,
}

impl NoticeMode {
    /// The word in tables and forms: `at-once`, `digest`, `none`.
    pub const fn word(self) -> &'static str {
        match self {
            NoticeMode::AtOnce => "at-once",
            NoticeMode::Digest => "digest",
            NoticeMode::Nothing => "none",
        }
    }

    /// The mode that a word stands for.
    pub fn of(word: &str) -> Option<Self> {
        [NoticeMode::AtOnce, NoticeMode::Digest, NoticeMode::Nothing].into_iter().find(|m| m.word() == word)
    }
}

/// Hours in which no letter comes, in minutes after midnight on the reader's clock: `from` included, `to` excluded. They go over
/// midnight when `from` is the later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The first minute, 0 to 1439.
    pub from: u16,
    /// The minute they end with, 0 to 1439; not the same as `from`.
    pub to: u16,
}

/// How an account wishes to be told of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoticeSettings {
    /// When letters come.
    pub mode: NoticeMode,
    /// The hours of the digest: bit n for the hour n, 0 to 23. At least one.
    pub hours: u32,
    /// When no letter comes.
    pub quiet: Option<Quiet>,
    /// Whether a notice waits a little, and is left out if its reader has seen the turn on an open page by then.
    pub open_page: bool,
}

impl Default for NoticeSettings {
    /// At once, at any hour; a digest, if one is wished for, at six in the evening.
    fn default() -> Self {
        NoticeSettings { mode: NoticeMode::AtOnce, hours: 1 << 18, quiet: None, open_page: false }
    }
}

/// A letter that waits for its hour and was not tried yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldLetter {
    /// Its number.
    pub id: i64,
    /// What sort of letter.
    pub kind: String,
    /// The game it is about.
    pub game: Option<GameId>,
    /// When it is to go out.
    pub due: Time,
}

impl Notices<'_> {
    /// How an account wishes to be told of its games.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn settings(self, account: AccountId) -> Result<NoticeSettings, StoreError> {
        let row =
            sqlx::query("SELECT mode, hours, quiet_from, quiet_to, open_page FROM notice_wishes WHERE account = $1")
                .bind(account.0.to_vec())
                .fetch_optional(&self.0.readers)
                .await?;
        row.as_ref().map_or_else(|| Ok(NoticeSettings::default()), settings)
    }

    /// Changes how an account wishes to be told of its games.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_settings(self, account: AccountId, settings: NoticeSettings) -> Result<(), StoreError> {
        self.0.writer
            .write(move |c| {
                Box::pin(async move {
                    sqlx::query(
                        "INSERT INTO notice_wishes (account, mode, hours, quiet_from, quiet_to, open_page) VALUES ($1, $2, $3, $4, $5, $6) \
                         ON CONFLICT (account) DO UPDATE SET mode = excluded.mode, hours = excluded.hours, \
                             quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, \
                             open_page = excluded.open_page",
                    )
                    .bind(account.0.to_vec())
                    .bind(settings.mode.word())
                    .bind(i64::from(settings.hours))
                    .bind(settings.quiet.map(|q| i64::from(q.from)))
                    .bind(settings.quiet.map(|q| i64::from(q.to)))
                    .bind(settings.open_page)
                    .execute(c)
                    .await?;
                    Ok(())
                })
            })
            .await
    }

    /// What an account settings for one game, if that is something else than for all: [`NoticeMode::Nothing`] for a silenced game.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn game_notice(self, game: GameId, account: AccountId) -> Result<Option<NoticeMode>, StoreError> {
        let word: Option<String> = sqlx::query_scalar(
            "SELECT 'none' FROM silences WHERE game = $1 AND account = $2 \
             UNION ALL SELECT mode FROM game_notice_wishes WHERE game = $1 AND account = $2 LIMIT 1",
        )
        .bind(game.0.to_vec())
        .bind(account.0.to_vec())
        .fetch_optional(&self.0.readers)
        .await?;
        word.map(|word| NoticeMode::of(&word).ok_or_else(|| unreadable("mode", word))).transpose()
    }

    /// Changes what an account settings for one game; nothing: the same as for all.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn set_game_notice(
        self,
        game: GameId,
        account: AccountId,
        mode: Option<NoticeMode>,
        now: Time,
    ) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    for table in [
                        "DELETE FROM silences WHERE game = $1 AND account = $2",
                        "DELETE FROM game_notice_wishes WHERE game = $1 AND account = $2",
                    ] {
                        sqlx::query(table).bind(game.0.to_vec()).bind(account.0.to_vec()).execute(&mut *c).await?;
                    }
                    let insert = match mode {
                        None => return Ok(()),
                        Some(NoticeMode::Nothing) => {
                            sqlx::query("INSERT INTO silences (game, account, at) VALUES ($1, $2, $3)")
                                .bind(game.0.to_vec())
                                .bind(account.0.to_vec())
                                .bind(now.0)
                        }
                        Some(mode) => {
                            sqlx::query("INSERT INTO game_notice_wishes (game, account, mode) VALUES ($1, $2, $3)")
                                .bind(game.0.to_vec())
                                .bind(account.0.to_vec())
                                .bind(mode.word())
                        }
                    };
                    insert.execute(c).await?;
                    Ok(())
                })
            })
            .await
    }

    /// The letters to an account that wait for their hour: due after `now`, never tried, and none that was asked for.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn held_letters(self, account: AccountId, now: Time) -> Result<Vec<HeldLetter>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, kind, game, due FROM jobs \
             WHERE account = $1 AND lane = 'mail' AND attempts = 0 AND essential = 0 AND due > $2 ORDER BY id",
        )
        .bind(account.0.to_vec())
        .bind(now.0)
        .fetch_all(&self.0.readers)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(HeldLetter {
                    id: row.try_get("id")?,
                    kind: row.try_get("kind")?,
                    game: crate::rows::maybe_bytes(row, "game")?.map(GameId),
                    due: crate::rows::time(row, "due")?,
                })
            })
            .collect()
    }

    /// Whether an account settings for a digest of one game at least.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn wishes_digest(self, account: AccountId) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM notice_wishes WHERE account = $1 AND mode = 'digest') \
                 OR EXISTS (SELECT 1 FROM game_notice_wishes WHERE account = $1 AND mode = 'digest')",
        )
        .bind(account.0.to_vec())
        .fetch_one(&self.0.readers)
        .await?)
    }

    /// Gives letters that wait another hour. Those that were tried in the meantime keep theirs.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn hold_until(self, letters: Vec<(i64, Time)>, now: Time) -> Result<(), StoreError> {
        self.0
            .writer
            .write(move |c| {
                Box::pin(async move {
                    for (id, due) in letters {
                        sqlx::query("UPDATE jobs SET due = $2, set_at = $3 WHERE id = $1 AND attempts = 0")
                            .bind(id)
                            .bind(due.0)
                            .bind(now.0)
                            .execute(&mut *c)
                            .await?;
                    }
                    Ok::<(), StoreError>(())
                })
            })
            .await?;
        self.0.post.notify_one();
        Ok(())
    }
}

fn settings(row: &SqliteRow) -> Result<NoticeSettings, StoreError> {
    let word: String = row.try_get("mode")?;
    let quiet = match (row.try_get::<Option<u16>, _>("quiet_from")?, row.try_get::<Option<u16>, _>("quiet_to")?) {
        (Some(from), Some(to)) => Some(Quiet { from, to }),
        _ => None,
    };
    Ok(NoticeSettings {
        mode: NoticeMode::of(&word).ok_or_else(|| unreadable("mode", word))?,
        hours: number(row, "hours")?,
        quiet,
        open_page: row.try_get("open_page")?,
    })
}
