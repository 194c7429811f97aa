//! Sealed dice.

use crate::service::sealed::SealedAct;
use crate::service::table::Table;
use crate::service::{Outcome, Service, ServiceError};
use crate::web::error::WantedLinks;
use domain::log::{HouseDiceWhy, PlayerAnchors};
use domain::referee::{Links, Sealing};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Links that a player gives, each as `NUMBER:HEX`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub struct GivenLinks {
    /// Of the chain for rolls.
    #[serde(default)]
    pub roll: String,
    /// Of the chain for hand-overs.
    #[serde(default)]
    pub handover: String,
}

impl GivenLinks {
    /// The links.
    pub fn read(&self) -> Outcome<Links> {
        Ok(Links { player: Service::read_link(&self.roll)?, handover: Service::read_link(&self.handover)? })
    }
}

/// What a player who seals their dice binds them to, in hex.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct SealedChains {
    /// The anchor of the chain for rolls.
    pub player: String,
    /// That of the chain for hand-overs.
    pub handover: String,
    /// Link 1 of the chain for hand-overs.
    pub first: String,
}

impl SealedChains {
    /// The same, read.
    pub fn read(&self) -> Outcome<Sealing> {
        let hash = |text: &str| {
            text.parse().map_err(|_| {
                ServiceError::malformed("An anchor or link is no hash.").legal("Give 64 lower-case hexadecimal digits.")
            })
        };
        let anchors = PlayerAnchors { handover: hash(&self.handover)?, player: hash(&self.player)? };
        Ok(Sealing { anchors, first: hash(&self.first)? })
    }
}

/// What to do about the caller's dice: one of these.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiceAct {
    /// Seal them, before the game begins.
    Seal(SealedChains),
    /// Give links ahead.
    Give(GivenLinks),
    /// Go on with house dice: `lost` or `wish`.
    House(String),
}

impl DiceAct {
    /// The same, read.
    pub fn read(&self) -> Outcome<SealedAct> {
        Ok(match self {
            DiceAct::Seal(chains) => SealedAct::Seal(chains.read()?),
            DiceAct::Give(links) => SealedAct::Give(links.read()?),
            DiceAct::House(why) => SealedAct::House(match why.as_str() {
                "lost" => HouseDiceWhy::Lost,
                "wish" => HouseDiceWhy::Wish,
                _ => return Err(ServiceError::malformed("There is no such reason.").legal("Say lost or wish.")),
            }),
        })
    }
}

/// Whose dice are sealed.
#[derive(Serialize, ToSchema)]
pub struct DiceState {
    /// Seat by seat.
    pub seats: Vec<SeatDice>,
    /// Whether the caller may seal theirs now.
    pub may_seal: bool,
}

/// The dice of a seat.
#[derive(Serialize, ToSchema)]
pub struct SeatDice {
    /// The seat's number.
    pub seat: u8,
    /// `sealed` or `house`.
    pub dice: String,
    /// The byte of the seat in everything hashed.
    pub chair: u8,
    /// Links in each chain.
    pub links: u32,
    /// The numbers of the links that the next roll and the next hand-over take; null with house dice.
    pub next: Option<WantedLinks>,
    /// The numbers of the last links that were given; null with house dice.
    pub given: Option<WantedLinks>,
}

impl DiceState {
    pub fn of(table: &Table) -> Self {
        let seats = table.game.seats().iter().map(|s| {
            let sealed = table.game.sealed_dice(s.id);
            let pair = |roll, handover| WantedLinks { roll: Some(roll), handover: Some(handover) };
            SeatDice {
                seat: s.id.0,
                dice: if sealed.is_some() { "sealed" } else { "house" }.to_owned(),
                chair: s.chair,
                links: table.game.genesis().dice.links,
                next: sealed.map(|s| pair(s.next_roll, s.next_handover)),
                given: sealed.map(|s| pair(s.given_rolls.index, s.given_handovers.index)),
            }
        });
        DiceState { seats: seats.collect(), may_seal: table.may_seal() }
    }
}
