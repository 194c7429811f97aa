//! Counters as pixels: most of a picture's counters were on the one before, and setting their names anew takes longer than anything else.

use crate::lettering;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many bytes the young stamps take at most, and as many again the old ones: at ten or twenty kilobytes each in a letter that is every counter of a
/// large game in most of its states, at two scales.
const YOUNG: usize = 16 << 20;

/// A small drawing as pixels, and where they begin, from its origin.
#[derive(Debug)]
struct Stamp {
    west: i32,
    north: i32,
    pixels: Pixmap,
}

/// Stamps by pixels to a unit, and drawing.
type Kept = HashMap<(u32, String), Option<Arc<Stamp>>>;

/// The stamps that were used last. What was not used while others of [`YOUNG`] bytes were is forgotten.
#[derive(Debug, Default)]
pub(crate) struct Stamps(Mutex<Ages>);

#[derive(Debug, Default)]
struct Ages {
    young: Kept,
    /// How many bytes those take.
    bytes: usize,
    old: Kept,
}

impl Ages {
    fn keep(&mut self, key: (u32, String), stamp: Option<Arc<Stamp>>) {
        if self.bytes >= YOUNG {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += key.1.len() + stamp.as_ref().map_or(0, |s| s.pixels.data().len());
        self.young.insert(key, stamp);
    }
}

impl Stamps {
    /// Puts a drawing on a picture with its origin at a point, in pixels. It is moved to whole pixels, so that a counter looks the same
    /// wherever it stands.
    pub(crate) fn put(
        &self,
        picture: &mut Pixmap,
        (x, y): (f64, f64),
        scale: f32,
        drawing: String,
    ) -> Result<(), usvg::Error> {
        if let Some(stamp) = self.find(scale, drawing)? {
            lay(picture, &stamp, x.round() as i32, y.round() as i32);
        }
        Ok(())
    }

    fn find(&self, scale: f32, drawing: String) -> Result<Option<Arc<Stamp>>, usvg::Error> {
        let key = (scale.to_bits(), drawing);
        {
            // A thread that panicked while it held the lock left at worst a stamp out.
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(found) = kept.young.get(&key) {
                return Ok(found.clone());
            }
            if let Some(found) = kept.old.remove(&key) {
                kept.keep(key, found.clone());
                return Ok(found);
            }
        }
        let stamp = made(scale, &key.1)?.map(Arc::new);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keep(key, stamp.clone());
        Ok(stamp)
    }
}

/// Draws a stamp; nothing where nothing can be seen.
fn made(scale: f32, drawing: &str) -> Result<Option<Stamp>, usvg::Error> {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\" font-family=\"{}\" fill=\"none\">{drawing}</svg>",
        crate::FONT_FAMILY
    );
    let tree = usvg::Tree::from_str(&svg, &lettering::options())?;
    let bounds = tree.root().abs_layer_bounding_box();
    // A pixel more on every side, for edges that are smoothed.
    let (west, north) = ((bounds.left() * scale).floor() as i32 - 1, (bounds.top() * scale).floor() as i32 - 1);
    let wide = ((bounds.right() * scale).ceil() as i32 + 1 - west).clamp(1, 2048);
    let high = ((bounds.bottom() * scale).ceil() as i32 + 1 - north).clamp(1, 2048);
    let Some(mut pixels) = Pixmap::new(wide as u32, high as u32) else { return Ok(None) };
    let place = Transform::from_scale(scale, scale).post_translate(-west as f32, -north as f32);
    resvg::render(&tree, place, &mut pixels.as_mut());
    Ok(Some(Stamp { west, north, pixels }))
}

/// Lays a stamp over a picture, what reaches beyond it cut off.
fn lay(picture: &mut Pixmap, stamp: &Stamp, x: i32, y: i32) {
    let (wide, high) = (picture.width() as i32, picture.height() as i32);
    let (west, north) = (x.saturating_add(stamp.west), y.saturating_add(stamp.north));
    let (east, south) =
        (west.saturating_add(stamp.pixels.width() as i32), north.saturating_add(stamp.pixels.height() as i32));
    let (from, to) = (west.max(0), east.min(wide));
    if from >= to {
        return;
    }
    let row = stamp.pixels.width() as usize * 4;
    let (skip, take) = ((from - west) as usize * 4, (to - from) as usize * 4);
    for line in north.max(0)..south.min(high) {
        let source = (line - north) as usize * row + skip;
        let target = (line as usize * wide as usize + from as usize) * 4;
        let source = &stamp.pixels.data()[source..source + take];
        let target = &mut picture.data_mut()[target..target + take];
        for (over, under) in source.as_chunks::<4>().0.iter().zip(target.as_chunks_mut::<4>().0) {
            match over[3] {
                0 => {}
                255 => *under = *over,
                // Colours are stored as much of them as covers.
                cover => {
                    let rest = 255 - u32::from(cover);
                    for (u, o) in under.iter_mut().zip(over) {
                        *u = o.saturating_add(((u32::from(*u) * rest + 127) / 255) as u8);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOT: &str = "<circle r=\"5\" fill=\"#ff0000\"/>";

    fn paper() -> Pixmap {
        let mut picture = Pixmap::new(40, 30).unwrap();
        picture.fill(resvg::tiny_skia::Color::WHITE);
        picture
    }

    fn colour(picture: &Pixmap, x: u32, y: u32) -> (u8, u8, u8) {
        let p = picture.pixel(x, y).unwrap();
        (p.red(), p.green(), p.blue())
    }

    #[test]
    fn a_stamp_lies_about_its_point_and_is_cut_off_at_the_edge() {
        let stamps = Stamps::default();
        let mut picture = paper();
        stamps.put(&mut picture, (20.3, 14.8), 2.0, DOT.to_owned()).unwrap();
        assert_eq!(colour(&picture, 20, 15), (255, 0, 0));
        assert_eq!(colour(&picture, 28, 15), (255, 0, 0));
        assert_eq!(colour(&picture, 31, 15), (255, 255, 255));
        for at in [(0.0, 0.0), (39.0, 29.0), (-300.0, 5.0), (5.0, 300.0), (1e12, -1e12)] {
            stamps.put(&mut picture, at, 2.0, DOT.to_owned()).unwrap();
        }
        assert_eq!(colour(&picture, 0, 0), (255, 0, 0));
        assert_eq!(colour(&picture, 39, 29), (255, 0, 0));
        assert!(picture.pixels().iter().all(|p| p.alpha() == 255));
    }

    #[test]
    fn what_is_forgotten_is_made_again_alike() {
        let stamps = Stamps::default();
        let mut first = paper();
        stamps.put(&mut first, (20.0, 15.0), 1.3, DOT.to_owned()).unwrap();
        let first_key = (1.3_f32.to_bits(), DOT.to_owned());
        // A stamp of 402 pixels' side is 646 KB; twice as many as are young bring everything else out.
        for r in 0..2 * (YOUNG / 600_000 + 1) {
            let drawing = format!("<circle r=\"200\" fill=\"#{r:03x}\"/>");
            stamps.put(&mut paper(), (5.0, 5.0), 1.0, drawing).unwrap();
        }
        {
            let kept = stamps.0.lock().unwrap();
            let bytes = |kept: &Kept| kept.values().flatten().map(|s| s.pixels.data().len()).sum::<usize>();
            assert!(bytes(&kept.young) < YOUNG + 1_000_000 && bytes(&kept.old) < YOUNG + 1_000_000);
            assert!(!kept.young.contains_key(&first_key) && !kept.old.contains_key(&first_key));
        }
        let mut second = paper();
        stamps.put(&mut second, (20.0, 15.0), 1.3, DOT.to_owned()).unwrap();
        assert_eq!(first.data(), second.data());
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        let mut picture = paper();
        Stamps::default().put(&mut picture, (5.0, 5.0), 1.0, String::new()).unwrap();
        assert_eq!(picture.data(), paper().data());
    }
}
