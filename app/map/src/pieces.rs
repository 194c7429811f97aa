//! The layer above the ground: places to point at, marks of what happened, markers, counters.

use crate::bodies;
use crate::counter::{self, SIZE, spoken};
use crate::frame::Frame;
use crate::goals::{self, Goal};
use crate::index::{Index, indexed};
use crate::levels;
use crate::marks;
use crate::stacks::{Stack, scale, stacks};
use crate::style;
use crate::svg::{Esc, Num, Pt, put};
use domain::board::{Axis, Facing, PlaceShape, Sheet};
use domain::referee::{Mark, MarkerSpot, MarkerView, Piece, Place, Posture, Side, View};
use std::collections::{BTreeMap, BTreeSet};

/// What is shown on top of the position itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// What happened since the reader last looked, oldest first.
    pub marks: Vec<Mark>,
    /// Pieces, by id, that wait for an order: ringed.
    pub ready: BTreeSet<String>,
    /// The piece being ordered, or those that an order being composed has already: ringed strongly.
    pub selected: BTreeSet<String>,
    /// Places, by id, where the selected piece may go: shaded.
    pub places: BTreeSet<String>,
    /// The same as links, with what each costs.
    pub goals: Vec<Goal>,
    /// What the reader's own orders that are not sent yet would do.
    pub drafted: Vec<Mark>,
    /// Pieces, by id, that may be aimed at: ringed red.
    pub targets: BTreeSet<String>,
    /// Address of a piece's menu, without the piece's id at its end: pieces become links, so that a page works without
    /// a script.
    pub piece_link: Option<String>,
    /// Pieces, by id, that lead somewhere else: an enemy to the attack on him.
    pub led: BTreeMap<String, String>,
    /// The key under which a page keeps the outlines of all places, which never change, and whether it has them already: then they are left out.
    pub kept: Option<(String, bool)>,
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
/// * places: `<polygon class="place" data-place="0714">`, with `reach` where the overlay lists it, in a `<g class="places">` with `data-still`
///   where a page keeps them;
/// * pieces: `<g class="piece union" data-piece="ID" data-place="0714" tabindex="0">` with a `<title>`, and `ready`,
///   `selected`, `target`, `reduced` where they apply; several of one side on one place are children of
///   `<g class="stack union" data-place="0714" data-count="3">`, which has `data-deep` and shows the count where they lie one on
///   another. The layer's `data-counter` is the side of a counter.
pub fn pieces_layer(sheet: &Sheet, view: &View, overlay: &Overlay) -> String {
    let frame = Frame::of(sheet);
    let mut svg = String::with_capacity(64 * 1024);
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pieces\" viewBox=\"{}\" width=\"{}\" height=\"{}\" \
         data-counter=\"{}\" font-family=\"'{}', serif\" fill=\"none\">",
        frame.view_box(),
        frame.width,
        frame.height,
        Num(scale(sheet, &frame) * SIZE),
        crate::FONT_FAMILY
    );
    content(&mut svg, sheet, &frame, view, overlay);
    svg.push_str("</svg>");
    svg
}

/// What stands inside the layer's `<svg>`.
pub(crate) fn content(svg: &mut String, sheet: &Sheet, frame: &Frame, view: &View, overlay: &Overlay) {
    content_of(svg, sheet, frame, view, overlay, &|_| true);
}

/// The same with only some of the places to point at.
pub(crate) fn content_of(
    svg: &mut String,
    sheet: &Sheet,
    frame: &Frame,
    view: &View,
    overlay: &Overlay,
    shown: &dyn Fn(&PlaceShape) -> bool,
) {
    let index = indexed(sheet);
    places(svg, sheet, frame, overlay, shown);
    under(svg, sheet, frame, &index, overlay);
    svg.push_str("<g class=\"counters\">");
    for piece in view.pieces.iter().filter(|p| bodies::is_body(p)) {
        bodies::draw(svg, frame, scale(sheet, frame), &index, piece, overlay, true);
    }
    let mut lifted = Vec::new();
    let clear = bodies::clear(view, frame, scale(sheet, frame), &index);
    for (place, pieces) in standing(view, &index) {
        fronts(svg, frame, place, &pieces);
        for (stack, scale) in laid(sheet, frame, place, &pieces, &clear) {
            lifted.extend(in_hand(&stack, scale, overlay));
            draw_stack(svg, scale, frame.axis, place, &stack, overlay);
        }
    }
    lift(svg, &lifted);
    svg.push_str("</g>");
    over(svg, sheet, frame, &index, view, overlay);
}

/// What a still picture of the layer is painted from, the lowest first.
pub(crate) enum Part {
    /// A drawing in the frame of the sheet.
    Drawing(String),
    /// A small drawing about its own origin, as many pictures have it: where that lies, units of the frame to one of its own, what it is.
    Stamp(Pt, f64, String),
}

/// The same as [`content_of`] in parts for a still picture.
pub(crate) fn parts(
    sheet: &Sheet,
    frame: &Frame,
    view: &View,
    overlay: &Overlay,
    shown: &dyn Fn(&PlaceShape) -> bool,
) -> Vec<Part> {
    let (index, scale) = (indexed(sheet), scale(sheet, frame));
    let (mut parts, mut svg, mut lifted) = (Vec::new(), String::new(), Vec::new());
    places(&mut svg, sheet, frame, overlay, shown);
    under(&mut svg, sheet, frame, &index, overlay);
    for piece in view.pieces.iter().filter(|p| bodies::is_body(p)) {
        bodies::draw(&mut svg, frame, scale, &index, piece, overlay, true);
    }
    let clear = bodies::clear(view, frame, scale, &index);
    for (place, pieces) in standing(view, &index) {
        fronts(&mut svg, frame, place, &pieces);
        for (stack, scale) in laid(sheet, frame, place, &pieces, &clear) {
            if !svg.is_empty() {
                parts.push(Part::Drawing(std::mem::take(&mut svg)));
            }
            lifted.extend(in_hand(&stack, scale, overlay));
            parts.extend(stack.pieces.iter().map(|(piece, at)| {
                let mut drawing = String::with_capacity(2048);
                rings(&mut drawing, piece, overlay);
                counter::face(&mut drawing, piece);
                Part::Stamp(*at, scale, drawing)
            }));
            if stack.deep > 1 {
                let mut drawing = String::new();
                if stack_waits(&stack, overlay) {
                    put!(drawing, "<circle r=\"18\" fill=\"#fff3b0\" stroke=\"{}\"/>", style::INK);
                }
                count_face(&mut drawing, stack.pieces.len());
                parts.push(Part::Stamp(stack.foot, scale, drawing));
            }
        }
    }
    lift(&mut svg, &lifted);
    over(&mut svg, sheet, frame, &index, view, overlay);
    parts.push(Part::Drawing(svg));
    parts
}

/// What lies between the places and the counters.
fn under(svg: &mut String, sheet: &Sheet, frame: &Frame, index: &Index<'_>, overlay: &Overlay) {
    let centre = |id: &str| index.get(id).map(|p| frame.at(p.centre));
    goals::under(svg, frame, index, &overlay.goals);
    marks_of(svg, overlay, "trails", |svg| marks::under(svg, &overlay.marks, &centre, scale(sheet, frame)));
    if !overlay.drafted.is_empty() {
        svg.push_str("<g class=\"drafted\">");
        marks::drafted(svg, &overlay.drafted, &centre, scale(sheet, frame));
        svg.push_str("</g>");
    }
}

/// What lies over the counters.
fn over(svg: &mut String, sheet: &Sheet, frame: &Frame, index: &Index<'_>, view: &View, overlay: &Overlay) {
    let centre = |id: &str| index.get(id).map(|p| frame.at(p.centre));
    markers(svg, sheet, frame, &view.markers, index);
    marks_of(svg, overlay, "events", |svg| marks::over(svg, &overlay.marks, &centre, scale(sheet, frame)));
    goals::over(svg, frame, index, &overlay.goals);
}

/// The pieces that stand on one place each, by places from the north down, so that a stack overlaps the one behind it.
fn standing<'a>(view: &'a View, index: &Index<'a>) -> Vec<(&'a PlaceShape, Vec<&'a Piece>)> {
    let mut held: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
    for piece in &view.pieces {
        if let Place::Map(at) = &piece.place
            && index.contains_key(at.as_str())
            && !bodies::is_body(piece)
        {
            held.entry(at).or_default().push(piece);
        }
    }
    let mut held: Vec<_> = held.into_iter().filter_map(|(id, pieces)| Some((*index.get(id)?, pieces))).collect();
    held.sort_by(|(a, _), (b, _)| a.centre.1.total_cmp(&b.centre.1).then_with(|| a.id.cmp(&b.id)));
    held
}

/// Which ways the pieces of a place look.
fn fronts(svg: &mut String, frame: &Frame, place: &PlaceShape, pieces: &[&Piece]) {
    let mut faced: Vec<(Side, Facing)> = pieces.iter().filter_map(|p| Some((p.side, p.facing?))).collect();
    faced.sort();
    faced.dedup();
    for (side, facing) in faced {
        let mounted = |p: &&&Piece| p.side == side && p.facing == Some(facing) && p.posture == Some(Posture::Mounted);
        let one = pieces.iter().any(|p| mounted(&p));
        levels::fronts(svg, frame, place, facing, one, style::side(side).deep);
    }
}

/// The stacks of a place and how large their counters are: whole in its middle, or smaller beside a body that stands there.
fn laid<'a>(
    sheet: &Sheet,
    frame: &Frame,
    place: &PlaceShape,
    pieces: &[&'a Piece],
    clear: &BTreeMap<&str, Pt>,
) -> Vec<(Stack<'a>, f64)> {
    let (scale, middle) = (scale(sheet, frame), frame.at(place.centre));
    let beside = clear.get(place.id.as_str());
    let put = |mut stack: Stack<'a>| {
        let Some(by) = beside else { return (stack, scale) };
        let moved = |(x, y): Pt| {
            (middle.0 + by.0 + (x - middle.0) * bodies::BESIDE, middle.1 + by.1 + (y - middle.1) * bodies::BESIDE)
        };
        stack.foot = moved(stack.foot);
        stack.pieces.iter_mut().for_each(|(_, at)| *at = moved(*at));
        (stack, scale * bodies::BESIDE)
    };
    stacks(sheet, frame, place, pieces).into_iter().map(put).collect()
}

/// The counters in hand of a stack that lie one on another, with their scale.
fn in_hand(stack: &Stack<'_>, scale: f64, overlay: &Overlay) -> Vec<(Side, Pt, f64)> {
    let held = stack.pieces.iter().filter(|(p, _)| stack.deep > 1 && overlay.selected.contains(&p.id));
    held.map(|(p, at)| (p.side, *at, scale)).collect()
}

/// A stack keeps its order when one of its counters is taken in hand: the ring alone comes up.
fn lift(svg: &mut String, lifted: &[(Side, Pt, f64)]) {
    for (side, (x, y), scale) in lifted {
        put!(svg, "<g class=\"lifted\" transform=\"translate({} {})scale({})\">", Num(*x), Num(*y), Num(*scale));
        ring(svg, *side);
        svg.push_str("</g>");
    }
}

/// What has happened, which fades while the reader decides what is to happen.
fn marks_of(svg: &mut String, overlay: &Overlay, class: &str, draw: impl Fn(&mut String)) {
    let fades = !overlay.selected.is_empty() || !overlay.goals.is_empty();
    put!(
        svg,
        "<g class=\"{class}{}\"{}>",
        if fades { " old" } else { "" },
        if fades { " opacity=\".28\"" } else { "" }
    );
    draw(svg);
    svg.push_str("</g>");
}

/// The ring of the piece in hand.
fn ring(svg: &mut String, side: Side) {
    svg.push_str(&counter::outline(side, 6.0, "ring", "stroke=\"#2b2118\" stroke-width=\"8\""));
    svg.push_str(&counter::outline(side, 6.0, "ring", "stroke=\"#ffd84a\" stroke-width=\"5\""));
}

fn places(svg: &mut String, sheet: &Sheet, frame: &Frame, overlay: &Overlay, shown: &dyn Fn(&PlaceShape) -> bool) {
    svg.push_str("<g class=\"places\" fill=\"#000\" fill-opacity=\"0\"");
    if let Some((key, has)) = &overlay.kept {
        put!(svg, " data-still=\"{}\"", Esc(key));
        if *has {
            svg.push_str("></g>");
            return;
        }
    }
    svg.push('>');
    for place in sheet.places.iter().filter(|p| shown(p)) {
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

/// Where the markers of one spot lie: the first, and the step to the next.
pub(crate) fn marker_spot(sheet: &Sheet, frame: &Frame, spot: &MarkerSpot, index: &Index<'_>) -> Option<(Pt, Pt)> {
    match spot {
        MarkerSpot::Place(id) => {
            let place = index.get(id.as_str())?;
            Some(match &place.label {
                // Over the corner of the box, away from its star.
                Some(label) => {
                    let (x, y) = frame.at(label.at);
                    ((x - 31.0, y - 31.0), (0.0, 27.0))
                }
                // Along the foot of the place, below any counter.
                None => {
                    let (x, y) = frame.at(place.centre);
                    ((x - 30.0, y + 44.0), (34.0, 0.0))
                }
            })
        }
        MarkerSpot::Crossing(id) => {
            let (x, y) = frame.at(sheet.crossings.iter().find(|c| c.id == *id)?.at);
            Some(((x, y - 31.0), (34.0, 0.0)))
        }
    }
}

/// Markers where their spots are.
pub(crate) fn markers(svg: &mut String, sheet: &Sheet, frame: &Frame, markers: &[MarkerView], index: &Index<'_>) {
    svg.push_str("<g class=\"markers\">");
    let mut lying: BTreeMap<&MarkerSpot, f64> = BTreeMap::new();
    for marker in markers {
        let Some(((x, y), step)) = marker_spot(sheet, frame, &marker.spot, index) else { continue };
        let nth = lying.entry(&marker.spot).or_default();
        let (x, y) = (x + *nth * step.0, y + *nth * step.1);
        *nth += 1.0;
        let (fill, ink) = style::tone(marker.tone);
        let text: String = marker.text.chars().take(4).collect();
        let wide = (crate::lettering::width(&text) * 17.0 + 12.0).max(26.0);
        let (on, id) = match &marker.spot {
            MarkerSpot::Place(id) => ("place", id),
            MarkerSpot::Crossing(id) => ("crossing", id),
        };
        put!(
            svg,
            "<g class=\"marker {}\" data-{on}=\"{}\" transform=\"translate({} {})\"><title>{}</title>\
             <rect x=\"{}\" y=\"-12\" width=\"{}\" height=\"24\" rx=\"3\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.3\"/>\
             <text y=\"5.6\" font-size=\"17\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{}</text></g>",
            Esc(marker.tone),
            Esc(id),
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

fn draw_stack(svg: &mut String, scale: f64, axis: Axis, place: &PlaceShape, stack: &Stack<'_>, overlay: &Overlay) {
    let together = stack.pieces.len() > 1;
    if together {
        put!(
            svg,
            "<g class=\"stack {}\" data-place=\"{}\" data-count=\"{}\"",
            stack.side.word(),
            Esc(&place.id),
            stack.pieces.len()
        );
        if stack.deep > 1 {
            put!(svg, " data-deep=\"{}\"", stack.deep);
        }
        svg.push('>');
    }
    for (piece, at) in &stack.pieces {
        draw_piece(svg, scale, axis, place, piece, *at, overlay);
    }
    if together {
        count(svg, scale, stack, overlay);
        svg.push_str("</g>");
    }
}

/// How many lie in a stack, where they lie one on another.
fn count(svg: &mut String, scale: f64, stack: &Stack<'_>, overlay: &Overlay) {
    if stack.deep < 2 {
        return;
    }
    let foot = (Num(stack.foot.0), Num(stack.foot.1));
    if stack_waits(stack, overlay) {
        put!(
            svg,
            "<circle class=\"count-ready\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#fff3b0\" stroke=\"{}\"/>",
            foot.0,
            foot.1,
            Num(18.0 * scale),
            style::INK
        );
    }
    put!(svg, "<g class=\"count\" transform=\"translate({} {})scale({})\">", foot.0, foot.1, Num(scale));
    count_face(svg, stack.pieces.len());
    svg.push_str("</g>");
}

/// Whether one of a stack waits for an order, which may lie below: then the count is ringed as they are.
fn stack_waits(stack: &Stack<'_>, overlay: &Overlay) -> bool {
    stack.pieces.iter().any(|(p, _)| overlay.ready.contains(&p.id))
}

/// A number in a circle about the origin.
fn count_face(svg: &mut String, count: usize) {
    put!(
        svg,
        "<circle r=\"13\" fill=\"#fffaf0\" stroke=\"{}\" stroke-width=\"1.6\"/><text y=\"5.8\" font-size=\"18\" \
         font-weight=\"600\" text-anchor=\"middle\" fill=\"{}\">{count}</text>",
        style::INK,
        style::INK
    );
}

fn draw_piece(
    svg: &mut String,
    scale: f64,
    axis: Axis,
    place: &PlaceShape,
    piece: &Piece,
    (x, y): Pt,
    overlay: &Overlay,
) {
    let selected = overlay.selected.contains(&piece.id);
    let (ready, target) = (overlay.ready.contains(&piece.id), overlay.targets.contains(&piece.id));
    linked(svg, piece, overlay);
    put!(
        svg,
        "<g class=\"piece {}{}{}{}{}\" data-piece=\"{}\" data-place=\"{}\" transform=\"translate({} {})",
        piece.side.word(),
        if ready { " ready" } else { "" },
        if selected { " selected" } else { "" },
        if target { " target" } else { "" },
        if piece.reduced { " reduced" } else { "" },
        Esc(&piece.id),
        Esc(&place.id),
        Num(x),
        Num(y)
    );
    // A hair off full size is full size.
    if (scale - 1.0).abs() > 0.004 {
        put!(svg, "scale({})", Num(scale));
    }
    put!(
        svg,
        "\" role=\"img\"{}><title>{}</title>",
        if overlay.focus && overlay.piece_link.is_none() { " tabindex=\"0\"" } else { "" },
        Esc(&(said(piece, axis) + can(ready, target)))
    );
    rings(svg, piece, overlay);
    counter::face(svg, piece);
    closed(svg, overlay);
}

/// What a counter has about it that is aimed at, in hand, or waits for an order.
fn rings(svg: &mut String, piece: &Piece, overlay: &Overlay) {
    if overlay.targets.contains(&piece.id) {
        svg.push_str(&counter::sight("stroke=\"#fffaf0\" stroke-width=\"9\""));
        svg.push_str(&counter::sight("stroke=\"#b3261e\" stroke-width=\"5.5\""));
    } else if overlay.selected.contains(&piece.id) {
        ring(svg, piece.side);
    } else if overlay.ready.contains(&piece.id) {
        svg.push_str(&counter::outline(piece.side, 4.0, "ring", "stroke=\"#fff3b0\" stroke-width=\"4\""));
    }
}

/// What a ring or a sight means, for those who hear it.
pub(crate) fn can(ready: bool, target: bool) -> &'static str {
    match (ready, target) {
        (_, true) => "; may be attacked",
        (true, false) => "; can act",
        (false, false) => "",
    }
}

fn linked(svg: &mut String, piece: &Piece, overlay: &Overlay) {
    let Some(link) = &overlay.piece_link else { return };
    match overlay.led.get(&piece.id) {
        Some(href) => put!(svg, "<a href=\"{}\">", Esc(href)),
        None => put!(svg, "<a href=\"{}{}\">", Esc(link), Esc(&url(&piece.id))),
    }
}

/// Begins something that is pointed at as a piece, drawn otherwise than as a counter: of a `class` of its own.
pub(crate) fn opened(svg: &mut String, piece: &Piece, place: &str, overlay: &Overlay, class: &str) {
    linked(svg, piece, overlay);
    let mark = |on: bool, class: &'static str| if on { class } else { "" };
    put!(
        svg,
        "<g class=\"piece {class} {}{}{}{}\" data-piece=\"{}\" data-place=\"{}\" role=\"img\">",
        piece.side.word(),
        mark(overlay.ready.contains(&piece.id), " ready"),
        mark(overlay.selected.contains(&piece.id), " selected"),
        mark(overlay.targets.contains(&piece.id), " target"),
        Esc(&piece.id),
        Esc(place)
    );
}

/// Ends a piece.
pub(crate) fn closed(svg: &mut String, overlay: &Overlay) {
    svg.push_str("</g>");
    if overlay.piece_link.is_some() {
        svg.push_str("</a>");
    }
}

/// A counter in words, with the way it faces.
pub(crate) fn said(piece: &Piece, axis: Axis) -> String {
    let facing = piece.facing.map_or_else(String::new, |f| format!(", faces {}", f.name(axis)));
    spoken(piece) + &facing
}

/// Percent-encodes what may not stand in an address.
pub(crate) fn url(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for b in text.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(char::from(b)),
            b => put!(out, "%{b:02X}"),
        }
    }
    out
}
