//! Options that are played together: General Jackson (0.3) with entry options (0.5), hidden identity (0.4) with these and with night orders (0.2).

use crate::ch38_hidden_identity::Fold;
use crate::table::{REVISION_SEVEN as BEFORE, RULES, Table, board, lies};
use advanced_gettysburg::{AdvancedGettysburg, Fact, Level, Position, Segment, UnitId, any_ruleset};
use domain_core::dice::Dice;
use domain_core::log::export_with;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{
    Against, Apply, BotRng, Orders, Registry, Ruleset, SeatId, Side, SimulationPlan, SimulationTotals, Terms, Viewer,
    simulate, verify,
};
use domain_core::words::{Audience, Hearers};

fn with(scenario: &str, options: &[&str]) -> Terms {
    let options = options.iter().map(|key| ((*key).to_owned(), "yes".to_owned())).collect();
    Terms { options, scenario: scenario.into() }
}

fn opened(terms: &Terms) -> Table {
    Table { position: RULES.open(terms).expect("on offer"), facts: Vec::new() }
}

fn id(id: &str) -> UnitId {
    RULES.pack().ids().find(|u| RULES.pack().unit(*u).id == id).unwrap_or_else(|| panic!("no {id}"))
}

fn comes(table: &Table, unit: UnitId) -> Option<(u8, String)> {
    board(table).arrival(unit).map(|(turn, entry)| (turn, entry.name.clone()))
}

fn known(position: &Position, side: Side) -> Position {
    RULES.known(position, Viewer::Seat(SeatId::of_side(side)))
}

#[test]
fn s0_3_s0_5_with_general_jackson_each_entry_option_brings_what_its_card_says() {
    let mut table = opened(&with("three-days", &["jackson", "entry-options"]));
    assert_eq!(table.position.segment, Segment::SetUp, "he is announced by then");
    assert_eq!(board(&table).tally(Union)[6].1, 20);
    assert_eq!(table.refused(Confederate, "option 4"), "0.5", "it needs the second");
    for n in 1..=5 {
        table.confederate(&format!("option {n}"), &[]);
    }
    table.confederate("done", &[]).union("option 5", &[]).union("done", &[]);
    for (name, corps, division, turn) in [
        // 1: Early's division stays in the II Corps.
        ("cs-smith-inf", "II", "Early", 20),
        ("cs-avery-inf", "II", "Early", 20),
        // 2: Ransom's stands under no corps.
        ("cs-ransom-cmd", "Independent", "Ransom", 94),
        ("cs-cooke-inf", "Independent", "Ransom", 94),
        // 3 and 4: Pickett's stays in the I, with Dearing.
        ("cs-corse-inf", "I", "Pickett", 67),
        ("cs-garnett-inf", "I", "Pickett", 67),
        ("cs-pickett-cmd", "I", "Pickett", 67),
        ("cs-dearing-macon-bty", "I", "Pickett", 67),
        // 5: horse.
        ("cs-jones-w-e-cav", "Cavalry", "Stuart", 160),
        ("cs-beckham-chew-bty", "Cavalry", "", 160),
        // His own order of appearance comes first, and stands.
        ("cs-hill-cmd", "II", "Hill", 24),
        ("cs-garnett-maurin-bty", "I", "Anderson", 9),
    ] {
        let spec = board(&table).spec(id(name));
        assert_eq!((spec.corps.as_str(), spec.division.as_str()), (corps, division), "{name}");
        assert_eq!(comes(&table, id(name)).map(|c| c.0), Some(turn), "{name}");
    }
    let jackson = id("cs-jackson-cmd");
    assert!(board(&table).has_authority(jackson, id("cs-smith-inf")));
    assert!(!board(&table).has_authority(jackson, id("cs-cooke-inf")));
    assert!(board(&table).has_authority(id("cs-longstreet-cmd"), id("cs-corse-inf")));
    // Smith comes with six points more, and ten points for the Union beside the twenty.
    table.umpire("turn 22 confederate primary").confederate("cs-smith-inf march AA45", &[]);
    assert_eq!(lies(&table, "cs-smith-inf"), "AA45=8 harrisburg-rd=7");
    assert_eq!(board(&table).tally(Union)[6], ("General Jackson and entry options of the enemy", 30));
    // The Union's stand as printed too.
    table.umpire("turn 49 union primary").union("us-carr-inf march A26", &[]);
    assert_eq!(board(&table).tally(Confederate)[6], ("entry options of the enemy", 2));
    assert_eq!(RULES.whole(&table.position), Ok(()));
    // On an afternoon on which nobody arrives he is none.
    assert!(RULES.open(&with("longstreet", &["jackson"])).is_err());
}

/// The counter of a brigade, as the referee knows it.
fn counter(table: &Table, name: &str) -> UnitId {
    board(table).cover_of(id(name)).expect("all are known to the referee")
}

fn label(table: &Table, name: &str) -> &'static str {
    RULES.pack().label(counter(table, name))
}

/// The dice that lay the covers of a side where entry options are written: three for each brigade that could come.
fn lays(side: Side) -> Vec<u8> {
    let pack = RULES.pack();
    (0..pack.of(side).filter(|u| !pack.label(*u).is_empty()).count() * 3).map(|n| (n * 5 % 6) as u8 + 1).collect()
}

/// Three days with hidden names, these options written and covers laid.
fn covered(confederate: &[&str], union: &[&str]) -> Table {
    let mut table = opened(&with("three-days", &["hidden-identity", "entry-options"]));
    for line in confederate {
        table.confederate(line, &[]);
    }
    table.confederate("done", &lays(Confederate));
    for line in union {
        table.union(line, &[]);
    }
    table.union("done", &lays(Union));
    table
}

#[test]
fn s0_4_s0_5_whoever_could_come_by_an_option_has_a_cover_whether_it_is_written_or_not() {
    let (written, without) = (covered(&["option 2"], &[]), covered(&[], &[]));
    for side in Side::BOTH {
        let enemy = known(&written.position, side.other());
        let other = known(&without.position, side.other());
        assert_eq!(
            serde_json::to_string(&enemy.units).expect("plain"),
            serde_json::to_string(&other.units).expect("plain"),
            "the enemy of the {side} side"
        );
    }
    assert!(board(&written).is_covered(counter(&written, "cs-cooke-inf")));
    assert!(RULES.pack().label(id("cs-cooke-inf")).starts_with("Brigade-"));
    assert_eq!(board(&written).card_arrival(counter(&written, "cs-cooke-inf")).map(|c| c.0), Some(94));
    assert_eq!(board(&without).card_arrival(counter(&without, "cs-cooke-inf")), None);
    // Without entry options there is no cover for them, and the others are called as ever.
    let plain = opened(&with("three-days", &["hidden-identity"]));
    assert!(plain.unreadable(Confederate, &format!("{} march A39", RULES.pack().label(id("cs-cooke-inf")))));
    assert_eq!(RULES.pack().label(id("cs-archer-inf")), "Brigade-1");
}

#[test]
fn s0_4_s0_5_3_the_points_of_an_option_are_scored_as_a_covered_brigade_comes_and_nobody_is_named() {
    let mut table = covered(&["option 1"], &[]);
    let (smith, avery) = (counter(&table, "cs-smith-inf"), counter(&table, "cs-avery-inf"));
    table.umpire("turn 22 confederate primary").confederate("cs-smith-inf march AA45", &[]);
    assert_eq!(table.position.brigade(smith).map(|b| b.sp), Some(15), "9 and 6");
    let public: Vec<&Fact> = table.facts.iter().filter(|f| RULES.hearers(f) == Hearers::Everybody).collect();
    assert!(public.iter().any(|f| matches!(f, Fact::OptionScored { points: 10, side: Confederate })), "{public:?}");
    assert!(!public.iter().any(|f| matches!(f, Fact::OptionShown { .. } | Fact::Joined { .. })), "{public:?}");
    let came = table.facts.iter().find(|f| matches!(f, Fact::OptionCame { .. })).expect("its own side is told");
    assert_eq!(RULES.hearers(came), Hearers::Only(Audience::Side(Confederate)));
    let (ours, theirs) = (known(&table.position, Confederate), known(&table.position, Union));
    assert_eq!((ours.entry_options.len(), theirs.entry_options.len()), (1, 0));
    for at in [&table.position, &ours, &theirs] {
        assert_eq!(RULES.board(at).option_points(Confederate), 10);
    }
    assert_eq!(theirs.brigade(smith).map(|b| (b.joined, b.sp)), Some((0, 15)), "that points joined it would name it");
    let told = |f: &&Fact| RULES.hearers(f) == Hearers::Everybody;
    let public: Vec<_> = table.facts.iter().filter(told).filter_map(|f| RULES.tell(f, Viewer::Spectator)).collect();
    assert!(!format!("{public:?}").contains("Smith"), "{public:?}");
    // The other one brings no more points.
    table.umpire("lose cs-smith-inf").umpire("turn 23 union assault").union("done", &[]).confederate("done", &[]);
    table.confederate("cs-avery-inf march AA45", &[]);
    assert_eq!(table.position.brigade(avery).map(|b| b.sp), Some(17));
    assert_eq!(board(&table).option_points(Confederate), 10);
    // When the game is over it is told, and counted once.
    table.umpire("turn 186 union assault").union("done", &[]);
    assert!(table.position.over && table.told("Confederate entry option 1"));
    let theirs = known(&table.position, Union);
    for at in [&table.position, &theirs] {
        assert_eq!(RULES.board(at).option_points(Confederate), 10);
    }
}

#[test]
fn s0_4_s0_5_who_is_under_no_cover_brings_his_option_to_light() {
    // Ransom, a commander, and after him Cooke; Fuller's battery behind Huey.
    let mut table = covered(&["option 2"], &["option 2"]);
    table.umpire("turn 95 confederate primary").confederate("cs-ransom-cmd ride A39", &[]);
    assert!(table.told("Confederate entry option 2"));
    assert_eq!(board(&table).option_points(Confederate), 40);
    table.confederate("cs-cooke-inf march A39", &[]);
    assert_eq!(board(&table).option_points(Confederate), 40);
    table.umpire("turn 116 union primary").union("us-huey-cav march OO28", &[]);
    assert_eq!((known(&table.position, Confederate).entry_options.len(), board(&table).option_points(Union)), (1, 10));
    table.umpire("lose us-huey-cav").umpire("turn 117 confederate assault").confederate("done", &[]).union("done", &[]);
    table.union("us-tidball-fuller-bty march OO28", &[]);
    assert!(table.told("Union entry option 2"));
    for at in [&table.position, &known(&table.position, Confederate), &RULES.known(&table.position, Viewer::Spectator)]
    {
        assert_eq!(RULES.board(at).option_points(Union), 10, "once");
    }
}

#[test]
fn s0_4_s0_5_union_1_who_begins_in_the_town_stands_there_by_name() {
    let mut table = opened(&with("morning", &["hidden-identity", "entry-options"]));
    table.confederate("done", &lays(Confederate));
    let line = table.menu(Union).into_iter().find(|l| l.starts_with("option 1 ")).expect("a place for them");
    table.union(&line, &[]).union("done", &lays(Union));
    for name in ["us-meredith-inf", "us-cutler-inf"] {
        let of = counter(&table, name);
        assert!(!board(&table).is_covered(of), "{name}");
        let theirs = known(&table.position, Confederate);
        assert_eq!(theirs.who(of), id(name));
        let strength = |at: &Position| at.brigade(of).map(|b| (b.sp, b.dp));
        assert_eq!(strength(&theirs), strength(&table.position));
    }
    assert!(table.told("Meredith begins at rest"), "{:?}", table.story());
    assert_eq!(board(&table).option_points(Union), 20);
    // Of the others of the I Corps the enemy knows nothing.
    let stone = counter(&table, "us-stone-inf");
    assert!(RULES.board(&known(&table.position, Confederate)).is_unknown(stone));
    assert_eq!(board(&table).card_arrival(stone).map(|c| c.0), Some(5));
}

#[test]
fn s0_4_s0_5_4_what_level_an_exchanged_corps_has_is_told_of_no_cover_that_is_to_come() {
    let mut table = covered(&[], &["option 3 VI XII"]);
    let shaler = counter(&table, "us-shaler-inf");
    let candy = counter(&table, "us-candy-inf");
    table.umpire("turn 30 union primary").union("us-shaler-inf march OO11", &[]);
    let dp = |at: &Position, of: UnitId| at.brigade(of).map(|b| b.dp);
    assert_eq!((dp(&table.position, shaler), dp(&table.position, candy)), (Some(0), Some(50)));
    let theirs = known(&table.position, Confederate);
    assert_eq!((dp(&theirs, shaler), theirs.entry_options.len()), (Some(0), 0), "come, and seen; not why");
    let card = RULES.pack().unit(candy).brigade().map(|b| u16::from(b.arrives_worn) * 10);
    assert_eq!(dp(&theirs, candy), card, "of a cover still to come the card of its counter");
    assert_eq!(board(&table).option_points(Union), 10);
    // A battery of it comes by name, and the exchange to light with it.
    table.umpire("lose us-shaler-inf").umpire("turn 31 confederate assault").confederate("done", &[]);
    table.union("done", &[]).union("us-tompkins-cowan-bty march OO11", &[]);
    assert!(table.told("Union entry option 3"), "{:?}", table.story());
    let shown = table.facts.iter().rev().find(|f| matches!(f, Fact::OptionShown { .. }));
    assert!(matches!(shown, Some(Fact::OptionShown { dp, .. }) if dp.is_empty()), "{shown:?}");
    let theirs = known(&table.position, Confederate);
    assert_eq!((RULES.board(&theirs).option_points(Union), theirs.entry_options.len()), (10, 1));
}

#[test]
fn s0_4_s0_5_points_that_join_mcdougall_on_the_map_are_seen_and_scored() {
    let mut table = covered(&[], &["option 4"]);
    let of = counter(&table, "us-mcdougall-inf");
    table.umpire("turn 29 union primary").union("us-mcdougall-inf march OO11", &[]);
    assert_eq!(board(&table).option_points(Union), 0, "at midnight");
    table.umpire("turn 52 confederate assault").confederate("done", &[]);
    assert_eq!(table.position.brigade(of).map(|b| (b.sp, b.joined)), Some((18, 1)));
    assert!(table.told(&format!("join {}", label(&table, "us-mcdougall-inf"))), "{:?}", table.story());
    let theirs = known(&table.position, Confederate);
    assert_eq!(theirs.brigade(of).map(|b| (b.sp, b.joined)), Some((18, 0)));
    assert_eq!((RULES.board(&theirs).option_points(Union), theirs.entry_options.len()), (3, 0));
}

#[test]
fn s0_4_of_an_older_record_everybody_notes_that_strength_has_joined_a_cover_as_it_did_then() {
    let mut table = opened(&with("two-days", &["hidden-identity"]));
    let lays = |side: Side| {
        let pack = RULES.pack();
        let covered = |u: &UnitId| pack.unit(*u).in_play && !pack.label(*u).is_empty();
        (0..pack.of(side).filter(covered).count() * 3).map(|n| (n * 5 % 6) as u8 + 1).collect::<Vec<u8>>()
    };
    table.confederate("done", &lays(Confederate)).union("done", &lays(Union));
    // Six points join Davis at midnight (Order of Appearance).
    table.umpire("clear").umpire("place Davis column N E37 E36 E35").umpire("turn 51 union assault");
    let of = counter(&table, "cs-davis-inf");
    assert!(board(&table).is_covered(of));
    let noted = |rules: &AdvancedGettysburg| {
        let seat = SeatId::of_side(Union);
        let order = rules.board(&table.position).parse(seat, "done").expect("an order");
        let mut none = std::collections::VecDeque::new();
        let facts = rules.decide(&table.position, seat, &order, &mut Dice::forced(&mut none)).expect("it is legal");
        let (mut truth, mut theirs) = (table.position.clone(), known(&table.position, Union));
        for fact in &facts {
            truth.apply(fact);
            if rules.hearers(fact) == Hearers::Everybody {
                theirs.apply(fact);
            }
        }
        [&truth, &theirs].map(|at| at.brigade(of).map(|b| (b.sp, b.joined)))
    };
    assert_eq!(noted(&RULES), [Some((24, 1)), Some((24, 0))]);
    assert_eq!(noted(&BEFORE), [Some((24, 1)), Some((24, 1))], "the digests of what everybody knows are kept");
}

/// What is said before the games of the property test, by whom.
const WRITTEN: [(Side, &str); 10] = [
    (Confederate, "option 1"),
    (Confederate, "option 2"),
    (Confederate, "option 3"),
    (Confederate, "option 4"),
    (Confederate, "option 5"),
    (Confederate, "done"),
    (Union, "option 3 VI XII"),
    (Union, "option 4"),
    (Union, "option 6"),
    (Union, "done"),
];

#[test]
fn s0_4_s0_5_who_lies_under_a_cover_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1_u64);
    let (mut all, mut scored) = ([0; 3], 0);
    for (n, turn) in [19_u8, 30, 50, 70, 95, 160].into_iter().cycle().take(6 * games as usize).enumerate() {
        let mut fold = Fold::begun(&with("three-days", &["hidden-identity", "entry-options"]), n as u64);
        WRITTEN.iter().for_each(|(side, line)| drop(fold.say(*side, line)));
        fold.umpire(&format!("turn {turn} confederate opening"));
        fold.plays(["random", "staff"][n % 2], 160, &mut |_: &Position, _: Side, _: &mut BotRng| None);
        all = std::array::from_fn(|n| all[n] + fold.counted[n]);
        scored += i32::from(fold.truth.covers.scored != [0; 2]);
    }
    let [compared, tried, met] = all;
    println!(
        "{compared} positions with other brigades under the covers, {tried} orders, {met} of which took a cover off; options scored in {scored} games"
    );
    assert!(compared > 20 && tried > 100 && scored > 1, "{compared} {tried} {scored}");
}

/// Heth at the Cashtown Pike with Archer and Lane near him at a night turn, names hidden.
fn night() -> Table {
    let mut table = opened(&with("two-days", &["hidden-identity", "night-orders"]));
    let lays = |side: Side| {
        let pack = RULES.pack();
        let covered = |u: &UnitId| pack.unit(*u).in_play && !pack.label(*u).is_empty();
        (0..pack.of(side).filter(covered).count() * 3).map(|n| (n * 5 % 6) as u8 + 1).collect::<Vec<u8>>()
    };
    table.confederate("done", &lays(Confederate)).union("done", &lays(Union));
    table.umpire("clear");
    for line in ["place cs-heth-cmd A39", "place Archer line A38=8 B38=4", "place Lane column N C35=8 C34=7"] {
        table.umpire(line);
    }
    table.umpire("turn 50 confederate opening");
    table
}

#[test]
fn s0_4_s0_2_night_orders_name_covers_and_are_read_by_the_names_their_side_knows() {
    let mut table = night();
    let (archer, lane) = (counter(&table, "cs-archer-inf"), counter(&table, "cs-lane-inf"));
    let [first, second] = ["cs-archer-inf", "cs-lane-inf"].map(|name| label(&table, name));
    let own = known(&table.position, Confederate);
    let seat = SeatId::of_side(Confederate);
    for (line, written) in [
        ("order Heth D38 07 with Archer, Lane".to_owned(), format!("order Heth D38 07 with {first}, {second}")),
        (format!("order Heth D38 07 with {first}, {second}"), format!("order Heth D38 07 with {first}, {second}")),
        ("transfer Lane to Heth".to_owned(), format!("transfer {second} to Heth")),
    ] {
        let order = RULES.board(&own).parse(seat, &line).expect("its own side reads it");
        assert_eq!(RULES.board(&own).format(&order), written, "both sides read it");
        assert_eq!(RULES.board(&own).order_hearers(seat, &order), Hearers::Everybody);
    }
    // The enemy has no names of his to write, and reads none.
    let theirs = known(&table.position, Union);
    assert!(RULES.board(&theirs).parse(SeatId::of_side(Union), "order Heth D38 07 with Archer").is_err());
    for (line, called) in [("order Heth D38 07 with Archer", first), ("transfer Lane to Heth", second)] {
        table.confederate(line, &[]);
        let said = format!("{:?} {}", table.story(), serde_json::to_string(&table.facts).expect("plain"));
        assert!(said.contains(called), "{said}");
        assert!(!said.contains("Archer") && !said.contains("Lane"), "{said}");
    }
    let theirs = known(&table.position, Union);
    assert_eq!((theirs.night_orders[0].with.clone(), theirs.transfers[0].unit), (vec![archer], lane));
    assert!(RULES.board(&theirs).is_unknown(archer) && RULES.board(&theirs).is_unknown(lane));
    // They bind whom they name.
    assert!(board(&table).has_authority(id("cs-heth-cmd"), lane), "Lane was Pender's");
    assert_eq!(table.refused(Confederate, "transfer Lane to Pender"), "0.2", "once a night");
    table.umpire("turn 72 confederate opening");
    assert_eq!(table.refused(Confederate, "attack Archer"), "0.2");
    table.confederate("done", &[]);
    assert!(table.menu(Confederate).iter().any(|l| l.starts_with(&format!("{first} ahead"))), "without a roll");
    assert_eq!(board(&table).night_order_of(archer).map(|o| o.by), Some(id("cs-heth-cmd")));
}

/// Night orders of a side, some of them, as they come to mind.
fn writes(at: &Position, side: Side, rng: &mut BotRng) -> Option<String> {
    let board = RULES.board(at);
    if at.segment != Segment::Opening || board.check_night_desk().is_err() || rng.below(4) == 0 {
        return None;
    }
    let chiefs: Vec<UnitId> = board.of(side).filter(|u| board.commander(*u).is_some()).collect();
    let others: Vec<UnitId> = board.of(side).filter(|u| board.commander(*u).is_none()).collect();
    let guns: Vec<UnitId> = others.iter().copied().filter(|u| at.battery(*u).is_some()).collect();
    let ground = &RULES.pack().ground;
    (0..20).find_map(|_| {
        let (by, unit) = (*rng.pick(&chiefs)?, *rng.pick(&others)?);
        let (here, other) = (at.place(by)?, *rng.pick(&others)?);
        let near = |hex: &usize| ground.atlas.distance(here, *hex).is_some_and(|far| far <= 3);
        let hexes: Vec<usize> = (0..ground.cells.len()).filter(near).collect();
        let line = match rng.below(3) {
            0 => format!("transfer {} to {}", board.known_name(unit), board.name(by)),
            1 => {
                let gunner = chiefs.iter().find(|u| board.level_of(**u) == Some(Level::Artillery))?;
                format!("guns {}: {}", board.name(*gunner), board.name(*rng.pick(&guns)?))
            }
            _ => {
                let hex = ground.id(*rng.pick(&hexes)?);
                let with = [unit, other].map(|u| board.known_name(u)).join(", ");
                format!("order {} {hex} {:02} with {with}", board.name(by), 5 + rng.below(10))
            }
        };
        let order = board.parse(SeatId::of_side(side), &line).ok()?;
        let mut none = std::collections::VecDeque::new();
        let decided = RULES.decide(at, SeatId::of_side(side), &order, &mut Dice::forced(&mut none));
        decided.is_ok().then_some(line)
    })
}

#[test]
fn s0_4_s0_2_who_lies_under_a_cover_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_u64);
    let (mut all, mut written) = ([0; 3], [0; 3]);
    for n in 0..games {
        let options = ["hidden-identity", "night-orders", "artillery-commanders"];
        let mut fold = Fold::begun(&with("three-days", &options), 70 + n);
        fold.say(Confederate, "done");
        fold.say(Union, "done");
        fold.umpire("turn 36 confederate opening");
        fold.plays("staff", 150, &mut |_: &Position, _: Side, _: &mut BotRng| None);
        fold.umpire("place us-hunt-cmd W5");
        fold.umpire("turn 64 confederate opening");
        fold.plays("random", 100, &mut writes);
        let at = &fold.truth;
        written[0] += at.night_orders.len();
        written[1] += at.transfers.len();
        written[2] += at.gun_orders.len();
        fold.umpire("turn 68 confederate opening");
        fold.plays(["random", "staff"][n as usize % 2], 150, &mut writes);
        all = std::array::from_fn(|n| all[n] + fold.counted[n]);
    }
    let [compared, tried, met] = all;
    println!(
        "{written:?} movement orders, transfers and orders of guns; {compared} positions with other brigades under the covers, {tried} orders, {met} of which took a cover off"
    );
    assert!(compared > 20 && tried > 100, "{compared} {tried}");
    assert!(written.iter().all(|n| *n > 0), "{written:?}");
}

/// Games of both house players through the referee, each log verified, menus held against the rules now and then.
fn games(options: &[&str], scenario: &str, most: u64) -> SimulationTotals {
    let registry = Registry::new(vec![any_ruleset()]);
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| scenario.to_owned());
    let many = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(most);
    let mut totals = SimulationTotals::default();
    let bots = std::env::var("BOTS").unwrap_or_else(|_| "random,staff".to_owned());
    for bot in bots.split(',') {
        let plan = SimulationPlan {
            bots: vec![bot.to_owned(), bot.to_owned()],
            menu_every: 150,
            most_orders: 60_000,
            ..SimulationPlan::new("advanced-gettysburg", with(&scenario, options))
        };
        for number in 0..many {
            let game = simulate(&registry, &plan, number).unwrap_or_else(|e| panic!("{bot} {number}: {e}"));
            totals.add(&game);
            let report = verify(&registry, &export_with(&game.log, &game.entries), &Against::default());
            assert_eq!(report.bad, None, "{bot} {number}");
        }
    }
    println!("{options:?}, {scenario}: {} games, {} orders, {:?}", totals.games, totals.orders, totals.victory_levels);
    assert_eq!((totals.menu_disagreements, totals.examples.clone()), (0, vec![]));
    totals
}

#[test]
fn random_games_with_general_jackson_and_entry_options_end_through_the_referee() {
    assert!(games(&["jackson", "entry-options"], "morning", 1).games > 0);
}

#[test]
fn random_games_with_hidden_names_entry_options_and_night_orders_end_through_the_referee() {
    let all = ["artillery-commanders", "entry-options", "hidden-identity", "jackson", "night-orders", "trimble"];
    let options = std::env::var("OPTIONS").map(|o| o.split(',').map(str::to_owned).collect::<Vec<_>>());
    let options = options.unwrap_or_else(|_| all.map(str::to_owned).to_vec());
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    assert!(games(&options, "morning", 1).games > 0);
}
