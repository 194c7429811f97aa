//! §10: the Advantage.

use crate::table::{RULES, Table, seat, terms};
use bloodiest_day::{ImpulseUse, Pending, Phase, Place};
use domain_core::referee::{Luck, Orders, Ruleset, Side, Situation};

fn holder(t: &Table) -> Side {
    t.position.advantage
}

/// §10.1, ruling 16: each use hands the marker to the other side; nobody uses what he does not hold.
#[test]
fn s10_1_each_use_passes_it_on() {
    let mut t = Table::study(&[
        "place Starke 28",
        "place Lawton 27",
        "leader Jackson 28 active",
        "turn 2 confederate impulse 2",
        "advantage union",
    ]);
    assert_eq!(t.refused(Side::Confederate, "activate 27 and 28 with Jackson"), "10.1");
    assert_eq!(t.refused(Side::Confederate, "silence Hooker"), "10.1");
    t.confederate("activate 28 with Jackson", &[]).confederate("Starke 28-29", &[]);
    assert_eq!(t.refused(Side::Confederate, "free"), "10.1");
    let mut t = Table::study(&["place Fairchild 61", "turn 2 union impulse 0", "advantage confederate"]);
    assert_eq!(t.refused(Side::Union, "find Snavely's Ford"), "10.1");
    assert_eq!(t.refused(Side::Union, "silence Hooker"), "10.2");
}

/// §10.2A: the Confederates begin with it.
#[test]
fn s10_2a_the_confederates_begin_with_it() {
    let position = RULES.open(&terms(&[])).expect("the battle");
    assert_eq!(position.advantage, Side::Confederate);
}

/// §10.2B (1), ruling 16: each side may have a roll made again once; the last result stands.
#[test]
fn r16_a_roll_is_made_again_once_by_each_side() {
    let mut t =
        Table::study(&["turn 2 confederate impulse 4", "advantage confederate", "place Starke 28", "place Gibbon 19"]);
    t.confederate("pass", &[6, 6]);
    // Whoever does not hold it has nothing to say.
    assert_eq!(t.refused(Side::Union, "reroll"), "10.1");
    t.confederate("reroll", &[1, 1]);
    assert_eq!(holder(&t), Side::Union);
    assert_eq!(t.refused(Side::Confederate, "reroll"), "10.1");
    t.union("reroll", &[5, 5]);
    // Both have had their turn: it stands.
    assert!(t.told("10 rolled, against 5: the phase goes on"), "{:?}", t.story());
    assert_eq!(holder(&t), Side::Confederate);
    assert_eq!(t.refused(Side::Union, "reroll"), "10.2");
    assert_eq!(t.refused(Side::Union, "free"), "3.0");
}

/// §10.2B (1), ruling 16: the two rolls of a fight are two rolls; none is made again twice by one side.
#[test]
fn r16_no_side_rerolls_the_same_roll_twice() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Lawton 27",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon volley 27", &[]);
    t.union("volley 27 lead Gibbon", &[1, 2, 6, 6]);
    t.union("reroll first", &[4, 4]);
    t.confederate("reroll second", &[3, 4]);
    // The Union holds it again: its own roll it has had already, the other it may.
    assert_eq!(t.refused(Side::Union, "reroll first"), "10.2");
    t.union("reroll second", &[2, 1]);
    assert_eq!(t.refused(Side::Confederate, "reroll second"), "10.2");
    t.confederate("keep", &[]);
    // 4 + 1 for Hooker + 8 against 4 + 2 + 3.
    assert!(t.told("= 13 (dice 4+4)") && t.told("= 9 (dice 2+1)"), "{:?}", t.story());
}

/// §10.2B (1): a single die may be rolled again as well: a mounted withdrawal.
#[test]
fn s10_2b_1_a_die_is_rolled_again() {
    let mut t = Table::study(&[
        "place Rush 25",
        "place Lawton 27",
        "leader Jackson 27 active",
        "turn 2 confederate impulse 0",
        "advantage union",
    ]);
    t.confederate("activate 27 with Jackson", &[]).confederate("Lawton 27-25", &[]);
    t.union("Rush withdraw 25-24", &[1]).union("reroll", &[6]);
    t.confederate("keep", &[]);
    assert!(!t.unit("Rush").spent && t.unit("Rush").place == Place::At(24));
    assert_eq!(holder(&t), Side::Confederate);
}

/// §10.2B (1): leaders' fates too.
#[test]
fn s10_2b_1_a_leaders_fate_is_rolled_again() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Lawton 27",
        "leader Jackson 27 active",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon volley 27", &[]);
    t.union("volley 27 lead Gibbon", &[6, 6, 6, 5]).union("keep", &[1, 2]);
    t.union("reroll", &[3, 4]);
    assert_eq!(holder(&t), Side::Confederate);
    t.confederate("reroll", &[2, 2]);
    assert!(t.told("Jackson is lightly wounded"), "{:?}", t.story());
}

/// §10.2B (2), ruling 17: two areas of one leader, each his own or next to him, only units that he commands.
#[test]
fn r17_two_areas_at_once() {
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Crawford a 26",
        "place Duryea 26",
        "place Hartsuff 44",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    // 44 is not next to Hooker.
    assert_eq!(t.refused(Side::Union, "activate 19 and 44 with Hooker"), "3.0");
    assert_eq!(t.refused(Side::Union, "activate 19 and 25 with Hooker"), "6.1");
    t.union("activate 19 and 26 with Hooker", &[]);
    assert_eq!(holder(&t), Side::Confederate);
    assert!(t.unit("Gibbon").active && t.unit("Duryea").active && !t.unit("Crawford a").active);
}

/// Ruling 17: the limit of a crossing is for the whole impulse, whichever area the units come from.
#[test]
fn r17_one_crossing_limit_for_both_areas() {
    let mut t = Table::study(&[
        "place Caldwell 67",
        "place Meagher 67",
        "place Brooke 67",
        "place Gorman 73",
        "place Howard 73",
        "place Kimball 73",
        "leader Sumner 67 active",
        "turn 2 union impulse 0",
        "advantage union",
    ]);
    t.union("activate 67 and 73 with Sumner", &[]).confederate("keep", &[]);
    for unit in ["Caldwell", "Meagher", "Brooke"] {
        t.union(&format!("{unit} 67-55"), &[]);
    }
    for unit in ["Gorman", "Howard"] {
        t.union(&format!("{unit} 73-67-55"), &[]);
    }
    assert_eq!(t.refused(Side::Union, "Kimball 73-67-55"), "7.11");
}

/// §10.2B (3), ruling 15: a free impulse right after one's own; no check, the marker stays, it is no pass, none follows it.
#[test]
fn r15_a_free_impulse() {
    let mut t = Table::study(&[
        "place Starke 28",
        "place Gibbon 19",
        "leader Hooker 19 active",
        "leader Jackson 28 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    // Nothing has been done: there is nothing to follow.
    assert_eq!(t.refused(Side::Union, "free"), "3.0");
    // No dice: the free impulse of the Union has no check.
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-26", &[]).union("free", &[]);
    assert_eq!((t.position.side, t.position.space, t.position.impulse.free), (Side::Union, 4, true));
    assert_eq!(holder(&t), Side::Confederate);
    t.umpire("advantage union").union("Hooker ride 19-20", &[]);
    assert_eq!(t.refused(Side::Union, "free"), "10.2");
    t.union("done", &[]);
    assert_eq!((t.position.side, t.position.space), (Side::Confederate, 4));
    // Passed in a free impulse and passed by the enemy: one pass only, the phase goes on.
    let mut t = Table::study(&[
        "place Starke 28",
        "place Gibbon 19",
        "leader Jackson 28 active",
        "turn 2 confederate impulse 2",
        "advantage confederate",
    ]);
    t.confederate("activate 28 with Jackson", &[]).confederate("Starke 28-29", &[]).confederate("free", &[]);
    t.confederate("pass", &[5, 5]).keep(&[]);
    t.union("pass", &[]);
    assert_eq!((t.position.phase, t.position.side, t.position.passes), (Phase::Action, Side::Confederate, 1));
}

/// Ruling 15: none follows a failed check.
#[test]
fn r15_no_free_impulse_after_a_failed_check() {
    let mut t = Table::study(&[
        "place Starke 28",
        "place Gibbon 19",
        "leader Hooker 19 active",
        "turn 2 confederate impulse 6",
        "advantage union",
    ]);
    t.confederate("pass", &[2, 3]).keep(&[]);
    assert!(t.position.impulse.last);
    t.union("activate 19 with Hooker", &[]).union("Gibbon 19-26", &[]);
    assert_eq!(t.refused(Side::Union, "free"), "10.2");
}

fn hooker_goes_in() -> Table {
    Table::study(&[
        "place Gibbon 19",
        "place Phelps 19",
        "place Hoffman 19",
        "place Lawton 27",
        "leader Hooker 19 active",
        "leader Jackson 28 active",
        "turn 2 union impulse 3",
        "advantage confederate",
    ])
}

/// §10.2B (4), ruling 18: after an activation the Confederates are asked; units not yet moved may not act, nor may he.
#[test]
fn r18_silenced_before_anybody_moves() {
    let mut t = hooker_goes_in();
    t.union("activate 19 with Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "silence Hooker"), "10.2");
    t.confederate("silence Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Gibbon 19-27"), "5.4");
    assert_eq!(t.refused(Side::Union, "Hooker ride 19-26"), "7.2.1");
    assert!(!t.leader("Hooker").active && holder(&t) == Side::Union);
}

/// Ruling 18, "at any time": in the middle of the Union's moves, without being asked; what is done stands, those that moved go
/// on and a combat begun is finished.
#[test]
fn r18_silenced_in_the_middle_of_the_impulse() {
    let mut t = hooker_goes_in();
    t.union("activate 19 with Hooker", &[]).confederate("keep", &[]);
    t.union("Gibbon 19-27", &[]);
    // The game waits for the Union alone.
    let waiting: Vec<_> = RULES.board(&t.position).waiting().into_iter().map(|d| d.seat).collect();
    assert_eq!(waiting, [seat(Side::Union)]);
    assert_eq!(t.menu(Side::Confederate), ["silence Hooker"]);
    assert_eq!(t.refused(Side::Confederate, "silence Sumner"), "10.2");
    assert_eq!(t.refused(Side::Confederate, "done"), "3.0");
    t.confederate("silence Hooker", &[]);
    assert!(t.menu(Side::Confederate).is_empty());
    assert_eq!(t.refused(Side::Union, "Phelps 19-27"), "5.4");
    // 4 against 4 + 1: even with 8 against 7.
    t.union("assault 27 lead Gibbon", &[4, 4, 3, 4]).keep(&[]);
    assert!(t.unit("Gibbon").spent && t.unit("Gibbon").place == Place::At(27));
}

/// Ruling 18: never between a roll and its result.
#[test]
fn r18_not_between_a_roll_and_its_result() {
    let mut t = hooker_goes_in();
    t.union("activate 19 with Hooker", &[]).confederate("keep", &[]);
    t.union("Gibbon volley 27", &[]).union("volley 27 lead Gibbon", &[2, 2, 3, 4]);
    assert_eq!(t.refused(Side::Confederate, "silence Hooker"), "10.2");
    t.confederate("keep", &[]);
    t.confederate("silence Hooker", &[]);
    assert_eq!(t.refused(Side::Union, "Phelps 19-27"), "5.4");
}

/// Ruling 18: in one's own impulse, in the other phases, and while questions are answered.
#[test]
fn r18_silenced_in_every_phase() {
    let mut t = hooker_goes_in();
    t.umpire("turn 2 confederate impulse 0").confederate("silence Hooker", &[]);
    assert_eq!((t.position.side, t.position.impulse.doing), (Side::Confederate, ImpulseUse::Nothing));
    // While the Union reorganises: his corps then gets nobody back.
    let mut t = hooker_goes_in();
    t.umpire("lost Duryea").umpire("lost Christian").umpire("turn 2 rally union");
    assert!(t.menu(Side::Union).contains(&"reorganise Duryea by Hooker".to_owned()));
    t.confederate("silence Hooker", &[]);
    assert_eq!((t.position.turn, t.position.phase), (3, Phase::Action));
    assert_eq!(t.unit("Duryea").place, Place::Lost);
    // While a lead unit is to be named.
    let mut t = hooker_goes_in();
    t.umpire("place Starke 27");
    t.union("activate 19 with Hooker", &[]).confederate("keep", &[]);
    t.union("Gibbon 19-27", &[]).union("assault 27 lead Gibbon", &[]);
    t.confederate("silence Hooker", &[]);
    assert!(matches!(t.position.pending.last(), Some(Pending::Fight(_))));
    t.confederate("lead Lawton", &[4, 4, 3, 4]).keep(&[]);
    assert!(t.unit("Gibbon").spent);
}

/// §10.2B (5): the Union finds a ford outright, with nobody near it, in its own impulse; a bridge is not found so.
#[test]
fn s10_2b_5_a_ford_is_found() {
    let mut t = Table::study(&["place Gibbon 19", "turn 2 union impulse 0", "advantage union"]);
    assert!(t.attempt(Side::Union, "find Upper Bridge", &[]).is_err());
    assert_eq!(t.refused(Side::Confederate, "find Snavely's Ford"), "3.0");
    t.union("find Snavely's Ford", &[]);
    assert!(t.told("Snavely's Ford is found") && holder(&t) == Side::Confederate);
    t.umpire("advantage union");
    assert_eq!(t.refused(Side::Union, "find Snavely's Ford"), "10.2");
}

/// §10.2B: the question says what hangs on the dice as they lie, and what a new roll may bring.
#[test]
fn s10_2b_the_question_says_what_hangs_on_it() {
    let asked = |t: &Table| RULES.board(&t.position).waiting().first().map_or_else(String::new, |d| d.asks.clone());
    let odds = |t: &Table, side: Side, order: &str| {
        let board = RULES.board(&t.position);
        let orders = board.orders(seat(side));
        let choice = orders.iter().map(|o| board.choice(seat(side), o)).find(|c| c.order == order);
        choice
            .unwrap_or_else(|| panic!("{order} in {:?}", t.menu(side)))
            .odds
            .iter()
            .map(|o| (o.plain.clone(), o.ways, o.luck))
            .collect::<Vec<_>>()
    };
    let mut t =
        Table::study(&["turn 2 confederate impulse 4", "advantage confederate", "place Starke 28", "place Gibbon 19"]);
    t.confederate("pass", &[6, 6]);
    let said = asked(&t);
    assert!(said.contains("6+6. As it stands, the Action Phase goes on."), "{said}");
    let again = odds(&t, Side::Confederate, "reroll first");
    assert_eq!(again.iter().map(|o| o.1).sum::<u32>(), 36, "{again:?}");
    assert!(again.iter().any(|o| o.0 == "this impulse is the last of the phase"), "{again:?}");

    // 4 + 1 for Hooker + 3 against 4 + 2 + 12: a volley that does nothing; the attacker holds the Advantage.
    let mut t = Table::study(&[
        "place Gibbon 19",
        "place Lawton 27",
        "leader Hooker 19 active",
        "turn 2 union impulse 3",
        "advantage union",
    ]);
    t.union("activate 19 with Hooker", &[]).union("Gibbon volley 27", &[]);
    t.union("volley 27 lead Gibbon", &[1, 2, 6, 6]);
    let said = asked(&t);
    assert!(said.contains("As it stands, nobody loses anything."), "{said}");
    let again = odds(&t, Side::Union, "reroll second");
    // 8 against 6 and two dice: below 2 nothing can come, so no roll of the defence is worse than this one.
    assert!(again.iter().all(|o| o.2 != Some(Luck::Bad)), "{again:?}");
    assert_eq!(again.iter().map(|o| o.1).sum::<u32>(), 36);
}
