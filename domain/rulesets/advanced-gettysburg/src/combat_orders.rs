//! The orders of a Combat Fire Phase (§24.0, §27.0).

use super::board::Board;
use super::book::{AnyOrder, NOT_YOURS, Rules, Stop, WRONG_SEGMENT};
use super::combat::{AIMED_AT, ALL_ARMS, MUSKETS, NO_COLUMN, NO_LINE, NOT_OF_TWO, SAME_BRIGADE};
use super::facts::Fact;
use super::fire::{Share, Split};
use super::names::{read_hex, read_unit, unreadable};
use super::position::{Pair, Segment};
use super::resolver::Resolver;
use super::units::UnitId;
use domain_core::kit::{RuleBreak, Said, Verb, Words};
use domain_core::referee::{Choice, Refusal};

/// `Archer.1 at JJ37`, `Archer all at JJ37`: the target of an attacking marker, or of a battery beside the enemy (§24.2, step 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The marker, from 0; none for all that can fire there.
    pub marker: Option<u8>,
    /// The hex.
    pub to: u16,
    /// Who.
    pub unit: UnitId,
}

impl Aim {
    fn pairs(&self, board: &Board<'_>) -> Result<Vec<Pair>, RuleBreak> {
        let to = usize::from(self.to);
        if let Some(marker) = self.marker {
            return board.check_aim(self.unit, usize::from(marker), to).map(|p| vec![p]);
        }
        let mut all = Vec::new();
        let mut barred = NO_LINE;
        for n in 0..board.chain(self.unit).len() {
            match board.check_aim(self.unit, n, to) {
                Ok(pair) => all.push(pair),
                Err(rule) => barred = rule,
            }
        }
        if all.is_empty() { Err(barred) } else { Ok(all) }
    }
}

impl Verb<Rules> for Aim {
    fn said() -> Said {
        Said::OfPiece(&["at"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece?;
        let rest: Vec<&str> = words.rest.iter().copied().filter(|w| !w.eq_ignore_ascii_case("at")).collect();
        let (marker, hex) = match rest[..] {
            [hex] => (None, hex),
            [all, hex] if all.eq_ignore_ascii_case("all") => (None, hex),
            [marker, hex] => (Some(marker.strip_prefix('.')?.parse::<u8>().ok()?.checked_sub(1)?), hex),
            _ => return None,
        };
        let battery = words.board.battery(unit).is_some();
        let marker = if battery { Some(0) } else { marker };
        Some(read_hex(words.board.pack, hex).map(|to| Aim { marker, to: to as u16, unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.segment == Segment::Targets) else { return false };
        let aims = board.aims_of(unit);
        let mut common: Vec<usize> = Vec::new();
        for (n, (_, to)) in aims.iter().enumerate() {
            if aims[..n].iter().any(|(_, before)| before == to) && !common.contains(to) {
                common.push(*to);
            }
        }
        common.into_iter().any(|to| found(Aim { marker: None, to: to as u16, unit }))
            || aims.iter().any(|(n, to)| found(Aim { marker: Some(*n as u8), to: *to as u16, unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        let (name, hex) = (board.name(self.unit), board.pack.ground.id(usize::from(self.to)));
        match self.marker {
            _ if board.battery(self.unit).is_some() => format!("{name} at {hex}"),
            None => format!("{name} all at {hex}"),
            Some(n) => format!("{name}.{} at {hex}", n + 1),
        }
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let hex = board.pack.ground.id(usize::from(self.to));
        let sp: u8 = self.pairs(board).unwrap_or_default().iter().map(|p| p.sp).sum();
        let who = match self.marker {
            Some(n) => board.marker_said(self.unit, usize::from(n)),
            None => board.name(self.unit).to_owned(),
        };
        let label = format!("{who} fires {sp} points at {hex}");
        Choice { place: Some(hex), ..Choice::plain(line, label, "fire", "24.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        for pair in self.pairs(&resolver.board())? {
            resolver.write(Fact::Aimed(pair));
        }
        Ok(())
    }
}

/// `Davis return`: fire is returned to those it was exchanged with (§27.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnFire {
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for ReturnFire {
    fn said() -> Said {
        Said::OfPiece(&["return"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        words.piece_alone().map(|unit| Ok(ReturnFire { unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        piece.is_some_and(|unit| board.check_return(unit).is_ok() && found(ReturnFire { unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} return", board.name(self.unit))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let label = format!("{} returns fire; the attackers fire first", board.name(self.unit));
        Choice::plain(line, label, "return", "27.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_return(self.unit)?;
        resolver.write(Fact::Returning { unit: self.unit });
        Ok(())
    }
}

/// `JJ37: 5 at II37, 3 at II38`: how a defending hex fires; `3G` for cannon alone, `3 at II37 of Law` for one of two brigades alone, `JJ37: hold` for no fire
/// (§24.2, step 2, §24.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribute {
    /// The hex and its shares.
    pub split: Split,
}

fn read_split(words: &Words<'_, '_, Rules>) -> Result<Split, Refusal> {
    let pack = words.board.pack;
    let (from, mut rest) = words.rest.split_first().ok_or_else(|| unreadable("Which hex fires?"))?;
    let mut split = Split { by: words.board.eye, from: read_hex(pack, from)? as u16, shares: Vec::new() };
    if matches!(rest, [word] if word.eq_ignore_ascii_case("hold")) {
        return Ok(split);
    }
    let number = |word: &str| word.trim_end_matches(['g', 'G']).parse::<u8>().ok();
    while !rest.is_empty() {
        let [points, at, to, after @ ..] = rest else {
            return Err(unreadable("How many points at which hex?"));
        };
        let sp = number(points).filter(|_| at.eq_ignore_ascii_case("at"));
        let sp = sp.ok_or_else(|| unreadable(format!("{points} {at} {to} is no share of fire.")))?;
        let mut share = Share { guns: points.ends_with(['g', 'G']), ..Share::into(read_hex(pack, to)?, sp) };
        rest = after;
        if let [word, name @ ..] = after
            && word.eq_ignore_ascii_case("of")
            && words.board.since(8)
        {
            let (name, after) = name.split_at(name.iter().position(|w| number(w).is_some()).unwrap_or(name.len()));
            share.of = Some(read_unit(words.board, Some(words.side), &name.join(" "))?);
            rest = after;
        }
        split.shares.push(share);
    }
    if split.shares.is_empty() { Err(unreadable("At which hex?")) } else { Ok(split) }
}

impl Verb<Rules> for Distribute {
    fn said() -> Said {
        Said::Alone(&["split"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        Some(read_split(words).map(|split| Distribute { split }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if board.at.segment != Segment::Fire {
            return false;
        }
        board.silent_posts().into_iter().any(|hex| {
            let mut offered: Vec<Split> = Vec::new();
            for split in [board.best_split(hex, false), board.best_split(hex, true)] {
                if !split.shares.is_empty() && !offered.contains(&split) {
                    offered.push(split);
                }
            }
            let by = board.eye;
            for to in board.attackers_beside(hex) {
                for of in board.firers_from(hex) {
                    let share = |sp: u8| Share { of, ..Share::into(to, sp) };
                    let whole = |sp: u8| Split { by, from: hex as u16, shares: vec![share(sp)] };
                    let most = (1..=ALL_ARMS).rev().map(whole).find(|s| board.check_told(s).is_ok());
                    offered.extend(most.filter(|s| !offered.contains(s)));
                }
            }
            offered.push(Split { by: board.eye, from: hex as u16, shares: Vec::new() });
            offered.into_iter().any(|split| found(Distribute { split }))
        })
    }

    fn write(&self, board: &Board<'_>) -> String {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        let of = |s: &Share| s.of.map_or_else(String::new, |of| format!(" of {}", board.name(of)));
        let share = |s: &Share| format!("{}{} at {}{}", s.sp, if s.guns { "G" } else { "" }, id(s.to), of(s));
        let shares: Vec<String> = self.split.shares.iter().map(share).collect();
        match shares.is_empty() {
            true => format!("{}: hold", id(self.split.from)),
            false => format!("{}: {}", id(self.split.from), shares.join(", ")),
        }
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        let of = |s: &Share| s.of.map_or_else(String::new, |of| format!(" of {}", board.name(of)));
        let shares: Vec<String> =
            self.split.shares.iter().map(|s| format!("{} at {}{}", s.sp, id(s.to), of(s))).collect();
        let label = match shares.is_empty() {
            true => format!("{} holds its fire", id(self.split.from)),
            false => format!("{} fires {}", id(self.split.from), shares.join(", ")),
        };
        Choice { place: Some(id(self.split.from)), ..Choice::plain(line, label, "split", "24.2") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        // Who is told of is the hex: markers of two brigades may fire from it.
        let hex = board.pack.ground.id(usize::from(self.split.from));
        board.check_told(&self.split).map_err(|rule| Refusal::from(rule.illegal(&hex)))?;
        resolver.write(Fact::SplitFire(self.split.clone()));
        Ok(())
    }
}

/// How a defender distributes the fire of all hexes that were not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Where it is worth most.
    Best,
    /// What must match, and no more.
    Spare,
    /// Not at all.
    Hold,
}

/// `defend best-casualties`: the fire of all hexes that were not told, and on with it (§24.2, §24.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defend {
    /// How.
    pub how: Manner,
}

impl Manner {
    pub(super) const ALL: [Manner; 3] = [Manner::Best, Manner::Spare, Manner::Hold];

    pub(super) const fn word(self) -> &'static str {
        match self {
            Manner::Best => "best-casualties",
            Manner::Spare => "spare",
            Manner::Hold => "hold",
        }
    }
}

impl Verb<Rules> for Defend {
    fn said() -> Said {
        Said::Alone(&["defend"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [word] = words.rest else { return None };
        let how = Manner::ALL.into_iter().find(|m| m.word().starts_with(&word.to_lowercase()))?;
        Some(Ok(Defend { how }.into()))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.at.segment == Segment::Fire && Manner::ALL.into_iter().any(|how| found(Defend { how }))
    }

    fn leads_on(&self) -> bool {
        true
    }

    fn write(&self, _: &Board<'_>) -> String {
        format!("defend {}", self.how.word())
    }

    fn choice(&self, _: &Board<'_>, line: String) -> Choice {
        let label = match self.how {
            Manner::Best => "All other hexes fire where it is worth most",
            Manner::Spare => "All other hexes fire at those who fire at them, as strongly",
            Manner::Hold => "All other hexes hold their fire",
        };
        Choice::plain(line, label, "defend", "24.2")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        if resolver.buffer.position.segment != Segment::Fire {
            return Err(WRONG_SEGMENT.into());
        }
        for hex in resolver.board().silent_posts() {
            let split = match self.how {
                Manner::Hold => continue,
                how => resolver.board().best_split(hex, how == Manner::Spare),
            };
            if !split.shares.is_empty() {
                resolver.write(Fact::SplitFire(split));
            }
        }
        resolver.seat_done()
    }
}

/// `JJ36 flank II36 4`, of two brigades there `JJ36 flank II36 4 Davis`: points of the marker in the first hex step into the second until the fire is over; where
/// that is the flank hex of several `JJ36 flank II36 4 at HH36` (§24.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlankStep {
    /// Into whose flank, where it is not the first.
    pub at: Option<u16>,
    /// Whose, where it is not the first brigade of the hex.
    pub by: Option<UnitId>,
    /// The hex of the marker.
    pub from: u16,
    /// Points.
    pub sp: u8,
    /// The flank hex.
    pub to: u16,
}

impl Verb<Rules> for FlankStep {
    fn said() -> Said {
        Said::Alone(&["flank"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let [from, to, sp, name @ ..] = words.rest else { return None };
        let sp = sp.parse::<u8>().ok()?;
        let hex = |text: &str| read_hex(words.board.pack, text).map(|hex| hex as u16);
        let (name, at) = match name {
            [name @ .., word, at] if word.eq_ignore_ascii_case("at") => (name, Some(*at)),
            name => (name, None),
        };
        let read = || {
            let name = name.join(" ");
            let at = at.map(hex).transpose()?;
            let by = if name.is_empty() { None } else { Some(read_unit(words.board, Some(words.side), &name)?) };
            Ok(FlankStep { at, by, from: hex(from)?, sp, to: hex(to)? }.into())
        };
        Some(read())
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        board.at.segment == Segment::FlankMoves
            && board.flank_steps().into_iter().any(|step| found(board.step_order(&step)))
    }

    fn write(&self, board: &Board<'_>) -> String {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        let by = self.by.map_or_else(String::new, |by| format!(" {}", board.name(by)));
        let at = self.at.map_or_else(String::new, |at| format!(" at {}", id(at)));
        format!("{} flank {} {}{by}{at}", id(self.from), id(self.to), self.sp)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let id = |hex: u16| board.pack.ground.id(usize::from(hex));
        let (from, to) = (id(self.from), id(self.to));
        let label = match board.check_flank_step(self) {
            Ok(step) => {
                let (name, target) = (board.name(step.unit), id(step.target));
                format!("{} points of {name} step from {from} to {to}, to fire into the flank of {target}", self.sp)
            }
            Err(_) => format!("{} points step from {from} to {to}", self.sp),
        };
        Choice { place: Some(to), ..Choice::plain(line, label, "flank", "24.4") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        let hex = board.pack.ground.id(usize::from(self.from));
        let step = board.check_flank_step(self);
        let step = step.map_err(|rule| Refusal::from(rule.illegal(&hex)))?;
        // A hex with commanders alone is unoccupied (§24.4.3a), and they are captured (§17.1.8).
        if resolver.board().since(2) {
            let passed: Vec<u16> = resolver.board().passed_by_step(&step).into_iter().chain([self.to]).collect();
            // 0.1: nobody steps into a hex in which somebody stands out of view, or through it.
            if !resolver.steps_to_contact(step.unit, &passed) {
                return Ok(());
            }
            resolver.capture_on(step.unit, &passed);
            // §16.1.1: a reinforcement remains out of enemy range, by points of it too.
            resolver.end_exemption_on_way(step.unit, &passed);
        }
        resolver.write(Fact::Flanked(step));
        Ok(())
    }
}

/// `Davis hasty left`: a column beside attackers forms line with its front to the left of its march, or to the right (§24.6, ruling 46).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HastyFront {
    /// Whether to the right.
    pub right: bool,
    /// Who.
    pub unit: UnitId,
}

impl Verb<Rules> for HastyFront {
    fn said() -> Said {
        Said::OfPiece(&["hasty"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (unit, [word]) = (words.piece?, words.rest) else { return None };
        let right = match word.to_lowercase().as_str() {
            "right" => true,
            "left" => false,
            _ => return None,
        };
        Some(Ok(HastyFront { right, unit }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece.filter(|_| board.at.segment == Segment::Hasty) else { return false };
        let may = |right: &bool| board.side(unit) != board.at.side && board.hasty_line(unit, *right).is_some();
        [false, true].into_iter().filter(may).any(|right| found(HastyFront { right, unit }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} hasty {}", board.name(self.unit), if self.right { "right" } else { "left" })
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let side = if self.right { "right" } else { "left" };
        let before = board.hasty_line(self.unit, self.right).map_or(0, |l| board.faced(&l));
        let label =
            format!("{} forms line to its {side}: {before} enemy points before its front", board.name(self.unit));
        Choice::plain(line, label, "hasty", "24.0")
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let board = resolver.board();
        if board.at.segment != Segment::Hasty {
            return Err(WRONG_SEGMENT.into());
        }
        if board.side(self.unit) == board.at.side {
            return Err(NOT_YOURS.into());
        }
        let line = board.hasty_line(self.unit, self.right).ok_or(NO_COLUMN)?;
        resolver.form_hasty_line(line);
        Ok(())
    }
}

/// `single Cutler HH40`: of two brigades with flank markers in a hex that one is aimed at (§24.3.7, ruling 65).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    /// The hex.
    pub hex: u16,
    /// The brigade.
    pub unit: UnitId,
}

impl Board<'_> {
    /// §24.3.7: whether a side may say at which of two brigades in a hex it aims: they have eight points together, so that the rest falls on the other.
    pub(super) fn check_single(&self, unit: UnitId, hex: usize) -> Result<(), RuleBreak> {
        let by = self.acting();
        if !matches!(self.at.segment, Segment::Targets | Segment::Fire) || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        let there: Vec<UnitId> = self.brigades_at(hex).filter(|u| self.side(*u) != by).collect();
        let points: u8 = there.iter().map(|u| self.points_in(*u, hex)).sum();
        let of_two = there.len() == 2 && points >= MUSKETS && there.contains(&unit);
        if !of_two || !(self.beside_enemy_of(by.other(), hex) || self.is_stepped_at(hex)) {
            return Err(NOT_OF_TWO);
        }
        match self.aimed_at(by, hex) == Some(unit) {
            true => Err(AIMED_AT),
            false if self.is_fired_at_again(by, hex, unit) => Err(SAME_BRIGADE),
            false => Ok(()),
        }
    }
}

impl Verb<Rules> for Single {
    fn said() -> Said {
        Said::Alone(&["single"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let (hex, name) = words.rest.split_last().filter(|(_, name)| !name.is_empty())?;
        let board = words.board;
        let unit = read_unit(board, Some(board.acting().other()), &name.join(" "));
        Some(unit.and_then(|unit| Ok(Single { hex: read_hex(board.pack, hex)? as u16, unit }.into())))
    }

    fn candidates(board: &Board<'_>, _: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        if !matches!(board.at.segment, Segment::Targets | Segment::Fire) {
            return false;
        }
        let enemies = board.of(board.acting().other()).filter(|u| board.at.brigade(*u).is_some());
        let each = enemies.flat_map(|unit| board.chain(unit).iter().map(move |l| (unit, l.at())));
        let mut legal = each.filter(|(unit, hex)| board.check_single(*unit, *hex).is_ok());
        legal.any(|(unit, hex)| found(Single { hex: hex as u16, unit }))
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("single {} {}", board.name(self.unit), board.pack.ground.id(usize::from(self.hex)))
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let hex = board.pack.ground.id(usize::from(self.hex));
        let label = format!("Of the two brigades in {hex}, {} is aimed at", board.name(self.unit));
        Choice { place: Some(hex), ..Choice::plain(line, label, "single", "24.3") }
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        resolver.board().check_single(self.unit, usize::from(self.hex))?;
        resolver.write(Fact::Singled { hex: self.hex, unit: self.unit });
        Ok(())
    }
}
