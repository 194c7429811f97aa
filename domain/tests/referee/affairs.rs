//! Stories: what of a chronicle belongs together.

use domain::referee::{Entry, Line, Thread, Tone, affairs};

fn told(seq: u64, tone: Tone, thread: Option<Thread>) -> Entry {
    let line = Line { thread, ..Line::new(tone, format!("{seq}")) };
    Entry { seq, turn: 1, order: Some("an order".to_owned()), lines: vec![line], ..Entry::default() }
}

fn by_affairs(entries: &[Entry]) -> Vec<Vec<u64>> {
    affairs(entries).iter().map(|affair| affair.iter().map(|e| e.seq).collect()).collect()
}

#[test]
fn what_goes_on_with_something_earlier_is_told_there_with_its_questions_until_the_turn_ends() {
    let begins = |word: &str| Some(Thread::Begins(word.to_owned()));
    let goes_on = |word: &str| Some(Thread::GoesOn(word.to_owned()));
    let mut entries = vec![
        told(1, Tone::Move, begins("Field")),
        told(2, Tone::Move, begins("Archer")),
        told(3, Tone::Move, None),
        told(4, Tone::Combat, goes_on("Field")),
        Entry { carries_on: true, ..told(5, Tone::Loss, None) },
        told(6, Tone::Combat, goes_on("Archer")),
        told(7, Tone::Combat, goes_on("Field")),
        told(8, Tone::Combat, goes_on("Pender")),
        told(9, Tone::Heading, None),
        told(10, Tone::Combat, goes_on("Field")),
    ];
    assert_eq!(by_affairs(&entries), [vec![1, 4, 5, 7], vec![2, 6], vec![3], vec![8], vec![9], vec![10]]);
    // Begun anew, after a takeback, it is another affair.
    entries[2] = told(3, Tone::Move, begins("Field"));
    assert_eq!(by_affairs(&entries), [vec![1], vec![2, 6], vec![3, 4, 5, 7], vec![8], vec![9], vec![10]]);
}
