//! What a reader can have drawn over the map: the offers as links, and the one that was asked for.

use super::board::url;
use crate::service::play::Drafted;
use crate::service::table::Table;
use domain::board::Sheet;
use domain::referee::{NoOverlay, OverlayView};
use fieldpost_map::{shade_sample, shades_layer};

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
    /// It as SVG, to lie below the counters.
    pub layer: String,
}

/// The address of a page with an overlay drawn.
pub fn with_overlay(page: &str, overlay: Option<&str>) -> String {
    match overlay {
        Some(id) => format!("{page}?overlay={}", url(id)),
        None => page.to_owned(),
    }
}

impl Overlays {
    /// The overlays of a game page; `wanted` is the one asked for, `piece` the piece in hand.
    pub fn of(table: &Table, drafted: Option<&Drafted>, page: &str, wanted: Option<&str>, piece: Option<&str>) -> Self {
        let in_hand = piece.map_or_else(String::new, |id| format!("piece={}", url(id)));
        let offers = table.game.overlays(table.viewer).into_iter().filter(|o| piece.is_some() || !o.of_piece);
        let link = |o: domain::referee::OverlayOffer| {
            let and = if in_hand.is_empty() { "" } else { "&" };
            OverlayLink {
                title: o.title,
                href: format!("{}{and}{in_hand}", with_overlay(page, Some(o.id))),
                on: wanted == Some(o.id),
            }
        };
        let drawn = wanted.map(|id| match drafted {
            Some(Drafted { draft: Ok(draft), .. }) => draft.overlay(id, piece),
            _ => table.game.overlay(table.viewer, id, piece),
        });
        let off = if in_hand.is_empty() { page.to_owned() } else { format!("{page}?{in_hand}") };
        Overlays {
            offers: offers.map(link).collect(),
            off,
            shown: drawn.map(|drawn| ShownOverlay::of(table.game.ruleset().sheet(), drawn)),
        }
    }
}

impl ShownOverlay {
    fn of(sheet: &Sheet, drawn: Result<OverlayView, NoOverlay>) -> Self {
        let drawn = match drawn {
            Ok(drawn) => drawn,
            Err(NoOverlay::WantsPiece(title)) => {
                OverlayView::new(title).note("It is of one piece: take one in hand, on the map or from the lists.")
            }
            Err(why) => OverlayView::new("No overlay").note(why.to_string()),
        };
        ShownOverlay {
            layer: shades_layer(sheet, &drawn),
            key: drawn.key.iter().map(|(tone, words)| (shade_sample(tone), words.clone())).collect(),
            places: drawn.places.into_iter().map(|p| (p.place, p.title)).collect(),
            lines: drawn.lines.into_iter().map(|l| l.title).collect(),
            title: drawn.title,
            note: drawn.note,
        }
    }
}
