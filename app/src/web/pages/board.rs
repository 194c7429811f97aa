//! The map of a page: the still ground, the pieces, and what the reader may do with the piece in hand.

use super::overlays::Overlays;
use super::parts::Parts;
use super::still::{Still, key};
use super::table::{piece_href, with_query};
use domain::board::Sheet;
use domain::referee::{Choice, Finality, Mark, Piece, Place, Side, View};
use fieldpost_map::{Frame, Goal, Overlay, foot_svg, is_large, level_layer, pieces_layer, shades_layer};
use std::collections::{BTreeMap, BTreeSet};

/// The map as templates take it.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Title of the map.
    pub title: String,
    /// Where the drawing of the ground is.
    pub ground: String,
    /// Width in units of the drawing.
    pub width: u32,
    /// Height in units of the drawing.
    pub height: u32,
    /// The layers above the ground, as SVG.
    pub layer: String,
    /// Whether changes are marked on it.
    pub has_marks: bool,
    /// The foot of the sheet: title block, compass, scale and tracks, as SVG.
    pub foot: String,
    /// What can be drawn over it, and what is.
    pub overlays: Overlays,
    /// The part that is shown of a large map.
    pub parts: Option<Parts>,
}

/// What lies above the ground besides the pieces themselves.
#[derive(Debug, Default)]
pub struct InHand<'a> {
    /// Address of the page, to which `?piece=ID` is added.
    pub page: &'a str,
    /// The address that a tapped piece is added to, where it is not the page with the piece in hand.
    pub tap: Option<&'a str>,
    /// Pieces that wait for an order.
    pub ready: BTreeSet<String>,
    /// Pieces that the order being composed has already.
    pub taken: BTreeSet<String>,
    /// The piece in hand.
    pub piece: Option<&'a str>,
    /// The reader's side.
    pub side: Option<Side>,
    /// What it may do.
    pub choices: &'a [Choice],
    /// The place looked at.
    pub at: Option<&'a str>,
    /// What has changed.
    pub marks: Vec<Mark>,
    /// What the reader's drafts would do.
    pub drafted: Vec<Mark>,
    /// Places that mean something else than the choices do: goals of an order that is composed.
    pub goals: Vec<Goal>,
    /// The page that a place looked at is added to, where it is not the one with the piece in hand.
    pub aim: Option<&'a str>,
    /// The piece that is taken in hand after the one in hand was placed.
    pub then: Option<String>,
    /// Whether nothing can be done with the pieces: they are no links.
    pub still: bool,
    /// What the reader's page has already.
    pub has: Still,
    /// What can be drawn over it, and what is.
    pub overlays: Overlays,
    /// The address that parts of a large map are fetched from.
    pub parts: &'a str,
    /// The part of a large map that is asked for.
    pub view: Option<&'a str>,
}

impl Board {
    /// Draws the map of a view.
    pub fn draw(sheet: &Sheet, view: &View, hand: InHand<'_>) -> Self {
        let frame = Frame::of(sheet);
        let has_marks = !hand.marks.is_empty();
        let mut targets: BTreeSet<String> = hand.choices.iter().filter_map(|c| c.target.clone()).collect();
        let parts = is_large(sheet, view).then(|| {
            // Where nothing can be done the page is not the one that pieces are taken in hand on.
            let page = if hand.still { hand.parts } else { hand.page };
            let page = hand.piece.map_or_else(|| page.to_owned(), |id| piece_href(page, id));
            Parts::of(sheet, view, &frame, &page, hand.parts, hand.view, hand.piece)
        });
        // Links keep to the part that somebody chose.
        let kept = hand.view.filter(|_| parts.is_some());
        let page = kept.map_or_else(|| hand.page.to_owned(), |view| with_query(hand.page, "view", view));
        let hand = InHand { page: &page, ..hand };
        let goals = goals(sheet, view, &hand);
        // Whoever can be attacked leads to the attack.
        let places: BTreeMap<&str, &str> =
            goals.iter().filter(|g| g.aimed).map(|g| (g.place.as_str(), g.href.as_str())).collect();
        let enemy = |p: &&Piece| hand.side.is_some_and(|side| side != p.side);
        let mut led = BTreeMap::new();
        for piece in view.pieces.iter().filter(enemy) {
            if let Some(href) = piece.places().find_map(|at| places.get(at)) {
                led.insert(piece.id.clone(), (*href).to_owned());
            }
        }
        // So does whoever is aimed at from somewhere else.
        if let (Some(id), None) = (hand.piece, hand.tap) {
            for target in &targets {
                led.insert(target.clone(), with_query(&piece_href(hand.page, id), "at", target) + "#unit");
            }
        }
        targets.extend(led.keys().cloned());
        // Who is chosen among the enemies is aimed at, and does not act.
        let enemies: BTreeSet<&str> = view.pieces.iter().filter(enemy).map(|p| p.id.as_str()).collect();
        let (aimed, ready): (BTreeSet<String>, _) =
            hand.ready.into_iter().partition(|id| enemies.contains(id.as_str()));
        targets.extend(aimed);
        // A second tap on the piece in hand lets go of it.
        if let (Some(id), None) = (hand.piece, hand.tap) {
            led.insert(id.to_owned(), piece_href(hand.page, ""));
        }
        let overlay = Overlay {
            marks: hand.marks,
            ready,
            selected: hand.piece.map(str::to_owned).into_iter().chain(hand.taken).collect(),
            targets,
            piece_link: (!hand.still).then(|| match hand.tap {
                Some(tap) => tap.to_owned(),
                None => piece_href(hand.page, ""),
            }),
            goals,
            led,
            drafted: hand.drafted,
            kept: parts.is_none().then(|| {
                let key = key("places", &sheet.digest, fieldpost_map::DRAWING);
                let has = hand.has.has(&key);
                (key, has)
            }),
            focus: false,
            ..Overlay::default()
        };
        let layer = match &parts {
            None => pieces_layer(sheet, view, &overlay),
            Some(parts) => level_layer(sheet, view, &overlay, parts.drawn, parts.part),
        };
        let mut overlays = hand.overlays;
        if let Some(shown) = &mut overlays.shown {
            shown.layer = shades_layer(sheet, &shown.drawn, parts.as_ref().map(|p| p.part));
        }
        Board {
            title: sheet.title.to_owned(),
            ground: match &parts {
                None => ground_href(sheet),
                Some(_) => format!("{}&detail=far", ground_href(sheet)),
            },
            width: frame.width as u32,
            height: frame.height as u32,
            foot: if parts.is_some() { String::new() } else { foot_svg(sheet, view) },
            layer,
            has_marks,
            overlays,
            parts,
        }
    }
}

/// The address of the drawing of a sheet's ground.
pub fn ground_href(sheet: &Sheet) -> String {
    // The digest tells sheets apart, the number drawings of one sheet: both belong to an address that is cached for ever.
    format!("/maps/{}.svg?v={}", sheet.digest, fieldpost_map::DRAWING)
}

/// Places where the piece in hand may go or aim, as links of the map. Each carries the order itself when it is the only
/// one there and can be taken back, so that one tap drafts it.
fn goals(sheet: &Sheet, view: &View, hand: &InHand<'_>) -> Vec<Goal> {
    let mut goals = hand.goals.clone();
    let mut by_place: BTreeMap<&str, Vec<&Choice>> = BTreeMap::new();
    for choice in hand.choices {
        if let Some(place) = &choice.place {
            by_place.entry(place).or_default().push(choice);
        }
    }
    // Where the piece stands a tap lets go of it.
    let stands = view.pieces.iter().find(|p| hand.piece == Some(p.id.as_str())).and_then(|p| match &p.place {
        Place::Map(at) => Some(at.as_str()),
        Place::Box(_) => None,
    });
    let held = |place: &str| {
        let enemy = |p: &Piece| hand.side.is_some_and(|side| side != p.side);
        view.pieces.iter().any(|p| enemy(p) && p.stands_on(place))
    };
    for (place, choices) in by_place.into_iter().filter(|(place, _)| stands != Some(*place)) {
        let only = match choices[..] {
            [one] if one.finality.is_none() => Some(one.order.clone()),
            _ => None,
        };
        let title = match choices[..] {
            [one] => {
                let words = one.cost.iter().map(String::as_str).chain(one.finality.map(Finality::words));
                std::iter::once(one.label.as_str()).chain(words).collect::<Vec<_>>().join(", ")
            }
            _ => {
                let title = sheet.place(place).map_or(place, |p| p.title.as_str());
                format!("{title}: {} orders", choices.len())
            }
        };
        goals.push(Goal {
            place: place.to_owned(),
            aimed: held(place) || choices.iter().any(|c| c.target.is_some() || c.sum.is_some()),
            on: hand.at == Some(place),
            href: match (hand.aim, hand.piece) {
                (Some(aim), _) => with_query(aim, "at", place) + "#place",
                (None, Some(id)) => with_query(&piece_href(hand.page, id), "at", place) + "#unit",
                (None, None) => with_query(hand.page, "at", place),
            },
            then: only.as_ref().and(hand.then.clone()),
            order: only,
            way: choices.iter().map(|c| &c.path).find(|path| path.len() > 1).cloned().unwrap_or_default(),
            title,
            label: choices.iter().find_map(|c| short_label(c)).unwrap_or_default(),
        });
    }
    goals
}

/// What stands in a place: the price without its measure ("2½" of "2½ of 5 MP"), or the strength of an attack.
fn short_label(choice: &Choice) -> Option<String> {
    if let Some(sum) = &choice.sum {
        let total = sum.total();
        return Some(if total < 0 { format!("−{}", -total) } else { format!("+{total}") });
    }
    let cost = choice.cost.as_deref()?;
    Some(cost.split_whitespace().next().unwrap_or_default().to_owned())
}

/// Percent-encodes a value of a query.
pub fn url(text: &str) -> String {
    crate::web::error::escape(text).replace('/', "%2F")
}
