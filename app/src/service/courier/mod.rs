//! Writing the letters that wait in the queue: from the notice to the letter, at the moment of sending.
//!
//! A letter tells of the log up to the record its notice names, whatever has happened since, so that written twice it is the
//! same letter.

mod addressed;
mod room;

use self::addressed::Addressed;
use self::room::room_beside;
use super::inbox::short;
use super::notices::{Answering, ClockNews, Notice, NoticeKind, Part, SeatChangeNews};
use super::proposals;
use super::table::{GameAddress, Table};
use super::words::{self, own_clock, standing};
use super::{Outcome, Service, ServiceError};
use crate::letters::{
    Answer, Composed, Digest, Dispatch, Kind, News, Note, Offer, Passage, Waiting, in_short, position,
};
use crate::told::{Told, affairs_since, cause};
use crate::when;
use domain::referee::{Entry, Game, Mark, SeatId};
use fieldpost_map::{MapRoom, Overlay};
use fieldpost_post::{File, Image, Letter, RenderError, Rendered, Renderer, Rendering, Scope, Unsubscribe, thread_id};
use fieldpost_store::{Account, AccountId, GameId, GameState, LinkError, NewLetter, NoticeMode, Time, Token};
use std::sync::Arc;
use std::time::Duration;

/// How long the link in a letter of a game works.
const LINK_LIFE: Duration = Duration::from_secs(30 * 24 * 3600);
/// Records told in one letter; earlier ones are on the page.
const MOST_ENTRIES: usize = 60;

/// Records looked back at most for where something began that goes on in what a letter tells.
const AFFAIR: u64 = 96;
/// Width of the map in a letter, in pixels: two to each that it has on a narrow phone, more than a letter is wide anywhere else.
const PICTURE: u32 = 680;

/// Writes letters.
pub struct Courier {
    service: Arc<Service>,
    /// Where maps are drawn; none where the host wants letters without.
    maps: Option<Arc<MapRoom>>,
}

impl Courier {
    /// A courier of this service, whose letters bring maps or do not.
    pub fn new(service: Arc<Service>, maps: bool) -> Self {
        Courier { service, maps: maps.then(|| Arc::new(MapRoom::new(2))) }
    }
}

impl Renderer for Courier {
    fn render<'a>(&'a self, letter: &'a NewLetter) -> Rendering<'a> {
        Box::pin(async move {
            self.write(letter).await.map_err(|trouble| {
                let cause = trouble.cause.as_ref().map(|c| format!(" ({c:#})")).unwrap_or_default();
                RenderError(format!("{trouble}{cause}"))
            })
        })
    }
}

impl Courier {
    async fn write(&self, letter: &NewLetter) -> Outcome<Rendered> {
        let notice: Notice = serde_json::from_str(&letter.payload).map_err(ServiceError::inside)?;
        let service = &self.service;
        let unsubscribe = Unsubscribe::open(&service.store).await?;
        if let Some(why) = self.unwished(letter).await? {
            return Ok(Rendered::Unneeded(why));
        }
        match notice.kind {
            NoticeKind::SignIn { token } => {
                let note = Note::sign_in(service.url(&format!("/sign-in/{token}")));
                self.while_it_works(letter, &token, &note).await
            }
            NoticeKind::Confirm { token } => {
                let note = Note::confirm(service.url(&format!("/sign-in/{token}")));
                self.while_it_works(letter, &token, &note).await
            }
            NoticeKind::Invitation { token, host, stranger } => {
                let invited = service.lobby().invitation(&token, None).await?;
                if let Some(over) = invited.over {
                    return Ok(Rendered::Unneeded(over));
                }
                let terms = service.terms_in_words(&invited.row);
                let (link, seat) = (service.url(&format!("/join/{token}")), invited.offered());
                let (stop, note) = match stranger {
                    Some(sender) => {
                        if service.consents().unwelcome(&letter.to, sender).await? {
                            return Ok(Rendered::Unneeded("its reader does not wish to hear of the sender".to_owned()));
                        }
                        let stop = service.url(&Service::consent_path(&unsubscribe, &letter.to, sender));
                        let game = service.registry.get(&invited.row.ruleset).map_or("", |r| r.about().title);
                        (stop.clone(), Note::stranger_asks(&host, game, &seat, terms, link, stop))
                    }
                    None => {
                        let all = Scope::Address(letter.to.clone());
                        let stop = service.url(&Service::unsubscribe_path(&unsubscribe, &all));
                        (stop.clone(), Note::invitation(&host, &invited.row.title, &seat, terms, link, stop))
                    }
                };
                Ok(plain(letter, compose(&note)?, Some(stop), invited.invitation.created))
            }
            NoticeKind::Message { id } => self.message(letter, id, &unsubscribe).await,
            NoticeKind::Answer { answer } => self.answer(letter, *answer, &unsubscribe).await,
            NoticeKind::Stranger => self.stranger(letter, &unsubscribe).await,
            NoticeKind::Clock { news, about } => self.clock(letter, news, about, &unsubscribe).await,
            NoticeKind::RulesOffered => self.rules(letter, &unsubscribe).await,
            NoticeKind::Closing => self.closing(letter, &unsubscribe).await,
            NoticeKind::SeatChange { news, about } => self.seat_change(letter, news, about, &unsubscribe).await,
            NoticeKind::Farewell { game, successor } => {
                let stop = service.url(&Service::unsubscribe_path(&unsubscribe, &Scope::Address(letter.to.clone())));
                let note = Note::farewell(&game, &successor, service.url("/games"), stop.clone());
                Ok(plain(letter, compose(&note)?, Some(stop), Time::now()))
            }
            NoticeKind::Digest { parts } => self.digest(letter, parts, &unsubscribe).await,
            ref kind => {
                let kind = match kind {
                    NoticeKind::Turn => Kind::Turn,
                    NoticeKind::Receipt => Kind::Receipt,
                    NoticeKind::Over => Kind::Over,
                    _ => Kind::News,
                };
                self.dispatch(letter, &notice, kind, &unsubscribe).await
            }
        }
    }

    /// A letter that is nothing but its link: it is not sent, or sent again, when that has run out or was used.
    async fn while_it_works(&self, letter: &NewLetter, token: &str, note: &Note) -> Outcome<Rendered> {
        let now = Time::now();
        let token = token.parse::<Token>().map_err(ServiceError::inside)?;
        let until = match self.service.store.sign_in().peek_link(&token, now).await {
            Ok(link) => link.expires,
            Err(LinkError::Store(trouble)) => return Err(trouble.into()),
            Err(why) => return Ok(Rendered::Unneeded(why.to_string())),
        };
        let letter = Letter { expires: Some(until), ..unthreaded(letter, compose(note)?, None, now) };
        Ok(Rendered::Letter(Box::new(letter)))
    }

    /// Why a letter about a game is not wished for any more, if its reader has said so since it was queued, or has no seat there now.
    async fn unwished(&self, letter: &NewLetter) -> Outcome<Option<String>> {
        if let (Some(account), Some(game)) = (letter.account, letter.game)
            && !self.service.seat_changes().has_seat(game, account, seat_of(letter)).await?
        {
            return Ok(Some("the recipient has no seat any more".to_owned()));
        }
        let (Some(account), Some(game), false) = (letter.account, letter.game, letter.essential) else {
            return Ok(None);
        };
        if self.service.notices().seen_on_page(account, game, &letter.kind, letter.record).await? {
            return Ok(Some("its reader has seen it on an open page, and wishes no letter then".to_owned()));
        }
        let mode = self.mode(account, game).await?;
        Ok((mode == NoticeMode::Nothing).then(|| "the recipient wants no such letters".to_owned()))
    }

    async fn mode(&self, account: AccountId, game: GameId) -> Outcome<NoticeMode> {
        let store = &self.service.store;
        Ok(match store.notices().game_notice(game, account).await? {
            Some(mode) => mode,
            None => store.notices().settings(account).await?.mode,
        })
    }

    /// The letter that names every game that waits for its reader at this moment, the one that waits longest first, and tells in short what
    /// was held back besides.
    async fn digest(&self, letter: &NewLetter, parts: Vec<Part>, unsubscribe: &Unsubscribe) -> Outcome<Rendered> {
        let gone = || ServiceError::inside(anyhow::anyhow!("a digest without account is queued"));
        let service = &self.service;
        let account = service.store.accounts().get(letter.account.ok_or_else(gone)?).await?.ok_or_else(gone)?;
        let (mut waiting, mut news) = (Vec::new(), Vec::new());
        let mut date = Time(0);
        for row in service.lobby().my_games(&account).await? {
            if row.summary.state != GameState::Running || self.mode(account.id, row.id).await? == NoticeMode::Nothing {
                continue;
            }
            for (n, seat) in row.seats_of(account.id).enumerate().filter(|(_, seat)| seat.stand_in.is_none()) {
                let Some(asked) = &seat.asks else { continue };
                // Each game, and each seat of it, has a link and an address of its own, as it has in a letter of its own.
                let stamp = if n == 0 { String::new() } else { format!(".{}", seat.seat.0) };
                let message_id = format!("{}{}{stamp}", letter.message_id, row.id);
                let own = NewLetter { message_id, ..letter.clone() };
                date = date.max(row.updated);
                let of = GameAddress { id: row.id, seat: Some(seat.seat) };
                let table = service.games().table(&of.to_string(), Some(&account)).await?;
                waiting.push(Waiting {
                    game: table.titled(),
                    phase: row.summary.phase.clone(),
                    asks: asked.asks.clone(),
                    since: when::date(asked.since, &account.time_zone),
                    link: self.link(&own, &account, table.address(), false).await?,
                    reply_to: self.reply_to(&own, &account, &table, Offer::default()).await?.0,
                });
            }
        }
        for part in parts {
            // Turns and beginnings are among the games that wait, or waited and do so no more.
            let told = matches!(part.notice.kind, NoticeKind::Turn | NoticeKind::Digest { .. });
            if told
                || !service.seat_changes().has_seat(part.game, account.id, part.notice.seat).await?
                || self.mode(account.id, part.game).await? == NoticeMode::Nothing
            {
                continue;
            }
            let of = GameAddress { id: part.game, seat: part.notice.seat };
            let table = service.games().table(&of.to_string(), Some(&account)).await?;
            let begun = part.notice.kind == NoticeKind::Begun && table.seat.is_some_and(|s| table.game.waits_for(s));
            let Some(words) = service.posting().words(&table, &account, &part.notice).await?.filter(|_| !begun) else {
                continue;
            };
            let own = NewLetter { message_id: format!("{}{}", letter.message_id, part.game), ..letter.clone() };
            date = date.max(table.row.updated);
            news.push(News {
                game: table.titled(),
                heading: words.heading,
                text: if words.quoted.is_some() { String::new() } else { words.text },
                quoted: words.quoted,
                link: self.link(&own, &account, table.address(), table.over()).await?,
            });
        }
        if waiting.is_empty() && news.is_empty() {
            return Ok(Rendered::Unneeded("no game waits any more".to_owned()));
        }
        let stop = service.url(&Service::unsubscribe_path(unsubscribe, &Scope::Address(letter.to.clone())));
        let digest = Digest { waiting, news, settings: service.url("/account/notices"), unsubscribe: stop.clone() };
        Ok(plain(letter, digest.compose().map_err(ServiceError::inside)?, Some(stop), date))
    }

    async fn message(&self, letter: &NewLetter, id: i64, unsubscribe: &Unsubscribe) -> Outcome<Rendered> {
        let (account, table) = self.table(letter).await?;
        let messages = self.service.store.messages().of_game(table.row.id, id - 1).await?;
        let Some(message) = messages.into_iter().find(|m| m.id == id) else {
            return Ok(Rendered::Unneeded("the message is gone".to_owned()));
        };
        let to = self.addressed(letter, account, table, unsubscribe).await?;
        let title = &to.table.row.title;
        let from = match message.seat.filter(|_| to.table.game.seats().len() > 2) {
            Some(seat) => format!("{} ({})", message.name, to.table.seat_name(seat)),
            None => message.name.clone(),
        };
        let mut note = Note::message(&from, title, &message.text, to.link.clone(), to.stop.clone());
        if message.side.is_some() {
            note.paragraphs.push("This is for your own side alone; the enemy does not get it.".to_owned());
        }
        if to.reply_to.is_some() {
            note.after.push("To answer by mail, begin your answer with “message:”.".to_owned());
            if to.table.has_fellows() {
                note.after.push("Begin it with “message side:”, and your own side alone gets it.".to_owned());
            }
        }
        Ok(self.threaded(&to, compose(&note)?, Vec::new(), message.at))
    }

    /// The answer to a letter that came in. What it says is known already; here come link, address and maps.
    async fn answer(&self, letter: &NewLetter, answer: Answering, unsubscribe: &Unsubscribe) -> Outcome<Rendered> {
        let (account, now) = self.table(letter).await?;
        let table = self.service.games().at(&now, letter.record.unwrap_or_else(|| now.game.len())).await?;
        let (mut maps, mut images, mut notes) = (Vec::new(), Vec::new(), answer.notes);
        for (n, section) in answer.sections.iter().enumerate() {
            let cid = format!("map-{}", n + 1);
            let drawn = match &section.map {
                Some(game) => {
                    let shown = self.service.games().table(game, Some(&account)).await?;
                    let shown = self.service.games().at(&shown, section.seq).await?;
                    self.picture(&shown, (Vec::new(), None), MapRoom::LIGHT).await
                }
                None => None,
            };
            maps.push(drawn.as_ref().map(|_| cid.clone()));
            images.extend(drawn.map(|png| Image { cid, png }));
        }
        // Of a large position nothing is told in words either: whoever asked for the map is told where it is.
        if answer.sections.iter().zip(&maps).any(|(section, map)| section.map.is_some() && map.is_none()) {
            notes.push("No picture of the map comes with this letter: it is on the page.".to_owned());
        }
        // Its numbers are those of the game that its address is of.
        let head = table.game.head().to_string();
        let own = answer.sections.iter().find(|s| s.seq == table.game.len() && s.head == head);
        let proof = match own {
            Some(section) => self.service.register().for_letter(table.row.id, section.seq).await,
            None => None,
        };
        let offer = own.map_or_else(Offer::default, |section| section.offer.clone());
        let to = self.offering(letter, account, table, unsubscribe, offer).await?;
        let composed = Answer {
            sections: answer.sections,
            notes,
            maps,
            answerable: to.reply_to.is_some(),
            link: to.link.clone(),
            unsubscribe: to.stop.clone(),
        }
        .compose(&answer.to)
        .map_err(ServiceError::inside)?;
        let mut rendered = self.threaded(&to, composed, images, to.table.row.updated);
        if let Rendered::Letter(written) = &mut rendered {
            written.files.extend(proof);
            written.answers = true;
            written.references.push(answer.after);
            written.references.extend(answer.in_reply_to.clone());
            written.in_reply_to = answer.in_reply_to.or_else(|| written.in_reply_to.take());
        }
        Ok(rendered)
    }

    /// The warning that somebody else has answered a letter.
    async fn stranger(&self, letter: &NewLetter, unsubscribe: &Unsubscribe) -> Outcome<Rendered> {
        let (account, table) = self.table(letter).await?;
        let stop = self.stop(unsubscribe, &table, &account);
        let note = Note::stranger(&table.row.title, self.service.url("/account#sessions"), stop.clone());
        // It lets nobody in, and nobody orders by answering it.
        let (link, offer) = (String::new(), Offer::default());
        let to = Addressed { letter, account, table, stop, link, reply_to: None, offer };
        Ok(self.threaded(&to, compose(&note)?, Vec::new(), Time::now()))
    }

    async fn clock(
        &self,
        letter: &NewLetter,
        news: ClockNews,
        about: SeatId,
        unsubscribe: &Unsubscribe,
    ) -> Outcome<Rendered> {
        let (account, table) = self.table(letter).await?;
        let now = Time::now();
        let Some((heading, text)) = words::clock(&table, &account, news, about, now) else {
            return Ok(Rendered::Unneeded("it is no longer so".to_owned()));
        };
        let answer = match news {
            ClockNews::Out if table.seat != Some(about) => {
                match table.game.clocks().is_some_and(|c| c.terms().stand_in) {
                    true => "“claim”, with “stand-in”, or with “grant 3 days”",
                    false => "“claim”, or with “grant 3 days”",
                }
            }
            ClockNews::PauseOffered => "“pause accept”, or with “pause decline”",
            ClockNews::PauseAgreed => "“resume” when you want the pause to end",
            _ => "",
        };
        let to = self.addressed(letter, account, table, unsubscribe).await?;
        self.news(&to, heading, text, answer, now)
    }

    /// The game will be closed.
    async fn closing(&self, letter: &NewLetter, unsubscribe: &Unsubscribe) -> Outcome<Rendered> {
        let (account, table) = self.table(letter).await?;
        if table.over() || letter.record.is_some_and(|told| told < table.game.len()) {
            return Ok(Rendered::Unneeded("the game goes on, or is over".to_owned()));
        }
        let to = self.addressed(letter, account, table, unsubscribe).await?;
        self.news(&to, words::CLOSING_HEADING.to_owned(), words::CLOSING_TEXT.to_owned(), "", Time::now())
    }

    /// Mended rules, and what they decide otherwise in this game.
    async fn rules(&self, letter: &NewLetter, unsubscribe: &Unsubscribe) -> Outcome<Rendered> {
        let (account, table) = self.table(letter).await?;
        let Some(asked) = self.service.revisions().asked(&table).await?.filter(|a| a.yours) else {
            return Ok(Rendered::Unneeded("nobody is asked any more".to_owned()));
        };
        let until = crate::when::day(asked.until, &account.time_zone);
        let to = self.addressed(letter, account, table, unsubscribe).await?;
        let mut note = Note::rules(&to.table.row.title, &asked, &until, format!("{}/rules", to.link), to.stop.clone());
        if to.reply_to.is_some() {
            note.paragraphs.push("Or answer this letter with “rules agree”.".to_owned());
        }
        Ok(self.threaded(&to, compose(&note)?, Vec::new(), Time::now()))
    }

    /// Who is to play a seat, or does.
    async fn seat_change(
        &self,
        letter: &NewLetter,
        news: SeatChangeNews,
        about: SeatId,
        unsubscribe: &Unsubscribe,
    ) -> Outcome<Rendered> {
        let (account, table) = self.table(letter).await?;
        let Some(said) = words::seat_change(&table, news, about) else {
            return Ok(Rendered::Unneeded("the game is over".to_owned()));
        };
        let to = self.addressed(letter, account, table, unsubscribe).await?;
        self.news(&to, said.heading, said.text, said.answer, Time::now())
    }

    /// News of a game in a few words, with what the letter may be answered with; that may be empty.
    fn news(&self, to: &Addressed<'_>, heading: String, text: String, answer: &str, date: Time) -> Outcome<Rendered> {
        let mut note = Note::clock(&to.table.row.title, heading, text, to.link.clone(), to.stop.clone());
        if to.reply_to.is_some() && !answer.is_empty() {
            note.after.push(format!("Answer this letter with {answer}."));
        }
        Ok(self.threaded(to, compose(&note)?, Vec::new(), date))
    }

    async fn dispatch(
        &self,
        letter: &NewLetter,
        notice: &Notice,
        kind: Kind,
        unsubscribe: &Unsubscribe,
    ) -> Outcome<Rendered> {
        let (account, mut now) = self.table(letter).await?;
        if kind == Kind::Turn {
            now = self.service.games().asked_of(now, &account).await?;
        }
        let Some(seat) = now.seat else {
            return Ok(Rendered::Unneeded("the recipient has no seat any more".to_owned()));
        };
        if kind == Kind::Turn && !now.game.waits_for(seat) {
            return Ok(Rendered::Unneeded("answered already".to_owned()));
        }
        let service = &self.service;
        let table = service.games().at(&now, letter.record.unwrap_or_else(|| now.game.len())).await?;
        let offer = proposals::offer(&table).await;
        let to = self.offering(letter, account, table, unsubscribe, offer).await?;
        let table = &to.table;
        let seq = table.game.len();
        let since = notice.since.min(seq.saturating_sub(1));
        let back = service.games().story(table, since.saturating_sub(AFFAIR), seq).await?;
        let news = affairs_since(&back, since);
        let last = news.iter().flatten().max_by_key(|e| e.seq);
        let date = last.map_or(table.row.updated, |e| Time::from(e.at));
        let in_force = news.iter().flatten().filter(|e| table.game.stands(e));
        let marks: Vec<Mark> = in_force.flat_map(|e| &e.lines).flat_map(|l| l.marks.clone()).collect();
        let told = passages(&table.game, &news);
        let left_out = told.len().saturating_sub(MOST_ENTRIES);
        let view = table.view();
        let about = table.game.ruleset().about();
        let score = match table.game.result() {
            Some(result) => format!("{}, with {}.", result.level, view.score.said()),
            None => format!("{}. Were it over now: {}.", view.score.said(), view.score.level),
        };
        let proof = service.register().for_letter(table.row.id, seq).await;
        let mut dispatch = Dispatch {
            kind,
            game: table.row.title.clone(),
            ruleset: about.title.to_owned(),
            seat: table.seat_name(seat).to_owned(),
            command: table.command(seat).to_owned(),
            phase: view.phase.title.clone(),
            clock: view.phase.clock.clone(),
            asks: table
                .asks()
                .into_iter()
                .map(|d| d.asks)
                .chain(cause(&back).filter(|_| table.asked_between()).map(|roll| format!("After: {roll}.")))
                .chain(words::asked_besides(table, to.reply_to.is_some()))
                .chain(words::links_wanted(table, seat).filter(|_| !to.offer.is_empty()))
                .collect(),
            standing: standing(table, &notice.kind, seat),
            entries: told.into_iter().skip(left_out).collect(),
            left_out,
            score,
            offer: to.offer.clone(),
            reply: match notice.kind {
                NoticeKind::DrawOffered | NoticeKind::TakebackAsked if !table.is_head() => String::new(),
                NoticeKind::DrawOffered if to.reply_to.is_some() => {
                    "Answer this letter with “draw accept”, or with “draw decline”.".to_owned()
                }
                NoticeKind::TakebackAsked if to.reply_to.is_some() => {
                    "Answer this letter with “takeback accept”, or with “takeback decline”.".to_owned()
                }
                _ => String::new(),
            },
            short: if to.reply_to.is_some() { short(table.row.id) } else { String::new() },
            picture: self.maps.is_some(),
            time: own_clock(&now, &to.account).unwrap_or_default(),
            position: position(&view),
            link: to.link.clone(),
            log: service.url(&format!("{}/log", table.href())),
            unsubscribe: to.stop.clone(),
            seq,
            head: table.game.head().to_string(),
            proof: proof.is_some(),
        };
        let mut composed = dispatch.compose().map_err(ServiceError::inside)?;
        let picture = self.picture(table, (marks, to.offer.piece.as_ref()), room_beside(&composed)).await;
        if dispatch.picture && picture.is_none() {
            dispatch.picture = false;
            composed = dispatch.compose().map_err(ServiceError::inside)?;
        }
        let images = picture.into_iter().map(|png| Image { cid: "map".to_owned(), png }).collect();
        Ok(with_files(self.threaded(&to, composed, images, date), proof))
    }

    /// Whom a letter of a game is for, and the game as it stands now.
    async fn table(&self, letter: &NewLetter) -> Outcome<(Account, Table)> {
        let gone = || ServiceError::inside(anyhow::anyhow!("a letter of a game without game or account is queued"));
        let game = letter.game.ok_or_else(gone)?;
        let account = self.service.store.accounts().get(letter.account.ok_or_else(gone)?).await?.ok_or_else(gone)?;
        let of = GameAddress { id: game, seat: seat_of(letter) };
        let table = self.service.games().table(&of.to_string(), Some(&account)).await?;
        Ok((account, table))
    }

    /// The map with the changes and the piece that is asked about, of so many bytes where that can be. A letter without it is better than none.
    async fn picture(&self, table: &Table, on: (Vec<Mark>, Option<&String>), light: usize) -> Option<Vec<u8>> {
        let maps = self.maps.clone()?;
        let (ruleset, view) = (table.game.ruleset().clone(), table.view());
        let overlay = Overlay { marks: on.0, selected: on.1.into_iter().cloned().collect(), ..Overlay::default() };
        let draw = move || maps.light_letter_png(ruleset.sheet(), &view, &overlay, PICTURE, light);
        let drawn = tokio::task::spawn_blocking(draw).await;
        match drawn {
            Ok(Ok(png)) => Some(png),
            Ok(Err(error)) => {
                tracing::error!(%error, game = %table.row.id, "the map of a letter could not be drawn");
                None
            }
            Err(error) => {
                tracing::error!(%error, game = %table.row.id, "the map of a letter could not be drawn");
                None
            }
        }
    }

    /// A letter as part of its game's conversation.
    fn threaded(&self, to: &Addressed<'_>, composed: Composed, images: Vec<Image>, date: Time) -> Rendered {
        let thread = thread_id(self.service.posting().mail_host(), to.table.row.id, &to.letter.to);
        Rendered::Letter(Box::new(Letter {
            to_name: Some(to.account.name.clone()),
            images,
            in_reply_to: Some(thread.clone()),
            references: vec![thread],
            reply_to: to.reply_to.clone(),
            ..unthreaded(to.letter, composed, Some(to.stop.clone()), date)
        }))
    }
}

/// The letter with files that go with it.
fn with_files(mut rendered: Rendered, files: impl IntoIterator<Item = File>) -> Rendered {
    if let Rendered::Letter(letter) = &mut rendered {
        letter.files.extend(files);
    }
    rendered
}

fn compose(note: &Note) -> Outcome<Composed> {
    note.compose().map_err(ServiceError::inside)
}

fn plain(letter: &NewLetter, composed: Composed, unsubscribe: Option<String>, date: Time) -> Rendered {
    Rendered::Letter(Box::new(unthreaded(letter, composed, unsubscribe, date)))
}

/// A letter that is part of no conversation.
fn unthreaded(letter: &NewLetter, composed: Composed, unsubscribe: Option<String>, date: Time) -> Letter {
    Letter {
        to: letter.to.to_string(),
        to_name: None,
        subject: composed.subject,
        text: composed.text,
        html: composed.html,
        images: Vec::new(),
        files: Vec::new(),
        message_id: letter.message_id.clone(),
        in_reply_to: None,
        references: Vec::new(),
        unsubscribe,
        reply_to: None,
        date,
        answers: false,
        expires: None,
    }
}

/// Affairs as a letter tells them, record by record.
fn passages(game: &Game, affairs: &[Vec<&Entry>]) -> Vec<Passage> {
    let mut told = Vec::new();
    for affair in affairs {
        let of = |entry: &&Entry| entry.seat.and_then(|s| game.seat(s));
        let side = affair.first().and_then(of).map(|s| s.side);
        for (i, entry) in affair.iter().enumerate().filter(|(_, e)| !e.lines.is_empty()) {
            // What was taken back is told, but is no loss.
            let gone = entry.order.is_some() && !game.stands(entry);
            let line = |l| match Told::of(l) {
                told if gone && told.tone == "loss" => Told { tone: "note", ..told },
                told => told,
            };
            told.push(Passage {
                side,
                seat: of(entry).map_or(String::new(), |s| s.name.clone()),
                order: entry.order.as_deref().map(in_short).unwrap_or_default(),
                why: if gone { "taken back".to_owned() } else { entry.standing.clone().unwrap_or_default() },
                goes_on: i > 0,
                lines: entry.lines.iter().map(line).collect(),
            });
        }
    }
    told
}

/// The seat that a letter is for.
fn seat_of(letter: &NewLetter) -> Option<SeatId> {
    serde_json::from_str::<Notice>(&letter.payload).ok().and_then(|notice| notice.seat)
}
