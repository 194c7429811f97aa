//! Pictures for letters: the ground rasterised once, counters and marks over it, written as an indexed PNG.

use crate::frame::{Frame, MODULE};
use crate::ground::{Detail, Ground};
use crate::lettering;
use crate::palette;
use crate::pieces::{Overlay, content_of};
use crate::stacks::scale;
use crate::svg::put;
use domain::board::Sheet;
use domain::referee::{Mark, Piece, Place, View};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Why a picture could not be made.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The renderer did not accept the drawing.
    #[error("the map cannot be rendered: {0}")]
    Svg(#[from] usvg::Error),
    /// A width of nothing, or beyond [`MapRoom::WIDEST`].
    #[error("a picture cannot be {0} pixels wide")]
    Width(u32),
    /// The PNG writer failed.
    #[error("the picture cannot be written: {0}")]
    Png(#[from] png::EncodingError),
}

/// A ground as pixels: of which sheet, how wide, which part of it.
type Raster = (String, u32, Window, Arc<Pixmap>);

/// Where pictures are made: keeps the grounds it drew and rasterised last, which is the slow part. Shared between
/// threads; rendering blocks, so call it from a blocking pool.
#[derive(Debug)]
pub struct MapRoom {
    keep: usize,
    grounds: Mutex<Vec<(String, Detail, Arc<Ground>)>>,
    rasters: Mutex<Vec<Raster>>,
}

impl MapRoom {
    /// The widest picture that is made, in pixels.
    pub const WIDEST: u32 = 4096;

    /// A room that keeps at most `keep` grounds and as many rasters (about 6 MB each at 1100 pixels).
    pub fn new(keep: usize) -> Self {
        MapRoom { keep: keep.max(1), grounds: Mutex::new(Vec::new()), rasters: Mutex::new(Vec::new()) }
    }

    /// The ground of a sheet, drawn when it is not at hand.
    pub fn ground(&self, sheet: &Sheet, detail: Detail) -> Arc<Ground> {
        let is = |g: &(String, Detail, Arc<Ground>)| g.0 == sheet.digest && g.1 == detail;
        if let Some(found) = recall(&self.grounds, is) {
            return found.2;
        }
        let ground = Arc::new(Ground::drawn(sheet, detail));
        keep(&self.grounds, (sheet.digest.clone(), detail, ground.clone()), self.keep);
        ground
    }

    fn raster(&self, sheet: &Sheet, width: u32, window: Window) -> Result<Arc<Pixmap>, PictureError> {
        if let Some(found) = recall(&self.rasters, |r| r.0 == sheet.digest && r.1 == width && r.2 == window) {
            return Ok(found.3);
        }
        // Below this a tree is a speck that costs more bytes than it gives.
        let detail = if f64::from(width) / window.wide < 0.75 { Detail::Small } else { Detail::Full };
        let ground = self.ground(sheet, detail);
        let mut pixmap = blank(&window, width)?;
        paint(ground.svg(), &window, &mut pixmap)?;
        let pixmap = Arc::new(pixmap);
        keep(&self.rasters, (sheet.digest.clone(), width, window, pixmap.clone()), self.keep);
        Ok(pixmap)
    }

    /// The bare ground as an indexed PNG `width` pixels wide, for screens that should not draw thousands of trees.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn ground_png(&self, sheet: &Sheet, width: u32) -> Result<Vec<u8>, PictureError> {
        let raster = self.raster(sheet, width, Window::whole(&Frame::of(sheet)))?;
        encode(&raster)
    }

    /// The whole printed sheet in full colour, `width` pixels wide: see [`crate::sheet_svg`].
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn sheet_png(
        &self,
        sheet: &Sheet,
        view: &View,
        overlay: &Overlay,
        width: u32,
    ) -> Result<Vec<u8>, PictureError> {
        let (wide, high) = crate::sheet::size(sheet, view);
        let window = Window { west: 0.0, north: 0.0, wide, high };
        let mut pixmap = blank(&window, width)?;
        paint(&crate::sheet::sheet_svg(sheet, view, overlay), &window, &mut pixmap)?;
        let mut out = Vec::with_capacity(4 << 20);
        let mut encoder = png::Encoder::new(&mut out, pixmap.width(), pixmap.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        let rgb: Vec<u8> = pixmap.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
        writer.write_image_data(&rgb)?;
        writer.finish()?;
        Ok(out)
    }

    /// The map with pieces and marks as an indexed PNG `width` pixels wide (1000 to 1200 suit a letter). All of the map
    /// where its counters can then still be read, else the part where something happened.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn letter_png(
        &self,
        sheet: &Sheet,
        view: &View,
        overlay: &Overlay,
        width: u32,
    ) -> Result<Vec<u8>, PictureError> {
        let frame = Frame::of(sheet);
        let window = Window::of_action(sheet, &frame, view, overlay, width);
        let mut pixmap = (*self.raster(sheet, width, window)?).clone();
        let mut svg = String::with_capacity(64 * 1024);
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" width=\"{}\" height=\"{}\" font-family=\"{}\" fill=\"none\">",
            frame.view_box(),
            frame.width,
            frame.height,
            crate::FONT_FAMILY
        );
        // What lies outside the window, and places that only take clicks, cost as much as what is seen.
        let near: BTreeSet<&str> =
            sheet.places.iter().filter(|p| window.nears(frame.at(p.centre))).map(|p| &*p.id).collect();
        let seen = |p: &Piece| matches!(&p.place, Place::Map(id) if near.contains(id.as_str())) || p.body.is_some();
        let pieces = view.pieces.iter().filter(|p| seen(p)).cloned().collect();
        let view = View { pieces, ..view.clone() };
        content_of(&mut svg, sheet, &frame, &view, overlay, &|p| overlay.places.contains(&p.id));
        svg.push_str("</svg>");
        paint(&svg, &window, &mut pixmap)?;
        encode(&pixmap)
    }
}

/// As [`MapRoom::letter_png`], without keeping anything.
///
/// # Errors
/// See [`PictureError`].
pub fn letter_png(sheet: &Sheet, view: &View, overlay: &Overlay, width: u32) -> Result<Vec<u8>, PictureError> {
    MapRoom::new(1).letter_png(sheet, view, overlay, width)
}

/// The part of a sheet that such a picture shows, read at that width in pixels: west and north end, width and height in units of the drawing.
/// For a page that shows the same part without a picture of its own.
pub fn part_of_action(sheet: &Sheet, view: &View, overlay: &Overlay, width: u32) -> [f64; 4] {
    let Window { west, north, wide, high } = Window::of_action(sheet, &Frame::of(sheet), view, overlay, width);
    [west, north, wide, high]
}

/// Finds an entry and moves it to the end, where the last used ones are.
fn recall<T: Clone>(kept: &Mutex<Vec<T>>, is: impl Fn(&T) -> bool) -> Option<T> {
    // A thread that panicked while it held the lock left at worst an entry out.
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let at = kept.iter().position(is)?;
    let found = kept.remove(at);
    kept.push(found.clone());
    Some(found)
}

fn keep<T>(kept: &Mutex<Vec<T>>, entry: T, most: usize) {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push(entry);
    let over = kept.len().saturating_sub(most);
    kept.drain(..over);
}

/// The part of a drawing that a picture shows, in units of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    west: f64,
    north: f64,
    wide: f64,
    high: f64,
}

impl Window {
    /// Pixels to a unit below which the name on a full-sized counter cannot be read.
    const LEGIBLE: f64 = 0.45;
    /// The width of a picture in a letter on a narrow phone, in pixels of CSS: a screen of 390 without margins.
    const PHONE: f64 = 340.0;
    /// How much more than what is legible a picture shows for the sake of what happened near by.
    const WIDER: f64 = 1.25;
    /// The highest a picture of a part is, in widths.
    const TALLEST: f64 = 1.3;

    fn whole(frame: &Frame) -> Self {
        Window { west: 0.0, north: 0.0, wide: frame.width, high: frame.height }
    }

    /// Whether what stands at a point, stacked high, may reach into it.
    fn nears(&self, (x, y): (f64, f64)) -> bool {
        let reach = 2.0 * MODULE;
        (self.west - reach..=self.west + self.wide + reach).contains(&x)
            && (self.north - reach..=self.north + self.high + reach).contains(&y)
    }

    /// The part around what was fought last, or around the pieces when nothing is marked; the whole when it is legible anyway.
    fn of_action(sheet: &Sheet, frame: &Frame, view: &View, overlay: &Overlay, width: u32) -> Self {
        // Letters are read on phones, where a picture has the width of the screen however many pixels it holds.
        let seen = if overlay.marks.is_empty() { f64::from(width) } else { f64::from(width).min(Self::PHONE) };
        let room = seen / Self::LEGIBLE * scale(sheet, frame);
        if frame.width <= room * 1.1 {
            return Window::whole(frame);
        }
        let mut ids: Vec<&String> = Self::fought(sheet, frame, overlay, room);
        if ids.is_empty() {
            ids.extend(view.pieces.iter().filter_map(|p| match &p.place {
                Place::Map(id) => Some(id),
                Place::Box(_) => None,
            }));
        }
        let centres: Vec<_> = ids.into_iter().filter_map(|id| Some(frame.at(sheet.place(id)?.centre))).collect();
        let Some((w, n, e, s)) = crate::geo::bounds(&centres) else { return Window::whole(frame) };
        // At least what is legible, more when the action spreads wider; whole modules, so that grounds are met again.
        let wide = (e - w + 3.0 * MODULE).max(room).min(frame.width);
        let high = (s - n + 3.0 * MODULE).clamp(wide * 0.8, wide * Self::TALLEST).min(frame.height);
        let whole = |v: f64| (v / MODULE).round() * MODULE;
        let west = whole((w + e - wide) / 2.0).clamp(0.0, frame.width - wide);
        let north = whole((n + s - high) / 2.0).clamp(0.0, frame.height - high);
        Window { west, north, wide, high }
    }
}

impl Window {
    /// The places of the last fight, and of what else happened so near that all of it can be seen together: losses and fights before moves,
    /// what came last before what came first.
    fn fought<'o>(sheet: &Sheet, frame: &Frame, overlay: &'o Overlay, room: f64) -> Vec<&'o String> {
        let fights = |mark: &&Mark| matches!(mark, Mark::Fought { .. } | Mark::Lost { .. });
        let last = || overlay.marks.iter().rev();
        let mut kept: Vec<&String> = Vec::new();
        let mut around: Option<(f64, f64, f64, f64)> = None;
        for mark in last().filter(fights).chain(last().filter(|m| !fights(m))) {
            // Of a move, where it ended.
            let ids = match mark {
                Mark::Moved { path, .. } => path.iter().rev().take(1).collect(),
                _ => touched(mark),
            };
            let centres: Vec<_> = ids.iter().filter_map(|id| Some(frame.at(sheet.place(id)?.centre))).collect();
            let Some((w, n, e, s)) = crate::geo::bounds(&centres) else { continue };
            let with = around.map_or((w, n, e, s), |(aw, an, ae, ax)| (aw.min(w), an.min(n), ae.max(e), ax.max(s)));
            let near = with.2 - with.0 + 3.0 * MODULE <= room * Self::WIDER
                && with.3 - with.1 + 3.0 * MODULE <= room * Self::WIDER * Self::TALLEST;
            if around.is_none() || near {
                around = Some(with);
                kept.extend(ids);
            }
        }
        kept
    }
}

/// The places that a mark touches.
fn touched(mark: &Mark) -> Vec<&String> {
    match mark {
        Mark::Moved { path, .. } => path.iter().collect(),
        Mark::Lost { place, .. } | Mark::Changed { place } => vec![place],
        Mark::Fought { from, to, .. } => vec![from, to],
    }
}

fn blank(window: &Window, width: u32) -> Result<Pixmap, PictureError> {
    let height = (f64::from(width) * window.high / window.wide).round();
    if width == 0 || width > MapRoom::WIDEST || height > 4.0 * f64::from(MapRoom::WIDEST) {
        return Err(PictureError::Width(width));
    }
    Pixmap::new(width, (height as u32).max(1)).ok_or(PictureError::Width(width))
}

fn paint(svg: &str, window: &Window, pixmap: &mut Pixmap) -> Result<(), PictureError> {
    let tree = usvg::Tree::from_str(svg, &lettering::options())?;
    let scale = (f64::from(pixmap.width()) / window.wide) as f32;
    let place = Transform::from_translate(-window.west as f32, -window.north as f32).post_scale(scale, scale);
    resvg::render(&tree, place, &mut pixmap.as_mut());
    Ok(())
}

/// Letters grow by a third when they are sent, and many readers' servers count.
const LIGHT: usize = 196_000;

/// Writes an opaque picture as a PNG of few colours: as many as let it stay light, and never fewer than still tell the
/// levels of the ground apart.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, PictureError> {
    let mut out = indexed(pixmap, 40)?;
    for colours in [34, 29, 25] {
        if out.len() <= LIGHT {
            break;
        }
        out = indexed(pixmap, colours)?;
    }
    Ok(out)
}

fn indexed(pixmap: &Pixmap, colours: usize) -> Result<Vec<u8>, PictureError> {
    let indexed = palette::reduce(pixmap.data(), colours);
    let mut out = Vec::with_capacity(LIGHT);
    let mut encoder = png::Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(indexed.palette);
    // The highest levels take ten times as long for a twentieth of the bytes.
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    // Filters help gradients; indices have none.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indexed.pixels)?;
    writer.finish()?;
    Ok(out)
}
