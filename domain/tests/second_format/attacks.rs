//! Attacks that no forged file is needed for: what a player, a host or an onlooker might try in a game as it goes.

use crate::forged::Forged;
use crate::played::{SEATS, on, played_on};
use crate::python;
use crate::table::{HIDDEN, Table};
use crate::tamper::{TO_THE_END, only_ours, ours, sound, with_record};
use domain::clock::{Claim, ClockTerms, Control, DAY};
use domain::dice::ChainName;
use domain::log::{Body, HandsWhy, Hash32, Millis, PrivateBody};
use domain::referee::{Game, GameError, Laid, NewHands, Registry, SILENCE, SeatId, Standing};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const UNION: SeatId = SeatId(0);
const ENEMY: SeatId = SeatId(1);

/// The digests of the last hand-over: what everybody reads, and nobody.
fn states(table: &Table) -> [Hash32; 2] {
    let public = table.bodies().into_iter().rev().find_map(|b| match b {
        Body::HandOverSecond(hand) => Some(hand.state),
        _ => None,
    });
    let whole = table.entries().into_iter().rev().find_map(|e| match e.read().unwrap() {
        PrivateBody::State(state) => Some(state.state),
        _ => None,
    });
    [public.unwrap(), whole.unwrap()]
}

#[test]
fn every_way_of_hiding_has_one_digest_at_the_hand_over() {
    let found: Vec<[Hash32; 2]> = (2..12)
        .map(|column| {
            let mut counters = HIDDEN;
            let line = format!("Camp Fires hide {column:02}08");
            counters[1][3] = &line;
            states(&Table::hidden(3, counters))
        })
        .collect();
    let [public, whole]: [BTreeSet<Hash32>; 2] = [0, 1].map(|i| found.iter().map(|s| s[i]).collect());
    assert_eq!((public.len(), whole.len()), (1, 10));
}

#[test]
fn what_was_drawn_unseen_stands_though_the_rest_of_the_message_is_refused() {
    let mut table = Table::set_up(9).until_the_union_moves();
    let peek = table.submission(UNION, &["dispatch", "Straw Men go nowhere"]);
    let played = table.game.play(&peek, &table.keys).unwrap();
    assert!(matches!(played.stopped, Some(GameError::Line { line: 2, .. })), "{:?}", played.stopped);
    assert_eq!((played.records.len(), played.entries.len()), (0, 1));
    // It is no draft, and a draft does not roll it.
    let alone = table.submission(UNION, &["dispatch"]);
    assert!(matches!(table.game.lay(&alone, &table.keys).unwrap(), Laid::Played(_)));
    let draft = table.game.draft(UNION, &["dispatch".to_owned()]).unwrap();
    assert_eq!((draft.commits, draft.story.len()), (Some(1), 0));
    table.take(played);
    let GameError::Line { line: 1, .. } = table.refused(UNION, &["dispatch"]) else { panic!("drawn twice") };
}

#[test]
fn no_two_roots_are_alike_whether_or_not_anything_was_done_unseen() {
    let table = played_on(11, 20);
    let roots: BTreeSet<Hash32> = table.records().iter().filter_map(|r| r.root).collect();
    assert_eq!(roots.len() as u64, table.game.len());
    // The same record on the same head, with a standing order changed before it and without: neither root says which is which.
    let mut changed = table.clone();
    let at = changed.now();
    let set = changed.game.set_standing(SEATS[1], &Standing::default(), at, &changed.keys).unwrap();
    changed.take(set);
    let next = [&table, &changed].map(|t| t.game.offer_draw(SEATS[0], at, &t.keys).unwrap().records[0].clone());
    assert_eq!((&next[0].body, next[0].prev), (&next[1].body, next[1].prev));
    assert_ne!(next[0].root, next[1].root);
    assert!(next.iter().all(|r| r.root.is_some_and(|root| !roots.contains(&root))));
}

#[test]
fn no_link_of_a_private_chain_stands_anywhere_before_the_end() {
    let mut table = played_on(12, 25);
    let chairs: Vec<u8> = table.game.seats().iter().map(|s| s.chair).collect();
    let links: Vec<String> = (1..=84)
        .flat_map(|index| {
            let of = |chair, kind| table.keys.private_link(chair, kind, 84, index).unwrap().to_string();
            let seats =
                chairs.iter().flat_map(|c| [ChainName::PrivateServer, ChainName::PrivatePlayer].map(|k| of(*c, k)));
            seats.chain([of(0, ChainName::PrivateServer)]).collect::<Vec<_>>()
        })
        .collect();
    let shown = |table: &Table| {
        let log = Forged::whole(table).text();
        links.iter().filter(|link| log.contains(link.as_str())).count()
    };
    assert_eq!(shown(&table), 0);
    on(&mut table, 12, TO_THE_END);
    // The opening has the highest used of each chain, and no other.
    assert!((2..=9).contains(&shown(&table)), "{}", shown(&table));
}

#[test]
fn the_dice_do_not_hang_on_whether_a_question_was_answered_by_hand() {
    let mut compared = 0;
    for seed in 1..=30_u8 {
        let table = Table::set_up(seed).until_the_union_moves();
        // The Scouts stand next to the Zouaves: these are shown, and fired at.
        let mut asked = table.clone();
        asked.order(UNION, &["Hawkins' Zouaves creep Ch\u{e2}teau-Rouge"]);
        let Some(fire) = asked.lines(UNION).into_iter().find(|l| l.contains(" fire at ")) else { continue };
        let mut standing = asked.clone();
        let at = standing.now();
        let hold = Standing([("hit".to_owned(), "hold".to_owned())].into());
        let set = standing.game.set_standing(ENEMY, &hold, at, &standing.keys).unwrap();
        standing.take(set);
        for game in [&mut asked, &mut standing] {
            game.order(UNION, &[&fire]);
        }
        if !asked.game.waits_for(ENEMY) {
            continue;
        }
        asked.order(ENEMY, &["hold"]);
        let dice = |table: &Table| {
            let rolls = table.bodies().into_iter().filter_map(|body| match body {
                Body::OrderSecond(order) => order.dice.map(|dice| (order.seat, dice, order.rolls)),
                _ => None,
            });
            rolls.collect::<Vec<_>>()
        };
        assert_eq!(dice(&asked), dice(&standing));
        for game in [&mut asked, &mut standing] {
            while !game.game.waits_for(UNION) || !game.lines(UNION).iter().any(|l| l == "declare hold") {
                let seat = game.game.waiting_seats()[0];
                let lines = game.lines(seat);
                let line = ["done", "hold", "declare hold"].into_iter().find(|l| lines.iter().any(|m| m == l));
                let Some(line) = line else { break };
                game.order(seat, &[line]);
                if game.game.result().is_some() {
                    break;
                }
            }
        }
        assert_eq!(dice(&asked), dice(&standing));
        compared += 1;
    }
    assert!(compared > 2, "{compared} questions answered both ways");
}

#[test]
fn standing_orders_end_with_their_holder_and_go_on_under_a_stand_in() {
    let mut table = Table::empty("four", 5);
    let terms = ClockTerms { claim: Claim::Forfeit, control: Control::Days(1), leave: 0, stand_in: true };
    let set = table.game.set_clock(terms, Millis(1_000), &table.keys).unwrap();
    table.take(set);
    for seat in SEATS {
        table.join(seat, None);
    }
    let hold = Standing([("hit".to_owned(), "hold".to_owned())].into());
    let at = table.now();
    let set = table.game.set_standing(SEATS[1], &hold, at, &table.keys).unwrap();
    table.take(set);
    for seat in [SEATS[2], SEATS[3]] {
        while let Some(line) = table.lines(seat).into_iter().find(|l| l.contains(" hide ")) {
            table.order(seat, &[&line]);
        }
        table.order(seat, &["ready"]);
    }
    let change = |table: &mut Table, name: &str, bot: Option<&str>, why| {
        table.clock += 2 * DAY;
        let bot = bot.map(str::to_owned);
        let new =
            NewHands { seat: SEATS[1], name: name.into(), bot, agreed: vec![SEATS[2], SEATS[3]], own: false, why };
        let played = table.game.change_hands(new, Millis(table.clock), &table.keys).unwrap();
        table.take(played);
    };
    change(&mut table, "House", Some("staff"), HandsWhy::StandIn);
    assert_eq!(table.game.standing(SEATS[1], &table.keys), hold);
    let read = table.game.readable(SEATS[1]);
    change(&mut table, "Somebody new", None, HandsWhy::Replacement);
    assert_ne!(table.game.standing(SEATS[1], &table.keys), hold);
    // Side and seat are read on, the holder's log is another.
    let now = table.game.readable(SEATS[1]);
    assert_eq!(now[..2], read[..2]);
    assert_ne!(now[2], read[2]);
}

/// The same rulebook, revised: it decides everything alike.
fn revised() -> Registry {
    Registry::new(vec![fog_ruleset::revised()])
}

#[test]
fn a_game_with_secrets_moves_up_by_an_offer_and_fourteen_days_though_nothing_differs() {
    let mut table = played_on(13, 40);
    let old = table.clone();
    table.registry = revised();
    table.game = Game::replay_with(&table.registry, &table.records(), &table.entries()).unwrap();
    let entries = table.entries();
    let revise = |table: &Table, at| {
        let differing = table.game.differing(&table.records(), &entries, &table.keys).unwrap();
        assert!(differing.is_empty());
        table.game.revise(&differing, at, &table.keys).unwrap()
    };
    let at = table.now();
    let offered = revise(&table, at).unwrap();
    assert_eq!(
        offered.records.iter().map(|r| r.read().unwrap().kind().to_owned()).collect::<Vec<_>>(),
        ["revision-offer/1"]
    );
    table.take(offered);
    assert!(revise(&table, Millis(at.0 + SILENCE - 1)).is_none_or(|p| p.records.is_empty()));
    let done = revise(&table, Millis(at.0 + SILENCE)).unwrap();
    let revision = done.records[0].clone();
    assert!(revision.is_kind("revision/1"));
    table.take(done);
    table.clock = at.0 + SILENCE;
    on(&mut table, 13, TO_THE_END);
    let whole = Forged::whole(&table);
    assert!(ours(&table, &whole).sound && python::run(&["-"], &whole.text()).0);
    // A list of a record that is decided alike.
    let kind = |kind: &'static str| whole.record(0, move |b| b["kind"] == kind);
    let (offer, order) = (kind("revision-offer/1"), kind("order/2"));
    let listed = [offer, kind("revision/1")]
        .into_iter()
        .fold(whole.clone(), |log, seq| log.change(seq, |w| w["differs"] = json!([order])));
    only_ours(&table, &listed.resealed(Some(&table.keys)), offer);
    // Without the offer both find it.
    let short = Forged { records: old.records(), ..Forged::public(&old) };
    let silent = with_record(&table, &short, old.game.len(), &revision.body);
    let bad = ours(&table, &silent).bad.unwrap();
    assert_eq!(bad.seq, old.game.len() + 1, "{}", bad.why);
    let (content, said) = python::run(&["-"], &silent.text());
    assert!(!content && said.starts_with(&format!("record {}:", bad.seq)), "{said}");
    sound(&old, &short, "sound as far as open");
    let body: Value = serde_json::from_str(&revision.body).unwrap();
    assert_eq!(body["what"]["differs"], json!([]));
}
