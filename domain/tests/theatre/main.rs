//! The large boards in play: 541 units on 10,330 hexes of two panels, with boxes, roads, a river and facings.

use domain::log::export;
use domain::referee::{
    Against, Apply, Card, Orders, Place, Registry, Ruleset, SeatId, Simulated, SimulationPlan, Situation, Terms,
    Viewer, simulate, verify,
};
use fog_ruleset::theatre::{ALL, Fact, Order, Position, Theatre, any_ruleset};
use std::collections::BTreeSet;

fn terms(turns: &str) -> Terms {
    Terms { options: [("turns".to_owned(), turns.to_owned())].into(), scenario: "whole".into() }
}

fn whole_game(bots: [&str; 2], turns: &str, number: u64) -> (Registry, Simulated) {
    let registry = Registry::new(vec![any_ruleset()]);
    let bots = bots.map(str::to_owned).to_vec();
    let plan = SimulationPlan { bots, menu_every: 61, ..SimulationPlan::new("theatre", terms(turns)) };
    let game = simulate(&registry, &plan, number).expect("a game");
    (registry, game)
}

fn opened(rules: &Theatre) -> Position {
    rules.open(&terms("1")).expect("a position")
}

/// What the first unit that acts could do, as lines.
fn lines(rules: &Theatre, at: &Position) -> BTreeSet<String> {
    let board = rules.board(at);
    let seat = board.waiting().first().expect("somebody acts").seat;
    board.orders(seat).iter().map(|order| board.format(order)).collect()
}

#[test]
fn a_game_of_the_house_player_on_ten_thousand_hexes_ends_and_verifies() {
    let (registry, played) = whole_game(["staff", "staff"], "2", 1);
    assert!(played.game.result().is_some() && played.orders > 1000, "{} orders", played.orders);
    assert_eq!(played.disagreements, Vec::<String>::new());
    let report = verify(&registry, &export(&played.log), &Against::default());
    assert_eq!((report.bad, report.orders), (None, played.orders));
    let position: Position = serde_json::from_str(&played.game.position().canonical()).expect("it reads back");
    assert_eq!(Theatre::new().whole(&position), Ok(()));
    assert!(position.steps.iter().any(|steps| *steps == 0), "nobody was lost");
}

#[test]
fn games_at_random_end_and_their_menus_hold_what_the_rules_accept() {
    for number in 0..3 {
        let (registry, played) = whole_game(["random", "random"], "1", number);
        assert_eq!(played.disagreements, Vec::<String>::new());
        assert_eq!(verify(&registry, &export(&played.log), &Against::default()).bad, None);
    }
}

#[test]
fn a_train_is_as_long_as_two_hexes_and_its_tail_follows_its_head() {
    let rules = Theatre::new();
    let mut at = opened(&rules);
    at.next = (0..ALL).find(|unit| at.stands.of(*unit).len() == 2).expect("a train");
    let (unit, head) = (at.next, at.stands.place(at.next).expect("on the map"));
    let tail = at.stands.of(unit).next_back().expect("two places");
    assert_eq!(rules.map.atlas.distance(head, tail), Some(1));
    let seat = SeatId(0);
    let orders = rules.board(&at).orders(seat);
    let goes = orders.iter().filter_map(|order| match order {
        Order::Go(_, place, _) if *place != head => Some((order, *place)),
        _ => None,
    });
    let mut far = 0;
    for (order, place) in goes {
        let facts = rules.decide(&at, seat, order, &mut domain::dice::Dice::withheld()).expect("legal");
        let mut after = at.clone();
        facts.iter().for_each(|fact| after.apply(fact));
        let ends: Vec<usize> = after.stands.of(unit).collect();
        assert_eq!((ends.len(), ends[0], rules.map.atlas.distance(ends[0], ends[1])), (2, place, Some(1)));
        assert!(
            matches!(facts[0], Fact::Moved { .. }) && after.stands.at(place).next() == Some(unit),
            "it lies on top"
        );
        far = far.max(rules.map.atlas.distance(head, place).expect("hexes"));
    }
    assert!(far >= 2, "it went {far} hexes");
}

#[test]
fn who_waits_in_a_box_comes_onto_the_map_by_its_link() {
    let rules = Theatre::new();
    let mut at = opened(&rules);
    at.next =
        (0..ALL).find(|unit| at.stands.place(*unit).is_some_and(|p| rules.map.atlas.hex(p).is_none())).expect("one");
    let lines = lines(&rules, &at);
    // Three points for the link to the end of the road, three more along it.
    for line in ["U294 go W6575 NW", "U294 go W6572 NW", "U294 go south NE", "U294 stand", "done"] {
        assert!(lines.contains(line), "{line} is missing of {lines:?}");
    }
    assert!(!lines.iter().any(|line| line.contains("W6571")));
    let view = rules.board(&at).view(Viewer::Everyone);
    assert_eq!(view.pieces[usize::from(at.next)].place, Place::Box("Southern Depot".to_owned()));
    assert_eq!(view.pieces.len(), usize::from(ALL));
}

#[test]
fn nobody_crosses_the_river_but_by_road_and_a_hex_may_be_named_by_either_panel() {
    let rules = Theatre::new();
    let mut at = opened(&rules);
    let place = |name: &str| rules.map.atlas.read(name).expect("a place");
    // Alone before the river, where no road leads over it; and where one does.
    (1..ALL).for_each(|unit| at.stands.take(unit));
    for (from, over) in [("W1038", false), ("W1538", true)] {
        at.stands.put(0, &[place(from)]);
        let across = lines(&rules, &at).iter().any(|line| line.contains("37 ") || line.contains("36 "));
        assert_eq!(across, over, "from {from}");
    }
    let board = rules.board(&at);
    let [west, east] = ["U1 go W7010 SE", "U1 go E0110 SE"].map(|line| board.parse(SeatId(0), line).expect("an order"));
    assert_eq!(west, east);
    assert_eq!(board.format(&east), "U1 go W7010 SE");
    assert!(board.parse(SeatId(0), "U1 go W7010 NNE").is_err(), "no such side where hexes are pointed");
}

/// Views and overlays name places of the sheet, whoever asks, through a game.
#[test]
fn what_is_shown_lies_on_the_sheet() {
    let rules = Theatre::new();
    let ids: BTreeSet<&str> = rules.sheet().places.iter().map(|place| place.id.as_str()).collect();
    assert_eq!(ids.len(), 10_330);
    let at = opened(&rules);
    let board = rules.board(&at);
    let view = board.view(Viewer::Everyone);
    assert_eq!((view.pieces.len(), view.formations.len()), (541, 28));
    assert!(view.pieces.iter().all(|piece| !matches!(&piece.place, Place::Map(id) if !ids.contains(id.as_str()))));
    assert_eq!(view.pieces.iter().filter(|piece| piece.body.is_some()).count(), 8, "trains");
    let shaded = |id, piece| {
        let drawn = board.overlay(Viewer::Everyone, id, piece).expect("an overlay");
        assert!(drawn.places.iter().all(|shade| ids.contains(shade.place.as_str())));
        drawn.places.len()
    };
    assert!(shaded("zones", None) > 500 && shaded("reach", Some("0")) > 5 && shaded("sight", Some("0")) > 5);
    assert_eq!(board.overlay(Viewer::Everyone, "sight", Some("300")), None, "who is in a box sees nothing");
}
