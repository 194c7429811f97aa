//! The letter that answers a player's letter: what was understood, what was done, and whose move it is.

use super::{Composed, Offer, subject};
use askama::Template;
use serde::{Deserialize, Serialize};

/// What became of what a letter said about one game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The game's name, or what the writer called a game that was not found.
    pub game: String,
    /// The reader's seat.
    pub seat: String,
    /// Turn and phase in words.
    pub phase: String,
    /// What was understood, line by line, as the writer wrote it.
    pub heard: Vec<String>,
    /// What was made of it, in a sentence.
    pub verdict: String,
    /// The line that failed, if one did.
    pub wrong: Option<Wrong>,
    /// What happened.
    pub story: Vec<Heard>,
    /// What was asked to be read: a preview, rules, the menu, what has changed.
    pub blocks: Vec<Block>,
    /// What is asked of the reader now.
    pub asks: Vec<String>,
    /// Where the game stands, when nothing is asked.
    pub standing: String,
    /// What the answer can be answered with.
    pub offer: Offer,
    /// Number of the latest record; 0 without a game.
    pub seq: u64,
    /// Head of the log, in hex.
    pub head: String,
    /// How to name the game in a letter about several.
    pub short: String,
    /// The game whose map goes with it, in hex, if it was asked for.
    pub map: Option<String>,
}

impl Section {
    /// Whether all that was heard is the line that failed, which is repeated there.
    fn only_wrong(&self) -> bool {
        matches!((&self.wrong, self.heard.as_slice()), (Some(wrong), [only]) if *only == wrong.line)
    }
}

/// A line that was not carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrong {
    /// As the writer wrote it; empty when the whole letter is meant.
    pub line: String,
    /// What is wrong with it, and the rule.
    pub why: String,
    /// What would be right; may be empty.
    pub legal: String,
    /// Legal orders like it; or what was read as orders, where the writer is asked whether that is what they meant.
    pub like: Vec<String>,
    /// Whether those are what was read.
    #[serde(default)]
    pub read: bool,
}

impl Wrong {
    /// What stands above the orders beneath it.
    fn heading(&self) -> &'static str {
        if self.read { "Read as orders:" } else { "Legal now:" }
    }
}

/// One record as an answer tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    /// Who acted, and the order; may be empty.
    pub order: String,
    /// What followed.
    pub lines: Vec<String>,
}

/// A text with a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The heading.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// Everything an answer says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// One for each game that the letter was about.
    pub sections: Vec<Section>,
    /// What should be mentioned besides: lines taken for talk, attachments not opened.
    pub notes: Vec<String>,
    /// Which sections have a map, by the name of its image.
    pub maps: Vec<Option<String>>,
    /// Whether the answer can be answered.
    pub answerable: bool,
    /// Signs in for the game and shows it.
    pub link: String,
    /// Stops the letters of this game.
    pub unsubscribe: String,
}

#[derive(Template)]
#[template(path = "letters/answer.html")]
struct Html<'a> {
    subject: &'a str,
    a: &'a Answer,
}

#[derive(Template)]
#[template(path = "letters/answer.txt")]
struct Text<'a> {
    a: &'a Answer,
}

impl Answer {
    /// `to` is the subject of the letter that is answered.
    ///
    /// # Errors
    /// When a template fails, which needs a mistake in it.
    pub fn compose(&self, to: &str) -> Result<Composed, askama::Error> {
        let to = to.trim();
        let about = if to.is_empty() { self.sections.first().map_or("", |s| s.game.as_str()) } else { to };
        let again = about.get(..3).is_some_and(|re| re.eq_ignore_ascii_case("re:"));
        let subject = subject(&if again { about.to_owned() } else { format!("Re: {about}") });
        let html = Html { subject: &subject, a: self }.render()?;
        let text = Text { a: self }.render()?;
        Ok(Composed { subject, text, html })
    }

    /// The image of a section's map.
    fn map(&self, section: &usize) -> Option<&str> {
        self.maps.get(*section).and_then(|m| m.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::Offered;

    fn answer() -> Answer {
        Answer {
            sections: vec![
                Section {
                    game: "<b>Anna's mill</b>".to_owned(),
                    seat: "Union".to_owned(),
                    phase: "Turn 3, Union Fire Phase".to_owned(),
                    heard: vec!["Griffin fire 1012".to_owned(), "3".to_owned()],
                    verdict: "Carried out.".to_owned(),
                    story: vec![Heard {
                        order: "Griffin fire 1012".to_owned(),
                        lines: vec!["Griffin fires: 2 + 3 = 5 <hit>.".to_owned()],
                    }],
                    asks: vec!["Fire, or declare that you are done.".to_owned()],
                    offer: Offer {
                        numbered: vec![Offered {
                            number: 1,
                            order: "done".to_owned(),
                            label: "End the phase".to_owned(),
                            remark: "hands over".to_owned(),
                        }],
                        total: 1,
                        ..Offer::default()
                    },
                    seq: 42,
                    head: "ab".repeat(32),
                    short: "1a2b3c4d".to_owned(),
                    ..Section::default()
                },
                Section {
                    game: "Another".to_owned(),
                    seat: "Confederate".to_owned(),
                    heard: vec!["Archer 0914".to_owned()],
                    verdict: "Nothing was carried out.".to_owned(),
                    wrong: Some(Wrong {
                        line: "Archer 0914".to_owned(),
                        why: "§7.51: Archer cannot cross there.".to_owned(),
                        legal: "Go by the bridge.".to_owned(),
                        like: vec!["Archer 0815".to_owned()],
                        read: false,
                    }),
                    standing: "The game waits for the Union.".to_owned(),
                    map: Some("cd".repeat(16)),
                    ..Section::default()
                },
            ],
            notes: vec!["Left out as talk: \"Hi Anna,\"".to_owned()],
            maps: vec![None, Some("map-2".to_owned())],
            answerable: true,
            link: "https://play.example.org/in/abc".to_owned(),
            unsubscribe: "https://play.example.org/unsubscribe/xyz".to_owned(),
        }
    }

    #[test]
    fn an_answer_tells_game_by_game_what_was_done() {
        let letter = answer().compose("Re: Anna's mill\r\nBcc: x@y.z, turn 3").unwrap();
        assert_eq!(letter.subject, "Re: Anna's mill Bcc: x at y. z, turn 3");
        insta::assert_snapshot!("answer_html", letter.html);
        insta::assert_snapshot!("answer_text", letter.text);
        assert!(!letter.html.contains("<b>Anna") && !letter.html.contains("<hit>"));
        assert!(letter.html.contains("cid:map-2") && !letter.html.contains("cid:map-1"));
    }

    #[test]
    fn a_letter_without_a_subject_is_answered_about_its_game() {
        assert_eq!(answer().compose(" ").unwrap().subject, "Re: <b>Anna's mill</b>");
        assert_eq!(answer().compose("Résumé").unwrap().subject, "Re: Résumé");
    }
}
