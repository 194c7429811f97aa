//! Games that differ only in what some seats may not know: the same public log over other private ones.

use crate::table::{Table, replay};
use domain::board::HexId;
use domain::dice::BotRng;
use domain::log::{Entry, PrivateBody, PrivateHead, PrivateHeads};
use domain::referee::{Game, Side};
use domain::words::Audience;
use fog_ruleset::{GRID, is_woods};
use serde_json::Value;
use std::collections::BTreeMap;

/// What is changed in the private logs of others.
#[derive(Debug)]
pub struct Changes {
    /// Counters of the other side that change their places and what they are: by number, the number whose part each plays.
    swapped: BTreeMap<u16, u16>,
    /// Counters of the other side that lie elsewhere, in woods next to somebody of this one.
    moved: BTreeMap<u16, HexId>,
    side: Side,
    /// Added to the draws: faces from 1 to 6 go round.
    turned: u8,
}

impl Changes {
    /// Some of them, at random: only counters that were never seen change.
    pub fn random(table: &Table, side: Side, rng: &mut BotRng) -> Option<Changes> {
        let entries = table.entries();
        let position: Value = serde_json::from_str(&table.game.position().canonical()).ok()?;
        let of = |v: &Value| v["side"] == side.word();
        let number = |v: &Value| u16::try_from(v["number"].as_u64().unwrap_or(0)).unwrap_or(0);
        let seen: Vec<u16> = position["sightings"].as_array()?.iter().filter(|s| of(s)).map(number).collect();
        let covers = position["covers"].as_array()?.iter().filter(|c| of(c) && !c["hex"].is_null());
        let unseen: Vec<u16> = covers.map(number).filter(|n| !seen.contains(n)).collect();
        let mut swapped = BTreeMap::new();
        if unseen.len() > 1 {
            let (i, by) = (rng.below(unseen.len()), 1 + rng.below(unseen.len() - 1));
            let (a, b) = (unseen[i], unseen[(i + by) % unseen.len()]);
            swapped.extend([(a, b), (b, a)]);
        }
        let mut moved = BTreeMap::new();
        let near = woods_next_to(&position, side.other());
        let crept = |n: &u16| {
            let said = format!("{{\"crept\":{{\"number\":{n},");
            entries.iter().any(|e| e.audience == Audience::Side(side) && e.body.contains(&said))
        };
        for number in unseen.iter().filter(|n| !crept(n)) {
            if let Some(hex) = rng.pick(&near) {
                moved.insert(*number, *hex);
            }
        }
        Some(Changes { swapped, moved, side, turned: 1 + rng.below(5) as u8 })
    }

    /// The same log with other secrets.
    pub fn made(&self, table: &Table, may_change: impl Fn(Audience) -> bool) -> (Game, Vec<Entry>) {
        let mut heads = PrivateHeads::default();
        let id = table.game.id();
        let covers = units(&table.entries(), self.side);
        let entries: Vec<Entry> = table
            .entries()
            .iter()
            .map(|entry| {
                heads.add(entry.audience);
                let last: PrivateHead = heads.of(entry.audience).unwrap();
                let body = match may_change(entry.audience) {
                    true => self.other(&entry.body, &covers),
                    false => entry.body.clone(),
                };
                let body: PrivateBody = serde_json::from_str(&body).unwrap();
                let made = Entry::seal(id, entry.audience, last, (entry.after, entry.with), &body).unwrap();
                heads.take(&made);
                made
            })
            .collect();
        (replay(&table.registry, &table.records(), &entries), entries)
    }

    fn other(&self, body: &str, units: &BTreeMap<u16, Value>) -> String {
        let mut body: Value = serde_json::from_str(body).unwrap();
        self.turn(&mut body, units);
        body.to_string()
    }

    fn turn(&self, value: &mut Value, units: &BTreeMap<u16, Value>) {
        let face = |v: &Value| v.as_u64().map(|n| (n + u64::from(self.turned) - 1) % 6 + 1);
        match value {
            Value::Array(all) => all.iter_mut().for_each(|v| self.turn(v, units)),
            Value::Object(object) => {
                if let Some(limit) = object.get_mut("limit") {
                    limit["limit"] = face(&limit["limit"]).into();
                } else if let Some(dispatched) = object.get_mut("dispatched") {
                    dispatched["die"] = face(&dispatched["die"]).into();
                } else if let Some(low) = object.get_mut("low") {
                    low["low"] = (low["low"] == false).into();
                } else if let Some(hidden) = object.get_mut("hidden") {
                    let number = u16::try_from(hidden["number"].as_u64().unwrap()).unwrap();
                    if hidden["side"] != self.side.word() {
                        return;
                    }
                    if let Some(other) = self.swapped.get(&number) {
                        hidden["unit"] = units[other].clone();
                    }
                    if let Some(hex) = self.moved.get(&number) {
                        hidden["hex"] = serde_json::to_value(hex).unwrap();
                    }
                } else {
                    object.values_mut().for_each(|v| self.turn(v, units));
                }
            }
            _ => {}
        }
    }
}

/// The woods next to anybody of a side in which nobody of it stands: where the enemy may lie unseen.
fn woods_next_to(position: &Value, side: Side) -> Vec<HexId> {
    let hex = |v: &Value| serde_json::from_value::<HexId>(v["hex"].clone()).ok();
    let is_own = |id: u64| (id < 200) == (side == Side::Union);
    let units = position["units"].as_array().unwrap().iter().filter(|u| is_own(u["id"].as_u64().unwrap()));
    let covers = position["covers"].as_array().unwrap().iter().filter(|c| c["side"] == side.word());
    let own: Vec<HexId> = units.chain(covers).filter_map(hex).collect();
    let near = own.iter().flat_map(|h| GRID.neighbours(*h)).flatten();
    near.filter(|h| is_woods(*h) && !own.contains(h)).collect()
}

/// What each counter of a side is, by number.
fn units(entries: &[Entry], side: Side) -> BTreeMap<u16, Value> {
    let mut found = BTreeMap::new();
    for entry in entries.iter().filter(|e| e.audience == Audience::Side(side)) {
        if let Ok(PrivateBody::Act(act)) = entry.read() {
            for fact in &act.facts {
                let fact: Value = serde_json::from_str(fact.get()).unwrap();
                if let Some(hidden) = fact.get("hidden") {
                    found.insert(hidden["number"].as_u64().unwrap() as u16, hidden["unit"].clone());
                }
            }
        }
    }
    found
}
