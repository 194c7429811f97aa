//! Who learns something.

use super::{SeatId, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// Who reads a private log, by kind and number; everybody reads the public one.
///
/// In JSON the list of both numbers. The order is that of the bytes: nobody, the sides, the seats, the holders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Audience {
    /// Nobody before the end: `0 0`.
    Nobody,
    /// All seats of a side: `1` and the side's byte.
    Side(Side),
    /// Whoever has a seat, then and later: `2` and the seat's number.
    Seat(SeatId),
    /// The one who had a seat then, and nobody who comes after: `3` and a number, counted over the joins and replacements of the log.
    Holder(u8),
}

impl Audience {
    /// Kind and number.
    pub const fn bytes(self) -> [u8; 2] {
        match self {
            Audience::Nobody => [0, 0],
            Audience::Side(side) => [1, side.byte()],
            Audience::Seat(SeatId(seat)) => [2, seat],
            Audience::Holder(holder) => [3, holder],
        }
    }

    /// The audience of two bytes.
    pub fn of_bytes(bytes: [u8; 2]) -> Option<Audience> {
        match bytes {
            [0, 0] => Some(Audience::Nobody),
            [1, byte] => Side::BOTH.into_iter().find(|s| s.byte() == byte).map(Audience::Side),
            [2, seat] => Some(Audience::Seat(SeatId(seat))),
            [3, holder] => Some(Audience::Holder(holder)),
            _ => None,
        }
    }
}

impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Audience::Nobody => f.write_str("nobody"),
            Audience::Side(side) => write!(f, "the {side} side"),
            Audience::Seat(seat) => write!(f, "seat {}", seat.0),
            Audience::Holder(holder) => write!(f, "holder {holder}"),
        }
    }
}

impl Serialize for Audience {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.bytes().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Audience {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = <[u8; 2]>::deserialize(deserializer)?;
        Audience::of_bytes(bytes).ok_or_else(|| de::Error::custom("not the two numbers of an audience"))
    }
}

/// Who learns a fact, or reads an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hearers {
    /// Everybody: it stands in the public log.
    #[default]
    Everybody,
    /// Only these, in their private log.
    Only(Audience),
}

impl Hearers {
    /// Whether a seat of a side is among them.
    pub fn hold(self, seat: SeatId, side: Side) -> bool {
        match self {
            Hearers::Everybody => true,
            Hearers::Only(Audience::Side(of)) => of == side,
            Hearers::Only(Audience::Seat(of)) => of == seat,
            Hearers::Only(Audience::Nobody | Audience::Holder(_)) => false,
        }
    }
}
