//! The letter that carries the turn.

use super::{Composed, Offer, subject};
use crate::told::Told;
use askama::Template;
use domain::referee::Side;

/// Why a dispatch is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The game waits for the reader.
    Turn,
    /// The reader has just acted and wants it in writing.
    Receipt,
    /// The game is over.
    Over,
    /// Something else of note happened: a draw was offered.
    News,
}

/// One record as a letter tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The side that began it.
    pub side: Option<Side>,
    /// The seat's name; empty for the referee.
    pub seat: String,
    /// The order in notation; may be empty.
    pub order: String,
    /// Why a standing order gave it; may be empty.
    pub why: String,
    /// Whether it goes on with the affair of the one before, and is told under it.
    pub goes_on: bool,
    /// What followed.
    pub lines: Vec<Told>,
}

impl Passage {
    /// The colour of the rule beside it.
    fn colour(&self) -> &'static str {
        match self.side {
            Some(Side::Union) => "#7fa3d1",
            Some(Side::Confederate) => "#a29a84",
            None => "#d8c9a8",
        }
    }

    /// Whether the order stands above its story as it was written: where nothing tells it, or where a standing order gave it.
    fn says_order(&self) -> bool {
        self.lines.is_empty() || !self.why.is_empty()
    }
}

/// Orders of a story that is read at one glance.
const SHORT: usize = 4;

/// Everything a dispatch says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatch {
    /// Why it is sent.
    pub kind: Kind,
    /// The game's name.
    pub game: String,
    /// The ruleset's title.
    pub ruleset: String,
    /// The reader's seat.
    pub seat: String,
    /// What it commands, where its side has several seats; empty otherwise.
    pub command: String,
    /// Turn and phase in words.
    pub phase: String,
    /// What the turn track says: "4:00 P.M."; may be empty.
    pub clock: String,
    /// What is asked of the reader.
    pub asks: Vec<String>,
    /// Where the game stands, when nothing is asked.
    pub standing: String,
    /// What happened since the reader last looked, oldest first.
    pub entries: Vec<Passage>,
    /// Earlier records not told.
    pub left_out: usize,
    /// The score in one sentence; may be empty.
    pub score: String,
    /// What it can be answered with by mail; empty when it cannot.
    pub offer: Offer,
    /// How else to answer by mail; may be empty.
    pub reply: String,
    /// How to name the game in a letter about several; empty when letters cannot be answered.
    pub short: String,
    /// Whether a picture of the map goes with it.
    pub picture: bool,
    /// How long the reader has; empty without a clock that runs.
    pub time: String,
    /// Who stands where, line by line, for readers of plain text; may be empty.
    pub position: Vec<String>,
    /// Signs in for this game and shows it.
    pub link: String,
    /// Where the log is.
    pub log: String,
    /// Stops the letters of this game.
    pub unsubscribe: String,
    /// Number of the latest record.
    pub seq: u64,
    /// Head of the log, in hex.
    pub head: String,
    /// Whether the proof goes with it that this record is in the register.
    pub proof: bool,
}

#[derive(Template)]
#[template(path = "letters/turn.html")]
struct Html<'a> {
    subject: &'a str,
    d: &'a Dispatch,
}

#[derive(Template)]
#[template(path = "letters/turn.txt")]
struct Text<'a> {
    d: &'a Dispatch,
}

impl Dispatch {
    /// The game's name, the same in all its letters: mail programs show a game as one conversation by it. What is asked opens the text.
    pub fn subject(&self) -> String {
        subject(&self.game)
    }

    /// The ruleset, unless the game is called by it.
    fn rules(&self) -> &str {
        if self.game.contains(&self.ruleset) { "" } else { &self.ruleset }
    }

    /// What opens the text of a letter that asks nothing.
    fn opening(&self) -> &'static str {
        if self.kind == Kind::Receipt { "Your orders were carried out." } else { "" }
    }

    /// Writes it.
    ///
    /// # Errors
    /// When a template fails, which needs a mistake in it.
    pub fn compose(&self) -> Result<Composed, askama::Error> {
        let subject = self.subject();
        let html = Html { subject: &subject, d: self }.render()?;
        let text = Text { d: self }.render()?;
        Ok(Composed { subject, text, html })
    }

    fn button(&self) -> &'static str {
        match self.kind {
            Kind::Turn => "Take your turn",
            Kind::Over => "See how it ended",
            Kind::Receipt | Kind::News => "See the game",
        }
    }

    /// Whether it tells of something besides what is asked.
    fn news(&self) -> bool {
        self.kind == Kind::News
    }

    fn since(&self) -> &'static str {
        match self.kind {
            Kind::Receipt => "What you ordered, and what came of it",
            _ => "Since you last looked",
        }
    }

    /// What was lost, one sentence each, before a story of more than a few orders; nothing before a short one.
    fn losses(&self) -> Vec<&str> {
        let told = self.entries.iter().flat_map(|e| &e.lines).filter(|l| l.tone == "loss");
        let lost: Vec<&str> = told.map(|l| l.text.as_str()).collect();
        if self.entries.len() > SHORT { lost } else { Vec::new() }
    }

    fn underline(&self) -> String {
        "-".repeat(self.since().chars().count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::Offered;
    use domain::referee::{Line, Tone};

    fn dispatch() -> Dispatch {
        let lines = [
            Line::new(Tone::Combat, "Archer & Pender <charge>: 4 steps +3 morale −2 stream = 5.").cite("11.0"),
            Line::new(Tone::Loss, "Griffin loses 1 step."),
        ];
        Dispatch {
            kind: Kind::Turn,
            game: "<b>Anna's \"mill\"</b>\r\nBcc: evil@example.org".to_owned(),
            ruleset: "Gaines's Mill".to_owned(),
            seat: "Union".to_owned(),
            command: String::new(),
            phase: "Turn 3, Union Fire Phase".to_owned(),
            clock: "4:00 P.M.".to_owned(),
            asks: vec!["Fire, or declare that you are done.".to_owned()],
            standing: String::new(),
            entries: vec![Passage {
                side: Some(Side::Confederate),
                seat: "Confederate".to_owned(),
                order: "Archer charge 1012".to_owned(),
                why: String::new(),
                goes_on: false,
                lines: lines.iter().map(Told::of).collect(),
            }],
            left_out: 2,
            score: "12 points. Were it over now: Union Tactical.".to_owned(),
            offer: Offer {
                numbered: vec![
                    Offered {
                        number: 1,
                        order: "Griffin fire 1012".to_owned(),
                        label: "Griffin fires at <Archer>".to_owned(),
                        remark: "rolls".to_owned(),
                    },
                    Offered {
                        number: 2,
                        order: "done".to_owned(),
                        label: "End the Fire Phase".to_owned(),
                        remark: "hands over".to_owned(),
                    },
                ],
                total: 2,
                ..Offer::default()
            },
            reply: String::new(),
            short: "1a2b3c4d".to_owned(),
            picture: true,
            time: "Your clock: 2 days left.".to_owned(),
            position: vec!["1012: Union Griffin (4 of 4 steps)".to_owned()],
            link: "https://play.example.org/in/abc".to_owned(),
            log: "https://play.example.org/games/1/log".to_owned(),
            unsubscribe: "https://play.example.org/unsubscribe/xyz".to_owned(),
            seq: 42,
            head: "ab".repeat(32),
            proof: true,
        }
    }

    #[test]
    fn hostile_names_are_escaped_in_html_and_left_alone_in_text() {
        let letter = dispatch().compose().unwrap();
        assert_eq!(letter.subject, "<b>Anna's \"mill\"</b> Bcc: evil at example. org");
        insta::assert_snapshot!("dispatch_html", letter.html);
        insta::assert_snapshot!("dispatch_text", letter.text);
        assert!(!letter.html.contains("<b>Anna"));
        assert!(
            letter.html.contains("Archer &#38; Pender &#60;charge&#62;")
                || letter.html.contains("Archer &amp; Pender &lt;charge&gt;")
        );
        assert!(letter.text.contains("Archer & Pender <charge>"));
    }

    #[test]
    fn what_is_asked_comes_before_the_story() {
        let letter = dispatch().compose().unwrap();
        for part in [&letter.text, &letter.html] {
            let (ask, story) = (part.find("declare that you are done"), part.find("Griffin loses"));
            assert!(ask.is_some() && ask < story, "{part}");
        }
    }

    #[test]
    fn all_letters_of_a_game_have_one_subject_and_open_with_what_matters() {
        let letter = |kind: Kind, asks: &[&str], standing: &str| {
            let asks = asks.iter().map(|a| (*a).to_owned()).collect();
            Dispatch { kind, asks, standing: standing.to_owned(), ..dispatch() }.compose().unwrap()
        };
        let turn = letter(Kind::Turn, &["Fire now."], "");
        let receipt = letter(Kind::Receipt, &[], "The game waits for the Union.");
        let over = letter(Kind::Over, &[], "The game is over: Union Tactical.");
        assert!(turn.text.starts_with("Fire now.") && receipt.text.starts_with("Your orders were carried out."));
        assert!(over.text.starts_with("The game is over"));
        assert!(turn.subject == receipt.subject && turn.subject == over.subject);
    }
}
