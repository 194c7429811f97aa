//! The position in words, for those who read letters as plain text.

use domain::referee::{Piece, Place, Side, View};
use std::collections::BTreeMap;

/// Places that a letter lists; a larger position is on the page alone.
const MOST_PLACES: usize = 150;

/// Who stands where, a line a place: `1211: Confederate Hood (4 of 4 steps), Law (3 of 4 steps, disordered); Union Griffin (4 of 4 steps)`. Places
/// are in the order of their numbers or names, boxes beside the map behind them. Nothing where it would be longer than anybody reads.
pub fn position(view: &View) -> Vec<String> {
    let mut places: BTreeMap<(bool, u32, &str), BTreeMap<Side, Vec<String>>> = BTreeMap::new();
    for piece in &view.pieces {
        let (beside, at) = match &piece.place {
            Place::Map(id) => (false, id),
            Place::Box(name) => (true, name),
        };
        let said = if beside { piece.name.clone() } else { named(piece) };
        let place = (beside, at.parse().unwrap_or(u32::MAX), at.as_str());
        places.entry(place).or_default().entry(piece.side).or_default().push(said);
    }
    if places.len() > MOST_PLACES {
        return Vec::new();
    }
    let line = |((_, _, place), sides): ((bool, u32, &str), BTreeMap<Side, Vec<String>>)| {
        let sides: Vec<String> = sides.into_iter().map(|(side, who)| format!("{side} {}", who.join(", "))).collect();
        format!("{place}: {}", sides.join("; "))
    };
    places.into_iter().map(line).collect()
}

/// A piece with how it stands.
fn named(piece: &Piece) -> String {
    if piece.brief.is_empty() { piece.name.clone() } else { format!("{} ({})", piece.name, piece.brief) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::dice::GameKeys;
    use domain::log::{GameId, Millis};
    use domain::referee::{Game, NewGame, Terms, Viewer};

    #[test]
    fn a_position_is_told_place_by_place_in_the_order_of_the_map() {
        let registry = domain::rulesets::standard();
        for ruleset in registry.all() {
            let about = ruleset.about();
            let keys = GameKeys::derive([7; 32], GameId([7; 16]));
            let terms = Terms { options: Default::default(), scenario: about.scenarios[0].id.into() };
            let (id, at, ruleset) = (keys.game(), Millis(0), about.id.into());
            let new = NewGame { id, at, ruleset, terms, pace: 0, study: false };
            let view = Game::create(&registry, new, &keys).unwrap().game.view(Viewer::Everyone);
            let lines = position(&view);
            let told: usize =
                lines.iter().map(|line| line.matches(", ").count() + line.matches("; ").count() + 1).sum();
            assert!(told >= view.pieces.len(), "{}: {told} of {}", about.id, view.pieces.len());
            let numbers: Vec<u32> = lines.iter().filter_map(|l| l.split_once(':')?.0.parse().ok()).collect();
            assert!(numbers.is_sorted(), "{numbers:?}");
            assert!(
                !lines.iter().any(|line| line.contains("brigade)")),
                "what never changes is on the counter: {lines:?}"
            );
        }
    }
}
