//! What the records of the second format say, and those about revisions, which both formats have.
//!
//! `docs/decisions/0070-the-second-log-format.md` says what each of them is for and what must hold.

use super::first::{DiceMode, PlayerAnchors};
use crate::words::{Audience, DataFile, GameId, Hash32, Millis, Roll, SeatId, Side, Terms};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// `genesis/2`. Its hash is the `G` of every roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenesisSecond {
    /// When the game was created.
    pub at: Millis,
    /// How dice are made, with all anchors.
    pub dice: SecondDice,
    /// Every data file of the ruleset with its SHA-256.
    pub files: Vec<DataFile>,
    /// The game.
    pub game: GameId,
    /// Days that each hand-over allows; 0 for no clock.
    pub pace: u32,
    /// The release of the rules that it begins with.
    pub release: Release,
    /// The ruleset's id.
    pub ruleset: String,
    /// The seats in seat order.
    pub seats: Vec<CommandTerms>,
    /// Whether this is a study: an umpire may change the position, and the dice prove nothing.
    pub study: bool,
    /// Scenario and options.
    pub terms: Terms,
}

/// How the dice of a game are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondDice {
    /// The anchor of the server's chain for each seat, in seat order.
    pub anchors: Vec<Hash32>,
    /// Links in each chain but the private ones; 4,096.
    pub links: u32,
    /// Who keeps the players' chains.
    pub mode: DiceMode,
    /// The anchor of the chain for rolls whose faces nobody is told.
    pub nobody: Hash32,
    /// The anchors of the players' chains for each seat.
    pub players: Vec<PlayerAnchors>,
    /// The anchors of the chains for private rolls of each seat.
    pub private: Vec<PrivateAnchors>,
    /// Links in each private chain: the most private rolls that a seat can come to.
    pub private_links: u32,
    /// The anchor of each seat's reserve chain, which the server keeps.
    pub reserve: Vec<Hash32>,
}

/// Anchors of a seat's chains for private rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateAnchors {
    /// Of the player's chain.
    pub player: Hash32,
    /// Of the server's chain.
    pub server: Hash32,
}

/// A seat, as the scenario had it when the game began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandTerms {
    /// What it commands, in words; empty where it commands all of its side.
    pub command: String,
    /// Its name: `Union`, `Longstreet`.
    pub name: String,
    /// The side it commands for.
    pub side: Side,
}

/// A release of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// SHA-256 over its sources and data files.
    pub digest: Hash32,
    /// Counts up when orders may be decided otherwise.
    pub revision: u32,
    /// The version of its crate.
    pub version: String,
}

/// `order/2`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderSecond {
    /// Whether it was given in advance: by a standing order, a plan, or because nothing else was legal. Which, nobody is told.
    pub advance: bool,
    /// When.
    pub at: Millis,
    /// The links that made the rolls; null when nothing was rolled that everybody sees.
    pub dice: Option<StepLinks>,
    /// What everybody learns, in the ruleset's own shape.
    pub facts: Vec<Box<RawValue>>,
    /// The key the client chose; null for an order given in advance.
    pub key: Option<String>,
    /// The order in notation.
    pub order: String,
    /// The rolls that everybody sees, in the order the rules rolled them.
    pub rolls: Vec<Roll>,
    /// Who gave it.
    pub seat: SeatId,
    /// The head the player was looking at.
    pub seen: Hash32,
    /// The hidden pieces first shown by its facts.
    pub shows: Vec<Shown>,
}

/// The links behind the public rolls of one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepLinks {
    /// Whether the seat's own chains were used, or the reserve.
    pub chain: LinkSource,
    /// `q`: link number `step` of the hand-over chain of the enemy's head.
    pub handed: Hash32,
    /// `k`: this is the seat's k-th order that rolled for all to see, from 1.
    pub index: u32,
    /// `x_k` of the player's chain, or of the reserve.
    pub player: Hash32,
    /// `s_k` of the server's chain for this seat.
    pub server: Hash32,
    /// The step of the public position.
    pub step: u32,
}

/// Where a player's link comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkSource {
    /// The seat's own chain.
    Own,
    /// The chain that the server keeps for a seat without links at hand.
    Reserve,
}

/// A hidden piece shown for the first time, with the proof that it was sealed as what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Whose log holds the seals.
    pub audience: Audience,
    /// The place of its seal in the sorted list, from 0.
    pub index: u32,
    /// Its number among the hidden pieces.
    pub number: u16,
    /// The hashes beside its way to the root, the lowest first.
    pub path: Vec<Hash32>,
    /// The salt of its seal.
    pub salt: Hash32,
    /// What it is: canonical JSON.
    pub what: String,
}

/// `choice/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedChoice {
    /// When.
    pub at: Millis,
    /// The key the client chose; null when it was given in advance.
    pub key: Option<String>,
    /// The commitment.
    pub seal: Hash32,
    /// Whose.
    pub seat: SeatId,
    /// The head the player was looking at.
    pub seen: Hash32,
}

/// `choices/1`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choices {
    /// When.
    pub at: Millis,
    /// What everybody chose, in seat order.
    pub choices: Vec<OpenedChoice>,
    /// The links that made the rolls; null when nothing was rolled.
    pub dice: Option<StepLinks>,
    /// What everybody learns.
    pub facts: Vec<Box<RawValue>>,
    /// The rolls that everybody sees.
    pub rolls: Vec<Roll>,
    /// The seat whose chains the dice are from: the first in seat order.
    pub seat: SeatId,
    /// The hidden pieces first shown by its facts.
    pub shows: Vec<Shown>,
}

/// What a record came to for all to see: the fields that orders and opened choices share.
#[derive(Clone, Copy, Debug)]
pub struct CameTo<'a> {
    /// The links that made the rolls; none when nothing was rolled that everybody sees.
    pub dice: Option<&'a StepLinks>,
    /// What everybody learns.
    pub facts: &'a [Box<RawValue>],
    /// The rolls that everybody sees.
    pub rolls: &'a [Roll],
    /// The seat whose chains the dice are from.
    pub seat: SeatId,
    /// The hidden pieces first shown by its facts.
    pub shows: &'a [Shown],
}

impl CameTo<'_> {
    /// How many dice everybody saw.
    pub fn faces(&self) -> usize {
        self.rolls.iter().map(|r| r.faces.len()).sum()
    }
}

impl OrderSecond {
    /// What it came to.
    pub fn came_to(&self) -> CameTo<'_> {
        let OrderSecond { dice, facts, rolls, seat, shows, .. } = self;
        CameTo { dice: dice.as_ref(), facts, rolls, seat: *seat, shows }
    }
}

impl Choices {
    /// What they came to.
    pub fn came_to(&self) -> CameTo<'_> {
        let Choices { dice, facts, rolls, seat, shows, .. } = self;
        CameTo { dice: dice.as_ref(), facts, rolls, seat: *seat, shows }
    }
}

/// A choice that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenedChoice {
    /// The order in notation.
    pub order: String,
    /// The salt of its seal.
    pub salt: Hash32,
    /// Whose.
    pub seat: SeatId,
}

/// `pieces/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedPieces {
    /// When.
    pub at: Millis,
    /// Whose log holds the seals.
    pub audience: Audience,
    /// How many there are: the ruleset's fixed number.
    pub count: u32,
    /// RFC 6962 tree hash over the sorted seals.
    pub root: Hash32,
}

/// `hand-over/2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandOverSecond {
    /// When.
    pub at: Millis,
    /// SHA-256 of the canonical public position.
    pub state: Hash32,
    /// The seats that the game now waits for and did not wait for before, in seat order.
    pub to: Vec<SeatId>,
}

/// `anchor/2`: from link `start + 1` on a chain hangs on another anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnchorSecond {
    /// The value before the first of the new links.
    pub anchor: Hash32,
    /// When.
    pub at: Millis,
    /// Which chain.
    pub chain: SecondChain,
    /// Whose.
    pub seat: SeatId,
    /// The number of links before it.
    pub start: u32,
    /// Why.
    pub why: AnchorWhy,
}

/// The chains of a seat that may go on elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecondChain {
    /// The player's, shown with the rolls of the enemy.
    Handover,
    /// The player's, shown with the seat's rolls.
    Player,
    /// The server's in place of the player's.
    Reserve,
    /// The server's.
    Server,
}

/// Why a chain goes on elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnchorWhy {
    /// Its links were lost.
    Lost,
    /// Somebody else holds the seat.
    NewHands,
    /// It was used up.
    UsedUp,
}

/// `opening/2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSecond {
    /// When.
    pub at: Millis,
    /// `K` of every audience, in their order.
    pub keys: Vec<AudienceKey>,
    /// The highest private links used: nobody's, then each seat's.
    pub links: Vec<PrivateLinks>,
}

/// The key of an audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AudienceKey {
    /// Which.
    pub audience: Audience,
    /// `K`.
    pub key: Hash32,
}

/// The highest links used of private chains; index 0 and zero bytes where none was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateLinks {
    /// Its number.
    pub index: u32,
    /// Of the player's chain.
    pub player: Hash32,
    /// Of the server's chain.
    pub server: Hash32,
}

/// `closed/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// When.
    pub at: Millis,
    /// Who or what closed it.
    pub by: ClosedBy,
    /// Why, in words; may be empty.
    pub reason: String,
}

/// Who or what closed a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClosedBy {
    /// A year without a record.
    Age,
    /// The host of the service.
    Host,
}

/// `restored/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Restored {
    /// The anchors from which the chains of each seat go on, in seat order.
    pub anchors: Vec<RestoredAnchors>,
    /// When.
    pub at: Millis,
    /// The highest head known from letters.
    pub head: Option<Hash32>,
    /// The number of links before all of them.
    pub start: u32,
}

/// The chains of a seat after a restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestoredAnchors {
    /// Of the hand-over chain.
    pub handover: Hash32,
    /// Of the player's.
    pub player: Hash32,
    /// Of the server's.
    pub server: Hash32,
}

/// `revision-offer/1` and `revision/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revised {
    /// When.
    pub at: Millis,
    /// The records that the new release decides otherwise in their public part, ascending.
    pub differs: Vec<u64>,
    /// The data files of the new release.
    pub files: Vec<DataFile>,
    /// The release until here.
    pub from: Release,
    /// The release from here on.
    pub to: Release,
}

/// `revision-answer/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevisionAnswer {
    /// When.
    pub at: Millis,
    /// Who goes on.
    pub seat: SeatId,
}
