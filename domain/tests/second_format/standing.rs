//! Standing orders, and answers that the referee gives itself.

use crate::table::{Table, replay};
use domain::dice::BotRng;
use domain::log::{Body, PrivateBody};
use domain::referee::{FORCED, Standing};
use domain::words::Audience;

#[test]
fn standing_orders_answer_and_their_reason_is_their_holders_alone() {
    let (mut kept, mut forced) = (0, 0);
    for seed in 1..=12_u8 {
        let mut table = Table::of(["two", "four"][usize::from(seed % 2)], seed);
        let records = table.game.len();
        for seat in table.game.seats().to_vec() {
            let rule = ["if unit is Hawkins' Zouaves: retreat; hold", "ask", "ask", "retreat"];
            let standing = Standing([("hit".to_owned(), rule[usize::from(seat.id.0)].to_owned())].into());
            let at = table.now();
            let played = table.game.set_standing(seat.id, &standing, at, &table.keys).unwrap();
            assert!(played.records.is_empty() && played.entries.len() == 1, "a record shows a standing order");
            table.take(played);
        }
        assert_eq!(table.game.len(), records);
        let mut rng = BotRng::seeded(u64::from(seed));
        while table.random_order(&mut rng) {}
        let advance = table.bodies().iter().filter(|b| matches!(b, Body::OrderSecond(o) if o.advance)).count();
        let uses: Vec<_> = table
            .entries()
            .iter()
            .filter_map(|e| match e.read().unwrap() {
                PrivateBody::Used(used) => Some((e.audience, used)),
                _ => None,
            })
            .collect();
        assert_eq!(advance, uses.len());
        assert!(uses.iter().all(|(audience, _)| matches!(audience, Audience::Holder(_))));
        kept += uses.iter().filter(|(_, used)| used.key == "hit").count();
        forced += uses.iter().filter(|(_, used)| used.key == FORCED).count();
        for record in table.records() {
            assert!(!record.body.contains("standing order") && !record.body.contains(FORCED), "{}", record.body);
        }
        let again = replay(&table.registry, &table.records(), &table.entries());
        for seat in table.game.seats() {
            assert_eq!(again.standing(seat.id, &table.keys), table.game.standing(seat.id, &table.keys));
        }
    }
    assert!(kept > 5 && forced > 0, "{kept} answers by standing order, {forced} forced");
}
