//! Entry options (0.5): written in secret before play, paid for in victory points, told as their first counter is due.

use super::board::{Board, clock};
use super::book::{AnyOrder, Rules, Stop, WRONG_SEGMENT};
use super::facts::{Fact, Given};
use super::names::{read_hex, unreadable};
use super::position::{Place, Segment, row as row_of};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{Joining, Level, UnitId};
use super::written::{EntryChoice, OptionStage};
use domain_core::kit::{RuleBreak, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Line, Refusal, Side};

const NO_OPTIONS: RuleBreak = RuleBreak::new(&[
    "0.5",
    "There is no such entry option, or it needs another one.",
    "The Union has 1 to 7, the Confederates 1 to 5, 4 only with 2; those that begin after the last turn are not written.",
]);
const WRITTEN: RuleBreak =
    RuleBreak::new(&["0.5", "That option is written already.", "An option once chosen is not altered."]);
const NO_PLACE: RuleBreak = RuleBreak::new(&[
    "0.5",
    "Meredith, Cutler and Hall do not begin there.",
    "They begin at rest in hexes of Gettysburg, the brigades in two.",
]);
const NO_EXCHANGE: RuleBreak = RuleBreak::new(&[
    "0.5",
    "Those corps cannot exchange their arrival.",
    "Two of II, V, VI and XII exchange it: option 3 II VI.",
]);

/// What an option does, by the cards (Orders of Appearance, optional entry).
struct Row {
    side: Side,
    n: u8,
    points: i32,
    says: &'static str,
    /// Counters that come by it: id, turn, road.
    comes: &'static [(&'static str, u8, &'static str)],
    /// Strength that joins by it: id, turn, points.
    joins: &'static [(&'static str, u8, i8)],
    /// The turn from which it shows, where it brings neither.
    from: u8,
}

const CASHTOWN: &str = "Cashtown Pike";

#[rustfmt::skip]
const ROWS: [Row; 12] = [
    Row { side: Side::Union, n: 1, points: 20, says: "Meredith, Cutler and Hall begin in Gettysburg; the I and XI Corps come forty minutes earlier", comes: &[], joins: &[], from: 1 },
    Row { side: Side::Union, n: 2, points: 10, says: "Huey and Fuller come at 9 p.m. of July 2", from: 115, joins: &[],
        comes: &[("us-huey-cav", 115, "Hanover Rd."), ("us-tidball-fuller-bty", 115, "Hanover Rd.")] },
    Row { side: Side::Union, n: 3, points: 10, says: "two of the II, V, VI and XII Corps exchange their arrival", comes: &[], joins: &[], from: 29 },
    Row { side: Side::Union, n: 4, points: 3, says: "3 strength points join McDougall at midnight of July 2", comes: &[], joins: &[("us-mcdougall-inf", 52, 3)], from: 52 },
    Row { side: Side::Union, n: 5, points: 2, says: "Carr comes at normal strength", comes: &[], joins: &[("us-carr-inf", 47, 2)], from: 47 },
    Row { side: Side::Union, n: 6, points: 3, says: "Wheaton comes at normal strength", comes: &[], joins: &[("us-wheaton-inf", 95, 3)], from: 95 },
    Row { side: Side::Union, n: 7, points: 5, says: "Merritt comes at normal strength", comes: &[], joins: &[("us-merritt-cav", 166, 5)], from: 166 },
    Row { side: Side::Confederate, n: 1, points: 10, says: "Smith and Avery come at full strength", comes: &[], from: 20,
        joins: &[("cs-smith-inf", 20, 6), ("cs-avery-inf", 20, 4)] },
    Row { side: Side::Confederate, n: 2, points: 40, says: "Ransom comes with Ransom and Cooke at 2 p.m. of July 2", joins: &[], from: 94,
        comes: &[("cs-ransom-cmd", 94, CASHTOWN), ("cs-ransom-m-w-inf", 94, CASHTOWN), ("cs-cooke-inf", 94, CASHTOWN)] },
    Row { side: Side::Confederate, n: 3, points: 28, says: "Corse and Jenkins come with Pickett", joins: &[], from: 95,
        comes: &[("cs-corse-inf", 95, CASHTOWN), ("cs-jenkins-m-inf", 95, CASHTOWN)] },
    Row { side: Side::Confederate, n: 4, points: 0, says: "Pickett comes at 5 a.m. of July 2", comes: &[], joins: &[], from: 67 },
    Row { side: Side::Confederate, n: 5, points: 10, says: "Robertson, Jones, Moorman and Chew come at noon of July 3", joins: &[], from: 160,
        comes: &[("cs-robertson-b-h-cav", 160, CASHTOWN), ("cs-jones-w-e-cav", 160, CASHTOWN), ("cs-beckham-moorman-bty", 160, CASHTOWN), ("cs-beckham-chew-bty", 160, CASHTOWN)] },
];

/// Who begins in Gettysburg by the Union's first option.
const FORWARD: [&str; 3] = ["us-meredith-inf", "us-cutler-inf", "us-wainwright-hall-bty"];

/// The main bodies of the Union corps that may exchange: turn, road, disorganization level.
const BODIES: [(&str, u8, &str, u8); 4] = [
    ("II", 47, "Taneytown Rd.", 5),
    ("V", 40, "Hanover Rd.", 5),
    ("VI", 95, "Baltimore Pike", 5),
    ("XII", 29, "Baltimore Pike", 0),
];

/// Turns by which the I and XI Corps come earlier.
const FORTY_MINUTES: u8 = 2;

/// Pickett's turn on the card, and by the Confederates' fourth option.
const PICKETT: [u8; 2] = [95, 67];

fn row(side: Side, n: u8) -> Option<&'static Row> {
    ROWS.iter().find(|r| r.side == side && r.n == n)
}

impl EntryChoice {
    /// What it is worth to the enemy.
    pub(super) fn points(&self) -> i32 {
        row(self.side, self.n).map_or(0, |r| r.points)
    }
}

impl Board<'_> {
    /// An option chosen, as far as this reader knows.
    fn option(&self, side: Side, n: u8) -> Option<&EntryChoice> {
        self.at.entry_options.iter().find(|c| c.side == side && c.n == n)
    }

    /// Whether a counter is in this game: by its card, an option, or as who was substituted.
    pub fn in_play(&self, unit: UnitId) -> bool {
        if self.zoning().is_some() {
            return self.in_force(unit) || self.on_map(unit);
        }
        // 0.4: whoever came under a cover is, though nobody is told by which option.
        let came = || self.has_cover(unit) && self.at.unit(unit).place != Place::Waiting;
        self.spec(unit).in_play || self.optioned(unit).is_some() || self.on_map(unit) || came()
    }

    /// When and by which road a counter comes that an option brings.
    fn optioned(&self, unit: UnitId) -> Option<(u8, &'static str)> {
        let spec = self.spec(unit);
        let chosen = ROWS.iter().filter(|r| r.side == spec.side && self.option(r.side, r.n).is_some());
        let (_, turn, road) = chosen.flat_map(|r| r.comes).find(|(id, ..)| *id == spec.id)?;
        Some((*turn, *road))
    }

    /// When and by which road a counter comes by its card and the options chosen, before anything is hastened (§34.1.1, 0.5).
    pub fn card_arrival(&self, unit: UnitId) -> Option<(u8, &str)> {
        // Nobody arrives where all are set up (ruling 84).
        if self.zoning().is_some() {
            return None;
        }
        let spec = self.spec(unit);
        let printed = spec.arrival.as_ref().filter(|_| spec.in_play).map(|a| (a.turn, a.road.as_str()));
        let (turn, road) = self.optioned(unit).or(printed)?;
        if self.at.entry_options.is_empty() {
            return Some((turn, road));
        }
        let pickett = spec.side == Side::Confederate && spec.division == "Pickett" && turn == PICKETT[0];
        if pickett && self.option(Side::Confederate, 4).is_some() {
            return Some((PICKETT[1], road));
        }
        if self.comes_forward(unit) && self.option(Side::Union, 1).is_some() {
            return Some((turn.saturating_sub(FORTY_MINUTES).max(1), road));
        }
        self.exchanged(unit, turn, road).or(Some((turn, road)))
    }

    /// Whether a counter is of the corps that come earlier by the Union's first option, and is to come.
    fn comes_forward(&self, unit: UnitId) -> bool {
        let spec = self.spec(unit);
        spec.side == Side::Union && ["I", "XI"].contains(&spec.corps.as_str()) && spec.arrival.is_some()
    }

    /// 0.5.4, ruling 78: the arrival of a counter of a corps that exchanged its own.
    fn exchanged(&self, unit: UnitId, turn: u8, road: &str) -> Option<(u8, &str)> {
        let spec = self.spec(unit);
        let corps = &self.option(Side::Union, 3).filter(|_| spec.side == Side::Union)?.corps;
        let body = |corps: &str| BODIES.iter().find(|b| b.0 == corps);
        let mine = body(&spec.corps).filter(|_| corps.contains(&spec.corps))?;
        let theirs = body(corps.iter().find(|c| **c != spec.corps)?)?;
        if (turn, road) == (mine.1, mine.2) {
            return Some((theirs.1, theirs.2));
        }
        if spec.commander().is_some_and(|c| c.level == Level::Corps) {
            let apart = i16::from(turn) - i16::from(mine.1);
            return Some(((i16::from(theirs.1) + apart).max(1) as u8, theirs.2));
        }
        // Who comes later keeps his entry, or comes with the body if that is later.
        let by = if self.since(2) { theirs.2 } else { spec.arrival.as_ref().map_or("", |a| a.road.as_str()) };
        (turn < theirs.1).then_some((theirs.1, by))
    }

    /// The corps whose brigades keep a gap as they enter: the VI, or the one that comes in its place.
    pub fn gap_corps(&self) -> &str {
        let exchange = self.option(Side::Union, 3).filter(|c| c.corps.iter().any(|corps| corps == "VI"));
        exchange.and_then(|c| c.corps.iter().find(|corps| *corps != "VI")).map_or("VI", String::as_str)
    }

    /// Strength that joins a brigade: what its card lists, and what options add.
    pub fn joins(&self, unit: UnitId) -> Vec<Joining> {
        let spec = self.spec(unit);
        let chosen = ROWS.iter().filter(|r| self.option(r.side, r.n).is_some());
        let added = chosen.flat_map(|r| r.joins).filter(|(id, ..)| *id == spec.id);
        let mut all = spec.joins.clone();
        all.extend(added.map(|(_, turn, points)| Joining { points: *points, turn: *turn }));
        all.sort_by_key(|j| j.turn);
        all
    }

    /// The points by which what a brigade's card and options list changes its strength by now, and by how many changes; none where none is due.
    pub fn joins_now(&self, unit: UnitId) -> Option<(i8, u8)> {
        let (now, _) = self.brigade(unit)?;
        // 0.5.3: what an option adds to a brigade that is still to come is with it as it comes.
        let to_come = self.chain(unit).is_empty() && self.since(4);
        let joins = if to_come { self.spec(unit).joins.clone() } else { self.joins(unit) };
        let due = joins.iter().skip(usize::from(now.joined)).filter(|j| j.turn <= self.at.turn);
        let due: Vec<i8> = due.map(|j| j.points).collect();
        (!due.is_empty()).then(|| (due.iter().sum(), due.len() as u8))
    }

    /// The points that options of a side are worth to the other, as far as they have come to light (0.5.3, ruling 41), or brigades by them under covers (0.4).
    pub fn option_points(&self, of: Side) -> i32 {
        let shown = self.at.entry_options.iter().filter(|c| c.side == of && c.stage == OptionStage::Shown);
        let points: i32 = shown.filter_map(|c| row(c.side, c.n)).map(|r| r.points).sum();
        points + self.at.covers.scored[row_of(of)]
    }

    /// 0.5.1, 0.5.2, 0.5.4: whether an option may be written now.
    fn check_option(&self, order: &EntryOption) -> Result<EntryChoice, RuleBreak> {
        let side = self.at.side;
        if !self.at.options.entry_options {
            return Err(NO_OPTIONS);
        }
        if self.at.segment != Segment::SetUp {
            return Err(WRONG_SEGMENT);
        }
        let row = row(side, order.n).filter(|r| r.from <= self.turns()[1]).ok_or(NO_OPTIONS)?;
        if self.option(side, order.n).is_some() {
            return Err(WRITTEN);
        }
        let first = side == Side::Union && row.n == 1;
        let exchange = side == Side::Union && row.n == 3;
        if side == Side::Confederate && row.n == 4 && self.option(side, 2).is_none() {
            return Err(NO_OPTIONS);
        }
        let town = |hex: &usize| self.pack.ground.terrain(*hex) == super::ground::Terrain::Town;
        let placed = order.hexes.len() == 3 && order.hexes.iter().all(town) && order.hexes[0] != order.hexes[1];
        if first != placed || (!first && !order.hexes.is_empty()) {
            return Err(if first { NO_PLACE } else { NO_OPTIONS });
        }
        let fits = |c: &String| BODIES.iter().any(|b| b.0 == c);
        let traded = order.corps.len() == 2 && order.corps.iter().all(fits) && order.corps[0] != order.corps[1];
        if exchange != traded || (!exchange && !order.corps.is_empty()) {
            return Err(if exchange { NO_EXCHANGE } else { NO_OPTIONS });
        }
        let hexes = order.hexes.iter().map(|h| *h as u16).collect();
        Ok(EntryChoice { corps: order.corps.clone(), hexes, n: order.n, side, stage: OptionStage::Written })
    }

    /// Who begins in the town by the Union's first option.
    pub(super) fn who_begins(&self, choice: &EntryChoice) -> Vec<Fact> {
        let begins = |(id, hex): (&&str, &u16)| {
            let unit = self.pack.ids().find(|u| self.spec(*u).id == **id)?;
            let cannon = self.spec(unit).battery().map_or(0, |b| b.cannon());
            let sp = self.at.brigade(unit).map_or(cannon, |b| b.sp);
            Some(Fact::BeginsAt { hex: *hex, sp, unit })
        };
        let first = (choice.side, choice.n) == (Side::Union, 1);
        FORWARD.iter().zip(&choice.hexes).filter(|_| first).filter_map(begins).collect()
    }

    /// Whether a counter has begun in the town by the Union's first option.
    pub(super) fn began_in_town(&self, unit: UnitId) -> bool {
        self.option(Side::Union, 1).is_some() && FORWARD.contains(&self.spec(unit).id.as_str())
    }

    /// The options of a side that come to light now: their first counter or points are due, or the game is over.
    fn options_to_show(&self, side: Option<Side>) -> Vec<EntryChoice> {
        let due = |c: &&EntryChoice| {
            let from = match (c.side, c.n) {
                (Side::Union, 3) => {
                    BODIES.iter().filter(|b| c.corps.iter().any(|corps| corps == b.0)).map(|b| b.1).min()
                }
                (Side::Confederate, 3) if self.option(Side::Confederate, 4).is_some() => Some(PICKETT[1]),
                _ => row(c.side, c.n).map(|r| r.from),
            };
            // Since revision 4 they come to light with what appears (`options_of`).
            side.is_none_or(|side| !self.since(4) && c.side == side && from.is_some_and(|from| from <= self.at.turn))
        };
        self.at.entry_options.iter().filter(|c| !c.stage.is_shown()).filter(due).cloned().collect()
    }

    /// 0.5.3: the options that come to light as a counter comes onto the map, or as the points that join it do: their first counter or points.
    pub(super) fn options_of(&self, unit: UnitId) -> Vec<EntryChoice> {
        let spec = self.spec(unit);
        let belongs = |c: &&EntryChoice| match (c.side, c.n) {
            // It comes to light at once, but where counters begin out of view (0.1).
            (Side::Union, 1) => FORWARD.contains(&spec.id.as_str()) || self.comes_forward(unit),
            (Side::Union, 3) => {
                let printed = spec.arrival.as_ref().map(|a| (a.turn, a.road.as_str()));
                printed.is_some_and(|(turn, road)| self.exchanged(unit, turn, road).is_some())
            }
            (Side::Confederate, 4) => spec.division == "Pickett",
            (side, n) => row(side, n).is_some_and(|r| {
                let waits = self.at.unit(unit).place == Place::Waiting;
                let brings = r.comes.iter().any(|(id, ..)| *id == spec.id);
                let joins = |turn: u8| self.option_came(c) || self.comes_with(waits, r, turn);
                brings || r.joins.iter().any(|(id, turn, _)| *id == spec.id && joins(*turn))
            }),
        };
        let hidden =
            self.at.entry_options.iter().filter(|c| !c.stage.is_shown() && c.side == spec.side && self.since(4));
        hidden.filter(belongs).cloned().collect()
    }

    /// Whether something of an option has come onto the map where counters move hidden (0.1), whatever has been told of it since.
    pub(super) fn option_came(&self, choice: &EntryChoice) -> bool {
        self.at.options.hidden_movement && choice.stage != OptionStage::Written
    }

    /// Whether points of an option are with a brigade that comes on now, whenever that is; those that join McDougall on the map come at their hour.
    fn comes_with(&self, waits: bool, row: &Row, turn: u8) -> bool {
        let at_an_hour = row.side == Side::Union && row.n == 4;
        turn <= self.at.turn || (waits && !at_an_hour)
    }

    /// 0.5.3: the points that options add to a brigade as it comes onto the map, and by how many of them.
    fn joins_with(&self, unit: UnitId) -> Option<(i8, u8)> {
        let (now, _) = self.brigade(unit)?;
        let waits = self.at.unit(unit).place == Place::Waiting;
        let chosen = ROWS.iter().filter(|r| self.option(r.side, r.n).is_some());
        let each = chosen.flat_map(|r| r.joins.iter().filter(|(_, turn, _)| self.comes_with(waits, r, *turn)));
        let points: Vec<i8> = each.filter(|(id, ..)| *id == self.spec(unit).id).map(|(_, _, points)| *points).collect();
        let new = points.get(usize::from(now.joined)..).filter(|new| !new.is_empty() && waits && self.since(4))?;
        Some((new.iter().sum(), new.len() as u8))
    }

    /// The strength of a brigade as it comes onto the map: with what options add to it.
    pub fn strength_entering(&self, unit: UnitId) -> u8 {
        let sp = self.at.brigade(unit).map_or(0, |b| b.sp);
        self.joins_with(unit).map_or(sp, |(points, _)| sp.saturating_add_signed(points))
    }

    /// The disorganization points of a brigade as it comes onto the map: of one that comes in the place of another corps those of its level (0.5.4).
    pub fn worn_entering(&self, unit: UnitId) -> u16 {
        let traded = self
            .options_of(unit)
            .into_iter()
            .find(|c| (c.side, c.n) == (Side::Union, 3) && c.stage == OptionStage::Written);
        let given = traded.and_then(|c| self.traded_levels(&c).into_iter().find(|given| given.unit == unit));
        given.map_or(self.at.brigade(unit).map_or(0, |b| b.dp), |given| given.points)
    }

    /// 0.5.4: the disorganization that brigades come with by an option.
    pub(super) fn levels_with(&self, choice: &EntryChoice) -> Vec<Given> {
        if (choice.side, choice.n) == (Side::Union, 3) { self.traded_levels(choice) } else { Vec::new() }
    }

    /// 0.5.4: the disorganization of brigades that come in the place of another corps: its level.
    fn traded_levels(&self, choice: &EntryChoice) -> Vec<Given> {
        let worn = |unit: UnitId| {
            let (spec, brigade) = (self.spec(unit), self.spec(unit).brigade()?);
            let body = |corps: &str| BODIES.iter().find(|b| b.0 == corps);
            let mine = body(&spec.corps).filter(|_| choice.corps.contains(&spec.corps))?;
            let theirs = body(choice.corps.iter().find(|c| **c != spec.corps)?)?;
            // In toto: who comes with the body since that is later is worn as it is; before revision 8 its level was that of its own card.
            let comes = spec.arrival.as_ref().is_some_and(|a| match self.since(8) {
                true => self.exchanged(unit, a.turn, &a.road).is_some(),
                false => (a.turn, a.road.as_str()) == (mine.1, mine.2),
            });
            let waits = comes && self.at.unit(unit).place == Place::Waiting;
            (waits && brigade.arrives_worn != theirs.3).then(|| Given { points: u16::from(theirs.3) * 10, unit })
        };
        self.pack.of(Side::Union).filter_map(worn).collect()
    }
}

/// `option 2`, `option 1 T31 U31 T31`, `option 3 II VI`: an entry option, known to its own side alone (0.5.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryOption {
    /// The corps that exchange their arrival.
    pub corps: Vec<String>,
    /// Where Meredith, Cutler and Hall begin.
    pub hexes: Vec<usize>,
    /// Its number.
    pub n: u8,
}

impl Verb<Rules> for EntryOption {
    fn said() -> Said {
        Said::Alone(&["option"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (n, rest) = words.rest.split_first()?;
        let read = || {
            let n: u8 = n.parse().map_err(|_| unreadable("Write the number on the card: option 2."))?;
            let roman = |word: &&&str| word.chars().all(|c| "IVXivx".contains(c));
            let corps: Vec<String> = rest.iter().filter(roman).map(|w| w.to_uppercase()).collect();
            let hexes = rest.iter().filter(|w| !roman(w)).map(|w| read_hex(words.board.pack, w));
            Ok(EntryOption { corps, hexes: hexes.collect::<Result<_, _>>()?, n }.into())
        };
        Some(read())
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.at.segment != Segment::SetUp {
            return false;
        }
        let town = |hex: &usize| board.pack.ground.terrain(*hex) == super::ground::Terrain::Town;
        let hexes: Vec<usize> = (0..board.pack.ground.cells.len()).filter(town).take(2).collect();
        let plain = |n: u8| EntryOption { corps: Vec::new(), hexes: Vec::new(), n };
        let mut all: Vec<EntryOption> = (1..=7).map(plain).collect();
        if let [first, second] = hexes[..] {
            all.push(EntryOption { hexes: vec![first, second, first], ..plain(1) });
        }
        for (n, one) in BODIES.iter().enumerate() {
            let pairs = BODIES[n + 1..].iter().map(|two| vec![one.0.to_owned(), two.0.to_owned()]);
            all.extend(pairs.map(|corps| EntryOption { corps, ..plain(3) }));
        }
        all.into_iter().filter(|o| board.check_option(o).is_ok()).any(found)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let hexes = self.hexes.iter().map(|h| board.pack.ground.id(*h));
        let words: Vec<String> = self.corps.iter().cloned().chain(hexes).collect();
        format!("option {} {}", self.n, words.join(" ")).trim_end().to_owned()
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let row = row(board.at.side, self.n);
        let label = format!("Option {}: {}", self.n, row.map_or("", |r| r.says));
        let note = row.map(|r| format!("{} victory points for the enemy, from its arrival on.", r.points));
        Choice { note, ..Choice::plain(line, label, "option", "0.5") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let choice = resolver.board().check_option(self)?;
        resolver.write(Fact::OptionWritten(choice.clone()));
        resolver.begin_unseen_by(&choice);
        Ok(())
    }
}

impl Resolver<'_, '_> {
    /// 0.5.3: options of the phasing side whose counters are due come to light; all of both sides when the game is over.
    pub fn show_entry_options(&mut self, all: bool) {
        let board = self.board();
        let side = (!all).then_some(board.at.side);
        let shown = board.options_to_show(side);
        self.show_options(shown, false);
    }

    /// 0.5.3: options whose first counter comes onto the map now, or whose first points join, with the points that a brigade comes with by them.
    pub fn show_options_of(&mut self, unit: UnitId) {
        let board = self.board();
        let (shown, joins, covered) = (board.options_of(unit), board.joins_with(unit), board.is_covered(unit));
        if board.is_unseen(unit) {
            self.options_come_unseen(shown);
        } else {
            self.show_options(shown, covered);
        }
        if let Some((points, count)) = joins {
            self.write(match covered {
                true => Fact::JoinedCovered { count, points, unit },
                false => Fact::Joined { chain: Vec::new(), count, covered: false, opens: false, points, unit },
            });
        }
    }

    /// The same as strength joins a brigade: by that nothing arrives with one that is still to come. Before revision 8 an option that it comes by was shown.
    pub(super) fn show_options_joined(&mut self, joined: &Fact) {
        let Fact::Joined { unit, .. } = joined else { return };
        if self.board().on_map(*unit) || !self.board().since(8) {
            self.show_options_of(*unit);
        }
    }

    /// Under a cover a brigade brings what its options are worth to the enemy, and does not say which they are (0.4.2, 0.5.3); nor does anybody which covered
    /// brigades come with another disorganization.
    fn show_options(&mut self, shown: Vec<EntryChoice>, covered: bool) {
        if self.buffer.position.options.hidden_movement {
            return self.tell_options(shown, covered);
        }
        let hidden = self.buffer.position.options.hidden_identity;
        for choice in shown.into_iter().filter(|c| !covered || !c.stage.is_scored()) {
            let mut dp = if choice.stage.is_scored() { Vec::new() } else { self.board().levels_with(&choice) };
            let (points, side) = (choice.points(), choice.side);
            let choice = EntryChoice { stage: if covered { OptionStage::Covered } else { choice.stage }, ..choice };
            if hidden && (covered || !dp.is_empty()) {
                self.write(Fact::OptionCame { choice: choice.clone(), dp: std::mem::take(&mut dp) });
            }
            if !covered {
                self.write(Fact::OptionShown { choice: EntryChoice { stage: choice.stage.shown(), ..choice }, dp });
            } else if points > 0 {
                self.write(Fact::OptionScored { points, side });
            }
        }
    }

    /// The Confederates have written, then the Union; then play begins (0.5.1).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn set_up_over(&mut self) -> Result<(), Stop> {
        self.cover_brigades()?;
        let (side, turn) = (self.buffer.position.side, self.buffer.position.turn);
        self.write(Fact::Turn { side: side.other(), turn });
        if side == Side::Confederate {
            self.write(Fact::Segment { segment: Segment::SetUp });
            return Ok(());
        }
        // Where counters move unseen they begin where they were put as it was written (0.1, preparation 3).
        let first = self.board().option(Side::Union, 1).cloned();
        if let Some(choice) = first.filter(|_| !self.buffer.position.options.hidden_movement) {
            let begin = self.board().who_begins(&choice);
            self.write(Fact::OptionShown {
                choice: EntryChoice { stage: OptionStage::Shown, ..choice },
                dp: Vec::new(),
            });
            begin.into_iter().for_each(|fact| self.write(fact));
        }
        self.show_who_begins();
        self.begin_player_turn()
    }
}

impl Teller<'_> {
    /// An option that comes to light, or is written.
    pub fn entry_option(&self, choice: &EntryChoice) -> Option<Line> {
        let says = row(choice.side, choice.n).map_or("", |r| r.says);
        let corps = if choice.corps.is_empty() { String::new() } else { format!(" ({})", choice.corps.join(", ")) };
        self.note(format!("{} entry option {}: {says}{corps}.", choice.side, choice.n), "0.5")
    }

    /// What an option is worth by which somebody comes under a cover.
    pub fn option_scored(&self, points: i32, side: Side) -> Option<Line> {
        let points = counted(points, "victory point");
        self.note(format!("A {side} entry option is worth {points} to the {} side.", side.other()), "0.5")
    }

    /// Who begins in the town.
    pub fn begins_at(&self, unit: UnitId, hex: u16) -> Option<Line> {
        self.changed(format!("{} begins at rest in {}, {}.", self.name(unit), self.place(hex), clock(1)), "0.5", hex)
    }
}
