//! Whole games between house players under any standing orders: what is told of a question is what was promised, what is
//! answered verifies, and nothing travels that need not.

use domain::dice::GameKeys;
use domain::log::{Body, Entry, GameId, Hash32, Millis, PrivateBody, Record, export_with};
use domain::referee::Known;
use domain::referee::*;
use domain::rulesets::standard;

/// Rules with random conditions for every offer. `lean` is how many of ten are not just one value.
fn random(notation: &Notation, rng: &mut BotRng, lean: usize) -> Standing {
    let mut standing = Standing::default();
    for offer in &notation.offers {
        let value = |rng: &mut BotRng| rng.pick(&offer.choices).map_or("ask", |c| c.value);
        let mut text = String::new();
        if rng.below(10) < lean {
            for _ in 0..=rng.below(3) {
                let conditions: Vec<String> = (0..=rng.below(2))
                    .map(|_| {
                        let key = rng.pick(&offer.conditions).copied().unwrap_or(TURN);
                        condition(notation.condition(key).unwrap(), rng)
                    })
                    .collect();
                text += &format!("if {}: {}; ", conditions.join(" and "), value(rng));
            }
        }
        text += value(rng);
        // Rules that contradict themselves are refused; then it is the last value alone.
        let rule = notation.rule(offer.key, &text).map_or_else(|_| value(rng).to_owned(), |r| r.to_string());
        standing.0.insert(offer.key.to_owned(), rule);
    }
    standing
}

fn condition(spec: &StandingCondition, rng: &mut BotRng) -> String {
    match &spec.takes {
        Takes::Number { least, most } => {
            let sign = rng.pick(&Compare::ALL).map_or("=", |c| c.sign());
            let number = least + rng.below((most - least + 1) as usize) as i64;
            format!("{} {sign} {number}", spec.key)
        }
        Takes::Words { words, .. } => {
            let names: Vec<&str> =
                (0..=rng.below(3)).filter_map(|_| rng.pick(words).map(|w| w.word.as_str())).collect();
            let not = if rng.below(2) == 0 { "not " } else { "" };
            format!("{} {not}{}", spec.key, names.join(" or "))
        }
    }
}

struct Table {
    registry: Registry,
    keys: GameKeys,
    game: Game,
    log: Vec<Record>,
    /// The private logs of a game of the second format.
    entries: Vec<Entry>,
}

impl Table {
    fn of(ruleset: &str, bot: &str, number: u64, standing: impl Fn(&Notation, SeatId) -> Standing) -> Table {
        let registry = standard();
        let mut id = GameId([0; 16]);
        id.0.copy_from_slice(&Hash32::of(format!("{ruleset} {number}").as_bytes()).0[..16]);
        let keys = GameKeys::derive([9; 32], id);
        let scenario = registry.get(ruleset).unwrap().about().scenarios[0].id.to_owned();
        let terms = Terms { options: Default::default(), scenario };
        let new = NewGame { id, at: Millis(0), ruleset: ruleset.into(), terms, pace: 0, study: false };
        let created = Game::create(&registry, new, &keys).unwrap();
        let (log, entries) = (created.records, created.entries);
        let mut table = Table { registry, keys, game: created.game, log, entries };
        for seat in table.game.seats().to_vec() {
            let joining = Joining {
                seat: seat.id,
                name: "x".into(),
                phrase: String::new(),
                bot: Some(bot.into()),
                at: Millis(0),
            };
            let joined = table.game.join(joining, &table.keys).unwrap();
            table.take(joined);
        }
        let notation = table.game.standing_notation();
        for seat in table.game.seats().to_vec() {
            let set = table.game.set_standing(seat.id, &standing(&notation, seat.id), Millis(0), &table.keys).unwrap();
            table.take(set);
        }
        table
    }

    fn take(&mut self, played: Played) {
        self.game = played.game;
        self.log.extend(played.records);
        self.entries.extend(played.entries);
        self.entries.sort_by_key(|e| (e.audience, e.number));
    }

    /// Whose order a record is that was given in advance, by the answer to which question, and why; in either format.
    fn in_advance(&self, record: &Record) -> Option<(SeatId, String, String)> {
        match record.read().unwrap() {
            Body::Order(order) => order.standing.map(|used| (order.seat, used.key, used.reason)),
            Body::OrderSecond(order) => {
                let here = self.entries.iter().filter(|e| (e.after, e.with) == (record.seq, true));
                here.map(|e| e.read().unwrap()).find_map(|body| match body {
                    PrivateBody::Used(used) => Some((order.seat, used.key, used.reason)),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// One order of a house player.
    fn step(&mut self) -> bool {
        let Some(decision) = self.game.waiting().first().cloned() else { return false };
        let seat = decision.seat;
        let bot = self.game.seat(seat).and_then(|s| s.player.as_ref()).and_then(|p| p.bot.clone()).unwrap();
        let mut rng = self.keys.bot_rng(self.game.len());
        let order = self.game.ruleset().board(self.game.known_to(Viewer::Seat(seat))).bot_line(&bot, seat, &mut rng);
        let key = format!("bot-{}", self.game.len());
        let lines = vec![order.unwrap_or_else(|| panic!("no order for {decision:?}"))];
        let played =
            self.game.play(&Submission { seat, lines, key, seen: self.game.head(), at: Millis(1) }, &self.keys);
        self.take(played.unwrap());
        true
    }
}

/// What a ruleset tells of a question is what it promised that conditions may ask for.
fn check_told(notation: &Notation, game: &Game, decision: &Decision) {
    for context in game.ruleset().board(Known::held(game.position())).contexts(decision) {
        let offer = notation.offer(context.key).unwrap();
        for told in &context.circumstances {
            assert!(offer.conditions.contains(&told.key), "{}: {} is not announced", context.key, told.key);
            match (&notation.condition(told.key).unwrap().takes, &told.value) {
                (Takes::Number { least, most }, CircumstanceValue::Number(n)) => {
                    assert!((least..=most).contains(&n), "{}: {} is {n}", context.key, told.key);
                }
                (Takes::Words { one, words }, CircumstanceValue::Words(there)) => {
                    assert!(!one || there.len() == 1, "{}: {there:?}", told.key);
                    assert!(there.iter().all(|t| words.iter().any(|w| w.word == *t)), "{}: {there:?}", told.key);
                }
                other => panic!("{}: {other:?}", told.key),
            }
        }
    }
}

#[test]
fn offers_and_conditions_are_well_formed() {
    for rules in standard().all() {
        let notation = rules.standing_notation();
        for spec in &notation.conditions {
            assert!(spec.key.chars().all(|c| c.is_ascii_lowercase()), "{}", spec.key);
            assert!(!["and", "or", "not", "is", "if", "at"].contains(&spec.key));
            if let Takes::Words { words, .. } = &spec.takes {
                for word in words {
                    assert!(!word.word.contains([':', ';', ',', '=', '<', '>', '!']), "{}", word.word);
                    let reserved = |w: &str| ["and", "or", "not", "is", "if"].contains(&w.to_lowercase().as_str());
                    assert!(!word.word.split(' ').any(reserved), "{}", word.word);
                    assert_eq!(words.iter().filter(|w| w.word == word.word).count(), 1, "{} twice", word.word);
                }
            }
        }
        for offer in &notation.offers {
            assert!(offer.conditions.contains(&TURN), "{}", offer.key);
            assert!(offer.choices.iter().any(|c| c.value == "ask"));
            for key in &offer.conditions {
                let spec = notation.condition(key).unwrap_or_else(|| panic!("{}: no condition {key}", offer.key));
                // What an error gives as an example is right.
                let text = format!("if {} {}: ask; {}", spec.key, spec.example(), offer.default);
                assert!(notation.rule(offer.key, &text).is_ok(), "{text}");
            }
            for value in [offer.default, offer.never_ask] {
                assert_eq!(notation.rule(offer.key, value).unwrap(), Rule::always(value));
            }
        }
    }
}

#[test]
fn games_under_any_rules_verify() {
    let registry = standard();
    for rules in registry.all() {
        let ruleset = rules.about().id;
        let (mut conditional, mut lapses) = (0, 0);
        for number in 0..6 {
            let bot = ["random", "staff"][number as usize % 2];
            let mut table = Table::of(ruleset, bot, number, |notation, seat| {
                random(notation, &mut BotRng::seeded(number * 2 + u64::from(seat.0)), 8)
            });
            let notation = table.game.standing_notation();
            loop {
                for decision in table.game.waiting() {
                    check_told(&notation, &table.game, decision);
                }
                if !table.step() {
                    break;
                }
            }
            let report = verify(&table.registry, &export_with(&table.log, &table.entries), &Against::default());
            assert_eq!(report.bad, None, "{ruleset} {number}");
            for record in &table.log {
                if let Some((seat, key, reason)) = table.in_advance(record)
                    && reason.contains(", if ")
                {
                    // The reason names a case of the rule in force.
                    let rule = table.game.standing(seat, &table.keys).get(&key).to_owned();
                    let case = reason.strip_prefix(&format!("standing order: {key}, ")).unwrap();
                    assert!(rule.contains(case), "{rule}: {case}");
                    conditional += 1;
                }
            }
            for seat in table.game.seats() {
                let first = Game::replay(&registry, &table.log[..1]).unwrap();
                let behind = (&table.log[1..], &*table.entries);
                lapses += Game::lapses(first, behind, seat.id, &table.keys).unwrap().len();
            }
        }
        println!("{ruleset}: {conditional} answers by a condition, {lapses} rules off");
        assert!(conditional > 0 && lapses > 0, "{ruleset}");
    }
}

#[test]
fn nothing_travels_that_need_not() {
    for rules in standard().all() {
        let ruleset = rules.about().id;
        let mut forced = 0;
        for number in 0..2 {
            let bot = ["random", "staff"][number as usize % 2];
            let mut table = Table::of(ruleset, bot, number, |n, _| Standing::at(Level::Ask, &n.offers));
            loop {
                for decision in table.game.waiting() {
                    // A question with one legal answer is not asked.
                    assert_eq!(rules.board(Known::held(table.game.position())).forced(decision), None, "{decision:?}");
                }
                let waited = table.game.waiting_seats();
                let before = table.log.len();
                if !table.step() {
                    break;
                }
                // Nobody is handed a game that waited for him already: questions that follow on one another go together.
                let mut handed = Vec::new();
                for record in &table.log[before..] {
                    let to = match record.read().unwrap() {
                        Body::HandOver(hand) => hand.to,
                        Body::HandOverSecond(hand) => hand.to,
                        _ => continue,
                    };
                    assert!(to.iter().all(|s| !waited.contains(s)), "{to:?}");
                    handed.extend(to);
                }
                let newly: Vec<SeatId> =
                    table.game.waiting_seats().into_iter().filter(|s| !waited.contains(s)).collect();
                assert_eq!(handed, newly);
            }
            let report = verify(&table.registry, &export_with(&table.log, &table.entries), &Against::default());
            assert_eq!(report.bad, None, "{ruleset} {number}");
            forced +=
                table.log.iter().filter_map(|r| table.in_advance(r)).filter(|(_, key, _)| key == "forced").count();
        }
        println!("{ruleset}: {forced} questions with one legal answer, answered by the referee");
    }
}

#[test]
fn the_examples_of_the_document_are_right() {
    let document = include_str!("../../../docs/correspondence.md");
    for rules in standard().all() {
        let about = rules.about();
        let notation = rules.standing_notation();
        let named = |s: &&str| s.lines().next().is_some_and(|heading| about.title.contains(heading));
        let section = document.split("\n### ").skip(1).find(named);
        let section = section.unwrap_or_else(|| panic!("no section on {}", about.title));
        let examples: Vec<&str> = section.lines().filter_map(|l| l.strip_prefix("    ")).collect();
        assert!(examples.len() >= 3, "{}", about.id);
        for line in examples {
            let read = notation.lines(&Standing::default(), line);
            assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
        }
        // The table names every question with its values and conditions.
        for offer in &notation.offers {
            let row = section.lines().find(|l| l.starts_with(&format!("| `{}`", offer.key)));
            let row = row.unwrap_or_else(|| panic!("{} is not in the document", offer.key));
            for choice in offer.choices.iter().filter(|c| c.value != "ask") {
                assert!(row.contains(&format!("`{}`", choice.value)), "{row}: {}", choice.value);
            }
            if !row.contains("the same") {
                for key in &offer.conditions {
                    assert!(row.contains(&format!("`{key}`")), "{row}: {key}");
                }
            }
        }
    }
}
