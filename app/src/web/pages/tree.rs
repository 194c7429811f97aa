//! Who is where as a tree: formations with those below them, their condition and their pieces. The way by keyboard and by screen reader.

use super::shell::escape;
use super::table::piece_href;
use domain::board::Sheet;
use domain::referee::{Formation, Piece, Place, View};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Deeper than any army is.
const DEEPEST: usize = 8;

struct Tree<'v> {
    below: BTreeMap<&'v str, Vec<&'v Formation>>,
    pieces: BTreeMap<&'v str, &'v Piece>,
    titles: BTreeMap<&'v str, &'v str>,
    page: Option<&'v str>,
    html: String,
}

/// The tree as nested lists, or nothing where the rules know no formations. `page` is where a piece is taken in hand.
pub fn tree(view: &View, sheet: &Sheet, page: Option<&str>) -> String {
    if view.formations.is_empty() {
        return String::new();
    }
    let known: BTreeSet<&str> = view.formations.iter().map(|f| f.id.as_str()).collect();
    let mut below: BTreeMap<&str, Vec<&Formation>> = BTreeMap::new();
    for formation in &view.formations {
        let above = formation.above.as_deref().filter(|above| known.contains(above)).unwrap_or_default();
        below.entry(above).or_default().push(formation);
    }
    let places: BTreeSet<&str> = view.pieces.iter().filter_map(|p| on_map(&p.place)).collect();
    let titles = sheet.places.iter().filter(|p| places.contains(p.id.as_str()));
    let mut tree = Tree {
        below,
        pieces: view.pieces.iter().map(|p| (p.id.as_str(), p)).collect(),
        titles: titles.map(|p| (p.id.as_str(), p.title.as_str())).collect(),
        page,
        html: String::with_capacity(view.pieces.len() * 160),
    };
    tree.level("", 0);
    let mut led: BTreeSet<&str> = view.formations.iter().flat_map(|f| f.members.iter().map(String::as_str)).collect();
    led.extend(view.formations.iter().filter_map(|f| f.commander.as_deref()));
    let alone: Vec<&Piece> = view.pieces.iter().filter(|p| !led.contains(p.id.as_str())).collect();
    if !alone.is_empty() {
        tree.html.push_str("<details class=\"formation\"><summary>Of no formation</summary><ul>");
        alone.iter().for_each(|p| tree.piece(p, ""));
        tree.html.push_str("</ul></details>");
    }
    tree.html
}

fn on_map(place: &Place) -> Option<&str> {
    match place {
        Place::Map(at) => Some(at),
        Place::Box(_) => None,
    }
}

impl<'v> Tree<'v> {
    fn level(&mut self, above: &str, depth: usize) {
        let Some(formations) = self.below.get(above).cloned().filter(|_| depth < DEEPEST) else { return };
        for formation in formations {
            self.formation(formation, depth);
        }
    }

    fn formation(&mut self, f: &'v Formation, depth: usize) {
        let (now, full) = f.strength;
        let _written = write!(
            self.html,
            "<details class=\"formation\"{}><summary><span class=\"seat {}\">{}</span>",
            if depth == 0 && !f.members.is_empty() {
                ""
            } else if depth == 0 {
                " open"
            } else {
                ""
            },
            f.side.word(),
            escape(&f.name)
        );
        if full > 0 {
            let _written = write!(self.html, " <span class=\"quiet\">{now} of {full}</span>");
        }
        if !f.condition.is_empty() {
            let _written =
                write!(self.html, " <span class=\"condition {}\">{}</span>", escape(f.tone), escape(&f.condition));
        }
        self.html.push_str("</summary>");
        let commander = f.commander.as_deref().and_then(|id| self.pieces.get(id).copied());
        if commander.is_some() || !f.members.is_empty() {
            self.html.push_str("<ul>");
            if let Some(commander) = commander {
                self.piece(commander, "commands");
            }
            for member in &f.members {
                if let Some(piece) = self.pieces.get(member.as_str()).copied() {
                    self.piece(piece, "");
                }
            }
            self.html.push_str("</ul>");
        }
        self.level(&f.id, depth + 1);
        self.html.push_str("</details>");
    }

    fn piece(&mut self, piece: &Piece, word: &str) {
        let place = match &piece.place {
            Place::Map(at) => self.titles.get(at.as_str()).copied().unwrap_or(at).to_owned(),
            Place::Box(name) => name.clone(),
        };
        let name = escape(&piece.full_name);
        let _written = match self.page {
            Some(page) => write!(
                self.html,
                "<li><a href=\"{}#unit\" data-swap-link>{name}</a>",
                escape(&piece_href(page, &piece.id))
            ),
            None => write!(self.html, "<li>{name}"),
        };
        for words in [word, &place, &piece.note].into_iter().filter(|w| !w.is_empty()) {
            let _written = write!(self.html, ", {}", escape(words));
        }
        self.html.push_str("</li>");
    }
}
