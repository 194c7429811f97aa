//! From full colour to a palette: median cut over a coarse histogram, without dithering, so that flat colours stay flat
//! and the picture packs well.

/// An opaque picture of few colours.
pub(crate) struct Indexed {
    /// Colours, three bytes each.
    pub(crate) palette: Vec<u8>,
    /// One index a pixel, row by row.
    pub(crate) pixels: Vec<u8>,
}

/// Colours that must come out as they are: they carry meaning on counters and marks.
const FIXED: [[u8; 3]; 15] = [
    [0xff, 0xe1, 0x4d],
    [0xc8, 0x47, 0x2f],
    [0x7d, 0x4f, 0x24],
    [0x1c, 0x16, 0x10],
    [0xff, 0xff, 0xff],
    [0xff, 0xfa, 0xf0],
    [0xa3, 0x17, 0x0f],
    [0x8f, 0xb0, 0xd8],
    [0xc3, 0xbe, 0xb3],
    [0xd3, 0xe0, 0xf0],
    [0xe8, 0xe5, 0xde],
    [0xf2, 0xc4, 0x37],
    [0x3f, 0x8f, 0x4f],
    [0x1f, 0x44, 0x80],
    [0x4b, 0x46, 0x3e],
];

/// Bits kept of each channel in the histogram.
const BITS: u32 = 5;

/// Neighbouring colours as one: how often they occur, and their mean.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sum: [u64; 3],
    mean: [u8; 3],
}

/// How many pixels can be counted.
pub(crate) const MOST: usize = 1 << 24;

/// A bin while pixels are counted: red below green, blue below how many, each of 32 bits. That holds the sums of [`MOST`] pixels, and
/// all bins together are small enough for the processor's cache.
#[derive(Clone, Copy, Default)]
struct Tally([u64; 2]);

impl Tally {
    fn add(&mut self, count: u64, [r, g, b, _]: [u8; 4]) {
        self.0[0] += count * (u64::from(r) | u64::from(g) << 32);
        self.0[1] += count * (u64::from(b) | 1 << 32);
    }

    fn bin(self) -> Option<Bin> {
        let [red_green, blue_count] = self.0;
        let low = |v: u64| v & u64::from(u32::MAX);
        let (count, sum) = (blue_count >> 32, [low(red_green), red_green >> 32, low(blue_count)]);
        let bin = Bin { count, sum, ..Bin::default() };
        (count > 0).then(|| Bin { mean: mean(&bin), ..bin })
    }
}

/// The colours of a picture.
pub(crate) struct Colours {
    /// The bins that occur, by their keys.
    bins: Vec<(u16, Bin)>,
    /// The key of each pixel.
    keys: Vec<u16>,
}

impl Colours {
    /// Counts the colours of an RGBA picture of up to [`MOST`] pixels, so many of them wide: of each row, or of one in so many, which says nearly as well how
    /// often each occurs.
    pub(crate) fn of(rgba: &[u8], wide: usize, one_in: usize) -> Self {
        let pixels = rgba.as_chunks::<4>().0;
        let keys: Vec<u16> = pixels.iter().map(|pixel| key(*pixel)).collect();
        let mut tallies = vec![Tally::default(); 1 << (3 * BITS)];
        for row in pixels.chunks(wide.max(1)).step_by(one_in.max(1)) {
            // Flat colours come in runs: each is counted once.
            for run in row.chunk_by(|a, b| a == b) {
                tallies[usize::from(key(run[0]))].add(run.len() as u64, run[0]);
            }
        }
        Colours { bins: (0..).zip(tallies).filter_map(|(key, tally)| Some((key, tally.bin()?))).collect(), keys }
    }

    /// At most `most` colours (16 to 256) for the picture.
    fn palette(&self, most: usize) -> Vec<[u8; 3]> {
        let mut palette: Vec<[u8; 3]> = FIXED.to_vec();
        palette.extend(cut(self.bins.iter().map(|(_, b)| *b).collect(), most.clamp(16, 256) - FIXED.len()));
        palette
    }

    /// The picture in at most `most` colours (16 to 256).
    pub(crate) fn reduced(&self, most: usize) -> Indexed {
        self.inks(most).of(self)
    }

    /// The colours that the picture has then.
    pub(crate) fn inks(&self, most: usize) -> Inks {
        let palette = self.palette(most);
        // Each bin goes to the colour nearest to its mean.
        let mut indices = vec![None; 1 << (3 * BITS)];
        for (key, bin) in &self.bins {
            indices[usize::from(*key)] = Some(nearest(&palette, bin.mean));
        }
        Inks { palette, indices }
    }

    /// The keys of some rows of a picture so many pixels wide, from its upper, middle and lower third; and which share of all they are.
    pub(crate) fn some(&self, wide: usize) -> (Vec<u16>, f64) {
        let rows = self.keys.len() / wide.max(1);
        let strip = (rows / 18).max(8);
        let strips = [1, 3, 5]
            .map(|sixth| (rows * sixth / 6).saturating_sub(strip / 2)..rows.min(rows * sixth / 6 + strip.div_ceil(2)));
        let some: Vec<u16> =
            strips.into_iter().flat_map(|rows| &self.keys[rows.start * wide..rows.end * wide]).copied().collect();
        let share = some.len() as f64 / self.keys.len().max(1) as f64;
        (some, share)
    }
}

/// Few colours for a picture, and which of them becomes of each of its own.
pub(crate) struct Inks {
    palette: Vec<[u8; 3]>,
    /// The index of each key that was counted or looked up.
    indices: Vec<Option<u8>>,
}

impl Inks {
    /// Pixels of the picture, given by their keys. What was in none of the rows that were counted goes to the colour nearest to the middle of its bin.
    pub(crate) fn pixels(&mut self, keys: &[u16]) -> Vec<u8> {
        let Inks { palette, indices } = self;
        let index = |key: &u16| *indices[usize::from(*key)].get_or_insert_with(|| nearest(palette, middle(*key)));
        keys.iter().map(index).collect()
    }

    /// The whole picture.
    pub(crate) fn of(mut self, colours: &Colours) -> Indexed {
        Indexed { pixels: self.pixels(&colours.keys), palette: self.palette.into_iter().flatten().collect() }
    }
}

/// The bin of a colour.
fn key(colour: [u8; 4]) -> u16 {
    let c = |v: u8| u16::from(v >> (8 - BITS));
    c(colour[0]) << (2 * BITS) | c(colour[1]) << BITS | c(colour[2])
}

/// The middle of a bin.
fn middle(key: u16) -> [u8; 3] {
    [2, 1, 0].map(|channel| {
        let bits = key >> (channel * BITS) & ((1 << BITS) - 1);
        (bits << (8 - BITS)) as u8 | 1 << (7 - BITS)
    })
}

/// Which of a palette's colours is nearest to a colour.
fn nearest(palette: &[[u8; 3]], to: [u8; 3]) -> u8 {
    let best = palette.iter().enumerate().min_by_key(|(_, c)| far(**c, to));
    best.and_then(|(i, _)| u8::try_from(i).ok()).unwrap_or(0)
}

/// How far two colours are apart to the eye, which weighs green most and blue least.
fn far(a: [u8; 3], b: [u8; 3]) -> i32 {
    let d = |i: usize| i32::from(a[i]) - i32::from(b[i]);
    3 * d(0) * d(0) + 6 * d(1) * d(1) + 2 * d(2) * d(2)
}

fn mean(bin: &Bin) -> [u8; 3] {
    bin.sum.map(|s| u8::try_from(s / bin.count.max(1)).unwrap_or(u8::MAX))
}

/// Bins that become one colour, unless they are split: by which channel they spread most, and how much, weighed by how many pixels they have.
struct Heap {
    bins: Vec<Bin>,
    channel: usize,
    spread: f64,
}

impl Heap {
    fn of(bins: Vec<Bin>) -> Self {
        let (mut low, mut high, mut count) = ([u8::MAX; 3], [0; 3], 0);
        for bin in &bins {
            count += bin.count;
            for (i, v) in bin.mean.into_iter().enumerate() {
                low[i] = low[i].min(v);
                high[i] = high[i].max(v);
            }
        }
        let wide = |i: usize| high[i].saturating_sub(low[i]);
        let channel = (0..3).max_by_key(|i| wide(*i)).unwrap_or(0);
        // The root of the count: the paper is most of the picture and must not take all the colours.
        Heap { spread: f64::from(wide(channel)) * (count as f64).powf(0.4), channel, bins }
    }
}

/// Median cut: the heap whose colours spread most is split until there are enough.
fn cut(bins: Vec<Bin>, want: usize) -> Vec<[u8; 3]> {
    let mut heaps = vec![Heap::of(bins)];
    while heaps.len() < want {
        let many = heaps.iter().enumerate().filter(|(_, h)| h.bins.len() > 1);
        let Some((k, _)) = many.max_by(|a, b| a.1.spread.total_cmp(&b.1.spread)) else { break };
        let Heap { bins: mut low, channel, .. } = heaps.swap_remove(k);
        low.sort_by_key(|b| b.mean[channel]);
        let half: u64 = low.iter().map(|b| b.count).sum::<u64>() / 2;
        let mut seen = 0;
        let at = low.iter().position(|b| {
            seen += b.count;
            seen > half
        });
        let at = at.unwrap_or(0).clamp(1, low.len() - 1);
        let high = low.split_off(at);
        heaps.push(Heap::of(low));
        heaps.push(Heap::of(high));
    }
    let colour = |h: &Heap| {
        let all = h.bins.iter().fold(Bin::default(), |a, b| Bin {
            count: a.count + b.count,
            sum: [a.sum[0] + b.sum[0], a.sum[1] + b.sum[1], a.sum[2] + b.sum[2]],
            ..a
        });
        mean(&all)
    };
    heaps.iter().filter(|h| !h.bins.is_empty()).map(colour).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meaningful_colours_survive() {
        let mut rgba = Vec::new();
        for i in 0..4096_u32 {
            rgba.extend([(i % 256) as u8, (i / 16 % 256) as u8, 90, 255]);
        }
        rgba.extend([0xa3, 0x17, 0x0f, 255]);
        let out = Colours::of(&rgba, 1, 1).reduced(32);
        assert!(out.palette.len() <= 32 * 3);
        let last = usize::from(*out.pixels.last().unwrap()) * 3;
        assert_eq!(&out.palette[last..last + 3], [0xa3, 0x17, 0x0f]);
    }

    #[test]
    fn what_was_in_no_row_that_was_counted_goes_to_what_is_nearest() {
        let mut rgba = [[0xf0, 0xe0, 0xc0, 255]; 5 * 8].as_flattened().to_vec();
        // In the second of five rows, of which the first and the last are counted.
        rgba[9 * 4..10 * 4].copy_from_slice(&[0xa0, 0x14, 0x0c, 255]);
        let out = Colours::of(&rgba, 8, 4).reduced(32);
        let red = usize::from(out.pixels[9]) * 3;
        assert_eq!(&out.palette[red..red + 3], [0xa3, 0x17, 0x0f]);
        let paper = usize::from(out.pixels[8]) * 3;
        assert_eq!(&out.palette[paper..paper + 3], [0xf0, 0xe0, 0xc0]);
    }

    #[test]
    fn sums_hold_as_many_pixels_as_can_be_counted() {
        let mut tally = Tally::default();
        tally.add(MOST as u64, [255, 254, 253, 255]);
        let bin = tally.bin().unwrap();
        assert_eq!((bin.count, bin.mean), (MOST as u64, [255, 254, 253]));
    }

    #[test]
    fn an_empty_picture_is_no_accident() {
        let out = Colours::of(&[], 0, 0).reduced(16);
        assert!(out.pixels.is_empty() && !out.palette.is_empty());
    }
}
