//! One letter about all games that wait, for those who wish to be told at certain hours.

use super::{Composed, subject};
use askama::Template;

/// A game that waits for the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The game's name.
    pub game: String,
    /// Turn and phase in words.
    pub phase: String,
    /// What is asked.
    pub asks: String,
    /// Since when it has waited: date and hour on the reader's clock.
    pub since: String,
    /// Signs in for this game and shows it.
    pub link: String,
}

/// Everything a digest says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The games, the one that has waited longest first. At least one.
    pub waiting: Vec<Waiting>,
    /// Where the reader chooses when letters come.
    pub wishes: String,
    /// Stops all letters about games.
    pub unsubscribe: String,
}

#[derive(Template)]
#[template(path = "letters/digest.html")]
struct Html<'a> {
    subject: &'a str,
    heading: &'a str,
    d: &'a Digest,
}

#[derive(Template)]
#[template(path = "letters/digest.txt")]
struct Text<'a> {
    heading: &'a str,
    d: &'a Digest,
}

impl Digest {
    /// Writes it.
    ///
    /// # Errors
    /// When a template fails, which needs a mistake in it.
    pub fn compose(&self) -> Result<Composed, askama::Error> {
        let heading = match self.waiting.len() {
            1 => "A game waits for you".to_owned(),
            n => format!("{n} games wait for you"),
        };
        let names: Vec<&str> = self.waiting.iter().map(|w| w.game.as_str()).collect();
        let subject = subject(&format!("{heading}: {}", names.join(", ")));
        let html = Html { subject: &subject, heading: &heading, d: self }.render()?;
        let text = Text { heading: &heading, d: self }.render()?;
        Ok(Composed { subject, text, html })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(n: usize) -> Waiting {
        Waiting {
            game: format!("<b>Mill & stream</b> {n}\r\nBcc: evil@example.org"),
            phase: "Turn 3, Union Fire Phase".to_owned(),
            asks: "Fire, or declare that you are done.".to_owned(),
            since: "27 June 1862, 14:05".to_owned(),
            link: format!("https://play.example.org/sign-in/token{n}"),
        }
    }

    #[test]
    fn a_digest_names_each_game_with_its_question_and_link() {
        let stop = "https://play.example.org/unsubscribe/xyz".to_owned();
        let wishes = "https://play.example.org/account/notices".to_owned();
        let digest = Digest { waiting: vec![waiting(1), waiting(2)], wishes, unsubscribe: stop };
        let letter = digest.compose().unwrap();
        assert!(letter.subject.starts_with("2 games wait for you: <b>Mill & stream</b> 1 Bcc: evil@example.org, <b>"));
        assert!(!letter.subject.contains(['\r', '\n']));
        for n in 1..=2 {
            assert!(letter.text.contains(&format!("https://play.example.org/sign-in/token{n}\n")), "{}", letter.text);
            assert!(letter.html.contains(&format!("href=\"https://play.example.org/sign-in/token{n}\"")));
        }
        assert_eq!(letter.text.matches("Fire, or declare that you are done.").count(), 2);
        assert!(!letter.html.contains("<b>Mill"), "what a player wrote is escaped in HTML");
        assert!(letter.text.contains("https://play.example.org/unsubscribe/xyz"));
        let alone = Digest { waiting: vec![waiting(1)], ..digest }.compose().unwrap();
        assert!(alone.subject.starts_with("A game waits for you: "), "{}", alone.subject);
    }
}
