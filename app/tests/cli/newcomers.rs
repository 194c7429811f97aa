//! Lessons made of logs, and the counts of newcomers, on the command line.

use super::{Folder, run, simulated, stderr, stdout};
use domain::log::{Body, import};
use domain::referee::Lesson;

#[test]
fn a_log_with_a_sentence_for_each_order_is_a_lesson() {
    let folder = Folder::new("lesson");
    let log = simulated(&folder);
    let records = import(&std::fs::read_to_string(&log).unwrap()).unwrap().records;
    let orders = records.iter().filter_map(|r| match r.read() {
        Ok(Body::Order(order)) if order.standing.is_none() => Some((r.seq, order)),
        _ => None,
    });
    let (seq, rolled) = orders.into_iter().find(|(_, order)| !order.rolls.is_empty()).expect("something is rolled");
    let notes = folder.file("notes.txt");
    let text =
        format!("# id: a-turn\n# title: A turn\n# about: One order.\n# end: That was it.\n{seq} Roll the dice.\n");
    std::fs::write(&notes, text).unwrap();
    let made = run(&["lesson", &log, &notes]);
    assert!(made.status.success(), "{}", stderr(&made));
    let lesson = Lesson::read(&stdout(&made)).unwrap();
    assert_eq!((lesson.id.as_str(), lesson.title.as_str(), lesson.end.as_str()), ("a-turn", "A turn", "That was it."));
    let step = &lesson.steps[0];
    assert_eq!((lesson.steps.len(), step.say.as_str(), &step.order), (1, "Roll the dice.", &rolled.order));
    assert_eq!(step.dice, rolled.rolls.iter().flat_map(|r| r.faces.clone()).collect::<Vec<_>>());

    std::fs::write(&notes, "1 The first record is no order.\n").unwrap();
    let refused = run(&["lesson", &log, &notes]);
    assert!(!refused.status.success() && stderr(&refused).contains("no order"), "{}", stderr(&refused));
}

#[test]
fn an_empty_database_has_seen_no_newcomers() {
    let folder = Folder::new("tries");
    let database = folder.file("none.db");
    let none = run(&["tries", "--database", &database]);
    assert!(!none.status.success() && stderr(&none).contains("there is no database"));
}
