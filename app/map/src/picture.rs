//! Pictures for letters: the ground rasterised once, counters and marks over it, written as an indexed PNG.

use crate::frame::{Frame, MODULE};
use crate::ground::{Detail, Ground};
use crate::index::{Index, indexed};
use crate::kept::{keep, recall};
use crate::lettering;
use crate::palette;
use crate::pieces::{self, Overlay, Part, parts};
use crate::plate::Plate;
use crate::stacks::scale;
use crate::stamps::Stamps;
use crate::svg::Pt;
use crate::zlib::{self, ZlibError};
use domain::board::Sheet;
use domain::referee::{Mark, MarkerView, Piece, Place, View};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Why a picture could not be made.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The renderer did not accept the drawing.
    #[error("the map cannot be rendered: {0}")]
    Svg(#[from] usvg::Error),
    /// A width of nothing, or beyond [`MapRoom::WIDEST`], or one at which the picture has more pixels than can be counted.
    #[error("a picture cannot be {0} pixels wide")]
    Width(u32),
    /// The PNG writer failed.
    #[error("the picture cannot be written: {0}")]
    Png(#[from] png::EncodingError),
    /// Its pixels could not be packed, or those of the ground that was kept not be unpacked.
    #[error(transparent)]
    Zlib(#[from] ZlibError),
}

/// A ground as pixels: of which sheet, how wide, which part of it.
type Raster = (String, u32, Window, Arc<Pixmap>);

/// The ground of a whole sheet, as far as it was drawn: of which sheet, pixels to a unit as bits.
type Plated = (String, u64, Arc<Plate>);

/// How many bytes the plates that are kept take together, packed, unless a single one takes more.
const PLATES: usize = 48 << 20;

/// Where pictures are made: keeps the grounds it drew and rasterised last, which is the slow part. Shared between
/// threads; rendering blocks, so call it from a blocking pool.
#[derive(Debug)]
pub struct MapRoom {
    keep: usize,
    grounds: Mutex<Vec<(String, Detail, Arc<Ground>)>>,
    rasters: Mutex<Vec<Raster>>,
    plates: Mutex<Vec<Plated>>,
    stamps: Stamps,
}

impl MapRoom {
    /// The widest picture that is made, in pixels.
    pub const WIDEST: u32 = 4096;

    /// Bytes of a picture whose letter has 200 KB at most, where the words take no more than 25 KB: a picture grows by more than a third when it
    /// is sent.
    pub const LIGHT: usize = 128_000;

    /// A room that keeps at most `keep` grounds and as many rasters (about 6 MB each at 1100 pixels).
    pub fn new(keep: usize) -> Self {
        MapRoom {
            keep: keep.max(1),
            grounds: Mutex::new(Vec::new()),
            rasters: Mutex::new(Vec::new()),
            plates: Mutex::new(Vec::new()),
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

    /// The ground of the whole sheet at a scale, in pixels to a unit.
    fn plate(&self, sheet: &Sheet, frame: &Frame, scale: f64) -> Arc<Plate> {
        let is = |p: &Plated| p.0 == sheet.digest && p.1 == scale.to_bits();
        let pixels = |v: f64| (v * scale).ceil() as usize;
        let size = (pixels(frame.width), pixels(frame.height));
        let new = || (sheet.digest.clone(), scale.to_bits(), Arc::new(Plate::of(size)));
        let mut kept = self.plates.lock().unwrap_or_else(PoisonError::into_inner);
        // The last used is the last, and goes last; what it grows by now counts the next time.
        let plate = kept.iter().position(is).map_or_else(new, |at| kept.remove(at));
        kept.push(plate.clone());
        while kept.len() > 1 && kept.iter().map(|p| p.2.bytes()).sum::<usize>() > PLATES {
            kept.remove(0);
        }
        plate.2
    }

    /// The ground that a letter shows, cut from a plate, with what exactly it shows: whole pixels of that.
    fn ground_of(
        &self,
        sheet: &Sheet,
        frame: &Frame,
        window: Window,
        width: u32,
    ) -> Result<(Pixmap, Window), PictureError> {
        let mut pixmap = blank(&window, width)?;
        let scale = f64::from(width) / window.wide;
        let first =
            |v: f64, room: f64, take: u32| (v * scale).round().min((room * scale).ceil() - f64::from(take)).max(0.0);
        let west = first(window.west, frame.width, pixmap.width());
        let north = first(window.north, frame.height, pixmap.height());
        let draw = |(columns, rows): &(Range<usize>, Range<usize>)| {
            let [west, wide] = [columns.start, columns.len()].map(|n| n as f64 / scale);
            let [north, high] = [rows.start, rows.len()].map(|n| n as f64 / scale);
            let mut part = Pixmap::new(columns.len() as u32, rows.len() as u32).ok_or(PictureError::Width(width))?;
            // As on a narrow screen, which it is seen on: numbers that can be read there, and woods without single trees, which cost half of the bytes.
            let ground = self.ground(sheet, Detail::Small).around([west, north, wide, high]);
            paint(&ground, &Window { west, north, wide, high }, &mut part)?;
            Ok::<_, PictureError>(part)
        };
        self.plate(sheet, frame, scale).cut((west as usize, north as usize), &mut pixmap, draw)?;
        Ok((pixmap, Window { west: west / scale, north: north / scale, ..window }))
    }

    /// The bare ground as an indexed PNG `width` pixels wide, for screens that should not draw thousands of trees.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn ground_png(&self, sheet: &Sheet, width: u32) -> Result<Vec<u8>, PictureError> {
        let raster = self.raster(sheet, width, Window::whole(&Frame::of(sheet)))?;
        encode(&raster, Self::LIGHT)
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
        self.light_letter_png(sheet, view, overlay, width, Self::LIGHT)
    }

    /// The same of so many bytes at most, where that can be without the levels of the ground becoming one.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn light_letter_png(
        &self,
        sheet: &Sheet,
        view: &View,
        overlay: &Overlay,
        width: u32,
        light: usize,
    ) -> Result<Vec<u8>, PictureError> {
        let frame = Frame::of(sheet);
        let window = Window::of_action(sheet, &frame, view, overlay, width);
        let (mut pixmap, window) = self.ground_of(sheet, &frame, window, width)?;
        let (view, overlay) = window.holds(sheet, &frame, view, overlay);
        let to_pixels = f64::from(width) / window.wide;
        for part in parts(sheet, &frame, &view, &overlay, &|p| overlay.places.contains(&p.id)) {
            match part {
                Part::Drawing(drawing) => paint(&framed(&frame, &drawing), &window, &mut pixmap)?,
                Part::Stamp((x, y), scale, drawing) => {
                    let at = ((x - window.west) * to_pixels, (y - window.north) * to_pixels);
                    self.stamps.put(&mut pixmap, at, (scale * to_pixels) as f32, drawing)?;
                }
            }
        }
        encode(&pixmap, light)
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
    /// How far it may be widened for whoever is asked about, in the same.
    const ASKED: f64 = 1.7;
    /// The highest a picture of a part is, in widths.
    const TALLEST: f64 = 1.3;
    /// The widths of a part that is wider than what is legible, in parts of that, and beyond [`Window::WIDER`] each in parts of the last:
    /// few, since the ground is kept for each.
    const STEP: f64 = 0.125;

    fn whole(frame: &Frame) -> Self {
        Window { west: 0.0, north: 0.0, wide: frame.width, high: frame.height }
    }

    /// How much of the ground is drawn at so many pixels to a unit: below this a tree is a speck that costs more bytes than it gives.
    fn detail(scale: f64) -> Detail {
        if scale < 0.75 { Detail::Small } else { Detail::Full }
    }

    /// What of a position and its marks can be seen in it: what lies outside, and places that only take clicks, cost as much to draw as what is seen.
    fn holds(&self, sheet: &Sheet, frame: &Frame, view: &View, overlay: &Overlay) -> (View, Overlay) {
        let index = indexed(sheet);
        let nears = |ids: &mut dyn Iterator<Item = &String>| {
            let points: Vec<Pt> = ids.filter_map(|id| Some(frame.at(index.get(id.as_str())?.centre))).collect();
            crate::geo::bounds(&points).is_some_and(|bounds| self.nears(bounds))
        };
        let piece = |p: &&Piece| {
            let stands = p.body.iter().flat_map(|b| &b.stands).map(|s| &s.place);
            nears(&mut stands.chain(match &p.place {
                Place::Map(id) => Some(id),
                Place::Box(_) => None,
            }))
        };
        // A marker lies at the printed box of its place, which may be far from the middle.
        let marker = |m: &&MarkerView| {
            let spot = pieces::marker_spot(sheet, frame, &m.spot, &index);
            spot.is_some_and(|((x, y), _)| self.nears((x, y, x, y)))
        };
        let view = View {
            pieces: view.pieces.iter().filter(piece).cloned().collect(),
            markers: view.markers.iter().filter(marker).cloned().collect(),
            ..view.clone()
        };
        let marks = overlay.marks.iter().filter(|m| nears(&mut touched(m).into_iter())).cloned().collect();
        (view, Overlay { marks, ..overlay.clone() })
    }

    /// Whether what stands, stacked high, within bounds (west, north, east, south) may reach into it.
    fn nears(&self, (west, north, east, south): (f64, f64, f64, f64)) -> bool {
        let reach = 2.0 * MODULE;
        west <= self.west + self.wide + reach
            && east >= self.west - reach
            && north <= self.north + self.high + reach
            && south >= self.north - reach
    }

    /// The part around what was fought last, or around the pieces when nothing is marked; the whole when it is legible anyway.
    fn of_action(sheet: &Sheet, frame: &Frame, view: &View, overlay: &Overlay, width: u32) -> Self {
        // Letters are read on phones, where a picture has the width of the screen however many pixels it holds.
        let seen = if overlay.marks.is_empty() { f64::from(width) } else { f64::from(width).min(Self::PHONE) };
        let room = seen / Self::LEGIBLE * scale(sheet, frame);
        if frame.width <= room * 1.1 {
            return Window::whole(frame);
        }
        let index = indexed(sheet);
        let mut ids: Vec<&String> = Self::fought(&index, frame, overlay, room);
        if ids.is_empty() {
            ids.extend(view.pieces.iter().filter_map(|p| match &p.place {
                Place::Map(id) => Some(id),
                Place::Box(_) => None,
            }));
        }
        let at = |id: &&String| Some(frame.at(index.get(id.as_str())?.centre));
        let mut centres: Vec<_> = ids.iter().filter_map(at).collect();
        // Whoever is asked about is seen as well, where that is so near that all of it can be read.
        let asked = view.pieces.iter().filter(|p| overlay.selected.contains(&p.id)).filter_map(|p| p.body.as_ref());
        let asked = asked.flat_map(|body| &body.stands).map(|stand| &stand.place).collect::<Vec<_>>();
        let with: Vec<_> = asked.iter().filter_map(at).chain(centres.iter().copied()).collect();
        if crate::geo::bounds(&with).is_some_and(|(w, n, e, s)| (e - w).max(s - n) + 3.0 * MODULE <= room * Self::ASKED)
        {
            centres = with;
        }
        let Some((w, n, e, s)) = crate::geo::bounds(&centres) else { return Window::whole(frame) };
        // At least what is legible, more by steps when the action spreads wider; whole modules, so that grounds are met again.
        let wide = (room * Self::stepped((e - w + 3.0 * MODULE) / room)).min(frame.width);
        let high = (s - n + 3.0 * MODULE).clamp(wide * 0.8, wide * Self::TALLEST).min(frame.height);
        let whole = |v: f64| (v / MODULE).round() * MODULE;
        let west = whole((w + e - wide) / 2.0).clamp(0.0, frame.width - wide);
        let north = whole((n + s - high) / 2.0).clamp(0.0, frame.height - high);
        Window { west, north, wide, high }
    }

    /// The step at or above so many times what is legible.
    fn stepped(times: f64) -> f64 {
        if times <= Self::WIDER {
            1.0 + ((times - 1.0) / Self::STEP).ceil().max(0.0) * Self::STEP
        } else {
            Self::WIDER.powf((times.ln() / Self::WIDER.ln()).ceil())
        }
    }
}

impl Window {
    /// The places of the last fight, and of what else happened so near that all of it can be seen together: losses and fights before moves,
    /// what came last before what came first.
    fn fought<'o>(index: &Index<'_>, frame: &Frame, overlay: &'o Overlay, room: f64) -> Vec<&'o String> {
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
            let centres: Vec<_> = ids.iter().filter_map(|id| Some(frame.at(index.get(id.as_str())?.centre))).collect();
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

/// How many colours a picture has and at which level it is packed, as far as that makes it light. Fewer colours come before more effort: level 3 takes
/// 1.4 times as long as the quick one, level 4 twice, level 5 two and a half times, level 6 four times.
const PACKINGS: [(usize, i32); 5] = [(40, QUICK), (30, QUICK), (24, QUICK), (22, 3), (22, 4)];

/// The same of what none of these makes light, and that still tells the levels of the ground apart. Level 6 would take a fiftieth off that.
const LIGHTEST: (usize, i32) = (22, 5);

/// Of so many rows of a picture the colours of one are counted.
const COUNTED: usize = 4;

/// The quickest level that makes small pictures.
const QUICK: i32 = 2;

/// What a level leaves of what the quick one does, with few colours.
fn left_by(level: i32) -> f64 {
    match level {
        ..=QUICK => 1.0,
        3 => 0.93,
        _ => 0.89,
    }
}

/// Writes an opaque picture as a PNG of few colours, of so many bytes at most where that can be.
fn encode(pixmap: &Pixmap, light: usize) -> Result<Vec<u8>, PictureError> {
    if pixmap.pixels().len() > palette::MOST {
        return Err(PictureError::Width(pixmap.width()));
    }
    let colours = palette::Colours::of(pixmap.data(), pixmap.width() as usize, COUNTED);
    // Packing is the dearest step, and done once as a rule: what it will come to is told by some of the rows, and by how often neighbours differ.
    let (some, share) = colours.some(pixmap.width() as usize);
    let mut each = None;
    for (most, level) in PACKINGS {
        let mut inks = colours.inks(most);
        let sample = inks.pixels(&some);
        let differ = sample.iter().zip(&sample[1.min(sample.len())..]).filter(|(a, b)| a != b).count() as f64;
        let weight = match each {
            Some(weight) => weight,
            None => zlib::pack(&sample, QUICK)?.len() as f64 / differ.max(1.0) / share,
        };
        let expected = differ * weight * left_by(level);
        each = Some(weight);
        if expected <= light as f64 {
            let out = packed(pixmap, inks.of(&colours), level)?;
            if out.len() <= light {
                return Ok(out);
            }
            // Heavier than the sample said: so is what comes next.
            each = Some(weight * out.len() as f64 / expected.max(1.0));
        }
    }
    let (most, level) = LIGHTEST;
    packed(pixmap, colours.reduced(most), level)
}

fn packed(pixmap: &Pixmap, indexed: palette::Indexed, level: i32) -> Result<Vec<u8>, PictureError> {
    // Filters help gradients; indices have none, which is the nought that each row begins with.
    let wide = pixmap.width() as usize;
    let mut rows = Vec::with_capacity(indexed.pixels.len() + indexed.pixels.len() / wide.max(1));
    for row in indexed.pixels.chunks(wide.max(1)) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    // Compressed here, which costs most: the PNG writer has a slower way of its own to do it.
    let bytes = zlib::pack(&rows, level)?;
    let mut out = Vec::with_capacity(bytes.len() + 1024);
    let mut encoder = png::Encoder::new(&mut out, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(indexed.palette);
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &bytes)?;
    writer.finish()?;
    Ok(out)
}
