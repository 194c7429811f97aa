//! The page on who plays a seat: house players that stand in, coming back, and somebody else in a player's place.

use super::shell::{Shell, named, page, page_with, see_other};
use crate::service::seat_change::SeatChangeAct;
use crate::service::table::Table;
use crate::service::{ErrorKind, Outcome, ServiceError};
use crate::web::error::status;
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::web::{self, Data, Form, Path, Query, ServiceConfig};
use askama::Template;
use fieldpost_store::Time;
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes.route("/games/{id}/hands", web::get().to(show)).route("/games/{id}/hands", web::post().to(act));
}

/// A seat as the page shows it.
#[derive(Clone, Debug, Default)]
pub struct SeatChangeRow {
    /// Its number.
    pub seat: u8,
    /// `union` or `confederate`.
    pub side: &'static str,
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub player: String,
    /// Whether it is the reader's.
    pub me: bool,
    /// Where it stands, in a sentence; may be empty.
    pub says: String,
    /// Whether the reader may have a house player stand in.
    pub stand_in: bool,
    /// Whether the reader may look for somebody else.
    pub seek: bool,
    /// Whether the reader is to agree.
    pub agree: bool,
    /// Whether the reader may decline or withdraw; the words of the button, or nothing.
    pub decline: &'static str,
    /// Whether somebody can be invited.
    pub open: bool,
}

/// `/games/ID/hands`
#[derive(Template)]
#[template(path = "pages/hands.html")]
struct SeatChangePage {
    shell: Shell,
    game_href: String,
    game_title: String,
    key: String,
    rows: Vec<SeatChangeRow>,
    /// Whether a house player stands in for the reader.
    stood_in: bool,
    /// Whether the terms let house players stand in.
    allowed: bool,
    /// Why nothing can be done here; empty for a player of a game that goes on.
    closed: &'static str,
    /// The link of the invitation just made; may be empty.
    link: String,
    /// What was wrong with the last try; may be empty.
    wrong: String,
}

#[derive(Deserialize)]
struct Looking {
    invited: Option<String>,
}

async fn show(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>, looking: Query<Looking>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let path = match (who.account(), &looking.invited) {
        (Some(account), Some(key)) => state.service.seat_changes().invited_under(table.row.id, account, key).await?,
        _ => None,
    };
    let link = path.map_or_else(String::new, |path| state.service.url(&path));
    seat_change_page(&state, &who, &table, link, None).await
}

async fn seat_change_page(
    state: &AppState,
    who: &MaybeSignedIn,
    table: &Table,
    link: String,
    trouble: Option<&ServiceError>,
) -> Page {
    let closed = match (table.seat, table.over(), table.game.begun()) {
        (_, true, _) => "The game is over.",
        (_, _, false) => "The game has not begun.",
        (None, ..) => "You look on: only the players decide who plays.",
        _ => "",
    };
    let shown = SeatChangePage {
        shell: Shell::for_reader(state, who, "Who plays").await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        key: super::shell::fresh_key(),
        rows: rows(state, table, closed.is_empty()).await?,
        stood_in: table.stood_in() && !table.over(),
        allowed: table.game.clocks().is_some_and(|c| c.terms().stand_in),
        closed,
        link,
        wrong: trouble.map(ToString::to_string).unwrap_or_default(),
    };
    match trouble {
        Some(trouble) => page_with(status(trouble.kind), &shown),
        None => page(&shown),
    }
}

async fn rows(state: &AppState, table: &Table, playing: bool) -> Outcome<Vec<SeatChangeRow>> {
    let (game, now) = (&table.game, Time::now().into());
    let sought = state.service.seat_changes().sought(table).await?;
    let own_side = table.seat.and_then(|s| game.seat(s)).map(|s| s.side);
    let rows = game.seats().iter().map(|s| {
        let mut row = SeatChangeRow {
            seat: s.id.0,
            side: s.side.word(),
            name: s.name.clone(),
            player: named(&table.player(s.id)),
            me: table.seat == Some(s.id),
            ..SeatChangeRow::default()
        };
        let stood_in = game.stood_in(s.id).is_some();
        if stood_in {
            row.says = "A house player stands in.".to_owned();
        }
        let house = s.player.as_ref().is_some_and(|p| p.bot.is_some()) && !stood_in;
        if !playing || house || (!row.me && own_side == Some(s.side)) {
            return row;
        }
        let wish = sought.iter().find(|w| w.seat == s.id.0);
        let vacant = game.vacant(s.id, now);
        row.stand_in = !row.me && game.may_stand_in(s.id, now).is_ok();
        row.seek = wish.is_none() && (row.me || vacant);
        let Some(wish) = wish else {
            if vacant && !stood_in {
                row.says = if row.me { "Your time is out." } else { "Their time is out." }.to_owned();
            }
            return row;
        };
        row.agree = wish.yours && !wish.open;
        row.open = wish.open;
        row.decline = match (row.me, wish.own, wish.yours) {
            (true, true, _) => "Play on myself",
            (true, false, _) => "",
            (false, true, true) => "Decline",
            (false, ..) => "Look for nobody any more",
        };
        row.says = match (row.me, wish.open, wish.own) {
            (true, true, true) | (false, true, _) => "All have agreed: somebody else may be invited.",
            (true, true, false) => {
                "Your time is out, and the other side looks for somebody. Play on, and nobody is looked for any more."
            }
            (true, false, _) if table.has_commands() => {
                "You have asked to be replaced. The other side has not answered yet."
            }
            (true, false, _) => "You have asked to be replaced. Your opponent has not answered yet.",
            (false, false, _) => "They ask that somebody else play on in their place.",
        }
        .to_owned();
        row
    });
    Ok(rows.collect())
}

#[derive(Deserialize)]
struct Acting {
    #[serde(rename = "do")]
    what: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    key: String,
}

fn wanted(form: &Acting) -> Outcome<SeatChangeAct> {
    let seat = || form.seat.parse::<u8>().map_err(|_| ServiceError::malformed("The form names no seat."));
    Ok(match form.what.as_str() {
        "stand-in" => SeatChangeAct::StandIn { seat: seat()? },
        "back" => SeatChangeAct::Back,
        "seek" => SeatChangeAct::Seek { seat: seat()? },
        "agree" => SeatChangeAct::Agree { seat: seat()? },
        "decline" => SeatChangeAct::Decline { seat: seat()? },
        "invite" => SeatChangeAct::Invite { seat: seat()?, to: Some(form.to.clone()).filter(|t| !t.trim().is_empty()) },
        _ => return Err(ServiceError::malformed("The form does not say what to do about who plays.")),
    })
}

async fn act(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Acting>) -> Page {
    // One key serves all forms of a page: with what it is about, each has its own.
    let stamp = fieldpost_store::Hash32::of(format!("{}\n{}\n{}", form.what, form.seat, form.to).as_bytes());
    let key = (!form.key.is_empty()).then(|| format!("{}.{}", form.key, &stamp.to_string()[..16]));
    let done = match wanted(&form) {
        Ok(act) => state.service.seat_changes().act(&game, &me.account, act, key.clone()).await,
        Err(trouble) => Err(trouble),
    };
    match (done, key) {
        (Ok(done), Some(key)) if done.invitation.is_some() => see_other(format!("/games/{game}/hands?invited={key}")),
        (Ok(done), _) if done.receipt.is_some() => see_other(format!("/games/{game}")),
        (Ok(_), _) => see_other(format!("/games/{game}/hands")),
        // What can be mended on the page is said on the page.
        (Err(trouble), _)
            if matches!(trouble.kind, ErrorKind::Malformed | ErrorKind::Conflict | ErrorKind::Forbidden) =>
        {
            let who = MaybeSignedIn(Some(me));
            let table = state.service.games().table(&game, who.account()).await?;
            seat_change_page(&state, &who, &table, String::new(), Some(&trouble)).await
        }
        (Err(trouble), _) => Err(trouble.into()),
    }
}
