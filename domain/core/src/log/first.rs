//! What the records of the first format say, and those that both formats share.

use crate::words::{DataFile, GameId, Hash32, Millis, Roll, SeatId, Side, Terms};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// `genesis/1`. Its hash is the `G` of every roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genesis {
    /// When the game was created.
    pub at: Millis,
    /// How dice are made, with the server's anchors.
    pub dice: HouseDice,
    /// Every data file of the ruleset with its SHA-256.
    pub files: Vec<DataFile>,
    /// The game.
    pub game: GameId,
    /// Days that each hand-over allows; 0 for no clock.
    pub pace: u32,
    /// The revision of the ruleset.
    pub revision: u32,
    /// The ruleset's id.
    pub ruleset: String,
    /// The seats in seat order.
    pub seats: Vec<SeatTerms>,
    /// Whether this is a study: an umpire may change the position, and the dice prove nothing.
    pub study: bool,
    /// Scenario and options.
    pub terms: Terms,
}

/// How the dice of a game are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseDice {
    /// The anchor of the server's chain for each seat, in seat order.
    pub anchors: Vec<Hash32>,
    /// Links in each chain; 4,096.
    pub links: u32,
    /// Who keeps the players' chains.
    pub mode: DiceMode,
    /// The anchors of the players' chains for each seat, in seat order. The server makes these chains too, so it binds itself
    /// to them here, before it hears any phrase.
    pub players: Vec<PlayerAnchors>,
}

/// Who keeps the players' chains, and so who could foresee a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiceMode {
    /// The server keeps them.
    House,
}

/// A seat, as the scenario had it when the game began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatTerms {
    /// Its name: `Union`.
    pub name: String,
    /// The side it commands for.
    pub side: Side,
}

/// `join/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Anchors of the player's chains; with house dice those of the genesis.
    pub anchors: PlayerAnchors,
    /// When.
    pub at: Millis,
    /// The house player's id, when it is one.
    pub bot: Option<String>,
    /// Display name.
    pub name: String,
    /// The words the player put into all dice of the game.
    pub phrase: String,
    /// The seat taken.
    pub seat: SeatId,
}

/// Anchors of a player's chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerAnchors {
    /// Of the links revealed with hand-overs.
    pub handover: Hash32,
    /// Of the links revealed with rolls.
    pub player: Hash32,
}

/// `order/1`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// When.
    pub at: Millis,
    /// The links that made the rolls; null when nothing was rolled.
    pub dice: Option<DiceLinks>,
    /// What happened, in the ruleset's own shape.
    pub facts: Vec<Box<RawValue>>,
    /// The key the client chose, so that a repeated request is recognised; null for a standing order's answer.
    pub key: Option<String>,
    /// The order in notation.
    pub order: String,
    /// The rolls, in the order the rules rolled them.
    pub rolls: Vec<Roll>,
    /// Who gave it.
    pub seat: SeatId,
    /// The head the player was looking at.
    pub seen: Hash32,
    /// Which standing order gave it; null when the player did.
    pub standing: Option<StandingUse>,
}

/// The links behind the rolls of one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceLinks {
    /// `k`: this is the seat's k-th order that rolled, from 1.
    pub index: u32,
    /// `x_k` of the player's chain.
    pub player: Hash32,
    /// `s_k` of the server's chain for this seat.
    pub server: Hash32,
}

/// The standing order that answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingUse {
    /// The offer's key.
    pub key: String,
    /// Why, in words.
    pub reason: String,
}

/// `hand-over/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// When.
    pub at: Millis,
    /// The opposing seat whose hand-over chain the link is from.
    pub from: SeatId,
    /// The number of the link, from 1.
    pub index: u32,
    /// `q`: goes into every roll of `side` until its next hand-over.
    pub link: Hash32,
    /// The side that is handed the game.
    pub side: Side,
    /// SHA-256 of the canonical position.
    pub state: Hash32,
    /// The seats of that side that the game now waits for and did not wait for before. Empty only when the game begins,
    /// for a side that is not asked anything yet but may be called on to roll.
    pub to: Vec<SeatId>,
}

/// `anchor/1`: a chain is used up, and this is the anchor of the next 4,096 links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextAnchor {
    /// The value before the first of the new links.
    pub anchor: Hash32,
    /// When.
    pub at: Millis,
    /// Which of the three chains.
    pub chain: ChainKind,
    /// Whose.
    pub seat: SeatId,
    /// The number of links before it: the new ones are `start + 1` and up.
    pub start: u32,
}

/// The three chains of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChainKind {
    /// The player's, revealed when handing over.
    Handover,
    /// The player's, revealed when rolling.
    Player,
    /// The server's, revealed in the record of the roll.
    Server,
}

/// `standing/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrders {
    /// When.
    pub at: Millis,
    /// The commitment to the value.
    pub seal: Hash32,
    /// The value, enciphered, in lower-case hex: readable with the key that the opening publishes.
    #[serde(deserialize_with = "lower_hex")]
    pub sealed: String,
    /// Whose.
    pub seat: SeatId,
    /// The number of this sealed value of this seat, from 1.
    pub slot: u32,
}

fn lower_hex<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    let digits = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    match digits && text.len().is_multiple_of(2) {
        true => Ok(text),
        false => Err(D::Error::custom("not bytes in lower-case hexadecimal")),
    }
}

/// `draw-offer/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawOffer {
    /// When.
    pub at: Millis,
    /// Who offers.
    pub seat: SeatId,
}

/// `draw-answer/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawAnswer {
    /// Yes or no.
    pub accept: bool,
    /// When.
    pub at: Millis,
    /// Who answers.
    pub seat: SeatId,
}

/// `takeback-offer/1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakebackOffer {
    /// When.
    pub at: Millis,
    /// The record to go back to: its position would stand again.
    pub back_to: u64,
    /// Dice rolled since, so that nobody agrees without knowing that there were any.
    pub dice: u32,
    /// Orders given since, those of standing orders included.
    pub orders: u32,
    /// Why, in the player's words; may be empty.
    pub reason: String,
    /// Who asks.
    pub seat: SeatId,
}

/// `takeback-answer/1`. Agreed, the position is that of the record gone back to. Dice are not rewound, and what was taken back stays
/// in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakebackAnswer {
    /// Yes or no.
    pub accept: bool,
    /// When.
    pub at: Millis,
    /// Who answers.
    pub seat: SeatId,
}

/// `hands/1`: a change of hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// The other side's seats that agreed.
    pub agreed: Vec<SeatId>,
    /// When.
    pub at: Millis,
    /// The house player's id, when it is one.
    pub bot: Option<String>,
    /// Display name of who plays from here on.
    pub name: String,
    /// The seat that changes hands.
    pub seat: SeatId,
    /// Why.
    pub why: HandsWhy,
}

/// `hands/2`: a change of hands. Unlike `hands/1` it says who went and whether they agreed, and a house player stands in only for
/// somebody whose time is out, in a game whose terms allow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandsChange {
    /// The other side's seats that asked for it or agreed, in seat order.
    pub agreed: Vec<SeatId>,
    /// When.
    pub at: Millis,
    /// The house player's id, when it is one.
    pub bot: Option<String>,
    /// Display name of who played until here.
    pub from: String,
    /// Display name of who plays from here on.
    pub name: String,
    /// Whether the seat's own player agreed.
    pub own: bool,
    /// The seat that changes hands.
    pub seat: SeatId,
    /// Why.
    pub why: HandsWhy,
}

/// Why a seat changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandsWhy {
    /// Another person takes the seat for good.
    Replacement,
    /// The person a house player stood in for plays on.
    Return,
    /// A house player stands in.
    StandIn,
}

/// `resign/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// When.
    pub at: Millis,
    /// Who gives up.
    pub seat: SeatId,
}

/// `ruling/1`, in a study only.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// When.
    pub at: Millis,
    /// What it did.
    pub facts: Vec<Box<RawValue>>,
    /// The umpire's line.
    pub line: String,
}

/// `opening/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// When.
    pub at: Millis,
    /// `K`, from which the salt and the cipher of every sealed value of this seat follow.
    pub key: Hash32,
    /// Whose.
    pub seat: SeatId,
}

/// `result/1`, and `result/2`, which differs only in the reasons it gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// When.
    pub at: Millis,
    /// The victory level, as the rulebook names it, or what happened instead.
    pub level: String,
    /// Victory points in the rulebook's own count.
    pub points: i32,
    /// What ended the game.
    pub reason: Reason,
    /// SHA-256 of the canonical position.
    pub state: Hash32,
    /// Who won, if anybody.
    pub winner: Option<Side>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Somebody's time was out, and the ruleset judged the position as it stood. In `result/2` only.
    Adjudicated,
    /// The players agreed on a draw.
    Agreed,
    /// Somebody's time was out, and that lost the game. In `result/2` only.
    Forfeit,
    /// A player resigned.
    Resigned,
    /// The rules.
    Rules,
}
