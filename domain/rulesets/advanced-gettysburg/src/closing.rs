//! Columns that close up: by order, before they change formation, and after losses (§7.2, §17.1.3, ruling 72); how they stand clear of themselves (§6.2.6).

use super::activity::{Barred, Ending, IN_RANGE, NO_WAY};
use super::board::Board;
use super::book::{AnyOrder, NOT_A_BRIGADE, Rules, Stop};
use super::chain::{Formation, Link, column_strengths, distributed, line_strengths};
use super::facts::{Fact, Maneuver, Manner};
use super::marching::{NOT_A_COLUMN, padded};
use super::names::unreadable;
use super::position::{Brigade, Pressed};
use super::resolver::Resolver;
use super::tables::{Halves, Mover};
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, Said, Verb, Words, counted};
use domain_core::referee::{Choice, Line, Refusal};

const CLOSE_ALREADY: RuleBreak = RuleBreak::new(&[
    "17.1",
    "{unit} does not lie in more hexes than that.",
    "Name fewer hexes than its column lies in, from its head on.",
]);

impl Board<'_> {
    /// The hexes of a column, head first.
    pub(super) fn column_hexes(&self, unit: UnitId) -> Vec<usize> {
        let mut hexes: Vec<usize> = self.chain(unit).iter().map(|l| l.at()).collect();
        hexes.dedup();
        hexes
    }

    /// §13.7: the half points that the head of a column has left, be another marker of it dearer.
    pub(super) fn left_to_head(&self, unit: UnitId) -> Halves {
        let Ok(level) = self.check_may_act(unit) else { return 0 };
        let head = |b: &Brigade| b.paid.first().copied().unwrap_or(0);
        let spent = |b: &Brigade| if self.since(8) { head(b) } else { b.spent() };
        self.at.brigade(unit).map_or(0, |b| self.most(b, level).saturating_sub(spent(b)))
    }

    /// §17.1.3: whether the markers of a column closed up, more than one in a hex, so that they change formation next; what losses left one behind another
    /// marches as others do.
    pub(super) fn has_closed_up(&self, unit: UnitId) -> bool {
        let stacked = || self.chain(unit).windows(2).any(|two| two[0].hex == two[1].hex);
        self.at.brigade(unit).is_some_and(|now| now.closed && (!self.since(8) || stacked()))
    }

    /// The same of a column that closed up and marches again since losses: it does so too where strength joins it in its last hex then (§17.1.4, ruling 62).
    pub(super) fn has_opened(&self, unit: UnitId) -> bool {
        self.at.brigade(unit).is_some_and(|now| now.closed) && !self.has_closed_up(unit)
    }

    /// §17.1.3: the markers of a column move up into its first hexes, to change formation next.
    fn check_close(&self, unit: UnitId, into: usize) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let Formation::Column { .. } = now.formation else { return Err(NOT_A_COLUMN) };
        let (hexes, chain) = (self.column_hexes(unit), self.chain(unit));
        if hexes.iter().any(|p| !self.pack.ground.is_hex(*p)) {
            return Err(NOT_A_COLUMN);
        }
        if into == 0 || into >= hexes.len() {
            return Err(CLOSE_ALREADY);
        }
        self.check_moves_up(unit)?;
        if !self.closes_clear(unit, &hexes, into) {
            return Err(IN_RANGE);
        }
        self.check_closes_by_night(unit, &hexes, into)?;
        let mut paid = padded(&now.paid, chain.len());
        let mut closed = chain.to_vec();
        for (link, paid) in closed.iter_mut().zip(&mut paid) {
            let from = hexes.iter().position(|p| *p == link.at()).unwrap_or(0);
            let to = from.min(into - 1);
            let steps = (to..from).map(|n| self.step_cost(unit, Mover::Column, hexes[n + 1], hexes[n]));
            *paid = paid.saturating_add(steps.fold(0, Halves::saturating_add));
            link.hex = hexes[to] as u16;
        }
        let ending = Ending {
            chain: closed,
            formation: now.formation,
            manner: Manner::Closed,
            paid,
            pressed: Pressed::No,
            way: vec![hexes[0]],
        };
        self.check_ending(unit, &ending)
    }

    /// §17.1.3, §22.1, cost chart: whether markers of a column can close up into its first hexes: each that moves does so out of enemy range and beside no enemy; before
    /// revision 6 those that stay had to lie so too.
    pub(super) fn closes_clear(&self, unit: UnitId, hexes: &[usize], into: usize) -> bool {
        let side = self.side(unit);
        let first = if self.since(6) { into.saturating_sub(1) } else { 0 };
        !hexes.iter().skip(first).any(|p| self.in_enemy_range(side, *p) || self.beside_enemy_of(side, *p))
    }

    /// §22.1, §35.1: markers that close up into the first hexes of their brigade come no nearer to the enemy at night, unless no other way out is open to a column.
    ///
    /// # Errors
    /// One would.
    pub(super) fn check_closes_by_night(&self, unit: UnitId, hexes: &[usize], into: usize) -> Result<(), RuleBreak> {
        let mut steps = hexes.windows(2).skip(into.saturating_sub(1)).filter(|_| self.since(4));
        // They go as columns do, which enter no range (§22.1), so that none is a way out for them.
        steps.try_for_each(|two| self.check_night_by(self.side(unit), (two[1], two[0]), Barred::Any))
    }

    /// §6.2.6b: whether the lead marker of a column that looks so would point at a marker of its own.
    pub(super) fn points_at_itself(&self, chain: &[Link], facing: Facing) -> bool {
        let ahead = chain.first().and_then(|head| self.pack.ground.atlas.ahead(head.at(), facing));
        self.since(4) && ahead.is_some_and(|hex| chain.iter().any(|l| l.at() == hex))
    }

    /// §6.2.6b, §19.4.1: where the head of a column looks that goes or faces about out of enemy range: where that leads, or, where it would point at a marker of
    /// its own, aside.
    ///
    /// # Errors
    /// It would point at one wherever it looks; in revision 5, where that leads.
    pub(super) fn clear_of_itself(&self, chain: &[Link], looks: Facing) -> Result<Facing, RuleBreak> {
        if !self.since(5) || !self.points_at_itself(chain, looks) {
            return Ok(looks);
        }
        let aside = [2, -2, 4, -4, 6].map(|turn| looks.turned(turn));
        aside.into_iter().find(|side| self.since(6) && !self.points_at_itself(chain, *side)).ok_or(NO_WAY)
    }

    /// Ruling 72, §33.3.5b: how a column or line that losses left uneven lies when it has closed up; none where it is even, or cannot out of enemy range.
    fn evened(&self, unit: UnitId) -> Option<Vec<Link>> {
        let (now, _) = self.brigade(unit)?;
        if now.formation.is_line() && self.since(4) {
            return self.evened_line(unit);
        }
        let (chain, strengths) = (self.chain(unit), column_strengths(self.spec(unit), now.sp));
        let column = matches!(now.formation, Formation::Column { .. });
        let even = chain.iter().map(|l| l.sp).eq(strengths.iter().copied());
        let ranged = || chain.iter().any(|l| self.in_enemy_range(self.side(unit), l.at()));
        if !column || even || strengths.len() > chain.len() || ranged() {
            return None;
        }
        Some(chain.iter().zip(strengths).map(|(l, sp)| Link::new(l.at(), sp)).collect())
    }
}

impl Board<'_> {
    /// §33.3.5b: the points of a line whose inner markers losses left too weak, shared out as §7.1 wants them; what may stand so in enemy range may not out of it.
    fn evened_line(&self, unit: UnitId) -> Option<Vec<Link>> {
        let ((now, _), chain) = (self.brigade(unit)?, self.chain(unit));
        let ranged = chain.iter().any(|l| self.in_enemy_range(self.side(unit), l.at()));
        if ranged || self.beside_enemy(unit) || distributed(self.spec(unit), now.formation, chain).is_ok() {
            return None;
        }
        self.evened_out(unit, now.sp)
    }

    /// So many points shared out among the markers of a line where they lie, as §7.1 wants them: inner ones filled first and the flanks as even as can be; from a
    /// hex that it shares with another brigade no more than there is room for (§17.1.6). `None` where they do not go into it.
    pub(super) fn evened_out(&self, unit: UnitId, sp: u8) -> Option<Vec<Link>> {
        let (spec, chain) = (self.spec(unit), self.chain(unit));
        let line = |strengths: Vec<u8>| -> Vec<Link> {
            chain.iter().zip(strengths).map(|(l, sp)| Link::new(l.at(), sp)).collect()
        };
        let even = line_strengths(spec, sp, chain.len()).map(line);
        if !self.since(5) || even.as_ref().is_some_and(|line| self.shares(unit, line)) {
            return even;
        }
        let flanks = (1..=8u8).flat_map(|left| (1..=8u8).map(move |right| (left, right)));
        let others = flanks.filter_map(|(left, right)| {
            let inner = chain.len().checked_sub(2)? as u8;
            let rest = sp.checked_sub(left + right)?;
            let each = if inner == 0 { 0 } else { rest / inner };
            let strengths = [vec![left], vec![each; usize::from(inner)], vec![right]].concat();
            (rest == each * inner && each <= 8).then(|| line(strengths))
        });
        let fits = |line: &Vec<Link>| {
            let formation = self.at.brigade(unit).map(|b| b.formation);
            formation.is_some_and(|f| distributed(spec, f, line).is_ok()) && self.shares(unit, line)
        };
        let uneven = |line: &Vec<Link>| line.first().zip(line.last()).map(|(a, b)| a.sp.abs_diff(b.sp));
        others.filter(fits).min_by_key(uneven)
    }

    /// §7.1.1, ruling 62: a line of which a marker holds more than eight points, which so many more join there, or leave; `None` for another line.
    pub(super) fn thickened(&self, unit: UnitId, points: i8) -> Option<Vec<Link>> {
        let (now, _) = self.brigade(unit).filter(|_| self.since(6))?;
        let (spec, chain) = (self.spec(unit), self.chain(unit));
        let joined = |n: usize| {
            let mut line = chain.to_vec();
            line[n].sp = line[n].sp.checked_add_signed(points)?;
            distributed(spec, now.formation, &line).is_ok().then_some(line)
        };
        let mut thick: Vec<usize> = (0..chain.len()).filter(|n| chain[*n].sp > 8).collect();
        thick.sort_by_key(|n| std::cmp::Reverse(chain[*n].sp));
        thick.into_iter().find_map(joined)
    }

    /// §7.1.4, ruling 62: a line that so many more points join where there is room, or leave, while the others stay where they are: they come to inner markers
    /// that losses left too weak, then to the weaker flank, and go from the stronger one. `None` where that is not possible.
    pub(super) fn grown(&self, unit: UnitId, points: i8) -> Option<Vec<Link>> {
        let (now, _) = self.brigade(unit).filter(|_| self.since(6))?;
        let (spec, mut line) = (self.spec(unit), self.chain(unit).to_vec());
        let last = line.len().checked_sub(1)?;
        let inner = |n: &usize| *n > 0 && *n < last;
        for _ in 0..points.unsigned_abs() {
            let more = |n: &usize| {
                let mut with = line.clone();
                with[*n].sp += 1;
                // §7.1.3: inner markers of horse hold the same.
                with[*n].sp <= 8 && !(inner(n) && spec.is_cavalry()) && self.shares(unit, &with)
            };
            let less = |n: &usize| !inner(n) && line[*n].sp > 1;
            let found = match points > 0 {
                true => (0..=last).filter(more).min_by_key(|n| (!inner(n), line[*n].sp)),
                false => (0..=last).filter(less).max_by_key(|n| line[*n].sp),
            };
            let n = found?;
            line[n].sp = line[n].sp.checked_add_signed(points.signum())?;
        }
        (self.is_thinned(unit) || distributed(spec, now.formation, &line).is_ok()).then_some(line)
    }

    /// Ruling 62: the strengths of a column that so many points join, or leave. Of one that losses left uneven in enemy range, where it does not close up
    /// (ruling 72), the others stay where they are: what joins fills its markers from the head on, and what leaves goes from its rear. Before revision 8 it
    /// closed up with them.
    pub(super) fn column_joined(&self, unit: UnitId, points: i8) -> Vec<u8> {
        let (spec, sp) = (self.spec(unit), self.at.brigade(unit).map_or(0, |b| b.sp));
        if !self.since(8) || !self.is_thinned(unit) {
            return column_strengths(spec, sp.saturating_add_signed(points));
        }
        let mut strengths: Vec<u8> = self.chain(unit).iter().map(|l| l.sp).collect();
        for _ in 0..points.unsigned_abs() {
            let marker = match points < 0 {
                true => strengths.last_mut(),
                false => strengths.iter_mut().find(|sp| **sp < spec.column_marker()),
            };
            match marker {
                Some(sp) => *sp = sp.saturating_add_signed(points.signum()),
                None => strengths.push(1),
            }
            strengths.retain(|sp| *sp > 0);
        }
        strengths
    }

    /// §33.3.5b: whether losses left the markers of a brigade in enemy range as its formation may not share its points out: inner ones of a line too weak, a
    /// column uneven. They may stay so there. Before revision 8 that was asked of lines alone.
    pub(super) fn is_thinned(&self, unit: UnitId) -> bool {
        let (Some((now, _)), chain) = (self.brigade(unit), self.chain(unit)) else { return false };
        let ranged = || chain.iter().any(|l| self.in_enemy_range(self.side(unit), l.at()));
        let asked = now.formation.is_line() || self.since(8);
        asked && distributed(self.spec(unit), now.formation, chain).is_err() && ranged()
    }

    /// §17.1.6: whether no hex of these markers would hold more than eight points together with the flank marker of another brigade.
    fn shares(&self, unit: UnitId, line: &[Link]) -> bool {
        line.iter().all(|link| {
            let others = self.brigades_at(link.at()).filter(|u| *u != unit);
            let points = |u: UnitId| self.chain(u).iter().filter(|l| l.at() == link.at()).map(|l| l.sp).sum::<u8>();
            let beside: u8 = others.map(points).sum();
            beside == 0 || beside + link.sp <= 8
        })
    }
}

impl Resolver<'_, '_> {
    /// Ruling 72, §33.3.5b: columns and lines of the phasing side that losses left uneven close up.
    pub fn close_up_columns(&mut self) {
        let board = self.board();
        let closed = |board: &Board<'_>, unit| board.evened(unit).map(|chain| Fact::ClosedUp { chain, unit });
        let all: Vec<(UnitId, Option<Fact>)> =
            board.of(board.at.side).map(|unit| (unit, closed(&board, unit))).collect();
        for (unit, fact) in all {
            // §17.1.6: of two lines that share a hex the second has the room that the first leaves it; before revision 8 both had that of before.
            let fact = if self.board().since(8) { closed(&self.board(), unit) } else { fact };
            if let Some(fact) = fact {
                self.write(fact);
            }
        }
    }
}

impl Resolver<'_, '_> {
    /// Ruling 72: columns of the phasing side that come out of enemy range while it moves, because a friend stands in the line of fire now, close up then; before
    /// revision 8 as their next turn began. Who has spent points was ambushed (0.1), has done with its move, and waits for its next turn.
    pub fn close_up_out_of_range(&mut self) {
        let board = self.board();
        if !board.since(8) || !board.at.segment.is_movement() {
            return;
        }
        let waits = |unit: &UnitId| board.at.brigade(*unit).is_some_and(|b| b.formation.is_column() && b.spent() == 0);
        let columns: Vec<UnitId> = board.of(board.at.side).filter(waits).collect();
        for unit in columns {
            let closed = self.board().evened(unit);
            if let Some(chain) = closed {
                self.write(Fact::ClosedUp { chain, unit });
            }
        }
    }
}

/// `Archer close`, `Archer close 2`: the markers of a column move up into its first hex, or its first hexes, to form line or go to rest next (§17.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Close {
    /// Who.
    pub unit: UnitId,
    /// Into how many hexes.
    pub into: u8,
}

impl Verb<Rules> for Close {
    fn said() -> Said {
        Said::OfPiece(&["close"])
    }

    fn read(words: &Words<'_, '_, Rules>) -> Option<Result<AnyOrder, Refusal>> {
        let unit = words.piece.filter(|u| words.board.spec(*u).brigade().is_some())?;
        let into = match words.rest {
            [] => Ok(1),
            [into] => into.parse().map_err(|_| unreadable("Write for example: Archer close, Archer close 2.")),
            _ => return None,
        };
        Some(into.map(|into| Close { unit, into }.into()))
    }

    fn candidates(board: &Board<'_>, piece: Option<UnitId>, found: &mut dyn FnMut(Self) -> bool) -> bool {
        let Some(unit) = piece else { return false };
        let legal = |into: &u8| board.check_close(unit, usize::from(*into)).is_ok();
        let most = board.column_hexes(unit).len() as u8;
        (1..most).filter(legal).any(|into| found(Close { unit, into }))
    }

    fn piece(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn write(&self, board: &Board<'_>) -> String {
        format!("{} close {}", board.name(self.unit), self.into)
    }

    fn choice(&self, board: &Board<'_>, line: String) -> Choice {
        let into = counted(i32::from(self.into), "hex");
        let label = format!("{} closes up into {into}", board.name(self.unit));
        let checked = board.check_close(self.unit, usize::from(self.into));
        board.priced(Choice::plain(line, label, "close", "17.1"), checked)
    }

    fn execute(&self, resolver: &mut Resolver<'_, '_>) -> Result<(), Stop> {
        let maneuver = resolver.board().check_close(self.unit, usize::from(self.into))?;
        resolver.take_in_hand(self.unit)?;
        resolver.write(Fact::Maneuvered(maneuver));
        Ok(())
    }
}

impl Teller<'_> {
    /// A column that closed up after losses.
    pub fn closed_up(&self, unit: UnitId, chain: &[Link]) -> Option<Line> {
        self.note(format!("{} closes up: {}.", self.name(unit), self.chain(chain)), "7.2")
    }
}
