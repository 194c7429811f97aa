//! Games that were restored or closed, and what may follow on that.

use crate::forged::Forged;
use crate::played::{on, played_on};
use crate::python;
use crate::tamper::{TO_THE_END, both, ours, sound, with_record};

#[test]
fn a_game_goes_on_after_a_restore_and_only_there() {
    let mut table = played_on(25, 8);
    let at = table.now();
    let restored = table.game.restored(Some(table.game.head()), at, &table.keys).unwrap();
    let seq = restored.records[0].seq;
    table.take(restored);
    on(&mut table, 25, TO_THE_END);
    sound(&table, &Forged::whole(&table), "sound");
    let log = Forged::public(&table);
    sound(&table, &log, "sound as far as open");
    // The jump without the record that allows it.
    let mut jumped = log.clone();
    jumped.records.remove(seq as usize - 1);
    let roll =
        (seq as usize..log.records.len()).find(|i| log.records[*i].body.contains("\"dice\":{\"chain\"")).unwrap();
    // Found at the first roll, or before at an order that was given on the record that is gone.
    let jumped = jumped.resealed(None);
    let found = ours(&table, &jumped).bad.expect("the jump is found").seq;
    assert!(found <= roll as u64, "{found} after {roll}");
    both(&table, &jumped, found);
}

#[test]
fn a_closed_game_is_sound_to_both_and_nothing_follows_on_it() {
    let mut table = played_on(25, 20);
    let at = table.now();
    let closed = table.game.close(domain::log::ClosedBy::Age, "", at, &table.keys).unwrap();
    table.take(closed);
    let end = table.game.len();
    for log in [Forged::whole(&table), Forged::public(&table)] {
        let report = ours(&table, &log);
        assert!(report.sound, "{report}");
        let (sound, said) = python::run(&["-"], &log.text());
        assert!(sound && said.contains(", over, head"), "{said}");
        let again = with_record(&table, &log, end, &log.records[end as usize - 1].body);
        both(&table, &again, end + 1);
        let mut unopened = log.clone();
        unopened.records.remove(end as usize - 2);
        both(&table, &unopened.resealed(None), end - 1);
    }
}
