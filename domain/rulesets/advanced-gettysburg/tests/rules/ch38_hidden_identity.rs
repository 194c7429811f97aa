//! Hidden identity (0.4): whose names are hidden, from whom, and until when.

use crate::table::{RULES, Table, board, unit};
use advanced_gettysburg::{Fact, Place, Position, Segment, UnitId, any_ruleset};
use domain_core::dice::Dice;
use domain_core::log::export_with;
use domain_core::referee::Side::{Confederate, Union};
use domain_core::referee::{
    Against, Apply, BotRng, HousePlayers, Orders, Registry, Ruleset, SeatId, Side, SimulationPlan, SimulationTotals,
    Situation, Terms, Viewer, simulate, verify,
};
use domain_core::words::{Audience, Hearers};
use std::collections::VecDeque;

fn seat(side: Side) -> SeatId {
    SeatId::of_side(side)
}

fn known(position: &Position, side: Side) -> Position {
    RULES.known(position, Viewer::Seat(seat(side)))
}

/// The counters of a side that have covers: without entry options nobody has one who comes by these alone.
fn covers_of(side: Side) -> impl Iterator<Item = UnitId> {
    let pack = RULES.pack();
    pack.of(side).filter(|u| !pack.label(*u).is_empty() && pack.unit(*u).in_play)
}

/// The dice that lay the covers of a side, three a brigade.
fn lays(side: Side) -> Vec<u8> {
    let brigades = covers_of(side).count();
    (0..brigades * 3).map(|n| (n * 5 % 6) as u8 + 1).collect()
}

/// A morning whose covers are laid.
fn covered() -> Table {
    let mut table = Table::with(&["hidden-identity"]);
    table.confederate("done", &lays(Confederate)).union("done", &lays(Union));
    table
}

/// The same, an empty map on which the umpire says these lines.
fn study(lines: &[&str]) -> Table {
    let mut table = covered();
    table.umpire("clear");
    for line in lines {
        table.umpire(line);
    }
    table
}

/// The counter of a brigade.
fn counter(table: &Table, name: &str) -> UnitId {
    board(table).cover_of(unit(name)).expect("all are known to the referee")
}

fn label(table: &Table, name: &str) -> &'static str {
    RULES.pack().label(counter(table, name))
}

fn is_covered(table: &Table, name: &str) -> bool {
    board(table).is_covered(counter(table, name))
}

#[test]
fn s0_4_1_covers_are_laid_before_play_by_a_roll_of_each_side_for_its_own_eyes() {
    let mut table = Table::with(&["hidden-identity"]);
    assert_eq!(table.position.segment, Segment::SetUp);
    table.confederate("done", &lays(Confederate));
    let laid = table.facts.iter().find(|f| matches!(f, Fact::Covered { .. })).expect("covers are laid");
    assert_eq!(RULES.hearers(laid), Hearers::Only(Audience::Side(Confederate)));
    table.union("done", &lays(Union));
    assert_eq!((table.position.segment, table.position.side, table.position.turn), (Segment::Opening, Confederate, 1));
    // Each brigade lies under one cover of its side and arm.
    let pack = RULES.pack();
    for side in Side::BOTH {
        let counters: Vec<UnitId> = covers_of(side).collect();
        let mut under: Vec<UnitId> = counters.iter().map(|u| table.position.who(*u)).collect();
        assert!(under != counters, "they are mixed");
        let alike = |(a, b): (&UnitId, &UnitId)| pack.unit(*a).is_cavalry() == pack.unit(*b).is_cavalry();
        assert!(counters.iter().zip(&under).all(alike));
        under.sort_unstable();
        assert_eq!(under, counters);
    }
    // Of the enemy's covers nobody knows anything, of its own each side all.
    let (ours, theirs) = (known(&table.position, Confederate), known(&table.position, Union));
    let of = covers_of;
    assert!(of(Confederate).all(|u| ours.who(u) == table.position.who(u) && theirs.who(u) == u));
    assert!(of(Union).all(|u| theirs.who(u) == table.position.who(u) && ours.who(u) == u));
    assert!(RULES.known(&table.position, Viewer::Spectator).covers.who.is_empty());
}

#[test]
fn s0_4_who_starts_on_the_map_stands_there_by_name() {
    let table = covered();
    assert_eq!((counter(&table, "Gamble"), counter(&table, "Devin")), (unit("Gamble"), unit("Devin")));
    assert!(!is_covered(&table, "Gamble") && !is_covered(&table, "Devin") && is_covered(&table, "Archer"));
    // Without the option nothing is covered, and the position says nothing of it.
    let plain = Table::start();
    assert!(!is_covered(&plain, "Archer"));
    assert!(!serde_json::to_string(&plain.position).expect("plain").contains("covers"));
}

#[test]
fn s0_4_1_orders_and_what_is_told_of_them_name_the_cover() {
    let mut table = covered();
    table.confederate("done", &[]);
    let called = label(&table, "Archer");
    let order = board(&table).parse(seat(Confederate), "Archer march B38").expect("by its name");
    let line = board(&table).format(&order);
    assert!(line.starts_with(called), "{line}");
    assert_eq!(board(&table).parse(seat(Confederate), &line).ok(), Some(order), "by its cover");
    table.confederate("Archer march B38", &[]);
    assert!(table.told(called), "{:?}", table.story());
    let text = serde_json::to_string(&table.facts).expect("plain") + &table.story().join(" ");
    assert!(!text.contains("Archer"), "{text}");
    // Its enemy sees strength and place, no name, corps or experience (§6.1, §33.1).
    let view = RULES.board(&known(&table.position, Union)).view(Viewer::Seat(seat(Union)));
    let piece = view.pieces.iter().find(|p| p.name == called).expect("it is in view");
    assert_eq!((piece.points, piece.stripe.as_ref()), (Some(12), None));
    assert!(piece.figures.iter().all(|f| f.what != "experience"));
    assert!(!format!("{piece:?}").contains("rcher"));
    assert!(!view.pieces.iter().any(|p| p.name.contains("Davis")), "who is to come is not shown");
    // Nobody reads its name on the other side, and its own side sees both.
    let union = known(&table.position, Union);
    assert!(RULES.board(&union).parse(seat(Union), "Calef at Archer.1").is_err());
    let own = RULES.board(&known(&table.position, Confederate)).view(Viewer::Seat(seat(Confederate)));
    assert!(own.pieces.iter().any(|p| p.name == format!("Archer ({called})") && p.id == piece.id));
    assert!(own.pieces.iter().any(|p| p.name.contains("Davis")));
}

#[test]
fn s0_4_who_is_led_is_seen_and_who_could_be_is_not() {
    let mut table = study(&[
        "place Archer line HH40=8 HH39=4",
        "place Davis line HH36=8 HH35=8 GG36=2",
        "place Heth GG39",
        "turn 1 confederate opening",
    ]);
    table.confederate("primary Heth", &[]);
    let primary = |f: &&Fact| matches!(f, Fact::Primary { over, .. } if over.is_empty());
    assert!(table.facts.iter().any(|f| primary(&f)), "the enemy learns no names of his");
    let range = table.facts.iter().find(|f| matches!(f, Fact::InRange { over, .. } if !over.is_empty()));
    assert_eq!(range.map(|f| RULES.hearers(f)), Some(Hearers::Only(Audience::Side(Confederate))));
    let (ours, theirs) = (known(&table.position, Confederate), known(&table.position, Union));
    assert!(ours.command.is_some_and(|c| !c.over.is_empty()) && theirs.command.is_some_and(|c| c.over.is_empty()));
    let commands = RULES.board(&known(&table.position, Union)).view(Viewer::Seat(seat(Union))).commands;
    assert!(commands.iter().all(|c| !c.over.contains("covered")), "{commands:?}");
    // Nor how far he rides with them (§16.2.1).
    let level = |side| known(&table.position, side).commander(unit("Heth")).and_then(|heth| heth.level);
    assert_eq!((level(Confederate), level(Union)), (Some(10), Some(0)));
}

/// Archer, attacking, at HH39 below Stone at HH40, and Davis with a flank marker in Archer's hex; Brockenbrough far from them.
fn before_the_fire() -> Table {
    study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=4 NNE",
        "place Davis line GG39=8 HH39=4",
        "place Brockenbrough rest HH30",
        "mark Archer attack launched",
        "turn 1 confederate targets",
    ])
}

#[test]
fn s0_4_2_fire_combat_shows_who_fires_who_is_fired_at_and_who_is_stacked_with_them() {
    let mut table = before_the_fire();
    assert!(["Archer", "Davis", "Stone", "Brockenbrough"].iter().all(|name| is_covered(&table, name)));
    table.confederate("Archer.1 at HH40", &[]);
    for (name, covered) in [("Archer", false), ("Davis", false), ("Stone", false), ("Brockenbrough", true)] {
        assert_eq!(is_covered(&table, name), covered, "{name}");
    }
    assert!(table.told(" is Archer.") && table.told(" is Stone."), "{:?}", table.story());
    // Both sides know them by name from now on, and orders have it.
    let (ours, theirs) = (known(&table.position, Confederate), known(&table.position, Union));
    for known in [&ours, &theirs, &RULES.known(&table.position, Viewer::Spectator)] {
        assert_eq!(known.who(counter(&table, "Archer")), unit("Archer"));
        assert_eq!(RULES.board(known).name(counter(&table, "Stone")), "Stone");
    }
    table.confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    table.union("HH40: hold", &[]).union("done", &[3]);
    assert!(table.told("Stone"), "{:?}", table.story());
}

#[test]
fn s0_4_2_an_order_that_takes_a_cover_off_is_said_to_show_something() {
    use domain_core::referee::Finality;
    let shows = |table: &Table, side: Side, line: &str| {
        // As its own seat's menu says it, which does not know who lies under the enemy's covers.
        let at = known(&table.position, side);
        let board = RULES.board(&at);
        let order = board.parse(seat(side), line).expect("an order");
        board.choice(seat(side), &order).finality
    };
    let mut table = before_the_fire();
    assert_eq!(shows(&table, Confederate, "Archer.1 at HH40"), Some(Finality::MayShow));
    table.confederate("Archer.1 at HH40", &[]).confederate("done", &[]);
    if table.position.segment == Segment::FlankMoves {
        table.union("done", &[]);
    }
    // Both are known by now: what Stone fires can be taken back.
    assert_eq!(shows(&table, Union, "HH40: hold"), None);
    assert_eq!(shows(&table, Union, "HH40: 8 at HH39"), None);
    // Who fires without being fired at shows itself and its target; who holds its fire, nobody.
    let table = study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=4 NNE",
        "mark Archer attack launched",
        "turn 1 confederate fire",
    ]);
    assert_eq!(shows(&table, Union, "HH40: 4 at HH39"), Some(Finality::MayShow));
    assert_eq!(shows(&table, Union, "HH40: hold"), None);
    // A battery's fire shows nobody.
    let table = study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 union artillery",
    ]);
    assert!(shows(&table, Union, "Calef at HH38") != Some(Finality::MayShow));
}

#[test]
fn s0_4_2_artillery_fire_shows_nobody() {
    let mut table = study(&[
        "place Gamble rest HH44",
        "place Calef HH43 unlimbered SSE",
        "place Archer line GG39=4 HH38=8",
        "turn 1 union artillery",
    ]);
    let called = label(&table, "Archer");
    table.union("Calef at HH38", &[]);
    assert!(is_covered(&table, "Archer"));
    assert!(table.told(&format!("at {called} in HH38")), "{:?}", table.story());
    assert!(!table.told("Archer"));
}

#[test]
fn s0_4_2_an_assault_without_fire_shows_both() {
    // Stone, who did not fire, assaults his attacker (§28.2).
    let mut table = study(&[
        "place Stone line HH40=8 SSE",
        "place Archer line HH39=8 NNE",
        "mark Archer attack launched",
        "turn 1 union assault",
    ]);
    assert!(is_covered(&table, "Stone") && is_covered(&table, "Archer"));
    table.union("Stone.1 assault HH39", &[6]);
    assert!(!is_covered(&table, "Stone") && !is_covered(&table, "Archer"));
    assert!(table.told("Stone") && table.told("Archer"), "{:?}", table.story());
}

#[test]
fn s0_4_strength_that_joins_a_covered_brigade_beyond_the_map_is_told_to_its_own_side() {
    // Krzyzanowski takes two points at 4 p.m. (§34.1.4); the card would tell who he is.
    let mut table = covered();
    let terms =
        Terms { options: [("hidden-identity".to_owned(), "yes".to_owned())].into(), scenario: "first-day".into() };
    table.position = RULES.open(&terms).expect("a scenario");
    table.confederate("done", &lays(Confederate)).union("done", &lays(Union));
    let of = counter(&table, "Krzyzanowski");
    let before = known(&table.position, Confederate).brigade(of).map(|b| b.sp);
    table.umpire("turn 28 confederate assault").confederate("done", &[]);
    let joined = table.facts.iter().find(|f| matches!(f, Fact::JoinedCovered { unit, .. } if *unit == of));
    assert_eq!(joined.map(|f| RULES.hearers(f)), Some(Hearers::Only(Audience::Side(Union))));
    assert_eq!(table.position.brigade(of).map(|b| b.sp), Some(16));
    assert_eq!(known(&table.position, Confederate).brigade(of).map(|b| b.sp), before);
}

#[test]
fn s0_4_is_not_played_where_all_are_set_up_by_name() {
    let options = [("hidden-identity".to_owned(), "yes".to_owned())].into();
    assert!(RULES.open(&Terms { options, scenario: "longstreet".into() }).is_err());
    let mut table = covered();
    assert_eq!(table.refused(Confederate, "option 1"), "0.5");
}

fn faces(rng: &mut BotRng) -> VecDeque<u8> {
    (0..200).map(|_| rng.below(6) as u8 + 1).collect()
}

fn hears(fact: &Fact, viewer: Viewer) -> bool {
    match (RULES.hearers(fact), viewer) {
        (Hearers::Everybody, _) | (_, Viewer::Everyone) => true,
        (Hearers::Only(Audience::Side(side)), Viewer::Seat(of)) => of.side() == Ok(side),
        _ => false,
    }
}

/// The position in which two covered brigades of a side have changed places under their covers, where nothing that was seen tells them apart: both are still to come, or
/// both are on the map.
fn swapped(position: &Position, side: Side, rng: &mut BotRng) -> Option<Position> {
    let (pack, at) = (RULES.pack(), RULES.board(position));
    let waits = |u: UnitId| position.unit(u).place == Place::Waiting;
    let all: Vec<UnitId> = pack.of(side).filter(|u| at.is_covered(*u)).collect();
    let one = *rng.pick(&all)?;
    // Strength that joins somebody on the map is seen to.
    let joins = |u: UnitId| !waits(u) && !at.joins(u).is_empty();
    let like = |u: &&UnitId| {
        **u != one
            && !joins(**u)
            && !joins(one)
            && waits(**u) == waits(one)
            && pack.unit(**u).is_cavalry() == pack.unit(one).is_cavalry()
    };
    let others: Vec<UnitId> = all.iter().filter(like).copied().collect();
    let two = *rng.pick(&others)?;
    let mut other = position.clone();
    other.covers.who.swap(one.index(), two.index());
    if waits(one) {
        let kept = |p: &Position, u: UnitId| p.brigade(u).map(|b| (b.dp, b.joined, b.sp));
        let (first, second) = (kept(position, one)?, kept(position, two)?);
        for (unit, (dp, joined, sp)) in [(one, second), (two, first)] {
            let brigade = other.brigade_mut(unit)?;
            (brigade.dp, brigade.joined, brigade.sp) = (dp, joined, sp);
        }
        other.entries.retain(|e| e.unit != one && e.unit != two);
    }
    Some(other)
}

/// What is asked of a position by one seat or nobody, all of it.
fn asked(position: &Position, viewer: Viewer, rng: u64) -> String {
    let at = RULES.known(position, viewer);
    let board = RULES.board(&at);
    let mut all = format!("{:?}{:?}{:?}{:?}", at, board.view(viewer), board.waiting(), board.adjudicate());
    if let Viewer::Seat(seat) = viewer {
        let orders = board.orders(seat);
        all += &format!("{:?}", orders.iter().take(40).map(|o| board.choice(seat, o)).collect::<Vec<_>>());
        all += &format!("{:?}", board.bot_order("random", seat, &mut BotRng::seeded(rng)));
        for offer in board.overlays(viewer) {
            all += &format!("{:?}", board.overlay(viewer, offer.id, None));
        }
        for piece in board.view(viewer).pieces.iter().take(12) {
            all += &format!("{:?}", board.overlay(viewer, "command", Some(&piece.id)));
            all += &format!("{:?}", board.overlay(viewer, "field", Some(&piece.id)));
        }
    }
    all
}

/// Facts that everybody reads and what is told of them, until somebody's cover is taken off; and whether one was.
fn seen(facts: &[Fact]) -> (Vec<String>, bool) {
    let public: Vec<&Fact> = facts.iter().filter(|f| RULES.hearers(f) == Hearers::Everybody).collect();
    let shows = public.iter().position(|f| matches!(f, Fact::Uncovered { .. }));
    let text =
        |f: &&Fact| format!("{} {:?}", serde_json::to_string(f).expect("plain"), RULES.tell(f, Viewer::Spectator));
    (public[..shows.unwrap_or(public.len())].iter().map(text).collect(), shows.is_some())
}

/// A game in which each reader's position is folded from what it was sent.
pub struct Fold {
    pub truth: Position,
    readers: [(Viewer, Position); 3],
    rng: BotRng,
    /// Positions compared, orders tried in both, those of them that took a cover off.
    pub counted: [usize; 3],
}

impl Fold {
    pub fn begun(terms: &Terms, seed: u64) -> Fold {
        let truth = RULES.open(terms).expect("on offer");
        let viewers = [Viewer::Spectator, Viewer::Seat(seat(Union)), Viewer::Seat(seat(Confederate))];
        let readers = viewers.map(|v| (v, truth.clone()));
        Fold { truth, readers, rng: BotRng::seeded(seed), counted: [0; 3] }
    }

    fn tell(&mut self, facts: &[Fact], line: &str) {
        for fact in facts {
            self.truth.apply(fact);
            for (viewer, reader) in &mut self.readers {
                if hears(fact, *viewer) {
                    reader.apply(fact);
                }
            }
        }
        let laid = self.truth.segment != Segment::SetUp;
        assert_eq!(RULES.whole(&self.truth).err().filter(|_| laid), None, "{line}");
        for (viewer, reader) in &self.readers {
            let texts = [reader, &RULES.known(&self.truth, *viewer)].map(|p| serde_json::to_string(p).expect("plain"));
            assert_eq!(texts[0], texts[1], "{viewer:?} after {line}");
        }
    }

    /// An order as its own side knows the game.
    pub fn say(&mut self, side: Side, line: &str) -> Vec<Fact> {
        let own = known(&self.truth, side);
        let order = RULES.board(&own).parse(seat(side), line).unwrap_or_else(|e| panic!("{line}: {e}"));
        let line = RULES.board(&own).format(&order);
        assert_eq!(RULES.board(&self.truth).format(&order), line);
        assert_eq!(RULES.board(&self.truth).parse(seat(side), &line).ok().as_ref(), Some(&order), "{line}");
        let mut dice = faces(&mut self.rng);
        let facts = RULES.decide(&self.truth, seat(side), &order, &mut Dice::forced(&mut dice));
        let facts = facts.unwrap_or_else(|e| panic!("{line}: {e}"));
        self.tell(&facts, &line);
        facts
    }

    /// An umpire's word, which all hear.
    pub fn umpire(&mut self, line: &str) {
        let facts = RULES.umpire(&self.truth, line).unwrap_or_else(|e| panic!("{line}: {e}"));
        self.tell(&facts, line);
    }

    /// So many orders of a house player, or those that are written for it; now and then the same game with other brigades under the covers is held against this one.
    pub fn plays(
        &mut self,
        bot: &str,
        most: u32,
        written: &mut dyn FnMut(&Position, Side, &mut BotRng) -> Option<String>,
    ) {
        for n in 0..most.saturating_add(1_000) {
            // No question is left open.
            if n >= most && self.truth.segment == Segment::Opening && self.truth.pending.is_none() {
                break;
            }
            let Some(decision) = RULES.board(&self.truth).waiting().first().cloned() else { break };
            let side = decision.seat.side().expect("one of two");
            let own = known(&self.truth, side);
            let line = written(&own, side, &mut self.rng).unwrap_or_else(|| {
                let order = RULES.board(&own).bot_order(bot, decision.seat, &mut self.rng).expect("an order");
                RULES.board(&own).format(&order)
            });
            self.say(side, &line);
            if self.rng.below(12) == 0 && !self.truth.over && self.truth.segment != Segment::SetUp {
                self.compare(&line, u64::from(n));
            }
        }
    }

    fn compare(&mut self, line: &str, chance: u64) {
        let (position, rng) = (&self.truth, &mut self.rng);
        let side = if rng.below(2) == 0 { Union } else { Confederate };
        let Some(other) = swapped(position, side, rng) else { return };
        self.counted[0] += 1;
        let enemy = Viewer::Seat(seat(side.other()));
        for viewer in [Viewer::Spectator, enemy] {
            assert_eq!(asked(position, viewer, chance), asked(&other, viewer, chance), "after {line}");
        }
        // What the enemy does comes to the same, as far as nobody is met.
        let theirs = RULES.known(position, enemy);
        let orders = RULES.board(&theirs).orders(seat(side.other()));
        for order in orders.iter().step_by(1 + orders.len() / 12) {
            let rolled = rng.below(1_000) as u64;
            let [a, b] = [position, &other].map(|p| {
                let mut queue = faces(&mut BotRng::seeded(rolled));
                RULES.decide(p, seat(side.other()), order, &mut Dice::forced(&mut queue))
            });
            self.counted[1] += 1;
            match (a, b) {
                (Ok(a), Ok(b)) => {
                    let (a, b) = (seen(&a), seen(&b));
                    self.counted[2] += usize::from(a.1);
                    assert_eq!(a, b, "{}", RULES.board(&theirs).format(order));
                }
                (a, b) => panic!("{}: {a:?} {b:?}", RULES.board(&theirs).format(order)),
            }
        }
    }
}

/// Two games alike but for who lies under which cover are one game to the enemy, until a cover is taken off: everything that the enemy is shown, can ask or is sent has the
/// same bytes. And what each reader was sent is what it may know.
#[test]
fn s0_4_who_lies_under_a_cover_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let terms =
        Terms { options: [("hidden-identity".to_owned(), "yes".to_owned())].into(), scenario: "morning".into() };
    let mut all = [0; 3];
    for seed in 0..4_u64 {
        let mut fold = Fold::begun(&terms, 400 + seed);
        fold.plays(["random", "staff"][(seed % 2) as usize], 20_000, &mut |_, _, _| None);
        assert!(fold.truth.over);
        all = std::array::from_fn(|n| all[n] + fold.counted[n]);
    }
    let [compared, tried, met] = all;
    println!(
        "{compared} positions with other brigades under the covers, {tried} orders, {met} of which took a cover off"
    );
    assert!(compared > 60 && tried > 300, "{compared} {tried}");
}

#[test]
fn random_mornings_with_hidden_names_end_through_the_referee() {
    let registry = Registry::new(vec![any_ruleset()]);
    let options = [("hidden-identity".to_owned(), "yes".to_owned())].into();
    let terms = Terms { options, scenario: "morning".into() };
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    for bot in ["random", "staff"] {
        let bots = vec![bot.to_owned(), bot.to_owned()];
        let plan = SimulationPlan {
            bots,
            menu_every: 60,
            most_orders: 20_000,
            ..SimulationPlan::new("advanced-gettysburg", terms.clone())
        };
        let mut totals = SimulationTotals::default();
        for number in 0..games {
            let game = simulate(&registry, &plan, number).unwrap_or_else(|e| panic!("{bot} {number}: {e}"));
            totals.add(&game);
            let report = verify(&registry, &export_with(&game.log, &game.entries), &Against::default());
            assert_eq!(report.bad, None, "{bot} {number}");
            // No record tells a name that a cover hides: those of orders before the first fire have none of them.
            let fires = |body: &str| body.contains("\"uncovered\"");
            let before = game.log.iter().take_while(|r| !fires(&r.body));
            for record in before {
                for name in ["Archer", "Pettigrew", "Brockenbrough", "Meredith"] {
                    assert!(!record.body.contains(name), "{name} in {}", record.body);
                }
            }
        }
        assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]), "{bot}");
    }
}
