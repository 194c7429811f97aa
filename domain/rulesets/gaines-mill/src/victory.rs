//! Chapter 16: the score, at any moment and at the end.

use super::facts::ScoreLine;
use super::pack::Pack;
use super::position::Place;
use super::teller::Teller;
use super::units::UnitId;
use super::zones::Board;
use domain_core::kit::{counted, signed};
use domain_core::referee::{Chart, Line, Measure, Side, Tone, Track, TrackSpace};

/// A score with its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VictoryScore {
    /// What it is made of.
    pub lines: Vec<ScoreLine>,
    /// Their sum, the Confederate score.
    pub points: i32,
    /// The level's name.
    pub level: String,
    /// Who wins at that level.
    pub winner: Side,
}

impl Board<'_> {
    /// §16.0: step counters lost by a side. Flipping an ID counter scores nothing (ruling 46).
    pub fn step_counters_lost(&self, side: Side) -> i32 {
        let lost = |u: UnitId| {
            let (spec, state) = (self.spec(u), self.state(u));
            i32::from(spec.extra()) - i32::from(state.steps.saturating_sub(2).min(spec.extra()))
        };
        self.pack.ids().filter(|u| self.side(*u) == side).map(lost).sum()
    }

    fn counters_lost(&self, side: Side, guns: bool) -> i32 {
        let gone = |u: &UnitId| {
            let spec = self.spec(*u);
            spec.side == side && self.state(*u).place == Place::Lost && (guns || !spec.arm.is_artillery())
        };
        self.pack.ids().filter(gone).count() as i32
    }

    /// Strength on the map, and who stands on the victory hexes (§16.0).
    pub fn measures(&self) -> Vec<Measure> {
        let strength = |side| {
            let there = self.pack.ids().filter(|u| self.side(*u) == side && self.state(*u).hex().is_some());
            there.map(|u| i32::from(self.state(u).steps)).sum()
        };
        let held = |side| {
            let stars = self.pack.ground.stars.iter();
            stars.filter(|h| self.unit_in(**h).is_some_and(|u| self.side(u) == side)).count() as i32
        };
        vec![
            Measure::of("Strength on the map, in steps", strength),
            Measure::of("Victory hexes with a unit of theirs", held),
        ]
    }

    /// The score as it stands.
    pub fn tally(&self) -> VictoryScore {
        let options = &self.at.options;
        let stars = self.pack.ground.stars.iter();
        let held = stars.filter(|h| self.unit_in(**h).is_some_and(|u| self.side(u) == Side::Confederate)).count();
        let confederate_steps = self.step_counters_lost(Side::Confederate);
        let mut lines = Vec::new();
        let mut line = |what: String, points: i32| lines.push(ScoreLine { points, what });
        let union_steps = self.step_counters_lost(Side::Union);
        line(format!("Union step counters lost: {union_steps}"), union_steps);
        let union_units = self.counters_lost(Side::Union, false);
        line(format!("Union infantry and cavalry units lost: {union_units}"), 2 * union_units);
        line(format!("Confederate units on victory hexes: {held}"), 2 * held as i32);
        line("Lee's Personal Touch never used".to_owned(), if self.at.touch_used { 0 } else { 5 });
        // §17: what the Union paid for early reinforcements.
        if options.early_slocum {
            line("Slocum early".to_owned(), 3);
        }
        match options.special_after {
            3 => line("Richardson after turn 3".to_owned(), 2),
            2 => line("Richardson after turn 2".to_owned(), 4),
            _ => {}
        }
        let units = self.counters_lost(Side::Confederate, true);
        line(format!("Confederate units lost: {units}"), -2 * units);
        // One point for each five, rounded up.
        line(format!("Confederate step counters lost: {confederate_steps}"), -((confederate_steps + 4) / 5));
        let points = lines.iter().map(|l| l.points).sum();
        let level = self.pack.tables.levels.iter().find(|l| l.max.is_none_or(|max| points <= max));
        let level = level.map_or_else(String::new, |l| l.result.clone());
        let winner = if level.starts_with("Union") { Side::Union } else { Side::Confederate };
        VictoryScore { lines, points, level, winner }
    }
}

/// The victory levels with what scores.
pub fn chart(pack: &Pack) -> Chart {
    let tables = &pack.tables;
    Chart::new(
        "Victory",
        "16.0",
        &["Points", "Level"],
        tables.levels.iter().map(|l| vec![l.range(), l.result.clone()]).collect(),
        &[
            "+1 each Union step counter lost; +2 each Union infantry or cavalry unit lost; +2 each Confederate unit on a star; \
             +5 if Lee's Personal Touch was never used",
            "−2 each Confederate unit lost; −1 for every five Confederate step counters lost or part of five",
        ],
    )
}

/// The levels of §16.0, the marker where the score stands now.
pub fn victory_track(pack: &Pack, tally: &VictoryScore) -> Track {
    let spaces = pack.tables.levels.iter().map(|l| {
        let here = l.result == tally.level;
        TrackSpace {
            label: l.range(),
            text: l.result.clone(),
            here,
            markers: if here { vec![format!("{} now", counted(tally.points, "point"))] } else { Vec::new() },
            colour: None,
        }
    });
    Track { title: "Victory", spaces: spaces.collect() }
}

/// What a line of the score is given for, after its points: "−2 for 6 Confederate step counters lost".
fn said(line: &ScoreLine) -> String {
    // The facts have the count behind the name since the first revision, and in the plural.
    let what = match line.what.rsplit_once(": ") {
        Some((what, "1")) => {
            format!("1 {}", what.replace("counters", "counter").replace("units", "unit").replace("hexes", "hex"))
        }
        Some((what, count)) => format!("{count} {what}"),
        None => line.what.clone(),
    };
    format!("{} for {what}", signed(line.points))
}

impl Teller<'_> {
    /// The end, with every item of the score.
    pub fn ended(&self, level: &str, lines: &[ScoreLine], points: i32) -> Option<Line> {
        let items = lines.iter().filter(|l| l.points != 0).map(said);
        let items: Vec<String> = items.collect();
        let text = format!("{level}: {} ({}).", counted(points, "victory point"), items.join("; "));
        self.line(Tone::Result, text, "16.0", vec![])
    }
}
