//! One game of any ruleset: the fold of its log, and the only way to add to it.
//!
//! A [`Game`] is what the log says, and nothing else: [`Game::replay`] makes it from records, and every way of adding to it
//! ([`Game::play`], [`Game::join`], …) gives a [`Played`] with the next game and the records to store. Nothing is changed in place;
//! whoever stores the records decides which game is the current one. A copy is cheap.
//!
//! ```text
//! genesis ─ join ─ join ─ hand-over ─ hand-over ─┐      the last join begins the game
//!   ┌────────────────────────────────────────────┘
//!   └─ order ─ [order by a standing order]* ─ [hand-over]* ─ order ─ … ─ [opening]* ─ result
//!      └──────────── an exchange ─────────┘
//! ```
//!
//! An *exchange* is a player's order, what standing orders answer to it, and the hand-overs to seats that the game waits for
//! after it and did not wait for before it.

mod accident;
mod arbiter;
mod back;
mod chronicle;
mod chronicle_second;
mod compound;
mod draft;
mod entering;
mod error;
mod finality;
mod fold;
mod hands;
mod kept;
mod made;
mod own_chains;
mod play;
mod positions;
mod private;
mod proposals;
mod queue;
mod queued;
mod releases;
mod revision;
mod rolling;
mod sealed;
mod second;
mod second_fold;
mod standing;
mod story;
mod table;
mod takeback;
mod testimony;
mod time;
mod told_log;
mod verify;

pub use chronicle::Entry;
pub use draft::Draft;
pub use entering::{Fate, Left, Trial};
pub use error::{Fault, FaultKind, GameError, LineFault};
pub(in crate::referee) use finality::Given;
pub use fold::Steps;
pub use hands::NewHands;
pub use kept::Takeback;
pub use made::Moment;
pub use play::{Laid, MOST_COMPOUND_BYTES, MOST_LINE_BYTES, MOST_LINES, Submission};
pub use queue::{QueueStep, QueueTried};
pub use releases::RevisionOffered;
pub use revision::{Differing, SILENCE};
pub use sealed::{Links, SealedSeat, Sealing};
pub use standing::{FORCED, TriedQuestion, Tryout, Would};
pub use story::Story;
pub use table::{Joining, NewGame};
pub use testimony::{NewTestimony, Said, ToldEnd, ToldLine, ToldOrder};
pub use verify::{Against, Bad, Listed, Report, Witness, Wrong, verify};

use super::known::Known;
use super::{
    AnyBoard, AnyPosition, AnyRuleset, Candidate, Decision, Level, Measure, Menu, NoOverlay, OverlayOffer, OverlayView,
    Phase, Score, SeatId, Side, Standing, Step, View, Viewer,
};
use crate::clock::Clocks;
use crate::dice::{GameKeys, chair};
use crate::log::seal::{SealKey, Sealed};
use crate::log::{Entry as PrivateEntry, GameResult, Genesis, LineOfPlay, PlayerAnchors, Record};
use crate::words::{GameId, Hash32, Millis, Refusal};
use positions::Positions;
use second::Second;
use std::sync::{Arc, OnceLock};

/// One game. See the module's head.
#[derive(Clone)]
pub struct Game {
    ruleset: Arc<dyn AnyRuleset>,
    genesis: Arc<Genesis>,
    seats: Arc<Vec<Seat>>,
    /// What each seat's chains have come to, in seat order.
    cursors: Vec<Cursor>,
    /// `q` of each side, in the order of [`Side::BOTH`].
    handed: [Option<Hash32>; 2],
    /// `P`, once everybody has joined.
    phrases: Option<Hash32>,
    /// Every head this log ever had, in order.
    heads: Arc<Vec<Head>>,
    positions: Positions,
    /// The release it is played by, and the one that is offered.
    releases: Arc<releases::Releases>,
    /// What a log of the second format has besides.
    second: Option<Arc<Second>>,
    /// What a log of testimony has besides.
    testimony: Option<Arc<told_log::Testimony>>,
    /// Asked of the ruleset when first wanted, so that a replay does not pay for it.
    waiting: OnceLock<Arc<Vec<Decision>>>,
    /// The record with which each game turn began.
    turns: Arc<Vec<(u64, u32)>>,
    handovers: u32,
    draw: Option<SeatId>,
    /// The seats that have offered a draw since the position last changed.
    offers: Vec<SeatId>,
    takeback: Option<Arc<Takeback>>,
    /// The seats that have asked for a takeback since the position last changed.
    asked_back: Vec<SeatId>,
    kept: kept::KeptPositions,
    /// Which records are in force.
    line: LineOfPlay,
    result: Option<Arc<GameResult>>,
    /// The clocks, where the game is played with any.
    clocks: Option<Arc<Clocks>>,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Game({}, {}, {} records)", self.genesis.game, self.genesis.ruleset, self.len())
    }
}

/// One head that the log had.
#[derive(Clone, Copy, Debug)]
struct Head {
    hash: Hash32,
    /// Whether the record changed the position (or ended the game), and so made older heads stale.
    moved: bool,
}

/// A seat and who sits there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Which seat.
    pub id: SeatId,
    /// Its name: `Union`.
    pub name: String,
    /// The side it commands for.
    pub side: Side,
    /// The player, once one has joined.
    pub player: Option<Player>,
    /// The seat's byte in everything hashed.
    pub chair: u8,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Display name.
    pub name: String,
    /// The house player's id, when it is one.
    pub bot: Option<String>,
    /// The person in whose place a house player plays for a while.
    pub stands_for: Option<String>,
    /// The words put into the dice.
    pub phrase: String,
    /// When the seat was taken.
    pub at: Millis,
    anchors: PlayerAnchors,
}

/// How far a seat's chains and seals have come.
#[derive(Clone, Debug)]
struct Cursor {
    /// Orders that rolled so far.
    rolls: u32,
    /// Hand-over links revealed so far.
    handovers: u32,
    /// The values the next links must hash to: those of the server's, the player's and the hand-over chain.
    server: Hash32,
    player: Hash32,
    handover: Hash32,
    /// The numbers of the house's links that these two are; below `rolls` and `handovers` where the player kept the chains.
    player_at: u32,
    handover_at: u32,
    /// The player's own chains, while its dice are sealed.
    own: Option<own_chains::OwnChains>,
    /// Whether it went over to house dice.
    unsealed: bool,
    /// Values sealed so far.
    slots: u32,
    /// The standing orders in force.
    standing: Option<Arc<Sealed>>,
    /// The published key, after an opening.
    opened: Option<Hash32>,
}

/// A game with the records that led to it from the one before.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game after them.
    pub game: Game,
    /// What to store, in one transaction, in this order.
    pub records: Vec<Record>,
    /// The entries of private logs to store with them, in order; in a game of the second format there may be some without any record.
    pub entries: Vec<PrivateEntry>,
    /// The seats that the game now waits for and did not wait for before: those to write to.
    pub handed: Vec<SeatId>,
    /// Set when some orders were carried out and a later one of the same message was not. Once an order has rolled, shown
    /// something or handed the game over, it stands, whatever becomes of those after it: otherwise a player could look at a roll
    /// and spoil the message on purpose.
    pub stopped: Option<GameError>,
    /// What remains of a compound line that was carried out in part, and the lines after it: to be given when the player has seen what came of the rest.
    pub rest: Vec<String>,
}

impl Played {
    /// A game that begins with its first record.
    fn begun(game: Game, record: Record) -> Self {
        let (entries, handed, rest) = (Vec::new(), Vec::new(), Vec::new());
        Played { game, records: vec![record], entries, handed, stopped: None, rest }
    }

    /// One more step behind what has been played: all records together, and everybody to write to whom the game still waits for.
    ///
    /// # Errors
    /// Those of the step.
    pub fn then(self, step: impl FnOnce(&Game) -> Result<Played, GameError>) -> Result<Played, GameError> {
        let mut next = step(&self.game)?;
        let (mut records, mut entries) = (self.records, self.entries);
        records.append(&mut next.records);
        entries.append(&mut next.entries);
        let mut handed: Vec<SeatId> = self.handed.into_iter().filter(|s| next.game.waits_for(*s)).collect();
        handed.extend(next.handed.iter().filter(|s| !handed.contains(s)).collect::<Vec<_>>());
        let rest = self.rest.into_iter().chain(next.rest).collect();
        Ok(Played { records, entries, handed, rest, ..next })
    }
}

impl Game {
    /// The game's id.
    pub fn id(&self) -> GameId {
        self.genesis.game
    }

    /// What was agreed before the first order.
    pub fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// The rules it is played by.
    pub fn ruleset(&self) -> &Arc<dyn AnyRuleset> {
        &self.ruleset
    }

    /// The hash of the last record.
    pub fn head(&self) -> Hash32 {
        self.heads.last().map_or(Hash32::ZERO, |h| h.hash)
    }

    /// The number of records.
    pub fn len(&self) -> u64 {
        self.heads.len() as u64
    }

    /// Never: a game has at least its genesis.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The number of the record with that hash.
    pub fn seq_of(&self, head: &Hash32) -> Option<u64> {
        // The head asked for is nearly always among the last.
        self.heads.iter().rposition(|h| h.hash == *head).map(|i| i as u64 + 1)
    }

    /// The seats, in seat order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// One seat.
    pub fn seat(&self, seat: SeatId) -> Option<&Seat> {
        self.seats.get(usize::from(seat.0))
    }

    /// Whether every seat is taken.
    pub fn begun(&self) -> bool {
        self.phrases.is_some()
    }

    /// Whether it is a study: an umpire may change the position, and everybody sees everything.
    pub fn is_study(&self) -> bool {
        self.genesis.study
    }

    /// The result, once the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_deref()
    }

    /// Who owes what. Empty before the game begins and after it ends.
    pub fn waiting(&self) -> &[Decision] {
        self.waiting.get_or_init(|| {
            Arc::new(match self.begun() && self.result.is_none() && !self.is_closed() {
                true => self.asked(),
                false => Vec::new(),
            })
        })
    }

    /// Whether the game waits for a seat.
    pub fn waits_for(&self, seat: SeatId) -> bool {
        self.waiting().iter().any(|d| d.seat == seat)
    }

    /// Whether an order of a seat is heard now: the game waits for it, or the rules let it interrupt.
    pub fn hears(&self, seat: SeatId) -> bool {
        self.waits_for(seat) || self.begun() && self.going(seat).is_ok() && self.board_of(seat).may_interrupt(seat)
    }

    /// The seats that owe a decision, each once, in seat order.
    pub fn waiting_seats(&self) -> Vec<SeatId> {
        (self.seats.iter().map(|s| s.id)).filter(|s| self.waits_for(*s)).collect()
    }

    /// The whole position, with everything that anybody hides. For the log's sake only: whatever is shown or offered to somebody is asked of
    /// [`Game::known_to`].
    pub fn position(&self) -> &dyn AnyPosition {
        &**self.positions.truth()
    }

    /// The position as a viewer may know it.
    pub fn known_to(&self, viewer: Viewer) -> Known<'_> {
        Known::held(&**self.positions.seen_by(self.eyes(viewer)))
    }

    fn board_of(&self, seat: SeatId) -> Box<dyn AnyBoard + '_> {
        self.ruleset.board(Known::held(&**self.positions.of(seat)))
    }

    /// The same game in other positions of its own: those after an earlier record, or those of a trial.
    fn at_positions(&self, positions: Positions) -> Game {
        Game { positions, waiting: OnceLock::new(), ..self.clone() }
    }

    /// Who owes what: who, everybody can see; what, each seat by what it knows.
    fn asked(&self) -> Vec<Decision> {
        let asked = self.ruleset.board(self.known_to(Viewer::Spectator)).waiting();
        if self.second.is_none() {
            return asked;
        }
        let mut found: Vec<Decision> = Vec::new();
        for decision in asked {
            if found.iter().any(|d| d.seat == decision.seat) || self.has_chosen(decision.seat) {
                continue;
            }
            let mut own = self.board_of(decision.seat).waiting();
            own.retain(|d| d.seat == decision.seat);
            found.extend(if own.is_empty() { vec![decision] } else { own });
        }
        found
    }

    /// The game turn, from 1; 0 during set-up.
    pub fn turn(&self) -> u32 {
        self.turns.last().map_or(0, |t| t.1)
    }

    /// The game turn in which a record was written.
    pub fn turn_at(&self, seq: u64) -> u32 {
        let after = self.turns.partition_point(|t| t.0 <= seq);
        self.turns[..after].last().map_or(0, |t| t.1)
    }

    /// The first record of each game turn: `(seq, turn)`.
    pub fn turns(&self) -> &[(u64, u32)] {
        &self.turns
    }

    /// How often the game has waited for somebody new, those at the beginning not counted.
    pub fn handovers(&self) -> u32 {
        self.handovers
    }

    /// The seat that has offered a draw, while the offer stands.
    pub fn draw_offered(&self) -> Option<SeatId> {
        self.draw
    }

    /// Whose eyes these really are: everything is seen only after the end, and in a study.
    pub fn eyes(&self, viewer: Viewer) -> Viewer {
        match viewer {
            _ if self.is_study() || self.is_testimony() => Viewer::Everyone,
            Viewer::Everyone if self.result.is_none() && !self.is_closed() => Viewer::Spectator,
            Viewer::Seat(seat) if self.seat(seat).is_none() => Viewer::Spectator,
            viewer => viewer,
        }
    }

    /// What a viewer may see.
    pub fn view(&self, viewer: Viewer) -> View {
        self.ruleset.board(self.known_to(viewer)).view(self.eyes(viewer))
    }

    /// What can be drawn over the map for a viewer.
    pub fn overlays(&self, viewer: Viewer) -> Vec<OverlayOffer> {
        self.ruleset.board(self.known_to(viewer)).overlays(self.eyes(viewer))
    }

    /// An overlay as a viewer may see it; `piece` is the id or the name of a piece of its view.
    ///
    /// # Errors
    /// None of that id, no piece named for one that is of a piece, or nothing of that piece to draw.
    pub fn overlay(&self, viewer: Viewer, id: &str, piece: Option<&str>) -> Result<OverlayView, NoOverlay> {
        let (board, eyes) = (self.ruleset.board(self.known_to(viewer)), self.eyes(viewer));
        let offer = board.overlays(eyes).into_iter().find(|o| o.id == id);
        let offer = offer.ok_or_else(|| NoOverlay::Unknown(id.to_owned()))?;
        if !offer.of_piece {
            return board.overlay(eyes, id, None).ok_or_else(|| NoOverlay::Unknown(id.to_owned()));
        }
        let named = piece.ok_or(NoOverlay::WantsPiece(offer.title))?;
        let pieces = board.view(eyes).pieces;
        let found = pieces.iter().find(|p| p.id == named).or_else(|| pieces.iter().find(|p| p.name == named));
        let drawn = found.and_then(|p| board.overlay(eyes, id, Some(&p.id)));
        drawn.ok_or_else(|| NoOverlay::NothingOf(offer.title, named.to_owned()))
    }

    /// Where in the sequence of play the game stands: the view's phase, without the work of the rest.
    pub fn phase(&self, viewer: Viewer) -> Phase {
        self.ruleset.board(self.known_to(viewer)).phase(self.eyes(viewer))
    }

    /// What is counted of the position ([`Situation::measures`](super::Situation::measures)).
    pub fn measures(&self, viewer: Viewer) -> Vec<Measure> {
        self.ruleset.board(self.known_to(viewer)).measures(self.eyes(viewer))
    }

    /// The score as it would stand if the game ended now: the view's, without the work of the rest.
    pub fn score(&self, viewer: Viewer) -> Score {
        self.ruleset.board(self.known_to(viewer)).score(self.eyes(viewer))
    }

    /// What a seat may do now; `piece` narrows it to one piece. A seat that the game does not wait for
    /// is asked nothing; it has a choice only where the rules let it interrupt.
    pub fn menu(&self, seat: SeatId, piece: Option<&str>) -> Menu {
        if self.hears(seat) {
            self.board_of(seat).menu(seat, piece)
        } else {
            Menu { seat, asks: Vec::new(), choices: Vec::new() }
        }
    }

    /// The choices of no piece in the menu of a seat, where the ruleset lists them without the rest.
    pub fn menu_of_none(&self, seat: SeatId) -> Option<Menu> {
        if self.hears(seat) { self.board_of(seat).menu_of_none(seat) } else { None }
    }

    /// What can be chosen next in composing an order of a seat, given what was said so far.
    ///
    /// # Errors
    /// What was said leads to no order of this position.
    pub fn compose(&self, seat: SeatId, said: &[String]) -> Result<Step, Refusal> {
        if !self.hears(seat) {
            return Err(Refusal::unreadable("You are not asked for an order now.", "Wait until the game asks you."));
        }
        self.board_of(seat).compose(seat, said)
    }

    /// What a seat can compose besides the orders of its menu.
    pub fn goals(&self, seat: SeatId) -> Vec<Candidate> {
        if self.hears(seat) { self.board_of(seat).goals_of(seat) } else { Vec::new() }
    }

    /// The standing orders in force for a seat: the last it recorded, or the ruleset's defaults.
    pub fn standing(&self, seat: SeatId, keys: &GameKeys) -> Standing {
        if let Some(second) = &self.second {
            return second.standing(seat).cloned().unwrap_or_else(|| self.standing_default());
        }
        let key = self.seat(seat).map(|s| keys.seal(s.chair));
        key.and_then(|key| self.standing_with(seat, &key)).unwrap_or_else(|| self.standing_default())
    }

    /// The standing orders of a seat that has said nothing.
    pub(crate) fn standing_default(&self) -> Standing {
        Standing::at(Level::Default, &self.ruleset.standing_offers())
    }

    fn standing_with(&self, seat: SeatId, key: &SealKey) -> Option<Standing> {
        let cursor = self.cursors.get(usize::from(seat.0))?;
        let value = key.open(cursor.slots, cursor.standing.as_deref()?)?;
        serde_json::from_slice(&value).ok()
    }

    pub(crate) fn side_of(&self, seat: SeatId) -> Option<Side> {
        self.seat(seat).map(|s| s.side)
    }

    /// The opposing seat whose hand-over link goes with handing the game to a side: whoever acted, or else the first of them.
    fn opposite(&self, side: Side, actor: Option<SeatId>) -> SeatId {
        actor
            .filter(|a| self.side_of(*a).is_some_and(|s| s != side))
            .or_else(|| self.seats.iter().find(|s| s.side != side).map(|s| s.id))
            .unwrap_or(SeatId(0))
    }
}

/// The place of a side in [`Game::handed`].
fn nth(side: Side) -> usize {
    match side {
        Side::Union => 0,
        Side::Confederate => 1,
    }
}

/// The seats' bytes, in seat order; `None` with more than fifteen on a side.
fn chairs(sides: impl Iterator<Item = Side>) -> Option<Vec<u8>> {
    let mut before = [0_usize; 2];
    sides
        .map(|side| {
            let n = before[nth(side)];
            before[nth(side)] += 1;
            (n < 15).then(|| chair(side, n))
        })
        .collect()
}
