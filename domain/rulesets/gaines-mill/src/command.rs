//! Chapter 5: the coordination roll and its modifier, the Union's choice, independents and reserves.

use super::book::{AnyOrder, NOT_ASKED, Rules, Stop, WRONG_PHASE};
use super::facts::Fact;
use super::names::{UMPIRE, read_division};
use super::position::{COORDINATION, Pending, Phase, Position};
use super::resolver::Resolver;
use super::teller::{Teller, dice_text};
use super::units::{Division, UnitId};
use super::zones::Board;
use domain_core::kit::names::listed;
use domain_core::kit::{OneWord, PhaseQuestion, Question, RuleBreak, Said, Verb, Words};
use domain_core::referee::{Chart, Choice, Line, Refusal, Side, Tone, Track, TrackSpace};

const TOUCH_USED: RuleBreak =
    RuleBreak::new(&["5.13", "Lee's Personal Touch has been used.", "It works once in a game."]);
const NO_SECOND_ROLL: RuleBreak =
    RuleBreak::new(&["5.13", "There is no second roll.", "Keep the first, or roll again by the touch."]);
const SAME_DIVISION: RuleBreak =
    RuleBreak::new(&["5.2", "That is one division twice.", "Choose two different divisions."]);
const NOT_UNION_DIVISION: RuleBreak =
    RuleBreak::new(&["5.2", "That is not a Union division.", "Choose two of McCall, Morell, Sykes and Slocum."]);

/// What the coordination roll is called in the log (§5.1).
pub const COORDINATION_ROLL: &str = "Coordination Roll";
/// What the roll of Lee's Personal Touch is called in the log (§5.13).
pub const PERSONAL_TOUCH: &str = "Lee's Personal Touch";

/// The activation number of a division on the Lee Coordination Track (§5.1).
pub const fn activation_number(division: Division) -> Option<u8> {
    match division {
        Division::ApHill => Some(12),
        Division::Longstreet => Some(7),
        Division::DhHill => Some(6),
        Division::Ewell => Some(5),
        Division::Whiting => Some(4),
        Division::Jackson => Some(3),
        _ => None,
    }
}

/// §5.12: divisions that only a natural roll brings.
pub const fn natural_only(division: Division) -> bool {
    matches!(division, Division::Ewell | Division::Whiting | Division::Jackson)
}

/// How far an activated unit wakes independents of its corps, and reserves (§5.3).
pub const INDEPENDENT_RANGE: u32 = 4;

/// What a coordination roll brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinated {
    /// Divisions activated, in track order.
    pub divisions: Vec<Division>,
    /// Where the CCRM marker goes; 0 is off the track.
    pub ccrm: u8,
}

fn brought(natural: i32, modified: i32) -> Vec<Division> {
    let counts = |d: &Division| {
        let total = if natural_only(*d) { natural } else { modified };
        activation_number(*d).is_some_and(|n| total <= i32::from(n))
    };
    Division::CONFEDERATE.into_iter().filter(counts).collect()
}

/// §5.1, §5.11: reads a roll with the CCRM marker where it lies (rulings 2 and 3). A roll that activates one division only
/// has failed: with the marker on the track it is read again, two less for each space; if it still fails the marker goes
/// one space on, otherwise it comes off.
pub fn coordinate(dice: [u8; 2], ccrm: u8) -> Coordinated {
    let natural = i32::from(dice[0]) + i32::from(dice[1]);
    let mut divisions = brought(natural, natural);
    if divisions.len() < 2 {
        divisions = brought(natural, natural - 2 * i32::from(ccrm));
    }
    let ccrm = if divisions.len() < 2 { ccrm.saturating_add(1) } else { 0 };
    Coordinated { divisions, ccrm }
}

/// A roll and what it brings, for the question whether to keep it: "9 brings A.P. Hill".
fn roll_in_words(dice: [u8; 2], ccrm: u8) -> String {
    let names: Vec<&str> = coordinate(dice, ccrm).divisions.iter().map(|d| d.name()).collect();
    format!("{} brings {}", dice[0] + dice[1], listed(&names))
}

/// `roll`: the coordination roll, in study positions; in a game it is rolled as the phase begins (§5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roll;

impl OneWord<Rules> for Roll {
    const WORDS: &[&str] = &["roll"];

    fn legal(board: &Board<'_>) -> bool {
        board.coordinates(Side::Confederate).is_ok()
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        Choice::plain(line, "Roll for coordination", "roll", "5.1").rolling()
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().coordinates(Side::Confederate).map_err(|_| NOT_ASKED)?;
        Ok(resolver.roll_coordination(None)?)
    }
}

/// `activate Morell Sykes`: the Union chooses two divisions, the first in the rulebook's order first (§5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activate {
    /// The first in the order of the rulebook.
    pub one: Division,
    /// The one after it.
    pub two: Division,
}

impl Verb<Rules> for Activate {
    fn said() -> Said {
        Said::Alone(&["activate"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        // "activate Morell and Sykes"
        let names: Vec<&str> = words.rest.iter().copied().filter(|w| !w.eq_ignore_ascii_case("and")).collect();
        let [one, two] = names.as_slice() else {
            let legal = "Write for example: activate Morell Sykes.";
            return Some(Err(Refusal::unreadable("Two divisions are activated.", legal)));
        };
        let both = read_division(one).and_then(|one| Ok((one, read_division(two)?)));
        Some(both.map(|(one, two)| Activate { one: one.min(two), two: one.max(two) }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let others = |i: usize| Division::UNION.into_iter().skip(i + 1);
        let pairs = Division::UNION.into_iter().enumerate().flat_map(|(i, one)| others(i).map(move |two| (one, two)));
        board.coordinates(Side::Union).is_ok() && pairs.into_iter().any(|(one, two)| found(Activate { one, two }))
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("activate {} {}", self.one.name(), self.two.name())
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("Activate {} and {}", self.one.name(), self.two.name());
        let woken: Vec<&str> = board
            .activated_by(Side::Union, &[self.one, self.two])
            .into_iter()
            .map(|u| board.spec(u))
            .filter(|spec| spec.division.is_none() && !spec.always_active)
            .map(|spec| spec.name.as_str())
            .collect();
        let note = (!woken.is_empty()).then(|| format!("Wakes {} as well.", listed(&woken)));
        Choice { note, ..Choice::plain(line, label, "activate", "5.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().coordinates(Side::Union)?;
        if self.one.side() != Side::Union || self.two.side() != Side::Union {
            return Err(NOT_UNION_DIVISION.into());
        }
        if self.one == self.two {
            return Err(SAME_DIVISION.into());
        }
        resolver.activate(&[self.one, self.two]);
        Ok(resolver.next_phase()?)
    }
}

/// `keep first`, `keep second`: takes a coordination roll (§5.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Whether it is the roll of the Personal Touch.
    pub second: bool,
}

impl Verb<Rules> for Keep {
    fn said() -> Said {
        Said::Alone(&["keep"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let which = match words.rest {
            [] => "",
            [which] => which,
            _ => return None,
        };
        // Of one roll nobody needs to say which.
        let alone = || KeepRoll::open(words.board).is_some_and(|asked| asked.second.is_none());
        Some(match which.to_lowercase().as_str() {
            "first" => Ok(Keep { second: false }.into()),
            "second" => Ok(Keep { second: true }.into()),
            "" if alone() => Ok(Keep { second: false }.into()),
            _ => Err(Refusal::unreadable("Which roll is kept?", "Write keep first, or keep second.")),
        })
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(COORDINATION)
    }

    fn write(&self, _: &Board<'_>) -> String {
        if self.second { "keep second" } else { "keep first" }.to_owned()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let rolls = KeepRoll::open(board).map_or([None, None], |asked| [Some(asked.first), asked.second]);
        let which = if self.second { "Keep the second roll" } else { "Keep the first roll" };
        let label = match rolls[usize::from(self.second)] {
            Some(dice) => format!("{which}: {}", roll_in_words(dice, board.at.ccrm)),
            None => which.to_owned(),
        };
        Choice::plain(line, label, "keep", "5.13")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let KeepRoll { first, second } = KeepRoll::open(&resolver.board()).ok_or(NOT_ASKED)?;
        let dice = if self.second { second.ok_or(NO_SECOND_ROLL)? } else { first };
        resolver.write(Fact::Answered);
        if second.is_some() {
            resolver.write(Fact::RollKept { dice, second: self.second });
        }
        Ok(resolver.coordinated(dice)?)
    }
}

/// `touch`: rolls again by Lee's Personal Touch (§5.13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touch;

impl OneWord<Rules> for Touch {
    const WORDS: &[&str] = &["touch"];

    fn procedure(&self) -> Option<&'static str> {
        Some(COORDINATION)
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        let note = Some("Once in a game. You lose the 5 points for not using it.".to_owned());
        Choice { note, ..Choice::plain(line, "Roll again by Lee's Personal Touch", "touch", "5.13").rolling() }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let first = match KeepRoll::open(&board) {
            Some(KeepRoll { first, second: None }) => first,
            Some(_) => return Err(TOUCH_USED.into()),
            None if board.at.touch_used => return Err(TOUCH_USED.into()),
            None => return Err(NOT_ASKED.into()),
        };
        resolver.write(Fact::Answered);
        resolver.write(Fact::Touch);
        Ok(resolver.roll_coordination(Some(first))?)
    }
}

/// Whether a coordination roll is kept (§5.13). Asked in one's own turn: no standing order answers it.
pub struct KeepRoll {
    first: [u8; 2],
    /// The roll of Lee's Personal Touch.
    second: Option<[u8; 2]>,
}

impl Question<Rules> for KeepRoll {
    fn open(board: &Board<'_>) -> Option<Self> {
        match board.at.pending.last() {
            Some(Pending::Coordination { first, second }) => Some(KeepRoll { first: *first, second: *second }),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        "coordination"
    }

    fn section(&self) -> &'static str {
        "5.13"
    }

    fn asks(&self, board: &Board<'_>) -> String {
        let said = |dice| roll_in_words(dice, board.at.ccrm);
        let first = said(self.first);
        match self.second {
            None => format!("The roll of {first}: keep it, or roll again by Lee's Personal Touch."),
            Some(second) => format!("Keep one: the first roll of {first}; the second of {}.", said(second)),
        }
    }

    fn side(&self, _: &Board<'_>) -> Side {
        Side::Confederate
    }

    fn procedure(&self) -> Option<&'static str> {
        Some(COORDINATION)
    }

    fn options(&self, _: &Board<'_>) -> Vec<AnyOrder> {
        let again = if self.second.is_some() { Keep { second: true }.into() } else { Touch.into() };
        vec![Keep { second: false }.into(), again]
    }
}

/// The Union's choice in its Command Phase (§5.2).
pub const CHOOSE_DIVISIONS: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "command",
    section: "5.2",
    open: |board| board.at.acting_in(Phase::Command).filter(|side| *side == Side::Union),
    asks: |_| "Choose two divisions to activate.".to_owned(),
};

/// The Confederates' Command Phase in study positions, where nothing has been rolled yet (§5.1).
pub const ROLL_FOR_COORDINATION: PhaseQuestion<Rules> = PhaseQuestion {
    kind: "command",
    section: "5.1",
    open: |board| board.at.acting_in(Phase::Command).filter(|side| *side == Side::Confederate),
    asks: |_| "Roll for coordination.".to_owned(),
};

impl Board<'_> {
    /// Whether it is the Command Phase of that side.
    pub fn coordinates(&self, side: Side) -> Result<(), RuleBreak> {
        if self.at.phase == Phase::Command && self.at.side == side { Ok(()) } else { Err(WRONG_PHASE) }
    }

    /// The units that these divisions activate: their own wherever they are, independents of the same corps and reserves
    /// within four hexes of one of them (§5.3), measured once and without chains (ruling 6), and the great battery always.
    pub fn activated_by(&self, side: Side, divisions: &[Division]) -> Vec<UnitId> {
        let own = |u: &UnitId| self.spec(*u).division.is_some_and(|d| divisions.contains(&d));
        let wakes = |u: UnitId| {
            let (spec, Some(hex)) = (self.spec(u), self.state(u).hex()) else { return false };
            let near = |(other, at): (UnitId, _)| {
                own(&other)
                    && self.pack.ground.distance(hex, at) <= INDEPENDENT_RANGE
                    && (spec.reserve || (spec.independent && self.spec(other).corps == spec.corps))
            };
            spec.always_active || self.on_map(side).any(near)
        };
        let ours = self.pack.ids().filter(|u| self.side(*u) == side && self.state(*u).steps > 0);
        ours.filter(|u| own(u) || (self.spec(*u).division.is_none() && wakes(*u))).collect()
    }
}

impl Resolver<'_, '_> {
    fn activate(&mut self, divisions: &[Division]) {
        let board = self.board();
        let units = board.activated_by(board.at.side, divisions);
        self.write(Fact::Activated { divisions: divisions.to_vec(), units });
    }

    /// §5.1: rolls two dice; while Lee's Personal Touch is unused he is asked whether to keep them (§5.13, ruling 4).
    pub fn roll_coordination(&mut self, first: Option<[u8; 2]>) -> Result<(), Refusal> {
        let purpose = if first.is_some() { PERSONAL_TOUCH } else { COORDINATION_ROLL };
        let faces = self.dice.roll(purpose, 2, 6)?;
        let dice = [faces.first().copied().unwrap_or(1), faces.get(1).copied().unwrap_or(1)];
        let ccrm = self.buffer.position.ccrm;
        let divisions = coordinate(dice, ccrm).divisions;
        self.write(Fact::Coordination { ccrm, dice, divisions, touch: first.is_some() });
        match first {
            Some(first) => self.write(Fact::Asked(Pending::Coordination { first, second: Some(dice) })),
            None if !self.buffer.position.touch_used => {
                self.write(Fact::Asked(Pending::Coordination { first: dice, second: None }));
            }
            None => self.coordinated(dice)?,
        }
        Ok(())
    }

    /// The roll kept takes effect: marker (§5.11), activation, Move Phase.
    pub fn coordinated(&mut self, dice: [u8; 2]) -> Result<(), Refusal> {
        let read = coordinate(dice, self.buffer.position.ccrm);
        if read.ccrm != self.buffer.position.ccrm {
            self.write(Fact::Ccrm { space: read.ccrm });
        }
        self.activate(&read.divisions);
        self.next_phase()
    }
}

/// An umpire's `activate Morell Sykes`, `ccrm 2`, `touch used` and `touch unused`.
pub fn umpire(board: &Board<'_>, verb: &str, rest: &[&str]) -> Option<Result<Vec<Fact>, Refusal>> {
    Some(match (verb, rest) {
        ("activate", names) => read_divisions(names).and_then(|mut divisions| {
            divisions.sort_unstable();
            divisions.dedup();
            let first = divisions.first().ok_or_else(|| UMPIRE.unreadable("Which division?"))?;
            let units = board.activated_by(first.side(), &divisions);
            Ok(vec![Fact::Activated { divisions, units }])
        }),
        ("ccrm", [space]) => match UMPIRE.number::<u8>(space) {
            Ok(space @ 0..=6) => Ok(vec![Fact::Ccrm { space }]),
            Ok(_) => Err(UMPIRE.unreadable("The CCRM marker lies on 0 to 6.")),
            Err(refusal) => Err(refusal),
        },
        ("touch", ["used"]) => Ok(vec![Fact::UmpireTouch { used: true }]),
        ("touch", ["unused"]) => Ok(vec![Fact::UmpireTouch { used: false }]),
        _ => return None,
    })
}

/// Divisions by name, of one word or two ("D.H. Hill").
fn read_divisions(words: &[&str]) -> Result<Vec<Division>, Refusal> {
    let words: Vec<&str> = words.iter().copied().filter(|w| *w != "and").collect();
    let mut divisions = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let two = words.get(at..at + 2).and_then(|pair| read_division(&pair.concat()).ok());
        at += if two.is_some() { 2 } else { 1 };
        divisions.push(match two {
            Some(division) => division,
            None => read_division(words[at - 1])?,
        });
    }
    Ok(divisions)
}

/// The coordination track as a chart.
pub fn chart() -> Chart {
    Chart::new(
        "Lee Coordination Track",
        "5.1",
        &["Division", "Roll or less", ""],
        Division::CONFEDERATE
            .into_iter()
            .map(|d| {
                let number = activation_number(d).map_or_else(String::new, |n| n.to_string());
                let natural = if natural_only(d) { "natural roll only" } else { "" };
                vec![d.name().to_owned(), number, natural.to_owned()]
            })
            .collect(),
        &["A failed roll is read again with −2 for each space of the CCRM marker."],
    )
}

/// The coordination track with what is activated.
pub fn coordination_track(at: &Position) -> Track {
    let spaces = (2..=12u8).rev().map(|n| {
        let leader = Division::CONFEDERATE.into_iter().find(|d| activation_number(*d) == Some(n));
        let text = leader.map_or_else(String::new, |d| {
            let natural = if natural_only(d) { ", natural only" } else { "" };
            format!("{}{natural}", d.name())
        });
        let active = leader.filter(|d| at.side == Side::Confederate && at.activated.contains(d));
        TrackSpace {
            label: n.to_string(),
            text,
            here: false,
            markers: active.map(|_| "activated".to_owned()).into_iter().collect(),
            colour: leader.map(Division::stripe),
        }
    });
    Track { title: "Lee Coordination Track", spaces: spaces.collect() }
}

impl Teller<'_> {
    /// Divisions activated, with the independents they wake.
    pub fn activated(&self, divisions: &[Division], units: &[UnitId]) -> Option<Line> {
        let extra: Vec<&str> = units
            .iter()
            .filter_map(|u| self.pack.units.get(u.index()))
            .filter(|u| u.division.is_none() && !u.always_active)
            .map(|u| u.name.as_str())
            .collect();
        let with = if extra.is_empty() { String::new() } else { format!(", and with them {}", listed(&extra)) };
        let verb = if divisions.len() == 1 { "is" } else { "are" };
        self.note(format!("{} {verb} activated{with}.", self.divisions(divisions)), "5.0")
    }

    /// The CCRM marker put on a space.
    pub fn ccrm(&self, space: u8) -> Option<Line> {
        let text = match space {
            0 => "Coordination succeeds: the CCRM marker comes off the track.".to_owned(),
            n => format!("Coordination fails: the CCRM marker lies on {n}."),
        };
        self.note(text, "5.11")
    }

    /// A coordination roll with its modifier.
    pub fn coordination(&self, dice: [u8; 2], ccrm: u8, divisions: &[Division], touch: bool) -> Option<Line> {
        let sum = dice[0] + dice[1];
        let natural_fails = activation_number(Division::Longstreet).is_some_and(|n| sum > n);
        let modified = if natural_fails && ccrm > 0 {
            format!(", −{} for the CCRM marker on {ccrm} = {}", 2 * ccrm, i32::from(sum) - 2 * i32::from(ccrm))
        } else {
            String::new()
        };
        let what = if touch { PERSONAL_TOUCH } else { COORDINATION_ROLL };
        let text = format!("{what}: {} = {sum}{modified}: {}.", dice_text(&dice), self.divisions(divisions));
        self.line(Tone::Roll, text, if touch { "5.13" } else { "5.1" }, vec![])
    }

    /// The roll that was kept of two.
    pub fn roll_kept(&self, dice: [u8; 2], second: bool) -> Option<Line> {
        let which = if second { "second" } else { "first" };
        self.note(format!("Lee keeps the {which} roll, {}.", dice[0] + dice[1]), "5.13")
    }

    /// Lee's Personal Touch.
    pub fn touch(&self) -> Option<Line> {
        self.note("Lee comes up in person: the roll is made again.".to_owned(), "5.13")
    }

    fn divisions(&self, divisions: &[Division]) -> String {
        listed(&divisions.iter().map(|d| d.name()).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_track_is_read_by_natural_and_modified_rolls() {
        // A natural 7 brings two divisions; a natural 2 everything (ruling 2).
        assert_eq!(coordinate([3, 4], 3).divisions, [Division::ApHill, Division::Longstreet]);
        assert_eq!(coordinate([1, 1], 0).divisions, Division::CONFEDERATE);
        // The first failure is not modified, it only starts the marker (ruling 3).
        assert_eq!(coordinate([4, 4], 0), Coordinated { divisions: vec![Division::ApHill], ccrm: 1 });
        // Marker on 1: 9 - 2 = 7 succeeds, 10 - 2 = 8 fails and moves it on.
        assert_eq!(
            coordinate([4, 5], 1),
            Coordinated { divisions: vec![Division::ApHill, Division::Longstreet], ccrm: 0 }
        );
        assert_eq!(coordinate([5, 5], 1), Coordinated { divisions: vec![Division::ApHill], ccrm: 2 });
        // A modified 2 never brings Jackson's divisions (§5.12).
        assert_eq!(coordinate([4, 4], 3).divisions, [Division::ApHill, Division::Longstreet, Division::DhHill]);
    }
}
