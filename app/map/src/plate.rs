//! The ground of a whole sheet as pixels: letters of one game show a part here and a part there, and drawing the ground of one part takes nearly
//! as long as drawing all of it.

use crate::palette::Colours;
use resvg::tiny_skia::Pixmap;

/// How many colours a plate has: more than any picture that is cut from it.
const COLOURS: usize = 256;

/// The ground of a sheet at one scale, a byte a pixel.
#[derive(Debug)]
pub(crate) struct Plate {
    width: usize,
    colours: Vec<[u8; 4]>,
    pixels: Vec<u8>,
}

impl Plate {
    /// How many pixels a plate has at most: a byte each when it is kept, four while it is drawn.
    pub(crate) const LARGEST: f64 = 16e6;

    /// A drawn ground, opaque.
    pub(crate) fn of(drawn: &Pixmap) -> Self {
        let reduced = Colours::of(drawn.data()).reduced(COLOURS);
        Plate {
            width: drawn.width() as usize,
            colours: reduced.palette.as_chunks::<3>().0.iter().map(|[r, g, b]| [*r, *g, *b, 255]).collect(),
            pixels: reduced.pixels,
        }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.pixels.len()
    }

    /// Copies the part that begins at a pixel and is as large as the picture. What lies outside stays as it is.
    pub(crate) fn cut(&self, (west, north): (usize, usize), picture: &mut Pixmap) {
        let (wide, high) = (picture.width() as usize, picture.height() as usize);
        let rows = self.pixels.chunks_exact(self.width.max(1)).skip(north).take(high);
        for (from, to) in rows.zip(picture.data_mut().chunks_exact_mut(wide * 4)) {
            for (index, pixel) in from.iter().skip(west).zip(to.as_chunks_mut::<4>().0) {
                *pixel = self.colours[usize::from(*index)];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Color;

    #[test]
    fn a_part_is_cut_out_where_it_lies() {
        let mut drawn = Pixmap::new(30, 20).unwrap();
        drawn.fill(Color::from_rgba8(0xf2, 0xe8, 0xd0, 255));
        let (wide, at) = (30, 12 * 30 + 21);
        drawn.data_mut()[at * 4..at * 4 + 4].copy_from_slice(&[0x1c, 0x16, 0x10, 255]);
        let plate = Plate::of(&drawn);
        assert_eq!(plate.bytes(), 600);
        let mut picture = Pixmap::new(10, 8).unwrap();
        plate.cut((20, 10), &mut picture);
        for (n, pixel) in picture.pixels().iter().enumerate() {
            let (x, y) = (20 + n % 10, 10 + n / 10);
            assert_eq!(pixel, &drawn.pixels()[y * wide + x], "{x} {y}");
        }
        // At the edge the rest stays blank.
        let mut picture = Pixmap::new(10, 8).unwrap();
        plate.cut((25, 16), &mut picture);
        assert_eq!(picture.pixels().iter().filter(|p| p.alpha() == 255).count(), 5 * 4);
    }
}
