//! The still ground: everything of the map that does not change while a game is played.

mod board;
mod boxes;
mod far;
mod glyphs;
mod heights;
mod land;
mod names;
mod relief;
mod water;
mod ways;
mod woods;
mod works;

pub(crate) use board::{BORDER, LIMIT};
pub(crate) use boxes::printed_star;

use crate::frame::Frame;
use crate::geo::{self, Feature, Taken};
use crate::style;
use crate::svg::put;
use domain::board::Sheet;

/// How much of the ground is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Detail {
    /// All of it.
    Full,
    /// Without single trees and field lines, with larger numbers: for narrow screens and small pictures.
    Small,
    /// What is left of a large sheet that is seen whole on a screen.
    Far,
}

/// The still ground of a sheet as a standalone SVG file. It needs no fonts: lettering is outlines. The same sheet and
/// detail always give the same bytes.
#[derive(Clone, Debug)]
pub struct Ground {
    svg: String,
    content: (usize, usize),
    frame: Frame,
}

/// What the parts of the drawing share.
pub(crate) struct Plan<'a> {
    sheet: &'a Sheet,
    frame: Frame,
    detail: Detail,
    features: Vec<Feature>,
}

impl Plan<'_> {
    /// The features of some classes, in the order of the file.
    fn of<'f>(&'f self, classes: &'f [&'f str]) -> impl Iterator<Item = &'f Feature> {
        self.features.iter().filter(move |f| classes.contains(&f.class.as_str()))
    }

    fn full(&self) -> bool {
        self.detail == Detail::Full
    }

    fn far(&self) -> bool {
        self.detail == Detail::Far
    }

    /// Units to a pixel where the whole of a large sheet is seen on a screen.
    fn screen(frame: &Frame) -> f64 {
        (frame.width / 1_000.0).max(1.0)
    }

    fn px(&self) -> f64 {
        Plan::screen(&self.frame)
    }

    /// Whether the sheet has so many places that they are no longer drawn one by one.
    fn many(&self) -> bool {
        crate::levels::many_places(self.sheet)
    }
}

impl Ground {
    /// Draws the ground of a sheet in full.
    pub fn new(sheet: &Sheet) -> Self {
        Ground::drawn(sheet, Detail::Full)
    }

    /// Draws the ground of a sheet. Underlay classes that it does not know are left out.
    pub fn drawn(sheet: &Sheet, detail: Detail) -> Self {
        let frame = Frame::of(sheet);
        let mut features = geo::read(sheet.underlay, &frame);
        if detail == Detail::Far {
            let least = Plan::screen(&frame) * 0.8;
            features.iter_mut().for_each(|f| f.thin(least));
        }
        let plan = Plan { sheet, frame, detail, features };
        let mut svg = String::with_capacity(1 << 20);
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" width=\"{}\" height=\"{}\">",
            frame.view_box(),
            frame.width,
            frame.height
        );
        let start = svg.len();
        plan.draw(&mut svg);
        let end = svg.len();
        svg.push_str("</svg>");
        Ground { svg, content: (start, end), frame }
    }

    /// The file, to be served as `image/svg+xml`.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// What stands inside the file's `<svg>`, to be put into another drawing in the same frame.
    pub fn fragment(&self) -> &str {
        self.svg.get(self.content.0..self.content.1).unwrap_or("")
    }

    /// The file for a part of the sheet, given by its west and north end, width and height: without what grows elsewhere, of which a
    /// part shows little and the file holds much.
    pub(crate) fn around(&self, part: [f64; 4]) -> String {
        let mut out = String::with_capacity(self.svg.len() / 2);
        let mut rest = self.svg.as_str();
        while let Some(at) = rest.find(USE) {
            let (before, element) = rest.split_at(at);
            let (element, behind) = element.split_at(element.find("/>").map_or(element.len(), |end| end + 2));
            out.push_str(before);
            if !grows_beyond(element, part) {
                out.push_str(element);
            }
            rest = behind;
        }
        out.push_str(rest);
        out
    }

    /// Its coordinates.
    pub fn frame(&self) -> Frame {
        self.frame
    }
}

/// How an element begins that repeats a drawing.
const USE: &str = "<use href=\"#";

/// Whether such an element is a tree or a tuft of reeds of which nothing reaches into a part.
fn grows_beyond(element: &str, [west, north, wide, high]: [f64; 4]) -> bool {
    let grows = element.strip_prefix(USE).is_some_and(|name| name.starts_with(['t', 'r']));
    let at = |name: &str| element.split_once(name)?.1.split_once('"')?.0.parse::<f64>().ok();
    let (true, Some(x), Some(y)) = (grows, at(" x=\""), at(" y=\"")) else { return false };
    // A crown with its shadow, and reeds, reach half as far.
    let reach = 32.0;
    !(west - reach..=west + wide + reach).contains(&x) || !(north - reach..=north + high + reach).contains(&y)
}

impl Plan<'_> {
    fn draw(&self, svg: &mut String) {
        let (w, h) = (self.frame.width, self.frame.height);
        svg.push_str("<defs>");
        put!(
            svg,
            "<clipPath id=\"neat\"><rect width=\"{w}\" height=\"{h}\"/></clipPath>\
             <radialGradient id=\"age\" cx=\".5\" cy=\".5\" r=\".72\"><stop offset=\".72\" stop-color=\"#8a6a3a\" \
             stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#7a5a2c\" stop-opacity=\".2\"/></radialGradient>"
        );
        if !self.far() {
            woods::symbols(svg, self.full());
            land::symbols(svg);
        }
        svg.push_str(
            "</defs><g clip-path=\"url(#neat)\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        );
        put!(svg, "<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", relief::base(self));
        if self.far() {
            far::draw(svg, self);
            put!(
                svg,
                "<rect width=\"{w}\" height=\"{h}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"miter\"/></g>",
                style::INK,
                crate::svg::Num(2.0 * self.px())
            );
            return;
        }
        heights::draw(svg, self);
        relief::draw(svg, self);
        land::fields(svg, self);
        let wet = water::taken(self);
        land::marshes(svg, self, &wet);
        let kept = self.kept_clear(wet);
        woods::draw(svg, self, &kept);
        water::draw(svg, self);
        land::walls(svg, self);
        ways::draw(svg, self);
        works::draw(svg, self);
        let spots = board::star_spots(self);
        board::grid(svg, self);
        works::crossings(svg, self);
        boxes::draw(svg, self);
        board::marks(svg, self, &spots);
        names::draw(svg, self, &spots);
        // A faint shade would cost a small picture's palette dear.
        if self.full() {
            put!(svg, "<rect width=\"{w}\" height=\"{h}\" fill=\"url(#age)\"/>");
        }
        put!(
            svg,
            "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"miter\"/></g>",
            w - 2.0,
            h - 2.0,
            style::INK
        );
    }

    /// Where no tree may stand: water, roads, buildings.
    fn kept_clear(&self, mut taken: Taken) -> Taken {
        for (feature, way) in ways::all(self) {
            for line in feature.lines() {
                taken.band(&line, way.casing() / 2.0 + 7.5);
            }
        }
        for (p, _) in works::buildings(self) {
            taken.disc(p, 17.0);
        }
        for f in self.of(&["railroad", "railroad_grade", "railroad_cut", "canal"]) {
            f.lines().iter().for_each(|l| taken.band(l, 11.0));
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::Tree;

    fn drawn(svg: &str, [west, north, wide, high]: [f64; 4]) -> Pixmap {
        let mut pixmap = Pixmap::new(wide as u32, high as u32).unwrap();
        let tree = Tree::from_str(svg, &crate::lettering::options()).unwrap();
        resvg::render(&tree, Transform::from_translate(-west as f32, -north as f32), &mut pixmap.as_mut());
        pixmap
    }

    #[test]
    fn a_part_looks_the_same_without_what_grows_elsewhere() {
        for ruleset in domain::rulesets::standard().all() {
            for detail in [Detail::Full, Detail::Small] {
                let ground = Ground::drawn(ruleset.sheet(), detail);
                let (wide, high) = (ground.frame.width, ground.frame.height);
                for (across, down) in [(0.3, 0.4), (0.55, 0.6), (0.0, 0.0)] {
                    let part = [(wide * across).round(), (high * down).round(), 400.0, 300.0];
                    let around = ground.around(part);
                    assert!(around.len() < ground.svg.len());
                    assert!(drawn(&around, part) == drawn(&ground.svg, part), "{} {part:?}", ruleset.about().id);
                }
            }
        }
    }

    #[test]
    fn what_has_no_place_of_its_own_stays() {
        let far = [0.0, 0.0, 10.0, 10.0];
        assert!(grows_beyond("<use href=\"#t3\" x=\"100\" y=\"5\"/>", far));
        assert!(grows_beyond("<use href=\"#r0\" x=\"5\" y=\"-50.5\"/>", far));
        for kept in [
            "<use href=\"#t3\" x=\"30\" y=\"5\"/>",
            "<use href=\"#n3\" x=\"100\" y=\"5\"/>",
            "<use href=\"#t3\"/>",
            "<use href=\"#t",
        ] {
            assert!(!grows_beyond(kept, far), "{kept}");
        }
    }
}
