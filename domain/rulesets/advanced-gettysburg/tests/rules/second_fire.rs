//! Combat fire and its casualties by a second model (§24.0, §33.0), computed from the text alone, against the rules in random fights.

use crate::charts::{At, GUN_POINTS, HEXES, UNITS, broken_down, casualties, disorganization, experience, group};
use crate::shared::table::seat;
use crate::table::{RULES, Table, unit};
use advanced_gettysburg::{Fact, Segment};
use domain_core::dice::Dice;
use domain_core::referee::{Apply, Orders, Ruleset, Side};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// A brigade as the model sees it: markers from left to right, outer sides.
#[derive(Clone, Debug)]
struct Brigade {
    name: &'static str,
    union: bool,
    horse: bool,
    base: u8,
    dp: u16,
    cp: u16,
    markers: Vec<(At, u8)>,
    left: usize,
    right: usize,
}

/// A battery, unlimbered; its corner lies between this side and the next one clockwise.
#[derive(Clone, Debug)]
struct Battery {
    name: &'static str,
    union: bool,
    at: At,
    corner: usize,
    guns: [u8; 3],
}

/// Fire as it is laid.
#[derive(Clone, Debug)]
struct Fire {
    who: &'static str,
    from: At,
    to: At,
    sp: u8,
    guns: bool,
    free: bool,
    stepped: bool,
}

#[derive(Clone, Debug, Default)]
struct Model {
    brigades: Vec<Brigade>,
    batteries: Vec<Battery>,
    steps: Vec<(At, At, u8)>,
}

/// What a volley comes to.
#[derive(Debug, PartialEq)]
struct Comes {
    strength: u16,
    group: u8,
    horse: bool,
    minus: bool,
}

impl Brigade {
    fn strength(&self) -> u16 {
        self.markers.iter().map(|(_, sp)| u16::from(*sp)).sum()
    }

    /// Sides of a marker: left and right, inner ones towards the neighbours.
    fn sides(&self, n: usize) -> (usize, usize) {
        let to = |other: usize| self.markers[n].0.side_to(self.markers[other].0).expect("side by side");
        let left = if n == 0 { self.left } else { to(n - 1) };
        let right = if n + 1 == self.markers.len() { self.right } else { to(n + 1) };
        (left, right)
    }

    /// The most points of a marker into a neighbouring hex, by its type (§24.1).
    fn most_into(&self, n: usize, to: At) -> u8 {
        let (left, right) = self.sides(n);
        let Some(side) = self.markers[n].0.side_to(to) else { return 0 };
        let (wide, at) = ((right + 6 - left) % 6, (side + 6 - left) % 6);
        let into_flank = if wide == 2 { 4 } else { 2 };
        match (wide, at) {
            (_, 0) => into_flank,
            (wide, at) if at == wide => into_flank,
            (wide, at) if at > wide => 0,
            (2 | 3, _) | (4, 2) => 8,
            _ => 4,
        }
    }

    fn flank_hexes(&self) -> [At; 2] {
        [self.markers[0].0.over(self.left), self.markers[self.markers.len() - 1].0.over(self.right)]
    }

    fn experience(&self) -> u8 {
        experience(self.base, self.dp / 10)
    }
}

impl Model {
    fn brigade(&self, name: &str) -> &Brigade {
        self.brigades.iter().find(|b| b.name == name).expect(name)
    }

    fn occupied(&self, at: At) -> bool {
        // Who has stepped out of a hex with all points is not there meanwhile (§24.4.2).
        let away: u8 = self.steps.iter().filter(|(from, ..)| *from == at).map(|(.., sp)| *sp).sum();
        self.brigades.iter().any(|b| b.markers.iter().any(|(hex, sp)| *hex == at && *sp > away))
            || self.batteries.iter().any(|b| b.at == at)
            || self.steps.iter().any(|(_, to, _)| *to == at)
    }

    /// Points that an attacking marker fires into a hex now: eight at most, two of horse at least (§24.2, table note).
    fn fires(&self, who: &str, from: At, to: At) -> u8 {
        let brigade = self.brigade(who);
        let Some(n) = brigade.markers.iter().position(|(hex, _)| *hex == from) else { return 0 };
        let sp = brigade.markers[n].1.min(8);
        if sp < if brigade.horse { 2 } else { 1 } { 0 } else { sp.min(brigade.most_into(n, to)) }
    }

    /// Cannon of a hex in points, smooth bores as rifles where that is more; into the two front hexes (§24.3, §24.4).
    fn cannon(&self, battery: &Battery, to: At) -> u8 {
        let side = battery.at.side_to(to);
        if side != Some(battery.corner) && side != Some((battery.corner + 1) % 6) {
            return 0;
        }
        let points = |gun: usize, n: u8| if n == 0 { 0 } else { GUN_POINTS[usize::from(n) - 1][gun] };
        let [r, n, h] = battery.guns;
        let ways = (0..=n).flat_map(|a| (0..=h).map(move |b| (a, b)));
        ways.map(|(a, b)| points(0, r + a + b) + points(1, n - a) + points(2, h - b)).max().unwrap_or(0).min(11)
    }

    /// By what a point counts, in halves.
    fn factor(&self, target: &Brigade, fire: &Fire) -> u16 {
        let flank = fire.stepped || target.flank_hexes().contains(&fire.from);
        let n = target.markers.iter().position(|(hex, _)| *hex == fire.to).expect("it is there");
        let ends = [(0, target.flank_hexes()[0]), (target.markers.len() - 1, target.flank_hexes()[1])];
        let air = ends.iter().any(|(end, hex)| *end == n && !self.occupied(*hex));
        let times = if flank { 3 } else { 1 + u16::from(fire.free && air) };
        let horse = self.brigades.iter().any(|b| b.name == fire.who && b.union && b.horse);
        let woods = HEXES[&fire.to.id()]["terrain"] == "woods";
        times * (1 + u16::from(horse)) * if woods { 1 } else { 2 }
    }

    /// All fire of a side at a brigade (§24.3.1, §24.3.7, table).
    fn comes_to(&self, name: &str, fires: &[Fire], attackers: bool) -> Comes {
        let target = self.brigade(name);
        let (mut strength, mut weight, mut horse, mut all) = (0, [0u32; 4], 0u32, 0u32);
        for (hex, sp) in &target.markers {
            let mut halves = 0;
            for fire in fires.iter().filter(|f| f.to == *hex) {
                let points = u16::from(fire.sp) * self.factor(target, fire);
                halves += points;
                let by = self.brigades.iter().find(|b| b.name == fire.who).filter(|_| !fire.guns);
                let read = by.map_or(2, |b| group(b.experience()));
                weight[usize::from(read)] += u32::from(points);
                all += u32::from(points);
                horse += by.filter(|b| b.horse).map_or(0, |_| u32::from(points));
            }
            strength += broken_down(*sp, halves / 2);
        }
        let most = *weight.iter().max().expect("four");
        let group = weight.iter().position(|w| *w == most).expect("one has it") as u8;
        Comes { strength, group, horse: 2 * horse > all, minus: attackers }
    }

    /// Casualty points of a volley with these dice: by elevens and the rest (§24.3.2, table).
    fn casualties(comes: &Comes, dice: &[u8]) -> u16 {
        let mut parts = vec![11; usize::from(comes.strength / 11)];
        let rest = comes.strength % 11;
        if rest >= if comes.horse { 2 } else { 1 } {
            parts.push(rest);
        }
        assert_eq!(parts.len(), dice.len(), "dice for {comes:?}");
        let die = |die: u8| die.saturating_sub(u8::from(comes.minus)).max(1);
        parts.iter().zip(dice).map(|(sp, d)| casualties(comes.group, comes.horse, *sp, die(*d))).sum()
    }

    /// Takes what a phase did to a brigade: gives disorganization and lost points.
    fn settle(&mut self, name: &str, points: u16, counter: usize) -> (u16, u8) {
        let brigade = self.brigades.iter_mut().find(|b| b.name == name).expect(name);
        let dp = disorganization(points, brigade.strength());
        let lost = (brigade.cp + points) / 10 - brigade.cp / 10;
        brigade.cp += points;
        brigade.dp += dp;
        for _ in 0..lost {
            // §33.3.5, ruling 72: from the strongest, of two equal ones from that farther from the counter.
            let most = brigade.markers.iter().map(|(_, sp)| *sp).max().expect("markers");
            let strongest: Vec<usize> = (0..brigade.markers.len()).filter(|n| brigade.markers[*n].1 == most).collect();
            let from = strongest.iter().copied().find(|n| *n != counter).unwrap_or(counter);
            brigade.markers[from].1 -= 1;
        }
        (dp, lost as u8)
    }
}

/// Choices of a case, one after the other.
struct Choices<'c>(std::slice::Iter<'c, u8>);

impl Choices<'_> {
    fn of(&mut self, n: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % n
    }
}

const SIDES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];
const CORNERS: [&str; 6] = ["NNE", "E", "SSE", "SSW", "W", "NNW"];
const DEFENDERS: [&str; 3] = ["Stone", "Cutler", "Gamble"];
const ATTACKERS: [&str; 4] = ["Archer", "Davis", "Walker", "cs-jenkins-a-g-cav"];

/// A brigade in one hex, or in two, somewhere; `None` where it does not fit.
fn raise(choices: &mut Choices<'_>, name: &'static str, at: At, model: &Model) -> Option<Brigade> {
    let id = RULES.pack().unit(unit(name)).id.clone();
    let row = &UNITS[&id];
    let two = choices.of(3) == 0;
    let (left, wide, bent) = (choices.of(6), [3, 3, 2, 4, 5][choices.of(5)], choices.of(3));
    let (first, second) = (3 + choices.of(6) as u8, 3 + choices.of(6) as u8);
    let mut markers = vec![(at, first)];
    let mut right = (left + wide) % 6;
    if two {
        // The second hex lies where the first marker's line leaves it; its own outer side bends a little.
        markers.push((at.over(right), second));
        right = (right + [0, 1, 5][bent]) % 6;
    }
    let fits = markers.iter().all(|(hex, _)| HEXES.contains_key(&hex.id()) && !model.occupied(*hex));
    let (dp, cp) = (choices.of(40) as u16, choices.of(10) as u16);
    let horse = row["type"] == "cavalry";
    let base = row["base_experience"].parse().expect("a number");
    let union = row["side"] == "Union";
    fits.then_some(Brigade { name, union, horse, base, dp, cp, markers, left, right })
}

/// A random fight; plays it by the rules and holds each volley and all losses against the model. Gives the number of volleys.
fn fight(entropy: &[u8]) -> Result<usize, TestCaseError> {
    let mut choices = Choices(entropy.iter());
    let mut model = Model::default();
    let centre = At::read(["HH40", "HH34", "F22"][choices.of(3)]);
    let around = |at: At, n: usize| (0..n).fold(at, |at, side| at.over(side * 5 + n));
    for (n, name) in DEFENDERS.into_iter().enumerate().take(1 + choices.of(3)) {
        let at = if n == 0 { centre } else { around(centre, 1 + choices.of(6)) };
        model.brigades.extend(raise(&mut choices, name, at, &model));
    }
    for name in ATTACKERS.into_iter().take(1 + choices.of(4)) {
        let side = choices.of(6);
        let at = centre.over(side);
        model.brigades.extend(raise(&mut choices, name, at, &model));
    }
    if choices.of(3) == 0 {
        let row = &UNITS["us-wainwright-stewart-bty"];
        let guns = ["rifled", "napoleon", "howitzer"].map(|g| row[g].parse().expect("a number"));
        model.batteries.push(Battery { name: "Stewart", union: true, at: centre, corner: choices.of(6), guns });
    }
    let mut lines = Vec::new();
    for b in &model.brigades {
        let markers: Vec<String> = b.markers.iter().map(|(hex, sp)| format!("{}={sp}", hex.id())).collect();
        lines.push(format!("place {} line {} ends {} {}", b.name, markers.join(" "), SIDES[b.left], SIDES[b.right]));
        lines.push(format!("mark {} dp {} cp {}", b.name, b.dp, b.cp));
        if !b.union {
            lines.push(format!("mark {} attack launched", b.name));
        }
    }
    for b in &model.batteries {
        lines.push(format!("place {} {} unlimbered {}", b.name, b.at.id(), CORNERS[b.corner]));
    }
    lines.push("turn 1 confederate targets".to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    // Random sides may be a line that folds back: the umpire refuses what is none.
    let mut table = Table::start();
    table.umpire("clear");
    for line in &lines {
        let Ok(facts) = RULES.umpire(&table.position, line) else { return Ok(0) };
        facts.iter().for_each(|f| table.position.apply(f));
    }
    if RULES.whole(&table.position).is_err() {
        return Ok(0);
    }
    // Targets (§24.2, step 1).
    let mut aims: Vec<(&'static str, At, At)> = Vec::new();
    for name in ATTACKERS {
        for _ in 0..2 {
            let called = RULES.pack().name(unit(name)).to_owned();
            let menu = table.menu(Side::Confederate);
            let mine: Vec<&String> = menu.iter().filter(|l| l.starts_with(&called) && l.contains(" at ")).collect();
            if mine.is_empty() || choices.of(5) == 0 {
                continue;
            }
            let line = mine[choices.of(mine.len())].clone();
            table.confederate(&line, &[]);
            for fact in &table.facts {
                if let Fact::Aimed(pair) = fact {
                    let [from, to] = [pair.from, pair.to].map(|p| At::read(&RULES.pack().ground.id(usize::from(p))));
                    aims.retain(|(who, at, _)| (*who, *at) != (name, from));
                    aims.push((name, from, to));
                    prop_assert_eq!(pair.sp, model.fires(name, from, to), "{}", &line);
                }
            }
        }
    }
    let mut dice: VecDeque<u8> = entropy.iter().rev().map(|n| n % 6 + 1).chain(std::iter::repeat_n(4, 40)).collect();
    let mut facts: Vec<Fact> = Vec::new();
    let mut splits: Vec<Fire> = Vec::new();
    let say =
        |table: &mut Table, side: Side, line: &str, dice: &mut VecDeque<u8>| -> Result<Vec<Fact>, TestCaseError> {
            let order = RULES.board(&table.position).parse(seat(side), line).expect(line);
            let said = RULES.decide(&table.position, seat(side), &order, &mut Dice::forced(dice));
            let said = said.map_err(|e| TestCaseError::fail(format!("{line}: {e}")))?;
            said.iter().for_each(|f| table.position.apply(f));
            Ok(said)
        };
    facts.extend(say(&mut table, Side::Confederate, "done", &mut dice)?);
    if table.position.segment == Segment::FlankMoves {
        let menu = table.menu(Side::Union);
        let steps: Vec<&String> = menu.iter().filter(|l| l.contains(" flank ")).collect();
        if choices.of(2) == 0 && !steps.is_empty() {
            let line = steps[choices.of(steps.len())].clone();
            for fact in say(&mut table, Side::Union, &line, &mut dice)? {
                if let Fact::Flanked(f) = &fact {
                    let at = |p: u16| At::read(&RULES.pack().ground.id(usize::from(p)));
                    let who = DEFENDERS.into_iter().find(|d| unit(d) == f.unit).expect("a defender");
                    model.steps.push((at(f.from), at(f.to), f.sp));
                    splits.push(Fire {
                        who,
                        from: at(f.to),
                        to: at(f.target),
                        sp: f.sp,
                        guns: false,
                        free: true,
                        stepped: true,
                    });
                    let home = model.brigade(who).markers.iter().any(|(hex, sp)| *hex == at(f.from) && *sp >= f.sp);
                    prop_assert!(home && f.sp <= 4);
                }
            }
        }
        facts.extend(say(&mut table, Side::Union, "done", &mut dice)?);
    }
    let attack: Vec<Fire> = aims
        .iter()
        .map(|(who, from, to)| (who, from, to, model.fires(who, *from, *to)))
        .map(|(who, from, to, sp)| Fire { who, from: *from, to: *to, sp, guns: false, free: false, stepped: false })
        .collect();
    if table.position.segment == Segment::Fire {
        for _ in 0..3 {
            let menu = table.menu(Side::Union);
            let mine: Vec<&String> = menu.iter().filter(|l| l.contains(": ") && l.contains(" at ")).collect();
            if mine.is_empty() || choices.of(4) == 0 {
                continue;
            }
            let line = mine[choices.of(mine.len())].clone();
            for fact in say(&mut table, Side::Union, &line, &mut dice)? {
                let Fact::SplitFire(split) = fact else { continue };
                let from = At::read(&RULES.pack().ground.id(usize::from(split.from)));
                let shares: Vec<(At, u8)> =
                    split.shares.iter().map(|s| (At::read(&RULES.pack().ground.id(usize::from(s.to))), s.sp)).collect();
                splits.extend(lay(&model, from, &shares, &attack)?);
            }
        }
        facts.extend(say(&mut table, Side::Union, "defend hold", &mut dice)?);
    }
    // The defenders' volleys, the attackers' losses, their answer with what they have left (§24.3.4, §24.3.5).
    let counters: BTreeMap<&str, usize> = (ATTACKERS.iter().chain(&DEFENDERS))
        .map(|n| (*n, usize::from(table.position.brigade(unit(n)).map_or(0, |b| b.counter))))
        .collect();
    let mut seen = 0;
    let mut struck: BTreeMap<&'static str, u16> = BTreeMap::new();
    for by in [Side::Union, Side::Confederate] {
        let attackers = by == Side::Confederate;
        let fires: Vec<Fire> = match attackers {
            false => splits.clone(),
            true => {
                let again = |f: &Fire| Fire { sp: model.fires(f.who, f.from, f.to), ..f.clone() };
                attack.iter().map(again).filter(|f| f.sp > 0).collect()
            }
        };
        let targets: Vec<&'static str> =
            model.brigades.iter().filter(|b| b.union == attackers).map(|b| b.name).collect();
        for name in targets {
            let at_it = fires.iter().any(|f| model.brigade(name).markers.iter().any(|(hex, _)| *hex == f.to));
            let volley = facts.iter().find_map(|f| match f {
                Fact::CombatFire(v) if v.by == by && v.target == unit(name) => Some(v),
                _ => None,
            });
            prop_assert_eq!(volley.is_some(), at_it, "{:?} at {}: {:?}", by, name, &fires);
            let Some(volley) = volley else { continue };
            let comes = model.comes_to(name, &fires, attackers);
            let told =
                Comes { strength: volley.strength, group: volley.group, horse: volley.horse, minus: volley.minus };
            prop_assert_eq!(&told, &comes, "{} under {:?} in {:?}", name, &fires, &model);
            let points = Model::casualties(&comes, &volley.dice);
            prop_assert_eq!(volley.cp, points, "{} {:?}", name, &volley.dice);
            struck.insert(name, points);
            seen += 1;
        }
        for (name, points) in std::mem::take(&mut struck) {
            let before = model.brigade(name).markers.len();
            let (dp, lost) = model.settle(name, points, counters[name]);
            let found = facts.iter().find_map(|f| match f {
                Fact::Losses(l) if l.unit == unit(name) => Some(l),
                _ => None,
            });
            prop_assert_eq!(found.is_some(), points > 0);
            let Some(found) = found else { continue };
            prop_assert_eq!((found.dp, found.lost), (dp, lost), "{} for {}", name, points);
            let left: Vec<u8> = found.chain.iter().map(|l| l.sp).collect();
            let of: Vec<u8> = model.brigade(name).markers.iter().map(|(_, sp)| *sp).filter(|sp| *sp > 0).collect();
            prop_assert_eq!(left, of, "{} of {} markers", name, before);
        }
    }
    Ok(seen)
}

/// A defending hex's shares: foot and horse before cannon, what matches before what is free (§24.2, step 2); within all limits.
fn lay(model: &Model, from: At, shares: &[(At, u8)], attack: &[Fire]) -> Result<Vec<Fire>, TestCaseError> {
    let stands = |b: &&Brigade| b.union && b.markers.iter().any(|(hex, _)| *hex == from);
    let foot = model.brigades.iter().find(stands);
    let stepped: u8 = model.steps.iter().filter(|(home, ..)| *home == from).map(|(.., sp)| *sp).sum();
    let here = |b: &Brigade| b.markers.iter().find(|(hex, _)| *hex == from).map_or(0, |(_, sp)| *sp) - stepped;
    let mut muskets = foot.map_or(0, |b| here(b).min(8));
    let battery = model.batteries.iter().find(|b| b.at == from && b.union);
    let mut cannon = battery.map_or(0, |b| [0, 1].map(|n| model.cannon(b, b.at.over(b.corner + n)))[0]);
    let mut laid = Vec::new();
    prop_assert!(shares.iter().map(|(_, sp)| *sp).sum::<u8>() <= 11);
    for (to, sp) in shares {
        let against: u8 = attack.iter().filter(|f| f.from == *to && f.to == from).map(|f| f.sp).sum();
        let (mut bound, mut need) = (against, *sp);
        if let Some(b) = foot {
            let n = b.markers.iter().position(|(hex, _)| *hex == from).expect("it stands there");
            let fired = need.min(muskets).min(b.most_into(n, *to));
            if fired >= if b.horse { 2 } else { 1 } {
                muskets -= fired;
                need -= fired;
                for (sp, free) in [(fired.min(bound), false), (fired - fired.min(bound), true)] {
                    let one = Fire { who: b.name, from, to: *to, sp, guns: false, free, stepped: false };
                    laid.extend((sp > 0).then_some(one));
                }
                bound -= fired.min(bound);
            }
        }
        if let Some(b) = battery.filter(|_| need > 0) {
            prop_assert!(need <= cannon && model.cannon(b, *to) > 0, "{} cannot fire {need}", b.name);
            cannon -= need;
            for (sp, free) in [(need.min(bound), false), (need - need.min(bound), true)] {
                let one = Fire { who: b.name, from, to: *to, sp, guns: true, free, stepped: false };
                laid.extend((sp > 0).then_some(one));
            }
            need = 0;
        }
        prop_assert_eq!(need, 0, "nobody in {} has so much for {}", from.id(), to.id());
    }
    Ok(laid)
}

#[test]
fn s24_a_second_model_finds_the_same_fire_and_losses_in_three_thousand_fights() {
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(
        ProptestConfig { cases: 3_000, failure_persistence: None, max_shrink_iters: 400, ..ProptestConfig::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let volleys = std::cell::Cell::new(0);
    let told = runner.run(&proptest::collection::vec(any::<u8>(), 90), |entropy| {
        volleys.set(volleys.get() + fight(&entropy)?);
        Ok(())
    });
    if let Err(failed) = told {
        panic!("{failed}");
    }
    assert!(volleys.get() > 3_000, "only {} volleys", volleys.get());
}
