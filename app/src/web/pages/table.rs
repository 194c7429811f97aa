//! The game page as data: drawn from a ruleset's view and menu, with no knowledge of which ruleset it is.

use super::board::{Board, url};
use super::choices::{ChoiceCard, Group, groups, looked_at};
use super::cites::Cites;
use super::clock_line::ClockLine;
use super::compose::{Composing, Goal, Goals};
use super::off_map::{Garrison, Tray};
use super::outcome::Outcomes;
use super::place::PlacePanel;
use super::rolls::RollView;
use super::sequence::StepMark;
use super::shell::Shell;
use super::still::Still;
use crate::service::takeback::Asked;
use crate::told::Told;
use askama::Template;
use domain::board::Sheet;
use domain::referee::{
    About, Chart, Choice, Decision, Figure, MarkerView, Phase, Piece, Place, Score, SeatId, Side, Symbol, Track, View,
};
use fieldpost_map::counter_svg;

/// The game a page belongs to.
#[derive(Clone, Debug, Default)]
pub struct GameCard {
    /// Its page.
    pub href: String,
    /// Its name.
    pub title: String,
    /// The ruleset's id.
    pub ruleset_id: String,
    /// Whether it is over.
    pub over: bool,
    /// Whether it was brought in from a log.
    pub imported: bool,
    /// The umpire who told its dice, where it was played elsewhere.
    pub told: Option<String>,
    /// When and where that was, in the umpire's words; may be empty.
    pub played: String,
    /// Whether its private logs are not those that belong to it.
    pub stopped: bool,
}

/// A seat and who sits there.
#[derive(Clone, Debug, Default)]
pub struct SeatCard {
    /// `union` or `confederate`.
    pub side: &'static str,
    /// The seat's name.
    pub seat: String,
    /// Display name.
    pub player: String,
    /// What it commands, where its side has several seats; empty otherwise.
    pub command: String,
    /// Whether it is the reader.
    pub me: bool,
    /// Where the reader looks through it, if it is another seat of theirs.
    pub switch: Option<String>,
    /// Whether something is asked of it.
    pub asked: bool,
}

/// A piece and where to click for it.
#[derive(Clone, Debug)]
pub struct PieceLink {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: String,
    /// The page with it in hand.
    pub href: String,
    /// Whether it is in hand.
    pub on: bool,
}

/// The address of a page with something asked of it, which may ask for something already.
pub fn with_query(page: &str, key: &str, value: &str) -> String {
    format!("{page}{}{key}={}", if page.contains('?') { '&' } else { '?' }, url(value))
}

/// The address of a page with a piece in hand.
pub fn piece_href(page: &str, id: &str) -> String {
    with_query(page, "piece", id)
}

/// The pieces of one formation that are ready.
#[derive(Clone, Debug)]
pub struct Formation {
    /// Its name; empty for pieces of none.
    pub title: String,
    /// Colour word of its stripe.
    pub colour: &'static str,
    /// The pieces.
    pub pieces: Vec<PieceLink>,
}

/// The pieces of a view that are ready, by formation, in the view's order.
pub fn ready(view: &View, side: Side, page: &str, picked: Option<&str>) -> Vec<Formation> {
    let mut formations: Vec<Formation> = Vec::new();
    for piece in view.pieces.iter().filter(|p| p.ready && p.side == side) {
        let (title, colour) =
            piece.stripe.as_ref().map_or((String::new(), "none"), |s| (s.formation.clone(), s.colour));
        let place = match &piece.place {
            Place::Map(id) => id.clone(),
            Place::Box(_) => String::new(),
        };
        let link = PieceLink {
            id: piece.id.clone(),
            name: piece.name.clone(),
            place,
            href: piece_href(page, &piece.id) + "#unit",
            on: picked == Some(piece.id.as_str()),
        };
        match formations.iter_mut().find(|f| f.title == title) {
            Some(f) => f.pieces.push(link),
            None => formations.push(Formation { title, colour, pieces: vec![link] }),
        }
    }
    formations
}

/// The piece in hand.
#[derive(Clone, Debug)]
pub struct Picked {
    /// Its name.
    pub name: String,
    /// Its name in full.
    pub full_name: String,
    /// Its counter, as SVG.
    pub counter: String,
    /// Where it is, in words.
    pub whereabouts: String,
    /// What else is worth knowing.
    pub note: String,
    /// The numbers printed on it.
    pub figures: Vec<Figure>,
    /// The page with it in hand.
    pub href: String,
    /// The same with every choice listed.
    pub all_href: String,
    /// The place looked at; empty for all.
    pub at: String,
    /// That place in words.
    pub at_title: String,
    /// What it may do.
    pub groups: Vec<Group>,
    /// What others can do where it stands: "activate 26 with Hooker".
    pub here: Vec<Group>,
    /// The page with the place in hand where it stands.
    pub place_href: String,
    /// What is put behind a button of its own: the page, and what it shows instead.
    pub instead: Option<(String, String)>,
    /// The next piece that is ready.
    pub next: Option<PieceLink>,
    /// The next piece that waits beside the map, when this one does: taken in hand once this one is placed.
    pub then: Option<String>,
    /// The address that a place tapped is added to, so that the piece stays in hand; empty where it does not.
    pub keeps: String,
    /// Why it can do nothing at the place looked at.
    pub not_there: Option<NotThere>,
    /// What can be put together of it step by step.
    pub goals: Vec<Goal>,
}

/// Why a piece in hand can do nothing at a place.
#[derive(Clone, Debug)]
pub struct NotThere {
    /// In a sentence or two.
    pub why: String,
    /// Where else that leads: the page, and what it shows.
    pub instead: (String, String),
}

impl Picked {
    /// Takes a piece in hand.
    pub fn of(
        piece: &Piece,
        sheet: &Sheet,
        page: &str,
        choices: &[Choice],
        at: Option<&str>,
        all: bool,
        ready: &[Formation],
        view: &View,
    ) -> Self {
        let named =
            |id: &str| view.pieces.iter().find(|p| p.id == id).map_or_else(|| id.to_owned(), |p| p.name.clone());
        let title = |id: &str| sheet.place(id).map_or_else(|| named(id), |p| p.title.clone());
        let whereabouts = match &piece.place {
            Place::Map(id) => title(id),
            Place::Box(name) => name.clone(),
        };
        // A place at which nothing can be done narrows nothing down.
        let at = at.filter(|at| choices.iter().any(|c| looked_at(c, at)));
        let order: Vec<&PieceLink> = ready.iter().flat_map(|f| &f.pieces).collect();
        let next = match order.iter().position(|p| p.id == piece.id) {
            Some(i) if order.len() > 1 => order.get((i + 1) % order.len()).map(|p| (*p).clone()),
            _ => None,
        };
        let off = |id: &str| view.pieces.iter().any(|p| p.id == id && matches!(p.place, Place::Box(_)));
        let waiting: Vec<&str> = order.iter().map(|p| p.id.as_str()).filter(|id| off(id)).collect();
        let then = match waiting.iter().position(|id| *id == piece.id) {
            Some(i) if waiting.len() > 1 => waiting.get((i + 1) % waiting.len()).map(|id| (*id).to_owned()),
            _ => None,
        };
        let mut groups = groups(choices, Some(piece), at, all);
        groups.iter_mut().for_each(|group| group.then = then.clone().unwrap_or_default());
        let href = piece_href(page, &piece.id);
        Picked {
            name: piece.name.clone(),
            full_name: piece.full_name.clone(),
            counter: counter_svg(piece),
            whereabouts,
            note: piece.note.clone(),
            figures: piece.figures.clone(),
            all_href: format!("{href}&all=1#unit"),
            href: format!("{href}#unit"),
            at: at.unwrap_or_default().to_owned(),
            at_title: at.map(title).unwrap_or_default(),
            groups,
            here: Vec::new(),
            place_href: String::new(),
            instead: None,
            next,
            then,
            keeps: String::new(),
            not_there: None,
            goals: Vec::new(),
        }
    }
}

/// What a leader may do: what he leads first, riding about behind a button: choices to be shown, the page with the other kind, its words.
pub fn led_first(piece: &Piece, page: &str, own: Vec<Choice>, rides: bool) -> (Vec<Choice>, Option<(String, String)>) {
    let goes = |c: &Choice| c.path.len() > 1;
    let count = own.iter().filter(|c| goes(c)).count();
    let leads = own.iter().any(|c| !goes(c) && c.place.is_some());
    if piece.symbol != Symbol::Leader || count == 0 || !leads {
        return (own, None);
    }
    let href = piece_href(page, &piece.id);
    let instead = match rides {
        true => (format!("{href}#unit"), format!("What {} can lead", piece.name)),
        false => {
            (format!("{href}&rides=1#unit"), format!("Ride: {count} {}", if count == 1 { "place" } else { "places" }))
        }
    };
    (own.into_iter().filter(|c| goes(c) == rides || c.place.is_none()).collect(), Some(instead))
}

/// An order taken down but not sent.
#[derive(Clone, Debug)]
pub struct Draft {
    /// In notation.
    pub order: String,
    /// What it does, in words; may be empty.
    pub label: String,
}

/// A record as the chronicle tells it.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Its number.
    pub seq: u64,
    /// `union`, `confederate` or empty.
    pub side: &'static str,
    /// Who gave the order; empty for the referee.
    pub seat: String,
    /// The order in notation.
    pub order: String,
    /// Whether it goes on with the affair of the one before.
    pub goes_on: bool,
    /// What goes on with its affair.
    pub follows: Vec<Entry>,
    /// What its affair came to, in a sentence: what stands of it while it is folded.
    pub headline: String,
    /// The side that the headline tells of, as `side`.
    pub head_side: &'static str,
    /// Its seat.
    pub head_seat: String,
    /// Whether it was taken back later.
    pub gone: bool,
    /// Why it was given, when a standing order gave it.
    pub why: String,
    /// What the reader would write to be asked from now on, when a standing order of theirs gave it; empty otherwise.
    pub ask: String,
    /// Where that is sent.
    pub ask_href: String,
    /// The position after it.
    pub href: String,
    /// What an arbiter has said of it, or of which record one speaks in it: words and address.
    pub judged: Option<(String, String)>,
    /// What followed.
    pub lines: Vec<Told>,
    /// The places of the map that it touched, with bars between; may be empty.
    pub touches: String,
    /// The rolls.
    pub rolls: Vec<RollView>,
    /// Whether its record stands above it already: it is what that told behind the beginning of a phase, or was done unseen after it.
    pub rest: bool,
    /// Whether its order only closed what was asked.
    pub closes: bool,
    /// The reader's own note on it; may be empty.
    pub note: String,
    /// Where the reader writes one; empty for those who may not.
    pub note_href: String,
}

impl Entry {
    /// Whether a standing order gave some of it.
    pub fn in_advance(&self) -> bool {
        !self.why.is_empty() || self.follows.iter().any(|e| !e.why.is_empty())
    }

    /// Whether a line says all of it.
    pub fn plain(&self) -> bool {
        self.follows.is_empty()
            && self.rolls.is_empty()
            && self.lines.len() < 2
            && self.why.is_empty()
            && self.note.is_empty()
    }
}

/// What happened in a phase.
#[derive(Clone, Debug)]
pub struct InPhase {
    /// The phase, as the records name it; empty where they do not.
    pub title: String,
    /// It, by affairs.
    pub entries: Vec<Entry>,
}

/// A message between the players.
#[derive(Clone, Debug)]
pub struct Talk {
    /// `union` or `confederate`.
    pub side: &'static str,
    /// Who wrote it.
    pub who: String,
    /// When, in words.
    pub when: String,
    /// What.
    pub text: String,
    /// Whether the reader wrote it.
    pub me: bool,
    /// Whether the reader's own side alone hears it.
    pub aside: bool,
}

/// An order that was refused, shown above the forms.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The order.
    pub order: String,
    /// What is wrong and what would be legal.
    pub text: String,
}

/// The hints of a first game: an id, what must be on the page for it, and the hint.
pub const HINTS: [(&str, &str, &str); 6] = [
    (
        "unit",
        "body:has(.layer .goal) #unit",
        "Where this unit may go is marked on the map with its cost, and whom it may attack with red corners. Tap one, or use the list.",
    ),
    ("draft", "#drafts", "Orders without dice wait here until you send them, and can be taken back until then."),
    (
        "ask",
        "body:has(.layer .piece.ready) .ask.mine",
        "The sentence at the top says what is asked of you. Units of yours that can act have a closed ring: tap one. Enemies between red corners may be attacked.",
    ),
    // Seen with the one before it: where nobody who can act stands on the map.
    (
        "ask",
        "body:not(:has(.layer .piece.ready)) .ask.mine",
        "The sentence at the top says what is asked of you. What can be done stands below it.",
    ),
    ("since", ".since-box", "What the other side has done since your last order stands here, with every roll."),
    (
        "done",
        ".finish form[data-orders]",
        "When you have nothing more to do in a phase, this ends it: the game then goes on to the next question.",
    ),
];

/// A part of a map, as it is fetched.
#[derive(Template)]
#[template(path = "pages/part_map.html")]
pub struct MapPart {
    /// The map.
    pub board: Board,
}

/// `/games/ID`
#[derive(Template)]
#[template(path = "pages/game.html")]
pub struct TablePage<'a> {
    /// Frame.
    pub shell: Shell,
    /// Links to the rules.
    pub cites: Cites,
    /// What the reader's page has already.
    pub has: Still,
    /// The key of the charts among it.
    pub charts_key: String,
    /// The game.
    pub game: GameCard,
    /// The names of the seats whose dice are sealed; empty where none are.
    pub sealed_seats: String,
    /// Whether it is a practice game of the reader's.
    pub practice: bool,
    /// When the game is gone, in words, unless the guest who plays it keeps it.
    pub guest: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatCard>,
    /// Where in the sequence of play.
    pub phase: &'a Phase,
    /// The bar.
    pub steps: Vec<StepMark>,
    /// The map.
    pub board: Board,
    /// Record number of the position.
    pub seq: u64,
    /// The head the reader looks at: goes into every form.
    pub seen: String,
    /// Where the game stands for the reader: what the page asks for now and then.
    pub stands: String,
    /// It, shortened for the eye.
    pub short_head: String,
    /// Idempotency key of this page's forms.
    pub key: String,
    /// Where orders are posted to.
    pub orders_href: String,
    /// The seat that commands the reader's army, when it is not the reader's: it alone speaks for the army.
    pub head: Option<String>,
    /// Other seats of the reader's side that are asked something too, by name.
    pub fellows: Vec<String>,
    /// Whether others play on the reader's side, who can be written to alone.
    pub has_fellows: bool,
    /// Who answers for the other army.
    pub opponent: String,
    /// What is asked of the reader.
    pub asks: Vec<Decision>,
    /// The roll that led to it, where it came up in the course of something.
    pub cause: Option<String>,
    /// Whether the reader is the umpire who enters it.
    pub enters: bool,
    /// Whether the reader is asked something in the course of something else.
    pub question: bool,
    /// How what is asked would be answered unasked from the next time on, where the reader is asked for want of such an answer: the standing order
    /// in notation, and what it says.
    pub usual: Vec<(String, &'static str)>,
    /// Where the game stands, when nothing is asked of the reader.
    pub standing: String,
    /// The clocks that run.
    pub clock: Vec<ClockLine>,
    /// `mine` when something is asked, else empty.
    pub mood: &'static str,
    /// The next game that waits for the reader, when this one does not.
    pub next_game: Option<String>,
    /// An order that was refused.
    pub refusal: Option<Refused>,
    /// What was typed in notation and refused.
    pub typed: String,
    /// The piece in hand.
    pub picked: Option<Picked>,
    /// The place in hand.
    pub placed: Option<PlacePanel>,
    /// The order being composed.
    pub composing: Option<Composing>,
    /// What could be composed, by kinds.
    pub goals: Vec<Goals>,
    /// Orders taken down.
    pub drafts: Vec<Draft>,
    /// Whether they may be sent as they are.
    pub can_send: bool,
    /// What ends the phase: the primary button, where there is one.
    pub finish: Option<ChoiceCard>,
    /// Orders of no single piece.
    pub general: Vec<Group>,
    /// The page with every one of them listed.
    pub general_all: String,
    /// What lets an impulse go by with nothing done.
    pub idle: Vec<Group>,
    /// Pieces ready to act.
    pub ready: Vec<Formation>,
    /// Whether the reader may order anything.
    pub can_order: bool,
    /// Whether the reader plays.
    pub mine: bool,
    /// What came of the dice since the reader's last order.
    pub outcomes: Outcomes,
    /// What happened since the reader's last order, by phases.
    pub since: Vec<InPhase>,
    /// How many affairs that is.
    pub since_count: usize,
    /// What was lost in it, one sentence each.
    pub since_losses: Vec<Told>,
    /// The rest of it.
    pub since_more: Option<String>,
    /// What happened this turn, newest first, as far as the page has room.
    pub chronicle: Vec<Entry>,
    /// Where the rest of this turn is told.
    pub chronicle_more: Option<String>,
    /// Which turn that is.
    pub chronicle_title: String,
    /// Other turns: address and words.
    pub turns: Vec<(String, String)>,
    /// Messages, oldest first.
    pub messages: Vec<Talk>,
    /// Messages not read before.
    pub unread: usize,
    /// Whether the reader may write one.
    pub can_talk: bool,
    /// The score as it stands.
    pub score: &'a Score,
    /// The printed tracks.
    pub tracks: &'a [Track],
    /// Boxes beside the map.
    pub trays: Vec<Tray>,
    /// Who is where.
    pub garrisons: Vec<Garrison>,
    /// The same by formations, as HTML; empty where the rules know none.
    pub tree: String,
    /// What the markers on the map say.
    pub markers: &'a [MarkerView],
    /// Charts.
    pub charts: &'a [Chart],
    /// The terrain key: sample as SVG, and meaning.
    pub terrain: Vec<(String, &'static str)>,
    /// Whether the opponent offers a draw.
    pub draw_offered: bool,
    /// Whether the reader has offered one.
    pub draw_asked: bool,
    /// Whether a house player stands in for the reader.
    pub stood_in: bool,
    /// How many lines this person has queued; nothing where none can be.
    pub queued: Option<usize>,
    /// Mended rules that wait for the players: the revision, and whether the reader is asked.
    pub mended: Option<(u32, bool)>,
    /// The takeback that waits for an answer.
    pub takeback: Option<Asked>,
    /// What the reader wishes for letters of this game alone: a word of [`NoticeMode`](fieldpost_store::NoticeMode), or empty.
    pub notices: &'static str,
}

/// Drafts from which on the first of them fold to a line, and how many stay unfolded.
const FOLDED: (usize, usize) = (6, 3);

impl TablePage<'_> {
    /// How many of the drafts fold to a line: the first of many.
    pub fn folded(&self) -> usize {
        let (many, unfolded) = FOLDED;
        if self.drafts.len() < many { 0 } else { self.drafts.len() - unfolded }
    }

    /// Whether something offered for the unit in hand is final while orders wait: they go with it and stand from then on.
    pub fn takes_along(&self) -> bool {
        let last = |g: &Group| g.finality.is_some() || g.choices.iter().any(|c| c.finality.is_some());
        !self.drafts.is_empty() && self.picked.as_ref().is_some_and(|p| p.groups.iter().chain(&p.here).any(last))
    }
}

/// What a player may wish for the letters of one game.
pub const NOTICES: &[(&str, &str)] =
    &[("", "As for my other games"), ("at-once", "At once"), ("digest", "In the digest"), ("none", "None")];

/// `/games/ID/chronicle`
#[derive(Template)]
#[template(path = "pages/chronicle.html")]
pub struct ChroniclePage {
    /// Frame.
    pub shell: Shell,
    /// Links to the rules.
    pub cites: Cites,
    /// The game.
    pub game: GameCard,
    /// Which turn.
    pub chronicle_title: String,
    /// Its records, oldest first: those of a page.
    pub chronicle: Vec<Entry>,
    /// All turns: address and words.
    pub turns: Vec<(String, String)>,
    /// The pages of this turn: address, the records on it, and whether it is this one. Empty where one page holds all.
    pub pages: Vec<(String, String, bool)>,
    /// The page before this one.
    pub before: Option<(String, String)>,
    /// The one behind it.
    pub behind: Option<(String, String)>,
}

/// The seat's side as a class.
pub fn side_word(about: &About, scenario: &str, seat: SeatId) -> &'static str {
    about.scenario(scenario).and_then(|s| s.seats.get(usize::from(seat.0))).map_or("", |s| s.side.word())
}
