//! A log played once more: what the players did, given to the program as of now, must come to the same bytes.

use super::play::keys;
use domain::log::seal::Sealed;
use domain::log::{Body, Order, Record};
use domain::referee::*;

/// Plays the game of that name again from its log.
pub fn again(name: &str, log: &[Record]) {
    let registry = of_its_revision(&log[0]);
    let keys = keys(name);
    let mut game: Option<Game> = None;
    let mut at = 0;
    while let Some(record) = log.get(at) {
        let played = match &game {
            None => create(&registry, record, &keys),
            Some(game) => act(game, &log[at..], &keys),
        };
        let played = match (played, &game) {
            (Some(played), _) => played.unwrap_or_else(|e| panic!("{name}, record {}: {e}", record.seq)),
            // Written by an earlier version of this program, and only read by this one.
            (None, Some(before)) => {
                let mut game = before.clone();
                game.apply_record(record).unwrap();
                Played {
                    game,
                    records: vec![record.clone()],
                    entries: Vec::new(),
                    handed: Vec::new(),
                    stopped: None,
                    rest: Vec::new(),
                }
            }
            (None, None) => panic!("{name} begins without a genesis"),
        };
        for made in &played.records {
            assert_eq!(Some(made), log.get(at), "{name}");
            at += 1;
        }
        game = Some(played.game);
    }
}

/// The rules in the revision that the game was played by.
fn of_its_revision(first: &Record) -> Registry {
    let Ok(Body::Genesis(g)) = first.read() else { return domain::rulesets::standard() };
    let rules = domain::rulesets::standard().get(&g.ruleset).unwrap().clone();
    let rules = if rules.about().revision == g.revision { rules } else { rules.earlier(g.revision).unwrap() };
    Registry::new(vec![rules])
}

fn create(registry: &Registry, record: &Record, keys: &domain::dice::GameKeys) -> Option<Result<Played, GameError>> {
    let Ok(Body::Genesis(g)) = record.read() else { return None };
    let new = NewGame { id: g.game, at: g.at, ruleset: g.ruleset, terms: g.terms, pace: g.pace, study: g.study };
    Some(Game::create(registry, new, keys))
}

/// What somebody did that wrote the first of these records. The others that follow from it are the program's to write.
fn act(game: &Game, log: &[Record], keys: &domain::dice::GameKeys) -> Option<Result<Played, GameError>> {
    Some(match log[0].read().unwrap() {
        Body::Join(j) => {
            game.join(Joining { seat: j.seat, name: j.name, phrase: j.phrase, bot: j.bot, at: j.at }, keys)
        }
        Body::Order(Order { seat, key: Some(key), seen, at, .. }) => {
            let together = log.iter().filter_map(|r| match r.read() {
                Ok(Body::Order(o)) if (o.seat, o.seen) == (seat, seen) && o.key.as_ref() == Some(&key) => Some(o.order),
                _ => None,
            });
            let lines = together.collect();
            game.play(&Submission { seat, lines, key, seen, at }, keys)
        }
        Body::Standing(s) => {
            let chair = game.seat(s.seat)?.chair;
            let sealed = Sealed { seal: s.seal, bytes: hex::decode(&s.sealed).unwrap() };
            let value = keys.seal(chair).open(s.slot, &sealed).expect("its own key opens it");
            game.set_standing(s.seat, &serde_json::from_slice(&value).unwrap(), s.at, keys)
        }
        Body::SealedDice(s) => game.seal_dice(s.seat, Sealing { anchors: s.anchors, first: s.first }, s.at, keys),
        Body::Deposit(d) => game.deposit(d.seat, Links { player: d.player, handover: d.handover }, d.at, keys),
        Body::HouseDice(h) => game.take_house_dice(h.seat, h.why, h.at, keys),
        Body::DrawOffer(d) => game.offer_draw(d.seat, d.at, keys),
        Body::DrawAnswer(d) => game.answer_draw(d.seat, d.accept, d.at, keys),
        Body::TakebackOffer(t) => game.offer_takeback(t.seat, t.back_to, &t.reason, t.at, keys),
        Body::TakebackAnswer(t) => game.answer_takeback(t.seat, t.accept, t.at, keys),
        Body::HandsChange(h) => {
            let new = NewHands { seat: h.seat, name: h.name, bot: h.bot, agreed: h.agreed, own: h.own, why: h.why };
            game.change_hands(new, h.at, keys)
        }
        Body::Resign(r) => game.resign(r.seat, r.at, keys),
        Body::Judgement(j) => game.judge(j.record, j.back_to, (&j.arbiter, &j.reason), j.at, keys),
        Body::Ruling(r) => game.umpire(&r.line, r.at, keys),
        Body::Clock(c) => game.set_clock(c.terms, c.at, keys),
        Body::Calendar(c) => game.set_calendar(c.seat, c.calendar, c.at, keys),
        Body::Leave(l) => game.take_leave(l.seat, Some(l.span.from), l.span.until, l.at, keys),
        Body::LeaveEnd(l) => game.end_leave(l.seat, l.at, keys),
        Body::PauseOffer(p) => game.offer_pause(p.seat, p.until, p.at, keys),
        Body::PauseAnswer(p) => game.answer_pause(p.seat, p.accept, p.at, keys),
        Body::PauseEnd(p) => game.end_pause(p.seat, p.at, keys),
        Body::Grant(g) => game.grant_time(g.by, g.seat, g.time, g.at, keys),
        Body::Excuse(e) => game.excuse(e.span, &e.reason, e.at, keys),
        Body::TimeClaim(c) => game.claim_time(c.by, c.seat, c.at, keys),
        Body::Hands(_) => return None,
        other => panic!("nobody does a {} by themselves (record {})", other.kind(), log[0].seq),
    })
}
