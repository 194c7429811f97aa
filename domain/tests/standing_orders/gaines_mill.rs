//! *Gaines's Mill*: a situation, a rule, and what comes of it.

use crate::study::{CONFEDERATE, Study, UNION};

fn study(lines: &str) -> Study {
    Study::of("gaines-mill", lines)
}

/// G.B. Anderson drives a two-step Meade from 0806 in turn 2: Meade must retreat.
fn driven(more: &str) -> Study {
    study(&format!("place G.B. Anderson 0706 active; place Meade 0806 steps 2; {more}; turn 2 confederate close"))
        .order(CONFEDERATE, "G.B. Anderson attack 0806", &[3])
}

/// Field charges Meade at 0806 from 0706, and the Reaction Phase has come.
fn charged(more: &str) -> Study {
    study(&format!("place Meade 0806; place Field 0606 active; {more}; turn 2 confederate move"))
        .order(CONFEDERATE, "Field charge 0606-0706 Meade", &[])
        .umpire("turn 2 confederate reaction")
}

#[test]
fn a_retreat_by_unit() {
    driven("")
        .answers(
            UNION,
            "retreat = if unit Meade: own-line; ask",
            "Meade retreat 0805",
            "retreat, if unit Meade: own-line",
        )
        .answers(
            UNION,
            "retreat = if unit not Meade: ask; own-line",
            "Meade retreat 0805",
            "retreat, otherwise: own-line",
        )
        .asks(UNION, "retreat = if unit Griffin or Warren: own-line; ask")
        .asks(UNION, "retreat = if unit Meade: ask; own-line");
}

#[test]
fn a_retreat_by_turn_place_and_enemy() {
    let rule = "retreat = if turn >= 3: own-line; ask";
    driven("").asks(UNION, rule);
    driven("").answers(
        UNION,
        "retreat = if turn < 3 and place 0806 and enemy G.B. Anderson: own-line; ask",
        "Meade retreat 0805",
        "retreat, if turn < 3 and place 0806 and enemy G.B. Anderson: own-line",
    );
    driven("").asks(UNION, "retreat = if place 0806 and enemy Archer: own-line; ask");
    // By another name of the unit: the full one on its counter.
    driven("").asks(UNION, "retreat = if unit Meade and steps >= 2: own-line; ask");
}

#[test]
fn a_retreat_by_what_it_costs() {
    let rule = "retreat = if losses = 0: fewest-losses; ask";
    assert!(driven("").answer(UNION, rule).is_some());
    // All three hexes lie in enemy zones.
    driven("place Archer 0904; place Branch 1006; place Gregg 0908").asks(UNION, rule);
}

#[test]
fn fire_at_a_charger_by_odds() {
    let fire = charged("").answer(UNION, "receive-charge = if odds >= 1: fire; never").unwrap();
    assert_eq!(fire.0, "Meade fire 0706");
    // Held fire ends the reactions of the phase.
    charged("").answers(UNION, "receive-charge = if odds >= 100: fire; never", "done", "no more reactions");
    charged("").asks(UNION, "receive-charge = if odds < 100: ask; fire");
    charged("").asks(UNION, "receive-charge = if enemy Field and steps >= 4: ask; fire");
}

#[test]
fn return_fire_each_unit_by_its_own_rule() {
    let marked = || study("place Field 0606 rf; place Meade 0806; place Griffin 0608; turn 2 confederate reaction");
    let rule = |text: &str| format!("return-fire = {text}");
    let meade = marked().answer(UNION, &rule("if unit Griffin: never; best")).unwrap();
    assert_eq!(meade, ("Meade fire 0606".to_owned(), "standing order: return-fire, otherwise: best".to_owned()));
    let griffin = marked().answer(UNION, &rule("if unit Griffin: best; never")).unwrap();
    assert_eq!(
        griffin,
        ("Griffin fire 0606".to_owned(), "standing order: return-fire, if unit Griffin: best".to_owned())
    );
    // One attack to be asked about, and the whole reaction is.
    marked().asks(UNION, &rule("if unit Griffin: ask; best"));
    marked().answers(UNION, &rule("if enemy Field: never; best"), "done", "no more reactions");
}

#[test]
fn a_shaken_charger_by_its_steps() {
    // Griffin 8 less 5 brings DC1: Field is disrupted, or loses a step more.
    let shaken = || {
        study("place Griffin 0806; place Field 0606 active; turn 2 confederate move")
            .order(CONFEDERATE, "Field charge 0606-0706 Griffin", &[])
            .umpire("turn 2 confederate reaction")
            .order(UNION, "Griffin fire 0706", &[2])
    };
    shaken().answers(
        CONFEDERATE,
        "marker = if steps <= 2: marker; ask",
        "Field marker",
        "marker, if steps <= 2: marker",
    );
    shaken().asks(CONFEDERATE, "marker = if steps <= 1: marker; ask");
    shaken().asks(CONFEDERATE, "marker = if charging yes and enemy Griffin: ask; marker");
}

#[test]
fn falling_back_when_worn() {
    // EX leaves both where they are; the unit attacked may fall back.
    let stood = |steps: u8| {
        study(&format!("place G.B. Anderson 0706 active; place Meade 0806 steps {steps}; turn 2 confederate close"))
            .order(CONFEDERATE, "G.B. Anderson attack 0806", &[6])
    };
    let worn = stood(2).answer(UNION, "fall-back = if steps <= 1 and losses = 0: when-worn; never");
    assert!(worn.is_some_and(|(order, _)| order.starts_with("Meade retreat")));
    stood(4).answers(UNION, "fall-back = if steps <= 1: when-worn; never", "Meade stay", "fall-back, otherwise: never");
    stood(4).asks(UNION, "fall-back = if star no and turn = 2: ask; never");
}

#[test]
fn a_rule_on_a_lost_unit_or_a_past_turn_is_off() {
    let study = study("place Meade 0806; eliminate Meade; place Griffin 0806; turn 4 union move");
    let none: [&str; 0] = [];
    assert_eq!(study.lapsed("retreat = if unit Meade: ask; own-line"), ["Meade is eliminated"]);
    assert_eq!(study.lapsed("retreat = if unit Meade or Griffin: ask; own-line"), none);
    assert_eq!(study.lapsed("retreat = if unit not Meade: ask; own-line"), none);
    assert_eq!(study.lapsed("retreat = if turn <= 3: ask; own-line"), ["turn 3 is past"]);
    assert_eq!(study.lapsed("retreat = if turn >= 2: ask; if turn < 5: own-line; fewest-losses"), none);
    assert_eq!(study.lapsed("marker = if enemy Meade and steps = 1: ask; marker"), ["Meade is eliminated"]);
}
