//! What can be said of private logs without any rules: in which order entries and records were made, whether each entry follows on the one
//! before, whether each root fits, and who held a seat when.

use super::{Body, Entry, HandsWhy, PrivateHeads, Record};
use crate::words::{Audience, GameId, SeatId};

/// One step of a game of the second format.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// A public record.
    Record(&'a Record),
    /// An entry of a private log.
    Entry(&'a Entry),
}

/// Records and entries in the order in which a game takes them in: the entries made with a record before it, those made after one behind it.
/// Entries of one place keep their order.
pub fn in_order<'a>(records: &'a [Record], entries: &'a [Entry]) -> Vec<Made<'a>> {
    let entries = entries.iter().map(|e| ((e.after, if e.with { 0 } else { 2 }), Made::Entry(e)));
    let mut made: Vec<_> = records.iter().map(|r| ((r.seq, 1), Made::Record(r))).chain(entries).collect();
    made.sort_by_key(|(place, _)| *place);
    made.into_iter().map(|(_, made)| made).collect()
}

/// Whether everything private in a log is open to everybody: it is from the record on that opens it, at the end.
pub fn is_open(records: &[Record]) -> bool {
    records.iter().rev().take(3).any(|record| record.is_kind("opening/2"))
}

/// The seat that somebody new holds by a record.
fn brings(record: &Record) -> Option<SeatId> {
    if !record.is_kind("join/") && !record.is_kind("hands/") {
        return None;
    }
    match record.read().ok()? {
        Body::Join(join) => Some(join.seat),
        Body::HandsChange(hands) if hands.why == HandsWhy::Replacement => Some(hands.seat),
        _ => None,
    }
}

/// Who came to which seat with which record: the holders of a log by number.
#[derive(Clone, Debug, Default)]
pub struct Holders(Vec<(u64, SeatId)>);

impl Holders {
    /// Those whom these records bring, from the first record of the log on.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        Holders(records.into_iter().filter_map(|record| Some((record.seq, brings(record)?))).collect())
    }

    /// The audience of whoever held a seat before record `end`.
    pub fn before(&self, seat: SeatId, end: u64) -> Option<Audience> {
        let number = self.0.iter().rposition(|(seq, held)| *held == seat && *seq < end)?;
        u8::try_from(number).ok().map(Audience::Holder)
    }
}

/// The private logs of a game, followed beside its records.
#[derive(Clone, Debug)]
pub struct PrivateChains {
    game: GameId,
    heads: PrivateHeads,
    holders: u8,
}

impl PrivateChains {
    /// Those of the game that begins with this record; nothing for one of the first format.
    pub fn begin(first: &Record) -> Option<Self> {
        first.root?;
        match first.read().ok()? {
            Body::GenesisSecond(genesis) => Some(PrivateChains {
                game: first.game,
                heads: PrivateHeads::begin(genesis.seats.iter().map(|s| s.side)),
                holders: 0,
            }),
            _ => None,
        }
    }

    /// Takes in the next entry.
    ///
    /// # Errors
    /// What is wrong with it, as the end of a sentence.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), &'static str> {
        let head = self.heads.of(entry.audience).ok_or("there is no such audience")?;
        entry.check_after(self.game, &head)?;
        self.heads.take(entry);
        Ok(())
    }

    /// Takes in the next record. With the keys of the audiences, answers whether its root is the one over all entries before it.
    pub fn record(&mut self, record: &Record, key: Option<impl FnMut(Audience) -> [u8; 32]>) -> bool {
        if brings(record).is_some() {
            self.heads.add(Audience::Holder(self.holders));
            self.holders = self.holders.saturating_add(1);
        }
        if record.is_kind("restored/")
            && let Ok(Body::Restored(restored)) = record.read()
        {
            self.heads.restored(restored.start);
        }
        key.is_none_or(|key| record.root == Some(self.heads.root(self.game, record.seq, key)))
    }
}
