//! Casualties, disorganization, even losses, commanders' survival (§32.0, §33.1, §33.3).
//!
//! Casualty points of a phase are gathered ([`Resolver::suffer`]) and settled once, when it ends or, in combat fire, before the other side answers
//! ([`Resolver::settle`]): disorganization by all of them and the strength at the start of the phase, a strength point for every ten.

use super::board::Board;
use super::book::Stop;
use super::chain::{Formation, Link, column_fronts, counter};
use super::facts::{AttackEnd, Fact};
use super::fire::{Losses, Struck};
use super::ground::Ground;
use super::resolver::Resolver;
use super::tables::Halves;
use super::teller::Teller;
use super::units::{Level, UnitId};
use domain_core::kit::counted;
use domain_core::referee::{Line, Mark, Tone};

/// How many hexes one marker lies from another; what lies on the road beyond the map is a hex farther off than its entry.
fn apart(ground: &Ground, one: usize, other: usize) -> u32 {
    let entry = |place: usize| ground.entries.iter().find(|e| e.off == place).map_or((place, 0), |e| (e.hex, 1));
    let ((from, before), (to, behind)) = (entry(one), entry(other));
    if one == other { 0 } else { ground.atlas.distance(from, to).unwrap_or(0) + before + behind }
}

/// §33.3.5, ruling 72: a chain after so many points are lost. Each is taken from the strongest marker, of equal ones from that farthest from the counter;
/// where all hold one point, from an end, so that the chain holds together.
pub fn even_losses(
    ground: &Ground,
    formation: Formation,
    chain: &[Link],
    at: usize,
    lost: u8,
) -> (Formation, Vec<Link>, usize) {
    losses_by(&|one, other| apart(ground, one, other), ground, formation, chain, (at, lost))
}

/// The same before revision 7, which counted what lies beyond the map as near as can be.
fn losses_on_map(
    ground: &Ground,
    formation: Formation,
    chain: &[Link],
    at: usize,
    lost: u8,
) -> (Formation, Vec<Link>, usize) {
    let far = |one: usize, other: usize| ground.atlas.distance(one, other).unwrap_or(0);
    losses_by(&far, ground, formation, chain, (at, lost))
}

/// So many points lost by a chain whose counter lies with one of its markers, with how far markers lie from one another.
fn losses_by(
    apart: &dyn Fn(usize, usize) -> u32,
    ground: &Ground,
    formation: Formation,
    chain: &[Link],
    (at, lost): (usize, u8),
) -> (Formation, Vec<Link>, usize) {
    let (mut formation, mut chain, mut at) = (formation, chain.to_vec(), at);
    for _ in 0..lost {
        let Some(most) = chain.iter().map(|l| l.sp).max() else { break };
        let last = chain.len() - 1;
        at = at.min(last);
        let home = chain[at].at();
        let far = |n: &usize| (apart(home, chain[*n].at()), n.abs_diff(at));
        let may = |n: &usize| chain[*n].sp == most && (most > 1 || *n == 0 || *n == last);
        let Some(n) = (0..=last).filter(may).max_by_key(far) else { break };
        chain[n].sp -= 1;
        if chain[n].sp == 0 {
            formation = without(ground, formation, &chain, n);
            chain.remove(n);
            at = counter(ground, formation, &chain).unwrap_or(chain.len() / 2);
        }
    }
    (formation, chain, at)
}

/// §16.2.3, §33.3.5, ruling 72: the same of a line whose counter stays with its marker as long as that is there: of equal markers the one farthest from it loses
/// each point, those behind the first as well.
fn losses_of_line(
    ground: &Ground,
    formation: Formation,
    chain: &[Link],
    at: usize,
    lost: u8,
) -> (Formation, Vec<Link>, usize) {
    let (mut formation, mut chain, mut at) = (formation, chain.to_vec(), at);
    for _ in 0..lost {
        let home = chain.get(at).map(|l| l.hex);
        let (formed, left, moved) = even_losses(ground, formation, &chain, at, 1);
        at = left.iter().position(|l| Some(l.hex) == home).unwrap_or(moved);
        (formation, chain) = (formed, left);
    }
    (formation, chain, at)
}

/// The formation of a chain whose first or last marker falls away: the flank of a line, or the head of a column, is the next one's.
pub(super) fn without(ground: &Ground, formation: Formation, chain: &[Link], n: usize) -> Formation {
    let last = chain.len() - 1;
    let side = |from: usize, to: usize| ground.side_to(chain[from].at(), chain[to].at());
    match formation {
        Formation::Line { left, right } if last > 0 => match n {
            0 => Formation::Line { left: side(1, 0).unwrap_or(left), right },
            n if n == last => Formation::Line { left, right: side(last - 1, last).unwrap_or(right) },
            _ => formation,
        },
        Formation::Column { facing } if n == 0 && last > 0 => {
            let fronts = column_fronts(ground, facing, chain).unwrap_or_default();
            Formation::Column { facing: fronts.get(1).copied().unwrap_or(facing) }
        }
        _ => formation,
    }
}

impl Board<'_> {
    /// What casualty points of a phase come to, once it is settled.
    pub(super) fn settled(&self, struck: &Struck) -> Option<Losses> {
        let (now, _) = self.brigade(struck.unit)?;
        let before = now.cp.saturating_sub(struck.cp);
        let lost = u8::try_from(now.cp / 10 - before / 10).unwrap_or(u8::MAX).min(now.sp);
        // 0.1, detachments 10: who was surprised has twice the disorganization of the single points.
        let dp = match self.at.hidden.surprised.contains(&struck.unit) {
            true => super::hidden::surprised(0, self.pack.tables.disorganized(struck.cp / 2, struck.sp)).1,
            false => self.pack.tables.disorganized(struck.cp, struck.sp),
        };
        let (ground, chain, at) = (&self.pack.ground, self.chain(struck.unit), usize::from(now.counter));
        let (formation, chain, at) = match (self.since(7), now.formation.is_line()) {
            (true, true) => losses_of_line(ground, now.formation, chain, at, lost),
            (true, false) => even_losses(ground, now.formation, chain, at, lost),
            (false, _) => losses_on_map(ground, now.formation, chain, at, lost),
        };
        let paid = self.paid_after_loss(struck.unit, &chain);
        let keeps = self.kept_after_loss(struck.unit, &chain);
        Some(Losses { chain, counter: at as u8, dp, formation, keeps, lost, paid, unit: struck.unit })
    }

    /// §13.7, §31.4: what each marker that is left has spent, since losses cost no activity points. Where the dearest one is lost its points remain what the
    /// brigade has expended: then nothing is said of each, and before revision 8 of none.
    fn paid_after_loss(&self, unit: UnitId, left: &[Link]) -> Vec<Halves> {
        let Some(now) = self.at.brigade(unit).filter(|_| self.since(8)) else { return Vec::new() };
        let before = self.chain(unit);
        if left.len() == before.len() {
            return now.paid.clone();
        }
        if !now.formation.is_line() {
            return Vec::new();
        }
        let spent = |link: &Link| before.iter().position(|l| l.hex == link.hex).and_then(|n| now.paid.get(n).copied());
        let paid: Vec<Halves> = left.iter().filter_map(spent).collect();
        let dearest = paid.len() == left.len() && paid.iter().max() == Some(&now.spent());
        if dearest { paid } else { Vec::new() }
    }

    /// Rulings 44 and 62: the last points of a brigade that its card takes off it by now, where it stands beside no enemy, and by how many changes; none where
    /// others are left.
    fn last_points_off(&self, unit: UnitId) -> Option<(i8, u8)> {
        let (now, _) = self.brigade(unit).filter(|_| self.since(8) && !self.beside_enemy(unit))?;
        let (points, count) = self.joins_now(unit)?;
        let left = now.sp.checked_add_signed(points).unwrap_or(0);
        (left == 0).then(|| (0i8.saturating_sub_unsigned(now.sp), count))
    }
}

impl Resolver<'_, '_> {
    /// A brigade receives casualty points, to be settled when the phase ends (§33.3.4).
    pub fn suffer(&mut self, unit: UnitId, cp: u16) {
        if cp > 0 {
            self.write(Fact::Struck { cp, unit });
        }
    }

    /// §33.1, §33.3.4, ruling 12: disorganization and lost points of all who received casualty points in this phase; attacks of those whose experience is spent
    /// are over.
    pub fn settle(&mut self) {
        self.settle_but(&[]);
    }

    /// The same for all but some (§24.3.6).
    pub fn settle_but(&mut self, later: &[UnitId]) {
        let struck: Vec<Struck> =
            self.buffer.position.fight.struck.iter().copied().filter(|s| !later.contains(&s.unit)).collect();
        for mut one in struck {
            if self.settle_partly(&mut one) {
                continue;
            }
            let Some(losses) = self.board().settled(&one) else { continue };
            self.lose(losses);
            let named = self.buffer.position.brigade(one.unit).is_some_and(|b| b.is_named());
            if named && self.board().experience(one.unit) == 0 {
                self.write(Fact::AttackEnded { unit: one.unit, why: AttackEnd::Spent });
            }
        }
    }

    /// Losses are taken; hexes where nothing of a defender is left are vacated (§31.1b).
    fn lose(&mut self, losses: Losses) {
        let board = self.board();
        let held = board.chain(losses.unit).iter().map(|l| l.hex);
        let gone: Vec<u16> = held.filter(|hex| !losses.chain.iter().any(|l| l.hex == *hex)).collect();
        let defends = board.side(losses.unit) != board.at.side;
        self.write(Fact::Losses(losses));
        if defends && !gone.is_empty() {
            self.left_empty(&gone);
        }
    }

    /// A brigade is lost with all its points, before any fire (ruling 54) or for want of a way back (ruling 71).
    pub fn destroy(&mut self, unit: UnitId) {
        let Some(brigade) = self.buffer.position.brigade(unit) else { return };
        let (formation, lost) = (brigade.formation, brigade.sp);
        let (chain, paid) = (Vec::new(), Vec::new());
        self.lose(Losses { chain, counter: 0, dp: 0, formation, keeps: None, lost, paid, unit });
    }

    /// Rulings 44 and 62: brigades of the phasing side whose last points their card takes off them are removed. These are no loss; before revision 8 they
    /// stayed.
    pub(super) fn remove_taken_off(&mut self) {
        let board = self.board();
        let off = |unit: UnitId| Some((unit, board.at.brigade(unit)?.formation, board.last_points_off(unit)?));
        let all: Vec<(UnitId, Formation, (i8, u8))> = board.of(board.at.side).filter_map(off).collect();
        for (unit, formation, (points, count)) in all {
            let covered = self.board().joins_unnamed(unit);
            self.write(Fact::Joined { chain: Vec::new(), count, covered, opens: false, points, unit });
            let (chain, paid) = (Vec::new(), Vec::new());
            self.write(Fact::Losses(Losses { chain, counter: 0, dp: 0, formation, keeps: None, lost: 0, paid, unit }));
        }
    }

    /// Rolls for commanders in hexes that came under combat fire (§32.1, §32.3, ruling 73).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn roll_survival(&mut self) -> Result<(), Stop> {
        let board = self.board();
        let under = |unit: &UnitId| {
            let rolls = board.commander(*unit).is_some_and(|(c, spec)| !c.hit && spec.level != Level::Artillery);
            rolls && board.at.place(*unit).is_some_and(|hex| board.at.pairs.iter().any(|p| usize::from(p.to) == hex))
        };
        let commanders: Vec<UnitId> = board.pack.ids().filter(under).collect();
        for unit in commanders {
            let purpose = format!("survival of {}", self.board().name(unit));
            let die = self.dice.roll(purpose, 1, 6)?[0];
            self.write(Fact::Survival { die, unit });
        }
        Ok(())
    }
}

impl Teller<'_> {
    /// What a fire or an assault cost a brigade, before it is settled.
    pub fn struck(&self, unit: UnitId, cp: u16) -> Option<Line> {
        let text = format!("{} receives {}.", self.name(unit), counted(i32::from(cp), "casualty point"));
        self.line(Tone::Loss, text, "33.3", vec![])
    }

    /// What a phase cost a brigade.
    pub fn losses(&self, losses: &Losses) -> Option<Line> {
        let name = self.name(losses.unit);
        let marks = |hex: Option<&Link>| match hex {
            Some(link) if losses.lost > 0 => {
                let (place, steps) = (self.id(link.hex), u32::from(losses.lost));
                vec![Mark::Lost { place, side: self.side(losses.unit), steps }]
            }
            _ => Vec::new(),
        };
        let text = match (losses.chain.is_empty(), losses.lost, losses.dp) {
            (true, 0, _) => format!("{name} has no strength points left and is removed."),
            (true, lost, _) => format!("{name} is destroyed; its last {lost} strength points are lost."),
            (_, 0, dp) => format!("{name} receives {dp} disorganization points."),
            (_, lost, dp) => {
                let s = if lost == 1 { "" } else { "s" };
                format!(
                    "{name} loses {lost} strength point{s} and receives {dp} disorganization points: {}.",
                    self.chain(&losses.chain)
                )
            }
        };
        self.line(Tone::Loss, text, "33.0", marks(losses.chain.first()))
    }

    /// A die for a commander.
    pub fn survival(&self, unit: UnitId, die: u8) -> Option<Line> {
        let name = self.name(unit);
        let text = match die >= 5 {
            true => format!("{name} is under fire: {die} rolled, he is incapacitated."),
            false => format!("{name} is under fire: {die} rolled, he is unhurt."),
        };
        self.line(Tone::Roll, text, "32.0", vec![])
    }
}
