//! Who plays the seats of a game, as the API takes and gives it.

use crate::service::seat_change::{SeatChangeAct, Sought};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something to do about who plays a seat.
#[derive(Deserialize, ToSchema)]
#[schema(as = HandsRequest)]
pub struct SeatChangeRequest {
    /// What.
    #[serde(flatten)]
    pub act: SeatChangeAct,
    /// A key of the caller's own, 1 to 64 printable ASCII characters. A repeat with it does nothing more and gets the first answer.
    pub key: Option<String>,
}

/// Who plays the seats of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = HandsState)]
pub struct SeatChangeState {
    /// The seats in seat order.
    pub seats: Vec<SeatPlayer>,
    /// The seats for which somebody else is looked for, for players of the game alone.
    pub sought: Vec<Sought>,
}

/// Who plays a seat.
#[derive(Serialize, ToSchema)]
#[schema(as = SeatHands)]
pub struct SeatPlayer {
    /// Its number.
    pub seat: u8,
    /// Who plays it.
    pub player: String,
    /// Whether a house player stands in for a person.
    pub stood_in: bool,
    /// Whether a house player could stand in now, if the other side asks for it.
    pub may_stand_in: bool,
    /// Whether its player need not be asked when somebody else is looked for.
    pub vacant: bool,
}
