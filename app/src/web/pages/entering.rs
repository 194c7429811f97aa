//! `/enter` and `/games/ID/entry`: games that were played on a table, entered by an umpire. All of it works as plain forms, and nothing that was
//! typed is lost.

use super::shell::{Shell, page_with, see_other};
use crate::service::entering::{Asked, Entered, unreadable};
use crate::service::{Outcome, ServiceError};
use crate::told::turn_title;
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use domain::referee::{Left, Registry, Transcript};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/enter", web::get().to(ask))
        .route("/enter", web::post().to(begin))
        .route("/games/{id}/entry", web::get().to(show))
        .route("/games/{id}/entry", web::post().to(enter));
}

/// `/enter`
#[derive(Template)]
#[template(path = "pages/enter.html")]
struct BeginPage {
    shell: Shell,
    /// Scenarios that can be chosen: `ruleset/scenario`, and what it is called.
    scenarios: Vec<(String, String)>,
    /// What the games are called that cannot be entered; may be empty.
    left_out: String,
    sent: Begin,
    wrong: String,
}

#[derive(Clone, Default, Deserialize)]
struct Begin {
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    union: String,
    #[serde(default)]
    confederate: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    played: String,
    #[serde(default)]
    text: String,
}

impl Begin {
    /// The headers and the lines as one text.
    fn transcript(&self, umpire: &str) -> String {
        // Whoever pastes a whole game brings its headers along.
        let has_headers = self.text.lines().any(|l| l.trim_start().to_ascii_lowercase().starts_with("game:"));
        if has_headers {
            return self.text.clone();
        }
        let (game, scenario) = self.scenario.split_once('/').unwrap_or((&self.scenario, ""));
        let one = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
        // In one line, so that the numbers of the lines that follow are off by a known count.
        let heads = [
            format!("Game: {}", one(game)),
            format!("Scenario: {}", one(scenario)),
            format!("Title: {}", one(&self.title)),
            format!("Player Union: {}", one(&self.union)),
            format!("Player Confederate: {}", one(&self.confederate)),
            format!("Umpire: {}", one(umpire)),
            format!("Played: {}", one(&self.played)),
        ];
        format!("{}\n{}", heads.join("\n"), self.text)
    }

    /// Lines that stand before the text in what is read.
    fn before(&self, whole: &str) -> usize {
        whole.lines().count().saturating_sub(self.text.lines().count())
    }
}

async fn ask(state: Data<AppState>, me: SignedIn) -> Page {
    begin_page(&state, me, Begin::default(), None).await
}

async fn begin_page(state: &AppState, me: SignedIn, sent: Begin, trouble: Option<&ServiceError>) -> Page {
    let who = MaybeSignedIn(Some(me));
    let shown = BeginPage {
        shell: Shell::for_reader(state, &who, "Enter a game").await?.here("games"),
        scenarios: scenarios(&state.service.registry),
        left_out: left_out(&state.service.registry),
        sent,
        wrong: trouble.map(ToString::to_string).unwrap_or_default(),
    };
    page_with(trouble.map_or(StatusCode::OK, |t| status(t.kind)), &shown)
}

/// Scenarios for two, of rulebooks whose games hide nothing in their log.
fn scenarios(registry: &Registry) -> Vec<(String, String)> {
    let open = registry.all().iter().filter(|r| r.second_format().is_none());
    open.flat_map(|r| {
        let about = r.about();
        let two = about.scenarios.iter().filter(|s| s.seats.len() == 2);
        two.map(|s| (format!("{}/{}", about.id, s.id), format!("{}: {}", about.title, s.title)))
    })
    .collect()
}

/// The titles of the others, as in a sentence.
fn left_out(registry: &Registry) -> String {
    let secret = registry.all().iter().filter(|r| r.second_format().is_some());
    secret.map(|r| r.about().title).collect::<Vec<_>>().join(" and ")
}

async fn begin(state: Data<AppState>, me: SignedIn, sent: Form<Begin>) -> Page {
    let sent = sent.into_inner();
    let whole = sent.transcript(&me.account.name);
    let before = sent.before(&whole);
    let read = Transcript::read(&state.service.registry, &whole).map_err(|mut faults| {
        faults.iter_mut().for_each(|f| f.line = f.line.saturating_sub(before));
        unreadable(&faults)
    });
    let begun = match read {
        Ok(mut transcript) => {
            for line in &mut transcript.lines {
                line.number = line.number.saturating_sub(before);
            }
            state.service.entering().begin(&me.account, &transcript).await
        }
        Err(trouble) => Err(trouble),
    };
    match begun {
        Ok((id, entered)) if entered.left.is_empty() && entered.game.result().is_some() => {
            see_other(format!("/games/{id}"))
        }
        Ok((id, entered)) if entered.left.is_empty() => see_other(format!("/games/{id}/entry")),
        Ok((id, entered)) => {
            let rest = rest_of(&sent.text, entered.left.first());
            let drawn = Drawn { text: rest, found: Some((entered, true)), ..Drawn::default() };
            draw(&state, me, &id.to_string(), drawn).await
        }
        Err(trouble) if status(trouble.kind).is_client_error() => begin_page(&state, me, sent, Some(&trouble)).await,
        Err(trouble) => Err(trouble.into()),
    }
}

/// What of a text was not taken: from the line that was refused.
fn rest_of(text: &str, left: Option<&Left>) -> String {
    let from = left.map_or(usize::MAX, |l| l.number.saturating_sub(1));
    text.lines().skip(from).collect::<Vec<_>>().join("\n")
}

/// The orders in force of a turn.
struct TurnLines {
    title: String,
    /// Whether they are looked at: those of the order that is corrected, else the last.
    open: bool,
    lines: Vec<Line>,
}

/// An order in force, as the page lists it.
struct Line {
    record: u64,
    text: String,
    here: bool,
}

/// What is told of lines: how many were taken, and which were not.
struct Report {
    taken: usize,
    again: usize,
    otherwise: Vec<String>,
    /// What was not taken: of a block the first line, of a correction the lines that were in force.
    left: Vec<Left>,
    /// The lines of a correction itself that were not taken.
    refused: Vec<Left>,
    untried: usize,
    undone: u32,
    /// Whether it is in the log.
    kept: bool,
}

/// `/games/ID/entry`
#[derive(Template)]
#[template(path = "pages/entry.html")]
struct EntryPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    head: String,
    in_force: usize,
    turns: Vec<TurnLines>,
    asked: String,
    /// Set when the rules say that the game is over, and only the last word is missing.
    over: Option<String>,
    /// The order that is being corrected.
    correcting: Option<u64>,
    text: String,
    reason: String,
    wrong: String,
    told: Option<Report>,
}

impl EntryPage {
    /// Whether the correction that was tried would leave nothing in the place of the old order.
    fn takes_out(&self) -> bool {
        let nothing = |told: &Report| told.taken == 0 && (self.text.trim().is_empty() || !told.refused.is_empty());
        self.told.as_ref().is_some_and(nothing)
    }

    /// Whether a correction was tried that the referee does not take.
    fn is_refused(&self) -> bool {
        self.told.as_ref().is_some_and(|told| !told.kept && !told.refused.is_empty())
    }
}

#[derive(Deserialize)]
struct Looking {
    correct: Option<u64>,
}

#[derive(Default)]
struct Drawn {
    correcting: Option<u64>,
    text: String,
    reason: String,
    found: Option<(Entered, bool)>,
    trouble: Option<ServiceError>,
}

async fn show(state: Data<AppState>, me: SignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let mut drawn = Drawn { correcting: looking.correct, ..Drawn::default() };
    if let Some(record) = looking.correct {
        let lines = state.service.entering().lines(&game, &me.account).await?;
        let line = lines.into_iter().find(|(seq, ..)| *seq == record);
        let unknown = || {
            ServiceError::unknown(format!("Record {record} is no order in force.")).legal("Choose one of those listed.")
        };
        drawn.text = line.ok_or_else(unknown)?.2;
    }
    draw(&state, me, &game, drawn).await
}

#[derive(Deserialize)]
struct Sent {
    #[serde(default)]
    text: String,
    #[serde(default)]
    seen: String,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    record: String,
    #[serde(rename = "do", default)]
    button: String,
}

async fn enter(state: Data<AppState>, me: SignedIn, game: Path<String>, sent: Form<Sent>) -> Page {
    let Sent { text, seen, reason, record, button } = sent.into_inner();
    let keep = button == "enter";
    let asked = Asked { game: &game, text: &text, seen: &seen, reason: &reason, keep };
    let correcting = match record.trim() {
        "" => None,
        record => {
            let number = record.parse::<u64>();
            Some(number.map_err(|_| ServiceError::malformed("A record is named by its number."))?)
        }
    };
    let done: Outcome<Entered> = match correcting {
        Some(record) => state.service.entering().correct(&me.account, record, asked).await,
        None => state.service.entering().add(&me.account, asked).await,
    };
    match done {
        Ok(entered) if keep && entered.game.result().is_some() => see_other(format!("/games/{}", game.as_str())),
        Ok(entered) => {
            // What was not taken stays to be mended: the rest of a block, or the lines that a correction has left out.
            let left: Vec<&str> = entered.left.iter().map(|l| l.text.as_str()).collect();
            let text = match (correcting, keep) {
                (Some(_), false) | (None, false) => text,
                (Some(_), true) => left.join("\n"),
                (None, true) => rest_of(&text, entered.left.first()),
            };
            let correcting = correcting.filter(|_| !keep);
            draw(&state, me, &game, Drawn { correcting, text, reason, found: Some((entered, keep)), trouble: None })
                .await
        }
        // Nothing that was typed is lost, as long as the page can be shown to whoever typed it.
        Err(trouble)
            if [StatusCode::BAD_REQUEST, StatusCode::CONFLICT, StatusCode::UNPROCESSABLE_ENTITY]
                .contains(&status(trouble.kind)) =>
        {
            let told = ServiceError::new(trouble.kind, trouble.wrong.clone());
            let told = match &trouble.legal {
                Some(legal) => told.legal(legal.clone()),
                None => told,
            };
            match draw(&state, me, &game, Drawn { correcting, text, reason, found: None, trouble: Some(told) }).await {
                Ok(page) => Ok(page),
                Err(_) => Err(trouble.into()),
            }
        }
        Err(trouble) => Err(trouble.into()),
    }
}

/// Lines by the turns in which they were given, as far as they follow each other.
fn by_turn(lines: Vec<(u64, u32, String)>, correcting: Option<u64>) -> Vec<TurnLines> {
    let mut turns: Vec<(u32, TurnLines)> = Vec::new();
    for (record, turn, text) in lines {
        let line = Line { here: correcting == Some(record), record, text };
        match turns.last_mut().filter(|(last, _)| *last == turn) {
            Some((_, turn)) => turn.lines.push(line),
            None => turns.push((turn, TurnLines { title: turn_title(turn), open: false, lines: vec![line] })),
        }
    }
    let mut turns: Vec<TurnLines> = turns.into_iter().map(|(_, turn)| turn).collect();
    let looked_at = turns.iter().position(|turn| turn.lines.iter().any(|line| line.here));
    let open = looked_at.or(turns.len().checked_sub(1)).and_then(|at| turns.get_mut(at));
    open.into_iter().for_each(|turn| turn.open = true);
    turns
}

async fn draw(state: &AppState, me: SignedIn, game: &str, drawn: Drawn) -> Page {
    let lines = state.service.entering().lines(game, &me.account).await?;
    let table = state.service.games().table(game, Some(&me.account)).await?;
    let Drawn { correcting, text, reason, found, trouble } = drawn;
    let now = &table.game;
    let asked: Vec<String> = now
        .waiting()
        .iter()
        .map(|d| format!("{}: {}", now.seat(d.seat).map_or("", |s| s.name.as_str()), d.asks))
        .collect();
    let told = found.map(|(entered, kept)| {
        let (refused, left) = entered.left.into_iter().partition(|l| entered.undone > 0 && !l.was);
        Report {
            taken: entered.taken.iter().filter(|f| !f.was).count(),
            again: entered.taken.iter().filter(|f| f.was).count(),
            otherwise: entered.taken.iter().filter(|f| f.otherwise).map(|f| f.text.clone()).collect(),
            left,
            refused,
            untried: entered.untried,
            undone: entered.undone,
            kept,
        }
    });
    let code = match (&trouble, &told) {
        (Some(trouble), _) => status(trouble.kind),
        (None, Some(told)) if correcting.is_none() && told.undone == 0 && !told.left.is_empty() && told.taken == 0 => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        (None, Some(told)) if !told.kept && !told.refused.is_empty() => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::OK,
    };
    let who = MaybeSignedIn(Some(me));
    let shown = EntryPage {
        shell: Shell::for_reader(state, &who, "Enter orders").await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        head: now.head().to_string(),
        in_force: lines.len(),
        turns: by_turn(lines, correcting),
        asked: asked.join(" "),
        over: now.ended_by_rules(),
        correcting,
        text,
        reason,
        wrong: trouble.as_ref().map(ToString::to_string).unwrap_or_default(),
        told,
    };
    page_with(code, &shown)
}
