//! The colours of the drawing.

use domain::referee::Side;

pub(crate) const PAPER: &str = "#f4ecd8";
pub(crate) const INK: &str = "#2b2118";
pub(crate) const WATER: &str = "#a9c7d6";
pub(crate) const BANK: &str = "#2f5f86";
pub(crate) const WATER_INK: &str = "#1f4e79";
pub(crate) const RED: &str = "#c8472f";
/// The tints of three levels, low to high, and the tone that more levels run towards.
const LEVELS: [(u8, u8, u8); 4] = [(0xe9, 0xee, 0xd3), (0xf3, 0xe6, 0xc4), (0xe6, 0xc4, 0x8f), (0xb0, 0x8c, 0x62)];

/// The tint of level `i` of `n`, both counted from the lowest at 0.
pub(crate) fn level_tint(i: usize, n: usize) -> String {
    let t = if n <= 3 { i.min(2) as f64 } else { 3.0 * i as f64 / (n - 1) as f64 };
    let k = (t.floor() as usize).min(2);
    let (a, b, f) = (LEVELS[k], LEVELS[k + 1], t - k as f64);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * f).round().clamp(0.0, 255.0) as u8;
    format!("#{:02x}{:02x}{:02x}", mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// The colours of one side's pieces.
pub(crate) struct SideColours {
    /// The counter's face.
    pub(crate) face: &'static str,
    /// The face when reduced or spent.
    pub(crate) pale: &'static str,
    /// Outlines, arrows, lettering.
    pub(crate) deep: &'static str,
}

/// The colours of a side.
pub(crate) fn side(side: Side) -> SideColours {
    match side {
        Side::Union => SideColours { face: "#8fb0d8", pale: "#d3e0f0", deep: "#1f4480" },
        Side::Confederate => SideColours { face: "#c3beb3", pale: "#e8e5de", deep: "#4b463e" },
    }
}

/// The fill and the ink of a stripe, by colour word. Unknown words are white.
pub(crate) fn stripe(word: &str) -> (&'static str, &'static str) {
    match word {
        "yellow" => ("#f2c437", "#1c1610"),
        "green" => ("#3f8f4f", "#ffffff"),
        "red" => ("#bf352b", "#ffffff"),
        "blue" => ("#2f6fbd", "#ffffff"),
        "orange" => ("#de8420", "#1c1610"),
        "violet" => ("#76509c", "#ffffff"),
        "brown" => ("#77522f", "#ffffff"),
        _ => ("#ffffff", "#1c1610"),
    }
}

/// The fill and the ink of a tab, by tone.
pub(crate) fn tone(word: &str) -> (&'static str, &'static str) {
    match word {
        "warn" => ("#f2c437", "#1c1610"),
        "bad" => ("#b3261e", "#ffffff"),
        "good" => ("#2c7a3d", "#ffffff"),
        "union" => ("#1f4480", "#ffffff"),
        "confederate" => ("#4b463e", "#ffffff"),
        _ => ("#fffaf0", "#1c1610"),
    }
}
