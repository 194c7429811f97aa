//! What a ruleset says of itself: its page, its rules, its charts.

use super::shell::Shell;
use askama::Template;
use domain::board::Sheet;
use domain::referee::About;
use fieldpost_map::swatch_svg;

/// `/rulesets/ID`
#[derive(Template)]
#[template(path = "pages/ruleset.html")]
pub struct RulesetPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// The ruleset's card.
    pub about: &'a About,
    /// The drawing of its map.
    pub ground: String,
    /// Width of the drawing.
    pub width: u32,
    /// Height of the drawing.
    pub height: u32,
}

/// `/rulesets/ID/rules`
#[derive(Template)]
#[template(path = "pages/rules.html")]
pub struct RulesPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// The ruleset's card.
    pub about: &'a About,
}

/// `/rulesets/ID/charts`
#[derive(Template)]
#[template(path = "pages/charts.html")]
pub struct ChartsPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// The ruleset's card.
    pub about: &'a About,
    /// The terrain key: sample as SVG, and meaning.
    pub key: Vec<(String, &'static str)>,
}

/// A sheet's terrain key with its samples drawn.
pub fn terrain_key(sheet: &Sheet) -> Vec<(String, &'static str)> {
    sheet.key.iter().map(|(word, means)| (swatch_svg(sheet, word), *means)).collect()
}
