//! The pages before the game: front page, lobby, sign-in, account, my games, new game, invitation, mailbox.

use super::board::Board;
use super::cites::Cites;
use super::sealed::ChainOf;
use super::shell::Shell;
use crate::service::consent::Question;
use askama::Template;
use domain::referee::{About, AnyRuleset, Bot, Scenario};

/// A player who signs in with one click, in the demonstration only.
#[derive(Clone, Debug)]
pub struct DemoDoor {
    /// Display name.
    pub name: String,
    /// Where the button posts to.
    pub href: String,
}

/// A ruleset on the shelf.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// Its id.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Date, place, series.
    pub subtitle: &'static str,
    /// What it is.
    pub blurb: &'static str,
    /// Its lessons: where each begins, and its title.
    pub lessons: Vec<(String, String)>,
    /// Its map.
    pub picture: Picture,
}

impl Shelf {
    /// The shelf's entry of a ruleset.
    pub fn of(ruleset: &dyn AnyRuleset) -> Self {
        let about = ruleset.about();
        let lessons = super::lesson::others(ruleset, "");
        Shelf {
            id: about.id,
            title: about.title,
            subtitle: about.subtitle,
            blurb: about.blurb,
            lessons,
            picture: super::library::picture(about, ruleset.sheet()),
        }
    }
}

/// The picture on the front page.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The ruleset it belongs to.
    pub ruleset: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Where the drawing is.
    pub href: String,
    /// Width in units of the drawing.
    pub width: u32,
    /// Height in units of the drawing.
    pub height: u32,
}

/// A seat with its player, as lists show them.
#[derive(Clone, Debug, Default)]
pub struct SeatLine {
    /// `union` or `confederate`.
    pub side: &'static str,
    /// The seat's name.
    pub seat: String,
    /// The player's display name, or what stands for nobody yet.
    pub player: String,
    /// Whether the reader sits here.
    pub me: bool,
    /// What it commands, where its side has several seats; empty otherwise.
    pub command: String,
    /// What stands between it and the next in a sentence: ` against `, or a comma within a side.
    pub then: &'static str,
}

/// A game in a list.
#[derive(Clone, Debug, Default)]
pub struct GameLine {
    /// Its page.
    pub href: String,
    /// Its name.
    pub title: String,
    /// The ruleset's title.
    pub ruleset: String,
    /// The scenario's title.
    pub scenario: String,
    /// Who sits where.
    pub seats: Vec<SeatLine>,
    /// Where it stands, or what is asked, in one sentence.
    pub standing: String,
    /// Whose turn it is, for those who play; else empty.
    pub turn: String,
    /// Since when, in words.
    pub when: String,
    /// The clocks that run, in words; where none does, how long players may think. May be empty.
    pub clock: String,
    /// Whether it is over.
    pub over: bool,
    /// Where to read the terms, while it looks for an opponent.
    pub join: Option<String>,
    /// How it stands, small; nothing before it has begun.
    pub thumb: Option<Thumb>,
    /// The score as it stands; empty where it was not worked out.
    pub score: String,
}

/// A small picture of a position: two drawings, one over the other.
#[derive(Clone, Debug)]
pub struct Thumb {
    /// Where the ground is.
    pub ground: String,
    /// Where what stands on it is.
    pub pieces: String,
    /// Width in units of the drawing.
    pub width: u32,
    /// Height in units of the drawing.
    pub height: u32,
}

/// A game as it stands at present, to look at.
#[derive(Clone, Debug)]
pub struct Live {
    /// Its page.
    pub href: String,
    /// Its name.
    pub title: String,
    /// Where in the sequence of play, or how it ended.
    pub standing: String,
    /// The score.
    pub score: String,
    /// The clocks that run, or what was agreed on; may be empty.
    pub clock: String,
    /// The map as it stands.
    pub board: Board,
}

/// `/`
#[derive(Template)]
#[template(path = "pages/landing.html")]
pub struct Landing {
    /// Frame.
    pub shell: Shell,
    /// Demonstration players.
    pub demo: Vec<DemoDoor>,
    /// The game under way that a guest's browser comes back to.
    pub going_on: Option<String>,
    /// A key for the forms that start a game.
    pub key: String,
    /// A game to look at.
    pub live: Option<Live>,
    /// A map to look at, while there is no game.
    pub picture: Option<Picture>,
    /// The rulesets.
    pub rulesets: Vec<Shelf>,
    /// Public games under way.
    pub public: Vec<GameLine>,
}

/// `/lobby`
#[derive(Template)]
#[template(path = "pages/lobby.html")]
pub struct Lobby {
    /// Frame.
    pub shell: Shell,
    /// Games that look for an opponent.
    pub open: Vec<GameLine>,
    /// Public games under way or over.
    pub running: Vec<GameLine>,
    /// The rulesets.
    pub rulesets: Vec<Shelf>,
}

/// `/sign-in`
#[derive(Template)]
#[template(path = "pages/sign_in.html")]
pub struct SignIn {
    /// Frame.
    pub shell: Shell,
    /// What was typed.
    pub email: String,
    /// What is wrong with it.
    pub wrong: String,
    /// Where to go afterwards: a path on this server.
    pub next: String,
    /// Demonstration players.
    pub demo: Vec<DemoDoor>,
}

/// After asking for a sign-in letter.
#[derive(Template)]
#[template(path = "pages/sign_in_sent.html")]
pub struct SignInSent {
    /// Frame.
    pub shell: Shell,
    /// Where the letter goes.
    pub email: String,
}

/// A link from a letter: the GET shows this button, the POST consumes the link.
#[derive(Template)]
#[template(path = "pages/sign_in_confirm.html")]
pub struct SignInConfirm {
    /// Frame.
    pub shell: Shell,
    /// Heading.
    pub heading: String,
    /// A sentence.
    pub text: String,
    /// Where the button posts to.
    pub action: String,
    /// The button's words.
    pub button: String,
}

/// A question before something that cannot be undone.
#[derive(Template)]
#[template(path = "pages/confirm.html")]
pub struct Confirm {
    /// Frame.
    pub shell: Shell,
    /// The question.
    pub heading: String,
    /// Paragraphs.
    pub text: Vec<String>,
    /// Where the button posts to.
    pub action: String,
    /// Hidden fields.
    pub fields: Vec<(&'static str, String)>,
    /// The button's words.
    pub button: String,
    /// Whether the button is a dangerous one.
    pub danger: bool,
    /// The way back.
    pub back: String,
    /// Its words.
    pub back_text: String,
}

/// `/unsubscribe/…`, of a stranger's letter
#[derive(Template)]
#[template(path = "pages/consent.html")]
pub struct ConsentPage {
    /// Frame.
    pub shell: Shell,
    /// Who asks, and to whom.
    pub asking: Question,
    /// What was said before; empty when nothing was.
    pub before: String,
    /// What has just been said, in words; empty before.
    pub done: String,
    /// Where the buttons post to.
    pub action: String,
}

/// `/unsubscribe/…`
#[derive(Template)]
#[template(path = "pages/unsubscribe.html")]
pub struct Unsubscribe {
    /// Frame.
    pub shell: Shell,
    /// Whether it has been done.
    pub done: bool,
    /// What it stops, or has stopped.
    pub text: String,
    /// Where the button posts to.
    pub action: String,
}

/// Any error.
#[derive(Template)]
#[template(path = "pages/error.html")]
pub struct ErrorPage {
    /// Frame.
    pub shell: Shell,
    /// The HTTP status.
    pub status: u16,
    /// It in a few words.
    pub heading: String,
    /// What is wrong.
    pub text: String,
    /// What would be right; may be empty.
    pub help: String,
    /// Where else to go: address and words.
    pub ways: Vec<(String, &'static str)>,
    /// A way back; may be empty.
    pub back: String,
    /// Its words.
    pub back_text: String,
}

/// `/games`
#[derive(Template)]
#[template(path = "pages/my_games.html")]
pub struct MyGames {
    /// Frame.
    pub shell: Shell,
    /// Whether the reader has the name that everybody begins with.
    pub unnamed: bool,
    /// The reader's time zone, which the form for the name keeps.
    pub zone: String,
    /// Games that wait for the reader.
    pub waiting: Vec<GameLine>,
    /// Games that wait for somebody else.
    pub theirs: Vec<GameLine>,
    /// Games without an opponent yet.
    pub open: Vec<GameLine>,
    /// Finished games.
    pub over: Vec<GameLine>,
    /// Seats that the reader has handed over.
    pub handed_over: Vec<HandedOver>,
}

impl MyGames {
    /// The groups in the order of the page: id, heading, games.
    pub fn groups(&self) -> [(&'static str, &'static str, &[GameLine]); 4] {
        [
            ("waiting", "Waiting for you", &self.waiting),
            ("theirs", "Waiting for the other side", &self.theirs),
            ("open", "Looking for players", &self.open),
            ("over", "Finished", &self.over),
        ]
    }
}

/// A switch for letters.
#[derive(Clone, Debug)]
pub struct LetterSwitch {
    /// Field name.
    pub key: &'static str,
    /// What it means.
    pub title: &'static str,
    /// Whether it is on.
    pub on: bool,
}

/// A session or a token in the account's lists.
#[derive(Clone, Debug)]
pub struct DoorLine {
    /// Its id.
    pub id: String,
    /// What it is.
    pub device: String,
    /// Since when, last used when.
    pub when: String,
    /// Whether it is the one in use now.
    pub current: bool,
}

/// `/account`
#[derive(Template)]
#[template(path = "pages/account.html")]
pub struct AccountPage {
    /// Frame.
    pub shell: Shell,
    /// Display name.
    pub name: String,
    /// IANA time zone.
    pub zone: String,
    /// Zones to choose from.
    pub zones: &'static [&'static str],
    /// Mail address.
    pub email: String,
    /// Why no letters arrive, if they do not.
    pub letter_trouble: Option<String>,
    /// Letters that came in for games this person hosts and were turned away: when, and why.
    pub turned_away: Vec<(String, String)>,
    /// Letter switches.
    pub letters: Vec<LetterSwitch>,
    /// Sessions.
    pub sessions: Vec<DoorLine>,
    /// A token made just now.
    pub fresh_token: Option<String>,
    /// Tokens.
    pub tokens: Vec<DoorLine>,
}

/// `/games/new`
#[derive(Template)]
#[template(path = "pages/new_game.html")]
pub struct NewGame<'a> {
    /// Frame.
    pub shell: Shell,
    /// The rulesets on offer.
    pub rulesets: Vec<Shelf>,
    /// The chosen one.
    pub about: &'a About,
    /// Links to its rules.
    pub cites: Cites,
    /// The chosen scenario.
    pub scenario: &'a Scenario,
    /// House players.
    pub bots: Vec<Bot>,
    /// Paces: days and words.
    pub paces: &'static [(u32, &'static str)],
    /// What was wrong with the last try; may be empty.
    pub wrong: String,
    /// Idempotency key.
    pub key: String,
}

/// `/join/…`
#[derive(Template)]
#[template(path = "pages/join.html")]
pub struct Join {
    /// Frame.
    pub shell: Shell,
    /// Who invites.
    pub host: String,
    /// Name of the game.
    pub title: String,
    /// Ruleset's id.
    pub ruleset_id: String,
    /// Ruleset's title.
    pub ruleset: String,
    /// Scenario's title.
    pub scenario: String,
    /// Options: question and answer.
    pub options: Vec<(String, String)>,
    /// The seats left, in words.
    pub side: String,
    /// All seats with their players.
    pub seats: Vec<SeatLine>,
    /// The seats that the reader holds, by name.
    pub own: Vec<String>,
    /// The open seats that the reader may take: number, name and command.
    pub choice: Vec<(u8, String)>,
    /// Pace, in words.
    pub pace: String,
    /// Whether anybody may watch.
    pub public: bool,
    /// Set for the host: the link to send on.
    pub own_link: Option<String>,
    /// Why it cannot be accepted any more; empty when it can.
    pub closed: String,
    /// Whether the reader plays in the game already, as its host.
    pub hosting: bool,
    /// Where the host sends an invitation by mail.
    pub invite: String,
    /// Where the host takes another seat.
    pub own_action: String,
    /// What the script needs to seal the newcomer's dice, where they can be sealed.
    pub chain: Option<ChainOf>,
    /// Where accepting posts to; the invitation's own path.
    pub action: String,
    /// Idempotency key.
    pub key: String,
}

/// A seat that the reader has handed over.
#[derive(Clone, Debug)]
pub struct HandedOver {
    /// The game's page, where the reader may still look on.
    pub href: Option<String>,
    /// The game's name.
    pub title: String,
    /// The seat.
    pub seat: String,
    /// Who plays it now.
    pub successor: String,
    /// When, in words.
    pub when: String,
}

/// `/join/TOKEN` for a seat that somebody else has played until now.
#[derive(Template)]
#[template(path = "pages/take_over.html")]
pub struct TakeOver {
    /// Frame.
    pub shell: Shell,
    /// Name of the game.
    pub title: String,
    /// Ruleset's id.
    pub ruleset_id: String,
    /// Ruleset's title.
    pub ruleset: String,
    /// The seat's name.
    pub seat: String,
    /// `union` or `confederate`.
    pub side: &'static str,
    /// Who has played it.
    pub from: String,
    /// Who plays the other side.
    pub against: String,
    /// Where the game stands.
    pub standing: String,
    /// The terms: question and answer.
    pub terms: Vec<(String, String)>,
    /// The invitation's own path.
    pub action: String,
    /// Idempotency key.
    pub key: String,
}

/// A letter in the mailbox's list.
#[derive(Clone, Debug)]
pub struct MailLine {
    /// Its number.
    pub id: i64,
    /// Subject.
    pub subject: String,
    /// The first line of its text.
    pub opens: String,
    /// To whom.
    pub to: String,
    /// When, in words.
    pub when: String,
}

/// `/mailbox`
#[derive(Template)]
#[template(path = "pages/mailbox.html")]
pub struct Mailbox {
    /// Frame.
    pub shell: Shell,
    /// Letters, newest first.
    pub letters: Vec<MailLine>,
}

/// `/mailbox/ID`
#[derive(Template)]
#[template(path = "pages/mail.html")]
pub struct Mail {
    /// Frame.
    pub shell: Shell,
    /// Its number.
    pub id: i64,
    /// Subject.
    pub subject: String,
    /// Heads worth showing.
    pub headers: Vec<(String, String)>,
    /// The links of the letter: address on this server and words.
    pub links: Vec<(String, String)>,
    /// Whether there is an HTML part.
    pub html: bool,
    /// The address that answers go to; empty when the letter cannot be answered.
    pub reply_to: String,
    /// The key of the answer, so that one sent twice is one.
    pub key: String,
    /// Whether an answer has just been sent.
    pub answered: bool,
    /// The letter that tells what came of it, once that is here: its page and its subject.
    pub outcome: Option<(String, String)>,
    /// This page, to look for it.
    pub again: String,
    /// The plain text.
    pub text: String,
}

/// `/auditing`
#[derive(Template)]
#[template(path = "pages/auditing.html")]
pub struct Auditing {
    /// Frame.
    pub shell: Shell,
}

/// `/verify`
#[derive(Template)]
#[template(path = "pages/verify.html")]
pub struct Verify {
    /// Frame.
    pub shell: Shell,
    /// The key of this service's register.
    pub key: String,
}

/// `/programs`
#[derive(Template)]
#[template(path = "pages/programs.html")]
pub struct Programs {
    /// Frame.
    pub shell: Shell,
    /// The address of this service.
    pub base_url: String,
}
