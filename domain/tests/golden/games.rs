//! The games of the golden logs.
//!
//! Each is played in every ruleset, with what is its own (options, standing orders, an umpire's lines) from a table.

use super::play::{CONFEDERATE, Play, UNION};
use domain::clock::{Bank, Claim, ClockTerms, Control, DAY, HOUR};
use domain::log::{Body, Hands, HandsWhy, HouseDiceWhy, Record};

/// What a ruleset's golden games say in its own words.
struct Words {
    ruleset: &'static str,
    option: (&'static str, &'static str),
    other: (&'static str, &'static str),
    plain: &'static str,
    conditions: [&'static str; 2],
    study: &'static [&'static str],
}

const WORDS: [Words; 2] = [
    Words {
        ruleset: "gaines-mill",
        option: ("early-slocum", "yes"),
        other: ("early-richardson", "turn2"),
        plain: "retreat = own-line\nmarker = step-if-strong\nadvance = advance",
        conditions: [
            "receive-charge = if odds < 20 and steps <= 2: never; fire\nretreat = if turn >= 4: own-line; fewest-losses",
            "return-fire = if unit Berdan or Griffin: never; best\nmarker = if steps >= 3: step-if-strong; marker",
        ],
        study: &[
            "clear",
            "place Archer 0714 steps 3 rf active",
            "place Pender 0814 active",
            "place Griffin 0815",
            "place Martindale 0914 disrupted",
            "turn 3 confederate close",
        ],
    },
    Words {
        ruleset: "bloodiest-day",
        option: ("six-turns", "yes"),
        other: ("mcclellan-has-a-plan", "yes"),
        plain: "losses = hold\nretreat = strength\nwithdraw = always",
        conditions: [
            "reroll-fight = if losses >= 3: when-bad; never\nlosses = if star yes: hold; save",
            "retreat = if turn >= 2: strength; rear\nwithdraw = if turn >= 3: never; alone",
        ],
        study: &[
            "clear",
            "place Gibbon 27",
            "place Phelps 19",
            "place Starke 27 spent",
            "leader Hooker 19 active",
            "turn 2 union impulse 3",
            "advantage union",
        ],
    },
];

/// All golden games: the name of the file and its records.
pub fn all() -> Vec<(String, Vec<Record>)> {
    let mut games = Vec::new();
    for words in &WORDS {
        let mut add = |name: &str, play: fn(&Words, &str) -> Play| {
            let name = format!("{}-{name}", words.ruleset);
            let log = play(words, &name).log;
            games.push((format!("{name}.log"), log));
        };
        add("open", open);
        add("house", house);
        add("house-random", house_random);
        add("short", short);
        add("standing", standing);
        add("takebacks", takebacks);
        add("forfeit", forfeit);
        add("adjudicated", adjudicated);
        add("hands", hands);
        add("study", study);
        add("sealed", sealed);
        add("judged", judged);
    }
    games
}

/// One seat taken, the other free.
fn open(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[w.option], false);
    p.join(CONFEDERATE, "Zoë", "", None).standing(CONFEDERATE, w.plain);
    p
}

/// House players at their default standing orders to the end by the rules.
fn house(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[w.option, w.other], false);
    p.join(UNION, "staff", "one", Some("staff")).join(CONFEDERATE, "random", "two", Some("random"));
    p.messages(10_000, "", 1);
    p
}

/// House players who do anything at all, to the end by the rules.
fn house_random(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[], false);
    p.join(UNION, "random", "", Some("random")).join(CONFEDERATE, "random", "", Some("random"));
    p.standing(UNION, w.conditions[0]).standing(CONFEDERATE, w.conditions[1]);
    p.messages(10_000, "", 1);
    p
}

/// Until a standing order has answered; then somebody resigns. The faulty logs are made of this one.
fn short(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[], false);
    p.persons().standing(UNION, w.plain).standing(CONFEDERATE, w.plain);
    while !p.log.iter().any(|r| r.body.contains("\"standing\":{\"key\":\""))
        || !p.log.iter().any(|r| r.body.contains("\"dice\":{\"index\""))
    {
        p.messages(1, "staff", 1);
    }
    p.messages(2, "staff", 1).resign(CONFEDERATE);
    p
}

/// Standing orders with and without conditions, changed on the way; the game goes on.
fn standing(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[], false);
    p.persons().standing(UNION, w.plain).standing(CONFEDERATE, w.conditions[0]);
    p.messages(40, "staff", 1)
        .standing(UNION, w.conditions[1])
        .messages(30, "random", 1)
        .standing(CONFEDERATE, w.plain);
    p.messages(10, "staff", 1);
    p
}

/// Sealed dice of both, with links given ahead for standing orders; one goes on with house dice.
fn sealed(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[], false);
    p.join(UNION, "Ada Lovelace", "the weaver of numbers", None).seal(UNION).seal(CONFEDERATE);
    p.join(CONFEDERATE, "Zoë Müller-Ñandú", "où sont les neiges d’antan", None);
    p.standing(CONFEDERATE, w.conditions[0]).messages(6, "staff", 1).links(CONFEDERATE, Some(12), None);
    p.messages(16, "staff", 1).house_dice(UNION, HouseDiceWhy::Lost).messages(14, "staff", 1).resign(UNION);
    p
}

/// An arbiter lets a record stand, and goes back before another, once with a takeback on offer; with clocks and sealed dice.
fn judged(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[], false);
    p.join(UNION, "Ada Lovelace", "", None).seal(UNION).join(CONFEDERATE, "Zoë Müller-Ñandú", "", None);
    p.messages(9, "staff", 1).judge(3, false, "The dice are sound, and the order was legal.").messages(5, "staff", 1);
    let asker = p.game.waiting_seats()[0];
    p.ask_back(asker, 1, "A slip.").judge(4, true, "Ein „Versehen“, das beide einräumen.").messages(12, "staff", 1);
    p.judge(9, true, "Once more, further back.").messages(8, "staff", 1).resign(CONFEDERATE);
    p
}

/// Takebacks agreed, declined, withdrawn and overtaken; draws declined, withdrawn and agreed.
fn takebacks(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[w.other], false);
    p.persons().standing(CONFEDERATE, w.conditions[1]).messages(12, "staff", 1);
    let other = |s| if s == UNION { CONFEDERATE } else { UNION };
    let mut asker = p.game.waiting_seats()[0];
    p.ask_back(asker, 0, "I meant the other brigade.").answer_back(other(asker), true).messages(7, "staff", 1);
    p.draw(UNION, CONFEDERATE, false);
    asker = p.game.waiting_seats()[0];
    p.ask_back(asker, 2, "").answer_back(other(asker), false).messages(7, "random", 1);
    asker = p.game.waiting_seats()[0];
    p.ask_back(asker, 1, "Nie wieder „so“ …").answer_back(asker, false).messages(4, "random", 1);
    p.draw(CONFEDERATE, CONFEDERATE, false);
    asker = p.game.waiting_seats()[0];
    p.ask_back(asker, 1, "Overtaken.").messages(12, "staff", 1);
    asker = p.game.waiting_seats()[0];
    p.ask_back(asker, 9, "Far back.").answer_back(other(asker), true).messages(10, "staff", 1);
    p.draw(UNION, CONFEDERATE, true);
    p
}

/// Days for each hand-over; calendar, leave, pauses, a grant, an excuse; the time runs out, and that loses.
fn forfeit(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[w.option], false);
    p.clock(ClockTerms { claim: Claim::Forfeit, control: Control::Days(3), leave: 30, stand_in: false });
    p.persons().standing(UNION, w.conditions[0]).calendar(UNION).messages(20, "staff", 1);
    p.wait(5 * HOUR).leave(CONFEDERATE, 10).messages(6, "staff", 1).wait(2 * DAY).end_leave(CONFEDERATE);
    p.pause(UNION, CONFEDERATE, Some(9), false).wait(2 * DAY).pause(CONFEDERATE, UNION, None, true).wait(3 * DAY);
    p.end_pause(UNION).wait(DAY + HOUR).messages(8, "random", 2).excuse(30, "The host moved house.");
    let late = p.game.waiting_seats()[0];
    let by = if late == UNION { CONFEDERATE } else { UNION };
    p.grant(by, late, 36 * HOUR).wait(2 * DAY).calendar(UNION).wait(20 * DAY).claim(by, late);
    p
}

/// A stock of time with additions; a claim is judged by the rules.
fn adjudicated(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[], false);
    let bank = Bank { bank: 5 * DAY, cap: 8 * DAY, increment: 6 * HOUR };
    p.clock(ClockTerms { claim: Claim::Adjudication, control: Control::Bank(bank), leave: 0, stand_in: true });
    p.persons().standing(CONFEDERATE, w.plain);
    for _ in 0..25 {
        p.messages(2, "staff", 2).wait(9 * HOUR);
    }
    let late = p.game.waiting_seats()[0];
    p.wait(9 * DAY).claim(if late == UNION { CONFEDERATE } else { UNION }, late);
    p
}

/// A stand-in, a return, replacements of both kinds, and a change of hands as the first version wrote it; then somebody resigns.
fn hands(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[w.other], false);
    p.clock(ClockTerms { claim: Claim::Forfeit, control: Control::Days(2), leave: 14, stand_in: true });
    p.persons().standing(UNION, w.plain).standing(CONFEDERATE, w.conditions[0]).messages(12, "staff", 2);
    p.until(CONFEDERATE, "staff").wait(3 * DAY);
    p.hands(CONFEDERATE, "Staff", Some("staff"), &[UNION], false, HandsWhy::StandIn).messages(6, "staff", 1);
    p.hands(CONFEDERATE, "Zoë Müller-Ñandú", None, &[], true, HandsWhy::Return).messages(10, "random", 2);
    p.hands(UNION, "Grace Hopper", None, &[CONFEDERATE], true, HandsWhy::Replacement).messages(8, "staff", 1);
    p.standing(UNION, w.conditions[1]).until(CONFEDERATE, "staff").wait(4 * DAY);
    p.hands(CONFEDERATE, "Émilie du Châtelet", None, &[UNION], false, HandsWhy::Replacement).messages(6, "staff", 1);
    let (at, seat) = (p.moment(), UNION);
    let name = "Mary Somerville".to_owned();
    let why = HandsWhy::Replacement;
    p.as_once_written(&Body::Hands(Hands { agreed: vec![CONFEDERATE], at, bot: None, name, seat, why }));
    p.messages(8, "staff", 1).resign(UNION);
    p
}

/// A study: an umpire's lines and orders.
fn study(w: &Words, name: &str) -> Play {
    let mut p = Play::new(name, w.ruleset, &[], true);
    p.persons().messages(3, "staff", 1).umpire(w.study).messages(25, "staff", 1);
    p
}
