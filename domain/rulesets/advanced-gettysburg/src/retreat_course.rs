//! Retreats that go on, advance after combat, capture, and how they are told (§21.6 to §21.8, §30.0, §31.0).

use super::advancing::AdvanceTo;
use super::board::Board;
use super::book::{NOT_A_BRIGADE, NOT_ASKED, NOT_YOURS, Stop, WRONG_SEGMENT};
use super::chain::{Formation, LineMarker, Link, continuous, counter};
use super::facts::{Fact, Footing};
use super::hidden::InView;
use super::hiding::Marker;
use super::marching::padded;
use super::movement::{CARRIED, INVOLUNTARY_DP, VOLUNTARY_DP};
use super::names::points;
use super::position::{AdvanceGoal, Battery, Brigade, Pending, Retreat, Segment};
use super::resolver::Resolver;
use super::retreat::{NO_ADVANCE, TOO_DEAR, WayBack};
use super::tables::{Activity, Halves, Mover};
use super::teller::Teller;
use super::units::UnitId;
use domain_core::board::Facing;
use domain_core::kit::{RuleBreak, counted};
use domain_core::referee::{Line, Side, Tone};

impl Board<'_> {
    /// Whether an enemy battleline stands in a front hex of a brigade (§31.1a, ruling 70). Who is retreating keeps nobody out (§31.5).
    pub(super) fn line_before(&self, unit: UnitId) -> bool {
        let enemy = self.side(unit).other();
        let faced = |m: &LineMarker| {
            m.front_sides().any(|side| {
                let ahead = self.pack.ground.atlas.ahead(m.hex, side);
                ahead.is_some_and(|hex| self.stands_in_line(enemy, hex))
            })
        };
        self.line(unit).iter().any(faced)
    }

    /// Whether a line of a side stands in a hex that has not gone back in this player turn.
    pub(super) fn stands_in_line(&self, side: Side, hex: usize) -> bool {
        let lined = |u: UnitId| {
            let stands = self.side(u) == side && !self.at.back.contains(&u);
            stands && self.at.brigade(u).is_some_and(|b| b.formation.is_line())
        };
        self.brigades_at(hex).any(lined)
    }

    /// Whether only routed brigades of the enemy hold a hex: they cannot keep an advance out of it (§31.5).
    pub(super) fn gives_way(&self, side: Side, hex: usize) -> bool {
        let enemies = || self.brigades_at(hex).filter(move |u| self.side(*u) != side);
        enemies().next().is_some() && enemies().all(|u| self.at.back.contains(&u))
    }

    /// Whether guns stand in a hex that nobody covers: who enters takes them (§31.6).
    pub(super) fn open_to(&self, side: Side, hex: usize) -> bool {
        let brigade = self.brigades_at(hex).any(|u| self.side(u) != side);
        !brigade || self.gives_way(side, hex)
    }

    /// §31.0: the advances of a brigade by one hex: the hex it is known by, its markers then. Whole lines before parts.
    pub(super) fn advances(&self, unit: UnitId) -> Vec<(usize, Vec<Link>)> {
        let Some((now, _)) = self.brigade(unit) else { return Vec::new() };
        if self.is_charge(unit) && now.retreat == Retreat::None && !self.at.back.contains(&unit) {
            return self.charge_advances(unit);
        }
        let (line, chain) = (self.line(unit), self.chain(unit));
        if line.is_empty() || self.line_before(unit) || now.retreat != Retreat::None || self.at.back.contains(&unit) {
            return Vec::new();
        }
        let side = self.side(unit);
        let entitled = self.at.advanced.contains(&unit);
        let count = chain.len();
        let spans = (1..=count).rev().flat_map(|len| (0..=count - len).map(move |from| (from, from + len)));
        let mut moves: Vec<(usize, usize, Vec<Link>, Vec<u16>)> = Vec::new();
        for (from, to) in spans {
            for ahead in Facing::sides() {
                let step = |n: usize| {
                    let marker = &line[n];
                    if !(from..to).contains(&n) {
                        return Some(chain[n]);
                    }
                    let before = || self.fronts_of(unit, marker).into_iter().any(|front| front.apart(ahead) == 1);
                    let hex = self.pack.ground.atlas.ahead(marker.hex, ahead).filter(|_| before())?;
                    self.open_to(side, hex).then(|| Link::new(hex, chain[n].sp))
                };
                let Some(moved) = (0..count).map(step).collect::<Option<Vec<Link>>>() else { continue };
                let entered: Vec<u16> = moved[from..to].iter().map(|l| l.hex).collect();
                let vacated = entered.iter().filter(|h| self.is_left_to(unit, **h)).count();
                let fits = continuous(&self.pack.ground, now.formation, &moved).is_ok()
                    && counter(&self.pack.ground, now.formation, &moved).is_some()
                    && self.room_for_all(unit, &moved)
                    && moved[from..to].iter().all(|l| l.sp <= 8)
                    && self.stands_after(unit, now.formation, &moved, false).is_ok();
                if fits && (entitled || vacated > 0) {
                    moves.push((to - from, vacated, moved, entered));
                }
            }
        }
        // The more markers go, and the more hexes they take over, the sooner a hex stands for the move.
        moves.sort_by_key(|(many, vacated, ..)| std::cmp::Reverse((*many, *vacated)));
        // A move is known by no hex in which its brigade lies already.
        let own = |hex: u16| self.since(6) && chain.iter().any(|l| l.hex == hex);
        let mut found: Vec<(usize, Vec<Link>)> = Vec::new();
        for (_, _, moved, entered) in moves {
            let known = |hex: &&u16| own(**hex) || found.iter().any(|(known, _)| *known == usize::from(**hex));
            let vacated = entered.iter().filter(|h| self.is_left_to(unit, **h)).find(|h| !known(h));
            if let Some(hex) = vacated.or_else(|| entered.iter().find(|h| !known(h))) {
                found.push((usize::from(*hex), moved));
            }
        }
        found
    }

    /// The advances that a brigade may make now, with their cost: the free one it must make, or others for points (§31.2 to §31.4).
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_advance(&self, unit: UnitId, hex: usize) -> Result<Footing, RuleBreak> {
        let free = self.check_may_advance(unit)?;
        self.advance_footing(unit, hex, free)
    }

    /// Whether a brigade may advance after combat now, and whether it does so by the free hex.
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_may_advance(&self, unit: UnitId) -> Result<bool, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let free = match &self.at.pending {
            Some(Pending::Advance { unit: who, .. }) if *who == unit => true,
            Some(_) => return Err(NOT_ASKED),
            None => false,
        };
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.at.segment != Segment::Assault || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if !free && (!self.attacks_or_carried(now) || !self.fought(unit)) { Err(NO_ADVANCE) } else { Ok(free) }
    }

    /// Whether a brigade attacks, or carried an assault as defender in this player turn (§28.2).
    fn attacks_or_carried(&self, now: &Brigade) -> bool {
        now.is_named() || now.carried == CARRIED
    }

    /// Where an advance leads that somebody is in the way of: into a hex, or as each marker was told.
    ///
    /// # Errors
    /// There is none, or it is too dear.
    pub(super) fn advance_meant(
        &self,
        unit: UnitId,
        hex: usize,
        free: bool,
        told: Option<&AdvanceGoal>,
    ) -> Result<(Footing, Vec<u16>), RuleBreak> {
        let held = self.chain(unit);
        let with_entered = |to: Footing| {
            let entered = to.chain.iter().map(|l| l.hex).filter(|h| !held.iter().any(|l| l.hex == *h)).collect();
            (to, entered)
        };
        let Some(told) = told else { return self.advance_footing(unit, hex, free).map(with_entered) };
        self.advance_told(&AdvanceTo::of(unit, told), free).or_else(|rule| {
            // Markers that went together, as the menu has it.
            let (now, _) = self.brigade(unit).ok_or(rule)?;
            let goes = |chain: &[Link]| chain.iter().map(|l| l.hex).eq(told.hexes.iter().copied());
            let moved = self.advances(unit).into_iter().map(|(_, chain)| chain).find(|chain| goes(chain));
            self.advance_to(unit, moved.ok_or(rule)?, now.formation, free).map(with_entered)
        })
    }

    /// Where an advance into a hex leads, and what it costs (§31.3, §31.4).
    ///
    /// # Errors
    /// There is none, or it is too dear.
    pub(super) fn advance_footing(&self, unit: UnitId, hex: usize, free: bool) -> Result<Footing, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let all = self.advances(unit);
        let enters = |moved: &[Link]| moved.iter().any(|l| l.at() == hex);
        let known = all.iter().find(|(known, _)| *known == hex).or_else(|| all.iter().find(|(_, moved)| enters(moved)));
        let found = known.cloned();
        let (_, chain) = found.filter(|_| !self.chain(unit).iter().any(|l| l.at() == hex)).ok_or(NO_ADVANCE)?;
        let formation = self.formed_ahead(unit, now.formation, &chain);
        self.advance_to(unit, chain, formation, free)
    }

    /// What an advance to these hexes costs (§31.3, §31.4).
    ///
    /// # Errors
    /// It is too dear.
    pub(super) fn advance_to(
        &self,
        unit: UnitId,
        chain: Vec<Link>,
        formation: Formation,
        free: bool,
    ) -> Result<Footing, RuleBreak> {
        let (now, _) = self.brigade(unit).ok_or(NOT_A_BRIGADE)?;
        let hexes = self.hexes_paid(unit, &chain, free);
        let most = self.advance_cost().saturating_mul(hexes.iter().copied().max().unwrap_or(0));
        if most > self.points_left(unit) {
            return Err(TOO_DEAR);
        }
        let paid = self.paid_ahead(unit, &hexes);
        let cost = paid.iter().max().map_or(most, |paid| paid.saturating_sub(now.spent()));
        let dp = self.worn_after_combat(unit, now.spent(), cost).ok_or(TOO_DEAR)?;
        let at = self.counter_after(unit, formation, &chain);
        let way = self.at.counter(unit).map(|p| p as u16).into_iter().chain([chain[at].hex]).collect();
        let (counter, silent, undug) = (at as u8, self.silent_after(unit, &chain), self.undug_after(unit, &chain));
        let (forgets, lost, off, own) = (self.forgets(unit, &chain), 0, None, false);
        let stands = self.stands_after(unit, formation, &chain, false).map_err(|_| NO_ADVANCE)?;
        let (shifted, spent) = (self.shifted_after(unit, &chain), cost);
        Ok(Footing {
            chain,
            counter,
            dp,
            forgets,
            formation,
            lost,
            off,
            own,
            paid,
            shifted,
            silent,
            spent,
            stands,
            undug,
            unfired: Vec::new(),
            unit,
            way,
        })
    }

    /// Half points for a hex of advance in line.
    fn advance_cost(&self) -> Halves {
        self.pack.tables.cost(Activity::Advance).of(Mover::Line).unwrap_or(4)
    }

    /// §31.3, §31.4: the hexes for which each marker of a brigade pays that advances so, by as few as can be; the first may be free.
    fn hexes_paid(&self, unit: UnitId, chain: &[Link], free: bool) -> Vec<Halves> {
        let far = |(from, to): (&Link, &Link)| self.pack.ground.atlas.distance(from.at(), to.at()).unwrap_or(1);
        let paid = |two| (far(two) as Halves).saturating_sub(Halves::from(free));
        self.chain(unit).iter().zip(chain).map(paid).collect()
    }

    /// §13.7, §31.4: what each marker of a brigade has spent once each has paid for so many hexes; before revision 8 all had as much as the dearest.
    fn paid_ahead(&self, unit: UnitId, hexes: &[Halves]) -> Vec<Halves> {
        let Some(now) = self.at.brigade(unit).filter(|_| self.since(8)) else { return Vec::new() };
        let spent = padded(&now.paid, hexes.len()).into_iter().zip(hexes);
        let each = self.advance_cost();
        let paid: Vec<Halves> = spent.map(|(paid, hexes)| paid.saturating_add(each.saturating_mul(*hexes))).collect();
        if paid.iter().any(|paid| *paid > 0) { paid } else { Vec::new() }
    }

    /// §25.0, step 2: of the markers that advance so those that fired in this phase or were struck in the flank: the hex where they were then, and where they come.
    fn shifted_after(&self, unit: UnitId, chain: &[Link]) -> Vec<(u16, u16)> {
        let (Some((now, _)), before) = (self.brigade(unit), self.chain(unit)) else { return Vec::new() };
        if !self.since(6) || before.len() != chain.len() {
            return Vec::new();
        }
        let fired = |hex: u16| self.at.pairs.iter().any(|p| p.unit == unit && p.from == hex);
        let went = before.iter().zip(chain).filter(|(from, to)| from.hex != to.hex);
        let known = went.filter(|(from, _)| fired(from.hex) || now.taken_in_flank.contains(&from.hex));
        known.map(|(from, to)| (from.hex, to.hex)).collect()
    }

    /// Ruling 67, 0.12.6: whether a brigade that stands so after combat has left hexes of which something was kept.
    fn forgets(&self, unit: UnitId, chain: &[Link]) -> bool {
        let left = |hex: &u16| !chain.iter().any(|l| l.hex == *hex);
        let kept = |b: &Brigade| b.fired_from.iter().chain(&b.build_at).any(left);
        self.since(5) && self.at.brigade(unit).is_some_and(kept)
    }

    /// Whether a brigade was in the fire combat or an assault of this player turn: it fired, was fired at or charged (§31.1).
    pub(super) fn fought(&self, unit: UnitId) -> bool {
        let fired_at = || self.at.charged.contains(&unit) || self.was_fired_at(unit);
        let fired = self.at.pairs.iter().any(|p| p.unit == unit) || self.at.advanced.contains(&unit);
        fired || (self.since(4) && fired_at())
    }

    /// The hexes by which the advances of a brigade are known, each move by one, that it may make now.
    pub(super) fn advance_hexes(&self, unit: UnitId) -> Vec<usize> {
        let hexes = self.advances(unit).into_iter().map(|(hex, _)| hex);
        hexes.filter(|hex| self.check_advance(unit, *hex).is_ok()).collect()
    }

    /// §31.2: whether a brigade that carried an assault can advance, its markers together or, where they bend for it, apart.
    fn follows_up(&self, unit: UnitId) -> bool {
        !self.advances(unit).is_empty() || self.advance_apart(unit, true).is_some()
    }

    /// Whether a brigade of a side may advance for points.
    pub fn advance_waits(&self, side: Side) -> bool {
        let fit = |u: &UnitId| self.at.brigade(*u).is_some_and(|b| self.attacks_or_carried(b)) && self.fought(*u);
        // §31.3: the first hex of who has carried an assault and could not advance is free yet.
        let free = |u: UnitId| self.since(8) && self.at.following.contains(&u);
        let apart = |u, free| self.advance_apart(u, free).is_some() || !self.advances_through(u, free).is_empty();
        let goes = |u: UnitId| !self.advance_hexes(u).is_empty() || apart(u, free(u));
        (!self.at.vacated.is_empty() || !self.at.advanced.is_empty())
            && self.of(side).filter(fit).any(|u| self.mine(u) && goes(u))
    }

    /// Disorganization of a brigade whose retreat goes on as its Movement Phase begins, and whether it is over (§21.6, §21.7, ruling 21).
    pub(super) fn retreat_now(&self, unit: UnitId) -> Option<(u16, bool)> {
        let (now, _) = self.brigade(unit)?;
        let side = self.side(unit);
        let mut chain = self.chain(unit).iter();
        match now.retreat {
            Retreat::None => None,
            Retreat::Voluntary if chain.any(|l| self.in_brigade_range(side, l.at())) => Some((VOLUNTARY_DP, false)),
            Retreat::Involuntary if chain.any(|l| self.in_enemy_range(side, l.at())) => Some((INVOLUNTARY_DP, false)),
            _ => Some((0, true)),
        }
    }
}

impl Board<'_> {
    /// §31.1b, 0.1: whether who goes back is of the phasing side and not from his own attack, but from an ambush: what he leaves no defender has vacated.
    pub(super) fn leaves_nothing(&self, unit: UnitId) -> bool {
        self.since(6) && self.side(unit) == self.at.side && self.at.segment != Segment::BackOff
    }

    /// §17.2.11, §31.6: where the cannon of a battery in two hexes come together that a side captures in these, with some others, while somebody else of its enemies
    /// holds the other one: both sides have nobody in one hex. Nothing where they may stay as they lie.
    fn gathered(&self, side: Side, unit: UnitId, (hexes, captured): (&[u16], &[UnitId])) -> Vec<Link> {
        let (here, elsewhere): (Vec<Link>, Vec<Link>) =
            self.chain(unit).iter().copied().partition(|l| hexes.contains(&l.hex));
        let foe = |u: &UnitId| !captured.contains(u) && self.side(*u) != side && self.spec(*u).commander().is_none();
        let held = elsewhere.iter().any(|l| self.units_at(l.at()).iter().any(foe));
        let cannon = self.spec(unit).battery().map_or(0, |b| b.cannon());
        let first = here.first().filter(|_| held && self.since(7));
        first.map_or_else(Vec::new, |l| vec![Link::new(l.at(), cannon)])
    }

    /// 0.1, §17.2.11: the enemies of a side out of view in a hex in which cannon lie of what it captures: they come upon each other.
    fn hidden_with(&self, side: Side, captured: &[UnitId]) -> Vec<Marker> {
        if !self.since(7) {
            return Vec::new();
        }
        let guns = captured.iter().filter(|u| self.spec(**u).battery().is_some());
        let hexes: Vec<usize> = guns.flat_map(|u| self.chain(*u)).map(|l| l.at()).collect();
        let mut hidden = self.hidden_markers(side.other());
        hidden.retain(|(_, at)| hexes.contains(at));
        hidden
    }

    pub(super) fn footing(&self, unit: UnitId, way: &WayBack, spent: Halves, dp: u16) -> Footing {
        // §16.2.3: where markers are lost on the way it is with the one that its way was of (`forced_way`).
        let ended = way.way.last().and_then(|hex| way.chain.iter().position(|l| l.hex == *hex));
        let ended = ended.filter(|_| self.since(7) && way.chain.len() != self.chain(unit).len());
        let counter = ended.unwrap_or_else(|| self.counter_after(unit, way.formation, &way.chain)) as u8;
        Footing {
            chain: way.chain.clone(),
            counter,
            dp,
            forgets: self.forgets(unit, &way.chain),
            formation: way.formation,
            lost: way.lost,
            off: way.off,
            own: self.leaves_nothing(unit),
            paid: Vec::new(),
            shifted: self.fired_back(unit, &way.chain),
            silent: self.silent_after(unit, &way.chain),
            spent,
            // Who goes back its own way was looked at for it (`steps_back`); all others go together.
            stands: self.stands_after(unit, way.formation, &way.chain, true).unwrap_or_default(),
            undug: self.undug_after(unit, &way.chain),
            unfired: self.unfired_after(unit, &way.chain),
            unit,
            way: way.way.clone(),
        }
    }
}

impl Resolver<'_, '_> {
    /// Disorganization of those whose retreat goes on, and the end of a retreat that is out of all ranges (§21.6, §21.7).
    ///
    /// # Errors
    /// Dice that cannot be had.
    pub fn continue_retreats(&mut self) -> Result<(), Stop> {
        let board = self.board();
        let facts: Vec<Fact> = board
            .here_or_gone()
            .filter_map(|unit| board.retreat_now(unit).map(|(dp, over)| Fact::Retreating { dp, over, unit }))
            .collect();
        for fact in facts {
            self.write(fact);
        }
        Ok(())
    }

    /// What the end of a player turn says of its side: who retreated in the Movement Phase, whose points owed are paid.
    pub fn settle_retreats(&mut self) {
        let board = self.board();
        let side = board.at.side;
        let (mut fell_back, mut units) = (Vec::new(), Vec::new());
        // §30.1.2, §31.7: guns that went back in this turn and were captured in it pay in their next, which is their captor's.
        let has_paid = |unit: UnitId, guns: &Battery| {
            let withdrew = guns.captor.is_some() && board.at.back.contains(&unit) && !guns.moved;
            guns.owed > 0 && !(withdrew && board.since(7))
        };
        for unit in board.pack.ids().filter(|u| board.side(*u) == side) {
            if let Some(now) = board.at.brigade(unit) {
                // Who was routed in its own player turn came upon somebody hidden as it moved (0.1).
                let routed = board.since(7) && now.retreat == Retreat::Involuntary && board.at.back.contains(&unit);
                let went = routed || now.pressed == super::position::Pressed::Retreated;
                if went {
                    fell_back.push(unit);
                }
                if now.owed > 0 || now.fell_back != went {
                    units.push(unit);
                }
            } else if board.at.battery(unit).is_some_and(|guns| has_paid(unit, guns)) {
                units.push(unit);
            }
        }
        if !units.is_empty() {
            fell_back.retain(|u| units.contains(u));
            self.write(Fact::Settled { fell_back, units });
        }
    }

    /// Hexes that nobody defends any more.
    pub fn left_empty(&mut self, hexes: &[u16]) {
        self.write(Fact::Vacated { hexes: hexes.to_vec() });
    }

    /// Who carried an assault must advance if it can (§31.2); where it cannot, another that could not before may be able to now.
    pub fn may_advance(&mut self, unit: UnitId) {
        let board = self.board();
        if !board.follows_up(unit) {
            return self.may_follow();
        }
        self.write(Fact::Asked(Pending::Advance { free: 1, must: true, unit }));
    }

    /// §31.2, §31.3: of those that carried an assault and have not advanced one must that can now, and its first hex is free.
    fn may_follow(&mut self) {
        let board = self.board();
        let goes = |unit: &UnitId| board.since(6) && board.on_map(*unit) && board.follows_up(*unit);
        let follower = board.at.following.iter().copied().find(goes);
        if let Some(unit) = follower {
            self.write(Fact::Asked(Pending::Advance { free: 1, must: true, unit }));
        }
    }

    /// Carries a way back out.
    pub(super) fn go_back(&mut self, unit: UnitId, way: &WayBack) {
        let (spent, dp, how) = self.board().price_back(unit, way);
        if self.is_cut_off(unit, &way.entered) {
            return;
        }
        if self.board().since(2) {
            self.capture_on(unit, &way.entered);
        }
        self.end_exemption_on_way(unit, &way.entered);
        let board = self.board();
        if board.at.battery(unit).is_some() {
            let facing = board.guns_look(way);
            // §17.2.11, §31.1b: of two hexes that to which it goes back is not vacated.
            let before = board.chain(unit).iter().map(|l| l.hex);
            let (stays, left): (Vec<u16>, Vec<u16>) = before.partition(|hex| way.chain.iter().any(|l| l.hex == *hex));
            let own = board.since(7) && !stays.is_empty();
            let (chain, heir, way) = (way.chain.clone(), board.fires_on_for(unit), way.way.clone());
            self.write(Fact::GunsBack { chain, facing, heir, own, spent, unit, way });
            if own {
                self.left_empty(&left);
            }
            return self.take_commanders_here(unit);
        }
        let to = board.footing(unit, way, spent, dp);
        self.write(Fact::FellBack { how, to });
        self.take_commanders_here(unit);
    }

    /// An advance into a hex: retreating brigades that stand in it or in another that is entered go out of the way first, by their owner's choice (§31.5).
    pub(super) fn advance_into(
        &mut self,
        unit: UnitId,
        hex: usize,
        free: bool,
        told: Option<AdvanceGoal>,
        (to, entered): (Footing, Vec<u16>),
    ) {
        let board = self.board();
        let side = board.side(unit);
        let there = entered.iter().flat_map(|h| board.brigades_at(usize::from(*h)));
        let in_the_way: Vec<UnitId> = there.filter(|u| board.side(*u) != side).collect();
        for other in in_the_way {
            if self.board().ways_aside(other, unit, hex, free, told.as_ref()).is_empty() {
                // Ruling 71.
                self.destroy(other);
            } else if self.board().on_map(other) {
                self.write(Fact::Asked(Pending::Aside { by: unit, free, hex: hex as u16, told, unit: other }));
                return;
            }
        }
        self.advance(unit, &entered, to);
    }

    /// A brigade is in the hexes that it entered: what stands there is its own (§31.6).
    pub(super) fn advance(&mut self, unit: UnitId, entered: &[u16], to: Footing) {
        let fact = Fact::Advanced(to);
        // 0.1: who comes upon somebody who stood there unseen does not advance: it takes nothing and holds nothing.
        let passing = self.board().since(8) && self.meets_in(unit, entered, 0);
        if passing || (self.board().since(6) && self.runs_into_somebody(&fact)) {
            return self.may_follow();
        }
        self.end_exemption_on_way(unit, entered);
        self.take(unit, entered);
        self.write(fact);
        entered.iter().for_each(|hex| self.hold(unit, usize::from(*hex)));
        self.take_commanders_here(unit);
        self.may_follow();
    }

    /// Guns and commanders of the enemy in hexes that a brigade entered (§17.1.8, §31.6).
    pub(super) fn take(&mut self, by: UnitId, hexes: &[u16]) {
        let board = self.board();
        let side = board.side(by);
        let mut found: Vec<UnitId> = hexes
            .iter()
            .flat_map(|h| board.units_at(usize::from(*h)).iter().copied())
            .filter(|u| board.side(*u) != side)
            .collect();
        found.sort_unstable();
        found.dedup();
        let hidden = board.hidden_with(side, &found);
        self.place_markers_in_view(&hidden, InView::Met);
        let board = self.board();
        let fact = |unit: UnitId| match board.spec(unit).battery() {
            Some(spec) => {
                let (cannon, chain) = (spec.cannon(), board.gathered(side, unit, (hexes, &found)));
                Some(Fact::GunsCaptured { by, cannon, chain, side, unit })
            }
            None => board.spec(unit).commander().map(|_| Fact::CommanderCaptured { by, unit }),
        };
        let facts: Vec<Fact> = found.iter().copied().filter_map(fact).collect();
        for fact in facts {
            self.write(fact);
        }
    }
}

impl Teller<'_> {
    /// A retreat after combat.
    pub fn fell_back(&self, how: Retreat, to: &Footing) -> Option<Line> {
        let name = self.name(to.unit);
        let where_to = match (to.off, to.way.last()) {
            (Some(_), _) => "leaves the map".to_owned(),
            (None, _) if to.chain.is_empty() => "finds no hex to retreat to and is lost".to_owned(),
            (None, last) => format!("goes back to {}", last.map_or_else(String::new, |p| self.place(*p))),
        };
        let mut costs = Vec::new();
        if to.spent > 0 {
            costs.push(format!("{} activity points", points(to.spent)));
        }
        if to.dp > 0 {
            costs.push(format!("{} disorganization points", to.dp));
        }
        if to.lost > 0 {
            costs.push(format!("{} lost", counted(i32::from(to.lost), "strength point")));
        }
        let costs = if costs.is_empty() { String::new() } else { format!(" ({})", costs.join(", ")) };
        // §30.2.4: who must go back pays no points; who was routed before and goes back for points does so of its own will.
        let section = if how == Retreat::Involuntary && to.spent == 0 { "30.2" } else { "30.1" };
        let tone = if to.lost > 0 { Tone::Loss } else { Tone::Move };
        self.line(tone, format!("{name} {where_to}{costs}."), section, vec![self.moved(to.unit, &to.way)])
    }

    /// A battery that withdrew.
    pub fn guns_back(&self, unit: UnitId, way: &[u16]) -> Option<Line> {
        let to = way.last().map_or_else(String::new, |p| self.place(*p));
        self.line(Tone::Move, format!("{} goes back to {to}.", self.name(unit)), "30.1", vec![self.moved(unit, way)])
    }

    /// An advance after combat.
    pub fn advanced(&self, to: &Footing) -> Option<Line> {
        let markers = self.chain(&to.chain);
        let text = format!("{} advances: {markers} ({} activity points).", self.name(to.unit), points(to.spent));
        self.line(Tone::Move, text, "31.0", vec![self.moved(to.unit, &to.way)])
    }

    /// Guns in the enemy's hands.
    pub fn guns_captured(&self, by: UnitId, cannon: u8, unit: UnitId) -> Option<Line> {
        let text = format!("{} captures {} with {cannon} cannon.", self.name(by), self.name(unit));
        self.line(Tone::Loss, text, "31.0", vec![])
    }

    /// A retreat that goes on, or is over.
    pub fn retreating(&self, dp: u16, over: bool, unit: UnitId) -> Option<Line> {
        let name = self.name(unit);
        match over {
            true => self.note(format!("{name} is out of enemy range: its retreat is over."), "21.0"),
            false => {
                let text = format!("{name} is still retreating within enemy range: {dp} disorganization points.");
                self.note(text, "21.0")
            }
        }
    }
}
