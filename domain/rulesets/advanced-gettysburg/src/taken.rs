//! How a position takes in what happened. Nothing here asks a rule, and nothing fails on a fact that was recorded.

use super::chain::Link;
use super::desks::SeatFact;
use super::facts::{AttackEnd, Fact, Footing};
use super::fire::{Assaulted, Losses, Shelling, Singled, Struck, Volley};
use super::movement::CARRIED;
use super::position::{Attack, Command, Pair, Place, Position, Pressed, Retreat, Segment, State, row};
use super::units::UnitId;
use domain_core::referee::{Apply, Side};

impl Apply<Fact> for Position {
    fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Aimed(pair) => {
                self.fight.aims.retain(|p| (p.unit, p.from) != (pair.unit, pair.from));
                self.fight.aims.push(pair.clone());
            }
            Fact::BeginsAt { hex, sp, unit } => self.begins_at(*unit, *hex, *sp),
            Fact::CameCovered { dp, joined, sp, unit } => self.came_covered(*unit, (*dp, *joined, *sp)),
            Fact::Covered { counters, .. } => self.cover(counters),
            Fact::Uncovered { counter, joined, unit } => self.uncover(*counter, *unit, *joined),
            Fact::InRange { level, over, .. } => self.in_range(*level, over),
            Fact::JoinedCovered { count, points, unit } => self.joined_covered(*unit, *count, *points),
            Fact::DelayRolled { die } => self.delay.die = Some(*die),
            Fact::NumberShown { number } | Fact::NumberWritten { number } => self.delay.number = Some(*number),
            Fact::OptionCame { choice, dp } | Fact::OptionShown { choice, dp } => self.take_option(choice, dp),
            Fact::OptionScored { points, side } => self.covers.score(row(*side), *points),
            Fact::OptionWritten(choice) => self.take_option(choice, &[]),
            Fact::GunsOrdered(order) => self.guns_ordered(order),
            Fact::Substituted(substitute) => self.substituted(substitute),
            Fact::Advanced(to) => self.advanced_after_combat(to),
            Fact::Asked(pending) => self.pending = Some(pending.clone()),
            Fact::Answered => self.pending = None,
            Fact::Assaulted(assault) => self.assault_made(assault),
            Fact::AssaultBarred { targets, .. } => self.assaulted.extend(targets),
            Fact::AssaultLoss { .. } => {}
            Fact::FellBack { how, to } => self.goes_back(*how, to),
            Fact::GunsBack { chain, facing, heir, own, spent, unit, .. } => {
                self.fires_on_for(*unit, *heir);
                if !own {
                    self.vacated.extend(self.chain(*unit).iter().map(|l| l.hex).collect::<Vec<u16>>());
                }
                self.back.push(*unit);
                if let Some(battery) = self.battery_mut(*unit) {
                    (battery.facing, battery.limbered, battery.fired_from_woods) = (*facing, true, false);
                    battery.owed = battery.owed.saturating_add(*spent);
                }
                self.set_chain(*unit, chain);
            }
            Fact::GunsCaptured { by, cannon, chain, side, unit } => {
                self.captured[row(*side)] = self.captured[row(*side)].saturating_add(u16::from(*cannon));
                if let Some(battery) = self.battery_mut(*unit) {
                    battery.captor = Some(*by);
                }
                self.set_chain(*unit, chain);
            }
            Fact::Recovered { units } => {
                for given in units {
                    if let Some(brigade) = self.brigade_mut(given.unit) {
                        brigade.dp = brigade.dp.saturating_sub(given.points);
                    }
                }
            }
            Fact::TakesLess { factors, unit } => self.takes_less(*unit, *factors),
            Fact::TrainsLost { lost, side, store, .. } => self.draw(*side, *store, *lost),
            Fact::Refilled { drawn, side, units, unseen } => {
                if *unseen {
                    self.drawn_unseen(*side, drawn, units);
                }
                for one in drawn {
                    if let Some(store) = self.stores.get_mut(usize::from(one.store)) {
                        *store = store.saturating_sub(one.points);
                    }
                }
                for given in units {
                    let factors = u8::try_from(given.points).unwrap_or(u8::MAX);
                    if let Some(battery) = self.battery_mut(given.unit) {
                        battery.factors = battery.factors.saturating_add(factors);
                    }
                    self.reserve[row(*side)] = self.reserve[row(*side)].saturating_sub(given.points);
                }
            }
            Fact::Retreating { dp, over, unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.dp = brigade.dp.saturating_add(*dp);
                    if *over {
                        brigade.retreat = Retreat::None;
                    }
                }
            }
            Fact::Settled { fell_back, units } => {
                for unit in units {
                    if let Some(brigade) = self.brigade_mut(*unit) {
                        (brigade.owed, brigade.fell_back) = (0, fell_back.contains(unit));
                    }
                    if let Some(battery) = self.battery_mut(*unit) {
                        battery.owed = 0;
                    }
                }
            }
            Fact::Vacated { hexes } => self.vacated.extend(hexes),
            Fact::Allotted { by, closes, levels, .. } => {
                match closes {
                    Some(closes) => closes.iter().for_each(|unit| self.close(*unit)),
                    None => self.close_hands(),
                }
                let over: Vec<UnitId> = levels.iter().map(|l| l.unit).collect();
                for allotted in levels {
                    self.allot(allotted.unit, allotted.level);
                }
                let segment = self.segment;
                if let Some(commander) = self.commander_mut(*by) {
                    commander.led = Some(segment);
                    commander.level = levels.iter().map(|l| l.level).max().max(commander.level);
                }
                self.command = Some(Command { by: *by, lines: 0, over, primary: false, used: Vec::new() });
            }
            Fact::AttackEnded { unit, why } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.attack = Attack::None;
                    brigade.called_off = *why == AttackEnd::Ordered && brigade.carried == 0;
                }
            }
            Fact::BatteryMoved(moved) => self.battery_moved(moved),
            Fact::Built { .. } => self.built(fact),
            Fact::Forgone(forgone) => self.fight.forgone.push(*forgone),
            Fact::ClosedUp { chain, unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.counter = if brigade.formation.is_line() { brigade.counter } else { 0 };
                    brigade.paid.clear();
                }
                self.set_chain(*unit, chain);
            }
            Fact::CombatFire(volley) => self.combat_fire(volley),
            Fact::CommanderCaptured { unit, .. } => {
                if let Some(unit) = self.units.get_mut(unit.index()) {
                    unit.place = Place::Lost;
                }
            }
            Fact::Delayed { units } => {
                for unit in units {
                    if let Some(brigade) = self.brigade_mut(*unit) {
                        brigade.waited = brigade.waited.saturating_add(1);
                    }
                }
            }
            Fact::Door(door) => {
                self.doors.retain(|d| d.off != door.off);
                self.doors.push(*door);
                let guns = door.last.filter(|u| !door.back && self.battery(*u).is_some() && !self.guns_on.contains(u));
                self.guns_on.extend(guns);
                self.guns_beside.extend(guns.filter(|_| door.beside).map(|u| (u, door.off)));
            }
            Fact::Ended { .. } => {
                (self.over, self.pending, self.hand, self.command) = (true, None, None, None);
            }
            Fact::EntryShown(change) => {
                if let Some(brigade) = self.brigade_mut(change.unit) {
                    brigade.dp = brigade.dp.saturating_add(u16::from(change.dp));
                }
                self.write_entry(change);
            }
            Fact::EntryWritten(change) => self.write_entry(change),
            Fact::ExemptionLost { unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.exempt = None;
                }
            }
            Fact::FireOver => {
                let fight = &mut self.fight;
                fight.aims.clear();
                fight.stepped.append(&mut fight.flankers);
                fight.returns.clear();
                fight.splits.clear();
            }
            Fact::Flanked(flanker) => self.fight.flankers.push(*flanker),
            Fact::HastyLine(line) => {
                if let Some(brigade) = self.brigade_mut(line.unit) {
                    (brigade.formation, brigade.counter, brigade.hasty) = (line.formation, line.counter, true);
                    (brigade.idle, brigade.stands) = (false, line.stands.clone());
                    brigade.paid.clear();
                }
                self.set_chain(line.unit, &line.chain);
            }
            Fact::PrizeTaken { prize, side } => {
                if let Some(held) = self.held.get_mut(usize::from(*prize)) {
                    *held = Some(*side);
                }
            }
            Fact::InHand { seat, unit } => {
                let before = match seat {
                    Some(seat) => self.seats.take_in_hand(*seat, *unit),
                    None => self.hand.replace(*unit).filter(|before| before != unit),
                };
                if let Some(before) = before
                    && let Some(brigade) = self.brigade_mut(before)
                {
                    brigade.done = true;
                }
            }
            Fact::Joined { chain, count, covered, opens, points, unit } => {
                let noted = if *covered && self.is_name_unknown(*unit) { 0 } else { *count };
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.closed &= !opens;
                    brigade.joined = brigade.joined.saturating_add(noted);
                    brigade.sp = brigade.sp.saturating_add_signed(*points);
                }
                self.set_chain(*unit, chain);
            }
            Fact::Keeps { kept, unit } => self.keep(*unit, *kept),
            Fact::LeftMap { dp, hex, spent, unit } => self.left_map(*unit, *hex, *spent, *dp),
            Fact::Losses(losses) => self.lose(losses),
            Fact::Maneuvered(maneuver) => self.maneuvered(maneuver),
            Fact::Named { units } => {
                for unit in units {
                    if let Some(brigade) = self.brigade_mut(*unit) {
                        brigade.attack = Attack::Named;
                    }
                }
            }
            Fact::Posted { hex, unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.post = Some(*hex);
                }
            }
            Fact::Primary { by, level, over } => {
                let segment = self.segment;
                if let Some(commander) = self.commander_mut(*by) {
                    (commander.led, commander.level) = (Some(segment), Some(*level));
                }
                self.command = Some(Command { by: *by, lines: 0, over: over.clone(), primary: true, used: Vec::new() });
            }
            Fact::Released { free, level, unit } => {
                self.allot(*unit, *level);
                let line = self.brigade(*unit).is_some_and(|b| b.formation.is_line());
                if let Some(command) = self.command.as_mut().filter(|c| !free && c.primary && c.over.contains(unit)) {
                    command.used.push(*unit);
                    command.lines += u8::from(line);
                }
            }
            Fact::Returning { unit } => self.fight.returns.push(*unit),
            Fact::Rode { unit, way } => {
                if let Some(commander) = self.commander_mut(*unit) {
                    commander.moved = true;
                }
                if let Some(hex) = way.last() {
                    self.set_chain(*unit, &[Link { hex: *hex, sp: 0 }]);
                }
            }
            Fact::Seat(SeatFact::Closes { unit }) => self.close(*unit),
            Fact::Seat(said) => self.seats.take(said),
            Fact::Segment { segment } => {
                self.seats.enter(self.segment, *segment);
                self.segment = *segment;
                if !segment.is_movement() {
                    self.post_commanders();
                    self.close_hands();
                    self.command = None;
                }
            }
            Fact::Shelled(shelling) => self.shelled(shelling),
            Fact::Sighted { enemies, unit } => {
                if let Some(brigade) = self.brigade_mut(*unit) {
                    brigade.sighted.clone_from(enemies);
                }
            }
            Fact::Singled { hex, unit } => {
                self.fight.singled.retain(|s| s.hex != *hex);
                self.fight.singled.push(Singled { age: 0, hex: *hex, unit: *unit });
            }
            Fact::SplitFire(split) => {
                self.fight.splits.retain(|s| (s.from, s.by) != (split.from, split.by));
                self.fight.splits.push(split.clone());
            }
            Fact::Struck { cp, unit } => self.strike(*unit, *cp),
            Fact::Survival { die, unit } => {
                if let Some(commander) = self.commander_mut(*unit) {
                    commander.hit |= *die >= 5;
                }
            }
            Fact::NightOrdered(order) => {
                // Where they are sealed (0.1) nobody's are touched by what the other side writes.
                let (turn, sealed) = (self.turn, self.options.hidden_movement);
                self.night_orders.retain(|o| o.by != order.by && (sealed || turn < o.hour + 3));
                self.night_orders.push(order.clone());
            }
            Fact::NightOrderOver { by, .. } => self.night_orders.retain(|o| o.by != *by),
            Fact::Transferred(transfer) => {
                self.transfers.retain(|t| t.unit != transfer.unit);
                self.transfers.push(*transfer);
            }
            Fact::Turn { side, turn } => {
                (self.side, self.turn, self.segment) = (*side, *turn, Segment::Opening);
                self.new_turn();
                if *side == Side::Confederate {
                    self.all_idle();
                }
            }
            Fact::Unrolled { units } => self.unrolled(units),
            Fact::Unseen(fact) => self.take_unseen(fact),
            Fact::UmpireTurn { segment, side, turn } => {
                (self.over, self.pending) = (false, None);
                (self.side, self.turn, self.segment) = (*side, *turn, *segment);
                self.new_turn();
                self.umpire_swaps();
            }
            Fact::UmpireWorks(works) => {
                self.works.retain(|w| w.hex != works.hex);
                self.works.push(*works);
            }
            Fact::SetDown { state, unit } | Fact::UmpireUnit { state, unit } => {
                self.hidden.unseen.retain(|e| e.unit != *unit);
                if let Some(place) = self.units.get_mut(unit.index()) {
                    place.clone_from(state);
                }
            }
        }
    }
}

impl Position {
    /// What is forgotten when a player turn begins: what was spent and who was led. Retreats, attacks and points owed go on.
    fn new_turn(&mut self) {
        (self.hand, self.command) = (None, None);
        self.seats = Default::default();
        self.doors.clear();
        self.guns_on.clear();
        self.guns_beside.clear();
        self.age_pairs();
        self.advanced.clear();
        self.assaulted.clear();
        self.back.clear();
        self.charged.clear();
        self.following.clear();
        self.stormed.clear();
        self.vacated.clear();
        self.hidden.surprised.clear();
        self.hidden.detachments.iter_mut().flatten().for_each(|d| d.moved = false);
        let turn = self.turn;
        let unseen = self.hidden.unseen.iter_mut().map(|e| &mut e.state);
        for unit in self.units.iter_mut().chain(unseen) {
            match &mut unit.state {
                State::Brigade(brigade) => {
                    (brigade.done, brigade.level, brigade.pressed) = (false, None, Pressed::No);
                    (brigade.called_off, brigade.nearer, brigade.carried) =
                        (false, false, brigade.carried.saturating_sub(1));
                    brigade.kept = brigade.kept.filter(|k| k.turn + 1 >= turn);
                    brigade.paid.clear();
                    brigade.taken_in_flank.clear();
                    (brigade.as_line, brigade.hasty) = (0, false);
                }
                State::Battery(battery) => {
                    (battery.moved, battery.fired, battery.spent, battery.takes) = (false, false, 0, None);
                    battery.kept = battery.kept.filter(|k| k.turn + 1 >= turn);
                }
                State::Commander(commander) => {
                    (commander.led, commander.level, commander.moved) = (None, None, false);
                }
            }
        }
    }

    /// Who has a level and has not finished does so now (§11.6, §15.4).
    fn close_hands(&mut self) {
        self.hand = None;
        for unit in &mut self.units {
            if let State::Brigade(brigade) = &mut unit.state
                && brigade.level.is_some()
            {
                brigade.done = true;
            }
        }
    }

    /// A brigade has done with its move.
    fn close(&mut self, unit: UnitId) {
        if let Some(brigade) = self.brigade_mut(unit) {
            brigade.done = true;
        }
    }

    fn allot(&mut self, unit: UnitId, level: u8) {
        if let Some(brigade) = self.brigade_mut(unit) {
            (brigade.level, brigade.done) = (Some(level), false);
            if brigade.attack == Attack::Named && level > 0 {
                brigade.attack = Attack::Launched;
            }
        }
    }

    pub(super) fn set_chain(&mut self, unit: UnitId, chain: &[Link]) {
        if let Some(unit) = self.units.get_mut(unit.index())
            && !chain.is_empty()
        {
            unit.place = Place::At(chain.to_vec());
            if let State::Brigade(brigade) = &mut unit.state {
                brigade.left_all_but(chain);
            }
        }
    }

    /// Casualty points that are to be settled.
    fn strike(&mut self, unit: UnitId, cp: u16) {
        let Some(brigade) = self.brigade_mut(unit) else { return };
        let sp = brigade.sp;
        brigade.cp = brigade.cp.saturating_add(cp);
        brigade.idle = false;
        match self.fight.struck.iter_mut().find(|s| s.unit == unit) {
            Some(struck) => struck.cp += cp,
            None => self.fight.struck.push(Struck { cp, sp, unit }),
        }
    }

    fn shelled(&mut self, shelling: &Shelling) {
        let (shot, hits) = (shelling.shot, shelling.hits());
        let left = self.battery(shot.target).map_or(0, |b| b.factors).min(hits);
        // 0.11: what is fired, and what is lost to fire.
        let (by, at) = (row(shelling.side), row(shelling.side.other()));
        self.expended[by] = self.expended[by].saturating_add(u16::from(shelling.cost));
        self.expended[at] = self.expended[at].saturating_add(u16::from(left));
        if let Some(battery) = self.battery_mut(shot.battery) {
            battery.factors = battery.factors.saturating_sub(shelling.cost);
            (battery.fired, battery.fired_from_woods) = (true, true);
        }
        if let Some(target) = self.battery_mut(shot.target) {
            target.factors = target.factors.saturating_sub(hits);
        }
        // §33.2: who is fired at recovers nothing, whatever the fire came to.
        if let Some(target) = self.brigade_mut(shot.target) {
            target.idle = false;
        }
        for (unit, cp) in &shelling.cp {
            self.strike(*unit, u16::from(*cp));
        }
        self.fight.shots.push(shot);
        self.first_fire.get_or_insert(self.turn);
    }

    fn combat_fire(&mut self, volley: &Volley) {
        for firer in &volley.firers {
            if firer.works && !self.fight.from_works[0].contains(&firer.unit) {
                self.fight.from_works[0].push(firer.unit);
            }
            match &mut self.units[firer.unit.index()].state {
                State::Battery(battery) => battery.fired_from_woods = true,
                State::Brigade(brigade) => {
                    brigade.idle = false;
                    if firer.woods && !brigade.fired_from.contains(&firer.from) {
                        brigade.fired_from.push(firer.from);
                    }
                }
                State::Commander(_) => {}
            }
        }
        // Points that are bound and points that are free come as two of a volley; the same fire at two brigades of a hex as two volleys.
        let mut pairs: Vec<Pair> = Vec::new();
        for firer in &volley.firers {
            let struck = [volley.marks.then_some(volley.target), None];
            let pair = Pair { struck, ..firer.pair() };
            match pairs.iter_mut().find(|p| p.same(&pair)) {
                Some(known) => known.sp = known.sp.saturating_add(pair.sp),
                None => pairs.push(pair),
            }
        }
        for pair in pairs {
            match self.pairs.iter_mut().find(|p| p.same(&pair)) {
                Some(known) => known.join(&pair),
                None => self.pairs.push(pair),
            }
        }
        if let Some(target) = self.brigade_mut(volley.target) {
            target.idle = false;
            target.taken_in_flank.extend(&volley.flanked);
        }
        if self.brigade(volley.target).is_some() && volley.cp > 0 {
            self.strike(volley.target, volley.cp);
        }
        self.first_fire.get_or_insert(self.turn);
    }

    fn lose(&mut self, losses: &Losses) {
        self.fight.struck.retain(|s| s.unit != losses.unit);
        if let Some(brigade) = self.brigade_mut(losses.unit) {
            brigade.dp = brigade.dp.saturating_add(losses.dp);
            brigade.lost = brigade.lost.saturating_add(losses.lost);
            brigade.sp = brigade.sp.saturating_sub(losses.lost);
            (brigade.formation, brigade.counter) = (losses.formation, losses.counter);
            // The dearest marker's points remain what the brigade spent (§13.7), be that one lost.
            if !losses.paid.is_empty() {
                brigade.paid.clone_from(&losses.paid);
            } else if !brigade.paid.is_empty() {
                brigade.paid = vec![brigade.spent(); losses.chain.len()];
            }
            if let (Some(kept), Some(step)) = (brigade.kept.as_mut(), losses.keeps) {
                kept.step = step;
            }
            if losses.chain.is_empty() {
                brigade.attack = Attack::None;
            }
        }
        if losses.chain.is_empty() {
            if let Some(unit) = self.units.get_mut(losses.unit.index()) {
                unit.place = Place::Lost;
            }
        } else {
            self.set_chain(losses.unit, &losses.chain);
        }
    }

    /// Where a brigade stands after combat; lost without markers unless it left the map.
    fn stand(&mut self, to: &Footing) {
        if let Some(brigade) = self.brigade_mut(to.unit) {
            brigade.counter = to.counter;
            brigade.dp = brigade.dp.saturating_add(to.dp);
            brigade.formation = to.formation;
            brigade.idle = false;
            if to.forgets {
                brigade.left_all_but(&to.chain);
            }
            brigade.left_by_markers(&to.silent, &to.undug);
            brigade.stands.clone_from(&to.stands);
            brigade.lost = brigade.lost.saturating_add(to.lost);
            brigade.sp = brigade.sp.saturating_sub(to.lost);
            if !brigade.paid.is_empty() {
                brigade.paid = vec![brigade.spent(); to.chain.len()];
            }
        }
        if let Some(unit) = self.units.get_mut(to.unit.index()) {
            unit.place = match to.off {
                Some(hex) => Place::Fled(hex),
                None if to.chain.is_empty() => Place::Lost,
                None => Place::At(to.chain.clone()),
            };
        }
    }

    fn advanced_after_combat(&mut self, to: &Footing) {
        self.stand(to);
        if let Some(brigade) = self.brigade_mut(to.unit).filter(|_| to.spent > 0 || !to.paid.is_empty()) {
            let all = vec![brigade.spent().saturating_add(to.spent); to.chain.len()];
            brigade.paid = if to.paid.is_empty() { all } else { to.paid.clone() };
        }
        // §25.0, step 2: which marker was struck in the flank goes with it; what it fired from elsewhere no other marker has fired that comes there.
        let now = |hex: u16| to.shifted.iter().find(|(from, _)| *from == hex).map(|(_, now)| *now);
        self.pairs.retain(|p| p.unit != to.unit || now(p.from).is_none());
        if let Some(brigade) = self.brigade_mut(to.unit) {
            brigade.taken_in_flank.iter_mut().for_each(|hex| *hex = now(*hex).unwrap_or(*hex));
        }
        self.following.retain(|unit| *unit != to.unit);
        self.advanced.push(to.unit);
    }

    fn assault_made(&mut self, assault: &Assaulted) {
        for unit in assault.targets.iter().chain([&assault.by]) {
            if let Some(brigade) = self.brigade_mut(*unit) {
                brigade.idle = false;
            }
        }
        // §28.3: who carries an assault as defender may go on as an attacker: in its next turn, before revision 5 at once.
        if let Some(brigade) = self.brigade_mut(assault.by).filter(|b| assault.success && !b.is_named()) {
            match assault.carries {
                true => brigade.carried = CARRIED,
                false => brigade.attack = Attack::Launched,
            }
            // Its advance is the free hex; points it has from its next turn on (§31.3).
            brigade.level.get_or_insert(0);
        }
        self.assaulted.extend(&assault.targets);
        self.charged.extend(assault.charge.then_some(assault.by));
        self.following.extend((assault.success && assault.follows).then_some(assault.by));
        self.stormed.extend(assault.storms.then_some((assault.by, assault.hex)));
    }

    pub(super) fn fell_back(&mut self, how: Retreat, to: &Footing) {
        let left: Vec<u16> = self.chain(to.unit).iter().map(|l| l.hex).collect();
        let phasing = self.segment == Segment::BackOff;
        // §31.1b: what defenders leave, not who goes back from his own attack.
        if !phasing && !to.own {
            self.vacated.extend(left.into_iter().filter(|hex| !to.chain.iter().any(|l| l.hex == *hex)));
        }
        self.stand(to);
        if let Some(brigade) = self.brigade_mut(to.unit) {
            match phasing {
                true if to.spent > 0 => brigade.paid = vec![brigade.spent().saturating_add(to.spent); to.chain.len()],
                true => {}
                false => brigade.owed = brigade.owed.saturating_add(to.spent),
            }
            if how != Retreat::None {
                (brigade.retreat, brigade.attack, brigade.carried) = (how, Attack::None, 0);
            }
        }
        self.back.push(to.unit);
    }
}
