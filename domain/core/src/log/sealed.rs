//! Records of dice that a player keeps (`docs/decisions/0100-sealed-dice.md`).

use super::first::PlayerAnchors;
use crate::words::{Hash32, Millis, SeatId};
use serde::{Deserialize, Serialize};

/// `sealed/1`: a seat's links come from chains that its player keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedDice {
    /// The anchors of the player's chains.
    pub anchors: PlayerAnchors,
    /// When.
    pub at: Millis,
    /// Link 1 of the hand-over chain: the first hand-over finds nobody at home.
    pub first: Hash32,
    /// Whose.
    pub seat: SeatId,
}

/// `deposit/1`: a player gives links of their chains. One link gives all below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deposit {
    /// When.
    pub at: Millis,
    /// Of the chain for hand-overs.
    pub handover: Option<GivenLink>,
    /// Of the chain for rolls.
    pub player: Option<GivenLink>,
    /// Whose.
    pub seat: SeatId,
}

/// A link with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenLink {
    /// Its number, from 1.
    pub index: u32,
    /// The link.
    pub link: Hash32,
}

/// `house-dice/1`: a seat with sealed dice plays with the house's from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseDiceTaken {
    /// When.
    pub at: Millis,
    /// Whose.
    pub seat: SeatId,
    /// Why.
    pub why: HouseDiceWhy,
}

/// Why somebody goes on with house dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HouseDiceWhy {
    /// The dice key is lost.
    Lost,
    /// They want to.
    Wish,
}
