//! `/games/ID/standing`: standing orders in plain sentences, in notation, and tried out before they are saved.
//!
//! The sentences are a form of fixed rows. A button that adds a row posts the form to `/games/ID/standing/form`, and it comes
//! back as it was with one row more; nothing is recorded there, and it does not count as sending something.

use super::shell::fresh_key;
use super::shell::{Shell, page_with, see_other};
use super::standing_form::{self, Sentence};
use crate::service::table::Table;
use crate::service::{Outcome, ServiceError};
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use domain::referee::{
    Entry, Level, Notation, SeatId, Standing, StandingCondition, Takes, TriedQuestion, Tryout, WrongRule,
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Questions listed in a try-out.
const LISTED: usize = 6;
/// A list of names longer than this is not offered for completion: hexes are typed.
const MOST_NAMES: usize = 200;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/standing", web::get().to(show))
        .route("/games/{id}/standing", web::post().to(save))
        .route("/games/{id}/standing/form", web::post().to(form))
        // Where somebody lands who opens the address of the form again.
        .route("/games/{id}/standing/form", web::get().to(show));
}

/// `/games/ID/standing`
#[derive(Template)]
#[template(path = "pages/standing.html")]
struct StandingPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    key: String,
    /// The questions as sentences.
    sentences: Vec<Sentence>,
    /// What conditions may ask for.
    conditions: Vec<StandingCondition>,
    /// Names to complete from.
    names: Vec<String>,
    /// The whole set in notation.
    text: String,
    /// Parts that are off.
    lapsed: Vec<String>,
    /// What is wrong, if something is.
    wrong: Option<String>,
    /// The question that it is about; empty for none in particular.
    wrong_in: String,
    /// Whether it was written in the box of notation.
    wrong_text: bool,
    /// The try-out, when one was asked for.
    tried: Option<Tried>,
}

/// A try-out in words.
struct Tried {
    /// "These would have answered 4 of the last 6 questions."
    summary: String,
    /// The last few, latest first.
    questions: Vec<TriedLine>,
}

/// One question of a try-out in words.
struct TriedLine {
    /// Where the record is shown; empty for the present question.
    href: String,
    /// "Turn 3".
    when: String,
    /// The question.
    asks: String,
    /// What was answered; empty while it is open.
    did: String,
    /// What would be; empty when these ask.
    would: String,
    /// Why.
    why: String,
}

#[derive(Deserialize)]
struct Looking {
    saved: Option<String>,
}

async fn show(state: Data<AppState>, me: SignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    let mine = mine(&table)?;
    let notation = table.game.standing_notation();
    let sentences = standing_form::of_standing(&notation, &mine);
    let drawn = Drawn {
        sentences,
        text: notation.write(&mine),
        in_text: false,
        wrong: None,
        tried: None,
        saved: looking.saved.is_some(),
    };
    draw(&state, me, &table, drawn).await
}

fn mine(table: &Table) -> Outcome<Standing> {
    table.standing().ok_or_else(|| ServiceError::forbidden("You have no seat in this game."))
}

/// What a reader would write to be asked again where their standing orders answered.
pub struct AskAgain {
    own: Option<(SeatId, Standing)>,
    notation: Notation,
}

impl AskAgain {
    /// Of the reader's seat, while there is something to ask.
    pub fn of(table: &Table) -> Self {
        let own = table.seat.zip(table.standing()).filter(|_| !table.over());
        AskAgain { own, notation: table.game.standing_notation() }
    }

    /// The line for a record; empty when no standing order of theirs answered there, or it asks by now.
    pub fn line(&self, entry: &Entry) -> String {
        let (Some((seat, own)), Some(key)) = (&self.own, &entry.standing_key) else { return String::new() };
        let asked = entry.seat != Some(*seat) || self.notation.offer(key).is_err() || own.get(key) == "ask";
        if asked { String::new() } else { format!("{key} = ask") }
    }
}

/// How the questions that this person is asked now would be answered unasked from the next time on, as the ruleset usually has it: the line that
/// says so, and what it means. Only of questions that they are asked whatever the circumstances.
pub fn usual(table: &Table) -> Vec<(String, &'static str)> {
    let Some((seat, own)) = table.seat.zip(table.standing()).filter(|_| !table.asks().is_empty()) else {
        return Vec::new();
    };
    let notation = table.game.standing_notation();
    let usual = |key: &'static str| {
        let offer = notation.offer(key).ok().filter(|offer| own.get(key) == "ask" && offer.default != "ask")?;
        let choice = offer.choices.iter().find(|c| c.value == offer.default)?;
        Some((format!("{key} = {}", offer.default), choice.title))
    };
    table.game.answerable(seat).into_iter().filter_map(usual).collect()
}

type Fields = Form<BTreeMap<String, String>>;

/// Records what was written.
async fn save(state: Data<AppState>, me: SignedIn, game: Path<String>, fields: Fields) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    let saved = match fields.get("then").map(String::as_str) {
        Some("game") if fields.get("did").is_some_and(|did| did == "usual") => format!("{}?did=usual", table.href()),
        Some("game") => format!("{}?did=asks", table.href()),
        _ => format!("{}/standing?saved=1", table.href()),
    };
    let level = match fields.get("do").map(String::as_str) {
        Some("ask") => Some(Level::Ask),
        Some("keen") => Some(Level::NeverAsk),
        Some("default") => Some(Level::Default),
        _ => None,
    };
    if let Some(level) = level {
        state.service.standing().set_level(&game, &me.account, level).await?;
        return see_other(saved);
    }
    let written = Written::read(&table, &fields)?;
    let result = match &written.standing {
        Ok(standing) => state.service.standing().set(&game, &me.account, standing.clone()).await.map(|_| ()),
        Err(wrong) => Err(refused(wrong)),
    };
    match result {
        Ok(()) => see_other(saved),
        Err(trouble) if status(trouble.kind) == StatusCode::BAD_REQUEST => {
            let drawn = written.drawn(Some(trouble.to_string()), None);
            draw(&state, me, &table, drawn).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

/// Gives the form back with a row more or less, or with what it would have answered. Records nothing.
async fn form(state: Data<AppState>, me: SignedIn, game: Path<String>, fields: Fields) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    let mut written = Written::read(&table, &fields)?;
    let button = fields.get("do").map_or("", String::as_str);
    if fields.get("notation").is_none() && standing_form::add_row(&mut written.sentences, button) {
        return draw(&state, me, &table, written.drawn(None, None)).await;
    }
    let tried = match &written.standing {
        Ok(standing) => state.service.standing().try_out(&table, standing).await.map(|t| (standing.clone(), t)),
        Err(wrong) => Err(refused(wrong)),
    };
    match tried {
        Ok((standing, tryout)) => {
            // Both forms show what was tried.
            let notation = table.game.standing_notation();
            written.sentences = standing_form::of_standing(&notation, &standing);
            written.text = notation.write(&standing);
            let drawn = written.drawn(None, Some(in_words(&table, &tryout)));
            draw(&state, me, &table, drawn).await
        }
        Err(trouble) if status(trouble.kind) == StatusCode::BAD_REQUEST => {
            let drawn = written.drawn(Some(trouble.to_string()), None);
            draw(&state, me, &table, drawn).await
        }
        Err(trouble) => Err(trouble.into()),
    }
}

fn refused(wrong: &WrongRule) -> ServiceError {
    ServiceError::malformed(wrong.wrong.as_str()).legal(wrong.right.as_str())
}

/// What came with a form, be it the sentences or the box of notation.
struct Written {
    sentences: Vec<Sentence>,
    text: String,
    /// Whether it came from the box.
    in_text: bool,
    standing: Result<Standing, WrongRule>,
}

impl Written {
    fn read(table: &Table, fields: &BTreeMap<String, String>) -> Outcome<Written> {
        let before = mine(table)?;
        let notation = table.game.standing_notation();
        let (sentences, text, lines) = match fields.get("notation") {
            Some(text) => (standing_form::of_standing(&notation, &before), text.clone(), text.clone()),
            None => {
                let sentences = standing_form::of_form(&notation, fields);
                let lines = standing_form::lines(&sentences);
                (sentences, notation.write(&before), lines)
            }
        };
        let standing = notation.lines(&before, &lines);
        Ok(Written { sentences, text, in_text: fields.contains_key("notation"), standing })
    }

    fn drawn(self, wrong: Option<String>, tried: Option<Tried>) -> Drawn {
        Drawn { sentences: self.sentences, text: self.text, in_text: self.in_text, wrong, tried, saved: false }
    }
}

/// What the page shows besides the game.
struct Drawn {
    sentences: Vec<Sentence>,
    text: String,
    in_text: bool,
    wrong: Option<String>,
    tried: Option<Tried>,
    saved: bool,
}

async fn draw(state: &AppState, me: SignedIn, table: &Table, drawn: Drawn) -> Page {
    let notation = table.game.standing_notation();
    let own = table.seat.zip(table.standing());
    let lapsed = own.map_or_else(Vec::new, |(seat, standing)| table.game.lapsed(seat, &standing));
    let who = MaybeSignedIn(Some(me));
    let mut shell = Shell::for_reader(state, &who, "Standing orders").await?.here("games");
    if drawn.saved {
        shell = shell.say("good", "Saved. They hold from the next order on.");
    }
    let code = if drawn.wrong.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let names = notation.conditions.iter().filter_map(|c| match &c.takes {
        Takes::Words { words, .. } if words.len() <= MOST_NAMES => Some(words.iter().map(|w| w.word.clone())),
        _ => None,
    });
    let mut names: Vec<String> = names.flatten().collect();
    names.sort();
    names.dedup();
    // A rule that is wrong names its question first.
    let wrong_in = drawn.wrong.as_deref().and_then(|w| w.split_once(": ")).map_or("", |(key, _)| key).to_owned();
    let wrong_in = if notation.offer(&wrong_in).is_ok() { wrong_in } else { String::new() };
    page_with(
        code,
        &StandingPage {
            shell,
            game_href: table.href(),
            game_title: table.row.title.clone(),
            key: fresh_key(),
            sentences: drawn.sentences,
            conditions: notation.conditions,
            names,
            text: drawn.text,
            lapsed: lapsed.iter().map(ToString::to_string).collect(),
            wrong: drawn.wrong,
            wrong_in,
            wrong_text: drawn.in_text,
            tried: drawn.tried,
        },
    )
}

fn in_words(table: &Table, tryout: &Tryout) -> Tried {
    let summary = match tryout.answered(LISTED) {
        (_, 0) => "You have not been asked anything yet that these could have answered.".to_owned(),
        (0, 1) => "These would not have answered the one question that you were asked.".to_owned(),
        (1, 1) => "These would have answered the one question that you were asked.".to_owned(),
        (answered, of) => format!("These would have answered {answered} of the last {of} questions."),
    };
    let past = tryout.past.iter().rev().take(LISTED);
    Tried { summary, questions: tryout.now.iter().chain(past).map(|q| line(table, q)).collect() }
}

fn line(table: &Table, question: &TriedQuestion) -> TriedLine {
    let turn = if question.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", question.turn) };
    let open = question.did.is_none();
    TriedLine {
        href: if open { String::new() } else { format!("{}/replay/{}", table.href(), question.seq) },
        when: if open { "Asked now".to_owned() } else { turn },
        asks: question.asks.clone(),
        did: question.did.clone().unwrap_or_default(),
        would: question.would.as_ref().map_or_else(String::new, |w| w.order.clone()),
        why: question.would.as_ref().map_or_else(String::new, |w| w.why.clone()),
    }
}
