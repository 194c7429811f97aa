//! A player's own notes on records, and talk about a game that is over: pages and handlers. All of it works as plain forms.

use super::shell::{Shell, named, page, page_with, see_other};
use super::table::Entry;
use crate::service::notes::{NOTE, TALK};
use crate::service::table::Table;
use crate::service::{ErrorKind, Outcome, ServiceError};
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use crate::when::ago;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use fieldpost_store::{Remark, Time};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/notes", web::get().to(notes))
        .route("/games/{id}/notes", web::post().to(note))
        .route("/games/{id}/talk", web::get().to(talk))
        .route("/games/{id}/talk", web::post().to(say));
}

/// Puts the reader's own notes beside the records they are on, with the way to write one.
pub fn annotate(table: &Table, entries: &mut [Entry], notes: &BTreeMap<u64, Remark>) {
    if table.seat.is_none() {
        return;
    }
    for entry in entries {
        entry.note = notes.get(&entry.seq).map_or_else(String::new, |n| n.text.clone());
        entry.note_href = format!("{}/notes?record={}#note", table.href(), entry.seq);
    }
}

/// A note as its page lists it.
struct Line {
    record: u64,
    text: String,
    when: String,
}

/// `/games/ID/notes`
#[derive(Template)]
#[template(path = "pages/notes.html")]
struct NotesPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    notes: Vec<Line>,
    /// The record that the form is about.
    record: u64,
    length: u64,
    text: String,
    most: usize,
    wrong: String,
}

/// The record that a page of notes is opened for.
#[derive(Deserialize)]
pub struct Looking {
    /// Its number.
    pub record: Option<u64>,
}

async fn notes(state: Data<AppState>, me: SignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    notes_page(&state, me, &game, looking.record, None, None).await
}

async fn notes_page(
    state: &AppState,
    me: SignedIn,
    game: &str,
    record: Option<u64>,
    typed: Option<String>,
    trouble: Option<&ServiceError>,
) -> Page {
    let table = state.service.games().table(game, Some(&me.account)).await?;
    if table.seat.is_none() {
        return Err(ServiceError::forbidden("Notes are for the players of a game.").into());
    }
    let now = Time::now();
    let notes = state.service.messages().notes(&table, Some(&me.account)).await?;
    let length = table.game.len();
    let record = record.unwrap_or(length).clamp(1, length);
    let zone = me.account.time_zone.clone();
    let who = MaybeSignedIn(Some(me));
    let shown = NotesPage {
        shell: Shell::for_reader(state, &who, "Your notes").await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        text: typed.unwrap_or_else(|| notes.get(&record).map_or_else(String::new, |n| n.text.clone())),
        notes: notes
            .into_values()
            .map(|n| Line { record: n.record, text: n.text, when: ago(n.updated, now, &zone) })
            .collect(),
        record,
        length,
        most: NOTE,
        wrong: trouble.map(ToString::to_string).unwrap_or_default(),
    };
    match trouble {
        Some(trouble) => page_with(status(trouble.kind), &shown),
        None => page(&shown),
    }
}

/// The form of a note on a record, whoever reads it.
#[derive(Deserialize)]
pub struct Noting {
    #[serde(default)]
    record: String,
    #[serde(default)]
    text: String,
    /// Takes the note away, whatever the text says.
    delete: Option<String>,
}

impl Noting {
    /// The record that it names.
    ///
    /// # Errors
    /// 400 with what would be right, where it names none.
    pub fn number(&self, right: &str) -> Outcome<u64> {
        let none = |_| ServiceError::malformed("The form names no record.").legal(right);
        self.record.trim().parse().map_err(none)
    }

    /// What is to stand there; empty where the note is taken away.
    pub fn kept(&self) -> &str {
        if self.delete.is_some() { "" } else { &self.text }
    }

    /// The page to show instead, where it was refused for what was typed: the record and the text, so that nothing is lost.
    pub fn typed(&self, trouble: &ServiceError, most: usize) -> Option<(Option<u64>, String)> {
        let mendable = matches!(trouble.kind, ErrorKind::Malformed | ErrorKind::Conflict);
        mendable.then(|| (self.record.trim().parse().ok(), self.text.chars().take(4 * most).collect()))
    }
}

async fn note(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Noting>) -> Page {
    let done = match form.number("Write the number of a record.") {
        Ok(number) => state.service.messages().note(&game, &me.account, number, form.kept()).await,
        Err(trouble) => Err(trouble),
    };
    let Err(trouble) = done else { return see_other(format!("/games/{game}/notes")) };
    match form.typed(&trouble, NOTE) {
        Some((number, text)) => notes_page(&state, me, &game, number, Some(text), Some(&trouble)).await,
        None => Err(trouble.into()),
    }
}

/// Something said, as its page shows it.
struct SaidLine {
    id: i64,
    who: String,
    when: String,
    text: String,
    /// Whether the reader may remove it.
    mine: bool,
}

/// `/games/ID/talk`
#[derive(Template)]
#[template(path = "pages/talk.html")]
struct TalkPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    over: bool,
    said: Vec<SaidLine>,
    key: String,
    text: String,
    most: usize,
    wrong: String,
}

async fn talk(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    talk_page(&state, &who, &game, String::new(), None).await
}

async fn talk_page(
    state: &AppState,
    who: &MaybeSignedIn,
    game: &str,
    text: String,
    trouble: Option<&ServiceError>,
) -> Page {
    let table = state.service.games().table(game, who.account()).await?;
    let now = Time::now();
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let me = who.account().map(|a| a.id);
    let host = me == Some(table.row.host);
    let said = state.service.messages().talk(&table).await?.into_iter().map(|t| SaidLine {
        id: t.id,
        who: named(&t.name),
        when: ago(t.at, now, zone),
        mine: t.removed.is_none() && (host || me == Some(t.account)),
        text: t.text,
    });
    let shown = TalkPage {
        shell: Shell::for_reader(state, who, "Talk about the game").await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        over: table.over(),
        said: said.collect(),
        key: super::shell::fresh_key(),
        text,
        most: TALK,
        wrong: trouble.map(ToString::to_string).unwrap_or_default(),
    };
    match trouble {
        Some(trouble) => page_with(status(trouble.kind), &shown),
        None => page(&shown),
    }
}

#[derive(Deserialize)]
struct Saying {
    #[serde(default)]
    text: String,
    #[serde(default)]
    key: String,
    /// The number of what is to be removed, instead of anything said.
    remove: Option<String>,
}

async fn say(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Saying>) -> Page {
    let Saying { text, key, remove } = form.into_inner();
    let done: Outcome<()> = match &remove {
        Some(id) => match id.parse() {
            Ok(id) => state.service.messages().unsay(&game, &me.account, id).await,
            Err(_) => Err(ServiceError::malformed("The form does not say what to remove.")),
        },
        None => state.service.messages().talk_about(&game, &me.account, &text, Some(key)).await,
    };
    match done {
        Ok(()) => see_other(format!("/games/{game}/talk#end")),
        Err(trouble) if matches!(trouble.kind, ErrorKind::Malformed | ErrorKind::Conflict | ErrorKind::TooMany) => {
            let typed = text.chars().take(4 * TALK).collect();
            talk_page(&state, &MaybeSignedIn(Some(me)), &game, typed, Some(&trouble)).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}
