//! A player's own notes on records, and what is said about a game that is over.
//!
//! A note stands beside the log, not in it: it is shown to the account that wrote it and to nobody else, by no page, letter, program or
//! export. Talk is for everybody who may see the game, and begins when nothing said can help anybody to play it.

use super::acting::not_seated;
use super::play::checked_key;
use super::table::Table;
use super::{ErrorKind, Outcome, ServiceError};
use crate::service::handles::Messages;
use fieldpost_store::{Account, Hash32, Once, Remark, Saved, Talk, TalkLimit, TalkSaid, Time, Token};
use std::collections::BTreeMap;
use std::time::Duration;

/// Longest note, in characters.
pub const NOTE: usize = 2_000;
/// Notes that somebody may have on one game.
const MOST_NOTES: u32 = 1_000;
/// Longest thing said about a game, in characters.
pub const TALK: usize = 1_000;
/// How much one account may say about games.
const LIMIT: TalkLimit = TalkLimit { most: 5, within: Duration::from_secs(600) };

impl Messages<'_> {
    /// This person's notes on a game, by record. A spectator has none.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn notes(self, table: &Table, who: Option<&Account>) -> Outcome<BTreeMap<u64, Remark>> {
        let (Some(account), Some(_)) = (who, table.seat) else { return Ok(BTreeMap::new()) };
        let notes = self.0.store.messages().notes(table.row.id, account.id).await?;
        Ok(notes.into_iter().map(|n| (n.record, n)).collect())
    }

    /// Writes this person's note on a record in place of the one before. An empty one takes it away.
    ///
    /// # Errors
    /// 400 for a text that is too long or a record that there is not, 403 for a spectator, 409 with too many.
    pub async fn note(self, game: &str, account: &Account, record: u64, text: &str) -> Outcome<()> {
        let table = self.0.games().table(game, Some(account)).await?;
        table.seat.ok_or_else(not_seated)?;
        let text = plain(text, "The note", NOTE)?;
        stands(&table, record, 1)?;
        let remark = Remark { record, text, updated: Time::now() };
        match self.0.store.messages().note(table.row.id, account.id, remark, MOST_NOTES).await? {
            true => Ok(()),
            false => Err(ServiceError::conflict(format!("You have {MOST_NOTES} notes on this game."))
                .legal("Take one of them away first.")),
        }
    }

    /// What was said about a game since it ended.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn talk(self, table: &Table) -> Outcome<Vec<Talk>> {
        if !table.over() {
            return Ok(Vec::new());
        }
        Ok(self.0.store.messages().talk(table.row.id).await?)
    }

    /// Says something about a game that is over. The same `key` a second time says nothing more.
    ///
    /// # Errors
    /// 400 when it is empty or too long, 409 while the game goes on, 429 when somebody says too much.
    pub async fn talk_about(self, game: &str, account: &Account, text: &str, key: Option<String>) -> Outcome<()> {
        let table = self.0.games().table(game, Some(account)).await?;
        if !table.over() {
            return Err(ServiceError::conflict("The game goes on: it is talked about when it is over.")
                .legal("The players may write to each other."));
        }
        let text = plain(text, "What you say", TALK)?;
        if text.is_empty() {
            return Err(ServiceError::malformed("There is nothing in it.").legal("Type something."));
        }
        let request = Hash32::of(format!("talk\n{game}\n{text}").as_bytes());
        let key = checked_key(key)?.unwrap_or_else(|| Token::fresh().reveal());
        let answer = Saved { status: 201, body: String::new() };
        let once = Once { account: account.id, key, request, answer };
        match self.0.store.messages().say_about(table.row.id, text, once, LIMIT, Time::now()).await? {
            TalkSaid::Said => Ok(()),
            TalkSaid::TooMuch => {
                let mut trouble = ServiceError::new(ErrorKind::TooMany, "You have said much of late.")
                    .legal("Say the rest in some minutes.");
                trouble.retry_after = Some(LIMIT.within.as_secs());
                Err(trouble)
            }
        }
    }

    /// Removes something said about a game: the host's to do, and of whoever said it.
    ///
    /// # Errors
    /// 403 for anybody else, 404 for what was never said or is removed.
    pub async fn unsay(self, game: &str, account: &Account, id: i64) -> Outcome<()> {
        let table = self.0.games().table(game, Some(account)).await?;
        let said = self.talk(&table).await?.into_iter().find(|t| t.id == id && t.removed.is_none());
        let said =
            said.ok_or_else(|| ServiceError::unknown("Nothing of that number was said here, or it is removed."))?;
        if said.account != account.id && table.row.host != account.id {
            return Err(ServiceError::forbidden("Only the host of the game removes what others have said."));
        }
        self.0.store.messages().remove_talk(table.row.id, id, account.id, Time::now()).await?;
        Ok(())
    }
}

/// Refuses the number of a record that there is not; with a `first` of 0 that is the whole game.
pub(super) fn stands(table: &Table, record: u64, first: u64) -> Outcome<()> {
    let last = table.game.len();
    if (first..=last).contains(&record) {
        return Ok(());
    }
    let whole = if first == 0 { "; 0 is the whole game" } else { "" };
    Err(ServiceError::malformed(format!("There is no record {record}."))
        .legal(format!("The log goes from 1 to {last}{whole}.")))
}

/// A text as it is kept: trimmed, not too long, without control characters.
pub(super) fn plain(text: &str, what: &str, most: usize) -> Outcome<String> {
    let text = text.trim().replace("\r\n", "\n");
    if text.chars().count() > most {
        return Err(
            ServiceError::malformed(format!("{what} is too long.")).legal(format!("At most {most} characters."))
        );
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(ServiceError::malformed(format!("{what} has control characters in it.")).legal("Type plain text."));
    }
    Ok(text)
}
