//! Answers of a plan as standing orders, in the rulesets' own words.

use crate::study::UNION;
use domain::dice::GameKeys;
use domain::log::{GameId, Hash32, Millis};
use domain::referee::*;

/// Field charges Meade at 0806 from 0706, and the Reaction Phase has come: Meade may fire.
fn charged() -> Game {
    let registry = domain::rulesets::standard();
    let about = registry.get("gaines-mill").unwrap().about();
    let id = GameId([7; 16]);
    let keys = GameKeys::derive([7; 32], id);
    let at = Millis(0);
    let terms = Terms { options: Default::default(), scenario: about.scenarios[0].id.into() };
    let new = NewGame { id, at, ruleset: about.id.into(), terms, pace: 0, study: true };
    let mut game = Game::create(&registry, new, &keys).unwrap().game;
    for (seat, name) in [(0, "Porter"), (1, "Lee")] {
        let joining = Joining { seat: SeatId(seat), name: name.into(), phrase: String::new(), bot: None, at };
        game = game.join(joining, &keys).unwrap().game;
    }
    // Nothing is answered, and so nothing rolled, before the plan begins.
    let asked = Standing::at(Level::Ask, &game.standing_notation().offers);
    game = game.set_standing(UNION, &asked, at, &keys).unwrap().game;
    for line in ["clear", "place Meade 0806", "place Field 0606 active", "turn 2 confederate move"] {
        game = game.umpire(line, at, &keys).unwrap().game;
    }
    let lines = vec!["Field charge 0606-0706 Meade".to_owned()];
    let charge = Submission { seat: SeatId(1), lines, key: "charge".into(), seen: game.head(), at };
    game = game.play(&charge, &keys).unwrap().game;
    game = game.umpire("turn 2 confederate reaction", at, &keys).unwrap().game;
    game
}

#[test]
fn an_answer_becomes_a_rule_for_the_unit_that_gave_it() {
    let game = charged();
    let standing = Standing::at(Level::Default, &game.standing_notation().offers);
    let tree = Tree { answers: false, ..Tree::new(Hash32::of(b"a plan")) };
    let mut sandbox = Sandbox::fork(&game, UNION, standing.clone(), tree);
    assert_eq!(sandbox.here().unwrap().waiting(), [UNION]);
    sandbox.play(UNION, &["done".to_owned()]).unwrap();
    let advance = sandbox.standing(sandbox.tree.here).unwrap();
    let [one] = advance.as_slice() else { panic!("{advance:?}") };
    assert_eq!((one.key.as_str(), one.rule.as_str()), ("receive-charge", "if unit Meade: never; fire"));
    let line = format!("{} = {}", one.key, one.rule);
    assert!(game.standing_notation().lines(&standing, &line).is_ok(), "the page takes it as it is");
}
