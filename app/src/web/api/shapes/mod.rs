//! What the API takes and gives, beside the shapes of the referee itself (view, menu, chronicle).

mod clock;
mod sealed;
mod seat_change;

pub use clock::{CalendarState, ClockRequest, ClockState, ClockTerms};
pub use sealed::{DiceAct, DiceState, GivenLinks, SealedChains};
pub use seat_change::{SeatChangeRequest, SeatChangeState, SeatPlayer};

use crate::service::lobby::pace_title;
use crate::service::table::{Holder, Row, Table};
use crate::service::takeback::{Asked, WayBack};
use fieldpost_store::{Account, Message, Remark, Talk};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An account, as its owner sees it.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// Its id.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The mail address.
    pub email: String,
    /// IANA time zone.
    pub time_zone: String,
}

impl Me {
    pub fn of(account: &Account) -> Self {
        Me {
            id: account.id.to_string(),
            name: account.name.clone(),
            email: account.email.to_string(),
            time_zone: account.time_zone.clone(),
        }
    }
}

/// The register.
#[derive(Serialize, ToSchema)]
pub struct RegisterState {
    /// True.
    pub ok: bool,
    /// Its name: the first line of its heads.
    pub origin: String,
    /// What its heads are checked with: NAME+ID+KEY.
    pub key: String,
    /// How many records the latest head is over; 0 before the first.
    pub size: u64,
    /// That head as text, with all its signatures.
    pub checkpoint: Option<String>,
    /// The witnesses that are asked.
    pub witnesses: Vec<Vouching>,
}

/// A witness.
#[derive(Serialize, ToSchema)]
pub struct Vouching {
    /// Its name.
    pub name: String,
    /// What its signatures are checked with: NAME+ID+KEY.
    pub key: String,
    /// How many records the head is over that it vouched for last; 0 for none.
    pub size: u64,
}

/// A game as lists show it.
#[derive(Serialize, ToSchema)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// The ruleset's id.
    pub ruleset: String,
    /// The revision of the ruleset it is played under.
    pub revision: u32,
    /// The scenario's id.
    pub scenario: String,
    /// The options agreed on.
    pub options: BTreeMap<String, String>,
    /// Days that each hand-over allows; 0 for no clock.
    pub pace: u32,
    /// The pace in words, or the terms of the clock.
    pub pace_title: String,
    /// Whether anybody may watch.
    pub public: bool,
    /// Whether it is played against a house player.
    pub practice: bool,
    /// `lobby`, `running` or `ended`.
    pub state: String,
    /// The game turn; 0 before the first.
    pub turn: u32,
    /// The phase in words.
    pub phase: String,
    /// How it ended, in words.
    pub result: Option<String>,
    /// The number of records in its log.
    pub length: u64,
    /// The head of its log.
    pub head: String,
    /// The seats in seat order.
    pub seats: Vec<SeatRow>,
    /// Whether it waits for the caller.
    pub waits_for_me: bool,
}

/// A seat of a game.
#[derive(Serialize, ToSchema)]
pub struct SeatRow {
    /// Its number, from 0.
    pub seat: u8,
    /// Its name: `Confederate`.
    pub name: String,
    /// `union` or `confederate`.
    pub side: String,
    /// The player's name; none for an open seat or a house player.
    pub player: Option<String>,
    /// The house player's id.
    pub bot: Option<String>,
    /// The id of the house player that stands in for the player.
    pub stand_in: Option<String>,
    /// What the referee asks of it; for its own player only.
    pub asks: Option<String>,
    /// Whether it is the caller's.
    pub mine: bool,
}

impl GameRow {
    pub fn of(row: &Row, who: Option<&Account>) -> Self {
        let me = who.map(|a| a.id);
        let seats = row.seats.iter().map(|s| SeatRow {
            seat: s.seat.0,
            name: s.name.clone(),
            side: s.side.word().to_owned(),
            player: match &s.holder {
                Holder::Player { name, .. } => Some(name.clone()),
                Holder::Open | Holder::Bot(_) => None,
            },
            bot: match &s.holder {
                Holder::Bot(bot) => Some(bot.clone()),
                Holder::Open | Holder::Player { .. } => None,
            },
            stand_in: s.stand_in.clone(),
            asks: s.asks.as_ref().filter(|_| me.is_some() && s.holder.account() == me).map(|a| a.asks.clone()),
            mine: me.is_some() && s.holder.account() == me,
        });
        GameRow {
            id: row.id.to_string(),
            title: row.title.clone(),
            ruleset: row.ruleset.clone(),
            revision: row.revision,
            scenario: row.terms.scenario.clone(),
            options: row.terms.options.clone(),
            pace: row.pace,
            pace_title: row.clock.map_or_else(|| pace_title(row.pace), |c| c.in_words()),
            public: row.public,
            practice: row.practice,
            state: row.summary.state.word().to_owned(),
            turn: row.summary.turn,
            phase: row.summary.phase.clone(),
            result: row.summary.result.clone(),
            length: row.tip.length,
            head: row.tip.head.to_string(),
            seats: seats.collect(),
            waits_for_me: me.is_some_and(|me| row.waits_for(me)),
        }
    }
}

/// A game as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct GameState {
    /// What lists show.
    #[serde(flatten)]
    pub game: GameRow,
    /// The number of the record this is the position after.
    pub seq: u64,
    /// The head of the log there: send it back as `seen` with orders.
    pub seen: String,
    /// The questions that the caller owes an answer to: kind, question, section.
    #[schema(value_type = Vec<Object>)]
    pub asks: Vec<domain::referee::Decision>,
    /// The seat that has offered a draw, by name, while the offer stands.
    pub draw_offered: Option<String>,
    /// Whether the game was brought in from a log: internally sound, its origin not shown.
    pub imported: bool,
    /// Phase, pieces, markers, tracks and score, as the caller may see them.
    #[schema(value_type = Object)]
    pub view: domain::referee::View,
}

impl GameState {
    pub fn of(table: &Table, who: Option<&Account>) -> Self {
        GameState {
            game: GameRow::of(&table.row, who),
            seq: table.game.len(),
            seen: table.game.head().to_string(),
            asks: table.asks(),
            draw_offered: table.game.draw_offered().map(|s| table.seat_name(s).to_owned()),
            imported: table.imported,
            view: table.view(),
        }
    }
}

/// A game to start.
#[derive(Deserialize, ToSchema)]
pub struct NewGame {
    /// The ruleset's id.
    pub ruleset: String,
    /// The scenario's id; the first without it.
    pub scenario: Option<String>,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The caller's seat by number; drawn for without it.
    pub seat: Option<u8>,
    /// Whether the caller plays no seat, hosts the game for others and judges its disputes.
    #[serde(default)]
    pub arbiter: bool,
    /// `invite` (the answer holds a link to pass on), `open` (anybody from the lobby, so `public` as well) or `bot:ID` (a house player).
    pub opponent: String,
    /// With `invite`: an address to write to.
    pub email: Option<String>,
    /// Days within which the players mean to answer, when they play without a clock; 0 for no hurry.
    #[serde(default)]
    pub pace: u32,
    /// The clock. Without it nobody can run out of time.
    pub clock: Option<ClockTerms>,
    /// Whether anybody may watch.
    #[serde(default)]
    pub public: bool,
    /// Words for the dice.
    #[serde(default)]
    pub phrase: String,
    /// What to call it.
    #[serde(default)]
    pub title: String,
    /// A key of the caller's own, 1 to 64 printable ASCII characters: a repeat with it starts no second game.
    pub key: String,
}

/// A game just started.
#[derive(Serialize, ToSchema)]
pub struct Started {
    /// Always true.
    pub ok: bool,
    /// The game's id.
    pub game: String,
    /// The invitation's link, when there is one to pass on.
    pub invitation: Option<String>,
}

/// Orders.
#[derive(Deserialize, ToSchema)]
pub struct Orders {
    /// The orders in notation, in order.
    pub orders: Vec<String>,
    /// A key of the caller's own, 1 to 64 printable ASCII characters. A repeat with it gets the first answer, and nothing is
    /// carried out twice.
    pub key: String,
    /// The head that the caller was looking at (`seen` of the game). When the position has changed since, nothing is carried
    /// out. Left out, the caller takes the position as it comes.
    pub seen: Option<String>,
    /// The seat they are for, by number; the caller's own without it.
    pub seat: Option<u8>,
    /// The links of sealed dice that they take. Without them such orders are refused with 409, and `links` of the answer says which: give links
    /// only for orders that take them, because the service could foresee what was given ahead.
    #[serde(default)]
    pub links: GivenLinks,
}

/// Lines of a draft.
#[derive(Deserialize, ToSchema)]
pub struct Lines {
    /// The orders in notation, in order; none clears the draft.
    pub orders: Vec<String>,
}

/// A draft.
#[derive(Serialize, ToSchema)]
pub struct DraftState {
    /// Always true.
    pub ok: bool,
    /// The lines as notation writes them.
    pub orders: Vec<String>,
    /// What they would do.
    pub story: Vec<String>,
    /// Why they are not possible any more, if so.
    pub broken: Option<String>,
    /// What may be ordered after them: as the game's menu.
    #[schema(value_type = Option<Object>)]
    pub menu: Option<domain::referee::Menu>,
}

/// Words for the dice, and a seat.
#[derive(Deserialize, Default, ToSchema)]
pub struct Joining {
    /// Words for the dice.
    #[serde(default)]
    pub phrase: String,
    /// The seat by number; the first open one without it.
    pub seat: Option<u8>,
    /// What the caller's dice are sealed with; house dice without it.
    pub sealed: Option<SealedChains>,
}

/// An invitation to make.
#[derive(Deserialize, Default, ToSchema)]
pub struct Inviting {
    /// An address to write to; only a link without it.
    pub email: Option<String>,
}

/// An invitation's link.
#[derive(Serialize, ToSchema)]
pub struct InvitationLink {
    /// Always true.
    pub ok: bool,
    /// The address to pass on.
    pub link: String,
}

/// What an invitation is to.
#[derive(Serialize, ToSchema)]
pub struct Invitation {
    /// The game.
    pub game: GameRow,
    /// The host's name.
    pub host: String,
    /// The terms as questions and answers.
    #[schema(value_type = Vec<Vec<String>>)]
    pub terms: Vec<(String, String)>,
    /// Why it cannot be accepted any more, if so.
    pub over: Option<String>,
}

/// That something was done, and to which game.
#[derive(Serialize, ToSchema)]
pub struct Done {
    /// Always true.
    pub ok: bool,
    /// The game's id.
    pub game: String,
}

/// Standing orders: one of the two.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Question to rule: a value, or `if turn >= 4: ask; rear`. Questions left out get their usual value.
    #[serde(default)]
    pub standing: Option<BTreeMap<String, String>>,
    /// Lines of notation, `retreat = if turn >= 4: ask; rear`. Questions left out stay as they are.
    #[serde(default)]
    pub lines: Option<String>,
}

/// Standing orders with what is on offer.
#[derive(Serialize, ToSchema)]
pub struct StandingState {
    /// Question to rule, as they stand.
    pub standing: BTreeMap<String, String>,
    /// The same in notation, a line for each question.
    pub notation: String,
    /// Parts that have switched themselves off: key, case, why.
    #[schema(value_type = Vec<Object>)]
    pub lapsed: Vec<domain::referee::Lapsed>,
    /// What may be answered in advance: key, title, choices, conditions, default.
    #[schema(value_type = Vec<Object>)]
    pub offers: Vec<domain::referee::StandingOffer>,
    /// What conditions may ask for: key, title, takes.
    #[schema(value_type = Vec<Object>)]
    pub conditions: Vec<domain::referee::StandingCondition>,
}

/// What standing orders would have answered.
#[derive(Serialize, ToSchema)]
pub struct StandingTried {
    /// Questions of those listed that would have been answered.
    pub answered: usize,
    /// Questions listed.
    pub of: usize,
    /// The last questions, oldest first: seq, turn, asks, keys, would (order, why), did, in_advance.
    #[schema(value_type = Vec<Object>)]
    pub past: Vec<domain::referee::TriedQuestion>,
    /// The present ones.
    #[schema(value_type = Vec<Object>)]
    pub now: Vec<domain::referee::TriedQuestion>,
}

/// Something to say.
#[derive(Deserialize, ToSchema)]
pub struct Saying {
    /// The text, at most 4,000 characters.
    pub text: String,
    /// A key of the caller's own, 1 to 64 printable ASCII characters. A repeat with it says nothing more.
    pub key: Option<String>,
    /// Whether the seats of the caller's own side alone are to get it.
    #[serde(default)]
    pub own_side: bool,
}

/// Something a player said.
#[derive(Serialize, ToSchema)]
pub struct Said {
    /// Counts up.
    pub id: i64,
    /// Who.
    pub name: String,
    /// Through which seat, where that is known.
    pub seat: Option<u8>,
    /// Whether the caller's own side alone hears it.
    pub own_side: bool,
    /// What.
    pub text: String,
    /// The number of records when it was said.
    pub record: u64,
    /// When: microseconds since 1970-01-01 UTC.
    pub at: i64,
}

impl Said {
    pub fn of(message: Message) -> Self {
        Said {
            id: message.id,
            name: message.name,
            seat: message.seat.map(|s| s.0),
            own_side: message.side.is_some(),
            text: message.text,
            record: message.record,
            at: message.at.0,
        }
    }
}

impl Said {
    pub fn talked(said: Talk, record: u64) -> Self {
        Said { id: said.id, name: said.name, seat: None, own_side: false, text: said.text, record, at: said.at.0 }
    }
}

/// A note of the caller's own.
#[derive(Serialize, ToSchema)]
pub struct RemarkRow {
    /// The record it is on.
    pub record: u64,
    /// What it says.
    pub text: String,
    /// When it was last changed: microseconds since 1970-01-01 UTC.
    pub updated: i64,
}

impl RemarkRow {
    pub fn of(note: Remark) -> Self {
        RemarkRow { record: note.record, text: note.text, updated: note.updated.0 }
    }
}

/// A note to write.
#[derive(Deserialize, ToSchema)]
pub struct NoteText {
    /// Up to 2,000 characters.
    pub text: String,
}

/// Something to say about a game that is over.
#[derive(Deserialize, ToSchema)]
pub struct TalkText {
    /// 1 to 1,000 characters.
    pub text: String,
    /// A key of the caller's own, 1 to 64 printable ASCII characters. A repeat with it says nothing more.
    pub key: Option<String>,
}

/// Whether letters of a game are wanted.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Silence {
    /// Whether the caller wants no letters about this game.
    pub silent: bool,
}

/// The game to look at next.
#[derive(Serialize, ToSchema)]
pub struct Next {
    /// The id of the game that has waited longest for the caller; none when no game waits.
    pub game: Option<String>,
}

/// About a draw.
#[derive(Deserialize, ToSchema)]
pub struct Draw {
    /// `offer`, `accept` or `decline` (one's own offer: withdraw).
    pub draw: String,
}

/// Going back to an earlier position.
#[derive(Serialize, ToSchema)]
pub struct TakebackState {
    /// The takeback that waits for an answer.
    pub asked: Option<Asked>,
    /// The records that the caller could ask to go back to, the latest first.
    pub ways: Vec<WayBack>,
}

/// About a takeback.
#[derive(Deserialize, ToSchema)]
pub struct Takeback {
    /// `offer`, `accept` or `decline` (one's own request: withdraw).
    pub takeback: String,
    /// The record to go back to. An answer may name it too: then it is about no other request.
    pub to: Option<u64>,
    /// Why, up to 300 characters.
    #[serde(default)]
    pub reason: String,
    /// With `offer`: a key of the caller's own. A repeat with it asks nothing more.
    pub key: Option<String>,
}
