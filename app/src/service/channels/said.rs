//! What a webhook and a push say. Nothing in them is secret: they tell that something has happened, and where to look.

use crate::service::words::Words;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fieldpost_store::{Hash32, TakenJob};
use serde::{Deserialize, Serialize};

/// The longest text of a push, in characters.
const LONGEST: usize = 400;
/// The longest title, in bytes before it is coded.
const TITLE: usize = 120;

/// The document that a webhook gets, version 1. Fields in alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Document {
    /// The moment at which the notice was queued, RFC 3339, UTC.
    pub at: String,
    /// What sort: `dispatch`, `message`, `over`, …
    pub event: String,
    /// The game; none in a test.
    pub game: Option<Game>,
    /// The same for every attempt to deliver this notice.
    pub id: String,
    /// A sentence or two.
    pub text: String,
    /// What has happened, in a few words.
    pub title: String,
    /// `fieldpost/notice/1`.
    pub version: String,
}

/// The game in a webhook's document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Game {
    /// The hash of the log's last record.
    pub head: String,
    /// Its id.
    pub id: String,
    /// Turn and phase in words.
    pub phase: String,
    /// The records of its log.
    pub records: u64,
    /// The ruleset's id.
    pub ruleset: String,
    /// What its host called it.
    pub title: String,
    /// Its page.
    pub url: String,
    /// Whether it waits for the reader of this notice.
    pub your_turn: bool,
}

/// A push: what stands in the headers `Title` and `Click`, and the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub click: String,
    pub text: String,
    pub title: String,
}

/// The same for every attempt, and another for every notice and channel. 32 hexadecimal digits.
pub(super) fn id(push: &TakenJob) -> String {
    let stamp = Hash32::of(format!("{}\0{}", push.letter.by.word(), push.letter.message_id).as_bytes()).to_string();
    stamp.chars().take(32).collect()
}

impl Document {
    pub(super) fn of(push: &TakenJob, event: &str, words: Words, game: Option<Game>) -> Self {
        let at = jiff::Timestamp::from_millisecond(push.created.0).unwrap_or_default();
        Document {
            at: format!("{at:.0}"),
            event: event.to_owned(),
            game,
            id: id(push),
            text: words.text,
            title: words.heading,
            version: "fieldpost/notice/1".to_owned(),
        }
    }
}

impl Line {
    pub(super) fn of(words: Words, title: Option<&str>, click: String) -> Self {
        let heading = match title {
            Some(game) => format!("{game}: {}", words.heading),
            None => format!("Fieldpost: {}", words.heading),
        };
        Line { click, text: words.text.chars().take(LONGEST).collect(), title: heading }
    }

    /// The title as a header carries it: as it is when it is plain ASCII, else coded (RFC 2047 §4.1). Line breaks become spaces.
    pub(super) fn title_header(&self) -> String {
        let mut plain: String = self.title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        while plain.len() > TITLE {
            plain.pop();
        }
        let plain = plain.trim();
        // A word that looks coded must not be taken for one.
        if plain.is_ascii() && !plain.contains("=?") {
            return plain.to_owned();
        }
        // A coded word has 75 characters at most, so 45 bytes of text; none is cut in two.
        let (mut words, mut word) = (Vec::new(), String::new());
        for c in plain.chars() {
            if word.len() + c.len_utf8() > 45 {
                words.push(std::mem::take(&mut word));
            }
            word.push(c);
        }
        words.push(word);
        words.iter().map(|w| format!("=?UTF-8?B?{}?=", STANDARD.encode(w))).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(title: &str) -> String {
        Line { click: String::new(), text: String::new(), title: title.to_owned() }.title_header()
    }

    #[test]
    fn a_title_is_one_header_whatever_a_player_called_the_game() {
        assert_eq!(header("The mill: Your turn"), "The mill: Your turn");
        assert_eq!(header("a\r\nX-Evil: b"), "a  X-Evil: b");
        assert_eq!(header("Mühle"), "=?UTF-8?B?TcO8aGxl?=");
        assert_eq!(header("=?UTF-8?B?eA==?="), "=?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?=");
        let long = header(&"é".repeat(500));
        assert!(long.split(' ').all(|word| word.len() <= 75) && long.is_ascii(), "{long}");
        assert!(header(&"x".repeat(500)).len() <= TITLE);
    }
}
