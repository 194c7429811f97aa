//! A map from far off, from half way and from near: blocks for formations, chips for places, counters. Of a large map only the part that is
//! looked at is drawn.

use crate::bodies;
use crate::counter;
use crate::frame::{Frame, MODULE};
use crate::goals;
use crate::index::{Index, indexed};
use crate::lettering::fit;
use crate::marks;
use crate::pieces::{self, Overlay, closed, opened};
use crate::stacks::scale;
use crate::style::{self, INK, PAPER};
use crate::svg::{Esc, Num, Pt, put};
use domain::board::{Aspect, Facing, PlaceShape, Sheet};
use domain::referee::{Formation, MarkerSpot, Piece, Place, Posture, Side, Symbol, View};
use std::collections::{BTreeMap, BTreeSet};

/// How near a map is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A block for each formation.
    Far,
    /// A chip for each place.
    Middle,
    /// Every counter.
    Near,
}

impl Level {
    /// In a word, for classes and addresses.
    pub fn word(self) -> &'static str {
        match self {
            Level::Far => "far",
            Level::Middle => "middle",
            Level::Near => "near",
        }
    }

    /// The level at which something is drawn of which so many units lie across a screen of middling width.
    pub fn of_width(wide: f64) -> Level {
        let modules = wide / MODULE;
        if modules <= NEAR {
            Level::Near
        } else if modules <= MIDDLE {
            Level::Middle
        } else {
            Level::Far
        }
    }
}

/// Modules across a screen, up to which counters and chips can be read.
const NEAR: f64 = 18.0;
const MIDDLE: f64 = 42.0;
/// From so many places, or counters on the map, a map is drawn level by level.
const LARGE: usize = 1_500;
const MANY_PIECES: usize = 200;
/// From so many places the ground has them as a pattern, without numbers.
const MANY_PLACES: usize = 2_000;
/// Pixels across a screen of middling width, beside the desk: what blocks are measured in.
const SCREEN: f64 = 850.0;

/// Whether a map is too large to be drawn whole, counter by counter.
pub fn is_large(sheet: &Sheet, view: &View) -> bool {
    let on_map = view.pieces.iter().filter(|p| matches!(p.place, Place::Map(_))).count();
    sheet.places.len() > LARGE || on_map > MANY_PIECES
}

/// Whether a sheet has more places than are drawn one by one into its ground.
pub(crate) fn many_places(sheet: &Sheet) -> bool {
    sheet.places.len() > MANY_PLACES
}

/// A part of a drawing, in its units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Its western edge.
    pub west: f64,
    /// Its northern edge.
    pub north: f64,
    /// How wide it is.
    pub wide: f64,
    /// How high.
    pub high: f64,
}

impl Part {
    /// All of a drawing.
    pub fn whole(frame: &Frame) -> Part {
        Part { west: 0.0, north: 0.0, wide: frame.width, high: frame.height }
    }

    /// The part so wide about a point, three quarters as high, moved so that it lies on the sheet.
    pub fn about(frame: &Frame, at: Pt, wide: f64) -> Part {
        Part::shaped(frame, at, wide, 0.75)
    }

    /// The part so wide about a point and so many times as high, from half to thrice, moved so that it lies on the sheet.
    pub fn shaped(frame: &Frame, (x, y): Pt, wide: f64, shape: f64) -> Part {
        let wide = if wide.is_finite() { wide.clamp(MODULE, frame.width) } else { frame.width };
        let shape = if shape.is_finite() { shape.clamp(0.5, 3.0) } else { 0.75 };
        let high = (wide * shape).min(frame.height);
        let within = |middle: f64, size: f64, most: f64| {
            if middle.is_finite() { (middle - size / 2.0).clamp(0.0, (most - size).max(0.0)) } else { 0.0 }
        };
        Part { west: within(x, wide, frame.width), north: within(y, high, frame.height), wide, high }
    }

    /// As an SVG's `viewBox`.
    pub fn view_box(&self) -> String {
        format!("{} {} {} {}", Num(self.west), Num(self.north), Num(self.wide), Num(self.high))
    }

    /// Whether something about a point and so large reaches into it.
    pub(crate) fn meets(&self, (x, y): Pt, reach: f64) -> bool {
        x + reach >= self.west
            && x - reach <= self.west + self.wide
            && y + reach >= self.north
            && y - reach <= self.north + self.high
    }
}

/// The layer above the ground for a part of a map at a level, as [`pieces::pieces_layer`] is for all of it:
/// `<svg class="pieces far" data-level="far" data-part="0 0 9000 7000">`. Its `viewBox` is the part.
///
/// * far: `<g class="block union" data-formation="ID">`, and dots for places with pieces of none;
/// * middle: `<g class="chip union" data-place="0714">`, one for a side in a place, each its top piece to point at, and markers;
/// * near: counters as ever, and the places of the part with their numbers.
pub fn level_layer(sheet: &Sheet, view: &View, overlay: &Overlay, level: Level, part: Part) -> String {
    let frame = Frame::of(sheet);
    let mut svg = String::with_capacity(32 * 1024);
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pieces {0}\" viewBox=\"{1}\" data-level=\"{0}\" data-part=\"{1}\" \
         data-counter=\"{2}\" font-family=\"'{3}', serif\" fill=\"none\">",
        level.word(),
        part.view_box(),
        Num(scale(sheet, &frame) * counter::SIZE),
        crate::FONT_FAMILY
    );
    let index = indexed(sheet);
    let centre = |id: &str| index.get(id).map(|p| frame.at(p.centre));
    let seen = |id: &str| centre(id).is_some_and(|at| part.meets(at, MODULE));
    // A marker lies at the printed box of its place, which may be far from the middle.
    let lies = |spot: &MarkerSpot| {
        pieces::marker_spot(sheet, &frame, spot, &index).is_some_and(|(at, _)| part.meets(at, MODULE))
    };
    let some = shown_of(view, &seen, &lies);
    match level {
        Level::Near => {
            numbers(&mut svg, sheet, &frame, &part);
            let near: BTreeSet<&str> = sheet.places.iter().map(|p| p.id.as_str()).filter(|id| seen(id)).collect();
            pieces::content_of(&mut svg, sheet, &frame, &some, overlay, &|place| near.contains(place.id.as_str()));
        }
        Level::Middle => {
            goals::under(&mut svg, &frame, &index, &overlay.goals);
            trails(&mut svg, overlay, &centre, 1.0);
            chips(&mut svg, sheet, &frame, &index, &some, overlay);
            // Who holds a place, works, outposts: as much as the counters what the ground is worth.
            pieces::markers(&mut svg, sheet, &frame, &some.markers, &index);
            goals::over(&mut svg, &frame, &index, &overlay.goals);
        }
        Level::Far => {
            let px = part.wide / SCREEN;
            goals::under(&mut svg, &frame, &index, &overlay.goals);
            trails(&mut svg, overlay, &centre, px * 0.4);
            blocks(&mut svg, &some, overlay, &centre, px, &frame);
        }
    }
    svg.push_str("</svg>");
    svg
}

/// The view with what lies in the part alone. A body is there as soon as one of its places is.
fn shown_of(view: &View, seen: &dyn Fn(&str) -> bool, lies: &dyn Fn(&MarkerSpot) -> bool) -> View {
    let here = |p: &&Piece| match &p.place {
        Place::Map(at) => seen(at) || p.body.iter().flat_map(|b| &b.stands).any(|s| seen(&s.place)),
        Place::Box(_) => false,
    };
    View {
        pieces: view.pieces.iter().filter(here).cloned().collect(),
        markers: view.markers.iter().filter(|m| lies(&m.spot)).cloned().collect(),
        ..view.clone()
    }
}

fn trails(svg: &mut String, overlay: &Overlay, centre: &dyn Fn(&str) -> Option<Pt>, scale: f64) {
    svg.push_str("<g class=\"trails\">");
    marks::under(svg, &overlay.marks, centre, scale);
    svg.push_str("</g>");
}

/// The numbers of the places in sight, which the ground of a large map has not.
fn numbers(svg: &mut String, sheet: &Sheet, frame: &Frame, part: &Part) {
    if !many_places(sheet) {
        return;
    }
    put!(svg, "<g class=\"numbers\" font-size=\"15\" text-anchor=\"middle\" fill=\"#3a2f22\" fill-opacity=\".8\">");
    for place in &sheet.places {
        let (x, y) = frame.at(place.centre);
        if part.meets((x, y), MODULE / 2.0) {
            put!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", Num(x.round()), Num((y - 42.0).round()), Esc(&place.id));
        }
    }
    svg.push_str("</g>");
}

/// The pieces of one side in one place, the topmost first.
fn heaps(view: &View) -> BTreeMap<(&str, Side), Vec<&Piece>> {
    let mut heaps: BTreeMap<(&str, Side), Vec<&Piece>> = BTreeMap::new();
    for piece in view.pieces.iter().filter(|p| !bodies::is_body(p)) {
        if let Place::Map(at) = &piece.place {
            heaps.entry((at, piece.side)).or_default().push(piece);
        }
    }
    for heap in heaps.values_mut() {
        heap.sort_by_key(|p| p.depth.unwrap_or(0));
    }
    heaps
}

fn chips(svg: &mut String, sheet: &Sheet, frame: &Frame, index: &Index<'_>, view: &View, overlay: &Overlay) {
    svg.push_str("<g class=\"counters\">");
    for piece in view.pieces.iter().filter(|p| bodies::is_body(p)) {
        bodies::draw(svg, frame, scale(sheet, frame), index, piece, overlay, false);
    }
    let (heaps, clear) = (heaps(view), bodies::clear(view, frame, scale(sheet, frame), index));
    for ((id, side), heap) in &heaps {
        let Some(place) = index.get(id) else { continue };
        let (x, y) = frame.at(place.centre);
        let contested = heaps.contains_key(&(id, side.other()));
        let (x, size) = match (contested, side) {
            (false, _) => (x, 1.0),
            (true, Side::Union) => (x - 28.0, 0.58),
            (true, Side::Confederate) => (x + 28.0, 0.58),
        };
        let (x, y, size) = match clear.get(id) {
            Some(by) => (x + by.0, y + by.1, size * bodies::BESIDE),
            None => (x, y, size),
        };
        chip(svg, frame, place, *side, heap, overlay, ((x, y), size));
    }
    svg.push_str("</g>");
}

/// One chip: the top piece's branch, the points or the number of all, their front, how they stand.
fn chip(
    svg: &mut String,
    frame: &Frame,
    place: &PlaceShape,
    side: Side,
    heap: &[&Piece],
    overlay: &Overlay,
    ((x, y), size): (Pt, f64),
) {
    let Some(top) = heap.first() else { return };
    let colours = style::side(side);
    let points: Vec<u32> = heap.iter().filter_map(|p| p.points).collect();
    let names: Vec<&str> = heap.iter().map(|p| p.name.as_str()).collect();
    opened(svg, top, &place.id, overlay, "chip");
    let sum = (!points.is_empty()).then(|| points.iter().sum::<u32>());
    put!(svg, "<title>{}: {}", Esc(&place.id), Esc(&names.join(", ")));
    if let Some(sum) = sum {
        put!(svg, ", {sum} points");
    }
    if let Some(facing) = top.facing {
        put!(svg, ", faces {}", facing.name(frame.axis));
    }
    svg.push_str("</title>");
    if let Some(facing) = top.facing {
        fronts(svg, frame, place, facing, top.posture == Some(Posture::Mounted), colours.deep);
    }
    put!(svg, "<g transform=\"translate({} {})scale({})\">", Num(x), Num(y), Num(size));
    let any = |set: &BTreeSet<String>| heap.iter().any(|p| set.contains(&p.id));
    let ring = if any(&overlay.selected) {
        "#ffd84a"
    } else if any(&overlay.targets) {
        "#b3261e"
    } else if any(&overlay.ready) {
        "#fff3b0"
    } else {
        ""
    };
    if !ring.is_empty() {
        put!(svg, "<path d=\"{}\" stroke=\"{ring}\" stroke-width=\"9\"/>", card(side, 47.0, 28.0));
    }
    put!(svg, "<path d=\"{}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"2\"/>", card(side, 47.0, 28.0), colours.face);
    match top.posture {
        Some(Posture::Column) => {
            put!(svg, "<path class=\"column\" d=\"M-40 20H40M-40 24H40\" stroke=\"{INK}\" stroke-width=\"1.8\"/>");
        }
        Some(Posture::Limbered) => put!(
            svg,
            "<g class=\"wheels\" stroke=\"{INK}\" stroke-width=\"2.4\" fill=\"{PAPER}\"><circle cx=\"-20\" cy=\"28\" r=\"7\"/>\
             <circle cx=\"20\" cy=\"28\" r=\"7\"/></g>"
        ),
        Some(Posture::Reserve) => {
            put!(
                svg,
                "<path class=\"reserve\" d=\"M-38 24L-26-24M-22 24L-10-24M-6 24L6-24M10 24L22-24M26 24L38-24\" stroke=\"{INK}\" stroke-opacity=\".3\" stroke-width=\"2\"/>"
            );
        }
        _ => {}
    }
    svg.push_str("<g transform=\"translate(-22 0)\">");
    counter::branch(svg, side, top.symbol);
    svg.push_str("</g>");
    let text = sum.map_or_else(|| format!("×{}", heap.len()), |sum| sum.to_string());
    put!(
        svg,
        "<text x=\"20\" y=\"10\" font-size=\"{}\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{INK}\">{text}</text>",
        Num(fit(&text, 31.0, 42.0))
    );
    if sum.is_some() && heap.len() > 1 {
        put!(
            svg,
            "<circle cx=\"44\" cy=\"-25\" r=\"11\" fill=\"#fffaf0\" stroke=\"{INK}\" stroke-width=\"1.6\"/><text x=\"44\" y=\"-19.5\" \
             font-size=\"16\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
            heap.len()
        );
    }
    svg.push_str("</g>");
    closed(svg, overlay);
}

/// The outline of a card: round corners for the Union, cut ones for the Confederates.
fn card(side: Side, w: f64, h: f64) -> String {
    let c = h * 0.3;
    let (w, h, c, x, y) = (Num(w), Num(h), Num(c), Num(w - c), Num(h - c));
    match side {
        Side::Union => {
            format!("M-{x}-{h}H{x}Q{w}-{h} {w}-{y}V{y}Q{w} {h} {x} {h}H-{x}Q-{w} {h}-{w} {y}V-{y}Q-{w}-{h}-{x}-{h}Z")
        }
        Side::Confederate => format!("M-{x}-{h}H{x}l{c} {c}V{y}l-{c} {c}H-{x}l-{c}-{c}V-{y}Z"),
    }
}

/// The hexsides that a piece faces, as a thick edge within its place, with an arrow: three or two of them, one for who is mounted.
pub(crate) fn fronts(svg: &mut String, frame: &Frame, place: &PlaceShape, facing: Facing, one: bool, colour: &str) {
    let (x, y) = frame.at(place.centre);
    let ring: Vec<Pt> = place.outline.iter().map(|p| frame.at(*p)).collect();
    let inset = |p: Pt, by: f64| (x + (p.0 - x) * by, y + (p.1 - y) * by);
    svg.push_str("<g class=\"facing\">");
    if ring.len() == 6 {
        let before: Vec<Pt> = match (one, facing.is_side()) {
            (true, true) => vec![bodies::towards(facing, frame)],
            _ => facing.neighbours_in(Aspect::Front).map(|n| bodies::towards(Facing::side(n), frame)).collect(),
        };
        put!(svg, "<path stroke=\"{colour}\" stroke-width=\"8\" stroke-linecap=\"round\" d=\"");
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (mx, my) = ((a.0 + b.0) / 2.0 - x, (a.1 + b.1) / 2.0 - y);
            let l = mx.hypot(my).max(1e-6);
            // The side whose middle lies where the facing looks.
            if before.iter().any(|d| (mx * d.0 + my * d.1) / l > 0.95) {
                let (p, q) = (inset(*a, 0.9), inset(*b, 0.9));
                put!(svg, "M{} {}L{} {}", Num(p.0), Num(p.1), Num(q.0), Num(q.1));
            }
        }
        svg.push_str("\"/>");
    }
    put!(
        svg,
        "<path fill=\"{colour}\" stroke=\"{PAPER}\" stroke-width=\"2\" d=\"M-7-57L0-80L7-57Z\" transform=\"translate({} {})rotate({})\"/></g>",
        Num(x),
        Num(y),
        facing.degrees(frame.axis)
    );
}

/// A block to be laid out: what it is of, where it belongs, and where it comes to lie.
struct Block<'v> {
    formation: &'v Formation,
    home: Pt,
    at: Pt,
}

/// Half the width and half the height of a block, in pixels, with what stands around it.
const HALF: (f64, f64) = (29.0, 15.0);

fn blocks(
    svg: &mut String,
    view: &View,
    overlay: &Overlay,
    centre: &dyn Fn(&str) -> Option<Pt>,
    px: f64,
    frame: &Frame,
) {
    // The lowest formations that are seen anywhere stand for their pieces.
    let above: BTreeSet<&str> =
        view.formations.iter().filter(|f| f.place.is_some()).filter_map(|f| f.above.as_deref()).collect();
    let placed = |f: &&Formation| !above.contains(f.id.as_str());
    let mut laid: Vec<Block<'_>> = Vec::new();
    let mut seen: Vec<(&Formation, Pt)> =
        view.formations.iter().filter(placed).filter_map(|f| Some((f, centre(f.place.as_deref()?)?))).collect();
    seen.sort_by(|a, b| a.1.1.total_cmp(&b.1.1).then(a.1.0.total_cmp(&b.1.0)));
    for (formation, home) in seen {
        let at = free(home, &laid, px);
        laid.push(Block { formation, home, at });
    }
    let members: BTreeSet<&str> = laid.iter().flat_map(|b| b.formation.members.iter().map(String::as_str)).collect();
    svg.push_str("<g class=\"counters\">");
    dots(svg, view, &members, overlay, centre, px);
    for block in &laid {
        if (block.at.0 - block.home.0).hypot(block.at.1 - block.home.1) > HALF.1 * px {
            put!(
                svg,
                "<path class=\"leader\" stroke=\"{INK}\" stroke-width=\"{}\" d=\"M{} {}L{} {}\"/>",
                Num(px),
                Num(block.home.0),
                Num(block.home.1),
                Num(block.at.0),
                Num(block.at.1)
            );
        }
    }
    for block in &laid {
        draw_block(svg, block, view, overlay, px, frame);
    }
    svg.push_str("</g>");
}

/// The nearest spot about a block's home where it lies on no other.
fn free(home: Pt, laid: &[Block<'_>], px: f64) -> Pt {
    let (w, h) = (HALF.0 * 2.0 * px, HALF.1 * 2.0 * px);
    let clear = |p: Pt| laid.iter().all(|b| (b.at.0 - p.0).abs() >= w || (b.at.1 - p.1).abs() >= h);
    if clear(home) {
        return home;
    }
    for ring in 1..=8 {
        for k in 0..12 {
            let a = f64::from(k) * std::f64::consts::TAU / 12.0;
            let (dx, dy) = (f64::from(ring) * w * 0.5 * a.sin(), -f64::from(ring) * h * 0.75 * a.cos());
            if clear((home.0 + dx, home.1 + dy)) {
                return (home.0 + dx, home.1 + dy);
            }
        }
    }
    home
}

/// Places with pieces of no formation that has a block.
fn dots(
    svg: &mut String,
    view: &View,
    members: &BTreeSet<&str>,
    overlay: &Overlay,
    centre: &dyn Fn(&str) -> Option<Pt>,
    px: f64,
) {
    let mut dots: BTreeMap<(&str, Side), Vec<&Piece>> = BTreeMap::new();
    let commanders: BTreeSet<&str> = view.formations.iter().filter_map(|f| f.commander.as_deref()).collect();
    for piece in &view.pieces {
        if let Place::Map(at) = &piece.place
            && !members.contains(piece.id.as_str())
            && !commanders.contains(piece.id.as_str())
        {
            dots.entry((at, piece.side)).or_default().push(piece);
        }
    }
    for ((id, side), heap) in dots {
        let (Some((x, y)), Some(top)) = (centre(id), heap.first()) else { continue };
        let deep = style::side(side).deep;
        let names: Vec<&str> = heap.iter().map(|p| p.name.as_str()).collect();
        opened(svg, top, id, overlay, "dot");
        put!(
            svg,
            "<title>{}: {}</title><g transform=\"translate({} {})scale({})\">",
            Esc(id),
            Esc(&names.join(", ")),
            Num(x),
            Num(y),
            Num(px)
        );
        let ready = heap.iter().any(|p| overlay.ready.contains(&p.id));
        let rim = if ready { "#ffd84a" } else { PAPER };
        match (top.symbol, side) {
            (_, Side::Union) => put!(svg, "<circle r=\"6\" fill=\"{deep}\" stroke=\"{rim}\" stroke-width=\"2\"/>"),
            (_, Side::Confederate) => {
                put!(svg, "<path d=\"M-6-6H6V6H-6Z\" fill=\"{deep}\" stroke=\"{rim}\" stroke-width=\"2\"/>");
            }
        }
        if matches!(top.symbol, Symbol::Artillery | Symbol::HorseArtillery) {
            put!(svg, "<circle r=\"2.4\" fill=\"{PAPER}\"/>");
        } else if heap.len() > 1 {
            put!(
                svg,
                "<text y=\"3.2\" font-size=\"9\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{PAPER}\">{}</text>",
                heap.len()
            );
        }
        svg.push_str("</g>");
        closed(svg, overlay);
    }
}

fn draw_block(svg: &mut String, block: &Block<'_>, view: &View, overlay: &Overlay, px: f64, frame: &Frame) {
    let f = block.formation;
    let colours = style::side(f.side);
    let (now, full) = f.strength;
    let part = if full > 0 { (f64::from(now) / f64::from(full)).clamp(0.0, 1.0) } else { 1.0 };
    // A block is pointed at as the first of its pieces, or as who commands it.
    let first = f.members.first().or(f.commander.as_ref());
    if let (Some(link), Some(first)) = (&overlay.piece_link, first) {
        put!(svg, "<a href=\"{}{}\">", Esc(link), Esc(&pieces::url(first)));
    }
    let any = |set: &BTreeSet<String>| f.members.iter().any(|m| set.contains(m));
    put!(
        svg,
        "<g class=\"piece block {}{}\" data-formation=\"{}\" data-place=\"{}\" transform=\"translate({} {})scale({})\" role=\"img\"><title>{} {}: {now} of \
         {full}",
        f.side.word(),
        if any(&overlay.ready) { " ready" } else { "" },
        Esc(&f.id),
        Esc(f.place.as_deref().unwrap_or_default()),
        Num(block.at.0),
        Num(block.at.1),
        Num(px),
        f.side,
        Esc(&f.name)
    );
    if !f.condition.is_empty() {
        put!(svg, ", {}", Esc(&f.condition));
    }
    if let Some(facing) = f.facing {
        put!(svg, ", faces {}", facing.name(frame.axis));
    }
    if let Some(place) = &f.place {
        put!(svg, ", at {}", Esc(place));
    }
    let commander = f.commander.as_ref().and_then(|id| view.pieces.iter().find(|p| p.id == *id));
    if let Some(commander) = commander {
        put!(svg, ", under {}", Esc(&commander.full_name));
    }
    svg.push_str("</title>");
    if any(&overlay.ready) {
        put!(svg, "<path d=\"{}\" stroke=\"#ffd84a\" stroke-width=\"5\"/>", card(f.side, 25.0, 11.0));
    }
    put!(
        svg,
        "<path d=\"{}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>",
        card(f.side, 25.0, 11.0),
        colours.face
    );
    // The bar lies along the front; without one, below. All of it is the strength at the start, the thick part what is left.
    let turn = f.facing.map_or(180, |facing| facing.degrees(frame.axis));
    let off = if turn % 180 == 90 { 29.0 } else { 14.5 + 10.0 * f64::from(turn).to_radians().sin().abs() };
    let long = if turn % 180 == 90 { 10.0 } else { 20.0 };
    put!(
        svg,
        "<g transform=\"rotate({turn})\"><path stroke=\"{0}\" stroke-width=\"1.4\" d=\"M-{long}-{off}H{long}\"/><path class=\"bar\" stroke=\"{0}\" \
         stroke-width=\"4.6\" d=\"M-{long}-{off}H{1}\"/>",
        colours.deep,
        Num(-long + 2.0 * long * part),
        long = Num(long),
        off = Num(off)
    );
    if f.facing.is_some() {
        put!(svg, "<path fill=\"{}\" d=\"M-3-{1}L0-{2}L3-{1}Z\"/>", colours.deep, Num(off + 2.0), Num(off + 11.0));
    }
    svg.push_str("</g>");
    // A long name keeps its beginning: set so small that all of it had room, none of it could be read.
    let name: String =
        if f.name.chars().count() > 10 { f.name.chars().take(9).chain(['…']).collect() } else { f.name.clone() };
    put!(svg, "<g transform=\"translate(-15 .6)scale(.5)\">");
    counter::branch(svg, f.side, f.symbol);
    svg.push_str("</g>");
    put!(
        svg,
        "<text x=\"10\" y=\"-1\" font-size=\"{}\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>\
         <text x=\"9\" y=\"8.6\" font-size=\"9\" text-anchor=\"middle\" fill=\"{INK}\">{now}</text>",
        Num(fit(&name, 9.4, 29.0)),
        Esc(&name)
    );
    if matches!(f.tone, "warn" | "bad") {
        let (fill, ink) = style::tone(f.tone);
        put!(
            svg,
            "<g class=\"condition\"><circle cx=\"-24\" cy=\"-10\" r=\"5.4\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1\"/><text x=\"-24\" \
             y=\"-6.8\" font-size=\"9\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{}</text></g>",
            if f.tone == "bad" { "!" } else { "–" }
        );
    }
    svg.push_str("</g>");
    if overlay.piece_link.is_some() && first.is_some() {
        svg.push_str("</a>");
    }
}
