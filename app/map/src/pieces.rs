//! The layer above the ground: places to point at, marks of what happened, markers, counters.

use crate::counter::{self, SIZE, spoken};
use crate::frame::Frame;
use crate::geo::bounds;
use crate::marks;
use crate::style;
use crate::svg::{Esc, Num, Pt, put};
use domain::board::{PlaceShape, Sheet};
use domain::referee::{Mark, MarkerView, Piece, Place, View};
use std::collections::{BTreeMap, BTreeSet};

/// What is shown on top of the position itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// What happened since the reader last looked, oldest first.
    pub marks: Vec<Mark>,
    /// Pieces, by id, that wait for an order: ringed.
    pub ready: BTreeSet<String>,
    /// The piece being ordered: ringed strongly.
    pub selected: Option<String>,
    /// Places, by id, where the selected piece may go: shaded.
    pub places: BTreeSet<String>,
    /// Pieces, by id, that may be aimed at: ringed red.
    pub targets: BTreeSet<String>,
    /// Address of a piece's menu, without the piece's id at its end: pieces become links, so that a page works without
    /// a script.
    pub piece_link: Option<String>,
    /// Whether pieces and places take the keyboard's focus: yes on a page, no in a still picture.
    pub focus: bool,
}

impl Overlay {
    /// Nothing but the pieces that the view calls ready.
    pub fn ready(view: &View) -> Self {
        let ready = view.pieces.iter().filter(|p| p.ready).map(|p| p.id.clone()).collect();
        Overlay { ready, ..Overlay::default() }
    }
}

/// Counters, marks and places as one inline `<svg class="pieces">` in the frame of the sheet, to lay exactly over the
/// ground. Pieces in boxes beside the map are not in it.
///
/// * places: `<polygon class="place" data-place="0714">`, with `reach` where the overlay lists it;
/// * pieces: `<g class="piece union" data-piece="ID" data-place="0714" tabindex="0">` with a `<title>`, and `ready`,
///   `selected`, `target`, `reduced` where they apply; several on one place are children of `<g class="stack">`.
pub fn pieces_layer(sheet: &Sheet, view: &View, overlay: &Overlay) -> String {
    let frame = Frame::of(sheet);
    let mut svg = String::with_capacity(64 * 1024);
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pieces\" viewBox=\"{}\" width=\"{}\" height=\"{}\" \
         font-family=\"'{}', serif\" fill=\"none\">",
        frame.view_box(),
        frame.width,
        frame.height,
        crate::FONT_FAMILY
    );
    content(&mut svg, sheet, &frame, view, overlay);
    svg.push_str("</svg>");
    svg
}

/// What stands inside the layer's `<svg>`.
pub(crate) fn content(svg: &mut String, sheet: &Sheet, frame: &Frame, view: &View, overlay: &Overlay) {
    let index: BTreeMap<&str, &PlaceShape> = sheet.places.iter().map(|p| (p.id.as_str(), p)).collect();
    places(svg, sheet, frame, overlay);
    let centre = |id: &str| index.get(id).map(|p| frame.at(p.centre));
    svg.push_str("<g class=\"trails\">");
    marks::under(svg, &overlay.marks, &centre);
    svg.push_str("</g>");
    markers(svg, &view.markers, &centre);
    svg.push_str("<g class=\"counters\">");
    let mut stacks: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
    for piece in &view.pieces {
        if let Place::Map(at) = &piece.place
            && index.contains_key(at.as_str())
        {
            stacks.entry(at).or_default().push(piece);
        }
    }
    // From the north down, so that a stack overlaps the one behind it.
    let mut stacks: Vec<_> = stacks.into_iter().filter_map(|(id, pieces)| Some((index.get(id)?, pieces))).collect();
    stacks.sort_by(|(a, _), (b, _)| a.centre.1.total_cmp(&b.centre.1).then_with(|| a.id.cmp(&b.id)));
    for (place, pieces) in stacks {
        stack(svg, frame, place, &pieces, overlay);
    }
    svg.push_str("</g><g class=\"events\">");
    marks::over(svg, &overlay.marks, &centre);
    svg.push_str("</g>");
}

fn places(svg: &mut String, sheet: &Sheet, frame: &Frame, overlay: &Overlay) {
    svg.push_str("<g class=\"places\" fill=\"#000\" fill-opacity=\"0\">");
    for place in &sheet.places {
        let reach = overlay.places.contains(&place.id);
        let class = if reach { "place reach" } else { "place" };
        let look =
            if reach { " fill=\"#fff6c9\" fill-opacity=\".55\" stroke=\"#8a5a00\" stroke-width=\"2.4\"" } else { "" };
        let focus = if overlay.focus && reach { " tabindex=\"0\" role=\"button\"" } else { "" };
        put!(svg, "<polygon class=\"{class}\" data-place=\"{}\" points=\"", Esc(&place.id));
        for (i, p) in place.outline.iter().enumerate() {
            let (x, y) = frame.at(*p);
            put!(
                svg,
                "{}{} {}",
                if i > 0 { " " } else { "" },
                Num((x * 10.0).round() / 10.0),
                Num((y * 10.0).round() / 10.0)
            );
        }
        put!(svg, "\"{look}{focus}><title>{}</title></polygon>", Esc(&place.title));
    }
    svg.push_str("</g>");
}

fn markers(svg: &mut String, markers: &[MarkerView], centre: &dyn Fn(&str) -> Option<Pt>) {
    svg.push_str("<g class=\"markers\">");
    let mut lying: BTreeMap<&str, u32> = BTreeMap::new();
    for marker in markers {
        let Some((x, y)) = centre(&marker.place) else { continue };
        let nth = lying.entry(&marker.place).or_default();
        let (fill, ink) = style::tone(marker.tone);
        let text: String = marker.text.chars().take(4).collect();
        let wide = (crate::lettering::width(&text) * 17.0 + 12.0).max(26.0);
        // Along the foot of the place, below any counter.
        let (x, y) = (x - 30.0 + f64::from(*nth) * 34.0, y + 44.0);
        *nth += 1;
        put!(
            svg,
            "<g class=\"marker {}\" data-place=\"{}\" transform=\"translate({} {})\"><title>{}</title>\
             <rect x=\"{}\" y=\"-12\" width=\"{}\" height=\"24\" rx=\"3\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.3\"/>\
             <text y=\"5.6\" font-size=\"17\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{}</text></g>",
            Esc(marker.tone),
            Esc(&marker.place),
            Num(x),
            Num(y),
            Esc(&marker.title),
            Num(-wide / 2.0),
            Num(wide),
            style::INK,
            Esc(&text)
        );
    }
    svg.push_str("</g>");
}

fn stack(svg: &mut String, frame: &Frame, place: &PlaceShape, pieces: &[&Piece], overlay: &Overlay) {
    let spots = spots(frame, place, pieces.len());
    let together = pieces.len() > 1;
    if together {
        put!(svg, "<g class=\"stack\" data-place=\"{}\" data-count=\"{}\">", Esc(&place.id), pieces.len());
    }
    for (piece, (x, y)) in pieces.iter().zip(spots) {
        let selected = overlay.selected.as_ref() == Some(&piece.id);
        let (ready, target) = (overlay.ready.contains(&piece.id), overlay.targets.contains(&piece.id));
        if let Some(link) = &overlay.piece_link {
            put!(svg, "<a href=\"{}{}\">", Esc(link), Esc(&url(&piece.id)));
        }
        put!(
            svg,
            "<g class=\"piece {}{}{}{}{}\" data-piece=\"{}\" data-place=\"{}\" transform=\"translate({} {})\" role=\"img\"{}>\
             <title>{}</title>",
            piece.side.word(),
            if ready { " ready" } else { "" },
            if selected { " selected" } else { "" },
            if target { " target" } else { "" },
            if piece.reduced { " reduced" } else { "" },
            Esc(&piece.id),
            Esc(&place.id),
            Num(x),
            Num(y),
            if overlay.focus && overlay.piece_link.is_none() { " tabindex=\"0\"" } else { "" },
            Esc(&spoken(piece))
        );
        if target {
            svg.push_str(&counter::outline(
                piece.side,
                6.0,
                "ring",
                "stroke=\"#b3261e\" stroke-width=\"5\" stroke-dasharray=\"14 5\"",
            ));
        } else if selected {
            svg.push_str(&counter::outline(piece.side, 6.0, "ring", "stroke=\"#2b2118\" stroke-width=\"8\""));
            svg.push_str(&counter::outline(piece.side, 6.0, "ring", "stroke=\"#ffd84a\" stroke-width=\"5\""));
        } else if ready {
            svg.push_str(&counter::outline(piece.side, 4.0, "ring", "stroke=\"#fff3b0\" stroke-width=\"4\""));
        }
        counter::face(svg, piece);
        svg.push_str("</g>");
        if overlay.piece_link.is_some() {
            svg.push_str("</a>");
        }
    }
    if together {
        svg.push_str("</g>");
    }
}

/// Where the pieces of one place lie: side by side where the place is wide enough, else as stacks offset up and right.
fn spots(frame: &Frame, place: &PlaceShape, count: usize) -> Vec<Pt> {
    let (cx, cy) = frame.at(place.centre);
    let outline: Vec<Pt> = place.outline.iter().map(|p| frame.at(*p)).collect();
    let (wide, high) = bounds(&outline).map_or((SIZE, SIZE), |(w, n, e, s)| (e - w, s - n));
    let fits = |room: f64| ((room * 0.72 / (SIZE + 6.0)) as usize).max(1);
    let columns = fits(wide).min(count.max(1));
    let rows = fits(high).min(count.div_ceil(columns).max(1));
    let stacks = columns * rows;
    let deep = count.div_ceil(stacks);
    // A tall stack closes up so that it stays near its place.
    let step = if deep > 1 { (24.0 / (deep - 1) as f64).min(10.0) } else { 0.0 };
    (0..count)
        .map(|i| {
            let (stack, level) = (i / deep, (i % deep) as f64);
            let (column, row) = ((stack % columns) as f64, (stack / columns) as f64);
            let lean = step * (deep - 1) as f64 / 2.0;
            (
                cx + (column - (columns - 1) as f64 / 2.0) * (SIZE + 6.0) + level * step - lean,
                cy + (row - (rows - 1) as f64 / 2.0) * (SIZE + 6.0) - level * step + lean,
            )
        })
        .collect()
}

/// Percent-encodes what may not stand in an address.
fn url(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for b in text.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(b)),
            b => put!(out, "%{b:02X}"),
        }
    }
    out
}
