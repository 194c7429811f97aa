//! Takes messages from the inbox, one after the other, for as long as the server runs.

use super::door::{Tell, Turned};
use super::games::seat_of;
use super::returned::return_token;
use crate::letters::Section;
use crate::sense::all_books;
use crate::service::handles::Inbox;
use crate::service::notices::Answering;
use crate::service::table::GameAddress;
use crate::service::{Outcome, Service, ServiceError};
use fieldpost_inbox::{Envelope, Kind, Note, Reading, Trust};
use fieldpost_store::{Account, Ended, Fate, Incoming, Time};
use std::sync::Arc;
use std::time::Duration;

/// After a failure of ours a message is tried again this much later, longer each time.
const AGAIN: Duration = Duration::from_secs(30);
/// Then it is given up.
const ATTEMPTS: u32 = 4;
/// How long the text of a message is kept.
const TEXT_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// How long is kept what became of it: as long as a copy of it may turn up.
const FATE_KEPT: Duration = Duration::from_secs(90 * 24 * 3600);
/// How often old messages are looked for.
const SWEEP: Duration = Duration::from_secs(3600);
/// Lines taken for talk that an answer shows.
const MOST_LEFT_OUT: usize = 8;

/// How the inbox is looked at.
#[derive(Clone, Debug)]
pub struct InboxSettings {
    /// What is believed of a letter.
    pub trust: Trust,
    /// How often the table is looked at for what another process has put there.
    pub pause: Duration,
    /// Answers written to one player in an hour at most.
    pub answers_per_hour: u64,
}

/// A letter whose end is known.
pub(super) struct Done {
    pub fate: Fate,
    pub detail: String,
    /// What to answer; nobody is answered without it.
    pub answer: Option<Answering>,
}

impl Service {
    /// Reads what comes in, for as long as the server runs.
    pub async fn run_inbox(self: Arc<Self>) {
        if let Err(error) = self.store.inbox().recover(Time::now()).await {
            tracing::error!(%error, "messages of the last run could not be taken up");
        }
        let mut swept = Time(0);
        loop {
            let now = Time::now();
            if now.since(swept) >= SWEEP {
                swept = now;
                if let Err(error) = self.store.inbox().forget(now.before(TEXT_KEPT), now.before(FATE_KEPT)).await {
                    tracing::error!(%error, "old messages could not be forgotten");
                }
            }
            if let Err(trouble) = self.clone().read_inbox().await {
                let cause = trouble.cause.as_ref().map(|c| format!("{c:#}")).unwrap_or_default();
                tracing::error!(%trouble, cause, "the inbox could not be read");
                tokio::time::sleep(AGAIN).await;
            }
            tokio::select! {
                () = self.store.inbox().received() => {}
                () = tokio::time::sleep(self.inbox.pause) => {}
            }
        }
    }

    /// Reads everything that is due, and comes back. Answers how many messages that were.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn read_inbox(self: Arc<Self>) -> Outcome<u32> {
        let mut count = 0;
        while let Some(incoming) = self.store.inbox().take(Time::now(), AGAIN).await? {
            count += 1;
            let (id, attempts) = (incoming.id, incoming.attempts);
            // On a task of its own: should a letter find a way to make it panic, the next one is still read.
            let service = self.clone();
            let end = tokio::spawn(async move { service.inbox().end(&incoming).await }).await;
            let ended = match end {
                Ok(Ok(ended)) => ended,
                Ok(Err(trouble)) => match given_up(attempts, &cause(&trouble)) {
                    Some(ended) => ended,
                    None => continue,
                },
                Err(panic) => match given_up(attempts, &panic.to_string()) {
                    Some(ended) => ended,
                    None => continue,
                },
            };
            tracing::info!(id, fate = ended.fate.word(), detail = ended.detail, "message read");
            self.store.inbox().finish(id, ended, Time::now()).await?;
        }
        Ok(count)
    }
}

impl Inbox<'_> {
    /// Everything about one message, but for the note of it.
    async fn end(self, incoming: &Incoming) -> Outcome<Ended> {
        if let Some(token) = return_token(&incoming.message.recipient) {
            return self.returned(token, incoming).await;
        }
        let envelope = Envelope {
            sender: Some(incoming.message.sender.clone()),
            recipient: Some(incoming.message.recipient.clone()),
        };
        let raw = &incoming.message.message;
        let whole = raw.len() as u64 == incoming.message.size;
        let read = fieldpost_inbox::read(raw, &envelope, &self.0.inbox.trust, &all_books(&self.0.registry));
        // What is left of a message that was too large says who wrote it, and nothing else.
        let read = match (read, whole) {
            (Ok(reading), false) => Err(too_large(reading, incoming.message.size)),
            (Err(mut unreadable), false) => {
                unreadable.why =
                    fieldpost_inbox::Why::TooLarge(usize::try_from(incoming.message.size).unwrap_or(usize::MAX));
                Err(unreadable)
            }
            (read, true) => read,
        };
        let admitted = match &read {
            Ok(reading) => self.admit(reading).await?,
            Err(unreadable) => self.admit_unreadable(unreadable).await?,
        };
        let admitted = match admitted {
            Ok(admitted) => admitted,
            Err(turned) => return self.turned_away(turned, incoming.received).await,
        };
        let key = admitted.key(raw);
        let account = admitted.account.clone();
        let game = admitted.address.game;
        let mut ended = Ended {
            fate: Fate::Repeated,
            detail: String::new(),
            reply_key: Some(key),
            game: Some(game),
            account: Some(account.id),
            answered: false,
            letters: Vec::new(),
        };
        if self.0.store.inbox().known(key).await? {
            ended.detail = "this letter had come before".to_owned();
            return Ok(ended);
        }
        let done = match read {
            Ok(mut reading) => {
                let sections = self.carry_out(&admitted, &mut reading, key).await?;
                done(&admitted.answering(&reading.subject), &reading, sections)
            }
            Err(unreadable) => {
                let detail = unreadable.sentence();
                let answer = unreadable.answer.then(|| {
                    let mut answer = admitted.answering(&unreadable.subject);
                    answer.sections.push(Section { verdict: detail.clone(), ..Section::default() });
                    answer
                });
                Done { fate: Fate::Unreadable, detail, answer }
            }
        };
        (ended.fate, ended.detail) = (done.fate, done.detail);
        if let Some(answer) = done.answer {
            self.answer(&account, seat_of(&admitted.address), answer, &format!("answer-{key}"), &mut ended).await?;
        }
        Ok(ended)
    }

    /// Writes the answer, unless this player has had too many already.
    async fn answer(
        self,
        account: &Account,
        game: GameAddress,
        mut answer: Answering,
        stamp: &str,
        ended: &mut Ended,
    ) -> Outcome<()> {
        let idle = !matches!(ended.fate, Fate::CarriedOut);
        // A machine that answers every answer says nothing that can be carried out.
        let most = if idle { self.0.inbox.answers_per_hour.div_ceil(4) } else { self.0.inbox.answers_per_hour };
        let hour = Time::now().before(Duration::from_secs(3600));
        let answered = self.0.store.inbox().answers_since(account.id, hour, idle).await?;
        if answered + 1 == most {
            let which = if idle {
                "letters that do nothing get no answer"
            } else {
                "letters are carried out, but get no answer"
            };
            answer.notes.push(format!(
                "That is {most} answers within an hour. For the next hour more {which}; the page has everything."
            ));
        }
        if answered >= most {
            ended.detail = format!("{} (not answered: too many answers in an hour)", ended.detail).trim().to_owned();
            return Ok(());
        }
        let table = self.0.games().table(&game.to_string(), Some(account)).await?;
        for section in answer.sections.iter_mut().filter(|s| s.game.is_empty()) {
            section.game = table.row.title.clone();
        }
        ended.letters.push(self.0.posting().answer_letter(account, &table, answer, stamp));
        ended.answered = true;
        Ok(())
    }

    /// Notes a letter that is not acted on, and warns whoever it pretended to be: once a day.
    async fn turned_away(self, turned: Turned, received: Time) -> Outcome<Ended> {
        let mut letters = Vec::new();
        if let Some((account, game)) = &turned.warn {
            letters.extend(self.0.posting().warning_letter(account, *game, received).await?);
        }
        if let Some(Tell { admitted, answer, stamp }) = &turned.tell {
            let mut ended = Ended {
                fate: turned.fate,
                detail: turned.detail.clone(),
                reply_key: None,
                game: Some(admitted.address.game),
                account: Some(admitted.account.id),
                answered: false,
                letters: Vec::new(),
            };
            // Without a key of the letter's own the stamp tells repeats: one answer for each.
            self.answer(&admitted.account, seat_of(&admitted.address), answer.clone(), stamp, &mut ended).await?;
            return Ok(ended);
        }
        Ok(Ended {
            fate: turned.fate,
            detail: turned.detail,
            reply_key: None,
            game: turned.game,
            account: None,
            answered: false,
            letters,
        })
    }
}

/// What the parts of a letter come to together.
fn done(answer: &Answering, reading: &Reading, parts: Vec<(Fate, Section)>) -> Done {
    let rank = |fate: &Fate| match fate {
        Fate::CarriedOut => 3,
        Fate::Stale => 2,
        Fate::Refused => 1,
        _ => 0,
    };
    let fate = parts.iter().map(|(f, _)| *f).max_by_key(rank).unwrap_or(Fate::Answered);
    let detail: Vec<&str> = parts.iter().map(|(_, s)| s.verdict.as_str()).collect();
    let detail = detail.join(" ");
    let mut answer = answer.clone();
    answer.notes = notes(reading);
    answer.sections = parts.into_iter().map(|(_, s)| s).collect();
    Done { fate, detail, answer: Some(answer) }
}

/// What an answer mentions besides.
fn notes(reading: &Reading) -> Vec<String> {
    let mut notes = Vec::new();
    let quoted = |of: &dyn Fn(Kind) -> bool| {
        let lines: Vec<String> =
            reading.left_out.iter().filter(|l| of(l.kind)).map(|l| format!("“{}”", l.text.trim())).collect();
        let more = lines.len().saturating_sub(MOST_LEFT_OUT);
        let shown = lines.into_iter().take(MOST_LEFT_OUT).collect::<Vec<_>>().join(", ");
        if more > 0 { format!("{shown} and {more} more lines") } else { shown }
    };
    let talk = quoted(&|kind| matches!(kind, Kind::Greeting | Kind::Closing | Kind::Remark | Kind::Talk));
    if !talk.is_empty() {
        notes.push(format!("Taken for talk and left out: {talk}. Words for the other players go below your orders, behind the word message."));
    }
    let struck = quoted(&|kind| kind == Kind::Struck);
    if !struck.is_empty() {
        notes.push(format!("Struck out, and so left out: {struck}."));
    }
    for note in &reading.notes {
        notes.push(match note {
            Note::Attachment(name) => format!("The attachment {name} was not opened."),
            Note::BelowQuotation(line) => {
                format!("From line {line} on your letter was taken for a quotation. Write above it, or mark it with >.")
            }
            Note::BrokenCharset => {
                "Some letters of your letter could not be read: it is not in the charset that it names.".to_owned()
            }
        });
    }
    notes
}

/// A letter of which only the beginning was kept.
fn too_large(reading: Reading, size: u64) -> fieldpost_inbox::Unreadable {
    fieldpost_inbox::Unreadable {
        why: fieldpost_inbox::Why::TooLarge(usize::try_from(size).unwrap_or(usize::MAX)),
        answer: reading.may_be_answered(),
        from: Some(reading.from),
        writers: Vec::new(),
        token: reading.token,
        message_id: reading.message_id,
        subject: reading.subject,
    }
}

fn cause(trouble: &ServiceError) -> String {
    trouble.cause.as_ref().map_or_else(|| trouble.to_string(), |c| format!("{c:#}"))
}

/// What is noted once a message has failed too often; nothing while it is to be tried again.
fn given_up(attempts: u32, cause: &str) -> Option<Ended> {
    tracing::error!(attempts, cause, "a message could not be carried out");
    (attempts >= ATTEMPTS).then(|| Ended {
        fate: Fate::Failed,
        detail: format!("given up after {attempts} attempts: {cause}"),
        reply_key: None,
        game: None,
        account: None,
        answered: false,
        letters: Vec::new(),
    })
}
