//! Sealed dice: the page on which a player makes and keeps a dice key, whose dice are sealed in a game, and the page that asks for the
//! links of an order. Everything that needs the key is done by `static/sealed.js`; the key is never sent.

use super::shell::{Shell, page, page_with, see_other};
use crate::service::sealed::SealedAct;
use crate::service::table::{Holder, Row, Table};
use crate::service::{LinksWanted, Outcome, Service, ServiceError};
use crate::web::{AppState, MaybeSignedIn, Page, SignedIn};
use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Form, Path, ServiceConfig};
use askama::Template;
use domain::dice::{LINKS, chair};
use domain::log::{HouseDiceWhy, PlayerAnchors};
use domain::referee::{AnyRuleset, Links, Sealing};
use serde::Deserialize;

/// The routes.
pub fn configure(routes: &mut ServiceConfig) {
    routes
        .route("/dice-key", web::get().to(key))
        .route("/games/{id}/sealed", web::get().to(show))
        .route("/games/{id}/sealed", web::post().to(change));
}

/// `/dice-key`
#[derive(Template)]
#[template(path = "pages/dice_key.html")]
struct KeyPage {
    shell: Shell,
}

async fn key(state: Data<AppState>, who: MaybeSignedIn) -> Page {
    page(&KeyPage { shell: Shell::for_reader(&state, &who, "Your dice key").await? })
}

/// What the script needs to know of a seat to make its links.
#[derive(Clone, Debug)]
pub struct ChainOf {
    /// The game's id.
    pub game: String,
    /// The seat's byte.
    pub chair: u8,
    /// Links in each chain.
    pub links: u32,
    /// A link of the chain for rolls that is known, or its anchor: its number, a colon, and it. By this a browser sees whether its key is the one
    /// that the dice were sealed with. Empty before they are.
    pub known: String,
}

impl ChainOf {
    /// That of a person's seat.
    fn of(table: &Table) -> Self {
        let own = table.seat.and_then(|seat| table.game.sealed_dice(seat));
        ChainOf {
            game: table.row.id.to_string(),
            chair: table.seat.and_then(|seat| table.game.seat(seat)).map_or(0, |s| s.chair),
            links: table.game.genesis().dice.links,
            known: own.map_or_else(String::new, |s| format!("{}:{}", s.given_rolls.index, s.given_rolls.link)),
        }
    }
}

/// `/games/ID/sealed`
#[derive(Template)]
#[template(path = "pages/sealed.html")]
struct SealedPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    /// Seat, player, and what is said of its dice.
    seats: Vec<(String, String, String)>,
    /// Whether the reader may seal theirs.
    may_seal: bool,
    /// Whether the reader's are sealed.
    sealed: bool,
    chain: ChainOf,
    /// The numbers of the next links that were not given.
    next_roll: u32,
    next_handover: u32,
    /// Whether the game's log is of the format that has sealed dice.
    offered: bool,
}

async fn show(state: Data<AppState>, who: MaybeSignedIn, game: Path<String>) -> Page {
    let table = state.service.games().table(&game, who.account()).await?;
    let seats = table.dice_of_seats().into_iter().map(|s| {
        let said = match s.sealed {
            None => "house dice: the service keeps the links".to_owned(),
            Some(sealed) => match sealed.rolls_ahead() {
                0 => "sealed dice: the player keeps the links, and none is given ahead".to_owned(),
                1 => "sealed dice: the player keeps the links; one roll is given ahead".to_owned(),
                n => format!("sealed dice: the player keeps the links; {n} rolls are given ahead"),
            },
        };
        (s.name, s.player, said)
    });
    let seats = seats.collect();
    let own = table.seat.and_then(|seat| table.game.sealed_dice(seat));
    page(&SealedPage {
        shell: Shell::for_reader(&state, &who, format!("Dice: {}", table.row.title)).await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        seats,
        may_seal: table.may_seal(),
        sealed: own.is_some() && !table.over(),
        chain: ChainOf::of(&table),
        next_roll: own.map_or(0, |s| s.given_rolls.index + 1),
        next_handover: own.map_or(0, |s| s.next_handover.max(s.given_handovers.index + 1)),
        offered: !table.game.is_second() && !table.game.is_testimony(),
    })
}

/// The chain of the seat that a newcomer of a game for two may take, where its dice can be sealed.
pub fn chain_to_seal(ruleset: &dyn AnyRuleset, row: &Row) -> Option<ChainOf> {
    let mut open = row.seats.iter().enumerate().filter(|(_, s)| s.holder == Holder::Open);
    let (at, seat) = open.next().filter(|_| ruleset.second_format().is_none())?;
    let before = row.seats.iter().take(at).filter(|s| s.side == seat.side).count();
    let chain =
        ChainOf { game: row.id.to_string(), chair: chair(seat.side, before), links: LINKS, known: String::new() };
    open.next().is_none().then_some(chain)
}

/// What a form says that somebody binds their chains to: the anchors for rolls and for hand-overs and the first hand-over link, with colons
/// between them. Nothing where they have not ticked that they want to.
///
/// # Errors
/// 400 where they have and the script has not filled it in.
pub fn sealing(wanted: Option<&str>, text: &str) -> Outcome<Option<Sealing>> {
    if wanted.is_none() {
        return Ok(None);
    }
    let read = || {
        let mut hashes = text.split(':').map(|hash| hash.parse().ok());
        let (player, handover, first) = (hashes.next()??, hashes.next()??, hashes.next()??);
        hashes.next().is_none().then_some(Sealing { anchors: PlayerAnchors { handover, player }, first })
    };
    let wrong = || {
        ServiceError::malformed("Your dice could not be sealed: the form came without what your dice key gives.")
            .legal("Sealing dice takes a browser with scripts. Try again, or play with house dice.")
    };
    read().map(Some).ok_or_else(wrong)
}

#[derive(Deserialize)]
struct Change {
    act: String,
    #[serde(default)]
    sealing: String,
    #[serde(default)]
    link_roll: String,
    #[serde(default)]
    link_handover: String,
    #[serde(default)]
    why: String,
}

/// Links as forms write them.
pub fn links(roll: &str, handover: &str) -> Outcome<Links> {
    Ok(Links { player: Service::read_link(roll)?, handover: Service::read_link(handover)? })
}

async fn change(state: Data<AppState>, me: SignedIn, game: Path<String>, form: Form<Change>) -> Page {
    let act = match form.act.as_str() {
        "seal" => sealing(Some(""), &form.sealing)?.map(SealedAct::Seal),
        "give" => Some(SealedAct::Give(links(&form.link_roll, &form.link_handover)?)),
        "house" => Some(SealedAct::House(match form.why.as_str() {
            "lost" => HouseDiceWhy::Lost,
            _ => HouseDiceWhy::Wish,
        })),
        _ => None,
    };
    let act = act.ok_or_else(|| {
        ServiceError::malformed("The form does not say what to do about your dice.").legal("Use the page of the game.")
    })?;
    state.service.play().sealed(&game, &me.account, act).await?;
    see_other(format!("/games/{game}/sealed"))
}

/// `/games/ID/orders` and `/games/ID/send`, where links are missing
#[derive(Template)]
#[template(path = "pages/links_wanted.html")]
struct WantedPage {
    shell: Shell,
    game_href: String,
    game_title: String,
    to: &'static str,
    fields: Vec<(&'static str, String)>,
    chain: ChainOf,
    roll: String,
    handover: String,
    /// The links that came with the orders already.
    given: [String; 2],
}

/// The page that asks for the links of orders: its script fills them in and sends the orders again.
pub async fn links_wanted(
    state: &AppState,
    me: SignedIn,
    game: &str,
    (to, fields): (&'static str, Vec<(&'static str, String)>),
    (wanted, given): (LinksWanted, [&str; 2]),
) -> Page {
    let who = MaybeSignedIn(Some(me));
    let table = state.service.games().table(game, who.account()).await?;
    let number = |n: Option<u32>| n.map_or_else(String::new, |n| n.to_string());
    let page = WantedPage {
        shell: Shell::for_reader(state, &who, "Your dice links").await?.here("games"),
        game_href: table.href(),
        game_title: table.row.title.clone(),
        to,
        fields,
        chain: ChainOf::of(&table),
        roll: number(wanted.roll),
        handover: number(wanted.handover),
        given: given.map(str::to_owned),
    };
    page_with(StatusCode::CONFLICT, &page)
}
