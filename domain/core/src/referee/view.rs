//! What one viewer may see of a position: pieces, markers, tracks. Secrets are already left out.

use crate::board::Facing;
use crate::words::{Side, counted};
use serde::{Serialize, Serializer};

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
    /// The formations, each above those below it, where the rules know any: what a map far off shows as blocks, and the way to their pieces
    /// in lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formations: Vec<Formation>,
    /// Who commands whom now, where the rules know it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
}

impl View {
    /// The pieces at a place of the map, with any of their parts, or in the box of that title.
    pub fn at<'v>(&'v self, place: &'v str) -> impl Iterator<Item = &'v Piece> {
        let boxed = move |piece: &Piece| matches!(&piece.place, Place::Box(title) if title == place);
        self.pieces.iter().filter(move |piece| piece.stands_on(place) || boxed(piece))
    }
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
    /// Whether what can be composed ([`super::Orders::goals`]) comes before the units that can act: in a phase of attacks. Otherwise it waits
    /// folded behind them.
    #[serde(skip)]
    pub goals_first: bool,
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
    /// Which way it faces, where the rules have facing. In JSON in sixths of a turn clockwise from the grid's first direction: a whole number
    /// for a side, a half more for the corner after it.
    #[serde(serialize_with = "in_sixths")]
    pub facing: Option<Facing>,
    /// All its places, for a piece that stands on several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Body>,
    /// How it stands, where the rules tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posture: Option<Posture>,
    /// Its strength, where a stack's can be added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// How many pieces of its stack lie above it, where the rules keep stacks in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// Whether the menu of its side holds an order for it now.
    pub ready: bool,
    /// Everything else worth knowing, one line: "4 of 4 steps, activated, has moved".
    pub note: String,
    /// What of it tells how the piece stands in a list of many: "3 of 4 steps, disordered". Empty where nothing does.
    #[serde(skip)]
    pub brief: String,
}

impl Piece {
    /// The ids of all places of the map that it stands on: one, or those of its parts.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        let parts = self.body.iter().flat_map(|body| body.stands.iter().map(|stand| stand.place.as_str()));
        let own = match &self.place {
            Place::Map(id) => Some(id.as_str()),
            Place::Box(_) => None,
        };
        // A part of it stands where the piece is said to be.
        let own = own.filter(|own| self.body.iter().flat_map(|body| &body.stands).all(|stand| stand.place != *own));
        own.into_iter().chain(parts)
    }

    /// Whether it stands on a place of the map, with any of its parts.
    pub fn stands_on(&self, place: &str) -> bool {
        self.places().any(|id| id == place)
    }
}

fn in_sixths<S: Serializer>(facing: &Option<Facing>, serializer: S) -> Result<S::Ok, S::Error> {
    match facing {
        None => serializer.serialize_none(),
        Some(facing) => match facing.neighbour() {
            Some(side) => serializer.serialize_u8(side as u8),
            None => serializer.serialize_f64(facing.index() as f64 / 2.0),
        },
    }
}

/// How a piece stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Posture {
    /// Deployed side by side.
    Line,
    /// One behind the other.
    Column,
    /// Guns on the move.
    Limbered,
    /// Guns to fire.
    Unlimbered,
    /// On horseback.
    Mounted,
    /// Horsemen on foot.
    Dismounted,
    /// Held back.
    Reserve,
}

/// A piece that stands on several places: a line or a column of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Body {
    /// How its parts stand to one another.
    pub shape: BodyShape,
    /// Its parts in order: a line's from its left flank to its right as its men look, a column's from head to tail.
    pub stands: Vec<Stand>,
}

/// How the parts of a body stand to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyShape {
    /// Side by side.
    Line,
    /// One behind the other.
    Column,
}

/// A part of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stand {
    /// The id of its place.
    pub place: String,
    /// Its strength, as it is to be written there; may be empty.
    pub strength: String,
    /// Its front, where it has one of its own.
    #[serde(serialize_with = "in_sixths")]
    pub front: Option<Facing>,
}

/// A formation: a brigade, a division, a corps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Formation {
    /// Stable id inside the game; no piece has it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The formation above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
    /// The piece that commands it, by id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// Its pieces, by id; those of the formations below it are theirs alone.
    pub members: Vec<String>,
    /// Its strength now and when the game began, those below it included.
    pub strength: (u32, u32),
    /// Its condition in words: "exhausted"; may be empty.
    pub condition: String,
    /// How that is to be taken: `plain`, `good`, `warn` or `bad`.
    pub tone: &'static str,
    /// Where it is seen from far off: the id of a place. Nothing while it is not on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Which way it faces as a whole.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_sixths")]
    pub facing: Option<Facing>,
    /// Its branch, by most of its pieces.
    pub symbol: Symbol,
    /// The colour word of its stripe.
    pub colour: &'static str,
}

/// That somebody commands somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Command {
    /// The piece that commands, by id.
    pub by: String,
    /// The piece or formation commanded, by id.
    pub over: String,
    /// Whether it holds now: near enough, in time.
    pub holds: bool,
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
            return counted(self.total, "point");
        }
        let each: Vec<String> = self.sides.iter().map(|(side, points)| format!("{side} {points}")).collect();
        format!("{} points", each.join(", "))
    }
}

/// A count of a position, for the lines in which a game is told when it is over: strength, ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// What is counted, with its unit: `Strength on the map, in steps`.
    pub title: &'static str,
    /// How much of it each side has.
    pub sides: [(Side, i32); 2],
}

impl Measure {
    /// A count of both sides.
    pub fn of(title: &'static str, count: impl Fn(Side) -> i32) -> Self {
        Measure { title, sides: Side::BOTH.map(|side| (side, count(side))) }
    }
}
