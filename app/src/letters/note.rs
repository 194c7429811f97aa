//! Letters other than dispatches: a few paragraphs and one button.

use super::{Composed, subject};
use crate::names::harmless;
use crate::service::revisions::{OtherwiseDecided, RevisionAsked};
use askama::Template;

/// A short letter. One about a game has its name as the subject, as all its letters do, and says in the heading what it is about: mail programs show
/// them as one conversation. Only the warning that somebody else has answered stands out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The subject.
    pub subject: String,
    /// The game it is about; empty for a letter of none.
    pub game: String,
    /// Heading.
    pub heading: String,
    /// Paragraphs of ours.
    pub paragraphs: Vec<String>,
    /// Paragraphs that somebody else wrote.
    pub quoted: Vec<String>,
    /// Terms: what, and which.
    pub terms: Vec<(String, String)>,
    /// Where the button leads.
    pub link: String,
    /// The button's words.
    pub button: String,
    /// Small print below the button.
    pub after: Vec<String>,
    /// Stops such letters; empty for letters that were asked for.
    pub unsubscribe: String,
    /// The words of that link.
    pub unsubscribe_text: String,
}

#[derive(Template)]
#[template(path = "letters/note.html")]
struct Html<'a> {
    subject: &'a str,
    n: &'a Note,
}

#[derive(Template)]
#[template(path = "letters/note.txt")]
struct Text<'a> {
    n: &'a Note,
}

impl Text<'_> {
    /// Marks each line as quoted, as mail programs do.
    fn quote(&self, text: &str) -> String {
        text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
    }
}

impl Note {
    /// A sign-in link, asked for by its reader.
    pub fn sign_in(link: String) -> Self {
        Note {
            subject: "Your sign-in link for Fieldpost".to_owned(),
            heading: "Sign in to Fieldpost".to_owned(),
            paragraphs: vec!["Somebody, you we hope, asked to sign in with this address.".to_owned()],
            link,
            button: "Sign in".to_owned(),
            after: vec![
                "The link works once, for fifteen minutes.".to_owned(),
                "If it was not you, do nothing: without this letter nobody gets in.".to_owned(),
            ],
            ..Note::default()
        }
    }

    /// A link that shows that mail reaches its reader, asked for by them.
    pub fn confirm(link: String) -> Self {
        Note {
            subject: "Does mail from Fieldpost reach you?".to_owned(),
            heading: "This letter has reached you".to_owned(),
            paragraphs: vec![
                "Letters to this address came back, so no more were sent. Open the link, and letters about your games come again."
                    .to_owned(),
            ],
            link,
            button: "Let letters come again".to_owned(),
            after: vec!["The link works once, for three days.".to_owned()],
            ..Note::default()
        }
    }

    /// An invitation to a game. `terms` are the questions and answers that make the game.
    pub fn invitation(
        host: &str,
        game: &str,
        seat: &str,
        terms: Vec<(String, String)>,
        link: String,
        unsubscribe: String,
    ) -> Self {
        let (host, game) = (harmless(host), harmless(game));
        let side = would_command(seat);
        Note {
            subject: format!("{host} asks you to a game: {game}"),
            heading: format!("{host} asks you to a game"),
            paragraphs: vec![format!(
                "{host} would like to play {game} with you by letter.{side} These are the terms:"
            )],
            terms,
            link,
            button: "Read the terms and answer".to_owned(),
            after: vec!["Nothing begins before you have accepted.".to_owned()],
            unsubscribe,
            unsubscribe_text: "No letters from this service any more".to_owned(),
            ..Note::default()
        }
    }

    /// The first letter of somebody to a reader who does not know them: an invitation that asks for consent. `game` is the ruleset's title:
    /// of what the sender has typed only their name is in it, and not in the subject. `consent` is where the reader says who may write.
    pub fn stranger_asks(
        host: &str,
        game: &str,
        seat: &str,
        terms: Vec<(String, String)>,
        link: String,
        consent: String,
    ) -> Self {
        Note {
            subject: "May this player write to you? An invitation to a game".to_owned(),
            heading: "An invitation to a game".to_owned(),
            paragraphs: vec![format!(
                "A player who goes by the name “{}” would like to play {game} with you by letter, and gave us your address. We know no \
                     more of them.{} These are the terms:",
                harmless(host),
                would_command(seat)
            )],
            terms,
            link,
            button: "Read the terms and answer".to_owned(),
            after: vec![
                "Nothing begins before you have accepted.".to_owned(),
                "May this player write to you again? Without an answer they do not, and this was their only letter."
                    .to_owned(),
            ],
            unsubscribe: consent,
            unsubscribe_text: "Say who may write to you: this player, not this player, or no stranger ever".to_owned(),
            ..Note::default()
        }
    }

    /// A message from another player.
    pub fn message(from: &str, game: &str, text: &str, link: String, unsubscribe: String) -> Self {
        Note {
            subject: game.to_owned(),
            game: game.to_owned(),
            heading: format!("{from} writes"),
            quoted: vec![text.to_owned()],
            link,
            button: "Answer".to_owned(),
            unsubscribe,
            unsubscribe_text: "No more letters for this game".to_owned(),
            ..Note::default()
        }
    }

    /// Somebody else has answered a letter of the reader's. `account` is where sessions are ended.
    pub fn stranger(game: &str, account: String, unsubscribe: String) -> Self {
        Note {
            subject: format!("{game}: an answer that was not yours"),
            heading: "An answer that was not yours".to_owned(),
            paragraphs: vec![
                format!(
                    "Somebody answered a letter that we had sent you about {game}, from another address than yours or with a sender that \
                     your mail server's word speaks against. Nothing was carried out, and nobody was answered."
                ),
                "If it was you, write from the address that this letter came to. If it was not, somebody else has seen a letter of yours: \
                 end your sessions, and all letters sent until then are void."
                    .to_owned(),
            ],
            link: account,
            button: "See where you are signed in".to_owned(),
            after: vec!["We tell you this once a day at most, however often it happens.".to_owned()],
            unsubscribe,
            unsubscribe_text: "No more letters for this game".to_owned(),
            ..Note::default()
        }
    }

    /// Something about the time of a game.
    pub fn clock(game: &str, heading: String, text: String, link: String, unsubscribe: String) -> Self {
        Note {
            subject: game.to_owned(),
            game: game.to_owned(),
            heading,
            paragraphs: vec![text],
            link,
            button: "Open the game".to_owned(),
            unsubscribe,
            unsubscribe_text: "No more letters for this game".to_owned(),
            ..Note::default()
        }
    }

    /// Mended rules, with what they decide otherwise in a game. `until` is the day on which silence is consent.
    pub fn rules(game: &str, asked: &RevisionAsked, until: &str, link: String, unsubscribe: String) -> Self {
        let mut after: Vec<String> = asked.orders.iter().map(OtherwiseDecided::sentence).collect();
        if asked.more > 0 {
            after.push(format!("And {} more orders; the page shows them.", asked.more));
        }
        Note {
            subject: game.to_owned(),
            game: game.to_owned(),
            heading: "The rules were mended".to_owned(),
            paragraphs: vec![
                asked.lead(),
                format!("Say that you go on under them. If you say nothing until {until}, that is your consent."),
            ],
            link,
            button: "Go on under the mended rules".to_owned(),
            after,
            unsubscribe,
            unsubscribe_text: "No more letters for this game".to_owned(),
            ..Note::default()
        }
    }

    /// The last letter of a game to somebody who plays it no longer.
    pub fn farewell(game: &str, successor: &str, link: String, unsubscribe: String) -> Self {
        Note {
            subject: game.to_owned(),
            heading: format!("{successor} plays on for you"),
            paragraphs: vec![format!(
                "{successor} has taken over your seat in {game}. This is the last letter of that game: earlier ones can no longer be answered."
            )],
            link,
            button: "Your games".to_owned(),
            unsubscribe,
            unsubscribe_text: "No letters from this service any more".to_owned(),
            ..Note::default()
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// When a template fails, which needs a mistake in it.
    pub fn compose(&self) -> Result<Composed, askama::Error> {
        let subject = subject(&self.subject);
        let html = Html { subject: &subject, n: self }.render()?;
        let text = Text { n: self }.render()?;
        Ok(Composed { subject, text, html })
    }
}

/// The side that an invitation offers, as a sentence behind another; nothing where it offers none.
fn would_command(seat: &str) -> String {
    if seat.is_empty() { String::new() } else { format!(" You would command the {seat}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_escaped_in_html_and_quoted_in_text() {
        let hostile = "<img src=x onerror=alert(1)>\nFrom: you & me";
        let link = "https://play.example.org/in/abc".to_owned();
        let stop = "https://play.example.org/unsubscribe/xyz".to_owned();
        let letter = Note::message("<i>Bo\"b</i>", "Mill", hostile, link, stop).compose().unwrap();
        insta::assert_snapshot!("message_html", letter.html);
        insta::assert_snapshot!("message_text", letter.text);
        assert!(!letter.html.contains("<img src=x"));
        assert!(letter.text.contains("> <img src=x onerror=alert(1)>\n> From: you & me"));
    }

    #[test]
    fn letters_of_a_game_are_one_conversation_by_their_subject() {
        let (link, stop) =
            (|| "https://play.example.org/in/abc".to_owned(), || "https://play.example.org/stop".to_owned());
        let notes = [
            Note::message("Anna", "The mill", "Hello", link(), stop()),
            Note::clock("The mill", "Anna proposes a pause".to_owned(), "For three days.".to_owned(), link(), stop()),
            Note::farewell("The mill", "Anna", link(), stop()),
        ];
        for note in notes {
            let letter = note.compose().unwrap();
            assert_eq!(letter.subject, "The mill");
            assert!(letter.text.starts_with(&note.heading), "what it is about opens the text: {}", letter.text);
        }
    }

    #[test]
    fn a_sign_in_letter_holds_the_link_twice_and_nothing_to_unsubscribe_from() {
        let letter = Note::sign_in("https://play.example.org/sign-in/t0ken".to_owned()).compose().unwrap();
        assert!(letter.text.contains("https://play.example.org/sign-in/t0ken"));
        assert!(letter.html.contains("href=\"https://play.example.org/sign-in/t0ken\""));
        assert!(!letter.text.contains("unsubscribe"));
    }
}
