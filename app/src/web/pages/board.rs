//! The map of a page: the still ground, the pieces, and what the reader may do with the piece in hand.

use super::overlays::Overlays;
use super::parts::Parts;
use super::shell::escape;
use domain::board::{PlaceShape, Sheet};
use domain::referee::{Choice, Mark, View};
use fieldpost_map::{Frame, Overlay, is_large, level_layer, pieces_layer, shades_layer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

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
    /// The piece in hand.
    pub piece: Option<&'a str>,
    /// What it may do.
    pub choices: &'a [Choice],
    /// The place looked at.
    pub at: Option<&'a str>,
    /// What has changed.
    pub marks: Vec<Mark>,
    /// Whether nothing can be done with the pieces: they are no links.
    pub still: bool,
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
        let targets = hand.choices.iter().filter_map(|c| c.target.clone()).collect();
        let parts = is_large(sheet, view).then(|| {
            // Where nothing can be done the page is not the one that pieces are taken in hand on.
            let page = if hand.still { hand.parts } else { hand.page };
            let page = hand.piece.map_or_else(|| page.to_owned(), |id| super::table::piece_href(page, id));
            Parts::of(sheet, view, &frame, &page, hand.parts, hand.view, hand.piece)
        });
        // Links keep to the part that somebody chose.
        let kept = hand.view.filter(|_| parts.is_some());
        let page = kept.map_or_else(|| hand.page.to_owned(), |view| super::table::with_query(hand.page, "view", view));
        let hand = InHand { page: &page, ..hand };
        let goals = goals(sheet, &frame, &hand, parts.as_ref());
        let overlay = Overlay {
            marks: hand.marks,
            ready: hand.ready,
            selected: hand.piece.map(str::to_owned),
            targets,
            piece_link: (!hand.still).then(|| match hand.tap {
                Some(tap) => tap.to_owned(),
                None => super::table::piece_href(hand.page, ""),
            }),
            focus: false,
            ..Overlay::default()
        };
        let layer = match &parts {
            None => pieces_layer(sheet, view, &overlay),
            Some(parts) => level_layer(sheet, view, &overlay, parts.drawn, parts.part),
        } + &goals;
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

/// Places where the piece in hand may go or aim, as links over the map. Each carries the order itself when it is the only
/// one there and can be taken back, so that one tap drafts it.
fn goals(sheet: &Sheet, frame: &Frame, hand: &InHand<'_>, parts: Option<&Parts>) -> String {
    let Some(piece) = hand.piece else { return String::new() };
    let mut by_place: BTreeMap<&str, Vec<&Choice>> = BTreeMap::new();
    for choice in hand.choices {
        if let Some(place) = &choice.place {
            by_place.entry(place).or_default().push(choice);
        }
    }
    if by_place.is_empty() {
        return String::new();
    }
    let mut svg = String::with_capacity(by_place.len() * 400);
    let put = |svg: &mut String, args: std::fmt::Arguments<'_>| svg.write_fmt(args).unwrap_or_default();
    put(
        &mut svg,
        format_args!(
            "<svg class=\"goals\" viewBox=\"{}\" font-family=\"'EB Garamond', serif\">",
            parts.map_or_else(|| frame.view_box(), |p| p.view_box.clone())
        ),
    );
    let shapes: BTreeMap<&str, &PlaceShape> = sheet.places.iter().map(|p| (p.id.as_str(), p)).collect();
    let centre = |id: &str| shapes.get(id).map(|p| frame.at(p.centre));
    for (place, choices) in &by_place {
        let Some(shape) = shapes.get(place) else { continue };
        let aimed = choices.iter().any(|c| c.target.is_some() || c.sum.is_some());
        let on = hand.at == Some(place);
        let only = match choices[..] {
            [one] if !one.commits => Some(one),
            _ => None,
        };
        let way = |c: &Choice| {
            c.path.iter().filter_map(|id| centre(id)).map(|(x, y)| format!("{x:.0},{y:.0}")).collect::<Vec<_>>()
        };
        let first_way = choices.iter().map(|c| way(c)).find(|w| w.len() > 1).unwrap_or_default().join(" ");
        put(
            &mut svg,
            format_args!(
                "<a class=\"goal{}{}\" href=\"{}&amp;at={}#unit\" data-place=\"{}\"",
                if aimed { " aimed" } else { "" },
                if on { " on" } else { "" },
                escape(&super::table::piece_href(hand.page, piece)),
                url(place),
                escape(place)
            ),
        );
        if let Some(one) = only {
            put(&mut svg, format_args!(" data-order=\"{}\"", escape(&one.order)));
        }
        if !first_way.is_empty() {
            put(&mut svg, format_args!(" data-way=\"{first_way}\""));
        }
        let said = match choices[..] {
            [one] => match &one.cost {
                Some(cost) => format!("{}, {cost}", one.label),
                None => one.label.clone(),
            },
            _ => format!("{}: {} orders", shape.title, choices.len()),
        };
        put(&mut svg, format_args!("><title>{}</title><polygon class=\"goal-shape\" points=\"", escape(&said)));
        for p in &shape.outline {
            let (x, y) = frame.at(*p);
            put(&mut svg, format_args!("{x:.0},{y:.0} "));
        }
        svg.push_str("\"/>");
        let label = choices.iter().find_map(|c| short_label(c)).unwrap_or_default();
        if !label.is_empty() {
            let (x, y) = frame.at(shape.centre);
            put(
                &mut svg,
                format_args!(
                    "<text class=\"goal-label\" x=\"{x:.0}\" y=\"{:.0}\">{}</text>",
                    y + if aimed { 60.0 } else { 11.0 },
                    escape(&label)
                ),
            );
        }
        svg.push_str("</a>");
        if on && !first_way.is_empty() {
            put(&mut svg, format_args!("<polyline class=\"way\" points=\"{first_way}\"/>"));
        }
    }
    svg.push_str("</svg>");
    svg
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
