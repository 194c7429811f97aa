//! What one does on the game page: orders, drafts, messages, draws and resigning.

use super::choices::odds_bars;
use super::front::Confirm;
use super::game::table_page;
use super::in_hand::Looking;
use super::sealed::{links, links_wanted};
use super::shell::{Shell, page, see_other};
use super::table::Refused;
use crate::service::play::{Drafted, Lay, Orders};
use crate::service::table::Table;
use crate::service::{ErrorKind, Outcome, ServiceError};
use crate::web::error::status;
use crate::web::{AppError, AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, Form, Path, ServiceConfig};
use domain::log::Hash32;
use domain::referee::{Draft, Line, Links, parts};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/orders", web::post().to(order))
        .route("/games/{id}/undo", web::post().to(undo))
        .route("/games/{id}/send", web::post().to(send))
        .route("/games/{id}/messages", web::post().to(say))
        .route("/games/{id}/draw", web::get().to(draw))
        .route("/games/{id}/draw", web::post().to(offer_draw))
        .route("/games/{id}/resign", web::get().to(resign))
        .route("/games/{id}/resign", web::post().to(resigned));
}

#[derive(Deserialize)]
struct Ordering {
    #[serde(default)]
    order: String,
    #[serde(default)]
    seen: String,
    #[serde(default)]
    key: String,
    /// The piece to take in hand once the order stands.
    #[serde(default)]
    then: String,
    /// Whether to ask once more before giving what cannot be taken back: so the forms of a page say where no script does it there.
    ask: Option<String>,
    /// The links of sealed dice that it takes.
    #[serde(default)]
    link_roll: String,
    #[serde(default)]
    link_handover: String,
}

/// The head a form was drawn from; none when the form does not say.
fn seen(text: &str) -> Outcome<Option<Hash32>> {
    if text.is_empty() {
        return Ok(None);
    }
    let head =
        text.parse().map_err(|_| ServiceError::malformed("The form does not say which position it was drawn from."))?;
    Ok(Some(head))
}

/// One order: taken down as a draft when it can be taken back, otherwise given together with the drafts before it.
async fn order(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Ordering>) -> Page {
    let line = form.order.trim().to_owned();
    if form.ask.is_some()
        && let Some(page) = once_more(&state, &me, &game, &line, &form).await?
    {
        return Ok(page);
    }
    // The same form sent twice is one order; another order of the same page is another.
    let key = state.service.play().key_of_line(&form.key, &line);
    let links = links(&form.link_roll, &form.link_handover)?;
    let result = give(&state, &me, &game, (vec![line], key, Lay::Out), &form.seen, links).await;
    if let Err(ServiceError { links: Some(wanted), .. }) = &result {
        let fields = [("order", &form.order), ("seen", &form.seen), ("key", &form.key), ("then", &form.then)];
        let orders = fields.map(|(name, value)| (name, value.clone())).to_vec();
        return links_wanted(&state, me, &game, ("orders", orders), (*wanted, [&form.link_roll, &form.link_handover]))
            .await;
    }
    if result.is_ok() && !form.then.is_empty() {
        return see_other(super::table::piece_href(&format!("/games/{game}"), &form.then) + "#unit");
    }
    answer(&state, me, &game, &form.order, result).await
}

/// The page that asks once more before an order that cannot be taken back is given. Nothing for one that can be, and for one that is refused.
async fn once_more(
    state: &AppState,
    me: &SignedIn,
    game: &str,
    line: &str,
    form: &Ordering,
) -> Result<Option<HttpResponse>, AppError> {
    let table = state.service.games().table(game, Some(&me.account)).await?;
    let drafted = state.service.play().draft(&table).await?;
    let why = match (table.seat, &drafted) {
        (Some(_), Some(Drafted { draft: Ok(draft), .. })) => draft.finality(line),
        (Some(seat), None) => table.game.finality(seat, line),
        _ => None,
    };
    let Some(why) = why else { return Ok(None) };
    let mut text = match (table.seat, &drafted) {
        (Some(_), Some(Drafted { draft: Ok(draft), .. })) => in_words(draft, &[], line),
        (Some(seat), _) => {
            let lines = [line.to_owned()];
            table.game.draft(seat, &lines).map_or_else(|_| Vec::new(), |draft| in_words(&draft, &draft.story, line))
        }
        _ => Vec::new(),
    };
    text.extend([line.to_owned(), why.sentence().to_owned()]);
    match drafted.map_or(0, |d| d.lines.len()) {
        0 => {}
        1 => text.push("Your order so far goes with it, and stands.".to_owned()),
        n => text.push(format!("Your {n} orders so far go with it, and stand.")),
    }
    let fields = vec![("order", line.to_owned()), ("seen", form.seen.clone()), ("key", form.key.clone())];
    let button = format!("Give it · {}", why.words());
    sure(state, me, &table, "orders", (text, fields, button)).await.map(Some)
}

/// What a line that is about to be given does, and its odds. `draft` is the position before the part of it that cannot be taken back; `story`
/// is what the parts before that do.
fn in_words(draft: &Draft, story: &[Line], line: &str) -> Vec<String> {
    let last = parts(line).last().unwrap_or(line).to_lowercase();
    let mut said: Vec<String> = story.iter().map(Line::in_short).collect();
    if let Some(choice) = draft.menu(None).choices.into_iter().find(|c| c.order.to_lowercase() == last) {
        said.push(format!("{}.", choice.label.trim_end_matches('.')));
        let odds: Vec<String> =
            odds_bars(&choice.odds).iter().map(|o| format!("{}: {}", o.plain, o.chance())).collect();
        if !odds.is_empty() {
            said.push(format!("{}.", odds.join("; ")));
        }
        said.extend(choice.note);
    }
    if said.is_empty() { said } else { vec![said.join(" ")] }
}

async fn sure(
    state: &AppState,
    me: &SignedIn,
    table: &Table,
    to: &str,
    (text, fields, button): (Vec<String>, Vec<(&'static str, String)>, String),
) -> Page {
    let who = MaybeSignedIn(Some(me.clone()));
    page(&Confirm {
        shell: Shell::for_reader(state, &who, "Are you sure?").await?.here("games"),
        heading: "Are you sure?".to_owned(),
        text,
        action: format!("{}/{to}", table.href()),
        fields,
        button,
        danger: false,
        back: table.href(),
        back_text: "Think again".to_owned(),
    })
}

async fn give(
    state: &AppState,
    me: &SignedIn,
    game: &str,
    (lines, key, lay): (Vec<String>, String, Lay),
    from: &str,
    links: Links,
) -> Outcome<()> {
    let orders = Orders { lines, key, seen: seen(from)?, seat: None, lay, links };
    state.service.play().order(game, &me.account, orders).await.map(|_| ())
}

/// Leads back to the game, or shows it with what was wrong.
async fn answer(state: &AppState, me: SignedIn, game: &str, order: &str, result: Outcome<()>) -> Page {
    let trouble = match result {
        Ok(()) => return see_other(format!("/games/{game}")),
        // What has to be mended on another page has a page of its own that leads there.
        Err(trouble) if !trouble.ways.is_empty() => return Err(AppError(trouble)),
        Err(trouble) if matches!(trouble.kind, ErrorKind::Illegal | ErrorKind::Conflict | ErrorKind::Malformed) => {
            trouble
        }
        Err(trouble) => return Err(AppError(trouble)),
    };
    let who = MaybeSignedIn(Some(me));
    let table = state.service.games().table(game, who.account()).await?;
    let text = if order.is_empty() { trouble.to_string() } else { without_line(&trouble.to_string()).to_owned() };
    let order: String = order.chars().take(80).collect();
    let refused = Refused { order, text };
    table_page(state, &who, &table, &Looking::default(), status(trouble.kind), Some(refused)).await
}

/// What is wrong with a single order, which is the last line of the drafts only to the referee.
fn without_line(text: &str) -> &str {
    let numbered = text.strip_prefix("Line ").and_then(|rest| rest.split_once(": "));
    numbered.filter(|(n, _)| n.parse::<usize>().is_ok()).map_or(text, |(_, rest)| rest)
}

#[derive(Deserialize)]
struct Undoing {
    keep: usize,
}

async fn undo(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Undoing>) -> Page {
    let result = async {
        let table = state.service.games().table(&game, Some(&me.account)).await?;
        let mut lines = state.service.play().draft(&table).await?.map(|d| d.lines).unwrap_or_default();
        lines.truncate(form.keep);
        state.service.play().set_draft(&game, &me.account, lines).await.map(|_| ())
    }
    .await;
    answer(&state, me, &game, "", result).await
}

#[derive(Deserialize)]
struct Sending {
    #[serde(default)]
    seen: String,
    key: String,
    /// As with an order.
    ask: Option<String>,
    #[serde(default)]
    link_roll: String,
    #[serde(default)]
    link_handover: String,
}

async fn send(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Sending>) -> Page {
    if form.ask.is_some() {
        let table = state.service.games().table(&game, Some(&me.account)).await?;
        let lines = state.service.play().draft(&table).await?.map(|d| d.lines).unwrap_or_default();
        let text = [lines, vec!["What is sent stands: it cannot be taken back.".to_owned()]].concat();
        let fields = vec![("seen", form.seen.clone()), ("key", form.key.clone())];
        return sure(&state, &me, &table, "send", (text, fields, "Send".to_owned())).await;
    }
    let links = links(&form.link_roll, &form.link_handover)?;
    let result = give(&state, &me, &game, (Vec::new(), form.key.clone(), Lay::Behind), &form.seen, links).await;
    if let Err(ServiceError { links: Some(wanted), .. }) = &result {
        let fields = vec![("seen", form.seen.clone()), ("key", form.key.clone())];
        return links_wanted(&state, me, &game, ("send", fields), (*wanted, [&form.link_roll, &form.link_handover]))
            .await;
    }
    answer(&state, me, &game, "", result).await
}

#[derive(Deserialize)]
struct Saying {
    text: String,
    #[serde(default)]
    key: String,
    /// Given when the writer's own side alone is to get it.
    own_side: Option<String>,
}

async fn say(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Saying>) -> Page {
    let Saying { text, key, own_side } = form.into_inner();
    // One key serves all forms of a page: with what it is about, each has its own.
    let key = (!key.is_empty()).then(|| format!("{key}.say"));
    state.service.messages().say(&game, &me.account, &text, own_side.is_some(), key).await?;
    see_other(format!("/games/{game}#messages"))
}

async fn draw(state: Data<AppState>, me: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    table.speaks_for_army()?;
    let who = MaybeSignedIn(Some(me));
    page(&Confirm {
        shell: Shell::for_reader(&state, &who, "Offer a draw").await?.here("games"),
        heading: "Offer a draw?".to_owned(),
        text: vec![format!(
            "A letter goes to {}, who may agree or decline. The offer is a record in the log and stands until it is answered.",
            table.opponent()
        )],
        action: format!("{}/draw", table.href()),
        fields: Vec::new(),
        button: "Offer a draw".to_owned(),
        danger: false,
        back: table.href(),
        back_text: "Play on".to_owned(),
    })
}

#[derive(Deserialize)]
struct Answering {
    answer: Option<String>,
}

async fn offer_draw(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Answering>) -> Page {
    match form.answer.as_deref() {
        Some("accept") => state.service.play().answer_draw(&game, &me.account, true).await?,
        Some(_) => state.service.play().answer_draw(&game, &me.account, false).await?,
        None => state.service.play().offer_draw(&game, &me.account).await?,
    };
    see_other(format!("/games/{game}"))
}

async fn resign(state: Data<AppState>, me: SignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, Some(&me.account)).await?;
    table.speaks_for_army()?;
    let side = table.seat.and_then(|seat| table.game.seat(seat)).map_or("", |s| s.side.name());
    let who = MaybeSignedIn(Some(me));
    page(&Confirm {
        shell: Shell::for_reader(&state, &who, "Resign").await?.here("games"),
        heading: "Resign the game?".to_owned(),
        text: vec![format!(
            "The {side} side would lose, and the game would be over at once. This cannot be taken back."
        )],
        action: format!("{}/resign", table.href()),
        fields: Vec::new(),
        button: "Resign".to_owned(),
        danger: true,
        back: table.href(),
        back_text: "Play on".to_owned(),
    })
}

async fn resigned(state: Data<AppState>, me: SignedIn, game: Path<String>) -> Page {
    state.service.play().resign(&game, &me.account).await?;
    see_other(format!("/games/{game}"))
}

#[cfg(test)]
mod tests {
    use super::without_line;

    #[test]
    fn a_single_order_that_is_refused_has_no_line_number() {
        assert_eq!(without_line("Line 2: §7.1: It is too far."), "§7.1: It is too far.");
        assert_eq!(without_line("Line of sight is blocked: a wood."), "Line of sight is blocked: a wood.");
    }
}
