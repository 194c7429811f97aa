//! The ids and random tokens that the tables are keyed by, beside the log's own [`GameId`] and [`Hash32`].

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::log::{GameId, Hash32};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The text is not an id or a token: it has the wrong length or a letter that does not belong there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a well-formed {0}")]
pub struct Malformed(pub &'static str);

macro_rules! bytes {
    ($(#[$doc:meta])* $name:ident, $size:literal, $word:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(pub [u8; $size]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl FromStr for $name {
            type Err = Malformed;
            fn from_str(text: &str) -> Result<Self, Malformed> {
                let mut bytes = [0; $size];
                hex::decode_to_slice(text, &mut bytes).map_err(|_| Malformed($word))?;
                Ok(Self(bytes))
            }
        }

        impl TryFrom<String> for $name {
            type Error = Malformed;
            fn try_from(text: String) -> Result<Self, Malformed> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> String {
                value.to_string()
            }
        }
    };
}

macro_rules! fresh {
    ($name:ident) => {
        impl $name {
            /// A new id: UUID version 7, so ids sort by the time they were made.
            pub fn fresh() -> Self {
                Self(uuid::Uuid::now_v7().into_bytes())
            }
        }
    };
}

bytes!(
    /// Names an account. Written as 32 lower-case hexadecimal digits.
    AccountId, 16, "account id"
);
bytes!(
    /// Names a session or an API token in lists and forms; it opens nothing by itself. 32 lower-case hexadecimal digits.
    GrantId, 16, "id"
);
fresh!(AccountId);
fresh!(GrantId);

/// A new id for a game: UUID version 7, so ids sort by the time they were made.
pub fn fresh_game_id() -> GameId {
    GameId(uuid::Uuid::now_v7().into_bytes())
}

/// 32 random bytes that open something for whoever holds them: a sign-in link, a session, an invitation, the API. The
/// database keeps the hash alone. Written as 43 characters of URL-safe base64.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// A new token from the operating system's random numbers.
    pub fn fresh() -> Self {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the operating system always has random bytes for a running process");
        Token(bytes)
    }

    /// A token that the caller derived from a secret of its own, so that it can be derived again.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Token(bytes)
    }

    /// What the database keeps and is asked for.
    pub fn hash(&self) -> Hash32 {
        Hash32::of(&self.0)
    }

    /// The text that goes into the link, the cookie or the header.
    pub fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

impl FromStr for Token {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let mut bytes = [0; 32];
        match URL_SAFE_NO_PAD.decode_slice(text, &mut bytes) {
            Ok(32) => Ok(Token(bytes)),
            _ => Err(Malformed("token")),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(withheld)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back_from_their_text() {
        let id = AccountId::fresh();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!("12".parse::<AccountId>(), Err(Malformed("account id")));
        assert_eq!(serde_json::to_string(&AccountId([1; 16])).unwrap(), "\"01010101010101010101010101010101\"");
    }

    #[test]
    fn tokens_are_read_back_and_never_printed() {
        let token = Token::fresh();
        assert_eq!(token.reveal().len(), 43);
        assert_eq!(token.reveal().parse(), Ok(token.clone()));
        assert_eq!(format!("{token:?}"), "Token(withheld)");
        assert_eq!("short".parse::<Token>(), Err(Malformed("token")));
        assert_eq!(format!("{}A", token.reveal()).parse::<Token>(), Err(Malformed("token")));
    }
}
