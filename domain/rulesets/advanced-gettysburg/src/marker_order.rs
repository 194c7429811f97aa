//! In which order the markers of a line go, since each moves by itself: those who have come cover those who follow (§11.4, §23.4).

use super::activity::{Press, state};
use super::attack::{IN_ORDER, Moved, moved_before};
use super::board::Board;
use super::chain::LineMarker;
use super::marching::padded;
use super::tables::Halves;
use super::units::UnitId;
use domain_core::board::{Facing, Reach};
use std::rc::Rc;

/// How a line's markers go.
pub(super) struct Going<'a> {
    /// The most half points for each.
    pub(super) most: Halves,
    /// Half points that each has spent.
    pub(super) paid: &'a [Halves],
    /// Whether by advance or by retreat.
    pub(super) press: Press,
    /// Whose markers.
    pub(super) unit: UnitId,
}

/// Where a marker can come, its cost, and the hexes that it enters.
type Way = (Rc<Reach>, Halves, Vec<usize>);

impl Board<'_> {
    /// §11.4: the way of a marker of a line where the others move in some order before it; `right` as in [`moved_before`]. Of ways as dear it takes one on
    /// which it goes on from no hex in enemy range, if there is one, as it would retreat by that (§21.1) and be no reinforcement any more (§16.1.1); before
    /// revision 8 any.
    pub(super) fn way_of(
        &self,
        going: &Going<'_>,
        before: &[LineMarker],
        goals: &[LineMarker],
        n: usize,
        right: Option<bool>,
    ) -> Option<Way> {
        let found = self.way_by(going, before, goals, (n, right), false)?;
        let crosses = self.crosses_range(going, &before[n], &found.2);
        let clear = if crosses { self.way_by(going, before, goals, (n, right), true) } else { None };
        Some(clear.filter(|way| way.1 == found.1).unwrap_or(found))
    }

    /// §21.1, §21.3: whether a marker of who does not attack comes into enemy range on its way from out of it, and goes on from there, by its rear hexes then.
    pub(super) fn crosses_range(&self, going: &Going<'_>, from: &LineMarker, entered: &[usize]) -> bool {
        let ranged = |hex: usize| self.in_enemy_range(self.side(going.unit), hex);
        let crosses = || entered.split_last().is_some_and(|(_, left)| left.iter().any(|hex| ranged(*hex)));
        self.since(8) && going.press == Press::Retreat && !ranged(from.hex) && crosses()
    }

    /// The cheapest way of a marker, `clear` where it leaves no hex in enemy range but that from which it comes.
    fn way_by(
        &self,
        going: &Going<'_>,
        before: &[LineMarker],
        goals: &[LineMarker],
        (n, right): (usize, Option<bool>),
        clear: bool,
    ) -> Option<Way> {
        let to: Vec<usize> = goals.iter().map(|m| m.hex).collect();
        let (left, come) = moved_before(before, &to, n, right);
        let moved = Moved { clear, come: &come, left: &left, shows: false };
        let reach = match right {
            None => self.searched_line(going, &before[n], n, moved),
            Some(_) => Rc::new(self.reach_of(going, &before[n], n, moved)),
        };
        let (cost, entered) = self.arrives(going.unit, &reach, (&goals[n], &left))?;
        Some((reach, cost, entered))
    }

    /// Where a marker can come, which is looked up once for each that nobody has moved before.
    fn searched_line(&self, going: &Going<'_>, from: &LineMarker, n: usize, moved: Moved<'_>) -> Rc<Reach> {
        let does = [going.press == Press::Advance, moved.shows, moved.clear];
        let key = (going.unit, n, does, self.budget_of(going, n));
        self.searched(key, |reach| self.search_line(going.unit, (from, moved), self.press_of(going, n), key.3, reach))
    }

    /// Whether a marker of a line could come to a hex, in whatever order the others go and whichever way it looks there; `None` where it may not act.
    pub(super) fn alone_to(&self, unit: UnitId, n: usize) -> Option<impl Fn(usize) -> bool + use<>> {
        let (level, (now, _)) = (self.check_may_act(unit).ok()?, self.brigade(unit)?);
        let before = self.line(unit);
        let from = before.get(n)?;
        let paid = padded(&now.paid, before.len());
        let press = if now.is_named() { Press::Advance } else { Press::Retreat };
        let going = Going { most: self.most(now, level), paid: &paid, press, unit };
        let (stays, left) = (from.hex, [from.hex]);
        let reach = |shows| self.searched_line(&going, from, n, Moved { left: &left, shows, ..Moved::default() });
        let both = [reach(false), reach(true)];
        let comes =
            move |reach: &Rc<Reach>, hex| Facing::corners().any(|front| reach.cost(state(hex, front)).is_some());
        Some(move |hex| hex == stays || both.iter().any(|reach| comes(reach, hex)))
    }

    fn reach_of(&self, going: &Going<'_>, from: &LineMarker, n: usize, moved: Moved<'_>) -> Reach {
        let mut reach = Reach::over(self.pack.ground.atlas.len() * Facing::COUNT);
        let budget = self.budget_of(going, n);
        self.search_line(going.unit, (from, moved), self.press_of(going, n), budget, &mut reach);
        reach
    }

    /// A step that points are to be kept for is one hex, whatever it costs (§13.8).
    fn budget_of(&self, going: &Going<'_>, n: usize) -> Halves {
        if self.supposed { 4 } else { going.most.saturating_sub(going.paid[n]) }
    }

    fn press_of(&self, going: &Going<'_>, n: usize) -> (Press, bool) {
        (going.press, going.paid[n] == 0)
    }

    /// §11.4, §23.4: the order in which the markers of a line can go to where they shall lie without exposing a flank: each as if it were the first, or else from
    /// one flank on, so that those who have come cover those who follow.
    pub(super) fn order_of(&self, going: &Going<'_>, before: &[LineMarker], goals: &[LineMarker]) -> Option<bool> {
        let unit = going.unit;
        let side = self.side(unit);
        let named = self.at.brigade(unit).is_some_and(|b| b.is_named());
        // Before revision 8 a flank that is seen on the way and not where that ends was looked at as if each went first.
        let ranged = || self.since(8) || goals.iter().any(|m| self.in_enemy_range(side, m.hex));
        if !self.since(6) || named || before.len() < 2 || !ranged() {
            return None;
        }
        let goes = |n: &usize| before[*n].hex != goals[*n].hex;
        let all = |right: Option<bool>| {
            (0..before.len()).filter(goes).all(|n| self.way_by(going, before, goals, (n, right), false).is_some())
        };
        // Where one could not come there with a flank to be seen either, no order helps.
        let could = |n: usize| {
            let left = [before[n].hex];
            let moved = Moved { left: &left, shows: true, ..Moved::default() };
            let reach = self.searched_line(going, &before[n], n, moved);
            self.arrives(unit, &reach, (&goals[n], &left)).is_some()
        };
        if all(None) || !(0..before.len()).filter(goes).all(could) {
            return None;
        }
        IN_ORDER.into_iter().skip(1).find(|right| all(*right)).flatten()
    }
}
