//! Whole games between house players, every fact of which is worked out a second time: moves and their price, attack
//! strengths, dice, results, losses, retreats.

use crate::map::map;
use crate::study::{Counter, counters, game, rules};
use crate::table::{CLOSE_ARTILLERY, CLOSE_CAVALRY, CLOSE_INFANTRY, FIRE_ARTILLERY, FIRE_INFANTRY, codes, column};
use domain_core::dice::Dice;
use domain_core::referee::Known;
use domain_core::referee::{AnyPosition, BotRng};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// A unit on the map as the audit sees it.
struct Unit {
    counter: &'static Counter,
    hex: String,
    state: Value,
}

impl Unit {
    fn is(&self, column: &str, value: &str) -> bool {
        self.counter.columns[column] == value
    }
    fn number(&self, column: &str) -> i64 {
        self.counter.columns[column].parse().unwrap_or(0)
    }
    fn steps(&self) -> i64 {
        self.state["steps"].as_i64().expect("steps")
    }
    fn adjacent(&self, hex: &str) -> bool {
        map().distance(&self.hex, hex) == 1 && map().joined(&self.hex, hex)
    }
    fn foe(&self, other: &Unit) -> bool {
        self.counter.columns["side"] != other.counter.columns["side"]
    }
}

fn hex(value: &Value) -> String {
    let number = value.as_u64().expect("a hex");
    format!("{:02}{:02}", number / 1000, number % 1000)
}

fn units(position: &dyn AnyPosition) -> BTreeMap<u64, Unit> {
    let json: Value = serde_json::from_str(&position.canonical()).expect("JSON");
    let all = json["units"].as_array().expect("units").iter().zip(counters()).enumerate();
    all.filter(|(_, (state, _))| !state["place"]["at"].is_null())
        .map(|(i, (state, counter))| {
            (i as u64, Unit { counter, hex: hex(&state["place"]["at"]), state: state.clone() })
        })
        .collect()
}

/// §7.2 to §7.4 and §9.0 over again.
fn audit_attack(units: &BTreeMap<u64, Unit>, of: &Value) {
    let (own, other) =
        (&units[&of["attacker"].as_u64().expect("a unit")], &units[&of["defender"].as_u64().expect("a unit")]);
    let kind = of["kind"].as_str().expect("a kind");
    let dice: Vec<i64> = of["dice"].as_array().expect("dice").iter().map(|d| d.as_i64().expect("a face")).collect();
    let sum: i64 = of["sum"].as_array().expect("terms").iter().map(|t| t[1].as_i64().expect("a value")).sum();
    let says = format!("{} {} on {} {}: {of}", own.counter.name, own.hex, other.counter.name, other.hex);
    let support = units.values().filter(|u| !u.foe(own) && u.hex != own.hex && u.adjacent(&other.hex)).count() as i64;
    let shaken = other.state["condition"] != "good";
    if kind == "sharp" {
        let still = own.state["act"] == "none" || own.state["act"] == "recovered";
        let plus = [still, map().forest(&own.hex), shaken, support > 0].into_iter().filter(|p| *p).count() as i64;
        let score = dice.iter().max().expect("dice") + plus;
        assert_eq!(sum, score, "{says}");
        assert_eq!(dice.len() as i64, own.number("sharpshooter_factor"), "{says}");
        let cell = ["RF", "RF", "RF", "Nil", "Nil", "Disrupt", "Disrupt", "Disorder", "DC1", "DC1d"]
            [score.clamp(1, 10) as usize - 1];
        assert_eq!(codes(of["outcome"].as_str().expect("text")), codes(cell), "{says}");
        return;
    }
    let guns = own.is("type", "artillery");
    let mut strength = if guns { own.number("fire_factor") } else { own.steps() };
    strength += own.number("morale") + support + i64::from(own.steps() > other.steps());
    strength += match other.state["condition"].as_str() {
        Some("disrupted") => 1,
        Some("disordered") => 2,
        _ => 0,
    };
    let (mine, yours) = (map().level(&own.hex), map().level(&other.hex));
    strength += if mine > yours { 2 } else { 0 };
    if kind == "fire" {
        strength += if other.is("type", "cavalry") { 2 } else { 0 };
        strength += if other.state["rf"] == true { 2 } else { 0 };
    } else {
        strength -= if map().stream(&own.hex, &other.hex) { 2 } else { 0 };
    }
    if kind == "charge" {
        strength += if own.is("type", "cavalry") { 3 } else { 2 };
    }
    assert_eq!(sum, strength, "{says}");
    let two = yours > mine || map().forest(&other.hex) || other.is("type", "artillery");
    assert_eq!(dice.len(), if two && kind != "charge" { 2 } else { 1 }, "{says}");
    let differential = strength - dice.iter().sum::<i64>() - other.steps();
    let row = match (kind, own.counter.columns["type"].as_str()) {
        ("fire", "artillery") => FIRE_ARTILLERY,
        ("fire", _) => FIRE_INFANTRY,
        (_, "artillery") => CLOSE_ARTILLERY,
        (_, "cavalry") => CLOSE_CAVALRY,
        _ => CLOSE_INFANTRY,
    };
    assert_eq!(
        codes(of["outcome"].as_str().expect("text")),
        codes(row[column(differential as i32)]),
        "{differential}: {says}"
    );
    // Who may attack whom, from where (§8.1 to §8.3, §11.0).
    let reactive = of["reactive"] == true;
    let distance = map().distance(&own.hex, &other.hex);
    if kind == "fire" && !(reactive && distance == 1) {
        let range = if guns { 5 } else { 2 };
        assert!((2..=range).contains(&distance), "{says}");
        assert!(!units.values().any(|u| u.foe(own) && u.adjacent(&own.hex)), "fired from a zone: {says}");
        let others: Vec<&str> = units.values().map(|u| u.hex.as_str()).collect();
        assert!(map().sees(&own.hex, &other.hex, &others), "out of sight: {says}");
    } else {
        assert!(own.adjacent(&other.hex), "{says}");
    }
    assert!(reactive || own.state["condition"] == "good", "shaken: {says}");
}

/// §6.1 to §6.45 over again: the price of a way in half points, and that it was allowed.
fn audit_move(units: &BTreeMap<u64, Unit>, of: &Value) {
    let id = of["unit"].as_u64().expect("a unit");
    let counter = &counters()[id as usize];
    let cavalry = counter.columns["type"] == "cavalry";
    let way: Vec<String> = of["way"].as_array().expect("a way").iter().map(hex).collect();
    let says = format!("{} {way:?}", counter.name);
    let foes = |h: &str, kinds: &[&str]| {
        let side = &counter.columns["side"];
        let kinds = kinds.to_owned();
        units.values().any(|u| {
            u.counter.columns["side"] != *side && u.adjacent(h) && kinds.contains(&u.counter.columns["type"].as_str())
        })
    };
    let stops = |h: &str| foes(h, &["artillery"]) || (!cavalry && foes(h, &["infantry", "cavalry", "sharpshooter"]));
    let entered = of["entered"] == true;
    let mut spent = 0_u64;
    if entered {
        let road = matches!(way[0].as_str(), "0901" | "1401" | "1702" | "1324");
        spent = if road && !stops(&way[0]) { 1 } else { 2 + 2 * u64::from(map().forest(&way[0])) };
    }
    for pair in way.windows(2) {
        assert!(map().distance(&pair[0], &pair[1]) == 1 && map().joined(&pair[0], &pair[1]), "{says}");
        assert!(pair[0] == way[0] && !entered || !stops(&pair[0]), "did not stop in a zone: {says}");
        let by_road = map().road(&pair[0], &pair[1]) && !stops(&pair[1]);
        spent = if by_road { spent + 1 } else { spent.div_ceil(2) * 2 + 2 * u64::from(map().cost(&pair[0], &pair[1])) };
    }
    let end = way.last().expect("an end");
    assert_eq!(of["cost"], spent, "{says}");
    assert!(spent <= 2 * counter.columns["movement"].parse::<u64>().expect("movement"), "{says}");
    assert!(!units.iter().any(|(i, u)| u.hex == *end && *i != id), "stacked: {says}");
    if way.len() > 2 || entered {
        assert!(
            !foes(end, &["artillery"]) && (cavalry || !foes(end, &["sharpshooter"])),
            "guns or sharpshooters: {says}"
        );
    }
}

/// Losses and retreats (§7.51, §7.6 to §7.63).
fn audit_result(units: &BTreeMap<u64, Unit>, fact: &Value, next: Option<&Value>) {
    let of = &fact["of"];
    let unit = &units[&of["unit"].as_u64().expect("a unit")];
    let says = format!("{} {}: {fact}", unit.counter.name, unit.hex);
    if fact["fact"] == "lost" {
        let left = of["left"].as_i64().expect("steps");
        assert_eq!(left + of["steps"].as_i64().expect("steps"), unit.steps(), "{says}");
        assert!(of["cause"] != "combat" || left > 0 || unit.steps() == 1, "beyond the casualty limit: {says}");
        assert!(of["cause"] == "combat" || of["steps"] == 1, "{says}");
    } else {
        let to = hex(&of["to"]);
        assert!(unit.adjacent(&to) && !units.values().any(|u| u.hex == to), "{says}");
        assert!(unit.counter.columns["ignores_retreats"] == "no", "{says}");
        let zone = units.values().any(|u| u.foe(unit) && u.adjacent(&to));
        let paid = next.is_some_and(|n| n["fact"] == "lost" && n["of"]["cause"] == "zone")
            || next.is_some_and(|n| n["fact"] == "charge-over");
        assert!(paid || !zone, "entered a zone unpunished: {says}");
        assert!(zone || next.is_none_or(|n| n["of"]["cause"] != "zone"), "{says}");
    }
}

fn audit_game(seed: u64, bots: [&str; 2]) -> BTreeMap<String, u32> {
    let mut rng = BotRng::seeded(seed);
    let mut position: Box<dyn AnyPosition> = game(&[]).position().copy();
    let mut seen = BTreeMap::new();
    loop {
        let waiting = rules().board(Known::held(&*position)).waiting();
        let Some(decision) = waiting.first() else { return seen };
        let bot = bots[usize::from(decision.seat.0)];
        let order =
            rules().board(Known::held(&*position)).bot_line(bot, decision.seat, &mut rng).expect("an order is owed");
        let mut faces: VecDeque<u8> = (0..64).map(|_| rng.below(6) as u8 + 1).collect();
        let decided = rules()
            .decide(Known::held(&*position), &*position, decision.seat, &order, &mut Dice::forced(&mut faces))
            .expect("legal");
        let facts: Vec<Value> = decided.facts.iter().map(|f| serde_json::from_str(f.get()).expect("JSON")).collect();
        for (i, fact) in facts.iter().enumerate() {
            let kind = fact["fact"].as_str().expect("a kind");
            match kind {
                "attacked" => audit_attack(&units(&*position), &fact["of"]),
                "moved" => audit_move(&units(&*position), &fact["of"]),
                "lost" | "retreated" => audit_result(&units(&*position), fact, facts.get(i + 1)),
                _ => {}
            }
            *seen.entry(kind.to_owned()).or_default() += 1;
            if kind == "attacked" {
                let way = format!("{} {}", fact["of"]["kind"].as_str().expect("a kind"), fact["of"]["reactive"]);
                *seen.entry(way).or_default() += 1;
            }
            rules().apply(&mut *position, decided.facts[i].get()).expect("a fact");
        }
        assert!(position.same(&*decided.after), "the facts do not add up to the position after {order}");
    }
}

#[test]
fn every_fact_of_whole_games_is_worked_out_again() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..24 {
        let bots =
            [["random", "random"], ["staff", "random"], ["random", "staff"], ["staff", "staff"]][seed as usize % 4];
        for (kind, count) in audit_game(seed, bots) {
            *seen.entry(kind).or_default() += count;
        }
    }
    for kind in ["fire false", "fire true", "sharp false", "close false", "charge false", "moved", "retreated", "lost"]
    {
        assert!(seen.get(kind).is_some_and(|n| *n > 10), "{kind}: {seen:?}");
    }
}
