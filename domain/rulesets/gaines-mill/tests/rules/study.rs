//! A small builder, so that a test reads like a rule question: this position, these orders, these dice, then this.

use domain_core::dice::{Dice, Roll};
use domain_core::referee::Known;
use domain_core::referee::{
    AnyPosition, AnyRuleset, Choice, Decided, Outcome, Refusal, SeatId, Side, Terms, View, Viewer, any_ruleset,
};
use gaines_mill::GainesMill;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// The ruleset under test, built once.
pub fn rules() -> &'static Arc<dyn AnyRuleset> {
    static RULES: OnceLock<Arc<dyn AnyRuleset>> = OnceLock::new();
    RULES.get_or_init(|| any_ruleset(GainesMill::new()))
}

/// A position under study.
#[derive(Clone)]
pub struct Study {
    position: Box<dyn AnyPosition>,
    faces: VecDeque<u8>,
    story: Vec<String>,
    facts: Vec<Value>,
    rolls: Vec<Roll>,
}

/// An empty map with what the umpire says; lines are parted by semicolons.
pub fn study(umpire: &str) -> Study {
    game(&[]).umpire("clear").umpire(umpire)
}

/// The same with enough going on in the corners that no phase passes by itself for want of anything to do: two batteries
/// side by side in the south-west, a marked unit in range of infantry in the north-east.
pub fn busy(umpire: &str) -> Study {
    study("place Reilly 0121 active; place Cooper 0122 active; place Elzey 1701 rf; place Lovell 1703").umpire(umpire)
}

/// A game from its first order, with these options.
pub fn game(options: &[(&str, &str)]) -> Study {
    let scenario = &rules().about().scenarios[0];
    let mut chosen: std::collections::BTreeMap<String, String> =
        scenario.options.iter().map(|o| (o.key.to_owned(), o.values[0].0.to_owned())).collect();
    for (key, value) in options {
        assert!(chosen.insert((*key).to_owned(), (*value).to_owned()).is_some(), "no option {key}");
    }
    let terms = Terms { options: chosen, scenario: scenario.id.to_owned() };
    let position = rules().open(&terms).expect("the terms are the ruleset's own");
    Study { position, faces: VecDeque::new(), story: Vec::new(), facts: Vec::new(), rolls: Vec::new() }
}

/// The seat of a side.
pub fn seat(side: Side) -> SeatId {
    let seats = &rules().about().scenarios[0].seats;
    SeatId(seats.iter().position(|s| s.side == side).expect("both sides have a seat") as u8)
}

use Side::{Confederate, Union};

impl Study {
    /// Umpire's words, parted by semicolons.
    pub fn umpire(mut self, lines: &str) -> Self {
        for line in lines.split(';').map(str::trim).filter(|l| !l.is_empty()) {
            match rules().umpire(&*self.position, line) {
                Ok(decided) => self.position = decided.after,
                Err(why) => panic!("umpire: {line}: {why}"),
            }
        }
        self
    }

    /// The faces that the next order rolls: all of them and no more.
    pub fn dice(mut self, faces: impl IntoIterator<Item = u8>) -> Self {
        self.faces.extend(faces);
        self
    }

    /// A legal order of the Union.
    pub fn union(self, line: &str) -> Self {
        self.order(Union, line)
    }

    /// A legal order of the Confederates.
    pub fn confederate(self, line: &str) -> Self {
        self.order(Confederate, line)
    }

    /// A legal order. It must roll all the dice laid ready, and the menu must have offered it.
    pub fn order(mut self, side: Side, line: &str) -> Self {
        let mut faces = std::mem::take(&mut self.faces);
        let laid = faces.clone();
        let mut dice = Dice::forced(&mut faces);
        let decided = match rules().decide(Known::held(&*self.position), &*self.position, seat(side), line, &mut dice) {
            Ok(decided) => decided,
            Err(why) => panic!("{side}: {line} (dice {laid:?}): {why}\n{}", self.scene()),
        };
        self.rolls = dice.into_rolls();
        assert!(faces.is_empty(), "{side}: {line}: dice not rolled: {faces:?} of {laid:?}, {:?}", self.rolls);
        let menu = rules().board(Known::held(&*self.position)).lines(seat(side));
        assert!(
            offered(&menu, &decided.order),
            "{side}: {} was carried out but the menu does not hold it: {menu:?}",
            decided.order
        );
        self.take(decided);
        self
    }

    fn take(&mut self, decided: Decided) {
        self.facts = decided.facts.iter().map(|f| serde_json::from_str(f.get()).expect("facts are JSON")).collect();
        self.story = decided
            .facts
            .iter()
            .filter_map(|f| rules().tell(f.get(), Viewer::Everyone).expect("facts can be told"))
            .map(|l| l.text)
            .collect();
        self.position = decided.after;
    }

    /// Answers whatever the last attack left open in the plainest way: takes the marker, uses no bonus, stays.
    pub fn settle(mut self) -> Self {
        loop {
            let answer = rules().board(Known::held(&*self.position)).waiting().iter().find_map(|d| {
                let orders = rules().board(Known::held(&*self.position)).lines(d.seat);
                let plain = |o: &&String| o.ends_with(" stay") || o.ends_with(" marker") || o.as_str() == "bonus none";
                orders.iter().find(plain).map(|o| (d.seat, o.clone()))
            });
            let Some((seat, line)) = answer else { return self };
            let (story, facts) = (std::mem::take(&mut self.story), std::mem::take(&mut self.facts));
            let decided = rules()
                .decide(Known::held(&*self.position), &*self.position, seat, &line, &mut Dice::withheld())
                .expect("the menu's orders are legal");
            self.take(decided);
            self.story.splice(0..0, story);
            self.facts.splice(0..0, facts);
        }
    }

    /// An order that this section forbids and the menu does not hold. Where two sections say so, `6.1|6.2` takes either.
    pub fn forbidden(self, side: Side, line: &str, section: &str) -> Self {
        let mut faces = VecDeque::from([1; 8]);
        let refusal = rules().decide(
            Known::held(&*self.position),
            &*self.position,
            seat(side),
            line,
            &mut Dice::forced(&mut faces),
        );
        match refusal {
            Ok(_) => panic!("{side}: {line} is forbidden by §{section}, yet was carried out\n{}", self.scene()),
            Err(Refusal::Illegal(illegal)) => {
                let cited = section.split('|').any(|s| s == illegal.section.0);
                assert!(cited, "{side}: {line}: §{section} expected, not {illegal}");
                assert!(illegal.wrong.ends_with('.') && illegal.legal.ends_with(['.', '?']), "sentences: {illegal}");
            }
            Err(other) => panic!("{side}: {line} should be forbidden by §{section}: {other}"),
        }
        let menu = rules().board(Known::held(&*self.position)).lines(seat(side));
        assert!(!menu.iter().any(|o| o == line), "the menu holds {line}, which §{section} forbids");
        self
    }

    /// As [`Study::forbidden`], for the Union.
    pub fn union_may_not(self, line: &str, section: &str) -> Self {
        self.forbidden(Union, line, section)
    }

    /// As [`Study::forbidden`], for the Confederates.
    pub fn confederate_may_not(self, line: &str, section: &str) -> Self {
        self.forbidden(Confederate, line, section)
    }

    /// A line that is no order at all.
    pub fn unreadable(self, side: Side, line: &str) -> Self {
        match rules().decide(Known::held(&*self.position), &*self.position, seat(side), line, &mut Dice::withheld()) {
            Err(Refusal::Unreadable { wrong, legal }) => assert!(!wrong.is_empty() && !legal.is_empty()),
            other => panic!("{side}: {line} should be unreadable: {other:?}"),
        }
        self
    }

    /// The menu of the Union holds this order.
    pub fn union_may(self, line: &str) -> Self {
        self.may(Union, line)
    }

    /// The menu of the Confederates holds this order.
    pub fn confederate_may(self, line: &str) -> Self {
        self.may(Confederate, line)
    }

    fn may(self, side: Side, line: &str) -> Self {
        let menu = rules().board(Known::held(&*self.position)).lines(seat(side));
        assert!(offered(&menu, line), "{side} should be offered {line}: {menu:?}\n{}", self.scene());
        let mut faces = VecDeque::from([1; 8]);
        let tried = rules().decide(
            Known::held(&*self.position),
            &*self.position,
            seat(side),
            line,
            &mut Dice::forced(&mut faces),
        );
        assert!(tried.is_ok(), "{side}: {line} is offered, yet refused: {tried:?}");
        self
    }

    /// The menu of a side holds no order of this kind: no line with these words in it.
    pub fn no_order_with(self, side: Side, words: &str) -> Self {
        let menu = rules().board(Known::held(&*self.position)).lines(seat(side));
        assert!(!menu.iter().any(|o| o.contains(words)), "{side}: nothing with {words:?} expected: {menu:?}");
        self
    }

    /// The hexes the menu lets a unit retreat, withdraw or step away to, sorted: `choices(Union, "Meade retreat")`.
    pub fn choices(&self, side: Side, prefix: &str) -> Vec<String> {
        let menu = rules().board(Known::held(&*self.position)).lines(seat(side));
        let mut found: Vec<String> =
            menu.iter().filter_map(|o| o.strip_prefix(prefix)).map(|rest| rest.trim().to_owned()).collect();
        found.sort();
        found
    }

    /// As [`Study::choices`], asserted.
    pub fn offers(self, side: Side, prefix: &str, hexes: &[&str]) -> Self {
        let mut expected: Vec<String> = hexes.iter().map(|h| (*h).to_owned()).collect();
        expected.sort();
        assert_eq!(self.choices(side, prefix), expected, "{side}: {prefix}");
        self
    }

    /// Where a move may end, sorted, the ways aside.
    pub fn destinations(&self, side: Side, unit: &str) -> Vec<String> {
        let mut ends: Vec<String> = rules()
            .board(Known::held(&*self.position))
            .menu(seat(side), None)
            .choices
            .into_iter()
            .filter(|c| c.verb == "move" && c.order.starts_with(&format!("{unit} ")))
            .filter_map(|c| c.place)
            .collect();
        ends.sort();
        ends.dedup();
        ends
    }

    fn choice(&self, side: Side, line: &str) -> Choice {
        let menu = rules().board(Known::held(&*self.position)).menu(seat(side), None);
        let orders: Vec<String> = menu.choices.iter().map(|c| c.order.clone()).collect();
        menu.choices
            .into_iter()
            .find(|c| c.order == line)
            .unwrap_or_else(|| panic!("{side} should be offered {line}: {orders:?}\n{}", self.scene()))
    }

    /// What the menu says in plain words of an outcome of an order.
    pub fn plainly(&self, side: Side, line: &str, outcome: &str) -> String {
        let odds = self.choice(side, line).odds;
        let found = odds.iter().find(|o| o.outcome == outcome);
        found.unwrap_or_else(|| panic!("{line} has no {outcome}: {odds:?}")).plain.clone()
    }

    /// What the menu adds to an order.
    pub fn note(&self, side: Side, line: &str) -> String {
        self.choice(side, line).note.unwrap_or_default()
    }

    /// The attack strength that the menu announces for an order, term by term: `"3 steps +2 morale = 5"`.
    pub fn sum(self, side: Side, line: &str, expected: &str) -> Self {
        let choice = self.choice(side, line);
        let sum = choice.sum.unwrap_or_else(|| panic!("{line} announces no sum"));
        assert_eq!(sum.to_string(), expected, "{line}");
        self
    }

    /// What the attack strength comes to that the menu announces for an order.
    pub fn strength(&self, side: Side, line: &str) -> i32 {
        self.choice(side, line).sum.unwrap_or_else(|| panic!("{line} announces no sum")).total()
    }

    /// The odds that the menu announces: outcome and the number of rolls that bring it, of all.
    pub fn odds(self, side: Side, line: &str, of: u32, expected: &[(&str, u32)]) -> Self {
        let mut odds: Vec<(String, u32)> = Vec::new();
        for o in self.choice(side, line).odds {
            assert_eq!(o.of, of, "{line}: {o:?}");
            odds.push((o.outcome, o.ways));
        }
        odds.sort();
        let mut expected: Vec<(String, u32)> = expected.iter().map(|(o, w)| ((*o).to_owned(), *w)).collect();
        expected.sort();
        assert_eq!(odds, expected, "{line}");
        self
    }

    /// The unit stands in this hex.
    pub fn at(self, unit: &str, hex: &str) -> Self {
        assert_eq!(self.hex_of(unit).as_deref(), Some(hex), "{unit}\n{}", self.scene());
        self
    }

    /// The unit is not on the map and never was.
    pub fn away(self, unit: &str) -> Self {
        assert_eq!(self.unit(unit)["place"], "away", "{unit}");
        self
    }

    /// The unit has been eliminated.
    pub fn lost(self, unit: &str) -> Self {
        assert_eq!(self.unit(unit)["place"], "lost", "{unit}\n{}", self.scene());
        self
    }

    /// Steps left.
    pub fn steps(self, unit: &str, steps: u64) -> Self {
        assert_eq!(self.unit(unit)["steps"], steps, "steps of {unit}\n{}", self.scene());
        self
    }

    /// `good`, `disrupted` or `disordered`.
    pub fn condition(self, unit: &str, condition: &str) -> Self {
        assert_eq!(self.unit(unit)["condition"], condition, "{unit}\n{}", self.scene());
        self
    }

    /// Whether the unit bears a Return Fire marker.
    pub fn rf(self, unit: &str, marked: bool) -> Self {
        assert_eq!(self.unit(unit)["rf"], marked, "RF marker on {unit}\n{}", self.scene());
        self
    }

    /// Whether the unit is activated.
    pub fn active(self, unit: &str, active: bool) -> Self {
        assert_eq!(self.unit(unit)["activated"], active, "activation of {unit}");
        self
    }

    /// As [`Study::active`], returned.
    pub fn is_active(&self, unit: &str) -> bool {
        self.unit(unit)["activated"] == true
    }

    /// Whether the unit is charging.
    pub fn charging(self, unit: &str, charging: bool) -> Self {
        assert_eq!(!self.unit(unit)["charging"].is_null(), charging, "charge of {unit}\n{}", self.scene());
        self
    }

    /// As [`Study::charging`], returned.
    pub fn is_charging(&self, unit: &str) -> bool {
        !self.unit(unit)["charging"].is_null()
    }

    /// How many dice an order rolls first.
    pub fn dice_of(&self, side: Side, line: &str) -> u32 {
        let (mut faces, position) = (VecDeque::from([1; 20]), &*self.position);
        let mut dice = Dice::forced(&mut faces);
        rules().decide(Known::held(position), position, seat(side), line, &mut dice).expect("a legal order");
        dice.into_rolls().first().map_or(0, |r| r.faces.len() as u32)
    }

    /// A sentence of the last order's story holds these words.
    pub fn story(self, words: &str) -> Self {
        assert!(self.story.iter().any(|s| s.contains(words)), "no {words:?} in {:#?}", self.story);
        self
    }

    /// The result of the last attack, as the table prints it.
    pub fn result(self, outcome: &str) -> Self {
        assert_eq!(self.last_result(), outcome, "{}\n{:#?}", self.scene(), self.story);
        self
    }

    /// As [`Study::result`], returned.
    pub fn last_result(&self) -> String {
        let attack = self.fact("attacked").unwrap_or_else(|| panic!("no attack in {:?}", self.facts));
        attack["outcome"].as_str().expect("an outcome is text").to_owned()
    }

    /// The last fact of a kind that the last order brought.
    pub fn fact(&self, kind: &str) -> Option<&Value> {
        self.facts.iter().rev().find(|f| f["fact"] == kind).map(|f| &f["of"])
    }

    /// Half movement points that the last move paid.
    pub fn paid(self, halves: u64) -> Self {
        let fact = self.fact("moved").or_else(|| self.fact("charged")).expect("a move");
        assert_eq!(fact["cost"], halves, "{fact}");
        self
    }

    /// Dice rolled by the last order, roll by roll.
    pub fn rolled(self, dice: &[usize]) -> Self {
        assert_eq!(self.rolls.iter().map(|r| r.faces.len()).collect::<Vec<_>>(), dice, "{:?}", self.rolls);
        self
    }

    /// The phase of play: `3 union fire`.
    pub fn phase(self, expected: &str) -> Self {
        assert_eq!(self.phase_now(), expected);
        self
    }

    /// As [`Study::phase`], returned.
    pub fn phase_now(&self) -> String {
        let p = self.json();
        let word = |k: &str| p[k].as_str().expect("a word").to_owned();
        format!("{} {} {}", p["turn"], word("side"), word("phase"))
    }

    /// The game waits on this side for a decision of this kind, and on nobody else.
    pub fn asks(self, side: Side, kind: &str) -> Self {
        let waiting = rules().board(Known::held(&*self.position)).waiting();
        let asked: Vec<_> = waiting.iter().map(|d| (d.seat, d.kind)).collect();
        assert_eq!(asked, [(seat(side), kind)], "{waiting:?}\n{}", self.scene());
        self
    }

    /// Who owes a decision.
    pub fn waits_on(self, side: Side) -> Self {
        let waiting = rules().board(Known::held(&*self.position)).waiting();
        assert!(waiting.iter().all(|d| d.seat == seat(side)) && !waiting.is_empty(), "{waiting:?}\n{}", self.scene());
        self
    }

    /// Space of the CCRM marker, 0 beside the track.
    pub fn ccrm(self, space: u64) -> Self {
        assert_eq!(self.json()["ccrm"], space, "CCRM");
        self
    }

    /// The victory points as they stand.
    pub fn points(self, expected: i32) -> Self {
        let score = self.view().score;
        assert_eq!(score.total, expected, "{score:?}");
        self
    }

    /// The outcome, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        rules().board(Known::held(&*self.position)).outcome()
    }

    /// What everybody would see.
    pub fn view(&self) -> View {
        rules().board(Known::held(&*self.position)).view(Viewer::Everyone)
    }

    /// The position.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Every order the menu of a side holds.
    pub fn menu(&self, side: Side) -> Vec<String> {
        rules().board(Known::held(&*self.position)).lines(seat(side))
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.position.canonical()).expect("a position is JSON")
    }

    fn unit(&self, name: &str) -> Value {
        let index = counters().iter().position(|c| c.name == name).unwrap_or_else(|| panic!("no unit {name}"));
        self.json()["units"][index].clone()
    }

    /// The unit's hex.
    pub fn hex_of(&self, unit: &str) -> Option<String> {
        let number = self.unit(unit)["place"]["at"].as_u64()?;
        Some(format!("{:02}{:02}", number / 1000, number % 1000))
    }

    /// What is on the map, for messages.
    fn scene(&self) -> String {
        let mut scene = format!("{}: ", self.phase_now());
        for (counter, unit) in counters().iter().zip(self.json()["units"].as_array().into_iter().flatten()) {
            if let Some(number) = unit["place"]["at"].as_u64() {
                scene += &format!("{} {:02}{:02} {}; ", counter.name, number / 1000, number % 1000, unit);
            }
        }
        scene
    }
}

/// Whether a menu holds an order, the way to a hex aside: `Archer 0714-0715-0815` is offered as any way from 0714 to 0815.
fn offered(menu: &[String], order: &str) -> bool {
    let ends = |o: &str| -> Vec<String> {
        o.split(' ')
            .map(|word| match word.split_once('-') {
                Some((from, _)) if from.len() == 4 => format!("{from}>{}", word.rsplit('-').next().unwrap_or(word)),
                _ => word.to_owned(),
            })
            .collect()
    };
    menu.iter().any(|o| o == order) || menu.iter().any(|o| ends(o) == ends(order))
}

/// A row of the pack's `units.csv`.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Name on the counter.
    pub name: String,
    /// Column name to text.
    pub columns: std::collections::BTreeMap<String, String>,
}

/// The pack's counters in their order.
pub fn counters() -> &'static [Counter] {
    static COUNTERS: OnceLock<Vec<Counter>> = OnceLock::new();
    COUNTERS.get_or_init(|| {
        let mut reader = csv::Reader::from_reader(include_str!("../../data/units.csv").as_bytes());
        let heads = reader.headers().expect("a head row").clone();
        let rows = reader.records().map(|r| r.expect("a row"));
        rows.map(|r| {
            let columns = heads.iter().map(str::to_owned).zip(r.iter().map(str::to_owned)).collect();
            let mut counter = Counter { name: String::new(), columns };
            counter.name = counter.columns["counter_name"].clone();
            counter
        })
        .collect()
    })
}
