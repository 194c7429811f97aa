//! Overlays are drawn from what the rules say.

use super::Tested;
use super::games::positions;
use domain_core::referee::{Choice, OverlayView, Place, Situation, Viewer};
use std::collections::{BTreeMap, BTreeSet};

const TONES: [&str; 6] = ["good", "warn", "bad", "plain", "union", "confederate"];

/// Every overlay that is offered can be drawn for every piece, on places of the sheet, each once, in tones that its key explains. Gives how
/// many places were shaded.
pub fn overlays_are_drawn<R: Tested>(games: u64, every: usize) -> usize {
    let rules = R::rules();
    let sheet = rules.sheet();
    let ids: BTreeSet<&str> = sheet.places.iter().map(|p| p.id.as_str()).collect();
    let mut shaded = 0;
    for position in positions::<R>(games, every) {
        let board = rules.board(&position);
        let viewer = Viewer::Everyone;
        let pieces = board.view(viewer).pieces;
        for offer in board.overlays(viewer) {
            let of: Vec<Option<&str>> =
                if offer.of_piece { pieces.iter().map(|p| Some(p.id.as_str())).collect() } else { vec![None] };
            let mut drawn_of_any = false;
            for piece in of {
                let Some(drawn) = board.overlay(viewer, offer.id, piece) else { continue };
                drawn_of_any = true;
                assert!(!drawn.title.is_empty());
                assert!(drawn.note.is_empty() || drawn.note.ends_with('.'), "{}", drawn.note);
                let mut seen = BTreeSet::new();
                for shade in &drawn.places {
                    assert!(
                        ids.contains(shade.place.as_str()) && seen.insert(&shade.place),
                        "{}: {shade:?}",
                        drawn.title
                    );
                    assert!(
                        TONES.contains(&shade.tone) && drawn.key.iter().any(|(tone, _)| *tone == shade.tone),
                        "{shade:?}"
                    );
                }
                for line in &drawn.lines {
                    assert!(line.path.len() > 1 && line.path.iter().all(|id| ids.contains(id.as_str())), "{line:?}");
                }
                shaded += seen.len();
            }
            assert!(drawn_of_any, "{} is drawn of nothing", offer.id);
        }
        assert_eq!(board.overlay(viewer, "nothing", None), None);
    }
    shaded
}

/// What an overlay of reach shows of a piece on the map that can move is where the menu lets it move, at the same cost. `is_move` says of a
/// line of the menu whether it is such a move. Gives how many were compared.
pub fn reach_is_where_the_menu_goes<R: Tested>(games: u64, every: usize, is_move: fn(&Choice) -> bool) -> usize {
    let rules = R::rules();
    let mut compared = 0;
    for position in positions::<R>(games, every) {
        let board = rules.board(&position);
        let mut menu: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for decision in board.waiting() {
            use domain_core::referee::Orders;
            for choice in board.orders(decision.seat).iter().map(|o| board.choice(decision.seat, o)).filter(is_move) {
                if let (Some(piece), Some(place), Some(cost)) = (choice.piece, choice.place, choice.cost) {
                    menu.entry(piece).or_default().entry(place).or_default().push(cost);
                }
            }
        }
        for piece in board.view(Viewer::Everyone).pieces.iter().filter(|p| matches!(p.place, Place::Map(_))) {
            let Some(goes) = menu.get(&piece.id) else { continue };
            let drawn: OverlayView = board.overlay(Viewer::Everyone, "reach", Some(&piece.id)).expect("it has a reach");
            let shown: BTreeSet<&String> = drawn.places.iter().map(|p| &p.place).collect();
            assert_eq!(shown, goes.keys().collect(), "{}", drawn.title);
            for shade in &drawn.places {
                let costs = goes.get(&shade.place).cloned().unwrap_or_default();
                let said = shade.title.split(',').next().unwrap_or_default();
                assert!(costs.iter().any(|c| c.starts_with(said)), "{}: {costs:?}", shade.title);
                compared += 1;
            }
        }
    }
    compared
}
