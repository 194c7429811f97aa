//! The replay page as data.

use super::archive_game::NoteLine;
use super::board::Board;
use super::cites::Cites;
use super::off_map::{Garrison, Tray};
use super::plots::Plot;
use super::sequence::StepMark;
use super::shell::Shell;
use super::still::Still;
use super::table::{Entry, GameCard, SeatCard};
use askama::Template;
use domain::referee::{MarkerView, Phase, Score, Track};

/// A button of the row that steps through the game.
#[derive(Clone, Debug)]
pub struct NavStep {
    /// Where it leads, if there is such a position.
    pub href: Option<String>,
    /// What it does.
    pub title: &'static str,
    /// Its sign.
    pub sign: &'static str,
    /// The key that does the same.
    pub key: &'static str,
}

/// A turn of the index.
#[derive(Clone, Debug)]
pub struct TurnIndex {
    /// In words.
    pub title: String,
    /// Its first position.
    pub href: String,
    /// Whether the position shown is in it.
    pub here: bool,
    /// Its phases, if it is.
    pub phases: Vec<PhaseIndex>,
}

/// A phase of the index.
#[derive(Clone, Debug)]
pub struct PhaseIndex {
    /// In words.
    pub title: String,
    /// Its first position.
    pub href: String,
    /// The record of it.
    pub seq: u64,
    /// Whether the position shown is in it.
    pub here: bool,
}

/// `/games/ID/replay/SEQ`
#[derive(Template)]
#[template(path = "pages/replay.html")]
pub struct ReplayPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// Links to the rules.
    pub cites: Cites,
    /// What the reader's page has already.
    pub has: Still,
    /// The key of the plots among it.
    pub plots_key: String,
    /// The game.
    pub game: GameCard,
    /// Who sat where.
    pub seats: Vec<SeatCard>,
    /// Where in the sequence of play.
    pub phase: &'a Phase,
    /// The bar.
    pub steps: Vec<StepMark>,
    /// The map.
    pub board: Board,
    /// The record shown.
    pub seq: u64,
    /// The last record.
    pub last: u64,
    /// Address without a record.
    pub base: String,
    /// What the players of a finished game say of this record.
    pub said: Vec<NoteLine>,
    /// The seat through whose eyes it is looked at.
    pub eyes: Option<u8>,
    /// Through whose eyes it can be: address, words, whether it is so now.
    pub all_eyes: Vec<(String, String, bool)>,
    /// Buttons.
    pub nav: Vec<NavStep>,
    /// What this record says.
    pub entries: Vec<Entry>,
    /// Turns and phases.
    pub index: Vec<TurnIndex>,
    /// The score as it stood.
    pub score: &'a Score,
    /// Boxes beside the map.
    pub trays: Vec<Tray>,
    /// The printed tracks.
    pub tracks: &'a [Track],
    /// Who was where.
    pub garrisons: Vec<Garrison>,
    /// The same by formations, as HTML; empty where the rules know none.
    pub tree: String,
    /// What the markers on the map say.
    pub markers: &'a [MarkerView],
    /// The game in lines.
    pub plots: Vec<Plot>,
    /// The record's hash, shortened.
    pub short_head: String,
}
