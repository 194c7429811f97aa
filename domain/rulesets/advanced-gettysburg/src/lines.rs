//! Battlelines: how a line is moved as a whole, marker by marker, and what it costs (§6.2, §7.1, §11.0, §18.0, §21.0).

use super::activity::{Barred, Ending, GOES_BACK, IN_RANGE, NO_WAY, Press, RETREATING, fronts};
use super::attack::{Moved, moved_before};
use super::board::Board;
use super::book::NOT_A_BRIGADE;
use super::chain::{Formation, LineMarker, Link, distributed, line_markers};
use super::facts::{Maneuver, Manner};
use super::marching::padded;
use super::marker_order::Going;
use super::position::{KeptStep, Pressed, Retreat};
use super::tables::{Activity, Mover};
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::RuleBreak;

pub const NOT_A_LINE: RuleBreak =
    RuleBreak::new(&["11.0", "{unit} is not in battleline.", "Form line first; columns march."]);
pub const IN_LINE: RuleBreak =
    RuleBreak::new(&["18.0", "{unit} is in battleline already.", "Go ahead, wheel, extend or bend the line."]);
pub const NOT_ITS_HEXES: RuleBreak = RuleBreak::new(&[
    "18.0",
    "{unit} forms line where its markers lie, and not elsewhere.",
    "Name the hexes of its column from the head on, in the order from the left flank to the right as its men shall look.",
]);
pub const OTHER_COUNT: RuleBreak = RuleBreak::new(&[
    "18.0",
    "{unit} has another number of markers.",
    "Name a hex for each marker; extend the line for one more.",
]);
pub const NOTHING_NEW: RuleBreak = RuleBreak::new(&["11.0", "{unit} stands so already.", "Choose something else."]);
pub const WRONG_POINTS: RuleBreak =
    RuleBreak::new(&["7.1", "{unit} has another strength.", "Share out exactly the points that it has."]);

pub const NO_ADVANCE: RuleBreak = RuleBreak::new(&[
    "21.5",
    "{unit} is within enemy range and not named to attack.",
    "Only a brigade named to attack advances there; the others stand, or go back.",
]);
pub const ATTACKER_BACK: RuleBreak = RuleBreak::new(&[
    "22.3",
    "{unit} is named to attack and can only advance.",
    "End its attack at the start of your turn; then it may retreat or face about.",
]);

/// Disorganization points for each turn of retreat in range of an enemy brigade (§21.7).
const RETREAT_DP: u16 = 5;

/// The hexes that six points lead a line (§22.6).
const ADVANCED: u32 = 3;

impl Board<'_> {
    /// The line of a brigade, for an order to it.
    fn line_now(&self, unit: UnitId) -> Result<(Vec<LineMarker>, Facing, Facing), RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        match now.formation {
            Formation::Line { left, right } => Ok((self.line(unit), left, right)),
            _ => Err(NOT_A_LINE),
        }
    }

    /// Moves a line to another place: its markers keep their order, each goes its own cheapest way (§11.4 to §11.7).
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_line_move(
        &self,
        unit: UnitId,
        chain: Vec<Link>,
        formation: Formation,
        manner: Manner,
    ) -> Result<Maneuver, RuleBreak> {
        let level = self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let (before, ..) = self.line_now(unit)?;
        let Formation::Line { left, right } = formation else { return Err(NOT_A_LINE) };
        if chain.len() != before.len() {
            return Err(OTHER_COUNT);
        }
        if chain.iter().map(|l| u32::from(l.sp)).sum::<u32>() != u32::from(now.sp) {
            return Err(WRONG_POINTS);
        }
        if chain == self.chain(unit) && formation == now.formation {
            return Err(NOTHING_NEW);
        }
        let (side, ground) = (self.side(unit), &self.pack.ground);
        let stood = self.check_stands(unit, &before, &chain, (left, right))?;
        // §17.1.2: neighbours that come into one hex are one marker there.
        let joins = self.since(3) && chain.windows(2).any(|two| two[0].hex == two[1].hex);
        let manner = if joins { Manner::Joined } else { manner };
        let (joined, markers) = if joins { joined(&chain) } else { (chain.clone(), (0..chain.len()).collect()) };
        let too_many = |(m, l): (&LineMarker, &Link)| m.hex != l.at() && l.sp > 8;
        if joins && before.iter().zip(&chain).any(too_many) {
            return Err(super::chain::TOO_MANY);
        }
        let after = line_markers(ground, left, right, &joined).ok_or(super::chain::GAP)?;
        let ends = |n: usize| &after[markers[n]];
        let step =
            chain.first().filter(|_| matches!(manner, Manner::Ahead | Manner::Back)).map(|l| KeptStep::Hex(l.hex));
        let kept = step.and_then(|step| self.kept_for(unit, step)).unwrap_or(0);
        let most = self.most(now, level) + kept;
        let mut paid = padded(&now.paid, before.len());
        let (mut passed, mut stands, mut crosses) = (Vec::new(), Vec::new(), false);
        let mut way: Vec<usize> = before.first().map(|m| m.hex).into_iter().collect();
        let ranged = before.iter().any(|m| self.in_enemy_range(side, m.hex));
        // §21.4, §21.5, §22.3: in enemy range who is named advances, and nobody else does.
        let press = if now.is_named() { Press::Advance } else { Press::Retreat };
        let only_back = self.only_goes_back(unit);
        let spent = paid.clone();
        let going = Going { most, paid: &spent, press, unit };
        let goals: Vec<LineMarker> = (0..before.len()).map(|n| *ends(n)).collect();
        let order = self.order_of(&going, &before, &goals);
        let to_hexes: Vec<usize> = goals.iter().map(|m| m.hex).collect();
        for (n, (from, paid)) in before.iter().zip(&mut paid).enumerate() {
            let to = ends(n);
            // A marker that stays where it is and looks where it looked has nothing to do.
            if from.hex == to.hex && (from.left, from.right) == (to.left, to.right) {
                stands
                    .extend(self.front_kept(unit, from).filter(|_| self.since(5)).map(|front| (to.hex as u16, front)));
                continue;
            }
            if from.hex == to.hex && (now.is_named() || only_back || self.in_enemy_range(side, from.hex)) {
                // §6.2.7 changes types at will, but §19.4.1 lets nobody turn in enemy range who does not advance or retreat, and §22.3 no attacker: it keeps its
                // front as a straight one. Before revision 8 its type changed by half a hexside at most in one order.
                if !self.since(8) && from.front().apart(to.front()) > 1 {
                    return Err(IN_RANGE);
                }
                stands.extend(self.check_keeps_front(unit, from, to)?.map(|front| (to.hex as u16, front)));
                continue;
            }
            if from.hex == to.hex {
                continue;
            }
            let (reach, cost, entered) = self.way_of(&going, &before, &goals, n, order).ok_or(NO_WAY)?;
            let (left_before, come) = moved_before(&before, &to_hexes, n, order);
            let bound = now.is_named() || only_back || self.in_enemy_range(side, to.hex);
            if self.since(5) && (bound || self.bared(unit, &left_before, to.hex)) {
                let came = |front: &Facing| reach.cost(super::activity::state(to.hex, *front)) == Some(u16::from(cost));
                stands
                    .extend(only(fronts(to).filter(came)).filter(|_| is_bent(to)).map(|front| (to.hex as u16, front)));
            }
            let others = Moved { come: &come, left: &left_before, ..Moved::default() };
            let over = self.way_over_commander(unit, (from, to), (press, others), &reach, (cost, &entered));
            let entered = over.unwrap_or(entered);
            crosses |= self.crosses_range(&going, from, &entered);
            *paid = paid.saturating_add(cost);
            passed.extend(entered.iter().map(|hex| *hex as u16));
            if n == 0 {
                way.extend(entered);
            }
        }
        let shifted = before.iter().enumerate().any(|(n, from)| from.hex != ends(n).hex);
        let enters = after.iter().any(|m| self.in_brigade_range(side, m.hex));
        // §21.1: markers out of range move as they like, and that is no retreat of one that stays within it, but for those of a defender (§27.4).
        // Cost chart: nor does who stands beside an enemy out of his range; before revision 8 that was no retreat.
        let beside = |hex: usize| self.since(8) && self.beside_enemy_of(side, hex);
        let held = |hex: usize| self.in_enemy_range(side, hex) || beside(hex);
        let leaves = |(n, m): (usize, &LineMarker)| m.hex != ends(n).hex && held(m.hex);
        let goes = if self.since(4) { before.iter().enumerate().any(leaves) } else { shifted && ranged };
        // §21.1, §21.3: who comes into range on its way and goes on from there retreats too; before revision 8 in two orders alone.
        let retreats = goes || crosses || (only_back && shifted);
        let pressed = match press {
            Press::Advance if shifted && (ranged || enters) => Pressed::Advanced,
            Press::Retreat if retreats => Pressed::Retreated,
            _ => Pressed::No,
        };
        // §21.4: advance and retreat never mix in a move.
        if pressed != Pressed::No && now.pressed != Pressed::No && now.pressed != pressed {
            return Err(RETREATING);
        }
        let mut points = vec![0; joined.len()];
        before.iter().zip(&markers).for_each(|(m, at)| points[*at] += m.sp);
        // §11.10: who joins another one with more than eight points has shared them out before.
        let thinned = |(m, l): (&LineMarker, &Link)| self.since(7) && m.hex != l.at() && m.sp > 8 && l.sp <= 8;
        let shared = points.iter().zip(&joined).any(|(sp, l)| *sp != l.sp);
        // §7.1.2: nobody who shares points out makes an inner marker too weak, as losses may have left one.
        if joins && shared && self.since(8) {
            distributed(self.spec(unit), formation, &joined)?;
        }
        if shared || before.iter().zip(&chain).any(thinned) {
            let hexes: Vec<usize> = before.iter().map(|m| m.hex).collect();
            let cost = self.check_additions(unit, Activity::Rearrange, &hexes)?;
            // §21.6, §21.7: who retreats shares points out as it goes back, and who was routed for none that it owes to that, unless a marker could not go as it is (§11.10).
            let stays = before.iter().zip(&chain).all(|(m, l)| m.hex == l.at());
            let bound = match stays {
                true => now.retreat != Retreat::None,
                false => now.retreat == Retreat::Involuntary && cost > 0,
            };
            if self.since(7) && bound && before.iter().all(|m| m.sp <= 8) {
                return Err(GOES_BACK);
            }
            paid.iter_mut().for_each(|p| *p = p.saturating_add(cost));
        }
        // §21.7: a retreat from the range of an enemy brigade begins with five points.
        let begins = pressed == Pressed::Retreated
            && now.retreat == Retreat::None
            && before.iter().any(|m| self.in_brigade_range(side, m.hex));
        let mut spent = vec![0; joined.len()];
        paid.iter().zip(&markers).for_each(|(paid, at)| spent[*at] = spent[*at].max(*paid));
        let ending = Ending { chain: joined, formation, manner, paid: spent, pressed, way };
        let (silent, undug) = (self.silent_after(unit, &chain), self.undug_after(unit, &chain));
        let maneuver = self.check_ending(unit, &ending)?;
        let dp = maneuver.dp + if begins { RETREAT_DP } else { 0 };
        Ok(Maneuver { dp, passed, retreats: begins, silent, stands, stood, undug, ..maneuver })
    }

    /// §19.4.1, §21.2, §22.3: a line of one marker that stays in a hex where it may not turn bends and straightens about the front that it has there: gives the
    /// hex and that front, once it is known which of two it is.
    fn check_stands(
        &self,
        unit: UnitId,
        before: &[LineMarker],
        chain: &[Link],
        (left, right): (Facing, Facing),
    ) -> Result<Option<(u16, Facing)>, RuleBreak> {
        let ([from], [to], Some(now)) = (before, chain, self.at.brigade(unit)) else { return Ok(None) };
        let bound = now.is_named() || self.in_enemy_range(self.side(unit), from.hex);
        // Since revision 5 it is asked of each marker of any line.
        if !self.since(4) || self.since(5) || from.hex != to.at() || !bound {
            return Ok(None);
        }
        let known = self.stood(unit);
        let base: Vec<Facing> = known.map_or_else(|| fronts(from).collect(), |front| vec![front]);
        let mut kept: Vec<Facing> = fronts(&LineMarker { left, right, ..*from }).collect();
        kept.retain(|front| base.contains(front));
        kept.dedup();
        match kept[..] {
            [] => Err(IN_RANGE),
            [front] => Ok(Some((to.hex, front))),
            _ => Ok(known.map(|front| (to.hex, front))),
        }
    }

    /// §11.7, §19.4.1, §21.2, §22.3: the front that a marker which stays in a hex where it may not turn keeps as a straight one, if it is bent there and it is known which
    /// of two that is.
    fn check_keeps_front(&self, unit: UnitId, from: &LineMarker, to: &LineMarker) -> Result<Option<Facing>, RuleBreak> {
        if !self.since(5) {
            return Ok(None);
        }
        let known = self.front_kept(unit, from);
        let mut kept: Vec<Facing> =
            fronts(to).filter(|front| fronts(from).any(|f| f == *front) && known.is_none_or(|k| k == *front)).collect();
        kept.dedup();
        match kept[..] {
            [] => Err(IN_RANGE),
            [front] => Ok(Some(front).filter(|_| is_bent(to))),
            _ => Ok(None),
        }
    }

    /// §19.4.1, §21.2, §21.3: the fronts of bent markers of a line that goes ahead or back after combat, with their hexes: those that markers keep which stay where
    /// they are, and those that others can have alone where they come.
    ///
    /// # Errors
    /// One would turn where it stays, or by more than a hexside as it advances.
    pub(super) fn stands_after(
        &self,
        unit: UnitId,
        formation: Formation,
        chain: &[Link],
        back: bool,
    ) -> Result<Vec<(u16, Facing)>, RuleBreak> {
        let before = self.line(unit);
        let after = match formation {
            Formation::Line { left, right } => line_markers(&self.pack.ground, left, right, chain).unwrap_or_default(),
            _ => Vec::new(),
        };
        let mut stands = Vec::new();
        if !self.since(6) || before.len() != after.len() {
            return Ok(stands);
        }
        for (from, to) in before.iter().zip(&after) {
            let kept = match from.hex == to.hex {
                true => self.check_keeps_front(unit, from, to)?,
                false => {
                    let came = self.fronts_moved(unit, from, to.hex, back);
                    let looks: Vec<Facing> = fronts(to).filter(|front| came.contains(front)).collect();
                    if looks.is_empty() && !back {
                        return Err(IN_RANGE);
                    }
                    only(looks.into_iter()).filter(|_| is_bent(to))
                }
            };
            stands.extend(kept.map(|front| (to.hex as u16, front)));
        }
        Ok(stands)
    }

    /// §21.2, §21.3: the fronts that a marker may have where it comes by front hexes, or by rear hexes, with one hexside of turn for each.
    fn fronts_moved(&self, unit: UnitId, from: &LineMarker, to: usize, back: bool) -> Vec<Facing> {
        let (atlas, apart) = (&self.pack.ground.atlas, if back { 5 } else { 1 });
        let starts = self.fronts_of(unit, from).into_iter();
        let mut states: Vec<(usize, Facing)> = starts.map(|front| (from.hex, front)).collect();
        for _ in 0..atlas.distance(from.hex, to).unwrap_or(0) {
            let mut next: Vec<(usize, Facing)> = Vec::new();
            for (hex, front) in states {
                for side in Facing::sides().filter(|side| front.apart(*side) == apart) {
                    let Some(entered) = atlas.ahead(hex, side) else { continue };
                    next.extend([-2, 0, 2].map(|turn| (entered, front.turned(turn))));
                }
            }
            next.sort_unstable_by_key(|(hex, front)| (*hex, front.index()));
            next.dedup();
            states = next;
        }
        states.into_iter().filter(|(hex, _)| *hex == to).map(|(_, front)| front).collect()
    }

    /// The front that a bent marker keeps as a straight one in the hex where it stands, where it is known.
    pub(super) fn front_kept(&self, unit: UnitId, marker: &LineMarker) -> Option<Facing> {
        let now = self.at.brigade(unit).filter(|_| is_bent(marker))?;
        let mut known = now.stands.iter().filter(|(hex, _)| usize::from(*hex) == marker.hex);
        known.next().map(|(_, front)| *front).or_else(|| self.stood(unit).filter(|_| self.since(4)))
    }

    /// §11.7, §19.4.1: the fronts as a straight one by which a marker goes ahead or back after combat: the one that it has kept, where that is known.
    pub(super) fn fronts_of(&self, unit: UnitId, marker: &LineMarker) -> Vec<Facing> {
        let known = self.front_kept(unit, marker).filter(|_| self.since(6));
        known.map_or_else(|| fronts(marker).collect(), |front| vec![front])
    }

    /// §21.3: whether a hex over a side lies behind a marker where it stands.
    pub(super) fn has_behind(&self, unit: UnitId, marker: &LineMarker, side: Facing) -> bool {
        self.fronts_of(unit, marker).into_iter().any(|front| front.apart(side) == 5)
    }

    /// The front that a line of one marker keeps in the hex where it stands.
    fn stood(&self, unit: UnitId) -> Option<Facing> {
        let (hex, front) = self.at.brigade(unit)?.stood?;
        matches!(self.chain(unit), [link] if link.hex == hex).then_some(front)
    }

    /// A line that goes by whole hexes, so that its left flank marker comes there.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_shift(&self, unit: UnitId, to: usize) -> Result<Maneuver, RuleBreak> {
        let (_, left, right) = self.line_now(unit)?;
        let chain = self.shifted(unit, to).ok_or(NO_WAY)?;
        self.check_line_move(unit, chain, Formation::Line { left, right }, Manner::Ahead)
    }

    /// §21.5: going ahead, which in enemy range is an attacker's.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_ahead(&self, unit: UnitId, to: usize) -> Result<Maneuver, RuleBreak> {
        let named = self.at.brigade(unit).is_some_and(|b| b.is_named());
        let shift = self.check_shift(unit, to)?;
        // Out of enemy range going ahead and going back are one, from beside an enemy too.
        let ranged = self.chain(unit).iter().any(|l| self.in_enemy_range(self.side(unit), l.at()));
        if named || !ranged || shift.pressed != Pressed::Retreated { Ok(shift) } else { Err(NO_ADVANCE) }
    }

    /// §21.3, §22.3: going back, which an attacker does not.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_back(&self, unit: UnitId, to: usize) -> Result<Maneuver, RuleBreak> {
        if self.at.brigade(unit).is_some_and(|b| b.is_named()) {
            return Err(ATTACKER_BACK);
        }
        Ok(Maneuver { manner: Manner::Back, ..self.check_shift(unit, to)? })
    }

    /// Whether a line that attacks could go ahead by whole hexes yet, through friends too where there is room behind them (§22.15): nearer to some enemy, since it
    /// uses its points to come beside one (§22.6); before revision 7 to the nearest alone.
    pub fn could_advance(&self, unit: UnitId) -> bool {
        let comes = |maneuver: Maneuver| maneuver.nearer || (self.since(7) && self.comes_up(unit, &maneuver.chain));
        let nearer = |to: usize| self.check_shift(unit, to).is_ok_and(comes);
        let far = || {
            let first = self.at.place(unit)?;
            let atlas = &self.pack.ground.atlas;
            Some(atlas.range(first, ADVANCED).filter(move |to| atlas.distance(first, *to).is_some_and(|far| far > 1)))
        };
        self.steps_around(unit).any(nearer) || far().into_iter().flatten().any(nearer)
    }

    /// Whether a line that retreats could go back by whole hexes yet (§21.6, §21.7), through friends too where there is room behind them (§17.1.5); before revision 7
    /// by one hex alone.
    pub fn could_retreat(&self, unit: UnitId) -> bool {
        let back = |to: usize| self.check_back(unit, to).is_ok();
        let far = || {
            let first = self.at.place(unit).filter(|_| self.since(7))?;
            let (atlas, hexes) = (&self.pack.ground.atlas, u32::from(self.left(unit) / 4));
            Some(atlas.range(first, hexes).filter(move |to| atlas.distance(first, *to).is_some_and(|far| far > 1)))
        };
        self.could_recoil(unit) || self.steps_around(unit).any(back) || far().into_iter().flatten().any(back)
    }

    /// The hexes about the left flank marker.
    fn steps_around(&self, unit: UnitId) -> impl Iterator<Item = usize> + '_ {
        self.at.place(unit).into_iter().flat_map(|first| self.pack.ground.atlas.around(first)).map(|(_, to)| to)
    }

    /// A line shifted so that its left flank marker lies there, all others as far and in the same direction. `None` where a marker would leave the map.
    pub fn shifted(&self, unit: UnitId, to: usize) -> Option<Vec<Link>> {
        let atlas = &self.pack.ground.atlas;
        let chain = self.chain(unit);
        let mut moved = vec![Link::new(to, chain.first()?.sp)];
        for two in chain.windows(2) {
            let side = self.pack.ground.side_to(two[0].at(), two[1].at())?;
            let last = moved.last()?.at();
            moved.push(Link::new(atlas.ahead(last, side)?, two[1].sp));
        }
        Some(moved)
    }

    /// The hex of the left flank marker after steps over these sides.
    pub fn anchor_after(&self, unit: UnitId, sides: &[Facing]) -> Option<usize> {
        let first = self.chain(unit).first()?.at();
        sides.iter().try_fold(first, |at, side| self.pack.ground.atlas.ahead(at, *side))
    }

    /// The line turned by a hexside about one of its flank markers: to the right about the right one, to the left about the left one.
    pub fn wheeled(&self, unit: UnitId, right: bool) -> Option<(Vec<Link>, Formation)> {
        let atlas = &self.pack.ground.atlas;
        let Formation::Line { left, right: ends } = self.at.brigade(unit)?.formation else { return None };
        let turn = if right { 2 } else { -2 };
        let mut chain = self.chain(unit).to_vec();
        if right {
            chain.reverse();
        }
        let mut moved = vec![chain.first().copied()?];
        for two in chain.windows(2) {
            let side = self.pack.ground.side_to(two[0].at(), two[1].at())?.turned(turn);
            let last = moved.last()?.at();
            moved.push(Link::new(atlas.ahead(last, side)?, two[1].sp));
        }
        if right {
            moved.reverse();
        }
        Some((moved, Formation::Line { left: left.turned(turn), right: ends.turned(turn) }))
    }

    /// §7.1.4: points shared out anew among the markers of a line.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_strength(&self, unit: UnitId, points: &[u8]) -> Result<Maneuver, RuleBreak> {
        let (before, left, right) = self.line_now(unit)?;
        if points.len() != before.len() {
            return Err(OTHER_COUNT);
        }
        let chain = before.iter().zip(points).map(|(m, sp)| Link::new(m.hex, *sp)).collect();
        self.check_line_move(unit, chain, Formation::Line { left, right }, Manner::Redistributed)
    }

    /// The points of a line with one more marker of so many at a flank, the others filled from there (§18.7).
    fn extended(&self, unit: UnitId, left: bool, points: u8) -> Option<Vec<u8>> {
        let (now, _) = self.brigade(unit)?;
        let markers = self.chain(unit).len();
        let least = if self.spec(unit).is_cavalry() { 6 } else { 8 };
        let each = |each: u8, thick: bool| {
            let inner = (markers - 1) as i32 * i32::from(each);
            let rest = i32::from(now.sp) - i32::from(points) - inner;
            (rest >= 1 && (rest <= 8 || thick)).then(|| {
                let mut all = vec![points];
                all.extend(std::iter::repeat_n(each, markers - 1));
                all.push(rest as u8);
                all
            })
        };
        let filled = |thick: bool| (least..=8).rev().find_map(|n| each(n, thick));
        // §7.1.1, §17.1.2: more than eight points may stand in a hex where nobody moves.
        let mut all = filled(markers == 1).or_else(|| if self.since(5) { filled(true) } else { None })?;
        if !left {
            all.reverse();
        }
        Some(all)
    }

    /// One more marker at either flank, with as many points as it could have.
    pub fn extensions(&self, unit: UnitId) -> impl Iterator<Item = (bool, u8)> + use<> {
        let line = self.at.brigade(unit).is_some_and(|b| b.formation.is_line());
        let most = if line { 8 } else { 0 };
        (1..=most).flat_map(|points| [(true, points), (false, points)])
    }

    /// §18.7: one more marker at a flank of the line.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_extend(&self, unit: UnitId, at_left: bool, points: u8) -> Result<Maneuver, RuleBreak> {
        self.check_extends(unit, at_left, &[points])
    }

    /// The same with the points of the new marker alone, the others filled from there, or with those of all markers from left to right, which are part of it.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_extends(&self, unit: UnitId, at_left: bool, points: &[u8]) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let (before, left, right) = self.line_now(unit)?;
        let side = self.side(unit);
        let (end, out) = if at_left { (before.first(), left) } else { (before.last(), right) };
        let end = end.ok_or(NOT_A_LINE)?;
        let hex = self.pack.ground.atlas.ahead(end.hex, out).ok_or(NO_WAY)?;
        // Who stands in the range of an enemy brigade enters none by another marker there: the chart has a price for that.
        let ranged = self.since(4) && before.iter().any(|m| self.in_brigade_range(side, m.hex));
        let barred = if now.is_named() || ranged { Barred::None } else { Barred::Brigades };
        self.check_enter(side, end.hex, hex, barred)?;
        self.check_grows_by_night(side, end.hex, hex)?;
        let strengths = match points {
            [new] => self.extended(unit, at_left, *new).ok_or(super::chain::THIN_LINE)?,
            all if all.len() != before.len() + 1 => return Err(OTHER_COUNT),
            all if all.iter().map(|sp| u32::from(*sp)).sum::<u32>() != u32::from(now.sp) => return Err(WRONG_POINTS),
            all => all.to_vec(),
        };
        let mut hexes: Vec<usize> = before.iter().map(|m| m.hex).collect();
        // Ruling 59: the new marker is concerned as well.
        let concerned: Vec<usize> = hexes.iter().copied().chain(self.since(4).then_some(hex)).collect();
        let more = self.check_additions(unit, Activity::AddMarker, &concerned)?;
        let cost = self.pack.tables.cost(Activity::AddMarker).of(Mover::Line).ok_or(NOT_A_LINE)? + more;
        // §13.7: each marker has spent what it did, the new one as much as that which it comes from.
        let mut paid = padded(&now.paid, before.len());
        let from = if at_left { 0 } else { before.len() - 1 };
        paid.insert(from, paid[from]);
        if !self.since(5) {
            paid.fill(now.spent());
        }
        paid.iter_mut().for_each(|p| *p = p.saturating_add(cost));
        hexes.insert(if at_left { 0 } else { hexes.len() }, hex);
        let ending = Ending {
            chain: hexes.iter().zip(&strengths).map(|(p, sp)| Link::new(*p, *sp)).collect(),
            formation: Formation::Line { left, right },
            manner: Manner::Extended,
            paid,
            pressed: Pressed::No,
            way: vec![hex],
        };
        // §17.1.8: it meets there whom it would meet on its way.
        let passed = if self.since(4) { vec![hex as u16] } else { Vec::new() };
        let stands = if self.since(5) { now.stands.clone() } else { Vec::new() };
        Ok(Maneuver { passed, stands, ..self.check_ending(unit, &ending)? })
    }

    /// §6.2.7: the outer sides of the flanks, and with them the types of the flank markers; free.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_ends(&self, unit: UnitId, left: Facing, right: Facing) -> Result<Maneuver, RuleBreak> {
        self.line_now(unit)?;
        let chain = self.chain(unit).to_vec();
        self.check_line_move(unit, chain, Formation::Line { left, right }, Manner::Turned)
    }

    /// §19.4.1: the line faces about, outside of enemy range.
    ///
    /// # Errors
    /// The rule that bars it.
    pub fn check_about(&self, unit: UnitId) -> Result<Maneuver, RuleBreak> {
        self.check_may_act(unit)?;
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        if self.since(4) && matches!(now.formation, Formation::Column { .. }) {
            return self.check_column_about(unit);
        }
        let (before, left, right) = self.line_now(unit)?;
        if before.iter().any(|m| self.in_enemy_range(self.side(unit), m.hex)) {
            return Err(IN_RANGE);
        }
        if now.is_named() {
            return Err(ATTACKER_BACK);
        }
        let mut chain = self.chain(unit).to_vec();
        chain.reverse();
        let mut paid = padded(&now.paid, chain.len());
        paid.reverse();
        let way = chain.first().map(|l| l.at()).into_iter().collect();
        let formation = Formation::Line { left: right, right: left };
        let ending = Ending { chain, formation, manner: Manner::Turned, paid, pressed: Pressed::No, way };
        Ok(Maneuver { keeps: self.kept_about(unit), ..self.check_ending(unit, &ending)? })
    }
}

/// Whether a marker has two fronts as a straight one (§11.7).
fn is_bent(marker: &LineMarker) -> bool {
    marker.front().is_side()
}

/// The one of several equal facings; `None` where there are others, or none.
fn only(mut fronts: impl Iterator<Item = Facing>) -> Option<Facing> {
    let first = fronts.next()?;
    fronts.all(|front| front == first).then_some(first)
}

/// A line with neighbouring markers of one hex made one (§17.1.2), and which marker of it each of them is.
fn joined(chain: &[Link]) -> (Vec<Link>, Vec<usize>) {
    let mut line: Vec<Link> = Vec::with_capacity(chain.len());
    let mut markers = Vec::with_capacity(chain.len());
    for link in chain {
        match line.last_mut().filter(|last| last.hex == link.hex) {
            Some(last) => last.sp = last.sp.saturating_add(link.sp),
            None => line.push(*link),
        }
        markers.push(line.len() - 1);
    }
    (line, markers)
}
