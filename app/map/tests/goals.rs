//! Where the piece in hand may go and whom it may attack, what is drafted, and what has happened before.

#[allow(dead_code, reason = "the other drawing tests use all of it")]
mod field;

use domain::referee::{Mark, Side};
use fieldpost_map::{Goal, Overlay, pieces_layer};
use resvg::usvg::roxmltree::{Document, Node};

fn goal(place: &str, aimed: bool, label: &str) -> Goal {
    Goal {
        place: place.into(),
        aimed,
        href: format!("/games/1?piece=x&at={place}#unit"),
        title: "Griffin moves, 2½ of 5 MP".into(),
        label: label.into(),
        ..Goal::default()
    }
}

fn of_class<'a>(doc: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |n: &Node<'_, '_>| n.attribute("class").is_some_and(|c| c.split(' ').any(|w| w == class));
    doc.descendants().filter(has).collect()
}

#[test]
fn goals_lie_under_the_counters_and_their_tags_over_them() {
    let (sheet, view) = (field::sheet(), field::view());
    let overlay = Overlay { goals: vec![goal("0714", false, "2½"), goal("0814", true, "+3")], ..Overlay::default() };
    let svg = pieces_layer(&sheet, &view, &overlay);
    let doc = Document::parse(&svg).unwrap();
    let (goals, tags) = (of_class(&doc, "goal"), of_class(&doc, "goal-tag"));
    assert_eq!((goals.len(), tags.len()), (2, 2));
    let at = |n: &Node<'_, '_>| n.range().start;
    let counters: Vec<usize> = of_class(&doc, "piece").iter().map(at).collect();
    assert!(goals.iter().all(|g| counters.iter().all(|c| at(g) < *c)));
    assert!(tags.iter().all(|t| counters.iter().all(|c| at(t) > *c)));
    // One of the two takes the keyboard and is read out.
    assert!(tags.iter().all(|t| t.attribute("tabindex") == Some("-1") && t.attribute("aria-hidden") == Some("true")));
    assert!(goals.iter().all(|g| g.attribute("tabindex").is_none()));
    assert!(goals[0].descendants().any(|n| n.has_tag_name("title")));
    // A place that the sheet does not know is left out.
    let strange = Overlay { goals: vec![goal("nowhere", true, "<&")], ..Overlay::default() };
    assert!(!pieces_layer(&sheet, &view, &strange).contains("goal-shape"));
}

#[test]
fn an_attack_differs_from_a_move_in_form_and_not_in_colour_alone() {
    let (sheet, view) = (field::sheet(), field::view());
    let overlay = Overlay { goals: vec![goal("0714", false, "2"), goal("0814", true, "2")], ..Overlay::default() };
    let svg = pieces_layer(&sheet, &view, &overlay);
    let doc = Document::parse(&svg).unwrap();
    let shapes = of_class(&doc, "goal-shape");
    assert_eq!(shapes[0].attribute("stroke-dasharray"), None);
    assert!(shapes[1].attribute("stroke-dasharray").is_some());
    assert_eq!(shapes[1].attribute("fill"), Some("url(#goal-aimed)"));
    // A round tag for the one, a notched one with swords for the other.
    let tags = of_class(&doc, "goal-tag");
    let count = |n: &Node<'_, '_>, tag: &str| n.descendants().filter(|d| d.has_tag_name(tag)).count();
    assert_eq!((count(&tags[0], "rect"), count(&tags[0], "path")), (1, 0));
    assert_eq!((count(&tags[1], "rect"), count(&tags[1], "path")), (0, 2));
    // What is tinted stays legible: hardly a fifth of it is covered.
    let opacity: f64 = shapes[0].attribute("fill-opacity").unwrap().parse().unwrap();
    assert!(opacity <= 0.25, "{opacity}");
}

#[test]
fn drafts_are_hollow_arrows_and_what_has_happened_fades_while_a_piece_is_in_hand() {
    let (sheet, view) = (field::sheet(), field::view());
    let went = |side| Mark::Moved { piece: "x".into(), side, path: vec!["0714".into(), "0715".into(), "0716".into()] };
    let resting = Overlay {
        marks: vec![went(Side::Confederate)],
        drafted: vec![went(Side::Union), Mark::Changed { place: "0714".into() }],
        ..Overlay::default()
    };
    let svg = pieces_layer(&sheet, &view, &resting);
    let doc = Document::parse(&svg).unwrap();
    let drafts = of_class(&doc, "draft-way");
    assert_eq!(drafts.len(), 1);
    assert!(drafts[0].attribute("stroke-dasharray").is_some());
    assert_eq!(of_class(&doc, "trail").len(), 1);
    assert!(of_class(&doc, "old").is_empty());
    let deciding = Overlay { selected: [view.pieces[0].id.clone()].into(), ..resting };
    let svg = pieces_layer(&sheet, &view, &deciding);
    let doc = Document::parse(&svg).unwrap();
    let old = of_class(&doc, "old");
    assert_eq!(old.len(), 2);
    assert!(old.iter().all(|g| g.attribute("opacity").is_some()));
    // The drafts are not among what fades.
    assert!(of_class(&doc, "drafted")[0].ancestors().all(|n| n.attribute("opacity").is_none()));
}

#[test]
fn an_enemy_that_can_be_attacked_leads_to_the_attack() {
    let (sheet, view) = (field::sheet(), field::view());
    let enemy = view.pieces.iter().find(|p| p.side == Side::Confederate).unwrap().id.clone();
    let attack = "/games/1?piece=x&at=0814#unit";
    let overlay = Overlay {
        piece_link: Some("/games/1?piece=".into()),
        led: [(enemy.clone(), attack.to_owned())].into(),
        ..Overlay::default()
    };
    let svg = pieces_layer(&sheet, &view, &overlay);
    let doc = Document::parse(&svg).unwrap();
    for piece in of_class(&doc, "piece") {
        let href = piece.parent_element().and_then(|a| a.attribute("href")).unwrap();
        assert_eq!(href == attack, piece.attribute("data-piece") == Some(&enemy), "{href}");
    }
}
