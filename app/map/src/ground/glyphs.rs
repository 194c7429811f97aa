//! Lettering put together from letters: each letter of a size is drawn once and used wherever it stands, which makes the file a
//! fraction of what whole words as outlines would be.

use crate::lettering::{Outline, Word, outlines};
use crate::svg::{Num, Pt, put};
use std::collections::BTreeMap;

/// A letter of some face and size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Face {
    letter: char,
    /// In hundredths of a unit.
    size: i64,
    italic: bool,
    bold: bool,
}

impl Face {
    fn of(letter: char, word: &Word) -> Face {
        Face { letter, size: (word.size * 100.0).round() as i64, italic: word.italic, bold: word.bold }
    }
}

/// Letters drawn so far, and the words made of them.
pub(crate) struct Glyphs {
    faces: BTreeMap<Face, (usize, Outline)>,
    words: usize,
}

impl Glyphs {
    /// The letters of some words, each set by itself.
    pub(crate) fn of<'w>(words: impl Iterator<Item = &'w Word>) -> Glyphs {
        let mut faces: BTreeMap<Face, (usize, Outline)> = BTreeMap::new();
        for word in words {
            for letter in word.text.chars().filter(|c| !c.is_whitespace()) {
                faces.entry(Face::of(letter, word)).or_default();
            }
        }
        let single: Vec<Word> = faces
            .keys()
            .map(|f| Word {
                text: f.letter.to_string(),
                size: f.size as f64 / 100.0,
                spacing: 0.0,
                italic: f.italic,
                bold: f.bold,
                along: None,
            })
            .collect();
        for (i, (entry, outline)) in faces.values_mut().zip(outlines(&single)).enumerate() {
            *entry = (i, outline);
        }
        Glyphs { faces, words: 0 }
    }

    /// The letters as definitions.
    pub(crate) fn define(&self, svg: &mut String) {
        for (i, outline) in self.faces.values() {
            put!(svg, "<path id=\"g{i}\" d=\"{}\"/>", outline.data());
        }
    }

    /// Defines a word that was set level as `set`, turned by some degrees and moved, and gives its id. A word whose letters
    /// run together is drawn as one outline.
    pub(crate) fn word(&mut self, svg: &mut String, word: &Word, set: &Outline, angle: f64, at: Pt) -> String {
        let id = self.id();
        match self.spelt(word, set) {
            Some(letters) => {
                put!(svg, "<g id=\"{id}\" transform=\"translate({} {})", Num(at.0), Num(at.1));
                if angle != 0.0 {
                    put!(svg, "rotate({})", Num(angle));
                }
                svg.push_str("\">");
                for (i, (x, y)) in letters {
                    put!(svg, "<use href=\"#g{i}\" x=\"{}\"", Num((x * 10.0).round() / 10.0));
                    if y.abs() > 0.05 {
                        put!(svg, " y=\"{}\"", Num((y * 10.0).round() / 10.0));
                    }
                    svg.push_str("/>");
                }
                svg.push_str("</g>");
            }
            None => put!(svg, "<path id=\"{id}\" d=\"{}\"/>", set.placed(angle, at).data()),
        }
        id
    }

    /// Defines a word that runs along a line, as one outline.
    pub(crate) fn whole(&mut self, svg: &mut String, set: &Outline) -> String {
        let id = self.id();
        put!(svg, "<path id=\"{id}\" d=\"{}\"/>", set.data());
        id
    }

    fn id(&mut self) -> String {
        self.words += 1;
        format!("w{}", self.words - 1)
    }

    /// Where each letter of a word stands, found by laying the letters' contours over those of the word in order.
    fn spelt(&self, word: &Word, set: &Outline) -> Option<Vec<(usize, Pt)>> {
        let mut rest = set.boxes.as_slice();
        let mut letters = Vec::new();
        for letter in word.text.chars().filter(|c| !c.is_whitespace()) {
            let (i, alone) = self.faces.get(&Face::of(letter, word))?;
            let first = alone.boxes.first()?;
            let (here, after) = rest.split_at_checked(alone.boxes.len())?;
            rest = after;
            let (dx, dy) = (here[0].0 - first.0, here[0].1 - first.1);
            let same = here.iter().zip(&alone.boxes).all(|(h, a)| {
                let near = |p: f64, q: f64, by: f64| (p - q - by).abs() < 0.08;
                near(h.0, a.0, dx) && near(h.1, a.1, dy) && near(h.2, a.2, dx) && near(h.3, a.3, dy)
            });
            if !same {
                return None;
            }
            letters.push((*i, (dx, dy)));
        }
        rest.is_empty().then_some(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        Word { text: text.into(), size: 20.0, spacing: 0.4, italic: false, bold: false, along: None }
    }

    #[test]
    fn a_word_is_spelt_with_letters_drawn_once() {
        let words = [word("Antietam Creek"), word("Antietam")];
        let set = outlines(&words);
        let mut glyphs = Glyphs::of(words.iter());
        let (mut defs, mut svg) = (String::new(), String::new());
        glyphs.define(&mut defs);
        // A n t i e a m C r k
        assert_eq!(defs.matches("<path").count(), 10);
        assert_eq!(glyphs.word(&mut svg, &words[0], &set[0], 30.0, (5.0, 6.0)), "w0");
        assert!(svg.starts_with("<g id=\"w0\" transform=\"translate(5 6)rotate(30)\">"), "{svg}");
        assert_eq!(svg.matches("<use").count(), 13);
        // A word that was set in other letters than its own is still drawn.
        let (mut whole, odd) = (String::new(), word("Creek"));
        glyphs.word(&mut whole, &odd, &set[1], 0.0, (0.0, 0.0));
        assert!(whole.starts_with("<path id=\"w1\""), "{whole}");
    }
}
