//! Attacks, charges and marches composed in steps: what is offered, the order that comes of it, its odds, and what it does with dice laid ready.

use crate::study::{Study, busy, rules, seat, study};
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{Candidate, Known, Side, Step, parts};

fn goals(study: &Study, side: Side) -> Vec<Candidate> {
    rules().board(Known::held(study.position())).goals_of(seat(side))
}

fn goal(study: &Study, side: Side, say: &str) -> Candidate {
    let all = goals(study, side);
    all.iter().find(|g| g.say == say).cloned().unwrap_or_else(|| panic!("{side}: no {say} in {all:?}"))
}

/// What the goals are called, but for the guns that are only there to keep the phase open.
fn said(study: &Study, side: Side) -> Vec<String> {
    let far = |say: &String| !say.ends_with("0121") && !say.ends_with("0122");
    goals(study, side).into_iter().map(|g| g.say).filter(far).collect()
}

fn asked(study: &Study, side: Side, said: &[&str]) -> Result<Step, String> {
    let said: Vec<String> = said.iter().map(|s| (*s).to_owned()).collect();
    rules().board(Known::held(study.position())).compose(seat(side), &said).map_err(|why| why.to_string())
}

fn step(study: &Study, side: Side, said: &[&str]) -> Step {
    asked(study, side, said).unwrap_or_else(|why| panic!("{side}: {said:?}: {why}"))
}

fn of<'s>(step: &'s Step, say: &str) -> &'s Candidate {
    step.candidates.iter().find(|c| c.say == say).unwrap_or_else(|| panic!("no {say} in {:?}", step.candidates))
}

fn in_group<'s>(step: &'s Step, group: &str) -> Vec<&'s str> {
    step.candidates.iter().filter(|c| c.group.as_deref() == Some(group)).map(|c| c.say.as_str()).collect()
}

/// The line that is composed.
fn line(step: &Step) -> &str {
    step.order.as_ref().map_or("", |order| order.order.as_str())
}

/// The menu's word on an order, for what composing says of it.
fn on_menu(study: &Study, side: Side, order: &str) -> domain_core::referee::Choice {
    let menu = rules().board(Known::held(study.position())).menu(seat(side), None).choices;
    menu.into_iter().find(|c| c.order == order).unwrap_or_else(|| panic!("{side}: {order} is not on the menu"))
}

/// Gives the parts of a line one after the other, none of which rolls.
fn give(mut study: Study, side: Side, line: &str) -> Study {
    for part in parts(line) {
        study = study.order(side, part);
    }
    study
}

fn fire(umpire: &str) -> Study {
    busy(&format!("{umpire}; turn 2 confederate fire"))
}

fn close(umpire: &str) -> Study {
    busy(&format!("{umpire}; turn 2 confederate close"))
}

fn moving(umpire: &str) -> Study {
    busy(&format!("{umpire}; turn 2 confederate move"))
}

const FIRE_AT_MEADE: &str = "place Field 0606 active; place Archer 0607 active; place Meade 0806";

#[test]
fn s8_0_an_enemy_that_can_be_fired_at_is_a_goal_once_and_of_whoever_acts() {
    let t = fire(FIRE_AT_MEADE);
    let meade = goal(&t, Confederate, "fire 0806");
    assert_eq!((meade.place.as_deref(), meade.label.as_str()), (Some("0806"), "Fire at Meade in 0806"));
    assert_eq!(said(&t, Confederate), ["fire 0806"]);
    assert!(goals(&t, Union).is_empty());
}

#[test]
fn s8_0_whoever_may_fire_is_offered_with_the_odds_of_the_menu() {
    let t = fire(FIRE_AT_MEADE);
    let first = step(&t, Confederate, &["fire 0806"]);
    assert_eq!((first.prompt.as_str(), first.order.is_none()), ("Who fires at Meade in 0806?", true));
    assert_eq!(in_group(&first, "Who fires"), ["Field", "Archer"]);
    for name in ["Field", "Archer"] {
        let (part, menu) = (of(&first, name), on_menu(&t, Confederate, &format!("{name} fire 0806")));
        assert!(!part.odds.is_empty() && part.piece == menu.piece && !part.taken);
        assert_eq!((&part.odds, &part.sum), (&menu.odds, &menu.sum));
    }
}

#[test]
fn s8_0_one_who_fires_is_an_order_with_its_odds_and_dice() {
    let t = fire(FIRE_AT_MEADE);
    let one = step(&t, Confederate, &["fire 0806", "Field"]);
    let order = one.order.clone().expect("one unit is enough");
    let menu = on_menu(&t, Confederate, "Field fire 0806");
    assert_eq!((order.order.as_str(), &order.odds, &order.sum), ("Field fire 0806", &menu.odds, &menu.sum));
    assert!(of(&one, "Field").taken && !of(&one, "Archer").taken);
    // Five against ten is the best that the die brings here; a one is RF as well.
    t.clone().dice([6]).confederate(line(&one)).result("RF");
}

#[test]
fn s8_1_several_fire_one_after_the_other_in_the_order_of_the_ticks() {
    let t = fire(FIRE_AT_MEADE);
    let both = step(&t, Confederate, &["fire 0806", "Field", "Archer"]);
    assert_eq!(line(&both), "Field fire 0806; Archer fire 0806");
    assert_eq!(line(&step(&t, Confederate, &["fire 0806", "Archer", "Field"])), "Archer fire 0806; Field fire 0806");
    let order = both.order.as_ref().expect("an order");
    assert_eq!(order.label, "Field, then Archer fire at Meade in 0806");
    assert_eq!(order.odds, on_menu(&t, Confederate, "Field fire 0806").odds);
    assert!(order.note.as_deref().unwrap_or_default().contains("odds are those of the first"), "{:?}", order.note);
    // Each rolls for itself, and the second is as good as it was said to be.
    let after = t.dice([5]).confederate("Field fire 0806").settle();
    assert_eq!(said(&after, Confederate), ["fire 0806"]);
    let left = step(&after, Confederate, &["fire 0806", "Archer"]);
    after.dice([5]).confederate(line(&left));
}

#[test]
fn s7_1_who_has_fired_is_offered_no_more() {
    let t = fire(FIRE_AT_MEADE).dice([5]).confederate("Field fire 0806").settle();
    assert_eq!(in_group(&step(&t, Confederate, &["fire 0806"]), "Who fires"), ["Archer"]);
    assert!(asked(&t, Confederate, &["fire 0806", "Field"]).is_err());
}

#[test]
fn s8_0_s8_1_s8_2_who_may_not_fire_is_not_offered() {
    // Archer is not activated, Branch stands in a zone, Pender is out of range, and cavalry does not fire.
    let t = fire(
        "place Field 0606 active; place Archer 0607; place Branch 0808 active; place Griffin 0908; place Pender 0406 active; place Meade 0806",
    );
    assert_eq!(in_group(&step(&t, Confederate, &["fire 0806"]), "Who fires"), ["Field"]);
    let t = study("place 5 US Cav 0606 active; place Griffin 0607 active; place Field 0806; turn 2 union fire");
    assert_eq!(in_group(&step(&t, Union, &["fire 0806"]), "Who fires"), ["Griffin"]);
}

#[test]
fn s8_0_guns_next_to_an_enemy_fight_him_closely_in_the_same_steps() {
    let t = fire("place Pegram 0606 active; place Meade 0706");
    let one = step(&t, Confederate, &["fire 0706", "Pegram"]);
    assert_eq!(line(&one), "Pegram fire 0706");
    assert_eq!(one.order.as_ref().expect("an order").odds, on_menu(&t, Confederate, "Pegram fire 0706").odds);
}

#[test]
fn s10_0_whoever_is_charged_answers_in_steps_too() {
    let t = moving("place Meade 0806; place Field 0606 active")
        .confederate("Field charge 0606-0706 Meade")
        .confederate("done")
        .confederate("done")
        .phase("2 confederate reaction");
    assert!(goals(&t, Confederate).is_empty());
    let one = step(&t, Union, &["fire 0706", "Meade"]);
    assert_eq!((one.prompt.as_str(), line(&one)), ("Who fires at Field in 0706?", "Meade fire 0706"));
    t.dice([6]).union(line(&one)).settle().dice([3]).union("done").result("EX");
}

const CLOSE_TO_MEADE: &str = "place Field 0706 active; place Archer 0805 active; place Meade 0806";

#[test]
fn s11_0_adjacent_enemies_are_goals_and_adjacent_units_attack_them() {
    let t = close(&format!("{CLOSE_TO_MEADE}; place Pender 0606 active; place Griffin 1206"));
    assert_eq!(said(&t, Confederate), ["attack 0806"]);
    assert_eq!(goal(&t, Confederate, "attack 0806").label, "Attack Meade in 0806");
    let first = step(&t, Confederate, &["attack 0806"]);
    assert_eq!(first.prompt, "Who attacks Meade in 0806?");
    assert_eq!(in_group(&first, "Who attacks"), ["Field", "Archer"]);
}

#[test]
fn s7_1_several_attack_one_after_the_other_each_with_its_own_roll() {
    let t = close(CLOSE_TO_MEADE);
    let both = step(&t, Confederate, &["attack 0806", "Field", "Archer"]);
    assert_eq!(line(&both), "Field attack 0806; Archer attack 0806");
    // Archer beside him supports Field (§7.21), in the odds as in the fight.
    let order = both.order.as_ref().expect("an order");
    assert_eq!(order.sum.as_ref().expect("a sum").to_string(), "3 steps +2 morale +1 support = 6");
    assert_eq!(order.odds, on_menu(&t, Confederate, "Field attack 0806").odds);
    let after = t.dice([6]).confederate("Field attack 0806").settle();
    assert_eq!(in_group(&step(&after, Confederate, &["attack 0806"]), "Who attacks"), ["Archer"]);
}

#[test]
fn s11_0_nothing_is_composed_while_something_is_asked() {
    let t = close(CLOSE_TO_MEADE).dice([6]).confederate("Field attack 0806");
    let waits = rules().board(Known::held(t.position())).waiting();
    assert!(waits.iter().all(|d| d.kind != "close"), "{waits:?}");
    assert!(goals(&t, Confederate).is_empty() && goals(&t, Union).is_empty());
    assert!(asked(&t, Confederate, &["attack 0806"]).unwrap_err().contains("Nobody can attack 0806 now."));
}

#[test]
fn s7_1_units_not_activated_and_the_other_side_have_no_goals() {
    let t = close("place Field 0706; place Meade 0806 active");
    assert!(said(&t, Confederate).is_empty() && goals(&t, Union).is_empty());
}

const CHARGE_MEADE: &str = "place Meade 0806; place Field 0606 active; place Archer 0608 active";

#[test]
fn s12_1_a_charge_is_composed_from_its_target() {
    let t = moving(CHARGE_MEADE);
    let meade = goal(&t, Confederate, "charge 0806");
    assert_eq!((meade.place.as_deref(), meade.label.as_str()), (Some("0806"), "Charge Meade in 0806"));
    let first = step(&t, Confederate, &["charge 0806"]);
    assert_eq!((first.prompt.as_str(), first.order.is_none()), ("Who charges Meade in 0806?", true));
    assert_eq!(in_group(&first, "Who charges"), ["Field", "Archer"]);
    assert!(first.candidates.iter().all(|c| c.cost.is_some() && !c.odds.is_empty() && c.instead));
}

#[test]
fn s12_1_it_goes_to_the_hex_from_which_it_is_strongest_or_to_the_one_that_is_said() {
    let t = moving(CHARGE_MEADE);
    let one = step(&t, Confederate, &["charge 0806", "Field"]);
    let all: Vec<String> = t.menu(Confederate).into_iter().filter(|o| o.starts_with("Field charge")).collect();
    assert!(all.len() > 1 && all.contains(&line(&one).to_owned()), "{all:?}: {}", line(&one));
    let best = all.iter().map(|o| t.strength(Confederate, o)).max();
    assert_eq!(Some(t.strength(Confederate, line(&one))), best);
    let ends = in_group(&one, "From where");
    assert_eq!(ends.len(), all.len());
    for from in ends {
        let there = step(&t, Confederate, &["charge 0806", "Field", from]);
        let order = on_menu(&t, Confederate, line(&there));
        assert_eq!(order.place.as_deref(), from.strip_prefix("from "));
        assert!(of(&there, from).taken);
        assert_eq!(of(&there, from).odds, order.odds);
        assert_eq!(of(&there, from).cost, order.cost);
    }
}

#[test]
fn s12_1_one_unit_charges_instead_of_another() {
    let t = moving(CHARGE_MEADE);
    let one = step(&t, Confederate, &["charge 0806", "Field"]);
    let said: Vec<String> = ["charge 0806", "Field"].map(str::to_owned).to_vec();
    let next = one.toggled(&said, of(&one, "Archer"));
    assert_eq!(next, ["charge 0806", "Archer"]);
    let other = step(&t, Confederate, &["charge 0806", "Archer"]);
    assert!(of(&other, "Archer").taken && !of(&other, "Field").taken);
    assert!(line(&other).starts_with("Archer charge 0608-"));
}

#[test]
fn s12_1_whom_somebody_charges_already_and_whom_nobody_may_charge_are_no_goals() {
    let t = moving(&format!("{CHARGE_MEADE}; place 5 US Cav 0811"));
    assert_eq!(said(&t, Confederate), ["charge 0806", "march"]);
    let charged = t.confederate("Field charge 0606-0706 Meade");
    assert!(said(&charged, Confederate).iter().all(|s| s != "charge 0806"));
    // Guns do not charge, nor does who is shaken or not activated.
    for who in ["Pegram 0606 active", "Field 0606 active disrupted", "Field 0606"] {
        let t = moving(&format!("place Meade 0806; place {who}"));
        assert!(said(&t, Confederate).iter().all(|s| !s.starts_with("charge")), "{who}");
    }
}

#[test]
fn s12_2_guns_are_charged_before_those_beside_them() {
    // 0705 touches both: only the guns may be charged from there.
    let t = moving("place Field 0606 active; place Meade 0806; place Weeden 0805");
    let meade = step(&t, Confederate, &["charge 0806", "Field"]);
    let from: Vec<&str> = in_group(&meade, "From where");
    assert!(!from.contains(&"from 0705") && !line(&meade).contains("-0705"), "{from:?} {}", line(&meade));
    let guns = step(&t, Confederate, &["charge 0805", "Field"]);
    assert!(in_group(&guns, "From where").contains(&"from 0705") || line(&guns).contains("-0705"));
}

#[test]
fn s12_3_a_composed_charge_is_received_and_carried_home() {
    let t = moving("place Meade 0806; place Field 0606 active");
    let one = step(&t, Confederate, &["charge 0806", "Field", "from 0706"]);
    assert_eq!(line(&one), "Field charge 0606-0706 Meade");
    t.confederate(line(&one))
        .charging("Field", true)
        .confederate("done")
        .confederate("done")
        .phase("2 confederate reaction")
        .dice([6])
        .union("Meade fire 0706")
        .settle()
        .dice([3])
        .union("done")
        .result("EX");
}

#[test]
fn s6_0_a_march_is_composed_where_two_or_more_can_move() {
    let alone = study("place Archer 0506 active; place Pender 0706; turn 2 confederate move");
    assert!(goals(&alone, Confederate).is_empty());
    let t = study("place Archer 0506 active; place Pender 0706 active; turn 2 confederate move");
    assert_eq!(said(&t, Confederate), ["march"]);
    assert!(goals(&t, Union).is_empty());
    let first = step(&t, Confederate, &["march"]);
    assert_eq!(in_group(&first, "Who marches"), ["Archer", "Pender"]);
    assert!(first.order.is_none() && in_group(&first, "Where to").is_empty());
    // Who has moved is out of it, and one alone needs no composing.
    assert!(goals(&t.confederate("Archer 0506-0606"), Confederate).is_empty());
}

#[test]
fn s6_1_all_go_as_far_and_the_same_way_as_the_first() {
    let t = study("place Archer 0506 active; place Pender 0508 active; turn 2 confederate move");
    let both = step(&t, Confederate, &["march", "Archer", "Pender"]);
    let to = of(&both, "to 0806");
    assert_eq!((to.label.as_str(), to.place.as_deref()), ("Archer to 0806, Pender to 0808", Some("0806")));
    let whole = step(&t, Confederate, &["march", "Archer", "Pender", "to 0806"]);
    assert!(of(&whole, "to 0806").taken);
    let first = parts(line(&whole)).next().expect("two parts").to_owned();
    assert_eq!(first, "Archer 0506-0606-0706-0806");
    assert_eq!(of(&whole, "to 0806").cost, on_menu(&t, Confederate, &first).cost);
    give(t, Confederate, line(&whole)).at("Archer", "0806").at("Pender", "0808");
}

#[test]
fn s6_3_who_stands_in_anothers_way_goes_before_it() {
    let t = study("place Archer 0506 active; place Pender 0606 active; turn 2 confederate move");
    let both = step(&t, Confederate, &["march", "Archer", "Pender", "to 0606"]);
    assert_eq!(line(&both), "Pender 0606-0706; Archer 0506-0606");
    give(t, Confederate, line(&both)).at("Archer", "0606").at("Pender", "0706");
}

#[test]
fn s6_2_nobody_is_led_farther_than_the_slowest_can_go() {
    let t = study("place Archer 0506 active; place Pegram 0606 active; turn 2 confederate move");
    let (alone, with_guns) =
        (step(&t, Confederate, &["march", "Archer"]), step(&t, Confederate, &["march", "Archer", "Pegram"]));
    let (far, near) = (in_group(&alone, "Where to"), in_group(&with_guns, "Where to"));
    // Where the guns stand Archer can go once they have gone.
    assert!(near.len() < far.len() && near.iter().all(|to| far.contains(to) || *to == "to 0606"), "{far:?} {near:?}");
    for to in near {
        let whole = step(&t, Confederate, &["march", "Archer", "Pegram", to]);
        give(t.clone(), Confederate, line(&whole));
    }
}

/// In the north-east corner, with an enemy below, one can only go west; in the north-west corner there is no west.
#[test]
fn s6_1_who_cannot_go_along_is_said_beforehand_and_when_it_is_ticked_all_the_same() {
    let t = study(
        "place Archer 0101 active; place Pender 0103 active; place Field 1701 active; place Meade 1702; turn 2 confederate move",
    );
    let first = step(&t, Confederate, &["march", "Archer"]);
    assert_eq!(of(&first, "Pender").note, None);
    assert_eq!(of(&first, "Field").note.as_deref(), Some("cannot go the same way"));
    assert_eq!(first.prompt, "Who marches, and where to?");
    let stuck = step(&t, Confederate, &["march", "Archer", "Field"]);
    assert!(stuck.order.is_none() && in_group(&stuck, "Where to").is_empty());
    assert_eq!(stuck.prompt, "Archer and Field cannot go the same way now: let one of them go.");
    // Nor can anybody come along who would be a third.
    assert!(of(&stuck, "Pender").note.is_some());
    let alone = study("place Archer 0101 active; place Field 1701 active; place Meade 1702; turn 2 confederate move");
    let nobody = step(&alone, Confederate, &["march", "Archer"]);
    assert_eq!(nobody.prompt, "Nobody can go the same way as Archer now. Where to?");
}

#[test]
fn what_is_no_goal_or_no_unit_of_it_is_said_so() {
    let t = fire(FIRE_AT_MEADE);
    assert!(asked(&t, Confederate, &["attack 0806"]).unwrap_err().contains("Nobody can attack 0806 now."));
    assert!(asked(&t, Confederate, &["fire 0806", "Hood"]).unwrap_err().contains("Hood is nothing"));
    assert!(asked(&t, Confederate, &["fire 9999x"]).is_err());
    assert!(asked(&t, Union, &["fire 0806", "Field"]).is_err());
}

/// Two divisions are chosen one after the other, not a pair from all pairs; what is composed is the menu's order.
#[test]
fn s5_2_divisions_are_chosen_one_after_the_other() {
    let t = study("place Reynolds 0916; place Butterfield 1015; place Field 0606; turn 2 union command");
    assert_eq!(said(&t, Union), ["activate"]);
    assert!(said(&t, Confederate).is_empty());
    let says = |step: &Step| step.candidates.iter().map(|c| c.say.clone()).collect::<Vec<_>>();
    let first = step(&t, Union, &["activate"]);
    assert_eq!(
        (says(&first), first.order.is_none()),
        (["McCall", "Morell", "Sykes", "Slocum"].map(str::to_owned).to_vec(), true)
    );
    let second = step(&t, Union, &["activate", "Sykes"]);
    assert_eq!(says(&second), ["McCall", "Morell", "Slocum"]);
    assert!(second.prompt.starts_with("Sykes, and which other") && second.candidates.iter().all(|c| c.ends));
    // In whichever order they are named.
    for pair in [["Sykes", "McCall"], ["McCall", "Sykes"]] {
        let whole = step(&t, Union, &["activate", pair[0], pair[1]]);
        let menu = on_menu(&t, Union, "activate McCall Sykes");
        let order = whole.order.as_ref().expect("two are enough");
        assert_eq!((line(&whole), &order.note), ("activate McCall Sykes", &menu.note));
    }
    t.clone().order(Union, "activate McCall Sykes");
    assert!(asked(&t, Union, &["activate", "Sykes", "Sykes"]).unwrap_err().contains("not the same one twice"));
    assert!(asked(&t, Union, &["activate", "Whiting"]).unwrap_err().contains("Union"));
    // The first step of all offers the goal in the place of the verb.
    let all = asked(&t, Union, &[]).unwrap();
    assert_eq!(all.candidates.iter().filter(|c| c.say == "activate").count(), 1);
    // In no other phase.
    assert!(asked(&moving("place Field 0606 active"), Union, &["activate"]).is_err());
}
