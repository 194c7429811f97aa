//! The position in words, for those who read letters as plain text.

use domain::referee::{Place, View};
use std::collections::BTreeMap;

/// Places that a letter lists; a larger position is on the page alone.
const MOST_PLACES: usize = 150;

/// Who stands where, a line a place: `1211: Confederate Hood (4 of 4 steps), Law (3 of 4 steps); Union Griffin (4 of 4 steps)`. Places are in the order
/// of their names, boxes beside the map behind them. Nothing where it would be longer than anybody reads.
pub fn position(view: &View) -> Vec<String> {
    type Of<'v> = BTreeMap<String, Vec<String>>;
    let (mut places, mut boxes): (BTreeMap<&str, Of<'_>>, BTreeMap<&str, Of<'_>>) = (BTreeMap::new(), BTreeMap::new());
    for piece in &view.pieces {
        let (all, at) = match &piece.place {
            Place::Map(id) => (&mut places, id),
            Place::Box(name) => (&mut boxes, name),
        };
        let note = piece.note.split([',', ';']).next().unwrap_or_default().trim();
        let said = if note.is_empty() { piece.name.clone() } else { format!("{} ({note})", piece.name) };
        all.entry(at).or_default().entry(piece.side.to_string()).or_default().push(said);
    }
    if places.len() + boxes.len() > MOST_PLACES {
        return Vec::new();
    }
    let line = |(place, sides): (&str, Of<'_>)| {
        let sides: Vec<String> = sides.into_iter().map(|(side, who)| format!("{side} {}", who.join(", "))).collect();
        format!("{place}: {}", sides.join("; "))
    };
    let (places, boxes) = (places.into_iter().map(line), boxes.into_iter().map(line));
    places.chain(boxes).collect()
}
