//! Every sentence that random games bring, once: what is told, asked and refused, and what stands in menus. To be read aloud.
//!
//! `cargo run -p domain --example said -- RULESET GAMES` plays so many games by chance and prints each sentence with its numbers and names
//! taken out, the kind of sentence before it and one as it stood behind it.

use domain::dice::Dice;
use domain::referee::*;
use std::collections::{BTreeMap, VecDeque};

/// Sentences by kind and by what they are without names and numbers.
#[derive(Default)]
struct Heard(BTreeMap<(&'static str, String), String>);

impl Heard {
    fn hear(&mut self, kind: &'static str, said: &str) {
        let bare = |word: &str| {
            let named = word.chars().any(|c| c.is_ascii_digit()) || word.chars().next().is_some_and(char::is_uppercase);
            if named { "_".to_owned() } else { word.to_owned() }
        };
        let mut words: Vec<String> = said.split(' ').map(bare).collect();
        words.dedup();
        self.0.entry((kind, words.join(" "))).or_insert_with(|| said.to_owned());
    }
}

/// A game of chance; small, and the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (ruleset, games) = (arguments.next(), arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1));
    let registry = domain::rulesets::standard();
    let Some(rules) = ruleset.and_then(|id| registry.get(&id)) else {
        eprintln!("said RULESET GAMES");
        std::process::exit(2)
    };
    let mut heard = Heard::default();
    for game in 0..games {
        play(&**rules, &mut Chance(game), &mut heard);
    }
    for ((kind, _), said) in heard.0 {
        println!("{kind}\t{said}");
    }
}

fn play(rules: &dyn AnyRuleset, chance: &mut Chance, heard: &mut Heard) {
    let scenario = &rules.about().scenarios[0];
    let options = scenario.options.iter().map(|o| (o.key.to_owned(), o.values[0].0.to_owned())).collect();
    let Ok(mut at) = rules.open(&Terms { options, scenario: scenario.id.to_owned() }) else { return };
    let mut once: Vec<String> = Vec::new();
    for _ in 0..4_000 {
        let board = rules.board(Known::held(&*at));
        let view = board.view(Viewer::Everyone);
        heard.hear("phase", &view.phase.title);
        let waiting = board.waiting();
        let Some(asked) = waiting.first() else { return };
        heard.hear("asked", &asked.asks);
        let menu = board.menu(asked.seat, None).choices;
        for choice in &menu {
            heard.hear("label", &choice.label);
            choice.note.iter().for_each(|note| heard.hear("note", note));
            choice.cost.iter().for_each(|cost| heard.hear("cost", cost));
            choice.sum.iter().for_each(|sum| heard.hear("sum", &sum.to_string()));
        }
        // What was legal once, and what is now of the other side.
        for seat in [SeatId(0), SeatId(1)] {
            for _ in 0..3 {
                let Some(line) = once.get(chance.below(once.len())) else { continue };
                if let Err(refusal) = rules.decide(Known::held(&*at), &*at, seat, line, &mut Dice::withheld()) {
                    heard.hear("refused", &refusal.to_string());
                }
            }
        }
        let line = menu[chance.below(menu.len())].order.clone();
        let mut dice: VecDeque<u8> = (0..200).map(|_| chance.below(6) as u8 + 1).collect();
        let decided = rules.decide(Known::held(&*at), &*at, asked.seat, &line, &mut Dice::forced(&mut dice));
        let Ok(decided) = decided else { return };
        for fact in &decided.facts {
            if let Ok(Some(told)) = rules.tell(fact.get(), Viewer::Everyone) {
                heard.hear("told", &told.text);
            }
        }
        once.push(line);
        drop(board);
        at = decided.after;
    }
}
