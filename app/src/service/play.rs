//! Playing: orders, drafts, draw, resigning, messages.

use super::acting::not_seated;
use super::appending::millis;
use super::limits::Sort;
use super::table::Table;
use super::{Outcome, ServiceError};
use crate::service::handles::Messages;
use crate::service::handles::Play;
use domain::referee::{Links, SeatId};
use fieldpost_store::{Account, Hash32, Message, NewSaying, Once, Saved, Time, Token};
use serde::{Deserialize, Serialize};

pub use super::acting::{Lay, Ordered};

pub use domain::referee::Draft;

/// Longest message between players, in characters.
pub const MESSAGE: usize = 4_000;

/// Orders as a page, a letter or a program sends them.
#[derive(Clone, Debug)]
pub struct Orders {
    /// One order a line; empty lines are skipped.
    pub lines: Vec<String>,
    /// The key the client chose for this request: 1 to 64 printable ASCII characters. A repeat with the same key is answered
    /// as the first time and carried out once.
    pub key: String,
    /// The head the player was looking at; the head of the log now when it is left out.
    pub seen: Option<Hash32>,
    /// The seat they are for, when the sender names it. Somebody else's is refused.
    pub seat: Option<SeatId>,
    /// What they stand on.
    pub lay: Lay,
    /// The links of sealed dice that are given with them.
    pub links: Links,
}

impl Orders {
    /// What is asked for. A draft itself is gone when the same request comes again.
    pub(super) fn request(&self, game: &str) -> Hash32 {
        let text = self.lines.join("\n");
        Hash32::of(
            match self.lay {
                Lay::Alone => format!("orders\n{game}\n{text}"),
                Lay::Behind | Lay::Out => format!("commit\n{game}\n{:?}\n{text}", self.seen),
            }
            .as_bytes(),
        )
    }
}

/// What became of orders, or of any other addition to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Receipt {
    /// Always true.
    pub ok: bool,
    /// The game.
    pub game: String,
    /// The number of the first record added; one more than `seq` when only private logs have grown.
    pub from: u64,
    /// The number of the last record: the length of the log.
    pub seq: u64,
    /// The head of the log.
    pub head: String,
    /// Where those private logs end that have grown and that the sender may read. In games without any it is left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub private: Vec<PrivateHead>,
    /// The orders carried out, as notation writes them.
    pub orders: Vec<String>,
    /// What happened, a sentence a line, as the sender may know it.
    pub story: Vec<String>,
    /// The seats that the game waits for now, by name.
    pub waiting: Vec<String>,
    /// Whether the game waits for the sender.
    pub yours: bool,
    /// Whether the game is over.
    pub over: bool,
    /// Set when a later order of the same message was refused after an earlier one had been carried out for good.
    pub stopped: Option<String>,
    /// What remains of a line of several parts that was carried out in part, because a part rolled, showed something or had somebody else
    /// asked; it waits as the sender's draft.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<String>,
}

/// Where a private log ends: evidence for its readers, as `head` is for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PrivateHead {
    /// Whose log, by kind and number: a side `[1, …]`, a seat `[2, …]`, a holder of a seat `[3, …]`.
    pub audience: [u8; 2],
    /// How many entries it has.
    pub number: u64,
    /// The hash of the last.
    pub head: String,
}

/// A seat's draft with what it would do.
#[derive(Clone, Debug)]
pub struct Drafted {
    /// The lines as they are kept.
    pub lines: Vec<String>,
    /// What they would do; an error when the position has changed so that they are not possible any more.
    pub draft: Result<Draft, String>,
}

impl Play<'_> {
    /// The key of the request that a form makes with a line: one of its own for each line, so that two of the same page are two. It stands in
    /// the log for everybody to read, also where the line itself is sealed: so it must not be possible to try lines on it.
    pub fn key_of_line(self, form: &str, line: &str) -> String {
        let secret = &self.0.request_secret[..];
        format!(
            "{form}.{:.8}",
            Hash32::of(&[secret, form.as_bytes(), b"\0", line.as_bytes(), secret].concat()).to_string()
        )
    }

    /// The draft of this person's seat, if it has one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn draft(self, table: &Table) -> Outcome<Option<Drafted>> {
        let Some(seat) = table.seat else { return Ok(None) };
        let Some(kept) = self.0.store.drafts().get(table.row.id, seat).await? else { return Ok(None) };
        let draft = table.game.draft(seat, &kept.lines).map_err(|e| e.to_string());
        Ok(Some(Drafted { lines: kept.lines, draft }))
    }

    /// Puts a whole draft in place of the one before; no lines clear it. Every line must be possible and none may roll, show
    /// something or hand the game over: such a line is for [`Play::order`], behind the others.
    ///
    /// # Errors
    /// As [`Play::order`], and 409 for a line that cannot be taken back.
    pub async fn set_draft(self, game: &str, account: &Account, lines: Vec<String>) -> Outcome<Option<Drafted>> {
        let table = self.0.games().table(game, Some(account)).await?;
        let seat = table.seat.ok_or_else(not_seated)?;
        let lines: Vec<String> = lines.into_iter().filter(|l| !l.trim().is_empty()).collect();
        let base = table.game.len();
        let updated = Time::now();
        if lines.is_empty() {
            let none = fieldpost_store::Draft { base, lines, updated };
            self.0.store.drafts().set(table.row.id, seat, none).await?;
            return Ok(None);
        }
        let draft = table.game.draft(seat, &lines)?;
        if let Some(line) = draft.commits {
            let order = lines.get(line - 1).map_or("", |l| l.trim());
            return Err(ServiceError::conflict(format!(
                "{order:?} cannot be tried out: it rolls dice, shows something or hands over."
            ))
            .legal("Send it as an order; what is in the draft goes with it."));
        }
        let lines = draft.orders.clone();
        self.0
            .store
            .drafts()
            .set(table.row.id, seat, fieldpost_store::Draft { base, lines: lines.clone(), updated })
            .await?;
        Ok(Some(Drafted { lines, draft: Ok(draft) }))
    }

    /// Takes the last line of the draft back.
    ///
    /// # Errors
    /// As [`Play::set_draft`].
    pub async fn undo_draft(self, game: &str, account: &Account) -> Outcome<Option<Drafted>> {
        let mut lines = self.draft_lines(game, account).await?;
        lines.pop();
        self.set_draft(game, account, lines).await
    }

    async fn draft_lines(self, game: &str, account: &Account) -> Outcome<Vec<String>> {
        let table = self.0.games().table(game, Some(account)).await?;
        let seat = table.seat.ok_or_else(not_seated)?;
        Ok(self.0.store.drafts().get(table.row.id, seat).await?.map(|d| d.lines).unwrap_or_default())
    }

    /// Offers a draw.
    ///
    /// # Errors
    /// 409 when an offer stands already; others as for orders.
    pub async fn offer_draw(self, game: &str, account: &Account) -> Outcome<Receipt> {
        self.act(game, account, None, |live, seat, at| Ok(live.game.offer_draw(seat, millis(at), &live.keys)?)).await
    }

    /// Answers the offer of a draw, or withdraws one's own by declining it.
    ///
    /// # Errors
    /// 409 when no offer stands; others as for orders.
    pub async fn answer_draw(self, game: &str, account: &Account, accept: bool) -> Outcome<Receipt> {
        self.act(game, account, None, |live, seat, at| {
            Ok(live.game.answer_draw(seat, accept, millis(at), &live.keys)?)
        })
        .await
    }

    /// Gives the game up.
    ///
    /// # Errors
    /// As for orders.
    pub async fn resign(self, game: &str, account: &Account) -> Outcome<Receipt> {
        self.act(game, account, None, |live, seat, at| Ok(live.game.resign(seat, millis(at), &live.keys)?)).await
    }
}

impl Messages<'_> {
    /// What the players have said to each other, oldest first, since this person has had the seat. Spectators do not hear it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn of_table(self, table: &Table) -> Outcome<Vec<Message>> {
        let Some(seat) = table.my_seat() else { return Ok(Vec::new()) };
        let mut messages = self.0.store.messages().of_game(table.row.id, 0).await?;
        // What was said to whoever had the seat before is between those two.
        messages.retain(|m| m.record >= seat.held_from && m.side.is_none_or(|side| side == seat.side));
        Ok(messages)
    }

    /// Notes that this person has read the messages up to this one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn note_read(self, table: &Table, messages: &[Message]) -> Outcome<()> {
        if let (Some(seat), Some(last)) = (table.my_seat(), messages.last())
            && seat.read < last.id
        {
            self.0.store.messages().set_read(table.row.id, seat.seat, last.id).await?;
        }
        Ok(())
    }

    /// Says something to the other players, or to those of one's own side alone, who get it by letter. The same `key` a second time says
    /// nothing more.
    ///
    /// # Errors
    /// 400 when it is empty or too long; 403 for a spectator; 409 for a key that was used for something else.
    pub async fn say(
        self,
        game: &str,
        account: &Account,
        text: &str,
        own_side: bool,
        key: Option<String>,
    ) -> Outcome<()> {
        let table = self.0.games().table(game, Some(account)).await?;
        let seat = table.seat.ok_or_else(not_seated)?;
        let text = check_message(text)?;
        if own_side && !table.has_fellows() {
            return Err(ServiceError::conflict("Nobody else plays on your side.").legal("Write to everybody."));
        }
        let side = table.game.seat(seat).map(|s| s.side).filter(|_| own_side);
        self.0.limits.act(table.row.id, seat, Sort::Messages, 1)?;
        let key = checked_key(key)?.unwrap_or_else(|| Token::fresh().reveal());
        let letters = self.0.posting().message_letters(&table, side, seat).await?;
        let request = match side {
            None => Hash32::of(format!("say\n{}\n{text}", table.row.id).as_bytes()),
            Some(side) => Hash32::of(format!("say\n{}\n{}\n{text}", table.row.id, side.word()).as_bytes()),
        };
        let once = Once { account: account.id, key, request, answer: Saved { status: 200, body: String::new() } };
        let saying = NewSaying { game: table.row.id, seat, side, record: table.game.len(), text, at: Time::now() };
        self.0.store.messages().say_once(saying, once, letters).await?;
        Ok(())
    }
}

/// The key of a request that need not have one.
pub(super) fn checked_key(key: Option<String>) -> Outcome<Option<String>> {
    let Some(key) = key.filter(|k| !k.is_empty()) else { return Ok(None) };
    if key.len() > 64 || !key.chars().all(|c| c.is_ascii_graphic()) {
        return Err(ServiceError::malformed("The key is not 1 to 64 printable ASCII characters."));
    }
    Ok(Some(key))
}

/// A message as it is kept.
pub(super) fn check_message(text: &str) -> Outcome<String> {
    let text = text.trim().replace("\r\n", "\n");
    if text.is_empty() {
        return Err(ServiceError::malformed("The message is empty.").legal("Type something."));
    }
    if text.chars().count() > MESSAGE {
        return Err(ServiceError::malformed("The message is too long.").legal(format!("At most {MESSAGE} characters.")));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(ServiceError::malformed("The message has control characters in it.").legal("Type plain text."));
    }
    Ok(text)
}
