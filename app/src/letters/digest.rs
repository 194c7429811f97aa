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
    /// The address that orders can be sent to, where letters can be answered.
    pub reply_to: Option<String>,
}

/// What else has happened while letters were held back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The game's name.
    pub game: String,
    /// What: "A draw is offered".
    pub heading: String,
    /// A sentence about it; empty when somebody is quoted.
    pub text: String,
    /// What another player wrote.
    pub quoted: Option<String>,
    /// Signs in for this game and shows it.
    pub link: String,
}

/// Everything a digest says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The games, the one that has waited longest first. None only when there is other news.
    pub waiting: Vec<Waiting>,
    /// What else has happened, oldest first.
    pub news: Vec<News>,
    /// Where the reader chooses when letters come.
    pub settings: String,
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

impl Text<'_> {
    fn quote(&self, text: &str) -> String {
        text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
    }
}

impl Digest {
    /// Writes it.
    ///
    /// # Errors
    /// When a template fails, which needs a mistake in it.
    pub fn compose(&self) -> Result<Composed, askama::Error> {
        let heading = match self.waiting.len() {
            0 => "News of your games".to_owned(),
            1 => "A game waits for you".to_owned(),
            n => format!("{n} games wait for you"),
        };
        let mut names: Vec<&str> = self.waiting.iter().map(|w| w.game.as_str()).collect();
        if names.is_empty() {
            names.extend(self.news.iter().map(|n| n.game.as_str()));
            names.dedup();
        }
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
            reply_to: Some(format!("g-token{n}@reply.example.org")),
        }
    }

    #[test]
    fn a_digest_names_each_game_with_its_question_and_link() {
        let stop = "https://play.example.org/unsubscribe/xyz".to_owned();
        let settings = "https://play.example.org/account/notices".to_owned();
        let digest = Digest { waiting: vec![waiting(1), waiting(2)], news: Vec::new(), settings, unsubscribe: stop };
        let letter = digest.compose().unwrap();
        assert!(
            letter.subject.starts_with("2 games wait for you: <b>Mill & stream</b> 1 Bcc: evil at example. org, <b>")
        );
        assert!(!letter.subject.contains(['\r', '\n']));
        for n in 1..=2 {
            assert!(letter.text.contains(&format!("https://play.example.org/sign-in/token{n}\n")), "{}", letter.text);
            assert!(letter.html.contains(&format!("href=\"https://play.example.org/sign-in/token{n}\"")));
        }
        assert_eq!(letter.text.matches("Fire, or declare that you are done.").count(), 2);
        assert!(!letter.html.contains("<b>Mill"), "what a player wrote is escaped in HTML");
        assert!(letter.text.contains("https://play.example.org/unsubscribe/xyz"));
        assert!(
            letter.text.contains("g-token2@reply.example.org\n")
                && letter.html.contains("mailto:g-token2@reply.example.org")
        );
        let alone = Digest { waiting: vec![waiting(1)], ..digest.clone() }.compose().unwrap();
        assert!(alone.subject.starts_with("A game waits for you: "), "{}", alone.subject);

        let news = News {
            game: "Mill".to_owned(),
            heading: "Hannah writes".to_owned(),
            text: String::new(),
            quoted: Some("<i>Well</i>\nplayed".to_owned()),
            link: "https://play.example.org/sign-in/token9".to_owned(),
        };
        let told = Digest { waiting: Vec::new(), news: vec![news], ..digest }.compose().unwrap();
        assert_eq!(told.subject, "News of your games: Mill");
        assert!(told.text.contains("> <i>Well</i>\n> played\n") && !told.html.contains("<i>Well"), "{}", told.text);
        assert!(!told.text.contains("all the games that wait"), "{}", told.text);
    }
}
