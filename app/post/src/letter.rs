//! A letter before it is put into an envelope.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fieldpost_store::Time;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Everything a letter says. Text of players may stand in any field: what could break a header is removed when the message
/// is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// The address it goes to.
    pub to: String,
    /// The recipient's name.
    pub to_name: Option<String>,
    /// The subject.
    pub subject: String,
    /// The letter as plain text.
    pub text: String,
    /// The letter as HTML. Shows an image as `<img src="cid:map">`.
    pub html: String,
    /// The images that the HTML shows.
    pub images: Vec<Image>,
    /// The files that go with it.
    #[serde(default)]
    pub files: Vec<File>,
    /// The Message-ID with its angle brackets; see [`crate::message_id`].
    pub message_id: String,
    /// The Message-ID of the letter that it continues.
    pub in_reply_to: Option<String>,
    /// The Message-IDs of the conversation, the first one first.
    pub references: Vec<String>,
    /// The address that a one-click unsubscription is posted to.
    pub unsubscribe: Option<String>,
    /// The address that an answer goes to, if it is not the sender's.
    pub reply_to: Option<String>,
    /// The date of the letter: the time of the record it tells of.
    pub date: Time,
    /// When it ceases to be of use, as a sign-in letter does with its link (RFC 4021 §2.1.50); it is not sent any more then.
    #[serde(default)]
    pub expires: Option<Time>,
    /// Whether it answers a letter that came in (RFC 3834 §5: `auto-replied`), and is not sent of the service's own accord.
    #[serde(default)]
    pub answers: bool,
}

/// An image inside a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// What the HTML calls it, without `cid:`. Letters, digits and hyphens.
    pub cid: String,
    /// The bytes of the PNG file. In JSON: base64.
    #[serde(serialize_with = "to_base64", deserialize_with = "from_base64")]
    pub png: Vec<u8>,
}

/// A file that goes with a letter, byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// What it is saved as. Letters, digits, hyphens and points.
    pub name: String,
    /// Its bytes. In JSON: base64.
    #[serde(serialize_with = "to_base64", deserialize_with = "from_base64")]
    pub bytes: Vec<u8>,
}

fn to_base64<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}

fn from_base64<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    STANDARD.decode(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}
