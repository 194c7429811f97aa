//! Hidden identity (0.4): brigades come onto the map under covers, and are known by name from their first fire combat or assault on.
//!
//! A game with this option moves *covers*. Each cover of a side and arm has one of its brigades under it, drawn before play by a roll that its side alone is told. A
//! counter's number is that of its cover from then on, for everybody; [`Position::who`] says which brigade it is, to those who know. So neither the order in which
//! facts come nor their number tells more than the covers on the map do.

use super::board::Board;
use super::book::Stop;
use super::facts::Fact;
use super::identity::{NOBODY, UnderCover, is_hidden};
use super::orders::Order;
use super::pack::Pack;
use super::position::{Command, Place, Position, Segment, State};
use super::resolver::Resolver;
use super::teller::Teller;
use super::units::{ToldAs, UnitId};
use domain_core::dice::Dice;
use domain_core::referee::{Line, SeatId, Side};
use domain_core::words::Audience;

/// Dice for each brigade, together a number of 216: that is as good as fair for fifty.
const DICE: usize = 3;

/// The private roll of a side that lays its covers: its first and only one.
const ROLL: u32 = 1;

/// Takes out of a position what a reader of one side, or of none, may not know of covers.
pub fn hide(pack: &Pack, known: &mut Position, side: Option<Side>) {
    if !known.options.hidden_identity {
        return;
    }
    let shown = known.covers.shown.clone();
    let options = known.options;
    let theirs =
        |u: &UnitId| Some(pack.unit(*u).side) != side && is_hidden(pack.unit(*u), &options) && !shown.contains(u);
    for unit in pack.ids().filter(theirs) {
        if let Some(who) = known.covers.who.get_mut(unit.index()) {
            *who = NOBODY;
        }
        // How often strength joined it is on its card, since revision 8.
        if let Some(brigade) = known.brigade_mut(unit).filter(|_| pack.revision >= 8) {
            brigade.joined = 0;
        }
        if known.unit(unit).place != Place::Waiting {
            continue;
        }
        if let (Some(brigade), Some(spec)) = (known.brigade_mut(unit), pack.unit(unit).brigade()) {
            (brigade.dp, brigade.joined, brigade.sp) = (u16::from(spec.arrives_worn) * 10, 0, spec.strength);
        }
    }
    if known.covers.who.iter().all(|who| *who == NOBODY) {
        known.covers.who.clear();
    }
    // Where counters move hidden (0.1) that has been seen to.
    let primary = |c: &&mut Command| c.primary && Some(pack.unit(c.by).side) != side && !options.hidden_movement;
    if let Some(command) = known.command.as_mut().filter(primary) {
        (command.lines, command.over, command.used) = (0, Vec::new(), Vec::new());
    }
    // How far a primary commander rides by them, since revision 8.
    for unit in pack.ids().filter(|u| pack.revision >= 8 && Some(pack.unit(*u).side) != side) {
        if let Some(commander) = known.commander_mut(unit).filter(|c| c.led == Some(Segment::Opening)) {
            commander.level = Some(0);
        }
    }
}

impl Position {
    /// The brigade that a counter is, as far as this reader knows: itself where no cover lies on it.
    pub fn who(&self, counter: UnitId) -> UnitId {
        match self.covers.who.get(counter.index()) {
            Some(who) if *who != NOBODY => UnitId(u32::from(*who)),
            _ => counter,
        }
    }

    /// Whether covers lie on brigades, with brigades under them.
    pub(super) fn covers_are_whole(&self) -> bool {
        let (who, is) =
            (&self.covers.who, |n: usize| u32::try_from(n).is_ok_and(|n| self.brigade(UnitId(n)).is_some()));
        let fits = |(n, who): (usize, &u16)| *who == NOBODY || (is(n) && is(usize::from(*who)));
        (who.is_empty() || who.len() == self.units.len())
            && who.iter().enumerate().all(fits)
            && self.covers.shown.iter().all(|u| is(u.index()))
            && self.covers.is_whole()
    }

    fn lies_under(&mut self, counter: UnitId, unit: UnitId) {
        if self.brigade(counter).is_none() || self.brigade(unit).is_none() {
            return;
        }
        let counters = self.units.len();
        self.covers.who.resize(counters, NOBODY);
        if let (Some(who), Ok(number)) = (self.covers.who.get_mut(counter.index()), u16::try_from(unit.index())) {
            *who = number;
        }
    }

    pub(super) fn cover(&mut self, counters: &[UnderCover]) {
        for one in counters {
            self.lies_under(one.counter, one.unit);
            self.came_covered(one.counter, (one.dp, 0, one.sp));
        }
    }

    /// How often strength joined it is not told since revision 8: its own side knows.
    pub(super) fn came_covered(&mut self, unit: UnitId, (dp, joined, sp): (u16, u8, u8)) {
        if let Some(brigade) = self.brigade_mut(unit) {
            (brigade.dp, brigade.sp) = (dp, sp);
            brigade.joined = if joined > 0 { joined } else { brigade.joined };
        }
    }

    /// Whether a brigade comes under a cover, and this reader does not know which it is.
    pub(super) fn is_name_unknown(&self, unit: UnitId) -> bool {
        let known = self.covers.who.get(unit.index()).is_some_and(|who| *who != NOBODY);
        self.options.hidden_identity && !known && !self.covers.shown.contains(&unit)
    }

    pub(super) fn uncover(&mut self, counter: UnitId, unit: UnitId, joined: u8) {
        self.lies_under(counter, unit);
        if let Some(brigade) = self.brigade_mut(counter).filter(|_| joined > 0) {
            brigade.joined = joined;
        }
        if self.brigade(counter).is_some() && !self.covers.shown.contains(&counter) {
            self.covers.shown.push(counter);
        }
    }

    pub(super) fn in_range(&mut self, level: u8, over: &[UnitId]) {
        let Some(command) = self.command.as_mut() else { return };
        command.over = over.to_vec();
        let by = command.by;
        if let Some(commander) = self.commander_mut(by).filter(|_| level > 0) {
            commander.level = Some(level);
        }
    }

    pub(super) fn joined_covered(&mut self, unit: UnitId, count: u8, points: i8) {
        if let Some(brigade) = self.brigade_mut(unit) {
            brigade.joined = brigade.joined.saturating_add(count);
            brigade.sp = brigade.sp.saturating_add_signed(points);
        }
    }
}

impl Board<'_> {
    /// Whether a counter is that of a cover, be it taken off by now (0.4.1).
    pub fn has_cover(&self, unit: UnitId) -> bool {
        is_hidden(self.pack.unit(unit), &self.at.options)
    }

    /// Whether the name of a counter is hidden from its enemy (0.4.1).
    pub fn is_covered(&self, unit: UnitId) -> bool {
        self.has_cover(unit) && !self.at.covers.shown.contains(&unit)
    }

    /// Whether how often strength joins a brigade is told with its name alone (0.4): its card has it. Before revision 8 it was told at once.
    pub(super) fn joins_unnamed(&self, unit: UnitId) -> bool {
        self.since(8) && self.is_covered(unit)
    }

    /// Whether this reader does not know who a counter is. Before covers are laid nobody's is unknown.
    pub fn is_unknown(&self, unit: UnitId) -> bool {
        let known = || self.at.covers.who.get(unit.index()).is_some_and(|who| *who != NOBODY);
        self.is_covered(unit) && self.at.segment != Segment::SetUp && !known()
    }

    /// The id under which a counter is shown: of its cover, while one lies on it.
    pub fn piece_id(&self, unit: UnitId) -> &str {
        self.pack.piece_id(self.told(unit))
    }

    /// The counter of a brigade, as far as this reader knows which it is.
    pub fn cover_of(&self, unit: UnitId) -> Option<UnitId> {
        if !self.has_cover(unit) || self.at.segment == Segment::SetUp {
            return Some(unit);
        }
        let number = u16::try_from(unit.index()).ok()?;
        let counter = self.at.covers.who.iter().position(|who| *who == number)?;
        u32::try_from(counter).ok().map(UnitId)
    }

    /// A counter as facts tell it now.
    pub(super) fn told(&self, unit: UnitId) -> UnitId {
        unit.telling(if self.is_covered(unit) { ToldAs::Cover } else { ToldAs::Unit(self.at.who(unit)) })
    }

    /// 0.4.2: the covered counters that fire combat or assault shows: those of these counters and hexes, and those stacked with them; in the order in which they are
    /// found. Who is out of view (0.1) is not among them, as that would tell where he is.
    fn shown_by(&self, units: &[UnitId], hexes: &[usize]) -> Vec<UnitId> {
        let mut fight: Vec<UnitId> = units.to_vec();
        fight.extend(hexes.iter().flat_map(|hex| self.brigades_at(*hex)));
        // §2.11: "a brigade he is stacked with": cannon that fire show no brigade whose hex they share; before revision 8 they did.
        let brigades = fight.iter().filter(|u| !self.since(8) || self.at.brigade(**u).is_some());
        let stacked = brigades.flat_map(|u| self.chain(*u)).flat_map(|l| self.brigades_at(l.at()));
        let mut all: Vec<UnitId> = Vec::new();
        for unit in fight.iter().copied().chain(stacked).filter(|u| self.is_covered(*u) && !self.is_unseen(*u)) {
            if !all.contains(&unit) {
                all.push(unit);
            }
        }
        all
    }

    /// Who fights by a fact, and in which hexes (0.4.2): of a hex that fires in its defence those whose points these are; before revision 8 all there.
    fn fighters(&self, fact: &Fact) -> (Vec<UnitId>, Vec<usize>) {
        match fact {
            Fact::Aimed(pair) => (vec![pair.unit], vec![usize::from(pair.to)]),
            Fact::CombatFire(volley) => {
                (volley.firers.iter().map(|f| f.unit).chain([volley.target]).collect(), Vec::new())
            }
            Fact::Flanked(flanker) => (vec![flanker.unit], vec![usize::from(flanker.target)]),
            Fact::Returning { unit } => (vec![*unit], Vec::new()),
            Fact::SplitFire(split) if !split.shares.is_empty() => {
                let targets = split.shares.iter().map(|s| usize::from(s.to));
                match self.check_split(split) {
                    Ok(fired) if self.since(8) => (fired.into_iter().map(|f| f.unit).collect(), targets.collect()),
                    _ => (Vec::new(), targets.chain([usize::from(split.from)]).collect()),
                }
            }
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Whether an order may take a cover off (0.4.2): its own side's, or one of which this reader does not know who lies under it. Found by trying it without dice.
    pub fn may_uncover(&self, seat: SeatId, order: &Order) -> bool {
        if !self.at.options.hidden_identity || self.at.segment < Segment::Targets {
            return false;
        }
        let mut dice = Dice::withheld();
        let mut resolver = Resolver::at(self.pack, self.at, &mut dice);
        resolver.carry(seat, order).is_ok() && resolver.uncovers
    }
}

impl Resolver<'_, '_> {
    /// 0.4.1: the covers of the phasing side are laid, by a roll that it alone is told.
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn cover_brigades(&mut self) -> Result<(), Stop> {
        if !self.buffer.position.options.hidden_identity {
            return Ok(());
        }
        let (side, pack) = (self.buffer.position.side, self.pack);
        let of = |horse: bool| -> Vec<UnitId> {
            let hidden = |u: &UnitId| is_hidden(pack.unit(*u), &self.buffer.position.options);
            let mine = |u: &UnitId| hidden(u) && pack.unit(*u).is_cavalry() == horse;
            pack.of(side).filter(mine).collect()
        };
        let classes = [of(false), of(true)];
        let dice = u8::try_from(classes.iter().map(Vec::len).sum::<usize>() * DICE).unwrap_or(u8::MAX);
        let faces = self.dice.private(Audience::Side(side), ROLL, "covers of the brigades", (dice, 6))?;
        let mut numbers = faces.chunks(DICE).map(|some| some.iter().fold(0, |n, face| n * 6 + usize::from(face - 1)));
        let (board, mut counters) = (self.board(), Vec::new());
        for class in &classes {
            let mut drawn = class.clone();
            for n in (0..drawn.len()).rev() {
                drawn.swap(n, numbers.next().unwrap_or(0) % (n + 1));
            }
            // Who has been put on the map by an entry option, out of view (0.1, 0.5), lies under its own.
            for n in (0..class.len()).filter(|n| !board.true_state(class[*n]).place.chain().is_empty()) {
                if let Some(under) = drawn.iter().position(|unit| *unit == class[n]) {
                    drawn.swap(n, under);
                }
            }
            let under = |(counter, unit): (&UnitId, UnitId)| {
                let (dp, sp) =
                    pack.unit(unit).brigade().map_or((0, 0), |b| (u16::from(b.arrives_worn) * 10, b.strength));
                UnderCover { counter: *counter, dp, sp, unit }
            };
            counters.extend(class.iter().zip(drawn).map(under));
        }
        self.write(Fact::Covered { counters, side });
        Ok(())
    }

    /// 0.4.2: shows who fights, and who is stacked with them. Gives whether anybody was.
    pub fn show_fighters(&mut self, units: &[UnitId], hexes: &[usize]) -> bool {
        if !self.buffer.position.options.hidden_identity {
            return false;
        }
        let covered = self.board().shown_by(units, hexes);
        self.uncovers |= !covered.is_empty();
        let shown: Vec<UnitId> = covered.into_iter().filter(|u| !self.board().is_unknown(*u)).collect();
        shown.iter().for_each(|counter| self.uncover(*counter));
        !shown.is_empty()
    }

    fn uncover(&mut self, counter: UnitId) {
        let board = self.board();
        // 0.1, outposts 9: of whom a part is in view that is noted of all of it.
        let joined = match &board.true_state(counter).state {
            State::Brigade(brigade) if board.since(8) => brigade.joined,
            _ => 0,
        };
        let unit = self.buffer.position.who(counter);
        self.buffer.write(Fact::Uncovered { counter, joined, unit });
    }

    /// 0.4.2: who fights by a fact is shown first.
    pub(super) fn show_who_fights(&mut self, fact: &Fact) {
        if self.buffer.position.options.hidden_identity {
            let (units, hexes) = self.board().fighters(fact);
            self.show_fighters(&units, &hexes);
        }
    }

    /// Who begins on the map stands there by name, for both sides to read, by an entry option too (0.5): where counters move hidden (0.1) as they come into view.
    pub(super) fn name_who_began(&mut self, units: &[UnitId]) {
        for unit in units.iter().copied() {
            let board = self.board();
            if board.is_covered(unit) && board.began_in_town(unit) {
                self.uncover(unit);
            }
        }
    }

    /// Takes a fact down, its counters as they are told now.
    pub(super) fn record(&mut self, mut fact: Fact) {
        if self.buffer.position.options.hidden_identity {
            let board = self.board();
            fact.each_unit(&mut |unit| *unit = board.told(*unit));
        }
        self.buffer.write(fact);
    }

    /// Writes a fact down where names are hidden: what others learn by it first.
    pub fn write_covered(&mut self, fact: Fact) {
        if !self.buffer.position.options.hidden_identity {
            return self.buffer.write(fact);
        }
        self.comes_covered(&fact);
        let mut facts = vec![fact];
        let hides_level = self.board().since(8);
        if let Some(Fact::Primary { by, level, over }) = facts.first_mut() {
            // Everybody sees who moves under him; who else could, and how far he rides with them, is his side's alone.
            let side = self.pack.unit(*by).side;
            let level = if hides_level { std::mem::take(level) } else { 0 };
            let over = std::mem::take(over);
            facts.push(Fact::InRange { level, over, side });
        }
        facts.into_iter().for_each(|fact| self.record(fact));
    }

    /// A covered brigade that was to come is a counter of the map from now on, with the strength that both sides see.
    fn comes_covered(&mut self, fact: &Fact) {
        let unit = match fact {
            Fact::BeginsAt { unit, .. } => *unit,
            Fact::EntryShown(change) => change.unit,
            Fact::Maneuvered(maneuver) => maneuver.unit,
            _ => return,
        };
        let board = self.board();
        if !board.is_covered(unit) || board.at.unit(unit).place != Place::Waiting {
            return;
        }
        let Some((dp, joined, sp)) = board.at.brigade(unit).map(|b| (b.dp, b.joined, b.sp)) else { return };
        let joined = if board.since(8) { 0 } else { joined };
        self.record(Fact::CameCovered { dp, joined, sp, unit });
        // Who begins on the map stands there by name, for both sides to read, by an entry option too, which names it (0.5).
        if matches!(fact, Fact::BeginsAt { .. }) {
            self.uncover(unit);
        }
    }
}

impl Teller<'_> {
    /// What lies under the covers.
    pub fn covered(&self, counters: &[UnderCover]) -> Option<Line> {
        let under: Vec<String> =
            counters.iter().map(|c| format!("{} is {}", self.pack.label(c.counter), self.pack.name(c.unit))).collect();
        self.note(format!("Your covers are laid: {}.", under.join(", ")), "0.4")
    }

    /// A cover that is taken off.
    pub fn uncovered(&self, counter: UnitId, unit: UnitId) -> Option<Line> {
        self.note(format!("{} is {}.", self.pack.label(counter), self.pack.name(unit)), "0.4")
    }
}
