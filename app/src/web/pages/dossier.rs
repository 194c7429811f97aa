//! `/games/ID/records/N`: one record with all that it rests on, for whoever judges a dispute. Plain and printable.

use super::board::{Board, InHand};
use super::chronicle::record_href;
use super::cites::Cites;
use super::front::Confirm;
use super::game::card;
use super::shell::{Shell, page, see_other};
use super::table::GameCard;
use crate::service::ServiceError;
use crate::service::dossier::{Dossier, LetterThen, LinkThen, RollThen};
use crate::service::judging::Judging;
use crate::service::table::Table;
use crate::service::takeback::WayBack;
use crate::told::turn_title;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use domain::referee::Mark;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;
use std::borrow::Borrow;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/games/{id}/records/{seq}", web::get().to(show))
        .route("/games/{id}/records/{seq}", web::post().to(judge));
}

/// `/games/ID/records/N`
#[derive(Template)]
#[template(path = "pages/record.html")]
struct RecordPage {
    shell: Shell,
    game: GameCard,
    cites: Cites,
    of: Dossier,
    /// When it was made.
    at: String,
    turn: String,
    /// The position before it, where it changed anything.
    before: Option<Board>,
    after: Board,
    /// The position after it, to step through; where it is told; the record before and the next.
    replay: String,
    chronicle: String,
    api: String,
    earlier: Option<String>,
    later: Option<String>,
    /// Where the reader judges disputes of this game: what can follow.
    judges: Option<Follows>,
    /// Whether the reader has just judged.
    said: bool,
    zone: String,
}

/// What can follow from a judgement.
struct Follows {
    /// Whether the record can be said to stand: not one that was taken back.
    stands: bool,
    /// The positions that can be gone back to, the latest first.
    back: Vec<WayBack>,
    /// Why there are none, and what can be done instead.
    bars: Vec<String>,
}

impl Follows {
    /// The way back that takes no more with it than it must, and those further back.
    fn parts(&self) -> [&[WayBack]; 2] {
        let (near, far) = self.back.split_at(self.back.len().min(1));
        [near, far]
    }
}

impl RecordPage {
    /// A time in words.
    fn when(&self, millis: impl Borrow<u64>) -> String {
        moment(*millis.borrow(), &self.zone)
    }

    /// What became of a letter, and when.
    fn sent(&self, letter: &LetterThen) -> String {
        let ended = letter.ended.map(|at| moment(at, &self.zone)).unwrap_or_default();
        match letter.outcome.as_str() {
            "sent" => format!("sent {ended}"),
            "failed" => format!("given up {ended}: it could not be delivered"),
            "suppressed" => format!("not sent ({ended}): such letters are not wanted"),
            _ => "waits to be sent".to_owned(),
        }
    }

    /// What a link is called.
    fn link_name(&self, link: &LinkThen) -> String {
        match link.chain.as_str() {
            "server" => format!("s: server's link {}", link.index),
            "player" => format!("x: player's link {}", link.index),
            "reserve" => format!("x: reserve link {}", link.index),
            "handover" => format!("q: hand-over link {}", link.index),
            "private-server" => format!("s: server's private link {}", link.index),
            "private-player" => format!("x: player's private link {}", link.index),
            other => format!("{other} link {}", link.index),
        }
    }

    /// What a link hangs on.
    fn hangs(&self, link: &LinkThen) -> String {
        let what = match link.known_index {
            0 => format!("the anchor in record {}", link.known_record),
            n => format!("the value of number {n} in record {}", link.known_record),
        };
        let times = if link.hashes == 1 { "one hash".to_owned() } else { format!("{} hashes", link.hashes) };
        match link.holds {
            true => format!("{times} lead to {what}"),
            false => format!("{times} do NOT lead to {what}"),
        }
    }

    /// The bytes of a roll: hexadecimal, each with the face that it gives.
    fn bytes(&self, roll: &RollThen) -> String {
        let said = roll.bytes.iter().map(|b| match b.face {
            Some(face) => format!("{:02x} → {face}", b.byte),
            None => format!("{:02x} skipped", b.byte),
        });
        said.collect::<Vec<_>>().join(", ")
    }
}

/// A moment to the second, with its zone.
fn moment(millis: u64, zone: &str) -> String {
    let stamp = i64::try_from(millis).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok()).unwrap_or_default();
    let zone = TimeZone::get(zone).unwrap_or(TimeZone::UTC);
    stamp.to_zoned(zone).strftime("%-d %B %Y, %H:%M:%S %Z").to_string()
}

#[derive(Deserialize)]
struct Looking {
    /// Set when the reader has just judged.
    said: Option<String>,
}

async fn show(state: Data<AppState>, who: MaybeSignedIn, path: Path<(String, u64)>, looking: Query<Looking>) -> Page {
    let (game, seq) = path.into_inner();
    let games = state.service.games();
    let table = games.table(&game, who.account()).await?;
    let of = games.dossier(&table, seq).await?;
    let then = games.at(&table, seq).await?;
    let before = match changes(&of.kind) && seq > 1 {
        true => Some(drawn(&games.before(&table, seq).await?, Vec::new())),
        false => None,
    };
    let entries = games.chronicle(&table, seq - 1, seq).await?;
    let marks: Vec<Mark> = entries.iter().flat_map(|e| e.lines.iter().flat_map(|l| l.marks.iter().cloned())).collect();
    let href = table.href();
    let zone = who.account().map_or("UTC", |a| a.time_zone.as_str()).to_owned();
    let judges = match who.account() {
        Some(account) if state.service.play().judges(&table, account).await? => {
            let bars = table.bars_going_back().map_or_else(Vec::new, Vec::from);
            Some(Follows {
                stands: !of.taken_back,
                back: state.service.takebacks().ways_to_judge(&table, seq).await?,
                bars,
            })
        }
        _ => None,
    };
    let mut shell = Shell::for_reader(&state, &who, format!("{}: record {seq}", table.row.title)).await?;
    shell.here = "games";
    page(&RecordPage {
        shell,
        game: card(&table),
        cites: Cites::of(table.game.ruleset().about()),
        at: moment(of.at, &zone),
        turn: turn_title(of.turn),
        before,
        after: drawn(&then, marks),
        replay: format!("{href}/replay/{seq}"),
        chronicle: record_href(&href, seq),
        api: format!("/api{href}/records/{seq}"),
        earlier: (seq > 1).then(|| format!("{href}/records/{}", seq - 1)),
        later: (seq < of.last).then(|| format!("{href}/records/{}", seq + 1)),
        said: looking.said.is_some() && judges.is_some(),
        judges,
        zone,
        of,
    })
}

#[derive(Deserialize)]
struct Judged {
    /// Empty where the record stands.
    #[serde(default)]
    back_to: String,
    #[serde(default)]
    reason: String,
    /// The last record when the form was drawn.
    seen: Option<u64>,
    /// Set once it was asked whether that is meant.
    sure: Option<String>,
}

async fn judge(state: Data<AppState>, me: SignedIn, path: Path<(String, u64)>, form: Form<Judged>) -> Page {
    let ((game, record), Judged { back_to, reason, seen, sure }) = (path.into_inner(), form.into_inner());
    let back_to = match back_to.trim() {
        "" => None,
        number => Some(number.parse().map_err(|_| ServiceError::malformed("The record to go back to is a number."))?),
    };
    let said = Judging { record, back_to, reason, seen };
    if sure.is_none() {
        return once_more(&state, me, &game, &said).await;
    }
    state.service.play().judge(&game, &me.account, &said).await?;
    see_other(format!("/games/{game}/records/{record}?said=1#judgements"))
}

/// Asks whether a judgement is meant, as it cannot be unsaid, and says what follows from it. What would be refused is refused at once.
async fn once_more(state: &Data<AppState>, me: SignedIn, game: &str, said: &Judging) -> Page {
    let play = state.service.play();
    play.would_judge(game, &me.account, said).await?;
    let table = state.service.games().table(game, Some(&me.account)).await?;
    let Judging { record, back_to, reason, seen } = said;
    let follows = match back_to {
        None => format!("Record {record} stands, and the game goes on."),
        Some(to) => {
            let way = state.service.takebacks().way_to_judge(&table, *to).await?;
            format!(
                "The position after record {to} stands again, before {}: {}. All of that is taken back, for both sides; the dice are not rewound.",
                way.order,
                way.sum()
            )
        }
    };
    let number = |n: &Option<u64>| n.map_or_else(String::new, |n| n.to_string());
    let who = MaybeSignedIn(Some(me));
    page(&Confirm {
        shell: Shell::for_reader(state, &who, "Are you sure?").await?.here("games"),
        heading: "Are you sure?".to_owned(),
        text: vec![
            follows,
            format!("Your reason: “{}”", reason.split_whitespace().collect::<Vec<_>>().join(" ")),
            "Everybody reads it, the players get a letter, and it stays in the log. It cannot be unsaid.".to_owned(),
        ],
        action: format!("/games/{game}/records/{record}"),
        fields: vec![
            ("back_to", number(back_to)),
            ("reason", reason.clone()),
            ("seen", number(seen)),
            ("sure", "1".to_owned()),
        ],
        button: match back_to {
            None => format!("Judge that record {record} stands"),
            Some(to) => format!("Judge, and go back to record {to}"),
        },
        danger: back_to.is_some(),
        back: format!("/games/{game}/records/{record}#judgements"),
        back_text: "Not yet".to_owned(),
    })
}

/// Whether a record of that kind can change the position.
fn changes(kind: &str) -> bool {
    ["order/", "choices/", "takeback-answer/", "correction/", "judgement/", "ruling/"]
        .iter()
        .any(|k| kind.starts_with(k))
}

fn drawn(table: &Table, marks: Vec<Mark>) -> Board {
    let href = table.href();
    let hand = InHand { page: &href, parts: &href, still: true, marks, ..InHand::default() };
    Board::draw(table.game.ruleset().sheet(), &table.view(), hand)
}
