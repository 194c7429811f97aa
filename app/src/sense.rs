//! Orders told apart from talk by what a game knows: for letters, and for lessons that are answered as letters are.

use domain::referee::{AnyRuleset, Registry, View};
use fieldpost_inbox::{Doubt, Said, Sense, Vocabulary, names};

/// The words of a rulebook.
pub fn book_of(ruleset: &dyn AnyRuleset) -> Vocabulary {
    let spoken = ruleset.spoken();
    Vocabulary::of([(spoken.verbs, spoken.ordinary)])
}

/// The words of all rulebooks: a letter is read before it is known which game it is about.
pub fn all_books(registry: &Registry) -> Vocabulary {
    Vocabulary::of(registry.all().iter().map(|r| r.spoken()).map(|spoken| (spoken.verbs, spoken.ordinary)))
}

/// The words by which the pieces of a view are named, in lower case.
pub fn named(view: &View) -> Vec<String> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| w.chars().count() > 2);
        words.filter(|w| w.chars().any(char::is_alphabetic)).map(str::to_lowercase).collect()
    };
    view.pieces.iter().flat_map(|p| words(&p.name)).collect()
}

/// What a line is where these pieces are known: `reads` says whether it can be read as an order.
pub fn sense(line: &str, pieces: &[String], book: &Vocabulary, reads: bool) -> Sense {
    match reads {
        true => Sense::Order,
        false if names(line, pieces, book) => Sense::Near,
        false => Sense::Nothing,
    }
}

/// The line that is in doubt, and why.
pub fn doubt(doubt: &Doubt) -> (&Said, &'static str) {
    match doubt {
        Doubt::Apart(said) => (said, "This line reads as an order, but talk stands between it and the others."),
        Doubt::Unsure(said) => (said, "This line is no order, but it may be meant for one, or may change one."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::referee::{Known, Terms, Viewer};
    use fieldpost_inbox::alike;

    /// A word that nobody's name is like would let a line pass that speaks of somebody.
    #[test]
    fn ordinary_words_are_names_of_pieces_or_nearly_and_verbs_are_in_small_letters() {
        for ruleset in domain::rulesets::standard().all() {
            let mut pieces = Vec::new();
            for scenario in &ruleset.about().scenarios {
                let terms = Terms { options: Default::default(), scenario: scenario.id.to_owned() };
                let position = ruleset.open(&terms).unwrap();
                pieces.extend(named(&ruleset.board(Known::held(&*position)).view(Viewer::Everyone)));
            }
            let Vocabulary { verbs, ordinary } = book_of(&**ruleset);
            let id = ruleset.about().id;
            let nobody: Vec<&String> =
                ordinary.iter().filter(|word| !pieces.iter().any(|name| alike(word, name))).collect();
            assert!(nobody.is_empty(), "{id}: {nobody:?} is like nobody's name");
            assert!(!verbs.is_empty() && verbs.iter().all(|w| w.bytes().all(|b| b.is_ascii_lowercase())), "{id}");
        }
    }

    #[test]
    fn a_name_that_is_an_ordinary_word_is_so_for_its_own_ruleset_alone() {
        let of = |verbs: &[&str], ordinary: &[&str]| Vocabulary::of([(verbs, ordinary)]);
        let pieces = ["early".to_owned()];
        let line = "Hope to see you early next week";
        assert_eq!(sense(line, &pieces, &of(&[], &["early"]), false), Sense::Nothing);
        assert_eq!(sense(line, &pieces, &of(&[], &["field"]), false), Sense::Near);
    }
}
