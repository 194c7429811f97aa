//! Overlays: what a reader may ask to have drawn over the map, beyond what lies on it. Ranges, fields of fire, sight, reach, command.
//!
//! A rulebook offers them ([`super::Situation::overlays`]) and draws one when it is asked for ([`super::Situation::overlay`]), from the same
//! functions that its rules decide by. Nothing is worked out before somebody asks.

use serde::Serialize;

/// Something that can be drawn over the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OverlayOffer {
    /// Stable id, a word of an address: `zones`.
    pub id: &'static str,
    /// What it is: "Enemy zones of control".
    pub title: &'static str,
    /// Whether it is of one piece, which has to be named.
    pub of_piece: bool,
}

/// An overlay drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OverlayView {
    /// What it shows: "Reach of Archer".
    pub title: String,
    /// What else is worth knowing, in sentences: "As if it were activated now."; also why nothing is drawn. May be empty.
    pub note: String,
    /// What tones and figures mean, in the order to be listed: tone and words.
    pub key: Vec<(&'static str, String)>,
    /// Places that are shaded, each once.
    pub places: Vec<Shade>,
    /// Lines from place to place.
    pub lines: Vec<OverlayLine>,
}

impl OverlayView {
    /// One with nothing drawn yet.
    pub fn new(title: impl Into<String>) -> Self {
        OverlayView { title: title.into(), ..OverlayView::default() }
    }

    /// The same with a sentence.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same with a tone explained.
    #[must_use]
    pub fn means(mut self, tone: &'static str, words: impl Into<String>) -> Self {
        self.key.push((tone, words.into()));
        self
    }

    /// Shades a place.
    pub fn shade(
        &mut self,
        place: impl Into<String>,
        tone: &'static str,
        band: u8,
        text: impl Into<String>,
        title: impl Into<String>,
    ) {
        self.places.push(Shade { place: place.into(), tone, band, text: text.into(), title: title.into() });
    }
}

/// A place that an overlay shades.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shade {
    /// The id of the place.
    pub place: String,
    /// `good`, `warn`, `bad` or `plain`; `union` or `confederate` where it says whose something is. Drawn as colour and hatching.
    pub tone: &'static str,
    /// How strong: 0 the strongest, 5 the faintest. What lies beyond is drawn as 5.
    pub band: u8,
    /// What is written there: a price, a range, a letter. May be empty.
    pub text: String,
    /// The same in words: "2½ of 5 MP".
    pub title: String,
}

/// A line that an overlay draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OverlayLine {
    /// The ids of the places that it runs through.
    pub path: Vec<String>,
    /// As [`Shade::tone`].
    pub tone: &'static str,
    /// In words: "Lee commands Hood".
    pub title: String,
    /// Drawn broken: what does not hold, or is only possible.
    pub broken: bool,
}

/// Why an overlay was not drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOverlay {
    /// There is none of that id.
    #[error("There is no overlay {0}.")]
    Unknown(String),
    /// It is of one piece, and none was named.
    #[error("“{0}” is of one piece.")]
    WantsPiece(&'static str),
    /// That piece is not there, or the rules have nothing to draw for it.
    #[error("There is nothing of {1} to draw as “{0}”.")]
    NothingOf(&'static str, String),
}
