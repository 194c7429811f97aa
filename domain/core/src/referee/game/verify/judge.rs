//! The judge: the game as far as it has been believed, and what every check of a record asks of it.

use super::due::Due;
use super::formed::Form;
use super::report::{Check, Wrong, bad};
use super::stretches::Revisions;
use crate::dice::Owner;
use crate::log::seal::SealKey;
use crate::log::{ChainKind, Opening, OpeningSecond, PrivateBody, PrivateRoll, Reason, StandingOrders, canonical};
use crate::referee::game::{Cursor, Game};
use crate::referee::{ReadStanding, Standing};
use crate::words::{Audience, Hash32, SeatId, Side};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// An order or ruling that standing orders may still answer.
pub(super) struct Exchange {
    pub(super) waited: Vec<SeatId>,
    pub(super) actor: Option<SeatId>,
}

/// Standing orders opened so far, by seat and number of the sealed value; nothing where no key opens them.
type Opened = BTreeMap<(SeatId, u32), Option<Rc<ReadStanding>>>;

/// Facts and rolls of one private act that nobody learnt.
pub(super) type Unlearnt = (Vec<String>, Vec<PrivateRoll>);

/// What nobody learnt by private acts since the last record: as decided, and as given.
pub(super) type Nobodys = (Vec<Unlearnt>, Vec<Unlearnt>);

/// The game as far as it has been believed, and what is still due.
pub(super) struct Judge {
    pub(super) game: Game,
    pub(super) judged: bool,
    openings: Vec<Opening>,
    standing: RefCell<Opened>,
    pub(super) due: VecDeque<Due>,
    pub(super) exchange: Option<Exchange>,
    pub(super) sealed: Vec<StandingOrders>,
    /// The message that the last player's order came in: orders that came together share what they saw.
    pub(super) message: Option<(SeatId, Option<String>, Hash32)>,
    /// The seat whose order by hand the present exchange follows on.
    pub(super) by_hand: Option<SeatId>,
    pub(super) orders: u64,
    pub(super) dice: u64,
    /// The keys of the private logs, from the end of the log.
    pub(super) opening: Option<OpeningSecond>,
    /// Whether all private logs are at hand and the keys to them.
    pub(super) opened: bool,
    /// The entries made with the next record.
    pub(super) pending: Vec<(Audience, PrivateBody)>,
    pub(super) nobodys: Nobodys,
    /// The private acts that queued orders have announced, by seat.
    pub(super) queued_acts: BTreeMap<SeatId, String>,
    pub(super) revisions: Revisions,
    pub(super) form: Form,
}

impl Judge {
    /// A judge who has seen the genesis.
    pub(super) fn new(game: Game, openings: Vec<Opening>, revisions: Revisions) -> Self {
        let mut judge = Judge {
            revisions,
            openings,
            standing: RefCell::default(),
            judged: false,
            game,
            due: VecDeque::new(),
            exchange: None,
            sealed: Vec::new(),
            message: None,
            by_hand: None,
            orders: 0,
            dice: 0,
            opening: None,
            opened: false,
            pending: Vec::new(),
            queued_acts: BTreeMap::new(),
            nobodys: Nobodys::default(),
            form: Form::default(),
        };
        judge.play_by(1);
        judge
    }

    pub(super) fn cursor(&self, seq: u64, seat: SeatId) -> Check<&Cursor> {
        match self.game.cursors.get(usize::from(seat.0)) {
            Some(cursor) => Ok(cursor),
            None => bad(seq, Wrong::Turn, "the record names a seat that the game does not have."),
        }
    }

    /// The standing orders in force, when they can be known: nothing sealed, or opened at the end. Opened and read once for each value
    /// that a seat sealed.
    pub(super) fn standing(&self, seat: SeatId) -> Option<Rc<ReadStanding>> {
        if let Some(second) = &self.game.second {
            // In the private log of its holder, which is open where orders are judged.
            let standing = second.standing(seat).cloned().unwrap_or_else(|| self.game.standing_default());
            return Some(Rc::new(standing.into()));
        }
        let Cursor { slots, standing, .. } = self.game.cursors.get(usize::from(seat.0))?;
        let slots = *slots;
        if slots > 0 && standing.is_none() {
            return None;
        }
        let mut known = self.standing.borrow_mut();
        known.entry((seat, slots)).or_insert_with(|| self.opened(seat, slots).map(|s| Rc::new(s.into()))).clone()
    }

    fn opened(&self, seat: SeatId, slots: u32) -> Option<Standing> {
        if slots == 0 {
            return Some(self.game.standing_default());
        }
        let key = self.openings.iter().find(|o| o.seat == seat)?.key;
        self.game.standing_with(seat, &SealKey::new(self.game.id(), self.game.seat(seat)?.chair, key.0))
    }

    /// Whether a link is the next of its chain: number and hash.
    pub(super) fn link(
        &self,
        seq: u64,
        seat: SeatId,
        kind: ChainKind,
        (index, link): (u32, &Hash32),
        (last, before): (u32, &Hash32),
    ) -> Check {
        let name = match kind {
            ChainKind::Server => "server's",
            ChainKind::Player => "player's",
            ChainKind::Handover => "hand-over",
        };
        if index != last + 1 {
            return bad(seq, Wrong::Link, format!("{name} link {index} is used; the next one is {}.", last + 1));
        }
        let Some(seat) = self.game.seat(seat) else { return bad(seq, Wrong::Turn, "no such seat.") };
        let owner = Owner { game: self.game.id(), chair: seat.chair, kind: kind.into() };
        if owner.before(index, link) != *before {
            return bad(seq, Wrong::Link, format!("{name} link {index} does not belong to its chain."));
        }
        Ok(())
    }

    pub(super) fn state(&self, seq: u64, state: &Hash32) -> Check {
        // Without the private logs nobody can say what the whole position was.
        if self.game.is_second() && !self.opened || self.game.position().digest() == state.0 {
            return Ok(());
        }
        bad(seq, Wrong::HandOver, "the position that was recorded here is not the one that the log leads to.")
    }

    pub(super) fn due_anchor(&mut self, seat: SeatId, chain: ChainKind, index: u32) {
        if index.is_multiple_of(self.game.genesis.dice.links) {
            self.due.push_back(Due::Anchor { seat, chain, start: index });
        }
    }

    pub(super) fn due_end(&mut self, level: String, points: i32, reason: Reason, winner: Option<Side>) {
        if self.game.is_second() {
            return self.due_opened(level, points, reason, winner);
        }
        let sealed = self.game.seats.iter().zip(&self.game.cursors).filter(|(_, c)| c.slots > 0);
        self.due.extend(sealed.map(|(s, _)| Due::Opening(s.id)));
        self.due.push_back(Due::Result { level: canonical::nfc(&level), points, reason, winner });
    }
}
