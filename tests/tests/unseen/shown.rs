//! Everything of a game that can be looked at, read from the sources: each GET route of it is asked, or left out with a reason.

use crate::worlds::{Person, Sent, World};
use reqwest::Method;
use std::collections::BTreeSet;
use std::path::Path;

/// What is asked of each game; `{n}` is a record.
const ASKED: [(&str, &str); 47] = [
    // Of a game that goes on, the archive has nothing, and says so.
    ("/archive/{id}", ""),
    ("/archive/{id}/file", ""),
    ("/archive/{id}/notes", ""),
    ("/archive/{id}/report", ""),
    ("/archive/{id}/text", ""),
    ("/embed/{id}/{seq}", "{n}"),
    ("/games/{id}", ""),
    ("/games/{id}", "?piece=200&all=1"),
    ("/games/{id}", "?piece=196&all=1"),
    ("/games/{id}", "?overlay=sight"),
    ("/games/{id}", "?overlay=reach&piece=196"),
    ("/games/{id}/chronicle", ""),
    ("/games/{id}/clock", ""),
    ("/games/{id}/dice", ""),
    ("/games/{id}/draw", ""),
    ("/games/{id}/entry", ""),
    ("/games/{id}/hands", ""),
    ("/games/{id}/head", ""),
    ("/games/{id}/join", ""),
    ("/games/{id}/log", ""),
    ("/games/{id}/map", ""),
    ("/games/{id}/map", "?view=5,5,2&overlay=sight&piece=196"),
    ("/games/{id}/notes", ""),
    ("/games/{id}/picture", ""),
    ("/games/{id}/plan", ""),
    ("/games/{id}/plan", "?piece=200&all=1"),
    ("/games/{id}/queue", ""),
    ("/games/{id}/records/{seq}", "{n}"),
    ("/games/{id}/replay", ""),
    ("/games/{id}/replay/{seq}", "{n}"),
    ("/games/{id}/replay/{seq}", "2?eyes=1"),
    ("/games/{id}/resign", ""),
    ("/games/{id}/rules", ""),
    ("/games/{id}/sealed", ""),
    ("/games/{id}/standing", ""),
    ("/games/{id}/standing/form", ""),
    ("/games/{id}/takeback", ""),
    ("/games/{id}/talk", ""),
    ("/api/games/{game}", ""),
    ("/api/games/{game}/compose", ""),
    ("/api/games/{game}/overlays", ""),
    ("/api/games/{game}/overlays/{overlay}", "sight"),
    ("/api/games/{game}/overlays/{overlay}", "zones"),
    ("/api/games/{game}/overlays/{overlay}", "reach?piece=196"),
    ("/api/games/{game}/overlays/{overlay}", "reach?piece=396"),
    ("/api/games/{game}/menu", ""),
    ("/api/games/{game}/menu", "?piece=200"),
];
const ASKED_BY_PROGRAMS: [(&str, &str); 19] = [
    ("/api/archive/{game}", ""),
    ("/api/archive/{game}/text", ""),
    ("/api/games/{game}/chronicle", ""),
    ("/api/games/{game}/clock", ""),
    ("/api/games/{game}/dice", ""),
    ("/api/games/{game}/draft", ""),
    ("/api/games/{game}/hands", ""),
    ("/api/games/{game}/log", ""),
    ("/api/games/{game}/messages", ""),
    ("/api/games/{game}/notes", ""),
    ("/api/games/{game}/positions/{seq}", "{n}"),
    ("/api/games/{game}/queue", ""),
    ("/api/games/{game}/records/{seq}", "{n}"),
    ("/api/games/{game}/rules", ""),
    ("/api/games/{game}/silence", ""),
    ("/api/games/{game}/standing", ""),
    ("/api/games/{game}/takeback", ""),
    ("/api/games/{game}/talk", ""),
    ("/api/games/{game}", "?"),
];
/// Lists in which games stand, and pages with a word about them.
const LISTS: [&str; 10] = [
    "/",
    "/account/notices",
    "/api/archive",
    "/api/games/next",
    "/api/games?list=mine",
    "/api/games?list=running",
    "/archive",
    "/games",
    "/games/next",
    "/lobby",
];
/// Routes that are not of one game, and why they need not be asked here.
const LEFT_OUT: [(&str, &str); 37] = [
    ("/account", "the reader's own data"),
    ("/account/calendar", "the reader's own data"),
    ("/api", "a page for programmers, the same for all"),
    ("/api/invitations/{token}", "before a game begins"),
    ("/api/me", "the reader's own data"),
    ("/api/me/calendar", "the reader's own data"),
    ("/api/openapi.json", "the same for all"),
    ("/api/rulesets", "the same for all"),
    ("/auditing", "the same for all"),
    ("/dice-key", "the same for all: the key never leaves the browser"),
    ("/games/new", "no game"),
    ("/join/{token}", "before a game begins"),
    ("/mailbox", "the host's alone, and not with a mail server"),
    ("/mailbox/{id}", "as the list of the mailbox"),
    ("/mailbox/{id}/html", "as the list of the mailbox"),
    ("/mailbox/{id}/raw", "as the list of the mailbox"),
    ("/maps/{digest}.svg", "the ground without pieces"),
    ("/players/{id}", "finished games alone"),
    ("/programs", "the same for all"),
    ("/api/games/{game}/log/{seq}/proof", "hashes of public records, and where they stand among those of other games"),
    ("/api/register", "the same for all"),
    ("/enter", "the form for a game from elsewhere, the same for all"),
    ("/games/{id}/log/{seq}/proof", "hashes of public records, and where they stand among those of other games"),
    ("/register", "the same for all"),
    ("/register/checkpoint", "the same for all"),
    ("/register/consistency/{old}/{new}", "the same for all"),
    ("/register/heads/{size}", "the same for all"),
    ("/register/key", "the same for all"),
    ("/register/tile/{tile:.*}", "the same for all"),
    ("/rulesets/{id}", "the same for all"),
    ("/rulesets/{id}/charts", "the same for all"),
    ("/rulesets/{id}/lessons/{lesson}/letter/{step}", "a lesson is no game, and the same for all"),
    ("/rulesets/{id}/lessons/{lesson}/{step}", "a lesson is no game, and the same for all"),
    ("/rulesets/{id}/rules", "the same for all"),
    ("/sign-in", "no game"),
    ("/sign-in/{token}", "no game"),
    ("/verify", "the same for all"),
];
/// The same, of which a test of their own asks.
const ELSEWHERE: [&str; 2] = ["/feeds/{token}", "/unsubscribe/{link}"];

/// Looks at everything as somebody; what was asked and what came of it.
pub async fn all(world: &World, who: &Person, records: u64) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    let some = [2, records / 2, records];
    let (pages, programs) = (ASKED.iter(), ASKED_BY_PROGRAMS.iter());
    let mut asked: Vec<(bool, String)> = Vec::new();
    for (route, with) in pages.chain(programs) {
        let path = route.replace("{id}", &world.game).replace("{game}", &world.game);
        let program = route.starts_with("/api");
        match *with {
            "{n}" => asked.extend(some.iter().map(|n| (program, path.replace("{seq}", &n.to_string())))),
            with if path.ends_with("{seq}") => asked.push((program, path.replace("{seq}", with))),
            with => match path.strip_suffix("{overlay}") {
                Some(overlays) => asked.push((program, format!("{overlays}{with}"))),
                None => asked.push((program, path + with)),
            },
        }
    }
    asked.extend(LISTS.iter().map(|list| (list.starts_with("/api"), (*list).to_owned())));
    asked.push((false, world.feed().to_owned()));
    for (program, path) in asked {
        let answer = world.ask(who, program, Method::GET, &path, Sent::Nothing).await;
        assert!(!answer.status.is_server_error(), "{path}: {answer:?}");
        shown.push(match path.contains("/records/") {
            true => (path, format!("{}\n\n{}", answer.status, without_its_own_clock(answer.body))),
            false => (path, format!("{}\n{}\n\n{}", answer.status, answer.headers, answer.body)),
        });
    }
    shown
}

/// A record laid out without what goes by its own clock: one's own letters, which are compared as letters once they are sent, and which head of the
/// register is over it by now.
fn without_its_own_clock(body: String) -> String {
    let cuts = [("\"letters\":", "\"judgements\":"), ("id=\"letters\"", "id=\"ruling-h\"")];
    cuts.iter().fold(body, |body, (from, to)| match (body.find(from), body.find(to)) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &body[..from], &body[to..]),
        _ => body,
    })
}

fn sources(folder: &Path, found: &mut Vec<(bool, String)>) {
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            let text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
            let api = path.components().any(|c| c.as_os_str() == "api") && !text.contains("mod document;");
            found.push((api, text));
        }
    }
}

/// The addresses that answer GET, as the sources name them.
fn readable() -> BTreeSet<String> {
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../app/src/web"), &mut texts);
    let mut found = BTreeSet::new();
    for (api, text) in texts {
        for piece in text.split(".route(\"").skip(1) {
            let Some((address, rest)) = piece.split_once('"') else { continue };
            if rest.trim_start_matches(", ").starts_with("web::get()") {
                found.insert(address.to_owned());
            }
        }
        for piece in text.split("resource(\"").skip(1) {
            let Some((address, rest)) = piece.split_once('"') else { continue };
            if rest.starts_with(").get(") {
                found.insert(format!("{}{address}", if api || address == "/openapi.json" { "/api" } else { "" }));
            }
        }
    }
    found
}

#[test]
fn every_address_that_shows_something_of_a_game_is_looked_at() {
    let mut known: BTreeSet<String> = BTreeSet::new();
    known.extend(ASKED.iter().chain(&ASKED_BY_PROGRAMS).map(|(route, _)| (*route).to_owned()));
    known.extend(LISTS.iter().map(|l| l.split('?').next().unwrap_or_default().to_owned()));
    known.extend(LEFT_OUT.iter().map(|(route, _)| (*route).to_owned()));
    known.extend(ELSEWHERE.map(str::to_owned));
    let found: BTreeSet<String> = readable()
        .into_iter()
        .filter(|r| !r.starts_with("/static") && r != "/favicon.ico" && r != "/robots.txt")
        .collect();
    assert!(found.len() > 50, "{found:?}");
    let unknown: Vec<_> = found.difference(&known).collect();
    assert!(unknown.is_empty(), "look at these, or say why not: {unknown:?}");
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "these are no addresses any more: {gone:?}");
}
