//! Orders composed in steps: what is offered, the order that comes of it, and that the rules take it.

use crate::properties::stroll;
use crate::shared::menus::compositions_are_orders;
use crate::shared::table::seat;
use crate::table::{RULES, Table, lies};
use advanced_gettysburg::AdvancedGettysburg;
use domain_core::dice::Dice;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Apply, BotRng, Candidate, Orders, Refusal, Ruleset, Side, Situation, Step, parts};

fn goals(table: &Table, side: Side) -> Vec<String> {
    RULES.board(&table.position).goals(seat(side)).into_iter().map(|g| g.say).collect()
}

fn asked(table: &Table, side: Side, said: &[&str]) -> Result<Step, Refusal> {
    let said: Vec<String> = said.iter().map(|s| (*s).to_owned()).collect();
    RULES.board(&table.position).steps(seat(side), &said).unwrap_or_else(|| panic!("{said:?} is no goal"))
}

fn step(table: &Table, side: Side, said: &[&str]) -> Step {
    asked(table, side, said).unwrap_or_else(|why| panic!("{said:?}: {why}"))
}

fn of<'s>(step: &'s Step, say: &str) -> &'s Candidate {
    step.candidates.iter().find(|c| c.say == say).unwrap_or_else(|| panic!("no {say} in {:?}", step.candidates))
}

fn line(step: &Step) -> &str {
    step.order.as_ref().map_or("", |order| order.order.as_str())
}

#[test]
fn what_is_composed_in_steps_is_accepted_and_the_menu_can_be_composed() {
    let (composed, _) = compositions_are_orders::<AdvancedGettysburg>(3, 12);
    assert!(composed > 150, "{composed} composed");
}

/// From each goal of positions on the way through games: whatever is chosen leads on, and what is whole the rules take, part by part.
#[test]
fn whatever_is_chosen_from_a_goal_leads_to_orders_that_the_rules_take() {
    let mut rng = BotRng::seeded(11);
    let (mut composed, mut begun) = (0, std::collections::BTreeSet::new());
    for seed in 0..8 {
        for position in stroll(seed, 500).into_iter().step_by(7) {
            let board = RULES.board(&position);
            let Some(decision) = board.waiting().first().cloned() else { continue };
            for goal in board.goals(decision.seat) {
                begun.insert(goal.say.split(' ').next().unwrap_or_default().to_owned());
                let mut said = vec![goal.say];
                for _ in 0..5 {
                    let step =
                        board.steps(decision.seat, &said).expect("a goal").unwrap_or_else(|e| panic!("{said:?}: {e}"));
                    assert!(step.order.is_some() || !step.candidates.is_empty(), "{said:?} leads nowhere");
                    if let Some(choice) = &step.order {
                        let mut table = Table { position: position.clone(), facts: Vec::new() };
                        for part in parts(&choice.order) {
                            let order = RULES.board(&table.position).parse(decision.seat, part);
                            let order = order.unwrap_or_else(|e| panic!("{said:?}: {part}: {e}"));
                            match RULES.decide(&table.position, decision.seat, &order, &mut Dice::withheld()) {
                                Ok(facts) => facts.iter().for_each(|fact| table.position.apply(fact)),
                                Err(Refusal::Dice(_)) => break,
                                Err(why) => panic!("{said:?}: {part}: {why}"),
                            }
                        }
                        composed += 1;
                    }
                    let open: Vec<&Candidate> = step.candidates.iter().filter(|c| !c.taken).collect();
                    let Some(next) = rng.pick(&open) else { break };
                    said.push(next.say.clone());
                }
            }
        }
    }
    assert!(composed > 20 && begun.len() >= 2, "{composed} composed of {begun:?}");
}

#[test]
fn s22_3_several_are_named_to_attack_as_one() {
    let mut table = Table::study(&[
        "place Archer line HH39=8 NNE",
        "place Davis line GG40=8 NNE",
        "place Lane rest FF40",
        "turn 3 confederate opening",
    ]);
    assert_eq!(goals(&table, Confederate), ["attackers"]);
    assert!(goals(&table, Union).is_empty());
    let first = step(&table, Confederate, &["attackers"]);
    assert_eq!(first.candidates.iter().map(|c| c.say.as_str()).collect::<Vec<_>>(), ["Archer", "Davis"]);
    assert!(first.order.is_none() && of(&first, "Davis").piece.is_some());
    let both = step(&table, Confederate, &["attackers", "Davis", "Archer"]);
    assert!(of(&both, "Archer").taken && of(&both, "Davis").taken);
    assert_eq!(line(&both), "attack Davis, Archer");
    let why = asked(&table, Confederate, &["attackers", "Lane"]).map(|s| s.prompt).map_err(|e| e.to_string());
    assert!(why.as_ref().is_err_and(|e| e.contains("Lane is nobody who could be chosen now")), "{why:?}");
    table.confederate("attack Davis, Archer", &[]);
    assert!(goals(&table, Confederate).is_empty());
}

#[test]
fn s14_3_whom_a_commander_leads_is_ticked_within_his_limits() {
    let table = Table::study(&[
        "place Heth H36",
        "place Archer rest H35",
        "place Davis rest G36",
        "place Brockenbrough rest I36",
        "turn 3 confederate alone",
    ]);
    assert_eq!(goals(&table, Confederate), ["lead Heth"]);
    let two = step(&table, Confederate, &["lead Heth", "Davis", "Archer"]);
    assert_eq!(line(&two), "lead Heth: Davis, Archer");
    assert!(two.prompt.contains("Whom does Heth lead?"), "{}", two.prompt);
    assert!(asked(&table, Confederate, &["lead Ewell"]).is_err());
}

#[test]
fn s11_4_a_line_takes_up_another_shape_marker_by_marker() {
    let mut table =
        Table::study(&["turn 14 union alone", "place us-ward-inf line M29=5 M28=8 M27=8", "mark us-ward-inf level 4"]);
    assert!(goals(&table, Union).contains(&"line Ward".to_owned()), "{:?}", goals(&table, Union));
    let first = step(&table, Union, &["line Ward"]);
    assert_eq!((first.prompt.as_str(), first.order.is_none()), ("Where does the left flank marker go?", true));
    assert_eq!(of(&first, "N30").place.as_deref(), Some("N30"));
    let second = step(&table, Union, &["line Ward", "N30"]);
    assert!(second.candidates.iter().all(|c| !c.ends && c.say != "N30"));
    let third = step(&table, Union, &["line Ward", "N30", "N29"]);
    let last = of(&third, "N28");
    assert!(last.ends && last.cost.is_some(), "{last:?}");
    let whole = step(&table, Union, &["line Ward", "N30", "N29", "N28"]);
    let order = line(&whole).to_owned();
    assert!(order.starts_with("Ward to N30=5 N29=8 N28=8 ends"), "{order}");
    table.union(&order, &[]);
    assert_eq!(lies(&table, "us-ward-inf"), "N30=5 N29=8 N28=8");
    assert!(asked(&table, Union, &["line Ward", "A1"]).is_err());
}

#[test]
fn s29_1_batteries_at_one_target_fire_one_after_the_other() {
    let mut table = Table::study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Cutler rest II44",
        "place Cooper HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 union artillery",
    ]);
    assert!(goals(&table, Union).contains(&"fire HH38 Archer".to_owned()), "{:?}", goals(&table, Union));
    let both = step(&table, Union, &["fire HH38 Archer", "Calef", "Cooper"]);
    let order = line(&both).to_owned();
    assert_eq!(parts(&order).count(), 2, "{order}");
    for part in parts(&order) {
        table.union(part, &[]);
    }
    assert!(table.told("Archer"));
    assert!(asked(&table, Union, &["fire HH38 Archer"]).is_err(), "both have fired");
}

#[test]
fn s24_2_the_fire_of_a_hex_is_divided_by_points() {
    let mut table = Table::study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=3 NNE",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ]);
    table.confederate("Archer.1 at HH40", &[]).confederate("done", &[]);
    if goals(&table, Union).is_empty() {
        table.union("done", &[]);
    }
    assert_eq!(goals(&table, Union), ["split HH40"]);
    let first = step(&table, Union, &["split HH40"]);
    assert!(first.order.is_none() && of(&first, "3 at HH39").instead);
    let split = step(&table, Union, &["split HH40", "5 at HH39", "3 at HH39"]);
    assert!(of(&split, "3 at HH39").taken && !of(&split, "5 at HH39").taken, "the last word holds");
    assert_eq!(line(&split), "HH40: 3 at HH39");
    table.union("HH40: 3 at HH39", &[]);
    assert!(asked(&table, Union, &["split HH40"]).is_err());
}

/// Davis in column, two hexes of the road before him.
fn davis() -> Table {
    Table::study(&["turn 3 confederate alone", "place Davis column SE D37 C38 B38", "mark Davis level 6"])
}

#[test]
fn s11_4_a_column_is_put_together_from_its_head_on_with_the_price_of_each_marker() {
    let table = davis();
    let goals = RULES.board(&table.position).goals(seat(Confederate));
    let goal = goals.iter().find(|g| g.say == "markers Davis").expect("a goal");
    assert_eq!(goal.piece, of_davis(&table), "it is on offer with the brigade in hand");
    let first = step(&table, Confederate, &["markers Davis"]);
    assert_eq!((first.prompt.as_str(), first.so_far.len()), ("Where does the head go?", 1));
    let cost = |step: &Step, say: &str| of(step, say).cost.clone().unwrap_or_default();
    assert_eq!(cost(&first, "F37"), "2 of 6 activity points", "by road");
    assert_eq!(cost(&first, "D36"), "1½ of 6 activity points");
    assert_eq!(cost(&first, "D37"), "0 of 6 activity points", "where it is");
    let second = step(&table, Confederate, &["markers Davis", "F37"]);
    assert_eq!(second.so_far, ["Davis takes up another column", "the head in F37"]);
    let last = step(&table, Confederate, &["markers Davis", "F37", "E38"]);
    assert_eq!(last.prompt, "Where does the rear marker go?");
    let whole = step(&table, Confederate, &["markers Davis", "F37", "E38", "D37"]);
    let said = ["the head in F37 (2)", "the second marker in E38 (2)", "the rear marker in D37 (2)"];
    assert_eq!((line(&whole), &whole.so_far[1..]), ("Davis march to F37 E38 D37", said.map(str::to_owned).as_slice()));
    assert_eq!(whole.order.and_then(|order| order.cost).as_deref(), Some("2 of 6 activity points"));
}

fn of_davis(table: &Table) -> Option<String> {
    let view = RULES.board(&table.position).view(domain_core::referee::Viewer::Everyone);
    view.pieces.into_iter().find(|p| p.name == "Davis").map(|p| p.id)
}

/// Each order that a menu lists is told by words of its own: a list of them is chosen from.
#[test]
fn s18_0_lines_that_a_column_or_a_brigade_at_rest_could_form_are_told_apart() {
    let rest = Table::study(&["turn 3 confederate alone", "place Archer rest D37", "mark Archer level 8"]);
    for table in [davis(), rest] {
        let board = RULES.board(&table.position);
        let choices = board.orders(seat(Confederate)).into_iter().map(|order| board.choice(seat(Confederate), &order));
        let mut labels: Vec<String> = choices.filter(|c| c.verb == "line").map(|c| c.label).collect();
        let all = labels.len();
        labels.sort();
        labels.dedup();
        assert!(all > 1 && labels.len() == all, "{labels:?}");
    }
}
