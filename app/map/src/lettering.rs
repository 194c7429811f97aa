//! Type: the fonts as bytes, the widths of words, and words turned into outlines.

use crate::svg::{Esc, Num, PathData, Pt, put};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{self, fontdb};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The shipped fonts; no system font is ever looked at, so that a picture is the same on every machine.
pub(crate) fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut db = fontdb::Database::new();
        for bytes in [
            include_bytes!("../fonts/EBGaramond-Regular.ttf").as_slice(),
            include_bytes!("../fonts/EBGaramond-Italic.ttf"),
            include_bytes!("../fonts/EBGaramond-SemiBold.ttf"),
        ] {
            db.load_font_data(bytes.to_vec());
        }
        db.set_serif_family(crate::FONT_FAMILY);
        Arc::new(db)
    };
    FONTS.get_or_init(load).clone()
}

/// How resvg reads our SVG: with our fonts, and with nothing from outside.
pub(crate) fn options() -> usvg::Options<'static> {
    usvg::Options {
        fontdb: fonts(),
        font_family: crate::FONT_FAMILY.to_owned(),
        image_href_resolver: usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..usvg::Options::default()
    }
}

/// Advance widths of the semibold, space to tilde, in thousandths of an em: enough to fit a name on a counter without
/// asking the font.
const ADVANCES: [u16; 95] = [
    225, 277, 376, 479, 454, 685, 785, 225, 308, 308, 352, 598, 242, 302, 242, 403, 513, 513, 513, 513, 513, 513, 513,
    513, 513, 513, 271, 241, 547, 608, 547, 389, 770, 711, 613, 709, 762, 571, 535, 722, 804, 356, 360, 736, 585, 912,
    804, 761, 589, 761, 744, 484, 687, 742, 695, 986, 736, 629, 599, 348, 403, 348, 509, 560, 225, 425, 533, 410, 537,
    408, 346, 478, 545, 279, 253, 521, 270, 797, 553, 500, 540, 531, 388, 348, 355, 543, 468, 730, 480, 467, 417, 374,
    270, 374, 530,
];

/// The width of a word set in semibold at one unit to the em. Letters beyond ASCII count as a wide one.
pub(crate) fn width(text: &str) -> f64 {
    let one = |c: char| {
        let known = (c as usize).checked_sub(32).and_then(|i| ADVANCES.get(i));
        f64::from(known.copied().unwrap_or(600)) / 1000.0
    };
    text.chars().map(one).sum()
}

/// The largest type, up to `size`, at which a word fits into `room`.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> f64 {
    let wide = width(text) * size;
    if wide <= room { size } else { size * room / wide }
}

/// A word to be set.
#[derive(Clone)]
pub(crate) struct Word {
    /// What it says.
    pub(crate) text: String,
    /// Type size.
    pub(crate) size: f64,
    /// Extra space between letters.
    pub(crate) spacing: f64,
    /// Italic.
    pub(crate) italic: bool,
    /// Semibold.
    pub(crate) bold: bool,
    /// The line it runs along, centred; otherwise it is set level, starting at the origin.
    pub(crate) along: Option<Vec<Pt>>,
}

/// A word as outlines.
#[derive(Clone, Default)]
pub(crate) struct Outline {
    segments: Vec<Segment>,
    /// The boxes of its glyphs: west, north, east, south.
    pub(crate) boxes: Vec<(f64, f64, f64, f64)>,
}

#[derive(Clone, Copy)]
enum Segment {
    Start(Pt),
    Line(Pt),
    Quad(Pt, Pt),
    Cubic(Pt, Pt, Pt),
    Close,
}

impl Outline {
    /// The width of what is drawn.
    pub(crate) fn extent(&self) -> Option<(f64, f64, f64, f64)> {
        self.boxes.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3)))
    }

    /// Turned by some degrees clockwise about the origin, then moved.
    pub(crate) fn placed(&self, angle: f64, (dx, dy): Pt) -> Outline {
        let (sin, cos) = angle.to_radians().sin_cos();
        let t = |(x, y): Pt| (x * cos - y * sin + dx, x * sin + y * cos + dy);
        let segments = self.segments.iter().map(|s| match *s {
            Segment::Start(p) => Segment::Start(t(p)),
            Segment::Line(p) => Segment::Line(t(p)),
            Segment::Quad(c, p) => Segment::Quad(t(c), t(p)),
            Segment::Cubic(a, b, p) => Segment::Cubic(t(a), t(b), t(p)),
            Segment::Close => Segment::Close,
        });
        let boxes = self.boxes.iter().map(|&(w, n, e, s)| {
            let c = [t((w, n)), t((e, n)), t((w, s)), t((e, s))];
            let (x, y) = (c.map(|p| p.0), c.map(|p| p.1));
            let (low, high) = (
                |v: [f64; 4]| v.into_iter().fold(f64::MAX, f64::min),
                |v: [f64; 4]| v.into_iter().fold(f64::MIN, f64::max),
            );
            (low(x), low(y), high(x), high(y))
        });
        Outline { segments: segments.collect(), boxes: boxes.collect() }
    }

    /// As path data.
    pub(crate) fn data(&self) -> String {
        // A tenth of a unit: finer steps double the size of the file and cannot be seen.
        let mut d = PathData::coarse();
        for s in &self.segments {
            match *s {
                Segment::Start(p) => d.start(p),
                Segment::Line(p) => d.line(p),
                Segment::Quad(c, p) => d.quad(c, p),
                Segment::Cubic(a, b, p) => d.cubic(a, b, p),
                Segment::Close => d.close(),
            }
        }
        d.done()
    }
}

/// Sets words and gives their outlines, in the same order. A word that cannot be set gives an empty one.
pub(crate) fn outlines(words: &[Word]) -> Vec<Outline> {
    // Layout is done by the same library that renders the letters' pictures, so both read alike.
    let mut svg = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">");
    for (i, word) in words.iter().enumerate() {
        let (style, weight) = (if word.italic { "italic" } else { "normal" }, if word.bold { 600 } else { 400 });
        put!(
            svg,
            "<text id=\"t{i}\" xml:space=\"preserve\" font-size=\"{}\" letter-spacing=\"{}\" font-style=\"{style}\" \
             font-weight=\"{weight}\"",
            Num(word.size),
            Num(word.spacing)
        );
        match &word.along {
            Some(line) => {
                let mut d = PathData::fine();
                d.run(line);
                put!(
                    svg,
                    " text-anchor=\"middle\"><textPath startOffset=\"50%\" href=\"#l{i}\">{}</textPath></text>\
                     <path id=\"l{i}\" d=\"{}\" fill=\"none\"/>",
                    Esc(&word.text),
                    d.done()
                );
            }
            None => put!(svg, ">{}</text>", Esc(&word.text)),
        }
    }
    svg.push_str("</svg>");
    let mut found = HashMap::new();
    if let Ok(tree) = usvg::Tree::from_str(&svg, &options()) {
        collect(tree.root(), &mut found);
    }
    (0..words.len()).map(|i| found.remove(&format!("t{i}")).unwrap_or_default()).collect()
}

fn collect(group: &usvg::Group, found: &mut HashMap<String, Outline>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(g) => collect(g, found),
            usvg::Node::Text(text) => {
                let mut outline = Outline::default();
                trace(text.flattened(), &mut outline);
                found.insert(text.id().to_owned(), outline);
            }
            _ => {}
        }
    }
}

fn trace(group: &usvg::Group, outline: &mut Outline) {
    for node in group.children() {
        match node {
            usvg::Node::Group(g) => trace(g, outline),
            usvg::Node::Path(path) => {
                let Some(data) = path.data().clone().transform(path.abs_transform()) else { continue };
                let pt = |p: resvg::tiny_skia::Point| (f64::from(p.x), f64::from(p.y));
                let mut contour: Option<(f64, f64, f64, f64)> = None;
                for s in data.segments() {
                    let (segment, end) = match s {
                        PathSegment::MoveTo(p) => {
                            outline.boxes.extend(contour.take());
                            (Segment::Start(pt(p)), Some(pt(p)))
                        }
                        PathSegment::LineTo(p) => (Segment::Line(pt(p)), Some(pt(p))),
                        PathSegment::QuadTo(c, p) => (Segment::Quad(pt(c), pt(p)), Some(pt(p))),
                        PathSegment::CubicTo(a, b, p) => (Segment::Cubic(pt(a), pt(b), pt(p)), Some(pt(p))),
                        PathSegment::Close => (Segment::Close, None),
                    };
                    outline.segments.push(segment);
                    if let Some((x, y)) = end {
                        let b = contour.unwrap_or((x, y, x, y));
                        contour = Some((b.0.min(x), b.1.min(y), b.2.max(x), b.3.max(y)));
                    }
                }
                outline.boxes.extend(contour);
            }
            _ => {}
        }
    }
}
