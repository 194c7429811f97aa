//! What one viewer may see of a position: pieces, markers, tracks. Secrets are already left out.

use crate::words::Side;
use serde::Serialize;

/// A position as one viewer may see it. Maps, pages, letters and the API draw from this and know nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Where in the sequence of play the game stands.
    pub phase: Phase,
    /// The counters, those off the map too.
    pub pieces: Vec<Piece>,
    /// Markers that lie on the map rather than on pieces.
    pub markers: Vec<MarkerView>,
    /// Printed tracks with what stands on them.
    pub tracks: Vec<Track>,
    /// The score as it would stand if the game ended now, line by line.
    pub score: Score,
}

/// Where in the sequence of play the game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// The game turn, from 1; 0 before the first.
    pub turn: u32,
    /// Turns the scenario lasts.
    pub turns: u32,
    /// What the track says of this turn: "2:00 P.M.".
    pub clock: String,
    /// The step of play, a key of [`super::About::sequence`].
    pub step: &'static str,
    /// The side whose step it is.
    pub side: Option<Side>,
    /// All of it in a few words: "Turn 3, Confederate Fire Phase".
    pub title: String,
}

/// Where a piece is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "in", content = "at", rename_all = "lowercase")]
pub enum Place {
    /// On the map, at the place of this id (a hex `0714`, an area `27`).
    Map(String),
    /// In a named box beside the map: "Reinforcements", "Eliminated".
    Box(String),
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Stable id inside the game.
    pub id: String,
    /// The name on the counter, also its name in notation.
    pub name: String,
    /// The name in full.
    pub full_name: String,
    /// Whose it is.
    pub side: Side,
    /// Where it is.
    pub place: Place,
    /// The branch symbol.
    pub symbol: Symbol,
    /// The formation's stripe across the head.
    pub stripe: Option<Stripe>,
    /// Values in the printed places.
    pub figures: Vec<Figure>,
    /// Morale or leadership stars.
    pub stars: Option<Stars>,
    /// Whether it shows its reduced or spent side.
    pub reduced: bool,
    /// Markers on the piece, as small tabs.
    pub tabs: Vec<Tab>,
    /// Which way it faces, in sixths of a turn clockwise from the grid's first direction, where the rules have facing.
    pub facing: Option<u8>,
    /// Whether the menu of its side holds an order for it now.
    pub ready: bool,
    /// Everything else worth knowing, one line: "4 of 4 steps, activated, has moved".
    pub note: String,
}

/// What the white box on a counter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Symbol {
    /// Crossed straps.
    Infantry,
    /// Infantry with the sharpshooters' dot.
    Sharpshooter,
    /// One diagonal.
    Cavalry,
    /// A round shot.
    Artillery,
    /// Round shot with the diagonal.
    HorseArtillery,
    /// A leader's star.
    Leader,
    /// A flag.
    Headquarters,
    /// A wagon.
    Supply,
    /// A face-down counter.
    Hidden,
}

/// The stripe across a counter's head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stripe {
    /// Colour word: `white`, `yellow`, `green`, `red`, `blue`, `orange`, `violet`, `brown`, `none`.
    pub colour: &'static str,
    /// The formation it stands for: "A.P. Hill".
    pub formation: String,
}

/// A number printed on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Where it is printed.
    pub corner: Corner,
    /// The text: "+2", "5", "\[1\]".
    pub text: String,
    /// What it is: "extra steps", "movement".
    pub what: &'static str,
    /// `plain`, `red` or `yellow`.
    pub colour: &'static str,
}

/// A printed place on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corner {
    /// Lower left.
    BottomLeft,
    /// Lower middle.
    Bottom,
    /// Lower right.
    BottomRight,
    /// Upper right, below the stripe.
    Right,
    /// Along the left edge, upright: a formation's short name.
    Left,
}

/// Stars on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stars {
    /// How many.
    pub count: u8,
    /// Whether they are printed red.
    pub red: bool,
}

/// A marker on a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tab {
    /// One or two letters, or a sign: "RF".
    pub text: String,
    /// In full: "Return Fire".
    pub title: String,
    /// `warn`, `bad`, `good` or `plain`.
    pub tone: &'static str,
}

/// What a marker lies on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "on", content = "at", rename_all = "lowercase")]
pub enum MarkerSpot {
    /// The place of this id.
    Place(String),
    /// The crossing of this id: a bridge, a ford ([`crate::board::CrossingShape`]).
    Crossing(String),
}

/// A marker on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkerView {
    /// Where it lies.
    pub spot: MarkerSpot,
    /// One or two letters, or a sign.
    pub text: String,
    /// In full.
    pub title: String,
    /// `warn`, `bad`, `good` or `plain`; `union` or `confederate` where it says whose something is.
    pub tone: &'static str,
}

/// A printed track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// Its title: "Game Turn Record Track".
    pub title: &'static str,
    /// Its spaces in order.
    pub spaces: Vec<TrackSpace>,
}

/// A space of a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrackSpace {
    /// The number or word printed large.
    pub label: String,
    /// What is printed small.
    pub text: String,
    /// Whether the track's marker lies here.
    pub here: bool,
    /// Other markers lying here, in words.
    pub markers: Vec<String>,
    /// The colour word of a formation printed here, if any.
    pub colour: Option<&'static str>,
}

/// The score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// The items: what, and points.
    pub lines: Vec<(String, i32)>,
    /// Their total, in the rulebook's own count.
    pub total: i32,
    /// What each side has, where the rulebook counts the points of both. Empty where it keeps one count.
    pub sides: Vec<(Side, i32)>,
    /// The victory level if the game ended now.
    pub level: String,
}

impl Score {
    /// The points in words, to stand in a sentence: `12 points`, or `Union 31, Confederate 24 points`.
    pub fn said(&self) -> String {
        if self.sides.is_empty() {
            return format!("{} points", self.total);
        }
        let each: Vec<String> = self.sides.iter().map(|(side, points)| format!("{side} {points}")).collect();
        format!("{} points", each.join(", "))
    }
}
