//! The number of a rule as a link to where the rules page speaks of it. With scripts it opens the rule in place; without them it leads there.

use super::shell::escape;
use domain::referee::About;
use std::collections::BTreeMap;
use std::fmt::Display;

/// Where a ruleset's rules page speaks of which section.
#[derive(Clone, Debug, Default)]
pub struct Cites {
    home: String,
    /// Sections with a place of their own on the page, and the paragraph that they are first named in: chapter and paragraph, from 0. A chapter
    /// itself has none.
    named: BTreeMap<String, Option<(usize, usize)>>,
}

/// A stretch of text: words, or the number of a section with its sign.
enum Stretch<'t> {
    Words(&'t str),
    Section(&'t str),
}

/// Text by what it says and what it cites.
fn stretches(text: &str) -> Vec<Stretch<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('§') {
        let behind = &rest[at + '§'.len_utf8()..];
        let end = behind.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(behind.len());
        // A full stop ends the sentence, and no number.
        let number = behind[..end].trim_end_matches('.');
        let whole = '§'.len_utf8() + number.len();
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            found.push(Stretch::Words(&rest[..at]));
            found.push(Stretch::Section(&rest[at..at + whole]));
        } else {
            found.push(Stretch::Words(&rest[..at + whole]));
        }
        rest = &rest[at + whole..];
    }
    found.push(Stretch::Words(rest));
    found
}

fn number(cited: &str) -> &str {
    cited.trim_start_matches('§')
}

/// The number of a section's chapter.
fn chapter_of(number: &str) -> &str {
    number.split('.').next().unwrap_or(number)
}

impl Cites {
    /// Those of a ruleset.
    pub fn of(about: &About) -> Self {
        let mut named: BTreeMap<String, Option<(usize, usize)>> = BTreeMap::new();
        for (n, chapter) in about.rules.iter().enumerate() {
            for (p, text) in chapter.text.iter().enumerate() {
                for stretch in stretches(text) {
                    // Elsewhere it is referred to; in its own chapter it is told.
                    if let Stretch::Section(cited) = stretch
                        && chapter_of(number(cited)) == chapter_of(chapter.section.0)
                    {
                        named.entry(number(cited).to_owned()).or_insert(Some((n, p)));
                    }
                }
            }
        }
        named.extend(about.rules.iter().map(|c| (c.section.0.to_owned(), None)));
        Cites { home: format!("/rulesets/{}/rules", about.id), named }
    }

    /// The address of the place that speaks of a section: its own, else that of the section which it is a part of, else its chapter's, else the page.
    fn href(&self, number: &str) -> String {
        let mut part = number;
        while !part.is_empty() && !self.named.contains_key(part) {
            // `8.5.5A` is a part of `8.5.5`, `7.51` of `7.5`, `7.5` of chapter `7`.
            part = part[..part.len() - 1].trim_end_matches('.');
        }
        // `1` is no part of which `12` would be one.
        if chapter_of(part) != chapter_of(number) {
            part = "";
        }
        let chapter = || self.named.keys().find(|known| chapter_of(known) == chapter_of(number)).map(String::as_str);
        match if part.is_empty() { chapter() } else { Some(part) } {
            Some(known) => format!("{}#s{known}", self.home),
            None => self.home.clone(),
        }
    }

    /// A section with its sign as a link.
    pub fn link(&self, section: impl Display) -> String {
        let cited = section.to_string();
        format!("<a class=\"cite\" href=\"{}\">{}</a>", escape(&self.href(number(&cited))), escape(&cited))
    }

    /// Text with every section that it cites as a link.
    pub fn text(&self, text: &str) -> String {
        let html = |stretch: Stretch<'_>| match stretch {
            Stretch::Words(words) => escape(words),
            Stretch::Section(cited) => self.link(cited),
        };
        stretches(text).into_iter().map(html).collect()
    }

    /// A paragraph of the rules page, with the places that links lead to.
    pub fn paragraph(&self, chapter: usize, paragraph: usize, text: &str) -> String {
        let mut here: Vec<String> = Vec::new();
        let html = |stretch: Stretch<'_>| match stretch {
            Stretch::Words(words) => escape(words),
            Stretch::Section(cited)
                if self.named.get(number(cited)) == Some(&Some((chapter, paragraph)))
                    && !here.iter().any(|n| n == number(cited)) =>
            {
                here.push(number(cited).to_owned());
                format!("<span id=\"s{}\">{}</span>", escape(number(cited)), escape(cited))
            }
            Stretch::Section(cited) => escape(cited),
        };
        stretches(text).into_iter().map(html).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cites() -> Cites {
        let named =
            [("7.0", None), ("7.5", Some((0, 0))), ("7.51", Some((0, 1))), ("12.0", None), ("8.5.5", Some((1, 2)))];
        Cites { home: "/r".to_owned(), named: named.map(|(n, at)| (n.to_owned(), at)).into() }
    }

    #[test]
    fn a_section_leads_to_its_place_or_to_that_of_what_it_is_a_part_of() {
        for (number, place) in [
            ("7.51", "/r#s7.51"),
            ("7.52", "/r#s7.5"),
            ("7.64", "/r#s7.0"),
            ("8.5.5A", "/r#s8.5.5"),
            ("12.3", "/r#s12.0"),
            ("1.4", "/r"),
            ("99", "/r"),
        ] {
            assert_eq!(cites().href(number), place, "{number}");
        }
    }

    #[test]
    fn text_is_escaped_and_its_sections_are_links() {
        let link = |n: &str, at: &str| format!("<a class=\"cite\" href=\"/r#s{at}\">§{n}</a>");
        assert_eq!(
            cites().text("Too far (§7.52), by §7.51. See §8.5.5A & § alone."),
            format!(
                "Too far ({}), by {}. See {} &amp; § alone.",
                link("7.52", "7.5"),
                link("7.51", "7.51"),
                link("8.5.5A", "8.5.5")
            )
        );
        assert_eq!(
            cites().paragraph(0, 1, "By §7.51 and §7.51, §7.5."),
            "By <span id=\"s7.51\">§7.51</span> and §7.51, §7.5."
        );
    }
}
