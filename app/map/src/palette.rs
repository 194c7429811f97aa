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

#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sum: [u64; 3],
}

/// Reduces an RGBA picture to at most `colours` colours (16 to 256).
pub(crate) fn reduce(rgba: &[u8], colours: usize) -> Indexed {
    let key = |p: &[u8]| {
        let c = |v: u8| usize::from(v >> (8 - BITS));
        c(p[0]) << (2 * BITS) | c(p[1]) << BITS | c(p[2])
    };
    let mut bins = vec![Bin::default(); 1 << (3 * BITS)];
    // Flat colours come in runs: each is counted once.
    for run in rgba.as_chunks::<4>().0.chunk_by(|a, b| a == b) {
        let (count, colour) = (run.len() as u64, run[0]);
        let bin = &mut bins[key(&colour)];
        bin.count += count;
        for (sum, v) in bin.sum.iter_mut().zip(colour) {
            *sum += count * u64::from(v);
        }
    }
    let used: Vec<Bin> = bins.iter().copied().filter(|b| b.count > 0).collect();
    let mut palette: Vec<[u8; 3]> = FIXED.to_vec();
    palette.extend(cut(used, colours.clamp(16, 256) - FIXED.len()));

    // Each bin goes to the colour nearest to its mean.
    let nearest: Vec<u8> = bins
        .iter()
        .map(|b| {
            if b.count == 0 {
                return 0;
            }
            let mean = mean(b);
            let best = palette.iter().enumerate().min_by_key(|(_, c)| far(c.as_slice(), mean.as_slice()));
            best.and_then(|(i, _)| u8::try_from(i).ok()).unwrap_or(0)
        })
        .collect();
    Indexed {
        pixels: rgba.chunks_exact(4).map(|p| nearest[key(p)]).collect(),
        palette: palette.into_iter().flatten().collect(),
    }
}

/// How far two colours are apart to the eye, which weighs green most and blue least.
fn far(a: &[u8], b: &[u8]) -> i64 {
    let d = |i: usize| i64::from(a[i]) - i64::from(b[i]);
    3 * d(0) * d(0) + 6 * d(1) * d(1) + 2 * d(2) * d(2)
}

fn mean(bin: &Bin) -> [u8; 3] {
    bin.sum.map(|s| u8::try_from(s / bin.count.max(1)).unwrap_or(u8::MAX))
}

/// Median cut: the box whose colours spread most, weighed by how many pixels they have, is split until there are enough.
fn cut(bins: Vec<Bin>, want: usize) -> Vec<[u8; 3]> {
    let mut boxes = vec![bins];
    while boxes.len() < want {
        let spread = |b: &Vec<Bin>| {
            let of = |i: usize| {
                let v = b.iter().map(|bin| mean(bin)[i]);
                v.clone().max().zip(v.min()).map_or(0, |(high, low)| u64::from(high - low))
            };
            let (i, wide) = (0..3).map(|i| (i, of(i))).max_by_key(|(_, w)| *w).unwrap_or((0, 0));
            let count: u64 = b.iter().map(|bin| bin.count).sum();
            // The root of the count: the paper is most of the picture and must not take all the colours.
            (i, wide as f64 * (count as f64).powf(0.4))
        };
        let widest = boxes
            .iter()
            .enumerate()
            .filter(|(_, b)| b.len() > 1)
            .map(|(k, b)| (k, spread(b)))
            .max_by(|a, b| a.1.1.total_cmp(&b.1.1));
        let Some((k, (channel, _))) = widest else { break };
        let mut low = boxes.swap_remove(k);
        low.sort_by_key(|b| mean(b)[channel]);
        let half: u64 = low.iter().map(|b| b.count).sum::<u64>() / 2;
        let mut seen = 0;
        let at = low.iter().position(|b| {
            seen += b.count;
            seen > half
        });
        let at = at.unwrap_or(0).clamp(1, low.len() - 1);
        let high = low.split_off(at);
        boxes.push(low);
        boxes.push(high);
    }
    let colour = |b: &Vec<Bin>| {
        let all = b.iter().fold(Bin::default(), |a, b| Bin {
            count: a.count + b.count,
            sum: [a.sum[0] + b.sum[0], a.sum[1] + b.sum[1], a.sum[2] + b.sum[2]],
        });
        mean(&all)
    };
    boxes.iter().filter(|b| !b.is_empty()).map(colour).collect()
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
        let out = reduce(&rgba, 32);
        assert!(out.palette.len() <= 32 * 3);
        let last = usize::from(*out.pixels.last().unwrap()) * 3;
        assert_eq!(&out.palette[last..last + 3], [0xa3, 0x17, 0x0f]);
    }

    #[test]
    fn an_empty_picture_is_no_accident() {
        let out = reduce(&[], 16);
        assert!(out.pixels.is_empty() && !out.palette.is_empty());
    }
}
