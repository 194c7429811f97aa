//! What a hidden piece forbids is carried out as far as contact.

use crate::table::{HIDDEN, Table, replay};
use domain::log::Body;
use domain::referee::{GameError, SeatId, Viewer};
use domain::words::Audience;

const UNION: SeatId = SeatId(0);

#[test]
fn a_private_act_that_meets_somebody_unseen_is_a_public_record_and_shows_both() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let (records, entries) = (table.game.len(), table.game.entries());
    table.order(UNION, &["Hawkins' Zouaves creep Ch\u{e2}teau-Rouge"]);
    assert_eq!(table.game.len(), records + 1);
    let Some(Body::OrderSecond(order)) = table.bodies().pop() else { panic!("no public record") };
    assert_eq!(order.order, "Hawkins' Zouaves creep Ch\u{e2}teau-Rouge");
    let shown: Vec<_> = order.shows.iter().map(|s| (s.audience, s.number)).collect();
    assert_eq!(
        shown,
        [(Audience::Side(domain::referee::Side::Union), 1), (Audience::Side(domain::referee::Side::Confederate), 0)]
    );
    // That it stayed where it was is its side's to know; that it stands there is everybody's.
    assert_eq!(table.game.entries(), entries + 1);
    for viewer in [Viewer::Seat(UNION), Viewer::Seat(SeatId(1)), Viewer::Spectator] {
        let view = table.game.view(viewer);
        for name in ["Hawkins' Zouaves", "Nu\u{f1}ez' Scouts"] {
            assert!(view.pieces.iter().any(|p| p.name == name), "{viewer:?} does not see {name}");
        }
    }
    let again = replay(&table.registry, &table.records(), &table.entries());
    assert_eq!(again.position().canonical(), table.game.position().canonical());
}

#[test]
fn a_private_act_that_meets_nobody_leaves_no_record() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let (head, enemy) = (table.game.head(), table.known(Viewer::Seat(SeatId(1))));
    table.order(UNION, &["\u{dc}bermuth Rifles creep 0303"]);
    assert_eq!(table.game.head(), head);
    assert_eq!(table.known(Viewer::Seat(SeatId(1))), enemy);
    assert!(table.known(Viewer::Seat(UNION)) != enemy);
}

#[test]
fn a_march_that_came_upon_somebody_stands_though_a_later_line_of_the_message_is_refused() {
    let scout = ["Zo\u{eb}'s Light Horse go 0305, 0306", "Straw Men go nowhere"];
    let mut nobody = Table::set_up(9).until_the_union_moves();
    let GameError::Line { line: 2, .. } = nobody.refused(UNION, &scout) else { panic!("refused otherwise") };

    let mut counters = HIDDEN;
    counters[1][0] = "Nu\u{f1}ez' Scouts hide 0306";
    let mut table = Table::hidden(9, counters).until_the_union_moves();
    let submission = table.submission(UNION, &scout);
    let played = table.game.play(&submission, &table.keys).unwrap();
    assert!(matches!(played.stopped, Some(GameError::Line { line: 2, .. })), "{:?}", played.stopped);
    assert_eq!(played.records.len(), 1);
    let view = played.game.view(Viewer::Seat(UNION));
    assert!(view.pieces.iter().any(|p| p.name == "Nu\u{f1}ez' Scouts"));
    // As a draft it is the same in both games.
    let [a, b] = [&nobody, &table].map(|t| t.game.draft(UNION, &[scout[0].to_owned()]).unwrap());
    assert_eq!((a.orders, a.commits, a.story), (b.orders, b.commits, b.story));
}
