//! Hidden movement (0.1) in whole games: what each side knows, is sent and may do.

use crate::table::{RULES, Table};
use advanced_gettysburg::{
    DetachmentFact, Fact, Formation, Link, Order, Place, Position, Segment, State, UnitId, UnitState, UnseenFact,
    any_ruleset,
};
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

fn text(position: &Position) -> String {
    serde_json::to_string(position).expect("plain")
}

/// A game in which each reader's position is folded from what it was sent.
pub struct Fold {
    /// What the referee knows.
    pub truth: Position,
    readers: [(Viewer, Position); 3],
}

impl Fold {
    fn begun(scenario: &str, with: &[&str]) -> Fold {
        let on = |key: &&str| ((*key).to_owned(), "yes".to_owned());
        let options = with.iter().chain(&["hidden-movement"]).map(on).collect();
        let truth = RULES.open(&Terms { options, scenario: scenario.into() }).expect("on offer");
        let viewers = [Viewer::Spectator, Viewer::Seat(seat(Union)), Viewer::Seat(seat(Confederate))];
        Fold { readers: viewers.map(|v| (v, truth.clone())), truth }
    }

    /// What a side was sent.
    pub fn of(&self, side: Side) -> &Position {
        &self.readers[if side == Union { 1 } else { 2 }].1
    }

    fn tell(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.truth.apply(fact);
            for (viewer, reader) in &mut self.readers {
                if hears(fact, *viewer) {
                    reader.apply(fact);
                }
            }
        }
    }
}

/// What a seat, or nobody, is shown and can ask.
fn asked(at: &Position, viewer: Viewer, rng: u64) -> String {
    let board = RULES.board(at);
    let mut all =
        format!("{:?}{:?}{:?}{:?}", board.view(viewer), board.waiting(), board.adjudicate(), board.phase(viewer));
    if let Viewer::Seat(seat) = viewer {
        let orders = board.orders(seat);
        all += &format!("{:?}", orders.iter().take(40).map(|o| board.choice(seat, o)).collect::<Vec<_>>());
        for bot in ["random", "staff"] {
            all += &format!("{:?}", board.bot_order(bot, seat, &mut BotRng::seeded(rng)));
        }
        for offer in board.overlays(viewer) {
            all += &format!("{:?}", board.overlay(viewer, offer.id, None));
        }
    }
    all
}

/// The same game with other secrets of a side: counters out of view elsewhere, otherwise strong, or not come at all.
fn otherwise(truth: &Position, side: Side, rng: &mut BotRng) -> Option<Position> {
    let mut other = truth.clone();
    let mine: Vec<usize> = (0..other.hidden.unseen.len()).filter(|n| other.hidden.unseen[*n].side == side).collect();
    let detached = usize::from(side == Confederate);
    if (mine.is_empty() && other.hidden.detachments[detached].is_empty()) || other.hidden.out == Some(side) {
        return None;
    }
    // And other orders of the night (0.2, 0.13), and entry options (0.5).
    other.entry_options.retain(|c| c.side != side || c.stage.is_shown() || rng.below(2) == 0);
    let others = |unit: UnitId, rng: &mut BotRng| RULES.pack().unit(unit).side != side || rng.below(2) == 0;
    other.gun_orders.retain(|o| others(o.by, rng));
    other.night_orders.retain(|o| others(o.by, rng));
    other.transfers.retain(|t| others(t.unit, rng));
    if other.options.hidden_identity && rng.below(2) == 0 {
        exchange_names(&mut other, side, rng);
    }
    let hexes = RULES.pack().ground.cells.len();
    // Detachments elsewhere, or none of them.
    let all = &mut other.hidden.detachments[detached];
    all.retain(|_| rng.below(3) > 0);
    for one in all {
        (one.far, one.place) = (rng.below(2) == 0, rng.below(hexes) as u16);
    }
    let mut gone = Vec::new();
    for n in mine {
        if rng.below(2) == 0 {
            continue;
        }
        // Of whom a part is in view the rest is otherwise strong, or shorter.
        let shown: Vec<u16> =
            other.units[other.hidden.unseen[n].unit.index()].place.chain().iter().map(|l| l.hex).collect();
        if !shown.is_empty() {
            otherwise_behind(&mut other.hidden.unseen[n].state, &shown, rng);
            continue;
        }
        let supposed = other.units[other.hidden.unseen[n].unit.index()].place.clone();
        if supposed == Place::Waiting && rng.below(4) == 0 {
            gone.push(n);
            continue;
        }
        let hex = rng.below(hexes);
        let entry = &mut other.hidden.unseen[n];
        let sp: u8 = entry.state.place.chain().iter().map(|l| l.sp).sum();
        if let State::Brigade(brigade) = &mut entry.state.state {
            (brigade.formation, brigade.counter, brigade.dp) = (Formation::Rest, 0, rng.below(30) as u16);
            brigade.paid.clear();
        }
        entry.state.place = Place::At(vec![Link::new(hex, sp)]);
    }
    gone.into_iter().rev().for_each(|n| {
        other.hidden.unseen.remove(n);
    });
    Some(other)
}

/// A brigade of which the markers in some hexes are in view, with other points in the others, and fewer of these.
fn otherwise_behind(state: &mut UnitState, shown: &[u16], rng: &mut BotRng) {
    let (Place::At(chain), State::Brigade(brigade)) = (&mut state.place, &mut state.state) else { return };
    let ground = &RULES.pack().ground;
    let out = |l: Option<&Link>| l.is_some_and(|l| !shown.contains(&l.hex));
    let last = chain.len() - 1;
    if last > 1 && out(chain.get(last)) && out(chain.get(last - 1)) && rng.below(2) == 0 {
        if let Formation::Line { right, .. } = &mut brigade.formation {
            *right = ground.side_to(chain[last - 2].at(), chain[last - 1].at()).unwrap_or(*right);
        }
        chain.pop();
    }
    let line = brigade.formation.is_line();
    if chain.len() > 2 && line && out(chain.first()) && out(chain.get(1)) && rng.below(2) == 0 {
        if let Formation::Line { left, .. } = &mut brigade.formation {
            *left = ground.side_to(chain[2].at(), chain[1].at()).unwrap_or(*left);
        }
        chain.remove(0);
    }
    chain.iter_mut().filter(|l| !shown.contains(&l.hex)).for_each(|l| l.sp = rng.below(8) as u8 + 1);
    let home = usize::from(brigade.counter).min(chain.len() - 1);
    (brigade.counter, brigade.sp) = (home as u8, chain.iter().map(|l| l.sp).sum());
    brigade.paid.clear();
}

/// What of a counter out of view, or markers of which are, is in view.
fn in_view(truth: &Position, unit: UnitId) -> Vec<Link> {
    let entry = truth.hidden.unseen.iter().find(|e| e.unit == unit && truth.hidden.out == Some(e.side));
    entry.map_or_else(|| truth.chain(unit), |e| e.state.place.chain()).to_vec()
}

/// Two covered brigades of a side that nobody has seen change places under their covers (0.4), those of whom what joins them would tell later left out.
fn exchange_names(at: &mut Position, side: Side, rng: &mut BotRng) {
    let pack = RULES.pack();
    let board = RULES.board(at);
    let waits = |u: UnitId| at.unit(u).place == Place::Waiting && !at.hidden.unseen.iter().any(|e| e.unit == u);
    let all: Vec<UnitId> = pack.of(side).filter(|u| board.is_covered(*u) && board.joins(*u).is_empty()).collect();
    let Some(one) = rng.pick(&all).copied() else { return };
    let like = |u: &&UnitId| {
        **u != one && waits(**u) == waits(one) && pack.unit(**u).is_cavalry() == pack.unit(one).is_cavalry()
    };
    let others: Vec<UnitId> = all.iter().filter(like).copied().collect();
    let Some(two) = rng.pick(&others).copied() else { return };
    let both_wait = waits(one);
    at.covers.who.swap(one.index(), two.index());
    if both_wait {
        let kept = |u: UnitId| at.brigade(u).map(|b| (b.dp, b.joined, b.sp)).expect("a brigade");
        for (unit, (dp, joined, sp)) in [(one, kept(two)), (two, kept(one))] {
            let brigade = at.brigade_mut(unit).expect("a brigade");
            (brigade.dp, brigade.joined, brigade.sp) = (dp, joined, sp);
        }
        at.entries.retain(|e| e.unit != one && e.unit != two);
    }
}

/// Without whom the enemy's commanders have led: those in view may lead who is not.
fn unled(position: &Position, side: Side) -> Position {
    let mut at = position.clone();
    for unit in RULES.pack().of(side.other()) {
        if let State::Commander(commander) = &mut at.units[unit.index()].state {
            (commander.led, commander.level) = (None, None);
        }
    }
    at
}

/// Without who is in hand and led now and who has done, which is told of who is in view alone, and whom commanders of either side have led.
fn unhanded(position: &Position) -> Position {
    let mut at = Position { command: None, hand: None, ..unled(&unled(position, Confederate), Union) };
    for unit in RULES.pack().ids() {
        if let State::Brigade(brigade) = &mut at.units[unit.index()].state {
            brigade.done = false;
        }
    }
    at
}

/// What a side hears of facts, until a cover is taken off, and whether somebody came into view by them.
fn heard(facts: &[Fact], side: Side, parted: &[UnitId]) -> (Vec<String>, bool) {
    let viewer = Viewer::Seat(seat(side));
    let meets = |f: &Fact| {
        let overrun = |f: &DetachmentFact| matches!(f, DetachmentFact::Overrun { .. });
        // Disorganization tells how strong a brigade is of which a part is in view, as at a table (§33.1).
        matches!(f, Fact::Unseen(UnseenFact::InView { .. } | UnseenFact::OutOfView { .. }))
            || matches!(f, Fact::Losses(l) if parted.contains(&l.unit))
            || matches!(f, Fact::Unseen(UnseenFact::Detachment(f)) if overrun(f))
    };
    let told: Vec<String> = facts
        .iter()
        .take_while(|f| !matches!(f, Fact::Uncovered { .. }))
        .filter(|f| hears(f, viewer))
        .map(|f| format!("{} {:?}", serde_json::to_string(f).expect("plain"), RULES.tell(f, viewer)))
        .collect();
    (told, facts.iter().any(meets))
}

/// The counters out of view of both sides.
fn unseen(position: &Position) -> Vec<UnitId> {
    position.hidden.unseen.iter().map(|e| e.unit).collect()
}

/// Games that are played and compared: which, from where on, to which turn, and what is said in them beside what house players say.
pub struct Compared<'a> {
    /// How many games.
    pub games: u64,
    /// An umpire's words after set-up.
    pub lines: &'a [&'a str],
    /// The options beside hidden movement.
    pub options: &'a [&'a str],
    /// The scenario.
    pub scenario: &'a str,
    /// A line of a side's own, where it has one.
    pub says: &'a dyn Fn(&Fold, Side, &mut BotRng) -> Option<String>,
    /// The turn in which a game is broken off.
    pub until: u8,
}

impl Default for Compared<'_> {
    fn default() -> Self {
        Compared { games: 2, lines: &[], options: &[], scenario: "morning", says: &|_, _, _| None, until: u8::MAX }
    }
}

/// What such games came to.
#[derive(Debug, Default)]
pub struct Tally {
    /// Positions with other secrets.
    pub compared: u32,
    /// How often a brigade formed detachments.
    pub formed: u32,
    /// At most so many counters out of view at once.
    pub hidden: usize,
    /// After how many orders a brigade was in view in part.
    pub in_part: u32,
    /// Orders.
    pub orders: u32,
    /// Positions with other detachments.
    pub out: u32,
    /// Detachments that were eliminated.
    pub overrun: u32,
    /// Positions in which what is hidden of a brigade in view in part was otherwise.
    pub parts: u32,
    /// Of these private ones.
    pub private: u32,
    /// How often detachments came back into their brigade.
    pub rejoined: u32,
    /// Of the lines said beside, those that were legal.
    pub said: u32,
    /// How often detachments were sent on.
    pub sent: u32,
    /// Orders tried in both positions, and of these those that brought somebody into view.
    pub tried: [u32; 2],
    /// The positions at the end.
    pub ends: Vec<Position>,
    /// The words of orders that were given, the counter left out.
    pub words: std::collections::BTreeMap<String, u32>,
}

/// Two games that differ only in counters that one side has out of view are one game to the other: everything that it is shown, can ask or is sent has the same bytes, until
/// somebody comes into view. And what each side was sent is what it may know.
pub fn compare(plan: &Compared<'_>) -> Tally {
    let mut tally = Tally::default();
    for game in 0..plan.games {
        let mut rng = BotRng::seeded(100 + game);
        let mut fold = Fold::begun(plan.scenario, plan.options);
        let bot = ["random", "staff"][(game % 2) as usize];
        let (mut seen, mut records, mut silent, mut begun) = (0_u64, 0_u64, 0, false);
        while let Some(decision) = RULES.board(&fold.readers[0].1).waiting().first().cloned() {
            if fold.truth.segment != Segment::SetUp && !begun {
                begun = true;
                for line in plan.lines {
                    let facts = RULES.umpire(&fold.truth, line).unwrap_or_else(|e| panic!("{line}: {e}"));
                    fold.tell(&facts);
                }
                // An umpire's word is no record of a game.
                if !plan.lines.is_empty() {
                    fold.readers = fold.readers.map(|(viewer, _)| (viewer, RULES.known(&fold.truth, viewer)));
                }
                continue;
            }
            if fold.truth.turn >= plan.until {
                break;
            }
            tally.orders += 1;
            seen += 1;
            assert!(seen < 20_000, "it does not end");
            let side = decision.seat.side().expect("one of two");
            let own = fold.of(side);
            // Whoever is asked knows all but what the enemy has out of view.
            let known = RULES.known(&fold.truth, Viewer::Seat(decision.seat));
            assert_eq!(text(&unled(own, side)), text(&unled(&known, side)), "{bot} {game}");
            let board = RULES.board(own);
            // As in a game: chance goes by the records, and private acts are none.
            let mut chance = BotRng::seeded(1_000 * game + records);
            let said = (plan.says)(&fold, side, &mut rng).and_then(|line| board.parse(decision.seat, &line).ok());
            let legal = |order: &advanced_gettysburg::Order| {
                let mut dice = faces(&mut BotRng::seeded(1));
                RULES.decide(&fold.truth, decision.seat, order, &mut Dice::forced(&mut dice)).is_ok()
            };
            let said = said.filter(legal);
            tally.said += u32::from(said.is_some());
            let order = said.unwrap_or_else(|| board.bot_order(bot, decision.seat, &mut chance).expect("an order"));
            let line = board.format(&order);
            assert_eq!(board.parse(decision.seat, &line).ok().as_ref(), Some(&order), "{line}");
            let word = line.split(' ').find(|word| word.starts_with(|c: char| c.is_lowercase())).unwrap_or("");
            *tally.words.entry(word.to_owned()).or_default() += 1;
            let hearers = board.order_hearers(decision.seat, &order);
            let mut dice = faces(&mut rng);
            let facts = RULES.decide(&fold.truth, decision.seat, &order, &mut Dice::forced(&mut dice));
            let facts = facts.unwrap_or_else(|e| panic!("{bot} {game}: {line}: {e}"));
            // A private act is all its side's own, or shows somebody; and what all hear names nobody out of view.
            let open = facts.iter().any(|f| RULES.hearers(f) == Hearers::Everybody);
            records += u64::from(open);
            silent = if open { 0 } else { silent + 1 };
            assert!(silent < 1_000, "{bot} {game}: nobody hears anything any more: {line}");
            let shows = |f: &Fact| matches!(f, Fact::Unseen(UnseenFact::InView { .. } | UnseenFact::OutOfView { .. }));
            let shows = facts.iter().any(shows);
            if hearers != Hearers::Everybody {
                tally.private += 1;
                assert!(!open || shows, "{line}: {facts:?}");
            }
            tally.formed += u32::from(matches!(order, Order::Detach(d) if !d.back));
            tally.sent += u32::from(matches!(order, Order::SendOut(_)));
            tally.rejoined += u32::from(matches!(order, Order::Detach(d) if d.back));
            let ends = |f: &&Fact| matches!(f, Fact::Unseen(UnseenFact::Detachment(DetachmentFact::Overrun { .. })));
            tally.overrun += facts.iter().filter(ends).count() as u32;
            fold.tell(&facts);
            tally.hidden = tally.hidden.max(unseen(&fold.truth).len());
            let parted: Vec<UnitId> =
                unseen(&fold.truth).into_iter().filter(|u| !in_view(&fold.truth, *u).is_empty()).collect();
            tally.in_part += u32::from(!parted.is_empty());
            if fold.truth.segment != Segment::SetUp {
                assert_eq!(RULES.whole(&fold.truth), Ok(()), "{line}");
            }
            // Nobody may know more than he was sent, while the other side moves as well.
            let looked_at = if tally.orders.is_multiple_of(8) { &fold.readers[..] } else { &[] };
            for (viewer, reader) in looked_at {
                let known = RULES.known(&fold.truth, *viewer);
                let [sent, known] = [reader, &known].map(|at| text(&unhanded(at)));
                let n = sent.bytes().zip(known.bytes()).take_while(|(a, b)| a == b).count();
                let from = |s: &str| s.get(n.saturating_sub(60)..(n + 60).min(s.len())).unwrap_or("").to_owned();
                assert!(sent == known, "{viewer:?} after {line}: {} {}", from(&sent), from(&known));
            }
            for (viewer, reader) in &fold.readers {
                for side in [Union, Confederate] {
                    let row = usize::from(side == Confederate);
                    let own = *viewer == Viewer::Seat(seat(side));
                    let known = if own { fold.truth.hidden.detachments[row].clone() } else { Vec::new() };
                    assert_eq!(reader.hidden.detachments[row], known, "{viewer:?} after {line}");
                }
                let theirs = |u: &UnitId| match viewer {
                    Viewer::Seat(seat) => {
                        fold.truth.hidden.unseen.iter().any(|e| e.unit == *u && Ok(e.side) != seat.side())
                    }
                    _ => true,
                };
                for unit in unseen(&fold.truth).into_iter().filter(theirs) {
                    let part = in_view(&fold.truth, unit);
                    assert_eq!(reader.unit(unit).place.chain(), part, "{viewer:?} sees {unit:?} after {line}");
                }
            }
            if rng.below(25) > 0 || fold.truth.over || fold.truth.segment == Segment::SetUp {
                continue;
            }
            let Some(next) = RULES.board(&fold.readers[0].1).waiting().first().cloned() else { continue };
            let side = next.seat.side().expect("one of two");
            let Some(other) = otherwise(&fold.truth, side.other(), &mut rng) else { continue };
            tally.out += u32::from(fold.truth.hidden.detachments != other.hidden.detachments);
            tally.compared += 1;
            let differs = |u: &UnitId| {
                let of = |at: &Position| at.hidden.unseen.iter().find(|e| e.unit == *u).map(|e| e.state.clone());
                of(&fold.truth) != of(&other)
            };
            tally.parts += u32::from(parted.iter().any(differs));
            let viewer = Viewer::Seat(next.seat);
            let [mine, theirs] = [&fold.truth, &other].map(|p| RULES.known(p, viewer));
            assert_eq!(text(&mine), text(&theirs));
            assert_eq!(asked(&unled(&mine, side), viewer, game), asked(&unled(fold.of(side), side), viewer, game));
            asked(&fold.readers[0].1, Viewer::Spectator, game);
            asked(fold.of(side.other()), Viewer::Seat(seat(side.other())), game);
            let board = RULES.board(&mine);
            let menu = board.orders(next.seat);
            for order in menu.iter().step_by(1 + menu.len() / 16) {
                let rolled = rng.below(1_000) as u64;
                let [a, b] = [&fold.truth, &other].map(|p| {
                    let mut queue = faces(&mut BotRng::seeded(rolled));
                    let facts = RULES.decide(p, next.seat, order, &mut Dice::forced(&mut queue));
                    facts.unwrap_or_else(|e| panic!("{}: {e}", board.format(order)))
                });
                let (a, b) = (heard(&a, side, &parted), heard(&b, side, &parted));
                let met = a.1 || b.1;
                tally.tried[usize::from(met)] += 1;
                if !met {
                    assert_eq!(a.0, b.0, "{}", board.format(order));
                }
            }
        }
        tally.ends.push(fold.truth);
    }
    let Tally { compared, hidden, in_part, orders, parts, private, said, tried, words, .. } = &tally;
    println!(
        "{:?}: {orders} orders, {private} of them private, {said} said beside; {compared} positions with other secrets, {tried:?} orders tried in both; at most {hidden} counters out of view at once; some in view in part after {in_part} orders, their rest otherwise in {parts} positions; {words:?}",
        plan.options
    );
    tally
}

/// How many games are played.
pub fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn s0_1_who_is_out_of_view_changes_nothing_that_the_enemy_sees_or_is_sent() {
    let games = games(4);
    let tally = compare(&Compared { games, ..Compared::default() });
    let [unmet, met] = tally.tried;
    assert!(games < 4 || (tally.compared > 20 && unmet + met > 100 && tally.hidden > 5), "{:?}", tally.words);
    let Tally { formed, sent, rejoined, overrun, out, in_part, parts, .. } = tally;
    assert!(games < 4 || (in_part > 20 && parts > 2), "{in_part} {parts}");
    println!(
        "detachments: formed {formed} times, sent {sent}, back {rejoined}, eliminated {overrun}; {out} positions with others"
    );
    assert!(games < 4 || (formed > 20 && sent > 20 && out > 5), "{formed} {sent} {rejoined} {overrun} {out}");
}

/// Whole games of house players through the referee, with these options beside hidden movement; their logs are verified.
pub fn through_the_referee(options: &[&str]) {
    let registry = Registry::new(vec![any_ruleset()]);
    let scenario = std::env::var("SCENARIO").unwrap_or_else(|_| "morning".to_owned());
    let on = |key: &&str| ((*key).to_owned(), "yes".to_owned());
    let terms = Terms { options: options.iter().chain(&["hidden-movement"]).map(on).collect(), scenario };
    let games = games(1);
    for bot in ["random", "staff"] {
        let bots = vec![bot.to_owned(), bot.to_owned()];
        let plan = SimulationPlan {
            bots,
            menu_every: 60,
            most_orders: 40_000,
            ..SimulationPlan::new("advanced-gettysburg", terms.clone())
        };
        let mut totals = SimulationTotals::default();
        let mut acts = 0;
        for number in 0..games {
            let game = simulate(&registry, &plan, number).unwrap_or_else(|e| panic!("{bot} {number}: {e}"));
            totals.add(&game);
            acts += game.entries.iter().filter(|e| e.body.contains("\"act/1\"")).count();
            let report = verify(&registry, &export_with(&game.log, &game.entries), &Against::default());
            assert_eq!(report.bad, None, "{bot} {number}");
        }
        println!(
            "{options:?} {bot}: {} games, {} orders, {acts} private acts, {:?}",
            totals.games, totals.orders, totals.victory_levels
        );
        assert_eq!((totals.menu_disagreements, totals.examples), (0, vec![]), "{bot}");
        assert!(acts > 0, "{bot} does nothing unseen");
    }
}

#[test]
fn random_mornings_with_hidden_movement_end_through_the_referee() {
    through_the_referee(&[]);
}

#[test]
fn s0_1_is_not_played_together_with_what_is_written_by_name() {
    let open = |others: &[&str], scenario: &str| {
        let on = |key: &&str| ((*key).to_owned(), "yes".to_owned());
        let options = others.iter().chain(&["hidden-movement"]).map(on).collect();
        RULES.open(&Terms { options, scenario: scenario.into() })
    };
    assert!(open(&["hidden-identity"], "longstreet").is_err());
    // Who is asked of several seats would tell of sealed transfers.
    assert!(open(&["night-orders"], "three-days-4").is_err());
    assert!(open(&["night-orders", "entry-options", "cavalry-charge"], "three-days").is_ok());
    // Without the option the position says nothing of it.
    assert!(!serde_json::to_string(&Table::start().position).expect("plain").contains("hidden"));
}
