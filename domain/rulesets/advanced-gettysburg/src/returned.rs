//! Return fire (§27.0): who may return it, at whom and with what, who answers, and with what the fire of others leaves them. Whoever wants to know asks here.
//!
//! What was fired in a player turn is kept as pairs ([`Pair`]): from where and at where, with how many points, by which batteries together, and who was
//! struck. In the next player turn a pair may be returned by the side that is phasing then, and be answered by the other one.

use super::board::Board;
use super::book::{NOT_YOURS, WRONG_SEGMENT};
use super::combat::{ALL_ARMS, Fired, MUSKETS, NO_RETURN, SAME_BRIGADE};
use super::fire::Singled;
use super::position::{Brigade, Pair, Pressed, Retreat, Segment};
use super::units::UnitId;
use super::works::FIRED_FROM_WORKS;
use domain_core::kit::RuleBreak;
use domain_core::referee::Side;

/// §27.1, "defending units which did not retreat".
impl Board<'_> {
    /// Of those who fired a pair the counters that lie where they fired: its brigade, or those of its batteries that have stayed.
    fn stayed(&self, pair: &Pair) -> Vec<UnitId> {
        let from = usize::from(pair.from);
        match pair.batteries.is_empty() || !self.since(8) {
            true if self.chain(pair.unit).iter().any(|l| l.at() == from) => vec![pair.unit],
            true => Vec::new(),
            false => self.batteries_at(from).filter(|u| pair.batteries.contains(u)).collect(),
        }
    }

    /// The counter by whose word a pair is returned: the first of its batteries that has stayed and can fire, or that has stayed. Who has given it speaks on
    /// for the others, though the answer took the last brigade of its own near it (§17.2.9).
    fn speaker(&self, pair: &Pair) -> Option<UnitId> {
        let stayed = self.stayed(pair);
        let first = |of: &dyn Fn(UnitId) -> bool| stayed.iter().copied().find(|u| of(*u));
        let said = first(&|u| self.at.fight.returns.contains(&u));
        said.or_else(|| first(&|u| self.guns_fire(u))).or_else(|| first(&|_| true))
    }

    /// A pair of the last player turn as the counter has it that speaks for it, if both of its ends are in place. What had stepped into a flank hex is back
    /// where it came from (§24.4.3c).
    fn in_place(&self, pair: &Pair) -> Option<Pair> {
        let (from, to) = (usize::from(pair.from), usize::from(pair.to));
        if pair.age != 1 || (pair.stepped && self.since(8)) {
            return None;
        }
        let unit = self.speaker(pair)?;
        let holds = self.held_by(self.side(unit).other(), to) && self.still_holds(pair);
        (holds && self.pack.ground.adjacent(from, to)).then(|| Pair { unit, ..pair.clone() })
    }

    /// The fire that a counter may take up again in its own turn: that of the other side's last player turn, both ends in place.
    pub(super) fn to_return(&self, unit: UnitId) -> Vec<Pair> {
        let pairs = self.at.fight.before.iter().filter_map(|p| self.in_place(p));
        pairs.filter(|p| p.unit == unit).collect()
    }

    /// Whether the cannon of a battery have fire to return, which names no other target then: they fired all together, by one of the batteries of their hex
    /// (§24.0.3, ruling 89).
    pub(super) fn guns_have_fired(&self, unit: UnitId) -> bool {
        let by = |u: UnitId| {
            let theirs = |p: &Pair| p.batteries.is_empty() || p.batteries.contains(&unit) || !self.since(8);
            self.to_return(u).iter().any(theirs)
        };
        let beside = || self.at.place(unit).is_some_and(|at| self.batteries_at(at).any(by));
        by(unit) || (self.since(5) && beside())
    }

    /// Whether a brigade has retreated since it was fired at: then it returns no fire. Who withdrew after combat owes points for it in its own turn, out of all
    /// ranges too, where no retreat goes on (§30.1.2).
    fn went_back(&self, unit: UnitId) -> bool {
        let owes = |b: &Brigade| self.since(6) && b.owed > 0;
        let back = |b: &Brigade| b.retreat != Retreat::None || b.pressed == Pressed::Retreated || owes(b);
        self.since(5) && self.at.brigade(unit).is_some_and(back)
    }

    /// §17.2.9, §29.4.4: whether a counter can give nothing any more of the fire that it could return: cannon without ammunition or far from all of their
    /// own, horse of one point, whoever looks elsewhere; nor what is given up to aim at the other of two brigades.
    fn is_silent(&self, unit: UnitId) -> bool {
        let gives = |pair: &Pair| !self.aims_elsewhere(pair) && self.again(pair).is_some();
        self.since(7) && !self.to_return(unit).iter().any(gives)
    }

    /// Whether a counter may return fire now (§27.1, §27.3; 0.12, effect 5).
    ///
    /// # Errors
    /// The rule that bars it.
    pub(super) fn check_return(&self, unit: UnitId) -> Result<(), RuleBreak> {
        if self.at.segment != Segment::Targets || self.is_night() {
            return Err(WRONG_SEGMENT);
        }
        if self.side(unit) != self.at.side {
            return Err(NOT_YOURS);
        }
        if self.fired_from_works(unit) {
            return Err(FIRED_FROM_WORKS);
        }
        let barred = self.to_return(unit).is_empty() || self.at.fight.returns.contains(&unit) || self.attacks(unit);
        match barred || self.went_back(unit) {
            false if self.is_aimed_elsewhere(unit) => Err(SAME_BRIGADE),
            false if !self.is_silent(unit) => Ok(()),
            _ => Err(NO_RETURN),
        }
    }
}

/// §27.1, "neither the attacker or defender can fire at a different hex and/or brigade than it fired at".
impl Board<'_> {
    /// Whether a brigade or battery that fire struck before lies where it was struck: fire at another that has come there since is no return fire, and does
    /// not go on with the same units (Combat Fire Table, note). Of batteries alone, which fire together, one that fired with those that were struck.
    fn still_holds(&self, pair: &Pair) -> bool {
        let there = self.units_at(usize::from(pair.to));
        let mut struck = pair.struck.iter().flatten().peekable();
        let fired = |p: &Pair| p.from == pair.to && p.age == pair.age && p.batteries.iter().any(|u| there.contains(u));
        let guns = || self.at_guns(pair) && self.at.fight.before.iter().any(fired);
        !self.since(5) || struck.peek().is_none() || struck.any(|u| there.contains(u)) || guns()
    }

    /// Whether a pair struck batteries which stood alone: then it goes at these again, and at no brigade that has come to them since.
    fn at_guns(&self, pair: &Pair) -> bool {
        self.since(8) && pair.struck[0].is_some_and(|u| self.at.battery(u).is_some())
    }

    /// Of the brigades in the hex of a pair the one that was struck there, where no other of them was.
    pub(super) fn struck_alone(&self, pair: &Pair) -> Option<UnitId> {
        let there = |u: &&UnitId| self.chain(**u).iter().any(|l| l.hex == pair.to);
        let mut struck = pair.struck.iter().flatten().filter(there);
        struck.next().copied().filter(|_| struck.next().is_none())
    }

    /// Of two brigades in a hex at which a side returns fire the one that this struck there before, where the other has come there since.
    pub(super) fn struck_before(&self, by: Side, hex: usize) -> Option<UnitId> {
        if !self.since(7) {
            return None;
        }
        let returned = self.returned();
        let mut at_it = returned.iter().flatten().filter(|f| f.to == hex && self.side(f.unit) == by && !f.at_guns);
        at_it.find_map(|f| {
            let pairs = self.to_return(f.unit);
            let pair = pairs.iter().find(|p| usize::from(p.from) == f.from && usize::from(p.to) == hex)?;
            self.struck_alone(pair)
        })
    }

    /// §24.3.7, ruling 65: whether what was said of two brigades in a hex holds: in the player turn in which it was said, and after it where somebody fired at
    /// the hex in that turn; fire of a later one does not take it up again. Before revision 8 for two turns more, whether or not anybody had fired.
    pub(super) fn still_said(&self, said: &Singled) -> bool {
        let fired = |p: &Pair| (p.to, p.age) == (said.hex, said.age);
        said.age == 0 || !self.since(8) || self.at.fight.before.iter().any(fired)
    }

    /// Whether a side has said in this player turn that it aims at the other brigade of the hex of a pair: then that fire is not returned.
    fn aims_elsewhere(&self, pair: &Pair) -> bool {
        let mut said = self.at.fight.singled.iter().filter(|s| s.age == 0 && s.hex == pair.to);
        self.since(7) && !self.at_guns(pair) && said.any(|s| self.struck_alone(pair) != Some(s.unit))
    }

    /// The same of all the fire that a counter could return.
    fn is_aimed_elsewhere(&self, unit: UnitId) -> bool {
        self.to_return(unit).iter().all(|pair| self.aims_elsewhere(pair))
    }

    /// Whether a side fires at a hex by return fire, or could and by none that is new: that goes to the brigade which it aimed at before. One that was struck
    /// there alone, before another came into its hex, it may name.
    pub(super) fn is_fired_at_again(&self, by: Side, hex: usize, unit: UnitId) -> bool {
        let bound = |p: &Pair| usize::from(p.to) == hex && !self.at_guns(p) && self.struck_alone(p) != Some(unit);
        let at_it = |firer: UnitId| self.to_return(firer).iter().any(bound);
        let again =
            || self.returned().iter().flatten().any(|f| f.to == hex && self.side(f.unit) == by && at_it(f.unit));
        let anew = || self.at.fight.aims.iter().any(|p| usize::from(p.to) == hex);
        let may = || self.of(by).any(|firer| at_it(firer) && self.check_return(firer).is_ok());
        self.since(7) && (again() || (!anew() && may()))
    }

    /// Combat Fire Table, note: whether fire goes on with the same units in the same places as in one of the last two player turns. The cannon of a hex fire
    /// together (§24.0.3), whichever of its batteries stands for them: where it is noted which fired, those of them.
    pub(super) fn fire_goes_on(&self, fired: &Fired) -> bool {
        let some = |p: &Pair| p.batteries.is_empty() || p.batteries.iter().any(|u| fired.batteries.contains(u));
        let together = |p: &Pair| self.since(8) && fired.guns && self.at.battery(p.unit).is_some() && some(p);
        let same = |p: &Pair| {
            (usize::from(p.from), usize::from(p.to)) == (fired.from, fired.to) && (p.unit == fired.unit || together(p))
        };
        self.at.fight.before.iter().any(|p| same(p) && self.still_holds(p))
    }
}

/// §27.1 to §27.3: what is returned, and who answers.
impl Board<'_> {
    /// Return fire: that of the attackers whom it is returned to, who fire first (§27.2), and that of those who return it.
    pub(super) fn returned(&self) -> [Vec<Fired>; 2] {
        if self.at.fight.returns.is_empty() {
            return [Vec::new(), Vec::new()];
        }
        let goes = |p: &Pair| !self.aims_elsewhere(p);
        let ours: Vec<Pair> = self.at.fight.returns.iter().flat_map(|u| self.to_return(*u)).filter(goes).collect();
        if !self.since(8) {
            return self.returned_once(ours);
        }
        let pairs = self.at.fight.before.iter().filter_map(|p| self.in_place(p));
        let answers = |p: &Pair| self.side(p.unit) != self.at.side && self.is_answer(p) && !self.has_defended(p);
        let theirs: Vec<Pair> = pairs.filter(|p| answers(p) && goes(p)).collect();
        [self.given(&theirs), self.given(&ours)]
    }

    /// What those who return fire have for it once the others have answered (§24.3.5).
    pub(super) fn returned_yet(&self, before: &[Fired]) -> Vec<Fired> {
        if self.since(8) {
            let [_, ours] = self.returned();
            return ours;
        }
        before.iter().filter_map(|f| self.again(&Pair::new(f.unit, f.from, f.to, f.sp))).collect()
    }

    /// §27.3: whether a pair was fired at somebody who returns fire now, at whichever of its markers: a brigade does not stay silent by those of them that
    /// have nothing to return.
    fn is_answer(&self, pair: &Pair) -> bool {
        self.at.fight.returns.iter().any(|unit| {
            let lies = self.chain(*unit).iter().any(|l| l.hex == pair.to);
            let struck = pair.struck.contains(&Some(*unit)) || pair.struck == [None; 2];
            lies && (struck || self.to_return(*unit).iter().any(|p| p.from == pair.to))
        })
    }

    /// §24.2: whether those who fired a pair have fired in their defence against others in this phase.
    fn has_defended(&self, pair: &Pair) -> bool {
        let guns = self.at.battery(pair.unit).is_some();
        let together = |f: &Fired| pair.batteries.is_empty() || pair.batteries.iter().any(|u| f.batteries.contains(u));
        let fired = |f: &Fired| if guns { f.guns && together(f) } else { f.unit == pair.unit };
        self.defended(usize::from(pair.from)).iter().any(fired)
    }

    /// What is fired out of a hex in its defence against attackers, as it was told.
    fn defended(&self, from: usize) -> Vec<Fired> {
        let told = self.at.fight.splits.iter().filter(|s| usize::from(s.from) == from);
        let side = self.at.side.other();
        told.filter_map(|s| self.allotted(&self.post_of(side, from, s.by), &s.shares)).flatten().collect()
    }

    /// §24.3f: whether the phasing side returns fire at a hex; since revision 7 not where it has given that up to aim at the other of two brigades.
    pub(super) fn is_returned_at(&self, hex: usize) -> bool {
        if self.since(7) {
            let [_, ours] = self.returned();
            return ours.iter().any(|f| f.to == hex);
        }
        let mut told = self.at.fight.returns.iter().flat_map(|u| self.to_return(*u));
        self.since(4) && told.any(|p| usize::from(p.to) == hex)
    }

    /// Whether a counter of the side that is not phasing answers out of a hex the fire that is returned at it.
    pub(super) fn answers_out_of(&self, unit: UnitId, hex: usize) -> bool {
        let [theirs, _] = if self.since(7) { self.returned() } else { [Vec::new(), Vec::new()] };
        theirs.iter().any(|f| f.unit == unit && f.from == hex)
    }
}

/// §24.2 to §24.5, §27.1: with what fire is returned and answered: what was fired then, as far as it is there now.
impl Board<'_> {
    /// The batteries whose cannon return a pair: those that fired it and can yet, all of the hex where it is not noted which those were.
    fn gunners(&self, pair: &Pair) -> Vec<UnitId> {
        let from = usize::from(pair.from);
        let fired = |u: &UnitId| pair.batteries.is_empty() || pair.batteries.contains(u);
        let side = self.side(pair.unit);
        self.batteries_at(from).filter(|u| self.side(*u) == side && fired(u) && self.guns_fire(*u)).collect()
    }

    /// Pairs as they can be given now, each with what those before it leave: of a marker, or of the cannon that fired together, no more than it has now, of a
    /// hex eight points of muskets, and eleven with cannon, beside those that attack out of it or have fired in its defence.
    fn given(&self, pairs: &[Pair]) -> Vec<Fired> {
        let mut given: Vec<Option<Fired>> = vec![None; pairs.len()];
        for guns in [false, true] {
            for (n, pair) in pairs.iter().enumerate() {
                if self.at.battery(pair.unit).is_some() == guns {
                    given[n] = self.given_beside(pair, &given);
                }
            }
        }
        given.into_iter().flatten().collect()
    }

    /// A pair as it can be given beside others.
    fn given_beside(&self, pair: &Pair, others: &[Option<Fired>]) -> Option<Fired> {
        let (from, to, unit) = (usize::from(pair.from), usize::from(pair.to), pair.unit);
        let others = || others.iter().flatten().filter(|f| f.from == from);
        let points = |of: &dyn Fn(&Fired) -> bool| others().filter(|f| of(f)).map(|f| f.sp).sum::<u8>();
        let post = self.post(self.side(unit), from);
        let guns = self.at.battery(unit).is_some();
        let batteries = if guns { self.gunners(pair) } else { Vec::new() };
        // 0.12, effect 5: who returns fire leaves works unused, their field all round with the rest.
        let works = self.side(unit) != self.at.side;
        let (all, into) = match post.foot.iter().find(|(u, ..)| *u == unit) {
            Some((_, marker, sp)) => (*sp, self.limit(marker, to)),
            None => (self.cannon_points(&batteries), self.gun_limit_by(&post, to, works)),
        };
        let (muskets, arms) = self.fired_anew(from);
        let most = if guns { ALL_ARMS } else { MUSKETS.saturating_sub(muskets + points(&|f| !f.guns)) };
        let left = ALL_ARMS.saturating_sub(arms + points(&|_| true)).min(most);
        let sp = all.saturating_sub(points(&|f| f.unit == unit)).min(into).min(left).min(pair.sp);
        let at_guns = self.at_guns(pair);
        let fired = Fired { batteries, free: false, flanker: false, from, guns, minus: true, sp, to, unit, at_guns };
        (sp >= self.least_share(unit)).then_some(fired)
    }

    /// The muskets, and the points of all arms, of a hex that attack out of it in this phase, or have fired in its defence. Cannon that attack have what fire
    /// that is returned leaves them.
    fn fired_anew(&self, from: usize) -> (u8, u8) {
        let aims = self.at.fight.aims.iter().filter(|p| usize::from(p.from) == from);
        let now = |p: &Pair| {
            let post = self.post(self.side(p.unit), from);
            let marker = post.foot.iter().find(|(u, ..)| *u == p.unit);
            marker.map_or(0, |(_, marker, sp)| (*sp).min(self.limit(marker, usize::from(p.to))))
        };
        let attack = aims.map(now).sum::<u8>().min(MUSKETS);
        let defended = self.defended(from);
        let points = |guns: bool| defended.iter().filter(|f| f.guns == guns).map(|f| f.sp).sum::<u8>();
        (attack + points(false), attack + points(false) + points(true))
    }

    /// A pair's fire as it can be given now, by itself.
    fn again(&self, pair: &Pair) -> Option<Fired> {
        if self.since(8) {
            return self.given_beside(pair, &[]);
        }
        let (from, to, unit) = (usize::from(pair.from), usize::from(pair.to), pair.unit);
        let post = self.post(self.side(unit), from);
        let guns = self.at.battery(unit).is_some();
        let now = match post.foot.iter().find(|(u, ..)| *u == unit) {
            Some((_, marker, sp)) => (*sp).min(self.limit(marker, to)),
            None if guns => self.gun_limit(&post, to).min(self.beside_muskets(from)),
            None => 0,
        };
        let sp = now.min(pair.sp);
        (sp > 0).then(|| Fired { guns, minus: true, ..Fired::new(unit, from, to, sp) })
    }
}

/// As it was up to revision 7.
impl Board<'_> {
    /// §24.5: what is left of the eleven points of a hex to cannon that return fire beside muskets which attack out of it.
    fn beside_muskets(&self, from: usize) -> u8 {
        let muskets = |p: &&Pair| self.since(7) && usize::from(p.from) == from && self.at.brigade(p.unit).is_some();
        let aimed: u8 = self.at.fight.aims.iter().filter(muskets).map(|p| p.sp).sum();
        ALL_ARMS - aimed.min(MUSKETS)
    }

    /// Return fire, where that of some counters is known.
    fn returned_once(&self, ours: Vec<Pair>) -> [Vec<Fired>; 2] {
        let hexes = |hex: u16| ours.iter().any(|p| p.from == hex);
        // Who defends itself against others in this phase has fired (§24.2).
        let told = |hex: u16| self.at.fight.splits.iter().any(|s| s.from == hex && !s.shares.is_empty());
        // Fire that went on for two turns is of the last of them, and comes once; before revision 7 it came twice.
        let last = |p: &&Pair| p.age == 1 || !self.since(7);
        let fires = |p: &&Pair| self.side(p.unit) != self.at.side && last(p) && hexes(p.to) && !told(p.from);
        let theirs = self.at.fight.before.iter().filter(fires);
        let theirs = theirs.flat_map(|p| self.to_return(p.unit).into_iter().filter(|q| q.same(p)));
        let theirs: Vec<Pair> = theirs.filter(|p| !self.aims_elsewhere(p)).collect();
        [theirs, ours].map(|pairs| self.within_eleven(pairs.iter().filter_map(|p| self.again(p)).collect()))
    }

    /// §24.5: of fire that is returned the cannon of a hex, at all that they fire at together, have what its muskets leave of its eleven points, those that
    /// attack out of it and those that return fire.
    fn within_eleven(&self, fired: Vec<Fired>) -> Vec<Fired> {
        if !self.since(7) {
            return fired;
        }
        let mut kept: Vec<Fired> = Vec::with_capacity(fired.len());
        for one in &fired {
            let of = |all: &[Fired], guns: bool| -> u8 {
                all.iter().filter(|f| f.from == one.from && f.guns == guns).map(|f| f.sp).sum()
            };
            let left = self.beside_muskets(one.from).saturating_sub(of(&fired, false)).saturating_sub(of(&kept, true));
            let sp = if one.guns { one.sp.min(left) } else { one.sp };
            kept.extend((sp > 0).then(|| Fired { sp, ..one.clone() }));
        }
        kept
    }

    /// §24.0.3: of a battery that withdraws after combat one that stays unlimbered in its hex: it goes on for the cannon of the hex, which fired together by
    /// one of them, where it has fired nothing for itself. Where there is none, one that has: what was fired at the hex goes on at that one. Nobody where it
    /// is noted which batteries fired: those go on by themselves.
    pub(super) fn fires_on_for(&self, unit: UnitId) -> Option<UnitId> {
        let from = self.at.place(unit).filter(|_| self.since(7))?;
        let here = |p: &&Pair| usize::from(p.from) == from;
        if self.since(8) && self.at.pairs.iter().filter(here).any(|p| !p.batteries.is_empty()) {
            return None;
        }
        let fired = |u: UnitId| self.at.pairs.iter().filter(here).any(|p| p.unit == u);
        let shares = |u: UnitId| self.seat_of(u) == self.seat_of(unit) && !fired(u);
        let stays = |u: &UnitId| *u != unit && shares(*u) && self.at.battery(*u).is_some_and(|b| !b.limbered);
        let heir = if fired(unit) { self.batteries_at(from).find(stays) } else { None };
        let struck = || self.at.pairs.iter().any(|p| p.struck.contains(&Some(unit)));
        heir.or_else(|| self.batteries_at(from).find(|u| *u != unit && fired(*u) && struck()))
    }
}
