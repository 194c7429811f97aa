//! Several seats a side from segment to segment and from turn to turn (§3.0, §15.8, §36.0): waiting for a later segment, marches queued by each, what each is shown.

use crate::ch03_seats::{EWELL, Four, HILL, LEE, LONGSTREET, two_corps};
use crate::table::{REVISION_SEVEN as BEFORE, RULES};
use advanced_gettysburg::{AdvancedGettysburg, Layout, Place, Position, Segment, any_ruleset};
use domain_core::dice::GameKeys;
use domain_core::log::{Body, Record};
use domain_core::referee::{
    Apply, BotRng, Card, Circumstance, CircumstanceValue, Decision, Game, HousePlayers, Joining, Level, NewGame,
    Orders, Questions, Refusal, Registry, Ruleset, SeatId, Side, Situation, Standing, Submission, Terms, Viewer,
};
use domain_core::words::{GameId, Hash32, Millis};
use std::collections::BTreeMap;

/// The lines of a menu that begin so.
fn beginning(four: &Four, seat: SeatId, word: &str) -> Vec<String> {
    four.menu(seat).into_iter().filter(|line| line.starts_with(word)).collect()
}

#[test]
fn s15_8_a_seat_says_for_which_segment_it_waits() {
    let mut four = two_corps("turn 3 confederate primary");
    let lines = ["next", "next divisions", "next corps"];
    assert_eq!(beginning(&four, HILL, "next"), lines);
    assert!(lines.iter().all(|line| four.tried(HILL, line, &[]).is_ok()));
    let board = RULES.board(&four.0);
    let named = board.parse(HILL, "next alone").expect("it is the next one");
    assert_eq!(board.format(&named), "next");
    // Revision 7 has it without a name alone.
    assert!(matches!(BEFORE.board(&four.0).parse(HILL, "next divisions"), Err(Refusal::Unreadable { .. })));
    let before = BEFORE.board(&four.0);
    let menu: Vec<String> = before.orders(HILL).iter().map(|order| before.format(order)).collect();
    assert_eq!(menu.iter().filter(|line| line.starts_with("next")).collect::<Vec<_>>(), ["next"]);

    four.say(HILL, "next divisions", &[]).say(EWELL, "next", &[]);
    assert_eq!((four.0.segment, four.asked()), (Segment::Alone, vec![EWELL]), "it is asked in no segment before");
    four.say(EWELL, "alone Doles", &[4]).say(EWELL, "next", &[]);
    assert_eq!((four.0.segment, four.asked()), (Segment::Divisions, vec![EWELL, HILL]));
    assert_eq!(four.refused(HILL, "next divisions"), "15.8", "it has come to that");
    assert_eq!(beginning(&four, HILL, "next"), ["next"]);
    four.say(HILL, "lead Heth: Archer, Davis", &[5]);
}

/// A circumstance as a seat's queue is told it.
fn told(rules: &AdvancedGettysburg, position: &Position, seat: SeatId, key: &str) -> CircumstanceValue {
    let told: Vec<Circumstance> = rules.board(position).queue_circumstances(seat);
    told.into_iter().find(|c| c.key == key).map(|c| c.value).expect("it is told")
}

#[test]
fn s36_0_guards_of_a_queue_are_told_of_the_seats_own_counters() {
    let four = Four::study(
        "three-days-4",
        &[
            "place Archer column N D37 D36",
            "place Doles column N K39 K38",
            "place Meredith line Q39=8 Q40=8",
            "turn 3 confederate opening",
        ],
    );
    let near = |rules: &AdvancedGettysburg, seat| match told(rules, &four.0, seat, "near") {
        CircumstanceValue::Number(near) => near,
        other => panic!("{other:?}"),
    };
    assert_eq!((near(&RULES, EWELL), near(&RULES, HILL), near(&RULES, LONGSTREET)), (6, 13, 99));
    assert_eq!((near(&BEFORE, EWELL), near(&BEFORE, HILL)), (6, 6), "in revision 7 of those of their side");
}

/// Heth's men on the march at night, Union men far away, and nobody who is still to come.
fn at_night(turn: &str) -> Four {
    let mut four = Four::study(
        "two-days-4",
        &[
            "place Heth E38",
            "place Archer column SE F37 E38",
            "place Davis column SE D37 C38 B38",
            "place Rodes K40",
            "place Doles column N K39 K38",
            "place Meredith line Q9=8 Q10=8",
            turn,
        ],
    );
    for id in RULES.pack().ids() {
        if matches!(four.0.unit(id).place, Place::Waiting) {
            four.0.units[id.index()].place = Place::Lost;
        }
    }
    four
}

#[test]
fn s36_0_the_staff_queues_the_marches_of_its_own_seat() {
    let four = at_night("turn 44 union opening");
    let text = RULES.board(&four.0).bot_queues("staff", HILL);
    let has = |wanted: &str| text.lines().any(|line| line.contains(wanted));
    assert!(text.starts_with("stop if turn >= 54"), "{text}");
    assert!(has("try wish Heth") && has("march Archer to") && has("try lead Heth") && has("try done"), "{text}");
    assert!(!has("Doles") && !has("primary"), "{text}");
    let place = |wanted: &str| text.lines().position(|line| line.contains(wanted)).expect("it is there");
    assert!(place("try next divisions") < place("try lead Heth"), "{text}");
    // Who has nobody queues nothing, and is passed by its standing order.
    assert_eq!(RULES.board(&four.0).bot_queues("staff", LEE), "");
    let then = at_night("turn 45 confederate opening");
    let board = RULES.board(&then.0);
    for line in text.lines().skip(1) {
        let order = line.split_once(": ").map_or(line, |(_, order)| order).trim_start_matches("try ");
        let read = board.stage(HILL, order).map(|staged| staged.is_ok());
        assert!(read.unwrap_or_else(|| board.parse(HILL, order).is_ok()), "{line}");
    }
    // What one who has done with the opening queues is for the same turn still.
    let mut asked = at_night("turn 54 confederate opening");
    asked.say(HILL, "done", &[]);
    assert!(RULES.board(&asked.0).bot_queues("staff", HILL).starts_with("stop if turn >= 65"));
    asked.say(EWELL, "pass", &[]);
    assert_eq!(RULES.board(&at_night("turn 53 union opening").0).bot_queues("staff", HILL), "", "it is asked then");
}

#[test]
fn s5_1_a_a_queue_of_the_army_seat_names_whom_it_was_asked_for() {
    let mut four = two_corps("turn 3 confederate opening");
    let stage = |four: &Four, seat| RULES.board(&four.0).stage(seat, "primary as asked").expect("a line of a queue");
    let staged = stage(&four, LEE).expect("it waits");
    assert!(staged.now.is_empty() && staged.goes_on);
    assert!(stage(&four, HILL).is_err(), "for the army's seat");
    four.say(HILL, "wish Heth", &[]).say(HILL, "done", &[]).say(EWELL, "done", &[]);
    let staged = stage(&four, LEE).expect("Heth");
    assert_eq!((staged.now, staged.goes_on), (vec!["primary Heth".to_owned()], false));
    assert!(BEFORE.board(&four.0).stage(LEE, "primary as asked").is_none());
    four.say(LEE, "primary Heth", &[]);
    let named = stage(&four, LEE).expect("it waits for the next one");
    assert!(named.now.is_empty() && named.goes_on);
}

#[test]
fn s3_0_each_seat_is_shown_who_of_its_own_can_act_and_asked_for_what_it_may_say() {
    let mut four = two_corps("turn 3 confederate opening");
    let asks = |four: &Four, seat| {
        let waiting = RULES.board(&four.0).waiting();
        waiting.into_iter().find(|d| d.seat == seat).map(|d| d.asks).expect("it is asked")
    };
    assert!(asks(&four, HILL).contains("ask your army's seat for a primary commander"));
    four.say(HILL, "done", &[]).say(EWELL, "done", &[]);
    assert!(asks(&four, LEE).contains("choose a primary commander"));
    four.say(LEE, "done", &[]);
    assert!(asks(&four, HILL).contains("With next you wait"));
    let ready = |four: &Four, viewer| {
        let view = RULES.board(&four.0).view(viewer);
        view.pieces.into_iter().filter(|p| p.ready).map(|p| p.name).collect::<Vec<_>>()
    };
    let of = |four: &Four, seat| ready(four, Viewer::Seat(seat));
    assert!(of(&four, HILL).contains(&"Heth".to_owned()) && !of(&four, HILL).contains(&"Rodes".to_owned()));
    assert!(of(&four, EWELL).contains(&"Rodes".to_owned()) && !of(&four, EWELL).contains(&"Heth".to_owned()));
    assert!(ready(&four, Viewer::Spectator).len() >= of(&four, HILL).len() + of(&four, EWELL).len());
    four.say(HILL, "next", &[]);
    assert!(of(&four, HILL).is_empty(), "it waits");
    let view = RULES.board(&four.0).view(Viewer::Seat(EWELL));
    let archer = view.pieces.iter().find(|p| p.name == "Archer").expect("a piece");
    assert!(archer.note.ends_with("under the Confederate III Corps"), "{}", archer.note);
}

#[test]
fn s15_8_the_staff_waits_for_the_segment_in_which_its_commander_leads() {
    let mut four = at_night("turn 44 confederate primary");
    let line = |four: &Four| {
        let board = RULES.board(&four.0);
        let order = board.bot_order("staff", HILL, &mut BotRng::seeded(1)).expect("an order");
        board.format(&order)
    };
    let mut said = line(&four);
    // Heth rides first.
    while said.starts_with("Heth") {
        four.say(HILL, &said, &[]);
        said = line(&four);
    }
    assert_eq!(said, "next divisions");
}

/// A game of four seats a side whose players have their standing orders at their defaults.
fn begun(registry: &Registry, keys: &GameKeys, id: GameId, study: bool) -> Game {
    let terms = Terms { options: Default::default(), scenario: "two-days-4".into() };
    let new = NewGame { id, at: Millis(0), ruleset: "advanced-gettysburg".into(), terms, pace: 0, study };
    let mut game = Game::create(registry, new, keys).expect("a game").game;
    let offers = game.ruleset().standing_offers();
    for seat in game.seats().to_vec() {
        let name = format!("player {}", seat.id.0);
        let joining = Joining { seat: seat.id, name, phrase: String::new(), bot: None, at: Millis(0) };
        game = game.join(joining, keys).expect("a seat").game;
    }
    let notation = game.standing_notation();
    let standing = notation.lines(&Standing::at(Level::Default, &offers), "").expect("the defaults");
    for seat in game.seats().to_vec() {
        game = game.set_standing(seat.id, &standing, Millis(0), keys).expect("standing orders").game;
    }
    game
}

#[test]
fn s36_0_a_corps_comes_on_by_its_queue_and_nobody_of_its_side_is_asked() {
    let registry = Registry::new(vec![any_ruleset()]);
    let id = GameId([7; 16]);
    let keys = GameKeys::derive(Hash32::of(b"four a side").0, id);
    let mut game = begun(&registry, &keys, id, false);
    assert_eq!(game.waiting_seats(), [HILL], "of the others nobody is due");
    let queue = "march Heth to H36 near 3\nuntil turn >= 4: try next divisions\nuntil turn >= 4: try lead Heth\n\
                 march Heth to H36 near 3\nuntil turn >= 4: try done";
    game = game.set_queue(HILL, queue, Millis(1), &keys).expect("it is read").game;
    let mut at = 1;
    while let Some(seat) = game.queue_due_of_any() {
        assert_eq!(seat, HILL);
        at += 1;
        game = game.run_queue(seat, Millis(at), &keys).expect("it runs").expect("it has something to say").game;
    }
    let union = (1, vec![SeatId(1)]);
    assert_eq!((game.turn(), game.waiting_seats()), union, "Reynolds is due, and the army's seat comes last");
    let view = game.view(Viewer::Seat(HILL));
    let on_the_map = |name: &str| {
        let piece = view.pieces.iter().find(|p| p.name == name).expect("a piece");
        matches!(piece.place, domain_core::referee::Place::Map(_))
    };
    assert!(on_the_map("Archer") && on_the_map("Heth"));
}

/// Of each turn how often somebody of a side was asked, as `simulate` counts, from the position of a study on to a turn; whoever is asked is the staff officer.
fn hand_overs(game: Game, keys: &GameKeys, until: u32) -> BTreeMap<u32, Vec<String>> {
    let mut asked: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let (mut game, mut at) = (game, 1_000);
    let mut told: Vec<SeatId> = Vec::new();
    while game.turn() < until && game.result().is_none() {
        at += 1;
        let played = match game.queue_due_of_any() {
            Some(seat) => game.run_queue(seat, Millis(at), keys).expect("it runs").expect("it has something to say"),
            None => {
                for side in Side::BOTH {
                    let to = |d: &&Decision| told.contains(&d.seat) && Layout::Four.side(d.seat) == Some(side);
                    let all: Vec<String> =
                        game.waiting().iter().filter(to).map(|d| format!("{} {}", d.seat.0, d.kind)).collect();
                    if !all.is_empty() {
                        asked.entry(game.turn()).or_default().push(all.join(", "));
                    }
                }
                told.clear();
                let seat = game.waiting_seats().first().copied().expect("somebody is asked");
                let mut rng = keys.bot_rng(game.len());
                let line = game.ruleset().board(game.known_to(Viewer::Seat(seat))).bot_lines("staff", seat, &mut rng);
                let lines = vec![line.expect("an order")];
                let submission = Submission { seat, lines, key: format!("{at}"), seen: game.head(), at: Millis(at) };
                let played = game.play(&submission, keys).expect("it is legal");
                match played.game.waits_for(seat) {
                    true => played,
                    false => {
                        let now = &played.game;
                        let text = now.ruleset().board(now.known_to(Viewer::Seat(seat))).bot_queue("staff", seat);
                        told.extend(&played.handed);
                        at += 1;
                        now.set_queue(seat, &text, Millis(at), keys).expect("it is read")
                    }
                }
            }
        };
        told.extend(&played.handed);
        game = played.game;
    }
    asked
}

#[test]
fn s36_0_of_eight_house_players_few_are_asked_in_a_night() {
    let registry = Registry::new(vec![any_ruleset()]);
    let id = GameId([8; 16]);
    let keys = GameKeys::derive(Hash32::of(b"a night").0, id);
    let mut game = begun(&registry, &keys, id, true);
    game = game.umpire("turn 43 confederate opening", Millis(900), &keys).expect("nightfall").game;
    let asked = hand_overs(game, &keys, 67);
    let all: usize = asked.values().map(Vec::len).sum();
    println!("{all} hand-overs in a night: {asked:#?}");
    assert!(all <= 12, "in four of its turns");
}

#[test]
fn s3_0_what_is_composed_in_steps_is_of_ones_own_counters() {
    let mut four = two_corps("turn 3 confederate opening");
    let goals = |four: &Four, seat| {
        RULES.board(&four.0).goals(seat).into_iter().map(|goal| goal.say).collect::<Vec<_>>().join("; ")
    };
    assert!(goals(&four, LEE).is_empty() && goals(&four, LONGSTREET).is_empty());
    four = two_corps("turn 3 confederate primary");
    four.say(EWELL, "next divisions", &[]);
    assert!(goals(&four, EWELL).is_empty(), "it is not asked");
    let all = goals(&four, HILL);
    assert!(all.contains("Heth") && !all.contains("Rodes"), "{all}");
    let step = |four: &Four, said: &str| RULES.board(&four.0).steps(HILL, &[said.to_owned()]);
    let heth = all.split("; ").find(|say| say.contains("Heth")).expect("he leads");
    assert!(step(&four, heth).is_some_and(|step| step.is_ok_and(|step| step.candidates.len() == 2)));
    assert!(step(&four, &heth.replace("Heth", "Rodes")).is_some_and(|step| step.is_err()));
}

#[test]
fn s3_0_who_comes_late_is_not_asked_before_he_could() {
    let terms = Terms { options: Default::default(), scenario: "three-days-4".into() };
    let start = RULES.open(&terms).expect("the scenario");
    let asked = |turn: u8| {
        let mut four = Four(start.clone());
        let facts = RULES.umpire(&four.0, &format!("turn {turn} confederate opening")).expect("a turn");
        facts.iter().for_each(|fact| four.0.apply(fact));
        four.asked()
    };
    // Longstreet is due in turn 26, and could be hastened by nine turns (§34.21.3).
    assert!(!asked(16).contains(&LONGSTREET) && asked(17).contains(&LONGSTREET));
}

#[test]
fn s0_1_s0_4_nothing_is_hidden_where_a_side_has_several_seats() {
    let terms = |scenario: &str, key: &str| Terms {
        options: BTreeMap::from([(key.to_owned(), "yes".to_owned())]),
        scenario: scenario.into(),
    };
    for key in ["hidden-movement", "hidden-identity"] {
        for scenario in ["first-day-2", "two-days-4"] {
            assert!(matches!(RULES.open(&terms(scenario, key)), Err(Refusal::Unreadable { .. })), "{scenario} {key}");
            assert!(BEFORE.open(&terms(scenario, key)).is_ok(), "as it was begun before");
            let about = RULES.about();
            let offered = about.scenario(scenario).expect("it is on offer");
            assert!(offered.options.iter().all(|option| option.key != key) && offered.options.len() > 8);
        }
        assert!(RULES.open(&terms("two-days", key)).is_ok());
    }
}

#[test]
fn s0_3_general_jackson_leaves_no_seat_on_offer_without_anybody() {
    let jackson = |scenario: &str| Terms {
        options: BTreeMap::from([("jackson".to_owned(), "yes".to_owned())]),
        scenario: scenario.into(),
    };
    let before = BEFORE.open(&jackson("two-days-4")).expect("as it was begun before");
    let board = BEFORE.board(&before);
    assert!(RULES.pack().of(Side::Confederate).all(|unit| board.seat_of(unit) != HILL), "the III Corps is no more");
    assert!(matches!(RULES.open(&jackson("two-days-4")), Err(Refusal::Unreadable { .. })));
    let about = RULES.about();
    let offered = |scenario: &str| {
        let scenario = about.scenario(scenario).expect("it is on offer");
        scenario.options.iter().any(|option| option.key == "jackson")
    };
    assert!(!offered("two-days-4") && offered("first-day-2") && offered("two-days"));
    let two = RULES.open(&jackson("first-day-2")).expect("of two seats each has a corps");
    let board = RULES.board(&two);
    for seat in Layout::Two.of(Side::Confederate) {
        assert!(RULES.pack().of(Side::Confederate).any(|unit| board.seat_of(unit) == seat), "{seat:?}");
    }
}

#[test]
fn s0_1_s0_4_a_game_of_several_seats_that_was_begun_with_something_hidden_is_still_read() {
    let earlier = RULES.earlier(7).expect("revision 7 is known");
    let then = Registry::new(vec![domain_core::referee::any_ruleset(earlier)]);
    let now = Registry::new(vec![any_ruleset()]);
    let id = GameId([9; 16]);
    let keys = GameKeys::derive(Hash32::of(b"two a side").0, id);
    let terms = Terms { options: Default::default(), scenario: "first-day-2".into() };
    let new = NewGame { id, at: Millis(0), ruleset: "advanced-gettysburg".into(), terms, pace: 0, study: false };
    let begun = Game::create(&then, new, &keys).expect("a game").records.remove(0);
    for key in ["hidden-identity", "hidden-movement"] {
        // As it was on offer then.
        let Ok(Body::GenesisSecond(mut genesis)) = begun.read() else { panic!("a game of the second format") };
        genesis.terms.options.insert(key.to_owned(), "yes".to_owned());
        let body = Body::GenesisSecond(genesis);
        let record = Record::rooted(id, 1, Hash32::ZERO, begun.root, &body).expect("a record");
        let read = Game::first(&now, &record).expect("its log is read");
        assert_eq!((read.release().revision, read.seats().len()), (7, 4), "{key}");
    }
}

#[test]
fn s3_0_s24_3_7_at_which_of_two_brigades_it_fires_says_a_seat_that_does() {
    let mut four = Four::study(
        "three-days-4",
        &[
            "place Stone line HH40=5 GG41=8",
            "place Cutler line II41=8 HH40=3",
            "place Archer line HH39=8 NNE",
            "place Kelly line N27=6 N28=6 ends S N",
            "place Doles line M28=8 E",
            "mark Archer attack launched",
            "mark Doles attack launched",
            "turn 90 confederate targets",
        ],
    );
    assert_eq!(four.asked(), [EWELL, HILL]);
    four.say(HILL, "Archer at HH40", &[]);
    let line = "single Stone HH40";
    assert!(beginning(&four, HILL, "single").contains(&line.to_owned()));
    assert!(beginning(&four, EWELL, "single").is_empty(), "Doles is far away");
    assert_eq!(four.refused(EWELL, line), "3.0");
    four.say(HILL, line, &[]);
}
