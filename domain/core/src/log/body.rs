//! What records say.
//!
//! A body is `{"kind":"order/1","what":{…}}`: compact JSON, the kind with its version first. Every struct here declares its
//! fields in alphabetical order, which makes plain serde write RFC 8785 bytes; [`super::canonical`] checks that on every
//! append. A shape that was ever written is never changed: the next shape of an order is `order/2`, read beside the first.

use super::arbiter::Judgement;
use super::first::{
    DrawAnswer, DrawOffer, GameResult, Genesis, HandOver, Hands, HandsChange, Join, NextAnchor, Opening, Order, Reason,
    Resign, Ruling, StandingOrders, TakebackAnswer, TakebackOffer,
};
use super::sealed::{Deposit, HouseDiceTaken, SealedDice};
use super::second::{
    AnchorSecond, Choices, Closed, GenesisSecond, HandOverSecond, OpeningSecond, OrderSecond, Restored, Revised,
    RevisionAnswer, SealedChoice, SealedPieces,
};
use super::testimony::{Correction, GenesisTold, OrderTold};
use super::time::{
    CalendarSet, ClockSet, Excuse, Grant, LeaveEnd, LeaveTaken, PauseAnswer, PauseEnd, PauseOffer, TimeClaim,
};
use crate::words::Millis;
use serde::de::Error as _;
use serde::{Deserialize, Serialize};

/// The kinds of records: a variant, what it holds, the kind as it is written.
macro_rules! bodies {
    ($($(#[$doc:meta])* $variant:ident($what:ident) = $kind:literal,)*) => {
        /// The content of a record.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "kind", content = "what")]
        pub enum Body {
            $($(#[$doc])* #[serde(rename = $kind)] $variant($what),)*
        }

        impl Body {
            /// The kinds that are known here.
            const KINDS: &'static [&'static str] = &[$($kind,)*];

            /// When it happened, by the clock of the service.
            pub fn at(&self) -> Millis {
                match self {
                    $(Body::$variant(b) => b.at,)*
                }
            }

            /// The kind as it stands in the record: `order/1`.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Body::$variant(_) => $kind,)*
                }
            }
        }
    };
}

bodies! {
    /// The first record of every log: what is played, and the anchors of the server's dice.
    Genesis(Genesis) = "genesis/1",
    /// The same, of a log of the second format.
    GenesisSecond(GenesisSecond) = "genesis/2",
    /// The same, of a game that an umpire enters.
    GenesisTold(GenesisTold) = "genesis/3",
    /// A player took a seat. With the last of them the game begins.
    Join(Join) = "join/1",
    /// An order with its rolls and the facts that followed.
    Order(Order) = "order/1",
    /// The same, with what everybody learns by it.
    OrderSecond(OrderSecond) = "order/2",
    /// An order of a game that an umpire enters, with the dice as they are told.
    OrderTold(OrderTold) = "order/3",
    /// The umpire has mistyped something: an earlier position stands again.
    Correction(Correction) = "correction/1",
    /// A seat has chosen, and nobody sees what.
    Choice(SealedChoice) = "choice/1",
    /// Everybody asked has chosen: what, and what came of it.
    Choices(Choices) = "choices/1",
    /// Hidden pieces, sealed one by one.
    Pieces(SealedPieces) = "pieces/1",
    /// The game now waits for these seats of a side.
    HandOver(HandOver) = "hand-over/1",
    /// The game now waits for these seats.
    HandOverSecond(HandOverSecond) = "hand-over/2",
    /// A chain of dice links was used up, and the next one begins.
    NextAnchor(NextAnchor) = "anchor/1",
    /// A chain of dice links goes on elsewhere.
    AnchorSecond(AnchorSecond) = "anchor/2",
    /// A seat's links come from chains that its player keeps.
    SealedDice(SealedDice) = "sealed/1",
    /// A player gives links of their chains.
    Deposit(Deposit) = "deposit/1",
    /// A seat with sealed dice plays with the house's from here on.
    HouseDice(HouseDiceTaken) = "house-dice/1",
    /// A seat's standing orders from here on, sealed.
    Standing(StandingOrders) = "standing/1",
    /// A draw was offered.
    DrawOffer(DrawOffer) = "draw-offer/1",
    /// The offer was accepted or declined.
    DrawAnswer(DrawAnswer) = "draw-answer/1",
    /// A seat asks to go back to an earlier position.
    TakebackOffer(TakebackOffer) = "takeback-offer/1",
    /// The same, counting what everybody has seen.
    TakebackOfferSecond(TakebackOffer) = "takeback-offer/2",
    /// The other side agreed to it or did not.
    TakebackAnswer(TakebackAnswer) = "takeback-answer/1",
    /// Somebody else plays a seat from here on.
    Hands(Hands) = "hands/1",
    /// A seat changed hands, with who was there before and whether they agreed.
    HandsChange(HandsChange) = "hands/2",
    /// A seat gave up.
    Resign(Resign) = "resign/1",
    /// An arbiter has judged a disputed record.
    Judgement(Judgement) = "judgement/1",
    /// An umpire changed a study position.
    Ruling(Ruling) = "ruling/1",
    /// The rules were mended, and records differ.
    RevisionOffer(Revised) = "revision-offer/1",
    /// A seat goes on under the mended rules.
    RevisionAnswer(RevisionAnswer) = "revision-answer/1",
    /// From here on the game is played by another release of the rules.
    Revision(Revised) = "revision/1",
    /// The key that opens everything a seat had sealed.
    Opening(Opening) = "opening/1",
    /// The keys of all private logs, and the highest links of all private rolls.
    OpeningSecond(OpeningSecond) = "opening/2",
    /// The game was closed without a result.
    Closed(Closed) = "closed/1",
    /// The service was restored from a copy: all chains go on elsewhere.
    Restored(Restored) = "restored/1",
    /// What was agreed on about time.
    Clock(ClockSet) = "clock/1",
    /// When a seat's time does not count.
    Calendar(CalendarSet) = "calendar/1",
    /// A seat takes leave.
    Leave(LeaveTaken) = "leave/1",
    /// A seat ends its leave, or does not take it.
    LeaveEnd(LeaveEnd) = "leave-end/1",
    /// A pause was proposed.
    PauseOffer(PauseOffer) = "pause-offer/1",
    /// The proposal was accepted or declined.
    PauseAnswer(PauseAnswer) = "pause-answer/1",
    /// A pause comes to its end.
    PauseEnd(PauseEnd) = "pause-end/1",
    /// A side gave the other more time.
    Grant(Grant) = "grant/1",
    /// The host excused a delay.
    Excuse(Excuse) = "excuse/1",
    /// A claim that a seat's time is out.
    TimeClaim(TimeClaim) = "claim/1",
    /// The game is over. Always the last record.
    Result(GameResult) = "result/1",
    /// The game is over by a claim on time. Always the last record.
    ResultOnTime(GameResult) = "result/2",
}

impl Body {
    /// The canonical bytes.
    pub fn write(&self) -> String {
        // Only a map with keys that are not text, or a failing Serialize of our own, could make this fail; there are none. An
        // empty text would be refused by the check that follows every write.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a body. Says nothing about whether the bytes were canonical.
    ///
    /// # Errors
    /// The JSON error, for a kind this program does not know or fields that do not fit.
    pub fn read(text: &str) -> serde_json::Result<Body> {
        serde_json::from_str(text).map_err(|e| unknown_kind(text).map_or(e, serde_json::Error::custom))
    }

    /// The record of a result, in the first version that has a word for its reason.
    pub fn of_result(result: GameResult) -> Body {
        match result.reason {
            Reason::Agreed | Reason::Resigned | Reason::Rules => Body::Result(result),
            Reason::Adjudicated | Reason::Forfeit => Body::ResultOnTime(result),
        }
    }
}

/// What to say of a body whose kind is none that is known here.
fn unknown_kind(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        kind: String,
    }
    let Named { kind } = serde_json::from_str(text).ok()?;
    let known = Body::KINDS.contains(&kind.as_str());
    let kind: String = kind.chars().take(40).collect();
    (!known).then(|| format!("{kind:?} is no kind of record that is known here; a newer version may have written it"))
}
