//! Hidden movement (0.1) together with charges (0.6), entry options (0.5) and night orders (0.2, 0.13).

use crate::ch38_hidden_games::{Compared, Fold, compare, games, through_the_referee};
use crate::table::{RULES, Table, board, hex, lies, unit};
use advanced_gettysburg::{
    Attack, Fact, Formation, InView, OptionStage, Place, Position, Retreat, Segment, UnitId, UnseenFact, any_ruleset,
};
use domain_core::dice::{Dice, GameKeys};
use domain_core::log::export_with;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{
    Against, BotRng, Game, Joining, NewGame, Orders, Registry, Ruleset, SeatId, Side, Submission, Terms, Viewer, verify,
};
use domain_core::words::{Audience, GameId, Hearers, Millis};

fn open(scenario: &str, options: &[&str]) -> Table {
    let on = |key: &&str| ((*key).to_owned(), "yes".to_owned());
    let options = options.iter().chain(&["hidden-movement"]).map(on).collect();
    let position = RULES.open(&Terms { options, scenario: scenario.into() }).expect("on offer");
    Table { position, facts: Vec::new() }
}

/// An empty map on which the umpire says these lines.
pub fn study(scenario: &str, options: &[&str], lines: &[&str]) -> Table {
    let mut table = open(scenario, options);
    table.confederate("done", &[]).union("done", &[]);
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

fn charges(lines: &[&str]) -> Table {
    study("morning", &["cavalry-charge"], lines)
}

fn id(id: &str) -> UnitId {
    RULES.pack().ids().find(|u| RULES.pack().unit(*u).id == id).unwrap_or_else(|| panic!("no {id}"))
}

/// What a side may know.
pub fn known(table: &Table, side: Side) -> Position {
    RULES.known(&table.position, Viewer::Seat(SeatId::of_side(side)))
}

fn is_unseen(table: &Table, name: &str) -> bool {
    board(table).is_unseen(unit(name))
}

fn all_own(table: &Table, side: Side) -> bool {
    table.facts.iter().all(|f| RULES.hearers(f) == Hearers::Only(Audience::Side(side)))
}

fn is_private(table: &Table, side: Side, line: &str) -> bool {
    let order = board(table).parse(SeatId::of_side(side), line).expect("readable");
    board(table).order_hearers(SeatId::of_side(side), &order) == Hearers::Only(Audience::Side(side))
}

fn shown(table: &Table) -> Vec<InView> {
    let why = |f: &Fact| if let Fact::Unseen(UnseenFact::InView { why, .. }) = f { Some(*why) } else { None };
    table.facts.iter().filter_map(why).collect()
}

#[test]
fn s0_1_s0_6_1_an_attack_column_is_formed_out_of_view() {
    let mut table = charges(&[
        "place Hampton column N HH37=3 HH36=3 HH35=3 HH34=3",
        "turn 1 confederate alone",
        "mark Hampton level 8",
        "unseen Hampton",
    ]);
    assert!(table.menu(Confederate).contains(&"Hampton charge".to_owned()));
    assert!(is_private(&table, Confederate, "Hampton charge"));
    table.confederate("Hampton charge", &[]);
    assert!(all_own(&table, Confederate), "{:?}", table.facts);
    assert_eq!(lies(&table, "Hampton"), "HH37=3 HH37=3 HH36=3 HH36=3");
    assert!(known(&table, Union).chain(unit("Hampton")).is_empty());
    assert_eq!(table.refused(Confederate, "Hampton charge HH38"), "0.6", "it is not named");
}

#[test]
fn s0_1_s0_6_4_who_was_hidden_in_sight_when_a_charge_is_named_comes_into_view_and_is_charged() {
    let mut table = charges(&[
        "place Hampton charge N HH37=3 HH37=3",
        "place Stone line HH40=8 SSE",
        "place Cutler line HH33=8 NNW",
        "turn 1 confederate opening",
        "unseen Hampton",
        "unseen Stone",
        "unseen Cutler",
    ]);
    table.confederate("attack Hampton", &[]);
    assert_eq!(shown(&table), [InView::Acts, InView::InSight]);
    assert!(!is_unseen(&table, "Hampton") && !is_unseen(&table, "Stone"));
    // Behind the woods of HH34 Cutler was not seen, and is not charged.
    assert!(is_unseen(&table, "Cutler"));
    assert_eq!(table.brigade("Hampton").sighted, [unit("Stone")]);
}

/// Hampton in an attack column that looks south, Stone out of view behind the woods of HH34.
fn southward(attack: bool) -> Table {
    let mut table = charges(&[
        if attack { "place Hampton charge S HH37=3 HH37=3" } else { "place Hampton charge N HH37=3 HH37=3" },
        "place Stone line HH33=8 NNW",
        if attack { "turn 1 confederate opening" } else { "turn 1 confederate alone" },
        "mark Hampton dp 0",
        "unseen Stone",
    ]);
    match attack {
        true => table.confederate("attack Hampton", &[]).confederate("done", &[]),
        false => table.umpire("mark Hampton level 12"),
    };
    table
}

#[test]
fn s0_1_10_s0_6_a_charge_that_comes_within_two_hexes_of_somebody_hidden_is_fired_at_and_goes_back() {
    let mut table = southward(true);
    assert!(is_unseen(&table, "Stone") && table.brigade("Hampton").sighted.is_empty());
    assert!(table.menu(Confederate).contains(&"Hampton charge HH36".to_owned()));
    table.confederate("Hampton charge HH36-HH35-HH34", &[3]);
    assert!(!is_unseen(&table, "Stone"));
    let fire = table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some(v) } else { None }).expect("fire");
    // 0.6.7: one more on the die of fire at a charge.
    assert_eq!((fire.by, fire.target, fire.charge), (Union, unit("Hampton"), true));
    assert!(table.facts.iter().any(|f| matches!(f, Fact::FellBack { how: Retreat::Involuntary, .. })));
    let hampton = table.brigade("Hampton");
    assert_eq!((hampton.attack, hampton.done, hampton.retreat), (Attack::None, true, Retreat::Involuntary));
    assert!(matches!(hampton.formation, Formation::Charge { .. }) && hampton.cp > 0);
    let far = |to: usize| RULES.pack().ground.atlas.distance(hex("HH35"), to);
    assert_eq!(table.position.place(unit("Hampton")).and_then(far), Some(2), "two hexes from HH35");
}

#[test]
fn s0_1_10_s0_6_an_attack_column_that_goes_back_comes_upon_whom_its_rear_does() {
    let mut table = southward(false);
    table.confederate("Hampton back S S", &[3]);
    let fire = table.facts.iter().find_map(|f| if let Fact::CombatFire(v) = f { Some(v) } else { None }).expect("fire");
    // 0.6.2: it was not named, and does not charge.
    assert_eq!((fire.target, fire.charge), (unit("Hampton"), false));
    assert!(!is_unseen(&table, "Stone") && table.brigade("Hampton").done);
    // By one hex it comes upon nobody.
    let mut near = southward(false);
    near.confederate("Hampton back S", &[]);
    assert!(is_unseen(&near, "Stone"));
    assert_eq!(lies(&near, "Hampton"), "HH36=3 HH36=3");
}

#[test]
fn s0_1_10_s0_6_an_attack_column_advances_after_combat_into_no_hex_beside_somebody_hidden() {
    let mut table = charges(&[
        "place Hampton charge N HH39=3 HH39=3",
        "place Stone line HH40=8 SSE",
        "place Cutler rest HH41",
        "turn 3 confederate assault",
        "mark Hampton attack launched level 12 dp 12",
        "mark Stone dp 40",
        "unseen Cutler",
    ]);
    table.position.brigade_mut(unit("Hampton")).expect("Hampton").sighted = vec![unit("Stone")];
    table.confederate("Hampton.1 assault HH40", &[2, 1]);
    let way = table.menu(Union).into_iter().find(|l| l.starts_with("Stone back")).expect("a way");
    table.union(&way, &[]);
    assert!(is_unseen(&table, "Cutler"));
    table.confederate("Hampton advance HH40", &[]);
    assert!(!is_unseen(&table, "Cutler"), "{:?}", table.story());
    assert_eq!(lies(&table, "Hampton"), "HH39=3 HH39=3");
}

#[test]
fn s0_1_s0_5_who_begins_in_the_town_by_an_option_does_so_out_of_view_behind_a_line() {
    let begun = |screen: bool| {
        let mut table = open("three-days", &["entry-options"]);
        table.confederate("done", &[]);
        let line = table.menu(Union).into_iter().find(|l| l.starts_with("option 1 ")).expect("a place for them");
        table.union(&line, &[]);
        assert!(all_own(&table, Union), "{:?}", table.facts);
        if screen {
            table.union("screen", &[]);
        }
        table.union("done", &[]);
        table
    };
    let mut table = begun(true);
    for name in ["Meredith", "Cutler"] {
        assert!(is_unseen(&table, name), "{name}");
        assert!(known(&table, Confederate).unit(unit(name)).place == Place::Waiting, "{name} is still to come for him");
    }
    let points = |table: &Table| board(table).option_points(Union);
    assert_eq!((points(&table), known(&table, Confederate).entry_options.len()), (0, 0));
    assert_eq!(RULES.whole(&table.position), Ok(()));
    table.umpire("turn 1 union primary").union("Meredith show", &[]);
    let told = known(&table, Confederate).entry_options;
    assert_eq!((points(&table), told.len(), told[0].hexes.len()), (20, 1, 0), "and not where the others are");
    assert!(is_unseen(&table, "Cutler"));
    // Preparation 3: where no line is laid they are placed in view as play begins.
    let table = begun(false);
    assert!(!is_unseen(&table, "Meredith") && !is_unseen(&table, "Cutler"));
    assert_eq!((points(&table), lies(&table, "Meredith").is_empty()), (20, false));
}

#[test]
fn s0_1_s0_5_3_an_option_comes_to_light_when_the_first_of_it_comes_into_view() {
    let mut table = open("three-days", &["entry-options"]);
    table.confederate("done", &[]).union("option 5", &[]).union("done", &[]);
    table.umpire("turn 49 union primary").union("us-carr-inf march A26", &[]);
    assert!(all_own(&table, Union), "{:?}", table.facts);
    let points = |table: &Table| board(table).option_points(Union);
    assert_eq!((table.brigade("Carr").sp, points(&table)), (22, 0));
    assert_eq!(known(&table, Confederate).entry_options.len(), 0);
    assert!(known(&table, Union).entry_options[0].stage == OptionStage::Unseen);
    let mut later = Table { position: table.position.clone(), facts: Vec::new() };
    table.union("us-carr-inf show", &[]);
    assert_eq!((points(&table), known(&table, Confederate).entry_options.len()), (2, 1));
    assert!(table.told("entry option 5"));
    // At the latest when the game is over.
    later.umpire("turn 186 union assault").union("done", &[]);
    assert!(later.position.over);
    assert_eq!((points(&later), known(&later, Confederate).entry_options.len()), (2, 1));
}

#[test]
fn s0_1_s0_5_3_points_that_join_who_is_out_of_view_tell_nobody() {
    for hidden in [true, false] {
        let mut table = open("three-days", &["entry-options"]);
        table.confederate("done", &[]).union("option 4", &[]).union("done", &[]);
        table.umpire("place us-mcdougall-inf rest U20");
        if hidden {
            table.umpire("unseen us-mcdougall-inf");
        }
        table.umpire("turn 52 confederate outposts").confederate("done", &[]);
        while table.position.side == Confederate {
            table.confederate("done", &[]);
        }
        assert_eq!(table.brigade("us-mcdougall-inf").sp, 18, "{hidden}");
        assert_eq!(board(&table).option_points(Union), if hidden { 0 } else { 3 });
        assert_eq!(known(&table, Confederate).entry_options.len(), usize::from(!hidden));
    }
}

#[test]
fn s0_1_s0_5_4_an_exchange_is_seen_with_the_first_brigade_and_how_worn_the_others_are_with_each() {
    let mut table = open("three-days", &["entry-options"]);
    table.confederate("done", &[]).union("option 3 VI XII", &[]).union("done", &[]);
    table.umpire("turn 29 union primary").union("us-shaler-inf march OO11", &[]);
    assert!(all_own(&table, Union), "{:?}", table.facts);
    let dp = |at: &Position, name: &str| at.brigade(id(name)).map(|b| b.dp);
    assert_eq!((dp(&table.position, "us-shaler-inf"), dp(&table.position, "us-candy-inf")), (Some(0), Some(50)));
    table.union("us-shaler-inf show", &[]);
    let enemy = known(&table, Confederate);
    assert_eq!((enemy.entry_options[0].corps.len(), board(&table).option_points(Union)), (2, 10));
    assert_eq!((dp(&enemy, "us-shaler-inf"), dp(&enemy, "us-candy-inf")), (Some(0), Some(0)), "as on Candy's card");
    assert_eq!(dp(&known(&table, Union), "us-candy-inf"), Some(50));
}

/// A night with Heth and his men out of view at the Cashtown Pike.
fn night(turn: u8) -> Table {
    let turn = format!("turn {turn} confederate opening");
    study(
        "two-days",
        &["night-orders", "artillery-commanders"],
        &[
            "place cs-heth-cmd A39",
            "place Archer line A38=8 B38=4",
            "place Lane column N C35=8 C34=7",
            "place cs-alexander-cmd A38",
            "place cs-pegram-crenshaw-bty A36 limbered N",
            &turn,
            "unseen cs-heth-cmd",
            "unseen Archer",
        ],
    )
}

#[test]
fn s0_1_s0_2_orders_of_the_night_are_their_sides_alone() {
    let mut table = night(50);
    let lines =
        ["order cs-heth-cmd D38 07 with Archer", "transfer Lane to Heth", "guns Alexander: cs-pegram-crenshaw-bty"];
    for line in lines {
        assert!(is_private(&table, Confederate, line), "{line}");
        table.confederate(line, &[]);
        assert!(all_own(&table, Confederate), "{line}: {:?}", table.facts);
    }
    let written = |at: &Position| (at.night_orders.len(), at.transfers.len(), at.gun_orders.len());
    assert_eq!(written(&known(&table, Confederate)), (1, 1, 1));
    assert_eq!(written(&known(&table, Union)), (0, 0, 0));
    assert_eq!(written(&RULES.known(&table.position, Viewer::Spectator)), (0, 0, 0));
    assert!(is_unseen(&table, "Archer"));
    // What they permit: Archer moves without a roll, out of view.
    table.umpire("turn 72 confederate opening");
    assert_eq!(table.refused(Confederate, "attack Archer"), "0.2");
    table.confederate("done", &[]);
    let line = table.menu(Confederate).into_iter().find(|l| l.starts_with("Archer ahead")).expect("without a roll");
    table.confederate(&line, &[]);
    assert!(all_own(&table, Confederate), "{:?}", table.facts);
    // That he is where he was to be is his side's alone.
    table.umpire("turn 73 confederate primary").confederate("cs-heth-cmd ride D38", &[]);
    assert!(table.position.night_orders.is_empty() && all_own(&table, Confederate), "{:?}", table.facts);
}

#[test]
fn s0_1_s0_2_orders_of_the_night_are_opened_when_the_game_is_over() {
    let mut table = night(50);
    table.confederate("order cs-heth-cmd D38 07 with Archer", &[]).confederate("transfer Lane to Heth", &[]);
    table.umpire("turn 114 union assault").union("done", &[]);
    assert!(table.position.over && table.told("The orders of the night are opened. Heth is ordered to D38"));
    let enemy = known(&table, Union);
    assert_eq!((enemy.night_orders.len(), enemy.transfers.len()), (1, 1));
    // Without hidden movement they are open when they are written.
    let mut plain = Table { position: table.position.clone(), facts: Vec::new() };
    plain.position.options.hidden_movement = false;
    plain.umpire("turn 50 union opening");
    assert!(!is_private(&plain, Union, "transfer us-candy-inf to Howard"));
}

#[test]
fn s0_1_s0_13_4_an_artillery_commander_out_of_view_commands_his_batteries() {
    let near = |hidden: bool, hex: &str| {
        let mut table = night(50);
        table.confederate("guns Alexander: cs-pegram-crenshaw-bty", &[]);
        table.umpire(&format!("place cs-alexander-cmd {hex}"));
        if hidden {
            table.umpire("unseen cs-alexander-cmd");
        }
        // In the Artillery Fire Phase nobody hidden stands among the counters.
        table.umpire("turn 72 confederate artillery");
        board(&table).is_near_gunner(id("cs-pegram-crenshaw-bty"))
    };
    assert_eq!([near(false, "A38"), near(true, "A38")], [Some(true), Some(true)]);
    assert_eq!([near(false, "T31"), near(true, "T31")], [Some(false), Some(false)]);
}

/// Horse is named to attack, forms attack columns, gallops and goes back, whatever of it is legal.
fn gallops(fold: &Fold, side: Side, rng: &mut BotRng) -> Option<String> {
    let (at, pack) = (fold.of(side), RULES.pack());
    let horse = pack.of(side).filter(|u| pack.unit(*u).is_cavalry() && !at.chain(*u).is_empty());
    let all: Vec<UnitId> = horse.collect();
    if all.is_empty() || rng.below(3) == 0 {
        return None;
    }
    let unit = all[rng.below(all.len())];
    let (name, hex) = (&pack.unit(unit).id, at.place(unit)?);
    let next: Vec<usize> = pack.ground.next_to(hex).filter(|hex| pack.ground.is_hex(*hex)).collect();
    let charges = matches!(at.brigade(unit).map(|b| b.formation), Some(Formation::Charge { .. }));
    Some(match (at.segment, charges) {
        (Segment::Opening, true) => format!("attack {name}"),
        (_, true) if rng.below(4) == 0 => format!("{name} back {}", ["N", "NE", "SE", "S", "SW", "NW"][rng.below(6)]),
        (_, true) => format!("{name} charge {}", pack.ground.id(next[rng.below(next.len())])),
        (_, false) => format!("{name} charge"),
    })
}

#[test]
fn s0_1_s0_6_with_charges_who_is_out_of_view_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let lines = [
        "place Hampton charge S HH36=3 HH36=3 HH37=3",
        "place cs-chambliss-cav column N EE38=3 EE37=3",
        "place Gamble charge S HH43=3 HH43=3 HH44=3",
        "place Stone rest HH32",
        "place Davis rest GG39",
        "turn 2 confederate opening",
        "unseen Stone",
        "unseen cs-chambliss-cav",
    ];
    let tally = compare(&Compared {
        games: games(2),
        lines: &lines,
        options: &["cavalry-charge"],
        says: &gallops,
        until: 12,
        ..Compared::default()
    });
    let charged = tally.words.get("charge").copied().unwrap_or(0);
    assert!(tally.compared > 5 && charged > 10, "{:?}", tally.words);
}

/// In set-up an option of the menu; never mind which.
pub fn options(fold: &Fold, side: Side, rng: &mut BotRng) -> Option<String> {
    if fold.truth.segment != Segment::SetUp || rng.below(4) == 0 {
        return None;
    }
    let board = RULES.board(fold.of(side));
    let lines = board.orders(SeatId::of_side(side)).into_iter().map(|o| board.format(&o));
    let all: Vec<String> = lines.filter(|line| line.starts_with("option")).collect();
    if all.is_empty() { None } else { Some(all[rng.below(all.len())].clone()) }
}

#[test]
fn s0_1_s0_5_with_entry_options_who_is_out_of_view_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let tally = compare(&Compared {
        games: games(2),
        lines: &["turn 18 confederate opening"],
        options: &["entry-options"],
        scenario: "three-days",
        says: &options,
        until: 31,
    });
    assert!(tally.compared > 5 && tally.words.contains_key("option"), "{:?}", tally.words);
    assert!(tally.ends.iter().any(|at| at.entry_options.iter().any(|c| c.stage != OptionStage::Written)));
}

/// At night an order for a commander on the map, a transfer or batteries for an artillery commander: whatever is legal.
pub fn orders(at: &Position, side: Side, rng: &mut BotRng) -> Option<String> {
    if at.segment != Segment::Opening || !(43..67).contains(&at.turn) || rng.below(4) == 0 {
        return None;
    }
    let (board, seat) = (RULES.board(at), SeatId::of_side(side));
    let is_legal = |line: &String| {
        let (order, mut none) = (board.parse(seat, line), std::collections::VecDeque::new());
        order.is_ok_and(|order| RULES.decide(at, seat, &order, &mut Dice::forced(&mut none)).is_ok())
    };
    (0..60).filter_map(|_| written(at, side, rng)).find(is_legal)
}

fn written(at: &Position, side: Side, rng: &mut BotRng) -> Option<String> {
    let pack = RULES.pack();
    let any = |of: &dyn Fn(UnitId) -> bool, rng: &mut BotRng| {
        let all: Vec<UnitId> = pack.of(side).filter(|u| !at.chain(*u).is_empty() && of(*u)).collect();
        (!all.is_empty()).then(|| pack.unit(all[rng.below(all.len())]).id.clone())
    };
    let chief = |u: UnitId| pack.unit(u).commander().is_some();
    let brigade = |u: UnitId| pack.unit(u).brigade().is_some();
    let guns = |u: UnitId| pack.unit(u).battery().is_some();
    let (by, men) = (any(&chief, rng)?, any(&brigade, rng)?);
    Some(match rng.below(4) {
        0 => {
            let all: Vec<UnitId> = pack.of(side).filter(|u| chief(*u)).collect();
            format!("transfer {men} to {}", pack.unit(all[rng.below(all.len())]).id)
        }
        1 => {
            let gunner = if side == Union { "Hunt" } else { "Alexander" };
            format!("guns {gunner}: {}", any(&guns, rng)?)
        }
        _ => {
            let roads: Vec<usize> = (0..pack.ground.cells.len()).filter(|hex| pack.ground.has_road(*hex)).collect();
            let to = pack.ground.id(roads[rng.below(roads.len())]);
            format!("order {by} {to} {:02} with {men}", 5 + rng.below(4))
        }
    })
}

#[test]
fn s0_1_s0_2_with_night_orders_who_is_out_of_view_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let tally = compare(&Compared {
        games: games(2),
        lines: &["turn 62 confederate opening"],
        options: &["night-orders", "artillery-commanders"],
        scenario: "two-days",
        says: &|fold, side, rng| orders(fold.of(side), side, rng),
        until: 69,
    });
    assert!(tally.compared > 5 && tally.said > 10 && tally.words.contains_key("order"), "{:?}", tally.words);
    assert!(tally.ends.iter().any(|at| !at.transfers.is_empty()));
}

/// Two days through the referee, passed by to the end of the first night, in which orders are written, and to the dawn behind it.
#[test]
fn s0_1_s0_2_orders_of_the_night_go_through_the_referee_as_entries_of_their_side() {
    let registry = Registry::new(vec![any_ruleset()]);
    let on = |key: &str| (key.to_owned(), "yes".to_owned());
    let options = ["hidden-movement", "night-orders", "artillery-commanders"].map(on).into();
    let (id, terms) = (GameId([9; 16]), Terms { options, scenario: "two-days".into() });
    let keys = GameKeys::derive([9; 32], id);
    let new = NewGame { id, at: Millis(0), ruleset: "advanced-gettysburg".into(), terms, pace: 0, study: false };
    let created = Game::create(&registry, new, &keys).expect("on offer");
    let (mut game, mut log, mut entries) = (created.game, created.records, created.entries);
    for seat in game.seats().to_vec() {
        let (name, bot) = (format!("Player {}", seat.id.0), Some("random".to_owned()));
        let joining = Joining { seat: seat.id, name, phrase: String::new(), bot, at: Millis(0) };
        let joined = game.join(joining, &keys).expect("a free seat");
        log.extend(joined.records);
        entries.extend(joined.entries);
        game = joined.game;
    }
    let (mut clock, mut rng) = (0, BotRng::seeded(9));
    loop {
        let seat = game.waiting().first().expect("it is not over").seat;
        let side = seat.side().expect("one of two");
        let known = game.known_to(Viewer::Seat(seat));
        let at: Position = serde_json::from_str(&known.position().canonical()).expect("plain");
        if at.turn >= 69 {
            break;
        }
        let bot = || game.ruleset().board(known).bot_lines("random", seat, &mut keys.bot_rng(game.len()));
        let lines: Vec<String> = match at.turn < 60 {
            true => ["pass", "done", "stand"].map(str::to_owned).into(),
            false => orders(&at, side, &mut rng).into_iter().chain(bot()).collect(),
        };
        let play = |line: String| {
            clock += 1;
            let (key, seen, at) = (format!("{clock}"), game.head(), Millis(clock));
            game.play(&Submission { seat, lines: vec![line], key, seen, at }, &keys).ok()
        };
        let played = lines.into_iter().find_map(play).expect("something is legal");
        log.extend(played.records);
        entries.extend(played.entries);
        game = played.game;
    }
    let written = |word: &str| entries.iter().filter(|e| e.body.contains(word)).count();
    assert!(written("transfer ") > 0 && written("\"order ") > 0, "{} entries", entries.len());
    assert!(!log.iter().any(|r| r.body.contains("transfer ")), "nobody else reads of it");
    entries.sort_by_key(|e| (e.audience, e.number));
    let report = verify(&registry, &export_with(&log, &entries), &Against::default());
    assert_eq!(report.bad, None);
}

#[test]
fn mornings_with_hidden_movement_and_charges_end_through_the_referee() {
    through_the_referee(&["cavalry-charge"]);
}

#[test]
fn mornings_with_hidden_movement_and_entry_options_end_through_the_referee() {
    through_the_referee(&["entry-options"]);
}

#[test]
fn mornings_with_hidden_movement_and_all_that_goes_with_it_end_through_the_referee() {
    through_the_referee(&["night-orders", "artillery-commanders", "entry-options", "cavalry-charge"]);
}
