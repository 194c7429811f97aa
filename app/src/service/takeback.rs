//! Second thoughts: asking to go back to an earlier position, agreeing to it or not.

use super::appending::millis;
use super::play::{Receipt, checked_key};
use super::table::Table;
use super::{Outcome, Service, ServiceError};
use crate::service::handles::Takebacks;
use domain::dice::Roll;
use domain::log::{Body, Hash32, Record};
use domain::referee::Entry;
use fieldpost_store::Account;
use serde::Serialize;
use utoipa::ToSchema;

/// How many ways back are offered at most.
const MOST_WAYS: usize = 12;
/// Rolls that a way back names one by one.
const MOST_ROLLS: usize = 8;

/// A record that the game could go back to, and what has followed on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WayBack {
    /// The record whose position would stand again.
    pub record: u64,
    /// The order that followed on it, as its seat's name and the notation; without the notation where the reader may not read it.
    pub order: String,
    /// Orders given since, those of standing orders included.
    pub orders: u32,
    /// Dice rolled since.
    pub dice: u32,
    /// The last of those rolls that the reader may see, in words: "Meade's defense: 3, 5".
    pub rolled: Vec<String>,
    /// Those of the orders that are in force.
    #[serde(skip)]
    pub in_force: u32,
    /// In a list of ways: the rolls that this one would undo and the one before it in the list would not.
    #[serde(skip)]
    pub further: Vec<String>,
}

/// A takeback that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Asked {
    /// Who asks: the seat's name.
    pub by: String,
    /// What would be taken back.
    #[serde(flatten)]
    pub back: WayBack,
    /// Why, in the player's words; may be empty.
    pub reason: String,
    /// Whether the reader is to agree or decline.
    pub yours: bool,
    /// Whether it is the reader who asks.
    pub mine: bool,
}

impl WayBack {
    /// What would be taken back, in a sentence without a full stop.
    pub fn sum(&self) -> String {
        sum(self.orders, self.dice)
    }
}

/// What was ordered and rolled since, in a sentence without a full stop.
pub(super) fn sum(orders: u32, dice: u32) -> String {
    let count = |n: u32, one: &str, many: &str| match n {
        1 => format!("one {one}"),
        n => format!("{n} {many}"),
    };
    let orders = count(orders, "order", "orders");
    match dice {
        0 => format!("{orders} given since, nothing rolled"),
        n => format!("{orders} given and {} rolled since", count(n, "die", "dice")),
    }
}

impl Takebacks<'_> {
    /// The records that this person could ask to go back to, the latest first.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn ways_back(self, table: &Table) -> Outcome<Vec<WayBack>> {
        let Some(seat) = table.seat.filter(|_| !table.over()) else { return Ok(Vec::new()) };
        self.ways(table, table.game.ways_back(seat)).await
    }

    /// The records that an arbiter could go back to from a disputed one, the latest first: those of [`Table::ways_to_judge`].
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn ways_to_judge(self, table: &Table, record: u64) -> Outcome<Vec<WayBack>> {
        self.ways(table, table.ways_to_judge(record).unwrap_or_default()).await
    }

    /// What going back to a record would take back, as an arbiter reads it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn way_to_judge(self, table: &Table, to: u64) -> Outcome<WayBack> {
        Ok(self.since(table, to).await?.way(table, to))
    }

    async fn ways(self, table: &Table, mut records: Vec<u64>) -> Outcome<Vec<WayBack>> {
        records.truncate(2 * MOST_WAYS);
        let Some(earliest) = records.last().copied() else { return Ok(Vec::new()) };
        let since = self.since(table, earliest).await?;
        let mut ways: Vec<WayBack> = records.into_iter().map(|to| since.way(table, to)).collect();
        // Records with no order in force between them, a hand-over for one, are the same position: the latest stands for it.
        ways.dedup_by_key(|way| way.in_force);
        ways.truncate(MOST_WAYS);
        let mut upto = u64::MAX;
        for way in &mut ways {
            way.further = since.rolled(way.record, upto);
            upto = way.record;
        }
        Ok(ways)
    }

    /// The takeback that waits for an answer, as this person sees it.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn asked(self, table: &Table) -> Outcome<Option<Asked>> {
        let Some(standing) = table.game.takeback() else { return Ok(None) };
        let offer = &standing.offer;
        let since = self.since(table, offer.back_to).await?;
        let side = |seat| table.game.seat(seat).map(|s| s.side);
        Ok(Some(Asked {
            by: table.seat_name(offer.seat).to_owned(),
            back: WayBack { orders: offer.orders, dice: offer.dice, ..since.way(table, offer.back_to) },
            reason: offer.reason.clone(),
            yours: table.seat.is_some_and(|s| side(s) != side(offer.seat)),
            mine: table.seat == Some(offer.seat),
        }))
    }

    /// Asks the other side to go back to the position after record `to`. The same `key` a second time asks nothing more.
    ///
    /// # Errors
    /// 409 when it cannot be gone back to, or when a takeback waits for an answer already; others as for orders.
    pub async fn offer(
        self,
        game: &str,
        account: &Account,
        to: u64,
        reason: &str,
        key: Option<String>,
    ) -> Outcome<Receipt> {
        let request = Hash32::of(format!("takeback\n{game}\n{to}\n{reason}").as_bytes());
        self.0
            .play()
            .act(game, account, checked_key(key)?.map(|key| (key, request)), |live, seat, at| {
                Ok(live.game.offer_takeback(seat, to, reason, millis(at), &live.keys)?)
            })
            .await
    }

    /// Answers the takeback that stands, or withdraws one's own by declining it. With a number, only the one that was asked by
    /// that record: what the answerer has read is what they answer.
    ///
    /// # Errors
    /// 409 when none stands; others as for orders.
    pub async fn answer(self, game: &str, account: &Account, accept: bool, to: Option<u64>) -> Outcome<Receipt> {
        self.0
            .play()
            .act(game, account, None, |live, seat, at| {
                let stands = live.game.takeback().map(|t| t.offer.back_to);
                if let (Some(to), Some(stands)) = (to, stands)
                    && to != stands
                {
                    return Err(ServiceError::conflict("Another takeback is asked for by now.")
                        .legal(format!("It is about going back to record {stands}.")));
                }
                Ok(live.game.answer_takeback(seat, accept, millis(at), &live.keys)?)
            })
            .await
    }

    async fn since(self, table: &Table, after: u64) -> Outcome<Since> {
        let records = self.0.store.logs().records_between(table.row.id, after, table.game.len()).await?;
        let entries = table.game.chronicle(&records, table.viewer).map_err(|fault| {
            ServiceError::inside(anyhow::anyhow!("a log cannot be read at record {}: {fault}", fault.seq))
        })?;
        Ok(Since { records, entries })
    }
}

impl Service {
    /// Whether this person may ask for a takeback at all: spectators may not.
    ///
    /// # Errors
    /// 403 without a seat.
    pub fn may_ask_back(table: &Table) -> Outcome<()> {
        table.speaks_for_army()
    }
}

/// Records, and what one reader may hear of them.
struct Since {
    records: Vec<Record>,
    entries: Vec<Entry>,
}

impl Since {
    fn way(&self, table: &Table, to: u64) -> WayBack {
        let mut back = WayBack {
            record: to,
            order: String::new(),
            orders: 0,
            dice: 0,
            rolled: Vec::new(),
            in_force: 0,
            further: Vec::new(),
        };
        for (record, entry) in self.records.iter().zip(&self.entries).filter(|(r, _)| r.seq > to) {
            let (who, rolls) = match record.read() {
                Ok(Body::Order(order)) => (table.seat_name(order.seat).to_owned(), order.rolls),
                Ok(Body::OrderSecond(order)) => (table.seat_name(order.seat).to_owned(), order.rolls),
                Ok(Body::Choices(choices)) => ("Everybody asked".to_owned(), choices.rolls),
                Ok(Body::Ruling(_)) => ("umpire".to_owned(), Vec::new()),
                _ => continue,
            };
            back.in_force += u32::from(table.game.line_of_play().holds(record.seq));
            // What was itself taken back followed on nothing that stands.
            if back.in_force == 1 && back.order.is_empty() {
                back.order = match &entry.order {
                    Some(order) => format!("{who}: {order}"),
                    None => who,
                };
            }
            back.orders += 1;
            back.dice += rolls.iter().map(|r| u32::try_from(r.faces.len()).unwrap_or(0)).sum::<u32>();
        }
        back.rolled = self.rolled(to, u64::MAX);
        let spare = back.rolled.len().saturating_sub(MOST_ROLLS);
        back.rolled.drain(..spare);
        back
    }

    /// The rolls after one record up to another that the reader may see, in words.
    fn rolled(&self, after: u64, upto: u64) -> Vec<String> {
        let entries = self.entries.iter().filter(|e| e.seq > after && e.seq <= upto);
        let said = |roll: &Roll| {
            let faces: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
            format!("{}: {}", crate::throws::called(&roll.purpose), faces.join(", "))
        };
        entries.flat_map(|e| e.rolls.iter().map(said)).collect()
    }
}
