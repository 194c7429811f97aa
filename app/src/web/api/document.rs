//! The document that describes the API, made from the handlers.

use super::{account, archive, clock, games, lobby, notes, queue, register, revisions, sealed, seat_change};
use crate::web::pages::shell::{Shell, page};
use crate::web::{AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::web::{self, Data, ServiceConfig};
use askama::Template;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Fieldpost",
        description = "Board wargames by correspondence. Make a personal token on your account page and send it as \
            `Authorization: Bearer TOKEN`. Every error is a JSON object with `ok: false`, `status`, `title`, `wrong`, and \
            where they help `legal` and `section` (of the rulebook; `rule` is the same by its number alone, as `section` is \
            everywhere else). Orders are lines of the ruleset's notation, as they stand in the menu. Places are named by the \
            id that notation has for them, as text: a hex `0714`, an area `27`."
    ),
    paths(
        account::me, lobby::rulesets, lobby::games, lobby::next, lobby::start, lobby::join, lobby::invite, lobby::invitation, lobby::accept,
        games::state_of, games::menu, games::compose, games::overlays, games::overlay, games::orders, games::draft, games::set_draft, games::log, games::chronicle,
        games::position, games::standing, games::set_standing, games::try_standing, games::messages, games::say, games::draw, games::takeback, games::change_takeback, games::resign,
        games::silence, games::set_silence,
        queue::queue, queue::set_queue, queue::try_queue,
        clock::clock, clock::act, clock::calendar, clock::set_calendar,
        seat_change::hands, seat_change::act,
        sealed::dice, sealed::act,
        revisions::rules, revisions::agree,
        register::register, register::proof,
        archive::list, archive::game, archive::text, archive::record, archive::judge,
        notes::notes, notes::note, notes::unnote, notes::talk, notes::say, notes::unsay
    ),
    tags(
        (name = "account", description = "The caller"),
        (name = "lobby", description = "Finding and starting games"),
        (name = "game", description = "Playing and reading one game"),
        (name = "archive", description = "Public games that are over"),
        (name = "register", description = "The tree over all records, and proofs")
    ),
    modifiers(&Token),
    security(("token" = []))
)]
struct Document;

struct Token;

impl Modify for Token {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        document.components.get_or_insert_default().add_security_scheme("token", scheme);
    }
}

pub(super) fn configure(routes: &mut ServiceConfig) {
    routes.service(web::resource("/openapi.json").get(document));
}

#[derive(Template)]
#[template(path = "pages/api.html")]
struct ApiPage {
    shell: Shell,
    base: String,
    groups: Vec<Group>,
}

struct Group {
    title: String,
    rows: Vec<(String, String, String)>,
}

/// The page for people who write programs: `/api`.
pub(super) async fn people(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    let document = Document::openapi();
    let mut groups: Vec<Group> = Vec::new();
    for tag in document.tags.iter().flatten() {
        let title = tag.description.clone().unwrap_or_default();
        groups.push(Group { title, rows: Vec::new() });
    }
    let names: Vec<&str> = document.tags.iter().flatten().map(|t| t.name.as_str()).collect();
    for (path, item) in &document.paths.paths {
        let methods = [("GET", &item.get), ("POST", &item.post), ("PUT", &item.put), ("DELETE", &item.delete)];
        for (method, operation) in methods.into_iter().filter_map(|(m, o)| o.as_ref().map(|o| (m, o))) {
            let tag = operation.tags.iter().flatten().next();
            let group = names.iter().position(|n| Some(*n) == tag.map(String::as_str)).unwrap_or(0);
            let row = (method.to_owned(), path.clone(), operation.summary.clone().unwrap_or_default());
            if let Some(group) = groups.get_mut(group) {
                group.rows.push(row);
            }
        }
    }
    let shell = Shell::new(&state, &who, "For programs");
    page(&ApiPage { shell, base: state.service.base_url.clone(), groups })
}

async fn document() -> HttpResponse {
    HttpResponse::Ok().json(Document::openapi())
}
