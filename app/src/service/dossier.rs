//! One record with all that it rests on, for whoever judges a dispute: what was asked and legal, what was answered in advance, each die recomputed, who
//! was told of it and when, and where the register has it. As far as the table's person may know it, and no further.

use super::judging::judgements;
use super::register::Place;
use super::table::Table;
use super::{ErrorKind, Outcome, ServiceError};
use crate::service::handles::Games;
use domain::dice::{Spelled, spelled, spelled_private};
use domain::log::seal::{SealKey, Sealed};
use domain::log::{Body, Entry as PrivateEntry, Hash32, Judgement, PrivateBody, Record, is_open};
use domain::referee::{Choice, Game, Level, SeatId, Standing, Viewer};
use fieldpost_store::{AccountId, Time, Traced};
use serde::Serialize;
use utoipa::ToSchema;

/// Legal orders listed at most; how many there were is said.
const MOST_LISTED: usize = 400;

/// A record with all that it rests on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Dossier {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// The record.
    pub record: u64,
    /// The last record of the game.
    pub last: u64,
    /// What kind of record: `order/1`.
    pub kind: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// The game turn; 0 during set-up.
    pub turn: u32,
    /// Its hash.
    pub hash: String,
    /// The hash of the record before.
    pub prev: String,
    /// Whether its hash is that of its content.
    pub chained: bool,
    /// Its content, byte for byte as it was hashed; once the game is over.
    pub body: Option<String>,
    /// Whether it was taken back, or left by a correction.
    pub taken_back: bool,
    /// What is told of it.
    pub told: Vec<Happened>,
    /// Whom the game waited for before it, and for what.
    pub owed: Vec<Owed>,
    /// What was legal then.
    pub menus: Vec<MenuThen>,
    /// Whether a menu is kept from the caller until the game is over.
    pub menus_withheld: bool,
    /// The dice, each roll with all that made it.
    pub dice: Vec<DiceThen>,
    /// Who told the dice, where they fell on a table: then nothing proves them.
    pub dice_told_by: Option<String>,
    /// What answered in advance.
    pub in_advance: Vec<InAdvance>,
    /// Who had which head before them, as the log itself shows.
    pub seen: Vec<SeenHead>,
    /// Letters that told of it; for players, and for a host who plays no seat.
    pub letters: Option<Vec<LetterThen>>,
    /// Where the register has it; nothing before a head is signed over it.
    pub register: Option<Place>,
    /// What arbiters have said of it.
    pub judgements: Vec<JudgedThen>,
}

/// What an arbiter has said of a record.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JudgedThen {
    /// The number of the judgement's own record.
    pub record: u64,
    /// When, in milliseconds of the epoch.
    pub at: u64,
    /// Who.
    pub arbiter: String,
    /// The record whose position stands again; null where it stands as it is.
    pub back_to: Option<u64>,
    /// Why.
    pub reason: String,
}

/// What is told of a record.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Happened {
    /// Whose doing, by the seat's name.
    pub seat: Option<String>,
    /// The order in notation, where the caller may read it.
    pub order: Option<String>,
    /// What followed, a sentence each.
    pub lines: Vec<Sentence>,
}

/// A sentence, with the rule behind it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// The section of the rulebook.
    pub section: Option<String>,
}

/// Whom the game waited for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Owed {
    /// The seat's name.
    pub seat: String,
    /// Who sits there now.
    pub player: String,
    /// What was asked, as the caller may know it.
    pub asks: String,
}

/// What was legal for a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MenuThen {
    /// The seat's name.
    pub seat: String,
    /// How many orders were legal.
    pub count: usize,
    /// The first of them, as the menu has them.
    pub choices: Vec<Legal>,
    /// The order of the record among all of them. Orders that are composed stand in no menu.
    pub given: Option<Legal>,
}

/// A legal order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Legal {
    /// In notation.
    pub order: String,
    /// In words.
    pub label: String,
    /// Its price, in words.
    pub cost: Option<String>,
    /// The section that allows it.
    pub section: String,
}

impl Legal {
    fn of(choice: &Choice) -> Self {
        Legal {
            order: choice.order.clone(),
            label: choice.label.clone(),
            cost: choice.cost.clone(),
            section: choice.section.to_string(),
        }
    }
}

/// Dice with all that made them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DiceThen {
    /// The seat whose chains made them; none for a roll that nobody was told.
    pub seat: Option<String>,
    /// Whether they were rolled for some eyes only.
    pub private: bool,
    /// Whether all of it holds together.
    pub sound: bool,
    /// The seat's byte in everything hashed.
    pub chair: u8,
    /// `k`: the number of the links.
    pub index: u32,
    /// `G`: the hash of the game's first record.
    pub genesis: String,
    /// The links.
    pub links: Vec<LinkThen>,
    /// The players' phrases, in seat order.
    pub phrases: Vec<String>,
    /// `P`: the hash of them, joined by line feeds.
    pub phrases_hash: String,
    /// The seed that all of this gives.
    pub seed: String,
    /// The rolls.
    pub rolls: Vec<RollThen>,
}

/// A link of a chain.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkThen {
    /// The chain, as in its tag: `server`, `player`, `handover`.
    pub chain: String,
    /// The byte of the seat whose chain it is.
    pub chair: u8,
    /// Its number.
    pub index: u32,
    /// It.
    pub value: String,
    /// The record that shows it.
    pub record: u64,
    /// The number of the value that it hangs on.
    pub known_index: u32,
    /// That value.
    pub known: String,
    /// The record that shows that.
    pub known_record: u64,
    /// How many hashes lead from one to the other.
    pub hashes: u32,
    /// Whether they do.
    pub holds: bool,
}

/// A roll, byte by byte.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RollThen {
    /// What it was for.
    pub purpose: String,
    /// How many sides each die has.
    pub sides: u8,
    /// The faces in the log.
    pub faces: Vec<u8>,
    /// The bytes of the key stream that they took.
    pub bytes: Vec<ByteThen>,
    /// Whether the bytes give these faces.
    pub holds: bool,
}

/// A byte of a key stream.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ByteThen {
    /// It.
    pub byte: u8,
    /// The face that it gives; none where it is skipped.
    pub face: Option<u8>,
}

/// What answered in advance.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InAdvance {
    /// The seat's name.
    pub seat: String,
    /// Why, in words: which standing order or queued line, and which of its cases.
    pub why: String,
    /// The standing order that it names, whole, with its conditions; where the caller may read it.
    pub rule: Option<String>,
    /// The queued orders that it was one of; where the caller may read them.
    pub plan: Option<String>,
}

/// Who had which head before them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeenHead {
    /// The seat's name.
    pub seat: String,
    /// The record that names the head.
    pub by: u64,
    /// When that was made, in milliseconds since 1970.
    pub at: u64,
    /// The record that it is the head of.
    pub record: u64,
    /// The head.
    pub head: String,
}

/// A letter that told of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LetterThen {
    /// The seat of whoever it was for; none for somebody who sits at none now.
    pub seat: Option<String>,
    /// The last record that it told of.
    pub record: u64,
    /// The head that it carried.
    pub head: Option<String>,
    /// When it was queued, in milliseconds since 1970.
    pub queued: u64,
    /// When it was sent, or given up.
    pub ended: Option<u64>,
    /// `waiting`, `sent`, `failed` or `suppressed`.
    pub outcome: String,
    /// Its Message-ID: for whoever got it, and for a host who plays no seat.
    pub message_id: Option<String>,
    /// The address that it went to: for a host who plays no seat alone.
    pub to: Option<String>,
    /// What the receiving server said: for the same.
    pub detail: Option<String>,
}

impl Games<'_> {
    /// A record of a game with all that it rests on, as the table's person may know it.
    ///
    /// # Errors
    /// 404 for a number that the game has no record of.
    pub async fn dossier(self, table: &Table, seq: u64) -> Outcome<Dossier> {
        let last = table.game.len();
        if seq == 0 || seq > last {
            return Err(ServiceError::unknown(format!("This game has no record {seq}."))
                .legal(format!("Its records are 1 to {last}.")));
        }
        let records = self.records(table).await?;
        let missing = || ServiceError::inside(anyhow::anyhow!("record {seq} is not in its log"));
        let record = usize::try_from(seq).ok().and_then(|n| records.get(n - 1)).ok_or_else(missing)?;
        let body = record.read().map_err(ServiceError::inside)?;
        let before = self.before(table, seq).await?;
        let private = self.private(table, 0).await?;
        let entries = self.chronicle(table, seq - 1, seq).await?;
        let (menus, menus_withheld) = menus(table, &before, &body);
        let name = |seat: SeatId| table.seat_name(seat).to_owned();
        let told = entries.iter().map(|entry| Happened {
            seat: entry.seat.map(name),
            order: entry.order.clone(),
            lines: entry
                .lines
                .iter()
                .map(|l| Sentence { text: l.text.clone(), section: l.section.map(|s| s.to_string()) })
                .collect(),
        });
        let in_advance = entries.iter().filter(|e| e.seq == seq).filter_map(|entry| {
            let (seat, why) = (entry.seat?, entry.standing.clone()?);
            let key = entry.standing_key.as_deref();
            let rule = key.and_then(|key| rule(table, &before.game, (&records, seq), seat, key));
            Some(InAdvance { seat: name(seat), why, rule, plan: plan(table, &private, seq) })
        });
        let owed = before.game.waiting_seats().into_iter().map(|seat| Owed {
            seat: name(seat),
            player: table.player(seat),
            asks: before.asked(seat),
        });
        Ok(Dossier {
            game: table.row.id.to_string(),
            title: table.row.title.clone(),
            record: seq,
            last,
            kind: body.kind().to_owned(),
            at: body.at().0,
            turn: table.game.turn_at(seq),
            hash: record.hash.to_string(),
            prev: record.prev.to_string(),
            chained: record.check().is_ok(),
            body: table.over().then(|| record.body.clone()),
            taken_back: !table.game.line_of_play().holds(seq),
            told: told.collect(),
            owed: owed.collect(),
            menus,
            menus_withheld,
            dice: dice(table, (&records, &private), seq),
            dice_told_by: table.game.umpire_of_testimony().map(|(umpire, _)| umpire.to_owned()),
            in_advance: in_advance.collect(),
            seen: seen(table, &records, seq),
            letters: self.letters(table, &records, seq).await?,
            register: match self.0.register().place(table, seq).await {
                Ok(place) => Some(place),
                // No head is over it yet, or this program keeps no register.
                Err(trouble) if matches!(trouble.kind, ErrorKind::Conflict | ErrorKind::Unknown) => None,
                Err(trouble) => return Err(trouble),
            },
            judgements: judgements(&records, seq)
                .into_iter()
                .map(|(record, j)| {
                    let Judgement { arbiter, at, back_to, reason, .. } = j;
                    JudgedThen { record, at: at.0, arbiter, back_to, reason }
                })
                .collect(),
        })
    }

    /// The table just before a record: after the one before it, with what was done unseen behind that.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn before(self, table: &Table, seq: u64) -> Outcome<Table> {
        self.at_letter(table, seq.saturating_sub(1), Time(i64::MAX)).await
    }

    /// The letters that told of a record: of each recipient the first that did. Of those that were sent longer ago than a week nothing is kept.
    async fn letters(self, table: &Table, records: &[Record], seq: u64) -> Outcome<Option<Vec<LetterThen>>> {
        let Some(account) = table.account else { return Ok(None) };
        let plays = table.row.seat_of(account).is_some();
        // Whoever plays is no arbiter, though they be the host: nobody learns an opponent's address.
        let judges = table.row.host == account && !plays;
        if !plays && !judges {
            return Ok(None);
        }
        // What goes on unseen may call for letters too: while it is hidden nobody learns when others got theirs.
        let all = judges || table.over() || !table.game.is_second();
        let mut told: Vec<Option<AccountId>> = Vec::new();
        let mut letters = Vec::new();
        for letter in self.0.store.outbox().told_of(table.row.id, seq).await? {
            let own = letter.account == Some(account);
            if told.contains(&letter.account) || !(own || all) {
                continue;
            }
            told.push(letter.account);
            letters.push(letter_then(table, records, letter, own, judges));
        }
        Ok(Some(letters))
    }
}

fn letter_then(table: &Table, records: &[Record], letter: Traced, own: bool, judges: bool) -> LetterThen {
    let holds = |s: &&fieldpost_store::Seat| letter.account.is_some() && s.holder.account() == letter.account;
    let seat = table.row.seats.iter().find(holds).map(|s| s.name.clone());
    let at = usize::try_from(letter.record).ok().and_then(|n| records.get(n.checked_sub(1)?));
    let millis = |time: Time| u64::try_from(time.0).unwrap_or(0);
    LetterThen {
        seat,
        record: letter.record,
        head: at.map(|r| r.hash.to_string()),
        queued: millis(letter.queued),
        ended: letter.ended.map(millis),
        outcome: letter.outcome.map_or("waiting", |o| o.word()).to_owned(),
        message_id: (own || judges).then_some(letter.message_id),
        to: judges.then(|| letter.to.to_string()),
        detail: judges.then_some(letter.detail),
    }
}

/// Whether everything that was hidden in a game is open to the table's person.
fn all_open(table: &Table) -> bool {
    table.over() && !table.stopped && table.viewer == Viewer::Everyone
}

/// What was legal for whoever gave the order of a record; and whether there is a menu that is kept back.
fn menus(table: &Table, before: &Table, body: &Body) -> (Vec<MenuThen>, bool) {
    let given: Vec<(SeatId, Option<&str>)> = match body {
        Body::Order(order) => vec![(order.seat, Some(order.order.as_str()))],
        Body::OrderSecond(order) => vec![(order.seat, Some(order.order.as_str()))],
        Body::OrderTold(order) => vec![(order.seat, Some(order.order.as_str()))],
        Body::Choices(choices) => choices.choices.iter().map(|c| (c.seat, Some(c.order.as_str()))).collect(),
        Body::Choice(choice) => vec![(choice.seat, None)],
        _ => return (Vec::new(), false),
    };
    let secret = table.game.is_second();
    let known = |seat: SeatId| !secret || all_open(table) || (!table.stopped && table.own.contains(&seat));
    let all = given.len();
    let menus: Vec<MenuThen> = given
        .into_iter()
        .filter(|(seat, _)| known(*seat))
        .map(|(seat, order)| {
            let menu = before.game.menu(seat, None);
            MenuThen {
                seat: table.seat_name(seat).to_owned(),
                count: menu.choices.len(),
                given: order.and_then(|order| menu.choices.iter().find(|c| c.order == order)).map(Legal::of),
                choices: menu.choices.iter().take(MOST_LISTED).map(Legal::of).collect(),
            }
        })
        .collect();
    let withheld = menus.len() < all;
    (menus, withheld)
}

/// The standing order of that key as it was in force for a seat, where the table's person may read it.
fn rule(table: &Table, before: &Game, (records, seq): (&[Record], u64), seat: SeatId, key: &str) -> Option<String> {
    let standing = match (table.game.is_second(), all_open(table)) {
        (true, true) => before.standing(seat, table.keys()),
        (true, false) => return None,
        (false, true) => opened(before, (records, seq), seat)?,
        // One's own, of the time since one has the seat.
        (false, false) => {
            let own = table.row.seats.iter().any(|s| {
                s.seat == seat && table.account.is_some() && s.holder.account() == table.account && s.held_from <= seq
            });
            if !own || table.imported {
                return None;
            }
            before.standing(seat, table.keys())
        }
    };
    standing.0.get(key).map(|rule| format!("{key} = {rule}"))
}

/// A seat's standing orders before a record, by what the log opens at its end; the ruleset's own for a seat that never recorded any.
fn opened(before: &Game, (records, seq): (&[Record], u64), seat: SeatId) -> Option<Standing> {
    let earlier = records.iter().rev().filter(|r| r.seq < seq && r.is_kind("standing/"));
    let sealed = earlier.filter_map(|r| r.read().ok()).find_map(|body| match body {
        Body::Standing(standing) if standing.seat == seat => Some(standing),
        _ => None,
    });
    let Some(sealed) = sealed else {
        return Some(Standing::at(Level::Default, &before.ruleset().standing_offers()));
    };
    let openings = records.iter().rev().filter(|r| r.is_kind("opening/"));
    let key = openings.filter_map(|r| r.read().ok()).find_map(|body| match body {
        Body::Opening(opening) if opening.seat == seat => Some(opening.key),
        _ => None,
    })?;
    let bytes = hex::decode(&sealed.sealed).ok()?;
    let value = SealKey::new(before.id(), before.seat(seat)?.chair, key.0)
        .open(sealed.slot, &Sealed { seal: sealed.seal, bytes })?;
    serde_json::from_slice(&value).ok()
}

/// The queued orders of which a record's order was one, once they are open.
fn plan(table: &Table, private: &[PrivateEntry], seq: u64) -> Option<String> {
    if !all_open(table) {
        return None;
    }
    let given = private.iter().find(|e| e.after == seq && e.with && e.is_kind("planned/"))?;
    let earlier = private.iter().filter(|e| e.audience == given.audience && e.number < given.number);
    match earlier.filter(|e| e.is_kind("plan/")).max_by_key(|e| e.number)?.read() {
        Ok(PrivateBody::Plan(plan)) => Some(plan.text),
        _ => None,
    }
}

/// The dice of a record: those that everybody saw and, once they are open, those rolled for some eyes only.
fn dice(table: &Table, (records, private): (&[Record], &[PrivateEntry]), seq: u64) -> Vec<DiceThen> {
    let mut all: Vec<DiceThen> = spelled(records, seq).map(|s| dice_then(table, s, false)).into_iter().collect();
    if all_open(table) && is_open(records) {
        for entry in private.iter().filter(|e| e.after == seq) {
            let rolls = match entry.read() {
                Ok(PrivateBody::Part(part)) => part.rolls,
                Ok(PrivateBody::Act(act)) => act.rolls,
                _ => Vec::new(),
            };
            let spelled = rolls.iter().filter_map(|roll| spelled_private(records, roll));
            all.extend(spelled.map(|s| dice_then(table, s, true)));
        }
    }
    all
}

fn dice_then(table: &Table, spelled: Spelled, private: bool) -> DiceThen {
    let links = spelled.links.iter().map(|l| LinkThen {
        chain: l.chain.word().to_owned(),
        chair: l.chair,
        index: l.index,
        value: l.value.to_string(),
        record: l.record,
        known_index: l.known_index,
        known: l.known.to_string(),
        known_record: l.known_record,
        hashes: l.index.saturating_sub(l.known_index),
        holds: l.holds,
    });
    let rolls = spelled.rolls.iter().map(|r| RollThen {
        purpose: r.purpose.clone(),
        sides: r.sides,
        faces: r.faces.clone(),
        bytes: r.bytes.iter().map(|(byte, face)| ByteThen { byte: *byte, face: *face }).collect(),
        holds: r.holds,
    });
    DiceThen {
        seat: spelled.seat.map(|seat| table.seat_name(seat).to_owned()),
        private,
        sound: spelled.holds(),
        chair: spelled.chair,
        index: spelled.index,
        genesis: spelled.genesis.to_string(),
        links: links.collect(),
        rolls: rolls.collect(),
        phrases: spelled.phrases.clone(),
        phrases_hash: spelled.phrases_hash.to_string(),
        seed: spelled.seed.to_string(),
    }
}

/// What a record says that somebody had before them when they made it: whose, the head, when.
fn saw(record: &Record) -> Option<(SeatId, Hash32, u64)> {
    if !record.is_kind("order/") && !record.is_kind("choice/") {
        return None;
    }
    match record.read().ok()? {
        // What was given in advance was given without looking.
        Body::Order(order) if order.standing.is_none() => Some((order.seat, order.seen, order.at.0)),
        Body::OrderSecond(order) if !order.advance => Some((order.seat, order.seen, order.at.0)),
        Body::Choice(choice) if choice.key.is_some() => Some((choice.seat, choice.seen, choice.at.0)),
        _ => None,
    }
}

/// Which head the record itself names, and of each seat the first record behind it that names its head or a later one.
fn seen(table: &Table, records: &[Record], seq: u64) -> Vec<SeenHead> {
    let mut found: Vec<SeenHead> = Vec::new();
    let mut seats: Vec<SeatId> = Vec::new();
    for record in records.iter().filter(|r| r.seq >= seq) {
        if seats.len() == table.game.seats().len() {
            break;
        }
        let Some((seat, head, at)) = saw(record) else { continue };
        let Some(of) = table.game.seq_of(&head) else { continue };
        let itself = record.seq == seq;
        if !itself && (of < seq || seats.contains(&seat)) {
            continue;
        }
        if !itself {
            seats.push(seat);
        }
        found.push(SeenHead {
            seat: table.seat_name(seat).to_owned(),
            by: record.seq,
            at,
            record: of,
            head: head.to_string(),
        });
    }
    found
}
