//! Pictures for letters: the ground rasterised once, counters and marks over it, written as an indexed PNG.

use crate::frame::{Frame, MODULE};
use crate::ground::{Detail, Ground};
use crate::lettering;
use crate::palette;
use crate::pieces::{Overlay, Part, parts};
use crate::plate::Plate;
use crate::stacks::scale;
use crate::stamps::Stamps;
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

/// The ground of a whole sheet as pixels: of which sheet, pixels to a unit as bits.
type Plated = (String, u64, Arc<Plate>);

/// How many bytes the plates that are kept take together, unless a single one takes more.
const PLATES: usize = 48 << 20;

/// Where pictures are made: keeps the grounds it drew and rasterised last, which is the slow part. Shared between
/// threads; rendering blocks, so call it from a blocking pool.
#[derive(Debug)]
pub struct MapRoom {
    keep: usize,
    grounds: Mutex<Vec<(String, Detail, Arc<Ground>)>>,
    rasters: Mutex<Vec<Raster>>,
    plates: Mutex<Vec<Plated>>,
    /// Held while a plate is drawn, so that nobody draws the same beside it.
    plating: Mutex<()>,
    stamps: Stamps,
}

impl MapRoom {
    /// The widest picture that is made, in pixels.
    pub const WIDEST: u32 = 4096;

    /// A room that keeps at most `keep` grounds and as many rasters (about 6 MB each at 1100 pixels).
    pub fn new(keep: usize) -> Self {
        MapRoom {
            keep: keep.max(1),
            grounds: Mutex::new(Vec::new()),
            rasters: Mutex::new(Vec::new()),
            plates: Mutex::new(Vec::new()),
            plating: Mutex::new(()),
            stamps: Stamps::default(),
        }
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
        let ground = self.ground(sheet, Window::detail(f64::from(width) / window.wide));
        let mut pixmap = blank(&window, width)?;
        paint(ground.svg(), &window, &mut pixmap)?;
        let pixmap = Arc::new(pixmap);
        keep(&self.rasters, (sheet.digest.clone(), width, window, pixmap.clone()), self.keep);
        Ok(pixmap)
    }

    /// The ground of the whole sheet at a scale, in pixels to a unit. None where that would be too large.
    fn plate(&self, sheet: &Sheet, frame: &Frame, scale: f64) -> Result<Option<Arc<Plate>>, PictureError> {
        let (wide, high) = ((frame.width * scale).ceil(), (frame.height * scale).ceil());
        if wide * high > Plate::LARGEST {
            return Ok(None);
        }
        let is = |p: &Plated| p.0 == sheet.digest && p.1 == scale.to_bits();
        if let Some(found) = recall(&self.plates, is) {
            return Ok(Some(found.2));
        }
        let _one_at_a_time = self.plating.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = recall(&self.plates, is) {
            return Ok(Some(found.2));
        }
        let too_wide = PictureError::Width(wide as u32);
        let mut pixmap = Pixmap::new(wide as u32, high as u32).ok_or(too_wide)?;
        let window = Window { west: 0.0, north: 0.0, wide: wide / scale, high: high / scale, stepped: false };
        paint(self.ground(sheet, Window::detail(scale)).svg(), &window, &mut pixmap)?;
        let plate = Arc::new(Plate::of(&pixmap));
        let mut kept = self.plates.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push((sheet.digest.clone(), scale.to_bits(), plate.clone()));
        while kept.len() > 1 && kept.iter().map(|p| p.2.bytes()).sum::<usize>() > PLATES {
            kept.remove(0);
        }
        Ok(Some(plate))
    }

    /// The ground that a letter shows, with what exactly it shows: where it is cut from a plate, whole pixels of that.
    fn ground_of(
        &self,
        sheet: &Sheet,
        frame: &Frame,
        window: Window,
        width: u32,
    ) -> Result<(Pixmap, Window), PictureError> {
        let scale = f64::from(width) / window.wide;
        let plate = if window.stepped { self.plate(sheet, frame, scale)? } else { None };
        let Some(plate) = plate else { return Ok(((*self.raster(sheet, width, window)?).clone(), window)) };
        let mut pixmap = blank(&window, width)?;
        let first =
            |v: f64, room: f64, take: u32| (v * scale).round().min((room * scale).ceil() - f64::from(take)).max(0.0);
        let west = first(window.west, frame.width, pixmap.width());
        let north = first(window.north, frame.height, pixmap.height());
        plate.cut((west as usize, north as usize), &mut pixmap);
        Ok((pixmap, Window { west: west / scale, north: north / scale, ..window }))
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
        let window = Window { west: 0.0, north: 0.0, wide, high, stepped: false };
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
        let (mut pixmap, window) = self.ground_of(sheet, &frame, window, width)?;
        // What lies outside the window, and places that only take clicks, cost as much as what is seen.
        let near: BTreeSet<&str> =
            sheet.places.iter().filter(|p| window.nears(frame.at(p.centre))).map(|p| &*p.id).collect();
        let seen = |p: &Piece| matches!(&p.place, Place::Map(id) if near.contains(id.as_str())) || p.body.is_some();
        let pieces = view.pieces.iter().filter(|p| seen(p)).cloned().collect();
        let view = View { pieces, ..view.clone() };
        let to_pixels = f64::from(width) / window.wide;
        for part in parts(sheet, &frame, &view, overlay, &|p| overlay.places.contains(&p.id)) {
            match part {
                Part::Drawing(drawing) => paint(&framed(&frame, &drawing), &window, &mut pixmap)?,
                Part::Stamp((x, y), scale, drawing) => {
                    let at = ((x - window.west) * to_pixels, (y - window.north) * to_pixels);
                    self.stamps.put(&mut pixmap, at, (scale * to_pixels) as f32, drawing)?;
                }
            }
        }
        encode(&pixmap)
    }
}

/// A drawing in the frame of a sheet as a whole document.
fn framed(frame: &Frame, drawing: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" width=\"{}\" height=\"{}\" font-family=\"{}\" fill=\"none\">{drawing}</svg>",
        frame.view_box(),
        frame.width,
        frame.height,
        crate::FONT_FAMILY
    )
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
    let Window { west, north, wide, high, .. } = Window::of_action(sheet, &Frame::of(sheet), view, overlay, width);
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
    /// Whether its width is one of three, so that its scale is met again wherever it lies.
    stepped: bool,
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
    /// The widths of a part that is wider than what is legible, in parts of that.
    const STEP: f64 = 0.125;

    fn whole(frame: &Frame) -> Self {
        Window { west: 0.0, north: 0.0, wide: frame.width, high: frame.height, stepped: false }
    }

    /// How much of the ground is drawn at so many pixels to a unit: below this a tree is a speck that costs more bytes than it gives.
    fn detail(scale: f64) -> Detail {
        if scale < 0.75 { Detail::Small } else { Detail::Full }
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
        let fought = !ids.is_empty();
        if !fought {
            ids.extend(view.pieces.iter().filter_map(|p| match &p.place {
                Place::Map(id) => Some(id),
                Place::Box(_) => None,
            }));
        }
        let centres: Vec<_> = ids.into_iter().filter_map(|id| Some(frame.at(sheet.place(id)?.centre))).collect();
        let Some((w, n, e, s)) = crate::geo::bounds(&centres) else { return Window::whole(frame) };
        // At least what is legible, more by steps when the action spreads wider; whole modules, so that grounds are met again.
        let steps = (((e - w + 3.0 * MODULE) / room - 1.0) / Self::STEP).ceil().max(0.0);
        let wide = (room * (1.0 + steps * Self::STEP)).min(frame.width);
        let high = (s - n + 3.0 * MODULE).clamp(wide * 0.8, wide * Self::TALLEST).min(frame.height);
        let whole = |v: f64| (v / MODULE).round() * MODULE;
        let west = whole((w + e - wide) / 2.0).clamp(0.0, frame.width - wide);
        let north = whole((n + s - high) / 2.0).clamp(0.0, frame.height - high);
        Window { west, north, wide, high, stepped: fought && steps <= 2.0 }
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
    let colours = palette::Colours::of(pixmap.data());
    // The highest levels take ten times as long for a twentieth of the bytes: they are for what is too heavy otherwise.
    let mut out = indexed(pixmap, &colours, 40, 4)?;
    for (most, level) in [(34, 4), (29, 4), (25, 4), (25, 8), (22, 8)] {
        if out.len() <= LIGHT {
            break;
        }
        out = indexed(pixmap, &colours, most, level)?;
    }
    Ok(out)
}

fn indexed(pixmap: &Pixmap, colours: &palette::Colours, most: usize, level: u8) -> Result<Vec<u8>, PictureError> {
    let indexed = colours.reduced(most);
    let mut out = Vec::with_capacity(LIGHT);
    let mut encoder = png::Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(indexed.palette);
    encoder.set_deflate_compression(png::DeflateCompression::Level(level));
    // Filters help gradients; indices have none.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indexed.pixels)?;
    writer.finish()?;
    Ok(out)
}
