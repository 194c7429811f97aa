//! Dice spelled out: of every sound golden log each roll that everybody saw comes out as it stands there, and a changed one does not.

use domain::dice::spelled;
use domain::log::{Record, import};
use serde_json::Value;

/// The record with the first face of its first roll changed.
fn other_face(record: &Record) -> Record {
    let mut body: Value = serde_json::from_str(&record.body).unwrap();
    let (sides, face) = (&body["what"]["rolls"][0]["sides"], &body["what"]["rolls"][0]["faces"][0]);
    let other = face.as_u64().unwrap() % sides.as_u64().unwrap() + 1;
    body["what"]["rolls"][0]["faces"][0] = other.into();
    Record { body: body.to_string(), ..record.clone() }
}

#[test]
fn every_roll_of_the_golden_logs_follows_from_the_numbers_that_are_shown_for_it() {
    let mut rolled = 0;
    for golden in super::manifest().iter().filter(|g| g.comes_to.is_some()) {
        let records = import(&super::text(golden)).unwrap().records;
        let with_rolls = |r: &&Record| r.is_kind("order/1") && !r.body.contains("\"rolls\":[]");
        for record in records.iter().filter(with_rolls).step_by(5) {
            let (file, seq) = (&golden.file, record.seq);
            let of = spelled(&records, seq).unwrap_or_else(|| panic!("{file}: record {seq} has dice"));
            assert!(of.holds(), "{file}: {of:?}");
            let body: Value = serde_json::from_str(&record.body).unwrap();
            let faces: Vec<Vec<u8>> = serde_json::from_value::<Vec<Value>>(body["what"]["rolls"].clone())
                .unwrap()
                .iter()
                .map(|roll| serde_json::from_value(roll["faces"].clone()).unwrap())
                .collect();
            assert_eq!(of.rolls.iter().map(|r| r.faces.clone()).collect::<Vec<_>>(), faces, "{file}: {seq}");
            // As many bytes give a face as there are dice, and no byte that is skipped gives one.
            let given = of.rolls.iter().flat_map(|r| &r.bytes).filter_map(|(_, face)| *face);
            assert!(given.eq(faces.concat()), "{file}: {seq}");
            rolled += 1;
            let mut changed = records.clone();
            let at = usize::try_from(seq).unwrap() - 1;
            changed[at] = other_face(record);
            assert!(!spelled(&changed, seq).unwrap().holds(), "{file}: {seq} with another face");
            let mut links: Value = body.clone();
            links["what"]["dice"]["server"] = "0".repeat(64).into();
            changed[at] = Record { body: links.to_string(), ..record.clone() };
            let of = spelled(&changed, seq).unwrap();
            assert!(!of.links[0].holds && !of.holds(), "{file}: {seq} with another link");
        }
        assert_eq!(spelled(&records, 1), None, "the genesis has none");
        assert_eq!(spelled(&records, records.len() as u64 + 1), None);
    }
    assert!(rolled > 60, "{rolled}");
}
