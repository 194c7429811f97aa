//! Stored hashes in parcels of 256, by the addresses of c2sp.org/tlog-tiles.

use crate::proof::Run;
use crate::tree::LARGEST;

/// The hashes of a full tile.
pub const WIDTH: u64 = 256;

/// A parcel of hashes that stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    /// The level of the hashes: 0 for leaves, `l` for roots over `256^l` leaves.
    pub level: u8,
    /// The number of the tile on its level.
    pub number: u64,
    /// How many hashes it has: 256, or fewer at the right edge of the tree.
    pub width: u64,
}

impl Tile {
    /// The address below `…/tile/`: `1/x001/234`, `0/007.p/112`; nothing when it is not the one way to write one.
    pub fn read(path: &str) -> Option<Tile> {
        let (level, rest) = path.split_once('/')?;
        let level: u8 = plain(level).filter(|level| *level < 64)? as u8;
        let (number, width) = match rest.split_once(".p/") {
            Some((number, width)) => (number, plain(width).filter(|w| (1..WIDTH).contains(w))?),
            None => (rest, WIDTH),
        };
        let mut digits = String::new();
        let groups: Vec<&str> = number.split('/').collect();
        let (last, before) = groups.split_last()?;
        for group in before {
            digits.push_str(group.strip_prefix('x').filter(|g| three(g))?);
        }
        digits.push_str(Some(*last).filter(|g| three(g))?);
        let tile = Tile { level, number: digits.parse().ok()?, width };
        (tile.number <= LARGEST / WIDTH && tile.path() == path).then_some(tile)
    }

    /// Its address below `…/tile/`.
    pub fn path(&self) -> String {
        let mut number = format!("{:03}", self.number % 1000);
        let mut rest = self.number / 1000;
        while rest > 0 {
            number = format!("x{:03}/{number}", rest % 1000);
            rest /= 1000;
        }
        match self.width {
            WIDTH => format!("{}/{number}", self.level),
            width => format!("{}/{number}.p/{width}", self.level),
        }
    }

    /// Whether a tree of `size` leaves has so many hashes there.
    pub fn is_in(&self, size: u64) -> bool {
        let on_level = size.checked_shr(8 * u32::from(self.level)).unwrap_or(0);
        self.number.checked_mul(WIDTH).and_then(|n| n.checked_add(self.width)).is_some_and(|end| end <= on_level)
    }

    /// The hashes it has, as the storage is asked for them.
    pub fn hashes(&self) -> Run {
        Run { level: self.level, from: self.number * WIDTH, count: self.width }
    }
}

/// A number without a leading zero.
fn plain(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits && (text == "0" || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

fn three(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_digit())
}
