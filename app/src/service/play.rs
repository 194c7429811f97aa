//! Playing: orders, drafts, standing orders, draw, resigning, messages.

use super::appending::{RACES, append_of, millis};
use super::desk::{Held, Live, unknown_game};
use super::hands::stood_in;
use super::notices::Notice;
use super::table::Table;
use super::{Kind, Outcome, Service, Trouble};
use domain::referee::{Played, SeatId, Submission};
use fieldpost_store::{
    Account, AppendError, Appended, GameId, Hash32, Message, NewLetter, NewSaying, Once, Saved, Time, Token,
};
use serde::{Deserialize, Serialize};

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
}

/// What became of orders, or of any other addition to a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Receipt {
    /// Always true.
    pub ok: bool,
    /// The game.
    pub game: String,
    /// The number of the first record added.
    pub from: u64,
    /// The number of the last record: the length of the log.
    pub seq: u64,
    /// The head of the log.
    pub head: String,
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
}

/// A seat's draft with what it would do.
#[derive(Clone, Debug)]
pub struct Drafted {
    /// The lines as they are kept.
    pub lines: Vec<String>,
    /// What they would do; an error when the position has changed so that they are not possible any more.
    pub draft: Result<Draft, String>,
}

impl Service {
    /// Gives orders.
    ///
    /// # Errors
    /// 400 unreadable, 403 not this person's seat, 404 no such game, 409 out of turn, over, or stale, 422 against the rules.
    /// Nothing is recorded then.
    pub async fn order(&self, game: &str, account: &Account, orders: Orders) -> Outcome<Receipt> {
        let text = orders.lines.join("\n");
        let request = Hash32::of(format!("orders\n{game}\n{text}").as_bytes());
        self.give(game, account, orders, request).await
    }

    async fn give(&self, game: &str, account: &Account, orders: Orders, request: Hash32) -> Outcome<Receipt> {
        let Orders { lines, key, seen, seat } = orders;
        self.act(game, account, seat, Some((key.clone(), request)), |game, seat, at| {
            let seen = seen.unwrap_or_else(|| game.game.head());
            let submission = Submission { seat, lines: lines.clone(), key: key.clone(), seen, at: millis(at) };
            Ok(game.game.play(&submission, &game.keys)?)
        })
        .await
    }

    /// The draft of this person's seat, if it has one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn draft(&self, table: &Table) -> Outcome<Option<Drafted>> {
        let Some(seat) = table.seat else { return Ok(None) };
        let Some(kept) = self.store.draft(table.row.id, seat).await? else { return Ok(None) };
        let draft = table.game.draft(seat, &kept.lines).map_err(|e| e.to_string());
        Ok(Some(Drafted { lines: kept.lines, draft }))
    }

    /// Puts a whole draft in place of the one before; no lines clear it. Every line must be possible and none may roll, show
    /// something or hand the game over: such a line is for [`Service::order`], behind the others.
    ///
    /// # Errors
    /// As [`Service::order`], and 409 for a line that cannot be taken back.
    pub async fn set_draft(&self, game: &str, account: &Account, lines: Vec<String>) -> Outcome<Option<Drafted>> {
        let table = self.table(game, Some(account)).await?;
        let seat = table.seat.ok_or_else(not_seated)?;
        let lines: Vec<String> = lines.into_iter().filter(|l| !l.trim().is_empty()).collect();
        let base = table.game.len();
        let updated = Time::now();
        if lines.is_empty() {
            let none = fieldpost_store::Draft { base, lines, updated };
            self.store.set_draft(table.row.id, seat, none).await?;
            return Ok(None);
        }
        let draft = table.game.draft(seat, &lines)?;
        if let Some(line) = draft.commits {
            let order = lines.get(line - 1).map_or("", |l| l.trim());
            return Err(Trouble::conflict(format!(
                "{order:?} cannot be tried out: it rolls dice, shows something or hands over."
            ))
            .legal("Send it as an order; what is in the draft goes with it."));
        }
        let lines = draft.orders.clone();
        self.store
            .set_draft(table.row.id, seat, fieldpost_store::Draft { base, lines: lines.clone(), updated })
            .await?;
        Ok(Some(Drafted { lines, draft: Ok(draft) }))
    }

    /// Adds one line to the draft.
    ///
    /// # Errors
    /// As [`Service::set_draft`].
    pub async fn add_to_draft(&self, game: &str, account: &Account, line: &str) -> Outcome<Option<Drafted>> {
        let mut lines = self.draft_lines(game, account).await?;
        lines.push(line.to_owned());
        self.set_draft(game, account, lines).await
    }

    /// Takes the last line of the draft back.
    ///
    /// # Errors
    /// As [`Service::set_draft`].
    pub async fn undo_draft(&self, game: &str, account: &Account) -> Outcome<Option<Drafted>> {
        let mut lines = self.draft_lines(game, account).await?;
        lines.pop();
        self.set_draft(game, account, lines).await
    }

    /// Gives the draft as orders, with one more line behind it if there is one.
    ///
    /// # Errors
    /// As [`Service::order`]; 400 when there is nothing to give.
    pub async fn commit(
        &self,
        game: &str,
        account: &Account,
        last: Option<String>,
        key: String,
        seen: Option<Hash32>,
    ) -> Outcome<Receipt> {
        let request = committing(game, last.as_deref(), seen);
        if let Some(saved) = self.store.saved_answer(account.id, &key, request).await? {
            return repeated(&saved);
        }
        let mut lines = self.draft_lines(game, account).await?;
        lines.extend(last.into_iter().filter(|l| !l.trim().is_empty()));
        self.give(game, account, Orders { lines, key, seen, seat: None }, request).await
    }

    /// What [`Service::commit`] answered to the same request before, if it was carried out.
    ///
    /// # Errors
    /// 409 when the key was used for something else.
    pub async fn committed(
        &self,
        game: &str,
        account: &Account,
        last: Option<&str>,
        key: &str,
        seen: Option<Hash32>,
    ) -> Outcome<Option<Receipt>> {
        let saved = self.store.saved_answer(account.id, key, committing(game, last, seen)).await?;
        saved.as_ref().map(repeated).transpose()
    }

    async fn draft_lines(&self, game: &str, account: &Account) -> Outcome<Vec<String>> {
        let id: GameId = game.parse().map_err(|_| unknown_game())?;
        let row = self.row(id, Some(account.id)).await?;
        let seat = row.seat_of(account.id).ok_or_else(not_seated)?;
        Ok(self.store.draft(id, seat.seat).await?.map(|d| d.lines).unwrap_or_default())
    }

    /// Offers a draw.
    ///
    /// # Errors
    /// 409 when an offer stands already; others as for orders.
    pub async fn offer_draw(&self, game: &str, account: &Account) -> Outcome<Receipt> {
        self.act(game, account, None, None, |live, seat, at| Ok(live.game.offer_draw(seat, millis(at), &live.keys)?))
            .await
    }

    /// Answers the offer of a draw, or withdraws one's own by declining it.
    ///
    /// # Errors
    /// 409 when no offer stands; others as for orders.
    pub async fn answer_draw(&self, game: &str, account: &Account, accept: bool) -> Outcome<Receipt> {
        self.act(game, account, None, None, |live, seat, at| {
            Ok(live.game.answer_draw(seat, accept, millis(at), &live.keys)?)
        })
        .await
    }

    /// Gives the game up.
    ///
    /// # Errors
    /// As for orders.
    pub async fn resign(&self, game: &str, account: &Account) -> Outcome<Receipt> {
        self.act(game, account, None, None, |live, seat, at| Ok(live.game.resign(seat, millis(at), &live.keys)?)).await
    }

    /// What the players have said to each other, oldest first, since this person has had the seat. Spectators do not hear it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn messages(&self, table: &Table) -> Outcome<Vec<Message>> {
        let Some(seat) = table.my_seat() else { return Ok(Vec::new()) };
        let mut messages = self.store.messages(table.row.id, 0).await?;
        // What was said to whoever had the seat before is between those two.
        messages.retain(|m| m.record >= seat.held_from);
        Ok(messages)
    }

    /// Notes that this person has read the messages up to this one.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn note_read(&self, table: &Table, messages: &[Message]) -> Outcome<()> {
        if let (Some(seat), Some(last)) = (table.my_seat(), messages.last())
            && seat.read < last.id
        {
            self.store.set_read(table.row.id, seat.seat, last.id).await?;
        }
        Ok(())
    }

    /// Says something to the other players, who get it by letter. The same `key` a second time says nothing more.
    ///
    /// # Errors
    /// 400 when it is empty or too long; 403 for a spectator; 409 for a key that was used for something else.
    pub async fn say(&self, game: &str, account: &Account, text: &str, key: Option<String>) -> Outcome<()> {
        let table = self.table(game, Some(account)).await?;
        let seat = table.seat.ok_or_else(not_seated)?;
        let text = check_message(text)?;
        let key = checked_key(key)?.unwrap_or_else(|| Token::fresh().reveal());
        let letters = self.message_letters(&table.row, &table.game, seat).await?;
        let request = Hash32::of(format!("say\n{}\n{text}", table.row.id).as_bytes());
        let once = Once { account: account.id, key, request, answer: Saved { status: 200, body: String::new() } };
        let saying = NewSaying { game: table.row.id, record: table.game.len(), text, at: Time::now() };
        self.store.say_once(saying, once, letters).await?;
        Ok(())
    }

    /// Adds to a game for an account: holds the game, lets `play` make the records, stores them with everything that goes
    /// with them, and tells what became of it. While a house player stands in for the account, nothing is added.
    pub(super) async fn act(
        &self,
        game: &str,
        account: &Account,
        named: Option<SeatId>,
        once: Option<(String, Hash32)>,
        mut play: impl FnMut(&Live, SeatId, Time) -> Outcome<Played>,
    ) -> Outcome<Receipt> {
        self.act_as(game, account, named, once, |live, seat, at| match live.game.stood_in(seat) {
            Some(_) => Err(stood_in()),
            None => play(live, seat, at),
        })
        .await
    }

    /// The same for somebody for whom a house player may stand in: `play` takes the seat back first.
    pub(super) async fn act_returning(
        &self,
        game: &str,
        account: &Account,
        once: Option<(String, Hash32)>,
        play: impl FnMut(&Live, SeatId, Time) -> Outcome<Played>,
    ) -> Outcome<Receipt> {
        self.act_as(game, account, None, once, play).await
    }

    async fn act_as(
        &self,
        game: &str,
        account: &Account,
        named: Option<SeatId>,
        once: Option<(String, Hash32)>,
        mut play: impl FnMut(&Live, SeatId, Time) -> Outcome<Played>,
    ) -> Outcome<Receipt> {
        let id: GameId = game.parse().map_err(|_| unknown_game())?;
        let mut races = 0;
        loop {
            let held = self.hold(id).await?;
            // Whether the game is theirs to know of at all decides what somebody without a seat is told.
            self.may_see(&held.row, Some(account.id))?;
            let seat = held.row.seat_of(account.id).ok_or_else(not_seated)?.seat;
            if named.is_some_and(|n| n != seat) {
                let name = held.live.game.seat(seat).map_or(String::new(), |s| s.name.clone());
                return Err(Trouble::forbidden("Those orders are for a seat that is not yours.")
                    .legal(format!("You command the {name}.")));
            }
            held.live.playable()?;
            let now = Time::now();
            let before = held.live.game.len();
            let played = match play(&held.live, seat, now) {
                Ok(played) => played,
                Err(trouble) => {
                    // A repeat finds the game moved on by itself. It gets the answer it had; what can be played anew is looked
                    // up with the append.
                    if let Some((key, request)) = &once
                        && let Some(saved) = self.store.saved_answer(account.id, key, *request).await?
                    {
                        return repeated(&saved);
                    }
                    return Err(trouble);
                }
            };
            let receipt = receipt(&played, seat, before)?;
            let once = match once.clone() {
                None => None,
                Some((key, request)) => {
                    let body = serde_json::to_string(&receipt).map_err(Trouble::inside)?;
                    Some(Once { account: account.id, key, request, answer: Saved { status: 200, body } })
                }
            };
            let mut append = append_of(&held, &played, Some(seat), once, now);
            append.letters = self.notices(&held, &played, Some(seat)).await?;
            match self.append(held, append, played.game).await {
                Ok(Appended::Stored(_)) => return Ok(receipt),
                Ok(Appended::Repeated(saved)) => return repeated(&saved),
                // Another process was quicker: on the game as it stands now, the referee says what that means.
                Err(AppendError::Conflict { .. }) if races < RACES => races += 1,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The letters that these records call for. Most orders call for none, and then nothing is looked up.
    pub(super) async fn notices(&self, held: &Held, played: &Played, actor: Option<SeatId>) -> Outcome<Vec<NewLetter>> {
        let notices = Notice::of(&held.live.game, played, actor);
        if notices.is_empty() {
            return Ok(Vec::new());
        }
        self.letters(&held.row, &played.game, &notices).await
    }
}

/// The key of a request that need not have one.
pub(super) fn checked_key(key: Option<String>) -> Outcome<Option<String>> {
    let Some(key) = key.filter(|k| !k.is_empty()) else { return Ok(None) };
    if key.len() > 64 || !key.chars().all(|c| c.is_ascii_graphic()) {
        return Err(Trouble::malformed("The key is not 1 to 64 printable ASCII characters."));
    }
    Ok(Some(key))
}

/// A message as it is kept.
pub(super) fn check_message(text: &str) -> Outcome<String> {
    let text = text.trim().replace("\r\n", "\n");
    if text.is_empty() {
        return Err(Trouble::malformed("The message is empty.").legal("Type something."));
    }
    if text.chars().count() > MESSAGE {
        return Err(Trouble::malformed("The message is too long.").legal(format!("At most {MESSAGE} characters.")));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Trouble::malformed("The message has control characters in it.").legal("Type plain text."));
    }
    Ok(text)
}

/// What a client asked for that commits its draft. The draft itself is gone when the same request comes again.
fn committing(game: &str, last: Option<&str>, seen: Option<Hash32>) -> Hash32 {
    Hash32::of(format!("commit\n{game}\n{seen:?}\n{last:?}").as_bytes())
}

fn receipt(played: &Played, seat: SeatId, before: u64) -> Outcome<Receipt> {
    let game = &played.game;
    let entries = game
        .chronicle(&played.records, domain::referee::Viewer::Seat(seat))
        .map_err(|fault| Trouble::inside(anyhow::anyhow!("records just written cannot be told: {fault}")))?;
    let name = |s: SeatId| game.seat(s).map_or(String::new(), |s| s.name.clone());
    Ok(Receipt {
        ok: true,
        game: game.id().to_string(),
        from: before + 1,
        seq: game.len(),
        head: game.head().to_string(),
        orders: entries.iter().filter(|e| e.standing.is_none()).filter_map(|e| e.order.clone()).collect(),
        story: entries.into_iter().flat_map(|e| e.lines).map(|l| l.text).collect(),
        waiting: game.waiting_seats().into_iter().map(name).collect(),
        yours: game.waits_for(seat),
        over: game.result().is_some(),
        stopped: played.stopped.as_ref().map(ToString::to_string),
    })
}

fn repeated(saved: &Saved) -> Outcome<Receipt> {
    serde_json::from_str(&saved.body).map_err(|_| {
        // The key is known, but its answer is not that of an order: a key used twice for different things.
        AppendError::KeyReused.into()
    })
}

pub(super) fn not_seated() -> Trouble {
    Trouble::new(Kind::Forbidden, "You have no seat in this game: you can watch it, but not give orders.")
        .legal("Games that look for a player are in the lobby.")
}
