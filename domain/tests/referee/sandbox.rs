//! Planning in a sandbox: nothing of it is in the log, nothing secret is in it.

use crate::toy::{NORTH, SOUTH, Table};
use domain::log::Hash32;
use domain::referee::*;

fn fork(table: &Table, owner: SeatId) -> Sandbox {
    let standing = table.game.standing(owner, &table.keys);
    Sandbox::fork(&table.game, owner, standing, Tree { answers: false, ..Tree::new(Hash32::of(b"a plan")) })
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|l| (*l).to_owned()).collect()
}

/// North is to roll.
fn table() -> Table {
    let mut table = Table::of("pair");
    table.order(SOUTH, &["pick 2"]);
    table.order(NORTH, &["pick 3"]);
    table
}

#[test]
fn both_sides_are_played_and_the_log_is_not_touched() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    let spot = sandbox.play(NORTH, &lines(&["add 1", "roll"])).unwrap();
    assert_eq!(spot.waiting(), [SOUTH]);
    assert_eq!(spot.steps.iter().map(|s| s.rolls.len()).collect::<Vec<_>>(), [0, 1]);
    let spot = sandbox.play(SOUTH, &lines(&["hold", "roll"])).unwrap();
    assert_eq!(spot.waiting(), [NORTH]);
    assert_eq!((sandbox.tree.nodes.len(), sandbox.tree.here), (4, 4));
    // The same tree gives the same dice, whoever opens it.
    let again = Sandbox::fork(&table.game, NORTH, Standing::default(), sandbox.tree.clone());
    assert_eq!(again.here().unwrap().position().canonical(), spot.position().canonical());
    assert_eq!(again.here().unwrap().steps, spot.steps);
}

#[test]
fn nothing_secret_is_in_it() {
    let mut table = Table::of("pair");
    table.order(SOUTH, &["pick 2"]);
    let sandbox = fork(&table, NORTH);
    let spot = sandbox.here().unwrap();
    assert!(spot.view().markers.iter().all(|m| m.text == "?"));
    assert_eq!(spot.waiting(), [NORTH, SOUTH], "what South picked is for the planner to suppose");
    assert_eq!(fork(&table, SOUTH).here().unwrap().waiting(), [NORTH], "one's own pick is known");
}

#[test]
fn an_order_that_rolled_is_rolled_anew_and_one_that_did_not_is_walked_again() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    sandbox.play(NORTH, &lines(&["add 1"])).unwrap();
    sandbox.go(0).unwrap();
    sandbox.play(NORTH, &lines(&["add 1"])).unwrap();
    assert_eq!(sandbox.tree.nodes.len(), 1);
    for n in 2..=9 {
        sandbox.go(1).unwrap();
        sandbox.play(NORTH, &lines(&["roll"])).unwrap();
        assert_eq!((sandbox.tree.nodes.len(), sandbox.tree.here), (n, n));
    }
    assert_eq!(sandbox.tree.after(1), (2..=9).collect::<Vec<_>>());
    let rolled = |spot| sandbox.at(spot).unwrap().steps.last().unwrap().rolls.clone();
    assert!((3..=9).any(|spot| rolled(spot) != rolled(2)), "eight branches with the same dice");
}

#[test]
fn branches_are_compared_and_thrown_away() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    sandbox.play(NORTH, &lines(&["roll"])).unwrap();
    sandbox.go(0).unwrap();
    sandbox.play(NORTH, &lines(&["add 1", "roll"])).unwrap();
    assert_eq!(sandbox.tree.ends(), [1, 3]);
    let compared = sandbox.compare(1, 3).unwrap();
    assert_eq!(compared.phases, ["Round 1", "Round 1"]);
    assert_eq!(compared.shared, 0);
    let added = [(NORTH, "add 1".to_owned()), (NORTH, "roll".to_owned())];
    assert_eq!(compared.orders, [vec![(NORTH, "roll".to_owned())], added.to_vec()]);
    assert!(sandbox.compare(3, 3).unwrap().orders.iter().all(Vec::is_empty));
    sandbox.drop_from(2).unwrap();
    assert_eq!((sandbox.tree.here, sandbox.tree.ends()), (0, vec![1]));
    for spot in [2, 3, 99] {
        assert_eq!(sandbox.go(spot).unwrap_err(), SandboxError::NoSpot);
        assert_eq!(sandbox.compare(1, spot).unwrap_err(), SandboxError::NoSpot);
        assert_eq!(sandbox.drop_from(spot).unwrap_err(), SandboxError::NoSpot);
    }
    assert_eq!(sandbox.drop_from(0).unwrap_err(), SandboxError::NoSpot);
}

#[test]
fn a_branch_goes_as_far_back_as_nothing_else_hangs_on_it() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    sandbox.play(NORTH, &lines(&["add 1", "roll"])).unwrap();
    sandbox.play(SOUTH, &lines(&["hold", "roll"])).unwrap();
    sandbox.go(1).unwrap();
    sandbox.play(NORTH, &lines(&["roll"])).unwrap();
    sandbox.play(SOUTH, &lines(&["hold"])).unwrap();
    assert_eq!(sandbox.tree.ends(), [4, 6]);
    // The first branch goes on: it is still the first.
    sandbox.go(4).unwrap();
    let seat = sandbox.here().unwrap().waiting()[0];
    sandbox.play(seat, &lines(&["hold"])).unwrap();
    assert_eq!(sandbox.tree.ends(), [7, 6]);
    assert_eq!((sandbox.tree.parts_at(7), sandbox.tree.parts_at(6)), (2, 5));
    sandbox.drop_branch(7).unwrap();
    assert_eq!((sandbox.tree.here, sandbox.tree.ends()), (1, vec![6]));
    // The only branch goes from the beginning.
    sandbox.drop_branch(6).unwrap();
    assert_eq!((sandbox.tree.here, sandbox.tree.ends()), (0, vec![0]));
    assert_eq!(sandbox.drop_branch(0), Err(SandboxError::NoSpot));
}

#[test]
fn a_plan_is_full_after_so_many_orders_and_says_so() {
    let table = table();
    let mut tree = Tree::new(Hash32::of(b"a plan"));
    let node = |dropped| Node { parent: 0, seat: NORTH, order: "add 1".into(), standing: None, rolled: false, dropped };
    tree.nodes = vec![node(true); MOST_NODES - 1];
    let mut sandbox = Sandbox::fork(&table.game, NORTH, Standing::default(), Tree { answers: false, ..tree });
    sandbox.play(NORTH, &lines(&["add 1"])).unwrap();
    let full = sandbox.play(NORTH, &lines(&["roll"])).err();
    assert_eq!(full, Some(SandboxError::Full));
    assert!(full.unwrap().to_string().contains("1000 orders"));
    assert_eq!(sandbox.tree.nodes.len(), MOST_NODES);
}

#[test]
fn what_is_no_longer_possible_is_stepped_back_from() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    sandbox.play(NORTH, &lines(&["add 1"])).unwrap();
    sandbox.tree.nodes.push(Node {
        parent: 1,
        seat: NORTH,
        order: "dance".into(),
        standing: None,
        rolled: false,
        dropped: false,
    });
    sandbox.tree.here = 2;
    assert!(matches!(sandbox.step_back(), Some(SandboxError::Stale { at: 2, .. })));
    assert_eq!((sandbox.tree.here, sandbox.step_back()), (1, None));
}

#[test]
fn what_the_rules_refuse_changes_nothing() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    let before = sandbox.tree.clone();
    let refused = sandbox.play(NORTH, &lines(&["add 1", "add 99"]));
    assert!(matches!(refused, Err(SandboxError::Refused(_))));
    assert_eq!(sandbox.play(SOUTH, &lines(&["roll"])).err(), Some(SandboxError::OutOfTurn));
    assert_eq!(sandbox.let_bot_play(SOUTH, "staff").err(), Some(SandboxError::OutOfTurn));
    assert_eq!(sandbox.tree, before);
}

#[test]
fn a_house_player_plays_a_side_and_the_end_is_the_end() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    for _ in 0..200 {
        let Some(seat) = sandbox.here().unwrap().waiting().first().copied() else { break };
        sandbox.let_bot_play(seat, "staff").unwrap();
    }
    let end = sandbox.here().unwrap();
    assert_eq!(end.waiting(), []);
    assert_eq!(sandbox.play(NORTH, &lines(&["roll"])).err(), Some(SandboxError::Over));
    assert!(table.game.result().is_none());
}

#[test]
fn a_line_becomes_a_draft_and_standing_orders() {
    let mut table = table();
    let mut sandbox = fork(&table, NORTH);
    sandbox.play(NORTH, &lines(&["add 1", "roll"])).unwrap();
    let draft = sandbox.draft(2).unwrap();
    assert_eq!(draft, DraftOf { lines: lines(&["add 1"]), then: Some((NORTH, "roll".into())) });
    assert!(table.game.draft(NORTH, &draft.lines).is_ok(), "the draft can be laid out in the game");
    // South pulls; North braces in the plan, and would do so in advance.
    sandbox.play(SOUTH, &lines(&["hold", "roll"])).unwrap();
    sandbox.play(NORTH, &lines(&["brace"])).unwrap();
    let here = sandbox.tree.here;
    let advance = sandbox.standing(here).unwrap();
    let [one] = advance.as_slice() else { panic!("{advance:?}") };
    assert_eq!((one.key.as_str(), one.orders.as_slice()), ("brace", lines(&["brace"]).as_slice()));
    table.set(NORTH, &one.rule);
    let mut again = fork(&table, NORTH);
    again.tree = sandbox.tree.clone();
    assert_eq!(again.standing(here).unwrap(), [], "what is answered alike already is not said again");
}

#[test]
fn standing_orders_answer_when_wanted() {
    let table = table();
    let mut sandbox = fork(&table, NORTH);
    sandbox.tree.answers = true;
    let spot = sandbox.play(NORTH, &lines(&["roll"])).unwrap();
    // South's default is to hold; then it is South's turn to roll.
    assert_eq!(spot.steps.iter().map(|s| s.order.as_str()).collect::<Vec<_>>(), ["roll", "hold"]);
    assert!(spot.steps[1].standing.is_some());
}

#[test]
fn a_tree_that_was_meddled_with_is_refused() {
    let table = table();
    let mut tree = Tree::new(Hash32::of(b"a plan"));
    tree.nodes.push(Node {
        parent: 7,
        seat: NORTH,
        order: "roll".into(),
        standing: None,
        rolled: true,
        dropped: false,
    });
    tree.here = 1;
    let sandbox = Sandbox::fork(&table.game, NORTH, Standing::default(), tree);
    assert!(sandbox.here().is_err() || sandbox.tree.way_to(1) == [1], "no way leads to it");
    let mut tree = Tree::new(Hash32::of(b"a plan"));
    tree.nodes.push(Node {
        parent: 0,
        seat: SOUTH,
        order: "dance".into(),
        standing: None,
        rolled: false,
        dropped: false,
    });
    let sandbox = Sandbox::fork(&table.game, NORTH, Standing::default(), tree);
    assert!(matches!(sandbox.at(1), Err(SandboxError::Stale { at: 1, .. })));
}
