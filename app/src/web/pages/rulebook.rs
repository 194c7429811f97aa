//! What a ruleset says of itself: its page, its rules, its charts.

use super::cites::Cites;
use super::shell::Shell;
use crate::told::Told;
use askama::Template;
use domain::board::Sheet;
use domain::referee::{About, Chapter, Figure, Section};
use fieldpost_map::swatch_svg;

/// `/rulesets/ID`
#[derive(Template)]
#[template(path = "pages/ruleset.html")]
pub struct RulesetPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// The ruleset's card.
    pub about: &'a About,
    /// Its lessons: where each begins, its title, and what it is.
    pub lessons: Vec<(String, String, String)>,
    /// A counter with what stands on it.
    pub counter: Option<Counter>,
    /// Links to sections.
    pub cites: Cites,
    /// What wins, in the words of the rules page, and the section.
    pub wins: Option<(&'static str, Section)>,
    /// The drawing of its map.
    pub ground: String,
    /// Width of the drawing.
    pub width: u32,
    /// Height of the drawing.
    pub height: u32,
}

/// A counter, and what each figure on it means.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Drawn as SVG.
    pub svg: String,
    /// Whose it is.
    pub name: String,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// An order of a lesson, as an example of a chapter.
#[derive(Clone, Debug)]
pub struct Example {
    /// The counter that acts, as SVG; empty when it is no single one.
    pub counter: String,
    /// In notation.
    pub order: String,
    /// What it does.
    pub label: String,
    /// The arithmetic.
    pub sum: String,
    /// What came of it.
    pub lines: Vec<Told>,
}

/// A chapter with its examples.
#[derive(Clone, Debug)]
pub struct ChapterView<'a> {
    /// The chapter.
    pub chapter: &'a Chapter,
    /// Its paragraphs as HTML, with the places that links to sections lead to.
    pub text: Vec<String>,
    /// Out of the lessons.
    pub examples: Vec<Example>,
}

/// `/rulesets/ID/rules`
#[derive(Template)]
#[template(path = "pages/rules.html")]
pub struct RulesPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// The ruleset's card.
    pub about: &'a About,
    /// Its chapters.
    pub chapters: Vec<ChapterView<'a>>,
    /// A counter with what stands on it.
    pub counter: Option<Counter>,
}

/// `/rulesets/ID/charts`
#[derive(Template)]
#[template(path = "pages/charts.html")]
pub struct ChartsPage<'a> {
    /// Frame.
    pub shell: Shell,
    /// Links to sections.
    pub cites: Cites,
    /// The ruleset's card.
    pub about: &'a About,
    /// The terrain key: sample as SVG, and meaning.
    pub key: Vec<(String, &'static str)>,
}

/// A sheet's terrain key with its samples drawn.
pub fn terrain_key(sheet: &Sheet) -> Vec<(String, &'static str)> {
    sheet.key.iter().map(|(word, means)| (swatch_svg(sheet, word), *means)).collect()
}
