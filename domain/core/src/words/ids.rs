//! Hashes, ids of games and times, as records write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A text that should have been hexadecimal of a fixed length and is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not {bytes} bytes in lower-case hexadecimal")]
pub struct NotHex {
    /// How many bytes were expected.
    pub bytes: usize,
}

/// Lower case only: one value has one spelling, or the canonical bytes would not be canonical.
fn unhex<const N: usize>(text: &str) -> Result<[u8; N], NotHex> {
    let digits = text.as_bytes();
    let mut bytes = [0; N];
    // One look at the sum of all digits instead of one at each: a replay reads hundreds of thousands of them.
    let mut seen = 0;
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let (high, low) = (DIGIT[usize::from(pair[0])], DIGIT[usize::from(pair[1])]);
        seen |= high | low;
        *byte = high << 4 | low & 0xf;
    }
    if digits.len() != 2 * N || seen > 0xf {
        return Err(NotHex { bytes: N });
    }
    Ok(bytes)
}

/// The value of each byte as a digit; 0xff for one that is none.
const DIGIT: [u8; 256] = {
    let mut table = [0xff; 256];
    let mut value = 0;
    while value < 16 {
        table[b"0123456789abcdef"[value] as usize] = value as u8;
        value += 1;
    }
    table
};

macro_rules! hex_newtype {
    ($name:ident, $bytes:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), hex::encode(self.0))
            }
        }
        impl FromStr for $name {
            type Err = NotHex;
            fn from_str(text: &str) -> Result<Self, NotHex> {
                unhex(text).map($name)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut text = [0; 2 * $bytes];
                hex::encode_to_slice(self.0, &mut text).map_err(serde::ser::Error::custom)?;
                serializer.serialize_str(std::str::from_utf8(&text).map_err(serde::ser::Error::custom)?)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;
                impl serde::de::Visitor<'_> for Visitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, "{} bytes in lower-case hexadecimal", $bytes)
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Visitor)
            }
        }
    };
}

/// A SHA-256 value, written as 64 lower-case hex digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash32(pub [u8; 32]);
hex_newtype!(Hash32, 32);

impl Hash32 {
    /// What stands before the first record.
    pub const ZERO: Hash32 = Hash32([0; 32]);

    /// The SHA-256 of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Hash32(Sha256::digest(bytes).into())
    }

    /// The first eight hex digits, for people to compare at a glance. Never to be trusted by a program.
    pub fn short(&self) -> String {
        hex::encode(&self.0[..4])
    }
}

/// A game, written as 32 lower-case hex digits. Made by whoever creates the game: random, or a UUID's bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub [u8; 16]);
hex_newtype!(GameId, 16);

/// A time: milliseconds since 1970-01-01T00:00:00Z. Below 2^53 until long after everybody's interest in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub u64);
