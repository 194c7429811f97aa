//! The whole sheet as it would be printed: the map in its border, and below it title block, compass, scale, key and tracks.

use crate::counter::star;
use crate::frame::Frame;
use crate::ground::{Detail, Ground};
use crate::lettering::{self, fit, width};
use crate::pieces::{Overlay, content};
use crate::style::{self, INK, PAPER, RED};
use crate::svg::{Esc, Num, put};
use domain::board::{Sheet, SheetMarkKind};
use domain::referee::{Side, Track, TrackSpace, View};
use resvg::usvg;

/// The margin around the map, border included.
const MARGIN: f64 = 72.0;
/// The foot is designed for a map this wide, and grows or shrinks with it.
const DESIGNED: f64 = 2065.0;

/// The whole sheet with pieces as one SVG file, for print and for show. It needs no fonts: all its lettering is outlines.
/// The digest of the sheet does not tell two of them apart, since they show a position.
pub fn sheet_svg(sheet: &Sheet, view: &View, overlay: &Overlay) -> String {
    let (plan, above) = (Foot::plan(sheet, view, true), above(sheet, view, overlay));
    let ground = Ground::drawn(sheet, Detail::Full);
    let mut svg = String::with_capacity(ground.svg().len() + above.len() + 4096);
    opening(&mut svg, &plan);
    put!(svg, "<rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>", Num(plan.width), Num(plan.height));
    put!(svg, "<g transform=\"translate({MARGIN} {MARGIN})\">{}</g>", ground.fragment());
    svg.push_str(&outlined(&above).unwrap_or(above));
    svg.push_str("</svg>");
    svg
}

/// The size of the whole sheet in units of the drawing.
pub(crate) fn size(sheet: &Sheet, view: &View) -> (f64, f64) {
    let plan = Foot::plan(sheet, view, true);
    (plan.width, plan.height)
}

/// What stands below the map on the printed sheet, to be laid below it on a page: title block, compass, scale and tracks. As wide as the
/// map. The key is left out, which pages have beside the charts.
pub fn foot_svg(sheet: &Sheet, view: &View) -> String {
    let plan = Foot::plan(sheet, view, false);
    // The printed sheet has its margin there.
    let air = (30.0 * plan.grown).round();
    let mut svg = String::with_capacity(24 * 1024);
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"foot\" viewBox=\"{} 0 {} {}\" font-family=\"'{}', serif\" fill=\"none\" \
         aria-hidden=\"true\">",
        Num(-air),
        Num(plan.frame.width + 2.0 * air),
        Num(plan.foot.round()),
        crate::FONT_FAMILY
    );
    plan.draw(&mut svg, (0.0, 40.0 * plan.grown));
    svg.push_str("</svg>");
    svg
}

fn opening(svg: &mut String, plan: &Foot<'_>) {
    put!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" \
         font-family=\"'{2}', serif\" fill=\"none\">",
        Num(plan.width),
        Num(plan.height),
        crate::FONT_FAMILY
    );
}

/// Everything that lies above paper and ground, as an SVG of its own.
fn above(sheet: &Sheet, view: &View, overlay: &Overlay) -> String {
    let plan = Foot::plan(sheet, view, true);
    let mut svg = String::with_capacity(128 * 1024);
    opening(&mut svg, &plan);
    border(&mut svg, &plan.frame);
    put!(svg, "<g transform=\"translate({MARGIN} {MARGIN})\">");
    content(&mut svg, sheet, &plan.frame, view, overlay);
    svg.push_str("</g>");
    plan.draw(&mut svg, (MARGIN, plan.frame.height + MARGIN + 60.0));
    svg.push_str("</svg>");
    svg
}

/// The drawing with its text turned into outlines. The ground goes round this: written back, its trees would be copied out
/// one by one.
fn outlined(svg: &str) -> Option<String> {
    let tree = usvg::Tree::from_str(svg, &lettering::options()).ok()?;
    let options = usvg::WriteOptions {
        coordinates_precision: 2,
        transforms_precision: 4,
        indent: usvg::Indent::None,
        ..usvg::WriteOptions::default()
    };
    Some(tree.to_string(&options))
}

/// A double neat line: thin, thick, thin.
fn border(svg: &mut String, frame: &Frame) {
    for (out, line) in [(6.0, 1.6), (16.0, 7.0), (27.0, 1.6)] {
        put!(
            svg,
            "<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" stroke=\"{INK}\" stroke-width=\"{line}\"/>",
            Num(MARGIN - out),
            Num(frame.width + 2.0 * out),
            Num(frame.height + 2.0 * out)
        );
    }
}

/// A track laid out: its rows of boxes.
struct Laid<'a> {
    track: &'a Track,
    /// Boxes in a row.
    columns: usize,
    /// Height of a box.
    high: f64,
}

/// The foot of the sheet, measured.
struct Foot<'a> {
    sheet: &'a Sheet,
    view: &'a View,
    frame: Frame,
    width: f64,
    height: f64,
    /// How much larger than designed the foot is drawn.
    grown: f64,
    /// Whether the terrain key is in it.
    key: bool,
    /// The height of the foot alone.
    foot: f64,
    tracks: Vec<Laid<'a>>,
}

/// Where the right column begins and ends, as designed.
const RIGHT: (f64, f64) = (700.0, DESIGNED);
const LABEL: f64 = 34.0;
const SMALL: f64 = 19.0;

impl<'a> Foot<'a> {
    fn plan(sheet: &'a Sheet, view: &'a View, with_key: bool) -> Self {
        let frame = Frame::of(sheet);
        let grown = (frame.width / DESIGNED).max(0.35);
        let tracks: Vec<Laid<'_>> =
            view.tracks.iter().filter(|t| !t.spaces.is_empty()).map(|track| lay(track)).collect();
        let right: f64 = tracks.iter().map(|t| 58.0 + t.high * t.track.spaces.len().div_ceil(t.columns) as f64).sum();
        let key = KeyShape::of(sheet);
        let left = if with_key { 310.0 + key.step * key.rows as f64 } else { 290.0 };
        let foot = (right + 62.0).max(left) * grown;
        Foot {
            sheet,
            view,
            frame,
            width: frame.width + 2.0 * MARGIN,
            height: (frame.height + 2.0 * MARGIN + foot + 30.0).round(),
            grown,
            key: with_key,
            foot,
            tracks,
        }
    }

    /// Draws it with its upper left corner at a point.
    fn draw(&self, svg: &mut String, (x, y): (f64, f64)) {
        put!(svg, "<g transform=\"translate({} {})scale({})\">", Num(x), Num(y), Num(self.grown));
        self.title(svg);
        if self.key {
            self.key(svg);
        }
        let mut y = -16.0;
        for laid in &self.tracks {
            y = track(svg, laid, y + 46.0);
        }
        put!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"22\" font-style=\"italic\" text-anchor=\"end\" fill=\"{INK}\">{}</text></g>",
            RIGHT.1,
            Num(y + 36.0),
            Esc(&format!(
                "{}. The score now: {}, {}",
                self.view.phase.title, self.view.score.total, self.view.score.level
            ))
        );
    }

    fn title(&self, svg: &mut String) {
        let middle = 290.0;
        let title = self.sheet.title.to_uppercase().replace('\'', "’");
        // Capitals are wider than the table of widths knows them with the space between.
        let size = fit(&title, 74.0, 500.0);
        put!(
            svg,
            "<text x=\"{middle}\" y=\"80\" font-size=\"{}\" letter-spacing=\"3\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>\
             <text x=\"{middle}\" y=\"128\" font-size=\"{}\" font-style=\"italic\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>\
             <path d=\"M80 156H500M170 163H410\" stroke=\"{INK}\" stroke-width=\"1.2\"/>",
            Num(size),
            Esc(&title),
            Num(fit(self.sheet.subtitle, 32.0, 540.0)),
            Esc(self.sheet.subtitle)
        );
        // The needle of the compass.
        put!(
            svg,
            "<g transform=\"translate(620 100)\"><text y=\"-62\" font-size=\"28\" text-anchor=\"middle\" fill=\"{INK}\">N</text>\
             <path d=\"M0-50L13 50L0 34Z\" fill=\"{INK}\" stroke=\"{INK}\"/><path d=\"M0-50L-13 50L0 34Z\" stroke=\"{INK}\" \
             stroke-width=\"1.3\"/></g>"
        );
        if let Some((length, unit)) = scale(self.sheet) {
            self.scale_bar(svg, length, unit);
        }
    }

    /// A bar of four modules, each `length` units of ground long.
    fn scale_bar(&self, svg: &mut String, length: f64, unit: &str) {
        let step = crate::frame::MODULE / self.grown;
        let modules = (420.0 / step).floor().clamp(1.0, 4.0);
        let start = 290.0 - modules * step / 2.0;
        put!(
            svg,
            "<g transform=\"translate({} 222)\" font-size=\"21\" fill=\"{INK}\" text-anchor=\"middle\">",
            Num(start)
        );
        for i in 0..modules as u32 {
            let x = f64::from(i) * step;
            let ink = if i % 2 == 0 { INK } else { PAPER };
            put!(
                svg,
                "<rect x=\"{}\" width=\"{}\" height=\"9\" fill=\"{ink}\" stroke=\"{INK}\" stroke-width=\"1.3\"/>\
                 <text x=\"{}\" y=\"-8\">{}</text>",
                Num(x),
                Num(step),
                Num(x),
                Num(f64::from(i) * length)
            );
        }
        put!(
            svg,
            "<text x=\"{}\" y=\"-8\" text-anchor=\"start\">{} {}</text></g>",
            Num(modules * step - 12.0),
            Num(modules * length),
            Esc(unit)
        );
    }

    /// The terrain key, in two columns.
    fn key(&self, svg: &mut String) {
        let shape = KeyShape::of(self.sheet);
        let tops = levels(self.sheet);
        for (i, (word, meaning)) in swatches(self.sheet).enumerate() {
            let (column, row) = (i / shape.rows, i % shape.rows);
            let (x, y) = (40.0 + 300.0 * column as f64, 282.0 + shape.step * row as f64);
            put!(svg, "<g transform=\"translate({} {})\">", Num(x), Num(y));
            swatch(svg, word, &tops);
            put!(
                svg,
                "<text x=\"64\" y=\"7\" font-size=\"{}\" fill=\"{INK}\">{}</text></g>",
                Num(fit(meaning, KeyShape::TYPE, shape.room)),
                Esc(meaning)
            );
        }
    }
}

/// How the key is laid out: in two columns, or in one where its words are long.
struct KeyShape {
    rows: usize,
    step: f64,
    /// Room for the words of one entry.
    room: f64,
}

impl KeyShape {
    const TYPE: f64 = 23.0;

    fn of(sheet: &Sheet) -> Self {
        let count = swatches(sheet).count().max(1);
        if swatches(sheet).any(|(_, meaning)| width(meaning) * Self::TYPE > 240.0) {
            KeyShape { rows: count, step: 38.0, room: 560.0 }
        } else {
            KeyShape { rows: count.div_ceil(2), step: 46.0, room: 225.0 }
        }
    }
}

/// The entries of the key that are drawn as swatches.
fn swatches(sheet: &Sheet) -> impl Iterator<Item = (&'static str, &'static str)> {
    sheet.key.iter().copied().filter(|(word, _)| !word.starts_with("scale:"))
}

/// The length on the ground of one module, from a key entry like `scale:300 yards`.
fn scale(sheet: &Sheet) -> Option<(f64, &'static str)> {
    let (length, unit) = sheet.key.iter().find_map(|(word, _)| word.strip_prefix("scale:"))?.trim().split_once(' ')?;
    Some((length.parse().ok()?, unit))
}

/// The sample that belongs to a word of a sheet's key, as a small SVG 48 by 30, for lists on pages. Words that are no
/// samples, such as the scale, give an empty text.
pub fn swatch_svg(sheet: &Sheet, word: &str) -> String {
    if word.starts_with("scale:") {
        return String::new();
    }
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"swatch\" viewBox=\"-1 -16 50 32\" width=\"50\" height=\"32\" \
         fill=\"none\" aria-hidden=\"true\">",
    );
    swatch(&mut svg, word, &levels(sheet));
    svg.push_str("</svg>");
    svg
}

/// The levels that the key names.
fn levels(sheet: &Sheet) -> Vec<i64> {
    sheet.key.iter().filter_map(|(word, _)| word.strip_prefix("level:").and_then(|n| n.parse().ok())).collect()
}

/// A sample of what the key explains, 48 by 28 about the origin's right.
fn swatch(svg: &mut String, word: &str, tops: &[i64]) {
    let field = |fill: &str| {
        format!(
            "<path d=\"M0-13H48V13H0Z\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".8\" stroke-opacity=\".5\"/>"
        )
    };
    let (class, rank) = word.split_once(':').unwrap_or((word, ""));
    let lines = |looks: &[(&str, f64, &str)], d: &str| {
        looks.iter().fold(String::new(), |mut s, (colour, width, dashes)| {
            put!(s, "<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\"/>");
            s
        })
    };
    let wave = "M0 4Q12-10 24 0T48-4";
    let drawn = match class {
        "level" | "level-area" | "height" => {
            let low = tops.iter().min().copied().unwrap_or(0);
            let level = rank.parse().unwrap_or(low);
            let at = |n: i64| usize::try_from(n - low).unwrap_or(0);
            field(&style::level_tint(at(level), at(tops.iter().max().copied().unwrap_or(level)) + 1))
        }
        "woods" | "rough_woods" => {
            let mut s = field("#b9c79a");
            for (x, y, r, crown) in [(10.0, -3.0, 6.5, "#a7b884"), (38.0, -4.0, 6.5, "#9fb27b"), (24.0, 4.0, 7.0, "#a7b884")] {
                put!(
                    s,
                    "<circle cx=\"{0}\" cy=\"{1}\" r=\"{r}\" fill=\"#5d6f41\" fill-opacity=\".5\" transform=\"translate(1.9 2.2)\"/>\
                     <circle cx=\"{0}\" cy=\"{1}\" r=\"{r}\" fill=\"{crown}\" stroke=\"#55683a\"/>",
                    x,
                    y
                );
            }
            s
        }
        "swamp" | "marsh" => {
            field(if class == "swamp" { "#c3d9cf" } else { "#cfe0d6" })
                + "<path d=\"M6 6h12m-9 0l-1-5m4 5v-7m3 7l1-5M28-1h12m-9 0l-1-5m4 5v-7m3 7l1-5\" stroke=\"#3f6f86\" stroke-width=\"1\"/>"
        }
        "river" | "pond" | "water" | "lake" => {
            field(style::WATER) + "<path d=\"M0-6H48M0 6H48M0 0H48\" stroke=\"#84aac3\" stroke-width=\"1\"/>"
        }
        "stream" | "creek" | "run" | "brook" => lines(&[(style::BANK, 5.6, ""), (style::WATER, 2.8, "")], wave),
        "field" | "cornfield" | "pasture" | "orchard" => field("#ead9a0"),
        "road" | "pike" | "lane" | "street" => {
            let (casing, width, fill, dashes) = match (class, rank) {
                (_, "military") => (6.4, 4.0, "#fdf6e3", "6 2.8"),
                ("lane", _) | (_, "lane") => (5.6, 3.6, "#fdf6e3", "10 3.4"),
                (_, "secondary") => (7.0, 4.6, "#fdf6e3", ""),
                _ => (9.5, 6.6, "#f3d9a4", ""),
            };
            lines(&[(INK, casing, dashes), (fill, width, "")], "M0 0H48")
        }
        "railroad" => lines(&[(INK, 3.0, ""), (INK, 10.0, "1.7 7.5")], "M0 0H48"),
        "stone_wall" => lines(&[("#4d4438", 1.5, ""), ("#4d4438", 5.0, "1.5 4.5")], "M0 0H48"),
        "bridge" => lines(&[(INK, 17.0, ""), ("#d9b27c", 13.0, ""), ("#5a4126", 13.0, "1.2 4")], "M4 0H44"),
        "level-line" | "hachure" | "slope" => {
            "<path d=\"M0-6Q24-12 48-6\" stroke=\"#7d4f24\" stroke-width=\"1.4\"/><path d=\"M4-6v9M11-8v13M18-9v10M25-9v14\
             M32-9v10M39-8v13M45-6v9\" stroke=\"#7d4f24\" stroke-width=\"1.1\"/>"
                .to_owned()
        }
        "building" | "house" => format!("<path d=\"M12-6h16v11h-16zM32 0h9v7h-9z\" fill=\"{INK}\"/>"),
        "label" => format!(
            "<path d=\"M11-15H37V15H11ZM11 0H37\" fill=\"#fffaf0\" stroke=\"{INK}\" stroke-width=\"1.5\"/><path \
             d=\"M24-12V-4M22-10.5L24-12\" stroke=\"{INK}\" stroke-width=\"2\"/><path d=\"M20 7H28M24 3V11\" stroke=\"#8c1d14\" \
             stroke-width=\"2\"/>"
        ),
        "border" => lines(&[(crate::ground::BORDER, 3.0, "")], wave),
        "lane-border" => lines(&[("#7d4f24", 15.0, "1.2 3.6"), (PAPER, 6.0, ""), (crate::ground::BORDER, 4.6, "13 8")], "M0 0H48"),
        _ if class.ends_with("_limit") => lines(&[("#fffaf0", 8.0, ""), (crate::ground::LIMIT, 4.2, "14 6")], "M0 0H48"),
        "ford" => lines(&[(style::BANK, 14.0, ""), (style::WATER, 11.0, "")], "M24-14V14")
            + &lines(&[(INK, 2.4, "5 3")], "M4-5H44M4 5H44"),
        "boxed-star" | "double-star" | "ringed-star" => {
            let kind = match class {
                "boxed-star" => SheetMarkKind::BoxedStar,
                "double-star" => SheetMarkKind::DoubleStar,
                _ => SheetMarkKind::RingedStar,
            };
            let mut s = String::from("<g transform=\"translate(24 0)scale(.72)\">");
            crate::ground::printed_star(&mut s, kind, (0.0, 0.0));
            s + "</g>"
        }
        "star" => format!("<path d=\"{}\" fill=\"{RED}\" stroke=\"#5b1a0e\" stroke-width=\"1.2\"/>", star(24.0, 1.0, 15.0)),
        "entry-union" | "entry-confederate" => {
            let side = if class == "entry-union" { Side::Union } else { Side::Confederate };
            format!(
                "<path d=\"M4-6H26V-14L44 0L26 14V6H4Z\" fill=\"{}\" stroke=\"{INK}\"/>\
                 <text x=\"20\" y=\"5\" font-size=\"14\" text-anchor=\"middle\" fill=\"#fffaf0\">{}</text>",
                style::side(side).deep,
                side.name().get(..1).unwrap_or("")
            )
        }
        _ => field("#fffaf0"),
    };
    svg.push_str(&drawn);
}

const ITALIC: &str = " font-style=\"italic\"";

/// A formation's name with its colour, and what is said of it after a comma; all of the text where there is no formation.
fn chip(space: &TrackSpace) -> (Option<(&str, &'static str)>, &str) {
    match space.colour {
        Some(colour) => {
            let (name, rest) = space.text.split_once(", ").unwrap_or((&space.text, ""));
            (Some((name, colour)), rest)
        }
        None => (None, &space.text),
    }
}

/// Measures a track: how many boxes stand in a row, and how high they are.
fn lay(track: &Track) -> Laid<'_> {
    // A row more for a single box would look like a mistake.
    let columns = if track.spaces.len() == 14 { 14 } else { track.spaces.len().min(13) };
    let wide = (RIGHT.1 - RIGHT.0) / columns as f64;
    let lines = track.spaces.iter().map(|s| {
        let (chip, rest) = chip(s);
        let text = if chip.is_some() { 1.6 } else { 0.0 } + wrapped(rest, SMALL, wide - 12.0).len() as f64;
        let markers: usize = s.markers.iter().map(|m| wrapped(m, SMALL, wide - 12.0).len()).sum();
        text + markers as f64
    });
    let lines = lines.fold(0.0, f64::max);
    Laid { track, columns, high: 54.0 + lines * (SMALL * 1.2) + 12.0 }
}

/// Draws a track and gives the foot of it.
fn track(svg: &mut String, laid: &Laid<'_>, top: f64) -> f64 {
    let wide = (RIGHT.1 - RIGHT.0) / laid.columns as f64;
    put!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"25\" letter-spacing=\"2.5\" fill=\"{INK}\">{}</text>",
        RIGHT.0,
        Num(top),
        Esc(&laid.track.title.to_uppercase())
    );
    for (i, space) in laid.track.spaces.iter().enumerate() {
        let (x, y) = (RIGHT.0 + wide * (i % laid.columns) as f64, top + 12.0 + laid.high * (i / laid.columns) as f64);
        let fill = if space.here { "#e2c796" } else { "#fcf4e2" };
        put!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"1.5\"/>",
            Num(x),
            Num(y),
            Num(wide),
            Num(laid.high)
        );
        let middle = x + wide / 2.0;
        if space.here {
            // Where the track's marker lies, told by a frame as well as by the shade.
            put!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke=\"{RED}\" stroke-width=\"3\"/>",
                Num(x + 4.0),
                Num(y + 4.0),
                Num(wide - 8.0),
                Num(laid.high - 8.0)
            );
        }
        put!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
            Num(middle),
            Num(y + 42.0),
            Num(fit(&space.label, LABEL, wide - 14.0)),
            Esc(&space.label)
        );
        let mut line = y + 42.0 + SMALL * 1.35;
        let (chip, rest) = chip(space);
        if let Some((text, colour)) = chip {
            let (fill, ink) = style::stripe(colour);
            put!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"27\" fill=\"{fill}\" stroke=\"{INK}\"/>\
                 <text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                Num(x + 5.0),
                Num(line - 18.0),
                Num(wide - 10.0),
                Num(middle),
                Num(line + 1.5),
                Num(fit(text, SMALL, wide - 18.0)),
                Esc(text)
            );
            line += SMALL * 1.6;
        }
        line = small(svg, rest, middle, line, wide, if chip.is_some() { ITALIC } else { "" });
        for marker in &space.markers {
            line = small(svg, marker, middle, line, wide, ITALIC);
        }
    }
    top + 12.0 + laid.high * laid.track.spaces.len().div_ceil(laid.columns) as f64
}

/// Sets small text in lines and gives the next one's height.
fn small(svg: &mut String, text: &str, x: f64, mut y: f64, wide: f64, look: &str) -> f64 {
    for line in wrapped(text, SMALL, wide - 12.0) {
        put!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{INK}\"{look}>{}</text>",
            Num(x),
            Num(y),
            Num(fit(&line, SMALL, wide - 10.0)),
            Esc(&line)
        );
        y += SMALL * 1.2;
    }
    y
}

/// Text broken into lines that fit.
fn wrapped(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) * size + width(word) * size + width(" ") * size <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_at_spaces_and_keeps_every_word() {
        let text = "5:00 P.M. then Special Sequence: French, Meagher";
        let lines = wrapped(text, 19.0, 130.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|l| width(l) * 19.0 <= 130.0));
    }
}
