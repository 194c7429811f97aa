//! The ground of a whole sheet as pixels: letters of one game show a part here and a part there, and drawing the ground of one part takes nearly
//! as long as drawing all of it.

use crate::kept::{keep, recall};
use crate::palette::Colours;
use crate::zlib::{self, ZlibError};
use resvg::tiny_skia::Pixmap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many colours a tile has: more than any picture that is cut from it.
const COLOURS: usize = 256;
/// Pixels of a tile's side: a letter's picture takes a dozen or two, and each is unpacked by itself.
const TILE: usize = 256;
/// Tiles to a side of what is drawn at once: reading the ground's drawing costs as much as drawing so much of it.
const BLOCK: usize = 4;
/// How quickly tiles are packed, of zlib's levels: they are packed once and unpacked for every letter, and the quickest level takes them to a quarter.
const LEVEL: i32 = 1;

/// How many tiles are kept unpacked, those used last: a few letters' worth, four megabytes.
const OPEN: usize = 64;

/// Part of a plate in pixels: from west to east, and from north to south.
type Part = (Range<usize>, Range<usize>);

/// The ground of a sheet at one scale, in tiles of a byte a pixel: drawn when they are first asked for, and kept packed.
#[derive(Debug)]
pub(crate) struct Plate {
    size: (usize, usize),
    tiles: Mutex<Vec<Option<Arc<Tile>>>>,
    /// Pixels of tiles that letters have just shown, by the tiles' places: those used last are the last.
    open: Mutex<Vec<(usize, Arc<Vec<u8>>)>>,
    /// How many bytes the tiles take: read by who keeps many plates, who must not wait for one of them.
    bytes: AtomicUsize,
    /// Held while ground is drawn, so that nobody draws the same beside it; what is there already is cut out meanwhile.
    drawing: Mutex<()>,
}

#[derive(Debug)]
struct Tile {
    /// Opaque; as many as a byte can name.
    colours: Box<[[u8; 4]; COLOURS]>,
    packed: Vec<u8>,
}

impl Plate {
    /// A ground of so many pixels, of which nothing is drawn yet.
    pub(crate) fn of(size: (usize, usize)) -> Self {
        let tiles = vec![None; size.0.div_ceil(TILE) * size.1.div_ceil(TILE)];
        Plate {
            size,
            tiles: Mutex::new(tiles),
            open: Mutex::default(),
            bytes: AtomicUsize::new(0),
            drawing: Mutex::new(()),
        }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Its tiles, for as long as it takes to look at them: a thread that panicked while it held them left at worst one out.
    fn tiles(&self) -> MutexGuard<'_, Vec<Option<Arc<Tile>>>> {
        self.tiles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the part that begins at a pixel and is as large as the picture. What lies outside stays as it is. What was not asked for before is
    /// drawn by `draw`, given the part of the plate; one at a time.
    ///
    /// # Errors
    /// Those of `draw`, and where a tile cannot be packed or unpacked.
    pub(crate) fn cut<E: From<ZlibError>>(
        &self,
        (west, north): (usize, usize),
        picture: &mut Pixmap,
        draw: impl FnOnce(&Part) -> Result<Pixmap, E>,
    ) -> Result<(), E> {
        let wide = picture.width() as usize;
        let (east, south) = ((west + wide).min(self.size.0), (north + picture.height() as usize).min(self.size.1));
        if west >= east || north >= south {
            return Ok(());
        }
        let across = self.size.0.div_ceil(TILE);
        let (columns, rows) = (west / TILE..east.div_ceil(TILE), north / TILE..south.div_ceil(TILE));
        let wanted: Vec<_> = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column))).collect();
        let seen = || -> Option<Vec<Arc<Tile>>> {
            let tiles = self.tiles();
            wanted.iter().map(|(row, column)| tiles[row * across + column].clone()).collect()
        };
        let tiles = match seen() {
            Some(tiles) => tiles,
            None => {
                let _alone = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
                if seen().is_none() {
                    self.draw((&columns, &rows), draw)?;
                }
                seen().unwrap_or_default()
            }
        };
        for ((row, column), tile) in wanted.into_iter().zip(tiles) {
            let (left, top) = (column * TILE, row * TILE);
            let (tile_wide, tile_high) = (TILE.min(self.size.0 - left), TILE.min(self.size.1 - top));
            let pixels = self.pixels(row * across + column, &tile, tile_wide * tile_high)?;
            let (from, to) = (left.max(west), east.min(left + tile_wide));
            for y in top.max(north)..south.min(top + tile_high) {
                let of_tile = &pixels[(y - top) * tile_wide..][from - left..to - left];
                let at = ((y - north) * wide + from - west) * 4;
                let of_picture = picture.data_mut()[at..].as_chunks_mut::<4>().0;
                for (index, pixel) in of_tile.iter().zip(of_picture) {
                    *pixel = tile.colours[usize::from(*index)];
                }
            }
        }
        Ok(())
    }

    /// So many pixels of a tile: unpacking costs more than cutting them out.
    fn pixels(&self, at: usize, tile: &Tile, many: usize) -> Result<Arc<Vec<u8>>, ZlibError> {
        if let Some((_, found)) = recall(&self.open, |(place, _)| *place == at) {
            return Ok(found);
        }
        let mut pixels = vec![0; many];
        zlib::unpack(&tile.packed, &mut pixels)?;
        let pixels = Arc::new(pixels);
        keep(&self.open, (at, pixels.clone()), OPEN);
        Ok(pixels)
    }

    /// Draws the blocks around some tiles, of those the ones that miss tiles, as one part.
    fn draw<E: From<ZlibError>>(
        &self,
        (columns, rows): (&Range<usize>, &Range<usize>),
        draw: impl FnOnce(&Part) -> Result<Pixmap, E>,
    ) -> Result<(), E> {
        let (across, down) = (self.size.0.div_ceil(TILE), self.size.1.div_ceil(TILE));
        let (of_columns, of_rows): (Vec<_>, Vec<_>) = {
            let tiles = self.tiles();
            let missing = |row: usize, column: usize| tiles[row * across + column].is_none();
            (
                columns.clone().filter(|c| rows.clone().any(|r| missing(r, *c))).collect(),
                rows.clone().filter(|r| columns.clone().any(|c| missing(*r, c))).collect(),
            )
        };
        let blocks = |missing: &[usize], end: usize| {
            let first = missing.first().map_or(0, |n| n / BLOCK * BLOCK);
            first..missing.last().map_or(first, |n| (n / BLOCK + 1) * BLOCK).min(end)
        };
        let (columns, rows) = (blocks(&of_columns, across), blocks(&of_rows, down));
        let (west, north) = (columns.start * TILE, rows.start * TILE);
        let (east, south) = ((columns.end * TILE).min(self.size.0), (rows.end * TILE).min(self.size.1));
        let drawn = draw(&(west..east, north..south))?;
        for row in rows {
            for column in columns.clone() {
                let at = row * across + column;
                // What is there stays: drawn with others about it, it may differ by a step of colour, and a letter that is drawn again would too.
                if self.tiles()[at].is_some() {
                    continue;
                }
                let (left, top) = (column * TILE - west, row * TILE - north);
                let lines = drawn.data().chunks_exact((east - west).max(1) * 4).skip(top).take(TILE);
                let right = (left + TILE).min(east - west);
                let part: Vec<u8> = lines.flat_map(|line| &line[left * 4..right * 4]).copied().collect();
                let reduced = Colours::of(&part, TILE, 1).reduced(COLOURS);
                let mut colours = Box::new([[0, 0, 0, 255]; COLOURS]);
                for (colour, [r, g, b]) in colours.iter_mut().zip(reduced.palette.as_chunks::<3>().0) {
                    *colour = [*r, *g, *b, 255];
                }
                let tile = Tile { colours, packed: zlib::pack(&reduced.pixels, LEVEL)? };
                self.bytes.fetch_add(tile.packed.len() + size_of_val(&*tile.colours), Ordering::Relaxed);
                self.tiles()[at] = Some(Arc::new(tile));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::PictureError;
    use resvg::tiny_skia::Color;

    /// Paper with a speck in each of the tiles and on both sides of their edges.
    fn specked(wide: usize, high: usize) -> Pixmap {
        let mut drawn = Pixmap::new(wide as u32, high as u32).unwrap();
        drawn.fill(Color::from_rgba8(0xf2, 0xe8, 0xd0, 255));
        for y in (0..high).filter(|y| y % 51 == 0 || y % TILE == TILE - 1) {
            for x in (0..wide).filter(|x| x % 37 == 0 || x % TILE == TILE - 1) {
                let at = (y * wide + x) * 4;
                drawn.data_mut()[at..at + 4].copy_from_slice(&[0x1c, 0x16, 0x10, 255]);
            }
        }
        drawn
    }

    /// That part of a drawing.
    fn part(drawn: &Pixmap, (columns, rows): &Part) -> Pixmap {
        let mut part = Pixmap::new(columns.len() as u32, rows.len() as u32).unwrap();
        let lines = drawn.data().chunks_exact(drawn.width() as usize * 4).skip(rows.start);
        for (to, from) in part.data_mut().chunks_exact_mut(columns.len() * 4).zip(lines) {
            to.copy_from_slice(&from[columns.start * 4..columns.end * 4]);
        }
        part
    }

    #[test]
    fn a_part_is_cut_out_where_it_lies_and_drawn_once() {
        let (wide, high) = (6 * TILE + 40, 5 * TILE + 20);
        let drawn = specked(wide, high);
        let plate = Plate::of((wide, high));
        let (w, h) = (300, 600);
        let mut asked = Vec::new();
        for (west, north) in [(0, 0), (20, 10), (256, 512), (255, 511), (700, 700), (wide - w, high - h), (0, 0)] {
            let mut picture = Pixmap::new(w as u32, h as u32).unwrap();
            let draw = |of: &Part| {
                asked.push((of.clone(), west));
                Ok::<_, PictureError>(part(&drawn, of))
            };
            plate.cut((west, north), &mut picture, draw).unwrap();
            for (n, pixel) in picture.pixels().iter().enumerate() {
                let (x, y) = (west + n % w, north + n / w);
                assert_eq!(pixel, &drawn.pixels()[y * wide + x], "{x} {y} of {west} {north}");
            }
        }
        // The first block; below it; east of both, down to the edge.
        let block = BLOCK * TILE;
        let expected = [((0..block, 0..block), 0), ((0..block, block..high), 256), ((block..wide, 0..high), 1276)];
        assert!(asked.iter().map(|(part, _)| part).eq(expected.iter().map(|(part, _)| part)), "{asked:?}");
        assert!(plate.bytes() < wide * high / 8, "{}", plate.bytes());
    }

    #[test]
    fn beyond_the_edge_the_picture_stays_blank() {
        let drawn = specked(30, 20);
        let mut picture = Pixmap::new(10, 8).unwrap();
        let plate = Plate::of((30, 20));
        plate.cut((25, 16), &mut picture, |of| Ok::<_, PictureError>(part(&drawn, of))).unwrap();
        assert_eq!(picture.pixels().iter().filter(|p| p.alpha() == 255).count(), 5 * 4);
        plate.cut((30, 25), &mut picture, |_| unreachable!()).map_err(|e: PictureError| e).unwrap();
    }

    #[test]
    fn what_is_there_stays_when_what_lies_about_it_is_drawn() {
        let plate = Plate::of((5 * TILE, 5 * TILE));
        let filled = |grey: u8| {
            move |(columns, rows): &Part| {
                let mut part = Pixmap::new(columns.len() as u32, rows.len() as u32).unwrap();
                part.fill(Color::from_rgba8(grey, grey, grey, 255));
                Ok::<_, PictureError>(part)
            }
        };
        let mut picture = Pixmap::new(200, 200).unwrap();
        plate.cut((0, 0), &mut picture, filled(0x40)).unwrap();
        // Over the corner of the block that is there, and of the three about it.
        let corner = BLOCK * TILE - 100;
        plate.cut((corner, corner), &mut picture, filled(0xd0)).unwrap();
        let pixels = picture.pixels();
        assert_eq!((pixels[0].red(), pixels[pixels.len() - 1].red()), (0x40, 0xd0));
    }

    #[test]
    fn what_could_not_be_drawn_is_asked_for_again() {
        let drawn = specked(30, 20);
        let plate = Plate::of((30, 20));
        let mut picture = Pixmap::new(10, 8).unwrap();
        assert!(plate.cut((0, 0), &mut picture, |_| Err(PictureError::Width(0))).is_err());
        plate.cut((0, 0), &mut picture, |of| Ok::<_, PictureError>(part(&drawn, of))).unwrap();
        assert_eq!(picture.pixels()[0], drawn.pixels()[0]);
    }
}
