//! The lessons of every ruleset, held against the referee: each order is on the menu of its position, the sentences' figures are those of the
//! game, and the dice are as many as are rolled.

use domain::referee::{AnyRuleset, Lesson};
use domain::rulesets::standard;
use std::collections::BTreeSet;
use std::sync::Arc;

fn lessons() -> Vec<(Arc<dyn AnyRuleset>, Lesson)> {
    let registry = standard();
    let of = |r: &Arc<dyn AnyRuleset>| -> Vec<_> {
        let read = |text: &str| Lesson::read(text).unwrap_or_else(|e| panic!("{}: {e}", r.about().id));
        r.lessons().into_iter().map(|text| (r.clone(), read(text))).collect()
    };
    registry.all().iter().flat_map(of).collect()
}

/// The numbers that stand in a text.
fn figures(text: &str) -> BTreeSet<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
}

#[test]
fn every_ruleset_has_a_first_lesson_and_its_ids_are_its_own() {
    for ruleset in standard().all() {
        let ids: Vec<String> =
            lessons().into_iter().filter(|(r, _)| r.about().id == ruleset.about().id).map(|(_, l)| l.id).collect();
        assert!(!ids.is_empty(), "{} has no lesson", ruleset.about().id);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
        assert!(ids.iter().all(|id| id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')), "{ids:?}");
    }
}

#[test]
fn each_step_asks_for_an_order_of_its_menu_and_all_dice_are_rolled() {
    for (ruleset, lesson) in lessons() {
        let what = format!("{}, {}", ruleset.about().id, lesson.id);
        let mut rolled = 0;
        for (n, step) in lesson.steps.iter().enumerate() {
            let spot = lesson.after(&*ruleset, n).unwrap_or_else(|e| panic!("{what}, step {n}: {e}"));
            let choice = spot.choice(&step.order).unwrap_or_else(|e| panic!("{what}: {}: {e}", step.order));
            let menu = spot.menu(choice.piece.as_deref());
            assert!(!menu.asks.is_empty(), "{what}, step {n}: nothing is asked of the learner");
            let on = menu.choices.iter().any(|c| c.order == choice.order);
            assert!(on, "{what}: {} is on no menu", step.order);
        }
        let end = lesson.after(&*ruleset, lesson.steps.len()).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert!(!end.news.is_empty());
        for n in 1..=lesson.steps.len() {
            let news = lesson.after(&*ruleset, n).unwrap().news;
            rolled += news.iter().flat_map(|e| &e.rolls).map(|r| r.faces.len()).sum::<usize>();
        }
        assert!((3..=6).contains(&rolled), "{what}: {rolled} dice");
        assert!((4..=6).contains(&lesson.steps.len()), "{what}: six to eight clicks are wanted");
    }
}

#[test]
fn a_sentence_names_no_figure_that_is_not_in_its_position() {
    for (ruleset, lesson) in lessons() {
        for (n, step) in lesson.steps.iter().enumerate() {
            let spot = lesson.after(&*ruleset, n).unwrap();
            let choice = spot.choice(&step.order).unwrap();
            let mut there = figures(&format!("{choice:?}"));
            let view = spot.view();
            let piece = view.pieces.iter().find(|p| Some(&p.id) == choice.piece.as_ref());
            there.extend(piece.iter().flat_map(|p| p.figures.iter().flat_map(|f| figures(&f.text))));
            there.extend(spot.news.iter().flat_map(|e| figures(&format!("{e:?}"))));
            let said = figures(&step.say);
            let strange: Vec<_> = said.difference(&there).collect();
            assert!(strange.is_empty(), "{}, step {}: {strange:?} of {:?}", lesson.id, n + 1, step.say);
        }
        let end = lesson.after(&*ruleset, lesson.steps.len()).unwrap();
        let there: BTreeSet<u32> = end.news.iter().flat_map(|e| figures(&format!("{e:?}"))).collect();
        assert!(figures(&lesson.end).is_subset(&there), "{}: {:?}", lesson.id, lesson.end);
    }
}

#[test]
fn sentences_are_short_and_single() {
    for (_, lesson) in lessons() {
        for step in &lesson.steps {
            assert!(step.say.len() <= 220, "{}: {} bytes: {}", lesson.id, step.say.len(), step.say);
            assert!(
                step.say.ends_with('.') && !step.say.trim_end_matches('.').contains(". "),
                "one sentence: {}",
                step.say
            );
        }
    }
}

#[test]
fn what_the_referee_does_not_take_is_said_with_its_line() {
    let (ruleset, lesson) = lessons().swap_remove(0);
    let mut wrong = lesson.clone();
    wrong.steps[0].order = "sing".to_owned();
    assert_eq!(wrong.after(&*ruleset, 1).err().unwrap().line, "sing");
    let mut loaded = lesson.clone();
    loaded.steps[0].dice.push(6);
    assert!(loaded.after(&*ruleset, 1).err().unwrap().why.contains("left over"));
    let mut short = lesson;
    let rolls = short.steps.iter().position(|s| !s.dice.is_empty()).expect("a roll");
    short.steps[rolls].dice.clear();
    assert!(short.after(&*ruleset, rolls + 1).is_err());
}
