//! Stories: what of a chronicle belongs together.

use domain::referee::{Entry, Line, Story, Thread, Tone};
use domain::words::{Roll, SeatId};

fn told(seq: u64, tone: Tone, thread: Option<Thread>) -> Entry {
    let line = Line { thread, ..Line::new(tone, format!("{seq}")) };
    Entry { seq, turn: 1, order: Some("an order".to_owned()), lines: vec![line], ..Entry::default() }
}

fn by_affairs(entries: &[Entry]) -> Vec<Vec<u64>> {
    let story = Story::of(entries.to_vec());
    story.affairs().iter().map(|affair| affair.iter().map(|e| e.seq).collect()).collect()
}

#[test]
fn what_goes_on_with_something_is_told_there_where_nothing_came_between_and_else_in_its_own_time() {
    let begins = |word: &str| Some(Thread::Begins(word.to_owned()));
    let goes_on = |word: &str| Some(Thread::GoesOn(word.to_owned()));
    let mut entries = vec![
        told(1, Tone::Move, begins("Field")),
        told(2, Tone::Combat, goes_on("Field")),
        Entry { carries_on: true, ..told(3, Tone::Loss, None) },
        told(4, Tone::Combat, goes_on("Field")),
        told(5, Tone::Move, begins("Archer")),
        told(6, Tone::Combat, goes_on("Field")),
        Entry { carries_on: true, ..told(7, Tone::Loss, None) },
        told(8, Tone::Combat, goes_on("Archer")),
        told(9, Tone::Move, begins("Pender")),
        told(10, Tone::Heading, None),
        told(11, Tone::Combat, goes_on("Pender")),
    ];
    assert_eq!(by_affairs(&entries), [vec![1, 2, 3, 4], vec![5], vec![6, 7], vec![8], vec![9], vec![10], vec![11]]);
    // A phase ends all that may go on, also where nothing else came between.
    entries.remove(9);
    assert_eq!(by_affairs(&entries[7..]), [vec![8], vec![9, 11]]);
}

#[test]
fn a_phase_that_begins_in_a_record_takes_it_apart() {
    let roll = |purpose: &str| Roll { purpose: purpose.to_owned(), sides: 6, faces: vec![3] };
    let of = |tone, text: &str, dice: Option<&str>| Line {
        dice: dice.map(|purpose| vec![purpose.to_owned()]),
        ..Line::new(tone, text)
    };
    let fired = Entry {
        rolls: vec![roll("fire"), roll("coordination")],
        lines: vec![
            of(Tone::Combat, "Warren fires on Archer: nothing happens.", Some("fire")),
            of(Tone::Heading, "Turn 4: Confederate player turn.", None),
            of(Tone::Roll, "The Confederate Coordination Roll: 3.", Some("coordination")),
        ],
        seat: Some(SeatId(0)),
        turn: 2,
        ..told(8, Tone::Note, None)
    };
    let keep = Entry { carries_on: true, turn: 2, ..told(9, Tone::Note, None) };
    let entries = Story::of(vec![told(7, Tone::Move, None), fired, keep]);
    let parts: Vec<_> =
        entries.iter().map(|e| (e.seq, e.turn, e.lines.len(), e.rolls.len(), e.order.is_some())).collect();
    assert_eq!(parts, [(7, 1, 1, 0, true), (8, 1, 1, 1, true), (8, 2, 2, 1, false), (9, 2, 1, 0, true)]);
    assert_eq!(entries[2].rolls[0].purpose, "coordination");
    // The answer goes on with what was rolled, not with the fire.
    let by: Vec<Vec<&str>> =
        entries.affairs().iter().map(|a| a.iter().flat_map(|e| &e.lines).map(|l| l.text.as_str()).collect()).collect();
    assert_eq!(by[1], ["Warren fires on Archer: nothing happens."]);
    assert_eq!(by[2].len(), 3);
    // Where a record begins with the heading there is nothing to part.
    assert_eq!(Story::of(vec![told(10, Tone::Heading, None)]).len(), 1);
}
