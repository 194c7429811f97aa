//! Brigades: shorthand for many units, its steps, and a house player that plays it.

use crate::table::{Table, replay};
use crate::whole_games::assert_same;
use domain::dice::BotRng;
use domain::log::export_with;
use domain::referee::{Against, Many, Played, Refusal, SeatId, Viewer, verify};
use proptest::prelude::*;

/// Some places: of both zones, in woods and in the clear, by number and by name.
const PLACES: [&str; 8] = ["0103", "0305", "O'Gorman's Mill", "0606", "10 Acre Wood", "0708", "1104", "1210"];

/// What a line stands for, by what a seat knows.
fn spelled(table: &Table, seat: SeatId, line: &str) -> Result<Vec<String>, Refusal> {
    table.game.ruleset().board(table.game.known_to(Viewer::Seat(seat))).spelled(seat, line)
}

/// The brigades that a seat may tell something now.
fn brigades(table: &Table, seat: SeatId) -> Vec<String> {
    let Ok(step) = table.game.compose(seat, &[]) else { return Vec::new() };
    step.candidates.iter().filter_map(|c| c.say.strip_prefix("brigade ")).map(str::to_owned).collect()
}

/// Four hundred units, hidden by their house players, up to where a side moves.
fn big() -> (Table, SeatId) {
    let mut table = Table::empty("big", 8);
    for seat in 0..4 {
        table.join(SeatId(seat), Some("staff"));
    }
    loop {
        let seat = table.game.waiting_seats()[0];
        if table.game.waiting()[0].kind == "move" {
            return (table, seat);
        }
        let at = table.now();
        let played = table.game.let_bot_play(seat, at, &table.keys).unwrap().unwrap();
        table.take(played);
    }
}

fn given(table: &mut Table, seat: SeatId, line: &str) -> Played {
    let submission = table.submission(seat, &[line]);
    table.game.play(&submission, &table.keys).unwrap_or_else(|e| panic!("{line}: {e}"))
}

/// All positions there are of a game, as text.
fn positions(table: &Table) -> Vec<String> {
    let seats = table.game.seats().iter().map(|s| Viewer::Seat(s.id));
    let mut all: Vec<String> = seats.chain([Viewer::Spectator]).map(|v| table.known(v)).collect();
    all.push(table.game.position().canonical());
    all
}

/// Gives a line, then each of its parts by itself as far as the line went: the same position. Gives how many parts were done of how many.
fn singly_and_together(table: &Table, seat: SeatId, line: &str, parts: &[String]) -> (usize, usize) {
    let mut together = table.clone();
    let played = given(&mut together, seat, line);
    let done = parts.len() - played.rest.len();
    together.take(played);
    let mut singly = table.clone();
    for part in &parts[..done] {
        singly.order(seat, &[part]);
    }
    assert_eq!(positions(&together), positions(&singly), "{line}");
    (done, parts.len())
}

#[test]
fn a_brigade_of_forty_marches_by_one_line() {
    let (table, seat) = big();
    let brigade = brigades(&table, seat).remove(0);
    let line = format!("march {brigade} to Ch\u{e2}teau-Rouge");
    let parts = spelled(&table, seat, &line).unwrap();
    assert!(parts.len() >= 30, "{} parts", parts.len());
    let mut together = table.clone();
    let played = given(&mut together, seat, &line);
    assert_eq!((played.records.len(), played.rest.len()), (1, 0), "one record, whole");
    assert!(!played.records[0].body.contains("march "), "the log has no shorthand");
    singly_and_together(&table, seat, &line, &parts);
    // A brigade of somebody else's is none.
    for other in (0..4).map(SeatId).filter(|s| *s != seat) {
        assert!(spelled(&table, other, &line).is_err());
    }
}

/// What is proposed in place of a menu can be given, each of it, and is little.
#[test]
fn proposals_are_few_and_can_be_given() {
    let (big, seat) = big();
    assert!(!big.game.lists_menu(seat) && Table::set_up(9).game.lists_menu(SeatId(0)));
    let mut table = big.clone();
    let (mut given, mut said) = (0, Vec::new());
    while !table.game.lists_menu(seat) && given < 12 {
        let proposals = table.game.proposals(seat);
        assert!((1..=12).contains(&proposals.len()));
        assert_eq!(proposals.last().map(|c| c.order.as_str()), Some("done"));
        for choice in &proposals {
            assert!(!choice.label.is_empty());
            let mut table = table.clone();
            self::given(&mut table, seat, &choice.order);
        }
        let first = proposals[0].order.clone();
        if first == "done" {
            break;
        }
        let played = self::given(&mut table, seat, &first);
        table.take(played);
        said.push(first);
        given += 1;
    }
    assert!(given >= 3, "{said:?}");
    for example in table.game.shorthand(seat) {
        assert!(table.game.spelled(seat, &example.order).is_ok_and(|orders| !orders.is_empty()), "{}", example.order);
    }
    // Whoever is not asked is proposed nothing.
    let other = big.game.seats().iter().map(|s| s.id).find(|s| !big.game.waits_for(*s)).unwrap();
    assert!(big.game.proposals(other).is_empty() && big.game.endings(other).is_empty());
}

#[test]
fn shorthand_that_stands_for_nothing_is_refused_with_an_example() {
    let table = Table::set_up(9).until_the_union_moves();
    let union = SeatId(0);
    for (line, word) in [
        ("march nobody to 0305", "No brigade"),
        ("march Garde d'Or 0305", "No brigade"),
        ("march Garde d'Or to 9999", "not on the map"),
        ("fire Garde d'Or at 0110", "Nobody of Garde d'Or can fire at 0110"),
        ("hide Garde d'Or at 0303", "Nobody of Garde d'Or can hide"),
    ] {
        let refusal = spelled(&table, union, line).unwrap_err().to_string();
        assert!(refusal.contains(word), "{line}: {refusal}");
        assert!(table.clone().refused(union, &[line]).to_string().contains(word), "{line}");
    }
    assert!(table.clone().refused(union, &["; ;"]).to_string().contains("empty"));
    // Behind shorthand other orders may follow, and names are read in any case.
    let whole = spelled(&table, union, "MARCH garde D\u{2019}OR to 0606; done").unwrap();
    assert_eq!(whole.last().map(String::as_str), Some("done"));
    assert!(whole.len() > 2, "{whole:?}");
}

#[test]
fn a_brigades_march_is_composed_in_three_steps() {
    let mut rng = BotRng::seeded(5);
    let (big, mover) = big();
    let small = Table::set_up(9).until_the_union_moves();
    for (table, seat) in [(&big, mover), (&small, SeatId(0))] {
        for brigade in brigades(table, seat) {
            let mut said = vec![format!("brigade {brigade}")];
            let order = loop {
                let step = table.game.compose(seat, &said).unwrap();
                assert_eq!(step.many, Many::One);
                match step.order {
                    Some(order) => break order,
                    None => said.push(rng.pick(&step.candidates).expect("a way on").say.clone()),
                }
            };
            assert!(said.len() <= 3, "{said:?}");
            assert!(order.label.contains(&brigade) && order.place.is_some());
            let mut table = table.clone();
            given(&mut table, seat, &order.order);
        }
    }
    assert!(table_refuses(&small, &["brigade Old Guard"]) && table_refuses(&small, &["brigade Garde d'Or", "dance"]));
}

fn table_refuses(table: &Table, said: &[&str]) -> bool {
    let said: Vec<String> = said.iter().map(|s| (*s).to_owned()).collect();
    table.game.compose(SeatId(0), &said).is_err()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// All brigades, told all that they can be told, at some places of random positions.
    #[test]
    fn what_shorthand_stands_for_is_accepted_and_comes_to_the_same_singly_and_together(
        seed in 0_u8..=255, orders in 12_usize..140, scenario in prop::sample::select(vec!["four", "two"]),
    ) {
        let mut table = Table::of(scenario, seed);
        let mut rng = BotRng::seeded(seed.into());
        for _ in 0..orders {
            if !table.random_order(&mut rng) {
                break;
            }
        }
        for seat in table.game.waiting_seats() {
            for brigade in brigades(&table, seat) {
                for place in PLACES {
                    for line in [
                        format!("march {brigade} to {place}"),
                        format!("hide {brigade} at {place}"),
                        format!("fire {brigade} at {place}"),
                    ] {
                        let parts = spelled(&table, seat, &line);
                        prop_assert_eq!(&parts, &spelled(&table, seat, &line));
                        let Ok(parts) = parts else { continue };
                        // Each in its turn, by all that the seat knows; of what rolls, each as the first.
                        if line.starts_with("fire ") {
                            for part in &parts {
                                table.clone().order(seat, &[part]);
                            }
                        } else {
                            // A draft goes as far as the first that may show something.
                            let draft = table.game.draft(seat, &parts);
                            prop_assert!(draft.is_ok_and(|d| parts.starts_with(&d.orders)), "{}", line);
                            singly_and_together(&table, seat, &line, &parts);
                        }
                    }
                }
            }
        }
    }
}

/// Games of house players that order brigades about, against one another and against chance, are sound to the last record.
#[test]
fn games_of_brigades_are_sound() {
    let mut compound = 0;
    for (bots, scenario, seed) in [
        (["staff", "random"], "four", 31),
        (["staff", "staff"], "four", 32),
        (["random", "staff"], "two", 33),
        (["staff", "staff"], "signals", 34),
        (["staff", "staff"], "big", 35),
    ] {
        let mut table = Table::empty(scenario, seed);
        let seats = table.game.seats().to_vec();
        for seat in &seats {
            table.join(seat.id, Some(bots[usize::from(seat.side == seats[0].side)]));
        }
        while let Some(seat) = table.game.waiting_seats().first().copied() {
            let at = table.now();
            let played = table.game.let_bot_play(seat, at, &table.keys).unwrap().unwrap();
            table.take(played);
            assert!(table.game.private_logs_fit(&table.keys));
        }
        assert!(table.game.result().is_some(), "{scenario} {seed}");
        let (records, entries) = (table.records(), table.entries());
        compound += records.iter().filter(|r| r.is_kind("order/2") && r.body.contains("; ")).count();
        assert_same(&replay(&table.registry, &records, &entries), &table.game);
        let against = Against { links: table.keys.links(), ..Against::default() };
        let report = verify(&table.registry, &export_with(&records, &entries), &against);
        assert!(report.sound && report.judged, "{scenario} {seed}: {report}");
    }
    assert!(compound > 20, "{compound} records of several orders");
}
