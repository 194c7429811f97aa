//! What a reader can have drawn over the map: the offers as links, and the one that was asked for.

use super::table::{piece_href, with_query};
use crate::service::play::Drafted;
use crate::service::table::Table;
use domain::referee::{NoOverlay, OverlayView};
use fieldpost_map::shade_sample;

/// Places that are said in words at most; the API says all.
const IN_WORDS: usize = 400;

/// The overlays of a page.
#[derive(Clone, Debug, Default)]
pub struct Overlays {
    /// What can be drawn.
    pub offers: Vec<OverlayLink>,
    /// The page without any.
    pub off: String,
    /// What is drawn.
    pub shown: Option<ShownOverlay>,
}

/// An overlay that can be asked for.
#[derive(Clone, Debug)]
pub struct OverlayLink {
    /// What it is.
    pub title: &'static str,
    /// The page with it drawn.
    pub href: String,
    /// Whether it is.
    pub on: bool,
}

/// The overlay that is drawn, in words as well.
#[derive(Clone, Debug, Default)]
pub struct ShownOverlay {
    /// What it shows.
    pub title: String,
    /// What to know of it.
    pub note: String,
    /// Samples of its tones, as SVG, and what they mean.
    pub key: Vec<(String, String)>,
    /// Places, and what is said of them.
    pub places: Vec<(String, String)>,
    /// Lines, in words.
    pub lines: Vec<String>,
    /// It as SVG, to lie below the counters, once the map is drawn.
    pub layer: String,
    /// What is drawn.
    pub drawn: OverlayView,
}

/// The address of a page with an overlay drawn.
pub fn with_overlay(page: &str, overlay: Option<&str>) -> String {
    overlay.map_or_else(|| page.to_owned(), |id| with_query(page, "overlay", id))
}

impl Overlays {
    /// The overlays of a game page; `wanted` is the one asked for, `piece` the piece in hand.
    pub fn of(table: &Table, drafted: Option<&Drafted>, page: &str, wanted: Option<&str>, piece: Option<&str>) -> Self {
        let off = piece.map_or_else(|| page.to_owned(), |id| piece_href(page, id));
        let offers = table.game.overlays(table.viewer).into_iter().filter(|o| piece.is_some() || !o.of_piece);
        let link = |o: domain::referee::OverlayOffer| {
            let href = with_overlay(page, Some(o.id));
            let href = piece.map_or_else(|| href.clone(), |id| piece_href(&href, id));
            OverlayLink { title: o.title, href, on: wanted == Some(o.id) }
        };
        let drawn = wanted.map(|id| match drafted {
            Some(Drafted { draft: Ok(draft), .. }) => draft.overlay(id, piece),
            _ => table.game.overlay(table.viewer, id, piece),
        });
        Overlays { offers: offers.map(link).collect(), off, shown: drawn.map(ShownOverlay::of) }
    }
}

impl ShownOverlay {
    fn of(drawn: Result<OverlayView, NoOverlay>) -> Self {
        let drawn = match drawn {
            Ok(drawn) => drawn,
            Err(NoOverlay::WantsPiece(title)) => {
                OverlayView::new(title).note("It is of one piece: take one in hand, on the map or from the lists.")
            }
            Err(why) => OverlayView::new("No overlay").note(why.to_string()),
        };
        ShownOverlay {
            layer: String::new(),
            key: drawn.key.iter().map(|(tone, words)| (shade_sample(tone), words.clone())).collect(),
            places: drawn.places.iter().take(IN_WORDS).map(|p| (p.place.clone(), p.title.clone())).collect(),
            lines: drawn.lines.iter().take(IN_WORDS).map(|l| l.title.clone()).collect(),
            title: drawn.title.clone(),
            note: drawn.note.clone(),
            drawn,
        }
    }
}
