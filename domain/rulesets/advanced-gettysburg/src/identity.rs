//! What lies on a brigade whose name is hidden (0.4), and who is under it as far as a reader knows.

use super::options::Options;
use super::plain::plain;
use super::units::{UnitId, UnitSpec};
use domain_core::referee::Side;
use serde::{Deserialize, Serialize};

/// Who is not known.
pub(super) const NOBODY: u16 = u16::MAX;

/// What lies on a counter while its name is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// The id under which it is shown.
    pub id: String,
    /// What it is called.
    pub name: String,
}

/// Whose names are hidden, as far as a reader knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Covers {
    /// Points that options of each side are worth to the other whose brigades came under covers, the Union's first (0.5.3).
    #[serde(skip_serializing_if = "plain")]
    pub scored: [i32; 2],
    /// Counters whose names everybody knows by now.
    #[serde(skip_serializing_if = "plain")]
    pub shown: Vec<UnitId>,
    /// The brigade under the cover of each counter, by number; none that this reader knows where it is empty.
    #[serde(skip_serializing_if = "plain")]
    pub who: Vec<u16>,
}

/// More than all options together are worth.
const MOST: i32 = 1_000;

impl Covers {
    /// Points of an option of a side, the Union's first.
    pub(super) fn score(&mut self, side: usize, points: i32) {
        if let Some(scored) = self.scored.get_mut(side) {
            *scored = scored.saturating_add(points).clamp(0, MOST);
        }
    }

    /// Whether the points could be those of options.
    pub(super) fn is_whole(&self) -> bool {
        self.scored.iter().all(|points| (0..=MOST).contains(points))
    }
}

/// A cover, and the brigade under it with what it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnderCover {
    /// The counter of the cover.
    pub counter: UnitId,
    /// Disorganization points that the brigade comes with.
    pub dp: u16,
    /// Its strength.
    pub sp: u8,
    /// Who it is.
    pub unit: UnitId,
}

/// Whether a brigade comes under a cover: one that is to come. Who starts on the map stands where its scenario says, for both sides to read. Where entry options are
/// written (0.5) all that could come by them have covers, whoever was chosen: how many there are tells nothing of that.
pub(super) fn is_hidden(spec: &UnitSpec, options: &Options) -> bool {
    options.hidden_identity
        && spec.brigade().is_some()
        && spec.start.is_none()
        && (spec.in_play || options.entry_options)
}

/// The covers of a pack: foot and horse of a side are told apart by their markers, and numbered each by themselves, those of brigades that come by options last.
pub fn covers(units: &[UnitSpec]) -> Vec<Option<Cover>> {
    let mut count = std::collections::BTreeMap::new();
    let cover = |spec: &UnitSpec| {
        let n = count.entry((spec.side, spec.is_cavalry())).and_modify(|n| *n += 1).or_insert(1);
        let word = if spec.is_cavalry() { "Horse" } else { "Brigade" };
        let side = if spec.side == Side::Union { "us" } else { "cs" };
        Cover { id: format!("{side}-covered-{}-{n}", word.to_lowercase()), name: format!("{word}-{n}") }
    };
    let mut cover = cover;
    let mut covers = vec![None; units.len()];
    for in_play in [true, false] {
        let to_come = |spec: &UnitSpec| spec.brigade().is_some() && spec.start.is_none() && spec.in_play == in_play;
        for (own, spec) in covers.iter_mut().zip(units).filter(|(_, spec)| to_come(spec)) {
            *own = Some(cover(spec));
        }
    }
    covers
}
