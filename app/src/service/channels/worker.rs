//! Sends notices over channels, for as long as the server runs.

use super::said::{Document, Game, Line, id};
use super::{Channel, Way};
use crate::service::handles::Channels;
use crate::service::notices::Notice;
use crate::service::table::{GameAddress, Table};
use crate::service::{Outcome, Service, ServiceError};
use fieldpost_push::{Post, Target, Undelivered, signature};
use fieldpost_store::{Account, AccountId, Lease, Outcome as End, TakenJob, Time};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{Id, JoinSet};

/// How often the table is looked at. A look costs some twenty microseconds.
const PAUSE: Duration = Duration::from_millis(250);
/// Calls under way at the same time.
const AT_ONCE: usize = 8;
/// The pause after the storage failed.
const AGAIN: Duration = Duration::from_secs(5);

/// The calls under way.
#[derive(Default)]
struct Calls {
    lease: Lease,
    tasks: JoinSet<()>,
    /// The notice that each of them carries.
    carried: HashMap<Id, i64>,
    /// When they were last said to be under way.
    extended: Time,
}

/// Whose notice it is.
fn owner(push: &TakenJob) -> Outcome<AccountId> {
    push.letter.account.ok_or_else(|| ServiceError::inside(anyhow::anyhow!("a notice without an account is queued")))
}

impl Service {
    /// Sends what is due, for as long as the server runs.
    pub async fn run_channels(self: Arc<Self>) {
        // What has ended is forgotten by the outbox worker, together with letters.
        let mut calls = Calls::default();
        loop {
            let now = Time::now();
            if let Err(trouble) = self.clone().call_due(now, &mut calls).await {
                let cause = trouble.cause.as_ref().map(|c| format!("{c:#}")).unwrap_or_default();
                tracing::error!(%trouble, cause, "notices could not be taken");
                tokio::time::sleep(AGAIN).await;
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                Some(done) = calls.tasks.join_next_with_id(), if !calls.tasks.is_empty() => {
                    let task = done.as_ref().map_or_else(|error| error.id(), |(task, ())| *task);
                    calls.carried.remove(&task);
                    if let Err(error) = done {
                        tracing::error!(%error, "a call broke down; it is made again when its lease is over");
                    }
                }
            }
        }
    }

    /// Takes what is due and sends it on its way.
    async fn call_due(self: Arc<Self>, now: Time, calls: &mut Calls) -> Outcome<()> {
        let lease = calls.lease.clone();
        if now < calls.extended || now.since(calls.extended) >= lease.renewal() {
            let carried = calls.carried.values().copied().collect();
            self.store.queue().extend_leases(&lease, carried, now).await?;
            calls.extended = now;
        }
        let free = AT_ONCE.saturating_sub(calls.tasks.len());
        if free == 0 || !self.store.queue().push_due(now).await? {
            return Ok(());
        }
        let schedule = self.channels.schedule.clone();
        let limit = u32::try_from(free).unwrap_or(1);
        for push in self.store.queue().take_pushes(&lease, now, limit, move |attempt| schedule.pause(attempt)).await? {
            let (service, lease, id) = (self.clone(), lease.clone(), push.id);
            let task = calls.tasks.spawn(async move {
                let (id, last) = (push.id, push.attempts >= service.channels.schedule.attempts());
                if let Err(trouble) = service.channels().deliver(push, &lease).await {
                    let cause = trouble.cause.as_ref().map(|c| format!("{c:#}")).unwrap_or_default();
                    tracing::error!(id, %trouble, cause, "a notice could not be sent");
                    let why = "a fault of ours".to_owned();
                    // Its next attempt was set when it was taken.
                    let noted = match last {
                        true => service.store.queue().finish(id, End::Failed, why, Time::now()).await,
                        false => service.store.queue().put_back(&lease, id, why).await,
                    };
                    if let Err(error) = noted {
                        tracing::error!(id, %error, "a notice could not be put back");
                    }
                }
            });
            calls.carried.insert(task.id(), id);
        }
        Ok(())
    }
}

impl Channels<'_> {
    /// One attempt at one notice, and the note of how it went.
    async fn deliver(self, push: TakenJob, lease: &Lease) -> Outcome<()> {
        let Some((account, channel)) = self.channel_of(&push).await? else {
            return self.end_push(&push, End::Suppressed, "the address was taken away or switched off").await;
        };
        let message = match &push.message {
            Some(message) => message.clone(),
            None => match self.write(&push, &account).await? {
                Ok(message) => message,
                Err(why) => return self.end_push(&push, End::Suppressed, why).await,
            },
        };
        let target = Target::parse(&channel.url, self.0.channels.caller.guard());
        let called = match target {
            Ok(target) => {
                let post = self.post(&push, &account, &channel, message)?;
                self.0.channels.caller.post(&target, &post).await
            }
            Err(refused) => Err(Undelivered::Refused(refused)),
        };
        match called {
            Ok(status) => self.end_push(&push, End::Sent, &format!("it answered with the status {status}")).await,
            // RFC 9110 §15.5.11: gone, and meant to stay so.
            Err(Undelivered::Status(410)) => self.give_up(&push, "it said that it is gone for good (410)").await,
            Err(why @ Undelivered::Refused(_)) => self.give_up(&push, &why.to_string()).await,
            Err(why) if push.attempts < self.0.channels.schedule.attempts() => {
                tracing::info!(way = push.letter.by.word(), attempts = push.attempts, %why, "notice waits");
                Ok(self.0.store.queue().put_back(lease, push.id, why.to_string()).await?)
            }
            Err(why) => {
                let why = format!("{why}, the last of {} times", push.attempts);
                self.give_up(&push, &why).await
            }
        }
    }

    /// Whose notice it is, and the channel, if it is still there and switched on.
    async fn channel_of(self, push: &TakenJob) -> Outcome<Option<(Account, Channel)>> {
        let Some(account) = self.0.store.accounts().get(owner(push)?).await? else { return Ok(None) };
        let channel = self.get(&account, push.letter.by).await?.filter(|channel| channel.off.is_none());
        Ok(channel.map(|channel| (account, channel)))
    }

    /// Writes what is sent and keeps it for repeats; or says why nothing is to be sent any more.
    async fn write(self, push: &TakenJob, account: &Account) -> Outcome<Result<Vec<u8>, &'static str>> {
        let notice: Notice = serde_json::from_str(&push.letter.payload).map_err(ServiceError::inside)?;
        let event = notice.kind.word();
        let (words, table) = match push.letter.game {
            None => {
                let text = "This is what a notice looks like. You asked for it.".to_owned();
                (crate::service::words::Words { heading: "A test".to_owned(), text, quoted: None }, None)
            }
            Some(game) => {
                if !self.0.seat_changes().has_seat(game, account.id, notice.seat).await? {
                    return Ok(Err("the reader has no seat any more"));
                }
                if self.0.notices().seen_on_page(account.id, game, event, push.letter.record).await? {
                    return Ok(Err("its reader has seen it on an open page, and wishes no notice then"));
                }
                let silent = Some(fieldpost_store::NoticeMode::Nothing);
                if self.0.store.notices().game_notice(game, account.id).await? == silent {
                    return Ok(Err("the reader wishes to hear nothing of this game"));
                }
                if !self.0.seat_changes().has_seat(game, account.id, notice.seat).await? {
                    return Ok(Err("the reader has no seat there any more"));
                }
                let of = GameAddress { id: game, seat: notice.seat };
                let table = self.0.games().table(&of.to_string(), Some(account)).await?;
                let Some(words) = self.0.posting().words(&table, account, &notice).await? else {
                    return Ok(Err("it is no longer so"));
                };
                (words, Some(table))
            }
        };
        let message = match push.letter.by {
            Way::Webhook => {
                let document = Document::of(push, event, words, table.as_ref().map(|t| self.game_document(t)));
                serde_json::to_vec(&document).map_err(ServiceError::inside)?
            }
            Way::Push | Way::Mail => {
                let path = table.as_ref().map_or_else(|| "/account/notices".to_owned(), Table::href);
                let line = Line::of(words, table.as_ref().map(|t| t.row.title.as_str()), self.0.url(&path));
                serde_json::to_vec(&line).map_err(ServiceError::inside)?
            }
        };
        self.0.store.queue().keep_message(push.id, message.clone()).await?;
        Ok(Ok(message))
    }

    fn game_document(self, table: &Table) -> Game {
        Game {
            head: table.game.head().to_string(),
            id: table.row.id.to_string(),
            phase: table.view().phase.title.clone(),
            records: table.game.len(),
            ruleset: table.row.ruleset.clone(),
            title: table.row.title.clone(),
            url: self.0.url(&table.href()),
            your_turn: table.seat.is_some_and(|seat| table.game.waits_for(seat)),
        }
    }

    /// The request. Time and signature are those of this attempt.
    fn post(self, push: &TakenJob, account: &Account, channel: &Channel, message: Vec<u8>) -> Outcome<Post> {
        if channel.way == Way::Webhook {
            let timestamp = Time::now().0 / 1000;
            let key = self.webhook_key(account, channel);
            let headers = vec![
                ("fieldpost-id", id(push)),
                ("fieldpost-signature", signature(key.as_bytes(), timestamp, &message)),
                ("fieldpost-timestamp", timestamp.to_string()),
            ];
            return Ok(Post { content_type: "application/json", headers, body: message });
        }
        let line: Line = serde_json::from_slice(&message).map_err(ServiceError::inside)?;
        let headers = vec![("title", line.title_header()), ("click", line.click), ("fieldpost-id", id(push))];
        Ok(Post { content_type: "text/plain; charset=utf-8", headers, body: line.text.into_bytes() })
    }

    async fn end_push(self, push: &TakenJob, end: End, detail: &str) -> Outcome<()> {
        Ok(self.0.store.queue().finish(push.id, end, detail.to_owned(), Time::now()).await?)
    }

    /// The last attempt has failed: the channel is switched off, and its owner sees why.
    async fn give_up(self, push: &TakenJob, why: &str) -> Outcome<()> {
        tracing::warn!(way = push.letter.by.word(), attempts = push.attempts, why, "channel switched off");
        self.end_push(push, End::Failed, why).await?;
        Ok(self.0.store.notices().switch_off_channel(owner(push)?, push.letter.by, why.to_owned(), Time::now()).await?)
    }
}
