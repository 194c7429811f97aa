//! Ways over the map, from hex to hex.

use domain_core::board::HexId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest way any unit can pay for, its first hex counted: eight points by road are sixteen hexes.
pub const LONGEST_WAY: usize = 20;

/// A chain of hexes, one at least. Small and copyable, since a menu holds hundreds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Way {
    len: u8,
    hexes: [HexId; LONGEST_WAY],
}

impl Way {
    /// A way of these hexes; `None` when there is none or there are more than [`LONGEST_WAY`].
    pub fn of(hexes: &[HexId]) -> Option<Way> {
        if hexes.is_empty() || hexes.len() > LONGEST_WAY {
            return None;
        }
        let mut way = Way { len: hexes.len() as u8, hexes: [HexId::new(0, 0); LONGEST_WAY] };
        way.hexes[..hexes.len()].copy_from_slice(hexes);
        Some(way)
    }

    /// The hexes.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..usize::from(self.len)]
    }

    /// The first hex.
    pub fn start(&self) -> HexId {
        self.hexes[0]
    }

    /// The last hex.
    pub fn end(&self) -> HexId {
        self.hexes[usize::from(self.len.max(1)) - 1]
    }
}

impl std::fmt::Debug for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, hex) in self.hexes().iter().enumerate() {
            write!(f, "{}{hex}", if i == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}

impl Serialize for Way {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.hexes().serialize(s)
    }
}

impl<'de> Deserialize<'de> for Way {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let hexes = Vec::<HexId>::deserialize(d)?;
        Way::of(&hexes).ok_or_else(|| serde::de::Error::custom("a way has from 1 to 20 hexes"))
    }
}
