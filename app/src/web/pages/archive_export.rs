//! What of a game can be taken away: all of a finished one in one file, as text, as a report to print; and one position to stand on other people's pages.

use super::archive_game::{Head, MomentLine, NoteLine, TimeLine, head, measured, moments, note_lines, times};
use super::board::{Board, InHand};
use super::dice::{DiceLine, lines, thrower};
use super::plots::Plot;
use super::shell::{Shell, page};
use crate::service::table::Table;
use crate::service::{Outcome, ServiceError};
use crate::throws::called;
use crate::told::turn_title;
use crate::web::headers::EMBED_POLICY;
use crate::web::statics::text_of;
use crate::web::{AppError, AppState, MaybeSignedIn, Page};
use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, Bytes, Data, Path, Query, ServiceConfig};
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::referee::{Entry, Game, Mark, Moment, Story, Viewer};
use fieldpost_map::{Detail, Frame, Ground, Overlay, pieces_layer};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashMap};
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Files that are kept ready.
const KEPT: usize = 4;
/// Files that are made at the same time: each takes a core for some seconds.
static MAKING: Semaphore = Semaphore::const_new(1);
static READY: Mutex<Vec<(String, Bytes)>> = Mutex::new(Vec::new());

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/archive/{id}/file", web::get().to(file))
        .route("/archive/{id}/text", web::get().to(text))
        .route("/archive/{id}/report", web::get().to(report))
        .route("/embed/{id}/{seq}", web::get().to(embed));
}

/// What a record tells, for the file and the report.
pub struct ToldEntry {
    seq: u64,
    /// Whether something of its record stands above it already.
    rest: bool,
    side: &'static str,
    seat: String,
    order: String,
    gone: bool,
    lines: Vec<String>,
    rolls: Vec<String>,
    /// What players say of it: who, what.
    said: Vec<(String, String)>,
}

/// What a turn tells.
pub struct ToldTurn {
    title: String,
    entries: Vec<ToldEntry>,
}

/// A finished game with all that is told of it.
struct Whole {
    head: Head,
    story: Story,
    turns: Vec<ToldTurn>,
    plots: Vec<Plot>,
    dice: Vec<DiceLine>,
    times: Vec<TimeLine>,
    notes: Vec<NoteLine>,
}

async fn whole(state: &AppState, who: &MaybeSignedIn, table: &Table) -> Outcome<Whole> {
    let games = state.service.games();
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str());
    let story = games.story(table, 0, table.game.len()).await?;
    let figures = games.figures(table).await?;
    let numbers = games.overview(table).await?;
    let notes = note_lines(state, who, table).await?;
    let mut plots = super::replay::plots(&numbers, table.game.turn());
    plots.extend(measured(&figures, table.game.turn()));
    Ok(Whole {
        head: head(table, &story, &figures, zone),
        turns: turns(table, &story, &notes),
        plots,
        dice: lines(&figures.dice, |seat| thrower(table, seat)),
        times: times(table, &figures),
        notes,
        story,
    })
}

fn turns(table: &Table, entries: &[Entry], notes: &[NoteLine]) -> Vec<ToldTurn> {
    let mut turns: Vec<(u32, ToldTurn)> = Vec::new();
    let mut numbered = BTreeSet::new();
    for entry in entries {
        let seat = entry.seat.and_then(|s| table.game.seat(s));
        let faces = |roll: &domain::words::Roll| {
            let faces: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
            format!("{}: {}", called(&roll.purpose), faces.join(" "))
        };
        let first = !numbered.contains(&entry.seq);
        let told = ToldEntry {
            seq: entry.seq,
            rest: !first,
            side: seat.map_or("", |s| s.side.word()),
            seat: seat.map_or_else(String::new, |s| s.name.clone()),
            order: entry.order.clone().unwrap_or_default(),
            gone: entry.order.is_some() && !table.game.stands(entry),
            lines: entry.lines.iter().map(|l| l.text.clone()).collect(),
            rolls: entry.rolls.iter().map(faces).collect(),
            said: notes
                .iter()
                .filter(|n| first && n.record == entry.seq)
                .map(|n| (n.who.clone(), n.text.clone()))
                .collect(),
        };
        if told.lines.is_empty() && told.order.is_empty() && told.said.is_empty() {
            continue;
        }
        numbered.insert(entry.seq);
        match turns.last_mut().filter(|(turn, _)| *turn == entry.turn) {
            Some((_, turn)) => turn.entries.push(told),
            None => turns.push((entry.turn, ToldTurn { title: turn_title(entry.turn), entries: vec![told] })),
        }
    }
    turns.into_iter().map(|(_, turn)| turn).collect()
}

/// `/archive/ID/file`
#[derive(Template)]
#[template(path = "pages/archive_file.html")]
struct FilePage {
    head: Head,
    board: &'static str,
    width: u32,
    height: u32,
    view_box: String,
    turns: Vec<ToldTurn>,
    plots: Vec<Plot>,
    dice: Vec<DiceLine>,
    notes: Vec<NoteLine>,
    service: String,
    log: String,
    ground: String,
    frames: String,
    frames_digest: String,
    program: String,
    style: String,
    script: String,
}

async fn file(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.archive().table(&game, who.account()).await?;
    let notes: Vec<_> = state.service.archive().annotations(&table).await?;
    let kept = format!("{} {:?} {}", table.game.head(), notes, table.row.title);
    let kept = hex::encode(Sha256::digest(kept.as_bytes()));
    let ready = |kept: &str| {
        let all = READY.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|(key, _)| key == kept).map(|(_, file)| file.clone())
    };
    let body = match ready(&kept) {
        Some(body) => body,
        None => {
            let _one_at_a_time = MAKING.acquire().await.map_err(ServiceError::inside)?;
            match ready(&kept) {
                Some(body) => body,
                None => {
                    let body = made(&state, &table).await?;
                    let mut all = READY.lock().unwrap_or_else(PoisonError::into_inner);
                    if all.len() >= KEPT {
                        all.remove(0);
                    }
                    all.push((kept, body.clone()));
                    body
                }
            }
        }
    };
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"fieldpost-{}.html\"", table.row.id),
        ))
        .body(body))
}

/// The file itself. It is the same for everybody: times are written in UTC.
async fn made(state: &AppState, table: &Table) -> Result<Bytes, AppError> {
    let nobody = MaybeSignedIn(None);
    let whole = whole(state, &nobody, table).await?;
    let log = state.service.games().log(table).await?;
    let games = positions(state, table).await?;
    let mut marks: HashMap<u64, Vec<Mark>> = HashMap::new();
    for entry in whole.story.iter() {
        marks.entry(entry.seq).or_default().extend(entry.lines.iter().flat_map(|l| l.marks.clone()));
    }
    let ruleset = table.game.ruleset().clone();
    let viewer = table.viewer;
    let drawn = web::block(move || {
        let sheet = ruleset.sheet();
        let ground = packed(Ground::drawn(sheet, Detail::Small).svg().as_bytes());
        let frames = drawn(&games, &marks, viewer);
        let digest = hex::encode(Sha256::digest(frames.as_bytes()));
        (ground, packed(frames.as_bytes()), digest, program())
    });
    let (ground, frames, frames_digest, program) = drawn.await.map_err(ServiceError::inside)?;
    let sheet = table.game.ruleset().sheet();
    let frame = Frame::of(sheet);
    let page = FilePage {
        head: whole.head,
        board: sheet.title,
        width: frame.width as u32,
        height: frame.height as u32,
        view_box: frame.view_box(),
        turns: whole.turns,
        plots: whole.plots,
        dice: whole.dice,
        notes: whole.notes,
        service: state.service.base_url.clone(),
        log,
        ground,
        frames,
        frames_digest,
        program: program.as_str().to_owned(),
        style: style(),
        script: format!("{}\n{}", text_of("verifier.js"), text_of("archive_file.js")),
    };
    Ok(Bytes::from(page.render().map_err(AppError::from)?))
}

/// The verifier as it stands in files, packed once.
fn program() -> Arc<String> {
    static PACKED: Mutex<Option<Arc<String>>> = Mutex::new(None);
    let mut kept = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    kept.get_or_insert_with(|| Arc::new(packed(&crate::web::statics::bytes_of("verifier.wasm")))).clone()
}

/// The styles with the letters that figures on counters are measured for.
fn style() -> String {
    let font = |weight: &str, name: &str| {
        let font = STANDARD.encode(crate::web::statics::bytes_of(&format!("fonts/{name}.woff2")));
        format!(
            "@font-face {{ font-family: \"EB Garamond\"; font-weight: {weight}; src: url(\"data:font/woff2;base64,{font}\") format(\"woff2\"); }}\n"
        )
    };
    let fonts = [font("400", "EBGaramond-Regular"), font("500 700", "EBGaramond-SemiBold")].concat();
    fonts + &text_of("archive_file.css")
}

/// Compressed, in base 64.
fn packed(bytes: &[u8]) -> String {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    let packed = gzip.write_all(bytes).and_then(|()| gzip.finish());
    STANDARD.encode(packed.unwrap_or_default())
}

/// The game as it stood after each record.
async fn positions(state: &AppState, table: &Table) -> Outcome<Vec<Game>> {
    state.service.games().each(table, |game, moment| matches!(moment, Moment::Rest).then(|| game.clone())).await
}

/// The pieces after each record, with what happened in it, as JSON: parts of drawings, each once, and of which parts each drawing is made.
fn drawn(games: &[Game], marks: &HashMap<u64, Vec<Mark>>, viewer: Viewer) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut frames: Vec<Vec<usize>> = Vec::new();
    for game in games {
        let overlay = Overlay {
            marks: marks.get(&game.len()).cloned().unwrap_or_default(),
            // The outlines of places are for pointing at: there is nothing to point at here.
            kept: Some((String::new(), true)),
            ..Overlay::default()
        };
        let svg = pieces_layer(game.ruleset().sheet(), &game.view(viewer), &overlay);
        let inside = svg.split_once('>').and_then(|(_, rest)| rest.strip_suffix("</svg>")).unwrap_or_default();
        let mut frame = Vec::new();
        for part in in_parts(inside) {
            let at = known.get(part).copied().unwrap_or_else(|| {
                parts.push(part.to_owned());
                known.insert(part.to_owned(), parts.len() - 1);
                parts.len() - 1
            });
            frame.push(at);
        }
        frames.push(frame);
    }
    serde_json::json!({"frames": frames, "parts": parts}).to_string()
}

/// A drawing cut before each stack and each piece: strung together again it is the same.
fn in_parts(svg: &str) -> Vec<&str> {
    let mut cuts: Vec<usize> = ["<g class=\"stack", "<g class=\"piece", "<g class=\"marker"]
        .iter()
        .flat_map(|begin| svg.match_indices(begin).map(|(at, _)| at))
        .chain([0, svg.len()])
        .collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts.windows(2).filter_map(|pair| svg.get(*pair.first()?..*pair.last()?)).collect()
}

/// A finished game as text.
///
/// # Errors
/// When the storage fails.
pub async fn as_text(state: &AppState, table: &Table) -> Outcome<String> {
    let records = state.service.games().records(table).await?;
    let entries = state.service.games().chronicle(table, 0, table.game.len()).await?;
    Ok(crate::notation::write(&table.game, &table.row.title, &records, &entries))
}

async fn text(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.archive().table(&game, who.account()).await?;
    let text = as_text(&state, &table).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("inline; filename=\"fieldpost-{}.txt\"", table.row.id)))
        .body(text))
}

/// `/archive/ID/report`
#[derive(Template)]
#[template(path = "pages/archive_report.html")]
struct ReportPage {
    shell: Shell,
    head: Head,
    board: Board,
    moments: Vec<MomentLine>,
    /// Whether all turns are open.
    whole: bool,
    turns: Vec<ToldTurn>,
    plots: Vec<Plot>,
    dice: Vec<DiceLine>,
    times: Vec<TimeLine>,
    notes: Vec<NoteLine>,
}

#[derive(Deserialize)]
struct Asked {
    /// Whether all turns are to be open, as for paper.
    whole: Option<String>,
}

async fn report(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, asked: Query<Asked>) -> Page {
    let table = state.service.archive().table(&game, who.account()).await?;
    let whole = whole(&state, &who, &table).await?;
    let view = table.view();
    let still = InHand { page: &whole.head.game, parts: &whole.head.game, still: true, ..InHand::default() };
    let board = Board::draw(table.game.ruleset().sheet(), &view, still);
    page(&ReportPage {
        shell: Shell::for_reader(&state, &who, format!("Report: {}", whole.head.title)).await?.here("archive"),
        moments: moments(&table.game, &whole.head.game, &whole.story),
        whole: asked.whole.is_some(),
        head: whole.head,
        board,
        turns: whole.turns,
        plots: whole.plots,
        dice: whole.dice,
        times: whole.times,
        notes: whole.notes,
    })
}

/// `/embed/ID/SEQ`
#[derive(Template)]
#[template(path = "pages/embed.html")]
struct EmbedPage {
    shell: Shell,
    href: String,
    title: String,
    standing: String,
    seq: u64,
    board: Board,
}

/// A position of a public game as everybody may see it, for a frame on a page of somebody else's: nobody is signed in there.
async fn embed(state: Data<AppState>, path: Path<(String, u64)>) -> Page {
    let (game, seq) = path.into_inner();
    let table = state.service.games().table(&game, None).await?;
    if seq == 0 || seq > table.game.len() {
        return Err(ServiceError::unknown(format!("There is no record {seq}."))
            .legal(format!("The log goes from 1 to {}.", table.game.len()))
            .into());
    }
    let then = state.service.games().at(&table, seq).await?;
    let view = then.view();
    let href = state.service.url(&format!("{}/replay/{seq}", table.href()));
    let still = InHand { page: &href, parts: &href, still: true, ..InHand::default() };
    let shown = EmbedPage {
        shell: Shell { title: table.row.title.clone(), ..Shell::default() },
        title: table.row.title.clone(),
        standing: match table.row.summary.result.as_ref().filter(|_| seq == table.game.len()) {
            Some(result) => result.clone(),
            None => view.phase.title.clone(),
        },
        board: Board::draw(table.game.ruleset().sheet(), &view, still),
        href,
        seq,
    };
    let mut answer = page(&shown)?;
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(EMBED_POLICY));
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_cut_into_parts_is_the_same_strung_together() {
        let svg = "<g class=\"counters\"><g class=\"stack union\"><g class=\"piece union\">a</g></g><g class=\"piece\">b</g></g><g class=\"marker\"/>";
        let parts = in_parts(svg);
        assert_eq!(parts.concat(), svg);
        assert_eq!(parts.len(), 5);
        assert_eq!(in_parts("").concat(), "");
    }
}
