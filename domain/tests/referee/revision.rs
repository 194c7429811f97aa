//! Revisions: how a running game moves up to mended rules, what its players are asked, and what both verifiers make of it.

use crate::forger::{forge, reseal};
use crate::python;
use crate::toy::{NORTH, SOUTH, Table, Tug};
use domain::log::{Body, Millis, Record, export};
use domain::referee::*;
use serde_json::json;

fn mended(remembers: bool) -> Registry {
    Registry::new(vec![any_ruleset(Tug::of_revision(2, remembers))])
}

impl Table {
    /// The same game in a program of other rules.
    fn moved_to(&mut self, registry: Registry) {
        self.game = Game::replay(&registry, &self.log).unwrap();
        self.registry = registry;
    }

    fn differing(&self) -> Vec<Differing> {
        self.game.differing(&self.log, &[], &self.keys).unwrap()
    }

    /// The next step towards the rules of this program. Gives the kinds of the records.
    fn revise(&mut self) -> Vec<String> {
        let played = self.game.revise(&self.differing(), Millis(self.clock), &self.keys).unwrap();
        let Some(played) = played else { return Vec::new() };
        let kinds = played.records.iter().map(|r| r.read().unwrap().kind().to_owned()).collect();
        self.take(played);
        kinds
    }

    fn agree(&mut self, seat: SeatId) {
        let played = self.game.agree_revision(seat, Millis(self.clock), &self.keys).unwrap();
        self.take(played);
    }

    fn report(&self) -> Report {
        verify(&self.registry, &export(&self.log), &Against::default())
    }

    fn holds(&self) -> Report {
        let report = self.report();
        assert_eq!(report.bad, None);
        let (content, said) = python::run(&["-"], &export(&self.log));
        assert!(content, "{said}");
        let again = Game::replay(&self.registry, &self.log).unwrap();
        assert_eq!(again.release(), self.game.release());
        assert_eq!(again.revision_offered(), self.game.revision_offered());
        report
    }
}

/// A round under the first revision in which North adds two at once: the second refuses that.
fn differing(remembers: bool) -> Table {
    let mut table = Table::of("pair");
    table.order(NORTH, &["pick 3"]);
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["add 2"]);
    table.order(NORTH, &["roll"]);
    table.moved_to(mended(remembers));
    table
}

/// The record in which North added two.
fn added(table: &Table) -> u64 {
    let of = |r: &&Record| matches!(r.read(), Ok(Body::Order(o)) if o.order == "add 2");
    table.log.iter().find(of).unwrap().seq
}

/// Both verifiers on a file: the record that each finds wrong.
fn both(table: &Table, text: &str) -> (Option<u64>, Option<u64>) {
    let (_, said) = python::run(&["-"], text);
    let theirs = said.strip_prefix("record ").and_then(|s| s.split_once(':')).and_then(|(n, _)| n.parse().ok());
    (verify(&table.registry, text, &Against::default()).bad.map(|b| b.seq), theirs)
}

#[test]
fn where_nothing_differs_a_game_moves_up_by_itself() {
    let mut table = Table::of("pair");
    table.order(NORTH, &["pick 3"]);
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["add 1"]);
    table.moved_to(mended(false));
    assert!(matches!(table.refused(NORTH, &["roll"]), GameError::Revision { begun: 1, here: 2 }));
    assert_eq!(table.revise(), ["revision/1"]);
    assert_eq!((table.game.release().revision, table.revise().len()), (2, 0));
    table.order(NORTH, &["roll"]);
    let report = table.holds();
    assert!(report.judged && report.listed.is_empty() && report.to_string().starts_with("Sound: "), "{report}");
    // A program that is older than the game reads it, and plays it no further.
    table.moved_to(crate::toy::registry());
    assert!(matches!(table.refused(NORTH, &["roll"]), GameError::Revision { begun: 2, here: 1 }));
    let back = table.game.revise(&[], Millis(table.clock), &table.keys);
    assert!(matches!(back, Err(GameError::Revision { begun: 2, here: 1 })));
    let report = table.report();
    assert!(report.sound && !report.judged, "{report}");
}

#[test]
fn a_game_whose_seats_are_not_all_taken_moves_up_by_itself() {
    let mut table = Table::of("pair");
    table.log.truncate(2);
    table.moved_to(mended(false));
    assert!(!table.game.begun());
    assert_eq!(table.revise(), ["revision/1"]);
    table.holds();
}

#[test]
fn where_an_order_differs_the_players_are_asked_and_play_on_by_the_new_rules() {
    for remembers in [false, true] {
        let mut table = differing(remembers);
        let found = table.differing();
        assert_eq!((found.len(), found[0].seq, found[0].order.as_str()), (1, added(&table), "add 2"));
        assert!(found[0].now.as_ref().unwrap_err().contains("Too much at once"));
        assert_eq!(table.revise(), ["revision-offer/1"]);
        assert_eq!((table.revise().len(), table.game.release().revision), (0, 1), "it waits");
        table.holds();
        // By the new rules, and no pause.
        table.order(SOUTH, &["add 1"]);
        assert!(table.refused(SOUTH, &["add 2"]).to_string().contains("Too much at once"));
        table.agree(NORTH);
        let again = table.game.agree_revision(NORTH, Millis(table.clock), &table.keys).unwrap_err();
        assert!(matches!(again, GameError::Offered(_)), "{again}");
        assert_eq!(table.game.release().revision, 1);
        table.agree(SOUTH);
        assert_eq!((table.game.release().revision, table.game.revision_offered()), (2, None));
        table.order(SOUTH, &["roll"]);
        let report = table.holds();
        let listed = Listed { seq: added(&table), revision: 1, judged: remembers };
        assert_eq!(report.listed, [listed]);
        let said = report.to_string();
        let how = if remembers { "was judged by it" } else { "which is not here, and was not judged" };
        assert!(said.contains(how) && said.contains(&format!("record {}", listed.seq)), "{said}");
        let told = table.game.chronicle(&table.log, Viewer::Spectator).unwrap();
        let told: Vec<String> = told.into_iter().flat_map(|e| e.lines).map(|l| l.text).collect();
        assert!(told.iter().any(|t| t.contains("it decides record")), "{told:?}");
        assert!(told.iter().any(|t| t.contains("goes on under the mended rules")));
    }
}

#[test]
fn silence_of_fourteen_days_is_consent() {
    let mut table = differing(false);
    assert_eq!(table.revise(), ["revision-offer/1"]);
    table.agree(NORTH);
    table.clock += SILENCE - 1;
    assert!(table.revise().is_empty());
    table.clock += 1;
    assert_eq!(table.revise(), ["revision/1"]);
    table.holds();
    // Cut by a millisecond, both verifiers say no.
    let seq = table.log.len() as u64;
    let early = forge(&table.log, seq, |what| what["at"] = json!(what["at"].as_u64().unwrap() - 1));
    assert_eq!(both(&table, &early), (Some(seq), Some(seq)));
}

#[test]
fn a_house_player_is_not_asked() {
    let table = differing(false);
    let played = table.game.set_clock(crate::hands::terms(), Millis(1), &table.keys);
    assert!(played.is_err(), "without a clock nobody stands in");
    let mut table = Table::timed("pair", crate::hands::terms());
    table.order(NORTH, &["pick 3"]);
    table.order(SOUTH, &["pick 1"]);
    table.order(NORTH, &["add 2"]);
    crate::hands::stands_in(&mut table, NORTH, SOUTH);
    table.moved_to(mended(false));
    assert_eq!(table.revise(), ["revision-offer/1"]);
    assert!(table.game.agree_revision(NORTH, Millis(table.clock), &table.keys).is_err());
    table.agree(SOUTH);
    assert_eq!(table.game.release().revision, 2);
    table.holds();
}

#[test]
fn a_list_that_is_not_true_is_found_and_one_without_form_by_both() {
    for remembers in [false, true] {
        let mut table = differing(remembers);
        table.revise();
        table.agree(NORTH);
        table.agree(SOUTH);
        let offer = table.log.iter().find(|r| r.is_kind("revision-offer")).unwrap().seq;
        let (first, revision) = (added(&table), table.log.len() as u64);
        // The offer and the revision both, so that the form is kept.
        let with = |differs: Vec<u64>| {
            let mut log = table.log.clone();
            for seq in [offer, revision] {
                let record = &mut log[seq as usize - 1];
                let mut body: serde_json::Value = serde_json::from_str(&record.body).unwrap();
                body["what"]["differs"] = json!(differs);
                record.body = body.to_string();
            }
            reseal(&mut log);
            both(&table, &export(&log))
        };
        assert_eq!(with(vec![first]), (None, None));
        assert_eq!(with(vec![]), (Some(offer), None), "one left out");
        assert_eq!(with(vec![first, first + 1]), (Some(offer), None), "one alike");
        assert_eq!(with(vec![first, first]), (Some(offer), Some(offer)), "twice");
        assert_eq!(with(vec![first, offer]), (Some(offer), Some(offer)), "not below");
        let at = |seq: u64, change: &dyn Fn(&mut serde_json::Value)| both(&table, &forge(&table.log, seq, change));
        let digest = json!("11".repeat(32));
        let cases: [(u64, &dyn Fn(&mut serde_json::Value)); 5] = [
            (offer, &|what| what["from"]["digest"] = digest.clone()),
            (offer, &|what| what["to"]["revision"] = json!(0)),
            (revision, &|what| what["differs"] = json!([])),
            (revision, &|what| what["to"]["digest"] = digest.clone()),
            (revision - 1, &|what| what["seat"] = json!(0)),
        ];
        for (i, (seq, change)) in cases.into_iter().enumerate() {
            assert_eq!(at(seq, change), (Some(seq), Some(seq)), "case {i}");
        }
        // Without the answers nobody was asked.
        let mut log = table.log.clone();
        log.remove(revision as usize - 2);
        reseal(&mut log);
        assert_eq!(both(&table, &export(&log)), (Some(revision - 1), Some(revision - 1)));
    }
}

#[test]
fn a_list_is_no_amnesty_for_a_forged_record() {
    for remembers in [false, true] {
        let mut table = differing(remembers);
        table.revise();
        table.agree(NORTH);
        table.agree(SOUTH);
        // Of an order that is not listed, whatever the program knows of the old rules.
        let roll = table.log.iter().find(|r| r.body.contains("\"rolls\":[{")).unwrap().seq;
        let offer = table.log.iter().find(|r| r.is_kind("revision-offer")).unwrap().seq;
        let other = forge(&table.log, roll, |what| what["facts"][0]["pulled"]["by"] = json!(1));
        let (ours, _) = both(&table, &other);
        // Without the old rules it is known by the list, unless the positions after it give it away before.
        assert!(ours.is_some_and(|n| n == roll || !remembers && n > roll && n <= offer), "{ours:?}");
        // Of a listed one the facts can be judged by the old rules alone. It is never called sound.
        let listed = added(&table);
        let other = forge(&table.log, listed, |what| what["order"] = json!("add 1"));
        let report = verify(&table.registry, &other, &Against::default());
        match remembers {
            true => assert_eq!(report.bad.map(|b| b.seq), Some(listed)),
            false => assert!(report.to_string().contains("was not judged"), "{report}"),
        }
    }
}
